/* tt-layout protocol of a module: the verdict of each program in it (ttattr/kernel_module.h). */
#include "protocol_module.h"

#include <string.h>

#include "tool.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "ttattr/kernel_module.h"

static void append_notes(tta_buf *out, const char *file, const tta_kernel_module_note *notes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const tta_kernel_module_note *n = &notes[i];
    bool error = n->kind == TTA_MODULE_NOTE_ERROR, assumed = n->kind == TTA_MODULE_NOTE_ASSUMED;
    tt_layout_append_message(out, (tt_layout_position){file, n->line, n->column},
                             error ? "error" : assumed ? "note" : "warning", n->message,
                             error ? "operation" : tta_module_note_kind_name(n->kind));
  }
}

static void report_notes(const char *file, const tta_kernel_module_note *notes, uint32_t count) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  append_notes(&text, file, notes, count);
  tta_report_and_free(tt_layout_program, &text, TTA_EXIT_DONE);
}

static void report(const tta_kernel_module *module, const char *file, tta_source *source) {
  for (size_t i = 0; i < tta_kernel_module_num_notes(module); i++)
    report_notes(file, tta_kernel_module_note_at(module, i), 1);
  for (size_t i = 0; i < tta_kernel_module_num_programs(module); i++) {
    const tta_module_program *p = tta_kernel_module_program(module, i);
    report_notes(file, p->notes, p->num_notes);
    if (p->protocol) tt_layout_report_protocol(p->protocol, source);
  }
}

static void verdicts(tta_buf *out, const tta_kernel_module *module) {
  size_t count = tta_kernel_module_num_programs(module);
  if (!count) tt_layout_linef(out, "result", "%s", "the text has no kernels");
  for (size_t i = 0; i < count; i++) {
    const tta_module_program *p = tta_kernel_module_program(module, i);
    bool explored = p->protocol && p->verdict == TTA_MODULE_UNDECIDED;
    tt_layout_linef(out, "program", "%.*s in line %u", (int)p->name.size, p->name.data, p->line);
    tt_layout_linef(out, "result", "%s%s", tta_module_verdict_name(p->verdict),
                    explored                         ? ": no error in the states that were explored"
                    : p->verdict == TTA_MODULE_PASSES ? " in every interleaving"
                                                      : "");
    if (!p->protocol) continue;
    tt_layout_linef(out, "kernels", "%llu", (unsigned long long)tta_protocol_result(p->protocol).kernels);
    tt_layout_linef(out, "operations", "%llu", (unsigned long long)tta_protocol_result(p->protocol).operations);
  }
}

/* The protocols of all programs, one a section; comments on programs that have none. */
static void texts(tta_buf *out, const tta_kernel_module *module) {
  bool first = true;
  for (size_t i = 0; i < tta_kernel_module_num_programs(module); i++) {
    const tta_module_program *p = tta_kernel_module_program(module, i);
    if (p->protocol && !first) tta_buf_printf(out, "// -----\n");
    tta_buf_printf(out, "// program %.*s in line %u: %s\n", (int)p->name.size, p->name.data, p->line,
                   tta_module_verdict_name(p->verdict));
    for (uint32_t n = 0; n < p->num_notes && !p->protocol; n++)
      tta_buf_printf(out, "//   line %u: %.*s [%s]\n", p->notes[n].line, (int)p->notes[n].message.size,
                     p->notes[n].message.data, tta_module_note_kind_name(p->notes[n].kind));
    if (p->protocol) tta_protocol_text(p->protocol, out);
    first &= !p->protocol;
  }
}

static tt_layout_verdicts verdicts_of(const tta_kernel_module *module) {
  tt_layout_verdicts found = {tta_kernel_module_num_notes(module) > 0, false};
  for (size_t i = 0; i < tta_kernel_module_num_programs(module); i++) {
    tta_module_verdict verdict = tta_kernel_module_program(module, i)->verdict;
    found.fails |= verdict == TTA_MODULE_FAILS;
    found.undecided |= verdict == TTA_MODULE_UNDECIDED;
  }
  return found;
}

/* The first program that has an error with steps. */
static int draw(const tta_kernel_module *module, const char *path) {
  bool drawn = false;
  int exit = TTA_EXIT_DONE;
  for (size_t i = 0; path && i < tta_kernel_module_num_programs(module) && !drawn && !exit; i++) {
    const tta_protocol *protocol = tta_kernel_module_program(module, i)->protocol;
    if (protocol) exit = tt_layout_draw_protocol(protocol, path, &drawn);
  }
  if (path && !drawn && !exit) tt_layout_nothing_drawn(path);
  return exit;
}

int tt_layout_protocol_module(const tta_input *file, const tta_protocol_options *how,
                              const tt_layout_protocol_output *output) {
  tta_kernel_module *module;
  tta_buf out;
  tta_status status = tta_kernel_module_new((tta_str){file->name, strlen(file->name)}, file->text, how, &module);
  if (status) return tt_layout_fail(status, NULL);
  tta_buf_init(&out, NULL);
  report(module, file->name, how->user);
  if (output->json) tta_kernel_module_json(module, &out);
  else if (output->text) texts(&out, module);
  else verdicts(&out, module);
  tt_layout_verdicts found = verdicts_of(module);
  int drawn = draw(module, output->picture), exit = tt_layout_finish(&out);
  tta_kernel_module_free(module);
  if (!exit) exit = drawn;
  return exit ? exit : tt_layout_verdict_exit(found);
}
