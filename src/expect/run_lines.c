/* run_lines.c: lines to commands, commands to words, words to options. Source: lit of LLVM 19 (TestRunner.py,
 * parseIntegratedTestScriptCommands and CommandDirective), llvm/lib/Support/CommandLine.cpp. */
#include <string.h>

#include "base/chars.h"
#include "base/format.h"
#include "base/str.h"
#include "ttattr/expect.h"

/* ---- words ------------------------------------------------------------------------------------------------------- */

typedef enum token { TOKEN_END, TOKEN_WORD, TOKEN_PIPE, TOKEN_SEPARATOR, TOKEN_INPUT, TOKEN_OUTPUT } token;

typedef struct words {
  const char *at, *end; /* of a command line */
  tta_buf word;         /* the last one, without quotes */
} words;

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Parentheses group commands. */
static bool ends_word(char c) {
  switch (c) {
  case '|': case '&': case ';': case '<': case '>': case '(': case ')': return true;
  default: return is_blank(c);
  }
}

static void read_quoted(words *w) {
  char quote = *w->at++;
  while (w->at < w->end && *w->at != quote) {
    bool escaped = quote == '"' && *w->at == '\\' && w->at + 1 < w->end && memchr("\\\"$`", w->at[1], 4);
    w->at += escaped;
    tta_buf_char(&w->word, *w->at++);
  }
  if (w->at < w->end) w->at++;
}

static token read_word(words *w) {
  w->word.size = 0;
  while (w->at < w->end && !ends_word(*w->at)) {
    if (*w->at == '"' || *w->at == '\'') {
      read_quoted(w);
    } else {
      w->at += *w->at == '\\' && w->at + 1 < w->end;
      tta_buf_char(&w->word, *w->at++);
    }
  }
  return TOKEN_WORD;
}

static bool skip(words *w, char c) {
  bool is = w->at < w->end && *w->at == c;
  w->at += is;
  return is;
}

/* `>`, `>>`, `>&`, `&>`, `>|`: the next word, which may follow immediately, is not an argument. */
static token read_output(words *w) {
  while (skip(w, '>') || skip(w, '&') || skip(w, '|')) continue;
  return TOKEN_OUTPUT;
}

static token next_token(words *w) {
  while (w->at < w->end && (is_blank(*w->at) || *w->at == '(' || *w->at == ')')) w->at++;
  if (w->at == w->end) return TOKEN_END;
  if (skip(w, ';')) return TOKEN_SEPARATOR;
  if (skip(w, '<')) return TOKEN_INPUT;
  if (*w->at == '>') return read_output(w);
  if (skip(w, '&')) {
    if (w->at < w->end && *w->at == '>') return read_output(w);
    skip(w, '&');
    return TOKEN_SEPARATOR;
  }
  if (skip(w, '|')) {
    if (skip(w, '|')) return TOKEN_SEPARATOR;
    skip(w, '&'); /* |& */
    return TOKEN_PIPE;
  }
  return read_word(w);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static tta_str without_suffix(tta_str text, const char *suffix) {
  if (tta_str_ends_with(text, suffix)) text.size -= strlen(suffix);
  return text;
}

/* `not` of `not`, `%not`, `%{not}`, `/usr/bin/not`, `not.exe`. */
static tta_str program_name(tta_str word) {
  for (size_t i = word.size; i > 0; i--)
    if (word.data[i - 1] == '/' || word.data[i - 1] == '\\') {
      word = tta_str_rest(word, i);
      break;
    }
  tta_str_skip(&word, "%");
  if (tta_str_skip(&word, "{")) word = without_suffix(word, "}");
  return without_suffix(word, ".exe");
}

/* `mlir-opt` of `mlir-opt-19.1`. */
static tta_str without_version(tta_str name) {
  size_t size = name.size;
  while (size && (tta_is_digit(name.data[size - 1]) || name.data[size - 1] == '.')) size--;
  if (size && size < name.size && name.data[size - 1] == '-') name.size = size - 1;
  return name;
}

static bool is_tool(tta_str name) {
  name = without_version(name);
  return tta_str_ends_with(name, "-opt") || tta_str_ends_with(name, "_opt") || tta_str_ends_with(name, "-translate") ||
         tta_str_ends_with(name, "_translate");
}

/* The name of the file, also in `--input=%s`; not `%system_desc_path%`, nor `%s.tmp`. */
static bool is_file(tta_str word) {
  return tta_str_ends_with(word, "%s") || tta_str_ends_with(word, "%/s") || tta_str_ends_with(word, "%{s}") ||
         tta_str_ends_with(word, "%{/s}");
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

typedef struct command {
  bool started; /* the name of the program was read */
  bool is_tool, is_cat, negated;
  bool reads_file, split, verifies;
  tta_buf marker;
} command;

static void start_command(command *c, bool reads_file) {
  tta_buf marker = c->marker;
  marker.size = 0;
  *c = (command){.reads_file = reads_file, .marker = marker};
}

/* Words before the name of the program: `env A=B`, `timeout 10`, `not --crash`, `!`. */
static bool is_prefix(tta_str word, tta_str name) {
  static const char *const names[] = {"env", "time", "timeout", "nice", "not", "!"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (tta_str_is(name, names[i])) return true;
  return !word.size || word.data[0] == '-' || tta_is_digit(word.data[0]) ||
         tta_str_contains(word, "=");
}

/* A word after which a command starts: `%if host %{ tt-opt %s %}`, `if a; then b; fi`. */
static bool starts_command(tta_str word) {
  static const char *const names[] = {"%{", "{", "if", "then", "else", "do", "while", "until"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (tta_str_is(word, names[i])) return true;
  return false;
}

static void read_program(command *c, tta_str word) {
  tta_str name = program_name(word);
  if (tta_str_is(name, "not") || tta_str_is(name, "!")) c->negated = !c->negated;
  if (is_prefix(word, name)) return;
  c->started = true;
  c->is_tool = is_tool(name);
  c->is_cat = tta_str_is(name, "cat");
}

/* Options of MLIR tools: one or two dashes, values only after `=`. Both were boolean before LLVM 18. */
static void read_option(command *c, tta_str word) {
  tta_str_skip(&word, "-");
  tta_str_skip(&word, "-");
  const char *equals = word.size ? memchr(word.data, '=', word.size) : NULL;
  tta_str name = equals ? tta_str_between(word.data, equals) : word;
  tta_str value = equals ? tta_str_rest(word, name.size + 1) : (tta_str){NULL, 0};
  bool off = tta_str_is(value, "false") || tta_str_is(value, "0"), on = tta_str_is(value, "true");
  if (tta_str_is(name, "verify-diagnostics")) c->verifies = !off;
  if (!tta_str_is(name, "split-input-file")) return;
  c->split = !off;
  c->marker.size = 0;
  if (!off && !on) tta_buf_append(&c->marker, value);
}

static void read_argument(command *c, tta_str word) {
  if (is_file(word)) c->reads_file = true;
  if (!c->is_tool && starts_command(word)) start_command(c, false);
  else if (!c->started) read_program(c, word);
  else if (c->is_tool && tta_str_starts_with(word, "-")) read_option(c, word);
}

typedef struct reader {
  tta_run_lines *lines;
  tta_buf *marker;
  bool succeeds; /* a command without `not` */
  command command;
  words words;
} reader;

static void end_command(reader *r) {
  const command *c = &r->command;
  tta_run_lines *lines = r->lines;
  if (!c->is_tool || !c->reads_file) return;
  lines->found = true;
  lines->verifies |= c->verifies;
  r->succeeds |= !c->negated;
  if (c->split && !lines->split) tta_buf_append(r->marker, tta_buf_view(&c->marker));
  lines->split |= c->split;
}

static void read_command_line(reader *r, tta_str line) {
  token kind;
  if (!line.size) return;
  r->words.at = line.data;
  r->words.end = line.data + line.size;
  start_command(&r->command, false);
  while ((kind = next_token(&r->words)) != TOKEN_END) {
    if (kind == TOKEN_WORD) {
      read_argument(&r->command, tta_buf_view(&r->words.word));
    } else if (kind == TOKEN_PIPE || kind == TOKEN_SEPARATOR) {
      end_command(r);
      start_command(&r->command, kind == TOKEN_PIPE && r->command.is_cat && r->command.reads_file);
    } else if (next_token(&r->words) == TOKEN_WORD && kind == TOKEN_INPUT) { /* the file of a redirection */
      r->command.reads_file |= is_file(tta_buf_view(&r->words.word));
    }
  }
  end_command(r);
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* The rest of the next line with `RUN:`, without blanks at its end. *at moves to the end of that line. */
static bool next_run_line(const char **at, const char *end, tta_str *line) {
  const char *begin = *at, *run;
  for (;; begin = run + 1) { /* `U` is rare in modules */
    run = end - begin >= 4 ? memchr(begin + 1, 'U', (size_t)(end - begin - 3)) : NULL;
    if (!run) return false;
    if (!memcmp(--run, "RUN:", 4)) break;
  }
  const char *newline = memchr(run, '\n', (size_t)(end - run));
  *at = newline ? newline : end;
  *line = tta_str_between(run + 4, *at);
  while (line->size && is_blank(line->data[line->size - 1])) line->size--;
  return true;
}

tta_status tta_run_lines_read(tta_str text, tta_run_lines *lines, tta_buf *marker) {
  reader r = {.lines = lines, .marker = marker};
  const tta_allocator *allocator = marker->allocator;
  tta_str part;
  *lines = (tta_run_lines){.found = false};
  tta_buf line = tta_buf_new(allocator);
  tta_buf_init(&r.command.marker, allocator);
  tta_buf_init(&r.words.word, allocator);
  const char *at = text.data, *end = at ? at + text.size : at;
  while (next_run_line(&at, end, &part)) {
    bool continues = tta_str_ends_with(part, "\\");
    tta_buf_append(&line, (tta_str){part.data, part.size - continues});
    if (continues) continue;
    read_command_line(&r, tta_buf_view(&line));
    line.size = 0;
  }
  read_command_line(&r, tta_buf_view(&line)); /* a backslash on the last RUN line */
  lines->fails = lines->found && !r.succeeds && !lines->verifies;
  bool memory = !marker->failed && !line.failed && !r.command.marker.failed && !r.words.word.failed;
  tta_buf_free(&line);
  tta_buf_free(&r.command.marker);
  tta_buf_free(&r.words.word);
  return memory ? TTA_OK : TTA_NO_MEMORY;
}
