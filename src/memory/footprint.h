/* footprint.h: how bytes were counted on a date. */
#ifndef TTA_MEMORY_FOOTPRINT_H
#define TTA_MEMORY_FOOTPRINT_H

#include "ttattr/model.h"

enum { TTA_EXPONENTS_SINCE = 20251110 }; /* tt-mlir 235dce4dd0 */

/** @param era yyyymmdd; 0 = now */
static inline tta_exponents tta_exponents_of(int32_t era) {
  return era && era < TTA_EXPONENTS_SINCE ? TTA_WITHOUT_EXPONENTS : TTA_WITH_EXPONENTS;
}

#endif
