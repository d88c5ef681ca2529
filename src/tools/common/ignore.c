/* The .gitignore files of a repository. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* realpath */
#endif
#include "tools/common/ignore.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/str.h"
#include "tools/common/input.h"

/* A line without blanks at its end, unless the last one is quoted. */
static tta_str pattern_of(tta_str line) {
  while (line.size && strchr(" \t\r", line.data[line.size - 1]) &&
         !(line.size > 1 && line.data[line.size - 2] == '\\' && line.data[line.size - 1] == ' '))
    line.size--;
  return line.size && *line.data == '#' ? (tta_str){NULL, 0} : line;
}

static tta_status add_patterns(tta_ignores *g, tta_str directory, tta_str text) {
  tta_ignore_file file = {.directory = tta_arena_str(&g->arena, directory)};
  bool complete = file.directory.data;
  for (tta_str line; complete && tta_str_next_line(&text, &line);) {
    tta_str pattern = pattern_of(line);
    if (!pattern.size) continue;
    pattern = tta_arena_str(&g->arena, pattern);
    complete = pattern.data && !tta_excludes_add(&file.patterns, pattern.data);
  }
  if (complete && TTA_PUSH_IN(&g->arena, g, files, file)) return TTA_OK;
  tta_excludes_free(&file.patterns);
  return TTA_NO_MEMORY;
}

static tta_status read_file(tta_ignores *g, tta_str directory) {
  tta_input input;
  tta_buf path = tta_buf_new(NULL);
  tta_buf_printf(&path, "%.*s/.gitignore", TTA_STR_ARGS(directory));
  tta_buf_char(&path, 0);
  tta_status status = path.failed ? TTA_NO_MEMORY : TTA_OK;
  if (!status && !access(path.data, R_OK)) {
    tta_io_failure failure = tta_input_read(&input, "", path.data, NULL);
    if (!tta_io_failed(&failure)) {
      status = add_patterns(g, directory, input.text);
      tta_input_free(&input);
    }
  }
  tta_buf_free(&path);
  return status;
}

/* How much of a path is the directory of the repository around it; 0: there is none. */
static size_t repository_of(const char *path) {
  for (size_t size = strlen(path); size;) {
    tta_buf git = tta_buf_new(NULL);
    tta_buf_printf(&git, "%.*s/.git", (int)size, path);
    tta_buf_char(&git, 0);
    bool found = !git.failed && !access(git.data, F_OK);
    tta_buf_free(&git);
    if (found) return size;
    while (size && path[--size] != '/') {}
  }
  return 0;
}

/* The absolute path of what is below the argument. */
static tta_buf absolute(const tta_ignores *g, const char *path) {
  const char *below = strlen(path) > g->root_size ? path + g->root_size : "";
  tta_buf out = tta_buf_new(NULL);
  tta_buf_printf(&out, *below ? "%s/%s" : "%s%s", g->root, below);
  return out;
}

tta_status tta_ignores_enter(tta_ignores *g, const char *path) {
  if (!g->root) return TTA_OK;
  tta_buf directory = absolute(g, path);
  tta_status status = directory.failed ? TTA_NO_MEMORY : read_file(g, tta_buf_view(&directory));
  tta_buf_free(&directory);
  return status;
}

/* Of the files around a path the innermost one with a pattern for it decides. */
static bool is_ignored(const tta_ignores *g, tta_str path, bool is_directory) {
  static const tta_str no_other = {NULL, 0};
  size_t nearest = 0;
  bool ignored = false;
  for (uint32_t i = 0; i < g->num_files; i++) {
    tta_str below = path, directory = g->files[i].directory;
    if (directory.size < nearest || !tta_str_skip(&below, directory.data) || !tta_str_skip(&below, "/")) continue;
    int decided = tta_excludes_decide(&g->files[i].patterns, below, no_other, is_directory);
    if (!decided) continue;
    ignored = decided > 0;
    nearest = directory.size;
  }
  return ignored;
}

tta_status tta_ignores_has(const tta_ignores *g, const char *path, bool is_directory, bool *ignored) {
  *ignored = false;
  if (!g->root || !g->num_files) return TTA_OK;
  tta_buf full = absolute(g, path);
  tta_status status = full.failed ? TTA_NO_MEMORY : TTA_OK;
  if (!status) *ignored = is_ignored(g, tta_buf_view(&full), is_directory);
  tta_buf_free(&full);
  return status;
}

static void forget_files(tta_ignores *g) {
  for (uint32_t i = 0; i < g->num_files; i++) tta_excludes_free(&g->files[i].patterns);
  g->num_files = 0;
}

tta_status tta_ignores_open(tta_ignores *g, const char *directory) {
  size_t given = strlen(directory);
  *g = (tta_ignores){.root_size = given + (given && directory[given - 1] != '/')};
  tta_arena_init(&g->arena, &tta_malloc_allocator);
  char root[PATH_MAX];
  bool found = realpath(directory, root);
  size_t top = found ? repository_of(root) : 0, size = found ? strlen(root) : 0;
  if (!top) return TTA_OK;
  g->root = tta_arena_str(&g->arena, (tta_str){root, size}).data;
  if (!g->root) return TTA_NO_MEMORY;
  tta_status status = TTA_OK;
  for (size_t at = top; at < size && !status; at++)
    if (at == top || root[at] == '/') status = read_file(g, (tta_str){root, at});
  for (size_t at = top + 1; at <= size && !status; at++)
    if ((at == size || root[at] == '/') && is_ignored(g, (tta_str){root, at}, true)) forget_files(g);
  return status;
}

void tta_ignores_close(tta_ignores *g) {
  forget_files(g);
  if (g->arena.allocator) tta_arena_free(&g->arena);
  *g = (tta_ignores){.root = NULL};
}
