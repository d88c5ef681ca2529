/* Views of tiled layouts element by element, the order of a graph, and solutions of ttattr/graph.h. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "graphs/rules.h"
#include "tiled/tiled.h"
#include "graphs/graph.h"

static tta_tiled build(tta_arena *arena, uint32_t rank, const int64_t *size, const int64_t *order,
                       tta_tiled_convention convention) {
  tta_tiled layout;
  tta_tiled_spec spec = {.host_size = {rank, size}, .order = {order ? rank : 0, order}, .convention = convention};
  ck_assert(tta_tiled_element_find(TTA_STR("f16"), &spec.element));
  ck_assert_int_eq(tta_tiled_build(&spec, arena, &layout, NULL), TTA_OK);
  return layout;
}

/* The element with this number in row-major order. */
static int64_t position_of(const tta_tiled *layout, tta_arena *arena, int64_t number) {
  tta_tiled_map map;
  int64_t index[8], position = -1;
  ck_assert_int_eq(tta_tiled_map_of(layout, arena, &map), TTA_OK);
  for (uint32_t h = map.host_size.rank; h-- > 0;) {
    index[h] = number % map.host_size.extent[h];
    number /= map.host_size.extent[h];
  }
  ck_assert_int_eq(tta_tiled_position(&map, index, NULL, &position), TTA_OK);
  return position;
}

/* Every element of a view is where it was; a view that exists is found. */
START_TEST(views_move_nothing) {
  static const int64_t shapes[][5] = {{2, 6, 128}, {3, 2, 3, 128}, {3, 6, 2, 64}, {1, 768}, {2, 12, 64}, {2, 3, 256},
                                      {4, 2, 3, 2, 64}, {3, 1, 6, 128}, {2, 48, 16}, {2, 128, 6}};
  uint32_t count = sizeof shapes / sizeof *shapes, found = 0;
  for (uint32_t from = 0; from < count; from++)
    for (uint32_t to = 0; to < count; to++)
      for (int convention = TTA_TILED_RFC; convention <= TTA_TILED_2026; convention++) {
        tta_arena *arena = tta_arena_new(NULL);
        tta_tiled layout = build(arena, (uint32_t)shapes[from][0], &shapes[from][1], NULL,
                                 (tta_tiled_convention)convention);
        tta_tiled_outcome outcome;
        tta_shape size = {(uint32_t)shapes[to][0], &shapes[to][1]};
        ck_assert_int_eq(tta_tiled_view(&layout, size, (tta_tiled_convention)convention, arena, &outcome), TTA_OK);
        found += !outcome.obstacle;
        for (int64_t i = 0; i < 768 && !outcome.obstacle; i += 7)
          ck_assert_int_eq(position_of(&layout, arena, i), position_of(&outcome.layout, arena, i));
        tta_arena_delete(arena);
      }
  ck_assert_uint_ge(found, 120);
}
END_TEST

START_TEST(order_and_circles) {
  tta_arena *arena = tta_arena_new(NULL);
  uint32_t order[3], stuck, second[] = {1}, first[] = {0}, third[] = {2};
  tta_tiled_node nodes[3] = {{.kind = TTA_TILED_POINTWISE, .num_operands = 1, .operands = second},
                             {.kind = TTA_TILED_INPUT},
                             {.kind = TTA_TILED_POINTWISE, .num_operands = 1, .operands = first}};
  tta_tiled_graph graph = {.num_nodes = 3, .nodes = nodes, .order = order};
  ck_assert_int_eq(tta_tiled_graph_sort(&graph, arena, &stuck), TTA_OK);
  ck_assert_uint_eq(order[0], 1);
  ck_assert_uint_eq(order[1], 0);
  ck_assert_uint_eq(order[2], 2);
  nodes[0].operands = third;
  ck_assert_int_eq(tta_tiled_graph_sort(&graph, arena, &stuck), TTA_INVALID);
  ck_assert_uint_eq(stuck, 0);
  tta_arena_delete(arena);
}
END_TEST

START_TEST(solve_copies_the_smaller_operand) {
  tta_arena *arena = tta_arena_new(NULL);
  static const int64_t a[] = {1024, 256}, b[] = {256, 512}, turned[] = {1, 0};
  uint32_t order[3], stuck, operands[] = {0, 1};
  tta_tiled_node nodes[3] = {{.kind = TTA_TILED_INPUT, .pinned = true}, {.kind = TTA_TILED_INPUT, .pinned = true},
                             {.kind = TTA_TILED_MATMUL, .num_operands = 2, .operands = operands}};
  tta_tiled_graph graph = {.num_nodes = 3, .nodes = nodes, .order = order};
  tta_tiled_solution solution;
  nodes[0].layout = build(arena, 2, a, NULL, TTA_TILED_RFC);
  nodes[1].layout = build(arena, 2, b, turned, TTA_TILED_RFC);
  ck_assert_int_eq(tta_tiled_graph_sort(&graph, arena, &stuck), TTA_OK);
  ck_assert_int_eq(tta_tiled_graph_solve(&graph, 0, arena, &solution), TTA_OK);
  ck_assert(solution.found && solution.totals.exact);
  ck_assert_int_eq(solution.totals.total_bytes, 262144);
  ck_assert_int_eq(solution.totals.lower_bound_bytes, 262144);
  ck_assert_uint_eq(solution.num_copies, 1);
  ck_assert_uint_eq(solution.copies[0].value, 1);
  ck_assert_uint_eq(solution.copies[0].num_users, 1);
  nodes[1].pinned = false;
  ck_assert_int_eq(tta_tiled_graph_solve(&graph, 0, arena, &solution), TTA_OK);
  ck_assert_int_eq(solution.totals.total_bytes, 0);
  tta_arena_delete(arena);
}
END_TEST

static tta_graph *graph_of(const char *text) {
  static tta_source source;
  tta_graph *graph;
  tta_graph_options options = {.convention = TTA_TILED_2026};
  tta_source_init(&source, TTA_STR("g.txt"), tta_str_from(text), NULL);
  ck_assert_int_eq(tta_graph_new(&source, &options, &graph), TTA_OK);
  tta_source_free(&source);
  return graph;
}

/* Operands may be defined later; comments are not read; types have the positions of the file. */
START_TEST(text_form) {
  static const struct {
    const char *text, *at, *message;
  } errors[] = {{"a = input 8 f16\nb = add a c\n", "c\n", "'c' is not defined"},
                {"a = input 8 f16\n\na = input 8x8 f16", "a = input 8x8", "'a' is defined twice"},
                {"a = input 10x-4 f16", "10x",
                 "expected 'input 1024x256 f16' or 'input tensor<1024x256xf16, #tt.tiled_layout<...>>'"},
                {"a = input 8x8 f16\nb = sum a axes=0,", "axes", "expected axes such as axes=0,1"},
                {"a = input 8x8 f16\nb = sum a axes=99999999999999999999", "axes", "expected axes such as axes=0,1"},
                {"a = input tensor<8xf16>", "tensor", "tensor has no layout; 'input SHAPE TYPE' has the default one"},
                {"a = input tensor<8x64xf16, #tt.tiled_layout<stick>> x", "tensor",
                 "expected one #tt.tiled_layout<...>, or a tensor type with it"},
                {"# 1\na = input tensor<8x8xf16, #tt.tiled_layout<memref<1x8x32xf16>, dim_map=[1,0,1], dense>>\n",
                 "1x8x32", "last device extent is 32, expected the stick size 64"}};
  tta_graph *graph = graph_of("c = matmul a b # tensor<bad\n#tensor<1x\na = input 4x8 f16 order=0,1\n"
                              "b = input tensor<8x64xf16, #tt.tiled_layout<stick>> // x\n"
                              "d = view c size=2x-1");
  ck_assert_uint_eq(tta_results_num_diagnostics(tta_graph_results(graph)), 0);
  ck_assert_uint_eq(tta_graph_num_values(graph), 4);
  const tta_graph_value *last = tta_graph_value_at(graph, 3);
  ck_assert(tta_str_is(last->name, "d") && last->line == 5 && last->facts.layout.host_size.extent[1] == 128);
  ck_assert(!tta_graph_value_at(graph, 4) && !tta_graph_copy_at(graph, 0));
  tta_graph_free(graph);
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
    graph = graph_of(errors[i].text);
    const tta_diagnostic *first = tta_results_diagnostic(tta_graph_results(graph), 0);
    ck_assert(first && errors[i].text + first->span.begin == strstr(errors[i].text, errors[i].at));
    ck_assert_msg(tta_str_is(first->message, errors[i].message), "%s", first->message.data);
    tta_graph_free(graph);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("tiled_graph");
  TCase *tests = tcase_create("tiled_graph");
  tcase_add_test(tests, views_move_nothing);
  tcase_add_test(tests, order_and_circles);
  tcase_add_test(tests, text_form);
  tcase_add_test(tests, solve_copies_the_smaller_operand);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
