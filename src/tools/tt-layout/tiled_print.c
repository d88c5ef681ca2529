/* Owns what tt-layout tiled prints: the table, the loop nests and the JSON of a layout. */
#include "tiled.h"

#include "move.h"

const char *tt_layout_tiled_format(tta_tiled_format format) {
  static const char *const names[] = {"dense", "sparse", "sparse_multi"};
  return names[format];
}

/* ---- numbers ---- */

static tta_status reject_errors(const tta_tiled *layout, tta_arena *arena, tta_buf *reason) {
  tta_tiled_diagnostics findings;
  tta_status status = tta_tiled_verify(layout, arena, &findings);
  const tta_tiled_diagnostic *error = status ? NULL : tta_tiled_first_error(&findings);
  if (!error) return status;
  tta_buf_printf(reason, "%.*s [%s]", (int)error->message.size, error->message.data, tta_tiled_rule_name(error->rule));
  return TTA_INVALID;
}

tta_status tt_layout_tiled_compute(const tta_tiled *layout, tta_arena *arena, tt_layout_tiled_facts *facts,
                                   tta_buf *reason) {
  tta_tiled_sizes sizes;
  *facts = (tt_layout_tiled_facts){.layout = *layout};
  tta_status status = reject_errors(layout, arena, reason);
  if (!status) status = tta_tiled_complete(&facts->layout, arena);
  if (!status) status = tta_tiled_elems_per_stick(&facts->layout, &facts->elems_per_stick);
  if (!status) status = tta_tiled_device_bytes(&facts->layout, arena, &facts->device_bytes);
  if (status || !layout->has_host) return status;
  status = tta_tiled_map_of(&facts->layout, arena, &facts->map);
  if (!status) status = tta_tiled_sizes_of(&facts->layout, arena, &sizes);
  if (!status) status = tta_tiled_nests(&facts->map, arena, &facts->num_nests, &facts->nests);
  if (!status) facts->padding_elements = sizes.padding_elements;
  return status;
}

tta_status tt_layout_tiled_simulate(tta_arena *arena, tt_layout_tiled_facts *facts, tta_buf *reason) {
  tta_tiled_sizes sizes;
  int64_t bytes = facts->layout.element.bits / 8;
  if (!facts->layout.has_host) {
    tta_buf_str(reason, "--simulate needs the host tensor: give a tensor type, or --host-size");
    return TTA_INVALID;
  }
  tta_status status = tta_tiled_sizes_of(&facts->layout, arena, &sizes);
  if (status) return status;
  facts->simulated = true;
  return tta_tiled_simulate(&facts->map, facts->nests, facts->num_nests, sizes.footprint_elements, bytes ? bytes : 1,
                            &facts->proof, reason);
}

/* ---- JSON ---- */

static void key_list(tta_json *json, const char *key, uint32_t rank, const int64_t *list) {
  tta_json_key(json, key);
  tta_json_shape(json, (tta_shape){rank, list});
}

static void key_int(tta_json *json, const char *key, int64_t value) {
  tta_json_key(json, key);
  tta_json_int(json, value);
}

static void nests_json(tta_json *json, const tt_layout_tiled_facts *f) {
  tta_json_open(json, '[');
  for (uint32_t i = 0; i < f->num_nests; i++) {
    const tta_tiled_nest *nest = &f->nests[i];
    tta_json_open(json, '{');
    key_list(json, "ranges", nest->rank, nest->ranges);
    key_list(json, "host_strides", nest->rank, nest->host_strides);
    key_list(json, "device_strides", nest->rank, nest->device_strides);
    key_int(json, "host_offset", nest->host_offset);
    key_int(json, "device_offset", nest->device_offset);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

void tt_layout_tiled_json(tta_json *json, const tt_layout_tiled_facts *f) {
  const tta_tiled *l = &f->layout;
  tta_buf attr;
  tta_buf_init(&attr, json->out->allocator);
  if (l->element.name.size) tta_tiled_attribute(&attr, l, true);
  if (attr.failed) json->out->failed = true;
  tt_layout_json_str(json, "attr", tta_buf_view(&attr));
  tta_buf_free(&attr);
  key_list(json, "device_size", l->device_size.rank, l->device_size.extent);
  key_list(json, "device_strides", l->device_strides.rank, l->device_strides.extent);
  tt_layout_json_shape(json, "dim_map", (tta_shape){l->dim_map.rank, l->dim_map.rank ? l->dim_map.extent : NULL});
  key_int(json, "num_stick_dims", l->num_stick_dims);
  tta_json_key(json, "format");
  tta_json_text(json, tt_layout_tiled_format(l->format));
  key_int(json, "elems_per_stick", f->elems_per_stick);
  tta_json_key(json, "loops");
  if (l->has_host) {
    tta_json_open(json, '{');
    key_list(json, "ranges", f->map.rank, f->map.ranges);
    key_list(json, "host_strides", f->map.rank, f->map.host_strides);
    key_list(json, "device_strides", f->map.rank, f->map.device_strides);
    tta_json_close(json, '}');
  } else {
    tta_json_null(json);
  }
  tta_json_key(json, "nests");
  if (l->has_host) nests_json(json, f);
  else tta_json_null(json);
  tta_json_key(json, "padding_elements");
  if (l->has_host) tta_json_int(json, f->padding_elements);
  else tta_json_null(json);
  key_int(json, "device_bytes", f->device_bytes);
  if (!f->simulated) return;
  tta_json_key(json, "simulation");
  tta_json_open(json, '{');
  tt_layout_proof_json(json, &f->proof);
  tta_json_close(json, '}');
}

/* ---- the loop nest ---- */

/* i, j, k, .. z, then i18, i19, .. */
static void variable(tta_buf *out, uint32_t depth) {
  if (depth < 18) tta_buf_char(out, (char)('i' + (int)depth));
  else tta_buf_printf(out, "i%u", depth);
}

static void term(tta_buf *out, uint32_t depth, int64_t stride, bool first) {
  if (!first) tta_buf_str(out, " + ");
  variable(out, depth);
  tta_buf_printf(out, "*%lld", (long long)stride);
}

static void offset(tta_buf *out, const char *name, int64_t elements) {
  tta_buf_str(out, name);
  if (elements) tta_buf_printf(out, " + %lld", (long long)elements);
}

/* The loops of one host dim stand together, in parentheses when there are several, as in the RFC. */
static void host_terms(tta_buf *out, const tta_tiled_map *map, const tta_tiled_nest *nest, uint32_t h) {
  uint32_t count = 0, at = 0;
  for (uint32_t i = 0; i < nest->rank; i++) count += map->host_dim[i] == (int64_t)h && map->weight[i] > 0;
  if (!count) return;
  tta_buf_str(out, count > 1 ? " + (" : " + ");
  for (uint32_t i = 0; i < nest->rank; i++)
    if (map->host_dim[i] == (int64_t)h && map->weight[i] > 0) term(out, i, nest->host_strides[i], at++ == 0);
  if (count > 1) tta_buf_char(out, ')');
}

static void loop_nest(tta_buf *out, const tta_tiled_map *map, const tta_tiled_nest *nest) {
  for (uint32_t i = 0; i < nest->rank; i++) {
    tta_buf_printf(out, "%*sfor ", (int)(2 * i), "");
    variable(out, i);
    tta_buf_printf(out, " in range(%lld):\n", (long long)nest->ranges[i]);
  }
  tta_buf_printf(out, "%*s", (int)(2 * nest->rank), "");
  offset(out, "device_memory[device_tensor_address", nest->device_offset);
  for (uint32_t i = 0; i < nest->rank; i++) {
    tta_buf_str(out, " + ");
    term(out, i, nest->device_strides[i], true);
  }
  offset(out, "] = host_memory[host_tensor_address", nest->host_offset);
  for (uint32_t h = 0; h < map->host_size.rank; h++) host_terms(out, map, nest, h);
  tta_buf_str(out, "]\n");
}

/* ---- the table ---- */

static void append_list(tta_buf *out, tta_shape list) {
  tta_buf_char(out, '[');
  for (uint32_t i = 0; i < list.rank; i++) {
    if (i) tta_buf_str(out, ", ");
    tta_buf_int(out, list.extent[i]);
  }
  tta_buf_char(out, ']');
}

static void flush(tta_buf *out, const char *label, tta_buf *text) {
  tt_layout_line(out, label, tta_buf_view(text));
  if (text->failed) out->failed = true;
  text->size = 0;
}

static void tensor(tta_buf *out, const char *label, tta_shape size, tta_str element, tta_shape strides, tta_buf *text) {
  tt_layout_append_shape(text, size);
  tta_buf_str(text, size.rank && element.size ? " " : "");
  tt_layout_append_str(text, element);
  tta_buf_str(text, ", strides ");
  append_list(text, strides);
  flush(out, label, text);
}

static void with_host(tta_buf *out, const tt_layout_tiled_facts *f, tta_buf *text) {
  tta_buf_str(text, "ranges: ");
  append_list(text, (tta_shape){f->map.rank, f->map.ranges});
  tta_buf_str(text, "  host: ");
  append_list(text, (tta_shape){f->map.rank, f->map.host_strides});
  tta_buf_str(text, "  device: ");
  append_list(text, (tta_shape){f->map.rank, f->map.device_strides});
  flush(out, "loops", text);
  tt_layout_linef(out, "padding", "%lld elements", (long long)f->padding_elements);
}

void tt_layout_tiled_text(tta_buf *out, const tt_layout_tiled_facts *f) {
  const tta_tiled *l = &f->layout;
  tta_buf text;
  tta_buf_init(&text, out->allocator);
  if (l->element.name.size) tta_tiled_attribute(&text, l, true);
  else tta_buf_str(&text, "not known without an element type (--dtype)");
  flush(out, "attribute", &text);
  tta_str host_element = l->host_element.name.size ? l->host_element.name : l->element.name;
  if (l->has_host) tensor(out, "host", l->host_size, host_element, l->host_strides, &text);
  tensor(out, "device", l->device_size, l->element.name, l->device_strides, &text);
  if (l->dim_map.rank) {
    append_list(&text, l->dim_map);
    flush(out, "dim_map", &text);
  }
  tt_layout_linef(out, "sticks", "%s, %lld elements each, %lld stick dim%s", tt_layout_tiled_format(l->format),
                  (long long)f->elems_per_stick, (long long)l->num_stick_dims, l->num_stick_dims == 1 ? "" : "s");
  if (l->has_host) with_host(out, f, &text);
  tt_layout_linef(out, "bytes", "%lld on the device", (long long)f->device_bytes);
  if (f->simulated)
    tt_layout_linef(out, "simulated", "%lld elements went to the device and came back; no padding was written",
                    (long long)f->proof.elements_arrived);
  for (uint32_t i = 0; l->has_host && i < f->num_nests; i++) {
    tta_buf_char(out, '\n');
    loop_nest(out, &f->map, &f->nests[i]);
  }
  tta_buf_free(&text);
}
