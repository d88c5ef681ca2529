/* tiled.h: the arithmetic of tiled layouts (ttattr/tiled.h) that other components build on. */
#ifndef TTA_TILED_TILED_H
#define TTA_TILED_TILED_H

#include "diag/rules.h"
#include "ttattr/tiled.h"

/** The element of the host: of its own, or that of the device. */
static inline tta_tiled_element tta_tiled_host_element(const tta_tiled *layout) {
  return layout->host_element.name.size ? layout->host_element : layout->element;
}

/** Field by field equality; absent strides equal contiguous ones, an absent host element equals the device's,
 *  stick_bytes 0 equals 128, an empty pad equals undef. */
bool tta_tiled_equal(const tta_tiled *a, const tta_tiled *b);

/** Sets absent strides. @return TTA_OVERFLOW when they do not fit int64 */
tta_status tta_tiled_complete(tta_tiled *layout, tta_arena *arena);

/** What copying a tensor from one layout to another does. */
typedef struct tta_tiled_move {
  bool feasible;                    /* P4: same host size and element type, same stick */
  bool moves;                       /* some element changes its position; false: a no-op on the data */
  bool allocation_changes;          /* the footprint differs (also where nothing moves) */
  bool format_changes;              /* dense to sparse or back */
  int64_t from_stick, to_stick;     /* host dim of the innermost device dim; -1: a synthetic one */
  int64_t elements, bytes;          /* what a copy rewrites: all of the tensor, or 0 when nothing moves */
  const int64_t *witness;           /* when moves: an element that changes its position .. */
  int64_t witness_from, witness_to; /* .. and the two positions */
  tta_str reason;                   /* when not feasible */
} tta_tiled_move;

/** Both layouts without errors and with a host, else TTA_INVALID. */
tta_status tta_tiled_compare(const tta_tiled *from, const tta_tiled *to, tta_arena *arena, tta_tiled_move *move);

typedef enum tta_tiled_notation {
  TTA_TILED_SPYRE,       /* SpyreTensorLayout(device_size=[4, 1024, 64], ...), as the eras print it */
  TTA_TILED_CONSTRUCTOR, /* SpyreTensorLayout([1024, 256], torch.float16, [1, 0], StickFormat.Dense): read only */
  TTA_TILED_FIXED,       /* FixedTiledLayout('spyre:0', torch.float16, size=[..], stride=[..], device_layout=..) */
  TTA_TILED_TRIPLE       /* ((4, 1024, 64), (64, 256, 1), (65536, 64, 1)): ranges, host strides, device strides */
} tta_tiled_notation;

/** A text as read, or as to be written. */
typedef struct tta_tiled_import {
  tta_tiled layout;
  tta_tiled_notation notation;
  uint32_t era;   /* 1 to 4; 0 for a triple or a constructor call */
  bool swapped;   /* a triple in the order ranges, device, host, accepted as such */
  tta_str device; /* FixedTiledLayout: 'spyre:0' without quotes */
  bool has_offset;
  int64_t offset;            /* FixedTiledLayout, elements: layout.host_offset */
  tta_str allocation;        /* FixedTiledLayout: the value's text, empty = absent: layout.allocation */
  size_t error_offset;       /* when TTA_INVALID: the byte of the text .. */
  tta_str error;             /* .. and what was expected there, or which rule the triple breaks */
  tta_tiled_rule error_rule; /* TRIPLE_MISMATCH for an invalid nest, a rule for a constructor call, else 0 */
} tta_tiled_import;

/** Reads any of the notations; blanks are free, keyword arguments may come in any order, lists may be tuples or
 *  torch.Size([..]). The layout is not verified (tta_tiled_verify does), except that a triple must be a valid nest and
 * match the host and element type of the context. A triple becomes a layout by stride_map, or by dim_map where
 * the context has a host and tta_tiled_to_dim_map succeeds. A device_dtype brings its element type as the device's;
 * another one from the context or from FixedTiledLayout is then the host's.
 *  @param context NULL: nothing is known.
 *  @return TTA_INVALID with error and error_offset. Texts of the layout are copied into the arena. */
tta_status tta_tiled_read(tta_str text, const tta_tiled_context *context, tta_arena *arena, tta_tiled_import *result);

/** Elements in a stick: stick_bytes * 8 / bits, of device_dtype if given, else of element; if neither is known, the
 * last device extent. 1024x256 f16: 64.
 *  @return TTA_INVALID when the width does not divide the stick or the device_dtype has no stick geometry. */
tta_status tta_tiled_elems_per_stick(const tta_tiled *layout, int64_t *elems);

/** Finds the order and the convention of a dim_map; `preferred` is tried first, as the three share many layouts.
 *  @param order an array of layout->host_size.rank numbers
 *  @return false when no convention has this dim_map (explicit layouts, k > 1, stride_map alone, no host) */
bool tta_tiled_order(const tta_tiled *layout, tta_tiled_convention preferred, int64_t *order,
                     tta_tiled_convention *convention);

/** @return TTA_INVALID for a layout that has errors or no host (tta_tiled_verify reports them); TTA_LIMIT for a
 * stride_map alone of more than TTA_TILED_MAX_STRIDE_MAP_RANK entries. */
tta_status tta_tiled_map_of(const tta_tiled *layout, tta_arena *arena, tta_tiled_map *map);

/** Whether the positions of elements are defined: an element arrangement may be unknown, or need full sticks.
 *  @return TTA_INVALID for a layout that has errors or no host; with *reason where the arrangement is the cause */
tta_status tta_tiled_has_places(const tta_tiled *layout, tta_arena *arena, tta_str *reason);

/** device_bytes alone; needs no host. @return TTA_INVALID for a layout that has errors. */
tta_status tta_tiled_device_bytes(const tta_tiled *layout, tta_arena *arena, int64_t *bytes);

/** The greatest weight of the digits of the same host dim that are coarser than loop i, of those below `below`
 *  (0: of all); 0: none. */
int64_t tta_tiled_coarser(const tta_tiled_map *map, uint32_t i, int64_t below);

/** At how many positions each element is: the product of the dims that repeat it; 1 without them. */
int64_t tta_tiled_copies(const tta_tiled_map *map);

/** The position of an element (of repeated elements: the first). @param index host_size.rank numbers
 *  @param digits an array of rank numbers, or NULL
 *  @return TTA_INVALID when index is outside the host tensor */
tta_status tta_tiled_position(const tta_tiled_map *map, const int64_t *index, int64_t *digits, int64_t *position);

/** The nests that access each host element exactly once and no padding: whole sticks first, then the rest of the last
 * stick (one rest for each stick dim, so at most 2^k nests; none for an empty tensor). Loops over slots without a host
 * dim have range 1 and host stride 0. 1000x200 f16: (3, 1000, 64) at 0, 0 and (1, 1000, 8) at 192, 192000 (torch-spyre
 * 90f855d splits the same way).
 *  @return TTA_LIMIT above TTA_TILED_MAX_NESTS. */
tta_status tta_tiled_nests(const tta_tiled_map *map, tta_arena *arena, uint32_t *count, const tta_tiled_nest **nests);

/** Whether padding has a value: pad is not undef. */
bool tta_tiled_fills_padding(const tta_tiled *layout);

/** The nests that access each slot of the device tensor that is padding exactly once, and no element: what `pad` fills.
 *  Their host strides and offsets are 0; gaps between strides are not slots.
 *  @return TTA_LIMIT above TTA_TILED_MAX_NESTS. */
tta_status tta_tiled_padding_nests(const tta_tiled_map *map, tta_arena *arena, uint32_t *count,
                                   const tta_tiled_nest **nests);

/** The layout as digits of the host index (digits.h), without what repeats elements. @return TTA_LIMIT for an irregular
 *  map, with a reason */
tta_status tta_tiled_list_of_digits(const tta_tiled_map *map, tta_arena *arena, tta_digits *digits, tta_buf *reason);

/** The nests that move a tensor from one tiled layout directly to another one (a restickify, if the stick dims differ),
 *  outer loops first; padding is not moved.
 *  @param from NULL: from the host. @return TTA_LIMIT with a reason: too many nests, an irregular or folded map */
tta_status tta_tiled_copy_nests(const tta_tiled_map *from, const tta_tiled_map *to, tta_arena *arena, uint32_t *count,
                                const tta_digits_nest **nests, tta_buf *reason);

/** Writes `what->layout` in what->notation and what->era; exact, or not at all.
 *  Not supported are: device strides with gaps (eras 2 to 4), sparse_multi and k > 1 (eras 3, 4), pad, device_dtype in
 *  era 1, element_arrangement and valid_elements before era 4, an element without torch name or device_dtype where the
 *  form needs one, dim_map or stride_map that can not be derived, and layouts with errors. A layout that is native to
 *  the era (its fields are those of the era, its element that of the device_dtype) reads back as the same value in a
 *  context that knows what the text leaves out, any other as one that puts every element at the same place. A triple
 *  is always written in the text's order and carries the nest alone.
 *  @param reason when TTA_INVALID. TTA_NO_MEMORY also when the buffer failed; out is then as before. */
tta_status tta_tiled_write(tta_buf *out, const tta_tiled_import *what, tta_arena *arena, tta_str *reason);
typedef enum tta_tiled_place {
  TTA_TILED_AT_ELEMENT,
  TTA_TILED_AT_PADDING, /* a slot of the device tensor without a host element */
  TTA_TILED_AT_GAP,     /* between two rows: not a slot, the strides skip it */
  TTA_TILED_AT_OUTSIDE  /* negative, or after the last slot */
} tta_tiled_place;

/** What is at a device position. @param index an array of host_size.rank numbers, set for TTA_TILED_AT_ELEMENT only */
tta_tiled_place tta_tiled_element_at(const tta_tiled_map *map, int64_t position, int64_t *index);

/** Builds the layout of a convention with strides and host. A scalar is always sparse: one stick, device_size [E],
 * dim_map [-1] (rfc, dec25), or [1, E] and [-1, -1] (2026). Sparse layouts of rfc and dec25 have the dense dim_map with
 * one stick an element; those of 2026 end in -1.
 *  @param why the rule that failed (EXTENTS, RANKS, ELEMENT_WIDTH, ORDER_PERMUTATION, HOST_STRIDES, SIZE_LIMIT) when
 *  TTA_INVALID is returned; may be NULL */
tta_status tta_tiled_build(const tta_tiled_spec *spec, tta_arena *arena, tta_tiled *layout, tta_tiled_diagnostic *why);

/** Verifies every rule for which the layout has the parts. An error hides the rules that depend on the same part, so
 * one cause results in one diagnostic: LIST_LENGTHS and EXTENTS hide all rules about the device; ELEMENT_WIDTH hides
 * STICK_EXTENT and STICK_ALIGNMENT; RANKS and DIM_MAP_RANGE hide DIM_MAP_DIGITS and CAPACITY; STICK_EXTENT hides
 * STICK_ALIGNMENT; STRIDE_ORDER hides STRIDE_OVERLAP and STICK_ALIGNMENT; HOST_STRIDES hides STRIDE_MAP_VALUES,
 * HOST_OVERLAP and resolving a stride_map; any error hides EXTRA_PADDING and EXTRA_STICKS. Without a host CAPACITY,
 * HOST_STRIDES and the warnings are not verified, and the host rank is that of dim_map.
 *  @return TTA_OK also with diagnostics */
tta_status tta_tiled_verify(const tta_tiled *layout, tta_arena *arena, tta_tiled_diagnostics *diagnostics);

/** The row of rules.def that reports it. */
tta_rule tta_tiled_report_rule(tta_tiled_rule rule);
/** The first diagnostic that is an error, or NULL. */
const tta_tiled_diagnostic *tta_tiled_first_error(const tta_tiled_diagnostics *diagnostics);

#endif
