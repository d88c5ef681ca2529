/* Routes, multicast trees, traffic and the lower bound of its time (ttattr/noc.h). */
#include "noc/noc.h"
#include "suite.h"
#include "ttattr/noc.h"

#define GS TTA_ARCH_GRAYSKULL
#define WH TTA_ARCH_WORMHOLE_B0
#define BH TTA_ARCH_BLACKHOLE

static tta_noc_xy xy(uint32_t x, uint32_t y) { return (tta_noc_xy){x, y}; }

/* The table of worked examples: hops on NoC 0 and on NoC 1. */
START_TEST(worked_examples) {
  static const struct {
    tta_arch arch;
    tta_noc_xy from, to;
    uint32_t hops[2];
  } rows[] = {
      {WH, {1, 1}, {2, 1}, {1, 9}},    {WH, {2, 1}, {1, 1}, {9, 1}},  {WH, {1, 1}, {4, 5}, {7, 15}},
      {WH, {0, 11}, {1, 1}, {3, 19}},  {WH, {1, 1}, {0, 11}, {19, 3}}, {WH, {9, 11}, {1, 1}, {4, 18}},
      {BH, {1, 2}, {16, 2}, {15, 2}},  {BH, {3, 4}, {2, 3}, {27, 2}},  {GS, {12, 11}, {0, 0}, {2, 23}},
      {WH, {3, 3}, {3, 3}, {0, 0}},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (uint32_t noc = 0; noc < 2; noc++)
      ck_assert_uint_eq(tta_noc_hops(rows[i].arch, noc, rows[i].from, rows[i].to), rows[i].hops[noc]);
  ck_assert_uint_eq(tta_noc_hops(WH, 2, xy(0, 0), xy(1, 0)), 0);
  ck_assert_uint_eq(tta_noc_hops(WH, 0, xy(10, 0), xy(1, 0)), 0);
  ck_assert_uint_eq(tta_noc_hops(TTA_NUM_ARCHS, 0, xy(0, 0), xy(1, 0)), 0);
}
END_TEST

static void expect_link(const tta_noc_link *link, uint32_t x, uint32_t y, tta_noc_axis axis) {
  ck_assert_uint_eq(link->from.x, x);
  ck_assert_uint_eq(link->from.y, y);
  ck_assert_int_eq(link->axis, axis);
}

START_TEST(link_lists) {
  tta_noc_link links[TTA_NOC_MAX_HOPS];
  ck_assert_uint_eq(tta_noc_route(WH, 0, xy(8, 1), xy(1, 2), links), 4);
  expect_link(&links[0], 8, 1, TTA_NOC_HORIZONTAL);
  expect_link(&links[1], 9, 1, TTA_NOC_HORIZONTAL);
  expect_link(&links[2], 0, 1, TTA_NOC_HORIZONTAL);
  expect_link(&links[3], 1, 1, TTA_NOC_VERTICAL);
  ck_assert_uint_eq(tta_noc_route(WH, 1, xy(8, 1), xy(1, 2), links), 18);
  expect_link(&links[1], 8, 0, TTA_NOC_VERTICAL);
  expect_link(&links[2], 8, 11, TTA_NOC_VERTICAL);
  expect_link(&links[10], 8, 3, TTA_NOC_VERTICAL);
  expect_link(&links[11], 8, 2, TTA_NOC_HORIZONTAL);
  expect_link(&links[17], 2, 2, TTA_NOC_HORIZONTAL);
  ck_assert_str_eq(tta_noc_direction_name(0, TTA_NOC_HORIZONTAL), "east");
  ck_assert_str_eq(tta_noc_direction_name(1, TTA_NOC_VERTICAL), "north");
}
END_TEST

/* A row of 3 columns, each with a branch of 2; on NoC 1 the tree has a column. */
START_TEST(trees) {
  tta_noc_link links[TTA_NOC_MAX_LINKS];
  ck_assert_uint_eq(tta_noc_tree(WH, 0, xy(1, 1), xy(2, 2), xy(4, 3), links), 3 + 3 * 2);
  ck_assert_uint_eq(tta_noc_tree(WH, 1, xy(6, 5), xy(2, 3), xy(4, 4), links), 2 + 2 * 4);
  ck_assert_uint_eq(tta_noc_tree(WH, 0, xy(1, 1), xy(1, 1), xy(1, 1), links), 0);
  /* A sender inside the rectangle reaches the nodes before it around the torus. */
  ck_assert_uint_eq(tta_noc_tree(WH, 0, xy(2, 1), xy(1, 1), xy(3, 1), links), 9);
}
END_TEST

START_TEST(flits) {
  int64_t packets;
  ck_assert_int_eq(tta_noc_flits(WH, 8192, &packets), 257);
  ck_assert_int_eq(packets, 1);
  ck_assert_int_eq(tta_noc_flits(WH, 8193, &packets), 259);
  ck_assert_int_eq(packets, 2);
  ck_assert_int_eq(tta_noc_flits(BH, 1, NULL), 2);
  ck_assert_int_eq(tta_noc_flits(BH, 16384, NULL), 257);
  ck_assert_int_eq(tta_noc_flits(BH, 0, &packets), 0);
  ck_assert_int_eq(packets, 0);
}
END_TEST

static tta_noc_flow flow(tta_noc_xy from, tta_noc_xy to, int64_t bytes, int64_t count) {
  return (tta_noc_flow){.from = from, .to = to, .from_bank = -1, .to_bank = -1, .bytes = bytes, .count = count};
}

START_TEST(traffic) {
  tta_noc_traffic t;
  tta_noc_bound bound;
  ck_assert_int_eq(tta_noc_traffic_init(&t, WH), TTA_OK);
  ck_assert_int_eq(tta_noc_bound_of(&t, &bound), TTA_OK);
  ck_assert_int_eq(bound.limit, TTA_NOC_LIMIT_NONE);
  tta_noc_flow a = flow(xy(1, 1), xy(3, 1), 2048, 10), b = flow(xy(2, 1), xy(3, 2), 8192, 100);
  ck_assert_int_eq(tta_noc_traffic_add(&t, &a), TTA_OK);
  ck_assert_int_eq(tta_noc_bound_of(&t, &bound), TTA_OK);
  ck_assert_int_eq(bound.by_limit[TTA_NOC_LIMIT_LINK], 10 * 65);
  ck_assert_int_eq(bound.by_limit[TTA_NOC_LIMIT_INJECT], 729); /* 20480 / 28.1 */
  ck_assert_int_eq(bound.by_limit[TTA_NOC_LIMIT_LATENCY], 60);
  ck_assert_int_eq(bound.limit, TTA_NOC_LIMIT_INJECT);
  ck_assert_uint_eq(bound.node.x, 1);
  ck_assert_int_eq(tta_noc_traffic_add(&t, &b), TTA_OK);
  ck_assert_int_eq(t.links[0][1 * 10 + 2][TTA_NOC_HORIZONTAL].bytes, 20480 + 819200);
  ck_assert_int_eq(t.links[0][1 * 10 + 3][TTA_NOC_VERTICAL].flits, 25700);
  ck_assert_int_eq(t.byte_hops, 2 * 20480 + 2 * 819200);
  ck_assert_int_eq(t.hops, 2 * 10 + 2 * 100);
  uint32_t noc;
  tta_noc_link link;
  ck_assert(tta_noc_busiest(&t, &noc, &link));
  expect_link(&link, 2, 1, TTA_NOC_HORIZONTAL);
}
END_TEST

/* A bank that both reads and writes has one interface. */
START_TEST(banks) {
  tta_noc_traffic t;
  tta_noc_bound bound;
  tta_noc_traffic_init(&t, WH);
  tta_noc_flow in = flow(xy(1, 1), xy(0, 11), 2400, 1), out = flow(xy(0, 11), xy(1, 1), 2320, 1);
  in.to_bank = out.from_bank = 0;
  out.read = true;
  ck_assert_int_eq(tta_noc_traffic_add(&t, &out), TTA_OK);
  ck_assert_int_eq(tta_noc_bound_of(&t, &bound), TTA_OK);
  ck_assert_int_eq(bound.by_limit[TTA_NOC_LIMIT_DRAM], 100);
  ck_assert_int_eq(bound.by_limit[TTA_NOC_LIMIT_INJECT], 0);
  ck_assert_int_eq(bound.limit, TTA_NOC_LIMIT_LATENCY);
  ck_assert_int_eq(bound.cycles, 270);
  ck_assert_int_eq(tta_noc_traffic_add(&t, &in), TTA_OK);
  in.count = 9;
  ck_assert_int_eq(tta_noc_traffic_add(&t, &in), TTA_OK);
  ck_assert_int_eq(tta_noc_bound_of(&t, &bound), TTA_OK);
  ck_assert_int_eq(bound.limit, TTA_NOC_LIMIT_DRAM);
  ck_assert_int_eq(bound.cycles, (24000 + 2320 + 23) / 24);
  ck_assert_int_eq(bound.bank, 0);
}
END_TEST

START_TEST(errors) {
  tta_noc_traffic t;
  tta_noc_flow f = flow(xy(1, 1), xy(2, 2), 1, INT64_MAX);
  ck_assert_int_eq(tta_noc_traffic_init(&t, TTA_NUM_ARCHS), TTA_INVALID);
  ck_assert_ptr_null(tta_noc_figures_of(TTA_NUM_ARCHS));
  ck_assert_str_eq(tta_noc_limit_name(TTA_NOC_LIMIT_DRAM), "dram");
  tta_noc_traffic_init(&t, GS);
  ck_assert_int_eq(tta_noc_traffic_add(&t, &f), TTA_OVERFLOW);
  f.to_bank = 8;
  ck_assert_int_eq(tta_noc_traffic_add(&t, &f), TTA_INVALID);
  f = flow(xy(1, 1), xy(13, 2), 1, 1);
  ck_assert_int_eq(tta_noc_traffic_add(&t, &f), TTA_INVALID);
}
END_TEST

int main(void) {
  return RUN_SUITE("noc routes", worked_examples, link_lists, trees, flits, traffic, banks, errors);
}
