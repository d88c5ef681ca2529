/* tt-layout build: a new layout. Owns what is printed of it. Does not own the options that describe it (spec.c). */
#include "spec.h"
#include "tools/common/message.h"

static const tta_option rows[] = {
    TT_LAYOUT_SPEC_ROWS,
    {"--attr-only", NULL, TTA_ARGUMENT_NONE, NULL, "print the attribute without the tensor", TT_LAYOUT_ATTR_ONLY},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", TT_LAYOUT_HELP},
};

static int run(char **argv);
const tt_layout_command tt_layout_build = {"build",
                                           "build --shape SHAPE --element TYPE --grid GRID [OPTION...]",
                                           "a layout from a shape and a grid",
                                           "",
                                           rows,
                                           sizeof rows / sizeof rows[0],
                                           run};

/* Judged is the whole type, also where the attribute alone is printed. */
static int print_layout(const tt_layout_spec *spec) {
  tta_buf out, attribute, warnings, reason;
  tta_build_spec whole = spec->build;
  whole.attribute_only = false;
  tta_buf_init(&out, NULL);
  tta_buf_init(&attribute, NULL);
  tta_buf_init(&warnings, NULL);
  tta_buf_init(&reason, NULL);
  tta_status status = tta_layout_build(&whole, &out, &warnings, &reason);
  if (!status && spec->build.attribute_only) status = tta_layout_build(&spec->build, &attribute, NULL, &reason);
  return tt_layout_print_built(status, &out, spec->build.attribute_only ? &attribute : NULL, &warnings, &reason,
                               spec->build.era);
}

static int run(char **argv) {
  tt_layout_spec spec;
  tta_option_use use;
  int status;
  tt_layout_spec_init(&spec);
  tta_options options = tta_options_start(tt_layout_program, rows, sizeof rows / sizeof rows[0], argv);
  while (tt_layout_next(&tt_layout_build, &options, &use, &status) == TTA_OPTIONS_ONE) {
    if (use.id == TTA_OPTION_INPUT) {
      tta_print_error(tt_layout_program, "build takes options only, not '%s'", use.value);
      return TTA_EXIT_FAILED;
    }
    if ((status = tt_layout_spec_apply(&spec, &use))) return status;
  }
  if (status >= 0) return status;
  status = tt_layout_spec_finish(&spec, true);
  return status ? status : print_layout(&spec);
}
