/* Owns the facts of a system: how many chips, the grid of each, which are linked. Reads them from a system_desc
 * attribute or from the argument of --system-desc. Does not judge the attribute (system.c). */
#include <string.h>

#include "ttattr/arch.h"
#include "verify/module.h"

enum { MAX_CHIPS = 1 << 30 }; /* of the short notations: a chip id is an index, far beyond any cluster */

/* ---- from an attribute ------------------------------------------------------------------------------------------- */

static uint32_t count_children(const tta_tree *tree, tta_node_id list) {
  uint32_t count = 0;
  for (tta_node_id c = tta_node_first(tree, list); c; c = tta_node_at(tree, c)->next) count++;
  return count;
}

static tta_chip_grid chip_grid(const tta_tree *tree, tta_node_id desc) {
  tta_chip_grid unknown = {0, 0};
  desc = tta_node_resolve(tree, desc);
  tta_node_id grid = tta_node_resolve(tree, tta_node_child(tree, desc, TTA_FIELD_grid));
  if (tta_node_at(tree, grid)->kind == TTA_NODE_ATTRIBUTE)
    grid = tta_node_resolve(tree, tta_node_child(tree, grid, TTA_FIELD_shape));
  if (tta_node_at(tree, grid)->kind != TTA_NODE_DIMS) return unknown;
  tta_shape shape = tta_node_shape(tree, grid);
  if (shape.rank != 2 || shape.extent[0] < 1 || shape.extent[1] < 1) return unknown;
  return (tta_chip_grid){shape.extent[0], shape.extent[1]};
}

static tta_status read_kinds(const tta_tree *tree, tta_node_id list, tta_arena *arena, tta_system *out) {
  uint32_t count = count_children(tree, list), at = 0;
  tta_chip_grid *kinds = tta_arena_array(arena, count + 1, sizeof *kinds);
  if (!kinds) return TTA_NO_MEMORY;
  for (tta_node_id c = tta_node_first(tree, list); c; c = tta_node_at(tree, c)->next) kinds[at++] = chip_grid(tree, c);
  out->kinds = kinds;
  out->num_kinds = count;
  return TTA_OK;
}

static tta_status read_indices(const tta_tree *tree, tta_node_id list, tta_arena *arena, tta_system *out) {
  uint32_t count = count_children(tree, list), at = 0;
  uint32_t *kind_of = tta_arena_array(arena, (size_t)count + 1, sizeof *kind_of);
  if (!kind_of) return TTA_NO_MEMORY;
  for (tta_node_id c = tta_node_first(tree, list); c; c = tta_node_at(tree, c)->next) {
    const tta_node *n = tta_node_at(tree, tta_node_resolve(tree, c));
    bool good = n->kind == TTA_NODE_INT && n->integer >= 0 && n->integer < out->num_kinds;
    kind_of[at++] = good ? (uint32_t)n->integer : out->num_kinds;
  }
  out->kind_of = kind_of;
  out->num_chips = count;
  return TTA_OK;
}

/* `[chip, y, x]` or `chip`. */
static bool channel_end(const tta_tree *tree, tta_node_id end, uint32_t *chip) {
  end = tta_node_resolve(tree, end);
  if (tta_node_at(tree, end)->kind == TTA_NODE_LIST) end = tta_node_resolve(tree, tta_node_first(tree, end));
  const tta_node *n = tta_node_at(tree, end);
  if (n->kind != TTA_NODE_INT || (n->flags & TTA_NODE_WIDE) || n->integer < 0 || n->integer > UINT32_MAX) return false;
  *chip = (uint32_t)n->integer;
  return true;
}

static tta_node_id either(const tta_tree *tree, tta_node_id id, tta_field a, tta_field b) {
  tta_node_id child = tta_node_child(tree, id, a);
  return child ? child : tta_node_child(tree, id, b);
}

static tta_status read_links(const tta_tree *tree, tta_node_id list, tta_arena *arena, tta_system *out) {
  size_t room = (size_t)count_children(tree, list) + 1, count = 0;
  uint64_t *pairs = tta_arena_array(arena, room, 2 * sizeof *pairs);
  tta_chip_link *links = tta_arena_array(arena, room, sizeof *links);
  if (!pairs || !links) return TTA_NO_MEMORY;
  for (tta_node_id c = tta_node_first(tree, list); c; c = tta_node_at(tree, c)->next) {
    tta_node_id channel = tta_node_resolve(tree, c);
    uint32_t a, b;
    if (!channel_end(tree, either(tree, channel, TTA_FIELD_endpoint0, TTA_FIELD_chip_id0), &a)) continue;
    if (!channel_end(tree, either(tree, channel, TTA_FIELD_endpoint1, TTA_FIELD_chip_id1), &b)) continue;
    pairs[count++] = a < b ? (uint64_t)b << 32 | a : (uint64_t)a << 32 | b;
  }
  tta_sort_pairs(pairs, pairs + count, count); /* by the greater chip, then, stable, by the smaller one */
  for (size_t i = 0; i < count; i++) pairs[i] = pairs[i] << 32 | pairs[i] >> 32;
  tta_sort_pairs(pairs, pairs + count, count);
  for (size_t i = 0; i < count; i++) links[i] = (tta_chip_link){(uint32_t)(pairs[i] >> 32), (uint32_t)pairs[i]};
  out->links = links;
  out->num_links = count;
  return TTA_OK;
}

/* ---- tiles ------------------------------------------------------------------------------------------------------- */

/* `4x16`, or `(4 x 16)` before 2024-09-18 */
static bool tile_size(const tta_tree *tree, tta_node_id id, tta_tile_size *out) {
  id = tta_node_resolve(tree, id);
  if (tta_node_at(tree, id)->kind == TTA_NODE_ATTRIBUTE) id = tta_node_first(tree, id);
  if (tta_node_at(tree, id)->kind == TTA_NODE_PAREN_DIMS) id = tta_node_first(tree, id);
  if (tta_node_at(tree, id)->kind != TTA_NODE_DIMS) return false;
  tta_shape shape = tta_node_shape(tree, id);
  if (shape.rank != 2) return false;
  *out = (tta_tile_size){shape.extent[0], shape.extent[1]};
  return true;
}

static bool has_size(const tta_tile_size *sizes, uint32_t count, tta_tile_size size) {
  for (uint32_t i = 0; i < count; i++)
    if (sizes[i].height == size.height && sizes[i].width == size.width) return true;
  return false;
}

/* Those of all chips together; beyond MAX_SIZES nothing is known. */
static tta_status read_tile_sizes(const tta_tree *tree, tta_node_id descs, tta_arena *arena, tta_system *out) {
  enum { MAX_SIZES = 64 };
  tta_tile_size *sizes = tta_arena_array(arena, MAX_SIZES, sizeof *sizes), size;
  uint32_t count = 0;
  if (!sizes) return TTA_NO_MEMORY;
  for (tta_node_id d = tta_node_first(tree, descs); d; d = tta_node_at(tree, d)->next) {
    tta_node_id list = tta_node_child(tree, tta_node_resolve(tree, d), TTA_FIELD_supported_tile_sizes);
    for (tta_node_id c = tta_node_first(tree, list); c; c = tta_node_at(tree, c)->next) {
      if (!tile_size(tree, c, &size) || has_size(sizes, count, size)) continue;
      if (count == MAX_SIZES) return TTA_OK;
      sizes[count++] = size;
    }
  }
  out->tile_sizes = sizes;
  out->num_tile_sizes = count;
  return TTA_OK;
}

tta_status tta_system_facts_read(const tta_tree *tree, tta_node_id system, tta_arena *arena, tta_system *out) {
  *out = (tta_system){.links_known = true, .in_text = true, .span = tta_node_span(tree, system)};
  tta_status status = read_kinds(tree, tta_node_child(tree, system, TTA_FIELD_chip_descs), arena, out);
  if (!status) status = read_indices(tree, tta_node_child(tree, system, TTA_FIELD_chip_desc_indices), arena, out);
  if (!status) status = read_links(tree, tta_node_child(tree, system, TTA_FIELD_chip_channels), arena, out);
  if (!status) status = read_tile_sizes(tree, tta_node_child(tree, system, TTA_FIELD_chip_descs), arena, out);
  return status;
}

bool tta_system_equal(const tta_system *a, const tta_system *b) {
  if (a->num_chips != b->num_chips || a->links_known != b->links_known || a->num_links != b->num_links) return false;
  if (a->num_links && memcmp(a->links, b->links, a->num_links * sizeof *a->links)) return false;
  if (a->num_tile_sizes != b->num_tile_sizes) return false;
  for (uint32_t i = 0; i < a->num_tile_sizes; i++)
    if (!has_size(b->tile_sizes, b->num_tile_sizes, a->tile_sizes[i])) return false;
  int64_t told_apart = a->kind_of || b->kind_of ? a->num_chips : 1;
  for (int64_t chip = 0; chip < told_apart && chip < a->num_chips; chip++) {
    tta_chip_grid x = tta_system_chip_grid(a, chip), y = tta_system_chip_grid(b, chip);
    if (x.rows != y.rows || x.columns != y.columns) return false;
  }
  return true;
}

bool tta_system_linked(const tta_system *system, uint32_t a, uint32_t b) {
  uint64_t wanted = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
  size_t low = 0, high = system->num_links;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    uint64_t pair = (uint64_t)system->links[middle].a << 32 | system->links[middle].b;
    if (pair == wanted) return true;
    if (pair < wanted) low = middle + 1;
    else high = middle;
  }
  return false;
}

/* ---- from the argument of --system-desc -------------------------------------------------------------------------- */

static tta_status uniform(int64_t num_chips, tta_chip_grid grid, tta_arena *arena, tta_system *out) {
  tta_chip_grid *kind = tta_arena_alloc(arena, sizeof *kind);
  if (!kind) return TTA_NO_MEMORY;
  *kind = grid;
  *out = (tta_system){.num_chips = num_chips, .num_kinds = 1, .kinds = kind};
  return TTA_OK;
}

static const char *blanks(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) at++;
  return at;
}

static const char *number(const char *at, const char *end, int64_t *value) {
  const char *digits = blanks(at, end);
  *value = 0;
  for (at = digits; at < end && *at >= '0' && *at <= '9' && *value <= MAX_CHIPS; at++)
    *value = *value * 10 + (*at - '0');
  return at > digits && *value >= 1 && *value <= MAX_CHIPS ? at : NULL;
}

static const char *eat(const char *at, const char *end, char c) {
  if (!at) return NULL;
  at = blanks(at, end);
  return at < end && *at == c ? at + 1 : NULL;
}

/* `[N, 8x8]`: N chips, each with such a grid (device specification, Examples). */
static bool bracketed(const char *at, const char *end, int64_t *count, tta_chip_grid *grid) {
  if ((at = eat(at, end, '['))) at = number(at, end, count);
  if ((at = eat(at, end, ','))) at = number(at, end, &grid->rows);
  if ((at = eat(at, end, 'x'))) at = number(at, end, &grid->columns);
  at = eat(at, end, ']');
  return at && blanks(at, end) == end;
}

/* `NAME` or `NAME:N`: the chips of tt-mlir's default system description, whose grids are those of arch.h. Grayskull
 * has none. */
static bool named(const char *at, const char *end, int64_t *count, tta_chip_grid *grid) {
  const char *colon = memchr(at, ':', (size_t)(end - at));
  tta_arch arch;
  *count = 1;
  if (!tta_arch_find((tta_str){at, (size_t)((colon ? colon : end) - at)}, &arch)) return false;
  const tta_chip_defaults *defaults = tta_arch_get(arch)->defaults;
  if (!defaults) return false;
  *grid = (tta_chip_grid){defaults->grid[0], defaults->grid[1]};
  return !colon || number(colon + 1, end, count) == end;
}

typedef struct finder {
  tta_arena *arena;
  tta_system *out;
  bool found;
  tta_status status;
} finder;

/* The first system_desc counts, whatever stands around it: a definition, a module, the bare attribute. */
static bool look_at(void *user, struct tta_reader *reader, tta_node_id root, tta_island_context place,
                    tta_span span) {
  finder *f = user;
  (void)place;
  (void)span;
  root = tta_node_resolve(&reader->tree, root);
  const tta_node *n = tta_node_at(&reader->tree, root);
  if (f->found || f->status || n->kind != TTA_NODE_ATTRIBUTE || n->index != TTA_ATTR_system_desc ||
      (n->flags & TTA_NODE_FAULTY))
    return false;
  f->status = tta_system_facts_read(&reader->tree, root, f->arena, f->out);
  f->out->in_text = false;
  f->found = !f->status;
  return false;
}

static tta_status read_document(tta_str text, tta_arena *arena, tta_system *out) {
  tta_arena memory;
  tta_report report;
  tta_reader reader;
  finder f = {.arena = arena, .out = out};
  tta_visitor visitor = {.user = &f, .island = look_at};
  tta_arena_init(&memory, arena->allocator);
  tta_str copy = tta_arena_str(&memory, text); /* the lexer wants a NUL behind it */
  if (!copy.data || text.size > INT32_MAX) {
    tta_arena_free(&memory);
    return copy.data ? TTA_INVALID : TTA_NO_MEMORY;
  }
  tta_report_init(&report, &memory);
  tta_status status = tta_reader_init(&reader, copy, &report, arena->allocator, (tta_reader_options){0});
  if (!status) {
    status = tta_reader_read(&reader, &visitor);
    tta_reader_free(&reader);
  }
  if (!status) status = f.status ? f.status : report.status;
  if (!status && (!f.found || report.num_errors)) status = TTA_INVALID;
  tta_report_free(&report);
  tta_arena_free(&memory);
  return status;
}

tta_status tta_system_parse(tta_str text, tta_arena *arena, tta_system *out) {
  const char *end = text.data + text.size, *at = blanks(text.data, end);
  int64_t count;
  tta_chip_grid grid;
  while (end > at && blanks(end - 1, end) == end) end--;
  if (bracketed(at, end, &count, &grid) || named(at, end, &count, &grid)) return uniform(count, grid, arena, out);
  return read_document(text, arena, out);
}
