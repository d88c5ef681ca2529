/* Command lines by a table: parsing, the rules between options, --help, and their dump as JSON. */
#include "tools/common/options.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "base/format.h"
#include "base/nearest.h"
#include "base/str.h"
#include "tools/common/message.h"
#include "tools/common/offered.h"
#include "tools/common/output.h"
#include "ttattr/diag.h"
#include "ttattr/buf.h"

enum { HELP_COLUMNS = 80, HELP_TEXT_COLUMN = 27 };

/* ---- names ------------------------------------------------------------------------------------------------------- */

static const tta_option help_option = {
    .name = "--help", .alias = "-h", .help = "print this help and exit", .group = "Other options"};

/* Row `index` of a command: its own, those it shares, then --help, unless it has its own --help. */
static const tta_option *row_at(const tta_command *command, size_t index) {
  size_t count = command->num_options;
  if (index < count) return &command->options[index];
  index -= count;
  if (index < command->num_shared) return &command->shared[index];
  index += count - command->num_shared;
  bool own = count && strcmp(command->options[count - 1].name, help_option.name) == 0;
  return index == count && !own ? &help_option : NULL;
}

static const char *without_dashes(const char *name) {
  if (*name == '-') name++;
  return *name == '-' ? name + 1 : name;
}

static bool is_name(const char *name, const char *text, size_t size) {
  if (!name) return false;
  name = without_dashes(name);
  return strlen(name) == size && memcmp(name, text, size) == 0;
}

static bool is_prefix(const tta_option *row) {
  return row->argument == TTA_ARGUMENT_PREFIX || row->argument == TTA_ARGUMENT_LETTER;
}

static const tta_option *find_exact(const tta_command *command, const char *text, size_t size) {
  const tta_option *row;
  for (size_t i = 0; (row = row_at(command, i)); i++)
    if (!is_prefix(row) && (is_name(row->name, text, size) || is_name(row->alias, text, size)))
      return row;
  return NULL;
}

static const tta_option *find_prefix(const tta_command *command, const char *text) {
  const tta_option *found = NULL, *row;
  size_t found_size = 0;
  for (size_t i = 0; (row = row_at(command, i)); i++) {
    const char *name = without_dashes(row->name);
    size_t size = strlen(name);
    if (!is_prefix(row) || size <= found_size || strncmp(name, text, size) != 0) continue;
    found = row;
    found_size = size;
  }
  return found;
}

static tta_argument argument_of(const tta_option *row) {
  return row->argument == TTA_ARGUMENT_BY_KIND && row->kind == TTA_KIND_FLAG ? TTA_ARGUMENT_NONE : row->argument;
}

static bool requires_argument(const tta_option *row) { return argument_of(row) == TTA_ARGUMENT_BY_KIND; }

/* `-j4`, as make and ninja accept it: one letter and a number. */
static const tta_option *find_letter_and_number(const tta_command *command, const char *word) {
  if (word[1] == '-' || word[2] < '0' || word[2] > '9') return NULL;
  const tta_option *row = find_exact(command, word + 1, 1);
  return row && requires_argument(row) ? row : NULL;
}

/* As LLVM reads options: `--name`, `--name=V`, and `--name V` if the argument is required. */
static const char *find_ignored(const tta_command *command, const char *text, size_t size) {
  for (size_t i = 0; command->ignored && command->ignored[i]; i++) {
    const char *name = without_dashes(command->ignored[i]);
    if (strcspn(name, "=") == size && memcmp(name, text, size) == 0) return name;
  }
  return NULL;
}

/* The best name if it is near, or the first one that starts with the word. A single letter is near to any other. */
static const char *suggested_option(const tta_command *command, const tta_nearest *nearest) {
  const tta_option *row;
  if (nearest->word.size < 2) return NULL;
  if (tta_nearest_is_likely(nearest)) return nearest->best;
  for (size_t i = 0; nearest->word.size > 2 && (row = row_at(command, i)) != NULL; i++) {
    bool starts = !strncasecmp(without_dashes(row->name), nearest->word.data, nearest->word.size);
    if (starts && !row->hidden) return row->name;
  }
  return NULL;
}

/* Of the options that are ignored: the nearest one without its `=`, if it is nearer than `limit`. */
static tta_str suggested_ignored(const tta_command *command, tta_str word, uint32_t limit) {
  enum { MAX_EDITS = 2 };
  tta_str best = {NULL, 0};
  uint32_t least = limit < MAX_EDITS + 1 ? limit : MAX_EDITS + 1;
  for (size_t i = 0; command->ignored && command->ignored[i]; i++) {
    tta_str shown = {command->ignored[i], strcspn(command->ignored[i], "=")}, name = shown;
    name.data = without_dashes(shown.data);
    name.size -= (size_t)(name.data - shown.data);
    uint32_t distance = tta_edit_distance(word, name);
    if (distance >= least) continue;
    least = distance;
    best = shown;
  }
  return best;
}

static tta_options_step report_unknown(const tta_command *command, const char *word, size_t word_size) {
  size_t dashes = (size_t)(without_dashes(word) - word);
  tta_nearest nearest = tta_nearest_start((tta_str){word + dashes, word_size - dashes}, TTA_NEAREST_ANY);
  const tta_option *row;
  for (size_t i = 0; (row = row_at(command, i)); i++) {
    if (is_prefix(row) || row->hidden) continue;
    tta_nearest_offer(&nearest, without_dashes(row->name), row->name);
  }
  int shown = word_size > 1000 ? 1000 : (int)word_size;
  const char *own = suggested_option(command, &nearest);
  tta_str suggestion = suggested_ignored(command, nearest.word, nearest.distance);
  if (own && !suggestion.size) suggestion = tta_str_from(own);
  if (suggestion.size) {
    tta_print_error(command->program, "unknown option '%.*s'; did you mean '%.*s'?", shown, word,
                    TTA_STR_ARGS(suggestion));
  } else {
    tta_print_error(command->program, "unknown option '%.*s'", shown, word);
  }
  return TTA_OPTIONS_WRONG;
}

/* ---- one option at a time ---------------------------------------------------------------------------------------- */

tta_options tta_options_start(const tta_command *command, char **argv) {
  return (tta_options){command, argv[0] ? argv + 1 : argv, false};
}

static tta_options_step report_argument(const tta_options *options, const tta_option *row) {
  const char *program = options->command->program, *value = row->value ? row->value : "VALUE";
  if (argument_of(row) == TTA_ARGUMENT_NONE) {
    tta_print_error(program, "%s does not take an argument", row->name);
  } else if (is_prefix(row)) {
    tta_print_error(program, "missing argument of %s; expected %s%s", row->name, row->name, value);
  } else if (*options->argv) { /* a word follows, but it starts with a dash */
    tta_print_error(program, "missing argument of %s; an argument that starts with '-' is written %s=%s", row->name,
                    row->name, value);
  } else {
    tta_print_error(program, "missing argument of %s; expected %s%c%s", row->name, row->name,
                    row->name[1] == '-' ? '=' : ' ', value);
  }
  return TTA_OPTIONS_WRONG;
}

static tta_options_step exact_option(tta_options *options, const tta_option *row, const char *value,
                                     tta_option_use *use) {
  if (argument_of(row) == TTA_ARGUMENT_NONE && value) return report_argument(options, row);
  if (requires_argument(row) && !value) {
    value = *options->argv;
    if (!value || (value[0] == '-' && value[1])) return report_argument(options, row);
    options->argv++;
  }
  *use = (tta_option_use){row->name, value};
  return TTA_OPTIONS_ONE;
}

/* Skips the options that are ignored. @return false if one of them lacks its argument, which was reported */
static bool skip_ignored(tta_options *options) {
  for (const char *word; (word = *options->argv) != NULL && *word == '-' && !options->operands_only; options->argv++) {
    const char *name = without_dashes(word);
    size_t size = strcspn(name, "=");
    const char *ignored = find_ignored(options->command, name, size);
    if (!ignored) return true;
    if (name[size] || !ignored[size]) continue;
    if (!options->argv[1]) {
      tta_print_error(options->command->program, "missing argument of %s; expected %s=VALUE", word, word);
      options->argv++;
      return false;
    }
    options->argv++;
  }
  return true;
}

tta_options_step tta_options_next(tta_options *options, tta_option_use *use, const tta_option **row) {
  const tta_command *command = options->command;
  *use = (tta_option_use){NULL, NULL};
  *row = NULL;
  if (!skip_ignored(options)) return TTA_OPTIONS_WRONG;
  if (*options->argv && !options->operands_only && strcmp(*options->argv, "--") == 0) {
    options->operands_only = true;
    options->argv++;
  }
  const char *word = *options->argv;
  if (!word) return TTA_OPTIONS_END;
  options->argv++;
  if (options->operands_only || word[0] != '-' || !word[1]) {
    use->value = word;
    return TTA_OPTIONS_ONE;
  }
  const char *name = without_dashes(word);
  size_t size = strcspn(name, "=");
  const char *value = name[size] ? name + size + 1 : NULL;
  *row = find_exact(command, name, size);
  if (*row) return exact_option(options, *row, value, use);
  *row = find_letter_and_number(command, word);
  if (*row) return exact_option(options, *row, word + 2, use);
  *row = find_prefix(command, name);
  if (!*row) return report_unknown(command, word, (size_t)(name - word) + size);
  value = name + strlen(without_dashes((*row)->name));
  if (!*value && (*row)->argument == TTA_ARGUMENT_LETTER && *options->argv && **options->argv != '-')
    value = *options->argv++;
  if (!*value) return report_argument(options, *row);
  *use = (tta_option_use){(*row)->name, value};
  return TTA_OPTIONS_ONE;
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

int tta_invalid_value(const char *program, const tta_option_use *use, const char *expected) {
  tta_print_error(program, "invalid value '%.1000s' of %s; expected %s", use->value ? use->value : "",
                  use->name ? use->name : "the argument", expected);
  return TTA_EXIT_FAILED;
}

enum { LIST_BYTES = 256 };

/* `A, B or C`: adds the next name, the last one of the list or not. A message has the first names of a long list. */
static void append_name(tta_buf *list, const char *name, bool last) {
  size_t before = list->size;
  if (before) tta_buf_str(list, last ? " or " : ", ");
  tta_buf_str(list, name);
  if (list->failed) list->size = before;
}

static int read_choice(const char *program, const tta_option *row, const tta_option_use *use, int *choice) {
  char text[LIST_BYTES];
  tta_buf list = tta_buf_fixed(text, sizeof text);
  if (!use->value && row->argument == TTA_ARGUMENT_OPTIONAL) {
    *choice = 0;
    return -1;
  }
  for (int i = 0; row->choices[i]; i++) {
    if (use->value && strcmp(use->value, row->choices[i]) == 0) {
      *choice = i;
      return -1;
    }
    append_name(&list, row->choices[i], !row->choices[i + 1]);
  }
  return tta_invalid_value(program, use, tta_buf_fixed_text(&list));
}

/* Stores the argument in the member of `request` that the row names. */
static int read_argument(const tta_command *command, const tta_option *row, const tta_option_use *use, void *request) {
  void *member = request ? (char *)request + row->offset : NULL; /* a program without options of its own has none */
  int64_t most = row->most ? row->most : INT64_MAX;
  bool valid = true;
  switch (row->kind) {
  case TTA_KIND_FLAG: *(bool *)member = true; break;
  case TTA_KIND_TEXT: *(const char **)member = use->value; break;
  case TTA_KIND_CHOICE: return read_choice(command->program, row, use, member);
  case TTA_KIND_NUMBER: valid = tta_read_number(use->value, row->least, most, member); break;
  case TTA_KIND_ADDRESS: valid = tta_read_address(use->value, member); break;
  case TTA_KIND_LIST: valid = tta_read_list(use->value, row->least, member); break;
  case TTA_KIND_SHAPE: valid = tta_read_shape(use->value, row->least, member); break;
  case TTA_KIND_INTERVALS: valid = tta_read_intervals(use->value, member); break;
  case TTA_KIND_DATE:
    if (tta_era_parse(tta_str_from(use->value), member)) return -1;
    return tta_invalid_value(command->program, use, "auto, latest or a date such as 2024-11-27");
  case TTA_KIND_CUSTOM: return row->parse(member, use);
  }
  return valid ? -1 : tta_invalid_value(command->program, use, row->expected);
}

static int read_operand(const tta_command *command, tta_arguments *arguments, void *request,
                        const tta_option_use *use) {
  uint32_t n = arguments->num_operands;
  if (command->parse_operand) {
    arguments->num_operands++;
    return command->parse_operand(request, use);
  }
  if (n < TTA_MAX_OPERANDS && command->operands[n]) {
    arguments->operands[arguments->num_operands++] = use->value;
    return -1;
  }
  if (n)
    tta_print_error(command->program, "unexpected argument '%s' after '%s'", use->value, arguments->operands[n - 1]);
  else
    tta_print_error(command->program, "unexpected argument '%s'; %s takes options only", use->value,
                    command->name ? command->name : command->program);
  return TTA_EXIT_FAILED;
}

/* ---- rules ------------------------------------------------------------------------------------------------------- */

bool tta_given(const tta_arguments *a, const char *name) {
  if (!a->num_given && name[0] == '-') return false;
  size_t size = strcspn(name, "=");
  if (name[0] != '-') {
    for (uint32_t i = 0; i < TTA_MAX_OPERANDS && a->command->operands[i]; i++)
      if (strcmp(a->command->operands[i], name) == 0) return i < a->num_operands;
    return false;
  }
  size_t index = 0;
  for (uint32_t left = a->num_given; left; index++) {
    if (!a->given[index]) continue;
    const char *row = row_at(a->command, index)->name;
    if (strncmp(row, name, size) == 0 && !row[size])
      return !name[size] || (a->value[index] && strcmp(a->value[index], name + size + 1) == 0);
    left--;
  }
  return false;
}

/* The next name of a rule that was given, from *at on; NULL: none. */
static const char *next_given(const tta_arguments *a, const tta_option_rule *rule, uint32_t *at) {
  while (*at < TTA_MAX_RELATED && rule->names[*at]) {
    const char *name = rule->names[(*at)++];
    if (tta_given(a, name)) return name;
  }
  return NULL;
}

/* The names from `first` on. */
static const char *list_names(tta_buf *list, const tta_option_rule *rule, uint32_t first) {
  for (uint32_t i = first; i < TTA_MAX_RELATED && rule->names[i]; i++)
    append_name(list, rule->names[i], i + 1 == TTA_MAX_RELATED || !rule->names[i + 1]);
  return tta_buf_fixed_text(list);
}

static bool satisfies(const tta_arguments *a, const tta_option_rule *rule) {
  char text[LIST_BYTES];
  tta_buf names = tta_buf_fixed(text, sizeof text);
  uint32_t at = rule->relation == TTA_REQUIRES;
  const char *first = next_given(a, rule, &at), *second = first ? next_given(a, rule, &at) : NULL;
  if (rule->relation == TTA_AT_MOST_ONE && !second) return true;
  const char *list = list_names(&names, rule, rule->relation == TTA_REQUIRES);
  if (rule->relation == TTA_REQUIRES) {
    if (first || !tta_given(a, rule->names[0])) return true;
    tta_print_error(a->command->program, "%s requires %s", rule->names[0], list);
  } else if (second) {
    tta_print_error(a->command->program, "%s and %s are mutually exclusive", first, second);
  } else {
    if (first) return true;
    tta_print_error(a->command->program, "missing argument: expected %s", list);
  }
  return false;
}

static int check_rules(const tta_arguments *a) {
  const tta_command *command = a->command;
  for (size_t i = 0; i < command->num_options; i++) {
    if (!command->options[i].required || a->given[i]) continue;
    tta_print_error(command->program, "missing option %s", command->options[i].name);
    return TTA_EXIT_FAILED;
  }
  for (size_t i = 0; i < command->num_rules; i++)
    if (!satisfies(a, &command->rules[i])) return TTA_EXIT_FAILED;
  if (a->num_operands >= command->min_operands) return -1;
  tta_print_error(command->program, "missing argument %s", command->operands[a->num_operands]);
  return TTA_EXIT_FAILED;
}

static int print_help(const tta_command *command) {
  tta_buf out = tta_buf_new(NULL);
  tta_command_help(&out, command, NULL);
  return tta_print_and_free(command->program, &out, NULL);
}

int tta_command_parse(const tta_command *command, char **argv, void *request, tta_arguments *arguments) {
  tta_options options = tta_options_start(command, argv);
  tta_options_step step;
  tta_option_use use;
  const tta_option *row;
  *arguments = (tta_arguments){.command = command};
  while ((step = tta_options_next(&options, &use, &row)) == TTA_OPTIONS_ONE) {
    arguments->rest = options.argv;
    int exit;
    if (row == &help_option) return print_help(command);
    if (row) {
      size_t index = 0;
      while (row_at(command, index) != row) index++;
      arguments->num_given += !arguments->given[index];
      arguments->given[index] = true;
      arguments->value[index] = use.value;
      exit = read_argument(command, row, &use, index < command->num_options ? request : command->shared_request);
    } else {
      exit = read_operand(command, arguments, request, &use);
    }
    if (exit >= 0) return exit;
    if (!row && command->stops_at_operand) return -1;
  }
  return step == TTA_OPTIONS_END ? check_rules(arguments) : TTA_EXIT_FAILED;
}

/* ---- help -------------------------------------------------------------------------------------------------------- */

/* How a row is written on a command line: "-i, --in-place", "-o FILE", "--emit=V", "--split-input-file[=MARKER]". */
static void usage_form(tta_buf *out, const tta_option *row) {
  if (row->alias) tta_buf_printf(out, "%s, ", row->alias);
  tta_buf_str(out, row->name);
  if (!row->value) return;
  switch (row->argument) {
  case TTA_ARGUMENT_NONE: break;
  case TTA_ARGUMENT_BY_KIND: tta_buf_printf(out, "%c%s", strlen(row->name) == 2 ? ' ' : '=', row->value); break;
  case TTA_ARGUMENT_OPTIONAL: tta_buf_printf(out, "[=%s]", row->value); break;
  case TTA_ARGUMENT_PREFIX: tta_buf_str(out, row->value); break;
  case TTA_ARGUMENT_LETTER: tta_buf_printf(out, "%s, %s %s", row->value, row->name, row->value); break;
  }
}

void tta_help_wrap(tta_buf *out, const char *text, size_t column, size_t indent) {
  for (bool first = true; *text; first = false) {
    size_t size = strcspn(text, " \n");
    if (!first && column + 1 + size > HELP_COLUMNS) {
      tta_buf_char(out, '\n');
      tta_buf_fill(out, ' ', indent);
      column = indent;
    } else if (!first && column > indent) {
      tta_buf_char(out, ' ');
      column++;
    }
    tta_buf_bytes(out, text, size);
    column += size;
    text += size;
    if (*text == '\n') {
      tta_buf_char(out, '\n');
      column = 0;
      text++;
    }
    while (*text == ' ') text++;
  }
}

static void help_row(tta_buf *out, const tta_option *row) {
  size_t start = out->size;
  tta_buf_str(out, "  ");
  usage_form(out, row);
  size_t column = out->size - start, gap = HELP_TEXT_COLUMN - column;
  if (column + 2 > HELP_TEXT_COLUMN) {
    tta_buf_char(out, '\n');
    column = 0;
    gap = HELP_TEXT_COLUMN;
  }
  tta_buf_fill(out, ' ', gap);
  tta_help_wrap(out, row->help, column + gap, HELP_TEXT_COLUMN);
  tta_buf_char(out, '\n');
}

static void help_examples(tta_buf *out, const tta_command *command) {
  if (command->examples[0]) tta_buf_str(out, "\nExamples:\n");
  for (size_t i = 0; i < 4 && command->examples[i]; i += 2) {
    tta_buf_printf(out, "  %s\n      ", command->examples[i]);
    tta_help_wrap(out, command->examples[i + 1], 6, 6);
    tta_buf_char(out, '\n');
  }
}

static void help_ignored(tta_buf *out, const tta_command *command) {
  if (!command->ignored) return;
  tta_buf names = tta_buf_new(out->allocator);
  for (size_t i = 0; command->ignored[i]; i++)
    tta_buf_printf(&names, "%s%.*s", i ? ", " : "", (int)strcspn(command->ignored[i], "="), command->ignored[i]);
  tta_buf_char(&names, '\0');
  tta_buf_printf(out, "\n%s:\n    ", command->ignored_title);
  if (names.failed) out->failed = true;
  else tta_help_wrap(out, names.data, 4, 4);
  tta_buf_char(out, '\n');
  tta_buf_free(&names);
}

void tta_command_help(tta_buf *out, const tta_command *command, const char *more) {
  const tta_option *row;
  const char *group = NULL;
  size_t start = out->size, indent = strlen("Usage: ") + strlen(command->program) + 1;
  tta_buf_printf(out, "Usage: %s%s%s ", command->program, command->name ? " " : "",
                 command->name ? command->name : "");
  tta_help_wrap(out, command->usage, out->size - start, indent);
  tta_buf_str(out, "\n\n");
  tta_help_wrap(out, command->summary, 0, 0);
  tta_buf_str(out, ".\n");
  if (command->description) {
    tta_buf_char(out, '\n');
    tta_help_wrap(out, command->description, 0, 0);
    tta_buf_char(out, '\n');
  }
  help_examples(out, command);
  if (more) tta_buf_printf(out, "\n%s", more);
  for (size_t i = 0; (row = row_at(command, i)); i++) {
    if (row->hidden) continue;
    if (!group || strcmp(group, row->group) != 0) tta_buf_printf(out, "\n%s:\n", row->group);
    group = row->group;
    help_row(out, row);
  }
  help_ignored(out, command);
  tta_buf_str(out, "\nExit status:\n");
  for (int i = 0; i < 3; i++) {
    tta_buf_printf(out, "  %d  ", i);
    tta_help_wrap(out, command->exit_status[i], 5, 5);
    tta_buf_char(out, '\n');
  }
  if (command->environment) tta_buf_printf(out, "\nEnvironment:\n%s", command->environment);
}

/* ---- the table as JSON ------------------------------------------------------------------------------------------- */

static void json_member(tta_json *json, const char *key, const char *value) {
  tta_json_key(json, key);
  if (value) tta_json_text(json, value);
  else tta_json_null(json);
}

/* A valid argument of a row, for tests. */
static const char *example_of(const tta_option *row) {
  if (row->example) return row->example;
  if (row->kind == TTA_KIND_CHOICE) return row->choices[0];
  return row->kind == TTA_KIND_DATE ? "2024-11-27" : NULL;
}

static void json_row(tta_json *json, const tta_option *row, bool shared) {
  static const char *const kinds[] = {"flag", "text", "choice",    "number", "address",
                                      "list", "shape", "intervals", "date",   "custom"};
  static const char *const arguments[] = {"required", "none", "optional", "prefix", "letter"};
  _Static_assert(sizeof kinds / sizeof *kinds == TTA_KIND_CUSTOM + 1, "a word for every kind");
  _Static_assert(sizeof arguments / sizeof *arguments == TTA_ARGUMENT_LETTER + 1, "a word for every argument");
  tta_buf form = tta_buf_new(json->out->allocator);
  usage_form(&form, row);
  tta_json_open(json, '{');
  json_member(json, "name", row->name);
  json_member(json, "alias", row->alias);
  tta_json_key_plain(json, "form", tta_buf_view(&form));
  json_member(json, "argument", arguments[argument_of(row)]);
  json_member(json, "value", row->value);
  json_member(json, "kind", kinds[row->kind]);
  json_member(json, "group", row->group);
  json_member(json, "help", row->help);
  json_member(json, "example", example_of(row));
  tta_json_key_open(json, "choices", '[');
  for (size_t i = 0; row->choices && row->choices[i]; i++) tta_json_text(json, row->choices[i]);
  tta_json_close(json, ']');
  tta_json_key_bool(json, "required", row->required);
  tta_json_key_bool(json, "shared", shared);
  tta_json_key_bool(json, "repeatable", row->repeatable);
  tta_json_key_bool(json, "hidden", row->hidden);
  tta_json_close(json, '}');
  if (form.failed) json->out->failed = true;
  tta_buf_free(&form);
}

static void json_rule(tta_json *json, const tta_option_rule *rule) {
  static const char *const relations[] = {"at most one", "exactly one", "requires"};
  tta_json_open(json, '{');
  json_member(json, "relation", relations[rule->relation]);
  tta_json_key_open(json, "names", '[');
  for (uint32_t i = 0; i < TTA_MAX_RELATED && rule->names[i]; i++) tta_json_text(json, rule->names[i]);
  tta_json_close(json, ']');
  tta_json_close(json, '}');
}

void tta_command_json(tta_buf *out, const tta_command *command) {
  tta_json json = tta_json_writer(out);
  const tta_option *row;
  tta_json_open(&json, '{');
  json_member(&json, "program", command->program);
  json_member(&json, "command", command->name);
  json_member(&json, "usage", command->usage);
  json_member(&json, "summary", command->summary);
  json_member(&json, "description", command->description);
  tta_json_offered_words(&json);
  tta_json_key_open(&json, "options", '[');
  for (size_t i = 0; (row = row_at(command, i)); i++)
    json_row(&json, row, i >= command->num_options && row != &help_option);
  tta_json_close(&json, ']');
  tta_json_key_open(&json, "rules", '[');
  for (size_t i = 0; i < command->num_rules; i++) json_rule(&json, &command->rules[i]);
  tta_json_close(&json, ']');
  tta_json_key_open(&json, "ignored", '[');
  for (size_t i = 0; command->ignored && command->ignored[i]; i++) tta_json_text(&json, command->ignored[i]);
  tta_json_close(&json, ']');
  json_member(&json, "ignored_title", command->ignored_title);
  tta_json_key_open(&json, "exit_status", '[');
  for (int i = 0; i < 3; i++) tta_json_text(&json, command->exit_status[i]);
  tta_json_close(&json, ']');
  tta_json_close(&json, '}');
}
