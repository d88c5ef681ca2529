/* What tt-opt does by processes and endless runs, which WebAssembly does not have. */
#include "tools/common/message.h"
#include "tools/tt-opt/reduce.h"
#include "tools/tt-opt/watch.h"

static int reject(const char *option) {
  tta_print_error("tt-opt", "%s is not possible in WebAssembly; use the native tt-opt", option);
  return TTA_EXIT_FAILED;
}

int tt_opt_reduce(const tt_opt_options *options) {
  (void)options;
  return reject("--reduce");
}

int tt_opt_watch(char **argv, int (*run)(tt_opt_options *options, tt_opt_watch_counts *counts)) {
  (void)argv, (void)run;
  return reject("--watch");
}
