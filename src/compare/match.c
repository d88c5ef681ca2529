/* match.c: which operations of two modules are the same: by symbol, then as the longest sequence of both lists that
 * agrees best, then by structure alone, which finds what changed its place. */
#include "base/sort.h"
#include "base/str.h"
#include "compare/compare.h"

enum { MAX_CELLS = 1 << 22, /* of the table of an alignment; longer lists are cut at operations that occur once */
       NEAR = 64,           /* without such operations: how far away the same name is searched */
       MAX_STEPS = 1000 };  /* to the origin of a value */

static const tta_compared_op *left_op(const tta_comparison *c, uint32_t op) { return &c->side[0].own[op]; }
static const tta_compared_op *right_op(const tta_comparison *c, uint32_t op) { return &c->side[1].own[op]; }

static void match(tta_comparison *c, uint32_t left, uint32_t right) {
  c->side[0].own[left].match = right;
  c->side[1].own[right].match = left;
}

/* ---- likeness ---- */

static bool same_symbol(const tta_compared_op *a, const tta_compared_op *b) {
  return tta_str_equal(a->symbol, b->symbol);
}

/* How much two operations have in common; 0: they cannot be the same. With another symbol all else has to be equal. */
static uint32_t likeness(const tta_comparison *c, uint32_t left, uint32_t right) {
  const tta_compared_op *a = left_op(c, left), *b = right_op(c, right);
  if (!tta_str_equal(a->name, b->name) || (!same_symbol(a, b) && a->full != b->full)) return 0;
  bool as_many = c->side[0].ops->ops[left].num_operands == c->side[1].ops->ops[right].num_operands;
  return 2u + (a->full == b->full) * 12u + (a->shape == b->shape) * 6u + (a->local == b->local) * 4u +
         (a->symbol.size && same_symbol(a, b)) * 8u + as_many;
}

static bool is_identical(const tta_comparison *c, uint32_t left, uint32_t right) {
  return left_op(c, left)->full == right_op(c, right)->full && same_symbol(left_op(c, left), right_op(c, right));
}

/* ---- symbols ---- */

/* Keeps the operations without a match. */
static void drop_matched(const tta_compared_side *side, tta_op_list *list) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->num_items; i++)
    if (side->own[list->items[i]].match == TTA_OPS_NONE) list->items[kept++] = list->items[i];
  list->num_items = kept;
}

static tta_str symbol_key(tta_comparison *c, const tta_compared_op *own) {
  tta_buf text = tta_buf_new(c->arena->allocator);
  tta_buf_bytes(&text, own->name.data, own->name.size);
  tta_buf_char(&text, '@');
  tta_buf_bytes(&text, own->symbol.data, own->symbol.size);
  tta_str key = tta_arena_take(c->arena, &text);
  if (!key.data) c->status = TTA_NO_MEMORY;
  return key;
}

enum { SEVERAL = UINT32_MAX - 1 };

/* The operations of a list by symbol, NONE if the number stands for none. */
static void index_symbols(tta_comparison *c, uint32_t side, const tta_op_list *list, tta_strmap *index) {
  for (uint32_t i = 0; i < list->num_items && !c->status; i++) {
    const tta_compared_op *own = &c->side[side].own[list->items[i]];
    if (!own->symbol.size) continue;
    tta_str key = symbol_key(c, own);
    bool known = !c->status && tta_strmap_find(index, key);
    if (!c->status && tta_strmap_set(index, key, known ? SEVERAL : list->items[i])) c->status = TTA_NO_MEMORY;
  }
}

/* Functions may be in any order. A symbol of several sections is left to the alignment. */
static void match_symbols(tta_comparison *c, tta_op_list list[2]) {
  tta_strmap index[2];
  for (uint32_t s = 0; s < 2; s++) {
    tta_strmap_init(&index[s], c->arena->allocator);
    index_symbols(c, s, &list[s], &index[s]);
  }
  for (uint32_t i = 0; i < list[0].num_items && !c->status; i++) {
    const tta_compared_op *own = left_op(c, list[0].items[i]);
    if (!own->symbol.size) continue;
    tta_str key = symbol_key(c, own);
    const uint32_t *left = c->status ? NULL : tta_strmap_find(&index[0], key);
    const uint32_t *right = c->status ? NULL : tta_strmap_find(&index[1], key);
    if (left && right && *left != SEVERAL && *right != SEVERAL) match(c, *left, *right);
  }
  for (uint32_t s = 0; s < 2; s++) {
    tta_strmap_free(&index[s]);
    drop_matched(&c->side[s], &list[s]);
  }
}

/* ---- alignment ---- */

/* Parts of both lists. */
typedef struct range {
  const uint32_t *left, *right;
  uint32_t num_left, num_right;
} range;

static void match_ends(tta_comparison *c, range *r) {
  while (r->num_left && r->num_right && is_identical(c, *r->left, *r->right)) {
    match(c, *r->left++, *r->right++);
    r->num_left--;
    r->num_right--;
  }
  while (r->num_left && r->num_right && is_identical(c, r->left[r->num_left - 1], r->right[r->num_right - 1]))
    match(c, r->left[--r->num_left], r->right[--r->num_right]);
}

typedef enum step { SKIP_LEFT, SKIP_RIGHT, PAIR } step;

/* The order of pairs with the greatest sum of likenesses, by dynamic programming from the ends. */
static void align(tta_comparison *c, const range *r) {
  uint32_t rows = r->num_left, columns = r->num_right;
  tta_arena_mark mark = tta_arena_position(c->arena);
  uint8_t *steps = tta_arena_array(c->arena, (size_t)rows * columns + 1, sizeof *steps);
  uint32_t *best = tta_arena_array(c->arena, 2 * ((size_t)columns + 1), sizeof *best);
  if (!steps || !best) {
    c->status = TTA_NO_MEMORY;
    return;
  }
  memset(best, 0, 2 * ((size_t)columns + 1) * sizeof *best);
  for (uint32_t i = rows; i-- > 0;) {
    uint32_t *now = best + (size_t)(i % 2) * (columns + 1);
    const uint32_t *below = best + (size_t)((i + 1) % 2) * (columns + 1);
    now[columns] = 0;
    for (uint32_t j = columns; j-- > 0;) {
      uint32_t like = likeness(c, r->left[i], r->right[j]), paired = like ? below[j + 1] + like : 0;
      step s = below[j] >= now[j + 1] ? SKIP_LEFT : SKIP_RIGHT;
      uint32_t skipped = s == SKIP_LEFT ? below[j] : now[j + 1];
      if (paired && paired >= skipped) s = PAIR;
      now[j] = s == PAIR ? paired : skipped;
      steps[(size_t)i * columns + j] = (uint8_t)s;
    }
  }
  for (uint32_t i = 0, j = 0; i < rows && j < columns;) {
    step s = (step)steps[(size_t)i * columns + j];
    if (s == PAIR) match(c, r->left[i], r->right[j]);
    i += s != SKIP_RIGHT;
    j += s != SKIP_LEFT;
  }
  tta_arena_rewind(c->arena, mark);
}

/* Too long for a table and without operations that occur once: the next operation of the same name. */
static void align_near(tta_comparison *c, const range *r) {
  uint32_t j = 0;
  for (uint32_t i = 0; i < r->num_left && j < r->num_right; i++) {
    uint32_t end = r->num_right - j > NEAR ? j + NEAR : r->num_right, k = j;
    while (k < end && !likeness(c, r->left[i], r->right[k])) k++;
    if (k == end) continue;
    match(c, r->left[i], r->right[k]);
    j = k + 1;
  }
}

static void align_range(tta_comparison *c, range r) {
  match_ends(c, &r);
  if (!r.num_left || !r.num_right) return;
  if (r.num_left <= MAX_CELLS / r.num_right) align(c, &r);
  else align_near(c, &r);
}

/* By number of a full structure: where it is in a list; SEVERAL. */
static uint32_t *places(tta_comparison *c, uint32_t side, const uint32_t *items, uint32_t count) {
  uint32_t *place = tta_arena_array(c->arena, (size_t)c->num_numbers + 1, sizeof *place);
  if (!place) return NULL;
  for (uint32_t i = 0; i <= c->num_numbers; i++) place[i] = TTA_OPS_NONE;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t *p = &place[c->side[side].own[items[i]].full];
    *p = *p == TTA_OPS_NONE ? i : SEVERAL;
  }
  return place;
}

/* Long lists are cut at operations that occur once in both, in the order of both as far as the left one goes on. */
static void align_long(tta_comparison *c, range r) {
  tta_arena_mark mark = tta_arena_position(c->arena);
  const uint32_t *left = places(c, 0, r.left, r.num_left), *right = places(c, 1, r.right, r.num_right);
  uint32_t from_left = 0, from_right = 0;
  if (!left || !right) {
    c->status = TTA_NO_MEMORY;
    return;
  }
  for (uint32_t i = 0; i < r.num_left && !c->status; i++) {
    uint32_t number = left_op(c, r.left[i])->full, j = right[number];
    if (left[number] == SEVERAL || j >= SEVERAL || j < from_right || j - from_right > i - from_left + NEAR) continue;
    range gap = {r.left + from_left, r.right + from_right, i - from_left, j - from_right};
    match(c, r.left[i], r.right[j]);
    align_range(c, gap);
    from_left = i + 1;
    from_right = j + 1;
  }
  align_range(c, (range){r.left + from_left, r.right + from_right, r.num_left - from_left, r.num_right - from_right});
  tta_arena_rewind(c->arena, mark);
}

static void align_lists(tta_comparison *c, const tta_op_list list[2]) {
  range r = {list[0].items, list[1].items, list[0].num_items, list[1].num_items};
  match_ends(c, &r);
  if (!r.num_left || !r.num_right) return;
  if (r.num_left <= MAX_CELLS / r.num_right) align(c, &r);
  else align_long(c, r);
}

/* ---- other places ---- */

static uint64_t *by_structure(tta_comparison *c, uint32_t side, const tta_op_list *list) {
  uint64_t *pairs = tta_arena_array(c->arena, 2 * (size_t)list->num_items + 1, sizeof *pairs);
  if (!pairs) return NULL;
  for (uint32_t i = 0; i < list->num_items; i++)
    pairs[i] = (uint64_t)c->side[side].own[list->items[i]].full << 32 | list->items[i];
  tta_sort_pairs(pairs, pairs + list->num_items, list->num_items);
  return pairs;
}

static void match_elsewhere(tta_comparison *c, tta_op_list list[2]) {
  uint64_t *pairs[2];
  for (uint32_t s = 0; s < 2; s++) {
    drop_matched(&c->side[s], &list[s]);
    pairs[s] = by_structure(c, s, &list[s]);
    if (!pairs[s]) {
      c->status = TTA_NO_MEMORY;
      return;
    }
  }
  for (uint32_t i = 0, j = 0; i < list[0].num_items && j < list[1].num_items;) {
    uint32_t left = (uint32_t)(pairs[0][i] >> 32), right = (uint32_t)(pairs[1][j] >> 32);
    if (left == right) {
      uint32_t op = (uint32_t)pairs[0][i];
      match(c, op, (uint32_t)pairs[1][j]);
      c->side[0].own[op].out_of_order = !c->side[0].own[op].symbol.size;
    }
    i += left <= right;
    j += left >= right;
  }
}

/* ---- all of it ---- */

/* Recurses as deep as regions nest, which src/ops limits. */
static void match_blocks(tta_comparison *c, uint32_t left, uint32_t right) {
  tta_op_list list[2], all;
  tta_compared_list(c, 0, left, &list[0]);
  tta_compared_list(c, 1, right, &list[1]);
  tta_compared_list(c, 0, left, &all);
  if (!c->status) match_symbols(c, list);
  if (!c->status) align_lists(c, list);
  if (!c->status) match_elsewhere(c, list);
  for (uint32_t i = 0; i < all.num_items && !c->status; i++) {
    uint32_t op = all.items[i], other = left_op(c, op)->match;
    if (other == TTA_OPS_NONE || tta_compared_is_module(left_op(c, op))) continue;
    tta_block_pairs pairs = tta_block_pairs_of(c, op, other);
    while (tta_block_pairs_next(&pairs)) {
      if (pairs.block[0] != TTA_OPS_NONE && pairs.block[1] != TTA_OPS_NONE)
        match_blocks(c, pairs.block[0], pairs.block[1]);
    }
  }
}

void tta_compared_match(tta_comparison *c) { match_blocks(c, TTA_OPS_NONE, TTA_OPS_NONE); }

/* ---- blocks ---- */

static uint32_t first_region(const tta_compared_side *side, uint32_t op) { return side->ops->ops[op].first_region; }

tta_block_pairs tta_block_pairs_of(const tta_comparison *c, uint32_t left, uint32_t right) {
  tta_block_pairs pairs = {.c = c, .region = {first_region(&c->side[0], left), first_region(&c->side[1], right)}};
  return pairs;
}

/* The next block of each side in its region; if both are at an end, the first ones of the next regions. */
bool tta_block_pairs_next(tta_block_pairs *p) {
  for (bool started = p->started;; started = false) {
    for (uint32_t s = 0; s < 2; s++) {
      const tta_ops *ops = p->c->side[s].ops;
      bool in_region = p->region[s] != TTA_OPS_NONE;
      if (!started) p->block[s] = in_region ? ops->regions[p->region[s]].first_block : TTA_OPS_NONE;
      else if (p->block[s] != TTA_OPS_NONE) p->block[s] = ops->blocks[p->block[s]].next;
    }
    p->started = true;
    if (p->block[0] != TTA_OPS_NONE || p->block[1] != TTA_OPS_NONE) return true;
    if (p->region[0] == TTA_OPS_NONE && p->region[1] == TTA_OPS_NONE) return false;
    for (uint32_t s = 0; s < 2; s++)
      if (p->region[s] != TTA_OPS_NONE) p->region[s] = p->c->side[s].ops->regions[p->region[s]].next;
  }
}

/* ---- values ---- */

uint32_t tta_compared_origin(const tta_compared_side *side, uint32_t value) {
  for (uint32_t i = 0; i < MAX_STEPS && value != TTA_OPS_NONE; i++) {
    const tta_ops_value *v = &side->ops->values[value];
    const tta_ops_op *op = v->op == TTA_OPS_NONE ? NULL : &side->ops->ops[v->op];
    if (!op || v->block != TTA_OPS_NONE || side->own[v->op].match != TTA_OPS_NONE || !op->num_operands) return value;
    value = side->ops->operands[op->first_operand].value;
  }
  return value;
}

/* The value with the same number of the block in the same place. */
static uint32_t argument_partner(const tta_comparison *c, const tta_ops_value *v, uint32_t other) {
  const tta_ops *ops = c->side[1].ops;
  tta_block_pairs pairs = tta_block_pairs_of(c, v->op, other);
  while (tta_block_pairs_next(&pairs)) {
    if (pairs.block[0] != v->block) continue;
    if (pairs.block[1] == TTA_OPS_NONE || v->number >= ops->blocks[pairs.block[1]].num_arguments) return TTA_OPS_NONE;
    return ops->blocks[pairs.block[1]].first_argument + v->number;
  }
  return TTA_OPS_NONE;
}

uint32_t tta_compared_partner(const tta_comparison *c, uint32_t value) {
  const tta_ops_value *v = &c->side[0].ops->values[value];
  uint32_t other = v->op == TTA_OPS_NONE ? TTA_OPS_NONE : left_op(c, v->op)->match;
  if (other == TTA_OPS_NONE) return TTA_OPS_NONE;
  if (v->block != TTA_OPS_NONE) return argument_partner(c, v, other);
  const tta_ops_op *op = &c->side[1].ops->ops[other];
  uint32_t number = value - c->side[0].ops->ops[v->op].first_result;
  return number < op->num_results ? op->first_result + number : TTA_OPS_NONE;
}
