/* Standard input and output as messages (LSP 3.17, Base Protocol). */
#define _GNU_SOURCE /* memmem */
#include "stream.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "server.h"
#include "tools/common/message.h"

enum {
  MAX_MESSAGE_BYTES = 1 << 30,
  MAX_HEADER_BYTES = 1 << 16,
  READ_BYTES = 1 << 16,
  KEPT_BYTES = 1 << 18, /* a larger buffer is freed after its message */
  WRITE_BYTES = 4096,   /* PIPE_BUF: a pipe that is ready takes so many without blocking */
};

void tt_lsp_stream_init(tt_lsp_stream *t, int log) {
  *t = (tt_lsp_stream){.log = log};
  tta_buf_init(&t->in, NULL);
  tta_buf_init(&t->out, NULL);
}

void tt_lsp_stream_free(tt_lsp_stream *t) {
  tta_buf_free(&t->in);
  tta_buf_free(&t->out);
}

static void write_log(const tt_lsp_stream *t, const char *direction, const char *text, size_t size) {
  if (t->log < 0) return;
  bool written = write(t->log, direction, strlen(direction)) >= 0 && write(t->log, text, size) >= 0 &&
                 write(t->log, "\n", 1) >= 0;
  (void)written; /* the session goes on without its log */
}

/* ---- output ---- */

bool tt_lsp_stream_is_behind(const tt_lsp_stream *t) { return t->written < t->out.size; }

void tt_lsp_stream_send(tt_lsp_stream *t, tta_str message) {
  write_log(t, "server: ", message.data, message.size);
  tta_buf_printf(&t->out, "Content-Length: %zu\r\n\r\n", message.size);
  tta_buf_bytes(&t->out, message.data, message.size);
}

static bool write_some(tt_lsp_stream *t, size_t most) {
  size_t left = t->out.size - t->written;
  ssize_t n = write(STDOUT_FILENO, t->out.data + t->written, left < most ? left : most);
  if (n < 0) return errno == EINTR || errno == EAGAIN;
  t->written += (size_t)n;
  if (t->written < t->out.size) return true;
  t->written = t->out.size = 0;
  if (t->out.capacity <= KEPT_BYTES) return true;
  tta_buf_free(&t->out);
  tta_buf_init(&t->out, NULL);
  return true;
}

bool tt_lsp_stream_flush(tt_lsp_stream *t) {
  while (tt_lsp_stream_is_behind(t))
    if (!write_some(t, SIZE_MAX)) return false;
  return !t->out.failed;
}

/* ---- input ---- */

/* Space for `more` bytes, after what was read is moved to the front. */
static bool reserve(tt_lsp_stream *t, size_t more) {
  if (t->parsed) {
    memmove(t->in.data, t->in.data + t->parsed, t->in.size - t->parsed);
    t->in.size -= t->parsed;
    if (t->body) t->body -= t->parsed;
    t->parsed = 0;
  }
  if (!t->in.size && t->in.capacity > KEPT_BYTES && more <= READ_BYTES) {
    tta_buf_free(&t->in);
    tta_buf_init(&t->in, NULL);
  }
  return tta_buf_reserve(&t->in, more);
}

static bool read_some(tt_lsp_stream *t) {
  size_t most = READ_BYTES, have = t->in.size - t->parsed;
  if (t->body && t->body + t->length - t->parsed > have) most = t->body + t->length - t->parsed - have;
  if (t->body && most < READ_BYTES) most = READ_BYTES;
  if (t->in.capacity - t->in.size < most && !reserve(t, most)) {
    tta_print_no_memory(tt_lsp_program);
    return false;
  }
  ssize_t n = read(STDIN_FILENO, t->in.data + t->in.size, t->in.capacity - t->in.size);
  if (n > 0) t->in.size += (size_t)n;
  if (n < 0 && errno != EINTR && errno != EAGAIN) {
    tta_print_io_failure(tt_lsp_program, &(tta_io_failure){.action = "cannot read", .error = errno}, "<stdin>");
    return false;
  }
  return n != 0;
}

/* The number after `Content-Length:`, in any case. @return false if the header has none that is valid */
static bool read_length(const char *at, const char *end, size_t *length) {
  static const char name[] = "content-length:";
  enum { SIZE = sizeof name - 1 };
  for (; end - at >= SIZE; at++) {
    size_t i = 0;
    while (i < SIZE && ((unsigned char)at[i] | (name[i] >= 'a' ? 0x20 : 0)) == (unsigned char)name[i]) i++;
    if (i < SIZE) continue;
    for (at += SIZE; at < end && (*at == ' ' || *at == '\t');) at++;
    bool any = false;
    for (*length = 0; at < end && *at >= '0' && *at <= '9' && *length <= MAX_MESSAGE_BYTES; at++, any = true)
      *length = *length * 10 + (size_t)(*at - '0');
    return any;
  }
  return false;
}

/* Reads headers until one has a length; one without a length is dropped.
 *  @return false if the input cannot be a message */
static bool find_body(tt_lsp_stream *t) {
  while (!t->body) {
    size_t size = t->in.size - t->parsed;
    if (!size) return true; /* the buffer is allocated with the first read */
    const char *begin = t->in.data + t->parsed, *end = memmem(begin, size, "\r\n\r\n", 4);
    if (!end && size <= MAX_HEADER_BYTES) return true;
    if (end && read_length(begin, end, &t->length)) t->body = (size_t)(end + 4 - t->in.data);
    else if (end) t->parsed = (size_t)(end + 4 - t->in.data);
    if (!end || (t->body && t->length > MAX_MESSAGE_BYTES)) {
      tta_print_error(tt_lsp_program, "%s", end ? "a message of more than 1 GiB" : "a header of more than 64 KiB");
      return false;
    }
  }
  return true;
}

static bool take_message(tt_lsp_stream *t, char **message, size_t *size) {
  if (!t->body || t->in.size - t->body < t->length) return false;
  *message = t->in.data + t->body;
  *size = t->length;
  t->parsed = t->body + t->length;
  t->body = 0;
  write_log(t, "client: ", *message, *size);
  return true;
}

tt_lsp_step tt_lsp_stream_next(tt_lsp_stream *t, bool wait, char **message, size_t *size) {
  for (;;) {
    if (!find_body(t) || t->out.failed) return TT_LSP_END;
    if (take_message(t, message, size)) return TT_LSP_MESSAGE;
    if (t->at_end) return TT_LSP_END;
    bool behind = tt_lsp_stream_is_behind(t);
    struct pollfd fds[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = STDOUT_FILENO, .events = POLLOUT}};
    int n = poll(fds, behind ? 2 : 1, wait || behind ? -1 : 0);
    if (n < 0 && errno != EINTR) return TT_LSP_END;
    if (n == 0) return TT_LSP_IDLE;
    if (n > 0 && behind && fds[1].revents && !write_some(t, WRITE_BYTES)) return TT_LSP_END;
    if (n > 0 && fds[0].revents && !read_some(t)) t->at_end = true;
  }
}
