/* findings.c: the errors of a check as diagnostics of the rules protocol-*, without those that comments suppress. */
#include "protocol/protocol.h"

#include "base/str.h"
#include "diag/results.h"
#include "text/allowed.h"

static const tta_rule rules[TTA_NUM_PROTOCOL_KINDS] = {
    [TTA_PROTOCOL_SYNTAX] = TTA_RULE_protocol_syntax,       [TTA_PROTOCOL_DEADLOCK] = TTA_RULE_protocol_deadlock,
    [TTA_PROTOCOL_OVERFLOW] = TTA_RULE_protocol_overflow,   [TTA_PROTOCOL_UNDERFLOW] = TTA_RULE_protocol_underflow,
    [TTA_PROTOCOL_WRAP] = TTA_RULE_protocol_wrap,           [TTA_PROTOCOL_UNWRITTEN] = TTA_RULE_protocol_unwritten,
    [TTA_PROTOCOL_RACE] = TTA_RULE_protocol_race,           [TTA_PROTOCOL_BARRIER] = TTA_RULE_protocol_barrier,
    [TTA_PROTOCOL_DST] = TTA_RULE_protocol_dst,             [TTA_PROTOCOL_SFPU] = TTA_RULE_protocol_sfpu,
    [TTA_PROTOCOL_LIMIT] = TTA_RULE_protocol_limit,         [TTA_PROTOCOL_ALIGNMENT] = TTA_RULE_protocol_alignment,
    [TTA_PROTOCOL_PROCESSOR] = TTA_RULE_protocol_processor, [TTA_PROTOCOL_LEFTOVER] = TTA_RULE_protocol_leftover,
    [TTA_PROTOCOL_STALE] = TTA_RULE_protocol_stale,
    [TTA_PROTOCOL_IN_FLIGHT_AT_END] = TTA_RULE_protocol_in_flight};

typedef struct publisher {
  struct tta_protocol *p;
  tta_source *text; /* that was checked; NULL: unknown */
} publisher;

static tta_source *source_of(const publisher *u, tta_str file) {
  const tta_protocol_options *o = &u->p->options;
  return file.size && o->find_source ? o->find_source(o->user, file) : file.size ? NULL : u->text;
}

/* From a column to the end of the line; of column 0 the line without its indent. */
static tta_span span_of(tta_source *source, uint32_t line, uint32_t column) {
  tta_str text = source && line ? tta_source_line(source, line) : (tta_str){NULL, 0};
  if (!text.size) return (tta_span){0, 0};
  const char *begin = text.data, *end = text.data + text.size;
  if (column && column <= text.size) begin += column - 1;
  while (!column && begin < end && (*begin == ' ' || *begin == '\t')) begin++;
  while (end > begin && (end[-1] == ' ' || end[-1] == '\t')) end--;
  return (tta_span){(uint32_t)(begin - source->text.data), (uint32_t)(end - source->text.data)};
}

static void note(const publisher *u, tta_diagnostic *d, tta_str file, uint32_t line, uint32_t column, tta_str text) {
  tta_source *source = source_of(u, file);
  tta_report_note(&u->p->results->report, d, span_of(source, line, column), "%.*s", TTA_STR_ARGS(text));
  if (source != u->text) tta_report_note_in(d, source);
  else if (d && d->source) tta_report_note_in(d, u->text);
}

/* The steps in order, each at its line. */
static void note_steps(const publisher *u, tta_diagnostic *d, const tta_protocol_error *f) {
  tta_buf text;
  tta_buf_init(&text, u->p->arena.allocator);
  for (uint32_t i = 0; i < f->num_steps; i++) {
    const tta_protocol_step *s = &f->steps[i];
    text.size = 0;
    if (s->blocked) tta_buf_str(&text, "blocked");
    else tta_buf_printf(&text, "step %u", f->omitted_steps + i + 1);
    tta_buf_printf(&text, ": kernel '%.*s' on %ux%u: %.*s: %.*s", TTA_STR_ARGS(s->kernel), s->y, s->x,
                   TTA_STR_ARGS(s->call), TTA_STR_ARGS(s->effect));
    note(u, d, s->file, s->line, 0, tta_buf_view(&text));
  }
  if (text.failed) u->p->status = TTA_NO_MEMORY;
  tta_buf_free(&text);
}

static void publish(const publisher *u, tta_protocol_error *f) {
  tta_report *report = &u->p->results->report;
  tta_source *source = source_of(u, f->file);
  tta_diagnostic *d = tta_report_add(report, rules[f->kind], span_of(source, f->line, f->column), "%.*s",
                                     TTA_STR_ARGS(f->message));
  f->diagnostic = d;
  if (!d) return;
  if (source != u->text) tta_report_in(d, source);
  if (f->warning && d->severity == TTA_SEVERITY_ERROR && tta_rule_get(d->rule)->severity == TTA_SEVERITY_ERROR)
    tta_report_lower(report, d, TTA_SEVERITY_WARNING);
  for (uint32_t n = 0; n < f->num_notes; n++) note(u, d, f->notes[n].file, f->notes[n].line, 0, f->notes[n].message);
  if (u->p->options.trace) note_steps(u, d, f);
}

static bool is_left(const tta_report *report, const tta_diagnostic *d) {
  for (size_t i = 0; d && i < report->size; i++)
    if (report->items[i] == d) return true;
  return false;
}

/* Of each text once: after it, its diagnostics are those that are left. */
static void apply_comments(const publisher *u) {
  struct tta_protocol *p = u->p;
  tta_report *report = &p->results->report;
  tta_status status = u->text ? tta_apply_allowed(report, NULL, u->text->text, TTA_RULE_NONE) : TTA_OK;
  for (uint32_t i = 0; i < p->num_faults && !status; i++) {
    const tta_diagnostic *d = p->faults[i].diagnostic;
    bool seen = !is_left(report, d) || !d->source;
    for (uint32_t k = 0; k < i && !seen; k++)
      seen = is_left(report, p->faults[k].diagnostic) && p->faults[k].diagnostic->source == d->source;
    if (!seen) status = tta_apply_allowed(report, d->source, d->source->text, TTA_RULE_NONE);
  }
  if (status) p->status = status;
}

void tta_protocol_publish(struct tta_protocol *p, tta_source *text) {
  publisher u = {p, text};
  p->results = tta_arena_alloc(&p->arena, sizeof *p->results);
  if (!p->results) return;
  tta_report *report = &p->results->report;
  tta_results_init(p->results, p->arena.allocator, p->options.check);
  uint32_t unlisted = p->num_errors;
  for (uint32_t i = 0; i < p->num_faults; i++) {
    unlisted -= !p->faults[i].warning;
    publish(&u, &p->faults[i]);
  }
  if (tta_results_finish(p->results)) p->status = TTA_NO_MEMORY;
  if (!p->status) apply_comments(&u);
  uint32_t kept = 0;
  p->num_errors = unlisted;
  p->num_too_large = 0;
  for (uint32_t i = 0; i < p->num_faults; i++) {
    tta_protocol_error f = p->faults[i];
    if (!is_left(report, f.diagnostic)) continue;
    f.warning = f.diagnostic->severity != TTA_SEVERITY_ERROR;
    p->num_errors += !f.warning;
    p->num_too_large += !f.warning && f.kind == TTA_PROTOCOL_LIMIT;
    p->faults[kept++] = f;
  }
  p->num_faults = kept;
}
