/* Regions: memory, or a mapped file without a name. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* mkstemp */
#endif
#include "region.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const size_t MAX_MEMORY_BYTES = (size_t)256 << 20;

/* The template of a file beside `path`, or NULL: no memory. */
static char *template_of(const char *path) {
  static const char name[] = "/.tt-layout-XXXXXX";
  const char *slash = path && strcmp(path, "-") != 0 ? strrchr(path, '/') : NULL, *folder = getenv("TMPDIR");
  size_t size = slash ? (size_t)(slash - path) : 0;
  if (path && strcmp(path, "-") != 0) folder = slash ? path : ".";
  else if (!folder || !*folder) folder = "/tmp";
  if (!slash) size = strlen(folder);
  char *text = malloc(size + sizeof name);
  if (!text) return NULL;
  memcpy(text, folder, size);
  memcpy(text + size, name, sizeof name);
  return text;
}

static bool map_file(tt_layout_region *region, const char *path, tta_io_failure *failure) {
  char *name = template_of(path);
  int descriptor = name ? mkstemp(name) : -1, error = errno;
  if (!name) *failure = (tta_io_failure){"cannot write", ENOMEM, NULL};
  else if (descriptor < 0) *failure = (tta_io_failure){"cannot create a temporary file beside", error, NULL};
  if (descriptor >= 0) {
    (void)fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    unlink(name);
  }
  free(name);
  if (descriptor < 0) return false;
  error = posix_fallocate(descriptor, 0, (off_t)region->size); /* a full disk is an error now, and not a signal later */
  void *bytes = MAP_FAILED;
  if (!error) {
    bytes = mmap(NULL, region->size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (bytes == MAP_FAILED) error = errno;
  }
  close(descriptor);
  if (error) *failure = (tta_io_failure){"cannot write a temporary file beside", error, NULL};
  region->bytes = error ? NULL : bytes;
  region->mapped = !error;
  return !error;
}

bool tt_layout_region_new(tt_layout_region *region, size_t size, const char *path, tta_io_failure *failure) {
  *region = (tt_layout_region){.size = size};
  if (size > MAX_MEMORY_BYTES) return map_file(region, path, failure);
  region->bytes = calloc(size ? size : 1, 1);
  if (!region->bytes) *failure = (tta_io_failure){"cannot write", ENOMEM, NULL};
  return region->bytes != NULL;
}

void tt_layout_region_free(tt_layout_region *region) {
  if (region->mapped) munmap(region->bytes, region->size);
  else free(region->bytes);
  *region = (tt_layout_region){.size = 0};
}
