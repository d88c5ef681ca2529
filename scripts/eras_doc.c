/* eras_doc: prints docs/eras.md from src/ir/eras.def. Owns the form of that page, none of its facts.
 * Usage: scripts/generate-eras-doc (or compile this file alone with -Isrc and run it). */
#include <stdio.h>
#include <string.h>

static const struct name {
  const char *id, *dialects, *mnemonic;
  char sigil;
} names[] = {
#define ATTRIBUTE(id, sigil, dialects, mnemonic, ...) {#id, #dialects, mnemonic, sigil},
#include "ir/attributes.def"
#undef ATTRIBUTE
};
enum { NUM_NAMES = sizeof names / sizeof *names };

typedef struct field {
  const char *name, *how;
  int since, until;
} field;

#define F(name, how) {#name, #how, 0, 0},
#define D(name, how, since, until) {#name, #how, since, until},

static const struct row {
  const char *id, *dialects;
  int since, until;
  const char *commit;
  const field *fields;
  int num_fields;
} rows[] = {
#define DIALECT(...)
#define KEYWORD(...)
#define FIELDS(...) (const field[]){__VA_ARGS__}, sizeof((const field[]){__VA_ARGS__}) / sizeof(field)
#define READ(id, dialects, since, until, commit, ...) {#id, #dialects, since, until, commit, FIELDS(__VA_ARGS__)},
#include "ir/eras.def"
#undef READ
#undef KEYWORD
#undef DIALECT
};
enum { NUM_ROWS = sizeof rows / sizeof *rows };

static const struct dated {
  const char *of, *word;
  int since, until;
  const char *commit;
} words[] = {
#define READ(...)
#define DIALECT(dialect, since, until, commit) {"dialect", #dialect, since, until, commit},
#define KEYWORD(enumeration, word, since, until, commit) {#enumeration, word, since, until, commit},
#include "ir/eras.def"
#undef READ
#undef KEYWORD
#undef DIALECT
};
enum { NUM_WORDS = sizeof words / sizeof *words };

static void print_date(int date) {
  if (date) printf("%04d-%02d-%02d", date / 10000, date / 100 % 100, date % 100);
}

static void print_dates(int since, int until, const char *commit) {
  print_date(since);
  printf(" | ");
  print_date(until);
  int hash = *commit && strspn(commit, "0123456789abcdef") == strlen(commit);
  printf(hash ? " | `%s`" : " | %s", commit);
}

static int has(const field *f, const char *how) { return strstr(f->how, how) != NULL; }

/* The name of a field, with what stands behind it where it had several notations. */
static void print_field(const field *f) {
  static const char *const notations[][2] = {{"WORD", "a keyword"},
                                             {"NODE", "an attribute"},
                                             {"STRIPPED", "without its name"},
                                             {"LITERAL", "a shape alone"},
                                             {"DIMS", "0x0"},
                                             {"COORDS", "(0, 0)"},
                                             {"PARENS", "(0 x 0)"},
                                             {"ATTRIBUTES", "attributes"},
                                             {"NUMBERS", "integers"}};
  printf(has(f, "KEYED") ? "%s =" : "%s", f->name);
  for (size_t i = 0; i < sizeof notations / sizeof *notations; i++)
    if (has(f, notations[i][0])) printf(" (%s)", notations[i][1]);
  if (!f->since) return;
  printf(" {from ");
  print_date(f->since);
  if (f->until) printf(" to "), print_date(f->until);
  printf("}");
}

static void print_fields(const struct row *r) {
  int open = 0;
  for (int i = 0; i < r->num_fields; i++) {
    const field *f = &r->fields[i];
    int optional = has(f, "TAIL") || has(f, "MAY");
    const char *between = i == 0 ? "" : has(f, "TIGHT") ? " " : ", ";
    if (optional) printf("[%s", between);
    else printf("%s", between);
    print_field(f);
    if (has(f, "TAIL")) open++;
    else if (optional) printf("]");
  }
  while (open--) printf("]");
}

static const struct name *name_of(const char *id) {
  for (int i = 0; i < NUM_NAMES; i++)
    if (!strcmp(names[i].id, id)) return &names[i];
  return NULL;
}

static void print_lower(const char *text) {
  for (; *text; text++) {
    if (*text == '|') putchar(',');
    else if (*text != ' ' || text[1] != '|') putchar(*text >= 'A' && *text <= 'Z' ? *text - 'A' + 'a' : *text);
  }
}

static void print_attribute(const struct row *r) {
  const struct name *n = name_of(r->id);
  printf("\n### %c%s (", n->sigil, n->mnemonic);
  print_lower(strcmp(r->dialects, "0") ? r->dialects : n->dialects);
  printf(")\n\n| from | to | commit | fields |\n| --- | --- | --- | --- |\n");
}

int main(void) {
  puts("# Eras\n\n"
       "Made from `src/ir/eras.def` by `scripts/generate-eras-doc`: do not edit. Source: the history of\n"
       "[tt-mlir](https://github.com/tenstorrent/tt-mlir) up to 19c86fca45 (2026-08-21); a commit is the one that "
       "began a\n"
       "row. `tt-opt --era=DATE` reads what tt-mlir read on that day, `--era=auto` (the default) what it read on any "
       "day, and\n"
       "`tt-opt --list-eras FILE` tells on which days it read a file. On the day of a change both forms are read, and "
       "the\n"
       "milder of two rules holds. The record begins on 2024-05-14.\n\n"
       "In the fields, `[ ]` may be left out, `field =` is written with its name, and `{ }` are the dates of a field "
       "that came\n"
       "or went by itself. Blanks around the `x` of a shape are read at every date, and so is a device without `l1Map` "
       "and\n"
       "`dramMap`, as the specification writes it. What is not listed here is read at every date.\n\n"
       "## Dialects and keywords\n\n| of | word | from | to | commit |\n| --- | --- | --- | --- | --- |");
  for (int i = 0; i < NUM_WORDS; i++) {
    printf("| %s | ", words[i].of);
    if (!strcmp(words[i].of, "dialect")) print_lower(words[i].word);
    else printf("%s", words[i].word);
    printf(" | ");
    print_dates(words[i].since, words[i].until, words[i].commit);
    puts(" |");
  }
  puts("\n## Attributes and types");
  for (int i = 0; i < NUM_ROWS; i++) {
    int again = i > 0 && !strcmp(rows[i].id, rows[i - 1].id) && !strcmp(rows[i].dialects, rows[i - 1].dialects);
    if (!again) print_attribute(&rows[i]);
    printf("| ");
    print_dates(rows[i].since, rows[i].until, rows[i].commit);
    printf(" | ");
    print_fields(&rows[i]);
    puts(" |");
  }
  return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
