/* Element types: scalars by their names, tiles, and the bytes that they take. */
#include <string.h>

#include "base/chars.h"
#include "base/checked.h"
#include "model/words.h"

/* The digits from `at` on; 0 when there are none or the width exceeds MLIR's (2^24 - 1). */
static uint32_t width_of(tta_str name, size_t at, size_t *end) {
  uint32_t bits = 0;
  for (; at < name.size && tta_is_digit(name.data[at]) && bits < 1u << 24; at++)
    bits = bits * 10 + (uint32_t)(name.data[at] - '0');
  *end = at;
  return bits < 1u << 24 ? bits : 0;
}

/* The kind that the letters before the width mean. */
static tta_element_kind kind_of(const char *letters, size_t count) {
  char last = letters[count - 1];
  if (count > 2 || (last != 'f' && last != 'i')) return TTA_ELEMENT_OTHER;
  if (count == 1) return last == 'f' ? TTA_ELEMENT_FLOAT : TTA_ELEMENT_INTEGER;
  if (last == 'f') return letters[0] == 'b' || letters[0] == 't' ? TTA_ELEMENT_FLOAT : TTA_ELEMENT_OTHER;
  return letters[0] == 's' || letters[0] == 'u' ? TTA_ELEMENT_INTEGER : TTA_ELEMENT_OTHER;
}

/* The data type of tiles of a scalar (tt-mlir: elementTypeToDataType; signless i32, i16 and i8 are what frontends
 * write for si32, u16 and u8). */
static tta_data_type tiled_type(const tta_element *e, char first) {
  if (e->kind == TTA_ELEMENT_FLOAT)
    return e->bits == 32 ? first == 'f' ? TTA_F32 : TTA_DATA_TYPE_NONE
           : e->bits == 16 ? first == 'b' ? TTA_BF16 : TTA_F16
                           : TTA_DATA_TYPE_NONE;
  switch (e->bits) {
  case 32: return e->is_unsigned ? TTA_U32 : TTA_SI32;
  case 16: return first == 's' ? TTA_DATA_TYPE_NONE : TTA_U16;
  case 8: return first == 's' ? TTA_DATA_TYPE_NONE : TTA_U8;
  case 1: return first == 'i' ? TTA_I1 : TTA_DATA_TYPE_NONE;
  default: return TTA_DATA_TYPE_NONE;
  }
}

tta_element tta_element_scalar(tta_str name) {
  tta_element element = {.kind = TTA_ELEMENT_OTHER, .text = name};
  size_t letters = 0, end;
  while (letters < name.size && name.data[letters] >= 'a' && name.data[letters] <= 'z') letters++;
  if (letters == name.size) {
    if (letters == 5 && memcmp(name.data, "index", 5) == 0) element.kind = TTA_ELEMENT_INDEX;
    return element;
  }
  uint32_t bits = width_of(name, letters, &end);
  tta_element_kind kind = letters ? kind_of(name.data, letters) : TTA_ELEMENT_OTHER;
  /* an 8-bit float continues with its format (f8E4M3FN), everything else ends here */
  if (bits == 0 || (end < name.size && (kind != TTA_ELEMENT_FLOAT || name.data[end] != 'E'))) return element;
  element.kind = kind;
  element.bits = name.data[0] == 't' ? 32 : bits; /* tf32 is stored as 32 bits although 19 are significant */
  element.is_unsigned = name.data[0] == 'u';
  element.data_type = tiled_type(&element, name.data[0]);
  return element;
}

tta_element tta_element_tile(int64_t rows, int64_t columns, tta_data_type type) {
  return (tta_element){.kind = TTA_ELEMENT_TILE, .tile = {rows, columns}, .data_type = type};
}

tta_str tta_element_stored_name(const tta_element *element) {
  return element->kind == TTA_ELEMENT_TILE ? tta_str_from(tta_data_type_name(element->data_type)) : element->text;
}

/* Bits of one scalar in a tile, exponents of block floats not counted. */
static int64_t tile_bits(tta_data_type type) {
  switch (type) {
  case TTA_F32: case TTA_U32: case TTA_SI32: return 32;
  case TTA_F16: case TTA_BF16: case TTA_U16: return 16;
  case TTA_BFP_F4: case TTA_BFP_BF4: return 4;
  case TTA_BFP_F2: case TTA_BFP_BF2: return 2;
  default: return 8;
  }
}

enum { SCALARS_PER_EXPONENT = 16 }; /* tt-metal: a face row of 16 scalars shares one byte */

tta_status tta_element_bytes(const tta_element *element, tta_exponents exponents, int64_t *bytes) {
  switch (element->kind) {
  case TTA_ELEMENT_OTHER: return TTA_INVALID;
  case TTA_ELEMENT_FLOAT:
  case TTA_ELEMENT_INTEGER: *bytes = (int64_t)element->bits / 8 + (element->bits % 8 != 0); return TTA_OK;
  case TTA_ELEMENT_INDEX: *bytes = 4; return TTA_OK;
  case TTA_ELEMENT_TILE: break;
  }
  int64_t scalars, bits;
  if (!tta_mul(element->tile[0], element->tile[1], &scalars) ||
      !tta_mul(scalars, tile_bits(element->data_type), &bits))
    return TTA_OVERFLOW;
  *bytes = bits / 8;
  if (!tta_data_type_is_block_float(element->data_type)) return TTA_OK;
  if (scalars % SCALARS_PER_EXPONENT) return TTA_INVALID;
  if (exponents == TTA_WITH_EXPONENTS) *bytes += scalars / SCALARS_PER_EXPONENT; /* at most bits / 2 + bits / 16 */
  return TTA_OK;
}
