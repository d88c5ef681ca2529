/* queries.h: what the bindings for JavaScript and Python have in common: options of a check from JSON, results and
 * queries of documents as JSON. */
#ifndef TTATTR_BINDINGS_QUERIES_H
#define TTATTR_BINDINGS_QUERIES_H

#include "base/json_read.h"
#include "base/str.h"
#include "ttattr/check.h"
#include "ttattr/document.h"

/** A list of diagnostics, each with its repeats as notes.
 *  @param unit of columns: bytes, or UTF-16 code units */
void ttattr_diagnostics_json(tta_json *json, tta_source *source, const tta_results *results, tta_column_unit unit);
/** The same as tt-opt prints them, in lines of 80 columns. */
void ttattr_diagnostics_lines(tta_buf *out, tta_source *source, const tta_results *results);
/** Appends the whole text, with canonical attributes in the sections that have no errors. */
void ttattr_canonical_text(tta_buf *out, tta_str text, const tta_results *results);

/** Appends the whole text with the fix-its of its diagnostics, in rounds until none is left, as `tt-opt --fix-only`.
 *  @param text with a NUL after it
 *  @return TTA_OK, TTA_NO_MEMORY, or the failure of a check */
tta_status ttattr_fix_text(tta_buf *out, tta_str text, const tta_check_options *options);

/** Answers a query of a document as JSON: text, diagnostics, items, hover, completions, name, symbols, format, subject.
 *  @param offset in bytes, for queries by position
 *  @param unit of columns; those of diagnostics count bytes unless it is TTA_COLUMN_UTF16
 *  @return TTA_INVALID: there is no query of this name */
tta_status ttattr_query(tta_document *document, tta_str name, uint32_t offset, tta_column_unit unit, tta_json *json);

/** Parses the options of a call: an object, or an empty text.
 *  @param out NULL if there are none
 *  @param messages for people, where the answer is TTA_INVALID
 *  @return TTA_OK; TTA_INVALID; TTA_NO_MEMORY */
tta_status ttattr_read_options(tta_arena *arena, tta_str text, const tta_json_node **out, tta_buf *messages);
/** Options of a check from an object of JSON: era, target, split, markdown, parseOnly, systemDesc, rules. Unknown names
 *  are reported. Free the result. @param arena of temporary values. As ttattr_read_options. */
tta_status ttattr_check_options(tta_arena *arena, tta_str text, tta_check_options **out, tta_buf *messages);

#endif
