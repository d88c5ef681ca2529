/* Names and values of the enumerations of ttattr/model.h. */
#include "model/words.h"

#include <string.h>

#include "base/fail.h"
#include "base/format.h"
#include "ir/eras.h"
#include "ir/synonyms.h"

/* The words of the values of an enumeration, and the enumerations of enums.def that have them: a value is found by its
 * word. Messages describe the first one. */
typedef struct vocabulary {
  uint32_t num_words, num_enums;
  tta_enum enums[3];
  char words[TTA_NUM_DATA_TYPES][16];
} vocabulary;

static const vocabulary spaces = {
    TTA_NUM_MEMORY_SPACES,
    2,
    {TTA_ENUM_memory_space, TTA_ENUM_buffer_type},
    {[TTA_MEMORY_SYSTEM] = "system", [TTA_MEMORY_MMIO] = "mmio", [TTA_MEMORY_DRAM] = "dram", [TTA_MEMORY_L1] = "l1",
     [TTA_MEMORY_DST] = "dst", [TTA_MEMORY_L1_SMALL] = "l1_small", [TTA_MEMORY_TRACE] = "trace"}};

static const vocabulary oob_values = {
    TTA_NUM_OOB_VALUES,
    1,
    {TTA_ENUM_oob_val},
    {[TTA_OOB_UNDEF] = "undef", [TTA_OOB_ZERO] = "zero", [TTA_OOB_ONE] = "one", [TTA_OOB_INF] = "inf",
     [TTA_OOB_NEGINF] = "neginf"}};

static const vocabulary layouts = {
    TTA_NUM_MEMORY_LAYOUTS,
    3,
    {TTA_ENUM_tt_memory_layout, TTA_ENUM_memory_layout, TTA_ENUM_ttnn_memory_layout},
    {[TTA_MEMORY_LAYOUT_INTERLEAVED] = "interleaved", [TTA_MEMORY_LAYOUT_SHARDED] = "sharded",
     [TTA_MEMORY_LAYOUT_SINGLE_BANK] = "single_bank", [TTA_MEMORY_LAYOUT_HEIGHT_SHARDED] = "height_sharded",
     [TTA_MEMORY_LAYOUT_WIDTH_SHARDED] = "width_sharded", [TTA_MEMORY_LAYOUT_BLOCK_SHARDED] = "block_sharded",
     [TTA_MEMORY_LAYOUT_ND_SHARDED] = "nd_sharded"}};

static const vocabulary data_types = {
    TTA_NUM_DATA_TYPES,
    1,
    {TTA_ENUM_data_type},
    {[TTA_F32] = "f32", [TTA_F16] = "f16", [TTA_BF16] = "bf16", [TTA_BFP_F8] = "bfp_f8", [TTA_BFP_BF8] = "bfp_bf8",
     [TTA_BFP_F4] = "bfp_f4", [TTA_BFP_BF4] = "bfp_bf4", [TTA_BFP_F2] = "bfp_f2", [TTA_BFP_BF2] = "bfp_bf2",
     [TTA_U32] = "u32", [TTA_U16] = "u16", [TTA_U8] = "u8", [TTA_SI32] = "si32", [TTA_I1] = "i1"}};

_Static_assert((int)TTA_NUM_DATA_TYPES > (int)TTA_NUM_MEMORY_SPACES &&
                   (int)TTA_NUM_DATA_TYPES > (int)TTA_NUM_MEMORY_LAYOUTS, "vocabulary: a word for each value");

/* ---- names ---- */

static const char *name_of(const vocabulary *v, unsigned value) { return value < v->num_words ? v->words[value] : ""; }

const char *tta_memory_space_name(tta_memory_space space) { return name_of(&spaces, (unsigned)space); }
const char *tta_memory_space_ttnn_name(tta_memory_space space) {
  return space == TTA_MEMORY_SYSTEM ? "system_memory" : tta_memory_space_name(space);
}
const char *tta_oob_value_name(tta_oob_value value) { return name_of(&oob_values, (unsigned)value); }
const char *tta_memory_layout_name(tta_memory_layout layout) { return name_of(&layouts, (unsigned)layout); }
const char *tta_data_type_name(tta_data_type type) { return name_of(&data_types, (unsigned)type); }

/* tt-mlir: dataTypeToElementType */
const char *tta_data_type_scalar(tta_data_type type) {
  if (tta_data_type_is_block_float(type)) return "f32";
  return type == TTA_U32 ? "ui32" : type == TTA_U16 ? "ui16" : type == TTA_U8 ? "ui8" : tta_data_type_name(type);
}

/* ---- words ---- */

/* The value of a keyword; NONE for those without one, `none` and `none_layout`. bc_f8 and the like are the names of
 * bfp_f8 and the like before 2024-07-11. */
static __attribute__((noinline)) uint32_t search(const vocabulary *v, const char *word) {
  bool is_old = !strncmp(word, "bc_", 3);
  if (is_old) word += 3;
  if (!strcmp(word, "system_memory")) word = "system";
  for (uint32_t i = 1; i < v->num_words; i++)
    if (!strcmp(v->words[i] + (is_old ? 4 : 0), word) && (!is_old || !strncmp(v->words[i], "bfp_", 4))) return i;
  return 0;
}

static uint32_t value_at(const vocabulary *v, tta_enum which, uint32_t position) {
  const char *word = tta_enums[which].keywords[position];
  uint32_t usual = position + 1; /* most are in the order of the table */
  bool same = usual < v->num_words && !memcmp(v->words[usual], word, sizeof *v->words); /* zeros follow both */
  return same ? usual : search(v, word);
}

/* The value of a word of one of the enumerations. *value is NONE if it is in none of them. */
static tta_status find(const vocabulary *v, tta_str word, uint32_t *value, tta_buf *reason) {
  *value = 0;
  for (uint32_t i = 0; i < v->num_enums; i++) {
    int position = word.size ? tta_enum_find(v->enums[i], word) : -1;
    if (position < 0) continue;
    *value = value_at(v, v->enums[i], (uint32_t)position);
    return TTA_OK;
  }
  return tta_reject_word(v->enums[0], word, reason);
}

#define DEFINE_FIND(type, vocabulary)                                                                                  \
  tta_status type##_find(tta_str word, type *value, tta_buf *reason) {                                                 \
    uint32_t found;                                                                                                    \
    tta_status status = find(vocabulary, word, &found, reason);                                                        \
    *value = (type)found;                                                                                              \
    return status;                                                                                                     \
  }
DEFINE_FIND(tta_memory_space, &spaces)
DEFINE_FIND(tta_memory_layout, &layouts)
DEFINE_FIND(tta_oob_value, &oob_values)
DEFINE_FIND(tta_data_type, &data_types)

tta_memory_space tta_memory_space_at(tta_enum which, uint32_t position) {
  return (tta_memory_space)value_at(&spaces, which, position);
}
tta_memory_layout tta_memory_layout_at(tta_enum which, uint32_t position) {
  return (tta_memory_layout)value_at(&layouts, which, position);
}
tta_oob_value tta_oob_value_at(uint32_t position) {
  return (tta_oob_value)value_at(&oob_values, TTA_ENUM_oob_val, position);
}
tta_data_type tta_data_type_at(uint32_t position) {
  return (tta_data_type)value_at(&data_types, TTA_ENUM_data_type, position);
}

/* `system, mmio, dram, l1; from 2025-06-16 on dst`: words that not all dates have are last, with theirs. */
static void append_dated_words(tta_buf *out, tta_enum which) {
  tta_era_set last = tta_era_always();
  bool first = true;
  for (int dated = 0; dated < 2; dated++) {
    for (uint32_t i = 0; *tta_enums[which].keywords[i]; i++) {
      tta_era_set always = tta_era_always(), set = tta_era_of_keyword(which, i);
      bool same = !memcmp(&set, &last, sizeof set);
      if (dated == !memcmp(&set, &always, sizeof set)) continue;
      tta_buf_str(out, first ? "" : same ? ", " : "; ");
      if (!same) tta_era_words(out, &set), tta_buf_char(out, ' ');
      tta_buf_str(out, tta_enums[which].keywords[i]);
      last = set;
      first = false;
    }
  }
}

tta_status tta_reject_word(tta_enum which, tta_str word, tta_buf *reason) {
  if (!reason) return TTA_INVALID;
  const char *nearest = tta_enum_nearest(which, word);
  tta_buf_printf(reason, "'%.*s' is not a valid %s", TTA_STR_START(word), tta_enums[which].description);
  if (nearest) tta_buf_printf(reason, "; did you mean '%s'?", nearest);
  tta_buf_str(reason, nearest ? " expected one of " : "; expected one of ");
  append_dated_words(reason, which);
  return TTA_INVALID;
}

tta_status tta_check_word_on(tta_enum which, tta_str word, int32_t day, tta_buf *reason) {
  int position = tta_enum_find(which, word);
  if (position < 0) return tta_reject_word(which, word, reason);
  tta_era_set set = tta_era_of_keyword(which, (uint32_t)position);
  if (tta_era_has(&set, tta_era_period(day))) return TTA_OK;
  if (!reason) return TTA_INVALID;
  tta_buf_printf(reason, "%s '%.*s' is valid ", tta_enums[which].description, TTA_STR_ARGS(word));
  tta_era_words(reason, &set);
  tta_buf_str(reason, ", not on ");
  tta_buf_date(reason, day);
  return TTA_INVALID;
}

/* ---- properties ---- */

bool tta_memory_layout_is_sharded(tta_memory_layout layout) {
  return layout == TTA_MEMORY_LAYOUT_SHARDED ||
         (layout >= TTA_MEMORY_LAYOUT_HEIGHT_SHARDED && layout <= TTA_MEMORY_LAYOUT_ND_SHARDED);
}
tta_status tta_memory_layout_check_grid(tta_memory_layout layout, const int64_t grid[2], tta_buf *reason) {
  bool column = layout == TTA_MEMORY_LAYOUT_HEIGHT_SHARDED;
  if (grid[column] == 1 || (!column && layout != TTA_MEMORY_LAYOUT_WIDTH_SHARDED)) return TTA_OK;
  return tta_fail(TTA_INVALID, reason, "a %s tensor has one %s of shards, and this grid is %lldx%lld",
                  tta_memory_layout_name(layout), column ? "column" : "row", (long long)grid[0], (long long)grid[1]);
}
bool tta_data_type_is_block_float(tta_data_type type) { return type >= TTA_BFP_F8 && type <= TTA_BFP_BF2; }
bool tta_data_type_is_unsigned(tta_data_type type) { return type >= TTA_U32 && type <= TTA_U8; }
