/* The results of a section: diagnostics, items and their texts in one block, and how a part of them is replaced. */
#include "document/document.h"

#include "diag/report.h"

void tta_section_free_results(const tta_document *d, tta_section *s) {
  if (s->block) d->allocator->release(d->allocator->user, s->block, s->block_bytes);
  s->block = NULL;
  s->diagnostics = NULL;
  s->items = NULL;
  s->values = NULL;
  s->num_diagnostics = s->num_items = s->num_errors = s->num_warnings = 0;
  s->block_bytes = 0;
  s->has_before = false;
  s->scope = (tta_check_scope){0};
}

/* A repeat shares the message of its first diagnostic, and its notes if they are in a definition. */
bool tta_diagnostic_has_notes(const tta_diagnostic *g) { return !g->first || g->notes != g->first->notes; }

/* The block belongs to the document, which may change its parts although the public structures have const pointers. */
void tta_diagnostic_move(tta_diagnostic *g, tta_span (*move)(const void *user, tta_span span), const void *user) {
  g->span = move(user, g->span);
  bool has_notes = tta_diagnostic_has_notes(g);
  for (uint32_t n = 0; has_notes && n < g->num_notes; n++)
    ((tta_note *)g->notes)[n].span = move(user, g->notes[n].span);
  for (uint32_t f = 0; f < g->num_fixes; f++)
    for (uint32_t e = 0; e < g->fixes[f].num_edits; e++)
      ((tta_edit *)g->fixes[f].edits)[e].span = move(user, g->fixes[f].edits[e].span);
}

/* ---- packing ----------------------------------------------------------------------------------------------------- */

static size_t diagnostic_bytes(const tta_diagnostic *g) {
  size_t bytes = sizeof *g + (g->first ? 0 : g->message.size);
  if (!tta_diagnostic_has_notes(g)) return bytes;
  for (uint32_t n = 0; n < g->num_notes; n++) bytes += sizeof *g->notes + g->notes[n].message.size;
  for (uint32_t f = 0; f < g->num_fixes; f++) {
    bytes += sizeof *g->fixes + g->fixes[f].message.size;
    for (uint32_t e = 0; e < g->fixes[f].num_edits; e++)
      bytes += sizeof *g->fixes[f].edits + g->fixes[f].edits[e].text.size;
  }
  return bytes;
}

/* Where the parts of a block go: structures from the front, texts from the back. */
typedef struct packer {
  char *front, *back;
} packer;

static void *take(packer *p, const void *items, size_t bytes) {
  void *copy = p->front;
  if (bytes) memcpy(copy, items, bytes);
  p->front += bytes;
  return copy;
}

static tta_str take_text(packer *p, tta_str text) {
  p->back -= text.size;
  if (text.size) memcpy(p->back, text.data, text.size);
  return (tta_str){p->back, text.size};
}

/* @param first the copy of g->first; NULL: none */
static void pack_diagnostic(packer *p, tta_diagnostic *out, const tta_diagnostic *g, const tta_diagnostic *first) {
  *out = *g;
  out->first = first;
  out->message = first ? first->message : take_text(p, g->message);
  if (!tta_diagnostic_has_notes(g)) {
    out->notes = first->notes;
    return;
  }
  tta_note *notes = take(p, g->notes, g->num_notes * sizeof *notes);
  for (uint32_t n = 0; n < g->num_notes; n++) notes[n].message = take_text(p, notes[n].message);
  tta_fix *fixes = take(p, g->fixes, g->num_fixes * sizeof *fixes);
  for (uint32_t f = 0; f < g->num_fixes; f++) {
    fixes[f].message = take_text(p, fixes[f].message);
    tta_edit *edits = take(p, fixes[f].edits, fixes[f].num_edits * sizeof *edits);
    for (uint32_t e = 0; e < fixes[f].num_edits; e++) edits[e].text = take_text(p, edits[e].text);
    fixes[f].edits = edits;
  }
  out->notes = notes;
  out->fixes = fixes;
}

/* What a new block is made of. The originals are freed after this: `next` of each leads to its copy, so that the copies
 * of the repeats find their first diagnostic. */
typedef struct contents {
  tta_diagnostic *const *diagnostics;
  size_t num_diagnostics;
  const tta_kept_item *items;
  uint32_t num_items;
  const uint32_t *repaired;
  uint32_t num_repaired;
  const tta_section *before; /* which has some of the diagnostics; NULL: none */
  const tta_check *check;    /* which has the others */
} contents;

/* After packing: which value each diagnostic is of. */
static void set_values(tta_section *s, const contents *c) {
  size_t num_values;
  const tta_value_diagnostic *values = tta_check_value_diagnostics(c->check, &num_values);
  for (size_t i = 0; i < c->num_diagnostics; i++) {
    const tta_section *b = c->before;
    const tta_diagnostic *g = c->diagnostics[i];
    bool is_old = b && b->diagnostics && g >= b->diagnostics && g < b->diagnostics + b->num_diagnostics;
    s->values[i] = is_old ? b->values[g - b->diagnostics] : 0;
  }
  for (size_t i = 0; i < num_values; i++) {
    const tta_diagnostic *g = values[i].diagnostic, *copy = g->next; /* none if it was suppressed */
    bool is_kept = !g->first && copy >= s->diagnostics && copy < s->diagnostics + s->num_diagnostics;
    if (is_kept) s->values[copy - s->diagnostics] = values[i].value;
  }
  for (size_t i = 0; i < c->num_diagnostics; i++)
    if (s->diagnostics[i].first && !s->values[i]) s->values[i] = s->values[s->diagnostics[i].first - s->diagnostics];
}

static void pack_diagnostics(packer *p, tta_diagnostic *out, const contents *c) {
  for (size_t i = 0; i < c->num_diagnostics; i++) {
    tta_diagnostic *g = c->diagnostics[i];
    pack_diagnostic(p, &out[i], g, g->first ? g->first->next : NULL);
    if (!g->first) g->next = &out[i];
  }
  tta_report_link(out, c->num_diagnostics);
}

/* Makes the block of a section that has none. */
static tta_status pack(const tta_document *d, tta_section *s, const contents *c) {
  size_t bytes = c->num_repaired * sizeof *c->repaired + c->num_items * sizeof *s->items +
                 c->num_diagnostics * sizeof *s->values;
  for (size_t i = 0; i < c->num_diagnostics; i++) bytes += diagnostic_bytes(c->diagnostics[i]);
  if (!bytes) return TTA_OK;
  s->block = d->allocator->allocate(d->allocator->user, bytes);
  if (!s->block) return TTA_NO_MEMORY;
  s->block_bytes = bytes;
  packer p = {s->block, (char *)s->block + bytes};
  s->num_diagnostics = (uint32_t)c->num_diagnostics;
  s->diagnostics = (tta_diagnostic *)p.front;
  p.front += c->num_diagnostics * sizeof *s->diagnostics;
  pack_diagnostics(&p, s->diagnostics, c);
  s->num_items = c->num_items;
  s->items = take(&p, c->items, c->num_items * sizeof *s->items);
  s->values = (uint32_t *)p.front;
  p.front += c->num_diagnostics * sizeof *s->values;
  set_values(s, c);
  s->scope.repaired = take(&p, c->repaired, c->num_repaired * sizeof *c->repaired);
  s->scope.num_repaired = c->num_repaired;
  return TTA_OK;
}

static void count(tta_section *s) {
  s->num_errors = s->num_warnings = 0;
  for (uint32_t i = 0; i < s->num_diagnostics; i++) {
    s->num_errors += s->diagnostics[i].severity == TTA_SEVERITY_ERROR;
    s->num_warnings += s->diagnostics[i].severity == TTA_SEVERITY_WARNING;
  }
  s->has_errors = s->num_errors > 0;
  s->origin = 0;
  s->stale = s->has_before = false;
}

/* ---- keeping and replacing --------------------------------------------------------------------------------------- */

static tta_diagnostic **diagnostics_of(const tta_document *d, const tta_check *check, size_t *size) {
  *size = tta_check_num_diagnostics(check);
  tta_diagnostic **list = d->allocator->allocate(d->allocator->user, (*size + 1) * sizeof *list);
  for (size_t i = 0; list && i < *size; i++) list[i] = (tta_diagnostic *)tta_check_diagnostic(check, i);
  return list;
}

tta_status tta_section_keep(tta_document *d, tta_section *s, const tta_check *check) {
  tta_check_scope scope = tta_check_scope_of(check);
  size_t size;
  tta_diagnostic **list = diagnostics_of(d, check, &size);
  if (!list) return TTA_NO_MEMORY;
  s->scope = scope;
  s->own = *tta_check_file_suppressions(check);
  contents c = {.diagnostics = list,
                .num_diagnostics = size,
                .items = d->items_seen,
                .num_items = d->num_items_seen,
                .repaired = scope.repaired,
                .num_repaired = scope.num_repaired,
                .check = check};
  tta_status status = pack(d, s, &c);
  d->allocator->release(d->allocator->user, list, (size + 1) * sizeof *list);
  if (!status) count(s);
  return status;
}

/* The results with the parts replaced, until they are packed. */
typedef struct joined {
  tta_diagnostic **diagnostics;
  tta_kept_item *items;
  size_t num_diagnostics, room_diagnostics, num_items, room_items;
} joined;

static void free_joined(const tta_document *d, const joined *j) {
  const tta_allocator *a = d->allocator;
  if (j->diagnostics) a->release(a->user, j->diagnostics, j->room_diagnostics * sizeof *j->diagnostics);
  if (j->items) a->release(a->user, j->items, j->room_items * sizeof *j->items);
}

static void add_items(joined *j, const tta_kept_item *items, uint32_t begin, uint32_t end) {
  if (end > begin) memcpy(j->items + j->num_items, items + begin, (end - begin) * sizeof *items);
  j->num_items += end - begin;
}

static bool join(const tta_document *d, const tta_section *s, const tta_results_part *parts, uint32_t num_parts,
                 const tta_check *check, joined *j) {
  const tta_allocator *a = d->allocator;
  size_t coming = tta_check_num_diagnostics(check), c = 0;
  j->room_diagnostics = s->num_diagnostics + coming + 1;
  j->room_items = s->num_items + 1;
  for (uint32_t i = 0; i < num_parts; i++) j->room_items += parts[i].end_seen - parts[i].first_seen;
  j->diagnostics = a->allocate(a->user, j->room_diagnostics * sizeof *j->diagnostics);
  j->items = a->allocate(a->user, j->room_items * sizeof *j->items);
  if (!j->diagnostics || !j->items) return false;
  uint32_t item = 0, diagnostic = 0;
  for (uint32_t i = 0; i <= num_parts; i++) {
    const tta_results_part *part = i < num_parts ? &parts[i] : NULL;
    add_items(j, s->items, item, part ? part->first_item : s->num_items);
    for (; diagnostic < (part ? part->first_diagnostic : s->num_diagnostics); diagnostic++) {
      tta_diagnostic *g = &s->diagnostics[diagnostic];
      for (; c < coming && tta_check_diagnostic(check, c)->span.begin < g->span.begin; c++)
        j->diagnostics[j->num_diagnostics++] = (tta_diagnostic *)tta_check_diagnostic(check, c);
      j->diagnostics[j->num_diagnostics++] = g;
    }
    if (!part) break;
    add_items(j, part->items, part->first_seen, part->end_seen);
    item = part->end_item;
    diagnostic = part->end_diagnostic;
  }
  for (; c < coming; c++) j->diagnostics[j->num_diagnostics++] = (tta_diagnostic *)tta_check_diagnostic(check, c);
  return true;
}

tta_status tta_section_replace(tta_document *d, tta_section *s, const tta_results_part *parts, uint32_t num_parts,
                               const tta_check *check, tta_check_scope scope) {
  joined j = {0};
  bool good = join(d, s, parts, num_parts, check, &j);
  tta_section before = *s;
  s->block = NULL; /* `before` has it */
  tta_section_free_results(d, s);
  s->scope = scope;
  contents c = {.diagnostics = j.diagnostics,
                .num_diagnostics = j.num_diagnostics,
                .items = j.items,
                .num_items = (uint32_t)j.num_items,
                .repaired = scope.repaired,
                .num_repaired = scope.num_repaired,
                .before = &before,
                .check = check};
  tta_status status = good ? pack(d, s, &c) : TTA_NO_MEMORY;
  free_joined(d, &j);
  if (before.block) d->allocator->release(d->allocator->user, before.block, before.block_bytes);
  if (!status) count(s);
  return status;
}
