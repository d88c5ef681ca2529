/* move.h: what the files of movement plans share. Bytes unless a name says otherwise. */
#ifndef TTA_MOVE_MOVE_H
#define TTA_MOVE_MOVE_H

#include "base/arena.h"
#include "layout/linear.h"
#include "ttattr/move.h"

/* ---- one end ---- */

/** A layout as an end of a move. What a unit is: a scalar, or a whole tile where tiles are not opened. */
typedef struct tta_move_side {
  const tta_layout *sharding;
  const tta_device *device;
  const tta_arch_info *arch;
  tta_move_memory memory;
  uint32_t rank;               /* of the grid */
  const tta_linear *linear;    /* for each physical dim, over the dims of `from` */
  const int64_t *grid, *shard; /* shard: before tiling */
  const int64_t *units;        /* tiles or scalars of a core; of the whole tensor where it is not sharded */
  bool sharded;                /* the shards divide the physical shape; else (TTNN interleaved) pages do */
  bool tiled;                  /* places within tiles count: units are scalars, stored in tiles */
  int64_t tile[2], face[2];    /* tiled */
  int64_t unit_bytes, tile_bytes;
  bool paged;                             /* pages are dealt round `banks` */
  bool row_pages;                         /* they are rows of the padded tensor; else tiles */
  int64_t banks, page_bytes, page_stride; /* page_stride: with its alignment */
  int64_t base;                           /* address of the buffer */
  uint32_t num_places;
  tta_move_endpoint *places;
  int64_t place_bytes; /* of the fullest place */
} tta_move_side;

/** Fills in an end. @param target which of the two.
 *  @return TTA_INVALID when the layout cannot be one. */
tta_status tta_move_make_side(const tta_move_spec *spec, bool target, tta_arena *arena, tta_move_side *side,
                              tta_buf *reason);

/** For tensors of block floats: the same end with whole tiles for units, over the physical shape in tiles. */
tta_status tta_move_close_tiles(tta_move_side *side, tta_arena *arena, tta_buf *reason);

/** The place and the offset of an element, straight from the definition. @param index over the dims of `from` (of the
 *  physical shape in tiles, for closed tiles). */
void tta_move_locate(const tta_move_side *side, uint32_t dims, const int64_t *index, uint32_t *place, int64_t *offset);

/* ---- runs ---- */

/** A family while the plan is made: loops are not merged yet. */
typedef struct tta_family {
  uint32_t src, dst;
  uint32_t num_loops, loops_capacity;
  int64_t src_offset, dst_offset, bytes;
  tta_move_loop *loops;
} tta_family;

typedef struct tta_families {
  tta_arena *arena;
  size_t count, capacity;
  tta_family *item;
} tta_families;

/** Appends a family with room for `loops` loops (to be filled in). NULL: no memory, or too many (families->count is
 * then TTA_MOVE_MAX_FAMILIES). */
tta_family *tta_families_add(tta_families *families, uint32_t loops);
/** What a NULL of tta_families_add means. */
tta_status tta_families_status(const tta_families *families);

/** Cuts the box `shape` so that both ends are linear in each piece: the pieces as families, not joined, in no order. */
tta_status tta_move_cut(const tta_move_side *from, const tta_move_side *to, tta_shape shape, tta_families *out);

/** Joins runs that continue each other, then merges loops. Leaves the list in order of source, destination, offset.
 *  @param maximal false: it was too much work, and some runs could be longer */
tta_status tta_move_join(tta_families *families, bool *maximal);

/* ---- the plan ---- */

struct tta_move {
  tta_arena arena;
  tta_move_spec spec;
  tta_move_side from, to;
  tta_shape shape; /* of the units that move */
  bool closed;     /* units are whole tiles */
  size_t num_runs;
  tta_move_runs *runs;
  tta_move_totals totals;
  size_t num_semaphores;
  tta_move_semaphore *semaphores;
  tta_buf assumptions;
};

/** The handshake of the writes between cores of a chip. */
tta_status tta_move_make_semaphores(tta_move *move);

/** Goes to the next run of a family over its loops from `first` on. @param turn a counter for each loop, initially 0
 *  @return false after the last run: offsets and counters are then those of the first run again */
bool tta_move_next_run(const tta_move_runs *runs, uint32_t first, int64_t *turn, int64_t *src, int64_t *dst);

/** The bytes of one unit of padding: `size` bytes of oob_val. false: undef, which any value is. */
bool tta_move_oob(const tta_layout *sharding, int64_t size, unsigned char *bytes);

#endif
