/* A tool in this process, run over and over with one allocation failing, or all from one on. Each command must give its
 * result, or exit status 2 and a message, and give back what it took. The commands come from no_memory.py: a line each
 * on standard input, arguments separated by tabs. The argument of the program is in how many places, at most, a command
 * fails. The calls of the tool and the library are led here by the linker (--wrap), and so is the start of the program:
 * the main of the tool is a function here. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memfd_create */
#endif
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

enum { MAX_ARGUMENTS = 60 };

static struct {
  size_t requests, live;
  size_t fails; /* number of the request that fails; 0 = none */
  bool from_there_on;
} memory;

static bool refused(void) {
  size_t n = ++memory.requests;
  return memory.fails && (n == memory.fails || (memory.from_there_on && n > memory.fails));
}

static void *counted(void *block) {
  memory.live += block != NULL;
  return block;
}

void *__wrap_malloc(size_t size) { return refused() ? NULL : counted(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size) { return refused() ? NULL : counted(__real_calloc(count, size)); }
void *__wrap_realloc(void *block, size_t size) {
  if (refused()) return NULL;
  void *moved = __real_realloc(block, size);
  if (!block) counted(moved);
  return moved;
}
void __wrap_free(void *block) {
  memory.live -= block != NULL;
  __real_free(block);
}

typedef struct outcome {
  int status;
  size_t requests, leaked, err_size;
  uint64_t out; /* a digest (FNV-1a) */
  char err[600];
} outcome;

static uint64_t digest_of(int descriptor) {
  uint64_t digest = UINT64_C(0xcbf29ce484222325);
  unsigned char bytes[4096];
  lseek(descriptor, 0, SEEK_SET);
  for (ssize_t n; (n = read(descriptor, bytes, sizeof bytes)) > 0;)
    for (ssize_t i = 0; i < n; i++) digest = (digest ^ bytes[i]) * UINT64_C(0x100000001b3);
  return digest;
}

/* Standard output and error of the tool go to two files in memory. */
static outcome run(int argc, char **argv, size_t fails, bool from_there_on) {
  int out = memfd_create("out", 0), err = memfd_create("err", 0), kept_out = dup(1), kept_err = dup(2);
  outcome result = {0};
  dup2(out, 1);
  dup2(err, 2);
  char *copy[MAX_ARGUMENTS + 2] = {0};
  memcpy(copy, argv, (size_t)argc * sizeof *argv);
  size_t live = memory.live;
  memory.requests = 0;
  memory.fails = fails;
  memory.from_there_on = from_there_on;
  result.status = __real_main(argc, copy);
  fflush(stderr);
  memory.fails = 0;
  result.leaked = memory.live - live;
  result.requests = memory.requests;
  result.out = digest_of(out);
  ssize_t said = pread(err, result.err, sizeof result.err - 1, 0);
  result.err_size = said > 0 ? (size_t)said : 0;
  dup2(kept_out, 1);
  dup2(kept_err, 2);
  close(out);
  close(err);
  close(kept_out);
  close(kept_err);
  return result;
}

static bool good(const outcome *expected, const outcome *got) {
  if (got->leaked) return false;
  if (got->status == 2) return got->err_size > 0;
  return got->status == expected->status && got->out == expected->out;
}

static size_t runs;

/* Every request where there are few, else some spread over all of them. */
static bool command(int argc, char **argv, size_t most) {
  outcome expected = run(argc, argv, 0, false);
  if (expected.leaked) {
    printf("# %zu blocks leak\n", expected.leaked);
    return false;
  }
  size_t step = expected.requests / most + 1;
  for (size_t n = 1; n <= expected.requests; n += step)
    for (int on = 0; on < 2; on++) {
      outcome got = run(argc, argv, n, on);
      runs++;
      if (good(&expected, &got)) continue;
      printf("# request %zu of %zu fails%s: exit %d, expected %d or 2; %zu blocks leak; %s%s\n", n, expected.requests,
             on ? ", and all after it" : "", got.status, expected.status, got.leaked,
             got.status != 2 && got.out != expected.out ? "another result; " : "", got.err);
      return false;
    }
  return true;
}

int __wrap_main(int num_arguments, char **arguments) {
  static char line[1 << 16];
  size_t count = 0, failed = 0, most = num_arguments == 2 ? strtoul(arguments[1], NULL, 10) : 0;
  if (!most) return 2;
  FILE *commands = fdopen(dup(0), "r");
  int null = open("/dev/null", O_RDONLY);
  dup2(null, 0);
  while (commands && fgets(line, sizeof line, commands)) {
    char *argv[MAX_ARGUMENTS + 1] = {0}, *rest = line;
    int argc = 0;
    line[strcspn(line, "\n")] = 0;
    for (char *word; argc < MAX_ARGUMENTS && (word = strsep(&rest, "\t"));) argv[argc++] = word;
    bool ok = command(argc, argv, most);
    failed += !ok;
    printf("%s %zu -", ok ? "ok" : "not ok", ++count);
    for (int i = 0; i < argc; i++)
      printf(" %.100s", argv[i][0] == '/' && strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i]);
    printf("\n");
    fflush(stdout);
  }
  printf("# %zu runs\n1..%zu\n", runs, count);
  return failed || !count;
}
