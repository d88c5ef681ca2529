/* fabric.c: the ways between chips over the Ethernet channels of a system: shortest, and of equal ones that over the
 * lowest chip ids. */

#include "move/move.h"

static bool is_chip(const tta_system *system, int64_t chip) { return chip >= 0 && chip < system->num_chips; }

tta_status tta_move_make_paths(const tta_move *m, tta_arena *arena, tta_move_paths *paths) {
  const tta_system *system = m->spec.system;
  size_t chips = system ? (size_t)system->num_chips : 0;
  *paths = (tta_move_paths){.source = -1};
  paths->previous = tta_arena_array(arena, chips + 1, sizeof *paths->previous);
  paths->queue = tta_arena_array(arena, chips + 1, sizeof *paths->queue);
  paths->hops = tta_arena_array(arena, chips + 1, sizeof *paths->hops);
  return paths->previous && paths->queue && paths->hops ? TTA_OK : TTA_NO_MEMORY;
}

/* The next neighbor of `chip` above `after` (-1: the first). @return UINT32_MAX after the last one */
static uint32_t next_neighbor(const tta_system *system, uint32_t chip, int64_t after) {
  uint32_t next = UINT32_MAX;
  for (size_t i = 0; i < system->num_links; i++) {
    const tta_chip_link *l = &system->links[i];
    uint32_t other = l->a == chip ? l->b : l->b == chip ? l->a : UINT32_MAX;
    if (other != UINT32_MAX && (int64_t)other > after && other < next) next = other;
  }
  return next;
}

static void search(const tta_system *system, tta_move_paths *p, int64_t from) {
  size_t first = 0, last = 0;
  for (int64_t i = 0; i < system->num_chips; i++) {
    p->hops[i] = -1;
    p->previous[i] = (uint32_t)i;
  }
  p->source = from;
  p->hops[from] = 0;
  p->queue[last++] = (uint32_t)from;
  while (first < last) {
    uint32_t chip = p->queue[first++];
    for (uint32_t n = next_neighbor(system, chip, -1); n != UINT32_MAX; n = next_neighbor(system, chip, n)) {
      if (!is_chip(system, n) || p->hops[n] >= 0) continue;
      p->hops[n] = p->hops[chip] + 1;
      p->previous[n] = chip;
      p->queue[last++] = n;
    }
  }
}

int64_t tta_move_chip_hops(const tta_move *m, tta_move_paths *paths, int64_t from, int64_t to) {
  const tta_system *system = m->spec.system;
  if (!system || !system->num_links || !is_chip(system, from) || !is_chip(system, to)) return -1;
  if (paths->source != from) search(system, paths, from);
  return paths->hops[to];
}

static bool connects(const tta_chip_channel *c, uint32_t a, uint32_t b) {
  int64_t x = c->end[0].chip, y = c->end[1].chip;
  return (x == a && y == b) || (x == b && y == a);
}

/* The channel number turn mod n of the n channels between two chips. */
static uint32_t channel_between(const tta_system *system, uint32_t a, uint32_t b, size_t turn) {
  size_t count = 0;
  for (uint32_t i = 0; i < system->num_channels; i++) count += connects(&system->channels[i], a, b);
  size_t skip = count ? turn % count : 0;
  for (uint32_t i = 0; i < system->num_channels; i++)
    if (connects(&system->channels[i], a, b) && !skip--) return i;
  return UINT32_MAX;
}

void tta_move_chip_steps(const tta_move *m, const tta_move_paths *paths, int64_t to, size_t turn,
                         tta_move_step *steps) {
  uint32_t chip = (uint32_t)to;
  for (int64_t i = paths->hops[to]; i-- > 0; chip = paths->previous[chip]) {
    uint32_t before = paths->previous[chip];
    steps[i] = (tta_move_step){channel_between(m->spec.system, before, chip, turn), before, chip};
  }
}
