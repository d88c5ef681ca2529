/* Texts of values that were read before: a look-up instead of reading, verifying and printing a value again. */
#include "parse/known.h"

#include <string.h>

#include "affine/pool.h"
#include "base/array.h"
#include "base/chars.h"
#include "base/str.h"
#include "text/token.h"

enum {
  MAX_VALUES = 1 << 15, /* then all are forgotten: memory is bounded */
  MAX_MAPS = 1 << 12,
  MAX_NAMES = 1024,     /* bytes of the symbols of a map */
};

void tta_known_init(tta_known_values *k, const tta_allocator *allocator) {
  *k = (tta_known_values){.allocator = allocator};
  tta_strmap_init(&k->texts, allocator);
}

void tta_known_free(tta_known_values *k) {
  TTA_ARRAY_FREE(k->allocator, k, values);
  tta_strmap_free(&k->texts);
}

/* Whether a text is searched for. After a sample with few known ones the search pauses. */
static bool is_worthwhile(tta_known_rate *rate) {
  enum { SAMPLE = 24, SHARE = 4, PAUSE = 1 << 12 }; /* at least one of SHARE is to be known */
  if (rate->asked < SAMPLE) return true;
  if (rate->found < SAMPLE / SHARE) rate->rest = PAUSE;
  rate->asked = rate->found = 0;
  return !rate->rest;
}

/* The number of a text, `count` if it is new; NULL without memory. */
static const uint32_t *number_of(tta_strmap *texts, tta_known_rate *rate, tta_str text, uint32_t count) {
  const uint32_t *number = tta_strmap_add(texts, text, count);
  rate->asked++;
  rate->found += number && *number < count;
  return number;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

tta_str tta_known_text(tta_known_values *k, const char *begin, const char *limit) {
  const tta_str none = {NULL, 0};
  if (!is_worthwhile(&k->rate)) return none;
  const char *angle = begin + (*begin == '#' || *begin == '!');
  while (angle < limit && tta_is_bare_byte(*angle)) angle++;
  if (angle >= limit || *angle != '<') return none;
  const char *end = tta_plain_brackets_end(angle, limit, '<', '>');
  return end ? tta_str_between(begin, end) : none;
}

uint32_t tta_known_number(tta_known_values *k, tta_str text) {
  if (k->num_values == MAX_VALUES || k->full) {
    tta_strmap_clear(&k->texts);
    k->num_values = 0;
    k->full = false;
    k->generation++;
  }
  const uint32_t *number = number_of(&k->texts, &k->rate, text, k->num_values);
  if (!number) return UINT32_MAX;
  if (*number == k->num_values && !TTA_PUSH(k->allocator, k, values, (tta_known_value){0})) return UINT32_MAX;
  return *number;
}

/* ---- maps -------------------------------------------------------------------------------------------------------- */

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
  if (tta_known_pauses(&k->rate) || !is_worthwhile(&k->rate)) return none;
  const char *at = tta_plain_brackets_end(begin, limit, '(', ')');
  if (at && *at == '[') at = memchr(at, ']', (size_t)(limit - at < MAX_NAMES ? limit - at : MAX_NAMES));
  if (at && *at == ']') at++;
  if (!at || limit - at < 6 || memcmp(at, " -> (", 5) != 0) return none;
  const char *end = tta_plain_brackets_end(at + 4, limit, '(', ')');
  return end ? tta_str_between(begin, end) : none;
}

/* Operands that were in the pool before the map are in every pool. */
static tta_expr moved(tta_expr expr, tta_expr base, uint32_t by) { return expr < base ? expr : expr + by; }

bool tta_known_map_find(tta_known_maps *k, tta_str text, tta_tree *tree, tta_map_data *data, bool *canonical) {
  const uint32_t *number = tta_strmap_find(&k->texts, text);
  k->rate.asked++;
  if (!number) return false;
  k->rate.found++;
  const tta_known_map *map = &k->maps[*number];
  tta_affine_pool *pool = tree->affine;
  uint32_t by = pool->size - map->base; /* modulo 2^32 */
  if (pool->capacity - pool->size < map->num_nodes && !tta_affine_pool_grow(pool, map->num_nodes)) return false;
  if (tree->cap_results - tree->num_results < map->data.num_results &&
      !tta_tree_grow_results(tree, map->data.num_results))
    return false;
  for (uint32_t i = 0; i < map->num_nodes; i++) {
    tta_affine_node node = map->nodes[i];
    if (!tta_affine_node_is_leaf(&node)) {
      node.lhs = moved(node.lhs, map->base, by);
      node.rhs = moved(node.rhs, map->base, by);
    }
    pool->nodes[pool->size++] = node;
  }
  *data = map->data;
  data->first_result = tree->num_results;
  for (uint32_t i = 0; i < map->data.num_results; i++)
    tree->results[tree->num_results++] = moved(map->results[i], map->base, by);
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
  bool kept = nodes && results && TTA_GROW(tree->allocator, k, maps, 1) &&
              !tta_strmap_set(&k->texts, text, k->num_maps);
  if (!kept) {
    tree->status = TTA_NO_MEMORY;
    return;
  }
  memcpy(nodes, tree->affine->nodes + base, num_nodes * sizeof *nodes);
  memcpy(results, tree->results + data->first_result, data->num_results * sizeof *results);
  k->maps[k->num_maps++] = (tta_known_map){*data, canonical, base, num_nodes, nodes, results};
}
