/* scalars.h: the rows of scalars.def. */
#ifndef TTA_IR_SCALARS_H
#define TTA_IR_SCALARS_H

#include "ttattr/base.h"

/** The texts are in the rows, which need no relocations then. */
typedef struct tta_scalar_type {
  char name[16];
  bool offered;
  uint8_t bits;
  char torch[16], xla[16], format[16];
} tta_scalar_type;

extern const tta_scalar_type tta_scalar_types[];
extern const uint32_t tta_num_scalar_types;

/** The row of a name; NULL if there is none. */
const tta_scalar_type *tta_scalar_type_find(tta_str name);

#endif
