/* network_json.c: JSON of the traffic of a plan and of the lower bound of its time. */
#include "move/move.h"
#include "noc/noc.h"

static void write_xy(tta_json *json, tta_noc_xy xy) {
  tta_json_int(json, xy.x);
  tta_json_int(json, xy.y);
}

static tta_noc_xy node_at(const tta_noc_traffic *t, uint32_t index) {
  uint32_t columns = tta_arch_get(t->arch)->noc_size.x;
  return (tta_noc_xy){.x = index % columns, .y = index / columns};
}

static uint32_t num_nodes(const tta_noc_traffic *t) {
  tta_noc_xy size = tta_arch_get(t->arch)->noc_size;
  return size.x * size.y;
}

/* [x, y, direction, bytes, flits] of each link with traffic. */
static void write_links(tta_json *json, const tta_noc_traffic *t, uint32_t noc) {
  tta_json_key_open(json, "links", '[');
  for (uint32_t i = 0; i < num_nodes(t); i++)
    for (unsigned axis = 0; axis < 2; axis++) {
      const tta_noc_load *load = &t->links[noc][i][axis];
      if (!load->flits) continue;
      tta_json_open(json, '[');
      write_xy(json, node_at(t, i));
      tta_json_text(json, tta_noc_direction_name(noc, (tta_noc_axis)axis));
      tta_json_int(json, load->bytes);
      tta_json_int(json, load->flits);
      tta_json_close(json, ']');
    }
  tta_json_close(json, ']');
}

/* [x, y, bytes] of each node with some. */
static void write_nodes(tta_json *json, const char *key, const tta_noc_traffic *t, const int64_t *bytes) {
  tta_json_key_open(json, key, '[');
  for (uint32_t i = 0; i < num_nodes(t); i++) {
    if (!bytes[i]) continue;
    tta_json_open(json, '[');
    write_xy(json, node_at(t, i));
    tta_json_int(json, bytes[i]);
    tta_json_close(json, ']');
  }
  tta_json_close(json, ']');
}

static void write_banks(tta_json *json, const tta_noc_traffic *t) {
  tta_json_key_open(json, "banks", '[');
  for (uint32_t i = 0; i < tta_arch_get(t->arch)->num_dram_banks; i++) {
    if (!t->bank_read[i] && !t->bank_written[i]) continue;
    tta_json_open(json, '{');
    tta_json_key_int(json, "bank", i);
    tta_json_key_int(json, "read", t->bank_read[i]);
    tta_json_key_int(json, "written", t->bank_written[i]);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

static void write_link(tta_json *json, const char *key, uint32_t noc, tta_noc_link link) {
  tta_json_key_open(json, key, '[');
  write_xy(json, link.from);
  tta_json_text(json, tta_noc_direction_name(noc, link.axis));
  tta_json_close(json, ']');
}

static void write_chip(tta_json *json, const tta_move *move, size_t index) {
  int64_t chip;
  const tta_noc_traffic *t = tta_move_chip_traffic(move, index, &chip);
  uint32_t noc = move->spec.noc, busiest_noc;
  tta_noc_link link;
  tta_json_open(json, '{');
  tta_json_key_int(json, "chip", chip);
  tta_json_key_int(json, "noc", noc);
  write_links(json, t, noc);
  if (tta_noc_busiest(t, &busiest_noc, &link)) write_link(json, "busiest", busiest_noc, link);
  else {
    tta_json_key(json, "busiest");
    tta_json_null(json);
  }
  write_nodes(json, "injected", t, t->injected[noc]);
  write_nodes(json, "absorbed", t, t->absorbed[noc]);
  write_banks(json, t);
  tta_json_close(json, '}');
}

static void write_channels(tta_json *json, const tta_move *move) {
  tta_json_key_open(json, "channels", '[');
  for (size_t i = 0; i < tta_move_num_channels(move); i++) {
    const tta_move_channel *c = tta_move_channel_at(move, i);
    tta_json_open(json, '{');
    tta_json_key_int(json, "from_chip", c->from_chip);
    tta_json_key_int(json, "to_chip", c->to_chip);
    tta_json_key_int(json, "channel", c->channel);
    tta_json_key_int(json, "bytes", c->bytes);
    tta_json_key_int(json, "runs", c->runs);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

static void write_bound(tta_json *json, const tta_move *move) {
  const tta_move_bound *b = tta_move_get_bound(move);
  tta_json_key(json, "bound");
  if (!b) {
    tta_json_null(json);
    return;
  }
  const tta_noc_bound *n = &b->on_chip;
  tta_noc_limit limit = b->chip < 0 ? TTA_NOC_LIMIT_NONE : n->limit;
  tta_json_open(json, '{');
  tta_json_key_int(json, "cycles", b->cycles);
  tta_json_key_text(json, "limit", b->limit);
  tta_json_key(json, "chip");
  if (b->chip >= 0) tta_json_int(json, b->chip);
  else tta_json_null(json);
  if (limit == TTA_NOC_LIMIT_LINK) write_link(json, "link", n->noc, n->link);
  if (limit == TTA_NOC_LIMIT_INJECT || limit == TTA_NOC_LIMIT_ABSORB) {
    int64_t xy[2] = {n->node.x, n->node.y};
    tta_json_key_shape(json, "node", (tta_shape){2, xy});
  }
  if (limit == TTA_NOC_LIMIT_DRAM) tta_json_key_int(json, "bank", n->bank);
  tta_json_key_open(json, "by_limit", '{');
  for (unsigned k = TTA_NOC_LIMIT_LINK; k < TTA_NOC_NUM_LIMITS; k++) {
    int64_t most = 0;
    tta_noc_bound of;
    for (size_t i = 0; i < tta_move_num_chips(move); i++)
      if (!tta_noc_bound_of(tta_move_chip_traffic(move, i, NULL), &of) && of.by_limit[k] > most) most = of.by_limit[k];
    tta_json_key_int(json, tta_noc_limit_name((tta_noc_limit)k), most);
  }
  tta_json_key_int(json, "ethernet", b->ethernet_cycles);
  tta_json_key_int(json, "fabric", b->fabric_cycles);
  tta_json_close(json, '}');
  tta_json_key_text(json, "sources", tta_noc_figures_of(move->totals.arch)->sources);
  tta_json_close(json, '}');
}

void tta_move_network_json(tta_json *json, const tta_move *move) {
  tta_json_key_open(json, "traffic", '[');
  for (size_t i = 0; i < tta_move_num_chips(move); i++) write_chip(json, move, i);
  tta_json_close(json, ']');
  write_channels(json, move);
  write_bound(json, move);
}
