/* Rules tile-shape and tile-size. */
#include <string.h>

#include "base/format.h"
#include "device/device.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

static const tta_node *at(const tta_verifier *v, tta_node_id id) { return tta_node_at(v->tree, id); }

enum { USUAL_TILES = 6 };

/* Every chip that tt-mlir describes has these (its default system descriptors, supported_tile_sizes); the common size
 * is the last. */
static const tta_tile_size usual[USUAL_TILES] = {{4, 16}, {16, 16}, {32, 16}, {4, 32}, {16, 32}, {32, 32}};

static bool same_size(tta_tile_size a, tta_tile_size b) { return a.height == b.height && a.width == b.width; }

static bool is_common(tta_tile_size size) { return same_size(usual[USUAL_TILES - 1], size); }

/* A tile of block floats that is not 32x32. */
static bool is_odd_block(const tta_element *tile) {
  bool whole = tile->tile[0] == 32 && tile->tile[1] == 32;
  return !whole && tta_data_type_is_block_float(tile->data_type);
}

static void report_block_float(tta_verifier *v, tta_node_id tile, tta_tile_size size) {
  tta_node_id shape = at(v, tile)->first;
  tta_str type = tta_node_text(v->tree, at(v, shape)->next);
  TTA_REPORT_VALUE(v, tile, TTA_RULE_tile_size, tta_node_span(v->tree, shape),
                   "a tile of block floats (%.*s) must be 32x32, found %lldx%lld", (int)type.size, type.data,
                   (long long)size.height, (long long)size.width);
}

/* The system may stand below the tile, so that sizes wait for the end of the section: of the common size, 32x32, which
 * every system has, the first tile, of all others each. */
static inline void place(tta_verifier *v, tta_pending_tile met) {
  bool common = is_common(met.size);
  if (common && v->facts->has_common_tile) return;
  v->facts->has_common_tile |= common;
  TTA_MODULE_APPEND(v, tiles, met);
}

void tta_module_place_tile(tta_verifier *v, tta_pending_tile tile) { place(v, tile); }

static void record_size(tta_verifier *v, tta_node_id tile, tta_tile_size size) {
  if (is_common(size) && v->facts->has_common_tile && !tta_is_learning(v)) return;
  tta_pending_tile met = {tta_node_span(v->tree, at(v, tile)->first), size};
  if (tta_is_learning(v)) tta_known_add_tile(v, &met);
  place(v, met);
}

static bool is_listed(const tta_tile_size *sizes, uint32_t count, tta_tile_size size) {
  for (uint32_t i = 0; i < count; i++)
    if (same_size(sizes[i], size)) return true;
  return false;
}

enum { MAX_SIZES = 64 };

typedef struct tile_sizes {
  tta_tile_size items[MAX_SIZES];
  uint32_t count;
  bool known; /* of the system, not the usual ones */
} tile_sizes;

static void list_sizes(const tta_system *system, tile_sizes *out) {
  out->count = system ? tta_system_tile_sizes(system, out->items, MAX_SIZES) : 0;
  out->known = out->count != 0;
  if (out->known) return;
  memcpy(out->items, usual, sizeof usual);
  out->count = USUAL_TILES;
}

bool tta_tile_size_is_reported(tta_verifier *v, const tta_element *element) {
  tile_sizes sizes;
  v->own = true;
  tta_tile_size size = {element->tile[0], element->tile[1]};
  if (element->kind != TTA_ELEMENT_TILE || !v->report->enabled[TTA_RULE_tile_size]) return false;
  if (is_odd_block(element)) return true;
  if (v->facts->several) return false;
  list_sizes(tta_module_system(v), &sizes);
  return !is_listed(sizes.items, sizes.count, size);
}

static tta_diagnostic *verify_size(tta_verifier *v, const tta_system *system, tta_pending_tile tile) {
  enum { MAX_WORDS = 16 };
  tile_sizes supported;
  list_sizes(system, &supported);
  bool known = supported.known, is_default = tta_is_default_system(v, system);
  const tta_tile_size *sizes = supported.items;
  uint32_t count = supported.count;
  if (is_listed(sizes, count, tile.size)) return NULL;
  char words[MAX_WORDS * 48];
  tta_buf list = tta_buf_fixed(words, sizeof words);
  for (uint32_t i = 0; i < count && i < MAX_WORDS; i++)
    tta_buf_printf(&list, "%s%lldx%lld", i ? ", " : "", (long long)sizes[i].height, (long long)sizes[i].width);
  tta_diagnostic *d = tta_report_add(
      v->report, TTA_RULE_tile_size, tile.shape, "tile size %lldx%lld is not supported%s; expected %s%.*s%s",
      (long long)tile.size.height, (long long)tile.size.width,
      !known ? "" : is_default ? " by the default system" : " by the system", count > 1 ? "one of " : "",
      (int)list.size, words, count > MAX_WORDS ? ", ..." : "");
  if (known) tta_module_note_system(v, d, system);
  return d;
}

void tta_module_verify_tiles(tta_verifier *v, const tta_system *system) {
  const tta_module_facts *f = v->facts;
  tta_strmap verified; /* the number of the diagnostic of a size; 0: none */
  if (f->several) return; /* which system applies is not known */
  tta_strmap_init(&verified, v->reader->allocator);
  for (uint32_t i = 0; i < f->num_tiles; i++) {
    const tta_pending_tile *tile = &f->tiles[i];
    tta_str size = {(const char *)&tile->size, sizeof tile->size};
    const uint32_t *number = tta_strmap_find(&verified, size);
    if (number) {
      tta_diagnostic *first = *number ? v->report->items[*number - 1] : NULL;
      if (first) tta_report_copy(v->report, first, first->span, tile->shape.begin);
    } else if (tta_strmap_set(&verified, size, verify_size(v, system, *tile) ? (uint32_t)v->report->size : 0)) {
      v->report->status = TTA_NO_MEMORY;
    }
  }
  tta_strmap_free(&verified);
}

void tta_verify_tile(tta_verifier *v, tta_node_id tile) {
  tta_element element = tta_lower_element(v->tree, tile);
  if (element.kind == TTA_ELEMENT_TILE) {
    tta_tile_size size = {element.tile[0], element.tile[1]};
    if (is_odd_block(&element)) report_block_float(v, tile, size);
    else record_size(v, tile, size);
    return;
  }
  tta_node_id dims = at(v, tile)->first;
  if (at(v, dims)->kind != TTA_NODE_DIMS) return;
  tta_shape shape = tta_node_shape(v->tree, dims);
  if (shape.rank != 2)
    tta_report_note(v->report,
                    tta_report_add(v->report, TTA_RULE_tile_shape, tta_first_token(v->tree, tile),
                                   "expected 2D shape, height x width, got %u dim%s", shape.rank,
                                   tta_plural(shape.rank)),
                    tta_node_span(v->tree, dims), "the shape of the tile");
  else
    tta_report_add(v->report, TTA_RULE_tile_shape, tta_node_span(v->tree, dims),
                   "the extents of a tile must be at least 1, got %s", tta_layout_shape_words(v, shape, 'x'));
}
