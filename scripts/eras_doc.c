/* Prints docs/eras.md from src/ir/attributes.def and enums.def: each form of each attribute, expanded to one row for
 * each time between two changes. Usage: scripts/generate-eras-doc */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 64, MAX_FIELDS = 32, LONG_FORM = 10, OPEN = 99999999 };

typedef struct dates {
  char occurs; /* '!' mandatory, '?' optional, '>' optional with all that follow, 0 the end */
  const char *notation, *dialects;
  int since, until;
} dates;

typedef struct field {
  const char *name, *class;
  int keyed, optional;
  const dates *dates;
} field;

typedef struct form {
  int since, until;
  const field *fields;
} form;

static const struct attribute {
  const char *id, *dialects, *mnemonic;
  char sigil;
  form forms[5];
} attributes[] = {
#define DATES(occurs, notation, dialects, since, until) {occurs, notation, dialects, since, until},
#define MUST(since, until) DATES('!', "", "", since, until)
#define MAY(since, until) DATES('?', "", "", since, until)
#define TAIL(since, until) DATES('>', "", "", since, until)
#define MUST_AS(notation, since, until) DATES('!', #notation, "", since, until)
#define MAY_AS(notation, since, until) DATES('?', #notation, "", since, until)
#define MAY_IN(dialects, since, until) DATES('?', "", #dialects, since, until)
#define TAIL_IN(dialects, since, until) DATES('>', "", #dialects, since, until)
#define IN_VARIANT DATES('-', "", "", 0, 0)
#define POS(name, class, ...) {#name, #class, 0, 0, (const dates[]){__VA_ARGS__{0}}}
#define OPT(name, class, ...) {#name, #class, 0, 1, (const dates[]){__VA_ARGS__{0}}}
#define KEY(name, class, ...) {#name, #class, 1, 0, (const dates[]){__VA_ARGS__{0}}}
#define KEYOPT(name, class, ...) {#name, #class, 1, 1, (const dates[]){__VA_ARGS__{0}}}
#define FORM(since, until, ...) {since, until, (const field[]){__VA_ARGS__, {0}}},
#define STRUCT FORM
#define BARE(since, until) {since, until, (const field[]){{0}}},
#define ATTRIBUTE(id, sigil, dialects, mnemonic, print, ...) {#id, #dialects, mnemonic, sigil, {__VA_ARGS__}},
#include "ir/attributes.def"
};
enum { NUM_ATTRIBUTES = sizeof attributes / sizeof *attributes };

static const struct variant {
  const char *id;
  int since, until;
  const char *source;
  const char *const *fields;
} variants[] = {
#define HAS(field) #field,
#define VARIANT(id, since, until, source, ...) {#id, since, until, source, (const char *const[]){__VA_ARGS__ NULL}},
#include "ir/attributes.def"
};
enum { NUM_VARIANTS = sizeof variants / sizeof *variants };

static const struct change {
  const char *id;
  int date;
  const char *commit;
} changes[] = {
#define CHANGED(id, date, commit) {#id, date, commit},
#include "ir/attributes.def"
};
enum { NUM_CHANGES = sizeof changes / sizeof *changes };

static const struct prefix {
  const char *id, *dialect;
  int since, until;
} prefixes[] = {
#define PREFIX(id, dialect, since, until) {#id, #dialect, since, until},
#include "ir/attributes.def"
};
enum { NUM_PREFIXES = sizeof prefixes / sizeof *prefixes };

typedef struct dated {
  const char *of, *word;
  int since, until;
  const char *commit;
} dated;

static const dated dialects[] = {
#define DIALECT(dialect, since, until, commit) {"dialect", #dialect, since, until, commit},
#include "ir/attributes.def"
};

static const struct keywords {
  const char *id;
  dated words[96];
} keywords[] = {
#define K(word) {"", "", 0, 0, ""},
#define DATED(word, since, until, commit) {"", word, since, until, commit},
#define KEYWORDS(id, description, ...) {#id, {__VA_ARGS__}},
#include "ir/enums.def"
#undef KEYWORDS
};

/* ---- rows -------------------------------------------------------------------------------------------------------- */

typedef struct row {
  int since, until; /* OPEN: without an end */
  const char *source;
  char fields[1200];
  char names[MAX_FIELDS][80]; /* with their notations, for rows that list changes only */
  int num_names;
} row;

static int end_of(int until) { return until ? until : OPEN; }
static int earlier(int a, int b) { return a < b ? a : b; }
static int later(int a, int b) { return a > b ? a : b; }

static int in_dialect(const char *list, const char *dialect) { return !*list || !dialect || strstr(list, dialect); }

/* The dates of a field that hold on a day; NULL when it is not read. */
static const dates *dates_on(const field *f, const char *dialect, int day) {
  static const dates mandatory = {'!', "", "", 0, 0}, optional = {'?', "", "", 0, 0};
  if (!f->dates->occurs) return f->optional ? &optional : &mandatory;
  for (const dates *d = f->dates; d->occurs; d++)
    if (d->since && d->since <= day && day < end_of(d->until) && in_dialect(d->dialects, dialect)) return d;
  return NULL;
}

static const char *notation_of_class(const char *class) {
  if (!strncmp(class, "WORD", 4)) return "a keyword";
  if (!strncmp(class, "ATTR", 4) || !strncmp(class, "QUALIFIED", 9) || !strncmp(class, "WRITTEN", 7))
    return "an attribute";
  if (!strncmp(class, "LISTOF(ATTR", 11)) return "attributes";
  if (!strcmp(class, "LIST(TYPED_INT)")) return "integers";
  return "0x0";
}

static const char *notation_words(const char *notation) {
  static const char *const words[][2] = {{"STRIPPED", "without its name"},
                                         {"LITERAL", "a shape alone"},
                                         {"DIMS", "0x0"},
                                         {"COORDS", "(0, 0)"},
                                         {"PARENS", "(0 x 0)"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(notation, words[i][0])) return words[i][1];
  return NULL;
}

/* A field of this name has another notation elsewhere in the attribute. */
static int has_notations(const struct attribute *a, const field *f) {
  for (const form *o = a->forms; o->fields; o++)
    for (const field *g = o->fields; g->name; g++)
      if (!strcmp(g->name, f->name) && g->keyed == f->keyed &&
          strcmp(notation_of_class(g->class), notation_of_class(f->class)))
        return 1;
  return 0;
}

static void add_text(char *out, size_t size, const char *text) { strncat(out, text, size - strlen(out) - 1); }

/* The fields of a form on a day. */
static void fill_row(row *r, const struct attribute *a, const form *f, const char *dialect, int day) {
  int open = 0;
  for (const field *g = f->fields; g->name; g++) {
    const dates *d = dates_on(g, dialect, day);
    int alternative = g[1].name && !strcmp(g->name, g[1].name) && dates_on(&g[1], dialect, day);
    if (!d || alternative) continue; /* the last of several notations is shown, without its class */
    int several = g > f->fields && !strcmp(g->name, g[-1].name) && dates_on(&g[-1], dialect, day);
    const char *notation = notation_words(d->notation);
    if (!notation && has_notations(a, g) && !several) notation = notation_of_class(g->class);
    char *name = r->names[r->num_names];
    snprintf(name, sizeof r->names[0], "%s%s%s%s%s", g->name, g->keyed ? " =" : "", notation ? " (" : "",
             notation ? notation : "", notation ? ")" : "");
    const char *between = !r->num_names++ ? "" : strstr(d->notation, "NO_COMMA") ? " " : ", ";
    if (d->occurs != '!') add_text(r->fields, sizeof r->fields, "[");
    add_text(r->fields, sizeof r->fields, between);
    add_text(r->fields, sizeof r->fields, name);
    if (d->occurs == '?') add_text(r->fields, sizeof r->fields, "]");
    open += d->occurs == '>';
  }
  while (open--) add_text(r->fields, sizeof r->fields, "]");
  if (!f->fields->name) add_text(r->fields, sizeof r->fields, "(the name alone)");
}

static int next_change(const form *f, int after) {
  int next = end_of(f->until);
  for (const field *g = f->fields; g->name; g++)
    for (const dates *d = g->dates; d->occurs; d++) {
      if (d->since > after) next = earlier(next, d->since);
      if (d->until > after) next = earlier(next, d->until);
    }
  return next;
}

static const char *commit_of(const char *id, int date) {
  for (int i = 0; i < NUM_CHANGES; i++)
    if (changes[i].date == date && !strcmp(changes[i].id, id)) return changes[i].commit;
  return "";
}

static int by_date(const void *a, const void *b) { return ((const row *)a)->since - ((const row *)b)->since; }

/* The rows of an attribute; with a dialect, of that one from `since` to `until`. */
static int collect(row *rows, const struct attribute *a, const char *dialect, int since, int until) {
  int count = 0;
  for (const form *f = a->forms; f->fields; f++) {
    int end = earlier(end_of(f->until), until);
    for (int day = later(f->since, since), next; day < end; day = next) {
      row *r = &rows[count];
      *r = (row){.since = day};
      next = earlier(next_change(f, day), end);
      r->until = next;
      fill_row(r, a, f, dialect, day);
      int same = count && rows[count - 1].until == day && !strcmp(rows[count - 1].fields, r->fields);
      if (same) rows[count - 1].until = next;
      else r->source = commit_of(a->id, day), count++;
    }
  }
  for (int i = 0; i < NUM_VARIANTS; i++) {
    if (strcmp(variants[i].id, a->id)) continue;
    row *r = &rows[count++];
    *r = (row){.since = variants[i].since, .until = end_of(variants[i].until), .source = variants[i].source};
    for (const char *const *f = variants[i].fields; *f; f++) {
      int keyed = 0;
      for (const form *o = a->forms; o->fields; o++)
        for (const field *g = o->fields; g->name; g++) keyed |= g->keyed && !strcmp(g->name, *f);
      if (f != variants[i].fields) add_text(r->fields, sizeof r->fields, ", ");
      add_text(r->fields, sizeof r->fields, *f);
      if (keyed) add_text(r->fields, sizeof r->fields, " =");
    }
  }
  qsort(rows, (size_t)count, sizeof *rows, by_date);
  return count;
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

static void print_date(int date) {
  if (date && date != OPEN) printf("%04d-%02d-%02d", date / 10000, date / 100 % 100, date % 100);
}

static void print_dates(int since, int until, const char *commit) {
  print_date(since);
  printf(" | ");
  print_date(until);
  int hash = *commit && strspn(commit, "0123456789abcdef") == strlen(commit);
  printf(hash ? " | `%s`" : " | %s", commit);
}

static void print_lower(const char *text) {
  for (; *text; text++) {
    if (*text == '|') putchar(',');
    else if (*text != ' ' || text[1] != '|') putchar(*text >= 'A' && *text <= 'Z' ? *text - 'A' + 'a' : *text);
  }
}

static int has_name(const row *r, const char *name) {
  for (int i = 0; i < r->num_names; i++)
    if (!strcmp(r->names[i], name)) return 1;
  return 0;
}

/* What a long form adds to and removes from the row before. */
static void print_changes(const row *before, const row *r) {
  const char *between = "";
  for (int i = 0; i < r->num_names; i++)
    if (!has_name(before, r->names[i])) printf("%sadds %s", between, r->names[i]), between = ", ";
  for (int i = 0; i < before->num_names; i++)
    if (!has_name(r, before->names[i])) printf("%sremoves %s", between, before->names[i]), between = ", ";
}

static void print_section(const struct attribute *a, const char *dialect, int since, int until) {
  static row rows[MAX_ROWS];
  int count = collect(rows, a, dialect, since, until);
  printf("\n### %c%s (", a->sigil, a->mnemonic);
  print_lower(dialect ? dialect : a->dialects);
  printf(")\n\n| from | to | commit | fields |\n| --- | --- | --- | --- |\n");
  for (int i = 0; i < count; i++) {
    printf("| ");
    print_dates(rows[i].since, rows[i].until, rows[i].source);
    printf(" | ");
    if (i && rows[i].num_names > LONG_FORM && rows[i - 1].num_names > 2) print_changes(&rows[i - 1], &rows[i]);
    else printf("%s", rows[i].fields);
    puts(" |");
  }
}

/* One section, or one for each dialect when their dates differ. */
static void print_attribute(const struct attribute *a) {
  int with_prefixes = 0;
  for (int i = 0; i < NUM_PREFIXES; i++) with_prefixes |= !strcmp(prefixes[i].id, a->id);
  if (!a->forms[0].since) return;
  if (!with_prefixes) {
    print_section(a, NULL, 0, OPEN);
    return;
  }
  char list[64], *end = list;
  snprintf(list, sizeof list, "%s", a->dialects);
  for (char *dialect = list; dialect; dialect = end) {
    end = strstr(dialect, " | ");
    if (end) *end = 0, end += 3;
    const struct prefix *p = prefixes, *last = prefixes + NUM_PREFIXES;
    while (p < last && (strcmp(p->id, a->id) || strcmp(p->dialect, dialect))) p++;
    print_section(a, dialect, p < last ? p->since : 0, p < last ? end_of(p->until) : OPEN);
  }
}

static void print_word(const char *of, const dated *d) {
  printf("| %s | ", of);
  if (!strcmp(of, "dialect")) print_lower(d->word);
  else printf("%s", d->word);
  printf(" | ");
  print_dates(d->since, d->until, d->commit);
  puts(" |");
}

int main(void) {
  puts("# Eras\n"
       "\n"
       "Made from `src/ir/attributes.def` and `src/ir/enums.def` by `scripts/generate-eras-doc`: do not edit.\n"
       "Source: the history of [tt-mlir](https://github.com/tenstorrent/tt-mlir) up to 19c86fca45 (2026-08-21); a\n"
       "commit is the one that introduced a row. `tt-opt --era=DATE` reads what tt-mlir read on that day,\n"
       "`--era=auto` (the default) what it read on any day, and `tt-opt --list-eras FILE` prints the days on which it\n"
       "read a file. On the day of a change both syntaxes are read, and the less strict of two rules applies. The\n"
       "record starts on 2024-05-14.\n"
       "\n"
       "In the fields, `[ ]` may be left out and `field =` is written with its name. Blanks around the `x` of a shape\n"
       "are read at every date, and so is a device without `l1Map` and `dramMap`, as the specification writes it.\n"
       "What is not listed here is read at every date.\n"
       "\n"
       "## Dialects and keywords\n"
       "\n"
       "| of | word | from | to | commit |\n"
       "| --- | --- | --- | --- | --- |");
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) print_word("dialect", &dialects[i]);
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    for (const dated *d = keywords[i].words; d->of; d++)
      if (d->since) print_word(keywords[i].id, d);
  puts("\n## Attributes and types");
  for (int i = 0; i < NUM_ATTRIBUTES; i++) print_attribute(&attributes[i]);
  return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
