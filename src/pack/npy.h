/* npy.h: files of numpy, format versions 1, 2 and 3 (numpy/lib/format.py): a header, then the elements. */
#ifndef TTA_PACK_NPY_H
#define TTA_PACK_NPY_H

#include "ttattr/base.h"
#include "ttattr/buf.h"
#include "ttattr/layout.h"

/** A file of numbers, little endian. */
typedef struct tta_npy {
  int64_t element_bytes; /* 1, 2, 4 or 8 */
  char kind;             /* b, i, u, f, c or V */
  tta_str descr;         /* in the text: "<f2" */
  bool fortran;          /* the first dim is contiguous, else the last */
  uint32_t rank;
  int64_t extent[TTA_MAX_RANK]; /* at least 1 */
  tta_str data;          /* the elements: element_bytes times the product of the extents */
} tta_npy;

/** @param text of the file; npy->data is in it.
 *  @return TTA_INVALID, with the reason, which starts with the byte; TTA_LIMIT, TTA_OVERFLOW */
tta_status tta_npy_read(tta_str text, tta_npy *npy, tta_buf *reason);

/** Appends a header of version 1. @param descr such as "<f2" */
void tta_npy_header(tta_buf *out, const char *descr, bool fortran, tta_shape shape);

#endif
