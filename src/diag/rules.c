/* Owns the lookup of rules. Their rows are include/ttattr/rules.def; what makes one fire is src/verify. */
#include "ttattr/diag.h"

static const tta_rule_info rules[TTA_NUM_RULES] = {
#define RULE(id, name, severity, summary, explanation, bad, good) \
  {name, TTA_SEVERITY_##severity, summary, explanation, bad, good},
#include "ttattr/rules.def"
#undef RULE
};

const tta_rule_info *tta_rule_get(tta_rule rule) {
  return (unsigned)rule < TTA_NUM_RULES ? &rules[rule] : NULL;
}

tta_rule tta_rule_find(tta_str name) {
  unsigned rule = 0;
  while (rule < TTA_NUM_RULES &&
         (strlen(rules[rule].name) != name.size || memcmp(rules[rule].name, name.data, name.size) != 0))
    rule++;
  return (tta_rule)rule;
}
