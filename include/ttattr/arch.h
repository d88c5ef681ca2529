/* ttattr/arch.h: the three Tensix architectures as values: tables, NoC coordinates, NoC addresses.
 *
 * There are two systems of coordinates, with their axes in opposite order:
 *   - a tta_core is logical: (y, x) in the chip's worker grid, as tt-mlir's grids and `#tt.grid<8x8>`;
 *   - a tta_noc_xy is a position on the NoC: (x, y), as tt-metal and tt-umd write `1-2`.
 * Every position has physical coordinates on NoC 0 (`noc0`) and on NoC 1 (`noc1`, the same node counted from the
 * opposite corner), and translated ones, which hide harvesting. `on[0]` and `on[1]` are what a kernel writes into an
 * address: the translated coordinates if the architecture translates them (the same on both NoCs), else the physical
 * ones.
 *
 * Sources: tt-metal noc_parameters.h and core descriptors of each architecture, tt-umd coordinate managers and SoC
 * descriptors, tt-mlir TTCoreOpsTypes.cpp (default system descriptors). Out of scope: harvested DRAM banks and Ethernet
 * cores of Blackhole, and the storage cores of Grayskull.
 *
 * Functions write only to their out parameters. With TTA_INVALID, a one-line message is appended to `reason`,
 * unless that is NULL. Harvesting is a mask: bit n = NOC0 row n (column n on Blackhole) is harvested.
 */
#ifndef TTATTR_ARCH_H
#define TTATTR_ARCH_H

#include "ttattr/buf.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tta_arch { TTA_ARCH_GRAYSKULL, TTA_ARCH_WORMHOLE_B0, TTA_ARCH_BLACKHOLE, TTA_NUM_ARCHS } tta_arch;

/** A logical worker core: row, column, counted from 0 over the workers that are not harvested. */
typedef struct tta_core {
  int64_t y, x;
} tta_core;

/** A position on the NoC. */
typedef struct tta_noc_xy {
  uint32_t x, y;
} tta_noc_xy;

/** A DRAM bank: part of a channel, and the port of the channel that a worker uses on each NoC.
 *  Every port of a channel reaches the same memory. */
typedef struct tta_dram_bank {
  uint32_t channel;
  uint32_t port[2];      /* index by NoC */
  uint64_t offset_bytes; /* of the bank in the channel's address space */
} tta_dram_bank;

/** A chip of tt-mlir's default `system_desc` (its field names; 2024-08-10 and later). */
typedef struct tta_chip_defaults {
  uint32_t grid[2];                      /* y, x */
  uint32_t coord_translation_offsets[2]; /* y, x; as printed, although Blackhole's workers start at 2, 1 */
  uint64_t l1_size;                      /* bytes, as all sizes below */
  uint32_t num_dram_channels;            /* = DRAM banks */
  uint64_t dram_channel_size;
  uint32_t noc_l1_address_align_bytes, pcie_address_align_bytes, noc_dram_address_align_bytes;
  uint64_t l1_unreserved_base, erisc_l1_unreserved_base;
  uint64_t dram_unreserved_base, dram_unreserved_end;
  uint32_t dst_register_size_tiles; /* 2025-06-02 .. 2025-10-08 */
  uint32_t dst_physical_size_tiles; /* from 2025-10-08 */
  uint32_t num_cbs, num_compute_threads, num_datamovement_threads;
  uint32_t dram_grid[2];                       /* y, x; from 2026-04-23 */
  const tta_core *dram_cores;                  /* physical_cores.dram, num_dram_channels of them, in printed order */
  const tta_core *dram_bank_to_logical_worker; /* the same on both NoCs; num_dram_channels of them */
} tta_chip_defaults;

/** An architecture. Arrays are constant. */
typedef struct tta_arch_info {
  const char *name;     /* "wormhole_b0", as in `#tt.arch<...>` and --arch */
  tta_noc_xy noc_size;  /* nodes of the NoC: columns, rows */
  bool harvest_columns; /* harvesting removes columns of workers; else rows */

  uint32_t num_worker_columns, num_worker_rows; /* without harvesting */
  const uint8_t *worker_x, *worker_y;           /* their NOC0 columns and rows, ascending: index = logical */

  uint32_t num_dram_channels, num_dram_ports; /* ports of each channel */
  const tta_noc_xy *dram_ports;               /* NOC0; [channel * num_dram_ports + port] */
  uint32_t num_dram_banks;
  const tta_dram_bank *dram_banks;
  uint64_t dram_bank_size_bytes;

  uint32_t num_pcie;
  const tta_noc_xy *pcie; /* NOC0; [0] is the one in use on most boards */
  tta_noc_xy arc;         /* NOC0 */
  uint32_t num_ethernet;
  const tta_noc_xy *ethernet; /* NOC0, by channel */

  uint32_t address_bits; /* of a local address: NOC_ADDR_LOCAL_BITS; each coordinate takes 6 bits above it */
  uint64_t pcie_flag;    /* ORed into the 64-bit address of PCIe; 0 = none */
  uint32_t noc_word_bytes, noc_max_burst_bytes;

  uint64_t l1_size_bytes;
  uint32_t l1_alignment_bytes;                                    /* of NoC reads and writes alike */
  uint32_t dram_read_alignment_bytes, dram_write_alignment_bytes; /* PCIe has the same two */
  const tta_chip_defaults *defaults;                              /* NULL on Grayskull: tt-mlir has none */
} tta_arch_info;

/** @return NULL when `arch` is not in the enumeration. */
TTA_API const tta_arch_info *tta_arch_get(tta_arch arch);
/** @return whether there is an architecture of this name ("grayskull", "wormhole_b0", "blackhole"). */
TTA_API bool tta_arch_find(tta_str name, tta_arch *arch);

struct tta_storage_banks;
/** Banks and alignments for tta_storage_of (storage.h); TTA_INVALID when `arch` is none of the enumeration. */
TTA_API tta_status tta_arch_storage_banks(tta_arch arch, struct tta_storage_banks *banks);

/** A harvesting mask from line numbers: NOC0 rows (columns on Blackhole), in any order.
 *  @return TTA_INVALID when a line has no workers or is listed twice, or when no line remains. */
TTA_API tta_status tta_arch_harvest(tta_arch arch, const int64_t *lines, size_t count, uint32_t *mask, tta_buf *reason);

/** The extents (rows, columns) of the logical worker grid that harvesting leaves. */
TTA_API tta_core tta_arch_worker_grid(tta_arch arch, uint32_t harvest);

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

#ifdef __cplusplus
}
#endif
#endif
