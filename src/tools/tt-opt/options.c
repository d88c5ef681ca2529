/* The command line of tt-opt. */
#include "options.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "lists.h"
#include "tools/common/message.h"

const char tt_opt_program[] = "tt-opt";

enum {
  HELP = 1, VERSION, OUTPUT, IN_PLACE, CHECK, DIFF, FIX, VERIFY_ONLY, PARSE_ONLY, EMIT, SPLIT, VERIFY_DIAGNOSTICS,
  ALL_ERRORS, VERIFY_ROUNDTRIP, LOCAL_SCOPE, UNREGISTERED, DIAGNOSTIC_FORMAT, COLOR, WARN_NO, WERROR, WARN, MAX_ERRORS,
  SYSTEM_DESC, TARGET, ERA, EXPLAIN, LIST_RULES, LIST_ATTRIBUTES, LIST_ERAS, JOBS, DUMP,
};

static const tta_option rows[] = {
    {"-o", NULL, TTA_ARGUMENT_REQUIRED, "FILE", "write the result to FILE", OUTPUT},
    {"--in-place", "-i", TTA_ARGUMENT_NONE, NULL, "rewrite each file that is not canonical", IN_PLACE},
    {"--check", NULL, TTA_ARGUMENT_NONE, NULL, "say which files are not canonical, exit 1", CHECK},
    {"--diff", NULL, TTA_ARGUMENT_NONE, NULL, "print what would change as a unified diff", DIFF},
    {"--fix", NULL, TTA_ARGUMENT_NONE, NULL, "apply the fix-its of diagnostics", FIX},
    {"--parse-only", NULL, TTA_ARGUMENT_NONE, NULL, "faults of the text only, no rules of meaning", PARSE_ONLY},
    {"--verify-only", NULL, TTA_ARGUMENT_NONE, NULL, "print no text", VERIFY_ONLY},
    {"--emit", NULL, TTA_ARGUMENT_REQUIRED, "mlir|json|none", "what goes to standard output", EMIT},
    {"--split-input-file", NULL, TTA_ARGUMENT_OPTIONAL, "MARKER", "judge the pieces between // ----- apart", SPLIT},
    {"--verify-diagnostics", NULL, TTA_ARGUMENT_OPTIONAL, "all|only-expected",
     "match errors against expected-error comments", VERIFY_DIAGNOSTICS},
    {"--all-errors", NULL, TTA_ARGUMENT_NONE, NULL, "match beyond the first error of a piece", ALL_ERRORS},
    {"--verify-roundtrip", NULL, TTA_ARGUMENT_NONE, NULL, "print, read again and compare", VERIFY_ROUNDTRIP},
    {"--mlir-print-local-scope", NULL, TTA_ARGUMENT_NONE, NULL, "write aliases out", LOCAL_SCOPE},
    {"--allow-unregistered-dialect", NULL, TTA_ARGUMENT_NONE, NULL, "accepted; unknown dialects are always read",
     UNREGISTERED},
    {"--era", NULL, TTA_ARGUMENT_REQUIRED, "auto|DATE", "grammar and rules of tt-mlir on that day", ERA},
    {"--target", NULL, TTA_ARGUMENT_REQUIRED, "ttnn|ttmetal", "add the rules of a target", TARGET},
    {"--system-desc", NULL, TTA_ARGUMENT_REQUIRED, "NAME[:N]|FILE|'[N, 8x8]'", "the system where a module names none",
     SYSTEM_DESC},
    {"--diagnostic-format", NULL, TTA_ARGUMENT_REQUIRED, "text|json", "how diagnostics are written", DIAGNOSTIC_FORMAT},
    {"--color", NULL, TTA_ARGUMENT_REQUIRED, "auto|always|never", "colour diagnostics", COLOR},
    {"-Wno-", NULL, TTA_ARGUMENT_PREFIX, "<rule>", "turn a warning off", WARN_NO},
    {"-Werror", NULL, TTA_ARGUMENT_OPTIONAL, "<rule>", "make this warning, or all, an error", WERROR},
    {"-W", NULL, TTA_ARGUMENT_PREFIX, "<rule>", "turn a warning or remark on", WARN},
    {"--max-errors", NULL, TTA_ARGUMENT_REQUIRED, "N", "print N errors, count the rest", MAX_ERRORS},
    {"-j", NULL, TTA_ARGUMENT_REQUIRED, "N", "work on N files at a time", JOBS},
    {"--explain", NULL, TTA_ARGUMENT_REQUIRED, "RULE", "what a rule means, with examples", EXPLAIN},
    {"--list-rules", NULL, TTA_ARGUMENT_NONE, NULL, "all rules", LIST_RULES},
    {"--list-attributes", NULL, TTA_ARGUMENT_NONE, NULL, "all attributes and types, with their fields",
     LIST_ATTRIBUTES},
    {"--list-eras", NULL, TTA_ARGUMENT_REQUIRED, "FILE", "the dates at which tt-mlir read this file", LIST_ERAS},
    {"--dump", NULL, TTA_ARGUMENT_REQUIRED, "tokens|ast", "for debugging", DUMP},
    {"--version", NULL, TTA_ARGUMENT_NONE, NULL, "print the version", VERSION},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", HELP},
};
enum { NUM_ROWS = sizeof rows / sizeof rows[0] };

static const char intro[] =
    "tt-opt [OPTION...] [INPUT...]\n"
    "Reads, judges and prints the Tenstorrent attributes in .mlir files.\n"
    "INPUT: a file, a directory (*.mlir below it), - or nothing: standard input.\n"
    "\n";

static int print_help(void) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_options_help(&text, intro, rows, NUM_ROWS);
  return tt_opt_print(&text);
}

/* -W, -Wno-, -Werror=RULE: the settings of one rule */
static bool set_rule(tt_opt_options *o, const tta_option_use *use, int id) {
  tta_rule rule = tt_opt_find_rule(use->value);
  if (rule == TTA_RULE_NONE) return false;
  tta_severity own = tta_rule_get(rule)->severity;
  if (id == WARN_NO && own == TTA_SEVERITY_ERROR) {
    tta_print_error(tt_opt_program, "%s%s: '%s' is an error and cannot be turned off", use->name, use->value,
                    use->value);
    return false;
  }
  return !tta_check_options_set_rule(o->check, rule, id != WARN_NO, id == WERROR ? TTA_SEVERITY_ERROR : own);
}

static void make_warnings_errors(tt_opt_options *o) {
  for (size_t r = 0; r < tta_num_rules(); r++) {
    tta_rule rule = tta_rule_at(r);
    tta_severity severity;
    if (tta_rule_get(rule)->severity == TTA_SEVERITY_WARNING && tta_check_options_rule(o->check, rule, &severity))
      tta_check_options_set_rule(o->check, rule, true, TTA_SEVERITY_ERROR);
  }
}

static int days_of_month(int year, int month) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/* auto or YYYY-MM-DD */
static bool read_era(const char *text, int32_t *era) {
  int year, month, day, used = 0;
  *era = 0;
  if (!strcmp(text, "auto")) return true;
  if (strlen(text) == 10 && sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &used) == 3 && used == 10 &&
      month >= 1 && month <= 12 && day >= 1 && day <= days_of_month(year, month) && year >= 2000) {
    *era = year * 10000 + month * 100 + day;
    return true;
  }
  tta_print_error(tt_opt_program, "invalid value '%s' of '--era'; use auto or a date such as 2024-11-27", text);
  return false;
}

static bool choose(const tta_option_use *use, const char *const *names, int *choice) {
  *choice = tta_options_choice(tt_opt_program, use, names);
  return *choice >= 0;
}

static bool read_number(const tta_option_use *use, int64_t least, int64_t most, int64_t *value) {
  if (tta_options_number(use->value, least, most, value)) return true;
  tta_print_error(tt_opt_program, "invalid value '%s' of '%s'; use a number from %lld on", use->value, use->name,
                (long long)least);
  return false;
}

static bool apply(tt_opt_options *o, const tta_option_use *use) {
  static const char *const emits[] = {"mlir", "json", "none", NULL}, *const formats[] = {"text", "json", NULL},
                           *const matchers[] = {"all", "only-expected", NULL},
                           *const targets[] = {"ttnn", "ttmetal", NULL},
                           *const colors[] = {"auto", "always", "never", NULL},
                           *const dumps[] = {"tokens", "ast", NULL};
  int choice;
  int32_t era;
  switch (use->id) {
  case TTA_OPTION_INPUT:
    if (tta_inputs_add(&o->inputs, use->value) == TTA_OK) return true;
    tta_print_no_memory(tt_opt_program);
    return false;
  case OUTPUT: o->output = use->value; return true;
  case IN_PLACE: o->in_place = true; return true;
  case CHECK: o->only_check = true; return true;
  case DIFF: o->diff = true; return true;
  case FIX: o->fix = true; return true;
  case VERIFY_ONLY: o->verify_only = true; return true;
  case PARSE_ONLY: tta_check_options_set_parse_only(o->check, true); return true;
  case EMIT:
    if (!choose(use, emits, &choice)) return false;
    o->emit = (tt_opt_emit)choice;
    return true;
  case SPLIT:
    o->split = true;
    tta_check_options_set_split(o->check, true);
    if (!use->value || !tta_check_options_set_split_marker(o->check, (tta_str){use->value, strlen(use->value)}))
      return true;
    tta_print_no_memory(tt_opt_program);
    return false;
  case VERIFY_DIAGNOSTICS:
    o->matcher = TT_OPT_MATCH_ALL;
    if (!use->value) return true;
    if (!choose(use, matchers, &choice)) return false;
    o->matcher = choice ? TT_OPT_MATCH_ONLY_EXPECTED : TT_OPT_MATCH_ALL;
    return true;
  case ALL_ERRORS: o->all_errors = true; return true;
  case VERIFY_ROUNDTRIP: o->verify_roundtrip = true; return true;
  case LOCAL_SCOPE:
    o->expand_aliases = true;
    tta_check_options_set_expand_aliases(o->check, true);
    return true;
  case UNREGISTERED: return true;
  case DIAGNOSTIC_FORMAT:
    if (!choose(use, formats, &choice)) return false;
    o->json_diagnostics = choice == 1;
    return true;
  case COLOR:
    if (!choose(use, colors, &choice)) return false;
    return tta_color_parse(use->value, &o->color);
  case WARN: case WARN_NO: return set_rule(o, use, use->id);
  case WERROR: return !use->value || set_rule(o, use, use->id); /* all of them: see tt_opt_read_options */
  case MAX_ERRORS: return read_number(use, 1, INT64_MAX, &o->max_errors);
  case JOBS: return read_number(use, 1, 1024, &o->jobs);
  case SYSTEM_DESC: o->system_desc = use->value; return true;
  case TARGET:
    if (!choose(use, targets, &choice)) return false;
    tta_check_options_set_target_ttnn(o->check, choice == 0);
    return true;
  case ERA:
    if (!read_era(use->value, &era)) return false;
    tta_check_options_set_era(o->check, era);
    return true;
  case DUMP:
    if (!choose(use, dumps, &choice)) return false;
    o->dump = choice ? TT_OPT_DUMP_AST : TT_OPT_DUMP_TOKENS;
    return true;
  }
  return true;
}

/* Pairs of options that ask for two things of which only one could be done. */
static bool consistent(const tt_opt_options *o) {
  bool json = o->emit == TT_OPT_EMIT_JSON;
  const struct {
    bool both;
    const char *first, *second;
  } pairs[] = {
      {o->output && o->in_place, "-o", "-i"},
      {o->only_check && o->in_place, "--check", "-i"},
      {o->only_check && o->output, "--check", "-o"},
      {o->diff && o->in_place, "--diff", "-i"},
      {o->diff && o->output, "--diff", "-o"},
      {json && o->in_place, "--emit=json", "-i"},
      {json && o->diff, "--emit=json", "--diff"},
      {json && o->only_check, "--emit=json", "--check"},
      {o->verify_only && json, "--verify-only", "--emit=json"},
      {o->verify_only && o->diff, "--verify-only", "--diff"},
      {o->fix && o->matcher, "--fix", "--verify-diagnostics"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    if (!pairs[i].both) continue;
    tta_print_error(tt_opt_program, "%s and %s exclude each other", pairs[i].first, pairs[i].second);
    return false;
  }
  if (o->output && o->inputs.many)
    tta_print_error(tt_opt_program, "-o takes one input; use -i to rewrite several files");
  else if (o->in_place && (!o->inputs.size || o->inputs.has_stdin))
    tta_print_error(tt_opt_program, "-i needs files: standard input cannot be rewritten");
  else return true;
  return false;
}

int tt_opt_read_options(tt_opt_options *o, int argc, char **argv) {
  (void)argc;
  *o = (tt_opt_options){.jobs = 1};
  if (tta_check_options_new(NULL, &o->check)) {
    tta_print_no_memory(tt_opt_program);
    return TTA_EXIT_FAILED;
  }
  tta_options options = tta_options_start(tt_opt_program, rows, NUM_ROWS, argv);
  tta_option_use use;
  bool werror = false;
  for (;;) {
    tta_options_step step = tta_options_next(&options, &use);
    if (step == TTA_OPTIONS_END) break;
    if (step == TTA_OPTIONS_WRONG) return TTA_EXIT_FAILED;
    switch (use.id) {
    case HELP: return print_help();
    case VERSION: return tt_opt_print_version();
    case EXPLAIN: return tt_opt_explain(use.value);
    case LIST_RULES: return tt_opt_list_rules();
    case LIST_ATTRIBUTES: return tt_opt_list_attributes();
    case LIST_ERAS: return tt_opt_list_eras(use.value);
    case WERROR: werror |= !use.value; break;
    }
    if (!apply(o, &use)) return TTA_EXIT_FAILED;
  }
  if (werror) make_warnings_errors(o);
  if (!consistent(o)) return TTA_EXIT_FAILED;
  if (o->verify_only) o->emit = TT_OPT_EMIT_NONE;
  return -1;
}

/* What is there, or can only be a path: then a missing file is what there is to say. */
static bool is_file(const char *value) {
  struct stat info;
  bool path = value[0] != '[' && !strchr(value, '<') && (strchr(value, '/') || strchr(value, '.'));
  return path || stat(value, &info) == 0;
}

/* The library judges an empty text against it: that fails only when it is no system. */
static tta_status try_it(const tt_opt_options *options) {
  tta_source nothing;
  tta_check *check;
  tta_source_init(&nothing, (tta_str){"", 0}, (tta_str){"", 0}, NULL);
  tta_status status = tta_check_text(&nothing, options->check, &check);
  if (!status) tta_check_free(check);
  return status;
}

int tt_opt_read_system_desc(tt_opt_options *options, tta_input *input) {
  const char *value = options->system_desc;
  *input = (tta_input){0};
  if (!value) return TTA_EXIT_DONE;
  tta_str text = {value, strlen(value)};
  if (is_file(value)) {
    tta_io_failure failure = tta_input_read(input, tt_opt_program, value, NULL);
    if (tta_io_failed(&failure)) {
      tta_print_io_failure(tt_opt_program, &failure, value);
      return TTA_EXIT_FAILED;
    }
    text = input->text;
  }
  tta_status status = tta_check_options_set_system_desc(options->check, text);
  if (!status) status = *value ? try_it(options) : TTA_INVALID;
  switch (status) {
  case TTA_OK: return TTA_EXIT_DONE;
  case TTA_NO_MEMORY: tta_print_no_memory(tt_opt_program); return TTA_EXIT_FAILED;
  default: break;
  }
  tta_print_error(tt_opt_program,
                "invalid value '%s' of '--system-desc'; use wormhole_b0, blackhole:2, '[2, 8x8]' or a file with "
                "#tt.system_desc<...>",
                value);
  return TTA_EXIT_FAILED;
}
