/* edits.c: changes of a text, and lists between brackets without some of their items. */
#include "base/chars.h"
#include "base/format.h"
#include "base/sort.h"
#include "base/str.h"
#include "diag/results.h"
#include "reduce/reduce.h"

static void fail(tta_reducer *r) { r->status = TTA_NO_MEMORY; }

void tta_reduce_unit_add(tta_reducer *r, uint32_t what, uint32_t item) {
  if (!TTA_PUSH_IN(&r->arena, r, units, (tta_reduce_unit){what, item})) fail(r);
}

/* ---- edits ---- */

void tta_reduce_replace(tta_reducer *r, uint32_t begin, uint32_t end, tta_str text) {
  if (!TTA_PUSH_IN(&r->arena, r, edits, (tta_edit){{begin, end}, text})) fail(r);
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

void tta_reduce_remove(tta_reducer *r, uint32_t begin, uint32_t end) {
  const char *text = r->text.data;
  uint32_t low = begin, high = end, size = (uint32_t)r->text.size;
  while (end > begin && tta_is_blank(text[end - 1])) end--; /* the blanks before what follows stay */
  high = end;
  while (low > 0 && is_space(text[low - 1])) low--;
  while (high < size && is_space(text[high])) high++;
  bool whole = (low == 0 || text[low - 1] == '\n') && (high == size || text[high] == '\n');
  if (whole) tta_reduce_replace(r, low, high < size ? high + 1 : high, (tta_str){NULL, 0});
  else tta_reduce_replace(r, begin, end, (tta_str){NULL, 0});
}

static int order_edits(const void *a, const void *b) {
  tta_span x = ((const tta_edit *)a)->span, y = ((const tta_edit *)b)->span;
  if (x.begin != y.begin) return tta_order(x.begin, y.begin);
  return tta_order(y.end, x.end); /* the longer one first: what is in it is dropped */
}

void tta_reduce_apply(tta_reducer *r, tta_buf *out) {
  tta_edit *scratch = tta_arena_array(&r->arena, (size_t)r->num_edits + 1, sizeof *scratch);
  if (!scratch) {
    fail(r);
    return;
  }
  tta_sort(r->edits, scratch, r->num_edits, sizeof *scratch, order_edits);
  tta_edits_apply(out, r->text, r->edits, r->num_edits);
  if (out->failed) fail(r);
}

/* ---- lists ---- */

static uint32_t mate_of(const tta_reducer *r, uint32_t mark) { return r->marks->marks[mark].mate; }

/* The mark after an item: a comma or the closing bracket. */
static uint32_t item_end(const tta_reducer *r, uint32_t mark, uint32_t close) {
  while (mark < close && !tta_mark_is(r->marks, mark, TTA_MARK_COMMA)) {
    bool jump = tta_mark_is(r->marks, mark, TTA_MARK_OPEN) && mate_of(r, mark) != TTA_NO_MARK;
    mark = jump ? mate_of(r, mark) + 1 : mark + 1;
  }
  return mark;
}

uint32_t tta_reduce_num_items(const tta_reducer *r, uint32_t open) {
  uint32_t close = mate_of(r, open), count = 0;
  if (close == TTA_NO_MARK) return 0;
  const char *inside = r->text.data + tta_mark_end(r->marks, open);
  if (!tta_str_trim(tta_str_between(inside, r->text.data + tta_mark_begin(r->marks, close))).size) return 0;
  for (uint32_t mark = open + 1; mark <= close; mark = item_end(r, mark, close) + 1) count++;
  return count;
}

uint32_t tta_reduce_drop_items(tta_reducer *r, uint32_t open, const tta_reduce_unit *dropped, uint32_t num_dropped) {
  uint32_t close = mate_of(r, open), left = 0, item = 0;
  tta_buf text = tta_buf_new(r->arena.allocator);
  uint32_t begin = tta_mark_end(r->marks, open);
  for (uint32_t mark = open + 1; mark <= close; item++) {
    uint32_t end = item_end(r, mark, close);
    tta_str own = tta_str_between(r->text.data + begin, r->text.data + tta_mark_begin(r->marks, end));
    bool drop = num_dropped && dropped->item == item;
    if (drop) dropped++, num_dropped--;
    else if (left++) tta_buf_str(&text, ", ");
    if (!drop) tta_buf_append(&text, tta_str_trim(own));
    begin = tta_mark_end(r->marks, end);
    mark = end + 1;
  }
  tta_str own = tta_arena_take(&r->arena, &text);
  if (own.data) tta_reduce_replace(r, tta_mark_end(r->marks, open), tta_mark_begin(r->marks, close), own);
  else fail(r);
  return left;
}

/* ---- operations ---- */

bool tta_reduce_is_function(const tta_reducer *r, uint32_t op) {
  return tta_ops_is_function(r->ops->ops[op].name);
}

bool tta_reduce_is_module(const tta_reducer *r, uint32_t op) {
  return tta_str_ends_with(r->ops->ops[op].name, "module") && r->ops->ops[op].first_region != TTA_OPS_NONE;
}

uint32_t tta_reduce_arguments(const tta_reducer *r, uint32_t op) {
  const tta_ops_op *o = &r->ops->ops[op];
  if (o->generic || !tta_reduce_is_function(r, op)) return TTA_NO_MARK;
  uint32_t mark = tta_mark_before(r->marks, o->name_begin + 1);
  while (tta_mark_begin(r->marks, mark) < o->end && !tta_mark_is_name(r->marks, mark, '@')) mark++;
  mark = tta_mark_next(r->marks, mark);
  bool found = tta_mark_opens(r->marks, mark, '(') && mate_of(r, mark) != TTA_NO_MARK;
  return found && tta_mark_begin(r->marks, mark) < o->end ? mark : TTA_NO_MARK;
}
