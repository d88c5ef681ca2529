/* options.h: what tt-opt was asked to do. */
#ifndef TT_OPT_OPTIONS_H
#define TT_OPT_OPTIONS_H

#include "tools/common/input.h"
#include "tools/common/options.h"
#include "ttattr/check.h"

typedef enum tt_opt_emit { TT_OPT_EMIT_MLIR, TT_OPT_EMIT_JSON, TT_OPT_EMIT_NONE } tt_opt_emit;
typedef enum tt_opt_matcher { TT_OPT_MATCH_OFF, TT_OPT_MATCH_ALL, TT_OPT_MATCH_ONLY_EXPECTED } tt_opt_matcher;

typedef enum tt_opt_dump { TT_OPT_DUMP_NOTHING, TT_OPT_DUMP_TOKENS, TT_OPT_DUMP_AST } tt_opt_dump;

typedef struct tt_opt_options {
  tta_check_options *check;
  tta_inputs inputs;
  const char *output;         /* -o; NULL = standard output */
  bool split, expand_aliases; /* as in check */
  bool in_place, only_check, verify_only, diff, fix, verify_roundtrip, json_diagnostics, all_errors;
  tt_opt_emit emit;
  tt_opt_matcher matcher;
  tta_color color;
  int64_t max_errors;         /* 0 = no limit */
  const char *system_desc;    /* as given */
  tt_opt_dump dump;
  int64_t jobs;
} tt_opt_options;

extern const char tt_opt_program[];

/** Reads the command line. @return -1 to go on, else the exit status (help and the like were printed, or it was
 *  wrong). */
int tt_opt_read_options(tt_opt_options *options, int argc, char **argv);

/** Turns the value into options->check.system_desc: a name or the specification's notation as it stands, or the content
 *  of a file, which `input` then owns (free it when the program ends; all zero otherwise).
 *  @return TTA_EXIT_DONE, or TTA_EXIT_FAILED after a message */
int tt_opt_read_system_desc(tt_opt_options *options, tta_input *input);

#endif
