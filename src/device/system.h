/* system.h: what a chip description implies. */
#ifndef TTA_DEVICE_SYSTEM_H
#define TTA_DEVICE_SYSTEM_H

#include "ttattr/system.h"

/** @return why the numbers of a chip contradict each other, so that addresses would be out of range; NULL: they do
 *  not. */
const char *tta_chip_contradiction(const tta_chip *chip);

/** The chip that tt-mlir describes by default.
 *  @param extents space for TTA_CHIP_EXTENTS, which *chip borrows. @return false if there is none */
enum { TTA_CHIP_EXTENTS = 6 };
bool tta_chip_default(tta_arch arch, int64_t *extents, tta_chip *chip);

#endif
