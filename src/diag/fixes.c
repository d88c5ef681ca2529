/* Fix-its that can be applied together. */

#include "base/arena.h"
#include "base/sort.h"
#include "base/str.h"
#include "ttattr/diag.h"

typedef struct candidate {
  tta_edit edit;
  size_t fix; /* index of its fix-it */
} candidate;

static int by_position(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  int order = tta_order(x->edit.span.begin, y->edit.span.begin);
  if (!order) order = tta_order(x->edit.span.end, y->edit.span.end);
  return order ? order : (x->fix > y->fix) - (x->fix < y->fix);
}

static bool same(const tta_edit *a, const tta_edit *b) {
  return a->span.begin == b->span.begin && a->span.end == b->span.end && tta_str_equal(a->text, b->text);
}

static bool overlap(const tta_edit *before, const tta_edit *after) {
  return after->span.begin < before->span.end || after->span.begin == before->span.begin;
}

/* The edit that starts first is applied; a fix-it with a conflicting edit is left out. Two fix-its may have the same
 * edit. */
static size_t choose(const candidate *list, size_t count, bool *left_out, tta_edit *edits) {
  const tta_edit *last = NULL;
  size_t chosen = 0;
  for (size_t i = 0; i < count; i++) {
    if (last && overlap(last, &list[i].edit) && !same(last, &list[i].edit)) left_out[list[i].fix] = true;
    else last = &list[i].edit;
  }
  last = NULL;
  for (size_t i = 0; i < count; i++) {
    if (left_out[list[i].fix] || (last && same(last, &list[i].edit))) continue;
    last = &list[i].edit;
    edits[chosen++] = *last;
  }
  return chosen;
}

tta_status tta_fixes_choose(const tta_fix *const *fixes, size_t count, const tta_allocator *allocator, bool *left_out,
                            tta_edit *edits, size_t *num_edits) {
  size_t num = 0;
  tta_arena arena;
  tta_arena_init(&arena, allocator);
  for (size_t i = 0; i < count; i++) num += fixes[i]->num_edits;
  candidate *list = tta_arena_array(&arena, num, sizeof *list), *scratch = tta_arena_array(&arena, num, sizeof *list);
  *num_edits = 0;
  if (list && scratch) {
    size_t at = 0;
    for (size_t i = 0; i < count; i++)
      for (uint32_t k = 0; k < fixes[i]->num_edits; k++) list[at++] = (candidate){fixes[i]->edits[k], i};
    tta_sort(list, scratch, num, sizeof *list, by_position);
    for (size_t i = 0; i < count; i++) left_out[i] = false;
    *num_edits = choose(list, num, left_out, edits);
  }
  tta_arena_free(&arena);
  return list && scratch ? TTA_OK : TTA_NO_MEMORY;
}
