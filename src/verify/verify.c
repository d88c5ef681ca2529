/* The order in which rules are applied: every attribute once, tensors with their encodings, modules at the end. */
#include "verify/verify.h"

#include <string.h>

#include "device/device.h"
#include "diag/check_options.h"
#include "model/device.h"
#include "verify/era.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

tta_status tta_verifier_init(tta_verifier *v, tta_reader *reader, const tta_check_options *options) {
  *v = (tta_verifier){.reader = reader, .tree = &reader->tree, .report = reader->report, .options = options};
  if (options->era) memset(v->undated, 0xff, sizeof v->undated);
  tta_arena_init(&v->scratch, reader->allocator);
  tta_questions_init(&v->questions, reader->allocator);
  v->known = tta_known_facts_new(reader->allocator);
  tta_status status = v->known ? tta_module_facts_init(v) : TTA_NO_MEMORY;
  if (status) tta_known_facts_free(v->known);
  return status;
}

void tta_verifier_free(tta_verifier *v) {
  tta_known_facts_free(v->known);
  tta_questions_free(&v->questions);
  tta_module_facts_free(v);
  tta_arena_free(&v->scratch);
}

/* Not inlined: a system is large, and walk() recurses as deep as the text nests. */
static __attribute__((noinline)) void verify_system_desc(tta_verifier *v, tta_node_id id) {
  tta_system system;
  if (tta_system_lower(v->tree, id, &v->scratch, &system)) return;
  if (!tta_node_child(v->tree, id, TTA_FIELD_chip_capabilities)) tta_verify_version(v, id, id);
  tta_system_verify(&system, v->report, &v->scratch);
}

static void verify_attribute(tta_verifier *v, tta_node_id id) {
  switch ((tta_attribute)tta_node_at(v->tree, id)->index) {
  case TTA_ATTR_metal_layout:
  case TTA_ATTR_layout:
    if (tta_node_child(v->tree, id, TTA_FIELD_linear)) tta_verify_layout(v, id);
    else if (tta_node_child(v->tree, id, TTA_FIELD_logical_shape)) tta_verify_named_layout(v, id);
    else tta_verify_order_by_strides(v, id);
    return;
  case TTA_ATTR_grid: tta_verify_grid(v, id); return;
  case TTA_ATTR_tile: tta_verify_tile(v, id); return;
  case TTA_ATTR_device:
    tta_verify_device(v, id);
    if (v->options->target_ttnn) tta_verify_target_ttnn_device(v, id);
    return;
  case TTA_ATTR_system_desc: verify_system_desc(v, id); return;
  case TTA_ATTR_core_range:
  case TTA_ATTR_ttnn_core_range:
  case TTA_ATTR_ttmetal_core_range: tta_verify_core_range(v, id); return;
  case TTA_ATTR_ttnn_read_kernel: case TTA_ATTR_ttnn_write_kernel: case TTA_ATTR_ttnn_compute_kernel:
  case TTA_ATTR_ttnn_data_movement_kernel: case TTA_ATTR_ttnn_source_read_kernel:
  case TTA_ATTR_ttnn_source_write_kernel: case TTA_ATTR_ttnn_source_compute_kernel:
    tta_verify_runtime_args(v, id);
    return;
  case TTA_ATTR_l1_addr_ptr: tta_verify_l1_addr_ptr(v, id); return;
  case TTA_ATTR_emitpy_opaque_type:
  case TTA_ATTR_emitpy_class: tta_verify_emitpy_text(v, id); return;
  case TTA_ATTR_stream: case TTA_ATTR_shard: case TTA_ATTR_cb_layout: tta_verify_memref_layout(v, id); return;
  case TTA_ATTR_host_layout: tta_verify_host_layout(v, id); return;
  case TTA_ATTR_tiled_layout: tta_verify_tiled(v, 0, id, id); return;
  case TTA_ATTR_ttnn_layout: tta_verify_ttnn_layout(v, id); return;
  case TTA_ATTR_ttnn_memory_config: tta_verify_memory_config(v, id); return;
  case TTA_ATTR_ttnn_core_range_set: tta_verify_core_range_set(v, id); return;
  default: return;
  }
}

/* A tensor type without errors, and the attribute that its encoding is. */
static void verify_encoding(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, tta_node_id layout) {
  switch ((tta_attribute)tta_node_at(v->tree, layout)->index) {
  case TTA_ATTR_metal_layout:
  case TTA_ATTR_layout:
    if (tta_node_child(v->tree, layout, TTA_FIELD_linear)) tta_verify_tensor_layout(v, tensor, encoding, false);
    else if (tta_node_child(v->tree, layout, TTA_FIELD_logical_shape))
      tta_verify_tensor_named_layout(v, tensor, encoding);
    return;
  case TTA_ATTR_ttnn_layout: tta_verify_tensor_ttnn_layout(v, tensor, encoding, layout); return;
  case TTA_ATTR_tiled_layout: tta_verify_tiled(v, tensor, encoding, layout); return;
  default: return;
  }
}

static bool is_map_form(const tta_verifier *v, tta_node_id layout) {
  uint32_t index = tta_node_at(v->tree, layout)->index;
  return (index == TTA_ATTR_metal_layout || index == TTA_ATTR_layout) &&
         tta_node_child(v->tree, layout, TTA_FIELD_linear);
}

/* A type that uses an alias is short and occurs many times: it is verified once a section, by its text. */
static void verify_tensor(tta_verifier *v, tta_node_id tensor) {
  tta_node_id encoding = tta_node_child(v->tree, tensor, TTA_FIELD_encoding);
  tta_node_id layout = tta_node_resolve(v->tree, encoding);
  const tta_node *n = tta_node_at(v->tree, layout);
  if (n->kind != TTA_NODE_ATTRIBUTE || (n->flags & TTA_NODE_HAS_ERRORS)) return;
  size_t first = v->report->size, errors = v->report->num_errors;
  bool by_alias = encoding != layout, is_known = by_alias && tta_type_is_known(v, tensor);
  v->reader->known.local |= is_known; /* what the type leaves is left already */
  if (!is_known) verify_encoding(v, tensor, encoding, layout);
  else if (is_map_form(v, layout) && tta_module_awaits_layout(v, tta_node_span(v->tree, tensor)))
    tta_verify_tensor_layout(v, tensor, encoding, true);
  if (by_alias && !is_known) tta_type_verified(v, tensor, first);
  if (v->options->target_ttnn && is_map_form(v, layout))
    tta_verify_target_ttnn_layout(v, tensor, v->report->num_errors != errors);
}

/* A word or shape alone is the whole attribute on every day that has it. */
static inline bool may_mix_dates(const tta_verifier *v, const tta_node *n) {
  if (v->undated[n->index / 64] >> n->index % 64 & 1) return false;
  const tta_node *c = tta_node_at(v->tree, n->first);
  return c->next || (c->kind != TTA_NODE_WORD && c->kind != TTA_NODE_DIMS) || (c->flags & TTA_NODE_KEYED);
}

/* The layout of a memref, after its shape and its elements. */
static tta_node_id layout_of(const tta_tree *tree, const tta_node *memref) {
  tta_node_id c = tta_node_at(tree, tta_node_at(tree, memref->first)->next)->next;
  while (c && tta_node_at(tree, c)->field != TTA_FIELD_layout) c = tta_node_at(tree, c)->next;
  return c;
}

/* Children first, so that an error inside is reported before one that follows from it would be; recursion is as deep as
 * the text nests. */
static void walk(tta_verifier *v, tta_node_id id) {
  for (tta_node_id c = tta_node_first(v->tree, id); c; c = tta_node_at(v->tree, c)->next)
    if (tta_node_at(v->tree, c)->kind == TTA_NODE_ATTRIBUTE || tta_node_first(v->tree, c)) walk(v, c);
  const tta_node *n = tta_node_at(v->tree, id);
  if (n->flags & TTA_NODE_HAS_ERRORS) return;
  if (n->kind == TTA_NODE_ATTRIBUTE && may_mix_dates(v, n)) tta_verify_fields_of_date(v, id);
  if (n->kind == TTA_NODE_ATTRIBUTE) verify_attribute(v, id);
  else if (n->kind == TTA_NODE_TENSOR) verify_tensor(v, id);
  else if (n->kind == TTA_NODE_MEMREF) {
    tta_node_id layout = layout_of(v->tree, n);
    if (layout) tta_verify_memref(v, id, layout);
  }
}

/* Where an allocation fails, nothing more is reported of that part. */
static void note_failures(const tta_verifier *v) {
  bool failed = v->scratch.failed || v->facts->arena.failed || v->report->arena->failed;
  if (failed || tta_affine_pool_status(v->tree->affine)) v->report->status = TTA_NO_MEMORY;
}

bool tta_verifier_island(tta_verifier *v, tta_node_id root, tta_island_context place, tta_span span) {
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  const tta_node *n = tta_node_at(v->tree, root);
  bool use = n->begin != span.begin && place != TTA_CONTEXT_DEVICE_OPERATION; /* of an alias: verified at its
                                                                                 definition */
  v->keep = false;
  if (tta_is_learning(v)) tta_known_begin(v, span);
  bool read = use || !v->options->era || tta_verify_era(v, root, place == TTA_CONTEXT_DEVICE_OPERATION);
  bool meant = read && !v->options->parse_only;
  if (meant && !use) walk(v, root);
  if (meant && !(n->flags & TTA_NODE_HAS_ERRORS)) {
    if (place == TTA_CONTEXT_MODULE_DEVICE || place == TTA_CONTEXT_DEVICE_OPERATION)
      tta_module_add_device(v, root);
    else if (!use)
      tta_module_add_view(v, root, place == TTA_CONTEXT_ALIAS);
    if (place == TTA_CONTEXT_MODULE_SYSTEM) tta_module_add_system_desc(v, root);
  }
  tta_arena_rewind(&v->scratch, mark);
  note_failures(v);
  return v->keep;
}

void tta_verifier_end_section(tta_verifier *v) {
  if (tta_verifier_mixes_dialects(v) && !v->options->era)
    tta_verify_mixed_eras(v, v->reader->sections[v->reader->num_sections - 1].span);
  if (v->options->target_ttnn) tta_verify_target_ttnn_end(v);
  tta_module_verify(v);
  note_failures(v);
}
