/* skeleton.h: the skeleton of a section: its tokens (text/token.h) as marks, with the mates of brackets.
 *
 *   tta_skeleton skeleton;
 *   status = tta_skeleton_read(text, range, allocator, &skeleton);
 *   for (uint32_t i = 0; i < skeleton.num_marks; i++) ... skeleton.marks[i].kind, tta_mark_text(&skeleton, i) ...
 *   tta_skeleton_free(&skeleton, allocator);
 *
 * Mates of brackets: `}` closes the innermost open `{`. Others close the innermost bracket of their kind that is open
 * inside of the innermost open `{`. Brackets that are open inside of a pair when it closes have no mate, as in
 * `(a < b)`; nor have those that are open inside of the innermost `{` where a line starts with an alias definition or
 * with the results of an operation; nor has a closing bracket that closes none. */
#ifndef TTA_TEXT_SKELETON_H
#define TTA_TEXT_SKELETON_H

#include "base/arena.h"
#include "base/str.h"
#include "text/token.h"
#include "ttattr/diag.h"

enum { TTA_NO_MARK = (1 << 28) - 1 };

typedef struct tta_mark {
  uint32_t offset;      /* in the text; ascending */
  unsigned kind : 4;    /* tta_mark_kind, but not OTHER */
  unsigned mate : 28;   /* OPEN, CLOSE: the mark that it belongs to, or TTA_NO_MARK; else the size in bytes (see
                           tta_mark_text) */
} tta_mark;

typedef struct tta_skeleton {
  tta_str text;
  tta_span range;
  tta_mark *marks;
  uint32_t num_marks, cap_marks;
} tta_skeleton;

/** Time and memory are linear in the size of the range, for any text.
 *  @param text      borrowed, below 4 GiB
 *  @param range     of the text: a section
 *  @param allocator NULL = malloc
 *  @return TTA_NO_MEMORY (also of 2^28 marks); *out is empty then */
tta_status tta_skeleton_read(tta_str text, tta_span range, const tta_allocator *allocator, tta_skeleton *out);
void tta_skeleton_free(tta_skeleton *skeleton, const tta_allocator *allocator);

/** The text of a mark; empty of num_marks, as all that follows treats it as the end of the range. */
tta_str tta_mark_text(const tta_skeleton *skeleton, uint32_t mark);
/** The last mark that begins before `offset`; TTA_NO_MARK. Logarithmic time. */
uint32_t tta_mark_before(const tta_skeleton *skeleton, uint32_t offset);
/** The innermost opening bracket around a mark. One without a mate is around all marks up to the end of the bracket
 *  around it.
 *  @param mark may be num_marks: the end of the range
 *  @param kind `(`, `[`, `{` or `<`; 0 = any
 *  @return TTA_NO_MARK if there is none */
uint32_t tta_mark_enclosing(const tta_skeleton *skeleton, uint32_t mark, char kind);
/** The first name after a mark (TTA_NO_MARK: the first name); TTA_NO_MARK. */
uint32_t tta_mark_next_name(const tta_skeleton *skeleton, uint32_t mark);
/** Whether the byte at `offset` is not part of a string, a comment or a resource block. */
bool tta_is_code(const tta_skeleton *skeleton, uint32_t offset);

/** Whether only blanks are before the mark on its line. */
bool tta_mark_starts_line(const tta_skeleton *skeleton, uint32_t mark);

static inline tta_mark_kind tta_mark_kind_at(const tta_skeleton *s, uint32_t mark) {
  return mark < s->num_marks ? (tta_mark_kind)s->marks[mark].kind : TTA_MARK_OTHER;
}
static inline bool tta_mark_is(const tta_skeleton *s, uint32_t mark, tta_mark_kind kind) {
  return tta_mark_kind_at(s, mark) == kind;
}
/** The first byte: which bracket, the sigil of a name; 0 at the end. */
static inline char tta_mark_byte(const tta_skeleton *s, uint32_t mark) {
  return mark < s->num_marks ? s->text.data[s->marks[mark].offset] : 0;
}
static inline uint32_t tta_mark_begin(const tta_skeleton *s, uint32_t mark) {
  return mark < s->num_marks ? s->marks[mark].offset : s->range.end;
}
static inline uint32_t tta_mark_end(const tta_skeleton *s, uint32_t mark) {
  return tta_mark_begin(s, mark) + (uint32_t)tta_mark_text(s, mark).size;
}
static inline bool tta_mark_opens(const tta_skeleton *s, uint32_t mark, char bracket) {
  return tta_mark_is(s, mark, TTA_MARK_OPEN) && tta_mark_byte(s, mark) == bracket;
}
static inline bool tta_mark_is_name(const tta_skeleton *s, uint32_t mark, char sigil) {
  return tta_mark_is(s, mark, TTA_MARK_NAME) && tta_mark_byte(s, mark) == sigil;
}
static inline bool tta_mark_is_word(const tta_skeleton *s, uint32_t mark, const char *word) {
  return tta_mark_is(s, mark, TTA_MARK_WORD) && tta_str_is(tta_mark_text(s, mark), word);
}
/** The first mark from `mark` on that is not a comment. */
static inline uint32_t tta_mark_skip_comments(const tta_skeleton *s, uint32_t mark) {
  while (tta_mark_is(s, mark, TTA_MARK_COMMENT)) mark++;
  return mark;
}
static inline uint32_t tta_mark_next(const tta_skeleton *s, uint32_t mark) {
  return tta_mark_skip_comments(s, mark + 1);
}

#endif
