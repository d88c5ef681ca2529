/* Owns finding the files. Does not read them (file.c). */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* openat and its family */
#endif
#include "tools/common/inputs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/common/memory.h"

static const tta_io_failure none = {NULL, 0, NULL};

/* Paths lie in their own allocations, as long as they are with their NUL: freed by tta_inputs_free. */
static void *allocate(tta_inputs *inputs, size_t size) {
  return inputs->allocator->allocate(inputs->allocator->user, size);
}

static void release_path(tta_inputs *inputs, char *path) {
  if (path) inputs->allocator->release(inputs->allocator->user, path, strlen(path) + 1);
}

static tta_status grow(tta_inputs *inputs) {
  if (inputs->size < inputs->capacity) return TTA_OK;
  size_t capacity = inputs->capacity ? inputs->capacity * 2 : 16, bytes;
  if (__builtin_mul_overflow(capacity, sizeof *inputs->items, &bytes)) return TTA_NO_MEMORY;
  void *items = inputs->items ? inputs->allocator->resize(inputs->allocator->user, inputs->items,
                                                          inputs->capacity * sizeof *inputs->items, bytes)
                              : allocate(inputs, bytes);
  if (!items) return TTA_NO_MEMORY;
  inputs->items = items;
  inputs->capacity = capacity;
  return TTA_OK;
}

/* The item owns `path` from here on, also when there is no memory for the item. */
static tta_status add_item(tta_inputs *inputs, char *path, tta_io_failure failure) {
  tta_status status = grow(inputs);
  if (status) {
    release_path(inputs, path);
    return status;
  }
  inputs->items[inputs->size++] = (tta_input_item){path, failure};
  return TTA_OK;
}

/* "directory/name"; a NULL name copies the directory. */
static char *join(tta_inputs *inputs, const char *directory, const char *name) {
  size_t head = strlen(directory), tail = name ? strlen(name) : 0;
  size_t slash = name && head > 0 && directory[head - 1] != '/';
  char *path = allocate(inputs, head + slash + tail + 1);
  if (!path) return NULL;
  memcpy(path, directory, head);
  if (slash) path[head] = '/';
  if (tail) memcpy(path + head + slash, name, tail);
  path[head + slash + tail] = 0;
  return path;
}

/* Directories still to be read: a list of their own, so that depth costs no stack. */
typedef struct directory_walk {
  tta_inputs *found;
  tta_inputs pending; /* only the paths are used */
} directory_walk;

static tta_status add_joined(tta_inputs *list, const char *directory, const char *name, tta_io_failure failure) {
  char *path = join(list, directory, name);
  return path ? add_item(list, path, failure) : TTA_NO_MEMORY;
}

static bool has_mlir_suffix(const char *name) {
  size_t size = strlen(name);
  return size > 5 && memcmp(name + size - 5, ".mlir", 5) == 0;
}

/* One name of an open directory. *error is set when the directory can be listed but not searched. */
static tta_status visit(directory_walk *walk, int descriptor, const char *directory, const char *name, int *error) {
  struct stat stat;
  bool wanted = has_mlir_suffix(name);
  if (fstatat(descriptor, name, &stat, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno != ENOENT) *error = errno;
    return wanted && errno == ENOENT ? add_joined(walk->found, directory, name, none) : TTA_OK; /* vanished just now */
  }
  if (S_ISDIR(stat.st_mode)) return add_joined(&walk->pending, directory, name, none);
  if (!wanted) return TTA_OK;
  if (S_ISLNK(stat.st_mode)) {
    if (fstatat(descriptor, name, &stat, 0) != 0) return add_joined(walk->found, directory, name, none);
    if (S_ISDIR(stat.st_mode)) return TTA_OK;
  }
  static const tta_io_failure special = {"cannot read", EINVAL, "neither a file nor a directory"};
  return add_joined(walk->found, directory, name, S_ISREG(stat.st_mode) ? none : special); /* a FIFO would block us */
}

static tta_status list_names(directory_walk *walk, DIR *open_directory, const char *directory, int *error) {
  tta_status status = TTA_OK;
  while (!status && !*error) {
    errno = 0;
    struct dirent *entry = readdir(open_directory);
    if (!entry) {
      *error = errno;
      return TTA_OK;
    }
    if (entry->d_name[0] != '.') status = visit(walk, dirfd(open_directory), directory, entry->d_name, error);
  }
  return status;
}

static tta_status list_directory(directory_walk *walk, const char *directory, bool follow) {
  tta_io_failure failure = {"cannot open", 0, NULL};
  int descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW));
  DIR *open_directory = descriptor < 0 ? NULL : fdopendir(descriptor);
  tta_status status = TTA_OK;
  if (!open_directory) {
    failure.error = errno;
    if (descriptor >= 0) close(descriptor);
  } else {
    failure.action = "cannot read";
    status = list_names(walk, open_directory, directory, &failure.error);
    closedir(open_directory);
  }
  if (status || !failure.error) return status;
  return add_joined(walk->found, directory, NULL, failure);
}

static int by_path(const void *a, const void *b) {
  return strcmp(((const tta_input_item *)a)->path, ((const tta_input_item *)b)->path);
}

static tta_status add_directory(tta_inputs *inputs, const char *root) {
  directory_walk walk = {.found = inputs, .pending.allocator = inputs->allocator};
  size_t first = inputs->size;
  tta_status status = list_directory(&walk, root, true);
  while (!status && walk.pending.size > 0) {
    char *directory = walk.pending.items[--walk.pending.size].path;
    status = list_directory(&walk, directory, false);
    release_path(inputs, directory);
  }
  tta_inputs_free(&walk.pending);
  /* strcmp compares as unsigned bytes (C17 7.24.4) */
  if (inputs->size > first) qsort(inputs->items + first, inputs->size - first, sizeof *inputs->items, by_path);
  return status;
}

tta_status tta_inputs_add(tta_inputs *inputs, const char *argument) {
  inputs->allocator = tta_tools_allocator(inputs->allocator);
  inputs->many |= ++inputs->num_arguments > 1;
  if (strcmp(argument, "-") == 0) {
    static const tta_io_failure twice = {"cannot read", EINVAL, "standard input is already an input"};
    tta_io_failure failure = inputs->has_stdin ? twice : none;
    inputs->has_stdin = true;
    return add_item(inputs, NULL, failure);
  }
  struct stat stat_now;
  if (stat(argument, &stat_now) == 0 && S_ISDIR(stat_now.st_mode)) {
    inputs->many = true;
    return add_directory(inputs, argument);
  }
  return add_joined(inputs, argument, NULL, none);
}

void tta_inputs_free(tta_inputs *inputs) {
  for (size_t i = 0; i < inputs->size; i++) release_path(inputs, inputs->items[i].path);
  if (inputs->items) {
    inputs->allocator->release(inputs->allocator->user, inputs->items, inputs->capacity * sizeof *inputs->items);
  }
  *inputs = (tta_inputs){.allocator = inputs->allocator};
}
