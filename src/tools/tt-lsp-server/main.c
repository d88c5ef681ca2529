/* tt-lsp-server: the language server over standard input and output. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "files.h"
#include "server.h"
#include "stream.h"
#include "tools/common/message.h"
#include "tools/common/options.h"
#include "tools/common/output.h"
#include "tools/common/process.h"
#include "tools/common/version.h"
#include "ttattr/base.h"
#include "ttattr/lsp.h"

const char tt_lsp_program[] = "tt-lsp-server";

typedef struct request {
  const char *log;
  int encoding; /* tta_column_unit */
  bool stdio;
} request;

/* ---- the command line ---- */

static const tta_command tt_lsp_server;

static int print_version(void *given, const tta_option_use *use) {
  (void)given, (void)use;
  return tta_print_version(tt_lsp_program);
}

static int dump_options(void *given, const tta_option_use *use) {
  (void)given;
  if (strcmp(use->value, "json") != 0) return tta_invalid_value(tt_lsp_program, use, "json");
  tta_buf out = tta_buf_new(NULL);
  tta_buf_char(&out, '[');
  tta_command_json(&out, &tt_lsp_server);
  tta_buf_str(&out, "]\n");
  return tta_print_and_free(tt_lsp_program, &out, NULL);
}

static int print_help(void *given, const tta_option_use *use) {
  (void)given, (void)use;
  tta_buf out = tta_buf_new(NULL);
  tta_command_help(&out, &tt_lsp_server, NULL);
  return tta_print_and_free(tt_lsp_program, &out, NULL);
}

#define AT(member) .offset = offsetof(request, member)
static const char *const encodings[] = {"utf-8", "utf-16", "utf-32", NULL}; /* tta_column_unit */
static const char server[] = "Server", other[] = "Other options";

static const tta_option option_rows[] = {
    {.name = "--stdio", .kind = TTA_KIND_FLAG, AT(stdio), .group = server,
     .help = "communicate over standard input and output (the default)"},
    {.name = "--log", .value = "FILE", .kind = TTA_KIND_TEXT, AT(log), .group = server, .example = "/dev/null",
     .help = "append all messages to FILE"},
    {.name = "--position-encoding", .value = "utf-8|utf-16|utf-32", .kind = TTA_KIND_CHOICE, .choices = encodings,
     AT(encoding), .group = server,
     .help = "unit of columns in messages (default: utf-16 if the client offers it or offers nothing)"},
    {.name = "--dump-options", .value = "json", .kind = TTA_KIND_CUSTOM, .parse = dump_options, .hidden = true,
     .group = other, .example = "json", .help = "print the options as JSON"},
    {.name = "--version", .kind = TTA_KIND_CUSTOM, .argument = TTA_ARGUMENT_NONE, .parse = print_version,
     .group = other, .help = "print the version and exit"},
    {.name = "--help", .alias = "-h", .kind = TTA_KIND_CUSTOM, .argument = TTA_ARGUMENT_NONE, .parse = print_help,
     .group = other, .help = "print this help and exit"},
};

static const tta_command tt_lsp_server = {
    .program = tt_lsp_program,
    .usage = "[OPTION...]",
    .summary = "Serve editors: diagnostics, hover, completion and edits of .mlir files",
    .description = "An editor starts this program and communicates with it by the Language Server Protocol. "
                   "docs/editors.md describes the configuration of editors.",
    TTA_OPTIONS(option_rows),
    .exit_status = {"the client has sent 'shutdown' and 'exit'", "the input has ended without 'shutdown'",
                    "the command line is invalid"},
    .examples = {"tt-lsp-server --log=lsp.log", "serve an editor and record the messages"},
};

/* ---- the session ---- */

static bool send_all(tt_lsp_stream *stream, tta_lsp *lsp) {
  for (tta_str message; (message = tta_lsp_next_message(lsp)).size;) tt_lsp_stream_send(stream, message);
  return !stream->out.failed;
}

/* Answers requests as they come. Diagnostics wait until no message waits: what has arrived together is verified once,
 * and a client that does not read gets no outdated ones. */
static int serve(tta_lsp *lsp, tt_lsp_stream *stream) {
  while (tta_lsp_exit_status(lsp) < 0) {
    char *message;
    size_t size;
    tt_lsp_step step = tt_lsp_stream_next(stream, !tta_lsp_has_changes(lsp), &message, &size);
    if (step == TT_LSP_END) break;
    tta_status status = step == TT_LSP_MESSAGE ? tta_lsp_receive(lsp, message, size) : tta_lsp_publish(lsp);
    if (status == TTA_NO_MEMORY) tta_print_no_memory(tt_lsp_program);
    if (!send_all(stream, lsp) || (status && step == TT_LSP_IDLE)) break;
  }
  tt_lsp_stream_flush(stream);
  int status = tta_lsp_exit_status(lsp);
  return status < 0 ? TTA_EXIT_ERRORS : status;
}

static int open_log(const char *path) {
  int log = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
  if (path && log < 0)
    tta_print_io_failure(tt_lsp_program, &(tta_io_failure){.action = "cannot open", .error = errno}, path);
  return log;
}

/* A check of a large text frees what the next one allocates: pages that are returned to the system each time take a
 * fifth of the time. Texts of many megabytes would leave holes of their size in the heap. */
static void keep_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

int main(int argc, char **argv) {
  request given = {.encoding = -1};
  tt_lsp_pages pages = {.count = 0};
  tta_arguments arguments;
  tt_lsp_stream stream;
  tta_lsp *lsp;
  (void)argc;
  tta_process_start(tt_lsp_program);
  keep_memory();
  int status = tta_command_parse(&tt_lsp_server, argv, &given, &arguments);
  if (status >= 0) return status;
  int log = open_log(given.log);
  if (given.log && log < 0) return TTA_EXIT_FAILED;
  if (tta_lsp_new(NULL, &lsp)) {
    tta_print_no_memory(tt_lsp_program);
    return TTA_EXIT_FAILED;
  }
  if (given.encoding >= 0) tta_lsp_set_position_encoding(lsp, (tta_column_unit)given.encoding);
  tta_lsp_set_page_store(lsp, tt_lsp_store_page, &pages);
  tta_lsp_set_configuration(lsp, tt_lsp_find_configuration, NULL);
  tta_lsp_set_file_reader(lsp, tt_lsp_read_file, NULL);
  tt_lsp_stream_init(&stream, log);
  status = serve(lsp, &stream);
  tt_lsp_stream_free(&stream);
  tta_lsp_free(lsp);
  tt_lsp_remove_pages(&pages);
  if (log >= 0) close(log);
  return status;
}
