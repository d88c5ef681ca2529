/* tiled.c: a move between two tiled layouts, or from the host to one: nests and runs of bytes. */
#include <string.h>

#include "base/checked.h"
#include "base/str.h"
#include "layout/values.h"
#include "move/move.h"
#include "tiled/tiled.h"

/* ---- runs ---- */

/* A nest as a family in bytes: loops without a gap at both ends are part of the run. */
static tta_status add_nest(tta_families *families, const tta_digits_nest *nest, int64_t bytes) {
  tta_family *f = tta_families_add(families, nest->rank);
  if (!f) return tta_families_status(families);
  f->bytes = bytes;
  if (!tta_mul(nest->from_offset, bytes, &f->src_offset) || !tta_mul(nest->to_offset, bytes, &f->dst_offset))
    return TTA_OVERFLOW;
  for (uint32_t i = nest->rank; i-- > 0;) {
    tta_move_loop loop = {.count = nest->ranges[i]};
    if (!tta_mul(nest->from_strides[i], bytes, &loop.src_stride) ||
        !tta_mul(nest->to_strides[i], bytes, &loop.dst_stride))
      return TTA_OVERFLOW;
    if (!f->num_loops && loop.src_stride == f->bytes && loop.dst_stride == f->bytes) f->bytes *= loop.count;
    else f->loops[f->num_loops++] = loop;
  }
  return TTA_OK;
}

/* The longest loop first. */
static void reverse(tta_family *f) {
  for (uint32_t i = 0; i < f->num_loops / 2; i++) {
    tta_move_loop other = f->loops[i];
    f->loops[i] = f->loops[f->num_loops - 1 - i];
    f->loops[f->num_loops - 1 - i] = other;
  }
}

static void count_run(tta_tiled_plan *plan, const tta_move_runs *r) {
  plan->runs += r->count;
  plan->requests += r->count * ((r->bytes - 1) / TTA_TILED_BURST_BYTES + 1);
  if (r->bytes > plan->longest_run) plan->longest_run = r->bytes;
  if (!plan->shortest_run || r->bytes < plan->shortest_run) plan->shortest_run = r->bytes;
}

static tta_status set_runs(tta_tiled_plan *plan, tta_arena *arena) {
  tta_families families = {.arena = arena};
  tta_status status = TTA_OK;
  for (uint32_t n = 0; n < plan->num_nests && !status; n++) status = add_nest(&families, &plan->nests[n],
                                                                              plan->element_bytes);
  for (size_t i = 0; i < families.num_items; i++) reverse(&families.items[i]);
  if (!status) status = tta_move_join(&families, &plan->maximal);
  tta_move_runs *runs = tta_arena_array(arena, families.num_items + 1, sizeof *runs);
  if (!runs) return TTA_NO_MEMORY;
  for (size_t i = 0; i < families.num_items && !status; i++) {
    const tta_family *f = &families.items[i];
    runs[i] = (tta_move_runs){.src_offset = f->src_offset, .dst_offset = f->dst_offset, .bytes = f->bytes, .count = 1,
                              .num_loops = f->num_loops, .loops = f->loops, .hops = -1};
    for (uint32_t k = 0; k < f->num_loops; k++) runs[i].count *= f->loops[k].count; /* at most the elements */
    count_run(plan, &runs[i]);
  }
  plan->num_families = families.num_items;
  plan->families = runs;
  return status;
}

/* ---- the plan ---- */

static tta_status element_bytes(const tta_tiled *layout, const tta_tiled_map *map, int64_t *bytes, tta_buf *reason) {
  int64_t stick = layout->stick_bytes ? layout->stick_bytes : TTA_TILED_STICK_BYTES;
  *bytes = stick / map->elems_per_stick;
  if (*bytes * map->elems_per_stick == stick && *bytes > 0) return TTA_OK;
  return tta_fail(TTA_INVALID, reason, "%lld elements in a stick of %lld bytes have no byte addresses",
                  (long long)map->elems_per_stick, (long long)stick);
}

/* @param at of a failure */
static tta_status check_hosts(const tta_tiled *from, const tta_tiled *to, tta_move_stage *at, tta_buf *reason) {
  const tta_tiled *both[] = {from, to};
  for (int i = 0; i < 2; i++) {
    at->target = i;
    if (both[i] && !both[i]->has_host)
      return tta_fail(TTA_INVALID, reason, "the %s layout has no host, so the tensor shape is unknown",
                      i ? "destination" : "source");
  }
  return TTA_OK;
}

static tta_status find_difference(const tta_tiled *from, const tta_tiled *to, tta_arena *arena, tta_tiled_plan *plan,
                                  tta_buf *reason) {
  tta_tiled_move move;
  tta_status status = tta_tiled_compare(from, to, arena, &move);
  if (status == TTA_LIMIT) return TTA_OK; /* not known to be equal */
  if (!status && !move.feasible)
    return tta_fail(TTA_INVALID, reason, "%.*s", TTA_STR_ARGS(move.reason));
  plan->no_op = !status && !move.moves && !plan->num_padding_nests && tta_tiled_copies(&plan->to.map) == 1;
  return status;
}

static tta_status plan_move(const tta_tiled *from, const tta_tiled *to, tta_arena *arena, tta_tiled_plan *plan,
                            tta_move_stage *at, tta_buf *reason) {
  tta_tiled_sizes sizes;
  tta_status status = check_hosts(from, to, at, reason);
  if (status) return status;
  at->target = false;
  if (from) status = tta_tiled_facts_of(from, arena, &plan->from, reason);
  if (status) return status;
  at->target = true;
  status = tta_tiled_facts_of(to, arena, &plan->to, reason);
  if (!status) status = tta_tiled_sizes_of(to, arena, &sizes);
  plan->num_padding_nests = plan->to.num_padding_nests;
  if (status) return status;
  at->rule = TTA_RULE_move_tensors;
  if (from) status = find_difference(from, to, arena, plan, reason);
  if (status) return status;
  at->rule = TTA_RULE_move_layout;
  status = element_bytes(to, &plan->to.map, &plan->element_bytes, reason);
  if (!status)
    status = tta_tiled_copy_nests(from ? &plan->from.map : NULL, &plan->to.map, arena, &plan->num_nests, &plan->nests,
                                  reason);
  if (status) return status;
  plan->elements = sizes.host_elements;
  if (!tta_mul(plan->elements, plan->element_bytes, &plan->bytes)) return TTA_OVERFLOW;
  return set_runs(plan, arena);
}

tta_status tta_tiled_plan_of(const tta_tiled *from, const tta_tiled *to, const tta_move_texts *texts, tta_arena *arena,
                             tta_tiled_plan *plan) {
  tta_move_stage at = {TTA_RULE_move_layout, false};
  *plan = (tta_tiled_plan){.maximal = true};
  if (texts) plan->texts = *texts;
  plan->results = tta_results_new(arena->allocator, plan->texts.check);
  if (!plan->results) return TTA_NO_MEMORY;
  tta_buf reason = tta_buf_new(arena->allocator);
  tta_status status = plan_move(from, to, arena, plan, &at, &reason);
  return tta_move_fail_and_free(plan->results, &plan->texts, at, status, &reason);
}

void tta_tiled_plan_free(tta_tiled_plan *plan) {
  tta_results_delete(plan->results);
  plan->results = NULL;
}

const tta_results *tta_tiled_plan_results(const tta_tiled_plan *plan) { return plan->results; }

/* ---- JSON ---- */

static void write_nests(tta_json *json, const tta_tiled_plan *plan) {
  tta_json_key_open(json, "nests", '[');
  for (uint32_t i = 0; i < plan->num_nests; i++) {
    const tta_digits_nest *n = &plan->nests[i];
    tta_json_open(json, '{');
    tta_json_key_shape(json, "ranges", (tta_shape){n->rank, n->ranges});
    tta_json_key_shape(json, "from_strides", (tta_shape){n->rank, n->from_strides});
    tta_json_key_shape(json, "to_strides", (tta_shape){n->rank, n->to_strides});
    tta_json_key_int(json, "from_offset", n->from_offset);
    tta_json_key_int(json, "to_offset", n->to_offset);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

static void write_runs(tta_json *json, const tta_move_runs *r) {
  tta_json_open(json, '{');
  tta_json_key_int(json, "src_offset", r->src_offset);
  tta_json_key_int(json, "dst_offset", r->dst_offset);
  tta_json_key_int(json, "bytes", r->bytes);
  tta_json_key_int(json, "count", r->count);
  tta_json_key_open(json, "loops", '[');
  for (uint32_t i = 0; i < r->num_loops; i++) {
    tta_json_open(json, '{');
    tta_json_key_int(json, "count", r->loops[i].count);
    tta_json_key_int(json, "src_stride", r->loops[i].src_stride);
    tta_json_key_int(json, "dst_stride", r->loops[i].dst_stride);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
  tta_json_close(json, '}');
}

void tta_tiled_plan_json(tta_json *json, const tta_tiled_plan *plan, bool totals_only,
                         const struct tta_move_proof *proof) {
  tta_json_open(json, '{');
  tta_json_key_int(json, "elements", plan->elements);
  tta_json_key_int(json, "bytes_total", plan->bytes);
  tta_json_key_bool(json, "no_op", plan->no_op);
  tta_json_key_int(json, "runs", plan->runs);
  tta_json_key_int(json, "shortest_run", plan->shortest_run);
  tta_json_key_int(json, "longest_run", plan->longest_run);
  tta_json_key_int(json, "requests", plan->requests);
  tta_json_key_bool(json, "maximal", plan->maximal);
  tta_json_key_int(json, "device_bytes", plan->to.device_bytes);
  write_nests(json, plan);
  tta_json_key(json, "transfers");
  if (totals_only) {
    tta_json_null(json);
  } else {
    tta_json_open(json, '[');
    for (size_t i = 0; i < plan->num_families; i++) write_runs(json, &plan->families[i]);
    tta_json_close(json, ']');
  }
  tta_json_key(json, "simulation");
  if (proof) tta_move_proof_json(json, proof);
  else tta_json_null(json);
  tta_json_close(json, '}');
}
