/* Rules tile-shape and tile-size. */
#include "verify/layout_faults.h"
#include "verify/module.h"

static const tta_node *at(const tta_verifier *v, tta_node_id id) { return tta_node_at(v->tree, id); }

/* Every chip that tt-mlir describes has these (its default system descriptors, supported_tile_sizes). */
static const tta_tile_size usual[TTA_USUAL_TILES] = {{4, 16}, {16, 16}, {32, 16}, {4, 32}, {16, 32}, {32, 32}};

static bool same_size(tta_tile_size a, tta_tile_size b) { return a.height == b.height && a.width == b.width; }

static bool is_first_report(tta_verifier *v, tta_node_id tile) {
  tta_diagnostic *earlier;
  return tta_layout_is_first_report(v, tile, &earlier);
}

static void report_block_float(tta_verifier *v, tta_node_id tile, tta_tile_size size) {
  tta_node_id shape = at(v, tile)->first;
  tta_str type = tta_node_text(v->tree, at(v, shape)->next);
  if (!is_first_report(v, tile)) return;
  tta_report_add(v->report, TTA_RULE_tile_size, tta_node_span(v->tree, shape),
                 "a tile of block floats (%.*s) must be 32x32, found %lldx%lld", (int)type.size, type.data,
                 (long long)size.height, (long long)size.width);
}

/* The system may stand below the tile, so that sizes wait for the end of the piece. */
static void record_size(tta_verifier *v, tta_node_id tile, tta_tile_size size) {
  tta_span span = tta_node_span(v->tree, at(v, tile)->first);
  for (size_t i = 0; i < TTA_USUAL_TILES; i++) {
    if (!same_size(usual[i], size)) continue;
    if (!v->facts->usual_tiles[i].end) v->facts->usual_tiles[i] = span;
    return;
  }
  tta_pending_tile met = {span, size};
  if (is_first_report(v, tile)) TTA_MODULE_APPEND(v, tiles, met);
}

static bool is_listed(const tta_tile_size *sizes, uint32_t count, tta_tile_size size) {
  for (uint32_t i = 0; i < count; i++)
    if (same_size(sizes[i], size)) return true;
  return false;
}

static void verify_size(tta_verifier *v, const tta_system *system, tta_pending_tile tile) {
  enum { MAX_SIZES = 64, MAX_WORDS = 16 };
  tta_tile_size supported[MAX_SIZES];
  uint32_t count = system ? tta_system_tile_sizes(system, supported, MAX_SIZES) : 0;
  bool known = count != 0, is_default = system == &v->facts->fallback;
  const tta_tile_size *sizes = known ? supported : usual;
  if (!known) count = TTA_USUAL_TILES;
  if (is_listed(sizes, count, tile.size)) return;
  char words[MAX_WORDS * 48];
  tta_buf list = {.data = words, .capacity = sizeof words};
  for (uint32_t i = 0; i < count && i < MAX_WORDS; i++)
    tta_buf_printf(&list, "%s%lldx%lld", i ? ", " : "", (long long)sizes[i].height, (long long)sizes[i].width);
  tta_diagnostic *d = tta_report_add(
      v->report, TTA_RULE_tile_size, tile.shape, "tile size %lldx%lld is not supported%s; expected %s%.*s%s",
      (long long)tile.size.height, (long long)tile.size.width,
      !known ? "" : is_default ? " by the default system" : " by the system", count > 1 ? "one of " : "",
      (int)list.size, words, count > MAX_WORDS ? ", ..." : "");
  if (known) tta_module_note_system(v, d, system);
}

void tta_module_verify_tiles(tta_verifier *v, const tta_system *system) {
  const tta_module_facts *f = v->facts;
  if (f->several) return; /* which system applies is not known */
  for (uint32_t i = 0; i < TTA_USUAL_TILES; i++)
    if (f->usual_tiles[i].end) verify_size(v, system, (tta_pending_tile){f->usual_tiles[i], usual[i]});
  for (uint32_t i = 0; i < f->num_tiles; i++) verify_size(v, system, f->tiles[i]);
}

void tta_verify_tile(tta_verifier *v, tta_node_id tile) {
  tta_element element = tta_lower_element(v->tree, tile);
  if (element.kind == TTA_ELEMENT_TILE) {
    tta_tile_size size = {element.tile[0], element.tile[1]};
    bool whole = size.height == 32 && size.width == 32;
    if (!whole && tta_data_type_is_block_float(element.data_type)) report_block_float(v, tile, size);
    else record_size(v, tile, size);
    return;
  }
  tta_node_id dims = at(v, tile)->first;
  if (at(v, dims)->kind != TTA_NODE_DIMS) return;
  tta_shape shape = tta_node_shape(v->tree, dims);
  if (shape.rank != 2)
    tta_report_add(v->report, TTA_RULE_tile_shape, tta_first_token(v->tree, tile),
                   "expected 2D shape, height x width, got %u dim%s", shape.rank, shape.rank == 1 ? "" : "s");
  else
    tta_report_add(v->report, TTA_RULE_tile_shape, tta_node_span(v->tree, dims),
                   "the extents of a tile must be at least 1, got %s", tta_layout_shape_words(v, shape, 'x'));
}
