/* system.h: what a chip description implies. */
#ifndef TTA_DEVICE_SYSTEM_H
#define TTA_DEVICE_SYSTEM_H

#include "ttattr/system.h"

/** @return why the numbers of a chip contradict each other, so that addresses would be out of range; NULL: they do
 *  not. */
const char *tta_chip_contradiction(const tta_chip *chip);

#endif
