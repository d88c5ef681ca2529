/* Lines on standard error, and properties of the terminal that shows them. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* struct winsize */
#endif
#include "tools/common/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINE_BYTES = 8192 };

/* A failed write to standard error cannot be reported anywhere, so it is ignored. */
static void write_error(const char *data, size_t size) {
  while (size > 0) {
    ssize_t written = write(STDERR_FILENO, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    data += written;
    size -= (size_t)written;
  }
}

/* The name of a file must not control the terminal. */
static void hide_control_bytes(char *text, size_t size) {
  for (size_t i = 0; i < size; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte < 0x20 || byte == 0x7f) text[i] = '?';
  }
}

static void print_line(const char *program, const char *kind, const char *format, va_list args) {
  char line[LINE_BYTES];
  int saved = errno;
  int head = snprintf(line, LINE_BYTES / 2, "%s: %s", program, kind);
  size_t used = head < 0 ? 0 : (size_t)head < LINE_BYTES / 2 ? (size_t)head : LINE_BYTES / 2 - 1;
  size_t limit = LINE_BYTES - used - 1; /* one byte is reserved for the newline */
  int body = vsnprintf(line + used, limit, format, args);
  if (body >= 0 && (size_t)body < limit) {
    used += (size_t)body;
  } else {
    used += strlen(line + used);
    if (body >= 0) memcpy(line + used - 3, "...", 3);
  }
  hide_control_bytes(line, used);
  line[used++] = '\n';
  write_error(line, used);
  errno = saved;
}

void tta_print_error(const char *program, const char *format, ...) {
  va_list args;
  va_start(args, format);
  print_line(program, "error: ", format, args);
  va_end(args);
}

void tta_print_message(const char *program, const char *format, ...) {
  va_list args;
  va_start(args, format);
  print_line(program, "", format, args);
  va_end(args);
}

void tta_print_no_memory(const char *program) { tta_print_error(program, "out of memory"); }

static const char *reason_of(const tta_io_failure *failure) {
  return failure->reason ? failure->reason : strerror(failure->error);
}

void tta_print_io_failure(const char *program, const tta_io_failure *failure, const char *path) {
  tta_print_error(program, "%s '%s': %s", failure->action, path, reason_of(failure));
}

void tta_io_failure_words(const tta_io_failure *failure, const char *path, char *out, size_t size) {
  snprintf(out, size, "%s '%s': %s", failure->action, path, reason_of(failure));
}

void tta_io_failure_text(const tta_io_failure *failure, char *out, size_t size) {
  snprintf(out, size, "%s: %s", failure->action, reason_of(failure));
}

bool tta_color_wanted(tta_color color) {
  if (color != TTA_COLOR_AUTO) return color == TTA_COLOR_ALWAYS;
  const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
  if (no_color && *no_color) return false;
  if (!term || strcmp(term, "dumb") == 0) return false;
  return isatty(STDERR_FILENO) == 1;
}

unsigned tta_term_width(void) {
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}
