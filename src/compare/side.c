/* side.c: a module that is compared: operations, texts without aliases, and numbers of equal structures: a structure is
 * written as a text, and equal texts of both modules have one number. */
#include "base/chars.h"
#include "base/format.h"
#include "base/sort.h"
#include "base/str.h"
#include "compare/compare.h"
#include "document/values.h"
#include "move/move.h"

/* ---- texts ---- */

/* The dialect `tt` became `ttcore`; its attributes are the same (tt-mlir 2025-06-17). */
static void append_token(tta_buf *out, tta_str token) {
  bool renamed = tta_str_starts_with(token, "#tt.") || tta_str_starts_with(token, "!tt.");
  if (renamed) tta_buf_printf(out, "%cttcore", *token.data);
  tta_buf_append(out, tta_str_rest(token, renamed ? strlen("#tt") : 0));
}

/* Without comments, and without blanks but between words. */
static void append_squeezed(tta_buf *out, tta_str text) {
  tta_tokens tokens = tta_tokens_in(text);
  const char *last = NULL; /* the end of the token before */
  for (tta_token t; tta_token_next(&tokens, &t); last = t.end) {
    if (t.kind == TTA_MARK_COMMENT) continue;
    bool apart = last && last < t.begin && out->size;
    if (apart && tta_is_bare_byte(out->data[out->size - 1]) && tta_is_bare_byte(*t.begin)) tta_buf_char(out, ' ');
    append_token(out, tta_str_between(t.begin, t.end));
  }
}

/* The first edit that begins at `offset` or after it. */
static size_t first_edit(const tta_results *results, uint32_t offset) {
  size_t low = 0, high = tta_results_num_edits(results);
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (tta_results_edit(results, middle).span.begin < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

void tta_compared_text(tta_buf *out, const tta_compared_side *side, tta_str part) {
  if (!part.size) return;
  const tta_results *results = tta_check_results(side->check);
  const char *text = side->source->text.data, *at = part.data, *end = part.data + part.size;
  for (size_t i = first_edit(results, (uint32_t)(at - text)); i < tta_results_num_edits(results); i++) {
    tta_edit edit = tta_results_edit(results, i);
    if (text + edit.span.end > end) break;
    append_squeezed(out, tta_str_between(at, text + edit.span.begin));
    append_squeezed(out, edit.text);
    at = text + edit.span.end;
  }
  append_squeezed(out, tta_str_between(at, end));
}

void tta_compared_words(tta_buf *out, const tta_compared_side *side, uint32_t op) {
  const tta_ops_op *o = &side->ops->ops[op];
  for (uint32_t i = o->first_word; i < o->first_word + o->num_words; i++) {
    if (side->ignored[i]) continue;
    if (out->size) tta_buf_char(out, ' ');
    tta_compared_text(out, side, side->ops->words[i].text);
  }
}

/* ---- blocks ---- */

static tta_str label_key(tta_buf *key, uint32_t region, tta_str label) {
  key->size = 0;
  tta_buf_uint(key, region);
  tta_buf_append(key, label);
  return tta_buf_view(key);
}

static void number_labels(tta_comparison *c, tta_compared_side *side) {
  tta_buf key = tta_buf_new(c->arena->allocator);
  for (uint32_t r = 0; r < side->ops->num_regions && !c->status; r++) {
    uint32_t number = 0;
    for (uint32_t b = side->ops->regions[r].first_block; b != TTA_OPS_NONE && !c->status; number++) {
      const tta_ops_block *block = &side->ops->blocks[b];
      tta_str own = tta_arena_str(c->arena, label_key(&key, r, block->label));
      if (!own.data || !tta_strmap_add(&side->labels, own, number)) c->status = TTA_NO_MEMORY;
      b = block->next;
    }
  }
  tta_buf_free(&key);
}

/* The end of the region around an offset; 0. */
static uint32_t end_of_region(const tta_ops *ops, uint32_t op, uint32_t at) {
  for (uint32_t r = ops->ops[op].first_region; r != TTA_OPS_NONE; r = ops->regions[r].next)
    if (ops->regions[r].begin <= at && at < ops->regions[r].end) return ops->regions[r].end;
  return 0;
}

bool tta_compared_successor(const tta_compared_side *side, uint32_t op, uint32_t *at, uint32_t *block) {
  const tta_ops_op *o = &side->ops->ops[op];
  const tta_skeleton *s = &side->ops->skeleton;
  if (o->block == TTA_OPS_NONE) return false;
  uint32_t mark = tta_mark_before(s, *at < o->begin ? o->begin : *at);
  for (mark = mark == TTA_NO_MARK ? 0 : mark + 1; mark < s->num_marks; mark++) {
    uint32_t begin = tta_mark_begin(s, mark), end = end_of_region(side->ops, op, begin);
    if (begin >= o->end) return false;
    if (end) mark = tta_mark_before(s, end); /* its brace */
    if (end || !tta_mark_is_name(s, mark, '^')) continue;
    char room[128];
    tta_buf key = tta_buf_fixed(room, sizeof room);
    *at = tta_mark_end(s, mark);
    tta_str text = label_key(&key, side->ops->blocks[o->block].region, tta_mark_text(s, mark));
    const uint32_t *found = key.failed ? NULL : tta_strmap_find(&side->labels, text);
    *block = found ? *found : TTA_OPS_NONE;
    return true;
  }
  return false;
}

const tta_layout_entry *tta_compared_entry(const tta_compared_side *side, tta_str type) {
  size_t low = 0, high = tta_layouts_num_uses(side->layouts);
  uint32_t begin = (uint32_t)(type.data - side->source->text.data);
  if (!type.size) return NULL;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (tta_layouts_use(side->layouts, middle)->span.begin < begin) low = middle + 1;
    else high = middle;
  }
  const tta_layout_name *use = tta_layouts_use(side->layouts, low);
  bool same = use && use->span.begin == begin && use->span.end - begin == type.size;
  return same ? tta_layouts_entry(side->layouts, use->entry) : NULL;
}

/* ---- numbers ---- */

static uint32_t number_of(tta_comparison *c, tta_buf *text) {
  uint32_t *found = text->failed ? NULL : tta_strmap_find(&c->numbers, tta_buf_view(text));
  if (!found && !text->failed) {
    tta_str own = tta_arena_str(c->arena, tta_buf_view(text));
    if (own.data) found = tta_strmap_add(&c->numbers, own, ++c->num_numbers);
  }
  if (!found) c->status = TTA_NO_MEMORY;
  text->size = 0;
  return found ? *found : 0;
}

static void append_number(tta_buf *text, char mark, uint32_t number) {
  tta_buf_char(text, mark);
  tta_buf_uint(text, number);
}

typedef struct numberer {
  tta_comparison *c;
  tta_compared_side *side;
  tta_buf text;
} numberer;

static void number_shape(numberer *n, uint32_t op) {
  const tta_ops *ops = n->side->ops;
  const tta_ops_op *o = &ops->ops[op];
  tta_compared_op *own = &n->side->own[op];
  tta_buf_append(&n->text, own->name);
  for (uint32_t i = 0; i < o->num_operands; i++) {
    uint32_t value = ops->operands[o->first_operand + i].value;
    append_number(&n->text, ',', value == TTA_OPS_NONE ? 0 : n->side->value_shape[value]);
  }
  own->shape = number_of(n->c, &n->text);
  for (uint32_t i = 0; i < o->num_results; i++) {
    uint32_t source = own->moves && o->num_operands ? ops->operands[o->first_operand].value : TTA_OPS_NONE;
    append_number(&n->text, '#', i);
    append_number(&n->text, '=', own->shape);
    n->side->value_shape[o->first_result + i] =
        source != TTA_OPS_NONE ? n->side->value_shape[source] : number_of(n->c, &n->text);
    n->text.size = 0;
  }
}

static void number_arguments(numberer *n, uint32_t op) {
  const tta_ops *ops = n->side->ops;
  uint32_t number = 0;
  for (uint32_t r = ops->ops[op].first_region; r != TTA_OPS_NONE; r = ops->regions[r].next)
    for (uint32_t b = ops->regions[r].first_block; b != TTA_OPS_NONE; b = ops->blocks[b].next, number++)
      for (uint32_t a = 0; a < ops->blocks[b].num_arguments; a++) {
        append_number(&n->text, '^', number);
        append_number(&n->text, ',', a);
        append_number(&n->text, '=', n->side->own[op].shape);
        n->side->value_shape[ops->blocks[b].first_argument + a] = number_of(n->c, &n->text);
      }
}

static int order_attributes(const void *a, const void *b) {
  tta_str x = ((const tta_ops_attribute *)a)->name, y = ((const tta_ops_attribute *)b)->name;
  int order = memcmp(x.data, y.data, x.size < y.size ? x.size : y.size);
  return order ? order : tta_order((int64_t)x.size, (int64_t)y.size);
}

static void number_local(numberer *n, uint32_t op) {
  const tta_ops *ops = n->side->ops;
  const tta_ops_op *o = &ops->ops[op];
  tta_ops_attribute *sorted = tta_arena_array(n->c->arena, 2 * (size_t)o->num_attributes + 1, sizeof *sorted);
  if (!sorted) {
    n->c->status = TTA_NO_MEMORY;
    return;
  }
  if (o->num_attributes) memcpy(sorted, &ops->attributes[o->first_attribute], o->num_attributes * sizeof *sorted);
  tta_sort(sorted, sorted + o->num_attributes, o->num_attributes, sizeof *sorted, order_attributes);
  tta_buf_append(&n->text, n->side->own[op].name);
  for (uint32_t i = 0; i < o->num_attributes; i++) {
    if (tta_compared_is_structure(sorted[i].name)) continue;
    tta_buf_char(&n->text, ',');
    tta_buf_append(&n->text, sorted[i].name);
    tta_buf_char(&n->text, '=');
    tta_compared_text(&n->text, n->side, sorted[i].value);
  }
  tta_compared_words(&n->text, n->side, op);
  for (uint32_t at = 0, block; tta_compared_successor(n->side, op, &at, &block);)
    append_number(&n->text, '^', block);
  n->side->own[op].local = number_of(n->c, &n->text);
}

static void append_type(numberer *n, tta_str type) {
  const tta_layout_entry *entry = tta_compared_entry(n->side, type);
  tta_buf_char(&n->text, ':');
  if (entry && entry->layout) append_squeezed(&n->text, entry->layout->type);
  else tta_compared_text(&n->text, n->side, type);
}

/* Regions come after their operation in the list, so the operations are numbered backwards. */
static void number_full(numberer *n, uint32_t op) {
  const tta_ops *ops = n->side->ops;
  const tta_ops_op *o = &ops->ops[op];
  tta_compared_op *own = &n->side->own[op];
  append_number(&n->text, 'f', own->shape);
  append_number(&n->text, ',', own->local);
  for (uint32_t i = 0; i < o->num_types; i++) append_type(n, ops->types[o->first_type + i]);
  bool declared = o->first_region == TTA_OPS_NONE && tta_ops_is_function(own->name);
  for (uint32_t i = 0; i < o->num_inputs && declared; i++) append_type(n, ops->types[o->first_input + i]);
  for (uint32_t r = o->first_region; r != TTA_OPS_NONE; r = ops->regions[r].next) {
    tta_buf_char(&n->text, '{');
    for (uint32_t b = ops->regions[r].first_block; b != TTA_OPS_NONE; b = ops->blocks[b].next) {
      tta_buf_char(&n->text, '^');
      for (uint32_t i = ops->blocks[b].first_op; i != TTA_OPS_NONE; i = ops->ops[i].next)
        append_number(&n->text, ';', n->side->own[i].full);
    }
  }
  own->full = number_of(n->c, &n->text);
}

/* ---- operations ---- */

bool tta_compared_is_structure(tta_str name) {
  static const char *const names[] = {"sym_name", "function_type", "sym_visibility", "operandSegmentSizes",
                                      "resultSegmentSizes", "operand_segment_sizes", "result_segment_sizes"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (tta_str_is(name, names[i])) return true;
  return false;
}

/* Types of operands are those of the values. */
static bool is_type(tta_str word) {
  return word.data[0] == '!' || tta_str_starts_with(word, "tensor<") || tta_str_starts_with(word, "memref<");
}

static bool is_name(const tta_compared_side *side, uint32_t op, tta_str word) {
  return is_type(word) || (word.data[0] == '@' && side->own[op].symbol.size) ||
         tta_str_is(word, "private") || tta_str_is(word, "public");
}

/* The end of `loc(...)` if it begins at a word; else 0. */
static uint32_t end_of_location(const tta_compared_side *side, tta_str word) {
  const tta_skeleton *s = &side->ops->skeleton;
  if (!tta_str_is(word, "loc")) return 0;
  uint32_t end = (uint32_t)(word.data + word.size - side->ops->text.data), mark = tta_mark_before(s, end);
  uint32_t open = mark == TTA_NO_MARK ? TTA_NO_MARK : tta_mark_next(s, mark);
  if (open == TTA_NO_MARK || !tta_mark_opens(s, open, '(') || s->marks[open].mate == TTA_NO_MARK) return 0;
  return tta_mark_end(s, s->marks[open].mate);
}

static void ignore_words(tta_compared_side *side, uint32_t op) {
  const tta_ops_op *o = &side->ops->ops[op];
  uint32_t location = 0; /* the end of the last one */
  for (uint32_t i = o->first_word; i < o->first_word + o->num_words; i++) {
    tta_str word = side->ops->words[i].text;
    uint32_t begin = (uint32_t)(word.data - side->ops->text.data), end = end_of_location(side, word);
    if (end > location) location = end;
    side->ignored[i] = begin < location || is_name(side, op, word);
  }
}

/* Names as they are written in the custom syntax of builtin dialects, and of before the dialect `ttcore`. */
static tta_str name_of(tta_comparison *c, tta_str name) {
  static const struct {
    const char *is, *was;
  } names[] = {{"func.func", "func"}, {"func.return", "return"}, {"func.call", "call"}, {"builtin.module", "module"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (tta_str_is(name, names[i].was)) return tta_str_from(names[i].is);
  if (!tta_str_starts_with(name, "tt.")) return name;
  tta_buf text = tta_buf_new(c->arena->allocator);
  tta_buf_str(&text, "ttcore.");
  tta_buf_append(&text, tta_str_rest(name, strlen("tt.")));
  tta_str own = tta_arena_take(c->arena, &text);
  if (!own.data) c->status = TTA_NO_MEMORY;
  return own;
}

bool tta_compared_is_module(const tta_compared_op *own) {
  return !own->symbol.size &&
         (tta_str_is(own->name, "builtin.module") || tta_str_is(own->name, "ttcore.device_module"));
}

/* Symbols are what operations outside of functions are known by. */
static bool defines_symbol(const tta_compared_side *side, uint32_t op) {
  uint32_t parent = side->ops->ops[op].parent;
  if (parent == TTA_OPS_NONE) return true;
  return tta_str_ends_with(side->own[parent].name, "module") && side->ops->ops[op].num_results == 0;
}

static void name_operations(tta_comparison *c, tta_compared_side *side) {
  for (uint32_t op = 0; op < side->ops->num_ops; op++) {
    tta_compared_op *own = &side->own[op];
    *own = (tta_compared_op){.name = name_of(c, side->ops->ops[op].name), .match = TTA_OPS_NONE};
    own->moves = tta_move_is_relayout(own->name);
    if (defines_symbol(side, op)) own->symbol = tta_ops_symbol(side->ops, op);
    ignore_words(side, op);
    side->inside[op] = 1;
  }
  for (uint32_t op = side->ops->num_ops; op-- > 0;)
    if (side->ops->ops[op].parent != TTA_OPS_NONE) side->inside[side->ops->ops[op].parent] += side->inside[op];
}

static void number_operations(tta_comparison *c, tta_compared_side *side) {
  numberer n = {.c = c, .side = side, .text = tta_buf_new(c->arena->allocator)};
  for (uint32_t op = 0; op < side->ops->num_ops && !c->status; op++) {
    number_shape(&n, op);
    number_arguments(&n, op);
    number_local(&n, op);
  }
  for (uint32_t op = side->ops->num_ops; op-- > 0 && !c->status;) number_full(&n, op);
  tta_buf_free(&n.text);
}

static tta_status check_with_aliases_expanded(tta_compared_side *side) {
  tta_check_options *options;
  tta_status status = tta_check_options_new(side->source->allocator, &options);
  if (status) return status;
  tta_check_options_set_split(options, true);
  tta_check_options_set_canonicalize(options, true);
  tta_check_options_set_expand_aliases(options, true);
  status = tta_check_text(side->source, options, &side->check);
  tta_check_options_free(options);
  return status;
}

void tta_compared_read(tta_comparison *c, uint32_t number, const tta_layouts *layouts) {
  tta_compared_side *side = &c->side[number];
  side->layouts = layouts;
  side->source = tta_layouts_source(layouts);
  tta_strmap_init(&side->labels, c->arena->allocator);
  tta_str text = side->source->text;
  c->status = check_with_aliases_expanded(side);
  if (!c->status) c->status = tta_ops_read(text, (tta_span){0, (uint32_t)text.size}, c->arena->allocator, &side->ops);
  if (c->status) return;
  side->own = tta_arena_array(c->arena, (size_t)side->ops->num_ops + 1, sizeof *side->own);
  side->inside = tta_arena_array(c->arena, (size_t)side->ops->num_ops + 1, sizeof *side->inside);
  side->value_shape = tta_arena_array(c->arena, (size_t)side->ops->num_values + 1, sizeof *side->value_shape);
  side->ignored = tta_arena_array(c->arena, (size_t)side->ops->num_words + 1, sizeof *side->ignored);
  if (!side->own || !side->inside || !side->ignored || !side->value_shape) {
    c->status = TTA_NO_MEMORY;
    return;
  }
  memset(side->value_shape, 0, side->ops->num_values * sizeof *side->value_shape);
  name_operations(c, side);
  number_labels(c, side);
  number_operations(c, side);
}

void tta_compared_free(tta_compared_side *side) {
  tta_strmap_free(&side->labels);
  tta_ops_free(side->ops);
  tta_check_free(side->check);
}

/* ---- lists ---- */

static void add_to_list(tta_comparison *c, const tta_compared_side *side, uint32_t op, tta_op_list *list) {
  const tta_ops *ops = side->ops;
  if (!TTA_PUSH_IN(c->arena, list, items, op)) c->status = TTA_NO_MEMORY;
  if (!tta_compared_is_module(&side->own[op])) return;
  for (uint32_t r = ops->ops[op].first_region; r != TTA_OPS_NONE; r = ops->regions[r].next)
    for (uint32_t b = ops->regions[r].first_block; b != TTA_OPS_NONE; b = ops->blocks[b].next)
      for (uint32_t i = ops->blocks[b].first_op; i != TTA_OPS_NONE; i = ops->ops[i].next)
        add_to_list(c, side, i, list);
}

void tta_compared_list(tta_comparison *c, uint32_t number, uint32_t block, tta_op_list *list) {
  const tta_compared_side *side = &c->side[number];
  const tta_ops *ops = side->ops;
  *list = (tta_op_list){0};
  if (block != TTA_OPS_NONE)
    for (uint32_t i = ops->blocks[block].first_op; i != TTA_OPS_NONE; i = ops->ops[i].next)
      add_to_list(c, side, i, list);
  else
    for (uint32_t i = 0; i < ops->num_ops; i++)
      if (ops->ops[i].parent == TTA_OPS_NONE) add_to_list(c, side, i, list);
}
