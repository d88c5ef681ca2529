/* The table of the names of a section, from its operations and the names among its marks. */
#include "ops/names.h"

#include <string.h>

#include "base/array.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/strmap.h"
#include "ops/ops.h"

const char *tta_name_kind_name(tta_name_kind kind) {
  static const char *const names[] = {
      [TTA_NAME_ALIAS] = "alias",   [TTA_NAME_VALUE] = "value",       [TTA_NAME_BLOCK] = "block",
      [TTA_NAME_MODULE] = "module", [TTA_NAME_FUNCTION] = "function", [TTA_NAME_DEVICE] = "device",
      [TTA_NAME_SYMBOL] = "other"};
  return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "";
}

typedef struct builder {
  tta_names *names;
  const tta_ops *ops;
  tta_strmap numbers;        /* scope, sigil and name -> name */
  uint32_t *name_of_value;   /* of each value of the operations */
  uint32_t *symbol_of_op;    /* where the symbol that an operation defines starts; NONE */
  uint32_t *inner;           /* of each name the scope that its operation, a symbol table, has for symbols; NONE */
  uint32_t num_inner, cap_inner;
  tta_arena scratch;         /* of what is above, and of lists that grow */
  bool body;                 /* statements of a function without what is around them */
  tta_status status;
} builder;

static tta_str text_of(const builder *b, tta_span span) {
  return TTA_SPAN_TEXT(b->names->text.data, span);
}

static tta_span span_of(const builder *b, tta_str text) {
  uint32_t begin = (uint32_t)(text.data - b->names->text.data);
  return (tta_span){begin, begin + (uint32_t)text.size};
}

/* ---- scopes ------------------------------------------------------------------------------------------------------ */

static bool is_symbol_table(tta_str op) {
  static const char *const others[] = {"emitc.file", "emitc.class", "irdl.dialect", "llvm.comdat"};
  bool found = tta_str_ends_with(op, "module");
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) found |= tta_str_is(op, others[i]);
  return found;
}

/* Scope i + 1 is region i. */
static void read_scopes(builder *b, tta_span range) {
  const tta_ops *ops = b->ops;
  tta_names *n = b->names;
  n->scopes = tta_arena_array(&n->arena, (size_t)ops->num_regions + 1, sizeof *n->scopes);
  if (!n->scopes) {
    b->status = TTA_NO_MEMORY;
    return;
  }
  n->scopes[n->num_scopes++] = (tta_names_scope){range.begin, range.end + 1, 0, range.begin, 0, true};
  for (uint32_t i = 0, parent = 0; i < ops->num_regions; i++) {
    const tta_ops_region *r = &ops->regions[i];
    tta_str op = r->op == TTA_OPS_NONE ? (tta_str){0} : ops->ops[r->op].name;
    while (n->scopes[parent].end <= r->begin) parent = n->scopes[parent].parent;
    uint32_t table = is_symbol_table(op) ? ops->ops[r->op].first_region + 1 : n->scopes[parent].table;
    uint32_t begin = r->op == TTA_OPS_NONE ? r->begin : ops->ops[r->op].begin;
    n->scopes[n->num_scopes++] = (tta_names_scope){r->begin, r->end, parent, begin, table, tta_ops_is_isolated(op)};
    parent = i + 1;
  }
}

static uint32_t scope_of_block(const builder *b, uint32_t block) {
  return block == TTA_OPS_NONE ? 0 : b->ops->blocks[block].region + 1;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static uint32_t add_name(builder *b, tta_name name) {
  tta_names *n = b->names;
  if (!TTA_GROW_IN(&b->scratch, n, names, 1) || !TTA_GROW_IN(&b->scratch, b, inner, 1)) {
    b->status = TTA_NO_MEMORY;
    return TTA_OPS_NONE;
  }
  b->inner[b->num_inner++] = TTA_OPS_NONE;
  n->names[n->num_names++] = name;
  return n->num_names - 1;
}

static tta_name_kind kind_of_sigil(char sigil) {
  return sigil == '%' ? TTA_NAME_VALUE : sigil == '^' ? TTA_NAME_BLOCK
       : sigil == '@' ? TTA_NAME_SYMBOL : TTA_NAME_ALIAS;
}

/* The name of a scope, a new one without a definition if there is none. Values with a definition are not found. */
static uint32_t find_name(builder *b, uint32_t scope, char sigil, tta_str rest) {
  tta_arena *arena = &b->names->arena;
  tta_arena_mark mark = tta_arena_position(arena);
  char *key = tta_arena_alloc(arena, sizeof scope + 1 + rest.size);
  if (!key) b->status = TTA_NO_MEMORY;
  if (b->status) return TTA_OPS_NONE;
  memcpy(key, &scope, sizeof scope);
  key[sizeof scope] = sigil;
  if (rest.size) memcpy(key + sizeof scope + 1, rest.data, rest.size);
  tta_str whole = {key, sizeof scope + 1 + rest.size}, text = tta_str_rest(whole, sizeof scope);
  const uint32_t *number = tta_strmap_add(&b->numbers, whole, b->names->num_names);
  if (number && *number < b->names->num_names) {
    tta_arena_rewind(arena, mark);
    return *number;
  }
  if (!number) b->status = TTA_NO_MEMORY;
  return number ? add_name(b, (tta_name){.kind = kind_of_sigil(sigil), .text = text, .scope = scope}) : TTA_OPS_NONE;
}

static void add_place(builder *b, tta_span span, uint32_t name, uint32_t result) {
  tta_names *n = b->names;
  tta_names_place place = {span.begin, span.end, name, result, false};
  if (b->status || !TTA_PUSH_IN(&b->scratch, n, places, place)) b->status = TTA_NO_MEMORY;
}

static void add_definition(builder *b, tta_span span, uint32_t name) {
  add_place(b, span, name, 0);
  if (!b->status) b->names->places[b->names->num_places - 1].defines = true;
}

static void read_ops(builder *b) {
  tta_names *n = b->names;
  n->ops = tta_arena_array(&n->lists, b->ops->num_ops, sizeof *n->ops);
  if (b->ops->num_ops && !n->ops) b->status = TTA_NO_MEMORY;
  for (uint32_t i = 0; i < b->ops->num_ops && !b->status; i++) {
    const tta_ops_op *op = &b->ops->ops[i];
    tta_span span = span_of(b, op->name);
    n->ops[n->num_ops++] = op->generic ? (tta_span){span.begin - 1, span.end + 1} : span;
  }
}

/* ---- values and blocks ------------------------------------------------------------------------------------------- */

/* NONE for an argument of a declaration. */
static uint32_t scope_of_value(const builder *b, uint32_t value) {
  const tta_ops_value *v = &b->ops->values[value];
  if (v->block != TTA_OPS_NONE) return scope_of_block(b, v->block);
  const tta_ops_op *op = v->op == TTA_OPS_NONE ? NULL : &b->ops->ops[v->op];
  bool is_result = op && value >= op->first_result && value - op->first_result < op->num_results;
  return is_result ? scope_of_block(b, op->block) : TTA_OPS_NONE;
}

static void read_values(builder *b) {
  const tta_ops *ops = b->ops;
  tta_str *types = tta_arena_array(&b->names->arena, ops->num_values, sizeof *types);
  b->name_of_value = tta_arena_array(&b->scratch, ops->num_values, sizeof *b->name_of_value);
  if (ops->num_values && (!types || !b->name_of_value)) b->status = TTA_NO_MEMORY;
  for (uint32_t i = 0; i < ops->num_values && !b->status; i++) {
    const tta_ops_value *v = &ops->values[i];
    types[i] = v->type;
    if (i && v->begin == v[-1].begin) {
      b->name_of_value[i] = b->name_of_value[i - 1];
      b->names->names[b->name_of_value[i]].num_results++;
      continue;
    }
    tta_str text = tta_arena_str(&b->names->arena, v->name); /* an edit needs it when the text has changed */
    tta_name name = {.kind = TTA_NAME_VALUE, .text = text, .scope = scope_of_value(b, i),
                     .definition = span_of(b, v->name), .num_results = 1, .types = &types[i]};
    if (!text.data) b->status = TTA_NO_MEMORY;
    if (v->op != TTA_OPS_NONE) name.value = (tta_span){ops->ops[v->op].begin, ops->ops[v->op].end};
    b->name_of_value[i] = add_name(b, name);
  }
}

static void read_blocks(builder *b) {
  for (uint32_t i = 0; i < b->ops->num_blocks && !b->status; i++) {
    const tta_ops_block *block = &b->ops->blocks[i];
    if (block->label.size < 2) continue;
    uint32_t number = find_name(b, block->region + 1, '^', tta_str_rest(block->label, 1));
    tta_name *name = b->status ? NULL : &b->names->names[number];
    if (!name || name->definition.end) continue;
    name->definition = name->value = span_of(b, block->label);
    if (block->last_op != TTA_OPS_NONE) name->value.end = b->ops->ops[block->last_op].end;
  }
}

/* ---- symbols ----------------------------------------------------------------------------------------------------- */

static tta_name_kind kind_of_op(tta_str op) {
  return tta_str_ends_with(op, "module") ? TTA_NAME_MODULE : tta_ops_is_function(op) ? TTA_NAME_FUNCTION
       : tta_str_ends_with(op, ".device") ? TTA_NAME_DEVICE : TTA_NAME_SYMBOL;
}

/* The symbol that an operation defines, as the text has it: `@f`, or the f of `sym_name = "f"`. Operations in a symbol
 * table can define one; of those without a region, an unknown one may as well use it.
 * @param is_sure set to whether it defines one */
static tta_str defined_symbol(const builder *b, uint32_t index, bool *is_sure) {
  const tta_ops_op *op = &b->ops->ops[index];
  const tta_ops_attribute *name = tta_ops_find(b->ops, index, "sym_name");
  tta_name_kind kind = kind_of_op(op->name);
  bool in_table = op->parent == TTA_OPS_NONE ? !b->body : is_symbol_table(b->ops->ops[op->parent].name);
  *is_sure = name || kind != TTA_NAME_SYMBOL || op->first_region != TTA_OPS_NONE ||
             tta_str_ends_with(op->name, "global") || tta_str_ends_with(op->name, "mesh");
  if (op->num_results || tta_str_ends_with(op->name, "call")) return (tta_str){NULL, 0};
  if (name) {
    tta_str inside = tta_unquoted(name->value);
    bool is_string = inside.size && inside.size < name->value.size && !memchr(inside.data, '\n', inside.size);
    return is_string ? inside : (tta_str){NULL, 0};
  }
  if (op->generic || (!in_table && kind == TTA_NAME_SYMBOL)) return (tta_str){NULL, 0};
  for (uint32_t i = 0; i < op->num_words && !b->ops->words[op->first_word + i].operands; i++) {
    uint32_t begin = span_of(b, b->ops->words[op->first_word + i].text).begin;
    uint32_t mark = tta_mark_before(&b->ops->skeleton, begin + 1);
    if (tta_mark_is_name(&b->ops->skeleton, mark, '@')) return tta_mark_text(&b->ops->skeleton, mark);
  }
  return (tta_str){NULL, 0};
}

static void read_symbols(builder *b, bool sure) {
  for (uint32_t i = 0; i < b->ops->num_ops && !b->status; i++) {
    const tta_ops_op *op = &b->ops->ops[i];
    bool is_sure;
    tta_str symbol = defined_symbol(b, i, &is_sure);
    if (!symbol.size || is_sure != sure) continue;
    bool sigil = symbol.data[0] == '@';
    uint32_t table = b->names->scopes[scope_of_block(b, op->block)].table;
    uint32_t number = find_name(b, table, '@', sigil ? tta_unquoted(tta_str_rest(symbol, 1)) : symbol);
    add_definition(b, span_of(b, symbol), number);
    b->symbol_of_op[i] = span_of(b, symbol).begin;
    if (b->status || b->names->names[number].definition.end) continue;
    tta_name *name = &b->names->names[number];
    name->kind = kind_of_op(op->name);
    name->definition = span_of(b, symbol);
    name->value = (tta_span){op->begin, op->end};
    if (is_symbol_table(op->name) && op->first_region != TTA_OPS_NONE) b->inner[number] = op->first_region + 1;
  }
}

/* ---- marks ------------------------------------------------------------------------------------------------------- */

/* Where the text is read. */
typedef struct cursor {
  uint32_t scope, next_scope;
  uint32_t op, next_op;      /* the operation that has started last; NONE */
  uint32_t next_value, next_use;
  uint32_t symbol;           /* the name of the mark before, if it is a symbol; NONE */
} cursor;

static void advance(const builder *b, cursor *c, uint32_t begin) {
  const tta_names *n = b->names;
  while (c->next_scope < n->num_scopes && n->scopes[c->next_scope].begin < begin) c->scope = c->next_scope++;
  while (n->scopes[c->scope].end <= begin) c->scope = n->scopes[c->scope].parent;
  while (c->next_op < b->ops->num_ops && b->ops->ops[c->next_op].begin <= begin) c->op = c->next_op++;
  while (c->next_value < b->ops->num_values && b->ops->values[c->next_value].begin < begin) c->next_value++;
  while (c->next_use < b->ops->num_uses && b->ops->uses[c->next_use].begin < begin) c->next_use++;
}

bool tta_is_defined_after(const char *at, const char *end) {
  at = tta_skip_gap(at, end);
  return at < end && *at == '=' && (at + 1 == end || at[1] != '=');
}

bool tta_is_alias(const tta_token *t, const char *end) {
  return t->kind == TTA_MARK_NAME && (*t->begin == '#' || *t->begin == '!') && !(t->end < end && *t->end == '<') &&
         !memchr(t->begin, '.', (size_t)(t->end - t->begin));
}

bool tta_next_alias(tta_tokens *tokens, tta_token *token) {
  while (tta_token_next(tokens, token))
    if (tta_is_alias(token, tokens->end)) return true;
  return false;
}

static void read_value(builder *b, const cursor *c, tta_span span) {
  const tta_ops *ops = b->ops;
  const tta_ops_use *use = c->next_use < ops->num_uses ? &ops->uses[c->next_use] : NULL;
  bool is_definition = c->next_value < ops->num_values && ops->values[c->next_value].begin == span.begin;
  tta_str rest = tta_str_rest(text_of(b, span), 1);
  const char *number = memchr(rest.data, '#', rest.size);
  if (number) rest.size = (size_t)(number - rest.data);
  if (is_definition) add_place(b, span, b->name_of_value[c->next_value], 0);
  else if (use && use->begin == span.begin && use->value != TTA_OPS_NONE)
    add_place(b, span, b->name_of_value[use->value], use->number);
  else if (use && use->begin == span.begin) add_place(b, span, find_name(b, 0, '%', rest), use->number);
}

/* The symbol table of a symbol that is not after `::`. The attributes of a symbol table are in it. */
static uint32_t table_at(const builder *b, const cursor *c, uint32_t begin) {
  const tta_ops_op *op = c->op == TTA_OPS_NONE ? NULL : &b->ops->ops[c->op];
  bool in_header = op && op->first_region != TTA_OPS_NONE && begin < b->ops->regions[op->first_region].begin;
  return in_header && is_symbol_table(op->name) ? op->first_region + 1 : b->names->scopes[c->scope].table;
}

/* Whether the text between a mark and the one before it is `::`. */
static bool is_after_colons(const tta_skeleton *s, uint32_t mark) {
  if (!mark) return false;
  uint32_t begin = tta_mark_end(s, mark - 1);
  return tta_str_is(tta_str_trim((tta_str){s->text.data + begin, tta_mark_begin(s, mark) - begin}), "::");
}

/* @return its name; NONE for the one that the operation defines */
static uint32_t read_symbol(builder *b, const cursor *c, uint32_t mark) {
  const tta_skeleton *s = &b->ops->skeleton;
  tta_span span = {tta_mark_begin(s, mark), tta_mark_end(s, mark)};
  if (c->op != TTA_OPS_NONE && b->symbol_of_op[c->op] == span.begin) return TTA_OPS_NONE;
  uint32_t table = !is_after_colons(s, mark) ? table_at(b, c, span.begin)
                   : c->symbol == TTA_OPS_NONE ? TTA_OPS_NONE : b->inner[c->symbol];
  uint32_t number = find_name(b, table, '@', tta_unquoted(tta_str_rest(text_of(b, span), 1)));
  add_place(b, span, number, 0);
  return number;
}

static void read_alias(builder *b, tta_span span, bool is_definition) {
  tta_str text = text_of(b, span);
  uint32_t number = find_name(b, 0, text.data[0], tta_str_rest(text, 1));
  if (is_definition) add_definition(b, span, number);
  else add_place(b, span, number, 0);
  if (!b->status && is_definition && !b->names->names[number].definition.end) b->names->names[number].definition = span;
}

static bool is_alias_mark(const tta_skeleton *s, uint32_t mark) {
  tta_str text = tta_mark_text(s, mark);
  tta_token token = {tta_mark_kind_at(s, mark), text.data, text.data + text.size};
  return tta_is_alias(&token, s->text.data + s->range.end);
}

static void read_marks(builder *b) {
  const tta_skeleton *s = &b->ops->skeleton;
  cursor c = {.next_scope = 1, .op = TTA_OPS_NONE, .symbol = TTA_OPS_NONE};
  for (uint32_t mark = 0; !b->status && mark < s->num_marks; mark++) {
    uint32_t symbol = TTA_OPS_NONE;
    if (tta_mark_is(s, mark, TTA_MARK_NAME)) {
      tta_span span = {tta_mark_begin(s, mark), tta_mark_end(s, mark)};
      char sigil = tta_mark_byte(s, mark);
      advance(b, &c, span.begin);
      if (sigil == '%') read_value(b, &c, span);
      else if (sigil == '@') symbol = read_symbol(b, &c, mark);
      else if (sigil == '^') add_place(b, span, find_name(b, c.scope, '^', tta_str_rest(text_of(b, span), 1)), 0);
      else if (is_alias_mark(s, mark)) read_alias(b, span, tta_mark_is(s, tta_mark_next(s, mark), TTA_MARK_EQUAL));
    }
    c.symbol = symbol;
  }
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static int order_places(const void *a, const void *b) {
  return tta_order(((const tta_names_place *)a)->begin, ((const tta_names_place *)b)->begin);
}

bool tta_names_is_definition(const tta_names *n, const tta_names_place *p) {
  const tta_span *definition = &n->names[p->name].definition;
  return definition->end && definition->begin == p->begin;
}

/* Names in order of their definitions, those without one at the end. */
static tta_status order_names(tta_names *n) {
  tta_name *ordered = tta_arena_array(&n->lists, n->num_names, sizeof *ordered);
  tta_arena_mark mark = tta_arena_position(&n->lists);
  uint32_t *rank = tta_arena_array(&n->lists, n->num_names, sizeof *rank), next = 0;
  if (n->num_names && (!ordered || !rank)) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < n->num_names; i++) rank[i] = UINT32_MAX;
  for (int defined = 1; defined >= 0; defined--)
    for (uint32_t i = 0; i < n->num_places; i++)
      if (rank[n->places[i].name] == UINT32_MAX && (!defined || tta_names_is_definition(n, &n->places[i])))
        rank[n->places[i].name] = next++;
  for (uint32_t i = 0; i < n->num_names; i++)
    if (rank[i] != UINT32_MAX) ordered[rank[i]] = n->names[i];
  for (uint32_t i = 0; i < n->num_places; i++) n->places[i].name = rank[n->places[i].name];
  n->names = ordered;
  n->num_names = n->cap_names = next;
  tta_arena_rewind(&n->lists, mark);
  return TTA_OK;
}

static tta_status collect_uses(tta_names *n) {
  tta_name_use *uses = tta_arena_array(&n->lists, n->num_places, sizeof *uses);
  if (n->num_places && !uses) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < n->num_names; i++) n->names[i].num_uses = 0;
  for (uint32_t i = 0; i < n->num_places; i++)
    n->names[n->places[i].name].num_uses += !tta_names_is_definition(n, &n->places[i]);
  for (uint32_t i = 0; i < n->num_names; i++) {
    n->names[i].uses = uses;
    uses += n->names[i].num_uses;
    n->names[i].num_uses = 0;
  }
  for (uint32_t i = 0; i < n->num_places; i++) {
    const tta_names_place *p = &n->places[i];
    tta_name *name = &n->names[p->name];
    if (!tta_names_is_definition(n, p))
      ((tta_name_use *)name->uses)[name->num_uses++] = (tta_name_use){{p->begin, p->end}, p->result, p->defines};
  }
  return TTA_OK;
}

tta_status tta_names_order(tta_names *n) {
  tta_arena_mark mark = tta_arena_position(&n->lists);
  tta_names_place *scratch = tta_arena_array(&n->lists, n->num_places, sizeof *scratch);
  if (n->num_places && !scratch) return TTA_NO_MEMORY;
  tta_sort(n->places, scratch, n->num_places, sizeof *scratch, order_places);
  tta_arena_rewind(&n->lists, mark);
  tta_status status = order_names(n);
  return status ? status : collect_uses(n);
}

/* Ends the growth of the lists. */
static void finish(builder *b) {
  tta_names *n = b->names;
  tta_names_place *places = tta_arena_array(&n->lists, n->num_places, sizeof *places);
  if (n->num_places && !places) b->status = TTA_NO_MEMORY;
  if (b->status) return;
  if (n->num_places) memcpy(places, n->places, n->num_places * sizeof *places);
  n->places = places;
  n->cap_places = n->num_places;
  b->status = tta_names_order(n);
}

static void build(builder *b, tta_span range) {
  read_scopes(b, range);
  if (!b->status) read_ops(b);
  if (!b->status) read_values(b);
  if (!b->status) read_blocks(b);
  b->symbol_of_op = tta_arena_array(&b->scratch, b->ops->num_ops, sizeof *b->symbol_of_op);
  if (b->ops->num_ops && !b->symbol_of_op) b->status = TTA_NO_MEMORY;
  for (uint32_t i = 0; i < b->ops->num_ops && !b->status; i++) b->symbol_of_op[i] = TTA_OPS_NONE;
  read_symbols(b, true);
  read_symbols(b, false);
  if (!b->status) read_marks(b);
  if (!b->status) finish(b);
}

/* @param ops  freed */
static tta_status read_table(tta_ops *ops, bool body, tta_names **out) {
  const tta_allocator *allocator = ops->arena.allocator;
  tta_span range = ops->skeleton.range;
  builder b = {.names = allocator->allocate(allocator->user, sizeof *b.names), .ops = ops, .body = body,
               .status = TTA_NO_MEMORY};
  if (b.names) {
    *b.names = (tta_names){.text = ops->text};
    tta_arena_init(&b.names->arena, allocator);
    tta_arena_init(&b.names->lists, allocator);
    tta_strmap_init(&b.numbers, allocator);
    tta_arena_init(&b.scratch, allocator);
    b.status = TTA_OK;
    build(&b, range);
    tta_strmap_free(&b.numbers);
    tta_arena_free(&b.scratch);
  }
  tta_ops_free(ops);
  if (b.status) tta_names_free(b.names);
  else *out = b.names;
  return b.status;
}

tta_status tta_names_read(tta_str text, tta_span range, const tta_allocator *allocator, tta_names **out) {
  tta_ops *ops;
  *out = NULL;
  tta_status status = tta_ops_read(text, range, allocator, &ops);
  return status ? status : read_table(ops, false, out);
}

/* Whether the statements begin with results and have no brace, comma at the end or resource block that changes how the
 * text around them is read. */
static bool is_closed(const tta_skeleton *s) {
  uint32_t last = s->num_marks;
  for (uint32_t i = 0; i < s->num_marks; i++) {
    bool bracket = tta_mark_is(s, i, TTA_MARK_OPEN) || tta_mark_is(s, i, TTA_MARK_CLOSE);
    bool brace = bracket && (tta_mark_byte(s, i) == '{' || tta_mark_byte(s, i) == '}');
    if (tta_mark_is(s, i, TTA_MARK_RESOURCES) || (brace && s->marks[i].mate == TTA_NO_MARK)) return false;
    if (!tta_mark_is(s, i, TTA_MARK_COMMENT)) last = i;
  }
  return tta_mark_is_name(s, tta_mark_skip_comments(s, 0), '%') && !tta_mark_is(s, last, TTA_MARK_COMMA);
}

tta_status tta_names_read_body(tta_str text, tta_span range, const tta_allocator *allocator, tta_names **out,
                               uint32_t *last_end) {
  tta_ops *ops;
  *out = NULL;
  tta_status status = tta_ops_read_body(text, range, allocator, &ops);
  if (status) return status;
  if (ops->num_regions || !ops->num_ops || !is_closed(&ops->skeleton)) {
    tta_ops_free(ops);
    return TTA_OK;
  }
  *last_end = ops->ops[ops->num_ops - 1].end;
  status = read_table(ops, true, out);
  for (uint32_t i = 0; !status && *out && i < (*out)->num_places; i++) {
    const tta_names_place *p = &(*out)->places[i];
    bool more = p->defines || (*out)->names[p->name].kind == TTA_NAME_BLOCK;
    if (more) tta_names_free(*out), *out = NULL;
  }
  return status;
}

void tta_names_free(tta_names *n) {
  if (!n) return;
  const tta_allocator *allocator = n->arena.allocator;
  tta_arena_free(&n->arena);
  tta_arena_free(&n->lists);
  allocator->release(allocator->user, n, sizeof *n);
}

/* ---- another place ---------------------------------------------------------------------------------------------- */

static void move_span(tta_span *span, uint32_t by) {
  if (!span->end) return; /* absent */
  span->begin += by;
  span->end += by;
}

/* A part of the old text; other texts are in the arena. The old text need not exist any more. */
static void move_text(const tta_names *n, tta_str *part, tta_str text, uint32_t by) {
  uintptr_t offset = (uintptr_t)part->data - (uintptr_t)n->text.data;
  if (part->data && offset < n->text.size) part->data = text.data + (uint32_t)(offset + by);
}

void tta_names_move(tta_names *n, tta_str text, uint32_t by, uint32_t section) {
  for (uint32_t i = 0; i < n->num_names; i++) {
    tta_name *name = &n->names[i];
    name->section = section;
    move_text(n, &name->text, text, by);
    for (uint32_t k = 0; k < name->num_results; k++) move_text(n, &((tta_str *)name->types)[k], text, by);
    move_span(&name->definition, by);
    move_span(&name->value, by);
    for (uint32_t k = 0; k < name->num_uses; k++) move_span(&((tta_name_use *)name->uses)[k].span, by);
  }
  for (uint32_t i = 0; i < n->num_scopes; i++)
    n->scopes[i].begin += by, n->scopes[i].end += by, n->scopes[i].op += by;
  for (uint32_t i = 0; i < n->num_ops; i++) move_span(&n->ops[i], by);
  for (uint32_t i = 0; i < n->num_places; i++) n->places[i].begin += by, n->places[i].end += by;
  n->text = text;
}

/* ---- queries ----------------------------------------------------------------------------------------------------- */

const tta_names_place *tta_names_at(const tta_names *n, uint32_t offset) {
  uint32_t low = TTA_COUNT_BELOW(tta_names_place, n->places, n->num_places, begin, (int64_t)offset + 1);
  return low && n->places[low - 1].end >= offset ? &n->places[low - 1] : NULL;
}

uint32_t tta_names_scope_at(const tta_names *n, uint32_t offset) {
  uint32_t below = TTA_COUNT_BELOW(tta_names_scope, n->scopes, n->num_scopes, begin, offset);
  uint32_t scope = below ? below - 1 : 0;
  while (n->scopes[scope].end <= offset) scope = n->scopes[scope].parent;
  return scope;
}

/* Whether values of `scope` are visible in the scope `from`. */
static bool reaches(const tta_names *n, uint32_t scope, uint32_t from) {
  while (from != scope && !n->scopes[from].isolated) from = n->scopes[from].parent;
  return from == scope;
}

/* A value whose scope is one that `here` reaches: `reached` has a byte for each. */
static bool is_visible(const tta_names *n, const tta_name *name, uint32_t here, uint32_t offset, const bool *reached) {
  uint32_t end = name->value.end && name->kind == TTA_NAME_ALIAS ? name->value.end : name->definition.end;
  if (!end) return false;
  if (name->kind == TTA_NAME_ALIAS) return end <= offset;
  if (name->kind == TTA_NAME_VALUE) {
    if (end > offset || name->scope >= n->num_scopes || !reached[name->scope]) return false;
    bool is_result = n->scopes[name->scope].begin <= name->value.begin; /* of an argument the region is inside */
    return !is_result || offset > name->value.end; /* an operation does not use its own results */
  }
  return name->scope == (name->kind == TTA_NAME_BLOCK ? here : n->scopes[here].table);
}

tta_status tta_names_visible(const tta_names *n, uint32_t offset, tta_arena *arena, const tta_name *const **list,
                             size_t *count) {
  uint32_t here = tta_names_scope_at(n, offset);
  const tta_name **found = tta_arena_array(arena, (size_t)n->num_names + 1, sizeof *found);
  bool *reached = tta_arena_array(arena, n->num_scopes, sizeof *reached);
  if (!found || !reached) return TTA_NO_MEMORY;
  memset(reached, 0, n->num_scopes);
  for (uint32_t s = here; !reached[s]; s = n->scopes[s].isolated ? s : n->scopes[s].parent) reached[s] = true;
  for (uint32_t i = 0; i < n->num_names; i++)
    if (is_visible(n, &n->names[i], here, offset, reached)) found[(*count)++] = &n->names[i];
  *list = found;
  return TTA_OK;
}

/* Where two values of one text would be confused; empty if nowhere. */
static tta_span value_conflict(const tta_names *n, const tta_name *name, const tta_name *other) {
  if (other->definition.end) {
    bool same_list = name->scope >= n->num_scopes && other->scope == name->scope && /* of a declaration */
                     other->value.begin == name->value.begin;
    bool both = name->scope < n->num_scopes && other->scope < n->num_scopes;
    bool confused = both && (reaches(n, name->scope, other->scope) || reaches(n, other->scope, name->scope));
    return same_list || confused ? other->definition : (tta_span){0, 0};
  }
  for (uint32_t i = 0; i < other->num_uses && name->scope < n->num_scopes; i++)
    if (reaches(n, name->scope, tta_names_scope_at(n, other->uses[i].span.begin))) return other->uses[i].span;
  return (tta_span){0, 0};
}

bool tta_names_conflict(const tta_names *n, const tta_name *name, tta_str text, tta_span *conflict) {
  *conflict = (tta_span){0, 0};
  for (uint32_t i = 0; i < n->num_names && !conflict->end; i++) {
    const tta_name *other = &n->names[i];
    if (other->text.data == name->text.data || !tta_str_equal(other->text, text)) continue;
    if (name->kind == TTA_NAME_VALUE) *conflict = value_conflict(n, name, other);
    else if (other->scope == name->scope) *conflict = other->definition.end ? other->definition : other->uses[0].span;
  }
  return conflict->end != 0;
}
