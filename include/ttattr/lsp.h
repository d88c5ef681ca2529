/* ttattr/lsp.h: a language server as a function: messages of the Language Server Protocol in, messages out.
 *
 *     tta_lsp *server = NULL;
 *     tta_status status = tta_lsp_new(NULL, &server);
 *     while (tta_lsp_exit_status(server) < 0) {
 *       ... read a message ...
 *       status = tta_lsp_receive(server, message, size);
 *       if (no further message waits) status = tta_lsp_publish(server);
 *       for (tta_str out; (out = tta_lsp_next_message(server)).size;) ... send it ...
 *     }
 *     tta_lsp_free(server);
 *
 * A message is the JSON text without its header. The server does no input or output. It answers requests at once, and
 * publishes diagnostics when tta_lsp_publish is called: changes that have arrived together are verified together.
 * Positions are in UTF-16 whenever the client offers it or offers nothing (LSP 3.17, PositionEncodingKind); in UTF-8 or
 * UTF-32 if the client offers only these, or by tta_lsp_set_position_encoding.
 */
#ifndef TTATTR_LSP_H
#define TTATTR_LSP_H

#include "ttattr/document.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tta_lsp tta_lsp;

/** @param allocator NULL = malloc; borrowed; for all memory of the server and its documents
 *  @return TTA_OK or TTA_NO_MEMORY */
TTA_API tta_status tta_lsp_new(const tta_allocator *allocator, tta_lsp **out);
/** NULL is allowed. */
TTA_API void tta_lsp_free(tta_lsp *server);

/** The unit of `character` in positions, whatever the client offers. Call before the first message. */
TTA_API void tta_lsp_set_position_encoding(tta_lsp *server, tta_column_unit unit);

/** Stores a page and appends its URI, such as `file:///tmp/x.html`; appends nothing if that fails.
 *  @param number from 0 on, another one for each page */
typedef void tta_lsp_store_page(void *user, tta_str html, uint64_t number, tta_buf *uri);
/** Lets the command `tt.picture` open pictures as HTML pages in editors that support `window/showDocument`. The server
 *  does no output itself: `store` does. Call before the first message. */
TTA_API void tta_lsp_set_page_store(tta_lsp *server, tta_lsp_store_page *store, void *user);

/** Finds the configuration file of a document (docs/configuration.md) and appends its text; appends nothing if there is
 *  none.
 *  @param uri of the document */
typedef void tta_lsp_find_configuration(void *user, tta_str uri, tta_buf *toml);
/** Lets documents have configuration files. They are read when a document is opened, and when the client reports that
 *  files have changed. Call before the first message. */
TTA_API void tta_lsp_set_configuration(tta_lsp *server, tta_lsp_find_configuration *find, void *user);

/** Reads the file that `system-desc` of a configuration file names, and appends its text; appends nothing if there is
 *  no such file.
 *  @param uri of the document whose configuration file it is
 *  @param path absolute, or relative to the configuration file */
typedef void tta_lsp_read_file(void *user, tta_str uri, tta_str path, tta_buf *text);
/** Without it `system-desc` is a name, `wormhole_b0:2`, or a text. Call before the first message. */
TTA_API void tta_lsp_set_file_reader(tta_lsp *server, tta_lsp_read_file *read, void *user);

/** Handles one message. Malformed and unknown messages are answered as the protocol requires.
 *  @param message overwritten; not used after the call
 *  @return TTA_OK; TTA_NO_MEMORY: a request is answered with an error if possible; a document whose change could not be
 *  applied has no results until its whole text is sent again */
TTA_API tta_status tta_lsp_receive(tta_lsp *server, char *message, size_t size);
/** Verifies the documents that have changed and publishes their diagnostics. Call it when no message waits.
 *  @return TTA_OK; TTA_NO_MEMORY: call it again */
TTA_API tta_status tta_lsp_publish(tta_lsp *server);
/** Whether tta_lsp_publish has something to do. */
TTA_API bool tta_lsp_has_changes(const tta_lsp *server);

/** The next message for the client, in order; empty if there is none. Valid until the next call for this server. */
TTA_API tta_str tta_lsp_next_message(tta_lsp *server);

/** The exit status that the client has requested: 0 after `shutdown` and `exit`, 1 after `exit` alone; -1 before
 *  `exit`. */
TTA_API int tta_lsp_exit_status(const tta_lsp *server);

#ifdef __cplusplus
}
#endif
#endif
