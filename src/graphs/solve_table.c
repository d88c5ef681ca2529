/* solve_table.c: the layouts of values in a search, the copies that can be made of them, and the choices of
 * operations. */
#include "graphs/solve.h"

/* ---- layouts ---- */

tta_status tta_solve_class(const tta_tiled *layout, tta_arena *arena, int32_t *class_) {
  tta_tiled_map map;
  int64_t stick;
  *class_ = -1;
  uint32_t rank = layout->host_size.rank;
  if (layout->num_stick_dims != 1 || layout->format == TTA_TILED_SPARSE_MULTI || rank > TTA_SOLVE_MAX_RANK)
    return TTA_OK;
  tta_status status = tta_tiled_plain_map_of(layout, arena, &map);
  if (status || map.folded) return status;
  status = tta_tiled_stick_of(layout, arena, &stick);
  if (status) return status;
  bool dense = layout->format == TTA_TILED_DENSE;
  if (stick < 0 && dense) return TTA_OK;
  *class_ = (int32_t)(stick < 0 ? 2 * rank : dense ? stick : rank + stick);
  return TTA_OK;
}

static bool is_arranged(const tta_tiled *layout) {
  return layout->element_arrangement.size && !tta_str_is(layout->element_arrangement, "STANDARD");
}

static tta_status copy_layout(tta_arena *arena, const tta_tiled *from, tta_tiled *to) {
  tta_shape *lists[] = {&to->device_size, &to->device_strides, &to->dim_map, &to->stride_map,
                        &to->host_size, &to->host_strides, &to->valid_elements};
  *to = *from;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    tta_status status = tta_tiled_copy_list(arena, lists[i]);
    if (status) return status;
  }
  return TTA_OK;
}

static void put_list(tta_buf *key, tta_shape list) {
  tta_buf_bytes(key, (const char *)&list.rank, sizeof list.rank);
  if (list.rank) tta_buf_bytes(key, (const char *)list.extent, list.rank * sizeof *list.extent);
}

static void put_text(tta_buf *key, tta_str text) {
  tta_buf_bytes(key, (const char *)&text.size, sizeof text.size);
  tta_buf_bytes(key, text.data, text.size);
}

static void put_layout(tta_buf *key, uint32_t node, const tta_tiled *l) {
  tta_shape lists[] = {l->device_size, l->device_strides, l->dim_map, l->stride_map, l->host_size, l->host_strides};
  tta_str texts[] = {l->element.name, l->device_dtype, l->pad, l->element_arrangement};
  int64_t numbers[] = {node, l->num_stick_dims, l->format, l->stick_bytes};
  tta_buf_bytes(key, (const char *)numbers, sizeof numbers);
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) put_list(key, lists[i]);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) put_text(key, texts[i]);
}

/* ---- options ---- */

/* Adds a layout that `from` can be copied to. @param bytes -1: computed here */
static tta_status add_option(tta_solve *s, tta_solve_layout *of, const tta_tiled *layout, int64_t bytes, uint32_t bit) {
  tta_solve_option *o = &of->options[of->num_options];
  *o = (tta_solve_option){.bytes = bytes, .bit = bit};
  tta_status status = copy_layout(s->arena, layout, &o->layout);
  if (!status) status = tta_solve_class(&o->layout, &s->scratch, &o->class_);
  if (is_arranged(layout)) o->class_ = -1;
  of->num_options += !status;
  return status;
}

/* A copy with another stick dim or format, unless it is one of the options without a copy. */
static tta_status add_copy(tta_solve *s, tta_solve_layout *of, int64_t dim, tta_tiled_format format) {
  const tta_tiled *from = &of->options[0].layout;
  uint32_t rank = from->host_size.rank, bit = (uint32_t)(format == TTA_TILED_DENSE ? dim : rank + dim);
  tta_tiled_outcome outcome;
  tta_tiled_move move;
  int32_t class_;
  tta_status status = tta_tiled_restickify_as(from, dim, format, s->graph->convention, &s->scratch, &outcome);
  if (status || outcome.obstacle) return status;
  status = tta_solve_class(&outcome.layout, &s->scratch, &class_);
  for (uint32_t i = 0; i < of->num_options && !status; i++)
    if (of->options[i].class_ == class_ && (of->options[i].bit == TTA_SOLVE_NO_BIT || of->options[i].bit == 2 * rank))
      return TTA_OK;
  if (!status) status = tta_tiled_compare(from, &outcome.layout, &s->scratch, &move);
  if (status == TTA_LIMIT || (!status && !move.feasible)) return TTA_OK;
  return status ? status : add_option(s, of, &outcome.layout, move.bytes, bit);
}

static tta_status add_pin(tta_solve *s, tta_solve_layout *of) {
  const tta_tiled_node *n = &s->graph->nodes[of->node];
  tta_tiled_move move;
  tta_tiled pinned = n->layout;
  of->usable = true;
  if (!n->pinned || n->kind == TTA_TILED_INPUT) return TTA_OK;
  tta_status status = tta_tiled_complete(&pinned, &s->scratch);
  if (status || tta_tiled_equal(&pinned, &of->options[0].layout)) return status;
  status = tta_tiled_compare(&of->options[0].layout, &pinned, &s->scratch, &move);
  of->usable = !status && move.feasible;
  if (status == TTA_LIMIT) return TTA_OK;
  if (status || !move.feasible) {
    if (!status && !s->reasons[of->node].size) s->reasons[of->node] = tta_arena_str(s->arena, move.reason);
    return status;
  }
  of->has_pin = true;
  of->pin_bytes = move.bytes;
  return add_option(s, of, &pinned, move.bytes, 2 * of->options[0].layout.host_size.rank);
}

/* Copies: dense along each dim; sparse along each dim before 2026, since 2026 without a stick dim. */
static tta_status add_options(tta_solve *s, tta_solve_layout *of, const tta_tiled *layout) {
  uint32_t rank = layout->host_size.rank;
  int64_t stick = -1;
  of->options = tta_arena_array(&s->own, 2 * (size_t)rank + 2, sizeof *of->options);
  if (!of->options) return TTA_NO_MEMORY;
  tta_status status = add_option(s, of, layout, 0, TTA_SOLVE_NO_BIT);
  if (!status) status = add_pin(s, of);
  if (!status) status = tta_solve_class(layout, &s->scratch, &of->class_);
  if (status || !of->usable || of->class_ < 0) return status;
  for (uint32_t d = 0; d < rank && !status; d++) status = add_copy(s, of, d, TTA_TILED_DENSE);
  bool old = s->graph->convention != TTA_TILED_2026;
  for (uint32_t d = 0; d < rank && !status && old; d++) status = add_copy(s, of, d, TTA_TILED_SPARSE);
  if (status || old || layout->format != TTA_TILED_DENSE) return status;
  status = tta_tiled_stick_of(layout, &s->scratch, &stick);
  return status || stick < 0 ? status : add_copy(s, of, stick, TTA_TILED_SPARSE);
}

/* The number of a layout of a node, with its options. */
static tta_status add_layout(tta_solve *s, uint32_t node, const tta_tiled *layout, uint32_t *number) {
  tta_buf key = tta_buf_new(s->own.allocator);
  put_layout(&key, node, layout);
  const uint32_t *known = key.failed ? NULL : tta_strmap_find(&s->layout_ids, tta_buf_view(&key));
  tta_status status = key.failed ? TTA_NO_MEMORY : TTA_OK;
  if (known) *number = *known;
  if (status || known) {
    tta_buf_free(&key);
    return status;
  }
  tta_str kept = tta_arena_str(&s->own, tta_buf_view(&key));
  tta_buf_free(&key);
  if (!kept.data || !TTA_GROW_IN(&s->own, s, layouts, 1)) return TTA_NO_MEMORY;
  *number = s->num_layouts++;
  s->layouts[*number] = (tta_solve_layout){.node = node};
  status = tta_strmap_set(&s->layout_ids, kept, *number);
  return status ? status : add_options(s, &s->layouts[*number], layout);
}

/* ---- choices ---- */

typedef struct tuple_run {
  tta_solve *s;
  uint32_t node, num_operands;
  const uint32_t *layouts;
  uint32_t *pick; /* the option of each operand */
  tta_tiled *inputs;
  uint32_t first_choice;
} tuple_run;

static const tta_solve_option *option_of(const tuple_run *r, uint32_t o) {
  return &r->s->layouts[r->layouts[o]].options[r->pick[o]];
}

/* Options of one class are alike for these rules: what is infeasible once is not tried again. */
static bool class_key(const tuple_run *r, tta_buf *key) {
  tta_tiled_kind kind = r->s->graph->nodes[r->node].kind;
  tta_buf_bytes(key, (const char *)&r->node, sizeof r->node);
  for (uint32_t o = 0; o < r->num_operands; o++) {
    int32_t class_ = option_of(r, o)->class_;
    if (class_ < 0 || kind == TTA_TILED_VIEW || kind == TTA_TILED_DOT) return false;
    tta_buf_bytes(key, (const char *)&class_, sizeof class_);
  }
  return true;
}

static tta_status block(tuple_run *r, const tta_buf *key, tta_str reason) {
  tta_str *known = &r->s->reasons[r->node], kept;
  if (!known->size) *known = tta_arena_str(r->s->arena, reason);
  if (!key) return TTA_OK;
  kept = tta_arena_str(&r->s->own, tta_buf_view(key));
  return kept.data ? tta_strmap_set(&r->s->blocked, kept, 1) : TTA_NO_MEMORY;
}

static tta_status add_choice(tuple_run *r, const tta_tiled *result) {
  tta_solve *s = r->s;
  tta_solve_choice choice = {.first_part = s->num_parts};
  if (s->graph->nodes[r->node].kind == TTA_TILED_RESTICKIFY) {
    tta_tiled_move move;
    tta_status status = tta_tiled_compare(&r->inputs[0], result, &s->scratch, &move);
    if (status) return status;
    choice.extra_bytes = move.bytes;
  }
  tta_status status = add_layout(s, r->node, result, &choice.result);
  if (status || !s->layouts[choice.result].usable) return status;
  if (!TTA_GROW_IN(&s->own, s, choices, 1) || !TTA_GROW_IN(&s->own, s, parts, r->num_operands)) return TTA_NO_MEMORY;
  s->choices[s->num_choices++] = choice;
  for (uint32_t o = 0; o < r->num_operands; o++) s->parts[s->num_parts++] = r->pick[o];
  return TTA_OK;
}

static tta_status try_pick(tuple_run *r, tta_buf *key) {
  tta_solve *s = r->s;
  tta_tiled_outcome outcome;
  key->size = 0;
  bool keyed = class_key(r, key);
  if (key->failed) return TTA_NO_MEMORY;
  if (keyed && tta_strmap_find(&s->blocked, tta_buf_view(key))) return TTA_OK;
  for (uint32_t o = 0; o < r->num_operands; o++) r->inputs[o] = option_of(r, o)->layout;
  tta_arena_mark mark = tta_arena_position(&s->scratch);
  tta_status status =
      tta_tiled_apply(&s->graph->nodes[r->node], r->inputs, s->graph->convention, &s->scratch, &outcome);
  if (!status && outcome.obstacle) status = block(r, keyed ? key : NULL, outcome.reason);
  else if (!status) status = add_choice(r, &outcome.layout);
  tta_arena_rewind(&s->scratch, mark);
  return status;
}

/* Every combination of options. */
static tta_status try_all(tuple_run *r, tta_buf *key) {
  for (;;) {
    tta_status status = try_pick(r, key);
    uint32_t o = 0;
    while (o < r->num_operands && ++r->pick[o] == r->s->layouts[r->layouts[o]].num_options) r->pick[o++] = 0;
    if (status || o == r->num_operands) return status;
  }
}

/* For many operands: all as they are, and all in one class, or as they are where they lack it. */
static tta_status try_classes(tuple_run *r, tta_buf *key) {
  tta_status status = try_pick(r, key);
  r->s->restricted = true;
  for (int32_t class_ = 0; class_ < 2 * TTA_SOLVE_MAX_RANK && !status; class_++) {
    bool any = false;
    for (uint32_t o = 0; o < r->num_operands; o++) {
      const tta_solve_layout *l = &r->s->layouts[r->layouts[o]];
      r->pick[o] = 0;
      for (uint32_t i = 1; i < l->num_options; i++)
        if (l->options[i].class_ == class_) r->pick[o] = i;
      any |= r->pick[o] > 0;
    }
    if (any) status = try_pick(r, key);
  }
  return status;
}

/* Whether choice a has the result of b and reads no copy that b does not read. */
static bool covers(const tuple_run *r, const tta_solve_choice *a, const tta_solve_choice *b) {
  const tta_solve *s = r->s;
  const tta_tiled_node *n = &s->graph->nodes[r->node];
  if (a->result != b->result || a->extra_bytes > b->extra_bytes) return false;
  for (uint32_t o = 0; o < r->num_operands; o++) {
    uint32_t own = s->parts[a->first_part + o];
    bool found = own == 0;
    for (uint32_t p = 0; p < r->num_operands; p++)
      found |= n->operands[p] == n->operands[o] && s->parts[b->first_part + p] == own;
    if (!found) return false;
  }
  return true;
}

static void drop_covered(tuple_run *r) {
  tta_solve *s = r->s;
  uint32_t at = r->first_choice;
  for (uint32_t i = r->first_choice; i < s->num_choices; i++) {
    bool covered = false;
    for (uint32_t j = r->first_choice; j < s->num_choices && !covered; j++) {
      if (i == j || (j < i && j >= at)) continue; /* from `at` to i: dropped or moved */
      covered = covers(r, &s->choices[j], &s->choices[i]) && (j < i || !covers(r, &s->choices[i], &s->choices[j]));
    }
    if (!covered) s->choices[at++] = s->choices[i];
  }
  s->num_choices = at;
}

static tta_status make_choices(tuple_run *r) {
  size_t product = 1;
  for (uint32_t o = 0; o < r->num_operands && product <= TTA_SOLVE_MAX_TUPLES; o++)
    product *= r->s->layouts[r->layouts[o]].num_options;
  tta_buf key = tta_buf_new(r->s->own.allocator);
  tta_status status = product <= TTA_SOLVE_MAX_TUPLES ? try_all(r, &key) : try_classes(r, &key);
  tta_buf_free(&key);
  if (!status) drop_covered(r);
  return status;
}

/* An input: its layout, or for a free one the dense layouts with each stick dim. */
static tta_status make_input(tuple_run *r) {
  tta_solve *s = r->s;
  const tta_tiled_node *n = &s->graph->nodes[r->node];
  tta_tiled_outcome outcome;
  uint32_t rank = n->layout.host_size.rank;
  if (n->pinned || !rank) {
    tta_tiled layout = n->layout;
    tta_status status = tta_tiled_complete(&layout, &s->scratch);
    return status ? status : add_choice(r, &layout);
  }
  for (uint32_t d = rank; d-- > 0;) {
    tta_status status = tta_tiled_restickify(&n->layout, d, s->graph->convention, &s->scratch, &outcome);
    if (!status && !outcome.obstacle) status = add_choice(r, &outcome.layout);
    if (status) return status;
  }
  return TTA_OK;
}

tta_status tta_solve_choices_of(tta_solve *s, uint32_t node, const uint32_t *layouts, tta_solve_tuple *tuple) {
  const tta_tiled_node *n = &s->graph->nodes[node];
  uint32_t count = n->num_operands;
  uint32_t *key = tta_arena_array(&s->scratch, (size_t)count + 1, sizeof *key);
  if (!key) return TTA_NO_MEMORY;
  key[0] = node;
  if (count) memcpy(key + 1, layouts, count * sizeof *key);
  tta_str text = {(const char *)key, ((size_t)count + 1) * sizeof *key};
  const uint32_t *known = tta_strmap_find(&s->tuple_ids, text);
  if (known) {
    *tuple = s->tuples[*known];
    return TTA_OK;
  }
  tuple_run r = {.s = s, .node = node, .num_operands = count, .layouts = layouts, .first_choice = s->num_choices};
  r.pick = tta_arena_array(&s->scratch, (size_t)count + 1, sizeof *r.pick);
  r.inputs = tta_arena_array(&s->scratch, (size_t)count + 1, sizeof *r.inputs);
  if (!r.pick || !r.inputs) return TTA_NO_MEMORY;
  memset(r.pick, 0, ((size_t)count + 1) * sizeof *r.pick);
  tta_status status = n->kind == TTA_TILED_INPUT ? make_input(&r) : make_choices(&r);
  text = tta_arena_str(&s->own, text);
  if (status || !text.data || !TTA_GROW_IN(&s->own, s, tuples, 1)) return status ? status : TTA_NO_MEMORY;
  *tuple = (tta_solve_tuple){r.first_choice, s->num_choices - r.first_choice};
  s->tuples[s->num_tuples] = *tuple;
  return tta_strmap_set(&s->tuple_ids, text, s->num_tuples++);
}
