/* aliases.h: which memory the results of an operation have (aliases.def). */
#ifndef TTA_MEMORY_ALIASES_H
#define TTA_MEMORY_ALIASES_H

#include "base/str.h"

typedef enum tta_alias_kind {
  TTA_ALIAS_FIRST,
  TTA_ALIAS_ALL,
  TTA_ALIAS_LAST,
  TTA_ALIAS_OUTS,
  TTA_ALIAS_NONE,
  TTA_ALIAS_NEW,
  TTA_ALIAS_UNKNOWN, /* not in the table */
} tta_alias_kind;

/** The kind of an operation by its name: its own row, else that of its dialect, else UNKNOWN. */
tta_alias_kind tta_alias_of(tta_str op);

#endif
