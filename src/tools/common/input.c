/* Inputs of the tools: reading one input as a whole, collecting the inputs that a command line names, systems. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS; openat and its family */
#endif
#include "tools/common/input.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/sort.h"
#include "base/str.h"
#include "tools/common/ignore.h"
#include "tools/common/output.h"
#include "tools/common/process.h"
#include "ttattr/buf.h"

static const tta_io_failure none = {NULL, 0, NULL};

static tta_io_failure cannot_read(int error) { return (tta_io_failure){"cannot read", error, NULL}; }
static tta_io_failure too_large(void) { return (tta_io_failure){"cannot read", EFBIG, "larger than 2 GiB"}; }

static bool wait_until_readable(int descriptor) {
  struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
  return poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

/* Reads at most `limit` bytes. Returns 0 at the end, -1 and errno after an error. */
static ssize_t read_some(int descriptor, char *to, size_t limit) {
  for (;;) {
    ssize_t got = read(descriptor, to, limit);
    if (got >= 0 || (errno != EINTR && errno != EAGAIN)) return got;
    if (errno == EAGAIN && !wait_until_readable(descriptor)) return -1;
  }
}

/* A growing file is read until it stops growing; the byte after the expected size of a file finds the end. */
static tta_io_failure read_all(tta_input *input, int descriptor, size_t expected) {
  enum { STEP_BYTES = 64 * 1024, ONCE_BYTES = 1 << 30 };
  tta_buf buf = tta_buf_new(input->allocator);
  tta_io_failure failure = none;
  size_t more = expected ? expected + 1 : STEP_BYTES;
  while (!tta_io_failed(&failure)) {
    if (!tta_buf_reserve(&buf, more + TTA_INPUT_PADDING)) {
      failure = cannot_read(ENOMEM);
      break;
    }
    size_t limit = buf.capacity - buf.size - TTA_INPUT_PADDING;
    ssize_t got = read_some(descriptor, buf.data + buf.size, limit < ONCE_BYTES ? limit : ONCE_BYTES);
    if (got == 0) break;
    if (got < 0) {
      failure = cannot_read(errno);
    } else {
      buf.size += (size_t)got;
      if (buf.size > input->limit_bytes) failure = too_large();
      if (expected && buf.size >= expected && (size_t)got < limit) break;
      more = (size_t)got < limit ? 1 : STEP_BYTES;
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

/* Maps the file over the start of an anonymous region; the rest of the region is the padding. Returns false if the file
 * must be read instead. */
static bool map_all(tta_input *input, int descriptor, size_t size) {
  long page = sysconf(_SC_PAGESIZE);
  if (page <= 0) return false;
  size_t mask = (size_t)page - 1;
  size_t file_size = (size + mask) & ~mask, region_size = (size + TTA_INPUT_PADDING + mask) & ~mask;
  int access = PROT_READ | PROT_WRITE; /* private: writes do not reach the file */
  char *region = mmap(NULL, region_size, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (region == MAP_FAILED) return false;
  input->guard = tta_process_guard(region, file_size);
  if (input->guard < 0 || mmap(region, file_size, access, MAP_PRIVATE | MAP_FIXED, descriptor, 0) == MAP_FAILED) {
    tta_process_unguard(input->guard);
    munmap(region, region_size);
    return false;
  }
  memset(region + size, 0, region_size - size); /* copies the last page, so that a growing file is not visible there */
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
  if ((uint64_t)stat.st_size > input->limit_bytes) return too_large();
  input->file_size = stat.st_size;
  input->file_seconds = stat.st_mtim.tv_sec;
  input->file_nanoseconds = stat.st_mtim.tv_nsec;
  size_t size = (size_t)stat.st_size;
  bool large = size >= TTA_INPUT_MAP_BYTES;
  /* standard input may have been read from already */
  if (large && lseek(descriptor, 0, SEEK_CUR) == 0 && map_all(input, descriptor, size)) return none;
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

static tta_io_failure read_up_to(tta_input *input, const char *program, const char *path,
                                 const tta_allocator *allocator, size_t limit_bytes) {
  *input = (tta_input){.name = path, .allocator = allocator, .descriptor = -1, .guard = -1, .limit_bytes = limit_bytes};
  if (!path) return read_stdin(input, program);
  int descriptor;
  do descriptor = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return (tta_io_failure){"cannot open", errno, NULL};
  tta_io_failure failure = read_descriptor(input, descriptor);
  if (input->descriptor < 0) close(descriptor);
  return failure;
}

tta_io_failure tta_input_read(tta_input *input, const char *program, const char *path, const tta_allocator *allocator) {
  return read_up_to(input, program, path, allocator, TTA_INPUT_LIMIT_BYTES);
}

tta_io_failure tta_input_read_bytes(tta_input *input, const char *program, const char *path,
                                    const tta_allocator *allocator) {
  return read_up_to(input, program, path, allocator, PTRDIFF_MAX);
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

/* Each path has an allocation of its size including the NUL; tta_inputs_free frees it. */
static void *allocate(tta_inputs *inputs, size_t size) {
  return inputs->allocator->allocate(inputs->allocator->user, size);
}

static void release_path(tta_inputs *inputs, char *path) {
  if (path) inputs->allocator->release(inputs->allocator->user, path, strlen(path) + 1);
}

/* Takes ownership of `path`, also on failure. */
static tta_status add_item(tta_inputs *inputs, char *path, tta_io_failure failure) {
  if (TTA_PUSH(inputs->allocator, inputs, items, (tta_input_item){.path = path, .failure = failure})) return TTA_OK;
  release_path(inputs, path);
  return TTA_NO_MEMORY;
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

/* Directories still to be read are a list, so that depth does not use the stack. */
typedef struct directory_walk {
  tta_inputs *found;
  tta_inputs pending; /* only the paths are used */
  size_t root_size;   /* of the argument in each path, with the slash */
  char *here;         /* the path between argument and current directory; NULL: none contains the other */
  bool here_is_inside; /* the argument contains the current directory */
  bool searched;       /* the open directory can be: only the first entry is asked for */
  tta_ignores ignores; /* of its repository */
} directory_walk;

static tta_status add_joined(tta_inputs *list, const char *directory, const char *name, tta_io_failure failure) {
  char *path = join(list, directory, name);
  return path ? add_item(list, path, failure) : TTA_NO_MEMORY;
}

static bool has_mlir_suffix(const char *name) {
  size_t size = strlen(name);
  return size > 5 && memcmp(name + size - 5, ".mlir", 5) == 0;
}

/* `below` of "DIRECTORY/below", NULL if `path` is not in the directory. */
static const char *path_below(const char *directory, const char *path) {
  size_t size = strlen(directory);
  if (strncmp(directory, path, size) != 0) return NULL;
  if (!path[size] || (size && directory[size - 1] == '/')) return path + size;
  return path[size] == '/' ? path + size + 1 : NULL;
}

/* Without memory, or if a path is too long, patterns are compared with paths below the argument only. */
static void find_here(directory_walk *walk, const char *root) {
  char *here = realpath(".", NULL), *there = realpath(root, NULL);
  const char *between = here && there ? path_below(here, there) : NULL;
  if (here && there && !between) {
    between = path_below(there, here);
    walk->here_is_inside = between != NULL;
  }
  walk->here = between ? strdup(between) : NULL;
  free(here);
  free(there);
}

static bool is_excluded(const directory_walk *walk, const char *path, bool is_directory) {
  const tta_excludes *excludes = &walk->found->excludes;
  const char *below = path + walk->root_size, *inner;
  if (!excludes->num_patterns) return false;
  tta_str name = {below, strlen(below)}, other = {NULL, 0};
  if (walk->here_is_inside && (inner = path_below(walk->here, below)) != NULL) other = (tta_str){inner, strlen(inner)};
  if (!walk->here || walk->here_is_inside || !*walk->here)
    return tta_excludes_has(excludes, name, other, is_directory);
  tta_buf joined = tta_buf_new(walk->found->allocator);
  tta_buf_printf(&joined, "%s/%s", walk->here, below);
  bool excluded = tta_excludes_has(excludes, name, tta_buf_view(&joined), is_directory);
  tta_buf_free(&joined);
  return excluded;
}

/* Adds a path that was found, unless it is excluded. */
static tta_status add_found(directory_walk *walk, tta_inputs *list, const char *directory, const char *name,
                            tta_io_failure failure) {
  char *path = join(list, directory, name);
  if (!path) return TTA_NO_MEMORY;
  bool excluded = is_excluded(walk, path, list == &walk->pending);
  tta_status status = excluded ? TTA_OK : tta_ignores_has(&walk->ignores, path, list == &walk->pending, &excluded);
  if (!excluded && !status) return add_item(list, path, failure);
  release_path(list, path);
  return status;
}

/* One entry of an open directory. *error is set when the directory can be listed but not searched. */
static tta_status visit(directory_walk *walk, int descriptor, const char *directory, const struct dirent *entry,
                        int *error) {
  struct stat stat;
  const char *name = entry->d_name;
  bool wanted = has_mlir_suffix(name);
  if (entry->d_type == DT_REG && walk->searched)
    return wanted ? add_found(walk, walk->found, directory, name, none) : TTA_OK;
  if (fstatat(descriptor, name, &stat, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno != ENOENT) *error = errno;
    if (!wanted || errno != ENOENT) return TTA_OK;
    return add_found(walk, walk->found, directory, name, none); /* removed meanwhile */
  }
  walk->searched = true;
  if (S_ISDIR(stat.st_mode)) return add_found(walk, &walk->pending, directory, name, none);
  if (!wanted) return TTA_OK;
  if (S_ISLNK(stat.st_mode)) {
    if (fstatat(descriptor, name, &stat, 0) != 0) return add_found(walk, walk->found, directory, name, none);
    if (S_ISDIR(stat.st_mode)) return TTA_OK;
  }
  static const tta_io_failure special = {"cannot read", EINVAL, "neither a file nor a directory"};
  /* a FIFO would block us */
  return add_found(walk, walk->found, directory, name, S_ISREG(stat.st_mode) ? none : special);
}

static tta_status list_names(directory_walk *walk, DIR *open_directory, const char *directory, int *error) {
  tta_status status = TTA_OK;
  walk->searched = false;
  while (!status && !*error) {
    errno = 0;
    struct dirent *entry = readdir(open_directory);
    if (!entry) {
      *error = errno;
      return TTA_OK;
    }
    if (entry->d_name[0] != '.') status = visit(walk, dirfd(open_directory), directory, entry, error);
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
    status = tta_ignores_enter(&walk->ignores, directory);
    if (!status) status = list_names(walk, open_directory, directory, &failure.error);
    closedir(open_directory);
  }
  if (status || !failure.error) return status;
  return add_joined(walk->found, directory, NULL, failure);
}

/* As unsigned bytes (C17 7.24.4). */
static int by_path(const void *a, const void *b) {
  return strcmp(((const tta_input_item *)a)->path, ((const tta_input_item *)b)->path);
}

static tta_status add_directory(tta_inputs *inputs, const char *root) {
  directory_walk walk = {.found = inputs, .pending.allocator = inputs->allocator};
  size_t first = inputs->num_items, size = strlen(root);
  walk.root_size = size + (size && root[size - 1] != '/');
  if (inputs->excludes.num_patterns) find_here(&walk, root);
  tta_status status = inputs->git_ignores ? tta_ignores_open(&walk.ignores, root) : TTA_OK;
  if (!status) status = list_directory(&walk, root, true);
  while (!status && walk.pending.num_items > 0) {
    char *directory = walk.pending.items[--walk.pending.num_items].path;
    status = list_directory(&walk, directory, false);
    release_path(inputs, directory);
  }
  tta_inputs_free(&walk.pending);
  free(walk.here);
  tta_ignores_close(&walk.ignores);
  size_t count = inputs->num_items - first;
  if (count < 2) return status;
  tta_input_item *scratch = calloc(count, sizeof *scratch);
  if (!scratch) return TTA_NO_MEMORY;
  tta_sort(inputs->items + first, scratch, count, sizeof *scratch, by_path);
  free(scratch);
  return status;
}

tta_status tta_inputs_add(tta_inputs *inputs, const char *argument) {
  inputs->allocator = tta_allocator_or_default(inputs->allocator);
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

bool tta_directory_of(const char *path, char *out) {
  const char *slash = path ? strrchr(path, '/') : NULL;
  size_t size = slash > path ? (size_t)(slash - path) : 1; /* of `/`, else of what is before the last slash */
  char name[PATH_MAX] = ".";
  if (size >= sizeof name) return false;
  if (slash) memcpy(name, path, size);
  return realpath(name, out);
}

void tta_inputs_free(tta_inputs *inputs) {
  for (size_t i = 0; i < inputs->num_items; i++) release_path(inputs, inputs->items[i].path);
  TTA_ARRAY_FREE(inputs->allocator, inputs, items);
  tta_excludes_free(&inputs->excludes);
  *inputs = (tta_inputs){.allocator = inputs->allocator};
}

/* An existing file, or a text that can only be a path: then the missing file is the error to report. */
static bool is_file(const char *value) {
  struct stat info;
  tta_arch arch;
  if (!*value || strchr(value, '<') || value[strspn(value, " \t\n")] == '[') return false;
  if (tta_arch_find((tta_str){value, strcspn(value, ":")}, &arch)) return false;
  return strchr(value, '/') || strchr(value, '.') || !stat(value, &info);
}

tta_status tta_system_read(const char *program, const char *name, const char *value, tta_system_input *system,
                           tta_buf *error) {
  char why[4096];
  *system = (tta_system_input){.text = {value, strlen(value)}};
  if (is_file(value)) {
    tta_io_failure failure = tta_input_read(&system->file, program, value, NULL);
    if (tta_io_failed(&failure)) {
      tta_io_failure_words(&failure, value, why, sizeof why);
      tta_buf_str(error, why);
      return error->failed ? TTA_NO_MEMORY : TTA_INVALID;
    }
    system->is_file = true;
    system->text = system->file.text;
  }
  size_t before = error->size;
  tta_buf_printf(error, "invalid value '%s' of '%s': ", value, name);
  system->arena = tta_arena_new(NULL);
  tta_status status =
      system->arena ? tta_system_parse(system->text, system->arena, &system->value, error) : TTA_NO_MEMORY;
  if (!status) error->size = before;
  return error->failed ? TTA_NO_MEMORY : status;
}

int tta_system_open(const char *program, const char *value, tta_system_input *system) {
  tta_buf error = tta_buf_new(NULL);
  tta_status status = tta_system_read(program, "--system-desc", value, system, &error);
  if (status == TTA_NO_MEMORY) tta_print_no_memory(program);
  else if (status) tta_print_error(program, "%.*s", TTA_STR_ARGS(tta_buf_view(&error)));
  tta_buf_free(&error);
  return status ? TTA_EXIT_FAILED : TTA_EXIT_DONE;
}

void tta_system_close(tta_system_input *system) {
  if (system->is_file) tta_input_free(&system->file);
  tta_arena_delete(system->arena);
  *system = (tta_system_input){.is_file = false};
}
