/* call.c: calls of functions of the source and of lambdas: arguments, templates, frames. */
#include "kernel/interpret.h"

enum { COST_OF_CALL = 128, COST_OF_ARGUMENT = 40 };

uint32_t tta_arguments(tta_interpreter *in, kernel_value *args) {
  uint32_t end = tta_token(in)->match, num = 0;
  in->at++;
  while (in->at < end && !in->bad) {
    uint32_t begin = in->at, dots = tta_expansion(in, end), count = 1, pack_index = in->pack_index;
    if (dots != TTA_KERNEL_NONE && !tta_pack_size(in, begin, dots, &count)) dots = TTA_KERNEL_NONE;
    if (num + count > TTA_KERNEL_MAX_CALL_ARGS) {
      tta_unsupported(in, begin, "call with that many arguments");
      break;
    }
    for (uint32_t i = 0; i < count && !in->bad; i++) {
      in->at = begin;
      if (dots != TTA_KERNEL_NONE) in->pack_index = i;
      args[num++] = tta_assignment(in);
    }
    in->pack_index = pack_index;
    if (in->bad) break;
    if (dots != TTA_KERNEL_NONE) in->at = dots + 1;
    if (in->at < end && !tta_token_eat(in, ',')) tta_unsupported(in, in->at, "argument");
  }
  in->at = end + 1;
  return num;
}

uint32_t tta_expansion(const tta_interpreter *in, uint32_t end) {
  for (uint32_t at = in->at; at < end; at++) {
    const tta_cpp_token *t = &in->tokens[at];
    if (tta_cpp_is(t, '(') || tta_cpp_is(t, '[') || tta_cpp_is(t, '{')) at = t->match;
    else if (tta_cpp_is(t, ',')) break;
    else if (tta_cpp_is(t, TTA_PUNCT3('.', '.', '.')) && (at + 1 == end || tta_cpp_is(t + 1, ','))) return at;
  }
  return TTA_KERNEL_NONE;
}

bool tta_pack_size(tta_interpreter *in, uint32_t begin, uint32_t end, uint32_t *count) {
  for (uint32_t at = begin; at < end; at++) {
    const tta_variable *v = in->tokens[at].kind == TTA_CPP_NAME ? tta_find_variable(in, in->tokens[at].name) : NULL;
    if (!v || !v->is_pack) continue;
    *count = in->slots[v->slot].value.count;
    return true;
  }
  return false;
}

/* Commas of {..} at `open`, plus 1; 0 if it is empty. */
static uint32_t count_items(const tta_interpreter *in, uint32_t open) {
  uint32_t end = in->tokens[open].match, count = 0;
  for (uint32_t at = open + 1; at < end; at++) {
    const tta_cpp_token *t = &in->tokens[at];
    if (tta_cpp_is(t, '(') || tta_cpp_is(t, '[') || tta_cpp_is(t, '{')) at = t->match;
    else if (tta_cpp_is(t, ',') && at + 1 < end) count++;
  }
  return open + 1 < end ? count + 1 : 0;
}

static kernel_value braces_of_pack(tta_interpreter *in, uint32_t dots, uint32_t count) {
  uint32_t open = in->at, pack_index = in->pack_index;
  kernel_value out = {.kind = KERNEL_STRUCT, .object = TTA_KERNEL_NONE, .count = count};
  out.first = tta_idle(in) ? TTA_KERNEL_NONE : tta_new_slots(in, count);
  for (uint32_t i = 0; i < count && out.first != TTA_KERNEL_NONE && !in->bad && !in->stopped; i++) {
    in->at = open + 1;
    in->pack_index = i;
    kernel_value value = tta_copy(in, tta_rvalue(in, tta_assignment(in), open));
    in->slots[out.first + i].value = value;
  }
  in->pack_index = pack_index;
  in->at = dots + 2;
  return out.first == TTA_KERNEL_NONE ? tta_unknown(open) : out;
}

kernel_value tta_braces(tta_interpreter *in) {
  uint32_t open = in->at, end = in->tokens[open].match, count = count_items(in, open), pack;
  in->at++;
  uint32_t dots = count == 1 ? tta_expansion(in, end) : TTA_KERNEL_NONE; /* {f(a)...} */
  in->at--;
  if (dots != TTA_KERNEL_NONE && tta_pack_size(in, open + 1, dots, &pack)) return braces_of_pack(in, dots, pack);
  kernel_value out = {.kind = KERNEL_STRUCT, .object = TTA_KERNEL_NONE, .count = count};
  if (tta_idle(in)) {
    in->at = end + 1;
    return tta_unknown(open);
  }
  out.first = tta_new_slots(in, count);
  if (out.first == TTA_KERNEL_NONE) return tta_unknown(open);
  in->at++;
  for (uint32_t i = 0; i < count && in->at < end && !in->bad; i++) {
    uint32_t name = TTA_KERNEL_NONE, begin = in->at;
    if (tta_token_is(in, '.') && in->tokens[in->at + 1].kind == TTA_CPP_NAME) {
      name = in->tokens[in->at + 1].name;
      in->at += 2;
      if (!tta_token_is(in, '{')) tta_token_eat(in, '=');
    }
    kernel_value value = tta_copy(in, tta_rvalue(in, tta_assignment(in), begin));
    if (out.first + i >= in->num_slots) break; /* stopped */
    in->slots[out.first + i] = (tta_slot){.name = name, .value = value};
    if (in->at < end && !tta_token_eat(in, ',')) tta_unsupported(in, in->at, "initializer");
  }
  in->at = end + 1;
  return out;
}

kernel_value tta_lambda(tta_interpreter *in) {
  uint32_t token = in->at;
  tta_function f = {.lambda = true, .params = TTA_KERNEL_NONE, .name = TTA_KERNEL_NONE, .owner = TTA_KERNEL_NONE,
                    .type_at = TTA_KERNEL_NONE, .template_params = TTA_KERNEL_NONE, .initializers = TTA_KERNEL_NONE,
                    .special = TTA_KERNEL_NONE};
  in->at = tta_token(in)->match + 1;
  if (tta_token_is(in, '<')) {
    f.template_params = in->at;
    if (!tta_skip_angles(in)) return tta_unsupported(in, token, "lambda");
  }
  if (tta_token_is(in, '(')) {
    f.params = in->at;
    in->at = tta_token(in)->match + 1;
  }
  while (!tta_token_is(in, '{') && !tta_token_is(in, ';') && tta_token(in)->kind != TTA_CPP_END) in->at++;
  if (!tta_token_is(in, '{')) return tta_unsupported(in, token, "lambda");
  f.body = in->at;
  in->at = tta_token(in)->match + 1;
  f.frame = in->num_outer ? in->outer : in->frame;
  f.num_outer = in->num_variables;
  f.num_params = TTA_KERNEL_MAX_CALL_ARGS;
  for (uint32_t i = 0; i < in->num_functions; i++)
    if (in->functions[i].lambda && in->functions[i].body == f.body) {
      in->functions[i] = f;
      return (kernel_value){.kind = KERNEL_FUNCTION, .object = i};
    }
  uint32_t number = tta_add_function(in, f);
  return (kernel_value){.kind = KERNEL_FUNCTION, .object = number};
}

/* ---- binding of parameters ---- */

/* The arguments of a parameter pack as one variable. */
static void bind_pack(tta_interpreter *in, uint32_t name, const kernel_value *given, uint32_t count) {
  kernel_value pack = {.kind = KERNEL_STRUCT, .object = TTA_KERNEL_NONE, .count = count};
  uint32_t slot = tta_new_slots(in, 1);
  pack.first = tta_new_slots(in, count);
  if (pack.first == TTA_KERNEL_NONE || slot == TTA_KERNEL_NONE) return;
  for (uint32_t i = 0; i < count; i++) in->slots[pack.first + i].value = given[i];
  in->slots[slot].value = pack;
  tta_add_variable(in, (tta_variable){.name = name, .slot = slot, .is_pack = true});
}

/* One parameter of a template: `typename T = X` or `uint32_t N = 1`; `rest`: arguments from it on. */
static void bind_template_param(tta_interpreter *in, const kernel_value *given, uint32_t rest) {
  bool is_type = tta_token_word(in, "typename") || tta_token_word(in, "class");
  tta_type type = {.kind = TTA_TYPE_AUTO};
  if (is_type) in->at++;
  else if (!tta_read_type(in, &type) && tta_token(in)->kind == TTA_CPP_NAME &&
           in->tokens[in->at + 1].kind == TTA_CPP_NAME) in->at++; /* a type of the kernel API, such as PoolType */
  bool pack = tta_token_eat(in, TTA_PUNCT3('.', '.', '.'));
  uint32_t name = tta_token(in)->kind == TTA_CPP_NAME ? in->tokens[in->at++].name : TTA_KERNEL_NONE;
  if (pack) {
    bind_pack(in, name, given, rest);
    return;
  }
  kernel_value value = is_type ? tta_type_value(in, (tta_type){.kind = TTA_TYPE_AUTO}) : tta_unknown(in->at);
  if (tta_token_eat(in, '=')) {
    tta_type default_type;
    if (given) in->skip++;
    if (is_type && tta_read_type(in, &default_type)) value = tta_type_value(in, default_type);
    else if (!is_type) value = tta_template_value(in);
    if (given) in->skip--;
  }
  tta_declare(in, name, type, given ? tta_value_as(*given, type, in->at) : value);
}

void tta_bind_template(tta_interpreter *in, uint32_t params, const kernel_value *args, uint32_t num_args) {
  uint32_t back = in->at, end;
  in->at = params;
  if (!tta_skip_angles(in)) return;
  end = in->at - 1;
  in->at = params + 1;
  for (uint32_t i = 0; in->at < end && !in->bad; i++) {
    bind_template_param(in, i < num_args ? &args[i] : NULL, i < num_args ? num_args - i : 0);
    if (!tta_token_eat(in, ',')) break;
  }
  in->at = back;
}

/* `T&&... a`: the rest of the arguments. A pack of types that no argument gives is that of their types. */
static bool bind_param_pack(tta_interpreter *in, kernel_value *given, uint32_t rest, uint32_t token) {
  uint32_t end = in->at, type_at = in->at;
  while (in->tokens[end].kind != TTA_CPP_END && !tta_cpp_is(&in->tokens[end], TTA_PUNCT3('.', '.', '.')) &&
         !tta_cpp_is(&in->tokens[end], ',') && !tta_cpp_is(&in->tokens[end], ')'))
    end++;
  if (!tta_cpp_is(&in->tokens[end], TTA_PUNCT3('.', '.', '.'))) return false;
  in->at = end + 1;
  uint32_t name = tta_token(in)->kind == TTA_CPP_NAME ? in->tokens[in->at++].name : TTA_KERNEL_NONE;
  for (; type_at < end; type_at++) {
    if (in->tokens[type_at].kind != TTA_CPP_NAME) continue;
    const tta_variable *types = tta_find_variable(in, in->tokens[type_at].name);
    if (!types || !types->is_pack || in->slots[types->slot].value.count) continue;
    uint32_t slot = types->slot, first = tta_new_slots(in, rest);
    if (first == TTA_KERNEL_NONE) return true;
    for (uint32_t i = 0; i < rest; i++) {
      kernel_value v = tta_rvalue(in, given[i], token);
      tta_type type = {.kind = TTA_TYPE_AUTO, .bits = v.bits, .is_signed = v.is_signed};
      bool number = v.kind == KERNEL_INT || v.kind == KERNEL_REAL;
      if (number) type.kind = v.kind == KERNEL_INT ? TTA_TYPE_INT : TTA_TYPE_REAL;
      in->slots[first + i].value = tta_type_value(in, type);
    }
    in->slots[slot].value.first = first;
    in->slots[slot].value.count = rest;
  }
  bind_pack(in, name, given, rest);
  return true;
}

static void bind_param(tta_interpreter *in, const kernel_value *given, uint32_t token) {
  tta_type type = {.kind = TTA_TYPE_AUTO};
  uint32_t name = TTA_KERNEL_NONE;
  if (!tta_read_type(in, &type)) { /* a type that is not known: a name, perhaps with <..> */
    while (tta_token_word(in, "const") || tta_cpp_is(&in->tokens[in->at + 1], TTA_PUNCT2(':', ':')))
      in->at += tta_token_word(in, "const") ? 1 : 2;
    in->at++;
    if (tta_token_is(in, '<') && !tta_skip_angles(in)) tta_unsupported(in, in->at, "parameter");
    while (tta_token_is(in, '&') || tta_token_is(in, TTA_PUNCT2('&', '&')) || tta_token_is(in, '*') ||
           tta_token_word(in, "const"))
      type.reference |= tta_token_is(in, '&') && in->at++ ? true : (in->at++, false);
  }
  uint32_t name_at = in->at;
  if (tta_token(in)->kind == TTA_CPP_NAME) name = in->tokens[in->at++].name;
  if (tta_token_is(in, '[')) {
    in->at = tta_token(in)->match + 1;
    type.pointers++;
  }
  kernel_value value = given ? *given : tta_unknown(token);
  if (tta_token_eat(in, '=')) {
    in->skip += given != NULL;
    kernel_value other = tta_assignment(in);
    in->skip -= given != NULL;
    if (!given) value = other;
  } else if (!given && type.kind == TTA_TYPE_STRUCT && value.kind == KERNEL_UNKNOWN) {
    value = tta_make_struct(in, type.number, NULL, 0, token);
  }
  if (in->host && (value.kind == KERNEL_UNKNOWN || value.kind == KERNEL_INT)) {
    kernel_value named = tta_host_declare(in, name_at, value);
    if (named.kind != value.kind || named.number != value.number || named.origin != value.origin) value = named;
  }
  if (type.reference && value.kind == KERNEL_STRUCT && value.object == TTA_KERNEL_NONE)
    value = tta_converted(in, value, type, token);
  if (type.reference && value.lvalue == TTA_LVALUE_SLOT) {
    tta_add_variable(in, (tta_variable){.name = name, .slot = value.slot, .type = type});
  } else if (type.reference && value.lvalue == TTA_LVALUE_MEMORY) {
    uint32_t slot = tta_declare(in, name, type, value);
    if (slot != TTA_KERNEL_NONE) in->slots[slot].value.lvalue = TTA_LVALUE_MEMORY;
  } else {
    value = tta_copy(in, tta_converted(in, tta_rvalue(in, value, token), type, token));
    tta_declare(in, name, type, value);
  }
}

static void bind_params(tta_interpreter *in, const tta_function *f, kernel_value *args, uint32_t num_args,
                        uint32_t token) {
  if (f->params == TTA_KERNEL_NONE) return;
  uint32_t end = in->tokens[f->params].match;
  in->at = f->params + 1;
  if (tta_token_word(in, "void") && in->at + 1 == end) return;
  for (uint32_t i = 0; in->at < end && !in->bad && !in->stopped; i++) {
    if (bind_param_pack(in, i < num_args ? args + i : NULL, i < num_args ? num_args - i : 0, token)) break;
    bind_param(in, i < num_args ? &args[i] : NULL, token);
    if (in->at < end && !tta_token_eat(in, ',')) tta_unsupported(in, in->at, "parameter");
  }
}

/* : a(x), b{y} of a constructor */
static void run_initializers(tta_interpreter *in, const tta_function *f) {
  kernel_value args[TTA_KERNEL_MAX_CALL_ARGS];
  if (f->initializers == TTA_KERNEL_NONE) return;
  in->at = f->initializers + 1;
  while (tta_token(in)->kind == TTA_CPP_NAME && !in->bad && !in->stopped) {
    uint32_t token = in->at++, field = tta_field(in, in->self, in->tokens[token].name), num = 0;
    if (tta_token_is(in, '(')) num = tta_arguments(in, args);
    else if (tta_token_is(in, '{')) {
      kernel_value list = tta_braces(in);
      num = list.kind == KERNEL_STRUCT && list.count;
      if (num) args[0] = in->slots[list.first].value;
    }
    if (field == TTA_KERNEL_NONE || in->stopped) continue;
    tta_type type = in->slots[field].type;
    if (type.kind == TTA_TYPE_CLASS || (type.kind == TTA_TYPE_STRUCT && num != 1))
      tta_assign(in, field, tta_construct(in, type, args, num, token), token);
    else
      tta_assign(in, field, num ? tta_converted(in, tta_rvalue(in, args[0], token), type, token) : tta_u32(0), token);
    if (!tta_token_eat(in, ',')) break;
  }
}

kernel_value tta_function_value(tta_interpreter *in, uint32_t function) {
  kernel_value out = {.kind = KERNEL_FUNCTION, .object = function};
  uint32_t num = in->num_template_args, first = num ? tta_new_slots(in, num) : 0;
  in->num_template_args = 0;
  if (first == TTA_KERNEL_NONE) return tta_unknown(in->at);
  for (uint32_t i = 0; i < num; i++) in->slots[first + i].value = in->template_args[i];
  out.first = first;
  out.count = num;
  return out;
}

kernel_value tta_call_value(tta_interpreter *in, kernel_value function, kernel_value *args, uint32_t num_args,
                            uint32_t token) {
  in->num_template_args = 0;
  while (in->num_template_args < function.count && function.first + in->num_template_args < in->num_slots) {
    in->template_args[in->num_template_args] = in->slots[function.first + in->num_template_args].value;
    in->num_template_args++;
  }
  return tta_call(in, function.object, args, num_args, tta_void(), token);
}

kernel_value tta_call(tta_interpreter *in, uint32_t function, kernel_value *args, uint32_t num_args, kernel_value self,
                      uint32_t token) {
  if (function >= in->num_functions || tta_idle(in)) return tta_unknown(token);
  tta_function f = in->functions[function];
  tta_cost(in, COST_OF_CALL + (uint64_t)COST_OF_ARGUMENT * (num_args + in->num_template_args));
  if (!tta_step(in)) return tta_unknown(token);
  if (in->depth + 4 > TTA_KERNEL_MAX_DEPTH) return tta_too_deep(in, token, "calls are nested too deeply");
  uint32_t at = in->at, frame = in->frame, outer = in->outer, num_outer = in->num_outer, num_slots = in->num_slots,
           num_variables = in->num_variables, call_branches = in->call_branches, loop_branches = in->loop_branches;
  uint64_t pins = in->pins;
  uint32_t host_call = in->host ? tta_host_enter(in, token) : 0;
  kernel_value old_self = in->self, template_args[TTA_KERNEL_MAX_CALL_ARGS], out;
  uint32_t num_template_args = in->num_template_args;
  memcpy(template_args, in->template_args, sizeof *template_args * num_template_args);
  in->num_template_args = 0;
  uint32_t pack_index = in->pack_index;
  in->pack_index = TTA_KERNEL_NONE;
  in->call_branches = in->loop_branches = in->branches;
  bool left_value = in->left_value;
  in->left_value = false;
  in->depth += 4;
  in->outer = f.lambda ? f.frame : 0;
  in->num_outer = f.lambda ? f.num_outer : 0;
  if (!f.lambda) in->self = self;
  in->frame = in->num_variables;
  tta_struct owner = {.num_args = 0};
  if (self.kind == KERNEL_STRUCT && self.object < in->num_structs) owner = in->structs[self.object];
  if (owner.num_args && owner.base == f.owner)
    tta_bind_template(in, owner.template_params, owner.args, owner.num_args);
  if (f.template_params != TTA_KERNEL_NONE) tta_bind_template(in, f.template_params, template_args, num_template_args);
  bind_params(in, &f, args, num_args, token);
  run_initializers(in, &f);
  in->returned = tta_void();
  if (!in->bad && !in->stopped) {
    in->at = f.body + 1;
    tta_statements(in, in->tokens[f.body].match);
  }
  out = in->left_value ? tta_unknown(in->left_origin) : in->returned; /* a return that may be taken */
  in->left_value = left_value;
  in->returned = tta_void();
  if (f.type_at != TTA_KERNEL_NONE && out.kind == KERNEL_STRUCT && out.object == TTA_KERNEL_NONE) {
    tta_type type;
    in->at = f.type_at;
    if (tta_read_type(in, &type)) out = tta_converted(in, out, type, token);
  }
  if (in->host) tta_host_leave(in, host_call);
  in->pack_index = pack_index;
  in->depth -= 4;
  in->at = at;
  in->frame = frame;
  in->outer = outer;
  in->num_outer = num_outer;
  in->self = old_self;
  in->call_branches = call_branches;
  in->loop_branches = loop_branches;
  in->num_variables = num_variables;
  bool has_slots = out.kind == KERNEL_STRUCT || out.kind == KERNEL_POINTER || out.kind == KERNEL_FUNCTION;
  if (!has_slots && in->pins == pins) in->num_slots = num_slots;
  return out;
}
