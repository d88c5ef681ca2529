/* solve_bound.c: a lower bound of what the rest of a graph costs, for each class of layout of the values in use.
 *
 * The layouts of a value are merged into classes by stick dim and format. A copy of a value with c users costs each of
 * them a share, bytes / c; a copy that moves no element of some layout of its class costs nothing. From the last
 * operation to the first, the least cost of an operation and of all after it is divided between its operands, as
 * functions of their classes. The sum over the operands in use never exceeds the cost of the rest. */
#include "graphs/solve.h"

typedef struct bounder {
  tta_solve *s;
  tta_solve_bound *b;
  tta_tiled **like;   /* by node and class: a layout of it; .rank etc. as in node->result */
  bool **has;         /* whether it exists */
  int64_t **ahead;    /* by node and class: the least cost of all users */
} bounder;

static const tta_tiled_node *node_of(const bounder *x, uint32_t v) { return &x->s->graph->nodes[v]; }

static int64_t plus(int64_t a, int64_t b) {
  return a >= TTA_SOLVE_INFINITE - b || b >= TTA_SOLVE_INFINITE - a ? TTA_SOLVE_INFINITE : a + b;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/* ---- classes ---- */

/* The stick dim of a class that has several elements in a stick, or -1. */
static int64_t lanes_of(const bounder *x, uint32_t v, uint32_t class_) {
  tta_shape size = node_of(x, v)->result.host_size;
  return class_ < size.rank && size.extent[class_] > 1 ? (int64_t)class_ : -1;
}

/* What a copy between two classes costs at least. */
static int64_t copy_bytes(const bounder *x, uint32_t v, uint32_t from, uint32_t to) {
  return lanes_of(x, v, from) == lanes_of(x, v, to) ? 0 : x->b->bytes[v];
}

/* What operation w pays at least to read v, which is in class `from`, in class `to`. */
static int64_t share(const bounder *x, uint32_t v, uint32_t from, uint32_t to) {
  const tta_tiled_node *n = node_of(x, v);
  int32_t pinned;
  if (from == to) return 0;
  if (n->pinned && n->kind != TTA_TILED_INPUT &&
      (tta_solve_class(&n->layout, &x->s->scratch, &pinned) || pinned == (int32_t)to)) return 0;
  return copy_bytes(x, v, from, to) / (x->s->num_users[v] ? x->s->num_users[v] : 1);
}

/* One layout of each class. */
static tta_status make_classes(bounder *x, uint32_t v) {
  const tta_tiled *of = &node_of(x, v)->result;
  uint32_t rank = of->host_size.rank, count = 2 * rank + 1;
  tta_tiled_sizes sizes;
  int64_t bits;
  x->b->num_classes[v] = count;
  x->like[v] = tta_arena_array(&x->s->own, count, sizeof **x->like);
  x->has[v] = tta_arena_array(&x->s->own, count, sizeof **x->has);
  x->ahead[v] = tta_arena_array(&x->s->own, count, sizeof **x->ahead);
  if (!x->like[v] || !x->has[v] || !x->ahead[v]) return TTA_NO_MEMORY;
  for (uint32_t c = 0; c < count; c++) {
    x->has[v][c] = false;
    x->ahead[v][c] = 0;
  }
  for (uint32_t c = 0; c < count; c++) {
    tta_tiled_outcome outcome;
    int32_t class_ = -1;
    tta_tiled_format format = c < rank && rank ? TTA_TILED_DENSE : TTA_TILED_SPARSE;
    int64_t dim = c < rank ? c : c < 2 * rank ? c - rank : (int64_t)rank - 1;
    outcome.obstacle = TTA_TILED_FEASIBLE;
    outcome.layout = *of;
    tta_status status =
        rank ? tta_tiled_restickify_as(of, dim, format, x->s->graph->convention, &x->s->own, &outcome) : TTA_OK;
    if (!status && !outcome.obstacle) status = tta_solve_class(&outcome.layout, &x->s->own, &class_);
    if (status) return status;
    if (class_ < 0) continue;
    x->has[v][class_] = true;
    x->like[v][class_] = outcome.layout;
  }
  tta_status status = tta_tiled_sizes_of(of, &x->s->own, &sizes);
  if (status) return status;
  bits = tta_tiled_stick_bytes(of->stick_bytes) * 8 / sizes.elems_per_stick;
  return tta_tiled_bytes(sizes.host_elements, (uint32_t)bits, &x->b->bytes[v]) ? TTA_OK : TTA_OVERFLOW;
}

/* ---- one operation ---- */

/* Combinations of classes of the operands. */
typedef struct table {
  uint32_t node, num_operands, product;
  uint32_t *size;  /* by operand */
  int64_t *cost;   /* of the operation and all after it; INFINITE: infeasible */
} table;

static void unpack(const table *t, uint32_t number, uint32_t *class_) {
  for (uint32_t o = 0; o < t->num_operands; o++) {
    class_[o] = number % t->size[o];
    number /= t->size[o];
  }
}

static int64_t cheapest(const bounder *x, uint32_t v) {
  int64_t best = TTA_SOLVE_INFINITE;
  for (uint32_t c = 0; c < x->b->num_classes[v]; c++)
    if (x->has[v][c]) best = least(best, x->ahead[v][c]);
  return best;
}

/* The cost after one operation with operands in these classes. */
static tta_status outcome_cost(bounder *x, const table *t, const uint32_t *class_, tta_tiled *inputs, int64_t *cost) {
  const tta_tiled_node *n = node_of(x, t->node);
  tta_tiled_outcome outcome;
  int32_t result, pinned;
  *cost = TTA_SOLVE_INFINITE;
  for (uint32_t o = 0; o < t->num_operands; o++) {
    if (!x->has[n->operands[o]][class_[o]]) return TTA_OK;
    inputs[o] = x->like[n->operands[o]][class_[o]];
  }
  if (n->kind == TTA_TILED_VIEW || n->kind == TTA_TILED_DOT) { /* they depend on more than classes */
    *cost = cheapest(x, t->node);
    return TTA_OK;
  }
  tta_status status = tta_tiled_apply(n, inputs, x->s->graph->convention, &x->s->scratch, &outcome);
  /* An obstacle of the order within sticks is not one of other layouts of the class. */
  if (!status && outcome.obstacle == TTA_TILED_ORDERS_DIFFER) *cost = 0;
  if (status || outcome.obstacle) return status;
  status = tta_solve_class(&outcome.layout, &x->s->scratch, &result);
  if (status || result < 0) {
    *cost = 0;
    return status;
  }
  *cost = x->ahead[t->node][result];
  if (n->kind == TTA_TILED_RESTICKIFY && class_[0] != (uint32_t)result)
    *cost = plus(*cost, copy_bytes(x, n->operands[0], class_[0], (uint32_t)result));
  if (!n->pinned) return TTA_OK;
  status = tta_solve_class(&n->layout, &x->s->scratch, &pinned);
  if (!status && pinned >= 0 && pinned != result)
    *cost = plus(*cost, copy_bytes(x, t->node, (uint32_t)result, (uint32_t)pinned));
  return status;
}

/* Operands that are inputs are chosen with the operation: each in the class that is cheapest for it. */
static int64_t input_share(const bounder *x, uint32_t u, uint32_t to) {
  const tta_tiled_node *n = node_of(x, u);
  int32_t own;
  if (!n->pinned) return to < n->result.host_size.rank ? 0 : 0 + (lanes_of(x, u, to) < 0 ? 0 : x->b->bytes[u]);
  if (tta_solve_class(&n->layout, &x->s->scratch, &own) || own < 0) return 0;
  return share(x, u, (uint32_t)own, to);
}

/* Divides the costs of a table between the operands that are not inputs, one after another: of what is left, the share
 * of each is its least cost over the number of those that follow. */
static tta_status divide(bounder *x, table *t, const uint32_t *split, uint32_t num_split) {
  const tta_tiled_node *n = node_of(x, t->node);
  uint32_t *class_ = tta_arena_array(&x->s->scratch, (size_t)t->num_operands + 1, sizeof *class_);
  if (!class_) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < num_split; i++) {
    uint32_t o = split[i], u = n->operands[o], count = x->b->num_classes[u];
    int64_t *by_read = tta_arena_array(&x->s->scratch, count, sizeof *by_read);
    int64_t *message = tta_arena_array(&x->s->own, count, sizeof *message);
    if (!by_read || !message) return TTA_NO_MEMORY;
    for (uint32_t c = 0; c < count; c++) by_read[c] = TTA_SOLVE_INFINITE;
    for (uint32_t p = 0; p < t->product; p++) {
      unpack(t, p, class_);
      by_read[class_[o]] = least(by_read[class_[o]], t->cost[p]);
    }
    for (uint32_t a = 0; a < count; a++) {
      int64_t best = TTA_SOLVE_INFINITE;
      for (uint32_t b = 0; b < count; b++) best = least(best, plus(by_read[b], share(x, u, a, b)));
      message[a] = best >= TTA_SOLVE_INFINITE ? best : best / (int64_t)(num_split - i);
      x->ahead[u][a] = plus(x->ahead[u][a], message[a]);
    }
    x->b->message[x->b->first_edge[t->node] + o] = message;
    for (uint32_t b = 0; b < count; b++) { /* what is left when u is read in class b */
      int64_t rest = TTA_SOLVE_INFINITE;
      for (uint32_t a = 0; a < count; a++)
        if (message[a] < TTA_SOLVE_INFINITE) rest = least(rest, share(x, u, a, b) - message[a]);
      for (uint32_t p = 0; p < t->product; p++) {
        unpack(t, p, class_);
        if (class_[o] != b || t->cost[p] >= TTA_SOLVE_INFINITE) continue;
        t->cost[p] = rest >= TTA_SOLVE_INFINITE ? rest : t->cost[p] + rest;
      }
    }
  }
  return TTA_OK;
}

/* The costs for all classes of the operands, with what inputs cost. An operand that is listed twice is read twice
 * independently, which costs no more. */
static tta_status fill_table(bounder *x, table *t) {
  const tta_tiled_node *n = node_of(x, t->node);
  uint32_t *class_ = tta_arena_array(&x->s->scratch, (size_t)t->num_operands + 1, sizeof *class_);
  tta_tiled *inputs = tta_arena_array(&x->s->scratch, (size_t)t->num_operands + 1, sizeof *inputs);
  t->cost = tta_arena_array(&x->s->scratch, t->product, sizeof *t->cost);
  if (!class_ || !inputs || !t->cost) return TTA_NO_MEMORY;
  for (uint32_t p = 0; p < t->product; p++) {
    unpack(t, p, class_);
    tta_arena_mark mark = tta_arena_position(&x->s->scratch);
    tta_status status = outcome_cost(x, t, class_, inputs, &t->cost[p]);
    tta_arena_rewind(&x->s->scratch, mark);
    if (status) return status;
    for (uint32_t o = 0; o < t->num_operands; o++)
      if (node_of(x, n->operands[o])->kind == TTA_TILED_INPUT && !tta_solve_is_repeated(n, o))
        t->cost[p] = plus(t->cost[p], input_share(x, n->operands[o], class_[o]));
  }
  return TTA_OK;
}

enum { MAX_PRODUCT = 4096 };

static tta_status pass_back(bounder *x, uint32_t v) {
  const tta_tiled_node *n = node_of(x, v);
  table t = {.node = v, .num_operands = n->num_operands, .product = 1};
  uint32_t num_split = 0;
  t.size = tta_arena_array(&x->s->scratch, (size_t)t.num_operands + 1, sizeof *t.size);
  uint32_t *split = tta_arena_array(&x->s->scratch, (size_t)t.num_operands + 1, sizeof *split);
  if (!t.size || !split) return TTA_NO_MEMORY;
  for (uint32_t o = 0; o < t.num_operands; o++) {
    t.size[o] = x->b->num_classes[n->operands[o]];
    if (t.product > MAX_PRODUCT / t.size[o]) return TTA_OK; /* without a bound */
    t.product *= t.size[o];
    if (node_of(x, n->operands[o])->kind != TTA_TILED_INPUT && !tta_solve_is_repeated(n, o)) split[num_split++] = o;
  }
  tta_status status = fill_table(x, &t);
  if (!status && num_split) return divide(x, &t, split, num_split);
  x->b->constant[v] = TTA_SOLVE_INFINITE;
  for (uint32_t p = 0; p < t.product && !status; p++) x->b->constant[v] = least(x->b->constant[v], t.cost[p]);
  return status;
}

/* ---- the graph ---- */

static tta_status prepare(bounder *x) {
  const tta_tiled_graph *g = x->s->graph;
  size_t count = (size_t)g->num_nodes + 1, edges = 1;
  tta_arena *own = &x->s->own;
  for (uint32_t i = 0; i < g->num_nodes; i++) edges += g->nodes[i].num_operands;
  x->b = tta_arena_alloc(own, sizeof *x->b);
  x->like = tta_arena_array(own, count, sizeof *x->like);
  x->has = tta_arena_array(own, count, sizeof *x->has);
  x->ahead = tta_arena_array(own, count, sizeof *x->ahead);
  if (!x->b || !x->like || !x->has || !x->ahead) return TTA_NO_MEMORY;
  x->b->num_classes = tta_arena_array(own, count, sizeof *x->b->num_classes);
  x->b->bytes = tta_arena_array(own, count, sizeof *x->b->bytes);
  x->b->message = tta_arena_array(own, edges, sizeof *x->b->message);
  x->b->first_edge = tta_arena_array(own, count, sizeof *x->b->first_edge);
  x->b->constant = tta_arena_array(own, count, sizeof *x->b->constant);
  if (!x->b->num_classes || !x->b->bytes || !x->b->message || !x->b->first_edge || !x->b->constant)
    return TTA_NO_MEMORY;
  memset(x->b->message, 0, edges * sizeof *x->b->message);
  memset(x->b->constant, 0, count * sizeof *x->b->constant);
  uint32_t edge = 0;
  for (uint32_t i = 0; i < g->num_nodes; i++) {
    x->b->first_edge[i] = edge;
    edge += g->nodes[i].num_operands;
  }
  return TTA_OK;
}

/* Whether every layout has a class: not several stick dims, not folded. Element arrangements only add costs. */
static tta_status has_classes(const tta_solve *s, bool *all) {
  *all = !s->restricted;
  for (uint32_t i = 0; i < s->num_layouts && *all; i++) *all = s->layouts[i].class_ >= 0;
  for (uint32_t v = 0; v < s->graph->num_nodes && *all; v++) {
    const tta_tiled_node *n = &s->graph->nodes[v];
    int32_t class_ = 0;
    if (n->kind == TTA_TILED_VIEW && s->graph->convention == TTA_TILED_2026) *all = false;
    tta_status status =
        n->pinned ? tta_solve_class(&n->layout, (tta_arena *)(uintptr_t)&s->scratch, &class_) : TTA_OK;
    if (status) return status;
    *all = *all && class_ >= 0;
  }
  return TTA_OK;
}

tta_status tta_solve_make_bound(tta_solve *s, const uint32_t *sequence) {
  bounder x = {.s = s};
  bool all;
  tta_status status = has_classes(s, &all);
  if (status || !all) return status;
  status = prepare(&x);
  for (uint32_t v = 0; v < s->graph->num_nodes && !status; v++) status = make_classes(&x, v);
  for (uint32_t i = s->graph->num_nodes; i-- > 0 && !status;)
    if (s->graph->nodes[sequence[i]].kind != TTA_TILED_INPUT) {
      tta_arena_mark mark = tta_arena_position(&s->scratch);
      status = pass_back(&x, sequence[i]);
      tta_arena_rewind(&s->scratch, mark);
    }
  if (!status) s->bound = x.b;
  return status == TTA_OVERFLOW || status == TTA_INVALID ? TTA_OK : status;
}
