/* Owns lists of edits: to make one of two, and to make them in a text. Does not own where they come from. */
#include "edits.h"

#include <stdlib.h>

bool tt_opt_edits_reserve(tt_opt_edits *e, size_t more) {
  if (more <= e->capacity - e->size) return true;
  tta_edit *items =
      more > SIZE_MAX / sizeof *items - e->size ? NULL : realloc(e->items, (e->size + more) * sizeof *items);
  if (!items) return false;
  e->items = items;
  e->capacity = e->size + more;
  return true;
}

bool tt_opt_edits_add(tt_opt_edits *e, tta_edit edit) {
  if (e->size == e->capacity && !tt_opt_edits_reserve(e, e->size / 2 + 16)) return false;
  e->items[e->size++] = edit;
  return true;
}

void tt_opt_edits_free(tt_opt_edits *e) {
  free(e->items);
  if (e->text.allocator) tta_buf_free(&e->text);
  *e = (tt_opt_edits){0};
}

bool tt_opt_edits_apply(tta_buf *out, tta_str text, const tt_opt_edits *e) {
  size_t at = 0;
  tta_buf_reserve(out, text.size + 1);
  for (size_t i = 0; i < e->size; i++) {
    tta_buf_bytes(out, text.data + at, e->items[i].span.begin - at);
    tta_buf_bytes(out, e->items[i].text.data, e->items[i].text.size);
    at = e->items[i].span.end;
  }
  tta_buf_bytes(out, text.data + at, text.size - at);
  tta_buf_char(out, 0);
  if (!out->failed) out->size--;
  return !out->failed;
}

uint32_t tt_opt_edits_origin(const tt_opt_edits *e, uint32_t offset) {
  int64_t shift = 0; /* new - old, behind the edits passed */
  for (size_t i = 0; i < e->size; i++) {
    tta_span old = e->items[i].span;
    int64_t begin = old.begin + shift, size = (int64_t)e->items[i].text.size;
    if (offset < begin) break;
    if (offset < begin + size) return old.begin;
    shift += size - (old.end - old.begin);
  }
  return (uint32_t)(offset - shift);
}

/* Edits of both lists that touch or overlap in the middle text become one. */
typedef struct composer {
  const tt_opt_edits *first, *second;
  tta_str middle;
  size_t i, j;   /* the next edit of each */
  int64_t shift; /* middle - old, behind first[i - 1] */
} composer;

static int64_t next_begin(const composer *c) {
  int64_t a = c->i < c->first->size ? c->first->items[c->i].span.begin + c->shift : INT64_MAX;
  int64_t b = c->j < c->second->size ? (int64_t)c->second->items[c->j].span.begin : INT64_MAX;
  return a < b ? a : b;
}

/* Takes the next group. Its text goes to `text`; @return its span in the old text. */
static tta_span take_group(composer *c, tta_buf *text) {
  int64_t begin = next_begin(c), end = begin, at = begin, old_begin = begin - c->shift;
  while (next_begin(c) <= end) {
    const tta_edit *a = c->i < c->first->size ? &c->first->items[c->i] : NULL;
    if (a && a->span.begin + c->shift <= end) {
      int64_t behind = a->span.begin + c->shift + (int64_t)a->text.size;
      if (behind > end) end = behind;
      c->shift += (int64_t)a->text.size - (a->span.end - a->span.begin);
      c->i++;
    } else {
      const tta_edit *b = &c->second->items[c->j++];
      tta_buf_bytes(text, c->middle.data + at, (size_t)(b->span.begin - at));
      tta_buf_bytes(text, b->text.data, b->text.size);
      at = b->span.end;
      if (at > end) end = at;
    }
  }
  tta_buf_bytes(text, c->middle.data + at, (size_t)(end - at));
  return (tta_span){(uint32_t)old_begin, (uint32_t)(end - c->shift)};
}

bool tt_opt_edits_compose(tt_opt_edits *out, const tt_opt_edits *first, tta_str middle, const tt_opt_edits *second) {
  composer c = {.first = first, .second = second, .middle = middle};
  bool memory = true;
  tta_buf_init(&out->text, NULL);
  while (memory && next_begin(&c) < INT64_MAX) {
    size_t begin = out->text.size;
    tta_edit edit = {.span = take_group(&c, &out->text)};
    edit.text.size = out->text.size - begin;
    memory = !out->text.failed && tt_opt_edits_add(out, edit);
  }
  const char *text = out->text.data; /* moves no more */
  for (size_t i = 0; memory && i < out->size; i++) {
    out->items[i].text.data = text;
    if (text) text += out->items[i].text.size;
  }
  return memory;
}
