/* devices.h: collects the devices and the system descriptions of a text during a check that has another purpose. */
#ifndef TTA_DOCUMENT_DEVICES_H
#define TTA_DOCUMENT_DEVICES_H

#include "ttattr/device.h"
#include "ttattr/value.h"

/** An empty collection. @param era of the options. @return NULL without memory */
tta_devices *tta_devices_new(tta_source *source, const tta_allocator *allocator, int32_t era);
/** Records the devices and the system of an island. */
void tta_devices_visit(tta_devices *devices, const tta_island *island);
/** Drops devices that have an error, and connects each device with the system of its section.
 *  @param check of the whole text; borrowed until the call returns */
tta_status tta_devices_finish(tta_devices *devices, const tta_check *check);

#endif
