/* oob.c: the bytes that padding holds. */
#include <string.h>

#include "model/words.h"
#include "move/move.h"

/* What 1.0 and infinity are in a float format; without infinity, the largest number. The names of MLIR say the bits:
 * f8E4M3 has 4 of exponent and 3 of mantissa; FN: finite numbers and NaN; UZ: one zero, and a bias that is greater
 * by 1, or B11 (APFloat.h of LLVM). */
typedef struct format {
  const char *name;
  uint64_t one, infinity, sign;
} format;

static const format formats[] = {
    {"f64", 0x3ff0000000000000, 0x7ff0000000000000, 0x8000000000000000},
    {"f32", 0x3f800000, 0x7f800000, 0x80000000},
    {"tf32", 0x3f800000, 0x7f800000, 0x80000000},
    {"bf16", 0x3f80, 0x7f80, 0x8000},
    {"f16", 0x3c00, 0x7c00, 0x8000},
    {"f8E5M2", 0x3c, 0x7c, 0x80},
    {"f8E4M3", 0x38, 0x78, 0x80},
    {"f8E3M4", 0x30, 0x70, 0x80},
    {"f8E4M3FN", 0x38, 0x7e, 0x80},
    {"f8E5M2FNUZ", 0x40, 0x7f, 0x80},
    {"f8E4M3FNUZ", 0x40, 0x7f, 0x80},
    {"f8E4M3B11FNUZ", 0x58, 0x7f, 0x80},
    {"f6E3M2FN", 0x0c, 0x1f, 0x20},
    {"f6E2M3FN", 0x08, 0x1f, 0x20},
    {"f4E2M1FN", 0x02, 0x07, 0x08},
};

/* NULL: an integer, or a float whose format is not known. */
static const format *format_of(const tta_element *e) {
  tta_str name = e->kind == TTA_ELEMENT_TILE ? tta_str_from(tta_data_type_name(e->data_type)) : e->text;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (tta_str_is(name, formats[i].name)) return &formats[i];
  return NULL;
}

static bool is_integer(const tta_element *e) {
  if (e->kind != TTA_ELEMENT_TILE) return e->kind == TTA_ELEMENT_INTEGER || e->kind == TTA_ELEMENT_INDEX;
  return e->data_type != TTA_F32 && e->data_type != TTA_BF16 && e->data_type != TTA_F16;
}

/* Integers have no infinity: the largest and the smallest number stand for it. An i1 is true or false. */
static uint64_t integer(tta_oob_value oob, const tta_element *e, int64_t size) {
  uint64_t ones = size >= 8 ? UINT64_MAX : ((uint64_t)1 << (8 * size)) - 1;
  bool is_unsigned = e->is_unsigned || (e->kind == TTA_ELEMENT_TILE && tta_data_type_is_unsigned(e->data_type));
  if (oob == TTA_OOB_ONE) return 1;
  if (e->kind == TTA_ELEMENT_INTEGER && e->bits == 1) return oob == TTA_OOB_INF;
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
  if (f) value = (s->oob_val == TTA_OOB_ONE ? f->one : f->infinity) | (s->oob_val == TTA_OOB_NEGINF ? f->sign : 0);
  else if (is_integer(element)) value = integer(s->oob_val, element, size);
  else return false;
  for (int64_t i = 0; i < size && i < 8; i++) bytes[i] = (unsigned char)(value >> (8 * i)); /* little endian */
  return true;
}
