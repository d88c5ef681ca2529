/* tt-layout: computes with the layouts and devices of Tenstorrent tensors. Selects the command. */
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"
#include "tool.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "tools/common/process.h"
#include "tools/common/version.h"
#include "ttattr/base.h"

const char tt_layout_program[] = "tt-layout";
const char *const tt_layout_archs[] = {"grayskull", "wormhole_b0", "blackhole", NULL};

static const tta_command *const commands[] = {
#define COMMAND(name, group) &tt_layout_##name,
#include "commands.def"
#undef COMMAND
};
typedef enum command_group { LAYOUTS, DEVICES, NOTATIONS, PROGRAMS, NUM_GROUPS } command_group;
static const uint8_t groups[] = {
#define COMMAND(name, group) group,
#include "commands.def"
#undef COMMAND
};
static const char *const group_titles[NUM_GROUPS] = {"Layouts", "Devices", "Notations and bytes", "Programs"};
enum { NUM_COMMANDS = sizeof commands / sizeof commands[0], COMMAND_COLUMN = 12 };

static const tta_command tt_layout;

static int print_program_help(void) {
  tta_buf out = tta_buf_new(NULL), list = tta_buf_new(NULL);
  for (command_group group = 0; group < NUM_GROUPS; group++) {
    tta_buf_printf(&list, "%s%s:\n", group ? "\n" : "", group_titles[group]);
    for (size_t i = 0; i < NUM_COMMANDS; i++) {
      if (groups[i] != group) continue;
      tta_buf_printf(&list, "  %-9s ", commands[i]->name);
      tta_help_wrap(&list, commands[i]->summary, COMMAND_COLUMN, COMMAND_COLUMN);
      tta_buf_char(&list, '\n');
    }
  }
  tta_buf_str(&list, "\nHelp:\n  help      Print the help of a command\n");
  tta_buf_char(&list, '\0');
  if (list.failed) out.failed = true;
  else tta_command_help(&out, &tt_layout, list.data);
  tta_buf_free(&list);
  return tta_print_and_free(tt_layout_program, &out, NULL);
}

static int print_help(void *request, const tta_option_use *use) {
  (void)request, (void)use;
  return print_program_help();
}

static const tta_command *find_command(const char *word) {
  tta_nearest nearest = tta_nearest_start(tta_str_from(word), TTA_NEAREST_ANY);
  for (size_t i = 0; i < NUM_COMMANDS; i++) {
    if (!strcmp(word, commands[i]->name)) return commands[i];
    tta_nearest_offer(&nearest, commands[i]->name, commands[i]->name);
  }
  if (nearest.word.size > 1 && tta_nearest_is_likely(&nearest))
    tta_print_error(tt_layout_program, "unknown command '%s'; did you mean '%s'?", word, nearest.best);
  else
    tta_print_error(tt_layout_program, "unknown command '%s'; 'tt-layout help' lists the commands", word);
  return NULL;
}

/* `tt-layout help [COMMAND]` */
static int run_help(char **words) {
  if (!*words || words[0][0] == '-') return print_program_help();
  const tta_command *command = find_command(*words);
  if (!command) return TTA_EXIT_FAILED;
  if (words[1]) {
    tta_print_error(tt_layout_program, "unexpected argument '%s' after '%s'", words[1], words[0]);
    return TTA_EXIT_FAILED;
  }
  tta_buf out = tta_buf_new(NULL);
  tta_command_help(&out, command, NULL);
  return tta_print_and_free(tt_layout_program, &out, NULL);
}

static int print_version(void *request, const tta_option_use *use) {
  (void)request, (void)use;
  return tta_print_version(tt_layout_program);
}

static int dump_options(void *request, const tta_option_use *use) {
  tta_buf out = tta_buf_new(NULL);
  (void)request;
  if (strcmp(use->value, "json") != 0) return tta_invalid_value(tt_layout_program, use, "json");
  tta_buf_char(&out, '[');
  tta_command_json(&out, &tt_layout);
  for (size_t i = 0; i < NUM_COMMANDS; i++) {
    tta_buf_str(&out, ",\n");
    tta_command_json(&out, commands[i]);
  }
  tta_buf_str(&out, "]\n");
  return tta_print_and_free(tt_layout_program, &out, NULL);
}

static const tta_option option_rows[] = {
    {.name = "--dump-options", .value = "json", .kind = TTA_KIND_CUSTOM, .parse = dump_options, .hidden = true,
     .group = "Other options", .example = "json", .help = "print the options of every command as JSON"},
    {.name = "--version", .kind = TTA_KIND_CUSTOM, .argument = TTA_ARGUMENT_NONE, .parse = print_version,
     .group = "Other options", .help = "print the version and exit"},
    {.name = "--help", .alias = "-h", .kind = TTA_KIND_CUSTOM, .argument = TTA_ARGUMENT_NONE, .parse = print_help,
     .group = "Other options", .help = "print this help and exit"},
};

static const tta_command tt_layout = {
    .program = tt_layout_program,
    .usage = "COMMAND [ARGUMENT...]",
    .summary = "Compute with the layouts and devices of Tenstorrent tensors",
    .description = "TYPE is a tensor type with a layout, 'tensor<53x63xf32, #tt.metal_layout<...>>'. FILE is an .mlir "
                   "file, or - for standard input (the default); --name=%arg0 or --name='#layout' selects one of its "
                   "layouts. 'tt-layout help COMMAND' describes a command.",
    TTA_OPTIONS(option_rows),
    .operands = {"COMMAND"},
    .min_operands = 1,
    .stops_at_operand = true,
    TT_LAYOUT_EXIT_STATUS,
    .examples = {"tt-layout show program.mlir --name=%arg0", "print shapes, shards and cores of a layout of a file",
                 "tt-layout build --shape 64x128 --element bf16 --grid 2x4", "print a type with a layout"},
    .environment = TTA_COLOR_ENVIRONMENT,
};

int main(int argc, char **argv) {
  (void)argc;
  tta_process_start(tt_layout_program);
  tta_arguments arguments;
  bool of_command = argv[1] && (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help")) && argv[2] && argv[2][0] != '-';
  if (of_command) return run_help(argv + 2); /* `tt-layout -h show` */
  int status = tta_command_parse(&tt_layout, argv, NULL, &arguments);
  if (status >= 0) return status;
  const char *word = arguments.operands[0];
  if (!strcmp(word, "help")) return run_help(arguments.rest);
  const tta_command *command = find_command(word);
  return command ? tt_layout_run(command, arguments.rest - 1) : TTA_EXIT_FAILED;
}
