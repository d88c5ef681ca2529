/* The table of rules, from include/ttattr/rules.def, and lookups in it. */
#include "diag/rules.h"

static const tta_rule_info rules[TTA_RULE_ARRAY_SIZE] = {
#define RULE(number, id, name, severity, summary, explanation, bad, good) \
  [number] = {name, TTA_SEVERITY_##severity, summary, explanation, bad, good},
#include "ttattr/rules.def"
#undef RULE
};

const char *tta_severity_name(tta_severity severity) {
  static const char *const names[] = {[TTA_SEVERITY_ERROR] = "error",
                                      [TTA_SEVERITY_WARNING] = "warning",
                                      [TTA_SEVERITY_REMARK] = "remark",
                                      [TTA_SEVERITY_NOTE] = "note"};
  return (size_t)severity < sizeof names / sizeof *names ? names[severity] : "";
}

static const tta_rule documented_order[TTA_NUM_RULES] = {
#define RULE(number, id, ...) TTA_RULE_##id,
#include "ttattr/rules.def"
#undef RULE
};

/* The numbers are 1 to TTA_NUM_RULES: one that is too large fails here, one that is used twice is a duplicate case. */
#define RULE(number, id, ...) _Static_assert((number) >= 1 && (number) <= TTA_NUM_RULES, #id ": number out of range");
#include "ttattr/rules.def"
#undef RULE

static bool is_rule(tta_rule rule) {
  switch ((int)rule) {
#define RULE(number, ...) case number:
#include "ttattr/rules.def"
#undef RULE
    return true;
  default: return false;
  }
}

const tta_rule_info *tta_rule_get(tta_rule rule) { return is_rule(rule) ? &rules[rule] : NULL; }

size_t tta_num_rules(void) { return TTA_NUM_RULES; }

tta_rule tta_rule_at(size_t index) { return index < TTA_NUM_RULES ? documented_order[index] : TTA_RULE_NONE; }

tta_rule tta_rule_find(tta_str name) {
  for (size_t i = 0; i < TTA_NUM_RULES; i++) {
    const char *candidate = rules[documented_order[i]].name;
    if (strlen(candidate) == name.size && !memcmp(candidate, name.data, name.size)) return documented_order[i];
  }
  return TTA_RULE_NONE;
}
