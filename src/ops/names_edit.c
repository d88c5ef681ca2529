/* The table of the names of a section after an edit inside of a function. Only the statements around the edit are read,
 * from one that starts with results at the start of its line to the next one: no bracket but a brace is open there
 * (text/skeleton.h), so that the text around them is read as before. Values whose text is in them, before or after the
 * edit, are resolved again in the whole section. */
#include <string.h>

#include "base/array.h"
#include "base/sort.h"
#include "base/strmap.h"
#include "ops/names.h"
#include "ops/scopes.h"

enum { MAX_BYTES = 1 << 15, MAX_STEPS = 256, MAX_EDITS = 1000 };

typedef struct open_scope {
  uint32_t scope;
  tta_ops_scope around;
} open_scope;

typedef struct editor {
  tta_names *names;
  tta_names *body;           /* the statements as they are now */
  tta_arena old_lists;
  tta_span range;            /* of the statements, in the text of the table */
  uint32_t by, grown;        /* how far what is before the edit has moved, and what is after it in addition */
  uint32_t scope;
  uint32_t last_end;         /* of the last operation of the statements */
  tta_strmap affected;       /* texts of values without sigil -> the name without a definition, or NONE */
  tta_ops ops;               /* values and uses of affected names */
  tta_ops_scopes scopes;
  uint32_t *name_of_value, num_name_of_value, cap_name_of_value; /* of `ops` */
  uint32_t *place_of_use, num_place_of_use, cap_place_of_use;
  uint32_t *pending, num_pending, cap_pending; /* arguments of regions that have not started */
  open_scope *open;
  uint32_t num_open, cap_open;
  tta_status status;
  bool unsure;
} editor;

#define KEEP(e, list, item) (TTA_PUSH_IN(&(e)->ops.arena, e, list, item) || ((e)->status = TTA_NO_MEMORY, false))

/* ---- which statements -------------------------------------------------------------------------------------------- */

/* Where a place of the table is in the text, and after its definition `%x:2 =`; 0: it does not start a statement. */
static uint32_t start_at(const tta_names *n, tta_str text, uint32_t place, uint32_t scope, uint32_t moved) {
  const tta_names_place *p = &n->places[place];
  const tta_name *name = &n->names[p->name];
  bool result = name->kind == TTA_NAME_VALUE && name->definition.begin == p->begin && name->scope == scope &&
                name->num_results && name->value.begin == p->begin && name->value.end;
  const char *end = text.data + text.size, *begin = text.data + (uint32_t)(p->begin + moved);
  if (!result || begin >= end) return 0;
  const char *line = begin, *at = text.data + (uint32_t)(p->end + moved);
  while (line > text.data && (line[-1] == ' ' || line[-1] == '\t')) line--;
  if (line > text.data && line[-1] != '\n') return 0;
  while (at < end && (*at == ' ' || *at == ':' || tta_is_digit(*at))) at++;
  return at < end && *at == '=' ? (uint32_t)(at + 1 - text.data) : 0;
}

static bool find_range(editor *e, tta_str text, const tta_names_change *c) {
  const tta_names *n = e->names;
  if (c->old.end >= n->scopes[0].end) return false; /* in the marker after the section */
  uint32_t begin = c->old.begin + e->by, end = c->new_end + e->by, steps = 0;
  while (begin && text.data[begin - 1] != '\n') begin--;
  while (end < text.size && text.data[end] != '\n') end++;
  uint32_t first = begin - e->by, last = end - e->by - e->grown; /* of the table */
  e->scope = tta_names_scope_at(n, c->old.begin);
  const tta_names_scope *s = &n->scopes[e->scope];
  if (!e->scope || s->table == e->scope || s->end <= c->old.end || s->begin >= first) return false;
  e->range = (tta_span){s->begin + 1, s->end - 1};
  uint32_t i = TTA_COUNT_BELOW(tta_names_place, n->places, n->num_places, begin, first);
  for (; i-- > 0 && n->places[i].begin > s->begin && steps < MAX_STEPS; steps++) {
    uint32_t after = start_at(n, text, i, e->scope, e->by);
    if (!after || after > begin) continue;
    e->range.begin = n->places[i].begin;
    break;
  }
  i = TTA_COUNT_BELOW(tta_names_place, n->places, n->num_places, begin, last);
  for (steps = 0; i < n->num_places && n->places[i].begin < s->end && steps < MAX_STEPS; i++, steps++) {
    if (!start_at(n, text, i, e->scope, e->by + e->grown)) continue;
    e->range.end = n->places[i].begin;
    break;
  }
  uint32_t stop = e->range.end + e->by + e->grown;
  bool brace = e->range.end == s->end - 1;
  if (stop <= end || stop >= text.size || (brace && text.data[stop] != '}')) return false;
  if (e->range.end - e->range.begin > MAX_BYTES || stop - (e->range.begin + e->by) > MAX_BYTES) return false;
  return TTA_COUNT_BELOW(tta_names_scope, n->scopes, n->num_scopes, begin, e->range.begin) ==
         TTA_COUNT_BELOW(tta_names_scope, n->scopes, n->num_scopes, begin, e->range.end);
}

/* ---- the parts of the table -------------------------------------------------------------------------------------- */

static bool is_inside(const editor *e, uint32_t offset) {
  return e->range.begin <= offset && offset < e->range.end;
}

static uint32_t moved(const editor *e, uint32_t offset) {
  return offset + e->by + (offset < e->range.end ? 0 : e->grown);
}

/* An end: at the start of the statements it is that of what is before them. */
static uint32_t moved_end(const editor *e, uint32_t offset) {
  if (offset <= e->range.begin) return offset + e->by;
  return offset < e->range.end ? e->last_end : offset + e->by + e->grown; /* of a block: that of its last operation */
}

static void move_span(const editor *e, tta_span *span) {
  if (span->end) *span = (tta_span){moved(e, span->begin), moved_end(e, span->end)};
}

static void move_text(const editor *e, tta_str *part, tta_str text) {
  uintptr_t offset = (uintptr_t)part->data - (uintptr_t)e->names->text.data;
  if (part->data && offset < e->names->text.size) part->data = text.data + moved(e, (uint32_t)offset);
}

/* The texts of the values of the statements, before or after the edit. */
static void find_affected(editor *e, const tta_names *n, tta_span range) {
  uint32_t i = TTA_COUNT_BELOW(tta_names_place, n->places, n->num_places, begin, range.begin);
  for (; i < n->num_places && n->places[i].begin < range.end && !e->status; i++) {
    const tta_name *name = &n->names[n->places[i].name];
    if (n->places[i].defines || name->kind == TTA_NAME_BLOCK) e->unsure = true;
    bool value = name->kind == TTA_NAME_VALUE;
    if (value && !tta_strmap_add(&e->affected, tta_str_rest(name->text, 1), TTA_OPS_NONE)) e->status = TTA_NO_MEMORY;
  }
}

static void move_names(editor *e, tta_str text, uint32_t section) {
  tta_names *n = e->names;
  uint32_t values = 0;
  for (uint32_t i = 0; i < n->num_names; i++) {
    tta_name *name = &n->names[i];
    name->section = section;
    values += name->num_results;
    if (name->definition.end && is_inside(e, name->definition.begin)) { /* as a name that is not defined */
      *name = (tta_name){.kind = name->kind, .text = name->text, .section = section};
      continue;
    }
    for (uint32_t k = 0; k < name->num_results; k++) move_text(e, &((tta_str *)name->types)[k], text);
    move_span(e, &name->definition);
    move_span(e, &name->value);
  }
  for (uint32_t i = 0; i < n->num_scopes; i++) {
    tta_names_scope *s = &n->scopes[i];
    s->begin = moved(e, s->begin);
    s->end = moved(e, s->end);
    s->op = moved(e, s->op);
  }
  e->unsure |= values > text.size / 8; /* results are limited by the size of the text (read.c) */
}

/* Adds the names of the statements that have a definition. */
static void add_names(editor *e, uint32_t section) {
  tta_names *n = e->names;
  const tta_names *b = e->body;
  for (uint32_t i = 0; i < b->num_names && b->names[i].definition.end && !e->status; i++) {
    tta_name name = b->names[i];
    tta_str *types = tta_arena_array(&n->arena, name.num_results, sizeof *types);
    name.text = tta_arena_str(&n->arena, name.text);
    if (!types || !name.text.data) e->status = TTA_NO_MEMORY;
    if (e->status) return;
    memcpy(types, name.types, name.num_results * sizeof *types);
    name.types = types;
    name.section = section;
    if (!name.scope) name.scope = e->scope;
    e->unsure |= name.num_results > 16;
    if (!TTA_PUSH_IN(&n->lists, n, names, name)) e->status = TTA_NO_MEMORY;
  }
}

/* The number of a name without a definition in the statements, or of a new one. */
static uint32_t find_name(editor *e, const tta_name *used, uint32_t section) {
  tta_names *n = e->names;
  bool symbol = used->kind >= TTA_NAME_MODULE;
  uint32_t scope = symbol ? n->scopes[e->scope].table : 0;
  e->unsure |= symbol && used->scope; /* after `::` */
  for (uint32_t i = 0; i < n->num_names; i++) {
    const tta_name *name = &n->names[i];
    bool same = symbol ? name->kind >= TTA_NAME_MODULE : name->kind == TTA_NAME_ALIAS;
    if (same && name->scope == scope && tta_str_equal(name->text, used->text)) return i;
  }
  tta_name name = {.kind = used->kind, .text = tta_arena_str(&n->arena, used->text), .scope = scope,
                   .section = section};
  if (!name.text.data || !TTA_PUSH_IN(&n->lists, n, names, name)) e->status = TTA_NO_MEMORY;
  return n->num_names - 1;
}

static void add_places(editor *e, uint32_t old_names, uint32_t section) {
  tta_names *n = e->names;
  const tta_names *b = e->body;
  uint32_t first = TTA_COUNT_BELOW(tta_names_place, n->places, n->num_places, begin, e->range.begin);
  uint32_t last = TTA_COUNT_BELOW(tta_names_place, n->places, n->num_places, begin, e->range.end);
  uint32_t count = n->num_places - (last - first) + b->num_places;
  tta_names_place *places = tta_arena_array(&n->lists, (size_t)count + 1, sizeof *places);
  uint32_t *number = tta_arena_array(&e->ops.arena, (size_t)b->num_names + 1, sizeof *number);
  if (!places || !number) {
    e->status = TTA_NO_MEMORY;
    return;
  }
  for (uint32_t i = 0; i < b->num_names && !e->status; i++)
    number[i] = b->names[i].definition.end ? old_names + i
              : b->names[i].kind == TTA_NAME_VALUE ? TTA_OPS_NONE : find_name(e, &b->names[i], section);
  if (e->status) return;
  tta_names_place *to = places;
  for (uint32_t i = 0; i < n->num_places; i++) {
    if (i == first)
      for (uint32_t k = 0; k < b->num_places; k++, to++) *to = b->places[k], to->name = number[to->name];
    if (i >= first && i < last) continue;
    *to = n->places[i];
    to->begin = moved(e, to->begin);
    to->end = moved(e, to->end);
    to++;
  }
  if (first == n->num_places)
    for (uint32_t k = 0; k < b->num_places; k++, to++) *to = b->places[k], to->name = number[to->name];
  n->places = places;
  n->num_places = n->cap_places = count;
}

static void replace_ops(editor *e) {
  tta_names *n = e->names;
  const tta_names *b = e->body;
  uint32_t first = TTA_COUNT_BELOW(tta_span, n->ops, n->num_ops, begin, e->range.begin);
  uint32_t last = TTA_COUNT_BELOW(tta_span, n->ops, n->num_ops, begin, e->range.end);
  uint32_t rest = n->num_ops - last;
  tta_span *ops = tta_arena_array(&n->lists, (size_t)first + b->num_ops + rest + 1, sizeof *ops);
  if (!ops) {
    e->status = TTA_NO_MEMORY;
    return;
  }
  memcpy(ops, n->ops, first * sizeof *ops);
  if (b->num_ops) memcpy(ops + first, b->ops, b->num_ops * sizeof *ops);
  memcpy(ops + first + b->num_ops, n->ops + last, rest * sizeof *ops);
  n->ops = ops;
  n->num_ops = first + b->num_ops + rest;
  for (uint32_t i = 0; i < n->num_ops; i++) {
    if (i >= first && i < first + b->num_ops) continue;
    uint32_t by = e->by + (i < first ? 0 : e->grown);
    if (ops[i].end) ops[i] = (tta_span){ops[i].begin + by, ops[i].end + by};
  }
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static void define(editor *e, uint32_t number) {
  const tta_name *name = &e->names->names[number];
  tta_ops_value value = {.name = name->text, .begin = name->definition.begin};
  uint32_t first = e->ops.num_values;
  for (uint32_t i = 0; i < name->num_results && !e->status; i++) {
    bool kept = TTA_PUSH_IN(&e->ops.arena, &e->ops, values, value) && KEEP(e, name_of_value, number);
    if (!kept) e->status = TTA_NO_MEMORY;
  }
  if (!e->status) tta_ops_scopes_define(&e->scopes, name->text, first);
}

static void enter(editor *e, uint32_t scope) {
  const tta_names_scope *s = &e->names->scopes[scope];
  uint32_t first = e->ops.num_values;
  while (first && e->ops.values[first - 1].begin >= s->op) first--;
  open_scope open = {scope, tta_ops_scopes_enter(&e->scopes, s->begin, s->isolated ? first : TTA_OPS_NONE)};
  if (!KEEP(e, open, open)) return;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < e->num_pending; i++) {
    const tta_name *name = &e->names->names[e->pending[i]];
    if (name->scope == scope) define(e, e->pending[i]);
    else if (e->names->scopes[name->scope].end > s->begin) e->pending[kept++] = e->pending[i];
  }
  e->num_pending = kept;
}

static void leave(editor *e) {
  tta_ops_scopes_leave(&e->scopes, e->open[--e->num_open].around);
}

/* Leaves and enters regions up to the scope, which is around `offset`. */
static void go_to(editor *e, uint32_t scope, uint32_t offset) {
  const tta_names_scope *scopes = e->names->scopes;
  uint32_t here, next;
  while (e->num_open && scopes[e->open[e->num_open - 1].scope].end <= offset) leave(e);
  while ((here = e->num_open ? e->open[e->num_open - 1].scope : 0) != scope && !e->status) {
    for (next = scope; scopes[next].parent != here && next; next = scopes[next].parent) {}
    if (!next) {
      e->unsure = true;
      return;
    }
    enter(e, next);
  }
}

static void read_place(editor *e, uint32_t index) {
  const tta_names_place *p = &e->names->places[index];
  const tta_name *name = p->name == TTA_OPS_NONE ? NULL : &e->names->names[p->name];
  uint32_t here = tta_names_scope_at(e->names, p->begin);
  go_to(e, here, p->begin);
  if (e->unsure || e->status) return;
  if (!name || name->definition.begin != p->begin || !name->definition.end) {
    if (KEEP(e, place_of_use, index))
      tta_ops_scopes_use(&e->scopes, (tta_str){e->ops.text.data + p->begin, p->end - p->begin});
  } else if (name->scope == here) {
    define(e, p->name);
  } else if (name->value.end && name->scope < e->names->num_scopes &&
             e->names->scopes[name->scope].begin > p->begin) {
    KEEP(e, pending, p->name);
  } else {
    e->unsure = true; /* an argument of a declaration, or of a label without a region */
  }
}

/* The name of a text that has no definition: scope 0. */
static uint32_t undefined(editor *e, tta_str text, uint32_t section) {
  tta_names *n = e->names;
  const char *number = memchr(text.data, '#', text.size);
  if (number) text.size = (size_t)(number - text.data);
  uint32_t *known = tta_strmap_find(&e->affected, tta_str_rest(text, 1));
  if (known && *known != TTA_OPS_NONE) return *known;
  tta_name name = {.kind = TTA_NAME_VALUE, .text = tta_arena_str(&n->arena, text), .section = section};
  if (!known || !name.text.data || !TTA_PUSH_IN(&n->lists, n, names, name)) e->status = TTA_NO_MEMORY;
  return e->status ? 0 : (*known = n->num_names - 1);
}

static void resolve(editor *e, uint32_t section) {
  tta_names *n = e->names;
  bool *affected = tta_arena_array(&e->ops.arena, (size_t)n->num_names + 1, sizeof *affected);
  if (!affected) e->status = TTA_NO_MEMORY;
  for (uint32_t i = 0; i < n->num_names && !e->status; i++) {
    const tta_name *name = &n->names[i];
    uint32_t *known = NULL;
    if (name->kind == TTA_NAME_VALUE) known = tta_strmap_find(&e->affected, tta_str_rest(name->text, 1));
    affected[i] = known != NULL;
    if (known && !name->definition.end) *known = i;
  }
  tta_ops_scopes_init(&e->scopes, &e->ops);
  for (uint32_t i = 0; i < n->num_places && !e->status && !e->unsure && !e->scopes.status; i++)
    if (n->places[i].name == TTA_OPS_NONE || affected[n->places[i].name]) read_place(e, i);
  while (e->num_open) leave(e);
  tta_ops_scopes_finish(&e->scopes);
  if (e->scopes.status) e->status = e->scopes.status;
  for (uint32_t i = 0; i < e->ops.num_uses && !e->status && !e->unsure; i++) {
    const tta_ops_use *use = &e->ops.uses[i];
    tta_names_place *p = &n->places[e->place_of_use[i]];
    p->result = use->number;
    p->name = use->value != TTA_OPS_NONE ? e->name_of_value[use->value]
            : undefined(e, (tta_str){e->ops.text.data + p->begin, p->end - p->begin}, section);
  }
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static void edit(editor *e, tta_str text, uint32_t section) {
  tta_names *n = e->names;
  uint32_t old_names = n->num_names, space = old_names + e->body->num_names + 16;
  find_affected(e, n, e->range);
  find_affected(e, e->body, (tta_span){0, UINT32_MAX});
  tta_name *names = tta_arena_array(&n->lists, space, sizeof *names);
  if (!names) e->status = TTA_NO_MEMORY;
  if (e->status || e->unsure) return;
  memcpy(names, n->names, old_names * sizeof *names);
  n->names = names;
  n->cap_names = space;
  move_names(e, text, section);
  add_names(e, section);
  if (!e->status) add_places(e, old_names, section);
  if (!e->status) replace_ops(e);
  n->text = text;
  if (!e->status && !e->unsure) resolve(e, section);
  if (!e->status && !e->unsure) e->status = tta_names_order(n);
}

tta_status tta_names_edit(tta_names *n, tta_str text, uint32_t by, uint32_t section, const tta_names_change *change,
                          bool *done) {
  const tta_allocator *allocator = n->arena.allocator;
  editor e = {.names = n, .by = by, .grown = change->new_end - change->old.end};
  *done = false;
  if (n->num_edits++ >= MAX_EDITS || !find_range(&e, text, change)) return TTA_OK;
  tta_span range = {e.range.begin + by, e.range.end + by + e.grown};
  tta_status status = tta_names_read_body(text, range, allocator, &e.body, &e.last_end);
  if (status || !e.body) return status;
  tta_strmap_init(&e.affected, allocator);
  tta_arena_init(&e.ops.arena, allocator);
  e.ops.text = text;
  e.old_lists = n->lists;
  tta_arena_init(&n->lists, allocator);
  edit(&e, text, section);
  tta_strmap_free(&e.affected);
  tta_arena_free(&e.ops.arena);
  tta_arena_free(&e.old_lists);
  tta_names_free(e.body);
  *done = !e.status && !e.unsure;
  return e.status;
}
