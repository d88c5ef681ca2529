/* child.h: another program as a function: what it reads, what it writes, its exit status. */
#ifndef TTA_TOOLS_CHILD_H
#define TTA_TOOLS_CHILD_H

#include <sys/types.h>

#include "ttattr/buf.h"

/** How a program is started. Signals that this process ignores have their defaults in it. */
typedef struct tta_child_spawn {
  const char *const *arguments; /* a name, looked for in PATH, or a path, and its arguments; ends with NULL */
  char *const *environment;
  int input, output, errors;    /* descriptors. input -1: nothing to read; errors -1: those of this process */
  bool has_group;               /* a process group of its own */
} tta_child_spawn;

/** @return 0, or an errno value */
int tta_child_start(const tta_child_spawn *spawn, pid_t *process);

/** Runs a program of PATH. Its standard error is that of this process.
 *  @param arguments the name of the program and its arguments; ends with NULL
 *  @param input     its standard input, which it need not read
 *  @param output    its standard output is appended
 *  @param status    set to its exit status; 128 and the signal that ended it
 *  @return 0, or an errno value: ENOENT if there is no such program */
int tta_child_run(const char *const *arguments, tta_str input, tta_buf *output, int *status);

#endif
