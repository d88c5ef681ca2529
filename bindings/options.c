/* Options of a check as JSON: era, target, split, markdown, parseOnly, systemDesc, rules. */
#include "bindings/queries.h"

enum { MAX_DEPTH = 8 };

static tta_status fail(tta_buf *messages, const char *what, const char *name) {
  tta_buf_printf(messages, "%s '%.80s'\n", what, name);
  return TTA_INVALID;
}

tta_status ttattr_read_options(tta_arena *arena, tta_str text, const tta_json_node **out, tta_buf *messages) {
  tta_json_error error;
  *out = NULL;
  if (!text.size) return TTA_OK;
  tta_status status = tta_json_read(arena, text, MAX_DEPTH, out, &error);
  if (status == TTA_INVALID) return fail(messages, "options are not JSON:", error.message);
  if (status) return status;
  if ((*out)->kind == TTA_JSON_OBJECT) return TTA_OK;
  return fail(messages, "expected an object of options, found", tta_json_kind_name((*out)->kind));
}

/* The value of an option as a text, as tta_check_options_set reads it. */
static bool text_of(const tta_json_node *node, tta_str *text) {
  if (node->kind == TTA_JSON_BOOL) *text = tta_str_from(node->boolean ? "true" : "false");
  if (node->kind == TTA_JSON_STRING) *text = node->string;
  return node->kind == TTA_JSON_BOOL || node->kind == TTA_JSON_STRING;
}

static tta_status set_value(tta_check_options *options, const tta_json_node *node, tta_buf *messages) {
  tta_buf reason;
  tta_str text;
  int64_t era;
  tta_status status;
  tta_buf_init(&reason, NULL);
  if (text_of(node, &text)) {
    status = tta_check_options_set(options, node->key, text, &reason);
  } else if (tta_str_is(node->key, "era") && tta_json_int64(node, &era) && era >= 0 && era <= INT32_MAX) {
    status = tta_check_options_set_era(options, (int32_t)era);
    if (status) tta_buf_printf(&reason, "%lld is not a day of the calendar", (long long)era);
  } else {
    status = TTA_INVALID;
    tta_buf_printf(&reason, "expected a text or true or false for %.*s", TTA_STR_ARGS(node->key));
  }
  if (status == TTA_INVALID)
    tta_buf_printf(messages, "%.*s: %.*s\n", TTA_STR_ARGS(node->key), TTA_STR_ARGS(tta_buf_view(&reason)));
  tta_buf_free(&reason);
  return status;
}

/* {"tile-size": "off", "remarks": "on"}, as in configuration files */
static tta_status set_rules(tta_check_options *options, const tta_json_node *rules, tta_arena *arena,
                            tta_buf *messages) {
  if (rules->kind != TTA_JSON_OBJECT) return fail(messages, "expected an object for", "rules");
  tta_rule_setting *settings = tta_arena_array(arena, rules->count, sizeof *settings);
  size_t count = 0;
  if (rules->count && !settings) return TTA_NO_MEMORY;
  for (const tta_json_node *node = rules->first; node; node = node->next) {
    tta_rule_setting setting = {node->key, node->kind == TTA_JSON_STRING ? node->string : (tta_str){"", 0}};
    if (tta_rule_setting_check(&setting, NULL, messages)) {
      tta_buf_char(messages, '\n');
      return TTA_INVALID;
    }
    settings[count++] = setting;
  }
  tta_check_options_configure(options, settings, count);
  return TTA_OK;
}

static tta_status set(tta_check_options *options, const tta_json_node *node, tta_arena *arena,
                      tta_buf *messages) {
  if (node->kind == TTA_JSON_NULL) return TTA_OK;
  if (tta_str_is(node->key, "rules")) return set_rules(options, node, arena, messages);
  return set_value(options, node, messages);
}

tta_status ttattr_check_options(tta_arena *arena, tta_str text, tta_check_options **out, tta_buf *messages) {
  const tta_json_node *object;
  *out = NULL;
  tta_status status = ttattr_read_options(arena, text, &object, messages);
  if (!status) status = tta_check_options_new(NULL, out);
  if (status) return status;
  for (const tta_json_node *node = object ? object->first : NULL; node && !status; node = node->next)
    status = set(*out, node, arena, messages);
  if (!status) return TTA_OK;
  tta_check_options_free(*out);
  *out = NULL;
  return status;
}
