/* One affine map from its text. */
#include "parse/map_text.h"

#include "affine/pool.h"
#include "base/fail.h"
#include "base/str.h"
#include "parse/reader.h"

typedef struct map_reader {
  tta_arena *arena;
  tta_affine_pool *pool;
  tta_map *map;
  tta_status status;
  bool found;
  uint32_t end; /* of the map in the text */
} map_reader;

static bool copy_map(void *user, tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  map_reader *m = user;
  tta_map map;
  (void)place;
  if (m->found || !root || !tta_node_map(&reader->tree, root, &map)) return false;
  m->found = true;
  m->end = span.end;
  m->status = tta_map_copy(&map, m->arena, m->pool, m->map);
  return false;
}

/* `text` is NUL-terminated. */
static tta_status read_map(tta_str text, map_reader *m, tta_buf *reason) {
  tta_arena arena;
  tta_report report;
  tta_reader reader;
  tta_visitor visitor = {.user = m, .island = copy_map};
  tta_arena_init(&arena, m->arena->allocator);
  tta_report_init(&report, &arena);
  tta_status status = tta_reader_init(&reader, text, &report, arena.allocator, (tta_reader_options){.split = false});
  if (!status) {
    status = tta_reader_read(&reader, &visitor);
    tta_reader_free(&reader);
  }
  if (!status) status = report.status;
  for (size_t i = 0; i < report.size && !status; i++) {
    tta_str message = report.items[i]->message;
    if (report.items[i]->severity == TTA_SEVERITY_ERROR)
      status = tta_fail(TTA_INVALID, reason, "%.*s", (int)(message.size > 300 ? 300 : message.size), message.data);
  }
  tta_report_free(&report);
  tta_arena_free(&arena);
  return status ? status : m->status;
}

tta_status tta_map_from_text(tta_str text, tta_arena *arena, tta_affine_pool *pool, tta_map *map, tta_buf *reason) {
  map_reader m = {.arena = arena, .pool = pool, .map = map};
  bool wrapped = tta_str_starts_with(text, "affine_map<");
  tta_buf whole = tta_buf_new(arena->allocator);
  if (!wrapped) tta_buf_str(&whole, "affine_map<");
  tta_buf_bytes(&whole, text.data, text.size);
  if (!wrapped) tta_buf_char(&whole, '>');
  size_t size = whole.size;
  tta_buf_char(&whole, '\0');
  tta_status status = whole.failed ? TTA_NO_MEMORY : read_map((tta_str){whole.data, size}, &m, reason);
  if (!status && (!m.found || m.end != size))
    status = tta_fail(TTA_INVALID, reason, "expected an affine map such as (d0, d1) -> (d0, d1)");
  tta_buf_free(&whole);
  return status;
}
