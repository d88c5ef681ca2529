/* --watch: files are compared by their size and time, a few times a second. This works on every file system, also
 * where nothing tells of changes, and 10,000 files take a few milliseconds. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/format.h"
#include "base/str.h"
#include "base/strmap.h"
#include "config.h"
#include "tools/common/message.h"

enum { POLL_MILLISECONDS = 300 };

typedef struct stamp {
  int64_t size, seconds, nanoseconds;
} stamp;

typedef struct watched {
  stamp stamp, config; /* of the file, and of its configuration file */
  tt_opt_watch_counts counts;
  uint64_t round; /* when it was seen last */
} watched;

typedef struct folder {
  stamp config;   /* of the configuration file of its inputs */
  uint64_t round; /* when that was looked for last */
} folder;

typedef struct watch {
  tta_arena arena;
  tta_strmap paths; /* -> index of `files` */
  watched *files;
  uint32_t num_files, cap_files;
  uint64_t round;
  tta_strmap names; /* of the folders of the inputs -> index of `folders` */
  folder *folders;
  uint32_t num_folders, cap_folders;
} watch;

static stamp stamp_of(const char *path) {
  struct stat info;
  if (stat(path, &info)) return (stamp){-1, 0, 0};
  return (stamp){info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
}

static bool same(stamp a, stamp b) {
  return a.size == b.size && a.seconds == b.seconds && a.nanoseconds == b.nanoseconds;
}

/* NULL: no memory */
static watched *find(watch *w, const char *path) {
  const uint32_t *known = tta_strmap_find(&w->paths, tta_str_from(path));
  if (known) return &w->files[*known];
  tta_str name = tta_arena_str(&w->arena, tta_str_from(path));
  if (!name.data || !TTA_PUSH_IN(&w->arena, w, files, (watched){.stamp = {-2, 0, 0}}) ||
      tta_strmap_set(&w->paths, name, w->num_files - 1))
    return NULL;
  return &w->files[w->num_files - 1];
}

/* NULL: no memory */
static folder *find_folder(watch *w, const char *path) {
  const char *slash = strrchr(path, '/');
  tta_str name = {path, slash ? (size_t)(slash - path) : 0};
  const uint32_t *known = tta_strmap_find(&w->names, name);
  if (known) return &w->folders[*known];
  tta_str own = tta_arena_str(&w->arena, name);
  if (!own.data || !TTA_PUSH_IN(&w->arena, w, folders, (folder){.round = 0}) ||
      tta_strmap_set(&w->names, own, w->num_folders - 1))
    return NULL;
  return &w->folders[w->num_folders - 1];
}

/* The stamp of the configuration file of an input: looked for once for each folder. @return false: no memory */
static bool find_config(watch *w, const tt_opt_options *o, const tta_input_item *item, stamp *out) {
  folder *f = find_folder(w, item->path);
  char *path = NULL;
  if (!f) return false;
  if (f->round != w->round) {
    if (!o->config && !o->no_config && tt_opt_config_find(item->path, &path)) return false;
    f->config = o->config ? stamp_of(o->config) : path ? stamp_of(path) : (stamp){-1, 0, 0};
    f->round = w->round;
    free(path);
  }
  *out = f->config;
  return true;
}

/* Leaves the inputs that have changed. @return false: no memory */
static bool keep_changed(watch *w, const tt_opt_options *o, tta_inputs *inputs) {
  uint32_t kept = 0;
  bool memory = true;
  w->round++;
  for (uint32_t i = 0; i < inputs->num_items; i++) {
    tta_input_item *item = &inputs->items[i];
    watched *file = memory ? find(w, item->path) : NULL;
    stamp now = stamp_of(item->path), config;
    memory = file && find_config(w, o, item, &config);
    bool changed = memory && (!same(now, file->stamp) || !same(config, file->config));
    if (memory) file->round = w->round;
    if (changed) file->stamp = now, file->config = config;
    if (changed) inputs->items[kept++] = *item;
    else free(item->path);
  }
  inputs->num_items = kept;
  return memory;
}

static void clear_screen(void) {
  if (isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) fputs("\033[H\033[2J", stderr);
}

static void print_totals(watch *w, const char *what) {
  size_t files = 0;
  tt_opt_watch_counts sum = {0, 0};
  for (uint32_t i = 0; i < w->num_files; i++) {
    if (w->files[i].round != w->round) continue; /* removed */
    files++;
    sum.errors += w->files[i].counts.errors;
    sum.warnings += w->files[i].counts.warnings;
  }
  tta_print_message(tt_opt_program, "%s: %zu error%s, %zu warning%s in %zu file%s; watching", what, sum.errors,
                    tta_plural((int64_t)sum.errors), sum.warnings, tta_plural((int64_t)sum.warnings), files,
                    tta_plural((int64_t)files));
}

/* One round. @param before how many files there were; set @return exit status; -1: nothing has changed */
static int look(watch *w, char **argv, uint32_t *before,
                int (*run)(tt_opt_options *options, tt_opt_watch_counts *counts)) {
  tt_opt_options o;
  uint32_t now = 0;
  int exit = tt_opt_read_options(&o, argv);
  if (exit < 0) {
    now = o.inputs.num_items;
    bool memory = keep_changed(w, &o, &o.inputs);
    tt_opt_watch_counts *counts = memory ? calloc((size_t)o.num_numbers + 1, sizeof *counts) : NULL;
    char **paths = counts ? calloc((size_t)o.num_numbers + 1, sizeof *paths) : NULL;
    bool any = o.inputs.num_items > 0;
    for (uint32_t i = 0; paths && i < o.inputs.num_items; i++)
      paths[o.inputs.items[i].number] = strdup(o.inputs.items[i].path);
    if (paths && any) {
      if (w->round > 1) clear_screen();
      exit = run(&o, counts);
    }
    for (uint32_t i = 0; paths && i < o.num_numbers; i++) {
      watched *file = paths[i] ? find(w, paths[i]) : NULL;
      if (file) file->counts = counts[i];
      free(paths[i]);
    }
    if (paths && (any || now != *before)) print_totals(w, w->round > 1 ? "changed" : "checked");
    if (!paths) exit = tt_opt_no_memory();
    free(paths);
    free(counts);
  }
  *before = now;
  tt_opt_options_free(&o);
  return exit;
}

int tt_opt_watch(char **argv, int (*run)(tt_opt_options *options, tt_opt_watch_counts *counts)) {
  watch w = {.round = 0};
  uint32_t files = 0;
  tta_arena_init(&w.arena, &tta_malloc_allocator);
  tta_strmap_init(&w.paths, &tta_malloc_allocator);
  tta_strmap_init(&w.names, &tta_malloc_allocator);
  int exit;
  const struct timespec pause = {POLL_MILLISECONDS / 1000, POLL_MILLISECONDS % 1000 * 1000000L};
  do exit = look(&w, argv, &files, run);
  while ((exit < 0 || w.round > 1 || exit != TTA_EXIT_FAILED) && !nanosleep(&pause, NULL));
  tta_strmap_free(&w.paths);
  tta_strmap_free(&w.names);
  tta_arena_free(&w.arena);
  return exit < 0 ? TTA_EXIT_DONE : exit;
}
