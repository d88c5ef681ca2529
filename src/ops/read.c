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
#include "ops/scopes.h"

enum { MAX_REGIONS = 4096 };

/* What is read: an operation, or a block label. The outer ones are on a stack. */
typedef struct statement {
  uint32_t op;        /* NONE: a label, or something that is not an operation */
  uint32_t first;     /* its first mark */
  uint32_t depth;     /* pairs of brackets that are open in it */
  bool unclosed;      /* a bracket without a mate was opened in it */
  uint32_t arguments, num_arguments; /* values that are arguments of the next region */
  uint32_t last_region;
  tta_str word;       /* the last one outside of types */
  bool label, function, colon;
  bool list;          /* in a list of arguments of its region */
  uint8_t moved;      /* lists of the operation that were moved after those of its regions: a bit for each */
} statement;

/* What a region hides until it closes. */
typedef struct frame {
  statement statement;
  uint32_t brace, region, block, parent;
  tta_ops_scope scope;
} frame;

typedef struct reader {
  tta_ops *ops;
  const tta_skeleton *s;
  uint32_t at;        /* mark */
  uint32_t last;      /* the end of the last mark */
  uint32_t no_results; /* no results are listed by the marks before this one; see results_end */
  statement now;
  bool body;          /* the range is in a region */
  bool open;          /* `now` is being read */
  bool line_start;    /* a statement may start here as at the start of a line */
  uint32_t region, block, parent;
  frame *frames;
  uint32_t num_frames, cap_frames;
  tta_ops_scopes scopes;
  tta_status status;
} reader;

/* Adds an item to a list of the operations. */
#define ADD(r, list, item)                                                                                             \
  (TTA_PUSH_IN(&(r)->ops->arena, (r)->ops, list, item) || ((r)->status = TTA_NO_MEMORY, false))
#define KEEP(r, list, item) (TTA_PUSH_IN(&(r)->ops->arena, r, list, item) || ((r)->status = TTA_NO_MEMORY, false))

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

static tta_ops_op *current(reader *r) {
  return r->open && r->now.op != TTA_OPS_NONE ? &r->ops->ops[r->now.op] : NULL;
}

/* ---- marks ---- */

/* The mark after the brackets that open at `mark`; NO_MARK where none match. */
static uint32_t skip_brackets(const reader *r, uint32_t mark) {
  uint32_t mate = r->s->marks[mark].mate;
  return mate == TTA_NO_MARK ? TTA_NO_MARK : mate + 1;
}

/* The marks [first, end), which may be none. */
static tta_str text_between(const reader *r, uint32_t first, uint32_t end) {
  uint32_t begin = tta_mark_begin(r->s, first);
  return (tta_str){r->s->text.data + begin, end > first ? tta_mark_end(r->s, end - 1) - begin : 0};
}

/* The mark after a name or word and the angle brackets that follow it without a blank. */
static uint32_t skip_angles(const reader *r, uint32_t mark) {
  uint32_t next = mark + 1, stop;
  if (!tta_mark_opens(r->s, next, '<') || tta_mark_begin(r->s, next) != tta_mark_end(r->s, mark)) return next;
  stop = skip_brackets(r, next);
  return stop == TTA_NO_MARK ? next : stop;
}

/* ---- values ---- */

static uint32_t new_value(reader *r, tta_str name, uint32_t op, uint32_t number, uint32_t block) {
  uint32_t begin = (uint32_t)(name.data - r->s->text.data);
  tta_ops_value v = {.name = name, .begin = begin, .number = number, .op = op, .block = block};
  return ADD(r, values, v) ? r->ops->num_values - 1 : TTA_OPS_NONE;
}

static void use(reader *r, tta_str name) {
  tta_ops_op *op = current(r);
  tta_ops_operand operand = {name, r->now.word, (uint32_t)(name.data - r->s->text.data), r->ops->num_uses};
  tta_ops_scopes_use(&r->scopes, name);
  if (!op || r->scopes.status) return;
  AFTER_REGIONS(r, operands, op->first_operand, op->num_operands, MOVED_OPERANDS);
  if (!ADD(r, operands, operand)) return;
  op->num_operands++;
  if (!r->now.depth) r->now.word = (tta_str){NULL, 0};
}

/* ---- statements ---- */

static void begin_statement(reader *r) {
  r->now = (statement){.op = TTA_OPS_NONE, .first = r->at, .last_region = TTA_OPS_NONE};
  r->open = true;
}

static void link_op(reader *r, uint32_t op) {
  if (r->block == TTA_OPS_NONE) return;
  tta_ops_block *b = &r->ops->blocks[r->block];
  if (b->last_op == TTA_OPS_NONE) b->first_op = op;
  else r->ops->ops[b->last_op].next = op;
  b->last_op = op;
}

static void begin_op(reader *r) {
  tta_ops *o = r->ops;
  tta_ops_op op = {.begin = tta_mark_begin(r->s, r->at),
                   .end = tta_mark_begin(r->s, r->at),
                   .parent = r->parent,
                   .block = r->block,
                   .next = TTA_OPS_NONE,
                   .first_region = TTA_OPS_NONE,
                   .first_result = o->num_values,
                   .first_operand = o->num_operands,
                   .first_attribute = o->num_attributes,
                   .first_word = o->num_words,
                   .first_type = o->num_types,
                   .first_input = o->num_types};
  begin_statement(r);
  if (!ADD(r, ops, op)) return;
  r->now.op = o->num_ops - 1;
  link_op(r, r->now.op);
}

/* `%a, %b:2 =` at `mark`: the mark after it; NO_MARK. Each list is searched for its end once. */
static uint32_t results_end(reader *r, uint32_t mark) {
  if (mark < r->no_results) return TTA_NO_MARK;
  while (tta_mark_is_name(r->s, mark, '%')) {
    mark = tta_mark_next(r->s, mark);
    if (tta_mark_is(r->s, mark, TTA_MARK_COLON)) mark = tta_mark_next(r->s, mark);
    if (tta_mark_is(r->s, mark, TTA_MARK_WORD)) mark = tta_mark_next(r->s, mark);
    if (tta_mark_is(r->s, mark, TTA_MARK_EQUAL)) return tta_mark_next(r->s, mark);
    if (!tta_mark_is(r->s, mark, TTA_MARK_COMMA)) break;
    mark = tta_mark_next(r->s, mark);
  }
  r->no_results = mark;
  return TTA_NO_MARK;
}

static uint32_t result_count(tta_str number) {
  uint32_t count = 0;
  for (size_t i = 0; i < number.size && tta_is_digit(number.data[i]) && count < TTA_OPS_MAX_RESULTS; i++)
    count = count * 10 + (uint32_t)(number.data[i] - '0');
  return count < TTA_OPS_MAX_RESULTS ? count : TTA_OPS_MAX_RESULTS;
}

static void read_results(reader *r, uint32_t mark, uint32_t stop) {
  for (; mark < stop; mark = tta_mark_next(r->s, mark)) {
    if (!tta_mark_is_name(r->s, mark, '%')) continue;
    tta_str name = tta_mark_text(r->s, mark);
    uint32_t count = 1, first = TTA_OPS_NONE, next = tta_mark_next(r->s, mark);
    if (tta_mark_is(r->s, next, TTA_MARK_COLON)) next = tta_mark_next(r->s, next);
    if (tta_mark_is(r->s, next, TTA_MARK_WORD)) count = result_count(tta_mark_text(r->s, next));
    uint32_t most = r->s->range.end / 3; /* of the whole text: each has a type and a comma, so memory is bounded */
    for (uint32_t i = 0; i < count && !r->status && (!i || r->ops->num_values < most); i++) {
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
  op->end = r->last;
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
  tta_ops_region region = {op, TTA_OPS_NONE, TTA_OPS_NONE, TTA_OPS_NONE, tta_mark_begin(r->s, r->at), r->s->range.end};
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

/* At its brace. */
static void open_region(reader *r) {
  if (!r->open) begin_statement(r);
  frame f = {r->now, r->at, r->region, r->block, r->parent, r->scopes.scope};
  uint32_t arguments = r->now.num_arguments, first_visible = TTA_OPS_NONE;
  add_region(r);
  f.statement.last_region = r->now.last_region;
  f.statement.num_arguments = 0;
  if (!KEEP(r, frames, f)) return;
  if (r->now.op != TTA_OPS_NONE) {
    r->parent = r->now.op;
    if (tta_ops_is_isolated(r->ops->ops[r->parent].name)) first_visible = r->ops->ops[r->parent].first_result;
  }
  tta_ops_scopes_enter(&r->scopes, tta_mark_begin(r->s, r->at), first_visible);
  if (arguments) take_arguments(r);
  r->open = false;
  r->line_start = true;
  r->at++;
}

/* @param end  of its text */
static void close_region(reader *r, uint32_t end) {
  end_statement(r);
  const frame *f = &r->frames[--r->num_frames];
  if (r->region != TTA_OPS_NONE) r->ops->regions[r->region].end = end;
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

/* Whether the `{` at `mark` opens a region rather than a dictionary. */
static bool opens_region(const reader *r, uint32_t mark) {
  uint32_t next = tta_mark_next(r->s, mark), after = tta_mark_next(r->s, next);
  bool string = tta_mark_is(r->s, next, TTA_MARK_STRING);
  if (next >= r->s->num_marks || tta_mark_is_name(r->s, next, '%') || tta_mark_is_name(r->s, next, '^')) return true;
  if (!string && !tta_mark_is(r->s, next, TTA_MARK_WORD)) return false;
  if (tta_mark_byte(r->s, after) == '}') return !string && ends_block(tta_mark_text(r->s, next));
  return after < r->s->num_marks && !tta_mark_is(r->s, after, TTA_MARK_EQUAL) &&
         !tta_mark_is(r->s, after, TTA_MARK_COMMA);
}

static void close_bracket(reader *r) {
  uint32_t mark = r->at++, mate = r->s->marks[mark].mate;
  if (mate == TTA_NO_MARK) return; /* unbalanced brackets are reported by the parser */
  if (r->num_frames && r->frames[r->num_frames - 1].brace == mate) {
    close_region(r, tta_mark_end(r->s, mark));
  } else if (r->open && r->now.depth && mate >= r->now.first) {
    r->now.depth--;
    if (!r->now.depth) r->now.word = (tta_str){NULL, 0};
  }
}

/* ---- dictionaries ---- */

/* The first comma from `mark` on outside of brackets, or `stop`. */
static uint32_t find_comma(const reader *r, uint32_t mark, uint32_t stop) {
  while (mark < stop && !tta_mark_is(r->s, mark, TTA_MARK_COMMA)) {
    uint32_t close = tta_mark_is(r->s, mark, TTA_MARK_OPEN) ? skip_brackets(r, mark) : TTA_NO_MARK;
    mark = close == TTA_NO_MARK ? mark + 1 : close;
  }
  return mark;
}

/* What is between two marks, without comments at its ends. */
static tta_str value_between(const reader *r, uint32_t equal, uint32_t stop) {
  uint32_t begin = tta_mark_end(r->s, equal), end;
  for (equal++; equal < stop && tta_mark_is(r->s, equal, TTA_MARK_COMMENT); equal++)
    begin = tta_mark_end(r->s, equal);
  while (stop > equal && tta_mark_is(r->s, stop - 1, TTA_MARK_COMMENT)) stop--;
  end = tta_mark_begin(r->s, stop);
  return tta_str_trim((tta_str){r->s->text.data + begin, end - begin});
}

/* `name = value` entries between braces. */
static void read_entries(reader *r, uint32_t brace, uint32_t stop) {
  tta_ops_op *op = current(r);
  AFTER_REGIONS(r, attributes, op->first_attribute, op->num_attributes, MOVED_ATTRIBUTES);
  for (uint32_t at = tta_mark_next(r->s, brace), comma; at < stop; at = tta_mark_next(r->s, comma)) {
    comma = find_comma(r, at, stop);
    bool string = tta_mark_is(r->s, at, TTA_MARK_STRING);
    if (!string && !tta_mark_is(r->s, at, TTA_MARK_WORD)) continue;
    tta_ops_attribute a = {.name = tta_mark_text(r->s, at), .begin = tta_mark_begin(r->s, at)};
    uint32_t equal = tta_mark_next(r->s, at);
    if (string) a.name = tta_unquoted(a.name);
    if (equal < comma && tta_mark_is(r->s, equal, TTA_MARK_EQUAL)) a.value = value_between(r, equal, comma);
    if (a.name.size && ADD(r, attributes, a)) current(r)->num_attributes++;
  }
}

/* At `{` of a dictionary, or at the `<` of `<{`. */
static void read_dictionary(reader *r) {
  uint32_t begin = r->at, stop = skip_brackets(r, begin);
  bool property = tta_mark_opens(r->s, begin, '<');
  r->at = stop == TTA_NO_MARK ? begin + 1 : stop;
  uint32_t brace = property ? begin + 1 : begin, close = r->s->marks[brace].mate;
  if (stop != TTA_NO_MARK && close != TTA_NO_MARK && current(r) && !r->now.depth) read_entries(r, brace, close);
}

/* ---- types ---- */

/* The mark after the type at `mark`; `mark` if there is none. */
static uint32_t type_end(const reader *r, uint32_t mark) {
  while (tta_mark_opens(r->s, mark, '(')) {
    uint32_t stop = skip_brackets(r, mark), arrow;
    if (stop == TTA_NO_MARK) return mark;
    arrow = tta_mark_skip_comments(r->s, stop);
    if (!tta_mark_is(r->s, arrow, TTA_MARK_ARROW)) return stop;
    mark = tta_mark_next(r->s, arrow);
  }
  bool inside = tta_mark_opens(r->s, mark, '<') && skip_brackets(r, mark) != TTA_NO_MARK; /* `: <memref<..>>` */
  if (inside) return skip_brackets(r, mark);
  bool word = tta_mark_is(r->s, mark, TTA_MARK_WORD) && !tta_is_digit(tta_mark_byte(r->s, mark));
  return word || tta_mark_is_name(r->s, mark, '!') || tta_mark_is_name(r->s, mark, '#') ? skip_angles(r, mark) : mark;
}

static bool add_type(reader *r, tta_str type) {
  if (!ADD(r, types, type)) return false;
  current(r)->num_types++;
  return true;
}

/* The type of an argument of a function, which is before all of its result types. */
static void add_input(reader *r, tta_str type) {
  tta_ops_op *op = current(r);
  if (!op || op->num_types || !ADD(r, types, type)) return;
  op = current(r);
  op->num_inputs++;
  op->first_type = r->ops->num_types;
}

static void read_type_list(reader *r, uint32_t mark, uint32_t stop) {
  for (; mark < stop; mark = tta_mark_next(r->s, find_comma(r, mark, stop)))
    if (!add_type(r, text_between(r, mark, type_end(r, mark)))) return;
}

/* After a colon or an arrow outside brackets: the types of the operation. */
static void read_types(reader *r, bool arrow) {
  tta_ops_op *op = current(r);
  if (!op) return;
  if (arrow && r->now.colon) op->first_input = op->first_type, op->num_inputs = op->num_types;
  else if (!r->now.function) op->num_inputs = 0;
  op->first_type = r->ops->num_types;
  op->num_types = 0;
  op->arrow = arrow;
  r->now.colon = !arrow;
  uint32_t at = tta_mark_skip_comments(r->s, r->at), stop;
  if (tta_mark_opens(r->s, at, '(') && (stop = skip_brackets(r, at)) != TTA_NO_MARK) {
    read_type_list(r, tta_mark_next(r->s, at), stop - 1);
    r->at = stop;
    return;
  }
  while ((stop = type_end(r, at)) > at && add_type(r, text_between(r, at, stop))) {
    r->at = stop;
    at = tta_mark_skip_comments(r->s, stop);
    if (!tta_mark_is(r->s, at, TTA_MARK_COMMA)) break;
    at = tta_mark_next(r->s, at);
  }
  /* `: type to type` has the type of the result last */
  if (!arrow && r->at == stop && (tta_mark_is_word(r->s, at, "to") || tta_mark_is_word(r->s, at, "into"))) {
    r->at = at + 1;
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
static bool lists_arguments(const reader *r, uint32_t mark) {
  uint32_t next = skip_brackets(r, mark);
  if (next == TTA_NO_MARK) return false;
  next = tta_mark_skip_comments(r->s, next);
  return tta_mark_is(r->s, next, TTA_MARK_EQUAL) || tta_mark_is_word(r->s, next, "in");
}

static bool defines(const reader *r, uint32_t next) {
  if ((r->now.label || r->now.function) && tta_mark_is(r->s, next, TTA_MARK_COLON))
    return r->now.depth || r->now.unclosed;
  if (r->now.label || r->now.op == TTA_OPS_NONE || r->ops->ops[r->now.op].generic) return false;
  return (r->now.list && r->now.depth == 1) || tta_mark_is(r->s, next, TTA_MARK_EQUAL);
}

static void define_argument(reader *r, tta_str name, uint32_t next) {
  uint32_t op = r->now.label ? r->parent : r->now.op, *count = &r->now.num_arguments;
  tta_ops_block *block = r->now.label && r->block != TTA_OPS_NONE ? &r->ops->blocks[r->block] : NULL;
  if (block) count = &block->num_arguments;
  if (!*count && !block) r->now.arguments = r->ops->num_values;
  uint32_t value = new_value(r, name, op, *count, r->now.label ? r->block : TTA_OPS_NONE);
  if (value == TTA_OPS_NONE) return;
  ++*count;
  if (r->now.label) tta_ops_scopes_define(&r->scopes, name, value);
  if (!tta_mark_is(r->s, next, TTA_MARK_COLON)) return;
  uint32_t type = tta_mark_next(r->s, next);
  r->at = type_end(r, type);
  r->ops->values[value].type = text_between(r, type, r->at);
  if (r->now.function && r->now.depth == 1) add_input(r, r->ops->values[value].type);
}

static void read_value(reader *r) {
  tta_str name = tta_mark_text(r->s, r->at);
  uint32_t next = tta_mark_next(r->s, r->at++);
  if (r->open && defines(r, next)) define_argument(r, name, next);
  else use(r, name);
}

static bool starts_op(const reader *r, uint32_t mark) {
  if (tta_mark_is(r->s, mark, TTA_MARK_STRING)) return true;
  if (!tta_mark_is(r->s, mark, TTA_MARK_WORD) || tta_is_digit(tta_mark_byte(r->s, mark))) return false;
  bool inside = r->body || r->num_frames || (r->open && r->now.depth);
  if (inside && tta_mark_is(r->s, tta_mark_next(r->s, mark), TTA_MARK_EQUAL)) return false; /* an attribute */
  tta_str word = tta_mark_text(r->s, mark);
  return memchr(word.data, '.', word.size) || tta_str_is(word, "return") || tta_str_is(word, "module") ||
         tta_str_is(word, "func") || tta_str_is(word, "call") || tta_str_is(word, "yield");
}

static void name_op(reader *r) {
  tta_ops_op *op = current(r);
  uint32_t mark = r->at++;
  if (!op) return;
  op->name_begin = tta_mark_begin(r->s, mark);
  op->generic = tta_mark_is(r->s, mark, TTA_MARK_STRING);
  op->name = tta_unquoted(tta_mark_text(r->s, mark));
  r->now.function = !op->generic && tta_ops_is_function(op->name);
}

static void read_label(reader *r) {
  end_statement(r);
  begin_statement(r);
  r->now.label = true;
  add_block(r, tta_mark_text(r->s, r->at++));
}

/* At the start of a line or region: whether a statement starts. */
static bool start_statement(reader *r) {
  uint32_t results = results_end(r, r->at), mark = r->at;
  if (r->open && r->now.depth) return false;
  if (results != TTA_NO_MARK) {
    end_statement(r);
    begin_op(r);
    read_results(r, mark, results);
    r->at = results;
    bool named = tta_mark_is(r->s, results, TTA_MARK_STRING) || tta_mark_is(r->s, results, TTA_MARK_WORD);
    if (named) name_op(r);
    return true;
  }
  if (tta_mark_is_name(r->s, mark, '^')) {
    read_label(r);
    return true;
  }
  if (tta_mark_is_name(r->s, mark, '#') || tta_mark_is_name(r->s, mark, '!')) { /* an alias definition */
    end_statement(r);
    return false;
  }
  if (!starts_op(r, mark)) return false;
  end_statement(r);
  begin_op(r);
  name_op(r);
  return true;
}

/* In `func.func private @f(tensor<2xf32>, f32)`: a type without the name of an argument. */
static bool is_bare_argument(const reader *r, uint32_t mark) {
  if (!r->now.function || r->now.depth != 1 || tta_mark_is(r->s, mark, TTA_MARK_STRING)) return false;
  do mark--;
  while (mark && tta_mark_is(r->s, mark, TTA_MARK_COMMENT));
  return tta_mark_opens(r->s, mark, '(') || tta_mark_is(r->s, mark, TTA_MARK_COMMA);
}

/* A word with what is in its angle brackets, a symbol, a string; `^bb1` is none. */
static void read_word(reader *r) {
  uint32_t mark = r->at, stop = mark + 1;
  bool properties = tta_mark_opens(r->s, stop, '<') && tta_mark_opens(r->s, stop + 1, '{');
  if (!properties && !tta_mark_is(r->s, mark, TTA_MARK_STRING)) stop = skip_angles(r, mark);
  r->at = stop;
  tta_str text = text_between(r, mark, stop);
  if (is_bare_argument(r, mark)) {
    add_input(r, text);
    return;
  }
  bool number = tta_is_digit(text.data[0]) && text.data > r->s->text.data + r->s->range.begin;
  if (number && text.data[-1] == '-') text = (tta_str){text.data - 1, text.size + 1};
  if (!tta_mark_is_name(r->s, mark, '^')) add_word(r, text);
}

static void read_open(reader *r) {
  uint32_t mark = r->at, stop = skip_brackets(r, mark);
  char c = tta_mark_byte(r->s, mark);
  if (c == '{' && r->num_frames < MAX_REGIONS && opens_region(r, mark)) {
    open_region(r);
  } else if (c == '{' || (c == '<' && tta_mark_opens(r->s, mark + 1, '{'))) {
    read_dictionary(r);
  } else if (c == '<' && stop != TTA_NO_MARK) {
    r->at = stop;
    add_word(r, text_between(r, mark, stop));
  } else {
    if (c == '(' && current(r) && !current(r)->generic && !r->now.depth) r->now.list = lists_arguments(r, mark);
    if (stop == TTA_NO_MARK) r->now.unclosed = true;
    else r->now.depth++;
    r->at++;
  }
}

static void read_colon(reader *r) {
  r->at++;
  if (!r->open || r->now.depth) return;
  if (r->now.label) r->line_start = true;
  else read_types(r, false);
}

static void read_mark(reader *r) {
  switch (tta_mark_kind_at(r->s, r->at)) {
  case TTA_MARK_OPEN: read_open(r); break;
  case TTA_MARK_CLOSE: close_bracket(r); break;
  case TTA_MARK_STRING: case TTA_MARK_WORD: read_word(r); break;
  case TTA_MARK_NAME:
    if (tta_mark_byte(r->s, r->at) == '%') read_value(r);
    else read_word(r);
    break;
  case TTA_MARK_COLON: read_colon(r); break;
  case TTA_MARK_ARROW:
    r->at++;
    if (r->open && !r->now.depth) read_types(r, true);
    break;
  case TTA_MARK_RESOURCES: end_statement(r); r->at++; break;
  case TTA_MARK_COMMENT: case TTA_MARK_EQUAL: case TTA_MARK_COMMA: case TTA_MARK_OTHER: r->at++; break;
  }
  if (!r->now.depth) r->now.list = false;
}

static tta_status read_marks(reader *r) {
  while ((r->at = tta_mark_skip_comments(r->s, r->at)) < r->s->num_marks && !r->status && !r->scopes.status) {
    bool first = r->line_start || tta_mark_starts_line(r->s, r->at);
    r->line_start = false;
    if (!first || !start_statement(r)) read_mark(r);
    r->last = tta_mark_end(r->s, r->at - 1);
  }
  while (r->num_frames && !r->status) close_region(r, r->s->range.end);
  end_statement(r);
  tta_ops_scopes_finish(&r->scopes);
  tta_status status = r->status ? r->status : r->scopes.status;
  for (uint32_t i = 0; i < r->ops->num_operands && !status; i++)
    r->ops->operands[i].value = r->ops->uses[r->ops->operands[i].value].value;
  return status;
}

static tta_status read_ops(tta_str text, tta_span range, bool body, const tta_allocator *allocator, tta_ops **out) {
  allocator = tta_allocator_or_default(allocator);
  tta_ops *ops = *out = allocator->allocate(allocator->user, sizeof *ops);
  if (!ops) return TTA_NO_MEMORY;
  memset(ops, 0, sizeof *ops);
  ops->text = text;
  tta_arena_init(&ops->arena, allocator);
  tta_status status = tta_skeleton_read(text, range, allocator, &ops->skeleton);
  reader r = {.ops = ops, .s = &ops->skeleton, .last = range.begin, .region = TTA_OPS_NONE, .block = TTA_OPS_NONE,
              .parent = TTA_OPS_NONE, .body = body, .line_start = true};
  tta_ops_scopes_init(&r.scopes, ops);
  if (!status) status = read_marks(&r);
  else tta_ops_scopes_finish(&r.scopes);
  if (!status) return TTA_OK;
  tta_ops_free(ops);
  *out = NULL;
  return status;
}

tta_status tta_ops_read(tta_str text, tta_span range, const tta_allocator *allocator, tta_ops **out) {
  return read_ops(text, range, false, allocator, out);
}

tta_status tta_ops_read_body(tta_str text, tta_span range, const tta_allocator *allocator, tta_ops **out) {
  return read_ops(text, range, true, allocator, out);
}

void tta_ops_free(tta_ops *ops) {
  if (!ops) return;
  const tta_allocator *allocator = ops->arena.allocator;
  tta_skeleton_free(&ops->skeleton, allocator);
  tta_arena_free(&ops->arena);
  allocator->release(allocator->user, ops, sizeof *ops);
}
