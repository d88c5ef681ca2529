/* traffic.c: sums of transfers on links, nodes and DRAM banks, and the lower bound of the time that follows. */
#include <string.h>

#include "base/checked.h"
#include "noc/noc.h"
#include "ttattr/noc.h"

const char *tta_noc_limit_name(tta_noc_limit limit) {
  static const char *const names[] = {"none", "link", "inject", "absorb", "dram", "latency"};
  return (unsigned)limit < sizeof names / sizeof *names ? names[limit] : "?";
}

tta_status tta_noc_traffic_init(tta_noc_traffic *traffic, tta_arch arch) {
  if (!tta_arch_get(arch)) return TTA_INVALID;
  memset(traffic, 0, sizeof *traffic);
  traffic->arch = arch;
  return TTA_OK;
}

/* ---- flows ---- */

static bool is_bank(const tta_arch_info *info, int32_t bank) {
  return bank == TTA_NOC_NONE || (bank >= 0 && (uint32_t)bank < info->num_dram_banks);
}

static bool is_flow(const tta_arch_info *info, const tta_noc_flow *flow) {
  const int64_t MAX_BYTES = (int64_t)1 << 40;
  return flow->noc < 2 && tta_noc_has(info, flow->from) && tta_noc_has(info, flow->to) &&
         is_bank(info, flow->from_bank) && is_bank(info, flow->to_bank) && flow->bytes >= 0 &&
         flow->bytes <= MAX_BYTES && flow->count >= 0;
}

static bool add_product(int64_t *sum, int64_t a, int64_t b) {
  int64_t product;
  return tta_mul(a, b, &product) && tta_add(*sum, product, sum);
}

static bool add_links(tta_noc_traffic *t, const tta_noc_flow *flow, const tta_noc_link *links, uint32_t num_links) {
  const tta_arch_info *info = tta_arch_get(t->arch);
  int64_t flits = tta_noc_flits(t->arch, flow->bytes, NULL);
  for (uint32_t i = 0; i < num_links; i++) {
    tta_noc_load *load = &t->links[flow->noc][tta_noc_number_of(info, links[i].from)][links[i].axis];
    if (!add_product(&load->bytes, flow->bytes, flow->count) || !add_product(&load->flits, flits, flow->count))
      return false;
  }
  int64_t bytes;
  return tta_mul(flow->bytes, flow->count, &bytes) && tta_add(t->bytes, bytes, &t->bytes) &&
         add_product(&t->byte_hops, bytes, num_links) && add_product(&t->hops, flow->count, num_links);
}

static bool add_ends(tta_noc_traffic *t, const tta_noc_flow *flow) {
  const tta_arch_info *info = tta_arch_get(t->arch);
  int64_t bytes = flow->bytes * flow->count; /* add_links has checked it */
  int64_t *injected = &t->injected[flow->noc][tta_noc_number_of(info, flow->from)];
  int64_t *absorbed = &t->absorbed[flow->noc][tta_noc_number_of(info, flow->to)];
  return tta_add(*injected, bytes, injected) && tta_add(*absorbed, bytes, absorbed) &&
         (flow->from_bank < 0 || tta_add(t->bank_read[flow->from_bank], bytes, &t->bank_read[flow->from_bank])) &&
         (flow->to_bank < 0 || tta_add(t->bank_written[flow->to_bank], bytes, &t->bank_written[flow->to_bank]));
}

static int64_t latency_of(const tta_noc_figures *f, const tta_noc_flow *flow, uint32_t hops) {
  if (!flow->read) return (int64_t)f->write_latency + (int64_t)f->write_latency_per_hop * hops;
  bool same_x = flow->from.x == flow->to.x, same_y = flow->from.y == flow->to.y;
  return same_x && same_y ? f->read_latency_own
         : same_x         ? f->read_latency_column
         : same_y         ? f->read_latency_row
                          : f->read_latency;
}

static void add_latency(tta_noc_traffic *t, const tta_noc_flow *flow, uint32_t hops) {
  int64_t latency = latency_of(tta_noc_figures_of(t->arch), flow, hops);
  if (latency <= t->latency) return;
  t->latency = latency;
  t->latency_flow = *flow;
}

tta_status tta_noc_traffic_add(tta_noc_traffic *t, const tta_noc_flow *flow) {
  tta_noc_link links[TTA_NOC_MAX_HOPS];
  if (!is_flow(tta_arch_get(t->arch), flow)) return TTA_INVALID;
  if (!flow->bytes || !flow->count) return TTA_OK;
  uint32_t hops = tta_noc_route(t->arch, flow->noc, flow->from, flow->to, links);
  if (!add_links(t, flow, links, hops) || !add_ends(t, flow)) return TTA_OVERFLOW;
  add_latency(t, flow, hops);
  return TTA_OK;
}

/* ---- time ---- */

bool tta_noc_busiest(const tta_noc_traffic *t, uint32_t *noc, tta_noc_link *link) {
  const tta_arch_info *info = tta_arch_get(t->arch);
  int64_t most = 0;
  for (uint32_t n = 0; n < 2; n++)
    for (uint32_t i = 0; i < tta_noc_num_nodes(info); i++)
      for (unsigned axis = 0; axis < 2; axis++) {
        if (t->links[n][i][axis].flits <= most) continue;
        most = t->links[n][i][axis].flits;
        *noc = n;
        *link = (tta_noc_link){tta_noc_xy_of(info, i), (tta_noc_axis)axis};
      }
  return most > 0;
}

/* Raises a limit to the cycles of `bytes` at a rate in tenths of a byte per cycle. @return whether it is higher now */
static bool raise_limit(tta_noc_bound *bound, tta_noc_limit limit, int64_t bytes, uint32_t rate, tta_status *status) {
  int64_t cycles;
  if (!rate || *status) return false;
  if (!tta_mul(bytes, 10, &cycles)) {
    *status = TTA_OVERFLOW;
    return false;
  }
  cycles = cycles / rate + (cycles % rate != 0);
  if (cycles <= bound->by_limit[limit]) return false;
  bound->by_limit[limit] = cycles;
  return true;
}

/* Nodes without figures (PCIe, and all of Grayskull) have the rate of a link. */
static uint32_t rate_of(const tta_noc_figures *f, uint32_t rate) { return rate ? rate : f->link_rate; }

/* What a node injects [0] and absorbs [1]. */
static void rates_of(const tta_noc_figures *f, tta_noc_kind kind, uint32_t rates[2]) {
  bool worker = kind == TTA_NOC_WORKER, ethernet = kind == TTA_NOC_ETHERNET;
  rates[0] = rate_of(f, worker ? f->worker_injects : ethernet ? f->ethernet_injects : 0);
  rates[1] = rate_of(f, worker ? f->worker_absorbs : ethernet ? f->ethernet_absorbs : 0);
}

/* The limits of all nodes but DRAM. The node and NoC that decide are kept for each of the two. */
static tta_status bound_nodes(const tta_noc_traffic *t, tta_noc_bound *bound, tta_noc_xy at[2], uint32_t noc[2]) {
  const tta_arch_info *info = tta_arch_get(t->arch);
  tta_status status = TTA_OK;
  for (uint32_t n = 0; n < 2; n++) {
    for (uint32_t i = 0; i < tta_noc_num_nodes(info); i++) {
      int64_t bytes[2] = {t->injected[n][i], t->absorbed[n][i]};
      tta_noc_node node;
      uint32_t rates[2];
      if ((!bytes[0] && !bytes[1]) || tta_noc_at(t->arch, 0, tta_noc_xy_of(info, i), &node, NULL)) continue;
      if (node.kind == TTA_NOC_DRAM) continue;
      rates_of(tta_noc_figures_of(t->arch), node.kind, rates);
      for (unsigned k = 0; k < 2; k++) {
        if (!raise_limit(bound, k ? TTA_NOC_LIMIT_ABSORB : TTA_NOC_LIMIT_INJECT, bytes[k], rates[k], &status)) continue;
        at[k] = node.noc0;
        noc[k] = n;
      }
    }
  }
  return status;
}

/* A bank reads and writes through one interface: all of its bytes at the higher rate, and each kind at its own. */
static tta_status bound_banks(const tta_noc_traffic *t, tta_noc_bound *bound) {
  const tta_noc_figures *f = tta_noc_figures_of(t->arch);
  uint32_t in = rate_of(f, f->dram_absorbs), out = rate_of(f, f->dram_injects), both = in > out ? in : out;
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < tta_arch_get(t->arch)->num_dram_banks; i++) {
    int64_t sum;
    if (!tta_add(t->bank_read[i], t->bank_written[i], &sum)) return TTA_OVERFLOW;
    if (raise_limit(bound, TTA_NOC_LIMIT_DRAM, t->bank_read[i], out, &status)) bound->bank = (int32_t)i;
    if (raise_limit(bound, TTA_NOC_LIMIT_DRAM, t->bank_written[i], in, &status)) bound->bank = (int32_t)i;
    if (raise_limit(bound, TTA_NOC_LIMIT_DRAM, sum, both, &status)) bound->bank = (int32_t)i;
  }
  return status;
}

tta_status tta_noc_bound_of(const tta_noc_traffic *t, tta_noc_bound *bound) {
  const tta_arch_info *info = tta_arch_get(t->arch);
  tta_noc_xy node[2] = {{0, 0}, {0, 0}};
  uint32_t noc[2] = {0, 0}, link_noc = 0;
  *bound = (tta_noc_bound){.bank = TTA_NOC_NONE};
  if (tta_noc_busiest(t, &link_noc, &bound->link)) /* a link carries one flit in a cycle */
    bound->by_limit[TTA_NOC_LIMIT_LINK] =
        t->links[link_noc][tta_noc_number_of(info, bound->link.from)][bound->link.axis].flits;
  tta_status status = bound_nodes(t, bound, node, noc);
  if (!status) status = bound_banks(t, bound);
  if (status) return status;
  bound->by_limit[TTA_NOC_LIMIT_LATENCY] = t->latency;
  for (unsigned k = 1; k < TTA_NOC_NUM_LIMITS; k++) {
    if (bound->by_limit[k] <= bound->cycles) continue;
    bound->limit = (tta_noc_limit)k;
    bound->cycles = bound->by_limit[k];
  }
  bool inject = bound->limit == TTA_NOC_LIMIT_INJECT, absorb = bound->limit == TTA_NOC_LIMIT_ABSORB;
  bound->noc = inject || absorb                           ? noc[absorb]
               : bound->limit == TTA_NOC_LIMIT_LATENCY ? t->latency_flow.noc
                                                          : link_noc;
  if (inject || absorb) bound->node = node[absorb];
  if (bound->limit != TTA_NOC_LIMIT_DRAM) bound->bank = TTA_NOC_NONE;
  return TTA_OK;
}
