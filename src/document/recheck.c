/* A section after small edits: only what they touch is read again.
 *
 * An item is read without regard to the others, except for definitions of aliases, devices, systems and the few things
 * that rules keep for the section. So if neither the old nor the new items around the edits are of these kinds, the
 * results of the rest of the section stay. The edited part begins after an item before the edits, and ends with an item
 * that is read again at its old place. To read it the definitions that it names and all shared items are read, too:
 * they are context. If the edits are in the value of a definition, the items that use its name are read again as well.
 *
 * Whatever is less simple makes the check of the whole section necessary: tta_section_recheck then says that nothing
 * was done. That the results are those of a whole check is what tests/property/test_document_edits.c and
 * tests/fuzz/fuzz_document_edits.c require. */
#define _GNU_SOURCE /* memmem, memrchr */
#include "document/document.h"

#include "base/chars.h"

enum {
  MAX_PART_BYTES = 1 << 16, /* of edits, and of what is read again */
  MAX_PART_ITEMS = 1024,
  MAX_PARTS = 512,          /* items that are read again or are context */
  MAX_NAMES = 16,           /* of a definition, of those that use it, and so on */
  WORD_BYTES = 10,          /* of the longest word that matters: `attributes` */
};

/* ---- edits ------------------------------------------------------------------------------------------------------- */

/* What is in the attributes of a module depends on these words and on braces. */
static bool has_structure(tta_str text) {
  return memmem(text.data, text.size, "module", 6) || memmem(text.data, text.size, "attributes", 10);
}

static bool has_brace(tta_str text) {
  return text.size && (memchr(text.data, '{', text.size) || memchr(text.data, '}', text.size));
}

/* Text that is almost the marker between sections is reported. */
static bool has_near_marker(const tta_document *d, tta_str text) {
  tta_str marker = d->options->split_marker.size ? d->options->split_marker : tta_default_split_marker;
  size_t near = marker.size > 2 ? marker.size - 2 : marker.size;
  return memmem(text.data, text.size, marker.data, near) != NULL;
}

static tta_span lines_of(tta_str text, tta_span span) {
  const char *begin = span.begin ? memrchr(text.data, '\n', span.begin) : NULL;
  const char *end = memchr(text.data + span.end, '\n', text.size - span.end);
  return (tta_span){begin ? (uint32_t)(begin + 1 - text.data) : 0,
                    end ? (uint32_t)(end - text.data) : (uint32_t)text.size};
}

/* With the words at its ends. */
static tta_span words_of(tta_str text, tta_span span) {
  return (tta_span){span.begin < WORD_BYTES ? 0 : span.begin - WORD_BYTES,
                    text.size - span.end < WORD_BYTES ? (uint32_t)text.size : span.end + WORD_BYTES};
}

static tta_str part_of(tta_str text, tta_span span) { return (tta_str){text.data + span.begin, span.end - span.begin}; }

/* Whether the text of an edit, or a word that it is in, can be a name of an alias. */
static bool touches_name(tta_str text, tta_span range) {
  uint32_t at = range.begin;
  while (at && tta_is_name_byte(text.data[at - 1])) at--;
  if (at && (text.data[at - 1] == '#' || text.data[at - 1] == '!')) return true;
  for (; at <= range.end && at < text.size; at++)
    if (text.data[at] == '#' || text.data[at] == '!') return true;
  return false;
}

static tta_str text_of(const tta_document *d, const tta_section *s) {
  return (tta_str){d->text + s->begin, s->end - s->begin};
}

bool tta_section_edit(const tta_document *d, tta_section *s, tta_span range, tta_str added) {
  if (s->stale ? !s->has_before : !s->scope.is_local) return false;
  uint32_t growth = s->has_before ? s->edits.growth : 0;
  tta_str text = {d->text + s->begin, s->end + growth - s->begin};
  if (range.end > text.size || range.end - range.begin > MAX_PART_BYTES || added.size > MAX_PART_BYTES) return false;
  tta_span lines = lines_of(text, range);
  if (has_brace(part_of(text, range)) || has_brace(added) || has_structure(part_of(text, words_of(text, range))) ||
      has_near_marker(d, part_of(text, lines)))
    return false;
  uint32_t moved = (uint32_t)added.size - (range.end - range.begin); /* modulo 2^32 */
  tta_section_edits edits = {{range.begin, range.end + moved}, moved, false};
  if (s->has_before) {
    edits.changed.begin = range.begin < s->edits.changed.begin ? range.begin : s->edits.changed.begin;
    edits.changed.end = (range.end > s->edits.changed.end ? range.end : s->edits.changed.end) + moved;
    edits.growth += s->edits.growth;
    edits.names = s->edits.names;
  }
  edits.names |= touches_name(text, range);
  s->edits = edits;
  s->has_before = true;
  return true;
}

/* ---- old results in the present text ----------------------------------------------------------------------------- */

/* Where a position of before the edits is now. Inside of the edits it is at their start or end. */
static uint32_t begin_now(const tta_section_edits *e, uint32_t offset) {
  if (offset < e->changed.begin) return offset;
  return offset >= e->changed.end - e->growth ? offset + e->growth : e->changed.begin;
}
static uint32_t end_now(const tta_section_edits *e, uint32_t offset) {
  if (offset <= e->changed.begin) return offset;
  return offset >= e->changed.end - e->growth ? offset + e->growth : e->changed.end;
}

static tta_span span_now(const void *user, tta_span span) {
  const tta_section *s = user;
  return (tta_span){begin_now(&s->edits, span.begin - s->origin), end_now(&s->edits, span.end - s->origin)};
}

/* @return false: there was an edit between a name and its value */
static bool move_results(tta_section *s) {
  for (uint32_t i = 0; i < s->num_items; i++) {
    tta_kept_item *item = &s->items[i];
    uint32_t name = begin_now(&s->edits, item->begin - item->name);
    item->begin = begin_now(&s->edits, item->begin);
    item->end = end_now(&s->edits, item->end);
    if (item->begin - name != item->name) return false;
  }
  for (uint32_t i = 0; i < s->num_diagnostics; i++) tta_diagnostic_move(&s->diagnostics[i], span_now, s);
  for (uint32_t i = 0; i < s->scope.num_repaired; i++)
    s->scope.repaired[i] = begin_now(&s->edits, s->scope.repaired[i]);
  s->origin = 0;
  return true;
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

/* A part of a section that is read. Old items and diagnostics are those of before, moved. */
typedef struct part {
  enum { CONTEXT, USER, EDITED } kind; /* USER: an item that uses a definition which was edited */
  tta_span span;                       /* the end of EDITED is known when it was read */
  uint32_t first, end;                 /* the old items in it */
  uint32_t first_seen, end_seen;       /* the new ones, of document->items_seen */
  bool is_read;                        /* up to its end */
} part;

typedef struct recheck {
  tta_document *document;
  tta_section *section;
  tta_arena arena;
  part edited; /* until it is among `parts` */
  bool in_definition; /* the edits are in the value of a definition, the only item of that part */
  part *parts; /* in order of position */
  uint32_t num_parts, cap_parts;
  tta_str names[MAX_NAMES]; /* of the edited definition and of those that use it */
  uint32_t num_names;
  uint32_t *users; /* items, in order of position */
  uint32_t num_users, cap_users;
  bool failed; /* the whole section has to be checked */
  tta_status status;
} recheck;

/* The first item that ends at `offset` or later. */
static uint32_t first_ending(const tta_section *s, uint32_t offset) {
  return offset ? tta_section_first_item_after(s, offset - 1) : 0;
}

/* The first diagnostic at `offset` or later. */
static uint32_t first_diagnostic(const tta_section *s, uint32_t offset) {
  uint32_t low = 0, high = s->num_diagnostics;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (s->diagnostics[middle].span.begin < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

static bool has_diagnostic_at(const tta_section *s, uint32_t offset) {
  uint32_t i = first_diagnostic(s, offset);
  return i < s->num_diagnostics && s->diagnostics[i].span.begin == offset;
}

static uint32_t begin_of(const tta_kept_item *item) { return item->begin - item->name; }

/* ---- the edited part --------------------------------------------------------------------------------------------- */

/* The first item whose results depend on the edits: the text after an item can make it another one (`#a`, `#a =`), and
 * an item with a syntax error depends on the rest of its line, or more. */
static uint32_t first_touched(const recheck *r) {
  const tta_section *s = r->section;
  uint32_t changed = s->edits.changed.begin, first = first_ending(s, changed);
  uint32_t line = lines_of(text_of(r->document, s), (tta_span){changed, changed}).begin;
  bool is_inside = first < s->num_items && s->items[first].begin < changed;
  if (!is_inside && first) first--;
  for (uint32_t i = first; i-- > 0 && changed - s->items[i].begin < TTA_ITEM_REACH;)
    if (!s->items[i].closed && (s->items[i].far || s->items[i].end >= line)) first = i;
  return first;
}

static bool is_around(const tta_kept_item *item, tta_span changed) {
  return item->begin < changed.begin && item->end > changed.end;
}

/* The part begins at the end of an item that does not depend on what follows it. */
static bool find_begin(recheck *r) {
  const tta_section *s = r->section;
  uint32_t first = first_touched(r);
  while (first && (!s->items[first - 1].closed || has_diagnostic_at(s, s->items[first - 1].end))) first--;
  if (first && s->items[first - 1].inner) return false;
  const tta_kept_item *item = first < s->num_items ? &s->items[first] : NULL;
  r->in_definition = item && item->context == TTA_CONTEXT_ALIAS && item->closed && is_around(item, s->edits.changed);
  r->edited = (part){.kind = EDITED, .span = {first ? s->items[first - 1].end : 0, 0}, .first = first, .end = first};
  return s->edits.changed.end - r->edited.span.begin <= MAX_PART_BYTES;
}

static bool is_same_item(const tta_kept_item *a, const tta_kept_item *b) {
  return a->begin == b->begin && a->end == b->end && a->context == b->context && a->name == b->name;
}

/* Whether no item after the part depends on it: the repair of an item considers its line. */
static bool is_end(const recheck *r, uint32_t next, uint32_t end) {
  const tta_section *s = r->section;
  uint32_t line_end = lines_of(text_of(r->document, s), (tta_span){end, end}).end;
  if (next < s->num_items && (s->items[next].inner || begin_of(&s->items[next]) == end)) return false;
  for (uint32_t i = next; i < s->num_items && s->items[i].begin <= line_end; i++)
    if (!s->items[i].closed) return false;
  return true;
}

/* Whether the part can end with an item that was read again: it is where it was before, and so is what follows. */
static bool ends_part(const recheck *r, part *p, const tta_kept_item *item) {
  const tta_section *s = r->section;
  tta_span changed = s->edits.changed;
  if (!item->closed || item->inner || (!is_around(item, changed) && item->begin < changed.end)) return false;
  uint32_t i = first_ending(s, item->end);
  if (i == s->num_items || !is_same_item(&s->items[i], item) || !s->items[i].closed) return false;
  p->end = i + 1;
  return is_end(r, i + 1, item->end);
}

/* ---- what else is read ------------------------------------------------------------------------------------------- */

static bool add_name(recheck *r, const tta_kept_item *definition) {
  tta_str text = text_of(r->document, r->section);
  tta_str name = part_of(text, tta_name_span(text.data, begin_of(definition)));
  for (uint32_t i = 0; i < r->num_names; i++)
    if (tta_str_equal(r->names[i], name)) return false; /* defined twice */
  if (r->num_names == MAX_NAMES) return false;
  r->names[r->num_names++] = name;
  return true;
}

static bool add_user(recheck *r, uint32_t item) {
  uint32_t at = r->num_users;
  while (at && r->users[at - 1] > item) at--;
  if (at && r->users[at - 1] == item) return true;
  if (r->num_users == MAX_PARTS) return false;
  if (!TTA_GROW_IN(&r->arena, r, users, 1)) {
    r->status = TTA_NO_MEMORY;
    return false;
  }
  memmove(r->users + at + 1, r->users + at, (r->num_users - at) * sizeof *r->users);
  r->users[at] = item;
  r->num_users++;
  const tta_kept_item *user = &r->section->items[item];
  return user->closed && !user->inner && (user->context != TTA_CONTEXT_ALIAS || add_name(r, user));
}

/* The items in which a name occurs, also without its sigil: a message can propose it. */
static bool find_users(recheck *r, tta_str name) {
  if (name.size > 1 && !tta_is_digit(name.data[1])) name = (tta_str){name.data + 1, name.size - 1};
  const tta_section *s = r->section;
  tta_str text = text_of(r->document, s);
  const char *end = text.data + text.size;
  for (const char *at = text.data + 1; (at = memmem(at, (size_t)(end - at), name.data, name.size)); at += name.size) {
    uint32_t offset = (uint32_t)(at - text.data), item = first_ending(s, offset + 1);
    if ((at + name.size < end && tta_is_name_byte(at[name.size])) || tta_is_name_byte(at[-1])) continue;
    if (item == s->num_items || begin_of(&s->items[item]) > offset || item == r->edited.first) continue;
    if (!add_user(r, item)) return false;
  }
  return true;
}

static bool find_all_users(recheck *r) {
  if (!r->in_definition) return true;
  if (!add_name(r, &r->section->items[r->edited.first])) return false;
  for (uint32_t i = 0; i < r->num_names; i++)
    if (!find_users(r, r->names[i])) return false;
  return true;
}

/* The words of a text as names: a message can propose one of them, `#l1` for `l1` or `!l1`. */
static void need_words(tta_need *need, tta_span span) {
  const char *text = need->text.data;
  for (uint32_t at = span.begin, end; at < span.end && !need->failed; at = end) {
    for (end = at; end < span.end && tta_is_name_byte(text[end]);) end++;
    if (end == at) end++;
    else tta_need_word(need, (tta_span){at, end});
  }
}

/* The names in the text of the edited part, which goes to the end of the line of the item after the edits, and in the
 * users. */
static void need_names(const recheck *r, tta_need *need) {
  const tta_section *s = r->section;
  uint32_t after = first_ending(s, s->edits.changed.end);
  uint32_t end = after < s->num_items ? s->items[after].end : s->edits.changed.end;
  tta_span edited = {r->edited.span.begin, lines_of(need->text, (tta_span){end, end}).end};
  tta_need_names(need, edited);
  need_words(need, edited);
  for (uint32_t i = 0; i < r->num_users; i++)
    tta_need_names(need, (tta_span){begin_of(&s->items[r->users[i]]), s->items[r->users[i]].end});
}

static void add_part(recheck *r, part p) {
  if (!TTA_GROW_IN(&r->arena, r, parts, 1)) r->status = TTA_NO_MEMORY;
  else r->parts[r->num_parts++] = p;
}

static void add_item(recheck *r, uint32_t item, bool is_user) {
  const tta_kept_item *i = &r->section->items[item];
  add_part(r, (part){.kind = is_user ? USER : CONTEXT, .span = {begin_of(i), i->end}, .first = item, .end = item + 1});
}

/* All parts in order: context, users and the edited one. */
static void order_parts(recheck *r, const tta_need *need) {
  uint32_t user = 0, context = need->num_items; /* from the back */
  for (bool is_in = false; !r->status;) {
    uint32_t next_user = user < r->num_users ? r->users[user] : UINT32_MAX;
    uint32_t next_context = context ? need->items[context - 1] : UINT32_MAX;
    uint32_t next = next_user < next_context ? next_user : next_context;
    if (!is_in && next >= r->edited.first) {
      add_part(r, r->edited);
      is_in = true;
    }
    if (next == UINT32_MAX) return;
    user += next == next_user;
    context -= next == next_context;
    if (!r->in_definition || next != r->edited.first) add_item(r, next, next == next_user);
  }
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static bool read_user(recheck *r, part *p, const tta_kept_item *item) {
  r->failed = p->is_read || p->end_seen - p->first_seen != 1 || !item->closed || item->shared || item->inner ||
              !is_same_item(&r->section->items[p->first], item);
  p->is_read = true;
  return false;
}

static bool read_edited(recheck *r, part *p, const tta_kept_item *item, uint32_t at) {
  bool is_new = p->end_seen > p->first_seen;
  bool is_definition = is_new && r->in_definition && p->end_seen - p->first_seen == 1 && ends_part(r, p, item) &&
                       p->end == p->first + 1 && !item->shared;
  p->span.end = at;
  r->failed = (is_new && !is_definition && tta_item_is_shared(item)) || p->end_seen - p->first_seen > MAX_PART_ITEMS ||
              at - p->span.begin > MAX_PART_BYTES;
  p->is_read = is_definition || (is_new && ends_part(r, p, item));
  return !r->failed && !p->is_read;
}

static bool read_item(void *user, const tta_read_item *read) {
  recheck *r = user;
  tta_document *d = r->document;
  part *p = &r->parts[read->part];
  uint32_t before = d->num_items_marked;
  tta_items_mark(d, r->section, read);
  if (r->failed || p->kind == CONTEXT) return false;
  if (p->first_seen == p->end_seen) p->first_seen = before;
  p->end_seen = d->num_items_seen;
  const tta_kept_item *item = d->num_items_seen ? &d->items_seen[d->num_items_seen - 1] : NULL;
  return p->kind == USER ? read_user(r, p, item) : read_edited(r, p, item, read->at);
}

static void see_item(void *user, const tta_island *island) { tta_items_see(((recheck *)user)->document, island); }

static tta_status run(recheck *r, tta_check **check) {
  tta_check_watch watch = {.visit = see_item, .read = read_item, .user = r, .num_parts = r->num_parts};
  tta_text_part *parts = tta_arena_array(&r->arena, r->num_parts, sizeof *parts);
  if (!parts) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < r->num_parts; i++)
    parts[i] = (tta_text_part){r->parts[i].span.begin, r->parts[i].kind == CONTEXT};
  watch.parts = parts;
  tta_items_begin(r->document);
  tta_status status = tta_section_run(r->document, r->section, r->document->options->canonicalise, watch, check);
  return !status && r->document->items_failed ? TTA_NO_MEMORY : status;
}

/* ---- whether the results fit together ---------------------------------------------------------------------------- */

static bool are_apart(tta_span span, tta_span from) { return span.end < from.begin || span.begin > from.end; }

/* Whether nothing of a diagnostic is in the edited part. */
static bool stays(const tta_diagnostic *g, tta_span from) {
  bool apart = are_apart(g->span, from);
  for (uint32_t n = 0; n < g->num_notes; n++) apart &= are_apart(g->notes[n].span, from);
  for (uint32_t f = 0; f < g->num_fixes; f++)
    for (uint32_t e = 0; e < g->fixes[f].num_edits; e++) apart &= are_apart(g->fixes[f].edits[e].span, from);
  return apart;
}

/* Equal values share their diagnostics. */
static bool may_be_equal(uint32_t old_value, const tta_check *check) {
  size_t count;
  const tta_value_diagnostic *values = tta_check_value_diagnostics(check, &count);
  for (size_t i = 0; i < count && old_value; i++)
    if (values[i].value == old_value) return true;
  return false;
}

/* The part that was read again which has this position. */
static const part *part_at(const recheck *r, uint32_t offset) {
  for (uint32_t i = 0; i < r->num_parts; i++) {
    const part *p = &r->parts[i];
    bool to_end = p->kind == EDITED && !p->is_read;
    if (p->kind != CONTEXT && p->span.begin <= offset && (offset < p->span.end || to_end)) return p;
  }
  return NULL;
}

/* The old diagnostics: those outside of the parts do not depend on them. */
static bool old_diagnostics_fit(const recheck *r, const tta_check *check) {
  const tta_section *s = r->section;
  const part *edited = NULL;
  for (uint32_t i = 0; i < r->num_parts; i++)
    if (r->parts[i].kind == EDITED) edited = &r->parts[i];
  tta_span gone = {edited->span.begin + 1, edited->span.end};
  for (uint32_t i = 0; i < s->num_diagnostics; i++) {
    const tta_diagnostic *g = &s->diagnostics[i];
    bool goes = part_at(r, g->span.begin) != NULL;
    if (g->first && (part_at(r, g->first->span.begin) != NULL) != goes) return false;
    if (goes ? g->rule == TTA_RULE_alias_redefined : !stays(g, gone) || may_be_equal(s->values[i], check)) return false;
  }
  return true;
}

static bool new_diagnostics_fit(const recheck *r, const tta_check *check) {
  enum { MAX_DIAGNOSTICS = 256 };
  size_t count = tta_check_num_diagnostics(check);
  if (count > MAX_DIAGNOSTICS) return false;
  for (size_t i = 0; i < count; i++)
    if (!part_at(r, tta_check_diagnostic(check, i)->span.begin)) return false;
  return true;
}

/* The old items that go are of the kinds that others do not depend on, but for the definition. */
static bool old_items_fit(const recheck *r) {
  const tta_section *s = r->section;
  for (uint32_t i = 0; i < r->num_parts; i++) {
    const part *p = &r->parts[i];
    if (p->kind == EDITED && r->in_definition && (!p->is_read || p->end != p->first + 1)) return false;
    for (uint32_t k = p->first; p->kind != CONTEXT && k < p->end; k++)
      if (s->items[k].shared || (p->kind == EDITED && !r->in_definition && tta_item_is_shared(&s->items[k])))
        return false;
  }
  return true;
}

/* Which definition has fix-its depends on all of its uses: those are known of a definition that was edited or that uses
 * one that was. *scope: that of all results. */
static bool repaired_fit(recheck *r, tta_check_scope found, tta_check_scope *scope) {
  const tta_section *s = r->section;
  uint32_t count = 0;
  scope->repaired = tta_arena_array(&r->arena, s->scope.num_repaired + found.num_repaired + 1, sizeof(uint32_t));
  if (!scope->repaired) {
    r->status = TTA_NO_MEMORY;
    return false;
  }
  if (s->scope.num_repaired && s->edits.names) return false;
  for (uint32_t i = 0; i < s->scope.num_repaired + found.num_repaired; i++) {
    bool is_new = i >= s->scope.num_repaired;
    uint32_t at = is_new ? found.repaired[i - s->scope.num_repaired] : s->scope.repaired[i];
    bool again = false;
    for (uint32_t k = 0; k < r->num_parts; k++) {
      const part *p = &r->parts[k];
      bool inside = p->span.begin <= at && at < p->span.end;
      bool definition = p->kind == EDITED ? r->in_definition : s->items[p->first].context == TTA_CONTEXT_ALIAS;
      if (inside && (p->kind == CONTEXT || !definition)) return false;
      again |= inside;
    }
    if (is_new && !again) return false;
    if (is_new || !again) scope->repaired[count++] = at;
  }
  scope->num_repaired = count;
  return true;
}

/* Whether what was read is all that changes. */
static bool fits(recheck *r, const tta_check *check, tta_check_scope *scope) {
  tta_check_scope found = tta_check_scope_of(check);
  *scope = r->section->scope;
  scope->effort += found.effort;
  scope->dialects |= found.dialects;
  bool one_dialect = !(scope->dialects & (scope->dialects - 1));
  return found.is_local && !r->document->items_astray && one_dialect && tta_check_scope_has_effort_left(*scope) &&
         old_items_fit(r) && repaired_fit(r, found, scope) && new_diagnostics_fit(r, check) &&
         old_diagnostics_fit(r, check);
}

/* After reading: the parts that were not read to their end. */
static void end_parts(recheck *r) {
  tta_str text = text_of(r->document, r->section);
  for (uint32_t i = 0; i < r->num_parts; i++) {
    part *p = &r->parts[i];
    if (p->kind == USER) r->failed |= !p->is_read;
    if (p->kind != EDITED) continue;
    if (!p->is_read) { /* there is no item after it */
      p->span.end = (uint32_t)text.size;
      p->end = r->section->num_items;
    }
  }
}

static tta_status replace(recheck *r, const tta_check *check, tta_check_scope scope) {
  const tta_section *s = r->section;
  tta_results_part *parts = tta_arena_array(&r->arena, r->num_parts, sizeof *parts);
  uint32_t count = 0;
  if (!parts) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < r->num_parts; i++) {
    const part *p = &r->parts[i];
    if (p->kind == CONTEXT) continue;
    bool to_end = p->kind == EDITED && !p->is_read;
    parts[count++] = (tta_results_part){
        .first_item = p->first,
        .end_item = p->end,
        .first_diagnostic = first_diagnostic(s, p->span.begin),
        .end_diagnostic = to_end ? s->num_diagnostics : first_diagnostic(s, p->span.end),
        .items = r->document->items_seen,
        .first_seen = p->first_seen,
        .end_seen = p->end_seen};
    r->document->checked_bytes += p->span.end - p->span.begin;
  }
  return tta_section_replace(r->document, r->section, parts, count, check, scope);
}

static tta_status read_parts(recheck *r, bool *done) {
  tta_check *check = NULL;
  tta_check_scope scope;
  tta_need need;
  tta_need_init(&need, text_of(r->document, r->section), r->document->allocator);
  need.max_items = MAX_PARTS;
  need_names(r, &need);
  tta_need_find(&need, r->section, true);
  if (need.failed) r->status = TTA_NO_MEMORY;
  bool is_small = need.num_items + r->num_users < MAX_PARTS;
  if (is_small) order_parts(r, &need);
  if (is_small && !r->status) r->status = run(r, &check);
  if (is_small && !r->status) end_parts(r);
  *done = is_small && !r->status && !r->failed && fits(r, check, &scope);
  if (*done) r->status = replace(r, check, scope);
  tta_check_free(check);
  tta_need_free(&need);
  return r->status;
}

tta_status tta_section_recheck(tta_document *d, tta_section *s, bool *done) {
  recheck r = {.document = d, .section = s};
  tta_str text = text_of(d, s);
  *done = false;
  if (!move_results(s)) return TTA_OK;
  tta_arena_init(&r.arena, d->allocator);
  bool is_simple = !has_near_marker(d, part_of(text, lines_of(text, s->edits.changed))) &&
                   !has_structure(part_of(text, words_of(text, s->edits.changed)));
  if (is_simple && find_begin(&r) && find_all_users(&r)) r.status = read_parts(&r, done);
  tta_arena_free(&r.arena);
  return r.status;
}
