/* call.c: calls of functions of the source and of lambdas: arguments, templates, frames. */
#include "kernel/interpret.h"

uint32_t tta_arguments(tta_interpreter *in, kernel_value *args) {
  uint32_t end = tta_token(in)->match, num = 0;
  in->at++;
  while (in->at < end && !in->bad) {
    uint32_t begin = in->at;
    if (num == TTA_KERNEL_MAX_CALL_ARGS) {
      tta_unsupported(in, begin, "call with that many arguments");
      break;
    }
    args[num++] = tta_assignment(in);
    if (in->bad) break;
    if (in->at < end && !tta_token_eat(in, ',')) tta_unsupported(in, in->at, "argument");
  }
  in->at = end + 1;
  return num;
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

kernel_value tta_braces(tta_interpreter *in) {
  uint32_t open = in->at, end = in->tokens[open].match, count = count_items(in, open);
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
                    .type_at = TTA_KERNEL_NONE, .template_params = TTA_KERNEL_NONE, .initializers = TTA_KERNEL_NONE};
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

/* One parameter of a template: `typename T = X` or `uint32_t N = 1`. */
static void bind_template_param(tta_interpreter *in, const kernel_value *given) {
  bool is_type = tta_token_word(in, "typename") || tta_token_word(in, "class");
  tta_type type = {.kind = TTA_TYPE_AUTO};
  if (is_type) in->at++;
  else if (!tta_read_type(in, &type) && tta_token(in)->kind == TTA_CPP_NAME &&
           in->tokens[in->at + 1].kind == TTA_CPP_NAME) in->at++; /* a type of the kernel API, such as PoolType */
  if (tta_token_is(in, TTA_PUNCT3('.', '.', '.'))) {
    tta_cpp_report(in->source, TTA_RULE_kernel_undecided, tta_token(in),
                   "a parameter pack is not supported: what this function does is unknown");
    in->undecided = in->stopped = true;
    return;
  }
  uint32_t name = tta_token(in)->kind == TTA_CPP_NAME ? in->tokens[in->at++].name : TTA_KERNEL_NONE;
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

/* A member's or parameter's template: binds the arguments of <..> at `params`. */
static void bind_template(tta_interpreter *in, uint32_t params, const kernel_value *args, uint32_t num_args) {
  uint32_t back = in->at, end;
  in->at = params;
  if (!tta_skip_angles(in)) return;
  end = in->at - 1;
  in->at = params + 1;
  for (uint32_t i = 0; in->at < end && !in->bad; i++) {
    bind_template_param(in, i < num_args ? &args[i] : NULL);
    if (!tta_token_eat(in, ',')) break;
  }
  in->at = back;
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
    tta_add_variable(in, (tta_variable){name, value.slot, 0, type});
  } else if (type.reference && value.lvalue == TTA_LVALUE_MEMORY) {
    uint32_t slot = tta_declare(in, name, type, value);
    if (slot != TTA_KERNEL_NONE) in->slots[slot].value.lvalue = TTA_LVALUE_MEMORY;
  } else {
    value = tta_copy(in, tta_converted(in, tta_rvalue(in, value, token), type, token));
    tta_declare(in, name, type, value);
  }
}

static void bind_params(tta_interpreter *in, const tta_function *f, const kernel_value *args, uint32_t num_args,
                        uint32_t token) {
  if (f->params == TTA_KERNEL_NONE) return;
  uint32_t end = in->tokens[f->params].match;
  in->at = f->params + 1;
  if (tta_token_word(in, "void") && in->at + 1 == end) return;
  for (uint32_t i = 0; in->at < end && !in->bad && !in->stopped; i++) {
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
      in->slots[field].value = tta_construct(in, type, args, num, token);
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
  if (!tta_step(in)) return tta_unknown(token);
  if (in->depth + 4 > TTA_KERNEL_MAX_DEPTH) {
    in->undecided = in->stopped = true;
    tta_cpp_report(in->source, TTA_RULE_kernel_undecided, &in->tokens[token], "calls are nested too deeply");
    return tta_unknown(token);
  }
  uint32_t at = in->at, frame = in->frame, outer = in->outer, num_outer = in->num_outer, num_slots = in->num_slots,
           num_variables = in->num_variables, call_branches = in->call_branches, loop_branches = in->loop_branches;
  uint64_t pins = in->pins;
  uint32_t host_call = in->host ? tta_host_enter(in, token) : 0;
  kernel_value old_self = in->self, template_args[TTA_KERNEL_MAX_CALL_ARGS], out;
  uint32_t num_template_args = in->num_template_args;
  memcpy(template_args, in->template_args, sizeof *template_args * num_template_args);
  in->num_template_args = 0;
  in->call_branches = in->loop_branches = in->branches;
  bool left_value = in->left_value;
  in->left_value = false;
  in->depth += 4;
  in->outer = f.lambda ? f.frame : 0;
  in->num_outer = f.lambda ? f.num_outer : 0;
  if (!f.lambda) in->self = self;
  in->frame = in->num_variables;
  if (f.template_params != TTA_KERNEL_NONE) bind_template(in, f.template_params, template_args, num_template_args);
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
