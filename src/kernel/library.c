/* library.c: functions and type traits of the C++ library: <algorithm>, <cstring>, <numeric>, <utility>, <type_traits>,
 * <limits>. Ranges are slots (arrays and lists of the source) or bytes of L1. */
#include "kernel/interpret.h"

#include "base/checked.h"

typedef enum function {
  FUNCTION_MEMCPY, FUNCTION_MEMSET, FUNCTION_MIN, FUNCTION_MAX, FUNCTION_CLAMP, FUNCTION_ABS, FUNCTION_SAME,
  FUNCTION_SWAP, FUNCTION_EXCHANGE, FUNCTION_TUPLE, FUNCTION_GET, FUNCTION_FILL, FUNCTION_FILL_N, FUNCTION_COPY,
  FUNCTION_COPY_N, FUNCTION_IOTA, FUNCTION_SUM, FUNCTION_COUNT, FUNCTION_FIND, FUNCTION_ALL, FUNCTION_ANY,
  FUNCTION_NONE, FUNCTION_EACH, FUNCTION_REVERSE, FUNCTION_SORT, FUNCTION_LEAST, FUNCTION_MOST, FUNCTION_MAKE,
  FUNCTION_OPTIONAL, FUNCTION_TEXT, FUNCTION_NEXT, FUNCTION_PREVIOUS, FUNCTION_DISTANCE, FUNCTION_GENERATE,
  FUNCTION_TRANSFORM, FUNCTION_CEIL, FUNCTION_FLOOR, FUNCTION_GCD, FUNCTION_LCM, FUNCTION_TIE,
} function;

typedef struct library_row {
  const char *name;
  function function;
  uint8_t least, most; /* arguments */
  bool references;     /* the arguments may be variables that change */
} library_row;

enum { ANY = TTA_KERNEL_MAX_CALL_ARGS, COST_OF_ITEM = 20, COST_OF_LIBRARY = 96 };

static const library_row rows[] = {
    {"memcpy", FUNCTION_MEMCPY, 3, 3, false}, {"memmove", FUNCTION_MEMCPY, 3, 3, false},
    {"memset", FUNCTION_MEMSET, 3, 3, false}, {"min", FUNCTION_MIN, 1, 2, false}, {"max", FUNCTION_MAX, 1, 2, false},
    {"clamp", FUNCTION_CLAMP, 3, 3, false}, {"abs", FUNCTION_ABS, 1, 1, false}, {"move", FUNCTION_SAME, 1, 1, true},
    {"forward", FUNCTION_SAME, 1, 1, true}, {"as_const", FUNCTION_SAME, 1, 1, true}, {"ref", FUNCTION_SAME, 1, 1, true},
    {"cref", FUNCTION_SAME, 1, 1, true}, {"to_underlying", FUNCTION_SAME, 1, 1, false},
    {"swap", FUNCTION_SWAP, 2, 2, true}, {"exchange", FUNCTION_EXCHANGE, 2, 2, true},
    {"make_pair", FUNCTION_TUPLE, 2, 2, false}, {"make_tuple", FUNCTION_TUPLE, 0, ANY, false},
    {"pair", FUNCTION_TUPLE, 2, 2, false}, {"tuple", FUNCTION_TUPLE, 0, ANY, false}, {"get", FUNCTION_GET, 1, 1, true},
    {"fill", FUNCTION_FILL, 3, 3, false}, {"fill_n", FUNCTION_FILL_N, 3, 3, false},
    {"copy", FUNCTION_COPY, 3, 3, false}, {"copy_n", FUNCTION_COPY_N, 3, 3, false},
    {"iota", FUNCTION_IOTA, 3, 3, false}, {"accumulate", FUNCTION_SUM, 3, 4, false},
    {"count", FUNCTION_COUNT, 3, 3, false},
    {"count_if", FUNCTION_COUNT, 3, 3, false}, {"find_if", FUNCTION_FIND, 3, 3, false},
    {"find", FUNCTION_FIND, 3, 3, false}, {"all_of", FUNCTION_ALL, 3, 3, false},
    {"any_of", FUNCTION_ANY, 3, 3, false}, {"none_of", FUNCTION_NONE, 3, 3, false},
    {"for_each", FUNCTION_EACH, 3, 3, false}, {"reverse", FUNCTION_REVERSE, 2, 2, false},
    {"sort", FUNCTION_SORT, 2, 3, false}, {"min_element", FUNCTION_LEAST, 2, 2, false},
    {"max_element", FUNCTION_MOST, 2, 2, false}, {"make_unique", FUNCTION_MAKE, 0, ANY, false},
    {"make_shared", FUNCTION_MAKE, 0, ANY, false}, {"make_optional", FUNCTION_OPTIONAL, 1, 1, false},
    {"to_string", FUNCTION_TEXT, 1, 1, false}, {"next", FUNCTION_NEXT, 1, 2, false},
    {"prev", FUNCTION_PREVIOUS, 1, 2, false}, {"distance", FUNCTION_DISTANCE, 2, 2, false},
    {"generate", FUNCTION_GENERATE, 3, 3, false}, {"transform", FUNCTION_TRANSFORM, 4, 4, false},
    {"back_inserter", FUNCTION_SAME, 1, 1, false}, {"inserter", FUNCTION_SAME, 2, 2, false},
    {"ceil", FUNCTION_CEIL, 1, 1, false}, {"floor", FUNCTION_FLOOR, 1, 1, false},
    {"gcd", FUNCTION_GCD, 2, 2, false}, {"lcm", FUNCTION_LCM, 2, 2, false}, {"tie", FUNCTION_TIE, 1, ANY, true}};

/* ---- ranges ---- */

static bool is_position(kernel_value v) { return v.kind == KERNEL_OBJECT && v.class == TTA_CLASS_POSITION; }

/* The slots from a position on. @return false: not known */
static bool slots_at(tta_interpreter *in, kernel_value v, uint32_t *first, uint32_t *count) {
  *first = v.first;
  *count = v.first <= in->num_slots ? in->num_slots - v.first : 0;
  if (v.kind == KERNEL_POINTER) return true;
  if (!is_position(v)) return false;
  kernel_value list = {.kind = KERNEL_OBJECT, .class = TTA_CLASS_LIST, .object = v.object};
  if (!tta_list_items(in, list, first, count) || v.number < 0 || v.number > *count) return false;
  *first += (uint32_t)v.number;
  *count -= (uint32_t)v.number;
  return true;
}

static bool range_of(tta_interpreter *in, kernel_value from, kernel_value to, uint32_t *first, uint32_t *count) {
  uint32_t end, most, rest;
  if (from.kind != to.kind || (is_position(from) && from.object != to.object)) return false;
  if (!slots_at(in, from, first, &most) || !slots_at(in, to, &end, &rest)) return false;
  *count = end - *first;
  return end >= *first && *count <= most;
}

static void put(tta_interpreter *in, uint32_t slot, kernel_value value, uint32_t token) {
  tta_cost(in, COST_OF_ITEM);
  if (in->probe) in->slots[slot].value = tta_unknown(token);
  else tta_assign(in, slot, tta_copy(in, value), token);
}

/* Bytes of L1 that are stored, or loaded. */
static kernel_value touch(tta_interpreter *in, kernel_value address, int64_t bytes, bool write, uint32_t token) {
  if (bytes > 0) {
    address.pointee = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
    if (write) tta_memory_write(in, address, tta_unknown(token), token);
    else tta_memory_read(in, address, token);
  }
  return tta_void();
}

/* What the function does to its operand is not known. */
static kernel_value lost(tta_interpreter *in, kernel_value why, uint32_t token) {
  tta_list_forget(in, why, token);
  if (in->host) return tta_unknown(token); /* long lists are data */
  if (in->probe) in->probe_issued = true;
  else tta_undecided(in, token, why, "an operand of this call");
  return tta_unknown(token);
}

/* ---- bytes ---- */

static kernel_value copy_bytes(tta_interpreter *in, kernel_value *args, uint32_t token) {
  kernel_value to = args[0], from = args[1];
  uint32_t first, source, most, available;
  if (args[2].kind != KERNEL_INT) return lost(in, args[2], token);
  int64_t bytes = args[2].number;
  if (to.kind == KERNEL_ADDRESS && from.kind == KERNEL_ADDRESS) {
    kernel_value values[3] = {from, to, args[2]};
    if (bytes > 0) tta_issue_values(in, "l1_copy", token, values, 3);
    return to;
  }
  if (from.kind == KERNEL_ADDRESS) touch(in, from, bytes, false, token);
  if (to.kind == KERNEL_ADDRESS) return touch(in, to, bytes, true, token);
  if (!slots_at(in, to, &first, &most)) return lost(in, to, token);
  bool known = slots_at(in, from, &source, &available);
  for (uint32_t i = 0; bytes > 0 && i < most; i++) {
    tta_type type = in->slots[first + i].type;
    uint32_t size = tta_type_bytes(type);
    bool same = known && i < available && size && tta_type_bytes(in->slots[source + i].type) == size && size <= bytes;
    put(in, first + i, same ? tta_bits_as(in->slots[source + i].value, type, token) : tta_unknown(token), token);
    bytes -= size ? size : bytes;
  }
  return to;
}

static kernel_value set_bytes(tta_interpreter *in, kernel_value *args, uint32_t token) {
  uint32_t first, most;
  if (args[2].kind != KERNEL_INT) return lost(in, args[2], token);
  int64_t bytes = args[2].number;
  if (args[0].kind == KERNEL_ADDRESS) return touch(in, args[0], bytes, true, token);
  if (!slots_at(in, args[0], &first, &most)) return lost(in, args[0], token);
  bool zero = args[1].kind == KERNEL_INT && !args[1].number;
  for (uint32_t i = 0; bytes > 0 && i < most; i++) {
    uint32_t size = tta_type_bytes(in->slots[first + i].type);
    put(in, first + i, zero && size ? tta_u32(0) : tta_unknown(token), token);
    bytes -= size ? size : bytes;
  }
  return args[0];
}

/* ---- values ---- */

static kernel_value smaller(kernel_value a, kernel_value b, bool less, uint32_t token) {
  bool is_less = false;
  kernel_value order = tta_apply('<', a, b, token);
  if (!tta_truth(order, &is_less)) return order.kind == KERNEL_UNKNOWN ? order : tta_unknown(token);
  return is_less == less ? a : b;
}

/* Of two values, of {..}, or of two types: min<uint32_t>(a, b). */
static kernel_value extreme(tta_interpreter *in, kernel_value *args, uint32_t num, bool less, uint32_t token) {
  uint32_t first = args[0].first, count = args[0].count;
  if (in->num_template_args && in->template_args[0].kind == KERNEL_TYPE)
    for (uint32_t i = 0; i < num; i++)
      args[i] = tta_value_as(args[i], in->types[in->template_args[0].object], token);
  if (num == 2) return smaller(args[0], args[1], less, token);
  if (tta_is_list(args[0]) ? !tta_list_items(in, args[0], &first, &count) : args[0].kind != KERNEL_STRUCT)
    return args[0].kind == KERNEL_UNKNOWN ? args[0] : tta_unknown(token);
  kernel_value best = count ? in->slots[first].value : tta_unknown(token);
  tta_cost(in, (uint64_t)count * COST_OF_ITEM);
  for (uint32_t i = 1; i < count; i++) best = smaller(in->slots[first + i].value, best, less, token);
  return best;
}

kernel_value tta_tuple(tta_interpreter *in, const kernel_value *args, uint32_t num, uint32_t token) {
  uint32_t first = tta_new_slots(in, num);
  if (first == TTA_KERNEL_NONE) return tta_unknown(token);
  for (uint32_t i = 0; i < num; i++) {
    kernel_value value = tta_copy(in, args[i]); /* moves the slots */
    in->slots[first + i].value = value;
  }
  return (kernel_value){.kind = KERNEL_STRUCT, .object = TTA_KERNEL_NONE, .first = first, .count = num};
}

kernel_value tta_new_object(tta_interpreter *in, tta_type type, kernel_value *args, uint32_t num, uint32_t token) {
  kernel_value value = tta_value_as(num ? args[0] : tta_u32(0), type, token);
  if (type.kind == TTA_TYPE_STRUCT || type.kind == TTA_TYPE_CLASS) value = tta_construct(in, type, args, num, token);
  uint32_t slot = in->stopped ? TTA_KERNEL_NONE : tta_new_slots(in, 1);
  if (slot == TTA_KERNEL_NONE) return tta_unknown(token);
  in->slots[slot] = (tta_slot){.name = TTA_KERNEL_NONE, .type = type, .value = value};
  in->pins++;
  return (kernel_value){.kind = KERNEL_POINTER, .first = slot, .count = 1};
}

static kernel_value text_of_number(tta_interpreter *in, kernel_value number, uint32_t token) {
  tta_buf text;
  if (number.kind != KERNEL_INT) return number.kind == KERNEL_UNKNOWN ? number : tta_unknown(token);
  tta_buf_init(&text, in->source->arena->allocator);
  if (number.is_signed) tta_buf_printf(&text, "%lld", (long long)number.number);
  else tta_buf_printf(&text, "%llu", (unsigned long long)number.number);
  return tta_text_value(in, &text, token);
}

/* Numbers from 2^53 on are whole. */
static kernel_value rounded(kernel_value v, bool up, uint32_t token) {
  const double whole = 9007199254740992.0;
  if (v.kind == KERNEL_INT) return (kernel_value){.kind = KERNEL_REAL, .bits = 64, .real = (double)v.number};
  if (v.kind != KERNEL_REAL) return v.kind == KERNEL_UNKNOWN ? v : tta_unknown(token);
  if (!(v.real > -whole && v.real < whole)) return v;
  double near = (double)(int64_t)v.real;
  v.real = up ? near + (near < v.real) : near - (near > v.real);
  return v;
}

/* std::gcd, std::lcm */
static kernel_value divisor(kernel_value a, kernel_value b, bool multiple, uint32_t token) {
  if (a.kind != KERNEL_INT || b.kind != KERNEL_INT || a.number < 0 || b.number < 0)
    return a.kind == KERNEL_UNKNOWN ? a : b.kind == KERNEL_UNKNOWN ? b : tta_unknown(token);
  int64_t x = a.number, y = b.number;
  while (y) {
    int64_t rest = x % y;
    x = y;
    y = rest;
  }
  kernel_value common = tta_int(x, a.bits, a.is_signed);
  return multiple && x ? tta_apply('*', tta_apply('/', a, common, token), b, token) : common;
}

/* Variables that an assignment gives the parts of its value. */
static kernel_value tie(tta_interpreter *in, const kernel_value *args, uint32_t num, uint32_t token) {
  kernel_value to[TTA_KERNEL_MAX_CALL_ARGS];
  for (uint32_t i = 0; i < num; i++) {
    uint32_t slot = args[i].lvalue == TTA_LVALUE_SLOT ? args[i].slot : tta_new_slots(in, 1); /* std::ignore */
    if (slot == TTA_KERNEL_NONE) return tta_unknown(token);
    to[i] = (kernel_value){.kind = KERNEL_POINTER, .first = slot, .count = 1};
  }
  kernel_value out = tta_tuple(in, to, num, token);
  if (out.kind == KERNEL_STRUCT) out.class = TTA_CLASS_TIE;
  return out;
}

static kernel_value variable_at(const tta_interpreter *in, uint32_t slot) {
  kernel_value out = in->slots[slot].value;
  out.lvalue = TTA_LVALUE_SLOT;
  out.slot = slot;
  return out;
}

static kernel_value item_of(tta_interpreter *in, kernel_value tuple, uint32_t token) {
  kernel_value index = in->num_template_args ? in->template_args[0] : tta_unknown(token);
  if (tta_is_list(tuple)) return tta_list_at(in, tuple, index, token);
  if (tuple.kind != KERNEL_STRUCT || index.kind != KERNEL_INT || index.number < 0 || index.number >= tuple.count)
    return tuple.kind == KERNEL_UNKNOWN ? tuple : tta_unknown(token);
  return variable_at(in, tuple.first + (uint32_t)index.number);
}

static kernel_value exchange(tta_interpreter *in, kernel_value a, kernel_value b, bool both, uint32_t token) {
  if (a.lvalue != TTA_LVALUE_SLOT || (both && b.lvalue != TTA_LVALUE_SLOT)) return lost(in, a, token);
  kernel_value old = tta_copy(in, in->slots[a.slot].value);
  put(in, a.slot, tta_rvalue(in, b, token), token);
  if (both) put(in, b.slot, old, token);
  return both ? tta_void() : old;
}

/* ---- algorithms ---- */

static kernel_value position_at(kernel_value begin, uint32_t offset) {
  if (begin.kind == KERNEL_POINTER) begin.first += offset;
  else begin.number = (int64_t)((uint64_t)begin.number + offset);
  return begin;
}

/* The result of a function for an item, or whether the item is equal to a value. */
static kernel_value ask(tta_interpreter *in, kernel_value what, uint32_t slot, uint32_t token) {
  kernel_value item = variable_at(in, slot);
  tta_cost(in, COST_OF_ITEM);
  if (what.kind == KERNEL_FUNCTION) return tta_rvalue(in, tta_call_value(in, what, &item, 1, token), token);
  item = tta_rvalue(in, item, token);
  return tta_operate(in, TTA_PUNCT2('=', '='), &item, &what, token);
}

static kernel_value search(tta_interpreter *in, function f, const kernel_value *args, uint32_t first, uint32_t count,
                           uint32_t token) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < count && !in->stopped; i++) {
    bool truth = false;
    kernel_value answer = ask(in, args[2], first + i, token);
    if (f == FUNCTION_EACH) continue;
    if (!tta_truth(answer, &truth)) return answer.kind == KERNEL_UNKNOWN ? answer : tta_unknown(token);
    if (f == FUNCTION_FIND && truth) return position_at(args[0], i);
    found += truth;
  }
  switch (f) {
  case FUNCTION_ALL: return tta_bool(found == count);
  case FUNCTION_ANY: return tta_bool(found);
  case FUNCTION_NONE: return tta_bool(!found);
  case FUNCTION_COUNT: return tta_u32(found);
  case FUNCTION_FIND: return args[1];
  default: return tta_void();
  }
}

static kernel_value sum(tta_interpreter *in, const kernel_value *args, uint32_t num, uint32_t first, uint32_t count,
                        uint32_t token) {
  kernel_value total = args[2];
  for (uint32_t i = 0; i < count && !in->stopped; i++) {
    tta_cost(in, COST_OF_ITEM);
    kernel_value both[2] = {total, in->slots[first + i].value};
    total = num > 3 ? tta_call_value(in, args[3], both, 2, token) : tta_apply('+', both[0], both[1], token);
  }
  return total;
}

static void swap_slots(tta_interpreter *in, uint32_t a, uint32_t b) {
  kernel_value old = in->slots[a].value;
  in->slots[a].value = in->slots[b].value;
  in->slots[b].value = old;
}

/* By insertion: ranges of a program are short. @return false: an order is not known */
static bool sort(tta_interpreter *in, const kernel_value *compare, uint32_t first, uint32_t count, uint32_t token) {
  for (uint32_t i = 1; i < count && tta_step(in); i++)
    for (uint32_t n = i; n && tta_step(in); n--) {
      kernel_value both[2] = {in->slots[first + n].value, in->slots[first + n - 1].value};
      int order = compare ? 0 : tta_compare_values(in, both[0], both[1]);
      bool less = order < 0;
      if (compare && !tta_truth(tta_call_value(in, *compare, both, 2, token), &less)) order = TTA_NOT_ORDERED;
      if (order == TTA_NOT_ORDERED) return false;
      if (!less) break;
      swap_slots(in, first + n, first + n - 1);
    }
  return true;
}

static kernel_value best_of(tta_interpreter *in, bool less, kernel_value begin, uint32_t first, uint32_t count,
                            uint32_t token) {
  uint32_t best = 0;
  tta_cost(in, (uint64_t)count * COST_OF_ITEM);
  for (uint32_t i = 1; i < count; i++) {
    kernel_value a = in->slots[first + i].value, b = in->slots[first + best].value;
    bool better = false;
    if (!tta_truth(tta_apply('<', less ? a : b, less ? b : a, token), &better)) return tta_unknown(token);
    if (better) best = i;
  }
  return position_at(begin, best);
}

static void assign_range(tta_interpreter *in, function f, const kernel_value *args, uint32_t first, uint32_t count,
                         uint32_t token) {
  uint32_t target = first, most = count;
  kernel_value value = args[2];
  bool copies = f == FUNCTION_COPY || f == FUNCTION_TRANSFORM, adds = copies && tta_is_list(args[2]);
  if (copies && !adds && (!slots_at(in, args[2], &target, &most) || most < count)) {
    if (args[2].kind == KERNEL_ADDRESS)
      touch(in, args[2], (int64_t)count * (args[2].pointee ? args[2].pointee : 4), true, token);
    else lost(in, args[2], token);
    return;
  }
  for (uint32_t i = 0; i < count && !in->stopped && tta_step(in); i++) {
    if (copies) value = in->slots[first + i].value;
    if (f == FUNCTION_TRANSFORM) value = variable_at(in, first + i);
    if (f == FUNCTION_TRANSFORM || f == FUNCTION_GENERATE)
      value = tta_rvalue(in, tta_call_value(in, args[copies ? 3 : 2], &value, copies, token), token);
    if (adds) tta_list_add(in, args[2], value, token);
    else put(in, target + i, value, token);
    if (f == FUNCTION_IOTA) value = tta_apply('+', value, tta_int(1, 32, true), token);
  }
}

/* (first, count, ..) as (first, last, ..) */
static kernel_value end_after(kernel_value first, kernel_value count, uint32_t token) {
  if (count.kind != KERNEL_INT || count.number < 0 || count.number > UINT32_MAX / 2) return tta_unknown(token);
  if (first.kind == KERNEL_ADDRESS) return tta_apply('+', first, count, token);
  return position_at(first, (uint32_t)count.number);
}

static kernel_value algorithm(tta_interpreter *in, function f, kernel_value *args, uint32_t num, uint32_t token) {
  uint32_t first, count;
  if (f == FUNCTION_FILL_N || f == FUNCTION_COPY_N) {
    args[1] = end_after(args[0], args[1], token);
    f = f == FUNCTION_FILL_N ? FUNCTION_FILL : FUNCTION_COPY;
  }
  int64_t size = 0;
  bool in_memory = args[0].kind == KERNEL_ADDRESS && args[1].kind == KERNEL_ADDRESS &&
                   args[0].object == args[1].object && tta_sub(args[1].number, args[0].number, &size);
  if (in_memory && (f == FUNCTION_FILL || f == FUNCTION_IOTA)) return touch(in, args[0], size, true, token);
  if (in_memory && f == FUNCTION_COPY) {
    kernel_value bytes[3] = {args[2], args[0], tta_int(size, 64, true)};
    return copy_bytes(in, bytes, token);
  }
  bool known = range_of(in, args[0], args[1], &first, &count);
  switch (f) {
  case FUNCTION_COPY: case FUNCTION_TRANSFORM:
    if (!known) return lost(in, args[2], token);
    break;
  case FUNCTION_FILL: case FUNCTION_IOTA: case FUNCTION_REVERSE: case FUNCTION_SORT: case FUNCTION_GENERATE:
    if (!known) return lost(in, args[0], token);
    break;
  default:
    if (!known) return args[0].kind == KERNEL_UNKNOWN ? args[0] : tta_unknown(token);
  }
  switch (f) {
  case FUNCTION_SUM: return sum(in, args, num, first, count, token);
  case FUNCTION_LEAST: case FUNCTION_MOST: return best_of(in, f == FUNCTION_LEAST, args[0], first, count, token);
  case FUNCTION_SORT:
    if ((num > 2 && args[2].kind != KERNEL_FUNCTION) || !sort(in, num > 2 ? &args[2] : NULL, first, count, token))
      return lost(in, args[0], token);
    return tta_void();
  case FUNCTION_REVERSE:
    tta_cost(in, (uint64_t)count * COST_OF_ITEM);
    for (uint32_t i = 0; i < count / 2; i++) swap_slots(in, first + i, first + count - 1 - i);
    return tta_void();
  case FUNCTION_FILL: case FUNCTION_COPY: case FUNCTION_IOTA: case FUNCTION_GENERATE: case FUNCTION_TRANSFORM:
    assign_range(in, f, args, first, count, token);
    return tta_void();
  default: return search(in, f, args, first, count, token);
  }
}

bool tta_library_call(tta_interpreter *in, uint32_t name_token, kernel_value *args, uint32_t num, kernel_value *out) {
  const library_row *row = NULL;
  tta_cost(in, COST_OF_LIBRARY);
  for (size_t i = 0; i < sizeof rows / sizeof *rows && !row; i++)
    if (tta_str_is(in->tokens[name_token].text, rows[i].name)) row = &rows[i];
  if (!row) return false;
  for (uint32_t i = 0; i < num && !row->references; i++) args[i] = tta_rvalue(in, args[i], name_token);
  bool whole = row->least > 1 && num + 1u >= row->least && num < row->most && tta_is_list(args[0]) && !row->references;
  if (whole) { /* std::ranges::fill(list, x) */
    memmove(args + 2, args + 1, sizeof *args * (num++ - 1));
    args[1] = tta_list_method(in, args[0], TTA_STR("end"), NULL, 0, name_token);
    args[0] = tta_list_method(in, args[0], TTA_STR("begin"), NULL, 0, name_token);
  }
  if (num < row->least || num > row->most) return false;
  switch (row->function) {
  case FUNCTION_MEMCPY: *out = copy_bytes(in, args, name_token); break;
  case FUNCTION_MEMSET: *out = set_bytes(in, args, name_token); break;
  case FUNCTION_MIN: case FUNCTION_MAX:
    *out = extreme(in, args, num, row->function == FUNCTION_MIN, name_token);
    break;
  case FUNCTION_CLAMP:
    *out = smaller(smaller(args[0], args[1], false, name_token), args[2], true, name_token);
    break;
  case FUNCTION_ABS:
    *out = smaller(args[0], tta_negate('-', args[0], name_token), false, name_token);
    break;
  case FUNCTION_SAME: *out = args[0]; break;
  case FUNCTION_SWAP: *out = exchange(in, args[0], args[1], true, name_token); break;
  case FUNCTION_EXCHANGE: *out = exchange(in, args[0], args[1], false, name_token); break;
  case FUNCTION_TUPLE: *out = tta_tuple(in, args, num, name_token); break;
  case FUNCTION_GET: *out = item_of(in, args[0], name_token); break;
  case FUNCTION_MAKE:
    if (!in->num_template_args || in->template_args[0].kind != KERNEL_TYPE) return false;
    *out = tta_new_object(in, in->types[in->template_args[0].object], args, num, name_token);
    break;
  case FUNCTION_OPTIONAL:
    *out = tta_value_as(args[0], (tta_type){.kind = TTA_TYPE_OPTIONAL}, name_token);
    break;
  case FUNCTION_NEXT: case FUNCTION_PREVIOUS:
    *out = tta_apply(row->function == FUNCTION_NEXT ? '+' : '-', args[0], num > 1 ? args[1] : tta_u32(1), name_token);
    break;
  case FUNCTION_DISTANCE: *out = tta_apply('-', args[1], args[0], name_token); break;
  case FUNCTION_CEIL: case FUNCTION_FLOOR:
    *out = rounded(args[0], row->function == FUNCTION_CEIL, name_token);
    break;
  case FUNCTION_GCD: case FUNCTION_LCM:
    *out = divisor(args[0], args[1], row->function == FUNCTION_LCM, name_token);
    break;
  case FUNCTION_TIE: *out = tie(in, args, num, name_token); break;
  case FUNCTION_TEXT: *out = text_of_number(in, args[0], name_token); break;
  default: *out = algorithm(in, row->function, args, num, name_token);
  }
  return true;
}

/* ---- traits ---- */

typedef enum trait {
  TRAIT_SAME, TRAIT_INTEGRAL, TRAIT_UNSIGNED, TRAIT_SIGNED, TRAIT_FLOATING, TRAIT_ARITHMETIC, TRAIT_POINTER, TRAIT_VOID,
  TRAIT_CONSTANT, TRAIT_LIMITS, NUM_TRAITS,
} trait;

static const char *const traits[NUM_TRAITS] = {
    "is_same", "is_integral", "is_unsigned", "is_signed", "is_floating_point", "is_arithmetic", "is_pointer", "is_void",
    "integral_constant", "numeric_limits"};

static bool is_same_type(tta_type a, tta_type b) {
  return a.kind == b.kind && a.bits == b.bits && a.pointers == b.pointers && a.class == b.class &&
         a.is_signed == b.is_signed && a.reference == b.reference && a.number == b.number && a.items == b.items;
}

bool tta_same_argument(const tta_interpreter *in, kernel_value a, kernel_value b) {
  if (a.kind != b.kind) return false;
  if (a.kind == KERNEL_TYPE) return is_same_type(in->types[a.object], in->types[b.object]);
  return (a.kind == KERNEL_INT && a.number == b.number) || (a.kind == KERNEL_SYMBOL && a.object == b.object);
}

static bool answer(const tta_interpreter *in, trait which, const kernel_value *args, uint32_t num) {
  tta_type t = in->types[args[0].object];
  bool integral = t.kind == TTA_TYPE_INT && !t.pointers, floating = t.kind == TTA_TYPE_REAL && !t.pointers;
  switch (which) {
  case TRAIT_SAME: return num > 1 && tta_same_argument(in, args[0], args[1]);
  case TRAIT_INTEGRAL: return integral;
  case TRAIT_UNSIGNED: return integral && !t.is_signed;
  case TRAIT_SIGNED: return floating || (integral && t.is_signed);
  case TRAIT_FLOATING: return floating;
  case TRAIT_ARITHMETIC: return integral || floating;
  case TRAIT_POINTER: return t.pointers > 0;
  default: return t.kind == TTA_TYPE_VOID && !t.pointers;
  }
}

/* max, min or lowest of an integer */
static kernel_value limit_of(tta_type t, tta_str name, uint32_t token) {
  if (t.kind != TTA_TYPE_INT || t.pointers) return tta_unknown(token);
  uint64_t all = t.bits >= 64 ? UINT64_MAX : ((uint64_t)1 << t.bits) - 1;
  if (tta_str_is(name, "max")) return tta_int((int64_t)(t.is_signed ? all >> 1 : all), t.bits, t.is_signed);
  return tta_int(t.is_signed ? -(int64_t)(all >> 1) - 1 : 0, t.bits, t.is_signed);
}

bool tta_library_constant(tta_interpreter *in, uint32_t token, kernel_value *out) {
  kernel_value args[TTA_KERNEL_MAX_CALL_ARGS];
  tta_str name = in->tokens[token].text;
  bool short_form = tta_str_ends_with(name, "_v");
  uint32_t num = 0, which = 0, begin = in->at;
  if (short_form) name.size -= 2;
  while (which < NUM_TRAITS && !tta_str_is(name, traits[which])) which++;
  if (which == NUM_TRAITS || !tta_read_template_args(in, args, &num) || !num) return false;
  tta_str member = TTA_STR("value");
  if (!short_form && tta_token_eat(in, TTA_PUNCT2(':', ':'))) {
    bool named = tta_token(in)->kind == TTA_CPP_NAME;
    if (named) member = in->tokens[in->at++].text;
    else in->at = begin;
    if (!named) return false;
  }
  bool braces = !short_form && (tta_token_is(in, '{') || tta_token_is(in, '(')); /* is_same<A, B>{}, max() */
  if (braces) in->at = tta_token(in)->match + 1;
  if (args[0].kind != KERNEL_TYPE || (which != TRAIT_LIMITS && !tta_str_is(member, "value"))) {
    in->at = begin;
    return false;
  }
  *out = which == TRAIT_LIMITS     ? limit_of(in->types[args[0].object], member, token)
         : which == TRAIT_CONSTANT ? (num > 1 ? args[1] : tta_unknown(token))
                                   : tta_bool(answer(in, (trait)which, args, num));
  return true;
}

bool tta_library_type(tta_interpreter *in, tta_type *out) {
  static const char *const names[] = {"conditional", "enable_if", "make_unsigned", "make_signed", "remove_pointer",
                                      "remove_reference", "remove_cv", "remove_cvref", "remove_const", "decay",
                                      "underlying_type", "add_const", "type_identity"};
  kernel_value args[TTA_KERNEL_MAX_CALL_ARGS];
  tta_str name = tta_token(in)->text;
  uint32_t begin = in->at, num = 0, which = 0, count = sizeof names / sizeof *names;
  bool short_form = tta_str_ends_with(name, "_t"), truth = false;
  if (short_form) name.size -= 2;
  if (tta_token(in)->kind != TTA_CPP_NAME || !tta_cpp_is(tta_token(in) + 1, '<')) return false;
  while (which < count && !tta_str_is(name, names[which])) which++;
  if (which == count) return false;
  in->at++;
  bool good = tta_read_template_args(in, args, &num) && num;
  if (!short_form) good = good && tta_token_eat(in, TTA_PUNCT2(':', ':')) && tta_token_eat_word(in, "type");
  uint32_t chosen = which ? 0 : num > 2 && tta_truth(args[0], &truth) && truth ? 1 : 2;
  tta_type type = {.kind = TTA_TYPE_VOID};
  if (which == 1) chosen = 1;
  if (good && chosen < num && args[chosen].kind == KERNEL_TYPE) type = in->types[args[chosen].object];
  else if (which != 1 || chosen < num) good = false;
  if (!good) {
    in->at = begin;
    return false;
  }
  if (which == 2 || which == 3) type.is_signed = which == 3;
  if (which == 4 && type.pointers) type.pointers--;
  if (which > 4) type.reference = false;
  type.is_static = out->is_static;
  *out = type;
  return true;
}
