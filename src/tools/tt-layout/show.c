/* tt-layout show: the facts of a layout, as a table or as JSON. */
#include "tool.h"

#include <string.h>

#include "base/chars.h"
#include "base/format.h"
#include "base/index.h"
#include "base/str.h"
#include "tools/common/message.h"
#include "ttattr/arch.h"
#include "ttattr/storage.h"

typedef struct show_request {
  bool json, padding;
  const tta_numbers *index;   /* NULL: not given */
  const tta_numbers *at_core; /* NULL: not given */
  int64_t at_offset;
} show_request;

/** The facts of one layout, computed before anything is printed, so that errors leave no partial output. */
typedef struct layout_facts {
  const tta_layout_entry *entry;
  const tta_layouts *layouts; /* of a FILE, whose names and lines are printed; else NULL */
  const tta_layout *s;
  tt_layout_device_input *device;
  tta_arena *arena;         /* of `holder` */
  const tta_device *holder; /* the device as it holds the tensor: with a map of its own for a virtual grid */
  bool on_device;           /* the device holds the tensor */
  tta_buf not_held;         /* why it does not */
  tta_location location;
  tta_core_assignment place;
  int64_t chip;
  bool found;
  int64_t scalar[TTA_MAX_RANK];
  tta_mesh_view mesh;
  tta_placement *placement; /* with a device, unless there are too many shards */
  tta_gap gaps[TTA_MAX_RANK];
  uint32_t num_gaps;
  tta_storage storage;
  tta_storage_rows rows;
  bool stored, has_rows; /* `storage` and `rows` are set */
} layout_facts;

/* A tensor of rank 0 has no extents. */
static void put_shape(tta_buf *text, tta_shape shape) {
  if (shape.rank) tta_buf_shape(text, shape);
  else tta_buf_str(text, "scalar");
}

static void shape_line(tta_buf *out, const char *label, tta_shape shape, tta_buf *text) {
  if (shape.extent) put_shape(text, shape);
  else tta_buf_str(text, "unknown");
  tt_layout_flush(out, label, text);
}

static double percent(int64_t part, int64_t whole) { return whole ? 100.0 * (double)part / (double)whole : 0; }

/* Bytes without alignment, then those that a core or a bank allocates if these are others. */
static void bytes(tta_buf *out, const layout_facts *f, tta_buf *text) {
  const tta_layout *s = f->s;
  if (s->order && s->order->unknown.size)
    tt_layout_linef(out, "bytes", "unknown: %.*s", (int)s->order->unknown.size, s->order->unknown.data);
  if (s->shard_bytes < 0) return;
  tt_layout_linef(out, "bytes", "%lld per shard, %lld in total", (long long)s->shard_bytes, (long long)s->total_bytes);
  if (!f->stored || (!f->storage.bank_alignment_bytes && f->storage.distribution == TTA_STORAGE_CORES)) return;
  tta_storage_bytes_text(text, &f->storage);
  if (text->size) tt_layout_flush(out, "in memory", text);
}

static void alignment_of_rows(tta_buf *out, const layout_facts *f) {
  const tta_storage_rows *r = &f->rows;
  if (!f->has_rows || r->aligned) return;
  const char *rows = f->storage.row_pages ? "rows" : "tiles";
  tt_layout_linef(out, "NoC",
                  "%s of %lld bytes start at multiples of %lld bytes, not of %lld; with %lld bytes each they would, "
                  "for %lld bytes of padding",
                  rows, (long long)r->row_bytes, (long long)r->start_bytes, (long long)r->alignment_bytes,
                  (long long)r->aligned_row_bytes, (long long)r->padding_bytes);
}

static void sizes(tta_buf *out, const layout_facts *f, tta_buf *text) {
  const tta_layout *s = f->s;
  tta_buf_printf(text, "%lld logical, %lld allocated, ", (long long)s->logical_elements,
                 (long long)s->allocated_elements);
  if (s->padding_elements < 0) tta_buf_str(text, "unknown padding");
  else
    tta_buf_printf(text, "%lld padding (%.1f%%)", (long long)s->padding_elements,
                   percent(s->padding_elements, s->allocated_elements));
  tt_layout_flush(out, "elements", text);
  if (s->outside_elements > 0)
    tt_layout_linef(out, "outside", "%lld elements are outside of the shards: the last element is not the largest",
                    (long long)s->outside_elements);
  bytes(out, f, text);
  alignment_of_rows(out, f);
}

static void memref(tta_buf *out, const tta_layout *s, tta_buf *text) {
  put_shape(text, s->memref);
  if (tta_element_is_tile(&s->memref_element))
    tta_buf_printf(text, " tiles of %lldx%lld %s", (long long)s->memref_element.tile[0],
                   (long long)s->memref_element.tile[1], tta_data_type_name(s->memref_element.data_type));
  if (s->order) tta_buf_str(text, " with ");
  if (s->order) tta_memref_order_text(text, s->order);
  if (s->memory_space) tta_buf_printf(text, ", in %s", tta_layout_memory_space_name(s));
  if (s->memory_layout) tta_buf_printf(text, ", %s", tta_memory_layout_name(s->memory_layout));
  tt_layout_flush(out, "memref", text);
}

static void layout(tta_buf *out, const layout_facts *f, tta_buf *text) {
  const tta_layout *s = f->s;
  put_shape(text, s->logical);
  tta_str element = tta_element_stored_name(&s->tensor_element);
  tta_buf_printf(text, " %.*s", (int)element.size, element.data);
  tt_layout_flush(out, "logical", text);
  tta_map_text(text, &s->linear);
  tt_layout_flush(out, "map", text);
  if (s->collapse.size && s->logical.rank) tt_layout_line(out, "collapses", s->collapse);
  if (s->strides) {
    tta_buf_list(text, s->logical.rank, s->strides);
    tt_layout_flush(out, "strides", text);
  }
  shape_line(out, "physical", s->physical, text);
  if (s->grid.extent) {
    put_shape(text, s->grid);
    tta_buf_printf(text, ", %lld core%s", (long long)s->cores, tta_plural(s->cores));
    tt_layout_flush(out, "grid", text);
  }
  shape_line(out, "shard", s->shard, text);
  if (!s->memref.extent) return;
  memref(out, s, text);
  put_shape(text, s->padded_shard);
  tta_buf_str(text, " per shard, ");
  put_shape(text, s->padded);
  tta_buf_str(text, " in total");
  tt_layout_flush(out, "padded", text);
  sizes(out, f, text);
  if (s->oob_val) tt_layout_line(out, "padding is", tta_str_from(tta_oob_value_name(s->oob_val)));
  if (!tta_layout_is_view(s)) return;
  tta_buf_printf(text, "index_map %.*s permutes grid and shard; positions ignore it", (int)s->index_map.size,
                 s->index_map.data);
  tt_layout_flush(out, "view", text);
}

/* Whether the parts of collapsed dims start at a tile; layouts of scalars are checked with 32x32 tiles. */
static void parts(tta_buf *out, const tta_layout *s) {
  const tta_element *e = &s->memref_element;
  int64_t rows = tta_element_is_tile(e) ? e->tile[0] : 32, columns = tta_element_is_tile(e) ? e->tile[1] : 32;
  for (uint32_t r = 0; r < s->grid.rank; r++) {
    tta_parts p;
    if (!tta_layout_parts(s, r, rows, columns, &p) || !p.decided) continue;
    const char *with = tta_element_is_tile(&s->memref_element) ? "" : "with 32x32 tiles ";
    if (p.aligned)
      tt_layout_linef(out, "parts", "%sall %lld parts collapsed into dim %u start at a tile of their shard", with,
                      (long long)p.count, r);
    else
      tt_layout_linef(out, "parts",
                      "%spart %lld of %lld collapsed into dim %u does not start at a tile: offset %lld of shard %lld",
                      with, (long long)p.part, (long long)p.count, r, (long long)p.offset, (long long)p.shard);
  }
}

static void at_index(tta_buf *out, const show_request *request, const layout_facts *f, tta_buf *text) {
  const tta_layout *s = f->s;
  const tta_location *l = &f->location;
  uint32_t rank = s->linear.num_results;
  tta_buf_list(text, s->logical.rank, request->index->value);
  tta_buf_str(text, " is at ");
  tta_buf_list(text, rank, l->physical);
  if (!s->interleaved && s->grid.extent) {
    tta_buf_str(text, ": core ");
    tta_buf_list(text, rank, l->core);
    tta_buf_str(text, ", offset ");
    tta_buf_list(text, rank, l->shard_offset);
  }
  tt_layout_flush(out, "element", text);
  if (l->face >= 0) {
    tta_buf_str(text, s->interleaved ? "tile of the tensor " : "tile ");
    tta_buf_list(text, rank, l->tile);
    tta_buf_str(text, ", offset ");
    tta_buf_list(text, 2, l->tile_offset);
    tta_buf_printf(text, ", face %lld", (long long)l->face);
    tt_layout_flush(out, "", text);
  }
  if (s->interleaved || !s->grid.extent) return;
  if (l->byte_offset >= 0) tt_layout_linef(out, "", "byte %lld of the shard", (long long)l->byte_offset);
  if (f->on_device)
    tt_layout_linef(out, "", "chip %lld (index %lld), physical core [%lld, %lld]", (long long)f->chip,
                    (long long)f->place.chip_index, (long long)f->place.core.y, (long long)f->place.core.x);
}

static void at_core(tta_buf *out, const show_request *request, const layout_facts *f, tta_buf *text) {
  tta_buf_printf(text, "offset %lld of core ", (long long)request->at_offset);
  tta_buf_list(text, request->at_core->count, request->at_core->value);
  tta_buf_str(text, f->found ? " holds " : " is padding");
  if (f->found) tta_buf_list(text, f->s->logical.rank, f->scalar);
  tt_layout_flush(out, "at", text);
}

/* What selects the layout, and its line or its name if that says neither. */
static void name_line(tta_buf *out, const layout_facts *f, tta_buf *text) {
  tta_str name = f->entry->name;
  tta_layouts_name(f->layouts, f->entry, text);
  bool is_place = text->size && tta_is_digit(text->data[0]);
  if (!is_place) tta_buf_printf(text, ", line %u", f->entry->line);
  else if (name.size) tta_buf_printf(text, " (%.*s)", TTA_STR_ARGS(name));
  tta_buf_printf(out, "%-12s%.*s\n", "name", (int)text->size, text->data); /* a name is not broken into lines */
  text->size = 0;
}

/* ---- padding ---- */

typedef struct table {
  tta_buf *out, *text;
  const tta_layout *s;
} table;

static void append_padding(tta_buf *out, const tta_layout *s, const tta_padding_class *p, uint32_t dim) {
  int64_t size = s->padded_shard.extent[dim] - p->reached[dim], in_gaps = p->valid[dim] - p->reached[dim];
  tta_buf_int(out, size);
  if (dim + 1 == s->grid.rank) tta_buf_str(out, size == 1 ? " column" : " columns");
  else if (dim + 2 == s->grid.rank) tta_buf_str(out, size == 1 ? " row" : " rows");
  if (in_gaps) tta_buf_printf(out, " (%lld in gaps)", (long long)in_gaps);
}

static bool padding_row(void *user, const tta_padding_class *p) {
  table *t = user;
  const tta_layout *s = t->s;
  uint32_t rank = s->grid.rank;
  int64_t product = 1; /* at most the positions of a shard */
  tta_buf_printf(t->text, "%lld core%s from ", (long long)p->count, tta_plural(p->count));
  tta_buf_list(t->text, rank, p->core);
  tta_buf_str(t->text, ": valid ");
  tta_buf_shape(t->text, (tta_shape){rank, p->valid});
  tta_buf_str(t->text, " of ");
  tta_buf_shape(t->text, s->padded_shard);
  tta_buf_str(t->text, ", padding ");
  for (uint32_t i = 0; i < rank; i++) {
    if (i) tta_buf_str(t->text, ", ");
    append_padding(t->text, s, p, i);
    product *= p->reached[i];
  }
  if (p->elements >= 0 && p->elements != product)
    tta_buf_printf(t->text, "; %lld element%s", (long long)p->elements, tta_plural(p->elements));
  tt_layout_flush(t->out, "padding", t->text);
  return true;
}

/* The valid part of a shard is a box; a map may use only some of it. */
static void print_gaps_of_map(tta_buf *out, const tta_layout *s) {
  int64_t positions;
  if (s->outside_elements || !tta_shape_volume(s->used, &positions)) return;
  if (positions > s->logical_elements)
    tt_layout_linef(out, "gaps", "%lld of the %lld positions of the valid parts have no element and are padding",
                    (long long)(positions - s->logical_elements), (long long)positions);
}

static void gaps(tta_buf *out, const layout_facts *f) {
  for (uint32_t i = 0; i < f->num_gaps; i++)
    tt_layout_linef(out, "gap", "dim %u: %lld starting at %lld, every %lld", f->gaps[i].dim, (long long)f->gaps[i].size,
                    (long long)f->gaps[i].first, (long long)f->gaps[i].every);
}

static void print_text(tta_buf *out, const show_request *request, const layout_facts *f) {
  tta_buf text = tta_buf_new(out->allocator);
  if (f->layouts) name_line(out, f, &text);
  tt_layout_line(out, "type", f->s->type);
  layout(out, f, &text);
  if (f->s->memref.extent) parts(out, f->s);
  if (request->index) at_index(out, request, f, &text);
  if (request->at_core) at_core(out, request, f, &text);
  if (request->padding) {
    if (tta_layout_padding(f->s, padding_row, &(table){out, &text, f->s}) == TTA_NO_MEMORY) out->failed = true;
    print_gaps_of_map(out, f->s);
  }
  gaps(out, f);
  if (f->device->entry) tt_layout_device_line(out, f->device);
  if (f->not_held.size) tt_layout_line(out, "", tta_buf_view(&f->not_held));
  if (f->on_device) {
    tt_layout_virtual_line(out, f->device->device, f->s);
    tt_layout_mesh_text(out, &f->mesh, f->s->logical.rank, &text);
    tt_layout_chips_text(out, f->placement, &text);
  }
  tta_buf_free(&text);
}

typedef struct request {
  show_request show;
  const char *name;
  tt_layout_device_choice device;
  tta_numbers index, core;
  int32_t era;
  int arch;
  bool at_layout, at_device; /* --at CORE,OFFSET; --at CHIP,CORE: */
  int64_t device_chip;
  tta_numbers device_core;
} request;

/* A core and an offset of a layout, 1x0,345; or a chip and a core of a device, 1,3x7. */
static int parse_at(void *into, const tta_option_use *use) {
  request *r = into;
  char head[1024];
  const char *comma = strrchr(use->value, ',');
  size_t size = comma ? (size_t)(comma - use->value) : sizeof head;
  if (size < sizeof head) {
    memcpy(head, use->value, size);
    head[size] = '\0';
    r->at_layout =
        tta_read_shape(head, 0, &r->core) && tta_read_number(comma + 1, 0, INT64_MAX, &r->show.at_offset);
    r->at_device = tta_read_number(head, 0, INT64_MAX, &r->device_chip) &&
                   tta_read_shape(comma + 1, 0, &r->device_core) && r->device_core.count == 2;
    if (r->at_layout || r->at_device) return -1; /* both: 5,0x1 */
  }
  return tta_invalid_value(tt_layout_program, use,
                           "a core and an offset such as 1x0,345, or of a device a chip and a core such as 1,3x7");
}

static const tta_option option_rows[] = {
    {.name = "--index", .value = "I,J,...", .kind = TTA_KIND_LIST, .least = INT64_MIN,
     .offset = offsetof(request, index), .group = "Queries", .expected = "an index such as 1,1,6,100",
     .example = "1,1,6,100",
     .help = "print the position of one element: core, tile, face and byte offset"},
    {.name = "--at", .value = "CORE,OFFSET", .kind = TTA_KIND_CUSTOM, .parse = parse_at, .group = "Queries",
     .example = "1x0,345", .help = "print the element at an offset of a shard, 1x0,345; of a device, the logical "
     "core at CHIP,CORE"},
    {.name = "--padding", .kind = TTA_KIND_FLAG, .offset = offsetof(request, show.padding), .group = "Queries",
     .help = "print the used part of each shard, and gaps between rows"},
    TT_LAYOUT_DEVICE_OPTIONS(request, device, "Queries",
                             "print the chips and the mesh of this device (default: that of the module)"),
    {.name = "--arch", .value = "NAME", .kind = TTA_KIND_CHOICE, .choices = tt_layout_archs,
     .offset = offsetof(request, arch), .group = "Queries",
     .help = "banks and alignments of grayskull, wormhole_b0 (default) or blackhole"},
    TT_LAYOUT_NAME_OPTION(offsetof(request, name)),
    TT_LAYOUT_ERA_OPTION(offsetof(request, era)),
    TT_LAYOUT_JSON_OPTION(offsetof(request, show.json)),
};

static const tta_option_rule rules[] = {{TTA_AT_MOST_ONE, {"--index", "--at"}}};

/* ---- JSON ---- */

/* The chip and the core of a device that hold the element. */
static void assignment_json(tta_json *json, const layout_facts *f, bool known) {
  int64_t core[2] = {f->place.core.y, f->place.core.x};
  tta_json_key_known(json, "chip_index", f->place.chip_index, known);
  tta_json_key_known(json, "chip", f->chip, known);
  tta_json_key_shape(json, "physical_core", (tta_shape){2, known ? core : NULL});
}

static void position_json(tta_json *json, const show_request *show, const layout_facts *f) {
  tta_json_key_open(json, "at", '{');
  if (show->index) {
    tta_location_json_members(json, f->s, show->index->value, &f->location);
    if (f->device->entry) assignment_json(json, f, f->on_device && !f->s->interleaved && f->s->grid.extent);
  } else {
    tta_json_key_shape(json, "logical", (tta_shape){f->s->logical.rank, f->found ? f->scalar : NULL});
  }
  tta_json_close(json, '}');
}

static void print_json(tta_json *json, const show_request *show, const layout_facts *f) {
  tta_json_open(json, '{');
  if (f->layouts) tta_layouts_name_json_members(json, f->layouts, f->entry);
  if (f->device->own) tt_layout_device_json(json, f->device);
  tta_layout_json_members(json, f->s, f->stored ? &f->storage : NULL);
  if (show->index || show->at_core) position_json(json, show, f);
  if (show->padding) {
    tta_json_key(json, "padding");
    tta_layout_padding_json(json, f->s);
    tta_json_key(json, "gaps");
    tta_layout_gaps_json(json, f->s);
  }
  if (f->device->entry) {
    tta_json_key(json, "mesh");
    if (f->on_device) tta_mesh_view_json(json, &f->mesh, f->s->logical.rank);
    else tta_json_null(json);
    if (f->on_device) {
      tta_placement_json_members(json, f->placement);
      tt_layout_virtual_json(json, f->device->device, f->s);
    }
  }
  tta_json_close(json, '}');
}

/* ---- computing ---- */

static tta_status compute_index(const request *r, layout_facts *f, tta_buf *reason) {
  if (r->index.count != f->s->logical.rank) {
    tta_buf_printf(reason, "--index has %u number%s, but the tensor has %u dim%s", r->index.count,
                   tta_plural(r->index.count), f->s->logical.rank, tta_plural(f->s->logical.rank));
    return TTA_INVALID;
  }
  tta_status status = tta_layout_locate(f->s, r->index.value, &f->location, reason);
  if (status || !f->on_device || f->s->interleaved) return status;
  return tta_device_place(f->holder, f->location.core, &f->place, &f->chip, reason);
}

static tta_status compute_at(const request *r, layout_facts *f, tta_buf *reason) {
  if (f->s->grid.extent && r->core.count != f->s->grid.rank) {
    tta_buf_printf(reason, "--at has a core of %u number%s, but the grid has %u dim%s", r->core.count,
                   tta_plural(r->core.count), f->s->grid.rank, tta_plural(f->s->grid.rank));
    return TTA_INVALID;
  }
  return tta_layout_scalar_at(f->s, r->core.value, r->show.at_offset, f->scalar, &f->found, reason);
}

/* The chips of the tensor, not listed if there are too many shards to be placed. A device of --device must hold it; of
 * that of the module a line says why it does not. */
static tta_status compute_chips(layout_facts *f, tta_buf *reason) {
  bool sharded = f->s->grid.extent && !f->s->interleaved, own = f->device->own;
  const tta_device *device = f->device->device;
  if (!device || (own && !sharded)) return TTA_OK;
  tta_buf *why = own ? &f->not_held : reason;
  tta_status status = tta_mesh_view_of(f->s, device, &f->mesh, why);
  if (!status) status = tta_device_for_grid(device, f->s->grid, f->arena, &f->holder, why);
  if (!status) status = tta_placement_new(f->s, device, NULL, &f->placement, why);
  if (status == TTA_LIMIT) why->size = 0;
  if (status == TTA_LIMIT) status = TTA_OK;
  f->on_device = !status;
  if (why->failed) return TTA_NO_MEMORY;
  return own && status == TTA_INVALID ? TTA_OK : status;
}

static void measure(const request *r, layout_facts *f) {
  tta_storage_banks banks;
  tta_arch_storage_banks((tta_arch)r->arch, &banks);
  f->stored = f->s->memref.extent && !tta_storage_of(f->s, &(tta_storage_options){.banks = &banks}, &f->storage, NULL);
  f->has_rows = f->stored && f->storage.distribution != TTA_STORAGE_HOST &&
                !tta_storage_rows_of(&f->storage, 0, &f->rows, NULL);
}

static int compute(const request *r, layout_facts *f) {
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = compute_chips(f, &reason);
  if (!status && r->show.index) status = compute_index(r, f, &reason);
  if (!status && r->show.at_core) status = compute_at(r, f, &reason);
  if (!status && r->show.padding && (f->s->interleaved || !f->s->grid.extent)) {
    tta_buf_str(&reason, "layout is interleaved; cores have no shards");
    status = TTA_INVALID;
  }
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  measure(r, f);
  f->num_gaps = tta_layout_gaps(f->s, f->gaps, TTA_MAX_RANK);
  if (f->num_gaps > TTA_MAX_RANK) f->num_gaps = TTA_MAX_RANK; /* more than dims: not of any real map */
  return 0;
}

static int print_all(const request *r, const tt_layout_input *input, tt_layout_device_input *device) {
  tta_buf out = tta_buf_new(NULL);
  tta_json json = tta_json_writer(&out);
  int status = 0;
  if (r->show.json && !input->one) tta_json_open(&json, '[');
  for (size_t i = 0; i < tt_layout_input_count(input) && !status; i++) {
    layout_facts facts = {.entry = tt_layout_input_get(input, i), .device = device};
    if (input->is_file) facts.layouts = input->layouts;
    facts.s = facts.entry->layout;
    facts.arena = tta_arena_new(NULL);
    tta_buf_init(&facts.not_held, NULL);
    if (!facts.arena) status = tt_layout_fail(TTA_NO_MEMORY, NULL);
    if (!status) status = tt_layout_device_for(device, input, facts.entry, TT_LAYOUT_DEVICE_OPTIONAL);
    if (!status) status = compute(r, &facts);
    if (!status && i && !r->show.json) tta_buf_char(&out, '\n');
    if (!status && r->show.json) print_json(&json, &r->show, &facts);
    else if (!status) print_text(&out, &r->show, &facts);
    tta_buf_free(&facts.not_held);
    tta_placement_free(facts.placement);
    tta_arena_delete(facts.arena);
  }
  if (r->show.json && !input->one) tta_json_close(&json, ']');
  if (r->show.json) tta_buf_char(&out, '\n');
  if (!status) return tt_layout_finish(&out);
  tta_buf_free(&out);
  return status;
}

/* Options that a device or a layout does not have. */
static int check_queries(const request *r, const tta_arguments *arguments, bool device) {
  const char *wrong = NULL;
  if (device && tta_given(arguments, "--padding")) wrong = "--padding requires a layout";
  if (device && tta_given(arguments, "--name")) wrong = "--name requires a FILE with layouts";
  if (tta_given(arguments, "--at") && !(device ? r->at_device : r->at_layout))
    wrong = device ? "--at of a device requires a chip and a core such as 1,3x7"
                   : "--at of a layout requires a core and an offset such as 1x0,345";
  if (wrong) tta_print_error(tt_layout_program, "%s", wrong);
  return wrong ? TTA_EXIT_FAILED : TTA_EXIT_DONE;
}

static tt_layout_device_query query_of(const request *r, const tta_arguments *arguments) {
  tta_device_query asked = {.has_arch = tta_given(arguments, "--arch"), .arch = (tta_arch)r->arch,
                            .has_at = r->at_device, .chip = r->device_chip};
  if (r->show.index) asked.index = tta_numbers_shape(r->show.index);
  if (asked.has_at) asked.at = (tta_core){.y = r->device_core.value[0], .x = r->device_core.value[1]};
  return (tt_layout_device_query){.name = r->device.name, .json = r->show.json, .asked = asked};
}

static int show_input(const request *r, const tta_arguments *arguments, const tt_layout_input *input) {
  tt_layout_device_query query = query_of(r, arguments);
  bool devices = tt_layout_has_devices_only(input);
  int status = check_queries(r, arguments, devices);
  if (status) return status;
  if (devices) return tt_layout_show_devices(tta_layouts_devices(input->layouts), &input->source, true, &query);
  tt_layout_device_input device;
  status = tt_layout_open_device(&device, &r->device, r->era);
  if (!status) status = print_all(r, input, &device);
  tt_layout_close_device(&device);
  return status;
}

static int run(const tta_command *command, char **argv) {
  request r = {.arch = TTA_ARCH_WORMHOLE_B0};
  tta_arguments arguments;
  int status = tta_command_parse(command, argv, &r, &arguments);
  if (status >= 0) return status;
  if (tta_given(&arguments, "--index")) r.show.index = &r.index;
  if (tta_given(&arguments, "--at")) r.show.at_core = &r.core;
  const char *word = arguments.operands[0];
  if (tt_layout_is_device(word)) {
    tt_layout_device_query query = query_of(&r, &arguments);
    status = check_queries(&r, &arguments, true);
    return status ? status : tt_layout_show_device(word, &query, r.era);
  }
  tt_layout_input input;
  status = tt_layout_open(&input, word, "<TYPE>", r.name, r.era);
  if (!status) status = show_input(&r, &arguments, &input);
  tt_layout_close(&input);
  return status;
}

const tta_command tt_layout_show = {
    TT_LAYOUT_COMMAND,
    .name = "show",
    .usage = "[TYPE|DEVICE|FILE] [OPTION...]",
    .summary = "Print the shapes, shards, core assignment and padding of a layout, or the cores of a device",
    .description = "Of a FILE with layouts they are printed, of a FILE with devices only the devices. DEVICE is "
                   "an attribute, #tt.device<...>.",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .operands = {"TYPE|FILE"},
    .examples = {"tt-layout show program.mlir --name=%arg0",
                 "print shapes, shards and cores of the layout of a value"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run,
};
