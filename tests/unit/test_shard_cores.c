/* The core ranges of a list of cores: rows, columns, parts of both, and what no ranges give. */
#include "device/device.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[512], why[512];

static tta_status find(tta_memory_layout memory_layout, int64_t rows, int64_t columns, const tta_core *cores) {
  tta_arena *arena = tta_arena_new(NULL);
  tta_shard_cores found;
  tta_buf out, reason;
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  tta_status status = tta_shard_cores_of(memory_layout, (int64_t[]){rows, columns}, cores, arena, &found, &reason);
  if (!status) tta_shard_cores_text(&out, &found);
  snprintf(text, sizeof text, "%.*s%s", (int)out.size, out.size ? out.data : "",
           found.column_major ? " col_major" : "");
  snprintf(why, sizeof why, "%.*s", (int)reason.size, reason.data ? reason.data : "");
  tta_buf_free(&out);
  tta_buf_free(&reason);
  tta_arena_delete(arena);
  return status;
}

#define RANGE(from, to) "#ttnn.core_range<" from ", " to ">"

START_TEST(lines) {
  ck_assert(!find(TTA_MEMORY_LAYOUT_WIDTH_SHARDED, 1, 4, (tta_core[]){{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  ck_assert_str_eq(text, "[" RANGE("(0,0)", "(1,1)") "]");
  ck_assert(!find(TTA_MEMORY_LAYOUT_HEIGHT_SHARDED, 4, 1, (tta_core[]){{0, 0}, {1, 0}, {0, 1}, {1, 1}}));
  ck_assert_str_eq(text, "[" RANGE("(0,0)", "(1,1)") "] col_major");
  ck_assert(!find(TTA_MEMORY_LAYOUT_WIDTH_SHARDED, 1, 5, (tta_core[]){{0, 1}, {0, 2}, {0, 3}, {1, 1}, {1, 2}}));
  ck_assert_str_eq(text, "[" RANGE("(1,0)", "(3,0)") ", " RANGE("(1,1)", "(2,1)") "]");
  ck_assert(!find(TTA_MEMORY_LAYOUT_WIDTH_SHARDED, 1, 3, (tta_core[]){{2, 2}, {1, 1}, {0, 0}})); /* backwards */
  ck_assert_str_eq(text, "[" RANGE("(2,2)", "(2,2)") ", " RANGE("(1,1)", "(1,1)") ", " RANGE("(0,0)", "(0,0)") "]");
}
END_TEST

START_TEST(blocks) {
  tta_core straight[] = {{1, 2}, {1, 3}, {1, 4}, {2, 2}, {2, 3}, {2, 4}};
  tta_core turned[] = {{1, 2}, {2, 2}, {3, 2}, {1, 3}, {2, 3}, {3, 3}};
  tta_core skewed[] = {{0, 0}, {0, 1}, {1, 1}, {1, 2}};
  ck_assert(!find(TTA_MEMORY_LAYOUT_BLOCK_SHARDED, 2, 3, straight));
  ck_assert_str_eq(text, "[" RANGE("(2,1)", "(4,2)") "]");
  ck_assert(!find(TTA_MEMORY_LAYOUT_BLOCK_SHARDED, 2, 3, turned));
  ck_assert_str_eq(text, "[" RANGE("(2,1)", "(3,3)") "] col_major");
  ck_assert_int_eq(find(TTA_MEMORY_LAYOUT_BLOCK_SHARDED, 2, 2, skewed), TTA_INVALID);
  ck_assert_str_eq(why, "shard [1, 0] is on core 1,1 (y,x) by the worker map, and on 1,0 in a row_major block from 0,0 "
                        "on");
}
END_TEST

START_TEST(rejected) {
  tta_core cores[] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  ck_assert_int_eq(find(TTA_MEMORY_LAYOUT_HEIGHT_SHARDED, 2, 2, cores), TTA_INVALID);
  ck_assert_str_eq(why, "a height_sharded tensor has one column of shards, and this grid is 2x2");
  ck_assert_int_eq(find(TTA_MEMORY_LAYOUT_WIDTH_SHARDED, 4, 1, cores), TTA_INVALID);
  ck_assert_int_eq(find(TTA_MEMORY_LAYOUT_BLOCK_SHARDED, 0, 4, cores), TTA_INVALID);
}
END_TEST

int main(void) { return RUN_SUITE("shard cores", lines, blocks, rejected); }
