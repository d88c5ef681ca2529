/* device.h: devices and system descriptions, lowered from the tree to values. */
#ifndef TTA_MODEL_DEVICE_H
#define TTA_MODEL_DEVICE_H

#include "base/arena.h"
#include "ir/attributes.h"
#include "ttattr/device.h"

/** Lowers a grid attribute that parsed without errors. All of it is borrowed from the tree. Nothing is verified.
 *  @return TTA_INVALID when a part is not of its kind */
tta_status tta_grid_lower(const tta_tree *tree, tta_node_id grid, tta_grid *out);

/** Lowers a device attribute that parsed without errors. Shapes and maps are borrowed from the tree, lists are in
 *  `arena`; `text` stays empty. Nothing is verified.
 *  @return TTA_INVALID when a part is not of its kind (the value of an alias is something else); TTA_NO_MEMORY */
tta_status tta_device_lower(const tta_tree *tree, tta_node_id device, tta_arena *arena, tta_device *out);

/** The day for which devices like this one are written: `era`, else a day on which its fields are read: that of the
 *  specification or the first one of its dialect, if it is one of them, else the next one. */
int32_t tta_device_day(const tta_tree *tree, tta_node_id device, int32_t era);

/** The name of its field, "l1_size". */
const char *tta_chip_number_name(tta_chip_number number);

/** Lowers a system_desc attribute that parsed without errors. All of it is in `arena`. Nothing is verified: a part that
 *  is not of its kind is absent.
 *  @return TTA_NO_MEMORY */
tta_status tta_system_lower(const tta_tree *tree, tta_node_id system, tta_arena *arena, tta_system *out);

/** The field's name: "worker", "dram", "eth", "eth_inactive", "dram_bank_to_logical_worker_noc0"; NULL for a value
 *  outside the enumeration. */
const char *tta_core_role_name(tta_core_role role);

#endif
