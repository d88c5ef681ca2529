/* module.h: the parts of the module: results, files in memory, options as JSON. */
#ifndef TTA_WASM_MODULE_H
#define TTA_WASM_MODULE_H

#include "base/arena.h"
#include "bindings/queries.h"

#define TTA_EXPORT(name) __attribute__((export_name(#name)))

/** What a call returns: 0, or why it has no result. 1 and 2 are the exit statuses of commands: errors in the input;
 *  invalid options, or no memory. Messages are in tta_module.messages. */
typedef enum tta_answer { TTA_ANSWER_OK, TTA_ANSWER_ERRORS, TTA_ANSWER_FAILED } tta_answer;

/** Of the last call: its result, and messages for people. */
typedef struct tta_module {
  tta_buf result, messages;
} tta_module;

extern tta_module module;

/** Frees the results of the last call. Each call starts with it. */
void module_begin(void);
/** The answer for a status of the library; failures have a message. */
tta_answer module_answer(tta_status status);
/** Frees the text that a caller gave, which ttattr_allocate returned. */
void module_free_text(char *text);

/** ttattr_read_options and ttattr_check_options; what they report is in tta_module.messages. */
tta_answer module_read_options(tta_arena *arena, tta_str text, const tta_json_node **out);
tta_answer module_check_options(tta_arena *arena, tta_str text, tta_check_options **out);

/* files.c: what the functions of WASI see: standard input and output, and named files */
/** Adds a file. @param data taken: from ttattr_allocate */
bool files_put(tta_str name, char *data, size_t size);
/** The contents of a file; false if there is none. */
bool files_get(tta_str name, tta_str *data);
/** The names and contents of the files that were written, as members of an object. */
void files_json(tta_json *json);
void files_clear(void);

#endif
