/* tt-layout diff: the differences of two layouts or two devices. */
#include <string.h>

#include "tool.h"
#include "base/format.h"
#include "base/str.h"
#include "tools/common/message.h"

typedef struct request {
  const char *device_name;
  bool json;
} request;

typedef struct differ {
  bool json;
  tta_buf out;
  tta_json writer;
  uint32_t count;
  tta_status status;
} differ;

/* ---- one difference ---- */

/* A value of one side: a text, or a shape in brackets; empty = absent. */
typedef struct value {
  tta_str text;
  tta_shape shape;
  bool is_shape;
} value;

static value text_value(tta_str text) { return (value){.text = text}; }
static value shape_value(tta_shape shape) { return (value){.shape = shape, .is_shape = true}; }

static void value_json(tta_json *json, const char *key, value v) {
  if (v.is_shape) tta_json_key_shape(json, key, v.shape);
  else tta_json_key_string(json, key, v.text);
}

static void value_text(tta_buf *out, value v) {
  if (v.is_shape ? !v.shape.extent : !v.text.size) tta_buf_str(out, "nothing");
  else if (v.is_shape) tta_buf_shape(out, v.shape);
  else tta_buf_append(out, v.text);
}

static void differs(differ *d, const char *path, const char *what, value a, value b) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_printf(&text, "%s: ", what);
  value_text(&text, a);
  tta_buf_str(&text, " became ");
  value_text(&text, b);
  if (d->json) {
    tta_json_open(&d->writer, '{');
    tta_json_key(&d->writer, "path");
    tta_json_text(&d->writer, path);
    value_json(&d->writer, "a", a);
    value_json(&d->writer, "b", b);
    tta_json_key_string(&d->writer, "text", tta_buf_view(&text));
    tta_json_close(&d->writer, '}');
  } else {
    tt_layout_line(&d->out, "", tta_buf_view(&text));
  }
  if (text.failed) d->out.failed = true;
  tta_buf_free(&text);
  d->count++;
}

static void compare_text(differ *d, const char *path, const char *what, tta_str a, tta_str b) {
  if (!tta_str_equal(a, b)) differs(d, path, what, text_value(a), text_value(b));
}

static void compare_shape(differ *d, const char *path, const char *what, tta_shape a, tta_shape b) {
  if (!a.extent != !b.extent || !tta_shape_equal(a, b)) differs(d, path, what, shape_value(a), shape_value(b));
}

/* @param domain rank 0 and NULL if the domains differ: maps are then equal if their texts are */
static void compare_map(differ *d, const char *path, const char *what, const tta_map *a, const tta_map *b,
                        tta_shape domain) {
  tta_buf ta, tb;
  bool equal = tta_map_equal(a, b);
  if (!equal && domain.extent) {
    tta_status status = tta_map_equal_on(a, b, domain, &equal);
    if (status == TTA_NO_MEMORY) d->status = status;
  }
  if (equal) return;
  tta_buf_init(&ta, NULL);
  tta_buf_init(&tb, NULL);
  if (a->num_results) tta_map_text(&ta, a);
  if (b->num_results) tta_map_text(&tb, b);
  differs(d, path, what, text_value(tta_buf_view(&ta)), text_value(tta_buf_view(&tb)));
  if (ta.failed || tb.failed) d->out.failed = true;
  tta_buf_free(&ta);
  tta_buf_free(&tb);
}

/* ---- layouts and devices ---- */

static tta_str tile_type(const tta_layout *s) {
  return tta_str_from(tta_element_is_tile(&s->memref_element) ? tta_data_type_name(s->memref_element.data_type) : "");
}

/* Of a layout without a tensor the parts of the attribute are compared; the named form has no grid. */
static void compare_layouts(differ *d, const tta_layout *a, const tta_layout *b) {
  bool alone = !a->type.size || !b->type.size, named = a->family == TTA_FAMILY_NAMED && b->family == a->family;
  tta_shape domain = a->logical.extent ? a->logical : b->logical;
  bool same_domain = !a->logical.extent || !b->logical.extent || tta_shape_equal(a->logical, b->logical);
  tta_shape none = {0, NULL}, tile_a = {2, tta_element_is_tile(&a->memref_element) ? a->memref_element.tile : NULL},
            tile_b = {2, tta_element_is_tile(&b->memref_element) ? b->memref_element.tile : NULL};
  if (!alone || (a->logical.extent && b->logical.extent))
    compare_shape(d, "shape", "the tensor", a->logical, b->logical);
  if (!alone) compare_text(d, "element_type", "its elements", tta_element_stored_name(&a->tensor_element),
                           tta_element_stored_name(&b->tensor_element));
  compare_map(d, "linear", "the map", &a->linear, &b->linear, same_domain ? domain : none);
  if (named) compare_shape(d, "dim_alignments", "the alignments", a->alignments, b->alignments);
  compare_text(d, "index_map", "the view", tta_layout_is_view(a) ? a->index_map : (tta_str){0},
               tta_layout_is_view(b) ? b->index_map : (tta_str){0});
  compare_text(d, "oob_val", "the value of the padding", tta_str_from(tta_oob_value_name(a->oob_val)),
               tta_str_from(tta_oob_value_name(b->oob_val)));
  if (!alone || (a->grid.extent && b->grid.extent)) {
    compare_shape(d, "grid", "the grid", a->grid, b->grid);
    compare_shape(d, "memref.shape", "the memref", a->memref, b->memref);
    compare_shape(d, "memref.tile", "its tiles", tile_a, tile_b);
    compare_text(d, "memref.tile_type", "their type", tile_type(a), tile_type(b));
  }
  compare_text(d, "memref.memory_space", "the memory space", tta_str_from(tta_layout_memory_space_name(a)),
               tta_str_from(tta_layout_memory_space_name(b)));
  compare_text(d, "memory_layout", "the memory layout", tta_str_from(tta_memory_layout_name(a->memory_layout)),
               tta_str_from(tta_memory_layout_name(b->memory_layout)));
}

static void compare_devices(differ *d, const tta_device *a, const tta_device *b) {
  bool same_domain = tta_shape_equal(a->grid, b->grid);
  tta_shape none = {0, NULL};
  compare_shape(d, "workerGrid.shape", "the worker grid", a->grid, b->grid);
  compare_map(d, "workerGrid.mapping", "the worker map", &a->map, &b->map, same_domain ? a->grid : none);
  compare_map(d, "l1Map", "the L1 map", &a->l1_map, &b->l1_map, none);
  compare_map(d, "dramMap", "the DRAM map", &a->dram_map, &b->dram_map, none);
  compare_shape(d, "meshShape", "the mesh", a->mesh, b->mesh);
  compare_shape(d, "chipIds", "the chips", a->chip_ids, b->chip_ids);
}

static void compare_tiled(differ *d, const tta_tiled_facts *a, const tta_tiled_facts *b) {
  const tta_tiled *x = &a->layout, *y = &b->layout;
  bool hosts = x->has_host && y->has_host;
  tta_str element_x = x->host_element.name.size ? x->host_element.name : x->element.name;
  tta_str element_y = y->host_element.name.size ? y->host_element.name : y->element.name;
  if (hosts) {
    compare_shape(d, "host_size", "the tensor", x->host_size, y->host_size);
    compare_text(d, "host_element", "its elements", element_x, element_y);
    compare_shape(d, "host_strides", "its strides", x->host_strides, y->host_strides);
  }
  compare_shape(d, "device_size", "the device size", x->device_size, y->device_size);
  compare_text(d, "element", "the elements of the device", x->element.name, y->element.name);
  compare_shape(d, "device_strides", "the device strides", x->device_strides, y->device_strides);
  if (hosts)
    compare_shape(d, "stride_map", "the host strides of the loops", (tta_shape){a->map.rank, a->map.host_strides},
                  (tta_shape){b->map.rank, b->map.host_strides});
  else
    compare_shape(d, "dim_map", "the dim_map", x->dim_map, y->dim_map);
  compare_text(d, "format", "the sticks", tta_str_from(tta_tiled_format_name(x->format)),
               tta_str_from(tta_tiled_format_name(y->format)));
  compare_text(d, "pad", "the value of the padding", x->pad, y->pad);
}

/* ---- inputs ---- */

/* A or B: a text is a layout or a device, a file may have both. */
typedef struct side {
  bool is_device; /* a text of a device */
  bool is_tiled;  /* a text of a tiled layout */
  tta_arena *arena; /* with is_tiled */
  tta_tiled tiled;
  tt_layout_input layouts;       /* else */
  tt_layout_device_input device; /* of a text, or the one that was selected in a file */
} side;

static int open_side(side *s, const char *word, const char *what) {
  *s = (side){.is_device = tt_layout_is_device(word)};
  s->is_tiled = !s->is_device && tt_layout_is_text(word) && tt_layout_is_tiled(word);
  if (s->is_tiled) {
    s->arena = tta_arena_new(NULL);
    if (s->arena) return tt_layout_read_tiled(word, what, 0, s->arena, &s->tiled);
    tta_print_no_memory(tt_layout_program);
    return TTA_EXIT_FAILED;
  }
  if (!s->is_device) return tt_layout_open_layout(&s->layouts, word, what);
  return tt_layout_open_device(&s->device, &(tt_layout_device_choice){.device = word}, 0);
}

static void close_side(side *s) {
  tt_layout_close_device(&s->device);
  if (s->is_tiled) tta_arena_delete(s->arena);
  else if (!s->is_device) tt_layout_close(&s->layouts);
}

static bool has_device(const side *s) {
  const tta_devices *devices = s->is_device || s->is_tiled ? NULL : tta_layouts_devices(s->layouts.layouts);
  return s->is_device || (devices && tta_devices_num_entries(devices));
}

static bool has_layout(const side *s) {
  return s->is_tiled || (!s->is_device && tt_layout_input_count(&s->layouts));
}

/* The only layout of a side, which is tiled (*layout NULL) or not. Of a file with other layouts its tiled ones are not
 * compared. */
static int single(side *s, const tta_layout **layout, const tta_tiled **tiled) {
  const tta_layout_entry *entry, *last = NULL;
  size_t others = 0;
  *layout = NULL;
  *tiled = &s->tiled;
  if (s->is_tiled) return TTA_EXIT_DONE;
  for (size_t i = 0; i < tt_layout_input_count(&s->layouts); i++) {
    entry = tt_layout_input_get(&s->layouts, i);
    if (!entry->layout) continue;
    last = entry;
    others++;
  }
  int exit = TTA_EXIT_DONE;
  if (others == 1) entry = last;
  else exit = tt_layout_single_entry(&s->layouts, &entry);
  if (exit) return exit;
  *layout = entry->layout;
  *tiled = entry->tiled;
  return TTA_EXIT_DONE;
}

static int compare_facts(differ *d, const tta_tiled *a, const tta_tiled *b) {
  tta_tiled_facts x, y;
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  tta_arena *arena = tta_arena_new(NULL);
  tta_status status = arena ? tta_tiled_facts_of(a, arena, &x, &reason) : TTA_NO_MEMORY;
  if (!status) status = tta_tiled_facts_of(b, arena, &y, &reason);
  if (!status) compare_tiled(d, &x, &y);
  tta_arena_delete(arena);
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  return TTA_EXIT_DONE;
}

static int reject_mixture(bool device_is_a) {
  tta_print_error(tt_layout_program, "cannot compare a device with a layout: %s is a device, %s is not",
                  device_is_a ? "A" : "B", device_is_a ? "B" : "A");
  return TTA_EXIT_ERRORS;
}

static int compare_sides(differ *d, const request *r, side *a, side *b) {
  const tta_layout *first, *second;
  const tta_tiled *tiled_a, *tiled_b;
  bool devices = has_device(a) && has_device(b) && (r->device_name || !has_layout(a) || !has_layout(b));
  if (!devices && (has_device(a) || has_device(b)) && (!has_layout(a) || !has_layout(b)))
    return reject_mixture(!has_layout(a));
  int exit = TTA_EXIT_DONE;
  if (!devices) {
    exit = single(a, &first, &tiled_a);
    if (!exit) exit = single(b, &second, &tiled_b);
    if (exit) return exit;
    if (!first && !second) return compare_facts(d, tiled_a, tiled_b);
    if (first && second) {
      compare_layouts(d, first, second);
      return exit;
    }
    tta_print_error(tt_layout_program, "cannot compare a tiled layout with another layout; 'tt-layout same' compares "
                                       "their addresses");
    return TTA_EXIT_ERRORS;
  }
  if (!a->is_device) exit = tt_layout_device_of_file(&a->device, &a->layouts, r->device_name);
  if (!exit && !b->is_device) exit = tt_layout_device_of_file(&b->device, &b->layouts, r->device_name);
  if (!exit) compare_devices(d, a->device.device, b->device.device);
  return exit;
}

static int open_and_compare(differ *d, const request *r, const char *word_a, const char *word_b) {
  side a, b;
  bool texts = tt_layout_is_text(word_a) && tt_layout_is_text(word_b), device = tt_layout_is_device(word_a);
  if (texts && device != tt_layout_is_device(word_b)) return reject_mixture(device);
  int exit = open_side(&a, word_a, "<A>");
  if (!exit) {
    exit = open_side(&b, word_b, "<B>");
    if (!exit) exit = compare_sides(d, r, &a, &b);
    close_side(&b);
  }
  close_side(&a);
  return exit;
}

static int compare(const request *r, const char *a, const char *b) {
  bool json = r->json;
  differ d = {.json = json};
  tta_buf result;
  tta_buf_init(&d.out, NULL);
  tta_buf_init(&result, NULL);
  d.writer = tta_json_writer(&d.out);
  int exit = open_and_compare(&d, r, a, b);
  if (exit || d.status) {
    if (d.status) tta_print_no_memory(tt_layout_program);
    tta_buf_free(&d.out);
    return exit ? exit : TTA_EXIT_FAILED;
  }
  if (json) tta_buf_printf(&result, "{\"equal\":%s,\"differences\":[", d.count ? "false" : "true");
  else tta_buf_str(&result, d.count ? "they differ\n" : "they are equal\n");
  tta_buf_bytes(&result, d.out.data, d.out.size);
  if (json) tta_buf_str(&result, "]}\n");
  if (d.out.failed) result.failed = true;
  tta_buf_free(&d.out);
  exit = tt_layout_finish(&result);
  if (exit) return exit;
  if (d.count) tta_print_message(tt_layout_program, "%u difference%s", d.count, d.count == 1 ? "" : "s");
  return d.count ? TTA_EXIT_ERRORS : TTA_EXIT_DONE;
}

static const tta_option option_rows[] = {
    TT_LAYOUT_DEVICE_NAME_OPTION(offsetof(request, device_name), "Input"),
    TT_LAYOUT_JSON_OPTION(offsetof(request, json)),
};

static int run(const tta_command *command, char **argv) {
  request r = {.json = false};
  tta_arguments arguments;
  int exit = tta_command_parse(command, argv, &r, &arguments);
  return exit >= 0 ? exit : compare(&r, arguments.operands[0], arguments.operands[1]);
}

const tta_command tt_layout_diff = {
    .program = tt_layout_program,
    .name = "diff",
    .usage = "A B [OPTION...]",
    .summary = "Compare two layouts or two devices",
    .description = "A and B are tensor types with layouts, files with one of them, or layouts without "
                   "a tensor; or devices, or files with one. Of files with layouts and devices the layouts are "
                   "compared unless --device-name is given. Alias names, syntax and dates are not compared. "
                   "Maps are equal if they are equal on the domain. Tiled layouts are compared if a file has no other "
                   "layout.",
    TTA_OPTIONS(option_rows),
    .operands = {"A", "B"},
    .min_operands = 2,
    .exit_status = {"both are equal", "they differ, or the input has errors",
                    "invalid command line, I/O error, or out of memory"},
    .examples = {"tt-layout diff old.mlir new.mlir", "print what differs between two layouts"},
    .run = run,
};
