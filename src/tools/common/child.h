/* child.h: another program as a function: what it reads, what it writes, its exit status. */
#ifndef TTA_TOOLS_CHILD_H
#define TTA_TOOLS_CHILD_H

#include "ttattr/buf.h"

/** Runs a program of PATH. Its standard error is that of this process.
 *  @param arguments the name of the program and its arguments; ends with NULL
 *  @param input     its standard input, which it need not read
 *  @param output    its standard output is appended
 *  @param status    set to its exit status; 128 and the signal that ended it
 *  @return 0, or an errno value: ENOENT if there is no such program */
int tta_child_run(const char *const *arguments, tta_str input, tta_buf *output, int *status);

#endif
