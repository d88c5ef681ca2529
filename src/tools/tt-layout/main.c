/* tt-layout: the layout calculator. Owns the list of commands and the choice of one. */
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"
#include "tool.h"
#include "tools/common/message.h"
#include "tools/common/options.h"
#include "tools/common/process.h"
#include "ttattr/attr.h"

const char tt_layout_program[] = "tt-layout";

static const tt_layout_command *const commands[] = {
#define COMMAND(name) &tt_layout_##name,
#include "commands.def"
#undef COMMAND
};
enum { NUM_COMMANDS = sizeof commands / sizeof commands[0] };

static int help(void) {
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_buf_str(&out,
              "tt-layout COMMAND [ARGUMENT...]\n"
              "Computes with the layouts and devices of Tenstorrent tensors.\n\n");
  for (size_t i = 0; i < NUM_COMMANDS; i++)
    tta_buf_printf(&out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
  tta_buf_str(&out,
              "\nTYPE: a tensor type with a layout, 'tensor<53x63xf32, #tt.metal_layout<...>>'.\n"
              "FILE: an .mlir file, each distinct type in it; --name %arg0 or '#layout' picks\n"
              "one; - is standard input. --json: for programs. 'tt-layout COMMAND --help' has\n"
              "the options of each command.\n");
  return tt_layout_finish(&out);
}

static int version(void) {
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_buf_printf(&out, "tt-layout %s\n", tta_version());
  return tt_layout_finish(&out);
}

static bool is_option(const char *word, const char *name) {
  if (*word == '-') word++;
  if (*word == '-') word++;
  return !strcmp(word, name);
}

int main(int argc, char **argv) {
  tta_process_start(tt_layout_program);
  if (argc < 2) {
    tta_print_error(tt_layout_program, "no command given; 'tt-layout --help' lists them");
    return TTA_EXIT_FAILED;
  }
  const char *word = argv[1];
  if (word[0] == '-' && (is_option(word, "help") || is_option(word, "h"))) return help();
  if (word[0] == '-' && is_option(word, "version")) return version();
  tta_nearest nearest = tta_nearest_start(tta_str_from(word), TTA_NEAREST_ANY);
  for (size_t i = 0; i < NUM_COMMANDS; i++) {
    if (!strcmp(word, commands[i]->name)) return commands[i]->run(argv + 1);
    tta_nearest_offer(&nearest, commands[i]->name, commands[i]->name);
  }
  tta_print_error(tt_layout_program, "unknown command '%s'; did you mean '%s'?", word, nearest.best);
  return TTA_EXIT_FAILED;
}
