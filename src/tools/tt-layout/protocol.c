/* tt-layout protocol: verifies the synchronization of kernels (ttattr/protocol.h). */
#include <stdio.h>
#include <string.h>

#include "binding.h"
#include "picture.h"
#include "protocol_module.h"
#include "tool.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "ttattr/kernel_module.h"

void tt_layout_report_protocol(const tta_protocol *protocol, tta_source *source) {
  for (size_t i = 0; i < tta_protocol_num_errors(protocol); i++)
    tt_layout_diagnose(source, tta_protocol_error_at(protocol, i)->diagnostic);
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

int tt_layout_draw_protocol(const tta_protocol *protocol, const char *path, bool *drawn) {
  tta_buf out, reason;
  tt_layout_picture_file file;
  tta_picture picture = {.view = TTA_PICTURE_SEQUENCE};
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  int exit = tt_layout_choose_format(&file, path, false);
  picture.format = file.format;
  if (exit) return exit;
  for (size_t i = 0; i < tta_protocol_num_errors(protocol); i++) {
    const tta_protocol_error *error = tta_protocol_error_at(protocol, i);
    if (!error->num_steps) continue;
    *drawn = true;
    return tt_layout_print_picture(&file, tta_draw_protocol_error(error, &picture, &out, &reason), &out, &reason);
  }
  return TTA_EXIT_DONE;
}

void tt_layout_nothing_drawn(const char *path) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_printf(&text, "%s: warning: no error has steps: '%s' was not written\n", tt_layout_program, path);
  tta_report_and_free(tt_layout_program, &text, TTA_EXIT_DONE);
}

int tt_layout_verdict_exit(tt_layout_verdicts found) {
  return found.fails ? TTA_EXIT_ERRORS : found.undecided ? TTA_EXIT_FAILED : TTA_EXIT_DONE;
}

int tt_layout_print_protocol(const tta_protocol *protocol, tta_source *source, const tt_layout_protocol_output *output,
                             tt_layout_verdicts *found) {
  tta_buf out;
  bool drawn = false;
  tta_buf_init(&out, NULL);
  tt_layout_report_protocol(protocol, source);
  if (output->json) tta_protocol_json(protocol, &out);
  else if (output->text) tta_protocol_text(protocol, &out);
  else summary_text(&out, protocol);
  int exit = tt_layout_finish(&out);
  if (output->picture && !exit) exit = tt_layout_draw_protocol(protocol, output->picture, &drawn);
  if (output->picture && !drawn && !exit) tt_layout_nothing_drawn(output->picture);
  bool undecided = tta_protocol_is_undecided(protocol);
  found->undecided |= undecided;
  found->fails |= !undecided && !tta_protocol_passes(protocol);
  return exit;
}

static int verify_section(tta_str text, tta_source *source, const tta_protocol_options *how,
                          const tt_layout_protocol_output *output, tt_layout_verdicts *found) {
  tta_protocol *protocol;
  tta_status status = tta_protocol_check(text, how, &protocol);
  if (status) return tt_layout_fail(status, NULL);
  int exit = tt_layout_print_protocol(protocol, source, output, found);
  tta_protocol_free(protocol);
  return exit;
}

/* Sections at lines that start with `// -----` are protocols of their own. */
static int verify(const tta_input *file, tta_protocol_options how, const tt_layout_protocol_output *output) {
  static const char separator[] = "// -----";
  tt_layout_verdicts found = {false, false};
  int exit = TTA_EXIT_DONE;
  const char *begin = file->text.data, *end = begin + file->text.size;
  uint32_t lines = 0;
  for (const char *at = begin; !exit;) {
    const char *stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    bool separates = (size_t)(end - at) >= sizeof separator - 1 && !memcmp(at, separator, sizeof separator - 1);
    if (separates || !stop) {
      tta_str section = {begin, (size_t)((separates ? at : end) - begin)};
      exit = verify_section(section, how.user, &how, output, &found);
      begin = at;
      how.lines_before = lines;
    }
    if (!stop) break;
    if (separates && output->text && !exit) {
      tta_buf line;
      tta_buf_init(&line, NULL);
      tta_buf_printf(&line, "%s\n", separator);
      exit = tt_layout_finish(&line);
    }
    lines++;
    at = stop + 1;
  }
  return exit ? exit : tt_layout_verdict_exit(found);
}

static const char *const forms[] = {"protocol", NULL};

typedef struct request {
  tt_layout_protocol_output output;
  int64_t max_states;
  int arch, form;
  tt_layout_sources sources;
} request;

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
     .group = "Kernel sources", .argument = TTA_ARGUMENT_PREFIX, .expected = "NAME or NAME=VALUE",
     .example = "FUSE_GAMMA=1", .help = "define a macro for all kernels of a binding"},
    {.name = "-I", .value = "FOLDER", .kind = TTA_KIND_CUSTOM, .parse = parse_folder, .repeatable = true,
     .group = "Kernel sources", .argument = TTA_ARGUMENT_PREFIX, .expected = "the name of a folder",
     .example = "include", .help = "search kernels and headers here too"},
    {.name = "--max-states", .value = "N", .kind = TTA_KIND_NUMBER, .least = 1, .most = 100000000, .group = "Search",
     .offset = offsetof(request, max_states), .expected = "a number from 1 to 100000000", .example = "1000",
     .help = "explore at most N states of all interleavings"},
    {.name = "--arch", .value = "NAME", .kind = TTA_KIND_CHOICE, .choices = tt_layout_archs, .group = "Hardware",
     .offset = offsetof(request, arch),
     .help = "check limits, alignment, dst and the order of multicasts of this architecture"},
    {.name = "--trace", .kind = TTA_KIND_FLAG, .group = "Output", .offset = offsetof(request, output.trace),
     .help = "print each step that leads to a deadlock, overflow, underflow or race"},
    {.name = "--draw", .value = "FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, output.picture),
     .group = "Output", .example = "steps.svg",
     .help = "draw the steps that lead to the first of these errors: .svg, .html, .png or .txt"},
    {.name = "--emit", .value = "FORM", .kind = TTA_KIND_CHOICE, .choices = forms, .offset = offsetof(request, form),
     .group = "Output", .help = "print the operations of the kernels in another form: protocol, the text of protocols"},
    TT_LAYOUT_JSON_OPTION(offsetof(request, output.json)),
};

static const tta_option_rule rules[] = {
    {TTA_AT_MOST_ONE, {"--emit", "--json"}},
};

/* Of a text without other files. */
static tta_source *find_text(void *user, tta_str file) { return file.size ? NULL : user; }

static int run(const tta_command *command, char **argv) {
  request r = {.output.json = false};
  tta_arguments arguments;
  tta_input file;
  tta_source source;
  int exit = tta_command_parse(command, argv, &r, &arguments);
  if (exit >= 0) return exit;
  tta_protocol_options how = {.max_states = (uint32_t)r.max_states,
                              .has_arch = tta_given(&arguments, "--arch"),
                              .arch = (tta_arch)r.arch};
  how.check = tt_layout_diagnostics.check;
  how.trace = r.output.trace;
  how.keep_text = r.output.text = tta_given(&arguments, "--emit");
  if (how.has_arch) r.sources.arch = (tta_str){tt_layout_archs[r.arch], strlen(tt_layout_archs[r.arch])};
  if ((exit = tt_layout_read_file(&file, arguments.operands[0]))) return exit;
  tta_source_init(&source, tta_str_from(file.name), file.text, NULL);
  how.find_source = find_text;
  how.user = &source;
  exit = tta_kernel_is_binding(file.text) ? tt_layout_verify_kernels(&file, &r.sources, &how, &r.output)
         : tta_is_kernel_module(file.text) ? tt_layout_protocol_module(&file, &how, &r.output)
                                           : verify(&file, how, &r.output);
  tta_source_free(&source);
  return tt_layout_free_file(&file, exit);
}

const tta_command tt_layout_protocol = {
    TT_LAYOUT_COMMAND,
    .name = "protocol",
    .usage = "FILE [OPTION...]",
    .summary = "Verify that kernels finish and read only what was written",
    .description = "FILE declares cores, semaphores, circular buffers and dst, and lists the operations of each "
                   "kernel; or it is an MLIR module with kernels of TTKernel, or a binding, which names kernel sources "
                   "and their arguments (docs/protocol.md).",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .operands = {"FILE"},
    .min_operands = 1,
    .exit_status = {"every program passes in every interleaving", "an error was found",
                    "undecided, invalid command line, I/O error, or out of memory"},
    .examples = {"tt-layout protocol handshake.txt", "run the kernels of a protocol, and report races and deadlocks"},
    .run = run,
};
