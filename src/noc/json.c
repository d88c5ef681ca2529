/* json.c: links and traffic as JSON. */
#include "noc/noc.h"

static void write_xy(tta_json *json, tta_noc_xy xy) {
  tta_json_int(json, xy.x);
  tta_json_int(json, xy.y);
}

static void open_link(tta_json *json, uint32_t noc, const tta_noc_link *link) {
  tta_json_open(json, '[');
  write_xy(json, link->from);
  tta_json_text(json, tta_noc_direction_name(noc, link->axis));
}

void tta_noc_key_link(tta_json *json, const char *key, uint32_t noc, const tta_noc_link *link) {
  tta_json_key(json, key);
  if (!link) {
    tta_json_null(json);
    return;
  }
  open_link(json, noc, link);
  tta_json_close(json, ']');
}

void tta_noc_links_json(tta_json *json, uint32_t noc, const tta_noc_link *links, uint32_t count) {
  tta_json_key_int(json, "hops", count);
  tta_json_key_open(json, "links", '[');
  for (uint32_t i = 0; i < count; i++) {
    open_link(json, noc, &links[i]);
    tta_json_close(json, ']');
  }
  tta_json_close(json, ']');
}

/* [x, y, direction, bytes, flits] of each link with traffic. */
static void write_links(tta_json *json, const tta_noc_traffic *t, uint32_t noc) {
  const tta_arch_info *info = tta_arch_get(t->arch);
  tta_json_key_open(json, "links", '[');
  for (uint32_t i = 0; i < tta_noc_num_nodes(info); i++)
    for (unsigned axis = 0; axis < 2; axis++) {
      const tta_noc_load *load = &t->links[noc][i][axis];
      if (!load->flits) continue;
      open_link(json, noc, &(tta_noc_link){tta_noc_xy_of(info, i), (tta_noc_axis)axis});
      tta_json_int(json, load->bytes);
      tta_json_int(json, load->flits);
      tta_json_close(json, ']');
    }
  tta_json_close(json, ']');
}

/* [x, y, bytes] of each node with some. */
static void write_nodes(tta_json *json, const char *key, const tta_noc_traffic *t, const int64_t *bytes) {
  const tta_arch_info *info = tta_arch_get(t->arch);
  tta_json_key_open(json, key, '[');
  for (uint32_t i = 0; i < tta_noc_num_nodes(info); i++) {
    if (!bytes[i]) continue;
    tta_json_open(json, '[');
    write_xy(json, tta_noc_xy_of(info, i));
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

void tta_noc_traffic_json(tta_json *json, const tta_noc_traffic *t, uint32_t noc) {
  uint32_t busiest_noc;
  tta_noc_link link;
  bool busy = tta_noc_busiest(t, &busiest_noc, &link);
  write_links(json, t, noc);
  tta_noc_key_link(json, "busiest", busy ? busiest_noc : 0, busy ? &link : NULL);
  write_nodes(json, "injected", t, t->injected[noc]);
  write_nodes(json, "absorbed", t, t->absorbed[noc]);
  write_banks(json, t);
}
