/* read.c: the text of a protocol: lines, tokens, declarations, kernels and their statements. At most one error is
 * reported for a line; parsing continues with the next line. Blocks open and close all the same, and names of lines
 * with errors are known, so that one error does not cause others. */
#include "protocol/read.h"

#include <stdio.h>
#include <string.h>

#include "base/chars.h"
#include "base/checked.h"
#include "base/str.h"

/* ---- tokens ---- */

static void read_digits(tta_protocol_reader *r, int64_t *value, bool *good) {
  *value = 0;
  for (; r->at < r->end && tta_is_digit(*r->at); r->at++)
    if (!tta_mul(*value, 10, value) || !tta_add(*value, *r->at - '0', value)) *good = false;
}

/* 12, or a core 3x4 (row, column) */
static void read_number(tta_protocol_reader *r) {
  bool good = true;
  int64_t second = 0;
  read_digits(r, &r->token.number, &good);
  r->token.kind = TTA_TOKEN_NUMBER;
  if (r->end - r->at > 1 && *r->at == 'x' && tta_is_digit(r->at[1])) {
    r->at++;
    read_digits(r, &second, &good);
    r->token.kind = TTA_TOKEN_CORE;
    if (r->token.number >= TTA_PROTOCOL_MAX_COORD || second >= TTA_PROTOCOL_MAX_COORD) good = false;
    r->token.y = (uint32_t)(r->token.number & 63);
    r->token.x = (uint32_t)(second & 63);
  }
  if (!good || (r->at < r->end && tta_protocol_is_name_byte(*r->at))) r->token.kind = TTA_TOKEN_BAD;
}

/* tt::DstMode::Full is Full; dst_reg++ is one word */
static void read_word(tta_protocol_reader *r) {
  const char *begin = r->at;
  for (; r->at < r->end; r->at++) {
    bool scope = r->end - r->at > 2 && r->at[0] == ':' && r->at[1] == ':' && tta_protocol_is_name_byte(r->at[2]);
    if (scope) begin = r->at + 2, r->at++;
    else if (!tta_protocol_is_name_byte(*r->at)) break;
  }
  r->token.kind = TTA_TOKEN_NAME;
  r->token.text.data = begin;
  if (r->at - begin == 7 && !memcmp(begin, "dst_reg", 7) && r->end - r->at > 1 && r->at[0] == '+' && r->at[1] == '+')
    r->at += 2;
}

void tta_protocol_next(tta_protocol_reader *r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == ';')) r->at++;
  r->token = (tta_token){TTA_TOKEN_END, {r->at, 0}, (uint32_t)(r->at - r->line_text.data) + 1, 0, 0, 0};
  if (r->at == r->end) return;
  if (tta_is_digit(*r->at)) read_number(r);
  else if (tta_protocol_is_name_byte(*r->at)) read_word(r);
  else if (r->end - r->at > 1 && r->at[0] == '.' && r->at[1] == '.') r->token.kind = TTA_TOKEN_DOTS, r->at += 2;
  else r->token.kind = *r->at > ' ' && *r->at < 127 ? TTA_TOKEN_CHAR : TTA_TOKEN_BAD, r->at++;
  r->token.text.size = (size_t)(r->at - r->token.text.data);
}

tta_call_site tta_protocol_here(const tta_protocol_reader *r) {
  return (tta_call_site){NULL, r->line, r->token.column, {NULL, 0}};
}

static tta_diagnostic *complain(tta_protocol_reader *r, const char *format, va_list args) {
  char text[256];
  if (r->failed) return NULL;
  vsnprintf(text, sizeof text, format, args);
  r->failed = true;
  tta_call_site site = tta_protocol_here(r);
  return tta_protocol_report(r->p, TTA_RULE_protocol_syntax, false, &site, "%s", text);
}

bool tta_protocol_expected(tta_protocol_reader *r, const char *format, ...) {
  va_list args;
  va_start(args, format);
  complain(r, format, args);
  va_end(args);
  return false;
}

tta_span tta_protocol_token_span(const tta_protocol_reader *r) {
  uint32_t begin = (uint32_t)(r->token.text.data - r->p->text->text.data);
  return (tta_span){begin, begin + (uint32_t)r->token.text.size};
}

tta_nearest tta_protocol_nearest(const tta_protocol_reader *r) {
  tta_str word = r->token.kind == TTA_TOKEN_NAME ? r->token.text : (tta_str){"", 0};
  return tta_nearest_start(word, word.size < 3 ? 0 : 2);
}

bool tta_protocol_misspelled(tta_protocol_reader *r, const tta_nearest *nearest, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tta_diagnostic *d = complain(r, format, args);
  va_end(args);
  if (tta_nearest_is_likely(nearest))
    tta_report_suggest(&r->p->results.report, d, tta_protocol_token_span(r), nearest->best);
  return false;
}

bool tta_protocol_is(const tta_protocol_reader *r, char c) {
  return r->token.kind == TTA_TOKEN_CHAR && r->token.text.data[0] == c;
}

bool tta_protocol_is_word(const tta_protocol_reader *r, const char *word) {
  return r->token.kind == TTA_TOKEN_NAME && r->token.text.size == strlen(word) &&
         !memcmp(r->token.text.data, word, r->token.text.size);
}

bool tta_protocol_eat(tta_protocol_reader *r, char c) {
  if (!tta_protocol_is(r, c)) return tta_protocol_expected(r, "expected '%c'", c);
  tta_protocol_next(r);
  return true;
}

static bool eat_word(tta_protocol_reader *r, const char *word) {
  if (!tta_protocol_is_word(r, word)) {
    tta_nearest nearest = tta_protocol_nearest(r);
    tta_nearest_offer(&nearest, word, word);
    return tta_protocol_misspelled(r, &nearest, "expected '%s'", word);
  }
  tta_protocol_next(r);
  return true;
}

/* Whether a line opens a block, as far as that can be told if something else is wrong in it. */
static bool opens_block(const tta_protocol_reader *r) {
  tta_str line = r->line_text;
  while (line.size && strchr(" \t\r;", line.data[line.size - 1])) line.size--;
  return line.size && line.data[line.size - 1] == '{';
}

static bool closes_block(const tta_protocol_reader *r) { return memchr(r->line_text.data, '}', r->line_text.size); }

/* @param option a word that could be last */
static bool end_after(tta_protocol_reader *r, const char *option) {
  tta_nearest nearest = tta_protocol_nearest(r);
  if (r->token.kind == TTA_TOKEN_END) return true;
  tta_nearest_offer(&nearest, option, option);
  return tta_protocol_misspelled(r, &nearest, "expected the end of the line");
}

static bool end_of_line(tta_protocol_reader *r) {
  return r->token.kind == TTA_TOKEN_END || tta_protocol_expected(r, "expected the end of the line");
}

/* ---- declarations ---- */

/* The name of something new. */
static bool new_name(tta_protocol_reader *r, tta_str *name) {
  *name = r->token.text;
  if (r->token.kind != TTA_TOKEN_NAME || tta_is_digit(name->data[0]))
    return tta_protocol_expected(r, "expected a name");
  if (tta_protocol_is_word(r, "dram") || tta_protocol_is_word(r, "my_y") || tta_protocol_is_word(r, "my_x"))
    return tta_protocol_expected(r, "'%.*s' has a meaning of its own; use another name", (int)name->size, name->data);
  const uint32_t *old = tta_strmap_find(&r->p->names, *name);
  if (old)
    return tta_protocol_expected(r, "'%.*s' is declared already in line %u", (int)name->size, name->data,
                                 r->p->objects[*old].site.line);
  r->declares = *name;
  tta_protocol_next(r);
  return true;
}

/* The line is done when its object was added; an error was reported. */
static bool added(tta_protocol_reader *r, uint32_t object) {
  r->failed |= object == TTA_PROTOCOL_NONE;
  return !r->failed;
}

static bool on_range(tta_protocol_reader *r, tta_protocol_range *range) {
  return eat_word(r, "on") && tta_protocol_read_range(r, range);
}

static bool read_const(tta_protocol_reader *r) {
  tta_protocol_object o = {.kind = TTA_PROTOCOL_CONST};
  if (!new_name(r, &o.name) || !tta_protocol_eat(r, '=') ||
      !tta_protocol_read_constant(r, INT64_MIN, INT64_MAX, "a constant", &o.value) || !end_of_line(r)) return false;
  tta_call_site site = {.line = r->line};
  return added(r, tta_add_constant(r->p, &site, o.name, o.value));
}

/* arch NAME: of the check, unless its options have one */
static bool read_arch(tta_protocol_reader *r) {
  tta_arch arch;
  tta_nearest nearest = tta_protocol_nearest(r);
  if (r->token.kind != TTA_TOKEN_NAME || !tta_arch_find(r->token.text, &arch)) {
    for (int a = 0; a < TTA_NUM_ARCHS; a++) {
      const char *name = tta_arch_get((tta_arch)a)->name;
      tta_nearest_offer(&nearest, name, name);
    }
    return tta_protocol_misspelled(r, &nearest, "expected an architecture such as wormhole_b0, found '%.*s'",
                                   TTA_STR_START(r->token.text));
  }
  tta_protocol_next(r);
  if (!end_of_line(r)) return false;
  if (!r->p->options.has_arch) r->p->options.arch = arch;
  r->p->options.has_arch = true;
  return true;
}

static bool read_core(tta_protocol_reader *r) {
  tta_protocol_object o = {.kind = TTA_PROTOCOL_CORE};
  if (!new_name(r, &o.name) || !tta_protocol_eat(r, '=') || !tta_protocol_read_range(r, &o.range) || !end_of_line(r))
    return false;
  tta_call_site site = {.line = r->line};
  return added(r, tta_add_core(r->p, &site, o.name, o.range));
}

/* semaphore NAME on RANGE [= VALUE]: one address on all cores of the range; initial value 0 (seed, CreateSemaphore) */
static bool read_semaphore(tta_protocol_reader *r) {
  tta_protocol_object o = {.kind = TTA_PROTOCOL_SEMAPHORE};
  if (!new_name(r, &o.name) || !on_range(r, &o.range)) return false;
  if (tta_protocol_is(r, '=')) {
    tta_protocol_next(r);
    if (!tta_protocol_read_constant(r, 0, UINT32_MAX, "an initial value", &o.value)) return false;
  }
  if (!end_of_line(r)) return false;
  tta_call_site site = {.line = r->line};
  return added(r, tta_add_semaphore(r->p, &site, o.name, o.range, (uint32_t)o.value));
}

/* The object whose bytes a circular buffer uses. */
static bool read_over(tta_protocol_reader *r, uint32_t *over) {
  tta_protocol_next(r);
  const uint32_t *number = r->token.kind == TTA_TOKEN_NAME ? tta_strmap_find(&r->p->names, r->token.text) : NULL;
  tta_protocol_object_kind kind = number ? r->p->objects[*number].kind : TTA_PROTOCOL_BUFFER;
  if (kind != TTA_PROTOCOL_CB) kind = TTA_PROTOCOL_BUFFER;
  tta_protocol_object *under = tta_protocol_named(r, kind, "a buffer or circular buffer");
  if (under) *over = (uint32_t)(under - r->p->objects);
  return under != NULL;
}

/* cb NAME on RANGE pages N page_size BYTES [over NAME] [written] */
static bool read_cb(tta_protocol_reader *r) {
  tta_protocol_object o = {.kind = TTA_PROTOCOL_CB};
  if (!new_name(r, &o.name) || !on_range(r, &o.range) || !eat_word(r, "pages") ||
      !tta_protocol_read_constant(r, 1, TTA_PROTOCOL_MAX_PAGES, "a number of pages", &o.pages) ||
      !eat_word(r, "page_size") ||
      !tta_protocol_read_constant(r, 1, TTA_PROTOCOL_MAX_BYTES, "a page size", &o.page_bytes)) return false;
  if (o.page_bytes % TTA_PROTOCOL_CELL_BYTES)
    return tta_protocol_expected(r, "a page of %lld bytes is not a multiple of %d, the L1 alignment",
                                 (long long)o.page_bytes, TTA_PROTOCOL_CELL_BYTES);
  uint32_t over = TTA_PROTOCOL_NONE;
  if (tta_protocol_is_word(r, "over") && !read_over(r, &over)) return false;
  if (tta_protocol_is_word(r, "written")) tta_protocol_next(r), o.written = true;
  if (!end_after(r, "written")) return false;
  tta_call_site site = {.line = r->line};
  return added(r, tta_add_circular_buffer(r->p, &site, o.name, o.range, o.pages, o.page_bytes, o.written, over));
}

/* buffer NAME (in dram | on RANGE) size BYTES [written] */
static bool read_buffer(tta_protocol_reader *r) {
  tta_protocol_object o = {.kind = TTA_PROTOCOL_BUFFER};
  if (!new_name(r, &o.name)) return false;
  if (tta_protocol_is_word(r, "in")) {
    tta_protocol_next(r);
    if (!eat_word(r, "dram")) return false;
    o.dram = true;
  } else if (!tta_protocol_is_word(r, "on")) {
    return tta_protocol_expected(r, "expected 'in dram' or 'on' and cores");
  } else if (!on_range(r, &o.range)) {
    return false;
  }
  if (!eat_word(r, "size") || !tta_protocol_read_constant(r, 0, TTA_PROTOCOL_MAX_DECLARED, "a size", &o.bytes))
    return false;
  if (tta_protocol_is_word(r, "written")) tta_protocol_next(r), o.written = true;
  if (!end_after(r, "written")) return false;
  tta_call_site site = {.line = r->line};
  return added(r, tta_add_buffer(r->p, &site, o.name, o.dram ? NULL : &o.range, o.bytes, o.written));
}

/* dst on RANGE mode Half|Full [fp32] */
static bool read_dst(tta_protocol_reader *r) {
  tta_protocol_object o = {.kind = TTA_PROTOCOL_DST_DECL};
  if (!on_range(r, &o.range) || !eat_word(r, "mode")) return false;
  if (!tta_protocol_read_choice(r, "Half", "Full", &o.full)) return false;
  bool fp32 = tta_protocol_is_word(r, "fp32");
  if (fp32) tta_protocol_next(r);
  if (!end_of_line(r)) return false;
  tta_call_site site = {.line = r->line};
  uint32_t dst = tta_add_dst(r->p, &site, o.range, o.full);
  if (fp32) tta_dst_use_fp32(r->p, dst);
  return added(r, dst);
}

/* `noc 0`, `noc 1` */
static bool read_noc_number(tta_protocol_reader *r, int64_t *noc) {
  tta_protocol_next(r);
  return tta_protocol_read_constant(r, 0, 1, "a NoC", noc);
}

static bool read_processor(tta_protocol_reader *r, tta_protocol_kernel_decl *d) {
  int64_t noc = 0;
  if (r->token.kind == TTA_TOKEN_NAME) d->processor = tta_processor_named(r->token.text);
  if (d->processor != TTA_PROCESSOR_ANY) tta_protocol_next(r);
  else if (r->token.kind == TTA_TOKEN_NAME && !tta_protocol_is_word(r, "noc")) {
    tta_nearest nearest = tta_protocol_nearest(r);
    for (int i = TTA_PROCESSOR_DM0; i <= TTA_PROCESSOR_COMPUTE; i++) {
      const char *name = tta_processor_name((tta_processor)i);
      tta_nearest_offer(&nearest, name, name);
    }
    return tta_protocol_misspelled(r, &nearest, "expected riscv_0, riscv_1, compute, noc or '{'");
  }
  if (tta_protocol_is_word(r, "noc") && !read_noc_number(r, &noc)) return false;
  d->noc = (uint8_t)noc;
  return true;
}

/* kernel NAME on RANGE [riscv_0|riscv_1|compute] [noc N] { */
static bool open_kernel(tta_protocol_reader *r) {
  tta_call_site site = {.line = r->line, .column = 1};
  tta_protocol_kernel_decl d = {.site = tta_add_site(r->p, &site), .first = r->p->num_statements};
  d.name = r->token.text;
  if (r->token.kind != TTA_TOKEN_NAME) return tta_protocol_expected(r, "expected a name");
  tta_protocol_next(r);
  r->in_kernel = !closes_block(r); /* whatever else is wrong in this line: what follows are statements */
  if (!on_range(r, &d.range) || !read_processor(r, &d) || !tta_protocol_eat(r, '{') || !end_of_line(r)) return false;
  d.name = tta_arena_str(&r->p->arena, d.name);
  if (!d.name.data || !TTA_PROTOCOL_APPEND(r->p, decls, d)) r->p->status = TTA_NO_MEMORY;
  return true;
}

static bool read_declaration(tta_protocol_reader *r) {
  static const struct {
    const char *word;
    bool (*read)(tta_protocol_reader *r);
  } table[] = {{"arch", read_arch}, {"const", read_const}, {"core", read_core}, {"semaphore", read_semaphore},
               {"cb", read_cb},
               {"buffer", read_buffer}, {"dst", read_dst}, {"kernel", open_kernel}};
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    if (tta_protocol_is_word(r, table[i].word)) {
      tta_protocol_next(r);
      return table[i].read(r);
    }
  tta_nearest nearest = tta_protocol_nearest(r);
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    tta_nearest_offer(&nearest, table[i].word, table[i].word);
  tta_protocol_misspelled(r, &nearest, "expected arch, const, core, semaphore, cb, buffer, dst or kernel");
  r->in_kernel = opens_block(r);
  tta_protocol_next(r);
  if (r->token.kind == TTA_TOKEN_NAME) r->declares = r->token.text;
  return false;
}

/* ---- statements ---- */

static bool add_statement(tta_protocol_reader *r, tta_protocol_statement s) {
  if (!TTA_PROTOCOL_APPEND(r->p, statements, s)) r->p->status = TTA_NO_MEMORY;
  return !r->p->status;
}

static tta_protocol_arg *new_args(tta_protocol_reader *r, uint32_t count) {
  tta_protocol_arg *args = tta_arena_array(&r->p->arena, count + 1, sizeof *args);
  if (args) memset(args, 0, (count + 1) * sizeof *args);
  else r->p->status = TTA_NO_MEMORY;
  return args;
}

/* for NAME in A .. B [step S] {: NAME = A, A + S, ... below B */
static bool open_loop(tta_protocol_reader *r, tta_protocol_statement *s) {
  tta_str name = r->token.text;
  tta_protocol_expr step = {0, 0};
  if (r->num_loops == TTA_PROTOCOL_MAX_LOOPS)
    return tta_protocol_expected(r, "more than %d loops inside each other", TTA_PROTOCOL_MAX_LOOPS);
  s->args = new_args(r, 3);
  if (!s->args) return false;
  if (r->token.kind != TTA_TOKEN_NAME) return tta_protocol_expected(r, "expected the name of the loop's variable");
  r->declares = name;
  tta_protocol_next(r);
  if (!eat_word(r, "in") || !tta_protocol_read_expr(r, &s->args[0].expr)) return false;
  if (r->token.kind != TTA_TOKEN_DOTS) return tta_protocol_expected(r, "expected '..'");
  tta_protocol_next(r);
  if (!tta_protocol_read_expr(r, &s->args[1].expr)) return false;
  if (tta_protocol_is_word(r, "step")) {
    tta_protocol_next(r);
    if (!tta_protocol_read_expr(r, &step)) return false;
  }
  s->args[2].expr = step;
  s->op = TTA_OP_FOR;
  s->loop = r->num_loops;
  if (!tta_protocol_eat(r, '{') || !end_of_line(r)) return false;
  return add_statement(r, *s);
}

/* A loop with an invalid head is open all the same: neither its `}` nor its variable is another error. */
static bool read_loop(tta_protocol_reader *r, tta_protocol_statement *s) {
  bool good = open_loop(r, s);
  if (r->num_loops == TTA_PROTOCOL_MAX_LOOPS || (!good && closes_block(r))) return good;
  r->variables[r->num_loops] = r->declares.size ? tta_arena_str(&r->p->arena, r->declares) : (tta_str){NULL, 0};
  r->loops[r->num_loops++] = good ? r->p->num_statements - 1 : TTA_PROTOCOL_NONE;
  r->declares = (tta_str){NULL, 0};
  return good;
}

static bool close_brace(tta_protocol_reader *r, tta_protocol_statement *s) {
  bool good = end_of_line(r);
  if (!r->num_loops) {
    r->in_kernel = false;
    if (r->p->num_decls) {
      tta_protocol_kernel_decl *d = &r->p->decls[r->p->num_decls - 1];
      d->count = r->p->num_statements - d->first;
    }
    return good;
  }
  uint32_t head = r->loops[--r->num_loops];
  if (head == TTA_PROTOCOL_NONE) return good;
  s->op = TTA_OP_END;
  s->match = head;
  r->p->statements[head].match = r->p->num_statements;
  return add_statement(r, *s);
}

/* mul_tiles_bcast<BroadcastType::COL>(...): what the angle brackets contain is not read */
static bool skip_template(tta_protocol_reader *r) {
  if (!tta_protocol_is(r, '<')) return true;
  while (!tta_protocol_is(r, '>')) {
    if (r->token.kind == TTA_TOKEN_END) return tta_protocol_expected(r, "expected '>'");
    tta_protocol_next(r);
  }
  tta_protocol_next(r);
  return true;
}

static bool read_args(tta_protocol_reader *r, tta_protocol_statement *s, const char *signature) {
  bool optional = false;
  s->args = new_args(r, TTA_PROTOCOL_MAX_ARGS);
  if (!s->args || !tta_protocol_eat(r, '(')) return false;
  for (const char *c = signature; *c; c++) {
    if (*c == '?') {
      optional = true;
      continue;
    }
    if (optional && tta_protocol_is(r, ')')) break;
    if (s->num_args && !tta_protocol_eat(r, ',')) return false;
    if (!tta_protocol_read_arg(r, *c, &s->args[s->num_args])) return false;
    s->num_args++;
  }
  return tta_protocol_eat(r, ')');
}

/* What looks like a loop is one, so that its end is not an error. */
static bool reject_operation(tta_protocol_reader *r) {
  tta_str name = r->token.text;
  tta_nearest nearest = tta_protocol_nearest(r);
  tta_nearest_offer(&nearest, "for", "for");
  for (uint32_t i = TTA_OP_END + 1; i < TTA_NUM_PROTOCOL_OPS; i++)
    tta_nearest_offer(&nearest, tta_operation_rows[i].name, tta_operation_rows[i].name);
  tta_protocol_misspelled(r, &nearest, "no operation '%.*s' (docs/protocol.md lists them)",
                          TTA_STR_START(name));
  if (!opens_block(r)) return false;
  tta_protocol_statement s = {0};
  tta_protocol_next(r);
  return read_loop(r, &s);
}

static bool read_statement(tta_protocol_reader *r) {
  tta_call_site site = tta_protocol_here(r);
  tta_protocol_statement s = {0};
  tta_str name = r->token.text, rest = {r->line_text.data + site.column - 1, r->line_text.size - (site.column - 1)};
  if (tta_protocol_is(r, '}')) {
    s.site = tta_add_site(r->p, &site);
    tta_protocol_next(r);
    return close_brace(r, &s);
  }
  while (rest.size && strchr(" \t\r;{", rest.data[rest.size - 1])) rest.size--;
  site.text = rest;
  s.site = tta_add_site(r->p, &site);
  if (tta_protocol_is_word(r, "for")) {
    tta_protocol_next(r);
    return read_loop(r, &s);
  }
  s.op = (uint8_t)(r->token.kind == TTA_TOKEN_NAME ? tta_operation_named(name) : TTA_NUM_PROTOCOL_OPS);
  if (s.op < TTA_NUM_PROTOCOL_OPS) {
    tta_protocol_next(r);
    if (s.op == TTA_OP_SFPU_NEXT) return end_of_line(r) && add_statement(r, s);
    int64_t noc = TTA_NOC_OF_KERNEL;
    if (!skip_template(r) || !read_args(r, &s, tta_operation_rows[s.op].signature) ||
        (tta_protocol_is_word(r, "noc") && !read_noc_number(r, &noc))) return false;
    s.noc = (int8_t)noc;
    return end_of_line(r) && add_statement(r, s);
  }
  return reject_operation(r);
}

/* ---- lines ---- */

static void read_line(tta_protocol_reader *r) {
  tta_str line = r->line_text;
  for (size_t i = 0; i + 1 < line.size; i++)
    if (line.data[i] == '/' && line.data[i + 1] == '/') line.size = i;
  if (line.size > INT32_MAX) line.size = INT32_MAX;
  r->at = line.data;
  r->end = line.data + line.size;
  r->line_text = line;
  r->failed = false;
  r->declares = (tta_str){NULL, 0};
  tta_protocol_next(r);
  if (r->token.kind == TTA_TOKEN_END) return;
  if (r->in_kernel) read_statement(r);
  else read_declaration(r);
  if (r->failed && r->declares.size && tta_strmap_set(&r->excused, r->declares, TTA_PROTOCOL_NONE))
    r->p->status = TTA_NO_MEMORY;
}

void tta_protocol_read(struct tta_protocol *p, tta_str text) {
  uint32_t begin = text.size ? (uint32_t)(text.data - p->text->text.data) : 0;
  tta_protocol_reader r = {.p = p, .line = tta_source_position(p->text, begin).line - 1};
  tta_strmap_init(&r.excused, p->arena.allocator);
  const char *end = text.data + text.size;
  for (const char *at = text.data; at < end && !p->status && p->results.report.size < TTA_PROTOCOL_MAX_FINDINGS;) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    r.line++;
    r.line_text = (tta_str){at, (size_t)((stop ? stop : end) - at)};
    read_line(&r);
    at = stop ? stop + 1 : end;
  }
  tta_strmap_free(&r.excused);
  if (p->status || p->num_errors) return;
  r.token.column = 1;
  r.failed = false;
  if (r.in_kernel)
    tta_protocol_expected(&r, "expected '}' of kernel '%.*s', which begins in line %u",
                          (int)p->decls[p->num_decls - 1].name.size, p->decls[p->num_decls - 1].name.data,
                          p->sites[p->decls[p->num_decls - 1].site].line);
  else if (!p->num_decls) tta_protocol_expected(&r, "no kernel: nothing runs");
}
