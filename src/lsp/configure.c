/* Settings: of the client, and of configuration files. */
#include <stdio.h>

#include "base/format.h"
#include "base/str.h"
#include "base/toml.h"
#include "lsp/lsp.h"

/* `initializationOptions` of initialize, `settings` or `settings.tt-opt` of workspace/didChangeConfiguration:
 *   {"era": 20250301, "target": "ttnn", "rulesUrl": "https://..", "rules": {"tile-size": "off"}} */
static const tta_json_node *find_settings(const tta_json_node *params) {
  const tta_json_node *found = tta_lsp_member(params, "initializationOptions");
  if (!found) found = tta_lsp_member(params, "settings.tt-opt");
  return found ? found : tta_lsp_member(params, "settings");
}

/* `"inlayHints": "on"`, "off", or a number: only from so many percent of padding on. */
static void set_hints(tta_lsp *s, const tta_json_node *value) {
  if (value->kind == TTA_JSON_STRING) s->hint_percent = tta_str_is(value->string, "off") ? -1 : 0;
  else if (value->kind == TTA_JSON_BOOL) s->hint_percent = value->boolean ? 0 : -1;
  else if (value->kind == TTA_JSON_INTEGER && !value->negative)
    s->hint_percent = value->magnitude < 100 ? (int64_t)value->magnitude : 100;
}

static tta_status set_rules_url(tta_lsp *s, tta_str url) {
  const tta_allocator *a = s->allocator;
  char *copy = a->allocate(a->user, url.size + 1);
  if (!copy) return TTA_NO_MEMORY;
  if (url.size) memcpy(copy, url.data, url.size);
  copy[url.size] = 0;
  if (s->rules_url.data) a->release(a->user, (char *)s->rules_url.data, s->rules_url.size + 1);
  s->rules_url = (tta_str){copy, url.size};
  return TTA_OK;
}

static bool set_rules(tta_lsp *s, const tta_json_node *rules) {
  size_t count = 0;
  for (const tta_json_node *node = rules->first; node; node = node->next) count++;
  tta_rule_setting *settings = tta_arena_array(&s->arena, count, sizeof *settings);
  if (count && !settings) return false;
  count = 0;
  for (const tta_json_node *node = rules->first; node; node = node->next)
    if (node->kind == TTA_JSON_STRING) settings[count++] = (tta_rule_setting){node->key, node->string};
  tta_check_options_configure(s->options, settings, count);
  return true;
}

/* Ends a text for the user, and frees it. */
static tta_status show_warning(tta_lsp *s, tta_buf *text) {
  tta_json json = tta_lsp_begin_message(s);
  tta_json_key_text(&json, "method", "window/showMessage");
  tta_json_key_open(&json, "params", '{');
  tta_json_key_int(&json, "type", 2); /* warning */
  s->out.failed |= text->failed;
  tta_json_key_string(&json, "message", tta_buf_view(text));
  tta_buf_free(text);
  tta_json_close(&json, '}');
  return tta_lsp_end_message(s, &json);
}

/* An option of the check, if it is one. A value that is not valid is reported and ignored. */
static tta_status set_option(tta_lsp *s, tta_check_options *options, tta_str name, tta_str value) {
  static const char *const names[] = {"era", "target", "system-desc", "systemDesc"};
  tta_status status = TTA_OK;
  tta_buf text = tta_buf_new(s->allocator);
  tta_buf_printf(&text, "the setting %.*s is ignored: ", TTA_STR_ARGS(name));
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (tta_str_is(name, names[i])) status = tta_check_options_set(options, name, value, &text);
  if (status == TTA_INVALID) return show_warning(s, &text);
  tta_buf_free(&text);
  return status;
}

/* `era` may also be a number: 20250301, or 0 for any date. */
static tta_status set_options(tta_lsp *s, const tta_json_node *settings) {
  tta_status status = TTA_OK;
  for (const tta_json_node *node = settings->first; node && !status; node = node->next) {
    int64_t era = -1;
    char digits[24];
    if (node->kind == TTA_JSON_STRING) status = set_option(s, s->options, node->key, node->string);
    if (node->kind != TTA_JSON_INTEGER || !tta_str_is(node->key, "era") || !tta_json_int64(node, &era)) continue;
    if (era >= 0 && era <= INT32_MAX && !tta_check_options_set_era(s->options, (int32_t)era)) continue;
    int size = snprintf(digits, sizeof digits, "%lld", (long long)era);
    status = set_option(s, s->options, node->key, (tta_str){digits, (size_t)size});
  }
  return status;
}

static tta_status apply_settings(tta_lsp *s, const tta_json_node *settings) {
  const tta_json_node *node;
  if (!settings || settings->kind != TTA_JSON_OBJECT) return TTA_OK;
  if ((node = tta_lsp_member(settings, "inlayHints"))) set_hints(s, node);
  if ((node = tta_lsp_member(settings, "codeLens")) && node->kind == TTA_JSON_BOOL) s->lenses = node->boolean;
  if ((node = tta_lsp_member(settings, "memory")) && node->kind == TTA_JSON_BOOL) s->memory = node->boolean;
  node = tta_lsp_member(settings, "maxDiagnostics");
  if (node && node->kind == TTA_JSON_INTEGER && !node->negative) s->max_diagnostics = node->magnitude;
  node = tta_lsp_member(settings, "rules");
  if (node && node->kind == TTA_JSON_OBJECT && !set_rules(s, node)) return TTA_NO_MEMORY;
  if (set_options(s, settings)) return TTA_NO_MEMORY;
  node = tta_lsp_member(settings, "rulesUrl");
  return node && node->kind == TTA_JSON_STRING ? set_rules_url(s, node->string) : TTA_OK;
}

tta_status tta_lsp_configure(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  (void)out;
  tta_status status = apply_settings(s, find_settings(params));
  return status ? status : tta_lsp_refresh(s);
}

/* ---- a request for the settings ---- */

static const char SETTINGS_ID[] = "settings";

tta_status tta_lsp_request_settings(tta_lsp *s) {
  if (!s->client.configuration) return TTA_OK;
  tta_json json = tta_lsp_begin_message(s);
  tta_json_key_text(&json, "id", SETTINGS_ID);
  tta_json_key_text(&json, "method", "workspace/configuration");
  tta_json_key_open(&json, "params", '{');
  tta_json_key_open(&json, "items", '[');
  tta_json_open(&json, '{');
  tta_json_key_text(&json, "section", "tt-opt");
  tta_json_close(&json, '}');
  tta_json_close(&json, ']');
  tta_json_close(&json, '}');
  return tta_lsp_end_message(s, &json);
}

static tta_status request_again(tta_lsp *s, const char *method) {
  tta_json json = tta_lsp_begin_message(s);
  tta_json_key_int(&json, "id", (int64_t)++s->num_refreshes);
  tta_json_key_text(&json, "method", method);
  return tta_lsp_end_message(s, &json);
}

tta_status tta_lsp_request_refresh(tta_lsp *s) {
  tta_status status = TTA_OK;
  if (s->client.refresh_diagnostics) status = request_again(s, "workspace/diagnostic/refresh");
  if (s->client.refresh_hints && !status) status = request_again(s, "workspace/inlayHint/refresh");
  if (s->client.refresh_lenses && !status) status = request_again(s, "workspace/codeLens/refresh");
  return status;
}

tta_status tta_lsp_take_answer(tta_lsp *s, const tta_json_node *message) {
  const tta_json_node *result = tta_json_member(message, "result");
  if (s->phase != TTA_LSP_READY || !tta_str_is(tta_lsp_text(message, "id"), SETTINGS_ID)) return TTA_OK;
  if (!result || result->kind != TTA_JSON_ARRAY || !result->first || result->first->kind != TTA_JSON_OBJECT)
    return TTA_OK;
  tta_status status = apply_settings(s, result->first);
  return status ? status : tta_lsp_refresh(s);
}

/* Lets the client report changes of configuration files. */
static tta_status watch_files(tta_lsp *s) {
  if (!s->client.watch_files || !s->find_configuration) return TTA_OK;
  tta_json json = tta_lsp_begin_message(s);
  tta_json_key_text(&json, "id", "watch");
  tta_json_key_text(&json, "method", "client/registerCapability");
  tta_json_key_open(&json, "params", '{');
  tta_json_key_open(&json, "registrations", '[');
  tta_json_open(&json, '{');
  tta_json_key_text(&json, "id", "configuration-files");
  tta_json_key_text(&json, "method", "workspace/didChangeWatchedFiles");
  tta_json_key_open(&json, "registerOptions", '{');
  tta_json_key_open(&json, "watchers", '[');
  tta_json_open(&json, '{');
  tta_json_key_text(&json, "globPattern", "**/.tt-opt.toml");
  tta_json_close(&json, '}');
  tta_json_close(&json, ']');
  tta_json_close(&json, '}');
  tta_json_close(&json, '}');
  tta_json_close(&json, ']');
  tta_json_close(&json, '}');
  return tta_lsp_end_message(s, &json);
}

tta_status tta_lsp_initialized(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  (void)params, (void)out;
  tta_status status = tta_lsp_request_settings(s);
  return status ? status : watch_files(s);
}

/* ---- configuration files ---- */

void tta_lsp_set_configuration(tta_lsp *s, tta_lsp_find_configuration *find, void *user) {
  s->find_configuration = find;
  s->find_user = user;
}

tta_status tta_lsp_files_changed(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  (void)params, (void)out;
  return tta_lsp_refresh(s);
}

void tta_lsp_set_file_reader(tta_lsp *s, tta_lsp_read_file *read, void *user) {
  s->read_file = read;
  s->read_user = user;
}

/* `system-desc` of a configuration file: a file, or the value itself. */
static tta_status read_system(tta_lsp *s, const tta_lsp_document *d, tta_check_options *options, tta_str value) {
  tta_buf text = tta_buf_new(s->allocator);
  if (s->read_file) s->read_file(s->read_user, (tta_str){d->uri, d->uri_size}, value, &text);
  tta_status status = text.failed ? TTA_NO_MEMORY
                                  : tta_check_options_set_system_desc(options, text.size ? tta_buf_view(&text) : value);
  tta_buf_free(&text);
  return status;
}

/* @return TTA_INVALID if the text is not valid */
static tta_status apply_file(tta_lsp *s, const tta_lsp_document *d, tta_check_options *options, tta_str text) {
  tta_toml toml = {0};
  tta_arena *arena = &s->arena;
  tta_status status = tta_toml_parse(text, arena, &toml);
  for (uint32_t i = 0; i < toml.num_entries && !status; i++) {
    const tta_toml_entry *e = &toml.entries[i];
    if (e->table.data || e->value.kind != TTA_TOML_STRING) continue;
    tta_str value = e->value.string;
    status = tta_str_is(e->key, "system-desc") ? read_system(s, d, options, value)
                                               : set_option(s, options, e->key, value);
  }
  tta_rule_setting *settings = tta_arena_array(arena, toml.num_entries, sizeof *settings);
  if (!status && toml.num_entries && !settings) return TTA_NO_MEMORY;
  size_t count = 0;
  for (uint32_t i = 0; i < toml.num_entries && !status; i++) {
    const tta_toml_entry *e = &toml.entries[i];
    if (e->table.data && e->value.kind == TTA_TOML_STRING)
      settings[count++] = (tta_rule_setting){e->key, e->value.string};
  }
  if (!status && toml.num_tables) tta_check_options_configure(options, settings, count);
  return status;
}

static tta_status warn_of_file(tta_lsp *s, const tta_lsp_document *d) {
  tta_buf text = tta_buf_new(s->allocator);
  tta_buf_str(&text, "the file .tt-opt.toml of ");
  tta_buf_append(&text, (tta_str){d->uri, d->uri_size});
  tta_buf_str(&text, " is not valid and is ignored; 'tt-opt --print-config' reports the error");
  return show_warning(s, &text);
}

tta_status tta_lsp_document_options(tta_lsp *s, const tta_lsp_document *d, tta_check_options **out) {
  tta_status status = tta_check_options_copy(s->options, out);
  if (status) return status;
  tta_check_options_set_markdown(*out, d->is_markdown);
  if (!s->find_configuration) return TTA_OK;
  tta_buf toml = tta_buf_new(s->allocator);
  s->find_configuration(s->find_user, (tta_str){d->uri, d->uri_size}, &toml);
  if (toml.failed) status = TTA_NO_MEMORY;
  else if (toml.size) status = apply_file(s, d, *out, tta_buf_view(&toml));
  tta_buf_free(&toml);
  if (status == TTA_INVALID) status = warn_of_file(s, d);
  if (status) tta_check_options_free(*out);
  return status;
}
