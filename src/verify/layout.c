/* Rules of a map-form metal_layout alone: layout-map-symbols, layout-rank, layout-static, layout-tile-rank,
 * layout-memory-space; and words of messages. */
#include "parse/follow.h"
#include "verify/layout_faults.h"

static const tta_node *at(const tta_tree *tree, tta_node_id id) { return tta_node_at(tree, id); }

/* ---- the first error ---- */

tta_status tta_layout_lower_use(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, tta_layout_use *out) {
  out->layout = tta_node_resolve(v->tree, encoding);
  out->tensor = tensor;
  tta_status status = tta_lower_layout(v->tree, encoding, &v->scratch, &out->value);
  if (tensor) tta_lower_tensor(v->tree, tensor, &out->value);
  return status;
}

static bool is_dynamic(tta_shape shape) {
  for (uint32_t i = 0; i < shape.rank; i++)
    if (shape.extent[i] == TTA_DYNAMIC_EXTENT) return true;
  return false;
}

/* A grid extent below 1 was reported at the grid (grid-positive). */
static bool is_positive(tta_shape shape) {
  for (uint32_t i = 0; i < shape.rank; i++)
    if (shape.extent[i] < 1 && shape.extent[i] != TTA_DYNAMIC_EXTENT) return false;
  return true;
}

tta_layout_fault tta_layout_find_fault(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *l = &use->value;
  bool has_memref_shape = tta_layout_knows(l, TTA_PART_MEMREF_SHAPE);
  if (!tta_layout_knows(l, TTA_PART_MAP) || !tta_layout_knows(l, TTA_PART_GRID_SHAPE) ||
      !tta_layout_knows(l, TTA_PART_MEMREF))
    return TTA_LAYOUT_REPORTED;
  if (l->linear.num_symbols) return TTA_LAYOUT_MAP_SYMBOLS;
  if (use->tensor && l->linear.num_dims != l->tensor_shape.rank) return TTA_LAYOUT_TENSOR_RANK;
  if (!has_memref_shape || l->grid.rank != l->linear.num_results || l->memref.rank != l->grid.rank)
    return TTA_LAYOUT_RANK;
  if (!is_positive(l->grid)) return TTA_LAYOUT_REPORTED;
  if (is_dynamic(l->grid) || is_dynamic(l->memref)) return TTA_LAYOUT_STATIC;
  if (!tta_layout_knows(l, TTA_PART_MEMREF_ELEMENT)) return TTA_LAYOUT_REPORTED; /* tile-shape, unknown-attribute */
  if (tta_element_is_tile(&l->memref_element) && l->memref.rank < 2) return TTA_LAYOUT_TILE_RANK;
  bool has_space = tta_layout_knows(l, TTA_PART_MEMORY_SPACE);
  if (!has_space || l->memory_space > TTA_MEMORY_L1) return TTA_LAYOUT_MEMORY_SPACE;
  if (l->order && tta_order_is_faulty(v, l)) return TTA_LAYOUT_STRIDES;
  return TTA_LAYOUT_SOUND;
}

void tta_verify_layout(tta_verifier *v, tta_node_id layout) {
  if (at(v->tree, layout)->field == TTA_FIELD_encoding)
    return; /* verified with its tensor, so that its first error is reported */
  tta_layout_use use;
  if (tta_layout_lower_use(v, 0, layout, &use)) return;
  tta_layout_fault fault = tta_layout_find_fault(v, &use);
  if (fault > TTA_LAYOUT_REPORTED) tta_layout_report_fault(v, &use, fault, (tta_shape){0, NULL});
}

/* ---- reports ---- */

bool tta_layout_report_dynamic(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *l = &use->value;
  if (!is_dynamic(l->tensor_shape)) return false;
  uint32_t dim = 0;
  while (l->tensor_shape.extent[dim] != TTA_DYNAMIC_EXTENT) dim++;
  TTA_REPORT_VALUE(v, use->tensor, TTA_RULE_layout_dynamic, l->spans[TTA_PART_TENSOR],
                   "dim %u of the tensor is dynamic, so that shard, bytes and overlaps of its layout are not known",
                   dim);
  return true;
}

/* The three ranks, at the part that disagrees with the two others (the grid when all differ). */
static tta_diagnostic *report_rank(tta_verifier *v, tta_node_id value, const tta_layout *c) {
  uint32_t results = c->linear.num_results, grid = c->grid.rank, memref = c->memref.rank;
  if (!tta_layout_knows(c, TTA_PART_MEMREF_SHAPE))
    return TTA_REPORT_VALUE(v, value, TTA_RULE_layout_rank, c->spans[TTA_PART_MEMREF],
                            "the memref of a layout must be ranked; expected rank %u, that of the grid", grid);
  bool map_is_odd = grid == memref, memref_is_odd = results == grid;
  tta_layout_part odd = map_is_odd ? TTA_PART_MAP : memref_is_odd ? TTA_PART_MEMREF_SHAPE : TTA_PART_GRID;
  tta_diagnostic *d =
      TTA_REPORT_VALUE(v, value, TTA_RULE_layout_rank, c->spans[odd],
                       "map results, grid and memref of a layout must agree in rank, but the map has %u result%s, the "
                       "grid rank %u and the memref rank %u",
                       results, tta_plural(results), grid, memref);
  if (odd != TTA_PART_MAP)
    tta_report_note(v->report, d, c->spans[TTA_PART_MAP], "the map has %u result%s", results, tta_plural(results));
  if (odd != TTA_PART_GRID) tta_report_note(v->report, d, c->spans[TTA_PART_GRID], "the grid has rank %u", grid);
  if (odd != TTA_PART_MEMREF_SHAPE)
    tta_report_note(v->report, d, c->spans[TTA_PART_MEMREF_SHAPE], "the memref has rank %u", memref);
  return d;
}

static tta_diagnostic *report_static(tta_verifier *v, tta_node_id value, const tta_layout *c) {
  bool in_grid = is_dynamic(c->grid);
  tta_layout_part dims = in_grid ? TTA_PART_GRID_SHAPE : TTA_PART_MEMREF_SHAPE;
  tta_shape shape = in_grid ? c->grid : c->memref;
  return TTA_REPORT_VALUE(v, value, TTA_RULE_layout_static, c->spans[dims],
                          "expected static shape for the %s of a layout, found %s", in_grid ? "grid" : "memref",
                          tta_layout_shape_words(v, shape, 'x'));
}

static tta_diagnostic *report_fault(tta_verifier *v, tta_node_id value, const tta_layout *c, tta_layout_fault fault) {
  switch (fault) {
  case TTA_LAYOUT_MAP_SYMBOLS:
    return TTA_REPORT_VALUE(v, value, TTA_RULE_layout_map_symbols, c->spans[TTA_PART_MAP],
                            "layout map must not have symbols, found %u", c->linear.num_symbols);
  case TTA_LAYOUT_RANK: return report_rank(v, value, c);
  case TTA_LAYOUT_STATIC: return report_static(v, value, c);
  case TTA_LAYOUT_TILE_RANK:
    return TTA_REPORT_VALUE(v, value, TTA_RULE_layout_tile_rank, c->spans[TTA_PART_MEMREF_ELEMENT],
                            "a memref of tiles must have at least 2 dims, found %u", c->memref.rank);
  default: return NULL;
  }
}

void tta_layout_report_fault(tta_verifier *v, const tta_layout_use *use, tta_layout_fault fault,
                             tta_shape expected_memref) {
  const tta_layout *c = &use->value;
  tta_node_id value = use->tensor ? use->tensor : use->layout;
  bool fixable = expected_memref.rank && tta_layout_knows(c, TTA_PART_MEMREF_SHAPE) &&
                 ((fault == TTA_LAYOUT_RANK && c->linear.num_results == c->grid.rank) ||
                  (fault == TTA_LAYOUT_STATIC && !is_dynamic(c->grid)));
  tta_str text = {NULL, 0};
  if (fixable) text = tta_layout_dims_text(v, c->spans[TTA_PART_MEMREF_SHAPE], expected_memref);
  tta_span span = c->spans[TTA_PART_MEMREF_SHAPE];
  if (fault == TTA_LAYOUT_MEMORY_SPACE) tta_space_report(v, use);
  if (fault == TTA_LAYOUT_STRIDES) tta_verify_order(v, use);
  tta_diagnostic *d = report_fault(v, value, c, fault);
  if (!text.size) return;
  tta_report_fix(v->report, d, span, text, "change the memref shape to %s",
                 tta_layout_shape_words(v, expected_memref, 'x'));
}

/* ---- words ---- */

const char *tta_layout_shape_words(tta_verifier *v, tta_shape shape, char separator) {
  char *out = tta_arena_alloc(&v->scratch, TTA_NUMBERS_BYTES);
  if (!out) return "?";
  return separator == 'x' ? tta_shape_text(out, shape) : tta_list_text(out, shape.rank, shape.extent);
}

tta_str tta_layout_dims_text(tta_verifier *v, tta_span dims, tta_shape shape) {
  bool ends_in_x = dims.begin == dims.end || v->tree->text.data[dims.end - 1] == 'x';
  tta_buf buf = tta_buf_new(v->reader->allocator);
  tta_buf_shape(&buf, shape);
  if (shape.rank && ends_in_x) tta_buf_char(&buf, 'x');
  return tta_keep_text(v, &buf);
}

tta_str tta_keep_text(tta_verifier *v, tta_buf *text) {
  tta_str kept = tta_arena_take(v->report->arena, text);
  return kept.data ? kept : (tta_str){"", 0};
}

bool tta_ends_early(const tta_verifier *v, tta_node_id attribute) {
  const char *text = v->tree->text.data;
  tta_span span = tta_node_span(v->tree, attribute);
  return !tta_closes_outside(text + span.begin, text, text + span.end, v->reader->parser.section_end);
}

tta_span tta_first_token(const tta_tree *tree, tta_node_id node) {
  return tta_first_token_of(tree, tta_node_span(tree, node));
}

tta_span tta_first_token_of(const tta_tree *tree, tta_span span) {
  for (uint32_t i = span.begin; i < span.end; i++)
    if (tree->text.data[i] == '<' || tree->text.data[i] == '{' || tree->text.data[i] == ' ')
      return (tta_span){span.begin, i > span.begin ? i : span.begin + 1};
  return span;
}
