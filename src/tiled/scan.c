/* scan.c: finds the texts of layouts in Python source, such as the output code of Inductor. */
#include <string.h>

#include "base/chars.h"
#include "base/str.h"
#include "ttattr/tiled.h"

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || tta_is_digit(c);
}

static char at(tta_str text, size_t i) { return i < text.size ? text.data[i] : 0; }

static bool is_space(char c) { return c == ' ' || c == '\t'; }

/* After a string that starts at i: '..', "..", '''..''' or """..""". */
static size_t after_string(tta_str text, size_t i) {
  char quote = text.data[i];
  bool triple = at(text, i + 1) == quote && at(text, i + 2) == quote;
  for (i += triple ? 3 : 1; i < text.size; i++) {
    if (text.data[i] == '\\') i++;
    else if (!triple && (text.data[i] == quote || text.data[i] == '\n')) return i + 1;
    else if (triple && text.data[i] == quote && at(text, i + 1) == quote && at(text, i + 2) == quote) return i + 3;
  }
  return text.size;
}

static size_t after_comment(tta_str text, size_t i) {
  while (i < text.size && text.data[i] != '\n') i++;
  return i;
}

/* After the bracket that matches the one at i; text.size if there is none. */
static size_t after_brackets(tta_str text, size_t i) {
  size_t depth = 0;
  while (i < text.size) {
    char c = text.data[i];
    if (c == '\'' || c == '"') {
      i = after_string(text, i);
      continue;
    }
    if (c == '#') {
      i = after_comment(text, i);
      continue;
    }
    i++;
    if (c == '(' || c == '[' || c == '{') depth++;
    else if ((c == ')' || c == ']' || c == '}') && --depth == 0) return i;
  }
  return text.size;
}

/* Whether the word before i is `def` or `class`. */
static bool is_definition(tta_str text, size_t i) {
  while (i > 0 && is_space(text.data[i - 1])) i--;
  size_t end = i;
  while (i > 0 && is_word(text.data[i - 1])) i--;
  tta_str word = {text.data + i, end - i};
  return tta_str_is(word, "def") || tta_str_is(word, "class");
}

/* `buf7` of `buf7 = `, or of `buf7=` among arguments, before i. */
static tta_str name_before(tta_str text, size_t i) {
  while (i > 0 && (is_word(text.data[i - 1]) || text.data[i - 1] == '.')) i--; /* torch_spyre.spyre_empty_.. */
  while (i > 0 && is_space(text.data[i - 1])) i--;
  if (i == 0 || text.data[i - 1] != '=') return (tta_str){NULL, 0};
  for (i--; i > 0 && is_space(text.data[i - 1]);) i--;
  size_t end = i;
  while (i > 0 && (is_word(text.data[i - 1]) || text.data[i - 1] == '.')) i--;
  return (tta_str){text.data + i, end - i};
}

static bool is_call(tta_str word) {
  return tta_str_is(word, "SpyreTensorLayout") || tta_str_is(word, "FixedTiledLayout") ||
         tta_str_is(word, "spyre_empty_with_layout");
}

/* A triple at the start of a statement, or assigned: `((4, 1000, 64), (..), (..))`. */
static bool is_triple(tta_str text, size_t i) {
  size_t before = i, next = i + 1;
  while (is_space(at(text, next))) next++;
  if (at(text, next) != '(' || !tta_is_digit(at(text, next + 1))) return false;
  while (before > 0 && is_space(text.data[before - 1])) before--;
  return before == 0 || text.data[before - 1] == '\n' || text.data[before - 1] == '=';
}

bool tta_tiled_next_call(tta_str text, size_t *from, tta_tiled_call *call) {
  size_t i = *from;
  while (i < text.size) {
    char c = text.data[i];
    if (c == '\'' || c == '"') {
      i = after_string(text, i);
    } else if (c == '#') {
      i = after_comment(text, i);
    } else if (c == '(' && is_triple(text, i)) {
      *from = after_brackets(text, i);
      *call = (tta_tiled_call){name_before(text, i), i, *from};
      return true;
    } else if (is_word(c)) {
      size_t begin = i, open;
      while (is_word(at(text, i))) i++;
      for (open = i; is_space(at(text, open));) open++;
      if (at(text, open) != '(' || !is_call((tta_str){text.data + begin, i - begin}) || is_definition(text, begin))
        continue;
      *from = after_brackets(text, open);
      *call = (tta_tiled_call){name_before(text, begin), begin, *from};
      return true;
    } else {
      i++;
    }
  }
  *from = i;
  return false;
}
