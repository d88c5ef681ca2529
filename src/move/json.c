/* json.c: JSON of a plan and of its proof. */
#include <inttypes.h>
#include <stdio.h>

#include "base/fail.h"
#include "move/move.h"

enum { MAX_ENTRIES = 1 << 18 }; /* of `transfers` */

static void write_core(tta_json *json, const char *key, tta_move_memory memory, tta_core core) {
  int64_t yx[2] = {core.y, core.x};
  tta_json_key_shape(json, key, (tta_shape){2, memory == TTA_MOVE_L1 ? yx : NULL});
}

static void write_address(tta_json *json, const char *key, const tta_move *move, bool target, uint32_t endpoint,
                          int64_t offset) {
  uint64_t address;
  char text[24];
  bool has_address =
      move->spec.has_arch && !tta_move_noc_address(move, target, endpoint, offset, &address, NULL);
  if (has_address) snprintf(text, sizeof text, "0x%" PRIx64, address);
  tta_json_key_text(json, key, has_address ? text : NULL);
}

/* One entry: `count` runs of a loop. */
static void write_entry(tta_json *json, const tta_move *move, const tta_move_runs *r, int64_t src_offset,
                        int64_t dst_offset) {
  const tta_move_endpoint *src = tta_move_source(move, r->src), *dst = tta_move_target(move, r->dst);
  tta_json_open(json, '{');
  write_core(json, "src_core", src->memory, src->core);
  tta_json_key_count(json, "src_chip", src->chip);
  tta_json_key_count(json, "src_bank", src->bank);
  write_address(json, "src_noc_address", move, false, r->src, src_offset);
  write_core(json, "dst_core", dst->memory, dst->core);
  tta_json_key_count(json, "dst_chip", dst->chip);
  tta_json_key_count(json, "dst_bank", dst->bank);
  write_address(json, "dst_noc_address", move, true, r->dst, dst_offset);
  tta_json_key_int(json, "src_offset", src_offset);
  tta_json_key_int(json, "dst_offset", dst_offset);
  tta_json_key_int(json, "bytes", r->bytes);
  tta_json_key_int(json, "count", r->num_loops ? r->loops[0].count : 1);
  tta_json_key_int(json, "src_stride", r->num_loops ? r->loops[0].src_stride : 0);
  tta_json_key_int(json, "dst_stride", r->num_loops ? r->loops[0].dst_stride : 0);
  tta_json_key_text(json, "kind", tta_move_kind_name(r->kind));
  if (r->has_via) write_core(json, "via_core", TTA_MOVE_L1, r->via);
  tta_json_key_count(json, "hops", r->hops);
  tta_json_close(json, '}');
}

/* The longest loop is an entry; the others are expanded. */
static void write_family(tta_json *json, const tta_move *move, const tta_move_runs *r) {
  int64_t turn[TTA_MOVE_MAX_LOOPS] = {0}, src = r->src_offset, dst = r->dst_offset;
  do write_entry(json, move, r, src, dst);
  while (tta_move_next_run(r, 1, turn, &src, &dst) && !json->out->failed);
}

static int64_t count_entries(const tta_move *move) {
  int64_t entries = 0;
  for (size_t i = 0; i < move->num_runs; i++) {
    const tta_move_runs *r = &move->runs[i];
    entries += r->num_loops ? r->count / r->loops[0].count : 1;
  }
  return entries;
}

static const char *role_name(tta_move_role role) {
  return role == TTA_MOVE_READY ? "ready" : role == TTA_MOVE_ARRIVED ? "arrived" : "done";
}

static void write_semaphores(tta_json *json, const tta_move *move) {
  tta_json_key_open(json, "semaphores", '[');
  for (size_t i = 0; i < move->num_semaphores; i++) {
    const tta_move_semaphore *s = &move->semaphores[i];
    tta_json_open(json, '{');
    tta_json_key_int(json, "id", s->id);
    tta_json_key_text(json, "role", role_name(s->role));
    tta_json_key_int(json, "chip", s->chip);
    write_core(json, "core", TTA_MOVE_L1, s->core);
    tta_json_key_int(json, "initial", s->initial);
    tta_json_key_int(json, "waits", s->waits);
    tta_json_key_int(json, "posts", s->posts);
    tta_json_key_text(json, "posted_by", s->posts == 1 ? "noc_semaphore_set_remote" : "noc_semaphore_inc");
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

void tta_move_proof_json(tta_json *json, const tta_move_proof *p) {
  tta_json_open(json, '{');
  tta_json_key_int(json, "bytes_simulated", p->bytes_simulated);
  tta_json_key_int(json, "elements_arrived", p->elements_arrived);
  tta_json_key_int(json, "padding_bytes", p->padding_bytes);
  tta_json_key_int(json, "untouched_bytes", p->untouched_bytes);
  tta_json_close(json, '}');
}

static void write_conversion(tta_json *json, const tta_move_conversion *c) {
  if (!c->exists) return;
  tta_json_key_open(json, "conversion", '{');
  tta_json_key_text(json, "at", c->at_target ? "destination" : "source");
  tta_json_key_text(json, "moved", tta_data_type_name(c->moved));
  tta_json_key_text(json, "stored", tta_data_type_name(c->stored));
  tta_json_key_int(json, "cores", c->cores);
  tta_json_key_int(json, "bytes", c->bytes);
  tta_json_close(json, '}');
}

static void write_totals(tta_json *json, const tta_move *move) {
  const tta_move_totals *t = &move->totals;
  tta_json_key_int(json, "bytes_total", t->bytes_total);
  tta_json_key_int(json, "bytes_on_noc", t->bytes_on_noc);
  tta_json_key_count(json, "hops", t->has_hops ? t->hops : -1);
  write_semaphores(json, move);
  tta_json_key_int(json, "bytes_between_chips", t->bytes_between_chips);
  tta_json_key_int(json, "runs", t->runs);
  tta_json_key_int(json, "transactions", t->transactions);
  tta_json_key_int(json, "misaligned_runs", t->misaligned_runs);
  tta_json_key_int(json, "misaligned_bytes", t->misaligned_bytes);
  tta_json_key_int(json, "longest_burst_bytes", t->longest_burst);
  tta_json_key_bool(json, "no_op", t->no_op);
  tta_json_key_int(json, "local_cores", t->local_cores);
  tta_json_key_text(json, "local", tta_move_local_name(t->local));
  write_conversion(json, &t->conversion);
  tta_json_key_int(json, "padding_bytes", t->padding_bytes);
  tta_json_key_text(json, "oob_val", tta_oob_value_name(move->spec.to->oob_val));
  tta_json_key_text(json, "arch", tta_arch_get(t->arch)->name);
  tta_json_key_int(json, "noc", t->noc);
  tta_json_key_text(json, "direction", tta_move_direction_name(t->direction));
  tta_json_key_count(json, "fabric_hops", t->has_fabric_hops ? t->fabric_hops : -1);
  tta_move_network_json(json, move);
}

static tta_status check_entries(tta_move *move, int64_t entries) {
  tta_buf reason = tta_buf_new(move->spec.allocator);
  if (entries <= MAX_ENTRIES) return TTA_OK;
  tta_status status = tta_fail(TTA_LIMIT, &reason, "%lld transfers exceed the limit of %d for a list",
                               (long long)entries, MAX_ENTRIES);
  return tta_move_fail_and_free(&move->results, &move->spec.texts, (tta_move_stage){TTA_RULE_move_limit, true}, status,
                                &reason);
}

tta_status tta_transfer_plan_json(tta_json *json, tta_move *move, bool totals_only, const tta_move_proof *proof) {
  tta_status status = totals_only ? TTA_OK : check_entries(move, count_entries(move));
  if (status) return status;
  tta_json_open(json, '{');
  tta_json_key(json, "transfers");
  if (totals_only) {
    tta_json_null(json);
  } else {
    tta_json_open(json, '[');
    for (size_t i = 0; i < move->num_runs && !json->out->failed; i++) write_family(json, move, &move->runs[i]);
    tta_json_close(json, ']');
  }
  write_totals(json, move);
  tta_json_key(json, "simulation");
  if (proof) tta_move_proof_json(json, proof);
  else tta_json_null(json);
  tta_json_key_lines(json, "assumptions", tta_move_assumptions(move));
  tta_json_close(json, '}');
  return json->out->failed ? TTA_NO_MEMORY : TTA_OK;
}
