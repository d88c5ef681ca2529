/* Known findings: a JSON file with a line for each, in order of files, rules and messages. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* realpath */
#endif
#include "baseline.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/chars.h"
#include "base/format.h"
#include "base/json_read.h"
#include "base/sort.h"
#include "base/str.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

typedef struct finding {
  tta_str file, rule, message; /* NUL-terminated */
  uint32_t count;
} finding;

struct tt_opt_baseline {
  tta_arena arena;
  char *directory, *new_directory; /* of the file that is read, or written: paths are relative to it */
  finding *rows;      /* in order of files */
  uint32_t num_rows, cap_rows;
  tta_strmap files;   /* -> index of the first row */
};

/* ---- what a finding is ---- */

/* Blanks are one blank, and the number after `line ` does not count. */
static void append_message(tta_buf *out, tta_str message) {
  for (size_t i = 0; i < message.size; i++) {
    char c = message.data[i];
    if (tta_is_blank(c)) {
      if (i && !tta_is_blank(message.data[i - 1])) tta_buf_char(out, ' ');
      continue;
    }
    bool number = tta_is_digit(c) && tta_str_ends_with((tta_str){message.data, i}, "line ");
    if (!number) tta_buf_char(out, c);
    while (number && i + 1 < message.size && tta_is_digit(message.data[i + 1])) i++;
  }
}

/* Relative to the directory of the baseline if it is below it. */
static void append_file(const char *directory, const char *path, tta_buf *out) {
  char full[PATH_MAX];
  size_t size = directory ? strlen(directory) : 0;
  if (path && realpath(path, full)) {
    bool below = size && !strncmp(full, directory, size) && (full[size] == '/' || size == 1);
    tta_buf_str(out, below ? full + size + (size > 1) : full);
  } else {
    tta_buf_str(out, path ? path : "<stdin>");
  }
}

static char *directory_copy(const char *path) {
  char directory[PATH_MAX];
  return tta_directory_of(path, directory) ? strdup(directory) : NULL;
}

/* ---- reading ---- */

static int fail_at(const char *path, tta_str text, size_t column, const char *message) {
  tta_source source;
  tta_source_init(&source, tta_str_from(path), text, NULL);
  tta_position at = tta_source_position(&source, (uint32_t)(column ? column - 1 : 0));
  tta_print_error(tt_opt_program, "in %s:%u:%u: %s", path, at.line, at.column, message);
  tta_source_free(&source);
  return TTA_EXIT_FAILED;
}

static bool read_text(const tta_json_node *object, const char *key, tta_str *text) {
  const tta_json_node *node = tta_json_member(object, key);
  if (!node || node->kind != TTA_JSON_STRING) return false;
  *text = node->string;
  return true;
}

/* @return 0, or TTA_EXIT_FAILED after a message */
static int read_row(struct tt_opt_baseline *b, const char *path, tta_str text, const tta_json_node *node) {
  int64_t count = 0;
  finding f = {.count = 0};
  const tta_json_node *number = node->kind == TTA_JSON_OBJECT ? tta_json_member(node, "count") : NULL;
  bool good = number && tta_json_int64(number, &count) && count > 0 && count <= UINT32_MAX &&
              read_text(node, "file", &f.file) && read_text(node, "rule", &f.rule) &&
              read_text(node, "message", &f.message);
  if (!good)
    return fail_at(path, text, node->column, "expected a finding: {\"file\": .., \"rule\": .., \"message\": .., "
                   "\"count\": ..}");
  f.count = (uint32_t)count;
  return TTA_PUSH_IN(&b->arena, b, rows, f) ? 0 : tt_opt_no_memory();
}

static int by_finding(const void *a, const void *b) {
  const finding *x = a, *y = b;
  int order = strcmp(x->file.data, y->file.data);
  if (!order) order = strcmp(x->rule.data, y->rule.data);
  return order ? order : strcmp(x->message.data, y->message.data);
}

static int index_files(struct tt_opt_baseline *b) {
  finding *scratch = tta_arena_array(&b->arena, (size_t)b->num_rows + 1, sizeof *scratch);
  if (!scratch) return tt_opt_no_memory();
  tta_sort(b->rows, scratch, b->num_rows, sizeof *scratch, by_finding);
  for (uint32_t i = 0; i < b->num_rows; i++)
    if (!i || !tta_str_equal(b->rows[i].file, b->rows[i - 1].file))
      if (tta_strmap_set(&b->files, b->rows[i].file, i)) return tt_opt_no_memory();
  return TTA_EXIT_DONE;
}

static int read_rows(struct tt_opt_baseline *b, const char *path, tta_str text) {
  enum { MAX_DEPTH = 4 };
  tta_json_error error;
  const tta_json_node *root;
  tta_status status = tta_json_read(&b->arena, text, MAX_DEPTH, &root, &error);
  if (status == TTA_NO_MEMORY) return tt_opt_no_memory();
  if (status) return fail_at(path, text, error.column, error.message);
  int64_t version;
  const tta_json_node *number = root->kind == TTA_JSON_OBJECT ? tta_json_member(root, "version") : NULL;
  const tta_json_node *list = number ? tta_json_member(root, "findings") : NULL;
  if (!list || list->kind != TTA_JSON_ARRAY || !tta_json_int64(number, &version) || version != 1)
    return fail_at(path, text, root->column, "expected a baseline, as --write-baseline writes it");
  for (const tta_json_node *node = list->first; node; node = node->next) {
    int exit = read_row(b, path, text, node);
    if (exit) return exit;
  }
  return index_files(b);
}

int tt_opt_baseline_open(tt_opt_options *o) {
  const char *path = o->baseline ? o->baseline : o->write_baseline;
  if (!path) return TTA_EXIT_DONE;
  struct tt_opt_baseline *b = o->known = calloc(1, sizeof *b);
  if (!b) return tt_opt_no_memory();
  tta_arena_init(&b->arena, &tta_malloc_allocator);
  tta_strmap_init(&b->files, &tta_malloc_allocator);
  b->directory = directory_copy(path);
  b->new_directory = directory_copy(o->write_baseline ? o->write_baseline : path);
  if (!o->baseline) return TTA_EXIT_DONE;
  tta_input input;
  tta_io_failure failure = tta_input_read(&input, tt_opt_program, path, NULL);
  if (tta_io_failed(&failure)) {
    tta_print_io_failure(tt_opt_program, &failure, path);
    return TTA_EXIT_FAILED;
  }
  int exit = read_rows(b, path, input.text);
  tta_input_free(&input);
  return exit;
}

void tt_opt_baseline_close(tt_opt_options *o) {
  if (!o->known) return;
  tta_strmap_free(&o->known->files);
  tta_arena_free(&o->known->arena);
  free(o->known->directory);
  free(o->known->new_directory);
  free(o->known);
  o->known = NULL;
}

/* ---- known findings ---- */

tt_opt_known tt_opt_known_of(const tt_opt_options *o, const tta_input_item *item) {
  tt_opt_known known = {.seen = NULL};
  const struct tt_opt_baseline *b = o->known;
  if (!b || !b->num_rows) return known;
  tta_buf name = tta_buf_new(NULL);
  append_file(b->directory, tt_opt_path_of(o, item), &name);
  const uint32_t *first = name.failed ? NULL : tta_strmap_find(&b->files, tta_buf_view(&name));
  known.failed = name.failed;
  if (first) {
    known.first = *first;
    while (known.first + known.count < b->num_rows &&
           tta_str_equal(b->rows[known.first + known.count].file, b->rows[known.first].file))
      known.count++;
    known.seen = calloc(known.count, sizeof *known.seen);
    known.failed |= !known.seen;
  }
  tta_buf_free(&name);
  return known;
}

bool tt_opt_known_has(const tt_opt_options *o, tt_opt_known *known, const tta_diagnostic *d, uint32_t times) {
  uint32_t left = times;
  if (!known->seen) return false;
  const tta_rule_info *rule = tta_rule_get(d->rule);
  tta_buf message = tta_buf_new(NULL);
  append_message(&message, d->message);
  known->failed |= message.failed;
  for (uint32_t i = 0; i < known->count && left; i++) {
    const finding *f = &o->known->rows[known->first + i];
    if (!tta_str_is(f->rule, rule ? rule->name : "") || !tta_str_equal(f->message, tta_buf_view(&message))) continue;
    uint32_t room = f->count - known->seen[i], taken = room < left ? room : left;
    known->seen[i] += taken;
    left -= taken;
  }
  tta_buf_free(&message);
  return !left;
}

static void append_repaired(tta_buf *out, const finding *f, uint32_t count, const char *why) {
  tta_buf_printf(out, "%s: repaired%s: %s [%s]", f->file.data, why, f->message.data, f->rule.data);
  if (count > 1) tta_buf_printf(out, ", %u times", count);
  tta_buf_char(out, '\n');
}

size_t tt_opt_known_finish(const tt_opt_options *o, tt_opt_known *known, tta_buf *out) {
  size_t repaired = 0;
  for (uint32_t i = 0; known->seen && i < known->count; i++) {
    const finding *f = &o->known->rows[known->first + i];
    if (known->seen[i] < f->count) append_repaired(out, f, f->count - known->seen[i], "");
    repaired += f->count - known->seen[i];
  }
  free(known->seen);
  known->seen = NULL;
  return repaired;
}

size_t tt_opt_baseline_removed(const tt_opt_options *o, tta_buf *out) {
  const struct tt_opt_baseline *b = o->known;
  size_t removed = 0;
  bool gone = false;
  for (uint32_t i = 0; b && o->baseline && i < b->num_rows; i++) {
    const finding *f = &b->rows[i];
    if (!i || !tta_str_equal(f->file, f[-1].file)) {
      tta_buf path = tta_buf_new(NULL);
      if (*f->file.data != '/' && b->directory) tta_buf_printf(&path, "%s/", b->directory);
      tta_buf_printf(&path, "%s", f->file.data);
      tta_buf_char(&path, 0);
      gone = !path.failed && access(path.data, F_OK) && !tta_str_is(f->file, "<stdin>");
      tta_buf_free(&path);
    }
    if (gone) append_repaired(out, f, f->count, " (no such file)");
    removed += gone ? f->count : 0;
  }
  return removed;
}

/* ---- writing ---- */

void tt_opt_baseline_add(const tt_opt_options *o, const tta_input_item *item, const tta_diagnostic *d,
                         uint32_t times, tta_buf *tally) {
  tta_buf file = tta_buf_new(NULL), message = tta_buf_new(NULL);
  const tta_rule_info *rule = tta_rule_get(d->rule);
  append_file(o->known->new_directory, tt_opt_path_of(o, item), &file);
  append_message(&message, d->message);
  for (uint32_t i = 0; i < times; i++) {
    tta_json json = tta_json_writer(tally);
    tta_json_open(&json, '{');
    tta_json_key_plain(&json, "file", tta_buf_view(&file));
    tta_json_key_text(&json, "rule", rule ? rule->name : "");
    tta_json_key_plain(&json, "message", tta_buf_view(&message));
    tta_buf_char(tally, '\n');
  }
  tally->failed |= file.failed || message.failed;
  tta_buf_free(&file);
  tta_buf_free(&message);
}

static int by_text(const void *a, const void *b) {
  return strcmp(((const tt_opt_count *)a)->text.data, ((const tt_opt_count *)b)->text.data);
}

int tt_opt_baseline_write(const tt_opt_options *o, tt_opt_tally *tally) {
  size_t findings = 0;
  tta_buf out = tta_buf_new(NULL);
  tt_opt_count *scratch = tta_arena_array(&tally->arena, (size_t)tally->num_rows + 1, sizeof *scratch);
  if (scratch) tta_sort(tally->rows, scratch, tally->num_rows, sizeof *scratch, by_text);
  tta_buf_str(&out, "{\"version\":1,\"findings\":[");
  for (uint32_t i = 0; i < tally->num_rows; i++) {
    findings += tally->rows[i].count;
    tta_buf_printf(&out, "%s\n%s,\"count\":%zu}", i ? "," : "", tally->rows[i].text.data, tally->rows[i].count);
  }
  tta_buf_str(&out, tally->num_rows ? "\n]}\n" : "]}\n");
  out.failed |= !scratch || tally->failed;
  int exit = tta_print_and_free(tt_opt_program, &out, o->write_baseline);
  if (!exit && !o->quiet)
    tta_print_message(tt_opt_program, "%zu finding%s written to '%s'", findings, tta_plural((int64_t)findings),
                      o->write_baseline);
  return exit;
}
