/* The module: a few functions over UTF-8 texts and options as JSON, for index.js of the npm package. A call takes its
 * texts (from ttattr_allocate), returns a tta_answer, and leaves a result, until the next call. */
#include <string.h>

#include "module.h"
#include "ttattr/lsp.h"

tta_module module;

void module_begin(void) {
  tta_buf_free(&module.result);
  tta_buf_free(&module.messages);
  tta_buf_init(&module.result, NULL);
  tta_buf_init(&module.messages, NULL);
}

tta_answer module_answer(tta_status status) {
  if (!status && (module.result.failed || module.messages.failed)) status = TTA_NO_MEMORY;
  if (!status) return TTA_ANSWER_OK;
  if (status == TTA_NO_MEMORY) module.messages.failed = false;
  tta_buf_printf(&module.messages, "%s\n", status == TTA_NO_MEMORY ? "out of memory" : tta_status_name(status));
  return TTA_ANSWER_FAILED;
}

static tta_answer answer_for_options(tta_status status) {
  return status == TTA_INVALID ? TTA_ANSWER_FAILED : module_answer(status);
}

tta_answer module_read_options(tta_arena *arena, tta_str text, const tta_json_node **out) {
  return answer_for_options(ttattr_read_options(arena, text, out, &module.messages));
}

tta_answer module_check_options(tta_arena *arena, tta_str text, tta_check_options **out) {
  return answer_for_options(ttattr_check_options(arena, text, out, &module.messages));
}

/** What the last call left: its result, or messages for people. Valid until the next call. */
TTA_EXPORT(ttattr_text) const char *ttattr_text(bool messages);
const char *ttattr_text(bool messages) { return messages ? module.messages.data : module.result.data; }

TTA_EXPORT(ttattr_text_size) size_t ttattr_text_size(bool messages);
size_t ttattr_text_size(bool messages) { return messages ? module.messages.size : module.result.size; }

/** Frees what the last call left. */
TTA_EXPORT(ttattr_release) void ttattr_release(void);
void ttattr_release(void) { module_begin(); }

/* ---- check and format ---- */

static void write_diagnostics(tta_source *source, const tta_check *check) {
  tta_json json = tta_json_writer(&module.result);
  ttattr_diagnostics_json(&json, source, tta_check_results(check), TTA_COLUMN_UTF16);
}

static void write_canonical(tta_source *source, const tta_check *check) {
  ttattr_canonical_text(&module.result, source->text, tta_check_results(check));
}

static int check_text(char *text, size_t size, char *given, size_t given_size, bool canonicalize,
                      void (*write)(tta_source *, const tta_check *)) {
  tta_arena arena;
  tta_check_options *options;
  tta_check *check = NULL;
  tta_source source;
  module_begin();
  tta_arena_init(&arena, &tta_malloc_allocator);
  tta_source_init(&source, TTA_STR("<stdin>"), (tta_str){text, size}, NULL);
  tta_answer answer = module_check_options(&arena, (tta_str){given, given_size}, &options);
  if (!answer) {
    tta_check_options_set_canonicalize(options, canonicalize);
    answer = module_answer(tta_check_text(&source, options, &check));
  }
  if (!answer) {
    write(&source, check);
    answer = module_answer(TTA_OK);
  }
  tta_check_free(check);
  tta_check_options_free(options);
  tta_source_free(&source);
  tta_arena_free(&arena);
  module_free_text(text);
  module_free_text(given);
  return (int)answer;
}

/** The result is a list of diagnostics, as of `tt-opt --diagnostic-format=json`, with columns in UTF-16 units. */
TTA_EXPORT(ttattr_check) int ttattr_check(char *text, size_t size, char *options, size_t options_size);
int ttattr_check(char *text, size_t size, char *options, size_t options_size) {
  return check_text(text, size, options, options_size, false, write_diagnostics);
}

/** The result is the canonical text. Sections with errors are left as they are. */
TTA_EXPORT(ttattr_format) int ttattr_format(char *text, size_t size, char *options, size_t options_size);
int ttattr_format(char *text, size_t size, char *options, size_t options_size) {
  return check_text(text, size, options, options_size, true, write_canonical);
}

/** The result is the text with its fix-its. */
TTA_EXPORT(ttattr_fix) int ttattr_fix(char *text, size_t size, char *options, size_t options_size);
int ttattr_fix(char *text, size_t size, char *given, size_t given_size) {
  tta_arena arena;
  tta_check_options *options;
  module_begin();
  tta_arena_init(&arena, &tta_malloc_allocator);
  tta_answer answer = module_check_options(&arena, (tta_str){given, given_size}, &options);
  if (!answer) answer = module_answer(ttattr_fix_text(&module.result, (tta_str){text, size}, options));
  tta_check_options_free(options);
  tta_arena_free(&arena);
  module_free_text(text);
  module_free_text(given);
  return (int)answer;
}

/* ---- the language server ---- */

/** A new server; NULL: there is no memory. */
TTA_EXPORT(ttattr_server_new) tta_lsp *ttattr_server_new(void);
tta_lsp *ttattr_server_new(void) {
  tta_lsp *server = NULL;
  module_begin();
  return module_answer(tta_lsp_new(NULL, &server)) ? NULL : server;
}

TTA_EXPORT(ttattr_server_free) void ttattr_server_free(tta_lsp *server);
void ttattr_server_free(tta_lsp *server) { tta_lsp_free(server); }

/** Handles a message of the client. @param message taken */
TTA_EXPORT(ttattr_server_receive) int ttattr_server_receive(tta_lsp *server, char *message, size_t size);
int ttattr_server_receive(tta_lsp *server, char *message, size_t size) {
  module_begin();
  tta_answer answer = module_answer(tta_lsp_receive(server, message, size));
  module_free_text(message);
  return (int)answer;
}

/** Verifies what has changed; messages with diagnostics follow. */
TTA_EXPORT(ttattr_server_publish) int ttattr_server_publish(tta_lsp *server);
int ttattr_server_publish(tta_lsp *server) {
  module_begin();
  return (int)module_answer(tta_lsp_publish(server));
}

TTA_EXPORT(ttattr_server_has_changes) int ttattr_server_has_changes(const tta_lsp *server);
int ttattr_server_has_changes(const tta_lsp *server) { return tta_lsp_has_changes(server); }

/** The result is the next message for the client; empty if there is none. */
TTA_EXPORT(ttattr_server_next) int ttattr_server_next(tta_lsp *server);
int ttattr_server_next(tta_lsp *server) {
  module_begin();
  tta_str message = tta_lsp_next_message(server);
  tta_buf_bytes(&module.result, message.data, message.size);
  return (int)module_answer(TTA_OK);
}

/** The exit status that the client has requested; -1 before `exit`. */
TTA_EXPORT(ttattr_server_exit_status) int ttattr_server_exit_status(const tta_lsp *server);
int ttattr_server_exit_status(const tta_lsp *server) { return tta_lsp_exit_status(server); }
