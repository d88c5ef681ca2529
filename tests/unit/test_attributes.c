/* src/ir/attributes.c and src/print/list.c: consistency of the tables, look-ups, edit distances. */
#include "ir/dialect_bits.h"
#include "ir/names.h"
#include "ir/scalars.h"
#include "ir/synonyms.h"
#include "reading.h"
#include "ttattr/check.h"
#include "ttattr_version.h"
#include "types.h"

START_TEST(test_tables) {
  for (tta_attribute a = 0; a < TTA_NUM_ATTRIBUTES; a++) {
    const tta_attribute_info *row = &tta_attributes[a];
    ck_assert(*row->mnemonic && (row->sigil == '#' || row->sigil == '!') && row->dialects && row->forms[0].fields);
    for (tta_dialect d = 0; d < TTA_NUM_DIALECTS; d++) {
      bool here = row->dialects >> d & 1;
      /* no two rows of one name */
      if (here) ck_assert_int_eq(tta_attribute_find(row->sigil, d, str(row->mnemonic)), a);
    }
    for (int f = 0; f < TTA_MAX_FORMS; f++) {
      if (row->forms[f].any_order) ck_assert(row->forms[f].num_fields <= TTA_MAX_STRUCT_FIELDS);
      for (uint32_t i = 0; i < row->forms[f].num_fields; i++) {
        const tta_field_spec *s = &row->forms[f].fields[i];
        ck_assert(s->field > 0 && s->field < TTA_NUM_FIELDS);
        ck_assert(s->keyed || !row->forms[f].any_order);
        if (s->class == TTA_CLASS_WORD || s->class == TTA_CLASS_FLAGS) ck_assert(s->argument < TTA_NUM_ENUMS);
        if (s->class >= TTA_CLASS_ATTR && s->class <= TTA_CLASS_WRITTEN) ck_assert(s->argument < TTA_NUM_ATTRIBUTES);
      }
    }
  }
  for (tta_field f = 1; f < TTA_NUM_FIELDS; f++) ck_assert_int_eq(tta_field_find(str(tta_field_name(f))), f);
  for (tta_enum e = 0; e < TTA_NUM_ENUMS; e++)
    for (int k = 0; *tta_enums[e].keywords[k]; k++)
      ck_assert_int_eq(tta_enum_find(e, str(tta_enums[e].keywords[k])), k);
}
END_TEST

START_TEST(test_not_found) {
  ck_assert_int_eq(tta_attribute_find('#', TTA_TT, str("tile")), TTA_NUM_ATTRIBUTES); /* a type */
  ck_assert_int_eq(tta_attribute_find('!', TTA_TTNN, str("tile")), TTA_NUM_ATTRIBUTES);
  ck_assert_int_eq(tta_attribute_find('#', TTA_TT, str("gri")), TTA_NUM_ATTRIBUTES);
  ck_assert_int_eq(tta_attribute_find('#', TTA_TT, str("grids")), TTA_NUM_ATTRIBUTES);
  ck_assert_int_eq(tta_dialect_find(str("t")), TTA_NUM_DIALECTS);
  ck_assert_int_eq(tta_dialect_find(str("ttcore")), TTA_TTCORE);
  ck_assert_int_eq(tta_field_find(str("")), TTA_FIELD_NONE);
  ck_assert_int_eq(tta_field_find(str("chipId")), TTA_FIELD_NONE);
  ck_assert_int_eq(tta_enum_find(TTA_ENUM_memory_space, str("l")), -1);
}
END_TEST

START_TEST(test_nearest) { /* DeviceL1 and its like are the documents' words (../shared/seeds) */
  ck_assert_str_eq(tta_enum_nearest(TTA_ENUM_memory_space, str("DeviceL1")), "l1");
  ck_assert_str_eq(tta_enum_nearest(TTA_ENUM_memory_space, str("drma")), "dram");
  ck_assert_str_eq(tta_enum_nearest(TTA_ENUM_oob_val, str("undeff")), "undef");
  ck_assert_ptr_null(tta_enum_nearest(TTA_ENUM_oob_val, str("something")));
}
END_TEST

START_TEST(test_synonyms) {
  ck_assert_str_eq(tta_enum_nearest(TTA_ENUM_buffer_type, str("device_dram")), "dram");
  ck_assert_str_eq(tta_enum_nearest(TTA_ENUM_buffer_type, str("L1_SMALL")), "l1_small");
  ck_assert_str_eq(tta_enum_nearest(TTA_ENUM_buffer_type, str("SystemMemory")), "system_memory");
  ck_assert_str_eq(tta_enum_nearest(TTA_ENUM_ttnn_memory_layout, str("BLOCK-SHARDED")), "block_sharded");
  ck_assert_str_eq(tta_enum_nearest(TTA_ENUM_data_type, str("bfp_b8")), "bfp_bf8");
  ck_assert_str_eq(tta_enum_nearest(TTA_ENUM_data_type, str("bfloat8_b")), "bfp_bf8");
  ck_assert_str_eq(tta_enum_nearest(TTA_ENUM_data_type, str("UInt16")), "u16");
  ck_assert_str_eq(tta_enum_nearest(TTA_ENUM_data_type, str("i32")), "si32");
  ck_assert_str_eq(tta_element_nearest(str("u16")), "ui16");
  ck_assert_str_eq(tta_element_nearest(str("FP32")), "f32");
  ck_assert_str_eq(tta_element_nearest(str("F32")), "f32");
  ck_assert_str_eq(tta_element_nearest(str("Float16_b")), "bf16");
  ck_assert_ptr_null(tta_element_nearest(str("complexity")));
}
END_TEST

static bool is_folded(const char *word) { return !strpbrk(word, "_-ABCDEFGHIJKLMNOPQRSTUVWXYZ"); }

/* Words of the table are folded and are not keywords; what they mean is known. */
START_TEST(test_synonym_table) {
#define NAME(sigil, dialects, word, mnemonic)                                                                          \
  ck_assert_msg(is_folded(word), word);                                                                                \
  for (tta_dialect d = 0; d < TTA_NUM_DIALECTS; d++)                                                                   \
    if ((dialects) >> d & 1) {                                                                                         \
      ck_assert_msg(tta_attribute_find(sigil, d, str(mnemonic)) < TTA_NUM_ATTRIBUTES, mnemonic);                       \
      ck_assert_msg(tta_attribute_find(sigil, d, str(word)) == TTA_NUM_ATTRIBUTES, word);                              \
    }
#define KEYWORD(which, word, keyword)                                                                                  \
  ck_assert_msg(is_folded(word), word);                                                                                \
  ck_assert_msg(tta_enum_find(TTA_ENUM_##which, str(keyword)) >= 0, keyword);                                          \
  ck_assert_msg(tta_enum_find(TTA_ENUM_##which, str(word)) < 0, word);                                                 \
  ck_assert_str_eq(tta_enum_nearest(TTA_ENUM_##which, str(word)), keyword);
#define ELEMENT(word, type, data_type)                                                                                 \
  ck_assert_msg(is_folded(word), word);                                                                                \
  if (*type) ck_assert_str_eq(tta_element_nearest(str(word)), type);                                                   \
  if (*data_type) ck_assert_str_eq(tta_enum_nearest(TTA_ENUM_data_type, str(word)), data_type);
#include "ir/synonyms.def"
}
END_TEST

static void verify_opaque(char sigil, uint32_t dialects, const char *mnemonic) {
  for (tta_dialect d = 0; d < TTA_NUM_DIALECTS; d++) {
    if (!(dialects >> d & 1)) continue;
    ck_assert_msg(tta_attribute_find(sigil, d, str(mnemonic)) == TTA_NUM_ATTRIBUTES, "%s is parsed", mnemonic);
    ck_assert_int_eq(tta_name_find(sigil, str(tta_dialect_names[d]), str(mnemonic)).kind, TTA_MNEMONIC_OPAQUE);
  }
}

static void verify_other_dialect(const char *name) {
  ck_assert_int_eq(tta_dialect_find(str(name)), TTA_NUM_DIALECTS);
  ck_assert_int_eq(tta_name_find('#', str(name), str("memory_space")).kind, TTA_MNEMONIC_FOREIGN);
}

/* A name that is parsed has no row OPAQUE. */
START_TEST(test_opaque_names) {
#define OPAQUE(sigil, dialects, mnemonic, reason) verify_opaque(sigil, dialects, mnemonic);
#define OTHER_DIALECT(name, project) verify_other_dialect(name);
#include "ir/attributes.def"
  tta_mnemonic name = tta_name_find('#', str("ttcroe"), str("memory_space"));
  ck_assert(name.kind == TTA_MNEMONIC_MISSPELLED && name.dialect == TTA_TTCORE &&
            name.attribute == TTA_ATTR_memory_space);
  name = tta_name_find('!', str("ttcore"), str("grid"));
  ck_assert(name.kind == TTA_MNEMONIC_WRONG_SIGIL && name.sigil == '#' && name.attribute == TTA_ATTR_grid);
  ck_assert_int_eq(tta_name_find('#', str("ttcore"), str("")).kind, TTA_MNEMONIC_UNKNOWN);
  ck_assert_int_eq(tta_name_find('#', str(""), str("grid")).kind, TTA_MNEMONIC_FOREIGN);
}
END_TEST

START_TEST(test_list) {
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_list_attributes(&out);
  tta_buf_char(&out, 0);
  ck_assert_ptr_nonnull(strstr(out.data, "\n#tt.memory_space  value: system|mmio|dram|l1|dst\n"));
  ck_assert_ptr_nonnull(strstr(out.data, "\n!ttcore.tile  shape: shape, type: f32|"));
  ck_assert_ptr_nonnull(strstr(out.data, "memory_layout?: "));
  ck_assert_str_eq(tta_version(), TTATTR_VERSION);
  tta_buf_free(&out);
}
END_TEST

/* The words of a group are keywords of its enumeration. */
static void is_group(tta_enum which, const char *word, const char *members) {
  ck_assert_msg(tta_enum_find(which, str(word)) >= 0, "'%s' is not a keyword", word);
  for (const char *at = members; *at;) {
    size_t size = strcspn(at, "|");
    ck_assert_msg(tta_enum_find(which, (tta_str){at, size}) >= 0, "'%s' has an unknown word", members);
    at += size + (at[size] == '|');
  }
}

START_TEST(test_groups) {
#define KEYWORDS(...)
#define GROUP(id, word, since, until, members) is_group(TTA_ENUM_##id, word, members);
#include "ir/enums.def"
#undef KEYWORDS
}
END_TEST

/* A row without its texts has them in the row of its field; an example starts with what is offered. */
START_TEST(test_classes) {
  for (tta_class c = 0; c <= TTA_CLASS_LIST; c++) {
    const tta_class_info *info = &tta_classes[c];
    bool of_field = tta_class_is_keyword(c) || tta_class_is_attribute(c);
    const char *example = strstr(info->expected, "such as ");
    ck_assert_msg(!*info->listed == of_field && !*info->expected == of_field && !*info->documented == of_field,
                  "class %d", (int)c);
    ck_assert_msg(!*info->offered || !example || strchr(info->offered, example[strlen("such as ")]), "%s", example);
  }
}
END_TEST

/* The lexer reads each scalar type as an element. */
START_TEST(test_scalars) {
  for (uint32_t i = 0; i < tta_num_scalar_types; i++) {
    tta_buf text;
    const char *name = tta_scalar_types[i].name, *type = strcmp(name, "none") ? "tensor<2x" : "tuple<";
    tta_buf_init(&text, NULL);
    tta_buf_str(&text, "!a = ");
    tta_buf_str(&text, type);
    tta_buf_str(&text, name);
    tta_buf_char(&text, '>');
    reading r = reading_of(text.data, text.size, NULL);
    ck_assert_msg(!tta_results_num_diagnostics(r.results) && !tta_results_num_edits(r.results), "%s", name);
    reading_end(&r);
    tta_buf_free(&text);
    ck_assert_ptr_eq(tta_scalar_type_find(str(name)), &tta_scalar_types[i]);
  }
}
END_TEST

int main(void) {
  return RUN_SUITE("attributes", test_tables, test_not_found, test_nearest, test_synonyms, test_synonym_table,
                   test_opaque_names, test_list, test_groups, test_classes, test_scalars);
}
