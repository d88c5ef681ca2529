/* refactor.h: code actions that rewrite attributes. */
#ifndef TTA_LSP_REFACTOR_H
#define TTA_LSP_REFACTOR_H

#include "base/str.h"
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

#endif
