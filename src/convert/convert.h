/* convert.h: what the files of src/convert share. */
#ifndef TTA_CONVERT_CONVERT_H
#define TTA_CONVERT_CONVERT_H

#include "base/arena.h"
#include "base/format.h"
#include "base/str.h"
#include "ir/behaviors.h"
#include "ir/eras.h"
#include "layout/print.h"
#include "ttattr/convert.h"

/** The addresses of the elements of a tensor in any notation: the core, and in it the sum of digit * stride + offset.
 *  The digits are coordinates of the memory (shard dims, tiles, faces, sticks), expressions of the logical index. */
typedef struct tta_addresses {
  const tta_layout_ref *from;
  tta_affine_pool *pool;
  tta_shape logical;
  tta_str element;     /* what memory holds, as MLIR writes it: "f32" */
  uint32_t num_cores;  /* dims of the grid */
  tta_expr *cores;
  int64_t *grid;
  uint32_t num_digits;
  tta_expr *digits;
  int64_t *extents, *strides;
  int64_t offset;
  tta_expr position;   /* all of the sum */
  bool swizzled;       /* the address is not the sum, but what a swizzle makes of it: of digits only */
  int64_t allocated;   /* scalars that a core holds, padding included */
  bool block_float;    /* scalars share bytes: they have no address of their own */
  bool interleaved;    /* pages are distributed over banks; the position is the one in the order of pages */
  bool aligned_pages;  /* rows are page_stride bytes apart, more than the page_bytes that they have */
  int64_t page_bytes, page_stride;
  tta_memory_layout memory_layout; /* as the text says it; NONE: it does not, or lies on the host */
  tta_str memory_space, pad; /* empty: none; "undef" is none, too */
} tta_addresses;

/** What padding holds, as a value. */
tta_oob_value tta_addresses_oob(const tta_addresses *addresses);
/** The same as a number of its element type in a text: of MLIR (`1.0`, `0x7C00`) or of Python (`1`, `np.inf`); 0 if the
 *  layout has no padding value, or the element type no such number. */
void tta_put_padding_value(tta_buf *out, const tta_addresses *addresses, bool python);

/** @return TTA_INVALID when the layout does not give its elements addresses. */
tta_status tta_addresses_of(const tta_layout_ref *from, tta_arena *arena, tta_affine_pool *pool,
                            tta_addresses *addresses, tta_buf *reason);

/** The positions as digits. @return TTA_INVALID if they are not sums of floor(d / N) mod M, or on several cores */
tta_status tta_addresses_digits(const tta_addresses *addresses, tta_arena *arena, tta_digits *digits);

/** The notation of a text that is not MLIR. */
tta_notation tta_notation_recognize(tta_str text);

/** Cores in the grid. */
bool tta_addresses_one_core(const tta_addresses *addresses);

/** An index with different addresses in both, or *at NULL. @return TTA_INVALID, with the reason, for different shapes
 *  or grids; TTA_UNDECIDED */
tta_status tta_addresses_difference(const tta_addresses *a, const tta_addresses *b, tta_arena *arena,
                                    const int64_t **at, tta_buf *reason);

/** Whether what both texts say about the memory can be meant by both: shards that one side does not name, pages of DRAM
 *  and a single bank where the other side does not say how its memory is divided. */
bool tta_addresses_same_memory(const tta_addresses *a, const tta_addresses *b);

/** Whether both put every element on the same core at the same position. @return TTA_INVALID when not: the reason names
 *  an element and where it would go; TTA_UNDECIDED. */
tta_status tta_addresses_equal(const tta_addresses *a, const tta_addresses *b, tta_arena *arena, tta_buf *reason);

/** Whether two expressions have the same value at every index: NO, with an index, YES, or UNKNOWN. */
tta_status tta_addresses_compare(const tta_addresses *p, tta_expr a, tta_expr b, tta_arena *arena, bool *equal,
                              const int64_t **at);

/** The stride of each logical dim when the position is a sum of strides. @param strides room for logical.rank.
 *  @return TTA_INVALID with an element that lies elsewhere in *at (NULL: none was found). */
tta_status tta_addresses_strides(const tta_addresses *addresses, tta_arena *arena, int64_t *strides,
                                 const int64_t **at);

/** The position of an element. */
tta_status tta_addresses_position(const tta_addresses *addresses, const int64_t *index, int64_t *position);

/** The value of an expression at an element. */
tta_status tta_addresses_value(const tta_addresses *addresses, tta_expr expr, const int64_t *index, int64_t *value);

/** What of a context contradicts a text. */
typedef enum tta_context_part {
  TTA_CONTEXT_AGREES,
  TTA_CONTEXT_SHAPE,
  TTA_CONTEXT_ELEMENT,
  TTA_CONTEXT_GRID
} tta_context_part;

/** Compares shape, element and grid of the context with a layout. @param message set if they differ, in the arena */
tta_context_part tta_layout_ref_check_context(const tta_layout_ref *value, const tta_layout_ref_context *context,
                                              tta_arena *arena, tta_str *message);

/** A conversion under way. */
typedef struct tta_converter {
  tta_arena *arena;
  tta_affine_pool *pool;
  const tta_conversion_spec *spec;
  tta_addresses addresses;
  tta_conversion *result;
  tta_report *losses;    /* NULL: what the text does not carry is not reported */
  tta_buf *reason;
  const char *pad_name;  /* of the padding value in the text, which does not have the value; "": the text has it */
  tta_shape device_grid; /* over a device: the grid of the whole tensor; the text is that of one device */
} tta_converter;

/** The date of the text. */
static inline int32_t tta_convert_era(const tta_converter *c) {
  return c->spec->era ? c->spec->era : TTA_DAY_SPECIFICATION;
}
/** Whether layouts of tt and ttcore have a field on a date. */
static inline bool tta_metal_reads(tta_field field, int32_t era) {
  return tta_era_reads_field(tta_layout_attribute_on(era), field, era);
}

/** Each writes the text of its notation or fails; c->addresses are the addresses to preserve. */
tta_status tta_write_metal(tta_converter *c);
tta_status tta_write_ttnn(tta_converter *c);
tta_status tta_write_ttcore(tta_converter *c);
tta_status tta_write_tiled(tta_converter *c);
tta_status tta_write_strided(tta_converter *c);
tta_status tta_write_affine(tta_converter *c);

/** Reads `text` again and compares: when every element has kept its address, it becomes the result.
 *  @param read what was read, for the caller to free, or NULL. @return TTA_INVALID with the reason when not. */
tta_status tta_confirm(tta_converter *c, const tta_buf *text, tta_shape grid, tta_layout_ref_text **read);

/** Confirms a text without a grid, unless it could not be written (`status`), and frees it. */
tta_status tta_confirm_and_free(tta_converter *c, tta_status status, tta_buf *text);

/** The converted layout as a layout value: that of the source, or of its metal form.
 *  @param kept to free, perhaps NULL */
tta_status tta_as_layout(tta_converter *c, const tta_layout **layout, tta_layout_ref_text **kept);

/** The text of a layout by a map and the rest of `spec`, whose own map it replaces. */
tta_status tta_build_of_map(tta_converter *c, tta_build_spec *spec, const tta_map *map, tta_buf *text);
/** Rejects pages that are distributed over more than one core: a metal_layout cannot express them. */
tta_status tta_reject_interleaved(tta_converter *c, const tta_layout *layout);

/** TTNN by a layout whose addresses are c->addresses. */
tta_status tta_write_ttnn_of(tta_converter *c, const tta_layout *layout);
/** Reads the ttnn_layout of the tensor and memory of `layout` by a map of rows and columns, on a grid of both. */
tta_status tta_lay_out_ttnn(tta_converter *c, const tta_layout *layout, const tta_map *map, tta_shape grid,
                            tta_layout_ref_text **read);
/** The same over the mesh of c->spec->device: the tensor of one device. */
tta_status tta_write_ttnn_over(tta_converter *c, const tta_layout *layout);
/** The inverse: a ttnn_layout, the tensor of one device, as a metal_layout over the whole grid of the device. */
tta_status tta_write_metal_over(tta_converter *c, const tta_layout *layout);

/** Rejects what is not one memory with an address for each element. @param target "a strided memref" */
tta_status tta_require_one_memory(tta_converter *c, const char *target);
/** When there is an exact part, it is told as `closest`. */
void tta_report_closest(tta_converter *c, const tta_buf *text, const char *is);
/** The affine memref is exact for all that has addresses: told as the closest. */
void tta_closest_affine(tta_converter *c);
/** Appends the memref of c->addresses by an affine map. @param grid the cores of the first results, rank 0 = none */
tta_status tta_affine_text(tta_converter *c, tta_buf *out, tta_shape *grid);

/** Appends to the reason of a failure. @return TTA_INVALID */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
tta_status tta_convert_reject(tta_converter *c, const char *format, ...);
/** Reports what the text does not carry. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void tta_convert_warn(tta_converter *c, const char *format, ...);

/** Sets shard_spec and memory_config of c->result by its cores and ttnn, in the syntax of c->spec->era or of the latest
 *  date; nothing on days without such an attribute. */
tta_status tta_convert_specs(tta_converter *c, tta_memory_space buffer, tta_memory_layout memory_layout);

/* ttnn_cores.c */

/** Sets c->result->cores (and what is assumed) for a sharded tensor. @param grid rows, columns of shards
 *  @param source a ttnn_layout whose core ranges are kept; NULL: none
 *  @return TTA_INVALID when TTNN cannot express the cores that the shards are on, or the source has others */
tta_status tta_convert_cores(tta_converter *c, tta_memory_space buffer, tta_memory_layout memory_layout,
                             const int64_t grid[2], const tta_layout *source);
/** Rejects core ranges of a ttnn_layout other than those of the device, c->result->cores. */
tta_status tta_check_core_ranges(tta_converter *c, const tta_layout *source);
/** Rejects a layout whose chips hold something else by the worker map than by the mesh, or whose cores on them TTNN
 *  cannot express. */
tta_status tta_check_device(tta_converter *c, const tta_layout *layout);
/** Sets the mappers of c->result by its mesh view. */
tta_status tta_convert_mappers(tta_converter *c, const tta_layout *layout);

/** The tensor's own scalar; of the named form, and of a tensor of tiles, what its tiles hold. */
tta_str tta_layout_scalar(const tta_layout *layout);

/** @param tile NULL = row-major. @return TTA_INVALID when the strides are not those of collapsed rows (each a multiple
 *  of stride[-2], the last 1) or an extent is below 1. A tensor of rank 1 is one row. */
tta_status tta_ttnn_terms_of(tta_shape shape, tta_shape stride, const int64_t shard[2], const int64_t tile[2],
                             tta_ttnn_terms *terms, tta_buf *reason);

/** "a metal_layout": a text of the notation in a message. */
const char *tta_notation_target(tta_notation notation);
/** What a text of the notation cannot express. */
const char *tta_notation_lacks(tta_notation notation);
/** TTA_NOTATION_UNKNOWN for any other word. */
tta_notation tta_notation_find(tta_str name);

#endif
