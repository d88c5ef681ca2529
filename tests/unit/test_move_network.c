/* The network of a move: routes, traffic, ways between chips, pull, the bound of the time, workloads of tt-npe. */
#include <stdio.h>
#include <string.h>

#include "diag/check_options.h"
#include "move/move.h"
#include "suite.h"
#include "ttattr/move.h"

typedef struct end {
  char text[512];
  tta_source source;
  tta_layouts *layouts;
  const tta_layout *layout;
} end;

static void read_end(end *e, const char *shape, const char *map, const char *grid, const char *memref) {
  tta_check_options options;
  tta_check_options_init(&options);
  snprintf(e->text, sizeof e->text, "tensor<%s, #tt.metal_layout<%s, undef, <%s>, memref<%s, #tt.memory_space<l1>>>>",
           shape, map, grid, memref);
  tta_source_init(&e->source, (tta_str){"<test>", 6}, (tta_str){e->text, strlen(e->text)}, NULL);
  ck_assert_int_eq(tta_layouts_read(&e->source, TTA_LAYOUTS_TYPE, &options, &e->layouts, NULL), TTA_OK);
  e->layout = tta_layouts_entry(e->layouts, 0)->layout;
}

static void free_end(end *e) {
  tta_layouts_free(e->layouts);
  tta_source_free(&e->source);
}

static tta_move *plan(tta_move_spec spec, const end *from, const end *to) {
  tta_move *m;
  spec.from = from->layout;
  spec.to = to->layout;
  spec.has_arch = true;
  spec.arch = TTA_ARCH_WORMHOLE_B0;
  ck_assert_int_eq(tta_transfer_plan(&spec, &m), TTA_OK);
  return m;
}

/* One row of each chip goes to the next chip: without a device the first of three dims counts chips. */
static void read_rotation(end *from, end *to) {
  read_end(from, "4x1024xf32", "(d0, d1) -> (d0, 0, d1)", "4x1x1", "1x1x1024xf32");
  read_end(to, "4x1024xf32", "(d0, d1) -> ((d0 + 2) mod 4, 0, d1)", "4x1x1", "1x1x1024xf32");
}

/* ---- systems ---- */

typedef struct system_of {
  tta_system value;
  tta_chip_channel channels[8];
  tta_chip_link links[8];
} system_of;

static void add_channel(system_of *s, uint32_t a, uint32_t b, int64_t core) {
  tta_core at = {core, 0};
  s->channels[s->value.num_channels++] = (tta_chip_channel){.end = {{.chip = a, .core = at}, {.chip = b, .core = at}}};
  s->links[s->value.num_links++] = (tta_chip_link){a, b};
  s->value.channels = s->channels;
  s->value.links = s->links;
}

/* 0 - 1 - 2 - 3 and 3 - 0. */
static void make_ring(system_of *s) {
  *s = (system_of){.value = {.num_chips = 4}};
  add_channel(s, 0, 1, 0);
  add_channel(s, 0, 3, 1);
  add_channel(s, 1, 2, 2);
  add_channel(s, 2, 3, 3);
}

/* Of two equal ways the one over the lower chip. */
START_TEST(ring) {
  end from, to;
  system_of s;
  read_rotation(&from, &to);
  make_ring(&s);
  tta_move *m = plan((tta_move_spec){.system = &s.value}, &from, &to);
  const tta_move_totals *t = tta_move_get_totals(m);
  ck_assert(t->has_fabric_hops && t->has_hops);
  ck_assert_int_eq(t->fabric_hops, 4 * 2);
  ck_assert_int_eq(t->hops, 0);
  ck_assert_int_eq(t->bytes_between_chips, 16384);
  ck_assert_uint_eq(tta_move_num_families(m), 4);
  for (size_t i = 0; i < 4; i++) {
    ck_assert_int_eq(tta_move_family(m, i)->kind, TTA_MOVE_FABRIC);
    ck_assert_int_eq(tta_move_family(m, i)->hops, 2);
    ck_assert_int_eq(tta_move_route(m, tta_move_family(m, i), NULL), -1);
  }
  /* 0-1-2 and 2-1-0; 1-0-3 and 3-0-1. */
  ck_assert_uint_eq(tta_move_num_channels(m), 6);
  int64_t bytes = 0;
  for (size_t i = 0; i < 6; i++) bytes += tta_move_channel_at(m, i)->bytes;
  ck_assert_int_eq(bytes, 2 * 16384);
  ck_assert_int_eq(tta_move_channel_at(m, 0)->to_chip, 1);
  ck_assert_int_eq(tta_move_channel_at(m, 0)->bytes, 8192);
  ck_assert_uint_eq(tta_move_num_chips(m), 4);
  const tta_move_bound *b = tta_move_get_bound(m);
  ck_assert_str_eq(b->limit, "fabric");
  ck_assert_int_eq(b->cycles, 1200);
  ck_assert_int_eq(b->ethernet_cycles, 656); /* 8192 / 12.5 */
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_json json = tta_json_writer(&out);
  ck_assert_int_eq(tta_move_npe(&json, m), TTA_INVALID);
  ck_assert_uint_eq(out.size, 0);
  ck_assert_int_eq(tta_results_diagnostic(tta_move_results(m), 0)->rule, TTA_RULE_move_form);
  tta_buf_free(&out);
  tta_move_proof proof;
  ck_assert_int_eq(tta_move_simulate(m, &proof), TTA_OK);
  tta_move_free(m);
  free_end(&from);
  free_end(&to);
}
END_TEST

/* A chip that no channel reaches, channels without Ethernet cores, no system. */
START_TEST(unknown_ways) {
  end from, to;
  system_of s;
  read_rotation(&from, &to);
  s = (system_of){.value = {.num_chips = 4}};
  add_channel(&s, 0, 1, 0);
  tta_move *m = plan((tta_move_spec){.system = &s.value}, &from, &to);
  ck_assert(!tta_move_get_totals(m)->has_fabric_hops);
  ck_assert_int_eq(tta_move_get_totals(m)->fabric_hops, 0);
  ck_assert_int_eq(tta_move_family(m, 0)->hops, -1);
  tta_move_free(m);
  make_ring(&s);
  s.channels[2].end[0].core = (tta_core){99, 0};
  m = plan((tta_move_spec){.system = &s.value}, &from, &to);
  ck_assert_int_eq(tta_move_get_totals(m)->fabric_hops, 8);
  ck_assert_uint_eq(tta_move_num_chips(m), 0);
  ck_assert(strstr(tta_move_assumptions(m).data, "Ethernet cores of channels are unknown"));
  tta_move_free(m);
  m = plan((tta_move_spec){.noc = 1}, &from, &to);
  ck_assert(!tta_move_get_totals(m)->has_fabric_hops);
  tta_move_free(m);
  free_end(&from);
  free_end(&to);
}
END_TEST

/* Two channels of a pair are used in turn. */
START_TEST(parallel_channels) {
  end from, to;
  system_of s = {.value = {.num_chips = 2}};
  add_channel(&s, 0, 1, 0);
  add_channel(&s, 0, 1, 1);
  read_end(&from, "4x1024xf32", "(d0, d1) -> (0, d0, d1)", "1x4x1", "1x1x1024xf32");
  read_end(&to, "4x1024xf32", "(d0, d1) -> (d0 floordiv 2, d0 mod 2, d1)", "2x2x1", "1x1x1024xf32");
  tta_move *m = plan((tta_move_spec){.system = &s.value}, &from, &to);
  ck_assert_uint_eq(tta_move_num_channels(m), 2);
  for (size_t i = 0; i < 2; i++) ck_assert_int_eq(tta_move_channel_at(m, i)->bytes, 4096);
  tta_move_free(m);
  free_end(&from);
  free_end(&to);
}
END_TEST

START_TEST(pull) {
  end from, to;
  read_end(&from, "4x64xf32", "(d0, d1) -> (d0, d1)", "4x1", "1x64xf32");
  read_end(&to, "4x64xf32", "(d0, d1) -> (d0, d1)", "1x2", "4x32xf32");
  tta_move *m = plan((tta_move_spec){.direction = TTA_MOVE_PULL, .noc = 1}, &from, &to);
  int64_t reads = 0;
  for (size_t i = 0; i < tta_move_num_families(m); i++) {
    const tta_move_runs *r = tta_move_family(m, i);
    tta_noc_link links[2 * TTA_NOC_MAX_HOPS];
    ck_assert(r->kind == TTA_MOVE_READ || r->kind == TTA_MOVE_LOCAL);
    ck_assert_int_eq(tta_move_route(m, r, links), r->hops);
    reads += r->kind == TTA_MOVE_READ;
  }
  ck_assert_int_eq(reads, 7);
  ck_assert_uint_eq(tta_move_num_semaphores(m), 4); /* of the sources only */
  ck_assert_int_eq(tta_move_semaphore_at(m, 1)->role, TTA_MOVE_DONE);
  ck_assert_int_eq(tta_move_semaphore_at(m, 1)->waits, 2);
  ck_assert_str_eq(tta_move_direction_name(TTA_MOVE_PULL), "pull");
  int64_t chip;
  ck_assert_uint_eq(tta_move_num_chips(m), 1);
  const tta_noc_traffic *t = tta_move_chip_traffic(m, 0, &chip);
  ck_assert_int_eq(chip, 0);
  ck_assert_int_eq(t->bytes, tta_move_get_totals(m)->bytes_on_noc);
  ck_assert_int_eq(t->hops, tta_move_get_totals(m)->hops);
  tta_move_free(m);
  free_end(&from);
  free_end(&to);
}
END_TEST

int main(void) {
  return RUN_SUITE("move network", ring, unknown_ways, parallel_channels, pull);
}
