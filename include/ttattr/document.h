/* ttattr/document.h: a text that is kept and edited: its diagnostics, attributes, aliases and edits, by position.
 *
 *     tta_document *doc = NULL;
 *     tta_status status = tta_document_new(name, text, options, NULL, &doc);
 *     const tta_results *results = tta_document_results(doc);
 *     for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) ... tta_results_diagnostic(results, i) ...
 *     status = tta_document_edit(doc, range, new_text);
 *     status = tta_document_check(doc);
 *     ...
 *     tta_document_free(doc);
 *
 * The document owns a copy of the text. An edit changes the text and the line table at once; tta_document_check then
 * parses and verifies the sections that the edits since the last call have touched. With split sections (see
 * tta_check_options_set_split) the results of all others are kept; a Markdown text (tta_check_options_set_markdown) is
 * parsed as a whole. Trees are not kept: a query parses the attribute that it needs, and the aliases of its section.
 *
 * Offsets and spans count bytes from the start of the text. A text with errors has diagnostics, attributes and values
 * everywhere else. Functions that return a status call tta_document_check themselves. The others (num_X, X) answer
 * from the last check: after an edit call tta_document_check first; until then results are empty.
 * What a query returns lives until the next query or edit; diagnostics, attributes and sections until the next edit.
 * One thread at a time may use a document.
 */
#ifndef TTATTR_DOCUMENT_H
#define TTATTR_DOCUMENT_H

#include "ttattr/check.h"
#include "ttattr/names.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tta_document tta_document;

/** Absent index. */
#define TTA_DOCUMENT_NONE SIZE_MAX

/** Creates a document and checks it.
 *  @param name, text copied
 *  @param options copied; NULL = the defaults. Their JSON output is not used.
 *  @param allocator NULL = malloc; borrowed; for all memory of the document
 *  @return TTA_OK however many errors the text has; TTA_NO_MEMORY; TTA_LIMIT for a text of 2 GiB or more */
TTA_API tta_status tta_document_new(tta_str name, tta_str text, const tta_check_options *options,
                                    const tta_allocator *allocator, tta_document **out);
/** NULL is allowed. */
TTA_API void tta_document_free(tta_document *document);

/** Replaces the bytes of `range` by `text`, which must not be part of the document's own text.
 *  @return TTA_OK; TTA_INVALID for a range outside of the text; TTA_LIMIT; TTA_NO_MEMORY. Unless it is TTA_OK nothing
 *  has changed. */
TTA_API tta_status tta_document_edit(tta_document *document, tta_span range, tta_str text);
/** Parses and verifies what edits have changed. @return TTA_OK; TTA_NO_MEMORY: call it again */
TTA_API tta_status tta_document_check(tta_document *document);

/** As they are now; borrowed until the next edit. */
TTA_API tta_str tta_document_name(const tta_document *document);
/** The text, with a NUL byte after its end. Valid until the next edit. */
TTA_API tta_str tta_document_text(const tta_document *document);
/** The number of edits so far. */
TTA_API uint64_t tta_document_version(const tta_document *document);
/** How many bytes of text the last tta_document_check parsed: those of the sections that edits have touched. */
TTA_API size_t tta_document_checked_bytes(const tta_document *document);

/* ---- lines and columns ---- */

/** What a column counts. Bytes that are not UTF-8 count as one character each. */
typedef enum tta_column_unit { TTA_COLUMN_BYTES, TTA_COLUMN_UTF16, TTA_COLUMN_CHARACTERS } tta_column_unit;

/** Line and column, both from 1. An offset beyond the text is its end; unless columns are bytes, one inside a
 *  character is the start of the character. */
TTA_API tta_position tta_document_position(const tta_document *document, uint32_t offset, tta_column_unit unit);
/** The offset of a line and column. A column beyond the line is its end (before LF or CRLF), a line beyond the text is
 *  the end of the text, a column inside a character is its start, 0 counts as 1. */
TTA_API uint32_t tta_document_offset(const tta_document *document, tta_position position, tta_column_unit unit);
/** Lines end with LF; a text without one has one line. */
TTA_API size_t tta_document_num_lines(const tta_document *document);
/** A line without its line end (LF or CRLF). `index` counts from 0. */
TTA_API tta_span tta_document_line(const tta_document *document, size_t index);

/* ---- results of the check ---- */

/** Diagnostics and sections. The pointer stays valid as long as the document; what it leads to changes with each edit
 *  and check, and is empty in between. NULL for NULL. */
TTA_API const tta_results *tta_document_results(const tta_document *document);

/** An outermost attribute or type, or a use of an alias in an operation: what a tta_island is, without its value. */
typedef struct tta_document_item {
  tta_span span;
  tta_span name;              /* ALIAS: `#x` of the definition; DEVICE_OPERATION: `tt.device`; else empty */
  tta_island_context context;
  uint32_t section;
} tta_document_item;

/** In order of position. */
TTA_API size_t tta_document_num_items(const tta_document *document);
TTA_API tta_document_item tta_document_item_at(const tta_document *document, size_t index);
/** The first item that ends after `offset`: where a walk over the items of a range starts. */
TTA_API size_t tta_document_first_item(const tta_document *document, uint32_t offset);

/* ---- values ---- */

/** The value of an item, parsed on demand; absent if it cannot be parsed. */
TTA_API tta_status tta_document_value(tta_document *document, size_t item, tta_value *value);

struct tta_layout;        /* ttattr/layout.h */
struct tta_tiled;         /* ttattr/tiled.h */
struct tta_device;        /* ttattr/device.h */
struct tta_memory_config; /* ttattr/device.h */

/** What an item is as a value, also if other parts of the text have errors: the layout or tiled layout of a tensor or
 *  by itself, a device, a memory configuration. NULL if the item is something else, has an error, or its parts do not
 *  fit each other, and for an index out of range. Spans count from the start of the section of the item.
 *  @return TTA_OK or TTA_NO_MEMORY */
TTA_API tta_status tta_document_layout(tta_document *document, size_t item, const struct tta_layout **layout);
TTA_API tta_status tta_document_tiled(tta_document *document, size_t item, const struct tta_tiled **tiled);
TTA_API tta_status tta_document_device(tta_document *document, size_t item, const struct tta_device **device);
TTA_API tta_status tta_document_memory_config(tta_document *document, size_t item,
                                              const struct tta_memory_config **config);

typedef struct tta_value_at {
  size_t item;             /* TTA_DOCUMENT_NONE: there is no attribute or type at the offset */
  tta_value outermost, innermost; /* absent where the text cannot be parsed */
} tta_value_at;

/** The attribute or type around the byte at `offset`, and its innermost part there. */
TTA_API tta_status tta_document_value_at(tta_document *document, uint32_t offset, tta_value_at *out);

/* ---- names ---- */

/** The name at `offset` (or that ends there), with all its uses in the section, also those in text that has errors.
 *  Names are per section: the same alias in another section is another one.
 *  @param out `text` is empty if there is no name at the offset */
TTA_API tta_status tta_document_name_at(tta_document *document, uint32_t offset, tta_name *out);
/** All names of a section: those with a definition in order of definition, then names that are only used.
 *  @param names, count set to the list */
TTA_API tta_status tta_document_names(tta_document *document, size_t section, const tta_name **names, size_t *count);
/** The names that an operation at `offset` can use: aliases, values that are defined before it and not by an
 *  operation around it, blocks of the region, symbols of the nearest symbol table. In order of definition; none in a
 *  string or comment.
 *  @param names, count set to the list */
TTA_API tta_status tta_document_visible_names(tta_document *document, uint32_t offset, const tta_name *const **names,
                                              size_t *count);

/* ---- hover ---- */

/** A fact about a value: `logical` = "64x128". Keys are constant and NUL-terminated. */
typedef struct tta_fact {
  const char *key;
  tta_str text;
} tta_fact;

typedef struct tta_document_hover {
  tta_span span;          /* what the facts are about; empty if there is nothing at the offset */
  uint32_t num_facts;
  const tta_fact *facts;  /* docs/library.md lists the keys */
} tta_document_hover;

/** Facts about what is at `offset`: an alias, a layout with what follows from it, a tensor type, a grid, a device, a
 *  map, a field, a keyword. */
TTA_API tta_status tta_document_hover_at(tta_document *document, uint32_t offset, tta_document_hover *out);

/** What a picture at `offset` shows: the tensor type around it, of a layout in an alias the type of its first use, of
 *  a value its type; else the outermost attribute or type, an alias resolved. Absent where there is none, and if its
 *  aliases expand to more than 1 MiB. */
TTA_API tta_status tta_document_subject_at(tta_document *document, uint32_t offset, tta_value *out);

/* ---- signatures ---- */

enum { TTA_MAX_SIGNATURES = 16 };

/** A form of an attribute: `#tt.grid<shape, mapping?>`. */
typedef struct tta_signature {
  tta_str label;
  uint32_t num_fields;
  const tta_span *fields;            /* in `label` */
  const tta_str *documentation;      /* of each field */
  uint32_t active;                   /* the field at the offset; num_fields: none */
} tta_signature;

typedef struct tta_signatures {
  size_t size;                       /* 0: the offset is not inside an attribute with fields */
  size_t active;                     /* the first form that the text before the offset fits */
  const tta_signature *items;
} tta_signatures;

/** The forms of the attribute whose fields are around `offset`. */
TTA_API tta_status tta_document_signatures(tta_document *document, uint32_t offset, tta_signatures *out);

/* ---- completion ---- */

typedef enum tta_completion_kind {
  TTA_COMPLETION_ATTRIBUTE, /* `#ttcore.grid<` or `!ttcore.tile<` */
  TTA_COMPLETION_ALIAS,
  TTA_COMPLETION_FIELD,     /* `name = ` */
  TTA_COMPLETION_KEYWORD,
  TTA_COMPLETION_TYPE,      /* builtin: `tensor<`, `f32` */
  TTA_COMPLETION_TOKEN,     /* punctuation: `>`, `,` */
  TTA_COMPLETION_VALUE,     /* `%x`, `%x#1` */
  TTA_COMPLETION_BLOCK,     /* `^x` */
  TTA_COMPLETION_SYMBOL,    /* `@x` */
} tta_completion_kind;

/** "attribute", "alias", "field", "keyword", "type", "token", "value", "block", "symbol". Constant; "" for any other
 *  number. */
TTA_API const char *tta_completion_kind_name(tta_completion_kind kind);

typedef struct tta_completion {
  tta_completion_kind kind;
  tta_str text;           /* to insert in place of `replaced` */
  tta_str documentation;  /* one or more lines; may be empty */
} tta_completion;

typedef struct tta_completions {
  tta_span replaced;      /* the start of a word or name before the offset; empty at the offset if there is none */
  size_t size;
  const tta_completion *items;
} tta_completions;

/** What may be written at `offset`, given the text before it; text that is already there of the same word or name
 *  filters the list. */
TTA_API tta_status tta_document_complete(tta_document *document, uint32_t offset, tta_completions *out);

/* ---- formatting ---- */

/** The edits that make the attributes and types that touch `range` canonical, in order, not overlapping. Sections with
 *  errors are left as they are.
 *  @param edits, count set to the list */
TTA_API tta_status tta_document_format(tta_document *document, tta_span range, const tta_edit **edits, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
