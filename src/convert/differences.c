/* differences.c: what differs between two layouts or two devices. */
#include "ttattr/differences.h"

#include "affine/affine.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/format.h"
#include "base/str.h"
#include "base/index.h"
#include "layout/values.h"
#include "model/order.h"
#include "tiled/tiled.h"

typedef struct differ {
  tta_arena *arena;
  tta_difference *items;
  uint32_t num_items, cap_items;
  tta_status status;
} differ;

/* ---- one difference ---- */

static tta_difference_value text_value(tta_str text) { return (tta_difference_value){.text = text}; }
static tta_difference_value shape_value(tta_shape shape) {
  return (tta_difference_value){.is_shape = true, .shape = shape};
}

static void differs(differ *d, const char *path, const char *what, tta_difference_value a, tta_difference_value b) {
  tta_difference difference = {.path = path, .what = what, .left = a, .right = b};
  if (!TTA_PUSH_IN(d->arena, d, items, difference)) d->status = TTA_NO_MEMORY;
}

static void compare_text(differ *d, const char *path, const char *what, tta_str a, tta_str b) {
  if (!tta_str_equal(a, b)) differs(d, path, what, text_value(a), text_value(b));
}

static void compare_word(differ *d, const char *path, const char *what, const char *a, const char *b) {
  compare_text(d, path, what, tta_str_from(a), tta_str_from(b));
}

static void compare_numbers(differ *d, const char *path, const char *what, tta_shape a, tta_shape b, bool list) {
  tta_difference_value left = shape_value(a), right = shape_value(b);
  left.is_list = right.is_list = list;
  if (!a.extent != !b.extent || !tta_shape_equal(a, b)) differs(d, path, what, left, right);
}

static void compare_shape(differ *d, const char *path, const char *what, tta_shape a, tta_shape b) {
  compare_numbers(d, path, what, a, b, false);
}

static void compare_list(differ *d, const char *path, const char *what, tta_shape a, tta_shape b) {
  compare_numbers(d, path, what, a, b, true);
}

/* A copy of `text`, which is freed. */
static tta_difference_value own_text(differ *d, tta_buf *text) {
  tta_str own = tta_arena_str(d->arena, tta_buf_view(text));
  if (text->failed || !own.data) d->status = TTA_NO_MEMORY;
  tta_buf_free(text);
  return text_value(own);
}

static tta_difference_value map_value(differ *d, const tta_map *map) {
  tta_buf text = tta_buf_new(d->arena->allocator);
  if (map->num_results) tta_map_text(&text, map);
  return own_text(d, &text);
}

/* @param domain rank 0 and NULL if the domains differ: maps are then equal if their texts are */
static void compare_map(differ *d, const char *path, const char *what, const tta_map *a, const tta_map *b,
                        tta_shape domain) {
  bool equal = tta_map_equal(a, b);
  if (!equal && domain.extent && tta_map_equal_on(a, b, domain, &equal) == TTA_NO_MEMORY) d->status = TTA_NO_MEMORY;
  if (!equal) differs(d, path, what, map_value(d, a), map_value(d, b));
}

static tta_status finish(const differ *d, tta_differences *differences) {
  *differences = (tta_differences){d->num_items, d->items};
  return d->status;
}

/* ---- layouts and devices ---- */

static const char *tile_type(const tta_layout *s) {
  return tta_element_is_tile(&s->memref_element) ? tta_data_type_name(s->memref_element.data_type) : "";
}

static tta_shape tile_shape(const tta_layout *s) {
  return (tta_shape){2, tta_element_is_tile(&s->memref_element) ? s->memref_element.tile : NULL};
}

static tta_str index_map(const tta_layout *s) { return tta_layout_is_view(s) ? s->index_map : (tta_str){NULL, 0}; }

static const char *yes_or_no(bool yes) { return yes ? "true" : "false"; }

enum { MAX_CORES = 4096 };

/* Of TTNN; absent ones are nothing. */
static tta_difference_value core_ranges(differ *d, const tta_layout *s) {
  tta_shard_cores cores = {.num_ranges = s->num_core_ranges, .ranges = s->core_ranges};
  tta_buf text = tta_buf_new(d->arena->allocator);
  if (cores.num_ranges) tta_shard_cores_text(&text, &cores);
  return own_text(d, &text);
}

/* Whether a grid has its cores by a map where the other one has the same cores as ranges, row by row (dates before and
 * from tt-mlir 0ca2e3d257). */
static bool has_same_cores(const tta_layout *by_map, const tta_layout *by_ranges) {
  const tta_core_box *box = by_ranges->core_ranges;
  int64_t columns = by_map->grid.rank == 2 ? by_map->grid.extent[1] : 0, cores = 0, count = 0, at[3];
  if (by_map->grid_map.num_results != 3 || by_map->grid_map.num_dims != 2 || columns < 1 ||
      !tta_shape_volume(by_map->grid, &cores) || cores > MAX_CORES)
    return false;
  for (uint32_t i = 0; i < by_ranges->num_core_ranges; i++, box++)
    for (tta_core c = box->first; c.y <= box->last.y && count < cores; count++) {
      int64_t index[2] = {count / columns, count % columns};
      if (tta_map_evaluate(&by_map->grid_map, index, NULL, at) || at[0] || at[1] != c.y || at[2] != c.x) return false;
      c = c.x < box->last.x ? (tta_core){.y = c.y, .x = c.x + 1} : (tta_core){.y = c.y + 1, .x = box->first.x};
    }
  return count && count == cores;
}

static void compare_cores(differ *d, const tta_layout *a, const tta_layout *b) {
  tta_shape none = {0, NULL};
  if (has_same_cores(a, b) || has_same_cores(b, a)) return;
  tta_difference_value left = core_ranges(d, a), right = core_ranges(d, b);
  compare_map(d, "grid.mapping", "the map of the grid", &a->grid_map, &b->grid_map,
              tta_shape_equal(a->grid, b->grid) ? a->grid : none);
  compare_text(d, "core_ranges", "the core ranges", left.text, right.text);
}

static void compare_ttnn(differ *d, const tta_layout *a, const tta_layout *b) {
  compare_cores(d, a, b);
  compare_text(d, "mesh", "the mesh", a->mesh, b->mesh);
  compare_word(d, "exactGrid", "whether the grid is exact", yes_or_no(a->exact_grid), yes_or_no(b->exact_grid));
  compare_word(d, "ignorePhysicalLayout", "whether the physical layout is ignored", yes_or_no(a->ignores_physical),
               yes_or_no(b->ignores_physical));
}

/* What differs in the addresses of equal memrefs; a memref without a layout is that of its row-major strides. */
static tta_difference_value memref_layout(differ *d, const tta_layout *s) {
  tta_buf text = tta_buf_new(d->arena->allocator);
  if (s->order && !s->order->row_major) tta_memref_order_text(&text, s->order);
  return own_text(d, &text);
}

static void compare_memref_layout(differ *d, const tta_layout *a, const tta_layout *b) {
  bool equal = false;
  if (a->order && b->order && tta_layout_is_ordered(a) && tta_layout_is_ordered(b) && !a->order->unknown.size &&
      !b->order->unknown.size && tta_shape_equal(a->memref, b->memref) &&
      tta_map_equal_on(&a->order->address, &b->order->address, a->memref, &equal) == TTA_NO_MEMORY)
    d->status = TTA_NO_MEMORY;
  if (equal || (!a->order && !b->order)) return;
  tta_difference_value left = memref_layout(d, a), right = memref_layout(d, b);
  compare_text(d, "memref.layout", "its layout", left.text, right.text);
}

/* Layouts of TTNN, and metal_layouts of some dates, do not say it. */
static bool is_undefined(tta_oob_value value) { return value == TTA_OOB_UNDEF || value == TTA_OOB_NONE; }

/* Of a layout without a tensor the parts of the attribute are compared; the named form has no grid. */
static void compare_layouts(differ *d, const tta_layout *a, const tta_layout *b) {
  bool alone = !a->type.size || !b->type.size, named = a->family == TTA_FAMILY_NAMED && b->family == a->family;
  tta_shape domain = a->logical.extent ? a->logical : b->logical, none = {0, NULL};
  bool same_domain = !a->logical.extent || !b->logical.extent || tta_shape_equal(a->logical, b->logical);
  if (!alone || (a->logical.extent && b->logical.extent))
    compare_shape(d, "shape", "the tensor", a->logical, b->logical);
  if (!alone) compare_text(d, "element_type", "its elements", tta_element_stored_name(&a->tensor_element),
                           tta_element_stored_name(&b->tensor_element));
  compare_map(d, "linear", "the map", &a->linear, &b->linear, same_domain ? domain : none);
  if (named) compare_shape(d, "dim_alignments", "the alignments", a->alignments, b->alignments);
  compare_text(d, "index_map", "the view", index_map(a), index_map(b));
  if (!is_undefined(a->oob_val) || !is_undefined(b->oob_val))
    compare_word(d, "oob_val", "the value of the padding", tta_oob_value_name(a->oob_val),
                 tta_oob_value_name(b->oob_val));
  if (!alone || (a->grid.extent && b->grid.extent)) {
    compare_shape(d, "grid", "the grid", a->grid, b->grid);
    compare_shape(d, "memref.shape", "the memref", a->memref, b->memref);
    compare_memref_layout(d, a, b);
    compare_shape(d, "memref.tile", "its tiles", tile_shape(a), tile_shape(b));
    compare_word(d, "memref.tile_type", "their type", tile_type(a), tile_type(b));
  }
  if (a->memory_space != b->memory_space) /* which has other names in TTNN */
    compare_word(d, "memref.memory_space", "the memory space", tta_layout_memory_space_name(a),
                 tta_layout_memory_space_name(b));
  compare_word(d, "memory_layout", "the memory layout", tta_memory_layout_name(a->memory_layout),
               tta_memory_layout_name(b->memory_layout));
  if (a->family == TTA_FAMILY_TTNN && b->family == TTA_FAMILY_TTNN) compare_ttnn(d, a, b);
}

static tta_status compare_tiled(differ *d, const tta_tiled *left, const tta_tiled *right, tta_buf *reason) {
  tta_tiled_facts a, b;
  tta_status status = tta_tiled_facts_of(left, d->arena, &a, reason);
  if (!status) status = tta_tiled_facts_of(right, d->arena, &b, reason);
  if (status) return status;
  const tta_tiled *x = &a.layout, *y = &b.layout;
  bool hosts = x->has_host && y->has_host;
  if (hosts) {
    compare_shape(d, "host_size", "the tensor", x->host_size, y->host_size);
    compare_text(d, "host_element", "its elements", tta_tiled_host_element(x).name,
                 tta_tiled_host_element(y).name);
    compare_list(d, "host_strides", "its strides", x->host_strides, y->host_strides);
  }
  compare_shape(d, "device_size", "the device size", x->device_size, y->device_size);
  compare_text(d, "element", "the elements of the device", x->element.name, y->element.name);
  compare_list(d, "device_strides", "the device strides", x->device_strides, y->device_strides);
  if (hosts)
    compare_list(d, "stride_map", "the host strides of the loops", (tta_shape){a.map.rank, a.map.host_strides},
                 (tta_shape){b.map.rank, b.map.host_strides});
  else
    compare_list(d, "dim_map", "the dim_map", x->dim_map, y->dim_map);
  compare_word(d, "format", "the sticks", tta_tiled_format_name(x->format), tta_tiled_format_name(y->format));
  compare_text(d, "pad", "the value of the padding", x->pad, y->pad);
  return TTA_OK;
}

static tta_shape shape_of(const tta_layout_ref *ref) {
  if (ref->layout) return ref->layout->logical;
  if (ref->tiled) return ref->tiled->host_size;
  return ref->memref ? ref->memref->shape : ref->digits->shape;
}

static tta_status compare_addresses(differ *d, const tta_layout_ref *a, const tta_layout_ref *b, tta_buf *reason) {
  tta_layout_ref_comparison c;
  if (!tta_shape_equal(shape_of(a), shape_of(b))) {
    compare_shape(d, "shape", "the tensor", shape_of(a), shape_of(b));
    return d->status;
  }
  tta_status status = tta_layout_ref_compare(a, b, d->arena, &c, reason);
  if (!status && !c.equal) differs(d, "address", "an element", text_value(c.place[0]), text_value(c.place[1]));
  return status ? status : d->status;
}

/* Parts do not say everything of an address: without a difference the addresses are compared, too. */
static tta_status compare(differ *d, const tta_layout_ref *a, const tta_layout_ref *b, tta_buf *reason) {
  uint32_t before = d->num_items;
  tta_status status = TTA_OK;
  if (a->layout && b->layout) compare_layouts(d, a->layout, b->layout);
  else if (a->tiled && b->tiled) status = compare_tiled(d, a->tiled, b->tiled, reason);
  else return compare_addresses(d, a, b, reason);
  if (status || d->status || d->num_items > before) return status ? status : d->status;
  if (!shape_of(a).extent || !shape_of(b).extent) return TTA_OK; /* no addresses */
  return compare_addresses(d, a, b, NULL) == TTA_NO_MEMORY ? TTA_NO_MEMORY : TTA_OK;
}

tta_status tta_layout_differences(const tta_layout_ref *a, const tta_layout_ref *b, tta_arena *arena,
                                  tta_differences *differences, tta_buf *reason) {
  differ d = {.arena = arena};
  d.status = compare(&d, a, b, reason);
  return finish(&d, differences);
}

tta_status tta_device_differences(const tta_device *a, const tta_device *b, tta_arena *arena,
                                  tta_differences *differences) {
  differ d = {.arena = arena};
  tta_shape none = {0, NULL};
  compare_shape(&d, "workerGrid.shape", "the worker grid", a->grid, b->grid);
  compare_map(&d, "workerGrid.mapping", "the worker map", &a->map, &b->map,
              tta_shape_equal(a->grid, b->grid) ? a->grid : none);
  compare_map(&d, "l1Map", "the L1 map", &a->l1_map, &b->l1_map, none);
  compare_map(&d, "dramMap", "the DRAM map", &a->dram_map, &b->dram_map, none);
  compare_shape(&d, "meshShape", "the mesh", a->mesh, b->mesh);
  compare_list(&d, "chipIds", "the chips", a->chip_ids, b->chip_ids);
  return finish(&d, differences);
}

/* ---- text ---- */

void tta_difference_value_text(tta_buf *out, const tta_difference_value *v) {
  if (v->is_shape ? !v->shape.extent : !v->text.size) tta_buf_str(out, "nothing");
  else if (v->is_list) tta_buf_list(out, v->shape.rank, v->shape.extent);
  else if (v->is_shape) tta_buf_shape(out, v->shape);
  else tta_buf_append(out, v->text);
}

void tta_difference_text(tta_buf *out, const tta_difference *d) {
  if (d->name.size) tta_buf_printf(out, "%.*s: ", TTA_STR_ARGS(d->name));
  tta_buf_printf(out, "%s: ", d->what);
  tta_difference_value_text(out, &d->left);
  tta_buf_str(out, " became ");
  tta_difference_value_text(out, &d->right);
}
