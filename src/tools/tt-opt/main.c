/* tt-opt: reads, judges and prints the Tenstorrent attributes in .mlir files. Owns the order of inputs and of what is printed
 * about them, and the exit status. */
#include <stdio.h>

#include "run.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "tools/common/process.h"

static void write_error_text(const tta_buf *text) {
  if (text->size && fwrite(text->data, 1, text->size, stderr) != text->size) { /* nowhere left to say it */ }
}

static int write_result_text(const tta_buf *text) {
  if (!text->size) return TTA_EXIT_DONE;
  tta_output output;
  tta_output_open(&output, NULL, NULL);
  tta_output_bytes(&output, text->data, text->size);
  if (tta_output_close(&output)) return TTA_EXIT_DONE;
  tta_say_io_failure(tt_opt_program, &output.failure, output.name);
  return TTA_EXIT_FAILED;
}

static int run_all(const tt_opt_options *options) {
  static const tta_input_item standard_input = {.path = NULL};
  const tta_inputs *inputs = &options->inputs;
  size_t count = inputs->num_arguments ? inputs->size : 1, files = 0, islands = 0, errors = 0, warnings = 0;
  int status = TTA_EXIT_DONE;
  for (size_t i = 0; i < count; i++) {
    tt_opt_result result;
    tt_opt_run(options, inputs->num_arguments ? &inputs->items[i] : &standard_input, !inputs->many, &result);
    write_error_text(&result.err);
    int written = write_result_text(&result.out);
    if (result.status > status) status = result.status;
    if (written > status) status = written;
    files++;
    islands += result.islands;
    errors += result.errors;
    warnings += result.warnings;
    tta_buf_free(&result.out);
    tta_buf_free(&result.err);
  }
  if (inputs->many)
    fprintf(stderr, "%s: %zu files, %zu attributes, %zu errors, %zu warnings\n", tt_opt_program, files, islands, errors, warnings);
  return status;
}

int main(int argc, char **argv) {
  tt_opt_options options;
  tta_process_start(tt_opt_program);
  int status = tt_opt_read_options(&options, argc, argv);
  if (status < 0) status = run_all(&options);
  tta_inputs_free(&options.inputs);
  return status;
}
