/* oob.c: the bytes that padding holds. */
#include <string.h>

#include "model/words.h"
#include "move/move.h"

/* IEEE-like formats by width and what 1.0 and infinity are in them (the upper bits; the rest is 0). */
typedef struct format {
  uint64_t one, infinity;
} format;

static const format f64 = {0x3ff0000000000000, 0x7ff0000000000000}, f32 = {0x3f800000, 0x7f800000},
                    bf16 = {0x3f80, 0x7f80}, f16 = {0x3c00, 0x7c00};

/* NULL for integers and 8-bit floats. */
static const format *format_of(const tta_element *e) {
  if (e->data_type == TTA_F32) return &f32;
  if (e->data_type == TTA_BF16) return &bf16;
  if (e->data_type == TTA_F16) return &f16;
  if (e->kind != TTA_ELEMENT_FLOAT) return NULL;
  return e->bits == 64 ? &f64 : e->bits == 32 ? &f32 : NULL;
}

/* Integers have no infinity: the largest and the smallest number stand for it. */
static uint64_t integer(tta_oob_value oob, const tta_element *e, int64_t size) {
  uint64_t ones = size >= 8 ? UINT64_MAX : ((uint64_t)1 << (8 * size)) - 1;
  bool is_unsigned = e->is_unsigned || (e->kind == TTA_ELEMENT_TILE && tta_data_type_is_unsigned(e->data_type));
  if (oob == TTA_OOB_ONE) return 1;
  if (oob == TTA_OOB_INF) return is_unsigned ? ones : ones >> 1;
  return is_unsigned ? 0 : (ones >> 1) + 1;
}

bool tta_move_oob(const tta_layout *s, int64_t size, unsigned char *bytes) {
  const tta_element *element = &s->memref_element;
  uint64_t value = 0;
  if (s->oob_val <= TTA_OOB_UNDEF) return false;
  memset(bytes, 0, (size_t)size);
  if (s->oob_val == TTA_OOB_ZERO) return true;
  if (tta_element_is_block_float(element)) return false;
  const format *f = format_of(element);
  if (!f) {
    value = integer(s->oob_val, element, size);
  } else {
    value = s->oob_val == TTA_OOB_ONE ? f->one : f->infinity;
    if (s->oob_val == TTA_OOB_NEGINF) value |= (uint64_t)1 << (8 * size - 1);
  }
  for (int64_t i = 0; i < size && i < 8; i++) bytes[i] = (unsigned char)(value >> (8 * i)); /* little endian */
  return true;
}
