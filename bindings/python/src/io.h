/* io.h: included before every file of the tools, with TTATTR_TOOL: their standard streams are those of the thread that
 * runs a command (commands.c), and a command of a program that is not theirs installs no signal handlers and starts no
 * threads. */
#ifndef TTATTR_PYTHON_IO_H
#define TTATTR_PYTHON_IO_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

typedef struct ttattr_streams {
  int descriptor[3];
  FILE *errors;
} ttattr_streams;

/** Those of this thread: 0 to 2 unless a command is captured. */
ttattr_streams *ttattr_streams_of_thread(void);
/** tta_process_start; of a captured command nothing. */
void ttattr_process_start(const char *program);
/** pthread_create; of a captured command ENOSYS, and the caller does the work. */
int ttattr_thread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *user);

#ifdef TTATTR_TOOL
#undef STDIN_FILENO
#undef STDOUT_FILENO
#undef STDERR_FILENO
#undef stderr
#define STDIN_FILENO (ttattr_streams_of_thread()->descriptor[0])
#define STDOUT_FILENO (ttattr_streams_of_thread()->descriptor[1])
#define STDERR_FILENO (ttattr_streams_of_thread()->descriptor[2])
#define stderr (ttattr_streams_of_thread()->errors)
#define pthread_create ttattr_thread_create
#endif

#endif
