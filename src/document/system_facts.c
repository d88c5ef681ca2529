/* Facts about a value that depend on the system or the device of its section. */
#include "base/index.h"
#include "device/device.h"
#include "document/facts.h"
#include "model/device.h"
#include "ttattr/system.h"

/* Parses the first item of the section with one of two contexts. *root is 0 if there is none. */
static tta_status read_first(tta_document *d, size_t section, tta_island_context a, tta_island_context b,
                             tta_node_id *root) {
  const tta_section *s = &d->sections[section];
  uint32_t i = 0;
  *root = 0;
  while (i < s->num_items && s->items[i].context != a && s->items[i].context != b) i++;
  if (i == s->num_items) return TTA_OK;
  size_t item = s->first_item + i;
  tta_status status = tta_document_open(d, section);
  if (!status) status = tta_document_tree(d, item, root);
  if (!status) *root = tta_node_resolve(&d->open.reader.tree, *root);
  return status;
}

/* That of the module; else the default of the options. */
static tta_status find_system(tta_document *d, size_t section, tta_arena *arena, tta_system *system, bool *found) {
  tta_node_id root;
  tta_str preset = d->options->system_desc;
  *found = false;
  tta_status status = read_first(d, section, TTA_CONTEXT_MODULE_SYSTEM, TTA_CONTEXT_MODULE_SYSTEM, &root);
  const tta_tree *tree = &d->open.reader.tree;
  if (status) return status;
  if (root && tta_node_is_attribute(tree, root, TTA_ATTR_system_desc))
    status = tta_system_lower(tree, root, arena, system);
  else if (!root && preset.size) status = tta_system_parse(preset, arena, system, NULL);
  else return TTA_OK;
  *found = !status && system->num_descs;
  return status == TTA_NO_MEMORY ? status : TTA_OK;
}

/* The worker cores of the section's device; 0: there is none. */
static tta_status count_device_cores(tta_document *d, size_t section, int64_t *cores) {
  tta_node_id root;
  *cores = 0;
  tta_status status = read_first(d, section, TTA_CONTEXT_DEVICE_OPERATION, TTA_CONTEXT_MODULE_DEVICE, &root);
  const tta_tree *tree = &d->open.reader.tree;
  if (status || !root || !tta_node_is_attribute(tree, root, TTA_ATTR_device)) return status;
  tta_node_id shape = tta_device_grid_shape(tree, root);
  if (!shape) return TTA_OK;
  if (!tta_shape_volume(tta_node_shape(tree, shape), cores)) *cores = 0;
  return TTA_OK;
}

/* The bytes that a core has for tensors, those of the smallest chip. */
static void add_l1(tta_fact_list *facts, const tta_system *system) {
  int64_t size = tta_system_smallest_number(system, TTA_CHIP_L1_SIZE);
  int64_t base = tta_chip_number_of(&system->descs[0], TTA_CHIP_L1_UNRESERVED_BASE);
  if (size > 0) tta_fact_add(facts, "l1_bytes", "%lld", (long long)(base > 0 && base < size ? size - base : size));
}

/* The cores of so many chips; 0: unknown. */
static int64_t count_chip_cores(const tta_system *system, uint32_t chips) {
  tta_chip_grid grid = tta_system_smallest_grid(system);
  int64_t cores;
  return tta_mul(grid.rows, grid.columns, &cores) && tta_mul(cores, chips, &cores) ? cores : 0;
}

tta_status tta_system_facts(tta_document *d, size_t section, tta_fact_list *facts) {
  tta_system system;
  bool has_system;
  int64_t cores = 0;
  bool uses_cores = facts->cores && (facts->chips || facts->is_grid);
  if (!uses_cores && !facts->bytes_per_core) return TTA_OK;
  tta_status status = find_system(d, section, facts->arena, &system, &has_system);
  if (status) return status;
  if (has_system && facts->bytes_per_core) add_l1(facts, &system);
  if (uses_cores && !facts->chips) status = count_device_cores(d, section, &cores);
  if (!cores && has_system) cores = count_chip_cores(&system, facts->chips ? facts->chips : 1);
  if (uses_cores && cores >= facts->cores)
    tta_fact_add(facts, "unused_cores", "%lld", (long long)(cores - facts->cores));
  return status;
}
