/* refactor.h: code actions that rewrite attributes. */
#ifndef TTA_LSP_REFACTOR_H
#define TTA_LSP_REFACTOR_H

#include "base/str.h"
#include "lsp/lsp.h"
#include "ttattr/document.h"

/** An alias for the attribute or type at the offset: its definition before the operation, and a use in its place.
 *  @param name, definition the texts of the edits
 *  @param found false: there is no attribute in one line with a name */
tta_status tta_lsp_introduce_alias(tta_document *document, uint32_t offset, tta_buf *name, tta_buf *definition,
                                   tta_edit edits[2], bool *found);

/** A text that replaces a span. @param moves elements are on other cores in it */
typedef tta_status tta_lsp_rewrite(void *user, int32_t day, tta_span span, tta_str text, bool moves);

/** The tensor type around the offset in the syntax of other dates: one call for each syntax, with its first day. */
tta_status tta_lsp_convert_eras(const tta_allocator *allocator, tta_document *document, uint32_t offset,
                                const tta_check_options *options, tta_lsp_rewrite *each, void *user);

/** A migration. @param reason why it is not possible; NULL: `edits` are it */
typedef void tta_lsp_migrated(void *user, const char *kind, tta_str title, const tta_edit *edits, size_t count,
                              tta_str reason);

/** The text of a document, or a selection in it, in the syntax of the latest date, and of the date of the settings;
 *  without such a date, of the next one on which tt-mlir did not read the text. */
tta_status tta_lsp_migrations(tta_lsp *server, const tta_lsp_document *document, const tta_span *range,
                              tta_lsp_migrated *each, void *user);

#endif
