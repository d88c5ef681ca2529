/* Owns the islands of the text as types: which lie in device memory, and how many bytes they take. Does not judge them.
 */
#include <string.h>

#include "base/checked.h"
#include "ir/attributes.h"
#include "model/lower.h"
#include "memory/program.h"

static const tta_node *at(const tta_tree *tree, tta_node_id id) { return tta_node_at(tree, id); }

static bool is_attribute(const tta_tree *tree, tta_node_id id, tta_attribute which) {
  return at(tree, id)->kind == TTA_NODE_ATTRIBUTE && at(tree, id)->index == which;
}

static tta_str constant(const char *text) { return (tta_str){text, strlen(text)}; }

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
  if (status) t->why = constant("its layout does not fit it"), t->tiled_bytes = -1;
}

static void read_tensor(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id tensor, tta_memory_plan_type *t) {
  tta_node_id layout = tta_node_resolve(tree, tta_node_child(tree, tensor, TTA_FIELD_encoding));
  if (is_attribute(tree, layout, TTA_ATTR_tiled_layout)) read_tiled(p, tree, tensor, layout, t);
  if (!layout || !tta_is_layout_attribute(tree, layout)) return;
  tta_layout *s = tta_arena_alloc(&p->arena, sizeof *s);
  if (!s) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  tta_status status = tta_layout_from_tree(tree, tensor, layout, &p->arena, p->pool, s);
  if (status == TTA_NO_MEMORY) p->status = status;
  t->sharding = s;
  t->device = s->memory_space > TTA_MEMORY_MMIO;
  if (status) t->why = constant("its layout does not fit it"), t->sharding = NULL;
  t->overflows = status == TTA_OVERFLOW;
  if (status) t->space = s->memory_space == TTA_MEMORY_DRAM ? TTA_BUFFER_DRAM : TTA_BUFFER_L1;
}

/* ---- memrefs ---- */

static tta_str space_of(const tta_tree *tree, tta_node_id node) {
  tta_node_id id = tta_node_resolve(tree, node);
  if (!is_attribute(tree, id, TTA_ATTR_memory_space) && !is_attribute(tree, id, TTA_ATTR_ttnn_buffer_type))
    return (tta_str){NULL, 0};
  return tta_node_text(tree, at(tree, id)->first);
}

static bool is_static(tta_shape shape) {
  for (uint32_t i = 0; i < shape.rank; i++)
    if (shape.extent[i] < 0) return false;
  return true;
}

static bool volume(tta_shape shape, uint32_t from, uint32_t to, int64_t *out) {
  *out = 1;
  for (uint32_t i = from; i < to; i++)
    if (!tta_mul(*out, shape.extent[i], out)) return false;
  return true;
}

/* A memref's own footprint: with a shard layout the first half of its dims is the grid and the rest a shard, of which
 * there are `buffers` (tt-mlir ShardLayoutAttr); without one it is all on each core. */
static void size_memref(struct tta_memory_plan *p, tta_memory_plan_type *t, tta_shape shape, const tta_element *element,
                        bool shard, bool interleaved) {
  int64_t bytes, cores = 1, pages, page;
  bool tile = element->kind == TTA_ELEMENT_TILE, old = p->options.era && p->options.era < 20251110;
  uint32_t half = shard ? shape.rank / 2 : 0, last = shape.rank - !tile;
  const tta_banks *b = &p->banks;
  if (tta_element_bytes(element, old ? TTA_WITHOUT_EXPONENTS : TTA_WITH_EXPONENTS, &bytes)) {
    t->why = constant("the bytes of its element are not known");
    return;
  }
  if (!is_static(shape)) {
    t->why = constant("its shape is not static");
    return;
  }
  if (!shape.rank) last = 0;
  if (!volume(shape, 0, half, &cores) || !volume(shape, half, last < half ? half : last, &pages) ||
      !volume(shape, last, shape.rank, &page) || !tta_mul(page, bytes, &page) ||
      !tta_mul(pages, t->num_buffers, &pages)) {
    t->overflows = true;
    return;
  }
  bool dram = t->space == TTA_BUFFER_DRAM;
  tta_status status;
  if (interleaved || (dram && !shard))
    status = tta_footprint_interleaved(pages, page, b->banks[t->space], b->page_align[t->space], b->alloc_align,
                                       &t->footprint);
  else
    status = tta_footprint_sharded(pages, page, cores < 1 ? 1 : cores, dram ? b->banks[t->space] : 0,
                                   b->page_align[t->space], b->alloc_align, &t->footprint);
  t->sized = !status;
  t->overflows = status == TTA_OVERFLOW;
}

/* What size_memref needs, kept until the banks are known. */
typedef struct tta_memref_parts {
  tta_element element;
  tta_shape shape;
  bool shard, interleaved;
} memref_parts;

static int64_t buffers_of(const tta_tree *tree, tta_node_id layout) {
  const tta_node *n = at(tree, tta_node_child(tree, layout, TTA_FIELD_num_buffers));
  return n->kind == TTA_NODE_INT && n->integer > 0 && n->integer < 1 << 20 ? n->integer : 1;
}

/* A shard layout as a sharding, which is what advice is given on: grid ++ shard, nothing else. */
static void read_shards(struct tta_memory_plan *p, const memref_parts *parts,
                        tta_memory_plan_type *t) {
  tta_layout *s = tta_arena_alloc(&p->arena, sizeof *s);
  int64_t *physical;
  uint32_t n = parts->shape.rank / 2;
  bool tile = tta_element_is_tile(&parts->element);
  if (!s || parts->shape.rank % 2 || tta_element_bytes(&parts->element, TTA_WITH_EXPONENTS, &s->element_bytes)) return;
  int64_t bytes = s->element_bytes;
  *s = (tta_layout){.family = TTA_FAMILY_MAP, .type = t->text, .element_bytes = bytes, .cores = 1};
  s->memory_space = TTA_MEMORY_L1;
  s->grid = (tta_shape){n, parts->shape.extent};
  s->memref = (tta_shape){n, parts->shape.extent + n};
  s->physical = tta_shape_new(&p->arena, n, &physical);
  s->tensor_element = s->memref_element = parts->element;
  for (uint32_t i = 0; i < n && physical; i++) {
    int64_t in_tile = tile && i + 2 >= n ? s->memref_element.tile[i + 2 - n] : 1;
    if (s->grid.extent[i] < 1 || s->memref.extent[i] < 1 || !tta_mul(s->cores, s->grid.extent[i], &s->cores) ||
        !tta_mul(s->grid.extent[i], s->memref.extent[i], &physical[i]) || !tta_mul(physical[i], in_tile, &physical[i]))
      return;
  }
  if (physical) t->sharding = s;
}

static bool read_memref(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id memref, tta_memory_plan_type *t,
                        memref_parts *parts) {
  tta_str space = space_of(tree, tta_node_child(tree, memref, TTA_FIELD_memory_space));
  tta_node_id shape = tta_node_child(tree, memref, TTA_FIELD_shape),
              layout = tta_node_resolve(tree, tta_node_child(tree, memref, TTA_FIELD_layout));
  bool dram = space.size == 4 && !memcmp(space.data, "dram", 4), l1 = space.size == 2 && !memcmp(space.data, "l1", 2);
  if ((!dram && !l1) || at(tree, shape)->kind != TTA_NODE_DIMS) return false;
  t->device = true;
  t->space = dram ? TTA_BUFFER_DRAM : TTA_BUFFER_L1;
  if (is_attribute(tree, layout, TTA_ATTR_view) || is_attribute(tree, layout, TTA_ATTR_stream)) {
    t->device = false; /* looks at memory that is another's */
    return false;
  }
  parts->shard = is_attribute(tree, layout, TTA_ATTR_shard);
  parts->interleaved = is_attribute(tree, layout, TTA_ATTR_interleaved);
  if (parts->shard) t->num_buffers = buffers_of(tree, layout);
  parts->element = tta_lower_element(tree, tta_node_child(tree, memref, TTA_FIELD_element_type));
  parts->element.text = (tta_str){NULL, 0};
  parts->shape = tta_shape_copy(&p->arena, tta_node_shape(tree, shape));
  if (parts->shard && t->space == TTA_BUFFER_L1 && t->num_buffers == 1) read_shards(p, parts, t);
  return true;
}

/* ---- islands ---- */

static uint32_t new_type(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id root, tta_str text) {
  tta_memory_plan_type t = {.text = text, .num_buffers = 1};
  memref_parts *parts = NULL;
  if (at(tree, root)->flags & TTA_NODE_FAULTY) t.why = constant("it is faulty");
  else if (at(tree, root)->kind == TTA_NODE_TENSOR) read_tensor(p, tree, root, &t);
  else {
    parts = tta_arena_alloc(&p->arena, sizeof *parts);
    if (!parts) {
      p->status = TTA_NO_MEMORY;
      return TTA_MEMORY_PLAN_NONE;
    }
    *parts = (memref_parts){0};
    if (!read_memref(p, tree, root, &t, parts)) parts = NULL;
  }
  t.memref = parts;
  return TTA_MEMORY_PLAN_APPEND(p, types, t) ? p->num_types - 1 : TTA_MEMORY_PLAN_NONE;
}

static uint32_t type_of(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id root, tta_str text) {
  uint8_t kind = at(tree, root)->kind;
  if (kind != TTA_NODE_TENSOR && kind != TTA_NODE_MEMREF) return TTA_MEMORY_PLAN_NONE;
  const uint32_t *known = tta_strmap_find(&p->type_names, text);
  if (known) return *known;
  uint32_t type = new_type(p, tree, root, text);
  if (type != TTA_MEMORY_PLAN_NONE && tta_strmap_set(&p->type_names, text, type)) p->status = TTA_NO_MEMORY;
  return type;
}

/* Allocation is in lockstep on all chips of a device, so that one of them stands for all. */
static void count_chips(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id device, uint32_t line) {
  uint32_t chips = 0;
  tta_node_id ids = tta_node_resolve(tree, tta_node_child(tree, device, TTA_FIELD_chipIds));
  for (tta_node_id c = tta_node_first(tree, ids); c; c = at(tree, c)->next) chips++;
  if (chips < 2 || p->says_chips) return;
  p->says_chips = true;
  tta_memory_plan_assume(p,
                  "line %u: the device has %u chips; the banks are those of one of them, and a DRAM tensor is taken to "
                  "lie whole on one",
                  line, chips);
}

static bool take_island(void *user, tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  struct tta_memory_plan *p = user;
  const tta_tree *tree = &reader->tree;
  tta_str text = {tree->text.data + span.begin, span.end - span.begin};
  tta_memory_plan_spot spot = {span.begin, span.end, TTA_MEMORY_PLAN_NONE, TTA_MEMORY_PLAN_NONE, {NULL, 0}};
  if (!root || p->status) return false;
  tta_node_id resolved = tta_node_resolve(tree, root);
  if (is_attribute(tree, resolved, TTA_ATTR_system_desc))
    spot.system = tta_memory_plan_read_system(p, tree, resolved, span.begin);
  if ((place == TTA_CONTEXT_MODULE_DEVICE || place == TTA_CONTEXT_DEVICE_OPERATION) &&
      is_attribute(tree, resolved, TTA_ATTR_device))
    count_chips(p, tree, resolved, tta_memory_plan_line(p, span.begin));
  if (place != TTA_CONTEXT_ALIAS) spot.type = type_of(p, tree, root, text);
  if (place == TTA_CONTEXT_ALIAS && tree->num_aliases) {
    const tta_alias *alias = &tree->aliases[tree->num_aliases - 1];
    spot.type = alias->sigil == '!' ? type_of(p, tree, resolved, text) : TTA_MEMORY_PLAN_NONE;
    if (spot.type != TTA_MEMORY_PLAN_NONE || spot.system != TTA_MEMORY_PLAN_NONE) spot.defines = alias->name;
  }
  /* the use of an alias behind `tt.system_desc =` comes as its value, elsewhere in the text: the spot covers the use */
  if (!TTA_MEMORY_PLAN_APPEND(p, spots, spot)) p->status = TTA_NO_MEMORY;
  return false;
}

static void begin_piece(void *user, tta_reader *reader, uint32_t piece) {
  struct tta_memory_plan *p = user;
  (void)reader;
  if (piece) tta_strmap_clear(&p->type_names); /* aliases mean something else now */
}

void tta_memory_plan_read_types(struct tta_memory_plan *p) {
  tta_visitor visitor = {.user = p, .begin_piece = begin_piece, .island = take_island};
  tta_status status = tta_reread(p->source, &visitor, p->arena.allocator);
  if (status) p->status = status;
}

void tta_memory_plan_size_types(struct tta_memory_plan *p) {
  tta_buf reason;
  tta_buf_init(&reason, p->arena.allocator);
  for (uint32_t i = 0; i < p->num_types && !p->status; i++) {
    tta_memory_plan_type *t = &p->types[i];
    if (t->tiled_bytes > 0) {
      t->sized = !tta_footprint_interleaved(t->tiled_bytes / t->stick_bytes, t->stick_bytes, p->banks.banks[t->space],
                                            p->banks.page_align[t->space], p->banks.alloc_align, &t->footprint);
      continue;
    }
    if (!t->device || (!t->sharding && !t->memref)) continue;
    if (t->memref) {
      size_memref(p, t, t->memref->shape, &t->memref->element, t->memref->shard, t->memref->interleaved);
      continue;
    }
    reason.size = 0;
    tta_status status =
        tta_layout_footprint(t->sharding, &p->banks, p->options.era, &t->space, &t->footprint, &reason);
    t->sized = !status;
    t->overflows = status == TTA_OVERFLOW;
    if (status && !t->overflows) t->why = tta_arena_str(&p->arena, tta_buf_view(&reason));
  }
  if (reason.failed) p->status = TTA_NO_MEMORY;
  tta_buf_free(&reason);
}
