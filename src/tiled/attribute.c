/* Owns `#tt.tiled_layout<..>` from a value to text and back. Does not own the rules (rules.c,
 * src/verify/build.c) or the grammar. */
#include "ir/tiled_tree.h"
#include "diag/check_options.h"
#include "layout/values.h"
#include "tiled/parts.h"

/* ---- writing ---- */

static void put(tta_buf *out, tta_str text) { tta_buf_bytes(out, text.data, text.size); }

static void put_list(tta_buf *out, tta_shape list) {
  tta_buf_char(out, '[');
  for (uint32_t i = 0; i < list.rank; i++) {
    if (i) tta_buf_str(out, ", ");
    tta_buf_int(out, list.extent[i]);
  }
  tta_buf_char(out, ']');
}

static bool is_contiguous(tta_shape size, tta_shape strides) {
  tta_tiled a = {.device_size = size, .device_strides = strides}, b = {.device_size = size};
  return tta_tiled_equal(&a, &b);
}

static void put_shape(tta_buf *out, tta_shape shape, tta_str element) {
  for (uint32_t i = 0; i < shape.rank; i++) {
    tta_buf_int(out, shape.extent[i]);
    tta_buf_char(out, 'x');
  }
  put(out, element);
}

static void put_memref(tta_buf *out, tta_shape size, tta_shape strides, tta_str element) {
  tta_buf_str(out, "memref<");
  put_shape(out, size, element);
  if (strides.rank && !is_contiguous(size, strides)) {
    tta_buf_str(out, ", strided<");
    put_list(out, strides);
    tta_buf_char(out, '>');
  }
  tta_buf_char(out, '>');
}

static void put_key(tta_buf *out, const char *key) { tta_buf_printf(out, ", %s = ", key); }

static tta_str host_element(const tta_tiled *layout) {
  return layout->host_element.name.size ? layout->host_element.name : layout->element.name;
}

void tta_tiled_attribute(tta_buf *out, const tta_tiled *layout, bool host) {
  static const char *const formats[] = {"dense", "sparse", "sparse_multi"};
  tta_buf_str(out, "#tt.tiled_layout<");
  put_memref(out, layout->device_size, layout->device_strides, layout->element.name);
  if (layout->dim_map.rank) {
    put_key(out, "dim_map");
    put_list(out, layout->dim_map);
  }
  if (layout->num_stick_dims != 1) tta_buf_printf(out, ", num_stick_dims = %lld", (long long)layout->num_stick_dims);
  tta_buf_printf(out, ", %s", formats[layout->format]);
  if (layout->pad.size && !tta_tiled_str_equal(layout->pad, tta_tiled_str("undef"))) {
    put_key(out, "pad");
    put(out, layout->pad);
  }
  if (layout->stride_map.rank) {
    put_key(out, "stride_map");
    put_list(out, layout->stride_map);
  }
  if (layout->device_dtype.size) {
    put_key(out, "device_dtype");
    put(out, layout->device_dtype);
  }
  if (layout->element_arrangement.size) {
    put_key(out, "element_arrangement");
    tta_buf_printf(out, "\"%.*s\"", (int)layout->element_arrangement.size, layout->element_arrangement.data);
  }
  if (layout->valid_elements.rank) {
    put_key(out, "valid_elements");
    put_list(out, layout->valid_elements);
  }
  if (host && layout->has_host) {
    put_key(out, "host");
    put_memref(out, layout->host_size, layout->host_strides, host_element(layout));
  }
  tta_buf_char(out, '>');
}

void tta_tiled_type(tta_buf *out, const tta_tiled *layout) {
  if (!layout->has_host) {
    tta_tiled_attribute(out, layout, false);
    return;
  }
  bool strided = layout->host_strides.rank && !is_contiguous(layout->host_size, layout->host_strides);
  tta_buf_str(out, "tensor<");
  put_shape(out, layout->host_size, host_element(layout));
  tta_buf_str(out, ", ");
  tta_tiled_attribute(out, layout, strided);
  tta_buf_char(out, '>');
}

/* ---- reading ---- */

typedef struct reader {
  tta_arena *arena;
  tta_tiled *layout;
  uint32_t islands, found;
  tta_status status;
} reader;

static bool copy_text(tta_arena *arena, tta_str *text) {
  if (!text->size) return true;
  *text = tta_arena_str(arena, *text);
  return text->data != NULL;
}

/* The tree goes: what the layout borrowed from it moves to the arena. */
static tta_status keep(tta_tiled *l, tta_arena *arena) {
  tta_shape *lists[] = {&l->device_size, &l->device_strides, &l->dim_map,     &l->stride_map,
                        &l->host_size,   &l->host_strides,   &l->valid_elements};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    if (tta_tiled_copy_list(arena, lists[i])) return TTA_NO_MEMORY;
  }
  return copy_text(arena, &l->element_arrangement) ? TTA_OK : TTA_NO_MEMORY;
}

static tta_status read_short(const tta_tree *tree, const tta_tiled_nodes *nodes, const tta_tiled *host, reader *r) {
  tta_tiled_spec spec;
  tta_status status = tta_tiled_spec_of_tree(tree, nodes, r->arena, &spec);
  spec.host_size = host->host_size;
  spec.element = host->host_element;
  if (!status) status = host->has_host ? tta_tiled_build(&spec, r->arena, r->layout, NULL) : TTA_INVALID;
  if (!status && nodes->pad) r->layout->pad = tta_tiled_pad(tree, nodes);
  return status;
}

static tta_status read_value(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, reader *r) {
  tta_tiled_nodes nodes = tta_tiled_find_nodes(tree, layout);
  tta_tiled host = {.has_host = false};
  tta_tiled_oddity odd;
  tta_status status = TTA_OK;
  if (tensor) status = tta_tiled_set_host(tree, tensor, r->arena, &host);
  if (status == TTA_NO_MEMORY) return status;
  if (nodes.stick) return read_short(tree, &nodes, &host, r);
  status = tta_tiled_of_tree(tree, &nodes, r->arena, r->layout, &odd);
  if (status || r->layout->has_host || !host.has_host) return status;
  r->layout->has_host = true;
  r->layout->host_size = host.host_size;
  r->layout->host_element = host.host_element;
  return TTA_OK;
}

tta_status tta_tiled_from_tree(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                               tta_tiled *out) {
  reader r = {.arena = arena, .layout = out};
  tta_status status = read_value(tree, tensor, layout, &r);
  return status ? status : keep(out, arena);
}

static bool island(void *user, tta_reader *text_reader, tta_node_id root, tta_island_context place, tta_span span) {
  reader *r = user;
  const tta_tree *tree = &text_reader->tree;
  const tta_node *n = tta_node_at(tree, root);
  (void)span;
  if (place == TTA_CONTEXT_ALIAS) return false;
  r->islands++;
  tta_node_id tensor = n->kind == TTA_NODE_TENSOR ? root : 0;
  tta_node_id layout = tta_node_resolve(tree, tensor ? tta_node_child(tree, tensor, TTA_FIELD_encoding) : root);
  n = tta_node_at(tree, layout);
  if (n->kind != TTA_NODE_ATTRIBUTE || n->index != TTA_ATTR_tiled_layout || r->status) return false;
  r->found++;
  r->status = tta_tiled_from_tree(tree, tensor, layout, r->arena, r->layout);
  return false;
}

tta_status tta_tiled_parse(tta_source *source, const tta_check_options *options, tta_arena *arena, tta_tiled *layout,
                           tta_check **check, tta_buf *reason) {
  reader r = {.arena = arena, .layout = layout};
  tta_visitor visitor = {.user = &r, .island = island};
  tta_status status = tta_check_text(source, options, check);
  if (status) return status;
  if (tta_check_num_errors(*check)) return TTA_INVALID;
  status = tta_reread(source, &visitor, arena->allocator);
  if (!status) status = r.status;
  if (status && status != TTA_INVALID) return status;
  if (r.found != 1 || r.islands != 1)
    return tta_fail(TTA_INVALID, reason, "expected one #tt.tiled_layout<...>, or a tensor type with it");
  if (!status) return TTA_OK;
  return tta_fail(
      TTA_INVALID, reason,
      "'stick' takes its sizes from a tensor: write tensor<8x64xf16, #tt.tiled_layout<stick>>");
}
