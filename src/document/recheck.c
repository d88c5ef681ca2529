/* A section after small edits: only what they touch is read again.
 *
 * An item is read without regard to the others, except for definitions of aliases, devices, systems and the few things
 * that are `shared`. So if neither the old nor the new items of a part are shared, the results of the rest of the
 * section stay. The part begins after an item before the edits, and ends with an item that is read again at its old
 * place. To read it the definitions that it names and all shared items are read, too.
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
  MAX_CONTEXT = 64,         /* definitions and shared items that are read for a part */
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
  tta_span words = {range.begin < WORD_BYTES ? 0 : range.begin - WORD_BYTES,
                    text.size - range.end < WORD_BYTES ? (uint32_t)text.size : range.end + WORD_BYTES};
  if (has_brace(part_of(text, range)) || has_brace(added) || has_structure(part_of(text, words)) ||
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

/* ---- the part ---------------------------------------------------------------------------------------------------- */

/* A part of a section while it is read again. Items and diagnostics are those of before, moved. */
typedef struct part {
  tta_document *document;
  const tta_section *section;
  tta_span span;         /* the end is known when it was read */
  bool is_last;          /* it goes to the end of the section */
  uint32_t first, end;   /* the old items in it */
  uint32_t first_seen, end_seen; /* the new ones, of document->items_seen */
  enum { BEFORE, READING, FOUND, FAILED } state;
} part;

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

/* The first item whose results depend on the edits: the text after an item can make it another one, `#a` and `#a =`, and
 * an item with a syntax error depends on the rest of its line, or more. */
static uint32_t first_touched(const part *p) {
  const tta_section *s = p->section;
  uint32_t changed = s->edits.changed.begin, first = first_ending(s, changed);
  uint32_t line = lines_of(text_of(p->document, s), (tta_span){changed, changed}).begin;
  bool is_inside = first < s->num_items && s->items[first].begin < changed;
  if (!is_inside && first) first--;
  for (uint32_t i = first; i-- > 0 && changed - s->items[i].begin < TTA_ITEM_REACH;)
    if (!s->items[i].closed && (s->items[i].far || s->items[i].end >= line)) first = i;
  return first;
}

/* The part begins at the end of an item that does not depend on what follows it. */
static bool find_begin(part *p) {
  const tta_section *s = p->section;
  p->first = first_touched(p);
  while (p->first && (!s->items[p->first - 1].closed || has_diagnostic_at(s, s->items[p->first - 1].end))) p->first--;
  p->span.begin = p->first ? s->items[p->first - 1].end : 0;
  return (!p->first || !s->items[p->first - 1].inner) && s->edits.changed.end - p->span.begin <= MAX_PART_BYTES;
}

static bool is_same_item(const tta_kept_item *a, const tta_kept_item *b) {
  return a->begin == b->begin && a->end == b->end && a->context == b->context && a->name == b->name;
}

/* Whether no item after the part depends on it: the repair of an item considers its line. */
static bool is_end(const part *p, uint32_t end) {
  const tta_section *s = p->section;
  tta_str text = text_of(p->document, s);
  uint32_t line_end = lines_of(text, (tta_span){end, end}).end;
  if (p->end < s->num_items && (s->items[p->end].inner || s->items[p->end].begin == end)) return false;
  for (uint32_t i = p->end; i < s->num_items && s->items[i].begin <= line_end; i++)
    if (!s->items[i].closed) return false;
  return true;
}

/* Whether the part can end with an item that was read again: it is where it was before, so that what follows it is, too.
 */
static bool ends_part(part *p, const tta_kept_item *item) {
  const tta_section *s = p->section;
  tta_span changed = s->edits.changed;
  bool is_around = item->begin < changed.begin && item->end > changed.end;
  if (!item->closed || item->inner || (!is_around && item->begin < changed.end)) return false;
  uint32_t i = first_ending(s, item->end);
  if (i == s->num_items || !is_same_item(&s->items[i], item) || !s->items[i].closed) return false;
  p->end = i + 1;
  return is_end(p, item->end);
}

static bool read_part(void *user, const tta_read_item *read) {
  part *p = user;
  tta_document *d = p->document;
  uint32_t before = d->num_items_marked;
  tta_items_mark(d, p->section, read);
  const tta_kept_item *item = d->num_items_seen ? &d->items_seen[d->num_items_seen - 1] : NULL;
  if (!item || item->begin < p->span.begin || p->state == FOUND || p->state == FAILED) return false; /* is context */
  if (p->state == BEFORE) p->first_seen = before;
  p->state = READING;
  p->end_seen = d->num_items_seen;
  p->span.end = read->at;
  if (item->shared || d->items_astray || p->end_seen - p->first_seen > MAX_PART_ITEMS ||
      read->at - p->span.begin > MAX_PART_BYTES)
    p->state = FAILED;
  else if (p->end_seen > before && ends_part(p, item)) p->state = FOUND;
  return p->state == READING;
}

static void see_item(void *user, const tta_island *island) { tta_items_see(((part *)user)->document, island); }

/* ---- what is read with it ---------------------------------------------------------------------------------------- */

/* The names in the text of the part, which goes to the end of the line of the item after the edits. */
static void need_names(const part *p, tta_need *need) {
  const tta_section *s = p->section;
  uint32_t after = first_ending(s, s->edits.changed.end);
  uint32_t end = after < s->num_items ? s->items[after].end : s->edits.changed.end;
  tta_need_names(need, (tta_span){p->span.begin, lines_of(need->text, (tta_span){end, end}).end});
}

/* The parts to read, in order. */
static tta_text_part *order_parts(const part *p, const tta_need *need, tta_arena *arena, uint32_t *count) {
  const tta_section *s = p->section;
  tta_text_part *parts = tta_arena_array(arena, need->num_items + 1, sizeof *parts);
  bool is_in = false;
  *count = 0;
  for (uint32_t i = need->num_items; parts && i-- > 0;) {
    const tta_kept_item *item = &s->items[need->items[i]];
    if (need->items[i] >= p->first && !is_in) {
      parts[(*count)++] = (tta_text_part){p->span.begin, false};
      is_in = true;
    }
    parts[(*count)++] = (tta_text_part){item->begin - item->name, true};
  }
  if (parts && !is_in) parts[(*count)++] = (tta_text_part){p->span.begin, false};
  return parts;
}

/* Fix-its of a definition depend on all of its uses. */
static bool uses_repaired(const tta_section *s, const tta_need *need) {
  if (s->scope.num_repaired && s->edits.names) return true;
  for (uint32_t i = 0; i < need->num_items; i++)
    for (uint32_t r = 0; r < s->scope.num_repaired; r++) {
      const tta_kept_item *item = &s->items[need->items[i]];
      if (item->begin <= s->scope.repaired[r] && s->scope.repaired[r] < item->end) return true;
    }
  return false;
}

/* ---- whether the results fit together ---------------------------------------------------------------------------- */

static bool are_apart(tta_span span, tta_span from) { return span.end < from.begin || span.begin > from.end; }

/* Whether nothing of a diagnostic is in the part. */
static bool stays(const tta_diagnostic *g, tta_span from) {
  bool apart = are_apart(g->span, from);
  for (uint32_t n = 0; n < g->num_notes; n++) apart &= are_apart(g->notes[n].span, from);
  for (uint32_t f = 0; f < g->num_fixes; f++)
    for (uint32_t e = 0; e < g->fixes[f].num_edits; e++) apart &= are_apart(g->fixes[f].edits[e].span, from);
  return apart;
}

static bool is_in_group_of(tta_rule rule, tta_rule other) { return tta_rule_group_of(rule) == tta_rule_group_of(other); }

/* Whether diagnostics of a rule are never shared by equal values: the text is wrong, not its value. */
static bool is_of_text(tta_rule rule) {
  return rule != TTA_RULE_integer_range &&
         (is_in_group_of(rule, TTA_RULE_syntax) || is_in_group_of(rule, TTA_RULE_alias_undefined) ||
          is_in_group_of(rule, TTA_RULE_affine_undeclared));
}

/* Equal values share their diagnostics: of the same rule with the same message. */
static bool may_be_equal(const tta_diagnostic *g, const tta_check *check) {
  if (is_of_text(g->rule)) return false;
  for (size_t i = 0; i < tta_check_num_diagnostics(check); i++) {
    const tta_diagnostic *other = tta_check_diagnostic(check, i);
    if (g->rule == other->rule && tta_str_equal(g->message, other->message)) return true;
  }
  return false;
}

/* Whether what was read is all that changes. *out: what takes the place of what. */
static bool fits(const part *p, const tta_check *check, tta_results_part *out) {
  enum { MAX_DIAGNOSTICS = 64 };
  const tta_section *s = p->section;
  tta_check_scope scope = tta_check_scope_of(check), sum = s->scope;
  uint32_t begin = first_diagnostic(s, p->span.begin);
  uint32_t end = p->is_last ? s->num_diagnostics : first_diagnostic(s, p->span.end);
  uint32_t both = s->scope.dialects | scope.dialects;
  sum.effort += scope.effort;
  if (!scope.is_local || scope.num_repaired || tta_check_num_diagnostics(check) > MAX_DIAGNOSTICS || (both & (both - 1)) || !tta_check_scope_has_effort_left(sum))
    return false;
  for (uint32_t i = p->first; i < p->end; i++)
    if (s->items[i].shared) return false;
  for (size_t i = 0; i < tta_check_num_diagnostics(check); i++) {
    const tta_diagnostic *g = tta_check_diagnostic(check, i);
    if (g->span.begin < p->span.begin || (g->span.begin >= p->span.end && !p->is_last)) return false;
  }
  tta_span gone = {p->span.begin + 1, p->span.end};
  for (uint32_t i = 0; i < s->num_diagnostics; i++) {
    const tta_diagnostic *g = &s->diagnostics[i];
    bool goes = begin <= i && i < end;
    if (goes ? g->first || g->next : !stays(g, gone) || may_be_equal(g, check)) return false;
  }
  uint32_t num_items = p->end_seen - p->first_seen;
  *out = (tta_results_part){.first_item = p->first,
                            .end_item = p->end,
                            .first_diagnostic = begin,
                            .end_diagnostic = end,
                            .items = num_items ? p->document->items_seen + p->first_seen : NULL,
                            .num_items = num_items,
                            .check = check};
  return true;
}

/* Reads the part and what it needs. */
static tta_status run(part *p, const tta_need *need, tta_check **check) {
  tta_document *d = p->document;
  tta_arena arena;
  tta_arena_init(&arena, d->allocator);
  tta_check_watch watch = {.visit = see_item, .read = read_part, .user = p};
  watch.parts = order_parts(p, need, &arena, &watch.num_parts);
  tta_items_begin(d);
  tta_status status = watch.parts ? tta_section_run(d, p->section, d->options->canonicalise, watch, check) : TTA_NO_MEMORY;
  if (!status && d->items_failed) status = TTA_NO_MEMORY;
  tta_arena_free(&arena);
  return status;
}

tta_status tta_section_recheck(tta_document *d, tta_section *s, bool *done) {
  tta_str text = text_of(d, s);
  part p = {.document = d, .section = s};
  tta_need need;
  tta_check *check = NULL;
  tta_results_part results;
  *done = false;
  if (!move_results(s) || !find_begin(&p) || has_near_marker(d, part_of(text, lines_of(text, s->edits.changed)))) return TTA_OK;
  tta_need_init(&need, text, d->allocator);
  need_names(&p, &need);
  tta_need_find(&need, s, true);
  bool is_small = need.num_items <= MAX_CONTEXT && !uses_repaired(s, &need);
  tta_status status = need.failed ? TTA_NO_MEMORY : is_small ? run(&p, &need, &check) : TTA_OK;
  tta_need_free(&need);
  if (!status && check) {
    if (p.state == BEFORE || p.state == READING) { /* there is no item after it */
      p.is_last = true;
      p.span.end = (uint32_t)text.size;
      p.end = s->num_items;
      if (p.state == BEFORE) p.first_seen = p.end_seen = d->num_items_seen;
    }
    *done = p.state != FAILED && !has_structure(part_of(text, p.span)) && fits(&p, check, &results);
  }
  if (*done) {
    s->scope.effort += tta_check_scope_of(check).effort;
    s->scope.dialects |= tta_check_scope_of(check).dialects;
    status = tta_section_replace(d, s, &results);
    d->checked_bytes += p.span.end - p.span.begin;
  }
  tta_check_free(check);
  return status;
}
