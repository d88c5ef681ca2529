/* ttattr/query.h: finds attributes, tensors, values and operations of a text by an expression (docs/query.md).
 *
 *     tta_query *query;
 *     tta_query_fault fault;
 *     status = tta_query_compile(expression, fields, NULL, &query, &fault, &reason);
 *     status = tta_query_run(query, &source, NULL, visit, user, NULL);
 *     tta_query_free(query);
 */
#ifndef TTATTR_QUERY_H
#define TTATTR_QUERY_H

#include "ttattr/check.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tta_query tta_query;

/** Where an expression or a list of fields is wrong. */
typedef struct tta_query_fault {
  bool in_fields;  /* the span is one of `fields`, not of `expression` */
  tta_span span;
} tta_query_fault;

typedef enum tta_query_kind {
  TTA_QUERY_NULL,    /* the object or the fact does not exist here, or is not known */
  TTA_QUERY_BOOL,    /* number: 0 or 1 */
  TTA_QUERY_NUMBER,
  TTA_QUERY_BYTES,   /* number */
  TTA_QUERY_PERCENT, /* part and whole */
  TTA_QUERY_KEYWORD, /* of an enumeration: text */
  TTA_QUERY_STRING,  /* text */
  TTA_QUERY_SHAPE,
} tta_query_kind;

/** A field of a match. Texts and extents live until the visitor returns; `name` as long as the query. */
typedef struct tta_query_value {
  tta_str name; /* as asked for: "layout.memory" */
  tta_query_kind kind;
  int64_t number;
  int64_t part, whole; /* PERCENT: 100 * part / whole */
  tta_str text;
  tta_shape shape;
} tta_query_value;

typedef struct tta_query_match {
  tta_span span; /* of the attribute, tensor or name of the value; of the first line of the operation */
  uint32_t num_values;
  const tta_query_value *values; /* of the fields, in order */
} tta_query_match;

/** @return false to end the search */
typedef bool tta_query_visitor(void *user, const tta_query_match *match);

/** Reads and checks an expression.
 *  @param fields    whose values matches have, with commas between them: "op.name, layout.memory"; may be empty
 *  @param allocator NULL = malloc; borrowed
 *  @param out       owned by the caller; NULL after a failure. May be used by several threads at a time
 *  @param fault     set with TTA_INVALID; may be NULL
 *  @param reason    TTA_INVALID: receives what is wrong there; may be NULL
 *  @return TTA_OK; TTA_INVALID; TTA_NO_MEMORY */
TTA_API tta_status tta_query_compile(tta_str expression, tta_str fields, const tta_allocator *allocator,
                                     tta_query **out, tta_query_fault *fault, tta_buf *reason);
/** NULL is allowed. */
TTA_API void tta_query_free(tta_query *query);

/** Calls `visit` for each match in order of position. The text is parsed, not verified: what cannot be parsed is not
 *  found, and the rest is.
 *  @param source  as for tta_check_text
 *  @param options era, split sections and Markdown count; NULL = the defaults
 *  @param complete set to whether all of the text could be parsed; may be NULL
 *  @return TTA_OK, also if `visit` ended the search; TTA_NO_MEMORY; TTA_LIMIT when the text is too large */
TTA_API tta_status tta_query_run(const tta_query *query, tta_source *source, const tta_check_options *options,
                                 tta_query_visitor *visit, void *user, bool *complete);

/** Appends a value as text (`dram`, `45.7%`, `64x128`; `-` for NULL), or as JSON: shapes are lists, with "?" for a
 *  dynamic extent, percentages numbers. Texts are not quoted outside of JSON; their control bytes become blanks. */
TTA_API void tta_query_value_write(tta_buf *out, const tta_query_value *value, bool json);

/** Appends a line for each field: its name, other names, kind, and meaning. */
TTA_API void tta_list_query_fields(tta_buf *out);

#ifdef __cplusplus
}
#endif
#endif
