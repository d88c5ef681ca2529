/* names.h: what a name `#dialect.mnemonic` of an attribute or a type is, and which known name was probably meant. */
#ifndef TTA_IR_NAMES_H
#define TTA_IR_NAMES_H

#include "ir/attributes.h"

typedef enum tta_mnemonic_kind {
  TTA_MNEMONIC_FOREIGN,     /* of another dialect */
  TTA_MNEMONIC_KNOWN,       /* a row of attributes.def */
  TTA_MNEMONIC_OPAQUE,      /* in tt-mlir or on one of its branches, but not parsed: OPAQUE of attributes.def */
  TTA_MNEMONIC_UNKNOWN,     /* of one of our dialects, not near to a known name */
  TTA_MNEMONIC_MISSPELLED,  /* near to a known name, or a synonym of one */
  TTA_MNEMONIC_WRONG_SIGIL, /* a known name with the other sigil */
} tta_mnemonic_kind;

typedef struct tta_mnemonic {
  tta_mnemonic_kind kind;
  char sigil;              /* KNOWN, MISSPELLED, WRONG_SIGIL: of the known name, and its other parts */
  tta_dialect dialect;     /* UNKNOWN, too */
  tta_attribute attribute;
} tta_mnemonic;

/** @param sigil '#' or '!' */
tta_mnemonic tta_name_find(char sigil, tta_str dialect, tta_str mnemonic);
/** The known name with this mnemonic, of the first dialect that has it. FOREIGN: there is none.
 *  @param several receives whether other dialects have it, too */
tta_mnemonic tta_name_without_dialect(char sigil, tta_str mnemonic, bool *several);
/** Whether a mnemonic is unlikely to be one of another dialect, too. */
bool tta_name_is_distinctive(tta_str mnemonic);
/** The size of the known name with a body at the start of `token`, which is `#d.m` or `!d.m`: of `#tt.grid.8x8` that of
 *  `#tt.grid`. 0: there is none. */
uint32_t tta_name_size(tta_str token);

#endif
