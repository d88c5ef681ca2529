/* stream.h: the messages on standard input and output, each after a header with its length. */
#ifndef TT_LSP_STREAM_H
#define TT_LSP_STREAM_H

#include <stdbool.h>

#include "ttattr/buf.h"

typedef enum tt_lsp_step {
  TT_LSP_MESSAGE,
  TT_LSP_IDLE,   /* nothing waits on standard input, and everything was written */
  TT_LSP_END,    /* the end of the input, or a failure, which was reported */
} tt_lsp_step;

typedef struct tt_lsp_stream {
  tta_buf in;          /* the first `parsed` bytes were messages */
  size_t parsed;
  size_t body;         /* of the message that is being read: where it starts in `in`; 0: its header is being read */
  size_t length;
  tta_buf out;         /* the first `written` bytes were written */
  size_t written;
  int log;             /* a descriptor; -1: none */
  bool at_end;
} tt_lsp_stream;

void tt_lsp_stream_init(tt_lsp_stream *stream, int log);
void tt_lsp_stream_free(tt_lsp_stream *stream);

/** The next message. It is valid, and may be overwritten, until the next call.
 *  @param wait  whether to wait for input; otherwise TT_LSP_IDLE is returned when none is there */
tt_lsp_step tt_lsp_stream_next(tt_lsp_stream *stream, bool wait, char **message, size_t *size);
/** Queues a message. It is written while the next ones are read. */
void tt_lsp_stream_send(tt_lsp_stream *stream, tta_str message);
/** Whether the client has not read everything yet. */
bool tt_lsp_stream_is_behind(const tt_lsp_stream *stream);
/** Waits until everything is written. @return false if that fails */
bool tt_lsp_stream_flush(tt_lsp_stream *stream);

#endif
