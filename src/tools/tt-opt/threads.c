/* Threads, and jobs that they take in order. */
#include "threads.h"

#include <stdatomic.h>

/* The stack is that of the main thread on Linux: a new thread of musl has 128 KiB, less than a text can require
 * (docs/limits.md). */
enum { THREAD_STACK = 8 << 20 };

size_t tt_opt_threads_start(pthread_t *threads, size_t wanted, void *(*work)(void *), void *user) {
  pthread_attr_t attributes;
  size_t started = 0;
  if (wanted > TT_OPT_MAX_THREADS) wanted = TT_OPT_MAX_THREADS;
  if (pthread_attr_init(&attributes)) return 0;
  bool enough = !pthread_attr_setstacksize(&attributes, THREAD_STACK);
  while (enough && started < wanted && !pthread_create(&threads[started], &attributes, work, user)) started++;
  pthread_attr_destroy(&attributes);
  return started;
}

typedef struct crew {
  void (*job)(void *data, size_t index);
  void *data;
  size_t count;
  atomic_size_t next;
} crew;

static void *take_jobs(void *user) {
  crew *c = user;
  for (size_t i; (i = atomic_fetch_add(&c->next, 1)) < c->count;) c->job(c->data, i);
  return NULL;
}

static void run_jobs(void *user, void (*job)(void *data, size_t index), void *data, size_t count) {
  const size_t *num_threads = user;
  pthread_t threads[TT_OPT_MAX_THREADS];
  crew c = {.job = job, .data = data, .count = count};
  size_t others = (*num_threads < count ? *num_threads : count) - 1;
  size_t started = tt_opt_threads_start(threads, others, take_jobs, &c);
  take_jobs(&c);
  for (size_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

tta_executor tt_opt_executor(const size_t *num_threads) {
  return (tta_executor){run_jobs, (void *)num_threads, *num_threads};
}
