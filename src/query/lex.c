/* The tokens of an expression. */
#include "query/lex.h"

#include "base/chars.h"
#include "base/str.h"

static uint32_t word_end(tta_str text, uint32_t at) {
  while (at < text.size && tta_is_bare_byte(text.data[at])) at++;
  return at;
}

/* `64x?x2`, `-1`, `12.5%`, `1.5MB`: whatever is glued to it belongs to it, so that it is reported as a whole. */
static uint32_t number_end(tta_str text, uint32_t at) {
  at += text.data[at] == '-';
  while (at < text.size && (tta_is_bare_byte(text.data[at]) || text.data[at] == '?')) at++;
  return at + (at < text.size && text.data[at] == '%');
}

static bool starts_number(tta_str text, uint32_t at) {
  char c = text.data[at];
  return tta_is_digit(c) || c == '?' || (c == '-' && at + 1 < text.size && tta_is_digit(text.data[at + 1]));
}

/* From a quote to the next one of its kind; `\` quotes the byte after it. */
static tta_query_token quoted(tta_str text, uint32_t at, tta_query_token_kind kind) {
  uint32_t end = at + 1, size = (uint32_t)text.size;
  while (end < size && text.data[end] != text.data[at]) end += text.data[end] == '\\' ? 2 : 1;
  if (end >= size) return (tta_query_token){TTA_TOKEN_WRONG, {at, size}, tta_str_rest(text, at)};
  return (tta_query_token){kind, {at, end + 1}, {text.data + at + 1, end - at - 1}};
}

tta_query_token tta_query_next(tta_str text, uint32_t *at) {
  static const char *const signs[] = {"==", "!=", "<=", ">=", "!~", "<", ">", "~", "(", ")", "[", "]", ",", NULL};
  while (*at < text.size && tta_is_blank(text.data[*at])) ++*at;
  tta_query_token t = {TTA_TOKEN_END, {*at, *at}, {"", 0}};
  if (*at >= text.size) return t;
  char c = text.data[*at];
  if (c == '"' || c == '\'' || c == '/') {
    t = quoted(text, *at, c == '/' ? TTA_TOKEN_REGEX : TTA_TOKEN_STRING);
    *at = t.span.end;
    return t;
  }
  t.kind = TTA_TOKEN_WRONG;
  t.span.end = *at + 1;
  for (const char *const *sign = signs; *sign && t.kind == TTA_TOKEN_WRONG; sign++)
    if (tta_str_starts_with(tta_str_rest(text, *at), *sign)) {
      t.kind = TTA_TOKEN_SIGN;
      t.span.end = *at + (uint32_t)strlen(*sign);
    }
  if (starts_number(text, *at)) t.kind = TTA_TOKEN_NUMBER, t.span.end = number_end(text, *at);
  else if (tta_is_letter(c) || c == '_') t.kind = TTA_TOKEN_WORD, t.span.end = word_end(text, *at);
  else if (tta_str_starts_with(tta_str_rest(text, *at), "&&") || tta_str_starts_with(tta_str_rest(text, *at), "||"))
    t.span.end = *at + 2;
  t.text = TTA_SPAN_TEXT(text.data, t.span);
  *at = t.span.end;
  return t;
}
