/* Text of affine expressions and maps, as LLVM 19 prints it (mlir/lib/IR/AsmPrinter.cpp: printAffineExprInternal,
 * printAffineMap). The least int64 is subtracted as itself, ` - -9223372036854775808`: its negation wraps. */
#include "affine/print.h"

#include "affine/pool.h"
#include "affine/walk.h"

/* What is still to be printed of an expression on the stack, when what is above it is done. */
enum {
  OPERATOR = 0, /* the operator, then the right operand */
  CLOSE = 1,    /* then `)` */
  FACTOR = 2,   /* ` * 3` of a subtracted x * -3 */
};

/* Nearly all numbers in maps are short; they need no detour over a buffer of digits. */
static void print_number(tta_buf *out, int64_t value) {
  if (value >= 0 && value <= 9) {
    tta_buf_char(out, (char)('0' + value));
  } else if (value < 0 || value > 9999 || out->capacity - out->size < 4) {
    tta_buf_int(out, value);
  } else {
    uint32_t rest = (uint32_t)value, size = 2u + (rest > 99) + (rest > 999);
    out->size += size;
    for (char *at = out->data + out->size; size-- > 0; rest /= 10) *--at = (char)('0' + rest % 10);
  }
}

static void print_leaf(tta_buf *out, const tta_affine_node *node) {
  if (node->kind != TTA_EXPR_CONSTANT) tta_buf_char(out, node->kind == TTA_EXPR_DIM ? 'd' : 's');
  print_number(out, node->value);
}

static int64_t negated(int64_t value) { return value == INT64_MIN ? value : -value; }

/* The constant right operand of an operation of this kind if it is negative, else 0. */
static int64_t negative_rhs(const tta_affine_node *nodes, const tta_affine_node *node, tta_expr_kind kind) {
  if (node->kind != kind || nodes[node->rhs].kind != TTA_EXPR_CONSTANT) return 0;
  int64_t value = nodes[node->rhs].value;
  return value < 0 ? value : 0;
}

static void print_operator(tta_buf *out, tta_expr_kind kind) {
  switch (kind) {
    case TTA_EXPR_ADD: tta_buf_bytes(out, " + ", 3); break;
    case TTA_EXPR_MUL: tta_buf_bytes(out, " * ", 3); break;
    case TTA_EXPR_MOD: tta_buf_bytes(out, " mod ", 5); break;
    case TTA_EXPR_FLOORDIV: tta_buf_bytes(out, " floordiv ", 10); break;
    case TTA_EXPR_CEILDIV: tta_buf_bytes(out, " ceildiv ", 9); break;
    case TTA_EXPR_CONSTANT:
    case TTA_EXPR_DIM:
    case TTA_EXPR_SYMBOL: break;
  }
}

/* Prints what follows the left operand of the operation: what comes before its right operand, or all of the rest.
 * @return the operand to print next (tight: between brackets unless a leaf), TTA_EXPR_NONE if the operation is done. */
static tta_expr print_middle(tta_buf *out, const tta_affine_node *nodes, tta_expr_frame *frame, bool *tight) {
  const tta_affine_node *node = &nodes[frame->expr], *right = &nodes[node->rhs];
  int64_t negative;
  *tight = node->kind != TTA_EXPR_ADD;
  if (*tight && negative_rhs(nodes, node, TTA_EXPR_MUL) == -1) return TTA_EXPR_NONE; /* the sign came first */
  if ((negative = negative_rhs(nodes, node, TTA_EXPR_ADD)) != 0) {
    tta_buf_bytes(out, " - ", 3);
    print_number(out, negated(negative));
    return TTA_EXPR_NONE;
  }
  if (!*tight && (negative = negative_rhs(nodes, right, TTA_EXPR_MUL)) != 0) {
    tta_buf_bytes(out, " - ", 3);
    *tight = negative != -1 || nodes[right->lhs].kind == TTA_EXPR_ADD;
    if (negative != -1) frame->state |= FACTOR;
    return right->lhs;
  }
  print_operator(out, (tta_expr_kind)node->kind);
  return node->rhs;
}

static void print_end(tta_buf *out, const tta_affine_node *nodes, const tta_expr_frame *frame) {
  if (frame->state & FACTOR) {
    tta_buf_bytes(out, " * ", 3);
    print_number(out, negated(nodes[nodes[nodes[frame->expr].rhs].rhs].value));
  }
  if (frame->state & CLOSE) tta_buf_char(out, ')');
}

/* Opens what is left of the leftmost leaf, and prints that. */
static bool print_beginning(tta_buf *out, const tta_affine_node *nodes, tta_expr_stack *stack, tta_expr expr,
                            bool tight) {
  while (!tta_affine_node_is_leaf(&nodes[expr])) {
    const tta_affine_node *node = &nodes[expr];
    if (tight) tta_buf_char(out, '(');
    if (!tta_expr_stack_push(stack, expr, tight ? CLOSE : OPERATOR)) return false;
    if (negative_rhs(nodes, node, TTA_EXPR_MUL) == -1) tta_buf_char(out, '-');
    tight = node->kind != TTA_EXPR_ADD;
    expr = node->lhs;
  }
  print_leaf(out, &nodes[expr]);
  return true;
}

/* frame->value is 0 until the operator has been printed. */
void tta_expr_print(tta_buf *out, const tta_affine_pool *pool, tta_expr expr) {
  if (expr == TTA_EXPR_NONE) return;
  tta_expr_stack stack;
  tta_expr_stack_init(&stack, out->allocator);
  bool tight = false;
  while (expr != TTA_EXPR_NONE) {
    if (!print_beginning(out, pool->nodes, &stack, expr, tight)) {
      out->failed = true;
      break;
    }
    expr = TTA_EXPR_NONE;
    while (stack.size && expr == TTA_EXPR_NONE) {
      tta_expr_frame *top = &stack.frames[stack.size - 1];
      if (top->value == 0) expr = print_middle(out, pool->nodes, top, &tight);
      top->value = 1;
      if (expr != TTA_EXPR_NONE && top->state != 0) break; /* come back for the end */
      if (expr == TTA_EXPR_NONE) print_end(out, pool->nodes, top);
      --stack.size;
    }
  }
  tta_expr_stack_free(&stack);
}

static void print_names(tta_buf *out, char letter, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (i) tta_buf_bytes(out, ", ", 2);
    tta_buf_char(out, letter);
    print_number(out, i);
  }
}

void tta_map_print(tta_buf *out, const tta_map *map) {
  tta_buf_char(out, '(');
  print_names(out, 'd', map->num_dims);
  tta_buf_char(out, ')');
  if (map->num_symbols) {
    tta_buf_char(out, '[');
    print_names(out, 's', map->num_symbols);
    tta_buf_char(out, ']');
  }
  tta_buf_bytes(out, " -> (", 5);
  for (uint32_t i = 0; i < map->num_results; ++i) {
    if (i) tta_buf_bytes(out, ", ", 2);
    tta_expr_print(out, map->pool, map->results[i]);
  }
  tta_buf_char(out, ')');
}
