/* The assignment of grids. Steps that lower the cost: all tensors of a spanning forest of the moves (dynamic
 * programming), one tensor, the two ends of a move. */
#include <string.h>

#include "base/checked.h"
#include "grids/plan.h"

enum { MAX_ROUNDS = 64 };

/* A grid that does not fit costs more than anything that can be saved by it: 2^46 bytes. */
static const int64_t does_not_fit = INT64_C(1) << 46;

typedef struct search {
  struct tta_grid_plan *p;
  tta_status status; /* OVERFLOW: a sum exceeded int64 */
  /* by node: */
  uint32_t *parent, *parent_link, *depth, *order, *kept;
  int64_t (*cost)[TTA_GRID_MAX_CANDIDATES];  /* by candidate of the node, with all others as they are */
  int64_t (*below)[TTA_GRID_MAX_CANDIDATES]; /* by candidate of the node */
  uint8_t (*best)[TTA_GRID_MAX_CANDIDATES];  /* by candidate of its parent */
} search;

static void add_to(search *s, int64_t *sum, int64_t value) {
  if (!tta_add(*sum, value, sum)) s->status = TTA_OVERFLOW;
}

static const tta_grid_kind *kind_of(const search *s, uint32_t node) { return &s->p->kinds[s->p->nodes[node].kind]; }

static int64_t waste_of(search *s, uint32_t node, uint32_t choice) {
  const tta_grid_candidate *c = kind_of(s, node)->candidates[choice];
  int64_t waste = c->waste_bytes;
  if (!c->choice.fits) add_to(s, &waste, does_not_fit);
  return waste;
}

/* Moved bytes of a move with the ends on these candidates. */
static int64_t moved_by(const search *s, const tta_grid_link *link, uint32_t from, uint32_t to) {
  const tta_grid_pair *pair = &s->p->pairs[link->pair];
  return pair->moved[from * s->p->kinds[pair->to].num_candidates + to];
}

/* All moves of a link. @param node one of its ends, on the candidate `choice`; the other one is on `other` */
static int64_t moved_at(search *s, const tta_grid_link *link, uint32_t node, uint32_t choice, uint32_t other) {
  int64_t moved = link->from == node ? moved_by(s, link, choice, other) : moved_by(s, link, other, choice);
  if (!tta_mul(moved, link->num_moves, &moved)) s->status = TTA_OVERFLOW;
  return moved;
}

static uint32_t other_end(const tta_grid_link *link, uint32_t node) {
  return link->from == node ? link->to : link->from;
}

/* The cost of a node on a candidate with all others as they are. @param in_forest with the moves to its parent and from
 * its children */
static int64_t cost_of(search *s, uint32_t node, uint32_t choice, bool in_forest) {
  const tta_grid_node *n = &s->p->nodes[node];
  int64_t cost = waste_of(s, node, choice);
  for (uint32_t i = 0; i < n->num_ends; i++) {
    const tta_grid_link *link = &s->p->links[s->p->ends[n->first_end + i]];
    uint32_t other = other_end(link, node);
    if (!in_forest && (s->parent[node] == other || s->parent[other] == node)) continue;
    add_to(s, &cost, moved_at(s, link, node, choice, s->p->nodes[other].choice));
  }
  return cost;
}

/* The moves between the ends of a link, on candidates of `node`, one of them, and of the other end. */
static int64_t cost_between(search *s, uint32_t number, uint32_t node, uint32_t choice, uint32_t other) {
  const tta_grid_link *link = &s->p->links[number];
  int64_t cost = moved_at(s, link, node, choice, other);
  if (link->back != TTA_MEMORY_PLAN_NONE) add_to(s, &cost, moved_at(s, &s->p->links[link->back], node, choice, other));
  return cost;
}

/* Fills in s->cost. */
static void find_costs(search *s) {
  for (uint32_t n = 0; n < s->p->num_nodes; n++)
    for (uint32_t c = 0; c < kind_of(s, n)->num_candidates; c++) s->cost[n][c] = cost_of(s, n, c, true);
}

static void choose(search *s, uint32_t node, uint32_t choice) {
  tta_grid_node *n = &s->p->nodes[node];
  for (uint32_t i = 0; i < n->num_ends && choice != n->choice; i++) {
    const tta_grid_link *link = &s->p->links[s->p->ends[n->first_end + i]];
    uint32_t other = other_end(link, node);
    for (uint32_t c = 0; c < kind_of(s, other)->num_candidates; c++)
      add_to(s, &s->cost[other][c], moved_at(s, link, node, choice, c) - moved_at(s, link, node, n->choice, c));
  }
  n->choice = choice;
}

/* Whether candidate a of a kind gains bytes over b, or padding at the same cost. */
static bool gains(const tta_grid_kind *k, uint32_t a, int64_t cost_a, uint32_t b, int64_t cost_b) {
  if (cost_a != cost_b) return cost_a < cost_b;
  return k->candidates[a]->choice.padding_elements < k->candidates[b]->choice.padding_elements;
}

static bool improve_node(search *s, uint32_t node) {
  const tta_grid_kind *k = kind_of(s, node);
  const int64_t *cost = s->cost[node];
  uint32_t before = s->p->nodes[node].choice, best = before;
  for (uint32_t c = 0; c < k->num_candidates; c++)
    if (gains(k, c, cost[c], best, cost[best])) best = c;
  choose(s, node, best);
  return best != before;
}

static bool improve_link(search *s, uint32_t number) {
  uint32_t a = s->p->links[number].from, b = s->p->links[number].to;
  uint32_t num_a = kind_of(s, a)->num_candidates, num_b = kind_of(s, b)->num_candidates;
  uint32_t before_a = s->p->nodes[a].choice, before_b = s->p->nodes[b].choice, best_a = before_a, best_b = before_b;
  int64_t of_a[TTA_GRID_MAX_CANDIDATES], of_b[TTA_GRID_MAX_CANDIDATES]; /* without the moves between both */
  for (uint32_t i = 0; i < num_a; i++) of_a[i] = s->cost[a][i] - cost_between(s, number, a, i, before_b);
  for (uint32_t k = 0; k < num_b; k++) of_b[k] = s->cost[b][k] - cost_between(s, number, a, before_a, k);
  int64_t least = cost_between(s, number, a, before_a, before_b);
  add_to(s, &least, of_a[before_a]);
  add_to(s, &least, of_b[before_b]);
  for (uint32_t i = 0; i < num_a; i++)
    for (uint32_t k = 0; k < num_b; k++) {
      int64_t cost = cost_between(s, number, a, i, k);
      add_to(s, &cost, of_a[i]);
      add_to(s, &cost, of_b[k]);
      if (cost >= least) continue;
      least = cost;
      best_a = i;
      best_b = k;
    }
  choose(s, a, best_a);
  choose(s, b, best_b);
  return best_a != before_a || best_b != before_b;
}

static tta_grid_totals totals(search *s) {
  tta_grid_totals t = {0, 0, 0};
  for (uint32_t i = 0; i < s->p->num_nodes; i++)
    add_to(s, &t.waste_bytes, kind_of(s, i)->candidates[s->p->nodes[i].choice]->waste_bytes);
  for (uint32_t m = 0; m < s->p->num_moves; m++)
    add_to(s, &t.moved_bytes,
           moved_by(s, &s->p->links[s->p->link_of[m]], s->p->nodes[s->p->moves[m].from].choice,
                    s->p->nodes[s->p->moves[m].to].choice));
  t.cost_bytes = t.moved_bytes;
  add_to(s, &t.cost_bytes, t.waste_bytes);
  return t;
}

/* The cost that the search lowers, with the grids that do not fit. */
static int64_t total_cost(search *s) {
  int64_t cost = totals(s).moved_bytes;
  for (uint32_t i = 0; i < s->p->num_nodes; i++) add_to(s, &cost, waste_of(s, i, s->p->nodes[i].choice));
  return cost;
}

/* ---- all tensors of a tree of moves at once ---- */

/* A spanning forest of the moves, in the order of a breadth-first search: parents before their children. */
static void span(search *s) {
  struct tta_grid_plan *p = s->p;
  uint32_t num = 0;
  for (uint32_t n = 0; n < p->num_nodes; n++) s->parent[n] = TTA_MEMORY_PLAN_NONE, s->depth[n] = UINT32_MAX;
  for (uint32_t root = 0; root < p->num_nodes; root++) {
    if (s->depth[root] != UINT32_MAX) continue;
    s->depth[root] = 0;
    s->order[num++] = root;
    for (uint32_t at = num - 1; at < num; at++) {
      const tta_grid_node *n = &p->nodes[s->order[at]];
      for (uint32_t i = 0; i < n->num_ends; i++) {
        uint32_t link = p->ends[n->first_end + i], other = other_end(&p->links[link], s->order[at]);
        if (s->depth[other] != UINT32_MAX) continue;
        s->depth[other] = s->depth[s->order[at]] + 1;
        s->parent[other] = s->order[at];
        s->parent_link[other] = link;
        s->order[num++] = other;
      }
    }
  }
}

/* The least cost of the tree below a node for each of its candidates, from the leaves to the roots. */
static void sum_up(search *s) {
  for (uint32_t at = s->p->num_nodes; at-- > 0;) {
    uint32_t node = s->order[at], parent = s->parent[node];
    int64_t *below = s->below[node];
    for (uint32_t c = 0; c < kind_of(s, node)->num_candidates; c++)
      add_to(s, &below[c], cost_of(s, node, c, false));
    for (uint32_t up = 0; parent != TTA_MEMORY_PLAN_NONE && up < kind_of(s, parent)->num_candidates; up++) {
      int64_t least = INT64_MAX;
      for (uint32_t c = 0; c < kind_of(s, node)->num_candidates; c++) {
        int64_t cost = cost_between(s, s->parent_link[node], parent, up, c);
        add_to(s, &cost, below[c]);
        if (cost >= least) continue;
        least = cost;
        s->best[node][up] = (uint8_t)c;
      }
      add_to(s, &s->below[parent][up], least);
    }
  }
}

/* The least cost of each tree. It is the least of all for a program without other moves; with them it is kept if it
 * lowers the cost. */
static bool improve_forest(search *s) {
  struct tta_grid_plan *p = s->p;
  int64_t before = total_cost(s);
  memset(s->below, 0, p->num_nodes * sizeof *s->below);
  sum_up(s);
  for (uint32_t n = 0; n < p->num_nodes; n++) s->kept[n] = p->nodes[n].choice;
  for (uint32_t at = 0; at < p->num_nodes; at++) {
    uint32_t node = s->order[at], parent = s->parent[node], least = 0;
    for (uint32_t c = 1; parent == TTA_MEMORY_PLAN_NONE && c < kind_of(s, node)->num_candidates; c++)
      if (s->below[node][c] < s->below[node][least]) least = c;
    p->nodes[node].choice = parent == TTA_MEMORY_PLAN_NONE ? least : s->best[node][p->nodes[parent].choice];
  }
  if (total_cost(s) < before) return true;
  for (uint32_t n = 0; n < p->num_nodes; n++) p->nodes[n].choice = s->kept[n];
  return false;
}

/* Changes grids until no change gains; each change lowers the cost, or the padding at the same cost. */
static void improve(search *s) {
  bool changed = true;
  for (int round = 0; changed && round < MAX_ROUNDS && !s->status; round++) {
    changed = improve_forest(s);
    find_costs(s);
    for (uint32_t n = 0; n < s->p->num_nodes; n++) changed |= improve_node(s, n);
    for (uint32_t m = 0; m < s->p->num_moves; m++) changed |= improve_link(s, s->p->link_of[m]);
  }
}

/* Present grids over which the chosen ones do not gain. */
static void keep_present(search *s) {
  for (uint32_t n = 0; n < s->p->num_nodes; n++) {
    uint32_t *choice = &s->p->nodes[n].choice;
    int64_t present = cost_of(s, n, 0, true), chosen = cost_of(s, n, *choice, true);
    if (!gains(kind_of(s, n), *choice, chosen, 0, present)) *choice = 0;
  }
}

static int64_t descend(search *s) {
  improve(s);
  keep_present(s);
  return total_cost(s);
}

static uint32_t least_waste(const tta_grid_kind *k) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < k->num_candidates; i++) {
    const tta_grid_candidate *a = k->candidates[i], *b = k->candidates[best];
    if (a->choice.fits != b->choice.fits ? a->choice.fits : a->waste_bytes < b->waste_bytes) best = i;
  }
  return best;
}

/* The links of each node, and those in the other direction. */
static tta_status link_moves(struct tta_grid_plan *p) {
  uint32_t next = 0;
  p->ends = tta_arena_array(&p->arena, 2 * (size_t)p->num_links + 1, sizeof *p->ends);
  if (!p->ends) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < p->num_links; i++) {
    tta_grid_link *link = &p->links[i];
    const uint32_t *back = tta_grid_number(p, &p->link_numbers, link->to, link->from, TTA_MEMORY_PLAN_NONE);
    if (!back) return TTA_NO_MEMORY;
    link->back = *back;
    p->nodes[link->from].num_ends++;
    p->nodes[link->to].num_ends++;
  }
  for (uint32_t n = 0; n < p->num_nodes; n++) {
    p->nodes[n].first_end = next;
    next += p->nodes[n].num_ends;
    p->nodes[n].num_ends = 0;
  }
  for (uint32_t i = 0; i < p->num_links; i++) {
    tta_grid_node *ends[2] = {&p->nodes[p->links[i].from], &p->nodes[p->links[i].to]};
    for (int k = 0; k < 2; k++) p->ends[ends[k]->first_end + ends[k]->num_ends++] = i;
  }
  return TTA_OK;
}

/* What the tensors and moves cost on the chosen candidates. */
static void record(search *s, bool best) {
  struct tta_grid_plan *p = s->p;
  for (uint32_t i = 0; i < p->num_nodes; i++) {
    const tta_grid_candidate *c = kind_of(s, i)->candidates[p->nodes[i].choice];
    tta_planned_tensor *t = &p->tensors[i];
    tta_grid_choice *choice = best ? &t->best : &t->present;
    *choice = c->choice;
    choice->moved_bytes = 0;
    *(best ? &t->best_waste_bytes : &t->present_waste_bytes) = c->waste_bytes;
  }
  for (uint32_t m = 0; m < p->num_moves; m++) {
    tta_planned_move *move = &p->moves[m];
    int64_t bytes =
        moved_by(s, &p->links[p->link_of[m]], p->nodes[move->from].choice, p->nodes[move->to].choice);
    *(best ? &move->best_bytes : &move->present_bytes) = bytes;
    add_to(s, best ? &p->tensors[move->to].best.moved_bytes : &p->tensors[move->to].present.moved_bytes, bytes);
  }
}

static bool allocate(search *s) {
  tta_arena *arena = &s->p->arena;
  size_t count = (size_t)s->p->num_nodes + 1;
  s->parent = tta_arena_array(arena, count, sizeof *s->parent);
  s->parent_link = tta_arena_array(arena, count, sizeof *s->parent_link);
  s->depth = tta_arena_array(arena, count, sizeof *s->depth);
  s->order = tta_arena_array(arena, count, sizeof *s->order);
  s->kept = tta_arena_array(arena, count, sizeof *s->kept);
  s->cost = tta_arena_array(arena, count, sizeof *s->cost);
  s->below = tta_arena_array(arena, count, sizeof *s->below);
  s->best = tta_arena_array(arena, count, sizeof *s->best);
  return s->parent && s->parent_link && s->depth && s->order && s->kept && s->cost && s->below && s->best;
}

tta_status tta_grid_plan_search(struct tta_grid_plan *p) {
  search s = {.p = p};
  uint32_t *first = tta_arena_array(&p->arena, (size_t)p->num_nodes + 1, sizeof *first);
  if (link_moves(p) || !first || !allocate(&s)) return TTA_NO_MEMORY;
  span(&s);
  for (uint32_t i = 0; i < p->num_nodes; i++) p->nodes[i].choice = 0;
  p->present = totals(&s);
  record(&s, false);
  int64_t least = descend(&s);
  for (uint32_t i = 0; i < p->num_nodes; i++) {
    first[i] = p->nodes[i].choice;
    p->nodes[i].choice = least_waste(kind_of(&s, i));
  }
  bool better = descend(&s) < least;
  for (uint32_t i = 0; i < p->num_nodes && !better; i++) p->nodes[i].choice = first[i];
  p->best = totals(&s);
  record(&s, true);
  return s.status;
}
