/* simulate_tiled.c: the proof of a tiled layout: its nests run from the host to the device and back. */
#include <string.h>

#include "base/checked.h"
#include "base/index.h"
#include "layout/values.h"
#include "move/move.h"
#include "tiled/tiled.h"

enum { EMPTY = -1, FILLED = -2 };

/* Elements as their numbers: a position of the host holds its own. */
typedef struct memories {
  int32_t *host, *device, *back;
  int64_t host_size, device_size; /* positions */
} memories;

/* One past the last position that the host's strides reach. */
static bool host_positions(const tta_tiled_map *map, int64_t *positions) {
  int64_t last = map->host_offset, step;
  for (uint32_t d = 0; d < map->host_size.rank; d++) {
    if (map->host_size.extent[d] == 0) {
      *positions = 0;
      return true;
    }
    if (!tta_mul(map->host_size.extent[d] - 1, map->tensor_strides[d], &step) || !tta_add(last, step, &last))
      return false;
  }
  return tta_add(last, 1, positions);
}

typedef enum direction { FILL, TO_DEVICE, TO_HOST } direction;

static bool run_nest(const memories *m, const tta_tiled_nest *n, direction turn) {
  int64_t index[128] = {0}, host = n->host_offset, device = n->device_offset;
  for (uint32_t d = 0; d < n->rank; d++)
    if (n->ranges[d] < 1) return true;
  if (n->rank > 128) return false;
  for (;;) {
    if (device < 0 || device >= m->device_size) return false;
    if (turn != FILL && (host < 0 || host >= m->host_size)) return false;
    if (turn == FILL) m->device[device] = FILLED;
    else if (turn == TO_DEVICE) m->device[device] = m->host[host];
    else m->back[host] = m->device[device];
    uint32_t d = n->rank;
    while (d > 0) {
      d--;
      host += n->host_strides[d];
      device += n->device_strides[d];
      if (++index[d] < n->ranges[d]) break;
      host -= n->host_strides[d] * n->ranges[d];
      device -= n->device_strides[d] * n->ranges[d];
      index[d] = 0;
      if (d == 0) return true;
    }
    if (n->rank == 0) return true;
  }
}

/* Every element is where tta_tiled_position says, and came back; nothing else was touched. */
static tta_status check(const tta_tiled_map *map, const memories *m, tta_move_proof *proof, tta_buf *reason) {
  int64_t index[TTA_MAX_RANK] = {0}, position, used = 0;
  if (!m->host_size) return TTA_OK;
  do {
    int64_t host = map->host_offset;
    for (uint32_t d = 0; d < map->host_size.rank; d++) host += index[d] * map->tensor_strides[d];
    tta_status status = tta_tiled_position(map, index, NULL, &position);
    if (status) return status;
    if (position >= m->device_size || m->device[position] != m->host[host])
      return tta_fail(TTA_INVALID, reason, "host position %lld did not arrive at device position %lld",
                                 (long long)host, (long long)position);
    if (m->back[host] != m->host[host])
      return tta_fail(TTA_INVALID, reason, "host position %lld did not come back", (long long)host);
    proof->elements_arrived++;
  } while (tta_index_next(map->host_size, index));
  for (int64_t p = 0; p < m->device_size; p++) used += m->device[p] >= 0;
  if (used / tta_tiled_copies(map) > proof->elements_arrived)
    return tta_fail(TTA_INVALID, reason, "%lld device positions were written for %lld elements",
                               (long long)used, (long long)proof->elements_arrived);
  return TTA_OK;
}

/* Slots of padding, and only these, hold the value of padding. */
static tta_status check_padding(const tta_tiled_map *map, const memories *m, tta_move_proof *proof, int64_t bytes,
                                tta_buf *reason) {
  int64_t index[TTA_MAX_RANK];
  for (int64_t p = 0; p < m->device_size; p++) {
    bool padding = tta_tiled_element_at(map, p, index) == TTA_TILED_AT_PADDING;
    if (padding != (m->device[p] == FILLED))
      return tta_fail(TTA_INVALID, reason, "device position %lld %s the value of padding", (long long)p,
                      padding ? "does not hold" : "is not padding, but holds");
    proof->padding_bytes += padding ? bytes : 0;
  }
  return TTA_OK;
}

static tta_status run(const tta_tiled_map *map, const tta_tiled_nest *nests, uint32_t num_nests, const memories *m,
                      tta_move_proof *proof, tta_buf *reason) {
  for (int64_t p = 0; p < m->host_size; p++) {
    m->host[p] = (int32_t)p;
    m->back[p] = EMPTY;
  }
  for (uint32_t n = 0; n < 2 * num_nests; n++)
    if (!run_nest(m, &nests[n % num_nests], n < num_nests ? TO_DEVICE : TO_HOST))
      return tta_fail(TTA_INVALID, reason, "loop nest %u leaves the memory", n % num_nests);
  return check(map, m, proof, reason);
}

static tta_status allocate(memories *m, tta_arena *arena) {
  m->host = tta_arena_array(arena, (size_t)m->host_size + 1, sizeof *m->host);
  m->back = tta_arena_array(arena, (size_t)m->host_size + 1, sizeof *m->back);
  m->device = tta_arena_array(arena, (size_t)m->device_size + 1, sizeof *m->device);
  if (!m->host || !m->back || !m->device) return TTA_NO_MEMORY;
  for (int64_t p = 0; p < m->device_size; p++) m->device[p] = EMPTY;
  return TTA_OK;
}

static tta_status fill(const memories *m, uint32_t count, const tta_tiled_nest *nests, tta_buf *reason) {
  for (uint32_t n = 0; n < count; n++)
    if (!run_nest(m, &nests[n], FILL))
      return tta_fail(TTA_INVALID, reason, "loop nest %u of the padding leaves the memory", n);
  return TTA_OK;
}

tta_status tta_tiled_simulate_padding(const tta_tiled_facts *facts, int64_t device_elements, int64_t element_bytes,
                                      const tta_allocator *allocator, tta_move_proof *proof, tta_buf *reason) {
  memories m = {.device_size = device_elements};
  const tta_tiled_map *map = &facts->map;
  tta_arena arena;
  int64_t sum, bytes;
  *proof = (tta_move_proof){0};
  if (!host_positions(map, &m.host_size) || !tta_add(m.host_size, m.device_size, &sum) ||
      !tta_mul(sum, element_bytes, &bytes) || bytes > TTA_MOVE_SIMULATE_BYTES)
    return tta_fail(TTA_LIMIT, reason, "host and device take more than the %d MiB that are simulated",
                               TTA_MOVE_SIMULATE_BYTES >> 20);
  tta_arena_init(&arena, allocator ? allocator : &tta_malloc_allocator);
  tta_status status = allocate(&m, &arena);
  if (!status) status = fill(&m, facts->num_padding_nests, facts->padding_nests, reason);
  if (!status) status = run(map, facts->nests, facts->num_nests, &m, proof, reason);
  if (!status && facts->num_padding_nests) status = check_padding(map, &m, proof, element_bytes, reason);
  tta_arena_free(&arena);
  proof->bytes_simulated = bytes;
  proof->untouched_bytes = (m.device_size - proof->elements_arrived) * element_bytes - proof->padding_bytes;
  return status;
}
