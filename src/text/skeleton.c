/* The skeleton of a section. */
#include "text/skeleton.h"

#include "base/array.h"
#include "base/sort.h"

bool tta_mark_starts_line(const tta_skeleton *s, uint32_t mark) {
  const char *begin = s->text.data + s->range.begin, *at = s->text.data + tta_mark_begin(s, mark);
  while (at > begin && at[-1] != '\n' && tta_is_blank(at[-1])) at--;
  return at == begin || at[-1] == '\n';
}

/* Open brackets inside of the innermost open `{`. */
typedef struct counts {
  uint32_t round, square, angle;
} counts;

typedef struct builder {
  tta_skeleton *skeleton;
  const tta_allocator *allocator;
  uint32_t open;  /* the innermost open bracket; the mate of an open bracket is the one around it */
  counts inside;
  counts *outers; /* those around each open `{` */
  uint32_t num_outers, cap_outers;
} builder;

static void set_mate(tta_skeleton *s, uint32_t mark, uint32_t mate) { s->marks[mark].mate = mate & TTA_NO_MARK; }

/* NULL for braces */
static uint32_t *count_of(builder *b, char c) {
  return c == '(' || c == ')' ? &b->inside.round : c == '[' || c == ']' ? &b->inside.square
         : c == '<' || c == '>' ? &b->inside.angle : NULL;
}

static bool open_bracket(builder *b, uint32_t mark) {
  uint32_t *count = count_of(b, tta_mark_byte(b->skeleton, mark));
  set_mate(b->skeleton, mark, b->open);
  b->open = mark;
  if (count) {
    ++*count;
    return true;
  }
  if (!TTA_PUSH(b->allocator, b, outers, b->inside)) return false;
  b->inside = (counts){0};
  return true;
}

/* Takes the innermost open bracket off. */
static uint32_t pop(builder *b) {
  uint32_t mark = b->open, *count = count_of(b, tta_mark_byte(b->skeleton, mark));
  b->open = b->skeleton->marks[mark].mate;
  set_mate(b->skeleton, mark, TTA_NO_MARK);
  if (count) --*count;
  else b->inside = b->outers[--b->num_outers];
  return mark;
}

/* Each open bracket is looked at once: what is taken off stays off. */
static void close_bracket(builder *b, uint32_t mark) {
  char closing = tta_mark_byte(b->skeleton, mark), opening = tta_opening_of(closing);
  const uint32_t *count = count_of(b, closing);
  uint32_t mate = mark;
  set_mate(b->skeleton, mark, TTA_NO_MARK);
  if (!(count ? *count : b->num_outers)) return;
  while (tta_mark_byte(b->skeleton, mate) != opening) mate = pop(b);
  set_mate(b->skeleton, mate, mark);
  set_mate(b->skeleton, mark, mate);
}

/* Whether the last mark is the `=` of an alias or of an operation, `%a, %b:2 = word`, that starts a line. Each list of
 * results is looked through once. */
static bool defines(const tta_skeleton *s, const tta_token *next) {
  uint32_t mark = s->num_marks;
  if (mark < 2 || s->marks[mark - 1].kind != TTA_MARK_EQUAL) return false;
  bool names_op = next->kind == TTA_MARK_STRING || (next->kind == TTA_MARK_WORD && !tta_is_digit(*next->begin));
  for (mark -= 2;; mark -= 2) {
    if (s->marks[mark].kind == TTA_MARK_WORD && mark > 1 && s->marks[mark - 1].kind == TTA_MARK_COLON) mark -= 2;
    if (s->marks[mark].kind != TTA_MARK_NAME) return false;
    char sigil = tta_mark_byte(s, mark);
    if (!(sigil == '#' || sigil == '!' || (sigil == '%' && names_op))) return false;
    if (tta_mark_starts_line(s, mark)) return true;
    if (sigil != '%' || mark < 2 || s->marks[mark - 1].kind != TTA_MARK_COMMA) return false;
  }
}

static bool add_mark(builder *b, const tta_token *token) {
  tta_skeleton *s = b->skeleton;
  if (b->open != TTA_NO_MARK && tta_mark_byte(s, b->open) != '{' && defines(s, token))
    while (b->open != TTA_NO_MARK && tta_mark_byte(s, b->open) != '{') pop(b);
  size_t size = (size_t)(token->end - token->begin);
  if (s->num_marks == TTA_NO_MARK || !TTA_GROW(b->allocator, s, marks, 1)) return false;
  uint32_t mark = s->num_marks++;
  s->marks[mark] = (tta_mark){.offset = (uint32_t)(token->begin - s->text.data), .kind = token->kind & 15};
  set_mate(s, mark, size < TTA_NO_MARK ? (uint32_t)size : TTA_NO_MARK);
  if (token->kind == TTA_MARK_OPEN) return open_bracket(b, mark);
  if (token->kind == TTA_MARK_CLOSE) close_bracket(b, mark);
  return true;
}

tta_status tta_skeleton_read(tta_str text, tta_span range, const tta_allocator *allocator, tta_skeleton *out) {
  allocator = tta_allocator_or_default(allocator);
  *out = (tta_skeleton){.text = text, .range = range};
  builder b = {.skeleton = out, .allocator = allocator, .open = TTA_NO_MARK};
  const char *data = text.data ? text.data : "";
  tta_tokens tokens = tta_tokens_of(data + range.begin, data + range.end);
  bool good = true;
  for (tta_token t; good && tta_token_next(&tokens, &t);) good = t.kind == TTA_MARK_OTHER || add_mark(&b, &t);
  while (good && b.open != TTA_NO_MARK) pop(&b);
  TTA_ARRAY_FREE(allocator, &b, outers);
  if (good) return TTA_OK;
  tta_skeleton_free(out, allocator);
  return TTA_NO_MEMORY;
}

void tta_skeleton_free(tta_skeleton *skeleton, const tta_allocator *allocator) {
  TTA_ARRAY_FREE(tta_allocator_or_default(allocator), skeleton, marks);
}

/* A size of 2^28 bytes and more is not in the mark. */
tta_str tta_mark_text(const tta_skeleton *s, uint32_t mark) {
  if (mark >= s->num_marks) return (tta_str){NULL, 0};
  const tta_mark *m = &s->marks[mark];
  tta_str text = {s->text.data + m->offset, m->mate};
  if (m->kind == TTA_MARK_OPEN || m->kind == TTA_MARK_CLOSE) text.size = 1;
  else if (m->mate == TTA_NO_MARK) {
    tta_tokens tokens = tta_tokens_of(text.data, s->text.data + s->range.end);
    tta_token token;
    if (tta_token_next(&tokens, &token)) text.size = (size_t)(token.end - token.begin);
  }
  return text;
}

uint32_t tta_mark_before(const tta_skeleton *s, uint32_t offset) {
  uint32_t count = TTA_COUNT_BELOW(tta_mark, s->marks, s->num_marks, offset, offset);
  return count ? count - 1 : TTA_NO_MARK;
}

uint32_t tta_mark_enclosing(const tta_skeleton *s, uint32_t mark, char kind) {
  while (mark > 0) {
    const tta_mark *m = &s->marks[--mark];
    if (m->kind == TTA_MARK_CLOSE && m->mate != TTA_NO_MARK) mark = m->mate;
    else if (m->kind == TTA_MARK_OPEN && (!kind || tta_mark_byte(s, mark) == kind)) return mark;
  }
  return TTA_NO_MARK;
}

uint32_t tta_mark_next_name(const tta_skeleton *s, uint32_t mark) {
  for (mark = mark == TTA_NO_MARK ? 0 : mark + 1; mark < s->num_marks; mark++)
    if (s->marks[mark].kind == TTA_MARK_NAME) return mark;
  return TTA_NO_MARK;
}

bool tta_is_code(const tta_skeleton *s, uint32_t offset) {
  uint32_t mark = tta_mark_before(s, offset + 1);
  if (mark == TTA_NO_MARK) return true;
  tta_mark_kind kind = s->marks[mark].kind;
  return (kind != TTA_MARK_STRING && kind != TTA_MARK_COMMENT && kind != TTA_MARK_RESOURCES) ||
         offset - s->marks[mark].offset >= tta_mark_text(s, mark).size;
}
