/* declaration.c: declarations: variables, arrays, functions, structs, aliases, namespaces. */
#include "kernel/interpret.h"

static bool no_memory(tta_interpreter *in) {
  in->source->status = TTA_NO_MEMORY;
  in->stopped = true;
  return false;
}

uint32_t tta_add_function(tta_interpreter *in, tta_function function) {
  if (!TTA_GROW_IN(in->source->arena, in, functions, 1)) {
    no_memory(in);
    return TTA_KERNEL_NONE;
  }
  in->functions[in->num_functions++] = function;
  return in->num_functions - 1;
}

/* ---- variables ---- */

static kernel_value initial_value(tta_interpreter *in, tta_type type, uint32_t token) {
  kernel_value args[TTA_KERNEL_MAX_CALL_ARGS], value;
  bool object = (type.kind == TTA_TYPE_STRUCT || type.kind == TTA_TYPE_CLASS) && !type.pointers;
  uint32_t num = 0;
  if (tta_token_eat(in, '=')) {
    value = tta_assignment(in);
    if (type.reference) return value;
    value = tta_copy(in, tta_rvalue(in, value, token));
    if (object && value.kind == KERNEL_STRUCT && value.object == TTA_KERNEL_NONE) {
      in->list_init = true;
      return tta_construct(in, type, &value, 1, token);
    }
    if (object) return tta_converted(in, value, type, token);
    return tta_value_as(value, type, token);
  }
  if (tta_token_is(in, '{')) {
    value = tta_braces(in);
    if (type.kind == TTA_TYPE_TUPLE) return value;
    in->list_init = object;
    if (object) return tta_construct(in, type, &value, value.kind == KERNEL_STRUCT && value.count, token);
    if (value.kind != KERNEL_STRUCT) return value;
    if (type.kind == TTA_TYPE_OPTIONAL && value.count != 1) return tta_value_as(value, type, token);
    return tta_value_as(value.count ? in->slots[value.first].value : tta_u32(0), type, token);
  }
  if (tta_token_is(in, '(')) num = tta_arguments(in, args);
  else if (!object) return type.kind == TTA_TYPE_OPTIONAL ? tta_nothing() : tta_unknown(token);
  if (tta_idle(in)) return tta_unknown(token);
  if (object) return tta_construct(in, type, args, num, token);
  return tta_value_as(num ? tta_rvalue(in, args[0], token) : tta_u32(0), type, token);
}

/* One row or a list of rows; values from {..} are copied. */
static void fill(tta_interpreter *in, uint32_t slot, uint32_t count, tta_type type, kernel_value list, uint32_t token) {
  for (uint32_t i = 0; i < count && slot + i < in->num_slots; i++) {
    bool given = list.kind == KERNEL_STRUCT && i < list.count;
    kernel_value value = given ? in->slots[list.first + i].value
                      : list.kind == KERNEL_STRUCT ? tta_u32(0) : tta_unknown(token);
    in->slots[slot + i].type = type;
    in->slots[slot + i].value = tta_value_as(value, type, token);
  }
}

static void array(tta_interpreter *in, uint32_t name, tta_type type) {
  uint32_t token = in->at, sizes[2] = {0, 0}, dims = 0;
  bool known = true, empty = false;
  while (tta_token_is(in, '[')) {
    uint32_t end = tta_token(in)->match;
    in->at++;
    empty |= in->at == end && !dims;
    kernel_value size = in->at == end ? tta_u32(0) : tta_rvalue(in, tta_expression(in), token);
    known &= size.kind == KERNEL_INT && size.number >= 0 && size.number <= 1 << 20 && dims < 2;
    if (dims < 2) sizes[dims++] = known ? (uint32_t)size.number : 0;
    in->at = end + 1;
  }
  kernel_value list = tta_unknown(token);
  tta_token_eat(in, '=');
  if (tta_token_is(in, '{')) list = tta_braces(in);
  if (empty && list.kind == KERNEL_STRUCT) sizes[0] = list.count;
  if (tta_idle(in)) return;
  if (!known || !sizes[0]) {
    tta_declare(in, name, type, tta_unknown(token));
    return;
  }
  uint32_t first = tta_new_slots(in, sizes[0]);
  if (first == TTA_KERNEL_NONE) return;
  if (dims == 1) fill(in, first, sizes[0], type, list, token);
  for (uint32_t i = 0; dims == 2 && i < sizes[0]; i++) {
    uint32_t row = tta_new_slots(in, sizes[1]);
    if (row == TTA_KERNEL_NONE) return;
    kernel_value values = list.kind == KERNEL_STRUCT && i < list.count ? in->slots[list.first + i].value
                                                                       : tta_unknown(token);
    fill(in, row, sizes[1], type, values, token);
    in->slots[first + i].value = (kernel_value){.kind = KERNEL_POINTER, .first = row, .count = sizes[1]};
  }
  tta_add_variable(in, (tta_variable){.name = name, .slot = first, .count = sizes[0], .type = type});
}

static void declarator(tta_interpreter *in, tta_type type) {
  uint32_t token = in->at++, name = in->tokens[token].name;
  if (tta_token_is(in, '[')) {
    array(in, name, type);
    return;
  }
  kernel_value value = initial_value(in, type, token);
  if (in->bad) value = tta_unknown(token);
  if (in->skip || in->stopped) return;
  if (type.reference && value.lvalue == TTA_LVALUE_SLOT) {
    tta_add_variable(in, (tta_variable){.name = name, .slot = value.slot, .type = type});
    return;
  }
  if (in->host) value = tta_host_declare(in, token, value);
  bool memory = type.reference && value.lvalue == TTA_LVALUE_MEMORY;
  if (type.kind == TTA_TYPE_AUTO && value.kind == KERNEL_INT)
    type = (tta_type){.kind = TTA_TYPE_INT, .bits = value.bits, .is_signed = value.is_signed};
  uint32_t slot = tta_declare(in, name, type, value);
  if (memory && slot != TTA_KERNEL_NONE) in->slots[slot].value.lvalue = TTA_LVALUE_MEMORY;
}

/* auto [a, b] = f(): */
static void structured_binding(tta_interpreter *in, tta_type type) {
  uint32_t open = in->at, end = tta_token(in)->match, i = 0;
  in->at = end + 1;
  kernel_value value = initial_value(in, type, open);
  bool list = tta_is_list(value) && tta_list_items(in, value, &value.first, &value.count);
  if (list) value.kind = KERNEL_STRUCT; /* of an array */
  for (uint32_t at = open + 1; at < end; at++) {
    if (in->tokens[at].kind != TTA_CPP_NAME) continue;
    bool known = value.kind == KERNEL_STRUCT && i < value.count;
    kernel_value item = known ? in->slots[value.first + i].value : tta_unknown(open);
    if (!known) item.origin = value.kind == KERNEL_UNKNOWN ? value.origin : open;
    if (in->host) item = tta_host_declare(in, at, item);
    tta_variable same = {.name = in->tokens[at].name, .slot = value.first + i, .type = type};
    if (known && type.reference && !tta_idle(in)) tta_add_variable(in, same);
    else tta_declare(in, in->tokens[at].name, (tta_type){.kind = TTA_TYPE_AUTO}, item);
    i++;
  }
}

void tta_declaration(tta_interpreter *in, tta_type type) {
  do {
    while (tta_token_eat(in, '*')) type.pointers++;
    if (tta_token_eat(in, '&')) type.reference = true;
    if (tta_token_is(in, '[')) structured_binding(in, type);
    else if (tta_token(in)->kind == TTA_CPP_NAME) declarator(in, type);
    else tta_unsupported(in, in->at, "declaration");
  } while (!in->bad && !in->stopped && tta_token_eat(in, ','));
  if (!in->bad && !tta_token_is(in, ';') && !tta_token_is(in, ')')) tta_unsupported(in, in->at, "declaration");
}

void tta_alias(tta_interpreter *in) {
  bool is_typedef = tta_token_word(in, "typedef");
  tta_type type;
  uint32_t begin = in->at++, name = TTA_KERNEL_NONE;
  if (!is_typedef && tta_token(in)->kind == TTA_CPP_NAME && tta_cpp_is(tta_token(in) + 1, '=')) {
    name = tta_token(in)->name;
    in->at += 2;
  }
  if ((is_typedef || name != TTA_KERNEL_NONE) && tta_read_type(in, &type)) {
    if (is_typedef) name = tta_token(in)->name;
    kernel_value value = tta_type_value(in, type);
    if (!in->stopped) tta_declare(in, name, type, value);
  }
  in->at = begin;
  while (!tta_token_is(in, ';') && tta_token(in)->kind != TTA_CPP_END) in->at++;
  tta_token_eat(in, ';');
}

/* ---- functions ---- */

static void count_params(const tta_interpreter *in, tta_function *f) {
  uint32_t end = in->tokens[f->params].match, angles = 0;
  bool in_default = false, any = false;
  f->num_params = f->num_required = 0;
  for (uint32_t at = f->params + 1; at <= end; at++) {
    const tta_cpp_token *t = &in->tokens[at];
    if (tta_cpp_is(t, '(') || tta_cpp_is(t, '[') || tta_cpp_is(t, '{')) {
      at = t->match;
    } else if (tta_cpp_is(t, '<')) {
      angles++;
    } else if (tta_cpp_is(t, '>') && angles) {
      angles--;
    } else if (at == end || (tta_cpp_is(t, ',') && !angles)) {
      f->num_params += any;
      f->num_required += any && !in_default;
      any = in_default = false;
    } else {
      in_default |= tta_cpp_is(t, '=');
      any |= !(t->kind == TTA_CPP_NAME && tta_str_is(t->text, "void") && at + 1 == end);
      if (tta_cpp_is(t, TTA_PUNCT3('.', '.', '.'))) {
        f->num_params = TTA_KERNEL_MAX_CALL_ARGS;
        return;
      }
    }
  }
}

/* From ')' to the body: const, noexcept, -> type, initializers of a constructor. */
static uint32_t find_body(const tta_interpreter *in, uint32_t at, uint32_t *initializers) {
  for (; in->tokens[at].kind != TTA_CPP_END; at++) {
    const tta_cpp_token *t = &in->tokens[at];
    if (tta_cpp_is(t, '{')) return at;
    if (tta_cpp_is(t, ';') || tta_cpp_is(t, '=') || tta_cpp_is(t, '}')) return TTA_KERNEL_NONE;
    if (!tta_cpp_is(t, ':')) continue;
    *initializers = at++;
    for (; in->tokens[at].kind == TTA_CPP_NAME; at++) { /* name(..) or name{..}, then a comma */
      if (in->tokens[++at].match == TTA_KERNEL_NONE) return TTA_KERNEL_NONE;
      at = in->tokens[at].match + 1;
      if (!tta_cpp_is(&in->tokens[at], ',')) break;
    }
    return tta_cpp_is(&in->tokens[at], '{') ? at : TTA_KERNEL_NONE;
  }
  return TTA_KERNEL_NONE;
}

/* template <> */
static bool is_empty_template(const tta_interpreter *in, uint32_t params) {
  return params != TTA_KERNEL_NONE && tta_cpp_is(&in->tokens[params + 1], '>');
}

/* A function at the position. in->at is after it then. @return false: something else */
static bool function(tta_interpreter *in, uint32_t template_params, uint32_t owner) {
  uint32_t begin = in->at;
  tta_function f = {.template_params = template_params, .owner = owner, .initializers = TTA_KERNEL_NONE,
                    .type_at = begin, .special = TTA_KERNEL_NONE};
  bool is_special = is_empty_template(in, template_params);
  for (uint32_t at = begin; in->tokens[at].kind != TTA_CPP_END; at++) {
    const tta_cpp_token *t = &in->tokens[at];
    if (tta_cpp_is(t, ';') || tta_cpp_is(t, '=') || tta_cpp_is(t, '}')) return false;
    if (tta_cpp_is(t, '[')) at = t->match;
    if (tta_cpp_is(t, '<')) {
      in->at = at;
      bool skipped = tta_skip_angles(in);
      uint32_t open = at;
      at = in->at - 1;
      in->at = begin;
      if (!skipped) return false;
      bool named = open > begin && in->tokens[open - 1].kind == TTA_CPP_NAME;
      if (is_special && named && tta_cpp_is(&in->tokens[at + 1], '(')) f.special = open;
      continue;
    }
    const tta_cpp_token *before = at > begin ? t - 1 : NULL;
    if (f.special != TTA_KERNEL_NONE && tta_cpp_is(t, '(')) before = &in->tokens[f.special - 1];
    if (tta_cpp_is(t, '{')) { /* void MAIN { */
      if (!before || before->kind != TTA_CPP_NAME || !tta_str_is(before->text, "MAIN")) return false;
      f.name = before->name;
      f.params = TTA_KERNEL_NONE;
      f.body = at;
      in->at = t->match + 1;
      return tta_add_function(in, f) != TTA_KERNEL_NONE;
    }
    if (!tta_cpp_is(t, '(')) continue;
    if (before && tta_str_is(before->text, "__attribute__")) {
      at = t->match;
      continue;
    }
    if (!before || (before->kind != TTA_CPP_NAME && !(at > begin + 1 && tta_str_is(t[-2].text, "operator"))))
      return false;
    f.name = before->kind == TTA_CPP_NAME ? before->name : TTA_KERNEL_NONE;
    f.params = at;
    f.body = find_body(in, t->match + 1, &f.initializers);
    count_params(in, &f);
    if (f.body != TTA_KERNEL_NONE) {
      in->at = in->tokens[f.body].match + 1;
      return tta_add_function(in, f) != TTA_KERNEL_NONE;
    }
    uint32_t after = t->match + 1;
    while (in->tokens[after].kind == TTA_CPP_NAME) after++;
    if (!tta_cpp_is(&in->tokens[after], ';')) return false;
    in->at = after + 1; /* a declaration only */
    return true;
  }
  return false;
}

/* ---- structs and enumerations ---- */

static void enumeration(tta_interpreter *in) {
  kernel_value next = tta_int(0, 32, true);
  uint32_t end = tta_token(in)->match;
  in->at++;
  while (in->at < end && !in->bad && tta_token(in)->kind == TTA_CPP_NAME) {
    uint32_t token = in->at++;
    if (tta_token_eat(in, '=')) next = tta_rvalue(in, tta_assignment(in), token);
    tta_declare(in, in->tokens[token].name, (tta_type){.kind = TTA_TYPE_INT, .bits = 32, .is_signed = true}, next);
    next = tta_apply('+', next, tta_int(1, 32, true), token);
    tta_token_eat(in, ',');
  }
  in->at = end + 1;
}

static void skip_member(tta_interpreter *in, uint32_t end) {
  while (in->at < end && !tta_token_is(in, ';')) {
    if (tta_token_is(in, '(') || tta_token_is(in, '{') || tta_token_is(in, '[')) in->at = tta_token(in)->match;
    in->at++;
  }
  tta_token_eat(in, ';');
}

static void member_variable(tta_interpreter *in, uint32_t owner, uint32_t end) {
  uint32_t type_at = in->at;
  tta_type type;
  if (!tta_read_type(in, &type) || tta_token(in)->kind != TTA_CPP_NAME) {
    tta_unsupported(in, type_at, "member");
    in->bad = false;
    in->at = type_at;
    skip_member(in, end);
    return;
  }
  if (type.is_static) {
    tta_declaration(in, type);
    in->bad = false;
  } else {
    do {
      tta_member m = {owner, tta_token(in)->name, type_at, TTA_KERNEL_NONE, TTA_KERNEL_NONE};
      in->at++;
      if (tta_token_is(in, '[')) {
        m.array_at = in->at;
        in->at = tta_token(in)->match + 1;
      }
      if (tta_token_is(in, '=') || tta_token_is(in, '{')) m.initializer = in->at;
      while (in->at < end && !tta_token_is(in, ';') && !tta_token_is(in, ',')) {
        if (tta_token_is(in, '(') || tta_token_is(in, '{') || tta_token_is(in, '[')) in->at = tta_token(in)->match;
        in->at++;
      }
      if (!TTA_GROW_IN(in->source->arena, in, members, 1)) {
        no_memory(in);
        return;
      }
      in->members[in->num_members++] = m;
    } while (tta_token_eat(in, ',') && tta_token(in)->kind == TTA_CPP_NAME);
  }
  skip_member(in, end);
}

static void members(tta_interpreter *in, uint32_t owner) {
  uint32_t end = tta_token(in)->match;
  in->at++;
  while (in->at < end && !in->stopped && !in->source->status) {
    uint32_t template_params = TTA_KERNEL_NONE;
    if (tta_token_eat(in, ';')) continue;
    if (tta_token(in)->kind == TTA_CPP_NAME && tta_cpp_is(tta_token(in) + 1, ':') ) { /* public: */
      in->at += 2;
      continue;
    }
    if (tta_token_eat_word(in, "template")) {
      template_params = in->at;
      if (!tta_skip_angles(in)) break;
    }
    if (tta_token_word(in, "using") || tta_token_word(in, "typedef")) tta_alias(in);
    else if (tta_token_is(in, '~')) skip_member(in, end);
    else if (!tta_define_type(in, template_params) && !function(in, template_params, owner))
      member_variable(in, owner, end);
  }
  in->at = end + 1;
}

bool tta_define_type(tta_interpreter *in, uint32_t template_params) {
  bool is_enum = tta_token_word(in, "enum");
  if (!is_enum && !tta_token_word(in, "struct") && !tta_token_word(in, "class") && !tta_token_word(in, "union"))
    return false;
  bool is_union = tta_token_word(in, "union");
  uint32_t begin = in->at++, name = TTA_KERNEL_NONE, special = TTA_KERNEL_NONE;
  if (is_enum && (tta_token_word(in, "class") || tta_token_word(in, "struct"))) in->at++;
  for (; tta_token(in)->kind != TTA_CPP_END; in->at++) {
    if (tta_token_is(in, '{') || tta_token_is(in, ';') || tta_token_is(in, '(') || tta_token_is(in, '=')) break;
    if (tta_token_is(in, ':')) {
      while (!tta_token_is(in, '{') && !tta_token_is(in, ';') && tta_token(in)->kind != TTA_CPP_END) in->at++;
      break;
    }
    if (name != TTA_KERNEL_NONE && tta_token_is(in, '<') && template_params != TTA_KERNEL_NONE) {
      special = in->at;
      if (!tta_skip_angles(in)) break;
      in->at--;
      continue;
    }
    if (tta_token(in)->kind == TTA_CPP_NAME) name = tta_token(in)->name;
  }
  if (tta_token_is(in, ';') && in->at <= begin + 2) {
    in->at++;
    return true; /* a declaration only */
  }
  if (!tta_token_is(in, '{')) {
    in->at = begin;
    return false;
  }
  if (is_enum) {
    enumeration(in);
    if (!TTA_GROW_IN(in->source->arena, in, types, 1)) return no_memory(in);
    in->types[in->num_types++] = (tta_type){.kind = TTA_TYPE_INT, .bits = 32, .is_signed = true};
    tta_declare(in, name, (tta_type){0}, (kernel_value){.kind = KERNEL_TYPE, .object = in->num_types - 1});
  } else {
    tta_struct s = {name, in->at, template_params, special, in->num_structs, 0, NULL, is_union};
    if (!TTA_GROW_IN(in->source->arena, in, structs, 1)) return no_memory(in);
    in->structs[in->num_structs++] = s;
    uint32_t number = in->num_structs - 1;
    members(in, number);
    in->bad = false;
    if (tta_token(in)->kind == TTA_CPP_NAME && !tta_idle(in)) /* struct {..} name; */
      tta_declaration(in, (tta_type){.kind = TTA_TYPE_STRUCT, .number = number});
  }
  in->bad = false;
  tta_token_eat(in, ';');
  return true;
}

static void initialize_member(tta_interpreter *in, const tta_member *m, uint32_t slot, uint32_t token) {
  tta_type type = {.kind = TTA_TYPE_AUTO};
  in->at = m->type_at;
  tta_read_type(in, &type);
  kernel_value value = tta_unknown(token);
  in->at = m->initializer;
  if (m->array_at != TTA_KERNEL_NONE) {
    uint32_t count = 0, first;
    in->at = m->array_at + 1;
    kernel_value size = tta_rvalue(in, tta_expression(in), token);
    if (size.kind == KERNEL_INT && size.number > 0 && size.number < 1 << 16) count = (uint32_t)size.number;
    first = tta_new_slots(in, count);
    value = (kernel_value){.kind = KERNEL_POINTER, .first = first, .count = count};
  } else if (m->initializer != TTA_KERNEL_NONE) {
    value = initial_value(in, type, token);
  } else if (type.kind == TTA_TYPE_STRUCT && !type.pointers && in->depth < TTA_KERNEL_MAX_DEPTH - 20) {
    value = tta_make_struct(in, type.number, NULL, 0, token);
  } else if (type.kind == TTA_TYPE_CLASS && type.class == TTA_CLASS_LIST) {
    value = tta_construct(in, type, NULL, 0, token);
  } else if (type.kind == TTA_TYPE_OPTIONAL) {
    value = tta_nothing();
  }
  if (slot >= in->num_slots) return;
  in->slots[slot] = (tta_slot){.name = m->name, .type = type, .value = value};
  in->slots[slot].value.lvalue = TTA_LVALUE_NONE;
}

/* Values of {..}, by name or by position; an argument for each field if there is no constructor. */
static void assign_fields(tta_interpreter *in, kernel_value object, const kernel_value *list, uint32_t token) {
  for (uint32_t i = 0; i < list->count; i++) {
    const tta_slot *given = &in->slots[list->first + i];
    uint32_t field = given->name != TTA_KERNEL_NONE ? tta_field(in, object, given->name)
                     : i < object.count ? object.first + i : TTA_KERNEL_NONE;
    if (field == TTA_KERNEL_NONE) continue;
    tta_assign(in, field, tta_converted(in, given->value, in->slots[field].type, token), token);
  }
}

kernel_value tta_make_struct(tta_interpreter *in, uint32_t number, kernel_value *args, uint32_t num_args,
                             uint32_t token) {
  kernel_value object = {.kind = KERNEL_STRUCT, .object = number};
  bool spread = in->list_init;
  in->list_init = false;
  uint32_t at = in->at, frame = in->frame, num_variables = in->num_variables, index = 0;
  if (num_args == 1 && args[0].kind == KERNEL_STRUCT && args[0].object == number) return tta_copy(in, args[0]);
  if (in->depth + 8 > TTA_KERNEL_MAX_DEPTH) return tta_unsupported(in, token, "struct: it is nested too deeply");
  const tta_struct s = in->structs[number];
  for (uint32_t i = 0; i < in->num_members; i++) object.count += in->members[i].owner == s.base;
  object.first = tta_new_slots(in, object.count);
  if (object.first == TTA_KERNEL_NONE) return tta_unknown(token);
  in->depth += 8;
  if (s.num_args) tta_bind_template(in, s.template_params, s.args, s.num_args);
  for (uint32_t i = 0; i < in->num_members && !in->stopped; i++)
    if (in->members[i].owner == s.base) {
      tta_member m = in->members[i];
      initialize_member(in, &m, object.first + index++, token);
    }
  if (s.is_union && object.count <= UINT16_MAX && object.first + object.count <= in->num_slots)
    for (uint32_t i = 0; i < object.count; i++) {
      in->slots[object.first + i].before = (uint16_t)i;
      in->slots[object.first + i].after = (uint16_t)(object.count - 1 - i);
    }
  in->depth -= 8;
  in->at = at;
  in->frame = frame;
  in->num_variables = num_variables;
  uint32_t constructor = tta_find_function(in, s.name, number, num_args);
  bool list = num_args == 1 && args[0].kind == KERNEL_STRUCT && args[0].object == TTA_KERNEL_NONE;
  bool fields = list && args[0].count && in->slots[args[0].first].name != TTA_KERNEL_NONE;
  if (list && (constructor == TTA_KERNEL_NONE || fields)) {
    assign_fields(in, object, &args[0], token);
  } else if (constructor != TTA_KERNEL_NONE) {
    kernel_value items[TTA_KERNEL_MAX_CALL_ARGS];
    const tta_function *f = &in->functions[constructor];
    if (list && spread) constructor = tta_find_function(in, s.name, number, args[0].count);
    f = &in->functions[constructor];
    if (list && spread && args[0].count <= f->num_params) {
      num_args = args[0].count;
      for (uint32_t i = 0; i < num_args; i++) items[i] = in->slots[args[0].first + i].value;
      args = items;
    }
    tta_call(in, constructor, args, num_args, object, token);
  } else {
    for (uint32_t i = 0; i < num_args && i < object.count; i++) {
      tta_type type = in->slots[object.first + i].type;
      tta_assign(in, object.first + i, tta_converted(in, tta_rvalue(in, args[i], token), type, token), token);
    }
  }
  return object;
}

/* ---- the top of a file ---- */

static void skip_declaration(tta_interpreter *in, uint32_t begin, uint32_t end) {
  tta_unsupported(in, begin, "declaration");
  in->bad = false;
  for (in->at = begin; in->at < end && !tta_token_is(in, ';'); in->at++)
    if (tta_token_is(in, '(') || tta_token_is(in, '[')) in->at = tta_token(in)->match;
    else if (tta_token_is(in, '{')) {
      in->at = tta_token(in)->match;
      if (!tta_cpp_is(tta_token(in) + 1, ';')) break;
    }
  if (in->at < end) in->at++;
}

static bool namespace(tta_interpreter *in) {
  uint32_t begin = in->at;
  tta_token_eat_word(in, "inline");
  if (!tta_token_eat_word(in, "namespace") && !(tta_token_word(in, "extern") &&
                                                tta_token(in)[1].kind == TTA_CPP_STRING)) {
    in->at = begin;
    return false;
  }
  while (!tta_token_is(in, '{') && !tta_token_is(in, ';') && tta_token(in)->kind != TTA_CPP_END) in->at++;
  if (tta_token_is(in, '{') && in->depth < TTA_KERNEL_MAX_DEPTH) {
    uint32_t end = tta_token(in)->match;
    in->at++;
    in->depth++;
    tta_top_level(in, end);
    in->depth--;
    in->at = end;
  }
  in->at++;
  return true;
}

static void top_declaration(tta_interpreter *in, uint32_t end) {
  uint32_t begin = in->at, template_params = TTA_KERNEL_NONE;
  tta_type type;
  if (tta_token_eat(in, ';') || namespace(in)) return;
  if (tta_token_eat_word(in, "template")) {
    template_params = in->at;
    if (!tta_token_is(in, '<') || !tta_skip_angles(in)) {
      skip_declaration(in, begin, end);
      return;
    }
  }
  if (tta_token_word(in, "using") || tta_token_word(in, "typedef")) {
    tta_alias(in);
  } else if (tta_token_word(in, "static_assert")) {
    while (in->at < end && !tta_token_is(in, ';')) in->at++;
    tta_token_eat(in, ';');
  } else if (tta_define_type(in, template_params) || function(in, template_params, TTA_KERNEL_NONE)) {
    return;
  } else if (tta_read_type(in, &type) && (tta_token(in)->kind == TTA_CPP_NAME || tta_token_is(in, '['))) {
    tta_declaration(in, type);
    if (in->bad) skip_declaration(in, begin, end);
    else tta_token_eat(in, ';');
  } else {
    skip_declaration(in, begin, end);
  }
}

void tta_top_level(tta_interpreter *in, uint32_t end) {
  while (in->at < end && tta_token(in)->kind != TTA_CPP_END && !in->stopped && !in->source->status) {
    uint32_t begin = in->at;
    top_declaration(in, end);
    if (in->at <= begin) in->at = begin + 1;
    in->num_globals = in->num_variables;
    in->frame = in->num_variables;
  }
}
