/* findings.c: what a check finds: diagnostics of the rules protocol-*, the steps to some of them, and their JSON. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "protocol/protocol.h"
#include "protocol/trace.h"
#include "text/allowed.h"

enum { MAX_NOTES = 12 };

static tta_source *source_of(const struct tta_protocol *p, const tta_call_site *site) {
  return site && site->source ? site->source : p->text;
}

static tta_span span_of(const struct tta_protocol *p, const tta_call_site *site, uint32_t column) {
  return site ? tta_source_span(source_of(p, site), site->line, column) : (tta_span){0, 0};
}

/* @param counted  it ends the check; @param warning  it is not an error of the program */
static tta_diagnostic *add(struct tta_protocol *p, tta_rule rule, bool counted, bool warning,
                           const tta_call_site *site, const char *format, va_list args) {
  tta_report *report = &p->results.report;
  p->num_errors += counted;
  if (report->size == TTA_PROTOCOL_MAX_FINDINGS) {
    p->num_unlisted += counted;
    return NULL;
  }
  tta_diagnostic *d = tta_report_add_list(report, rule, span_of(p, site, site ? site->column : 0), format, args);
  if (source_of(p, site) != p->text) tta_report_in(d, site->source);
  bool is_error = tta_rule_get(rule)->severity == TTA_SEVERITY_ERROR;
  if (warning && is_error) tta_report_lower(report, d, TTA_SEVERITY_WARNING);
  return d;
}

tta_diagnostic *tta_protocol_report(struct tta_protocol *p, tta_rule rule, bool warning, const tta_call_site *site,
                                    const char *format, ...) {
  va_list args;
  va_start(args, format);
  tta_diagnostic *d = add(p, rule, !warning, warning, site, format, args);
  va_end(args);
  return d;
}

void tta_protocol_report_too_large(struct tta_protocol *p, const tta_call_site *site, const char *format, ...) {
  va_list args;
  p->summary.too_large = true;
  p->num_too_large++;
  va_start(args, format);
  add(p, TTA_RULE_protocol_limit, true, true, site, format, args);
  va_end(args);
}

bool tta_protocol_reported(const struct tta_protocol *p, tta_rule rule, const tta_call_site *site) {
  tta_source *source = source_of(p, site);
  return tta_report_has(&p->results.report, rule, source == p->text ? NULL : source,
                        span_of(p, site, site->column).begin);
}

static void note(struct tta_protocol *p, tta_diagnostic *d, const tta_call_site *site, const char *format,
                 va_list args) {
  tta_source *source = source_of(p, site);
  tta_report_note_list(&p->results.report, d, span_of(p, site, 0), format, args);
  if (d->source || source != p->text) tta_report_note_in(d, source);
}

void tta_protocol_note_at(struct tta_protocol *p, tta_diagnostic *d, const tta_call_site *site, const char *format,
                          ...) {
  va_list args;
  if (!d || d->num_notes == MAX_NOTES) return;
  va_start(args, format);
  note(p, d, site, format, args);
  va_end(args);
}

/* ---- steps ---- */

static void note_step(struct tta_protocol *p, tta_diagnostic *d, const tta_protocol_step *s, const char *format, ...) {
  tta_call_site site = {.source = s->source, .line = s->line};
  va_list args;
  va_start(args, format);
  note(p, d, &site, format, args);
  va_end(args);
}

static void attach(struct tta_protocol *p, tta_diagnostic *d, const tta_trace *t) {
  tta_protocol_trace trace = {d, t->num_steps, t->skipped, t->steps};
  if (!t->num_steps || !TTA_PROTOCOL_APPEND(p, traces, trace)) return;
  for (uint32_t i = 0; i < t->num_steps && p->options.trace; i++) {
    const tta_protocol_step *s = &t->steps[i];
    char number[24] = "blocked";
    if (!s->blocked) snprintf(number, sizeof number, "step %u", t->skipped + i + 1);
    note_step(p, d, s, "%s: kernel '%.*s' on %ux%u: %.*s: %.*s", number, TTA_STR_ARGS(s->kernel), s->y, s->x,
              TTA_STR_ARGS(s->call), TTA_STR_ARGS(s->effect));
  }
}

void tta_protocol_attach(struct tta_protocol *p, tta_diagnostic *d, uint32_t cell, tta_protocol_replay replay,
                         void *order) {
  tta_trace counted = {.p = p, .cell = cell, .skipped = UINT32_MAX}, trace = {.p = p, .cell = cell};
  if (!d) return;
  replay(order, &counted);
  if (counted.count > TTA_MAX_TRACE_STEPS) trace.skipped = counted.count - TTA_MAX_TRACE_STEPS;
  replay(order, &trace);
  attach(p, d, &trace);
}

const tta_protocol_trace *tta_protocol_trace_of(const tta_protocol *p, const tta_diagnostic *diagnostic) {
  for (uint32_t i = 0; p && i < p->num_traces; i++)
    if (p->traces[i].diagnostic == diagnostic) return &p->traces[i];
  return NULL;
}

/* ---- JSON ---- */

/* The file only where it is not the text. */
static void place_json(tta_json *json, const tta_source *source, uint32_t line, const uint32_t *column) {
  if (source) tta_json_key_string(json, "file", source->name);
  tta_json_key_uint(json, "line", line);
  if (column) tta_json_key_uint(json, "column", *column);
}

static void core_json(tta_json *json, const char *key, uint32_t y, uint32_t x) {
  char core[32];
  snprintf(core, sizeof core, "%ux%u", y, x);
  tta_json_key_text(json, key, core);
}

static void trace_json(tta_json *json, const tta_protocol_trace *trace) {
  tta_json_key_uint(json, "trace_omitted", trace->omitted_steps);
  tta_json_key_open(json, "trace", '[');
  for (uint32_t i = 0; i < trace->num_steps; i++) {
    const tta_protocol_step *s = &trace->steps[i];
    tta_json_open(json, '{');
    tta_json_key_string(json, "kernel", s->kernel);
    core_json(json, "core", s->y, s->x);
    place_json(json, s->source, s->line, &s->column);
    tta_json_key_string(json, "call", s->call);
    tta_json_key_string(json, "effect", s->effect);
    if (s->peer.size) {
      tta_json_key_string(json, "to_kernel", s->peer);
      core_json(json, "to_core", s->peer_y, s->peer_x);
    }
    if (s->blocked) tta_json_key_bool(json, "blocked", true);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

static void finding_json(tta_json *json, const tta_diagnostic *d, tta_source *text, const tta_protocol *protocol) {
  const char *rule = tta_rule_get(d->rule)->name;
  const tta_protocol_trace *trace = tta_protocol_trace_of(protocol, d);
  tta_position at = tta_source_position(d->source ? d->source : text, d->span.begin);
  tta_json_open(json, '{');
  tta_json_key_text(json, "kind", strchr(rule, '-') + 1);
  tta_json_key_text(json, "severity", tta_severity_name(d->severity));
  place_json(json, d->source, at.line, &at.column);
  tta_json_key_string(json, "message", d->message);
  tta_json_key_text(json, "rule", rule);
  tta_json_key_open(json, "notes", '[');
  for (uint32_t i = 0; i < d->num_notes; i++) {
    const tta_note *n = &d->notes[i];
    tta_source *source = n->source ? n->source : d->source;
    tta_json_open(json, '{');
    place_json(json, source == text ? NULL : source,
               tta_source_position(source ? source : text, n->span.begin).line, NULL);
    tta_json_key_string(json, "message", n->message);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
  if (trace) trace_json(json, trace);
  tta_json_close(json, '}');
}

void tta_findings_json(tta_json *json, const char *key, const tta_results *results, tta_source *text,
                       const tta_protocol *protocol) {
  tta_json_key_open(json, key, '[');
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++)
    finding_json(json, tta_results_diagnostic(results, i), text, protocol);
  tta_json_close(json, ']');
}
