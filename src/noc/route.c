/* route.c: the torus of a NoC: links, unicast routes and multicast trees. */
#include "noc/noc.h"
#include "ttattr/noc.h"

const char *tta_noc_direction_name(uint32_t noc, tta_noc_axis axis) {
  static const char *const names[2][2] = {{"east", "south"}, {"west", "north"}};
  return noc < 2 && (unsigned)axis < 2 ? names[noc][axis] : "?";
}

/* The next coordinate of a line with `count` nodes. NoC 1 counts down. */
static uint32_t step(uint32_t noc, uint32_t at, uint32_t count) {
  if (noc) return at ? at - 1 : count - 1;
  return at + 1 < count ? at + 1 : 0;
}

static uint32_t distance(uint32_t noc, uint32_t from, uint32_t to, uint32_t count) {
  return noc ? (from + count - to) % count : (to + count - from) % count;
}

tta_noc_xy tta_noc_link_end(tta_arch arch, uint32_t noc, tta_noc_link link) {
  const tta_arch_info *info = tta_arch_get(arch);
  if (!info) return link.from;
  if (link.axis == TTA_NOC_HORIZONTAL) link.from.x = step(noc, link.from.x, info->noc_size.x);
  else link.from.y = step(noc, link.from.y, info->noc_size.y);
  return link.from;
}

uint32_t tta_noc_hops(tta_arch arch, uint32_t noc, tta_noc_xy from, tta_noc_xy to) {
  const tta_arch_info *info = tta_arch_get(arch);
  if (!info || noc > 1 || !tta_noc_has(info, from) || !tta_noc_has(info, to)) return 0;
  return distance(noc, from.x, to.x, info->noc_size.x) + distance(noc, from.y, to.y, info->noc_size.y);
}

uint32_t tta_noc_route(tta_arch arch, uint32_t noc, tta_noc_xy from, tta_noc_xy to, tta_noc_link *links) {
  uint32_t hops = tta_noc_hops(arch, noc, from, to);
  for (uint32_t i = 0; i < hops; i++) {
    /* NoC 0 has its horizontal part first, NoC 1 its vertical one. */
    bool horizontal = noc ? from.y == to.y : from.x != to.x;
    links[i] = (tta_noc_link){from, horizontal ? TTA_NOC_HORIZONTAL : TTA_NOC_VERTICAL};
    from = tta_noc_link_end(arch, noc, links[i]);
  }
  return hops;
}

/* A route joins the tree at its last link that is new: the routes from one node to two nodes have a common start. */
static uint32_t add_route(tta_arch arch, uint32_t noc, tta_noc_xy from, tta_noc_xy to, bool (*seen)[2],
                          tta_noc_link *links) {
  tta_noc_link route[TTA_NOC_MAX_HOPS];
  uint32_t hops = tta_noc_route(arch, noc, from, to, route), count = 0, columns = tta_arch_get(arch)->noc_size.x;
  for (uint32_t i = 0; i < hops; i++) {
    bool *here = &seen[route[i].from.y * columns + route[i].from.x][route[i].axis];
    if (*here) continue;
    *here = true;
    links[count++] = route[i];
  }
  return count;
}

uint32_t tta_noc_tree(tta_arch arch, uint32_t noc, tta_noc_xy from, tta_noc_xy first, tta_noc_xy last,
                      tta_noc_link *links) {
  bool seen[TTA_NOC_MAX_NODES][2] = {{false}};
  const tta_arch_info *info = tta_arch_get(arch);
  uint32_t count = 0;
  if (!info || noc > 1 || !tta_noc_has(info, from) || !tta_noc_has(info, first) || !tta_noc_has(info, last)) return 0;
  for (uint32_t y = first.y; y <= last.y; y++)
    for (uint32_t x = first.x; x <= last.x; x++)
      count += add_route(arch, noc, from, (tta_noc_xy){x, y}, seen, links + count);
  return count;
}
