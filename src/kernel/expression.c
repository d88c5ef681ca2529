/* expression.c: expressions of kernels: operators by precedence, names, casts, indices, members. */
#include "kernel/interpret.h"

static kernel_value ternary(tta_interpreter *in, bool in_template);
static kernel_value unary(tta_interpreter *in);

/* ---- loads and stores ---- */

kernel_value tta_rvalue(tta_interpreter *in, kernel_value value, uint32_t token) {
  if (value.lvalue == TTA_LVALUE_MEMORY) {
    value.lvalue = TTA_LVALUE_NONE;
    return tta_memory_read(in, value, token);
  }
  value.lvalue = TTA_LVALUE_NONE;
  return value;
}

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
  } else if (target.kind != KERNEL_UNKNOWN) {
    tta_unsupported(in, token, "assignment");
  }
}

/* ---- literals ---- */

static kernel_value character(const tta_cpp_token *t) {
  char c = t->text.size > 2 ? t->text.data[1] : 0;
  if (c == '\\' && t->text.size > 3) {
    char e = t->text.data[2];
    c = e == 'n' ? '\n' : e == 't' ? '\t' : e == '0' ? 0 : e;
  }
  return tta_int(c, 8, true);
}

/* 1.5e-3f; the last bits may differ from those of a compiler. */
static double decimal(tta_str text) {
  double value = 0, unit = 1;
  int exponent = 0, sign = 1;
  size_t i = 0;
  bool fraction = false;
  for (; i < text.size; i++) {
    char c = text.data[i];
    if (c == '.') fraction = true;
    else if (c >= '0' && c <= '9') {
      value = value * 10 + (c - '0');
      if (fraction) unit *= 10;
    } else if (c != '\'') break;
  }
  if (i < text.size && (text.data[i] | 0x20) == 'e') {
    for (i++; i < text.size; i++) {
      char c = text.data[i];
      if (c == '-') sign = -1;
      else if (c >= '0' && c <= '9' && exponent < 400) exponent = exponent * 10 + (c - '0');
    }
  }
  value /= unit;
  for (; exponent; exponent--) value = sign > 0 ? value * 10 : value / 10;
  return value;
}

static kernel_value number(tta_interpreter *in) {
  const tta_cpp_token *t = &in->tokens[in->at++];
  uint64_t value;
  bool is_unsigned, is_long;
  if (tta_cpp_integer(t->text, &value, &is_unsigned, &is_long)) {
    bool wide = value > UINT32_MAX || (value > INT32_MAX && t->text.data[0] != '0' && !is_unsigned);
    bool is_signed = !is_unsigned && (wide ? value <= INT64_MAX : value <= INT32_MAX);
    (void)is_long;
    return tta_int((int64_t)value, wide ? 64 : 32, is_signed);
  }
  return (kernel_value){.kind = KERNEL_REAL, .bits = 64, .real = decimal(t->text)};
}

/* ---- names ---- */

static bool is_call_of_template(tta_interpreter *in, const tta_cpp_token *name) {
  uint32_t begin = in->at;
  if (!tta_token_is(in, '<')) return false;
  bool call = tta_skip_angles(in) && tta_token_is(in, '('); /* std::get<0>(..) */
  in->at = begin;
  if (call || tta_is_api_call(name->text)) return true;
  for (uint32_t i = 0; i < in->num_functions; i++)
    if (in->functions[i].name == name->name && in->functions[i].template_params != TTA_KERNEL_NONE) return true;
  return false;
}

/* A call whose result is not used is there for its effects, as are those of the kernel API. */
static bool has_effects(const tta_interpreter *in, uint32_t token) {
  static const char *const families[] = {"noc_", "cb_", "eth_", "erisc_", "fabric_", "tile_regs_", "pack_", "unpack_"};
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (tta_str_starts_with(in->tokens[token].text, families[i])) return true;
  while (token > 1 && tta_cpp_is(&in->tokens[token - 1], TTA_PUNCT2(':', ':'))) token -= 2;
  if (!token) return true;
  const tta_cpp_token *before = &in->tokens[token - 1];
  return tta_cpp_is(before, ';') || tta_cpp_is(before, '{') || tta_cpp_is(before, '}') || tta_cpp_is(before, ')') ||
         tta_cpp_is(before, ':') || tta_str_is(before->text, "else") || tta_str_is(before->text, "do");
}

static kernel_value unknown_call(tta_interpreter *in, uint32_t token) {
  const tta_cpp_token *name = &in->tokens[token];
  if (token > 1 && tta_str_is(name[-2].text, "SliceRange")) return tta_unknown(token); /* for DPRINT */
  if (!has_effects(in, token)) {
    if (!in->bad && !in->skip)
      tta_cpp_report(in->source, TTA_RULE_kernel_unsupported, name, "unsupported call of '%.*s'; treated as unknown",
                     TTA_STR_START(name->text));
  } else if (in->probe) {
    in->probe_issued = true;
  } else {
    tta_cpp_report(in->source, TTA_RULE_kernel_undecided, name,
                   "the effects of '%.*s' are unknown; if kernel '%.*s' does not need it here, remove it by "
                   "-D'%.*s(...)='",
                   TTA_STR_START(name->text), TTA_STR_ARGS(in->kernel->name), TTA_STR_START(name->text));
    in->undecided = in->stopped = true;
  }
  return tta_unknown(token);
}

/* Beside a function of the API, one of the source is called if the arguments fit and, without template arguments, its
 * parameters give those of its template: get_write_ptr<T>(cb) may call get_write_ptr(cb). */
static bool is_viable(const tta_interpreter *in, uint32_t function, uint32_t num_args) {
  const tta_function *f = &in->functions[function];
  if (in->host || !tta_is_api_call(in->source->names[f->name])) return true;
  if (num_args < f->num_required || num_args > f->num_params) return false;
  if (in->num_template_args || f->template_params == TTA_KERNEL_NONE || f->params == TTA_KERNEL_NONE) return true;
  uint32_t first = f->template_params + 1;
  while (in->tokens[first].kind == TTA_CPP_NAME && in->tokens[first + 1].kind == TTA_CPP_NAME) first++;
  if (in->tokens[first].kind != TTA_CPP_NAME || tta_cpp_is(&in->tokens[first + 1], '=')) return true;
  for (uint32_t at = f->params; at < in->tokens[f->params].match; at++)
    if (in->tokens[at].kind == TTA_CPP_NAME && in->tokens[at].name == in->tokens[first].name) return true;
  return false;
}

/* A call of a name that is neither a variable nor a method. */
static kernel_value call_by_name(tta_interpreter *in, uint32_t token, kernel_value *args, uint32_t num_args) {
  const tta_cpp_token *name = &in->tokens[token];
  kernel_value out = tta_unknown(token);
  if (tta_idle(in)) return out;
  if (in->self.kind == KERNEL_STRUCT) {
    uint32_t method = tta_find_function(in, name->name, in->self.object, num_args);
    if (method != TTA_KERNEL_NONE) return tta_call(in, method, args, num_args, in->self, token);
  }
  uint32_t function = tta_special_function(in, name->name, TTA_KERNEL_NONE, in->template_args, in->num_template_args);
  if (function == TTA_KERNEL_NONE) function = tta_find_function(in, name->name, TTA_KERNEL_NONE, num_args);
  if (function != TTA_KERNEL_NONE && is_viable(in, function, num_args))
    return tta_call(in, function, args, num_args, tta_void(), token);
  if (in->host ? tta_host_call(in, token, args, num_args, &out) : tta_api_call(in, token, args, num_args, &out))
    return out;
  if (tta_library_call(in, token, args, num_args, &out)) return out;
  uint32_t number = tta_find_struct(in, name->name);
  if (number != TTA_KERNEL_NONE) return tta_make_struct(in, number, args, num_args, token);
  if (in->host) return tta_host_unknown_call(in, token, args, num_args);
  return unknown_call(in, token);
}

static kernel_value variable(tta_interpreter *in, const tta_variable *v) {
  if (v->is_pack && in->pack_index < in->slots[v->slot].value.count)
    return in->slots[in->slots[v->slot].value.first + in->pack_index].value;
  if (v->count)
    return (kernel_value){.kind = KERNEL_POINTER, .first = v->slot, .count = v->count};
  kernel_value value = in->slots[v->slot].value;
  if (v->type.reference && value.kind == KERNEL_ADDRESS && value.lvalue == TTA_LVALUE_MEMORY) return value;
  value.lvalue = TTA_LVALUE_SLOT;
  value.slot = v->slot;
  return value;
}

/* Named constants of the kernel API: an enumerator, or a name that is not known. */
static kernel_value other_name(tta_interpreter *in, uint32_t token, bool qualified) {
  const tta_cpp_token *t = &in->tokens[token];
  kernel_value out;
  if (tta_api_constant(in, t->text, &out)) return out;
  uint32_t function = tta_find_function(in, t->name, TTA_KERNEL_NONE, 0);
  if (function != TTA_KERNEL_NONE) return tta_function_value(in, function);
  if (qualified) return (kernel_value){.kind = KERNEL_SYMBOL, .object = t->name};
  if (in->host) return tta_unknown(token);
  if (tta_idle(in)) return tta_unknown(token);
  char text[100] = "name '";
  size_t size = t->text.size < 60 ? t->text.size : 60;
  memcpy(text + 6, t->text.data, size);
  text[6 + size] = '\'';
  text[7 + size] = 0;
  bool bad = in->bad;
  tta_unsupported(in, token, text);
  in->bad = bad;
  return tta_unknown(token);
}

static kernel_value cast(tta_interpreter *in) {
  uint32_t token = in->at++;
  tta_type type = {0};
  if (!tta_token_eat(in, '<') || !tta_read_type(in, &type)) return tta_unsupported(in, token, "cast");
  if (!tta_token_eat(in, '>') || !tta_token_eat(in, '(')) return tta_unsupported(in, token, "cast");
  kernel_value value = tta_expression(in);
  if (!tta_token_eat(in, ')')) return tta_unsupported(in, token, "cast");
  if (type.reference) return value;
  return tta_value_as(tta_rvalue(in, value, token), type, token);
}

static kernel_value size_of(tta_interpreter *in) {
  uint32_t token = in->at++;
  tta_type type = {0};
  if (tta_token_eat(in, TTA_PUNCT3('.', '.', '.'))) { /* of a parameter pack */
    uint32_t count = 0, close = tta_token(in)->match;
    bool pack = tta_token_is(in, '(') && tta_pack_size(in, in->at, close, &count);
    if (!pack) return tta_unsupported(in, token, "sizeof");
    in->at = close + 1;
    return tta_u32(count);
  }
  if (!tta_token_is(in, '(')) return tta_unsupported(in, token, "sizeof");
  uint32_t end = tta_token(in)->match;
  in->at++;
  bool typed = tta_read_type(in, &type);
  uint32_t bytes = typed ? tta_type_bytes(type) : 0;
  if (!typed) {
    const tta_variable *v = tta_token(in)->kind == TTA_CPP_NAME ? tta_find_variable(in, tta_token(in)->name) : NULL;
    bytes = v ? tta_type_bytes(v->type) * (v->count ? v->count : 1) : 0;
  }
  in->at = end + 1;
  return bytes ? tta_u32(bytes) : tta_unknown(token);
}

/* T(..) or T{..} */
static kernel_value construct(tta_interpreter *in, tta_type type) {
  kernel_value args[TTA_KERNEL_MAX_CALL_ARGS];
  uint32_t token = in->at, num = 0;
  if (tta_token_is(in, '{')) {
    kernel_value list = tta_braces(in);
    if (type.kind == TTA_TYPE_TUPLE) return list;
    if (type.kind == TTA_TYPE_STRUCT || type.kind == TTA_TYPE_CLASS) {
      args[0] = list;
      in->list_init = true;
      return tta_construct(in, type, args, 1, token);
    }
    return tta_value_as(list.count ? in->slots[list.first].value : tta_u32(0), type, token);
  }
  num = tta_arguments(in, args);
  if (tta_idle(in)) return tta_unknown(token);
  if (type.kind == TTA_TYPE_STRUCT || type.kind == TTA_TYPE_CLASS) return tta_construct(in, type, args, num, token);
  return tta_value_as(num ? tta_rvalue(in, args[0], token) : tta_u32(0), type, token);
}

static kernel_value name(tta_interpreter *in) {
  tta_type type;
  if (tta_token_word(in, "static_cast") || tta_token_word(in, "reinterpret_cast") ||
      tta_token_word(in, "const_cast") || (tta_token_word(in, "bit_cast")))
    return cast(in);
  if (tta_token_word(in, "sizeof") || tta_token_word(in, "alignof")) return size_of(in);
  uint32_t begin = in->at;
  if (tta_read_type(in, &type)) {
    if (tta_token_is(in, '(') || tta_token_is(in, '{')) return construct(in, type);
    in->at = begin;
  }
  bool qualified = tta_token_is(in, TTA_PUNCT2(':', ':'));
  in->at += qualified;
  uint32_t scope = TTA_KERNEL_NONE; /* name before the last :: */
  while (tta_cpp_is(&in->tokens[in->at + 1], TTA_PUNCT2(':', ':')) && in->tokens[in->at + 2].kind == TTA_CPP_NAME) {
    scope = tta_token(in)->name;
    in->at += 2;
    qualified = true;
  }
  uint32_t token = in->at++;
  const tta_cpp_token *t = &in->tokens[token];
  if (tta_str_is(t->text, "true")) return tta_bool(true);
  if (tta_str_is(t->text, "false")) return tta_bool(false);
  if (tta_str_is(t->text, "nullptr") || tta_str_is(t->text, "NULL")) return tta_u32(0);
  if (tta_str_is(t->text, "this")) return in->self;
  if (tta_str_is(t->text, "bit_cast") && tta_token_is(in, '<')) {
    in->at = token;
    return cast(in);
  }
  uint32_t field = tta_field(in, in->self, t->name);
  const tta_variable *v = tta_find_variable(in, t->name);
  if (field != TTA_KERNEL_NONE && (!v || v < in->variables + in->num_globals)) {
    kernel_value value = in->slots[field].value;
    value.lvalue = TTA_LVALUE_SLOT;
    value.slot = field;
    return value;
  }
  if (v && in->slots[v->slot].value.kind != KERNEL_TYPE) return variable(in, v);
  in->num_template_args = 0;
  kernel_value constant;
  if (tta_token_is(in, '<') && tta_library_constant(in, token, &constant)) return constant;
  if (is_call_of_template(in, t)) {
    kernel_value args[TTA_KERNEL_MAX_CALL_ARGS];
    uint32_t num = 0;
    if (tta_read_template_args(in, args, &num)) {
      memcpy(in->template_args, args, sizeof *args * num);
      in->num_template_args = num;
    }
  }
  if (qualified && tta_token_is(in, '{')) return tta_braces(in); /* std::pair{a, b} */
  if (!tta_token_is(in, '(')) return other_name(in, token, qualified);
  kernel_value args[TTA_KERNEL_MAX_CALL_ARGS], kept[TTA_KERNEL_MAX_CALL_ARGS];
  uint32_t num_template = in->num_template_args;
  memcpy(kept, in->template_args, sizeof *kept * num_template);
  uint32_t num = tta_arguments(in, args);
  memcpy(in->template_args, kept, sizeof *kept * num_template);
  in->num_template_args = num_template;
  uint32_t owner = scope != TTA_KERNEL_NONE ? tta_find_struct(in, scope) : TTA_KERNEL_NONE;
  uint32_t method = owner != TTA_KERNEL_NONE ? tta_find_function(in, t->name, owner, num) : TTA_KERNEL_NONE;
  if (method != TTA_KERNEL_NONE && !tta_idle(in)) return tta_call(in, method, args, num, tta_void(), token);
  return call_by_name(in, token, args, num);
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
  case TTA_CPP_NAME: return name(in);
  case TTA_CPP_NUMBER: return number(in);
  case TTA_CPP_CHARACTER: in->at++; return character(t);
  case TTA_CPP_STRING: {
    kernel_value out = {.kind = KERNEL_STRING, .object = in->at};
    while (tta_token(in)->kind == TTA_CPP_STRING) in->at++;
    return out;
  }
  default: break;
  }
  if (tta_token_is(in, '(')) return parenthesis(in);
  if (tta_token_is(in, '{')) return tta_braces(in);
  if (tta_token_is(in, '[')) return tta_lambda(in);
  if (tta_token_is(in, TTA_PUNCT2(':', ':'))) return name(in);
  return tta_unsupported(in, in->at, "expression");
}

static kernel_value index_of(tta_interpreter *in, kernel_value base, kernel_value index, uint32_t token) {
  base = tta_rvalue(in, base, token);
  if (tta_idle(in)) return tta_unknown(token);
  if (base.kind == KERNEL_UNKNOWN) return base;
  if (tta_is_list(base)) return tta_list_at(in, base, index, token);
  if (index.kind == KERNEL_UNKNOWN && base.kind != KERNEL_ADDRESS) return index;
  if (base.kind == KERNEL_ADDRESS) {
    kernel_value out = tta_apply('+', base, index, token);
    if (out.kind == KERNEL_ADDRESS) out.lvalue = TTA_LVALUE_MEMORY;
    return out;
  }
  if ((base.kind == KERNEL_POINTER || base.kind == KERNEL_STRUCT) && index.kind == KERNEL_INT) {
    int64_t slot = base.first + index.number;
    if (slot < base.first || index.number >= base.count || slot >= in->num_slots) {
      tta_kernel_error(in, token, "index %lld is out of range [0, %u]", (long long)index.number,
                       base.count ? base.count - 1 : 0);
      return tta_unknown(token);
    }
    kernel_value out = in->slots[slot].value;
    out.lvalue = TTA_LVALUE_SLOT;
    out.slot = (uint32_t)slot;
    return out;
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
      value = member(in, tta_rvalue(in, value, token));
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

static kernel_value unary(tta_interpreter *in) {
  uint32_t token = in->at;
  if (tta_token(in)->kind != TTA_CPP_PUNCT) return postfix(in);
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
  return t->kind != TTA_CPP_PUNCT || closes ? 0 : tta_cpp_precedence(t->punct);
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
    if (tta_idle(in)) left = tta_unknown(token);
    else if (left.kind == KERNEL_STRING && right.kind == KERNEL_STRING)
      left = tta_join_texts(in, op, left, right, token);
    else left = tta_apply(op, left, right, token);
  }
  return left;
}

static kernel_value branch(tta_interpreter *in, bool taken, bool known, bool in_template) {
  bool probe = !known && !tta_idle(in);
  in->skip += known && !taken;
  in->probe += probe;
  kernel_value value = tta_assignment(in);
  (void)in_template;
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
    kernel_value yes = branch(in, truth, known, in_template);
    if (!tta_token_eat(in, ':')) value = tta_unsupported(in, token, "expression");
    else {
      kernel_value no = branch(in, !truth, known, in_template);
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
  if (op != '=') value = tta_apply(op, tta_rvalue(in, target, token), value, token);
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
