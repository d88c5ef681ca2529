/* Owns getting the bytes of one input, and giving them back. Does not know which inputs there are (inputs.c), nor what
 * is done with them. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#endif
#include "tools/common/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/common/process.h"
#include "ttattr/buf.h"

static const tta_io_failure none = {NULL, 0, NULL};

static tta_io_failure cannot_read(int error) { return (tta_io_failure){"cannot read", error, NULL}; }
static tta_io_failure too_large(void) { return (tta_io_failure){"cannot read", EFBIG, "larger than 2 GiB"}; }

static bool wait_until_readable(int descriptor) {
  struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
  return poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

/* As many bytes as there are, at most `room`; 0 at the end; -1 and errno. */
static ssize_t read_some(int descriptor, char *to, size_t room) {
  for (;;) {
    ssize_t got = read(descriptor, to, room);
    if (got >= 0 || (errno != EINTR && errno != EAGAIN)) return got;
    if (errno == EAGAIN && !wait_until_readable(descriptor)) return -1;
  }
}

/* A file that grows is read as long as it does; the byte beyond the expected size is what finds the end. */
static tta_io_failure read_all(tta_input *input, int descriptor, size_t expected) {
  enum { STEP_BYTES = 64 * 1024, ONCE_BYTES = 1 << 30 };
  tta_buf buf;
  tta_buf_init(&buf, input->allocator);
  tta_io_failure failure = none;
  size_t more = expected ? expected + 1 : STEP_BYTES;
  while (!tta_io_failed(&failure)) {
    if (!tta_buf_reserve(&buf, more + TTA_INPUT_PADDING)) {
      failure = cannot_read(ENOMEM);
      break;
    }
    size_t room = buf.capacity - buf.size - TTA_INPUT_PADDING;
    ssize_t got = read_some(descriptor, buf.data + buf.size, room < ONCE_BYTES ? room : ONCE_BYTES);
    if (got == 0) break;
    if (got < 0) {
      failure = cannot_read(errno);
    } else {
      buf.size += (size_t)got;
      if (buf.size > TTA_INPUT_LIMIT_BYTES) failure = too_large();
      more = (size_t)got < room ? 1 : STEP_BYTES;
    }
  }
  if (tta_io_failed(&failure)) {
    tta_buf_free(&buf);
    return failure;
  }
  memset(buf.data + buf.size, 0, TTA_INPUT_PADDING);
  input->text = tta_buf_view(&buf);
  input->allocator = buf.allocator;
  input->block = buf.data;
  input->block_size = buf.capacity;
  return none;
}

/* Maps the file over the front of an anonymous region, whose rest is the padding. False: read it instead. */
static bool map_all(tta_input *input, int descriptor, size_t size) {
  long page = sysconf(_SC_PAGESIZE);
  if (page <= 0) return false;
  size_t mask = (size_t)page - 1;
  size_t file_size = (size + mask) & ~mask, region_size = (size + TTA_INPUT_PADDING + mask) & ~mask;
  int access = PROT_READ | PROT_WRITE; /* private: what is written stays ours */
  char *region = mmap(NULL, region_size, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (region == MAP_FAILED) return false;
  input->guard = tta_process_guard(region, file_size);
  if (input->guard < 0 || mmap(region, file_size, access, MAP_PRIVATE | MAP_FIXED, descriptor, 0) == MAP_FAILED) {
    tta_process_unguard(input->guard);
    munmap(region, region_size);
    return false;
  }
  memset(region + size, 0, region_size - size); /* makes the last page ours: a file that grows does not show there */
  input->text = (tta_str){region, size};
  input->block = region;
  input->block_size = region_size;
  input->descriptor = descriptor;
  return true;
}

static tta_io_failure read_descriptor(tta_input *input, int descriptor) {
  struct stat stat;
  if (fstat(descriptor, &stat) != 0) return cannot_read(errno);
  if (S_ISDIR(stat.st_mode)) return cannot_read(EISDIR);
  input->regular = S_ISREG(stat.st_mode);
  if (!input->regular) return read_all(input, descriptor, 0);
  if (stat.st_size > (off_t)TTA_INPUT_LIMIT_BYTES) return too_large();
  input->file_size = stat.st_size;
  input->file_seconds = stat.st_mtim.tv_sec;
  input->file_nanoseconds = stat.st_mtim.tv_nsec;
  size_t size = (size_t)stat.st_size;
  bool from_start = lseek(descriptor, 0, SEEK_CUR) == 0; /* standard input may have been read from already */
  if (from_start && size >= TTA_INPUT_MAP_BYTES && map_all(input, descriptor, size)) return none;
  return read_all(input, descriptor, size);
}

static tta_io_failure read_stdin(tta_input *input, const char *program) {
  input->name = "<stdin>";
  if (isatty(STDIN_FILENO) == 1)
    tta_print_message(program, "reading from the terminal; end the text with Ctrl-D, or see --help");
  int descriptor = dup(STDIN_FILENO); /* a mapping keeps its descriptor and closes it */
  if (descriptor < 0) return cannot_read(errno);
  tta_io_failure failure = read_descriptor(input, descriptor);
  if (input->descriptor < 0) close(descriptor);
  return failure;
}

tta_io_failure tta_input_read(tta_input *input, const char *program, const char *path, const tta_allocator *allocator) {
  *input = (tta_input){.name = path, .allocator = allocator, .descriptor = -1, .guard = -1};
  if (!path) return read_stdin(input, program);
  int descriptor;
  do descriptor = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return (tta_io_failure){"cannot open", errno, NULL};
  tta_io_failure failure = read_descriptor(input, descriptor);
  if (input->descriptor < 0) close(descriptor);
  return failure;
}

tta_io_failure tta_input_changed(const tta_input *input) {
  static const tta_io_failure changed = {"cannot read", EIO, "the file was changed while it was being read"};
  struct stat now;
  if (input->descriptor < 0) return none;
  if (tta_process_guard_struck(input->guard)) return changed;
  if (fstat(input->descriptor, &now) != 0) return cannot_read(errno);
  bool same = now.st_size == input->file_size && now.st_mtim.tv_sec == input->file_seconds &&
              now.st_mtim.tv_nsec == input->file_nanoseconds;
  return same ? none : changed;
}

void tta_input_free(tta_input *input) {
  if (input->descriptor >= 0) {
    tta_process_unguard(input->guard);
    munmap(input->block, input->block_size);
    close(input->descriptor);
  } else if (input->block) {
    input->allocator->release(input->allocator->user, input->block, input->block_size);
  }
  *input = (tta_input){.descriptor = -1, .guard = -1};
}
