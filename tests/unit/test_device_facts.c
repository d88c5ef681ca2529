/* Facts about worker maps: patterns, cores of chips, the way back, reinterpretations. */
#include <stdio.h>
#include <string.h>

#include "device/device.h"
#include "failing.h"
#include "layouts.h"
#include "suite.h"

#define DEVICE(grid, mesh, chips)                                                                                      \
  "#tt.device<workerGrid = #tt.grid<" grid ">, meshShape = " mesh ", chipIds = [" chips "]>"

static void expect_pattern(const char *device, const char *expected) {
  device_reading d;
  tta_device_pattern pattern;
  tta_buf text;
  tta_buf_init(&text, NULL);
  read_device(&d, device);
  ck_assert_int_eq(tta_device_pattern_of(d.device, &pattern), TTA_OK);
  tta_device_pattern_text(&text, &pattern);
  tta_buf_char(&text, '\0');
  ck_assert_msg(!strcmp(text.data, expected), "%s: %s, not %s", device, text.data, expected);
  tta_buf_free(&text);
  close_device(&d);
}

START_TEST(patterns) {
  expect_pattern(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "1", "0"), "identity");
  expect_pattern(DEVICE("4x4, (d0, d1) -> (0, d0, d1)", "1", "0"), "identity");
  expect_pattern(DEVICE("8x4, (d0, d1) -> (0, d1, d0)", "1", "0"), "transpose");
  expect_pattern(DEVICE("1x64, (d0, d1) -> (0, d0 * 8 + d1 floordiv 8, d1 mod 8)", "1", "0"), "extra wide");
  expect_pattern(DEVICE("1x32, (d0, d1) -> (0, d1 floordiv 8, d1 mod 8)", "1", "0"), "extra wide");
  expect_pattern(DEVICE("64x1, (d0, d1) -> (0, d1 * 8 + d0 floordiv 8, d0 mod 8)", "1", "0"), "extra tall");
  expect_pattern(DEVICE("8x8, (d0, d1) -> (0, d0, (d1 + d0) mod 8)", "1", "0"), "staircase");
  expect_pattern(DEVICE("2x8x8, (d0, d1, d2) -> (d0, d1, d2)", "2x1x1", "0, 1"), "batch");
  expect_pattern(DEVICE("8x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0, d1 mod 8)", "1x2", "0, 1"),
                 "joined 2d");
  expect_pattern(DEVICE("2x8x16, (d0, d1, d2) -> (d0 * 2 + d2 floordiv 8, d1, d2 mod 8)", "2x1x2", "0, 1, 2, 3"),
                 "batch and joined 2d");
  expect_pattern(DEVICE("16x8, (d0, d1) -> (d0 floordiv 8, d1, d0 mod 8)", "2x1", "0, 1"), "joined 2d, transpose");
  expect_pattern(DEVICE("8x8, (d0, d1) -> (0, d0, (d1 * 3) mod 8)", "1", "0"), "other");
  expect_pattern("#ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, "
                 "chipIds = [0, 1]>", "identity, the grid of each chip");
}
END_TEST

/* The inverse on every core, and the views of every view. */
START_TEST(ways_back) {
  static const char *const devices[] = {
      DEVICE("8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)", "1x2", "4, 5"),
      DEVICE("2x4x4, (d0, d1, d2) -> (d0, d2, d1)", "2x1x1", "7, 3"),
      DEVICE("1x12, (d0, d1) -> (0, d1 floordiv 4, d1 mod 4)", "1", "1"),
  };
  for (size_t n = 0; n < sizeof devices / sizeof *devices; n++)
    for (int view = 0; view < TTA_NUM_VIEWS; view++) {
      device_reading plain, d;
      tta_buf text, reason;
      tta_buf_init(&text, NULL);
      tta_buf_init(&reason, NULL);
      read_device(&plain, devices[n]);
      ck_assert_int_eq(tta_device_reinterpret(plain.device, (tta_worker_view)view, 0, &text, &reason), TTA_OK);
      tta_buf_char(&text, '\0');
      read_device(&d, text.data);
      int64_t index[TTA_MAX_RANK] = {0}, back[TTA_MAX_RANK], chip;
      int64_t count = 0;
      for (bool more = true; more; count++) {
        tta_core_assignment place;
        bool found;
        ck_assert_int_eq(tta_device_place(d.device, index, &place, &chip, NULL), TTA_OK);
        ck_assert_int_eq(tta_device_logical_core(d.device, chip, place.core, back, &found, NULL), TTA_OK);
        ck_assert(found && !memcmp(index, back, d.device->grid.rank * sizeof *index));
        ck_assert_int_eq(tta_device_logical_core(plain.device, chip, place.core, back, &found, NULL), TTA_OK);
        ck_assert(found); /* the same cores */
        more = false;
        for (uint32_t i = d.device->grid.rank; i-- > 0 && !more;) {
          more = ++index[i] < d.device->grid.extent[i];
          if (!more) index[i] = 0;
        }
      }
      ck_assert_int_eq(count, n == 0 ? 128 : n == 1 ? 32 : 12);
      close_device(&d);
      close_device(&plain);
      tta_buf_free(&text);
      tta_buf_free(&reason);
    }
}
END_TEST

static void expect_leaves(const char *device, bool expected, int64_t rows, int64_t columns) {
  device_reading d;
  int64_t chip[2], index[TTA_MAX_RANK];
  bool leaves;
  read_device(&d, device);
  ck_assert_int_eq(tta_device_leaves_chip(d.device, &leaves, chip, index), TTA_OK);
  ck_assert_msg(leaves == expected && (!leaves || (chip[0] == rows && chip[1] == columns)), "%s", device);
  close_device(&d);
}

START_TEST(implied_chips) {
  expect_leaves(DEVICE("8x16, (d0, d1) -> (d1 floordiv 8, d0, d1)", "1x2", "0, 1"), true, 8, 8);
  expect_leaves(DEVICE("8x16, (d0, d1) -> (0, d0, d1)", "1x2", "0, 1"), true, 8, 8);
  expect_leaves(DEVICE("16x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0, d1 mod 8)", "2x2", "0, 1, 2, 3"),
                true, 8, 8);
  expect_leaves(DEVICE("1x128, (d0, d1) -> (d1 floordiv 64, d1 floordiv 8, d1 mod 8)", "1x2", "0, 1"), true, 8, 8);
  expect_leaves(DEVICE("8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)", "1x2", "0, 1"), false, 0, 0);
  expect_leaves(DEVICE("8x8, (d0, d1) -> (d1 floordiv 4, d0, (d1 mod 4) * 2)", "1x2", "0, 1"), false, 0, 0);
  expect_leaves(DEVICE("8x16, (d0, d1) -> (0, d0, d1)", "1", "0"), false, 0, 0);
  expect_leaves("#ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, "
                "chipIds = [0, 1]>", false, 0, 0);
}
END_TEST

START_TEST(links_of_meshes) {
  device_reading d;
  tta_device_link links[8];
  read_device(&d, DEVICE("16x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 8, d1 mod 8)", "2x2",
                         "4, 5, 6, 7"));
  ck_assert_uint_eq(tta_device_links(d.device, links, 8), 4);
  ck_assert(links[0].a == 0 && links[0].b == 1 && links[1].a == 2 && links[1].b == 3);
  ck_assert(links[2].a == 0 && links[2].b == 2 && links[3].a == 1 && links[3].b == 3);
  tta_device_chip chips[4];
  ck_assert_int_eq(tta_device_chips(d.device, chips, NULL), TTA_OK);
  ck_assert(chips[3].num_cores == 64 && chips[3].first[0] == 8 && chips[3].last[1] == 15 && chips[3].high.x == 7);
  close_device(&d);
}
END_TEST

int main(void) { return RUN_SUITE("device_facts", patterns, ways_back, implied_chips, links_of_meshes); }
