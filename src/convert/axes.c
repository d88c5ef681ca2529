/* axes.c: axes of digits: split, join, pad, and the layout of an array with such axes. */
#include "convert/axes.h"

tta_axes *tta_axes_new(tta_arena *arena, tta_shape shape) {
  tta_axes *axes = tta_arena_alloc(arena, sizeof *axes);
  if (!axes) return NULL;
  axes->count = shape.rank;
  for (uint32_t i = 0; i < shape.rank; i++) {
    axes->axis[i].count = 1;
    axes->axis[i].atom[0] = (tta_atom){i, 1, 0, shape.extent[i]};
  }
  return axes;
}

bool tta_axis_extent(const tta_axis *axis, int64_t *extent) {
  *extent = 1;
  for (uint32_t i = 0; i < axis->count; i++)
    if (!tta_mul(*extent, axis->atom[i].slots, extent)) return false;
  return true;
}

static bool append(tta_axis *axis, tta_atom atom) {
  if (atom.slots == 1) return true;
  if (axis->count == TTA_MAX_ATOMS) return false;
  axis->atom[axis->count++] = atom;
  return true;
}

/* One atom in a quotient, rounded up, and a remainder of `by` positions. */
static bool split_atom(tta_atom a, int64_t by, tta_atom *outer, tta_atom *inner) {
  int64_t slots = (a.slots - 1) / by + 1, divisor;
  *outer = (tta_atom){TTA_NO_DIM, 1, 1, slots};
  *inner = (tta_atom){a.dim, a.divisor, a.extent, by};
  if (a.dim == TTA_NO_DIM || (a.extent && a.extent <= by)) return true;
  if ((a.extent && a.extent % by) || !tta_mul(a.divisor, by, &divisor)) return false;
  *outer = (tta_atom){a.dim, divisor, a.extent ? a.extent / by : 0, slots};
  inner->extent = by;
  return true;
}

bool tta_axis_split(const tta_axis *axis, int64_t by, tta_axis *outer, tta_axis *inner) {
  tta_axis fine = {.count = 0};
  uint32_t left = axis->count;
  *outer = *inner = (tta_axis){.count = 0};
  if (by < 1) return false;
  while (left && by > 1) { /* from the lowest digit */
    tta_atom a = axis->atom[left - 1], quotient, rest;
    left--;
    if (by % a.slots == 0 && (left || by == a.slots)) {
      if (!append(&fine, a)) return false;
      by /= a.slots;
      continue;
    }
    if (left && a.slots % by) return false;
    if (!split_atom(a, by, &quotient, &rest) || !append(&fine, rest)) return false;
    by = 1;
    if (left || quotient.slots > 1) {
      for (uint32_t i = 0; i < left; i++) outer->atom[outer->count++] = axis->atom[i];
      if (!append(outer, quotient)) return false;
    }
    left = 0;
  }
  if (by > 1 && !append(&fine, (tta_atom){TTA_NO_DIM, 1, 1, by})) return false;
  for (uint32_t i = 0; i < left; i++) outer->atom[outer->count++] = axis->atom[i];
  for (uint32_t i = fine.count; i-- > 0;) inner->atom[inner->count++] = fine.atom[i];
  return true;
}

bool tta_axis_join(tta_axis *axis, const tta_axis *inner) {
  for (uint32_t i = 0; i < inner->count; i++)
    if (!append(axis, inner->atom[i])) return false;
  return true;
}

bool tta_axis_pad(tta_axis *axis, int64_t count) {
  int64_t lower = 1;
  if (!axis->count) axis->atom[axis->count++] = (tta_atom){TTA_NO_DIM, 1, 1, 1};
  for (uint32_t i = 1; i < axis->count; i++)
    if (!tta_mul(lower, axis->atom[i].slots, &lower)) return false;
  return count % lower == 0 && tta_add(axis->atom[0].slots, count / lower, &axis->atom[0].slots);
}

/* The number of digits that are not always 0. */
static uint32_t count_atoms(const tta_axes *axes) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < axes->count; i++) count += axes->axis[i].count;
  return count;
}

bool tta_axes_digits(tta_cursor *c, const tta_axes *axes, tta_shape shape, tta_digits *out) {
  tta_digit *list = tta_arena_array(c->arena, (size_t)count_atoms(axes) + 1, sizeof *list);
  int64_t stride = 1;
  uint32_t count = 0;
  if (!list) return tta_cursor_fail(c, "out of memory");
  for (uint32_t i = axes->count; i-- > 0;) {
    for (uint32_t j = axes->axis[i].count; j-- > 0;) {
      const tta_atom *a = &axes->axis[i].atom[j];
      if (a->dim != TTA_NO_DIM)
        list[count++] = (tta_digit){(uint32_t)a->dim, a->divisor, a->extent ? a->extent : INT64_MAX, stride};
      if (!tta_mul(stride, a->slots, &stride)) return tta_cursor_fail(c, "the size of the array exceeds 2^63");
    }
  }
  *out = (tta_digits){.shape = shape, .allocated = stride, .count = count, .digit = list};
  return true;
}
