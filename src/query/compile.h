/* compile.h: the reader of expressions, in two files: the grammar, and literals with the kinds of both sides. */
#ifndef TTA_QUERY_COMPILE_H
#define TTA_QUERY_COMPILE_H

#include "base/format.h"
#include "base/str.h"
#include "query/lex.h"
#include "query/query.h"

typedef struct tta_query_parser {
  tta_query *query;
  tta_str text;            /* the expression, or the list of fields */
  uint32_t at, last_end;   /* after `token`; after the token before it */
  tta_query_token token;   /* the next one */
  uint32_t depth;
  tta_query_fault fault;
  tta_buf *reason;
  tta_status status;
} tta_query_parser;

/** Sets the first error. @return false */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool tta_query_fail(tta_query_parser *p, tta_span span, const char *format, ...);

/** `64`, `64x?`, `12.5%`, `1.5MB`. @return false after an error */
bool tta_query_read_number(tta_query_parser *p, const tta_query_token *token, tta_query_value *value);
/** Gives a literal the kind of the field that it is compared with. @return false after an error */
bool tta_query_check_literal(tta_query_parser *p, const tta_query_operand *field, tta_query_operand *literal);
/** Whether two fields can be compared. @return false after an error */
bool tta_query_check_fields(tta_query_parser *p, const tta_query_operand *a, const tta_query_operand *b);
/** "number", "percentage", ... */
const char *tta_query_kind_text(tta_query_kind kind);
/** Adds a pattern of `*`, `?`, `[a-z]`, `[!a-z]` and quoted bytes that the whole text must match. */
void tta_query_add_glob(tta_query_parser *p, tta_ere *ere, tta_str pattern);

#endif
