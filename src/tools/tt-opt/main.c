/* tt-opt: reads, judges and prints the Tenstorrent attributes in .mlir files. Owns the order of its steps and the exit
 * status. */
#include "pool.h"
#include "system.h"
#include "tools/common/message.h"
#include "tools/common/process.h"

static int run_all(const tt_opt_options *options) {
  static const tta_input_item standard_input = {.path = NULL};
  const tta_inputs *inputs = &options->inputs;
  bool named = inputs->num_arguments > 0;
  tt_opt_totals t = tt_opt_run_all(options, named ? inputs->items : &standard_input, named ? inputs->size : 1);
  if (inputs->many)
    tta_print_message(tt_opt_program, "%zu files, %zu attributes, %zu errors, %zu warnings", t.files, t.islands,
                      t.errors, t.warnings);
  return t.status;
}

int main(int argc, char **argv) {
  tt_opt_options options;
  tta_process_start(tt_opt_program);
  tta_input system = {0};
  int status = tt_opt_read_options(&options, argc, argv);
  if (status < 0) {
    status = tt_opt_read_system_desc(&options, &system);
    if (!status) status = run_all(&options);
    if (system.name) tta_input_free(&system);
  }
  tta_inputs_free(&options.inputs);
  return status;
}
