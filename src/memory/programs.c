/* Which operations the device runs as programs, and their numbers. */
#include "memory/aliases.h"
#include "memory/program.h"

/* Allocations, views, control flow and returns are not programs. */
static bool can_run(tta_str name) {
  static const char *const suffixes[] = {".empty", ".alloc", ".alloca", ".dealloc", ".deallocate", ".create_buffer",
                                         ".deallocate_buffer", "return", "yield", "call", "func", "module",
                                         ".get_device", ".spatial"};
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
