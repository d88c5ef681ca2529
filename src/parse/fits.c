/* Values of MLIR's own attributes in a field: numbers with their types, and attributes of any kind. */
#include "parse/fits.h"

#include "base/str.h"

static tta_node *at(tta_parser *p, tta_node_id id) { return tta_node_at(p->tree, id); }

bool tta_is_hex(const tta_parser *p, const tta_node *n) {
  return n->kind == TTA_NODE_INT && n->end - n->begin > 2 && p->text[n->begin + 1] == 'x';
}

bool tta_fits_typed(tta_parser *p, tta_node_id id, tta_node_id target, tta_node_kind number_kind) {
  const tta_node *n = at(p, target);
  const tta_node *number = n->kind == TTA_NODE_TYPED ? at(p, n->first) : n;
  char letter = n->kind == TTA_NODE_TYPED ? p->text[at(p, number->next)->begin] : 0;
  bool float_type = letter == 'f' || letter == 'b' || letter == 't'; /* f32, bf16, tf32 */
  if (number->kind == TTA_NODE_INT && (number->flags & TTA_NODE_WIDE)) return false;
  if (number_kind == TTA_NODE_INT && (float_type || number->kind != TTA_NODE_INT)) return false;
  if (number_kind == TTA_NODE_FLOAT && letter && !float_type) return false;
  bool bits = float_type && tta_is_hex(p, number); /* 0x3F800000 : f32 */
  if (number_kind == TTA_NODE_FLOAT && number->kind != TTA_NODE_FLOAT && !bits) return false;
  if (id == target) at(p, id)->flags |= TTA_NODE_PREFIXED;
  return true;
}

bool tta_is_machine_integer(const tta_parser *p, tta_node_id type) {
  tta_str t = tta_node_text(p->tree, type);
  if (t.size && (*t.data == 's' || *t.data == 'u')) t.data++, t.size--;
  return tta_str_is(t, "i8") || tta_str_is(t, "i16") || tta_str_is(t, "i32") || tta_str_is(t, "i64") ||
         tta_str_is(t, "index");
}

bool tta_fits_any(tta_parser *p, tta_node_id id, tta_node_id target) {
  switch ((tta_node_kind)at(p, target)->kind) {
  case TTA_NODE_INT: case TTA_NODE_TYPED:
    return tta_fits_typed(p, id, target, TTA_NODE_INT) || tta_fits_typed(p, id, target, TTA_NODE_FLOAT);
  case TTA_NODE_FLOAT: return tta_fits_typed(p, id, target, TTA_NODE_FLOAT);
  case TTA_NODE_ATTRIBUTE: return id != target || (at(p, id)->flags & TTA_NODE_SPELLED);
  case TTA_NODE_STRING: case TTA_NODE_BOOL: case TTA_NODE_UNIT: case TTA_NODE_SYMBOL: case TTA_NODE_OPAQUE:
  case TTA_NODE_MAP_ATTR: case TTA_NODE_SET_ATTR: case TTA_NODE_DENSE: case TTA_NODE_ARRAY: case TTA_NODE_DICT:
    return true;
  default: return false;
  }
}

void tta_print_in_full(tta_parser *p, tta_node_id id) {
  tta_node *n = at(p, id);
  uint32_t dialects = tta_attributes[n->index].dialects, dialect = n->dialect;
  for (uint32_t d = 0; !(dialects >> n->dialect & 1) && d < TTA_NUM_DIALECTS; d++)
    if (dialects >> d & 1) dialect = d;
  n->dialect = dialect & 0xfU;
  n->flags |= TTA_NODE_PREFIXED;
}
