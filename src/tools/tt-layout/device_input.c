/* The device that a command uses: that of --device, or that of the module of a layout. */
#include <string.h>

#include "tool.h"
#include "base/str.h"
#include "tools/common/message.h"

/* Prints why no device was selected, and the option that selects one. */
static int no_device(const tta_source *source, tta_status status, tta_buf *reason) {
  if (status == TTA_INVALID) {
    tta_print_error(tt_layout_program, "%.*s: %.*s; select one with --device-name", TTA_STR_ARGS(source->name),
                    (int)reason->size, reason->data ? reason->data : "");
    tta_buf_free(reason);
    return TTA_EXIT_ERRORS;
  }
  return tt_layout_fail(status, reason);
}

static int use(tt_layout_device_input *input, const tta_device_entry *entry, bool own) {
  input->entry = entry;
  input->device = entry ? entry->device : NULL;
  input->own = own && entry;
  return TTA_EXIT_DONE;
}

bool tt_layout_has_devices_only(const tt_layout_input *input) {
  const tta_devices *devices = tta_layouts_devices(input->layouts);
  return input->is_file && !tt_layout_input_count(input) && devices && tta_devices_num_entries(devices);
}

int tt_layout_select_device(const tta_devices *devices, const tta_source *source, const char *name,
                            const tta_device_entry **entry) {
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = tta_devices_select(devices, TTA_ANY_SECTION, tta_str_from(name), entry, &reason);
  if (status) return no_device(source, status, &reason);
  if (!*entry) {
    tta_buf_str(&reason, "expected one device attribute, #ttcore.device<workerGrid = ..>, with a map to chip, y and x");
    return tt_layout_fail(TTA_INVALID, &reason);
  }
  tta_buf_free(&reason);
  return TTA_EXIT_DONE;
}

/* The device of a text as a whole. */
static int select_given(tt_layout_device_input *input, const tta_devices *devices, const tta_source *source,
                        const char *name) {
  const tta_device_entry *entry = NULL;
  int exit = tt_layout_select_device(devices, source, name, &entry);
  return exit ? exit : use(input, entry, false);
}

int tt_layout_open_device(tt_layout_device_input *input, const tt_layout_device_choice *choice, int32_t era) {
  tta_check_options *options;
  tta_buf reason;
  *input = (tt_layout_device_input){.choice = *choice};
  if (!choice->device) return TTA_EXIT_DONE;
  input->none = !strcmp(choice->device, "none");
  if (input->none) return TTA_EXIT_DONE;
  int exit =
      tt_layout_load(choice->device, "<DEVICE>", &input->copy, &input->file, &input->is_file, &input->source);
  if (exit) return exit;
  tta_buf_init(&reason, NULL);
  tta_status status = tt_layout_check_options(era, &options);
  if (!status) status = tta_devices_read(&input->source, options, &input->devices);
  tta_check_options_free(options);
  if (status) return tt_layout_fail(status, &reason);
  exit = tt_layout_print_results(tta_devices_results(input->devices), &input->source);
  return exit ? exit : select_given(input, input->devices, &input->source, choice->name);
}

int tt_layout_device_of_file(tt_layout_device_input *input, const tt_layout_input *file, const char *name) {
  return select_given(input, tta_layouts_devices(file->layouts), &file->source, name);
}

void tt_layout_close_device(tt_layout_device_input *input) {
  tta_devices_free(input->devices);
  tta_source_free(&input->source);
  tta_buf_free(&input->copy);
  if (input->is_file) tta_input_free(&input->file);
}

/* ---- the device of a module ---- */

static int select_own(tt_layout_device_input *input, const tt_layout_input *layouts, const tta_layout_entry *layout,
                      bool optional) {
  const tta_devices *devices = tta_layouts_devices(layouts->layouts);
  const tta_device_entry *entry = NULL;
  tta_str name = tta_str_from(input->choice.name);
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = tta_devices_select(devices, layout->section, name, &entry, &reason);
  bool undecided = optional && status == TTA_INVALID && !name.size;
  if (undecided && !input->dropped)
    tta_print_message(tt_layout_program, "note: no device is used: %.*s; select one with --device-name",
                      (int)reason.size, reason.data ? reason.data : "");
  input->dropped |= undecided; /* reported once */
  if (status && !undecided) return no_device(&layouts->source, status, &reason);
  tta_buf_free(&reason);
  return use(input, entry, true);
}

/* "@d of the module" */
static void append_name(tta_buf *out, const tta_device_entry *e) {
  if (e->of_system) tta_buf_str(out, "a chip of the module's system");
  else tta_buf_printf(out, "%.*s%sof the module", TTA_STR_ARGS(e->name), e->name.size ? " " : "");
}

/* Reports why the device of a module is not used. */
static void drop(tt_layout_device_input *input, tta_buf *reason) {
  const tta_device_entry *e = input->entry;
  tta_buf name = tta_buf_new(NULL);
  append_name(&name, e);
  tta_print_message(tt_layout_program, "note: %s%.*s (line %u) is not used: %.*s", e->of_system ? "" : "device ",
                    TTA_STR_ARGS(tta_buf_view(&name)), e->line, TTA_STR_ARGS(tta_buf_view(reason)));
  tta_buf_free(&name);
  use(input, NULL, false);
  input->dropped = true;
}

void tt_layout_device_must_hold(tt_layout_device_input *input, const tta_layout *s) {
  if (!s->grid.extent || s->interleaved) return;
  tta_buf reason = tta_buf_new(NULL);
  if (tta_device_holds(input->device, s->grid, &reason)) drop(input, &reason);
  tta_buf_free(&reason);
}

/* The device of the module is used only if it can be. */
static void drop_unsuitable(tt_layout_device_input *input, const tta_layout *s, tt_layout_device_need need) {
  if (!s || !s->grid.extent || s->interleaved) use(input, NULL, false); /* cores have no shards */
  else if (need == TT_LAYOUT_DEVICE_TO_HOLD) tt_layout_device_must_hold(input, s);
}

static int require_device(const tt_layout_device_input *input, const tt_layout_input *layouts) {
  if (input->entry) return TTA_EXIT_DONE;
  if (layouts->is_file && !input->none) {
    tta_print_error(tt_layout_program, "%.*s has no device; use --device", TTA_STR_ARGS(layouts->source.name));
    return TTA_EXIT_FAILED;
  }
  tta_print_error(tt_layout_program, "missing argument: expected --device, or a FILE with a device");
  return TTA_EXIT_FAILED;
}

int tt_layout_device_for(tt_layout_device_input *input, const tt_layout_input *layouts, const tta_layout_entry *layout,
                         tt_layout_device_need need) {
  bool of_module = !input->devices && !input->none && layouts->is_file && layout;
  int exit = of_module ? select_own(input, layouts, layout, need == TT_LAYOUT_DEVICE_OPTIONAL) : TTA_EXIT_DONE;
  if (exit) return exit;
  if (input->choice.name && !input->devices && !of_module) {
    tta_print_error(tt_layout_program, "--device-name requires --device, or a FILE with a device");
    return TTA_EXIT_FAILED;
  }
  if (need == TT_LAYOUT_DEVICE_REQUIRED) return require_device(input, layouts);
  if (input->own && need != TT_LAYOUT_DEVICE_OPTIONAL) drop_unsuitable(input, layout->layout, need);
  return TTA_EXIT_DONE;
}

/* Appends the map of a virtual grid to the cores of the device; of other grids nothing. */
static void append_virtual_map(tta_buf *out, const tta_device *device, tta_shape grid) {
  const tta_device *holder;
  tta_arena *arena = tta_arena_new(NULL);
  tta_status status = arena ? tta_device_for_grid(device, grid, arena, &holder, NULL) : TTA_NO_MEMORY;
  if (!status && holder != device) tta_map_text(out, &holder->map);
  if (status == TTA_NO_MEMORY) out->failed = true;
  tta_arena_delete(arena);
}

void tt_layout_virtual_line(tta_buf *out, const tta_device *device, const tta_layout *s) {
  tta_buf text = tta_buf_new(NULL);
  append_virtual_map(&text, device, s->grid);
  if (text.size) tt_layout_flush(out, "virtual", &text);
  if (text.failed) out->failed = true;
  tta_buf_free(&text);
}

void tt_layout_virtual_json(tta_json *json, const tta_device *device, const tta_layout *s) {
  tta_buf text = tta_buf_new(NULL);
  append_virtual_map(&text, device, s->grid);
  tta_json_key(json, "virtual_map");
  if (text.size) tta_json_string(json, tta_buf_view(&text));
  else tta_json_null(json);
  if (text.failed) json->out->failed = true;
  tta_buf_free(&text);
}

void tt_layout_device_line(tta_buf *out, const tt_layout_device_input *input) {
  const tta_device_entry *e = input->entry;
  if (!input->own) return;
  tta_buf text = tta_buf_new(NULL);
  append_name(&text, e);
  tta_buf_printf(&text, ", line %u", e->line);
  tt_layout_flush(out, "device", &text);
  tta_buf_free(&text);
}

void tt_layout_device_json(tta_json *json, const tt_layout_device_input *input) {
  tta_json_key_open(json, "device", '{');
  tta_json_key_string(json, "name", input->entry->name);
  tta_json_key_int(json, "line", input->entry->line);
  tta_json_close(json, '}');
}
