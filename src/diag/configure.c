/* Settings of rules by name. */
#include "base/fail.h"
#include "base/str.h"
#include "ttattr/check.h"

tta_status tta_rule_setting_check(const tta_rule_setting *s, bool *wrong_name, tta_buf *reason) {
  static const char *const values[] = {"off", "on", "remark", "warning", "error"};
  bool known = false, valid = false;
  for (size_t r = 0; r < tta_num_rules(); r++) known |= tta_rule_is_selected(tta_rule_at(r), s->name);
  if (wrong_name) *wrong_name = !known;
  const char *nearest = known ? NULL : tta_rule_nearest(s->name);
  if (!known)
    return tta_fail(TTA_INVALID, reason, nearest ? "unknown rule '%.*s'; did you mean '%s'?" : "unknown rule '%.*s'",
                    TTA_STR_ARGS(s->name), nearest);
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) valid |= tta_str_is(s->value, values[i]);
  if (!valid) return tta_fail(TTA_INVALID, reason, "expected \"off\", \"on\", \"remark\", \"warning\" or \"error\"");
  tta_rule rule = tta_rule_find(s->name);
  bool lowers = !tta_str_is(s->value, "on") && !tta_str_is(s->value, "error");
  if (rule != TTA_RULE_NONE && tta_rule_get(rule)->severity == TTA_SEVERITY_ERROR && lowers)
    return tta_fail(TTA_INVALID, reason, "rule '%.*s' is an error and cannot be turned off", TTA_STR_ARGS(s->name));
  return TTA_OK;
}

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
