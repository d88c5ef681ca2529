/* The tensors of a text, the moves between them, and the public functions. */
#include <string.h>

#include "base/fail.h"
#include "base/format.h"
#include "base/str.h"
#include "grids/plan.h"

/* ---- tensors ---- */

/* The value that a value shares its buffer with, in the same layout. */
static uint32_t owner_of(const struct tta_memory_plan *program, uint32_t value) {
  for (;;) {
    const tta_memory_plan_value *v = &program->values[value];
    bool same = v->shares != TTA_MEMORY_PLAN_NONE &&
                tta_memory_plan_same_type(program, program->values[v->shares].type, v->type);
    if (!same) return value;
    value = v->shares;
  }
}

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
    uint32_t kind, owner = owner_of(program, i); /* owners are before the values that share with them */
    tensor_of[i] = owner != i ? tensor_of[owner] : TTA_MEMORY_PLAN_NONE;
    if (owner != i || !has_layout(program, v)) continue;
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

/* A move is counted once for each operation. */
static bool is_listed(const struct tta_grid_plan *p, uint32_t first, size_t from, size_t to) {
  for (uint32_t m = first; m < p->num_moves; m++)
    if (p->moves[m].from == from && p->moves[m].to == to) return true;
  return false;
}

static tta_status add_move(struct tta_grid_plan *p, uint32_t op, uint32_t first, uint32_t from, uint32_t to) {
  const struct tta_memory_plan *program = p->program;
  if (from == TTA_MEMORY_PLAN_NONE || to == TTA_MEMORY_PLAN_NONE || from == to ||
      !same_tensor(p->tensors[from].layout, p->tensors[to].layout) || is_listed(p, first, from, to)) return TTA_OK;
  if (!TTA_GROW_IN(&p->arena, p, moves, 1)) return TTA_NO_MEMORY;
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

/* Tensors of one shape have each other's first candidates, so that chains of operations can agree. */
static tta_status share_candidates(struct tta_grid_plan *p) {
  tta_status status = TTA_OK;
  for (uint32_t a = 0; a < p->num_kinds; a++)
    for (uint32_t b = 0; b < p->num_kinds && !status; b++)
      if (a != b && p->kinds[a].num_candidates && p->kinds[b].num_candidates &&
          same_tensor(p->kinds[a].layout, p->kinds[b].layout)) status = tta_grid_kind_share(p, a, b);
  return status;
}

static tta_status add_pairs(struct tta_grid_plan *p) {
  tta_status status = TTA_OK;
  p->pair_of = tta_arena_array(&p->arena, (size_t)p->num_moves + 1, sizeof *p->pair_of);
  if (!p->pair_of) return TTA_NO_MEMORY;
  for (uint32_t m = 0; m < p->num_moves && !status; m++)
    status = tta_grid_pair_of(p, p->nodes[p->moves[m].from].kind, p->nodes[p->moves[m].to].kind, &p->pair_of[m]);
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
