/* The one-token repair of an island with a syntax error, for its diagnostic: a missing bracket is usually noticed later
 * than where it is missing. Changes are tried near the error first, then backwards, and each is parsed. The first one
 * without errors is reported. Only texts with errors get here, and the attempts of a text have a budget. */
#include "parse/repair.h"

#include <stdio.h>
#include <string.h>

#include "base/chars.h"
#include "base/str.h"
#include "ir/names.h"
#include "parse/follow.h"
#include "parse/repair_search.h"

enum {
  MAX_TOKENS = 4096,    /* of the island, up to the error */
  MAX_BACK = 512,       /* tokens before the error at which a change is tried */
  MAX_ISLAND = 1 << 16, /* bytes of the island that are copied, with the text before it, which aliases need */
  NEAR = 8,
  MAX_SHOWN = 24,
  MAX_MESSAGE = 256,
};

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

static void record_token(void *user, const char *token_class, tta_span span) {
  tta_repair *r = user;
  (void)token_class;
  bool start = !r->num_tokens && span.begin == span.end;
  if (start || (r->num_tokens && r->tokens[r->num_tokens - 1].begin >= span.begin)) return;
  if (r->num_tokens >= MAX_TOKENS) return;
  if (TTA_GROW(r->p->tree->allocator, r, tokens, 1)) r->tokens[r->num_tokens++] = span;
  else r->p->tree->status = TTA_NO_MEMORY;
}

tta_str tta_repair_token(const tta_repair *r, uint32_t i) {
  return (tta_str){r->text + r->tokens[i].begin, r->tokens[i].end - r->tokens[i].begin};
}

/* Where the bracket of a token is: the last byte of `tensor<`, the `<` of `#tt<chip_desc`. */
static uint32_t bracket_offset(const tta_repair *r, uint32_t i) {
  tta_str t = tta_repair_token(r, i);
  const char *angle = t.size && (*t.data == '#' || *t.data == '!') ? memchr(t.data, '<', t.size) : NULL;
  bool long_form = angle && !memchr(t.data, '>', t.size);
  return long_form ? r->tokens[i].begin + (uint32_t)(angle - t.data) : r->tokens[i].end - (t.size > 0);
}

char tta_repair_last_byte(const tta_repair *r, uint32_t i) {
  return tta_repair_token(r, i).size ? r->text[bracket_offset(r, i)] : 0;
}

static bool is_arrow(const tta_repair *r, uint32_t i) { return tta_str_is(tta_repair_token(r, i), "->"); }

/* The opening bracket that is open after token `i`, as an index; UINT32_MAX if there is none. */
uint32_t tta_repair_open_after(const tta_repair *r, uint32_t i) {
  uint32_t depth = 0;
  for (uint32_t k = i + 1; k-- > 0;) {
    char c = tta_repair_last_byte(r, k);
    if (tta_is_closing(c) && !is_arrow(r, k)) depth++;
    else if (tta_is_opening(c) && !depth--) return k;
  }
  return UINT32_MAX;
}

/* ---- attempts ---------------------------------------------------------------------------------------------------- */

/* What parsing leaves in the parser that is not of the island. */
typedef struct kept {
  tta_parser parser;
  size_t skip_budget;
} kept;

static void restore(tta_parser *p, const kept *k) {
  tta_parser now = *p;
  *p = k->parser;
  *p->skip_budget = k->skip_budget;
  p->names = now.names; /* arrays may have moved */
  p->cap_names = now.cap_names;
  p->name_index = now.name_index;
  p->undefined = now.undefined;
  p->cap_undefined = now.cap_undefined;
  p->repair_budget = now.repair_budget;
  tta_affine_reset(p);
}

/* Whether the island has no error after the change. */
static bool succeeds(tta_repair *r, const tta_change *c) {
  tta_parser *p = r->p;
  uint32_t size = r->limit - (c->end - c->begin) + c->size;
  memcpy(r->copy + c->begin, c->text, c->size);
  memcpy(r->copy + c->begin + c->size, r->text + c->end, r->limit - c->end);
  memset(r->copy + size, 0, 2);
  kept before = {*p, *p->skip_budget};
  tta_str text = p->tree->text;
  tta_tree_mark tree = tta_tree_position(p->tree);
  tta_report_mark report = tta_report_position(p->report);
  p->tree->text = (tta_str){r->copy, size};
  p->text = r->copy;
  p->known_maps = NULL; /* which keep texts */
  p->limit = p->section_end = r->copy + size;
  *p->skip_budget = 0;
  tta_node_id root = tta_parse_once(p, r->entry, r->begin);
  uint32_t end = (uint32_t)(p->at - r->copy);
  bool unknown_name = p->opaque && !before.parser.opaque;
  bool parsed = root && !p->failed && !unknown_name && p->report->size == report.size && !p->tree->status;
  bool good = parsed && end <= size && tta_may_follow(r->entry, r->copy + r->begin, r->copy, p->at, p->limit, false) &&
              !tta_begins_body(p->at, p->limit);
  p->repair_budget -= p->repair_budget < end - r->begin + 64 ? p->repair_budget : end - r->begin + 64;
  tta_report_rewind(p->report, report);
  tta_tree_rewind(p->tree, tree);
  p->tree->text = text;
  restore(p, &before);
  memcpy(r->copy + c->begin, r->text + c->begin, r->limit - c->begin);
  uint32_t inserted = c->begin + c->size;
  r->end = end > inserted ? end - c->size + (c->end - c->begin) : end > c->begin ? c->end : end;
  uint32_t reached = r->error ? r->tokens[r->error - 1].end : r->begin; /* it does not stop before the error */
  return good && end >= inserted && r->end >= reached + !p->failed;
}

bool tta_repair_try(tta_repair *r, tta_change *c, uint32_t begin, uint32_t end, const char *text, size_t size,
                       uint32_t token) {
  if (!r->p->repair_budget || size > TTA_MAX_CHANGE || r->p->tree->status || r->p->report->status) return false;
  if (end > r->limit) return false; /* a token can be longer than its section */
  c->begin = begin;
  c->end = end;
  c->size = (uint32_t)size;
  c->token = token;
  c->swapped = false;
  memcpy(c->text, text, size);
  return succeeds(r, c);
}

static bool try_insert_before(tta_repair *r, tta_change *c, uint32_t token, const char *text) {
  return tta_repair_try(r, c, r->tokens[token].begin, r->tokens[token].begin, text, strlen(text), token);
}

static bool try_insert_after(tta_repair *r, tta_change *c, uint32_t token, const char *text, uint32_t about) {
  return tta_repair_try(r, c, r->tokens[token].end, r->tokens[token].end, text, strlen(text), about);
}

static bool is_mark(const tta_repair *r, uint32_t i) {
  tta_str t = tta_repair_token(r, i);
  return (t.size == 1 && strchr("<>()[]{},:=*+|?-", *t.data)) || is_arrow(r, i) || tta_str_is(t, "==");
}

bool tta_repair_is_operand(const tta_repair *r, uint32_t i) {
  tta_str t = i < r->num_tokens ? tta_repair_token(r, i) : (tta_str){"", 0};
  char c = t.size ? *t.data : 0;
  return tta_is_digit(c) || tta_is_letter(c);
}

/* Whether token `i` stands between the results of a map. */
bool tta_repair_in_results(const tta_repair *r, uint32_t i) {
  uint32_t open = i ? tta_repair_open_after(r, i - 1) : UINT32_MAX;
  return open && open < UINT32_MAX && tta_repair_last_byte(r, open) == '(' && is_arrow(r, open - 1);
}

static bool is_operator(const tta_repair *r, uint32_t i) {
  static const char *const operators[] = {"+", "-", "*", "mod", "floordiv", "ceildiv"};
  size_t k = 0;
  while (k < sizeof operators / sizeof *operators && !tta_str_is(tta_repair_token(r, i), operators[k])) k++;
  return k < sizeof operators / sizeof *operators;
}

/* Without the mark the text has another value: `8*8` would be 88, `(d0, )` a map with one result less. */
static bool is_part_of_value(const tta_repair *r, uint32_t i) {
  tta_str t = tta_repair_token(r, i);
  if (t.size != 1 || !i || i + 1 >= r->num_tokens) return false;
  if (*t.data == ',' && is_operator(r, i - 1) && tta_repair_in_results(r, i)) return true; /* `(d0 + , d1)` */
  if (strchr("*+-", *t.data)) return tta_repair_is_operand(r, i - 1) && tta_repair_is_operand(r, i + 1);
  return *t.data == ',' && tta_repair_last_byte(r, i + 1) == ')' && tta_repair_in_results(r, i);
}

/* `d1 8` in the results of a map: what is missing may be an operator. */
static bool may_lack_operator(const tta_repair *r, uint32_t i) {
  tta_str t = tta_repair_token(r, i);
  return t.size && *t.data >= '1' && *t.data <= '9' && tta_repair_is_operand(r, i - 1) && tta_repair_in_results(r, i);
}

/* A `)` that closes what is open before the value in an operation. */
static bool is_outside(const tta_repair *r, uint32_t i) {
  char closer = tta_repair_last_byte(r, i);
  if (r->entry != TTA_ENTRY_VALUE || !tta_is_closing(closer) || is_arrow(r, i)) return false;
  uint32_t around = i ? tta_repair_open_after(r, i - 1) : UINT32_MAX;
  char next = r->text[r->tokens[i].end];
  if (next == closer || (around < UINT32_MAX && next == tta_closing_of(tta_repair_last_byte(r, around)))) return false;
  for (uint32_t open = around; open < UINT32_MAX; open = tta_repair_open_after(r, open - 1)) {
    if (tta_repair_last_byte(r, open) == tta_opening_of(closer)) return false;
    if (!open) break;
  }
  uint32_t at = r->tokens[i].begin;
  return at < r->limit && tta_closes_outside(r->text + r->begin, r->text, r->text + at, r->text + r->limit);
}

/* `!ttcore.t#ile<`: a sigil in a name. */
static bool splits_name(const tta_repair *r, uint32_t i) {
  char sigil = r->text[r->tokens[i].begin];
  return (sigil == '#' || sigil == '!') && tta_is_bare_byte(r->text[r->tokens[i].begin - 1]);
}

/* A mark that is written for another one, or is too much. */
static bool try_instead(tta_repair *r, tta_change *c, uint32_t i) {
  static const char *const marks[] = {",", "=", "x", ">", ")", "]", "}", "<", "(", "[", "{", "->"};
  tta_span span = r->tokens[i];
  if (!is_mark(r, i) || is_outside(r, i)) return false;
  bool part = is_part_of_value(r, i), product = part && *tta_repair_token(r, i).data == '*';
  if (part && !product) return false;
  if (product) return tta_repair_try(r, c, span.begin, span.end, "x", 1, i);
  if (tta_repair_try(r, c, span.begin, span.end, "", 0, i)) return true;
  for (size_t m = 0; m < sizeof marks / sizeof *marks; m++)
    if (!tta_str_is(tta_repair_token(r, i), marks[m]) &&
        tta_repair_try(r, c, span.begin, span.end, marks[m], strlen(marks[m]), i))
      return true;
  return false;
}

/* `l1_` for `#l1_`, `#ttcore.tile<` for `!ttcore.tile<`, `tt.grid<` for `#tt.grid<`. */
static bool try_sigil(tta_repair *r, tta_change *c, uint32_t i) {
  tta_str t = tta_repair_token(r, i), dotted = t;
  char name[TTA_MAX_CHANGE];
  bool has_sigil = t.size && strchr("#!@", *t.data); /* `@tt.grid<` */
  if (!t.size || (!has_sigil && !tta_is_letter(*t.data))) return false;
  for (const char *sigil = "#!"; *sigil; sigil++) {
    if (has_sigil && *t.data == *sigil) continue;
    uint32_t begin = r->tokens[i].begin;
    const char *body = memchr(t.data, '<', t.size); /* a body may be in the token */
    dotted.size = body ? (size_t)(body - t.data) : t.size;
    if (memchr(t.data, '.', dotted.size) && (has_sigil || t.data[dotted.size] == '<')) {
      if (tta_repair_try(r, c, begin, begin + has_sigil, sigil, 1, i)) return true;
      continue;
    }
    if (t.size + 1 > sizeof name) return false;
    memcpy(name + !has_sigil, t.data, t.size);
    name[0] = *sigil;
    tta_str alias = {name, t.size + !has_sigil};
    if (tta_strmap_find(r->p->aliases, alias) && tta_repair_try(r, c, begin, r->tokens[i].end, name, alias.size, i))
      return true;
  }
  return false;
}

/* `grid<1x1>` for `#tt.grid<1x1>`: with a dialect of this section, if there is one. */
static bool try_dialect(tta_repair *r, tta_change *c, uint32_t i) {
  tta_str t = tta_repair_token(r, i);
  char name[TTA_MAX_CHANGE];
  bool word = t.size && tta_repair_is_operand(r, i) && t.size <= TTA_MAX_CHANGE / 2;
  if (!word || r->text[r->tokens[i].end] != '<') return false;
  if (memchr(t.data, '.', t.size) || memchr(t.data, '<', t.size)) return false;
  for (int seen = 1; seen >= 0; seen--)
    for (const char *sigil = "#!"; *sigil; sigil++)
      for (uint32_t k = 1; k <= TTA_NUM_DIALECTS; k++) { /* ttcore before tt, which it replaced */
        tta_dialect d = (tta_dialect)((TTA_TT + k) % TTA_NUM_DIALECTS);
        if (tta_attribute_find(*sigil, d, t) == TTA_NUM_ATTRIBUTES) continue;
        if ((int)(r->p->dialects >> d & 1) != seen) continue;
        int size = snprintf(name, sizeof name, "%c%s.", *sigil, tta_dialect_names[d]);
        if (tta_repair_try(r, c, r->tokens[i].begin, r->tokens[i].begin, name, (size_t)size, i)) return true;
      }
  return false;
}

/* Two marks, or a mark and a word, in the wrong order. */
static bool try_swapped(tta_repair *r, tta_change *c, uint32_t i) {
  char text[TTA_MAX_CHANGE];
  if (i + 1 >= r->num_tokens || (!is_mark(r, i) && !is_mark(r, i + 1))) return false;
  tta_str a = tta_repair_token(r, i), b = tta_repair_token(r, i + 1);
  uint32_t gap = r->tokens[i + 1].begin - r->tokens[i].end;
  if (!a.size || !b.size || a.size + b.size + gap > sizeof text || memchr(a.data + a.size, '\n', gap)) return false;
  bool glued = i && r->tokens[i - 1].end == r->tokens[i].begin; /* `32, f32` does not become `32f32 ,` */
  if (glued && tta_is_word_byte(a.data[-1]) && tta_is_word_byte(*b.data)) return false;
  if (tta_is_word_byte(a.data[a.size - 1]) && tta_is_word_byte(b.data[b.size])) return false; /* `1 <1x1>` */
  memcpy(text, b.data, b.size);
  memcpy(text + b.size, r->text + r->tokens[i].end, gap);
  memcpy(text + b.size + gap, a.data, a.size);
  c->swapped = tta_repair_try(r, c, r->tokens[i].begin, r->tokens[i + 1].end, text, a.size + b.size + gap, i);
  return c->swapped;
}

/* `!tt.tile32x32>`, `memref2x4xf32>`: a name that is known, and after it no `<`. */
static bool try_angle(tta_repair *r, tta_change *c, uint32_t i) {
  static const char *const builtin[] = {TTA_BUILTIN_WORDS};
  tta_str t = tta_repair_token(r, i);
  const char *dot = t.size ? memchr(t.data, '.', t.size) : NULL;
  uint32_t begin = r->tokens[i].begin;
  if (memchr(t.data, '<', t.size)) return false;
  if (dot && (*t.data == '#' || *t.data == '!')) {
    tta_dialect dialect = tta_dialect_find(tta_str_between(t.data + 1, dot));
    const char *end = t.data + t.size;
    for (; dialect < TTA_NUM_DIALECTS && end > dot + 1; end--)
      if (tta_attribute_find(*t.data, dialect, tta_str_between(dot + 1, end)) < TTA_NUM_ATTRIBUTES &&
          tta_repair_try(r, c, begin + (uint32_t)(end - t.data), begin + (uint32_t)(end - t.data), "<", 1, i))
        return true;
    return false;
  }
  for (size_t k = 0; k < sizeof builtin / sizeof *builtin; k++) {
    uint32_t size = (uint32_t)strlen(builtin[k]);
    if (t.size >= size && !memcmp(t.data, builtin[k], size) &&
        tta_repair_try(r, c, begin + size, begin + size, "<", 1, i))
      return true;
  }
  return false;
}

static bool is_dotted(const tta_repair *r, uint32_t i) {
  tta_str t = tta_repair_token(r, i);
  return t.size && (*t.data == '#' || *t.data == '!') && memchr(t.data, '.', t.size);
}

/* `(8x8)` for `<8x8>`, `[d0, d1]` for `(d0, d1)`: both brackets are of another kind. */
static bool try_pair(tta_repair *r, tta_change *c, uint32_t begin, uint32_t token) {
  static const char *const pairs[] = {"<>", "()", "[]"};
  uint32_t end = begin, depth = 0;
  char opener = begin < r->limit ? r->text[begin] : 0, text[TTA_MAX_CHANGE];
  if (!opener || !tta_is_opening(opener)) return false;
  do {
    if (end >= r->limit || end - begin >= TTA_MAX_CHANGE || strchr("\n\"", r->text[end])) return false;
    bool arrow = r->text[end] == '>' && r->text[end - 1] == '-';
    depth += tta_is_opening(r->text[end]);
    depth -= tta_is_closing(r->text[end]) && !arrow;
    end++;
  } while (depth);
  if (r->text[end - 1] != tta_closing_of(opener)) return false;
  memcpy(text, r->text + begin, end - begin);
  enum { PAIRS = sizeof pairs / sizeof *pairs };
  for (size_t i = 0; i < PAIRS; i++) {
    const char *pair = pairs[opener == '{' ? PAIRS - 1 - i : i]; /* `{0}` is a list */
    if (*pair == opener) continue;
    text[0] = pair[0];
    text[end - begin - 1] = pair[1];
    c->mark = tta_repair_try(r, c, begin, end, text, end - begin, token);
    if (c->mark) return true;
  }
  return false;
}

/* `#tt.grid.8x8>`, `!tt.tile,32x32, f32>`, `#tt.grid(8x8>`: a known name, and another mark in place of its `<`. */
static bool try_angle_instead(tta_repair *r, tta_change *c, uint32_t i) {
  tta_str t = tta_repair_token(r, i);
  uint32_t known = tta_name_size(t), at = r->tokens[i].begin + known;
  c->mark = known && at < r->limit && strchr(".,([{", r->text[at]) && tta_repair_try(r, c, at, at + 1, "<", 1, i);
  return c->mark || (known && try_pair(r, c, at, i));
}

static bool find_name(tta_repair *r, tta_change *c) {
  uint32_t i = 0;
  while (i <= r->error && !try_angle_instead(r, c, i) && !(is_dotted(r, i) && try_angle(r, c, i))) i++;
  return i <= r->error;
}

/* A closer without its opener, which is missing a few tokens before. `>>` is one too much. */
static bool try_opener(tta_repair *r, tta_change *c) {
  enum { FEW = 16 };
  uint32_t e = r->error;
  char closer = tta_repair_last_byte(r, e), opener[2] = {tta_opening_of(closer), 0};
  uint32_t open = e ? tta_repair_open_after(r, e - 1) : UINT32_MAX;
  if (!e || !tta_is_closing(closer) || is_arrow(r, e)) return false;
  if (open < UINT32_MAX && tta_repair_last_byte(r, open) != *opener) { /* the opener is of another kind */
    uint32_t at = bracket_offset(r, open);
    if (tta_repair_try(r, c, at, at + 1, opener, 1, open)) return true;
  }
  if (tta_repair_last_byte(r, e - 1) == closer) return false;
  for (uint32_t i = e, n = 0; i-- > 1 && n < FEW && i != open; n++)
    if (try_insert_before(r, c, i, opener)) return true;
  return false;
}

static bool find_at_error(tta_repair *r, tta_change *c) {
  static const char *const inserted[] = {",", " =", " ->", "x", ":", "(", "[", "<", "{"};
  uint32_t e = r->error;
  char closer[2] = {0, 0};
  if (tta_str_is(tta_repair_token(r, e), "=") && r->text[r->tokens[e].end] == '>' &&
      tta_repair_try(r, c, r->tokens[e].begin, r->tokens[e].end + 1, "->", 2, e))
    return true; /* (d0, d1) => (d0) */
  if (try_sigil(r, c, e) || try_dialect(r, c, e)) return true;
  if (e && tta_repair_last_byte(r, e) == '<' && (try_sigil(r, c, e - 1) || try_dialect(r, c, e - 1))) return true;
  uint32_t next = r->tokens[e].end;
  if (r->text[next] == '*' && tta_repair_try(r, c, next, next + 1, "x", 1, e)) return true; /* 64*128xf32 */
  bool extent = tta_is_digit(tta_repair_last_byte(r, e)) || tta_repair_last_byte(r, e) == '?';
  uint32_t blanks = extent && r->text[next] == ',' ? 1 : 0;
  while (blanks && r->text[next + blanks] == ' ') blanks++;
  if (blanks && tta_repair_try(r, c, next, next + blanks, "x", 1, e)) return true; /* tensor<2x2, f32> */
  bool typed = extent && e + 1 < r->num_tokens && tta_name_size(tta_repair_token(r, e + 1));
  if (typed && r->text[next] == '!' && tta_repair_try(r, c, next, next, "x", 1, e)) return true; /* 2x4!tt.tile<..> */
  bool named = next > r->tokens[e].begin + 1 && r->text[next - 1] == 'x' && r->text[next] != '-'; /* not `1x-2` */
  if (named && tta_repair_try(r, c, next - 1, next, ", ", 2, e))
    return true; /* tile<32x32xf32> */
  if (!e) return false;
  if (tta_str_is(tta_repair_token(r, e - 1), ",") && try_instead(r, c, e - 1)) return true;
  uint32_t open = tta_repair_open_after(r, e - 1);
  if (open < UINT32_MAX) {
    closer[0] = tta_closing_of(tta_repair_last_byte(r, open));
    if (try_insert_after(r, c, e - 1, closer, e - 1)) return true;
  }
  if (try_opener(r, c)) return true;
  for (size_t i = 0; i < sizeof inserted / sizeof *inserted; i++)
    if (*inserted[i] == ',' && (may_lack_operator(r, e) || splits_name(r, e))) continue;
    else if (tta_is_opening(*inserted[i]) ? try_insert_before(r, c, e, inserted[i])
                                : try_insert_after(r, c, e - 1, inserted[i], e))
      return true;
  return try_instead(r, c, e) || try_instead(r, c, e - 1) || try_swapped(r, c, e - 1) || try_swapped(r, c, e) ||
         (e > 1 && try_swapped(r, c, e - 2)) || try_angle(r, c, e) || try_angle(r, c, e - 1);
}

static bool find_before_error(tta_repair *r, tta_change *c) {
  char closer[2] = {0, 0}, opener[2] = {0, 0};
  if (tta_is_closing(tta_repair_last_byte(r, r->error))) opener[0] = tta_opening_of(tta_repair_last_byte(r, r->error));
  for (uint32_t i = r->error, n = 0; i-- > 1 && n < MAX_BACK; n++) {
    uint32_t open = tta_repair_open_after(r, i - 1);
    if (open < UINT32_MAX) {
      closer[0] = tta_closing_of(tta_repair_last_byte(r, open));
      if (try_insert_after(r, c, i - 1, closer, i - 1)) return true;
    }
    bool is_near = n < NEAR;
    for (const char *any = "([{<"; is_near && *any; any++)
      if (try_insert_before(r, c, i, (char[2]){*any, 0})) return true;
    if (is_near && try_insert_after(r, c, i - 1, " =", i)) return true;
    if (try_angle(r, c, i - 1) || (*opener && try_insert_before(r, c, i, opener))) return true;
    bool bracket = tta_is_opening(tta_repair_last_byte(r, i)) || tta_is_closing(tta_repair_last_byte(r, i));
    if (bracket && (try_instead(r, c, i) || try_swapped(r, c, i) || try_swapped(r, c, i - 1))) return true;
    if (!r->p->repair_budget) return false;
  }
  return false;
}

static bool find_change(tta_repair *r, tta_change *c) {
  uint32_t e = r->error;
  bool opened = e && tta_is_opening(tta_repair_last_byte(r, e - 1));
  return tta_repair_try_slip(r, c) || try_pair(r, c, r->tokens[e].begin, e) ||
         (opened && try_pair(r, c, bracket_offset(r, e - 1), e - 1)) || find_at_error(r, c) || find_before_error(r, c);
}

/* ---- the report -------------------------------------------------------------------------------------------------- */

static int shown(tta_str text) { return (int)(text.size > MAX_SHOWN ? MAX_SHOWN : text.size); }

/* Keeps the message at the token with the error, as MLIR has it, if a bracket is missing right before it. */
static bool keep_message(tta_repair *r, const tta_change *c, tta_report_mark reported, char *out, size_t size) {
  tta_report *report = r->p->report;
  tta_span before = r->tokens[c->token], error = r->tokens[r->error];
  if (c->begin != c->end || c->token + 1 != r->error || !tta_is_closing(*c->text) || c->begin < before.end ||
      memchr(r->text + before.end, '\n', error.begin - before.end))
    return false;
  for (size_t i = reported.size; i < report->size; i++) {
    tta_str message = report->items[i]->message;
    if (report->items[i]->span.begin != error.begin || report->items[i]->rule != TTA_RULE_syntax) continue;
    if (message.size >= size) return false;
    memcpy(out, message.data, message.size);
    out[message.size] = 0;
    return true;
  }
  return false;
}

static void report_change(tta_repair *r, const tta_change *c, const char *message) {
  tta_report *report = r->p->report;
  tta_str token = tta_repair_token(r, c->token), text = {c->text, c->size};
  tta_span span = r->tokens[c->token], changed = {c->begin, c->end};
  while (text.size && *text.data == ' ') text.data++, text.size--;
  while (text.size && text.data[text.size - 1] == ' ') text.size--;
  bool insert = c->begin == c->end;
  bool arrow = tta_str_is(text, "->");
  if (c->mark) { /* after a name or in its token, a word, or a pair of brackets */
    span = changed;
    token = (tta_str){r->text + span.begin, span.end - span.begin};
  } else if (insert && c->begin > span.begin && c->begin < span.end) { /* `#tt.grid2x2>`: in the token */
    span.end = c->begin;
    token.size = span.end - span.begin;
  }
  bool after = c->begin >= span.end;
  tta_diagnostic *d;
  if (!c->size) {
    uint32_t run = 0; /* of several equal brackets the last one is too much */
    while (token.size == 1 && tta_is_closing(*token.data) && r->text[changed.end + run] == *token.data) run++;
    if (run) changed.begin += run, changed.end += run;
    bool next = !run && !c->mark && c->token + 1 < r->num_tokens &&
                r->tokens[c->token + 1].end > r->tokens[c->token + 1].begin;
    tta_str follows = next ? tta_repair_token(r, c->token + 1) : (tta_str){"", 0};
    bool minus = tta_str_is(token, "-") && follows.size && tta_is_digit(*follows.data);
    d = tta_report_add(report, TTA_RULE_syntax, changed, "unexpected '%.*s'%s%.*s%s%s", shown(token), token.data,
                       next ? " before '" : "", shown(follows), follows.data, next ? "'" : "",
                       minus ? ": the number cannot be negative" : "");
    tta_report_fix(report, d, changed, (tta_str){"", 0}, "remove '%.*s'", shown(token), token.data);
    return;
  }
  if (arrow && c->end > span.end && c->begin == span.begin) { /* `=>` */
    span = changed;
    token.size = span.end - span.begin;
  } else if (c->swapped) {
    tta_str second = tta_repair_token(r, c->token + 1);
    d = tta_report_add(report, TTA_RULE_syntax, changed, "expected '%.*s' before '%.*s'", shown(second), second.data,
                       shown(token), token.data);
    tta_report_fix(report, d, changed, (tta_str){c->text, c->size}, "replace with '%.*s'", (int)c->size, c->text);
    return;
  }
  if (!insert && !after && c->begin > span.begin && c->end == span.end) /* the end of a shape */
    d = tta_report_add(report, TTA_RULE_syntax, span, "expected ',' after '%.*s'", shown(token) - 1, token.data);
  else if (message)
    d = tta_report_add(report, TTA_RULE_syntax, r->tokens[r->error], "%s", message);
  else if (insert || after)
    d = tta_report_add(report, TTA_RULE_syntax, span, "expected '%.*s' %s '%.*s'", shown(text), text.data,
                       after ? "after" : "before", shown(token), token.data);
  else if (c->mark && text.size > 1 && tta_is_opening(*text.data)) /* both brackets of a pair */
    d = tta_is_opening(*token.data)
          ? tta_report_add(report, TTA_RULE_syntax, span, "expected '%c' and '%c' around this, found '%c' and '%c'",
                           *text.data, tta_closing_of(*text.data), *token.data, token.data[token.size - 1])
          : tta_report_add(report, TTA_RULE_syntax, span, "expected '%c' and '%c' around this", *text.data,
                           tta_closing_of(*text.data));
  else
    d = tta_report_add(report, TTA_RULE_syntax, span, "expected %s'%.*s', found '%.*s'",
                       *text.data == '!' ? "a type with " : "", shown(text), text.data, shown(token), token.data);
  if (insert && after && tta_is_closing(*text.data)) {
    uint32_t open = tta_repair_open_after(r, c->token);
    uint32_t at = open < UINT32_MAX ? bracket_offset(r, open) : 0;
    if (at) tta_report_note(report, d, (tta_span){at, at + 1}, "to match this '%c'", r->text[at]);
  }
  tta_str said = c->mark ? text : (tta_str){c->text, c->size};
  tta_report_fix(report, d, changed, (tta_str){c->text, c->size}, insert ? "insert '%.*s'" : "replace with '%.*s'",
                 TTA_STR_ARGS(said));
}

/* Not what a rule of values explains already, or a single error with a fix-it. */
static bool is_open_question(const tta_parser *p, tta_report_mark reported) {
  size_t errors = p->report->num_errors - reported.num_errors;
  if (p->report->size <= reported.size || !errors) return false;
  for (size_t i = reported.size; i < p->report->size; i++) {
    const tta_diagnostic *d = p->report->items[i];
    bool name = d->rule == TTA_RULE_unknown_attribute || d->rule == TTA_RULE_wrong_sigil;
    if (name) continue; /* it may be the same cause */
    if ((d->num_fixes && errors == 1 && p->failed) ||
        (d->rule != TTA_RULE_syntax && d->rule != TTA_RULE_affine_undeclared && d->rule != TTA_RULE_missing_key &&
         d->rule != TTA_RULE_unknown_key && d->rule != TTA_RULE_unknown_keyword && d->rule != TTA_RULE_alias_kind))
      return false;
  }
  return true;
}

/* `tt.grid<` at the error, in an island that has other errors, too: a name that lacks its sigil is always an error. */
static bool lacks_sigil(const tta_repair *r, tta_change *c) {
  char name[TTA_MAX_CHANGE];
  uint32_t i = r->error - 1;
  if (!r->error || tta_repair_last_byte(r, r->error) != '<') return false;
  tta_str t = tta_repair_token(r, i);
  if (t.size + 1 > sizeof name || memchr(t.data, '<', t.size)) return false;
  memcpy(name + 1, t.data, t.size);
  for (const char *sigil = "#!"; *sigil; sigil++) {
    *name = *sigil;
    if (tta_name_size((tta_str){name, t.size + 1}) != t.size + 1) continue;
    *c = (tta_change){.begin = r->tokens[i].begin, .end = r->tokens[i].begin, .text = {*sigil}, .size = 1, .token = i};
    return true;
  }
  return false;
}

/* The tokens up to the error, and the token with the error. */
static bool read_tokens(tta_repair *r) {
  tta_parser *p = r->p;
  kept before = {*p, *p->skip_budget};
  uint32_t failed_at = (uint32_t)(p->error_at - p->text);
  tta_tree_mark tree = tta_tree_position(p->tree);
  tta_report_mark report = tta_report_position(p->report);
  p->token_visitor = record_token;
  p->token_user = r;
  *p->skip_budget = 0;
  tta_parse_once(p, r->entry, r->begin);
  tta_report_rewind(p->report, report);
  tta_tree_rewind(p->tree, tree);
  restore(p, &before);
  r->error = 0;
  while (r->error < r->num_tokens && r->tokens[r->error].begin < failed_at) r->error++;
  if (r->error >= r->num_tokens || p->tree->status) return false;
  unsigned char first = (unsigned char)r->text[r->tokens[r->error].begin];
  r->unknown = first >= 0x80 || (first && (first < 0x20 || strchr(";&~`'\\$.", first)));
  return true;
}

static bool prepare(tta_repair *r) {
  enum { AFTER = 4096 };
  tta_parser *p = r->p;
  if (!read_tokens(r)) return false;
  uint32_t end = (uint32_t)(p->section_end - p->text), error = r->tokens[r->error].end;
  if (error > end) return false; /* the token is in a later section, or begins here and ends there */
  r->limit = end - error > AFTER ? error + AFTER : end;
  if (r->limit - r->begin > MAX_ISLAND || r->limit > TTA_REPAIR_TEXT || p->repair_budget < r->limit / 16) return false;
  p->repair_budget -= r->limit / 16; /* copying is cheaper than parsing */
  if (!tta_array_grow(p->tree->allocator, (void **)&r->copy, 0, &r->room, r->limit + TTA_MAX_CHANGE + 2, 1)) {
    p->tree->status = TTA_NO_MEMORY;
    return false;
  }
  memcpy(r->copy, p->text, r->limit);
  return true;
}

/* A bracket after a value of an operation that was read: what is wrong may be before the value, unless that is the
 * value of a name. */
static bool removes_outside(const tta_repair *r, const tta_change *c, uint32_t end) {
  const char *before = r->text + r->begin;
  uint32_t at = c->begin;
  while (!c->size && r->text[at + 1] == r->text[at]) at++; /* the last one of equal brackets is too much */
  if (r->entry != TTA_ENTRY_VALUE || at < end) return false;
  while (before > r->text && before[-1] == ' ') before--;
  return before == r->text || before[-1] != '=';
}

void tta_repair_island(tta_parser *p, tta_report_mark reported) {
  tta_repair r = {.p = p, .entry = p->entry, .begin = p->begin, .text = p->text};
  tta_change c;
  bool silent = p->report->num_errors == reported.num_errors; /* warnings may have the same cause */
  if (p->token_visitor || p->expected || p->tree->status || p->report->status) return;
  bool well = !p->failed && tta_follows_well(p);
  if (well && !p->continued_name) return;
  if (!silent && !is_open_question(p, reported)) return;
  if (!p->failed) p->error_at = silent ? p->at : p->text + p->report->items[reported.size]->span.begin;
  bool prepared = prepare(&r);
  uint32_t end = (uint32_t)(p->at - p->text);
  bool read = silent && !p->failed;
  bool found = prepared && !r.unknown && find_name(&r, &c);
  if (prepared && !found && !well) found = tta_repair_try_typed(&r, &c) || (!r.unknown && find_change(&r, &c));
  if (found && !(read && removes_outside(&r, &c, end))) {
    char message[MAX_MESSAGE];
    bool keep = keep_message(&r, &c, reported, message, sizeof message);
    if (p->num_undefined && p->undefined[p->num_undefined - 1].span.end == c.begin && *c.text == '.')
      p->num_undefined--; /* `#tt:grid`: no alias */
    tta_report_rewind(p->report, reported);
    report_change(&r, &c, keep ? message : NULL);
    p->at = p->failed_at = p->text + r.end;
    p->failed = true;
  } else if (prepared && !r.unknown && p->failed && lacks_sigil(&r, &c)) {
    tta_report_rewind(p->report, reported);
    report_change(&r, &c, NULL);
  }
  TTA_ARRAY_FREE(p->tree->allocator, &r, tokens);
  if (r.copy) tta_array_free(p->tree->allocator, r.copy, r.room, 1);
}
