/* walk.h: walking an expression without recursion. Sums and products may be chains of any length, so what would
 * be C stack is a stack of frames here; it takes memory only for expressions deeper than most. */
#ifndef TTA_AFFINE_WALK_H
#define TTA_AFFINE_WALK_H

#include "affine/pool.h"

typedef struct tta_expr_frame {
  int64_t value; /* what became of the left operand, once it is done */
  tta_expr expr;
  uint32_t state; /* 0 while the left operand is being walked */
} tta_expr_frame;

enum { TTA_LOCAL_EXPR_FRAMES = 40 };

typedef struct tta_expr_stack {
  const tta_allocator *allocator;
  tta_expr_frame *frames;
  size_t size, capacity;
  tta_expr_frame local[TTA_LOCAL_EXPR_FRAMES];
} tta_expr_stack;

static inline void tta_expr_stack_init(tta_expr_stack *stack, const tta_allocator *allocator) {
  stack->allocator = allocator;
  stack->frames = stack->local;
  stack->size = 0;
  stack->capacity = TTA_LOCAL_EXPR_FRAMES;
}
void tta_expr_stack_free(tta_expr_stack *stack);
bool tta_expr_stack_grow(tta_expr_stack *stack);

/** False when there is no memory. */
static inline bool tta_expr_stack_push(tta_expr_stack *stack, tta_expr expr, uint32_t state) {
  if (stack->size == stack->capacity && !tta_expr_stack_grow(stack)) return false;
  stack->frames[stack->size++] = (tta_expr_frame){0, expr, state};
  return true;
}

/** What a fold does at the parts of an expression. */
typedef struct tta_expr_folder {
  bool (*enter)(void *context, tta_expr expr); /* walk the operands; false: treat it as a leaf */
  tta_status (*leaf)(void *context, tta_expr expr, int64_t *value);
  tta_status (*join)(void *context, tta_expr expr, int64_t lhs, int64_t rhs, int64_t *value);
} tta_expr_folder;

/** Folds from the leaves up, left before right. The pool may grow meanwhile. Always inline, so that the three
 *  functions, which are constants at each call, are inlined too. */
__attribute__((always_inline)) static inline tta_status tta_expr_fold(const tta_affine_pool *pool, tta_expr expr,
                                                                      const tta_expr_folder *folder, void *context,
                                                                      int64_t *value) {
  tta_expr_stack stack;
  tta_expr_stack_init(&stack, pool->allocator);
  tta_status status = TTA_OK;
  int64_t result = 0;
  for (;;) {
    while (folder->enter(context, expr)) {
      if (!tta_expr_stack_push(&stack, expr, 0)) {
        status = TTA_NO_MEMORY;
        goto done;
      }
      expr = pool->nodes[expr].lhs;
    }
    status = folder->leaf(context, expr, &result);
    if (status) goto done;
    for (;; --stack.size) {
      if (!stack.size) goto done;
      tta_expr_frame *top = &stack.frames[stack.size - 1];
      if (top->state == 0) {
        top->state = 1;
        top->value = result;
        expr = pool->nodes[top->expr].rhs;
        break;
      }
      status = folder->join(context, top->expr, top->value, result, &result);
      if (status) goto done;
    }
  }
done:
  tta_expr_stack_free(&stack);
  *value = result;
  return status;
}

#endif
