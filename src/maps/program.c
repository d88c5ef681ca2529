/* The bytecode of a map, in postfix order: compile and evaluate. */
#include "maps/program.h"

#include "base/array.h"
#include "base/index.h"

tta_status tta_maps_check(const tta_map *map, tta_shape box) {
  return map->num_symbols || box.rank != map->num_dims || !tta_shape_at_least(box, 1) ? TTA_INVALID : TTA_OK;
}

static bool emit(tta_program *program, tta_arena *arena, tta_op op) {
  if (!TTA_PUSH_IN(arena, program, ops, op)) return false;
  return true;
}

static void reverse(tta_op *ops, uint32_t count) {
  for (uint32_t i = 0; i < count / 2; i++) {
    tta_op op = ops[i];
    ops[i] = ops[count - 1 - i];
    ops[count - 1 - i] = op;
  }
}

/* Subexpressions still to be emitted. */
typedef struct expr_stack {
  tta_expr local[64];
  tta_expr *items;
  uint32_t num_items, cap_items;
} expr_stack;

static bool push(expr_stack *pending, tta_expr expr, tta_arena *arena) {
  if (!TTA_PUSH_IN(arena, pending, items, expr)) return false;
  return true;
}

/* Emits a binary operation, with the constant operand in it where there is one, and queues the rest. */
static tta_status emit_binary(tta_program *program, const tta_map *map, tta_expr_view view, expr_stack *pending,
                              tta_arena *arena) {
  tta_op op = {.kind = TTA_OP_ADD + (uint32_t)(view.kind - TTA_EXPR_ADD)};
  tta_expr_view right = tta_expr_get(map->pool, view.rhs);
  bool by = right.kind == TTA_EXPR_CONSTANT;
  if (!by && (view.kind == TTA_EXPR_ADD || view.kind == TTA_EXPR_MUL)) {
    tta_expr_view left = tta_expr_get(map->pool, view.lhs);
    if (left.kind == TTA_EXPR_CONSTANT) {
      by = true;
      right = left;
      view.lhs = view.rhs;
    }
  }
  if (by) {
    if (view.kind != TTA_EXPR_ADD && view.kind != TTA_EXPR_MUL && right.value < 1) return TTA_INVALID;
    op.kind += TTA_OP_ADD_BY - TTA_OP_ADD;
    op.value = right.value;
    return emit(program, arena, op) && push(pending, view.lhs, arena) ? TTA_OK : TTA_NO_MEMORY;
  }
  bool room = emit(program, arena, op) && push(pending, view.lhs, arena) && push(pending, view.rhs, arena);
  return room ? TTA_OK : TTA_NO_MEMORY;
}

/* Root first, right before left: read backwards this is postfix. A left chain needs two places in `pending`. */
static tta_status compile_result(tta_program *program, const tta_map *map, tta_shape box, tta_expr root,
                                 tta_arena *arena) {
  expr_stack pending = {.num_items = 0, .cap_items = sizeof pending.local / sizeof *pending.local};
  pending.items = pending.local;
  uint32_t first = program->num_ops;
  tta_status status = push(&pending, root, arena) ? TTA_OK : TTA_NO_MEMORY;
  while (!status && pending.num_items) {
    tta_expr expr = pending.items[--pending.num_items];
    if (expr == TTA_EXPR_NONE) return TTA_INVALID;
    if (program->num_ops >= TTA_MAPS_MAX_OPS) return TTA_LIMIT;
    tta_expr_view view = tta_expr_get(map->pool, expr);
    if (view.kind >= TTA_EXPR_ADD) {
      status = emit_binary(program, map, view, &pending, arena);
      continue;
    }
    tta_op op = {.kind = TTA_OP_CONSTANT, .value = view.value};
    if (view.kind == TTA_EXPR_SYMBOL) return TTA_INVALID;
    if (view.kind == TTA_EXPR_DIM) {
      if (view.value < 0 || view.value >= (int64_t)box.rank) return TTA_INVALID;
      op = (tta_op){.kind = TTA_OP_DIM, .dim = (uint32_t)view.value};
      if (box.extent[op.dim] == 1) op = (tta_op){.kind = TTA_OP_CONSTANT};
    }
    if (!emit(program, arena, op)) status = TTA_NO_MEMORY;
  }
  if (!status) reverse(program->ops + first, program->num_ops - first);
  return status;
}

static uint32_t stack_depth(const tta_program *program) {
  uint32_t depth = 0, deepest = 1;
  for (uint32_t r = 0; r < program->num_results; r++, depth = 0) {
    for (uint32_t i = program->start[r]; i < program->start[r + 1]; i++) {
      uint32_t kind = program->ops[i].kind;
      if (kind <= TTA_OP_DIM) depth++;
      if (kind >= TTA_OP_ADD && kind <= TTA_OP_CEILDIV) depth--;
      if (depth > deepest) deepest = depth;
    }
  }
  return deepest;
}

tta_status tta_program_compile(tta_program *program, const tta_map *map, tta_shape box, tta_arena *arena) {
  program->num_dims = map->num_dims;
  program->num_results = map->num_results;
  program->num_ops = 0;
  program->extent = box.extent;
  program->ops = program->local_ops;
  program->cap_ops = TTA_PROGRAM_LOCAL_OPS;
  program->start = program->local_start;
  program->stack = program->local_stack;
  if (map->num_results > TTA_PROGRAM_LOCAL_RESULTS) {
    program->start = tta_arena_array(arena, (size_t)map->num_results + 1, sizeof(uint32_t));
    if (!program->start) return TTA_NO_MEMORY;
  }
  program->start[0] = 0;
  for (uint32_t r = 0; r < map->num_results; r++) {
    tta_status status = compile_result(program, map, box, map->results[r], arena);
    if (status) return status;
    program->start[r + 1] = program->num_ops;
  }
  program->depth = stack_depth(program);
  if (program->depth > TTA_PROGRAM_LOCAL_STACK) {
    program->stack = tta_arena_array(arena, program->depth, sizeof(int64_t));
    if (!program->stack) return TTA_NO_MEMORY;
  }
  return TTA_OK;
}

static tta_status apply(uint32_t kind, int64_t a, int64_t b, int64_t *out) {
  switch (kind) {
    case TTA_OP_ADD: return tta_add(a, b, out) ? TTA_OK : TTA_OVERFLOW;
    case TTA_OP_MUL: return tta_mul(a, b, out) ? TTA_OK : TTA_OVERFLOW;
    default: break;
  }
  if (b < 1) return TTA_INVALID;
  bool ok = kind == TTA_OP_MOD        ? tta_mod(a, b, out)
            : kind == TTA_OP_FLOORDIV ? tta_floordiv(a, b, out)
                                      : tta_ceildiv(a, b, out);
  return ok ? TTA_OK : TTA_OVERFLOW;
}

static tta_status run(const tta_op *op, const tta_op *end, const int64_t *at, int64_t *stack, int64_t *value) {
  int64_t *top = stack - 1;
  for (; op < end; op++) {
    tta_status status = TTA_OK;
    if (op->kind == TTA_OP_DIM) {
      *++top = at[op->dim];
    } else if (op->kind == TTA_OP_CONSTANT) {
      *++top = op->value;
    } else if (op->kind >= TTA_OP_ADD_BY) {
      status = apply(op->kind - (TTA_OP_ADD_BY - TTA_OP_ADD), *top, op->value, top);
    } else {
      top--;
      status = apply(op->kind, top[0], top[1], top);
    }
    if (status) return status;
  }
  *value = *top;
  return TTA_OK;
}

tta_status tta_program_value(const tta_program *program, uint32_t result, const int64_t *at, int64_t *value) {
  return run(program->ops + program->start[result], program->ops + program->start[result + 1], at, program->stack,
             value);
}

tta_status tta_program_image(const tta_program *program, const int64_t *at, int64_t *image) {
  for (uint32_t r = 0; r < program->num_results; r++) {
    tta_status status = tta_program_value(program, r, at, &image[r]);
    if (status) return status;
  }
  return TTA_OK;
}
