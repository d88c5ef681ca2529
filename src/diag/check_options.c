/* The options of a check: life cycle and setters. */
#include "diag/check_options.h"

#include "base/arena.h"
#include "base/date.h"

void tta_check_options_init(tta_check_options *options) { *options = (tta_check_options){.canonicalize = true}; }

tta_check_options tta_check_options_or_default(const tta_check_options *options) {
  tta_check_options defaults;
  tta_check_options_init(&defaults);
  return options ? *options : defaults;
}

static const tta_allocator *allocator_of(const tta_check_options *options) {
  return tta_allocator_or_default(options->allocator);
}

static void release_text(const tta_check_options *options, tta_str text) {
  const tta_allocator *allocator = allocator_of(options);
  if (text.size) allocator->release(allocator->user, (void *)text.data, text.size);
}

tta_status tta_check_options_set_text(const tta_check_options *options, tta_str *member, tta_str text) {
  const tta_allocator *allocator = allocator_of(options);
  tta_str copy = {0};
  if (text.size) {
    char *data = allocator->allocate(allocator->user, text.size);
    if (!data) return TTA_NO_MEMORY;
    memcpy(data, text.data, text.size);
    copy = (tta_str){data, text.size};
  }
  release_text(options, *member);
  *member = copy;
  return TTA_OK;
}

tta_status tta_check_options_new(const tta_allocator *allocator, tta_check_options **out) {
  const tta_allocator *from = tta_allocator_or_default(allocator);
  tta_check_options *options = *out = from->allocate(from->user, sizeof *options);
  if (!options) return TTA_NO_MEMORY;
  tta_check_options_init(options);
  options->allocator = allocator;
  return TTA_OK;
}

tta_status tta_check_options_copy(const tta_check_options *options, tta_check_options **out) {
  tta_status status = tta_check_options_new(options->allocator, out);
  if (status) return status;
  tta_check_options *copy = *out;
  *copy = *options;
  copy->split_marker = copy->system_desc = (tta_str){0};
  status = tta_check_options_set_text(copy, &copy->split_marker, options->split_marker);
  if (!status) status = tta_check_options_set_text(copy, &copy->system_desc, options->system_desc);
  if (!status) return TTA_OK;
  tta_check_options_free(copy);
  *out = NULL;
  return status;
}

void tta_check_options_free(tta_check_options *options) {
  if (!options) return;
  release_text(options, options->split_marker);
  release_text(options, options->system_desc);
  const tta_allocator *allocator = allocator_of(options);
  allocator->release(allocator->user, options, sizeof *options);
}

void tta_check_options_set_split(tta_check_options *options, bool split) { options->split = split; }
void tta_check_options_set_markdown(tta_check_options *options, bool markdown) { options->markdown = markdown; }
void tta_check_options_set_parse_only(tta_check_options *options, bool parse_only) { options->parse_only = parse_only; }
void tta_check_options_set_expand_aliases(tta_check_options *options, bool expand) { options->expand_aliases = expand; }
void tta_check_options_set_canonicalize(tta_check_options *options, bool wanted) { options->canonicalize = wanted; }
void tta_check_options_set_target_ttnn(tta_check_options *options, bool ttnn) { options->target_ttnn = ttnn; }
void tta_check_options_set_keep_errors(tta_check_options *options, bool keep) { options->keep_errors = keep; }
void tta_check_options_set_json(tta_check_options *options, tta_buf *json) { options->json = json; }

tta_status tta_check_options_set_era(tta_check_options *options, int32_t era) {
  if (era && !tta_date_is_valid(era)) return TTA_INVALID;
  options->era = era;
  return TTA_OK;
}

tta_status tta_check_options_set_split_marker(tta_check_options *options, tta_str marker) {
  return tta_check_options_set_text(options, &options->split_marker, marker);
}

tta_status tta_check_options_set_rule(tta_check_options *options, tta_rule rule, bool enabled, tta_severity severity) {
  if (!tta_rule_get(rule)) return TTA_INVALID;
  options->rule_set[rule] = true;
  options->rule_enabled[rule] = enabled;
  options->rule_severity[rule] = severity;
  return TTA_OK;
}

bool tta_check_options_rule(const tta_check_options *options, tta_rule rule, tta_severity *severity) {
  const tta_rule_info *info = tta_rule_get(rule);
  *severity = info ? info->severity : TTA_SEVERITY_NOTE;
  if (!info || !options->rule_set[rule]) return info && info->severity != TTA_SEVERITY_REMARK;
  *severity = options->rule_severity[rule];
  return options->rule_enabled[rule];
}

static void change_rule(tta_check_options *options, tta_rule rule, bool enable, tta_rule_change change) {
  tta_severity severity;
  bool enabled = tta_check_options_rule(options, rule, &severity) || enable;
  if (change == TTA_RULES_DISABLE) enabled = false;
  if (change == TTA_RULES_AS_ERRORS) severity = TTA_SEVERITY_ERROR;
  if (change == TTA_RULES_NOT_AS_ERRORS) severity = tta_rule_get(rule)->severity;
  tta_check_options_set_rule(options, rule, enabled, severity);
}

tta_status tta_check_options_change_rules(tta_check_options *options, tta_str name, tta_rule_change change) {
  bool found = false, every = !name.size;
  for (size_t i = 0; i < TTA_NUM_RULES; i++) {
    tta_rule rule = tta_rule_at(i);
    tta_severity own = tta_rule_get(rule)->severity;
    bool raised = own == TTA_SEVERITY_REMARK && change == TTA_RULES_NOT_AS_ERRORS; /* by -Werror=REMARK */
    if (every ? own != TTA_SEVERITY_WARNING && !raised : !tta_rule_is_selected(rule, name)) continue;
    found = true;
    bool enable = !every && (change == TTA_RULES_ENABLE || change == TTA_RULES_AS_ERRORS);
    if (own != TTA_SEVERITY_ERROR) change_rule(options, rule, enable, change);
  }
  return found ? TTA_OK : TTA_INVALID;
}
