/* solve.c: layouts of a graph that move the least bytes: a dynamic program over the operations, or a beam search. */
#include "base/checked.h"
#include "base/sort.h"
#include "graphs/solve.h"

enum { DEFAULT_STATES_OF_ALL = 120000, MIN_STATES = 256, MAX_STATES = 8192, FIRST_STATES = 64 };

/** A value in use: its layout and the copies that exist. Bytes of slots are keys, so there is no padding. */
typedef struct slot {
  uint64_t made;
  uint64_t layout;
} slot;

typedef struct entry {
  int64_t cost, bound;     /* so far; with the rest at least */
  uint32_t parent, choice; /* state of the step before; choice of this operation */
} entry;

/** The states after one operation. */
typedef struct step {
  uint32_t num_live, *live; /* nodes, one slot each */
  uint32_t num_entries, cap_entries;
  entry *entries;
  slot *slots;              /* num_live for each entry */
} step;

typedef struct search {
  tta_solve *s;
  tta_arena steps_arena;
  uint32_t *sequence, *left; /* nodes in order of the search; by node: users that are not placed yet */
  step *steps;               /* num_nodes + 1 */
  struct ahead **ahead;      /* by node and class, with s->bound */
  uint32_t max_states;
  int64_t upper, dropped;    /* a known solution; the least bound of the dropped states */
  int64_t rest_constant;     /* of operations on inputs that are not placed yet */
  uint64_t states;
} search;

/* ---- the order ---- */

/* The operations that can be next, as a tree: each node has the lesser key of its two children. */
typedef struct ready {
  search *x;
  const bool *placed;
  uint32_t *position; /* by node: in the order of the graph */
  uint64_t *keys;     /* the root is 1, the leaf of a position is num_leaves + position */
  uint32_t num_leaves;
} ready;

/* How many values more are in use after an operation, then its position; UINT64_MAX: it cannot be next. */
static uint64_t key_of(const ready *r, uint32_t v) {
  const tta_solve *s = r->x->s;
  const tta_tiled_node *n = &s->graph->nodes[v];
  int64_t growth = s->num_users[v] > 0;
  if (r->placed[v] || (n->kind == TTA_TILED_INPUT && s->num_users[v])) return UINT64_MAX;
  for (uint32_t o = 0; o < n->num_operands; o++) {
    uint32_t u = n->operands[o];
    if (!r->placed[u] && s->graph->nodes[u].kind != TTA_TILED_INPUT) return UINT64_MAX;
    if (!tta_solve_is_repeated(n, o)) growth += (r->x->left[u] > 1) - r->placed[u];
  }
  return (uint64_t)(growth + INT32_MAX) << 32 | r->position[v];
}

static void update(ready *r, uint32_t v) {
  uint32_t at = r->num_leaves + r->position[v];
  for (r->keys[at] = key_of(r, v); at > 1; at /= 2)
    r->keys[at / 2] = r->keys[at] < r->keys[at ^ 1] ? r->keys[at] : r->keys[at ^ 1];
}

static void update_users(ready *r, uint32_t u) {
  const tta_solve *s = r->x->s;
  for (uint32_t i = s->first_use[u]; i < s->first_use[u + 1]; i++) update(r, s->uses[i].node);
}

static bool make_ready(ready *r) {
  const tta_tiled_graph *g = r->x->s->graph;
  tta_arena *own = &r->x->s->own;
  for (r->num_leaves = 1; r->num_leaves < g->num_nodes;) r->num_leaves *= 2;
  r->position = tta_arena_array(own, (size_t)g->num_nodes + 1, sizeof *r->position);
  r->keys = tta_arena_array(own, 2 * (size_t)r->num_leaves, sizeof *r->keys);
  if (!r->position || !r->keys) return false;
  memset(r->keys, 0xff, 2 * (size_t)r->num_leaves * sizeof *r->keys);
  for (uint32_t i = 0; i < g->num_nodes; i++) r->position[g->order[i]] = i;
  for (uint32_t v = 0; v < g->num_nodes; v++) update(r, v);
  return true;
}

/* Of the ready operations, the one after which the fewest values are in use; inputs just before their first use. */
static tta_status make_sequence(search *x) {
  tta_solve *s = x->s;
  const tta_tiled_graph *g = s->graph;
  uint32_t count = g->num_nodes, done = 0;
  bool *placed = tta_arena_array(&s->own, (size_t)count + 1, sizeof *placed);
  ready r = {.x = x, .placed = placed};
  if (!placed) return TTA_NO_MEMORY;
  memset(placed, 0, ((size_t)count + 1) * sizeof *placed);
  for (uint32_t i = 0; i < count; i++) x->left[i] = s->num_users[i];
  if (!make_ready(&r)) return TTA_NO_MEMORY;
  while (done < count) {
    uint32_t best = g->order[(uint32_t)r.keys[1]];
    const tta_tiled_node *n = &g->nodes[best];
    for (uint32_t o = 0; o < n->num_operands; o++) {
      uint32_t u = n->operands[o];
      bool last_but_one = !tta_solve_is_repeated(n, o) && --x->left[u] == 1;
      bool first = !placed[u];
      if (first) x->sequence[done++] = u;
      placed[u] = true;
      if (first || last_but_one) update_users(&r, u);
    }
    placed[best] = true;
    x->sequence[done++] = best;
    update(&r, best);
    update_users(&r, best);
  }
  return TTA_OK;
}

/* ---- one step ---- */

static uint32_t slot_of(const step *from, uint32_t node) {
  uint32_t i = 0;
  while (from->live[i] != node) i++;
  return i;
}

/* The values in use after v: those before it with users left, and v itself. */
static tta_status make_live(search *x, const step *from, uint32_t v, step *to) {
  to->live = tta_arena_array(&x->steps_arena, (size_t)from->num_live + 1, sizeof *to->live);
  if (!to->live) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < from->num_live; i++)
    if (x->left[from->live[i]]) to->live[to->num_live++] = from->live[i];
  if (x->left[v]) to->live[to->num_live++] = v;
  return TTA_OK;
}

/* What the users of a value that are not placed yet cost at least, by its class. */
typedef struct ahead {
  int64_t sum;           /* without: */
  uint32_t num_infinite; /* users that cannot read this class */
} ahead;

/* The bound of what the users of the live values cost. */
static int64_t rest_of(const search *x, const step *to, const slot *slots) {
  const tta_solve *s = x->s;
  if (!s->bound) return 0;
  int64_t sum = x->rest_constant;
  for (uint32_t i = 0; i < to->num_live; i++) {
    uint32_t u = to->live[i];
    const tta_solve_layout *l = &s->layouts[slots[i].layout];
    const ahead *own = &x->ahead[u][l->class_];
    if (own->num_infinite || own->sum >= TTA_SOLVE_INFINITE) return TTA_SOLVE_INFINITE;
    sum += own->sum;
    uint64_t copies = slots[i].made & ~(l->has_pin ? UINT64_C(1) << (s->bound->num_classes[u] - 1) : 0);
    if (copies) sum -= s->bound->bytes[u] / s->num_users[u] * x->left[u];
  }
  return sum < 0 ? 0 : sum;
}

/* Adds the messages of an operation to what is ahead of its operands, or takes them away. */
static void count_ahead(search *x, uint32_t v, bool add) {
  const tta_solve *s = x->s;
  for (uint32_t o = 0; o < s->graph->nodes[v].num_operands; o++) {
    uint32_t u = s->graph->nodes[v].operands[o];
    const int64_t *message = s->bound->message[s->bound->first_edge[v] + o];
    for (uint32_t c = 0; message && c < s->bound->num_classes[u]; c++) {
      ahead *to = &x->ahead[u][c];
      uint64_t sum = (uint64_t)to->sum, bytes = (uint64_t)message[c];
      if (message[c] >= TTA_SOLVE_INFINITE) to->num_infinite += add ? 1 : UINT32_MAX;
      else to->sum = (int64_t)(add ? sum + bytes : sum - bytes);
    }
  }
}

/* Before the first operation. */
static tta_status start_ahead(search *x) {
  const tta_solve *s = x->s;
  if (!s->bound) return TTA_OK;
  x->ahead = tta_arena_array(&x->steps_arena, (size_t)s->graph->num_nodes + 1, sizeof *x->ahead);
  for (uint32_t v = 0; x->ahead && v < s->graph->num_nodes; v++) {
    size_t count = s->bound->num_classes[v];
    x->ahead[v] = tta_arena_array(&x->steps_arena, count, sizeof **x->ahead);
    if (!x->ahead[v]) return TTA_NO_MEMORY;
    memset(x->ahead[v], 0, count * sizeof **x->ahead);
  }
  for (uint32_t v = 0; x->ahead && v < s->graph->num_nodes; v++) count_ahead(x, v, true);
  return x->ahead ? TTA_OK : TTA_NO_MEMORY;
}

typedef struct expansion {
  search *x;
  const step *from;
  step *to;
  uint32_t node, *operand_slots, *layouts;
  slot *slots, *next;
  tta_strmap seen;
} expansion;

/* Keeps the cheaper one of equal states. */
static tta_status add_state(expansion *e, entry one) {
  search *x = e->x;
  step *to = e->to;
  size_t width = to->num_live * sizeof *e->next;
  int64_t rest = rest_of(x, to, e->next);
  if (rest >= TTA_SOLVE_INFINITE || !tta_add(one.cost, rest, &one.bound) || one.bound >= x->upper) return TTA_OK;
  const uint32_t *known = tta_strmap_find(&e->seen, (tta_str){(const char *)e->next, width});
  if (known) {
    if (one.cost < to->entries[*known].cost) to->entries[*known] = one;
    return TTA_OK;
  }
  tta_str key = tta_arena_str(&x->steps_arena, (tta_str){(const char *)e->next, width});
  if (!key.data || !TTA_GROW_IN(&x->steps_arena, to, entries, 1)) return TTA_NO_MEMORY;
  to->entries[to->num_entries] = one;
  x->states++;
  return tta_strmap_set(&e->seen, key, to->num_entries++);
}

/* The state after one choice. */
static tta_status apply_choice(expansion *e, uint32_t parent, uint32_t number) {
  search *x = e->x;
  tta_solve *s = x->s;
  const tta_tiled_node *n = &s->graph->nodes[e->node];
  const tta_solve_choice *choice = &s->choices[number];
  const tta_solve_layout *result = &s->layouts[choice->result];
  entry one = {.cost = e->from->entries[parent].cost, .parent = parent, .choice = number};
  uint32_t width = e->from->num_live, at = 0;
  if (width) memcpy(e->slots, e->from->slots + (size_t)parent * width, width * sizeof *e->slots);
  bool fits = tta_add(one.cost, choice->extra_bytes, &one.cost) && tta_add(one.cost, result->pin_bytes, &one.cost);
  for (uint32_t o = 0; o < n->num_operands && fits; o++) {
    slot *from = &e->slots[e->operand_slots[o]];
    const tta_solve_option *option = &s->layouts[from->layout].options[s->parts[choice->first_part + o]];
    if (option->bit == TTA_SOLVE_NO_BIT || (from->made >> option->bit & 1)) continue;
    from->made |= UINT64_C(1) << option->bit;
    fits = tta_add(one.cost, option->bytes, &one.cost);
  }
  if (!fits) return TTA_OVERFLOW;
  for (uint32_t i = 0; i < width; i++)
    if (x->left[e->from->live[i]]) e->next[at++] = e->slots[i];
  if (x->left[e->node]) {
    uint32_t pin = 2 * result->options[0].layout.host_size.rank;
    e->next[at++] = (slot){result->has_pin ? UINT64_C(1) << pin : 0, choice->result};
  }
  return add_state(e, one);
}

static tta_status expand(expansion *e, uint32_t parent) {
  search *x = e->x;
  tta_solve_tuple tuple;
  const tta_tiled_node *n = &x->s->graph->nodes[e->node];
  const slot *slots = e->from->slots + (size_t)parent * e->from->num_live;
  for (uint32_t o = 0; o < n->num_operands; o++) e->layouts[o] = (uint32_t)slots[e->operand_slots[o]].layout;
  tta_arena_mark mark = tta_arena_position(&x->s->scratch);
  tta_status status = tta_solve_choices_of(x->s, e->node, e->layouts, &tuple);
  tta_arena_rewind(&x->s->scratch, mark);
  for (uint32_t i = 0; i < tuple.num_choices && !status; i++)
    status = apply_choice(e, parent, tuple.first_choice + i);
  return status;
}

/* ---- the beam ---- */

static int by_bound(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return x[0] != y[0] ? tta_order((int64_t)x[0], (int64_t)y[0]) : tta_order((int64_t)x[1], (int64_t)y[1]);
}

/* Keeps the max_states best states, in their order, and writes their slots. */
static tta_status keep_best(search *x, expansion *e) {
  step *to = e->to;
  uint32_t count = to->num_entries, width = to->num_live;
  uint64_t *ranked = tta_arena_array(&x->s->scratch, 2 * (size_t)count + 1, 2 * sizeof *ranked);
  if (!ranked) return TTA_NO_MEMORY;
  uint64_t limit = UINT64_MAX, limit_index = 0;
  if (count > x->max_states) {
    for (uint32_t i = 0; i < count; i++) {
      ranked[2 * i] = (uint64_t)to->entries[i].bound;
      ranked[2 * i + 1] = i;
    }
    tta_sort(ranked, ranked + 2 * (size_t)count, count, 2 * sizeof *ranked, by_bound);
    limit = ranked[2 * (size_t)x->max_states];
    limit_index = ranked[2 * (size_t)x->max_states + 1];
    if ((int64_t)limit < x->dropped) x->dropped = (int64_t)limit;
  }
  uint32_t kept = count < x->max_states ? count : x->max_states, at = 0;
  to->slots = tta_arena_array(&x->steps_arena, (size_t)kept * width + 1, sizeof *to->slots);
  uint32_t *moved = tta_arena_array(&x->s->scratch, (size_t)count + 1, sizeof *moved);
  if (!to->slots || !moved) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t bound = (uint64_t)to->entries[i].bound;
    bool keep = bound < limit || (bound == limit && i < limit_index);
    moved[i] = keep ? at : UINT32_MAX;
    if (keep) to->entries[at++] = to->entries[i];
  }
  to->num_entries = at;
  for (uint32_t i = 0; i < e->seen.capacity; i++) {
    const struct tta_strmap_slot *key = &e->seen.slots[i];
    if (!key->data || moved[key->value] == UINT32_MAX || !width) continue;
    memcpy(to->slots + (size_t)moved[key->value] * width, key->data, width * sizeof *to->slots);
  }
  return TTA_OK;
}

static tta_status advance(search *x, const step *from, uint32_t v, step *to) {
  const tta_tiled_node *n = &x->s->graph->nodes[v];
  expansion e = {.x = x, .from = from, .to = to, .node = v};
  tta_arena *scratch = &x->s->scratch;
  for (uint32_t o = 0; o < n->num_operands; o++)
    if (!tta_solve_is_repeated(n, o)) x->left[n->operands[o]]--;
  tta_status status = make_live(x, from, v, to);
  if (x->s->bound) count_ahead(x, v, false);
  e.operand_slots = tta_arena_array(scratch, (size_t)n->num_operands + 1, sizeof *e.operand_slots);
  e.layouts = tta_arena_array(scratch, (size_t)n->num_operands + 1, sizeof *e.layouts);
  e.slots = tta_arena_array(scratch, (size_t)from->num_live + 2, sizeof *e.slots);
  e.next = tta_arena_array(scratch, (size_t)from->num_live + 2, sizeof *e.next);
  if (!e.operand_slots || !e.layouts || !e.slots || !e.next) status = TTA_NO_MEMORY;
  for (uint32_t o = 0; o < n->num_operands && !status; o++) e.operand_slots[o] = slot_of(from, n->operands[o]);
  tta_strmap_init(&e.seen, x->s->own.allocator);
  for (uint32_t i = 0; i < from->num_entries && !status; i++) status = expand(&e, i);
  if (!status) status = keep_best(x, &e);
  tta_strmap_free(&e.seen);
  return status;
}

/* One pass over the operations. @param end set to the number of steps with states */
static tta_status run_pass(search *x, uint32_t *end) {
  const tta_tiled_graph *g = x->s->graph;
  tta_arena_free(&x->steps_arena);
  tta_arena_init(&x->steps_arena, x->s->own.allocator);
  x->steps = tta_arena_array(&x->steps_arena, (size_t)g->num_nodes + 1, sizeof *x->steps);
  if (!x->steps || start_ahead(x)) return TTA_NO_MEMORY;
  memset(x->steps, 0, ((size_t)g->num_nodes + 1) * sizeof *x->steps);
  entry none = {.cost = 0};
  slot unused = {.made = 0}; /* no value is in use, but the array exists */
  x->steps[0] = (step){.num_entries = 1, .entries = &none, .slots = &unused};
  x->dropped = INT64_MAX;
  x->rest_constant = 0;
  for (uint32_t i = 0; i < g->num_nodes; i++) {
    x->left[i] = x->s->num_users[i];
    if (x->s->bound && !tta_add(x->rest_constant, x->s->bound->constant[i], &x->rest_constant)) return TTA_OVERFLOW;
  }
  tta_status status = TTA_OK;
  for (*end = 0; *end < g->num_nodes && !status; ++*end) {
    uint32_t v = x->sequence[*end];
    if (x->s->bound) x->rest_constant -= x->s->bound->constant[v];
    tta_arena_mark mark = tta_arena_position(&x->s->scratch);
    status = advance(x, &x->steps[*end], v, &x->steps[*end + 1]);
    tta_arena_rewind(&x->s->scratch, mark);
    if (!status && !x->steps[*end + 1].num_entries) break;
  }
  x->steps[0].entries = NULL;
  x->steps[0].slots = NULL;
  return status;
}

/* ---- the solution ---- */

typedef struct result {
  search *x;
  tta_tiled_solution *out;
  uint32_t *layout_of;    /* by node */
  uint32_t *choice_of;    /* by node */
  tta_graph_copy *copies;
  tta_tiled_warning *warnings;
  uint32_t num_copies, cap_copies, num_warnings, cap_warnings;
} result;

static const tta_solve_option *read_option(const result *r, uint32_t v, uint32_t o) {
  const tta_solve *s = r->x->s;
  const tta_solve_layout *l = &s->layouts[r->layout_of[s->graph->nodes[v].operands[o]]];
  return &l->options[s->parts[s->choices[r->choice_of[v]].first_part + o]];
}

/* The users of one option of a value; none: it is not made. */
static tta_status add_copy(result *r, uint32_t v, const tta_solve_option *option, bool pinned) {
  tta_solve *s = r->x->s;
  uint32_t *users = NULL, count = 0;
  for (int pass = 0; pass < 2; pass++) {
    if (pass && !(users = tta_arena_array(s->arena, (size_t)count + 1, sizeof *users))) return TTA_NO_MEMORY;
    uint32_t last = UINT32_MAX;
    count = 0;
    for (uint32_t i = s->first_use[v]; i < s->first_use[v + 1]; i++) {
      uint32_t user = s->uses[i].node;
      if (user == last || read_option(r, user, s->uses[i].operand) != option) continue;
      if (pass) users[count] = user;
      count++;
      last = user;
    }
  }
  if (!count && !pinned) return TTA_OK;
  tta_graph_copy copy = {.value = v,
                         .from = s->layouts[r->layout_of[v]].options[0].layout,
                         .to = option->layout,
                         .bytes = option->bytes,
                         .pinned = pinned,
                         .num_users = count,
                         .users = users};
  return TTA_PUSH_IN(s->arena, r, copies, copy) ? TTA_OK : TTA_NO_MEMORY;
}

static tta_status add_warning(result *r, uint32_t v) {
  tta_solve *s = r->x->s;
  const tta_tiled_node *n = &s->graph->nodes[v];
  tta_tiled_outcome outcome;
  tta_tiled *inputs = tta_arena_array(&s->scratch, (size_t)n->num_operands + 1, sizeof *inputs);
  if (!inputs) return TTA_NO_MEMORY;
  for (uint32_t o = 0; o < n->num_operands; o++) inputs[o] = read_option(r, v, o)->layout;
  tta_status status = tta_tiled_apply(n, inputs, s->graph->convention, &s->scratch, &outcome);
  if (status || !outcome.warning.size) return status;
  tta_str text = tta_arena_str(s->arena, outcome.warning);
  if (!text.data || !TTA_PUSH_IN(s->arena, r, warnings, (tta_tiled_warning){v, text})) return TTA_NO_MEMORY;
  return TTA_OK;
}

/* Follows the states back, and sets node->result. */
static tta_status take(search *x, result *r) {
  const tta_tiled_graph *g = x->s->graph;
  uint32_t at = 0;
  *r = (result){.x = x, .out = r->out};
  r->layout_of = tta_arena_array(&x->s->own, (size_t)g->num_nodes + 1, sizeof *r->layout_of);
  r->choice_of = tta_arena_array(&x->s->own, (size_t)g->num_nodes + 1, sizeof *r->choice_of);
  if (!r->layout_of || !r->choice_of) return TTA_NO_MEMORY;
  x->upper = x->steps[g->num_nodes].entries[0].cost;
  for (uint32_t i = g->num_nodes; i-- > 0;) {
    const entry *e = &x->steps[i + 1].entries[at];
    uint32_t v = x->sequence[i];
    r->choice_of[v] = e->choice;
    r->layout_of[v] = x->s->choices[e->choice].result;
    at = e->parent;
    const tta_solve_layout *l = &x->s->layouts[r->layout_of[v]];
    g->nodes[v].result = l->options[l->has_pin ? 1 : 0].layout;
  }
  return TTA_OK;
}

static tta_status write_copies(result *r) {
  tta_solve *s = r->x->s;
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < s->graph->num_nodes && !status; i++) {
    uint32_t v = s->graph->order[i];
    const tta_solve_layout *l = &s->layouts[r->layout_of[v]];
    for (uint32_t o = 1; o < l->num_options && !status; o++)
      status = add_copy(r, v, &l->options[o], l->has_pin && o == 1);
    if (!status) status = add_warning(r, v);
  }
  r->out->copies = r->copies;
  r->out->num_copies = r->num_copies;
  r->out->warnings = r->warnings;
  r->out->num_warnings = r->num_warnings;
  return status;
}

/* ---- passes ---- */

/* A narrow pass finds a solution; wider ones with the lower bound look for a cheaper one, or prove that there is
 * none. */
static tta_status search_all(search *x, result *r, uint32_t max_states) {
  tta_tiled_solution *out = r->out;
  uint32_t end, width = FIRST_STATES < max_states ? FIRST_STATES : max_states;
  int64_t lower = 0;
  for (;;) {
    x->max_states = width;
    tta_status status = run_pass(x, &end);
    if (status) return status;
    bool better = end == x->s->graph->num_nodes;
    if (better && (status = take(x, r))) return status;
    out->found |= better;
    /* Everything that was dropped costs at least x->dropped, everything else at least what was found. */
    int64_t bound = x->dropped < x->upper ? x->dropped : x->upper;
    if (!x->s->restricted && out->found && bound > lower) lower = bound;
    if (!out->found) out->stuck = x->sequence[end];
    if ((out->found && lower >= x->upper) || (!out->found && x->dropped == INT64_MAX) || width >= max_states) break;
    if (out->found && !x->s->bound && (status = tta_solve_make_bound(x->s, x->sequence))) return status;
    width = width > max_states / 16 ? max_states : width * 8;
  }
  if (!out->found) out->reason = x->s->reasons[out->stuck];
  if (!out->found) return TTA_OK;
  out->totals = (tta_graph_totals){.total_bytes = x->upper,
                                   .lower_bound_bytes = lower < x->upper ? lower : x->upper,
                                   .exact = lower >= x->upper,
                                   .states = x->states};
  return write_copies(r);
}

/* Lists the uses of each node. */
static tta_status list_uses(tta_solve *s) {
  const tta_tiled_graph *g = s->graph;
  size_t num_uses = 1;
  for (uint32_t v = 0; v < g->num_nodes; v++) num_uses += g->nodes[v].num_operands;
  s->first_use = tta_arena_array(&s->own, (size_t)g->num_nodes + 2, sizeof *s->first_use);
  s->uses = tta_arena_array(&s->own, num_uses, sizeof *s->uses);
  if (!s->first_use || !s->uses) return TTA_NO_MEMORY;
  uint32_t *next = s->first_use + 1; /* by node: where its next use goes; in the end, the first use of the node after */
  memset(s->first_use, 0, ((size_t)g->num_nodes + 2) * sizeof *s->first_use);
  for (uint32_t v = 0; v < g->num_nodes; v++)
    for (uint32_t o = 0; o < g->nodes[v].num_operands; o++) next[g->nodes[v].operands[o] + 1]++;
  for (uint32_t v = 0; v < g->num_nodes; v++) next[v + 1] += next[v];
  for (uint32_t v = 0; v < g->num_nodes; v++)
    for (uint32_t o = 0; o < g->nodes[v].num_operands; o++)
      s->uses[next[g->nodes[v].operands[o]]++] = (tta_solve_use){v, o};
  return TTA_OK;
}

static tta_status prepare(search *x) {
  tta_solve *s = x->s;
  const tta_tiled_graph *g = s->graph;
  size_t count = (size_t)g->num_nodes + 1;
  s->num_users = tta_arena_array(&s->own, count, sizeof *s->num_users);
  s->reasons = tta_arena_array(&s->own, count, sizeof *s->reasons);
  x->sequence = tta_arena_array(&s->own, count, sizeof *x->sequence);
  x->left = tta_arena_array(&s->own, count, sizeof *x->left);
  if (!s->num_users || !s->reasons || !x->sequence || !x->left) return TTA_NO_MEMORY;
  memset(s->num_users, 0, count * sizeof *s->num_users);
  memset(s->reasons, 0, count * sizeof *s->reasons);
  for (uint32_t v = 0; v < g->num_nodes; v++)
    for (uint32_t o = 0; o < g->nodes[v].num_operands; o++)
      if (!tta_solve_is_repeated(&g->nodes[v], o)) s->num_users[g->nodes[v].operands[o]]++;
  tta_status status = list_uses(s);
  return status ? status : make_sequence(x);
}

/* So that the time is about the same for all sizes of graphs. */
static uint32_t default_states(uint32_t num_nodes) {
  uint32_t states = DEFAULT_STATES_OF_ALL / (num_nodes ? num_nodes : 1);
  return states < MIN_STATES ? MIN_STATES : states > MAX_STATES ? MAX_STATES : states;
}

tta_status tta_tiled_graph_solve(tta_tiled_graph *graph, uint32_t max_states, tta_arena *arena,
                                 tta_tiled_solution *solution) {
  tta_solve s = {.graph = graph, .arena = arena};
  search x = {.s = &s, .upper = INT64_MAX};
  result r = {.out = solution};
  if (!max_states) max_states = default_states(graph->num_nodes);
  *solution = (tta_tiled_solution){.found = false};
  for (uint32_t i = 0; i < graph->num_nodes; i++) {
    if (graph->nodes[i].kind != TTA_TILED_INPUT && !graph->nodes[i].pinned) continue;
    solution->stuck = i;
    if (graph->nodes[i].layout.host_size.rank > TTA_SOLVE_MAX_RANK) return TTA_LIMIT;
  }
  tta_arena_init(&s.own, arena->allocator);
  tta_arena_init(&s.scratch, arena->allocator);
  tta_arena_init(&x.steps_arena, arena->allocator);
  tta_strmap_init(&s.layout_ids, arena->allocator);
  tta_strmap_init(&s.tuple_ids, arena->allocator);
  tta_strmap_init(&s.blocked, arena->allocator);
  tta_status status = prepare(&x);
  if (!graph->num_nodes) *solution = (tta_tiled_solution){.found = true, .totals.exact = true};
  else if (!status) status = search_all(&x, &r, max_states);
  tta_strmap_free(&s.layout_ids);
  tta_strmap_free(&s.tuple_ids);
  tta_strmap_free(&s.blocked);
  tta_arena_free(&x.steps_arena);
  tta_arena_free(&s.scratch);
  tta_arena_free(&s.own);
  return status;
}
