/* maps.h: what an affine map without symbols does to a box, the indices 0 <= i_k < extent_k of a tensor or a grid.
 *
 * Every answer is proved or withheld: TTA_YES and TTA_NO are certain, TTA_UNKNOWN is the remark layout-undecided.
 * Every rejection has concrete indices.
 *
 * Ways to an answer, tried in this order:
 *   trivial  nothing to compute
 *   digits   dims split at the divisors into mixed-radix digits; any extents up to int64
 *   bitmap   all points, when these are at most TTA_MAPS_MAX_POINTS
 *   probe    a bounded deterministic sample: it can refute, never confirm
 *   count    more points than images: it can refute, perhaps without two colliding indices
 *
 * Common to all functions: `box` has one extent for each dim of the map, all >= 1; the map has no symbols, and its
 * divisors are positive. Otherwise TTA_INVALID. TTA_OVERFLOW: at some index a step of the evaluation leaves int64;
 * that index is in the answer's `overflow_at`. TTA_LIMIT: an expression of more than TTA_MAPS_MAX_OPS operations.
 * Indices (map->num_dims numbers) and images live in `arena`, until the caller rewinds it; scratch memory, at most
 * 64 MiB, is given back before the return, and an answer without witness leaves nothing in the arena. */
#ifndef TTA_MAPS_MAPS_H
#define TTA_MAPS_MAPS_H

#include "affine/affine.h"
#include "base/arena.h"

#define TTA_MAPS_MAX_POINTS ((int64_t)1 << 22) /* enumerated exactly */
#define TTA_MAPS_MAX_STEPS ((int64_t)1 << 28)  /* points x operations of one enumeration */
#define TTA_MAPS_MAX_OPS ((uint32_t)1 << 17)   /* operations of one map, shared subexpressions counted each time */

typedef enum tta_answer { TTA_NO, TTA_YES, TTA_UNKNOWN } tta_answer;

typedef enum tta_maps_method {
  TTA_BY_TRIVIAL,
  TTA_BY_DIGITS,
  TTA_BY_BITMAP,
  TTA_BY_PROBE,
  TTA_BY_COUNT
} tta_maps_method;

/** "trivial", "digits", "bitmap", "probe", "count": for `--dump=ast` and tests. */
const char *tta_maps_method_name(tta_maps_method method);

/* ---- injectivity: layout-overlap, device-map-overlap ---- */

typedef struct tta_injectivity {
  tta_answer injective;
  tta_maps_method method;
  const int64_t *first, *second; /* injective == TTA_NO: two indices with the same image, first before second */
  const int64_t *image;          /* ... map->num_results numbers; all NULL if TTA_BY_COUNT did not find them */
  uint64_t points, images;       /* TTA_BY_COUNT: of the box (cut at 2^64 - 1), and at most of the map; fewer */
  const int64_t *overflow_at;    /* TTA_OVERFLOW only */
} tta_injectivity;

tta_status tta_maps_injectivity(const tta_map *map, tta_shape box, tta_arena *arena, tta_injectivity *out);

/* ---- the common case: sums of dims times constants, none of them negative (sums.c) ---- */

/** The image of an index >= 0; no index below it in every dim has a greater one. False: some result is not such a sum,
 *  or overflows int64. */
bool tta_maps_sums_at(const tta_map *map, const int64_t *at, int64_t *image);
/** True: all results are such sums, nothing overflows, and the map is injective. False says nothing. */
bool tta_maps_sums_are_injective(const tta_map *map, tta_shape box);

/* ---- range of one result: layout-negative, device-map-range ---- */

/** One side of a range. No image lies beyond `bound`; `seen` is the image at `at`. exact: bound == seen. */
typedef struct tta_bound {
  int64_t bound, seen;
  const int64_t *at;
  bool exact;
} tta_bound;

typedef struct tta_range {
  tta_bound min, max;
  tta_maps_method method;
  bool may_overflow;          /* an overflow somewhere could not be excluded: bounds hold where there is none */
  const int64_t *overflow_at; /* TTA_OVERFLOW only */
} tta_range;

tta_status tta_maps_range(const tta_map *map, uint32_t result, tta_shape box, tta_arena *arena, tta_range *out);

/** Is some image below `limit`? TTA_YES: range->min.at is one that is. */
tta_answer tta_range_below(const tta_range *range, int64_t limit);
/** Is some image at or above `limit`? TTA_YES: range->max.at is one that is. */
tta_answer tta_range_at_least(const tta_range *range, int64_t limit);

/* ---- true extent: layout-extent ---- */

typedef struct tta_extent {
  tta_answer last_is_largest; /* in every result the image of the last index is the largest one */
  uint32_t result;            /* TTA_NO: the first result that has a larger image */
  int64_t last, larger;       /* TTA_NO: both images in that result */
  const int64_t *at;          /* TTA_NO: where the larger one is */
  const int64_t *overflow_at; /* TTA_OVERFLOW only */
} tta_extent;

tta_status tta_maps_extent(const tta_map *map, tta_shape box, tta_arena *arena, tta_extent *out);

/* ---- values of one result that are reached: device-chip-unused ---- */

typedef struct tta_reached {
  bool complete;              /* a value without a bit is certainly not reached */
  tta_maps_method method;
  int64_t count;              /* bits set */
  int64_t first_missing;      /* the least value of 0..limit-1 without a bit; limit when there is none */
  const uint64_t *bits;       /* value v: bit v % 64 of bits[v / 64]; a set bit is certain */
  const int64_t *overflow_at; /* TTA_OVERFLOW only */
} tta_reached;

/** Which of the values 0..limit-1 result `result` takes. @param limit 0..TTA_MAPS_MAX_POINTS, above it TTA_LIMIT. */
tta_status tta_maps_reached(const tta_map *map, uint32_t result, tta_shape box, int64_t limit, tta_arena *arena,
                            tta_reached *out);

/* ---- equality by value: device-mesh-topology ---- */

typedef struct tta_map_equality {
  tta_answer equal;
  tta_maps_method method;
  uint32_t result;            /* TTA_NO: the maps differ in this result ... */
  const int64_t *at;          /* ... at this index ... */
  int64_t a, b;               /* ... having these values */
  const int64_t *overflow_at; /* TTA_OVERFLOW only */
} tta_map_equality;

/** Do both maps give the same image at every index of the box? TTA_INVALID also when they differ in dims or in the
 *  number of results. Results with the same expression are equal and not evaluated: an overflow there is not seen. */
tta_status tta_maps_equality(const tta_map *a, const tta_map *b, tta_shape box, tta_arena *arena,
                             tta_map_equality *out);

#endif
