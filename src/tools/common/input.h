/* input.h: the inputs of a command line, and the text of one input as a whole.
 *
 * Small inputs and everything that is not a regular file are read into one allocation. Regular files of at least
 * TTA_INPUT_MAP_BYTES are mapped privately: on a 10 MB file that saves about 4 of 6 ms of processor time (copying, and
 * clearing the pages copied into). Another process can change a mapped file; hence (a) SIGBUS is caught and the missing
 * pages read as zeros, (b) the bytes after the text are private from the start, so that the zero there remains although
 * the file may grow, (c) tta_input_changed reports the change before anything is written, and the result is dropped
 * with a message. Nothing is mapped without tta_process_start.
 */
#ifndef TTA_TOOLS_INPUT_H
#define TTA_TOOLS_INPUT_H

#include "tools/common/exclude.h"
#include "tools/common/message.h"
#include "ttattr/base.h"
#include "ttattr/system.h"

enum {
  TTA_INPUT_PADDING = 64,             /* zero bytes after every text */
  TTA_INPUT_MAP_BYTES = 256 * 1024,   /* measured: reading wins below 128 KiB, mapping above */
};

/** docs/limits.md: 2 GiB. */
#define TTA_INPUT_LIMIT_BYTES ((size_t)1 << 31)

typedef struct tta_input {
  const char *name; /* for messages: the path, or "<stdin>" */
  tta_str text;     /* data is never NULL after success */
  const tta_allocator *allocator;
  char *block; /* contains the text: `block_size` bytes, allocated or (descriptor >= 0) mapped */
  size_t block_size;
  bool regular; /* a regular file, which can be rewritten */
  int descriptor, guard; /* of a mapping */
  size_t limit_bytes;
  int64_t file_size, file_seconds, file_nanoseconds; /* state of a mapped file when it was opened */
} tta_input;

/** Reads `path` to its end; NULL = standard input (a hint is printed if that is a terminal). FIFOs and devices are
 *  read like files; a directory is rejected.
 *  @param program   for the hint
 *  @param allocator NULL = malloc
 *  @return the failure, `action` NULL on success. After a failure there is nothing to free. */
tta_io_failure tta_input_read(tta_input *input, const char *program, const char *path, const tta_allocator *allocator);

/** The same without a limit of the size: for bytes, which have no spans. A file is mapped, so that it can be larger
 *  than the memory. */
tta_io_failure tta_input_read_bytes(tta_input *input, const char *program, const char *path,
                                    const tta_allocator *allocator);

/** Reports whether a mapped file was changed since it was opened, so that its text is unreliable. Call it before
 *  writing results. @return the failure to report; `action` NULL if there is none, as for every input that is not
 *  mapped */
tta_io_failure tta_input_changed(const tta_input *input);

void tta_input_free(tta_input *input);

/** A file to read, or, if `failure` is set, an entry that could not be examined; reported when its turn comes. */
typedef struct tta_input_item {
  char *path; /* NULL = standard input */
  tta_io_failure failure;
  bool named; /* on the command line, not found in a directory */
  uint32_t number; /* for tables of the program; 0 unless it sets another one */
} tta_input_item;

/** Zero-initialized, with `allocator` (NULL = malloc), it is an empty list. */
typedef struct tta_inputs {
  const tta_allocator *allocator;
  tta_excludes excludes; /* of what is found in directories; set before tta_inputs_add, freed with the list */
  tta_input_item *items;
  uint32_t num_items, cap_items;
  bool git_ignores; /* what .gitignore excludes is not found in directories; set before tta_inputs_add */
  bool many;        /* a directory, or more than one argument: no text on standard output */
  bool has_stdin;
  size_t num_arguments;
} tta_inputs;

/** Adds one argument: "-" is standard input (once); a directory stands for every `*.mlir` below it in byte order of the
 *  paths, without names that start with a dot, what git ignores, and what is excluded: patterns are compared with the
 *  path below the argument and with the path below the current directory. Links to directories are not followed, except
 *  the argument itself. A name that is not a regular file, and each subdirectory that cannot be read, becomes an item
 *  with a failure. A file that cannot be examined becomes an item without one: reading it reports the failure.
 *  @return TTA_OK or TTA_NO_MEMORY; the list remains valid in both cases */
tta_status tta_inputs_add(tta_inputs *inputs, const char *argument);

void tta_inputs_free(tta_inputs *inputs);

/** The directory of a path, absolute, without links; NULL is a name in the working directory.
 *  @param out room for PATH_MAX bytes @return false: it does not exist */
bool tta_directory_of(const char *path, char *out);

/** The name for messages. */
static inline const char *tta_input_item_name(const tta_input_item *item) {
  return item->path ? item->path : "<stdin>";
}

typedef struct tta_system_input {
  tta_str text;     /* as given, or the contents of the file: the text that the options of the library expect */
  tta_system value;
  tta_input file;
  bool is_file;
  tta_arena *arena; /* of `value` */
} tta_system_input;

/** Reads the value of --system-desc: a name, `[N, 8x8]` or a text with a `<` as it is; anything else is a FILE.
 *  Reports errors. @return the exit status, 0 to continue; call tta_system_close in both cases. */
int tta_system_open(const char *program, const char *value, tta_system_input *out);
/** The same without a report. @param name of the option or setting, for the error @param error receives it
 *  @return TTA_OK; TTA_NO_MEMORY; else the value or its file is invalid; call tta_system_close in all cases */
tta_status tta_system_read(const char *program, const char *name, const char *value, tta_system_input *out,
                           tta_buf *error);
void tta_system_close(tta_system_input *system);

#endif
