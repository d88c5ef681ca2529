/* output.h: results to standard output or to a file, which is written completely or not at all.
 *
 * A new or regular file is written under a temporary name in the same directory (`.tt-PID-N.tmp`, which directory walks
 * skip) and renamed when it is complete. Links are followed. The mode (and, if permitted, owner and group) of an
 * existing file is preserved; hard links to it are not. A file without write permission is rejected, although rename
 * could replace it. Anything else that exists (a device, a FIFO) is written directly.
 */
#ifndef TTA_TOOLS_OUTPUT_H
#define TTA_TOOLS_OUTPUT_H

#include "tools/common/message.h"
#include "ttattr/diag.h"

typedef struct tta_output {
  const char *name;       /* for messages: the path as given, or "<stdout>" */
  tta_io_failure failure; /* the first one; later calls do nothing after it */
  const tta_allocator *allocator;
  int descriptor;
  bool wrote;
  bool has_links;      /* the target has other hard links: it is rewritten, not replaced */
  char *target, *temp; /* of a file that is replaced; otherwise NULL */
  int temp_handle;
} tta_output;

/** @param path NULL or "-" = standard output
 *  @param allocator NULL = malloc
 *  @return false after a failure, which is output->failure; call tta_output_close or _discard in both cases */
bool tta_output_open(tta_output *output, const char *path, const tta_allocator *allocator);

bool tta_output_bytes(tta_output *output, const char *data, size_t size);

/** Writes `original` with the edits applied, without copying the text between them.
 *  @param edits in order of position, not overlapping (otherwise the failure is EINVAL) */
bool tta_output_edited(tta_output *output, tta_str original, const tta_edit *edits, size_t num_edits);

/** Ends the output: after a failure the temporary file is removed and the target is unchanged. A target with hard links
 *  is rewritten from the temporary file, which remains if that fails.
 *  @return false after this or an earlier failure: report output->failure (kept) and end with TTA_EXIT_FAILED. */
bool tta_output_close(tta_output *output);

/** Ends the output without changing the target (what was written directly remains). */
void tta_output_discard(tta_output *output);

/** Writes `text` to `path` (NULL or "-": standard output) and frees it. Empty text for standard output is not written.
 *  Failures are reported. @return the exit status, 0 or 2 */
int tta_print_and_free(const char *program, tta_buf *text, const char *path);

/** Writes `text` to standard error and frees it. @return `exit`, or 2 if the text is incomplete for lack of memory */
int tta_report_and_free(const char *program, tta_buf *text, int exit);

#endif
