/* interpret.c: a kernel on one core: values, arith, affine.apply, scf, calls. An operation that is not known has
 * results that are unknown; a condition that is unknown decides nothing, unless no branch issues operations. */
#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "parse/map_text.h"
#include "ttkernel/module.h"

enum { MAX_NESTED = 64, MAX_ARGUMENTS = 64 };

static void run_region(tta_ttkernel_runner *r, uint32_t region, const tta_ttkernel_value *arguments, uint32_t count,
                       uint32_t *end);

tta_ttkernel_value tta_ttkernel_unknown(uint32_t why) {
  return (tta_ttkernel_value){.kind = TTA_TTKERNEL_UNKNOWN, .why = why};
}
tta_ttkernel_value tta_ttkernel_number(int64_t number) {
  return (tta_ttkernel_value){.kind = TTA_TTKERNEL_NUMBER, .number = number};
}

static const tta_ops *ops_of(const tta_ttkernel_runner *r) { return r->build->text->ops; }

tta_ttkernel_value tta_ttkernel_operand(const tta_ttkernel_runner *r, uint32_t op, uint32_t i) {
  const tta_ops_op *o = &ops_of(r)->ops[op];
  if (i >= o->num_operands) return tta_ttkernel_unknown(op);
  uint32_t value = ops_of(r)->operands[o->first_operand + i].value;
  if (value == TTA_OPS_NONE) return tta_ttkernel_unknown(op);
  const tta_ttkernel_text *t = r->build->text;
  return t->run_of_value[value] == t->run ? t->values[value] : tta_ttkernel_unknown(t->ops->values[value].op);
}

static void set_value(tta_ttkernel_runner *r, uint32_t number, tta_ttkernel_value value) {
  tta_ttkernel_text *t = r->build->text;
  t->values[number] = value;
  t->run_of_value[number] = t->run;
}

void tta_ttkernel_set(tta_ttkernel_runner *r, uint32_t op, uint32_t result, tta_ttkernel_value value) {
  const tta_ops_op *o = &ops_of(r)->ops[op];
  if (result < o->num_results) set_value(r, o->first_result + result, value);
}

void tta_ttkernel_give_up(tta_ttkernel_runner *r, uint32_t op, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tta_ttkernel_report_list(r->build->text, r->build, TTA_RULE_kernel_undecided, op, format, args);
  va_end(args);
  r->stopped = true;
}

/* ---- arith ---- */

static tta_str word_or(const tta_ops *o, uint32_t op, const char *attribute) {
  const tta_ops_attribute *a = tta_ops_find(o, op, attribute);
  if (a) return a->value;
  return o->ops[op].num_words ? o->words[o->ops[op].first_word].text : (tta_str){NULL, 0};
}

static tta_ttkernel_value constant(const tta_ttkernel_runner *r, uint32_t op) {
  int64_t number;
  bool known = tta_ops_integer(word_or(ops_of(r), op, "value"), &number);
  return known ? tta_ttkernel_number(number) : tta_ttkernel_unknown(op);
}

/* @return false: not known, or not defined for these numbers */
static bool binary(tta_str name, int64_t a, int64_t b, int64_t *out) {
  bool shift = b >= 0 && b < 63, divides = b != 0 && !(a == INT64_MIN && b == -1);
  if (tta_str_is(name, "addi")) return tta_add(a, b, out);
  if (tta_str_is(name, "subi")) return tta_sub(a, b, out);
  if (tta_str_is(name, "muli")) return tta_mul(a, b, out);
  if (tta_str_is(name, "andi")) return *out = a & b, true;
  if (tta_str_is(name, "ori")) return *out = a | b, true;
  if (tta_str_is(name, "xori")) return *out = a ^ b, true;
  bool sound = name.size > 3 && (name.data[3] == 's' || (a >= 0 && b >= 0)); /* signed, or the same unsigned */
  if (tta_str_is(name, "minsi") || tta_str_is(name, "minui")) return *out = a < b ? a : b, sound;
  if (tta_str_is(name, "maxsi") || tta_str_is(name, "maxui")) return *out = a > b ? a : b, sound;
  if (tta_str_is(name, "shli")) return shift && tta_mul(a, (int64_t)1 << b, out);
  if (tta_str_is(name, "shrui") || tta_str_is(name, "shrsi")) return *out = shift ? a >> b : 0, shift && a >= 0;
  if (!divides) return false;
  if (tta_str_is(name, "divsi")) return *out = a / b, true;
  if (tta_str_is(name, "remsi")) return *out = a % b, true;
  if (tta_str_is(name, "floordivsi")) return tta_floordiv(a, b, out);
  if (tta_str_is(name, "ceildivsi")) return tta_ceildiv(a, b, out);
  if (a < 0 || b < 0) return false;
  if (tta_str_is(name, "divui")) return *out = a / b, true;
  if (tta_str_is(name, "remui")) return *out = a % b, true;
  if (tta_str_is(name, "ceildivui")) return *out = a / b + (a % b != 0), true;
  return false;
}

static bool compare(tta_str predicate, int64_t a, int64_t b, bool *out) {
  static const char *const names[] = {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"};
  int64_t number = -1;
  if (!tta_ops_integer(predicate, &number))
    for (int64_t i = 0; i < 10; i++)
      if (tta_str_is(predicate, names[i])) number = i;
  if (number > 5 && (a < 0 || b < 0)) return false;
  switch (number) {
  case 0: *out = a == b; return true;
  case 1: *out = a != b; return true;
  case 2: case 6: *out = a < b; return true;
  case 3: case 7: *out = a <= b; return true;
  case 4: case 8: *out = a > b; return true;
  case 5: case 9: *out = a >= b; return true;
  default: return false;
  }
}

static uint32_t why_of(tta_ttkernel_value a, tta_ttkernel_value b, uint32_t op) {
  if (a.kind == TTA_TTKERNEL_UNKNOWN && a.why != TTA_OPS_NONE) return a.why;
  return b.kind == TTA_TTKERNEL_UNKNOWN && b.why != TTA_OPS_NONE ? b.why : op;
}

static tta_ttkernel_value arith(const tta_ttkernel_runner *r, uint32_t op, tta_str name) {
  tta_ttkernel_value a = tta_ttkernel_operand(r, op, 0), b = tta_ttkernel_operand(r, op, 1), place = a, offset = b;
  int64_t number = 0;
  bool truth;
  if (tta_str_starts_with(name, "constant")) return constant(r, op);
  if (tta_str_starts_with(name, "index_cast") || tta_str_starts_with(name, "ext") || tta_str_is(name, "trunci") ||
      tta_str_is(name, "castu") || tta_str_is(name, "casts")) return a;
  if (tta_str_is(name, "select")) {
    if (a.kind != TTA_TTKERNEL_NUMBER) return tta_ttkernel_unknown(why_of(a, a, op));
    return tta_ttkernel_operand(r, op, a.number ? 1 : 2);
  }
  if (a.kind == TTA_TTKERNEL_NUMBER && b.kind == TTA_TTKERNEL_NUMBER) {
    if (tta_str_is(name, "cmpi"))
      return compare(word_or(ops_of(r), op, "predicate"), a.number, b.number, &truth) ? tta_ttkernel_number(truth)
                                                                                      : tta_ttkernel_unknown(op);
    return binary(name, a.number, b.number, &number) ? tta_ttkernel_number(number) : tta_ttkernel_unknown(op);
  }
  if (b.kind == TTA_TTKERNEL_PLACE) place = b, offset = a;
  bool subtract = tta_str_is(name, "subi") && place.kind == a.kind;
  bool moves = place.kind == TTA_TTKERNEL_PLACE && offset.kind == TTA_TTKERNEL_NUMBER;
  if (moves && (tta_str_is(name, "addi") || subtract)) {
    number = offset.number;
    if (subtract && !tta_mul(number, -1, &number)) return tta_ttkernel_unknown(op);
    if (tta_add(place.place.offset_bytes, number, &place.place.offset_bytes)) return place;
  }
  return tta_ttkernel_unknown(why_of(a, b, op));
}

/* ---- affine ---- */

static tta_ttkernel_value affine_apply(tta_ttkernel_runner *r, uint32_t op) {
  tta_ttkernel_text *t = r->build->text;
  tta_str text = tta_ttkernel_resolve(t, word_or(t->ops, op, "map"));
  int64_t points[MAX_ARGUMENTS], result;
  uint32_t count = t->ops->ops[op].num_operands;
  tta_map map;
  tta_buf reason;
  tta_ttkernel_value answer = tta_ttkernel_unknown(op);
  for (uint32_t i = 0; i < count; i++) {
    tta_ttkernel_value v = tta_ttkernel_operand(r, op, i);
    if (v.kind != TTA_TTKERNEL_NUMBER || i == MAX_ARGUMENTS) return tta_ttkernel_unknown(why_of(v, v, op));
    points[i] = v.number;
  }
  tta_buf_init(&reason, t->arena->allocator);
  tta_status status = tta_map_from_text(text, t->arena, t->pool, &map, &reason);
  if (status == TTA_NO_MEMORY) t->status = status;
  if (!status && map.num_results == 1 && map.num_dims + map.num_symbols == count &&
      !tta_map_evaluate(&map, points, points + map.num_dims, &result)) answer = tta_ttkernel_number(result);
  tta_buf_free(&reason);
  return answer;
}

/* ---- control ---- */

/* Whether an operation in a region, or in regions of it, issues or is not known. */
static bool issues(const tta_ops *o, uint32_t op) {
  for (uint32_t i = op + 1; i < o->num_ops && o->ops[i].begin < o->ops[op].end; i++)
    if (tta_ttkernel_has_effect(o->ops[i].name)) return true;
  return false;
}

static void set_results(tta_ttkernel_runner *r, uint32_t op, const tta_ttkernel_value *values, uint32_t count) {
  for (uint32_t i = 0; i < ops_of(r)->ops[op].num_results; i++)
    tta_ttkernel_set(r, op, i, i < count ? values[i] : tta_ttkernel_unknown(op));
}

/* The operands of the operation that ended a region. */
static uint32_t ended_with(const tta_ttkernel_runner *r, uint32_t end, uint32_t first, tta_ttkernel_value *values) {
  uint32_t count = 0;
  if (end == TTA_OPS_NONE) return 0;
  for (uint32_t i = first; i < ops_of(r)->ops[end].num_operands && count < MAX_ARGUMENTS; i++)
    values[count++] = tta_ttkernel_operand(r, end, i);
  return count;
}

static void tell_unknown(tta_ttkernel_runner *r, uint32_t op, const char *what, tta_ttkernel_value v) {
  const tta_ops *o = ops_of(r);
  tta_str name = v.why != TTA_OPS_NONE ? o->ops[v.why].name : (tta_str){NULL, 0};
  if (name.size && v.why != op)
    tta_ttkernel_give_up(r, op, "%s is not known: it depends on %.*s in line %u", what, TTA_STR_ARGS(name),
                       tta_document_position(r->build->text->document, o->ops[v.why].begin, TTA_COLUMN_BYTES).line);
  else tta_ttkernel_give_up(r, op, "%s is not known", what);
}

static bool another_round(tta_ttkernel_runner *r, uint32_t op) {
  uint32_t most = r->build->text->max_rounds;
  if (++r->build->rounds <= most) return true;
  tta_ttkernel_give_up(r, op, "more than %u operations are interpreted", most);
  return false;
}

static void run_for(tta_ttkernel_runner *r, uint32_t op) {
  const tta_ops *o = ops_of(r);
  tta_ttkernel_value carried[MAX_ARGUMENTS + 1];
  tta_ttkernel_value from = tta_ttkernel_operand(r, op, 0), to = tta_ttkernel_operand(r, op, 1),
                   step = tta_ttkernel_operand(r, op, 2);
  uint32_t count = ended_with(r, op, 3, carried + 1) + 1, end;
  bool known = from.kind == TTA_TTKERNEL_NUMBER && to.kind == TTA_TTKERNEL_NUMBER && step.kind == TTA_TTKERNEL_NUMBER;
  if (count > MAX_ARGUMENTS) count = MAX_ARGUMENTS;
  if (!known || step.number < 1) {
    for (uint32_t i = 1; i < count; i++) carried[i] = tta_ttkernel_unknown(op);
    set_results(r, op, carried + 1, count - 1);
    if (issues(o, op))
      tell_unknown(r, op, "how often the loop runs", from.kind == TTA_TTKERNEL_UNKNOWN ? from
                                                     : to.kind == TTA_TTKERNEL_UNKNOWN ? to : step);
    return;
  }
  for (int64_t i = from.number; i < to.number && !r->stopped && another_round(r, op);) {
    carried[0] = tta_ttkernel_number(i);
    run_region(r, o->ops[op].first_region, carried, count, &end);
    uint32_t got = ended_with(r, end, 0, carried + 1);
    for (uint32_t k = got + 1; k < count; k++) carried[k] = tta_ttkernel_unknown(op);
    if (!tta_add(i, step.number, &i)) break;
  }
  set_results(r, op, carried + 1, count - 1);
}

static void run_if(tta_ttkernel_runner *r, uint32_t op) {
  const tta_ops *o = ops_of(r);
  tta_ttkernel_value condition = tta_ttkernel_operand(r, op, 0), values[MAX_ARGUMENTS];
  uint32_t region = o->ops[op].first_region, end = TTA_OPS_NONE;
  if (condition.kind != TTA_TTKERNEL_NUMBER) {
    set_results(r, op, NULL, 0);
    if (issues(o, op)) tell_unknown(r, op, "the condition", condition);
    return;
  }
  if (!condition.number && region != TTA_OPS_NONE) region = o->regions[region].next;
  if (region != TTA_OPS_NONE) run_region(r, region, NULL, 0, &end);
  set_results(r, op, values, ended_with(r, end, 0, values));
}

static void run_while(tta_ttkernel_runner *r, uint32_t op) {
  const tta_ops *o = ops_of(r);
  tta_ttkernel_value carried[MAX_ARGUMENTS + 1];
  uint32_t before = o->ops[op].first_region, end, count = ended_with(r, op, 0, carried);
  uint32_t after = before == TTA_OPS_NONE ? before : o->regions[before].next;
  while (after != TTA_OPS_NONE && !r->stopped && another_round(r, op)) {
    run_region(r, before, carried, count, &end);
    if (r->stopped) return;
    tta_ttkernel_value condition = end == TTA_OPS_NONE ? tta_ttkernel_unknown(op) : tta_ttkernel_operand(r, end, 0);
    count = ended_with(r, end, 1, carried);
    if (condition.kind != TTA_TTKERNEL_NUMBER) {
      set_results(r, op, NULL, 0);
      if (issues(o, op)) tell_unknown(r, op, "how often the loop runs", condition);
      return;
    }
    if (!condition.number) break;
    run_region(r, after, carried, count, &end);
    count = ended_with(r, end, 0, carried);
  }
  set_results(r, op, carried, count);
}

static void run_call(tta_ttkernel_runner *r, uint32_t op) {
  const tta_ops *o = ops_of(r);
  tta_ttkernel_value values[MAX_ARGUMENTS];
  tta_str name;
  uint32_t function = tta_ttkernel_callee(r->build->text, op, &name), count = ended_with(r, op, 0, values), end;
  if (function == TTA_OPS_NONE) {
    tta_ttkernel_give_up(r, op, "the function '%.*s' that is called is not in the module", TTA_STR_ARGS(name));
    return;
  }
  run_region(r, o->ops[function].first_region, values, count, &end);
  set_results(r, op, values, ended_with(r, end, 0, values));
}

static bool is_terminator(tta_str name) {
  return tta_str_ends_with(name, "return") || tta_str_ends_with(name, "yield") || tta_str_is(name, "scf.condition");
}

/* Dialects whose operations change nothing that the protocol sees. */
static bool is_pure(tta_str name) {
  static const char *const dialects[] = {"arith.", "index.", "math.", "affine.", "builtin.", "ttcore.", "tt.", "ub.",
                                         "memref.dim", "tensor.dim",
                                         "emitc.variable", "emitc.constant"};
  for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++)
    if (tta_str_starts_with(name, dialects[i])) return true;
  return false;
}

static void run_op(tta_ttkernel_runner *r, uint32_t op) {
  const tta_ops_op *o = &ops_of(r)->ops[op];
  if (tta_str_starts_with(o->name, "ttkernel.")) tta_ttkernel_effect(r, op);
  else if (tta_str_starts_with(o->name, "arith.")) tta_ttkernel_set(r, op, 0, arith(r, op, tta_str_rest(o->name, 6)));
  else if (tta_str_starts_with(o->name, "index.")) tta_ttkernel_set(r, op, 0, arith(r, op, tta_str_rest(o->name, 6)));
  else if (tta_str_is(o->name, "affine.apply")) tta_ttkernel_set(r, op, 0, affine_apply(r, op));
  else if (tta_str_is(o->name, "builtin.unrealized_conversion_cast"))
    tta_ttkernel_set(r, op, 0, tta_ttkernel_operand(r, op, 0));
  else if (tta_str_is(o->name, "scf.for")) run_for(r, op);
  else if (tta_str_is(o->name, "scf.if")) run_if(r, op);
  else if (tta_str_is(o->name, "scf.while")) run_while(r, op);
  else if (tta_str_is(o->name, "func.call") || tta_str_is(o->name, "call")) run_call(r, op);
  else {
    set_results(r, op, NULL, 0);
    if (!is_pure(o->name))
      tta_ttkernel_give_up(r, op, "operation %.*s is not known; what it does is not checked", TTA_STR_ARGS(o->name));
  }
}

/* @param end receives the operation that ended the region; NONE */
static void run_region(tta_ttkernel_runner *r, uint32_t region, const tta_ttkernel_value *arguments, uint32_t count,
                       uint32_t *end) {
  const tta_ops *o = ops_of(r);
  *end = TTA_OPS_NONE;
  if (region == TTA_OPS_NONE || r->stopped) return;
  const tta_ops_block *block = &o->blocks[o->regions[region].first_block];
  if (++r->depth > MAX_NESTED) tta_ttkernel_give_up(r, o->regions[region].op, "regions are nested too deep");
  if (block->next != TTA_OPS_NONE)
    tta_ttkernel_give_up(r, o->blocks[block->next].first_op != TTA_OPS_NONE ? o->blocks[block->next].first_op
                                                                          : o->regions[region].op,
                       "a region with several blocks is not read");
  for (uint32_t i = 0; i < block->num_arguments; i++)
    set_value(r, block->first_argument + i, i < count ? arguments[i] : tta_ttkernel_unknown(o->regions[region].op));
  for (uint32_t op = block->first_op; op != TTA_OPS_NONE && !r->stopped; op = o->ops[op].next) {
    if (!another_round(r, op)) break;
    if (is_terminator(o->ops[op].name)) {
      *end = op;
      break;
    }
    run_op(r, op);
  }
  r->depth--;
}

/* The values of all kernels share a table: a run of a kernel costs what it sets. */
static bool begin_run(tta_ttkernel_text *t) {
  size_t count = (size_t)t->ops->num_values + 1;
  if (!t->values) {
    t->values = tta_arena_array(t->arena, count, sizeof *t->values);
    t->run_of_value = tta_arena_array(t->arena, count, sizeof *t->run_of_value);
    if (t->run_of_value) memset(t->run_of_value, 0, count * sizeof *t->run_of_value);
  }
  t->run++;
  if (!t->values || !t->run_of_value) t->status = TTA_NO_MEMORY;
  return !t->status;
}

void tta_ttkernel_interpret(tta_ttkernel_build *b, tta_ttkernel_run *run) {
  const tta_ops *o = b->text->ops;
  tta_ttkernel_runner r = {.build = b, .run = run};
  uint32_t end;
  if (!begin_run(b->text)) return;
  for (uint32_t i = 0; i < b->num_objects; i++) b->objects[i].pushed_here = b->objects[i].popped_here = 0;
  uint32_t function = run->kernel->function, region = o->ops[function].first_region, count = 0;
  tta_ttkernel_value parameters[MAX_ARGUMENTS];
  if (region == TTA_OPS_NONE) return;
  const tta_ops_block *entry = &o->blocks[o->regions[region].first_block];
  for (; count < entry->num_arguments && count < MAX_ARGUMENTS; count++)
    parameters[count] = tta_ttkernel_parameter(&r, function, count, o->values[entry->first_argument + count].type);
  run_region(&r, region, parameters, count, &end);
}
