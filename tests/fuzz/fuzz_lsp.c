/* The language server. The input is a dialogue: lines, each a message. A line that does not start with `{` is a message
 * made of it: its first byte selects the method, the next ones are positions, and the rest is text. A line that starts
 * with `$` is a configuration file, and the file that it names. Requires that each request with a number has one
 * answer, and that every message of the server is JSON. */
#include "base/json_read.h"
#include "fuzz.h"
#include "ttattr/buf.h"
#include "ttattr/lsp.h"

#define TEXT_DOCUMENT "\"textDocument\":{\"uri\":\"file:///a\",\"version\":2,\"languageId\":\"mlir\""

static const char *const methods[] = {
    "hover", "formatting", "rangeFormatting", "codeAction", "definition", "references", "documentHighlight",
    "prepareRename", "rename", "documentSymbol", "completion", "foldingRange", "selectionRange"};
enum { NUM_METHODS = sizeof methods / sizeof *methods };
/* of first bytes from 0x80 on; `command` is none of textDocument */
static const char *const later_methods[] = {"inlayHint", "codeLens", "semanticTokens/full", "semanticTokens/range",
                                            "diagnostic", "signatureHelp", "command"};
enum { NUM_LATER = sizeof later_methods / sizeof *later_methods };

static void put_position(tta_buf *out, fuzz_bytes *line) {
  tta_buf_printf(out, "{\"line\":%u,\"character\":%u}", fuzz_byte(line) % 16, fuzz_byte(line));
}

/* `|` is a line end. */
static void put_rest(tta_buf *out, fuzz_bytes *line, const char *key) {
  tta_json json = tta_json_writer(out);
  size_t size = (size_t)(line->end - line->at);
  char *text = fuzz_copy(line->at, size);
  for (size_t i = 0; i < size; i++)
    if (text[i] == '|') text[i] = '\n';
  tta_buf_printf(out, "\"%s\":", key);
  tta_json_string(&json, (tta_str){text, size});
  free(text);
}

static void put_range(tta_buf *out, fuzz_bytes *line) {
  tta_buf_str(out, "\"range\":{\"start\":");
  put_position(out, line);
  tta_buf_str(out, ",\"end\":");
  put_position(out, line);
  tta_buf_char(out, '}');
}

/* Requests have the id 7. */
static void make_message(tta_buf *out, fuzz_bytes line) {
  uint32_t first = fuzz_byte(&line), kind = first % (NUM_METHODS + 4);
  const char *method = first >= 0x80 ? later_methods[first % NUM_LATER] : kind < NUM_METHODS ? methods[kind] : NULL;
  if (method && !strcmp(method, "command")) {
    static const char *const views[] = {"grid", "plane", "tile", "mesh"};
    tta_buf_printf(out, "{\"id\":7,\"method\":\"workspace/executeCommand\",\"params\":{\"command\":\"tt.%s\","
                   "\"arguments\":[{\"uri\":\"file:///a\",\"view\":\"%s\",\"position\":",
                   fuzz_byte(&line) % 4 ? "picture" : "layout", views[fuzz_byte(&line) % 4]);
    put_position(out, &line);
    tta_buf_str(out, "}]}}");
  } else if (method) {
    tta_buf_printf(out, "{\"id\":7,\"method\":\"textDocument/%s\",\"params\":{" TEXT_DOCUMENT "},\"position\":",
                   method);
    put_position(out, &line);
    tta_buf_str(out, ",\"positions\":[");
    put_position(out, &line);
    tta_buf_str(out, "],");
    put_range(out, &line);
    tta_buf_char(out, ',');
    put_rest(out, &line, "newName");
    tta_buf_str(out, "}}");
  } else if (kind == NUM_METHODS) {
    tta_buf_str(out, "{\"method\":\"textDocument/didOpen\",\"params\":{" TEXT_DOCUMENT ",");
    put_rest(out, &line, "text");
    tta_buf_str(out, "}}}");
  } else {
    bool whole = kind == NUM_METHODS + 1;
    tta_buf_str(out, "{\"method\":\"textDocument/didChange\",\"params\":{" TEXT_DOCUMENT "},\"contentChanges\":[{");
    if (!whole) put_range(out, &line);
    if (!whole) tta_buf_char(out, ',');
    put_rest(out, &line, "text");
    tta_buf_str(out, "}]}}");
  }
}

/* ---- the configuration file: the last line with `$` ---- */

typedef struct file {
  tta_buf text;
} file;

static void find_file(void *user, tta_str uri, tta_buf *out) {
  const file *f = user;
  (void)uri;
  tta_buf_bytes(out, f->text.data, f->text.size);
}

static void read_file(void *user, tta_str uri, tta_str path, tta_buf *out) {
  const file *f = user;
  (void)uri;
  if (path.size < 6) tta_buf_bytes(out, f->text.data, f->text.size); /* a name, or a file with the same text */
}

static void set_file(file *f, fuzz_bytes line) {
  f->text.size = 0;
  for (line.at++; fuzz_more(&line); line.at++) tta_buf_char(&f->text, *line.at == '|' ? '\n' : (char)*line.at);
}

/* @return how many answers to the request 7 there are */
static size_t take_messages(tta_lsp *server) {
  size_t answers = 0;
  for (tta_str m; (m = tta_lsp_next_message(server)).size;) {
    tta_arena arena;
    const tta_json_node *node;
    tta_json_error error;
    tta_arena_init(&arena, NULL);
    char *copy = fuzz_copy(m.data, m.size);
    tta_status status = tta_json_read_message(&arena, copy, m.size, 256, &node, &error);
    REQUIRE(!status, "%s: %.*s", error.message, (int)m.size, m.data);
    const tta_json_node *id = tta_json_member(node, "id");
    answers += id && id->kind == TTA_JSON_INTEGER && id->magnitude == 7;
    free(copy);
    tta_arena_free(&arena);
  }
  return answers;
}

/* ---- the dialogue ---- */

static void send_message(tta_lsp *server, const char *data, size_t size, bool is_request) {
  char *copy = fuzz_copy(data, size);
  REQUIRE(!tta_lsp_receive(server, copy, size), "no memory");
  free(copy);
  size_t answers = take_messages(server);
  REQUIRE(!is_request || answers == 1, "%zu answers to %.*s", answers, (int)size, data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char first[] =
      "{\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{\"textDocument\":{\"codeAction\":{"
      "\"codeActionLiteralSupport\":{}},\"publishDiagnostics\":{\"relatedInformation\":true}},\"workspace\":{"
      "\"didChangeWatchedFiles\":{\"dynamicRegistration\":true},\"inlayHint\":{\"refreshSupport\":true}}}}}";
  static const char changed[] = "{\"method\":\"workspace/didChangeWatchedFiles\",\"params\":{\"changes\":[]}}";
  const uint8_t *end = data + size;
  tta_lsp *server;
  file configuration;
  if (tta_lsp_new(NULL, &server)) abort();
  tta_buf_init(&configuration.text, NULL);
  tta_lsp_set_configuration(server, find_file, &configuration);
  tta_lsp_set_file_reader(server, read_file, &configuration);
  bool is_plain = size && *data != '{';
  if (is_plain) send_message(server, first, sizeof first - 1, false);
  for (int i = 0; i < 64 && data < end; i++) {
    const uint8_t *newline = memchr(data, '\n', (size_t)(end - data)), *stop = newline ? newline : end;
    if (data < stop && *data == '$') {
      set_file(&configuration, (fuzz_bytes){data, stop});
      send_message(server, changed, sizeof changed - 1, false);
    } else if (data < stop && *data != '{') {
      tta_buf message;
      tta_buf_init(&message, NULL);
      make_message(&message, (fuzz_bytes){data, stop});
      bool is_request = !strncmp(message.data, "{\"id\"", 5) && tta_lsp_exit_status(server) < 0;
      send_message(server, message.data, message.size, is_request);
      tta_buf_free(&message);
    } else {
      send_message(server, (const char *)data, (size_t)(stop - data), false);
    }
    if (i % 3 == 0) REQUIRE(!tta_lsp_publish(server), "no memory");
    take_messages(server);
    data = stop + (newline != NULL);
  }
  REQUIRE(!tta_lsp_publish(server), "no memory");
  REQUIRE(!tta_lsp_has_changes(server), "a document was not published");
  take_messages(server);
  tta_lsp_free(server);
  tta_buf_free(&configuration.text);
  return 0;
}
