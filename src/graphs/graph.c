/* graph.c: graphs of operations: their order, and the rule of each node. */
#include "graphs/operand.h"

typedef long long ll;

/* ---- order ---- */

/* The users of each node: user[start[i]] .. user[start[i + 1] - 1]. */
typedef struct uses {
  uint32_t *start, *user, *waiting;
} uses;

static tta_status list_uses(const tta_tiled_graph *g, tta_arena *arena, uses *u) {
  size_t total = 0, count = g->num_nodes;
  for (uint32_t i = 0; i < g->num_nodes; i++) total += g->nodes[i].num_operands;
  u->start = tta_arena_array(arena, count + 2, sizeof *u->start);
  u->waiting = tta_arena_array(arena, count + 1, sizeof *u->waiting);
  u->user = tta_arena_array(arena, total + 1, sizeof *u->user);
  if (!u->start || !u->waiting || !u->user) return TTA_NO_MEMORY;
  memset(u->start, 0, (count + 2) * sizeof *u->start);
  for (uint32_t i = 0; i < g->num_nodes; i++)
    for (uint32_t o = 0; o < g->nodes[i].num_operands; o++) u->start[g->nodes[i].operands[o] + 2]++;
  for (size_t i = 0; i < count; i++) u->start[i + 2] += u->start[i + 1];
  for (uint32_t i = 0; i < g->num_nodes; i++) {
    u->waiting[i] = g->nodes[i].num_operands;
    for (uint32_t o = 0; o < g->nodes[i].num_operands; o++) u->user[u->start[g->nodes[i].operands[o] + 1]++] = i;
  }
  return TTA_OK;
}

/* Ready nodes in the order of the text, one pass over the nodes per level, as a reader follows them. */
tta_status tta_tiled_graph_sort(tta_tiled_graph *g, tta_arena *arena, uint32_t *stuck) {
  uses u;
  uint32_t done = 0;
  tta_status status = list_uses(g, arena, &u);
  bool *placed = tta_arena_array(arena, (size_t)g->num_nodes + 1, sizeof *placed);
  if (status || !placed) return TTA_NO_MEMORY;
  memset(placed, 0, ((size_t)g->num_nodes + 1) * sizeof *placed);
  while (done < g->num_nodes) {
    uint32_t before = done;
    for (uint32_t i = 0; i < g->num_nodes; i++) {
      if (placed[i] || u.waiting[i]) continue;
      placed[i] = true;
      g->order[done++] = i;
      for (uint32_t at = u.start[i]; at < u.start[i + 1]; at++) u.waiting[u.user[at]]--;
    }
    if (done > before) continue;
    for (*stuck = 0; placed[*stuck];) ++*stuck;
    return TTA_INVALID;
  }
  return TTA_OK;
}

/* ---- one node ---- */

static tta_status permute(const tta_tiled_node *n, const tta_tiled *input, tta_arena *arena,
                          tta_tiled_outcome *outcome) {
  uint32_t rank = input->host_size.rank;
  if (!n->swap) return tta_tiled_permute(input, n->list, arena, outcome);
  tta_tiled_run op = tta_tiled_begin(arena, outcome, TTA_TILED_RFC);
  int64_t *order = tta_arena_array(arena, (size_t)rank + 1, sizeof *order);
  if (!order) return TTA_NO_MEMORY;
  int64_t a = n->list.rank == 2 ? n->list.extent[0] : 0, b = n->list.rank == 2 ? n->list.extent[1] : 1;
  if (n->list.rank != 2 && rank != 2)
    return tta_tiled_obstruct(&op, TTA_TILED_NO_SUCH_DIM, 0, 0, "missing dims of a transpose of a tensor of rank %u",
                              rank);
  for (uint32_t h = 0; h < rank; h++) order[h] = h;
  for (int side = 0; side < 2; side++) {
    int64_t *dim = side ? &b : &a, given = *dim;
    if (*dim < 0) *dim += rank;
    if (given < rank && *dim >= 0) continue;
    return tta_tiled_obstruct(&op, TTA_TILED_NO_SUCH_DIM, 0, 0, "dim %lld is out of range for a tensor of rank %u",
                              (ll)given, rank);
  }
  order[a] = b;
  order[b] = a;
  return tta_tiled_permute(input, (tta_shape){rank, order}, arena, outcome);
}

static tta_status multiply(const tta_tiled_node *n, const tta_tiled *inputs, tta_tiled_convention convention,
                           tta_arena *arena, tta_tiled_outcome *outcome) {
  tta_shape a = inputs[0].host_size, b = inputs[1].host_size;
  bool batch = tta_str_ends_with(n->operation, "bmm");
  if (!batch || (a.rank == 3 && b.rank == 3 && a.extent[0] == b.extent[0]))
    return tta_tiled_matmul(&inputs[0], &inputs[1], convention, arena, outcome);
  tta_tiled_run op = tta_tiled_begin(arena, outcome, convention);
  tta_str left = tta_tiled_list_text(arena, a), right = tta_tiled_list_text(arena, b);
  if (!left.data || !right.data) return TTA_NO_MEMORY;
  return tta_tiled_obstruct(&op, TTA_TILED_SHAPES_DIFFER, 0, 1,
      "bmm requires two tensors of rank 3 with equal first extents, found %s and %s", left.data, right.data);
}

/* torch-spyre of 2026 does not support products along the stick. */
static tta_status reduce(const tta_tiled_node *n, const tta_tiled *input, tta_tiled_convention convention,
                         tta_arena *arena, tta_tiled_outcome *outcome) {
  tta_status status = tta_tiled_reduce(input, n->list, n->keep_dims, convention, arena, outcome);
  if (status || outcome->obstacle || convention != TTA_TILED_2026 || input->format != TTA_TILED_DENSE ||
      outcome->layout.format == TTA_TILED_DENSE || tta_str_find(n->operation, "prod") == SIZE_MAX) return status;
  tta_tiled_run op = tta_tiled_begin(arena, outcome, convention);
  return tta_tiled_obstruct(&op, TTA_TILED_AXES_MIXED, 0, 0, "product along the stick dim is not supported");
}

tta_status tta_tiled_apply(const tta_tiled_node *n, const tta_tiled *inputs, tta_tiled_convention convention,
                           tta_arena *arena, tta_tiled_outcome *outcome) {
  if (n->num_operands < tta_tiled_least_operands(n->kind)) return TTA_INVALID;
  switch (n->kind) {
  case TTA_TILED_INPUT:
    (void)tta_tiled_begin(arena, outcome, convention);
    outcome->layout = n->layout;
    return tta_tiled_complete(&outcome->layout, arena);
  case TTA_TILED_POINTWISE:
    return tta_tiled_pointwise(inputs, n->num_operands, n->element.bits ? &n->element : NULL, convention, arena,
                               outcome);
  case TTA_TILED_MATMUL: return multiply(n, inputs, convention, arena, outcome);
  case TTA_TILED_REDUCE: return reduce(n, inputs, convention, arena, outcome);
  case TTA_TILED_RESTICKIFY:
    return tta_tiled_restickify_as(inputs, n->dim, n->has_format ? n->format : inputs->format, convention, arena,
                                   outcome);
  case TTA_TILED_VIEW: return tta_tiled_view(inputs, n->list, convention, arena, outcome);
  case TTA_TILED_PERMUTE: return permute(n, inputs, arena, outcome);
  case TTA_TILED_CAT: return tta_tiled_cat(inputs, n->num_operands, n->dim, convention, arena, outcome);
  case TTA_TILED_CAST: return tta_tiled_cast(inputs, &n->element, convention, arena, outcome);
  case TTA_TILED_SOFTMAX:
  case TTA_TILED_NORM:
    return tta_tiled_normalize(inputs, n->num_operands, n->list, n->kind == TTA_TILED_NORM, convention, arena,
                               outcome);
  case TTA_TILED_DOT: return tta_tiled_dot(&inputs[0], &inputs[1], convention, arena, outcome);
  }
  return TTA_INVALID;
}
