/* lsp.h: the parts of the language server: its state, and what the methods share. */
#ifndef TTA_LSP_LSP_H
#define TTA_LSP_LSP_H

#include "base/array.h"
#include "base/json_read.h"
#include "base/str.h"
#include "ttattr/buf.h"
#include "ttattr/lsp.h"
#include "ttattr/memory.h"

typedef struct tta_lsp_document {
  char *uri; /* owned, with a NUL */
  size_t uri_size;
  tta_document *document; /* NULL: there was no memory for its text */
  int64_t version;        /* as the client counts */
  bool has_version;
  uint64_t opened;        /* another number for each text that was opened */
  bool is_markdown;
  bool is_due, is_published; /* its diagnostics have to be published, and are */
  tta_check_options *options; /* of the document; owned */
  tta_memory_plan *plan;      /* NULL: none */
  tta_source planned;         /* its text */
  uint64_t planned_opened, planned_version;
} tta_lsp_document;

/** What the client supports. */
typedef struct tta_lsp_client {
  bool configuration, show_document;
  bool refresh_diagnostics, refresh_hints, refresh_lenses, watch_files;
  bool related_information, code_description, data, tags, document_changes, hover_markdown, images,
      symbol_hierarchy, action_literals, preferred_actions, disabled_actions;
} tta_lsp_client;

typedef enum tta_lsp_phase { TTA_LSP_NEW, TTA_LSP_READY, TTA_LSP_SHUT_DOWN } tta_lsp_phase;

enum { TTA_LSP_REASON_BYTES = 160 };

struct tta_lsp {
  const tta_allocator *allocator;
  tta_arena arena; /* of the message that is handled */
  tta_check_options *options;
  tta_lsp_document *documents;
  uint32_t num_documents, cap_documents;
  tta_buf out;       /* messages that were not taken yet, one after another */
  size_t *ends;      /* of each in `out` */
  uint32_t num_ends, cap_ends, num_taken;
  tta_lsp_phase phase;
  int exit_status;
  tta_column_unit unit;
  bool unit_is_fixed;
  tta_lsp_client client;
  int64_t hint_percent;  /* padding from which tensors have inlay hints; negative: none have */
  uint64_t max_diagnostics; /* of a document that are sent; 0: all */
  bool lenses, memory;
  bool pulls; /* the client has requested diagnostics */
  tta_lsp_store_page *store_page; /* NULL: pages are not opened */
  void *store_user;
  tta_buf page_uri;      /* to be opened after the answer; empty: none */
  uint64_t num_pages, num_opened, num_refreshes;
  tta_lsp_find_configuration *find_configuration; /* NULL: there are no files */
  void *find_user;
  tta_lsp_read_file *read_file; /* NULL: there are none */
  void *read_user;
  tta_str rules_url; /* owned: prefix of the address of a rule's explanation; empty: none */
  char reason[TTA_LSP_REASON_BYTES]; /* of a request that cannot be done */
};

/** Handles a request or a notification. A request writes one value to `out`.
 *  @return TTA_OK; TTA_INVALID: the parameters have another form; TTA_LIMIT: server->reason; TTA_NO_MEMORY */
typedef tta_status tta_lsp_handler(tta_lsp *server, const tta_json_node *params, tta_json *out);

/* server.c */
/** Starts a message; tta_lsp_end_message ends it, or drops it without memory. */
tta_json tta_lsp_begin_message(tta_lsp *server);
tta_status tta_lsp_end_message(tta_lsp *server, tta_json *json);
/** Fills server->reason. @return TTA_LIMIT */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
tta_status tta_lsp_fail(tta_lsp *server, const char *format, ...);

/* parameters.c */
/** The member at a path of keys, `textDocument.uri`; NULL if there is none. */
const tta_json_node *tta_lsp_member(const tta_json_node *node, const char *path);
bool tta_lsp_is_true(const tta_json_node *node, const char *path);
/** Empty if it is not a string. */
tta_str tta_lsp_text(const tta_json_node *node, const char *path);
/** The offset of a `Position`; one that is out of range is clamped. @return false if it has another form */
bool tta_lsp_offset(const tta_lsp *server, const tta_lsp_document *document, const tta_json_node *position,
                    uint32_t *offset);
/** The span of a `Range`; a reversed one is turned around. */
bool tta_lsp_span(const tta_lsp *server, const tta_lsp_document *document, const tta_json_node *range, tta_span *span);
/** The document with this URI. *document is NULL if it is not open, or there was no memory for it.
 *  @return TTA_INVALID if `uri` is not a string */
tta_status tta_lsp_find_uri(tta_lsp *server, const tta_json_node *uri, tta_lsp_document **document);
/** The document of `textDocument.uri`. *document is NULL if it is not open, or there was no memory for it.
 *  @return TTA_INVALID if there is no such member */
tta_status tta_lsp_find(tta_lsp *server, const tta_json_node *params, tta_lsp_document **document);
/** The same and the offset of `position`. */
tta_status tta_lsp_find_at(tta_lsp *server, const tta_json_node *params, tta_lsp_document **document,
                           uint32_t *offset);
/** The same and the `range`. */
tta_status tta_lsp_find_range(tta_lsp *server, const tta_json_node *params, tta_lsp_document **document,
                              tta_span *range);
/** The same, checked. @return also what tta_document_check returns */
tta_status tta_lsp_find_checked(tta_lsp *server, const tta_json_node *params, tta_lsp_document **document);

/* write.c */
void tta_lsp_key_range(tta_json *json, const char *key, const tta_lsp *server, const tta_lsp_document *document,
                       tta_span span);
void tta_lsp_key_position(tta_json *json, const char *key, const tta_lsp *server, const tta_lsp_document *document,
                          uint32_t offset);
/** A `Range`. */
void tta_lsp_range(tta_json *json, const tta_lsp *server, const tta_lsp_document *document, tta_span span);
/** A `Location`. */
void tta_lsp_location(tta_json *json, const tta_lsp *server, const tta_lsp_document *document, tta_span span);
/** A list of `TextEdit`. */
void tta_lsp_edits(tta_json *json, const tta_lsp *server, const tta_lsp_document *document, const tta_edit *edits,
                   size_t count);
/** A `WorkspaceEdit` of one document. */
void tta_lsp_workspace_edit(tta_json *json, const tta_lsp *server, const tta_lsp_document *document,
                            const tta_edit *edits, size_t count);
/** A `MarkupContent`. */
void tta_lsp_markup(tta_json *json, const char *key, bool markdown, tta_str text);

/* diagnostics.c */
/** A `Diagnostic`. */
void tta_lsp_diagnostic(tta_json *json, const tta_lsp *server, const tta_lsp_document *document,
                        const tta_diagnostic *diagnostic);
tta_status tta_lsp_publish_document(tta_lsp *server, tta_lsp_document *document);
tta_status tta_lsp_publish_empty(tta_lsp *server, tta_str uri);

/* memory.c */
/** Plans the memory of the present text of a document if the settings ask for it. @return TTA_OK; TTA_NO_MEMORY */
tta_status tta_lsp_plan(const tta_lsp *server, tta_lsp_document *document);
void tta_lsp_drop_plan(tta_lsp_document *document);
/** The diagnostics of a document, and those of its plan. */
size_t tta_lsp_num_diagnostics(const tta_lsp_document *document);
const tta_diagnostic *tta_lsp_diagnostic_at(const tta_lsp_document *document, size_t index);

/* show.c */
/** Appends the picture, SVG, of the layout or device at an offset; nothing if there is none.
 *  @return TTA_OK; TTA_NO_MEMORY */
tta_status tta_lsp_draw_at(tta_lsp *server, const tta_lsp_document *document, uint32_t offset, tta_buf *svg);

/* tokens.c */
/** The member `semanticTokensProvider` of the capabilities. */
void tta_lsp_tokens_provider(tta_json *json);

/* server.c */
/** Stores a page and opens it in the editor after the answer to this request. Without memory it is not opened. */
void tta_lsp_open_page(tta_lsp *server, tta_str html);

/* configure.c */
/** The options of a document: those of the client, and its configuration file. Free the result.
 *  @return TTA_OK; TTA_NO_MEMORY */
tta_status tta_lsp_document_options(tta_lsp *server, const tta_lsp_document *document, tta_check_options **out);
/** Sends the refresh requests that the client supports: results that depend on the settings have changed. */
tta_status tta_lsp_request_refresh(tta_lsp *server);
/** Sends a request for the settings if the client answers it. */
tta_status tta_lsp_request_settings(tta_lsp *server);
/** The answer to it. */
tta_status tta_lsp_take_answer(tta_lsp *server, const tta_json_node *message);

/* documents.c */
/** Verifies all documents with the present options. */
tta_status tta_lsp_refresh(tta_lsp *server);

void tta_lsp_free_documents(tta_lsp *server);

/* the methods */
tta_lsp_handler tta_lsp_initialize, tta_lsp_initialized, tta_lsp_configure, tta_lsp_files_changed,
    tta_lsp_open, tta_lsp_change, tta_lsp_close, tta_lsp_hover,
    tta_lsp_format, tta_lsp_format_range, tta_lsp_actions, tta_lsp_definition, tta_lsp_references, tta_lsp_highlight,
    tta_lsp_prepare_rename, tta_lsp_rename, tta_lsp_symbols, tta_lsp_complete, tta_lsp_fold, tta_lsp_select,
    tta_lsp_hints, tta_lsp_lenses, tta_lsp_execute, tta_lsp_tokens, tta_lsp_range_tokens, tta_lsp_pull,
    tta_lsp_pull_workspace, tta_lsp_workspace_symbols, tta_lsp_signature;

#endif
