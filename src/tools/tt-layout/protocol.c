/* tt-layout protocol: verifies the synchronization of kernels: protocols, modules (ttattr/kernel.h), and bindings with
 * their kernel sources. */
#include <string.h>

#include "binding.h"
#include "picture.h"
#include "tool.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "ttattr/kernel.h"

typedef struct request {
  bool json, trace;
  bool text;           /* --emit: the operations instead of the summary, */
  bool binding;        /* or the binding */
  const char *picture; /* where the steps to an error are drawn; NULL = nowhere */
  int64_t max_states;
  int arch, form;
  tt_layout_sources sources;
  /* while it runs */
  tta_protocol_options how;
  bool fails, undecided, drawn; /* in the programs of the file so far */
} request;

/* ---- what is printed ---- */

static void report(const request *r, const tta_results *results) {
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++)
    tt_layout_diagnose(r->how.source, tta_results_diagnostic(results, i));
}

static void conclude(request *r, tta_kernel_verdict verdict) {
  r->fails |= verdict == TTA_KERNEL_FAILS;
  r->undecided |= verdict == TTA_KERNEL_UNDECIDED;
}

static tta_kernel_verdict verdict_of(const tta_protocol *protocol) {
  if (tta_protocol_is_undecided(protocol)) return TTA_KERNEL_UNDECIDED;
  return tta_protocol_passes(protocol) ? TTA_KERNEL_PASSES : TTA_KERNEL_FAILS;
}

static void summary_text(tta_buf *out, const tta_protocol *protocol) {
  tta_protocol_summary s = tta_protocol_result(protocol);
  bool passes = tta_protocol_passes(protocol), undecided = tta_protocol_is_undecided(protocol);
  if (!passes && undecided) tt_layout_linef(out, "result", "undecided: nothing was run");
  if (!passes) return; /* the errors have been reported */
  tt_layout_linef(out, "result", "%s",
                  undecided ? "undecided: no error in the states that were explored" : "passes in every interleaving");
  tt_layout_linef(out, "cores", "%llu", (unsigned long long)s.cores);
  tt_layout_linef(out, "kernels", "%llu", (unsigned long long)s.kernels);
  tt_layout_linef(out, "operations", "%llu", (unsigned long long)s.operations);
  tt_layout_linef(out, "moved", "%llu bytes", (unsigned long long)s.bytes_moved);
  tt_layout_linef(out, "states", "%llu", (unsigned long long)s.states);
}

/* The steps to the first error of the file that has steps. */
static int draw(request *r, const tta_protocol *protocol) {
  const tta_results *results = protocol ? tta_protocol_results(protocol) : NULL;
  const tta_protocol_trace *trace = NULL;
  for (size_t i = 0; i < tta_results_num_diagnostics(results) && !trace; i++)
    trace = tta_protocol_trace_of(protocol, tta_results_diagnostic(results, i));
  if (!r->picture || r->drawn || !trace) return TTA_EXIT_DONE;
  tt_layout_picture_file file;
  tta_picture picture = {.trace = trace, .view = TTA_PICTURE_SEQUENCE};
  int exit = tt_layout_choose_format(&file, r->picture, false);
  r->drawn = true;
  return exit ? exit : tt_layout_draw_picture(&file, &picture);
}

/* ---- protocols ---- */

static int verify_section(request *r, tta_str text) {
  tta_protocol *protocol;
  tta_status status = tta_protocol_check(text, &r->how, &protocol);
  if (status) return tt_layout_fail(status, NULL);
  tta_buf out = tta_buf_new(NULL);
  report(r, tta_protocol_results(protocol));
  conclude(r, verdict_of(protocol));
  if (r->json) tta_protocol_json(protocol, &out);
  else if (r->text) tta_protocol_text(protocol, &out);
  else summary_text(&out, protocol);
  int exit = tt_layout_finish(&out);
  if (!exit) exit = draw(r, protocol);
  tta_protocol_free(protocol);
  return exit;
}

static int print_separator(void) {
  tta_buf line = tta_buf_new(NULL);
  tta_buf_printf(&line, "// -----\n");
  return tt_layout_finish(&line);
}

/* Sections at lines that start with `// -----` are protocols of their own. */
static int verify(request *r, tta_str text) {
  const char *begin = text.data, *end = begin + text.size;
  int exit = TTA_EXIT_DONE;
  for (const char *at = begin; !exit;) {
    const char *stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    bool separates = (size_t)(end - at) >= 8 && !memcmp(at, "// -----", 8);
    if (separates || !stop) {
      exit = verify_section(r, (tta_str){begin, (size_t)((separates ? at : end) - begin)});
      begin = at;
    }
    if (!stop) break;
    if (separates && r->text && !exit) exit = print_separator();
    at = stop + 1;
  }
  return exit;
}

/* ---- modules ---- */

static void verdicts_text(tta_buf *out, const tta_kernel_module *module) {
  size_t count = tta_kernel_module_num_programs(module);
  if (!count) tt_layout_linef(out, "result", "%s", "the text has no kernels");
  for (size_t i = 0; i < count; i++) {
    const tta_module_program *p = tta_kernel_module_program(module, i);
    bool explored = p->protocol && p->verdict == TTA_KERNEL_UNDECIDED;
    tt_layout_linef(out, "program", "%.*s in line %u", (int)p->name.size, p->name.data, p->line);
    tt_layout_linef(out, "result", "%s%s", tta_kernel_verdict_name(p->verdict),
                    explored                          ? ": no error in the states that were explored"
                    : p->verdict == TTA_KERNEL_PASSES ? " in every interleaving"
                                                      : "");
    if (!p->protocol) continue;
    tt_layout_linef(out, "kernels", "%llu", (unsigned long long)tta_protocol_result(p->protocol).kernels);
    tt_layout_linef(out, "operations", "%llu", (unsigned long long)tta_protocol_result(p->protocol).operations);
  }
}

/* The protocols of all programs, one a section; comments on programs that have none. */
static void module_text(const request *r, tta_buf *out, const tta_kernel_module *module) {
  bool first = true;
  for (size_t i = 0; i < tta_kernel_module_num_programs(module); i++) {
    const tta_module_program *p = tta_kernel_module_program(module, i);
    if (p->protocol && !first) tta_buf_printf(out, "// -----\n");
    tta_buf_printf(out, "// program %.*s in line %u: %s\n", (int)p->name.size, p->name.data, p->line,
                   tta_kernel_verdict_name(p->verdict));
    for (size_t n = 0; n < tta_results_num_diagnostics(p->results) && !p->protocol; n++) {
      const tta_diagnostic *d = tta_results_diagnostic(p->results, n);
      tta_buf_printf(out, "//   line %u: %.*s [%s]\n", tta_source_position(r->how.source, d->span.begin).line,
                     (int)d->message.size, d->message.data, tta_rule_get(d->rule)->name);
    }
    if (p->protocol) tta_protocol_text(p->protocol, out);
    first &= !p->protocol;
  }
}

static int verify_module(request *r, const tta_input *file) {
  tta_kernel_module *module;
  tta_status status = tta_kernel_module_new(r->how.source->name, file->text, &r->how, &module);
  if (status) return tt_layout_fail(status, NULL);
  tta_buf out = tta_buf_new(NULL);
  report(r, tta_kernel_module_results(module));
  conclude(r, tta_kernel_module_verdict(module));
  if (r->json) tta_kernel_module_json(module, &out);
  else if (r->text) module_text(r, &out, module);
  else verdicts_text(&out, module);
  int exit = TTA_EXIT_DONE;
  for (size_t i = 0; i < tta_kernel_module_num_programs(module) && !exit; i++)
    exit = draw(r, tta_kernel_module_program(module, i)->protocol);
  int finished = tt_layout_finish(&out);
  tta_kernel_module_free(module);
  return finished ? finished : exit;
}

/* ---- bindings ---- */

static void program_text(request *r, const tta_kernel_program *program, tta_buf *out) {
  const tta_protocol *protocol = tta_kernel_protocol(program);
  tta_kernel_verdict verdict = tta_kernel_program_verdict(program);
  size_t count = tta_kernel_num_programs(program), number = r->sources.program + 1;
  report(r, tta_kernel_program_results(program));
  conclude(r, verdict);
  if (count > 1 && r->json) tta_buf_printf(out, number > 1 ? "," : "");
  else if (count > 1 && r->binding) tta_buf_printf(out, "# program %zu of %zu\n", number, count);
  else if (count > 1 && r->text) tta_buf_printf(out, number > 1 ? "// -----\n" : "");
  else if (count > 1) tt_layout_linef(out, "program", "%zu of %zu", number, count);
  if (r->json) tta_kernel_program_json(program, out);
  else if (r->binding) tta_kernel_binding(program, out);
  else if (r->text && protocol) tta_protocol_text(protocol, out);
  else if (protocol) summary_text(out, protocol);
  else if (!r->text && verdict == TTA_KERNEL_UNDECIDED) tt_layout_linef(out, "result", "undecided");
  if (r->json || r->text) return;
  for (size_t i = 0; i < tta_kernel_num_assumptions(program); i++)
    tt_layout_line(out, i ? "" : "assumed", tta_kernel_assumption(program, i));
}

static int print_programs(const request *r, tta_buf *programs, size_t count) {
  const char *verdict = r->fails ? "fails" : r->undecided ? "undecided" : "passes";
  if (!r->json || count <= 1) return tt_layout_finish(programs);
  tta_buf out = tta_buf_new(NULL);
  tta_buf_printf(&out, "{\"passes\":%s,\"verdict\":\"%s\",\"programs\":[%.*s]}\n",
                 r->fails || r->undecided ? "false" : "true", verdict, (int)tta_buf_view(programs).size,
                 tta_buf_view(programs).data);
  out.failed |= programs->failed;
  tta_buf_free(programs);
  return tt_layout_finish(&out);
}

/* A host program may have several programs, which run one after the other. */
static int verify_binding(request *r, const tta_input *file) {
  int exit = TTA_EXIT_DONE;
  size_t count = 1;
  tta_buf out = tta_buf_new(NULL);
  for (size_t i = 0; i < count && !exit; i++) {
    tta_kernel_program *program;
    tt_layout_kernel_files *files;
    r->sources.program = i;
    tta_status status = tt_layout_read_binding(file, &r->sources, &r->how, &program, &files);
    if (status) {
      exit = tt_layout_fail(status, NULL);
    } else {
      count = tta_kernel_num_programs(program);
      program_text(r, program, &out);
      exit = draw(r, tta_kernel_protocol(program));
    }
    tta_kernel_program_free(program);
    tt_layout_free_kernel_files(files);
  }
  if (!exit) return print_programs(r, &out, count);
  tta_buf_free(&out);
  return exit;
}

/* ---- the command ---- */

static const char *const forms[] = {"protocol", "binding", NULL};

static int parse_define(void *into, const tta_option_use *use) {
  tt_layout_sources *s = &((request *)into)->sources;
  if (!use->value[0] || s->num_defines == TT_LAYOUT_MAX_SOURCE_OPTIONS)
    return tta_invalid_value(tt_layout_program, use, "NAME or NAME=VALUE, at most 64 times");
  s->defines[s->num_defines++] = (tta_str){use->value, strlen(use->value)};
  return -1;
}

static int parse_folder(void *into, const tta_option_use *use) {
  tt_layout_sources *s = &((request *)into)->sources;
  if (!use->value[0] || s->num_folders == TT_LAYOUT_MAX_SOURCE_OPTIONS)
    return tta_invalid_value(tt_layout_program, use, "the name of a folder, at most 64 times");
  s->folders[s->num_folders++] = (tta_str){use->value, strlen(use->value)};
  return -1;
}

static const tta_option option_rows[] = {
    {.name = "-D", .value = "NAME[=VALUE]", .kind = TTA_KIND_CUSTOM, .parse = parse_define, .repeatable = true,
     .group = "Kernel sources", .argument = TTA_ARGUMENT_LETTER, .expected = "NAME or NAME=VALUE",
     .example = "FUSE_GAMMA=1",
     .help = "define a macro for all kernels, or give a variable of the host program its value"},
    {.name = "-I", .value = "FOLDER", .kind = TTA_KIND_CUSTOM, .parse = parse_folder, .repeatable = true,
     .group = "Kernel sources", .argument = TTA_ARGUMENT_LETTER, .expected = "the name of a folder",
     .example = "include", .help = "search kernels and headers here too"},
    {.name = "--max-states", .value = "N", .kind = TTA_KIND_NUMBER, .least = 1, .most = 100000000, .group = "Search",
     .offset = offsetof(request, max_states), .expected = "a number from 1 to 100000000", .example = "1000",
     .help = "explore at most N states of all interleavings"},
    {.name = "--arch", .value = "NAME", .kind = TTA_KIND_CHOICE, .choices = tt_layout_archs, .group = "Hardware",
     .offset = offsetof(request, arch),
     .help = "check limits, alignment, dst and the order of multicasts of this architecture"},
    {.name = "--l1-base", .value = "ADDRESS", .kind = TTA_KIND_NUMBER, .group = "Hardware", .least = 1,
     .most = INT64_MAX, .offset = offsetof(request, how.l1_base), .example = "0x19400",
     .expected = "an address in bytes such as 0x19400",
     .help = "first address of circular buffers and L1 buffers (default: that of tt-layout memory)"},
    {.name = "--trace", .kind = TTA_KIND_FLAG, .group = "Output", .offset = offsetof(request, trace),
     .help = "print each step that leads to a deadlock, overflow, underflow or race"},
    {.name = "--draw", .value = "FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, picture),
     .group = "Output", .example = "steps.svg",
     .help = "draw the steps that lead to the first of these errors: .svg, .html, .png or .txt"},
    {.name = "--emit", .value = "FORM", .kind = TTA_KIND_CHOICE, .choices = forms, .offset = offsetof(request, form),
     .group = "Output",
     .help = "print what was found instead of the summary: protocol, the operations of the kernels as the text of a "
             "protocol; binding, the binding"},
    TT_LAYOUT_JSON_OPTION(offsetof(request, json)),
};

static const tta_option_rule rules[] = {
    {TTA_AT_MOST_ONE, {"--emit", "--json"}},
};

/* A fault that was found counts more than what is undecided. */
static int verify_file(request *r, const tta_input *file) {
  int exit = tta_kernel_is_binding(file->text)  ? verify_binding(r, file)
             : tta_is_kernel_module(file->text) ? verify_module(r, file)
                                                : verify(r, file->text);
  if (r->picture && !r->drawn && !exit)
    tta_print_message(tt_layout_program, "warning: no error has steps: '%s' was not written", r->picture);
  return exit ? exit : r->fails ? TTA_EXIT_ERRORS : r->undecided ? TTA_EXIT_FAILED : TTA_EXIT_DONE;
}

static int run(const tta_command *command, char **argv) {
  request r = {.json = false};
  tta_arguments arguments;
  tta_input file;
  tta_source source;
  int exit = tta_command_parse(command, argv, &r, &arguments);
  if (exit >= 0) return exit;
  r.text = tta_given(&arguments, "--emit");
  r.binding = r.text && r.form == 1;
  r.how = (tta_protocol_options){.l1_base = r.how.l1_base,
                                 .max_states = (uint32_t)r.max_states, .has_arch = tta_given(&arguments, "--arch"),
                                 .arch = (tta_arch)r.arch, .check = tt_layout_diagnostics.check, .trace = r.trace,
                                 .keep_text = r.text};
  if (r.how.has_arch) r.sources.arch = (tta_str){tt_layout_archs[r.arch], strlen(tt_layout_archs[r.arch])};
  if ((exit = tt_layout_read_file(&file, arguments.operands[0]))) return exit;
  tta_source_init(&source, tta_str_from(file.name), file.text, NULL);
  r.how.source = &source;
  exit = verify_file(&r, &file);
  tta_source_free(&source);
  return tt_layout_free_file(&file, exit);
}

const tta_command tt_layout_protocol = {
    TT_LAYOUT_COMMAND,
    .name = "protocol",
    .usage = "FILE [OPTION...]",
    .summary = "Verify that kernels finish and read only what was written",
    .description = "FILE declares cores, semaphores, circular buffers and dst, and lists the operations of each "
                   "kernel; or it is an MLIR module with kernels of TTKernel, a host program of tt-metal (C++), or a "
                   "binding, which names kernel sources and their arguments (docs/protocol.md).",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .operands = {"FILE"},
    .min_operands = 1,
    .exit_status = {"every program passes in every interleaving", "an error was found",
                    "undecided, invalid command line, I/O error, or out of memory"},
    .examples = {"tt-layout protocol handshake.txt", "run the kernels of a protocol, and report races and deadlocks"},
    .run = run,
};
