/* Signal handlers, and the tables of temporary files and mappings that they read. The tables are the only writable
 * globals of the tools: a signal handler cannot get its data in another way. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#endif
#include "tools/common/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SLOTS = 64 };

/* A slot is BUSY while one side changes or uses it; the other side then ignores it. */
enum { FREE, BUSY, LIVE };

static struct {
  atomic_int state;
  const char *path;
} temps[SLOTS];

static struct {
  atomic_int state;
  atomic_bool struck;
  uintptr_t begin, end;
} mappings[SLOTS];

static atomic_int groups[SLOTS]; /* 0: a free slot */

static const char *program_name = "";
static size_t page_bytes; /* 0 until tta_process_start */

static bool move_slot(atomic_int *state, int from, int to) {
  return atomic_compare_exchange_strong(state, &from, to);
}

static int take_free(atomic_int *(*state)(int)) {
  for (int i = 0; i < SLOTS; i++) {
    if (move_slot(state(i), FREE, BUSY)) return i;
  }
  return -1;
}

static atomic_int *temp_state(int i) { return &temps[i].state; }
static atomic_int *mapping_state(int i) { return &mappings[i].state; }

static int remember_temp(const char *path) {
  int i = take_free(temp_state);
  if (i < 0) return -1;
  temps[i].path = path;
  atomic_store(&temps[i].state, LIVE);
  return i;
}

/* Signals are blocked, so that a file that was created is always in the table. */
int tta_process_create_temp(const char *path, unsigned mode, int *handle) {
  sigset_t ending, before;
  sigemptyset(&ending);
  sigaddset(&ending, SIGINT);
  sigaddset(&ending, SIGTERM);
  sigaddset(&ending, SIGHUP);
  sigaddset(&ending, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &ending, &before);
  int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, (mode_t)mode), error = errno;
  *handle = descriptor < 0 ? -1 : remember_temp(path);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return descriptor;
}

bool tta_process_forget_temp(int handle) {
  if (handle < 0) return true;
  if (!move_slot(&temps[handle].state, LIVE, BUSY)) return false;
  temps[handle].path = NULL;
  atomic_store(&temps[handle].state, FREE);
  return true;
}

static void replace_group(int from, int to) {
  bool done = false;
  for (int i = 0; i < SLOTS && !done; i++) done = move_slot(&groups[i], from, to);
}

void tta_process_add_group(int group) { replace_group(0, group); }
void tta_process_forget_group(int group) { replace_group(group, 0); }

int tta_process_guard(void *begin, size_t size) {
  int i = page_bytes ? take_free(mapping_state) : -1;
  if (i < 0) return -1;
  mappings[i].begin = (uintptr_t)begin;
  mappings[i].end = (uintptr_t)begin + size;
  atomic_store(&mappings[i].struck, false);
  atomic_store(&mappings[i].state, LIVE);
  return i;
}

bool tta_process_guard_struck(int handle) { return handle >= 0 && atomic_load(&mappings[handle].struck); }

void tta_process_unguard(int handle) {
  if (handle >= 0) atomic_store(&mappings[handle].state, FREE);
}

/* From here to end_handler: async-signal-safe calls only (signal-safety(7)); mmap is a bare system call on Linux. */
static void put(const char *text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

static void bus_handler(int number, siginfo_t *info, void *context) {
  (void)context;
  uintptr_t at = (uintptr_t)info->si_addr;
  for (int i = 0; i < SLOTS; i++) {
    if (atomic_load(&mappings[i].state) != LIVE || at < mappings[i].begin || at >= mappings[i].end) continue;
    uintptr_t page = at & ~(uintptr_t)(page_bytes - 1);
    int saved = errno;
    int access = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    void *zeros = mmap((void *)page, page_bytes, access, flags, -1, 0);
    if (zeros == MAP_FAILED) {
      put(program_name);
      put(": error: out of memory while an input shrank\n");
      _exit(2);
    }
    errno = saved;
    atomic_store(&mappings[i].struck, true);
    return;
  }
  signal(number, SIG_DFL); /* not a registered mapping: the access is repeated and ends the process */
}

static void end_handler(int number) {
  for (int i = 0; i < SLOTS; i++) {
    if (move_slot(&temps[i].state, LIVE, BUSY)) unlink(temps[i].path);
  }
  for (int i = 0; i < SLOTS; i++) {
    int group = atomic_load(&groups[i]);
    if (group) kill(-group, SIGKILL);
  }
  if (number != SIGPIPE) {
    put(program_name);
    put(": error: interrupted\n");
  }
  raise(number); /* SA_RESETHAND and SA_NODEFER: ends the process, and the parent sees the signal */
}

static void open_if_closed(int descriptor, int unusable_mode) {
  if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) return;
  int opened = open("/dev/null", unusable_mode); /* gets the lowest free descriptor, which is this one */
  if (opened >= 0 && opened != descriptor) close(opened);
}

static void end_on(int number) {
  struct sigaction now, ending = {.sa_handler = end_handler, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
  sigemptyset(&ending.sa_mask);
  if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_IGN) sigaction(number, &ending, NULL);
}

void tta_process_start(const char *program) {
  program_name = program;
  open_if_closed(STDIN_FILENO, O_WRONLY);
  open_if_closed(STDOUT_FILENO, O_RDONLY);
  open_if_closed(STDERR_FILENO, O_RDONLY);
  signal(SIGXFSZ, SIG_IGN);
  end_on(SIGPIPE);
  end_on(SIGINT);
  end_on(SIGTERM);
  end_on(SIGHUP);
  struct sigaction bus = {.sa_sigaction = bus_handler, .sa_flags = SA_SIGINFO};
  sigemptyset(&bus.sa_mask);
  long page = sysconf(_SC_PAGESIZE);
  if (page > 0 && sigaction(SIGBUS, &bus, NULL) == 0) page_bytes = (size_t)page;
}
