/* Owns which fix-its are applied together. Does not own the rounds in which that is done (run.c). */
#include "fix.h"

#include <stdlib.h>

typedef struct candidate {
  tta_edit edit;
  size_t fix; /* the number of its fix-it */
} candidate;

static int by_position(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->edit.span.begin != y->edit.span.begin) return x->edit.span.begin < y->edit.span.begin ? -1 : 1;
  if (x->edit.span.end != y->edit.span.end) return x->edit.span.end < y->edit.span.end ? -1 : 1;
  return x->fix < y->fix ? -1 : x->fix > y->fix;
}

static bool same(const tta_edit *a, const tta_edit *b) {
  return a->span.begin == b->span.begin && a->span.end == b->span.end && a->text.size == b->text.size &&
         (!a->text.size || !memcmp(a->text.data, b->text.data, a->text.size));
}

static bool overlap(const tta_edit *before, const tta_edit *after) {
  return after->span.begin < before->span.end || after->span.begin == before->span.begin;
}

/* The edits of all first fix-its, by position. */
static candidate *list_candidates(const tta_check *check, size_t *count, size_t *fixes) {
  size_t room = 1;
  for (size_t i = 0; i < tta_check_num_diagnostics(check); i++) {
    const tta_diagnostic *d = tta_check_diagnostic(check, i);
    if (d->num_fixes) room += d->fixes[0].num_edits;
  }
  candidate *list = malloc(room * sizeof *list);
  *count = *fixes = 0;
  for (size_t i = 0; list && i < tta_check_num_diagnostics(check); i++) {
    const tta_diagnostic *d = tta_check_diagnostic(check, i);
    for (uint32_t k = 0; d->num_fixes && k < d->fixes[0].num_edits; k++)
      list[(*count)++] = (candidate){d->fixes[0].edits[k], *fixes};
    *fixes += d->num_fixes > 0;
  }
  if (list) qsort(list, *count, sizeof *list, by_position);
  return list;
}

/* The edit that begins first wins; a fix-it that loses one edit loses all. Two fix-its may ask for the same edit. */
static bool choose(tt_opt_edits *edits, const candidate *list, size_t count, bool *lost) {
  const tta_edit *last = NULL;
  for (size_t i = 0; i < count; i++) {
    if (last && overlap(last, &list[i].edit) && !same(last, &list[i].edit)) lost[list[i].fix] = true;
    else last = &list[i].edit;
  }
  last = NULL;
  for (size_t i = 0; i < count; i++) {
    if (lost[list[i].fix] || (last && same(last, &list[i].edit))) continue;
    if (!tt_opt_edits_add(edits, list[i].edit)) return false;
    last = &list[i].edit;
  }
  return true;
}

bool tt_opt_fix_collect(tt_opt_edits *edits, const tta_check *check, size_t *applied) {
  size_t count, fixes;
  candidate *list = list_candidates(check, &count, &fixes);
  bool *lost = list ? calloc(fixes + 1, sizeof *lost) : NULL;
  bool memory = lost && choose(edits, list, count, lost);
  *applied = 0;
  for (size_t i = 0; memory && i < fixes; i++) *applied += !lost[i];
  free(lost);
  free(list);
  return memory;
}
