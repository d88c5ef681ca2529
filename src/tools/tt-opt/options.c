/* The command line of tt-opt. */
#include "options.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "config.h"
#include "lists.h"
#include "scope.h"
#include "search.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

const char tt_opt_program[] = "tt-opt";

int tt_opt_no_memory(void) {
  tta_print_no_memory(tt_opt_program);
  return TTA_EXIT_FAILED;
}

enum { DEFAULT_MAX_ERRORS = 50 }; /* per input */

/* ---- actions instead of a run ---- */

static const tta_command tt_opt;

static int dump_options(void *request, const tta_option_use *use) {
  (void)request;
  if (strcmp(use->value, "json") != 0) return tta_invalid_value(tt_opt_program, use, "json");
  tta_buf out = tta_buf_new(NULL);
  tta_buf_char(&out, '[');
  tta_command_json(&out, &tt_opt);
  tta_buf_str(&out, "]\n");
  return tta_print_and_free(tt_opt_program, &out, NULL);
}

static int ignore_run_lines(void *request, const tta_option_use *use) {
  (void)use;
  ((tt_opt_options *)request)->from_run_lines = TT_OPT_OFF;
  return -1;
}

static int migrate(void *request, const tta_option_use *use) {
  tt_opt_options *o = request;
  if (!tta_era_parse(tta_str_from(use->value), &o->migrate) || !o->migrate)
    return tta_invalid_value(tt_opt_program, use, "latest or a date such as 2024-11-27");
  return -1;
}

static int add_operand(void *request, const tta_option_use *use) {
  tt_opt_options *o = request;
  if (!TTA_PUSH(&tta_malloc_allocator, o, operands, use->value)) return tt_opt_no_memory();
  return -1;
}

static int exclude(void *request, const tta_option_use *use) {
  tt_opt_options *o = request;
  if (!use->value[strspn(use->value, "!/")]) return tta_invalid_value(tt_opt_program, use, "a pattern such as Inputs/");
  return tta_excludes_add(&o->inputs.excludes, use->value) ? tt_opt_no_memory() : -1;
}

/* ---- the table ---- */

static const char *const emits[] = {"mlir", "json", "none", NULL};             /* tt_opt_emit */
static const char *const matchers[] = {"all", "only-expected", NULL};          /* tt_opt_matcher, without OFF */
static const char *const switches[] = {"on", "off", NULL};                     /* tt_opt_switch, without AUTO */
static const char *const targets[] = {"ttnn", "ttmetal", NULL};
static const char *const dumps[] = {"tokens", "ast", NULL};                    /* tt_opt_dump, without NOTHING */

static const char input[] = "Input", output[] = "Output", checks[] = "Verification", tests[] = "Tests",
                  reduction[] = "Reduction", diagnostics[] = "Diagnostics", searches[] = "Search",
                  lists[] = "Lists",
                  other[] = "Other options";
#define AT(member) .offset = offsetof(tt_opt_options, member)

static const tta_option option_rows[] = {
    {.name = "--exclude", .value = "PATTERN", .kind = TTA_KIND_CUSTOM, .parse = exclude, .repeatable = true,
     .group = input, .example = "Inputs/", .help = "skip files and directories, as in .gitignore"},
    {.name = "--no-ignore", .kind = TTA_KIND_FLAG, AT(no_ignore), .group = input,
     .help = "process files that .gitignore excludes, too"},
    {.name = "--since", .value = "REV", .kind = TTA_KIND_TEXT, AT(since), .group = input, .example = "main",
     .help = "report and format lines that changed since then"},
    {.name = "--lines", .value = "A:B", .kind = TTA_KIND_CUSTOM, .parse = tt_opt_parse_lines, .repeatable = true,
     .group = input, .example = "3:17", .help = "report and format these lines only"},
    {.name = "--watch", .kind = TTA_KIND_FLAG, AT(watch), .group = input,
     .help = "process inputs again whenever they change"},
    {.name = "--stdin-filename", .value = "NAME", .kind = TTA_KIND_TEXT, AT(stdin_filename), .group = input,
     .example = "a.mlir", .help = "process standard input as the text of this file"},
    {.name = "--split-input-file", .value = "MARKER", .argument = TTA_ARGUMENT_OPTIONAL, .kind = TTA_KIND_TEXT,
     AT(split_marker), .group = input, .example = "// ---",
     .help = "process sections between '// -----' independently"},
    {.name = "-j", .value = "N", .kind = TTA_KIND_NUMBER, .least = 1, .most = 1024, AT(jobs), .group = input,
     .expected = "a number from 1 to 1024", .example = "2", .help = "process N files, or parts of a file, in parallel"},
    {.name = "--config", .value = "FILE", .kind = TTA_KIND_TEXT, AT(config), .group = input, .example = "/dev/null",
     .help = "FILE instead of the nearest .tt-opt.toml"},
    {.name = "--no-config", .kind = TTA_KIND_FLAG, AT(no_config), .group = input,
     .help = "ignore configuration files"},
    {.name = "--print-config", .kind = TTA_KIND_FLAG, AT(print_config), .group = input,
     .help = "print the configuration of each input and exit"},
    {.name = "-o", .value = "FILE", .kind = TTA_KIND_TEXT, AT(output), .group = output, .example = "-",
     .help = "write the result to FILE"},
    {.name = "--in-place", .alias = "-i", .kind = TTA_KIND_FLAG, AT(in_place), .group = output,
     .help = "rewrite each file that is not canonical"},
    {.name = "--check", .kind = TTA_KIND_FLAG, AT(only_check), .group = output,
     .help = "report files that are not canonical; exit status 1"},
    {.name = "--diff", .kind = TTA_KIND_FLAG, AT(diff), .group = output, .help = "print the changes as a unified diff"},
    {.name = "--fix", .kind = TTA_KIND_FLAG, AT(fix), .group = output, .help = "apply the fix-its of diagnostics"},
    {.name = "--fix-only", .kind = TTA_KIND_FLAG, AT(fix_only), .group = output,
     .help = "apply the fix-its, but do not make the text canonical"},
    {.name = "--migrate", .value = "latest|DATE", .kind = TTA_KIND_CUSTOM, .parse = migrate, .group = output,
     .example = "latest", .help = "write attributes in the syntax of this date"},
    {.name = "--emit", .value = "mlir|json|none", .kind = TTA_KIND_CHOICE, .choices = emits, AT(emit), .group = output,
     .help = "select what is printed (default: mlir)"},
    {.name = "--verify-only", .kind = TTA_KIND_FLAG, AT(verify_only), .group = output,
     .help = "verify without printing the text"},
    {.name = "--mlir-print-local-scope", .kind = TTA_KIND_FLAG, AT(expand_aliases), .group = output,
     .help = "print attributes inline instead of aliases"},
    {.name = "--parse-only", .kind = TTA_KIND_FLAG, AT(parse_only), .group = checks,
     .help = "report syntax errors only"},
    {.name = "--era", .value = "auto|latest|DATE", .kind = TTA_KIND_DATE, AT(era), .group = checks,
     .help = "use grammar and rules of this date (default: auto)"},
    {.name = "--target", .value = "ttnn|ttmetal", .kind = TTA_KIND_CHOICE, .choices = targets, AT(target),
     .group = checks, .help = "enable the rules of a target"},
    {.name = "--system-desc", .value = "NAME[:N]|FILE|'[N, 8x8]'", .kind = TTA_KIND_TEXT, AT(system_desc),
     .group = checks, .example = "wormhole_b0", .help = "default system of modules that do not describe theirs"},
    {.name = "--verify-roundtrip", .kind = TTA_KIND_FLAG, AT(verify_roundtrip), .group = checks,
     .help = "print, parse again and compare"},
    {.name = "--verify-diagnostics", .value = "all|only-expected", .argument = TTA_ARGUMENT_OPTIONAL,
     .kind = TTA_KIND_CHOICE, .choices = matchers, AT(matched), .group = tests,
     .help = "match diagnostics against expected-error comments"},
    {.name = "--all-errors", .kind = TTA_KIND_FLAG, AT(all_errors), .group = tests,
     .help = "match errors after the first one of a section, too"},
    {.name = "--from-run-lines", .value = "on|off", .argument = TTA_ARGUMENT_OPTIONAL, .kind = TTA_KIND_CHOICE,
     .choices = switches, AT(from_run_lines), .group = tests,
     .help = "do what RUN lines say (default: on for several files)"},
    {.name = "--no-from-run-lines", .kind = TTA_KIND_CUSTOM, .argument = TTA_ARGUMENT_NONE, .parse = ignore_run_lines,
     .group = tests, .help = "ignore RUN lines"},
    {.name = "--reduce", .kind = TTA_KIND_FLAG, AT(reduce), .group = reduction,
     .help = "write the smallest text that --test still fails on"},
    {.name = "--test", .value = "CMD", .kind = TTA_KIND_TEXT, AT(test), .group = reduction, .example = "false",
     .help = "shell command; {} or its last argument is the text"},
    {.name = "--test-output", .value = "REGEX", .kind = TTA_KIND_TEXT, AT(test_output), .group = reduction,
     .example = "error", .help = "the output of the command must also match"},
    {.name = "--test-timeout", .value = "SECONDS", .kind = TTA_KIND_NUMBER, .least = 1, .most = 86400,
     AT(test_timeout), .group = reduction, .expected = "a number of seconds from 1 to 86400", .example = "10",
     .help = "a run that takes longer is not wanted (default: 60)"},
    {.name = "--max-errors", .value = "N", .kind = TTA_KIND_NUMBER, .least = 0, AT(max_errors), .group = diagnostics,
     .expected = "a number of at least 0", .example = "10",
     .help = "print at most N errors per input (text: 50; 0: all)"},
    {.name = "--quiet", .alias = "-q", .kind = TTA_KIND_FLAG, AT(quiet), .group = diagnostics,
     .help = "print errors, but no warnings, remarks and summaries"},
    {.name = "--statistics", .kind = TTA_KIND_FLAG, AT(statistics), .group = diagnostics,
     .help = "count diagnostics by rule and by file instead"},
    {.name = "--baseline", .value = "FILE", .kind = TTA_KIND_TEXT, AT(baseline), .group = diagnostics,
     .example = "/dev/null", .help = "do not report the diagnostics in FILE"},
    {.name = "--write-baseline", .value = "FILE", .kind = TTA_KIND_TEXT, AT(write_baseline), .group = diagnostics,
     .example = "/dev/null", .help = "write all diagnostics to FILE, for --baseline"},
    {.name = "--exit-zero", .kind = TTA_KIND_FLAG, AT(exit_zero), .group = diagnostics,
     .help = "exit with status 0 in spite of errors"},
    TTA_DIAGNOSTIC_ROWS(offsetof(tt_opt_options, diagnostics)),
    {.name = "--query", .value = "EXPR", .kind = TTA_KIND_TEXT, AT(query), .group = searches,
     .example = "tensor.rank >= 3", .help = "find tensors, attributes and operations"},
    {.name = "--query-print", .value = "FIELD,...", .kind = TTA_KIND_TEXT, AT(query_print), .group = searches,
     .example = "tensor.shape", .help = "print the values of fields, not positions"},
    {.name = "--query-count", .kind = TTA_KIND_FLAG, AT(query_count), .group = searches,
     .help = "count what is found, by --query-print"},
    {.name = "--list-query-fields", .kind = TTA_KIND_CUSTOM, .argument = TTA_ARGUMENT_NONE,
     .parse = tt_opt_list_query_fields, .group = searches, .help = "list the fields of expressions"},
    {.name = "--stats", .kind = TTA_KIND_FLAG, AT(stats), .group = searches,
     .help = "count attributes, dates, grids, memory and padding"},
    {.name = "--explain", .value = "RULE", .kind = TTA_KIND_CUSTOM, .parse = tt_opt_explain, .group = lists,
     .example = "layout-rank", .help = "explain a rule, with examples"},
    {.name = "--list-rules", .value = "json", .kind = TTA_KIND_CUSTOM, .argument = TTA_ARGUMENT_OPTIONAL,
     .parse = tt_opt_list_rules, .group = lists, .example = "json", .help = "list all rules"},
    {.name = "--list-attributes", .kind = TTA_KIND_CUSTOM, .argument = TTA_ARGUMENT_NONE,
     .parse = tt_opt_list_attributes, .group = lists, .help = "list all attributes and types with their fields"},
    {.name = "--list-eras", .value = "FILE", .kind = TTA_KIND_CUSTOM, .parse = tt_opt_list_eras, .group = lists,
     .example = "/dev/null", .help = "list the dates at which tt-mlir accepted FILE"},
    {.name = "--dump", .value = "tokens|ast", .kind = TTA_KIND_CHOICE, .choices = dumps, AT(dumped), .group = other,
     .help = "print tokens or syntax trees, for debugging"},
    {.name = "--dump-options", .value = "json", .kind = TTA_KIND_CUSTOM, .parse = dump_options, .hidden = true,
     .group = other, .example = "json", .help = "print the options as JSON"},
    {.name = "--version", .kind = TTA_KIND_CUSTOM, .argument = TTA_ARGUMENT_NONE, .parse = tt_opt_print_version,
     .group = other, .help = "print the version and exit"},
};

/* Of mlir-opt 19 and later: what a RUN line may carry that changes only how MLIR prints, or what it accepts. */
static const char *const ignored[] = {
    "--allow-unregistered-dialect",
    "--mlir-disable-threading",
    "--mlir-elide-elementsattrs-if-larger=",
    "--mlir-elide-resource-strings-if-larger=",
    "--mlir-output-format=",
    "--mlir-pass-statistics",
    "--mlir-pass-statistics-display=",
    "--mlir-pretty-debuginfo",
    "--mlir-print-assume-verified",
    "--mlir-print-debuginfo",
    "--mlir-print-elementsattrs-with-hex-if-larger=",
    "--mlir-print-ir-after=",
    "--mlir-print-ir-after-all",
    "--mlir-print-ir-after-change",
    "--mlir-print-ir-after-failure",
    "--mlir-print-ir-before=",
    "--mlir-print-ir-before-all",
    "--mlir-print-ir-module-scope",
    "--mlir-print-ir-tree-dir=",
    "--mlir-print-op-generic",
    "--mlir-print-op-on-diagnostic",
    "--mlir-print-skip-regions",
    "--mlir-print-stacktrace-on-diagnostic",
    "--mlir-print-unique-ssa-ids",
    "--mlir-print-value-users",
    "--mlir-timing",
    "--mlir-timing-display=",
    "--mlir-use-nameloc-as-prefix",
    NULL,
};

static const tta_option_rule rules[] = {
    {TTA_AT_MOST_ONE, {"-o", "--in-place", "--check"}},
    {TTA_AT_MOST_ONE, {"-o", "--in-place", "--diff"}},
    {TTA_AT_MOST_ONE, {"--emit=json", "--in-place"}},
    {TTA_AT_MOST_ONE, {"--emit=json", "--diff"}},
    {TTA_AT_MOST_ONE, {"--emit=json", "--check"}},
    {TTA_AT_MOST_ONE, {"--verify-only", "--emit=json"}},
    {TTA_AT_MOST_ONE, {"--verify-only", "--diff"}},
    {TTA_AT_MOST_ONE, {"--config", "--no-config"}},
    {TTA_REQUIRES, {"--reduce", "--test"}},
    {TTA_REQUIRES, {"--test", "--reduce"}},
    {TTA_REQUIRES, {"--test-output", "--reduce"}},
    {TTA_REQUIRES, {"--test-timeout", "--reduce"}},
    {TTA_AT_MOST_ONE, {"--reduce", "--in-place"}},
    {TTA_AT_MOST_ONE, {"--reduce", "--check"}},
    {TTA_AT_MOST_ONE, {"--reduce", "--diff"}},
    {TTA_AT_MOST_ONE, {"--reduce", "--verify-only"}},
    {TTA_AT_MOST_ONE, {"--reduce", "--emit"}},
    {TTA_AT_MOST_ONE, {"--reduce", "--fix"}},
    {TTA_AT_MOST_ONE, {"--reduce", "--fix-only"}},
    {TTA_AT_MOST_ONE, {"--reduce", "--verify-diagnostics"}},
    {TTA_AT_MOST_ONE, {"--reduce", "--dump"}},
    {TTA_AT_MOST_ONE, {"--fix", "--verify-diagnostics"}},
    {TTA_AT_MOST_ONE, {"--fix-only", "--verify-diagnostics"}},
    {TTA_AT_MOST_ONE, {"--fix-only", "--verify-roundtrip"}},
    {TTA_AT_MOST_ONE, {"--fix-only", "--mlir-print-local-scope"}},
    {TTA_AT_MOST_ONE, {"--watch", "-o"}},
    {TTA_AT_MOST_ONE, {"--watch", "--output-file"}},
    {TTA_AT_MOST_ONE, {"--watch", "--write-baseline"}},
    {TTA_AT_MOST_ONE, {"--since", "--lines"}},
    {TTA_AT_MOST_ONE, {"--since", "--fix"}},
    {TTA_AT_MOST_ONE, {"--since", "--fix-only"}},
    {TTA_AT_MOST_ONE, {"--lines", "--fix"}},
    {TTA_AT_MOST_ONE, {"--lines", "--fix-only"}},
    {TTA_AT_MOST_ONE, {"--statistics", "--write-baseline"}},
    {TTA_AT_MOST_ONE, {"--statistics", "--verify-diagnostics"}},
    {TTA_AT_MOST_ONE, {"--statistics", "--emit=json"}},
    {TTA_AT_MOST_ONE, {"--baseline", "--verify-diagnostics"}},
    {TTA_AT_MOST_ONE, {"--write-baseline", "--verify-diagnostics"}},
    {TTA_REQUIRES, {"--query-print", "--query"}},
    {TTA_REQUIRES, {"--query-count", "--query"}},
    {TTA_AT_MOST_ONE, {"--query", "--stats"}},
    {TTA_AT_MOST_ONE, {"--migrate", "--fix"}},
    {TTA_AT_MOST_ONE, {"--migrate", "--fix-only"}},
    {TTA_AT_MOST_ONE, {"--migrate", "--emit=json"}},
    {TTA_AT_MOST_ONE, {"--migrate", "--mlir-print-local-scope"}},
    {TTA_AT_MOST_ONE, {"--migrate", "--verify-roundtrip"}},
    {TTA_AT_MOST_ONE, {"--migrate", "--verify-diagnostics"}},
    {TTA_AT_MOST_ONE, {"--migrate", "--parse-only"}},
};

static const tta_command tt_opt = {
    .program = tt_opt_program,
    .usage = "[OPTION...] [INPUT...]",
    .summary = "Parse, verify and print Tenstorrent attributes in .mlir files",
    .description = "INPUT is a file, a directory of .mlir files, or - for stdin (the default).",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .examples = {"tt-opt --verify-only test/", "verify every .mlir file below test/",
                 "tt-opt -i --fix layout.mlir", "apply fix-its, and write canonical text to the file"},
    .environment = TTA_COLOR_ENVIRONMENT,
    .ignored = ignored,
    .ignored_title = "Options of mlir-opt that are accepted and ignored",
    .operands = {"INPUT"},
    .parse_operand = add_operand,
    .exit_status = {"success, possibly with warnings",
                    "errors in an input, unmatched expectations, a difference (--check, --diff, --verify-roundtrip), "
                    "or nothing found (--query)",
                    "invalid command line, I/O error, or out of memory"},
};

static bool inputs_fit(const tt_opt_options *o) {
  if (o->reduce && o->inputs.many)
    tta_print_error(tt_opt_program, "--reduce requires a single input");
  else if (o->output && o->inputs.many)
    tta_print_error(tt_opt_program, "-o requires a single input; --in-place rewrites several files");
  else if (o->in_place && (!o->inputs.num_items || o->inputs.has_stdin))
    tta_print_error(tt_opt_program, "--in-place requires files; standard input cannot be rewritten");
  else if (o->watch && (!o->inputs.num_arguments || o->inputs.has_stdin))
    tta_print_error(tt_opt_program, "--watch requires files or directories");
  else if (o->num_lines && o->inputs.many)
    tta_print_error(tt_opt_program, "--lines requires a single input");
  else if (o->statistics && o->diagnostics.format > TTA_FORMAT_JSON)
    tta_print_error(tt_opt_program, "--statistics is text or JSON; --diagnostic-format=%s is a list of diagnostics",
                    tta_diagnostic_formats[o->diagnostics.format]);
  else return true;
  return false;
}

/* A report on standard output takes the place of the text. */
static bool report_fits(tt_opt_options *o) {
  if (!tta_diagnostic_report_takes_stdout(&o->diagnostics)) return true;
  const char *rival = o->emit == TT_OPT_EMIT_JSON ? "--emit=json"
                      : o->diff                   ? "--diff"
                      : o->dump                   ? "--dump"
                      : o->output && !strcmp(o->output, "-") ? "-o -"
                                                  : NULL;
  if (rival) {
    tta_print_error(tt_opt_program, "%s and the diagnostics both go to standard output; use --output-file=FILE", rival);
    return false;
  }
  if (!o->output) o->emit = TT_OPT_EMIT_NONE;
  return true;
}

/* A search prints nothing else, and changes nothing. */
static bool search_fits(const tt_opt_options *o) {
  const struct {
    bool given;
    const char *name;
  } rivals[] = {{o->in_place, "--in-place"}, {o->only_check, "--check"}, {o->diff, "--diff"}, {o->fix, "--fix"},
                {o->output, "-o"}, {o->dump, "--dump"}, {o->verify_roundtrip, "--verify-roundtrip"},
                {o->matcher, "--verify-diagnostics"}, {o->diagnostics.format, "--diagnostic-format"},
                {o->diagnostics.output_file, "--output-file"}, {o->statistics, "--statistics"},
                {o->baseline || o->write_baseline, "--baseline"}, {o->since, "--since"}, {o->num_lines, "--lines"}};
  for (size_t i = 0; (o->query || o->stats) && i < sizeof rivals / sizeof *rivals; i++)
    if (rivals[i].given) {
      tta_print_error(tt_opt_program, "%s only searches: it cannot be combined with %s",
                      o->query ? "--query" : "--stats", rivals[i].name);
      return false;
    }
  return true;
}

static tta_status set_check_options(tt_opt_options *o) {
  tta_status status = tta_check_options_set_era(o->check, o->era);
  if (status) return status;
  tta_check_options_set_parse_only(o->check, o->parse_only);
  tta_check_options_set_expand_aliases(o->check, o->expand_aliases);
  tta_check_options_set_split(o->check, o->split);
  return o->split_marker ? tta_check_options_set_split_marker(o->check, tta_str_from(o->split_marker)) : TTA_OK;
}

static tta_status add_inputs(tt_opt_options *o) {
  tta_status status = TTA_OK;
  o->inputs.git_ignores = !o->no_ignore;
  for (uint32_t i = 0; i < o->num_operands && !status; i++) {
    size_t before = o->inputs.num_items;
    status = tta_inputs_add(&o->inputs, o->operands[i]);
    const char *path = o->inputs.num_items == before + 1 ? o->inputs.items[before].path : NULL;
    if (path && !strcmp(path, o->operands[i])) o->inputs.items[before].named = true;
  }
  for (uint32_t i = 0; i < o->inputs.num_items; i++) o->inputs.items[i].number = i;
  o->num_numbers = o->inputs.num_items;
  return status;
}

void tt_opt_options_free(tt_opt_options *o) {
  tt_opt_configs_close(o);
  tt_opt_scope_close(o);
  TTA_ARRAY_FREE(&tta_malloc_allocator, o, operands);
  tta_inputs_free(&o->inputs);
  tta_diagnostic_options_free(&o->diagnostics);
}

int tt_opt_read_options(tt_opt_options *o, char **argv) {
  *o = (tt_opt_options){.jobs = 1, .test_timeout = 60, .from_run_lines = TT_OPT_AUTO};
  tta_arguments arguments;
  if (!tta_diagnostic_options_init(&o->diagnostics, tt_opt_program)) return TTA_EXIT_FAILED;
  o->check = o->diagnostics.check;
  int exit = tta_command_parse(&tt_opt, argv, o, &arguments);
  if (exit >= 0) return exit;
  if (add_inputs(o)) return tt_opt_no_memory();
  if (!inputs_fit(o)) return TTA_EXIT_FAILED;
  o->split = tta_given(&arguments, "--split-input-file");
  o->given_era = tta_given(&arguments, "--era");
  o->given_target = tta_given(&arguments, "--target");
  o->given_max_errors = tta_given(&arguments, "--max-errors");
  tta_check_options_set_target_ttnn(o->check, tta_given(&arguments, "--target=ttnn"));
  if (tta_given(&arguments, "--verify-diagnostics")) o->matcher = (tt_opt_matcher)(TT_OPT_MATCH_ALL + o->matched);
  if (tta_given(&arguments, "--dump")) o->dump = (tt_opt_dump)(TT_OPT_DUMP_TOKENS + o->dumped);
  if (o->from_run_lines == TT_OPT_AUTO) o->from_run_lines = o->inputs.many ? TT_OPT_ON : TT_OPT_OFF;
  if (!o->given_max_errors && o->diagnostics.format == TTA_FORMAT_TEXT) o->max_errors = DEFAULT_MAX_ERRORS;
  o->fix |= o->fix_only;
  if (o->verify_only || o->statistics || o->write_baseline) o->emit = TT_OPT_EMIT_NONE;
  if (!search_fits(o) || !report_fits(o)) return TTA_EXIT_FAILED;
  return set_check_options(o) ? tt_opt_no_memory() : -1;
}

int tt_opt_read_system_desc(tt_opt_options *options, tta_system_input *system) {
  *system = (tta_system_input){.is_file = false};
  if (!options->system_desc) return TTA_EXIT_DONE;
  int status = tta_system_open(tt_opt_program, options->system_desc, system);
  if (status || !tta_check_options_set_system_desc(options->check, system->text)) return status;
  tta_print_no_memory(tt_opt_program);
  return TTA_EXIT_FAILED;
}
