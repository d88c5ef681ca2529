/* The types of the text: which are in device memory, and how many bytes they take. */

#include "base/checked.h"
#include "base/index.h"
#include "base/str.h"
#include "memory/footprint.h"
#include "memory/program.h"
#include "model/device.h"
#include "model/lower.h"
#include "model/memref.h"
#include "tiled/tiled.h"

static const tta_node *at(const tta_tree *tree, tta_node_id id) { return tta_node_at(tree, id); }

/* ---- tensors ---- */

/* A device-specific tiled layout is counted by its device_bytes, in sticks. */
static void read_tiled(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id tensor, tta_node_id layout,
                       tta_memory_plan_type *t) {
  tta_tiled tiled;
  tta_status status = tta_tiled_from_tree(tree, tensor, layout, &p->arena, &tiled);
  if (!status) status = tta_tiled_device_bytes(&tiled, &p->arena, &t->tiled_bytes);
  if (status == TTA_NO_MEMORY) p->status = status;
  t->device = true;
  t->space = TTA_BUFFER_DRAM;
  t->stick_bytes = TTA_TILED_STICK_BYTES;
  t->overflows = status == TTA_OVERFLOW;
  if (status) t->why = TTA_STR("its layout does not match it"), t->tiled_bytes = -1;
}

static bool on_device(tta_memory_space space) {
  return space == TTA_MEMORY_DRAM || space == TTA_MEMORY_L1 || space == TTA_MEMORY_DST ||
         space == TTA_MEMORY_L1_SMALL || space == TTA_MEMORY_TRACE;
}

static void read_tensor(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id tensor, tta_memory_plan_type *t) {
  tta_node_id encoding = tta_node_resolve(tree, tta_node_child(tree, tensor, TTA_FIELD_encoding));
  if (tta_node_is_attribute(tree, encoding, TTA_ATTR_tiled_layout)) read_tiled(p, tree, tensor, encoding, t);
  if (!encoding || !tta_is_layout_attribute(tree, encoding)) return;
  tta_layout *layout = tta_arena_alloc(&p->arena, sizeof *layout);
  if (!layout) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  tta_status status = tta_layout_from_tree(tree, tensor, encoding, &p->arena, p->pool, layout);
  if (status == TTA_NO_MEMORY) p->status = status;
  t->layout = layout;
  t->device = on_device(layout->memory_space);
  t->overflows = status == TTA_OVERFLOW;
  if (!status) return;
  t->why = TTA_STR("its layout does not match it");
  t->layout = NULL;
  t->space = layout->memory_space == TTA_MEMORY_DRAM ? TTA_BUFFER_DRAM : TTA_BUFFER_L1;
}

/* ---- memrefs ---- */

static bool volume(tta_shape shape, uint32_t from, uint32_t to, int64_t *out) {
  return tta_shape_volume((tta_shape){to - from, shape.extent + from}, out);
}

/* Shards whose rows or tiles are packed, as in a metal_layout (storage.h): aligned as a whole. */
static tta_status size_shards(const tta_banks *b, const tta_memory_plan_type *t, int64_t shards, int64_t pages,
                              int64_t page, tta_footprint *out) {
  int64_t shard, banks = t->space == TTA_BUFFER_DRAM ? b->banks[t->space] : 0;
  if (!tta_mul(pages, page, &shard)) return TTA_OVERFLOW;
  tta_status status =
      tta_footprint_sharded(1, shard, shards, banks, b->page_align[t->space], b->alloc_align, out);
  bool fits = tta_mul(out->pages, pages, &out->pages) && tta_mul(out->pages_per_bank, pages, &out->pages_per_bank);
  out->page_bytes = page;
  return status ? status : fits ? TTA_OK : TTA_OVERFLOW;
}

/* The footprint of a memref. With a shard or circular buffer layout there are `num_buffers` of each shard; without a
 * grid all of it is on each core. */
static void size_memref(struct tta_memory_plan *p, tta_memory_plan_type *t) {
  const tta_memref *m = t->memref;
  bool tile = tta_element_is_tile(&m->element);
  bool shard = m->layout.kind == TTA_MEMREF_SHARD, dram = t->space == TTA_BUFFER_DRAM;
  uint32_t rank = m->shape.rank, half = shard ? rank / 2 : 0, last = rank ? rank - !tile : 0;
  int64_t bytes, cores = 1, pages, page;
  const tta_banks *b = &p->banks;
  if (tta_element_bytes(&m->element, tta_exponents_of(p->options.era), &bytes)) {
    t->why = TTA_STR("the size of its element is not known");
    return;
  }
  if (!tta_shape_at_least(m->shape, 0)) {
    t->why = TTA_STR("its shape is not static");
    return;
  }
  if (!volume(m->shape, 0, half, &cores) || !volume(m->shape, half, last < half ? half : last, &pages) ||
      !volume(m->shape, last, rank, &page) || !tta_mul(page, bytes, &page) || !tta_mul(pages, t->num_buffers, &pages)) {
    t->overflows = true;
    return;
  }
  tta_status status;
  if (m->layout.kind == TTA_MEMREF_INTERLEAVED || (dram && !shard))
    status = tta_footprint_interleaved(pages, page, b->banks[t->space], b->page_align[t->space], b->alloc_align,
                                       &t->footprint);
  else
    status = size_shards(b, t, cores < 1 ? 1 : cores, pages, page, &t->footprint);
  t->sized = !status;
  t->overflows = status == TTA_OVERFLOW;
}

/* A shard layout as a tta_layout, for the advice: grid and shard, nothing else. */
static void read_shards(struct tta_memory_plan *p, const tta_memref *m, tta_memory_plan_type *t) {
  tta_layout *s = tta_arena_alloc(&p->arena, sizeof *s);
  int64_t *physical, bytes;
  uint32_t n = m->shape.rank / 2;
  if (!s || m->shape.rank % 2 || tta_element_bytes(&m->element, TTA_WITH_EXPONENTS, &bytes)) return;
  *s = (tta_layout){.family = TTA_FAMILY_MAP, .type = t->text, .element_bytes = bytes, .cores = 1};
  s->memory_space = TTA_MEMORY_L1;
  s->grid = (tta_shape){n, m->shape.extent};
  s->memref = (tta_shape){n, m->shape.extent + n};
  s->physical = tta_shape_new(&p->arena, n, &physical);
  s->tensor_element = s->memref_element = m->element;
  for (uint32_t i = 0; i < n && physical; i++) {
    int64_t in_tile = tta_tile_extent(&s->memref_element, i, n);
    if (s->grid.extent[i] < 1 || s->memref.extent[i] < 1 || !tta_mul(s->cores, s->grid.extent[i], &s->cores) ||
        !tta_mul(s->grid.extent[i], s->memref.extent[i], &physical[i]) || !tta_mul(physical[i], in_tile, &physical[i]))
      return;
  }
  if (physical) t->layout = s;
}

static void read_memref(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id node, tta_memory_plan_type *t) {
  enum { MAX_BUFFERS = 1 << 20 };
  tta_memref m = tta_memref_lower(tree, node);
  bool dram = m.space == TTA_MEMORY_DRAM;
  if ((!dram && m.space != TTA_MEMORY_L1) || !m.ranked) return;
  t->space = dram ? TTA_BUFFER_DRAM : TTA_BUFFER_L1;
  t->device = m.layout.kind != TTA_MEMREF_VIEW && m.layout.kind != TTA_MEMREF_STREAM; /* memory of another memref */
  if (!t->device) return;
  tta_memref *kept = tta_arena_alloc(&p->arena, sizeof *kept);
  m.shape = tta_shape_copy(&p->arena, m.shape);
  if (!kept || p->arena.failed) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  m.element.text = (tta_str){NULL, 0}; /* of the tree, which goes */
  bool shard = m.layout.kind == TTA_MEMREF_SHARD;
  t->circular = m.layout.kind == TTA_MEMREF_CB;
  bool several = m.layout.num_buffers > 0 && m.layout.num_buffers < MAX_BUFFERS;
  if ((shard || t->circular) && several) t->num_buffers = m.layout.num_buffers;
  *kept = m;
  t->memref = kept;
  if (shard && t->space == TTA_BUFFER_L1 && t->num_buffers == 1) read_shards(p, kept, t);
}

/* ---- islands ---- */

static uint32_t new_type(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id root, tta_str text) {
  tta_memory_plan_type t = {.text = text, .num_buffers = 1, .section = p->section};
  if (at(tree, root)->flags & TTA_NODE_HAS_ERRORS) t.why = TTA_STR("it has errors");
  else if (at(tree, root)->kind == TTA_NODE_TENSOR) read_tensor(p, tree, root, &t);
  else read_memref(p, tree, root, &t);
  return TTA_MEMORY_PLAN_APPEND(p, types, t) ? p->num_types - 1 : TTA_MEMORY_PLAN_NONE;
}

/* Aliases and other spellings of a tensor are one type: the blank keeps canonical texts apart from written ones. */
static void set_equal(struct tta_memory_plan *p, uint32_t type) {
  const tta_layout *layout = p->types[type].memref ? NULL : p->types[type].layout;
  p->types[type].equal = type;
  if (!layout || !layout->type.size) return;
  tta_buf text = tta_buf_new(p->arena.allocator);
  tta_buf_char(&text, ' ');
  tta_buf_bytes(&text, layout->type.data, layout->type.size);
  tta_str key = tta_arena_take(&p->arena, &text);
  const uint32_t *first = key.data ? tta_strmap_add(&p->type_names, key, type) : NULL;
  if (first) p->types[type].equal = *first;
  else p->status = TTA_NO_MEMORY;
}

static uint32_t type_of(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id root, tta_str text) {
  uint8_t kind = at(tree, root)->kind;
  if (kind != TTA_NODE_TENSOR && kind != TTA_NODE_MEMREF) return TTA_MEMORY_PLAN_NONE;
  const uint32_t *known = tta_strmap_find(&p->type_names, text);
  if (known) return *known;
  uint32_t type = new_type(p, tree, root, text);
  if (type == TTA_MEMORY_PLAN_NONE) return type;
  if (tta_strmap_set(&p->type_names, text, type)) p->status = TTA_NO_MEMORY;
  set_equal(p, type);
  return type;
}

/* All chips of a device allocate in lockstep, so memory is planned on one of them. */
static void note_chips(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id node, uint32_t line) {
  tta_device device;
  tta_status status = tta_device_lower(tree, node, &p->arena, &device);
  if (status == TTA_NO_MEMORY) p->status = status;
  for (uint32_t i = 0; !status && i < device.chip_ids.rank; i++)
    if (!TTA_MEMORY_PLAN_APPEND(p, device_chips, device.chip_ids.extent[i])) return;
  if (status || p->has_noted_chips || device.chip_ids.rank < 2) return;
  p->has_noted_chips = true;
  tta_memory_plan_assume(p,
                         "line %u: the device has %u chips; the banks are those of one chip, and a DRAM tensor is "
                         "assumed to be on one chip as a whole",
                         line, device.chip_ids.rank);
}

static bool visit_island(void *user, tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  struct tta_memory_plan *p = user;
  const tta_tree *tree = &reader->tree;
  tta_str text = TTA_SPAN_TEXT(tree->text.data, span);
  tta_memory_plan_spot spot = {.begin = span.begin, .end = span.end, .type = TTA_MEMORY_PLAN_NONE,
                               .system = TTA_MEMORY_PLAN_NONE};
  if (!root || p->status) return false;
  tta_node_id resolved = tta_node_resolve(tree, root);
  if (tta_node_is_attribute(tree, resolved, TTA_ATTR_system_desc))
    spot.system = tta_memory_plan_read_system(p, tree, resolved, span);
  spot.program = tta_memory_plan_read_cbs(p, tree, resolved);
  spot.cores = tta_memory_plan_read_cores(p, tree, resolved);
  if ((place == TTA_CONTEXT_MODULE_DEVICE || place == TTA_CONTEXT_DEVICE_OPERATION) &&
      tta_node_is_attribute(tree, resolved, TTA_ATTR_device))
    note_chips(p, tree, resolved, tta_memory_plan_line(p, span.begin));
  if (place != TTA_CONTEXT_ALIAS) spot.type = type_of(p, tree, root, text);
  if (place == TTA_CONTEXT_ALIAS && tree->num_aliases) {
    const tta_alias *alias = &tree->aliases[tree->num_aliases - 1];
    spot.type = alias->sigil == '!' ? type_of(p, tree, resolved, text) : TTA_MEMORY_PLAN_NONE;
    if (spot.type != TTA_MEMORY_PLAN_NONE || spot.system != TTA_MEMORY_PLAN_NONE ||
        spot.program != TTA_MEMORY_PLAN_NONE || spot.cores) spot.defines = alias->name;
  }
  /* the value of an alias after `tt.system_desc =` is elsewhere in the text: the spot is that of the use */
  if (!TTA_MEMORY_PLAN_APPEND(p, spots, spot)) p->status = TTA_NO_MEMORY;
  return false;
}

static void begin_section(void *user, tta_reader *reader, uint32_t section) {
  struct tta_memory_plan *p = user;
  (void)reader;
  p->section = section;
  if (section) tta_strmap_clear(&p->type_names); /* aliases have other values now */
}

void tta_memory_plan_read_types(struct tta_memory_plan *p) {
  tta_visitor visitor = {.user = p, .begin_section = begin_section, .island = visit_island};
  tta_status status = tta_parse_again(p->source, &visitor, p->arena.allocator);
  if (status) p->status = status;
}

void tta_memory_plan_size_types(struct tta_memory_plan *p) {
  tta_buf reason = tta_buf_new(p->arena.allocator);
  for (uint32_t i = 0; i < p->num_types && !p->status; i++) {
    tta_memory_plan_type *t = &p->types[i];
    if (t->tiled_bytes > 0) {
      t->sized = !tta_footprint_interleaved(t->tiled_bytes / t->stick_bytes, t->stick_bytes, p->banks.banks[t->space],
                                            p->banks.page_align[t->space], p->banks.alloc_align, &t->footprint);
      continue;
    }
    if (t->semaphore_cores) t->sized = tta_memory_plan_size_semaphore(&p->banks, t->semaphore_cores, &t->footprint);
    if (!t->device || (!t->layout && !t->memref)) continue;
    if (t->memref) {
      size_memref(p, t);
      continue;
    }
    reason.size = 0;
    tta_status status =
        tta_layout_footprint(t->layout, &p->banks, p->options.era, &t->space, &t->footprint, &reason);
    t->sized = !status;
    t->overflows = status == TTA_OVERFLOW;
    if (status && !t->overflows) t->why = tta_arena_str(&p->arena, tta_buf_view(&reason));
  }
  if (reason.failed) p->status = TTA_NO_MEMORY;
  tta_buf_free(&reason);
}
