/* Sections of a document: which of them an edit touches, their checks, and what is kept of the results. */
#include "base/sort.h"
#include "document/document.h"

enum { MAX_NAME_DISTANCE = 1 << 28 }; /* tta_kept_item.name */
/* Facts of `allow-file`: which are allowed, which of these were used, and whether `unused-suppression` was. */
enum { MAX_ROUNDS = 6 };

static tta_str marker_of(const tta_document *d) {
  return d->options->split_marker.size ? d->options->split_marker : tta_default_split_marker;
}

/* ---- which section ----------------------------------------------------------------------------------------------- */

/* The last of the sections whose `member` is at most `value`; the first one if there is none. */
#define LAST_AT_MOST(d, member, value)                                                                                 \
  size_t below = TTA_COUNT_BELOW(tta_section, (d)->sections, (d)->num_sections, member, (int64_t)(value) + 1);        \
  return below ? below - 1 : 0

size_t tta_document_find_section(const tta_document *d, uint32_t offset) { LAST_AT_MOST(d, begin, offset); }
static size_t section_of_item(const tta_document *d, size_t index) { LAST_AT_MOST(d, first_item, index); }

/* Whether the marker before a section depends on the text at `offset`: on the rest of the marker's line. */
static bool is_on_first_line(const tta_document *d, const tta_section *s, uint32_t offset) {
  return !memchr(d->text + s->begin, '\n', offset - s->begin);
}

/* The change of a section after one more edit of `range` (in its text now). */
static tta_names_change add_change(tta_names_change c, tta_span range, uint32_t size) {
  if (!c.new_end) c = (tta_names_change){range, range.end};
  uint32_t end = c.new_end < range.end ? range.end : c.new_end;
  c.old.end += end - c.new_end;
  if (range.begin < c.old.begin) c.old.begin = range.begin;
  c.new_end = end + size - (range.end - range.begin); /* modulo 2^32 */
  return c;
}

void tta_sections_edit(tta_document *d, tta_span range, tta_str text) {
  size_t first = tta_document_find_section(d, range.begin), last = tta_document_find_section(d, range.end);
  if (first && !d->options->markdown && is_on_first_line(d, &d->sections[first], range.begin)) first--;
  tta_str marker = marker_of(d);
  bool whole = d->options->markdown || memchr(marker.data, '\n', marker.size); /* not a matter of one line */
  if (whole) first = 0, last = d->num_sections - 1;
  tta_section *changed = &d->sections[first];
  tta_names_change change = {{0, 0}, 0};
  tta_names *names = NULL;
  if (first == last && changed->names && range.begin > changed->begin) {
    tta_span inside = {range.begin - changed->begin, range.end - changed->begin};
    change = add_change(changed->change, inside, (uint32_t)text.size);
    names = changed->names;
    changed->names = NULL; /* kept */
  }
  for (size_t i = first; i <= last; i++) tta_section_free_results(d, &d->sections[i]);
  changed->names = names;
  changed->change = change;
  uint32_t moved = (uint32_t)text.size - (range.end - range.begin); /* modulo 2^32 */
  size_t rest = d->num_sections - last - 1;
  memmove(&d->sections[first + 1], &d->sections[last + 1], rest * sizeof *d->sections);
  d->num_sections = (uint32_t)(first + 1 + rest);
  for (size_t i = first + 1; i < d->num_sections; i++) d->sections[i].begin += moved, d->sections[i].end += moved;
  d->sections[first].stale = d->stale = true;
  tta_results_clear(&d->results);
}

/* ---- a check ----------------------------------------------------------------------------------------------------- */

typedef struct section_list {
  tta_section *list;
  uint32_t num_list, cap_list;
} section_list;

/* Whether a section is the one for which the table of names is, but for the change. */
static bool names_fit(const tta_section *s, uint32_t end) {
  uint32_t old_size = s->names->scopes[0].end - 1 - s->names_begin;
  return end - s->begin == old_size + s->change.new_end - s->change.old.end;
}

/* Finds the sections of the text again from each stale one up to the next whose start has not changed. `out` gets all
 * sections; those that are dropped are in d->sections only. */
static tta_status split(tta_document *d, section_list *out) {
  tta_section_rules rules = {d->options->split, d->options->split_marker, d->options->markdown};
  for (uint32_t i = 0; i < d->num_sections;) {
    if (!TTA_GROW(d->allocator, out, list, 1)) return TTA_NO_MEMORY;
    if (!d->sections[i].stale) {
      out->list[out->num_list++] = d->sections[i++];
      continue;
    }
    uint32_t begin = rules.markdown ? 0 : d->sections[i].begin;
    const tta_section *old = &d->sections[i];
    tta_splitter splitter;
    tta_span section;
    i++;
    tta_splitter_init(&splitter, tta_document_view(d), rules, begin, NULL);
    while (tta_splitter_next(&splitter, &section)) {
      if (!TTA_GROW(d->allocator, out, list, 1)) return TTA_NO_MEMORY;
      uint32_t next = splitter.done ? UINT32_MAX : splitter.at;
      tta_section fresh = {.begin = section.begin, .end = section.end, .stale = true};
      if (old && old->names && old->begin == section.begin && names_fit(old, section.end)) {
        fresh.names = old->names;
        fresh.names_begin = old->names_begin;
        fresh.change = old->change;
      }
      old = NULL;
      out->list[out->num_list++] = fresh;
      while (i < d->num_sections && d->sections[i].begin < next) i++;
      if (!rules.markdown && i < d->num_sections && d->sections[i].begin == next) break;
    }
  }
  return TTA_OK;
}

/* Frees the results of the sections that are not in `kept`, which is in the same order. */
static void free_dropped(tta_document *d, const section_list *kept) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < d->num_sections; i++) {
    tta_section *s = &d->sections[i];
    while (k < kept->num_list && kept->list[k].begin < s->begin) k++;
    bool is_kept = k < kept->num_list && kept->list[k].begin == s->begin &&
                   tta_section_shares_results(&kept->list[k], s);
    if (!is_kept) tta_section_free_results(d, s);
  }
}

/* Adds an item to `items_seen`. */
static void record_item(void *user, const tta_island *island) {
  tta_document *d = user;
  if (!TTA_GROW(d->allocator, d, items_seen, 1)) {
    d->items_failed = true;
    return;
  }
  bool named = island->name.end > island->name.begin;
  uint32_t back = named ? island->span.begin - island->name.begin : 0;
  tta_kept_item item = {.begin = island->span.begin,
                        .end = island->span.end,
                        .context = island->context & 7,
                        .inner = d->num_items_seen && island->span.begin < d->items_seen[d->outer_seen].end,
                        .name = back < MAX_NAME_DISTANCE ? back & (MAX_NAME_DISTANCE - 1) : 0};
  if (!item.inner) d->outer_seen = d->num_items_seen;
  d->items_seen[d->num_items_seen++] = item;
}

tta_status tta_section_run(tta_document *d, const tta_section *s, bool canonicalize, tta_island_visitor visit,
                           tta_check **check) {
  tta_check_options options = *d->options; /* `split` stays: near misses of the marker are reported */
  options.canonicalize = canonicalize;
  options.fence = options.markdown;
  options.markdown = false;
  tta_source source;
  tta_source_init(&source, d->name, (tta_str){d->text + s->begin, s->end - s->begin}, d->allocator);
  char hidden = tta_section_enter(d, s);
  tta_status status = tta_check_visit(&source, &options, visit, d, check);
  tta_section_leave(d, s, hidden);
  tta_source_free(&source);
  return status;
}

static tta_status check_section(tta_document *d, tta_section *s) {
  tta_check *check = NULL;
  d->num_items_seen = d->outer_seen = 0;
  d->items_failed = false;
  tta_status status = tta_section_run(d, s, d->options->canonicalize, record_item, &check);
  if (!status && d->items_failed) status = TTA_NO_MEMORY;
  if (!status) status = tta_section_keep(d, s, check);
  tta_check_free(check);
  if (!status) d->checked_bytes += s->end - s->begin;
  return status;
}

/* The results of the document are those of its sections. */
static tta_status add_up(tta_document *d) {
  tta_results *r = &d->results;
  tta_text_section *sections = tta_arena_array(&r->arena, d->num_sections, sizeof *sections);
  if (!sections) return TTA_NO_MEMORY;
  d->num_items = 0;
  for (uint32_t i = 0; i < d->num_sections; i++) {
    tta_section *s = &d->sections[i];
    tta_section_settle_spans(s);
    for (uint32_t k = 0; k < s->num_diagnostics; k++) tta_report_refer(&r->report, &s->diagnostics[k]);
    sections[i] = (tta_text_section){{s->begin, s->end}, s->has_errors};
    s->first_item = (uint32_t)d->num_items;
    d->num_items += s->num_items;
  }
  r->sections = sections;
  r->num_sections = d->num_sections;
  return r->report.status;
}

static void add_subjects(tta_rule_subjects *to, const tta_rule_subjects *from) {
  for (size_t i = 0; i < sizeof to->words / sizeof *to->words; i++) to->words[i] |= from->words[i];
}

static bool differ(const tta_rule_subjects *a, const tta_rule_subjects *b) { return memcmp(a, b, sizeof *a) != 0; }

/* `allow-file` suppresses diagnostics of all sections, and is unused if it does not in any. Sections that were checked
 * with other facts become stale. @return whether there is one */
static bool share_file_suppressions(tta_document *d) {
  tta_file_suppressions all = {{{0}}, {{0}}}, *known = &d->options->others;
  for (uint32_t i = 0; i < d->num_sections; i++) {
    add_subjects(&all.allowed, &d->sections[i].own.allowed);
    add_subjects(&all.used, &d->sections[i].own.used);
  }
  bool allowed = differ(&all.allowed, &known->allowed), used = differ(&all.used, &known->used), any = false;
  static const tta_rule_subjects none;
  *known = all;
  for (uint32_t i = 0; i < d->num_sections && (allowed || used); i++) {
    tta_section *s = &d->sections[i];
    if (!allowed && !differ(&s->own.allowed, &none)) continue;
    tta_section_free_results(d, s);
    s->stale = any = true;
  }
  return any;
}

static tta_status check_stale(tta_document *d) {
  tta_status status = TTA_OK;
  for (uint32_t i = 0; !status && i < d->num_sections; i++)
    if (d->sections[i].stale) status = check_section(d, &d->sections[i]);
  return status;
}

tta_status tta_sections_check(tta_document *d) {
  section_list fresh = {0};
  d->checked_bytes = 0;
  tta_document_close(d);
  tta_results_clear(&d->results);
  tta_status status = split(d, &fresh);
  if (status) {
    TTA_ARRAY_FREE(d->allocator, &fresh, list);
    return status;
  }
  free_dropped(d, &fresh);
  TTA_ARRAY_FREE(d->allocator, d, sections);
  d->sections = fresh.list;
  d->num_sections = fresh.num_list;
  d->cap_sections = fresh.cap_list;
  status = check_stale(d);
  for (int round = 0; !status && round < MAX_ROUNDS && share_file_suppressions(d); round++) status = check_stale(d);
  TTA_ARRAY_FREE(d->allocator, d, items_seen);
  if (!status) status = add_up(d);
  d->stale = status != TTA_OK;
  if (status) tta_results_clear(&d->results);
  return status;
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

size_t tta_document_num_items(const tta_document *d) { return d->stale ? 0 : d->num_items; }

tta_document_item tta_document_item_at(const tta_document *d, size_t index) {
  if (index >= tta_document_num_items(d)) return (tta_document_item){{d->size, d->size}, {0, 0}, 0, 0};
  size_t section = section_of_item(d, index);
  const tta_section *s = &d->sections[section];
  const tta_kept_item *i = &s->items[index - s->first_item];
  tta_document_item item = {.span = {s->begin + i->begin, s->begin + i->end},
                            .context = (tta_island_context)i->context,
                            .section = (uint32_t)section};
  if (!i->name) return item;
  item.name = tta_name_span(d->text, item.span.begin - i->name);
  return item;
}

uint32_t tta_section_first_item_after(const tta_section *s, uint32_t offset) {
  uint32_t low = 0, high = s->num_items;
  while (low < high) { /* ends grow, but for items inside the value of an alias */
    uint32_t middle = low + (high - low) / 2, outer = middle;
    while (outer && s->items[outer].inner) outer--;
    if (s->items[outer].end <= offset) low = middle + 1;
    else high = outer;
  }
  return low;
}

size_t tta_document_first_item(const tta_document *d, uint32_t offset) {
  if (d->stale) return 0;
  const tta_section *s = &d->sections[tta_document_find_section(d, offset)];
  return s->first_item + (offset < s->begin ? 0 : tta_section_first_item_after(s, offset - s->begin));
}

size_t tta_document_item_around(const tta_document *d, uint32_t offset) {
  const tta_section *s = &d->sections[tta_document_find_section(d, offset)];
  if (offset < s->begin) return TTA_DOCUMENT_NONE;
  uint32_t at = offset - s->begin, i = tta_section_first_item_after(s, at);
  if (i == s->num_items || s->items[i].begin > at) return TTA_DOCUMENT_NONE;
  uint32_t found = i;
  for (uint32_t k = i + 1; k < s->num_items && s->items[k].inner && s->items[k].begin <= at; k++)
    if (s->items[k].end > at) found = k;
  return s->first_item + found;
}
