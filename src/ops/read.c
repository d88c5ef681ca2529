/* The operations of a text, found by the syntax of MLIR without knowing single operations.
 *
 * An operation starts at a line or a region that starts with `%a, %b:2 =`, with a string, or with a word that has a dot
 * or is return, module, func, call or yield, and ends where the next one starts. Its types are after its last colon or
 * arrow outside brackets. A `{` opens a region unless what follows is an attribute's name with `=`, `,` or `}`.
 * In front of a region `%x: type` (of a function) and `%x = %y`, `(%x, %y) = (..)`, `(%x, %y) in (..)` name arguments
 * of its first block. All other `%x` are operands. */
#include <string.h>

#include "base/array.h"
#include "base/str.h"
#include "ops/scan.h"
#include "ops/scopes.h"

enum { MAX_DEPTH = 4096 };

/* What is read: an operation, or a block label. The outer ones are on a stack. */
typedef struct statement {
  uint32_t op;        /* NONE: a label, or something that is not an operation */
  uint32_t depth;     /* open brackets at its start */
  uint32_t arguments, num_arguments; /* values that are arguments of the next region */
  uint32_t last_region;
  tta_str word;       /* the last one outside of types */
  bool label, function, colon;
  uint8_t moved;      /* lists of the operation that were moved after those of its regions: a bit for each */
  const char *list;   /* `(` of a list of arguments of its region; NULL */
} statement;

/* What a region hides until it closes. */
typedef struct frame {
  statement statement;
  uint32_t region, block, parent;
  tta_ops_scope scope;
} frame;

typedef struct reader {
  tta_ops *ops;
  const char *text, *at, *end;
  const char *last;   /* the end of the last token */
  char brackets[MAX_DEPTH];
  uint32_t depth;
  statement now;
  bool open;          /* `now` is being read */
  bool line_start, unbalanced;
  uint32_t region, block, parent;
  frame *frames;
  uint32_t num_frames, cap_frames;
  tta_ops_scopes scopes;
  tta_status status;
} reader;

/* Adds an item to a list of the operations. */
#define ADD(r, list, item)                                                                                             \
  (TTA_GROW_IN(&(r)->ops->arena, (r)->ops, list, 1) ? ((r)->ops->list[(r)->ops->num_##list++] = (item), true)          \
                                                    : ((r)->status = TTA_NO_MEMORY, false))
#define KEEP(r, list, item)                                                                                            \
  (TTA_GROW_IN(&(r)->ops->arena, r, list, 1) ? ((r)->list[(r)->num_##list++] = (item), true)                           \
                                             : ((r)->status = TTA_NO_MEMORY, false))

/* Before an item is added to a list of an operation: what its regions have added since is before the list. Once for
 * each list, so that memory is proportional to the text. */
#define AFTER_REGIONS(r, list, first, count, bit)                                                                      \
  do {                                                                                                                 \
    uint32_t from = (first), number = (count);                                                                         \
    if (from + number == (r)->ops->num_##list) break;                                                                  \
    if (number && (r)->now.moved & (bit)) return;                                                                      \
    if (number) (r)->now.moved |= (bit);                                                                               \
    (first) = (r)->ops->num_##list;                                                                                    \
    for (uint32_t i = 0; i < number; i++)                                                                              \
      if (!ADD(r, list, (r)->ops->list[from + i])) return;                                                             \
  } while (0)
enum { MOVED_OPERANDS = 1, MOVED_ATTRIBUTES = 2, MOVED_WORDS = 4 };

static uint32_t offset(const reader *r, const char *at) { return (uint32_t)(at - r->text); }
static const char *skip_blanks(const reader *r, const char *at) { return tta_skip_gap(at, r->end); }
static const char *skip_word(const reader *r, const char *at) { return tta_ops_skip_word(at, r->end); }
static char char_at(const reader *r, const char *at) { return at < r->end ? *at : 0; }
static tta_ops_op *current(reader *r) {
  return r->open && r->now.op != TTA_OPS_NONE ? &r->ops->ops[r->now.op] : NULL;
}

/* Past the brackets at `at`; NULL where none match. The rest of a text is searched for it once. */
static const char *skip_brackets(reader *r, const char *at) {
  return r->unbalanced ? NULL : tta_ops_skip_brackets(at, r->end, &r->unbalanced);
}

/* ---- values ---- */

static uint32_t new_value(reader *r, tta_str name, uint32_t op, uint32_t number, uint32_t block) {
  tta_ops_value v = {.name = name, .begin = offset(r, name.data), .number = number, .op = op, .block = block};
  return ADD(r, values, v) ? r->ops->num_values - 1 : TTA_OPS_NONE;
}

static void use(reader *r, tta_str name) {
  tta_ops_op *op = current(r);
  tta_ops_operand operand = {name, r->now.word, offset(r, name.data), r->ops->num_uses};
  tta_ops_scopes_use(&r->scopes, name);
  if (!op || r->scopes.status) return;
  AFTER_REGIONS(r, operands, op->first_operand, op->num_operands, MOVED_OPERANDS);
  if (!ADD(r, operands, operand)) return;
  op->num_operands++;
  if (r->depth == r->now.depth) r->now.word = (tta_str){NULL, 0};
}

/* ---- statements ---- */

static void begin_statement(reader *r) {
  r->now = (statement){.op = TTA_OPS_NONE, .depth = r->depth, .last_region = TTA_OPS_NONE};
  r->open = true;
}

static void link_op(reader *r, uint32_t op) {
  if (r->block == TTA_OPS_NONE) return;
  tta_ops_block *b = &r->ops->blocks[r->block];
  if (b->last_op == TTA_OPS_NONE) b->first_op = op;
  else r->ops->ops[b->last_op].next = op;
  b->last_op = op;
}

static void begin_op(reader *r, const char *begin) {
  tta_ops *o = r->ops;
  tta_ops_op op = {.begin = offset(r, begin),
                   .end = offset(r, begin),
                   .parent = r->parent,
                   .block = r->block,
                   .next = TTA_OPS_NONE,
                   .first_region = TTA_OPS_NONE,
                   .first_result = o->num_values,
                   .first_operand = o->num_operands,
                   .first_attribute = o->num_attributes,
                   .first_word = o->num_words,
                   .first_successor = o->num_successors,
                   .first_type = o->num_types,
                   .first_input = o->num_types};
  begin_statement(r);
  if (!ADD(r, ops, op)) return;
  r->now.op = o->num_ops - 1;
  link_op(r, r->now.op);
}

/* `%a, %b:2 =` at `at`: the end of it, or NULL. */
static const char *results_end(const reader *r, const char *at) {
  for (;;) {
    if (char_at(r, at) != '%') return NULL;
    at = skip_blanks(r, skip_word(r, at + 1));
    if (char_at(r, at) == ':') {
      for (at++; at < r->end && tta_is_digit(*at);) at++;
      at = skip_blanks(r, at);
    }
    if (char_at(r, at) == '=') return char_at(r, at + 1) == '=' ? NULL : at + 1;
    if (char_at(r, at) != ',') return NULL;
    at = skip_blanks(r, at + 1);
  }
}

static void read_results(reader *r, const char *at, const char *stop) {
  while (at < stop) {
    if (*at != '%') {
      at++;
      continue;
    }
    tta_str name = {at, (size_t)(skip_word(r, at + 1) - at)};
    uint32_t count = 1, first = TTA_OPS_NONE;
    at = skip_blanks(r, name.data + name.size);
    if (at < stop && *at == ':')
      for (count = 0, at++; at < stop && tta_is_digit(*at) && count < TTA_OPS_MAX_RESULTS; at++)
        count = count * 10 + (uint32_t)(*at - '0');
    uint32_t most = offset(r, r->end) / 3; /* of the whole text: each has a type and a comma, so memory is bounded */
    for (uint32_t i = 0; i < count && i < TTA_OPS_MAX_RESULTS && !r->status; i++) {
      if (i && r->ops->num_values >= most) break;
      uint32_t value = new_value(r, name, r->now.op, i, TTA_OPS_NONE);
      if (i == 0) first = value;
    }
    tta_ops_scopes_define(&r->scopes, name, first);
  }
  if (current(r)) current(r)->num_results = r->ops->num_values - current(r)->first_result;
}

static void end_statement(reader *r) {
  tta_ops *o = r->ops;
  tta_ops_op *op = current(r);
  r->open = false;
  if (!op || r->status) return;
  op->end = offset(r, r->last);
  bool one = op->num_types == 1 && !op->arrow; /* `%0:2 = .. : type` has it for both */
  for (uint32_t i = 0; i < op->num_results; i++)
    if (op->num_types == op->num_results || one)
      o->values[op->first_result + i].type = o->types[op->first_type + (one ? 0 : i)];
}

/* ---- regions and blocks ---- */

static void add_block(reader *r, tta_str label) {
  tta_ops *o = r->ops;
  if (r->region == TTA_OPS_NONE) return;
  tta_ops_region *region = &o->regions[r->region];
  uint32_t last = region->last_block;
  if (label.size && last != TTA_OPS_NONE && !o->blocks[last].label.size && o->blocks[last].first_op == TTA_OPS_NONE &&
      !o->blocks[last].num_arguments) { /* the entry that was opened with the region */
    o->blocks[last].label = label;
    o->blocks[last].first_argument = o->num_values;
    return;
  }
  tta_ops_block block = {.label = label, .region = r->region, .next = TTA_OPS_NONE, .first_op = TTA_OPS_NONE,
                         .last_op = TTA_OPS_NONE, .first_argument = o->num_values};
  if (!ADD(r, blocks, block)) return;
  r->block = o->num_blocks - 1;
  if (last == TTA_OPS_NONE) region->first_block = r->block;
  else o->blocks[last].next = r->block;
  region->last_block = r->block;
}

static void add_region(reader *r) {
  tta_ops *o = r->ops;
  uint32_t op = r->now.op;
  tta_ops_region region = {op, TTA_OPS_NONE, TTA_OPS_NONE, TTA_OPS_NONE, offset(r, r->at - 1), offset(r, r->end)};
  r->region = r->block = TTA_OPS_NONE;
  if (!ADD(r, regions, region)) return;
  r->region = o->num_regions - 1;
  if (r->now.last_region != TTA_OPS_NONE) o->regions[r->now.last_region].next = r->region;
  else if (op != TTA_OPS_NONE) o->ops[op].first_region = r->region;
  r->now.last_region = r->region;
  add_block(r, (tta_str){NULL, 0});
}

/* The arguments that the text names before the region are those of its entry. */
static void take_arguments(reader *r) {
  if (r->block == TTA_OPS_NONE || !r->now.num_arguments) return;
  tta_ops_block *entry = &r->ops->blocks[r->block];
  entry->first_argument = r->now.arguments;
  entry->num_arguments = r->now.num_arguments;
  for (uint32_t i = 0; i < entry->num_arguments; i++) {
    r->ops->values[entry->first_argument + i].block = r->block;
    tta_ops_scopes_define(&r->scopes, r->ops->values[entry->first_argument + i].name, entry->first_argument + i);
  }
  r->now.num_arguments = 0;
}

static void push_bracket(reader *r, char c) {
  if (r->depth < MAX_DEPTH) r->brackets[r->depth] = c;
  r->depth++;
}

static void open_region(reader *r) {
  push_bracket(r, 'R');
  if (!r->open) begin_statement(r);
  frame f = {r->now, r->region, r->block, r->parent, r->scopes.scope};
  uint32_t arguments = r->now.num_arguments;
  add_region(r);
  f.statement.last_region = r->now.last_region;
  f.statement.num_arguments = 0;
  if (!KEEP(r, frames, f)) return;
  uint32_t first_visible = TTA_OPS_NONE;
  if (r->now.op != TTA_OPS_NONE) {
    r->parent = r->now.op;
    if (tta_ops_is_isolated(r->ops->ops[r->parent].name)) first_visible = r->ops->ops[r->parent].first_result;
  }
  tta_ops_scopes_enter(&r->scopes, offset(r, r->at - 1), first_visible);
  if (arguments) take_arguments(r);
  r->open = false;
  r->line_start = true;
}

static void close_region(reader *r) {
  end_statement(r);
  if (!r->num_frames) return;
  const frame *f = &r->frames[--r->num_frames];
  if (r->region != TTA_OPS_NONE) r->ops->regions[r->region].end = offset(r, r->at);
  tta_ops_scopes_leave(&r->scopes, f->scope);
  r->now = f->statement;
  r->region = f->region;
  r->block = f->block;
  r->parent = f->parent;
  r->open = true;
}

static bool ends_block(tta_str word) {
  return tta_str_ends_with(word, "return") || tta_str_ends_with(word, "yield") ||
         tta_str_ends_with(word, "terminator") || tta_str_ends_with(word, "unreachable");
}

/* Whether the `{` at `at` opens a region rather than a dictionary. */
static bool opens_region(const reader *r, const char *at) {
  const char *next = skip_blanks(r, at + 1);
  if (next >= r->end || *next == '%' || *next == '^') return true;
  if (*next == '}') return false;
  bool string = *next == '"';
  if (!string && !tta_is_bare_byte(*next)) return false;
  const char *stop = string ? tta_string_end(next, r->end, NULL) : skip_word(r, next), *after = skip_blanks(r, stop);
  if (char_at(r, after) == '}') return !string && ends_block(tta_str_between(next, stop));
  return after < r->end && !(*after == '=' || *after == ',');
}

static void close_bracket(reader *r, char c) {
  char opener = c == ')' ? '(' : c == ']' ? '[' : '<';
  uint32_t floor = r->open ? r->now.depth : r->depth;
  if (r->depth <= floor) return; /* unbalanced brackets are reported by the parser */
  if (r->depth <= MAX_DEPTH && r->brackets[r->depth - 1] != opener) return;
  r->depth--;
  if (r->open && r->depth == r->now.depth) r->now.word = (tta_str){NULL, 0};
}

static void close_brace(reader *r) {
  uint32_t depth = r->depth;
  if (depth > MAX_DEPTH) { /* the limit of nesting */
    r->depth--;
    return;
  }
  while (depth && r->brackets[depth - 1] != 'R' && r->brackets[depth - 1] != '{') depth--;
  if (!depth) return;
  r->depth = depth - 1;
  if (r->brackets[depth - 1] == 'R') close_region(r);
}

/* ---- dictionaries ---- */

/* `name = value` entries up to `stop`, which is at the closing brace. */
static void read_dictionary(reader *r, const char *at, const char *stop, bool property) {
  tta_str rest = tta_str_between(at, stop), item;
  tta_ops_op *op = current(r);
  if (op) AFTER_REGIONS(r, attributes, op->first_attribute, op->num_attributes, MOVED_ATTRIBUTES);
  while (current(r) && tta_ops_next_item(&rest, &item)) {
    const char *end = item.data + item.size;
    bool string = item.size && item.data[0] == '"';
    const char *name_end = string ? tta_string_end(item.data, end, NULL) : tta_ops_skip_word(item.data, end);
    const char *equal = tta_skip_gap(name_end, end);
    tta_ops_attribute a = {.name = tta_str_between(item.data, name_end), .begin = offset(r, item.data)};
    if (string && a.name.size > 1) a.name = (tta_str){a.name.data + 1, a.name.size - 2};
    if (equal < end && *equal == '=') a.value = tta_str_trim(tta_str_between(equal + 1, end));
    a.property = property;
    if (a.name.size && ADD(r, attributes, a)) current(r)->num_attributes++;
  }
}

/* At `{` of a dictionary, or at `<{`. */
static void read_dictionary_at(reader *r, bool property) {
  const char *begin = r->at, *stop = skip_brackets(r, begin);
  if (!stop) {
    push_bracket(r, *r->at++);
    return;
  }
  r->at = stop;
  if (r->open && r->depth == r->now.depth)
    read_dictionary(r, begin + 1 + property, stop - 1 - property, property);
}

/* ---- types ---- */

/* The end of the type at `at`; `at` if there is none. */
static const char *type_end(reader *r, const char *at) {
  for (;;) {
    const char *stop = at;
    if (char_at(r, at) == '(') {
      stop = skip_brackets(r, at);
      if (!stop) return at;
      const char *arrow = skip_blanks(r, stop);
      if (char_at(r, arrow) != '-' || char_at(r, arrow + 1) != '>') return stop;
      at = skip_blanks(r, arrow + 2);
      continue;
    }
    if (char_at(r, at) == '!' || char_at(r, at) == '#') stop++;
    if (tta_is_digit(char_at(r, stop))) return at;
    stop = skip_word(r, stop);
    if (char_at(r, stop) != '<') return stop;
    const char *close = skip_brackets(r, stop);
    return close ? close : stop;
  }
}

static bool add_type(reader *r, tta_str type) {
  if (!ADD(r, types, type)) return false;
  current(r)->num_types++;
  return true;
}

static void read_type_list(reader *r, tta_str list) {
  tta_str item;
  while (tta_ops_next_item(&list, &item)) {
    const char *end = r->end;
    r->end = item.data + item.size;
    const char *stop = type_end(r, item.data);
    r->end = end;
    if (!add_type(r, tta_str_between(item.data, stop))) return;
  }
}

/* After a colon or an arrow outside brackets: the types of the operation. */
static void read_types(reader *r, bool arrow) {
  tta_ops_op *op = current(r);
  if (!op) return;
  if (arrow && r->now.colon) op->first_input = op->first_type, op->num_inputs = op->num_types;
  else op->num_inputs = 0;
  op->first_type = r->ops->num_types;
  op->num_types = 0;
  op->arrow = arrow;
  r->now.colon = !arrow;
  const char *at = skip_blanks(r, r->at), *stop;
  if (char_at(r, at) == '(' && (stop = skip_brackets(r, at)) != NULL) {
    read_type_list(r, tta_str_between(at + 1, stop - 1));
    r->at = stop;
    return;
  }
  while ((stop = type_end(r, at)) > at && add_type(r, tta_str_between(at, stop))) {
    r->at = stop;
    at = skip_blanks(r, stop);
    if (char_at(r, at) != ',') break;
    at = skip_blanks(r, at + 1);
  }
  tta_str word = tta_str_between(at, skip_word(r, at)); /* `: type to type` has the type of the result last */
  if (!arrow && r->at == stop && (tta_str_is(word, "to") || tta_str_is(word, "into"))) {
    r->at = word.data + word.size;
    read_types(r, true);
  }
}

/* ---- tokens ---- */

static void add_word(reader *r, tta_str text) {
  tta_ops_op *op = current(r);
  if (!op) return;
  r->now.word = text;
  AFTER_REGIONS(r, words, op->first_word, op->num_words, MOVED_WORDS);
  if (ADD(r, words, ((tta_ops_word){text, op->num_operands}))) op->num_words++;
}

/* Whether the list at `(` names arguments: what follows it is `=` or `in`. */
static bool lists_arguments(reader *r, const char *at) {
  const char *stop = skip_brackets(r, at);
  if (!stop) return false;
  at = skip_blanks(r, stop);
  if (char_at(r, at) == '=') return char_at(r, at + 1) != '=';
  return tta_str_is(tta_str_between(at, skip_word(r, at)), "in");
}

static bool defines(reader *r, const char *next) {
  bool inner = r->depth == r->now.depth + 1;
  if ((r->now.label || r->now.function) && char_at(r, next) == ':' && r->depth > r->now.depth) {
    r->depth = r->now.depth + 1; /* after a type with unbalanced brackets */
    return true;
  }
  if (r->now.label || r->now.op == TTA_OPS_NONE || r->ops->ops[r->now.op].generic) return false;
  return (r->now.list && inner) || (char_at(r, next) == '=' && char_at(r, next + 1) != '=');
}

static void define_argument(reader *r, tta_str name, const char *next) {
  uint32_t op = r->now.label ? r->parent : r->now.op, *count = &r->now.num_arguments;
  tta_ops_block *block = r->now.label && r->block != TTA_OPS_NONE ? &r->ops->blocks[r->block] : NULL;
  if (block) count = &block->num_arguments;
  if (!*count && !block) r->now.arguments = r->ops->num_values;
  uint32_t value = new_value(r, name, op, *count, r->now.label ? r->block : TTA_OPS_NONE);
  if (value == TTA_OPS_NONE) return;
  ++*count;
  if (r->now.label) tta_ops_scopes_define(&r->scopes, name, value);
  if (char_at(r, next) != ':') return;
  const char *type = skip_blanks(r, next + 1), *stop = type_end(r, type);
  r->ops->values[value].type = tta_str_between(type, stop);
  r->at = stop;
}

static void read_value(reader *r) {
  const char *begin = r->at, *stop = skip_word(r, begin + 1);
  if (char_at(r, stop) == '#')
    for (stop++; stop < r->end && tta_is_digit(*stop);) stop++;
  tta_str name = tta_str_between(begin, stop);
  r->at = stop;
  const char *next = skip_blanks(r, stop);
  if (r->open && defines(r, next)) define_argument(r, name, next);
  else use(r, name);
}

static bool starts_op(const reader *r, const char *at) {
  if (*at == '"') return true;
  if (!tta_is_bare_byte(*at) || tta_is_digit(*at)) return false;
  tta_str word = tta_str_between(at, skip_word(r, at));
  const char *next = skip_blanks(r, word.data + word.size);
  if (char_at(r, next) == '=' && r->depth) return false; /* an attribute */
  return memchr(word.data, '.', word.size) || tta_str_is(word, "return") || tta_str_is(word, "module") ||
         tta_str_is(word, "func") || tta_str_is(word, "call") || tta_str_is(word, "yield");
}

static void name_op(reader *r) {
  bool string = *r->at == '"';
  const char *begin = r->at, *stop = string ? tta_string_end(begin, r->end, NULL) : skip_word(r, begin);
  bool ended = stop - begin > 1 && stop[-1] == '"'; /* else its line or the text ends in the string */
  r->at = stop;
  tta_ops_op *op = current(r);
  if (!op) return;
  op->name_begin = offset(r, begin);
  op->generic = string;
  op->name = string ? tta_str_between(begin + 1, stop - ended) : tta_str_between(begin, stop);
  r->now.function = !string && tta_str_ends_with(op->name, "func");
}

static void read_label(reader *r) {
  tta_str label = tta_str_between(r->at, skip_word(r, r->at + 1));
  end_statement(r);
  begin_statement(r);
  r->now.label = true;
  r->at = label.data + label.size;
  add_block(r, label);
}

/* At the start of a line or region, outside brackets: whether a statement starts. */
static bool start_statement(reader *r) {
  const char *results = results_end(r, r->at);
  if (r->open && r->depth != r->now.depth) {
    if (!results || !starts_op(r, skip_blanks(r, results))) return false;
    r->depth = r->now.depth; /* after a line with unbalanced brackets */
  }
  if (results) {
    const char *begin = r->at;
    end_statement(r);
    begin_op(r, begin);
    read_results(r, begin, results);
    r->at = skip_blanks(r, results);
    if (r->at < r->end && (*r->at == '"' || tta_is_bare_byte(*r->at))) name_op(r);
    return true;
  }
  if (*r->at == '^') {
    read_label(r);
    return true;
  }
  if (*r->at == '#' || *r->at == '!') { /* an alias definition */
    end_statement(r);
    return false;
  }
  if (!starts_op(r, r->at)) return false;
  end_statement(r);
  begin_op(r, r->at);
  name_op(r);
  return true;
}

/* A word with what is in its angle brackets, a symbol, a string; `^bb1` is a successor. */
static void read_word(reader *r) {
  const char *begin = r->at, *stop;
  if (*begin == '"') stop = tta_string_end(begin, r->end, NULL);
  else if (*begin == '@' && char_at(r, begin + 1) == '"') stop = tta_string_end(begin + 1, r->end, NULL);
  else stop = skip_word(r, begin + 1);
  if (char_at(r, stop) == '<' && char_at(r, stop + 1) != '{' && *begin != '"') {
    const char *close = skip_brackets(r, stop);
    if (close) stop = close;
  }
  r->at = stop;
  if (*begin == '^' && current(r)) {
    if (ADD(r, successors, tta_str_between(begin, stop))) current(r)->num_successors++;
  } else add_word(r, tta_str_between(begin, stop));
}

static void read_angle(reader *r) {
  if (char_at(r, r->at + 1) == '{') {
    read_dictionary_at(r, true);
    return;
  }
  const char *begin = r->at, *stop = skip_brackets(r, begin);
  if (!stop) push_bracket(r, '<');
  r->at = stop ? stop : begin + 1;
  if (stop) add_word(r, tta_str_between(begin, stop));
}

static void read_brace(reader *r) {
  if (r->depth < MAX_DEPTH && opens_region(r, r->at)) {
    r->at++;
    open_region(r);
  } else read_dictionary_at(r, false);
}

static void read_colon(reader *r) {
  if (char_at(r, r->at) == ':') r->at++;
  else if (r->open && r->depth == r->now.depth) {
    if (r->now.label) r->line_start = true;
    else read_types(r, false);
  }
}

static void read_punctuation(reader *r) {
  char c = *r->at;
  if (c == '<') return read_angle(r);
  if (c == '{') return read_brace(r);
  if (c == '(' && current(r) && !current(r)->generic && r->depth == r->now.depth)
    r->now.list = lists_arguments(r, r->at) ? r->at : NULL;
  r->at++;
  switch (c) {
  case '(': case '[': push_bracket(r, c); break;
  case ')': case ']': case '>': close_bracket(r, c); break;
  case '}': close_brace(r); break;
  case '-':
    if (char_at(r, r->at) == '>') {
      r->at++;
      if (r->open && r->depth == r->now.depth) read_types(r, true);
    } else if (tta_is_digit(char_at(r, r->at))) {
      const char *begin = r->at - 1;
      r->at = skip_word(r, r->at);
      add_word(r, tta_str_between(begin, r->at));
    }
    break;
  case ':': read_colon(r); break;
  default: break;
  }
  if (r->depth == r->now.depth) r->now.list = NULL;
}

static void step(reader *r) {
  char c = *r->at;
  if (c == '\n') {
    r->line_start = true;
    r->at++;
    return;
  }
  if (tta_is_blank(c)) {
    r->at++;
    return;
  }
  if (c == '/' && char_at(r, r->at + 1) == '/') {
    while (r->at < r->end && *r->at != '\n') r->at++;
    return;
  }
  bool first = r->line_start;
  r->line_start = false;
  if (!first || !start_statement(r)) {
    if (c == '%') read_value(r);
    else if (c == '"' || c == '#' || c == '!' || c == '@' || c == '^' || tta_is_bare_byte(c)) read_word(r);
    else read_punctuation(r);
  }
  r->last = r->at;
}

tta_status tta_ops_read(tta_str text, tta_span range, const tta_allocator *allocator, tta_ops **out) {
  if (!allocator) allocator = &tta_malloc_allocator;
  tta_ops *ops = *out = allocator->allocate(allocator->user, sizeof *ops);
  if (!ops) return TTA_NO_MEMORY;
  memset(ops, 0, sizeof *ops);
  ops->text = text;
  tta_arena_init(&ops->arena, allocator);
  reader r = {.ops = ops, .text = text.data, .at = text.data + range.begin, .end = text.data + range.end,
              .last = text.data + range.begin, .region = TTA_OPS_NONE, .block = TTA_OPS_NONE, .parent = TTA_OPS_NONE,
              .line_start = true};
  tta_ops_scopes_init(&r.scopes, ops);
  while (r.at < r.end && !r.status && !r.scopes.status) step(&r);
  while (r.num_frames && !r.status) close_region(&r);
  end_statement(&r);
  tta_ops_scopes_finish(&r.scopes);
  if (!r.status) r.status = r.scopes.status;
  for (uint32_t i = 0; i < ops->num_operands && !r.status; i++)
    ops->operands[i].value = ops->uses[ops->operands[i].value].value;
  if (!r.status) return TTA_OK;
  tta_ops_free(ops);
  *out = NULL;
  return r.status;
}

void tta_ops_free(tta_ops *ops) {
  if (!ops) return;
  const tta_allocator *allocator = ops->arena.allocator;
  tta_arena_free(&ops->arena);
  allocator->release(allocator->user, ops, sizeof *ops);
}
