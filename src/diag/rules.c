/* The table of rules, from include/ttattr/rules.def, and lookups in it. */
#include "diag/rules.h"

#include "base/nearest.h"
#include "base/str.h"

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

/* ---- groups ------------------------------------------------------------------------------------------------------ */

enum {
#define RULE(...)
#define GROUP(id, ...) GROUP_##id,
#include "ttattr/rules.def"
#undef RULE
  NUM_GROUPS
};
_Static_assert((int)NUM_GROUPS == (int)TTA_NUM_RULE_GROUPS, "one count of groups");

static const tta_rule_group groups[NUM_GROUPS] = {
#define RULE(...)
#define GROUP(id, name, summary, command) {name, summary, command},
#include "ttattr/rules.def"
#undef RULE
};

/* The rules and the starts of groups, in the order of the table. */
static const struct row {
  bool starts_group;
  uint16_t number; /* of the rule or of the group */
} rows[] = {
#define RULE(number, ...) {false, number},
#define RULES_OF(id) {true, GROUP_##id},
#include "ttattr/rules.def"
#undef RULE
};

size_t tta_num_rule_groups(void) { return NUM_GROUPS; }

const tta_rule_group *tta_rule_group_at(size_t index) { return index < NUM_GROUPS ? &groups[index] : NULL; }

size_t tta_rule_group_of(tta_rule rule) {
  size_t group = NUM_GROUPS;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].starts_group) group = rows[i].number;
    else if (rows[i].number == (int)rule) return group;
  }
  return NUM_GROUPS;
}

static const char all_rules[] = "all", all_remarks[] = "remarks";

uint32_t tta_rule_subject_find(tta_str name) {
  tta_rule rule = tta_rule_find(name);
  if (rule != TTA_RULE_NONE) return rule;
  for (uint32_t i = 0; i < NUM_GROUPS; i++)
    if (tta_str_is(name, groups[i].name)) return TTA_SUBJECT_GROUPS + i;
  if (tta_str_is(name, all_remarks)) return TTA_SUBJECT_REMARKS;
  return tta_str_is(name, all_rules) ? TTA_SUBJECT_ALL : 0;
}

uint32_t tta_rule_subjects_of(tta_rule rule, uint32_t subjects[TTA_MAX_SUBJECTS_OF_RULE]) {
  const tta_rule_info *info = tta_rule_get(rule);
  uint32_t count = 0;
  if (!info) return 0;
  subjects[count++] = rule;
  subjects[count++] = TTA_SUBJECT_GROUPS + (uint32_t)tta_rule_group_of(rule);
  if (info->severity == TTA_SEVERITY_REMARK) subjects[count++] = TTA_SUBJECT_REMARKS;
  subjects[count++] = TTA_SUBJECT_ALL;
  return count;
}

bool tta_rule_is_computed(tta_rule rule) {
  const tta_rule_group *group = tta_rule_group_at(tta_rule_group_of(rule));
  return group && group->command;
}

bool tta_rule_is_selected(tta_rule rule, tta_str name) {
  uint32_t subjects[TTA_MAX_SUBJECTS_OF_RULE], count = tta_rule_subjects_of(rule, subjects);
  uint32_t subject = tta_rule_subject_find(name);
  for (uint32_t i = 0; i < count; i++)
    if (subjects[i] == subject) return true;
  return false;
}

/* The name of a group, or else of a rule, that starts with `start`. */
static const char *name_that_starts_with(tta_str start) {
  if (!start.size) return NULL;
  if (!strncmp(all_rules, start.data, start.size)) return all_rules;
  for (size_t i = 0; i < NUM_GROUPS; i++)
    if (!strncmp(groups[i].name, start.data, start.size)) return groups[i].name;
  for (size_t i = 0; i < TTA_NUM_RULES; i++)
    if (!strncmp(rules[documented_order[i]].name, start.data, start.size)) return rules[documented_order[i]].name;
  return NULL;
}

const char *tta_rule_nearest(tta_str name) {
  tta_nearest nearest = tta_nearest_start(name, TTA_NEAREST_ANY);
  const char *longer = name_that_starts_with(name);
  if (longer) return longer;
  for (size_t i = 0; i < NUM_GROUPS; i++) tta_nearest_offer(&nearest, groups[i].name, groups[i].name);
  tta_nearest_offer(&nearest, all_rules, all_rules);
  tta_nearest_offer(&nearest, all_remarks, all_remarks);
  for (size_t i = 0; i < TTA_NUM_RULES; i++)
    tta_nearest_offer(&nearest, rules[documented_order[i]].name, rules[documented_order[i]].name);
  return tta_nearest_is_likely(&nearest) ? nearest.best : NULL;
}
