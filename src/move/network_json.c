/* network_json.c: JSON of the traffic of a plan and of the lower bound of its time. */
#include "move/move.h"
#include "noc/noc.h"

static void write_chip(tta_json *json, const tta_move *move, size_t index) {
  int64_t chip;
  const tta_noc_traffic *t = tta_move_chip_traffic(move, index, &chip);
  tta_json_open(json, '{');
  tta_json_key_int(json, "chip", chip);
  tta_json_key_int(json, "noc", move->spec.noc);
  tta_noc_traffic_json(json, t, move->spec.noc);
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
  tta_json_key_count(json, "chip", b->chip);
  if (limit == TTA_NOC_LIMIT_LINK) tta_noc_key_link(json, "link", n->noc, &n->link);
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
