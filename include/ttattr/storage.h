/* ttattr/storage.h: where the elements of a tensor are in memory: shards, pages, banks, and addresses.
 *
 * A tta_storage is derived once from a tta_layout; everything that needs bytes or addresses reads it
 * (tta_layout_locate, memory plans, moves, conversions, the HTML page). A bank is one memory: a DRAM bank, the L1 of a
 * core, or the host.
 *
 *     metal_layout, L1           each core holds a shard; its rows or tiles are packed
 *     metal_layout, DRAM         pages of the whole padded tensor, round-robin over the banks; with a sharded memory
 *                                layout shard s is in bank s mod banks
 *     ttnn_layout, sharded       as above, but each row or tile of a shard is a page with an alignment of its own
 *     ttnn_layout, interleaved   pages of the tensor, round-robin over the banks of L1 or DRAM
 *     system, mmio               the shards one after the other, not aligned
 *
 * A memref with a layout of its own (tta_memref_order) has that in place of rows and pages: its shard is one page, up
 * to the last byte of an element, in L1, in DRAM (shard s in bank s mod banks) and on the host.
 *
 * A page is a tile; without tiles it is a row (of the shard, or of the whole tensor where pages are distributed). Pages
 * and shards are rounded up to the alignment of their memory: 16 bytes in L1, 32 or 64 in DRAM. A tile is stored as
 * faces of at most 16 x 16 scalars, row by row.
 *
 * The address of an element is a short list of steps over numbered values (forms). Forms 0 .. rank-1 are the physical
 * index: the results of the layout's map. All other forms are 0 before the first step. A step is a division
 * `q, r = a div D, a mod D` or a sum `b += w * a` (`b += w` if it has no a). tta_layout_locate evaluates the steps over
 * integers, conversions over affine expressions, moves over linear forms, the HTML page in JavaScript.
 *
 * Sources: tt-mlir docs/src/specs/tensor-layout.md; tt-metal buffer.cpp@00002df2 (bytes per bank),
 * tech_reports/tensor_layouts/tensor_layouts.md@0570a01b (pages). Statuses as in layout.h.
 */
#ifndef TTATTR_STORAGE_H
#define TTATTR_STORAGE_H

#include "ttattr/buf.h"
#include "ttattr/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TTA_FACE_EXTENT = 16, /* tt-metal: a tile is stored as faces of at most 16 x 16 scalars */
  TTA_STORAGE_MAX_FORMS = 4 * TTA_MAX_RANK + 24,
  TTA_STORAGE_MAX_STEPS = 6 * TTA_MAX_RANK + 32,
  TTA_STORAGE_MAX_TERMS = TTA_MAX_RANK + 4
};

/** The number of a form that a storage does not have. */
#define TTA_NO_FORM UINT32_MAX

/** Banks and alignments of a chip (tta_arch_storage_banks in arch.h). Alignments in bytes. */
typedef struct tta_storage_banks {
  int64_t dram_banks, l1_banks, dram_alignment, l1_alignment;
} tta_storage_banks;

/** What the last form counts. */
typedef enum tta_storage_unit {
  TTA_STORAGE_BYTES,
  TTA_STORAGE_SCALARS, /* scalars in storage order: also for block floats and elements of unknown size */
  TTA_STORAGE_TILES,   /* bytes; forms 0 .. rank-1 are an index in tiles, and no step divides a tile */
} tta_storage_unit;

typedef struct tta_storage_options {
  const tta_storage_banks *banks; /* NULL: those of wormhole_b0 */
  tta_storage_unit unit;
  tta_exponents exponents;        /* of block float tiles */
} tta_storage_options;

/** How shards or pages are distributed over banks. */
typedef enum tta_storage_distribution {
  TTA_STORAGE_HOST,       /* one bank: all shards, one after the other */
  TTA_STORAGE_CORES,      /* shard s is in bank s: the L1 of its core */
  TTA_STORAGE_SHARDS,     /* shard s is in bank s mod num_banks, after s div num_banks others */
  TTA_STORAGE_PAGES,      /* page p is in bank p mod num_banks, after p div num_banks others */
} tta_storage_distribution;

typedef enum tta_storage_operation { TTA_STORAGE_DIVIDE, TTA_STORAGE_ADD } tta_storage_operation;

typedef struct tta_storage_step {
  tta_storage_operation operation;
  uint32_t from;                /* the form a. ADD: TTA_NO_FORM is the number 1 */
  uint32_t quotient, remainder; /* DIVIDE: new forms q and r */
  uint32_t to;                  /* ADD: the form b */
  int64_t number;               /* DIVIDE: D >= 1. ADD: w */
  int64_t extent;               /* DIVIDE: a is below it, so that q is 0 if extent <= D */
} tta_storage_step;

/** A digit of `position`. */
typedef struct tta_storage_term {
  uint32_t form;
  int64_t extent, weight;
} tta_storage_term;

/** A value without pointers: it may be copied and outlives the layout. Extents and forms have the rank of the grid. */
typedef struct tta_storage {
  tta_memory_space space;
  tta_storage_distribution distribution;
  bool sharded;                /* the grid divides the physical shape; else (interleaved ttnn_layout) only pages do */
  bool tiled, row_pages;       /* forms for tiles exist; pages are rows */
  bool ordered;                /* the memref has a layout of its own: a shard is one page */
  uint32_t rank;
  int64_t cores;               /* shards: the product of the grid; 1 if not sharded */
  int64_t grid[TTA_MAX_RANK];  /* all 1 if not sharded */
  int64_t units[TTA_MAX_RANK]; /* tiles or scalars of a shard; of the whole tensor if not sharded */
  int64_t tile[2], face[2];    /* rows, columns in scalars; 1 without tiles */
  bool whole_faces;            /* the faces cover the tile exactly */
  int64_t alignment_bytes;     /* of pages and shards in their memory; 1 in the host's */
  /* bytes; 0 if the size of an element is unknown */
  int64_t element_bytes;       /* of a tile or a scalar */
  int64_t scalar_bytes;        /* 0 also of block floats, whose scalars have no bytes of their own */
  int64_t page_bytes, page_stride;                   /* page_stride: with the alignment of pages */
  int64_t pages_per_shard, shard_bytes, shard_stride; /* of pages at page_stride; shard_stride: with its alignment */
  int64_t num_pages, pages_per_bank;                 /* of all banks; of the fullest */
  int64_t num_banks;                                 /* that the layout is distributed over; CORES: the cores */
  int64_t bank_bytes;                                /* of the fullest bank, all alignment included */
  int64_t bank_alignment_bytes;                      /* of these, alignment of pages and shards: without it, bank_bytes
                                                        of a bank with one shard are shard_bytes of tta_layout */
  /* address; num_forms is 0 if the layout has no shards that steps could be derived from */
  uint32_t num_forms, num_steps, num_terms;
  tta_storage_step steps[TTA_STORAGE_MAX_STEPS];
  tta_storage_term terms[TTA_STORAGE_MAX_TERMS]; /* position = origin + the sum of weight * form, the
                                                      outermost digit first unless `ordered` */
  uint32_t core[TTA_MAX_RANK];         /* index in the grid; TTA_NO_FORM if not sharded */
  uint32_t shard_offset[TTA_MAX_RANK]; /* in scalars, in the shard; in the tensor if not sharded */
  uint32_t tile_index[TTA_MAX_RANK];   /* tiled: in the shard or tensor, else as shard_offset */
  uint32_t tile_offset[2], face_index; /* tiled: row, column and face in the tile */
  uint32_t position;    /* in the shard; if not sharded, in the sequence of all pages without their alignment */
  uint32_t bank, offset; /* bank number (CORES: row-major in the grid), offset in it; TTA_NO_FORM in scalars */
  int64_t origin;      /* the position of digits that are all 0; not 0 only if `ordered` */
  int64_t allocated;     /* positions of a shard, or of all pages, padding included */
} tta_storage;

/** Derives the storage of a layout. @param options NULL: all zero.
 *  @return TTA_INVALID with a reason: tiles without two dims, memory layouts without banks; TTA_OVERFLOW. */
TTA_API tta_status tta_storage_of(const tta_layout *layout, const tta_storage_options *options, tta_storage *out,
                                  tta_buf *reason);

/** Appends what a bank allocates and why, for people: "592 bytes per core, 14 of alignment: the shard of 578 is rounded
 *  up to 592". Nothing if there are no banks, or the size of an element is unknown. */
TTA_API void tta_storage_bytes_text(tta_buf *out, const tta_storage *storage);

/** Where the rows of the shards start in their memory; without rows, the tiles. The NoC requires the same remainder by
 *  the alignment at both ends of a transfer (tt-metal: L1 16 bytes, DRAM 32, of blackhole 64), so that rows that start
 *  at multiples of it can be transferred one by one. */
typedef struct tta_storage_rows {
  int64_t rows, row_bytes;   /* of one shard (of the tensor if not sharded); bytes of one without alignment */
  int64_t alignment_bytes;   /* that is required */
  int64_t start_bytes;       /* all rows start at multiples of this power of two; alignment_bytes if all are at 0 */
  bool aligned;              /* all rows start at multiples of alignment_bytes */
  int64_t aligned_row_bytes; /* whole elements: the least row_bytes that all rows would be aligned with */
  int64_t padding_bytes;     /* that this costs in all shards */
} tta_storage_rows;

/** @param storage in bytes. @param alignment_bytes 0: that of the memory.
 *  @return TTA_INVALID with a reason: negative alignments, elements of unknown size; TTA_OVERFLOW. */
TTA_API tta_status tta_storage_rows_of(const tta_storage *storage, int64_t alignment_bytes, tta_storage_rows *rows,
                                       tta_buf *reason);

#ifdef __cplusplus
}
#endif
#endif
