/* rules.h: the number of rules, for arrays that are indexed by rule. */
#ifndef TTA_DIAG_RULES_H
#define TTA_DIAG_RULES_H

#include "ttattr/diag.h"

enum {
  TTA_NUM_RULES = 0
#define RULE(...) +1
#include "ttattr/rules.def"
#undef RULE
};

/** Size of an array with an element for each rule; element 0 (TTA_RULE_NONE) is unused. */
enum { TTA_RULE_ARRAY_SIZE = TTA_NUM_RULES + 1 };

#endif
