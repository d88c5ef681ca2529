/* The text between the islands: operations, their results and uses by name, types by position, regions and block
 * arguments. It recognizes the syntax of MLIR, not single operations. What the text does not say becomes an
 * assumption.
 *
 * An operation starts at a line or a region that starts with `%a, %b:2 =`, with a string, or with a word that has a dot
 * or is return, module or func, and ends where the next one starts. Its types are after its last colon or arrow
 * outside brackets. A `{` opens a region unless what follows is an attribute's name with `=`, `,` or `}`. */
#include <string.h>

#include "memory/program.h"

#include "base/array.h"
#include "base/checked.h"
#include "base/str.h"
#include "memory/aliases.h"

enum { MAX_DEPTH = 4096, MAX_SLOTS = 64, MAX_OUTS = 16 };

/* A statement that is being read: an operation, or a block label. The outer ones are on a stack. */
typedef struct statement {
  uint32_t op;              /* NONE: a label, or something that is not an operation */
  uint32_t first_result, num_results; /* values */
  uint32_t depth;           /* open brackets at its start */
  uint32_t slots[MAX_SLOTS], num_slots, slot; /* types after the last colon or arrow */
  uint32_t list_depth;      /* open brackets at its types */
  bool types, arrow, first_slot_used, label, function, named;
  uint32_t argument;        /* value that has no type yet */
  uint32_t outs[MAX_OUTS], num_outs, outs_depth;
  uint32_t last_operand, first_operand;
  uint32_t first_use;       /* in p->uses */
  uint32_t num_regions;     /* that have been read */
  int64_t address, alignment; /* `address = N`, `alignment = N` in its attributes; TTA_FREELIST_NONE */
  tta_str renamed;          /* `%a =` in iter_args(...): a name of the next operand in the regions */
} statement;

typedef struct scanner {
  struct tta_memory_plan *p;
  const char *text, *at, *end;
  uint32_t spot;            /* the next island */
  char brackets[MAX_DEPTH];
  uint32_t depth;
  statement now;
  bool open;                /* `now` is being read */
  statement *stack;
  uint32_t num_stack, cap_stack;
  uint32_t region;          /* the operation with the region that is being read */
  tta_strmap names;         /* %x -> its first value */
  tta_strmap aliases;       /* !t -> its type, #s -> its system; a section may define it again */
  tta_strmap unknown;       /* names of operations that an assumption names */
  bool line_start;
  bool has_spatial;         /* an operation with separate core ranges was read */
  bool has_noted_addresses; /* the assumption on addresses in operations is noted */
} scanner;

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '.';
}
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
static uint32_t offset(const scanner *s, const char *at) { return (uint32_t)(at - s->text); }

static const char *skip_blanks(const scanner *s, const char *at) {
  for (;;) {
    while (at < s->end && is_blank(*at)) at++;
    if (s->end - at < 2 || at[0] != '/' || at[1] != '/') return at;
    while (at < s->end && *at != '\n') at++;
  }
}

static const char *skip_string(const scanner *s, const char *at) {
  for (at++; at < s->end && *at != '"' && *at != '\n'; at++)
    if (*at == '\\' && at + 1 < s->end) at++;
  return at < s->end ? at + 1 : s->end;
}

static const char *skip_word(const scanner *s, const char *at) {
  while (at < s->end && (is_word(*at) || *at == '-')) {
    if (*at == '-' && at + 1 < s->end && at[1] == '>') break;
    at++;
  }
  return at;
}

/* ---- values ---- */

static uint32_t new_value(scanner *s, tta_str name, uint32_t region) {
  tta_memory_plan_value v = {.name = name,
                      .begin = offset(s, name.data),
                      .type = TTA_MEMORY_PLAN_NONE,
                      .op = s->now.op,
                      .region = region,
                      .last_op = TTA_MEMORY_PLAN_NONE,
                      .free_op = TTA_MEMORY_PLAN_NONE,
                      .first_op = TTA_MEMORY_PLAN_NONE,
                      .spatial = TTA_MEMORY_PLAN_NONE,
                      .address = TTA_FREELIST_NONE,
                      .alignment = TTA_FREELIST_NONE,
                      .shares = TTA_MEMORY_PLAN_NONE};
  if (!TTA_MEMORY_PLAN_APPEND(s->p, values, v)) return TTA_MEMORY_PLAN_NONE;
  return s->p->num_values - 1;
}

static void bind(scanner *s, tta_str name, uint32_t value) {
  if (value != TTA_MEMORY_PLAN_NONE && tta_strmap_set(&s->names, name, value)) s->p->status = TTA_NO_MEMORY;
}

/* `%0` or `%0#1`: the value; NONE if the name is unknown. */
static uint32_t find_value(scanner *s, tta_str name) {
  uint64_t number = 0;
  const char *hash = memchr(name.data, '#', name.size);
  tta_str plain = {name.data, hash ? (size_t)(hash - name.data) : name.size};
  const uint32_t *found = tta_strmap_find(&s->names, plain);
  if (!found) return TTA_MEMORY_PLAN_NONE;
  for (const char *c = hash ? hash + 1 : NULL; c && c < name.data + name.size && number < UINT32_MAX; c++)
    number = number * 10 + (uint64_t)(*c - '0');
  if (!hash) return *found;
  uint64_t value = *found + number;
  return value < s->p->num_values && s->p->values[value].op == s->p->values[*found].op ? (uint32_t)value
                                                                                       : TTA_MEMORY_PLAN_NONE;
}

/* The operation in the block of the definition of the value: `op` itself, or the one around it. */
static uint32_t beside(const struct tta_memory_plan *p, uint32_t op, uint32_t region) {
  while (op != TTA_MEMORY_PLAN_NONE && p->ops[op].parent != region) op = p->ops[op].parent;
  return op;
}

/* Regions of an operation such as d2m.spatial are on separate core ranges. */
static void note_cores(scanner *s, tta_memory_plan_value *v) {
  struct tta_memory_plan *p = s->p;
  uint32_t inner = s->has_spatial ? s->now.op : TTA_MEMORY_PLAN_NONE, spatial = TTA_MEMORY_PLAN_NONE, in_region = 0;
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

static void use(scanner *s, tta_str name) {
  struct tta_memory_plan *p = s->p;
  uint32_t value = find_value(s, name);
  if (value == TTA_MEMORY_PLAN_NONE || s->now.op == TTA_MEMORY_PLAN_NONE) return;
  tta_memory_plan_use operand = {s->now.op, value};
  if (!TTA_MEMORY_PLAN_APPEND(p, uses, operand)) return;
  tta_memory_plan_value *v = &p->values[value];
  uint32_t op = beside(p, s->now.op, v->region);
  tta_str op_name = p->ops[s->now.op].name;
  bool frees = tta_str_ends_with(op_name, ".deallocate") || tta_str_ends_with(op_name, ".dealloc");
  if (op == TTA_MEMORY_PLAN_NONE) op = s->now.op;
  if (frees) v->free_op = op;
  if (!frees && v->first_op == TTA_MEMORY_PLAN_NONE) v->first_op = op;
  if (!frees) v->last_user = op;
  if (!frees) note_cores(s, v);
  v->last_op = op;
  if (s->now.first_operand == TTA_MEMORY_PLAN_NONE) s->now.first_operand = value;
  s->now.last_operand = value;
  if (s->now.outs_depth && s->now.num_outs < MAX_OUTS) s->now.outs[s->now.num_outs++] = value;
  if (s->now.renamed.size) bind(s, s->now.renamed, value);
  s->now.renamed.size = 0;
}

/* ---- statements ---- */

static void begin_statement(scanner *s) {
  s->now = (statement){.op = TTA_MEMORY_PLAN_NONE,
                       .depth = s->depth,
                       .argument = TTA_MEMORY_PLAN_NONE,
                       .last_operand = TTA_MEMORY_PLAN_NONE,
                       .first_operand = TTA_MEMORY_PLAN_NONE,
                       .first_use = s->p->num_uses,
                       .address = TTA_FREELIST_NONE,
                       .alignment = TTA_FREELIST_NONE};
  s->open = true;
}

static void begin_op(scanner *s, const char *begin) {
  struct tta_memory_plan *p = s->p;
  tta_memory_plan_op op = {.begin = offset(s, begin),
                           .parent = s->region,
                           .start = p->num_moments,
                           .end = p->num_moments,
                           .in_region = s->num_stack ? s->stack[s->num_stack - 1].num_regions : 0,
                           .system = TTA_MEMORY_PLAN_NONE};
  begin_statement(s);
  p->num_moments++;
  if (TTA_MEMORY_PLAN_APPEND(p, ops, op)) s->now.op = p->num_ops - 1;
}

/* `%a, %b:2 =` at `at`: the end of it, or NULL. */
static const char *results_end(const scanner *s, const char *at) {
  for (;;) {
    if (at >= s->end || *at != '%') return NULL;
    at = skip_blanks(s, skip_word(s, at + 1));
    if (at < s->end && *at == ':') {
      for (at++; at < s->end && *at >= '0' && *at <= '9';) at++;
      at = skip_blanks(s, at);
    }
    if (at < s->end && *at == '=') return at + 1 < s->end && at[1] == '=' ? NULL : at + 1;
    if (at >= s->end || *at != ',') return NULL;
    at = skip_blanks(s, at + 1);
  }
}

static void read_results(scanner *s, const char *at, const char *stop) {
  enum { MAX_RESULTS = 4096 };
  s->now.first_result = s->p->num_values;
  while (at < stop) {
    if (*at != '%') {
      at++;
      continue;
    }
    tta_str name = {at, (size_t)(skip_word(s, at + 1) - at)};
    uint32_t count = 1, first = TTA_MEMORY_PLAN_NONE;
    at = skip_blanks(s, name.data + name.size);
    if (at < stop && *at == ':')
      for (count = 0, at++; at < stop && *at >= '0' && *at <= '9' && count < MAX_RESULTS; at++)
        count = count * 10 + (uint32_t)(*at - '0');
    for (uint32_t i = 0; i < count && i < MAX_RESULTS && !s->p->status; i++) {
      uint32_t value = new_value(s, name, s->region);
      if (i == 0) first = value;
    }
    bind(s, name, first);
  }
  s->now.num_results = s->p->num_values - s->now.first_result;
}

static bool is_device(const struct tta_memory_plan *p, uint32_t type) {
  return type != TTA_MEMORY_PLAN_NONE && p->types[type].device;
}

/* Of the generic form, without outs(...): the last operand of the type, else the last one. */
static uint32_t destination(const scanner *s, uint32_t type) {
  const struct tta_memory_plan *p = s->p;
  uint32_t last = TTA_MEMORY_PLAN_NONE, same = last;
  for (uint32_t i = s->now.first_use; i < p->num_uses && p->uses[i].op == s->now.op; i++) { /* those before regions */
    uint32_t value = p->uses[i].value;
    if (value >= s->now.first_result) continue;
    last = value;
    if (p->values[value].type == type) same = value;
  }
  return same != TTA_MEMORY_PLAN_NONE ? same : last;
}

/* Only values from before this operation can be shared, so that no chain of shares is a cycle, even in invalid text.
 * The buffer a result takes: that of an operand of its type in outs(...) or iter_args(...), or of its last operand if
 * that is an `*.empty`. */
static uint32_t shared_with(const scanner *s, uint32_t result) {
  const struct tta_memory_plan *p = s->p;
  const statement *n = &s->now;
  uint32_t type = p->values[result].type, skipped = 0;
  for (uint32_t r = n->first_result; r < result; r++) skipped += p->values[r].type == type;
  for (uint32_t i = 0; i < n->num_outs; i++) {
    const tta_memory_plan_value *v = &p->values[n->outs[i]];
    if (v->type == type && n->outs[i] < n->first_result && skipped-- == 0) return n->outs[i];
  }
  tta_alias_kind kind = tta_alias_of(p->ops[n->op].name);
  if (kind == TTA_ALIAS_OUTS && !n->num_outs) return destination(s, type);
  if (n->last_operand >= n->first_result || p->values[n->last_operand].type != type) return TTA_MEMORY_PLAN_NONE;
  uint32_t from = p->values[n->last_operand].op;
  bool empty =
      from != TTA_MEMORY_PLAN_NONE && !p->values[n->last_operand].argument &&
      tta_str_ends_with(p->ops[from].name, ".empty");
  return empty || kind == TTA_ALIAS_LAST ? n->last_operand : TTA_MEMORY_PLAN_NONE;
}

/* The result keeps the memory of all operands; it is a view of the first one. */
static void link_operands(scanner *s, uint32_t result) {
  struct tta_memory_plan *p = s->p;
  for (uint32_t i = s->now.first_use; i < p->num_uses; i++) {
    tta_memory_plan_link link = {result, p->uses[i].value};
    if (p->uses[i].op != s->now.op || link.to >= s->now.first_result || link.to == s->now.first_operand) continue;
    if (!TTA_MEMORY_PLAN_APPEND(p, links, link)) return;
    if (tta_str_ends_with(p->ops[s->now.op].name, ".stream_layout")) p->values[link.to].storage = true;
  }
}

/* Operations that are not in the table: a view or a page by their name, else a new buffer. */
static tta_alias_kind guess_kind(scanner *s, const tta_memory_plan_value *v) {
  struct tta_memory_plan *p = s->p;
  tta_str op = p->ops[s->now.op].name;
  uint32_t line = tta_memory_plan_line(p, v->begin);
  bool device = s->now.first_operand < s->now.first_result && is_device(p, p->values[s->now.first_operand].type);
  if (tta_str_ends_with(op, ".wait") || tta_str_ends_with(op, ".reserve")) {
    tta_memory_plan_assume(p, "line %u: %.*s is assumed to be in a circular buffer; it is not counted", line,
                           (int)v->name.size, v->name.data);
    return TTA_ALIAS_NONE;
  }
  if (device && (tta_str_contains(op, ".view") || tta_str_ends_with(op, "view") || tta_str_ends_with(op, "cast"))) {
    tta_str root = p->values[s->now.first_operand].name;
    tta_memory_plan_assume(p, "line %u: %.*s is assumed to be a view of %.*s", line, (int)v->name.size, v->name.data,
                           (int)root.size, root.data);
    return TTA_ALIAS_FIRST;
  }
  return TTA_ALIAS_UNKNOWN;
}

/* Named once in a text. */
static void note_unknown(scanner *s, const tta_memory_plan_value *v) {
  tta_str op = s->p->ops[s->now.op].name;
  if (!op.size || tta_strmap_find(&s->unknown, op)) return;
  if (tta_strmap_set(&s->unknown, op, 1)) s->p->status = TTA_NO_MEMORY;
  tta_memory_plan_assume(s->p, "line %u: operation %.*s is not known; each of its results is counted as a new buffer",
                         tta_memory_plan_line(s->p, v->begin), (int)op.size, op.data);
}

/* Whose memory a result has. */
static void place_result(scanner *s, uint32_t result) {
  struct tta_memory_plan *p = s->p;
  tta_memory_plan_value *v = &p->values[result];
  tta_alias_kind kind = tta_alias_of(p->ops[s->now.op].name);
  bool device = is_device(p, v->type);
  if (kind == TTA_ALIAS_UNKNOWN && device) kind = guess_kind(s, v);
  if (kind == TTA_ALIAS_NONE) v->view = true;
  if (kind == TTA_ALIAS_FIRST || kind == TTA_ALIAS_ALL) {
    v->shares = s->now.first_operand < s->now.first_result ? s->now.first_operand : TTA_MEMORY_PLAN_NONE;
    v->view = v->shares == TTA_MEMORY_PLAN_NONE; /* of something that the text does not have */
  } else if (device && !v->view) {
    v->shares = shared_with(s, result);
    if (kind == TTA_ALIAS_UNKNOWN && v->shares == TTA_MEMORY_PLAN_NONE) note_unknown(s, v);
  }
  if (kind == TTA_ALIAS_ALL && s->now.num_results == 1) link_operands(s, result);
  if (kind == TTA_ALIAS_NEW && s->now.num_results == 1) {
    v->address = s->now.address;
    v->alignment = s->now.alignment;
  } else if (device && s->now.address >= 0 && !s->has_noted_addresses) {
    s->has_noted_addresses = true;
    tta_memory_plan_assume(p, "line %u: addresses in operations are not used unless they allocate one buffer",
                           tta_memory_plan_line(p, v->begin));
  }
}

/* The type of result i by position; NONE and an assumption if the text does not have it. */
static uint32_t result_type(scanner *s, uint32_t i) {
  const statement *n = &s->now;
  uint32_t count = n->types && n->first_slot_used ? n->num_slots : 0;
  bool some = false, all_same = true;
  if (count == n->num_results) return n->slots[i];
  for (uint32_t k = 0; k < count; k++) some |= is_device(s->p, n->slots[k]), all_same &= n->slots[k] == n->slots[0];
  if (count && all_same && !n->arrow) return n->slots[0];
  const tta_memory_plan_value *v = &s->p->values[n->first_result + i];
  if (some)
    tta_memory_plan_assume(s->p, "line %u: the type of %.*s is unknown; it is not counted",
                           tta_memory_plan_line(s->p, v->begin), (int)v->name.size, v->name.data);
  return TTA_MEMORY_PLAN_NONE;
}

static void end_statement(scanner *s) {
  struct tta_memory_plan *p = s->p;
  statement *n = &s->now;
  if (!s->open) return;
  s->open = false;
  if (n->op == TTA_MEMORY_PLAN_NONE || p->status) return;
  for (uint32_t i = 0; i < n->num_results; i++) p->values[n->first_result + i].type = result_type(s, i);
  for (uint32_t i = 0; i < n->num_results && !p->status; i++) place_result(s, n->first_result + i);
  p->ops[n->op].end = p->num_moments++;
}

/* ---- regions ---- */

static void push_bracket(scanner *s, char c) {
  if (s->depth < MAX_DEPTH) s->brackets[s->depth] = c;
  s->depth++;
}

static void open_region(scanner *s) {
  push_bracket(s, 'R');
  if (!s->open) begin_statement(s);
  if (!TTA_GROW_IN(&s->p->arena, s, stack, 1)) {
    s->p->status = TTA_NO_MEMORY;
    return;
  }
  s->stack[s->num_stack++] = s->now;
  if (s->now.op != TTA_MEMORY_PLAN_NONE) s->region = s->now.op;
  s->open = false;
  s->line_start = true;
}

static void close_region(scanner *s) {
  end_statement(s);
  if (!s->num_stack) return;
  s->now = s->stack[--s->num_stack];
  s->now.num_regions++;
  s->open = true;
  if (s->now.op != TTA_MEMORY_PLAN_NONE) s->region = s->p->ops[s->now.op].parent;
  if (s->now.function) tta_strmap_clear(&s->names); /* names are local to a function */
}

/* Whether the `{` at `at` opens a region rather than a dictionary. */
static bool opens_region(const scanner *s, const char *at) {
  if (at > s->text && at[-1] == '<') return false; /* <{ properties }> */
  const char *next = skip_blanks(s, at + 1);
  if (next >= s->end || *next == '%' || *next == '^') return true;
  if (*next == '}') return false;
  bool string = *next == '"';
  if (!string && !is_word(*next)) return false;
  const char *after = skip_blanks(s, string ? skip_string(s, next) : skip_word(s, next));
  return after < s->end && !(*after == '=' || *after == ',' || *after == '}');
}

static void close_bracket(scanner *s, char c) {
  char opener = c == ')' ? '(' : c == ']' ? '[' : '<';
  uint32_t floor = s->open ? s->now.depth : s->depth;
  if (s->depth <= floor) return; /* unbalanced brackets are reported by the parser */
  if (s->depth <= MAX_DEPTH && s->brackets[s->depth - 1] != opener) return;
  s->depth--;
  if (s->now.outs_depth > s->depth) s->now.outs_depth = 0;
}

static void close_brace(scanner *s) {
  uint32_t depth = s->depth;
  if (depth > MAX_DEPTH) { /* the limit of nesting */
    s->depth--;
    return;
  }
  while (depth && s->brackets[depth - 1] != 'R' && s->brackets[depth - 1] != '{') depth--;
  if (!depth) return;
  s->depth = depth - 1;
  if (s->brackets[depth - 1] == 'R') close_region(s);
}

/* ---- types ---- */

static void restart_types(scanner *s, bool arrow) {
  statement *n = &s->now;
  n->types = true;
  n->arrow = arrow;
  n->num_slots = 0;
  n->first_slot_used = false;
  n->list_depth = s->depth;
  n->argument = TTA_MEMORY_PLAN_NONE;
  const char *next = skip_blanks(s, s->at);
  if (next < s->end && *next == '(') {
    n->list_depth = s->depth + 1;
    const char *after = skip_blanks(s, next + 1);
    if (after < s->end && *after == ')') return; /* () */
  }
  n->slots[n->num_slots++] = TTA_MEMORY_PLAN_NONE;
  n->first_slot_used = true;
}

static void read_type(scanner *s, uint32_t type) {
  statement *n = &s->now;
  if (!s->open) return;
  if (n->argument != TTA_MEMORY_PLAN_NONE) {
    tta_memory_plan_value *v = &s->p->values[n->argument];
    v->type = type;
    n->argument = TTA_MEMORY_PLAN_NONE;
    bool known = v->op != TTA_MEMORY_PLAN_NONE && tta_alias_of(s->p->ops[v->op].name) == TTA_ALIAS_OUTS;
    if (v->view && is_device(s->p, type) && !known)
      tta_memory_plan_assume(
          s->p,
          "line %u: block argument %.*s is assumed to be a view of an operand of its operation; it is not counted",
          tta_memory_plan_line(s->p, v->begin), (int)v->name.size, v->name.data);
    return;
  }
  if (n->types && s->depth == n->list_depth && n->num_slots) n->slots[n->num_slots - 1] = type;
}

/* ---- tokens ---- */

static void read_comma(scanner *s) {
  statement *n = &s->now;
  if (s->open && n->types && s->depth == n->list_depth && n->num_slots && n->num_slots < MAX_SLOTS)
    n->slots[n->num_slots++] = TTA_MEMORY_PLAN_NONE;
}

/* `%x`, and `%x:` in the signature of a function or a block label defines it */
static void read_value(scanner *s) {
  tta_str name = {s->at, 0};
  const char *stop = skip_word(s, s->at + 1);
  if (stop < s->end && *stop == '#')
    for (stop++; stop < s->end && *stop >= '0' && *stop <= '9';) stop++;
  name.size = (size_t)(stop - s->at);
  s->at = stop;
  if (!s->open) return;
  const char *next = skip_blanks(s, stop);
  bool defines = (s->now.label || s->now.function) && next < s->end && *next == ':' && s->depth == s->now.depth + 1;
  if (!defines && s->now.outs_depth && next < s->end && *next == '=') {
    s->now.renamed = name;
    return;
  }
  if (!defines) {
    use(s, name);
    return;
  }
  uint32_t op = s->now.label ? s->region : s->now.op, value = new_value(s, name, op);
  if (value == TTA_MEMORY_PLAN_NONE) return;
  tta_memory_plan_value *v = &s->p->values[value];
  tta_str op_name = op != TTA_MEMORY_PLAN_NONE ? s->p->ops[op].name : (tta_str){NULL, 0};
  v->op = op;
  v->argument = true;
  v->view = s->now.label && !tta_str_ends_with(op_name, "func");
  bind(s, name, value);
  s->now.argument = value;
  s->at = next + 1;
}

static bool starts_op(const scanner *s, const char *at) {
  if (*at == '"') return true;
  if (!is_word(*at) || (*at >= '0' && *at <= '9')) return false;
  tta_str word = {at, (size_t)(skip_word(s, at) - at)};
  const char *next = skip_blanks(s, word.data + word.size);
  if (next < s->end && *next == '=' && s->depth) return false; /* an attribute */
  return memchr(word.data, '.', word.size) || tta_str_is(word, "return") || tta_str_is(word, "module") ||
         tta_str_is(word, "func") ||
         tta_str_is(word, "call") || tta_str_is(word, "yield");
}

static void name_op(scanner *s) {
  tta_str word;
  bool string = *s->at == '"';
  const char *stop = string ? skip_string(s, s->at) : skip_word(s, s->at);
  bool ended = stop - s->at > 1 && (stop[-1] == '"' || stop[-1] == '\n'); /* else the text ends in the string */
  word = string ? (tta_str){s->at + 1, (size_t)(stop - s->at) - 1 - ended} : (tta_str){s->at, (size_t)(stop - s->at)};
  s->at = stop;
  s->now.named = true;
  if (s->now.op == TTA_MEMORY_PLAN_NONE) return;
  s->p->ops[s->now.op].name = word;
  s->has_spatial |= tta_str_ends_with(word, ".spatial");
  s->now.function = tta_str_ends_with(word, "func") && !string;
  if (s->now.function) tta_strmap_clear(&s->names);
  if (tta_str_ends_with(word, "call") || tta_str_contains(word, ".call_"))
    tta_memory_plan_assume(s->p, "line %u: what the callee allocates is not counted",
                    tta_memory_plan_line(s->p, s->p->ops[s->now.op].begin));
}

/* At the start of a line or region, outside brackets: whether a statement starts. */
static bool start_statement(scanner *s) {
  const char *results = results_end(s, s->at);
  if (s->open && s->depth != s->now.depth) return false;
  if (results) {
    const char *begin = s->at;
    end_statement(s);
    begin_op(s, begin);
    read_results(s, begin, results);
    s->at = skip_blanks(s, results);
    if (s->at < s->end && (*s->at == '"' || is_word(*s->at))) name_op(s);
    return true;
  }
  if (*s->at == '^') {
    end_statement(s);
    begin_statement(s);
    s->now.label = true;
    s->at = skip_word(s, s->at + 1);
    return true;
  }
  if (*s->at == '#' || *s->at == '!') { /* an alias definition */
    end_statement(s);
    return false;
  }
  if (!starts_op(s, s->at)) return false;
  end_statement(s);
  begin_op(s, s->at);
  name_op(s);
  return true;
}

/* The arguments of a kernel have the memory that its program has passed. */
static void pass_arguments(scanner *s) {
  struct tta_memory_plan *p = s->p;
  for (uint32_t i = p->num_values; i-- && p->values[i].op == s->now.op;) p->values[i].view = true;
}

/* A decimal or hexadecimal number; INT64_MAX if it does not fit, TTA_FREELIST_NONE if there is none. */
static int64_t read_number(const scanner *s, const char *at) {
  int64_t number = TTA_FREELIST_NONE;
  at = skip_blanks(s, at);
  bool hex = s->end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
  for (at += hex ? 2 : 0; at < s->end; at++) {
    char lower = (char)(*at | 0x20);
    int digit = *at >= '0' && *at <= '9' ? *at - '0' : hex && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    if (digit < 0) return number;
    if (number < 0) number = 0;
    if (!tta_mul(number, hex ? 16 : 10, &number) || !tta_add(number, digit, &number)) return INT64_MAX;
  }
  return number;
}

static void read_word(scanner *s) {
  tta_str word = {s->at, 0};
  s->at = skip_word(s, s->at);
  word.size = (size_t)(s->at - word.data);
  if (!word.size) s->at++;
  const char *next = skip_blanks(s, s->at);
  bool outs = tta_str_is(word, "outs") || tta_str_is(word, "iter_args");
  if (s->open && outs && next < s->end && *next == '(') s->now.outs_depth = s->depth + 1;
  if (s->open && s->now.function && (tta_str_is(word, "ttkernel.thread") || tta_str_is(word, "d2m.thread")))
    pass_arguments(s);
  bool attribute = s->open && next < s->end && *next == '=' && s->depth > s->now.depth && s->depth <= s->now.depth + 2;
  if (attribute && tta_str_is(word, "address")) s->now.address = read_number(s, next + 1);
  if (attribute && tta_str_is(word, "alignment")) s->now.alignment = read_number(s, next + 1);
}

static void read_punctuation(scanner *s) {
  char c = *s->at++;
  switch (c) {
  case '(': case '[': push_bracket(s, c); break;
  case '<': push_bracket(s, c); break;
  case ')': case ']': case '>': close_bracket(s, c); break;
  case '{':
    if (s->depth < MAX_DEPTH && opens_region(s, s->at - 1)) open_region(s);
    else push_bracket(s, '{');
    break;
  case '}': close_brace(s); break;
  case ',': read_comma(s); break;
  case '-':
    if (s->at < s->end && *s->at == '>') {
      s->at++;
      if (s->open && s->depth == s->now.depth) restart_types(s, true);
    }
    break;
  case ':':
    if (s->at < s->end && *s->at == ':') s->at++;
    else if (s->open && s->depth == s->now.depth && !s->now.label) restart_types(s, false);
    break;
  default: break;
  }
}

/* Only modules have a system_desc, whatever the name of their operation. */
static void record_system(scanner *s, uint32_t system) {
  if (s->open && s->now.op != TTA_MEMORY_PLAN_NONE) s->p->ops[s->now.op].system = system;
}

/* `!t` is a type by its alias, `#s` a system; the spot of an island has its type and system. */
static void read_alias(scanner *s) {
  tta_str name = {s->at, 0};
  s->at = skip_word(s, s->at + 1);
  name.size = (size_t)(s->at - name.data);
  const uint32_t *value = tta_strmap_find(&s->aliases, name);
  if (value && name.data[0] == '!') read_type(s, *value);
  if (value && name.data[0] == '#') record_system(s, *value);
}

static void meet_island(scanner *s, const tta_memory_plan_spot *spot) {
  struct tta_memory_plan *p = s->p;
  if (spot->defines.size) {
    uint32_t value = spot->system != TTA_MEMORY_PLAN_NONE ? spot->system : spot->type;
    if (tta_strmap_set(&s->aliases, spot->defines, value)) p->status = TTA_NO_MEMORY;
  } else if (spot->system != TTA_MEMORY_PLAN_NONE) {
    record_system(s, spot->system);
  } else if (spot->type != TTA_MEMORY_PLAN_NONE) {
    read_type(s, spot->type);
  }
}

static void step(scanner *s) {
  struct tta_memory_plan *p = s->p;
  char c = *s->at;
  while (s->spot < p->num_spots && p->spots[s->spot].end <= offset(s, s->at)) s->spot++;
  if (s->spot < p->num_spots && p->spots[s->spot].begin == offset(s, s->at)) {
    meet_island(s, &p->spots[s->spot]);
    s->at = s->text + p->spots[s->spot++].end;
    s->line_start = false;
    return;
  }
  if (c == '\n') {
    s->line_start = true;
    s->at++;
    return;
  }
  if (is_blank(c)) {
    s->at++;
    return;
  }
  if (c == '/' && s->at + 1 < s->end && s->at[1] == '/') {
    while (s->at < s->end && *s->at != '\n') s->at++;
    return;
  }
  bool first = s->line_start;
  s->line_start = false;
  if (first && start_statement(s)) return;
  if (c == '%') read_value(s);
  else if (c == '"') s->at = skip_string(s, s->at);
  else if (c == '#' || c == '!' || c == '@' || c == '^') read_alias(s);
  else if (is_word(c)) read_word(s);
  else read_punctuation(s);
}

void tta_memory_plan_read_program(struct tta_memory_plan *p) {
  scanner s = {.p = p,
               .text = p->source->text.data,
               .at = p->source->text.data,
               .end = p->source->text.data + p->source->text.size,
               .region = TTA_MEMORY_PLAN_NONE,
               .line_start = true};
  tta_strmap_init(&s.names, p->arena.allocator);
  tta_strmap_init(&s.aliases, p->arena.allocator);
  tta_strmap_init(&s.unknown, p->arena.allocator);
  while (s.at < s.end && !p->status) step(&s);
  while (s.num_stack && !p->status) close_region(&s);
  end_statement(&s);
  tta_strmap_free(&s.names);
  tta_strmap_free(&s.aliases);
  tta_strmap_free(&s.unknown);
}
