/* Owns what tt-opt does with one input. Does not own the command line (options.c) or the order of inputs (main.c). */
#include "run.h"

#include <stdlib.h>
#include <string.h>

#include "tools/common/diff.h"
#include "tools/common/file.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

typedef struct run {
  const tt_opt_options *options;
  const tta_input_item *item;
  tt_opt_result *result;
  tta_input input;
  tta_source source;
  tta_check *check;
  tta_edit *edits;
  size_t num_edits;
} run;

static void worsen(run *r, int status) {
  if (status > r->result->status) r->result->status = status;
}

static void fail(run *r, const tta_io_failure *failure, const char *name) {
  tta_say_io_failure(tt_opt_program, failure, name);
  worsen(r, TTA_EXIT_FAILED);
}

static void no_memory(run *r) {
  tta_say_no_memory(tt_opt_program);
  worsen(r, TTA_EXIT_FAILED);
}

/* ---- diagnostics ------------------------------------------------------------------------------------------------------ */

static void print_diagnostics(run *r) {
  tta_render_options how = {.color = tta_color_wanted(r->options->color), .width = tta_term_width()};
  int64_t errors = 0, left_out = 0;
  for (size_t i = 0; i < tta_check_num_diagnostics(r->check); i++) {
    const tta_diagnostic *d = tta_check_diagnostic(r->check, i);
    bool error = d->severity == TTA_SEVERITY_ERROR;
    if (r->options->max_errors && errors >= r->options->max_errors) {
      left_out += error;
      continue;
    }
    errors += error;
    if (r->options->json_diagnostics) tta_diagnostic_json(&r->result->err, &r->source, d);
    else tta_diagnostic_text(&r->result->err, &r->source, d, how);
  }
  if (left_out)
    tta_buf_printf(&r->result->err, "%s: %lld more error%s in %s left out (--max-errors=%lld)\n", tt_opt_program, (long long)left_out,
                   left_out == 1 ? "" : "s", r->input.name, (long long)r->options->max_errors);
  if (r->result->err.failed) no_memory(r);
}

/* ---- the text that comes out -------------------------------------------------------------------------------------------- */

/* Faulty pieces print nothing, their markers stay: their text becomes an edit that deletes it. */
static bool collect_edits(run *r) {
  size_t count = tta_check_num_edits(r->check), pieces = tta_check_num_pieces(r->check), at = 0;
  r->edits = malloc((count + pieces + 1) * sizeof *r->edits);
  if (!r->edits) return false;
  for (size_t p = 0; p < pieces; p++) {
    bool faulty;
    tta_span span = tta_check_piece(r->check, p, &faulty);
    if (faulty) {
      bool newline = p > 0 && span.end > span.begin && r->source.text.data[span.begin] == '\n';
      r->edits[r->num_edits++] = (tta_edit){span, {newline ? "\n" : "", newline ? 1 : 0}};
    }
    for (; at < count && tta_check_edit(r->check, at).span.begin < span.end; at++) r->edits[r->num_edits++] = tta_check_edit(r->check, at);
  }
  return true;
}

static void write_text(run *r, const char *path) {
  tta_output output;
  tta_io_failure changed = tta_input_changed(&r->input);
  if (tta_io_failed(&changed)) {
    fail(r, &changed, r->input.name);
    return;
  }
  tta_output_open(&output, path, NULL);
  tta_output_edited(&output, r->source.text, r->edits, r->num_edits);
  if (!tta_output_close(&output)) fail(r, &output.failure, output.name);
}

static void report_difference(run *r) {
  tta_position p = tta_source_position(&r->source, r->edits[0].span.begin);
  tta_buf_printf(&r->result->err, "%s: not canonical (first at %u:%u)\n", r->input.name, p.line, p.column);
  worsen(r, TTA_EXIT_ERRORS);
}

/* A single text with errors prints nothing at all; with pieces, the good ones are printed. */
static void emit(run *r, bool alone) {
  const tt_opt_options *o = r->options;
  bool withheld = r->result->errors && !o->check.split;
  if (withheld || o->emit == TT_OPT_EMIT_JSON) return;
  if (o->only_check && r->num_edits && !r->result->errors) report_difference(r);
  if (o->diff && r->num_edits) {
    if (tta_diff_append(&r->result->out, r->input.name, r->input.name, r->source.text, r->edits, r->num_edits)) no_memory(r);
    worsen(r, TTA_EXIT_ERRORS);
  }
  if (o->only_check || o->diff) return;
  if (o->in_place) {
    if (r->num_edits && !r->result->errors) write_text(r, r->item->path);
  } else if (o->output) {
    if (!r->result->errors) write_text(r, o->output);
  } else if (alone && o->emit == TT_OPT_EMIT_MLIR) {
    write_text(r, NULL);
  }
}

static void judge(run *r, bool alone) {
  tta_check_options how = r->options->check;
  tta_source_init(&r->source, (tta_str){r->input.name, strlen(r->input.name)}, r->input.text, NULL);
  if (r->options->emit == TT_OPT_EMIT_JSON) how.json = &r->result->out;
  tta_status status = tta_check_text(&r->source, &how, &r->check);
  if (status == TTA_LIMIT) {
    tta_say_error(tt_opt_program, "'%s' is larger than 2 GiB", r->input.name);
    worsen(r, TTA_EXIT_FAILED);
  } else if (status) {
    no_memory(r);
  } else {
    r->result->islands = tta_check_num_islands(r->check);
    r->result->errors = tta_check_num_errors(r->check);
    r->result->warnings = tta_check_num_warnings(r->check);
    if (r->result->errors) worsen(r, TTA_EXIT_ERRORS);
    print_diagnostics(r);
    if (!collect_edits(r)) no_memory(r);
    else emit(r, alone);
    tta_check_free(r->check);
  }
  free(r->edits);
  tta_source_free(&r->source);
}

void tt_opt_run(const tt_opt_options *options, const tta_input_item *item, bool alone, tt_opt_result *result) {
  run r = {.options = options, .item = item, .result = result};
  *result = (tt_opt_result){0};
  tta_buf_init(&result->out, NULL);
  tta_buf_init(&result->err, NULL);
  if (tta_io_failed(&item->failure)) {
    fail(&r, &item->failure, tta_input_item_name(item));
    return;
  }
  tta_io_failure failure = tta_input_read(&r.input, tt_opt_program, item->path, NULL);
  if (tta_io_failed(&failure)) {
    fail(&r, &failure, tta_input_item_name(item));
    return;
  }
  judge(&r, alone);
  tta_input_free(&r.input);
}
