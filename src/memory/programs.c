/* Which operations the device runs as programs, their numbers, and ports whose buffers are unknown. */
#include "memory/aliases.h"
#include "memory/program.h"

/* Allocations, views, control flow and returns are not programs. */
static bool can_run(tta_str name) {
  static const char *const suffixes[] = {".empty", ".alloc", ".alloca", ".dealloc", ".deallocate", ".create_buffer",
                                         ".deallocate_buffer", "_global_semaphore", "return", "yield", "call", "func",
                                         "module", ".get_device", ".spatial"};
  static const char *const dialects[] = {"memref.", "scf.", "affine.", "arith.", "cf.", "builtin.", "bufferization."};
  tta_alias_kind kind = tta_alias_of(name);
  if (!name.size || kind == TTA_ALIAS_FIRST || kind == TTA_ALIAS_ALL || kind == TTA_ALIAS_NONE) return false;
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    if (tta_str_ends_with(name, suffixes[i])) return false;
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
    if (tta_str_starts_with(name, dialects[i])) return false;
  return true;
}

static void mark_device(struct tta_memory_plan *p, uint32_t op, uint32_t value) {
  uint32_t type = p->values[value].type;
  if (op != TTA_MEMORY_PLAN_NONE && type != TTA_MEMORY_PLAN_NONE && p->types[type].device) p->ops[op].device = true;
}

void tta_memory_plan_number_programs(struct tta_memory_plan *p) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->num_values; i++)
    if (!p->values[i].argument) mark_device(p, p->values[i].op, i);
  for (uint32_t i = 0; i < p->num_uses; i++) mark_device(p, p->uses[i].op, p->uses[i].value);
  for (uint32_t i = 0; i < p->num_ops; i++) {
    tta_memory_plan_op *op = &p->ops[i];
    bool inside = false;
    for (uint32_t around = op->parent; around != TTA_MEMORY_PLAN_NONE && !inside; around = p->ops[around].parent)
      inside = p->ops[around].is_program;
    op->program = count;
    op->is_program = op->device && !inside && can_run(op->name);
    count += op->is_program;
  }
}

/* ---- ports ---- */

/* The operand of each port is the operand of the same number. A stream has its storage. */
static bool has_storage(const struct tta_memory_plan *p, uint32_t operand) {
  uint32_t type = p->values[operand].type;
  return type == TTA_MEMORY_PLAN_NONE || !p->types[type].device || p->types[type].space != TTA_BUFFER_DRAM;
}

static bool is_port(const struct tta_memory_plan *p, const tta_memory_plan_value *v) {
  return v->argument && v->view && v->op != TTA_MEMORY_PLAN_NONE &&
         tta_str_ends_with(p->ops[v->op].name, ".generic");
}

void tta_memory_plan_note_ports(struct tta_memory_plan *p) {
  uint32_t noted = TTA_MEMORY_PLAN_NONE, use = 0;
  for (uint32_t i = 0; i < p->num_values && !p->status; i++) {
    uint32_t op = p->values[i].op, ports = 0, lost = 0;
    if (!is_port(p, &p->values[i]) || op == noted) continue;
    noted = op; /* the ports of the first block; other blocks have the same */
    while (use < p->num_uses && p->uses[use].op < op) use++;
    for (; i + ports < p->num_values && p->values[i + ports].op == op && is_port(p, &p->values[i + ports]); ports++)
      if (use + ports < p->num_uses && p->uses[use + ports].op == op)
        lost += !has_storage(p, p->uses[use + ports].value);
    if (lost)
      tta_memory_plan_assume(p,
                             lost == 1 ? "line %u: %u port of %.*s has an operand in DRAM and no storage in L1; its "
                                         "circular buffer is not counted"
                                       : "line %u: %u ports of %.*s have operands in DRAM and no storage in L1; their "
                                         "circular buffers are not counted",
                             tta_memory_plan_line(p, p->ops[op].begin), lost, (int)p->ops[op].name.size,
                             p->ops[op].name.data);
  }
}
