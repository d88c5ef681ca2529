/* Text that MLIR ignores: it reads the fields of `#dialect<name ...>` and not what follows them. */
#include <string.h>

#include "base/chars.h"
#include "base/str.h"
#include "parse/parser.h"

static tta_node *at(tta_parser *p, tta_node_id id) { return tta_node_at(p->tree, id); }

/* The items of `#d<m...>` in `body`: those in its inner brackets, unless its format has none (LONG). */
static bool has_inner_brackets(tta_node_id name) {
  return tta_attributes[(tta_attribute)(name & 0xffff)].print != TTA_PRINT_LONG;
}

static uint32_t most_fields(tta_attribute row) {
  uint32_t most = 0;
  for (int f = 0; f < TTA_MAX_FORMS; f++)
    if (most < tta_attributes[row].forms[f].num_fields) most = tta_attributes[row].forms[f].num_fields;
  return most;
}

/* MLIR reads the fields of `#d<m ...>` and ignores the rest of the body. The last item that it reads, if there are more
 * than the attribute ever had fields; otherwise 0. @param more items that were not parsed */
static tta_node_id last_item_read(tta_parser *p, tta_node_id body, tta_node_id name, uint32_t more) {
  tta_attribute row = (tta_attribute)(name & 0xffff);
  tta_dialect dialect = (tta_dialect)(name >> 16 & 0xff);
  tta_node_id first = at(p, body)->first, last = 0;
  if (!tta_attribute_may_have_body(row)) return 0;
  if (has_inner_brackets(name)) return at(p, first)->kind == TTA_NODE_BODY ? first : 0;
  uint32_t count = 0, most = most_fields(row);
  tta_node_id item = first;
  for (; item && count < most; item = at(p, item)->next, count++) {
    tta_node_id rest = at(p, item)->next;
    at(p, item)->next = 0;
    if (tta_body_fits(p, body, row, dialect)) last = item;
    at(p, item)->next = rest;
  }
  return item || count + more > most ? last : 0;
}

static tta_span text_after(tta_parser *p, tta_node_id item, uint32_t end) {
  tta_span rest = {at(p, item)->end, end};
  while (rest.begin < rest.end && tta_is_blank(p->text[rest.begin])) rest.begin++;
  while (rest.begin < rest.end && tta_is_blank(p->text[rest.end - 1])) rest.end--;
  return rest;
}

static void warn_ignored_text(tta_parser *p, tta_node_id last, tta_node_id name, uint32_t end) {
  tta_span rest = text_after(p, last, end);
  tta_str text = tta_str_between(p->text + rest.begin, p->text + rest.end);
  tta_diagnostic *d = tta_report_add(
      p->report, TTA_RULE_ignored_text, rest, "unexpected '%.*s%s' after the last field of %s; MLIR ignores it",
      TTA_STR_CUT(text), tta_attributes[(tta_attribute)(name & 0xffff)].mnemonic);
  tta_report_fix(p->report, d, (tta_span){at(p, last)->end, end}, (tta_str){"", 0}, "remove it");
}

void tta_drop_ignored_items(tta_parser *p, tta_node_id body, tta_node_id name) {
  tta_node_id last = last_item_read(p, body, name, 0);
  if (!last || !at(p, last)->next) return;
  at(p, last)->next = 0;
  warn_ignored_text(p, last, name, at(p, body)->end - 1);
}

/* MLIR finds the end of the body by its brackets before it reads the fields. */
static bool is_balanced(tta_parser *p, tta_span attribute) {
  tta_bracket_error error;
  const char *end = p->text + attribute.end, *open = memchr(p->text + attribute.begin, '<', attribute.end);
  return tta_skip_brackets(open, end, TTA_NESTING_LIMIT, &error) == end;
}

tta_node_id tta_build_interrupted(tta_parser *p, tta_span span, tta_node_id name, tta_nodes items) {
  tta_node_id body = tta_build_branch(p, TTA_NODE_BODY, span, items);
  bool ignored = (name & TTA_ATTRIBUTE_LONG) && !p->syntax_error.lexical && is_balanced(p, span);
  tta_node_id last = ignored ? last_item_read(p, body, name, 1) : 0;
  if (!last) return tta_build_leaf(p, TTA_NODE_ERROR, span);
  tta_report_truncate(p->report, p->syntax_error.reported);
  p->failed = p->syntax_error.failed;
  at(p, last)->next = 0;
  warn_ignored_text(p, last, name, span.end - 1);
  return tta_build_attribute(p, span, name, items);
}
