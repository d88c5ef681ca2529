/* Functions over the commands: arguments and files in, what the command prints out. The JSON is that of the command
 * line, because it is the same code. */
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "module.h"

int ttattr_main_tt_opt(int argc, char **argv);
int ttattr_main_tt_layout(int argc, char **argv);

enum { MAX_DEPTH = 16 };

typedef struct arguments {
  tta_arena *arena;
  const char **items; /* NULL after a failure */
  size_t count, capacity;
} arguments;

/* The file of the picture if it is not SVG or text. */
static const char HTML_FILE[] = "picture.html";

static void add(arguments *a, const char *text) {
  if (a->items && text && a->count + 1 < a->capacity) {
    a->items[a->count++] = text;
    a->items[a->count] = NULL;
  } else {
    a->items = NULL;
  }
}

static tta_answer no_memory(void) { return module_answer(TTA_NO_MEMORY); }

static tta_answer run(const arguments *a) {
  if (!a->items) return no_memory();
  bool checks = !strcmp(a->items[0], "tt-opt");
  if (!checks && strcmp(a->items[0], "tt-layout") != 0) {
    tta_buf_printf(&module.messages, "unknown command '%.80s'; expected tt-opt or tt-layout\n", a->items[0]);
    return TTA_ANSWER_FAILED;
  }
  char **argv = (char **)(uintptr_t)a->items;
  int status = (checks ? ttattr_main_tt_opt : ttattr_main_tt_layout)((int)a->count, argv);
  if (module.result.failed || module.messages.failed) return no_memory();
  return (tta_answer)status;
}

/* ---- any command ---- */

/** Runs a command line, `["tt-layout", "show", "-"]`, on the files that were put. The result is its standard output.
 *  @param text taken */
TTA_EXPORT(ttattr_run) int ttattr_run(char *text, size_t size);
int ttattr_run(char *text, size_t size) {
  tta_arena arena;
  const tta_json_node *list = NULL;
  tta_json_error error;
  module_begin();
  tta_arena_init(&arena, &tta_malloc_allocator);
  tta_status status = tta_json_read(&arena, (tta_str){text, size}, 1, &list, &error);
  bool good = !status && list->kind == TTA_JSON_ARRAY && list->count;
  arguments a = {.arena = &arena};
  if (good) {
    a.capacity = list->count + 1;
    a.items = tta_arena_array(&arena, a.capacity, sizeof *a.items);
    for (const tta_json_node *word = list->first; word; word = word->next) {
      good &= word->kind == TTA_JSON_STRING;
      add(&a, good ? word->string.data : "");
    }
  }
  if (!good && status != TTA_NO_MEMORY) tta_buf_str(&module.messages, "expected a list of strings\n");
  int answer = status == TTA_NO_MEMORY ? (int)no_memory() : good ? (int)run(&a) : TTA_ANSWER_FAILED;
  tta_arena_free(&arena);
  module_free_text(text);
  return answer;
}

/** Adds a file for the next command; "-" is standard input. Both texts are taken. @return whether there was memory */
TTA_EXPORT(ttattr_put_file) int ttattr_put_file(char *name, size_t name_size, char *text, size_t size);
int ttattr_put_file(char *name, size_t name_size, char *text, size_t size) {
  bool done = files_put((tta_str){name, name_size}, text, size);
  if (!done) module_free_text(text);
  module_free_text(name);
  return done;
}

/** The result is an object of the files that the last command wrote. */
TTA_EXPORT(ttattr_written_files) int ttattr_written_files(void);
int ttattr_written_files(void) {
  module_begin();
  tta_json json = tta_json_writer(&module.result);
  tta_json_open(&json, '{');
  files_json(&json);
  tta_json_close(&json, '}');
  return (int)module_answer(TTA_OK);
}

/** Forgets all files. */
TTA_EXPORT(ttattr_clear_files) void ttattr_clear_files(void);
void ttattr_clear_files(void) { files_clear(); }

/* ---- functions ---- */

typedef struct function {
  const char *name, *program, *command;
  const char *output; /* the argument that selects the output */
  bool reads;         /* a text: standard input, or the option `argument` */
} function;

static const function functions[] = {
    {"attributes", "tt-opt", NULL, "--emit=json", true},
    {"layout", "tt-layout", "show", "--json", true},
    {"build", "tt-layout", "build", NULL, false},
    {"convert", "tt-layout", "convert", "--json", true},
    {"move", "tt-layout", "move", "--json", false},
    {"memory", "tt-layout", "memory", "--json", true},
    {"draw", "tt-layout", "draw", NULL, true},
    {"device", "tt-layout", "device", NULL, true},
    {"tiled", "tt-layout", "tiled", "--json", true},
    {"same", "tt-layout", "same", "--json", false},
    {"stream", "tt-layout", "stream", "--json", true},
    {"grids", "tt-layout", "grids", "--json", true},
    {"report", "tt-layout", "report", "--json", true},
};

/* "memorySpace" becomes "--memory-space". */
static void write_name(tta_buf *out, tta_str key) {
  tta_buf_str(out, key.size == 1 ? "-" : "--");
  for (size_t i = 0; i < key.size; i++) {
    char c = key.data[i];
    bool upper = c >= 'A' && c <= 'Z';
    if (upper && key.size > 1) tta_buf_char(out, '-');
    tta_buf_char(out, upper && key.size > 1 ? (char)(c + 'a' - 'A') : c == '_' ? '-' : c);
  }
}

static void write_value(tta_buf *out, const tta_json_node *value, char separator) {
  if (value->kind == TTA_JSON_STRING) tta_buf_append(out, value->string);
  else if (value->kind == TTA_JSON_BOOL) tta_buf_str(out, value->boolean ? "true" : "false");
  else if (value->kind == TTA_JSON_INTEGER) {
    if (value->negative) tta_buf_char(out, '-');
    tta_buf_uint(out, value->magnitude);
  } else if (value->kind == TTA_JSON_ARRAY) {
    for (const tta_json_node *item = value->first; item; item = item->next) {
      write_value(out, item, ',');
      if (item->next) tta_buf_char(out, separator);
    }
  }
}

/* {"memorySpace": "dram"} is --memory-space=dram, true is the option alone; false and null are nothing. Lists are
 * written as the option requires: shapes with x, others with commas. */
static void add_option(arguments *a, const tta_json_node *member) {
  bool flag = member->kind == TTA_JSON_BOOL;
  if (member->kind == TTA_JSON_NULL || (flag && !member->boolean)) return;
  tta_buf text;
  tta_buf_init(&text, NULL);
  write_name(&text, member->key);
  if (!flag) {
    bool shape = tta_str_is(member->key, "shape") || tta_str_is(member->key, "grid");
    tta_buf_char(&text, '=');
    write_value(&text, member, shape ? 'x' : ',');
  }
  tta_buf_char(&text, '\0');
  char *copy = text.failed ? NULL : tta_arena_alloc(a->arena, text.size);
  if (copy) memcpy(copy, text.data, text.size);
  add(a, copy);
  tta_buf_free(&text);
}

static const function *find_function(tta_str name) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (tta_str_is(name, functions[i].name)) return &functions[i];
  return NULL;
}

/* A picture is SVG on standard output; HTML goes through a file, because the suffix selects it. */
static bool add_picture(arguments *a, tta_str format) {
  bool html = tta_str_is(format, "html");
  add(a, tta_str_is(format, "text") ? "--ascii" : "-o");
  if (!tta_str_is(format, "text")) add(a, html ? HTML_FILE : "-");
  return html;
}

static tta_answer take_picture(void) {
  tta_str page;
  if (files_get((tta_str){HTML_FILE, sizeof HTML_FILE - 1}, &page)) tta_buf_append(&module.result, page);
  return module.result.failed ? no_memory() : TTA_ANSWER_OK;
}

/* Lines of JSON become the items of a list. */
static tta_answer make_list(void) {
  tta_buf list;
  tta_buf_init(&list, NULL);
  tta_str rest = tta_buf_view(&module.result), line;
  tta_buf_char(&list, '[');
  for (bool first = true; tta_str_next_line(&rest, &line); first = false) {
    if (!first) tta_buf_char(&list, ',');
    tta_buf_append(&list, line);
  }
  tta_buf_char(&list, ']');
  tta_buf_free(&module.result);
  module.result = list;
  return list.failed ? no_memory() : TTA_ANSWER_OK;
}

static tta_answer call(const function *f, tta_arena *arena, const tta_json_node *options) {
  size_t capacity = 8 + (options ? options->count : 0);
  arguments a = {arena, tta_arena_array(arena, capacity, sizeof *a.items), 0, capacity};
  const tta_json_node *argument = options ? tta_json_member(options, "argument") : NULL;
  const tta_json_node *format = options ? tta_json_member(options, "format") : NULL;
  bool draws = !strcmp(f->name, "draw"), html = false;
  add(&a, f->program);
  if (f->command) add(&a, f->command);
  if (f->output) add(&a, f->output);
  if (draws) html = add_picture(&a, format && format->kind == TTA_JSON_STRING ? format->string : (tta_str){"", 0});
  for (const tta_json_node *member = options ? options->first : NULL; member; member = member->next)
    if (member != argument && !(draws && member == format)) add_option(&a, member);
  if (f->reads) add(&a, argument && argument->kind == TTA_JSON_STRING ? argument->string.data : "-");
  tta_answer answer = run(&a), more = TTA_ANSWER_OK;
  if (answer == TTA_ANSWER_FAILED) return answer;
  if (html) more = take_picture();
  if (!strcmp(f->name, "attributes")) more = make_list();
  return more ? more : answer;
}

/** A function of the table on the files that were put, with options as JSON. The result is JSON or a text.
 *  @param name, text taken */
TTA_EXPORT(ttattr_call) int ttattr_call(char *name, size_t name_size, char *text, size_t size);
int ttattr_call(char *name, size_t name_size, char *text, size_t size) {
  tta_arena arena;
  const tta_json_node *options;
  module_begin();
  tta_arena_init(&arena, &tta_malloc_allocator);
  const function *f = find_function((tta_str){name, name_size});
  tta_answer answer = module_read_options(&arena, (tta_str){text, size}, &options);
  if (!f) {
    tta_buf_printf(&module.messages, "unknown function '%.80s'\n", name);
    answer = TTA_ANSWER_FAILED;
  }
  if (!answer) answer = call(f, &arena, options);
  tta_arena_free(&arena);
  module_free_text(name);
  module_free_text(text);
  return (int)answer;
}
