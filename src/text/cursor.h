/* cursor.h: reading of texts that are not MLIR: numbers, words and lists, and the first error with its position. */
#ifndef TTA_TEXT_CURSOR_H
#define TTA_TEXT_CURSOR_H

#include "base/arena.h"
#include "base/chars.h"
#include "base/checked.h"
#include "base/str.h"
#include "ttattr/diag.h"

typedef struct tta_cursor {
  tta_str text;
  size_t at;
  tta_arena *arena;
  bool failed; /* then `error`, empty: out of memory */
  size_t error_at;
  tta_str error;
  tta_span mark; /* a part of the text that the reader keeps: of convert, what makes addresses an exclusive or */
} tta_cursor;

/** Sets the first error, at the next byte that is not blank. @return false */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool tta_cursor_fail(tta_cursor *c, const char *format, ...);

/** The next byte after blanks, 0 at the end. */
static inline char tta_cursor_peek(tta_cursor *c) {
  while (c->at < c->text.size && tta_is_blank(c->text.data[c->at])) c->at++;
  return c->at < c->text.size ? c->text.data[c->at] : 0;
}

static inline tta_str tta_cursor_rest(tta_cursor *c) {
  (void)tta_cursor_peek(c);
  return tta_str_rest(c->text, c->at);
}

/** Skips `word` if it is next. */
static inline bool tta_cursor_skip(tta_cursor *c, const char *word) {
  if (!tta_str_starts_with(tta_cursor_rest(c), word)) return false;
  c->at += strlen(word);
  return true;
}

/** The same as an error if it is not next. */
bool tta_cursor_expect(tta_cursor *c, const char *word);
/** An integer that may be negative. */
bool tta_cursor_int(tta_cursor *c, int64_t *value);
/** Letters, digits, `_` and `.`; empty if there is none. */
tta_str tta_cursor_word(tta_cursor *c);
/** Integers with commas up to `close`, which is read; a comma may be last. At most `most`. */
bool tta_cursor_list(tta_cursor *c, const char *close, int64_t *numbers, uint32_t most, uint32_t *count);
/** An error unless only blanks are left. */
bool tta_cursor_end(tta_cursor *c);

#endif
