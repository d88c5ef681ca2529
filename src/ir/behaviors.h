/* behaviors.h: the dates on which tt-mlir's verifiers and its count of bytes changed, beside the dates of the syntax
 * table. Rules and memory plans name the behavior and have no dates of their own. */
#ifndef TTA_IR_BEHAVIORS_H
#define TTA_IR_BEHAVIORS_H

#include "dates.h"

/* Dates of the syntax table, as periods have them; tta_date_day is the day. */
static const tta_date TTA_SINCE_NAMED_LAYOUT_VERIFIED = TTA_DATE_20251205,
                      TTA_UNTIL_NAMED_LAYOUT_RANK = TTA_DATE_20260528, /* at least two dims were required */
                      TTA_UNTIL_SIGNLESS_ONLY = TTA_DATE_20250227,     /* elements of layouts: no si32 */
                      TTA_SINCE_TTCORE = TTA_DATE_20250617,
                      TTA_SINCE_TTNN_CONFIG_VERIFIED = TTA_DATE_20250214,
                      TTA_SINCE_TTNN_LAYOUT_VERIFIED = TTA_DATE_20250224,
                      TTA_SINCE_TTNN_CONFIG_SHARD_SPEC = TTA_DATE_20250516,
                      TTA_SINCE_TTNN_GRID_VERIFIED = TTA_DATE_20250709,
                      TTA_SINCE_TTNN_ND_SHARD_SPEC = TTA_DATE_20251229,
                      TTA_SINCE_TTNN_CORE_RANGE_SETS = TTA_DATE_20260506,
                      TTA_SINCE_TTNN_SHARDED_DRAM = TTA_DATE_20260511;

/* Days yyyymmdd, some of them without a change of the syntax. */
enum {
  TTA_DAY_KEYED_DEVICE = 20240904,      /* workerGrid = .., l1Map = .., dramMap = .. */
  TTA_DAY_SPECIFICATION = 20241127,     /* of the specifications of layouts and devices; a text without a date has it */
  TTA_DAY_BYTE_MAPS = 20250311,         /* memory maps over cores and byte offsets; before, over elements */
  TTA_DAY_METAL_BANK_SIZE = 20250701,   /* tt-metal's message of missing memory has the size of a bank, */
  TTA_DAY_METAL_BANK_USE = 20260101,    /* and what of it is allocated */
  TTA_DAY_ELEMENT_SYMBOL = 20250815,    /* the DRAM map has a symbol for the bytes of an element */
  TTA_DAY_CEILED_TILES_END = 20250901,  /* the grid divided first, then the tile, rounding up (from 2025-06-20) */
  TTA_DAY_GRID_OF_EACH_CHIP = 20250925, /* the worker grid is that of one chip, whatever the mesh */
  TTA_DAY_BLOCK_EXPONENTS = 20251110,   /* block floats are counted with their exponents (tt-mlir 235dce4dd0) */
  TTA_DAY_GRID_FOR_DRAM = 20260423,     /* dramGrid = .. */
};

#endif
