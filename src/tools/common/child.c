/* Another program: started, and as a function with both of its pipes at once. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* pipe2 */
#endif
#include "tools/common/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct child {
  pid_t process;
  int to, from; /* descriptors; -1: closed */
} child;

static void close_end(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}

/* What the standard descriptors are in the child; in this process they can be others (bindings/python/src/io.h). */
enum { CHILD_INPUT = 0, CHILD_OUTPUT = 1, CHILD_ERRORS = 2 };

/* @return an errno value */
static int connect_child(posix_spawn_file_actions_t *actions, const tta_child_spawn *s) {
  int error = s->input >= 0 ? posix_spawn_file_actions_adddup2(actions, s->input, CHILD_INPUT)
                            : posix_spawn_file_actions_addopen(actions, CHILD_INPUT, "/dev/null", O_RDONLY, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(actions, s->output, CHILD_OUTPUT);
  if (!error && s->errors >= 0) error = posix_spawn_file_actions_adddup2(actions, s->errors, CHILD_ERRORS);
  return error;
}

int tta_child_start(const tta_child_spawn *s, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE); /* ignored in this process */
  sigaddset(&defaults, SIGXFSZ);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  int error = connect_child(&actions, s);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &defaults);
  if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (!error)
    error = posix_spawnattr_setflags(&attributes, (short)(POSIX_SPAWN_SETSIGDEF |
                                                          (s->has_group ? POSIX_SPAWN_SETPGROUP : 0)));
  if (!error)
    error = posix_spawnp(process, s->arguments[0], &actions, &attributes, (char *const *)s->arguments, s->environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

/* @return an errno value */
static int start(child *c, const char *const *arguments) {
  int in[2] = {-1, -1}, out[2] = {-1, -1};
  if (pipe2(in, O_CLOEXEC)) return errno;
  if (pipe2(out, O_CLOEXEC)) {
    int error = errno;
    close_end(&in[0]);
    close_end(&in[1]);
    return error;
  }
  const tta_child_spawn spawn = {
      .arguments = arguments, .environment = environ, .input = in[0], .output = out[1], .errors = -1};
  int error = tta_child_start(&spawn, &c->process);
  close_end(&in[0]);
  close_end(&out[1]);
  c->to = in[1];
  c->from = out[0];
  if (error) {
    close_end(&c->to);
    close_end(&c->from);
  }
  return error;
}

/* Writes what the pipe takes. @return an errno value */
static int write_some(child *c, tta_str *rest) {
  ssize_t written = write(c->to, rest->data, rest->size);
  if (written < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (written < 0 && errno != EPIPE) return errno;
  if (written < 0) rest->size = 0; /* the program ended early: its exit status tells why */
  else {
    rest->data += written;
    rest->size -= (size_t)written;
  }
  if (!rest->size) close_end(&c->to);
  return 0;
}

/* @return an errno value */
static int read_some(child *c, tta_buf *output) {
  char bytes[16384];
  ssize_t size = read(c->from, bytes, sizeof bytes);
  if (size < 0) return errno == EAGAIN || errno == EINTR ? 0 : errno;
  if (size == 0) close_end(&c->from);
  tta_buf_bytes(output, bytes, (size_t)size);
  return output->failed ? ENOMEM : 0;
}

/* Both ways at once: neither pipe holds all. @return an errno value */
static int transfer(child *c, tta_str input, tta_buf *output) {
  int error = c->to >= 0 && fcntl(c->to, F_SETFL, O_NONBLOCK) ? errno : 0;
  while (!error && c->from >= 0) {
    struct pollfd ends[2] = {{.fd = c->from, .events = POLLIN}, {.fd = c->to, .events = POLLOUT}};
    if (poll(ends, 2, -1) < 0) {
      if (errno != EINTR) error = errno;
      continue;
    }
    if (c->to >= 0 && ends[1].revents) error = write_some(c, &input);
    if (!error && ends[0].revents) error = read_some(c, output);
  }
  close_end(&c->to);
  close_end(&c->from);
  return error;
}

static int wait_for(const child *c) {
  int status = 0;
  while (waitpid(c->process, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return status;
}

int tta_child_run(const char *const *arguments, tta_str input, tta_buf *output, int *status) {
  child c = {.to = -1, .from = -1};
  int error = start(&c, arguments);
  if (error) return error;
  if (!input.size) close_end(&c.to);
  error = transfer(&c, input, output);
  int ended = wait_for(&c);
  if (ended == -1) return error ? error : ECHILD;
  *status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
  return error || *status != 127 ? error : ENOENT;
}
