/* One run of the test of --reduce: a process group of the shell, its output, and its time limit. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* pipe2 */
#endif
#include "trial.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"
#include "options.h"
#include "tools/common/child.h"
#include "tools/common/message.h"
#include "tools/common/process.h"

extern char **environ;

enum { MAX_OUTPUT_BYTES = 1 << 24, /* of a command; more is read and dropped */
       MAX_TEMP_NAMES = 1000000 };

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int fail(const char *what, int error) {
  tta_print_error(tt_opt_program, "%s: %s", what, strerror(error));
  return TTA_EXIT_FAILED;
}

/* ---- the file ---- */

static int write_all(int descriptor, tta_str text) {
  while (text.size) {
    ssize_t written = write(descriptor, text.data, text.size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text = tta_str_rest(text, (size_t)written);
  }
  return 0;
}

static int create_file(tt_opt_trial *t) {
  const char *folder = getenv("TMPDIR");
  if (!folder || !*folder) folder = "/tmp";
  size_t size = strlen(folder) + 64;
  t->path = malloc(size);
  if (!t->path) errno = ENOMEM;
  for (unsigned i = 0; t->path && i < MAX_TEMP_NAMES; i++) {
    snprintf(t->path, size, "%s/tt-opt-%ld-%u.mlir", folder, (long)getpid(), i);
    int descriptor = tta_process_create_temp(t->path, 0600, &t->temp);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

static int write_file(tt_opt_trial *t, tta_str text) {
  int descriptor = create_file(t);
  if (descriptor < 0) {
    int error = errno;
    free(t->path);
    t->path = NULL;
    return fail("cannot write a temporary file", error);
  }
  int error = write_all(descriptor, text);
  if (close(descriptor) && !error) error = errno;
  return error ? fail("cannot write a temporary file", error) : TTA_EXIT_DONE;
}

static void remove_file(tt_opt_trial *t) {
  if (!t->path) return;
  unlink(t->path);
  if (tta_process_forget_temp(t->temp)) free(t->path);
  t->path = NULL;
}

/* ---- the process ---- */

/* The command with `"$1"` for each `{}`, or at its end. */
static bool shell_text(tta_buf *out, const char *command) {
  bool named = false;
  for (const char *at = command; *at; at++) {
    bool here = at[0] == '{' && at[1] == '}';
    if (here) tta_buf_str(out, "\"$1\""), at++;
    else tta_buf_char(out, *at);
    named |= here;
  }
  if (!named) tta_buf_str(out, " \"$1\"");
  tta_buf_char(out, '\0');
  return !out->failed;
}

/* The environment with TT_OPT_CANDIDATE, which is freed. @return NULL without memory */
static char **environment_with(char *candidate) {
  size_t count = 0, kept = 0;
  while (environ[count]) count++;
  char **all = malloc((count + 2) * sizeof *all);
  for (size_t i = 0; all && i < count; i++)
    if (strncmp(environ[i], "TT_OPT_CANDIDATE=", strlen("TT_OPT_CANDIDATE="))) all[kept++] = environ[i];
  if (!all) return NULL;
  all[kept++] = candidate;
  all[kept] = NULL;
  return all;
}

/* @return an errno value */
static int spawn(tt_opt_trial *t, const char *command, int output, char **environment) {
  const char *const arguments[] = {"/bin/sh", "-c", command, "sh", t->path, NULL};
  const tta_child_spawn spawn = {.arguments = arguments,
                                 .environment = environment,
                                 .input = -1,
                                 .output = output,
                                 .errors = output,
                                 .has_group = true};
  int error = tta_child_start(&spawn, &t->process);
  if (error) t->process = 0;
  return error;
}

/* @return an errno value */
static int start_process(tt_opt_trial *t, const char *command) {
  tta_buf text = tta_buf_new(NULL), candidate = tta_buf_new(NULL);
  int ends[2] = {-1, -1};
  tta_buf_printf(&candidate, "TT_OPT_CANDIDATE=%s", t->path);
  tta_buf_char(&candidate, '\0');
  char **environment = candidate.failed ? NULL : environment_with(candidate.data);
  int error = !environment || !shell_text(&text, command) ? ENOMEM : pipe2(ends, O_CLOEXEC) ? errno : 0;
  if (!error) error = spawn(t, text.data, ends[1], environment);
  if (ends[1] >= 0) close(ends[1]);
  if (error && ends[0] >= 0) close(ends[0]);
  t->from = error ? -1 : ends[0];
  if (!error) fcntl(t->from, F_SETFL, O_NONBLOCK);
  if (!error) tta_process_add_group(t->process);
  free(environment);
  tta_buf_free(&text);
  tta_buf_free(&candidate);
  return error;
}

int tt_opt_trial_start(tt_opt_trial *t, const char *command, tta_str text, int64_t timeout_s) {
  *t = (tt_opt_trial){.from = -1, .output = tta_buf_new(NULL)};
  int exit = write_file(t, text);
  int error = exit ? 0 : start_process(t, command);
  t->deadline_ms = now_ms() + timeout_s * 1000;
  if (error) exit = fail("cannot run the test", error);
  if (exit) tt_opt_trial_end(t);
  return exit;
}

static void close_output(tt_opt_trial *t) {
  if (t->from >= 0) close(t->from);
  t->from = -1;
}

static void kill_group(const tt_opt_trial *t) {
  int status;
  kill(-t->process, SIGKILL);
  tta_process_forget_group(t->process);
  while (waitpid(t->process, &status, 0) < 0 && errno == EINTR) {}
}

void tt_opt_trial_end(tt_opt_trial *t) {
  if (t->process) kill_group(t);
  t->process = 0;
  close_output(t);
  remove_file(t);
  tta_buf_free(&t->output);
}

/* ---- waiting ---- */

/* Reads what there is. A text without NUL bytes is searched. */
static void read_output(tt_opt_trial *t) {
  char bytes[16384];
  while (t->from >= 0) {
    ssize_t size = read(t->from, bytes, sizeof bytes);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (size <= 0) {
      close_output(t);
      return;
    }
    for (ssize_t i = 0; i < size && t->output.size < MAX_OUTPUT_BYTES; i++)
      tta_buf_char(&t->output, bytes[i] ? bytes[i] : ' ');
  }
}

/* Programs that the command has started may keep the pipe open; they are not waited for. */
static void finish(tt_opt_trial *t, int outcome) {
  read_output(t);
  kill(-t->process, SIGKILL);
  tta_process_forget_group(t->process);
  t->process = 0;
  t->outcome = outcome;
  close_output(t);
  remove_file(t);
}

static void look_after(tt_opt_trial *t) {
  int status;
  pid_t ended = t->process ? waitpid(t->process, &status, WNOHANG) : 0;
  if (ended == t->process && ended) {
    finish(t, WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status));
  } else if (t->process && now_ms() >= t->deadline_ms) {
    kill_group(t);
    finish(t, TT_OPT_TRIAL_TIMEOUT);
  }
}

bool tt_opt_trials_wait(tt_opt_trial *const *trials, size_t count) {
  enum { MOST = 64 };
  struct pollfd files[MOST];
  nfds_t num_files = 0;
  int timeout_ms = 50;
  for (size_t i = 0; i < count && i < MOST; i++) {
    look_after(trials[i]);
    if (trials[i]->process && trials[i]->from < 0) timeout_ms = 1; /* its status comes at once */
    if (trials[i]->from >= 0) files[num_files++] = (struct pollfd){.fd = trials[i]->from, .events = POLLIN};
  }
  if (!trials[0]->process) return true;
  poll(files, num_files, timeout_ms);
  for (size_t i = 0; i < count; i++) {
    read_output(trials[i]);
    look_after(trials[i]);
  }
  return !trials[0]->process;
}
