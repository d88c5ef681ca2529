/* roundtrip.c: whether the printed text of a check is parsed as the same values, with the same diagnostics. */
#define _GNU_SOURCE /* memmem */
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "base/str.h"
#include "diag/check_options.h"
#include "ttattr/check.h"

typedef struct trip {
  tta_source *first;
  const tta_check_options *options;
  const tta_results *results; /* of the first */
  tta_buf *message;
  tta_span *position;
  tta_arena arena;
  tta_source second;
  tta_check *again;
} trip;

/* The offset in the first text of `offset` in the second. */
static uint32_t origin_of(const tta_results *first, uint32_t offset) {
  int64_t shift = 0; /* new - old, after the edits so far */
  for (size_t i = 0; i < tta_results_num_edits(first); i++) {
    tta_edit edit = tta_results_edit(first, i);
    tta_span old = edit.span;
    int64_t begin = old.begin + shift, size = (int64_t)edit.text.size;
    if (offset < begin) break;
    if (offset < begin + size) return old.begin;
    shift += size - (old.end - old.begin);
  }
  return (uint32_t)(offset - shift);
}

static bool differs(const trip *t) { return t->message->size > 0; }

/* The position in the first text of a span of the second. */
static tta_span origin(const trip *t, tta_span span) {
  uint32_t begin = origin_of(t->results, span.begin), end = origin_of(t->results, span.end);
  return (tta_span){begin, end > begin ? end : begin};
}

/* ---- text and diagnostics ---------------------------------------------------------------------------------------- */

static void compare_text(trip *t) {
  const tta_results *results = tta_check_results(t->again);
  if (!tta_results_num_edits(results)) return;
  tta_edit edit = tta_results_edit(results, 0);
  tta_str printed = TTA_SPAN_TEXT(t->second.text.data, edit.span);
  tta_buf_printf(t->message, "printed '%.*s%s', which is printed as '%.*s%s' when parsed again", TTA_STR_CUT(printed),
                 TTA_STR_CUT(edit.text));
  *t->position = origin(t, edit.span);
}

/* Their subject may be absent in the canonical text: a layout that MLIR drops, or a prefix that it does not print. */
static bool is_repaired_by_printing(tta_rule rule) {
  return rule == TTA_RULE_dropped_layout || rule == TTA_RULE_ignored_text || rule == TTA_RULE_mixed_eras;
}

/* The next diagnostic from *at on that printing leaves; NULL: none. */
static const tta_diagnostic *next_lasting(const tta_results *results, size_t *at) {
  while (*at < tta_results_num_diagnostics(results)) {
    const tta_diagnostic *d = tta_results_diagnostic(results, (*at)++);
    if (!is_repaired_by_printing(d->rule)) return d;
  }
  return NULL;
}

/* By rule and severity. @param a, b set to the first diagnostics that differ; NULL where there are no more */
static bool same_diagnostics(const tta_results *text, const tta_results *printed, const tta_diagnostic **a,
                             const tta_diagnostic **b) {
  size_t i = 0, k = 0;
  do {
    *a = next_lasting(text, &i);
    *b = next_lasting(printed, &k);
  } while (*a && *b && (*a)->rule == (*b)->rule && (*a)->severity == (*b)->severity);
  return !*a && !*b;
}

static void compare_rules(trip *t) {
  const tta_diagnostic *a, *b;
  if (same_diagnostics(t->results, tta_check_results(t->again), &a, &b)) return;
  tta_str nothing = TTA_STR("nothing"), first = a ? a->message : nothing, second = b ? b->message : nothing;
  tta_buf_printf(t->message, "the input reports '%.*s%s', the printed text '%.*s%s'", TTA_STR_CUT(first),
                 TTA_STR_CUT(second));
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

static tta_status hash_values(trip *t, uint64_t **hashes, size_t *count) {
  tta_str value;
  tta_buf json = tta_buf_new(t->arena.allocator);
  tta_status status = list_values(t, t->first, &json);
  *count = 0;
  for (size_t at = 0; !status && next_value(tta_buf_view(&json), &at, &value);) ++*count;
  *hashes = status ? NULL : tta_arena_array(&t->arena, *count + 1, sizeof **hashes);
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
  tta_buf json = tta_buf_new(t->arena.allocator);
  tta_status status = list_values(t, t->first, &json);
  tta_str before = {"", 0};
  size_t at = 0;
  for (size_t i = 0; !status && i <= index; i++)
    if (!next_value(tta_buf_view(&json), &at, &before)) before = TTA_STR("nothing");
  if (!status) {
    tta_str a = text_of(before), b = text_of(after);
    if (tta_str_equal(a, b)) a = before, b = after;
    tta_buf_printf(t->message, "value %zu is '%.*s%s' in the input, and '%.*s%s' in the printed text", index + 1,
                   TTA_STR_CUT(a), TTA_STR_CUT(b));
  }
  tta_buf_free(&json);
  return status;
}

static tta_status compare_values(trip *t) {
  uint64_t *hashes;
  size_t count, at = 0, i = 0;
  tta_str value;
  tta_buf json = tta_buf_new(t->arena.allocator);
  tta_status status = hash_values(t, &hashes, &count);
  if (!status) status = list_values(t, &t->second, &json);
  for (; !status && next_value(tta_buf_view(&json), &at, &value); i++) {
    if (i < count && hashes[i] == hash(value)) continue;
    status = show_value(t, i, value);
    break;
  }
  if (!status && !differs(t) && i < count) status = show_value(t, i, (tta_str){"nothing", 7});
  tta_buf_free(&json);
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
  if (differs(t) || t->options->expand_aliases) return TTA_OK;
  return compare_values(t);
}

/* The text with the edits applied, and a NUL that is not counted. */
static tta_status print_text(const trip *t, tta_buf *out) {
  tta_str text = t->first->text;
  size_t at = 0;
  tta_buf_reserve(out, text.size + 1);
  for (size_t i = 0; i < tta_results_num_edits(t->results); i++) {
    tta_edit edit = tta_results_edit(t->results, i);
    tta_buf_bytes(out, text.data + at, edit.span.begin - at);
    tta_buf_append(out, edit.text);
    at = edit.span.end;
  }
  tta_buf_bytes(out, text.data + at, text.size - at);
  tta_buf_char(out, 0);
  if (out->failed) return TTA_NO_MEMORY;
  out->size--;
  return TTA_OK;
}

tta_status tta_check_roundtrip(tta_source *source, const tta_check *check, const tta_check_options *options,
                               tta_buf *message, tta_span *position) {
  trip t = {.first = source,
            .options = options,
            .results = tta_check_results(check),
            .message = message,
            .position = position};
  tta_arena_init(&t.arena, message->allocator);
  tta_buf text = tta_buf_new(message->allocator);
  tta_status status = print_text(&t, &text);
  if (!status) {
    tta_source_init(&t.second, source->name, tta_buf_view(&text), message->allocator);
    status = compare(&t);
    tta_source_free(&t.second);
  }
  tta_buf_free(&text);
  tta_arena_free(&t.arena);
  return message->failed ? TTA_NO_MEMORY : status;
}
