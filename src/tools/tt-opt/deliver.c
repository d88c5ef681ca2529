/* Owns what is done with the result of one input: standard error, then standard output or a file. Does not own what the
 * result is (run.c). */
#include <stdio.h>

#include "run.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

static void worsen(tt_opt_result *result, int status) {
  if (status > result->status) result->status = status;
}

static void fail(tt_opt_result *result, const tta_io_failure *failure, const char *name) {
  tta_print_io_failure(tt_opt_program, failure, name);
  worsen(result, TTA_EXIT_FAILED);
}

static void write_error_text(const tta_buf *text) {
  if (text->size && fwrite(text->data, 1, text->size, stderr) != text->size) { /* nowhere left to say it */ }
}

static void write_bytes(tt_opt_result *result, const char *path) {
  tta_output output;
  tta_output_open(&output, path, NULL);
  tta_output_bytes(&output, result->out.data, result->out.size);
  if (!tta_output_close(&output)) fail(result, &output.failure, output.name);
}

static bool unchanged(tt_opt_result *result) {
  tta_io_failure changed = tta_input_changed(&result->input);
  if (tta_io_failed(&changed)) fail(result, &changed, result->input.name);
  return !tta_io_failed(&changed);
}

static void write_text(tt_opt_result *result) {
  tta_output output;
  tta_output_open(&output, result->target, NULL);
  tta_output_edited(&output, result->input.text, result->edits.items, result->edits.size);
  if (!unchanged(result)) tta_output_discard(&output); /* what was copied from it may be zeros */
  else if (!tta_output_close(&output)) fail(result, &output.failure, output.name);
}

/* A FIFO, say, is read but cannot be rewritten: opening it would wait for a reader for ever. */
static bool can_be_written(const tt_opt_options *options, tt_opt_result *result) {
  static const tta_io_failure irregular = {"cannot rewrite", 0, "not a regular file"};
  if (!options->in_place || result->input.regular) return true;
  fail(result, &irregular, result->input.name);
  return false;
}

void tt_opt_deliver(const tt_opt_options *options, tt_opt_result *result) {
  const char *name = tta_input_item_name(result->item);
  if (tta_io_failed(&result->failure)) {
    fail(result, &result->failure, name);
  } else if (result->refusal) { /* half of what there was to say would mislead */
    tta_print_error(tt_opt_program, "cannot judge '%s': %s", name, result->refusal);
    worsen(result, TTA_EXIT_FAILED);
  } else if (unchanged(result)) { /* else the errors would be about text that nobody wrote */
    bool json_to_file = options->emit == TT_OPT_EMIT_JSON && options->output;
    write_error_text(&result->err);
    if (result->out.size || json_to_file) write_bytes(result, json_to_file ? options->output : NULL);
    if (result->write && can_be_written(options, result)) write_text(result);
  }
  tta_buf_free(&result->out);
  tta_buf_free(&result->err);
  tt_opt_edits_free(&result->edits);
  tta_check_free(result->check);
  tta_buf_free(&result->fixed);
  if (!tta_io_failed(&result->failure)) tta_input_free(&result->input);
}
