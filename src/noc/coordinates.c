/* NoC coordinates (logical, physical, translated) and NoC addresses, in both directions.
 *
 * Formulas: tt-metal noc_parameters.h of each architecture (addresses, multicast, PCIe flag), tt-umd coordinate
 * managers (harvesting, translation), Device::virtual_noc0_coordinate of tt-metal (which coordinates NoC 1 counts
 * backwards). */
#include "base/fail.h"
#include "noc/noc.h"

enum { COORDINATE_BITS = 6, COORDINATE_MASK = 63 };

const char *tta_noc_kind_name(tta_noc_kind kind) {
  static const char *const names[] = {"worker", "harvested worker", "dram", "pcie", "arc", "ethernet", "other"};
  return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

static bool same(tta_noc_xy a, tta_noc_xy b) { return a.x == b.x && a.y == b.y; }

/* Position of `xy` in a list; `count` if it is absent. */
static uint32_t index_of(const tta_noc_xy *list, uint32_t count, tta_noc_xy xy) {
  uint32_t i = 0;
  while (i < count && !same(list[i], xy)) i++;
  return i;
}

/* A line of workers (a row or a column of the NoC) and its position among all of them. */
typedef struct line {
  bool found, harvested;
  uint32_t logical; /* harvested lines are after all others, in the order of NOC0 */
} line;

static line find_line(const uint8_t *lines, uint32_t count, uint32_t harvest, uint32_t at) {
  line result = {false, harvest >> at & 1, 0};
  uint32_t left = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool harvested = harvest >> lines[i] & 1;
    left += !harvested;
    if (lines[i] == at) result.found = true;
    if (lines[i] < at && harvested == result.harvested) result.logical++;
  }
  if (result.harvested) result.logical += left;
  return result;
}

static line find_row(const tta_arch_info *info, uint32_t harvest, uint32_t y) {
  return find_line(info->worker_y, info->num_worker_rows, info->harvest_columns ? 0 : harvest, y);
}

static line find_column(const tta_arch_info *info, uint32_t harvest, uint32_t x) {
  return find_line(info->worker_x, info->num_worker_columns, info->harvest_columns ? harvest : 0, x);
}

/* The NOC0 coordinate of a logical line that exists. */
static uint32_t nth_line(const uint8_t *lines, uint32_t harvest, int64_t logical) {
  uint32_t i = 0;
  for (;; i++) {
    if (harvest >> lines[i] & 1) continue;
    if (logical-- == 0) return lines[i];
  }
}

static void classify(const tta_arch_info *info, line row, line column, tta_noc_node *node) {
  uint32_t num_ports = info->num_dram_channels * info->num_dram_ports;
  uint32_t port = index_of(info->dram_ports, num_ports, node->noc0);
  if (row.found && column.found) {
    node->kind = row.harvested || column.harvested ? TTA_NOC_HARVESTED : TTA_NOC_WORKER;
    if (node->kind == TTA_NOC_WORKER) node->logical = (tta_core){.y = row.logical, .x = column.logical};
  } else if (port < num_ports) {
    node->kind = TTA_NOC_DRAM;
    node->dram_channel = (int32_t)(port / info->num_dram_ports);
    node->dram_port = (int32_t)(port % info->num_dram_ports);
  } else if (index_of(info->pcie, info->num_pcie, node->noc0) < info->num_pcie) {
    node->kind = TTA_NOC_PCIE;
  } else if (same(info->arc, node->noc0)) {
    node->kind = TTA_NOC_ARC;
  } else if (index_of(info->ethernet, info->num_ethernet, node->noc0) < info->num_ethernet) {
    node->kind = TTA_NOC_ETHERNET;
  } else {
    node->kind = TTA_NOC_OTHER;
  }
}

/* Wormhole: workers from 18, 18 on without gaps, the two rows of Ethernet above them, everything else as on NOC0.
 * In tt-mlir's captured descriptors Ethernet is at y 16..17, x 18..25. */
static tta_noc_xy translate_wormhole(const tta_noc_node *node, line row, line column) {
  enum { ORIGIN = 18, ETHERNET_Y = 16 };
  switch (node->kind) {
    case TTA_NOC_WORKER:
    case TTA_NOC_HARVESTED:
      return (tta_noc_xy){ORIGIN + column.logical, ORIGIN + row.logical};
    case TTA_NOC_ETHERNET:
      return (tta_noc_xy){ORIGIN + column.logical, ETHERNET_Y + (node->noc0.y != 0)};
    default:
      return node->noc0;
  }
}

/* Blackhole: workers keep NOC0's columns, used from the left; DRAM, PCIe and Ethernet move outside the physical grid.
 */
static tta_noc_xy translate_blackhole(const tta_arch_info *info, const tta_noc_node *node, line column) {
  enum { DRAM_X = 17, DRAM_Y = 12, ETHERNET_X = 20, ETHERNET_Y = 25 };
  uint32_t half = info->num_dram_channels / 2, channel = (uint32_t)node->dram_channel;
  switch (node->kind) {
    case TTA_NOC_WORKER:
    case TTA_NOC_HARVESTED:
      return (tta_noc_xy){info->worker_x[column.logical], node->noc0.y};
    case TTA_NOC_DRAM:
      return (tta_noc_xy){DRAM_X + channel / half,
                          DRAM_Y + channel % half * info->num_dram_ports + (uint32_t)node->dram_port};
    case TTA_NOC_PCIE:
      return same(node->noc0, info->pcie[0]) ? (tta_noc_xy){19, 24} : node->noc0;
    case TTA_NOC_ETHERNET:
      return (tta_noc_xy){ETHERNET_X + index_of(info->ethernet, info->num_ethernet, node->noc0), ETHERNET_Y};
    default:
      return node->noc0;
  }
}

/* The same node counted from the opposite corner: NOC_0_X, NOC_0_Y for NoC 1. */
static tta_noc_xy flip(const tta_arch_info *info, tta_noc_xy xy) {
  return (tta_noc_xy){info->noc_size.x - 1 - xy.x, info->noc_size.y - 1 - xy.y};
}

/* Everything about the node at noc0, which is in the grid. */
static tta_noc_node describe(tta_arch arch, uint32_t harvest, tta_noc_xy noc0) {
  const tta_arch_info *info = tta_arch_get(arch);
  tta_noc_node node = {.logical = {TTA_NOC_NONE, TTA_NOC_NONE},
                       .noc0 = noc0,
                       .noc1 = flip(info, noc0),
                       .translated = noc0,
                       .dram_channel = TTA_NOC_NONE,
                       .dram_port = TTA_NOC_NONE,
                       .dram_bank = TTA_NOC_NONE};
  line row = find_row(info, harvest, noc0.y), column = find_column(info, harvest, noc0.x);
  classify(info, row, column, &node);
  if (arch == TTA_ARCH_WORMHOLE_B0) node.translated = translate_wormhole(&node, row, column);
  if (arch == TTA_ARCH_BLACKHOLE) node.translated = translate_blackhole(info, &node, column);
  /* NoC 1 counts backwards what is not translated; Blackhole translates its whole grid. */
  bool backwards = arch != TTA_ARCH_BLACKHOLE && tta_noc_has(info, node.translated);
  node.on[0] = node.translated;
  node.on[1] = backwards ? flip(info, node.translated) : node.translated;
  return node;
}

static tta_status check_arch_and_noc(tta_arch arch, uint32_t noc, tta_buf *reason) {
  if (!tta_arch_get(arch)) return tta_fail(TTA_INVALID, reason, "unknown architecture");
  if (noc > 1) return tta_fail(TTA_INVALID, reason, "NoC %u is out of range [0, 1]", noc);
  return TTA_OK;
}

tta_status tta_noc_worker(tta_arch arch, uint32_t harvest, tta_core core, tta_noc_node *node, tta_buf *reason) {
  tta_status status = check_arch_and_noc(arch, 0, reason);
  if (status) return status;
  const tta_arch_info *info = tta_arch_get(arch);
  tta_core grid = tta_arch_worker_grid(arch, harvest);
  if (core.y < 0 || core.y >= grid.y || core.x < 0 || core.x >= grid.x)
    return tta_fail(TTA_INVALID, reason, "core %lldx%lld is outside the worker grid %lldx%lld of %s%s",
                      (long long)core.y, (long long)core.x, (long long)grid.y, (long long)grid.x, info->name,
                      harvest ? " after harvesting" : "");
  tta_noc_xy noc0 = {.x = nth_line(info->worker_x, info->harvest_columns ? harvest : 0, core.x),
                     .y = nth_line(info->worker_y, info->harvest_columns ? 0 : harvest, core.y)};
  *node = describe(arch, harvest, noc0);
  return TTA_OK;
}

tta_status tta_noc_dram(tta_arch arch, int64_t bank, uint32_t noc, tta_noc_node *node, tta_buf *reason) {
  tta_status status = check_arch_and_noc(arch, noc, reason);
  if (status) return status;
  const tta_arch_info *info = tta_arch_get(arch);
  if (bank < 0 || bank >= info->num_dram_banks)
    return tta_fail(TTA_INVALID, reason, "DRAM bank %lld of %s is out of range [0, %u]", (long long)bank,
                      info->name, info->num_dram_banks - 1);
  const tta_dram_bank *found = &info->dram_banks[bank];
  *node = describe(arch, 0, info->dram_ports[found->channel * info->num_dram_ports + found->port[noc]]);
  node->dram_bank = (int32_t)bank;
  return TTA_OK;
}

tta_status tta_noc_pcie(tta_arch arch, tta_noc_node *node) {
  if (!tta_arch_get(arch)) return TTA_INVALID;
  *node = describe(arch, 0, tta_arch_get(arch)->pcie[0]);
  return TTA_OK;
}

tta_status tta_noc_arc(tta_arch arch, tta_noc_node *node) {
  if (!tta_arch_get(arch)) return TTA_INVALID;
  *node = describe(arch, 0, tta_arch_get(arch)->arc);
  return TTA_OK;
}

tta_status tta_noc_at(tta_arch arch, uint32_t harvest, tta_noc_xy noc0, tta_noc_node *node, tta_buf *reason) {
  tta_status status = check_arch_and_noc(arch, 0, reason);
  if (status) return status;
  const tta_arch_info *info = tta_arch_get(arch);
  if (!tta_noc_has(info, noc0))
    return tta_fail(TTA_INVALID, reason, "NOC0 %u-%u is outside the %ux%u nodes of %s", noc0.x, noc0.y,
                      info->noc_size.x, info->noc_size.y, info->name);
  *node = describe(arch, harvest, noc0);
  return TTA_OK;
}

/* The node with on[noc] equal to xy. A search over at most 17 x 12 nodes, so that it is the inverse of `describe`. */
static bool find_translated(tta_arch arch, uint32_t harvest, tta_noc_xy xy, uint32_t noc, tta_noc_node *node) {
  const tta_arch_info *info = tta_arch_get(arch);
  for (uint32_t i = 0; i < tta_noc_num_nodes(info); i++) {
    *node = describe(arch, harvest, tta_noc_xy_of(info, i));
    if (same(node->on[noc], xy)) return true;
  }
  return false;
}

tta_status tta_noc_find(tta_arch arch, uint32_t harvest, tta_noc_xy xy, uint32_t noc, tta_noc_node *node,
                        tta_buf *reason) {
  tta_status status = check_arch_and_noc(arch, noc, reason);
  if (status) return status;
  const tta_arch_info *info = tta_arch_get(arch);
  tta_noc_node found;
  if (!find_translated(arch, harvest, xy, noc, &found)) {
    if (!tta_noc_has(info, xy))
      return tta_fail(TTA_INVALID, reason, "there is no node at %u-%u of NoC %u on %s", xy.x, xy.y, noc, info->name);
    found = describe(arch, harvest, noc ? flip(info, xy) : xy);
  }
  if (found.kind == TTA_NOC_HARVESTED)
    return tta_fail(TTA_INVALID, reason, "the worker at %u-%u of NoC %u is harvested", xy.x, xy.y, noc);
  *node = found;
  return TTA_OK;
}

static tta_status check_local(const tta_arch_info *info, uint64_t address, uint32_t bits, tta_buf *reason) {
  if (address >> bits == 0) return TTA_OK;
  return tta_fail(TTA_INVALID, reason, "address 0x%llx does not fit the %u bits of a local address of %s",
                    (unsigned long long)address, bits, info->name);
}

/* Two coordinates as in an address, from bit `shift` on. */
static uint64_t coordinates(tta_noc_xy xy, uint32_t shift) {
  return (uint64_t)xy.y << (shift + COORDINATE_BITS) | (uint64_t)xy.x << shift;
}

static tta_noc_xy coordinates_at(uint64_t noc_address, uint32_t shift) {
  return (tta_noc_xy){.x = noc_address >> shift & COORDINATE_MASK,
                      .y = noc_address >> (shift + COORDINATE_BITS) & COORDINATE_MASK};
}

tta_status tta_noc_unicast(tta_arch arch, tta_noc_xy xy, uint64_t address, uint64_t *noc_address, tta_buf *reason) {
  tta_status status = check_arch_and_noc(arch, 0, reason);
  if (status) return status;
  const tta_arch_info *info = tta_arch_get(arch);
  if (xy.x > COORDINATE_MASK || xy.y > COORDINATE_MASK)
    return tta_fail(TTA_INVALID, reason, "NoC coordinates %u-%u do not fit %d bits", xy.x, xy.y, COORDINATE_BITS);
  status = check_local(info, address, info->address_bits, reason);
  if (status) return status;
  *noc_address = coordinates(xy, info->address_bits) | address;
  return TTA_OK;
}

/* Bytes of a channel: its banks are one after another. */
static uint64_t channel_size(const tta_arch_info *info) {
  return info->num_dram_banks / info->num_dram_channels * info->dram_bank_size_bytes;
}

static tta_status encode_dram(const tta_arch_info *info, const tta_noc_node *node, uint64_t *address, tta_buf *reason) {
  bool in_bank = node->dram_bank >= 0;
  uint64_t size = in_bank ? info->dram_bank_size_bytes : channel_size(info);
  if (*address >= size)
    return tta_fail(TTA_INVALID, reason, "address 0x%llx is beyond the %llu bytes of DRAM %s %d",
                      (unsigned long long)*address, (unsigned long long)size, in_bank ? "bank" : "channel",
                      in_bank ? node->dram_bank : node->dram_channel);
  if (in_bank) *address += info->dram_banks[node->dram_bank].offset_bytes;
  return TTA_OK;
}

tta_status tta_noc_encode(tta_arch arch, const tta_noc_node *node, uint32_t noc, uint64_t address,
                          uint64_t *noc_address, tta_buf *reason) {
  tta_status status = check_arch_and_noc(arch, noc, reason);
  if (status) return status;
  const tta_arch_info *info = tta_arch_get(arch);
  uint64_t flag = node->kind == TTA_NOC_PCIE ? info->pcie_flag : 0;
  if (node->kind == TTA_NOC_DRAM) status = encode_dram(info, node, &address, reason);
  /* Wormhole's flag is the highest bit of the local address, so one bit less remains. */
  else if (flag)
    status =
        check_local(info, address, flag >> info->address_bits ? info->address_bits : info->address_bits - 1, reason);
  if (!status) status = tta_noc_unicast(arch, node->on[noc], address, noc_address, reason);
  if (!status) *noc_address |= flag;
  return status;
}

static uint64_t cores_between(tta_core first, tta_core last) {
  return (uint64_t)(last.y - first.y + 1) * (uint64_t)(last.x - first.x + 1);
}

tta_status tta_noc_multicast(tta_arch arch, uint32_t harvest, tta_core first, tta_core last, uint32_t noc,
                             uint64_t address, uint64_t *noc_address, uint64_t *num_dests, tta_buf *reason) {
  tta_noc_node from, to;
  tta_status status = check_arch_and_noc(arch, noc, reason);
  if (!status) status = tta_noc_worker(arch, harvest, first, &from, reason);
  if (!status) status = tta_noc_worker(arch, harvest, last, &to, reason);
  if (status) return status;
  if (last.y < first.y || last.x < first.x)
    return tta_fail(TTA_INVALID, reason, "multicast ends at core %lldx%lld, above or left of its start %lldx%lld",
                      (long long)last.y, (long long)last.x, (long long)first.y, (long long)first.x);
  const tta_arch_info *info = tta_arch_get(arch);
  /* NoC 1 has the opposite direction, so the rectangle starts at its last core. */
  tta_noc_xy start = noc ? to.on[1] : from.on[0], end = noc ? from.on[1] : to.on[0];
  status = tta_noc_unicast(arch, end, address, noc_address, reason);
  if (status) return status;
  *noc_address |= coordinates(start, info->address_bits + 2 * COORDINATE_BITS);
  *num_dests = cores_between(first, last);
  return TTA_OK;
}

static tta_status decode_multicast(tta_noc_target *target, tta_buf *reason) {
  const tta_noc_node *first = &target->first, *last = &target->last;
  if (first->kind != TTA_NOC_WORKER || last->kind != TTA_NOC_WORKER)
    return tta_fail(TTA_INVALID, reason, "a corner of the multicast rectangle is not a worker but %s",
                      tta_noc_kind_name(first->kind != TTA_NOC_WORKER ? first->kind : last->kind));
  if (last->logical.y < first->logical.y || last->logical.x < first->logical.x)
    return tta_fail(TTA_INVALID, reason,
                      "the corners of the multicast rectangle, %u-%u and %u-%u, are in the wrong order for this NoC",
                      first->noc0.x, first->noc0.y, last->noc0.x, last->noc0.y);
  target->num_dests = cores_between(first->logical, last->logical);
  return TTA_OK;
}

static tta_status decode_dram(const tta_arch_info *info, tta_noc_target *target, tta_buf *reason) {
  for (uint32_t i = 0; i < info->num_dram_banks; i++) {
    const tta_dram_bank *bank = &info->dram_banks[i];
    if (bank->channel != (uint32_t)target->first.dram_channel || target->address < bank->offset_bytes ||
        target->address - bank->offset_bytes >= info->dram_bank_size_bytes)
      continue;
    target->first.dram_bank = (int32_t)i;
    target->bank_address = target->address - bank->offset_bytes;
    target->last = target->first;
    return TTA_OK;
  }
  return tta_fail(TTA_INVALID, reason, "address 0x%llx is beyond the %llu bytes of DRAM channel %d",
                    (unsigned long long)target->address, (unsigned long long)channel_size(info),
                    target->first.dram_channel);
}

/* Removes the PCIe flag from the address. */
static tta_status decode_pcie_flag(const tta_arch_info *info, uint64_t noc_address, tta_noc_target *target,
                                   tta_buf *reason) {
  if (target->first.kind == TTA_NOC_PCIE) {
    target->address &= ~info->pcie_flag;
    target->bank_address = target->address;
  } else if (noc_address & info->pcie_flag & ~(((uint64_t)1 << info->address_bits) - 1)) {
    return tta_fail(TTA_INVALID, reason, "the address has the PCIe flag of %s, but %u-%u is %s", info->name,
                      target->first.noc0.x, target->first.noc0.y, tta_noc_kind_name(target->first.kind));
  }
  return TTA_OK;
}

tta_status tta_noc_decode(tta_arch arch, uint32_t harvest, uint32_t noc, uint64_t noc_address, tta_noc_target *target,
                          tta_buf *reason) {
  tta_status status = check_arch_and_noc(arch, noc, reason);
  if (status) return status;
  const tta_arch_info *info = tta_arch_get(arch);
  uint32_t bits = info->address_bits, used = bits + 4 * COORDINATE_BITS;
  if ((noc_address & ~info->pcie_flag) >> used)
    return tta_fail(TTA_INVALID, reason, "0x%llx has bits above the %u of a NoC address of %s",
                      (unsigned long long)noc_address, used, info->name);
  tta_noc_xy end = coordinates_at(noc_address, bits), start = coordinates_at(noc_address, bits + 2 * COORDINATE_BITS);
  tta_noc_target result = {.multicast = start.x || start.y, .num_dests = 1};
  if (!result.multicast) start = end;
  status = tta_noc_find(arch, harvest, noc ? end : start, noc, &result.first, reason);
  if (!status) status = tta_noc_find(arch, harvest, noc ? start : end, noc, &result.last, reason);
  if (status) return status;
  result.address = result.bank_address = noc_address & (((uint64_t)1 << bits) - 1);
  if (result.multicast) status = decode_multicast(&result, reason);
  if (!status) status = decode_pcie_flag(info, noc_address, &result, reason);
  if (!status && result.first.kind == TTA_NOC_DRAM && !result.multicast) status = decode_dram(info, &result, reason);
  if (!status) *target = result;
  return status;
}
