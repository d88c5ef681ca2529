/* cursor.c: numbers, words and lists of texts that are not MLIR. */
#include "text/cursor.h"

#include <stdarg.h>

bool tta_cursor_fail(tta_cursor *c, const char *format, ...) {
  va_list args;
  if (c->failed) return false;
  (void)tta_cursor_peek(c);
  va_start(args, format);
  c->failed = true;
  c->error_at = c->at;
  c->error = tta_arena_format(c->arena, format, args);
  va_end(args);
  return false;
}

bool tta_cursor_expect(tta_cursor *c, const char *word) {
  return tta_cursor_skip(c, word) || tta_cursor_fail(c, "expected '%s'", word);
}

bool tta_cursor_int(tta_cursor *c, int64_t *value) {
  bool negative = tta_cursor_skip(c, "-");
  size_t start = c->at;
  *value = 0;
  for (; c->at < c->text.size && tta_is_digit(c->text.data[c->at]); c->at++) {
    int64_t digit = c->text.data[c->at] - '0';
    if (!tta_mul(*value, 10, value) || !tta_add(*value, negative ? -digit : digit, value)) {
      c->at = start;
      return tta_cursor_fail(c, "integer does not fit int64");
    }
  }
  return c->at > start || tta_cursor_fail(c, "expected an integer");
}

tta_str tta_cursor_word(tta_cursor *c) {
  (void)tta_cursor_peek(c);
  size_t start = c->at;
  for (; c->at < c->text.size; c->at++) {
    char b = c->text.data[c->at];
    if (!tta_is_letter(b) && !tta_is_digit(b) && b != '_' && b != '.') break;
  }
  return (tta_str){c->text.data + start, c->at - start};
}

bool tta_cursor_list(tta_cursor *c, const char *close, int64_t *numbers, uint32_t most, uint32_t *count) {
  *count = 0;
  while (!tta_cursor_skip(c, close)) {
    if (*count == most) return tta_cursor_fail(c, "a list has at most %u numbers", most);
    if (!tta_cursor_int(c, &numbers[(*count)++])) return false;
    if (!tta_str_starts_with(tta_cursor_rest(c), close) && !tta_cursor_expect(c, ",")) return false;
  }
  return true;
}

bool tta_cursor_end(tta_cursor *c) {
  return !tta_cursor_peek(c) || tta_cursor_fail(c, "expected the end of the text");
}
