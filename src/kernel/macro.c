/* macro.c: macros of kernel sources: definitions and expansion with #, ## and __VA_ARGS__; the expressions of #if. */
#include "kernel/source.h"

static bool no_memory(tta_cpp *c) {
  c->status = TTA_NO_MEMORY;
  return false;
}

static bool append(tta_cpp *c, tta_cpp_tokens *list, tta_cpp_token token) {
  if (list->num_items >= TTA_KERNEL_MAX_TOKENS) {
    c->status = TTA_LIMIT;
    return false;
  }
  if (!TTA_GROW_IN(c->arena, list, items, 1)) return no_memory(c);
  list->items[list->num_items++] = token;
  return true;
}

/* ---- definitions ---- */

static tta_cpp_macro *macro_slot(tta_cpp *c, uint32_t name) {
  while (c->num_macros <= name) {
    tta_cpp_macro none = {.defined = false};
    if (!TTA_CPP_APPEND(c, macros, none)) return NULL;
  }
  c->macros[name] = (tta_cpp_macro){.defined = true};
  return &c->macros[name];
}

/* The parameters between parentheses. @return tokens read, 0 after a report */
static uint32_t read_params(tta_cpp *c, tta_cpp_macro *m, const tta_cpp_token *line, uint32_t count) {
  uint32_t at = 1;
  m->function = true;
  for (; at < count && !tta_cpp_is(&line[at], ')'); at++) {
    const tta_cpp_token *t = &line[at];
    if (tta_cpp_is(t, ',')) continue;
    bool dots = tta_cpp_is(t, TTA_PUNCT3('.', '.', '.'));
    if ((!dots && t->kind != TTA_CPP_NAME) || m->num_params == TTA_KERNEL_MAX_PARAMS) break;
    uint32_t name = dots ? tta_cpp_name(c, TTA_STR("__VA_ARGS__")) : t->name;
    m->variadic |= dots;
    if (!TTA_GROW_IN(c->arena, m, params, 1)) {
      no_memory(c);
      return 0;
    }
    m->params[m->num_params++] = name;
  }
  if (at < count && tta_cpp_is(&line[at], ')')) return at + 1;
  tta_cpp_report(c, TTA_RULE_kernel_invalid, &line[0], "expected the parameters of a macro and ')'");
  return 0;
}

bool tta_cpp_read_define(tta_cpp *c, const tta_cpp_token *line, uint32_t count) {
  if (!count || line[0].kind != TTA_CPP_NAME) return true;
  tta_cpp_macro *m = macro_slot(c, line[0].name);
  uint32_t at = 1;
  if (!m) return false;
  if (count > 1 && tta_cpp_is(&line[1], '(') && !line[1].spaced) {
    uint32_t read = read_params(c, m, line + 1, count - 1);
    if (c->status) return false;
    if (!read) {
      m->defined = false;
      return true;
    }
    at += read;
  }
  for (; at < count; at++) {
    if (!TTA_GROW_IN(c->arena, m, body, 1)) return no_memory(c);
    m->body[m->num_body++] = line[at];
  }
  return true;
}

bool tta_cpp_define(tta_cpp *c, tta_str name, tta_str value) {
  tta_cpp_tokens line = {0};
  tta_buf text; /* after the space, `(1)` is a value and not a list of parameters */
  tta_buf_init(&text, c->arena->allocator);
  tta_buf_printf(&text, "%.*s %.*s", TTA_STR_ARGS(name), TTA_STR_ARGS(value));
  tta_str kept = tta_arena_str(c->arena, tta_buf_view(&text));
  bool good = !text.failed && kept.data;
  tta_buf_free(&text);
  if (!good) return no_memory(c);
  return tta_cpp_lex(c, kept, 0, &line) && tta_cpp_read_define(c, line.items, line.num_items - 1);
}

void tta_cpp_undefine(tta_cpp *c, tta_str name) {
  const uint32_t *number = tta_strmap_find(&c->numbers, name);
  tta_cpp_macro *m = number ? tta_cpp_macro_of(c, *number) : NULL;
  if (m) m->defined = false;
}

/* ---- expansion ---- */

typedef struct expander {
  tta_cpp *c;
  const tta_cpp_token *at, *end;
  tta_cpp_tokens *out;
  uint32_t depth;
} expander;

typedef struct argument {
  const tta_cpp_token *begin;
  uint32_t count;
} argument;

static bool expand(tta_cpp *c, const tta_cpp_token *tokens, uint32_t count, tta_cpp_tokens *out, uint32_t depth);

/* The arguments after '('. @return the token after ')', NULL if it is missing */
static const tta_cpp_token *read_arguments(const expander *e, const tta_cpp_token *open, const tta_cpp_macro *m,
                                           argument *args, uint32_t *num_args) {
  uint32_t depth = 0;
  *num_args = 0;
  argument current = {open + 1, 0};
  for (const tta_cpp_token *t = open + 1; t < e->end; t++) {
    if (tta_cpp_is(t, '(')) depth++;
    bool last = tta_cpp_is(t, ')') && !depth;
    bool rest = m->variadic && *num_args + 1 >= m->num_params;
    if (last || (tta_cpp_is(t, ',') && !depth && !rest)) {
      current.count = (uint32_t)(t - current.begin);
      if (*num_args == TTA_KERNEL_MAX_PARAMS) return NULL;
      args[(*num_args)++] = current;
      current.begin = t + 1;
      if (last) return t + 1;
    }
    if (tta_cpp_is(t, ')')) depth--;
  }
  return NULL;
}

static uint32_t param_of(const tta_cpp_macro *m, const tta_cpp_token *t) {
  for (uint32_t i = 0; t->kind == TTA_CPP_NAME && i < m->num_params; i++)
    if (m->params[i] == t->name) return i;
  return TTA_KERNEL_NONE;
}

static bool make_string(tta_cpp *c, const argument *arg, const tta_cpp_token *at, tta_cpp_tokens *out) {
  tta_buf text;
  tta_buf_init(&text, c->arena->allocator);
  tta_buf_char(&text, '"');
  for (uint32_t i = 0; i < arg->count; i++) {
    const tta_cpp_token *t = &arg->begin[i];
    if (i && t->spaced) tta_buf_char(&text, ' ');
    for (size_t k = 0; k < t->text.size; k++) {
      char ch = t->text.data[k];
      if ((ch == '"' || ch == '\\') && (t->kind == TTA_CPP_STRING || t->kind == TTA_CPP_CHARACTER))
        tta_buf_char(&text, '\\');
      tta_buf_char(&text, ch);
    }
  }
  tta_buf_char(&text, '"');
  tta_cpp_token t = *at;
  t.kind = TTA_CPP_STRING;
  t.text = tta_arena_str(c->arena, tta_buf_view(&text));
  bool good = !text.failed && t.text.data;
  tta_buf_free(&text);
  return good ? append(c, out, t) : no_memory(c);
}

/* a ## b: one token of both texts */
static bool paste(tta_cpp *c, tta_cpp_token *left, const tta_cpp_token *right) {
  tta_buf text;
  tta_cpp_tokens made = {0};
  tta_buf_init(&text, c->arena->allocator);
  tta_buf_bytes(&text, left->text.data, left->text.size);
  tta_buf_bytes(&text, right->text.data, right->text.size);
  tta_str kept = tta_arena_str(c->arena, tta_buf_view(&text));
  bool good = !text.failed && kept.data && tta_cpp_lex(c, kept, left->file, &made);
  tta_buf_free(&text);
  if (!good) return c->status ? false : no_memory(c);
  if (made.num_items != 2) return true;
  tta_cpp_token t = made.items[0];
  t.line = left->line;
  t.column = left->column;
  t.spaced = left->spaced;
  t.line_start = false;
  *left = t;
  return true;
}

static bool append_list(tta_cpp *c, tta_cpp_tokens *out, const tta_cpp_token *tokens, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!append(c, out, tokens[i])) return false;
  return true;
}

/* The body with its parameters replaced. */
static bool substitute(expander *e, const tta_cpp_macro *m, const argument *args, uint32_t num_args,
                       tta_cpp_tokens *out) {
  tta_cpp *c = e->c;
  const argument none = {NULL, 0};
  for (uint32_t i = 0; i < m->num_body; i++) {
    const tta_cpp_token *t = &m->body[i];
    uint32_t param = param_of(m, t);
    if (m->function && tta_cpp_is(t, '#') && i + 1 < m->num_body &&
        param_of(m, &m->body[i + 1]) != TTA_KERNEL_NONE) {
      param = param_of(m, &m->body[++i]);
      if (!make_string(c, param < num_args ? &args[param] : &none, t, out)) return false;
    } else if (tta_cpp_is(t, TTA_PUNCT2('#', '#')) && i + 1 < m->num_body) {
      uint32_t next = param_of(m, &m->body[++i]);
      const argument *arg = next == TTA_KERNEL_NONE ? NULL : next < num_args ? &args[next] : &none;
      const tta_cpp_token *right = arg ? arg->begin : &m->body[i];
      uint32_t count = arg ? arg->count : 1;
      bool comma = out->num_items && tta_cpp_is(&out->items[out->num_items - 1], ',') && arg;
      if (comma && !count) { /* `, ## __VA_ARGS__` without arguments drops the comma */
        out->num_items--;
      } else if (comma || !out->num_items) {
        if (!append_list(c, out, right, count)) return false;
      } else if (count) {
        if (!paste(c, &out->items[out->num_items - 1], right) || !append_list(c, out, right + 1, count - 1))
          return false;
      }
    } else if (param != TTA_KERNEL_NONE) {
      const argument *arg = param < num_args ? &args[param] : &none;
      bool pasted = i + 1 < m->num_body && tta_cpp_is(&m->body[i + 1], TTA_PUNCT2('#', '#'));
      if (pasted ? !append_list(c, out, arg->begin, arg->count)
                 : !expand(c, arg->begin, arg->count, out, e->depth + 1))
        return false;
    } else if (!append(c, out, *t)) {
      return false;
    }
  }
  return true;
}

/* Whether a body is its tokens: nothing is replaced or pasted, and no memory is needed for a copy. */
static bool is_constant(const tta_cpp_macro *m) {
  for (uint32_t i = 0; i < m->num_body; i++)
    if (tta_cpp_is(&m->body[i], TTA_PUNCT2('#', '#'))) return false;
  return !m->function;
}

/* Tokens of an expansion are at the place of the macro's name. */
static void move_to(tta_cpp_tokens *list, uint32_t first, const tta_cpp_token *at) {
  for (uint32_t i = first; i < list->num_items; i++) {
    tta_cpp_token *t = &list->items[i];
    if (i == first) t->spaced = at->spaced;
    t->line_start = false;
    t->line = at->line;
    t->column = at->column;
    t->file = at->file;
  }
}

/* A macro's name at e->at. What follows its expansion is read with it: the result may be the name of a function-like
 * macro whose arguments come after. */
static bool expand_macro(expander *e, tta_cpp_macro *m, uint32_t name) {
  tta_cpp *c = e->c;
  const tta_cpp_token *at = e->at, *after = at + 1;
  argument args[TTA_KERNEL_MAX_PARAMS];
  uint32_t num_args = 0;
  tta_cpp_tokens body = {0};
  if (m->function) {
    if (after >= e->end || !tta_cpp_is(after, '(') || !(after = read_arguments(e, after, m, args, &num_args))) {
      e->at = at + 1;
      return append(c, e->out, *at);
    }
  }
  if (e->depth >= TTA_KERNEL_MAX_EXPANSIONS) {
    c->status = TTA_LIMIT;
    return false;
  }
  if (is_constant(m)) body = (tta_cpp_tokens){.items = m->body, .num_items = m->num_body};
  else if (!substitute(e, m, args, num_args, &body)) return false;
  uint32_t num_before = e->out->num_items;
  c->macros[name].disabled = true;
  bool good = expand(c, body.items, body.num_items, e->out, e->depth + 1);
  c->macros[name].disabled = false;
  e->at = after;
  if (!good) return false;
  move_to(e->out, num_before, at);
  /* the last token names a function-like macro, and '(' follows the expansion */
  tta_cpp_token *last = e->out->num_items > num_before ? &e->out->items[e->out->num_items - 1] : NULL;
  tta_cpp_macro *next = last && last->kind == TTA_CPP_NAME && !last->painted ? tta_cpp_macro_of(c, last->name) : NULL;
  if (!next || !next->function || next->disabled || e->at >= e->end || !tta_cpp_is(e->at, '(')) return true;
  tta_cpp_tokens joined = {0};
  tta_cpp_token head = *last;
  const tta_cpp_token *end = read_arguments(e, e->at, next, args, &num_args);
  if (!end) return true;
  e->out->num_items--;
  if (!append(c, &joined, head) || !append_list(c, &joined, e->at, (uint32_t)(end - e->at))) return false;
  e->at = end;
  return expand(c, joined.items, joined.num_items, e->out, e->depth + 1);
}

static bool expand(tta_cpp *c, const tta_cpp_token *tokens, uint32_t count, tta_cpp_tokens *out, uint32_t depth) {
  expander e = {c, tokens, tokens ? tokens + count : NULL, out, depth};
  if (depth > TTA_KERNEL_MAX_EXPANSIONS) {
    c->status = TTA_LIMIT;
    return false;
  }
  while (e.at < e.end) {
    tta_cpp_token t = *e.at;
    tta_cpp_macro *m = t.kind == TTA_CPP_NAME && !t.painted ? tta_cpp_macro_of(c, t.name) : NULL;
    if (m && !m->disabled) {
      if (!expand_macro(&e, m, t.name)) return false;
      continue;
    }
    t.painted |= m != NULL;
    if (!append(c, out, t)) return false;
    e.at++;
  }
  return true;
}

bool tta_cpp_expand(tta_cpp *c, const tta_cpp_token *tokens, uint32_t count, tta_cpp_tokens *out) {
  return expand(c, tokens, count, out, 0);
}
