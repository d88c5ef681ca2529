/* Interval bounds of a program, bottom up, and the index that attains one of them, top down. A dim that occurs twice is
 * treated as two dims. */
#include "base/checked.h"
#include "maps/program.h"

static uint64_t distance(int64_t low, int64_t high) { return (uint64_t)high - (uint64_t)low; }

static uint64_t magnitude(int64_t value) { return value < 0 ? 0 - (uint64_t)value : (uint64_t)value; }

static int64_t cut(bool positive) { return positive ? INT64_MAX : INT64_MIN; }

static bool add_bound(int64_t a, int64_t b, int64_t *out) {
  if (tta_add(a, b, out)) return true;
  *out = cut(a > 0);
  return false;
}

static bool mul_bound(int64_t a, int64_t b, int64_t *out) {
  if (tta_mul(a, b, out)) return true;
  *out = cut((a > 0) == (b > 0));
  return false;
}

static bool single(const tta_interval *interval) { return interval->lo == interval->hi; }

static bool add_by(tta_interval *a, int64_t value) {
  bool low = add_bound(a->lo, value, &a->lo), high = add_bound(a->hi, value, &a->hi);
  if (single(a)) a->step = 1;
  return low && high;
}

static bool mul_by(tta_interval *a, int64_t value) {
  int64_t step = 0;
  bool low = mul_bound(a->lo, value, &a->lo), high = mul_bound(a->hi, value, &a->hi);
  if (value < 0) {
    int64_t swap = a->lo;
    a->lo = a->hi;
    a->hi = swap;
  }
  if (value == INT64_MIN || !tta_mul(a->step, value < 0 ? -value : value, &step)) step = 0;
  a->step = single(a) ? 1 : step;
  return low && high;
}

/* Two progressions make one when the finer one fills the gaps of the coarser: the row-major join. */
static int64_t joined_step(const tta_interval *a, const tta_interval *b) {
  if (single(a)) return b->step;
  if (single(b)) return a->step;
  if (!a->step || !b->step) return 0;
  const tta_interval *fine = a->step <= b->step ? a : b, *coarse = fine == a ? b : a;
  if (coarse->step % fine->step) return 0;
  return distance(fine->lo, fine->hi) >= (uint64_t)(coarse->step - fine->step) ? fine->step : 0;
}

static bool add(tta_interval *a, const tta_interval *b) {
  a->step = joined_step(a, b);
  bool low = add_bound(a->lo, b->lo, &a->lo), high = add_bound(a->hi, b->hi, &a->hi);
  return low && high;
}

static bool mul(tta_interval *a, const tta_interval *b) {
  if (single(b)) return mul_by(a, b->lo);
  if (single(a)) {
    int64_t value = a->lo;
    *a = *b;
    return mul_by(a, value);
  }
  int64_t corner[4];
  bool ok = true;
  for (int i = 0; i < 4; i++)
    if (!mul_bound(i & 1 ? a->hi : a->lo, i & 2 ? b->hi : b->lo, &corner[i])) ok = false;
  a->lo = a->hi = corner[0];
  for (int i = 1; i < 4; i++) {
    if (corner[i] < a->lo) a->lo = corner[i];
    if (corner[i] > a->hi) a->hi = corner[i];
  }
  a->step = 0;
  return ok;
}

static void div_by(tta_interval *a, int64_t value, bool up) {
  int64_t step = a->step && a->step <= value ? 1 : a->step % value == 0 ? a->step / value : 0;
  (void)(up ? tta_ceildiv(a->lo, value, &a->lo) : tta_floordiv(a->lo, value, &a->lo));
  (void)(up ? tta_ceildiv(a->hi, value, &a->hi) : tta_floordiv(a->hi, value, &a->hi));
  a->step = single(a) ? 1 : step;
}

static void mod_by(tta_interval *a, int64_t value) {
  int64_t low = 0, high = 0, first = 0, last = 0, phase = 0;
  (void)tta_floordiv(a->lo, value, &low);
  (void)tta_floordiv(a->hi, value, &high);
  if (low == high) {
    (void)tta_mod(a->lo, value, &first);
    (void)tta_mod(a->hi, value, &last);
    a->lo = first;
    a->hi = last;
    return;
  }
  /* A period ends within: where the step divides it, the last value before and the first one after are the bounds. */
  bool even = a->step && value % a->step == 0;
  uint64_t span = distance(a->lo, a->hi);
  if (even) (void)tta_mod(a->lo, a->step, &phase);
  int64_t step = even ? a->step : 1;
  a->step = even && span >= (uint64_t)(value - step) ? step : 0;
  a->lo = phase;
  a->hi = value - step + phase;
}

static bool binary(uint32_t kind, tta_interval *a, const tta_interval *b) {
  if (kind == TTA_OP_ADD) return add(a, b);
  if (kind == TTA_OP_MUL) return mul(a, b);
  if (single(b) && b->lo > 0) {
    if (kind == TTA_OP_MOD)
      mod_by(a, b->lo);
    else
      div_by(a, b->lo, kind == TTA_OP_CEILDIV);
    return true;
  }
  *a = (tta_interval){INT64_MIN, INT64_MAX, 0, 0};
  return false;
}

static bool unary(const tta_op *op, tta_interval *a) {
  switch (op->kind) {
    case TTA_OP_ADD_BY: return add_by(a, op->value);
    case TTA_OP_MUL_BY: return mul_by(a, op->value);
    case TTA_OP_MOD_BY: mod_by(a, op->value); return true;
    default: div_by(a, op->value, op->kind == TTA_OP_CEILDIV_BY); return true;
  }
}

bool tta_program_bounds_in(const tta_program *program, uint32_t result, const int64_t *low, const int64_t *high,
                           tta_interval *intervals) {
  const tta_op *ops = program->ops + program->start[result];
  uint32_t count = program->start[result + 1] - program->start[result];
  bool safe = true;
  for (uint32_t i = 0; i < count; i++) {
    const tta_op *op = &ops[i];
    if (op->kind == TTA_OP_CONSTANT) {
      intervals[i] = (tta_interval){op->value, op->value, 1, 1};
    } else if (op->kind == TTA_OP_DIM) {
      int64_t first = low ? low[op->dim] : 0, last = high ? high[op->dim] : program->extent[op->dim] - 1;
      intervals[i] = (tta_interval){first, last, 1, 1};
    } else if (op->kind >= TTA_OP_ADD_BY) {
      intervals[i] = intervals[i - 1];
      safe &= unary(op, &intervals[i]);
      intervals[i].size = intervals[i - 1].size + 1;
    } else {
      const tta_interval *right = &intervals[i - 1];
      uint32_t left = i - 1 - right->size, size = right->size + intervals[left].size + 1;
      intervals[i] = intervals[left];
      safe &= binary(op->kind, &intervals[i], right);
      intervals[i].size = size;
    }
  }
  return safe;
}

bool tta_program_bounds(const tta_program *program, uint32_t result, tta_interval *intervals) {
  return tta_program_bounds_in(program, result, NULL, NULL, intervals);
}

tta_status tta_program_check_bounds(const tta_program *program, uint32_t result, tta_arena *arena, bool *safe) {
  tta_arena_mark mark = tta_arena_position(arena);
  uint32_t count = program->start[result + 1] - program->start[result];
  tta_interval local[TTA_PROGRAM_LOCAL_OPS], *intervals = local;
  if (count > TTA_PROGRAM_LOCAL_OPS) intervals = tta_arena_array(arena, count, sizeof *intervals);
  if (!intervals) return TTA_NO_MEMORY;
  if (!tta_program_bounds(program, result, intervals)) *safe = false;
  tta_arena_rewind(arena, mark);
  return TTA_OK;
}

/* The first element of the progression that is not below `floor`. */
static int64_t first_from(const tta_interval *interval, int64_t floor) {
  if (floor <= interval->lo || single(interval)) return interval->lo;
  if (floor > interval->hi) return interval->hi;
  uint64_t step = interval->step ? (uint64_t)interval->step : 1, away = distance(interval->lo, floor);
  uint64_t offset = away % step ? away - away % step + step : away;
  if (offset > distance(interval->lo, interval->hi)) return interval->hi;
  return (int64_t)((uint64_t)interval->lo + offset);
}

static int64_t target_of_quotient(const tta_interval *whole, const tta_interval *part, int64_t divisor, bool up,
                                  int64_t target) {
  int64_t floor;
  if (target == whole->lo) return part->lo;
  if (target == whole->hi) return part->hi;
  if (up && (!tta_sub(target, 1, &target) || !tta_mul(target, divisor, &floor) || !tta_add(floor, 1, &floor)))
    return part->lo;
  if (!up && !tta_mul(target, divisor, &floor)) return part->lo;
  return first_from(part, floor);
}

static int64_t target_of_remainder(const tta_interval *part, int64_t divisor, int64_t target) {
  int64_t phase;
  if (!tta_mod(part->lo, divisor, &phase)) return part->lo;
  int64_t away = target - phase; /* both are in 0..divisor - 1 or the bound was cut */
  if (away < 0) away += divisor;
  return distance(part->lo, part->hi) < (uint64_t)away ? part->lo : part->lo + away;
}

/* target = left + right: the coarser progression goes as far as it can, the finer one makes up the rest. */
static void split_sum(const tta_interval *left, const tta_interval *right, int64_t target, int64_t *left_target,
                      int64_t *right_target) {
  bool left_coarse = !single(left) && (single(right) || left->step >= right->step);
  const tta_interval *coarse = left_coarse ? left : right;
  uint64_t away = (uint64_t)target - (uint64_t)left->lo - (uint64_t)right->lo;
  uint64_t most = distance(coarse->lo, coarse->hi), step = coarse->step ? (uint64_t)coarse->step : 1;
  uint64_t take = away >= most ? most : away - away % step;
  uint64_t taken = (uint64_t)coarse->lo + take, rest = (uint64_t)target - taken;
  *left_target = (int64_t)(left_coarse ? taken : rest);
  *right_target = (int64_t)(left_coarse ? rest : taken);
}

static int64_t target_below(const tta_op *op, const tta_interval *whole, const tta_interval *part, int64_t target) {
  switch (op->kind) {
    case TTA_OP_ADD_BY: return (int64_t)((uint64_t)target - (uint64_t)op->value);
    case TTA_OP_MUL_BY:
      if (op->value == 0) return part->lo;
      return target == INT64_MIN && op->value == -1 ? INT64_MAX : target / op->value;
    case TTA_OP_MOD_BY: return target_of_remainder(part, op->value, target);
    default: return target_of_quotient(whole, part, op->value, op->kind == TTA_OP_CEILDIV_BY, target);
  }
}

void tta_program_solve(const tta_program *program, uint32_t result, const tta_interval *intervals, int64_t target,
                       int64_t *at, int64_t *targets) {
  const tta_op *ops = program->ops + program->start[result];
  uint32_t count = program->start[result + 1] - program->start[result];
  targets[count - 1] = target;
  for (uint32_t i = count; i-- > 0;) {
    const tta_op *op = &ops[i];
    if (op->kind == TTA_OP_DIM) {
      int64_t last = program->extent[op->dim] - 1, value = targets[i];
      at[op->dim] = value < 0 ? 0 : value > last ? last : value;
    } else if (op->kind >= TTA_OP_ADD_BY) {
      targets[i - 1] = target_below(op, &intervals[i], &intervals[i - 1], targets[i]);
    } else if (op->kind >= TTA_OP_ADD) {
      const tta_interval *right = &intervals[i - 1], *left = right - right->size;
      uint32_t l = i - 1 - right->size;
      targets[i - 1] = right->lo;
      targets[l] = left->lo;
      if (op->kind == TTA_OP_ADD)
        split_sum(left, right, targets[i], &targets[l], &targets[i - 1]);
      else if (magnitude(right->lo) > 0 && single(right) && op->kind == TTA_OP_MUL)
        targets[l] = right->lo == -1 ? (int64_t)(0 - (uint64_t)targets[i]) : targets[i] / right->lo;
    }
  }
}
