/* name.c: names and literals in expressions: variables, functions by name, casts, T(..). */
#include "kernel/interpret.h"

enum { COST_OF_NAME = 64, COST_OF_REAL = 256, NAMES_OF_COST = 4 /* names that are passed over */ };

/* ---- literals ---- */

kernel_value tta_character(const tta_cpp_token *t) {
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

kernel_value tta_number(tta_interpreter *in) {
  const tta_cpp_token *t = &in->tokens[in->at++];
  uint64_t value;
  bool is_unsigned, is_long;
  if (tta_cpp_integer(t->text, &value, &is_unsigned, &is_long)) {
    bool wide = value > UINT32_MAX || (value > INT32_MAX && t->text.data[0] != '0' && !is_unsigned);
    bool is_signed = !is_unsigned && (wide ? value <= INT64_MAX : value <= INT32_MAX);
    (void)is_long;
    return tta_int((int64_t)value, wide ? 64 : 32, is_signed);
  }
  tta_cost(in, COST_OF_REAL); /* its exponent */
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

bool tta_has_effects(const tta_interpreter *in, uint32_t token) {
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
  if (!tta_has_effects(in, token)) {
    if (!in->bad && !in->skip)
      tta_cpp_report(in->source, TTA_RULE_kernel_unsupported, name, "unsupported call of '%.*s'; treated as unknown",
                     TTA_STR_START(name->text));
  } else if (in->probe) {
    in->probe_issued = true;
  } else {
    if (in->kernel->line) /* of a module */
      tta_cpp_report(in->source, TTA_RULE_kernel_undecided, name,
                     "the effects of '%.*s' are unknown; what it does is not checked", TTA_STR_START(name->text));
    else tta_cpp_report(in->source, TTA_RULE_kernel_undecided, name,
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
  bool bits = tta_token_word(in, "bit_cast");
  uint32_t token = in->at++;
  tta_type type = {0};
  if (!tta_token_eat(in, '<') || !tta_read_type(in, &type)) return tta_unsupported(in, token, "cast");
  if (!tta_token_eat(in, '>') || !tta_token_eat(in, '(')) return tta_unsupported(in, token, "cast");
  kernel_value value = tta_expression(in);
  if (!tta_token_eat(in, ')')) return tta_unsupported(in, token, "cast");
  if (type.reference) return value;
  value = tta_rvalue(in, value, token);
  bits &= value.kind == KERNEL_REAL || (value.kind == KERNEL_INT && type.kind == TTA_TYPE_REAL);
  return bits ? tta_bits_as(value, type, token) : tta_value_as(value, type, token);
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
    if (type.kind == TTA_TYPE_OPTIONAL && list.count != 1) return tta_value_as(list, type, token);
    return tta_value_as(list.count ? in->slots[list.first].value : tta_u32(0), type, token);
  }
  num = tta_arguments(in, args);
  if (tta_idle(in)) return tta_unknown(token);
  if (type.kind == TTA_TYPE_STRUCT || type.kind == TTA_TYPE_CLASS) return tta_construct(in, type, args, num, token);
  return tta_value_as(num ? tta_rvalue(in, args[0], token) : tta_u32(0), type, token);
}

/* new T(..): at the word. */
static kernel_value new_object(tta_interpreter *in) {
  kernel_value args[TTA_KERNEL_MAX_CALL_ARGS];
  uint32_t token = in->at++, num = 0;
  tta_type type;
  if (!tta_read_type(in, &type) || (!tta_token_is(in, '(') && !tta_token_is(in, '{')))
    return tta_unsupported(in, token, "new");
  if (tta_token_is(in, '{')) args[num++] = tta_braces(in);
  else num = tta_arguments(in, args);
  return tta_idle(in) ? tta_unknown(token) : tta_new_object(in, type, args, num, token);
}

/* Most names are local variables: no type, keyword or member is looked for. */
static const tta_variable *local_variable(tta_interpreter *in) {
  const tta_cpp_token *t = tta_token(in);
  if (t->kind != TTA_CPP_NAME || tta_cpp_is(t + 1, TTA_PUNCT2(':', ':'))) return NULL;
  const tta_variable *v = tta_find_variable(in, t->name);
  bool local = v && v >= in->variables + in->num_globals && in->slots[v->slot].value.kind != KERNEL_TYPE;
  return local ? v : NULL;
}

kernel_value tta_named(tta_interpreter *in) {
  tta_type type;
  const tta_variable *local = local_variable(in);
  if (local) {
    in->at++;
    return variable(in, local);
  }
  tta_cost(in, COST_OF_NAME + (in->num_functions + in->num_structs) / NAMES_OF_COST);
  if (tta_token_word(in, "static_cast") || tta_token_word(in, "reinterpret_cast") ||
      tta_token_word(in, "const_cast") || (tta_token_word(in, "bit_cast")))
    return cast(in);
  if (tta_token_word(in, "sizeof") || tta_token_word(in, "alignof")) return size_of(in);
  if (tta_token_word(in, "new")) return new_object(in);
  uint32_t begin = in->at;
  if (tta_may_be_type(in) && tta_read_type(in, &type)) {
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
