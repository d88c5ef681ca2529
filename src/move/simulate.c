/* Owns the proof of a plan: it is run over arrays of bytes, one for each place, and every element and every byte of
 * padding is looked at. Where an element lies is asked of the definition (tta_move_locate), never of the runs. Does not
 * own tiled layouts (simulate_tiled.c). */
#include <string.h>

#include "base/checked.h"
#include "layout/values.h"
#include "move/move.h"

enum { GARBAGE = 0xa5, GARBAGE_AT_SOURCE = 0x5a, NUMBER_BYTES = 4 };

typedef struct simulation {
  const tta_move *move;
  unsigned char *from, *to; /* place after place, place_bytes each */
  unsigned char *valid;     /* for each byte of `to`: holds an element, is padding, or is nothing at all */
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

static bool next_index(tta_shape shape, int64_t *index) {
  for (uint32_t d = shape.rank; d-- > 0; index[d] = 0)
    if (++index[d] < shape.extent[d]) return true;
  return false;
}

static int64_t place_of(const tta_move_side *side, tta_shape shape, const int64_t *index) {
  uint32_t place;
  int64_t offset;
  tta_move_locate(side, shape.rank, index, &place, &offset);
  return place * side->place_bytes + offset;
}

static void fill_source(const simulation *s, int64_t round) {
  int64_t index[TTA_MAX_RANK] = {0};
  uint32_t number = 0;
  memset(s->from, GARBAGE_AT_SOURCE, (size_t)s->from_bytes);
  do {
    write_unit(s, number++, round);
    memcpy(s->from + place_of(&s->move->from, s->move->shape, index), s->unit, (size_t)s->move->from.unit_bytes);
  } while (next_index(s->move->shape, index));
}

/* ---- the destination ---- */

/* Pages or shards, one after the other in each place, round the places. */
static void mark_allocated(const simulation *s) {
  const tta_move_side *side = &s->move->to;
  int64_t count = side->sharded ? side->sharding->cores : 1, bytes = side->sharding->shard_bytes, stride = bytes;
  memset(s->valid, NOTHING, (size_t)s->to_bytes);
  if (side->paged) {
    bytes = side->page_bytes;
    for (uint32_t k = 0; k < side->rank; k++) count *= side->units[k];
    count = count * side->tile_bytes / bytes;
  }
  if (side->paged || side->memory == TTA_MOVE_DRAM) stride = side->page_stride;
  for (int64_t n = 0; n < count; n++)
    memset(s->valid + n % side->num_places * side->place_bytes + n / side->num_places * stride, PADDING, (size_t)bytes);
}

static void mark_elements(const simulation *s) {
  int64_t index[TTA_MAX_RANK] = {0};
  if (!s->move->totals.elements) return;
  do memset(s->valid + place_of(&s->move->to, s->move->shape, index), ELEMENT, (size_t)s->move->to.unit_bytes);
  while (next_index(s->move->shape, index));
}

static void fill_padding(const simulation *s) {
  int64_t size = s->move->to.unit_bytes;
  memset(s->to, GARBAGE, (size_t)s->to_bytes);
  for (int64_t at = 0; at < s->to_bytes && s->has_oob; at++)
    if (s->valid[at] == PADDING) s->to[at] = s->oob[at % s->move->to.place_bytes % size];
}

/* ---- the plan ---- */

static tta_status copy_runs(const simulation *s, const tta_move_runs *r, tta_buf *reason) {
  int64_t turn[TTA_MOVE_MAX_LOOPS] = {0}, src = r->src * s->move->from.place_bytes + r->src_offset,
          dst = r->dst * s->move->to.place_bytes + r->dst_offset;
  do {
    if (src < 0 || dst < 0 || src + r->bytes > s->from_bytes || dst + r->bytes > s->to_bytes)
      return tta_fail(TTA_INVALID, reason, "the plan leaves the memory of a place");
    memcpy(s->to + dst, s->from + src, (size_t)r->bytes);
  } while (tta_move_next_run(r, 0, turn, &src, &dst));
  return TTA_OK;
}

static tta_status check_elements(const simulation *s, int64_t round, tta_buf *reason) {
  int64_t index[TTA_MAX_RANK] = {0};
  uint32_t number = 0;
  do {
    write_unit(s, number, round);
    if (memcmp(s->to + place_of(&s->move->to, s->move->shape, index), s->unit, (size_t)s->move->to.unit_bytes))
      return tta_fail(TTA_INVALID, reason, "element %u of the tensor (row-major) did not arrive", number);
    number++;
  } while (next_index(s->move->shape, index));
  return TTA_OK;
}

static tta_status check_rest(const simulation *s, tta_move_proof *proof, tta_buf *reason) {
  int64_t size = s->move->to.unit_bytes;
  proof->padding_bytes = proof->untouched_bytes = 0;
  for (int64_t at = 0; at < s->to_bytes; at++) {
    if (s->valid[at] == ELEMENT) continue;
    bool filled = s->valid[at] == PADDING && s->has_oob;
    int64_t in_place = at % s->move->to.place_bytes;
    if (s->to[at] != (filled ? s->oob[in_place % size] : GARBAGE))
      return tta_fail(TTA_INVALID, reason,
                                 "byte %lld of place %lld, which holds no element, was overwritten",
                                 (long long)in_place, (long long)(at / s->move->to.place_bytes));
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
  if (!tta_mul(m->from.place_bytes, m->from.num_places, &s->from_bytes) ||
      !tta_mul(m->to.place_bytes, m->to.num_places, &s->to_bytes) || !tta_add(s->from_bytes, s->to_bytes, &sum) ||
      sum > TTA_MOVE_SIMULATE_BYTES)
    return tta_fail(
        TTA_LIMIT, reason,
        "both ends take more than the %d MiB that are simulated; a smaller tensor on the same grids "
        "shows the same",
        TTA_MOVE_SIMULATE_BYTES >> 20);
  proof->bytes_simulated = sum;
  return TTA_OK;
}

tta_status tta_move_simulate(const tta_move *move, tta_move_proof *proof, tta_buf *reason) {
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
    s.has_oob = tta_move_oob(move->to.sharding, move->to.unit_bytes, s.oob);
    status = run(&s, proof, reason);
  } else {
    status = TTA_NO_MEMORY;
  }
  tta_arena_free(&arena);
  return status;
}
