/* changes.c: the differences of matched operations in the order of the left module, and of the memory of both. */
#include "base/chars.h"
#include "base/format.h"
#include "base/str.h"
#include "compare/compare.h"
#include "document/values.h"
#include "move/move.h"
#include "ttattr/memory.h"

/* The differences of two layouts, and the bytes of a move from one to the other. */
typedef struct layout_pair {
  tta_differences differences;
  bool compared;
  int64_t moved_bytes;
} layout_pair;

typedef struct teller {
  tta_comparison c;
  tta_change *changes;
  uint32_t num_changes, cap_changes;
  tta_strmap pair_of; /* "L 1 2" -> pairs */
  layout_pair *pairs;
  uint32_t num_pairs, cap_pairs;
  tta_str function;   /* symbol of the one around the operations */
  tta_change change;  /* what the next differences are about */
} teller;

/* ---- one change ---- */

static void fail(teller *t) { t->c.status = TTA_NO_MEMORY; }

static void tell(teller *t, tta_difference d) {
  tta_change change = t->change;
  d.name = change.difference.name;
  change.difference = d;
  if (!TTA_PUSH_IN(t->c.arena, t, changes, change)) fail(t);
}

static tta_difference_value text_value(tta_str text) { return (tta_difference_value){.text = text}; }

static tta_str take(teller *t, tta_buf *text) {
  tta_str own = tta_arena_take(t->c.arena, text);
  if (!own.data) fail(t);
  return own;
}

/* @param unit empty: a number of what the words of the difference say */
static tta_difference_value number_value(teller *t, int64_t number, const char *unit) {
  tta_buf text = tta_buf_new(t->c.arena->allocator);
  tta_buf_int(&text, number);
  if (*unit) tta_buf_printf(&text, " %s%s", unit, tta_plural(number));
  return text_value(take(t, &text));
}

static tta_difference_value line_value(teller *t, uint32_t line) {
  tta_buf text = tta_buf_new(t->c.arena->allocator);
  tta_buf_printf(&text, "line %u", (unsigned)line);
  return text_value(take(t, &text));
}

/* Numbers that are not known (-1) are not compared. */
static void tell_number(teller *t, const char *path, const char *what, const char *unit, int64_t a, int64_t b) {
  if (a == b || a < 0 || b < 0) return;
  tell(t, (tta_difference){.path = path, .what = what, .left = number_value(t, a, unit),
                           .right = number_value(t, b, unit)});
}

static void tell_text(teller *t, const char *path, const char *what, tta_str a, tta_str b) {
  if (!tta_str_equal(a, b))
    tell(t, (tta_difference){.path = path, .what = what, .left = text_value(a), .right = text_value(b)});
}

static tta_str canonical(teller *t, uint32_t side, tta_str part) {
  tta_buf text = tta_buf_new(t->c.arena->allocator);
  tta_compared_text(&text, &t->c.side[side], part);
  return take(t, &text);
}

/* ---- what a change is about ---- */

static uint32_t line_of(teller *t, uint32_t side, uint32_t offset) {
  return tta_source_position(t->c.side[side].source, offset).line;
}

static void set_name(teller *t, tta_str name) {
  tta_buf text = tta_buf_new(t->c.arena->allocator);
  if (t->function.size) tta_function_prefix(&text, t->function);
  tta_buf_append(&text, name);
  t->change.difference.name = take(t, &text);
}

/* An operation is called by its first result, or by its name; a function by its symbol. */
static void set_operation(teller *t, uint32_t side, uint32_t op) {
  const tta_compared_side *s = &t->c.side[side];
  const tta_ops_op *o = &s->ops->ops[op];
  tta_buf symbol = tta_buf_new(t->c.arena->allocator);
  if (o->num_results) set_name(t, tta_ops_value_name(s->ops, o->first_result, t->c.arena));
  else if (!s->own[op].symbol.size) set_name(t, o->name);
  else tta_function_prefix(&symbol, s->own[op].symbol);
  if (symbol.size) symbol.size--; /* without the slash */
  if (symbol.size || symbol.failed) t->change.difference.name = take(t, &symbol);
  t->change.operation = o->name;
  t->change.function = t->function;
}

static void start(teller *t, tta_change_kind kind, uint32_t left, uint32_t right) {
  t->change = (tta_change){.kind = kind, .moved_bytes = -1};
  if (left != TTA_OPS_NONE) t->change.left_line = line_of(t, 0, t->c.side[0].ops->ops[left].begin);
  if (right != TTA_OPS_NONE) t->change.right_line = line_of(t, 1, t->c.side[1].ops->ops[right].begin);
  if (left != TTA_OPS_NONE) set_operation(t, 0, left);
  else set_operation(t, 1, right);
}

/* ---- layouts ---- */

static tta_layout_ref ref_of(const tta_layout_entry *entry) { return tta_layout_ref_of(entry->layout, entry->tiled); }

/* One comparison for each pair of layouts of the modules. */
static layout_pair *pair_of(teller *t, const char *what, const tta_layout_entry *a, const tta_layout_entry *b) {
  tta_buf key = tta_buf_new(t->c.arena->allocator);
  tta_buf_printf(&key, "%s %p %p", what, (const void *)a, (const void *)b);
  tta_str own = take(t, &key);
  uint32_t *found = own.data ? tta_strmap_add(&t->pair_of, own, t->num_pairs) : NULL;
  if (found && *found < t->num_pairs) return &t->pairs[*found];
  if (!found || !TTA_PUSH_IN(t->c.arena, t, pairs, (layout_pair){.moved_bytes = -1})) {
    fail(t);
    return NULL;
  }
  return &t->pairs[t->num_pairs - 1];
}

/* @return NULL: not comparable, or out of memory */
static const tta_differences *layout_differences(teller *t, const tta_layout_entry *a, const tta_layout_entry *b) {
  uint32_t before = t->num_pairs;
  layout_pair *pair = pair_of(t, "compare", a, b);
  if (pair && t->num_pairs > before) {
    tta_layout_ref left = ref_of(a), right = ref_of(b);
    bool same = a->layout && b->layout && a->layout->type.size && tta_str_equal(a->layout->type, b->layout->type);
    tta_status status = TTA_OK;
    if (same) pair->differences = (tta_differences){.count = 0};
    else status = tta_layout_differences(&left, &right, t->c.arena, &pair->differences, NULL);
    if (status == TTA_NO_MEMORY) fail(t);
    pair->compared = !status;
  }
  return pair && pair->compared ? &pair->differences : NULL;
}

static void tell_layouts(teller *t, const tta_differences *all, const tta_layout *a, const tta_layout *b) {
  for (size_t i = 0; i < all->count; i++) tell(t, all->item[i]);
  if (!all->count || !a || !b) return;
  tell_number(t, "shard_bytes", "the shard of a core", "byte", a->shard_bytes, b->shard_bytes);
  tell_number(t, "padding_elements", "the padding", "element", a->padding_elements, b->padding_elements);
}

static void compare_types(teller *t, tta_str left, tta_str right) {
  const tta_layout_entry *a = tta_compared_entry(&t->c.side[0], left), *b = tta_compared_entry(&t->c.side[1], right);
  const tta_differences *all = a && b ? layout_differences(t, a, b) : NULL;
  if (t->c.status) return;
  if (all) tell_layouts(t, all, a->layout, b->layout);
  else tell_text(t, "type", "the type", canonical(t, 0, left), canonical(t, 1, right));
}

static void compare_values(teller *t, uint32_t left, uint32_t right) {
  const tta_ops *a = t->c.side[0].ops, *b = t->c.side[1].ops;
  set_name(t, tta_ops_value_name(a, left, t->c.arena));
  if (a->values[left].block != TTA_OPS_NONE) t->change.operation = (tta_str){0};
  compare_types(t, a->values[left].type, b->values[right].type);
}

/* ---- moves ---- */

static const tta_layout_entry *entry_of_value(const tta_compared_side *side, uint32_t value) {
  return value == TTA_OPS_NONE ? NULL : tta_compared_entry(side, side->ops->values[value].type);
}

static int64_t moved_bytes(teller *t, uint32_t side, uint32_t op) {
  const tta_compared_side *s = &t->c.side[side];
  const tta_ops_op *o = &s->ops->ops[op];
  if (!s->own[op].moves || !o->num_operands || !o->num_results) return -1;
  const tta_layout_entry *from = entry_of_value(s, s->ops->operands[o->first_operand].value);
  const tta_layout_entry *to = entry_of_value(s, o->first_result);
  if (!from || !to || !from->layout || !to->layout) return -1;
  uint32_t before = t->num_pairs;
  layout_pair *pair = pair_of(t, "move", from, to);
  if (!pair || t->num_pairs == before) return pair ? pair->moved_bytes : -1;
  tta_move *move;
  tta_move_spec spec = {.from = from->layout, .to = to->layout, .allocator = t->c.arena->allocator};
  tta_status status = tta_transfer_plan(&spec, &move);
  if (!status) pair->moved_bytes = tta_move_get_totals(move)->bytes_on_noc;
  if (status == TTA_NO_MEMORY) fail(t);
  tta_move_free(move);
  return pair->moved_bytes;
}

/* ---- operations ---- */

static tta_str words_of(teller *t, uint32_t side, uint32_t op) {
  tta_buf text = tta_buf_new(t->c.arena->allocator);
  tta_compared_words(&text, &t->c.side[side], op);
  return take(t, &text);
}

/* ---- attributes ---- */

enum { MAX_FIELD_DEPTH = 8 };

/* The text of an item `key=value`, or the whole item as a value without a key. */
static void split_item(tta_str item, tta_str *key, tta_str *value) {
  size_t size = 0;
  while (size < item.size && tta_is_bare_byte(item.data[size])) size++;
  bool keyed = size > 0 && size < item.size && item.data[size] == '=';
  *key = (tta_str){item.data, keyed ? size : 0};
  *value = tta_str_rest(item, keyed ? size + 1 : 0);
}

/* @return whether an item of the list has the key; its value */
static bool find_item(tta_str list, tta_str key, tta_str *value) {
  for (tta_str item, own; tta_ops_next_item(&list, &item);) {
    split_item(item, &own, value);
    if (own.size && tta_str_equal(own, key)) return true;
  }
  return false;
}

/* Whether two lists without the brackets have the same items without keys, and some with. */
static bool has_same_positions(tta_str a, tta_str b) {
  tta_str item, key, value[2];
  bool any_key = false;
  for (;;) {
    bool more[2];
    for (int s = 0; s < 2; s++) {
      while ((more[s] = tta_ops_next_item(s ? &b : &a, &item))) {
        split_item(item, &key, &value[s]);
        if (!key.size) break;
        any_key = true;
      }
    }
    if (!more[0] || !more[1]) return any_key && more[0] == more[1];
    if (!tta_str_equal(value[0], value[1])) return false;
  }
}

static void tell_fields(teller *t, tta_str path, tta_str a, tta_str b, int depth);

static void tell_field(teller *t, tta_str path, tta_str key, tta_str a, tta_str b, int depth) {
  tta_buf text = tta_buf_new(t->c.arena->allocator);
  if (tta_str_equal(a, b)) return;
  tta_buf_printf(&text, "%.*s.%.*s", TTA_STR_ARGS(path), TTA_STR_ARGS(key));
  tta_str own = take(t, &text);
  if (own.data) tell_fields(t, own, a, b, depth);
}

/* Of an attribute with named fields those that differ. @param path `attribute.NAME.FIELD`, with a NUL after it */
static void tell_fields(teller *t, tta_str path, tta_str a, tta_str b, int depth) {
  tta_str x = tta_ops_inside(a), y = tta_ops_inside(b), item, key, value, other;
  tta_str head_a = tta_str_between(a.data, x.data), head_b = tta_str_between(b.data, y.data);
  if (depth > MAX_FIELD_DEPTH || !x.size || !y.size || !tta_str_equal(head_a, head_b) || !has_same_positions(x, y)) {
    tell_text(t, path.data, path.data + strlen("attribute."), a, b);
    return;
  }
  for (tta_str rest = x; tta_ops_next_item(&rest, &item) && !t->c.status;) {
    split_item(item, &key, &value);
    if (key.size) tell_field(t, path, key, value, find_item(y, key, &other) ? other : (tta_str){0}, depth + 1);
  }
  for (tta_str rest = y; tta_ops_next_item(&rest, &item) && !t->c.status;) {
    split_item(item, &key, &value);
    if (key.size && !find_item(x, key, &other)) tell_field(t, path, key, (tta_str){0}, value, depth + 1);
  }
}

/* A unit attribute is its name. */
static tta_str attribute_text(teller *t, uint32_t side, const tta_ops_attribute *attribute) {
  if (!attribute) return (tta_str){0};
  return attribute->value.size ? canonical(t, side, attribute->value) : TTA_STR("unit");
}

/* `tt.device` of a module is now `ttcore.device`. */
static const tta_ops_attribute *find_attribute(const tta_ops *ops, uint32_t op, tta_str name) {
  const tta_ops_op *o = &ops->ops[op];
  bool core = tta_str_skip(&name, "tt.") || tta_str_skip(&name, "ttcore.");
  for (uint32_t i = 0; i < o->num_attributes; i++) {
    tta_str own = ops->attributes[o->first_attribute + i].name;
    if ((tta_str_skip(&own, "tt.") || tta_str_skip(&own, "ttcore.")) == core && tta_str_equal(own, name))
      return &ops->attributes[o->first_attribute + i];
  }
  return NULL;
}

static void compare_attributes(teller *t, uint32_t left, uint32_t right) {
  const tta_ops *a = t->c.side[0].ops, *b = t->c.side[1].ops;
  for (uint32_t i = 0; i < a->ops[left].num_attributes && !t->c.status; i++) {
    const tta_ops_attribute *x = &a->attributes[a->ops[left].first_attribute + i];
    if (tta_compared_is_structure(x->name)) continue;
    tta_str from = attribute_text(t, 0, x), to = attribute_text(t, 1, find_attribute(b, right, x->name));
    tell_field(t, TTA_STR("attribute"), x->name, from, to, 0);
  }
  for (uint32_t i = 0; i < b->ops[right].num_attributes && !t->c.status; i++) {
    const tta_ops_attribute *x = &b->attributes[b->ops[right].first_attribute + i];
    if (!tta_compared_is_structure(x->name) && !find_attribute(a, left, x->name))
      tell_field(t, TTA_STR("attribute"), x->name, (tta_str){0}, attribute_text(t, 1, x), 0);
  }
}

/* `%3 of ttnn.add` */
static tta_str operand_text(teller *t, uint32_t side, uint32_t value) {
  const tta_ops *ops = t->c.side[side].ops;
  if (value == TTA_OPS_NONE) return TTA_STR("an unknown value");
  const tta_ops_value *v = &ops->values[value];
  tta_buf text = tta_buf_new(t->c.arena->allocator);
  tta_buf_append(&text, tta_ops_value_name(ops, value, t->c.arena));
  if (v->block == TTA_OPS_NONE && v->op != TTA_OPS_NONE)
    tta_buf_printf(&text, " of %.*s", TTA_STR_ARGS(ops->ops[v->op].name));
  return take(t, &text);
}

static bool same_operand(const teller *t, uint32_t left, uint32_t right) {
  uint32_t a = tta_compared_origin(&t->c.side[0], left), b = tta_compared_origin(&t->c.side[1], right);
  if (a == TTA_OPS_NONE || b == TTA_OPS_NONE) return a == b;
  if (tta_compared_partner(&t->c, a) == b) return true;
  /* both computed by operations without a partner and without operands: these are told */
  uint32_t x = t->c.side[0].ops->values[a].op, y = t->c.side[1].ops->values[b].op;
  return x != TTA_OPS_NONE && y != TTA_OPS_NONE && t->c.side[0].own[x].match == TTA_OPS_NONE &&
         t->c.side[1].own[y].match == TTA_OPS_NONE;
}

static void compare_operands(teller *t, uint32_t left, uint32_t right) {
  const tta_ops *a = t->c.side[0].ops, *b = t->c.side[1].ops;
  const tta_ops_op *x = &a->ops[left], *y = &b->ops[right];
  if (x->num_operands != y->num_operands) {
    tell_number(t, "operands", "the operands", "", x->num_operands, y->num_operands);
    return;
  }
  for (uint32_t i = 0; i < x->num_operands && !t->c.status; i++) {
    uint32_t from = a->operands[x->first_operand + i].value, to = b->operands[y->first_operand + i].value;
    if (same_operand(t, from, to)) continue;
    tta_buf path = tta_buf_new(t->c.arena->allocator);
    tta_buf_printf(&path, "operand %u", (unsigned)i);
    tta_str own = take(t, &path);
    tta_difference d = {.path = own.data, .what = own.data, .left = text_value(operand_text(t, 0, from)),
                        .right = text_value(operand_text(t, 1, to))};
    tell(t, d);
  }
}

/* `block 2`: the number in the region, from 0. Labels have no meaning. */
static tta_str block_text(teller *t, uint32_t block) {
  tta_buf text = tta_buf_new(t->c.arena->allocator);
  if (block == TTA_OPS_NONE) tta_buf_str(&text, "an unknown block");
  else tta_buf_printf(&text, "block %u", (unsigned)block);
  return take(t, &text);
}

static void compare_successors(teller *t, uint32_t left, uint32_t right) {
  uint32_t at[2] = {0, 0}, block[2];
  for (uint32_t i = 0; !t->c.status; i++) {
    bool more[2] = {tta_compared_successor(&t->c.side[0], left, &at[0], &block[0]),
                    tta_compared_successor(&t->c.side[1], right, &at[1], &block[1])};
    if (!more[0] && !more[1]) return;
    if (more[0] && more[1] && block[0] == block[1]) continue;
    tta_buf path = tta_buf_new(t->c.arena->allocator);
    tta_buf_printf(&path, "successor %u", (unsigned)i);
    tta_str own = take(t, &path), none = {0};
    tell(t, (tta_difference){.path = own.data, .what = own.data,
                             .left = text_value(more[0] ? block_text(t, block[0]) : none),
                             .right = text_value(more[1] ? block_text(t, block[1]) : none)});
  }
}

static void compare_results(teller *t, uint32_t left, uint32_t right) {
  const tta_ops_op *x = &t->c.side[0].ops->ops[left], *y = &t->c.side[1].ops->ops[right];
  tell_number(t, "results", "the results", "", x->num_results, y->num_results);
  for (uint32_t i = 0; i < x->num_results && i < y->num_results && !t->c.status; i++)
    compare_values(t, x->first_result + i, y->first_result + i);
  if (!t->c.side[0].own[left].moves) return;
  int64_t a = moved_bytes(t, 0, left), b = moved_bytes(t, 1, right);
  tell_number(t, "moved_bytes", "bytes on the NoC", "byte", a, b);
}

static void compare_type_lists(teller *t, uint32_t left, uint32_t right, uint32_t count) {
  const tta_ops *a = t->c.side[0].ops, *b = t->c.side[1].ops;
  for (uint32_t i = 0; i < count && !t->c.status; i++) compare_types(t, a->types[left + i], b->types[right + i]);
}

static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* The types of a declaration; those of a function with a body are the types of its arguments and of what it returns. */
static void compare_declared_types(teller *t, uint32_t left, uint32_t right) {
  const tta_ops *a = t->c.side[0].ops, *b = t->c.side[1].ops;
  const tta_ops_op *x = &a->ops[left], *y = &b->ops[right];
  if (x->num_results || x->first_region != TTA_OPS_NONE || !tta_ops_is_function(x->name)) return;
  tell_number(t, "arguments", "the arguments", "", x->num_inputs, y->num_inputs);
  compare_type_lists(t, x->first_input, y->first_input, lesser(x->num_inputs, y->num_inputs));
  tell_number(t, "results", "the result types", "", x->num_types, y->num_types);
  compare_type_lists(t, x->first_type, y->first_type, lesser(x->num_types, y->num_types));
}

/* ---- blocks ---- */

static void tell_lists(teller *t, uint32_t left, uint32_t right);

static void compare_arguments(teller *t, uint32_t left, uint32_t right) {
  const tta_ops_block *a = &t->c.side[0].ops->blocks[left], *b = &t->c.side[1].ops->blocks[right];
  tell_number(t, "arguments", "the arguments", "", a->num_arguments, b->num_arguments);
  for (uint32_t i = 0; i < a->num_arguments && i < b->num_arguments && !t->c.status; i++)
    compare_values(t, a->first_argument + i, b->first_argument + i);
}

static void compare_regions(teller *t, uint32_t left, uint32_t right) {
  tta_block_pairs pairs = tta_block_pairs_of(&t->c, left, right);
  int64_t blocks[2] = {0, 0};
  while (tta_block_pairs_next(&pairs) && !t->c.status) {
    for (uint32_t s = 0; s < 2; s++) blocks[s] += pairs.block[s] != TTA_OPS_NONE;
    if (pairs.block[0] == TTA_OPS_NONE || pairs.block[1] == TTA_OPS_NONE) continue;
    start(t, TTA_CHANGE_PART, left, right);
    compare_arguments(t, pairs.block[0], pairs.block[1]);
    tell_lists(t, pairs.block[0], pairs.block[1]);
  }
  start(t, TTA_CHANGE_PART, left, right);
  tell_number(t, "blocks", "the blocks", "", blocks[0], blocks[1]);
}

static bool is_function(const tta_compared_op *own) {
  return own->symbol.size && tta_ops_is_function(own->name);
}

static void compare_operations(teller *t, uint32_t left, uint32_t right) {
  const tta_compared_op *a = &t->c.side[0].own[left], *b = &t->c.side[1].own[right];
  tta_str around = t->function;
  start(t, a->out_of_order ? TTA_CHANGE_ORDER : TTA_CHANGE_PART, left, right);
  if (a->out_of_order)
    tell(t, (tta_difference){.path = "order", .what = "its place", .left = line_value(t, t->change.left_line),
                             .right = line_value(t, t->change.right_line)});
  t->change.kind = TTA_CHANGE_PART;
  tell_text(t, "symbol", "the symbol", a->symbol, b->symbol);
  tell_text(t, "words", "the text", words_of(t, 0, left), words_of(t, 1, right));
  compare_attributes(t, left, right);
  compare_operands(t, left, right);
  compare_successors(t, left, right);
  compare_declared_types(t, left, right);
  compare_results(t, left, right);
  if (tta_compared_is_module(a)) return;
  if (is_function(a)) t->function = a->symbol;
  compare_regions(t, left, right);
  t->function = around;
}

static void tell_one_sided(teller *t, uint32_t side, uint32_t op) {
  const tta_compared_op *own = &t->c.side[side].own[op];
  bool left = side == 0;
  start(t, left ? TTA_CHANGE_REMOVED : TTA_CHANGE_ADDED, left ? op : TTA_OPS_NONE, left ? TTA_OPS_NONE : op);
  t->change.operations = tta_compared_is_module(own) ? 1 : t->c.side[side].inside[op];
  t->change.moved_bytes = moved_bytes(t, side, op);
  tta_difference_value name = text_value(t->c.side[side].ops->ops[op].name), nothing = {0};
  bool function = is_function(own);
  tell(t, (tta_difference){.path = function ? "function" : "operation",
                           .what = function ? "the function" : "the operation", .left = left ? name : nothing,
                           .right = left ? nothing : name});
}

/* Left ones in order; right ones without a partner before the partner that they are in front of. */
static void tell_lists(teller *t, uint32_t left, uint32_t right) {
  tta_op_list a, b;
  uint32_t next = 0;
  tta_compared_list(&t->c, 0, left, &a);
  tta_compared_list(&t->c, 1, right, &b);
  for (uint32_t i = 0; i < a.num_items && !t->c.status; i++) {
    const tta_compared_op *own = &t->c.side[0].own[a.items[i]];
    if (own->match == TTA_OPS_NONE) {
      tell_one_sided(t, 0, a.items[i]);
      continue;
    }
    for (; !own->out_of_order && next < b.num_items; next++) {
      const tta_compared_op *other = &t->c.side[1].own[b.items[next]];
      if (other->match == TTA_OPS_NONE) tell_one_sided(t, 1, b.items[next]);
      else if (!other->told && !t->c.side[0].own[other->match].out_of_order) break;
    }
    compare_operations(t, a.items[i], own->match);
    t->c.side[1].own[own->match].told = true;
  }
  for (; next < b.num_items && !t->c.status; next++)
    if (t->c.side[1].own[b.items[next]].match == TTA_OPS_NONE) tell_one_sided(t, 1, b.items[next]);
}

/* ---- memory ---- */

static tta_status plan_of(const tta_compared_side *side, tta_memory_plan **plan) {
  tta_memory_plan_options options;
  tta_memory_plan_options_init(&options);
  options.allocator = side->source->allocator;
  *plan = NULL;
  if (tta_results_num_errors(tta_layouts_results(side->layouts))) return TTA_OK;
  tta_status status = tta_memory_plan_new(side->source, &options, plan, NULL);
  return status == TTA_NO_MEMORY ? status : TTA_OK;
}

static const char *verdict_text(const tta_memory_plan *plan) {
  static const char *const texts[] = {"nothing is planned", "it fits", "not known", "it does not fit"};
  return texts[tta_memory_plan_verdict(plan)];
}

static void compare_plans(teller *t, const tta_memory_plan *a, const tta_memory_plan *b) {
  static const char *const paths[] = {"memory.dram.peak", "memory.l1.peak", "memory.l1_small.peak",
                                      "memory.trace.peak"};
  static const char *const what[] = {"DRAM at its peak, of a bank", "L1 at its peak, of a bank",
                                     "L1_SMALL at its peak, of a bank", "TRACE at its peak, of a bank"};
  for (size_t i = 0; i < tta_memory_plan_num_banks(a) && i < tta_memory_plan_num_banks(b); i++) {
    const tta_memory_bank *x = tta_memory_plan_bank(a, i), *y = tta_memory_plan_bank(b, i);
    if (x->type != y->type) return; /* other systems */
    t->change.left_line = x->peak_line;
    t->change.right_line = y->peak_line;
    tell_number(t, paths[x->type], what[x->type], "byte", x->peak, y->peak);
  }
  t->change.left_line = t->change.right_line = 0;
  tell_text(t, "memory.fits", "the memory", tta_str_from(verdict_text(a)), tta_str_from(verdict_text(b)));
}

static void compare_memory(teller *t) {
  tta_memory_plan *plan[2] = {NULL, NULL};
  tta_status status = plan_of(&t->c.side[0], &plan[0]);
  if (!status) status = plan_of(&t->c.side[1], &plan[1]);
  t->change = (tta_change){.kind = TTA_CHANGE_MEMORY, .moved_bytes = -1};
  if (status) fail(t);
  else if (plan[0] && plan[1] && tta_memory_plan_is_planned(plan[0]) && tta_memory_plan_is_planned(plan[1]))
    compare_plans(t, plan[0], plan[1]);
  tta_memory_plan_free(plan[0]);
  tta_memory_plan_free(plan[1]);
}

/* ---- the public functions ---- */

const char *tta_change_kind_name(tta_change_kind kind) {
  static const char *const names[] = {"added", "removed", "order", "part", "memory"};
  return kind <= TTA_CHANGE_MEMORY ? names[kind] : "";
}

static size_t num_operations(const tta_compared_side *side) { return side->ops ? side->ops->num_ops : 0; }

tta_status tta_module_changes(const tta_layouts *a, const tta_layouts *b, tta_arena *arena, tta_changes *changes) {
  teller t = {.c = {.arena = arena}};
  tta_strmap_init(&t.c.numbers, arena->allocator);
  tta_strmap_init(&t.pair_of, arena->allocator);
  tta_compared_read(&t.c, 0, a);
  if (!t.c.status) tta_compared_read(&t.c, 1, b);
  if (!t.c.status) tta_compared_match(&t.c);
  if (!t.c.status) tell_lists(&t, TTA_OPS_NONE, TTA_OPS_NONE);
  if (!t.c.status && t.num_changes) compare_memory(&t);
  *changes = (tta_changes){t.num_changes, t.changes, num_operations(&t.c.side[0]), num_operations(&t.c.side[1])};
  tta_compared_free(&t.c.side[0]);
  tta_compared_free(&t.c.side[1]);
  tta_strmap_free(&t.c.numbers);
  tta_strmap_free(&t.pair_of);
  return t.c.status;
}
