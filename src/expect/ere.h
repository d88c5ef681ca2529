/* ere.h: POSIX extended regular expressions for expected diagnostics.
 *
 * A program is built from literal texts and expressions one after the other, and asked whether it matches anywhere in a
 * text. What MLIR's matcher (LLVM 19, llvm/lib/Support/regcomp.c, REG_EXTENDED) accepts is accepted with the same
 * meaning, save back-references, which are rejected. All bytes are equal to their value: no locale. A search costs at
 * most (bytes of the text) x (instructions), and neither building nor searching recurses. */
#ifndef TTA_EXPECT_ERE_H
#define TTA_EXPECT_ERE_H

#include "base/arena.h"

enum { TTA_ERE_MAX_INSTRUCTIONS = 16384, TTA_ERE_MAX_DEPTH = 64 };

typedef struct tta_ere_instruction {
  uint8_t op, byte;
  int32_t to;           /* of a jump, relative */
  const uint8_t *bytes; /* of a set: 256 bits */
} tta_ere_instruction;

typedef struct tta_ere {
  tta_arena *arena;
  tta_ere_instruction *code;
  uint32_t size, capacity;
  tta_status status;  /* TTA_NO_MEMORY, or TTA_INVALID: `fault` says why */
  const char *fault;  /* constant */
} tta_ere;

/** An empty program: it matches everywhere. */
tta_ere tta_ere_start(tta_arena *arena);
/** What follows must be `text`, byte for byte. */
void tta_ere_add_literal(tta_ere *ere, tta_str text);
/** What follows must match the expression `text`. A fault is in ere->status and ere->fault. */
void tta_ere_add_expression(tta_ere *ere, tta_str text);
/** Whether some part of `text` matches. @return TTA_NO_MEMORY, else TTA_OK. */
tta_status tta_ere_search(const tta_ere *ere, tta_str text, bool *found);

#endif
