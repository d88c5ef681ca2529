/* tiled_layouts.h: what the tests of ttattr/tiled.h share: an arena a test, lists as literals, the RFC's layouts. */
#ifndef TTA_TESTS_TILED_LAYOUTS_H
#define TTA_TESTS_TILED_LAYOUTS_H

#include <check.h>

#include "base/arena.h"
#include "suite.h"
#include "tiled/tiled.h"
#include "ttattr/tiled.h"
#include "types.h"

static tta_arena arena;

static inline void set_up(void) { tta_arena_init(&arena, NULL); }
static inline void tear_down(void) { tta_arena_free(&arena); }

#define NONE ((tta_shape){0, NULL})


static inline tta_tiled_element element(const char *name) {
  tta_tiled_element found = {{NULL, 0}, 0};
  ck_assert_msg(tta_tiled_element_find(str(name), &found), "%s", name);
  return found;
}

static inline bool same(tta_shape a, tta_shape b) {
  return a.rank == b.rank && (!a.rank || !memcmp(a.extent, b.extent, a.rank * sizeof *a.extent));
}
static inline void expect_list(const int64_t *list, uint32_t rank, tta_shape expected, int line) {
  ck_assert_msg(same((tta_shape){rank, list}, expected), "line %d: a list differs", line);
}
#define EXPECT(list, ...) expect_list((list).extent, (list).rank, LIST(__VA_ARGS__), __LINE__)
#define EXPECT_N(list, rank, ...) expect_list(list, rank, LIST(__VA_ARGS__), __LINE__)

static inline tta_tiled build_with(tta_tiled_spec spec) {
  tta_tiled layout;
  tta_tiled_diagnostic why = {.rule = 0};
  tta_status status = tta_tiled_build(&spec, &arena, &layout, &why);
  ck_assert_msg(status == TTA_OK, "%s: %.*s", tta_tiled_rule_name(why.rule), (int)why.message.size, why.message.data);
  return layout;
}
static inline tta_tiled build(tta_shape host, tta_shape order, tta_tiled_convention convention,
                              tta_tiled_format format) {
  return build_with((tta_tiled_spec){
      .host_size = host, .element = element("f16"), .order = order, .convention = convention, .format = format});
}
static inline tta_tiled dense(tta_shape host) { return build(host, NONE, TTA_TILED_RFC, TTA_TILED_DENSE); }

static inline tta_tiled_map map_of(const tta_tiled *layout) {
  tta_tiled_map map;
  ck_assert_int_eq(tta_tiled_map_of(layout, &arena, &map), TTA_OK);
  return map;
}

/* 1024x256 f16, and what is wrong with it. */
static inline tta_tiled base(void) { return dense(LIST(1024, 256)); }
static inline tta_tiled sized(tta_shape device_size) {
  tta_tiled layout = base();
  layout.device_size = device_size;
  layout.device_strides = NONE;
  return layout;
}
static inline tta_tiled strided(tta_shape strides) {
  tta_tiled layout = base();
  layout.device_strides = strides;
  return layout;
}
static inline tta_tiled mapped(tta_shape dim_map) {
  tta_tiled layout = base();
  layout.dim_map = dim_map;
  return layout;
}

static inline void expect_legal(tta_tiled layout, int line) {
  tta_tiled_diagnostics findings;
  ck_assert_int_eq(tta_tiled_verify(&layout, &arena, &findings), TTA_OK);
  ck_assert_msg(findings.count == 0, "line %d: %s %.*s", line, tta_tiled_rule_name(findings.item[0].rule),
                (int)findings.item[0].message.size, findings.item[0].message.data);
}
#define LEGAL(layout) expect_legal(layout, __LINE__)

/** Runs the tests of a list that a NULL ends. @return the exit status */
static inline int run_tiled_tests(const char *name, const TTest *const *tests) {
  size_t count = 0;
  while (tests[count]) count++;
  return run_tests(name, set_up, tear_down, tests, count);
}

#endif
