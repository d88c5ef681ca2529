/* Formatting: the edits that make attributes canonical, made on demand from a check of the sections they are in. */
#include "document/document.h"

typedef struct edit_list {
  tta_edit *list;
  uint32_t num_list, cap_list;
} edit_list;

static bool touches(tta_span a, tta_span b) { return a.begin <= b.end && b.begin <= a.end; }

static tta_status add_section(tta_document *d, const tta_section *s, tta_span range, edit_list *edits) {
  tta_check *check = NULL;
  tta_status status = tta_section_run(d, s, true, NULL, &check);
  if (status) return status;
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_edits(results) && !status; i++) {
    tta_edit edit = tta_results_edit(results, i);
    edit.span.begin += s->begin;
    edit.span.end += s->begin;
    if (!touches(edit.span, range)) continue;
    edit.text = tta_arena_str(&d->answer, edit.text);
    if (!edit.text.data || !TTA_PUSH_IN(&d->answer, edits, list, edit)) status = TTA_NO_MEMORY;
  }
  tta_check_free(check);
  return status;
}

tta_status tta_document_format(tta_document *d, tta_span range, const tta_edit **edits, size_t *count) {
  edit_list found = {0};
  *edits = NULL;
  *count = 0;
  if (range.begin > range.end) return TTA_INVALID;
  tta_status status = tta_document_begin_query(d);
  if (status) return status;
  for (size_t i = tta_document_find_section(d, range.begin); i < d->num_sections; i++) {
    const tta_section *s = &d->sections[i];
    if (s->begin > range.end) break;
    if (!s->has_errors) status = add_section(d, s, range, &found);
    if (status) return status;
  }
  *edits = found.list;
  *count = found.num_list;
  return TTA_OK;
}
