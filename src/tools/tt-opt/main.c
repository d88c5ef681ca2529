/* tt-opt: parses, verifies and prints Tenstorrent attributes in .mlir files. The threads of -j, and the exit status. */
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "baseline.h"
#include "config.h"
#include "lists.h"
#include "progress.h"
#include "reduce.h"
#include "run.h"
#include "scope.h"
#include "search.h"
#include "threads.h"
#include "watch.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "tools/common/process.h"

typedef struct tt_opt_totals {
  size_t files, islands, errors, warnings, changed, expected_errors, failing_files, foreign_expectations, matches,
      files_with_matches, incomplete_files, known, repaired;
  int status;
  tt_opt_tally tally;
  tt_opt_watch_counts *counts; /* of each input by its number; NULL: not wanted */
} tt_opt_totals;

typedef struct slot {
  tt_opt_result result;
  bool done;
} slot;

typedef struct pool {
  const tt_opt_options *options;
  tta_diagnostic_report *report;
  const tta_input_item *items;
  size_t count;
  tt_opt_progress progress;
  slot *ring;
  size_t ring_size;
  size_t threads_of_input; /* for the sections of each */
  pthread_mutex_t lock;
  pthread_cond_t verified, delivered;
  size_t next, num_delivered; /* guarded by the lock, as are the slots' `done` */
} pool;

static void add(tt_opt_totals *totals, tt_opt_result *result) {
  totals->files++;
  totals->islands += result->islands;
  totals->errors += result->errors;
  totals->warnings += result->warnings;
  totals->changed += result->changed;
  totals->expected_errors += result->expected_errors;
  totals->failing_files += result->expected_errors > 0;
  totals->foreign_expectations += result->foreign_expectations;
  if (totals->counts) totals->counts[result->item->number] = (tt_opt_watch_counts){result->errors, result->warnings};
  totals->known += result->known;
  totals->repaired += result->repaired;
  totals->matches += result->matches;
  totals->files_with_matches += result->matches > 0;
  totals->incomplete_files += result->incomplete;
  tt_opt_tally_add(&totals->tally, tta_buf_view(&result->tally));
  tta_buf_free(&result->tally);
  if (result->status > totals->status) totals->status = result->status;
}

/* For the inputs of a thread; NULL: no memory, or a single input. */
static tta_recall *new_recall(const pool *p) {
  tta_recall *recall = NULL;
  if (p->count > 1) tta_recall_new(NULL, &recall);
  return recall;
}

static void *work(void *user) {
  pool *p = user;
  tta_recall *recall = new_recall(p);
  pthread_mutex_lock(&p->lock);
  while (p->next < p->count) {
    if (p->next >= p->num_delivered + p->ring_size) {
      pthread_cond_wait(&p->delivered, &p->lock);
      continue;
    }
    size_t i = p->next++;
    slot *s = &p->ring[i % p->ring_size];
    pthread_mutex_unlock(&p->lock);
    tt_opt_check(p->options, &p->items[i], false, p->threads_of_input, recall, &s->result);
    pthread_mutex_lock(&p->lock);
    s->done = true;
    pthread_cond_signal(&p->verified);
  }
  pthread_mutex_unlock(&p->lock);
  tta_recall_free(recall);
  return NULL;
}

static void deliver(pool *p, tt_opt_result *result, tt_opt_totals *totals) {
  if (result->err.size || result->out.size || result->write || result->status || tta_io_failed(&result->failure))
    tt_opt_progress_hide(&p->progress);
  tt_opt_deliver(p->options, p->report, result);
  add(totals, result);
  tt_opt_progress_show(&p->progress, totals->files);
}

static void deliver_in_order(pool *p, tt_opt_totals *totals) {
  for (size_t i = 0; i < p->count; i++) {
    slot *s = &p->ring[i % p->ring_size];
    pthread_mutex_lock(&p->lock);
    while (!s->done) pthread_cond_wait(&p->verified, &p->lock);
    pthread_mutex_unlock(&p->lock);
    deliver(p, &s->result, totals);
    pthread_mutex_lock(&p->lock);
    s->done = false;
    p->num_delivered++;
    pthread_cond_broadcast(&p->delivered);
    pthread_mutex_unlock(&p->lock);
  }
}

static void run_one_by_one(pool *p, tt_opt_totals *totals) {
  tta_recall *recall = new_recall(p);
  for (size_t i = 0; i < p->count; i++) {
    tt_opt_result result;
    tt_opt_check(p->options, &p->items[i], !p->options->inputs.many, p->threads_of_input, recall, &result);
    deliver(p, &result, totals);
  }
  tta_recall_free(recall);
}

/* @return false if no thread could be created; nothing was done then */
static bool run_in_threads(pool *p, size_t wanted, tt_opt_totals *totals) {
  pthread_t threads[TT_OPT_MAX_THREADS];
  p->ring_size = 2 * wanted;
  p->ring = calloc(p->ring_size, sizeof *p->ring);
  if (!p->ring) return false;
  size_t started = tt_opt_threads_start(threads, wanted, work, p);
  if (started) deliver_in_order(p, totals);
  for (size_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
  free(p->ring);
  return started > 0;
}

/* Verifies `count` inputs, up to options->jobs at a time, and delivers each in order: the output does not depend on
 * the number of threads. */
static tt_opt_totals run_inputs(const tt_opt_options *options, tta_diagnostic_report *report,
                                const tta_input_item *items, size_t count, tt_opt_watch_counts *counts) {
  tt_opt_totals totals = {.status = TTA_EXIT_DONE, .counts = counts};
  tt_opt_tally_init(&totals.tally);
  pool p = {.options = options, .report = report, .items = items, .count = count};
  size_t wanted = (size_t)options->jobs < count ? (size_t)options->jobs : count;
  if (wanted > TT_OPT_MAX_THREADS) wanted = TT_OPT_MAX_THREADS;
  p.threads_of_input = (size_t)options->jobs / (wanted ? wanted : 1);
  p.progress = tt_opt_progress_start(count);
  bool threads = wanted > 1 && !pthread_mutex_init(&p.lock, NULL) && !pthread_cond_init(&p.verified, NULL) &&
                 !pthread_cond_init(&p.delivered, NULL);
  if (!threads || !run_in_threads(&p, wanted, &totals)) run_one_by_one(&p, &totals);
  tt_opt_progress_hide(&p.progress);
  return totals;
}

/* What RUN lines removed from the other numbers. */
static void print_run_lines(const tt_opt_totals *t) {
  if (t->expected_errors)
    tta_print_message(tt_opt_program,
                      "%zu error%s in %zu file%s expected by 'not' in a RUN line (--no-from-run-lines prints them)",
                      t->expected_errors, tta_plural((int64_t)t->expected_errors), t->failing_files,
                      tta_plural((int64_t)t->failing_files));
  if (t->foreign_expectations)
    tta_print_message(tt_opt_program, "%zu expected diagnostic%s not of a rule: not verified", t->foreign_expectations,
                      tta_plural((int64_t)t->foreign_expectations));
}

static void print_summary(const tt_opt_options *o, const tt_opt_totals *t) {
  char changed[64] = "";
  const char *how = o->in_place   ? "rewritten"
                    : o->migrate  ? "not of this date"
                    : o->fix_only ? "with fix-its"
                                  : "not canonical";
  if (o->in_place || o->only_check || o->diff)
    snprintf(changed, sizeof changed, ", %zu file%s %s", t->changed, tta_plural((int64_t)t->changed), how);
  tta_print_message(tt_opt_program, "%zu file%s, %zu attribute%s, %zu error%s, %zu warning%s%s", t->files,
                    tta_plural((int64_t)t->files), t->islands, tta_plural((int64_t)t->islands), t->errors,
                    tta_plural((int64_t)t->errors), t->warnings, tta_plural((int64_t)t->warnings), changed);
}

static int finish_search(const tt_opt_options *o, tt_opt_totals *t) {
  int exit = tt_opt_search_finish(o, &t->tally, t->files, t->matches);
  if (o->inputs.many && o->query && !o->query_count && !o->quiet)
    tta_print_message(tt_opt_program, "%zu match%s in %zu of %zu file%s", t->matches, t->matches == 1 ? "" : "es",
                      t->files_with_matches, t->files, tta_plural((int64_t)t->files));
  if (t->incomplete_files && !o->quiet)
    tta_print_message(tt_opt_program, "note: %zu file%s with syntax errors %s searched incompletely",
                      t->incomplete_files, tta_plural((int64_t)t->incomplete_files),
                      t->incomplete_files == 1 ? "was" : "were");
  return exit > t->status ? exit : t->status;
}

static void print_statistics(const tt_opt_options *o, tt_opt_tally *tally, tta_buf *out) {
  enum { MOST_ROWS = 50 };
  tt_opt_tally_sort(tally);
  if (o->diagnostics.format == TTA_FORMAT_JSON) {
    tta_json json = tta_json_writer(out);
    tta_json_open(&json, '{');
    tta_json_key(&json, "rules");
    tt_opt_tally_json(&json, tally, "rules\t", "rule");
    tta_json_key(&json, "files");
    tt_opt_tally_json(&json, tally, "files\t", "file");
    tta_json_close(&json, '}');
    tta_buf_char(out, '\n');
  } else if (tally->num_rows) {
    tta_buf_str(out, "rules\n");
    tt_opt_tally_table(out, tally, "rules\t", SIZE_MAX, false);
    tta_buf_str(out, "\nfiles\n");
    tt_opt_tally_table(out, tally, "files\t", MOST_ROWS, false);
  }
  out->failed |= tally->failed;
}

/* What is not a list of diagnostics. @return the exit status */
static int finish_findings(const tt_opt_options *o, tt_opt_totals *t) {
  tta_buf removed = tta_buf_new(NULL), statistics = tta_buf_new(NULL);
  size_t gone = o->since ? 0 : tt_opt_baseline_removed(o, &removed), repaired = t->repaired + gone;
  int exit = TTA_EXIT_DONE;
  if (!o->quiet && !o->diagnostics.format) tta_report_and_free(tt_opt_program, &removed, TTA_EXIT_DONE);
  else tta_buf_free(&removed);
  if (!o->quiet && t->known)
    tta_print_message(tt_opt_program, "%zu known finding%s not reported (--baseline)", t->known,
                      tta_plural((int64_t)t->known));
  if (!o->quiet && repaired)
    tta_print_message(tt_opt_program, "%zu known finding%s repaired; --write-baseline updates the baseline", repaired,
                      repaired == 1 ? " is" : "s are");
  if (o->statistics) print_statistics(o, &t->tally, &statistics);
  if (statistics.size || statistics.failed) exit = tt_opt_print(&statistics);
  if (o->write_baseline && t->status < TTA_EXIT_FAILED) exit = tt_opt_baseline_write(o, &t->tally);
  return exit;
}

static int run_all(const tt_opt_options *options, tt_opt_watch_counts *counts) {
  static const tta_input_item standard_input = {.path = NULL};
  const tta_inputs *inputs = &options->inputs;
  bool named = inputs->num_arguments > 0;
  tta_diagnostic_report report;
  tta_diagnostic_report_open(&report, &options->diagnostics);
  const tta_input_item *items = named ? inputs->items : &standard_input;
  tt_opt_totals t = run_inputs(options, &report, items, named ? inputs->num_items : 1, counts);
  if (options->search) t.status = finish_search(options, &t);
  else if (inputs->many && !options->quiet) print_summary(options, &t);
  if (!options->quiet) print_run_lines(&t);
  int exit = options->search ? TTA_EXIT_DONE : finish_findings(options, &t);
  if (exit > t.status) t.status = exit;
  tt_opt_tally_free(&t.tally);
  int status = tta_diagnostic_report_close(&report, t.status);
  return options->exit_zero && status == TTA_EXIT_ERRORS ? TTA_EXIT_DONE : status;
}

static int run_options(tt_opt_options *options, tt_opt_watch_counts *counts) {
  tta_system_input system;
  int status = tt_opt_read_system_desc(options, &system);
  if (!status) status = tt_opt_configs_open(options);
  if (!status) status = tt_opt_scope_open(options);
  if (!status) status = tt_opt_baseline_open(options);
  if (!status) status = tt_opt_search_open(options);
  if (!status && options->reduce) status = tt_opt_reduce(options);
  else if (!status) status = options->print_config ? tt_opt_configs_print(options) : run_all(options, counts);
  tta_system_close(&system);
  tt_opt_search_close(options);
  tt_opt_baseline_close(options);
  return status;
}

int main(int argc, char **argv) {
  tt_opt_options options;
  (void)argc;
  tta_process_start(tt_opt_program);
  int status = tt_opt_read_options(&options, argv);
  bool watch = status < 0 && options.watch;
  if (status < 0 && !watch) status = run_options(&options, NULL);
  tt_opt_options_free(&options);
  return watch ? tt_opt_watch(argv, run_options) : status;
}
