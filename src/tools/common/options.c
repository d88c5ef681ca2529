/* Command-line options from a table: parsing, help, and suggestions for misspelt names. */
#include "tools/common/options.h"

#include <stdbool.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"
#include "tools/common/message.h"

enum { HELP_COLUMNS = 80, HELP_TEXT_COLUMN = 27 };

tta_options tta_options_start(const char *program, const tta_option *rows, size_t num_rows, char **argv) {
  return (tta_options){program, rows, num_rows, argv[0] ? argv + 1 : argv, false};
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

static const tta_option *find_exact(const tta_options *options, const char *text, size_t size) {
  for (size_t i = 0; i < options->num_rows; i++) {
    const tta_option *row = &options->rows[i];
    if (row->argument == TTA_ARGUMENT_PREFIX) continue;
    if (is_name(row->name, text, size) || is_name(row->alias, text, size)) return row;
  }
  return NULL;
}

static const tta_option *find_prefix(const tta_options *options, const char *text) {
  const tta_option *found = NULL;
  size_t found_size = 0;
  for (size_t i = 0; i < options->num_rows; i++) {
    const tta_option *row = &options->rows[i];
    const char *name = without_dashes(row->name);
    size_t size = strlen(name);
    if (row->argument != TTA_ARGUMENT_PREFIX || size <= found_size || strncmp(name, text, size) != 0) continue;
    found = row;
    found_size = size;
  }
  return found;
}

/* `-j4`, as make and ninja take it: one letter and a number. */
static const tta_option *find_glued(const tta_options *options, const char *word) {
  if (word[1] == '-' || word[2] < '0' || word[2] > '9') return NULL;
  const tta_option *row = find_exact(options, word + 1, 1);
  return row && row->argument == TTA_ARGUMENT_REQUIRED ? row : NULL;
}

/* By distance alone `-o` would be the nearest of every short word. */
static bool comparable(const char *name, size_t word_size) { return strlen(name) > 2 || word_size <= 2; }

static tta_options_step wrong_name(const tta_options *options, const char *word, size_t word_size) {
  size_t dashes = (size_t)(without_dashes(word) - word);
  tta_nearest nearest = tta_nearest_start((tta_str){word + dashes, word_size - dashes}, TTA_NEAREST_ANY);
  for (size_t i = 0; i < options->num_rows; i++) {
    const tta_option *row = &options->rows[i];
    if (row->argument == TTA_ARGUMENT_PREFIX || !row->help) continue;
    if (comparable(row->name, word_size)) tta_nearest_offer(&nearest, without_dashes(row->name), row->name);
    if (row->alias && comparable(row->alias, word_size))
      tta_nearest_offer(&nearest, without_dashes(row->alias), row->alias);
  }
  int shown = word_size > 1000 ? 1000 : (int)word_size;
  if (nearest.best) {
    tta_print_error(options->program, "unknown option '%.*s'; did you mean '%s'?", shown, word, nearest.best);
  } else {
    tta_print_error(options->program, "unknown option '%.*s'", shown, word);
  }
  return TTA_OPTIONS_WRONG;
}

/* How a row is written on a command line: "-i, --in-place", "-o FILE", "--emit=V", "--split-input-file[=MARKER]". */
static void usage_form(tta_buf *out, const tta_option *row) {
  if (row->alias) tta_buf_printf(out, "%s, ", row->alias);
  tta_buf_str(out, row->name);
  if (!row->value) return;
  bool one_letter = strlen(row->name) == 2;
  switch (row->argument) {
    case TTA_ARGUMENT_NONE: break;
    case TTA_ARGUMENT_REQUIRED: tta_buf_printf(out, "%c%s", one_letter ? ' ' : '=', row->value); break;
    case TTA_ARGUMENT_OPTIONAL: tta_buf_printf(out, "[=%s]", row->value); break;
    case TTA_ARGUMENT_PREFIX: tta_buf_str(out, row->value); break;
  }
}

static tta_options_step wrong_value(const tta_options *options, const tta_option *row) {
  const char *value = row->value ? row->value : "VALUE";
  if (row->argument == TTA_ARGUMENT_NONE) {
    tta_print_error(options->program, "option '%s' takes no value", row->name);
  } else if (row->argument == TTA_ARGUMENT_PREFIX) {
    tta_print_error(options->program, "option '%s' needs a value: '%s%s'", row->name, row->name, value);
  } else if (*options->argv) { /* a word follows, but it begins with a dash */
    tta_print_error(options->program, "option '%s' needs a value; one that begins with '-' is written '%s=%s'",
                    row->name, row->name, value);
  } else {
    tta_print_error(options->program, "option '%s' needs a value: '%s%c%s'", row->name, row->name,
                  row->name[1] == '-' ? '=' : ' ', value);
  }
  return TTA_OPTIONS_WRONG;
}

static tta_options_step exact_option(tta_options *options, const tta_option *row, const char *value,
                                     tta_option_use *use) {
  if (row->argument == TTA_ARGUMENT_NONE && value) return wrong_value(options, row);
  if (row->argument == TTA_ARGUMENT_REQUIRED && !value) {
    value = *options->argv;
    if (!value || (value[0] == '-' && value[1])) return wrong_value(options, row);
    options->argv++;
  }
  *use = (tta_option_use){row->id, row->name, value};
  return TTA_OPTIONS_ONE;
}

tta_options_step tta_options_next(tta_options *options, tta_option_use *use) {
  *use = (tta_option_use){TTA_OPTION_INPUT, NULL, NULL};
  if (*options->argv && !options->inputs_only && strcmp(*options->argv, "--") == 0) {
    options->inputs_only = true;
    options->argv++;
  }
  const char *word = *options->argv;
  if (!word) return TTA_OPTIONS_END;
  options->argv++;
  if (options->inputs_only || word[0] != '-' || !word[1]) {
    use->value = word;
    return TTA_OPTIONS_ONE;
  }
  const char *name = without_dashes(word);
  size_t size = strcspn(name, "=");
  const char *value = name[size] ? name + size + 1 : NULL;
  const tta_option *row = find_exact(options, name, size);
  if (row) return exact_option(options, row, value, use);
  row = find_glued(options, word);
  if (row) return exact_option(options, row, word + 2, use);
  row = find_prefix(options, name);
  if (!row) return wrong_name(options, word, (size_t)(name - word) + size);
  value = name + strlen(without_dashes(row->name));
  if (!*value) return wrong_value(options, row);
  *use = (tta_option_use){row->id, row->name, value};
  return TTA_OPTIONS_ONE;
}

bool tta_options_number(const char *text, int64_t least, int64_t most, int64_t *number) {
  int64_t value = 0;
  if (!*text) return false;
  for (; *text; text++) {
    if (*text < '0' || *text > '9') return false;
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, *text - '0', &value)) return false;
  }
  *number = value;
  return value >= least && value <= most;
}

int tta_options_choice(const char *program, const tta_option_use *use, const char *const *names) {
  char list[256] = "";
  size_t used = 0;
  for (int i = 0; names[i]; i++) {
    if (use->value && strcmp(use->value, names[i]) == 0) return i;
    const char *joint = i == 0 ? "" : names[i + 1] ? ", " : " or ";
    size_t more = strlen(joint) + strlen(names[i]);
    if (used + more >= sizeof list) continue; /* no option has so many; the line then names the first ones */
    memcpy(list + used, joint, strlen(joint));
    memcpy(list + used + strlen(joint), names[i], strlen(names[i]) + 1);
    used += more;
  }
  tta_print_error(program, "invalid value '%.1000s' of '%s'; use %s", use->value ? use->value : "", use->name, list);
  return -1;
}

static void blanks(tta_buf *out, size_t count) {
  while (count-- > 0) tta_buf_char(out, ' ');
}

/* The words of `text` from column `column` on, continued in HELP_TEXT_COLUMN. */
static void wrap(tta_buf *out, const char *text, size_t column) {
  bool first = true;
  while (*text) {
    size_t size = strcspn(text, " ");
    if (!first && column + 1 + size > HELP_COLUMNS) {
      tta_buf_char(out, '\n');
      blanks(out, HELP_TEXT_COLUMN);
      column = HELP_TEXT_COLUMN;
    } else if (!first) {
      tta_buf_char(out, ' ');
      column++;
    }
    tta_buf_bytes(out, text, size);
    column += size;
    first = false;
    text += size;
    while (*text == ' ') text++;
  }
}

static void help_row(tta_buf *out, const tta_option *row) {
  size_t start = out->size;
  tta_buf_str(out, "  ");
  usage_form(out, row);
  size_t column = out->size - start;
  size_t gap = column + 2 <= HELP_TEXT_COLUMN ? HELP_TEXT_COLUMN - column : 2;
  const char *first_word = row->help;
  if (column + gap + strcspn(first_word, " ") > HELP_COLUMNS) {
    tta_buf_char(out, '\n');
    column = 0;
    gap = HELP_TEXT_COLUMN;
  }
  blanks(out, gap);
  wrap(out, row->help, column + gap);
  tta_buf_char(out, '\n');
}

void tta_options_help(tta_buf *out, const char *intro, const tta_option *rows, size_t num_rows) {
  tta_buf_str(out, intro);
  for (size_t i = 0; i < num_rows; i++) {
    if (rows[i].help) help_row(out, &rows[i]);
  }
}

/* In a cell a bar ends the cell even inside of a code span (GitHub Flavored Markdown, "Tables"). */
static void markdown_code(tta_buf *out, const tta_option *row) {
  tta_buf form;
  tta_buf_init(&form, out->allocator);
  usage_form(&form, row);
  if (form.failed) out->failed = true;
  for (size_t i = 0; i < form.size; i++) {
    if (form.data[i] == '|') tta_buf_char(out, '\\');
    tta_buf_char(out, form.data[i]);
  }
  tta_buf_free(&form);
}

static void markdown_text(tta_buf *out, const char *text) {
  for (; *text; text++) {
    if (strchr("|*_<`\\[", *text)) tta_buf_char(out, '\\');
    tta_buf_char(out, *text);
  }
}

void tta_options_markdown(tta_buf *out, const tta_option *rows, size_t num_rows) {
  tta_buf_str(out, "| option | meaning |\n| --- | --- |\n");
  for (size_t i = 0; i < num_rows; i++) {
    if (!rows[i].help) continue;
    tta_buf_str(out, "| `");
    markdown_code(out, &rows[i]);
    tta_buf_str(out, "` | ");
    markdown_text(out, rows[i].help);
    tta_buf_str(out, " |\n");
  }
}
