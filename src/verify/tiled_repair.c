/* Fix-its of tiled layouts. A change is tried on the value and suggested only if the rules then hold. */
#include "verify/tiled_repair.h"

#include <string.h>

#include "base/checked.h"
#include "tiled/tiled.h"

/* Whether a changed value has no errors, nor the diagnostic that it was made for. */
static bool holds(tta_tiled_case *c, const tta_tiled *value, tta_tiled_rule rule) {
  tta_tiled_diagnostics findings;
  if (tta_tiled_verify(value, &c->v->scratch, &findings)) return false;
  for (uint32_t i = 0; i < findings.count; i++)
    if (findings.item[i].rule == rule) return false;
  return !tta_tiled_first_error(&findings);
}

/* The edit as a fix-it, unless it is outside of the layout. */
static void offer(tta_tiled_case *c, tta_diagnostic *d, tta_node_id node, tta_str text, const char *what) {
  tta_span span = tta_node_span(c->v->tree, node), layout = tta_node_span(c->v->tree, c->layout);
  if (span.begin < layout.begin || span.end > layout.end) return; /* in an alias, which may have other uses */
  tta_str shown = text;
  while (shown.size && shown.data[shown.size - 1] == 'x') shown.size--; /* of a shape before its element type */
  tta_report_fix(c->v->report, d, span, text, "make %s %.*s", what, (int)(shown.size > 200 ? 200 : shown.size),
                 shown.data);
}

/* `[1, 0, 1]`, of strides `strided<[64, 1]>` */
static void offer_list(tta_tiled_case *c, tta_diagnostic *d, tta_node_id list, tta_shape numbers, const char *what) {
  bool strided = tta_node_at(c->v->tree, list)->kind == TTA_NODE_STRIDED;
  tta_buf buf = tta_buf_new(c->v->reader->allocator);
  tta_buf_str(&buf, strided ? "strided<[" : "[");
  tta_buf_numbers(&buf, numbers.rank, numbers.extent, ", ");
  tta_buf_str(&buf, strided ? "]>" : "]");
  tta_str text = tta_keep_text(c->v, &buf);
  if (text.size) offer(c, d, list, text, what);
}

/* ---- sizes ---- */

/* The extent of device dim i that the host needs (k = 1), by the formulas of the constructors. */
static int64_t needed(const tta_tiled *l, uint32_t i, int64_t elems) {
  uint32_t last = l->device_size.rank - 1;
  int64_t dim = l->dim_map.extent[i], sticks;
  if (i == last) return elems;
  if (dim < 0 || dim >= l->host_size.rank) return 1;
  bool counts = dim == l->dim_map.extent[last] && l->format == TTA_TILED_DENSE;
  return counts && tta_ceildiv(l->host_size.extent[dim], elems, &sticks) ? sticks : l->host_size.extent[dim];
}

static void repair_size(tta_tiled_case *c, tta_tiled_rule rule, tta_diagnostic *d) {
  tta_tiled value = c->value;
  int64_t elems, *size = tta_arena_array(&c->v->scratch, value.device_size.rank + 1, sizeof *size);
  if (!size || !value.has_host || value.num_stick_dims != 1 || !value.device_size.rank ||
      value.dim_map.rank != value.device_size.rank || tta_tiled_elems_per_stick(&value, &elems))
    return;
  for (uint32_t i = 0; i < value.dim_map.rank; i++) size[i] = needed(&value, i, elems);
  value.device_size.extent = size;
  if (!holds(c, &value, rule)) return;
  tta_str text = tta_layout_dims_text(c->v, tta_node_span(c->v->tree, c->nodes.size), value.device_size);
  if (text.size) offer(c, d, c->nodes.size, text, "the memref");
}

/* ---- dim_map ---- */

enum { MAX_DIMS = 5 }; /* 120 orders; no suggestion above it */

typedef struct search {
  tta_tiled_case *c;
  tta_shape found; /* rank 0: none yet */
  bool several;
} search;

static void try_order(search *s, tta_shape order) {
  const tta_tiled *l = &s->c->value;
  for (tta_tiled_convention convention = TTA_TILED_RFC; convention <= TTA_TILED_2026; convention++) {
    tta_tiled built;
    tta_tiled_spec spec = {.host_size = l->host_size,
                           .element = l->element,
                           .device_dtype = l->device_dtype,
                           .order = order,
                           .convention = convention,
                           .format = l->format};
    if (tta_tiled_build(&spec, &s->c->v->scratch, &built, NULL) || !tta_shape_equal(built.device_size, l->device_size))
      continue;
    if (s->found.rank && !tta_shape_equal(s->found, built.dim_map)) s->several = true;
    s->found = built.dim_map;
  }
}

/* Every order of the host dims, by Heap's method. */
static void repair_dim_map(tta_tiled_case *c, tta_tiled_rule rule, tta_diagnostic *d) {
  tta_tiled value = c->value;
  int64_t order[MAX_DIMS];
  uint32_t rank = value.host_size.rank, turn[MAX_DIMS] = {0}, i = 1;
  search s = {.c = c};
  if (!value.has_host || !c->nodes.dim_map || value.num_stick_dims != 1 || !rank || rank > MAX_DIMS) return;
  for (uint32_t h = 0; h < rank; h++) order[h] = h;
  try_order(&s, (tta_shape){rank, order});
  while (i < rank) {
    if (turn[i] >= i) {
      turn[i++] = 0;
      continue;
    }
    uint32_t other = i % 2 ? turn[i] : 0;
    int64_t moved = order[other];
    order[other] = order[i];
    order[i] = moved;
    try_order(&s, (tta_shape){rank, order});
    turn[i]++;
    i = 1;
  }
  value.dim_map = s.found;
  if (s.found.rank && !s.several && holds(c, &value, rule)) offer_list(c, d, c->nodes.dim_map, s.found, "dim_map");
}

/* ---- the rest ---- */

static void repair_num_stick_dims(tta_tiled_case *c, tta_diagnostic *d) {
  tta_tiled value = c->value;
  if (!value.has_host || !c->nodes.num_stick_dims) return;
  value.num_stick_dims = (int64_t)value.device_size.rank - (int64_t)value.host_size.rank;
  if (!holds(c, &value, TTA_TILED_RANKS)) return;
  char text[24];
  tta_buf buf = tta_buf_fixed(text, sizeof text);
  tta_buf_int(&buf, value.num_stick_dims);
  offer(c, d, c->nodes.num_stick_dims, tta_buf_view(&buf), "num_stick_dims");
}

static void repair_strides(tta_tiled_case *c, tta_tiled_rule rule, tta_diagnostic *d) {
  tta_tiled value = c->value;
  value.device_strides = (tta_shape){0, NULL};
  if (!c->nodes.strides || !holds(c, &value, rule) || tta_tiled_complete(&value, &c->v->scratch)) return;
  offer_list(c, d, c->nodes.strides, value.device_strides, "the strides");
}

static void repair_stride_map(tta_tiled_case *c, tta_tiled_rule rule, tta_diagnostic *d) {
  tta_tiled value = c->value;
  tta_tiled_map map;
  value.stride_map = (tta_shape){0, NULL};
  if (!c->nodes.stride_map || !value.dim_map.rank || tta_tiled_map_of(&value, &c->v->scratch, &map)) return;
  value.stride_map = (tta_shape){map.rank, map.host_strides};
  if (holds(c, &value, rule)) offer_list(c, d, c->nodes.stride_map, value.stride_map, "stride_map");
}

void tta_tiled_repair(tta_tiled_case *c, const tta_tiled_diagnostic *f, tta_diagnostic *d) {
  switch (f->rule) {
  case TTA_TILED_LIST_LENGTHS:
    if (f->part == TTA_TILED_PART_DIM_MAP) repair_dim_map(c, f->rule, d);
    if (f->part == TTA_TILED_PART_STRIDE_MAP) repair_stride_map(c, f->rule, d);
    return;
  case TTA_TILED_RANKS:
    if (f->part == TTA_TILED_PART_NUM_STICK_DIMS) repair_num_stick_dims(c, d);
    return;
  case TTA_TILED_DIM_MAP_RANGE: case TTA_TILED_DIM_MAP_DIGITS: repair_dim_map(c, f->rule, d); return;
  case TTA_TILED_EXTENTS:
  case TTA_TILED_STICK_EXTENT:
  case TTA_TILED_CAPACITY:
  case TTA_TILED_EXTRA_PADDING:
  case TTA_TILED_EXTRA_STICKS: repair_size(c, f->rule, d); return;
  case TTA_TILED_STRIDE_ORDER: case TTA_TILED_STRIDE_OVERLAP: case TTA_TILED_STICK_ALIGNMENT:
    repair_strides(c, f->rule, d);
    return;
  case TTA_TILED_STRIDE_MAP_VALUES: repair_stride_map(c, f->rule, d); return;
  default: return; /* which of two texts is wrong is unknown */
  }
}

void tta_tiled_repair_order(tta_tiled_case *c, tta_shape order, tta_diagnostic *d) {
  int64_t *repaired = tta_arena_array(&c->v->scratch, (size_t)order.rank + 1, sizeof *repaired);
  uint32_t *count = tta_arena_array(&c->v->scratch, (size_t)order.rank + 1, sizeof *count), missing = 0, wrong = 0,
           misplaced = 0;
  if (!repaired || !count) return;
  memset(count, 0, order.rank * sizeof *count);
  for (uint32_t i = 0; i < order.rank; i++) {
    bool odd = order.extent[i] < 0 || order.extent[i] >= order.rank || count[order.extent[i]]++;
    repaired[i] = order.extent[i];
    if (odd) wrong++, misplaced = i;
  }
  for (uint32_t h = 0; h < order.rank; h++)
    if (!count[h]) missing = h;
  if (wrong != 1) return;
  repaired[misplaced] = missing;
  offer_list(c, d, c->nodes.order, (tta_shape){order.rank, repaired}, "order");
}

void tta_tiled_repair_host(tta_tiled_case *c, const tta_tiled *tensor, tta_diagnostic *d) {
  tta_tiled value = c->value;
  const tta_verifier *v = c->v;
  value.host_size = tensor->host_size;
  value.host_strides = (tta_shape){0, NULL};
  value.host_element = tensor->host_element;
  if (c->nodes.host_strides || tta_node_child(v->tree, c->layout, TTA_FIELD_host) != c->nodes.host ||
      !holds(c, &value, TTA_TILED_EXTRA_PADDING))
    return;
  tta_buf buf = tta_buf_new(v->reader->allocator);
  tta_buf_str(&buf, "memref<");
  for (uint32_t i = 0; i < value.host_size.rank; i++)
    tta_buf_printf(&buf, "%lldx", (long long)value.host_size.extent[i]);
  tta_buf_bytes(&buf, value.host_element.name.data, value.host_element.name.size);
  tta_buf_char(&buf, '>');
  tta_str text = tta_keep_text(c->v, &buf);
  if (text.size) offer(c, d, c->nodes.host, text, "the host");
}
