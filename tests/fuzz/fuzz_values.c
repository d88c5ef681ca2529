/* The readers of tt-layout's values and of its other inputs. The first byte says which; none may crash, hang or leak,
 * whatever the text:
 *  a  texts of torch-spyre and the RFC: tta_tiled_read, and what is built on the result
 *  b  the `<>` notation of maps: tta_collapse_expand, tta_layout_build
 *  c  tensor types with layouts: tta_layouts_read, show, places    d  --system-desc   e  devices
 *  f  allocator traces   g  protocols   h  JSON: what was read is written and read again */
#include "diag/check_options.h"
#include "fuzz.h"
#include "base/json_read.h"
#include "layout/collapse.h"
#include "tiled/tiled.h"
#include "ttattr/device.h"
#include "ttattr/memory.h"
#include "ttattr/buf.h"
#include "ttattr/layout.h"
#include "ttattr/protocol.h"
#include "ttattr/tiled.h"

typedef struct input {
  tta_str text; /* NUL-terminated */
  tta_arena arena;
  tta_buf out, reason, warnings;
  tta_source source;
  tta_check_options options;
} input;

static void read_tiled(input *in) {
  tta_tiled_import import;
  tta_tiled_diagnostics findings;
  tta_tiled_map map;
  tta_status status = tta_tiled_read(in->text, NULL, &in->arena, &import);
  if (status) {
    REQUIRE(status != TTA_INVALID || (import.error.size && import.error_offset <= in->text.size),
            "an error at byte %zu of %zu: '%.*s'", import.error_offset, in->text.size, (int)import.error.size,
            import.error.data);
    return;
  }
  tta_tiled_attribute(&in->out, &import.layout, true);
  tta_tiled_type(&in->out, &import.layout);
  if (!tta_tiled_verify(&import.layout, &in->arena, &findings) && !tta_tiled_first_error(&findings)) {
    if (tta_tiled_map_of(&import.layout, &in->arena, &map)) return;
    tta_str why;
    in->out.size = 0;
    if (tta_tiled_write(&in->out, &import, &in->arena, &why)) return;
    tta_tiled_import again;
    char *text = fuzz_copy(in->out.data, in->out.size);
    REQUIRE(!tta_tiled_read((tta_str){text, in->out.size}, NULL, &in->arena, &again),
            "what was written is not read: %s", text);
    free(text);
  }
}

static void read_collapse(input *in) {
  static const int64_t extents[] = {2, 3, 64, 128};
  static const int64_t grid[] = {2, 4};
  tta_shape shape = {4, extents};
  tta_status status = tta_collapse_expand(in->text, shape, 32, &in->out, &in->reason);
  REQUIRE(status != TTA_INVALID || in->reason.size, "no reason");
  in->reason.size = in->out.size = 0;
  tta_build_spec spec;
  tta_build_spec_init(&spec);
  spec.shape = shape;
  spec.element = (tta_str){"f32", 3};
  spec.grid = (tta_shape){2, grid};
  spec.map = in->text;
  status = tta_layout_build(&spec, &in->out, &in->warnings, &in->reason);
  REQUIRE(status != TTA_INVALID || in->reason.size, "no reason");
}

static void look_at(const tta_layout *s, tta_buf *reason) {
  tta_location location;
  tta_gap gaps[4];
  tta_parts parts;
  int64_t index[TTA_MAX_RANK], last[TTA_MAX_RANK], core[TTA_MAX_RANK];
  bool found;
  REQUIRE(s->logical.rank <= TTA_MAX_RANK && s->grid.rank <= TTA_MAX_RANK, "rank");
  for (uint32_t i = 0; i < s->logical.rank; i++) last[i] = s->logical.extent[i] - 1;
  tta_layout_gaps(s, gaps, 4);
  for (uint32_t d = 0; d < s->physical.rank; d++) tta_layout_parts(s, d, 32, 32, &parts);
  if (tta_layout_locate(s, last, &location, reason) || s->interleaved) return;
  for (uint32_t i = 0; i < s->grid.rank; i++) {
    REQUIRE(location.core[i] >= 0 && location.core[i] < s->grid.extent[i], "core %lld of %lld",
            (long long)location.core[i], (long long)s->grid.extent[i]);
    core[i] = location.core[i];
  }
  if (tta_layout_scalar_at(s, core, location.linear_offset, index, &found, reason)) return;
  REQUIRE(found, "the last element is nowhere");
  REQUIRE(!s->logical.rank || !memcmp(index, last, s->logical.rank * sizeof *index),
          "another element is at the place of the last");
}

static void read_layouts(input *in) {
  tta_layouts *layouts = NULL;
  tta_status status = tta_layouts_read(&in->source, TTA_LAYOUTS_TYPE, &in->options, &layouts, &in->reason);
  if (!status)
    for (size_t i = 0; i < tta_layouts_num_entries(layouts); i++)
      look_at(tta_layouts_entry(layouts, i)->layout, &in->reason);
  tta_layouts_free(layouts);
  layouts = NULL;
  tta_layouts_read(&in->source, TTA_LAYOUTS_FILE, &in->options, &layouts, &in->reason);
  tta_layouts_free(layouts);
}

static void read_device(input *in) {
  tta_device_text *device = NULL;
  tta_device_text_new(&in->source, &in->options, &device, &in->reason);
  tta_device_text_free(device);
}

static void read_protocol(input *in) {
  tta_protocol *protocol = NULL;
  tta_protocol_options options = {.max_operations = 2000, .max_states = 500};
  if (tta_protocol_check(in->text, &options, &protocol)) return;
  tta_protocol_json(protocol, &in->out);
  const tta_results *results = tta_protocol_results(protocol);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++)
    REQUIRE(tta_results_diagnostic(results, i)->message.size, "fault %zu says nothing", i);
  tta_protocol_free(protocol);
}

/* ---- JSON: written from the tree, and read again ----------------------------------------------------------------- */

static void write_json(tta_json *json, const tta_json_node *n) {
  if (n->key.data) { /* a member: keys are strings like any other; the writer's own want a C string */
    if (memchr(n->key.data, 0, n->key.size)) tta_json_key(json, "nul");
    else tta_json_key(json, n->key.data);
  }
  switch (n->kind) {
  case TTA_JSON_NULL: tta_json_null(json); return;
  case TTA_JSON_BOOL: tta_json_bool(json, n->boolean); return;
  case TTA_JSON_STRING: tta_json_string(json, n->string); return;
  case TTA_JSON_INTEGER:
    if (!n->negative) tta_json_uint(json, n->magnitude);
    else tta_json_int(json, n->magnitude <= INT64_MAX ? -(int64_t)n->magnitude : INT64_MIN);
    return;
  default: break;
  }
  tta_json_open(json, n->kind == TTA_JSON_ARRAY ? '[' : '{');
  for (const tta_json_node *c = n->first; n->count && c; c = c->next) write_json(json, c);
  tta_json_close(json, n->kind == TTA_JSON_ARRAY ? ']' : '}');
}

static void read_json(input *in) {
  const tta_json_node *root = NULL;
  tta_json_error error = {0};
  tta_status status = tta_json_read(&in->arena, in->text, 64, &root, &error);
  REQUIRE(status == TTA_OK ||
              (status == TTA_INVALID && error.message[0] && error.column >= 1 && error.column <= in->text.size + 1),
          "column %zu", error.column);
  if (status) return;
  tta_json json = tta_json_writer(&in->out);
  write_json(&json, root);
  char *first = fuzz_copy(in->out.data, in->out.size);
  size_t size = in->out.size;
  if (strstr(first, "\"nul\":")) { /* may now be a key twice */
    free(first);
    return;
  }
  REQUIRE(!tta_json_read(&in->arena, (tta_str){first, size}, 64, &root, &error), "%s: %s", error.message, first);
  in->out.size = 0;
  json = tta_json_writer(&in->out);
  write_json(&json, root);
  REQUIRE(size == in->out.size && !memcmp(first, in->out.data, size), "%s becomes %.*s", first, (int)in->out.size,
          in->out.data);
  free(first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size) return 0;
  char *text = fuzz_copy(data + 1, size - 1);
  input in = {.text = {text, size - 1}};
  tta_system system;
  tta_replay *replay = NULL;
  tta_arena_init(&in.arena, NULL);
  tta_buf_init(&in.out, NULL);
  tta_buf_init(&in.reason, NULL);
  tta_buf_init(&in.warnings, NULL);
  tta_source_init(&in.source, (tta_str){"<TYPE>", 6}, in.text, NULL);
  tta_check_options_init(&in.options);
  switch (data[0]) {
  case 'a': read_tiled(&in); break;
  case 'b': read_collapse(&in); break;
  case 'c': read_layouts(&in); break;
  case 'd': tta_system_parse(in.text, &in.arena, &system, &in.reason); break;
  case 'e': read_device(&in); break;
  case 'f': tta_replay_new(&in.source, NULL, &replay); break;
  case 'g': read_protocol(&in); break;
  case 'h': read_json(&in); break;
  }
  tta_replay_free(replay);
  tta_source_free(&in.source);
  tta_buf_free(&in.out);
  tta_buf_free(&in.reason);
  tta_buf_free(&in.warnings);
  tta_arena_free(&in.arena);
  free(text);
  return 0;
}
