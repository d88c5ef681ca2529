/* Configuration files of tt-opt: which one belongs to an input, what it says, and the command line on top of it. */
#define _GNU_SOURCE /* realpath */
#include "config.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "base/format.h"
#include "base/nearest.h"
#include "base/str.h"
#include "base/toml.h"
#include "lists.h"
#include "tools/common/exclude.h"
#include "tools/common/message.h"
#include "ttattr/buf.h"

static const char NAME[] = ".tt-opt.toml";

struct tt_opt_config {
  tt_opt_config *next;
  char *path, *directory; /* absolute, unless --config gives the path */
  const char *shown;      /* the path for messages: relative if it is below the working directory */
  tta_input file;
  bool is_read;
  tta_arena arena;
  tta_toml toml;
  bool has_max_errors;
  tta_str era, target;
  int64_t max_errors;
  char *system_desc;
  tta_system_input system;
  tta_excludes excludes;
  tta_rule_setting *rules;
  uint32_t num_rules, cap_rules;
};

struct tt_opt_configs {
  tt_opt_config *first;
  const tt_opt_config **of_item; /* by the number of the input, or of standard input */
};

/* ---- errors ------------------------------------------------------------------------------------------------------ */

static int fail_at(const tt_opt_config *c, tta_toml_span span, const char *format, ...) {
  tta_source source;
  va_list args;
  tta_buf message = tta_buf_new(NULL);
  va_start(args, format);
  tta_buf_vprintf(&message, format, args);
  va_end(args);
  tta_buf_char(&message, 0);
  tta_source_init(&source, tta_str_from(c->shown), c->file.text, NULL);
  tta_position p = tta_source_position(&source, span.begin);
  if (message.failed) tt_opt_no_memory();
  else tta_print_error(tt_opt_program, "in %s:%u:%u: %s", c->shown, p.line, p.column, message.data);
  tta_source_free(&source);
  tta_buf_free(&message);
  return TTA_EXIT_FAILED;
}

/* ---- settings ---------------------------------------------------------------------------------------------------- */

static char *copy_text(tta_str text) {
  char *copy = malloc(text.size + 1);
  if (!copy) return NULL;
  if (text.size) memcpy(copy, text.data, text.size);
  copy[text.size] = 0;
  return copy;
}

static bool is_kind(const tta_toml_value *v, tta_toml_kind kind) {
  return v->kind == kind && (kind != TTA_TOML_STRING || !memchr(v->string.data, 0, v->string.size));
}

/* A setting that is an option of a check, too. */
static int read_option(tt_opt_config *c, const tta_toml_entry *e, tta_str *value) {
  tta_check_options *check = NULL;
  if (!is_kind(&e->value, TTA_TOML_STRING))
    return fail_at(c, e->value.span, "expected a string for %.*s", TTA_STR_ARGS(e->key));
  *value = e->value.string;
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = tta_check_options_new(NULL, &check);
  if (!status) status = tta_check_options_set(check, e->key, *value, &reason);
  int exit = status == TTA_NO_MEMORY ? tt_opt_no_memory()
             : status ? fail_at(c, e->value.span, "%.*s", TTA_STR_ARGS(tta_buf_view(&reason))) : TTA_EXIT_DONE;
  tta_buf_free(&reason);
  tta_check_options_free(check);
  return exit;
}

static int read_era(tt_opt_config *c, const tta_toml_entry *e) { return read_option(c, e, &c->era); }
static int read_target(tt_opt_config *c, const tta_toml_entry *e) { return read_option(c, e, &c->target); }

/* A file is relative to the configuration file. */
static int read_system_desc(tt_opt_config *c, const tta_toml_entry *e) {
  if (!is_kind(&e->value, TTA_TOML_STRING) || !e->value.string.size)
    return fail_at(c, e->value.span, "expected a string for system-desc");
  c->system_desc = copy_text(e->value.string);
  if (!c->system_desc) return tt_opt_no_memory();
  tta_buf path = tta_buf_new(NULL);
  tta_buf_printf(&path, "%s/%s", c->directory, c->system_desc);
  tta_buf_char(&path, 0);
  bool is_file = !path.failed && *c->system_desc != '/' && !access(path.data, R_OK);
  if (is_file) {
    free(c->system_desc);
    c->system_desc = copy_text((tta_str){path.data, path.size - 1});
  }
  tta_buf_free(&path);
  if (!c->system_desc) return tt_opt_no_memory();
  tta_buf error = tta_buf_new(NULL);
  tta_status status = tta_system_read(tt_opt_program, "system-desc", c->system_desc, &c->system, &error);
  int exit = status == TTA_NO_MEMORY ? tt_opt_no_memory()
             : status ? fail_at(c, e->value.span, "%.*s", TTA_STR_ARGS(tta_buf_view(&error))) : TTA_EXIT_DONE;
  tta_buf_free(&error);
  return exit;
}

static int read_max_errors(tt_opt_config *c, const tta_toml_entry *e) {
  if (!is_kind(&e->value, TTA_TOML_INTEGER) || e->value.integer < 0)
    return fail_at(c, e->value.span, "expected a number of at least 0 for max-errors");
  c->max_errors = e->value.integer;
  c->has_max_errors = true;
  return TTA_EXIT_DONE;
}

static int read_exclude(tt_opt_config *c, const tta_toml_entry *e) {
  if (e->value.kind != TTA_TOML_ARRAY) return fail_at(c, e->value.span, "expected an array of patterns for exclude");
  for (uint32_t i = 0; i < e->value.num_items; i++) {
    const tta_toml_value *v = &e->value.items[i];
    if (!is_kind(v, TTA_TOML_STRING) || !v->string.size)
      return fail_at(c, v->span, "expected a pattern such as \"*.out.mlir\"");
    char *pattern = tta_arena_alloc(&c->arena, v->string.size + 1);
    if (!pattern) return tt_opt_no_memory();
    memcpy(pattern, v->string.data, v->string.size);
    pattern[v->string.size] = 0;
    if (tta_excludes_add(&c->excludes, pattern)) return tt_opt_no_memory();
  }
  return TTA_EXIT_DONE;
}

static int read_rule(tt_opt_config *c, const tta_toml_entry *e) {
  bool wrong_name;
  tta_rule_setting setting = {e->key, is_kind(&e->value, TTA_TOML_STRING) ? e->value.string : (tta_str){"", 0}};
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = tta_rule_setting_check(&setting, &wrong_name, &reason);
  if (status) fail_at(c, wrong_name ? e->key_span : e->value.span, "%.*s", TTA_STR_ARGS(tta_buf_view(&reason)));
  tta_buf_free(&reason);
  if (status) return TTA_EXIT_FAILED;
  if (!TTA_PUSH_IN(&c->arena, c, rules, setting)) return tt_opt_no_memory();
  return TTA_EXIT_DONE;
}

static const struct setting {
  const char *key;
  int (*read)(tt_opt_config *c, const tta_toml_entry *e);
} settings[] = {{"era", read_era},
                {"target", read_target},
                {"system-desc", read_system_desc},
                {"max-errors", read_max_errors},
                {"exclude", read_exclude}};
enum { NUM_SETTINGS = sizeof settings / sizeof *settings };

static int read_entry(tt_opt_config *c, const tta_toml_entry *e) {
  if (e->table.data) return read_rule(c, e);
  tta_nearest nearest = tta_nearest_start(e->key, TTA_NEAREST_ANY);
  for (size_t i = 0; i < NUM_SETTINGS; i++) {
    if (tta_str_is(e->key, settings[i].key)) return settings[i].read(c, e);
    tta_nearest_offer(&nearest, settings[i].key, settings[i].key);
  }
  if (tta_nearest_is_likely(&nearest))
    return fail_at(c, e->key_span, "unknown key '%.*s'; did you mean '%s'?", TTA_STR_ARGS(e->key), nearest.best);
  return fail_at(c, e->key_span,
                 "unknown key '%.*s'; expected era, target, system-desc, max-errors, exclude or [rules]",
                 TTA_STR_ARGS(e->key));
}

static int read_settings(tt_opt_config *c) {
  tta_status status = tta_toml_parse(c->file.text, &c->arena, &c->toml);
  if (status == TTA_NO_MEMORY) return tt_opt_no_memory();
  if (status) return fail_at(c, c->toml.error_span, "%s", c->toml.error);
  for (uint32_t i = 0; i < c->toml.num_tables; i++)
    if (!tta_str_is(c->toml.tables[i].name, "rules"))
      return fail_at(c, c->toml.tables[i].span, "unknown table '%.*s'; expected 'rules'",
                     TTA_STR_ARGS(c->toml.tables[i].name));
  for (uint32_t i = 0; i < c->toml.num_entries; i++) {
    int exit = read_entry(c, &c->toml.entries[i]);
    if (exit) return exit;
  }
  return TTA_EXIT_DONE;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static void free_config(tt_opt_config *c) {
  if (c->system_desc) tta_system_close(&c->system);
  if (c->is_read) tta_input_free(&c->file);
  tta_excludes_free(&c->excludes);
  tta_arena_free(&c->arena);
  free(c->system_desc);
  free(c->directory);
  free(c->path);
  free(c);
}

static const char *shown_path(const char *path) {
  char here[PATH_MAX];
  size_t size = realpath(".", here) ? strlen(here) : 0;
  bool below = size > 1 && !strncmp(path, here, size) && path[size] == '/';
  return below ? path + size + 1 : path;
}

/* Reads the file `path`, or finds it among those that were read. Takes ownership of both texts. */
static int open_config(struct tt_opt_configs *all, char *path, char *directory, const tt_opt_config **out) {
  for (*out = all->first; *out && path && strcmp((*out)->path, path) != 0;) *out = (*out)->next;
  tt_opt_config *c = *out || !path || !directory ? NULL : calloc(1, sizeof *c);
  if (!c) {
    bool known = *out != NULL;
    free(path);
    free(directory);
    return known ? TTA_EXIT_DONE : tt_opt_no_memory();
  }
  c->path = path;
  c->shown = shown_path(path);
  c->directory = directory;
  c->next = all->first;
  all->first = c;
  *out = c;
  tta_arena_init(&c->arena, &tta_malloc_allocator);
  tta_io_failure failure = tta_input_read(&c->file, tt_opt_program, path, NULL);
  if (tta_io_failed(&failure)) {
    tta_print_io_failure(tt_opt_program, &failure, path);
    return TTA_EXIT_FAILED;
  }
  c->is_read = true;
  return read_settings(c);
}

int tt_opt_config_find(const char *path, char **out) {
  char directory[PATH_MAX];
  *out = NULL;
  for (size_t size = tta_directory_of(path, directory) ? strlen(directory) : 0; size;) {
    tta_buf candidate = tta_buf_new(NULL);
    tta_buf_bytes(&candidate, directory, size);
    if (directory[size - 1] != '/') tta_buf_char(&candidate, '/');
    tta_buf_bytes(&candidate, NAME, sizeof NAME);
    bool exists = !candidate.failed && !access(candidate.data, F_OK);
    if (exists) *out = copy_text(tta_str_from(candidate.data));
    bool failed = candidate.failed || (exists && !*out);
    tta_buf_free(&candidate);
    if (failed) return tt_opt_no_memory();
    if (exists) return TTA_EXIT_DONE;
    while (size > 1 && directory[size - 1] != '/') size--;
    size = size > 1 ? size - 1 : 0;
  }
  return TTA_EXIT_DONE;
}

static char *directory_copy(const char *path) {
  char directory[PATH_MAX];
  return copy_text(tta_directory_of(path, directory) ? tta_str_from(directory) : TTA_STR("."));
}

static int find_config(struct tt_opt_configs *all, const char *path, const tt_opt_config **out) {
  char *found;
  *out = NULL;
  int exit = tt_opt_config_find(path, &found);
  return exit || !found ? exit : open_config(all, found, directory_copy(found), out);
}

/* @return the exit status */
static int look_up_exclude(const tt_opt_config *c, const tta_input_item *item, bool *excluded) {
  char directory[PATH_MAX];
  int exit = TTA_EXIT_DONE;
  *excluded = false;
  if (!c || item->named || !item->path || !c->excludes.num_patterns) return exit;
  const char *slash = strrchr(item->path, '/');
  size_t above = strlen(c->directory);
  if (tta_directory_of(item->path, directory) && !strncmp(directory, c->directory, above)) {
    tta_buf path = tta_buf_new(NULL);
    tta_buf_printf(&path, "%s/%s", directory, slash ? slash + 1 : item->path);
    size_t skip = above + (c->directory[above - 1] != '/');
    if (path.failed) exit = tt_opt_no_memory();
    else if (path.size > skip)
      *excluded = tta_excludes_has_below(&c->excludes, (tta_str){path.data + skip, path.size - skip});
    tta_buf_free(&path);
  }
  return exit;
}

static size_t directory_size(const char *path) {
  const char *slash = path ? strrchr(path, '/') : NULL;
  return slash ? (size_t)(slash - path) + 1 : 0;
}

static bool is_in(const char *path, const char *directory) {
  size_t size = directory_size(path);
  return size && size == strlen(directory) && !memcmp(path, directory, size);
}

static void copy_directory(const char *path, char out[PATH_MAX]) {
  size_t size = directory_size(path);
  if (size >= PATH_MAX) size = 0;
  if (size) memcpy(out, path, size);
  out[size] = 0;
}

int tt_opt_configs_open(tt_opt_options *o) {
  struct tt_opt_configs *all = o->configs = calloc(1, sizeof *all);
  uint32_t count = o->inputs.num_arguments ? o->inputs.num_items : 0, kept = 0;
  if (all) all->of_item = calloc(count + 1, sizeof *all->of_item);
  if (!all || !all->of_item) return tt_opt_no_memory();
  const tt_opt_config *given = NULL;
  int exit = TTA_EXIT_DONE;
  if (o->config) exit = open_config(all, copy_text(tta_str_from(o->config)), directory_copy(o->config), &given);
  bool search = !o->config && !o->no_config;
  if (!count) {
    all->of_item[0] = given;
    return exit || !search ? exit : find_config(all, o->stdin_filename, &all->of_item[0]);
  }
  const tt_opt_config *config = given;
  char directory[PATH_MAX] = ""; /* of the input before this one, as it is written */
  for (size_t i = 0; i < count; i++) {
    tta_input_item *item = &o->inputs.items[i];
    const char *path = tt_opt_path_of(o, item);
    if (search && !exit && !(path && is_in(path, directory))) exit = find_config(all, path, &config);
    copy_directory(path, directory);
    bool excluded = false;
    if (!exit) exit = look_up_exclude(config, item, &excluded);
    if (excluded) {
      free(item->path);
      continue;
    }
    all->of_item[item->number] = config;
    o->inputs.items[kept++] = *item;
  }
  o->inputs.num_items = kept;
  return exit;
}

void tt_opt_configs_close(tt_opt_options *o) {
  if (!o->configs) return;
  for (tt_opt_config *c = o->configs->first, *next; c; c = next) {
    next = c->next;
    free_config(c);
  }
  free(o->configs->of_item);
  free(o->configs);
  o->configs = NULL;
}

const tt_opt_config *tt_opt_config_of(const tt_opt_options *o, const tta_input_item *item) {
  if (!o->configs) return NULL;
  return o->configs->of_item[item->number];
}

/* ---- use --------------------------------------------------------------------------------------------------------- */

static void apply_rules(const tt_opt_config *c, const tt_opt_options *o, tta_check_options *check) {
  tta_check_options_configure(check, c->rules, c->num_rules);
  for (uint32_t i = 0; i < o->diagnostics.num_changes; i++) {
    const tta_rule_option *rule = &o->diagnostics.changes[i];
    tta_check_options_change_rules(check, tta_str_from(rule->name), rule->change);
  }
}

tta_status tt_opt_config_apply(const tt_opt_config *c, const tt_opt_options *o, tta_check_options *check) {
  if (!c) return TTA_OK;
  tta_status status = TTA_OK;
  if (c->era.size && !o->given_era) status = tta_check_options_set(check, TTA_STR("era"), c->era, NULL);
  if (c->target.size && !o->given_target && !status)
    status = tta_check_options_set(check, TTA_STR("target"), c->target, NULL);
  if (c->toml.num_tables) apply_rules(c, o, check);
  if (status) return status;
  return c->system_desc && !o->system_desc ? tta_check_options_set_system_desc(check, c->system.text) : TTA_OK;
}

int64_t tt_opt_config_max_errors(const tt_opt_config *c, const tt_opt_options *o) {
  return c && c->has_max_errors && !o->given_max_errors ? c->max_errors : o->max_errors;
}

/* A string of JSON is one of TOML, too. */
static void append_quoted(tta_buf *out, tta_str text) {
  tta_json json = tta_json_writer(out);
  tta_json_string(&json, text);
}

static void append_string(tta_buf *out, const char *key, tta_str text) {
  tta_buf_printf(out, "%s = ", key);
  append_quoted(out, text);
  tta_buf_char(out, '\n');
}

/* @return false without memory */
static bool append_settings(tta_buf *out, const tt_opt_options *o, const tta_input_item *item) {
  const tt_opt_config *c = tt_opt_config_of(o, item);
  tta_check_options *check;
  if (tta_check_options_copy(o->check, &check)) return false;
  tta_status status = tt_opt_config_apply(c, o, check);
  tta_buf_printf(out, "# %s: %s\n", item->path ? item->path : "<stdin>", c ? c->shown : "no configuration file");
  int32_t era = o->era;
  if (c && !o->given_era) tta_era_parse(c->era, &era);
  if (era) tta_buf_str(out, "era = \""), tta_buf_date(out, era), tta_buf_str(out, "\"\n");
  if (c && c->target.size && !o->given_target) append_string(out, "target", c->target);
  if (o->given_target) append_string(out, "target", tta_str_from(o->target ? "ttmetal" : "ttnn"));
  const char *system = o->system_desc ? o->system_desc : c ? c->system_desc : NULL;
  if (system) append_string(out, "system-desc", tta_str_from(system));
  tta_buf_printf(out, "max-errors = %lld\n", (long long)tt_opt_config_max_errors(c, o));
  for (uint32_t i = 0; c && i < c->excludes.num_patterns; i++) {
    tta_buf_str(out, i ? ", " : "exclude = [");
    append_quoted(out, tta_str_from(c->excludes.patterns[i]));
  }
  if (c && c->excludes.num_patterns) tta_buf_str(out, "]\n");
  tta_buf_str(out, "[rules]\n");
  for (size_t r = 0; r < tta_num_rules(); r++) {
    tta_severity severity, own = tta_rule_get(tta_rule_at(r))->severity;
    bool on = tta_check_options_rule(check, tta_rule_at(r), &severity);
    if (on == (own != TTA_SEVERITY_REMARK) && severity == own) continue;
    append_string(out, tta_rule_get(tta_rule_at(r))->name, tta_str_from(on ? tta_severity_name(severity) : "off"));
  }
  tta_check_options_free(check);
  return !status;
}

int tt_opt_configs_print(const tt_opt_options *o) {
  static const tta_input_item standard_input = {.path = NULL};
  tta_buf out = tta_buf_new(NULL);
  bool good = true;
  for (size_t i = 0; good && i < o->inputs.num_items; i++) good = append_settings(&out, o, &o->inputs.items[i]);
  if (!o->inputs.num_arguments) good = append_settings(&out, o, &standard_input);
  if (!good) out.failed = true;
  return tt_opt_print(&out);
}
