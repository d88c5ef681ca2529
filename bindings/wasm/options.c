/* Options of a check as JSON: era, target, split, markdown, parseOnly, systemDesc, rules. */
#include "base/date.h"
#include "module.h"

enum { MAX_DEPTH = 8 };

static tta_answer fail(const char *what, const char *name) {
  tta_buf_printf(&module.messages, "%s '%.80s'\n", what, name);
  return TTA_ANSWER_FAILED;
}

tta_answer module_read_options(tta_arena *arena, tta_str text, const tta_json_node **out) {
  tta_json_error error;
  *out = NULL;
  if (!text.size) return TTA_ANSWER_OK;
  tta_status status = tta_json_read(arena, text, MAX_DEPTH, out, &error);
  if (status == TTA_INVALID) return fail("options are not JSON:", error.message);
  if (status) return module_answer(status);
  if ((*out)->kind == TTA_JSON_OBJECT) return TTA_ANSWER_OK;
  return fail("expected an object of options, found", tta_json_kind_name((*out)->kind));
}

/* "2025-01-31", "auto", "latest", or 20250131 */
static tta_answer set_era(tta_check_options *options, const tta_json_node *node) {
  int32_t era = 0;
  int64_t number;
  bool text = node->kind == TTA_JSON_STRING;
  bool good = text && (tta_str_is(node->string, "auto") || tta_date_parse(node->string, &era));
  if (text && tta_str_is(node->string, "latest")) good = (era = tta_latest_era()) != 0;
  if (!text && tta_json_int64(node, &number) && number >= 0 && number <= INT32_MAX) good = (era = (int32_t)number, true);
  if (!good) return fail("expected auto, latest or a date YYYY-MM-DD for", "era");
  tta_check_options_set_era(options, era);
  return TTA_ANSWER_OK;
}

static tta_answer set_target(tta_check_options *options, const tta_json_node *node) {
  bool ttnn = node->kind == TTA_JSON_STRING && tta_str_is(node->string, "ttnn");
  if (!ttnn && (node->kind != TTA_JSON_STRING || !tta_str_is(node->string, "none")))
    return fail("expected ttnn or none for", "target");
  tta_check_options_set_target_ttnn(options, ttnn);
  return TTA_ANSWER_OK;
}

/* true, or the marker */
static tta_answer set_split(tta_check_options *options, const tta_json_node *node) {
  bool marker = node->kind == TTA_JSON_STRING;
  if (!marker && node->kind != TTA_JSON_BOOL) return fail("expected true, false or a marker for", "split");
  tta_check_options_set_split(options, marker || node->boolean);
  return marker ? module_answer(tta_check_options_set_split_marker(options, node->string)) : TTA_ANSWER_OK;
}

static tta_answer set_flag(tta_check_options *options, const tta_json_node *node, const char *name,
                           void (*set)(tta_check_options *, bool)) {
  if (node->kind != TTA_JSON_BOOL) return fail("expected true or false for", name);
  set(options, node->boolean);
  return TTA_ANSWER_OK;
}

static tta_answer set_system(tta_check_options *options, const tta_json_node *node) {
  if (node->kind != TTA_JSON_STRING) return fail("expected a text for", "systemDesc");
  return module_answer(tta_check_options_set_system_desc(options, node->string));
}

/* {"tile-size": "off", "remarks": "on"}, as in configuration files */
static tta_answer set_rules(tta_check_options *options, const tta_json_node *rules, tta_arena *arena) {
  if (rules->kind != TTA_JSON_OBJECT) return fail("expected an object for", "rules");
  tta_rule_setting *settings = tta_arena_array(arena, rules->count, sizeof *settings);
  size_t count = 0;
  if (rules->count && !settings) return module_answer(TTA_NO_MEMORY);
  for (const tta_json_node *node = rules->first; node; node = node->next) {
    bool known = false;
    for (size_t i = 0; i < tta_num_rules() && !known; i++) known = tta_rule_is_selected(tta_rule_at(i), node->key);
    if (!known) return fail("unknown rule", node->key.data);
    if (node->kind != TTA_JSON_STRING) return fail("expected off, on, remark, warning or error for rule", node->key.data);
    settings[count++] = (tta_rule_setting){node->key, node->string};
  }
  tta_check_options_configure(options, settings, count);
  return TTA_ANSWER_OK;
}

static tta_answer set(tta_check_options *options, const tta_json_node *node, tta_arena *arena) {
  if (node->kind == TTA_JSON_NULL) return TTA_ANSWER_OK;
  if (tta_json_equals(node->key, "era")) return set_era(options, node);
  if (tta_json_equals(node->key, "target")) return set_target(options, node);
  if (tta_json_equals(node->key, "split")) return set_split(options, node);
  if (tta_json_equals(node->key, "systemDesc")) return set_system(options, node);
  if (tta_json_equals(node->key, "rules")) return set_rules(options, node, arena);
  if (tta_json_equals(node->key, "markdown"))
    return set_flag(options, node, "markdown", tta_check_options_set_markdown);
  if (tta_json_equals(node->key, "parseOnly"))
    return set_flag(options, node, "parseOnly", tta_check_options_set_parse_only);
  if (tta_json_equals(node->key, "expandAliases"))
    return set_flag(options, node, "expandAliases", tta_check_options_set_expand_aliases);
  return fail("unknown option", node->key.data);
}

tta_answer module_check_options(tta_arena *arena, tta_str text, tta_check_options **out) {
  const tta_json_node *object;
  *out = NULL;
  tta_answer answer = module_read_options(arena, text, &object);
  if (answer) return answer;
  tta_status status = tta_check_options_new(NULL, out);
  if (status) return module_answer(status);
  for (const tta_json_node *node = object ? object->first : NULL; node && !answer; node = node->next)
    answer = set(*out, node, arena);
  if (!answer) return TTA_ANSWER_OK;
  tta_check_options_free(*out);
  *out = NULL;
  return answer;
}
