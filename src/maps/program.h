/* program.h: a map as a postfix program, for one box: evaluation without recursion, and interval bounds.
 * Dims of extent 1 are the constant 0 in it, so that it names only the dims that matter. */
#ifndef TTA_MAPS_PROGRAM_H
#define TTA_MAPS_PROGRAM_H

#include "maps/maps.h"

typedef enum tta_op_kind {
  TTA_OP_CONSTANT,
  TTA_OP_DIM,
  TTA_OP_ADD,
  TTA_OP_MUL,
  TTA_OP_MOD,
  TTA_OP_FLOORDIV,
  TTA_OP_CEILDIV,
  TTA_OP_ADD_BY, /* `_BY`: the right operand is `value` */
  TTA_OP_MUL_BY,
  TTA_OP_MOD_BY,
  TTA_OP_FLOORDIV_BY,
  TTA_OP_CEILDIV_BY,
} tta_op_kind;

typedef struct tta_op {
  int64_t value;
  uint32_t kind;
  uint32_t dim;
} tta_op;

enum { TTA_PROGRAM_LOCAL_OPS = 64, TTA_PROGRAM_LOCAL_RESULTS = 16, TTA_PROGRAM_LOCAL_STACK = 16 };

/** Points into itself while it is small: do not copy. */
typedef struct tta_program {
  uint32_t num_dims, num_results, num_ops, depth;
  const int64_t *extent; /* the box, borrowed */
  tta_op *ops;
  uint32_t *start; /* result r is ops[start[r]] .. ops[start[r + 1] - 1] */
  int64_t *stack;
  uint32_t cap_ops;
  tta_op local_ops[TTA_PROGRAM_LOCAL_OPS];
  uint32_t local_start[TTA_PROGRAM_LOCAL_RESULTS + 1];
  int64_t local_stack[TTA_PROGRAM_LOCAL_STACK];
} tta_program;

/** TTA_INVALID as in maps.h. */
tta_status tta_maps_check(const tta_map *map, tta_shape box);

/** @param box already checked. */
tta_status tta_program_compile(tta_program *program, const tta_map *map, tta_shape box, tta_arena *arena);

/** The value of one result at a point; as tta_expr_evaluate. */
tta_status tta_program_value(const tta_program *program, uint32_t result, const int64_t *at, int64_t *value);
/** All results. */
tta_status tta_program_image(const tta_program *program, const int64_t *at, int64_t *image);

/** What one operation can give: no value outside [lo, hi]. step > 0: the values are exactly lo, lo + step, .., hi,
 *  provided that no dim occurs twice below it; step 0: unknown. size: operations of the subexpression. */
typedef struct tta_interval {
  int64_t lo, hi, step;
  uint32_t size;
} tta_interval;

/** Bounds of every operation of one result, bottom up.
 *  @param intervals room for its operations; the last is the result's
 *  @return false when an operation may leave int64 (the bounds are then cut there and hold where it does not). */
bool tta_program_bounds(const tta_program *program, uint32_t result, tta_interval *intervals);
/** The same for the indices low..high (both included) of each dim. */
bool tta_program_bounds_in(const tta_program *program, uint32_t result, const int64_t *low, const int64_t *high,
                           tta_interval *intervals);
/** Sets *safe to false when an operation of the result may leave int64. Leaves nothing in the arena. */
tta_status tta_program_check_bounds(const tta_program *program, uint32_t result, tta_arena *arena, bool *safe);

/** An index at which the result should be `target` (a value of the last interval), found top down; certain only after
 *  evaluation. @param at num_dims numbers; dims that do not occur are left alone. @param targets scratch, as many as
 *  intervals. */
void tta_program_solve(const tta_program *program, uint32_t result, const tta_interval *intervals, int64_t target,
                       int64_t *at, int64_t *targets);

#endif
