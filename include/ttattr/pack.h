/* ttattr/pack.h: the bytes of a tensor in a layout, from and to memory of the caller and files of numpy.
 *
 * A packed tensor has all bytes that the layout allocates: the elements at their addresses, padding with the padding
 * value of the layout or zero. The banks of a layout follow one another, each with the alignment of its memory: bank b
 * is bank_bytes bytes from b * bank_bytes on. Elements of block floats (bfp_bf8, bfp_bf4, bfp_bf2) are f32 outside of
 * the layout: packing rounds them to the nearest mantissa, ties to even, with the exponent of the largest one of 16
 * (tt-metal, tt_metal/impl/data_format/blockfloat_common.cpp). Files of numpy have format version 1, 2 or 3
 * (numpy/lib/format.py) and little endian elements of 1, 2, 4 or 8 bytes.
 * The functions read and write memory of the caller only, so that large tensors may be mapped files. A tta_packing is
 * not changed by them: threads may share it.
 */
#ifndef TTATTR_PACK_H
#define TTATTR_PACK_H

#include "ttattr/arch.h"
#include "ttattr/buf.h"
#include "ttattr/convert.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where the bytes of a tensor are. It refers to the layout and lives in the arena. */
typedef struct tta_packing {
  int64_t bytes;         /* of the packed tensor, padding included: num_banks * bank_bytes */
  int64_t marks_bytes;   /* that packing requires to find two elements at one address; 0: it is proved that there are
                            none */
  tta_shape shape;       /* of the tensor, in scalars */
  tta_str element;       /* type of a scalar: "bf16"; "f32" of block floats */
  int64_t element_bytes; /* of a scalar: 1, 2, 4 or 8 */
  int64_t num_banks;     /* 1: also of the host, and of notations with one memory */
  int64_t bank_bytes;    /* of each bank, alignment included */
  tta_shape grid;        /* bank b is the L1 of core b of this grid, row-major; without extents banks are not cores */
  const struct tta_packing_addresses *addresses;
} tta_packing;

/** @param arch banks and alignments of a layout of tt-mlir
 *  @param element the type, e.g. "f16", if the notation does not have it; else ignored
 *  @return TTA_INVALID, with the reason, if elements have no addresses, or are block floats with exponents of 5 bits
 *  (bfp_f8, bfp_f4, bfp_f2), in other tiles than 32x32, or padded with another value than zero; without a reason, if
 *  the element type is unknown; TTA_LIMIT: more than 2 GiB, nearly all of it padding; TTA_OVERFLOW */
TTA_API tta_status tta_packing_of(const tta_layout_ref *ref, tta_arch arch, tta_str element, tta_arena *arena,
                                  tta_packing *packing, tta_buf *reason);

/* ---- elements in memory ---- */

/** Writes the bytes of a tensor in its layout.
 *  @param elements little endian, of packing->element_bytes bytes; the address of index 0
 *  @param strides bytes from one index of a dim to the next, for each dim: of any sign, or 0. NULL: row-major
 *  @param out packing->bytes bytes that are zero
 *  @param marks packing->marks_bytes zeros
 *  @return TTA_INVALID, with the reason: two elements have one address; TTA_OVERFLOW: strides beyond any memory */
TTA_API tta_status tta_pack_array(const tta_packing *packing, const void *elements, const int64_t *strides,
                                  unsigned char *out, unsigned char *marks, tta_buf *reason);

/** The inverse: writes the elements of a packed tensor, and nothing between them.
 *  @param packed packing->bytes bytes. @param elements, strides as above */
TTA_API tta_status tta_unpack_array(const tta_packing *packing, const unsigned char *packed, void *elements,
                                    const int64_t *strides, tta_buf *reason);

/** Where elements are: element i is in bank banks[i] from byte offsets[i] on, which is byte
 *  banks[i] * packing->bank_bytes + offsets[i] of the packed tensor. Of a block float it is the byte that its mantissa
 *  is in.
 *  @param indices `count` times packing->shape.rank numbers, an index after the other. NULL: those of all elements,
 *         row-major; `count` is their number
 *  @param banks, offsets `count` numbers; NULL: not asked for
 *  @return TTA_INVALID, with the reason: an index is out of range, or `count` is not the number of elements */
TTA_API tta_status tta_packing_locate(const tta_packing *packing, const int64_t *indices, int64_t count, int64_t *banks,
                                      int64_t *offsets, tta_buf *reason);

/* ---- files of numpy ---- */

/** Writes the bytes of a tensor in its layout.
 *  @param npy a file of numpy with the shape of the tensor and the element size of the layout
 *  @param name of the file, in messages
 *  @param out packing->bytes zeros
 *  @param marks packing->marks_bytes zeros
 *  @param warnings a line if the file has floats and the layout integers, or the reverse; their bytes are copied
 *  @return TTA_INVALID, with the reason: the file is not one of numpy, it has another shape or element size, or two
 *  elements have one address */
TTA_API tta_status tta_pack(const tta_packing *packing, tta_str npy, tta_str name, unsigned char *out,
                            unsigned char *marks, tta_buf *warnings, tta_buf *reason);

/** The inverse: writes a file of numpy, in parts of a few hundred KiB.
 *  @param packed packing->bytes bytes. @param name of them, in messages
 *  @param fortran the first dim is contiguous, else the last
 *  @param write receives the parts; false: no more is written, and the result is TTA_OK
 *  @return TTA_INVALID, with the reason: the size is another one */
TTA_API tta_status tta_unpack(const tta_packing *packing, tta_str packed, tta_str name, bool fortran,
                              bool (*write)(void *user, tta_str part), void *user, tta_buf *reason);

#ifdef __cplusplus
}
#endif
#endif
