/* Owns reading of texts, and of single maps, for their trees alone. Does not judge: who calls has done that. */
#include <string.h>

#include "layout/values.h"
#include "diag/check_options.h"

tta_status tta_reread(tta_source *source, const tta_visitor *visitor, const tta_allocator *allocator) {
  tta_arena arena;
  tta_report report;
  tta_reader text_reader;
  tta_arena_init(&arena, allocator);
  tta_report_init(&report, &arena);
  tta_status status = tta_reader_init(&text_reader, source->text, &report, arena.allocator,
                                        (tta_reader_options){.split = true});
  if (!status) {
    status = tta_reader_read(&text_reader, visitor);
    tta_reader_free(&text_reader);
  }
  tta_report_free(&report);
  tta_arena_free(&arena);
  return status;
}

tta_status tta_map_copy(const tta_map *map, tta_arena *arena, tta_affine_pool *pool, tta_map *copy) {
  tta_expr *results = tta_arena_array(arena, map->num_results, sizeof *results);
  tta_expr *operands = tta_arena_array(arena, (size_t)map->num_dims + map->num_symbols, sizeof *operands);
  if (!results || !operands) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < map->num_dims; i++) operands[i] = tta_expr_dim(pool, i);
  for (uint32_t i = 0; i < map->num_symbols; i++) operands[map->num_dims + i] = tta_expr_symbol(pool, i);
  for (uint32_t i = 0; i < map->num_results; i++)
    results[i] = tta_expr_replace(pool, map->pool, map->results[i], operands, operands + map->num_dims);
  *copy = (tta_map){pool, map->num_dims, map->num_symbols, map->num_results, results};
  return tta_affine_pool_status(pool);
}

/* ---- one map ---- */

typedef struct map_reader {
  tta_arena *arena;
  tta_affine_pool *pool;
  tta_map *map;
  tta_status status;
  bool found;
  uint32_t end;
} map_reader;

static bool take_map(void *user, tta_reader *text_reader, tta_node_id root, tta_island_context place, tta_span span) {
  map_reader *reader = user;
  tta_map map;
  (void)place;
  if (reader->found || !root || !tta_node_map(&text_reader->tree, root, &map)) return false;
  reader->found = true;
  reader->end = span.end;
  reader->status = tta_map_copy(&map, reader->arena, reader->pool, reader->map);
  return false;
}

static tta_status first_error(const tta_check *check, tta_buf *reason) {
  for (size_t i = 0; i < tta_check_num_diagnostics(check); i++) {
    const tta_diagnostic *d = tta_check_diagnostic(check, i);
    if (d->severity == TTA_SEVERITY_ERROR)
      return tta_fail(TTA_INVALID, reason, "%.*s", (int)(d->message.size > 300 ? 300 : d->message.size),
                                 d->message.data);
  }
  return TTA_OK;
}

static tta_status read_map(tta_str text, map_reader *reader, tta_buf *reason) {
  tta_source source;
  tta_check_options options;
  tta_check *check;
  tta_check_options_init(&options);
  options.allocator = reader->arena->allocator;
  options.canonicalise = false;
  tta_source_init(&source, (tta_str){"<map>", 5}, text, reader->arena->allocator);
  tta_status status = tta_check_text(&source, &options, &check);
  if (!status) {
    status = first_error(check, reason);
    tta_check_free(check);
  }
  tta_visitor visitor = {.user = reader, .island = take_map};
  if (!status) status = tta_reread(&source, &visitor, reader->arena->allocator);
  if (!status) status = reader->status;
  tta_source_free(&source);
  return status;
}

tta_status tta_map_from_text(tta_str text, tta_arena *arena, tta_affine_pool *pool, tta_map *map, tta_buf *reason) {
  static const char prefix[] = "affine_map<";
  map_reader reader = {arena, pool, map, TTA_OK, false, 0};
  bool wrapped = text.size >= sizeof prefix - 1 && !memcmp(text.data, prefix, sizeof prefix - 1);
  tta_buf whole;
  tta_buf_init(&whole, arena->allocator);
  if (!wrapped) tta_buf_str(&whole, prefix);
  tta_buf_bytes(&whole, text.data, text.size);
  if (!wrapped) tta_buf_char(&whole, '>');
  size_t size = whole.size;
  tta_buf_char(&whole, '\0');
  tta_status status = whole.failed ? TTA_NO_MEMORY : read_map((tta_str){whole.data, size}, &reader, reason);
  if (!status && (!reader.found || reader.end != size))
    status = tta_fail(TTA_INVALID, reason, "expected an affine map such as (d0, d1) -> (d0, d1)");
  tta_buf_free(&whole);
  return status;
}
