/* The fields of a row: their table, and their values. */
#include "base/index.h"
#include "base/str.h"
#include "document/values.h"
#include "ops/ops.h"
#include "query/query.h"
#include "ttattr/storage.h"

const char *const tta_query_objects[TTA_NUM_OBJECTS] = {"attr", "tensor", "layout", "value", "op", "file"};

const tta_query_field_info tta_query_fields[TTA_NUM_QUERY_FIELDS] = {
#define FIELD(object, name, other, kind, enumeration, meaning)                                                         \
  {#object "." #name, other, meaning, TTA_OBJECT_##object, TTA_QUERY_##kind, TTA_ENUMERATION_##enumeration},
#include "query/fields.def"
#undef FIELD
};

void tta_list_query_fields(tta_buf *out) {
  static const char *const kinds[] = {"null", "boolean", "number", "bytes", "percentage", "keyword", "text", "shape"};
  for (size_t i = 0; i < TTA_NUM_QUERY_FIELDS; i++) {
    const tta_query_field_info *f = &tta_query_fields[i];
    tta_buf_printf(out, "%-27s %-13s %-11s%s\n", f->name, f->other, kinds[f->kind], f->meaning);
  }
  tta_buf_printf(out, "%-27s %-13s %-11s%s\n", "attr.NAME", "", "any",
                 "field NAME of the attribute (tt-opt --list-attributes); also attr.field(\"NAME\")");
}

/* ---- words ---- */

static const char *const families[] = {"map", "named", "ttnn"}; /* tta_layout_family */

static tta_status find_family(tta_str word, int64_t *number, tta_buf *reason) {
  for (*number = 0; *number < (int64_t)(sizeof families / sizeof *families); ++*number)
    if (tta_str_is(word, families[*number])) return TTA_OK;
  return tta_fail(TTA_INVALID, reason, "unknown family '%.*s'; expected one of map, named, ttnn", TTA_STR_ARGS(word));
}

tta_status tta_query_find_word(tta_query_enumeration enumeration, tta_str word, int64_t *number, tta_buf *reason) {
  tta_memory_space space = TTA_MEMORY_NONE;
  tta_memory_layout layout = TTA_MEMORY_LAYOUT_NONE;
  tta_oob_value oob = TTA_OOB_NONE;
  tta_data_type type = TTA_DATA_TYPE_NONE;
  tta_status status = TTA_OK;
  switch (enumeration) {
  case TTA_ENUMERATION_FAMILY: return find_family(word, number, reason);
  case TTA_ENUMERATION_MEMORY_SPACE: status = tta_memory_space_find(word, &space, reason); break;
  case TTA_ENUMERATION_MEMORY_LAYOUT: status = tta_memory_layout_find(word, &layout, reason); break;
  case TTA_ENUMERATION_OOB: status = tta_oob_value_find(word, &oob, reason); break;
  case TTA_ENUMERATION_DATA_TYPE: status = tta_data_type_find(word, &type, reason); break;
  default: break;
  }
  *number = (int64_t)space + layout + oob + type; /* all but one are 0 */
  return status;
}

/* ---- values of each kind ---- */

static tta_query_value none(void) { return (tta_query_value){.kind = TTA_QUERY_NULL}; }

static tta_query_value number(tta_query_kind kind, int64_t value, bool known) {
  return known ? (tta_query_value){.kind = kind, .number = value} : none();
}

static tta_query_value truth(bool value) { return (tta_query_value){.kind = TTA_QUERY_BOOL, .number = value}; }

static tta_query_value text(tta_str value) {
  return value.size ? (tta_query_value){.kind = TTA_QUERY_STRING, .text = value} : none();
}

static tta_query_value shape(tta_shape value) {
  return value.extent ? (tta_query_value){.kind = TTA_QUERY_SHAPE, .shape = value} : none();
}

static tta_query_value word(int64_t value, const char *name) {
  return *name ? (tta_query_value){.kind = TTA_QUERY_KEYWORD, .number = value, .text = tta_str_from(name)} : none();
}

static tta_query_value line(const tta_query_row *row, uint32_t offset) {
  return number(TTA_QUERY_NUMBER, tta_source_position(row->source, offset).line, true);
}

static tta_query_value taken(tta_query_row *row, tta_buf *buf) {
  tta_str copy = tta_arena_take(row->arena, buf);
  row->failed |= !copy.data;
  return text(copy);
}

static tta_query_value printed(tta_query_row *row, tta_value value) {
  tta_buf buf = tta_buf_new(row->arena->allocator);
  tta_value_print(&buf, value, false);
  return taken(row, &buf);
}

/* ---- attributes ---- */

/* `#ttnn.buffer_type<l1>` is compared as `l1`, `#ttcore.grid<8x8>` as 8x8: what has one field is that field. */
static tta_query_value of_attribute(tta_query_row *row, tta_value v) {
  int64_t integer;
  tta_shape extents;
  for (tta_value first = tta_value_first(v);
       tta_value_kind_of(v) == TTA_VALUE_ATTRIBUTE && first.node && !tta_value_next(first).node &&
       tta_value_kind_of(first) != TTA_VALUE_ABSENT;
       first = tta_value_first(v))
    v = first;
  switch (tta_value_kind_of(v)) {
  case TTA_VALUE_ABSENT: case TTA_VALUE_ERROR: return none();
  case TTA_VALUE_SHAPE: return tta_value_shape(v, &extents) ? shape(extents) : none();
  case TTA_VALUE_BOOL: return tta_value_integer(v, &integer) ? truth(integer) : none();
  case TTA_VALUE_INTEGER:
    if (tta_value_integer(v, &integer)) return number(TTA_QUERY_NUMBER, integer, true);
    return printed(row, v);
  case TTA_VALUE_STRING: {
    tta_query_value value = printed(row, v);
    value.text = tta_unquoted(value.text);
    return value;
  }
  default: return printed(row, v);
  }
}

static tta_query_value part(tta_query_row *row, const tta_query_operand *field) {
  tta_value v = row->attr;
  for (uint32_t i = 0; i < field->num_parts; i++) v = tta_value_field(v, tta_field_name(field->parts[i]));
  return of_attribute(row, v);
}

/* The parts of `!tt.device`, `ttnn.ttnn_layout`. */
static tta_str dialect_of(tta_str name, tta_str *mnemonic) {
  tta_str_skip(&name, "!");
  const char *dot = memchr(name.data, '.', name.size);
  *mnemonic = dot ? tta_str_rest(name, (size_t)(dot + 1 - name.data)) : name;
  return dot ? tta_str_between(name.data, dot) : (tta_str){NULL, 0};
}

static tta_query_value of_attr(tta_query_row *row, tta_query_field field) {
  tta_str name = tta_str_from(tta_value_name(row->attr)), mnemonic, dialect = dialect_of(name, &mnemonic);
  switch (field) {
  case TTA_QUERY_attr_name: return text(name);
  case TTA_QUERY_attr_dialect: return text(dialect);
  case TTA_QUERY_attr_mnemonic: return text(mnemonic);
  case TTA_QUERY_attr_text: return printed(row, row->attr);
  case TTA_QUERY_attr_alias: return text(row->alias);
  case TTA_QUERY_attr_depth: return number(TTA_QUERY_NUMBER, row->depth, true);
  default: return line(row, row->attr_span.begin);
  }
}

/* ---- tensors ---- */

static tta_query_value of_tensor(tta_query_row *row, tta_query_field field) {
  int64_t volume;
  tta_shape extents = {0, NULL};
  bool ranked = tta_value_shape(tta_value_field(row->tensor, "shape"), &extents);
  bool is_static = ranked && tta_shape_at_least(extents, 0);
  switch (field) {
  case TTA_QUERY_tensor_type: return printed(row, row->tensor);
  case TTA_QUERY_tensor_rank: return number(TTA_QUERY_NUMBER, extents.rank, ranked);
  case TTA_QUERY_tensor_shape: return ranked ? (tta_query_value){.kind = TTA_QUERY_SHAPE, .shape = extents} : none();
  case TTA_QUERY_tensor_element_type: return printed(row, tta_value_field(row->tensor, "element_type"));
  case TTA_QUERY_tensor_elements: {
    bool known = is_static && tta_shape_volume(extents, &volume);
    return number(TTA_QUERY_NUMBER, known ? volume : 0, known);
  }
  case TTA_QUERY_tensor_dynamic: return truth(!is_static);
  default: return line(row, row->tensor_span.begin);
  }
}

/* ---- layouts ---- */

/* The layout of the tensor, or the attribute itself. One that does not fit its tensor, or has a tensor with dynamic
 * extents, has what the attribute says. */
static const tta_layout *layout_of(tta_query_row *row) {
  if (row->layout_state) return row->layout_state > 0 ? &row->layout : NULL;
  row->layout_state = -1;
  tta_value subject = row->tensor.node ? row->tensor : row->attr;
  if (!subject.node) return NULL;
  tta_attribute_of_value of = tta_attribute_of(subject.tree, subject.node);
  if (!of.attribute) return NULL;
  tta_status status = TTA_INVALID;
  if (of.tensor)
    status = tta_lower_layout_value(of.tree, of.tensor, of.attribute, row->arena, row->pool, &row->layout);
  row->whole = !status;
  if (status && status != TTA_NO_MEMORY)
    status = tta_lower_layout_value(of.tree, 0, of.attribute, row->arena, row->pool, &row->layout);
  row->failed |= status == TTA_NO_MEMORY;
  if (!status) row->layout_state = 1;
  return status ? NULL : &row->layout;
}

static tta_query_value of_storage(const tta_query_row *row, tta_query_field field) {
  tta_storage storage;
  const tta_layout *l = &row->layout;
  if (!row->whole || !l->memref.extent || l->shard_bytes < 0 || tta_storage_of(l, NULL, &storage, NULL)) return none();
  return number(TTA_QUERY_BYTES,
                field == TTA_QUERY_layout_bank_bytes ? storage.bank_bytes : storage.bank_alignment_bytes, true);
}

static tta_query_value of_layout(tta_query_row *row, tta_query_field field) {
  const tta_layout *l = layout_of(row);
  if (!l) return none();
  bool sized = row->whole && l->memref.extent, tiled = tta_element_is_tile(&l->memref_element);
  bool counted = sized && l->padding_elements >= 0;
  switch (field) {
  case TTA_QUERY_layout_family: return word(l->family, families[l->family]);
  case TTA_QUERY_layout_memory_space: return word(l->memory_space, tta_layout_memory_space_name(l));
  case TTA_QUERY_layout_memory_layout: return word(l->memory_layout, tta_memory_layout_name(l->memory_layout));
  case TTA_QUERY_layout_oob_val: return word(l->oob_val, tta_oob_value_name(l->oob_val));
  case TTA_QUERY_layout_logical_shape: return shape(l->logical);
  case TTA_QUERY_layout_physical_shape: return shape(l->physical);
  case TTA_QUERY_layout_grid_shape: return shape(l->grid);
  case TTA_QUERY_layout_shard_shape: return shape(l->shard);
  case TTA_QUERY_layout_padded_shard_shape: return shape(l->padded_shard);
  case TTA_QUERY_layout_padded_shape: return shape(l->padded);
  case TTA_QUERY_layout_memref_shape: return shape(l->memref);
  case TTA_QUERY_layout_tile_shape: return tiled ? shape((tta_shape){2, l->memref_element.tile}) : none();
  case TTA_QUERY_layout_tile_type: return tiled ? word(l->memref_element.data_type,
                                                       tta_data_type_name(l->memref_element.data_type)) : none();
  case TTA_QUERY_layout_element_type: return text(tta_element_stored_name(
      row->whole ? &l->tensor_element : &l->memref_element));
  case TTA_QUERY_layout_strides: return shape((tta_shape){l->logical.rank, l->strides});
  case TTA_QUERY_layout_linear: {
    tta_buf map = tta_buf_new(row->arena->allocator);
    tta_map_text(&map, &l->linear);
    return taken(row, &map);
  }
  case TTA_QUERY_layout_collapse: return text(l->collapse);
  case TTA_QUERY_layout_cores: return number(TTA_QUERY_NUMBER, l->cores, row->whole && l->grid.extent);
  case TTA_QUERY_layout_logical_elements: return number(TTA_QUERY_NUMBER, l->logical_elements, row->whole);
  case TTA_QUERY_layout_allocated_elements: return number(TTA_QUERY_NUMBER, l->allocated_elements, sized);
  case TTA_QUERY_layout_padding_elements: return number(TTA_QUERY_NUMBER, l->padding_elements, counted);
  case TTA_QUERY_layout_outside_elements:
    return number(TTA_QUERY_NUMBER, l->outside_elements, sized && l->outside_elements >= 0);
  case TTA_QUERY_layout_padding:
    if (!counted || !l->allocated_elements) return none();
    return (tta_query_value){.kind = TTA_QUERY_PERCENT, .part = l->padding_elements, .whole = l->allocated_elements};
  case TTA_QUERY_layout_shard_bytes: return number(TTA_QUERY_BYTES, l->shard_bytes, row->whole && l->shard_bytes >= 0);
  case TTA_QUERY_layout_total_bytes: return number(TTA_QUERY_BYTES, l->total_bytes, row->whole && l->total_bytes >= 0);
  case TTA_QUERY_layout_bank_bytes: case TTA_QUERY_layout_alignment_bytes: return of_storage(row, field);
  case TTA_QUERY_layout_tiled: return truth(tiled);
  case TTA_QUERY_layout_sharded: return truth(!l->interleaved && l->grid.extent);
  default: return truth(tta_layout_is_view(l));
  }
}

/* ---- operations ---- */

static tta_query_value of_value(const tta_query_row *row, tta_query_field field) {
  if (!row->value) return none();
  switch (field) {
  case TTA_QUERY_value_name: return text(row->value->name);
  case TTA_QUERY_value_type: return text(row->value_type);
  default: return line(row, row->value->at);
  }
}

static tta_query_value of_op(const tta_query_row *row, tta_query_field field) {
  if (row->op == TTA_OPS_NONE) return none();
  const tta_ops *ops = row->values->ops;
  const tta_ops_op *op = &ops->ops[row->op];
  tta_str rest;
  switch (field) {
  case TTA_QUERY_op_name: return text(op->name);
  case TTA_QUERY_op_dialect: return text(dialect_of(op->name, &rest));
  case TTA_QUERY_op_operands: return number(TTA_QUERY_NUMBER, op->num_operands, true);
  case TTA_QUERY_op_results: return number(TTA_QUERY_NUMBER, op->num_results, true);
  case TTA_QUERY_op_symbol: return text(tta_ops_symbol(ops, row->op));
  case TTA_QUERY_op_function: {
    uint32_t function = tta_typed_values_function(row->values, row->op);
    return function == TTA_OPS_NONE ? none() : text(tta_ops_symbol(ops, function));
  }
  default: return line(row, op->begin);
  }
}

/* ---- all of them ---- */

static bool exists(tta_query_row *row, tta_query_object object) {
  switch (object) {
  case TTA_OBJECT_attr: return row->attr.node;
  case TTA_OBJECT_tensor: return row->tensor.node;
  case TTA_OBJECT_layout: return layout_of(row);
  case TTA_OBJECT_value: return row->value;
  case TTA_OBJECT_op: return row->op != TTA_OPS_NONE;
  default: return true;
  }
}

static tta_query_value whole_value(tta_query_row *row, const tta_query_operand *field) {
  if (field->field == TTA_QUERY_EXISTS) return truth(exists(row, field->object));
  if (field->field == TTA_QUERY_PART) return row->attr.node ? part(row, field) : none();
  switch (tta_query_fields[field->field].object) {
  case TTA_OBJECT_attr: return row->attr.node ? of_attr(row, field->field) : none();
  case TTA_OBJECT_tensor: return row->tensor.node ? of_tensor(row, field->field) : none();
  case TTA_OBJECT_layout: return of_layout(row, field->field);
  case TTA_OBJECT_value: return of_value(row, field->field);
  case TTA_OBJECT_op: return of_op(row, field->field);
  default: return text(row->source->name);
  }
}

tta_query_value tta_query_field_value(tta_query_row *row, const tta_query_operand *field) {
  tta_query_value v = whole_value(row, field);
  if (!field->indexed || v.kind == TTA_QUERY_NULL) return v;
  if (v.kind != TTA_QUERY_SHAPE) return none();
  int64_t at = field->index < 0 ? v.shape.rank + field->index : field->index;
  if (at < 0 || at >= v.shape.rank || v.shape.extent[at] == TTA_DYNAMIC_EXTENT) return none();
  return number(TTA_QUERY_NUMBER, v.shape.extent[at], true);
}
