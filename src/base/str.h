/* str.h: what is done with borrowed byte strings: literals, comparison, prefixes, search. */
#ifndef TTA_BASE_STR_H
#define TTA_BASE_STR_H

#include <string.h>

#include "ttattr/base.h"

/** The tta_str of a string literal. */
#define TTA_STR(literal) ((tta_str){"" literal, sizeof(literal) - 1})

/** The two arguments of a "%.*s"; the text must be shorter than INT_MAX. */
#define TTA_STR_ARGS(text) (int)(text).size, (text).data
/** The same for a word of any length in a message: its start. */
enum { TTA_STR_START_BYTES = 64 };
#define TTA_STR_START(text) (int)((text).size > TTA_STR_START_BYTES ? TTA_STR_START_BYTES : (text).size), (text).data
/** The arguments of a "%.*s%s": the start, and "..." if that is not all. */
#define TTA_STR_CUT(text) TTA_STR_START(text), (text).size > TTA_STR_START_BYTES ? "..." : ""

/** A NUL-terminated text as tta_str, empty of NULL; a literal's length is known to the compiler. */
static inline tta_str tta_str_from(const char *text) { return (tta_str){text, text ? strlen(text) : 0}; }

/** The bytes [begin, end). */
static inline tta_str tta_str_between(const char *begin, const char *end) {
  return (tta_str){begin, (size_t)(end - begin)};
}

/** The bytes of a span of a text; `span` is read more than once. */
#define TTA_SPAN_TEXT(text, span) ((tta_str){(text) + (span).begin, (span).end - (span).begin})

/** The bytes from `offset` to the end; `offset` is at most the size. */
static inline tta_str tta_str_rest(tta_str text, size_t offset) {
  return (tta_str){text.data ? text.data + offset : NULL, text.size - offset};
}

/** Equal bytes. An absent text (data NULL, size 0) equals an empty one. */
static inline bool tta_str_equal(tta_str a, tta_str b) {
  return a.size == b.size && (!a.size || !memcmp(a.data, b.data, a.size));
}

/** Whether `text` is `word`, which is NUL-terminated, often a literal. */
static inline bool tta_str_is(tta_str text, const char *word) {
  bool of_table = !__builtin_constant_p(strlen(word)); /* nearly all words of a table differ in the first byte */
  if (of_table && text.size && text.data[0] != *word) return false;
  size_t size = strlen(word);
  return text.size == size && (!size || !memcmp(text.data, word, size));
}

static inline bool tta_str_starts_with(tta_str text, const char *prefix) {
  size_t size = strlen(prefix);
  return text.size >= size && (!size || !memcmp(text.data, prefix, size));
}

static inline bool tta_str_ends_with(tta_str text, const char *suffix) {
  size_t size = strlen(suffix);
  return text.size >= size && (!size || !memcmp(text.data + (text.size - size), suffix, size));
}

/** Moves `text` past `prefix` if it starts with it. */
static inline bool tta_str_skip(tta_str *text, const char *prefix) {
  if (!tta_str_starts_with(*text, prefix)) return false;
  *text = tta_str_rest(*text, strlen(prefix));
  return true;
}

/** The offset of the first `word` in `text`; SIZE_MAX if there is none. */
static inline size_t tta_str_find(tta_str text, const char *word) {
  size_t size = strlen(word);
  for (size_t i = 0; i + size <= text.size; i++)
    if (!size || !memcmp(text.data + i, word, size)) return i;
  return SIZE_MAX;
}

static inline bool tta_str_contains(tta_str text, const char *word) { return tta_str_find(text, word) != SIZE_MAX; }

/** The next line of `rest` without its LF; false at the end. A text that ends in LF has no empty line after it. */
static inline bool tta_str_next_line(tta_str *rest, tta_str *line) {
  if (!rest->size) return false;
  const char *newline = memchr(rest->data, '\n', rest->size);
  *line = (tta_str){rest->data, newline ? (size_t)(newline - rest->data) : rest->size};
  *rest = tta_str_rest(*rest, line->size + (newline != NULL));
  return true;
}

/** Without the spaces, tabs and line ends at both ends. */
static inline tta_str tta_str_trim(tta_str text) {
  const char *begin = text.data, *end = begin ? begin + text.size : NULL;
  while (begin < end && (*begin == ' ' || (*begin >= '\t' && *begin <= '\r'))) begin++;
  while (begin < end && (end[-1] == ' ' || (end[-1] >= '\t' && end[-1] <= '\r'))) end--;
  return tta_str_between(begin, end);
}

#endif
