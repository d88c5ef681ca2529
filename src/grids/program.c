/* The tensors of a text, the moves between them, and the public functions. */
#include <string.h>

#include "base/fail.h"
#include "base/format.h"
#include "base/str.h"
#include "grids/plan.h"

/* ---- tensors ---- */

static bool has_layout(const struct tta_memory_plan *program, const tta_memory_plan_value *v) {
  return v->type != TTA_MEMORY_PLAN_NONE && program->types[v->type].layout && !program->types[v->type].memref &&
         !v->view && v->op != TTA_MEMORY_PLAN_NONE;
}

static tta_status add_tensor(struct tta_grid_plan *p, uint32_t value, uint32_t kind) {
  const tta_memory_plan_value *v = &p->program->values[value];
  const tta_grid_kind *k = &p->kinds[kind];
  tta_position at = tta_source_position(p->program->source, v->begin);
  tta_planned_tensor tensor = {.line = at.line,
                               .column = at.column,
                               .type = p->program->types[v->type].text,
                               .layout = k->layout,
                               .workers = k->workers};
  tta_grid_node node = {.kind = kind};
  if (!TTA_GROW_IN(&p->arena, p, tensors, 1) || !TTA_GROW_IN(&p->arena, p, nodes, 1)) return TTA_NO_MEMORY;
  p->tensors[p->num_tensors++] = tensor;
  p->nodes[p->num_nodes++] = node;
  return TTA_OK;
}

/* A tensor for each buffer. @param tensor_of receives the tensor of each value, NONE */
static tta_status add_tensors(struct tta_grid_plan *p, uint32_t *tensor_of) {
  const struct tta_memory_plan *program = p->program;
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < program->num_values && !status; i++) {
    const tta_memory_plan_value *v = &program->values[i];
    uint32_t kind;
    bool shares = v->shares != TTA_MEMORY_PLAN_NONE && /* with a value before it */
                  tta_memory_plan_same_type(program, program->values[v->shares].type, v->type);
    tensor_of[i] = shares ? tensor_of[v->shares] : TTA_MEMORY_PLAN_NONE;
    if (shares || !has_layout(program, v)) continue;
    status = tta_grid_kind_of(p, v->type, program->ops[v->op].system, &kind);
    p->num_fixed += !status && kind == TTA_MEMORY_PLAN_NONE;
    if (status || kind == TTA_MEMORY_PLAN_NONE) continue;
    tensor_of[i] = p->num_tensors;
    status = add_tensor(p, i, kind);
  }
  return status;
}

static tta_status add_names(struct tta_grid_plan *p, const uint32_t *tensor_of) {
  const struct tta_memory_plan *program = p->program;
  tta_str *names = tta_arena_array(&p->arena, (size_t)program->num_values + 1, sizeof *names);
  if (!names) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < program->num_values; i++)
    if (tensor_of[i] != TTA_MEMORY_PLAN_NONE) p->tensors[tensor_of[i]].num_names++;
  for (uint32_t t = 0; t < p->num_tensors; t++) {
    p->tensors[t].names = names;
    names += p->tensors[t].num_names;
    p->tensors[t].num_names = 0;
  }
  for (uint32_t i = 0; i < program->num_values; i++) {
    if (tensor_of[i] == TTA_MEMORY_PLAN_NONE) continue;
    tta_planned_tensor *t = &p->tensors[tensor_of[i]];
    memcpy((tta_str *)(uintptr_t)t->names + t->num_names++, &program->values[i].name, sizeof(tta_str));
  }
  return TTA_OK;
}

/* ---- moves ---- */

static bool same_tensor(const tta_layout *a, const tta_layout *b) {
  return a->memory_space == b->memory_space && tta_shape_equal(a->logical, b->logical);
}

/* The moves from a tensor to another are a link. A move is counted once for each operation.
 * @param first the first move of the operation */
static tta_status add_move(struct tta_grid_plan *p, uint32_t op, uint32_t first, uint32_t from, uint32_t to) {
  const struct tta_memory_plan *program = p->program;
  if (from == TTA_MEMORY_PLAN_NONE || to == TTA_MEMORY_PLAN_NONE || from == to ||
      !same_tensor(p->tensors[from].layout, p->tensors[to].layout)) return TTA_OK;
  const uint32_t *number = tta_grid_number(p, &p->link_numbers, from, to, p->num_links);
  if (!number || !TTA_GROW_IN(&p->arena, p, links, 1) || !TTA_GROW_IN(&p->arena, p, moves, 1) ||
      !TTA_GROW_IN(&p->arena, p, link_of, 1)) return TTA_NO_MEMORY;
  tta_grid_link *link = &p->links[*number];
  if (*number == p->num_links) p->links[p->num_links++] = (tta_grid_link){.from = from, .to = to};
  else if (link->last_move >= first) return TTA_OK;
  link->last_move = p->num_moves;
  link->num_moves++;
  p->link_of[p->num_link_of++] = *number;
  p->moves[p->num_moves++] = (tta_planned_move){.line = tta_memory_plan_line(p->program, program->ops[op].begin),
                                                .operation = program->ops[op].name,
                                                .from = from,
                                                .to = to};
  return TTA_OK;
}

/* By operation: the first result; results follow each other. */
static uint32_t *first_results(struct tta_grid_plan *p) {
  const struct tta_memory_plan *program = p->program;
  uint32_t *first = tta_arena_array(&p->arena, (size_t)program->num_ops + 1, sizeof *first);
  if (!first) return NULL;
  for (uint32_t i = 0; i < program->num_ops; i++) first[i] = TTA_MEMORY_PLAN_NONE;
  for (uint32_t i = program->num_values; i-- > 0;)
    if (program->values[i].op != TTA_MEMORY_PLAN_NONE && !program->values[i].argument)
      first[program->values[i].op] = i;
  return first;
}

static tta_status add_moves(struct tta_grid_plan *p, const uint32_t *tensor_of) {
  const struct tta_memory_plan *program = p->program;
  const uint32_t *first = first_results(p);
  uint32_t begin = 0, op = TTA_MEMORY_PLAN_NONE;
  tta_status status = first ? TTA_OK : TTA_NO_MEMORY;
  for (uint32_t i = 0; i < program->num_uses && !status; i++) {
    const tta_memory_plan_use *use = &program->uses[i];
    if (use->op != op) begin = p->num_moves;
    op = use->op;
    for (uint32_t r = first[op]; r < program->num_values && !status; r++) {
      if (program->values[r].op != op || program->values[r].argument) break;
      status = add_move(p, op, begin, tensor_of[use->value], tensor_of[r]);
    }
  }
  return status;
}

/* ---- the plan ---- */

/* A grid among the first candidates of kinds of one shape. Of equal ones only those of the first two kinds matter:
 * the second one for the first kind, which has no use for its own. */
typedef struct shared_grid {
  const int64_t *grid;
  uint32_t kind, before; /* before: the first kind with it, or NONE */
} shared_grid;

typedef struct shared_grids {
  shared_grid *grids;
  uint32_t num_grids, cap_grids;
} shared_grids;

static tta_status list_grid(struct tta_grid_plan *p, shared_grids *list, uint32_t kind, const int64_t *grid) {
  shared_grid item = {.grid = grid, .kind = kind, .before = TTA_MEMORY_PLAN_NONE};
  size_t bytes = p->kinds[kind].layout->grid.rank * sizeof *grid;
  for (uint32_t i = 0; i < list->num_grids; i++) {
    const shared_grid *other = &list->grids[i];
    if (memcmp(other->grid, grid, bytes) != 0) continue;
    if (other->kind == kind || other->before != TTA_MEMORY_PLAN_NONE) return TTA_OK;
    item.before = other->kind;
  }
  return TTA_PUSH_IN(&p->arena, list, grids, item) ? TTA_OK : TTA_NO_MEMORY;
}

/* Tensors of one shape have each other's first candidates, so that chains of operations can agree. */
static tta_status share_alike(struct tta_grid_plan *p, uint32_t first) {
  shared_grids list = {.num_grids = 0};
  tta_status status = TTA_OK;
  for (uint32_t k = first; k != TTA_MEMORY_PLAN_NONE; k = p->kinds[k].next_alike)
    for (uint32_t i = 0; i < p->kinds[k].num_own && i < 4 && !status; i++)
      status = list_grid(p, &list, k, p->kinds[k].candidates[i]->choice.grid);
  for (uint32_t k = first; k != TTA_MEMORY_PLAN_NONE; k = p->kinds[k].next_alike)
    for (uint32_t i = 0; i < list.num_grids && !status; i++) {
      const shared_grid *g = &list.grids[i];
      if (g->kind != k && (g->before == TTA_MEMORY_PLAN_NONE || g->before == k))
        status = tta_grid_kind_share(p, k, g->grid);
    }
  return status;
}

/* Links each kind to the next one with tensors of its shape. @param is_first by kind: whether it is the first one */
static tta_status link_alike(struct tta_grid_plan *p, tta_strmap *last, bool *is_first) {
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < p->num_kinds && !status; i++) {
    tta_grid_kind *k = &p->kinds[i];
    k->next_alike = TTA_MEMORY_PLAN_NONE;
    is_first[i] = false;
    if (!k->num_candidates) continue;
    tta_buf text = tta_buf_new(p->arena.allocator);
    tta_buf_printf(&text, "%d %u ", (int)k->layout->memory_space, (unsigned)k->layout->grid.rank);
    tta_buf_shape(&text, k->layout->logical);
    tta_str key = tta_arena_take(&p->arena, &text);
    uint32_t *before = key.data ? tta_strmap_add(last, key, i) : NULL;
    if (!before) return TTA_NO_MEMORY;
    is_first[i] = *before == i;
    if (*before != i) p->kinds[*before].next_alike = i;
    *before = i;
  }
  return status;
}

static tta_status share_candidates(struct tta_grid_plan *p) {
  bool *is_first = tta_arena_array(&p->arena, (size_t)p->num_kinds + 1, sizeof *is_first);
  tta_strmap last;
  tta_strmap_init(&last, p->arena.allocator);
  tta_status status = is_first ? link_alike(p, &last, is_first) : TTA_NO_MEMORY;
  tta_strmap_free(&last);
  for (uint32_t i = 0; i < p->num_kinds && !status; i++)
    if (is_first[i]) status = share_alike(p, i);
  return status;
}

static tta_status add_pairs(struct tta_grid_plan *p) {
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < p->num_links && !status; i++) {
    tta_grid_link *link = &p->links[i];
    status = tta_grid_pair_of(p, p->nodes[link->from].kind, p->nodes[link->to].kind, &link->pair);
  }
  return status;
}

static tta_status fill(struct tta_grid_plan *p) {
  uint32_t *tensor_of = tta_arena_array(&p->arena, (size_t)p->program->num_values + 1, sizeof *tensor_of);
  tta_status status = tensor_of ? add_tensors(p, tensor_of) : TTA_NO_MEMORY;
  if (!status) status = add_names(p, tensor_of);
  if (!status) status = add_moves(p, tensor_of);
  if (!status) status = share_candidates(p);
  if (!status) status = add_pairs(p);
  return status ? status : tta_grid_plan_search(p);
}

static tta_status read(struct tta_grid_plan *p, tta_source *source, tta_buf *reason) {
  tta_memory_plan_options options;
  tta_memory_plan_options_init(&options);
  options.allocator = p->options.allocator;
  options.era = p->options.era;
  tta_status status = tta_memory_plan_read(source, &options, &p->program, reason);
  const tta_diagnostic *fault = status ? NULL : tta_results_diagnostic(&p->program->results, 0);
  if (!fault) return status;
  return tta_fail(TTA_INVALID, reason, "line %u: %.*s", tta_source_position(source, fault->span.begin).line,
                  TTA_STR_ARGS(fault->message));
}

tta_status tta_grid_plan_new(tta_source *source, const tta_grid_plan_options *options, tta_grid_plan **out,
                             tta_buf *reason) {
  const tta_allocator *allocator = tta_allocator_or_default(options->allocator);
  struct tta_grid_plan *p = allocator->allocate(allocator->user, sizeof *p);
  *out = NULL;
  if (!p) return TTA_NO_MEMORY;
  memset(p, 0, sizeof *p);
  tta_arena_init(&p->arena, allocator);
  tta_strmap_init(&p->kind_numbers, allocator);
  tta_strmap_init(&p->pair_numbers, allocator);
  tta_strmap_init(&p->link_numbers, allocator);
  p->options = *options;
  p->reason = reason;
  tta_status status = read(p, source, reason);
  if (!status) status = fill(p);
  if (p->arena.failed) status = TTA_NO_MEMORY;
  if (status) tta_grid_plan_free(p);
  else *out = p;
  return status;
}

void tta_grid_plan_free(tta_grid_plan *p) {
  if (!p) return;
  const tta_allocator *allocator = p->arena.allocator;
  for (uint32_t i = 0; i < p->num_kinds; i++) tta_occupancy_free(&p->kinds[i].occupancy);
  tta_strmap_free(&p->kind_numbers);
  tta_strmap_free(&p->pair_numbers);
  tta_strmap_free(&p->link_numbers);
  tta_memory_plan_free(p->program);
  tta_arena_free(&p->arena);
  allocator->release(allocator->user, p, sizeof *p);
}

size_t tta_grid_plan_num_tensors(const tta_grid_plan *p) { return p->num_tensors; }
const tta_planned_tensor *tta_grid_plan_tensor(const tta_grid_plan *p, size_t i) {
  return i < p->num_tensors ? &p->tensors[i] : NULL;
}
size_t tta_grid_plan_num_moves(const tta_grid_plan *p) { return p->num_moves; }
const tta_planned_move *tta_grid_plan_move(const tta_grid_plan *p, size_t i) {
  return i < p->num_moves ? &p->moves[i] : NULL;
}
size_t tta_grid_plan_num_fixed(const tta_grid_plan *p) { return p->num_fixed; }
tta_grid_totals tta_grid_plan_present(const tta_grid_plan *p) { return p->present; }
tta_grid_totals tta_grid_plan_best(const tta_grid_plan *p) { return p->best; }
