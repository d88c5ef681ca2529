/* The tools as functions: arguments and standard input in, what the command prints out. The JSON is that of the command
 * line, because it is the same code.
 *
 * Standard streams of a captured command are files without a name. Tools have state, so that one command runs at a
 * time; other threads of Python run meanwhile. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "module.h"
#include "base/str.h"
#include "io.h"
#include "tools/common/process.h"

int ttattr_main_tt_opt(int argc, char **argv);
int ttattr_main_tt_layout(int argc, char **argv);
int ttattr_main_tt_lsp_server(int argc, char **argv);

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
} tools[] = {{"tt-opt", ttattr_main_tt_opt},
             {"tt-layout", ttattr_main_tt_layout},
             {"tt-lsp-server", ttattr_main_tt_lsp_server}};

/* ---- what the tools call in place of the C library (io.h) ---- */

static _Thread_local ttattr_streams *captured; /* NULL: the streams of the process */
static pthread_mutex_t running = PTHREAD_MUTEX_INITIALIZER;

/* In a child process the thread that had the lock does not exist. */
static void renew_lock(void) { pthread_mutex_init(&running, NULL); }

static void register_renewal(void) { pthread_atfork(NULL, NULL, renew_lock); }

void ttattr_prepare_commands(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_renewal);
}

ttattr_streams *ttattr_streams_of_thread(void) {
  static _Thread_local ttattr_streams of_process;
  if (captured) return captured;
  of_process = (ttattr_streams){{STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}, stderr};
  return &of_process;
}

void ttattr_process_start(const char *program) {
  if (!captured) tta_process_start(program);
}

int ttattr_thread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *user) {
  return captured ? ENOSYS : pthread_create(thread, attributes, run, user);
}

/* ---- files without a name ---- */

static int create_file(void) {
#ifdef __linux__
  int memory = memfd_create("ttattr", MFD_CLOEXEC);
  if (memory >= 0) return memory;
#endif
  FILE *file = tmpfile();
  int descriptor = file ? dup(fileno(file)) : -1;
  if (file) fclose(file);
  return descriptor;
}

static bool write_all(int descriptor, tta_str text) {
  while (text.size) {
    ssize_t written = write(descriptor, text.data, text.size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text = (tta_str){text.data + written, text.size - (size_t)written};
  }
  return lseek(descriptor, 0, SEEK_SET) == 0;
}

static bool read_all(int descriptor, tta_buf *out) {
  struct stat file;
  if (fstat(descriptor, &file) || lseek(descriptor, 0, SEEK_SET)) return false;
  size_t left = (size_t)file.st_size;
  if (left && !tta_buf_reserve(out, left)) return false;
  while (left) {
    ssize_t got = read(descriptor, out->data + out->size, left);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    out->size += (size_t)got;
    left -= (size_t)got;
  }
  return true;
}

/* ---- run ---- */

typedef struct command {
  int (*run)(int argc, char **argv);
  int argc;
  char **argv;
  tta_str input;
  tta_buf output, errors;
  int status; /* -1: the streams could not be created, `error` says why */
  int error;
} command;

static void capture(command *c) {
  ttattr_streams streams = {{create_file(), create_file(), create_file()}, NULL};
  int copy = streams.descriptor[2] < 0 ? -1 : dup(streams.descriptor[2]);
  streams.errors = copy < 0 ? NULL : fdopen(copy, "w");
  bool opened = streams.errors && streams.descriptor[0] >= 0 && streams.descriptor[1] >= 0;
  c->status = -1;
  if (opened) setvbuf(streams.errors, NULL, _IONBF, 0);
  if (opened && write_all(streams.descriptor[0], c->input)) {
    pthread_mutex_lock(&running);
    captured = &streams;
    int status = c->run(c->argc, c->argv);
    captured = NULL;
    pthread_mutex_unlock(&running);
    bool read = read_all(streams.descriptor[1], &c->output) && read_all(streams.descriptor[2], &c->errors);
    if (read) c->status = status;
  }
  c->error = errno;
  if (streams.errors) fclose(streams.errors);
  else if (copy >= 0) close(copy);
  for (int i = 0; i < 3; i++)
    if (streams.descriptor[i] >= 0) close(streams.descriptor[i]);
}

/* The words of a command line, in one block; they refer to the list. */
static bool words_of(PyObject *list, command *c) {
  Py_ssize_t count = PyList_Check(list) ? PyList_Size(list) : 0;
  char *word = NULL;
  for (Py_ssize_t i = 0; i < count; i++) {
    if (PyBytes_AsStringAndSize(PyList_GetItem(list, i), &word, NULL) < 0) return false; /* also with NUL inside */
    if (i) continue;
    for (size_t tool = 0; tool < sizeof tools / sizeof *tools; tool++)
      if (!strcmp(word, tools[tool].name)) c->run = tools[tool].run;
  }
  if (!c->run) {
    PyErr_SetString(PyExc_ValueError, "expected the words of tt-opt, tt-layout or tt-lsp-server as a list of bytes");
    return false;
  }
  c->argc = (int)count;
  c->argv = calloc((size_t)count + 1, sizeof *c->argv);
  for (Py_ssize_t i = 0; c->argv && i < count; i++) c->argv[i] = PyBytes_AsString(PyList_GetItem(list, i));
  if (!c->argv) PyErr_NoMemory();
  return c->argv != NULL;
}

PyDoc_STRVAR(run_doc, "run(words, stdin, /)\n--\n\n"
                      "Runs a command: (status, standard output, standard error) as bytes.");
static PyObject *run(PyObject *module, PyObject *args) {
  PyObject *words, *input, *owner, *result = NULL;
  command c = {.output = tta_buf_new(NULL), .errors = tta_buf_new(NULL)};
  (void)module;
  if (!PyArg_ParseTuple(args, "OO", &words, &input) || !ttattr_text_argument(input, &owner, &c.input)) return NULL;
  if (words_of(words, &c)) {
    Py_BEGIN_ALLOW_THREADS
    capture(&c);
    Py_END_ALLOW_THREADS
    if (c.output.failed || c.errors.failed) PyErr_NoMemory();
    else if (c.status < 0) PyErr_SetFromErrno((errno = c.error, PyExc_OSError));
    else
      result = Py_BuildValue("(iy#y#)", c.status, c.output.data ? c.output.data : "", (Py_ssize_t)c.output.size,
                             c.errors.data ? c.errors.data : "", (Py_ssize_t)c.errors.size);
  }
  free(c.argv);
  tta_buf_free(&c.output);
  tta_buf_free(&c.errors);
  Py_DECREF(owner);
  return result;
}

PyDoc_STRVAR(main_doc, "main(words, /)\n--\n\nRuns a command on the streams of the process. The exit status.");
static PyObject *run_main(PyObject *module, PyObject *words) {
  command c = {.run = NULL};
  (void)module;
  if (!words_of(words, &c)) return NULL;
  Py_BEGIN_ALLOW_THREADS
  c.status = c.run(c.argc, c.argv);
  Py_END_ALLOW_THREADS
  free(c.argv);
  return PyLong_FromLong(c.status);
}

PyMethodDef ttattr_command_methods[] = {
    {"run", run, METH_VARARGS, run_doc},
    {"main", run_main, METH_O, main_doc},
    {NULL, NULL, 0, NULL},
};
