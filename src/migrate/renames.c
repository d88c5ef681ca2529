/* What tt-mlir renamed: attributes, fields, keywords. The dates are those of their rows. Sources: the commits of the
 * rows in attributes.def and enums.def. */
#include "ir/era_keywords.h"
#include "migrate/migrate.h"

#include "base/str.h"

static const struct renamed_attribute {
  uint8_t former, later;
} renamed_attributes[] = {
    {TTA_ATTR_layout, TTA_ATTR_metal_layout},
    {TTA_ATTR_device_type, TTA_ATTR_ttnn_device},
    {TTA_ATTR_mesh_sharding, TTA_ATTR_tensor_mesh},
    {TTA_ATTR_ttnn_fabric_connection_config, TTA_ATTR_fabric_connection_config},
    {TTA_ATTR_ttmetal_fabric_connection_config, TTA_ATTR_fabric_connection_config},
};

static const struct renamed_field {
  uint8_t attribute;
  uint16_t former, later;
} renamed_fields[] = {
    {TTA_ATTR_metal_layout, TTA_FIELD_collapse_dims, TTA_FIELD_collapsed_intervals},
    {TTA_ATTR_device, TTA_FIELD_grid, TTA_FIELD_workerGrid},
    {TTA_ATTR_chip_desc, TTA_FIELD_dst_register_size_tiles, TTA_FIELD_dst_physical_size_tiles},
    {TTA_ATTR_thread, TTA_FIELD_processor, TTA_FIELD_dm_core},
    {TTA_ATTR_ttnn_read_kernel, TTA_FIELD_core_range, TTA_FIELD_core_ranges},
    {TTA_ATTR_ttnn_write_kernel, TTA_FIELD_core_range, TTA_FIELD_core_ranges},
    {TTA_ATTR_ttnn_compute_kernel, TTA_FIELD_core_range, TTA_FIELD_core_ranges},
    {TTA_ATTR_ttnn_kernel_cb, TTA_FIELD_core_range, TTA_FIELD_core_ranges},
    {TTA_ATTR_ttnn_kernel_semaphore, TTA_FIELD_core_range, TTA_FIELD_core_ranges},
};

static const struct renamed_word {
  uint8_t enumeration;
  const char *former, *later;
} renamed_words[] = {
    {TTA_ENUM_data_type, "bc_f8", "bfp_f8"},
    {TTA_ENUM_data_type, "bc_bf8", "bfp_bf8"},
    {TTA_ENUM_data_type, "bc_f4", "bfp_f4"},
    {TTA_ENUM_data_type, "bc_bf4", "bfp_bf4"},
    {TTA_ENUM_data_type, "bc_f2", "bfp_f2"},
    {TTA_ENUM_data_type, "bc_bf2", "bfp_bf2"},
    {TTA_ENUM_tt_memory_layout, "none_layout", "none"},
    {TTA_ENUM_operand_constraint, "none_layout", "none"},
    {TTA_ENUM_unary_op_type, "floor_float32", "floor"},
    {TTA_ENUM_unary_op_type, "ceil_float32", "ceil"},
    {TTA_ENUM_bcast_type, "bcast_type_none", "none"},
    {TTA_ENUM_bcast_type, "bcast_type_col", "col"},
    {TTA_ENUM_bcast_type, "bcast_type_row", "row"},
    {TTA_ENUM_bcast_type, "bcast_type_scalar", "scalar"},
};

enum {
  NUM_ATTRIBUTES = sizeof renamed_attributes / sizeof *renamed_attributes,
  NUM_FIELDS = sizeof renamed_fields / sizeof *renamed_fields,
  NUM_WORDS = sizeof renamed_words / sizeof *renamed_words,
};

static bool exists(tta_attribute attribute, int32_t day) {
  return tta_era_form_on(attribute, tta_era_dialect_on(attribute, day), day) >= 0;
}

tta_attribute tta_migrate_attribute_on(tta_attribute attribute, int32_t day) {
  if (exists(attribute, day)) return attribute;
  for (size_t i = 0; i < NUM_ATTRIBUTES; i++) {
    const struct renamed_attribute *row = &renamed_attributes[i];
    if (row->former == attribute && exists((tta_attribute)row->later, day)) return (tta_attribute)row->later;
    if (row->later == attribute && exists((tta_attribute)row->former, day)) return (tta_attribute)row->former;
  }
  return attribute;
}

bool tta_migrate_is_renamed(tta_attribute one, tta_attribute other) {
  bool renamed = one == other;
  for (size_t i = 0; i < NUM_ATTRIBUTES && !renamed; i++)
    renamed = (renamed_attributes[i].former == one && renamed_attributes[i].later == other) ||
              (renamed_attributes[i].former == other && renamed_attributes[i].later == one);
  return renamed;
}

tta_node_id tta_migrate_renamed_child(const tta_tree *tree, tta_node_id attribute, tta_field field) {
  for (size_t i = 0; i < NUM_FIELDS; i++) {
    const struct renamed_field *row = &renamed_fields[i];
    if (row->attribute != tta_node_at(tree, attribute)->index) continue;
    tta_field other = row->later == field    ? (tta_field)row->former
                      : row->former == field ? (tta_field)row->later
                                             : TTA_FIELD_NONE;
    tta_node_id child = other ? tta_node_child(tree, attribute, other) : 0;
    if (child) return child;
  }
  return 0;
}

tta_field tta_migrate_renamed_field(tta_attribute attribute, tta_field field, int32_t day) {
  for (size_t i = 0; i < NUM_FIELDS; i++) {
    const struct renamed_field *row = &renamed_fields[i];
    if (row->attribute != attribute || (row->former != field && row->later != field)) continue;
    tta_field other = (tta_field)(row->former == field ? row->later : row->former);
    if (tta_era_reads_field(attribute, other, day)) return other;
  }
  return TTA_FIELD_NONE;
}

static bool is_read(tta_enum which, const char *word, int32_t day) {
  int position = tta_enum_find(which, tta_str_from(word));
  tta_era_set days = position < 0 ? (tta_era_set){{0}} : tta_era_of_keyword(which, (uint32_t)position);
  return tta_era_has(&days, tta_era_period(day));
}

tta_str tta_migrate_word_on(tta_enum which, tta_str word, int32_t day) {
  for (size_t i = 0; i < NUM_WORDS; i++) {
    const struct renamed_word *row = &renamed_words[i];
    if (row->enumeration != which) continue;
    if (tta_str_is(word, row->former) && !is_read(which, row->former, day)) return tta_str_from(row->later);
    if (tta_str_is(word, row->later) && !is_read(which, row->later, day)) return tta_str_from(row->former);
  }
  return word;
}
