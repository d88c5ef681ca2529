/* src/ir/tree.c: marks, children, aliases, equality of values; and out of memory. */
#include "ir/attributes.h"
#include "parse/reader.h"
#include "reading.h"

/* The roots of all islands of a text, kept. */
typedef struct forest {
  tta_arena arena;
  tta_report report;
  tta_reader reader;
  tta_node_id roots[16];
  size_t count;
} forest;

static bool take(void *user, tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  forest *f = user;
  (void)reader;
  (void)span;
  if (place != TTA_CONTEXT_ALIAS && f->count < 16) f->roots[f->count++] = root;
  return true;
}

static tta_tree kept; /* of the last text: sections give their trees back at their end, so equality is asked there */
static bool equal_pairs[16];

static void end_section(void *user, tta_reader *reader, uint32_t section) {
  forest *f = user;
  (void)section;
  kept = reader->tree;
  for (size_t i = 0; i + 1 < f->count; i += 2)
    equal_pairs[i / 2] = tta_node_equal(&kept, f->roots[i], &kept, f->roots[i + 1]);
}

static bool equal(const char *text) {
  forest f = {.count = 0};
  tta_visitor visitor = {.user = &f, .island = take, .end_section = end_section};
  tta_arena_init(&f.arena, NULL);
  tta_report_init(&f.report, &f.arena);
  ck_assert(!tta_reader_init(&f.reader, (tta_str){text, strlen(text)}, &f.report, &tta_malloc_allocator,
                               (tta_reader_options){0}));
  ck_assert(!tta_reader_read(&f.reader, &visitor));
  ck_assert_msg(f.count == 2 && f.report.num_errors == 0, "%s: %zu islands", text, f.count);
  tta_reader_free(&f.reader);
  tta_report_free(&f.report);
  tta_arena_free(&f.arena);
  return equal_pairs[0];
}

START_TEST(test_equality) { /* spelling, spans and alias names do not count */
  ck_assert(equal("#tt.grid<2x3> #tt<grid<2 x 3>>"));
  ck_assert(equal("#a = #tt.memory_space<l1>\n#b = #tt.memory_space<l1>\nmemref<2xf32, #a> memref<2xf32, #b>"));
  ck_assert(equal("#a = #tt.memory_space<l1>\nmemref<2xf32, #a> memref<2xf32, #tt.memory_space<l1>>"));
  ck_assert(equal("affine_map<(i, j) -> (j)> affine_map<(d0, d1) -> (d1)>"));
  ck_assert(equal("memref<2xf32, {a = 1}> memref<2xf32, {a = 1}>"));
  ck_assert(equal("tensor<2xf32, dense<[0x10, 2]> : tensor<2xi64>> tensor<2xf32, dense<[16, 02]> : tensor<2xi64>>"));
  ck_assert(!equal("#tt.grid<2x3> #tt.grid<3x2>"));
  ck_assert(!equal("#tt.grid<2x3> #tt.grid<2x3x1>"));
  ck_assert(!equal("memref<2xf32> memref<2xf32, 1>"));
  ck_assert(!equal("memref<2xf32> tensor<2xf32, unit>"));
  ck_assert(!equal("affine_map<(i, j) -> (j)> affine_map<(i, j, k) -> (j)>"));
  ck_assert(!equal("affine_map<(i)[s] -> (s)> affine_map<(i) -> (i)>"));
  ck_assert(!equal("memref<?xf32> memref<*xf32>"));
  ck_assert(!equal("memref<2xf32, \"a\"> memref<2xf32, \"b\">"));
  ck_assert(!equal("#tt.memory_space<l1> #tt.memory_space<dram>"));
  ck_assert(!equal("affine_set<(i) : (i >= 0)> affine_set<(i) : (i == 0)>"));
}
END_TEST

START_TEST(test_nodes) {
  tta_tree tree;
  ck_assert(!tta_tree_init(&tree, (tta_str){"abcdef", 6}, &tta_malloc_allocator));
  ck_assert_uint_eq(tree.num_nodes, 1);
  tta_tree_mark mark = tta_tree_position(&tree);
  tta_node_id list = tta_node_new(&tree, TTA_NODE_LIST, (tta_span){1, 3}), last = 0;
  for (uint32_t i = 0; i < 1000; i++) {
    tta_node_id child = tta_node_new(&tree, TTA_NODE_INT, (tta_span){1, 2});
    tta_node_at(&tree, child)->integer = i;
    tta_node_at(&tree, child)->field = (uint8_t)(i == 998 ? TTA_FIELD_grid : TTA_FIELD_NONE);
    if (last) tta_node_at(&tree, last)->next = child;
    else tta_node_at(&tree, list)->first = child;
    last = child;
    tta_tree_add_dim(&tree, i);
  }
  ck_assert(tta_node_at(&tree, tta_node_child(&tree, list, TTA_FIELD_grid))->integer == 998);
  ck_assert_uint_eq(tta_node_child(&tree, list, TTA_FIELD_memref), 0);
  ck_assert_uint_eq(tta_node_child(&tree, last, TTA_FIELD_grid), 0);
  ck_assert_uint_eq(tta_node_first(&tree, last), 0);
  ck_assert(tta_node_text(&tree, list).size == 2 && !memcmp(tta_node_text(&tree, list).data, "bc", 2));
  ck_assert(tree.dims[999] == 999);
  tta_tree_rewind(&tree, mark);
  ck_assert(tree.num_nodes == 1 && tree.num_dims == 0);
  tta_tree_free(&tree);
}
END_TEST

START_TEST(test_aliases) {
  tta_tree tree;
  tta_map map;
  ck_assert(!tta_tree_init(&tree, (tta_str){"", 0}, &tta_malloc_allocator));
  tta_node_id value = tta_node_new(&tree, TTA_NODE_UNIT, (tta_span){0, 0});
  tta_node_id use = tta_node_new(&tree, TTA_NODE_ALIAS, (tta_span){0, 0}),
              again = tta_node_new(&tree, TTA_NODE_ALIAS, (tta_span){0, 0});
  tta_node_at(&tree, use)->index = tta_tree_add_alias(&tree, (tta_alias){.value = value});
  tta_node_at(&tree, again)->index = tta_tree_add_alias(&tree, (tta_alias){.value = use});
  ck_assert_uint_eq(tta_node_resolve(&tree, again), value);
  tree.aliases[0].poisoned = true;
  ck_assert_uint_eq(tta_node_resolve(&tree, again), 0);
  ck_assert(!tta_node_map(&tree, again, &map) && !tta_node_map(&tree, value, &map));
  tta_tree_free(&tree);
}
END_TEST

static void check_width(const char *type, const char *stem, const char *width) {
  tta_str before, digits = tta_scalar_width((tta_str){type, strlen(type)}, &before);
  ck_assert_msg(before.size == strlen(stem) && !memcmp(before.data, stem, before.size), "%s", type);
  ck_assert_msg(digits.size == strlen(width) && !memcmp(digits.data, width, digits.size), "%s", type);
}

START_TEST(test_scalar_widths) {
  check_width("i32", "i", "32");
  check_width("si008", "si", "8");
  check_width("ui0", "ui", "0");
  check_width("i00", "i", "0");
  check_width("f32", "f32", "");
  check_width("index", "index", "");
}

int main(void) { return RUN_SUITE("tree", test_equality, test_nodes, test_aliases, test_scalar_widths); }
