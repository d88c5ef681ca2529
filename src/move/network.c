/* network.c: the transfers of a plan on the links of the NoCs and on the Ethernet channels, and the lower bound of
 * their time.
 *
 * A transfer to another chip goes over the NoC of its chip to the Ethernet core of a channel, over the channel, and so
 * on, to its destination. Channels of one pair of chips are used in turn. Each NoC part is a write. */
#include <string.h>

#include "base/checked.h"
#include "base/sort.h"
#include "move/move.h"
#include "noc/noc.h"

/* ---- the chips ---- */

static bool has_traffic(const tta_move_runs *r) { return r->kind != TTA_MOVE_LOCAL; }

static int compare_chips(const void *a, const void *b) { return tta_order(*(const int64_t *)a, *(const int64_t *)b); }

static int compare_channels(const void *a, const void *b) {
  const tta_move_channel *x = a, *y = b;
  int order = tta_order(x->from_chip, y->from_chip);
  if (!order) order = tta_order(x->to_chip, y->to_chip);
  return order ? order : tta_order(x->channel, y->channel);
}

/* Ids of the chips that have endpoints, ascending, each once; those of ways between chips, too. */
static tta_status list_chips(tta_move *m, size_t *count) {
  tta_move_network *n = &m->network;
  size_t most = (size_t)m->from.num_endpoints + m->to.num_endpoints;
  if (m->spec.system) most += (size_t)m->spec.system->num_chips;
  n->chips = tta_arena_array(&m->arena, most + 1, sizeof *n->chips);
  int64_t *scratch = tta_arena_array(&m->arena, most + 1, sizeof *scratch);
  if (!n->chips || !scratch) return TTA_NO_MEMORY;
  size_t used = 0;
  for (unsigned k = 0; k < 2; k++) {
    const tta_move_endpoints *e = k ? &m->to : &m->from;
    for (uint32_t i = 0; i < e->num_endpoints; i++)
      if (e->endpoints[i].chip >= 0 && (!used || n->chips[used - 1] != e->endpoints[i].chip))
        n->chips[used++] = e->endpoints[i].chip;
  }
  bool fabric = false;
  for (size_t i = 0; i < m->num_runs && !fabric; i++) fabric = m->runs[i].kind == TTA_MOVE_FABRIC;
  for (int64_t i = 0; fabric && m->spec.system && i < m->spec.system->num_chips; i++) n->chips[used++] = i;
  tta_sort(n->chips, scratch, used, sizeof *n->chips, compare_chips);
  *count = 0;
  for (size_t i = 0; i < used; i++)
    if (!*count || n->chips[*count - 1] != n->chips[i]) n->chips[(*count)++] = n->chips[i];
  return TTA_OK;
}

static tta_noc_traffic *traffic_of(tta_move_network *n, int64_t chip) {
  size_t low = 0, high = n->num_chips;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (n->chips[middle] == chip) return &n->traffic[middle];
    if (n->chips[middle] < chip) low = middle + 1;
    else high = middle;
  }
  return NULL;
}

/* ---- ethernet ---- */

/* The node of an Ethernet core. Descriptions count Ethernet cores as (channel, 0); older ones as (0, channel). */
static bool ethernet_node(const tta_arch_info *arch, const tta_channel_end *end, tta_noc_xy *xy) {
  tta_core core = end->core;
  int64_t channel = core.x == 0 ? core.y : core.y == 0 ? core.x : -1;
  if (channel < 0 || channel >= arch->num_ethernet) return false;
  *xy = arch->ethernet[channel];
  return true;
}

static bool node_of_step(const tta_move *m, const tta_move_step *step, bool at_start, tta_noc_xy *xy) {
  const tta_system *system = m->spec.system;
  if (step->channel >= system->num_channels) return false;
  const tta_chip_channel *c = &system->channels[step->channel];
  int64_t chip = at_start ? step->from : step->to;
  return ethernet_node(m->from.arch, &c->end[c->end[0].chip == chip ? 0 : 1], xy);
}

static tta_status add_channel(tta_move *m, const tta_move_step *step, const tta_move_runs *r) {
  tta_move_network *n = &m->network;
  size_t i = 0;
  while (i < n->num_channels && (n->channels[i].channel != step->channel || n->channels[i].from_chip != step->from))
    i++;
  if (i == n->num_channels) /* a channel has two directions, and there is space for both of each */
    n->channels[n->num_channels++] =
        (tta_move_channel){.from_chip = step->from, .to_chip = step->to, .channel = step->channel};
  tta_move_channel *c = &n->channels[i];
  return tta_add(c->bytes, r->bytes * r->count, &c->bytes) && tta_add(c->runs, r->count, &c->runs) ? TTA_OK
                                                                                                    : TTA_OVERFLOW;
}

/* ---- flows ---- */

static tta_noc_flow flow_of(const tta_move *m, const tta_move_runs *r, tta_noc_xy from, tta_noc_xy to) {
  return (tta_noc_flow){.noc = m->spec.noc,
                        .from = from,
                        .to = to,
                        .from_bank = TTA_NOC_NONE,
                        .to_bank = TTA_NOC_NONE,
                        .bytes = r->bytes,
                        .count = r->count};
}

static tta_status add_flow(tta_move *m, int64_t chip, const tta_noc_flow *flow) {
  tta_noc_traffic *t = traffic_of(&m->network, chip);
  return t ? tta_noc_traffic_add(t, flow) : TTA_OK;
}

/* On one chip: a read or a write; through a worker both. */
static tta_status add_on_chip(tta_move *m, const tta_move_runs *r) {
  const tta_move_endpoint *src = &m->from.endpoints[r->src], *dst = &m->to.endpoints[r->dst];
  int64_t chip = src->memory == TTA_MOVE_HOST ? dst->chip : src->chip;
  tta_noc_xy middle = r->has_via ? r->via_node.noc0 : dst->node.noc0;
  tta_noc_flow first = flow_of(m, r, src->node.noc0, middle);
  first.read = r->kind == TTA_MOVE_READ;
  if (src->memory == TTA_MOVE_DRAM) first.from_bank = (int32_t)src->bank;
  if (!r->has_via && dst->memory == TTA_MOVE_DRAM) first.to_bank = (int32_t)dst->bank;
  tta_status status = add_flow(m, chip, &first);
  if (status || !r->has_via) return status;
  tta_noc_flow second = flow_of(m, r, middle, dst->node.noc0);
  second.to_bank = (int32_t)dst->bank;
  return add_flow(m, chip, &second);
}

static tta_status add_fabric(tta_move *m, tta_move_runs *r, size_t turn) {
  tta_move_network *n = &m->network;
  const tta_move_endpoint *src = &m->from.endpoints[r->src], *dst = &m->to.endpoints[r->dst];
  int64_t hops = tta_move_chip_hops(m, &n->paths, src->chip, dst->chip);
  tta_move_totals *t = &m->totals;
  r->hops = hops;
  if (hops < 0) {
    n->fabric_known = n->ethernet_known = false;
    return TTA_OK;
  }
  int64_t sum;
  if (!tta_mul(hops, r->count, &sum) || !tta_add(t->fabric_hops, sum, &t->fabric_hops)) return TTA_OVERFLOW;
  if (hops > n->bound.fabric_cycles) n->bound.fabric_cycles = hops; /* multiplied later */
  tta_arena_mark mark = tta_arena_position(&m->arena);
  tta_move_step *steps = tta_arena_array(&m->arena, (size_t)hops + 1, sizeof *steps);
  if (!steps) return TTA_NO_MEMORY;
  tta_move_chip_steps(m, &n->paths, dst->chip, turn, steps);
  tta_noc_xy at = src->node.noc0, next, after;
  tta_status status = TTA_OK;
  for (int64_t i = 0; i < hops && !status; i++) {
    status = add_channel(m, &steps[i], r);
    if (!n->ethernet_known || status || !node_of_step(m, &steps[i], true, &next) ||
        !node_of_step(m, &steps[i], false, &after))
      continue;
    tta_noc_flow flow = flow_of(m, r, at, next);
    if (i == 0 && src->memory == TTA_MOVE_DRAM) flow.from_bank = (int32_t)src->bank;
    status = add_flow(m, steps[i].from, &flow);
    at = after;
  }
  if (n->ethernet_known && !status) {
    tta_noc_flow flow = flow_of(m, r, at, dst->node.noc0);
    if (dst->memory == TTA_MOVE_DRAM) flow.to_bank = (int32_t)dst->bank;
    status = add_flow(m, dst->chip, &flow);
  }
  tta_arena_rewind(&m->arena, mark);
  return status;
}

/* ---- the bound ---- */

static void decide(tta_move_bound *b, int64_t cycles, const char *limit) {
  if (cycles <= b->cycles) return;
  b->cycles = cycles;
  b->limit = limit;
}

static tta_status make_bound(tta_move *m) {
  tta_move_network *n = &m->network;
  tta_move_bound *b = &n->bound;
  const tta_noc_figures *f = tta_noc_figures_of(m->totals.arch);
  tta_noc_bound on_chip;
  b->chip = -1;
  b->limit = tta_noc_limit_name(TTA_NOC_LIMIT_NONE);
  for (size_t i = 0; i < n->num_chips; i++) {
    tta_status status = tta_noc_bound_of(&n->traffic[i], &on_chip);
    if (status) return status;
    if (on_chip.cycles <= b->cycles) continue;
    b->cycles = on_chip.cycles;
    b->limit = tta_noc_limit_name(on_chip.limit);
    b->chip = n->chips[i];
    b->on_chip = on_chip;
  }
  for (size_t i = 0; i < n->num_channels && f->ethernet_rate; i++) {
    int64_t cycles;
    if (!tta_mul(n->channels[i].bytes, 10, &cycles) || !tta_ceildiv(cycles, f->ethernet_rate, &cycles))
      return TTA_OVERFLOW;
    if (cycles <= b->ethernet_cycles) continue;
    b->ethernet_cycles = cycles;
    b->channel = i;
  }
  b->fabric_cycles *= f->fabric_latency;
  decide(b, b->ethernet_cycles, "ethernet");
  decide(b, b->fabric_cycles, "fabric");
  if (strcmp(b->limit, "ethernet") == 0 || strcmp(b->limit, "fabric") == 0) b->chip = -1;
  return TTA_OK;
}

/* ---- the whole ---- */

static bool all_nodes(const tta_move *m) {
  for (size_t i = 0; i < m->num_runs; i++) {
    const tta_move_runs *r = &m->runs[i];
    if (has_traffic(r) && (!m->from.endpoints[r->src].has_node || !m->to.endpoints[r->dst].has_node)) return false;
  }
  return true;
}

static tta_status allocate(tta_move *m, size_t chips) {
  tta_move_network *n = &m->network;
  size_t channels = m->spec.system ? 2 * (size_t)m->spec.system->num_channels : 0;
  n->traffic = tta_arena_array(&m->arena, chips + 1, sizeof *n->traffic);
  n->channels = tta_arena_array(&m->arena, channels + 1, sizeof *n->channels);
  if (!n->traffic || !n->channels) return TTA_NO_MEMORY;
  tta_status status = tta_move_make_paths(m, &m->arena, &n->paths);
  for (size_t i = 0; i < chips && !status; i++) status = tta_noc_traffic_init(&n->traffic[i], m->totals.arch);
  if (!status) n->num_chips = chips;
  return status;
}

/* Whether each channel of the system has nodes at both ends. */
static bool knows_ethernet(const tta_move *m) {
  const tta_system *system = m->spec.system;
  for (uint32_t i = 0; system && i < system->num_channels; i++)
    for (unsigned k = 0; k < 2; k++) {
      tta_noc_xy xy;
      if (!ethernet_node(m->from.arch, &system->channels[i].end[k], &xy)) return false;
    }
  return true;
}

/* Chips without traffic are not listed. */
static void drop_idle_chips(tta_move_network *n) {
  size_t left = 0;
  for (size_t i = 0; i < n->num_chips; i++) {
    if (!n->traffic[i].bytes) continue;
    n->chips[left] = n->chips[i];
    if (left != i) n->traffic[left] = n->traffic[i];
    left++;
  }
  n->num_chips = left;
}

tta_status tta_move_make_network(tta_move *m) {
  tta_move_network *n = &m->network;
  size_t chips, turn = 0;
  m->totals.has_hops = all_nodes(m);
  n->fabric_known = n->ethernet_known = true;
  if (!m->totals.bytes_on_noc) {
    n->known = true;
    n->bound = (tta_move_bound){.chip = -1, .limit = tta_noc_limit_name(TTA_NOC_LIMIT_NONE)};
    m->totals.has_fabric_hops = true;
    return TTA_OK;
  }
  tta_status status = list_chips(m, &chips);
  if (status) return status;
  n->ethernet_known = knows_ethernet(m);
  n->known = m->totals.has_hops && chips <= TTA_MOVE_MAX_CHIPS;
  status = allocate(m, n->known ? chips : 0);
  for (size_t i = 0; i < m->num_runs && !status; i++) {
    tta_move_runs *r = &m->runs[i];
    int64_t hops;
    if (r->kind == TTA_MOVE_FABRIC) {
      status = add_fabric(m, r, turn++);
      continue;
    }
    r->hops = tta_move_route(m, r, NULL);
    if (!has_traffic(r) || !m->totals.has_hops) continue;
    if (!tta_mul(r->hops, r->count, &hops) || !tta_add(m->totals.hops, hops, &m->totals.hops)) return TTA_OVERFLOW;
    status = add_on_chip(m, r);
  }
  m->totals.has_fabric_hops = n->fabric_known;
  if (!n->fabric_known) m->totals.fabric_hops = 0;
  if (status) return status;
  tta_sort(n->channels, NULL, n->num_channels, sizeof *n->channels, compare_channels);
  drop_idle_chips(n);
  return make_bound(m);
}

int64_t tta_move_route(const tta_move *m, const tta_move_runs *r, tta_noc_link *links) {
  const tta_move_endpoint *src = &m->from.endpoints[r->src], *dst = &m->to.endpoints[r->dst];
  tta_noc_link unused[TTA_NOC_MAX_HOPS];
  tta_arch arch = m->totals.arch;
  uint32_t noc = m->spec.noc;
  if (r->kind == TTA_MOVE_LOCAL) return 0;
  if (!src->has_node || !dst->has_node || r->kind == TTA_MOVE_FABRIC) return -1;
  tta_noc_xy to = r->has_via ? r->via_node.noc0 : dst->node.noc0;
  int64_t count = tta_noc_route(arch, noc, src->node.noc0, to, links ? links : unused);
  if (r->has_via) count += tta_noc_route(arch, noc, to, dst->node.noc0, links ? links + count : unused);
  return count;
}

size_t tta_move_num_chips(const tta_move *m) { return m->network.num_chips; }

const tta_noc_traffic *tta_move_chip_traffic(const tta_move *m, size_t index, int64_t *chip) {
  if (index >= tta_move_num_chips(m)) return NULL;
  if (chip) *chip = m->network.chips[index];
  return &m->network.traffic[index];
}

size_t tta_move_num_channels(const tta_move *m) { return m->network.num_channels; }
const tta_move_channel *tta_move_channel_at(const tta_move *m, size_t index) {
  return index < tta_move_num_channels(m) ? &m->network.channels[index] : NULL;
}
const tta_move_bound *tta_move_get_bound(const tta_move *m) { return m->network.known ? &m->network.bound : NULL; }
