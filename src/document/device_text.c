/* A device from a text: parsed, verified and copied out of its tree. */
#include "base/fail.h"
#include "diag/check_options.h"
#include "layout/values.h"
#include "model/device.h"
#include "print/print.h"

struct tta_device_text {
  tta_arena arena;
  tta_affine_pool *pool;
  tta_check *check;
  tta_device device;
  uint32_t num_devices;
  tta_status status; /* of `device` */
};

/* A copy that does not depend on the tree. */
static tta_status copy_map(tta_device_text *t, tta_map *map) {
  tta_map borrowed = *map;
  return borrowed.num_results ? tta_map_copy(&borrowed, &t->arena, t->pool, map) : TTA_OK;
}

/* A grid without a map is on one chip. */
static tta_status identity_map(tta_device_text *t, tta_map *map) {
  tta_expr *results = tta_arena_array(&t->arena, 3, sizeof *results);
  if (!results || t->device.grid.rank != 2) return results ? TTA_INVALID : TTA_NO_MEMORY;
  results[0] = tta_expr_constant(t->pool, 0);
  results[1] = tta_expr_dim(t->pool, 0);
  results[2] = tta_expr_dim(t->pool, 1);
  *map = (tta_map){t->pool, 2, 0, 3, results};
  return tta_affine_pool_status(t->pool);
}

static tta_status copy_maps(tta_device_text *t) {
  tta_device *d = &t->device;
  tta_status status = d->map.num_results ? copy_map(t, &d->map) : identity_map(t, &d->map);
  if (!status) status = copy_map(t, &d->l1_map);
  if (!status) status = copy_map(t, &d->dram_map);
  if (status) return status;
  bool usable = d->map.num_results == 3 && !d->map.num_symbols && d->map.num_dims == d->grid.rank;
  return usable ? TTA_OK : TTA_INVALID;
}

static tta_status copy_device(tta_device_text *t, const tta_tree *tree, tta_node_id node) {
  tta_device *d = &t->device;
  tta_status status = tta_device_lower(tree, node, &t->arena, d);
  if (status) return status;
  if (d->grid.rank > TTA_MAX_RANK || d->mesh.rank > TTA_MAX_RANK) return TTA_LIMIT;
  d->grid = tta_shape_copy(&t->arena, d->grid);
  d->mesh = tta_shape_copy(&t->arena, d->mesh);
  d->dram_grid = tta_shape_copy(&t->arena, d->dram_grid);
  status = copy_maps(t);
  tta_buf text;
  tta_buf_init(&text, t->arena.allocator);
  tta_print_node(&text, tree, node, (tta_print_options){.expand_aliases = true});
  d->text = tta_arena_str(&t->arena, tta_buf_view(&text));
  if (text.failed || t->arena.failed) status = TTA_NO_MEMORY;
  tta_buf_free(&text);
  return status;
}

/* Counts devices where they are written, not the uses of aliases. */
static void visit_island(void *user, const tta_island *island) {
  tta_device_text *t = user;
  const tta_tree *tree = island->value.tree;
  tta_node_id node = island->value.node;
  if (!tree || !node) return;
  const tta_node *n = tta_node_at(tree, node);
  if (n->kind != TTA_NODE_ATTRIBUTE || n->index != TTA_ATTR_device || (n->flags & TTA_NODE_FAULTY)) return;
  bool written = n->begin == island->span.begin || island->context == TTA_CONTEXT_DEVICE_OPERATION;
  if (written && !t->num_devices++) t->status = copy_device(t, tree, node);
}

static tta_status read_device(tta_source *source, const tta_check_options *how, tta_device_text *t, tta_buf *reason) {
  tta_status status = tta_check_visit(source, how, visit_island, t, &t->check);
  if (status || tta_check_num_errors(t->check)) return status;
  if (t->num_devices != 1)
    return tta_fail(TTA_INVALID, reason, "expected one device attribute, #ttcore.device<workerGrid = ..>, found %u",
                    t->num_devices);
  if (t->status == TTA_INVALID)
    return tta_fail(TTA_INVALID, reason, "the device has no worker grid with a map to chip, y and x");
  return t->status;
}

tta_status tta_device_text_new(tta_source *source, const tta_check_options *options, tta_device_text **out,
                               tta_buf *reason) {
  tta_check_options how = tta_check_options_or_default(options);
  const tta_allocator *allocator = how.allocator ? how.allocator : &tta_malloc_allocator;
  tta_device_text *t = allocator->allocate(allocator->user, sizeof *t);
  *out = NULL;
  if (!t) return TTA_NO_MEMORY;
  *t = (tta_device_text){.pool = tta_affine_pool_new(allocator)};
  tta_arena_init(&t->arena, allocator);
  how.split = true;
  how.canonicalise = false;
  tta_status status = t->pool ? read_device(source, &how, t, reason) : TTA_NO_MEMORY;
  if (!status || status == TTA_INVALID) *out = t;
  else tta_device_text_free(t);
  return status;
}

void tta_device_text_free(tta_device_text *t) {
  if (!t) return;
  const tta_allocator *allocator = t->arena.allocator;
  tta_check_free(t->check);
  tta_affine_pool_free(t->pool);
  tta_arena_free(&t->arena);
  allocator->release(allocator->user, t, sizeof *t);
}

const tta_check *tta_device_text_check(const tta_device_text *t) { return t->check; }

const tta_device *tta_device_text_get(const tta_device_text *t) {
  return t->num_devices == 1 && !t->status && !tta_check_num_errors(t->check) ? &t->device : NULL;
}
