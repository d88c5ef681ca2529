/* Owns the handshake of a plan: who waits for whom. Does not own running it (protocol_run.c).
 *
 * The seed's sender waits until its semaphore is the number of its receivers, resets it, writes, waits for its writes,
 * and posts to each receiver; a receiver posts to each sender that it has room, and waits until all of them have
 * posted. A remote set loses posts where there are several, so those are increments (reference 3.2). Writes between
 * cores of a chip need it; reads from DRAM do not, and chips have no semaphores in common. */
#include <string.h>

#include "move/move.h"

static bool is_handed_over(const tta_move *m, const tta_move_runs *r) {
  const tta_move_endpoint *src = &m->from.places[r->src], *dst = &m->to.places[r->dst];
  return r->kind == TTA_MOVE_WRITE && src->memory == TTA_MOVE_L1 && dst->memory == TTA_MOVE_L1 &&
         src->chip == dst->chip;
}

/* Families come by source and destination, so each pair counts where it begins. */
static size_t count_pairs(const tta_move *m, int64_t *receivers, int64_t *senders) {
  size_t used = 0;
  for (size_t i = 0; i < m->num_runs; i++) {
    const tta_move_runs *r = &m->runs[i];
    if (!is_handed_over(m, r) || (i && r[-1].src == r->src && r[-1].dst == r->dst)) continue;
    used += !receivers[r->src]++;
    used += !senders[r->dst]++;
  }
  return used;
}

static void list_role(tta_move *m, const tta_move_side *side, const int64_t *posts, tta_move_role role) {
  for (uint32_t n = 0; n < side->num_places; n++) {
    if (!posts[n]) continue;
    const tta_move_endpoint *p = &side->places[n];
    m->semaphores[m->num_semaphores++] = (tta_move_semaphore){
        .id = (uint32_t)role, .role = role, .chip = p->chip, .core = p->core, .waits = posts[n], .posts = posts[n]};
  }
}

tta_status tta_move_make_semaphores(tta_move *m) {
  int64_t *receivers = tta_arena_array(&m->arena, (size_t)m->from.num_places + 1, sizeof *receivers);
  int64_t *senders = tta_arena_array(&m->arena, (size_t)m->to.num_places + 1, sizeof *senders);
  if (!receivers || !senders) return TTA_NO_MEMORY;
  memset(receivers, 0, m->from.num_places * sizeof *receivers);
  memset(senders, 0, m->to.num_places * sizeof *senders);
  size_t used = count_pairs(m, receivers, senders);
  m->semaphores = tta_arena_array(&m->arena, used + 1, sizeof *m->semaphores);
  if (!m->semaphores) return TTA_NO_MEMORY;
  list_role(m, &m->from, receivers, TTA_MOVE_READY);
  list_role(m, &m->to, senders, TTA_MOVE_ARRIVED);
  return TTA_OK;
}
