/* Options of a check by name and value: what the command line, configuration files and JSON have in common. */
#include "base/arena.h"
#include "base/fail.h"
#include "base/str.h"
#include "diag/check_options.h"
#include "ttattr/system.h"

static tta_status set_era(tta_check_options *o, tta_str value, tta_buf *reason) {
  int32_t era;
  if (!tta_era_parse(value, &era))
    return tta_fail(TTA_INVALID, reason, "expected auto, latest or a date such as 2024-11-27 for era");
  return tta_check_options_set_era(o, era);
}

static tta_status set_target(tta_check_options *o, tta_str value, tta_buf *reason) {
  bool ttnn = tta_str_is(value, "ttnn");
  if (!ttnn && !tta_str_is(value, "ttmetal") && !tta_str_is(value, "none"))
    return tta_fail(TTA_INVALID, reason, "expected ttnn, ttmetal or none for target");
  tta_check_options_set_target_ttnn(o, ttnn);
  return TTA_OK;
}

static tta_status set_system(tta_check_options *o, tta_str value, tta_buf *reason) {
  tta_arena arena;
  tta_system system;
  tta_arena_init(&arena, o->allocator);
  tta_status status = value.size ? tta_system_parse(value, &arena, &system, reason) : TTA_OK;
  tta_arena_free(&arena);
  return status ? status : tta_check_options_set_text(o, &o->system_desc, value);
}

tta_status tta_check_options_set_system_desc(tta_check_options *options, tta_str text) {
  return set_system(options, text, NULL);
}

static bool is_flag(tta_str value) { return tta_str_is(value, "true") || tta_str_is(value, "false"); }

static tta_status set_split(tta_check_options *o, tta_str value, tta_buf *reason) {
  (void)reason;
  tta_status status = is_flag(value) ? TTA_OK : tta_check_options_set_split_marker(o, value);
  if (!status) tta_check_options_set_split(o, !tta_str_is(value, "false"));
  return status;
}

static const struct option {
  const char *name, *in_json;
  tta_status (*set)(tta_check_options *options, tta_str value, tta_buf *reason);
  void (*set_flag)(tta_check_options *options, bool value);
} OPTIONS[] = {
  {.name = "era", .in_json = "era", .set = set_era},
  {.name = "target", .in_json = "target", .set = set_target},
  {.name = "system-desc", .in_json = "systemDesc", .set = set_system},
  {.name = "split-input-file", .in_json = "split", .set = set_split},
  {.name = "markdown", .in_json = "markdown", .set_flag = tta_check_options_set_markdown},
  {.name = "parse-only", .in_json = "parseOnly", .set_flag = tta_check_options_set_parse_only},
  {.name = "expand-aliases", .in_json = "expandAliases", .set_flag = tta_check_options_set_expand_aliases},
};

tta_status tta_check_options_set(tta_check_options *options, tta_str name, tta_str value, tta_buf *reason) {
  for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++) {
    const struct option *row = &OPTIONS[i];
    if (!tta_str_is(name, row->name) && !tta_str_is(name, row->in_json)) continue;
    if (row->set) return row->set(options, value, reason);
    if (!is_flag(value)) return tta_fail(TTA_INVALID, reason, "expected true or false for %s", row->name);
    row->set_flag(options, tta_str_is(value, "true"));
    return TTA_OK;
  }
  return tta_fail(TTA_INVALID, reason, "unknown option '%.*s'", TTA_STR_ARGS(name));
}
