/* notation.h: the table of notations (ttattr/notations.def): how each is recognized, read and written. */
#ifndef TTA_CONVERT_NOTATION_H
#define TTA_CONVERT_NOTATION_H

#include "convert/axes.h"
#include "convert/convert.h"

/** A reader of a notation that is not MLIR. The digits are in the arena of the cursor. @return false: the cursor has
 *  the error; or *missing is what the text does not have */
typedef bool tta_digits_reader(tta_cursor *c, const tta_layout_ref_context *context, tta_digits *out,
                               tta_layout_ref_part *missing);

typedef struct tta_notation_row {
  bool (*recognize)(tta_str text); /* NULL: by the form of MLIR's syntax (read.c) */
  tta_digits_reader *read;        /* NULL: the readers of MLIR and torch-spyre (read.c) */
  tta_status (*write)(tta_converter *c);
  bool names_tensor;              /* the text has shape and element */
  bool swizzles;                  /* the text can express some swizzles */
} tta_notation_row;

/** @param notation below TTA_NUM_NOTATIONS */
const tta_notation_row *tta_notation_row_of(tta_notation notation);

bool tta_recognize_xla(tta_str text);
bool tta_recognize_cute(tta_str text);
bool tta_recognize_pack(tta_str text);
bool tta_recognize_numpy(tta_str text);
bool tta_recognize_triton(tta_str text);
bool tta_recognize_spyre(tta_str text);
tta_digits_reader tta_read_xla, tta_read_cute, tta_read_pack, tta_read_numpy, tta_read_triton;
tta_status tta_write_xla(tta_converter *c);
tta_status tta_write_cute(tta_converter *c);
tta_status tta_write_pack(tta_converter *c);
tta_status tta_write_numpy(tta_converter *c);
tta_status tta_write_triton(tta_converter *c);
tta_status tta_write_spyre(tta_converter *c);

/** The addresses of a conversion as digits in normal form, with the number of positions of each: the stride of the next
 *  outer one divided by its own, for the first the allocation. */
typedef struct tta_slots {
  tta_digits digits;
  int64_t *slots;  /* 0: strides are not multiples of each other */
  int64_t inner;   /* positions of the innermost digit's stride: more than 1, each element is followed by padding */
  bool exact;      /* no slots are 0, no offset */
} tta_slots;

/** @return TTA_INVALID with the reason if the addresses are not digits. @param target "a CuTe layout" */
tta_status tta_slots_of(tta_converter *c, const char *target, tta_slots *slots);
/** Makes `text` the runnable function of the result, and frees it. */
tta_status tta_take_function(tta_converter *c, tta_buf *text);

#endif
