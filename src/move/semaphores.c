/* semaphores.c: the handshake of a plan: which core waits for which.
 *
 * A sender waits until its semaphore is the number of its receivers, resets it, writes, waits for its writes, and posts
 * to each receiver. A receiver posts to each sender that it is ready, and waits until all of them have posted. With a
 * remote set several posts can be lost, so these are increments (tt-metal dataflow_api.h). Writes between cores of a
 * chip require the handshake; reads from DRAM do not, and chips do not share semaphores.
 *
 * Reads between cores (pull) start at once, because the sources hold their data. A reader posts to each of its sources
 * after its reads have arrived; a source keeps its data until all have posted. */
#include <string.h>

#include "move/move.h"

static bool has_handshake(const tta_move *m, const tta_move_runs *r) {
  const tta_move_endpoint *src = &m->from.endpoints[r->src], *dst = &m->to.endpoints[r->dst];
  return (r->kind == TTA_MOVE_WRITE || r->kind == TTA_MOVE_READ) && src->memory == TTA_MOVE_L1 &&
         dst->memory == TTA_MOVE_L1 && src->chip == dst->chip;
}

/* Families are sorted by source and destination, so each pair counts once, at its first family. */
static size_t count_pairs(const tta_move *m, int64_t *receivers, int64_t *senders) {
  size_t used = 0;
  for (size_t i = 0; i < m->num_runs; i++) {
    const tta_move_runs *r = &m->runs[i];
    if (!has_handshake(m, r) || (i && r[-1].src == r->src && r[-1].dst == r->dst)) continue;
    used += !receivers[r->src]++;
    used += !senders[r->dst]++;
  }
  return used;
}

static void list_role(tta_move *m, const tta_move_endpoints *e, const int64_t *posts, tta_move_role role) {
  for (uint32_t n = 0; n < e->num_endpoints; n++) {
    if (!posts[n]) continue;
    const tta_move_endpoint *p = &e->endpoints[n];
    m->semaphores[m->num_semaphores++] = (tta_move_semaphore){
        .id = role == TTA_MOVE_DONE ? 0 : (uint32_t)role,
        .role = role,
        .chip = p->chip,
        .core = p->core,
        .waits = posts[n],
        .posts = posts[n]};
  }
}

tta_status tta_move_make_semaphores(tta_move *m) {
  int64_t *receivers = tta_arena_array(&m->arena, (size_t)m->from.num_endpoints + 1, sizeof *receivers);
  int64_t *senders = tta_arena_array(&m->arena, (size_t)m->to.num_endpoints + 1, sizeof *senders);
  if (!receivers || !senders) return TTA_NO_MEMORY;
  memset(receivers, 0, m->from.num_endpoints * sizeof *receivers);
  memset(senders, 0, m->to.num_endpoints * sizeof *senders);
  size_t used = count_pairs(m, receivers, senders);
  m->semaphores = tta_arena_array(&m->arena, used + 1, sizeof *m->semaphores);
  if (!m->semaphores) return TTA_NO_MEMORY;
  bool pull = m->spec.direction == TTA_MOVE_PULL;
  list_role(m, &m->from, receivers, pull ? TTA_MOVE_DONE : TTA_MOVE_READY);
  if (!pull) list_role(m, &m->to, senders, TTA_MOVE_ARRIVED);
  return TTA_OK;
}
