/* preprocess.c: directives of kernel sources: conditionals, definitions, includes. Headers of the kernel API are
 * skipped by a table. */
#include "base/format.h"
#include "kernel/source.h"

enum { MAX_CONDITIONS = 64 };

/* One open #if: whether its lines are read, and whether a branch has been taken. */
typedef struct condition {
  bool reading, taken, outer, has_else;
} condition;

typedef struct reader {
  tta_cpp *c;
  const tta_cpp_token *at;
  condition open[MAX_CONDITIONS];
  uint32_t num_open;
  tta_str path;
  tta_cpp_tokens pending; /* text lines since the last directive */
} reader;

static bool is_word(const tta_cpp_token *t, const char *word) {
  return t->kind == TTA_CPP_NAME && tta_str_is(t->text, word);
}

static bool is_reading(const reader *r) { return !r->num_open || r->open[r->num_open - 1].reading; }

/* ---- includes ---- */

/* Folders and files of the kernel API (tt-metal 2024-03 to 2026-02); a name ends with one of the second list. */
static const char *const api_folders[] = {
    "compute_kernel_api/", "api/", "tt-metalium/", "experimental/", "hostdevcommon/", "tools/profiler/", "debug/",
    "internal/", "accessor/", "ckernel_", "llk_", "sfpi", "ckernel", "tt_metal/hw/", "tt_metal/include/",
    "tt_metal/hostdevcommon/", "hw/inc/", "lltt", "noc/", "risc_common", "firmware_common", "dev_mem_map", "tensix",
    "cmath_common", "noc_nonblocking_api", "circular_buffer", "chlkc_list", "tdma_xmov", "dev_msgs", "fabric/",
    "tt_metal/fabric/", "sfpu/"};
static const char *const api_files[] = {
    "dataflow_api.h", "compute_kernel_api.h", "common_values.hpp", "dprint.h", "assert.h", "waypoint.h",
    "dataflow_api.hpp", "kernel_profiler.hpp", "noc_parameters.h", "common_globals.h",
    "remote_circular_buffer_api.h", "core_config.h", "dataflow_internal.h", "noc_overlay_parameters.h",
    "stream_interface.h", "compile_time_args.h", "kernel_structs.h", "defines_generated.h",
    "ethernet/dataflow_api.h", "tensor_accessor.h", "tensor_accessor_args.h", "pause.h", "noc_addr.h", "bfloat16.h",
    "constants.hpp"};
static const char *const standard_headers[] = {
    "algorithm", "array", "bit", "climits", "cmath", "concepts", "cstddef", "cstdint", "cstdlib", "cstring",
    "functional", "initializer_list", "iterator", "limits", "math.h", "numeric", "optional", "span", "stdbool.h",
    "stddef.h", "stdint.h", "string.h", "tuple", "type_traits", "utility", "variant", "vector", "string_view",
    "string", "ranges", "new"};

static bool is_api_header(tta_str name) {
  for (size_t i = 0; i < sizeof api_folders / sizeof *api_folders; i++)
    if (tta_str_starts_with(name, api_folders[i])) return true;
  for (size_t i = 0; i < sizeof api_files / sizeof *api_files; i++)
    if (tta_str_ends_with(name, api_files[i])) return true;
  for (size_t i = 0; i < sizeof standard_headers / sizeof *standard_headers; i++)
    if (tta_str_is(name, standard_headers[i])) return true;
  return false;
}

static bool read_file(tta_cpp *c, tta_str path, tta_str text);

static void report_unknown_header(tta_cpp *c, const tta_cpp_token *at, tta_str name) {
  uint32_t number = tta_cpp_name(c, name);
  for (uint32_t i = 0; i < c->num_unknown_headers; i++)
    if (c->unknown_headers[i] == number) return;
  if (!TTA_CPP_APPEND(c, unknown_headers, number)) return;
  tta_cpp_report(c, TTA_RULE_kernel_unsupported, at, "header '%.*s' was not found; its names are unknown",
                 TTA_STR_ARGS(name));
}

/* The name in "..." or <...>; empty if there is none. */
static tta_str header_name(tta_cpp *c, const tta_cpp_token *line, uint32_t count, bool *quoted) {
  tta_cpp_tokens expanded = {0};
  *quoted = count && line[0].kind == TTA_CPP_STRING;
  if (count && line[0].kind == TTA_CPP_NAME && tta_cpp_expand(c, line, count, &expanded) && expanded.num_items) {
    line = expanded.items;
    count = expanded.num_items;
    *quoted = line[0].kind == TTA_CPP_STRING;
  }
  if (*quoted && line[0].text.size >= 2)
    return (tta_str){line[0].text.data + 1, line[0].text.size - 2};
  if (count < 3 || !tta_cpp_is(&line[0], '<')) return TTA_STR("");
  tta_buf name; /* tokens of macros are in several texts */
  tta_buf_init(&name, c->arena->allocator);
  uint32_t end = 1;
  for (; end < count && !tta_cpp_is(&line[end], '>'); end++) {
    if (end > 1 && line[end].spaced) tta_buf_char(&name, ' ');
    tta_buf_append(&name, line[end].text);
  }
  tta_str out = end < count ? tta_arena_str(c->arena, tta_buf_view(&name)) : TTA_STR("");
  if (name.failed || !out.data) c->status = TTA_NO_MEMORY;
  tta_buf_free(&name);
  return out;
}

static bool include(reader *r, const tta_cpp_token *directive, const tta_cpp_token *line, uint32_t count) {
  tta_cpp *c = r->c;
  bool quoted;
  tta_str name = header_name(c, line, count, &quoted), path, text;
  if (c->status) return false;
  if (!name.size) {
    tta_cpp_report(c, TTA_RULE_kernel_unsupported, directive, "#include without the name of a header is ignored");
    return true;
  }
  if (is_api_header(name)) return true;
  tta_str rest = name;
  bool found = false;
  while (c->options->read_file && !found && rest.size) { /* without its first folders if necessary */
    found = c->options->read_file(c->options->user, rest, r->path, &path, &text);
    size_t slash = tta_str_find(rest, "/");
    if (!found) rest = slash == SIZE_MAX ? TTA_STR("") : tta_str_rest(rest, slash + 1);
  }
  if (!found) {
    report_unknown_header(c, line, name);
    return !c->status;
  }
  if (rest.size < name.size && !c->is_host)
    tta_cpp_report(c, TTA_RULE_kernel_assumed, line, "header '%.*s' was not found; '%.*s' is read instead",
                   TTA_STR_ARGS(name), TTA_STR_ARGS(path));
  for (uint32_t i = 0; i < c->num_files; i++)
    if (c->files[i].once && tta_str_equal(c->files[i].path, path)) return true;
  if (c->depth >= TTA_KERNEL_MAX_INCLUDES) {
    tta_cpp_report(c, TTA_RULE_kernel_invalid, directive, "includes are nested more than %d levels",
                   TTA_KERNEL_MAX_INCLUDES);
    return false;
  }
  if (c->num_files >= TTA_KERNEL_MAX_FILES) {
    tta_cpp_report(c, TTA_RULE_kernel_invalid, directive, "more than %d files are included", TTA_KERNEL_MAX_FILES);
    return false;
  }
  return read_file(c, path, text);
}

/* ---- conditionals ---- */

static void open_condition(reader *r, const tta_cpp_token *at, bool value) {
  if (r->num_open == MAX_CONDITIONS) {
    tta_cpp_report(r->c, TTA_RULE_kernel_invalid, at, "#if is nested more than %d levels", MAX_CONDITIONS);
    r->c->status = TTA_LIMIT;
    return;
  }
  bool outer = is_reading(r);
  r->open[r->num_open++] = (condition){outer && value, value, outer, false};
}

static bool evaluate(reader *r, const tta_cpp_token *line, uint32_t count) {
  bool value = false;
  return tta_cpp_condition(r->c, line, count, &value) && value;
}

/* #elif and #else. */
static void next_branch(reader *r, const tta_cpp_token *at, const tta_cpp_token *line, uint32_t count, bool is_else) {
  condition *top = r->num_open ? &r->open[r->num_open - 1] : NULL;
  if (!top || top->has_else) {
    tta_cpp_report(r->c, TTA_RULE_kernel_invalid, at, "#%.*s without #if", TTA_STR_ARGS(at->text));
    return;
  }
  top->has_else = is_else;
  top->reading = top->outer && !top->taken && (is_else || evaluate(r, line, count));
  top->taken |= top->reading;
}

static bool is_defined(reader *r, const tta_cpp_token *line, uint32_t count) {
  return count && line[0].kind == TTA_CPP_NAME && tta_cpp_macro_of(r->c, line[0].name);
}

/* @return whether the directive is one of conditionals */
static bool conditional(reader *r, const tta_cpp_token *name, const tta_cpp_token *line, uint32_t count) {
  bool reading = is_reading(r);
  if (is_word(name, "if")) open_condition(r, name, reading && evaluate(r, line, count));
  else if (is_word(name, "ifdef")) open_condition(r, name, is_defined(r, line, count));
  else if (is_word(name, "ifndef")) open_condition(r, name, !is_defined(r, line, count));
  else if (is_word(name, "elif")) next_branch(r, name, line, count, false);
  else if (is_word(name, "else")) next_branch(r, name, line, count, true);
  else if (is_word(name, "endif")) {
    if (r->num_open) r->num_open--;
    else tta_cpp_report(r->c, TTA_RULE_kernel_invalid, name, "#endif without #if");
  } else return false;
  return true;
}

/* ---- lines ---- */

static bool flush(reader *r) {
  tta_cpp *c = r->c;
  tta_cpp_tokens out = {c->tokens, c->num_tokens, c->cap_tokens};
  bool good = tta_cpp_expand(c, r->pending.items, r->pending.num_items, &out);
  c->tokens = out.items;
  c->num_tokens = out.num_items;
  c->cap_tokens = out.cap_items;
  r->pending.num_items = 0;
  return good;
}

static bool directive(reader *r, const tta_cpp_token *hash, const tta_cpp_token *end) {
  const tta_cpp_token *name = hash + 1, *line = hash + 2;
  if (name >= end) return true;
  uint32_t count = (uint32_t)(end - line);
  if (conditional(r, name, line, count)) return !r->c->status;
  if (!is_reading(r)) return true;
  if (is_word(name, "define")) return tta_cpp_read_define(r->c, line, count);
  if (is_word(name, "undef")) {
    if (count && line[0].kind == TTA_CPP_NAME) tta_cpp_undefine(r->c, line[0].text);
    return true;
  }
  if (is_word(name, "include")) return include(r, name, line, count);
  if (is_word(name, "pragma")) {
    if (count && is_word(line, "once")) r->c->files[hash->file].once = true;
    return true;
  }
  if (is_word(name, "error")) tta_cpp_report(r->c, TTA_RULE_kernel_invalid, name, "#error in this configuration");
  else if (!is_word(name, "line") && !is_word(name, "warning"))
    tta_cpp_report(r->c, TTA_RULE_kernel_unsupported, name, "unsupported directive '#%.*s' is ignored",
                   TTA_STR_ARGS(name->text));
  return true;
}

static bool read_lines(reader *r) {
  tta_cpp *c = r->c;
  const tta_cpp_token *t = r->at;
  while (t->kind != TTA_CPP_END && !c->status) {
    if (t->line_start && tta_cpp_is(t, '#')) {
      const tta_cpp_token *end = t + 1;
      while (end->kind != TTA_CPP_END && !end->line_start) end++;
      if (!flush(r) || !directive(r, t, end)) return false;
      t = end;
      continue;
    }
    if (is_reading(r)) {
      if (!TTA_GROW_IN(c->arena, &r->pending, items, 1)) {
        c->status = TTA_NO_MEMORY;
        return false;
      }
      r->pending.items[r->pending.num_items++] = *t;
    }
    t++;
  }
  if (r->num_open) tta_cpp_report(c, TTA_RULE_kernel_invalid, t, "#if without #endif at the end of the file");
  return !c->status && flush(r);
}

/* The source of a path, which all kernels of a program share. */
static tta_source *source_of(tta_cpp *c, tta_str path, tta_str text) {
  tta_kernel_findings *f = c->findings;
  for (uint32_t i = 0; i < f->num_sources; i++)
    if (tta_str_equal(f->sources[i]->name, path) && tta_str_equal(f->sources[i]->text, text)) return f->sources[i];
  tta_source *source = tta_arena_alloc(c->arena, sizeof *source);
  tta_str name = tta_arena_str(c->arena, path);
  if (!source || !name.data || !TTA_GROW_IN(c->arena, f, sources, 1)) return NULL;
  tta_source_init(source, name, text, c->arena->allocator);
  return f->sources[f->num_sources++] = source;
}

static bool read_file(tta_cpp *c, tta_str path, tta_str text) {
  tta_cpp_file file = {.path = TTA_STR("")};
  tta_cpp_tokens raw = {0};
  bool in_host = (c->is_host || c->line) && !c->depth;
  uint32_t line = in_host && c->line ? c->line : 1, column = in_host && c->line ? c->column : 1;
  if (!in_host && !(file.source = source_of(c, path, text))) {
    c->status = TTA_NO_MEMORY;
    return false;
  }
  if (file.source) file.path = file.source->name;
  if (!TTA_CPP_APPEND(c, files, file)) return false;
  if (!tta_cpp_lex_part(c, text, (uint16_t)(c->num_files - 1), line, column, &raw)) return false;
  reader *r = tta_arena_alloc(c->arena, sizeof *r);
  if (!r) {
    c->status = TTA_NO_MEMORY;
    return false;
  }
  *r = (reader){.c = c, .at = raw.items, .path = file.path};
  c->depth++;
  bool good = read_lines(r);
  c->depth--;
  return good;
}

/* ---- brackets ---- */

enum { MAX_BRACKETS = 2000 };

static uint32_t closing(uint32_t punct) { return punct == '(' ? ')' : punct == '[' ? ']' : '}'; }

/* Connects brackets; one without a partner is an error, and reading ends there. */
static bool connect(tta_cpp *c) {
  uint32_t *open = tta_arena_array(c->arena, MAX_BRACKETS, sizeof *open), num_open = 0;
  if (!open) {
    c->status = TTA_NO_MEMORY;
    return false;
  }
  for (uint32_t i = 0; i < c->num_tokens; i++) {
    tta_cpp_token *t = &c->tokens[i];
    if (tta_cpp_is(t, '(') || tta_cpp_is(t, '[') || tta_cpp_is(t, '{')) {
      if (num_open == MAX_BRACKETS) {
        c->status = TTA_LIMIT;
        return false;
      }
      open[num_open++] = i;
    } else if (tta_cpp_is(t, ')') || tta_cpp_is(t, ']') || tta_cpp_is(t, '}')) {
      if (!num_open || closing(c->tokens[open[num_open - 1]].punct) != t->punct) {
        tta_cpp_report(c, TTA_RULE_kernel_invalid, t, "'%.*s' does not match an open bracket", TTA_STR_ARGS(t->text));
        return false;
      }
      t->match = open[--num_open];
      c->tokens[t->match].match = i;
    }
  }
  if (num_open)
    tta_cpp_report(c, TTA_RULE_kernel_invalid, &c->tokens[open[num_open - 1]], "'%.*s' is not closed",
                   TTA_STR_ARGS(c->tokens[open[num_open - 1]].text));
  return !num_open;
}

bool tta_cpp_read(tta_cpp *c, tta_str path, tta_str text) {
  if (c->host_api.size && !read_file(c, TTA_STR(""), c->host_api)) return false;
  if (!read_file(c, path, text)) return false;
  tta_cpp_token end = {.kind = TTA_CPP_END, .match = TTA_KERNEL_NONE, .name = TTA_KERNEL_NONE};
  for (int i = 0; i < 4; i++) /* readers look a few tokens ahead */
    if (!TTA_CPP_APPEND(c, tokens, end)) return false;
  return connect(c);
}

bool tta_cpp_init(tta_cpp *c, tta_arena *arena, const tta_kernel_options *options, tta_kernel_findings *findings) {
  *c = (tta_cpp){.arena = arena, .options = options, .findings = findings};
  tta_strmap_init(&c->numbers, arena->allocator);
  return true;
}

void tta_cpp_free(tta_cpp *c) { tta_strmap_free(&c->numbers); }
