/* message.h: lines on standard error, I/O failures as values, and properties of the terminal.
 * No function here allocates, so that "out of memory" can always be reported. */
#ifndef TTA_TOOLS_MESSAGE_H
#define TTA_TOOLS_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

/** Exit statuses of the programs (docs/cli.md). Over all inputs the highest counts. */
enum { TTA_EXIT_DONE = 0, TTA_EXIT_ERRORS = 1, TTA_EXIT_FAILED = 2 };

/** Writes `PROGRAM: error: TEXT` and a newline in one write. A control byte of TEXT (a file name may contain any)
 *  becomes `?`; a line of more than 8 KiB is cut and ends in `...`. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void tta_print_error(const char *program, const char *format, ...);

/** The same without `error: `. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void tta_print_message(const char *program, const char *format, ...);

void tta_print_no_memory(const char *program);

/** The failure of an input or output operation. Both texts are constant. It is a value, so that a worker thread can
 *  keep it until it is reported. */
typedef struct tta_io_failure {
  const char *action; /* "cannot open", ...; NULL = no failure */
  int error;          /* an errno value */
  const char *reason; /* instead of the text of `error`; may be NULL */
} tta_io_failure;

static inline bool tta_io_failed(const tta_io_failure *failure) { return failure->action != 0; }

/** `cannot open: No such file or directory`, cut to `size`. */
void tta_io_failure_text(const tta_io_failure *failure, char *out, size_t size);

/** `cannot open 'x.mlir': No such file or directory`, cut to `size`. */
void tta_io_failure_words(const tta_io_failure *failure, const char *path, char *out, size_t size);

/** `tt-opt: error: cannot open 'x.mlir': No such file or directory`. */
void tta_print_io_failure(const char *program, const tta_io_failure *failure, const char *path);

/** What --help says about it. */
#define TTA_COLOR_ENVIRONMENT "  NO_COLOR  if set and not empty, diagnostics are not colored\n"

typedef enum tta_color { TTA_COLOR_AUTO, TTA_COLOR_ALWAYS, TTA_COLOR_NEVER } tta_color;

/** Whether to color standard error. auto: a terminal that is not "dumb", and NO_COLOR unset or empty (no-color.org);
 *  always and never override NO_COLOR. */
bool tta_color_wanted(tta_color color);

/** Columns of the terminal on standard error; 80 if it is not a terminal or its width is unknown. */
unsigned tta_term_width(void);

#endif
