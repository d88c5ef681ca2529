/* The operations and values of a text (src/ops): which are in device memory, which buffer each value has, how long it
 * is used. What the text does not say becomes an assumption. */

#include "memory/program.h"

#include "base/array.h"
#include "base/chars.h"
#include "base/checked.h"
#include "base/sort.h"
#include "base/str.h"
#include "memory/aliases.h"
#include "ops/ops.h"

enum { MAX_OUTS = 16 };

/* An operation that has started and not ended. */
typedef struct statement {
  uint32_t op;              /* of the plan and of the text */
  uint32_t first_result, num_results; /* values */
  uint32_t outs[MAX_OUTS], num_outs;
  uint32_t last_operand, first_operand;
  uint32_t first_use;       /* in p->uses */
  uint32_t region, num_regions; /* of the text: the last one that operations of it were found in; how many before it */
} statement;

typedef struct liveness {
  struct tta_memory_plan *p;
  const tta_ops *ops;       /* operation i is operation i of the plan */
  uint32_t *values;         /* by value of the text: the one of the plan; NONE */
  uint32_t spot;            /* the next island */
  statement *stack;
  uint32_t num_stack, cap_stack;
  tta_strmap aliases;       /* !t -> its type, #s -> its system; a section may define it again */
  tta_strmap programs;      /* #p -> the island of its program or cores */
  tta_strmap unknown;       /* names of operations that an assumption names */
  bool has_spatial;         /* an operation with separate core ranges was read */
  bool has_noted_addresses; /* the assumption on addresses in operations is noted */
} liveness;

static statement *current(const liveness *s) { return &s->stack[s->num_stack - 1]; }

/* ---- types and systems ---- */

static uint32_t offset_of(const liveness *s, tta_str text) { return (uint32_t)(text.data - s->ops->text.data); }

/* Definitions of aliases up to an offset. */
static void read_aliases(liveness *s, uint32_t offset) {
  struct tta_memory_plan *p = s->p;
  for (; s->spot < p->num_spots && p->spots[s->spot].begin <= offset && !p->status; s->spot++) {
    const tta_memory_plan_spot *spot = &p->spots[s->spot];
    if (!spot->defines.size) continue;
    uint32_t value = spot->system != TTA_MEMORY_PLAN_NONE ? spot->system : spot->type;
    bool program = spot->program != TTA_MEMORY_PLAN_NONE || spot->cores;
    if (tta_strmap_set(program ? &s->programs : &s->aliases, spot->defines, program ? s->spot : value))
      p->status = TTA_NO_MEMORY;
  }
}

/* The island that starts at an offset; NULL. */
static const tta_memory_plan_spot *spot_at(const liveness *s, uint32_t offset) {
  const struct tta_memory_plan *p = s->p;
  uint32_t low = TTA_COUNT_BELOW(tta_memory_plan_spot, p->spots, p->num_spots, begin, offset);
  return low < p->num_spots && p->spots[low].begin == offset ? &p->spots[low] : NULL;
}

static uint32_t alias_value(const tta_strmap *aliases, tta_str name) {
  const uint32_t *value = tta_strmap_find(aliases, name);
  return value ? *value : TTA_MEMORY_PLAN_NONE;
}

/* A type as written: an island, or an alias; NONE: neither a tensor nor a memref. */
static uint32_t type_of(const liveness *s, tta_str text) {
  if (!text.size) return TTA_MEMORY_PLAN_NONE;
  const tta_memory_plan_spot *spot = spot_at(s, offset_of(s, text));
  if (spot && spot->type != TTA_MEMORY_PLAN_NONE) return spot->type;
  return text.data[0] == '!' ? alias_value(&s->aliases, text) : TTA_MEMORY_PLAN_NONE;
}

/* Only modules have a system_desc, whatever the name of their operation. */
static void read_system(liveness *s, uint32_t op) {
  const tta_ops_op *o = &s->ops->ops[op];
  for (uint32_t i = 0; i < o->num_attributes; i++) {
    tta_str value = s->ops->attributes[o->first_attribute + i].value;
    if (!value.size || value.data[0] != '#') continue;
    const tta_memory_plan_spot *spot = spot_at(s, offset_of(s, value));
    uint32_t system = spot ? spot->system : TTA_MEMORY_PLAN_NONE;
    if (system == TTA_MEMORY_PLAN_NONE) system = alias_value(&s->aliases, value);
    if (system != TTA_MEMORY_PLAN_NONE) s->p->ops[op].system = system;
  }
}

/* The program or the cores of an attribute, as written or of its alias; NULL. */
static const tta_memory_plan_spot *spot_of(const liveness *s, uint32_t op, const char *name) {
  const tta_ops_attribute *attribute = tta_ops_find(s->ops, op, name);
  if (!attribute || !attribute->value.size || attribute->value.data[0] != '#') return NULL;
  const tta_memory_plan_spot *spot = spot_at(s, offset_of(s, attribute->value));
  if (spot && (spot->program != TTA_MEMORY_PLAN_NONE || spot->cores)) return spot;
  uint32_t number = alias_value(&s->programs, attribute->value);
  return number == TTA_MEMORY_PLAN_NONE ? NULL : &s->p->spots[number];
}

/* The circular buffers of `program = #ttnn.program<...>`. */
static void read_program(liveness *s, uint32_t op) {
  const tta_memory_plan_spot *spot = spot_of(s, op, "program");
  if (spot && spot->program != TTA_MEMORY_PLAN_NONE) tta_memory_plan_add_cbs(s->p, op, spot->program);
}

/* The type of the result of `ttnn.create_global_semaphore`, which allocates a page on each of its cores. */
static uint32_t semaphore_type(liveness *s, uint32_t op, tta_str text) {
  const tta_memory_plan_spot *spot = spot_of(s, op, "core_range_set");
  if (!spot) spot = spot_of(s, op, "core_range");
  tta_memory_plan_type t = {.text = text, .equal = s->p->num_types, .device = true, .space = TTA_BUFFER_L1,
                            .num_buffers = 1, .semaphore = true, .semaphore_cores = spot ? spot->cores : 0,
                            .why = TTA_STR("its cores are not known")};
  return TTA_MEMORY_PLAN_APPEND(s->p, types, t) ? t.equal : TTA_MEMORY_PLAN_NONE;
}

static bool is_device(const struct tta_memory_plan *p, uint32_t type) {
  return type != TTA_MEMORY_PLAN_NONE && p->types[type].device;
}

/* ---- values ---- */

static uint32_t new_value(liveness *s, uint32_t number, uint32_t op, uint32_t region) {
  const tta_ops_value *from = &s->ops->values[number];
  tta_memory_plan_value v = {.name = tta_ops_value_name(s->ops, number, &s->p->arena),
                      .begin = from->begin,
                      .type = TTA_MEMORY_PLAN_NONE,
                      .op = op,
                      .region = region,
                      .last_op = TTA_MEMORY_PLAN_NONE,
                      .free_op = TTA_MEMORY_PLAN_NONE,
                      .first_op = TTA_MEMORY_PLAN_NONE,
                      .spatial = TTA_MEMORY_PLAN_NONE,
                      .address = TTA_NO_ADDRESS,
                      .alignment = TTA_NO_ADDRESS,
                      .shares = TTA_MEMORY_PLAN_NONE,
                      .owner = s->p->num_values};
  if (!v.name.data) s->p->status = TTA_NO_MEMORY;
  if (!v.name.data || !TTA_MEMORY_PLAN_APPEND(s->p, values, v)) return TTA_MEMORY_PLAN_NONE;
  return s->values[number] = s->p->num_values - 1;
}

/* The operation in the block of the definition of the value: `op` itself, or the one around it. */
static uint32_t beside(const struct tta_memory_plan *p, uint32_t op, uint32_t region) {
  while (op != TTA_MEMORY_PLAN_NONE && p->ops[op].parent != region) op = p->ops[op].parent;
  return op;
}

/* Regions of an operation such as d2m.spatial are on separate core ranges. */
static void note_cores(liveness *s, tta_memory_plan_value *v) {
  struct tta_memory_plan *p = s->p;
  uint32_t inner = s->has_spatial ? current(s)->op : TTA_MEMORY_PLAN_NONE;
  uint32_t spatial = TTA_MEMORY_PLAN_NONE, in_region = 0;
  for (uint32_t op = inner; op != TTA_MEMORY_PLAN_NONE && spatial == TTA_MEMORY_PLAN_NONE; op = p->ops[op].parent) {
    uint32_t parent = p->ops[op].parent;
    if (parent == TTA_MEMORY_PLAN_NONE || !tta_str_ends_with(p->ops[parent].name, ".spatial")) continue;
    spatial = parent;
    in_region = p->ops[op].in_region;
  }
  bool first = !v->used, same = v->spatial == spatial && v->in_region == in_region;
  v->used = true;
  v->spatial = first || same ? spatial : TTA_MEMORY_PLAN_NONE;
  v->in_region = in_region;
}

static void use(liveness *s, uint32_t value) {
  struct tta_memory_plan *p = s->p;
  statement *now = current(s);
  tta_memory_plan_use operand = {now->op, value};
  if (!TTA_MEMORY_PLAN_APPEND(p, uses, operand)) return;
  tta_memory_plan_value *v = &p->values[value];
  uint32_t op = beside(p, now->op, v->region);
  tta_str op_name = p->ops[now->op].name;
  bool frees = tta_str_ends_with(op_name, ".deallocate") || tta_str_ends_with(op_name, ".dealloc");
  if (op == TTA_MEMORY_PLAN_NONE) op = now->op;
  if (frees) v->free_op = op;
  if (!frees && v->first_op == TTA_MEMORY_PLAN_NONE) v->first_op = op;
  if (!frees) v->last_user = op;
  if (!frees) note_cores(s, v);
  v->last_op = op;
  if (now->first_operand == TTA_MEMORY_PLAN_NONE) now->first_operand = value;
  now->last_operand = value;
}

/* ---- what memory results have ---- */

/* Of the generic form, without outs(...): the last operand of the type, else the last one. */
static uint32_t destination(const liveness *s, uint32_t type) {
  const struct tta_memory_plan *p = s->p;
  const statement *n = current(s);
  uint32_t last = TTA_MEMORY_PLAN_NONE, same = last;
  for (uint32_t i = n->first_use; i < p->num_uses && p->uses[i].op == n->op; i++) {
    uint32_t value = p->uses[i].value;
    if (value >= n->first_result) continue;
    last = value;
    if (tta_memory_plan_same_type(p, p->values[value].type, type)) same = value;
  }
  return same != TTA_MEMORY_PLAN_NONE ? same : last;
}

/* Only values from before this operation can be shared, so that no chain of shares is a cycle, even in invalid text.
 * The buffer a result takes: that of an operand of its type in outs(...) or iter_args(...), or of its last operand if
 * that is an `*.empty`. */
static uint32_t shared_with(const liveness *s, uint32_t result) {
  const struct tta_memory_plan *p = s->p;
  const statement *n = current(s);
  uint32_t type = p->values[result].type, skipped = 0;
  for (uint32_t r = n->first_result; r < result; r++)
    skipped += tta_memory_plan_same_type(p, p->values[r].type, type);
  for (uint32_t i = 0; i < n->num_outs; i++) {
    const tta_memory_plan_value *v = &p->values[n->outs[i]];
    bool before = n->outs[i] < n->first_result;
    if (before && tta_memory_plan_same_type(p, v->type, type) && skipped-- == 0) return n->outs[i];
  }
  tta_alias_kind kind = tta_alias_of(p->ops[n->op].name);
  if (kind == TTA_ALIAS_OUTS && !n->num_outs) return destination(s, type);
  if (n->last_operand >= n->first_result || !tta_memory_plan_same_type(p, p->values[n->last_operand].type, type))
    return TTA_MEMORY_PLAN_NONE;
  uint32_t from = p->values[n->last_operand].op;
  bool empty =
      from != TTA_MEMORY_PLAN_NONE && !p->values[n->last_operand].argument &&
      tta_str_ends_with(p->ops[from].name, ".empty");
  return empty || kind == TTA_ALIAS_LAST ? n->last_operand : TTA_MEMORY_PLAN_NONE;
}

/* The result keeps the memory of all operands; it is a view of the first one. */
static void link_operands(liveness *s, uint32_t result) {
  struct tta_memory_plan *p = s->p;
  const statement *n = current(s);
  for (uint32_t i = n->first_use; i < p->num_uses; i++) {
    tta_memory_plan_link link = {result, p->uses[i].value};
    if (p->uses[i].op != n->op || link.to >= n->first_result || link.to == n->first_operand) continue;
    if (!TTA_MEMORY_PLAN_APPEND(p, links, link)) return;
    if (tta_str_ends_with(p->ops[n->op].name, ".stream_layout")) p->values[link.to].storage = true;
  }
}

/* Operations that are not in the table: a view or a page by their name, else a new buffer. */
static tta_alias_kind guess_kind(liveness *s, const tta_memory_plan_value *v) {
  struct tta_memory_plan *p = s->p;
  const statement *n = current(s);
  tta_str op = p->ops[n->op].name;
  uint32_t line = tta_memory_plan_line(p, v->begin);
  bool device = n->first_operand < n->first_result && is_device(p, p->values[n->first_operand].type);
  if (tta_str_ends_with(op, ".wait") || tta_str_ends_with(op, ".reserve")) {
    tta_memory_plan_assume(p, "line %u: %.*s is assumed to be in a circular buffer; it is not counted", line,
                           (int)v->name.size, v->name.data);
    return TTA_ALIAS_NONE;
  }
  if (device && (tta_str_contains(op, ".view") || tta_str_ends_with(op, "view") || tta_str_ends_with(op, "cast"))) {
    tta_str root = p->values[n->first_operand].name;
    tta_memory_plan_assume(p, "line %u: %.*s is assumed to be a view of %.*s", line, (int)v->name.size, v->name.data,
                           (int)root.size, root.data);
    return TTA_ALIAS_FIRST;
  }
  return TTA_ALIAS_UNKNOWN;
}

/* Named once in a text. */
static void note_unknown(liveness *s, const tta_memory_plan_value *v) {
  tta_str op = s->p->ops[current(s)->op].name;
  if (!op.size || tta_strmap_find(&s->unknown, op)) return;
  if (tta_strmap_set(&s->unknown, op, 1)) s->p->status = TTA_NO_MEMORY;
  tta_memory_plan_assume(s->p, "line %u: operation %.*s is not known; each of its results is counted as a new buffer",
                         tta_memory_plan_line(s->p, v->begin), (int)op.size, op.data);
}

/* `address = N` of an operation, decimal or hexadecimal: INT64_MAX if it does not fit, TTA_NO_ADDRESS if there is
 * none. */
static int64_t number_of(const liveness *s, const char *name) {
  const tta_ops_attribute *attribute = tta_ops_find(s->ops, current(s)->op, name);
  int64_t number = TTA_NO_ADDRESS;
  if (!attribute) return number;
  tta_str text = attribute->value;
  bool hex = text.size > 2 && text.data[0] == '0' && (text.data[1] | 0x20) == 'x';
  for (size_t i = hex ? 2 : 0; i < text.size; i++) {
    char c = text.data[i];
    int digit = hex || tta_is_digit(c) ? tta_hex_value(c) : -1;
    if (digit < 0) return number;
    if (number < 0) number = 0;
    if (!tta_mul(number, hex ? 16 : 10, &number) || !tta_add(number, digit, &number)) return INT64_MAX;
  }
  return number;
}

/* Whose memory a result has. */
static void place_result(liveness *s, uint32_t result) {
  struct tta_memory_plan *p = s->p;
  const statement *n = current(s);
  tta_memory_plan_value *v = &p->values[result];
  tta_alias_kind kind = tta_alias_of(p->ops[n->op].name);
  bool device = is_device(p, v->type);
  if (kind == TTA_ALIAS_UNKNOWN && device) kind = guess_kind(s, v);
  if (kind == TTA_ALIAS_NONE) v->view = true;
  if (kind == TTA_ALIAS_FIRST || kind == TTA_ALIAS_ALL) {
    v->shares = n->first_operand < n->first_result ? n->first_operand : TTA_MEMORY_PLAN_NONE;
    v->view = v->shares == TTA_MEMORY_PLAN_NONE; /* of something that the text does not have */
  } else if (device && !v->view) {
    v->shares = shared_with(s, result);
    if (kind == TTA_ALIAS_UNKNOWN && v->shares == TTA_MEMORY_PLAN_NONE) note_unknown(s, v);
  }
  if (v->shares != TTA_MEMORY_PLAN_NONE) v->owner = p->values[v->shares].owner;
  if (kind == TTA_ALIAS_ALL && n->num_results == 1) link_operands(s, result);
  if (kind == TTA_ALIAS_NEW && n->num_results == 1) {
    const tta_ops_attribute *address = tta_ops_find(s->ops, n->op, "address");
    v->address = number_of(s, "address");
    if (v->address >= 0) v->address_span.begin = (uint32_t)(address->value.data - s->ops->text.data);
    if (v->address >= 0) v->address_span.end = v->address_span.begin + (uint32_t)address->value.size;
    v->alignment = number_of(s, "alignment");
  } else if (device && !s->has_noted_addresses && number_of(s, "address") >= 0) {
    s->has_noted_addresses = true;
    tta_memory_plan_assume(p, "line %u: addresses in operations are not used unless they allocate one buffer",
                           tta_memory_plan_line(p, v->begin));
  }
}

/* The types of all results by position; NONE and an assumption if the text does not have them. */
static void type_results(liveness *s) {
  struct tta_memory_plan *p = s->p;
  const statement *n = current(s);
  const tta_ops_op *o = &s->ops->ops[n->op];
  bool some = false, all_same = true;
  if (!n->num_results || !o->num_types) return;
  const tta_str *types = s->ops->types + o->first_type;
  read_aliases(s, offset_of(s, types[o->num_types - 1]));
  if (tta_str_is(o->name, "ttnn.create_global_semaphore") || tta_str_is(o->name, "ttmetal.create_global_semaphore")) {
    p->values[n->first_result].type = semaphore_type(s, n->op, types[0]);
    return;
  }
  if (o->num_types == n->num_results) {
    for (uint32_t i = 0; i < n->num_results; i++) p->values[n->first_result + i].type = type_of(s, types[i]);
    return;
  }
  uint32_t first = type_of(s, types[0]);
  for (uint32_t k = 0; k < o->num_types; k++) {
    uint32_t type = type_of(s, types[k]);
    some |= is_device(p, type), all_same &= tta_memory_plan_same_type(p, type, first);
  }
  for (uint32_t i = 0; i < n->num_results; i++) {
    tta_memory_plan_value *v = &p->values[n->first_result + i];
    if (all_same && !o->arrow) v->type = first;
    else if (some)
      tta_memory_plan_assume(p, "line %u: the type of %.*s is unknown; it is not counted",
                             tta_memory_plan_line(p, v->begin), (int)v->name.size, v->name.data);
  }
}

/* ---- operations ---- */

static void end_op(liveness *s) {
  struct tta_memory_plan *p = s->p;
  const statement *n = current(s);
  if (!p->status) type_results(s);
  for (uint32_t i = 0; i < n->num_results && !p->status; i++) place_result(s, n->first_result + i);
  p->ops[n->op].end = p->num_moments++;
  s->num_stack--;
}

/* Ends the operations that are not around what follows, which is in a region of `op`. */
static void end_ops_to(liveness *s, uint32_t op) {
  while (s->num_stack && current(s)->op != op) end_op(s);
}

/* Which region of the current operation a block is in. */
static uint32_t region_number(liveness *s, uint32_t block) {
  if (!s->num_stack || block == TTA_OPS_NONE) return 0;
  statement *around = current(s);
  for (uint32_t region = s->ops->blocks[block].region; around->region != region && around->region != TTA_OPS_NONE;) {
    around->region = s->ops->regions[around->region].next;
    around->num_regions++;
  }
  return around->num_regions;
}

/* The end of the list of destinations that a word starts, `outs(...)` or `iter_args(...)`; NULL. */
static const char *outs_end(const liveness *s, const char **begin, tta_str word) {
  if (!tta_str_is(word, "outs") && !tta_str_is(word, "iter_args")) return NULL;
  const tta_skeleton *k = &s->ops->skeleton;
  uint32_t open = tta_mark_next(k, tta_mark_before(k, (uint32_t)(word.data - k->text.data) + 1));
  if (!tta_mark_opens(k, open, '(') || k->marks[open].mate == TTA_NO_MARK) return NULL;
  *begin = k->text.data + tta_mark_begin(k, open);
  return k->text.data + tta_mark_begin(k, k->marks[open].mate);
}

/* Of `iter_args(%a = %x)`, the first one is another name of the second one in the regions. */
static void read_operands(liveness *s, uint32_t op) {
  const tta_ops *o = s->ops;
  const tta_ops_op *from = &o->ops[op];
  const char *begin = NULL, *end = NULL;
  uint32_t word = from->first_word, argument = from->first_result + from->num_results;
  uint32_t last_word = word + from->num_words, last_argument = op + 1 < o->num_ops ? o->ops[op + 1].first_result
                                                                                   : o->num_values;
  for (uint32_t i = 0; i < from->num_operands && !s->p->status; i++) {
    const tta_ops_operand *operand = &o->operands[from->first_operand + i];
    uint32_t value = operand->value == TTA_OPS_NONE ? TTA_MEMORY_PLAN_NONE : s->values[operand->value];
    uint32_t renamed = TTA_OPS_NONE;
    for (; word < last_word && o->words[word].text.data < operand->name.data; word++) {
      const char *list, *list_end = outs_end(s, &list, o->words[word].text);
      if (list_end) begin = list, end = list_end;
    }
    bool is_out = begin && operand->name.data > begin && operand->name.data < end;
    for (; argument < last_argument && o->values[argument].begin < operand->begin; argument++) renamed = argument;
    if (value == TTA_MEMORY_PLAN_NONE) continue;
    use(s, value);
    statement *n = current(s);
    if (is_out && n->num_outs < MAX_OUTS) n->outs[n->num_outs++] = value;
    if (is_out && renamed != TTA_OPS_NONE && !o->values[renamed].type.size) s->values[renamed] = value;
  }
}

static void begin_op(liveness *s, uint32_t number) {
  struct tta_memory_plan *p = s->p;
  const tta_ops_op *from = &s->ops->ops[number];
  end_ops_to(s, from->parent);
  tta_memory_plan_op op = {.begin = from->begin,
                           .parent = from->parent,
                           .start = p->num_moments,
                           .end = p->num_moments,
                           .in_region = region_number(s, from->block),
                           .system = TTA_MEMORY_PLAN_NONE,
                           .name = from->name};
  statement n = {.op = number, .first_result = p->num_values, .num_results = from->num_results,
                 .last_operand = TTA_MEMORY_PLAN_NONE, .first_operand = TTA_MEMORY_PLAN_NONE,
                 .first_use = p->num_uses, .region = from->first_region};
  p->num_moments++;
  if (!TTA_MEMORY_PLAN_APPEND(p, ops, op)) return;
  for (uint32_t i = 0; i < from->num_results; i++)
    if (new_value(s, from->first_result + i, number, from->parent) == TTA_MEMORY_PLAN_NONE) return;
  if (!TTA_GROW_IN(&p->arena, s, stack, 1)) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  s->stack[s->num_stack++] = n;
  s->has_spatial |= tta_str_ends_with(op.name, ".spatial");
  if (tta_str_ends_with(op.name, "call") || tta_str_contains(op.name, ".call_"))
    tta_memory_plan_assume(p, "line %u: what the callee allocates is not counted", tta_memory_plan_line(p, op.begin));
  read_aliases(s, from->name_begin);
  read_system(s, number);
  read_operands(s, number);
  read_program(s, number);
}

/* ---- arguments of regions ---- */

/* Arguments of functions and of labels; those of loops have the memory of other values. */
static void add_argument(liveness *s, uint32_t number) {
  struct tta_memory_plan *p = s->p;
  const tta_ops_value *from = &s->ops->values[number];
  bool label = from->op == TTA_OPS_NONE || (from->block != TTA_OPS_NONE && s->ops->blocks[from->block].label.size);
  tta_str name = from->op == TTA_OPS_NONE ? (tta_str){NULL, 0} : s->ops->ops[from->op].name;
  bool function = tta_ops_is_function(name);
  if (!label && !function) return;
  end_ops_to(s, from->op);
  uint32_t value = new_value(s, number, from->op, from->op);
  if (value == TTA_MEMORY_PLAN_NONE) return;
  tta_memory_plan_value *v = &p->values[value];
  read_aliases(s, from->begin);
  v->argument = true;
  v->view = !function;
  v->type = type_of(s, from->type);
  bool known = from->op != TTA_OPS_NONE && tta_alias_of(name) == TTA_ALIAS_OUTS;
  if (v->view && is_device(p, v->type) && !known)
    tta_memory_plan_assume(
        p, "line %u: block argument %.*s is assumed to be a view of an operand of its operation; it is not counted",
        tta_memory_plan_line(p, v->begin), (int)v->name.size, v->name.data);
  /* a kernel's arguments have the memory that its program has passed */
  if (function && !label && (tta_ops_find(s->ops, from->op, "ttkernel.thread") ||
                             tta_ops_find(s->ops, from->op, "d2m.thread"))) v->view = true;
}

static void read_ops(liveness *s) {
  const tta_ops *o = s->ops;
  uint32_t value = 0;
  for (uint32_t op = 0; op <= o->num_ops && !s->p->status; op++) {
    uint32_t end = op < o->num_ops ? o->ops[op].first_result : o->num_values;
    for (; value < end && !s->p->status; value++) add_argument(s, value);
    if (op == o->num_ops || s->p->status) break;
    begin_op(s, op);
    value = end + o->ops[op].num_results;
  }
  while (s->num_stack && !s->p->status) end_op(s);
}

void tta_memory_plan_read_program(struct tta_memory_plan *p) {
  tta_str text = p->source->text;
  tta_ops *ops;
  p->status = tta_ops_read(text, (tta_span){0, (uint32_t)text.size}, p->arena.allocator, &ops);
  if (p->status) return;
  liveness s = {.p = p, .ops = ops};
  tta_strmap_init(&s.aliases, p->arena.allocator);
  tta_strmap_init(&s.programs, p->arena.allocator);
  tta_strmap_init(&s.unknown, p->arena.allocator);
  s.values = tta_arena_array(&ops->arena, (size_t)ops->num_values + 1, sizeof *s.values);
  if (s.values) {
    for (uint32_t i = 0; i < ops->num_values; i++) s.values[i] = TTA_MEMORY_PLAN_NONE;
    read_ops(&s);
  } else {
    p->status = TTA_NO_MEMORY;
  }
  tta_strmap_free(&s.aliases);
  tta_strmap_free(&s.programs);
  tta_strmap_free(&s.unknown);
  tta_ops_free(ops);
}
