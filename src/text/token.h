/* token.h: the lexical rules of MLIR text outside of attributes: what is a string, a comment, a name, a bracket. All
 * readers of such text use them. Source: MLIR's Lexer.cpp and DialectSymbolParser.cpp (LLVM 19).
 *
 *   tta_tokens tokens = tta_tokens_of(begin, end);
 *   for (tta_token t; tta_token_next(&tokens, &t);) ... t.kind, t.begin, t.end ...
 *
 * A string ends on its line. One that is not closed there, or has a bad escape, goes up to the end of the line. */
#ifndef TTA_TEXT_TOKEN_H
#define TTA_TEXT_TOKEN_H

#include "base/chars.h"
#include "ttattr/buf.h"
#include "ttattr/base.h"

typedef enum tta_mark_kind {
  TTA_MARK_OPEN,      /* ( [ { <, but not <= */
  TTA_MARK_CLOSE,     /* ) ] } >, but not -> and >= */
  TTA_MARK_STRING,
  TTA_MARK_COMMENT,   /* without the end of its line */
  TTA_MARK_RESOURCES, /* {-# ... #-} as a whole */
  TTA_MARK_NAME,      /* #name !name %name ^name @name @"name" %name#1, with dots: #tt.device */
  TTA_MARK_WORD,      /* module, func.func, 12, 4x4xf32, 1.0e-5 */
  TTA_MARK_EQUAL,     /* =, but not == */
  TTA_MARK_COMMA,
  TTA_MARK_COLON,     /* :, but not :: */
  TTA_MARK_ARROW,     /* -> */
  TTA_MARK_OTHER,     /* other bytes; a skeleton has no marks for them */
} tta_mark_kind;

typedef struct tta_token {
  tta_mark_kind kind;
  const char *begin, *end;
} tta_token;

typedef struct tta_tokens {
  const char *begin, *at, *end;
  const char *name_end; /* of the last #name or !name */
} tta_tokens;

static inline tta_tokens tta_tokens_of(const char *begin, const char *end) {
  return (tta_tokens){.begin = begin, .at = begin, .end = end};
}
/** Of a text that can be absent (NULL). */
static inline tta_tokens tta_tokens_in(tta_str text) {
  return tta_tokens_of(text.data, text.size ? text.data + text.size : text.data);
}

/** The next token after blanks. @return false at the end */
bool tta_token_next(tta_tokens *tokens, tta_token *token);

/** The end of the string that starts at `at`.
 *  @param closed  whether it is a legal string, else the result is the end of its line; NULL = not wanted */
const char *tta_string_end(const char *at, const char *end, bool *closed);
/** The inside of a string; any other text as it is. */
tta_str tta_unquoted(tta_str text);
/** Appends what a string stands for: `\n`, `\t`, `\"`, `\\`, and `\22`, a byte in hexadecimal. */
void tta_string_text(tta_str text, tta_buf *out);
/** The end of the resource block that starts at the `{-#` at `at`; NULL if it is not closed. */
const char *tta_resources_end(const char *at, const char *end);
/** The bare word before the `=` before `at`, as in `tt.device = #x`; empty. */
tta_str tta_key_before(const char *low, const char *at);
/** Whether `at` is between elements of `[..]`, if that can be told without a look into strings and comments. */
bool tta_is_in_list(const char *low, const char *at);
/** After blanks and comments. */
const char *tta_skip_gap(const char *at, const char *end);
/** The same in a text that ends with a NUL. */
const char *tta_skip_gap_in_string(const char *at);

/** After the bracket that closes the one at `at`; brackets of other kinds do not count, nor `>` after `-`. NULL if
 *  there is none in the first 16 KiB, or a string, a comment or more than 16 levels before it: so texts whose brackets
 *  never close cost little. */
const char *tta_plain_brackets_end(const char *at, const char *limit, char open, char close);

/** Follows a token through brackets. The marks of a skeleton have mates; this is for text that has no skeleton: what is
 *  printed, and an island with a change that is tried, up to thousands of times.
 *  @param open the brackets that are open, with space for one more; *depth counts them
 *  @return false: the token closes another bracket than the innermost one, or none */
static inline bool tta_follow_brackets(const tta_token *token, char *open, uint32_t *depth) {
  if (token->kind == TTA_MARK_OPEN) open[(*depth)++] = *token->begin;
  if (token->kind != TTA_MARK_CLOSE) return true;
  return *depth && open[--*depth] == tta_opening_of(*token->begin);
}

#endif
