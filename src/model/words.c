/* Names and values of the enumerations of ttattr/model.h. */
#include "model/words.h"

#include <string.h>

#include "ir/synonyms.h"

enum { MAX_WORD = 64 }; /* bytes of an unknown word that a message quotes */

static const char *const memory_spaces[TTA_NUM_MEMORY_SPACES] = {
    [TTA_MEMORY_NONE] = "",          [TTA_MEMORY_SYSTEM] = "system", [TTA_MEMORY_MMIO] = "mmio",
    [TTA_MEMORY_DRAM] = "dram",      [TTA_MEMORY_L1] = "l1",         [TTA_MEMORY_DST] = "dst",
    [TTA_MEMORY_L1_SMALL] = "l1_small", [TTA_MEMORY_TRACE] = "trace"};

static const char *const oob_values[TTA_NUM_OOB_VALUES] = {
    [TTA_OOB_NONE] = "",    [TTA_OOB_UNDEF] = "undef", [TTA_OOB_ZERO] = "zero",
    [TTA_OOB_ONE] = "one",  [TTA_OOB_INF] = "inf",     [TTA_OOB_NEGINF] = "neginf"};

static const char *const memory_layouts[TTA_NUM_MEMORY_LAYOUTS] = {
    [TTA_MEMORY_LAYOUT_NONE] = "",
    [TTA_MEMORY_LAYOUT_INTERLEAVED] = "interleaved",
    [TTA_MEMORY_LAYOUT_SHARDED] = "sharded",
    [TTA_MEMORY_LAYOUT_SINGLE_BANK] = "single_bank",
    [TTA_MEMORY_LAYOUT_HEIGHT_SHARDED] = "height_sharded",
    [TTA_MEMORY_LAYOUT_WIDTH_SHARDED] = "width_sharded",
    [TTA_MEMORY_LAYOUT_BLOCK_SHARDED] = "block_sharded",
    [TTA_MEMORY_LAYOUT_ND_SHARDED] = "nd_sharded"};

/* The name of a data type, and the scalar that tiles of it are made from (tt-mlir: dataTypeToElementType). */
static const struct {
  const char *name, *scalar;
} data_types[TTA_NUM_DATA_TYPES] = {
    [TTA_DATA_TYPE_NONE] = {"", ""},  [TTA_F32] = {"f32", "f32"},        [TTA_F16] = {"f16", "f16"},
    [TTA_BF16] = {"bf16", "bf16"},    [TTA_BFP_F8] = {"bfp_f8", "f32"},  [TTA_BFP_BF8] = {"bfp_bf8", "f32"},
    [TTA_BFP_F4] = {"bfp_f4", "f32"}, [TTA_BFP_BF4] = {"bfp_bf4", "f32"}, [TTA_BFP_F2] = {"bfp_f2", "f32"},
    [TTA_BFP_BF2] = {"bfp_bf2", "f32"}, [TTA_U32] = {"u32", "ui32"},     [TTA_U16] = {"u16", "ui16"},
    [TTA_U8] = {"u8", "ui8"},         [TTA_SI32] = {"si32", "si32"},     [TTA_I1] = {"i1", "i1"}};

/* ---- names ---- */

const char *tta_memory_space_name(tta_memory_space space) {
  return (unsigned)space < TTA_NUM_MEMORY_SPACES ? memory_spaces[space] : "";
}
const char *tta_memory_space_ttnn_name(tta_memory_space space) {
  return space == TTA_MEMORY_SYSTEM ? "system_memory" : tta_memory_space_name(space);
}
const char *tta_oob_value_name(tta_oob_value value) {
  return (unsigned)value < TTA_NUM_OOB_VALUES ? oob_values[value] : "";
}
const char *tta_memory_layout_name(tta_memory_layout layout) {
  return (unsigned)layout < TTA_NUM_MEMORY_LAYOUTS ? memory_layouts[layout] : "";
}
const char *tta_data_type_name(tta_data_type type) {
  return (unsigned)type < TTA_NUM_DATA_TYPES ? data_types[type].name : "";
}
const char *tta_data_type_scalar(tta_data_type type) {
  return (unsigned)type < TTA_NUM_DATA_TYPES ? data_types[type].scalar : "";
}

tta_str tta_word(const char *text) { return (tta_str){text, strlen(text)}; }

/* ---- positions in enums.def ---- */

tta_memory_space tta_memory_space_at(tta_enum which, uint32_t position) {
  static const uint8_t buffers[] = {TTA_MEMORY_DRAM, TTA_MEMORY_L1, TTA_MEMORY_SYSTEM, TTA_MEMORY_L1_SMALL,
                                    TTA_MEMORY_TRACE};
  if (which != TTA_ENUM_buffer_type)
    return position <= TTA_MEMORY_DST - TTA_MEMORY_SYSTEM ? (tta_memory_space)(TTA_MEMORY_SYSTEM + position)
                                                          : TTA_MEMORY_NONE;
  return position < sizeof buffers ? (tta_memory_space)buffers[position] : TTA_MEMORY_NONE;
}

tta_memory_layout tta_memory_layout_at(tta_enum which, uint32_t position) {
  enum { NONE, INTERLEAVED, SHARDED, SINGLE, HEIGHT, WIDTH, BLOCK, ND };
  static const uint8_t tt[] = {NONE, INTERLEAVED, SINGLE, HEIGHT, WIDTH, BLOCK, NONE};
  static const uint8_t ttcore[] = {INTERLEAVED, SHARDED};
  static const uint8_t ttnn[] = {INTERLEAVED, SINGLE, HEIGHT, WIDTH, BLOCK, ND, NONE};
  const uint8_t *table = which == TTA_ENUM_tt_memory_layout ? tt : which == TTA_ENUM_memory_layout ? ttcore : ttnn;
  size_t size = which == TTA_ENUM_memory_layout ? sizeof ttcore : sizeof ttnn;
  return position < size ? (tta_memory_layout)table[position] : TTA_MEMORY_LAYOUT_NONE;
}

tta_oob_value tta_oob_value_at(uint32_t position) {
  return position <= TTA_OOB_NEGINF - TTA_OOB_UNDEF ? (tta_oob_value)(TTA_OOB_UNDEF + position) : TTA_OOB_NONE;
}

/* bc_f8 .. bc_bf2, the names before 2024-07-11, follow the others in enums.def. */
tta_data_type tta_data_type_at(uint32_t position) {
  uint32_t type = TTA_F32 + position;
  if (type < TTA_NUM_DATA_TYPES) return (tta_data_type)type;
  type = type - TTA_NUM_DATA_TYPES + TTA_BFP_F8;
  return type <= TTA_BFP_BF2 ? (tta_data_type)type : TTA_DATA_TYPE_NONE;
}

/* ---- words ---- */

tta_status tta_reject_word(tta_enum which, tta_str word, tta_buf *reason) {
  if (!reason) return TTA_INVALID;
  const char *nearest = tta_enum_nearest(which, word);
  tta_buf_printf(reason, "'%.*s' is not a valid %s", word.size > MAX_WORD ? MAX_WORD : (int)word.size, word.data,
                 tta_enums[which].description);
  if (nearest) tta_buf_printf(reason, "; did you mean '%s'?", nearest);
  tta_buf_str(reason, nearest ? " expected one of " : "; expected one of ");
  for (uint32_t i = 0; *tta_enums[which].keywords[i]; i++)
    tta_buf_printf(reason, "%s%s", i ? ", " : "", tta_enums[which].keywords[i]);
  return TTA_INVALID;
}

/* The position of a word in the first of `count` enumerations that has it; -1 in none, with a reason from the first. */
static int find_word(const tta_enum *enums, size_t count, tta_str word, size_t *in, tta_buf *reason) {
  for (*in = 0; *in < count; ++*in) {
    int position = word.size ? tta_enum_find(enums[*in], word) : -1;
    if (position >= 0) return position;
  }
  tta_reject_word(enums[0], word, reason);
  return -1;
}

tta_status tta_memory_space_find(tta_str word, tta_memory_space *space, tta_buf *reason) {
  static const tta_enum enums[] = {TTA_ENUM_memory_space, TTA_ENUM_buffer_type};
  size_t in;
  int position = find_word(enums, 2, word, &in, reason);
  *space = position < 0 ? TTA_MEMORY_NONE : tta_memory_space_at(enums[in], (uint32_t)position);
  return position < 0 ? TTA_INVALID : TTA_OK;
}

tta_status tta_memory_layout_find(tta_str word, tta_memory_layout *layout, tta_buf *reason) {
  static const tta_enum enums[] = {TTA_ENUM_tt_memory_layout, TTA_ENUM_memory_layout, TTA_ENUM_ttnn_memory_layout};
  size_t in;
  int position = find_word(enums, 3, word, &in, reason);
  *layout = position < 0 ? TTA_MEMORY_LAYOUT_NONE : tta_memory_layout_at(enums[in], (uint32_t)position);
  return position < 0 ? TTA_INVALID : TTA_OK;
}

tta_status tta_oob_value_find(tta_str word, tta_oob_value *value, tta_buf *reason) {
  static const tta_enum enums[] = {TTA_ENUM_oob_val};
  size_t in;
  int position = find_word(enums, 1, word, &in, reason);
  *value = position < 0 ? TTA_OOB_NONE : tta_oob_value_at((uint32_t)position);
  return position < 0 ? TTA_INVALID : TTA_OK;
}

tta_status tta_data_type_find(tta_str word, tta_data_type *type, tta_buf *reason) {
  static const tta_enum enums[] = {TTA_ENUM_data_type};
  size_t in;
  int position = find_word(enums, 1, word, &in, reason);
  *type = position < 0 ? TTA_DATA_TYPE_NONE : tta_data_type_at((uint32_t)position);
  return position < 0 ? TTA_INVALID : TTA_OK;
}

/* ---- properties ---- */

bool tta_memory_layout_is_sharded(tta_memory_layout layout) {
  return layout == TTA_MEMORY_LAYOUT_SHARDED ||
         (layout >= TTA_MEMORY_LAYOUT_HEIGHT_SHARDED && layout <= TTA_MEMORY_LAYOUT_ND_SHARDED);
}
bool tta_data_type_is_block_float(tta_data_type type) { return type >= TTA_BFP_F8 && type <= TTA_BFP_BF2; }
bool tta_data_type_is_unsigned(tta_data_type type) { return type >= TTA_U32 && type <= TTA_U8; }
