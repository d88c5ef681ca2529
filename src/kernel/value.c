/* value.c: values of the interpreter: integers with width and sign, addresses, unknown values. */
#include "base/checked.h"
#include "kernel/interpret.h"

kernel_value tta_unknown(uint32_t origin) { return (kernel_value){.kind = KERNEL_UNKNOWN, .origin = origin}; }

/* A number reduced to its width. */
static int64_t wrap(int64_t number, uint8_t bits, bool is_signed) {
  if (bits >= 64) return number;
  uint64_t mask = ((uint64_t)1 << bits) - 1, low = (uint64_t)number & mask;
  if (is_signed && low >> (bits - 1)) low |= ~mask;
  return (int64_t)low;
}

kernel_value tta_int(int64_t number, uint8_t bits, bool is_signed) {
  return (kernel_value){
      .kind = KERNEL_INT, .bits = bits, .is_signed = is_signed, .number = wrap(number, bits, is_signed)};
}

kernel_value tta_local_address(uint32_t object, int64_t offset_bytes) {
  return (kernel_value){.kind = KERNEL_ADDRESS, .object = object, .number = offset_bytes, .noc = TTA_NOC_OF_KERNEL};
}

kernel_value tta_nothing(void) { return (kernel_value){.kind = KERNEL_OBJECT, .class = TTA_CLASS_NOTHING}; }

bool tta_truth(kernel_value value, bool *out) {
  bool object = value.kind == KERNEL_STRUCT || value.kind == KERNEL_POINTER;
  if (tta_is_nothing(value) || value.optional || object) *out = !tta_is_nothing(value);
  else if (value.kind == KERNEL_INT) *out = value.number != 0;
  else if (value.kind == KERNEL_REAL) *out = value.real != 0;
  else if (value.kind == KERNEL_ADDRESS) *out = value.object != TTA_OBJECT_NUMBER || value.number != 0;
  else return false;
  return true;
}

uint32_t tta_type_bytes(tta_type type) {
  if (type.pointers) return 4;
  if (type.kind == TTA_TYPE_INT || type.kind == TTA_TYPE_REAL) return type.bits / 8u;
  if (type.kind == TTA_TYPE_OTHER) return type.bits / 8u;
  return type.kind == TTA_TYPE_VOID ? 1 : 0;
}

/* ---- integers ---- */

static bool is_comparison(uint32_t op) {
  return op == '<' || op == '>' || op == TTA_PUNCT2('<', '=') || op == TTA_PUNCT2('>', '=') ||
         op == TTA_PUNCT2('=', '=') || op == TTA_PUNCT2('!', '=');
}

static bool compare(uint32_t op, int order) {
  switch (op) {
  case '<': return order < 0;
  case '>': return order > 0;
  case TTA_PUNCT2('<', '='): return order <= 0;
  case TTA_PUNCT2('>', '='): return order >= 0;
  case TTA_PUNCT2('=', '='): return order == 0;
  default: return order != 0;
  }
}

/* The type of both operands: int at least, then the wider one, unsigned if that one is. */
static void usual_conversions(const kernel_value *a, const kernel_value *b, uint8_t *bits, bool *is_signed) {
  uint8_t left = a->bits < 32 ? 32 : a->bits, right = b->bits < 32 ? 32 : b->bits;
  bool left_signed = a->bits < 32 || a->is_signed, right_signed = b->bits < 32 || b->is_signed;
  *bits = left > right ? left : right;
  *is_signed = left == right ? left_signed && right_signed : left > right ? left_signed : right_signed;
}

static kernel_value divide(uint32_t op, int64_t x, int64_t y, uint8_t bits, bool is_signed, uint32_t origin) {
  if (!y) return tta_unknown(origin);
  if (!is_signed)
    return tta_int((int64_t)(op == '/' ? (uint64_t)x / (uint64_t)y : (uint64_t)x % (uint64_t)y), bits, false);
  if (y == -1) return op == '/' ? tta_int((int64_t)(0 - (uint64_t)x), bits, true) : tta_int(0, bits, true);
  return tta_int(op == '/' ? x / y : x % y, bits, true);
}

static kernel_value shift(uint32_t op, const kernel_value *a, int64_t by, uint32_t origin) {
  uint8_t bits = a->bits < 32 ? 32 : a->bits;
  bool is_signed = a->bits < 32 || a->is_signed;
  if (by < 0 || by >= bits) return tta_unknown(origin);
  if (op == TTA_PUNCT2('<', '<')) return tta_int((int64_t)((uint64_t)a->number << by), bits, is_signed);
  return tta_int(is_signed ? a->number >> by : (int64_t)((uint64_t)a->number >> by), bits, is_signed);
}

kernel_value tta_integers(uint32_t op, const kernel_value *a, const kernel_value *b, uint32_t origin) {
  uint8_t bits;
  bool is_signed;
  if (op == TTA_PUNCT2('<', '<') || op == TTA_PUNCT2('>', '>')) return shift(op, a, b->number, origin);
  usual_conversions(a, b, &bits, &is_signed);
  int64_t x = wrap(a->number, bits, is_signed), y = wrap(b->number, bits, is_signed);
  uint64_t ux = (uint64_t)x, uy = (uint64_t)y;
  if (is_comparison(op)) return tta_bool(compare(op, is_signed ? (x > y) - (x < y) : (ux > uy) - (ux < uy)));
  switch (op) {
  case '+': return tta_int((int64_t)(ux + uy), bits, is_signed);
  case '-': return tta_int((int64_t)(ux - uy), bits, is_signed);
  case '*': return tta_int((int64_t)(ux * uy), bits, is_signed);
  case '/': case '%': return divide(op, x, y, bits, is_signed, origin);
  case '&': return tta_int((int64_t)(ux & uy), bits, is_signed);
  case '|': return tta_int((int64_t)(ux | uy), bits, is_signed);
  case '^': return tta_int((int64_t)(ux ^ uy), bits, is_signed);
  default: return tta_unknown(origin);
  }
}

static kernel_value reals(uint32_t op, double x, double y, uint32_t origin) {
  kernel_value out = {.kind = KERNEL_REAL, .bits = 64};
  if (is_comparison(op)) return tta_bool(compare(op, (x > y) - (x < y)));
  switch (op) {
  case '+': out.real = x + y; return out;
  case '-': out.real = x - y; return out;
  case '*': out.real = x * y; return out;
  case '/': out.real = x / y; return out;
  default: return tta_unknown(origin);
  }
}

/* ---- addresses ---- */

static bool same_place(kernel_value a, kernel_value b) {
  return a.object == b.object && a.reach == b.reach && a.y0 == b.y0 && a.x0 == b.x0 && a.y1 == b.y1 && a.x1 == b.x1;
}

/* @param sign  1, or -1 to subtract */
static kernel_value add_bytes(kernel_value address, int64_t elements, int sign, uint32_t origin) {
  int64_t bytes;
  if (!tta_mul(elements, address.pointee ? address.pointee : 1, &bytes) || !tta_mul(bytes, sign, &bytes) ||
      !tta_add(address.number, bytes, &address.number))
    return tta_unknown(origin);
  return address;
}

/* A core without an object (get_noc_addr(x, y, 0)) and a local address make one of that core. */
static kernel_value combine(kernel_value core, kernel_value local, uint32_t origin) {
  if (core.object != TTA_OBJECT_NUMBER || !core.reach) return tta_unknown(origin);
  core.object = local.object;
  if (!tta_add(core.number, local.number, &core.number)) return tta_unknown(origin);
  return core;
}

static int64_t signed_number(kernel_value v) { return v.bits == 32 ? (int32_t)v.number : v.number; }

static kernel_value addresses(uint32_t op, kernel_value a, kernel_value b, uint32_t origin) {
  bool left = a.kind == KERNEL_ADDRESS, right = b.kind == KERNEL_ADDRESS;
  if (left && right) {
    if ((op == '+' || op == '|') && a.reach && !b.reach) return combine(a, b, origin);
    if ((op == '+' || op == '|') && b.reach && !a.reach) return combine(b, a, origin);
    if (!same_place(a, b)) return is_comparison(op) && op == TTA_PUNCT2('!', '=') ? tta_bool(true)
                                  : op == TTA_PUNCT2('=', '=') ? tta_bool(false) : tta_unknown(origin);
    if (is_comparison(op)) return tta_bool(compare(op, (a.number > b.number) - (a.number < b.number)));
    int64_t between;
    if (op == '-' && tta_sub(a.number, b.number, &between))
      return tta_int(between / (a.pointee ? a.pointee : 1), 32, a.pointee != 0);
    return tta_unknown(origin);
  }
  if (left && b.kind == KERNEL_INT) {
    if (op == '+' || op == '-') return add_bytes(a, signed_number(b), op == '+' ? 1 : -1, origin);
    if (op == '|' && a.object == TTA_OBJECT_NUMBER) return add_bytes(a, b.number, 1, origin);
    if (op == '|' && !b.number) return a;
    if (op == TTA_PUNCT2('!', '=') && !b.number) return tta_bool(true);
    if (op == TTA_PUNCT2('=', '=') && !b.number) return tta_bool(false);
  }
  if (right && a.kind == KERNEL_INT && op == '+') return add_bytes(b, signed_number(a), 1, origin);
  if (right && a.kind == KERNEL_INT && op == '|') return addresses(op, b, a, origin);
  return tta_unknown(origin);
}

/* Of items that follow each other. */
static kernel_value positions(uint32_t op, int64_t a, int64_t b, uint32_t origin) {
  if (is_comparison(op)) return tta_bool(compare(op, (a > b) - (a < b)));
  return op == '-' ? tta_int(a - b, 32, true) : tta_unknown(origin);
}

/* Pointers and optionals compared with nullptr or nullopt. @return false: something else */
static bool with_nothing(uint32_t op, kernel_value a, kernel_value b, kernel_value *out) {
  bool object = a.kind == KERNEL_STRUCT || a.kind == KERNEL_POINTER, null = b.kind == KERNEL_INT && !b.number;
  if (op != TTA_PUNCT2('=', '=') && op != TTA_PUNCT2('!', '=')) return false;
  if (!tta_is_nothing(a) && !tta_is_nothing(b) && !(object && null)) return false;
  *out = tta_bool((tta_is_nothing(a) && tta_is_nothing(b)) == (op == TTA_PUNCT2('=', '=')));
  return true;
}

kernel_value tta_apply(uint32_t op, kernel_value a, kernel_value b, uint32_t origin) {
  kernel_value out;
  a.lvalue = b.lvalue = TTA_LVALUE_NONE;
  if (a.kind == KERNEL_UNKNOWN) return a;
  if (b.kind == KERNEL_UNKNOWN) return b;
  if (a.kind == KERNEL_INT && b.kind == KERNEL_INT) return tta_integers(op, &a, &b, origin);
  if (with_nothing(op, a, b, &out)) return out;
  if (a.kind == KERNEL_ADDRESS || b.kind == KERNEL_ADDRESS) return addresses(op, a, b, origin);
  if (a.kind == KERNEL_POINTER && b.kind == KERNEL_INT && (op == '+' || op == '-')) {
    a.first += op == '+' ? (uint32_t)b.number : 0 - (uint32_t)b.number;
    return a;
  }
  if (a.kind == KERNEL_POINTER && b.kind == KERNEL_POINTER) return positions(op, a.first, b.first, origin);
  bool position = a.kind == KERNEL_OBJECT && a.class == TTA_CLASS_POSITION;
  if (position && b.kind == KERNEL_OBJECT && b.class == a.class && b.object == a.object)
    return positions(op, a.number, b.number, origin);
  if (position && b.kind == KERNEL_INT && (op == '+' || op == '-')) {
    bool inside = op == '+' ? tta_add(a.number, b.number, &a.number) : tta_sub(a.number, b.number, &a.number);
    return inside ? a : tta_unknown(origin);
  }
  if (a.kind == KERNEL_SYMBOL && b.kind == KERNEL_SYMBOL && is_comparison(op))
    return tta_bool((a.object == b.object) == (op == TTA_PUNCT2('=', '=')));
  bool left = a.kind == KERNEL_REAL, right = b.kind == KERNEL_REAL;
  if ((left || a.kind == KERNEL_INT) && (right || b.kind == KERNEL_INT))
    return reals(op, left ? a.real : (double)a.number, right ? b.real : (double)b.number, origin);
  return tta_unknown(origin);
}

kernel_value tta_negate(uint32_t op, kernel_value a, uint32_t origin) {
  bool truth;
  a.lvalue = TTA_LVALUE_NONE;
  if (op == '!') return tta_truth(a, &truth) ? tta_bool(!truth) : a.kind == KERNEL_UNKNOWN ? a : tta_unknown(origin);
  if (op == '+' || a.kind == KERNEL_UNKNOWN) return a;
  if (a.kind == KERNEL_REAL && op == '-') {
    a.real = -a.real;
    return a;
  }
  if (a.kind != KERNEL_INT) return tta_unknown(origin);
  if (a.bits < 32) a = tta_int(a.number, 32, true);
  return tta_int(op == '-' ? (int64_t)(0 - (uint64_t)a.number) : ~a.number, a.bits, a.is_signed);
}

kernel_value tta_value_as(kernel_value value, tta_type type, uint32_t origin) {
  value.lvalue = TTA_LVALUE_NONE;
  if (type.kind == TTA_TYPE_OPTIONAL && !type.pointers) {
    bool empty = value.kind == KERNEL_STRUCT && value.object == TTA_KERNEL_NONE && !value.count;
    if (empty) return tta_nothing();
    value.optional = value.kind != KERNEL_UNKNOWN && !tta_is_nothing(value);
    return value;
  }
  if (value.kind == KERNEL_ADDRESS) {
    tta_type element = type;
    if (type.pointers) element.pointers--;
    if (type.kind == TTA_TYPE_AUTO) return value;
    if (type.pointers) value.pointee = tta_type_bytes(element);
    else if (type.kind == TTA_TYPE_INT) value.pointee = 0;
    return value;
  }
  if (type.pointers) {
    if (value.kind != KERNEL_INT) return value;
    kernel_value address = tta_local_address(TTA_OBJECT_NUMBER, value.number);
    type.pointers--;
    address.pointee = tta_type_bytes(type);
    return address;
  }
  if (type.kind == TTA_TYPE_INT && value.kind == KERNEL_INT) {
    if (type.bits == 1) return tta_bool(value.number != 0);
    return tta_int(value.number, type.bits, type.is_signed);
  }
  if (type.kind == TTA_TYPE_INT && value.kind == KERNEL_REAL) {
    if (!(value.real > -9e18 && value.real < 9e18)) return tta_unknown(origin);
    return tta_int((int64_t)value.real, type.bits == 1 ? 8 : type.bits, type.is_signed);
  }
  if (type.kind == TTA_TYPE_REAL && value.kind == KERNEL_INT)
    return (kernel_value){.kind = KERNEL_REAL, .bits = type.bits,
                       .real = value.is_signed ? (double)value.number : (double)(uint64_t)value.number};
  return value;
}
