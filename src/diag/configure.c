/* Settings of rules by name. */
#include "base/str.h"
#include "ttattr/check.h"

static void set_defaults(tta_check_options *check) {
  for (size_t r = 0; r < tta_num_rules(); r++) {
    tta_severity own = tta_rule_get(tta_rule_at(r))->severity;
    tta_check_options_set_rule(check, tta_rule_at(r), own != TTA_SEVERITY_REMARK, own);
  }
}

static void set_severity(tta_check_options *check, tta_str name, tta_severity severity) {
  for (size_t r = 0; r < tta_num_rules(); r++) {
    tta_rule rule = tta_rule_at(r);
    if (tta_rule_is_selected(rule, name) && tta_rule_get(rule)->severity != TTA_SEVERITY_ERROR)
      tta_check_options_set_rule(check, rule, true, severity);
  }
}

static void apply_setting(tta_check_options *check, tta_str name, tta_str value) {
  if (tta_str_is(value, "off")) tta_check_options_change_rules(check, name, TTA_RULES_DISABLE);
  else if (tta_str_is(value, "on")) tta_check_options_change_rules(check, name, TTA_RULES_ENABLE);
  else if (tta_str_is(value, "error")) tta_check_options_change_rules(check, name, TTA_RULES_AS_ERRORS);
  else if (tta_str_is(value, "remark")) set_severity(check, name, TTA_SEVERITY_REMARK);
  else if (tta_str_is(value, "warning")) set_severity(check, name, TTA_SEVERITY_WARNING);
}

static int breadth(tta_str name) {
  if (tta_str_is(name, "all")) return 0;
  if (tta_str_is(name, "remarks")) return 1;
  return tta_rule_find(name) == TTA_RULE_NONE ? 2 : 3;
}

void tta_check_options_configure(tta_check_options *check, const tta_rule_setting *settings, size_t count) {
  set_defaults(check);
  for (int level = 0; level <= 3; level++)
    for (size_t i = 0; i < count; i++)
      if (breadth(settings[i].name) == level) apply_setting(check, settings[i].name, settings[i].value);
}
