/* Lists of edits: composing and applying them, choosing fix-its, and --verify-roundtrip. */
#define _GNU_SOURCE /* memmem */
#include "edits.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

bool tt_opt_edits_reserve(tt_opt_edits *e, size_t more) {
  if (more <= e->capacity - e->size) return true;
  tta_edit *items =
      more > SIZE_MAX / sizeof *items - e->size ? NULL : realloc(e->items, (e->size + more) * sizeof *items);
  if (!items) return false;
  e->items = items;
  e->capacity = e->size + more;
  return true;
}

bool tt_opt_edits_add(tt_opt_edits *e, tta_edit edit) {
  if (e->size == e->capacity && !tt_opt_edits_reserve(e, e->size / 2 + 16)) return false;
  e->items[e->size++] = edit;
  return true;
}

void tt_opt_edits_free(tt_opt_edits *e) {
  free(e->items);
  if (e->text.allocator) tta_buf_free(&e->text);
  *e = (tt_opt_edits){0};
}

bool tt_opt_edits_apply(tta_buf *out, tta_str text, const tt_opt_edits *e) {
  size_t at = 0;
  tta_buf_reserve(out, text.size + 1);
  for (size_t i = 0; i < e->size; i++) {
    tta_buf_bytes(out, text.data + at, e->items[i].span.begin - at);
    tta_buf_bytes(out, e->items[i].text.data, e->items[i].text.size);
    at = e->items[i].span.end;
  }
  tta_buf_bytes(out, text.data + at, text.size - at);
  tta_buf_char(out, 0);
  if (!out->failed) out->size--;
  return !out->failed;
}

uint32_t tt_opt_edits_origin(const tt_opt_edits *e, uint32_t offset) {
  int64_t shift = 0; /* new - old, after the edits so far */
  for (size_t i = 0; i < e->size; i++) {
    tta_span old = e->items[i].span;
    int64_t begin = old.begin + shift, size = (int64_t)e->items[i].text.size;
    if (offset < begin) break;
    if (offset < begin + size) return old.begin;
    shift += size - (old.end - old.begin);
  }
  return (uint32_t)(offset - shift);
}

/* Edits of both lists that touch or overlap in the middle text become one. */
typedef struct composer {
  const tt_opt_edits *first, *second;
  tta_str middle;
  size_t i, j;   /* the next edit of each */
  int64_t shift; /* middle - old, after first[i - 1] */
} composer;

static int64_t next_begin(const composer *c) {
  int64_t a = c->i < c->first->size ? c->first->items[c->i].span.begin + c->shift : INT64_MAX;
  int64_t b = c->j < c->second->size ? (int64_t)c->second->items[c->j].span.begin : INT64_MAX;
  return a < b ? a : b;
}

/* Appends the text of the next group to `text`. @return its span in the old text */
static tta_span take_group(composer *c, tta_buf *text) {
  int64_t begin = next_begin(c), end = begin, at = begin, old_begin = begin - c->shift;
  while (next_begin(c) <= end) {
    const tta_edit *a = c->i < c->first->size ? &c->first->items[c->i] : NULL;
    if (a && a->span.begin + c->shift <= end) {
      int64_t after = a->span.begin + c->shift + (int64_t)a->text.size;
      if (after > end) end = after;
      c->shift += (int64_t)a->text.size - (a->span.end - a->span.begin);
      c->i++;
    } else {
      const tta_edit *b = &c->second->items[c->j++];
      tta_buf_bytes(text, c->middle.data + at, (size_t)(b->span.begin - at));
      tta_buf_bytes(text, b->text.data, b->text.size);
      at = b->span.end;
      if (at > end) end = at;
    }
  }
  tta_buf_bytes(text, c->middle.data + at, (size_t)(end - at));
  return (tta_span){(uint32_t)old_begin, (uint32_t)(end - c->shift)};
}

bool tt_opt_edits_compose(tt_opt_edits *out, const tt_opt_edits *first, tta_str middle, const tt_opt_edits *second) {
  composer c = {.first = first, .second = second, .middle = middle};
  bool memory = true;
  tta_buf_init(&out->text, NULL);
  while (memory && next_begin(&c) < INT64_MAX) {
    size_t begin = out->text.size;
    tta_edit edit = {.span = take_group(&c, &out->text)};
    edit.text.size = out->text.size - begin;
    memory = !out->text.failed && tt_opt_edits_add(out, edit);
  }
  const char *text = out->text.data; /* does not move any more */
  for (size_t i = 0; memory && i < out->size; i++) {
    out->items[i].text.data = text;
    if (text) text += out->items[i].text.size;
  }
  return memory;
}

/* The first fix-it of each diagnostic. */
static const tta_fix **list_fixes(const tta_check *check, size_t *count, size_t *num_edits) {
  const tta_results *results = tta_check_results(check);
  size_t diagnostics = tta_results_num_diagnostics(results);
  const tta_fix **list = malloc((diagnostics + 1) * sizeof *list);
  *count = *num_edits = 0;
  for (size_t i = 0; list && i < diagnostics; i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (!d->num_fixes) continue;
    list[(*count)++] = d->fixes;
    *num_edits += d->fixes->num_edits;
  }
  return list;
}

bool tt_opt_fix_collect(tt_opt_edits *edits, const tta_check *check, size_t *applied) {
  size_t count, num_edits;
  const tta_fix **list = list_fixes(check, &count, &num_edits);
  bool *left_out = list ? calloc(count + 1, sizeof *left_out) : NULL;
  bool memory = left_out && tt_opt_edits_reserve(edits, num_edits);
  memory = memory && !tta_fixes_choose(list, count, NULL, left_out, edits->items, &edits->size);
  *applied = 0;
  for (size_t i = 0; memory && i < count; i++) *applied += !left_out[i];
  free(left_out);
  free(list);
  return memory;
}

enum { SHOWN_BYTES = 160 };

typedef struct trip {
  tta_source *first;
  const tta_check_options *options;
  bool expand_aliases;
  const tta_check *check;
  const tt_opt_edits *edits;
  tta_buf *message;
  tta_span *position;
  tta_source second;
  tta_check *again;
} trip;

static bool differs(const trip *t) { return t->message->size > 0; }

static int shown(tta_str text) { return (int)(text.size > SHOWN_BYTES ? SHOWN_BYTES : text.size); }

/* The position in the first text of a span of the second. */
static tta_span origin(const trip *t, tta_span span) {
  uint32_t begin = tt_opt_edits_origin(t->edits, span.begin), end = tt_opt_edits_origin(t->edits, span.end);
  return (tta_span){begin, end > begin ? end : begin};
}

/* ---- text and diagnostics ---------------------------------------------------------------------------------------- */

static void compare_text(trip *t) {
  const tta_results *results = tta_check_results(t->again);
  if (!tta_results_num_edits(results)) return;
  tta_edit edit = tta_results_edit(results, 0);
  tta_str printed = {t->second.text.data + edit.span.begin, edit.span.end - edit.span.begin};
  tta_buf_printf(t->message, "printed '%.*s', which is printed as '%.*s' when parsed again", shown(printed),
                 printed.data,
                 shown(edit.text), edit.text.data);
  *t->position = origin(t, edit.span);
}

static void compare_rules(trip *t) {
  const tta_diagnostic *a, *b;
  if (tta_check_same_diagnostics(t->check, t->again, &a, &b)) return;
  tta_buf_printf(t->message, "the input reports '%.*s', the printed text '%.*s'", a ? shown(a->message) : 7,
                 a ? a->message.data : "nothing", b ? shown(b->message) : 7, b ? b->message.data : "nothing");
  if (a) *t->position = a->span;
  else if (b) *t->position = origin(t, b->span);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* The next outermost value of `json` after *at, starting at its kind: the members before it (file, line, column) are
 * its position. Nested values are part of it. */
static bool next_value(tta_str json, size_t *at, tta_str *value) {
  static const char key[] = ",\"depth\":0,"; /* a quote in a file name is escaped, so this is the key */
  while (*at < json.size) {
    const char *begin = json.data + *at, *newline = memchr(begin, '\n', json.size - *at);
    const char *end = newline ? newline : json.data + json.size;
    const char *kind = memmem(begin, (size_t)(end - begin), key, sizeof key - 1);
    *at = (size_t)(end - json.data) + 1;
    if (!kind) continue;
    *value = (tta_str){kind + sizeof key - 1, (size_t)(end - kind) - (sizeof key - 1)};
    return true;
  }
  return false;
}

/* FNV-1a, 64 bits. */
static uint64_t hash_bytes(uint64_t h, const char *begin, const char *end) {
  for (; begin < end; begin++) h = (h ^ (unsigned char)*begin) * 1099511628211u;
  return h;
}

/* A line of JSON without the dialects of the kinds in its value: an attribute that prints without its name may have
 * been read with it. What is printed of the dialects is in the text member. */
static uint64_t hash(tta_str line) {
  static const char key[] = "\"kind\":\"", value_key[] = "\"value\":{"; /* quotes in strings are escaped */
  uint64_t h = 14695981039346656037u;
  const char *at = line.data, *end = line.data + line.size,
             *value = line.size ? memmem(at, line.size, value_key, sizeof value_key - 1) : NULL;
  for (const char *kind = value; kind && (kind = memmem(kind, (size_t)(end - kind), key, sizeof key - 1));) {
    kind += sizeof key - 1;
    const char *dot = kind;
    while (dot < end && *dot != '.' && *dot != '"') dot++;
    h = hash_bytes(h, at, kind);
    at = kind = dot;
  }
  return hash_bytes(h, at, end);
}

static tta_status list_values(const trip *t, tta_source *source, tta_buf *json) {
  tta_check_options *how;
  tta_check *check = NULL;
  tta_status status = tta_check_options_copy(t->options, &how);
  if (status) return status;
  tta_check_options_set_json(how, json);
  tta_check_options_set_canonicalize(how, false);
  tta_check_options_set_parse_only(how, true);
  status = tta_check_text(source, how, &check);
  tta_check_free(check);
  tta_check_options_free(how);
  return status;
}

static tta_status hash_values(const trip *t, uint64_t **hashes, size_t *count) {
  tta_buf json;
  tta_str value;
  tta_buf_init(&json, NULL);
  tta_status status = list_values(t, t->first, &json);
  *count = 0;
  for (size_t at = 0; !status && next_value(tta_buf_view(&json), &at, &value);) ++*count;
  *hashes = status ? NULL : malloc((*count + 1) * sizeof **hashes);
  if (!status && !*hashes) status = TTA_NO_MEMORY;
  for (size_t at = 0, i = 0; !status && next_value(tta_buf_view(&json), &at, &value); i++) (*hashes)[i] = hash(value);
  tta_buf_free(&json);
  return status;
}

/* The text member of a line of JSON. */
static tta_str text_of(tta_str line) {
  static const char key[] = "\"text\":\"", after[] = "\",\"value\":";
  const char *end = line.data + line.size,
             *begin = line.size ? memmem(line.data, line.size, key, sizeof key - 1) : NULL;
  const char *close = begin ? memmem(begin, (size_t)(end - begin), after, sizeof after - 1) : NULL;
  if (!close) return line;
  begin += sizeof key - 1;
  return (tta_str){begin, (size_t)(close - begin)};
}

/* Describes value `index` of the first text, which is parsed again; at most once per run. */
static tta_status show_value(trip *t, size_t index, tta_str after) {
  tta_buf json;
  tta_buf_init(&json, NULL);
  tta_status status = list_values(t, t->first, &json);
  tta_str before = {"", 0};
  size_t at = 0;
  for (size_t i = 0; !status && i <= index; i++)
    if (!next_value(tta_buf_view(&json), &at, &before)) before = (tta_str){"nothing", 7};
  if (!status) {
    tta_str a = text_of(before), b = text_of(after);
    if (tta_str_equal(a, b)) a = before, b = after;
    tta_buf_printf(t->message, "value %zu is '%.*s' in the input, and '%.*s' in the printed text", index + 1, shown(a),
                   a.data, shown(b), b.data);
  }
  tta_buf_free(&json);
  return status;
}

static tta_status compare_values(trip *t) {
  uint64_t *hashes;
  size_t count, at = 0, i = 0;
  tta_str value;
  tta_buf json;
  tta_buf_init(&json, NULL);
  tta_status status = hash_values(t, &hashes, &count);
  if (!status) status = list_values(t, &t->second, &json);
  for (; !status && next_value(tta_buf_view(&json), &at, &value); i++) {
    if (i < count && hashes[i] == hash(value)) continue;
    status = show_value(t, i, value);
    break;
  }
  if (!status && !differs(t) && i < count) status = show_value(t, i, (tta_str){"nothing", 7});
  tta_buf_free(&json);
  free(hashes);
  return status;
}

static tta_status compare(trip *t) {
  tta_check_options *how;
  tta_status status = tta_check_options_copy(t->options, &how);
  if (status) return status;
  tta_check_options_set_json(how, NULL);
  tta_check_options_set_canonicalize(how, true);
  status = tta_check_text(&t->second, how, &t->again);
  tta_check_options_free(how);
  if (status) return status;
  *t->position = (tta_span){0, 0};
  compare_text(t);
  if (!differs(t)) compare_rules(t);
  tta_check_free(t->again);
  if (differs(t) || t->expand_aliases) return TTA_OK;
  return compare_values(t);
}

tta_status tt_opt_roundtrip(tta_source *source, const tta_check_options *options, bool expand_aliases,
                            const tta_check *check, const tt_opt_edits *edits, tta_buf *message, tta_span *position) {
  trip t = {.first = source,
            .options = options,
            .expand_aliases = expand_aliases,
            .check = check,
            .edits = edits,
            .message = message,
            .position = position};
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_status status = TTA_NO_MEMORY;
  if (tt_opt_edits_apply(&text, source->text, edits)) {
    tta_source_init(&t.second, source->name, tta_buf_view(&text), NULL);
    status = compare(&t);
    tta_source_free(&t.second);
  }
  tta_buf_free(&text);
  return message->failed ? TTA_NO_MEMORY : status;
}
