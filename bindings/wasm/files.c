/* The functions of WASI that the C library calls, on files in memory, so that the module imports nothing. The root
 * directory is descriptor 3. There are no links, no clocks and no environment. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wasi/api.h>

#include "base/array.h"
#include "module.h"

enum { ROOT = 3, FIRST_OPEN = 4, MAX_OPEN = 32, MAX_NAME_BYTES = PATH_MAX };

typedef struct file {
  char *name; /* below the root */
  char *data;
  size_t size, capacity;
  bool written;
} file;

typedef struct open_file {
  size_t file; /* 1 more than its index; 0: closed */
  size_t position;
} open_file;

static struct {
  file *items;
  uint32_t num_items, cap_items;
  open_file open[MAX_OPEN];
  size_t stdin_position;
} files;

static const char STDIN_NAME[] = "-";

/* "./a/./b" and "/a/b" are "a/b". `name` has the text and a NUL. */
static void normalize(char *name, size_t size) {
  size_t out = 0;
  for (size_t at = 0; at < size;) {
    size_t end = at;
    while (end < size && name[end] != '/') end++;
    bool skipped = end == at || (end == at + 1 && name[at] == '.');
    if (!skipped) {
      if (out) name[out++] = '/';
      memmove(name + out, name + at, end - at);
      out += end - at;
    }
    at = end + 1;
  }
  name[out] = 0;
}

static file *find(const char *path) {
  char name[MAX_NAME_BYTES];
  size_t size = strlen(path);
  if (size >= sizeof name) return NULL;
  memcpy(name, path, size + 1);
  normalize(name, size);
  for (uint32_t i = 0; i < files.num_items; i++)
    if (files.items[i].name && !strcmp(files.items[i].name, name)) return &files.items[i];
  return NULL;
}

static bool is_directory(const char *path) {
  char name[MAX_NAME_BYTES];
  size_t size = strlen(path);
  if (size >= sizeof name) return false;
  memcpy(name, path, size + 1);
  normalize(name, size);
  size = strlen(name);
  bool found = !size;
  for (uint32_t i = 0; i < files.num_items && !found; i++) {
    const char *other = files.items[i].name;
    found = other && !strncmp(other, name, size) && other[size] == '/';
  }
  return found;
}

static void free_file(file *f) {
  free(f->name);
  free(f->data);
  *f = (file){.name = NULL};
}

/* A new file, or an existing one without its contents. @param data taken */
static file *put(tta_str path, char *data, size_t size) {
  char *name = malloc(path.size + 1);
  if (!name) return NULL;
  if (path.size) memcpy(name, path.data, path.size);
  name[path.size] = 0;
  normalize(name, path.size);
  file *f = find(name);
  if (!f && !TTA_GROW(&tta_malloc_allocator, &files, items, 1)) {
    free(name);
    return NULL;
  }
  if (f) free_file(f);
  else f = &files.items[files.num_items++];
  *f = (file){.name = name, .data = data, .size = size, .capacity = size};
  return f;
}

bool files_put(tta_str name, char *data, size_t size) { return put(name, data, size) != NULL; }

bool files_get(tta_str path, tta_str *data) {
  char name[MAX_NAME_BYTES];
  if (path.size >= sizeof name) return false;
  memcpy(name, path.data, path.size);
  name[path.size] = 0;
  const file *f = find(name);
  if (f) *data = (tta_str){f->data, f->size};
  return f != NULL;
}

void files_json(tta_json *json) {
  for (uint32_t i = 0; i < files.num_items; i++) {
    const file *f = &files.items[i];
    if (f->name && f->written) {
      tta_json_key(json, f->name);
      tta_json_string(json, (tta_str){f->data, f->size});
    }
  }
}

void files_clear(void) {
  for (uint32_t i = 0; i < files.num_items; i++) free_file(&files.items[i]);
  TTA_ARRAY_FREE(&tta_malloc_allocator, &files, items);
  files.stdin_position = 0;
  memset(files.open, 0, sizeof files.open);
}

/* ---- descriptors ---- */

static open_file *opened(__wasi_fd_t descriptor) {
  if (descriptor < FIRST_OPEN || descriptor >= FIRST_OPEN + MAX_OPEN) return NULL;
  open_file *o = &files.open[descriptor - FIRST_OPEN];
  return o->file ? o : NULL;
}

static file *file_of(__wasi_fd_t descriptor, size_t **position) {
  open_file *o = opened(descriptor);
  *position = o ? &o->position : &files.stdin_position;
  if (descriptor == 0) return find(STDIN_NAME);
  return o ? &files.items[o->file - 1] : NULL;
}

__wasi_errno_t __wasi_fd_read(__wasi_fd_t fd, const __wasi_iovec_t *vectors, size_t count, __wasi_size_t *got) {
  size_t *position;
  file *f = file_of(fd, &position);
  *got = 0;
  if (!f) return fd == 0 ? __WASI_ERRNO_SUCCESS : __WASI_ERRNO_BADF;
  for (size_t i = 0; i < count; i++) {
    size_t rest = f->size > *position ? f->size - *position : 0;
    size_t size = vectors[i].buf_len < rest ? vectors[i].buf_len : rest;
    if (size) memcpy(vectors[i].buf, f->data + *position, size);
    *position += size;
    *got += size;
  }
  return __WASI_ERRNO_SUCCESS;
}

static bool write_bytes(file *f, size_t *position, const void *bytes, size_t size) {
  size_t end = *position + size;
  if (end > f->capacity) {
    size_t capacity = end + end / 2;
    char *data = realloc(f->data, capacity);
    if (!data) return false;
    f->data = data;
    f->capacity = capacity;
  }
  if (*position > f->size) memset(f->data + f->size, 0, *position - f->size);
  if (size) memcpy(f->data + *position, bytes, size);
  *position = end;
  if (end > f->size) f->size = end;
  f->written = true;
  return true;
}

__wasi_errno_t __wasi_fd_write(__wasi_fd_t fd, const __wasi_ciovec_t *vectors, size_t count, __wasi_size_t *written) {
  tta_buf *stream = fd == 1 ? &module.result : fd == 2 ? &module.messages : NULL;
  size_t *position;
  file *f = stream ? NULL : file_of(fd, &position);
  *written = 0;
  if (!stream && (!f || fd == 0)) return __WASI_ERRNO_BADF;
  for (size_t i = 0; i < count; i++) {
    size_t size = vectors[i].buf_len;
    if (stream) tta_buf_bytes(stream, (const char *)vectors[i].buf, size);
    if (stream ? stream->failed : !write_bytes(f, position, vectors[i].buf, size)) return __WASI_ERRNO_NOSPC;
    *written += size;
  }
  return __WASI_ERRNO_SUCCESS;
}

__wasi_errno_t __wasi_fd_seek(__wasi_fd_t fd, __wasi_filedelta_t offset, __wasi_whence_t whence,
                              __wasi_filesize_t *now) {
  size_t *position;
  file *f = file_of(fd, &position);
  if (!f && fd) return fd < ROOT ? __WASI_ERRNO_SPIPE : __WASI_ERRNO_BADF;
  int64_t from = whence == __WASI_WHENCE_SET ? 0 : (int64_t)(whence == __WASI_WHENCE_CUR ? *position : f ? f->size : 0);
  if (from + offset < 0) return __WASI_ERRNO_INVAL;
  *position = (size_t)(from + offset);
  *now = *position;
  return __WASI_ERRNO_SUCCESS;
}

__wasi_errno_t __wasi_fd_tell(__wasi_fd_t fd, __wasi_filesize_t *now) {
  return __wasi_fd_seek(fd, 0, __WASI_WHENCE_CUR, now);
}

__wasi_errno_t __wasi_fd_close(__wasi_fd_t fd) {
  open_file *o = opened(fd);
  if (o) o->file = 0;
  return o || fd < ROOT ? __WASI_ERRNO_SUCCESS : __WASI_ERRNO_BADF;
}

static __wasi_filetype_t type_of(__wasi_fd_t fd) {
  if (fd == ROOT) return __WASI_FILETYPE_DIRECTORY;
  return __WASI_FILETYPE_REGULAR_FILE;
}

__wasi_errno_t __wasi_fd_fdstat_get(__wasi_fd_t fd, __wasi_fdstat_t *out) {
  *out = (__wasi_fdstat_t){.fs_filetype = type_of(fd),
                           .fs_rights_base = ~(__wasi_rights_t)0, .fs_rights_inheriting = ~(__wasi_rights_t)0};
  return fd <= ROOT || opened(fd) ? __WASI_ERRNO_SUCCESS : __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_fdstat_set_flags(__wasi_fd_t fd, __wasi_fdflags_t flags) {
  (void)fd, (void)flags;
  return __WASI_ERRNO_SUCCESS;
}

static void describe(__wasi_filestat_t *out, const file *f, __wasi_filetype_t type) {
  *out = (__wasi_filestat_t){.ino = f ? (__wasi_inode_t)(f - files.items) + 1 : 0, .filetype = type, .nlink = 1,
                             .size = f ? f->size : 0};
}

__wasi_errno_t __wasi_fd_filestat_get(__wasi_fd_t fd, __wasi_filestat_t *out) {
  size_t *position;
  const file *f = file_of(fd, &position);
  describe(out, f, type_of(fd));
  return fd <= ROOT || f ? __WASI_ERRNO_SUCCESS : __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_filestat_set_size(__wasi_fd_t fd, __wasi_filesize_t size) {
  size_t *position;
  file *f = file_of(fd, &position);
  if (!f) return __WASI_ERRNO_BADF;
  if (size < f->size) f->size = (size_t)size;
  return __WASI_ERRNO_SUCCESS;
}

__wasi_errno_t __wasi_fd_prestat_get(__wasi_fd_t fd, __wasi_prestat_t *out) {
  *out = (__wasi_prestat_t){.tag = __WASI_PREOPENTYPE_DIR, .u.dir.pr_name_len = 1};
  return fd == ROOT ? __WASI_ERRNO_SUCCESS : __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_prestat_dir_name(__wasi_fd_t fd, uint8_t *path, __wasi_size_t size) {
  (void)fd;
  if (size) path[0] = '/';
  return __WASI_ERRNO_SUCCESS;
}

/* Directories are never listed. */
__wasi_errno_t __wasi_fd_readdir(__wasi_fd_t fd, uint8_t *buf, __wasi_size_t size, __wasi_dircookie_t cookie,
                                 __wasi_size_t *used) {
  (void)fd, (void)buf, (void)size, (void)cookie;
  *used = 0;
  return __WASI_ERRNO_SUCCESS;
}

/* ---- paths ---- */

__wasi_errno_t __wasi_path_open(__wasi_fd_t fd, __wasi_lookupflags_t lookup, const char *path, __wasi_oflags_t flags,
                                __wasi_rights_t rights, __wasi_rights_t inheriting, __wasi_fdflags_t fdflags,
                                __wasi_fd_t *out) {
  (void)fd, (void)lookup, (void)rights, (void)inheriting, (void)fdflags;
  file *f = find(path);
  if (f && flags & __WASI_OFLAGS_EXCL) return __WASI_ERRNO_EXIST;
  if (!f && is_directory(path)) return __WASI_ERRNO_ISDIR;
  if (!f && !(flags & __WASI_OFLAGS_CREAT)) return __WASI_ERRNO_NOENT;
  if (!f) {
    if (!(f = put((tta_str){path, strlen(path)}, NULL, 0))) return __WASI_ERRNO_NOMEM;
    f->written = true;
  }
  if (flags & __WASI_OFLAGS_TRUNC) f->size = 0;
  for (uint32_t i = 0; i < MAX_OPEN; i++) {
    if (files.open[i].file) continue;
    files.open[i] = (open_file){.file = (size_t)(f - files.items) + 1};
    *out = FIRST_OPEN + (__wasi_fd_t)i;
    return __WASI_ERRNO_SUCCESS;
  }
  return __WASI_ERRNO_MFILE;
}

__wasi_errno_t __wasi_path_filestat_get(__wasi_fd_t fd, __wasi_lookupflags_t flags, const char *path,
                                        __wasi_filestat_t *out) {
  (void)fd, (void)flags;
  const file *f = find(path);
  describe(out, f, f ? __WASI_FILETYPE_REGULAR_FILE : __WASI_FILETYPE_DIRECTORY);
  return f || is_directory(path) ? __WASI_ERRNO_SUCCESS : __WASI_ERRNO_NOENT;
}

__wasi_errno_t __wasi_path_readlink(__wasi_fd_t fd, const char *path, uint8_t *buf, __wasi_size_t size,
                                    __wasi_size_t *used) {
  (void)fd, (void)path, (void)buf, (void)size;
  *used = 0;
  return __WASI_ERRNO_INVAL; /* not a link */
}

__wasi_errno_t __wasi_path_unlink_file(__wasi_fd_t fd, const char *path) {
  (void)fd;
  file *f = find(path);
  if (f) free_file(f);
  return f ? __WASI_ERRNO_SUCCESS : __WASI_ERRNO_NOENT;
}

__wasi_errno_t __wasi_path_rename(__wasi_fd_t fd, const char *from, __wasi_fd_t to_fd, const char *to) {
  (void)fd, (void)to_fd;
  file *f = find(from);
  if (!f) return __WASI_ERRNO_NOENT;
  file *moved = put((tta_str){to, strlen(to)}, NULL, 0); /* may move the list */
  f = find(from);
  if (!moved || !f) return __WASI_ERRNO_NOMEM;
  moved->data = f->data;
  moved->size = f->size;
  moved->capacity = f->capacity;
  moved->written = true;
  f->data = NULL;
  free_file(f);
  return __WASI_ERRNO_SUCCESS;
}

__wasi_errno_t __wasi_path_create_directory(__wasi_fd_t fd, const char *path) {
  (void)fd, (void)path;
  return __WASI_ERRNO_SUCCESS;
}

__wasi_errno_t __wasi_path_remove_directory(__wasi_fd_t fd, const char *path) {
  (void)fd, (void)path;
  return __WASI_ERRNO_SUCCESS;
}

/* Used by no tool, but part of the same files of the C library. */

__wasi_errno_t __wasi_path_filestat_set_times(__wasi_fd_t fd, __wasi_lookupflags_t flags, const char *path,
                                              __wasi_timestamp_t accessed, __wasi_timestamp_t modified,
                                              __wasi_fstflags_t which) {
  (void)fd, (void)flags, (void)path, (void)accessed, (void)modified, (void)which;
  return __WASI_ERRNO_NOSYS;
}

__wasi_errno_t __wasi_path_link(__wasi_fd_t fd, __wasi_lookupflags_t flags, const char *path, __wasi_fd_t to_fd,
                                const char *to) {
  (void)fd, (void)flags, (void)path, (void)to_fd, (void)to;
  return __WASI_ERRNO_NOSYS;
}

__wasi_errno_t __wasi_path_symlink(const char *path, __wasi_fd_t fd, const char *to) {
  (void)path, (void)fd, (void)to;
  return __WASI_ERRNO_NOSYS;
}

/* ---- the rest of the system ---- */

__wasi_errno_t __wasi_environ_sizes_get(__wasi_size_t *count, __wasi_size_t *size) {
  *count = *size = 0;
  return __WASI_ERRNO_SUCCESS;
}

__wasi_errno_t __wasi_environ_get(uint8_t **list, uint8_t *texts) {
  (void)list, (void)texts;
  return __WASI_ERRNO_SUCCESS;
}

__wasi_errno_t __wasi_clock_time_get(__wasi_clockid_t id, __wasi_timestamp_t precision, __wasi_timestamp_t *out) {
  (void)id, (void)precision;
  *out = 0;
  return __WASI_ERRNO_SUCCESS;
}

__wasi_errno_t __wasi_poll_oneoff(const __wasi_subscription_t *in, __wasi_event_t *out, size_t count,
                                  __wasi_size_t *ready) {
  (void)in, (void)out, (void)count;
  *ready = 0;
  return __WASI_ERRNO_SUCCESS;
}

_Noreturn void __wasi_proc_exit(__wasi_exitcode_t status) {
  (void)status;
  __builtin_trap();
}
