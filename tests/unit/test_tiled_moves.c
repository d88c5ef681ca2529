/* The data that a restickify moves, and layouts of operations. */
#include "graphs/rules.h"
#include "tiled_layouts.h"

/* ---- restickify ---- */

START_TEST(what_a_restickify_moves) {
  tta_tiled a = base(), b = build(LIST(1024, 256), LIST(1, 0), TTA_TILED_RFC, TTA_TILED_DENSE), c = base();
  tta_tiled_move move;
  ck_assert_int_eq(tta_tiled_compare(&a, &b, &arena, &move), TTA_OK);
  ck_assert(move.feasible && move.moves && !move.allocation_changes);
  ck_assert(move.from_stick == 1 && move.to_stick == 0);
  ck_assert(move.elements == 262144 && move.bytes == 524288);
  int64_t from, to;
  tta_tiled_map in_a = map_of(&a), in_b = map_of(&b);
  tta_tiled_position(&in_a, move.witness, NULL, &from);
  tta_tiled_position(&in_b, move.witness, NULL, &to);
  ck_assert(from == move.witness_from && to == move.witness_to && from != to);
  ck_assert_int_eq(tta_tiled_compare(&a, &c, &arena, &move), TTA_OK);
  ck_assert(move.feasible && !move.moves && move.bytes == 0);
  /* One row: the stick dim alone decides, and rank 2 conventions agree. */
  a = dense(LIST(1, 256));
  b = build(LIST(1, 256), NONE, TTA_TILED_2026, TTA_TILED_DENSE);
  ck_assert_int_eq(tta_tiled_compare(&a, &b, &arena, &move), TTA_OK);
  ck_assert(!move.moves);
  /* 64x64: still a transpose. 1x1: nothing to move, whatever the stick dim. */
  a = dense(LIST(1, 1));
  b = build(LIST(1, 1), LIST(1, 0), TTA_TILED_RFC, TTA_TILED_DENSE);
  ck_assert_int_eq(tta_tiled_compare(&a, &b, &arena, &move), TTA_OK);
  ck_assert(!move.moves && move.from_stick == 1 && move.to_stick == 0);
  /* Extra padding at the end: no element moves, the allocation grows. */
  a = base();
  b = sized(LIST(5, 1024, 64));
  ck_assert_int_eq(tta_tiled_compare(&a, &b, &arena, &move), TTA_OK);
  ck_assert(!move.moves && move.allocation_changes);
  b = dense(LIST(1024, 255));
  ck_assert_int_eq(tta_tiled_compare(&a, &b, &arena, &move), TTA_OK);
  ck_assert(!move.feasible && move.reason.size);
  /* Sparse of rfc and of 2026: [256,512,64] over dim 1 first, [256,1,512,64] the same places. */
  a = build(LIST(512, 256), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE);
  b = build(LIST(512, 256), NONE, TTA_TILED_2026, TTA_TILED_SPARSE);
  ck_assert_int_eq(tta_tiled_compare(&a, &b, &arena, &move), TTA_OK);
  ck_assert(!move.moves && move.to_stick == -1);
}
END_TEST

/* ---- propagation ---- */

static tta_tiled_outcome pointwise(const tta_tiled *inputs, uint32_t count) {
  tta_tiled_outcome outcome;
  ck_assert_int_eq(tta_tiled_pointwise(inputs, count, NULL, TTA_TILED_RFC, &arena, &outcome), TTA_OK);
  return outcome;
}
static tta_tiled_outcome matmul(const tta_tiled *a, const tta_tiled *b) {
  tta_tiled_outcome outcome;
  ck_assert_int_eq(tta_tiled_matmul(a, b, TTA_TILED_RFC, &arena, &outcome), TTA_OK);
  return outcome;
}
static tta_tiled_outcome reduce(const tta_tiled *a, tta_shape axes, bool keep) {
  tta_tiled_outcome outcome;
  ck_assert_int_eq(tta_tiled_reduce(a, axes, keep, TTA_TILED_RFC, &arena, &outcome), TTA_OK);
  return outcome;
}

START_TEST(p1_pointwise) {
  tta_tiled rows = base(), columns = build(LIST(1024, 256), LIST(1, 0), TTA_TILED_RFC, TTA_TILED_DENSE);
  tta_tiled_outcome out = pointwise((tta_tiled[]){rows, rows}, 2);
  ck_assert(out.obstacle == TTA_TILED_FEASIBLE && tta_tiled_equal(&out.layout, &rows));
  out = pointwise((tta_tiled[]){columns}, 1);
  ck_assert(tta_tiled_equal(&out.layout, &columns));
  out = pointwise((tta_tiled[]){rows, columns}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_STICKS_DIFFER);
  ck_assert(out.operand == 0 && out.other_operand == 1 && out.has_help && out.help_operand == 1);
  out = pointwise((tta_tiled[]){rows, out.help_layout}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  /* A bias [256] shares the stick dim; a keepdim row sum [1024, 1] is broadcast along it. */
  out = pointwise((tta_tiled[]){dense(LIST(256)), rows}, 2);
  ck_assert(out.obstacle == TTA_TILED_FEASIBLE && tta_tiled_equal(&out.layout, &rows));
  tta_tiled sums = build(LIST(1024, 1), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE);
  out = pointwise((tta_tiled[]){sums, rows}, 2);
  ck_assert(out.obstacle == TTA_TILED_FEASIBLE && tta_tiled_equal(&out.layout, &rows));
  out = pointwise((tta_tiled[]){sums, dense(LIST(1, 256))}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  EXPECT(out.layout.host_size, 1024, 256);
  EXPECT(out.layout.dim_map, 1, 0, 1);
  /* Row sums packed densely along dim 0 do not meet it. */
  out = pointwise((tta_tiled[]){build(LIST(1024, 1), LIST(1, 0), TTA_TILED_RFC, TTA_TILED_DENSE), rows}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_STICKS_DIFFER);
  ck_assert(out.has_help && out.help_operand == 0);
  out = pointwise((tta_tiled[]){out.help_layout, rows}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  /* Dense and sparse of one size. */
  out = pointwise((tta_tiled[]){rows, build(LIST(1024, 256), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE)}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FORMATS_DIFFER);
  ck_assert(out.has_help && out.help_layout.format == TTA_TILED_DENSE);
  out = pointwise((tta_tiled[]){rows, dense(NONE)}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  out = pointwise((tta_tiled[]){rows, dense(LIST(255))}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_SHAPES_DIFFER);
  ck_assert(!out.has_help && out.reason.size);
  tta_tiled_element f32 = element("f32");
  ck_assert_int_eq(tta_tiled_pointwise(&rows, 1, &f32, TTA_TILED_RFC, &arena, &out), TTA_OK);
  EXPECT(out.layout.device_size, 8, 1024, 32);
  ck_assert_int_eq(tta_tiled_pointwise(&rows, 0, NULL, TTA_TILED_RFC, &arena, &out), TTA_INVALID);
}
END_TEST

START_TEST(p2_matmul) {
  tta_tiled a = dense(LIST(128, 256)), b = dense(LIST(256, 512));
  tta_tiled_outcome out = matmul(&a, &b);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  EXPECT(out.layout.host_size, 128, 512);
  EXPECT(out.layout.dim_map, 1, 0, 1);
  tta_tiled at = build(LIST(128, 256), LIST(1, 0), TTA_TILED_RFC, TTA_TILED_DENSE);
  tta_tiled bt = build(LIST(256, 512), LIST(1, 0), TTA_TILED_RFC, TTA_TILED_DENSE);
  out = matmul(&at, &bt);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  EXPECT(out.layout.dim_map, 0, 1, 0);
  out = matmul(&a, &bt);
  ck_assert_int_eq(out.obstacle, TTA_TILED_STICKS_DIFFER);
  ck_assert(out.has_help && out.help_operand == 1 && tta_tiled_equal(&out.help_layout, &b));
  out = matmul(&at, &b);
  ck_assert(out.has_help && out.help_operand == 0 && tta_tiled_equal(&out.help_layout, &a));
  tta_tiled sparse = build(LIST(128, 256), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE);
  out = matmul(&sparse, &b);
  ck_assert_int_eq(out.obstacle, TTA_TILED_OPERAND_SPARSE);
  ck_assert(out.has_help && tta_tiled_equal(&out.help_layout, &a));
  out = matmul(&a, &a);
  ck_assert_int_eq(out.obstacle, TTA_TILED_SHAPES_DIFFER);
  tta_tiled batched = dense(LIST(3, 128, 256));
  out = matmul(&batched, &b);
  EXPECT(out.layout.host_size, 3, 128, 512);
  EXPECT(out.layout.dim_map, 2, 0, 1, 2);
  tta_tiled on_batch = build(LIST(3, 128, 256), LIST(1, 2, 0), TTA_TILED_RFC, TTA_TILED_DENSE);
  out = matmul(&on_batch, &b);
  ck_assert(out.obstacle == TTA_TILED_STICKS_DIFFER && out.help_operand == 0);
}
END_TEST

START_TEST(p3_reduce) {
  tta_tiled a = base();
  tta_tiled_outcome out = reduce(&a, LIST(1), false);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  ck_assert_int_eq(out.layout.format, TTA_TILED_SPARSE);
  EXPECT(out.layout.device_size, 1024, 64); /* section 4 */
  EXPECT(out.layout.host_size, 1024);
  out = reduce(&a, LIST(-1), true);
  EXPECT(out.layout.device_size, 1, 1024, 64);
  out = reduce(&a, LIST(0), false);
  ck_assert_int_eq(out.layout.format, TTA_TILED_DENSE);
  EXPECT(out.layout.device_size, 4, 64);
  out = reduce(&a, LIST(0, 1), false);
  ck_assert_int_eq(out.obstacle, TTA_TILED_AXES_MIXED);
  ck_assert(!out.has_help);
  tta_tiled b = dense(LIST(2, 3, 100));
  out = reduce(&b, LIST(0, 2), false);
  ck_assert_int_eq(out.obstacle, TTA_TILED_AXES_MIXED);
  ck_assert(out.has_help);
  EXPECT(out.help_layout.dim_map, 1, 0, 2, 1);
  out = reduce(&out.help_layout, LIST(0, 2), false);
  ck_assert(out.obstacle == TTA_TILED_FEASIBLE && out.layout.format == TTA_TILED_DENSE);
  /* Section 5, 18: dim_order [2, 0, 1] reduced on 0 keeps two dims, [1, 0]. */
  b = build(LIST(2, 3, 100), LIST(2, 0, 1), TTA_TILED_RFC, TTA_TILED_DENSE);
  out = reduce(&b, LIST(0), false);
  EXPECT(out.layout.host_size, 3, 100);
  EXPECT(out.layout.dim_map, 0, 1, 0);
  out = reduce(&a, LIST(2), false);
  ck_assert_int_eq(out.obstacle, TTA_TILED_NO_SUCH_DIM);
  out = reduce(&a, LIST(1, -1), false);
  ck_assert_int_eq(out.obstacle, TTA_TILED_NO_SUCH_DIM);
  tta_tiled vector = dense(LIST(100));
  out = reduce(&vector, LIST(0), false);
  ck_assert(out.obstacle == TTA_TILED_FEASIBLE && out.layout.host_size.rank == 0);
  /* 2026: dim_order + [-1]. */
  b = build(LIST(512, 8, 256), NONE, TTA_TILED_2026, TTA_TILED_DENSE);
  ck_assert_int_eq(tta_tiled_reduce(&b, LIST(2), false, TTA_TILED_2026, &arena, &out), TTA_OK);
  EXPECT(out.layout.dim_map, 1, -1, 0, -1);
  tta_tiled k = {.device_size = LIST(2, 2, 32, 32),
                 .dim_map = LIST(0, 1, 0, 1),
                 .num_stick_dims = 2,
                 .element = element("f32"),
                 .has_host = true,
                 .host_size = LIST(53, 63)};
  out = reduce(&k, LIST(0), false);
  ck_assert_int_eq(out.obstacle, TTA_TILED_SEVERAL_STICKS);
}
END_TEST

START_TEST(p4_restickify) {
  tta_tiled a = dense(LIST(2, 3, 100));
  tta_tiled_outcome out;
  ck_assert_int_eq(tta_tiled_restickify(&a, 0, TTA_TILED_RFC, &arena, &out), TTA_OK);
  EXPECT(out.layout.dim_map, 0, 1, 2, 0);
  ck_assert_int_eq(tta_tiled_restickify(&a, -1, TTA_TILED_RFC, &arena, &out), TTA_OK);
  ck_assert(tta_tiled_equal(&out.layout, &a));
  ck_assert_int_eq(tta_tiled_restickify(&a, 3, TTA_TILED_RFC, &arena, &out), TTA_OK);
  ck_assert_int_eq(out.obstacle, TTA_TILED_NO_SUCH_DIM);
  a.device_size = LIST(1, 2, 3, 64);
  ck_assert_int_eq(tta_tiled_restickify(&a, 0, TTA_TILED_RFC, &arena, &out), TTA_INVALID);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {
      what_a_restickify_moves,
      p1_pointwise,
      p2_matmul,
      p3_reduce,
      p4_restickify,
      NULL,
  };
  return run_tiled_tests("tiled_moves", tests);
}
