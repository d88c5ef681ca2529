/* The enumerations of ttattr/model.h: their words are those of enums.def. */
#include <string.h>

#include "model/words.h"
#include "suite.h"

static void names_match(tta_enum which, const char *(*name_at)(tta_enum, uint32_t)) {
  for (uint32_t i = 0; *tta_enums[which].keywords[i]; i++)
    ck_assert_str_eq(name_at(which, i), tta_enums[which].keywords[i]);
}

static const char *space_at(tta_enum which, uint32_t i) {
  tta_memory_space space = tta_memory_space_at(which, i), found;
  ck_assert_int_eq(tta_memory_space_find(tta_str_from(tta_enums[which].keywords[i]), &found, NULL), TTA_OK);
  ck_assert_int_eq(space, found);
  return which == TTA_ENUM_buffer_type ? tta_memory_space_ttnn_name(space) : tta_memory_space_name(space);
}

static const char *oob_at(tta_enum which, uint32_t i) {
  tta_oob_value found;
  ck_assert_int_eq(tta_oob_value_find(tta_str_from(tta_enums[which].keywords[i]), &found, NULL), TTA_OK);
  ck_assert_int_eq(tta_oob_value_at(i), found);
  return tta_oob_value_name(found);
}

/* `none` and `none_layout` are the absent value. */
static const char *layout_at(tta_enum which, uint32_t i) {
  const char *word = tta_enums[which].keywords[i];
  tta_memory_layout found;
  ck_assert_int_eq(tta_memory_layout_find(tta_str_from(word), &found, NULL), TTA_OK);
  ck_assert_int_eq(tta_memory_layout_at(which, i), found);
  if (found) return tta_memory_layout_name(found);
  ck_assert_int_eq(strncmp(word, "none", 4), 0);
  return word;
}

/* The old names of block floats are the same types. */
static const char *type_at(tta_enum which, uint32_t i) {
  const char *word = tta_enums[which].keywords[i];
  tta_data_type found;
  ck_assert_int_eq(tta_data_type_find(tta_str_from(word), &found, NULL), TTA_OK);
  ck_assert_int_eq(tta_data_type_at(i), found);
  if (strncmp(word, "bc_", 3)) return tta_data_type_name(found);
  ck_assert_str_eq(tta_data_type_name(found) + 4, word + 3);
  return word;
}

START_TEST(words) {
  names_match(TTA_ENUM_memory_space, space_at);
  names_match(TTA_ENUM_buffer_type, space_at);
  names_match(TTA_ENUM_oob_val, oob_at);
  names_match(TTA_ENUM_tt_memory_layout, layout_at);
  names_match(TTA_ENUM_memory_layout, layout_at);
  names_match(TTA_ENUM_ttnn_memory_layout, layout_at);
  names_match(TTA_ENUM_data_type, type_at);
}
END_TEST

START_TEST(out_of_range) {
  ck_assert_str_eq(tta_memory_space_name(TTA_NUM_MEMORY_SPACES), "");
  ck_assert_str_eq(tta_oob_value_name((tta_oob_value)-1), "");
  ck_assert_str_eq(tta_memory_layout_name(TTA_NUM_MEMORY_LAYOUTS), "");
  ck_assert_str_eq(tta_data_type_name(TTA_NUM_DATA_TYPES), "");
  ck_assert_str_eq(tta_data_type_scalar(TTA_NUM_DATA_TYPES), "");
  ck_assert_int_eq(tta_memory_space_at(TTA_ENUM_memory_space, 5), TTA_MEMORY_NONE);
  ck_assert_int_eq(tta_memory_space_at(TTA_ENUM_buffer_type, 5), TTA_MEMORY_NONE);
  ck_assert_int_eq(tta_memory_layout_at(TTA_ENUM_memory_layout, 2), TTA_MEMORY_LAYOUT_NONE);
  ck_assert_int_eq(tta_memory_layout_at(TTA_ENUM_ttnn_memory_layout, 7), TTA_MEMORY_LAYOUT_NONE);
  ck_assert_int_eq(tta_oob_value_at(5), TTA_OOB_NONE);
  ck_assert_int_eq(tta_data_type_at(20), TTA_DATA_TYPE_NONE);
}
END_TEST

START_TEST(unknown_words) {
  tta_memory_space space = TTA_MEMORY_L1;
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  ck_assert_int_eq(tta_memory_space_find(tta_str_from("l2"), &space, &reason), TTA_INVALID);
  ck_assert_int_eq(space, TTA_MEMORY_NONE);
  tta_buf_char(&reason, '\0');
  ck_assert_str_eq(reason.data, "'l2' is not a valid memory space; did you mean 'l1'? expected one of system, mmio, "
                                "dram, l1; from 2025-06-16 on dst");
  ck_assert_int_eq(tta_memory_space_find((tta_str){NULL, 0}, &space, NULL), TTA_INVALID);
  tta_buf_free(&reason);
}
END_TEST

/* One table from scalars to tiles and back: what a tile is made from has its data type. */
START_TEST(scalars_and_tiles) {
  for (int type = TTA_F32; type < TTA_NUM_DATA_TYPES; type++) {
    const char *scalar = tta_data_type_scalar((tta_data_type)type);
    tta_data_type back = tta_element_scalar(tta_str_from(scalar)).data_type;
    ck_assert_int_eq(back, tta_data_type_is_block_float((tta_data_type)type) ? TTA_F32 : type);
  }
  static const struct {
    const char *scalar;
    tta_data_type type;
  } rows[] = {{"i32", TTA_SI32}, {"i16", TTA_U16},  {"i8", TTA_U8}, {"tf32", 0}, {"f64", 0},     {"si16", 0},
              {"si8", 0},        {"si1", 0},        {"ui1", 0},     {"i64", 0},  {"f8E4M3FN", 0}, {"index", 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    ck_assert_int_eq(tta_element_scalar(tta_str_from(rows[i].scalar)).data_type, rows[i].type);
}
END_TEST

int main(void) { return RUN_SUITE("model", words, out_of_range, unknown_words, scalars_and_tiles); }
