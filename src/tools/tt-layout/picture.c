/* Formats and files of pictures. A PNG is made by rsvg-convert (librsvg): the SVG is written to its standard input
 * while its standard output is read. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* pipe2 */
#endif
#include "picture.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

extern char **environ;

typedef struct converter {
  pid_t process;
  int to, from; /* descriptors; -1: closed */
} converter;

static void close_end(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}

/* @return an errno value */
static int start(converter *c) {
  char *arguments[] = {(char *)"rsvg-convert", (char *)"--format=png", (char *)"--zoom=2", NULL};
  int in[2] = {-1, -1}, out[2] = {-1, -1};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t defaults;
  if (pipe2(in, O_CLOEXEC)) return errno;
  if (pipe2(out, O_CLOEXEC)) {
    int error = errno;
    close_end(&in[0]);
    close_end(&in[1]);
    return error;
  }
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE); /* ignored in this process */
  sigaddset(&defaults, SIGXFSZ);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  int error = posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &defaults);
  if (!error) error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  if (!error) error = posix_spawnp(&c->process, arguments[0], &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
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
static int write_some(converter *c, tta_str *rest) {
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
static int read_some(converter *c, tta_buf *png) {
  char bytes[16384];
  ssize_t size = read(c->from, bytes, sizeof bytes);
  if (size < 0) return errno == EAGAIN || errno == EINTR ? 0 : errno;
  if (size == 0) close_end(&c->from);
  tta_buf_bytes(png, bytes, (size_t)size);
  return png->failed ? ENOMEM : 0;
}

/* Both ways at once: neither pipe holds all. @return an errno value */
static int transfer(converter *c, tta_str svg, tta_buf *png) {
  int error = fcntl(c->to, F_SETFL, O_NONBLOCK) ? errno : 0;
  while (!error && c->from >= 0) {
    struct pollfd ends[2] = {{.fd = c->from, .events = POLLIN}, {.fd = c->to, .events = POLLOUT}};
    if (poll(ends, 2, -1) < 0) {
      if (errno != EINTR) error = errno;
      continue;
    }
    if (c->to >= 0 && ends[1].revents) error = write_some(c, &svg);
    if (!error && ends[0].revents) error = read_some(c, png);
  }
  close_end(&c->to);
  close_end(&c->from);
  return error;
}

static int wait_for(const converter *c) {
  int status = 0;
  while (waitpid(c->process, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return status;
}

static int report(int error) {
  if (error == ENOENT)
    tta_print_error(tt_layout_program, "PNG requires the program rsvg-convert (Debian: librsvg2-bin), which was not "
                    "found; write x.svg instead");
  else tta_print_error(tt_layout_program, "cannot run rsvg-convert: %s", strerror(error));
  return TTA_EXIT_FAILED;
}

/* Replaces the SVG by a PNG. Failures are reported; the picture is then freed. @return exit status */
static int to_png(tta_buf *picture) {
  converter c = {.to = -1, .from = -1};
  tta_buf png = tta_buf_new(picture->allocator);
  int error = start(&c);
  if (!error) {
    error = transfer(&c, tta_buf_view(picture), &png);
    int status = wait_for(&c);
    if (!error && (!WIFEXITED(status) || WEXITSTATUS(status) == 127)) error = status == -1 ? ECHILD : ENOENT;
    else if (!error && (WEXITSTATUS(status) || !png.size)) {
      tta_print_error(tt_layout_program, "rsvg-convert failed with exit status %d", WEXITSTATUS(status));
      tta_buf_free(picture);
      tta_buf_free(&png);
      return TTA_EXIT_FAILED;
    }
  }
  tta_buf_free(picture);
  if (!error) {
    *picture = png;
    return TTA_EXIT_DONE;
  }
  tta_buf_free(&png);
  return report(error);
}

/* ---- formats ---- */

int tt_layout_choose_format(tt_layout_picture_file *file, const char *path, bool ascii) {
  const char *dot = path ? strrchr(path, '.') : NULL, *suffix = dot ? dot : "";
  file->path = path;
  file->format = TTA_PICTURE_SVG;
  file->png = false;
  if (ascii || !path || !strcmp(suffix, ".txt")) file->format = TTA_PICTURE_TEXT;
  else if (!strcmp(suffix, ".html") || !strcmp(suffix, ".htm")) file->format = TTA_PICTURE_HTML;
  else if (!strcmp(suffix, ".png")) file->png = true;
  else if (strcmp(suffix, ".svg") && strcmp(path, "-")) {
    tta_print_error(tt_layout_program, "unknown picture format of '%s'; expected a name that ends in .svg, .html, "
                    ".png or .txt", path);
    return TTA_EXIT_FAILED;
  }
  return TTA_EXIT_DONE;
}

int tt_layout_draw_picture(const tt_layout_picture_file *file, tta_picture *picture) {
  tta_buf out = tta_buf_new(NULL), reason = tta_buf_new(NULL);
  picture->format = file->format;
  tta_status status = tta_draw(picture, &out, &reason);
  if (status) {
    tta_buf_free(&out);
    return tt_layout_fail(status, &reason);
  }
  tta_buf_free(&reason);
  int exit = file->png ? to_png(&out) : TTA_EXIT_DONE;
  return exit ? exit : tta_print_and_free(tt_layout_program, &out, file->path);
}

const char *tt_layout_name_of_file(const char *path) {
  const char *slash = path ? strrchr(path, '/') : NULL;
  return slash ? slash + 1 : path && strcmp(path, "-") ? path : "<stdin>";
}
