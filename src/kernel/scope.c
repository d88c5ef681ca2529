/* scope.c: variables, functions and types of the interpreter; its messages. */
#include <stdio.h>

#include "kernel/interpret.h"

enum { COST_OF_SLOT = 10, COST_OF_REPORT = 1024, NAMES_OF_COST = 4 /* names that are passed over */ };

/* ---- messages ---- */

kernel_value tta_unsupported(tta_interpreter *in, uint32_t token, const char *what) {
  tta_cost(in, COST_OF_REPORT);
  if (in->host && !in->bad && !in->stopped && !in->skip) tta_host_unsupported(in, token, what);
  if (!in->bad && !in->stopped && !in->skip)
    tta_cpp_report(in->source, TTA_RULE_kernel_unsupported, &in->tokens[token], "unsupported %s; treated as unknown",
                   what);
  in->bad = true;
  return tta_unknown(token);
}

kernel_value tta_kernel_error(tta_interpreter *in, uint32_t token, const char *format, ...) {
  char text[300];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (in->host) token = tta_host_site(in, token);
  bool on_other_core = in->source->error_token == token + 1; /* one place, one message */
  in->source->error_token = token + 1;
  if (!on_other_core) tta_cpp_report(in->source, TTA_RULE_kernel_invalid, &in->tokens[token], "%s", text);
  in->stopped = true;
  return tta_unknown(token);
}

void tta_check_page(tta_interpreter *in, const tta_binding_thing *cb, uint32_t op, uint32_t position, uint32_t token) {
  bool rows = (op == TTA_OP_TILIZE && position == 0) || (op == TTA_OP_UNTILIZE && position == 2) ||
              tta_str_starts_with(in->tokens[token].text, "pack_untilize");
  if (!cb || cb->tile_bytes <= cb->page_bytes || rows || op < TTA_OP_COPY_TILE) return;
  tta_cpp_report(in->source, TTA_RULE_protocol_stale, &in->tokens[token],
                 "tiles of %.*s have %lld bytes, but the pages of '%.*s' have %lld: each overlaps the next page",
                 TTA_STR_START(cb->format), (long long)cb->tile_bytes, TTA_STR_START(cb->name),
                 (long long)cb->page_bytes);
}

/* An argument whose value the host program, or the binding, does not know. */
static void note_argument(tta_interpreter *in, tta_diagnostic *d, kernel_value why) {
  const tta_binding_arg *arg = tta_argument(in, (tta_args_kind)(why.class - 1), why.number);
  if (!arg || arg->kind != TTA_ARG_UNKNOWN) return;
  char text[200];
  tta_cpp_token at = {.file = UINT16_MAX, .line = arg->line, .column = arg->column};
  if (arg->note.size) snprintf(text, sizeof text, "%.*s", TTA_STR_ARGS(arg->note));
  else if (arg->why.size)
    snprintf(text, sizeof text, "it is '%.*s', which is not known before the run; -D %.*s=VALUE supplies it",
             TTA_STR_START(arg->why), TTA_STR_START(arg->why));
  else
    snprintf(text, sizeof text, "it is not known before the run; make it the value of a variable NAME, and give "
             "-D NAME=VALUE");
  tta_cpp_note(in->source, d, &at, text);
}

void tta_undecided(tta_interpreter *in, uint32_t token, kernel_value why, const char *what) {
  if (in->stopped) return;
  if (in->host) {
    tta_host_undecided(in, token, why, what);
    return;
  }
  tta_diagnostic *d = tta_cpp_report(in->source, TTA_RULE_kernel_undecided, &in->tokens[token],
                                     "%s of kernel '%.*s' depends on an unknown value", what,
                                     TTA_STR_ARGS(in->kernel->name));
  if (why.kind == KERNEL_UNKNOWN && why.origin != token)
    tta_cpp_note(in->source, d, &in->tokens[why.origin], "the value is unknown from here");
  if (why.kind == KERNEL_UNKNOWN && why.class) note_argument(in, d, why);
  in->undecided = in->stopped = true;
}

kernel_value tta_too_deep(tta_interpreter *in, uint32_t token, const char *what) {
  if (!in->stopped && !in->source->status)
    tta_cpp_report(in->source, TTA_RULE_kernel_undecided, &in->tokens[token], "%s", what);
  in->undecided = in->stopped = in->bad = true;
  return tta_unknown(token);
}

bool tta_no_more_steps(tta_interpreter *in) {
  bool in_loop = in->loop && in->steps - in->loop_begin > in->max_steps / 2;
  uint32_t token = in_loop ? in->loop : in->at;
  const tta_cpp_token *at = &in->tokens[in->host ? tta_host_site(in, token) : token];
  if (in->first_step > in->max_steps / 2)
    tta_cpp_report(in->source, TTA_RULE_kernel_undecided, at,
                   "the kernels of the program do more than %llu steps; the last is '%.*s' on %ux%u",
                   (unsigned long long)in->max_steps, TTA_STR_ARGS(in->kernel->name), in->y, in->x);
  else
    tta_cpp_report(in->source, TTA_RULE_kernel_undecided, at, "%s%s%.*s%s does more than %llu steps",
                   in_loop ? "this loop does not end: " : "", in->host ? "the host program" : "kernel '",
                   TTA_STR_ARGS(in->kernel->name), in->host ? "" : "'", (unsigned long long)in->max_steps);
  in->undecided = in->stopped = true;
  return false;
}

/* ---- variables ---- */

uint32_t tta_no_memory(tta_interpreter *in) {
  in->source->status = TTA_NO_MEMORY;
  in->stopped = true;
  return TTA_KERNEL_NONE;
}

kernel_value tta_type_value(tta_interpreter *in, tta_type type) {
  if (!TTA_GROW_IN(in->source->arena, in, types, 1)) {
    tta_no_memory(in);
    return tta_unknown(in->at);
  }
  in->types[in->num_types++] = type;
  return (kernel_value){.kind = KERNEL_TYPE, .object = in->num_types - 1};
}

uint32_t tta_new_slots(tta_interpreter *in, uint32_t count) {
  if (in->num_slots + (uint64_t)count > TTA_KERNEL_MAX_SLOTS) {
    tta_kernel_error(in, in->at, "more than %d values of one kernel", TTA_KERNEL_MAX_SLOTS);
    return TTA_KERNEL_NONE;
  }
  if (!TTA_GROW_IN(in->source->arena, in, slots, count)) return tta_no_memory(in);
  tta_cost(in, (uint64_t)count * COST_OF_SLOT);
  for (uint32_t i = 0; i < count; i++)
    in->slots[in->num_slots + i] = (tta_slot){.name = TTA_KERNEL_NONE, .value = tta_unknown(in->at)};
  in->num_slots += count;
  return in->num_slots - count;
}

void tta_add_variable(tta_interpreter *in, tta_variable variable) {
  if (TTA_GROW_IN(in->source->arena, in, variables, 1)) in->variables[in->num_variables++] = variable;
  else tta_no_memory(in);
}

uint32_t tta_declare(tta_interpreter *in, uint32_t name, tta_type type, kernel_value value) {
  uint32_t slot = tta_new_slots(in, 1);
  if (slot == TTA_KERNEL_NONE) return slot;
  value.lvalue = TTA_LVALUE_NONE;
  in->slots[slot].value = value;
  in->slots[slot].type = type;
  tta_add_variable(in, (tta_variable){.name = name, .slot = slot, .type = type});
  return in->source->status ? TTA_KERNEL_NONE : slot;
}

static tta_variable *find_between(tta_interpreter *in, uint32_t name, uint32_t first, uint32_t end) {
  uint32_t i = end;
  while (i > first && in->variables[i - 1].name != name) i--;
  tta_cost(in, (end - i) / NAMES_OF_COST);
  return i > first ? &in->variables[i - 1] : NULL;
}

tta_variable *tta_find_variable(tta_interpreter *in, uint32_t name) {
  tta_variable *found = find_between(in, name, in->frame, in->num_variables);
  if (!found && in->num_outer) found = find_between(in, name, in->outer, in->num_outer);
  return found ? found : find_between(in, name, 0, in->num_globals);
}

uint32_t tta_find_function(const tta_interpreter *in, uint32_t name, uint32_t owner, uint32_t num_args) {
  uint32_t best = TTA_KERNEL_NONE;
  if (owner != TTA_KERNEL_NONE) owner = in->structs[owner].base;
  for (uint32_t i = in->num_functions; i; i--) {
    const tta_function *f = &in->functions[i - 1];
    if (f->name != name || f->owner != owner || f->lambda || f->special != TTA_KERNEL_NONE) continue;
    if (num_args >= f->num_required && num_args <= f->num_params) return i - 1;
    if (best == TTA_KERNEL_NONE) best = i - 1;
  }
  return best;
}

uint32_t tta_find_struct(const tta_interpreter *in, uint32_t name) {
  for (uint32_t i = in->num_structs; i; i--)
    if (in->structs[i - 1].name == name && in->structs[i - 1].special == TTA_KERNEL_NONE &&
        in->structs[i - 1].base == i - 1)
      return i - 1;
  return TTA_KERNEL_NONE;
}

/* A template of a struct with these arguments. */
static uint32_t instance(tta_interpreter *in, uint32_t base, const kernel_value *args, uint32_t num) {
  tta_cost(in, in->num_structs);
  for (uint32_t i = 0; i < in->num_structs; i++) {
    bool same = in->structs[i].base == base && i != base && in->structs[i].num_args == num;
    for (uint32_t n = 0; n < num && same; n++) same = tta_same_argument(in, in->structs[i].args[n], args[n]);
    if (same) return i;
  }
  tta_struct s = in->structs[base];
  kernel_value *kept = tta_arena_array(in->source->arena, num + (size_t)1, sizeof *kept);
  if (!kept || !TTA_GROW_IN(in->source->arena, in, structs, 1)) {
    tta_no_memory(in);
    return base;
  }
  memcpy(kept, args, num * sizeof *kept);
  s.args = kept;
  s.num_args = num;
  in->structs[in->num_structs++] = s;
  return in->num_structs - 1;
}

/* Whether the arguments at '<' are these. */
static bool matches(tta_interpreter *in, uint32_t open, const kernel_value *args, uint32_t num) {
  kernel_value own[TTA_KERNEL_MAX_CALL_ARGS];
  uint32_t back = in->at, count = 0;
  in->at = open;
  bool same = tta_read_template_args(in, own, &count) && count <= num && count;
  for (uint32_t i = 0; i < count && same; i++) same = tta_same_argument(in, own[i], args[i]);
  in->at = back;
  return same;
}

uint32_t tta_special_function(tta_interpreter *in, uint32_t name, uint32_t owner, const kernel_value *args,
                              uint32_t num) {
  for (uint32_t i = 0; i < in->num_functions && num; i++) {
    const tta_function *f = &in->functions[i];
    if (f->special != TTA_KERNEL_NONE && f->name == name && f->owner == owner && matches(in, f->special, args, num))
      return i;
  }
  return TTA_KERNEL_NONE;
}

uint32_t tta_special_struct(tta_interpreter *in, uint32_t name, const kernel_value *args, uint32_t num) {
  for (uint32_t i = 0; i < in->num_structs; i++)
    if (in->structs[i].special != TTA_KERNEL_NONE && in->structs[i].name == name &&
        matches(in, in->structs[i].special, args, num))
      return i;
  return TTA_KERNEL_NONE;
}

uint32_t tta_field(const tta_interpreter *in, kernel_value object, uint32_t name) {
  if (object.kind != KERNEL_STRUCT) return TTA_KERNEL_NONE;
  for (uint32_t i = 0; i < object.count && object.first + i < in->num_slots; i++)
    if (in->slots[object.first + i].name == name) return object.first + i;
  return TTA_KERNEL_NONE;
}

uint32_t tta_field_named(const tta_interpreter *in, kernel_value object, const char *name) {
  const uint32_t *number = tta_strmap_find(&in->source->numbers, tta_str_from(name));
  return number ? tta_field(in, object, *number) : TTA_KERNEL_NONE;
}

kernel_value tta_bits_as(kernel_value value, tta_type type, uint32_t token) {
  float real;
  uint32_t bits;
  if (type.pointers) return tta_unknown(token);
  if (value.kind == KERNEL_INT && type.kind == TTA_TYPE_INT) return tta_value_as(value, type, token);
  if (value.kind == KERNEL_REAL && type.kind == TTA_TYPE_INT && type.bits == 32) {
    real = (float)value.real;
    memcpy(&bits, &real, sizeof bits);
    return tta_value_as(tta_u32(bits), type, token);
  }
  if (value.kind == KERNEL_INT && type.kind == TTA_TYPE_REAL && type.bits == 32) {
    bits = (uint32_t)value.number;
    memcpy(&real, &bits, sizeof real);
    return (kernel_value){.kind = KERNEL_REAL, .bits = 32, .real = (double)real};
  }
  return tta_unknown(token);
}

void tta_set_slot(tta_interpreter *in, uint32_t slot, kernel_value value, uint32_t token) {
  tta_slot *s = &in->slots[slot];
  s->value = tta_value_as(value, s->type, token);
  for (uint32_t i = slot - s->before; i <= slot + s->after && i < in->num_slots; i++)
    if (i != slot) in->slots[i].value = tta_bits_as(s->value, in->slots[i].type, token);
}

kernel_value tta_copy(tta_interpreter *in, kernel_value value) {
  value.lvalue = TTA_LVALUE_NONE;
  if (tta_is_list(value)) return tta_copy_list(in, value);
  if (value.kind != KERNEL_STRUCT || value.first + (uint64_t)value.count > in->num_slots) return value;
  uint32_t first = tta_new_slots(in, value.count);
  if (first == TTA_KERNEL_NONE) return value;
  for (uint32_t i = 0; i < value.count; i++) in->slots[first + i] = in->slots[value.first + i];
  value.first = first;
  if (++in->depth < TTA_KERNEL_MAX_DEPTH)
    for (uint32_t i = 0; i < value.count && !in->stopped; i++) {
      kernel_value inner = in->slots[first + i].value;
      if (inner.kind == KERNEL_STRUCT || tta_is_list(inner)) inner = tta_copy(in, inner);
      in->slots[first + i].value = inner;
    }
  in->depth--;
  return value;
}

void tta_assign(tta_interpreter *in, uint32_t slot, kernel_value value, uint32_t token) {
  kernel_value old = in->slots[slot].value;
  if (old.kind == KERNEL_STRUCT && value.kind == KERNEL_STRUCT && old.count == value.count) {
    for (uint32_t i = 0; i < value.count && !in->stopped; i++)
      tta_assign(in, old.first + i, in->slots[value.first + i].value, token);
    return;
  }
  if (value.kind == KERNEL_STRUCT || tta_is_list(value)) {
    value = tta_converted(in, tta_copy(in, value), in->slots[slot].type, token);
    in->pins++;
  }
  tta_set_slot(in, slot, value, token);
}

kernel_value tta_converted(tta_interpreter *in, kernel_value value, tta_type type, uint32_t token) {
  bool object = (type.kind == TTA_TYPE_STRUCT || type.kind == TTA_TYPE_CLASS) && !type.pointers;
  bool same = value.kind == KERNEL_STRUCT && value.object != TTA_KERNEL_NONE;
  if (!object || same || (value.kind != KERNEL_STRUCT && type.kind == TTA_TYPE_CLASS) || tta_idle(in))
    return tta_value_as(value, type, token);
  if (value.kind == KERNEL_UNKNOWN || value.kind == KERNEL_POINTER || value.kind == KERNEL_OBJECT) return value;
  in->list_init = value.kind == KERNEL_STRUCT;
  return tta_construct(in, type, &value, 1, token);
}

/* ---- types ---- */

typedef struct type_word {
  const char *word;
  tta_type type;
} type_word;

static const type_word type_words[] = {
    {"uint32_t", {.kind = TTA_TYPE_INT, .bits = 32}},
    {"auto", {.kind = TTA_TYPE_AUTO}},
    {"uint64_t", {.kind = TTA_TYPE_INT, .bits = 64}},
    {"bool", {.kind = TTA_TYPE_INT, .bits = 1}},
    {"void", {.kind = TTA_TYPE_VOID}},
    {"int", {.kind = TTA_TYPE_INT, .bits = 32, .is_signed = true}},
    {"uint16_t", {.kind = TTA_TYPE_INT, .bits = 16}},
    {"uint8_t", {.kind = TTA_TYPE_INT, .bits = 8}},
    {"int32_t", {.kind = TTA_TYPE_INT, .bits = 32, .is_signed = true}},
    {"int64_t", {.kind = TTA_TYPE_INT, .bits = 64, .is_signed = true}},
    {"int16_t", {.kind = TTA_TYPE_INT, .bits = 16, .is_signed = true}},
    {"int8_t", {.kind = TTA_TYPE_INT, .bits = 8, .is_signed = true}},
    {"size_t", {.kind = TTA_TYPE_INT, .bits = 32}},
    {"uintptr_t", {.kind = TTA_TYPE_INT, .bits = 32}},
    {"ptrdiff_t", {.kind = TTA_TYPE_INT, .bits = 32, .is_signed = true}},
    {"float", {.kind = TTA_TYPE_REAL, .bits = 32}},
    {"double", {.kind = TTA_TYPE_REAL, .bits = 64}},
    {"uint", {.kind = TTA_TYPE_INT, .bits = 32}},
    {"DataFormat", {.kind = TTA_TYPE_OTHER}},
    {"vFloat", {.kind = TTA_TYPE_OTHER}},
    {"vInt", {.kind = TTA_TYPE_OTHER}},
    {"vUInt", {.kind = TTA_TYPE_OTHER}},
    {"string_view", {.kind = TTA_TYPE_OTHER}},
    {"SliceRange", {.kind = TTA_TYPE_OTHER}}, /* of DPRINT */
    {"TileSlice", {.kind = TTA_TYPE_OTHER}},
    {"bfloat16", {.kind = TTA_TYPE_OTHER, .bits = 16}},
};

static const char *const qualifiers[] = {
    "const", "volatile", "constexpr", "inline", "static", "tt_l1_ptr", "register", "mutable", "typename",
    "FORCE_INLINE", "ALWI", "extern", "consteval", "constinit", "thread_local", "tt_reg_ptr", "struct", "class",
    "enum", "restrict", "__restrict__", "sfpi_inline", "SFPI_INLINE"};

static bool is_qualifier(const tta_interpreter *in) {
  const tta_cpp_token *t = tta_token(in);
  if (t->kind != TTA_CPP_NAME) return false;
  for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
    if (tta_str_is(t->text, qualifiers[i])) return true;
  return false;
}

/* [[...]], __attribute__((...)), alignas(..) */
static bool skip_attribute(tta_interpreter *in) {
  if (tta_token_is(in, '[') && tta_cpp_is(&in->tokens[in->at + 1], '[')) {
    in->at = tta_token(in)->match + 1;
    return true;
  }
  bool attribute = tta_token_word(in, "__attribute__") || tta_token_word(in, "alignas");
  if (!attribute || !tta_cpp_is(&in->tokens[in->at + 1], '(')) return false;
  in->at = in->tokens[in->at + 1].match + 1;
  return true;
}

static void skip_qualifiers(tta_interpreter *in, tta_type *type) {
  for (;;) {
    if (tta_token_word(in, "static")) type->is_static = true;
    if (is_qualifier(in)) in->at++;
    else if (!skip_attribute(in)) return;
  }
}

/* unsigned int, long long, char, ... @return whether one was read */
static bool read_words_of_int(tta_interpreter *in, tta_type *type) {
  uint32_t begin = in->at, longs = 0;
  bool is_unsigned = false;
  uint8_t bits = 32;
  for (;; in->at++) {
    if (tta_token_word(in, "unsigned")) is_unsigned = true;
    else if (tta_token_word(in, "long")) longs++;
    else if (tta_token_word(in, "short")) bits = 16;
    else if (tta_token_word(in, "char")) bits = 8;
    else if (!tta_token_word(in, "signed") && !tta_token_word(in, "int")) break;
  }
  if (in->at == begin) return false;
  type->kind = TTA_TYPE_INT;
  type->bits = longs > 1 ? 64 : bits;
  type->is_signed = !is_unsigned;
  return true;
}

bool tta_skip_angles(tta_interpreter *in) {
  uint32_t at = in->at, depth = 0;
  for (; in->tokens[at].kind != TTA_CPP_END; at++) {
    const tta_cpp_token *t = &in->tokens[at];
    if (tta_cpp_is(t, '<')) depth++;
    else if (tta_cpp_is(t, '>')) depth--;
    else if (tta_cpp_is(t, TTA_PUNCT2('>', '>'))) depth -= depth > 1 ? 2 : 1;
    else if (tta_cpp_is(t, '(') || tta_cpp_is(t, '[')) at = t->match;
    else if (tta_cpp_is(t, ';') || tta_cpp_is(t, '{') || tta_cpp_is(t, '}')) return false;
    if (!depth) break;
  }
  if (in->tokens[at].kind == TTA_CPP_END) return false;
  in->at = at + 1;
  return true;
}

/* The last of the names a::b::c is at the position then. */
static void skip_scopes(tta_interpreter *in) {
  if (tta_token_is(in, TTA_PUNCT2(':', ':'))) in->at++;
  while (tta_token(in)->kind == TTA_CPP_NAME && tta_cpp_is(&in->tokens[in->at + 1], TTA_PUNCT2(':', ':')) &&
         in->tokens[in->at + 2].kind == TTA_CPP_NAME)
    in->at += 2;
}

static bool read_named_type(tta_interpreter *in, tta_type *type) {
  const tta_cpp_token *t = tta_token(in);
  bool is_static = type->is_static;
  if (t->kind != TTA_CPP_NAME) return false;
  for (size_t i = 0; i < sizeof type_words / sizeof *type_words; i++)
    if (tta_str_is(t->text, type_words[i].word)) {
      *type = type_words[i].type;
      if (in->host && (tta_str_is(t->text, "size_t") || tta_str_is(t->text, "uintptr_t"))) type->bits = 64;
      type->is_static = is_static;
      in->at++;
      return true;
    }
  const tta_variable *v = tta_find_variable(in, t->name);
  if (v) {
    const kernel_value *value = &in->slots[v->slot].value;
    if (v->is_pack && in->pack_index < value->count) value = &in->slots[value->first + in->pack_index].value;
    if (value->kind != KERNEL_TYPE) return false;
    *type = in->types[value->object];
    type->is_static = is_static;
    in->at++;
    return true;
  }
  uint32_t number = tta_find_struct(in, t->name);
  tta_cost(in, in->num_structs);
  tta_object_class class = in->host ? TTA_CLASS_NONE : tta_class_named(t->text);
  if (number == TTA_KERNEL_NONE && !class) return false;
  type->kind = number != TTA_KERNEL_NONE ? TTA_TYPE_STRUCT : TTA_TYPE_CLASS;
  type->number = number;
  type->class = (uint8_t)class;
  in->at++;
  return true;
}

/* std::array v{..}, std::pair{..}: the template arguments follow from the values. */
static bool deduces(const tta_interpreter *in) {
  const tta_cpp_token *next = tta_token(in) + 1;
  return in->at && tta_cpp_is(next - 2, TTA_PUNCT2(':', ':')) && (next->kind == TTA_CPP_NAME || tta_cpp_is(next, '{'));
}

static bool read_library_type(tta_interpreter *in, tta_type *type) {
  static const char *const names[] = {"tuple", "pair", "optional", "index_sequence"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    bool deduced = i < 3 && deduces(in);
    if (!tta_token_word(in, names[i]) || !(deduced || tta_cpp_is(&in->tokens[in->at + 1], '<'))) continue;
    in->at++;
    type->kind = i < 2 ? TTA_TYPE_TUPLE : i == 2 ? TTA_TYPE_OPTIONAL : TTA_TYPE_OTHER;
    return deduced || tta_skip_angles(in);
  }
  return false;
}

/* vector<T>, map<K, V>, ..: their items are followed. */
static bool read_list_type(tta_interpreter *in, tta_type *type) {
  static const char *const names[] = {"vector", "array", "set", "unordered_set", "initializer_list", "deque", "map",
                                      "unordered_map"};
  size_t i = 0, count = sizeof names / sizeof *names;
  kernel_value args[TTA_KERNEL_MAX_CALL_ARGS];
  uint32_t num, begin = in->at;
  while (i < count && !tta_token_word(in, names[i])) i++;
  if (i == count) return false;
  bool bad = in->bad, is_map = i >= 6, deduced = deduces(in);
  if (!deduced && !tta_cpp_is(&in->tokens[in->at + 1], '<')) return false;
  in->at++;
  num = 0;
  if (!deduced && !tta_read_template_args(in, args, &num)) {
    in->at = begin;
    return false;
  }
  in->bad = bad;
  bool sorted = (i == 2 || i == 6) && num <= 1u + is_map; /* in the order of `<` */
  *type = (tta_type){.kind = TTA_TYPE_CLASS, .class = TTA_CLASS_LIST, .bits = is_map | (sorted ? TTA_LIST_SORTED : 0),
                     .is_static = type->is_static, .number = TTA_KERNEL_NONE};
  if (num > is_map && args[is_map].kind == KERNEL_TYPE) type->number = args[is_map].object;
  if (is_map) type->number = TTA_KERNEL_NONE; /* the items are pairs */
  if (i == 1 && num > 1 && args[1].kind == KERNEL_INT && args[1].number > 0)
    type->items = args[1].number > UINT32_MAX ? UINT32_MAX : (uint32_t)args[1].number;
  return true;
}

/* A type that is not known, in a declaration: two names follow each other. Its values are followed as they are. */
static bool read_other_type(tta_interpreter *in, tta_type *type) {
  uint32_t begin = in->at;
  if (tta_token(in)->kind != TTA_CPP_NAME) return false;
  in->at++;
  bool good = !tta_token_is(in, '<') || tta_skip_angles(in);
  uint32_t name = in->at;
  while (tta_cpp_is(&in->tokens[name], '*') || tta_cpp_is(&in->tokens[name], '&')) name++;
  const tta_cpp_token *after = &in->tokens[name + (in->tokens[name].kind == TTA_CPP_NAME)];
  bool named = good && in->tokens[name].kind == TTA_CPP_NAME;
  bool starts = tta_cpp_is(after, '=') || tta_cpp_is(after, ':');
  if (named && name == in->at)
    starts |= tta_cpp_is(after, ';') || tta_cpp_is(after, '{') || tta_cpp_is(after, ',') ||
              (in->host && tta_cpp_is(after, '('));
  if (named && starts) {
    type->kind = TTA_TYPE_AUTO;
    return true;
  }
  in->at = begin;
  return false;
}

bool tta_may_be_type(const tta_interpreter *in) {
  const tta_cpp_token *next = tta_token(in) + 1;
  if (tta_token(in)->kind != TTA_CPP_NAME || next->kind != TTA_CPP_PUNCT) return true;
  switch (next->punct) {
  case '(': case '{': case '<': case '[': case '*': case '&': case TTA_PUNCT2('&', '&'): case TTA_PUNCT2(':', ':'):
    return true;
  default: return false;
  }
}

bool tta_read_type(tta_interpreter *in, tta_type *out) {
  uint32_t begin = in->at;
  tta_type type = {.kind = TTA_TYPE_AUTO};
  skip_qualifiers(in, &type);
  skip_scopes(in);
  bool found = read_words_of_int(in, &type) || read_named_type(in, &type) || read_list_type(in, &type) ||
               read_library_type(in, &type) || tta_library_type(in, &type);
  bool is_word = tta_token_word(in, "return") || tta_token_word(in, "else") || tta_token_word(in, "case") ||
                 tta_token_word(in, "goto") || tta_token_word(in, "using") || tta_token_word(in, "typedef") ||
                 tta_token_word(in, "do") || tta_token_word(in, "namespace") || tta_token_word(in, "template") ||
                 tta_token_word(in, "new") || tta_token_word(in, "delete") || tta_token_word(in, "throw") ||
                 tta_token_word(in, "try") || tta_token_word(in, "catch");
  if (!found && !is_word) found = read_other_type(in, &type);
  if (found && type.kind != TTA_TYPE_INT && tta_token_is(in, '<')) {
    if (type.kind == TTA_TYPE_CLASS && type.class == TTA_CLASS_ACCESSOR_ARGS) {
      kernel_value args[TTA_KERNEL_MAX_CALL_ARGS];
      uint32_t num = 0;
      if (tta_read_template_args(in, args, &num) && num && args[0].kind == KERNEL_INT)
        type.number = (uint32_t)args[0].number;
    } else if (type.kind == TTA_TYPE_STRUCT && in->structs[type.number].template_params != TTA_KERNEL_NONE) {
      kernel_value args[TTA_KERNEL_MAX_CALL_ARGS];
      uint32_t num = 0;
      found = tta_read_template_args(in, args, &num);
      uint32_t special = tta_special_struct(in, in->structs[type.number].name, args, num);
      if (special != TTA_KERNEL_NONE) type.number = special;
      else if (found && num && !tta_idle(in)) type.number = instance(in, type.number, args, num);
    } else if (!tta_skip_angles(in)) {
      found = false;
    }
  }
  if (!found || tta_token_is(in, TTA_PUNCT2(':', ':'))) { /* S::member is an expression */
    in->at = begin;
    return false;
  }
  skip_qualifiers(in, &type);
  for (;; in->at++) {
    if (tta_token_is(in, '*')) type.pointers++;
    else if (tta_token_is(in, '&') || tta_token_is(in, TTA_PUNCT2('&', '&'))) type.reference = true;
    else if (!is_qualifier(in)) break;
  }
  *out = type;
  return true;
}

/* Nothing is read. */
static bool at_type(tta_interpreter *in) {
  uint32_t begin = in->at;
  tta_type type;
  in->skip++;
  bool found = tta_read_type(in, &type);
  in->skip--;
  in->at = begin;
  return found;
}

/* ---- template arguments ---- */

static bool read_one_argument(tta_interpreter *in, kernel_value *out) {
  tta_type type;
  if (at_type(in)) {
    uint32_t begin = in->at;
    tta_read_type(in, &type);
    if (tta_token_is(in, ',') || tta_token_is(in, '>') || tta_token_is(in, TTA_PUNCT2('>', '>')) ||
        tta_token_is(in, TTA_PUNCT3('.', '.', '.'))) {
      *out = tta_type_value(in, type);
      return !in->stopped;
    }
    in->at = begin;
  }
  *out = tta_template_value(in);
  return !in->bad;
}

/* `>>` closes two lists: it stays, as if it were `>`, until the outer list reads it. */
bool tta_read_template_args(tta_interpreter *in, kernel_value *out, uint32_t *num) {
  uint32_t begin = in->at, end;
  *num = 0;
  if (!tta_token_is(in, '<') || !tta_skip_angles(in)) {
    in->at = begin;
    return false;
  }
  end = in->at;
  in->at = begin + 1;
  bool was_bad = in->bad;
  in->bad = false;
  while (in->at < end - 1 && *num < TTA_KERNEL_MAX_CALL_ARGS) {
    uint32_t begin_at = in->at, dots = tta_expansion(in, end - 1), count = 1, pack_index = in->pack_index;
    if (dots != TTA_KERNEL_NONE && !tta_pack_size(in, begin_at, dots, &count)) dots = TTA_KERNEL_NONE;
    bool good = true;
    for (uint32_t i = 0; i < count && good && *num < TTA_KERNEL_MAX_CALL_ARGS; i++) {
      in->at = begin_at;
      if (dots != TTA_KERNEL_NONE) in->pack_index = i;
      if ((good = read_one_argument(in, &out[*num]))) ++*num;
    }
    in->pack_index = pack_index;
    if (!good) break;
    if (dots != TTA_KERNEL_NONE) in->at = dots + 1;
    if (!tta_token_eat(in, ',')) break;
  }
  in->bad |= was_bad;
  in->at = end;
  return !in->stopped;
}
