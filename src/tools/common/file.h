/* file.h: one input, whole, in memory.
 *
 * Small inputs and everything that is no regular file are read into one allocation. Regular files from
 * TTA_INPUT_MAP_BYTES on are mapped privately: on a 10 MB file that saves about 4 of 6 ms of processor time
 * (copying, and clearing the pages copied into). The price of a mapping is that others can change the file
 * underneath; hence (a) SIGBUS is caught and zeros stand where the file was cut off, (b) the bytes behind the text are
 * private to us from the start, so that the zero there stays although the file may grow, (c) tta_input_changed tells
 * before anything is written, and the result is then dropped with a message. Without tta_process_start nothing is
 * mapped.
 */
#ifndef TTA_TOOLS_FILE_H
#define TTA_TOOLS_FILE_H

#include "tools/common/message.h"
#include "ttattr/base.h"

enum {
  TTA_INPUT_PADDING = 64,             /* zero bytes behind every text */
  TTA_INPUT_MAP_BYTES = 256 * 1024,   /* measured: reading wins below 128 KiB, mapping above */
};

/** docs/limits.md: 2 GiB. */
#define TTA_INPUT_LIMIT_BYTES ((size_t)1 << 31)

typedef struct tta_input {
  const char *name; /* for messages: the path, or "<stdin>" */
  tta_str text;     /* data is never NULL after success */
  const tta_allocator *allocator;
  char *block; /* what text lies in: `block_size` bytes, allocated or (descriptor >= 0) mapped */
  size_t block_size;
  bool regular; /* a regular file, which can be rewritten */
  int descriptor, guard; /* of a mapping */
  int64_t file_size, file_seconds, file_nanoseconds; /* of a mapped file when it was opened: its state then */
} tta_input;

/** Reads `path` to its end; NULL = standard input (a hint is printed when that is a terminal). FIFOs and devices are
 *  read like files; a directory is refused.
 *  @param program   for the hint
 *  @param allocator NULL = malloc
 *  @return the failure, `action` NULL on success. After a failure there is nothing to free. */
tta_io_failure tta_input_read(tta_input *input, const char *program, const char *path, const tta_allocator *allocator);

/** Whether a mapped file was changed since it was opened: the text cannot be relied on. Ask before writing results.
 *  @return the failure to report; `action` NULL when all is well (always, for what was not mapped). */
tta_io_failure tta_input_changed(const tta_input *input);

void tta_input_free(tta_input *input);

#endif
