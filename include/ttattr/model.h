/* ttattr/model.h: the words of the attributes as values: memory spaces, memory layouts, data types, elements.
 *
 * One enumeration serves all dialects and dates: a value does not depend on how it was written. 0 is always "absent".
 * The words and their dates are those of tt-mlir (docs/eras.md).
 */
#ifndef TTATTR_MODEL_H
#define TTATTR_MODEL_H

#include "ttattr/base.h"
#include "ttattr/buf.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Memory spaces of tt and ttcore, and buffer types of TTNN. */
typedef enum tta_memory_space {
  TTA_MEMORY_NONE,
  TTA_MEMORY_SYSTEM, /* `system`; `system_memory` in TTNN */
  TTA_MEMORY_MMIO,
  TTA_MEMORY_DRAM,
  TTA_MEMORY_L1,
  TTA_MEMORY_DST,
  TTA_MEMORY_L1_SMALL, /* TTNN only */
  TTA_MEMORY_TRACE,    /* TTNN only */
  TTA_NUM_MEMORY_SPACES
} tta_memory_space;

/** What padding holds. */
typedef enum tta_oob_value {
  TTA_OOB_NONE,
  TTA_OOB_UNDEF,
  TTA_OOB_ZERO,
  TTA_OOB_ONE,
  TTA_OOB_INF,
  TTA_OOB_NEGINF,
  TTA_NUM_OOB_VALUES
} tta_oob_value;

/** How a tensor is distributed over banks or cores. */
typedef enum tta_memory_layout {
  TTA_MEMORY_LAYOUT_NONE, /* absent, or one of the words `none` and `none_layout` */
  TTA_MEMORY_LAYOUT_INTERLEAVED,
  TTA_MEMORY_LAYOUT_SHARDED, /* ttcore, since 2025-09-30 */
  TTA_MEMORY_LAYOUT_SINGLE_BANK,
  TTA_MEMORY_LAYOUT_HEIGHT_SHARDED,
  TTA_MEMORY_LAYOUT_WIDTH_SHARDED,
  TTA_MEMORY_LAYOUT_BLOCK_SHARDED,
  TTA_MEMORY_LAYOUT_ND_SHARDED,
  TTA_NUM_MEMORY_LAYOUTS
} tta_memory_layout;

/** Data types of tiles; `bc_bf8` and the like (before 2024-07-11) are the same types as `bfp_bf8`. */
typedef enum tta_data_type {
  TTA_DATA_TYPE_NONE,
  TTA_F32,
  TTA_F16,
  TTA_BF16,
  TTA_BFP_F8,
  TTA_BFP_BF8,
  TTA_BFP_F4,
  TTA_BFP_BF4,
  TTA_BFP_F2,
  TTA_BFP_BF2,
  TTA_U32,
  TTA_U16,
  TTA_U8,
  TTA_SI32,
  TTA_I1,
  TTA_NUM_DATA_TYPES
} tta_data_type;

/* The word of a value; "" for NONE and for values out of range. */
TTA_API const char *tta_memory_space_name(tta_memory_space space);      /* in tt and ttcore: "system" */
TTA_API const char *tta_oob_value_name(tta_oob_value value);
TTA_API const char *tta_memory_layout_name(tta_memory_layout layout);
TTA_API const char *tta_data_type_name(tta_data_type type);

/* The value of a word of any dialect and date. TTA_INVALID when it is not one: `reason` (may be NULL) then lists the
 * words and names the nearest. */
TTA_API tta_status tta_memory_space_find(tta_str word, tta_memory_space *space, tta_buf *reason);
TTA_API tta_status tta_oob_value_find(tta_str word, tta_oob_value *value, tta_buf *reason);
TTA_API tta_status tta_memory_layout_find(tta_str word, tta_memory_layout *layout, tta_buf *reason);
TTA_API tta_status tta_data_type_find(tta_str word, tta_data_type *type, tta_buf *reason);

/** Whether a memory layout gives each core (or bank) a shard: SHARDED and the *_SHARDED. */
TTA_API bool tta_memory_layout_is_sharded(tta_memory_layout layout);

/** Whether 16 neighboring scalars share an exponent. */
TTA_API bool tta_data_type_is_block_float(tta_data_type type);

typedef enum tta_element_kind {
  TTA_ELEMENT_OTHER, /* vector, complex, a type of an unknown dialect, ...: the size is not known */
  TTA_ELEMENT_FLOAT, /* f32, bf16, f8E4M3FN, ... */
  TTA_ELEMENT_INTEGER,
  TTA_ELEMENT_INDEX,
  TTA_ELEMENT_TILE,
} tta_element_kind;

/** What an element of kind OTHER is. */
typedef enum tta_other_type {
  TTA_OTHER_OPAQUE, /* of an unknown dialect, or rejected */
  TTA_OTHER_SCALAR, /* none */
  TTA_OTHER_VECTOR,
  TTA_OTHER_COMPLEX,
  TTA_OTHER_COMPOSED, /* tensor, memref, tuple, function */
} tta_other_type;

/** The element type of a tensor or memref. */
typedef struct tta_element {
  tta_element_kind kind;
  uint32_t bits;           /* FLOAT, INTEGER: width */
  bool is_unsigned;        /* INTEGER: ui8, ... */
  tta_other_type other;    /* OTHER */
  tta_data_type data_type; /* TILE: its own; FLOAT, INTEGER: that of tiles of such scalars, NONE if there is none */
  int64_t tile[2];         /* TILE: rows, columns, both >= 1 */
  tta_str text;            /* the type: "f32", "!tt.tile<32x32, f32>"; borrowed, may be empty */
} tta_element;

static inline bool tta_element_is_tile(const tta_element *element) { return element->kind == TTA_ELEMENT_TILE; }
static inline bool tta_element_is_block_float(const tta_element *element) {
  return element->kind == TTA_ELEMENT_TILE && tta_data_type_is_block_float(element->data_type);
}

/** The element with the name of a builtin scalar type: `f32`, `bf16`, `si32`, `index`, `f8E4M3FN`, .. OTHER for any
 *  other word. Its text is `name`. */
TTA_API tta_element tta_element_scalar(tta_str name);
/** What is stored: the data type's name of a tile ("bfp_bf8"), else the type's text. */
TTA_API tta_str tta_element_stored_name(const tta_element *element);

/** How the bytes of a block float tile are counted. */
typedef enum tta_exponents {
  TTA_WITH_EXPONENTS,    /* tt-mlir since 2025-11-10 (235dce4dd0), and what tt-metal does: 1088, 576, 320 at 32x32 */
  TTA_WITHOUT_EXPONENTS, /* tt-mlir before: 1024, 512, 256 */
} tta_exponents;

/** Bytes of one element. A scalar takes bits / 8, rounded up (i1: 1); index counts as u32, as in tt-mlir. A block float
 *  tile takes one byte of exponent for 16 scalars (tt-mlir: getElementSizeBytes); TTA_INVALID when its scalars are not
 *  a multiple of 16, and for kind OTHER. */
TTA_API tta_status tta_element_bytes(const tta_element *element, tta_exponents exponents, int64_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
