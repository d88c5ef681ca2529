/* lex.h: the tokens of an expression. */
#ifndef TTA_QUERY_LEX_H
#define TTA_QUERY_LEX_H

#include "ttattr/query.h"

typedef enum tta_query_token_kind {
  TTA_TOKEN_END,
  TTA_TOKEN_WORD,    /* layout.memory, dram, and */
  TTA_TOKEN_NUMBER,  /* 64, 64x?, 25%, 1.5MB */
  TTA_TOKEN_STRING,  /* "..." or '...' */
  TTA_TOKEN_REGEX,   /* /.../ */
  TTA_TOKEN_SIGN,    /* ( ) [ ] , == != < <= > >= ~ !~ */
  TTA_TOKEN_WRONG,   /* any other byte; a string or expression without an end */
} tta_query_token_kind;

typedef struct tta_query_token {
  tta_query_token_kind kind;
  tta_span span;
  tta_str text;      /* of STRING and REGEX the inside */
} tta_query_token;

/** The token at *at after blanks; *at moves after it. */
tta_query_token tta_query_next(tta_str text, uint32_t *at);

#endif
