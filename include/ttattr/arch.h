/* ttattr/arch.h: the three Tensix architectures as tables: workers, DRAM, harvesting. system.h describes the chips of a
 * system, noc.h nodes, addresses and routes on the NoC.
 *
 * There are two systems of coordinates, with their axes in opposite order:
 *   - a tta_core is logical: (y, x) in the chip's worker grid, as tt-mlir's grids and `#tt.grid<8x8>`;
 *   - a tta_noc_xy is a position on the NoC: (x, y), as tt-metal and tt-umd write `1-2`.
 *
 * Sources: tt-metal noc_parameters.h and core descriptors of each architecture, tt-umd SoC descriptors, tt-mlir
 * TTCoreOpsTypes.cpp (default system descriptors). Out of scope: harvested DRAM banks and Ethernet cores of Blackhole,
 * and the storage cores of Grayskull.
 *
 * In arch.h, system.h and noc.h functions write only to their out parameters. With TTA_INVALID, a one-line message is
 * appended to `reason`, unless that is NULL. Harvesting is a mask: bit n = NOC0 row n (column n on Blackhole) is
 * harvested.
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

struct tta_chip; /* system.h */

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
  const struct tta_chip *defaults; /* as tt-mlir describes a chip by default; Grayskull: by these figures */
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

#ifdef __cplusplus
}
#endif
#endif
