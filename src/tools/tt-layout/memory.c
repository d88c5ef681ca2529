/* tt-layout memory: memory plans of programs, also for tt-layout draw. */
#include <stdio.h>
#include <string.h>

#include "picture.h"
#include "base/format.h"
#include "base/str.h"
#include "tool.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "ttattr/memory.h"

const char *const tt_layout_addresses[] = {"warn", "error", "ignore", NULL};

/* Nothing is planned on a text with errors. */
static int verify(tt_layout_plan *in) {
  tta_check *check;
  tta_check_options *options;
  tta_status status = tt_layout_check_options(in->options.era, &options);
  if (!status) {
    tta_check_options_set_canonicalize(options, false);
    tta_check_options_set_split(options, true);
    status = tta_check_text(&in->source, options, &check);
  }
  tta_check_options_free(options);
  if (status) return tt_layout_fail(status, NULL);
  int exit = tt_layout_print_results(tta_check_results(check), &in->source);
  tta_check_free(check);
  return exit;
}

int tt_layout_plan_read(tt_layout_plan *in, const char *path) {
  int exit = tt_layout_read_file(&in->file, path);
  if (exit) return exit;
  in->has_file = true;
  tta_source_init(&in->source, tta_str_from(in->file.name), in->file.text, NULL);
  in->options.addresses = (tta_memory_addresses)in->addresses;
  in->options.check = tt_layout_diagnostics.check;
  if (in->system_desc && (exit = tta_system_open(tt_layout_program, in->system_desc, &in->system))) return exit;
  in->options.system_desc = in->system.text;
  if (!in->resources || (exit = tt_layout_read_file(&in->resources_file, in->resources))) return exit;
  in->has_resources = true;
  tta_source_init(&in->resources_source, tta_str_from(in->resources_file.name), in->resources_file.text, NULL);
  in->options.resources = &in->resources_source;
  return exit;
}

int tt_layout_plan_open(tt_layout_plan *in, const char *path) {
  int exit = tt_layout_plan_read(in, path);
  if (!exit) exit = verify(in);
  if (exit) return exit;
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = tta_memory_plan_new(&in->source, &in->options, &in->plan, &reason);
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  if (tta_memory_plan_is_planned(in->plan)) return TTA_EXIT_DONE;
  tt_layout_print_results(tta_memory_plan_results(in->plan), &in->source);
  return TTA_EXIT_ERRORS;
}

int tt_layout_plan_close(tt_layout_plan *in, int exit) {
  tta_memory_plan_free(in->plan);
  tta_system_close(&in->system);
  if (in->has_resources) {
    tta_source_free(&in->resources_source);
    tta_input_free(&in->resources_file);
  }
  if (!in->has_file) return exit;
  tta_source_free(&in->source);
  return tt_layout_free_file(&in->file, exit);
}

typedef struct request {
  const char *file, *csv_dir, *csv_prefix, *replay, *svg, *html;
  bool json;
  tt_layout_plan plan;
  int64_t at_line, max_messages;
  int search; /* a tta_freelist_search; -1: not given */
} request;

/* ---- results ---- */

/* A table: the cells of its lines, each ended by a tab or, the last one, by a new line. A column is as wide as its
 * widest cell, and at least as `widths` says; negative widths are of columns that start at the left. A line of one cell
 * is a heading over all columns. */
enum { MAX_COLUMNS = 10 };

static void pad(tta_buf *out, int count) {
  for (; count > 0; count--) tta_buf_char(out, ' ');
}

static const char *cell_end(const char *at, const char *end) {
  while (at < end && *at != '\t' && *at != '\n') at++;
  return at;
}

static void widen(const tta_buf *cells, int *widths) {
  const char *end = cells->data + cells->size;
  int column = 0;
  for (const char *at = cells->data; at < end; at++) {
    const char *stop = cell_end(at, end);
    int size = (int)(stop - at);
    bool last = stop == end || *stop == '\n';
    if (!last && column < MAX_COLUMNS && widths[column] >= 0 && size + 1 > widths[column]) widths[column] = size + 1;
    if (!last && column < MAX_COLUMNS && widths[column] < 0 && size + 1 > -widths[column]) widths[column] = -size - 1;
    column = last ? 0 : column + 1;
    at = stop;
  }
}

static void print_cells(tta_buf *out, const tta_buf *cells, int *widths) {
  const char *end = cells->data + cells->size;
  int column = 0;
  widen(cells, widths);
  for (const char *at = cells->data; at < end; at++) {
    const char *stop = cell_end(at, end);
    int size = (int)(stop - at);
    bool last = stop == end || *stop == '\n';
    if (!last && column < MAX_COLUMNS) pad(out, widths[column] - size);
    tta_buf_bytes(out, at, (size_t)size);
    if (!last && column < MAX_COLUMNS && widths[column] < 0) pad(out, -widths[column] - size);
    if (last) tta_buf_char(out, '\n');
    column = last ? 0 : column + 1;
    at = stop;
  }
}

/* Prints and frees the cells. */
static void print_table(tta_buf *out, tta_buf *cells, int *widths) {
  if (cells->size && !cells->failed) print_cells(out, cells, widths);
  if (cells->failed) out->failed = true;
  tta_buf_free(cells);
}

/* A line before the rows of a system, if there are several. */
static void system_line(tta_buf *cells, const tta_memory_plan *plan, uint32_t system) {
  const tta_memory_bank *b = NULL;
  for (size_t i = 0; i < tta_memory_plan_num_banks(plan) && (!b || b->system != system); i++)
    b = tta_memory_plan_bank(plan, i);
  if (!b || tta_memory_plan_num_systems(plan) < 2) return;
  tta_buf_printf(cells, "%s, ", tta_arch_get(b->arch)->name);
  if (b->system_line) tta_buf_printf(cells, "system of line %u:\n", b->system_line);
  else tta_buf_str(cells, "for modules without a system description:\n");
}

static void banks_table(tta_buf *out, const tta_memory_plan *plan) {
  int widths[MAX_COLUMNS] = {-9, 6, 9, 13, 13, 13, 13};
  tta_buf cells = tta_buf_new(NULL);
  tta_buf_str(&cells, "bank\tbanks\tbase\tsize\tpeak\tfree\tlargest free\t\n");
  for (size_t i = 0; i < tta_memory_plan_num_banks(plan); i++) {
    const tta_memory_bank *b = tta_memory_plan_bank(plan, i);
    if (b->type == TTA_BUFFER_DRAM) system_line(&cells, plan, b->system);
    tta_buf_printf(&cells, "%s\t%lld\t%lld\t%lld\t%lld\t%lld\t%lld\t\n", tta_buffer_type_name(b->type),
                   (long long)b->banks, (long long)b->base, (long long)b->size, (long long)b->peak, (long long)b->free,
                   (long long)b->largest_free);
  }
  print_table(out, &cells, widths);
}

static void buffers_table(tta_buf *out, const tta_memory_plan *plan) {
  int widths[MAX_COLUMNS] = {-16, 6, 1, -8, 12, 9, 12, 7, 7};
  if (!tta_memory_plan_num_buffers(plan)) return;
  tta_buf_char(out, '\n');
  tta_buf cells = tta_buf_new(NULL);
  tta_buf_str(&cells, "value\tline\t\tspace\tB per bank\twasted\taddress\tfirst\tlast\t\n");
  for (size_t i = 0; i < tta_memory_plan_num_buffers(plan); i++) {
    const tta_memory_buffer *b = tta_memory_plan_buffer(plan, i);
    if (!i || tta_memory_plan_buffer(plan, i - 1)->system != b->system) system_line(&cells, plan, b->system);
    tta_buf_printf(&cells, "%.*s\t", (int)b->name.size, b->name.data);
    if (b->line) tta_buf_printf(&cells, "%u", b->line);
    else tta_buf_char(&cells, '-');
    tta_buf_printf(&cells, "\t\t%s\t%lld\t%lld\t", tta_buffer_type_name(b->space),
                   (long long)b->footprint.bytes_per_bank, (long long)b->footprint.wasted_bytes);
    if (b->address >= 0) tta_buf_printf(&cells, "%lld", (long long)b->address);
    else tta_buf_char(&cells, '-');
    tta_buf_printf(&cells, "\t%u\t%u\t", b->first, b->last);
    if (b->shares.size) tta_buf_printf(&cells, "  in %.*s", (int)b->shares.size, b->shares.data);
    else if (b->kind != TTA_MEMORY_TENSOR) tta_buf_printf(&cells, "  %s", tta_memory_kind_words(b->kind));
    tta_buf_char(&cells, '\n');
  }
  print_table(out, &cells, widths);
}

static void view_table(tta_buf *out, const tta_memory_plan *plan, uint32_t line) {
  int widths[MAX_COLUMNS] = {-9, 12, 13};
  if (!line) return;
  tta_buf_printf(out, "\nmemory at line %u\n", line);
  tta_buf cells = tta_buf_new(NULL);
  tta_buf_str(&cells, "bank\taddress\tsize\t  allocated\n");
  for (size_t i = 0; i < tta_memory_plan_num_banks(plan); i++) {
    const tta_memory_bank *b = tta_memory_plan_bank(plan, i);
    for (size_t k = 0; k < b->num_blocks; k++)
      tta_buf_printf(&cells, "%s\t%lld\t%lld\t  %s\n", tta_buffer_type_name(b->type),
                     (long long)(b->blocks[k].address_bytes + b->base), (long long)b->blocks[k].size_bytes,
                     b->blocks[k].allocated ? "yes" : "no");
  }
  print_table(out, &cells, widths);
}

/* A line of its own title, or one more below it. */
static void note(tta_buf *out, const char **title, const char *text) {
  tt_layout_line(out, *title, tta_str_from(text));
  *title = "";
}

/* What each search gives for a bank. */
static void note_searches(tta_buf *out, const char **title, const tta_memory_bank *b) {
  char text[300];
  tta_buf words = tta_buf_fixed(text, sizeof text);
  if (!b->searches_compared) return;
  tta_buf_printf(&words, "%s: buffers span at the most", tta_buffer_type_name(b->type));
  for (int s = 0; s < TTA_NUM_FREELIST_SEARCHES; s++) {
    const tta_memory_search_result *result = &b->by_search[s];
    tta_buf_printf(&words, "%s %lld B with %s fit", s ? "," : "", (long long)result->span,
                   tta_freelist_search_name((tta_freelist_search)s));
    if (result->num_unfit)
      tta_buf_printf(&words, " (%zu buffer%s not fit)", result->num_unfit, result->num_unfit == 1 ? " does" : "s do");
  }
  note(out, title, tta_buf_fixed_text(&words));
}

/* The compiler's addresses, what lockstep leaves idle, regions that only some systems have. */
static void notes(tta_buf *out, const tta_memory_plan *plan) {
  const char *placed = "placed", *search = "search", *idle = "lockstep", *regions = "regions";
  char text[300];
  tta_buf_char(out, '\n');
  size_t empty = out->size;
  for (size_t i = 0; i < tta_memory_plan_num_banks(plan); i++) {
    const tta_memory_bank *b = tta_memory_plan_bank(plan, i);
    snprintf(text, sizeof text,
             "%s: %zu buffers have addresses in the text; they span %lld B at the most, with first fit %lld B",
             tta_buffer_type_name(b->type), b->num_placed, (long long)b->placed_span, (long long)b->first_fit_span);
    if (b->num_placed) note(out, &placed, text);
  }
  for (size_t i = 0; i < tta_memory_plan_num_banks(plan); i++)
    note_searches(out, &search, tta_memory_plan_bank(plan, i));
  for (size_t i = 0; i < tta_memory_plan_num_banks(plan); i++) {
    const tta_memory_bank *b = tta_memory_plan_bank(plan, i);
    char chips[48] = "";
    if (b->chips > 1) snprintf(chips, sizeof chips, " of each of %lld chips", (long long)b->chips);
    snprintf(text, sizeof text, "%s: %lld B of all %lld banks%s are reserved without data at the peak",
             tta_buffer_type_name(b->type), (long long)b->idle_bytes, (long long)b->banks, chips);
    if (b->idle_bytes) note(out, &idle, text);
  }
  for (size_t i = 0; i < tta_memory_plan_num_regions(plan); i++) {
    const tta_memory_region *r = tta_memory_plan_region(plan, i);
    snprintf(text, sizeof text, "%lld..%lld %s: %s", (long long)r->begin, (long long)r->end, r->name, r->meaning);
    if (!strcmp(r->name, "L1_SMALL") || !strcmp(r->name, "TRACE")) note(out, &regions, text);
  }
  if (out->size == empty && !out->failed) out->size--; /* the blank line above */
}

static void table(tta_buf *out, const tta_memory_plan *plan, uint32_t at_line) {
  size_t unknown = tta_memory_plan_num_unknown(plan);
  if (tta_memory_plan_num_systems(plan) > 1) tt_layout_linef(out, "systems", "%zu", tta_memory_plan_num_systems(plan));
  else tt_layout_linef(out, "arch", "%s", tta_arch_get(tta_memory_plan_banks(plan)->arch)->name);
  switch (tta_memory_plan_verdict(plan)) {
  case TTA_VERDICT_NOTHING:
    tt_layout_linef(out, "fits", "nothing was planned: no value has a layout in device memory");
    break;
  case TTA_VERDICT_UNDECIDED:
    tt_layout_linef(out, "fits", "undecided: the size of %zu buffer%s is unknown", unknown,
                    tta_plural((int64_t)unknown));
    break;
  case TTA_VERDICT_FITS: tt_layout_linef(out, "fits", "yes"); break;
  case TTA_VERDICT_NO: tt_layout_linef(out, "fits", "no"); break;
  }
  tta_buf_char(out, '\n');
  banks_table(out, plan);
  buffers_table(out, plan);
  view_table(out, plan, at_line);
  notes(out, plan);
  if (tta_memory_plan_num_assumptions(plan)) tta_buf_char(out, '\n');
  for (size_t i = 0; i < tta_memory_plan_num_assumptions(plan); i++)
    tt_layout_line(out, i ? "" : "assumed", tta_memory_plan_assumption(plan, i));
}

static int write_reports(const request *r, const tta_memory_plan *plan) {
  for (int i = 0; i < TTA_NUM_REPORTS; i++) {
    tta_output output;
    tta_str text = tta_memory_plan_csv(plan, (tta_memory_report)i);
    tta_buf path = tta_buf_new(NULL);
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

static int draw(const request *r, const tta_memory_plan *plan, const char *path, tta_picture_format format) {
  tta_picture picture = {.memory_plan = plan, .view = TTA_PICTURE_MEMORY,
                         .subject = tta_str_from(tt_layout_name_of_file(r->file))};
  tt_layout_picture_file file = {.path = path, .format = format};
  return tt_layout_draw_picture(&file, &picture);
}

static int show(request *r, const tta_memory_plan *plan) {
  tta_buf out = tta_buf_new(NULL);
  tt_layout_print_results(tta_memory_plan_results(plan), &r->plan.source);
  int exit = r->csv_dir ? write_reports(r, plan) : TTA_EXIT_DONE;
  if (!exit && r->svg) exit = draw(r, plan, r->svg, TTA_PICTURE_SVG);
  if (!exit && r->html) exit = draw(r, plan, r->html, TTA_PICTURE_HTML);
  if (r->json) tta_memory_plan_json(plan, &out);
  else table(&out, plan, r->plan.options.at_line);
  int finished = tt_layout_finish(&out);
  if (finished > exit) exit = finished;
  return exit ? exit : tta_memory_plan_fits(plan) ? TTA_EXIT_DONE : TTA_EXIT_ERRORS;
}

/* The chip that a graph was recorded on; a trace has its own numbers. */
static int choose_banks(const request *r, tta_banks *banks) {
  tta_system_input system = {.text = {NULL, 0}};
  tta_buf reason = tta_buf_new(NULL);
  int exit = r->plan.system_desc ? tta_system_open(tt_layout_program, r->plan.system_desc, &system) : TTA_EXIT_DONE;
  tta_status status = TTA_OK;
  if (!exit && r->plan.system_desc) status = tta_banks_parse(system.text, banks, &reason);
  else status = tta_banks_default(TTA_ARCH_WORMHOLE_B0, banks);
  if (!exit && !status && r->plan.options.l1_base != TTA_NO_ADDRESS)
    status = tta_banks_set_l1_base(banks, r->plan.options.l1_base, &reason);
  if (!exit && status) exit = tt_layout_fail(status, &reason);
  if (r->plan.system_desc) tta_system_close(&system);
  tta_buf_free(&reason);
  return exit;
}

static int replay(request *r) {
  tta_input input;
  tta_replay *replay;
  tta_source source;
  tta_banks banks;
  int exit = choose_banks(r, &banks);
  if (!exit) exit = tt_layout_read_file(&input, r->replay);
  if (exit) return exit;
  tta_replay_options options = {.banks = &banks, .json = r->json};
  tta_buf out = tta_buf_new(NULL);
  tta_source_init(&source, tta_str_from(input.name), input.text, NULL);
  tta_status status = tta_replay_new(&source, &options, &replay);
  if (replay) {
    exit = tt_layout_print_results(tta_replay_results(replay), &source);
    tta_buf_append(&out, tta_replay_answers(replay));
  } else {
    exit = tt_layout_fail(status, NULL);
  }
  tta_replay_free(replay);
  tta_source_free(&source);
  exit = tt_layout_free_file(&input, exit);
  int finished = tt_layout_finish(&out);
  return finished > exit ? finished : exit;
}

/* ---- the command line ---- */

static const char *const search_names[] = {"first", "best", NULL}; /* by tta_freelist_search */

static const tta_option option_rows[] = {
    TT_LAYOUT_PLAN_OPTIONS(request, plan, "System"),
    {.name = "--era", .value = "auto|latest|DATE", .kind = TTA_KIND_DATE, .offset = offsetof(request, plan.options.era),
     .group = "System", .help = "use the sizes, messages and grammar of this date (default: auto)"},
    {.name = "--at", .value = "LINE", .kind = TTA_KIND_NUMBER, .least = 1, .most = UINT32_MAX,
     .offset = offsetof(request, at_line), .group = "Plan", .expected = "a line number of at least 1", .example = "7",
     .help = "print the banks after the operation on this line"},
    {.name = "--search", .value = "first|best", .kind = TTA_KIND_CHOICE, .choices = search_names,
     .offset = offsetof(request, search), .group = "Plan",
     .help = "how free blocks are chosen (default: first, as tt-metal does), and compare both"},
    {.name = "--replay", .value = "TRACE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, replay), .group = "Plan",
     .example = "t.trace", .help = "replay an allocation trace, or a graph that ttnn recorded, instead of a FILE"},
    {.name = "--svg", .value = "FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, svg), .group = "Output",
     .example = "m.svg", .help = "draw the banks over time into FILE, as SVG"},
    {.name = "--html", .value = "FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, html), .group = "Output",
     .example = "m.html", .help = "draw the banks over time into FILE, as an HTML page"},
    {.name = "--csv-dir", .value = "DIR", .kind = TTA_KIND_TEXT, .offset = offsetof(request, csv_dir),
     .group = "Output", .example = ".", .help = "write the three memory reports of tt-metal into DIR"},
    {.name = "--csv-prefix", .value = "PREFIX", .kind = TTA_KIND_TEXT, .offset = offsetof(request, csv_prefix),
     .group = "Output", .example = "p_", .help = "prefix of the names of the reports"},
    {.name = "--max-messages", .value = "N", .kind = TTA_KIND_NUMBER, .least = 1, .most = INT32_MAX,
     .offset = offsetof(request, max_messages), .group = "Output", .expected = "a number of at least 1",
     .example = "100", .help = "report at most N buffers that do not fit, invalid addresses and clashes (default: 10)"},
    TT_LAYOUT_JSON_OPTION(offsetof(request, json)),
};

static const tta_option_rule rules[] = {
    {TTA_EXACTLY_ONE, {"FILE", "--replay"}},
    {TTA_REQUIRES, {"--csv-prefix", "--csv-dir"}},
    {TTA_AT_MOST_ONE, {"--search", "--replay"}},
    {TTA_AT_MOST_ONE, {"--at", "--replay"}},
    {TTA_AT_MOST_ONE, {"--dram-base", "--replay"}},
    {TTA_AT_MOST_ONE, {"--resources", "--replay"}},
    {TTA_AT_MOST_ONE, {"--all-live", "--replay"}},
    {TTA_AT_MOST_ONE, {"--svg", "--replay"}},
    {TTA_AT_MOST_ONE, {"--html", "--replay"}},
    {TTA_AT_MOST_ONE, {"--csv-dir", "--replay"}},
};

static int run_file(request *r) {
  int exit = tt_layout_plan_open(&r->plan, r->file);
  if (!exit) exit = show(r, r->plan.plan);
  return tt_layout_plan_close(&r->plan, exit);
}

static int run(const tta_command *command, char **argv) {
  request r = {.search = -1};
  tta_arguments arguments;
  tta_memory_plan_options_init(&r.plan.options);
  int exit = tta_command_parse(command, argv, &r, &arguments);
  if (exit >= 0) return exit;
  if (r.replay) return replay(&r);
  r.file = arguments.operands[0];
  r.plan.options.at_line = (uint32_t)r.at_line;
  if (r.max_messages) r.plan.options.max_messages = (uint32_t)r.max_messages;
  r.plan.options.compare_searches = r.search >= 0;
  if (r.search >= 0) r.plan.options.search = (tta_freelist_search)r.search;
  r.plan.options.want_csv = r.csv_dir != NULL;
  return run_file(&r);
}

const tta_command tt_layout_memory = {
    TT_LAYOUT_COMMAND,
    .name = "memory",
    .usage = "FILE|--replay TRACE [OPTION...]",
    .summary = "Plan the memory of a program: bytes per bank, addresses and peaks",
    .description = "FILE is an .mlir file. docs/memory.md describes what is counted.",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .operands = {"FILE"},
    .exit_status = {"the program fits, or nothing was planned", "the program does not fit, or the input has errors",
                    "invalid command line, I/O error, or out of memory"},
    .examples = {"tt-layout memory program.mlir", "print the memory plan of a program"},
    .run = run,
};
