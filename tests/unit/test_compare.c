/* What differs between two modules (ttattr/compare.h). */
#include <check.h>

#include "base/arena.h"
#include "base/str.h"
#include "suite.h"
#include "ttattr/compare.h"

#define GRID(grid, memref)                                                                                             \
  "tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <" grid ">, memref<" memref                         \
  "xf32, #tt.memory_space<l1>>>>"
#define WIDE GRID("1x1", "64x64")
#define CUT GRID("2x2", "32x32")

static tta_arena *arena;
static tta_buf text;

static void set_up(void) {
  arena = tta_arena_new(NULL);
  tta_buf_init(&text, NULL);
}

static void tear_down(void) {
  tta_arena_delete(arena);
  tta_buf_free(&text);
}

/* The kinds and texts of all changes but those of the memory, each with a newline. */
static void expect(const char *a, const char *b, const char *expected) {
  tta_source sources[2];
  tta_layouts *read[2];
  tta_changes changes;
  tta_buf reason = tta_buf_new(NULL);
  for (int i = 0; i < 2; i++) {
    tta_source_init(&sources[i], TTA_STR("x"), tta_str_from(i ? b : a), NULL);
    ck_assert_int_eq(tta_layouts_read(&sources[i], TTA_LAYOUTS_ALL, NULL, &read[i], &reason), TTA_OK);
  }
  ck_assert_int_eq(tta_module_changes(read[0], read[1], arena, &changes), TTA_OK);
  text.size = 0;
  for (size_t i = 0; i < changes.count; i++) {
    const tta_change *c = &changes.item[i];
    if (c->kind == TTA_CHANGE_MEMORY) continue;
    tta_buf_printf(&text, "%s %u %u ", tta_change_kind_name(c->kind), (unsigned)c->left_line, (unsigned)c->right_line);
    tta_difference_text(&text, &c->difference);
    tta_buf_char(&text, '\n');
  }
  tta_buf_char(&text, '\0');
  ck_assert_str_eq(text.data, expected);
  for (int i = 0; i < 2; i++) {
    tta_layouts_free(read[i]);
    tta_source_free(&sources[i]);
  }
  tta_buf_free(&reason);
}

/* Names, order of functions, the generic form, a module around all and locations. */
START_TEST(equal) {
  expect("func.func @a(%x: " WIDE ") {\n  %0 = \"t.op\"(%x) : (" WIDE ") -> " WIDE "\n  return\n}\n"
         "func.func @b() {\n  return\n}\n",
         "func.func @b() {\n  return\n}\n"
         "func.func @a(%y: " WIDE ") {\n  %z = \"t.op\"( %y ) : (" WIDE ") -> " WIDE " loc(\"l\")\n  return\n}\n",
         "");
  expect("func.func @a(%x: f32) -> f32 {\n  return %x : f32\n}\n",
         "\"func.func\"() <{function_type = (f32) -> f32, sym_name = \"a\"}> ({\n^bb0(%y: f32):\n"
         "  \"func.return\"(%y) : (f32) -> ()\n}) : () -> ()\n",
         "");
  expect("func.func @a() attributes {tt.x = #tt.grid<1x1>} {\n  return\n}\n",
         "func.func @a() attributes {ttcore.x = #ttcore.grid<1x1>} {\n  return\n}\n", "");
}
END_TEST

START_TEST(parts) {
  expect("func.func @f() {\n  %0 = \"t.op\"() : () -> " WIDE "\n}\n",
         "func.func @f() {\n\n  %1 = \"t.op\"() : () -> " CUT "\n}\n",
         "part 2 3 @f/%0: the grid: 1x1 became 2x2\npart 2 3 @f/%0: the memref: 64x64 became 32x32\n"
         "part 2 3 @f/%0: the shard of a core: 16384 bytes became 4096 bytes\n");
  expect("\"t.op\"() {a = 1, b, c = #ttnn.conv2d_config<dtype = bf16, weights_dtype = bf16>} : () -> ()\n",
         "\"t.op\"() {a = 2, c = #ttnn.conv2d_config<weights_dtype = f32>} : () -> ()\n",
         "part 1 1 t.op: a: 1 became 2\npart 1 1 t.op: b: unit became nothing\n"
         "part 1 1 t.op: c.dtype: bf16 became nothing\npart 1 1 t.op: c.weights_dtype: bf16 became f32\n");
  expect("func.func @f(%a: f32, %b: f32) {\n  \"t.op\"(%a) : (f32) -> ()\n}\n",
         "func.func @f(%a: f32, %b: f32) {\n  \"t.op\"(%b) : (f32) -> ()\n}\n",
         "part 2 2 @f/t.op: operand 0: %a became %b\n");
  expect("func.func private @f(f32) -> f32\n", "func.func private @f(f32) -> i32\n",
         "part 1 1 @f: the type: f32 became i32\n");
}
END_TEST

/* What uses the result of an operation that was inserted has the same operand. */
START_TEST(operations) {
  expect("func.func @f(%a: f32) {\n  %0 = \"t.a\"(%a) : (f32) -> f32\n  \"t.b\"(%0) : (f32) -> ()\n}\n",
         "func.func @f(%a: f32) {\n  %0 = \"t.a\"(%a) : (f32) -> f32\n  %1 = \"ttnn.to_layout\"(%0) : (f32) -> f32\n"
         "  \"t.b\"(%1) : (f32) -> ()\n}\n",
         "added 0 3 @f/%1: the operation: nothing became ttnn.to_layout\n");
  expect("func.func @f() {\n  \"t.a\"() : () -> ()\n  \"t.b\"() : () -> ()\n  \"t.c\"() : () -> ()\n}\n",
         "func.func @f() {\n  \"t.b\"() : () -> ()\n  \"t.c\"() : () -> ()\n  \"t.a\"() : () -> ()\n}\n",
         "order 2 4 @f/t.a: its place: line 2 became line 4\n");
  expect("func.func @f() {\n  \"t.a\"() : () -> ()\n}\n", "func.func @g() {\n  \"t.a\"() : () -> ()\n}\n",
         "part 1 1 @f: the symbol: f became g\n");
  expect("func.func @f() {\n  \"t.a\"() : () -> ()\n}\n", "func.func @g() {\n  \"t.c\"() : () -> ()\n}\n",
         "removed 1 0 @f: the function: func.func became nothing\n"
         "added 0 1 @g: the function: nothing became func.func\n");
}
END_TEST

int main(void) { return RUN_SUITE_WITH("compare", set_up, tear_down, equal, parts, operations); }
