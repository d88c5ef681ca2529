/* ttattr/stream.h: a tensor in DRAM that cores process block by block in their L1.
 *
 * Each core has one shard of the tensor and reads it in blocks, into one of several buffers. A block is as much of the
 * shard as fits in a buffer, cut along one dim: the outermost that has to be cut. Dims outside of it have extent 1 in a
 * block, dims inside are whole, so that blocks are contiguous in the order of the shard.
 *
 * Sources: tt-mlir docs/src/specs/tensor-layout.md, Memory Spaces; tt-metal dataflow_api.h, noc_parameters.h (bursts,
 * alignment of transfers). Statuses as in layout.h.
 */
#ifndef TTATTR_STREAM_H
#define TTATTR_STREAM_H

#include "ttattr/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A block of a memref. Extents are those of the memref: tiles, or scalars. */
typedef struct tta_block {
  uint32_t dim;                 /* that is cut; extents before it are 1, after it whole */
  int64_t extent[TTA_MAX_RANK]; /* of the block */
  int64_t bank_bytes;           /* of one buffer in a bank, as tta_footprint.bytes_per_bank */
  int64_t passes;               /* blocks of a shard; the last ones along `dim` may be smaller */
} tta_block;

/** The largest block of a shard, in the memory space of the layout, such that `buffers` blocks have at most
 *  `capacity_bytes` in each bank.
 *  @param layout with a memref of known extents. @param banks, era as for tta_layout_footprint. @param buffers >= 1
 *  @return TTA_INVALID with a reason: not even one element fits; as tta_layout_footprint */
TTA_API tta_status tta_layout_largest_block(const tta_layout *layout, const tta_banks *banks, int32_t era,
                                            int64_t capacity_bytes, int64_t buffers, tta_block *out, tta_buf *reason);

typedef struct tta_stream_options {
  const tta_banks *banks; /* of the chip */
  int32_t era;            /* yyyymmdd, 0 = now */
  int64_t buffers;        /* of each core, at least 1 */
} tta_stream_options;

/** How a tensor is streamed. A run is a contiguous part of a block in DRAM; a burst is one NoC transaction. */
typedef struct tta_stream {
  tta_block block;
  int64_t buffers, capacity_bytes; /* of the L1 of a core, for all buffers */
  int64_t cores;                   /* that have a shard */
  int64_t block_bytes;             /* of the elements of a block, without alignment */
  int64_t tail;                    /* extent of the last block along block.dim */
  int64_t runs, run_bytes;         /* of a full block */
  int64_t max_burst_bytes;         /* of the architecture */
  int64_t bursts;                  /* of a full block */
  int64_t total_bursts;            /* of all blocks and cores */
  int64_t alignment_bytes;         /* that reads from DRAM require: the same remainder at both ends */
  bool aligned;                    /* all runs start at multiples of it, in DRAM and in L1 */
  int64_t row_bytes;               /* of a block; of a tile, if tiled */
  int64_t aligned_row_bytes;       /* whole elements: the least that would be aligned; row_bytes if aligned */
} tta_stream;

/** Streams a tensor in DRAM through the L1 of its cores.
 *  @return TTA_INVALID with a reason: another memory space, no shards, no block fits, elements of unknown size */
TTA_API tta_status tta_stream_of(const tta_layout *layout, const tta_stream_options *options, tta_stream *out,
                                 tta_buf *reason);

/** The members of an object with a stream, without its braces. @param rank of the memref */
TTA_API void tta_stream_json_members(tta_json *json, const tta_stream *stream, uint32_t rank);

#ifdef __cplusplus
}
#endif
#endif
