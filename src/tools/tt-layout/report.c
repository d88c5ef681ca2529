/* tt-layout report: everything about a module on one page, or as JSON. */
#include "ttattr/report.h"

#include "picture.h"
#include "tool.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

typedef struct request {
  const char *output, *device_name;
  bool json;
  tt_layout_plan plan;
  tta_module_report_options options;
} request;

static const tta_option option_rows[] = {
    {.name = "-o", .value = "FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, output), .group = "Output",
     .example = "report.html", .help = "write the page into FILE; - is standard output, the default"},
    {.name = "--json", .kind = TTA_KIND_FLAG, .offset = offsetof(request, json), .group = "Output",
     .help = "write JSON instead of a page"},
    TT_LAYOUT_PLAN_OPTIONS(request, plan, "System"),
    TT_LAYOUT_DEVICE_NAME_OPTION(offsetof(request, device_name), "System"),
    {.name = "--era", .value = "auto|latest|DATE", .kind = TTA_KIND_DATE, .offset = offsetof(request, plan.options.era),
     .group = "System", .help = "use the sizes, messages and grammar of this date (default: auto)"},
    {.name = "--buffers", .value = "N", .kind = TTA_KIND_NUMBER, .least = 1, .most = INT32_MAX,
     .offset = offsetof(request, options.buffers), .group = "Stream", .example = "2",
     .expected = "a number of at least 1", .help = "buffers of each core for tensors in DRAM (default: 2)"},
};

/* The diagnostics, then those of the plan. */
static int print_messages(request *r, tta_module_report *report) {
  const tta_memory_plan *plan = tta_module_report_memory(report);
  int exit = tt_layout_print_results(tta_module_report_results(report), &r->plan.source);
  if (plan) tt_layout_print_results(tta_memory_plan_results(plan), &r->plan.source);
  return exit;
}

static int write_report(request *r, const char *path) {
  tta_module_report *report;
  tta_check_options *check;
  tta_buf out, reason;
  r->options.memory = r->plan.options;
  r->options.device_name = tta_str_from(r->device_name);
  tta_buf_init(&reason, NULL);
  tta_status status = tt_layout_check_options(r->plan.options.era, &check);
  r->options.check = check;
  if (!status) status = tta_module_report_new(&r->plan.source, &r->options, &report, &reason);
  tta_check_options_free(check);
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  int exit = print_messages(r, report);
  tta_buf_init(&out, NULL);
  if (r->json) tta_module_report_json(report, &out);
  else status = tta_module_report_html(report, tta_str_from(tt_layout_name_of_file(path)), &out);
  if (!exit && !tta_module_report_is_good(report)) exit = TTA_EXIT_ERRORS;
  tta_module_report_free(report);
  if (status) {
    tta_buf_free(&out);
    return tt_layout_fail(status, NULL);
  }
  int finished = tta_print_and_free(tt_layout_program, &out, r->output);
  return finished > exit ? finished : exit;
}

static int run(const tta_command *command, char **argv) {
  request r = {.output = NULL};
  tta_arguments arguments;
  tta_module_report_options_init(&r.options);
  tta_memory_plan_options_init(&r.plan.options);
  int exit = tta_command_parse(command, argv, &r, &arguments);
  if (exit >= 0) return exit;
  const char *path = arguments.operands[0];
  exit = tt_layout_plan_read(&r.plan, path);
  if (!exit) exit = write_report(&r, path);
  return tt_layout_plan_close(&r.plan, exit);
}

const tta_command tt_layout_report = {
    TT_LAYOUT_COMMAND,
    .name = "report",
    .usage = "[MODULE] [-o FILE] [OPTION...]",
    .summary = "Write a page about a module: layouts, memory, moves and padding",
    .description = "The page shows what memory, move, grids and stream compute for the module, and what does not fit. "
                   "It has no scripts and no other files, and can be printed.",
    TTA_OPTIONS(option_rows),
    .operands = {"MODULE"},
    .exit_status = {"the program fits, or nothing was planned", "the program does not fit, or the input has errors",
                    "invalid command line, I/O error, or out of memory"},
    .examples = {"tt-layout report program.mlir -o report.html", "write a page about a module"},
    .run = run,
};
