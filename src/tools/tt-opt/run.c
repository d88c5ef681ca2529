/* One input of tt-opt: diagnostics, fix-its, the edits that make it canonical, and the output. */
#include "run.h"

#include "baseline.h"
#include "config.h"
#include "scope.h"
#include "search.h"
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/str.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "ttattr/check.h"
#include "ttattr/expect.h"

enum { MAX_FIX_ROUNDS = 10 };

typedef struct run {
  const tt_opt_options *options;
  size_t threads;            /* that verify the sections */
  tt_opt_result *result;
  tta_check_options *how;
  tta_source source;         /* the text that is verified: the input, or the input after fix-its */
  tt_opt_edits repair;       /* the edits from the input to that text */
  bool markdown, split;      /* a Markdown file; several sections */
  tt_opt_matcher matcher;    /* of the options, or only-expected by a RUN line */
  bool implied, fails;       /* expectations, or errors, are expected by a RUN line */
  int64_t max_errors;        /* 0: no limit */
  int64_t printed, left_out, left_out_warnings; /* for --max-errors */
  bool split_helps, all_errors_helps; /* options that diagnostics suggest */
  tt_opt_known known;        /* by --baseline */
  tta_render_options render; /* width 0: unknown so far */
} run;

static void raise_status(tt_opt_result *result, int status) {
  if (status > result->status) result->status = status;
}

static void fail(run *r, const char *reason) {
  if (!r->result->obstacle) r->result->obstacle = reason;
}

static void no_memory(run *r) { fail(r, "out of memory"); }

static bool went_well(run *r, tta_status status) {
  if (status == TTA_LIMIT) fail(r, "larger than 2 GiB");
  else if (status) no_memory(r);
  return !status;
}

/* ---- diagnostics ------------------------------------------------------------------------------------------------- */

/* Queried once: that takes longer than printing a diagnostic. */
static const tta_render_options *terminal(run *r) {
  if (!r->render.width)
    r->render = (tta_render_options){tta_color_wanted((tta_color)r->options->diagnostics.color), tta_term_width()};
  return &r->render;
}

/* Whether the last note of a diagnostic is about a section marker. */
static bool is_about_marker(const run *r, const tta_diagnostic *d) {
  if (!d->num_notes) return false;
  tta_span span = d->notes[d->num_notes - 1].span;
  return tta_str_is(TTA_SPAN_TEXT(r->source.text.data, span), "// -----");
}

/* The library does not name options; those that a diagnostic suggests are printed after all diagnostics. */
static void collect_hints(run *r, const tta_diagnostic *d) {
  r->split_helps |= !r->split && d->rule == TTA_RULE_alias_redefined && is_about_marker(r, d);
  r->all_errors_helps |= !r->options->all_errors && d->rule == TTA_RULE_expectation_unmet && d->num_notes > 0;
}

static void print_hints(run *r) {
  tta_buf *err = &r->result->err;
  if (r->options->diagnostics.format || r->options->quiet) return;
  if (r->split_helps)
    tta_buf_printf(err, "%s: note: --split-input-file processes the sections separately\n", tt_opt_program);
  if (r->all_errors_helps)
    tta_buf_printf(err, "%s: note: --all-errors also matches errors after the first one of a section\n",
                   tt_opt_program);
}

static void print_diagnostic(run *r, const tta_diagnostic *d) {
  const tt_opt_options *o = r->options;
  bool error = d->severity == TTA_SEVERITY_ERROR;
  if (o->quiet && !error) return;
  if (r->max_errors && r->printed >= r->max_errors) {
    r->left_out += error;
    r->left_out_warnings += d->severity == TTA_SEVERITY_WARNING;
    return;
  }
  r->printed += error;
  collect_hints(r, d);
  tt_opt_result *result = r->result;
  result->reported_errors += error;
  if (tta_diagnostic_report_wanted(&o->diagnostics))
    tta_diagnostic_append(&o->diagnostics, &result->report, result->reported++, &r->source, d);
  else if (o->diagnostics.format) tta_diagnostic_json(&result->err, &r->source, d);
  else tta_diagnostic_text(&result->err, &r->source, d, *terminal(r));
}

static void print_left_out(run *r) {
  tta_buf *err = &r->result->err;
  if (!r->left_out && !r->left_out_warnings) return;
  tta_buf_printf(err, "%s: %lld more error%s", tt_opt_program, (long long)r->left_out, tta_plural(r->left_out));
  if (r->left_out_warnings)
    tta_buf_printf(err, " and %lld warning%s", (long long)r->left_out_warnings, tta_plural(r->left_out_warnings));
  tta_buf_printf(err, " in '%s' not printed (--max-errors=%lld; 0 prints all)\n", r->result->input.name,
                 (long long)r->max_errors);
}

/* How many findings a diagnostic stands for: for people, repeats are notes of their first diagnostic. */
static uint32_t times_of(const run *r, const tta_diagnostic *d) {
  uint32_t times = 1;
  if (!tta_diagnostic_repeats_listed(&r->options->diagnostics))
    while ((d = d->next) != NULL) times++;
  return times;
}

/* What --write-baseline, --baseline and --statistics make of a diagnostic. @return whether it is printed */
static bool is_printed(run *r, const tta_diagnostic *d) {
  const tt_opt_options *o = r->options;
  tt_opt_result *result = r->result;
  uint32_t times = times_of(r, d);
  if (o->write_baseline) {
    tt_opt_baseline_add(o, result->item, d, times, &result->tally);
    return false;
  }
  if (o->baseline && tt_opt_known_has(o, &r->known, d, times)) {
    result->known += times;
    return false;
  }
  result->errors += d->severity == TTA_SEVERITY_ERROR;
  result->warnings += d->severity == TTA_SEVERITY_WARNING;
  if (!o->statistics) return true;
  for (uint32_t i = 0; i < times && !(o->quiet && d->severity != TTA_SEVERITY_ERROR); i++)
    tta_buf_printf(&result->tally, "rules\t%s\nfiles\t%s\n", tta_rule_get(d->rule)->name, result->input.name);
  return false;
}

static void finish_known(run *r) {
  tta_buf lines = tta_buf_new(NULL);
  bool complete = !r->options->num_lines && !r->options->scope;
  size_t repaired = tt_opt_known_finish(r->options, &r->known, &lines);
  if (complete) r->result->repaired = repaired; /* findings in other lines may be there */
  if (complete && !r->options->diagnostics.format && !r->options->quiet && lines.size)
    tta_buf_bytes(&r->result->err, lines.data, lines.size);
  if (r->known.failed || lines.failed) no_memory(r);
  tta_buf_free(&lines);
}

static void report_diagnostics(run *r) {
  const tta_check *check = r->result->check;
  if (r->options->baseline) r->known = tt_opt_known_of(r->options, r->result->item);
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (d->first && !tta_diagnostic_repeats_listed(&r->options->diagnostics)) continue;
    if (!tt_opt_scope_has_diagnostic(r->options, r->result->item, &r->source, d)) continue;
    if (r->fails && d->severity == TTA_SEVERITY_ERROR) {
      r->result->expected_errors++;
      continue;
    }
    if (is_printed(r, d)) print_diagnostic(r, d);
  }
  finish_known(r);
}

/* Prints the differences to the expected diagnostics, not the diagnostics themselves. */
static void match_diagnostics(run *r) {
  tta_expect_options how = {.only_expected = r->matcher == TT_OPT_MATCH_ONLY_EXPECTED,
                            .all_errors = r->options->all_errors,
                            .rules = r->how};
  tta_expect *expect;
  const tta_check *check = r->result->check;
  tta_status status = r->implied ? tta_expect_check_implied(&r->source, check, &how, &expect)
                                 : tta_expect_check(&r->source, check, &how, &expect);
  if (!went_well(r, status)) return;
  const tta_results *results = tta_expect_results(expect);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++)
    print_diagnostic(r, tta_results_diagnostic(results, i));
  r->result->errors = tta_results_num_errors(results);
  r->result->warnings = tta_results_num_warnings(results);
  r->result->foreign_expectations = tta_expect_num_foreign(expect);
  tta_expect_free(expect);
}

/* Sections with errors have no edits and are compared unchanged. */
static void verify_roundtrip(run *r) {
  tta_span position;
  tta_buf message = tta_buf_new(NULL);
  tta_status status = tta_check_roundtrip(&r->source, r->result->check, r->how, &message, &position);
  if (went_well(r, status) && message.size) {
    tta_diagnostic d = {.severity = TTA_SEVERITY_ERROR,
                        .rule = TTA_RULE_roundtrip,
                        .span = position,
                        .message = tta_buf_view(&message)};
    print_diagnostic(r, &d);
    r->result->errors++;
  }
  tta_buf_free(&message);
}

/* ---- verification and fix-its ------------------------------------------------------------------------------------ */

static bool is_markdown(const char *path) {
  size_t size = path ? strlen(path) : 0;
  return size > 3 && !strcmp(path + size - 3, ".md");
}

/* What the RUN lines say, unless an option says it. Blocks of Markdown are not tests. */
static bool apply_run_lines(run *r) {
  tta_run_lines lines;
  if (r->options->from_run_lines != TT_OPT_ON || r->markdown) return true;
  tta_buf marker = tta_buf_new(NULL);
  tta_status status = tta_run_lines_read(r->result->input.text, &lines, &marker);
  if (!status && lines.split && !r->split) {
    r->split = true;
    tta_check_options_set_split(r->how, true);
    status = tta_check_options_set_split_marker(r->how, tta_buf_view(&marker));
  }
  r->implied = lines.verifies && !r->matcher;
  if (r->implied) r->matcher = TT_OPT_MATCH_ONLY_EXPECTED;
  r->fails = lines.fails && !r->matcher;
  tta_buf_free(&marker);
  return went_well(r, status);
}

static void start_source(run *r, tta_str text) {
  tta_source_free(&r->source);
  tta_source_init(&r->source, (tta_str){r->result->input.name, strlen(r->result->input.name)}, text, NULL);
}

static bool check_text(run *r) {
  tta_check_free(r->result->check);
  r->result->check = NULL;
  if (r->threads < 2) return went_well(r, tta_check_text(&r->source, r->how, &r->result->check));
  tta_executor executor = tt_opt_executor(&r->threads);
  return went_well(r, tta_check_parallel(&r->source, r->how, &executor, &r->result->check));
}

/* One round: applies the fix-its that do not conflict and verifies the text again. Returns false if there are none. */
static bool fix_round(run *r, size_t *applied) {
  tt_opt_edits fixes = {0}, both = {0};
  tta_buf text = tta_buf_new(NULL);
  bool memory = tt_opt_fix_collect(&fixes, r->result->check, applied), any = memory && fixes.size > 0;
  if (any)
    memory = tt_opt_edits_compose(&both, &r->repair, r->source.text, &fixes) &&
             tt_opt_edits_apply(&text, r->source.text, &fixes);
  if (any && memory) {
    start_source(r, tta_buf_view(&text)); /* before the text of the old source is freed */
    tta_buf_free(&r->result->fixed);
    r->result->fixed = text;
    tt_opt_edits_free(&r->repair);
    r->repair = both;
    tt_opt_edits_free(&fixes); /* they borrow from the check */
    return check_text(r);
  }
  if (!memory) no_memory(r);
  tta_buf_free(&text);
  tt_opt_edits_free(&both);
  tt_opt_edits_free(&fixes);
  return false;
}

static void fix_text(run *r) {
  size_t total = 0, applied;
  for (int round = 0; round < MAX_FIX_ROUNDS && fix_round(r, &applied); round++) total += applied;
  if (total && !r->options->diagnostics.format && !r->options->quiet)
    tta_buf_printf(&r->result->err, "%s: %zu fix-it%s applied to '%s'\n", tt_opt_program, total,
                   tta_plural((int64_t)total), r->result->input.name);
}

/* ---- the edits that come out ------------------------------------------------------------------------------------- */

/* The part of a section with errors that is removed: all but the end of the marker line before it and the blanks before
 * the marker after it. */
static tta_span dropped_part(const run *r, size_t index, size_t sections) {
  tta_span span = tta_results_section(tta_check_results(r->result->check), index).span;
  const char *text = r->source.text.data;
  if (index > 0) {
    const char *newline = memchr(text + span.begin, '\n', span.end - span.begin);
    span.begin = newline ? (uint32_t)(newline - text) + 1 : span.end;
  }
  if (index + 1 < sections) {
    uint32_t end = span.end;
    while (end > span.begin && (text[end - 1] == ' ' || text[end - 1] == '\t')) end--;
    if (end == span.begin || text[end - 1] == '\n') span.end = end;
  }
  return span;
}

/* An edit that makes text canonical is wanted in the lines in scope; --fix has no scope. */
static bool add_edit(run *r, tt_opt_edits *edits, tta_edit edit) {
  if ((r->options->num_lines || r->options->scope) &&
      !tt_opt_scope_has(r->options, r->result->item, tta_source_position(&r->source, edit.span.begin).line,
                        tta_source_position(&r->source, edit.span.end).line))
    return true;
  return tt_opt_edits_add(edits, edit);
}

/* @param drop remove the text of sections with errors */
static bool list_edits(run *r, tt_opt_edits *edits, bool drop) {
  const tta_check *check = r->result->check;
  const tta_results *results = tta_check_results(check);
  size_t count = tta_results_num_edits(results), sections = tta_results_num_sections(results), at = 0;
  if (!tt_opt_edits_reserve(edits, count + (drop ? sections : 0))) return false;
  for (size_t p = 0; drop && p < sections; p++) {
    tta_text_section section = tta_results_section(results, p);
    tta_span dropped = dropped_part(r, p, sections);
    while (at < count && tta_results_edit(results, at).span.begin < section.span.end)
      if (!add_edit(r, edits, tta_results_edit(results, at++))) return false;
    bool remove = section.has_errors && dropped.end > dropped.begin;
    if (remove && !tt_opt_edits_add(edits, (tta_edit){dropped, {NULL, 0}})) return false;
  }
  while (at < count)
    if (!add_edit(r, edits, tta_results_edit(results, at++))) return false;
  return true;
}

static bool list_migration(const run *r, tt_opt_edits *edits) {
  const tta_results *results = tta_migration_results(r->result->migration, NULL);
  for (size_t i = 0; i < tta_results_num_edits(results); i++)
    if (!tt_opt_edits_add(edits, tta_results_edit(results, i))) return false;
  return true;
}

/* The edits from the input to the result. */
static bool collect_edits(run *r, bool drop) {
  if (r->options->migrate) return list_migration(r, &r->result->edits);
  if (!r->repair.size) return list_edits(r, &r->result->edits, drop);
  tt_opt_edits canonical = {0};
  bool memory = list_edits(r, &canonical, drop) &&
                tt_opt_edits_compose(&r->result->edits, &r->repair, r->source.text, &canonical);
  tt_opt_edits_free(&canonical);
  return memory;
}

/* What the edits do to the text. */
static const char *wanted_change(const tt_opt_options *o) {
  return o->migrate ? "not of this date" : o->fix_only ? "has fix-its" : "not canonical";
}

static void report_not_canonical(run *r) {
  tta_source input;
  const tta_input *text = &r->result->input;
  tta_source_init(&input, (tta_str){text->name, strlen(text->name)}, text->text, NULL);
  tta_position p = tta_source_position(&input, r->result->edits.items[0].span.begin);
  tta_buf_printf(&r->result->err, "%s: %s (first at %u:%u)\n", text->name, wanted_change(r->options), p.line,
                 p.column);
  tta_source_free(&input);
}

/* A text with errors is not printed, but of a split text the sections without errors are, and --fix prints what it
 * fixed. A file that is rewritten in place, compared or only checked, and Markdown, keep their sections with errors. */
static void decide(run *r, bool alone) {
  const tt_opt_options *o = r->options;
  tt_opt_result *result = r->result;
  bool has_errors = tta_results_num_errors(tta_check_results(result->check)) > 0;
  if (o->migrate && (result->errors || has_errors)) return; /* nothing of it is written */
  bool keeps = o->in_place || o->diff || o->only_check || o->fix || r->markdown;
  if (o->emit == TT_OPT_EMIT_JSON || (has_errors && !r->split && !o->fix)) return;
  if (!collect_edits(r, has_errors && !keeps)) {
    no_memory(r);
    return;
  }
  if (o->only_check || o->diff) {
    if (!result->edits.size) return;
    result->changed = true;
    raise_status(r->result, TTA_EXIT_ERRORS);
    if (o->only_check) report_not_canonical(r);
    if (o->diff && tta_edits_diff(&result->out, result->input.name, result->input.name, result->input.text,
                                   result->edits.items, result->edits.size))
      no_memory(r);
  } else if (o->in_place) {
    result->write = result->edits.size > 0 && !o->verify_only && !o->parse_only;
    result->target = result->item->path;
  } else {
    result->write = o->output || (alone && o->emit == TT_OPT_EMIT_MLIR);
    result->target = o->output;
  }
}

static bool canonical_text_is_wanted(const tt_opt_options *o, bool alone) {
  if (o->fix_only || o->migrate) return false;
  if (o->verify_roundtrip || o->expand_aliases || o->only_check || o->diff || o->in_place || o->output)
    return true;
  return o->emit == TT_OPT_EMIT_JSON || (alone && o->emit == TT_OPT_EMIT_MLIR);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static void dump(run *r) {
  tta_status status = r->options->dump == TT_OPT_DUMP_TOKENS ? tta_dump_tokens(&r->result->out, &r->source, r->how)
                                                             : tta_dump_tree(&r->result->out, &r->source, r->how);
  went_well(r, status);
}

/* ---- migration --------------------------------------------------------------------------------------------------- */

static void print_migration(run *r) {
  const tta_migration_counts *c = &r->result->migrated;
  tta_buf *err = &r->result->err;
  if (r->options->diagnostics.format || r->options->quiet) return;
  tta_buf_printf(err, "%s: '%s' migrated from ", tt_opt_program, r->result->input.name);
  tta_buf_date(err, c->from);
  tta_buf_str(err, " to ");
  tta_buf_date(err, r->options->migrate);
  tta_buf_printf(err, ": %zu value%s", c->attributes, tta_plural((int64_t)c->attributes));
  if (c->names) tta_buf_printf(err, ", %zu name%s", c->names, tta_plural((int64_t)c->names));
  if (c->patterns) tta_buf_printf(err, ", %zu pattern%s", c->patterns, tta_plural((int64_t)c->patterns));
  if (c->patterns_left) tta_buf_printf(err, ", %zu pattern%s left", c->patterns_left,
                                       tta_plural((int64_t)c->patterns_left));
  tta_buf_char(err, '\n');
}

/* A text with errors is not migrated: what they leave out of the tree would be lost. */
static void migrate(run *r) {
  tt_opt_result *result = r->result;
  if (tta_results_num_errors(tta_check_results(result->check)) > 0 || result->obstacle) return;
  if (!went_well(r, tta_migrate_text(&r->source, r->how, r->options->migrate, &result->migration))) return;
  const tta_results *results = tta_migration_results(result->migration, &result->migrated);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++)
    print_diagnostic(r, tta_results_diagnostic(results, i));
  result->errors += tta_results_num_errors(results);
  result->warnings += tta_results_num_warnings(results);
  if (!result->errors && tta_results_num_edits(results)) print_migration(r);
}

/* The errors that a test expects are not to be fixed. */
static bool fixes_text(const run *r) { return r->options->fix && !r->implied && !r->fails; }

static void verify_text(run *r, bool alone) {
  const tt_opt_options *o = r->options;
  tt_opt_result *result = r->result;
  bool json = o->emit == TT_OPT_EMIT_JSON;
  tta_check_options_set_canonicalize(r->how, canonical_text_is_wanted(o, alone));
  if (json && !fixes_text(r)) tta_check_options_set_json(r->how, &result->out);
  if (!check_text(r)) return;
  if (fixes_text(r)) fix_text(r);
  tta_check_options_set_json(r->how, json ? &result->out : NULL);
  if (result->obstacle || (json && fixes_text(r) && !check_text(r))) return;
  tta_check_options_set_json(r->how, NULL);
  result->islands = tta_check_num_islands(result->check);
  if (r->matcher) match_diagnostics(r);
  else report_diagnostics(r);
  if (!result->obstacle && o->verify_roundtrip) verify_roundtrip(r);
  if (o->migrate) migrate(r);
  print_left_out(r);
  print_hints(r);
  if (result->errors) raise_status(r->result, TTA_EXIT_ERRORS);
  if (!result->obstacle) decide(r, alone);
}

static void search_text(run *r) {
  tt_opt_result *result = r->result;
  bool complete = true;
  went_well(r, tt_opt_search_text(r->options, &r->source, r->how, &result->out, &result->tally, &result->matches,
                                  &complete));
  result->incomplete = !complete;
}

void tt_opt_check(const tt_opt_options *options, const tta_input_item *item, bool alone, size_t threads,
                  tta_recall *recall, tt_opt_result *result) {
  run r = {.options = options, .threads = threads, .result = result};
  *result = (tt_opt_result){.item = item, .failure = item->failure};
  tta_buf_init(&result->out, NULL);
  tta_buf_init(&result->err, NULL);
  tta_buf_init(&result->report, NULL);
  tta_buf_init(&result->fixed, NULL);
  tta_buf_init(&result->tally, NULL);
  if (!tta_io_failed(&result->failure))
    result->failure = tta_input_read(&result->input, tt_opt_program, item->path, NULL);
  if (tta_io_failed(&result->failure)) return;
  const tt_opt_config *config = tt_opt_config_of(options, item);
  r.max_errors = tt_opt_config_max_errors(config, options);
  if (!went_well(&r, tta_check_options_copy(options->check, &r.how))) return;
  tta_check_options_set_recall(r.how, recall);
  if (!went_well(&r, tt_opt_config_apply(config, options, r.how))) {
    tta_check_options_free(r.how);
    return;
  }
  const char *path = tt_opt_path_of(options, item);
  if (!item->path && path) result->input.name = path;
  r.markdown = is_markdown(path);
  r.split = options->split || r.markdown;
  r.matcher = options->matcher;
  tta_check_options_set_markdown(r.how, r.markdown);
  start_source(&r, result->input.text);
  if (apply_run_lines(&r)) {
    if (options->search) search_text(&r);
    else if (options->dump) dump(&r);
    else verify_text(&r, alone);
  }
  tta_source_free(&r.source);
  tta_check_options_free(r.how);
  tt_opt_edits_free(&r.repair);
  if (result->out.failed || result->err.failed || result->report.failed || result->tally.failed)
    no_memory(&r);
}

/* ---- output ----------------------------------------------------------------------------------------------------- */

static void report_io_failure(tt_opt_result *result, const tta_io_failure *failure, const char *name) {
  tta_print_io_failure(tt_opt_program, failure, name);
  raise_status(result, TTA_EXIT_FAILED);
}

static void write_bytes(tt_opt_result *result, const char *path) {
  tta_output output;
  tta_output_open(&output, path, NULL);
  tta_output_bytes(&output, result->out.data, result->out.size);
  if (!tta_output_close(&output)) report_io_failure(result, &output.failure, output.name);
}

static bool unchanged(tt_opt_result *result) {
  tta_io_failure changed = tta_input_changed(&result->input);
  if (tta_io_failed(&changed)) report_io_failure(result, &changed, result->input.name);
  return !tta_io_failed(&changed);
}

static void write_text(tt_opt_result *result) {
  tta_output output;
  tta_output_open(&output, result->target, NULL);
  tta_output_edited(&output, result->input.text, result->edits.items, result->edits.size);
  if (!unchanged(result)) tta_output_discard(&output); /* the copied text may be zeros */
  else if (!tta_output_close(&output)) report_io_failure(result, &output.failure, output.name);
}

/* A FIFO can be read but not rewritten: opening it would block until there is a reader. */
static bool can_be_written(const tt_opt_options *options, tt_opt_result *result) {
  static const tta_io_failure irregular = {"cannot rewrite", 0, "not a regular file"};
  if (!options->in_place || result->input.regular) return true;
  report_io_failure(result, &irregular, result->input.name);
  return false;
}

static void add_to_report(tta_diagnostic_report *report, const tt_opt_result *result, const char *name) {
  char reason[256];
  const tta_io_failure *failure = &result->failure;
  tta_diagnostic_input input = {.name = name, .obstacle = result->obstacle};
  if (tta_io_failed(failure)) {
    tta_io_failure_text(failure, reason, sizeof reason);
    input.obstacle = reason;
  } else if (!input.obstacle) {
    input.diagnostics = tta_buf_view(&result->report);
    input.count = result->reported;
    input.errors = result->reported_errors;
  }
  tta_diagnostic_report_add(report, &input);
}

void tt_opt_deliver(const tt_opt_options *options, tta_diagnostic_report *report, tt_opt_result *result) {
  bool is_named = !result->item->path && options->stdin_filename;
  const char *name = is_named ? options->stdin_filename : tta_input_item_name(result->item);
  if (tta_io_failed(&result->failure)) {
    report_io_failure(result, &result->failure, name);
  } else if (result->obstacle) { /* incomplete diagnostics would be misleading */
    tta_print_error(tt_opt_program, "cannot process '%s': %s", name, result->obstacle);
    raise_status(result, TTA_EXIT_FAILED);
  } else if (unchanged(result)) { /* otherwise the diagnostics are about text that does not exist */
    bool json_to_file = options->emit == TT_OPT_EMIT_JSON && options->output;
    tta_report_and_free(tt_opt_program, &result->err, TTA_EXIT_DONE);
    if (result->out.size || json_to_file) write_bytes(result, json_to_file ? options->output : NULL);
    if (result->write && can_be_written(options, result)) {
      result->changed = options->in_place;
      write_text(result);
      if (options->in_place && options->inputs.many && !options->quiet) fprintf(stderr, "%s: rewritten\n", name);
    }
  }
  add_to_report(report, result, name);
  tta_buf_free(&result->out);
  tta_buf_free(&result->err);
  tta_buf_free(&result->report);
  tt_opt_edits_free(&result->edits);
  tta_check_free(result->check);
  tta_migration_free(result->migration);
  tta_buf_free(&result->fixed);
  if (!tta_io_failed(&result->failure)) tta_input_free(&result->input);
}
