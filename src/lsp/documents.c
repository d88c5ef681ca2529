/* Documents: opening, changing and closing them, and what is agreed with the client before. */
#include "lsp/lsp.h"

#include "ttattr/base.h"

/* ---- initialize ---- */

static bool list_has(const tta_json_node *list, const char *word) {
  const tta_json_node *item = list && list->kind == TTA_JSON_ARRAY ? list->first : NULL;
  for (; item; item = item->next)
    if (item->kind == TTA_JSON_STRING && tta_str_is(item->string, word)) return true;
  return false;
}

static const char *const encodings[] = {
    [TTA_COLUMN_BYTES] = "utf-8", [TTA_COLUMN_UTF16] = "utf-16", [TTA_COLUMN_CHARACTERS] = "utf-32"};

static void choose_encoding(tta_lsp *s, const tta_json_node *params) {
  const tta_json_node *offered = tta_lsp_member(params, "capabilities.general.positionEncodings");
  if (s->unit_is_fixed || list_has(offered, encodings[TTA_COLUMN_UTF16])) return;
  if (list_has(offered, encodings[TTA_COLUMN_BYTES])) s->unit = TTA_COLUMN_BYTES;
  else if (list_has(offered, encodings[TTA_COLUMN_CHARACTERS])) s->unit = TTA_COLUMN_CHARACTERS;
}

static void read_capabilities(tta_lsp *s, const tta_json_node *c) {
  const tta_json_node *diagnostics = tta_lsp_member(c, "textDocument.publishDiagnostics");
  tta_lsp_client *client = &s->client;
  client->related_information = tta_lsp_is_true(diagnostics, "relatedInformation");
  client->code_description = tta_lsp_is_true(diagnostics, "codeDescriptionSupport");
  client->data = tta_lsp_is_true(diagnostics, "dataSupport");
  const tta_json_node *tags = tta_lsp_member(diagnostics, "tagSupport"); /* an object; a boolean before LSP 3.15 */
  client->tags = tags && (tags->kind == TTA_JSON_OBJECT || tags->boolean);
  client->configuration = tta_lsp_is_true(c, "workspace.configuration");
  client->show_document = tta_lsp_is_true(c, "window.showDocument.support");
  client->watch_files = tta_lsp_is_true(c, "workspace.didChangeWatchedFiles.dynamicRegistration");
  client->refresh_diagnostics = tta_lsp_is_true(c, "workspace.diagnostics.refreshSupport");
  client->refresh_hints = tta_lsp_is_true(c, "workspace.inlayHint.refreshSupport");
  client->refresh_lenses = tta_lsp_is_true(c, "workspace.codeLens.refreshSupport");
  client->document_changes = tta_lsp_is_true(c, "workspace.workspaceEdit.documentChanges");
  client->hover_markdown = list_has(tta_lsp_member(c, "textDocument.hover.contentFormat"), "markdown");
  client->images = list_has(tta_lsp_member(c, "general.markdown.allowedTags"), "img");
  client->symbol_hierarchy = tta_lsp_is_true(c, "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport");
  client->action_literals = tta_lsp_member(c, "textDocument.codeAction.codeActionLiteralSupport") != NULL;
  client->disabled_actions = tta_lsp_is_true(c, "textDocument.codeAction.disabledSupport");
  client->preferred_actions = tta_lsp_is_true(c, "textDocument.codeAction.isPreferredSupport");
}

static void write_capabilities(tta_lsp *s, tta_json *out) {
  static const char *const providers[] = {
      "hoverProvider", "documentFormattingProvider", "documentRangeFormattingProvider", "definitionProvider",
      "referencesProvider", "documentHighlightProvider", "documentSymbolProvider", "foldingRangeProvider",
      "selectionRangeProvider", "inlayHintProvider", "workspaceSymbolProvider"};
  tta_json_open(out, '{');
  tta_json_key_text(out, "positionEncoding", encodings[s->unit]);
  tta_json_key_open(out, "textDocumentSync", '{');
  tta_json_key_bool(out, "openClose", true);
  tta_json_key_int(out, "change", 2); /* incremental */
  tta_json_close(out, '}');
  for (size_t i = 0; i < sizeof providers / sizeof *providers; i++) tta_json_key_bool(out, providers[i], true);
  tta_json_key_open(out, "renameProvider", '{');
  tta_json_key_bool(out, "prepareProvider", true);
  tta_json_close(out, '}');
  tta_json_key_open(out, "codeActionProvider", '{');
  tta_json_key_lines(out, "codeActionKinds", TTA_STR(
      "quickfix\nrefactor.extract\nrefactor.inline\nrefactor.rewrite\nrefactor.rewrite.migrate\nsource.fixAll.tt-opt\n"
      "source.migrate.tt-opt\nsource.migrate.date"));
  tta_json_close(out, '}');
  tta_json_key_open(out, "completionProvider", '{');
  tta_json_key_lines(out, "triggerCharacters", TTA_STR("#\n!\n<\n,\n=\n."));
  tta_json_close(out, '}');
  tta_json_key_open(out, "signatureHelpProvider", '{');
  tta_json_key_lines(out, "triggerCharacters", TTA_STR("<\n,"));
  tta_json_close(out, '}');
  tta_json_key_open(out, "codeLensProvider", '{');
  tta_json_close(out, '}');
  tta_json_key_open(out, "executeCommandProvider", '{');
  tta_json_key_lines(out, "commands", TTA_STR("tt.picture\ntt.layout\ntt.rule"));
  tta_json_close(out, '}');
  tta_lsp_tokens_provider(out);
  tta_json_key_open(out, "diagnosticProvider", '{');
  tta_json_key_text(out, "identifier", "tt-opt");
  tta_json_key_bool(out, "interFileDependencies", false);
  tta_json_key_bool(out, "workspaceDiagnostics", true);
  tta_json_close(out, '}');
  tta_json_close(out, '}');
}

tta_status tta_lsp_initialize(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  const tta_json_node *capabilities = tta_lsp_member(params, "capabilities");
  if (params->kind != TTA_JSON_OBJECT) return TTA_INVALID;
  choose_encoding(s, params);
  read_capabilities(s, capabilities);
  tta_status status = tta_lsp_configure(s, params, NULL);
  if (status) return status;
  tta_json_open(out, '{');
  tta_json_key(out, "capabilities");
  write_capabilities(s, out);
  tta_json_key_open(out, "serverInfo", '{');
  tta_json_key_text(out, "name", "tt-lsp-server");
  tta_json_key_text(out, "version", tta_version());
  tta_json_close(out, '}');
  tta_json_close(out, '}');
  if (!s->out.failed) s->phase = TTA_LSP_READY;
  return TTA_OK;
}

/* ---- documents ---- */

static void free_document(tta_lsp *s, tta_lsp_document *d) {
  tta_lsp_drop_plan(d);
  tta_document_free(d->document);
  tta_check_options_free(d->options);
  if (d->uri) s->allocator->release(s->allocator->user, d->uri, d->uri_size + 1);
}

void tta_lsp_free_documents(tta_lsp *s) {
  for (uint32_t i = 0; i < s->num_documents; i++) free_document(s, &s->documents[i]);
  TTA_ARRAY_FREE(s->allocator, s, documents);
}

/* Also one without a text. NULL: not open. */
static tta_lsp_document *find_open(tta_lsp *s, tta_str uri) {
  for (uint32_t i = 0; i < s->num_documents; i++)
    if (tta_str_equal(uri, (tta_str){s->documents[i].uri, s->documents[i].uri_size})) return &s->documents[i];
  return NULL;
}

static tta_lsp_document *add_document(tta_lsp *s, tta_str uri) {
  if (!TTA_GROW(s->allocator, s, documents, 1)) return NULL;
  char *copy = s->allocator->allocate(s->allocator->user, uri.size + 1);
  if (!copy) return NULL;
  if (uri.size) memcpy(copy, uri.data, uri.size);
  copy[uri.size] = 0;
  s->documents[s->num_documents] = (tta_lsp_document){.uri = copy, .uri_size = uri.size};
  return &s->documents[s->num_documents++];
}

static void drop_text(tta_lsp_document *d) {
  tta_document_free(d->document);
  d->document = NULL;
  d->is_due = false;
}

static tta_status set_text(tta_lsp *s, tta_lsp_document *d, tta_str text) {
  tta_document *old = d->document;
  d->document = NULL;
  tta_check_options_free(d->options);
  d->options = NULL;
  tta_status status = tta_lsp_document_options(s, d, &d->options);
  if (!status) status = tta_document_new((tta_str){d->uri, d->uri_size}, text, d->options, s->allocator, &d->document);
  tta_document_free(old); /* `text` can be its text */
  d->is_due = !status;
  d->opened = s->num_opened++;
  return status;
}

tta_status tta_lsp_refresh(tta_lsp *s) {
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < s->num_documents && !status; i++) {
    tta_lsp_document *d = &s->documents[i];
    if (d->document) status = set_text(s, d, tta_document_text(d->document));
  }
  return status || !s->num_documents ? status : tta_lsp_request_refresh(s);
}

static void read_version(tta_lsp_document *d, const tta_json_node *params) {
  const tta_json_node *version = tta_lsp_member(params, "textDocument.version");
  d->has_version = version && tta_json_int64(version, &d->version);
}

tta_status tta_lsp_open(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  const tta_json_node *uri = tta_lsp_member(params, "textDocument.uri");
  const tta_json_node *text = tta_lsp_member(params, "textDocument.text");
  (void)out;
  if (!uri || uri->kind != TTA_JSON_STRING || !text || text->kind != TTA_JSON_STRING) return TTA_INVALID;
  tta_lsp_document *d = find_open(s, uri->string);
  if (!d) d = add_document(s, uri->string);
  if (!d) return TTA_NO_MEMORY;
  d->is_markdown = tta_str_is(tta_lsp_text(params, "textDocument.languageId"), "markdown");
  read_version(d, params);
  return set_text(s, d, text->string);
}

/* The whole text again: only what differs is edited, so that results of other sections are kept. */
static tta_status replace_text(tta_lsp *s, tta_lsp_document *d, tta_str text) {
  enum { STEP = 256 };
  if (!d->document) return set_text(s, d, text);
  tta_str old = tta_document_text(d->document);
  size_t limit = old.size < text.size ? old.size : text.size, front = 0, back = 0;
  while (limit - front >= STEP && !memcmp(old.data + front, text.data + front, STEP)) front += STEP;
  while (front < limit && old.data[front] == text.data[front]) front++;
  const char *old_end = old.data + old.size, *new_end = text.data + text.size;
  limit -= front;
  while (limit - back >= STEP && !memcmp(old_end - back - STEP, new_end - back - STEP, STEP)) back += STEP;
  while (back < limit && old_end[-1 - (ptrdiff_t)back] == new_end[-1 - (ptrdiff_t)back]) back++;
  if (front + back == old.size && old.size == text.size) return TTA_OK;
  tta_span range = {(uint32_t)front, (uint32_t)(old.size - back)};
  return tta_document_edit(d->document, range, (tta_str){text.data + front, text.size - front - back});
}

static tta_status apply_change(tta_lsp *s, tta_lsp_document *d, const tta_json_node *change) {
  const tta_json_node *range = tta_lsp_member(change, "range"), *text = tta_lsp_member(change, "text");
  tta_span span;
  if (!text || text->kind != TTA_JSON_STRING) return TTA_INVALID;
  if (!range || range->kind == TTA_JSON_NULL) return replace_text(s, d, text->string);
  if (!d->document) return TTA_OK;
  if (!tta_lsp_span(s, d, range, &span)) return TTA_INVALID;
  return tta_document_edit(d->document, span, text->string);
}

tta_status tta_lsp_change(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  const tta_json_node *uri = tta_lsp_member(params, "textDocument.uri");
  const tta_json_node *changes = tta_lsp_member(params, "contentChanges");
  tta_status status = TTA_OK;
  (void)out;
  if (!uri || uri->kind != TTA_JSON_STRING || !changes || changes->kind != TTA_JSON_ARRAY) return TTA_INVALID;
  tta_lsp_document *d = find_open(s, uri->string);
  if (!d) return TTA_OK;
  read_version(d, params);
  for (const tta_json_node *change = changes->first; change && !status; change = change->next)
    status = apply_change(s, d, change);
  if (status) drop_text(d); /* it is not what the client shows any more */
  else d->is_due = d->document != NULL;
  return status;
}

tta_status tta_lsp_close(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  const tta_json_node *uri = tta_lsp_member(params, "textDocument.uri");
  (void)out;
  if (!uri || uri->kind != TTA_JSON_STRING) return TTA_INVALID;
  tta_lsp_document *d = find_open(s, uri->string);
  if (!d) return TTA_OK;
  tta_status status = tta_lsp_publish_empty(s, uri->string);
  free_document(s, d);
  *d = s->documents[--s->num_documents];
  return status;
}
