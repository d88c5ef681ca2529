/* tt-opt: parses, verifies and prints Tenstorrent attributes in .mlir files. The threads of -j, and the exit status. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "config.h"
#include "reduce.h"
#include "run.h"
#include "search.h"
#include "tools/common/message.h"
#include "tools/common/process.h"

typedef struct tt_opt_totals {
  size_t files, islands, errors, warnings, changed, expected_errors, failing_files, foreign_expectations, matches,
      files_with_matches;
  int status;
  tt_opt_tally tally;
} tt_opt_totals;

enum { MAX_THREADS = 64 };

typedef struct slot {
  tt_opt_result result;
  bool done;
} slot;

typedef struct pool {
  const tt_opt_options *options;
  tta_diagnostic_report *report;
  const tta_input_item *items;
  size_t count;
  slot *ring;
  size_t ring_size;
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
  totals->matches += result->matches;
  totals->files_with_matches += result->matches > 0;
  tt_opt_tally_add(&totals->tally, tta_buf_view(&result->tally));
  tta_buf_free(&result->tally);
  if (result->status > totals->status) totals->status = result->status;
}

static void *work(void *user) {
  pool *p = user;
  pthread_mutex_lock(&p->lock);
  while (p->next < p->count) {
    if (p->next >= p->num_delivered + p->ring_size) {
      pthread_cond_wait(&p->delivered, &p->lock);
      continue;
    }
    size_t i = p->next++;
    slot *s = &p->ring[i % p->ring_size];
    pthread_mutex_unlock(&p->lock);
    tt_opt_check(p->options, &p->items[i], false, &s->result);
    pthread_mutex_lock(&p->lock);
    s->done = true;
    pthread_cond_signal(&p->verified);
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

static void deliver_in_order(pool *p, tt_opt_totals *totals) {
  for (size_t i = 0; i < p->count; i++) {
    slot *s = &p->ring[i % p->ring_size];
    pthread_mutex_lock(&p->lock);
    while (!s->done) pthread_cond_wait(&p->verified, &p->lock);
    pthread_mutex_unlock(&p->lock);
    tt_opt_deliver(p->options, p->report, &s->result);
    add(totals, &s->result);
    pthread_mutex_lock(&p->lock);
    s->done = false;
    p->num_delivered++;
    pthread_cond_broadcast(&p->delivered);
    pthread_mutex_unlock(&p->lock);
  }
}

static void run_one_by_one(const pool *p, tt_opt_totals *totals) {
  for (size_t i = 0; i < p->count; i++) {
    tt_opt_result result;
    tt_opt_check(p->options, &p->items[i], !p->options->inputs.many, &result);
    tt_opt_deliver(p->options, p->report, &result);
    add(totals, &result);
  }
}

/* @return false if no thread could be created; nothing was done then */
static bool run_in_threads(pool *p, size_t wanted, tt_opt_totals *totals) {
  pthread_t threads[MAX_THREADS];
  size_t started = 0;
  p->ring_size = 2 * wanted;
  p->ring = calloc(p->ring_size, sizeof *p->ring);
  if (!p->ring) return false;
  while (started < wanted && !pthread_create(&threads[started], NULL, work, p)) started++;
  if (started) deliver_in_order(p, totals);
  for (size_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
  free(p->ring);
  return started > 0;
}

/* Verifies `count` inputs, up to options->jobs at a time, and delivers each in order: the output does not depend on
 * the number of threads. */
static tt_opt_totals run_inputs(const tt_opt_options *options, tta_diagnostic_report *report,
                                const tta_input_item *items, size_t count) {
  tt_opt_totals totals = {.status = TTA_EXIT_DONE};
  tt_opt_tally_init(&totals.tally);
  pool p = {.options = options, .report = report, .items = items, .count = count};
  size_t wanted = (size_t)options->jobs < count ? (size_t)options->jobs : count;
  if (wanted > MAX_THREADS) wanted = MAX_THREADS;
  bool threads = wanted > 1 && !pthread_mutex_init(&p.lock, NULL) && !pthread_cond_init(&p.verified, NULL) &&
                 !pthread_cond_init(&p.delivered, NULL);
  if (!threads || !run_in_threads(&p, wanted, &totals)) run_one_by_one(&p, &totals);
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
  const char *how = o->in_place ? "rewritten" : o->fix_only ? "with fix-its" : "not canonical";
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
  return exit > t->status ? exit : t->status;
}

static int run_all(const tt_opt_options *options) {
  static const tta_input_item standard_input = {.path = NULL};
  const tta_inputs *inputs = &options->inputs;
  bool named = inputs->num_arguments > 0;
  tta_diagnostic_report report;
  tta_diagnostic_report_open(&report, &options->diagnostics);
  const tta_input_item *items = named ? inputs->items : &standard_input;
  tt_opt_totals t = run_inputs(options, &report, items, named ? inputs->num_items : 1);
  if (options->search) t.status = finish_search(options, &t);
  else if (inputs->many && !options->quiet) print_summary(options, &t);
  if (!options->quiet) print_run_lines(&t);
  tt_opt_tally_free(&t.tally);
  return tta_diagnostic_report_close(&report, t.status);
}

int main(int argc, char **argv) {
  tt_opt_options options;
  (void)argc;
  tta_process_start(tt_opt_program);
  tta_system_input system;
  int status = tt_opt_read_options(&options, argv);
  if (status < 0) {
    status = tt_opt_read_system_desc(&options, &system);
    if (!status) status = tt_opt_configs_open(&options);
    if (!status) status = tt_opt_search_open(&options);
    if (!status && options.reduce) status = tt_opt_reduce(&options);
    else if (!status) status = options.print_config ? tt_opt_configs_print(&options) : run_all(&options);
    tta_system_close(&system);
  }
  tt_opt_search_close(&options);
  tt_opt_options_free(&options);
  return status;
}
