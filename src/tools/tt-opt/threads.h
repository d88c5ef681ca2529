/* threads.h: the threads of -j. */
#ifndef TT_OPT_THREADS_H
#define TT_OPT_THREADS_H

#include <pthread.h>

#include "ttattr/check.h"

enum { TT_OPT_MAX_THREADS = 64 };

/** Starts up to `wanted` threads, at most TT_OPT_MAX_THREADS. @return how many were started; each is to be joined */
size_t tt_opt_threads_start(pthread_t *threads, size_t wanted, void *(*work)(void *), void *user);

/** Runs jobs in the calling thread and in *num_threads - 1 others. @param num_threads borrowed */
tta_executor tt_opt_executor(const size_t *num_threads);

#endif
