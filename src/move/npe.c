/* npe.c: a plan as a workload of tt-npe, Tenstorrent's NoC estimator (tt-npe 1021603, tt_npe/cpp/src/
 * npeWorkloadIngest.cpp): physical NoC 0 coordinates; the source is where the data start, also of a read. The rate of
 * injection is left out: tt-npe takes that of the source node. */
#include "base/fail.h"
#include "move/move.h"

/* Equal packets between two nodes. */
typedef struct packets {
  int64_t device, bytes, count;
  tta_noc_xy from, to;
  bool read;
} packets;

static void write_packets(tta_json *json, uint32_t noc, const packets *p) {
  if (!p->bytes || !p->count) return;
  tta_json_open(json, '{');
  tta_json_key_int(json, "device_id", p->device);
  tta_json_key_int(json, "packet_size", p->bytes);
  tta_json_key_int(json, "num_packets", p->count);
  tta_json_key_int(json, "src_x", p->from.x);
  tta_json_key_int(json, "src_y", p->from.y);
  tta_json_key_int(json, "dst_x", p->to.x);
  tta_json_key_int(json, "dst_y", p->to.y);
  tta_json_key_int(json, "phase_cycle_offset", 0);
  tta_json_key_text(json, "noc_type", noc ? "NOC_1" : "NOC_0");
  tta_json_key_text(json, "noc_event_type", p->read ? "READ" : "WRITE");
  tta_json_close(json, '}');
}

/* Runs longer than a burst: whole bursts, then what is left. */
static void write_runs(tta_json *json, const tta_move *m, const tta_move_runs *r, packets p) {
  int64_t burst = m->totals.longest_burst;
  p.bytes = burst;
  p.count = r->count * (r->bytes / burst);
  write_packets(json, m->spec.noc, &p);
  p.bytes = r->bytes % burst;
  p.count = r->count;
  write_packets(json, m->spec.noc, &p);
}

/* @param second what workers write that they have read in the first phase (from DRAM to DRAM) */
static void write_phase(tta_json *json, const tta_move *m, bool second) {
  tta_json_open(json, '{');
  tta_json_key_open(json, "transfers", '[');
  for (size_t i = 0; i < m->num_runs && !json->out->failed; i++) {
    const tta_move_runs *r = &m->runs[i];
    const tta_move_endpoint *src = &m->from.endpoints[r->src], *dst = &m->to.endpoints[r->dst];
    if (r->kind == TTA_MOVE_LOCAL || (second && !r->has_via)) continue;
    packets p = {.device = src->chip >= 0 ? src->chip : dst->chip,
                 .from = second ? r->via_node.noc0 : src->node.noc0,
                 .to = r->has_via && !second ? r->via_node.noc0 : dst->node.noc0,
                 .read = r->kind == TTA_MOVE_READ && !second};
    write_runs(json, m, r, p);
  }
  tta_json_close(json, ']');
  tta_json_close(json, '}');
}

static tta_status check(const tta_move *m, tta_buf *reason) {
  if (!m->totals.has_hops) return tta_fail(TTA_INVALID, reason, "the architecture does not have nodes for all cores");
  if (m->totals.bytes_between_chips)
    return tta_fail(TTA_INVALID, reason, "the workload of tt-npe cannot have transfers between chips");
  return TTA_OK;
}

tta_status tta_move_npe(tta_json *json, tta_move *m) {
  tta_buf reason = tta_buf_new(m->spec.allocator);
  bool through = false;
  tta_status status = check(m, &reason);
  status = tta_move_fail_and_free(&m->results, &m->spec.texts, (tta_move_stage){TTA_RULE_move_form, true}, status,
                                  &reason);
  if (status) return status;
  for (size_t i = 0; i < m->num_runs; i++) through = through || m->runs[i].has_via;
  tta_json_open(json, '{');
  tta_json_key_open(json, "phases", '[');
  write_phase(json, m, false);
  if (through) write_phase(json, m, true);
  tta_json_close(json, ']');
  tta_json_close(json, '}');
  return json->out->failed ? TTA_NO_MEMORY : TTA_OK;
}
