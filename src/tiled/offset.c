/* offset.c: the device position of a view: element 0 of the host is not at the start of its memory. */
#include "base/checked.h"
#include "tiled/parts.h"

/* The digits of an offset; device dims that count nothing have stride 0. */
typedef struct split {
  const tta_tiled *layout;
  const tta_tiled_digits *digits;
  int64_t *stride, *digit; /* of each device dim */
} split;

static tta_status start(split *s, tta_arena *arena) {
  uint32_t rank = s->layout->device_size.rank;
  s->stride = tta_arena_array(arena, rank, sizeof *s->stride);
  s->digit = tta_arena_array(arena, rank, sizeof *s->digit);
  if (!s->stride || !s->digit) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t h = s->digits->host_dim[i];
    s->digit[i] = 0;
    s->stride[i] = 0;
    if (s->layout->device_size.extent[i] <= 1) continue;
    if (!s->layout->dim_map.rank) s->stride[i] = s->layout->stride_map.extent[i];
    else if (h >= 0 && !tta_mul(s->digits->host_strides.extent[h], s->digits->weight[i], &s->stride[i]))
      return TTA_OVERFLOW;
  }
  return TTA_OK;
}

/* Whole steps of the largest stride first. @return what is left */
static int64_t take_digits(split *s, int64_t offset) {
  int64_t below = INT64_MAX;
  while (offset > 0) {
    int64_t best = 0;
    uint32_t at = 0;
    for (uint32_t i = 0; i < s->layout->device_size.rank; i++) {
      if (s->stride[i] <= best || s->stride[i] >= below) continue;
      best = s->stride[i];
      at = i;
    }
    if (!best) break;
    s->digit[at] = offset / best;
    offset %= best;
    below = best;
  }
  return offset;
}

/* The greatest index of the host dim of device dim i below the next coarser digit, counted from the view's start. */
static bool carries(const split *s, uint32_t i) {
  const tta_tiled_digits *d = s->digits;
  int64_t h = d->host_dim[i], size = s->layout->device_size.extent[i], limit, start = 0, last;
  if (h < 0 || d->weight[i] < 1) return s->digit[i] >= size;
  bool coarsest = !d->modulus[i];
  if (!tta_mul(size, d->weight[i], &limit)) return false;
  if (!coarsest && d->modulus[i] < limit) limit = d->modulus[i];
  for (uint32_t j = 0; j < s->layout->device_size.rank; j++)
    if (d->host_dim[j] == h && d->weight[j] >= 1 && d->weight[j] <= d->weight[i]) start += s->digit[j] * d->weight[j];
  last = d->host_size.extent[h] - 1;
  if (!coarsest && last > d->modulus[i] - 1) last = d->modulus[i] - 1;
  return start + (last > 0 ? last : 0) >= limit;
}

static tta_status reject(tta_arena *arena, tta_str *problem, const char *format, int64_t offset, uint32_t dim) {
  *problem = tta_tiled_text(arena, format, (long long)offset, dim);
  return problem->data ? TTA_INVALID : TTA_NO_MEMORY;
}

tta_status tta_tiled_find_offset(const tta_tiled *layout, const tta_tiled_digits *digits, tta_arena *arena,
                                 int64_t *device_offset, tta_str *problem) {
  split s = {.layout = layout, .digits = digits};
  int64_t offset = layout->host_offset, step;
  *device_offset = 0;
  if (offset < 0) return reject(arena, problem, "host offset %lld is negative", offset, 0);
  tta_status status = start(&s, arena);
  if (status) return status;
  if (take_digits(&s, offset))
    return reject(arena, problem, "host offset %lld is not a sum of steps of the device dims", offset, 0);
  for (uint32_t i = 0; i < layout->device_size.rank; i++) {
    if (s.digit[i] && carries(&s, i))
      return reject(arena, problem,
                    "host offset %lld: elements of the view leave the extent of device dim %u", offset, i);
    if (!tta_mul(s.digit[i], layout->device_strides.extent[i], &step) || !tta_add(*device_offset, step, device_offset))
      return TTA_OVERFLOW;
  }
  return TTA_OK;
}
