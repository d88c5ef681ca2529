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

enum {
  TTA_NUM_RULE_GROUPS = 0
#define RULE(...)
#define GROUP(...) +1
#include "ttattr/rules.def"
#undef RULE
};

/** What a name selects: a rule (its number), or a group, `remarks` or `all` (numbers after the rules). 0: nothing. */
enum {
  TTA_SUBJECT_GROUPS = TTA_RULE_ARRAY_SIZE,
  TTA_SUBJECT_REMARKS = TTA_SUBJECT_GROUPS + TTA_NUM_RULE_GROUPS,
  TTA_SUBJECT_ALL,
  TTA_NUM_SUBJECTS
};
uint32_t tta_rule_subject_find(tta_str name);
/** The subjects that select a rule, the narrowest one first. @return how many, at most TTA_MAX_SUBJECTS_OF_RULE */
enum { TTA_MAX_SUBJECTS_OF_RULE = 4 };
uint32_t tta_rule_subjects_of(tta_rule rule, uint32_t subjects[TTA_MAX_SUBJECTS_OF_RULE]);

/** Whether a computation reports it (a memory plan, say), and not the check of a text. */
bool tta_rule_is_computed(tta_rule rule);

/** A set of subjects. */
typedef struct tta_rule_subjects {
  uint64_t words[(TTA_NUM_SUBJECTS + 63) / 64];
} tta_rule_subjects;
static inline bool tta_subjects_has(const tta_rule_subjects *set, uint32_t subject) {
  return set->words[subject / 64] >> subject % 64 & 1;
}
static inline void tta_subjects_add(tta_rule_subjects *set, uint32_t subject) {
  set->words[subject / 64] |= (uint64_t)1 << subject % 64;
}

#endif
