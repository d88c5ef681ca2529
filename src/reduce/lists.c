/* lists.c: arguments of functions, operands and attributes of operations, and fields of attributes are left out. */
#include "base/str.h"
#include "base/strmap.h"
#include "reduce/reduce.h"

/* Units of one list are next to each other, their items in order. */
static uint32_t num_of_list(const tta_reducer *r, uint32_t first, uint32_t end) {
  uint32_t i = first;
  while (i < end && r->units[i].what == r->units[first].what) i++;
  return i - first;
}

/* ---- arguments ---- */

static bool is_used(const tta_reducer *r, uint32_t value) {
  for (uint32_t i = 0; i < r->ops->num_uses; i++)
    if (r->ops->uses[i].value == value) return true;
  return false;
}

void tta_reduce_list_arguments(tta_reducer *r) {
  for (uint32_t op = 0; op < r->ops->num_ops; op++) {
    uint32_t open = tta_reduce_arguments(r, op), region = r->ops->ops[op].first_region;
    uint32_t block = region == TTA_OPS_NONE ? TTA_OPS_NONE : r->ops->regions[region].first_block;
    if (open == TTA_NO_MARK) continue;
    uint32_t items = tta_reduce_num_items(r, open);
    bool named = block != TTA_OPS_NONE && r->ops->blocks[block].num_arguments == items;
    for (uint32_t i = 0; i < items; i++)
      if (!named || !is_used(r, r->ops->blocks[block].first_argument + i)) tta_reduce_unit_add(r, open, i);
  }
}

void tta_reduce_items(tta_reducer *r, uint32_t first, uint32_t count) {
  for (uint32_t i = first, end = first + count, size; i < end; i += size) {
    size = num_of_list(r, i, end);
    tta_reduce_drop_items(r, r->units[i].what, &r->units[i], size);
  }
}

/* ---- attributes ---- */

void tta_reduce_list_attributes(tta_reducer *r) {
  uint32_t last = TTA_NO_MARK;
  for (uint32_t i = 0; i < r->ops->num_attributes; i++) {
    uint32_t mark = tta_mark_before(r->marks, r->ops->attributes[i].begin + 1);
    uint32_t open = mark == TTA_NO_MARK ? TTA_NO_MARK : tta_mark_enclosing(r->marks, mark, '{');
    if (open == TTA_NO_MARK || open == last) continue;
    last = open;
    uint32_t items = tta_reduce_num_items(r, open);
    for (uint32_t item = 0; item < items; item++) tta_reduce_unit_add(r, open, item);
  }
}

/* An empty dictionary, with `<` and `>` of properties or the word before it. */
static void remove_dictionary(tta_reducer *r, uint32_t open) {
  uint32_t begin = tta_mark_begin(r->marks, open), end = tta_mark_end(r->marks, r->marks->marks[open].mate);
  uint32_t before = open ? open - 1 : TTA_NO_MARK;
  const char *text = r->text.data;
  bool named = before != TTA_NO_MARK && tta_mark_is_word(r->marks, before, "attributes");
  if (named) begin = tta_mark_begin(r->marks, before);
  if (begin && text[begin - 1] == '<' && end < r->text.size && text[end] == '>') begin--, end++;
  while (begin && text[begin - 1] == ' ') begin--;
  tta_reduce_replace(r, begin, end, (tta_str){NULL, 0});
}

void tta_reduce_attributes(tta_reducer *r, uint32_t first, uint32_t count) {
  for (uint32_t i = first, end = first + count, size; i < end; i += size) {
    uint32_t open = r->units[i].what;
    size = num_of_list(r, i, end);
    if (size == tta_reduce_num_items(r, open)) remove_dictionary(r, open);
    else tta_reduce_drop_items(r, open, &r->units[i], size);
  }
}

/* ---- fields ---- */

/* `#x.y<`, `!x.y<`, `tensor<`, `memref<` and brackets in these. */
static bool is_in_attribute(const tta_reducer *r, uint32_t open) {
  for (uint32_t at = open; at != TTA_NO_MARK && at > 0; at = tta_mark_enclosing(r->marks, at, 0)) {
    if (!tta_mark_opens(r->marks, at, '<')) continue;
    bool joined = tta_mark_end(r->marks, at - 1) == tta_mark_begin(r->marks, at);
    bool named = tta_mark_is(r->marks, at - 1, TTA_MARK_NAME) || tta_mark_is(r->marks, at - 1, TTA_MARK_WORD);
    if (joined && named) return true;
  }
  return false;
}

static tta_str list_text(const tta_reducer *r, uint32_t open) {
  return tta_str_between(r->text.data + tta_mark_begin(r->marks, open),
                         r->text.data + tta_mark_begin(r->marks, r->marks->marks[open].mate));
}

/* `tensor<` or `memref<`: what is left out of it is an encoding or a memory space. */
static bool is_type(const tta_reducer *r, uint32_t open) {
  return open > 0 && tta_mark_end(r->marks, open - 1) == tta_mark_begin(r->marks, open) &&
         (tta_mark_is_word(r->marks, open - 1, "tensor") || tta_mark_is_word(r->marks, open - 1, "memref"));
}

/* Equal lists lose the same items: a type is written at each use of a value. */
static void list_fields(tta_reducer *r, bool of_types) {
  tta_strmap known;
  tta_strmap_init(&known, r->arena.allocator);
  for (uint32_t mark = 0; mark < r->marks->num_marks && !r->status; mark++) {
    if (!tta_mark_is(r->marks, mark, TTA_MARK_OPEN) || r->marks->marks[mark].mate == TTA_NO_MARK) continue;
    if (!is_in_attribute(r, mark) || is_type(r, mark) != of_types) continue;
    if (tta_strmap_find(&known, list_text(r, mark))) continue;
    if (!tta_strmap_add(&known, list_text(r, mark), mark)) r->status = TTA_NO_MEMORY;
    uint32_t items = tta_reduce_num_items(r, mark);
    for (uint32_t i = 0; i < items && items > 1; i++) tta_reduce_unit_add(r, mark, i);
  }
  tta_strmap_free(&known);
}

void tta_reduce_list_types(tta_reducer *r) { list_fields(r, true); }
void tta_reduce_list_fields(tta_reducer *r) { list_fields(r, false); }

void tta_reduce_fields(tta_reducer *r, uint32_t first, uint32_t count) {
  uint32_t end = first + count;
  tta_strmap units; /* text of a list -> its first unit */
  tta_strmap_init(&units, r->arena.allocator);
  for (uint32_t i = first; i < end && !r->status; i += num_of_list(r, i, end))
    if (!tta_strmap_add(&units, list_text(r, r->units[i].what), i)) r->status = TTA_NO_MEMORY;
  for (uint32_t mark = 0; mark < r->marks->num_marks && !r->status; mark++) {
    if (!tta_mark_is(r->marks, mark, TTA_MARK_OPEN) || r->marks->marks[mark].mate == TTA_NO_MARK) continue;
    const uint32_t *unit = tta_strmap_find(&units, list_text(r, mark));
    if (unit) tta_reduce_drop_items(r, mark, &r->units[*unit], num_of_list(r, *unit, end));
  }
  tta_strmap_free(&units);
}

/* ---- operands ---- */

/* `(` of the operands after the name of an operation in generic form, and `(` of their types, or none. */
typedef struct operand_lists {
  uint32_t operands, types;
} operand_lists;

static operand_lists lists_of(const tta_reducer *r, uint32_t op) {
  const tta_ops_op *o = &r->ops->ops[op];
  operand_lists lists = {TTA_NO_MARK, TTA_NO_MARK};
  uint32_t mark = tta_mark_before(r->marks, o->name_begin + 1), open = tta_mark_next(r->marks, mark);
  if (!o->generic || !o->num_operands || !o->num_inputs || !tta_mark_opens(r->marks, open, '(')) return lists;
  mark = tta_mark_before(r->marks, (uint32_t)(r->ops->types[o->first_input].data - r->text.data) + 1);
  uint32_t types = tta_mark_enclosing(r->marks, mark, '(');
  if (types == TTA_NO_MARK || tta_reduce_num_items(r, types) != o->num_operands ||
      tta_reduce_num_items(r, open) != o->num_operands) return lists;
  return (operand_lists){open, types};
}

void tta_reduce_list_operands(tta_reducer *r) {
  for (uint32_t op = 0; op < r->ops->num_ops; op++) {
    uint32_t open = lists_of(r, op).operands;
    for (uint32_t i = 0; open != TTA_NO_MARK && i < r->ops->ops[op].num_operands; i++) tta_reduce_unit_add(r, op, i);
  }
}

void tta_reduce_operands(tta_reducer *r, uint32_t first, uint32_t count) {
  for (uint32_t i = first, end = first + count, size; i < end && !r->status; i += size) {
    operand_lists lists = lists_of(r, r->units[i].what);
    size = num_of_list(r, i, end);
    tta_reduce_drop_items(r, lists.operands, &r->units[i], size);
    tta_reduce_drop_items(r, lists.types, &r->units[i], size);
  }
}
