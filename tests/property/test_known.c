/* Values and maps whose text was read before are passed over or copied. Where all are read again the diagnostics, the
 * edits, the sections, the JSON and the counts must be the same; also where the sections are checked in parts, in any
 * order, and where a check knows the texts of those before it. Inputs: all lit files, the examples of rules.def and the
 * shared corpus if it exists, and CASES texts of repeated lines and repeated sections of them, with mutations.
 * Usage: test_known [CASES [SEED [ROOT]]] */
#include "diag/check_options.h"
#include "text_files.h"
#include "ttattr/check.h"

enum { MAX_BYTES = 6000, MAX_PARTS = 4, FAULTS_SHOWN = 10, TEXTS_ALIKE = 8 };

static void run_last_first(void *user, void (*job)(void *data, size_t index), void *data, size_t count) {
  *(size_t *)user += count;
  while (count-- > 0) job(data, count);
}

/* All that a check says, as text. @param jobs NULL: it is not in parts; else counts the jobs */
static tta_buf said(tta_str text, tta_check_options options, size_t *jobs) {
  tta_buf out;
  tta_source source;
  tta_check *check;
  tta_executor executor = {run_last_first, jobs, 2};
  tta_buf_init(&out, NULL);
  tta_source_init(&source, (tta_str){"x", 1}, text, NULL);
  if (options.json) options.json = &out;
  if (jobs ? tta_check_parallel(&source, &options, &executor, &check) : tta_check_text(&source, &options, &check))
    abort();
  const tta_results *results = tta_check_results(check);
  tta_buf_printf(&out, "%zu attributes\n", tta_check_num_islands(check));
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    tta_buf_printf(&out, "at %u-%u%s: ", d->span.begin, d->span.end, d->first ? " again" : "");
    tta_diagnostic_json(&out, &source, d);
  }
  for (size_t i = 0; i < tta_results_num_sections(results); i++) {
    tta_text_section section = tta_results_section(results, i);
    tta_buf_printf(&out, "section %u-%u errors %d\n", section.span.begin, section.span.end, section.has_errors);
  }
  for (size_t i = 0; i < tta_results_num_edits(results); i++) {
    tta_edit edit = tta_results_edit(results, i);
    tta_buf_printf(&out, "edit %u-%u '%.*s'\n", edit.span.begin, edit.span.end, (int)edit.text.size, edit.text.data);
  }
  tta_buf_char(&out, 0);
  if (out.failed) abort();
  tta_check_free(check);
  tta_source_free(&source);
  return out;
}

static void show_difference(const char *how, const char *a, const char *b) {
  size_t at = 0, line = 0;
  for (; a[at] && a[at] == b[at]; at++)
    if (a[at] == '\n') line = at + 1;
  printf("  usual:   %.*s\n  %s: %.*s\n", (int)strcspn(a + line, "\n"), a + line, how,
         (int)strcspn(b + line, "\n"), b + line);
}

static bool is_same(tta_str text, const tta_check_options *options, const char *how, const tta_buf *usual,
                    const tta_buf *other) {
  bool same = usual->size == other->size && !memcmp(usual->data, other->data, usual->size);
  if (same) return true;
  printf("known: another answer if the text is read %s (date %d, parts of %u bytes)\n%.*s\n", how, (int)options->era,
         options->part_bytes, (int)(text.size > 4000 ? 4000 : text.size), text.data);
  show_difference(how, usual->data, other->data);
  return false;
}

/* @param recall of the texts before */
static bool check(tta_str text, tta_check_options options, size_t *jobs, tta_recall *recall) {
  tta_buf usual = said(text, options, NULL), in_parts = said(text, options, jobs);
  options.recall = recall;
  tta_buf copy = tta_buf_new(NULL); /* what a recall keeps must not be in the text */
  tta_buf_bytes(&copy, text.data, text.size);
  tta_buf_char(&copy, 0);
  tta_buf recalled = said((tta_str){copy.data, text.size}, options, NULL);
  tta_buf_free(&copy);
  options.recall = NULL;
  options.read_again = true;
  tta_buf again = said(text, options, NULL);
  bool same = is_same(text, &options, "again", &usual, &again) &&
              is_same(text, &options, "in parts", &usual, &in_parts) &&
              is_same(text, &options, "with a recall", &usual, &recalled);
  tta_buf_free(&usual);
  tta_buf_free(&in_parts);
  tta_buf_free(&recalled);
  tta_buf_free(&again);
  return same;
}

static tta_check_options random_options(void) {
  static tta_buf json; /* replaced */
  static const int32_t dates[] = {0, 0, 0, 0, 20240801, 20241115, 20250401, 20250901, 20260601};
  tta_check_options options;
  tta_check_options_init(&options);
  options.split = below(4) != 0;
  options.canonicalize = below(4) != 0;
  options.parse_only = below(20) == 0;
  options.expand_aliases = below(20) == 0;
  options.target_ttnn = below(20) == 0;
  options.keep_errors = below(5) == 0;
  options.json = below(8) == 0 ? &json : NULL;
  options.part_bytes = 1 + (uint32_t)below(1000);
  options.era = dates[below(sizeof dates / sizeof *dates)];
  return options;
}

/* One option of those on which values depend is another one: a recall is to notice it. */
static void change_one(tta_check_options *options) {
  switch (below(5)) {
  case 0: options->canonicalize = !options->canonicalize; break;
  case 1: options->parse_only = !options->parse_only; break;
  case 2: options->target_ttnn = !options->target_ttnn; break;
  case 3: options->era = options->era ? 0 : 20250401; break;
  default:
    for (unsigned rule = 1; rule < TTA_RULE_ARRAY_SIZE; rule++)
      tta_check_options_set_rule(options, (tta_rule)rule, true, TTA_SEVERITY_WARNING);
  }
}

/* The lines of `text` from a random one on, up to `most` bytes. */
static tta_str some_lines(tta_str text, size_t most) {
  size_t begin = below(text.size), end;
  while (begin && text.data[begin - 1] != '\n') begin--;
  for (end = begin; end < text.size && end - begin < most; end++) {}
  while (end < text.size && end > begin && text.data[end - 1] != '\n') end--;
  return (tta_str){text.data + begin, end - begin};
}

/* Parts of texts, whole or some lines, several times each; between them a blank line or the marker. Often they are from
 * the same texts as those of the call before. */
static tta_buf repetition(const text_list *texts, char *mutant) {
  static tta_str parts[MAX_PARTS];
  static size_t num_parts;
  size_t pieces = 2 + below(8), num_kept = below(2) ? num_parts : 0;
  tta_buf out = tta_buf_new(NULL);
  if (!num_kept) num_parts = 1 + below(MAX_PARTS);
  for (size_t i = num_kept; i < num_parts; i++) {
    do parts[i] = texts->items[below(texts->count)];
    while (parts[i].size > MAX_BYTES || !parts[i].size);
  }
  for (size_t i = 0; i < pieces; i++) {
    tta_str part = parts[below(num_parts)];
    if (below(3) == 0) part = some_lines(part, 1 + below(2000));
    if (!part.size) continue;
    size_t size = part.size;
    bool changed = below(4) == 0;
    if (changed) size = mutate(part, mutant);
    tta_buf_bytes(&out, changed ? mutant : part.data, size);
    tta_buf_str(&out, below(2) ? "\n// -----\n" : "\n");
  }
  tta_buf_char(&out, 0);
  return out;
}

int main(int argc, char **argv) {
  size_t cases = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000, faults = 0, jobs = 0;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  text_list texts = all_texts(argc > 3 ? argv[3] : NULL);
  char *mutant = malloc(2 * MAX_BYTES + 257);
  tta_recall *recall;
  tta_check_options options;
  if (tta_recall_new(NULL, &recall)) abort();
  random_state = seed;
  for (size_t i = 0; i < texts.count && faults < FAULTS_SHOWN; i++) {
    tta_check_options_init(&options);
    options.split = true;
    options.part_bytes = 1;
    faults += !check(texts.items[i], options, &jobs, recall);
  }
  for (size_t i = 0; texts.count && i < cases && faults < FAULTS_SHOWN; i++) {
    tta_buf text = repetition(&texts, mutant);
    if (i % (2 * TEXTS_ALIKE) == 0) options = random_options();
    else if (i % TEXTS_ALIKE == 0) change_one(&options);
    faults += !check((tta_str){text.data, text.size - 1}, options, &jobs, recall);
    tta_buf_free(&text);
  }
  free(mutant);
  tta_recall_free(recall);
  printf("known: %zu cases on %zu texts, %zu parts, seed %llu\n", cases, texts.count, jobs, (unsigned long long)seed);
  bool failed = faults || !texts.count || jobs < 2 * texts.count;
  free_texts(&texts);
  return failed;
}
