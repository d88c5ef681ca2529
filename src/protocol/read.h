/* read.h: the tokens of a protocol's line, shared by the two files that read it. */
#ifndef TTA_MOVE_PROTOCOL_READ_H
#define TTA_MOVE_PROTOCOL_READ_H

#include "base/nearest.h"
#include "protocol/protocol.h"

typedef enum tta_token_kind {
  TTA_TOKEN_END,
  TTA_TOKEN_NAME,
  TTA_TOKEN_NUMBER,
  TTA_TOKEN_CORE,
  TTA_TOKEN_DOTS,
  TTA_TOKEN_CHAR,
  TTA_TOKEN_BAD
} tta_token_kind;

typedef struct tta_token {
  tta_token_kind kind;
  tta_str text;
  uint32_t column;
  int64_t number;  /* NUMBER */
  uint32_t y, x;   /* CORE: 0x1 */
} tta_token;

/** One line at a time. */
typedef struct tta_protocol_reader {
  struct tta_protocol *p;
  tta_str line_text;
  const char *at, *end;
  uint32_t line;
  tta_token token; /* the next one */
  bool failed;     /* this line was reported */
  tta_str declares; /* the name that this line declares */
  /* Names whose uses are not errors of their own: of declarations with an error (NONE), and those that are not declared
   * (the number of the diagnostic, whose fix-it changes all uses). */
  tta_strmap excused;
  bool in_kernel;
  uint32_t num_loops;
  uint32_t loops[TTA_PROTOCOL_MAX_LOOPS];     /* open FOR statements */
  tta_str variables[TTA_PROTOCOL_MAX_LOOPS];
} tta_protocol_reader;

void tta_protocol_next(tta_protocol_reader *r);
/** The line and column of the next token. */
tta_call_site tta_protocol_here(const tta_protocol_reader *r);
/** One report a line: false always. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool tta_protocol_expected(tta_protocol_reader *r, const char *format, ...);
/** The same at a name that may be misspelled. @param nearest of the names that are expected: a fix-it */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool tta_protocol_misspelled(tta_protocol_reader *r, const tta_nearest *nearest, const char *format, ...);
/** A search for what the next token should be; without a word unless it is a name. */
tta_nearest tta_protocol_nearest(const tta_protocol_reader *r);
tta_span tta_protocol_token_span(const tta_protocol_reader *r);
bool tta_protocol_is(const tta_protocol_reader *r, char c);
bool tta_protocol_is_word(const tta_protocol_reader *r, const char *word);
bool tta_protocol_eat(tta_protocol_reader *r, char c);

/** An object of this kind; NULL after a report. The name is taken. */
tta_protocol_object *tta_protocol_named(tta_protocol_reader *r, tta_protocol_object_kind kind, const char *what);
bool tta_protocol_read_range(tta_protocol_reader *r, tta_protocol_range *range);
bool tta_protocol_read_expr(tta_protocol_reader *r, tta_protocol_expr *out);
/** An expression of constants only. */
bool tta_protocol_read_constant(tta_protocol_reader *r, int64_t least, int64_t most, const char *what, int64_t *out);
/** One of two words. @param is_second which */
bool tta_protocol_read_choice(tta_protocol_reader *r, const char *first, const char *second, bool *is_second);
/** The argument that a letter of a signature asks for. */
bool tta_protocol_read_arg(tta_protocol_reader *r, char type, tta_protocol_arg *out);

#endif
