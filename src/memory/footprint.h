/* footprint.h: how bytes were counted on a date. */
#ifndef TTA_MEMORY_FOOTPRINT_H
#define TTA_MEMORY_FOOTPRINT_H

#include "ir/behaviors.h"
#include "ttattr/model.h"

/** @param era yyyymmdd; 0 = now */
static inline tta_exponents tta_exponents_of(int32_t era) {
  return era && era < TTA_DAY_BLOCK_EXPONENTS ? TTA_WITHOUT_EXPONENTS : TTA_WITH_EXPONENTS;
}

#endif
