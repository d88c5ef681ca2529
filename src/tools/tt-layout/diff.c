/* tt-layout diff: the differences of two layouts, two devices or the layouts of two modules (ttattr/differences.h). */
#include "ttattr/differences.h"

#include "base/format.h"
#include "tool.h"
#include "base/str.h"
#include "tools/common/message.h"

typedef struct request {
  const char *device_name, *name, *completing; /* an option that only a layout of another notation can need */
  tt_layout_ref_options layout;
  bool json;
} request;

/* ---- results ---- */

static void value_json(tta_json *json, const char *key, const tta_difference_value *v) {
  if (v->is_shape) tta_json_key_shape(json, key, v->shape);
  else tta_json_key_string(json, key, v->text);
}

static void difference_json(tta_json *json, const tta_difference *d, tta_str text) {
  tta_json_open(json, '{');
  if (d->name.size) tta_json_key_string(json, "name", d->name);
  tta_json_key_text(json, "path", d->path);
  value_json(json, "a", &d->left);
  value_json(json, "b", &d->right);
  tta_json_key_string(json, "text", text);
  tta_json_close(json, '}');
}

static int print_differences(const tta_differences *all, bool as_json) {
  tta_buf out = tta_buf_new(NULL), text = tta_buf_new(NULL);
  tta_json json = tta_json_writer(&out);
  if (as_json) {
    tta_json_open(&json, '{');
    tta_json_key_bool(&json, "equal", !all->count);
    tta_json_key_open(&json, "differences", '[');
  } else {
    tta_buf_str(&out, all->count ? "they differ\n" : "they are equal\n");
  }
  for (size_t i = 0; i < all->count; i++) {
    tta_difference_text(&text, &all->item[i]);
    if (as_json) difference_json(&json, &all->item[i], tta_buf_view(&text));
    else tt_layout_line(&out, "", tta_buf_view(&text));
    text.size = 0;
  }
  if (as_json) {
    tta_json_close(&json, ']');
    tta_json_close(&json, '}');
    tta_buf_char(&out, '\n');
  }
  if (text.failed) out.failed = true;
  tta_buf_free(&text);
  int exit = tt_layout_finish(&out);
  if (exit || !all->count) return exit;
  tta_print_message(tt_layout_program, "%zu difference%s", all->count, tta_plural((int64_t)all->count));
  return TTA_EXIT_ERRORS;
}

/* ---- inputs ---- */

/* A or B: a text is a layout or a device, a file may have both. */
typedef struct side {
  bool is_device, is_ref; /* of a text: a device; a layout that is not one of tt-mlir */
  tt_layout_ref_input ref;
  tt_layout_input layouts;       /* else */
  tt_layout_device_input device; /* of a text, or the one that was selected in a file */
} side;

static int open_side(side *s, const request *r, const char *word, const char *what) {
  tta_str text = tta_str_trim(tta_str_from(word));
  *s = (side){.is_device = tt_layout_is_device(word)};
  if (s->is_device) return tt_layout_open_device(&s->device, &(tt_layout_device_choice){.device = word}, 0);
  bool of_mlir = tta_str_starts_with(text, "#tt") || tta_str_starts_with(text, "tensor<");
  s->is_ref = tt_layout_is_text(word) && (tt_layout_is_tiled(word) || !of_mlir || tta_str_starts_with(text, "#ttg."));
  return s->is_ref ? tt_layout_open_ref(&s->ref, word, r->name, &r->layout, 0)
                   : tt_layout_open_layout(&s->layouts, word, what, tt_layout_is_text(word) ? NULL : r->name);
}

static void close_side(side *s) {
  tt_layout_close_device(&s->device);
  tt_layout_close_ref(&s->ref);
  tt_layout_close(&s->layouts);
}

static size_t num_layouts(const side *s) {
  return s->is_ref ? 1 : s->layouts.layouts ? tt_layout_input_count(&s->layouts) : 0;
}

static bool has_device(const side *s) {
  const tta_devices *devices = s->layouts.layouts ? tta_layouts_devices(s->layouts.layouts) : NULL;
  return s->is_device || (devices && tta_devices_num_entries(devices));
}

/* The only layout of a side. Of a file with other layouts its tiled ones are not compared. */
static int single(side *s, tta_layout_ref *ref) {
  const tta_layout_entry *entry, *other = NULL;
  size_t others = 0;
  *ref = s->ref.ref;
  if (s->is_ref) return TTA_EXIT_DONE;
  for (size_t i = 0; i < tt_layout_input_count(&s->layouts); i++) {
    entry = tt_layout_input_get(&s->layouts, i);
    if (!entry->layout) continue;
    other = entry;
    others++;
  }
  int exit = TTA_EXIT_DONE;
  if (others == 1) entry = other;
  else exit = tt_layout_single_entry(&s->layouts, &entry);
  if (!exit) *ref = tta_layout_ref_of(entry->layout, entry->tiled);
  return exit;
}

static int reject_mixture(bool device_is_a) {
  tta_print_error(tt_layout_program, "cannot compare a device with a layout: %s is a device, %s is not",
                  device_is_a ? "A" : "B", device_is_a ? "B" : "A");
  return TTA_EXIT_ERRORS;
}

static int compare_devices(const request *r, side *a, side *b, tta_arena *arena, tta_differences *differences,
                           tta_status *status) {
  int exit = a->is_device ? TTA_EXIT_DONE : tt_layout_device_of_file(&a->device, &a->layouts, r->device_name);
  if (!exit && !b->is_device) exit = tt_layout_device_of_file(&b->device, &b->layouts, r->device_name);
  if (!exit) *status = tta_device_differences(a->device.device, b->device.device, arena, differences);
  return exit;
}

/* If a file has several layouts, those of values with equal names are compared. */
static int compare_layouts(side *a, side *b, tta_arena *arena, tta_differences *differences, tta_status *status,
                           tta_buf *reason) {
  tta_layout_ref left, right;
  if (a->layouts.is_file && b->layouts.is_file && (num_layouts(a) > 1 || num_layouts(b) > 1)) {
    *status = tta_module_differences(a->layouts.layouts, b->layouts.layouts, arena, differences, reason);
    return TTA_EXIT_DONE;
  }
  int exit = single(a, &left);
  if (!exit) exit = single(b, &right);
  if (!exit) *status = tta_layout_differences(&left, &right, arena, differences, reason);
  return exit;
}

static int compare_sides(const request *r, side *a, side *b, tta_arena *arena) {
  tta_differences differences = {.count = 0};
  tta_status status = arena ? TTA_OK : TTA_NO_MEMORY;
  bool layout_a = num_layouts(a) > 0, layout_b = num_layouts(b) > 0;
  bool devices = has_device(a) && has_device(b) && (r->device_name || !layout_a || !layout_b);
  if (!devices && (has_device(a) || has_device(b)) && (!layout_a || !layout_b)) return reject_mixture(!layout_a);
  tta_buf reason = tta_buf_new(NULL);
  int exit = status    ? TTA_EXIT_DONE
             : devices ? compare_devices(r, a, b, arena, &differences, &status)
                       : compare_layouts(a, b, arena, &differences, &status, &reason);
  if (!exit && status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  return exit ? exit : print_differences(&differences, r->json);
}

static int compare(const request *r, const char *word_a, const char *word_b) {
  side a, b;
  bool texts = tt_layout_is_text(word_a) && tt_layout_is_text(word_b), device = tt_layout_is_device(word_a);
  if (texts && r->name) return tt_layout_name_requires_file();
  if (texts && device != tt_layout_is_device(word_b)) return reject_mixture(device);
  int exit = open_side(&a, r, word_a, "<A>");
  if (!exit) {
    exit = open_side(&b, r, word_b, "<B>");
    tta_arena *arena = tta_arena_new(NULL);
    if (!exit && !a.is_ref && !b.is_ref) exit = tt_layout_reject_completing(r->completing);
    if (!exit) exit = compare_sides(r, &a, &b, arena);
    tta_arena_delete(arena);
    close_side(&b);
  }
  close_side(&a);
  return exit;
}

static const tta_option option_rows[] = {
    TT_LAYOUT_REF_OPTIONS(request, layout),
    TT_LAYOUT_NAME_OPTION(offsetof(request, name)),
    TT_LAYOUT_DEVICE_NAME_OPTION(offsetof(request, device_name), "Input"),
    TT_LAYOUT_JSON_OPTION(offsetof(request, json)),
};

static int run(const tta_command *command, char **argv) {
  request r = {.layout.from = TTA_NOTATION_UNKNOWN};
  tta_arguments arguments;
  int exit = tta_command_parse(command, argv, &r, &arguments);
  if (exit >= 0) return exit;
  r.layout.has_shape = tta_given(&arguments, "--shape");
  r.completing = tt_layout_completing_option(&arguments);
  return compare(&r, arguments.operands[0], arguments.operands[1]);
}

const tta_command tt_layout_diff = {
    TT_LAYOUT_COMMAND,
    .name = "diff",
    .usage = "A B [OPTION...]",
    .summary = "Compare two layouts, two devices or the layouts of two modules",
    .description = "A and B are layouts as `tt-layout same` reads them, or layouts of tt-mlir without a tensor; "
                   "devices; or files with one of them. Of files with several layouts those of values with equal names "
                   "are compared, or with --name that of each file. Of files with layouts and devices the layouts are "
                   "compared unless --device-name is given. Alias names, syntax and dates are not compared. "
                   "Maps are equal if they are equal on the domain. Equal layouts are the same for `tt-layout same`. "
                   "Two layouts of different notations differ in addresses only.",
    TTA_OPTIONS(option_rows),
    .operands = {"A", "B"},
    .min_operands = 2,
    .exit_status = {"both are equal", "they differ, or the input has errors",
                    "invalid command line, I/O error, or out of memory"},
    .examples = {"tt-layout diff old.mlir new.mlir", "print what differs between two layouts"},
    .run = run,
};
