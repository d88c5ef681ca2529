/* Owns the banks of a chip: from its chip_desc, from a name, from the options. */
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

bool tta_plan_read_chip(struct tta_plan *p, const tta_tree *tree, tta_node_id desc, uint32_t offset) {
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
  if (why) {
    tta_plan_report(p, offset, false, "the system description contradicts itself: %s", why);
    return false;
  }
  fill_banks(&p->banks, &c);
  p->has_banks = true;
  return true;
}

static bool same_text(tta_str a, tta_str b) { return a.size == b.size && !memcmp(a.data, b.data, a.size); }

void tta_plan_read_system(struct tta_plan *p, const tta_tree *tree, tta_node_id system, uint32_t offset) {
  if (p->has_banks || p->num_faults) return;
  tta_node_id list = tta_node_child(tree, system, TTA_FIELD_chip_descs),
              first = tta_node_resolve(tree, tta_node_first(tree, list));
  if (!first) return;
  for (tta_node_id c = at(tree, tta_node_first(tree, list))->next; c; c = at(tree, c)->next)
    if (!same_text(tta_node_text(tree, first), tta_node_text(tree, tta_node_resolve(tree, c)))) {
      tta_plan_assume(p, "the chips of the system differ; memory is planned on the first");
      break;
    }
  tta_plan_read_chip(p, tree, first, offset);
}

/* ---- --system-desc ---- */

typedef struct finder {
  struct tta_plan *p;
  bool found;
} finder;

static bool look_at(void *user, tta_document *document, tta_node_id root, tta_place place, tta_span span) {
  finder *f = user;
  const tta_tree *tree = &document->tree;
  (void)place;
  (void)span;
  root = tta_node_resolve(tree, root);
  if (f->found || at(tree, root)->kind != TTA_NODE_ATTRIBUTE || at(tree, root)->index != TTA_ATTR_system_desc)
    return false;
  f->found = true;
  tta_plan_read_system(f->p, tree, root, UINT32_MAX);
  return false;
}

/* `blackhole`, `blackhole:4`: memory is planned on one chip. */
static bool by_name(struct tta_plan *p, tta_str text) {
  const char *colon = memchr(text.data, ':', text.size);
  tta_arch arch;
  if (!tta_arch_find((tta_str){text.data, colon ? (size_t)(colon - text.data) : text.size}, &arch)) return false;
  if (!tta_banks_default(arch, &p->banks)) return p->has_banks = true;
  tta_plan_report(p, UINT32_MAX, false, "no default system description of %s is known; give a file with one",
                  tta_arch_get(arch)->name);
  return true;
}

static void from_text(struct tta_plan *p, tta_str text) {
  finder f = {p, false};
  tta_visitor visitor = {&f, NULL, look_at, NULL};
  tta_source source;
  if (by_name(p, text)) return;
  tta_str copy = tta_arena_str(&p->arena, text);
  if (!copy.data) return;
  tta_source_init(&source, (tta_str){"<system-desc>", 13}, copy, p->arena.allocator);
  tta_status status = tta_reread(&source, &visitor, p->arena.allocator);
  tta_source_free(&source);
  if (status) p->status = status;
  else if (!p->has_banks && !p->num_faults)
    tta_plan_report(p, UINT32_MAX, false, "--system-desc holds no system_desc attribute that can be read");
}

void tta_plan_settle_banks(struct tta_plan *p) {
  tta_banks *b = &p->banks;
  if (!p->has_banks && p->options.system_desc.size) from_text(p, p->options.system_desc);
  if (!p->has_banks && !p->num_faults && !p->status) {
    tta_banks_default(TTA_ARCH_WORMHOLE_B0, b);
    p->has_banks = true;
    tta_plan_assume(p, "no system description: wormhole_b0 as tt-mlir describes it");
  }
  if (!p->has_banks || p->num_faults) return;
  if (p->options.l1_base >= 0) {
    if (p->options.l1_base > b->l1_size || p->options.l1_base % b->alloc_align) {
      tta_plan_report(p, UINT32_MAX, false, "--l1-base %lld is not a multiple of %lld within the L1 of %lld bytes",
                      (long long)p->options.l1_base, (long long)b->alloc_align, (long long)b->l1_size);
      return;
    }
    b->base[TTA_BUFFER_L1] = p->options.l1_base;
    b->size[TTA_BUFFER_L1] = b->l1_size - p->options.l1_base;
  }
  tta_plan_assume(p, "L1 begins at %lld (l1_unreserved_base); it differs between versions of tt-metal",
                  (long long)b->base[TTA_BUFFER_L1]);
}
