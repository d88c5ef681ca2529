/* Diagnostics for the client. */
#include "lsp/lsp.h"

#include <stdio.h>

#include "base/format.h"

/* LSP 3.17, DiagnosticSeverity and DiagnosticTag. */
static int severity_number(tta_severity severity) {
  switch (severity) {
  case TTA_SEVERITY_ERROR: return 1;
  case TTA_SEVERITY_WARNING: return 2;
  case TTA_SEVERITY_REMARK: return 3;
  case TTA_SEVERITY_NOTE: return 4;
  }
  return 1;
}

static bool is_unnecessary(tta_rule rule) {
  return rule == TTA_RULE_dropped_layout || rule == TTA_RULE_ignored_text || rule == TTA_RULE_unused_suppression;
}

/* The notes of a client without relatedInformation are lines of the message. */
static void write_message(tta_json *json, const tta_lsp *s, const tta_lsp_document *d, const tta_diagnostic *g) {
  tta_json_key(json, "message");
  if (s->client.related_information || !g->num_notes) {
    tta_json_string(json, g->message);
    return;
  }
  tta_buf text = tta_buf_new(json->out->allocator);
  tta_buf_append(&text, g->message);
  for (uint32_t i = 0; i < g->num_notes; i++) {
    tta_position at = tta_document_position(d->document, g->notes[i].span.begin, s->unit);
    tta_buf_printf(&text, "\nnote: line %u: ", at.line);
    tta_buf_append(&text, g->notes[i].message);
  }
  json->out->failed |= text.failed;
  tta_json_string(json, tta_buf_view(&text));
  tta_buf_free(&text);
}

static void write_notes(tta_json *json, const tta_lsp *s, const tta_lsp_document *d, const tta_diagnostic *g) {
  tta_json_key_open(json, "relatedInformation", '[');
  for (uint32_t i = 0; i < g->num_notes; i++) {
    tta_json_open(json, '{');
    tta_json_key(json, "location");
    tta_lsp_location(json, s, d, g->notes[i].span);
    tta_json_key_string(json, "message", g->notes[i].message);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

static void write_rule(tta_json *json, const tta_lsp *s, const char *name) {
  tta_json_key_text(json, "code", name);
  if (!s->client.code_description || !s->rules_url.size) return;
  tta_buf url = tta_buf_new(json->out->allocator);
  tta_buf_append(&url, s->rules_url);
  tta_buf_str(&url, name);
  tta_json_key_open(json, "codeDescription", '{');
  tta_json_key_string(json, "href", tta_buf_view(&url));
  tta_json_close(json, '}');
  json->out->failed |= url.failed;
  tta_buf_free(&url);
}

void tta_lsp_diagnostic(tta_json *json, const tta_lsp *s, const tta_lsp_document *d, const tta_diagnostic *g) {
  const tta_rule_info *rule = tta_rule_get(g->rule);
  tta_json_open(json, '{');
  tta_lsp_key_range(json, "range", s, d, g->span);
  tta_json_key_int(json, "severity", severity_number(g->severity));
  if (rule) write_rule(json, s, rule->name);
  tta_json_key_text(json, "source", "tt-opt");
  write_message(json, s, d, g);
  if (s->client.tags && is_unnecessary(g->rule)) {
    tta_json_key_open(json, "tags", '[');
    tta_json_int(json, 1);
    tta_json_close(json, ']');
  }
  if (s->client.related_information && g->num_notes) write_notes(json, s, d, g);
  if (s->client.data && g->num_fixes) {
    tta_json_key_open(json, "data", '{');
    tta_json_key_int(json, "fixes", g->num_fixes);
    tta_json_close(json, '}');
  }
  tta_json_close(json, '}');
}

/* ---- the list of a document ---- */

/* `12 more diagnostics are not shown`, at the first of them. */
static void write_rest(tta_json *json, const tta_lsp *s, const tta_lsp_document *d, uint32_t offset, size_t count) {
  char message[64];
  snprintf(message, sizeof message, "%zu more diagnostic%s not shown", count, count == 1 ? " is" : "s are");
  tta_json_open(json, '{');
  tta_lsp_key_range(json, "range", s, d, (tta_span){offset, offset});
  tta_json_key_int(json, "severity", severity_number(TTA_SEVERITY_REMARK));
  tta_json_key_text(json, "source", "tt-opt");
  tta_json_key_text(json, "message", message);
  tta_json_close(json, '}');
}

/* All diagnostics in order of position, then those of the plan. Beyond the limit of the settings: errors before
 * warnings before remarks, for editors show about as many, and to write all of them takes longer than the check. */
static void write_diagnostics(tta_json *json, const tta_lsp *s, const tta_lsp_document *d) {
  size_t total = tta_lsp_num_diagnostics(d), left = total;
  bool is_limited = s->max_diagnostics && total > s->max_diagnostics;
  uint32_t rest = UINT32_MAX;
  if (is_limited) left = (size_t)s->max_diagnostics;
  for (int pass = TTA_SEVERITY_ERROR; pass <= TTA_SEVERITY_NOTE && (pass == TTA_SEVERITY_ERROR || is_limited); pass++)
    for (size_t i = 0; i < total; i++) {
      const tta_diagnostic *g = tta_lsp_diagnostic_at(d, i);
      if (is_limited && (int)g->severity != pass) continue;
      if (left) {
        tta_lsp_diagnostic(json, s, d, g);
        left--;
      } else if (g->span.begin < rest) {
        rest = g->span.begin;
      }
    }
  if (is_limited) write_rest(json, s, d, rest, total - (size_t)s->max_diagnostics);
}

static tta_json begin_publish(tta_lsp *s, tta_str uri) {
  tta_json json = tta_lsp_begin_message(s);
  tta_json_key_text(&json, "method", "textDocument/publishDiagnostics");
  tta_json_key_open(&json, "params", '{');
  tta_json_key_plain(&json, "uri", uri);
  return json;
}

static tta_status end_publish(tta_lsp *s, tta_json *json) {
  tta_json_close(json, ']');
  tta_json_close(json, '}');
  return tta_lsp_end_message(s, json);
}

tta_status tta_lsp_publish_empty(tta_lsp *s, tta_str uri) {
  tta_json json = begin_publish(s, uri);
  tta_json_key_open(&json, "diagnostics", '[');
  return end_publish(s, &json);
}

static tta_status take_back(tta_lsp *s, tta_lsp_document *d) {
  tta_status status = d->is_published ? tta_lsp_publish_empty(s, (tta_str){d->uri, d->uri_size}) : TTA_OK;
  if (!status) d->is_due = d->is_published = false;
  return status;
}

/* A client that requests diagnostics is not sent them, too: it would show both. A client may announce requests and
 * never make one (@codemirror/lsp-client 6.3): only the first request counts. */
tta_status tta_lsp_publish_document(tta_lsp *s, tta_lsp_document *d) {
  if (s->pulls) return take_back(s, d);
  tta_status status = tta_document_check(d->document);
  if (!status) status = tta_lsp_plan(s, d);
  if (status) return status;
  tta_json json = begin_publish(s, (tta_str){d->uri, d->uri_size});
  if (d->has_version) tta_json_key_int(&json, "version", d->version);
  tta_json_key_open(&json, "diagnostics", '[');
  write_diagnostics(&json, s, d);
  status = end_publish(s, &json);
  if (!status) {
    d->is_due = false;
    d->is_published = true;
  }
  return status;
}

/* ---- requests for diagnostics ---- */

/* What was published is taken back after the answer. */
static void stop_publishing(tta_lsp *s) {
  for (uint32_t i = 0; i < s->num_documents && !s->pulls; i++)
    s->documents[i].is_due |= s->documents[i].is_published;
  s->pulls = true;
}

/* What a report has after its `kind` opens: all diagnostics, unless the client has them. */
static tta_status write_report(tta_lsp *s, tta_lsp_document *d, tta_str previous, tta_json *out) {
  char version[40];
  tta_status status = tta_document_check(d->document);
  if (!status) status = tta_lsp_plan(s, d);
  if (status) return status;
  snprintf(version, sizeof version, "%llx.%llx", (unsigned long long)d->opened,
           (unsigned long long)tta_document_version(d->document));
  bool same = tta_str_is(previous, version);
  tta_json_key_text(out, "kind", same ? "unchanged" : "full");
  tta_json_key_text(out, "resultId", version);
  if (same) return TTA_OK;
  tta_json_key_open(out, "items", '[');
  write_diagnostics(out, s, d);
  tta_json_close(out, ']');
  return TTA_OK;
}

static void write_empty_report(tta_json *out) {
  tta_json_key_text(out, "kind", "full");
  tta_json_key_open(out, "items", '[');
  tta_json_close(out, ']');
}

tta_status tta_lsp_pull(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  tta_status status = tta_lsp_find(s, params, &d);
  if (status) return status;
  tta_json_open(out, '{');
  if (d) status = write_report(s, d, tta_lsp_text(params, "previousResultId"), out);
  else write_empty_report(out);
  tta_json_close(out, '}');
  if (!status) stop_publishing(s);
  return status;
}

/* What the client has of a document. */
static tta_str previous_result(const tta_json_node *list, tta_str uri) {
  const tta_json_node *item = list && list->kind == TTA_JSON_ARRAY ? list->first : NULL;
  for (; item; item = item->next)
    if (tta_str_equal(tta_lsp_text(item, "uri"), uri)) return tta_lsp_text(item, "value");
  return (tta_str){NULL, 0};
}

static void begin_document_report(tta_json *out, tta_str uri) {
  tta_json_open(out, '{');
  tta_json_key_plain(out, "uri", uri);
  tta_json_key(out, "version");
}

/* A document that was closed has no diagnostics any more; the client may have old ones. */
static tta_status write_closed(tta_lsp *s, const tta_json_node *list, tta_json *out) {
  const tta_json_node *item = list && list->kind == TTA_JSON_ARRAY ? list->first : NULL;
  for (; item; item = item->next) {
    tta_lsp_document *d;
    const tta_json_node *uri = tta_lsp_member(item, "uri");
    if (tta_lsp_find_uri(s, uri, &d)) return TTA_INVALID;
    if (d) continue;
    begin_document_report(out, uri->string);
    tta_json_null(out);
    write_empty_report(out);
    tta_json_close(out, '}');
  }
  return TTA_OK;
}

/* Of the open documents: the server reads no others. */
tta_status tta_lsp_pull_workspace(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  const tta_json_node *previous = tta_lsp_member(params, "previousResultIds");
  tta_status status = TTA_OK;
  tta_json_open(out, '{');
  tta_json_key_open(out, "items", '[');
  for (uint32_t i = 0; i < s->num_documents && !status; i++) {
    tta_lsp_document *d = &s->documents[i];
    tta_str uri = {d->uri, d->uri_size};
    if (!d->document) continue;
    begin_document_report(out, uri);
    if (d->has_version) tta_json_int(out, d->version);
    else tta_json_null(out);
    status = write_report(s, d, previous_result(previous, uri), out);
    tta_json_close(out, '}');
  }
  if (!status) status = write_closed(s, previous, out);
  tta_json_close(out, ']');
  tta_json_close(out, '}');
  if (!status) stop_publishing(s);
  return status;
}
