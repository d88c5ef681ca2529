/* Diagnostics as SARIF 2.1.0. The sections in the comments are those of the OASIS standard. */
#include "base/chars.h"
#include "base/format.h"
#include "base/str.h"
#include "diag/report.h"
#include "ttattr/diag.h"
#include "ttattr/buf.h"

/* ---- texts and places -------------------------------------------------------------------------------------------- */

/* A `message` or `multiformatMessageString` object. Braces are placeholders in it and are doubled (3.11.5). */
static void write_message(tta_json *json, const char *key, tta_str text) {
  tta_buf escaped = tta_buf_new(json->out->allocator);
  for (size_t i = 0; i < text.size; i++) {
    tta_buf_char(&escaped, text.data[i]);
    if (text.data[i] == '{' || text.data[i] == '}') tta_buf_char(&escaped, text.data[i]);
  }
  tta_json_key_open(json, key, '{');
  tta_json_key_plain(json, "text", tta_buf_view(&escaped));
  tta_json_close(json, '}');
  json->out->failed |= escaped.failed;
  tta_buf_free(&escaped);
}

static bool is_uri_character(char c) {
  return tta_is_letter(c) || tta_is_digit(c) || (c && strchr("-._~/!$&'()*+,=@:", c));
}

/* An absolute path is a file: URI. The first segment of a relative reference must not have a colon (RFC 3986, 4.2). */
static void append_uri(tta_buf *out, tta_str path) {
  const char *colon = path.size ? memchr(path.data, ':', path.size) : NULL;
  const char *slash = path.size ? memchr(path.data, '/', path.size) : NULL;
  if (path.size && *path.data == '/') tta_buf_str(out, "file://");
  else if (colon && (!slash || colon < slash)) tta_buf_str(out, "./");
  for (size_t i = 0; i < path.size; i++) {
    char c = path.data[i];
    if (is_uri_character(c)) tta_buf_char(out, c);
    else tta_buf_printf(out, "%%%02X", (unsigned char)c);
  }
}

static void write_artifact(tta_json *json, tta_str path) {
  tta_buf uri = tta_buf_new(json->out->allocator);
  append_uri(&uri, path);
  tta_json_key_open(json, "artifactLocation", '{');
  tta_json_key_string(json, "uri", tta_buf_view(&uri));
  tta_json_close(json, '}');
  json->out->failed |= uri.failed;
  tta_buf_free(&uri);
}

static void write_region(tta_json *json, const char *key, tta_source *source, tta_span span) {
  tta_position begin = tta_source_position_utf16(source, span.begin), end = tta_source_position_utf16(source, span.end);
  tta_json_key_open(json, key, '{');
  tta_json_key_int(json, "startLine", begin.line);
  tta_json_key_int(json, "startColumn", begin.column);
  tta_json_key_int(json, "endLine", end.line);
  tta_json_key_int(json, "endColumn", end.column);
  tta_json_close(json, '}');
}

static void write_physical_location(tta_json *json, tta_source *source, tta_span span) {
  tta_json_key_open(json, "physicalLocation", '{');
  write_artifact(json, source->name);
  write_region(json, "region", source, span);
  tta_json_close(json, '}');
}

static const char *level_of(tta_severity severity) {
  switch (severity) {
  case TTA_SEVERITY_ERROR: return "error";
  case TTA_SEVERITY_WARNING: return "warning";
  default: return "note";
  }
}

/* ---- the log ----------------------------------------------------------------------------------------------------- */

/* The examples as Markdown; the rule's text has no Markdown of its own. */
static void append_example(tta_buf *out, const char *label, const char *text) {
  if (!text) return;
  tta_buf_printf(out, "\n%s:\n\n```mlir\n%s```\n", label, text);
}

/* Viewers show the help as it is, with its braces. */
static void write_rule(tta_json *json, const tta_rule_info *rule) {
  tta_buf help = tta_buf_new(json->out->allocator);
  tta_buf_str(&help, rule->explanation);
  append_example(&help, "Reported", rule->bad);
  append_example(&help, "Correct", rule->good);
  tta_json_open(json, '{');
  tta_json_key_text(json, "id", rule->name);
  write_message(json, "shortDescription", tta_str_from(rule->summary));
  write_message(json, "fullDescription", tta_str_from(rule->explanation));
  tta_json_key_open(json, "help", '{');
  tta_json_key_text(json, "text", rule->explanation);
  tta_json_key_string(json, "markdown", tta_buf_view(&help));
  tta_json_close(json, '}');
  tta_json_key_open(json, "defaultConfiguration", '{');
  tta_json_key_bool(json, "enabled", rule->severity != TTA_SEVERITY_REMARK);
  tta_json_key_text(json, "level", level_of(rule->severity));
  tta_json_close(json, '}');
  tta_json_close(json, '}');
  json->out->failed |= help.failed;
  tta_buf_free(&help);
}

/* A document that is open at its end has no writer that could close it: the brackets are plain text here. */
void tta_sarif_open(tta_buf *out, const char *tool, const char *version) {
  tta_buf_str(out, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[");
  tta_json writer = tta_json_writer(out), *json = &writer;
  tta_json_open(json, '{');
  tta_json_key_open(json, "tool", '{');
  tta_json_key_open(json, "driver", '{');
  tta_json_key_text(json, "name", tool);
  tta_json_key_text(json, "version", version);
  tta_json_key_open(json, "rules", '[');
  for (size_t i = 0; i < tta_num_rules(); i++) write_rule(json, tta_rule_get(tta_rule_at(i)));
  tta_json_close(json, ']');
  tta_json_close(json, '}');
  tta_json_close(json, '}');
  tta_json_key_text(json, "columnKind", "utf16CodeUnits");
  tta_json_key_open(json, "results", '[');
}

void tta_sarif_close(tta_buf *out, int exit_status, tta_str notifications) {
  tta_buf_str(out, "],\"invocations\":[");
  tta_json writer = tta_json_writer(out), *json = &writer;
  tta_json_open(json, '{');
  tta_json_key_bool(json, "executionSuccessful", !notifications.size);
  tta_json_key_int(json, "exitCode", exit_status);
  tta_json_key_open(json, "toolExecutionNotifications", '[');
  tta_buf_append(out, notifications);
  tta_json_close(json, ']');
  tta_json_close(json, '}');
  tta_buf_str(out, "]}]}\n");
}

void tta_sarif_notification(tta_buf *out, tta_str file, tta_str message) {
  tta_json writer = tta_json_writer(out), *json = &writer;
  tta_json_open(json, '{');
  tta_json_key_text(json, "level", "error");
  write_message(json, "message", message);
  tta_json_key_open(json, "locations", '[');
  tta_json_open(json, '{');
  tta_json_key_open(json, "physicalLocation", '{');
  write_artifact(json, file);
  tta_json_close(json, '}');
  tta_json_close(json, '}');
  tta_json_close(json, ']');
  tta_json_close(json, '}');
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static void write_rule_reference(tta_json *json, tta_rule rule) {
  const tta_rule_info *info = tta_rule_get(rule);
  if (!info) return;
  size_t index = 0;
  while (tta_rule_at(index) != rule) index++;
  tta_json_key_text(json, "ruleId", info->name);
  tta_json_key_int(json, "ruleIndex", (int64_t)index);
}

static void write_related_locations(tta_json *json, tta_source *source, const tta_diagnostic *d) {
  if (!d->num_notes) return;
  tta_json_key_open(json, "relatedLocations", '[');
  for (uint32_t i = 0; i < d->num_notes; i++) {
    tta_json_open(json, '{');
    tta_json_key_int(json, "id", i);
    write_physical_location(json, d->notes[i].source ? d->notes[i].source : source, d->notes[i].span);
    write_message(json, "message", d->notes[i].message);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

static void write_fix(tta_json *json, tta_source *source, const tta_fix *fix) {
  tta_json_open(json, '{');
  write_message(json, "description", fix->message);
  tta_json_key_open(json, "artifactChanges", '[');
  tta_json_open(json, '{');
  write_artifact(json, source->name);
  tta_json_key_open(json, "replacements", '[');
  for (uint32_t i = 0; i < fix->num_edits; i++) {
    tta_json_open(json, '{');
    write_region(json, "deletedRegion", source, fix->edits[i].span);
    tta_json_key_open(json, "insertedContent", '{');
    tta_json_key_plain(json, "text", fix->edits[i].text);
    tta_json_close(json, '}');
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
  tta_json_close(json, '}');
  tta_json_close(json, ']');
  tta_json_close(json, '}');
}

static void write_fixes(tta_json *json, tta_source *source, const tta_diagnostic *d) {
  if (!d->num_fixes) return;
  tta_json_key_open(json, "fixes", '[');
  for (uint32_t i = 0; i < d->num_fixes; i++) write_fix(json, source, &d->fixes[i]);
  tta_json_close(json, ']');
}

void tta_diagnostic_sarif(tta_buf *out, tta_source *source, const tta_diagnostic *d) {
  tta_json writer = tta_json_writer(out), *json = &writer;
  if (d->source) source = d->source;
  tta_json_open(json, '{');
  write_rule_reference(json, d->rule);
  tta_json_key_text(json, "level", level_of(d->severity));
  write_message(json, "message", d->message);
  tta_json_key_open(json, "locations", '[');
  tta_json_open(json, '{');
  write_physical_location(json, source, d->span);
  tta_json_close(json, '}');
  tta_json_close(json, ']');
  write_related_locations(json, source, d);
  write_fixes(json, source, d);
  tta_json_close(json, '}');
}
