/* rules_doc: prints docs/rules.md from include/ttattr/rules.def.
 * Usage: scripts/generate-rules-doc (or compile this file alone with -Iinclude and run it). */
#include <stdio.h>
#include <string.h>

typedef struct row {
  const char *group; /* of a row that starts a group; the other members are NULL */
  const char *name, *severity, *summary, *explanation, *bad, *good;
} row;

static const row rows[] = {
#define RULES_OF(id) {#id, NULL, NULL, NULL, NULL, NULL, NULL},
#define RULE(number, id, name, severity, summary, explanation, bad, good) \
  {NULL, name, #severity, summary, explanation, bad, good},
#include "ttattr/rules.def"
#undef RULE
};

static const struct group {
  const char *id, *name, *summary, *command;
} groups[] = {
#define RULE(...)
#define GROUP(id, name, summary, command) {#id, name, summary, command},
#include "ttattr/rules.def"
#undef RULE
};

enum { NUM_ROWS = sizeof rows / sizeof *rows, MAX_LINE = 1000, SHOWN_OF_LONGER = 100 };

static const char *severity_word(const char *severity) {
  return strcmp(severity, "ERROR") == 0 ? "error" : strcmp(severity, "WARNING") == 0 ? "warning" : "remark (off)";
}

/* Prose as Markdown: escapes characters of tags, emphasis and tables, except between backticks. */
static void print_prose(const char *text) {
  int code = 0;
  for (; *text; text++) {
    if (*text == '`') code = !code;
    if (!code && strchr("<>*_[]|\\", *text)) putchar('\\');
    putchar(*text);
  }
}

static void print_example(const char *title, const char *text) {
  printf("\n%s:\n\n```mlir\n", title);
  while (*text) {
    size_t size = strcspn(text, "\n");
    if (size > MAX_LINE) printf("%.*s ... (%zu characters)\n", SHOWN_OF_LONGER, text, size);
    else printf("%.*s\n", (int)size, text);
    text += size + (text[size] == '\n');
  }
  puts("```");
}

static const char *group_name(const char *id) {
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
    if (strcmp(groups[i].id, id) == 0) return groups[i].name;
  return "";
}

static void print_table(void) {
  const char *group = "";
  puts("| rule | severity | group | fires when |\n| --- | --- | --- | --- |");
  for (size_t i = 0; i < NUM_ROWS; i++) {
    if (rows[i].group) group = group_name(rows[i].group);
    if (rows[i].group) continue;
    printf("| [%s](#%s) | %s | %s | ", rows[i].name, rows[i].name, severity_word(rows[i].severity), group);
    print_prose(rows[i].summary);
    puts(" |");
  }
  puts("\n| group | rules about |\n| --- | --- |");
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
    printf("| %s | ", groups[i].name);
    print_prose(groups[i].summary);
    if (groups[i].command) printf(" (verified by `%s`)", groups[i].command);
    puts(" |");
  }
  puts("| remarks | all rules with this severity |\n| all | all rules |");
}

static void print_rule(const row *rule) {
  printf("\n## %s\n\n%s: ", rule->name, severity_word(rule->severity));
  print_prose(rule->summary);
  puts(".\n");
  print_prose(rule->explanation);
  puts("");
  if (rule->bad) print_example("Reported", rule->bad);
  if (rule->good) print_example("Accepted", rule->good);
}

int main(void) {
  puts("# Rules\n\n"
       "`scripts/generate-rules-doc` writes this page from `include/ttattr/rules.def`: do not edit it.\n"
       "`tt-opt --explain RULE` prints the text of one rule. `-Wno-RULE` disables a warning, `-WRULE` enables a\n"
       "remark, and `-Werror=RULE` turns either into an error. RULE is a rule or a group.\n"
       "The rules of a dialect's history depend on `--era`, the rules of a system on `--system-desc`, and the rules\n"
       "of lowering to TTNN on `--target=ttnn`. If the first\n"
       "line of an example is `// RUN-OPTIONS: ...`, run tt-opt with these options. A line `// FILE: --option` starts\n"
       "another file, which this option names, `// FILE: NAME` one that the text names. After a line `// TEXT` the\n"
       "text is an argument. Every example is a test.\n");
  print_table();
  for (int i = 0; i < NUM_ROWS; i++)
    if (!rows[i].group) print_rule(&rows[i]);
  return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
