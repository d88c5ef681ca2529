/* Reading the parameters of messages. */
#include "lsp/lsp.h"

const tta_json_node *tta_lsp_member(const tta_json_node *node, const char *path) {
  tta_str rest = tta_str_from(path);
  while (node && rest.size) {
    const char *dot = memchr(rest.data, '.', rest.size);
    tta_str key = {rest.data, dot ? (size_t)(dot - rest.data) : rest.size};
    const tta_json_node *child = node->kind == TTA_JSON_OBJECT ? node->first : NULL;
    while (child && !tta_str_equal(child->key, key)) child = child->next;
    node = child;
    rest = tta_str_rest(rest, key.size + (dot != NULL));
  }
  return node;
}

bool tta_lsp_is_true(const tta_json_node *node, const char *path) {
  const tta_json_node *found = tta_lsp_member(node, path);
  return found && found->kind == TTA_JSON_BOOL && found->boolean;
}

tta_str tta_lsp_text(const tta_json_node *node, const char *path) {
  const tta_json_node *found = tta_lsp_member(node, path);
  return found && found->kind == TTA_JSON_STRING ? found->string : (tta_str){NULL, 0};
}

/* A line or a character, from 0, as one from 1. */
static bool read_count(const tta_json_node *position, const char *key, uint32_t *count) {
  const tta_json_node *node = tta_lsp_member(position, key);
  if (!node || (node->kind != TTA_JSON_INTEGER && node->kind != TTA_JSON_NUMBER)) return false;
  bool is_integer = node->kind == TTA_JSON_INTEGER;
  if (is_integer ? node->negative : node->string.data[0] == '-') *count = 1;
  else *count = is_integer && node->magnitude < UINT32_MAX ? (uint32_t)node->magnitude + 1 : UINT32_MAX;
  return true;
}

bool tta_lsp_offset(const tta_lsp *s, const tta_lsp_document *d, const tta_json_node *position, uint32_t *offset) {
  tta_position at;
  if (!position || !read_count(position, "line", &at.line) || !read_count(position, "character", &at.column))
    return false;
  *offset = tta_document_offset(d->document, at, s->unit);
  return true;
}

bool tta_lsp_span(const tta_lsp *s, const tta_lsp_document *d, const tta_json_node *range, tta_span *span) {
  uint32_t a, b;
  if (!tta_lsp_offset(s, d, tta_lsp_member(range, "start"), &a)) return false;
  if (!tta_lsp_offset(s, d, tta_lsp_member(range, "end"), &b)) return false;
  *span = a <= b ? (tta_span){a, b} : (tta_span){b, a};
  return true;
}

tta_status tta_lsp_find_uri(tta_lsp *s, const tta_json_node *uri, tta_lsp_document **document) {
  *document = NULL;
  if (!uri || uri->kind != TTA_JSON_STRING) return TTA_INVALID;
  for (uint32_t i = 0; i < s->num_documents; i++) {
    tta_lsp_document *d = &s->documents[i];
    if (d->document && tta_str_equal(uri->string, (tta_str){d->uri, d->uri_size})) *document = d;
  }
  return TTA_OK;
}

tta_status tta_lsp_find(tta_lsp *s, const tta_json_node *params, tta_lsp_document **document) {
  return tta_lsp_find_uri(s, tta_lsp_member(params, "textDocument.uri"), document);
}

tta_status tta_lsp_find_at(tta_lsp *s, const tta_json_node *params, tta_lsp_document **document, uint32_t *offset) {
  tta_status status = tta_lsp_find(s, params, document);
  if (status || !*document) return status;
  return tta_lsp_offset(s, *document, tta_lsp_member(params, "position"), offset) ? TTA_OK : TTA_INVALID;
}

tta_status tta_lsp_find_range(tta_lsp *s, const tta_json_node *params, tta_lsp_document **document, tta_span *range) {
  tta_status status = tta_lsp_find(s, params, document);
  if (status || !*document) return status;
  return tta_lsp_span(s, *document, tta_lsp_member(params, "range"), range) ? TTA_OK : TTA_INVALID;
}

tta_status tta_lsp_find_checked(tta_lsp *s, const tta_json_node *params, tta_lsp_document **document) {
  tta_status status = tta_lsp_find(s, params, document);
  return status || !*document ? status : tta_document_check((*document)->document);
}
