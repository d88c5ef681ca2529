/* Rejected moves, with messages; numbers beyond 64 bits and beyond the limits; every allocation failing. Valid moves:
 * test_move.c. */
#include <stdio.h>
#include <stdlib.h>

#include "failing.h"
#include "layouts.h"
#include "move/move.h"
#include "suite.h"
#include "ttattr/move.h"

#define LAYOUT(tensor, map, oob, grid, memref, space)                                                                  \
  "tensor<" tensor ", #tt.metal_layout<" map ", " oob ", <" grid ">, memref<" memref ", #tt.memory_space<" space ">>>" \
                                                                                                                 ">"
#define FLAT(tensor, grid, memref, space) LAYOUT(tensor, "(d0, d1) -> (d0, d1)", "undef", grid, memref, space)
#define ROWS FLAT("64x128xf32", "2x4", "32x32xf32", "l1")
#define BFP(grid, memref) FLAT("64x128xf32", grid, memref "x!tt.tile<32x32, bfp_bf8>", "l1")
#define TTNN(memory, kind)                                                                                             \
  "tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, f32>, "            \
  "#ttnn.buffer_type<" memory ">>, <" kind ">>>"

typedef struct move_case {
  const char *from, *to, *from_device, *to_device;
  int64_t permute[3];
  uint32_t permuted;
  const char *words;
} move_case;

typedef struct ends {
  reading from, to;
  device_reading from_device, to_device;
  tta_move_spec spec;
} ends;

static void open_ends(ends *e, const move_case *c) {
  read_type(&e->from, c->from);
  read_type(&e->to, c->to);
  e->spec = (tta_move_spec){.from = e->from.s, .to = e->to.s, .permute = {c->permuted, c->permute}};
  if (c->from_device) read_device(&e->from_device, c->from_device), e->spec.from_device = e->from_device.device;
  if (c->to_device) read_device(&e->to_device, c->to_device), e->spec.to_device = e->to_device.device;
}
static void close_ends(ends *e) {
  if (e->spec.from_device) close_device(&e->from_device);
  if (e->spec.to_device) close_device(&e->to_device);
  close_type(&e->from);
  close_type(&e->to);
}

static const char small_device[] =
    "#tt.device<workerGrid = #tt.grid<1x4, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>";
static const char two_chips[] =
    "#tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [4, "
    "5]>";

START_TEST(refused) {
  static const move_case cases[] = {
      {ROWS,
       FLAT("64x64xf32", "1x1", "64x64xf32", "l1"),
       NULL,
       NULL,
       {0},
       0,
       "tensor shapes do not match: source 64x128, destination 64x64"},
      {ROWS, FLAT("128x64xf32", "1x1", "128x64xf32", "l1"), NULL, NULL, {0}, 0, "; they match with permutation 1,0"},
      {ROWS,
       FLAT("128x64xf32", "1x1", "128x64xf32", "l1"),
       NULL,
       NULL,
       {0, 1},
       2,
       " with this permutation; they match with permutation 1,0"},
      {ROWS, ROWS, NULL, NULL, {1, 0}, 2, " with this permutation; they match without it"},
      {ROWS, ROWS, NULL, NULL, {0, 1, 2}, 3, "permutation has 3 dims, the source tensor has 2"},
      {ROWS, ROWS, NULL, NULL, {0, 0}, 2, "permutation must contain each of 0..1 exactly once"},
      {ROWS, ROWS, NULL, NULL, {0, 2}, 2, "permutation must contain each of 0..1 exactly once"},
      {ROWS, ROWS, NULL, NULL, {-1, 0}, 2, "permutation must contain each of 0..1 exactly once"},
      {ROWS, LAYOUT("f32", "() -> (0, 0)", "undef", "1x1", "1x1xf32", "l1"), NULL, NULL, {0}, 0,
       "destination a scalar"},
      {ROWS,
       FLAT("64x128xbf16", "2x4", "32x32xbf16", "l1"),
       NULL,
       NULL,
       {0},
       0,
       "source stores f32, destination bf16; a move converts tiles of one tensor type only"},
      {ROWS,
       FLAT("64x128xf32", "2x4", "1x1x!tt.tile<32x32, bf16>", "dram"),
       NULL,
       NULL,
       {0},
       0,
       "cores convert f32 to bf16, but the destination is in dram"},
      {FLAT("64x128xi32", "2x4", "32x32xi32", "l1"),
       FLAT("64x128xi16", "2x4", "32x32xi16", "l1"),
       NULL,
       NULL,
       {0},
       0,
       "source stores i32, destination i16"},
      {ROWS, ROWS, NULL, small_device, {0}, 0, "destination: "},
      {ROWS, ROWS, small_device, NULL, {0}, 0, "source: "},
      {ROWS, ROWS, small_device, NULL, {0}, 0, "; a device that holds it: #tt.device<"},
      /* tiles whose scalars share exponents */
      {BFP("2x4", "1x1"),
       FLAT("64x128xf32", "2x4", "2x1x!tt.tile<16x32, bfp_bf8>", "l1"),
       NULL,
       NULL,
       {0},
       0,
       "tiles of bfp_bf8 move as a whole, because scalars share exponents, but the tile shapes differ"},
      {BFP("2x4", "1x1"),
       LAYOUT("64x128xf32", "(d0, d1) -> (d0 * 2, d1)", "undef", "2x4", "2x1x!tt.tile<32x32, bfp_bf8>", "l1"),
       NULL,
       NULL,
       {0},
       0,
       "the maps group different scalars into tiles"},
      {BFP("2x4", "1x1"),
       LAYOUT("64x128xf32", "(d0, d1) -> (d0, d1)", "zero", "2x4", "1x1x!tt.tile<32x32, bfp_bf8>", "l1"),
       NULL,
       NULL,
       {0},
       0,
       "their padding would keep the oob_val of the source"},
      {FLAT("64x128xf32", "4x4", "1x1x!tt.tile<32x32, bfp_bf8>", "l1"),
       BFP("1x1", "2x4"),
       NULL,
       NULL,
       {0},
       0,
       "source: shards of 16 in dim 0 split tiles of 32, whose scalars share exponents"},
      /* pages in DRAM of one chip */
      {FLAT("64x128xf32", "1x16", "64x8xf32", "dram"),
       ROWS,
       two_chips,
       NULL,
       {0},
       0,
       "source: the grid spans several chips, and the chip of a page is unknown"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ends e;
    tta_move *m;
    open_ends(&e, &cases[i]);
    tta_status status = tta_transfer_plan(&e.spec, &m);
    const tta_diagnostic *d = tta_results_diagnostic(tta_move_results(m), 0);
    ck_assert_msg(status == TTA_INVALID && strstr(d->message.data, cases[i].words), "case %zu: %d %s, not %s", i,
                  (int)status, d->message.data, cases[i].words);
    ck_assert_uint_eq(tta_move_num_families(m), 0);
    tta_move_free(m);
    close_ends(&e);
  }
}
END_TEST

START_TEST(names) {
  ck_assert_str_eq(tta_move_kind_name(TTA_MOVE_WRITE), "write");
  ck_assert_str_eq(tta_move_kind_name((tta_move_kind)99), "?");
  ck_assert_str_eq(tta_move_local_name(TTA_MOVE_LOCAL_RELAYOUT), "relayout");
  ck_assert_str_eq(tta_move_local_name((tta_move_local)99), "?");
}
END_TEST

/* Moves of every kind; what they come to, and the proof by simulation. */
static const struct {
  move_case ends;
  bool has_arch;
  int64_t runs, on_noc, padding;
  tta_move_local local;
} moves[] = {
    {{ROWS, FLAT("64x128xf32", "4x2", "16x64xf32", "l1"), NULL, NULL, {0}, 0, ""},
     true,
     256,
     30720,
     0,
     TTA_MOVE_LOCAL_NONE},
    {{ROWS, FLAT("128x64xf32", "4x2", "32x32xf32", "l1"), NULL, NULL, {1, 0}, 2, ""},
     true,
     8192,
     24576,
     0,
     TTA_MOVE_LOCAL_TRANSPOSE},
    {{ROWS, FLAT("64x128xf32", "2x4", "1x1x!tt.tile<32x32, f32>", "l1"), NULL, NULL, {0}, 0, ""},
     true,
     504,
     0,
     0,
     TTA_MOVE_LOCAL_TILIZE},
    {{FLAT("64x128xf32", "1x1", "64x128xf32", "dram"), ROWS, NULL, NULL, {0}, 0, ""},
     true,
     256,
     32768,
     0,
     TTA_MOVE_LOCAL_NONE},
    {{ROWS, FLAT("64x128xf32", "1x1", "2x4x!tt.tile<32x32, f32>", "dram"), NULL, NULL, {0}, 0, ""},
     true,
     504,
     32768,
     0,
     TTA_MOVE_LOCAL_NONE},
    {{FLAT("64x128xf32", "1x1", "64x128xf32", "dram"), TTNN("dram", "interleaved"), NULL, NULL, {0}, 0, ""},
     true,
     512,
     65536,
     0,
     TTA_MOVE_LOCAL_NONE},
    {{TTNN("dram", "interleaved"), TTNN("l1", "interleaved"), NULL, NULL, {0}, 0, ""},
     true,
     8,
     32768,
     0,
     TTA_MOVE_LOCAL_NONE},
    {{TTNN("l1", "interleaved"), ROWS, NULL, NULL, {0}, 0, ""}, true, 504, 32768, 0, TTA_MOVE_LOCAL_NONE},
    {{FLAT("64x128xf32", "1x1", "64x128xf32", "system"), ROWS, NULL, NULL, {0}, 0, ""},
     true,
     256,
     32768,
     0,
     TTA_MOVE_LOCAL_NONE},
    {{FLAT("64x128xf32", "1x1", "64x128xf32", "system"), TTNN("dram", "interleaved"), NULL, NULL, {0}, 0, ""},
     true,
     512,
     32768,
     0,
     TTA_MOVE_LOCAL_NONE},
    {{ROWS, FLAT("64x128xf32", "1x1", "64x128xf32", "system"), NULL, NULL, {0}, 0, ""},
     true,
     256,
     32768,
     0,
     TTA_MOVE_LOCAL_NONE},
    {{BFP("2x4", "1x1"), BFP("1x4", "2x1"), NULL, NULL, {0}, 0, ""}, true, 8, 4352, 0, TTA_MOVE_LOCAL_NONE},
    {{ROWS, FLAT("64x128xf32", "1x16", "64x8xf32", "l1"), two_chips, two_chips, {0}, 0, ""},
     true,
     1024,
     31744,
     0,
     TTA_MOVE_LOCAL_NONE},
    {{FLAT("53x63xf32", "3x2", "18x32xf32", "l1"),
      LAYOUT("53x63xf32", "(d0, d1) -> (d0, d1)", "zero", "2x3", "1x1x!tt.tile<32x32, f32>", "l1"),
      NULL,
      NULL,
      {0},
      0,
      ""},
     true,
     371,
     10008,
     11220,
     TTA_MOVE_LOCAL_NONE},
    {{FLAT("53x63xf32", "3x2", "18x32xf32", "l1"),
      LAYOUT("53x63xf32", "(d0, d1) -> (d0, d1)", "neginf", "3x2", "1x1x!tt.tile<32x32, f32>", "l1"),
      NULL,
      NULL,
      {0},
      0,
      ""},
     true,
     209,
     0,
     11220,
     TTA_MOVE_LOCAL_TILIZE},
    {{FLAT("53x63xi32", "3x2", "18x32xi32", "l1"),
      LAYOUT("53x63xi32", "(d0, d1) -> (d0, d1)", "neginf", "2x2", "27x32xi32", "l1"),
      NULL,
      NULL,
      {0},
      0,
      ""},
     true,
     57,
     6552,
     468,
     TTA_MOVE_LOCAL_NONE},
    {{FLAT("53x63xui8", "3x2", "18x32xui8", "l1"),
      LAYOUT("53x63xui8", "(d0, d1) -> (d0, d1)", "inf", "2x3", "27x21xui8", "l1"),
      NULL,
      NULL,
      {0},
      0,
      ""},
     false,
     212,
     2502,
     63,
     TTA_MOVE_LOCAL_NONE},
    {{LAYOUT("2x30x30xf32", "(d0, d1, d2) -> (d0 * 32 + d1, d2)", "undef", "2x1", "31x30xf32", "l1"),
      LAYOUT("2x30x30xf32", "(d0, d1, d2) -> (d0 * 30 + d1, d2)", "one", "1x2", "60x15xf32", "l1"),
      NULL,
      NULL,
      {0},
      0,
      ""},
     false,
     120,
     5400,
     0,
     TTA_MOVE_LOCAL_NONE},
    {{FLAT("0x128xf32", "1x1", "0x128xf32", "l1"), FLAT("0x128xf32", "1x1", "0x128xf32", "l1"), NULL, NULL, {0}, 0, ""},
     false,
     0,
     0,
     0,
     TTA_MOVE_LOCAL_NONE},
};
enum { NUM_MOVES = sizeof moves / sizeof *moves };

static tta_status plan_given(const tta_allocator *allocator, const void *given) {
  const ends *e = given;
  tta_move *m;
  tta_move_proof proof;
  tta_move_spec spec = e->spec;
  spec.allocator = allocator;
  tta_status status = tta_transfer_plan(&spec, &m);
  ck_assert_int_eq(m != NULL, status == TTA_OK);
  if (!status) status = tta_move_simulate(m, &proof);
  tta_move_free(m);
  return status;
}

START_TEST(no_memory) {
  for (int i = 0; i < NUM_MOVES; i++) {
    ends e;
    open_ends(&e, &moves[i].ends);
    e.spec.has_arch = moves[i].has_arch;
    e.spec.arch = TTA_ARCH_WORMHOLE_B0;
    each_request_fails(plan_given, &e, TTA_OK);
    close_ends(&e);
  }
}
END_TEST

/* Each move puts every byte where the layout asks for it: told by the simulation, which knows elements only. */
START_TEST(proofs) {
  for (int i = 0; i < NUM_MOVES; i++) {
    ends e;
    tta_move *m;
    tta_move_proof proof;
    open_ends(&e, &moves[i].ends);
    e.spec.has_arch = moves[i].has_arch;
    ck_assert_int_eq(tta_transfer_plan(&e.spec, &m), TTA_OK);
    tta_status simulated = tta_move_simulate(m, &proof);
    const tta_diagnostic *d = tta_results_diagnostic(tta_move_results(m), 0);
    ck_assert_msg(simulated == TTA_OK, "move %d: %.*s", i, d ? (int)d->message.size : 0, d ? d->message.data : "");
    const tta_move_totals *t = tta_move_get_totals(m);
    ck_assert_msg(proof.elements_arrived == e.spec.from->logical_elements, "move %d", i);
    ck_assert_msg(t->runs == moves[i].runs && t->bytes_on_noc == moves[i].on_noc &&
                      t->padding_bytes == moves[i].padding && t->local == moves[i].local,
                  "move %d: %lld runs, %lld B on the NoC, %lld B of padding, %s", i, (long long)t->runs,
                  (long long)t->bytes_on_noc, (long long)t->padding_bytes, tta_move_local_name(t->local));
    tta_move_free(m);
    close_ends(&e);
  }
}
END_TEST

int main(void) { return RUN_SUITE("move_edges", refused, names, proofs, no_memory); }
