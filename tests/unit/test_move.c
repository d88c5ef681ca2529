/* Examples of moves. Sources: tt-mlir docs/src/specs/device.md, tt-metal (dataflow_api.h, noc_parameters.h). Random
 * moves: tests/property/test_move.c. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag/check_options.h"
#include "move/move.h"
#include "suite.h"
#include "ttattr/move.h"
#include "ttattr/protocol.h"

/* ---- reading ---- */

typedef struct end {
  char text[1024];
  tta_source source;
  tta_layouts *layouts;
  const tta_layout *layout;
} end;

static void read_end(end *e, const char *shape, const char *map, const char *grid, const char *memref) {
  tta_check_options options;
  tta_check_options_init(&options);
  memset(e, 0, sizeof *e);
  snprintf(e->text, sizeof e->text, "tensor<%s, #tt.metal_layout<%s, undef, <%s>, memref<%s>>>", shape, map, grid,
           memref);
  tta_source_init(&e->source, (tta_str){"<test>", 6}, (tta_str){e->text, strlen(e->text)}, NULL);
  ck_assert_int_eq(tta_layouts_read(&e->source, TTA_LAYOUTS_TYPE, &options, &e->layouts, NULL), TTA_OK);
  ck_assert_msg(tta_layouts_num_entries(e->layouts) == 1, "%s", e->text);
  e->layout = tta_layouts_entry(e->layouts, 0)->layout;
}

static void free_end(end *e) {
  tta_layouts_free(e->layouts);
  tta_source_free(&e->source);
}

/* Both ends of a tensor of rank 2, each by the identity map. */
static void read_ends(end *a, end *b, const char *shape, const char *grid_a, const char *memref_a, const char *grid_b,
                      const char *memref_b) {
  read_end(a, shape, "(d0, d1) -> (d0, d1)", grid_a, memref_a);
  read_end(b, shape, "(d0, d1) -> (d0, d1)", grid_b, memref_b);
}

static void free_ends(end *a, end *b) {
  free_end(a);
  free_end(b);
}

static tta_move *plan(const tta_move_spec *spec) {
  tta_move *m;
  tta_status status = tta_transfer_plan(spec, &m);
  ck_assert_msg(status == TTA_OK, "%d: %s", status, tta_results_diagnostic(tta_move_results(m), 0)->message.data);
  return m;
}

typedef struct device {
  char text[256];
  tta_source source;
  tta_device_text *read;
} device;

static const tta_device *read_device(device *d, const char *grid, const char *map) {
  tta_check_options options;
  tta_check_options_init(&options);
  memset(d, 0, sizeof *d);
  snprintf(d->text, sizeof d->text, "#tt.device<workerGrid = #tt.grid<%s, %s>, meshShape = 1, chipIds = [0]>", grid,
           map);
  tta_source_init(&d->source, (tta_str){"<test>", 6}, (tta_str){d->text, strlen(d->text)}, NULL);
  ck_assert_int_eq(tta_device_text_new(&d->source, &options, &d->read, NULL), TTA_OK);
  return tta_device_text_get(d->read);
}

static void free_device(device *d) {
  tta_device_text_free(d->read);
  tta_source_free(&d->source);
}

/* ---- devices of the specification ---- */

/* exp, transpose, relu: on the transposed grid each core transposes its own shard, and nothing else happens. */
START_TEST(exp_transpose_relu) {
  end a;
  device plain, turned;
  const int64_t permute[2] = {1, 0};
  read_end(&a, "256x256xf32", "(d0, d1) -> (d0, d1)", "8x8", "32x32xf32, #tt.memory_space<l1>");
  tta_move_spec spec = {.from = a.layout, .to = a.layout, .permute = {2, permute}};
  spec.from_device = read_device(&plain, "8x8", "(d0, d1) -> (0, d0, d1)");
  spec.to_device = read_device(&turned, "8x8", "(d0, d1) -> (0, d1, d0)");
  tta_move *m = plan(&spec);
  const tta_move_totals *t = tta_move_get_totals(m);
  ck_assert_int_eq(t->bytes_on_noc, 0);
  ck_assert_int_eq(t->local_cores, 64);
  ck_assert_int_eq(t->local, TTA_MOVE_LOCAL_TRANSPOSE);
  ck_assert_uint_eq(tta_move_num_families(m), 64); /* one a core */
  ck_assert_uint_eq(tta_move_num_semaphores(m), 0);
  for (size_t i = 0; i < 64; i++) {
    const tta_move_runs *r = tta_move_family(m, i);
    ck_assert_int_eq(r->kind, TTA_MOVE_LOCAL);
    ck_assert_int_eq(r->bytes, 4);
    ck_assert_int_eq(r->count, 32 * 32);
  }
  tta_move_free(m);
  free_device(&plain);
  free_device(&turned);
  free_end(&a);
}
END_TEST

/* ---- runs ---- */

/* A row of 8 tiles of 32x32 from rows of 256: faces of 16x16, so runs of 16 scalars. */
START_TEST(tilize) {
  end a, b;
  read_ends(&a, &b, "32x256xf32", "1x1", "32x256xf32, #tt.memory_space<l1>",
            "1x1", "1x8x!tt.tile<32x32, f32>, #tt.memory_space<l1>");
  tta_move_spec spec = {.from = a.layout, .to = b.layout};
  tta_move *m = plan(&spec);
  ck_assert_int_eq(tta_move_get_totals(m)->runs, 32 * 256 / 16);
  ck_assert_int_eq(tta_move_get_totals(m)->local, TTA_MOVE_LOCAL_TILIZE);
  for (size_t i = 0; i < tta_move_num_families(m); i++) ck_assert_int_eq(tta_move_family(m, i)->bytes % 64, 0);
  tta_move_free(m);
  spec = (tta_move_spec){.from = b.layout, .to = a.layout};
  m = plan(&spec);
  ck_assert_int_eq(tta_move_get_totals(m)->local, TTA_MOVE_LOCAL_UNTILIZE);
  tta_move_free(m);
  free_ends(&a, &b);
}
END_TEST

/* tt-metal: page p of an interleaved buffer lies in bank p mod 12, and a row of 60 bytes takes 64 of DRAM: runs
 * break where pages are padded. */
START_TEST(pages) {
  end a, b;
  read_ends(&a, &b, "30x15xf32", "1x1", "30x15xf32, #tt.memory_space<dram>", "1x1", "30x15xf32, #tt.memory_space<l1>");
  tta_move_spec spec = {.from = a.layout, .to = b.layout, .has_arch = true, .arch = TTA_ARCH_WORMHOLE_B0};
  tta_move *m = plan(&spec);
  ck_assert_int_eq(tta_move_get_totals(m)->runs, 30);
  ck_assert_uint_eq(tta_move_num_sources(m), 12);
  for (size_t i = 0; i < tta_move_num_families(m); i++) {
    const tta_move_runs *r = tta_move_family(m, i);
    ck_assert_int_eq(r->kind, TTA_MOVE_READ);
    ck_assert_int_eq(r->bytes, 60);
    ck_assert_int_eq(r->num_loops ? r->loops[0].src_stride : 64, 64);
    ck_assert_int_eq(r->num_loops ? r->loops[0].dst_stride : 12 * 60, 12 * 60);
  }
  /* rows begin 60 apart in L1: every 8th is aligned as the 32 of a DRAM read want it */
  ck_assert_int_eq(tta_move_get_totals(m)->misaligned_runs, 30 - 4);
  tta_move_free(m);
  spec.arch = TTA_ARCH_BLACKHOLE;
  m = plan(&spec);
  ck_assert_uint_eq(tta_move_num_sources(m), 8);
  ck_assert_int_eq(tta_move_get_totals(m)->misaligned_runs, 30 - 2); /* 64: every 16th */
  tta_move_free(m);
  free_ends(&a, &b);
}
END_TEST

/* tt-metal: a run longer than the longest burst is several transactions. */
START_TEST(bursts) {
  end a, b;
  read_ends(&a, &b, "1x5000xf32", "1x1", "1x5000xf32, #tt.memory_space<l1>", "1x2", "1x2500xf32, #tt.memory_space<l1>");
  tta_move_spec spec = {.from = a.layout, .to = b.layout, .has_arch = true, .arch = TTA_ARCH_WORMHOLE_B0};
  tta_move *m = plan(&spec);
  ck_assert_int_eq(tta_move_get_totals(m)->runs, 2);
  ck_assert_int_eq(tta_move_get_totals(m)->transactions, 2); /* 10000 bytes in bursts of 8192 */
  ck_assert_int_eq(tta_move_get_totals(m)->hops, 1);
  tta_move_free(m);
  spec.arch = TTA_ARCH_BLACKHOLE;
  m = plan(&spec);
  ck_assert_int_eq(tta_move_get_totals(m)->transactions, 1); /* 16384 */
  tta_move_free(m);
  free_ends(&a, &b);
}
END_TEST

/* tt-metal: NOC_XY_ADDR of Grayskull has 32 bits of address, of Wormhole 36; workers of Wormhole begin at 18,18. */
START_TEST(addresses) {
  end a, b;
  uint64_t address;
  read_ends(&a, &b, "2x64xf32", "2x1", "1x64xf32, #tt.memory_space<l1>", "1x2", "2x32xf32, #tt.memory_space<l1>");
  tta_move_spec spec = {
      .from = a.layout, .to = b.layout, .has_arch = true, .arch = TTA_ARCH_WORMHOLE_B0, .from_base = 103424};
  tta_move *m = plan(&spec);
  ck_assert_int_eq(tta_move_noc_address(m, false, 1, 128, &address, NULL), TTA_OK);
  ck_assert_uint_eq(address, (uint64_t)19 << 42 | (uint64_t)18 << 36 | (103424 + 128));
  ck_assert_int_eq(tta_move_noc_address(m, true, 1, 0, &address, NULL), TTA_OK);
  ck_assert_uint_eq(address, (uint64_t)18 << 42 | (uint64_t)19 << 36);
  tta_move_free(m);
  spec.arch = TTA_ARCH_GRAYSKULL;
  m = plan(&spec);
  ck_assert_int_eq(tta_move_noc_address(m, false, 1, 128, &address, NULL), TTA_OK);
  ck_assert_uint_eq(address, (uint64_t)2 << 38 | (uint64_t)1 << 32 | (103424 + 128));
  tta_move_free(m);
  free_ends(&a, &b);
}
END_TEST

/* ---- the handshake ---- */

static const tta_move_semaphore *semaphore_of(const tta_move *m, tta_move_role role, tta_core core) {
  for (size_t i = 0; i < tta_move_num_semaphores(m); i++) {
    const tta_move_semaphore *s = tta_move_semaphore_at(m, i);
    if (s->role == role && s->core.y == core.y && s->core.x == core.x) return s;
  }
  return NULL;
}

static bool same_core(tta_core a, tta_core b) { return a.y == b.y && a.x == b.x; }

static void post(tta_buf *out, const tta_move_semaphore *to, const char *name) {
  if (to->posts == 1)
    tta_buf_printf(out, "  noc_semaphore_set_remote(one, get_noc_addr(%dx%d, %s))\n", (int)to->core.y, (int)to->core.x,
                   name);
  else tta_buf_printf(out, "  noc_semaphore_inc(get_noc_addr(%dx%d, %s), 1)\n", (int)to->core.y, (int)to->core.x, name);
}

/* What a core does, in the words of docs/protocol.md: it posts to those that send to it, waits for those that it sends
 * to, writes, posts to them, and waits for its own data. */
static void write_kernel(tta_buf *out, const tta_move *m, tta_core core) {
  const tta_move_semaphore *ready = semaphore_of(m, TTA_MOVE_READY, core),
                           *arrived = semaphore_of(m, TTA_MOVE_ARRIVED, core);
  uint32_t last = UINT32_MAX;
  if (!ready && !arrived) return;
  tta_buf_printf(out, "kernel k%dx%d on %dx%d {\n", (int)core.y, (int)core.x, (int)core.y, (int)core.x);
  for (size_t i = 0; i < tta_move_num_families(m); i++) {
    const tta_move_runs *r = tta_move_family(m, i);
    const tta_move_endpoint *src = tta_move_source(m, r->src), *dst = tta_move_target(m, r->dst);
    if (r->kind != TTA_MOVE_WRITE || !same_core(dst->core, core) || r->src == last) continue;
    last = r->src;
    post(out, semaphore_of(m, TTA_MOVE_READY, src->core), "ready");
  }
  if (ready) tta_buf_printf(out, "  noc_semaphore_wait(ready, %d)\n  noc_semaphore_set(ready, 0)\n", (int)ready->waits);
  for (int turn = 0; turn < 2; turn++) {
    last = UINT32_MAX;
    for (size_t i = 0; i < tta_move_num_families(m); i++) {
      const tta_move_runs *r = tta_move_family(m, i);
      const tta_move_endpoint *src = tta_move_source(m, r->src), *dst = tta_move_target(m, r->dst);
      if (r->kind != TTA_MOVE_WRITE || !same_core(src->core, core)) continue;
      if (turn == 0) {
        ck_assert_uint_le(r->num_loops, 1);
        for (int64_t k = 0; k < r->count; k++)
          tta_buf_printf(out, "  noc_async_write(src + %d, get_noc_addr(%dx%d, dst + %d), %d)\n",
                         (int)(r->src_offset + k * (r->num_loops ? r->loops[0].src_stride : 0)), (int)dst->core.y,
                         (int)dst->core.x, (int)(r->dst_offset + k * (r->num_loops ? r->loops[0].dst_stride : 0)),
                         (int)r->bytes);
      } else if (r->dst != last) {
        last = r->dst;
        post(out, semaphore_of(m, TTA_MOVE_ARRIVED, dst->core), "arrived");
      }
    }
    if (turn == 0 && ready) tta_buf_str(out, "  noc_async_write_barrier()\n");
  }
  if (arrived)
    tta_buf_printf(out, "  noc_semaphore_wait(arrived, %d)\n  noc_semaphore_set(arrived, 0)\n", (int)arrived->waits);
  for (size_t i = 0; i < tta_move_num_families(m); i++) { /* it reads what was written to it */
    const tta_move_runs *r = tta_move_family(m, i);
    if (r->kind == TTA_MOVE_WRITE && same_core(tta_move_target(m, r->dst)->core, core))
      tta_buf_printf(out, "  l1_read(dst + %d, %d)\n", (int)r->dst_offset, (int)r->bytes);
  }
  tta_buf_str(out, "  noc_async_full_barrier()\n");
  tta_buf_str(out, "}\n");
}

/* The plan's handshake, run in every interleaving. `lost`: with remote sets where increments are due. */
static bool handshake_passes(const tta_move *m, int rows, int columns, int bytes) {
  tta_buf out;
  tta_protocol *p;
  tta_buf_init(&out, NULL);
  tta_buf_printf(&out,
                 "semaphore ready on 0x0..%dx%d\nsemaphore arrived on 0x0..%dx%d\nsemaphore one on 0x0..%dx%d = 1\n"
                 "buffer src on 0x0..%dx%d size %d written\nbuffer dst on 0x0..%dx%d size %d\n",
                 rows - 1, columns - 1, rows - 1, columns - 1, rows - 1, columns - 1, rows - 1, columns - 1, bytes,
                 rows - 1, columns - 1, bytes);
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < columns; x++) write_kernel(&out, m, (tta_core){y, x});
  ck_assert_int_eq(tta_protocol_check(tta_buf_view(&out), NULL, &p), TTA_OK);
  bool passes = tta_protocol_passes(p);
  const tta_diagnostic *f = tta_results_diagnostic(tta_protocol_results(p), 0);
  if (f) printf("byte %u: %s\n%.*s\n", f->span.begin, f->message.data, (int)out.size, out.data);
  ck_assert(passes && tta_protocol_result(p).all_interleavings);
  tta_protocol_free(p);
  tta_buf_free(&out);
  return passes;
}

/* Example: core0 sends to core1. */
START_TEST(one_receiver) {
  end a;
  device first, second;
  read_end(&a, "16x16xf32", "(d0, d1) -> (d0, d1)", "1x1", "16x16xf32, #tt.memory_space<l1>");
  tta_move_spec spec = {.from = a.layout, .to = a.layout};
  spec.from_device = read_device(&first, "1x1", "(d0, d1) -> (0, 0, 0)");
  spec.to_device = read_device(&second, "1x1", "(d0, d1) -> (0, 0, 1)");
  tta_move *m = plan(&spec);
  ck_assert_uint_eq(tta_move_num_semaphores(m), 2);
  const tta_move_semaphore *ready = semaphore_of(m, TTA_MOVE_READY, (tta_core){0, 0});
  const tta_move_semaphore *arrived = semaphore_of(m, TTA_MOVE_ARRIVED, (tta_core){0, 1});
  ck_assert(ready && ready->id == 0 && ready->initial == 0 && ready->waits == 1 && ready->posts == 1);
  ck_assert(arrived && arrived->id == 1 && arrived->initial == 0 && arrived->waits == 1 && arrived->posts == 1);
  ck_assert(handshake_passes(m, 1, 2, 1024));
  tta_move_free(m);
  free_device(&first);
  free_device(&second);
  free_end(&a);
}
END_TEST

/* mcast_num: the sender waits for all of its receivers. */
START_TEST(several_receivers) {
  end a, b;
  read_ends(&a, &b, "16x16xf32", "1x1", "16x16xf32, #tt.memory_space<l1>", "1x4", "16x4xf32, #tt.memory_space<l1>");
  tta_move_spec spec = {.from = a.layout, .to = b.layout};
  tta_move *m = plan(&spec);
  ck_assert_uint_eq(tta_move_num_semaphores(m), 4);
  const tta_move_semaphore *ready = semaphore_of(m, TTA_MOVE_READY, (tta_core){0, 0});
  ck_assert(ready && ready->initial == 0 && ready->waits == 3 && ready->posts == 3);
  for (int x = 1; x < 4; x++) {
    const tta_move_semaphore *arrived = semaphore_of(m, TTA_MOVE_ARRIVED, (tta_core){0, x});
    ck_assert(arrived && arrived->waits == 1 && arrived->posts == 1);
  }
  ck_assert(handshake_passes(m, 1, 4, 1024));
  tta_move_free(m);
  free_ends(&a, &b);
}
END_TEST

/* Cores that send and receive at once: 4x1 to 1x4 on a 4x4 grid, and shards turned round a ring. */
START_TEST(both_roles) {
  end a, b;
  read_ends(&a, &b, "16x16xf32", "2x1", "8x16xf32, #tt.memory_space<l1>", "1x2", "16x8xf32, #tt.memory_space<l1>");
  tta_move_spec spec = {.from = a.layout, .to = b.layout};
  tta_move *m = plan(&spec);
  ck_assert(handshake_passes(m, 2, 2, 512));
  tta_move_free(m);
  free_ends(&a, &b);
  device plain, ring;
  read_end(&a, "4x4xf32", "(d0, d1) -> (d0, d1)", "4x1", "1x4xf32, #tt.memory_space<l1>");
  spec = (tta_move_spec){.from = a.layout, .to = a.layout};
  spec.from_device = read_device(&plain, "4x1", "(d0, d1) -> (0, 0, d0)");
  spec.to_device = read_device(&ring, "4x1", "(d0, d1) -> (0, 0, (d0 + 1) mod 4)");
  m = plan(&spec);
  ck_assert_uint_eq(tta_move_num_semaphores(m), 8);
  ck_assert(handshake_passes(m, 1, 4, 16));
  tta_move_free(m);
  free_device(&plain);
  free_device(&ring);
  free_end(&a);
}
END_TEST

/* ---- the proof ---- */

/* Each way to spoil a plan must be noticed: elements that do not arrive, padding that is written to. */
START_TEST(simulation_notices) {
  end a, b;
  tta_move_proof proof;
  read_ends(&a, &b, "53x63xf32", "3x2", "18x32xf32, #tt.memory_space<l1>",
            "2x3", "1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>");
  tta_move_spec spec = {.from = a.layout, .to = b.layout};
  tta_move *m = plan(&spec);
  ck_assert_int_eq(tta_move_simulate(m, &proof), TTA_OK);
  ck_assert_int_eq(proof.elements_arrived, 53 * 63);
  for (size_t i = 0; i < tta_move_num_families(m); i++) {
    tta_move_runs *r = (tta_move_runs *)tta_move_family(m, i), good = *r; /* the plan is on the heap */
    r->src_offset += 4;
    ck_assert_int_eq(tta_move_simulate(m, &proof), TTA_INVALID);
    *r = good;
    r->dst_offset += 4;
    ck_assert_int_eq(tta_move_simulate(m, &proof), TTA_INVALID);
    *r = good;
    r->bytes -= 4;
    ck_assert_int_eq(tta_move_simulate(m, &proof), TTA_INVALID);
    *r = good;
    r->src ^= 1;
    ck_assert_int_eq(tta_move_simulate(m, &proof), TTA_INVALID);
    *r = good;
  }
  ck_assert_int_eq(tta_move_simulate(m, &proof), TTA_OK);
  tta_move_free(m);
  free_ends(&a, &b);
  /* padding moved along */
  read_ends(&a, &b, "1x3xf32", "1x1", "1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>",
            "1x1", "1x1x!tt.tile<16x16, f32>, #tt.memory_space<l1>");
  spec = (tta_move_spec){.from = a.layout, .to = b.layout};
  m = plan(&spec);
  tta_move_runs *r = (tta_move_runs *)tta_move_family(m, 0);
  ck_assert(tta_move_num_families(m) == 1 && r->count == 1 && r->bytes == 12);
  ck_assert_int_eq(tta_move_simulate(m, &proof), TTA_OK);
  r->bytes = 16;
  ck_assert_int_eq(tta_move_simulate(m, &proof), TTA_INVALID);
  tta_move_free(m);
  free_ends(&a, &b);
}
END_TEST

/* Strides that share nothing with tiles cut a plan into very many families; it ends all the same, and says so. */
START_TEST(many_families) {
  end a, b;
  read_end(&a, "400x100x9x11xf32", "(d0, d1, d2, d3) -> (d0 * 11103 + d1 * 107 + d2 * 11 + d3, 0)", "1x1",
           "138775x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>");
  read_end(&b, "400x100x9x11xf32", "(d0, d1, d2, d3) -> (d0 * 12217 + d1 * 119 + d2 * 13 + d3, 0)", "1x1",
           "152703x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>");
  tta_move_spec spec = {.from = a.layout, .to = b.layout};
  tta_move *m = plan(&spec);
  ck_assert_int_eq(tta_move_get_totals(m)->bytes_total, 400 * 100 * 9 * 11 * 4);
  ck_assert(!tta_move_get_totals(m)->maximal);
  ck_assert_ptr_nonnull(strstr(tta_move_assumptions(m).data, "some could be longer"));
  tta_move_free(m);
  free_ends(&a, &b);
}
END_TEST

/* ---- memory ---- */

typedef struct countdown {
  long left;
} countdown;

static void *take(void *user, size_t size) {
  countdown *c = user;
  return c->left-- > 0 ? malloc(size) : NULL;
}
static void *retake(void *user, void *block, size_t old_size, size_t new_size) {
  countdown *c = user;
  (void)old_size;
  return c->left-- > 0 ? realloc(block, new_size) : NULL;
}
static void give(void *user, void *block, size_t size) {
  (void)user;
  (void)size;
  free(block);
}

START_TEST(out_of_memory) {
  end a, b;
  countdown c = {0};
  tta_allocator allocator = {take, retake, give, &c};
  read_ends(&a, &b, "53x63xf32", "3x2", "18x32xf32, #tt.memory_space<l1>",
            "2x3", "1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>");
  bool done = false;
  for (long n = 0; n < 1000 && !done; n++) {
    tta_move *m;
    tta_move_proof proof;
    tta_move_spec spec = {.from = a.layout, .to = b.layout, .allocator = &allocator};
    c.left = n;
    tta_status status = tta_transfer_plan(&spec, &m);
    if (!status) status = tta_move_simulate(m, &proof);
    done = !status;
    if (status) ck_assert_int_eq(status, TTA_NO_MEMORY);
    tta_move_free(m);
  }
  ck_assert(done);
  free_ends(&a, &b);
}
END_TEST

/* Extents near 2^63 give a status, nothing else. */
START_TEST(large_numbers) {
  end a, b;
  tta_move *m;
  read_ends(&a, &b, "3000000000x1000000xf32", "1x1", "3000000000x1000000xf32, #tt.memory_space<dram>",
            "1x7", "3000000000x142858xf32, #tt.memory_space<l1>");
  tta_move_spec spec = {.from = a.layout, .to = b.layout};
  m = plan(&spec);
  ck_assert_int_eq(tta_move_get_totals(m)->bytes_total, 3000000000 * 1000000 * 4);
  tta_move_proof proof;
  ck_assert_int_eq(tta_move_simulate(m, &proof), TTA_LIMIT);
  tta_move_free(m);
  free_end(&b);
  read_end(&b, "3000000000x1000000xf32", "(d0, d1) -> (d0, d1)", "3000000x1", "1000x1000000xf32, #tt.memory_space<l1>");
  spec.to = b.layout;
  ck_assert_int_eq(tta_transfer_plan(&spec, &m), TTA_LIMIT);
  ck_assert_int_eq(tta_results_diagnostic(tta_move_results(m), 0)->rule, TTA_RULE_move_limit);
  tta_move_free(m);
  free_ends(&a, &b);
}
END_TEST

/* Rows of 64 over 2x2 cores to one core by a transpose: each element is a run of its own. */
START_TEST(transfers_one_by_one) {
  end a, b;
  static const int64_t swap[] = {1, 0};
  read_ends(&a, &b, "6x8xf32", "2x2", "3x4xf32, #tt.memory_space<l1>", "1x1", "6x8xf32, #tt.memory_space<l1>");
  free_end(&b);
  read_end(&b, "8x6xf32", "(d0, d1) -> (d0, d1)", "1x1", "8x6xf32, #tt.memory_space<l1>");
  tta_move_spec spec = {.from = a.layout, .to = b.layout, .permute = {2, swap}};
  tta_move *m = plan(&spec);
  bool arrived[48] = {false};
  int64_t count = 0, bytes = 0;
  tta_move_transfers all = tta_move_all_transfers(m);
  for (tta_move_transfer t; tta_move_next_transfer(&all, &t); count++) {
    ck_assert_int_eq(t.bytes, 4);
    ck_assert_ptr_eq(tta_move_target(m, t.dst), tta_move_target(m, 0));
    ck_assert_int_eq(t.kind, tta_move_family(m, t.family)->kind);
    ck_assert(!arrived[t.dst_offset / 4]);
    arrived[t.dst_offset / 4] = true;
    int64_t y = t.dst_offset / 4 % 6, x = t.dst_offset / 4 / 6; /* in `from` */
    const tta_core core = tta_move_source(m, t.src)->core;
    ck_assert_int_eq(core.y, y / 3);
    ck_assert_int_eq(core.x, x / 4);
    ck_assert_int_eq(t.src_offset, (y % 3 * 4 + x % 4) * 4);
    bytes += t.bytes;
  }
  ck_assert_int_eq(count, tta_move_get_totals(m)->runs);
  ck_assert_int_eq(bytes, tta_move_get_totals(m)->bytes_total);
  tta_move_transfer none;
  ck_assert(!tta_move_next_transfer(&all, &none));
  tta_move_free(m);
  free_ends(&a, &b);
}
END_TEST

static tta_status emit(tta_move *m, tta_move_text text, tta_buf *out) {
  tta_buf_init(out, NULL);
  tta_status status = tta_move_emit(m, text, out);
  if (status && status != TTA_NO_MEMORY)
    ck_assert_int_eq(tta_results_diagnostic(tta_move_results(m), 0)->rule, TTA_RULE_move_form);
  return status;
}

/* Each text of a plan; the protocol passes. Without senders there is no writer, and nothing for plans that stay. */
START_TEST(kernels) {
  end a, b;
  read_ends(&a, &b, "64x64xf32", "4x1", "16x64xf32, #tt.memory_space<l1>", "1x2", "64x32xf32, #tt.memory_space<l1>");
  for (int pull = 0; pull < 2; pull++) {
    tta_move_spec spec = {.from = a.layout, .to = b.layout, .direction = (tta_move_direction)pull};
    tta_move *m = plan(&spec);
    for (int text = TTA_MOVE_TEXT_PROTOCOL; text <= TTA_MOVE_TEXT_HOST; text++) {
      tta_buf out;
      ck_assert_int_eq(emit(m, (tta_move_text)text, &out), TTA_OK);
      ck_assert(out.size > 0);
      tta_protocol *checked;
      if (text == TTA_MOVE_TEXT_PROTOCOL) {
        ck_assert_int_eq(tta_protocol_check(tta_buf_view(&out), NULL, &checked), TTA_OK);
        ck_assert(tta_protocol_passes(checked));
        ck_assert_uint_eq(tta_protocol_result(checked).bytes_moved, 16384);
        tta_protocol_free(checked);
      }
      tta_buf_free(&out);
    }
    tta_move_free(m);
  }
  tta_move_spec stay = {.from = a.layout, .to = a.layout}, odd = {.from = a.layout, .to = b.layout, .to_base = 16};
  const tta_move_spec *const rejected[] = {&stay, &odd};
  for (size_t i = 0; i < 2; i++) {
    tta_buf out;
    tta_move *m = plan(rejected[i]);
    ck_assert_int_eq(emit(m, TTA_MOVE_TEXT_PROTOCOL, &out), TTA_INVALID);
    ck_assert_uint_eq(out.size, 0);
    tta_buf_free(&out);
    tta_move_free(m);
  }
  free_ends(&a, &b);
}
END_TEST

int main(void) {
  return RUN_SUITE("move", kernels, transfers_one_by_one, exp_transpose_relu, tilize, pages, bursts, addresses,
                   one_receiver, several_receivers, both_roles, simulation_notices, many_families, out_of_memory,
                   large_numbers);
}
