/* ttattr/system.h: system descriptions (`#ttcore.system_desc<...>`) as values, and the reader of a system that a user
 * names.
 *
 * A value has what the attribute says, in the order of the text, with a span for each part that a diagnostic may need;
 * a part that is absent has the span {0, 0}. Values are not verified: an index may be out of range, a grid may have any
 * rank. Source: tt-mlir TTCoreOpsTypes.td (TTOpsTypes.td before 2025-06-17).
 */
#ifndef TTATTR_SYSTEM_H
#define TTATTR_SYSTEM_H

#include "ttattr/arch.h"
#include "ttattr/base.h"
#include "ttattr/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A number that is absent or does not fit int64. */
#define TTA_SYSTEM_NONE INT64_MIN

/** The numbers of a chip description, named like its fields; sizes are in bytes. */
typedef enum tta_chip_number {
  TTA_CHIP_L1_SIZE,
  TTA_CHIP_NUM_DRAM_CHANNELS,
  TTA_CHIP_DRAM_CHANNEL_SIZE,
  TTA_CHIP_NOC_L1_ADDRESS_ALIGN_BYTES,
  TTA_CHIP_PCIE_ADDRESS_ALIGN_BYTES,
  TTA_CHIP_NOC_DRAM_ADDRESS_ALIGN_BYTES,
  TTA_CHIP_L1_UNRESERVED_BASE,
  TTA_CHIP_ERISC_L1_UNRESERVED_BASE,
  TTA_CHIP_DRAM_UNRESERVED_BASE,
  TTA_CHIP_DRAM_UNRESERVED_END,
  TTA_CHIP_DST_REGISTER_SIZE_TILES,
  TTA_CHIP_DST_PHYSICAL_SIZE_TILES,
  TTA_CHIP_NUM_CBS,
  TTA_CHIP_NUM_COMPUTE_THREADS,
  TTA_CHIP_NUM_DATAMOVEMENT_THREADS,
  TTA_NUM_CHIP_NUMBERS
} tta_chip_number;

/** The lists of cores of a chip description. */
typedef enum tta_core_role {
  TTA_CORES_WORKER, /* physical_cores */
  TTA_CORES_DRAM,
  TTA_CORES_ETH,
  TTA_CORES_ETH_INACTIVE,
  TTA_CORES_HELPER_DRAM, /* physical_helper_cores */
  TTA_CORES_HELPER_ETH,
  TTA_CORES_HELPER_ETH_INACTIVE,
  TTA_CORES_DRAM_WORKER_NOC0, /* dram_bank_to_logical_worker_noc0: by DRAM bank */
  TTA_CORES_DRAM_WORKER_NOC1,
  TTA_NUM_CORE_ROLES
} tta_core_role;

/** Cores in the order of the text. A core that is not two numbers has TTA_SYSTEM_NONE for both. */
typedef struct tta_core_list {
  uint32_t num_cores;
  const tta_core *cores;
  const tta_span *spans; /* of the cores */
  tta_span span;         /* of the list */
} tta_core_list;

/** Height and width of a tile. */
typedef struct tta_tile_size {
  int64_t height, width;
} tta_tile_size;

/** Rows and columns of worker cores; 0, 0: not known. */
typedef struct tta_chip_grid {
  int64_t rows, columns;
} tta_chip_grid;

/** A chip description. */
typedef struct tta_chip {
  tta_span span;
  tta_arch arch;                       /* TTA_NUM_ARCHS: none of the enumeration */
  tta_shape grid;                      /* as written; tta_system_chip_grid interprets it */
  tta_span grid_span;
  tta_shape coord_translation_offsets; /* rank 0: absent */
  tta_shape dram_grid;                 /* rank 0: absent */
  int64_t numbers[TTA_NUM_CHIP_NUMBERS]; /* TTA_SYSTEM_NONE: absent */
  tta_span number_spans[TTA_NUM_CHIP_NUMBERS];
  tta_core_list cores[TTA_NUM_CORE_ROLES];
  uint32_t num_tile_sizes;             /* supported_tile_sizes; 0: absent */
  const tta_tile_size *tile_sizes;
} tta_chip;

/** Bits of a chip's capabilities. */
enum { TTA_CHIP_CAPABILITY_PCIE = 1, TTA_CHIP_CAPABILITY_HOST_MMIO = 2 };

/** Where a chip is in its rack; as written, up to four numbers. */
typedef struct tta_chip_coord {
  int64_t rack, shelf, y, x;
  tta_span span;
} tta_chip_coord;

/** One end of an Ethernet channel. */
typedef struct tta_channel_end {
  int64_t chip;  /* TTA_SYSTEM_NONE: not a number */
  tta_core core; /* the Ethernet core; TTA_SYSTEM_NONE: absent */
  tta_span chip_span, y_span, x_span;
} tta_channel_end;

/** An Ethernet channel between two chips. */
typedef struct tta_chip_channel {
  tta_channel_end end[2];
  tta_span span;
} tta_chip_channel;

/** Two chips with a channel between them; a < b. */
typedef struct tta_chip_link {
  uint32_t a, b;
} tta_chip_link;

/** What a value was made from. */
typedef enum tta_system_source {
  TTA_SYSTEM_OF_ATTRIBUTE,
  TTA_SYSTEM_OF_NAME,     /* `wormhole_b0:2`: tt-mlir's default description; links and tile sizes are not known */
  TTA_SYSTEM_OF_NOTATION, /* `[2, 8x8]`: the same with other grids */
} tta_system_source;

/** A system. Everything is borrowed: from the arena it was read into, and texts' spans refer to the text it was read
 *  from. */
typedef struct tta_system {
  tta_system_source source;
  tta_span span;
  uint32_t num_descs;
  const tta_chip *descs;
  int64_t num_chips;
  const int64_t *desc_of_chip;  /* chip_desc_indices as written; NULL: every chip has description 0 */
  const tta_span *chip_spans;   /* by chip; NULL unless of an attribute, as all below */
  tta_span descs_span, chips_span, capabilities_span, coords_span, channels_span;
  uint32_t num_capabilities;
  const uint32_t *capabilities; /* bits TTA_CHIP_CAPABILITY_* */
  uint32_t num_coords;
  const tta_chip_coord *coords;
  uint32_t num_channels;
  const tta_chip_channel *channels;
  size_t num_links;
  const tta_chip_link *links;   /* from the channels, sorted by a, then b; a pair with two channels is listed twice */
} tta_system;

/** Reads a system that a user gives:
 *    - `grayskull`, `wormhole_b0`, `blackhole`, and with `:N` N such chips, as tt-mlir describes them by default
 *      (Grayskull, which it does not describe: by the numbers of the architecture);
 *    - `[N, 8x8]`: N chips of wormhole_b0 with another grid (device specification, Examples);
 *    - a text with a system_desc attribute: the attribute alone, an alias definition or a whole module. The first one
 *      that can be read counts.
 *  At most 1048576 chips in the short forms. Blanks around the text are ignored.
 *  @param text what the user gave, or the contents of the file that the user named.
 *  @param arena holds all of *system.
 *  @return TTA_INVALID with one line in `reason` (may be NULL) for anything else: an empty text, an architecture
 *  without a default description, an attribute with an error, without chips, or with numbers that contradict each
 *  other. */
TTA_API tta_status tta_system_parse(tta_str text, tta_arena *arena, tta_system *system, tta_buf *reason);

/** The description of a chip; NULL when the chip or its description does not exist. */
TTA_API const tta_chip *tta_system_chip(const tta_system *system, int64_t chip);
/** The smallest of each extent over all chip descriptions; 0, 0 when one is not known. */
TTA_API tta_chip_grid tta_system_smallest_grid(const tta_system *system);

#ifdef __cplusplus
}
#endif
#endif
