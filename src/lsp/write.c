/* Parts of answers: ranges, edits, markup. */
#include "lsp/lsp.h"

void tta_lsp_key_position(tta_json *json, const char *key, const tta_lsp *s, const tta_lsp_document *d,
                          uint32_t offset) {
  tta_position at = tta_document_position(d->document, offset, s->unit);
  tta_json_key_open(json, key, '{');
  tta_json_key_int(json, "line", at.line - 1);
  tta_json_key_int(json, "character", at.column - 1);
  tta_json_close(json, '}');
}

void tta_lsp_range(tta_json *json, const tta_lsp *s, const tta_lsp_document *d, tta_span span) {
  tta_json_open(json, '{');
  tta_lsp_key_position(json, "start", s, d, span.begin);
  tta_lsp_key_position(json, "end", s, d, span.end);
  tta_json_close(json, '}');
}

void tta_lsp_key_range(tta_json *json, const char *key, const tta_lsp *s, const tta_lsp_document *d, tta_span span) {
  tta_json_key(json, key);
  tta_lsp_range(json, s, d, span);
}

void tta_lsp_location(tta_json *json, const tta_lsp *s, const tta_lsp_document *d, tta_span span) {
  tta_json_open(json, '{');
  tta_json_key_string(json, "uri", (tta_str){d->uri, d->uri_size});
  tta_lsp_key_range(json, "range", s, d, span);
  tta_json_close(json, '}');
}

void tta_lsp_edits(tta_json *json, const tta_lsp *s, const tta_lsp_document *d, const tta_edit *edits, size_t count) {
  tta_json_open(json, '[');
  for (size_t i = 0; i < count; i++) {
    tta_json_open(json, '{');
    tta_lsp_key_range(json, "range", s, d, edits[i].span);
    tta_json_key_plain(json, "newText", edits[i].text);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

void tta_lsp_workspace_edit(tta_json *json, const tta_lsp *s, const tta_lsp_document *d, const tta_edit *edits,
                            size_t count) {
  tta_str uri = {d->uri, d->uri_size};
  tta_json_open(json, '{');
  if (s->client.document_changes) {
    tta_json_key_open(json, "documentChanges", '[');
    tta_json_open(json, '{');
    tta_json_key_open(json, "textDocument", '{');
    tta_json_key_string(json, "uri", uri);
    tta_json_key(json, "version");
    if (d->has_version) tta_json_int(json, d->version);
    else tta_json_null(json);
    tta_json_close(json, '}');
    tta_json_key(json, "edits");
    tta_lsp_edits(json, s, d, edits, count);
    tta_json_close(json, '}');
    tta_json_close(json, ']');
  } else {
    tta_json_key_open(json, "changes", '{');
    tta_json_string(json, uri); /* a key that needs escapes */
    tta_buf_char(json->out, ':');
    json->comma = false;
    tta_lsp_edits(json, s, d, edits, count);
    tta_json_close(json, '}');
  }
  tta_json_close(json, '}');
}

void tta_lsp_markup(tta_json *json, const char *key, bool markdown, tta_str text) {
  tta_json_key_open(json, key, '{');
  tta_json_key_text(json, "kind", markdown ? "markdown" : "plaintext");
  tta_json_key_plain(json, "value", text);
  tta_json_close(json, '}');
}
