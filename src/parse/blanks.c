/* The literal blanks of the print style BLANKS: which of its dates a text without its first field is of. */
#include <string.h>

#include "base/chars.h"
#include "ir/eras.h"
#include "parse/parser.h"

static tta_node *at(tta_parser *p, tta_node_id id) { return tta_node_at(p->tree, id); }

/* How many blanks are before its first item, or before its end. */
static uint32_t leading_blanks(tta_parser *p, tta_node_id body) {
  tta_node_id first = at(p, body)->first;
  const char *end = p->text + (first ? tta_key_span(p->tree, first).begin : at(p, body)->end - 1), *begin = end;
  while (tta_is_blank(begin[-1])) begin--;
  return (uint32_t)(end - begin);
}

bool tta_has_former_blanks(tta_parser *p, tta_node_id attribute) {
  const tta_node *n = at(p, attribute);
  const tta_form *form = &tta_attributes[n->index].forms[0];
  tta_field first = (tta_field)form->fields[0].field, last = (tta_field)form->fields[form->num_fields - 1].field;
  if (tta_node_child(p->tree, attribute, first)) return false;
  tta_era_set days = tta_era_of_field((tta_attribute)n->index, (tta_dialect)n->dialect, first, TTA_ERA_LENIENT);
  tta_era_set all_days = tta_era_of_field((tta_attribute)n->index, (tta_dialect)n->dialect, last, TTA_ERA_LENIENT);
  tta_era_and_not(&all_days, &days);
  if (tta_era_is_empty(&all_days)) return false;
  if (p->era) return !tta_era_has(&days, tta_era_period(p->era));
  uint32_t place = 0;
  while (place + 1 < form->num_fields && form->fields[place].field != at(p, n->first)->field) place++;
  return leading_blanks(p, attribute) < place;
}
