/* Neighbors in the mesh of a device, and those that have no link in the system. */
#include "base/index.h"
#include "device/device.h"

static bool linked(const tta_system *system, int64_t a, int64_t b) {
  bool known = a >= 0 && b >= 0 && a < system->num_chips && b < system->num_chips && a != b;
  return !known || tta_system_linked(system, (uint32_t)a, (uint32_t)b);
}

/* The next pair of neighbors after `at`, the inner dims of the mesh first. */
static bool next_link(const tta_device *device, tta_missing_link *at, tta_device_link *link) {
  const int64_t *mesh = device->mesh.extent;
  int64_t stride = 1, chips = device->chip_ids.rank; /* the product of the mesh */
  for (uint32_t dim = device->mesh.rank, done = 0; dim-- > 0 && stride < chips; stride *= mesh[dim], done++) {
    if (mesh[dim] < 1) return false;
    if (done < at->num_dims) continue;
    while (mesh[dim] > 1 && at->next + stride < chips) {
      int64_t a = at->next++;
      if (a / stride % mesh[dim] == mesh[dim] - 1) continue;
      *link = (tta_device_link){.a = (uint32_t)a, .b = (uint32_t)(a + stride)};
      return true;
    }
    at->num_dims = done + 1;
    at->next = 0;
  }
  return false;
}

bool tta_device_missing_link(const tta_device *device, const tta_system *system, tta_missing_link *missing) {
  const int64_t *ids = device->chip_ids.extent;
  tta_device_link link;
  if (system->source != TTA_SYSTEM_OF_ATTRIBUTE) return false;
  while (next_link(device, missing, &link)) {
    if (linked(system, ids[link.a], ids[link.b])) continue;
    missing->chips[0] = ids[link.a];
    missing->chips[1] = ids[link.b];
    return true;
  }
  return false;
}

static bool mesh_has_all_chips(const tta_device *device) {
  int64_t chips;
  return tta_shape_at_least(device->mesh, 1) && tta_shape_volume(device->mesh, &chips) &&
         chips == device->chip_ids.rank;
}

uint32_t tta_device_links(const tta_device *device, tta_device_link *links, uint32_t capacity) {
  tta_missing_link at = {.num_dims = 0};
  uint32_t count = 0;
  if (!mesh_has_all_chips(device)) return 0;
  for (tta_device_link link; next_link(device, &at, &link); count++)
    if (count < capacity) links[count] = link;
  return count;
}
