/* --reduce: candidates of the library are tried by a command. With -j, the candidates that come next if the first one
 * is rejected are tried at the same time; the first one in order that is accepted counts, so that the result is the
 * same for every -j. */
#include "reduce.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/str.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "trial.h"
#include "ttattr/reduce.h"

enum { MAX_AHEAD = 64 };

/* A candidate that is tried. */
typedef struct attempt {
  tta_reduction at;
  tta_buf candidate;
  uint64_t hash;
  tt_opt_trial trial;
} attempt;

typedef struct reducer {
  const tt_opt_options *options;
  tta_buf best;
  int wanted;           /* the outcome on the input */
  bool has_regex;
  regex_t regex;        /* of --test-output */
  uint64_t *rejected;   /* hashes of texts, in a table */
  uint32_t num_rejected, cap_rejected;
  size_t num_runs;
  attempt attempts[MAX_AHEAD];
  size_t first, num_attempts;
  tta_reduction ahead;  /* where the next attempt starts */
  bool exhausted;
} reducer;

/* ---- the outcome of the test ---- */

static bool matches(const reducer *r, const tt_opt_trial *t) {
  if (!r->has_regex) return true;
  tta_buf text = tta_buf_new(NULL);
  tta_buf_append(&text, tta_buf_view(&t->output));
  tta_buf_char(&text, '\0');
  bool found = !text.failed && !regexec(&r->regex, text.data, 0, NULL, 0);
  tta_buf_free(&text);
  return found;
}

static bool is_wanted(const reducer *r, const tt_opt_trial *t) { return t->outcome == r->wanted && matches(r, t); }

/* Runs the test on one text. @return exit status */
static int try_alone(const reducer *r, tta_str text, tt_opt_trial *t) {
  int exit = tt_opt_trial_start(t, r->options->test, text, r->options->test_timeout);
  while (!exit && !tt_opt_trials_wait(&t, 1)) {}
  return exit;
}

static int outcome_error(const reducer *r, const tt_opt_trial *t) {
  const char *test = r->options->test;
  if (t->outcome == TT_OPT_TRIAL_TIMEOUT)
    tta_print_error(tt_opt_program, "the test '%s' takes longer than %lld s on the input (--test-timeout)", test,
                    (long long)r->options->test_timeout);
  else if (t->outcome == 126 || t->outcome == 127)
    tta_print_error(tt_opt_program, "the test '%s' cannot be run (exit status %d): %.*s", test, t->outcome,
                    TTA_STR_START(tta_str_trim(tta_buf_view(&t->output))));
  else if (!t->outcome && !r->has_regex)
    tta_print_error(tt_opt_program, "the test '%s' does not fail on the input (exit status 0)", test);
  else if (!matches(r, t))
    tta_print_error(tt_opt_program, "the output of the test '%s' on the input does not match '%s'", test,
                    r->options->test_output);
  else return TTA_EXIT_DONE;
  return TTA_EXIT_ERRORS;
}

/* What candidates are compared with. */
static int try_input(reducer *r) {
  tt_opt_trial t;
  int exit = try_alone(r, tta_buf_view(&r->best), &t);
  if (exit) return exit;
  exit = outcome_error(r, &t);
  r->wanted = t.outcome;
  tt_opt_trial_end(&t);
  return exit;
}

/* ---- the file of the result ---- */

static bool writes_file(const reducer *r) { return r->options->output && strcmp(r->options->output, "-") != 0; }

static int save(const reducer *r) {
  tta_output out;
  bool good = tta_output_open(&out, r->options->output, NULL) && tta_output_bytes(&out, r->best.data, r->best.size);
  good = tta_output_close(&out) && good;
  if (!good) tta_print_io_failure(tt_opt_program, &out.failure, out.name);
  return good ? TTA_EXIT_DONE : TTA_EXIT_FAILED;
}

/* An output file of before on which the test fails in the same way is a smaller start. */
static int resume(reducer *r) {
  tta_input file;
  tt_opt_trial t;
  if (!writes_file(r)) return TTA_EXIT_DONE;
  tta_io_failure failure = tta_input_read(&file, tt_opt_program, r->options->output, NULL);
  if (tta_io_failed(&failure)) return TTA_EXIT_DONE; /* there is none */
  bool smaller = file.text.size && file.text.size < r->best.size;
  int exit = smaller ? try_alone(r, file.text, &t) : TTA_EXIT_DONE;
  if (smaller && !exit) {
    if (is_wanted(r, &t)) {
      r->best.size = 0;
      tta_buf_append(&r->best, file.text);
      if (!r->options->quiet) tta_print_message(tt_opt_program, "continues from '%s'", r->options->output);
    }
    tt_opt_trial_end(&t);
  }
  tta_input_free(&file);
  return r->best.failed ? tt_opt_no_memory() : exit;
}

/* ---- rejected texts ---- */

/* FNV-1a. A text that is taken for another one is not tried. */
static uint64_t hash_of(tta_str text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < text.size; i++) hash = (hash ^ (uint8_t)text.data[i]) * 0x100000001b3u;
  return hash;
}

static bool is_rejected(const reducer *r, uint64_t hash) {
  for (uint32_t i = 0; i < r->num_rejected; i++)
    if (r->rejected[i] == hash) return true;
  return false;
}

/* ---- attempts ---- */

static attempt *attempt_at(reducer *r, size_t i) { return &r->attempts[(r->first + i) % MAX_AHEAD]; }

static void drop_attempts(reducer *r) {
  for (size_t i = 0; i < r->num_attempts; i++) {
    tt_opt_trial_end(&attempt_at(r, i)->trial);
    tta_buf_free(&attempt_at(r, i)->candidate);
  }
  r->num_attempts = 0;
}

static int add_attempt(reducer *r) {
  attempt *a = attempt_at(r, r->num_attempts);
  *a = (attempt){.at = r->ahead, .candidate = tta_buf_new(NULL)};
  bool found;
  tta_status status = tta_reduction_next(&a->at, tta_buf_view(&r->best), NULL, &a->candidate, &found);
  if (status) return tt_opt_no_memory();
  r->ahead = a->at;
  r->exhausted = !found;
  a->hash = hash_of(tta_buf_view(&a->candidate));
  tta_reduction_reject(&r->ahead);
  if (!found || is_rejected(r, a->hash)) {
    tta_buf_free(&a->candidate);
    return TTA_EXIT_DONE;
  }
  int exit = tt_opt_trial_start(&a->trial, r->options->test, tta_buf_view(&a->candidate), r->options->test_timeout);
  if (exit) tta_buf_free(&a->candidate);
  else r->num_attempts++;
  return exit;
}

static size_t num_lines(tta_str text) {
  size_t count = 0;
  for (tta_str line; tta_str_next_line(&text, &line);) count++;
  return count;
}

static void print_progress(const reducer *r, const attempt *a) {
  if (r->options->quiet) return;
  tta_str text = tta_buf_view(&r->best);
  size_t lines = num_lines(text);
  tta_print_message(tt_opt_program, "%s: %zu line%s, %zu bytes after %zu run%s", tta_reduction_level_name(&a->at),
                    lines, tta_plural((int64_t)lines), text.size, r->num_runs, tta_plural((int64_t)r->num_runs));
}

/* The candidate is the text from now on; what was tried ahead is of the old one. */
static int accept(reducer *r) {
  attempt *a = attempt_at(r, 0);
  tta_buf_free(&r->best);
  r->best = a->candidate;
  a->candidate = tta_buf_new(NULL);
  r->ahead = a->at;
  tta_reduction_accept(&r->ahead);
  r->exhausted = false;
  print_progress(r, a);
  drop_attempts(r);
  return writes_file(r) ? save(r) : TTA_EXIT_DONE;
}

static int decide(reducer *r) {
  attempt *a = attempt_at(r, 0);
  bool known = is_rejected(r, a->hash); /* in the meantime, by an equal one */
  r->num_runs += !known;
  if (is_wanted(r, &a->trial)) return accept(r);
  if (!known && !TTA_PUSH(&tta_malloc_allocator, r, rejected, a->hash)) return tt_opt_no_memory();
  tt_opt_trial_end(&a->trial);
  tta_buf_free(&a->candidate);
  r->first = (r->first + 1) % MAX_AHEAD;
  r->num_attempts--;
  return TTA_EXIT_DONE;
}

static int reduce(reducer *r) {
  size_t most = r->options->jobs < MAX_AHEAD ? (size_t)r->options->jobs : MAX_AHEAD;
  int exit = TTA_EXIT_DONE;
  while (!exit) {
    while (!exit && !r->exhausted && r->num_attempts < most) exit = add_attempt(r);
    if (exit || !r->num_attempts) break;
    tt_opt_trial *trials[MAX_AHEAD];
    for (size_t i = 0; i < r->num_attempts; i++) trials[i] = &attempt_at(r, i)->trial;
    if (tt_opt_trials_wait(trials, r->num_attempts)) exit = decide(r);
  }
  drop_attempts(r);
  return exit;
}

/* ---- all of it ---- */

static int read_regex(reducer *r) {
  char reason[256];
  if (!r->options->test_output) return TTA_EXIT_DONE;
  int error = regcomp(&r->regex, r->options->test_output, REG_EXTENDED | REG_NOSUB | REG_NEWLINE);
  r->has_regex = !error;
  if (!error) return TTA_EXIT_DONE;
  regerror(error, &r->regex, reason, sizeof reason);
  tta_print_error(tt_opt_program, "invalid value '%s' of --test-output: %s", r->options->test_output, reason);
  return TTA_EXIT_FAILED;
}

static int read_input(reducer *r) {
  const tta_inputs *inputs = &r->options->inputs;
  const tta_input_item *item = inputs->num_items ? &inputs->items[0] : NULL;
  tta_input input;
  tta_io_failure failure = item && tta_io_failed(&item->failure)
                               ? item->failure
                               : tta_input_read(&input, tt_opt_program, item ? item->path : NULL, NULL);
  if (tta_io_failed(&failure)) {
    tta_print_io_failure(tt_opt_program, &failure, item ? tta_input_item_name(item) : "<stdin>");
    return TTA_EXIT_FAILED;
  }
  tta_buf_append(&r->best, input.text);
  tta_input_free(&input);
  return r->best.failed ? tt_opt_no_memory() : TTA_EXIT_DONE;
}

static void print_summary(const reducer *r, size_t lines, size_t bytes) {
  size_t now = num_lines(tta_buf_view(&r->best));
  if (r->options->quiet) return;
  tta_print_message(tt_opt_program, "reduced from %zu line%s, %zu bytes to %zu line%s, %zu bytes in %zu run%s", lines,
                    tta_plural((int64_t)lines), bytes, now, tta_plural((int64_t)now), r->best.size, r->num_runs,
                    tta_plural((int64_t)r->num_runs));
}

static int run(reducer *r) {
  int exit = read_regex(r);
  if (!exit) exit = read_input(r);
  size_t lines = num_lines(tta_buf_view(&r->best)), bytes = r->best.size;
  if (!exit) exit = try_input(r);
  if (!exit) exit = resume(r);
  if (!exit) exit = reduce(r);
  if (!exit) print_summary(r, lines, bytes);
  return exit ? exit : save(r);
}

int tt_opt_reduce(const tt_opt_options *options) {
  reducer *r = calloc(1, sizeof *r);
  if (!r) return tt_opt_no_memory();
  r->options = options;
  r->best = tta_buf_new(NULL);
  int exit = run(r);
  if (r->has_regex) regfree(&r->regex);
  TTA_ARRAY_FREE(&tta_malloc_allocator, r, rejected);
  tta_buf_free(&r->best);
  free(r);
  return exit;
}
