/* tt-layout diff: the differences of two layouts, two devices (ttattr/differences.h) or two modules (diff_module.c). */
#include "diff.h"

#include "base/format.h"
#include "tool.h"
#include "base/str.h"
#include "tools/common/message.h"

typedef struct request {
  const char *device_name, *name, *completing; /* an option that only a layout of another notation can need */
  tt_layout_ref_options layout;
  bool json, markdown, html;
} request;

/* ---- results ---- */

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
    if (as_json) {
      tt_layout_difference_json(&json, &all->item[i], NULL);
      continue;
    }
    tta_difference_text(&text, &all->item[i]);
    tt_layout_flush(&out, "", &text);
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

static int compare_layouts(side *a, side *b, tta_arena *arena, tta_differences *differences, tta_status *status,
                           tta_buf *reason) {
  tta_layout_ref left, right;
  int exit = single(a, &left);
  if (!exit) exit = single(b, &right);
  if (!exit) *status = tta_layout_differences(&left, &right, arena, differences, reason);
  return exit;
}

/* Files with operations are compared as modules, unless one layout or device of them was selected.
 * @return -1: they are none */
static int compare_modules(const request *r, const side *a, const side *b, tta_arena *arena) {
  tta_changes changes;
  bool files = a->layouts.is_file && b->layouts.is_file && a->layouts.layouts && b->layouts.layouts;
  if (!arena || !files || r->name || r->device_name) return -1;
  if (tta_module_changes(a->layouts.layouts, b->layouts.layouts, arena, &changes))
    return tt_layout_fail(TTA_NO_MEMORY, NULL);
  if (!changes.left_operations && !changes.right_operations) return -1;
  tt_layout_diff_page page = {.changes = &changes, .left = a->layouts.source.name, .right = b->layouts.source.name};
  page.format = r->json       ? TT_LAYOUT_DIFF_JSON
                : r->markdown ? TT_LAYOUT_DIFF_MARKDOWN
                : r->html     ? TT_LAYOUT_DIFF_HTML
                              : TT_LAYOUT_DIFF_TEXT;
  return tt_layout_print_changes(&page);
}

static int reject_page(void) {
  tta_print_error(tt_layout_program, "--markdown and --html require two files with operations");
  return TTA_EXIT_FAILED;
}

static int compare_sides(const request *r, side *a, side *b, tta_arena *arena) {
  tta_differences differences = {.count = 0};
  tta_status status = arena ? TTA_OK : TTA_NO_MEMORY;
  int modules = compare_modules(r, a, b, arena);
  if (modules >= 0) return modules;
  if (r->markdown || r->html) return reject_page();
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
    {.name = "--markdown", .kind = TTA_KIND_FLAG, .offset = offsetof(request, markdown), .group = "Output",
     .help = "print the differences of two modules as Markdown, for a comment of a review"},
    {.name = "--html", .kind = TTA_KIND_FLAG, .offset = offsetof(request, html), .group = "Output",
     .help = "print the differences of two modules as an HTML page"},
};

static const tta_option_rule rules[] = {
    {TTA_AT_MOST_ONE, {"--json", "--markdown", "--html"}},
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
    .summary = "Compare two layouts, two devices or two modules",
    .description = "A and B are layouts as `tt-layout same` reads them, or layouts of tt-mlir without a tensor; "
                   "devices; or files with one of them. Files with operations are compared as modules: functions are "
                   "matched by symbol, operations by name and operands, not by names of values; --name and "
                   "--device-name compare one layout or device of each. Alias names, syntax and dates do not count. "
                   "Maps are equal if they are equal on the domain. Equal layouts are the same for `tt-layout same`. "
                   "Two layouts of different notations differ in addresses only.",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .operands = {"A", "B"},
    .min_operands = 2,
    .exit_status = {"both are equal", "they differ, or the input has errors",
                    "invalid command line, I/O error, or out of memory"},
    .examples = {"tt-layout diff before.mlir after.mlir", "print what a pass changed"},
    .run = run,
};
