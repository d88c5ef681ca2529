/* Owns --verify-roundtrip. Values are compared as --emit=json shows them, line by line, without their positions; of the
 * first text only a hash of each line is kept, for the lines are many times the text. */
#define _GNU_SOURCE /* memmem */
#include "roundtrip.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN_BYTES = 160 };

typedef struct trip {
  tta_source *first;
  const tta_check_options *options;
  const tta_check *check;
  const tt_opt_edits *edits;
  tta_buf *message;
  tta_span *place;
  tta_source second;
  tta_check *again;
} trip;

static bool differs(const trip *t) { return t->message->size > 0; }

static int shown(tta_str text) { return (int)(text.size > SHOWN_BYTES ? SHOWN_BYTES : text.size); }

/* Where a place of the second text stands in the first. */
static tta_span origin(const trip *t, tta_span span) {
  uint32_t begin = tt_opt_edits_origin(t->edits, span.begin), end = tt_opt_edits_origin(t->edits, span.end);
  return (tta_span){begin, end > begin ? end : begin};
}

/* ---- text and judgement ------------------------------------------------------------------------------------------ */

static void compare_text(trip *t) {
  if (!tta_check_num_edits(t->again)) return;
  tta_edit edit = tta_check_edit(t->again, 0);
  tta_str printed = {t->second.text.data + edit.span.begin, edit.span.end - edit.span.begin};
  tta_buf_printf(t->message, "'%.*s' was printed, which prints as '%.*s'", shown(printed), printed.data,
                 shown(edit.text), edit.text.data);
  *t->place = origin(t, edit.span);
}

static void compare_rules(trip *t) {
  size_t before = tta_check_num_diagnostics(t->check), after = tta_check_num_diagnostics(t->again);
  for (size_t i = 0; i < before || i < after; i++) {
    const tta_diagnostic *a = i < before ? tta_check_diagnostic(t->check, i) : NULL;
    const tta_diagnostic *b = i < after ? tta_check_diagnostic(t->again, i) : NULL;
    if (a && b && a->rule == b->rule && a->severity == b->severity) continue;
    tta_buf_printf(t->message, "the text as it was gives '%.*s', as printed '%.*s'", a ? shown(a->message) : 7,
                   a ? a->message.data : "nothing", b ? shown(b->message) : 7, b ? b->message.data : "nothing");
    if (a) *t->place = a->span;
    else if (b) *t->place = origin(t, b->span);
    return;
  }
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* The next outermost value of `json` behind *at, from its kind on: what stands before (file, line, column) is position.
 * Nested ones are part of it, and may lose the prefix that makes them lines of their own. */
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
static uint64_t hash(tta_str text) {
  uint64_t h = 14695981039346656037u;
  for (size_t i = 0; i < text.size; i++) h = (h ^ (unsigned char)text.data[i]) * 1099511628211u;
  return h;
}

static tta_status list_values(const trip *t, tta_source *source, tta_buf *json) {
  tta_check_options how = *t->options;
  tta_check *check;
  how.json = json;
  how.canonicalise = false;
  how.parse_only = true;
  tta_status status = tta_check_text(source, &how, &check);
  tta_check_free(check);
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

/* The text member of a line, as JSON has it. */
static tta_str text_of(tta_str line) {
  static const char key[] = "\"text\":\"", behind[] = "\",\"value\":";
  const char *end = line.data + line.size,
             *begin = line.size ? memmem(line.data, line.size, key, sizeof key - 1) : NULL;
  const char *close = begin ? memmem(begin, (size_t)(end - begin), behind, sizeof behind - 1) : NULL;
  if (!close) return line;
  begin += sizeof key - 1;
  return (tta_str){begin, (size_t)(close - begin)};
}

/* Line `index` of the first text's values, read again: this happens once in a run. */
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
    if (a.size == b.size && !memcmp(a.data, b.data, a.size)) a = before, b = after;
    tta_buf_printf(t->message, "value %zu was read as '%.*s', and as printed is read as '%.*s'", index + 1, shown(a),
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
  tta_check_options how = *t->options;
  how.json = NULL;
  how.canonicalise = true;
  tta_status status = tta_check_text(&t->second, &how, &t->again);
  if (status) return status;
  *t->place = (tta_span){0, 0};
  compare_text(t);
  if (!differs(t)) compare_rules(t);
  tta_check_free(t->again);
  if (differs(t) || t->options->expand_aliases) return TTA_OK;
  return compare_values(t);
}

tta_status tt_opt_roundtrip(tta_source *source, const tta_check_options *options, const tta_check *check,
                            const tt_opt_edits *edits, tta_buf *message, tta_span *place) {
  trip t = {.first = source, .options = options, .check = check, .edits = edits, .message = message, .place = place};
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
