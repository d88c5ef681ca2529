/* Maps whose text was read before are copied. */
#include "parse/known_maps.h"

#include <string.h>

#include "affine/pool.h"
#include "base/array.h"
#include "base/str.h"
#include "text/token.h"

enum {
  MAX_MAPS = 1 << 12, /* then all are forgotten */
  MAX_NAMES = 1024,   /* bytes of the symbols of a map */
};

void tta_known_maps_init(tta_known_maps *k, const tta_allocator *allocator) {
  *k = (tta_known_maps){.maps = NULL};
  tta_strmap_init(&k->texts, allocator);
  tta_arena_init(&k->arena, allocator);
}

void tta_known_maps_free(tta_known_maps *k) {
  TTA_ARRAY_FREE(k->arena.allocator, k, maps);
  tta_strmap_free(&k->texts);
  tta_arena_free(&k->arena);
}

tta_str tta_known_map_text(tta_known_maps *k, const char *begin, const char *limit) {
  const tta_str none = {NULL, 0};
  if (tta_known_pauses(&k->rate) || !tta_known_is_worthwhile(&k->rate)) return none;
  const char *at = tta_plain_brackets_end(begin, limit, '(', ')');
  if (at && *at == '[') at = memchr(at, ']', (size_t)(limit - at < MAX_NAMES ? limit - at : MAX_NAMES));
  if (at && *at == ']') at++;
  if (!at || limit - at < 6 || memcmp(at, " -> (", 5) != 0) return none;
  const char *end = tta_plain_brackets_end(at + 4, limit, '(', ')');
  return end ? tta_str_between(begin, end) : none;
}

bool tta_known_map_find(tta_known_maps *k, tta_str text, tta_tree *tree, tta_map_data *data, bool *canonical) {
  const uint32_t *number = tta_strmap_find(&k->texts, text);
  k->rate.asked++;
  if (!number) return false;
  k->rate.found++;
  const tta_known_map *map = &k->maps[*number];
  tta_expr begin = tta_affine_pool_append(tree->affine, map->nodes, map->num_nodes, map->base);
  if (!begin) return false;
  if (tree->cap_results - tree->num_results < map->data.num_results &&
      !tta_tree_grow_results(tree, map->data.num_results))
    return false;
  *data = map->data;
  data->first_result = tree->num_results;
  for (uint32_t i = 0; i < map->data.num_results; i++)
    tree->results[tree->num_results++] = tta_expr_moved(map->results[i], map->base, begin);
  *canonical = map->canonical;
  return true;
}

void tta_known_map_add(tta_known_maps *k, tta_str text, tta_tree *tree, const tta_map_data *data, tta_expr base,
                       bool canonical) {
  if (k->num_maps == MAX_MAPS) {
    tta_strmap_clear(&k->texts);
    tta_arena_free(&k->arena);
    k->num_maps = 0;
  }
  uint32_t num_nodes = tree->affine->size - base;
  tta_affine_node *nodes = tta_arena_array(&k->arena, num_nodes, sizeof *nodes);
  tta_expr *results = tta_arena_array(&k->arena, data->num_results, sizeof *results);
  tta_str copy = tta_arena_str(&k->arena, text);
  bool kept = nodes && results && copy.data && TTA_GROW(tree->allocator, k, maps, 1) &&
              !tta_strmap_set(&k->texts, copy, k->num_maps);
  if (!kept) {
    tree->status = TTA_NO_MEMORY;
    return;
  }
  memcpy(nodes, tree->affine->nodes + base, num_nodes * sizeof *nodes);
  memcpy(results, tree->results + data->first_result, data->num_results * sizeof *results);
  k->maps[k->num_maps++] = (tta_known_map){*data, canonical, base, num_nodes, nodes, results};
}
