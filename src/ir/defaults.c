/* Values that tt-mlir does not print where a field may be absent: the DEFAULT rows of attributes.def. */
#include "base/format.h"
#include "base/str.h"
#include "ir/eras.h"

enum default_kind { INTEGER, BOOLEAN, STRING, KEYWORD_DEFAULT, MAP, LIST };

static const struct default_row {
  uint8_t attribute, kind;
  uint16_t field;
  const char *value;
} default_rows[] = {
#define DEFAULT_INTEGER INTEGER
#define DEFAULT_BOOLEAN BOOLEAN
#define DEFAULT_STRING STRING
#define DEFAULT_WORD KEYWORD_DEFAULT
#define DEFAULT_MAP MAP
#define DEFAULT_LIST LIST
#define DEFAULT(attribute, field, kind, value) {TTA_ATTR_##attribute, DEFAULT_##kind, TTA_FIELD_##field, value},
#include "ir/attributes.def"
};

static tta_str unquoted(tta_str text) { return (tta_str){text.data + 1, text.size - 2}; }

static bool has_value(const tta_tree *tree, tta_node_id id, const struct default_row *row) {
  const tta_node *n = tta_node_at(tree, id);
  char digits[24];
  tta_buf decimal = tta_buf_fixed(digits, sizeof digits);
  tta_map map;
  switch ((enum default_kind)row->kind) {
  case INTEGER:
    tta_buf_int(&decimal, n->integer);
    return n->kind == TTA_NODE_INT && !(n->flags & TTA_NODE_WIDE) && tta_str_is(tta_buf_view(&decimal), row->value);
  case BOOLEAN: return n->kind == TTA_NODE_BOOL && (n->index != 0) == (row->value[0] == 't');
  case STRING: return n->kind == TTA_NODE_STRING && tta_str_is(unquoted(tta_node_text(tree, id)), row->value);
  case KEYWORD_DEFAULT: return n->kind == TTA_NODE_WORD && tta_str_is(tta_node_text(tree, id), row->value);
  case MAP:
    if (n->kind == TTA_NODE_MAP_RANK) return n->index == 0;
    return (n->kind == TTA_NODE_MAP || n->kind == TTA_NODE_MAP_ATTR) && tta_node_map(tree, id, &map) && !map.num_dims &&
           !map.num_symbols && !map.num_results;
  case LIST: return n->kind == TTA_NODE_LIST && !n->first;
  }
  return false;
}

bool tta_is_default(const tta_tree *tree, tta_node_id attribute, tta_node_id item) {
  const tta_node *n = tta_node_at(tree, item);
  for (size_t i = 0; i < sizeof default_rows / sizeof *default_rows; i++)
    if (default_rows[i].attribute == tta_node_at(tree, attribute)->index && default_rows[i].field == n->field &&
        has_value(tree, item, &default_rows[i]))
      return true;
  return false;
}

bool tta_default_append(tta_buf *out, tta_attribute attribute, tta_field field) {
  for (size_t i = 0; i < sizeof default_rows / sizeof *default_rows; i++) {
    const struct default_row *row = &default_rows[i];
    if (row->attribute != attribute || row->field != field) continue;
    switch ((enum default_kind)row->kind) {
    case STRING: tta_buf_printf(out, "\"%s\"", row->value); break;
    case MAP: tta_buf_str(out, "map(0)"); break;
    case LIST: tta_buf_str(out, "[]"); break;
    default: tta_buf_str(out, row->value); break;
    }
    return true;
  }
  return false;
}
