/* repair_search.h: the search for a repair, between repair.c and repair_typed.c. */
#ifndef TTA_PARSE_REPAIR_SEARCH_H
#define TTA_PARSE_REPAIR_SEARCH_H

#include "parse/parser.h"

enum { TTA_MAX_CHANGE = 64 }; /* bytes that a change inserts */

/** Words of MLIR before a `<`. */
#define TTA_BUILTIN_WORDS "tensor", "memref", "vector", "dense", "affine_map", "array"

/** A change of the text of an island. */
typedef struct tta_change {
  uint32_t begin, end; /* what is replaced */
  char text[TTA_MAX_CHANGE];
  uint32_t size;
  uint32_t token;      /* that the message is about */
  bool mark;           /* the message is about what is replaced */
  bool swapped;        /* the token and the one after it change places */
} tta_change;

/** The search for one. */
typedef struct tta_repair {
  tta_parser *p;
  tta_entry entry;
  uint32_t begin, limit;  /* of the island; of the copied text */
  uint32_t error;         /* the token with the error */
  bool unknown;           /* it is a character that no token starts with: a question of its own */
  tta_span *tokens;
  uint32_t num_tokens, cap_tokens;
  char *copy;             /* the text up to `limit`, with a change */
  uint32_t room;
  const char *text;       /* the source */
  uint32_t end;           /* of the island, after a change that succeeded, in the source */
} tta_repair;

/* ---- repair.c ---- */

tta_str tta_repair_token(const tta_repair *r, uint32_t i);
/** The bracket that ends a token, or its last byte. */
char tta_repair_last_byte(const tta_repair *r, uint32_t i);
/** The opening bracket that is open after token `i`, as an index; UINT32_MAX if there is none. */
uint32_t tta_repair_open_after(const tta_repair *r, uint32_t i);
/** Whether token `i` is a number or a word. */
bool tta_repair_is_operand(const tta_repair *r, uint32_t i);
/** Whether it stands between the results of a map. */
bool tta_repair_in_results(const tta_repair *r, uint32_t i);
/** Parses the island with [begin, end) replaced. @param token that the message is about @return whether it is legal */
bool tta_repair_try(tta_repair *r, tta_change *c, uint32_t begin, uint32_t end, const char *text, size_t size,
                    uint32_t token);

/* ---- repair_typed.c: at the error ---- */

/** A word or a mark of other languages, a fraction. */
bool tta_repair_try_typed(tta_repair *r, tta_change *c);
/** A slip: a mark that is missing or doubled, a word that is nearly one of MLIR. */
bool tta_repair_try_slip(tta_repair *r, tta_change *c);

#endif
