/* The banks that modules are planned on: from their system descriptions, from a default one, from the options. */
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "device/device.h"
#include "memory/program.h"
#include "model/device.h"

/* ---- the banks of a chip ----------------------------------------------------------------------------------------- */

static void fill_banks(tta_banks *out, const tta_chip *chip) {
  int64_t l1_size = tta_chip_number_of(chip, TTA_CHIP_L1_SIZE),
          l1_base = tta_chip_number_of(chip, TTA_CHIP_L1_UNRESERVED_BASE),
          l1_align = tta_chip_number_of(chip, TTA_CHIP_NOC_L1_ADDRESS_ALIGN_BYTES),
          channels = tta_chip_number_of(chip, TTA_CHIP_NUM_DRAM_CHANNELS),
          dram_base = tta_chip_number_of(chip, TTA_CHIP_DRAM_UNRESERVED_BASE),
          dram_end = tta_chip_number_of(chip, TTA_CHIP_DRAM_UNRESERVED_END),
          dram_align = tta_chip_number_of(chip, TTA_CHIP_NOC_DRAM_ADDRESS_ALIGN_BYTES);
  bool known = chip->arch < TTA_NUM_ARCHS;
  *out = (tta_banks){.arch = known ? chip->arch : TTA_ARCH_WORMHOLE_B0,
                     .known = known,
                     .l1_size = l1_size,
                     .grid = {chip->grid.extent[0], chip->grid.extent[1]},
                     .alloc_align = dram_align};
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++) {
    bool dram = t == TTA_BUFFER_DRAM || t == TTA_BUFFER_TRACE;
    out->banks[t] = dram ? channels : out->grid[0] * out->grid[1];
    out->page_align[t] = dram ? dram_align : l1_align;
  }
  out->base[TTA_BUFFER_DRAM] = dram_base;
  out->size[TTA_BUFFER_DRAM] = dram_end - dram_base;
  out->base[TTA_BUFFER_L1] = l1_base;
  out->size[TTA_BUFFER_L1] = l1_size - l1_base;
}

tta_status tta_banks_default(tta_arch arch, tta_banks *out) {
  const tta_arch_info *info = tta_arch_get(arch);
  *out = (tta_banks){.arch = arch, .known = true};
  if (!info) return TTA_INVALID;
  fill_banks(out, info->defaults);
  return TTA_OK;
}

tta_status tta_banks_of_system(const tta_system *system, tta_banks *out, tta_buf *reason) {
  if (!system) return tta_banks_default(TTA_ARCH_WORMHOLE_B0, out);
  tta_status status = tta_system_check(system, reason ? reason->allocator : NULL, reason);
  if (!status) fill_banks(out, &system->descs[0]);
  return status;
}

tta_status tta_banks_parse(tta_str system_desc, tta_banks *out, tta_buf *reason) {
  tta_system system;
  tta_arena arena;
  tta_arena_init(&arena, reason ? reason->allocator : NULL);
  tta_status status = tta_system_parse(system_desc, &arena, &system, reason);
  if (!status) status = tta_banks_of_system(&system, out, reason);
  tta_arena_free(&arena);
  return status;
}

tta_status tta_banks_set_l1_base(tta_banks *b, int64_t address, tta_buf *reason) {
  if (address < 0 || address > b->l1_size || address % b->alloc_align)
    return tta_fail(TTA_INVALID, reason, "the L1 base %lld is not a multiple of %lld within the L1 of %lld bytes",
                    (long long)address, (long long)b->alloc_align, (long long)b->l1_size);
  b->base[TTA_BUFFER_L1] = address;
  b->size[TTA_BUFFER_L1] = b->l1_size - address;
  return TTA_OK;
}

static tta_status set_dram_base(tta_banks *b, int64_t address, tta_buf *reason) {
  int64_t end = b->base[TTA_BUFFER_DRAM] + b->size[TTA_BUFFER_DRAM];
  if (address < 0 || address > end || address % b->alloc_align)
    return tta_fail(TTA_INVALID, reason, "the DRAM base %lld is not a multiple of %lld within the %lld bytes of a bank",
                    (long long)address, (long long)b->alloc_align, (long long)end);
  b->base[TTA_BUFFER_DRAM] = address;
  b->size[TTA_BUFFER_DRAM] = end - address;
  return TTA_OK;
}

enum { MAX_KINDS = 16 };

/* ---- the systems of a text --------------------------------------------------------------------------------------- */

static bool same_banks(const tta_banks *a, const tta_banks *b) {
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++)
    if (a->banks[t] != b->banks[t] || a->base[t] != b->base[t] || a->size[t] != b->size[t] ||
        a->page_align[t] != b->page_align[t])
      return false;
  return a->arch == b->arch && a->known == b->known && a->l1_size == b->l1_size && a->grid[0] == b->grid[0] &&
         a->grid[1] == b->grid[1] && a->alloc_align == b->alloc_align;
}

/* @param kind  of a description with several kinds of chips, which shares no system with others */
static uint32_t add_system(struct tta_memory_plan *p, const tta_banks *banks, uint32_t line, bool kind) {
  for (uint32_t i = 0; i < p->num_systems && !kind; i++)
    if (same_banks(&p->systems[i].banks, banks) && !p->systems[i].is_kind) return i;
  tta_memory_plan_system system = {.banks = *banks, .line = line, .chips = 1, .of = p->num_systems, .is_kind = kind};
  return TTA_MEMORY_PLAN_APPEND(p, systems, system) ? p->num_systems - 1 : TTA_MEMORY_PLAN_NONE;
}

static bool same_chip(const tta_chip *a, const tta_chip *b) {
  if (a->arch != b->arch || a->grid.rank != b->grid.rank) return false;
  for (uint32_t i = 0; i < a->grid.rank; i++)
    if (a->grid.extent[i] != b->grid.extent[i]) return false;
  for (unsigned i = 0; i < TTA_NUM_CHIP_NUMBERS; i++)
    if (a->numbers[i] != b->numbers[i]) return false;
  return true;
}

/* A system for each kind of chip. The chips of a kind allocate in lockstep, so memory is planned on one of them. */
static uint32_t add_kinds(struct tta_memory_plan *p, const tta_system *system, const tta_banks *first, uint32_t line,
                          tta_buf *reason) {
  tta_memory_plan_kinds k = {.first = p->num_systems};
  k.kind = tta_arena_array(&p->arena, system->num_descs, sizeof *k.kind);
  tta_system *kept = tta_arena_alloc(&p->arena, sizeof *kept);
  if (!k.kind || !kept) {
    p->status = TTA_NO_MEMORY;
    return TTA_MEMORY_PLAN_NONE;
  }
  *kept = *system;
  k.system = kept;
  for (uint32_t i = 0; i < system->num_descs && !p->status; i++) {
    uint32_t same = 0;
    tta_banks banks = *first;
    while (!same_chip(&system->descs[same], &system->descs[i])) same++;
    if (i) fill_banks(&banks, &system->descs[i]);
    k.kind[i] = same < i ? k.kind[same] : add_system(p, &banks, line, true);
    if (same < i || p->status) continue;
    p->systems[k.kind[i]].of = k.first;
    if (k.count++ < MAX_KINDS) continue;
    tta_fail(TTA_INVALID, reason, "the chips are of more than %d kinds", MAX_KINDS);
    return TTA_MEMORY_PLAN_NONE;
  }
  return TTA_MEMORY_PLAN_APPEND(p, kinds, k) ? k.first : TTA_MEMORY_PLAN_NONE;
}

/* @param reason receives why the chip has no banks */
static uint32_t add_chips(struct tta_memory_plan *p, const tta_system *system, uint32_t line, tta_buf *reason) {
  tta_banks banks;
  if (!system->num_descs || !tta_memory_plan_goes_on(p)) return TTA_MEMORY_PLAN_NONE;
  tta_status status = tta_banks_of_system(system, &banks, reason);
  if (status == TTA_NO_MEMORY) p->status = status;
  if (status) return TTA_MEMORY_PLAN_NONE;
  for (uint32_t i = 1; i < system->num_descs; i++)
    if (!same_chip(&system->descs[0], &system->descs[i])) return add_kinds(p, system, &banks, line, reason);
  return add_system(p, &banks, line, false);
}

/* The descriptions of the chips, of those of the devices if there are any. */
static bool *find_used(struct tta_memory_plan *p, const tta_system *system) {
  bool *used = tta_arena_array(&p->arena, (size_t)system->num_descs + 1, sizeof *used);
  bool *chips = tta_arena_array(&p->arena, (size_t)system->num_chips + 1, sizeof *chips);
  if (!used || !chips) {
    p->status = TTA_NO_MEMORY;
    return NULL;
  }
  memset(used, 0, system->num_descs * sizeof *used);
  memset(chips, !p->num_device_chips, (size_t)system->num_chips * sizeof *chips);
  for (uint32_t i = 0; i < p->num_device_chips; i++)
    if (p->device_chips[i] >= 0 && p->device_chips[i] < system->num_chips) chips[p->device_chips[i]] = true;
  for (int64_t i = 0; i < system->num_chips; i++) {
    int64_t desc = system->desc_of_chip ? system->desc_of_chip[i] : 0;
    if (chips[i] && desc >= 0 && desc < system->num_descs) used[desc] = true;
  }
  return used;
}

/* Operations are on each kind of chip that the devices have: of several, all are planned. */
static void choose_kinds(struct tta_memory_plan *p, const tta_memory_plan_kinds *k) {
  uint32_t chosen = k->first, count = 0;
  const bool *used = find_used(p, k->system);
  for (uint32_t i = 0; used && i < k->system->num_descs; i++) {
    tta_memory_plan_system *system = &p->systems[k->kind[i]];
    if (system->on_chips || !used[i]) continue;
    if (!count++) chosen = k->kind[i];
    system->on_chips = true;
  }
  p->systems[chosen].on_chips = true;
  for (uint32_t i = 0; i < k->count; i++) p->systems[k->first + i].of = chosen;
  for (uint32_t i = 0; i < p->num_ops; i++)
    if (p->ops[i].system == k->first) p->ops[i].system = chosen;
  if (count < 2) return;
  char where[24] = "";
  if (p->systems[chosen].line) snprintf(where, sizeof where, "line %u: ", p->systems[chosen].line);
  tta_memory_plan_assume(p, "%sthe chips are of %u kinds; each is planned on its own, in the order of their "
                         "descriptions", where, count);
}

uint32_t tta_memory_plan_read_system(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id node,
                                     tta_span span) {
  tta_system system;
  if (tta_node_at(tree, node)->flags & TTA_NODE_HAS_ERRORS) return TTA_MEMORY_PLAN_NONE;
  if (tta_system_lower(tree, node, &p->arena, &system)) {
    p->status = TTA_NO_MEMORY;
    return TTA_MEMORY_PLAN_NONE;
  }
  tta_buf reason = tta_buf_new(p->arena.allocator);
  uint32_t added = add_chips(p, &system, tta_memory_plan_line(p, span.begin), &reason);
  if (reason.failed) p->status = TTA_NO_MEMORY;
  else if (reason.size)
    tta_report_add(&p->results.report, TTA_RULE_memory_system, span, "%.*s", (int)reason.size, reason.data);
  tta_buf_free(&reason);
  return added;
}

/* ---- the default system ------------------------------------------------------------------------------------------ */

static uint32_t from_text(struct tta_memory_plan *p, tta_str text) {
  tta_system system;
  uint32_t added = TTA_MEMORY_PLAN_NONE;
  p->status = tta_system_parse(text, &p->arena, &system, p->reason);
  if (p->status) return added;
  added = add_chips(p, &system, 0, p->reason);
  if (added == TTA_MEMORY_PLAN_NONE && !p->status) p->status = TTA_INVALID;
  if (system.source == TTA_SYSTEM_OF_NOTATION)
    tta_memory_plan_assume(p, "the system gives chips and cores only; its memory is that of wormhole_b0");
  return added;
}

/* The system of modules without a system_desc. */
static uint32_t fallback(struct tta_memory_plan *p) {
  tta_banks banks;
  if (p->options.system_desc.size) return from_text(p, p->options.system_desc);
  tta_banks_default(TTA_ARCH_WORMHOLE_B0, &banks);
  tta_memory_plan_assume(p, "no system description: the default one of wormhole_b0 in tt-mlir");
  return add_system(p, &banks, 0, false);
}

/* Removes systems without operations. @return whether a system remains */
static bool keep_used(struct tta_memory_plan *p) {
  uint32_t kept = 0;
  uint32_t *number = tta_arena_array(&p->arena, (size_t)p->num_systems + 1, sizeof *number);
  if (!number) {
    p->status = TTA_NO_MEMORY;
    return false;
  }
  for (uint32_t i = 0; i < p->num_ops; i++)
    if (p->ops[i].system != TTA_MEMORY_PLAN_NONE) p->systems[p->ops[i].system].used = true;
  for (uint32_t i = 0; i < p->num_systems; i++) {
    tta_memory_plan_system *system = &p->systems[i];
    if (system->on_chips && p->systems[system->of].used) system->used = true;
    number[i] = kept;
    kept += system->used;
  }
  for (uint32_t i = 0; i < p->num_systems; i++) {
    if (!p->systems[i].used) continue;
    p->systems[number[i]] = p->systems[i];
    p->systems[number[i]].of = number[p->systems[i].of];
  }
  for (uint32_t i = 0; i < p->num_ops; i++)
    if (p->ops[i].system != TTA_MEMORY_PLAN_NONE) p->ops[i].system = number[p->ops[i].system];
  p->num_systems = kept;
  return kept > 0;
}

static void assign_systems(struct tta_memory_plan *p) {
  uint32_t described = p->num_kinds;
  for (uint32_t i = 0; i < p->num_ops; i++) { /* parents are before the operations in their regions */
    tta_memory_plan_op *op = &p->ops[i];
    if (op->system == TTA_MEMORY_PLAN_NONE && op->parent != TTA_MEMORY_PLAN_NONE)
      op->system = p->ops[op->parent].system;
  }
  for (uint32_t i = 0; i < described && !p->status; i++) choose_kinds(p, &p->kinds[i]);
  bool missing = !keep_used(p);
  for (uint32_t i = 0; i < p->num_values && !missing; i++) {
    const tta_memory_plan_value *v = &p->values[i];
    missing = v->type != TTA_MEMORY_PLAN_NONE && p->types[v->type].device && v->op != TTA_MEMORY_PLAN_NONE &&
              p->ops[v->op].system == TTA_MEMORY_PLAN_NONE;
  }
  uint32_t rest = missing ? fallback(p) : 0;
  for (uint32_t i = 0; i < p->num_ops; i++)
    if (p->ops[i].system == TTA_MEMORY_PLAN_NONE) p->ops[i].system = rest;
  if (p->num_kinds == described || !tta_memory_plan_goes_on(p)) return;
  choose_kinds(p, &p->kinds[described]);
  keep_used(p);
}

static bool set_bases(struct tta_memory_plan *p, tta_banks *b) {
  if (p->options.l1_base >= 0) p->status = tta_banks_set_l1_base(b, p->options.l1_base, p->reason);
  if (!p->status && p->options.dram_base >= 0)
    p->status = set_dram_base(b, p->options.dram_base, p->reason);
  return !p->status;
}

static void note_base(struct tta_memory_plan *p, const tta_memory_plan_system *system) {
  char where[48] = "";
  const tta_memory_plan_system *first = &p->systems[system->of];
  if (first != system && first->banks.base[TTA_BUFFER_L1] == system->banks.base[TTA_BUFFER_L1] &&
      first->banks.base[TTA_BUFFER_DRAM] == system->banks.base[TTA_BUFFER_DRAM]) return;
  if (p->num_systems > 1 && system->line) snprintf(where, sizeof where, "system of line %u: ", system->line);
  else if (p->num_systems > 1) snprintf(where, sizeof where, "modules without a system: ");
  tta_memory_plan_assume(p, "%sL1 buffers start at %lld (l1_unreserved_base); this differs between versions of "
                         "tt-metal",
                         where, (long long)system->banks.base[TTA_BUFFER_L1]);
  if (p->options.dram_base >= 0)
    tta_memory_plan_assume(p, "%sDRAM buffers start at %lld", where, (long long)system->banks.base[TTA_BUFFER_DRAM]);
}

/* Moves the assumptions on systems before those on the text. */
static void move_to_front(struct tta_memory_plan *p, uint32_t from) {
  uint32_t moved = p->num_assumptions - from;
  tta_str *list = tta_arena_array(&p->arena, (size_t)p->num_assumptions + 1, sizeof *list);
  if (!list) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  if (moved) memcpy(list, p->assumptions + from, moved * sizeof *list);
  if (from) memcpy(list + moved, p->assumptions, from * sizeof *list);
  p->assumptions = list;
  p->cap_assumptions = p->num_assumptions + 1;
}

void tta_memory_plan_settle_systems(struct tta_memory_plan *p) {
  uint32_t before = p->num_assumptions;
  assign_systems(p);
  for (uint32_t i = 0; i < p->num_systems && tta_memory_plan_goes_on(p); i++) {
    tta_memory_plan_system *system = &p->systems[i];
    if (!set_bases(p, &system->banks)) return;
    note_base(p, system);
    p->banks = system->banks;
    tta_memory_plan_apply_resources(p);
    system->banks = p->banks;
  }
  if (!p->status && p->num_assumptions > before) move_to_front(p, before);
}
