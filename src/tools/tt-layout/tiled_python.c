/* The layouts in a file of Python, such as the output code of Inductor: listed with their positions, verified, read. */
#include "tiled.h"

#include <errno.h>
#include <string.h>

#include "base/format.h"
#include "base/str.h"
#include "tools/common/input.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

/* ---- files ---- */

static bool ends_with(const char *word, const char *end) {
  size_t n = strlen(word), m = strlen(end);
  return n >= m && !strcmp(word + n - m, end);
}

int tt_layout_find_python(const char *word, bool *found) {
  tta_input file;
  tta_tiled_call call;
  size_t at = 0;
  *found = false;
  if (!word || tt_layout_is_text(word) || !strcmp(word, "-") || ends_with(word, ".mlir") || ends_with(word, ".md"))
    return TTA_EXIT_DONE;
  tta_io_failure failure = tta_input_read(&file, tt_layout_program, word, NULL);
  if (tta_io_failed(&failure)) { /* others are reported by the next reader */
    if (failure.error == ENOMEM) tta_print_io_failure(tt_layout_program, &failure, word);
    return failure.error == ENOMEM ? TTA_EXIT_FAILED : TTA_EXIT_DONE;
  }
  *found = tta_tiled_next_call(file.text, &at, &call);
  tta_input_free(&file);
  return TTA_EXIT_DONE;
}

typedef struct python {
  const char *path;
  tta_input file;
  tta_source source;
  const tta_tiled_context *context;
} python;

static int open_python(const char *path, const tta_tiled_context *context, python *p) {
  *p = (python){.path = path, .context = context};
  int exit = tt_layout_read_file(&p->file, path);
  if (!exit) tta_source_init(&p->source, tta_str_from(path), p->file.text, NULL);
  return exit;
}

static void close_python(python *p) {
  tta_source_free(&p->source);
  tta_input_free(&p->file);
}

/* ---- one layout ---- */

/* Reads, verifies and prints messages. @param result to free. @return TTA_INVALID after errors */
static tta_status read_call(python *p, const tta_tiled_call *call, tta_arena *arena, tta_tiled_call_result *result) {
  tta_check_options *check;
  *result = (tta_tiled_call_result){.is_valid = false};
  tta_status status = tt_layout_check_options(0, &check);
  if (!status) status = tta_tiled_read_call(&p->source, call, p->context, check, arena, result);
  tta_check_options_free(check);
  if (!status) tt_layout_print_results(result->results, &p->source);
  return status ? status : result->is_valid ? TTA_OK : TTA_INVALID;
}

/* The positions of those that are selected, which select only one each. */
static int reject_several(python *p, const char *name, size_t count) {
  enum { MAX_PLACES = 10 };
  tta_tiled_call call;
  tta_buf places = tta_buf_new(NULL);
  size_t listed = 0;
  for (size_t at = 0; listed < MAX_PLACES && tta_tiled_next_call(p->file.text, &at, &call);) {
    if (!tta_tiled_call_is_selected(&p->source, &call, tta_str_from(name))) continue;
    tta_position begin = tta_source_position(&p->source, (uint32_t)call.begin);
    tta_buf_printf(&places, "%s%u:%u", listed++ ? ", " : "", begin.line, begin.column);
  }
  if (count > listed) tta_buf_printf(&places, " and %zu more", count - listed);
  tta_buf_char(&places, '\0');
  if (places.failed) return tt_layout_fail(TTA_NO_MEMORY, &places);
  tta_print_error(tt_layout_program, "%s has %zu %slayouts; select one with --name: %s", p->path, count,
                  name ? "such " : "", places.data);
  tta_buf_free(&places);
  return TTA_EXIT_ERRORS;
}

static int select_call(python *p, const char *name, tta_tiled_call *found) {
  tta_tiled_call call;
  size_t count = 0;
  for (size_t at = 0; tta_tiled_next_call(p->file.text, &at, &call);)
    if (tta_tiled_call_is_selected(&p->source, &call, tta_str_from(name)) && !count++) *found = call;
  if (count == 1) return TTA_EXIT_DONE;
  if (count) return reject_several(p, name, count);
  tta_print_error(tt_layout_program, "%s has no layout '%s'", p->path, name);
  return TTA_EXIT_ERRORS;
}

int tt_layout_read_python(const char *path, const char *name, const tta_tiled_context *context, tta_arena *arena,
                          tta_tiled *layout) {
  python p;
  tta_tiled_call call = {.begin = 0};
  tta_tiled_call_result result = {.results = NULL};
  int exit = open_python(path, context, &p);
  if (exit) return exit;
  exit = select_call(&p, name, &call);
  tta_status status = exit ? TTA_OK : read_call(&p, &call, arena, &result);
  close_python(&p);
  if (!exit && !status) *layout = result.layout;
  tta_tiled_call_result_free(&result);
  if (status == TTA_INVALID) return TTA_EXIT_ERRORS;
  return status ? tt_layout_fail(status, NULL) : exit;
}

/* ---- all layouts ---- */

typedef struct listing {
  python p;
  tta_buf out;
  tta_json json;
  bool as_json;
  size_t count, errors;
  int64_t device_bytes, padding_elements, padding_bytes;
} listing;

static void add_json(listing *l, const tta_tiled_call *call, const tta_tiled_facts *f) {
  tta_position at = tta_source_position(&l->p.source, (uint32_t)call->begin);
  tta_json_open(&l->json, '{');
  tta_json_key(&l->json, "name");
  if (call->name.size) tta_json_string(&l->json, call->name);
  else tta_json_null(&l->json);
  tta_json_key_int(&l->json, "line", at.line);
  tta_json_key_int(&l->json, "column", at.column);
  tta_json_key_bool(&l->json, "valid", f != NULL);
  if (f) tta_tiled_json_members(&l->json, f);
  tta_json_close(&l->json, '}');
}

static void add_line(listing *l, const tta_tiled_call *call, const tta_tiled_call_result *r) {
  const tta_tiled_facts *f = &r->facts;
  tta_position at = tta_source_position(&l->p.source, (uint32_t)call->begin);
  tta_buf_printf(&l->out, "%s:%u:%u: %.*s%s", l->p.path, at.line, at.column, TTA_STR_ARGS(call->name),
                 call->name.size ? " " : "");
  if (f->layout.element.name.size) tta_tiled_type(&l->out, &f->layout);
  else tta_buf_str(&l->out, "layout without an element type");
  tta_buf_printf(&l->out, ", %lld bytes", (long long)f->device_bytes);
  if (f->layout.has_host) tta_buf_printf(&l->out, ", %lld of padding", (long long)r->padding_bytes);
  tta_buf_char(&l->out, '\n');
}

static void add_result(listing *l, const tta_tiled_call *call, const tta_tiled_call_result *r) {
  l->count++;
  l->errors += !r->is_valid;
  if (l->as_json) add_json(l, call, r->is_valid ? &r->facts : NULL);
  else if (r->is_valid) add_line(l, call, r);
  if (!r->is_valid) return;
  l->device_bytes += r->facts.device_bytes;
  l->padding_elements += r->facts.padding_elements;
  l->padding_bytes += r->padding_bytes;
}

static tta_status add_call(listing *l, const tta_tiled_call *call, tta_arena *arena) {
  tta_tiled_call_result r;
  tta_status status = read_call(&l->p, call, arena, &r);
  if (status == TTA_INVALID) status = TTA_OK;
  if (!status) add_result(l, call, &r);
  tta_tiled_call_result_free(&r);
  return status;
}

static tta_status list_all(listing *l) {
  tta_tiled_call call;
  tta_status status = TTA_OK;
  for (size_t at = 0; !status && tta_tiled_next_call(l->p.file.text, &at, &call);) {
    tta_arena *arena = tta_arena_new(NULL);
    status = arena ? add_call(l, &call, arena) : TTA_NO_MEMORY;
    tta_arena_delete(arena);
  }
  return status;
}

static void finish(listing *l) {
  if (!l->as_json) {
    tta_buf_printf(&l->out, "%zu layout%s, %lld bytes, %lld of padding (%lld elements)", l->count,
                   tta_plural((int64_t)l->count), (long long)l->device_bytes, (long long)l->padding_bytes,
                   (long long)l->padding_elements);
    if (l->errors) tta_buf_printf(&l->out, "; %zu with errors", l->errors);
    tta_buf_char(&l->out, '\n');
    return;
  }
  tta_json_close(&l->json, ']');
  tta_json_key_int(&l->json, "count", (int64_t)l->count);
  tta_json_key_int(&l->json, "errors", (int64_t)l->errors);
  tta_json_key_int(&l->json, "device_bytes", l->device_bytes);
  tta_json_key_int(&l->json, "padding_elements", l->padding_elements);
  tta_json_key_int(&l->json, "padding_bytes", l->padding_bytes);
  tta_json_close(&l->json, '}');
  tta_buf_char(&l->out, '\n');
}

int tt_layout_list_python(const char *path, const tta_tiled_context *context, bool as_json) {
  listing l = {.as_json = as_json};
  int exit = open_python(path, context, &l.p);
  if (exit) return exit;
  tta_buf_init(&l.out, NULL);
  l.json = tta_json_writer(&l.out);
  if (as_json) {
    tta_json_open(&l.json, '{');
    tta_json_key_open(&l.json, "layouts", '[');
  }
  tta_status status = list_all(&l);
  close_python(&l.p);
  if (status) {
    tta_buf_free(&l.out);
    return tt_layout_fail(status, NULL);
  }
  finish(&l);
  exit = tt_layout_finish(&l.out);
  return exit ? exit : l.errors ? TTA_EXIT_ERRORS : TTA_EXIT_DONE;
}
