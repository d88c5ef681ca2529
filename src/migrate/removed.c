/* Attributes of operations that tt-mlir removed with all that they said: `operand_constraints = [#any_device, ..]`
 * (until 2024-12-16). The key goes with its value, and so do the aliases of such values. */
#include "base/array.h"
#include "base/sort.h"
#include "base/str.h"
#include "migrate/text.h"
#include "ops/names.h"
#include "text/token.h"

static bool is_removed(const tta_migrated_text *t) {
  tta_dialect now = tta_era_dialect_on(TTA_ATTR_operand_constraint, t->m.to);
  return tta_era_form_on(TTA_ATTR_operand_constraint, now, t->m.to) < 0 && t->counts.from < t->m.to;
}

static const char *before_blanks(const char *low, const char *at) {
  while (at > low && tta_is_blank(at[-1])) at--;
  return at;
}

/* The key with its value and one comma; with the brackets `<{..}>` if it is alone in them. */
static tta_span span_of_entry(tta_str text, const char *key, const char *end) {
  const char *low = text.data, *limit = text.data + text.size;
  const char *before = before_blanks(low, key), *after = tta_skip_gap(end, limit);
  bool first = before == low || before[-1] != ',', last = after == limit || *after != ',';
  if (!first) key = before - 1;
  else if (!last) end = tta_skip_gap(after + 1, limit);
  else if (limit - after > 1 && before - low > 1 && before[-1] == '{' && before[-2] == '<' && after[0] == '}' &&
           after[1] == '>') {
    key = before_blanks(low, before - 2);
    end = after + 2;
  }
  return (tta_span){(uint32_t)(key - low), (uint32_t)(end - low)};
}

tta_status tta_migrate_find_removed(tta_migrated_text *t) {
  tta_str text = t->source->text;
  tta_tokens tokens = tta_tokens_in(text);
  if (!is_removed(t)) return TTA_OK;
  for (tta_token token; tta_token_next(&tokens, &token);) {
    tta_token equal, open, close;
    tta_bracket_error error;
    bool key = token.kind == TTA_MARK_WORD &&
               tta_str_is(tta_str_between(token.begin, token.end), "operand_constraints") &&
               tta_token_next(&tokens, &equal) && equal.kind == TTA_MARK_EQUAL && tta_token_next(&tokens, &open) &&
               open.kind == TTA_MARK_OPEN && *open.begin == '[';
    close.end = key ? tta_skip_brackets(open.begin, text.data + text.size, TTA_NESTING_LIMIT, &error) : NULL;
    if (!close.end) continue;
    tta_span span = span_of_entry(text, token.begin, close.end);
    tokens.at = close.end;
    if (!tta_migrate_touches(t, span)) t->keeps_removed = true;
    else if (!TTA_PUSH(t->m.allocator, t, removed, span)) return TTA_NO_MEMORY;
  }
  for (uint32_t i = 0; i < t->num_removed; i++) {
    tta_migrated_text_edit(t, t->removed[i], t->printed.size);
    t->counts.names++;
  }
  return t->m.status;
}

bool tta_migrate_is_removed(const tta_migrated_text *t, tta_span span) {
  uint32_t i = TTA_COUNT_BELOW(tta_span, t->removed, t->num_removed, end, span.begin + 1);
  return i < t->num_removed && t->removed[i].begin <= span.begin;
}

void tta_migrate_drop_definition(tta_migrated_text *t, tta_span name, tta_span span) {
  tta_str text = t->source->text;
  const char *begin = text.data + name.begin, *end = text.data + span.end, *limit = text.data + text.size;
  while (end < limit && tta_is_blank(*end)) end++;
  bool starts_line = begin == text.data || begin[-1] == '\n';
  if (starts_line && end < limit && *end == '\n') end++;
  tta_migrated_text_edit(t, (tta_span){name.begin, (uint32_t)(end - text.data)}, t->printed.size);
  t->counts.attributes++;
}

bool tta_migrate_remove_definition(tta_migrated_text *t, tta_span name, tta_node_id value, tta_span span) {
  if (!tta_node_is_valid_attribute(t->m.tree, value, TTA_ATTR_operand_constraint) || !is_removed(t)) return false;
  if (t->keeps_removed) tta_migrate_leave_island(t, name);
  else tta_migrate_drop_definition(t, name, span);
  return true;
}

/* ---- aliases without a use ---- */

static void find_uses(tta_migrated_text *t) {
  tta_str text = t->source->text;
  tta_tokens tokens = tta_tokens_in(text);
  for (tta_token token; !t->m.status && tta_token_next(&tokens, &token);) {
    const char *next = tta_skip_gap(token.end, text.data + text.size);
    bool defines = next < text.data + text.size && *next == '=';
    if (defines || !tta_is_alias(&token, text.data + text.size)) continue;
    if (!tta_strmap_add(&t->uses, tta_str_between(token.begin, token.end), 0)) t->m.status = TTA_NO_MEMORY;
  }
  t->has_uses = true;
}

bool tta_migrate_is_used(tta_migrated_text *t, tta_span name) {
  if (!t->has_uses) find_uses(t);
  return tta_strmap_find(&t->uses, TTA_SPAN_TEXT(t->source->text.data, name)) != NULL;
}
