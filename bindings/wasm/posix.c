/* What the tools use of POSIX and WASI does not have, as functions: posix.h, and tools/common/process.h without signals
 * and mappings. */
#include "posix.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/common/process.h"

/** There are no processes; with the names of temporary files in use, the next one is tried. */
pid_t getpid(void) { return 1; }

void tta_process_start(const char *program) { (void)program; }

int tta_process_create_temp(const char *path, unsigned mode, int *handle) {
  *handle = -1;
  return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}

bool tta_process_forget_temp(int handle) {
  (void)handle;
  return true;
}

/* No process is started. */
void tta_process_add_group(int group) { (void)group; }
void tta_process_forget_group(int group) { (void)group; }

int tta_process_guard(void *begin, size_t size) {
  (void)begin, (void)size;
  return -1;
}

bool tta_process_guard_struck(int handle) {
  (void)handle;
  return false;
}

void tta_process_unguard(int handle) { (void)handle; }

/* ---- realpath ---- */

enum { MAX_LINKS = 40 }; /* limit of Linux (path_resolution(7)) */

typedef struct resolution {
  char found[PATH_MAX]; /* absolute, without links; "" is the root */
  char rest[PATH_MAX];  /* still to be resolved */
  int links;
} resolution;

static bool fail(int error) {
  errno = error;
  return false;
}

/* Puts `text` before the rest of the path. */
static bool prepend(resolution *r, const char *text) {
  size_t size = strlen(text), rest = strlen(r->rest);
  if (size + 1 + rest >= sizeof r->rest) return fail(ENAMETOOLONG);
  memmove(r->rest + size + 1, r->rest, rest + 1);
  memcpy(r->rest, text, size);
  r->rest[size] = '/';
  return true;
}

static bool follow(resolution *r, size_t parent) {
  char target[PATH_MAX];
  ssize_t size = readlink(r->found, target, sizeof target - 1);
  if (size < 0) return errno == EINVAL; /* not a link */
  if (++r->links > MAX_LINKS) return fail(ELOOP);
  target[size] = 0;
  r->found[target[0] == '/' ? 0 : parent] = 0;
  return prepend(r, target);
}

/* Resolves the first name of the rest. */
static bool step(resolution *r, const char *name, size_t size) {
  size_t parent = strlen(r->found);
  if (size == 1 && name[0] == '.') return true;
  if (size == 2 && name[0] == '.' && name[1] == '.') {
    char *slash = strrchr(r->found, '/');
    if (slash) *slash = 0;
    return true;
  }
  if (parent + 1 + size >= sizeof r->found) return fail(ENAMETOOLONG);
  r->found[parent] = '/';
  memcpy(r->found + parent + 1, name, size);
  r->found[parent + 1 + size] = 0;
  struct stat stat;
  return lstat(r->found, &stat) == 0 && (!S_ISLNK(stat.st_mode) || follow(r, parent));
}

static bool resolve(resolution *r, const char *path) {
  if (strlen(path) >= sizeof r->rest) return fail(ENAMETOOLONG);
  strcpy(r->rest, path);
  if (path[0] != '/') {
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here) || !prepend(r, here)) return false;
  }
  for (;;) {
    char name[NAME_MAX + 1];
    size_t skipped = strspn(r->rest, "/"), size = strcspn(r->rest + skipped, "/");
    if (!size) return true;
    if (size > NAME_MAX) return fail(ENAMETOOLONG);
    memcpy(name, r->rest + skipped, size);
    memmove(r->rest, r->rest + skipped + size, strlen(r->rest + skipped + size) + 1);
    if (!step(r, name, size)) return false;
  }
}

char *realpath(const char *path, char *out) {
  resolution r = {.links = 0};
  if (!*path) return fail(ENOENT), NULL;
  if (!resolve(&r, path)) return NULL;
  const char *found = *r.found ? r.found : "/";
  return out ? strcpy(out, found) : strdup(found);
}
