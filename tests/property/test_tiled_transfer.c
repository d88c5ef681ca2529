/* Transfers of random tiled layouts from the host to the device and back: every element arrives, comes back, and
 * padding does not change, according to the simulation. Damaged nests (one omitted, one a step shorter, one moved)
 * must make the simulation fail.
 *
 * usage: test_tiled_transfer [LAYOUTS [SEED]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tiled/tiled.h"
#include "ttattr/move.h"

enum { DIMS = 5 };

static long case_number, sparse, spoiled, strided;

static void die(const char *what, int line) {
  printf("tiled_transfer: case %ld: line %d: %s\n", case_number, line, what);
  exit(1);
}
#define CHECK(condition) ((condition) ? (void)0 : die(#condition, __LINE__))

typedef struct host {
  int rank;
  int64_t size[DIMS], strides[DIMS], order[DIMS], elements;
} host;

/* Host strides of the dims in any order, with room between rows now and then. */
static void choose(host *h) {
  int64_t stride = 1, in_memory[DIMS];
  h->rank = (int)pick(1, DIMS);
  h->elements = 1;
  for (int d = 0; d < h->rank; d++) {
    h->size[d] = pick(0, 4) ? pick(1, 6) : pick(1, 150);
    h->elements *= h->size[d];
    h->order[d] = in_memory[d] = d;
  }
  for (int d = h->rank; d-- > 1;) {
    int a = (int)pick(0, d), b = (int)pick(0, d);
    int64_t swap = h->order[d];
    h->order[d] = h->order[a];
    h->order[a] = swap;
    swap = in_memory[d];
    in_memory[d] = in_memory[b];
    in_memory[b] = swap;
  }
  for (int d = h->rank; d-- > 0;) {
    h->strides[in_memory[d]] = stride;
    stride = stride * h->size[in_memory[d]] + (pick(0, 5) == 0 ? pick(1, 4) : 0);
  }
}

static tta_status simulate(const tta_tiled_map *map, const tta_tiled_nest *nests, uint32_t count, int64_t device,
                           int64_t bytes, tta_move_proof *proof) {
  const tta_tiled_facts facts = {.map = *map, .nests = nests, .num_nests = count};
  return tta_tiled_simulate_padding(&facts, device, bytes, NULL, proof, NULL);
}

/* Each way to spoil the nests must be noticed. */
static void spoil(const tta_tiled_map *map, const tta_tiled_nest *nests, uint32_t count, int64_t device,
                  int64_t bytes) {
  tta_move_proof proof;
  tta_tiled_nest copy[64];
  int64_t ranges[64];
  if (count > 64) return;
  CHECK(simulate(map, nests, count - 1, device, bytes, &proof) != TTA_OK);
  memcpy(copy, nests, count * sizeof *copy);
  uint32_t n = (uint32_t)pick(0, count - 1);
  copy[n].device_offset++;
  CHECK(simulate(map, copy, count, device, bytes, &proof) != TTA_OK);
  copy[n] = nests[n];
  memcpy(ranges, nests[n].ranges, nests[n].rank * sizeof *ranges);
  ranges[pick(0, nests[n].rank - 1)]--;
  copy[n].ranges = ranges;
  CHECK(simulate(map, copy, count, device, bytes, &proof) != TTA_OK);
  spoiled++;
}

static void one_layout(void) {
  static const char *const types[] = {"f16", "f32", "i8", "f64", "bf16"};
  host h;
  tta_tiled layout;
  tta_tiled_map map;
  tta_tiled_sizes sizes;
  tta_move_proof proof;
  uint32_t count;
  const tta_tiled_nest *nests;
  tta_arena *arena = tta_arena_new(NULL);
  do choose(&h);
  while (h.elements > 20000);
  tta_tiled_spec spec = {.host_size = {(uint32_t)h.rank, h.size}, .order = {(uint32_t)h.rank, h.order}};
  if (pick(0, 1)) spec.host_strides = (tta_shape){(uint32_t)h.rank, h.strides}, strided++;
  const char *type = types[pick(0, 4)];
  CHECK(tta_tiled_element_find((tta_str){type, strlen(type)}, &spec.element));
  spec.convention = pick(0, 1) ? TTA_TILED_2026 : TTA_TILED_RFC;
  if (pick(0, 3) == 0) spec.format = TTA_TILED_SPARSE, sparse++;
  CHECK(tta_tiled_build(&spec, arena, &layout, NULL) == TTA_OK);
  CHECK(tta_tiled_map_of(&layout, arena, &map) == TTA_OK && tta_tiled_sizes_of(&layout, arena, &sizes) == TTA_OK);
  CHECK(tta_tiled_nests(&map, arena, &count, &nests) == TTA_OK);
  int64_t bytes = spec.element.bits / 8;
  tta_status status = simulate(&map, nests, count, sizes.footprint_elements, bytes, &proof);
  if (status == TTA_LIMIT) { /* a sparse element takes a stick */
    CHECK(sizes.device_bytes > TTA_MOVE_SIMULATE_BYTES / 2);
  } else {
    CHECK(status == TTA_OK && proof.elements_arrived == h.elements);
    CHECK(proof.untouched_bytes == (sizes.footprint_elements - h.elements) * bytes);
    if (case_number % 8 == 0) spoil(&map, nests, count, sizes.footprint_elements, bytes);
  }
  tta_arena_delete(arena);
}

int main(int argc, char **argv) {
  long layouts = argc > 1 ? atol(argv[1]) : 5000;
  uint64_t first = random_state = argc > 2 ? strtoull(argv[2], NULL, 0) : 20261121;
  for (case_number = 1; case_number <= layouts; case_number++) one_layout();
  printf("tiled_transfer: %ld cases, seed %" PRIu64 " (%ld sparse, %ld with host strides, %ld spoiled)\n", layouts,
         first, sparse, strided, spoiled);
  return !spoiled || !sparse;
}
