/* block.c: tiles of block floats. The 16 scalars of a row of a face share the exponent of the largest one. A tile has
 * one byte of exponent for each of these rows, in storage order, then sign and mantissa of all scalars in that order,
 * 8, 4 or 2 bits each, the first one in the lowest bits.
 *
 * The addresses of the scalars are those of the same layout with tiles of f32, whose tiles, pages, shards and banks
 * have the same numbers and other sizes.
 *
 * Source of the format: tt-metal, tt_metal/impl/data_format/blockfloat_common.cpp (pack_as_bfp_tiles, get_max_exp,
 * convert_u32_to_bfp, convert_bfp_to_u32). The types with exponents of 5 bits (bfp_f8, bfp_f4, bfp_f2) are others. */
#include "base/arena.h"
#include "base/checked.h"
#include "base/fail.h"
#include "base/index.h"
#include "model/storage.h"
#include "pack/pack.h"

enum {
  ROW_SCALARS = TTA_FACE_EXTENT, /* that share an exponent */
  EXPONENTS_ALIGNMENT = 16,      /* bytes; tt-metal: the mantissas of a tile start aligned as in L1 */
  F32_FRACTION_BITS = 23,
  F32_MAX_EXPONENT = 255
};

/* ---- values ---- */

static uint32_t read_f32(const unsigned char *p) {
  return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void write_f32(unsigned char *p, uint32_t bits) {
  for (int i = 0; i < 4; i++) p[i] = (unsigned char)(bits >> 8 * i);
}

static uint32_t exponent_of(uint32_t f32) { return f32 >> F32_FRACTION_BITS & F32_MAX_EXPONENT; }

/* Sign and mantissa. Bits that the exponent of the row shifts out are dropped; the rest is rounded to the nearest
 * mantissa, ties to even, and never to a larger exponent. @param magnitude bits of the mantissa */
static uint32_t encode(uint32_t f32, uint32_t row_exponent, uint32_t magnitude) {
  if (!(f32 << 1)) return 0;
  uint32_t shift = F32_FRACTION_BITS + 1 - magnitude, distance = row_exponent - exponent_of(f32);
  uint32_t significand = (f32 & ((1u << F32_FRACTION_BITS) - 1)) | 1u << F32_FRACTION_BITS;
  significand = distance > F32_FRACTION_BITS ? 0 : significand >> distance;
  uint32_t mantissa = significand >> shift, rest = significand & ((1u << shift) - 1), half = 1u << (shift - 1);
  if (rest > half || (rest == half && mantissa & 1)) mantissa++;
  if (mantissa >> magnitude) mantissa = (1u << magnitude) - 1;
  return mantissa ? f32 >> 31 << magnitude | mantissa : 0;
}

/* The inverse; results below the normal numbers are denormal. */
static uint32_t decode(uint32_t code, uint32_t row_exponent, uint32_t magnitude) {
  uint32_t sign = code >> magnitude << 31, mantissa = code & ((1u << magnitude) - 1);
  int32_t exponent = (int32_t)row_exponent;
  if (!mantissa) return 0;
  for (; !(mantissa >> (magnitude - 1)); mantissa <<= 1) exponent--;
  uint32_t significand = mantissa << (F32_FRACTION_BITS + 1 - magnitude);
  if (exponent < 1) return sign | significand >> (1 - exponent);
  return sign | (uint32_t)exponent << F32_FRACTION_BITS | (significand & ((1u << F32_FRACTION_BITS) - 1));
}

/* ---- places ---- */

/** Where the bytes of a scalar are. */
typedef struct place {
  int64_t tile, scalar; /* tile: its first byte in the packed tensor; scalar: its number in the tile */
} place;

/* @param byte of the scalar, with tiles of f32 */
static place place_of(const tta_block_tiles *b, int64_t byte) {
  int64_t in_bank = byte % b->f32.bank, in_shard = in_bank % b->f32.shard, in_page = in_shard % b->f32.page;
  return (place){.tile = byte / b->f32.bank * b->bytes.bank + in_bank / b->f32.shard * b->bytes.shard +
                         in_shard / b->f32.page * b->bytes.page + in_page / b->f32.tile * b->bytes.tile,
                 .scalar = in_page % b->f32.tile / (int64_t)sizeof(uint32_t)};
}

int64_t tta_block_byte(const tta_block_tiles *b, int64_t byte) {
  place p = place_of(b, byte);
  return p.tile + b->exponents_bytes + p.scalar * b->bits / 8;
}

/** Consecutive scalars. They may continue in the next tile. */
typedef struct walk {
  const tta_block_tiles *tiles;
  int64_t byte; /* of the next scalar, with tiles of f32 */
  place at;
} walk;

static walk walk_from(const tta_block_tiles *tiles, int64_t byte) {
  return (walk){tiles, byte, {.tile = 0, .scalar = tiles->tile_scalars}};
}

/** The bytes of a scalar, from the start of the packed tensor; its sign and mantissa start at bit `shift`. */
typedef struct scalar {
  int64_t exponent, code;
  uint32_t shift;
} scalar;

static scalar next_scalar(walk *w) {
  const tta_block_tiles *b = w->tiles;
  if (w->at.scalar == b->tile_scalars) w->at = place_of(b, w->byte);
  int64_t bit = w->at.scalar * b->bits;
  scalar s = {.exponent = w->at.tile + w->at.scalar / ROW_SCALARS,
              .code = w->at.tile + b->exponents_bytes + bit / 8,
              .shift = (uint32_t)(bit % 8)};
  w->at.scalar++;
  w->byte += (int64_t)sizeof(uint32_t);
  return s;
}

void tta_block_raise_exponents(const tta_block_tiles *b, unsigned char *packed, int64_t byte,
                               const unsigned char *elements, int64_t stride, int64_t count) {
  walk w = walk_from(b, byte);
  for (int64_t i = 0; i < count; i++, elements += stride) {
    unsigned char *exponent = packed + next_scalar(&w).exponent;
    uint32_t own = exponent_of(read_f32(elements));
    if (own > *exponent) *exponent = (unsigned char)own;
  }
}

void tta_block_add_mantissas(const tta_block_tiles *b, unsigned char *packed, int64_t byte,
                             const unsigned char *elements, int64_t stride, int64_t count) {
  walk w = walk_from(b, byte);
  for (int64_t i = 0; i < count; i++, elements += stride) {
    scalar s = next_scalar(&w);
    uint32_t code = encode(read_f32(elements), packed[s.exponent], b->bits - 1);
    packed[s.code] = (unsigned char)(packed[s.code] | code << s.shift);
  }
}

void tta_block_unpack(const tta_block_tiles *b, const unsigned char *packed, int64_t byte, unsigned char *elements,
                      int64_t stride, int64_t count) {
  walk w = walk_from(b, byte);
  for (int64_t i = 0; i < count; i++, elements += stride) {
    scalar s = next_scalar(&w);
    uint32_t code = packed[s.code] >> s.shift & ((1u << b->bits) - 1);
    write_f32(elements, decode(code, packed[s.exponent], b->bits - 1));
  }
}

/* ---- tiles ---- */

static tta_block_strides strides_of(const tta_storage *s) {
  bool pages = s->distribution == TTA_STORAGE_PAGES;
  return (tta_block_strides){s->bank_bytes, pages ? s->bank_bytes : s->shard_stride, s->page_stride, s->element_bytes};
}

static tta_status check_tile(const tta_element *e, tta_buf *reason) {
  if (e->data_type != TTA_BFP_BF8 && e->data_type != TTA_BFP_BF4 && e->data_type != TTA_BFP_BF2)
    return tta_fail(TTA_INVALID, reason, "block floats with exponents of 5 bits cannot be packed: expected bfp_bf8, "
                    "bfp_bf4 or bfp_bf2, found %s", tta_data_type_name(e->data_type));
  if (e->tile[1] % ROW_SCALARS || e->tile[0] * e->tile[1] % (ROW_SCALARS * EXPONENTS_ALIGNMENT))
    return tta_fail(TTA_INVALID, reason, "tiles of %lldx%lld block floats cannot be packed: expected 32x32",
                    (long long)e->tile[0], (long long)e->tile[1]);
  return TTA_OK;
}

tta_status tta_block_tiles_of(const tta_layout *layout, const tta_storage_options *options, tta_arena *arena,
                              const tta_block_tiles **tiles, const tta_layout **f32, tta_buf *reason) {
  const tta_element *e = &layout->memref_element;
  tta_block_tiles *b = tta_arena_alloc(arena, sizeof *b);
  tta_layout *staged = tta_arena_alloc(arena, sizeof *staged);
  tta_storage own, other;
  if (!b || !staged) return TTA_NO_MEMORY;
  tta_status status = check_tile(e, reason);
  if (!status && layout->oob_val > TTA_OOB_ZERO)
    status = tta_fail(TTA_INVALID, reason, "the padding value '%s' would share the exponents of elements: block floats "
                      "are packed with padding of zero", tta_oob_value_name(layout->oob_val));
  if (status) return status;
  *staged = *layout;
  staged->memref_element.data_type = TTA_F32;
  status = tta_element_bytes(&staged->memref_element, TTA_WITH_EXPONENTS, &staged->element_bytes);
  if (!status) status = tta_storage_of(layout, options, &own, reason);
  if (!status) status = tta_storage_of(staged, options, &other, reason);
  if (status) return status;
  *b = (tta_block_tiles){.f32 = strides_of(&other), .bytes = strides_of(&own), .tile_scalars = e->tile[0] * e->tile[1]};
  b->exponents_bytes = b->tile_scalars / ROW_SCALARS;
  b->bits = (uint32_t)((b->bytes.tile - b->exponents_bytes) * 8 / b->tile_scalars);
  *tiles = b;
  *f32 = staged;
  return TTA_OK;
}
