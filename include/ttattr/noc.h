/* ttattr/noc.h: the two NoCs of a chip: nodes and addresses, routes, traffic of transfers, and a lower bound of their
 * time.
 *
 * Every node has physical coordinates on NoC 0 (`noc0`) and on NoC 1 (`noc1`, the same node counted from the opposite
 * corner), and translated ones, which hide harvesting. `on[0]` and `on[1]` are what a kernel writes into an address:
 * the translated coordinates if the architecture translates them (the same on both NoCs), else the physical ones.
 *
 * Each NoC is a torus of routers, one for each node of the grid (tta_arch_info.noc_size). NoC 0 routes east, then
 * south; NoC 1 routes north, then west. Both wrap around. Routes and traffic are in physical coordinates of NoC 0
 * (tta_noc_node.noc0), on both NoCs: translated coordinates contain no distance.
 *
 * Data of a read travel from the memory to the reader on the NoC of the request; data of a write travel from the writer
 * to the memory. Only these are counted: not requests and acknowledgments, which are one flit for each packet.
 *
 * Sources: tt-isa-documentation 3930471 NoC/RoutingPaths.md, NoC/README.md (routes, flits, router latency); tt-npe
 * 1021603 (multicast trees, rates of endpoints, latencies); tt-metal noc_parameters.h (flits,
 * bursts, addresses), tt-umd coordinate managers.
 *
 * Functions allocate no memory.
 */
#ifndef TTATTR_NOC_H
#define TTATTR_NOC_H

#include "ttattr/arch.h"
#include "ttattr/buf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- nodes and addresses ---- */

typedef enum tta_noc_kind {
  TTA_NOC_WORKER,
  TTA_NOC_HARVESTED, /* a disabled worker; of several lines, the translated positions are in NOC0's order */
  TTA_NOC_DRAM,
  TTA_NOC_PCIE,
  TTA_NOC_ARC,
  TTA_NOC_ETHERNET,
  TTA_NOC_OTHER, /* routers, and on Blackhole L2CPU and security */
} tta_noc_kind;

/** "worker", "harvested worker", "dram", "pcie", "arc", "ethernet", "other". */
TTA_API const char *tta_noc_kind_name(tta_noc_kind kind);

/** Absent coordinates, channels, ports and banks. */
#define TTA_NOC_NONE (-1)

/** One node of the NoC. */
typedef struct tta_noc_node {
  tta_noc_kind kind;
  tta_core logical;                /* of a worker; else TTA_NOC_NONE for both */
  tta_noc_xy noc0, noc1;           /* physical */
  tta_noc_xy translated;           /* = noc0 if the architecture does not translate */
  tta_noc_xy on[2];                /* in an address on NoC 0 and on NoC 1 */
  int32_t dram_channel, dram_port; /* TTA_NOC_NONE unless DRAM */
  int32_t dram_bank;               /* the requested bank, or the bank of an address; else TTA_NOC_NONE */
} tta_noc_node;

/** The node of a logical worker. @return TTA_INVALID when it is outside the grid that harvesting leaves. */
TTA_API tta_status tta_noc_worker(tta_arch arch, uint32_t harvest, tta_core core, tta_noc_node *node, tta_buf *reason);
/** The node by which a worker reaches a DRAM bank on NoC `noc` (0 or 1). */
TTA_API tta_status tta_noc_dram(tta_arch arch, int64_t bank, uint32_t noc, tta_noc_node *node, tta_buf *reason);
/** The node at physical NOC0 coordinates; harvested workers are nodes, too.
 *  @return TTA_INVALID for coordinates outside of tta_arch_info.noc_size */
TTA_API tta_status tta_noc_at(tta_arch arch, uint32_t harvest, tta_noc_xy noc0, tta_noc_node *node, tta_buf *reason);
/** The PCIe node in use (info->pcie[0]) and the ARC node. TTA_INVALID for an unknown architecture. */
TTA_API tta_status tta_noc_pcie(tta_arch arch, tta_noc_node *node);
TTA_API tta_status tta_noc_arc(tta_arch arch, tta_noc_node *node);

/** The address by which NoC `noc` reaches `address` bytes into a node: into the node's L1, into the bank for a node of
 *  tta_noc_dram (its offset is added), with the flag for PCIe.
 *  @return TTA_INVALID when the address does not fit the field, or is beyond the end of the DRAM bank or channel. */
TTA_API tta_status tta_noc_encode(tta_arch arch, const tta_noc_node *node, uint32_t noc, uint64_t address,
                                  uint64_t *noc_address, tta_buf *reason);

/** Multicast to all workers of the rectangle first..last (logical, both included):
 *  (xs << (L+12)) | (ys << (L+18)) | (xe << L) | (ye << (L+6)) | address,
 *  where s is first and e is last on NoC 0, and in the opposite order on NoC 1.
 *  @param num_dests the cores of the rectangle, a sender among them counted, as noc_async_write_multicast_loopback_src
 *  takes it (noc_async_write_multicast wants the sender left out).
 *  @return TTA_INVALID also when last is above or left of first. */
TTA_API tta_status tta_noc_multicast(tta_arch arch, uint32_t harvest, tta_core first, tta_core last, uint32_t noc,
                                     uint64_t address, uint64_t *noc_address, uint64_t *num_dests, tta_buf *reason);

/** A decoded address. */
typedef struct tta_noc_target {
  bool multicast;
  tta_noc_node first, last; /* the same node unless multicast; the logical corners if so, whatever the NoC */
  uint64_t num_dests;       /* 1 unless multicast */
  uint64_t address;         /* local to the node, without the PCIe flag */
  uint64_t bank_address;    /* in the bank (first.dram_bank) of a DRAM node; else = address */
} tta_noc_target;

/** Decodes an address on NoC `noc`: the inverse of tta_noc_encode and tta_noc_multicast. Whether an address is
 *  multicast is in the NoC's command, not in the address; here it is if its start coordinates are not 0, 0. So one
 *  multicast is decoded as unicast to its end: on NoC 1 of Grayskull, a rectangle up to the core at NOC0 12-11, which
 *  is 0, 0 there.
 *  @return TTA_INVALID when bits above the fields are set, when the node does not exist or is harvested, when a DRAM
 *  address is not in a bank, or when a multicast rectangle has a corner that is not a worker, or corners in the wrong
 *  order for this NoC. */
TTA_API tta_status tta_noc_decode(tta_arch arch, uint32_t harvest, uint32_t noc, uint64_t noc_address,
                                  tta_noc_target *target, tta_buf *reason);

/* ---- routes ---- */

enum {
  TTA_NOC_MAX_NODES = 17 * 12,                /* of an architecture */
  TTA_NOC_MAX_HOPS = 16 + 11,                 /* of a route */
  TTA_NOC_MAX_LINKS = 2 * TTA_NOC_MAX_NODES,  /* of one NoC */
  TTA_NOC_MAX_BANKS = 12                      /* DRAM banks of an architecture */
};

/** The two directions of a NoC: horizontal is east on NoC 0 and west on NoC 1, vertical is south and north. */
typedef enum tta_noc_axis { TTA_NOC_HORIZONTAL, TTA_NOC_VERTICAL } tta_noc_axis;
/** "east", "south" on NoC 0, "west", "north" on NoC 1. */
TTA_API const char *tta_noc_direction_name(uint32_t noc, tta_noc_axis axis);

/** A directed link, from the router of node `from` to its neighbor in the direction of the axis. */
typedef struct tta_noc_link {
  tta_noc_xy from;
  tta_noc_axis axis;
} tta_noc_link;

/** The number of links from one node to another. Both must be in the grid. 0 for an unknown architecture or NoC. */
TTA_API uint32_t tta_noc_hops(tta_arch arch, uint32_t noc, tta_noc_xy from, tta_noc_xy to);

/** The links of a unicast, in the order of the route.
 *  @param links space for TTA_NOC_MAX_HOPS. @return tta_noc_hops. */
TTA_API uint32_t tta_noc_route(tta_arch arch, uint32_t noc, tta_noc_xy from, tta_noc_xy to, tta_noc_link *links);

/** The links of a multicast from a node to all nodes of the rectangle first..last (both included, first.x <= last.x and
 *  first.y <= last.y): the union of the unicast routes, each link once, as in tt-npe. It is a tree, because routes have
 *  one turn: on NoC 0 a row with a branch for each column, on NoC 1 a column with a branch for each row.
 *  @param links space for TTA_NOC_MAX_LINKS. @return their number. */
TTA_API uint32_t tta_noc_tree(tta_arch arch, uint32_t noc, tta_noc_xy from, tta_noc_xy first, tta_noc_xy last,
                              tta_noc_link *links);

/** Writes the members `hops`, their number, and `links`: `[x, y, "east"]` of each. */
TTA_API void tta_noc_links_json(tta_json *json, uint32_t noc, const tta_noc_link *links, uint32_t count);

/* ---- figures ---- */

/** Rates and latencies of an architecture. Rates are tenths of a byte per clock cycle. 0: no figure is published. */
typedef struct tta_noc_figures {
  uint32_t link_rate;                      /* each link, each direction: a flit per cycle */
  uint32_t worker_injects, worker_absorbs; /* a worker on each NoC; measured */
  uint32_t dram_injects, dram_absorbs;     /* a DRAM bank */
  uint32_t ethernet_injects, ethernet_absorbs; /* an Ethernet core */
  uint32_t ethernet_rate;                  /* one Ethernet link between chips, one direction */
  uint32_t write_latency, write_latency_per_hop; /* cycles */
  uint32_t read_latency_own, read_latency_column, read_latency_row, read_latency; /* same node, same x, same y, else */
  uint32_t fabric_latency;                       /* cycles for each hop between chips */
  uint32_t clock_mhz;                            /* AI clock */
  const char *sources;                           /* where they are from, one line */
} tta_noc_figures;

/* ---- traffic ---- */

/** Equal transfers between two nodes. */
typedef struct tta_noc_flow {
  uint32_t noc;
  bool read;                  /* else write; the data travel from `from` to `to` either way */
  tta_noc_xy from, to;
  int32_t from_bank, to_bank; /* DRAM banks, TTA_NOC_NONE for others */
  int64_t bytes, count;       /* of each transfer, at most 2^40; number of transfers */
} tta_noc_flow;

typedef struct tta_noc_load {
  int64_t bytes, flits; /* data bytes; flits with headers */
} tta_noc_load;

/** Sums of flows on the NoCs of one chip (move.h: tta_move_chip_traffic). */
typedef struct tta_noc_traffic {
  tta_arch arch;
  tta_noc_load links[2][TTA_NOC_MAX_NODES][2];                                   /* [noc][y * columns + x][axis] */
  int64_t injected[2][TTA_NOC_MAX_NODES], absorbed[2][TTA_NOC_MAX_NODES];        /* bytes; [noc][y * columns + x] */
  int64_t bank_read[TTA_NOC_MAX_BANKS], bank_written[TTA_NOC_MAX_BANKS];         /* bytes of each DRAM bank */
  int64_t latency;            /* cycles: the longest of a single transfer */
  tta_noc_flow latency_flow;  /* .. of this flow */
  int64_t bytes, byte_hops;   /* sums over all flows: of bytes, and of bytes times links */
  int64_t hops;               /* sum over all transfers */
} tta_noc_traffic;

/** The link with the most flits. @return false if there is no traffic on a link */
TTA_API bool tta_noc_busiest(const tta_noc_traffic *traffic, uint32_t *noc, tta_noc_link *link);

/* ---- time ---- */

typedef enum tta_noc_limit {
  TTA_NOC_LIMIT_NONE, /* nothing moves */
  TTA_NOC_LIMIT_LINK,
  TTA_NOC_LIMIT_INJECT,
  TTA_NOC_LIMIT_ABSORB,
  TTA_NOC_LIMIT_DRAM,
  TTA_NOC_LIMIT_LATENCY,
  TTA_NOC_NUM_LIMITS
} tta_noc_limit;

/** A lower bound of the time in clock cycles, if all transfers start at once: no schedule is faster. */
typedef struct tta_noc_bound {
  tta_noc_limit limit;                /* which decides; the first of equal ones in the order of the enumeration */
  int64_t cycles;                     /* of this limit */
  int64_t by_limit[TTA_NOC_NUM_LIMITS]; /* of each */
  uint32_t noc;                       /* of link, inject, absorb, latency */
  tta_noc_link link;                  /* of link */
  tta_noc_xy node;                    /* of inject and absorb */
  int32_t bank;                       /* of dram; else TTA_NOC_NONE */
} tta_noc_bound;

#ifdef __cplusplus
}
#endif
#endif
