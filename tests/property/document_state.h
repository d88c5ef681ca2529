/* document_state.h: everything that a document answers, as one text, so that two documents can be compared: diagnostics
 * with notes and fix-its, sections, items with their values, names, lines, formatting edits. */
#ifndef TTA_TESTS_DOCUMENT_STATE_H
#define TTA_TESTS_DOCUMENT_STATE_H

#include <inttypes.h>

#include "ttattr/document.h"

static inline void put_span(tta_buf *out, tta_span span) { tta_buf_printf(out, " %u-%u", span.begin, span.end); }

static inline void put_text(tta_buf *out, tta_str text) {
  tta_buf_char(out, ' ');
  tta_buf_bytes(out, text.data, text.size);
}

static inline void put_diagnostic(tta_buf *out, const tta_diagnostic *d) {
  tta_buf_printf(out, "%d %d", (int)d->severity, (int)d->rule);
  put_span(out, d->span);
  put_text(out, d->message);
  for (uint32_t n = 0; n < d->num_notes; n++) {
    tta_buf_str(out, "\n  note");
    put_span(out, d->notes[n].span);
    put_text(out, d->notes[n].message);
  }
  for (uint32_t f = 0; f < d->num_fixes; f++) {
    tta_buf_str(out, "\n  fix");
    put_text(out, d->fixes[f].message);
    for (uint32_t e = 0; e < d->fixes[f].num_edits; e++) {
      put_span(out, d->fixes[f].edits[e].span);
      put_text(out, d->fixes[f].edits[e].text);
    }
  }
  tta_buf_char(out, '\n');
}

static inline void put_value(tta_buf *out, tta_value value, int depth) {
  tta_buf_fill(out, ' ', (size_t)depth);
  tta_buf_printf(out, "%d %s %s", (int)tta_value_kind_of(value), tta_value_name(value), tta_value_field_name(value));
  put_span(out, tta_value_span(value));
  tta_buf_char(out, '\n');
  if (depth > 40) return;
  for (tta_value c = tta_value_first(value); c.node; c = tta_value_next(c)) put_value(out, c, depth + 1);
}

static inline void put_diagnostics(tta_buf *out, tta_document *d) {
  const tta_results *results = tta_document_results(d);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++)
    put_diagnostic(out, tta_results_diagnostic(results, i));
}

/* An item as tta_check_visit shows it. */
static inline void put_item(tta_buf *out, tta_span span, tta_span name, tta_island_context context, uint32_t section) {
  tta_buf_printf(out, "%u %d", section, (int)context);
  put_span(out, span);
  if (name.end > name.begin) put_span(out, name);
  tta_buf_char(out, '\n');
}

static inline tta_status put_values(tta_buf *out, tta_document *d) {
  for (size_t i = 0; i < tta_document_num_items(d); i++) {
    tta_document_item item = tta_document_item_at(d, i);
    put_item(out, item.span, item.name, item.context, item.section);
    tta_value value;
    tta_status status = tta_document_value(d, i, &value);
    if (status) return status;
    put_value(out, value, 1);
  }
  return TTA_OK;
}

static inline tta_status put_names(tta_buf *out, tta_document *d) {
  const tta_results *results = tta_document_results(d);
  for (size_t s = 0; s < tta_results_num_sections(results); s++) {
    const tta_name *names;
    size_t count;
    tta_text_section section = tta_results_section(results, s);
    tta_buf_printf(out, "section %d", (int)section.has_errors);
    put_span(out, section.span);
    tta_buf_char(out, '\n');
    tta_status status = tta_document_names(d, s, &names, &count);
    if (status) return status;
    for (size_t i = 0; i < count; i++) {
      tta_buf_printf(out, "%d %u", (int)names[i].kind, names[i].scope);
      put_text(out, names[i].text);
      for (uint32_t k = 0; k < names[i].num_results; k++) put_text(out, names[i].types[k]);
      put_span(out, names[i].definition);
      put_span(out, names[i].value);
      tta_buf_char(out, ':');
      for (uint32_t u = 0; u < names[i].num_uses; u++) put_span(out, names[i].uses[u].span);
      tta_buf_char(out, '\n');
    }
  }
  return TTA_OK;
}

static inline tta_status put_edits(tta_buf *out, tta_document *d) {
  const tta_edit *edits;
  size_t count;
  tta_span all = {0, (uint32_t)tta_document_text(d).size};
  tta_status status = tta_document_format(d, all, &edits, &count);
  for (size_t i = 0; !status && i < count; i++) {
    put_span(out, edits[i].span);
    put_text(out, edits[i].text);
    tta_buf_char(out, '\n');
  }
  return status;
}

/* Hover and completion at some offsets, which depend on the text alone. */
static inline tta_status put_hovers(tta_buf *out, tta_document *d) {
  uint32_t size = (uint32_t)tta_document_text(d).size, step = size / 12 + 1;
  for (uint32_t offset = size % 7; offset <= size; offset += step) {
    tta_document_hover hover;
    tta_status status = tta_document_hover_at(d, offset, &hover);
    if (status) return status;
    tta_buf_printf(out, "hover %u", offset);
    put_span(out, hover.span);
    for (uint32_t i = 0; i < hover.num_facts; i++) {
      tta_buf_printf(out, "\n  %s:", hover.facts[i].key);
      put_text(out, hover.facts[i].text);
    }
    tta_completions list;
    status = tta_document_complete(d, offset, &list);
    if (status) return status;
    tta_buf_printf(out, "\n  %zu completions", list.size);
    put_span(out, list.replaced);
    for (size_t i = 0; i < list.size; i++) {
      tta_buf_printf(out, "%d", (int)list.items[i].kind);
      put_text(out, list.items[i].text);
      put_text(out, list.items[i].documentation);
    }
    tta_buf_char(out, '\n');
  }
  return TTA_OK;
}

static inline void put_lines(tta_buf *out, const tta_document *d) {
  for (size_t i = 0; i < tta_document_num_lines(d); i++) put_span(out, tta_document_line(d, i));
  tta_buf_char(out, '\n');
}

static inline tta_status put_document(tta_buf *out, tta_document *d) {
  tta_status status = tta_document_check(d);
  if (status) return status;
  put_lines(out, d);
  put_diagnostics(out, d);
  const tta_results *results = tta_document_results(d);
  tta_buf_printf(out, "%zu errors, %zu warnings\n", tta_results_num_errors(results), tta_results_num_warnings(results));
  status = put_values(out, d);
  if (!status) status = put_names(out, d);
  if (!status) status = put_edits(out, d);
  if (!status) status = put_hovers(out, d);
  return status;
}

#endif
