/* Pages of pictures below /tmp, and configuration files. */
#define _GNU_SOURCE /* mkdtemp */
#include "files.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/chars.h"
#include "base/str.h"

/* ---- pages ---- */

enum { MAX_PAGES = 16 }; /* the oldest one is replaced */

static void page_path(const tt_lsp_pages *p, unsigned number, char path[96]) {
  snprintf(path, 96, "%s/picture-%u.html", p->directory, number);
}

void tt_lsp_store_page(void *user, tta_str html, uint64_t number, tta_buf *uri) {
  tt_lsp_pages *p = user;
  char path[96];
  if (!*p->directory) {
    snprintf(p->directory, sizeof p->directory, "/tmp/tt-lsp-server.XXXXXX");
    if (!mkdtemp(p->directory)) *p->directory = 0;
  }
  if (!*p->directory) return;
  unsigned slot = (unsigned)(number % MAX_PAGES);
  page_path(p, slot, path);
  if (slot >= p->count) p->count = slot + 1;
  FILE *f = fopen(path, "wb");
  if (!f) return;
  bool written = fwrite(html.data, 1, html.size, f) == html.size;
  if (!fclose(f) && written) tta_buf_printf(uri, "file://%s", path);
}

void tt_lsp_remove_pages(const tt_lsp_pages *p) {
  char path[96];
  for (unsigned i = 0; i < p->count; i++) {
    page_path(p, i, path);
    unlink(path);
  }
  if (*p->directory) rmdir(p->directory);
}

/* ---- configuration files ---- */

/* The path of `file:///a%20b`. @return false: another scheme, or a path that is too long */
static bool path_of(tta_str uri, char path[PATH_MAX]) {
  size_t size = 0;
  if (!tta_str_skip(&uri, "file://") || !uri.size || uri.data[0] != '/') return false;
  for (size_t i = 0; i < uri.size; i++) {
    char c = uri.data[i];
    bool escaped = c == '%' && i + 2 < uri.size && tta_hex_value(uri.data[i + 1]) >= 0 &&
                   tta_hex_value(uri.data[i + 2]) >= 0;
    if (escaped) c = (char)(tta_hex_value(uri.data[i + 1]) * 16 + tta_hex_value(uri.data[i + 2]));
    if (escaped) i += 2;
    if (!c || size + 1 >= PATH_MAX) return false;
    path[size++] = c;
  }
  path[size] = 0;
  return true;
}

/* Appends a regular file of at most 1 MiB; a device or a pipe could block. */
static bool append_file(const char *path, tta_buf *out) {
  enum { MAX_BYTES = 1 << 20 };
  char block[4096];
  struct stat info;
  ssize_t size = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  bool is_regular = !fstat(file, &info) && S_ISREG(info.st_mode) && info.st_size <= MAX_BYTES;
  while (is_regular && (size = read(file, block, sizeof block)) > 0) tta_buf_bytes(out, block, (size_t)size);
  close(file);
  return is_regular;
}

/* Appends the configuration file of a document. @param directory receives where it is; the root is empty
 *  @return false: there is none */
static bool find_configuration(tta_str uri, char directory[PATH_MAX], tta_buf *toml) {
  static const char name[] = "/.tt-opt.toml";
  char candidate[PATH_MAX + sizeof name];
  if (!path_of(uri, directory)) return false;
  for (char *slash; (slash = strrchr(directory, '/')) != NULL;) {
    *slash = 0; /* the directory; empty: the root */
    snprintf(candidate, sizeof candidate, "%s%s", directory, name);
    if (append_file(candidate, toml)) return true;
  }
  return false;
}

void tt_lsp_find_configuration(void *user, tta_str uri, tta_buf *toml) {
  char directory[PATH_MAX];
  (void)user;
  find_configuration(uri, directory, toml);
}

void tt_lsp_read_file(void *user, tta_str uri, tta_str path, tta_buf *text) {
  char directory[PATH_MAX], file[2 * PATH_MAX];
  (void)user;
  tta_buf toml = tta_buf_new(NULL);
  bool found = find_configuration(uri, directory, &toml);
  tta_buf_free(&toml);
  if (!found || !path.size || path.size >= PATH_MAX || memchr(path.data, 0, path.size)) return;
  snprintf(file, sizeof file, "%s%s%.*s", *path.data == '/' ? "" : directory, *path.data == '/' ? "" : "/",
           TTA_STR_ARGS(path));
  append_file(file, text);
}
