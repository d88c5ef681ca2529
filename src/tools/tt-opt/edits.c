/* Lists of edits: composing and applying them, choosing fix-its. */
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

/* Edits of both lists that touch or overlap in the middle text become one. */
typedef struct composer {
  const tt_opt_edits *first, *second;
  tta_str middle;
  size_t i, j;   /* the next edit of each */
  int64_t shift; /* middle - old, after first[i - 1] */
} composer;

static int64_t next_begin(const composer *c) {
  int64_t a = c->i < c->first->size ? c->first->items[c->i].span.begin + c->shift : INT64_MAX;
  int64_t b = c->j < c->second->size ? (int64_t)c->second->items[c->j].span.begin : INT64_MAX;
  return a < b ? a : b;
}

/* Appends the text of the next group to `text`. @return its span in the old text */
static tta_span take_group(composer *c, tta_buf *text) {
  int64_t begin = next_begin(c), end = begin, at = begin, old_begin = begin - c->shift;
  while (next_begin(c) <= end) {
    const tta_edit *a = c->i < c->first->size ? &c->first->items[c->i] : NULL;
    if (a && a->span.begin + c->shift <= end) {
      int64_t after = a->span.begin + c->shift + (int64_t)a->text.size;
      if (after > end) end = after;
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
  const char *text = out->text.data; /* does not move any more */
  for (size_t i = 0; memory && i < out->size; i++) {
    out->items[i].text.data = text;
    if (text) text += out->items[i].text.size;
  }
  return memory;
}

/* The first fix-it of each diagnostic. */
static const tta_fix **list_fixes(const tta_check *check, size_t *count, size_t *num_edits) {
  const tta_results *results = tta_check_results(check);
  size_t diagnostics = tta_results_num_diagnostics(results);
  const tta_fix **list = malloc((diagnostics + 1) * sizeof *list);
  *count = *num_edits = 0;
  for (size_t i = 0; list && i < diagnostics; i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (!d->num_fixes) continue;
    list[(*count)++] = d->fixes;
    *num_edits += d->fixes->num_edits;
  }
  return list;
}

bool tt_opt_fix_collect(tt_opt_edits *edits, const tta_check *check, size_t *applied) {
  size_t count, num_edits;
  const tta_fix **list = list_fixes(check, &count, &num_edits);
  bool *left_out = list ? calloc(count + 1, sizeof *left_out) : NULL;
  bool memory = left_out && tt_opt_edits_reserve(edits, num_edits);
  memory = memory && !tta_fixes_choose(list, count, NULL, left_out, edits->items, &edits->size);
  *applied = 0;
  for (size_t i = 0; memory && i < count; i++) *applied += !left_out[i];
  free(left_out);
  free(list);
  return memory;
}
