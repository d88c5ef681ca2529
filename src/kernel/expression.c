/* expression.c: expressions of kernels: operators by precedence, folds, indices, members. */
#include "kernel/interpret.h"

enum { COST_OF_OPERAND = 16, MAX_COST = 4096 };

static kernel_value ternary(tta_interpreter *in, bool in_template);
static kernel_value unary(tta_interpreter *in);

/* ---- loads and stores ---- */

static void store(tta_interpreter *in, kernel_value target, kernel_value value, uint32_t token) {
  if (tta_idle(in)) return;
  if (target.lvalue == TTA_LVALUE_MEMORY) {
    target.lvalue = TTA_LVALUE_NONE;
    tta_memory_write(in, target, value, token);
  } else if (target.lvalue == TTA_LVALUE_SLOT && target.slot < in->num_slots) {
    tta_slot *slot = &in->slots[target.slot];
    if (in->host && (in->probe || value.kind == KERNEL_UNKNOWN) && token && in->tokens[token - 1].kind == TTA_CPP_NAME)
      value = tta_host_declare(in, token - 1, value.kind == KERNEL_UNKNOWN ? value : tta_unknown(token - 1));
    else if (in->probe)
      value = tta_unknown(token);
    if (in->probe) slot->value = value;
    else tta_assign(in, target.slot, value, token);
  } else if (target.kind == KERNEL_STRUCT && target.class == TTA_CLASS_TIE) {
    for (uint32_t i = 0; i < target.count && !in->stopped; i++) {
      bool known = value.kind == KERNEL_STRUCT && i < value.count && !in->probe;
      kernel_value part = known ? in->slots[value.first + i].value : tta_unknown(token);
      if (in->probe) in->slots[in->slots[target.first + i].value.first].value = part;
      else tta_assign(in, in->slots[target.first + i].value.first, part, token);
    }
  } else if (target.kind != KERNEL_UNKNOWN) {
    tta_unsupported(in, token, "assignment");
  }
}

/* ---- primary and postfix ---- */

/* The token `...` between the brackets, where the operands of a fold are. */
static uint32_t dots_between(const tta_interpreter *in, uint32_t begin, uint32_t end) {
  for (uint32_t at = begin; at < end; at++) {
    const tta_cpp_token *t = &in->tokens[at];
    if (tta_cpp_is(t, '(') || tta_cpp_is(t, '[') || tta_cpp_is(t, '{')) at = t->match;
    else if (tta_cpp_is(t, TTA_PUNCT3('.', '.', '.'))) return at;
  }
  return TTA_KERNEL_NONE;
}

static bool is_fold(const tta_interpreter *in, uint32_t begin, uint32_t end) {
  return dots_between(in, begin, end) != TTA_KERNEL_NONE;
}

static kernel_value apply_folded(uint32_t op, kernel_value a, kernel_value b, uint32_t token) {
  bool left = false, right = false, known = tta_truth(a, &left) && tta_truth(b, &right);
  if (op == ',') return b;
  if (op == TTA_PUNCT2('&', '&') || op == TTA_PUNCT2('|', '|'))
    return !known ? tta_unknown(token) : tta_bool(op == TTA_PUNCT2('&', '&') ? left && right : left || right);
  return tta_apply(op, a, b, token);
}

static kernel_value operand_at(tta_interpreter *in, uint32_t at) {
  in->at = at;
  return tta_rvalue(in, unary(in), at);
}

/* (a op ...), (... op a), (a op ... op first), (first op ... op a): the operands are unary expressions, and all of them
 * are evaluated. */
static kernel_value fold(tta_interpreter *in, uint32_t begin, uint32_t end) {
  uint32_t dots = dots_between(in, begin, end), count = 0, pack_index = in->pack_index;
  uint32_t op_at = dots > begin ? dots - 1 : dots + 1, op = in->tokens[op_at].punct;
  bool left_is_pack = dots > begin && tta_pack_size(in, begin, dots - 1, &count);
  bool right_is_pack = !left_is_pack && tta_pack_size(in, dots + 1, end, &count);
  bool both = dots > begin && dots + 1 < end;
  if ((!left_is_pack && !right_is_pack) || in->tokens[op_at].kind != TTA_CPP_PUNCT)
    return tta_unsupported(in, dots, "expression");
  kernel_value total = tta_void();
  bool any = false;
  if (both) total = operand_at(in, left_is_pack ? dots + 2 : begin);
  any = both;
  for (uint32_t i = 0; i < count && !in->bad && !in->stopped; i++) {
    in->pack_index = i;
    kernel_value item = operand_at(in, left_is_pack ? begin : dots + 2);
    total = any ? apply_folded(op, total, item, dots) : item;
    any = true;
  }
  in->pack_index = pack_index;
  if (any) return total;
  return op == TTA_PUNCT2('&', '&') || op == TTA_PUNCT2('|', '|') ? tta_bool(op == TTA_PUNCT2('&', '&')) : tta_void();
}

static kernel_value parenthesis(tta_interpreter *in) {
  uint32_t open = in->at++, end = in->tokens[open].match;
  tta_type type;
  uint32_t begin = in->at;
  if (tta_read_type(in, &type)) {
    if (in->at == end) {
      in->at++;
      bool cast_void = type.kind == TTA_TYPE_VOID && !type.pointers;
      kernel_value value = tta_rvalue(in, unary(in), open);
      return cast_void ? tta_void() : tta_value_as(value, type, open);
    }
    in->at = begin;
  }
  if (is_fold(in, begin, end)) {
    kernel_value folded = fold(in, begin, end);
    in->at = end + 1;
    return folded;
  }
  kernel_value value = tta_expression(in);
  if (!tta_token_eat(in, ')')) return tta_unsupported(in, in->at, "expression");
  return value;
}

static kernel_value primary(tta_interpreter *in) {
  const tta_cpp_token *t = tta_token(in);
  if (t->kind == TTA_CPP_NAME && t[1].kind == TTA_CPP_STRING) t = &in->tokens[++in->at]; /* PREFIX "file" */
  switch (t->kind) {
  case TTA_CPP_NAME: return tta_named(in);
  case TTA_CPP_NUMBER: return tta_number(in);
  case TTA_CPP_CHARACTER: in->at++; return tta_character(t);
  case TTA_CPP_STRING: {
    kernel_value out = {.kind = KERNEL_STRING, .object = in->at};
    while (tta_token(in)->kind == TTA_CPP_STRING) in->at++;
    if (tta_token_word(in, "s") || tta_token_word(in, "sv")) in->at++; /* "text"s */
    return out;
  }
  default: break;
  }
  if (tta_token_is(in, '(')) return parenthesis(in);
  if (tta_token_is(in, '{')) return tta_braces(in);
  if (tta_token_is(in, '[')) return tta_lambda(in);
  if (tta_token_is(in, TTA_PUNCT2(':', ':'))) return tta_named(in);
  return tta_unsupported(in, in->at, "expression");
}

static bool is_position(kernel_value v) { return v.kind == KERNEL_OBJECT && v.class == TTA_CLASS_POSITION; }

static kernel_value slot_value(const tta_interpreter *in, uint32_t slot) {
  kernel_value out = in->slots[slot].value;
  out.lvalue = TTA_LVALUE_SLOT;
  out.slot = slot;
  return out;
}

/* The item at begin() + index: of a map a pair. */
static kernel_value item_at(tta_interpreter *in, kernel_value position, kernel_value index, uint32_t token) {
  kernel_value list = {.kind = KERNEL_OBJECT, .class = TTA_CLASS_LIST, .object = position.object};
  uint32_t first, count;
  position = tta_apply('+', position, index, token);
  if (!is_position(position)) return position;
  if (!tta_list_items(in, list, &first, &count)) return tta_unknown(tta_list_origin(in, list));
  if (position.number < 0 || position.number >= count)
    return tta_kernel_error(in, token, "item %lld is out of range: %u items", (long long)position.number, count);
  return slot_value(in, first + (uint32_t)position.number);
}

static kernel_value index_of(tta_interpreter *in, kernel_value base, kernel_value index, uint32_t token) {
  base = tta_rvalue(in, base, token);
  if (tta_idle(in)) return tta_unknown(token);
  if (base.kind == KERNEL_UNKNOWN) return base;
  if (is_position(base)) return item_at(in, base, index, token);
  if (tta_is_list(base)) return tta_list_at(in, base, index, token);
  if (index.kind == KERNEL_UNKNOWN && base.kind != KERNEL_ADDRESS) return index;
  if (base.kind == KERNEL_ADDRESS) {
    kernel_value out = tta_apply('+', base, index, token);
    if (out.kind == KERNEL_ADDRESS) out.lvalue = TTA_LVALUE_MEMORY;
    return out;
  }
  if ((base.kind == KERNEL_POINTER || base.kind == KERNEL_STRUCT) && index.kind == KERNEL_INT) {
    bool inside = index.number >= 0 && index.number < base.count;
    uint64_t slot = base.first + (uint64_t)(inside ? index.number : 0);
    if (!inside || slot >= in->num_slots) {
      tta_kernel_error(in, token, "index %lld is out of range [0, %u]", (long long)index.number,
                       base.count ? base.count - 1 : 0);
      return tta_unknown(token);
    }
    return slot_value(in, (uint32_t)slot);
  }
  return tta_unsupported(in, token, "index");
}

static kernel_value member(tta_interpreter *in, kernel_value object) {
  uint32_t token = in->at++;
  const tta_cpp_token *t = &in->tokens[token];
  if (t->kind == TTA_CPP_NAME && tta_str_is(t->text, "template")) {
    token = in->at++;
    t = &in->tokens[token];
  }
  if (t->kind != TTA_CPP_NAME) return tta_unsupported(in, token, "member");
  if (object.kind == KERNEL_POINTER && object.first < in->num_slots) object = in->slots[object.first].value;
  uint32_t field = tta_field(in, object, t->name), num_template = 0;
  bool pair = object.kind == KERNEL_STRUCT && object.object == TTA_KERNEL_NONE && object.count == 2;
  if (pair && field == TTA_KERNEL_NONE && (tta_str_is(t->text, "first") || tta_str_is(t->text, "second")))
    field = object.first + tta_str_is(t->text, "second");
  kernel_value args[TTA_KERNEL_MAX_CALL_ARGS], kept[TTA_KERNEL_MAX_CALL_ARGS];
  if (field != TTA_KERNEL_NONE) {
    kernel_value value = in->slots[field].value;
    value.lvalue = TTA_LVALUE_SLOT;
    value.slot = field;
    return value;
  }
  if (tta_token_is(in, '<')) {
    uint32_t begin = in->at;
    if (!tta_read_template_args(in, kept, &num_template) || !tta_token_is(in, '(')) {
      in->at = begin;
      num_template = 0;
    }
  }
  if (!tta_token_is(in, '(')) {
    if (tta_idle(in)) return tta_unknown(token);
    kernel_value value;
    if (tta_api_member(in, tta_rvalue(in, object, token), t->text, token, &value)) return value;
    if (in->host && object.kind != KERNEL_UNKNOWN) return tta_unknown(token);
    return object.kind == KERNEL_UNKNOWN ? object : tta_unsupported(in, token, "member");
  }
  uint32_t num = tta_arguments(in, args);
  if (tta_idle(in)) return tta_unknown(token);
  memcpy(in->template_args, kept, sizeof *kept * num_template);
  in->num_template_args = num_template;
  return tta_method(in, object, token, args, num);
}

static kernel_value step_by_one(tta_interpreter *in, kernel_value target, uint32_t op, uint32_t token, bool prefix) {
  kernel_value old = tta_rvalue(in, target, token);
  kernel_value next = tta_apply(op == TTA_PUNCT2('+', '+') ? '+' : '-', old, tta_int(1, 32, true), token);
  if (old.kind == KERNEL_ADDRESS && old.object == TTA_OBJECT_DST) { /* dst_reg++ */
    if (!tta_idle(in)) in->sfpu_rows += op == TTA_PUNCT2('+', '+') ? 1 : -1;
    return old;
  }
  if (old.kind == KERNEL_INT) next = tta_int(next.number, old.bits, old.is_signed);
  store(in, target, next, token);
  if (prefix && target.lvalue == TTA_LVALUE_SLOT) {
    next.lvalue = TTA_LVALUE_SLOT;
    next.slot = target.slot;
  }
  return prefix ? next : old;
}

static kernel_value call_value(tta_interpreter *in, kernel_value callee, uint32_t token) {
  kernel_value args[TTA_KERNEL_MAX_CALL_ARGS];
  uint32_t num = tta_arguments(in, args);
  if (tta_idle(in)) return tta_unknown(token);
  if (callee.kind == KERNEL_FUNCTION) return tta_call_value(in, callee, args, num, token);
  if (callee.kind == KERNEL_UNKNOWN) return callee;
  if (in->host) return tta_unknown(token);
  return tta_unsupported(in, token, "call");
}

static kernel_value postfix(tta_interpreter *in) {
  kernel_value value = primary(in);
  while (!in->bad && !in->source->status) {
    uint32_t token = in->at;
    if (in->tokens[token].kind != TTA_CPP_PUNCT || in->tokens[token].precedence) break;
    if (tta_token_is(in, '(')) {
      value = call_value(in, value, token);
    } else if (tta_token_is(in, '[')) {
      uint32_t end = tta_token(in)->match;
      in->at++;
      kernel_value index = tta_rvalue(in, tta_expression(in), token);
      if (in->at != end) return tta_unsupported(in, token, "index");
      in->at++;
      value = index_of(in, value, index, token);
    } else if (tta_token_eat(in, '.')) {
      value = member(in, value);
    } else if (tta_token_eat(in, TTA_PUNCT2('-', '>'))) {
      value = tta_rvalue(in, value, token);
      value = member(in, is_position(value) ? item_at(in, value, tta_int(0, 32, true), token) : value);
    } else if (tta_token_is(in, TTA_PUNCT2('+', '+')) || tta_token_is(in, TTA_PUNCT2('-', '-'))) {
      value = step_by_one(in, value, in->tokens[in->at++].punct, token, false);
    } else {
      break;
    }
  }
  return value;
}

static kernel_value dereference(tta_interpreter *in, kernel_value pointer, uint32_t token) {
  return index_of(in, pointer, tta_int(0, 32, true), token);
}

static kernel_value address_of(tta_interpreter *in, kernel_value value, uint32_t token) {
  if (tta_idle(in)) return tta_unknown(token);
  if (value.lvalue == TTA_LVALUE_MEMORY) {
    value.lvalue = TTA_LVALUE_NONE;
    return value;
  }
  if (value.lvalue == TTA_LVALUE_SLOT) return (kernel_value){.kind = KERNEL_POINTER, .first = value.slot, .count = 1};
  return value;
}

/* A name or number that nothing follows: most operands. */
static bool is_plain(const tta_cpp_token *t) {
  if ((t->kind != TTA_CPP_NAME && t->kind != TTA_CPP_NUMBER) || t[1].kind != TTA_CPP_PUNCT) return false;
  switch (t[1].punct) {
  case ')': case ';': case ',': case ']': case '=': return true;
  default: return t[1].precedence && t[1].punct != '<';
  }
}

static kernel_value unary(tta_interpreter *in) {
  uint32_t token = in->at;
  const tta_cpp_token *t = tta_token(in);
  tta_cost(in, COST_OF_OPERAND);
  if (in->cost > MAX_COST && !tta_step(in)) in->bad = true; /* operands of folds are not assignments */
  if (is_plain(t)) return t->kind == TTA_CPP_NAME ? tta_named(in) : tta_number(in);
  if (t->kind != TTA_CPP_PUNCT) return postfix(in);
  uint32_t op = tta_token(in)->punct;
  switch (op) {
  case '!': case '-': case '+': case '~': case '*': case '&':
  case TTA_PUNCT2('+', '+'): case TTA_PUNCT2('-', '-'): break;
  default: return postfix(in);
  }
  in->at++;
  if (++in->depth > TTA_KERNEL_MAX_DEPTH) {
    in->depth--;
    return tta_too_deep(in, token, "an expression is nested too deeply");
  }
  kernel_value value = unary(in);
  in->depth--;
  switch (op) {
  case '*': {
    bool object = (value.kind == KERNEL_STRUCT && value.object != TTA_KERNEL_NONE) || value.kind == KERNEL_OBJECT;
    object = (object && !is_position(value)) || value.optional;
    value.optional = false;
    return object ? value : dereference(in, value, token);
  }
  case '&': return address_of(in, value, token);
  case TTA_PUNCT2('+', '+'): case TTA_PUNCT2('-', '-'): return step_by_one(in, value, op, token, true);
  default: return tta_negate(op, tta_rvalue(in, value, token), token);
  }
}

/* ---- operators ---- */

static int precedence(const tta_interpreter *in, bool in_template) {
  const tta_cpp_token *t = tta_token(in);
  bool closes = in_template && (t->punct == '>' || t->punct == TTA_PUNCT2('>', '>'));
  return closes ? 0 : t->precedence;
}

static kernel_value binary(tta_interpreter *in, int least, bool in_template);

/* && and ||: the right side only if it decides. */
static kernel_value logical(tta_interpreter *in, kernel_value left, bool is_and, int level, bool in_template,
                            uint32_t token) {
  bool truth = false, known = tta_truth(left, &truth), decided = known && truth != is_and;
  in->skip += decided;
  in->probe += !known && !tta_idle(in);
  bool probed = !known && !tta_idle(in);
  kernel_value right = tta_rvalue(in, binary(in, level + 1, in_template), token);
  in->probe -= probed;
  in->skip -= decided;
  if (decided) return tta_bool(!is_and);
  bool right_truth = false, right_known = tta_truth(right, &right_truth);
  if (right_known && right_truth != is_and) return tta_bool(!is_and);
  if (!known) return left.kind == KERNEL_UNKNOWN ? left : tta_unknown(token);
  return right_known ? tta_bool(right_truth) : right;
}

static bool has_operators(const tta_interpreter *in) {
  for (uint32_t i = 0; i < in->num_functions; i++)
    if (in->functions[i].name == TTA_KERNEL_NONE && !in->functions[i].lambda) return true;
  return false;
}

/* == or != of each field, unless the source declares operators. */
static kernel_value compare_structs(tta_interpreter *in, uint32_t op, kernel_value left, kernel_value right,
                                    uint32_t token) {
  bool known = !has_operators(in) && in->depth < TTA_KERNEL_MAX_DEPTH;
  in->depth++;
  for (uint32_t i = 0; i < left.count && known; i++) {
    bool same = false;
    kernel_value a = in->slots[left.first + i].value, b = in->slots[right.first + i].value;
    known = tta_truth(tta_operate(in, TTA_PUNCT2('=', '='), &a, &b, token), &same);
    if (known && !same) break;
    if (i + 1 == left.count && known) op ^= TTA_PUNCT2('=', '=') ^ TTA_PUNCT2('!', '=');
  }
  in->depth--;
  return known ? tta_bool(op == TTA_PUNCT2('!', '=')) : tta_unknown(token);
}

kernel_value tta_operate(tta_interpreter *in, uint32_t op, const kernel_value *left, const kernel_value *right,
                         uint32_t token) {
  if (left->kind == KERNEL_INT && right->kind == KERNEL_INT) return tta_integers(op, left, right, token);
  bool structs = left->kind == KERNEL_STRUCT && right->kind == KERNEL_STRUCT && left->count == right->count;
  if (structs && (op == TTA_PUNCT2('=', '=') || op == TTA_PUNCT2('!', '=')))
    return compare_structs(in, op, *left, *right, token);
  bool texts = left->kind == KERNEL_STRING && right->kind == KERNEL_STRING;
  return texts ? tta_join_texts(in, op, *left, *right, token) : tta_apply(op, *left, *right, token);
}

static kernel_value binary(tta_interpreter *in, int least, bool in_template) {
  kernel_value left = unary(in);
  for (int level; !in->bad && (level = precedence(in, in_template)) >= least && level;) {
    uint32_t token = in->at++, op = in->tokens[token].punct;
    left = tta_rvalue(in, left, token);
    if (op == TTA_PUNCT2('&', '&') || op == TTA_PUNCT2('|', '|')) {
      left = logical(in, left, op == TTA_PUNCT2('&', '&'), level, in_template, token);
      continue;
    }
    kernel_value right = tta_rvalue(in, binary(in, level + 1, in_template), token);
    left = tta_idle(in) ? tta_unknown(token) : tta_operate(in, op, &left, &right, token);
  }
  return left;
}

static kernel_value branch(tta_interpreter *in, bool taken, bool known) {
  bool probe = !known && !tta_idle(in);
  in->skip += known && !taken;
  in->probe += probe;
  kernel_value value = tta_assignment(in);
  in->probe -= probe;
  in->skip -= known && !taken;
  return value;
}

static kernel_value ternary(tta_interpreter *in, bool in_template) {
  uint32_t token = in->at;
  if (++in->depth > TTA_KERNEL_MAX_DEPTH) {
    in->depth--;
    return tta_too_deep(in, token, "an expression is nested too deeply");
  }
  kernel_value value = binary(in, 1, in_template);
  if (!in->bad && tta_token_is(in, '?')) {
    token = in->at++;
    value = tta_rvalue(in, value, token);
    bool truth = false, known = tta_truth(value, &truth);
    kernel_value yes = branch(in, truth, known);
    if (!tta_token_eat(in, ':')) value = tta_unsupported(in, token, "expression");
    else {
      kernel_value no = branch(in, !truth, known);
      if (!known && tta_token_is(in, ')') && tta_cpp_is(tta_token(in) + 1, '.')) { /* (c ? a : b).push_back(..) */
        tta_list_forget(in, yes, token);
        tta_list_forget(in, no, token);
      }
      value = !known ? (value.kind == KERNEL_UNKNOWN ? value : tta_unknown(token)) : truth ? yes : no;
    }
  }
  in->depth--;
  return value;
}

kernel_value tta_template_value(tta_interpreter *in) {
  uint32_t token = in->at;
  return tta_rvalue(in, ternary(in, true), token);
}

static uint32_t assigned_operator(const tta_cpp_token *t) {
  if (t->kind != TTA_CPP_PUNCT) return 0;
  switch (t->punct) {
  case '=': return '=';
  case TTA_PUNCT2('+', '='): case TTA_PUNCT2('-', '='): case TTA_PUNCT2('*', '='): case TTA_PUNCT2('/', '='):
  case TTA_PUNCT2('%', '='): case TTA_PUNCT2('&', '='): case TTA_PUNCT2('|', '='): case TTA_PUNCT2('^', '='):
    return t->punct & 0xff;
  case TTA_PUNCT3('<', '<', '='): return TTA_PUNCT2('<', '<');
  case TTA_PUNCT3('>', '>', '='): return TTA_PUNCT2('>', '>');
  default: return 0;
  }
}

kernel_value tta_assignment(tta_interpreter *in) {
  if (!tta_step(in)) in->bad = true;
  kernel_value target = ternary(in, false);
  uint32_t token = in->at, op = in->bad ? 0 : assigned_operator(tta_token(in));
  if (!op) return target;
  in->at++;
  kernel_value value = tta_rvalue(in, tta_assignment(in), token);
  if (tta_idle(in)) return value;
  if (op != '=') {
    kernel_value old = tta_rvalue(in, target, token);
    value = tta_operate(in, op, &old, &value, token);
  }
  store(in, target, value, token);
  if (target.lvalue == TTA_LVALUE_SLOT && target.slot < in->num_slots) {
    value = in->slots[target.slot].value;
    value.lvalue = TTA_LVALUE_SLOT;
    value.slot = target.slot;
  }
  return value;
}

kernel_value tta_expression(tta_interpreter *in) {
  kernel_value value = tta_assignment(in);
  while (!in->bad && tta_token_is(in, ',')) {
    uint32_t token = in->at++;
    tta_rvalue(in, value, token);
    value = tta_assignment(in);
  }
  return value;
}
