/* JSON of a diagnostic; its keys are a contract (docs/cli.md). */
#include "base/format.h"
#include "diag/report.h"
#include "ttattr/buf.h"

/* Where spans are written: the source, and how its columns are counted. */
typedef struct span_writer {
  tta_source *source;
  tta_position (*position)(tta_source *source, uint32_t offset);
} span_writer;

static void members_span(tta_json *json, const span_writer *spans, tta_span span) {
  tta_position begin = spans->position(spans->source, span.begin), end = spans->position(spans->source, span.end);
  tta_json_key_uint(json, "line", begin.line);
  tta_json_key_uint(json, "column", begin.column);
  tta_json_key_uint(json, "end_line", end.line);
  tta_json_key_uint(json, "end_column", end.column);
}

static void write_note(tta_json *json, const span_writer *spans, tta_span span, tta_str message) {
  tta_json_open(json, '{');
  tta_json_key_plain(json, "file", spans->source->name);
  members_span(json, spans, span);
  tta_json_key_plain(json, "message", message);
  tta_json_close(json, '}');
}

static void write_repeats(tta_json *json, const span_writer *spans, const tta_diagnostic *first) {
  char text[64];
  uint32_t index = 0;
  for (const tta_diagnostic *r = first->next; r; r = r->next) {
    tta_buf message = tta_buf_fixed(text, sizeof text);
    if (!tta_report_repeat_note(&message, r, index++)) return;
    write_note(json, spans, r->span, tta_buf_view(&message));
  }
}

static void write_fix(tta_json *json, const span_writer *spans, const tta_fix *fix) {
  tta_json_open(json, '{');
  tta_json_key_plain(json, "message", fix->message);
  tta_json_key_open(json, "edits", '[');
  for (uint32_t i = 0; i < fix->num_edits; i++) {
    tta_json_open(json, '{');
    members_span(json, spans, fix->edits[i].span);
    tta_json_key_plain(json, "text", fix->edits[i].text);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
  tta_json_close(json, '}');
}

static void write_diagnostic(tta_buf *out, const span_writer *spans, const tta_diagnostic *diagnostic) {
  const tta_rule_info *rule = tta_rule_get(diagnostic->rule);
  tta_json writer = tta_json_writer(out), *json = &writer;
  span_writer own = {diagnostic->source ? diagnostic->source : spans->source, spans->position};
  spans = &own;
  tta_json_open(json, '{');
  tta_json_key_plain(json, "file", spans->source->name);
  members_span(json, spans, diagnostic->span);
  tta_json_key_text(json, "severity", tta_severity_name(diagnostic->severity));
  tta_json_key_text(json, "rule", rule ? rule->name : "");
  tta_json_key_plain(json, "message", diagnostic->message);
  tta_json_key_open(json, "notes", '[');
  for (uint32_t i = 0; i < diagnostic->num_notes; i++) {
    const tta_note *n = &diagnostic->notes[i];
    write_note(json, &(span_writer){n->source ? n->source : own.source, own.position}, n->span, n->message);
  }
  if (!diagnostic->first) write_repeats(json, spans, diagnostic);
  tta_json_close(json, ']');
  tta_json_key_open(json, "fixes", '[');
  for (uint32_t i = 0; i < diagnostic->num_fixes; i++) write_fix(json, spans, &diagnostic->fixes[i]);
  tta_json_close(json, ']');
  tta_json_close(json, '}');
  tta_buf_char(out, '\n');
}

void tta_diagnostic_json(tta_buf *out, tta_source *source, const tta_diagnostic *diagnostic) {
  write_diagnostic(out, &(span_writer){source, tta_source_position}, diagnostic);
}

void tta_diagnostic_json_utf16(tta_buf *out, tta_source *source, const tta_diagnostic *diagnostic) {
  write_diagnostic(out, &(span_writer){source, tta_source_position_utf16}, diagnostic);
}
