/* pages.c: the banks view: the banks of a memory side by side at its peak, with the pages of each buffer in them.
 * Allocation is in lockstep: a buffer has the same addresses in all banks, also in those without a page of it. L1 has
 * banks of compute cores, and of storage cores if there are any. */
#include <string.h>

#include "base/sort.h"
#include "device/device.h"
#include "draw/scene.h"
#include "memory/program.h"
#include "model/memref.h"

enum { MAX_STRIPS = 14, MAX_ROWS = 6, COMPUTE_COLUMNS = 9, STORAGE_COLUMNS = 4 };

typedef struct strip {
  int64_t begin, end;
  const tta_memory_buffer *buffer;
  size_t number;
  int64_t shards, per_shard; /* shards over the banks in turn, pages of each: interleaved pages are shards of one */
} strip;

typedef struct pages_view {
  tta_scene *scene;
  const tta_memory_plan *plan;
  const tta_memory_bank *bank;
  int64_t compute, storage; /* banks */
  int64_t columns;          /* that are shown, with those of dots */
  double x, w, row;         /* of a column; height of a row */
} pages_view;

static int by_address(const void *a, const void *b) {
  const strip *x = a, *y = b;
  if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* The bank of a column; -1: dots. */
static int64_t bank_at(const pages_view *v, int64_t column) {
  int64_t first = tta_shown_of(v->compute, COMPUTE_COLUMNS);
  if (column < first) return tta_shown_item(v->compute, COMPUTE_COLUMNS, column);
  int64_t item = tta_shown_item(v->storage, STORAGE_COLUMNS, column - first);
  return item < 0 ? item : v->compute + item;
}

/* The middle of rows between two heights: in text, a row is at its top. */
static double middle(const pages_view *v, double top, double bottom) {
  return v->scene->text ? tta_scene_down(v->scene, (top + bottom - v->row) / 2) : (top + bottom) / 2;
}

static double left_of(const pages_view *v, int64_t column) { return v->x + (double)column * v->w; }

/* Shard i is in bank i modulo their number; interleaved pages are shards of one page. */
static int64_t count_shards(const pages_view *v, const strip *s) {
  const tta_footprint *f = &s->buffer->footprint;
  const tta_memory_plan_value *value = &v->plan->values[v->plan->value_of[s->number]];
  if (value->type == TTA_MEMORY_PLAN_NONE) return s->buffer->kind == TTA_MEMORY_PROGRAM ? f->pages : f->banks;
  const tta_memory_plan_type *t = &v->plan->types[value->type];
  tta_storage_banks banks = tta_storage_banks_of(&v->plan->systems[v->bank->system].banks, v->bank->type);
  tta_storage_options options = {.banks = &banks};
  tta_storage storage;
  if (t->layout && !t->memref && !tta_storage_of(t->layout, &options, &storage, NULL))
    return storage.distribution == TTA_STORAGE_PAGES ? f->pages : storage.cores;
  tta_memref_kind kind = t->memref ? t->memref->layout.kind : TTA_MEMREF_SHARD;
  bool dram = s->buffer->space == TTA_BUFFER_DRAM && kind != TTA_MEMREF_SHARD;
  return t->tiled_bytes > 0 || kind == TTA_MEMREF_INTERLEAVED || dram ? f->pages : f->banks;
}

/* Whether a circular buffer is on the core of a bank: cores are counted row by row, as those of shards are. */
static bool is_on_core(const pages_view *v, const strip *s, int64_t bank) {
  uint32_t count, resource = v->plan->resource_of[s->number];
  int64_t columns = v->plan->systems[v->bank->system].banks.grid[1];
  if (resource == TTA_MEMORY_PLAN_NONE || columns < 1) return false;
  const tta_core_box *ranges = tta_memory_plan_ranges(v->plan, &v->plan->resources[resource], &count);
  tta_core core = {.y = bank / columns, .x = bank % columns};
  tta_core_box box = {core, core};
  bool found = false;
  for (uint32_t i = 0; i < count && !found && bank < v->compute; i++)
    found = tta_core_boxes_intersect(&ranges[i], &box);
  return found;
}

/* Page `row` of a buffer in a bank, upwards; -1: the bank has none there. */
static int64_t page_of(const pages_view *v, const strip *s, int64_t bank, int64_t row) {
  if (s->buffer->kind == TTA_MEMORY_CIRCULAR_BUFFER) return is_on_core(v, s, bank) ? row : -1;
  int64_t shard = row / s->per_shard * v->bank->banks + bank;
  return shard < s->shards ? shard * s->per_shard + row % s->per_shard : -1;
}

static void cell(const pages_view *v, tta_ink ink, int64_t column, double y, tta_str tooltip, const char *text) {
  tta_scene *scene = v->scene;
  double left = left_of(v, column), w = v->w - (scene->text ? TTA_CELL_WIDTH : 6), h = v->row - (scene->text ? 0 : 1);
  tta_scene_fill(scene, ink, left, y, w, h);
  if (tooltip.size) tta_scene_frame(scene, TTA_INK_HIT, left, y, w, h, tooltip, tta_no_text());
  if (*text && tta_scene_fits(scene, strlen(text), w))
    tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_PLAIN, left + w / 2, middle(v, y, y + v->row),
                    tta_scene_text(scene, "%s", text));
}

static void beside(const pages_view *v, double top, double bottom, tta_str name, int64_t address) {
  double gap = v->scene->text ? TTA_CELL_WIDTH : 6, at = middle(v, top, bottom);
  tta_scene_label(v->scene, TTA_ANCHOR_END, TTA_LABEL_PLAIN, v->x - gap, at, name);
  tta_scene_label(v->scene, TTA_ANCHOR_START, TTA_LABEL_DIM, left_of(v, v->columns), at,
                  tta_scene_text(v->scene, "%s", tta_scene_number(v->scene, address)));
}

/* A part of all banks without buffers. */
static double draw_band(const pages_view *v, tta_ink ink, double y, const char *name, int64_t begin, int64_t end) {
  if (end <= begin) return y;
  tta_scene *scene = v->scene;
  for (int64_t c = 0; c < v->columns; c++)
    if (bank_at(v, c) >= 0 && (ink == TTA_INK_FREE || bank_at(v, c) < v->compute))
      cell(v, ink, c, y, tta_no_text(), "");
  beside(v, y, y + v->row, tta_scene_text(scene, "%s %s B", name, tta_scene_number(scene, end - begin)), begin);
  return y + v->row;
}

static tta_str tooltip_of(const pages_view *v, const strip *s, int64_t page) {
  const tta_memory_buffer *b = s->buffer;
  tta_buf *out = &v->scene->scratch;
  tta_buf_append(out, b->name);
  if (page >= 0) tta_buf_printf(out, ", page %s", tta_scene_number(v->scene, page));
  else tta_buf_str(out, ": reserved in lockstep, without data");
  tta_buf_printf(out, "\n%s pages of %s B", tta_scene_number(v->scene, b->footprint.pages),
                 tta_scene_number(v->scene, b->footprint.page_bytes));
  return tta_scene_take(v->scene);
}

static double draw_strip(const pages_view *v, const strip *s, double y) {
  tta_scene *scene = v->scene;
  const tta_memory_buffer *b = s->buffer;
  int64_t pages = b->footprint.pages_per_bank < 1 ? 1 : b->footprint.pages_per_bank;
  bool circular = b->kind == TTA_MEMORY_CIRCULAR_BUFFER;
  tta_ink ink = circular ? TTA_INK_COPY : tta_hue((int64_t)s->number);
  double top = y;
  for (int64_t k = tta_shown_of(pages, MAX_ROWS); k--; y += v->row)
    for (int64_t c = 0; c < v->columns; c++) {
      int64_t row = tta_shown_item(pages, MAX_ROWS, k), bank = bank_at(v, c);
      if (bank < 0) continue;
      int64_t page = row < 0 ? -1 : page_of(v, s, bank, row);
      const char *text = row < 0 ? "..." : circular || page < 0 ? "" : tta_scene_number(scene, page);
      bool there = row < 0 ? page_of(v, s, bank, 0) >= 0 : page >= 0;
      bool reserved = !there && !circular; /* the allocator does not have circular buffers */
      cell(v, there ? ink : reserved ? TTA_INK_PADDING : TTA_INK_FREE, c, y,
           there || reserved ? tooltip_of(v, s, page) : tta_no_text(), text);
      if (reserved) tta_scene_legend(scene, TTA_INK_PADDING, "reserved in lockstep, without data");
    }
  if (circular) tta_scene_legend(scene, TTA_INK_COPY, "circular buffer");
  beside(v, top, y, b->name, s->begin);
  return y;
}

/* The buffers at the peak, by address. */
static strip *live_buffers(const pages_view *v, size_t *count) {
  size_t all = tta_memory_plan_num_buffers(v->plan);
  strip *out = tta_arena_array(&v->scene->arena, 2 * all + 1, sizeof *out);
  *count = 0;
  for (size_t i = 0; out && i < all; i++) {
    const tta_memory_buffer *b = tta_memory_plan_buffer(v->plan, i);
    if (b->space != v->bank->type || b->system != v->bank->system || b->address < 0 || b->shares.size ||
        b->first_step > v->bank->peak_step || b->last_step < v->bank->peak_step) continue;
    out[*count] = (strip){b->address, b->address + b->footprint.bytes_per_bank, b, i, 0, 0};
    strip *s = &out[(*count)++];
    s->shards = count_shards(v, s);
    s->per_shard = s->shards > 0 && b->footprint.pages > s->shards ? b->footprint.pages / s->shards : 1;
  }
  if (out) tta_sort(out, out + all, *count, sizeof *out, by_address);
  return out;
}

static double label_columns(const pages_view *v, double y) {
  tta_scene *scene = v->scene;
  bool l1 = v->bank->type == TTA_BUFFER_L1;
  double half = (v->w - (scene->text ? TTA_CELL_WIDTH : 6)) / 2;
  for (int64_t c = 0; c < v->columns; c++) {
    int64_t bank = bank_at(v, c);
    tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, left_of(v, c) + half, middle(v, y, y + v->row),
                    bank < 0 ? TTA_STR("...") : tta_scene_text(scene, "%s", tta_scene_number(scene, bank)));
  }
  y += v->row;
  tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_DIM, v->x, middle(v, y, y + v->row),
                  l1 ? TTA_STR("banks of compute cores") : TTA_STR("banks"));
  if (v->storage)
    tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_DIM, left_of(v, tta_shown_of(v->compute, COMPUTE_COLUMNS)),
                    middle(v, y, y + v->row), TTA_STR("of storage cores"));
  return y + v->row;
}

static double draw_bank(pages_view *v, double y) {
  tta_scene *scene = v->scene;
  const tta_memory_bank *bank = v->bank;
  size_t count, hidden;
  strip *strips = live_buffers(v, &count);
  if (!strips || !count) return y;
  int64_t cores = v->plan->systems[bank->system].banks.grid[0] * v->plan->systems[bank->system].banks.grid[1];
  bool text = scene->text, l1 = bank->type == TTA_BUFFER_L1;
  v->compute = l1 && bank->banks > cores ? cores : bank->banks;
  v->storage = bank->banks - v->compute;
  v->columns = tta_shown_of(v->compute, COMPUTE_COLUMNS) + tta_shown_of(v->storage, STORAGE_COLUMNS);
  v->row = text ? TTA_CELL_HEIGHT : 18;
  v->x = text ? 22 * TTA_CELL_WIDTH : 150;
  v->w = ((text ? 67 * TTA_CELL_WIDTH : scene->width - 110) - v->x) / (double)v->columns;
  v->w = tta_clamp(tta_scene_across(scene, v->w), 0, 80);
  tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_BOLD, 0, y + (text ? 0 : 8),
                  tta_scene_text(scene, "%s: %s bank%s of %s B, at line %u", tta_buffer_type_name(bank->type),
                                 tta_scene_number(scene, bank->banks), tta_plural(bank->banks),
                                 tta_scene_number(scene, bank->size), bank->peak_line));
  y += text ? 16 : 26;
  int64_t end = bank->base + bank->size;
  hidden = count > MAX_STRIPS ? count - MAX_STRIPS : 0;
  for (size_t i = count; i--;) {
    bool left_out = hidden && i >= MAX_STRIPS / 2 && i < MAX_STRIPS / 2 + hidden;
    if (!left_out) y = draw_band(v, TTA_INK_FREE, y, "free", strips[i].end, end);
    if (!left_out) y = draw_strip(v, &strips[i], y);
    if (strips[i].begin < end) end = strips[i].begin;
  }
  if (hidden)
    tta_scene_note(scene, "%s: %zu buffers in the middle are not drawn.", tta_buffer_type_name(bank->type), hidden);
  y = draw_band(v, TTA_INK_FREE, y, "free", bank->base, end);
  if (l1 || bank->type == TTA_BUFFER_DRAM) y = draw_band(v, TTA_INK_RESERVED, y, "reserved", 0, bank->base);
  return label_columns(v, y) + (text ? 16 : 18);
}

tta_status tta_draw_pages(tta_scene *scene, const tta_memory_plan *plan) {
  pages_view v = {.scene = scene, .plan = plan};
  double y = 0;
  tta_buf_printf(&scene->scratch, "Banks of %s at their peaks", tta_arch_get(tta_memory_plan_banks(plan)->arch)->name);
  tta_scene_title(scene);
  tta_buf_str(&scene->scratch, "addresses upwards, not to scale; numbers are those of pages, their buffer is on the "
                               "left, its first address on the right; cores of circular buffers row by row");
  tta_scene_fact(scene);
  for (size_t i = 0; i < tta_memory_plan_num_banks(plan); i++) {
    v.bank = tta_memory_plan_bank(plan, i);
    if (v.bank->size > 0 && v.bank->banks > 0 && v.bank->peak) y = draw_bank(&v, y);
  }
  if (y == 0) tta_scene_note(scene, "No value is in device memory.");
  return scene->failed ? TTA_NO_MEMORY : TTA_OK;
}
