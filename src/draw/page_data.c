/* page_data.c: a layout as data for the page's script: shapes, maps as lists of nodes, the storage, and the inverse. */
#include <string.h>

#include "affine/affine.h"
#include "base/checked.h"
#include "draw/scene.h"
#include "layout/linear.h"
#include "model/storage.h"
#include "ttattr/storage.h"

/* A map as nodes in order: [operator, operand, operand], ["d", dim] or ["c", value]; operands are positions in the
 * list.
 */
static tta_status put_map(tta_json *json, const tta_map *map, tta_arena *arena) {
  static const char *const names[] = {"c", "d", "s", "+", "*", "mod", "floordiv", "ceildiv"};
  tta_expr top = 0;
  for (uint32_t i = 0; i < map->num_results; i++)
    if (map->results[i] > top) top = map->results[i];
  uint32_t *place = tta_arena_array(arena, (size_t)top + 1, sizeof *place), count = 0;
  if (!place) return TTA_NO_MEMORY;
  memset(place, 0, ((size_t)top + 1) * sizeof *place);
  for (uint32_t i = 0; i < map->num_results; i++) place[map->results[i]] = 1;
  for (tta_expr e = top; e > 0; e--) { /* operands have smaller handles */
    if (!place[e]) continue;
    tta_expr_view view = tta_expr_get(map->pool, e);
    if (view.kind >= TTA_EXPR_ADD) place[view.lhs] = place[view.rhs] = 1;
  }
  tta_json_open(json, '{');
  tta_json_key_open(json, "nodes", '[');
  for (tta_expr e = 1; e <= top; e++) {
    if (!place[e]) continue;
    tta_expr_view view = tta_expr_get(map->pool, e);
    tta_json_open(json, '[');
    tta_json_text(json, names[view.kind]);
    if (view.kind < TTA_EXPR_ADD) {
      tta_json_int(json, view.value);
    } else {
      tta_json_uint(json, place[view.lhs]);
      tta_json_uint(json, place[view.rhs]);
    }
    tta_json_close(json, ']');
    place[e] = count++;
  }
  tta_json_close(json, ']');
  tta_json_key_open(json, "results", '[');
  for (uint32_t i = 0; i < map->num_results; i++) tta_json_uint(json, place[map->results[i]]);
  tta_json_close(json, ']');
  tta_json_close(json, '}');
  return TTA_OK;
}

/* The dims of each result by falling stride, if successive quotients recover them: each stride exceeds all that the
 * smaller ones reach. */
static bool inverse_steps(const tta_layout *s, uint32_t result, tta_linear *sum, tta_step *steps, uint32_t *count) {
  if (!tta_linear_of(&s->linear, result, sum)) return false;
  *count = tta_linear_steps(sum, s->logical, steps);
  int64_t reach = 1, part;
  for (uint32_t k = *count; k-- > 0;) {
    if (steps[k].stride < reach) return false;
    if (!tta_mul(steps[k].stride, steps[k].extent - 1, &part) || !tta_add(reach, part, &reach)) return false;
  }
  return true;
}

static void put_inverse(tta_json *json, const tta_layout *s) {
  tta_linear sum;
  tta_step steps[TTA_MAX_RANK];
  uint32_t count;
  tta_json_key(json, "inverse");
  for (uint32_t r = 0; r < s->linear.num_results; r++)
    if (!inverse_steps(s, r, &sum, steps, &count)) {
      tta_json_null(json);
      return;
    }
  tta_json_open(json, '[');
  for (uint32_t r = 0; r < s->linear.num_results; r++) {
    if (!inverse_steps(s, r, &sum, steps, &count)) count = 0;
    tta_json_open(json, '{');
    tta_json_key_int(json, "constant", sum.constant);
    tta_json_key_open(json, "steps", '[');
    for (uint32_t k = 0; k < count; k++) {
      int64_t step[2] = {steps[k].dim, steps[k].stride};
      tta_json_shape(json, (tta_shape){2, step});
    }
    tta_json_close(json, ']');
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

static tta_status put_device(tta_json *json, const tta_device *device, tta_arena *arena) {
  tta_json_key(json, "device");
  if (!device) {
    tta_json_null(json);
    return TTA_OK;
  }
  tta_json_open(json, '{');
  tta_json_key(json, "map");
  tta_status status = put_map(json, &device->map, arena);
  if (status) return status;
  tta_json_key_shape(json, "chip_ids", device->chip_ids);
  tta_json_close(json, '}');
  return TTA_OK;
}

tta_status tta_page_data(const tta_layout *s, const tta_device *device, tta_arena *arena, tta_buf *out) {
  tta_json json = tta_json_writer(out);
  bool sharded = s->grid.extent && !s->interleaved;
  const tta_shape none = {0, NULL};
  tta_storage *storage = tta_arena_alloc(arena, sizeof *storage);
  if (!storage) return TTA_NO_MEMORY;
  tta_status derived = tta_storage_of(s, NULL, storage, NULL);
  bool stored = s->grid.extent && !derived;
  if (derived == TTA_OVERFLOW) return derived;
  tta_json_open(&json, '{');
  tta_json_key_plain(&json, "type", s->type);
  tta_json_key_shape(&json, "logical", s->logical);
  tta_json_key(&json, "linear");
  tta_status status = put_map(&json, &s->linear, arena);
  if (status) return status;
  put_inverse(&json, s);
  tta_json_key_shape(&json, "physical", s->physical);
  tta_json_key_shape(&json, "grid", sharded ? s->grid : none);
  tta_json_key_shape(&json, "shard", sharded ? s->shard : none);
  tta_json_key(&json, "storage");
  if (stored) tta_storage_json(&json, storage);
  else tta_json_null(&json);
  status = put_device(&json, sharded ? device : NULL, arena);
  if (status) return status;
  tta_json_close(&json, '}');
  return out->failed ? TTA_NO_MEMORY : TTA_OK;
}
