/* Owns the banks of a chip: from its chip_desc, from a name, from the options. */
#include <stdio.h>
#include <string.h>

#include "ir/attributes.h"
#include "memory/program.h"

/* ---- a chip_desc ---- */

typedef struct chip {
  int64_t l1_size, channels, channel_size, l1_align, dram_align, l1_base, dram_base, dram_end, rows, columns;
  tta_arch arch;
  bool known;
} chip;

static const tta_node *at(const tta_tree *tree, tta_node_id id) { return tta_node_at(tree, id); }

static int64_t number(const tta_tree *tree, tta_node_id desc, tta_field field, int64_t absent) {
  const tta_node *n = at(tree, tta_node_resolve(tree, tta_node_child(tree, desc, field)));
  return n->kind == TTA_NODE_INT && !(n->flags & TTA_NODE_WIDE) ? n->integer : absent;
}

static void read_grid(const tta_tree *tree, tta_node_id desc, chip *c) {
  tta_node_id grid = tta_node_resolve(tree, tta_node_child(tree, desc, TTA_FIELD_grid));
  if (at(tree, grid)->kind == TTA_NODE_ATTRIBUTE)
    grid = tta_node_resolve(tree, tta_node_child(tree, grid, TTA_FIELD_shape));
  if (at(tree, grid)->kind != TTA_NODE_DIMS) return;
  tta_shape shape = tta_node_shape(tree, grid);
  if (shape.rank != 2) return;
  c->rows = shape.extent[0];
  c->columns = shape.extent[1];
}

static void read_arch(const tta_tree *tree, tta_node_id desc, chip *c) {
  tta_node_id arch = tta_node_resolve(tree, tta_node_child(tree, desc, TTA_FIELD_arch));
  tta_str name = tta_node_text(tree, arch);
  for (tta_arch a = 0; a < TTA_NUM_ARCHS; a++) {
    size_t n = strlen(tta_arch_get(a)->name);
    for (size_t i = 0; i + n <= name.size; i++)
      if (!memcmp(name.data + i, tta_arch_get(a)->name, n)) c->arch = a, c->known = true;
  }
}

static bool power_of_two(int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

/* What contradicts itself would give addresses that do not exist. */
static const char *contradiction(const chip *c) {
  if (c->l1_size < 1 || c->channel_size < 1 || c->channels < 1)
    return "sizes and the number of DRAM channels must be positive";
  if (c->l1_size > INT64_MAX / 4 || c->channel_size > INT64_MAX / 4 || c->channels > 1 << 20)
    return "a size is beyond any chip";
  if (!power_of_two(c->l1_align) || !power_of_two(c->dram_align)) return "alignments must be powers of two";
  if (c->l1_base < 0 || c->l1_base > c->l1_size) return "l1_unreserved_base lies outside L1";
  if (c->dram_base < 0 || c->dram_end < c->dram_base || c->dram_end > c->channel_size)
    return "dram_unreserved_base to dram_unreserved_end is no range of the DRAM channel";
  if (c->l1_base % c->dram_align)
    return "l1_unreserved_base is not aligned to the DRAM alignment, which the allocator needs";
  if (c->dram_base % c->dram_align)
    return "dram_unreserved_base is not aligned to the DRAM alignment, which the allocator needs";
  if (c->rows < 1 || c->columns < 1 || c->rows > 4096 || c->columns > 4096)
    return "the grid must have 1 to 4096 rows and columns";
  return NULL;
}

static void fill_banks(tta_banks *out, const chip *c) {
  *out = (tta_banks){.arch = c->arch,
                     .known = c->known,
                     .l1_size = c->l1_size,
                     .grid = {c->rows, c->columns},
                     .alloc_align = c->dram_align};
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++) {
    bool dram = t == TTA_BUFFER_DRAM || t == TTA_BUFFER_TRACE;
    out->banks[t] = dram ? c->channels : c->rows * c->columns;
    out->page_align[t] = dram ? c->dram_align : c->l1_align;
  }
  out->base[TTA_BUFFER_DRAM] = c->dram_base;
  out->size[TTA_BUFFER_DRAM] = c->dram_end - c->dram_base;
  out->base[TTA_BUFFER_L1] = c->l1_base;
  out->size[TTA_BUFFER_L1] = c->l1_size - c->l1_base;
}

/* false: contradictory, which is reported, or faulty. */
static bool read_chip(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id desc, uint32_t offset,
                      tta_banks *banks) {
  chip c = {.arch = TTA_ARCH_WORMHOLE_B0};
  if (at(tree, desc)->flags & TTA_NODE_FAULTY) return false;
  read_arch(tree, desc, &c);
  read_grid(tree, desc, &c);
  const tta_arch_info *info = tta_arch_get(c.arch);
  c.l1_size = number(tree, desc, TTA_FIELD_l1_size, (int64_t)info->l1_size_bytes);
  c.channels = number(tree, desc, TTA_FIELD_num_dram_channels, info->num_dram_banks);
  c.channel_size = number(tree, desc, TTA_FIELD_dram_channel_size, (int64_t)info->dram_bank_size_bytes);
  c.l1_align = number(tree, desc, TTA_FIELD_noc_l1_address_align_bytes, info->l1_alignment_bytes);
  c.dram_align = number(tree, desc, TTA_FIELD_noc_dram_address_align_bytes, info->dram_read_alignment_bytes);
  c.l1_base = number(tree, desc, TTA_FIELD_l1_unreserved_base, 0);
  c.dram_base = number(tree, desc, TTA_FIELD_dram_unreserved_base, 0);
  c.dram_end = number(tree, desc, TTA_FIELD_dram_unreserved_end, c.channel_size);
  const char *why = contradiction(&c);
  if (why) tta_memory_plan_report(p, offset, false, "the system description contradicts itself: %s", why);
  else fill_banks(banks, &c);
  return !why;
}

/* ---- the systems of a text ---- */

static bool same_banks(const tta_banks *a, const tta_banks *b) {
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++)
    if (a->banks[t] != b->banks[t] || a->base[t] != b->base[t] || a->size[t] != b->size[t] ||
        a->page_align[t] != b->page_align[t])
      return false;
  return a->arch == b->arch && a->known == b->known && a->l1_size == b->l1_size && a->grid[0] == b->grid[0] &&
         a->grid[1] == b->grid[1] && a->alloc_align == b->alloc_align;
}

static uint32_t add_system(struct tta_memory_plan *p, const tta_banks *banks, uint32_t line) {
  for (uint32_t i = 0; i < p->num_systems; i++)
    if (same_banks(&p->systems[i].banks, banks)) return i;
  return TTA_MEMORY_PLAN_APPEND(p, systems, ((tta_memory_plan_system){*banks, line, false})) ? p->num_systems - 1
                                                                                             : TTA_MEMORY_PLAN_NONE;
}

static bool same_text(tta_str a, tta_str b) { return a.size == b.size && !memcmp(a.data, b.data, a.size); }

uint32_t tta_memory_plan_read_system(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id system,
                                     uint32_t offset) {
  tta_banks banks;
  tta_node_id list = tta_node_child(tree, system, TTA_FIELD_chip_descs),
              first = tta_node_resolve(tree, tta_node_first(tree, list));
  if (!first || p->num_faults) return TTA_MEMORY_PLAN_NONE;
  for (tta_node_id c = at(tree, tta_node_first(tree, list))->next; c; c = at(tree, c)->next)
    if (!same_text(tta_node_text(tree, first), tta_node_text(tree, tta_node_resolve(tree, c)))) {
      tta_memory_plan_assume(p, "the chips of the system differ; memory is planned on the first");
      break;
    }
  if (!read_chip(p, tree, first, offset, &banks)) return TTA_MEMORY_PLAN_NONE;
  return add_system(p, &banks, tta_memory_plan_line(p, offset));
}

/* ---- --system-desc ---- */

typedef struct finder {
  struct tta_memory_plan *p;
  uint32_t system;
  bool found;
} finder;

static bool look_at(void *user, tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  finder *f = user;
  const tta_tree *tree = &reader->tree;
  (void)place;
  (void)span;
  root = tta_node_resolve(tree, root);
  if (f->found || at(tree, root)->kind != TTA_NODE_ATTRIBUTE || at(tree, root)->index != TTA_ATTR_system_desc)
    return false;
  f->found = true;
  f->system = tta_memory_plan_read_system(f->p, tree, root, UINT32_MAX);
  return false;
}

/* `blackhole`, `blackhole:4`: memory is planned on one chip. false: not a name. */
static bool by_name(struct tta_memory_plan *p, tta_str text, uint32_t *system) {
  const char *colon = memchr(text.data, ':', text.size);
  tta_arch arch;
  tta_banks banks;
  if (!tta_arch_find((tta_str){text.data, colon ? (size_t)(colon - text.data) : text.size}, &arch)) return false;
  if (!tta_banks_default(arch, &banks)) *system = add_system(p, &banks, 0);
  else
    tta_memory_plan_report(p, UINT32_MAX, false, "no default system description of %s is known; give a file with one",
                    tta_arch_get(arch)->name);
  return true;
}

static uint32_t from_text(struct tta_memory_plan *p, tta_str text) {
  finder f = {p, TTA_MEMORY_PLAN_NONE, false};
  tta_visitor visitor = {.user = &f, .island = look_at};
  tta_source source;
  if (by_name(p, text, &f.system)) return f.system;
  tta_str copy = tta_arena_str(&p->arena, text);
  if (!copy.data) return TTA_MEMORY_PLAN_NONE;
  tta_source_init(&source, (tta_str){"<system-desc>", 13}, copy, p->arena.allocator);
  tta_status status = tta_reread(&source, &visitor, p->arena.allocator);
  tta_source_free(&source);
  if (status) p->status = status;
  else if (f.system == TTA_MEMORY_PLAN_NONE && !p->num_faults)
    tta_memory_plan_report(p, UINT32_MAX, false, "--system-desc holds no system_desc attribute that can be read");
  return f.system;
}

/* What modules without a system_desc are planned on. */
static uint32_t fallback(struct tta_memory_plan *p) {
  tta_banks banks;
  if (p->options.system_desc.size) return from_text(p, p->options.system_desc);
  tta_banks_default(TTA_ARCH_WORMHOLE_B0, &banks);
  tta_memory_plan_assume(p, "no system description: wormhole_b0 as tt-mlir describes it");
  return add_system(p, &banks, 0);
}

/* Leaves out systems that no operation is on. @return whether there is one */
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
    number[i] = kept;
    if (p->systems[i].used) p->systems[kept++] = p->systems[i];
  }
  for (uint32_t i = 0; i < p->num_ops; i++)
    if (p->ops[i].system != TTA_MEMORY_PLAN_NONE) p->ops[i].system = number[p->ops[i].system];
  p->num_systems = kept;
  return kept > 0;
}

static void give_systems(struct tta_memory_plan *p) {
  for (uint32_t i = 0; i < p->num_ops; i++) { /* parents come before what they enclose */
    tta_memory_plan_op *op = &p->ops[i];
    if (op->system == TTA_MEMORY_PLAN_NONE && op->parent != TTA_MEMORY_PLAN_NONE)
      op->system = p->ops[op->parent].system;
  }
  bool missing = !keep_used(p);
  for (uint32_t i = 0; i < p->num_values && !missing; i++) {
    const tta_memory_plan_value *v = &p->values[i];
    missing = v->type != TTA_MEMORY_PLAN_NONE && p->types[v->type].device && v->op != TTA_MEMORY_PLAN_NONE &&
              p->ops[v->op].system == TTA_MEMORY_PLAN_NONE;
  }
  uint32_t rest = missing ? fallback(p) : 0;
  for (uint32_t i = 0; i < p->num_ops; i++)
    if (p->ops[i].system == TTA_MEMORY_PLAN_NONE) p->ops[i].system = rest;
}

static bool set_l1_base(struct tta_memory_plan *p, tta_banks *b) {
  if (p->options.l1_base < 0) return true;
  if (p->options.l1_base > b->l1_size || p->options.l1_base % b->alloc_align) {
    tta_memory_plan_report(p, UINT32_MAX, false, "--l1-base %lld is not a multiple of %lld within the L1 of %lld bytes",
                    (long long)p->options.l1_base, (long long)b->alloc_align, (long long)b->l1_size);
    return false;
  }
  b->base[TTA_BUFFER_L1] = p->options.l1_base;
  b->size[TTA_BUFFER_L1] = b->l1_size - p->options.l1_base;
  return true;
}

static void say_base(struct tta_memory_plan *p, const tta_memory_plan_system *system) {
  char where[48] = "";
  if (p->num_systems > 1 && system->line) snprintf(where, sizeof where, "system of line %u: ", system->line);
  else if (p->num_systems > 1) snprintf(where, sizeof where, "modules without a system: ");
  tta_memory_plan_assume(p, "%sL1 begins at %lld (l1_unreserved_base); it differs between versions of tt-metal", where,
                  (long long)system->banks.base[TTA_BUFFER_L1]);
}

/* What is assumed of the systems comes before what is assumed of the text. */
static void put_first(struct tta_memory_plan *p, uint32_t from) {
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
  give_systems(p);
  for (uint32_t i = 0; i < p->num_systems && !p->num_faults && !p->status; i++) {
    tta_memory_plan_system *system = &p->systems[i];
    if (!set_l1_base(p, &system->banks)) return;
    say_base(p, system);
    p->banks = system->banks;
    tta_memory_plan_apply_resources(p);
    system->banks = p->banks;
  }
  if (!p->status && p->num_assumptions > before) put_first(p, before);
}
