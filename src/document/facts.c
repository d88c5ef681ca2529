/* Facts about values for hover: what follows from layouts, grids, tiles, maps, devices; fields and keywords. */
#include "document/facts.h"

#include "base/format.h"
#include "base/index.h"
#include "document/values.h"
#include "maps/maps.h"
#include "print/json.h"
#include "print/print.h"

/* ---- the list ---------------------------------------------------------------------------------------------------- */

/* @param text  in the arena; its data is NULL without memory */
static void add_fact(tta_fact_list *f, const char *key, tta_str text) {
  if (text.data && TTA_GROW_IN(f->arena, f, list, 1)) f->list[f->num_list++] = (tta_fact){key, text};
}

void tta_fact_add_text(tta_fact_list *f, const char *key, tta_str text) {
  add_fact(f, key, tta_arena_str(f->arena, text));
}

void tta_fact_add(tta_fact_list *f, const char *key, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tta_str text = tta_arena_format(f->arena, format, args);
  va_end(args);
  add_fact(f, key, text);
}

void tta_fact_add_shape(tta_fact_list *f, const char *key, tta_shape shape) {
  char text[TTA_NUMBERS_BYTES];
  if (shape.rank) tta_fact_add(f, key, "%s", tta_shape_text(text, shape));
}

/* ---- fields and keywords ----------------------------------------------------------------------------------------- */

static const tta_field_spec *spec_in_form(const tta_form *form, tta_field field) {
  for (uint32_t i = 0; i < form->num_fields; i++)
    if (form->fields[i].field == field) return &form->fields[i];
  return NULL;
}

/* The row of a field, of the form that has most of the fields that are written; NULL if there is none. */
static const tta_field_spec *find_field_spec(const tta_tree *tree, tta_node_id attribute, tta_field field) {
  const tta_node *n = tta_node_at(tree, attribute);
  const tta_field_spec *found = NULL;
  if (n->kind != TTA_NODE_ATTRIBUTE) return NULL;
  for (uint32_t f = 0, least = UINT32_MAX; f < TTA_MAX_FORMS; f++) {
    const tta_form *form = &tta_attributes[n->index].forms[f];
    const tta_field_spec *spec = spec_in_form(form, field);
    uint32_t missing = 0;
    for (tta_node_id c = tta_node_first(tree, attribute); spec && c; c = tta_node_at(tree, c)->next)
      missing += !spec_in_form(form, (tta_field)tta_node_at(tree, c)->field);
    if (spec && missing < least) found = spec, least = missing;
  }
  return found;
}

static void put_name(tta_buf *out, tta_attribute attribute) {
  const tta_attribute_info *row = &tta_attributes[attribute];
  tta_dialect dialect = 0;
  for (tta_dialect d = 0; d < TTA_NUM_DIALECTS; d++)
    if (row->dialects >> d & 1) dialect = d; /* the newest name */
  tta_buf_printf(out, "%c%s.%s", row->sigil, tta_dialect_names[dialect], row->mnemonic);
}

static void put_class(tta_buf *out, tta_class class, const tta_field_spec *field) {
  tta_buf_str(out, tta_classes[class].documented);
  if (tta_class_is_keyword(class)) {
    tta_buf_printf(out, "%s: ", tta_enums[field->argument].description);
    tta_keywords_text(out, (tta_enum)field->argument, ", ");
  } else if (tta_class_is_attribute(class)) put_name(out, (tta_attribute)field->argument);
  else if (class == TTA_CLASS_LIST) put_class(out, (tta_class)field->element, field);
}

void tta_field_documentation(tta_buf *out, const tta_field_spec *field) {
  put_class(out, (tta_class)field->class, field);
  if (field->optional) tta_buf_str(out, "; optional");
}

void tta_dates_text(tta_buf *out, const tta_era_set *days) {
  tta_era_set always = tta_era_always();
  if (tta_era_is_empty(days)) tta_buf_str(out, "never");
  else if (memcmp(days, &always, sizeof always)) tta_era_words(out, days);
}

static void add_days(tta_fact_list *f, const char *key, tta_era_set days) {
  tta_buf text = tta_buf_new(f->arena->allocator);
  tta_dates_text(&text, &days);
  tta_str words = tta_arena_take(f->arena, &text);
  if (words.size) add_fact(f, key, words);
}

static void add_field(tta_fact_list *f, const tta_tree *tree, tta_node_place place) {
  tta_field field = (tta_field)tta_node_at(tree, place.node)->field;
  const tta_node *parent = tta_node_at(tree, place.parent);
  if (!field) return;
  tta_fact_add(f, "field", "%s", tta_field_name(field));
  const tta_field_spec *spec = find_field_spec(tree, place.parent, field);
  if (!spec) return;
  tta_buf text = tta_buf_new(f->arena->allocator);
  tta_field_documentation(&text, spec);
  add_fact(f, "documentation", tta_arena_take(f->arena, &text));
  add_days(f, "field_supported",
           tta_era_of_field((tta_attribute)parent->index, (tta_dialect)parent->dialect, field, TTA_ERA_LENIENT));
}

/* A keyword of the field's enumeration. */
static void add_keyword(tta_fact_list *f, const tta_tree *tree, tta_node_place place) {
  tta_str word = tta_node_text(tree, place.node);
  tta_fact_add_text(f, "keyword", word);
  const tta_field_spec *spec = find_field_spec(tree, place.parent, (tta_field)tta_node_at(tree, place.node)->field);
  if (!spec || (spec->class != TTA_CLASS_WORD && spec->class != TTA_CLASS_FLAGS)) return;
  int position = tta_enum_find((tta_enum)spec->argument, word);
  if (position < 0) return;
  add_days(f, "keyword_supported", tta_era_of_keyword((tta_enum)spec->argument, (uint32_t)position));
}

/* ---- layouts ----------------------------------------------------------------------------------------------------- */

static void add_layout(tta_fact_list *f, const tta_layout *l) {
  tta_fact_add_shape(f, "logical", l->logical);
  tta_fact_add_shape(f, "physical", l->physical);
  tta_fact_add_shape(f, "grid", l->grid);
  if (!l->interleaved) tta_fact_add_shape(f, "shard", l->shard);
  if (!l->interleaved) tta_fact_add_shape(f, "padded_shard", l->padded_shard);
  tta_fact_add_shape(f, "memref", l->memref);
  tta_str stored = tta_element_stored_name(&l->memref_element);
  if (stored.size) tta_fact_add_text(f, "element", stored);
  if (tta_element_is_tile(&l->memref_element))
    tta_fact_add(f, "tile", "%lldx%lld", (long long)l->memref_element.tile[0], (long long)l->memref_element.tile[1]);
  if (l->memory_space) tta_fact_add(f, "memory_space", "%s", tta_layout_memory_space_name(l));
  if (l->memory_layout) tta_fact_add(f, "memory_layout", "%s", tta_memory_layout_name(l->memory_layout));
  if (l->oob_val) tta_fact_add(f, "padding_value", "%s", tta_oob_value_name(l->oob_val));
  if (l->collapse.size) tta_fact_add_text(f, "collapse", l->collapse);
}

static void add_sizes(tta_fact_list *f, const tta_layout *l) {
  bool in_l1 = l->memory_space == TTA_MEMORY_L1 && !l->interleaved;
  if (l->cores > 0) tta_fact_add(f, "cores", "%lld", (long long)l->cores);
  if (in_l1 && l->cores > 0) f->cores = l->cores, f->is_grid = true;
  if (in_l1 && l->shard_bytes >= 0) f->bytes_per_core = l->shard_bytes;
  if (l->shard_bytes >= 0 && !l->interleaved) tta_fact_add(f, "bytes_per_core", "%lld", (long long)l->shard_bytes);
  if (l->total_bytes >= 0) tta_fact_add(f, "bytes", "%lld", (long long)l->total_bytes);
  if (l->allocated_elements > 0 && l->padding_elements >= 0)
    tta_fact_add(f, "padding_percent", "%.1f", 100.0 * (double)l->padding_elements / (double)l->allocated_elements);
}

static void add_injectivity(tta_fact_list *f, const tta_map *map, tta_shape box) {
  tta_injectivity answer;
  char first[TTA_NUMBERS_BYTES], second[TTA_NUMBERS_BYTES], image[TTA_NUMBERS_BYTES];
  if (map->num_symbols || map->num_dims != box.rank) return;
  if (!tta_shape_at_least(box, 1)) return;
  tta_arena_mark mark = tta_arena_position(f->arena);
  tta_status status = tta_maps_injectivity(map, box, f->arena, &answer);
  bool found = !status && answer.injective == TTA_NO && answer.first;
  if (found) {
    tta_index_text(first, box.rank, answer.first);
    tta_index_text(second, box.rank, answer.second);
    tta_index_text(image, map->num_results, answer.image);
  }
  tta_arena_rewind(f->arena, mark);
  if (status) return;
  static const char *const words[] = {[TTA_NO] = "no", [TTA_YES] = "yes", [TTA_UNKNOWN] = "unknown"};
  tta_fact_add(f, "injective", "%s", words[answer.injective]);
  if (found) tta_fact_add(f, "counterexample", "%s and %s map to %s", first, second, image);
}

/* The layout of a tensor, or (tensor 0) a layout without one. */
static tta_status add_layout_facts(tta_fact_list *f, const tta_tree *tree, tta_node_id tensor, tta_node_id layout,
                                   bool with_map, const tta_allocator *allocator) {
  tta_layout value = {0};
  if (!tta_is_layout_attribute(tree, layout)) return TTA_OK;
  tta_affine_pool *pool = tta_affine_pool_new(allocator);
  if (!pool) return TTA_NO_MEMORY;
  tta_status status = tta_lower_layout_value(tree, tensor, layout, f->arena, pool, &value);
  if (!status) {
    add_layout(f, &value);
    if (tensor) add_sizes(f, &value);
    if (with_map && tensor && value.linear.num_results) add_injectivity(f, &value.linear, value.logical);
  }
  tta_affine_pool_free(pool);
  return status == TTA_NO_MEMORY ? TTA_NO_MEMORY : TTA_OK; /* of other failures there are diagnostics */
}

/* ---- other attributes -------------------------------------------------------------------------------------------- */

static void add_product(tta_fact_list *f, const char *key, tta_shape shape) {
  int64_t product;
  if (!tta_shape_volume(shape, &product)) return;
  tta_fact_add(f, key, "%lld", (long long)product);
  f->cores = product;
}

tta_node_id tta_device_grid_shape(const tta_tree *tree, tta_node_id device) {
  tta_node_id grid = tta_node_child(tree, device, TTA_FIELD_workerGrid);
  if (!grid) grid = tta_node_child(tree, device, TTA_FIELD_grid);
  tta_node_id shape = tta_node_child(tree, tta_node_resolve(tree, grid), TTA_FIELD_shape);
  return tta_node_at(tree, shape)->kind == TTA_NODE_DIMS && tta_shape_at_least(tta_node_shape(tree, shape), 0)
             ? shape
             : 0;
}

static void add_grid(tta_fact_list *f, const tta_tree *tree, tta_node_id shape, const char *key) {
  if (tta_node_at(tree, shape)->kind != TTA_NODE_DIMS || !tta_shape_at_least(tta_node_shape(tree, shape), 0)) return;
  tta_fact_add_shape(f, key, tta_node_shape(tree, shape));
  add_product(f, "cores", tta_node_shape(tree, shape));
}

static void add_device(tta_fact_list *f, const tta_tree *tree, tta_node_id device) {
  tta_node_id mesh = tta_node_child(tree, device, TTA_FIELD_meshShape);
  tta_node_id chips = tta_node_child(tree, device, TTA_FIELD_chipIds), ids;
  uint32_t count = 0;
  add_grid(f, tree, tta_device_grid_shape(tree, device), "worker_grid");
  if (mesh && tta_node_at(tree, mesh)->kind == TTA_NODE_DIMS)
    tta_fact_add_shape(f, "mesh", tta_node_shape(tree, mesh));
  if (tta_node_at(tree, chips)->kind != TTA_NODE_LIST) return;
  for (ids = tta_node_first(tree, chips); ids; ids = tta_node_at(tree, ids)->next) count++;
  tta_fact_add(f, "chips", "%u", count);
  f->chips = count;
}

static void add_element(tta_fact_list *f, const tta_element *element) {
  int64_t bytes;
  if (element->data_type && tta_element_is_tile(element))
    tta_fact_add(f, "data_type", "%s", tta_data_type_name(element->data_type));
  if (!tta_element_bytes(element, TTA_WITH_EXPONENTS, &bytes)) tta_fact_add(f, "bytes", "%lld", (long long)bytes);
}

static void add_tile(tta_fact_list *f, const tta_tree *tree, tta_node_id tile) {
  tta_node_id shape = tta_node_child(tree, tile, TTA_FIELD_shape);
  tta_element element = tta_lower_element(tree, tile);
  if (tta_node_at(tree, shape)->kind != TTA_NODE_DIMS || !tta_element_is_tile(&element) || !element.data_type) return;
  tta_fact_add_shape(f, "tile", tta_node_shape(tree, shape));
  add_element(f, &element);
}

static void add_shaped(tta_fact_list *f, const tta_tree *tree, tta_node_id node) {
  tta_node_id shape = tta_node_child(tree, node, TTA_FIELD_shape);
  tta_node_id element = tta_node_child(tree, node, TTA_FIELD_element_type);
  if (tta_node_at(tree, shape)->kind == TTA_NODE_DIMS) tta_fact_add_shape(f, "shape", tta_node_shape(tree, shape));
  if (element) tta_fact_add_text(f, "element_type", tta_node_text(tree, element));
}

static void add_text(tta_fact_list *f, const tta_tree *tree, tta_node_id node) {
  tta_buf text = tta_buf_new(f->arena->allocator);
  tta_print_node(&text, tree, node, (tta_print_options){.expand_aliases = false});
  add_fact(f, "text", tta_arena_take(f->arena, &text));
}

static tta_status add_attribute(tta_fact_list *f, const tta_tree *tree, tta_node_id node, tta_node_id tensor,
                                bool with_map, bool device_op, const tta_allocator *allocator) {
  const tta_node *n = tta_node_at(tree, node);
  tta_fact_add(f, "kind", "%s", tta_node_kind_name(tree, node));
  add_text(f, tree, node);
  if (n->flags & TTA_NODE_HAS_ERRORS) return TTA_OK;
  switch ((tta_node_kind)n->kind) {
  case TTA_NODE_TENSOR: case TTA_NODE_MEMREF: case TTA_NODE_VECTOR: {
    add_shaped(f, tree, node);
    tta_node_id encoding = tta_node_resolve(tree, tta_node_child(tree, node, TTA_FIELD_encoding));
    if (n->kind != TTA_NODE_TENSOR || !encoding || (tta_node_at(tree, encoding)->flags & TTA_NODE_HAS_ERRORS))
      return TTA_OK;
    return add_layout_facts(f, tree, node, encoding, with_map, allocator);
  }
  case TTA_NODE_ATTRIBUTE: break;
  default: return TTA_OK;
  }
  add_days(f, "supported", tta_era_of_attribute(tree, node, device_op, TTA_ERA_LENIENT));
  switch (n->index) {
  case TTA_ATTR_grid:
    add_grid(f, tree, tta_node_child(tree, node, TTA_FIELD_shape), "grid");
    f->is_grid = true;
    break;
  case TTA_ATTR_device: add_device(f, tree, node); break;
  case TTA_ATTR_tile: add_tile(f, tree, node); break;
  default: {
    bool is_encoding = tensor && tta_node_resolve(tree, tta_node_child(tree, tensor, TTA_FIELD_encoding)) == node;
    bool has_errors = tensor && (tta_node_at(tree, tensor)->flags & TTA_NODE_HAS_ERRORS);
    return add_layout_facts(f, tree, is_encoding && !has_errors ? tensor : 0, node, with_map, allocator);
  }
  }
  return TTA_OK;
}

/* A map that is not that of a layout: of a grid, over the grid's shape. */
static void add_grid_map(tta_fact_list *f, const tta_tree *tree, tta_node_place place) {
  tta_map map;
  if (!tta_node_map(tree, place.node, &map) || !tta_node_is_attribute(tree, place.parent, TTA_ATTR_grid)) return;
  tta_field field = (tta_field)tta_node_at(tree, place.node)->field;
  tta_node_id shape = tta_node_child(tree, place.parent, TTA_FIELD_shape);
  if (field == TTA_FIELD_physical_to_virt_map || tta_node_at(tree, shape)->kind != TTA_NODE_DIMS) return;
  add_injectivity(f, &map, tta_node_shape(tree, shape));
}

static void add_leaf(tta_fact_list *f, const tta_tree *tree, tta_node_place place) {
  const tta_node *n = tta_node_at(tree, place.node);
  add_field(f, tree, place);
  switch ((tta_node_kind)n->kind) {
  case TTA_NODE_WORD: case TTA_NODE_FLAGS: add_keyword(f, tree, place); break;
  case TTA_NODE_SCALAR: {
    tta_element element = tta_element_scalar(tta_node_text(tree, place.node));
    tta_fact_add_text(f, "type", element.text);
    add_element(f, &element);
    break;
  }
  case TTA_NODE_MAP: case TTA_NODE_MAP_ATTR: add_grid_map(f, tree, place); break;
  default: break;
  }
}

static bool has_name(const tta_tree *tree, tta_node_id node) { return tta_node_kind_name(tree, node)[0] != 0; }

tta_status tta_facts_of_node(tta_fact_list *f, const tta_tree *tree, tta_node_place place, bool device_op,
                             const tta_allocator *allocator) {
  tta_node_id node = tta_node_resolve(tree, place.node);
  if (!node) return TTA_OK;
  bool named = has_name(tree, node) && tta_node_at(tree, node)->kind != TTA_NODE_MAP_ATTR;
  bool with_map = tta_node_at(tree, place.node)->field == TTA_FIELD_linear;
  if (!named || node != place.node) add_leaf(f, tree, place);
  tta_node_id about = named ? node : place.attribute;
  if (!about) {
    add_text(f, tree, node);
    return f->arena->failed ? TTA_NO_MEMORY : TTA_OK;
  }
  tta_status status = add_attribute(f, tree, about, place.tensor, with_map, device_op, allocator);
  return f->arena->failed ? TTA_NO_MEMORY : status;
}
