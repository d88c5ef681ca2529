/* inputs.h: which files a command line names: files, standard input, and the *.mlir files of directories. */
#ifndef TTA_TOOLS_INPUTS_H
#define TTA_TOOLS_INPUTS_H

#include "tools/common/message.h"
#include "ttattr/base.h"

/** A file to read, or, when `failure` is set, something that could not be looked into; to be reported in its turn. */
typedef struct tta_input_item {
  char *path; /* NULL = standard input */
  tta_io_failure failure;
} tta_input_item;

/** All zero but `allocator` (NULL = malloc) is an empty list. */
typedef struct tta_inputs {
  const tta_allocator *allocator;
  tta_input_item *items;
  size_t size, capacity;
  bool many;        /* a directory, or more than one argument: no text on standard output */
  bool has_stdin;
  size_t num_arguments;
} tta_inputs;

/** Adds one argument: "-" is standard input (once); of a directory every `*.mlir` below it by byte order of the paths,
 *  without dot names, not following links to directories (a link given as the argument itself is followed). What is no
 *  regular file there, and each subdirectory that cannot be read, becomes an item with a failure. A file that cannot be
 *  looked at is an item all the same: reading it says why.
 *  @return TTA_OK or TTA_NO_MEMORY; the list stays valid either way. */
tta_status tta_inputs_add(tta_inputs *inputs, const char *argument);

void tta_inputs_free(tta_inputs *inputs);

/** The name for messages. */
static inline const char *tta_input_item_name(const tta_input_item *item) {
  return item->path ? item->path : "<stdin>";
}

#endif
