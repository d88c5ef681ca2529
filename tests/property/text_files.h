/* text_files.h: initial texts of property tests (lit files, the examples of rules.def, the shared corpus if it exists)
 * and mutations of texts by tokens. */
#ifndef TTA_TESTS_TEXT_FILES_H
#define TTA_TESTS_TEXT_FILES_H

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "random.h"
#include "ttattr/diag.h"

static inline size_t below(size_t n) { return n ? (size_t)(draw() % n) : 0; }

typedef struct text_list {
  tta_str *items; /* each NUL-terminated */
  size_t count, capacity;
} text_list;

static inline void add_text(text_list *list, const char *data, size_t size) {
  if (list->count == list->capacity)
    list->items = realloc(list->items, (list->capacity = list->capacity * 2 + 64) * sizeof *list->items);
  char *copy = malloc(size + 1);
  memcpy(copy, data, size);
  copy[size] = 0;
  list->items[list->count++] = (tta_str){copy, size};
}

static inline void add_file(text_list *list, const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return;
  static char text[1 << 20];
  size_t n = fread(text, 1, sizeof text, file);
  if (n < sizeof text) add_text(list, text, n);
  fclose(file);
}

static inline int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* All *.mlir below `path`, in order of their names. */
static inline void add_files(text_list *list, const char *path) {
  DIR *directory = opendir(path);
  if (!directory) return;
  char **names = NULL;
  size_t count = 0;
  for (struct dirent *entry; (entry = readdir(directory));) {
    if (entry->d_name[0] == '.') continue;
    names = realloc(names, (count + 1) * sizeof *names);
    names[count] = malloc(strlen(path) + strlen(entry->d_name) + 2);
    sprintf(names[count++], "%s/%s", path, entry->d_name);
  }
  closedir(directory);
  if (count) qsort(names, count, sizeof *names, by_name);
  for (size_t i = 0; i < count; i++) {
    struct stat status;
    size_t size = strlen(names[i]);
    if (!stat(names[i], &status) && S_ISDIR(status.st_mode)) add_files(list, names[i]);
    else if (size > 5 && !strcmp(names[i] + size - 5, ".mlir")) add_file(list, names[i]);
    free(names[i]);
  }
  free(names);
}

/* The root of the sources: the directory that is given, the working directory or the one above it (meson's build
 * directory). */
static inline const char *source_root(const char *given) {
  struct stat status;
  char path[4096];
  const char *roots[] = {given, ".", "..", "../.."};
  for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
    if (!roots[i]) continue;
    snprintf(path, sizeof path, "%s/lit/lit.cfg.py", roots[i]);
    if (!stat(path, &status)) return roots[i];
  }
  return ".";
}

static inline text_list all_texts(const char *given_root) {
  text_list list = {0};
  const char *root = source_root(given_root);
  char path[4096];
  snprintf(path, sizeof path, "%s/lit", root);
  add_files(&list, path);
  for (size_t r = 0; r < tta_num_rules(); r++) {
    const tta_rule_info *rule = tta_rule_get(tta_rule_at(r));
    if (rule->bad) add_text(&list, rule->bad, strlen(rule->bad));
    if (rule->good) add_text(&list, rule->good, strlen(rule->good));
  }
  snprintf(path, sizeof path, "%s/../shared/corpus", root);
  add_files(&list, path);
  return list;
}

static inline void free_texts(text_list *list) {
  for (size_t i = 0; i < list->count; i++) free((char *)list->items[i].data);
  free(list->items);
}

/* ---- mutations --------------------------------------------------------------------------------------------------- */

static inline size_t token_end(tta_str t, size_t at) {
  size_t end = at;
  while (end < t.size && (isalnum((unsigned char)t.data[end]) || t.data[end] == '_')) end++;
  return end > at ? end : at + 1;
}

static inline size_t random_token(tta_str t) {
  size_t at = below(t.size);
  while (at && (isalnum((unsigned char)t.data[at - 1]) || t.data[at - 1] == '_') && isalnum((unsigned char)t.data[at]))
    at--;
  return at;
}

/* One to three edits of tokens, blanks or numbers. @return the new size; `out` has room for t.size + 256, and gets a
 * NUL. */
static inline size_t mutate(tta_str t, char *out) {
  static const char *const pieces[] = {" ",           "  ",
                                       "\n",          "\t",
                                       " // c\n",     "0",
                                       "1",           "00",
                                       "2x",          ", ",
                                       "<",           ">",
                                       "(",           ")",
                                       "[",           "]",
                                       "{",           "}",
                                       "\"l1\"",      "d0",
                                       "d1",          " + ",
                                       " * ",         " mod ",
                                       " floordiv ",  " ceildiv ",
                                       "-",           "#a",
                                       "affine_map<", "f32",
                                       "x",           "?",
                                       "1 : i64",     "18446744073709551615",
                                       "0x10",        "=",
                                       ":",           "undef",
                                       "l1",          "tensor<2xf32>",
                                       " == 0",       "s0",
                                       "[s0]",        "d00",
                                       "12"};
  memcpy(out, t.data, t.size);
  size_t size = t.size;
  for (size_t edits = 1 + below(3); edits && size; edits--) {
    tta_str now = {out, size};
    size_t at = random_token(now), end = token_end(now, at), keep = 0;
    const char *piece = pieces[below(sizeof pieces / sizeof *pieces)];
    char number[32];
    switch (below(6)) {
    case 0: end = at; break;                              /* insert */
    case 1: piece = ""; break;                            /* delete */
    case 2: piece = " "; end = at; break;                 /* a blank */
    case 3:                                               /* another number */
      if (!isdigit((unsigned char)out[at])) break;
      snprintf(number, sizeof number, "%d", (int)below(below(2) ? 4 : 100));
      piece = number;
      break;
    case 4: {                                             /* another token of this text */
      size_t from = random_token(now);
      keep = token_end(now, from) - from;
      if (keep >= sizeof number) keep = 0;
      memcpy(number, out + from, keep);
      number[keep] = 0;
      piece = number;
      break;
    }
    default: break;                                       /* replace */
    }
    size_t n = strlen(piece);
    if (size - (end - at) + n > t.size + 250) continue;
    memmove(out + at + n, out + end, size - end);
    memcpy(out + at, piece, n);
    size += n - (end - at);
  }
  out[size] = 0;
  return size;
}

#endif
