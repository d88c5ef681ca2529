/* The life of the server, and the way of a message to its method. */
#include "lsp/lsp.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/format.h"

/* JSON-RPC 2.0, section 5.1, and LSP 3.17, ErrorCodes. */
typedef enum error_code {
  PARSE_ERROR = -32700,
  INVALID_REQUEST = -32600,
  METHOD_NOT_FOUND = -32601,
  INVALID_PARAMS = -32602,
  INTERNAL_ERROR = -32603,
  SERVER_NOT_INITIALIZED = -32002,
  REQUEST_FAILED = -32803,
} error_code;

enum { MAX_DEPTH = 64 }; /* of brackets in a message */

tta_status tta_lsp_new(const tta_allocator *allocator, tta_lsp **out) {
  allocator = tta_allocator_or_default(allocator);
  *out = NULL;
  tta_lsp *s = allocator->allocate(allocator->user, sizeof *s);
  if (!s) return TTA_NO_MEMORY;
  *s = (tta_lsp){.allocator = allocator, .exit_status = -1, .unit = TTA_COLUMN_UTF16, .lenses = true,
                 .max_diagnostics = 1000};
  tta_arena_init(&s->arena, allocator);
  tta_buf_init(&s->out, allocator);
  tta_buf_init(&s->page_uri, allocator);
  tta_status status = tta_check_options_new(allocator, &s->options);
  if (status) {
    tta_lsp_free(s);
    return status;
  }
  tta_check_options_set_split(s->options, true);
  *out = s;
  return TTA_OK;
}

void tta_lsp_free(tta_lsp *s) {
  if (!s) return;
  tta_lsp_free_documents(s);
  tta_check_options_free(s->options);
  tta_buf_free(&s->out);
  TTA_ARRAY_FREE(s->allocator, s, ends);
  tta_arena_free(&s->arena);
  tta_buf_free(&s->page_uri);
  if (s->rules_url.data) s->allocator->release(s->allocator->user, (char *)s->rules_url.data, s->rules_url.size + 1);
  s->allocator->release(s->allocator->user, s, sizeof *s);
}

void tta_lsp_set_position_encoding(tta_lsp *s, tta_column_unit unit) {
  s->unit = unit;
  s->unit_is_fixed = true;
}

void tta_lsp_set_page_store(tta_lsp *s, tta_lsp_store_page *store, void *user) {
  s->store_page = store;
  s->store_user = user;
}

int tta_lsp_exit_status(const tta_lsp *s) { return s->exit_status; }

/* ---- messages for the client ---- */

tta_json tta_lsp_begin_message(tta_lsp *s) {
  tta_json json = tta_json_writer(&s->out);
  tta_json_open(&json, '{');
  tta_json_key_text(&json, "jsonrpc", "2.0");
  return json;
}

static size_t written_end(const tta_lsp *s) { return s->num_ends ? s->ends[s->num_ends - 1] : 0; }

static tta_status drop_message(tta_lsp *s) {
  s->out.size = written_end(s);
  s->out.failed = false;
  return TTA_NO_MEMORY;
}

tta_status tta_lsp_end_message(tta_lsp *s, tta_json *json) {
  tta_json_close(json, '}');
  if (s->out.failed || !TTA_PUSH(s->allocator, s, ends, s->out.size)) return drop_message(s);
  return TTA_OK;
}

tta_str tta_lsp_next_message(tta_lsp *s) {
  if (s->num_taken < s->num_ends) {
    size_t begin = s->num_taken ? s->ends[s->num_taken - 1] : 0, end = s->ends[s->num_taken++];
    return (tta_str){s->out.data + begin, end - begin};
  }
  s->num_taken = s->num_ends = 0;
  tta_buf_free(&s->out); /* a long answer does not stay in memory */
  tta_buf_init(&s->out, s->allocator);
  return (tta_str){NULL, 0};
}

/* ---- pages ---- */

void tta_lsp_open_page(tta_lsp *s, tta_str html) {
  s->page_uri.size = 0;
  s->store_page(s->store_user, html, s->num_pages++, &s->page_uri);
  if (s->page_uri.failed) {
    tta_buf_free(&s->page_uri);
    tta_buf_init(&s->page_uri, s->allocator);
  }
}

/* The answer of the client is ignored. */
static tta_status show_page(tta_lsp *s) {
  if (!s->page_uri.size) return TTA_OK;
  char id[32];
  snprintf(id, sizeof id, "page-%llu", (unsigned long long)s->num_pages);
  tta_json json = tta_lsp_begin_message(s);
  tta_json_key_text(&json, "id", id);
  tta_json_key_text(&json, "method", "window/showDocument");
  tta_json_key_open(&json, "params", '{');
  tta_json_key_string(&json, "uri", tta_buf_view(&s->page_uri));
  tta_json_key_bool(&json, "external", true);
  tta_json_close(&json, '}');
  s->page_uri.size = 0;
  return tta_lsp_end_message(s, &json);
}

/* ---- answers ---- */

static void write_id(tta_json *json, const tta_json_node *id) {
  tta_json_key(json, "id");
  switch (id ? id->kind : TTA_JSON_NULL) {
  case TTA_JSON_STRING: tta_json_string(json, id->string); return;
  case TTA_JSON_INTEGER: /* never in quotes */
    if (id->negative) tta_buf_char(json->out, '-');
    tta_buf_uint(json->out, id->magnitude);
    json->comma = true;
    return;
  case TTA_JSON_NUMBER:
    tta_buf_append(json->out, id->string);
    json->comma = true;
    return;
  default: tta_json_null(json);
  }
}

static tta_status answer_error(tta_lsp *s, const tta_json_node *id, error_code code, tta_str message) {
  tta_json json = tta_lsp_begin_message(s);
  write_id(&json, id);
  tta_json_key_open(&json, "error", '{');
  tta_json_key_int(&json, "code", code);
  tta_json_key_string(&json, "message", message);
  tta_json_close(&json, '}');
  return tta_lsp_end_message(s, &json);
}

tta_status tta_lsp_fail(tta_lsp *s, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(s->reason, sizeof s->reason, format, args);
  va_end(args);
  return TTA_LIMIT;
}

static tta_status answer(tta_lsp *s, const tta_json_node *id, const tta_json_node *params, tta_lsp_handler *handler) {
  tta_json json = tta_lsp_begin_message(s);
  write_id(&json, id);
  tta_json_key(&json, "result");
  tta_status status = handler(s, params, &json);
  if (!status) status = tta_lsp_end_message(s, &json);
  if (!status) return show_page(s);
  drop_message(s);
  if (status == TTA_INVALID) return answer_error(s, id, INVALID_PARAMS, TTA_STR("invalid parameters"));
  if (status == TTA_LIMIT) return answer_error(s, id, REQUEST_FAILED, tta_str_from(s->reason));
  answer_error(s, id, INTERNAL_ERROR, TTA_STR("out of memory"));
  return status;
}

/* ---- methods ---- */

static tta_status shut_down(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  (void)params;
  s->phase = TTA_LSP_SHUT_DOWN;
  tta_json_null(out);
  return TTA_OK;
}

static tta_status leave(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  (void)params, (void)out;
  s->exit_status = s->phase != TTA_LSP_SHUT_DOWN;
  return TTA_OK;
}

typedef struct method {
  const char *name;
  tta_lsp_handler *handler;
} method;

static const method requests[] = {
    {"initialize", tta_lsp_initialize},
    {"shutdown", shut_down},
    {"textDocument/hover", tta_lsp_hover},
    {"textDocument/formatting", tta_lsp_format},
    {"textDocument/rangeFormatting", tta_lsp_format_range},
    {"textDocument/codeAction", tta_lsp_actions},
    {"textDocument/definition", tta_lsp_definition},
    {"textDocument/references", tta_lsp_references},
    {"textDocument/documentHighlight", tta_lsp_highlight},
    {"textDocument/prepareRename", tta_lsp_prepare_rename},
    {"textDocument/rename", tta_lsp_rename},
    {"textDocument/documentSymbol", tta_lsp_symbols},
    {"textDocument/completion", tta_lsp_complete},
    {"textDocument/foldingRange", tta_lsp_fold},
    {"textDocument/selectionRange", tta_lsp_select},
    {"textDocument/inlayHint", tta_lsp_hints},
    {"textDocument/codeLens", tta_lsp_lenses},
    {"textDocument/semanticTokens/full", tta_lsp_tokens},
    {"textDocument/semanticTokens/range", tta_lsp_range_tokens},
    {"textDocument/diagnostic", tta_lsp_pull},
    {"textDocument/signatureHelp", tta_lsp_signature},
    {"workspace/diagnostic", tta_lsp_pull_workspace},
    {"workspace/symbol", tta_lsp_workspace_symbols},
    {"workspace/executeCommand", tta_lsp_execute},
    {NULL, NULL},
};

static const method notifications[] = {
    {"exit", leave},
    {"initialized", tta_lsp_initialized},
    {"workspace/didChangeWatchedFiles", tta_lsp_files_changed},
    {"textDocument/didOpen", tta_lsp_open},
    {"textDocument/didChange", tta_lsp_change},
    {"textDocument/didClose", tta_lsp_close},
    {"workspace/didChangeConfiguration", tta_lsp_configure},
    {NULL, NULL},
};

static tta_lsp_handler *find_method(const method *methods, tta_str name) {
  for (; methods->name; methods++)
    if (tta_str_is(name, methods->name)) return methods->handler;
  return NULL;
}

static tta_status handle_request(tta_lsp *s, tta_str name, const tta_json_node *id, const tta_json_node *params) {
  bool is_first = tta_str_is(name, "initialize");
  if (s->phase == TTA_LSP_SHUT_DOWN)
    return answer_error(s, id, INVALID_REQUEST, TTA_STR("the server is shut down"));
  if (s->phase == TTA_LSP_NEW && !is_first)
    return answer_error(s, id, SERVER_NOT_INITIALIZED, TTA_STR("the server is not initialized"));
  if (s->phase == TTA_LSP_READY && is_first)
    return answer_error(s, id, INVALID_REQUEST, TTA_STR("the server is already initialized"));
  tta_lsp_handler *handler = find_method(requests, name);
  if (!handler) return answer_error(s, id, METHOD_NOT_FOUND, TTA_STR("unknown method"));
  tta_status status = handler == shut_down ? tta_lsp_publish(s) : TTA_OK; /* of all that came before it */
  return status ? status : answer(s, id, params, handler);
}

static tta_status handle_notification(tta_lsp *s, tta_str name, const tta_json_node *params) {
  tta_lsp_handler *handler = find_method(notifications, name);
  if (!handler || (s->phase != TTA_LSP_READY && handler != leave)) return TTA_OK;
  tta_status status = handler(s, params, NULL);
  return status == TTA_NO_MEMORY ? status : TTA_OK; /* a notification has no answer */
}

static tta_status handle(tta_lsp *s, const tta_json_node *message) {
  if (message->kind != TTA_JSON_OBJECT)
    return answer_error(s, NULL, INVALID_REQUEST, TTA_STR("a message is a JSON object"));
  static const tta_json_node no_params = {.kind = TTA_JSON_NULL};
  const tta_json_node *name = tta_json_member(message, "method"), *id = tta_json_member(message, "id");
  const tta_json_node *params = tta_json_member(message, "params");
  if (!name) return tta_lsp_take_answer(s, message);
  if (name->kind != TTA_JSON_STRING) return answer_error(s, id, INVALID_REQUEST, TTA_STR("'method' is not a string"));
  if (!params) params = &no_params;
  return id ? handle_request(s, name->string, id, params) : handle_notification(s, name->string, params);
}

tta_status tta_lsp_receive(tta_lsp *s, char *text, size_t size) {
  const tta_json_node *message;
  tta_json_error error;
  if (s->exit_status >= 0) return TTA_OK;
  tta_status status = tta_json_read_message(&s->arena, text, size, MAX_DEPTH, &message, &error);
  if (!status) status = handle(s, message);
  else if (status == TTA_INVALID) status = answer_error(s, NULL, PARSE_ERROR, tta_str_from(error.message));
  tta_arena_free(&s->arena);
  tta_arena_init(&s->arena, s->allocator);
  return status;
}

bool tta_lsp_has_changes(const tta_lsp *s) {
  for (uint32_t i = 0; i < s->num_documents; i++)
    if (s->documents[i].is_due) return true;
  return false;
}

tta_status tta_lsp_publish(tta_lsp *s) {
  for (uint32_t i = 0; i < s->num_documents; i++) {
    tta_status status = s->documents[i].is_due ? tta_lsp_publish_document(s, &s->documents[i]) : TTA_OK;
    if (status) return status;
  }
  return TTA_OK;
}
