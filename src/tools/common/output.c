/* Output in pieces, and replacing a file by a temporary one (process.c removes those after a signal). */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* fchown, faccessat */
#endif
#include "tools/common/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/arena.h"
#include "tools/common/process.h"

enum {
  VECTORS = 512,       /* of one writev; the system accepts 1024 (UIO_MAXIOV) */
  STAGE_BYTES = 32768, /* short pieces are collected here */
  SHORT_BYTES = 1024,  /* smaller pieces are copied: an edit every 50 bytes of 10 MB took 22.5 ms instead of 28.6 */
  MAX_LINKS = 40,      /* limit of the kernel (path_resolution(7)) */
  MAX_TEMP_NAMES = 100,
};

static bool fail(tta_output *output, const char *action, int error) {
  if (!output->failure.action) output->failure = (tta_io_failure){action, error, NULL};
  return false;
}

/* Each path has an allocation of its size including the NUL. */
static char *path_of(tta_output *output, const char *head, size_t head_size, const char *tail) {
  size_t tail_size = strlen(tail);
  char *path = output->allocator->allocate(output->allocator->user, head_size + tail_size + 1);
  if (!path) {
    fail(output, "cannot write", ENOMEM);
    return NULL;
  }
  if (head_size) memcpy(path, head, head_size);
  memcpy(path + head_size, tail, tail_size + 1);
  return path;
}

static void free_path(tta_output *output, char **path) {
  if (*path) output->allocator->release(output->allocator->user, *path, strlen(*path) + 1);
  *path = NULL;
}

/* Bytes of "a/b/" in "a/b/c". */
static size_t directory_size(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Replaces output->target, a link, by its target. */
static bool follow_link(tta_output *output) {
  char name[4096];
  ssize_t size = readlink(output->target, name, sizeof name - 1);
  if (size < 0) return fail(output, "cannot write", errno);
  if ((size_t)size == sizeof name - 1) return fail(output, "cannot write", ENAMETOOLONG);
  name[size] = 0;
  char *next = path_of(output, output->target, name[0] == '/' ? 0 : directory_size(output->target), name);
  if (!next) return false;
  free_path(output, &output->target);
  output->target = next;
  return true;
}

/* Sets output->target to the file at the end of all links, which may not exist yet. */
static bool resolve(tta_output *output, const char *path) {
  struct stat stat;
  output->target = path_of(output, path, 0, path);
  if (!output->target) return false;
  for (int links = 0; lstat(output->target, &stat) == 0 && S_ISLNK(stat.st_mode); links++) {
    if (links == MAX_LINKS) return fail(output, "cannot write", ELOOP);
    if (!follow_link(output)) return false;
  }
  return true;
}

static bool create_temp(tta_output *output, unsigned mode) {
  for (int i = 0; i < MAX_TEMP_NAMES; i++) {
    char name[48];
    snprintf(name, sizeof name, ".tt-%ld-%d.tmp", (long)getpid(), i);
    output->temp = path_of(output, output->target, directory_size(output->target), name);
    if (!output->temp) return false;
    output->descriptor = tta_process_create_temp(output->temp, mode, &output->temp_handle);
    if (output->descriptor >= 0) return true;
    free_path(output, &output->temp);
    if (errno != EEXIST) break; /* EEXIST: of another thread, or left by a killed process with the same id */
  }
  bool missing = errno == ENOENT || errno == ENOTDIR;
  return fail(output, missing ? "cannot write" : "cannot create a temporary file beside", errno);
}

/* The new file gets the mode and the owner of the old one. If the owner cannot be set the file is written anyway, but
 * without set-id bits, which would be those of another user. */
static bool copy_mode(tta_output *output, const struct stat *old) {
  mode_t mode = old->st_mode & 07777;
  struct stat created;
  if (fstat(output->descriptor, &created) != 0) return fail(output, "cannot write", errno);
  bool same_owner = created.st_uid == old->st_uid && created.st_gid == old->st_gid;
  if (!same_owner && fchown(output->descriptor, old->st_uid, old->st_gid) != 0) mode &= 0777;
  if (fchmod(output->descriptor, mode) != 0) return fail(output, "cannot write", errno);
  return true;
}

static bool open_directly(tta_output *output, const char *path) {
  free_path(output, &output->target);
  do output->descriptor = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC | O_TRUNC);
  while (output->descriptor < 0 && errno == EINTR);
  return output->descriptor >= 0 || fail(output, "cannot write", errno);
}

bool tta_output_open(tta_output *output, const char *path, const tta_allocator *allocator) {
  *output = (tta_output){.name = "<stdout>", .allocator = tta_allocator_or_default(allocator), .temp_handle = -1};
  output->descriptor = STDOUT_FILENO;
  if (!path || strcmp(path, "-") == 0) return true;
  output->name = path;
  output->descriptor = -1;
  struct stat named, resolve_links;
  bool exists = stat(path, &named) == 0;
  if (!exists && errno != ENOENT) return fail(output, "cannot write", errno);
  if (exists && !S_ISREG(named.st_mode)) return open_directly(output, path);
  if (!resolve(output, path)) return false;
  if (!exists) return create_temp(output, 0666);
  if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0) return fail(output, "cannot write", errno);
  /* /dev/stdout leads to /proc/self/fd/N, a link whose text may no longer name the file */
  bool found = stat(output->target, &resolve_links) == 0 && resolve_links.st_ino == named.st_ino &&
               resolve_links.st_dev == named.st_dev;
  if (!found) return open_directly(output, path);
  output->has_links = named.st_nlink > 1;
  return create_temp(output, 0600) && copy_mode(output, &named);
}

static bool wait_until_writable(int descriptor) {
  struct pollfd waiting = {.fd = descriptor, .events = POLLOUT};
  return poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

/* Drops the first `size` bytes of the vectors. */
static void advance(struct iovec **vectors, int *count, size_t size) {
  while (*count > 0 && size >= (*vectors)->iov_len) {
    size -= (*vectors)->iov_len;
    ++*vectors;
    --*count;
  }
  if (size == 0) return;
  (*vectors)->iov_base = (char *)(*vectors)->iov_base + size;
  (*vectors)->iov_len -= size;
}

static bool write_all(tta_output *output, struct iovec *vectors, int count) {
  if (output->failure.action) return false;
  while (count > 0) {
    ssize_t written = writev(output->descriptor, vectors, count);
    if (written >= 0) {
      output->wrote = true;
      advance(&vectors, &count, (size_t)written);
    } else if (errno == EAGAIN && wait_until_writable(output->descriptor)) {
      continue;
    } else if (errno != EINTR) {
      return fail(output, "cannot write", errno);
    }
  }
  return true;
}

bool tta_output_bytes(tta_output *output, const char *data, size_t size) {
  struct iovec vector = {(void *)(uintptr_t)data, size};
  return write_all(output, &vector, size > 0);
}

/* Pieces to be written: long ones are referenced, runs of short ones are copied together. */
typedef struct gather {
  tta_output *output;
  int count;
  size_t staged;
  struct iovec vectors[VECTORS];
  char stage[STAGE_BYTES];
} gather;

static bool flush(gather *pieces) {
  bool ok = write_all(pieces->output, pieces->vectors, pieces->count);
  pieces->count = 0;
  pieces->staged = 0;
  return ok;
}

static bool put(gather *pieces, const char *data, size_t size) {
  if (size == 0) return true;
  bool is_short = size < SHORT_BYTES;
  bool full = pieces->count == VECTORS || (is_short && STAGE_BYTES - pieces->staged < size);
  if (full && !flush(pieces)) return false;
  if (is_short) {
    char *copy = pieces->stage + pieces->staged;
    memcpy(copy, data, size);
    pieces->staged += size;
    struct iovec *last = pieces->count > 0 ? &pieces->vectors[pieces->count - 1] : NULL;
    if (last && (char *)last->iov_base + last->iov_len == copy) {
      last->iov_len += size;
      return true;
    }
    data = copy;
  }
  pieces->vectors[pieces->count++] = (struct iovec){(void *)(uintptr_t)data, size};
  return true;
}

bool tta_output_edited(tta_output *output, tta_str original, const tta_edit *edits, size_t num_edits) {
  gather pieces;
  pieces.output = output;
  pieces.count = 0;
  pieces.staged = 0;
  size_t at = 0;
  for (size_t i = 0; i < num_edits; i++) {
    size_t begin = edits[i].span.begin, end = edits[i].span.end;
    if (begin < at || end < begin || end > original.size) return fail(output, "cannot write", EINVAL);
    if (!put(&pieces, original.data + at, begin - at)) return false;
    if (!put(&pieces, edits[i].text.data, edits[i].text.size)) return false;
    at = end;
  }
  return put(&pieces, original.data + at, original.size - at) && flush(&pieces);
}

/* Some systems report a lost write only when the file is closed (close(2), "Dealing with error returns"). Standard
 * output remains open, so that no later file gets its descriptor. */
static void close_descriptor(tta_output *output) {
  int descriptor = output->descriptor;
  if (descriptor == STDOUT_FILENO) descriptor = output->wrote ? dup(STDOUT_FILENO) : -1;
  if (descriptor >= 0 && close(descriptor) != 0 && errno != EINTR) fail(output, "cannot write", errno);
  output->descriptor = -1;
}

static void forget(tta_output *output) {
  if (!tta_process_forget_temp(output->temp_handle)) output->temp = NULL; /* a signal handler is reading it */
  free_path(output, &output->temp);
  free_path(output, &output->target);
}

/* Copies the temporary file into `target`, so that the other hard links of that have the new text, too. */
static bool copy_into(tta_output *output, int from, int target) {
  char block[STAGE_BYTES];
  off_t size = 0;
  for (;;) {
    ssize_t got = read(from, block, sizeof block);
    if (got == 0) return ftruncate(target, size) == 0 || fail(output, "cannot write", errno);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(output, "cannot write", errno);
    for (ssize_t done = 0; done < got;) {
      ssize_t written = write(target, block + done, (size_t)(got - done));
      if (written < 0 && errno != EINTR) return fail(output, "cannot write", errno);
      if (written > 0) done += written;
    }
    size += got;
  }
}

/* The temporary file is removed only after that, so that the text is never lost. */
static bool rewrite_links(tta_output *output) {
  int from = open(output->temp, O_RDONLY | O_CLOEXEC), target = open(output->target, O_WRONLY | O_NOCTTY | O_CLOEXEC);
  bool good = from >= 0 && target >= 0 ? copy_into(output, from, target) : fail(output, "cannot write", errno);
  if (from >= 0) close(from);
  if (target >= 0 && close(target) != 0 && errno != EINTR) good = fail(output, "cannot write", errno);
  if (good) unlink(output->temp);
  return good;
}

bool tta_output_close(tta_output *output) {
  close_descriptor(output);
  bool replace = output->temp && !output->failure.action;
  if (output->temp && output->failure.action) unlink(output->temp);
  if (replace && output->has_links) rewrite_links(output);
  else if (replace && rename(output->temp, output->target) != 0) {
    fail(output, "cannot write", errno);
    unlink(output->temp);
  }
  forget(output);
  return !output->failure.action;
}

void tta_output_discard(tta_output *output) {
  close_descriptor(output);
  if (output->temp) unlink(output->temp);
  forget(output);
}

int tta_print_and_free(const char *program, tta_buf *text, const char *path) {
  bool to_file = path && strcmp(path, "-") != 0;
  int status = TTA_EXIT_DONE;
  if (text->failed) {
    tta_print_no_memory(program);
    status = TTA_EXIT_FAILED;
  } else if (text->size || to_file) {
    tta_output output;
    tta_output_open(&output, to_file ? path : NULL, NULL);
    tta_output_bytes(&output, text->data, text->size);
    if (!tta_output_close(&output)) {
      tta_print_io_failure(program, &output.failure, output.name);
      status = TTA_EXIT_FAILED;
    }
  }
  tta_buf_free(text);
  return status;
}

int tta_report_and_free(const char *program, tta_buf *text, int exit) {
  if (text->size && fwrite(text->data, 1, text->size, stderr) != text->size) { /* cannot be reported anywhere */ }
  if (text->failed) tta_print_no_memory(program);
  if (text->failed) exit = TTA_EXIT_FAILED;
  tta_buf_free(text);
  return exit;
}
