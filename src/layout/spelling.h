/* spelling.h: the text of a layout, in the words of a date. */
#ifndef TTA_LAYOUT_SPELLING_H
#define TTA_LAYOUT_SPELLING_H

#include "layout/values.h"

typedef enum tta_layout_form {
  TTA_FORM_STRIDES, /* #tt.layout<300x1, undef, <1x2>, memref<..>>, before 2024-07-11 */
  TTA_FORM_MAP,     /* #tt.layout<(d0, d1) -> (d0, d1), ..>, #tt.metal_layout<..> */
  TTA_FORM_NAMED,   /* #ttcore.metal_layout<logical_shape = .., ..>, since 2025-06-20 */
} tta_layout_form;

/** Everything that a layout's text says. */
typedef struct tta_layout_text {
  tta_layout_form form;
  tta_str name;     /* "#tt.metal_layout" */
  tta_str dialect;  /* "tt" */
  tta_shape shape;  /* the tensor's, in its own elements; NAMED: grid, then memref */
  tta_str element;
  tta_shape logical;
  tta_map map;
  tta_shape grid;
  tta_oob_value oob_val;
  tta_memory_space memory_space;
  tta_memory_layout memory_layout;
  int64_t tile[2];
  tta_data_type tile_type;
  tta_str scalar;            /* element of the memref: a tile, or this */
  bool none_layout;          /* the word that TTA_MEMORY_LAYOUT_NONE is written as, 2024-09-03; else it is elided */
  bool attribute_only;
  bool old_block_floats;     /* bc_bf8 for bfp_bf8, before 2024-07-11 */
  /* STRIDES */
  tta_shape strides;
  /* NAMED */
  tta_shape alignments;
  uint32_t num_intervals;
  const int64_t *intervals;
  bool collapse_dims;        /* instead of collapsed_intervals */
  bool write_oob, write_memory_space, write_memory_layout; /* the last two: also where they are the default */
  tta_str index_map;         /* "map(0)"; empty = none */
} tta_layout_text;

/** Sets form, name, dialect and what a date demands or has no room for.
 *  @param era yyyymmdd. @return TTA_INVALID when the memory layout or the out of bounds value cannot be said then. */
tta_status tta_spelling_of_era(int32_t era, tta_layout_text *text, tta_buf *reason);

/** The same from the text of a layout that was read. */
tta_status tta_spelling_keep(const tta_layout *sharding, tta_layout_text *text);

/** Rejects values that the form has no word for. */
tta_status tta_spelling_check(const tta_layout_text *text, tta_buf *reason);

/** Appends the tensor type, or the attribute alone. @param memref of one core */
void tta_spelling_append(tta_buf *out, const tta_layout_text *text, tta_shape memref);

#endif
