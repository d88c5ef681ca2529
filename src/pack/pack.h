/* pack.h: addresses of the elements in a packed tensor, and copies from and to them. */
#ifndef TTA_PACK_PACK_H
#define TTA_PACK_PACK_H

#include "digits/digits.h"
#include "ttattr/pack.h"
#include "ttattr/storage.h"

/** A dim of the tensor in a sum. */
typedef struct tta_address_term {
  uint32_t dim;
  int64_t coefficient; /* not 0 */
} tta_address_term;

/** A sum of the tensor's index whose value alone gives a part of the address: a dim of digits, a dim of the physical
 *  shape of a layout. Both parts are linear in each cell, the values from a multiple of `cell` to the next. */
typedef struct tta_address_axis {
  int64_t constant, extent;     /* value = constant + the sum of the terms, in [0, extent) */
  uint32_t num_terms;
  const tta_address_term *term;
  int64_t cell;                 /* 1 unless the axis is long */
  const int64_t *part;          /* what the first value of each cell adds to the address .. */
  int64_t slope;                /* .. and each further one */
  const int64_t *sequence;      /* the same for the sequence number; NULL: there is none */
  int64_t sequence_slope;
  int64_t run;                  /* values from one of its multiples to the next have consecutive addresses */
} tta_address_axis;

/** Addresses as sums of table entries. Pages or shards that are distributed over banks round-robin have a sequence
 *  number, a sum over all axes: n adds n div banks and n mod banks to the address, each with its bytes. */
typedef struct tta_address_tables {
  uint32_t num_axes;
  tta_address_axis *axis;
  int64_t base;              /* bytes; elements if `swizzle` */
  int64_t banks, sequence_base; /* banks: 0: there is no sequence number */
  int64_t quotient_bytes, remainder_bytes;
  const tta_digits *swizzle; /* exclusive or of the sum; NULL: none */
  int64_t changed_bits;      /* of the sum, by the swizzle */
  int64_t element_bytes;
} tta_address_tables;

/** Bytes from one bank, shard, page, tile to the next. */
typedef struct tta_block_strides {
  int64_t bank, shard, page, tile;
} tta_block_strides;

/** Tiles of block floats. The addresses of their scalars are those of the same layout with tiles of f32. */
typedef struct tta_block_tiles {
  tta_block_strides f32, bytes; /* bytes: of the packed tensor */
  int64_t tile_scalars, exponents_bytes; /* of a tile */
  uint32_t bits;                  /* sign and mantissa of a scalar */
} tta_block_tiles;

/** Digits of one memory, or the banks of a metal or ttnn layout, one after the other. */
typedef struct tta_packing_addresses {
  const tta_layout *layout; /* NULL: digits */
  tta_storage storage;
  tta_digits digits;
  tta_shape shape;
  tta_element element;
  int64_t element_bytes, bytes; /* bytes: of the layout, padding included */
  int64_t num_banks, bank_bytes;
  const tta_block_tiles *block; /* NULL: no block floats. Else the bytes above are those with tiles of f32 */
  unsigned char pad[8];
  const tta_address_tables *tables; /* NULL: each address is evaluated on its own */
} tta_packing_addresses;

/** The type of a scalar, "bf16", also of tiles. Borrowed. */
tta_str tta_packing_scalar(const tta_packing_addresses *addresses);

/** The byte of an element. @param bytes from there on, which must be in the layout */
tta_status tta_packing_address(const tta_packing_addresses *addresses, const int64_t *index, int64_t bytes,
                               int64_t *byte, tta_buf *reason);

/** TTA_INVALID, with the reason. */
tta_status tta_packing_reject_byte(const tta_packing_addresses *addresses, int64_t byte, tta_buf *reason);

/** Whether the bytes, at most those of the layout, are in it; else TTA_INVALID with a reason. */
static inline tta_status tta_packing_check_bytes(const tta_packing_addresses *addresses, int64_t byte, int64_t bytes,
                                                 tta_buf *reason) {
  if (byte >= 0 && byte <= addresses->bytes - bytes) return TTA_OK;
  return tta_packing_reject_byte(addresses, byte, reason);
}

/* ---- tables ---- */

/** @param tables in the arena; NULL if the address is another function, or the tables would be too large.
 *  @return TTA_NO_MEMORY */
tta_status tta_address_tables_of(const tta_packing_addresses *addresses, tta_arena *arena,
                                 const tta_address_tables **tables);

/** The values of the axes at an index of the tensor. */
static inline void tta_axis_values(const tta_address_tables *tables, const int64_t *index, int64_t *values) {
  for (uint32_t a = 0; a < tables->num_axes; a++) {
    const tta_address_axis *axis = &tables->axis[a];
    values[a] = axis->constant;
    for (uint32_t i = 0; i < axis->num_terms; i++) values[a] += axis->term[i].coefficient * index[axis->term[i].dim];
  }
}

static inline int64_t tta_axis_part(const tta_address_axis *axis, int64_t value) {
  return axis->cell == 1 ? axis->part[value] : axis->part[value / axis->cell] + value % axis->cell * axis->slope;
}

static inline int64_t tta_axis_sequence(const tta_address_axis *axis, int64_t value) {
  return axis->cell == 1 ? axis->sequence[value]
                         : axis->sequence[value / axis->cell] + value % axis->cell * axis->sequence_slope;
}

/** As tta_swizzle. */
static inline int64_t tta_swizzle_sum(const tta_address_tables *tables, int64_t sum) {
  int64_t address = sum;
  for (uint64_t bits = (uint64_t)(sum & tables->changed_bits); bits; bits &= bits - 1)
    address ^= tables->swizzle->bit[__builtin_ctzll(bits)] ^ (int64_t)(bits & (0 - bits));
  return address;
}

/** The byte at values of the axes. */
static inline int64_t tta_address_at(const tta_address_tables *tables, const int64_t *values) {
  int64_t sum = tables->base, sequence = tables->sequence_base;
  for (uint32_t a = 0; a < tables->num_axes; a++) sum += tta_axis_part(&tables->axis[a], values[a]);
  if (tables->banks) {
    for (uint32_t a = 0; a < tables->num_axes; a++) sequence += tta_axis_sequence(&tables->axis[a], values[a]);
    sum += sequence / tables->banks * tables->quotient_bytes + sequence % tables->banks * tables->remainder_bytes;
  }
  return tables->swizzle ? tta_swizzle_sum(tables, sum) * tables->element_bytes : sum;
}

/* ---- block floats ---- */

/** @param f32 the same layout with tiles of f32. Both live in the arena
 *  @return TTA_INVALID, with the reason: the format of such tiles is not known */
tta_status tta_block_tiles_of(const tta_layout *layout, const tta_storage_options *options, tta_arena *arena,
                              const tta_block_tiles **tiles, const tta_layout **f32, tta_buf *reason);

/** The byte of the packed tensor with the mantissa of the scalar at this byte of tiles of f32. */
int64_t tta_block_byte(const tta_block_tiles *tiles, int64_t byte);

/** The three passes over consecutive scalars: the exponents of all elements of a tensor come before any mantissa.
 *  @param packed the whole packed tensor, zero before. @param byte of the first scalar, with tiles of f32
 *  @param elements floats. @param stride bytes from one to the next */
void tta_block_raise_exponents(const tta_block_tiles *tiles, unsigned char *packed, int64_t byte,
                               const unsigned char *elements, int64_t stride, int64_t count);
void tta_block_add_mantissas(const tta_block_tiles *tiles, unsigned char *packed, int64_t byte,
                             const unsigned char *elements, int64_t stride, int64_t count);
void tta_block_unpack(const tta_block_tiles *tiles, const unsigned char *packed, int64_t byte, unsigned char *elements,
                      int64_t stride, int64_t count);

/* ---- copies ---- */

/** A box of a tensor, and where its elements are in other memory. */
typedef struct tta_packing_box {
  const int64_t *begin, *extent; /* one for each dim */
  const int64_t *strides;        /* bytes, of any sign, that cannot overflow */
} tta_packing_box;

/** Copies the elements of a box. @param elements of the box's first element. @param used a bit for each element of the
 *  layout; NULL: no two elements have one address */
tta_status tta_packing_scatter(const tta_packing_addresses *addresses, const tta_packing_box *box,
                               const unsigned char *elements, unsigned char *packed, unsigned char *used,
                               tta_buf *reason);
/** The inverse. */
tta_status tta_packing_gather(const tta_packing_addresses *addresses, const tta_packing_box *box,
                              const unsigned char *packed, unsigned char *elements, tta_buf *reason);

/** Fills zeros with the padding value of the layout. */
void tta_packing_fill(const tta_packing_addresses *addresses, unsigned char *out);

/** Strides of contiguous elements. @param fortran the first dim is contiguous, else the last
 *  @return false on overflow */
bool tta_packing_strides(tta_shape shape, int64_t element_bytes, bool fortran, int64_t *strides);

#endif
