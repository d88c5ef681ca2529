/* noc.h: the parts of architectures, routes, addresses and traffic that other components build on. */
#ifndef TTA_NOC_NOC_H
#define TTA_NOC_NOC_H

#include "ttattr/noc.h"

/** The L1 bank of each core, as tt-metal assigns them for interleaved L1 buffers: bank_of_core[k] for core k in
 *  row-major order (y outer). That is std::shuffle(0..n-1, std::default_random_engine(0)) of libstdc++ (tt-metal
 *  l1_banking_allocator.cpp@012dc4e0), so it is valid for a tt-metal built with libstdc++.
 *  @param bank_of_core space for num_banks. @return TTA_INVALID when num_banks is 0 or above 46340. */
tta_status tta_arch_l1_banks(uint32_t num_banks, uint32_t *bank_of_core);

/** Whether a node of an architecture has these coordinates. */
static inline bool tta_noc_has(const tta_arch_info *info, tta_noc_xy xy) {
  return xy.x < info->noc_size.x && xy.y < info->noc_size.y;
}
/** Nodes by number, as in a tta_noc_traffic: y * columns + x. */
static inline uint32_t tta_noc_num_nodes(const tta_arch_info *info) { return info->noc_size.x * info->noc_size.y; }
static inline uint32_t tta_noc_number_of(const tta_arch_info *info, tta_noc_xy xy) {
  return xy.y * info->noc_size.x + xy.x;
}
static inline tta_noc_xy tta_noc_xy_of(const tta_arch_info *info, uint32_t node) {
  return (tta_noc_xy){.x = node % info->noc_size.x, .y = node / info->noc_size.x};
}

/** The node at the end of a link. */
tta_noc_xy tta_noc_link_end(tta_arch arch, uint32_t noc, tta_noc_link link);

/** @return NULL when `arch` is not in the enumeration. */
const tta_noc_figures *tta_noc_figures_of(tta_arch arch);

/** Flits of a transfer of `bytes`: data flits, and one header flit for each packet (tta_arch_info.noc_max_burst_bytes).
 *  @param bytes >= 0. @param packets NULL, or where their number goes */
int64_t tta_noc_flits(tta_arch arch, int64_t bytes, int64_t *packets);

/** @return TTA_INVALID for an unknown architecture. */
tta_status tta_noc_traffic_init(tta_noc_traffic *traffic, tta_arch arch);

/** Adds a flow.
 *  @return TTA_INVALID for a node, bank or NoC that does not exist, or a negative number; TTA_OVERFLOW: the traffic is
 *  then incomplete. */
tta_status tta_noc_traffic_add(tta_noc_traffic *traffic, const tta_noc_flow *flow);

/** @return TTA_OVERFLOW when it is not a number of 64 bits. */
tta_status tta_noc_bound_of(const tta_noc_traffic *traffic, tta_noc_bound *bound);

/** "none", "link", "inject", "absorb", "dram", "latency". */
const char *tta_noc_limit_name(tta_noc_limit limit);

/** A key and a link, `[x, y, "east"]`; NULL: null. */
void tta_noc_key_link(tta_json *json, const char *key, uint32_t noc, const tta_noc_link *link);
/** Members with the traffic on a NoC: `links`, `busiest`, `injected`, `absorbed`, `banks`. */
void tta_noc_traffic_json(tta_json *json, const tta_noc_traffic *traffic, uint32_t noc);

/** The node at `xy` in an address on NoC `noc`: first as `on[noc]`; if there is none, as physical coordinates on this
 *  NoC (kernels before 2025).
 *  @return TTA_INVALID when there is no node, or a harvested worker. */
tta_status tta_noc_find(tta_arch arch, uint32_t harvest, tta_noc_xy xy, uint32_t noc, tta_noc_node *node,
                        tta_buf *reason);

/** (y << (L + 6)) | (x << L) | address with L = address_bits: NOC_XY_ADDR of noc_parameters.h.
 *  @return TTA_INVALID when a coordinate has more than 6 bits or the address more than L. */
tta_status tta_noc_unicast(tta_arch arch, tta_noc_xy xy, uint64_t address, uint64_t *noc_address, tta_buf *reason);

#endif
