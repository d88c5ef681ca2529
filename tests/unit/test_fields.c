/* src/parse/fields.c: the items that an attribute accepts, their order, and the messages about others. */
#include "reading.h"

#define LAYOUT(map, oob, grid, memref)                                                                                 \
  "#tt.metal_layout<" map ", " oob ", " grid ", memref<" memref ", #tt.memory_space<l1>>>"

/* upstream-attributes.md 1.2: a parameter prints without the prefix its field implies */
START_TEST(test_stripped_and_full) {
  prints(LAYOUT("affine_map<(i, j) -> (i, j)>", "undef", "#tt.grid<1x1>", "4x4xf32"),
         LAYOUT("(d0, d1) -> (d0, d1)", "undef", "<1x1>", "4x4xf32"));
  stays("#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>");
  prints("#tt<memory_space<l1>>", "#tt.memory_space<l1>");
  prints("#tt.memory_space<\"l1\">", "#tt.memory_space<l1>");
  prints("#m = affine_map<(i, j) -> (i, j)>\n" LAYOUT("#m", "undef", "<1x1>", "4x4xf32"),
         "#m = affine_map<(d0, d1) -> (d0, d1)>\n" LAYOUT("(d0, d1) -> (d0, d1)", "undef", "<1x1>", "4x4xf32"));
}
END_TEST

START_TEST(test_keywords) {
  refused("#tt.memory_space<l2>", "unknown-keyword", "l2");
  refused("#tt.memory_space<DeviceL1>", "unknown-keyword", "DeviceL1");
  refused("!tt.tile<32x32, f33>", "unknown-keyword", "f33");
  reading r =
      reading_of("#tt.memory_space<DeviceL1>", 26, NULL); /* a name of the documents: "did you mean l1" (issue 2) */
  const tta_diagnostic *d = tta_results_diagnostic(r.results, 0);
  ck_assert(d->num_fixes == 1 && d->fixes[0].num_edits == 1);
  ck_assert(d->fixes[0].edits[0].text.size == 2 && !memcmp(d->fixes[0].edits[0].text.data, "l1", 2));
  ck_assert(d->fixes[0].edits[0].span.begin == 17 && d->fixes[0].edits[0].span.end == 25);
  reading_end(&r);
}
END_TEST

#define NAMED "dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded"
START_TEST(test_keys) {
  refused("#ttcore.metal_layout<logical_shap = 64x64, " NAMED ">", "unknown-key", "logical_shap");
  refused_at("#ttcore.metal_layout<logical_shape = 64x64, dim_alignments = 32x32, " NAMED ">", "duplicate-key",
             "dim_alignments", 60);
  refused_as("#ttcore.metal_layout<logical_shape = 64x64>", "missing-key");
  refused_as("#tt.device<meshShape = 1, chipIds = [0]>", "missing-key");
}
END_TEST

START_TEST(test_misfits) {
  refused("#tt.grid<f32>", "syntax", "f32");
  refused("#tt.grid<?x2>", "syntax", "?x2");
  refused_as("#tt.grid<2x2, 3>", "syntax");
  refused_as("#ttcore.core_range<(0, 0)>", "syntax");
  refused_as("#tt.memory_space<>", "syntax");
}
END_TEST

START_TEST(test_alias_kind) {
  refused_at("#m = unit\n" LAYOUT("#m", "undef", "<1x1>", "4x4xf32"), "alias-kind", "#m", 3);
}
END_TEST

START_TEST(test_opaque_is_let_pass) {
  stays("tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, #other.grid<x>, memref<4x4xf32, "
        "#other.space<y>>>>");
}
END_TEST

int main(void) {
  return RUN_SUITE("fields", test_stripped_and_full, test_keywords, test_keys, test_misfits, test_alias_kind,
                   test_opaque_is_let_pass);
}
