/* posix.h: what the tools use of POSIX and WASI does not have: processes, signals, threads, mappings, owners and modes
 * of files. Included before every file of the tools. What cannot be done fails with ENOSYS, which the tools handle as
 * on any other system. */
#ifndef TTA_WASM_POSIX_H
#define TTA_WASM_POSIX_H

#include <errno.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <unistd.h>

static inline int tta_wasm_unsupported(void) {
  errno = ENOSYS;
  return -1;
}

/* ---- unistd.h, stdlib.h, sys/stat.h ---- */

/** Standard input is its own duplicate: it is read once. Of other descriptors there is none, so that closing the
 *  duplicate of standard output never closes that. */
static inline int dup(int descriptor) { return descriptor == 0 ? 0 : tta_wasm_unsupported(); }
static inline int fchown(int descriptor, unsigned owner, unsigned group) {
  (void)descriptor, (void)owner, (void)group;
  return 0;
}
static inline int fchmod(int descriptor, mode_t mode) {
  (void)descriptor, (void)mode;
  return 0;
}
/** For another program, which is not found. */
static inline int pipe2(int ends[2], int flags) {
  (void)ends, (void)flags;
  errno = ENOENT;
  return -1;
}
/** As realpath(3); `out` has PATH_MAX bytes, or is NULL: the result is allocated. */
char *realpath(const char *path, char *out);

/* ---- sys/ioctl.h: no terminal has a size ---- */

struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};
#define TIOCGWINSZ 0x5413

/* ---- sys/mman.h: files are read ---- */

enum { PROT_READ = 1, PROT_WRITE = 2, MAP_SHARED = 1, MAP_PRIVATE = 2, MAP_FIXED = 16, MAP_ANONYMOUS = 32 };
#define MAP_FAILED ((void *)-1)
static inline void *mmap(void *at, size_t size, int access, int flags, int descriptor, off_t offset) {
  (void)at, (void)size, (void)access, (void)flags, (void)descriptor, (void)offset;
  errno = ENOSYS;
  return MAP_FAILED;
}
static inline int munmap(void *at, size_t size) {
  (void)at, (void)size;
  return tta_wasm_unsupported();
}

/* ---- stdlib.h: no temporary files ---- */

static inline int mkstemp(char *name) {
  (void)name;
  return tta_wasm_unsupported();
}

/* ---- signal.h, spawn.h, sys/wait.h ---- */

#ifndef __DEFINED_sigset_t
typedef unsigned char sigset_t;
#endif
typedef int posix_spawn_file_actions_t, posix_spawnattr_t;
enum { SIGKILL = 9, SIGPIPE = 13, SIGXFSZ = 25, POSIX_SPAWN_SETPGROUP = 2, POSIX_SPAWN_SETSIGDEF = 4, WNOHANG = 1 };
#define WIFEXITED(status) ((void)(status), 0)
#define WEXITSTATUS(status) (status)
#define WTERMSIG(status) (status)
#define kill(process, signal) ((void)(process), (void)(signal), 0)
#define sigemptyset(set) (*(set) = 0)
#define sigaddset(set, signal) ((void)(set), (void)(signal), 0)
#define posix_spawn_file_actions_init(actions) (*(actions) = 0)
#define posix_spawn_file_actions_destroy(actions) ((void)(actions))
#define posix_spawn_file_actions_adddup2(actions, from, to) ((void)(actions), (void)(from), (void)(to), ENOSYS)
#define posix_spawn_file_actions_addopen(actions, descriptor, path, flags, mode) \
  ((void)(actions), (void)(descriptor), (void)(path), ENOSYS)
#define posix_spawnattr_init(attributes) (*(attributes) = 0)
#define posix_spawnattr_destroy(attributes) ((void)(attributes))
#define posix_spawnattr_setsigdefault(attributes, set) ((void)(attributes), (void)(set), ENOSYS)
#define posix_spawnattr_setflags(attributes, flags) ((void)(attributes), (void)(flags), ENOSYS)
#define posix_spawnattr_setpgroup(attributes, group) ((void)(attributes), (void)(group), ENOSYS)
#define posix_spawn(process, name, actions, attributes, arguments, environment) \
  (*(process) = 0, (void)(name), (void)(arguments), (void)(environment), ENOSYS)
#define posix_spawnp(process, name, actions, attributes, arguments, environment) \
  (*(process) = 0, (void)(name), (void)(arguments), (void)(environment), ENOSYS)
#define waitpid(process, status, flags) ((void)(process), *(status) = 0, (void)(flags), 0)

/* ---- pthread.h: no thread starts, and the caller does the work ---- */

#define pthread_attr_init(attributes) ((void)(attributes), ENOSYS)
#define pthread_attr_setstacksize(attributes, size) ((void)(attributes), 0)
#define pthread_attr_destroy(attributes) ((void)(attributes), 0)
#define pthread_create(thread, attributes, run, user) (*(thread) = 0, (void)(run), (void)(user), ENOSYS)
#define pthread_join(thread, result) ((void)(thread), 0)
#define pthread_mutex_init(mutex, attributes) ((void)(mutex), 0)
#define pthread_mutex_lock(mutex) ((void)(mutex), 0)
#define pthread_mutex_unlock(mutex) ((void)(mutex), 0)
#define pthread_cond_init(condition, attributes) ((void)(condition), 0)
#define pthread_cond_wait(condition, mutex) ((void)(condition), (void)(mutex), 0)
#define pthread_cond_signal(condition) ((void)(condition), 0)
#define pthread_cond_broadcast(condition) ((void)(condition), 0)

#endif
