/* words.h: keywords in a tree, and their positions in enums.def, as values of ttattr/model.h. */
#ifndef TTA_MODEL_WORDS_H
#define TTA_MODEL_WORDS_H

#include "base/str.h"
#include "ir/attributes.h"
#include "ttattr/model.h"

/** Values of a keyword's position in its enumeration (enums.def); 0 when it is out of range. */
tta_memory_space tta_memory_space_at(tta_enum which, uint32_t position); /* memory_space, buffer_type */
tta_memory_layout tta_memory_layout_at(tta_enum which, uint32_t position); /* the three *memory_layout */

/** Whether TTNN has cores for a grid of rows x columns: height_sharded has one column of shards, width_sharded one
 *  row. @return TTA_INVALID and the reason, which may be NULL */
tta_status tta_memory_layout_check_grid(tta_memory_layout layout, const int64_t grid[2], tta_buf *reason);

tta_oob_value tta_oob_value_at(uint32_t position);
tta_data_type tta_data_type_at(uint32_t position);

/** Appends "'w' is not a WHAT; did you mean 'x'? expected one of ..". @return TTA_INVALID */
tta_status tta_reject_word(tta_enum which, tta_str word, tta_buf *reason);
/** @return TTA_INVALID with a reason: the word is not in the enumeration, or not on this day, yyyymmdd */
tta_status tta_check_word_on(tta_enum which, tta_str word, int32_t day, tta_buf *reason);

const char *tta_memory_space_ttnn_name(tta_memory_space space); /* in TTNN: "system_memory" */

/** Whether scalars are integers without a sign. */
bool tta_data_type_is_unsigned(tta_data_type type);

/** A tile; its text is empty. */
tta_element tta_element_tile(int64_t rows, int64_t columns, tta_data_type type);

/** Scalars in dim `dim` of a tile that is in a shape of `rank` dims; 1 in its other dims, and for other elements. */
static inline int64_t tta_tile_extent(const tta_element *element, uint32_t dim, uint32_t rank) {
  return element->kind == TTA_ELEMENT_TILE && dim + 2 >= rank ? element->tile[dim + 2 - rank] : 1;
}

/** The scalar type that tiles of a data type are made from (tt-mlir: dataTypeToElementType): "ui32" for U32, "f32" for
 *  block floats, "" for NONE. */
const char *tta_data_type_scalar(tta_data_type type);

#endif
