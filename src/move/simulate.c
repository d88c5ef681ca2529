/* simulate.c: the proof of a plan. The plan is run over arrays of bytes, one for each endpoint; then every element and
 * every byte of padding is checked.
 *
 * The address of an element is computed here from the definition of the layout, index by index, and not by the steps
 * that the plan was derived from (storage.h); of the storage only sizes and strides are used. */
#include <string.h>

#include "base/checked.h"
#include "base/fail.h"
#include "base/index.h"
#include "move/move.h"

enum { GARBAGE = 0xa5, GARBAGE_AT_SOURCE = 0x5a, NUMBER_BYTES = 4 };

typedef struct simulation {
  const tta_move *move;
  unsigned char *from, *to; /* one endpoint after the other, bank_bytes each */
  unsigned char *valid;     /* for each byte of `to`: holds an element, is padding, or is not allocated */
  int64_t from_bytes, to_bytes;
  unsigned char *unit; /* bytes of one unit */
  unsigned char *oob;
  bool has_oob;
} simulation;

enum { NOTHING, PADDING, ELEMENT };

/* ---- the bytes ---- */

/* What a unit holds in a round: four bytes of its number, over as many rounds as it needs, then a mixture. */
static void write_unit(const simulation *s, uint32_t number, int64_t round) {
  int64_t size = s->move->from.unit_bytes;
  for (int64_t i = 0; i < size; i++) {
    int64_t at = round * size + i;
    uint32_t word = at < NUMBER_BYTES ? number : (number + (uint32_t)at) * 2654435761u;
    s->unit[i] = (unsigned char)(word >> (at % NUMBER_BYTES * 8));
  }
}

/* ---- addresses ---- */

static int64_t offset_in_tile(const tta_storage *s, int64_t y, int64_t x) {
  int64_t across = s->tile[1] / s->face[1], face = y / s->face[0] * across + x / s->face[1];
  return ((face * s->face[0] + y % s->face[0]) * s->face[1] + x % s->face[1]) * s->scalar_bytes;
}

/* An element: its core and its page, counted in the shard or in the whole tensor, and the byte in the page. */
typedef struct element {
  int64_t core, page, in_page;
} element;

/* The physical index of an element, by the map of the layout. Tiles that move as a whole have their own index. */
static void find_physical(const simulation *sim, const tta_move_endpoints *e, const int64_t *index, int64_t *physical) {
  const tta_map *map = &e->layout->linear;
  const tta_shape *permute = &sim->move->spec.permute;
  int64_t dims[TTA_MAX_RANK];
  bool permuted = e == &sim->move->to && permute->rank;
  if (e->opaque) {
    memcpy(physical, index, e->storage.rank * sizeof *index);
    return;
  }
  for (uint32_t d = 0; d < map->num_dims; d++) dims[d] = index[permuted ? permute->extent[d] : d];
  tta_map_evaluate(map, dims, NULL, physical); /* tta_storage_check_elements has evaluated it, too */
}

static element find_element(const simulation *sim, const tta_move_endpoints *e, const int64_t *index) {
  const tta_storage *s = &e->storage;
  int64_t physical[TTA_MAX_RANK] = {0};
  bool whole = s->distribution == TTA_STORAGE_PAGES, opens_tiles = !s->row_pages && !e->opaque;
  element found = {0, 0, 0};
  int64_t in_tile[2] = {0, 0}, in_memref[TTA_MAX_RANK];
  find_physical(sim, e, index, physical);
  for (uint32_t k = 0; k < s->rank; k++) { /* all numbers are below a size that fits */
    bool last_two = k + 2 >= s->rank;
    int64_t at = physical[k], core = 0, tile = last_two && !s->row_pages ? s->tile[k + 2 - s->rank] : 1;
    if (s->sharded && (!e->opaque || s->grid[k] > 1)) {
      int64_t shard = e->opaque ? e->layout->shard.extent[k] / tile : e->layout->shard.extent[k];
      core = at / shard;
      at %= shard;
    }
    if (opens_tiles && last_two) {
      in_tile[k + 2 - s->rank] = at % tile;
      at /= tile;
    }
    int64_t extent = whole ? s->units[k] * s->grid[k] : s->units[k], unit = whole ? core * s->units[k] + at : at;
    in_memref[k] = at;
    found.core = found.core * s->grid[k] + core;
    if (s->row_pages && k + 1 == s->rank) found.in_page = unit * s->element_bytes;
    else found.page = found.page * extent + unit;
  }
  if (opens_tiles) found.in_page = offset_in_tile(s, in_tile[0], in_tile[1]);
  if (s->ordered) found.in_page = opens_tiles ? found.in_page : 0;
  if (s->ordered && !tta_map_evaluate(&e->layout->order->address, in_memref, NULL, &found.page)) {
    found.in_page += found.page * s->element_bytes;
    found.page = 0;
  }
  return found;
}

/* The offset in the array of all endpoints. */
static int64_t address_of(const simulation *sim, const tta_move_endpoints *e, const int64_t *index) {
  const tta_storage *s = &e->storage;
  element at = find_element(sim, e, index);
  bool pages = s->distribution == TTA_STORAGE_PAGES;
  int64_t block = pages ? at.page : at.core, stride = pages ? s->page_stride : s->shard_stride;
  int64_t in_block = pages ? at.in_page : at.page * s->page_stride + at.in_page;
  return block % s->num_banks * s->bank_bytes + block / s->num_banks * stride + in_block;
}

static void fill_source(const simulation *s, int64_t round) {
  int64_t index[TTA_MAX_RANK] = {0};
  uint32_t number = 0;
  memset(s->from, GARBAGE_AT_SOURCE, (size_t)s->from_bytes);
  do {
    write_unit(s, number++, round);
    memcpy(s->from + address_of(s, &s->move->from, index), s->unit, (size_t)s->move->from.unit_bytes);
  } while (tta_index_next(s->move->shape, index));
}

/* ---- the destination ---- */

/* Pages, or shards of pages, round-robin over the endpoints. */
static void mark_allocated(const simulation *sim) {
  const tta_storage *s = &sim->move->to.storage;
  bool pages = s->distribution == TTA_STORAGE_PAGES;
  int64_t blocks = pages ? s->num_pages : s->cores, in_block = pages ? 1 : s->pages_per_shard,
          stride = pages ? s->page_stride : s->shard_stride;
  memset(sim->valid, NOTHING, (size_t)sim->to_bytes);
  if (!s->page_bytes) return; /* any number of empty pages */
  for (int64_t n = 0; n < blocks; n++)
    for (int64_t page = 0; page < in_block; page++)
      memset(sim->valid + n % s->num_banks * s->bank_bytes + n / s->num_banks * stride + page * s->page_stride, PADDING,
             (size_t)s->page_bytes);
}

static void mark_elements(const simulation *s) {
  int64_t index[TTA_MAX_RANK] = {0};
  if (!s->move->totals.elements) return;
  do memset(s->valid + address_of(s, &s->move->to, index), ELEMENT, (size_t)s->move->to.unit_bytes);
  while (tta_index_next(s->move->shape, index));
}

/* What a byte of padding holds. Each page starts with a unit. */
static unsigned char padding_at(const simulation *sim, int64_t at) {
  const tta_storage *s = &sim->move->to.storage;
  int64_t in_bank = at % s->bank_bytes;
  if (s->distribution != TTA_STORAGE_PAGES) in_bank %= s->shard_stride;
  return sim->oob[in_bank % s->page_stride % sim->move->to.unit_bytes];
}

static void fill_padding(const simulation *s) {
  memset(s->to, GARBAGE, (size_t)s->to_bytes);
  for (int64_t at = 0; at < s->to_bytes && s->has_oob; at++)
    if (s->valid[at] == PADDING) s->to[at] = padding_at(s, at);
}

/* ---- the plan ---- */

static tta_status copy_runs(const simulation *s, const tta_move_runs *r, tta_buf *reason) {
  int64_t turn[TTA_MOVE_MAX_LOOPS] = {0}, src = r->src * s->move->from.storage.bank_bytes + r->src_offset,
          dst = r->dst * s->move->to.storage.bank_bytes + r->dst_offset;
  do {
    if (src < 0 || dst < 0 || src + r->bytes > s->from_bytes || dst + r->bytes > s->to_bytes)
      return tta_fail(TTA_INVALID, reason, "a run exceeds the memory of its endpoint");
    memcpy(s->to + dst, s->from + src, (size_t)r->bytes);
  } while (tta_move_next_run(r, 0, turn, &src, &dst));
  return TTA_OK;
}

static tta_status check_elements(const simulation *s, int64_t round, tta_buf *reason) {
  int64_t index[TTA_MAX_RANK] = {0};
  uint32_t number = 0;
  do {
    write_unit(s, number, round);
    if (memcmp(s->to + address_of(s, &s->move->to, index), s->unit, (size_t)s->move->to.unit_bytes))
      return tta_fail(TTA_INVALID, reason, "element %u of the tensor (row-major) did not arrive", number);
    number++;
  } while (tta_index_next(s->move->shape, index));
  return TTA_OK;
}

static tta_status check_rest(const simulation *s, tta_move_proof *proof, tta_buf *reason) {
  int64_t bank_bytes = s->move->to.storage.bank_bytes;
  proof->padding_bytes = proof->untouched_bytes = 0;
  for (int64_t at = 0; at < s->to_bytes; at++) {
    if (s->valid[at] == ELEMENT) continue;
    bool filled = s->valid[at] == PADDING && s->has_oob;
    if (s->to[at] != (filled ? padding_at(s, at) : GARBAGE))
      return tta_fail(TTA_INVALID, reason, "byte %lld of endpoint %lld has no element but was overwritten",
                      (long long)(at % bank_bytes), (long long)(at / bank_bytes));
    if (filled) proof->padding_bytes++;
    else proof->untouched_bytes++;
  }
  return TTA_OK;
}

static tta_status run(const simulation *s, tta_move_proof *proof, tta_buf *reason) {
  tta_status status = TTA_OK;
  const tta_move *m = s->move;
  int64_t rounds = (NUMBER_BYTES + m->from.unit_bytes - 1) / m->from.unit_bytes;
  mark_allocated(s);
  mark_elements(s);
  for (int64_t round = 0; round < rounds && !status; round++) {
    fill_padding(s);
    if (m->totals.elements) {
      fill_source(s, round);
      for (size_t i = 0; i < m->num_runs && !status; i++) status = copy_runs(s, &m->runs[i], reason);
      if (!status) status = check_elements(s, round, reason);
    }
    if (!status) status = check_rest(s, proof, reason);
  }
  proof->elements_arrived = m->totals.elements;
  return status;
}

static tta_status size_up(simulation *s, tta_move_proof *proof, tta_buf *reason) {
  const tta_move *m = s->move;
  int64_t sum;
  if (!tta_mul(m->from.storage.bank_bytes, m->from.num_endpoints, &s->from_bytes) ||
      !tta_mul(m->to.storage.bank_bytes, m->to.num_endpoints, &s->to_bytes) ||
      !tta_add(s->from_bytes, s->to_bytes, &sum) ||
      sum > TTA_MOVE_SIMULATE_BYTES)
    return tta_fail(TTA_LIMIT, reason, "source and destination exceed the %d MiB that can be simulated",
                    TTA_MOVE_SIMULATE_BYTES >> 20);
  proof->bytes_simulated = sum;
  return TTA_OK;
}

static tta_status simulate(const tta_move *move, tta_move_proof *proof, tta_buf *reason) {
  simulation s = {.move = move};
  tta_arena arena;
  *proof = (tta_move_proof){0};
  tta_status status = size_up(&s, proof, reason);
  if (status) return status;
  tta_arena_init(&arena, move->spec.allocator);
  s.from = tta_arena_alloc(&arena, (size_t)s.from_bytes + 1);
  s.to = tta_arena_alloc(&arena, (size_t)s.to_bytes + 1);
  s.valid = tta_arena_alloc(&arena, (size_t)s.to_bytes + 1);
  s.unit = tta_arena_alloc(&arena, (size_t)move->from.unit_bytes);
  s.oob = tta_arena_alloc(&arena, (size_t)move->to.unit_bytes);
  if (s.from && s.to && s.valid && s.unit && s.oob) {
    s.has_oob = tta_move_oob(move->to.layout, move->to.unit_bytes, s.oob);
    status = run(&s, proof, reason);
  } else {
    status = TTA_NO_MEMORY;
  }
  tta_arena_free(&arena);
  return status;
}

tta_status tta_move_simulate(tta_move *move, tta_move_proof *proof) {
  tta_buf reason = tta_buf_new(move->spec.allocator);
  tta_status status = simulate(move, proof, &reason);
  return tta_move_fail_and_free(&move->results, &move->spec.texts, (tta_move_stage){TTA_RULE_move_simulation, true},
                                status, &reason);
}
