/* Owns the command `memory`: its options, its files, and the table for people. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tool.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "ttattr/freelist.h"
#include "ttattr/memory.h"

typedef struct request {
  const char *file, *system_desc, *csv_dir, *csv_prefix, *resources, *replay;
  bool json;
  tta_memory_plan_options options;
  tta_input system_file, resources_file;
  bool has_system_file, has_resources_file;
  int64_t at_line;
} request;

/* ---- reading ---- */

/* NAME, text with a `<`, or a FILE. */
static int read_system(request *r) {
  tta_arch arch;
  const char *word = r->system_desc;
  if (!word) return TTA_EXIT_DONE;
  if (word[0] == '[') {
    tta_print_error(tt_layout_program, "'%s' says nothing of memory; --system-desc of memory takes a name or a file",
                  word);
    return TTA_EXIT_FAILED;
  }
  r->options.system_desc = tta_view(word);
  bool path = strchr(word, '/') || strchr(word, '.') || !access(word, F_OK);
  if (!strchr(word, '<') && !path && !tta_arch_find((tta_str){word, strcspn(word, ":")}, &arch)) {
    tta_print_error(tt_layout_program, "unknown system '%s'; expected wormhole_b0, blackhole or a file", word);
    return TTA_EXIT_FAILED;
  }
  if (strchr(word, '<') || tta_arch_find((tta_str){word, strcspn(word, ":")}, &arch)) return TTA_EXIT_DONE;
  int exit = tt_layout_read_file(&r->system_file, word);
  if (exit) return exit;
  r->has_system_file = true;
  r->options.system_desc = r->system_file.text;
  return TTA_EXIT_DONE;
}

static int read_resources(request *r) {
  if (!r->resources) return TTA_EXIT_DONE;
  int exit = tt_layout_read_file(&r->resources_file, r->resources);
  if (exit) return exit;
  r->has_resources_file = true;
  r->options.resources = r->resources_file.text;
  return TTA_EXIT_DONE;
}

/* ---- results ---- */

static void print_faults(const request *r, const tta_memory_plan *plan, const char *file) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  for (size_t i = 0; i < tta_memory_plan_num_faults(plan); i++) {
    const tta_memory_plan_fault *f = tta_memory_plan_fault_at(plan, i);
    if (f->line) tta_buf_printf(&text, "%s:%u:", f->in_resources ? r->resources : file, f->line);
    else tta_buf_printf(&text, "%s:", tt_layout_program);
    if (f->column) tta_buf_printf(&text, "%u:", f->column);
    tta_buf_char(&text, ' ');
    tta_buf_str(&text, f->note ? "note: " : "error: ");
    tt_layout_append_str(&text, f->message);
    tta_buf_char(&text, '\n');
  }
  if (text.failed) tta_print_no_memory(tt_layout_program);
  if (text.size && fwrite(text.data, 1, text.size, stderr) != text.size) { /* nowhere left to say it */ }
  tta_buf_free(&text);
}

static void banks_table(tta_buf *out, const tta_memory_plan *plan) {
  bool several = tta_memory_plan_num_systems(plan) > 1;
  tta_buf_printf(out, "%-9s%6s%9s%13s%13s%13s%13s\n", "bank", "banks", "base", "size", "peak", "free", "largest free");
  for (size_t i = 0; i < tta_memory_plan_num_banks(plan); i++) {
    const tta_memory_plan_bank *b = tta_memory_plan_bank_at(plan, i);
    if (several && b->type == TTA_BUFFER_DRAM) {
      tta_buf_printf(out, "%s, ", tta_arch_get(b->arch)->name);
      if (b->system_line) tta_buf_printf(out, "system of line %u:\n", b->system_line);
      else tta_buf_str(out, "for modules without a system description:\n");
    }
    tta_buf_printf(out, "%-9s%6lld%9lld%13lld%13lld%13lld%13lld\n", tta_buffer_type_name(b->type), (long long)b->banks,
                   (long long)b->base, (long long)b->size, (long long)b->peak, (long long)b->free,
                   (long long)b->largest_free);
  }
}

static void buffers_table(tta_buf *out, const tta_memory_plan *plan) {
  if (tta_memory_plan_num_buffers(plan))
    tta_buf_printf(out, "\n%-16s%6s %-8s%12s%9s%12s%7s%7s\n", "value", "line", "space", "B per bank", "wasted",
                   "address", "first", "last");
  for (size_t i = 0; i < tta_memory_plan_num_buffers(plan); i++) {
    const tta_memory_plan_buffer *b = tta_memory_plan_buffer_at(plan, i);
    tta_buf_printf(out, "%-16.*s%6u %-8s%12lld%9lld", (int)b->name.size, b->name.data, b->line,
                   tta_buffer_type_name(b->space), (long long)b->footprint.bytes_per_bank,
                   (long long)b->footprint.wasted_bytes);
    if (b->address >= 0) tta_buf_printf(out, "%12lld", (long long)b->address);
    else tta_buf_printf(out, "%12s", "-");
    tta_buf_printf(out, "%7u%7u", b->first, b->last);
    if (b->shares.size) tta_buf_printf(out, "  in %.*s", (int)b->shares.size, b->shares.data);
    tta_buf_char(out, '\n');
  }
}

static void view_table(tta_buf *out, const tta_memory_plan *plan, uint32_t line) {
  if (!line) return;
  tta_buf_printf(out, "\nmemory at line %u\n%-9s%12s%13s  %s\n", line, "bank", "address", "size", "allocated");
  for (size_t i = 0; i < tta_memory_plan_num_banks(plan); i++) {
    const tta_memory_plan_bank *b = tta_memory_plan_bank_at(plan, i);
    for (size_t k = 0; k < b->num_blocks; k++)
      tta_buf_printf(out, "%-9s%12lld%13lld  %s\n", tta_buffer_type_name(b->type),
                     (long long)(b->blocks[k].address_bytes + b->base), (long long)b->blocks[k].size_bytes,
                     b->blocks[k].allocated ? "yes" : "no");
  }
}

static void table(tta_buf *out, const tta_memory_plan *plan, uint32_t at_line) {
  if (tta_memory_plan_num_systems(plan) > 1) tt_layout_linef(out, "systems", "%zu", tta_memory_plan_num_systems(plan));
  else tt_layout_linef(out, "arch", "%s", tta_arch_get(tta_memory_plan_banks(plan)->arch)->name);
  tt_layout_linef(out, "fits", "%s", tta_memory_plan_fits(plan) ? "yes" : "no");
  tta_buf_char(out, '\n');
  banks_table(out, plan);
  buffers_table(out, plan);
  view_table(out, plan, at_line);
  if (tta_memory_plan_num_assumptions(plan)) tta_buf_char(out, '\n');
  for (size_t i = 0; i < tta_memory_plan_num_assumptions(plan); i++)
    tt_layout_line(out, i ? "" : "assumed", tta_memory_plan_assumption(plan, i));
}

static int write_reports(const request *r, const tta_memory_plan *plan) {
  for (int i = 0; i < TTA_NUM_REPORTS; i++) {
    tta_output output;
    tta_buf path;
    tta_str text = tta_memory_plan_csv(plan, (tta_memory_report)i);
    tta_buf_init(&path, NULL);
    tta_buf_printf(&path, "%s/%s%s", r->csv_dir, r->csv_prefix ? r->csv_prefix : "",
                   tta_memory_report_name((tta_memory_report)i));
    tta_buf_char(&path, '\0');
    if (path.failed) {
      tta_print_no_memory(tt_layout_program);
      tta_buf_free(&path);
      return TTA_EXIT_FAILED;
    }
    tta_output_open(&output, path.data, NULL);
    tta_output_bytes(&output, text.data, text.size);
    bool good = tta_output_close(&output);
    if (!good) tta_print_io_failure(tt_layout_program, &output.failure, path.data);
    tta_buf_free(&path);
    if (!good) return TTA_EXIT_FAILED;
  }
  return TTA_EXIT_DONE;
}

static int show(const request *r, const tta_memory_plan *plan, const char *name) {
  tta_buf out;
  tta_buf_init(&out, NULL);
  print_faults(r, plan, name);
  int exit = r->csv_dir ? write_reports(r, plan) : TTA_EXIT_DONE;
  if (r->json) tta_memory_plan_json(plan, &out);
  else table(&out, plan, r->options.at_line);
  int finished = tt_layout_finish(&out);
  if (finished > exit) exit = finished;
  return exit ? exit : tta_memory_plan_fits(plan) ? TTA_EXIT_DONE : TTA_EXIT_ERRORS;
}

/* Every type is judged first: nothing is planned on a text with errors. */
static int verify(const request *r, tta_source *source) {
  tta_check *check;
  tta_check_options *options;
  tta_status status = tt_layout_check_options(r->options.era, &options);
  if (!status) {
    tta_check_options_set_canonicalize(options, false);
    tta_check_options_set_split(options, true);
    status = tta_check_text(source, options, &check);
  }
  tta_check_options_free(options);
  if (status) {
    tta_buf none;
    tta_buf_init(&none, NULL);
    return tt_layout_fail(status, &none);
  }
  int exit = tta_check_num_errors(check) ? tt_layout_print_diagnostics(check, source) : TTA_EXIT_DONE;
  tta_check_free(check);
  return exit;
}

static int plan_source(request *r, tta_source *source, const char *name) {
  tta_memory_plan *plan;
  int exit = verify(r, source);
  if (exit) return exit;
  tta_status status = tta_memory_plan_text(source, &r->options, &plan);
  if (!plan) {
    tta_buf none;
    tta_buf_init(&none, NULL);
    return tt_layout_fail(status, &none);
  }
  if (status) print_faults(r, plan, name);
  exit = status ? TTA_EXIT_ERRORS : show(r, plan, name);
  tta_memory_plan_free(plan);
  return exit;
}

static int replay(const char *path) {
  tta_input input;
  tta_buf out;
  tta_trace_error error;
  int exit = tt_layout_read_file(&input, path);
  if (exit) return exit;
  tta_buf_init(&out, NULL);
  tta_status status = tta_freelist_replay(input.text, NULL, &out, &error);
  if (status == TTA_INVALID) {
    if (error.column) fprintf(stderr, "%s:%zu:%zu: error: %s\n", input.name, error.line, error.column, error.message);
    else fprintf(stderr, "%s:%zu: error: %s\n", input.name, error.line, error.message);
    exit = TTA_EXIT_ERRORS;
  } else if (status) {
    tta_print_no_memory(tt_layout_program);
    exit = TTA_EXIT_FAILED;
  }
  exit = tt_layout_free_file(&input, exit);
  int finished = tt_layout_finish(&out);
  return finished > exit ? finished : exit;
}

/* ---- the command line ---- */

static const tta_option option_rows[] = {
    {.name = "--system-desc", .value = "NAME[:N]|FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, system_desc),
     .group = "System", .example = "wormhole_b0", .help = "default system of modules that do not describe theirs"},
    {.name = "--l1-base", .value = "ADDRESS", .kind = TTA_KIND_NUMBER, .offset = offsetof(request, options.l1_base),
     .group = "System", .expected = "an address in bytes such as 0x19400", .example = "0x19400",
     .help = "first address of L1 buffers (default: l1_unreserved_base of the system)"},
    {.name = "--resources", .value = "FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, resources),
     .group = "System", .example = "r.jsonl",
     .help = "circular buffers, programs, L1_SMALL and trace buffers, as JSON lines"},
    {.name = "--era", .value = "auto|DATE", .kind = TTA_KIND_DATE, .offset = offsetof(request, options.era),
     .group = "System", .help = "use the sizes, messages and grammar of this date (default: auto)"},
    {.name = "--all-live", .kind = TTA_KIND_FLAG, .offset = offsetof(request, options.all_live), .group = "Plan",
     .help = "keep every buffer until its function ends"},
    {.name = "--at", .value = "LINE", .kind = TTA_KIND_NUMBER, .least = 1, .most = UINT32_MAX,
     .offset = offsetof(request, at_line), .group = "Plan", .expected = "a line number of at least 1", .example = "7",
     .help = "print the banks after the operation on this line"},
    {.name = "--replay", .value = "TRACE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, replay), .group = "Plan",
     .example = "t.trace", .help = "replay an allocation trace instead of a FILE"},
    {.name = "--csv-dir", .value = "DIR", .kind = TTA_KIND_TEXT, .offset = offsetof(request, csv_dir),
     .group = "Output", .example = ".", .help = "write the three memory reports of tt-metal into DIR"},
    {.name = "--csv-prefix", .value = "PREFIX", .kind = TTA_KIND_TEXT, .offset = offsetof(request, csv_prefix),
     .group = "Output", .example = "p_", .help = "prefix of the names of the reports"},
    TT_LAYOUT_JSON_OPTION(offsetof(request, json)),
};

static const tta_option_rule rules[] = {
    {TTA_EXACTLY_ONE, {"FILE", "--replay"}},
    {TTA_REQUIRES, {"--csv-prefix", "--csv-dir"}},
};

static int run_file(request *r) {
  tta_input input;
  tta_source source;
  int exit = tt_layout_read_file(&input, r->file);
  if (exit) return exit;
  tta_source_init(&source, tta_view(input.name), input.text, NULL);
  exit = read_system(r);
  if (!exit) exit = read_resources(r);
  if (!exit) exit = plan_source(r, &source, input.name);
  if (r->has_system_file) tta_input_free(&r->system_file);
  if (r->has_resources_file) tta_input_free(&r->resources_file);
  tta_source_free(&source);
  return tt_layout_free_file(&input, exit);
}

static int run(const tta_command *command, char **argv) {
  request r = {.file = NULL};
  tta_arguments arguments;
  tta_memory_plan_options_init(&r.options);
  int exit = tta_command_parse(command, argv, &r, &arguments);
  if (exit >= 0) return exit;
  if (r.replay) return replay(r.replay);
  r.file = arguments.operands[0];
  r.options.at_line = (uint32_t)r.at_line;
  r.options.want_csv = r.csv_dir != NULL;
  return run_file(&r);
}

const tta_command tt_layout_memory = {
    .program = tt_layout_program,
    .name = "memory",
    .usage = "FILE|--replay TRACE [OPTION...]",
    .summary = "Plan the memory of a program: bytes per bank, addresses and peaks",
    .description = "FILE is an .mlir file. docs/memory.md describes what is counted.",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .operands = {"FILE"},
    .exit_status = {"the program fits", "the program does not fit, or the input has errors",
                    "invalid command line, I/O error, or out of memory"},
    .run = run,
};
