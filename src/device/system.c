/* Owns what a system offers to devices: chip grid, chips, memory; from a name, the specification's `[N, 8x8]`, or a
 * system_desc. Does not judge a system_desc (src/verify). */
#include <string.h>

#include "base/fail.h"
#include "ir/attributes.h"
#include "layout/values.h"
#include "ttattr/device.h"

static void take_defaults(tta_arch arch, int64_t chips, tta_system *system) {
  const tta_arch_info *info = tta_arch_get(arch);
  const tta_chip_defaults *d = info->defaults;
  tta_core grid = tta_arch_worker_grid(arch, 0);
  *system = (tta_system){{grid.y, grid.x},
                         chips,
                         info->num_dram_banks,
                         info->l1_size_bytes,
                         info->num_dram_banks * info->dram_bank_size_bytes};
  if (!d) return;
  system->chip_grid[0] = d->grid[0];
  system->chip_grid[1] = d->grid[1];
  system->l1_bytes = d->l1_size - d->l1_unreserved_base;
  system->dram_bytes = d->num_dram_channels * (d->dram_unreserved_end - d->dram_unreserved_base);
}

/* A number up to a million; moves *at behind it. */
static bool read_number(tta_str *text, int64_t *value) {
  size_t n = 0;
  *value = 0;
  for (; n < text->size && text->data[n] >= '0' && text->data[n] <= '9'; n++) {
    *value = *value * 10 + (text->data[n] - '0');
    if (*value > 1000000) return false;
  }
  *text = (tta_str){text->data + n, text->size - n};
  return n > 0 && *value > 0;
}

static bool skip(tta_str *text, const char *what) {
  while (text->size && *text->data == ' ') text->data++, text->size--;
  size_t n = strlen(what);
  if (text->size < n || memcmp(text->data, what, n)) return false;
  *text = (tta_str){text->data + n, text->size - n};
  while (text->size && *text->data == ' ') text->data++, text->size--;
  return true;
}

static bool read_notation(tta_str text, tta_system *system) {
  int64_t chips, rows, columns;
  if (!skip(&text, "[") || !read_number(&text, &chips) || !skip(&text, ",") || !read_number(&text, &rows) ||
      !skip(&text, "x") || !read_number(&text, &columns) || !skip(&text, "]") || text.size)
    return false;
  take_defaults(TTA_ARCH_WORMHOLE_B0, chips, system);
  system->chip_grid[0] = rows;
  system->chip_grid[1] = columns;
  return true;
}

static bool read_name(tta_str text, tta_system *system) {
  tta_arch arch;
  int64_t chips = 1;
  const char *colon = memchr(text.data, ':', text.size);
  tta_str name = {text.data, colon ? (size_t)(colon - text.data) : text.size},
          rest = {text.data + name.size, text.size - name.size};
  if (!tta_arch_find(name, &arch)) return false;
  if (colon && (!skip(&rest, ":") || !read_number(&rest, &chips) || rest.size)) return false;
  take_defaults(arch, chips, system);
  return true;
}

/* ---- system_desc ---- */

typedef struct reader {
  tta_system *system;
  bool found, faulty;
} reader;

static int64_t number_of(const tta_tree *tree, tta_node_id chip, tta_field field) {
  const tta_node *n = tta_node_at(tree, tta_node_child(tree, chip, field));
  return n->kind == TTA_NODE_INT && !(n->flags & TTA_NODE_WIDE) && n->integer > 0 ? n->integer : 0;
}

static void take_chip(reader *r, const tta_tree *tree, tta_node_id chip, bool first) {
  tta_node_id grid = tta_node_resolve(tree, tta_node_child(tree, chip, TTA_FIELD_grid));
  if (tta_node_at(tree, grid)->kind == TTA_NODE_ATTRIBUTE) grid = tta_node_child(tree, grid, TTA_FIELD_shape);
  if (tta_node_at(tree, grid)->kind != TTA_NODE_DIMS || tta_node_shape(tree, grid).rank != 2) {
    r->faulty = true;
    return;
  }
  tta_shape shape = tta_node_shape(tree, grid);
  for (uint32_t i = 0; i < 2; i++) /* harvested chips: the smallest counts */
    if (first || shape.extent[i] < r->system->chip_grid[i]) r->system->chip_grid[i] = shape.extent[i];
  int64_t l1 = number_of(tree, chip, TTA_FIELD_l1_size) - number_of(tree, chip, TTA_FIELD_l1_unreserved_base);
  int64_t channels = number_of(tree, chip, TTA_FIELD_num_dram_channels),
          channel = number_of(tree, chip, TTA_FIELD_dram_channel_size), dram;
  if (number_of(tree, chip, TTA_FIELD_dram_unreserved_end))
    channel = number_of(tree, chip, TTA_FIELD_dram_unreserved_end);
  channel -= number_of(tree, chip, TTA_FIELD_dram_unreserved_base);
  if (channels > UINT32_MAX || __builtin_mul_overflow(channels, channel, &dram) || l1 < 0 || dram < 0) {
    r->faulty = true;
    return;
  }
  if (first || (uint64_t)l1 < r->system->l1_bytes) r->system->l1_bytes = (uint64_t)l1;
  if (first || (uint64_t)dram < r->system->dram_bytes) r->system->dram_bytes = (uint64_t)dram;
  if (first || (uint32_t)channels < r->system->dram_banks) r->system->dram_banks = (uint32_t)channels;
}

static bool island(void *user, tta_reader *text_reader, tta_node_id root, tta_island_context place, tta_span span) {
  reader *r = user;
  const tta_tree *tree = &text_reader->tree;
  const tta_node *n = tta_node_at(tree, root);
  (void)place;
  (void)span;
  if (!root || r->found || n->kind != TTA_NODE_ATTRIBUTE || n->index != TTA_ATTR_system_desc ||
      (n->flags & TTA_NODE_FAULTY))
    return false;
  r->found = true;
  bool first = true;
  tta_node_id chips = tta_node_child(tree, root, TTA_FIELD_chip_descs),
              ids = tta_node_child(tree, root, TTA_FIELD_chip_desc_indices);
  for (tta_node_id c = tta_node_first(tree, chips); c; c = tta_node_at(tree, c)->next, first = false)
    take_chip(r, tree, tta_node_resolve(tree, c), first);
  for (tta_node_id c = tta_node_first(tree, ids); c; c = tta_node_at(tree, c)->next) r->system->num_chips++;
  if (first || !r->system->num_chips) r->faulty = true;
  return false;
}

tta_status tta_system_read(tta_str text, tta_system *system, tta_buf *reason) {
  *system = (tta_system){.num_chips = 0};
  if (!memchr(text.data, '<', text.size)) {
    if (read_notation(text, system) || read_name(text, system)) return TTA_OK;
    *system = (tta_system){.num_chips = 0};
    return tta_fail(TTA_INVALID, reason,
                      "expected wormhole_b0, blackhole (with :N for N chips), [N, 8x8] or #tt.system_desc<...>");
  }
  reader r = {.system = system};
  tta_source source;
  tta_visitor visitor = {.user = &r, .island = island};
  tta_source_init(&source, (tta_str){"<system>", 8}, text, NULL);
  tta_status status = tta_reread(&source, &visitor, NULL);
  tta_source_free(&source);
  if (status) return status;
  if (!r.found) return tta_fail(TTA_INVALID, reason, "no #tt.system_desc<...> in this text that can be read");
  if (r.faulty)
    return tta_fail(TTA_INVALID, reason, "the system_desc does not give its chips grids of rows and columns");
  return TTA_OK;
}
