/* Comments that suppress diagnostics, compared with a model that goes from line to line, and with the same text without
 * a comment; and documents after edits, compared with a check of the whole text.
 *
 *     PROGRAM [texts [seed]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "ttattr/document.h"

enum { MAX_LINES = 24, MAX_TEXT = 8192, MAX_FOUND = 512 };

typedef struct found {
  tta_rule rule;
  tta_span span;
} found;

typedef struct findings {
  size_t count;
  found items[MAX_FOUND];
} findings;

static tta_check_options *options;

static size_t below(size_t limit) { return (size_t)(draw() % limit); }

static void add_line(char *text) {
  static const char *const rules[] = {"tile-shape", "tile", "tile-size", "unknown-keyword", "all", "text"};
  static const char *const ops[] = {"\"t.op\"() {a = !tt.tile<0x%u, f32>} : () -> ()",
                                    "\"t.op\"() {a = !tt.tile<8x8, f32>, n = %u} : () -> ()",
                                    "\"t.op\"() {a = #tt.memory_space<L%u>} : () -> ()",
                                    "\"t.op\"() {n = %u, a = \"// tt-opt: allow(all)\"} : () -> ()",
                                    "\"t.op\"() {n = %u, a = !tt.tile<\n  0x1,\n  f32>} : () -> ()",
                                    "\"t.op\"() {n = %u, a = #x.y<!tt.tile< // note\n  0x2, f32>>} : () -> ()"};
  char *at = text + strlen(text);
  const char *rule = rules[below(6)];
  switch (below(9)) {
  case 0: strcpy(at, "\n"); break;
  case 1: strcpy(at, "  // a comment\n"); break;
  case 2: strcpy(at, below(2) ? "// -----\n" : "\n"); break;
  case 3: sprintf(at, "// tt-opt: allow(%s) because\n", rule); break;
  case 4: sprintf(at, below(4) ? "  // tt-opt: allow(%s)\n" : "// tt-opt: allow-file(%s)\n", rule); break;
  default:
    sprintf(at, ops[below(6)], (unsigned)below(3));
    at += strlen(at);
    if (below(3)) strcpy(at, "\n");
    else sprintf(at, " // tt-opt: allow(%s)\n", rule);
  }
}

static bool is_ours(tta_rule rule) {
  return rule == TTA_RULE_unused_suppression || rule == TTA_RULE_invalid_suppression;
}

/* The diagnostics of a text; those about suppressions only if wanted. */
static void find(const char *text, bool about_comments, findings *out) {
  tta_source source;
  tta_check *check;
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){text, strlen(text)}, NULL);
  out->count = 0;
  if (tta_check_text(&source, options, &check)) exit(2);
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_diagnostics(results) && out->count < MAX_FOUND; i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (about_comments == is_ours(d->rule)) out->items[out->count++] = (found){d->rule, d->span};
  }
  tta_check_free(check);
  tta_source_free(&source);
}

static bool same(const findings *a, const findings *b) {
  if (a->count != b->count) return false;
  for (size_t i = 0; i < a->count; i++)
    if (a->items[i].rule != b->items[i].rule || a->items[i].span.begin != b->items[i].span.begin) return false;
  return true;
}

/* ---- the model --------------------------------------------------------------------------------------------------- */

static bool allows(const char *comment, tta_rule rule) {
  char name[64];
  const char *open = strchr(comment, '(');
  size_t size = strcspn(open + 1, ")");
  snprintf(name, sizeof name, "%.*s", (int)size, open + 1);
  return tta_rule_is_selected(rule, (tta_str){name, strlen(name)});
}

/* The comment of a line, not one in a string. */
static const char *comment_of(const char *line, const char *end) {
  bool quoted = false;
  for (; line + 1 < end; line++) {
    if (*line == '"') quoted = !quoted;
    if (!quoted && line[0] == '/' && line[1] == '/') return line;
  }
  return NULL;
}

static const char *line_end(const char *line) { return line + strcspn(line, "\n"); }

/* The end of the attribute that starts on a line and continues on the next ones: up to the line with its last `>`. */
static const char *statement_end(const char *line) {
  const char *end = line_end(line);
  if (memchr(line, '"', (size_t)(end - line)) && strstr(line, "!tt.tile<") && strstr(line, "!tt.tile<") < end &&
      !memchr(strstr(line, "!tt.tile<"), '>', (size_t)(end - strstr(line, "!tt.tile<")))) {
    end = strstr(line, "f32>");
    return end + 4;
  }
  return end;
}

static bool is_suppressed(const char *text, const found *f) {
  const char *at = text + f->span.begin;
  for (const char *line = text; *line;) {
    const char *end = line_end(line), *comment = comment_of(line, end);
    bool own = comment && comment == line + strspn(line, " ");
    const char *directive = comment ? strstr(comment, "tt-opt:") : NULL;
    if (directive && directive < end && allows(directive, f->rule)) {
      if (!strncmp(directive + 8, "allow-file", 10)) return true;
      const char *first = line, *last = statement_end(line);
      if (own) {
        first = *end ? end + 1 : end;
        const char *target = first;
        bool any = true;
        for (;;) {
          const char *content = target + strspn(target, " ");
          if (!strncmp(target, "// -----\n", 9) || !*target) any = false;
          if (!any || (*content != '\n' && strncmp(content, "//", 2) != 0)) break;
          target = line_end(target) + 1;
        }
        last = any ? statement_end(target) : target;
      }
      if (first <= at && at <= last) return true;
    }
    line = *end ? end + 1 : end;
  }
  return false;
}

/* ---- properties -------------------------------------------------------------------------------------------------- */

static int fail(const char *what, const char *text) {
  printf("%s:\n%s\n", what, text);
  return 1;
}

static int compare_with_model(const char *text) {
  static findings all, kept, left;
  char plain[MAX_TEXT];
  strcpy(plain, text);
  for (char *at = plain; (at = strstr(at, "tt-opt:"));) memcpy(at, "xx-xxx:", 7);
  find(plain, false, &all);
  find(text, false, &kept);
  left.count = 0;
  for (size_t i = 0; i < all.count; i++)
    if (!is_suppressed(text, &all.items[i])) left.items[left.count++] = all.items[i];
  return same(&kept, &left) ? 0 : fail("differs from the model", text);
}

/* Without a comment that is reported as unused the diagnostics are the same. */
static int remove_unused(const char *text) {
  static findings about, kept, without;
  find(text, true, &about);
  find(text, false, &kept);
  for (size_t i = 0; i < about.count; i++) {
    char changed[MAX_TEXT];
    strcpy(changed, text);
    char *at = changed + about.items[i].span.begin;
    while (strncmp(at, "tt-opt:", 7) != 0) at--;
    memcpy(at, "xx-xxx:", 7);
    find(changed, false, &without);
    if (!same(&kept, &without)) return fail("a suppression is used, but reported as unused", text);
  }
  return 0;
}

static int compare_document(tta_document *d) {
  tta_source source;
  tta_check *check;
  tta_str text = tta_document_text(d);
  tta_source_init(&source, (tta_str){"t", 1}, text, NULL);
  if (tta_document_check(d) || tta_check_text(&source, options, &check)) return 1;
  const tta_results *results = tta_check_results(check);
  size_t count = tta_results_num_diagnostics(results);
  const tta_results *kept = tta_document_results(d);
  bool good = count == tta_results_num_diagnostics(kept) &&
              tta_results_num_errors(results) == tta_results_num_errors(kept);
  for (size_t i = 0; good && i < count; i++) {
    const tta_diagnostic *a = tta_results_diagnostic(results, i), *b = tta_results_diagnostic(kept, i);
    good = a->rule == b->rule && a->span.begin == b->span.begin && a->span.end == b->span.end &&
           a->num_fixes == b->num_fixes && a->message.size == b->message.size &&
           !memcmp(a->message.data, b->message.data, a->message.size);
  }
  tta_check_free(check);
  tta_source_free(&source);
  return good ? 0 : fail("a document differs from a check", text.data);
}

static int edit_document(const char *text) {
  tta_document *d;
  int failed = tta_document_new((tta_str){"t", 1}, (tta_str){text, strlen(text)}, options, NULL, &d) != TTA_OK;
  for (int i = 0; !failed && i < 6; i++) {
    char line[512] = "";
    size_t lines = tta_document_num_lines(d);
    uint32_t begin = tta_document_line(d, below(lines)).begin, end = tta_document_line(d, below(lines)).begin;
    if (end < begin || below(2)) end = begin;
    add_line(line);
    failed = tta_document_edit(d, (tta_span){begin, end}, (tta_str){line, strlen(line)}) || compare_document(d);
  }
  tta_document_free(d);
  return failed;
}

int main(int argc, char **argv) {
  long texts = argc > 1 ? atol(argv[1]) : 1500;
  random_state = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
  int failed = tta_check_options_new(NULL, &options) != TTA_OK;
  if (!failed) tta_check_options_set_split(options, true);
  for (long i = 0; !failed && i < texts; i++) {
    char text[MAX_TEXT] = "";
    for (size_t lines = 1 + below(MAX_LINES); lines; lines--) add_line(text);
    failed = compare_with_model(text) || remove_unused(text) || edit_document(text);
  }
  tta_check_options_free(options);
  printf("%ld texts: %s\n", texts, failed ? "failed" : "passed");
  return failed;
}
