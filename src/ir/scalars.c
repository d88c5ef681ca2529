/* The table of scalars.def. */
#include "ir/scalars.h"

#include "base/str.h"

const tta_scalar_type tta_scalar_types[] = {
#define SCALAR(...) {__VA_ARGS__},
#include "ir/scalars.def"
};
const uint32_t tta_num_scalar_types = sizeof tta_scalar_types / sizeof *tta_scalar_types;

const tta_scalar_type *tta_scalar_type_find(tta_str name) {
  for (uint32_t i = 0; i < tta_num_scalar_types; i++)
    if (tta_str_is(name, tta_scalar_types[i].name)) return &tta_scalar_types[i];
  return NULL;
}
