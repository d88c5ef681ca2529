/* options.h: the command line of tt-opt. */
#ifndef TT_OPT_OPTIONS_H
#define TT_OPT_OPTIONS_H

#include "tools/common/diagnostics.h"
#include "tools/common/input.h"
#include "tools/common/options.h"
#include "ttattr/check.h"

typedef enum tt_opt_emit { TT_OPT_EMIT_MLIR, TT_OPT_EMIT_JSON, TT_OPT_EMIT_NONE } tt_opt_emit;
typedef enum tt_opt_matcher { TT_OPT_MATCH_OFF, TT_OPT_MATCH_ALL, TT_OPT_MATCH_ONLY_EXPECTED } tt_opt_matcher;

typedef enum tt_opt_switch { TT_OPT_ON, TT_OPT_OFF, TT_OPT_AUTO } tt_opt_switch;

typedef enum tt_opt_dump { TT_OPT_DUMP_NOTHING, TT_OPT_DUMP_TOKENS, TT_OPT_DUMP_AST } tt_opt_dump;

/** Lines from 1, both included. */
typedef struct tt_opt_lines {
  uint32_t first, last;
} tt_opt_lines;

typedef struct tt_opt_options {
  tta_diagnostic_options diagnostics;
  tta_check_options *check; /* that of `diagnostics` */
  tta_inputs inputs;
  const char **operands; /* as given; they become the inputs when all options are known */
  uint32_t num_operands, cap_operands;
  const char *output; /* -o; NULL: standard output */
  bool in_place, only_check, verify_only, diff, fix, fix_only, verify_roundtrip, all_errors, quiet;
  bool split, expand_aliases, parse_only; /* as in check */
  int32_t era;
  int32_t migrate; /* yyyymmdd; 0: no migration */
  int emit;   /* tt_opt_emit */
  int target, matched, dumped; /* as read; see check.target_ttnn, matcher and dump */
  tt_opt_matcher matcher;
  tt_opt_dump dump;
  int64_t max_errors; /* 0: no limit */
  int from_run_lines; /* tt_opt_switch, not AUTO after the command line was read */
  const char *system_desc, *split_marker; /* as given */
  const char *stdin_filename; /* the name of standard input; NULL: none */
  int64_t jobs;
  bool reduce;
  const char *test, *test_output; /* of --reduce: a command; an expression, or NULL */
  int64_t test_timeout;           /* seconds */
  const char *config; /* --config; NULL: the nearest one */
  bool no_config, print_config;
  const char *since;               /* a revision; NULL: not given */
  tt_opt_lines *lines;             /* --lines */
  uint32_t num_lines, cap_lines;
  struct tt_opt_scope *scope;      /* scope.h */
  uint32_t num_numbers;            /* more than the number of each input */
  const char *baseline, *write_baseline;
  struct tt_opt_baseline *known;   /* baseline.h */
  bool statistics, exit_zero, no_ignore, watch;
  const char *query, *query_print; /* NULL: not given */
  bool query_count, stats;
  struct tt_opt_search *search; /* search.h */
  bool given_era, given_target, given_max_errors;
  struct tt_opt_configs *configs; /* config.h */
} tt_opt_options;

extern const char tt_opt_program[];
/** Says that there is no memory. @return TTA_EXIT_FAILED */
int tt_opt_no_memory(void);

void tt_opt_options_free(tt_opt_options *options);

/** Reads the command line. @return -1 to continue, or the exit status: help or a list was printed, or an error was
 *  reported */
int tt_opt_read_options(tt_opt_options *options, char **argv);

/** Reads the value of --system-desc into options->check. tta_system_close is due in any case.
 *  @return TTA_EXIT_DONE, or TTA_EXIT_FAILED after a message */
int tt_opt_read_system_desc(tt_opt_options *options, tta_system_input *system);

/** The path of an input, also of standard input; NULL: it has none. */
static inline const char *tt_opt_path_of(const tt_opt_options *options, const tta_input_item *item) {
  return item->path ? item->path : options->stdin_filename;
}

#endif
