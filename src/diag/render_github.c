/* Diagnostics as workflow commands of GitHub Actions. */
#include "base/str.h"
#include "diag/report.h"
#include "ttattr/diag.h"

static void append_escaped(tta_buf *out, tta_str text, const char *special) {
  for (size_t i = 0; i < text.size; i++) {
    char c = text.data[i];
    if (c && strchr(special, c)) tta_buf_printf(out, "%%%02X", (unsigned)c);
    else tta_buf_char(out, c);
  }
}

static void append_message(tta_buf *out, tta_str text) { append_escaped(out, text, "%\r\n"); }
static void append_property(tta_buf *out, tta_str text) { append_escaped(out, text, "%\r\n:,"); }

static const char *command_of(tta_severity severity) {
  switch (severity) {
  case TTA_SEVERITY_ERROR: return "error";
  case TTA_SEVERITY_WARNING: return "warning";
  default: return "notice";
  }
}

/* GitHub ignores columns unless the annotation is on one line. Its paths are those of the repository, without `./`. */
static void append_place(tta_buf *out, tta_source *source, tta_span span) {
  tta_position begin = tta_source_position_utf16(source, span.begin), end = tta_source_position_utf16(source, span.end);
  tta_buf_str(out, "file=");
  append_property(out, tta_str_starts_with(source->name, "./") ? tta_str_rest(source->name, 2) : source->name);
  tta_buf_printf(out, ",line=%u,endLine=%u", begin.line, end.line);
  if (begin.line == end.line) tta_buf_printf(out, ",col=%u,endColumn=%u", begin.column, end.column);
}

static void append_note(tta_buf *out, tta_source *source, const tta_note *note) {
  tta_position at = tta_source_position_utf16(note->source ? note->source : source, note->span.begin);
  tta_buf_str(out, "%0Anote: ");
  if (note->source && note->source != source) append_message(out, note->source->name), tta_buf_str(out, ", ");
  tta_buf_printf(out, "line %u: ", at.line);
  append_message(out, note->message);
}

void tta_diagnostic_github(tta_buf *out, tta_source *source, const tta_diagnostic *d) {
  const tta_rule_info *rule = tta_rule_get(d->rule);
  if (d->source) source = d->source;
  tta_buf_printf(out, "::%s ", command_of(d->severity));
  append_place(out, source, d->span);
  if (rule) tta_buf_printf(out, ",title=%s", rule->name);
  tta_buf_str(out, "::");
  append_message(out, d->message);
  for (uint32_t i = 0; i < d->num_notes; i++) append_note(out, source, &d->notes[i]);
  for (uint32_t i = 0; i < d->num_fixes; i++) {
    tta_buf_str(out, "%0Afix: ");
    append_message(out, d->fixes[i].message);
  }
  tta_buf_char(out, '\n');
}
