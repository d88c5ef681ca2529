/* Owns the command `protocol`. */
#include <stdio.h>

#include "tool.h"
#include "tools/common/message.h"
#include "ttattr/protocol.h"

enum { JSON = 2, MAX_STATES };

static const tta_option rows[] = {
    {"--json", NULL, TTA_ARGUMENT_NONE, NULL, "one JSON object", JSON},
    {"--max-states", NULL, TTA_ARGUMENT_REQUIRED, "N", "look at N states of all interleavings at most", MAX_STATES},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", TT_LAYOUT_HELP},
};

static void note_text(tta_buf *out, const char *file, uint32_t line, const char *severity, tta_str message,
                      const char *kind) {
  tta_buf_str(out, file);
  if (line) tta_buf_printf(out, ":%u", line);
  tta_buf_printf(out, ": %s: ", severity);
  tt_layout_append_str(out, message);
  if (kind) tta_buf_printf(out, " [%s]", kind);
  tta_buf_char(out, '\n');
}

static void print_faults(const tta_protocol *protocol, const char *file) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  for (size_t i = 0; i < tta_protocol_num_faults(protocol); i++) {
    const tta_protocol_fault *f = tta_protocol_fault_at(protocol, i);
    tta_str message = f->message;
    if (f->line) {
      tta_buf_printf(&text, "%s:%u:%u: %s: ", file, f->line, f->column, f->warning ? "warning" : "error");
      tt_layout_append_str(&text, message);
      tta_buf_printf(&text, " [%s]\n", tta_protocol_kind_name(f->kind));
    } else {
      note_text(&text, file, 0, f->warning ? "warning" : "error", message, tta_protocol_kind_name(f->kind));
    }
    for (uint32_t n = 0; n < f->num_notes; n++)
      note_text(&text, file, f->notes[n].line, "note", f->notes[n].message, NULL);
  }
  if (text.failed) tta_print_no_memory(tt_layout_program);
  if (text.size && fwrite(text.data, 1, text.size, stderr) != text.size) { /* nowhere left to say it */ }
  tta_buf_free(&text);
}

static void summary_text(tta_buf *out, const tta_protocol *protocol) {
  tta_protocol_summary s = tta_protocol_result(protocol);
  bool passes = tta_protocol_passes(protocol);
  if (!passes) return; /* the faults have been told */
  tt_layout_linef(out, "result", "%s",
                  s.all_interleavings ? "passes, in every interleaving" : "passes, as far as it was looked at");
  tt_layout_linef(out, "cores", "%llu", (unsigned long long)s.cores);
  tt_layout_linef(out, "kernels", "%llu", (unsigned long long)s.kernels);
  tt_layout_linef(out, "operations", "%llu", (unsigned long long)s.operations);
  tt_layout_linef(out, "moved", "%llu bytes", (unsigned long long)s.bytes_moved);
  tt_layout_linef(out, "states", "%llu", (unsigned long long)s.states);
}

static int verify(const tta_input *file, const tta_protocol_options *how, bool json) {
  tta_protocol *protocol;
  tta_buf out, reason;
  tta_status status = tta_protocol_check(file->text, how, &protocol);
  if (status) {
    tta_buf_init(&reason, NULL);
    return tt_layout_fail(status, &reason);
  }
  tta_buf_init(&out, NULL);
  print_faults(protocol, file->name);
  if (json) tta_protocol_json(protocol, &out);
  else summary_text(&out, protocol);
  bool passes = tta_protocol_passes(protocol);
  tta_protocol_free(protocol);
  int exit = tt_layout_finish(&out);
  return exit ? exit : passes ? TTA_EXIT_DONE : TTA_EXIT_ERRORS;
}

static int run(char **argv) {
  tta_options options = tta_options_start(tt_layout_program, rows, sizeof rows / sizeof rows[0], argv);
  tta_protocol_options how = {.allocator = NULL};
  tta_option_use use;
  const char *word = NULL;
  bool json = false;
  int64_t number;
  int exit;
  while (tt_layout_next(&tt_layout_protocol, &options, &use, &exit) == TTA_OPTIONS_ONE) switch (use.id) {
    case JSON: json = true; break;
    case MAX_STATES:
      if (!tta_options_number(use.value, 1, 100000000, &number))
        return tt_layout_bad_value(&use, "a number from 1 to 100000000");
      how.max_states = (uint32_t)number;
      break;
    default:
      if (word) {
        tta_print_error(tt_layout_program, "protocol takes one FILE; '%s' is too much", use.value);
        return TTA_EXIT_FAILED;
      }
      word = use.value;
    }
  if (exit >= 0) return exit;
  if (!word) {
    tta_print_error(tt_layout_program, "protocol needs a FILE; see tt-layout protocol --help");
    return TTA_EXIT_FAILED;
  }
  tta_input file;
  tta_io_failure failure = tta_input_read(&file, tt_layout_program, word[0] == '-' && !word[1] ? NULL : word, NULL);
  if (tta_io_failed(&failure)) {
    tta_print_io_failure(tt_layout_program, &failure, word);
    return TTA_EXIT_FAILED;
  }
  exit = verify(&file, &how, json);
  return tt_layout_free_file(&file, exit);
}

const tt_layout_command tt_layout_protocol = {
    "protocol", "protocol FILE [OPTION...]", "whether kernels finish, and read only what was written",
    "FILE declares cores, semaphores, circular buffers and dst, and lists each\n"
    "kernel's operations (docs/protocol.md).",
    rows, sizeof rows / sizeof rows[0], run};
