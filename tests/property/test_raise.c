/* Values as text on each date of the syntax table: random layouts, ttnn_layouts, devices, core ranges and memory
 * configurations are written for a date, the text is read with the rules of that date, and the value must be the one
 * that was written.
 *
 *   test_raise [CASES [SEED]] */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "affine/affine.h"
#include "diag/check_options.h"
#include "ir/periods.h"
#include "model/lower_ttnn.h"
#include "model/raise.h"
#include "parse/reader.h"
#include "property/random.h"
#include "ttattr/check.h"
#include "ttattr/convert.h"
#include "ttattr/device.h"
#include "ttattr/layout.h"

static uint64_t seed;
static long num_written, num_rejected, num_ttnn, num_devices, num_moved, num_ranges,
    num_configs;

static void fail(int32_t day, const tta_buf *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("seed %llu, %d: %.*s\n  ", (unsigned long long)seed, (int)day, (int)text->size, text->data);
  vprintf(format, arguments);
  va_end(arguments);
  printf("\n");
  exit(1);
}

static int32_t random_day(void) { return tta_date_day((tta_date)pick(1, TTA_NUM_DATES - 1)); }
static bool one_in(int64_t n) { return pick(1, n) == 1; }

/* ---- reading ---- */

typedef struct reading {
  tta_buf text;
  tta_source source;
  tta_layouts *layouts;
  tta_device_text *device;
} reading;

static void open_reading(reading *r, tta_buf *text, int32_t day, tta_check_options *options) {
  *r = (reading){.text = *text};
  tta_buf_init(text, NULL);
  tta_buf_bytes(&r->text, "\0\0\0\0", 4); /* as sources require */
  r->text.size -= 4;
  tta_check_options_init(options);
  options->era = day;
  tta_source_init(&r->source, (tta_str){"<text>", 6}, (tta_str){r->text.data, r->text.size}, NULL);
}

/* @return NULL: a rule rejects it, other than the one of dates of the syntax */
static const tta_layout *read_layout(reading *r, tta_buf *text, int32_t day) {
  tta_check_options options;
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  open_reading(r, text, day, &options);
  tta_status status = tta_layouts_read(&r->source, TTA_LAYOUTS_TYPE, &options, &r->layouts, &reason);
  const tta_results *results = r->layouts ? tta_layouts_results(r->layouts) : NULL;
  const tta_diagnostic *first = tta_results_diagnostic(results, 0);
  bool read = !status && tta_layouts_num_entries(r->layouts) == 1;
  if (!read && (!first || first->rule == TTA_RULE_syntax))
    fail(day, &r->text, "is not read: %.*s", first ? (int)first->message.size : 0, first ? first->message.data : "");
  if (tta_results_num_edits(results)) fail(day, &r->text, "is not canonical");
  tta_buf_free(&reason);
  return read ? tta_layouts_entry(r->layouts, 0)->layout : NULL;
}

static void close_reading(reading *r) {
  tta_layouts_free(r->layouts);
  tta_device_text_free(r->device);
  tta_source_free(&r->source);
  tta_buf_free(&r->text);
}

/* ---- equal values ---- */

static bool same_shape(tta_shape a, tta_shape b) {
  return a.rank == b.rank && (!a.rank || !memcmp(a.extent, b.extent, a.rank * sizeof *a.extent));
}

static bool same_element(const tta_element *a, const tta_element *b) {
  return a->kind == b->kind && a->bits == b->bits && a->data_type == b->data_type &&
         !memcmp(a->tile, b->tile, sizeof a->tile);
}

/* Of the named form: an absent value is the default. */
static tta_oob_value oob_of(const tta_layout *l) {
  return l->family == TTA_FAMILY_NAMED && !l->oob_val ? TTA_OOB_UNDEF : l->oob_val;
}
static tta_memory_layout memory_layout_of(const tta_layout *l) {
  return l->family == TTA_FAMILY_NAMED && !l->memory_layout ? TTA_MEMORY_LAYOUT_SHARDED : l->memory_layout;
}

static const char *difference(const tta_layout *a, const tta_layout *b) {
  size_t boxes = a->num_core_ranges * sizeof *a->core_ranges, pairs = 2 * a->num_intervals * sizeof *a->intervals;
  if (a->family != b->family) return "family";
  if (!same_shape(a->tensor_shape, b->tensor_shape) || !same_shape(a->logical, b->logical)) return "shape";
  if (!same_shape(a->grid, b->grid)) return "grid";
  if (!same_shape(a->memref, b->memref)) return "memref";
  if (!same_element(&a->tensor_element, &b->tensor_element)) return "element";
  if (!same_element(&a->memref_element, &b->memref_element)) return "element of the memref";
  if (!tta_map_equal(&a->linear, &b->linear)) return "map";
  if (!same_shape(a->written_strides, b->written_strides)) return "strides";
  if (!same_shape(a->alignments, b->alignments)) return "alignments";
  if (a->num_intervals != b->num_intervals || (pairs && memcmp(a->intervals, b->intervals, pairs))) return "intervals";
  if (oob_of(a) != oob_of(b)) return "value of padding";
  if (a->memory_space != b->memory_space) return "memory space";
  if (memory_layout_of(a) != memory_layout_of(b)) return "memory layout";
  if (a->ignores_physical != b->ignores_physical || a->view != b->view) return "view";
  if (a->num_core_ranges != b->num_core_ranges || (boxes && memcmp(a->core_ranges, b->core_ranges, boxes)))
    return "core ranges";
  return NULL;
}

/* ---- layouts ---- */

/* The layout on another date: the same value, or a reason. */
static void move_to_date(const tta_layout *layout, int32_t day, const tta_buf *first) {
  reading r;
  tta_buf text, reason;
  tta_buf_init(&text, NULL);
  tta_buf_init(&reason, NULL);
  tta_status status = tta_layout_print(&text, layout, day, false, &reason);
  if (status ? status != TTA_INVALID || !reason.size || text.size : !text.size) fail(day, first, "status %d", status);
  if (!status) {
    const tta_layout *read = read_layout(&r, &text, day);
    const char *part = read ? difference(layout, read) : NULL;
    if (!read && layout->family != TTA_FAMILY_TTNN) fail(day, &r.text, "is rejected"); /* rules of TTNN have dates */
    if (part) fail(day, &r.text, "of another date: another %s", part);
    num_moved += read != NULL;
    close_reading(&r);
  }
  tta_buf_free(&text);
  tta_buf_free(&reason);
}

static void print_again(const tta_layout *layout, int32_t day, int32_t for_day, const tta_buf *text) {
  tta_buf again, reason;
  tta_buf_init(&again, NULL);
  tta_buf_init(&reason, NULL);
  if (tta_layout_print(&again, layout, for_day, false, &reason))
    fail(day, text, "is not written for %d: %.*s", (int)for_day, (int)reason.size, reason.data);
  if (again.size != text->size || memcmp(again.data, text->data, text->size))
    fail(day, text, "is written for %d as %.*s", (int)for_day, (int)again.size, again.data);
  tta_buf_free(&again);
  tta_buf_free(&reason);
}

static void convert_to_ttnn(const tta_layout *layout, int32_t day) {
  reading r;
  tta_arena *arena = tta_arena_new(NULL);
  tta_layout_ref from = {.notation = layout->family == TTA_FAMILY_NAMED ? TTA_NOTATION_TTCORE : TTA_NOTATION_METAL,
                         .layout = layout};
  tta_conversion_spec spec = {.to = TTA_NOTATION_TTNN, .era = day};
  tta_conversion conversion;
  tta_status status = tta_convert(&from, &spec, arena, &conversion);
  tta_conversion_free(&conversion);
  if (!status) {
    tta_buf text;
    tta_buf_init(&text, NULL);
    tta_buf_bytes(&text, conversion.text.data, conversion.text.size);
    const tta_layout *read = read_layout(&r, &text, day);
    if (!read) fail(day, &r.text, "is rejected");
    print_again(read, day, day, &r.text);
    move_to_date(read, random_day(), &r.text);
    close_reading(&r);
    num_ttnn++;
  }
  tta_arena_delete(arena);
}

static void try_layout(int32_t day) {
  static const char *const elements[] = {"f32", "bf16"};
  int64_t shape[4], grid[2] = {pick(1, 4), pick(1, 4)}, tile = one_in(2) ? 32 : 0;
  tta_build_spec spec;
  tta_buf text;
  reading r;
  tta_build_spec_init(&spec);
  for (int i = 0; i < 4; i++) shape[i] = pick(1, one_in(2) ? 4 : 100);
  spec.shape = (tta_shape){(uint32_t)pick(2, 4), shape};
  spec.grid = (tta_shape){2, grid};
  spec.element = (tta_str){elements[pick(0, 1)], 0};
  spec.element.size = strlen(spec.element.data);
  spec.tile[0] = spec.tile[1] = tile;
  if (tile) spec.tile_type = (tta_data_type)pick(TTA_DATA_TYPE_NONE, TTA_U8); /* si32 and i1 are younger than tiles */
  if (one_in(3)) spec.oob_val = (tta_oob_value)pick(TTA_OOB_UNDEF, TTA_NUM_OOB_VALUES - 1);
  spec.memory_space = (tta_memory_space)pick(TTA_MEMORY_SYSTEM, TTA_MEMORY_L1);
  if (one_in(3)) spec.memory_layout = (tta_memory_layout)pick(1, TTA_MEMORY_LAYOUT_BLOCK_SHARDED);
  spec.era = day;
  tta_buf_init(&text, NULL);
  if (tta_layout_build(&spec, &text, NULL, NULL)) {
    num_rejected++;
    tta_buf_free(&text);
    return;
  }
  const tta_layout *layout = read_layout(&r, &text, day);
  if (!layout) fail(day, &r.text, "is rejected");
  bool kept = same_shape(layout->logical, spec.shape) && same_shape(layout->grid, spec.grid) &&
              oob_of(layout) == spec.oob_val && layout->memory_space == spec.memory_space &&
              layout->memref_element.tile[0] == tile &&
              (!spec.memory_layout || memory_layout_of(layout) == spec.memory_layout);
  if (!kept) fail(day, &r.text, "is another layout than was specified");
  print_again(layout, day, day, &r.text);
  print_again(layout, day, 0, &r.text);
  move_to_date(layout, random_day(), &r.text);
  convert_to_ttnn(layout, random_day());
  num_written++;
  close_reading(&r);
}

/* ---- devices ---- */

static void try_device(int32_t day) {
  static const int64_t banks[2] = {1, 12};
  int64_t chip[2] = {pick(1, 10), pick(1, 10)}, mesh[3] = {pick(1, 2), pick(1, 2), pick(1, 2)}, ids[8], count = 1;
  tta_device_spec spec = {.chip_grid = {2, chip}, .mesh = {(uint32_t)pick(2, 3), mesh}, .era = day};
  tta_check_options options;
  tta_buf text, reason;
  reading r;
  for (uint32_t i = 0; i < spec.mesh.rank; i++) count *= mesh[i];
  for (int64_t i = 0; i < count; i++) ids[i] = 2 * i + pick(0, 1);
  if (one_in(2)) spec.chip_ids = (tta_shape){(uint32_t)count, ids};
  spec.memory_maps = one_in(2);
  spec.view = one_in(2) ? TTA_VIEW_PLAIN : (tta_worker_view)pick(0, TTA_NUM_VIEWS - 1);
  tta_buf_init(&text, NULL);
  tta_buf_init(&reason, NULL);
  tta_status status = tta_device_build(&spec, &text, &reason);
  if (status && (status != TTA_INVALID || !reason.size || text.size)) fail(day, &reason, "status %d", status);
  if (!status) {
    open_reading(&r, &text, day, &options);
    reason.size = 0;
    if (tta_device_text_new(&r.source, &options, &r.device, &reason))
      fail(day, &r.text, "is not read: %.*s", (int)reason.size, reason.data);
    const tta_device *d = tta_device_text_get(r.device);
    bool maps = !spec.memory_maps || (d->l1_map.num_results == 4 && d->dram_map.num_results == 4);
    bool chips = !spec.chip_ids.rank || same_shape(d->chip_ids, spec.chip_ids);
    if (!maps || !chips || d->chip_ids.rank != count) fail(day, &r.text, "is another device");
    if (d->dram_grid.rank && !same_shape(d->dram_grid, (tta_shape){2, banks})) fail(day, &r.text, "is of other banks");
    if (d->mesh.rank && spec.view == TTA_VIEW_PLAIN && !same_shape(d->mesh, spec.mesh)) fail(day, &r.text, "mesh");
    num_devices++;
    close_reading(&r);
  }
  tta_buf_free(&text);
  tta_buf_free(&reason);
}

/* ---- core ranges and memory configurations ---- */

/* What was written, and whether it was read. */
typedef struct ttnn_value {
  const tta_core_box *range;       /* or .. */
  const tta_memory_config *config;
  bool same;
} ttnn_value;

/* The shape of a shard is the physical one on dates with core ranges and without a mode. */
static bool same_spec(const tta_shard_spec *a, const tta_shard_spec *read) {
  bool same = same_shape(read->shape, a->shape) || same_shape(read->shape, a->physical_shape);
  if (read->physical_shape.rank) same = same && same_shape(read->physical_shape, a->physical_shape);
  if (!read->cores.num_ranges) return same;
  for (uint32_t i = 0; i < a->cores.num_ranges && i < read->cores.num_ranges; i++)
    same = same && !memcmp(&a->cores.ranges[i].box, &read->cores.ranges[i].box, sizeof(tta_core_box));
  return same && read->cores.num_ranges == a->cores.num_ranges && read->column_major == a->column_major &&
         read->grid_2d == a->grid_2d;
}

static bool take_value(void *user, tta_reader *r, tta_node_id root, tta_island_context place, tta_span span) {
  ttnn_value *v = user;
  tta_core_range range;
  tta_memory_config read;
  tta_arena *arena = tta_arena_new(NULL);
  (void)place, (void)span;
  if (v->range) {
    v->same = tta_lower_core_range(&r->tree, root, &range) && range.known &&
              !memcmp(&range.box, v->range, sizeof range.box);
  } else if (!tta_lower_memory_config(&r->tree, root, arena, &read)) {
    const tta_memory_config *c = v->config;
    v->same = read.buffer == c->buffer && read.memory_layout == c->memory_layout &&
              read.has_shard_spec == c->has_shard_spec && read.has_nd_shard_spec == c->has_nd_shard_spec &&
              (!c->has_shard_spec || same_spec(&c->shard_spec, &read.shard_spec)) &&
              (!c->has_nd_shard_spec || same_spec(&c->nd_shard_spec, &read.nd_shard_spec));
  }
  tta_arena_delete(arena);
  return false;
}

/* The text is canonical on its date, and has the value. Without a text there is a reason. */
static void read_value(tta_status status, tta_buf *text, tta_buf *reason, int32_t day, ttnn_value v, long *count) {
  tta_check_options options;
  tta_check *check;
  reading r;
  if (status && !reason->size) fail(day, text, "no reason");
  if (!status) {
    open_reading(&r, text, day, &options);
    if (tta_check_text(&r.source, &options, &check)) fail(day, &r.text, "is not read");
    const tta_results *results = tta_check_results(check);
    for (size_t i = 0; i < tta_results_num_diagnostics(results); i++)
      if (tta_results_diagnostic(results, i)->rule == TTA_RULE_syntax) fail(day, &r.text, "is rejected");
    if (tta_results_num_edits(results)) fail(day, &r.text, "is not canonical");
    tta_parse_again(&r.source, &(tta_visitor){.user = &v, .island = take_value}, NULL);
    if (!v.same) fail(day, &r.text, "is another value");
    tta_check_free(check);
    close_reading(&r);
    ++*count;
  }
  tta_buf_free(text);
  tta_buf_free(reason);
}

static tta_core_box random_box(void) {
  tta_core first = {pick(0, 7), pick(0, 7)};
  return (tta_core_box){first, {first.y + pick(0, 3), first.x + pick(0, 3)}};
}

static void try_ttnn_values(int32_t day) {
  static const tta_attribute attributes[] = {TTA_ATTR_core_range, TTA_ATTR_ttnn_core_range,
                                             TTA_ATTR_ttmetal_core_range};
  int64_t shape[2] = {pick(1, 64), pick(1, 64)}, physical[2] = {64, 64};
  tta_core_range ranges[2] = {{.known = true, .box = random_box()}, {.known = true, .box = random_box()}};
  tta_memory_config c = {.buffer = (tta_memory_space)pick(TTA_MEMORY_DRAM, TTA_MEMORY_L1),
                         .memory_layout = TTA_MEMORY_LAYOUT_BLOCK_SHARDED, .has_shard_spec = !one_in(3)};
  c.has_nd_shard_spec = !c.has_shard_spec && one_in(2);
  tta_shard_spec *spec = c.has_shard_spec ? &c.shard_spec : &c.nd_shard_spec;
  *spec = (tta_shard_spec){.cores = {.num_ranges = (uint32_t)pick(1, 2), .ranges = ranges}, .shape = {2, shape},
                           .column_major = one_in(2), .grid_2d = c.has_nd_shard_spec && one_in(2)};
  if (c.has_shard_spec && one_in(2)) spec->physical_shape = (tta_shape){2, physical};
  tta_buf text, reason;
  for (int i = 0; i < 2; i++) {
    tta_buf_init(&text, NULL);
    tta_buf_init(&reason, NULL);
    tta_buf_str(&text, "#x = ");
    tta_status status = i ? tta_core_range_append(&text, attributes[pick(0, 2)], &ranges[0].box, day, &reason)
                          : tta_memory_config_append(&text, &c, day, &reason);
    read_value(status, &text, &reason, day, (ttnn_value){i ? &ranges[0].box : NULL, &c, false},
               i ? &num_ranges : &num_configs);
  }
}

int main(int argc, char **argv) {
  long cases = argc > 1 ? atol(argv[1]) : 6;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  for (int date = 1; date < TTA_NUM_DATES; date++)
    for (long i = 0; i < cases; i++) {
      random_state = seed = first + (uint64_t)date * 1000003U + (uint64_t)i;
      try_layout(tta_date_day((tta_date)date));
      try_device(tta_date_day((tta_date)date));
      try_ttnn_values(tta_date_day((tta_date)date));
    }
  printf("%d dates: %ld layouts (%ld rejected), %ld moved to another date, %ld ttnn_layouts, %ld devices, %ld core "
         "ranges, %ld memory configurations\n",
         TTA_NUM_DATES - 1, num_written, num_rejected, num_moved, num_ttnn, num_devices, num_ranges, num_configs);
  return num_written < cases || num_ttnn < cases || num_devices < cases || num_moved < cases || num_ranges < cases ||
         num_configs < cases;
}
