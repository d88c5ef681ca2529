/* The results of a section: diagnostics, items and their texts in one block. */
#include "document/document.h"

#include "diag/report.h"

void tta_section_free_results(const tta_document *d, tta_section *s) {
  if (s->block) d->allocator->release(d->allocator->user, s->block, s->block_bytes);
  s->block = NULL;
  s->diagnostics = NULL;
  s->items = NULL;
  s->num_diagnostics = s->num_items = 0;
  s->block_bytes = 0;
  tta_names_free(s->names);
  s->names = NULL;
  s->change = (tta_names_change){{0, 0}, 0};
}

/* A repeat shares the message of its first diagnostic, and its notes if they are in a definition. */
static bool has_own_notes(const tta_diagnostic *g) { return !g->first || g->notes != g->first->notes; }

static void move_span(tta_span *span, uint32_t by) {
  span->begin += by;
  span->end += by;
}

/* The block belongs to the document, which may change its parts although the public structures have const pointers. */
static void move_diagnostic(tta_diagnostic *g, uint32_t by) {
  move_span(&g->span, by);
  for (uint32_t n = 0; n < g->num_notes && has_own_notes(g); n++) move_span(&((tta_note *)g->notes)[n].span, by);
  for (uint32_t f = 0; f < g->num_fixes; f++)
    for (uint32_t e = 0; e < g->fixes[f].num_edits; e++) move_span(&((tta_edit *)g->fixes[f].edits)[e].span, by);
}

void tta_section_settle_spans(tta_section *s) {
  for (uint32_t i = 0; i < s->num_diagnostics && s->origin != s->begin; i++)
    move_diagnostic(&s->diagnostics[i], s->begin - s->origin); /* modulo 2^32 */
  s->origin = s->begin;
}

/* ---- packing ----------------------------------------------------------------------------------------------------- */

static size_t diagnostic_bytes(const tta_diagnostic *g) {
  size_t bytes = sizeof *g + (g->first ? 0 : g->message.size);
  if (!has_own_notes(g)) return bytes;
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
  if (!has_own_notes(g)) {
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

/* The originals are freed after this: `next` of each leads to its copy, so that the copies of the repeats find their
 * first diagnostic. */
static void pack_diagnostics(packer *p, tta_diagnostic *out, tta_diagnostic *const *list, size_t size) {
  for (size_t i = 0; i < size; i++) {
    tta_diagnostic *g = list[i];
    pack_diagnostic(p, &out[i], g, g->first ? g->first->next : NULL);
    if (!g->first) g->next = &out[i];
  }
  tta_report_link(out, size);
}

/* Makes the block of a section that has none, with document->items_seen. */
static tta_status pack(const tta_document *d, tta_section *s, tta_diagnostic *const *list, size_t size) {
  size_t bytes = d->num_items_seen * sizeof *s->items;
  for (size_t i = 0; i < size; i++) bytes += diagnostic_bytes(list[i]);
  if (!bytes) return TTA_OK;
  s->block = d->allocator->allocate(d->allocator->user, bytes);
  if (!s->block) return TTA_NO_MEMORY;
  s->block_bytes = bytes;
  packer p = {s->block, (char *)s->block + bytes};
  s->num_diagnostics = (uint32_t)size;
  s->diagnostics = (tta_diagnostic *)p.front;
  p.front += size * sizeof *s->diagnostics;
  pack_diagnostics(&p, s->diagnostics, list, size);
  s->num_items = d->num_items_seen;
  s->items = take(&p, d->items_seen, d->num_items_seen * sizeof *s->items);
  return TTA_OK;
}

tta_status tta_section_keep(tta_document *d, tta_section *s, const tta_check *check) {
  const tta_results *results = tta_check_results(check);
  s->own = *tta_check_file_suppressions(check);
  s->has_errors = results->report.num_errors > 0;
  s->origin = 0;
  tta_status status = pack(d, s, results->report.items, results->report.size);
  s->stale = status != TTA_OK;
  return status;
}
