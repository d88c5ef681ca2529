/* Repairs of what people type: words and marks of other languages, slips of the hand. */
#include <stdio.h>
#include <string.h>

#include "base/chars.h"
#include "base/nearest.h"
#include "base/str.h"
#include "parse/repair_search.h"
#include "text/token.h"

/* What people type for a word or a mark of the formats, at the error. */
static bool try_word(tta_repair *r, tta_change *c) {
  static const struct {
    const char *typed, *meant;
  } table[] = {{"%", "mod"}, {"/", "floordiv"}, {"div", "floordiv"}, {"floor_div", "floordiv"}, {"modulo", "mod"},
               {";", ","}, {"X", "x"}, {"by", "x"}, {"-inf", "neginf"}, {"=", ":"}, {"x", "*"}, {"x", ", "},
               {":", "."}};
  uint32_t e = r->error - (r->error && tta_str_is(tta_repair_token(r, r->error - 1), "-"));
  uint32_t at = r->tokens[e].begin;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    uint32_t size = (uint32_t)strlen(table[i].typed), end = at + size;
    bool word = size > 1 && tta_is_letter(*table[i].typed);
    if (end > r->limit || memcmp(r->text + at, table[i].typed, size)) continue;
    if (word && tta_is_word_byte(r->text[end])) continue;
    bool between = e && tta_repair_is_operand(r, e - 1); /* `[8x1]` */
    if (*table[i].meant == ',' && *table[i].typed == 'x' && !between) continue;
    bool glues = tta_is_word_byte(*table[i].meant) && *table[i].meant != 'x'; /* `d1%8` */
    tta_str before = e ? tta_repair_token(r, e - 1) : (tta_str){"", 0};
    tta_str dialect = before.size ? (tta_str){before.data + 1, before.size - 1} : before; /* `#tt:grid` */
    if (*table[i].meant == '.' && tta_dialect_find(dialect) == TTA_NUM_DIALECTS) continue;
    char text[TTA_MAX_CHANGE];
    int length = snprintf(text, sizeof text, "%s%s%s", glues && tta_is_word_byte(r->text[at - 1]) ? " " : "",
                          table[i].meant, glues && tta_is_word_byte(r->text[end]) ? " " : "");
    c->mark = tta_repair_try(r, c, at, end, text, (size_t)length, e);
    if (c->mark) return true;
  }
  return false;
}

/* `block-sharded` for `block_sharded`. */
static bool try_dash(tta_repair *r, tta_change *c) {
  uint32_t e = r->error;
  char text[TTA_MAX_CHANGE];
  if (!e || e + 1 >= r->num_tokens || !tta_str_is(tta_repair_token(r, e), "-")) return false;
  tta_span before = r->tokens[e - 1], dash = r->tokens[e], after = r->tokens[e + 1];
  size_t size = after.end - before.begin;
  bool joined = before.end == dash.begin && dash.end == after.begin && size <= sizeof text &&
                tta_is_letter(r->text[before.begin]) && tta_is_letter(r->text[after.begin]);
  if (!joined) return false;
  memcpy(text, r->text + before.begin, size);
  text[dash.begin - before.begin] = '_';
  return c->mark = tta_repair_try(r, c, before.begin, after.end, text, size, e);
}

/* `d1 // 8` for `d1 floordiv 8`: the rest of the line was a comment. */
static bool try_comment(tta_repair *r, tta_change *c) {
  if (!r->p->comment || !r->error) return false;
  tta_tokens tokens = tta_tokens_of(r->text + r->begin, r->text + r->tokens[r->error].begin);
  for (tta_token t; tta_token_next(&tokens, &t);) {
    if (t.kind != TTA_MARK_COMMENT) continue;
    uint32_t at = (uint32_t)(t.begin - r->text), i = r->error;
    while (i && r->tokens[i - 1].end > at) i--;
    if (!i || !tta_repair_is_operand(r, i - 1) || !tta_repair_in_results(r, i - 1)) continue;
    char text[TTA_MAX_CHANGE];
    int size = snprintf(text, sizeof text, "%sfloordiv%s", r->text[at - 1] == ' ' ? "" : " ",
                        r->text[at + 2] == ' ' ? "" : " ");
    c->mark = tta_repair_try(r, c, at, at + 2, text, (size_t)size, i - 1);
    if (c->mark) return true;
  }
  return false;
}

/* `undef. <8x8>`, `(d0. d1)`: a '.' for a ','. In a word it is a part of the token. */
static bool try_dot(tta_repair *r, tta_change *c) {
  uint32_t at = r->tokens[r->error].begin;
  if (r->text[at] != '.' && (!r->error || r->text[at = r->tokens[r->error - 1].end - 1] != '.')) return false;
  if (tta_is_word_byte(r->text[at + 1])) return false;
  return c->mark = tta_repair_try(r, c, at, at + 1, ",", 1, r->error);
}

/* An en dash, an em dash or a minus sign of typography, alone or in an arrow. */
static bool try_long_dash(tta_repair *r, tta_change *c) {
  static const char *const dashes[] = {"\xe2\x80\x93", "\xe2\x80\x94", "\xe2\x88\x92"};
  uint32_t at = r->tokens[r->error].begin;
  for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++) {
    if (r->limit - at < 4 || memcmp(r->text + at, dashes[i], 3) != 0) continue;
    bool arrow = r->text[at + 3] == '>';
    return c->mark = tta_repair_try(r, c, at, at + 3 + arrow, "->", 1u + arrow, r->error);
  }
  return false;
}

/* `'mesh'` for `"mesh"` */
static bool try_quotes(tta_repair *r, tta_change *c) {
  uint32_t at = r->tokens[r->error].begin, end = at + 1;
  char text[TTA_MAX_CHANGE];
  if (r->text[at] != '\'') return false;
  while (end < r->limit && end - at < TTA_MAX_CHANGE - 1 && !strchr("'\"\\\n", r->text[end])) end++;
  if (end >= r->limit || r->text[end] != '\'') return false;
  int size = snprintf(text, sizeof text, "\"%.*s\"", (int)(end - at - 1), r->text + at + 1);
  return c->mark = tta_repair_try(r, c, at, end + 1, text, (size_t)size, r->error);
}

/* `d1 flordiv 8`: nearly an operator. */
static bool try_operator(tta_repair *r, tta_change *c) {
  static const char *const operators[] = {"mod", "floordiv", "ceildiv"};
  tta_str t = tta_repair_token(r, r->error);
  if (t.size < 3 || !tta_is_letter(*t.data) || !tta_repair_in_results(r, r->error)) return false;
  tta_nearest nearest = tta_nearest_start(t, 4);
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    tta_nearest_offer(&nearest, operators[i], operators[i]);
  return nearest.best && tta_nearest_is_likely(&nearest) &&
         tta_repair_try(r, c, r->tokens[r->error].begin, r->tokens[r->error].end, nearest.best, strlen(nearest.best),
                        r->error);
}

/* `undef undef`: a word twice. */
static bool try_repeated(tta_repair *r, tta_change *c) {
  uint32_t e = r->error;
  bool twice = e && tta_str_equal(tta_repair_token(r, e), tta_repair_token(r, e - 1));
  return twice && tta_is_letter(*tta_repair_token(r, e).data) &&
         tta_repair_try(r, c, r->tokens[e - 1].end, r->tokens[e].end, "", 0, e);
}

/* `d0, d1 -> (d0, d1)`: dims without their brackets. */
static bool try_dims(tta_repair *r, tta_change *c) {
  uint32_t e = r->error, i = e;
  char text[TTA_MAX_CHANGE];
  if (!tta_str_is(tta_repair_token(r, e), "->")) return false;
  while (i && tta_repair_is_operand(r, i - 1) && tta_is_letter(*tta_repair_token(r, i - 1).data)) {
    i--;
    if (!i || !tta_str_is(tta_repair_token(r, i - 1), ",")) break;
    i--;
  }
  if (i == e) return false;
  tta_span dims = {r->tokens[i].begin, r->tokens[e - 1].end};
  if (dims.end - dims.begin + 3 > sizeof text) return false;
  int size = snprintf(text, sizeof text, "(%.*s)", (int)(dims.end - dims.begin), r->text + dims.begin);
  return c->mark = tta_repair_try(r, c, dims.begin, dims.end, text, (size_t)size, i);
}

/* `8->` for `8>` */
static bool try_arrow(tta_repair *r, tta_change *c) {
  tta_span t = r->tokens[r->error];
  return tta_str_is(tta_repair_token(r, r->error), "->") && tta_repair_try(r, c, t.begin, t.end, ">", 1, r->error);
}

/* `128f32`, `4X!tt.tile<..>`: the 'x' after an extent. */
static bool try_x(tta_repair *r, tta_change *c) {
  uint32_t at = r->tokens[r->error].begin;
  while (tta_is_digit(r->text[at]) || r->text[at] == 'x') at++;
  if (at == r->tokens[r->error].begin || r->text[at - 1] == 'x') return false;
  bool capital = r->text[at] == 'X';
  if (!capital && !tta_is_letter(r->text[at])) return false;
  return tta_repair_try(r, c, at, at + capital, "x", 1, r->error);
}

/* `8.0` for `8` */
static bool try_fraction(tta_repair *r, tta_change *c) {
  uint32_t at = r->tokens[r->error].begin, begin = at, end = at + 1;
  if (r->text[at] != '.') return false;
  while (begin > r->begin && tta_is_digit(r->text[begin - 1])) begin--;
  while (r->text[end] == '0') end++;
  if (begin == at || end == at + 1 || tta_is_word_byte(r->text[end])) return false;
  return c->mark = tta_repair_try(r, c, begin, end, r->text + begin, at - begin, r->error);
}

/* `8xx8` */
static bool try_double_x(tta_repair *r, tta_change *c) {
  uint32_t end = r->tokens[r->error].end;
  bool two = tta_is_digit(*tta_repair_token(r, r->error).data) && r->text[end - 1] == 'x' && r->text[end] == 'x';
  return c->mark = two && tta_repair_try(r, c, end, end + 1, "", 0, r->error);
}

/* `strided<8, 1>`: a list without its brackets. */
static bool try_list(tta_repair *r, tta_change *c) {
  uint32_t e = r->error, begin = r->tokens[e].begin, end = begin;
  char text[TTA_MAX_CHANGE];
  if (!e || tta_repair_last_byte(r, e - 1) != '<') return false;
  while (end < r->limit && end - begin < TTA_MAX_CHANGE - 2 && !strchr("<>()[]{}\"\n", r->text[end])) end++;
  if (end >= r->limit || r->text[end] != '>') return false;
  int size = snprintf(text, sizeof text, "[%.*s]", (int)(end - begin), r->text + begin);
  return c->mark = tta_repair_try(r, c, begin, end, text, (size_t)size, e);
}

/* `stride<` for `strided<` */
static bool try_builtin_word(tta_repair *r, tta_change *c) {
  static const char *const builtin[] = {"strided", TTA_BUILTIN_WORDS};
  uint32_t e = r->error - (r->error && tta_str_is(tta_repair_token(r, r->error), "<"));
  tta_str t = tta_repair_token(r, e);
  if (!t.size || !tta_is_letter(*t.data) || r->text[r->tokens[e].end] != '<') return false;
  tta_nearest nearest = tta_nearest_start(t, 2);
  for (size_t i = 0; i < sizeof builtin / sizeof *builtin; i++) tta_nearest_offer(&nearest, builtin[i], builtin[i]);
  if (!tta_nearest_is_likely(&nearest)) return false;
  return tta_repair_try(r, c, r->tokens[e].begin, r->tokens[e].end, nearest.best, strlen(nearest.best), e);
}

/* `(d0, d1, ) ->`: the name of the next dim. */
static bool try_dim(tta_repair *r, tta_change *c) {
  uint32_t e = r->error, dims = 0;
  char name[24];
  if (!e || !tta_str_is(tta_repair_token(r, e), ")") || !tta_str_is(tta_repair_token(r, e - 1), ",")) return false;
  const char *after = tta_skip_gap(r->text + r->tokens[e].end, r->text + r->limit);
  uint32_t open = tta_repair_open_after(r, e - 1);
  if (open == UINT32_MAX || *after != '-') return false;
  for (uint32_t i = open + 1; i < e; i++) dims += tta_str_is(tta_repair_token(r, i), ",");
  if (tta_repair_try(r, c, r->tokens[e - 1].begin, r->tokens[e - 1].end, "", 0, e - 1)) return false; /* it is unused */
  bool blank = r->text[r->tokens[e - 1].end] == ' ';
  int size = snprintf(name, sizeof name, "%sd%u", blank ? "" : " ", dims);
  return tta_repair_try(r, c, r->tokens[e].begin, r->tokens[e].begin, name, (size_t)size, e);
}

/* `2d1` */
static bool try_product(tta_repair *r, tta_change *c) {
  uint32_t e = r->error;
  bool glued = e && tta_repair_is_operand(r, e - 1) && tta_repair_is_operand(r, e) &&
               r->tokens[e - 1].end == r->tokens[e].begin;
  return glued && tta_is_digit(tta_repair_last_byte(r, e - 1)) && tta_repair_in_results(r, e) &&
         tta_repair_try(r, c, r->tokens[e].begin, r->tokens[e].begin, "*", 1, e);
}

bool tta_repair_try_typed(tta_repair *r, tta_change *c) {
  return try_fraction(r, c) || try_word(r, c) || try_dot(r, c) || try_long_dash(r, c) || try_quotes(r, c);
}

bool tta_repair_try_slip(tta_repair *r, tta_change *c) {
  return try_operator(r, c) || try_repeated(r, c) || try_dims(r, c) || try_arrow(r, c) || try_x(r, c) ||
         try_product(r, c) || try_dash(r, c) || try_double_x(r, c) || try_comment(r, c) || try_builtin_word(r, c) ||
         try_list(r, c) || try_dim(r, c);
}
