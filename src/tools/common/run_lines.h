/* run_lines.h: what the RUN lines of a lit test say about the diagnostics of its text. */
#ifndef TTA_TOOLS_RUN_LINES_H
#define TTA_TOOLS_RUN_LINES_H

#include "ttattr/buf.h"

/** Read from the commands that pass the file itself (`%s`) to a tool named `*-opt` or `*-translate`, with any prefix
 *  and version: `ttmlir-opt`, `%ttmlir_opt`, `%{tt-opt}`, `/usr/bin/mlir-opt-19`. */
typedef struct tta_run_lines {
  bool found;     /* there is such a command */
  bool split;     /* one of them has --split-input-file */
  tta_buf marker; /* of the first one with it; empty: the default marker */
  bool verifies;  /* one of them has --verify-diagnostics */
  bool fails;     /* each of them is expected to fail (`not`), and none of them verifies diagnostics */
} tta_run_lines;

/** Reads the RUN lines of `text` as lit does: everything after `RUN:` on a line, continued on the next RUN line after
 *  a backslash. Commands are separated by `|`, `&&`, `||`, `;` and `&`. Quotes and backslashes are those of a POSIX
 *  shell. Substitutions are not expanded. Every text is accepted.
 *  @param allocator NULL = malloc; borrowed
 *  @return TTA_OK or TTA_NO_MEMORY; call tta_run_lines_free in both cases */
tta_status tta_run_lines_read(tta_str text, const tta_allocator *allocator, tta_run_lines *lines);
void tta_run_lines_free(tta_run_lines *lines);

#endif
