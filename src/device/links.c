/* Neighbors in the mesh of a device that have no link in the system. */
#include "ttattr/device.h"

static bool linked(const tta_system *system, int64_t a, int64_t b) {
  bool known = a >= 0 && b >= 0 && a < system->num_chips && b < system->num_chips && a != b;
  return !known || tta_system_linked(system, (uint32_t)a, (uint32_t)b);
}

bool tta_device_missing_link(const tta_device *device, const tta_system *system, tta_missing_link *link) {
  const int64_t *ids = device->chip_ids.extent, *mesh = device->mesh.extent;
  int64_t stride = 1, chips = device->chip_ids.rank; /* the product of the mesh: verified */
  if (system->source != TTA_SYSTEM_OF_ATTRIBUTE) return false;
  for (uint32_t dim = device->mesh.rank, done = 0; dim-- > 0 && stride < chips; stride *= mesh[dim], done++) {
    if (mesh[dim] < 1) return false;
    if (done < link->num_dims) continue;
    while (mesh[dim] > 1 && link->next + stride < chips) {
      int64_t at = link->next++;
      if (at / stride % mesh[dim] == mesh[dim] - 1 || linked(system, ids[at], ids[at + stride])) continue;
      link->chips[0] = ids[at];
      link->chips[1] = ids[at + stride];
      return true;
    }
    link->num_dims = done + 1;
    link->next = 0;
  }
  return false;
}
