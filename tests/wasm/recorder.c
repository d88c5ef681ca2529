/* recorder: a tool that lit runs under the name tt-opt or tt-layout. It runs the native tool or the command of
 * WebAssembly, and records arguments, standard input, output, error and exit status of each run in a directory.
 *
 * Beside the program are `records`, the directory, and `native`, a link to the directory of the native tools, or
 * `socket`, where serve.mjs listens: lit passes no environment. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mkostemps */
#endif
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[4096];

static int fail(const char *what) {
  perror(what);
  exit(125);
}

static int open_part(const char *name, int flags) {
  char path[4200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int descriptor = open(path, flags | O_CLOEXEC, 0644);
  return descriptor < 0 ? fail(path) : descriptor;
}

static void copy(int from, int to) {
  char bytes[65536];
  for (ssize_t size; (size = read(from, bytes, sizeof bytes)) > 0;)
    if (write(to, bytes, (size_t)size) != size) fail("write");
}

static int run_native(char **argv, const char *tools, const char *name) {
  char path[4200];
  snprintf(path, sizeof path, "%s/%s", tools, name);
  pid_t child = fork();
  if (child < 0) fail("fork");
  if (!child) {
    dup2(open_part("stdin", O_RDONLY), 0);
    dup2(open_part("stdout", O_WRONLY), 1);
    dup2(open_part("stderr", O_WRONLY), 2);
    execv(path, argv);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The request is the folder; the answer is the status as text. */
static int run_remote(const char *socket_path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", socket_path);
  int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (s < 0 || connect(s, (struct sockaddr *)&address, sizeof address)) fail(socket_path);
  char answer[16] = "";
  dprintf(s, "%s\n", folder);
  ssize_t size = read(s, answer, sizeof answer - 1);
  close(s);
  return size > 0 ? atoi(answer) : 125;
}

int main(int argc, char **argv) {
  char program[4096], here[4096], tools[4200], remote[4200];
  ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
  if (size <= 0) fail("/proc/self/exe");
  program[size] = 0;
  char *name = strrchr(program, '/');
  *name++ = 0;
  snprintf(tools, sizeof tools, "%s/native", program);
  snprintf(remote, sizeof remote, "%s/socket", program);
  snprintf(folder, sizeof folder, "%s/records/XXXXXX", program);
  if (!mkdtemp(folder)) fail(folder);
  int arguments = open_part("arguments", O_WRONLY | O_CREAT);
  dprintf(arguments, "%s%c%s%c", getcwd(here, sizeof here) ? here : "", 0, name, 0);
  for (int i = 1; i < argc; i++) dprintf(arguments, "%s%c", argv[i], 0);
  copy(0, open_part("stdin", O_WRONLY | O_CREAT));
  open_part("stdout", O_WRONLY | O_CREAT);
  open_part("stderr", O_WRONLY | O_CREAT);
  int status = !access(tools, F_OK) ? run_native(argv, tools, name) : run_remote(remote);
  dprintf(open_part("status", O_WRONLY | O_CREAT), "%d", status);
  copy(open_part("stderr", O_RDONLY), 2);
  copy(open_part("stdout", O_RDONLY), 1);
  return status;
}
