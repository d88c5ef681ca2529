/* The lines that are wanted: those of --lines, or of --since what `git diff` lists. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* realpath */
#endif
#include "scope.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/chars.h"
#include "base/str.h"
#include "base/strmap.h"
#include "tools/common/child.h"
#include "tools/common/message.h"

typedef struct changed_file {
  tt_opt_lines *lines; /* in order */
  uint32_t num_lines, cap_lines;
  bool whole;          /* not known to git */
} changed_file;

struct tt_opt_scope {
  tta_arena arena;
  tta_strmap paths;    /* absolute -> index of `files` */
  changed_file *files;
  const changed_file **of_item; /* of each input; NULL: standard input without a name, all of it */
  uint32_t num_files, cap_files;
};

/* ---- --lines ---- */

int tt_opt_parse_lines(void *request, const tta_option_use *use) {
  tt_opt_options *o = request;
  int64_t first, last = UINT32_MAX;
  char head[16];
  const char *colon = strchr(use->value, ':');
  size_t size = colon ? (size_t)(colon - use->value) : strlen(use->value);
  if (size >= sizeof head) size = 0;
  memcpy(head, use->value, size);
  head[size] = 0;
  bool good = tta_read_number(head, 1, UINT32_MAX, &first);
  if (good && !colon) last = first;
  else if (good && colon[1]) good = tta_read_number(colon + 1, first, UINT32_MAX, &last);
  if (!good) return tta_invalid_value(tt_opt_program, use, "lines such as 3:17, 3: or 3");
  if (TTA_PUSH(&tta_malloc_allocator, o, lines, (tt_opt_lines){(uint32_t)first, (uint32_t)last})) return -1;
  return tt_opt_no_memory();
}

/* ---- git ---- */

static int run_git(const char *const *arguments, tta_buf *out) {
  int status = 0, error = tta_child_run(arguments, (tta_str){NULL, 0}, out, &status);
  if (error == ENOENT) tta_print_error(tt_opt_program, "--since requires the program git, which was not found");
  else if (error) tta_print_error(tt_opt_program, "cannot run git: %s", strerror(error));
  else if (status) tta_print_error(tt_opt_program, "--since: git %s failed with exit status %d", arguments[3], status);
  tta_buf_char(out, 0);
  if (!out->failed) out->size--;
  else if (!error && !status) tt_opt_no_memory();
  return error || status || out->failed ? TTA_EXIT_FAILED : TTA_EXIT_DONE;
}

/* The file with this path below the top of the repository. NULL: no memory */
static changed_file *add_file(struct tt_opt_scope *s, tta_str top, tta_str path) {
  tta_buf full = tta_buf_new(NULL);
  tta_buf_printf(&full, "%.*s/%.*s", TTA_STR_ARGS(top), TTA_STR_ARGS(path));
  tta_str name = tta_arena_take(&s->arena, &full);
  if (!name.data || !TTA_PUSH_IN(&s->arena, s, files, (changed_file){.whole = false}) ||
      tta_strmap_set(&s->paths, name, s->num_files - 1))
    return NULL;
  return &s->files[s->num_files - 1];
}

/* A path with special bytes is in quotes: `"a\tb"`, `"\303\244"`. @return false: no memory */
static bool read_path(struct tt_opt_scope *s, tta_str *path) {
  if (!tta_str_starts_with(*path, "\"")) return true;
  char *out = tta_arena_alloc(&s->arena, path->size), *end = out;
  if (!out) return false;
  for (size_t i = 1; i < path->size && path->data[i] != '"'; i++) {
    char c = path->data[i];
    if (c == '\\' && i + 3 < path->size && tta_is_digit(path->data[i + 1])) {
      c = (char)((path->data[i + 1] - '0') * 64 + (path->data[i + 2] - '0') * 8 + path->data[i + 3] - '0');
      i += 3;
    } else if (c == '\\') {
      c = path->data[++i];
      c = c == 't' ? '\t' : c == 'n' ? '\n' : c;
    }
    *end++ = c;
  }
  *path = tta_str_between(out, end);
  return true;
}

/* `@@ -1,2 +3,4 @@`: lines 3 to 6; of removed lines (`+3,0`) the two around the gap, 3 and 4. */
static bool add_hunk(struct tt_opt_scope *s, changed_file *file, tta_str line) {
  size_t plus = tta_str_find(line, " +");
  if (plus == SIZE_MAX) return true;
  char *end;
  unsigned long first = strtoul(line.data + plus + 2, &end, 10), count = *end == ',' ? strtoul(end + 1, NULL, 10) : 1;
  tt_opt_lines lines = {(uint32_t)first, (uint32_t)(first + (count ? count - 1 : 1))};
  return TTA_PUSH_IN(&s->arena, file, lines, lines);
}

static bool read_diff(struct tt_opt_scope *s, tta_str top, tta_str diff) {
  changed_file *file = NULL;
  for (tta_str line; tta_str_next_line(&diff, &line);) {
    tta_str path = line;
    if (tta_str_skip(&path, "+++ ")) {
      while (path.size && path.data[path.size - 1] == '\t') path.size--;
      if (!read_path(s, &path)) return false;
      file = NULL;
      if (tta_str_skip(&path, "b/") && !(file = add_file(s, top, path))) return false;
    } else if (file && tta_str_starts_with(line, "@@ ") && !add_hunk(s, file, line)) {
      return false;
    }
  }
  return true;
}

static bool read_untracked(struct tt_opt_scope *s, tta_str top, tta_str list) {
  while (list.size) {
    tta_str path = {list.data, strnlen(list.data, list.size)};
    changed_file *file = add_file(s, top, path);
    if (!file) return false;
    file->whole = true;
    list = tta_str_rest(list, path.size + (path.size < list.size));
  }
  return true;
}

static int read_changes(struct tt_opt_scope *s, const char *directory, const char *revision) {
  const char *const find_top[] = {"git", "-C", directory, "rev-parse", "--show-toplevel", NULL};
  tta_buf top = tta_buf_new(NULL), diff = tta_buf_new(NULL), untracked = tta_buf_new(NULL);
  int exit = run_git(find_top, &top);
  if (!exit) {
    top.data[strcspn(top.data, "\n")] = 0;
    const char *const list[] = {"git", "-C", top.data, "ls-files", "--others", "--exclude-standard", "-z", NULL};
    const char *const compare[] = {"git", "-C", top.data, "diff", "--unified=0", "--no-color", "--no-ext-diff",
                                   "--src-prefix=a/", "--dst-prefix=b/", "-M", revision, "--", NULL};
    exit = run_git(compare, &diff);
    if (!exit) exit = run_git(list, &untracked);
    tta_str name = tta_str_from(top.data);
    if (!exit && (!read_diff(s, name, tta_buf_view(&diff)) || !read_untracked(s, name, tta_buf_view(&untracked))))
      exit = tt_opt_no_memory();
  }
  tta_buf_free(&top);
  tta_buf_free(&diff);
  tta_buf_free(&untracked);
  return exit;
}

/* ---- inputs ---- */

/* The directory of an input, for git. */
static void directory_of(const tt_opt_options *o, char out[PATH_MAX]) {
  const char *path = o->num_operands && strcmp(o->operands[0], "-") ? o->operands[0] : o->stdin_filename;
  if (!path || !realpath(path, out)) {
    memcpy(out, ".", 2);
    return;
  }
  struct stat info;
  char *slash = !stat(out, &info) && !S_ISDIR(info.st_mode) ? strrchr(out, '/') : NULL;
  if (slash) slash[slash == out] = 0;
}

static const changed_file *find_file(const struct tt_opt_scope *s, const char *path) {
  char full[PATH_MAX];
  const uint32_t *index = realpath(path, full) ? tta_strmap_find(&s->paths, tta_str_from(full)) : NULL;
  return index ? &s->files[*index] : NULL;
}

static void drop_unchanged(tt_opt_options *o) {
  struct tt_opt_scope *s = o->scope;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < o->inputs.num_items; i++) {
    tta_input_item *item = &o->inputs.items[i];
    const char *path = tt_opt_path_of(o, item);
    const changed_file *file = path ? find_file(s, path) : NULL;
    bool failed = tta_io_failed(&item->failure);
    if (path && !file && !failed) {
      free(item->path);
      continue;
    }
    s->of_item[item->number] = file;
    o->inputs.items[kept++] = *item;
  }
  o->inputs.num_items = kept;
}

int tt_opt_scope_open(tt_opt_options *o) {
  char directory[PATH_MAX];
  if (!o->since) return TTA_EXIT_DONE;
  if (*o->since == '-' || !*o->since) {
    tta_print_error(tt_opt_program, "invalid value '%s' of --since; expected a revision such as main", o->since);
    return TTA_EXIT_FAILED;
  }
  struct tt_opt_scope *s = o->scope = calloc(1, sizeof *s);
  if (!s) return tt_opt_no_memory();
  tta_arena_init(&s->arena, &tta_malloc_allocator);
  tta_strmap_init(&s->paths, &tta_malloc_allocator);
  s->of_item = tta_arena_array(&s->arena, (size_t)o->num_numbers + 1, sizeof *s->of_item);
  if (!s->of_item) return tt_opt_no_memory();
  s->of_item[0] = NULL; /* of standard input */
  directory_of(o, directory);
  int exit = read_changes(s, directory, o->since);
  if (!exit) drop_unchanged(o);
  return exit;
}

void tt_opt_scope_close(tt_opt_options *o) {
  TTA_ARRAY_FREE(&tta_malloc_allocator, o, lines);
  if (!o->scope) return;
  tta_strmap_free(&o->scope->paths);
  tta_arena_free(&o->scope->arena);
  free(o->scope);
  o->scope = NULL;
}

/* ---- questions ---- */

static bool overlaps(const tt_opt_lines *lines, uint32_t count, uint32_t first, uint32_t last) {
  for (uint32_t i = 0; i < count; i++)
    if (lines[i].first <= last && first <= lines[i].last) return true;
  return false;
}

bool tt_opt_scope_has(const tt_opt_options *o, const tta_input_item *item, uint32_t first, uint32_t last) {
  if (o->num_lines && !overlaps(o->lines, o->num_lines, first, last)) return false;
  if (!o->scope) return true;
  const changed_file *file = o->scope->of_item[item->number];
  return !file || file->whole || overlaps(file->lines, file->num_lines, first, last);
}

static bool has_span(const tt_opt_options *o, const tta_input_item *item, tta_source *source, tta_span span) {
  return tt_opt_scope_has(o, item, tta_source_position(source, span.begin).line,
                          tta_source_position(source, span.end).line);
}

bool tt_opt_scope_has_diagnostic(const tt_opt_options *o, const tta_input_item *item, tta_source *source,
                                 const tta_diagnostic *diagnostic) {
  if (!o->num_lines && !o->scope) return true;
  for (const tta_diagnostic *d = diagnostic; d; d = d->next) {
    if (has_span(o, item, source, d->span)) return true;
    for (uint32_t i = 0; i < d->num_notes; i++)
      if (!d->notes[i].source && has_span(o, item, source, d->notes[i].span)) return true;
  }
  return false;
}
