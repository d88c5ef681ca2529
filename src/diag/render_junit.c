/* Diagnostics as test cases of JUnit's XML. */
#include "base/xml.h"
#include "ttattr/diag.h"

/* The text without a color, and without its repeats, which are test cases of their own. */
static void append_text(tta_buf *out, tta_source *source, const tta_diagnostic *d) {
  tta_diagnostic alone = *d;
  alone.next = NULL;
  tta_buf text = tta_buf_new(out->allocator);
  tta_diagnostic_text(&text, source, &alone, (tta_render_options){.color = false});
  tta_xml_text(out, tta_buf_view(&text));
  out->failed |= text.failed;
  tta_buf_free(&text);
}

void tta_diagnostic_junit(tta_buf *out, tta_source *source, const tta_diagnostic *d) {
  const tta_rule_info *rule = tta_rule_get(d->rule);
  if (d->source) source = d->source;
  tta_position at = tta_source_position(source, d->span.begin);
  const char *name = rule ? rule->name : tta_severity_name(d->severity);
  tta_buf_str(out, "    <testcase classname=\"");
  tta_xml_text(out, source->name);
  tta_buf_printf(out, "\" name=\"%s %u:%u\">", name, at.line, at.column);
  if (d->severity == TTA_SEVERITY_ERROR) {
    tta_buf_printf(out, "<failure type=\"%s\" message=\"", name);
    tta_xml_text(out, d->message);
    tta_buf_str(out, "\">");
    append_text(out, source, d);
    tta_buf_str(out, "</failure></testcase>\n");
  } else {
    tta_buf_str(out, "<system-out>");
    append_text(out, source, d);
    tta_buf_str(out, "</system-out></testcase>\n");
  }
}
