/* ttattr/pack.h: the bytes of a tensor in a layout, from and to files of numpy.
 *
 * A packed tensor has all bytes that the layout allocates: the elements at their addresses, padding with the padding
 * value of the layout or zero. The banks of a layout follow one another, each with the alignment of its memory.
 * Files of numpy have format version 1, 2 or 3 (numpy/lib/format.py) and little endian elements of 1, 2, 4 or 8 bytes.
 * The functions read and write memory of the caller only, so that large tensors may be mapped files.
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
  int64_t bytes;       /* of the packed tensor, padding included */
  int64_t marks_bytes; /* that tta_pack requires to find two elements at one address; 0: there are none */
  const struct tta_packing_addresses *addresses;
} tta_packing;

/** @param arch banks and alignments of a layout of tt-mlir
 *  @param element the type, e.g. "f16", if the notation does not have it; else ignored
 *  @return TTA_INVALID, with the reason, if elements have no bytes of their own (block floats) or no addresses; without
 *  a reason, if the element type is unknown; TTA_LIMIT: more than 2 GiB, nearly all of it padding; TTA_OVERFLOW */
TTA_API tta_status tta_packing_of(const tta_layout_ref *ref, tta_arch arch, tta_str element, tta_arena *arena,
                                  tta_packing *packing, tta_buf *reason);

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
