/* simulate_tiled.c: the proof of tiled layouts and of moves between them: nests and runs over arrays, where every
 * element is then looked up by the definition of its layout. */
#include <string.h>

#include "base/checked.h"
#include "base/index.h"
#include "layout/values.h"
#include "move/move.h"
#include "tiled/tiled.h"

enum { EMPTY = -1, FILLED = -2 };

/* Elements as the numbers of their indices. */
typedef struct arrays {
  int32_t *from, *to;
  int64_t from_size, to_size;
} arrays;

/* ---- elements ---- */

/* One past the last position that the host's strides reach. */
static bool host_positions(const tta_tiled_map *map, int64_t *positions) {
  int64_t last = map->host_offset, step;
  *positions = 0;
  if (!tta_shape_at_least(map->host_size, 1)) return true;
  for (uint32_t d = 0; d < map->host_size.rank; d++)
    if (!tta_mul(map->host_size.extent[d] - 1, map->tensor_strides[d], &step) || !tta_add(last, step, &last))
      return false;
  return tta_add(last, 1, positions);
}

/* Where an element is: in a layout, or on the host of `map`. */
static tta_status locate(const tta_tiled_map *map, bool on_host, const int64_t *index, int64_t *position) {
  if (!on_host) return tta_tiled_position(map, index, NULL, position);
  *position = map->host_offset;
  for (uint32_t d = 0; d < map->host_size.rank; d++) *position += index[d] * map->tensor_strides[d];
  return TTA_OK;
}

static void clear(int32_t *list, int64_t size) {
  for (int64_t p = 0; p < size; p++) list[p] = EMPTY;
}

static tta_status number_elements(const tta_tiled_map *map, bool on_host, const arrays *a, tta_buf *reason) {
  int64_t index[TTA_MAX_RANK] = {0}, position;
  int32_t number = 0;
  if (map->host_size.rank > TTA_MAX_RANK) return TTA_LIMIT;
  clear(a->from, a->from_size);
  if (!tta_shape_at_least(map->host_size, 1)) return TTA_OK;
  do {
    tta_status status = locate(map, on_host, index, &position);
    if (status) return status;
    if (position < 0 || position >= a->from_size)
      return tta_fail(TTA_INVALID, reason, "element %d is outside of the source", number);
    a->from[position] = number++;
  } while (tta_index_next(map->host_size, index));
  return TTA_OK;
}

/* Whether every element is in its place. */
static tta_status check_elements(const tta_tiled_map *map, bool on_host, const int32_t *list, int64_t size,
                                 tta_move_proof *proof, tta_buf *reason) {
  int64_t index[TTA_MAX_RANK] = {0}, position;
  int32_t number = 0;
  if (tta_shape_at_least(map->host_size, 1)) do {
    tta_status status = locate(map, on_host, index, &position);
    if (status) return status;
    if (position < 0 || position >= size || list[position] != number)
      return tta_fail(TTA_INVALID, reason, "element %d did not arrive at position %lld%s", number, (long long)position,
                      on_host ? " of the host" : "");
    number++;
  } while (tta_index_next(map->host_size, index));
  proof->elements_arrived = number;
  return TTA_OK;
}

/* Whether nothing else was written: slots of padding, and only these, hold its value. */
static tta_status check_rest(const arrays *a, const tta_tiled_map *map, bool has_padding, int64_t element_bytes,
                             tta_move_proof *proof, tta_buf *reason) {
  int64_t index[TTA_MAX_RANK], written = 0;
  proof->padding_bytes = 0;
  for (int64_t p = 0; p < a->to_size; p++) {
    bool filled = a->to[p] == FILLED;
    written += a->to[p] >= 0;
    if (has_padding && filled != (tta_tiled_element_at(map, p, index) == TTA_TILED_AT_PADDING))
      return tta_fail(TTA_INVALID, reason, "device position %lld %s the value of padding", (long long)p,
                      filled ? "is not padding, but holds" : "does not hold");
    if (filled) proof->padding_bytes += element_bytes;
  }
  if (written / tta_tiled_copies(map) > proof->elements_arrived)
    return tta_fail(TTA_INVALID, reason, "%lld positions were written for %lld elements", (long long)written,
                    (long long)proof->elements_arrived);
  return TTA_OK;
}

/* ---- copies ---- */

/* One run, or one box of `rank` loops: in elements. */
static bool copy_box(const arrays *a, uint32_t rank, const int64_t *ranges, const int64_t *from_strides,
                     const int64_t *to_strides, int64_t from, int64_t to) {
  int64_t index[128] = {0};
  if (rank > 128) return false;
  for (uint32_t d = 0; d < rank; d++)
    if (ranges[d] < 1) return true;
  for (;;) {
    if (to < 0 || to >= a->to_size || (from_strides && (from < 0 || from >= a->from_size))) return false;
    a->to[to] = from_strides ? a->from[from] : FILLED;
    uint32_t d = rank;
    for (; d > 0; d--) {
      from += from_strides ? from_strides[d - 1] : 0;
      to += to_strides[d - 1];
      if (++index[d - 1] < ranges[d - 1]) break;
      from -= from_strides ? from_strides[d - 1] * ranges[d - 1] : 0;
      to -= to_strides[d - 1] * ranges[d - 1];
      index[d - 1] = 0;
    }
    if (!d) return true;
  }
}

static bool copy_runs(const arrays *a, const tta_tiled_plan *plan, const tta_move_runs *r) {
  int64_t ranges[TTA_MOVE_MAX_LOOPS + 1], from[TTA_MOVE_MAX_LOOPS + 1], to[TTA_MOVE_MAX_LOOPS + 1];
  int64_t bytes = plan->element_bytes;
  if (r->num_loops > TTA_MOVE_MAX_LOOPS) return false;
  for (uint32_t i = 0; i < r->num_loops; i++) {
    ranges[i] = r->loops[i].count;
    from[i] = r->loops[i].src_stride / bytes;
    to[i] = r->loops[i].dst_stride / bytes;
  }
  ranges[r->num_loops] = r->bytes / bytes;
  from[r->num_loops] = to[r->num_loops] = 1;
  return copy_box(a, r->num_loops + 1, ranges, from, to, r->src_offset / bytes, r->dst_offset / bytes);
}

static tta_status fill(const arrays *a, uint32_t count, const tta_tiled_nest *nests, tta_buf *reason) {
  clear(a->to, a->to_size);
  for (uint32_t n = 0; n < count; n++)
    if (!copy_box(a, nests[n].rank, nests[n].ranges, NULL, nests[n].device_strides, 0, nests[n].device_offset))
      return tta_fail(TTA_INVALID, reason, "loop nest %u of the padding leaves the memory", n);
  return TTA_OK;
}

/* Both arrays. @param ends their name. @return TTA_LIMIT with a reason: they are too large */
static tta_status allocate(arrays *a, const char *ends, int64_t element_bytes, tta_arena *arena, tta_move_proof *proof,
                           tta_buf *reason) {
  int64_t sum;
  if (!tta_add(a->from_size, a->to_size, &sum) || !tta_mul(sum, element_bytes, &proof->bytes_simulated) ||
      proof->bytes_simulated > TTA_MOVE_SIMULATE_BYTES)
    return tta_fail(TTA_LIMIT, reason, "%s take more than the %d MiB that are simulated", ends,
                    TTA_MOVE_SIMULATE_BYTES >> 20);
  a->from = tta_arena_array(arena, (size_t)a->from_size + 1, sizeof *a->from);
  a->to = tta_arena_array(arena, (size_t)a->to_size + 1, sizeof *a->to);
  return a->from && a->to ? TTA_OK : TTA_NO_MEMORY;
}

static void count_untouched(const arrays *a, int64_t element_bytes, tta_move_proof *proof) {
  proof->untouched_bytes = (a->to_size - proof->elements_arrived) * element_bytes - proof->padding_bytes;
}

/* ---- a layout ---- */

/* From the host to the device, and from there into an empty host. */
static tta_status run_nests(arrays *a, const tta_tiled_facts *f, int64_t element_bytes, tta_move_proof *proof,
                            tta_buf *reason) {
  tta_status status = fill(a, f->num_padding_nests, f->padding_nests, reason);
  if (!status) status = number_elements(&f->map, true, a, reason);
  for (uint32_t turn = 0; turn < 2 && !status; turn++) {
    arrays ends = turn ? (arrays){a->to, a->from, a->to_size, a->from_size} : *a;
    if (turn) clear(ends.to, ends.to_size);
    for (uint32_t n = 0; n < f->num_nests; n++) {
      const tta_tiled_nest *nest = &f->nests[n];
      const int64_t *strides[] = {nest->host_strides, nest->device_strides};
      int64_t offsets[] = {nest->host_offset, nest->device_offset};
      if (!copy_box(&ends, nest->rank, nest->ranges, strides[turn], strides[!turn], offsets[turn], offsets[!turn]))
        return tta_fail(TTA_INVALID, reason, "loop nest %u leaves the memory", n);
    }
    status = check_elements(&f->map, turn, ends.to, ends.to_size, proof, reason);
    if (!status && !turn) status = check_rest(a, &f->map, f->num_padding_nests > 0, element_bytes, proof, reason);
  }
  return status;
}

tta_status tta_tiled_simulate_padding(const tta_tiled_facts *facts, int64_t device_elements, int64_t element_bytes,
                                      const tta_allocator *allocator, tta_move_proof *proof, tta_buf *reason) {
  arrays a = {.to_size = device_elements};
  tta_arena arena;
  *proof = (tta_move_proof){0};
  tta_arena_init(&arena, allocator);
  tta_status status = host_positions(&facts->map, &a.from_size) ? TTA_OK : TTA_LIMIT;
  if (!status) status = allocate(&a, "host and device", element_bytes, &arena, proof, reason);
  if (!status) status = run_nests(&a, facts, element_bytes, proof, reason);
  if (!status) count_untouched(&a, element_bytes, proof);
  tta_arena_free(&arena);
  return status;
}

/* ---- a plan ---- */

/* Once by the nests, once by the runs. */
static tta_status run_both(const arrays *a, const tta_tiled_plan *plan, tta_move_proof *proof, tta_buf *reason) {
  const tta_tiled_map *to = &plan->to.map;
  bool on_host = !plan->from.layout.has_host;
  tta_status status = number_elements(on_host ? to : &plan->from.map, on_host, a, reason);
  for (int turn = 0; turn < 2 && !status; turn++) {
    status = fill(a, plan->num_padding_nests, plan->to.padding_nests, reason);
    for (size_t i = 0; i < (turn ? plan->num_families : plan->num_nests) && !status; i++) {
      const tta_digits_nest *n = turn ? NULL : &plan->nests[i];
      bool fits = turn ? copy_runs(a, plan, &plan->families[i])
                       : copy_box(a, n->rank, n->ranges, n->from_strides, n->to_strides, n->from_offset, n->to_offset);
      if (!fits) status = tta_fail(TTA_INVALID, reason, "%s %zu leaves the memory", turn ? "run" : "loop nest", i);
    }
    if (!status) status = check_elements(to, false, a->to, a->to_size, proof, reason);
    if (!status) status = check_rest(a, to, plan->num_padding_nests > 0, plan->element_bytes, proof, reason);
  }
  return status;
}

static tta_status simulate(const tta_tiled_plan *plan, const tta_allocator *allocator, tta_move_proof *proof,
                           tta_buf *reason) {
  arrays a = {.from_size = plan->from.device_bytes / plan->element_bytes,
              .to_size = plan->to.device_bytes / plan->element_bytes};
  tta_arena arena;
  tta_status status = TTA_OK;
  *proof = (tta_move_proof){0};
  tta_arena_init(&arena, allocator);
  if (!plan->from.layout.has_host && !host_positions(&plan->to.map, &a.from_size)) status = TTA_LIMIT;
  if (!status) status = allocate(&a, "both ends", plan->element_bytes, &arena, proof, reason);
  if (!status) status = run_both(&a, plan, proof, reason);
  if (!status) count_untouched(&a, plan->element_bytes, proof);
  tta_arena_free(&arena);
  return status;
}

tta_status tta_tiled_plan_simulate(tta_tiled_plan *plan, const tta_allocator *allocator, tta_move_proof *proof) {
  tta_buf reason = tta_buf_new(allocator);
  tta_status status = simulate(plan, allocator, proof, &reason);
  return tta_move_fail_and_free(plan->results, &plan->texts, (tta_move_stage){TTA_RULE_move_simulation, true}, status,
                                &reason);
}
