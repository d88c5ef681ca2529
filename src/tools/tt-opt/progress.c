/* How far a long run is: one line that is written over and over. */
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_MILLISECONDS = 500, STEP_MILLISECONDS = 100 };

static int64_t now(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_MONOTONIC, &time)) return 0;
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

tt_opt_progress tt_opt_progress_start(size_t count) {
  const char *term = getenv("TERM");
  bool wanted = count > 1 && isatty(STDERR_FILENO) == 1 && !(term && !strcmp(term, "dumb"));
  return (tt_opt_progress){.count = wanted ? count : 0, .next = wanted ? now() + FIRST_MILLISECONDS : 0};
}

void tt_opt_progress_show(tt_opt_progress *p, size_t done) {
  if (!p->count) return;
  int64_t time = now();
  if (time < p->next) return;
  fprintf(stderr, "\r[%zu of %zu files]", done, p->count);
  fflush(stderr);
  p->next = time + STEP_MILLISECONDS;
  p->visible = true;
}

void tt_opt_progress_hide(tt_opt_progress *p) {
  if (!p->visible) return;
  fputs("\r\033[K", stderr);
  fflush(stderr);
  p->visible = false;
}
