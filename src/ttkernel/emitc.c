/* emitc.c: a kernel in EmitC as the C++ that it becomes (ttmlir-translate --ttkernel-to-cpp). Each operation is in the
 * line, and in the column if there is room, that it has in the module: messages about the C++ have the position of the
 * operation. Source: mlir/include/mlir/Dialect/EmitC/IR/EmitC.td (LLVM 19 to 21). */
#include "base/chars.h"
#include "base/format.h"
#include "ttkernel/module.h"

/* Of an expression that stands where it is used: a subscript of itself doubles with each operation. Of pointers. */
enum { MAX_EXPRESSION_BYTES = 1 << 12, MAX_POINTERS = 16 };

typedef struct writer {
  tta_ttkernel_text *t;
  const tta_ops *o;
  tta_buf *out;
  tta_str *values; /* by value: its expression */
  uint32_t line, column;
  bool failed;
  uint32_t unknown; /* the first operation that is not known; NONE */
} writer;

static void write_block(writer *w, uint32_t region);

static void give_up(writer *w, uint32_t op) {
  if (w->unknown == TTA_OPS_NONE) w->unknown = op;
}

static void put(writer *w, tta_str text) {
  tta_buf_append(w->out, text);
  for (size_t i = 0; i < text.size; i++) {
    w->column = text.data[i] == '\n' ? 1 : w->column + 1;
    w->line += text.data[i] == '\n';
  }
}
static void puts_of(writer *w, const char *text) { put(w, tta_str_from(text)); }

/* To the position of the operation's name. */
static void go_to(writer *w, uint32_t op) {
  tta_position at = tta_document_position(w->t->document, w->o->ops[op].name_begin, TTA_COLUMN_BYTES);
  while (w->line < at.line) puts_of(w, "\n");
  while (w->line == at.line && w->column < at.column) puts_of(w, " ");
}

/* A text that one expression is. */
static tta_str kept(writer *w, tta_buf *text) {
  tta_str out = tta_arena_take(w->t->arena, text);
  w->failed |= !out.data;
  return out;
}

/* ---- names and values ---- */

/* `%0` is v0 and `%cb_in` is v_cb_in. */
static tta_str name_of(writer *w, uint32_t value) {
  tta_str name = w->o->values[value].name;
  tta_buf text = tta_buf_new(w->t->arena->allocator);
  tta_buf_str(&text, name.size > 1 && tta_is_digit(name.data[1]) ? "v" : "v_");
  for (size_t i = 1; i < name.size; i++) {
    char c = name.data[i];
    tta_buf_char(&text, tta_is_letter(c) || tta_is_digit(c) ? c : '_');
  }
  return kept(w, &text);
}

static tta_str operand(const writer *w, uint32_t op, uint32_t i) {
  const tta_ops_op *o = &w->o->ops[op];
  uint32_t value = i < o->num_operands ? w->o->operands[o->first_operand + i].value : TTA_OPS_NONE;
  return value == TTA_OPS_NONE || !w->values[value].data ? TTA_STR("unknown_value") : w->values[value];
}

static void set_value(writer *w, uint32_t op, tta_str text) {
  if (w->o->ops[op].num_results) w->values[w->o->ops[op].first_result] = text;
}

/* "text" without quotes: `\22` and `\"` are characters. */
static tta_str unquoted(writer *w, tta_str text) {
  tta_buf out = tta_buf_new(w->t->arena->allocator);
  tta_string_text(text, &out);
  return kept(w, &out);
}

/* `#emitc.opaque<"f()">` or `3 : i32` as C++. */
static tta_str attribute_text(writer *w, tta_str text) {
  int64_t number;
  text = tta_ttkernel_resolve(w->t, text);
  if (tta_str_starts_with(text, "#emitc.opaque<")) return unquoted(w, tta_ops_inside(text));
  if (!tta_ops_integer(text, &number)) {
    size_t colon = tta_str_find(text, ":");
    return tta_str_trim((tta_str){text.data, colon == SIZE_MAX ? text.size : colon});
  }
  tta_buf out = tta_buf_new(w->t->arena->allocator);
  tta_buf_printf(&out, number < 0 ? "(%lld)" : "%lld", (long long)number);
  return kept(w, &out);
}

static tta_str type_at(writer *w, tta_str type, uint32_t depth) {
  if (depth == MAX_POINTERS) return TTA_STR("auto");
  type = tta_ttkernel_resolve(w->t, type);
  tta_str inside = tta_ops_inside(type);
  static const struct {
    const char *type, *cpp;
  } rows[] = {{"index", "size_t"}, {"!emitc.size_t", "size_t"}, {"!emitc.ssize_t", "ptrdiff_t"},
              {"!emitc.ptrdiff_t", "ptrdiff_t"}, {"i1", "bool"}, {"i8", "int8_t"}, {"i16", "int16_t"},
              {"i32", "int32_t"}, {"i64", "int64_t"}, {"ui8", "uint8_t"}, {"ui16", "uint16_t"}, {"ui32", "uint32_t"},
              {"ui64", "uint64_t"}, {"f32", "float"}, {"f64", "double"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (tta_str_is(type, rows[i].type)) return tta_str_from(rows[i].cpp);
  if (tta_str_starts_with(type, "!emitc.opaque<")) return unquoted(w, inside);
  bool wraps = tta_str_starts_with(type, "!emitc.lvalue<") || (type.size && type.data[0] == '<');
  if (wraps) return type_at(w, inside, depth + 1);
  if (!tta_str_starts_with(type, "!emitc.ptr<")) return TTA_STR("auto");
  tta_buf out = tta_buf_new(w->t->arena->allocator);
  tta_buf_append(&out, type_at(w, inside, depth + 1));
  tta_buf_char(&out, '*');
  return kept(w, &out);
}

static tta_str type_text(writer *w, tta_str type) { return type_at(w, type, 0); }

static tta_str result_type(writer *w, uint32_t op) {
  const tta_ops_op *o = &w->o->ops[op];
  return o->num_types ? type_text(w, w->o->types[o->first_type]) : TTA_STR("auto");
}

/* ---- operations ---- */

/* `auto name = `, if there is a result. */
static void begin_result(writer *w, uint32_t op, tta_str type) {
  const tta_ops_op *o = &w->o->ops[op];
  go_to(w, op);
  if (!o->num_results) return;
  tta_str name = name_of(w, o->first_result);
  set_value(w, op, name);
  put(w, type);
  puts_of(w, " ");
  put(w, name);
  puts_of(w, " = ");
}

static void put_list(writer *w, tta_str list) {
  tta_str rest = tta_ops_inside(list), item;
  for (bool first = true; tta_ops_next_item(&rest, &item); first = false) {
    if (!first) puts_of(w, ", ");
    put(w, attribute_text(w, item));
  }
}

/* Arguments: operands, or those of the attribute, where `0 : index` is an operand. */
static void put_arguments(writer *w, uint32_t op) {
  const tta_ops_attribute *args = tta_ops_find(w->o, op, "args");
  tta_str rest = args ? tta_ops_inside(args->value) : TTA_STR(""), item;
  int64_t number;
  for (uint32_t i = 0; args ? tta_ops_next_item(&rest, &item) : i < w->o->ops[op].num_operands; i++) {
    if (i) puts_of(w, ", ");
    bool index = args && tta_str_ends_with(item, "index") && tta_ops_integer(item, &number);
    if (!args || index) put(w, operand(w, op, index ? (uint32_t)number : i));
    else put(w, attribute_text(w, item));
  }
}

static tta_str first_word(const tta_ops *o, uint32_t op) {
  return o->ops[op].num_words ? o->words[o->ops[op].first_word].text : TTA_STR("");
}

static tta_str string_of(writer *w, uint32_t op, const char *attribute) {
  const tta_ops_attribute *a = tta_ops_find(w->o, op, attribute);
  return unquoted(w, a ? a->value : first_word(w->o, op));
}

static void call(writer *w, uint32_t op) {
  const tta_ops_attribute *targs = tta_ops_find(w->o, op, "template_args");
  tta_str name;
  begin_result(w, op, TTA_STR("auto"));
  if (tta_str_ends_with(w->o->ops[op].name, "opaque")) name = string_of(w, op, "callee");
  else tta_ttkernel_callee(w->t, op, &name);
  put(w, name);
  if (targs) {
    puts_of(w, "<");
    put_list(w, targs->value);
    puts_of(w, ">");
  }
  puts_of(w, "(");
  put_arguments(w, op);
  puts_of(w, ");");
}

/* `{}` is the next operand, `{{` a brace. */
static void verbatim(writer *w, uint32_t op) {
  tta_str text = string_of(w, op, "value");
  uint32_t next = 0;
  go_to(w, op);
  for (size_t i = 0; i < text.size; i++) {
    bool brace = text.data[i] == '{' && i + 1 < text.size && w->o->ops[op].num_operands;
    if (brace && text.data[i + 1] == '}') put(w, operand(w, op, next++));
    else put(w, (tta_str){text.data + i, 1});
    i += brace && (text.data[i + 1] == '}' || text.data[i + 1] == '{');
  }
}

static void binary(writer *w, uint32_t op, const char *sign) {
  begin_result(w, op, TTA_STR("auto"));
  put(w, operand(w, op, 0));
  puts_of(w, " ");
  puts_of(w, sign);
  puts_of(w, " ");
  put(w, operand(w, op, 1));
  puts_of(w, ";");
}

static void unary(writer *w, uint32_t op, const char *sign) {
  begin_result(w, op, TTA_STR("auto"));
  puts_of(w, sign);
  put(w, operand(w, op, 0));
  puts_of(w, ";");
}

static const char *comparison(const tta_ops *o, uint32_t op) {
  static const char *const rows[][2] = {{"eq", "=="}, {"ne", "!="}, {"lt", "<"}, {"le", "<="}, {"gt", ">"},
                                        {"ge", ">="}};
  const tta_ops_attribute *a = tta_ops_find(o, op, "predicate");
  tta_str word = a ? a->value : first_word(o, op);
  int64_t number;
  for (int64_t i = 0; i < 6; i++)
    if (tta_str_is(word, rows[i][0]) || (tta_ops_integer(word, &number) && number == i)) return rows[i][1];
  return NULL;
}

static void loop(writer *w, uint32_t op) {
  const tta_ops_op *o = &w->o->ops[op];
  uint32_t region = o->first_region, block = region == TTA_OPS_NONE ? region : w->o->regions[region].first_block;
  tta_str name = TTA_STR("v_i");
  if (block != TTA_OPS_NONE && w->o->blocks[block].num_arguments) {
    uint32_t argument = w->o->blocks[block].first_argument;
    w->values[argument] = name = name_of(w, argument);
  }
  tta_buf text = tta_buf_new(w->t->arena->allocator);
  tta_buf_printf(&text, "for (auto %.*s = %.*s; %.*s < %.*s; %.*s += %.*s) {", TTA_STR_ARGS(name),
                 TTA_STR_ARGS(operand(w, op, 0)), TTA_STR_ARGS(name), TTA_STR_ARGS(operand(w, op, 1)),
                 TTA_STR_ARGS(name), TTA_STR_ARGS(operand(w, op, 2)));
  go_to(w, op);
  put(w, kept(w, &text));
  write_block(w, region);
  puts_of(w, "}");
}

static void condition(writer *w, uint32_t op) {
  uint32_t region = w->o->ops[op].first_region, other = region == TTA_OPS_NONE ? region : w->o->regions[region].next;
  go_to(w, op);
  puts_of(w, "if (");
  put(w, operand(w, op, 0));
  puts_of(w, ") {");
  write_block(w, region);
  puts_of(w, "}");
  if (other == TTA_OPS_NONE) return;
  puts_of(w, " else {");
  write_block(w, other);
  puts_of(w, "}");
}

static void variable(writer *w, uint32_t op) {
  const tta_ops_attribute *value = tta_ops_find(w->o, op, "value");
  tta_str text = value ? attribute_text(w, value->value) : TTA_STR("");
  tta_str name = w->o->ops[op].num_results ? name_of(w, w->o->ops[op].first_result) : TTA_STR("v_none");
  go_to(w, op);
  put(w, result_type(w, op));
  puts_of(w, " ");
  put(w, name);
  set_value(w, op, name);
  if (text.size) {
    puts_of(w, " = ");
    put(w, text);
  }
  puts_of(w, ";");
}

static void cast(writer *w, uint32_t op) {
  begin_result(w, op, TTA_STR("auto"));
  puts_of(w, "(");
  put(w, result_type(w, op));
  puts_of(w, ")");
  put(w, operand(w, op, 0));
  puts_of(w, ";");
}

/* `a[b]`, `a.b`, `a->b`: an lvalue that is written where it is used. */
static void part(writer *w, uint32_t op, const char *before, tta_str which, const char *after) {
  tta_str whole = operand(w, op, 0);
  if (whole.size + which.size > MAX_EXPRESSION_BYTES) {
    give_up(w, op);
    return;
  }
  tta_buf text = tta_buf_new(w->t->arena->allocator);
  tta_buf_printf(&text, "%.*s%s%.*s%s", TTA_STR_ARGS(whole), before, TTA_STR_ARGS(which), after);
  set_value(w, op, kept(w, &text));
}

/* Custom: `emitc.switch %v : i32 case 2 {..} default {..}`; generic: the region of the default is first. */
static void choose_case(writer *w, uint32_t op) {
  const tta_ops_op *o = &w->o->ops[op];
  const tta_ops_attribute *cases = tta_ops_find(w->o, op, "cases");
  tta_str rest = cases ? tta_ops_inside(cases->value) : TTA_STR(""), item = {NULL, 0};
  size_t colon = tta_str_find(rest, ":");
  if (cases && colon != SIZE_MAX) rest = tta_str_rest(rest, colon + 1);
  uint32_t word = 0;
  go_to(w, op);
  puts_of(w, "switch (");
  put(w, operand(w, op, 0));
  puts_of(w, ") {");
  for (uint32_t region = o->first_region; region != TTA_OPS_NONE; region = w->o->regions[region].next) {
    bool other = o->generic ? region == o->first_region : w->o->regions[region].next == TTA_OPS_NONE;
    while (!o->generic && word < o->num_words && !tta_str_is(w->o->words[o->first_word + word].text, "case")) word++;
    if (!other && o->generic && !tta_ops_next_item(&rest, &item)) give_up(w, op);
    if (!other && !o->generic) {
      if (word + 1 < o->num_words) item = w->o->words[o->first_word + word + 1].text;
      else give_up(w, op);
    }
    puts_of(w, other ? " default: {" : " case ");
    if (!other) put(w, item), puts_of(w, ": {");
    write_block(w, region);
    puts_of(w, "break;}");
    word++;
  }
  puts_of(w, "}");
}

static void choose(writer *w, uint32_t op) {
  begin_result(w, op, TTA_STR("auto"));
  put(w, operand(w, op, 0));
  puts_of(w, " ? ");
  put(w, operand(w, op, 1));
  puts_of(w, " : ");
  put(w, operand(w, op, 2));
  puts_of(w, ";");
}

/* Generic: variable, value; custom: `%value : i32 to %variable : ..` */
static void assign(writer *w, uint32_t op) {
  uint32_t variable_at = !w->o->ops[op].generic;
  go_to(w, op);
  put(w, operand(w, op, variable_at));
  puts_of(w, " = ");
  put(w, operand(w, op, !variable_at));
  puts_of(w, ";");
}

static const char *const signs[][2] = {
    {"add", "+"}, {"sub", "-"}, {"mul", "*"}, {"div", "/"}, {"rem", "%"}, {"bitwise_and", "&"}, {"bitwise_or", "|"},
    {"bitwise_xor", "^"}, {"bitwise_left_shift", "<<"}, {"bitwise_right_shift", ">>"}, {"logical_and", "&&"},
    {"logical_or", "||"}};
static const char *const prefixes[][2] = {
    {"logical_not", "!"}, {"bitwise_not", "~"}, {"unary_minus", "-"}, {"unary_plus", "+"}, {"load", ""}};

static void write_op(writer *w, uint32_t op) {
  const tta_ops_op *o = &w->o->ops[op];
  tta_str name = o->name;
  bool yield = tta_str_ends_with(name, "yield");
  if (tta_str_ends_with(name, "return")) {
    go_to(w, op);
    puts_of(w, "return ");
    if (o->num_operands) put(w, operand(w, op, 0));
    puts_of(w, ";");
    if (o->num_operands > 1) give_up(w, op);
  }
  if (yield || tta_str_ends_with(name, "return")) return;
  bool arith = tta_str_is(name, "arith.constant");
  if (tta_str_is(name, "func.call") || tta_str_is(name, "call") || tta_str_is(name, "emitc.call")) {
    call(w, op);
    return;
  }
  if (!tta_str_skip(&name, "emitc.") && !arith) {
    give_up(w, op);
    return;
  }
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (tta_str_is(name, signs[i][0])) {
      binary(w, op, signs[i][1]);
      return;
    }
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (tta_str_is(name, prefixes[i][0])) {
      unary(w, op, prefixes[i][1]);
      return;
    }
  const tta_ops_attribute *value = tta_ops_find(w->o, op, "value");
  if (tta_str_is(name, "constant") || arith)
    set_value(w, op, attribute_text(w, value ? value->value : first_word(w->o, op)));
  else if (tta_str_is(name, "literal")) set_value(w, op, string_of(w, op, "value"));
  else if (tta_str_is(name, "verbatim")) verbatim(w, op);
  else if (tta_str_is(name, "call_opaque")) call(w, op);
  else if (tta_str_is(name, "variable")) variable(w, op);
  else if (tta_str_is(name, "assign")) assign(w, op);
  else if (tta_str_is(name, "cast")) cast(w, op);
  else if (tta_str_is(name, "conditional")) choose(w, op);
  else if (tta_str_is(name, "for")) loop(w, op);
  else if (tta_str_is(name, "if")) condition(w, op);
  else if (tta_str_is(name, "switch")) choose_case(w, op);
  else if (tta_str_is(name, "subscript")) part(w, op, "[", operand(w, op, 1), "]");
  else if (tta_str_is(name, "member")) part(w, op, ".", string_of(w, op, "member"), "");
  else if (tta_str_is(name, "member_of_ptr")) part(w, op, "->", string_of(w, op, "member"), "");
  else if (tta_str_is(name, "apply"))
    unary(w, op, tta_str_contains(string_of(w, op, "applicableOperator"), "&") ? "&" : "*");
  else if (tta_str_is(name, "cmp") && comparison(w->o, op)) binary(w, op, comparison(w->o, op));
  else if (tta_str_is(name, "expression")) {
    write_block(w, o->first_region);
    uint32_t block = o->first_region == TTA_OPS_NONE ? TTA_OPS_NONE : w->o->regions[o->first_region].first_block;
    uint32_t last = block == TTA_OPS_NONE ? block : w->o->blocks[block].last_op;
    if (last != TTA_OPS_NONE) set_value(w, op, operand(w, last, 0));
  } else give_up(w, op);
}

static void write_block(writer *w, uint32_t region) {
  if (region == TTA_OPS_NONE || w->o->regions[region].first_block == TTA_OPS_NONE) return;
  uint32_t op = w->o->blocks[w->o->regions[region].first_block].first_op;
  for (; op != TTA_OPS_NONE && !w->failed; op = w->o->ops[op].next) write_op(w, op);
}

/* Marks a function and those that it calls, also through others. @return whether one of them is in EmitC */
static bool reach(tta_ttkernel_text *t, uint32_t function) {
  const tta_ops *o = t->ops;
  size_t bytes = ((size_t)o->num_ops + 1) * sizeof *t->reached;
  bool emitc = false;
  if (!t->reached) {
    t->reached = tta_arena_alloc(t->arena, bytes);
    t->next_reached = tta_arena_alloc(t->arena, bytes);
    if (t->reached) memset(t->reached, 0, bytes);
    if (!t->reached || !t->next_reached) t->reached = NULL, t->status = TTA_NO_MEMORY;
  }
  if (t->status) return false;
  t->reached[function] = ++t->reach;
  t->next_reached[function] = TTA_OPS_NONE;
  for (uint32_t last = function; function != TTA_OPS_NONE; function = t->next_reached[function])
    for (uint32_t i = function + 1; i < o->num_ops && o->ops[i].begin < o->ops[function].end; i++) {
      tta_str name = o->ops[i].name;
      emitc |= tta_str_starts_with(name, "emitc.");
      if (!tta_str_ends_with(name, "call") && !tta_str_ends_with(name, "call_opaque")) continue;
      uint32_t called = tta_ttkernel_callee(t, i, &name);
      if (called == TTA_OPS_NONE || t->reached[called] == t->reach) continue;
      t->reached[called] = t->reach;
      t->next_reached[last] = called;
      t->next_reached[last = called] = TTA_OPS_NONE;
    }
  return emitc;
}

bool tta_ttkernel_is_emitc(tta_ttkernel_text *t, uint32_t function) { return reach(t, function); }

static void write_function(writer *w, uint32_t function, bool kernel) {
  const tta_ops_op *o = &w->o->ops[function];
  uint32_t region = o->first_region, block = region == TTA_OPS_NONE ? region : w->o->regions[region].first_block;
  const tta_ops_block none = {0}, *entry = block == TTA_OPS_NONE || kernel ? &none : &w->o->blocks[block];
  uint32_t first = entry->first_argument, count = entry->num_arguments;
  go_to(w, function);
  put(w, kernel || (!o->generic && !o->num_types) ? TTA_STR("void") : result_type(w, function));
  puts_of(w, " ");
  put(w, kernel ? TTA_STR("kernel_main") : tta_ops_symbol(w->o, function));
  puts_of(w, "(");
  for (uint32_t i = 0; i < count; i++) {
    if (i) puts_of(w, ", ");
    put(w, type_text(w, w->o->values[first + i].type));
    puts_of(w, " ");
    put(w, w->values[first + i] = name_of(w, first + i));
  }
  puts_of(w, ") {");
  write_block(w, region);
  puts_of(w, "}");
}

tta_str tta_ttkernel_as_cpp(tta_ttkernel_text *t, uint32_t function, uint32_t *first, uint32_t *unknown) {
  tta_buf out = tta_buf_new(t->arena->allocator);
  *unknown = TTA_OPS_NONE;
  *first = function;
  reach(t, function);
  if (!t->expressions) {
    t->expressions = tta_arena_array(t->arena, (size_t)t->ops->num_values + 1, sizeof *t->expressions);
    if (t->expressions) memset(t->expressions, 0, ((size_t)t->ops->num_values + 1) * sizeof *t->expressions);
  }
  if (t->status || !t->expressions) return t->status = TTA_NO_MEMORY, (tta_str){NULL, 0};
  uint32_t last = function;
  for (uint32_t i = function; i != TTA_OPS_NONE; i = t->next_reached[i]) {
    *first = i < *first ? i : *first;
    last = i > last ? i : last;
  }
  tta_position at = tta_document_position(t->document, t->ops->ops[*first].name_begin, TTA_COLUMN_BYTES);
  writer w = {.t = t, .o = t->ops, .out = &out, .values = t->expressions, .line = at.line, .column = at.column,
              .unknown = TTA_OPS_NONE};
  for (uint32_t i = *first; i <= last; i++)
    if (t->reached[i] == t->reach) write_function(&w, i, i == function);
  tta_str text = tta_arena_take(t->arena, &out);
  *unknown = w.unknown;
  if (!w.failed && text.data) return text;
  t->status = TTA_NO_MEMORY;
  return (tta_str){NULL, 0};
}
