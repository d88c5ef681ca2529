/* Owns what tt-layout show prints for people. */
#include "show.h"

static void append_index(tta_buf *out, const int64_t *values, uint32_t count) {
  tta_buf_char(out, '[');
  for (uint32_t i = 0; i < count; i++) {
    if (i) tta_buf_str(out, ", ");
    tta_buf_int(out, values[i]);
  }
  tta_buf_char(out, ']');
}

/* One label, one line put together in `text`, which is emptied. */
static void flush(tta_buf *out, const char *label, tta_buf *text) {
  tt_layout_line(out, label, tta_buf_view(text));
  if (text->failed) out->failed = true;
  text->size = 0;
}

static void shape_line(tta_buf *out, const char *label, tta_shape shape, tta_buf *text) {
  if (shape.extent) tt_layout_append_shape(text, shape);
  else tta_buf_str(text, "unknown");
  flush(out, label, text);
}

static double percent(int64_t part, int64_t whole) { return whole ? 100.0 * (double)part / (double)whole : 0; }

static void sizes(tta_buf *out, const tta_layout *s) {
  tt_layout_linef(out, "elements", "%lld logical, %lld allocated, %lld padding (%.1f%%)",
                  (long long)s->logical_elements, (long long)s->allocated_elements, (long long)s->padding_elements,
                  percent(s->padding_elements, s->allocated_elements));
  if (s->shard_bytes >= 0)
    tt_layout_linef(out, "bytes", "%lld a shard, %lld in all", (long long)s->shard_bytes, (long long)s->total_bytes);
}

static void memref(tta_buf *out, const tta_layout *s, tta_buf *text) {
  tt_layout_append_shape(text, s->memref);
  if (s->tiled)
    tta_buf_printf(text, " tiles of %lldx%lld %.*s", (long long)s->tile[0], (long long)s->tile[1],
                   (int)s->tile_type.size, s->tile_type.data);
  if (s->memory_space.size) tta_buf_printf(text, ", in %.*s", (int)s->memory_space.size, s->memory_space.data);
  if (s->memory_layout.size) tta_buf_printf(text, ", %.*s", (int)s->memory_layout.size, s->memory_layout.data);
  flush(out, "memref", text);
}

static void layout(tta_buf *out, const tta_layout *s, tta_buf *text) {
  tt_layout_append_shape(text, s->logical);
  tta_buf_printf(text, " %.*s", (int)s->element_type.size, s->element_type.data);
  flush(out, "logical", text);
  tta_map_text(text, &s->linear);
  flush(out, "map", text);
  if (s->collapse.size) tt_layout_line(out, "joins", s->collapse);
  if (s->strides) {
    append_index(text, s->strides, s->logical.rank);
    flush(out, "strides", text);
  }
  shape_line(out, "physical", s->physical, text);
  if (s->grid.extent) {
    tt_layout_append_shape(text, s->grid);
    tta_buf_printf(text, ", %lld core%s", (long long)s->cores, s->cores == 1 ? "" : "s");
    flush(out, "grid", text);
  }
  shape_line(out, "shard", s->shard, text);
  if (!s->memref.extent) return;
  memref(out, s, text);
  tt_layout_append_shape(text, s->padded_shard);
  tta_buf_str(text, " a shard, ");
  tt_layout_append_shape(text, s->padded);
  tta_buf_str(text, " in all");
  flush(out, "padded", text);
  sizes(out, s);
  if (s->oob_val.size) tt_layout_line(out, "padding is", s->oob_val);
  if (!tta_layout_is_view(s)) return;
  tta_buf_printf(text, "index_map %.*s permutes grid and shard; places are those without it", (int)s->index_map.size,
                 s->index_map.data);
  flush(out, "view", text);
}

/* Whether the parts of joined groups start on a tile; scalars are looked at with the usual tile. */
static void parts(tta_buf *out, const tta_layout *s) {
  int64_t rows = s->tiled ? s->tile[0] : 32, columns = s->tiled ? s->tile[1] : 32;
  for (uint32_t r = 0; r < s->grid.rank; r++) {
    tta_parts p;
    if (!tta_layout_parts(s, r, rows, columns, &p) || !p.decided) continue;
    const char *with = s->tiled ? "" : "with 32x32 tiles ";
    if (p.aligned)
      tt_layout_linef(out, "parts", "%sall %lld parts joined in dim %u start on a tile of their shard", with,
                      (long long)p.count, r);
    else
      tt_layout_linef(out, "parts",
                      "%spart %lld of the %lld joined in dim %u does not start on a tile: at offset %lld of shard %lld",
                      with, (long long)p.part, (long long)p.count, r, (long long)p.offset, (long long)p.shard);
  }
}

static void at_index(tta_buf *out, const tt_layout_show_request *request, const tt_layout_facts *f, tta_buf *text) {
  const tta_layout *s = f->s;
  const tta_location *l = &f->location;
  uint32_t rank = s->linear.num_results;
  append_index(text, request->index->value, s->logical.rank);
  tta_buf_str(text, " lies at ");
  append_index(text, l->physical, rank);
  if (!s->interleaved && s->grid.extent) {
    tta_buf_str(text, ": core ");
    append_index(text, l->core, rank);
    tta_buf_str(text, ", offset ");
    append_index(text, l->shard_offset, rank);
  }
  flush(out, "element", text);
  if (s->interleaved || !s->grid.extent) return;
  if (s->tiled) {
    tta_buf_str(text, "tile ");
    append_index(text, l->tile, rank);
    tta_buf_str(text, ", in it ");
    append_index(text, l->tile_offset, 2);
    tta_buf_printf(text, ", face %lld", (long long)l->face);
    flush(out, "", text);
  }
  if (l->byte_offset >= 0) tt_layout_linef(out, "", "byte %lld of the shard", (long long)l->byte_offset);
  if (request->device)
    tt_layout_linef(out, "", "chip %lld (index %lld), physical core [%lld, %lld]", (long long)f->chip,
                    (long long)f->place.chip_index, (long long)f->place.core.y, (long long)f->place.core.x);
}

static void at_core(tta_buf *out, const tt_layout_show_request *request, const tt_layout_facts *f, tta_buf *text) {
  tta_buf_printf(text, "offset %lld of core ", (long long)request->at_offset);
  append_index(text, request->at_core->value, request->at_core->count);
  tta_buf_str(text, f->found ? " holds " : " is padding");
  if (f->found) append_index(text, f->scalar, f->s->logical.rank);
  flush(out, "at", text);
}

/* ---- padding ---- */

typedef struct table {
  tta_buf *out, *text;
  const tta_layout *s;
} table;

static bool padding_row(void *user, const tta_padding_class *p) {
  table *t = user;
  const tta_layout *s = t->s;
  tta_buf_printf(t->text, "%lld core%s from ", (long long)p->count, p->count == 1 ? "" : "s");
  append_index(t->text, p->core, s->grid.rank);
  tta_buf_str(t->text, ": valid ");
  tt_layout_append_shape(t->text, (tta_shape){s->grid.rank, p->valid});
  tta_buf_str(t->text, " of ");
  tt_layout_append_shape(t->text, s->padded_shard);
  tta_buf_str(t->text, ", padding ");
  uint32_t rank = s->grid.rank;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t size = s->padded_shard.extent[i] - p->valid[i];
    if (i) tta_buf_str(t->text, ", ");
    tta_buf_int(t->text, size);
    if (i + 1 == rank) tta_buf_str(t->text, size == 1 ? " column" : " columns");
    else if (i + 2 == rank) tta_buf_str(t->text, size == 1 ? " row" : " rows");
  }
  flush(t->out, "padding", t->text);
  return true;
}

/* The valid part of a shard is a box; a map may use it in part only. */
static void holes(tta_buf *out, const tta_layout *s) {
  int64_t places = 1;
  for (uint32_t i = 0; i < s->used.rank; i++)
    if (__builtin_mul_overflow(places, s->used.extent[i], &places)) return;
  if (places > s->logical_elements)
    tt_layout_linef(out, "unfilled", "of the %lld places of the valid parts %lld hold no element: padding, too",
                    (long long)places, (long long)(places - s->logical_elements));
}

static void gaps(tta_buf *out, const tt_layout_facts *f) {
  for (uint32_t i = 0; i < f->num_gaps; i++)
    tt_layout_linef(out, "gap", "dim %u: %lld from %lld on, every %lld", f->gaps[i].dim, (long long)f->gaps[i].size,
                    (long long)f->gaps[i].first, (long long)f->gaps[i].every);
}

void tt_layout_mesh_text(tta_buf *out, const tta_mesh_view *view, uint32_t logical_rank, tta_buf *text) {
  tt_layout_append_shape(text, (tta_shape){view->rank, view->mesh_shape});
  tta_buf_printf(text, ", opened as 1x%lld; ", (long long)view->opened);
  for (uint32_t i = 0; i < view->rank; i++)
    tta_buf_printf(text, "%s%s", i ? ", " : "", view->sharded[i] ? "sharded" : "replicated");
  flush(out, "mesh", text);
  tta_buf_str(text, "grid ");
  tt_layout_append_shape(text, (tta_shape){view->rank, view->grid});
  tta_buf_str(text, ", physical ");
  tt_layout_append_shape(text, (tta_shape){view->rank, view->physical});
  if (view->has_slice) {
    tta_buf_str(text, ", tensor slice ");
    tt_layout_append_shape(text, (tta_shape){logical_rank, view->slice});
  }
  flush(out, "a device", text);
  if (!view->placed_on || view->placed_on >= view->cut_over) return;
  tt_layout_linef(out, "but",
                  "the worker map puts all shards on %lld of the %lld chips: it fills one chip after the other, where "
                  "TTNN cuts the grid over the mesh. Both agree on grids that fill their chips",
                  (long long)view->placed_on, (long long)view->opened);
}

void tt_layout_show_text(tta_buf *out, const tt_layout_show_request *request, const tt_layout_facts *f) {
  tta_buf text;
  tta_buf_init(&text, out->allocator);
  if (f->with_name) {
    tt_layout_append_str(&text, f->entry->name);
    tta_buf_printf(&text, "%sline %u", f->entry->name.size ? ", " : "", f->entry->line);
    flush(out, "name", &text);
  }
  tt_layout_line(out, "type", f->s->type);
  layout(out, f->s, &text);
  if (f->s->memref.extent) parts(out, f->s);
  if (request->index) at_index(out, request, f, &text);
  if (request->at_core) at_core(out, request, f, &text);
  if (request->padding) {
    tta_layout_padding(f->s, padding_row, &(table){out, &text, f->s});
    holes(out, f->s);
  }
  gaps(out, f);
  if (request->device) tt_layout_mesh_text(out, &f->mesh, f->s->logical.rank, &text);
  tta_buf_free(&text);
}
