/* locate.c: the banks and offsets of many elements. */
#include "base/checked.h"
#include "base/fail.h"
#include "base/index.h"
#include "pack/pack.h"

/** Indices and the arrays that receive their places. */
typedef struct places {
  const tta_packing_addresses *t;
  int64_t *banks, *offsets;
  tta_buf *reason;
} places;

static tta_status check_index(const places *p, const int64_t *index, int64_t number) {
  for (uint32_t d = 0; d < p->t->shape.rank; d++)
    if (index[d] < 0 || index[d] >= p->t->shape.extent[d])
      return tta_fail(TTA_INVALID, p->reason,
                      "index %lld of dim %u is out of range [0, %lld], in row %lld of the indices", (long long)index[d],
                      d, (long long)p->t->shape.extent[d] - 1, (long long)number);
  return TTA_OK;
}

static inline tta_status locate(const places *p, const int64_t *index, int64_t i) {
  const tta_packing_addresses *t = p->t;
  int64_t values[TTA_MAX_RANK], byte, bank = 0;
  tta_status status = TTA_OK;
  if (t->tables) {
    tta_axis_values(t->tables, index, values);
    byte = tta_address_at(t->tables, values);
    status = tta_packing_check_bytes(t, byte, t->element_bytes, p->reason);
  } else {
    status = tta_packing_address(t, index, t->element_bytes, &byte, p->reason);
  }
  if (status) return status;
  int64_t bank_bytes = t->block ? t->block->bytes.bank : t->bank_bytes;
  if (t->block) byte = tta_block_byte(t->block, byte);
  if (t->num_banks > 1) bank = byte / bank_bytes;
  if (p->banks) p->banks[i] = bank;
  if (p->offsets) p->offsets[i] = byte - bank * bank_bytes;
  return TTA_OK;
}

static tta_status locate_all(const places *p, int64_t count) {
  int64_t index[TTA_MAX_RANK] = {0}, elements;
  tta_status status = TTA_OK;
  if (!tta_shape_volume(p->t->shape, &elements)) return TTA_OVERFLOW;
  if (elements != count)
    return tta_fail(TTA_INVALID, p->reason, "the tensor has %lld elements, not %lld", (long long)elements,
                    (long long)count);
  for (int64_t i = 0; i < count && !status; i++) {
    status = locate(p, index, i);
    tta_index_next(p->t->shape, index);
  }
  return status;
}

tta_status tta_packing_locate(const tta_packing *packing, const int64_t *indices, int64_t count, int64_t *banks,
                              int64_t *offsets, tta_buf *reason) {
  places p = {.t = packing->addresses, .banks = banks, .offsets = offsets, .reason = reason};
  uint32_t rank = packing->shape.rank;
  tta_status status = TTA_OK;
  if (!indices) return locate_all(&p, count);
  for (int64_t i = 0; i < count && !status; i++, indices += rank) {
    status = check_index(&p, indices, i);
    if (!status) status = locate(&p, indices, i);
  }
  return status;
}
