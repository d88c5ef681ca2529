/* Layouts by name (tta_layouts_select). */
#include <check.h>

#include "base/str.h"
#include "suite.h"
#include "ttattr/layout.h"

#define L(shape)                                                                                                       \
  "tensor<" shape "xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<" shape                          \
  "xf32, #tt.memory_space<l1>>>>"

static void expect(const tta_layouts *layouts, const char *name, tta_status status, uint32_t line,
                   const char *candidates) {
  tta_layout_entry entry;
  tta_buf names;
  tta_buf_init(&names, NULL);
  ck_assert_int_eq(tta_layouts_select(layouts, tta_str_from(name), &entry, &names), status);
  ck_assert_uint_eq(entry.layout ? entry.line : 0, line);
  tta_buf_char(&names, '\0');
  ck_assert_str_eq(names.data, candidates);
  tta_buf_free(&names);
}

START_TEST(names) {
  static const char text[] = "func.func @f(%a: " L("4x8") ") {\n  %0 = \"t.op\"() : () -> " L("8x8") "\n}\n"
                             "func.func @g(%a: " L("4x8") ") {\n  %0 = \"t.op\"() : () -> " L("16x8") "\n}\n";
  tta_source source;
  tta_layouts *layouts;
  tta_source_init(&source, TTA_STR("x"), tta_str_from(text), NULL);
  ck_assert_int_eq(tta_layouts_read(&source, TTA_LAYOUTS_FILE, NULL, &layouts, NULL), TTA_OK);
  expect(layouts, "%a", TTA_OK, 1, "");
  expect(layouts, "@g/%0", TTA_OK, 5, "");
  expect(layouts, "2", TTA_OK, 2, "");
  expect(layouts, "%0", TTA_INVALID, 0, "@f/%0, @g/%0");
  expect(layouts, "", TTA_INVALID, 0, "%a, @f/%0, @g/%0");
  expect(layouts, "%b", TTA_OK, 0, "%a, @f/%0, @g/%0");
  expect(layouts, "99999999999999999999999", TTA_OK, 0, "%a, @f/%0, @g/%0");
  expect(layouts, "2x", TTA_OK, 0, "%a, @f/%0, @g/%0");
  expect(layouts, "2:4", TTA_OK, 2, "");   /* in the name of the value */
  expect(layouts, "x:5:9", TTA_OK, 5, ""); /* in the line of one layout */
  expect(layouts, "[2]", TTA_OK, 5, "");
  expect(layouts, "[3]", TTA_OK, 0, "%a, @f/%0, @g/%0");
  tta_layouts_free(layouts);
  tta_source_free(&source);
}
END_TEST

/* A symbol in quotes, an alias of a type, results of one name, two layouts in a line without names. */
START_TEST(spellings) {
  static const char text[] = "!t = " L("4x8") "\n"
                             "func.func @\"g h\"(%a: !t) {\n"
                             "  %0:2 = \"t.op\"() : () -> (" L("8x8") ", " L("2x8") ")\n}\n"
                             "func.func @f(%a: " L("16x8") ") {\n"
                             "  \"t.op\"() {a = " L("1x8") ", b = " L("3x8") "} : () -> ()\n}\n";
  tta_layout_entry entry;
  tta_source source;
  tta_layouts *layouts;
  tta_source_init(&source, TTA_STR("x"), tta_str_from(text), NULL);
  ck_assert_int_eq(tta_layouts_read(&source, TTA_LAYOUTS_FILE, NULL, &layouts, NULL), TTA_OK);
  ck_assert_uint_eq(tta_layouts_num_entries(layouts), 6);
  expect(layouts, "!t", TTA_OK, 2, "");
  expect(layouts, "@\"g h\"/%a", TTA_OK, 2, "");
  expect(layouts, "@g h/%a", TTA_OK, 2, "");
  expect(layouts, "%a", TTA_INVALID, 0, "@\"g h\"/%a, @f/%a");
  expect(layouts, "%0#1", TTA_OK, 3, "");
  expect(layouts, "3:4", TTA_INVALID, 0, "%0#0, %0#1");
  expect(layouts, "6", TTA_INVALID, 0, "6:17, 6:131");
  expect(layouts, "@\"g h", TTA_OK, 0, "1:6, %0#0, %0#1, @f/%a, 6:17, 6:131");
  for (size_t i = 0; i < tta_layouts_num_entries(layouts); i++) {
    tta_buf name = tta_buf_new(NULL), candidates = tta_buf_new(NULL);
    tta_layouts_name(layouts, tta_layouts_entry(layouts, i), &name);
    ck_assert_int_eq(tta_layouts_select(layouts, tta_buf_view(&name), &entry, &candidates), TTA_OK);
    ck_assert_ptr_eq(entry.layout, tta_layouts_entry(layouts, i)->layout);
    tta_buf_free(&name);
    tta_buf_free(&candidates);
  }
  tta_layouts_free(layouts);
  tta_source_free(&source);
}
END_TEST

int main(void) { return RUN_SUITE("select", names, spellings); }
