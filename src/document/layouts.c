/* The layouts of a text: its distinct types, where each is used first and under what name. One pass checks the text and
 * lowers what it contains; layouts that turn out to have an error are left out. */
#include "base/chars.h"
#include "base/fail.h"
#include "base/index.h"
#include "base/str.h"
#include "diag/check_options.h"
#include "document/collect.h"
#include "document/values.h"
#include "layout/values.h"

/* ---- the name of a use ---- */

/* The symbol of the function around `offset`; empty if there is none. */
static tta_str function_at(const tta_typed_values *values, uint32_t offset) {
  uint32_t function = tta_typed_values_function(values, tta_typed_values_op(values, offset));
  return function == TTA_OPS_NONE ? (tta_str){0} : tta_ops_symbol(values->ops, function);
}

static tta_str alias_name(const tta_tree *tree, tta_node_id encoding) {
  const tta_node *n = tta_node_at(tree, encoding);
  return n->kind == TTA_NODE_ALIAS ? tree->aliases[n->index].name : (tta_str){0};
}

/* ---- entries ---- */

/* A use for each name; a type without one has a use, too. */
static bool add_uses(tta_layouts *l, tta_span span, uint32_t section, const tta_typed_value *values,
                     uint32_t num_values, tta_str alias, uint32_t entry) {
  tta_position at = tta_source_position(l->in->source, span.begin);
  if (!TTA_GROW_IN(&l->in->arena, &l->list, uses, num_values + 1)) return false;
  tta_layout_name use = {.function = l->function, .line = at.line, .column = at.column, .entry = entry,
                         .section = section, .span = span};
  for (uint32_t i = 0; i < num_values; i++) {
    use.name = values[i].name;
    use.value = (tta_span){values[i].at, values[i].at + (uint32_t)use.name.size};
    l->list.uses[l->list.num_uses++] = use;
  }
  use.name = alias;
  use.value = (tta_span){0, 0};
  if (alias.size || !num_values) l->list.uses[l->list.num_uses++] = use;
  return true;
}

/* Lowers a type with a layout. *type: what equal types have in common; of tiled layouts the short form is expanded */
static tta_status lower(tta_layouts *l, const tta_tree *tree, tta_node_id tensor, tta_node_id layout, bool is_tiled,
                        tta_layout_entry *entry, tta_str *type) {
  tta_arena *arena = &l->in->arena;
  tta_layout *plain = is_tiled ? NULL : tta_arena_alloc(arena, sizeof *plain);
  tta_tiled *tiled = is_tiled ? tta_arena_alloc(arena, sizeof *tiled) : NULL;
  tta_status status = TTA_NO_MEMORY;
  *entry = (tta_layout_entry){.layout = plain, .tiled = tiled};
  if (plain) {
    status = tta_layout_from_tree(tree, tensor, layout, arena, l->in->pool, plain);
    l->num_dynamic += status == TTA_INVALID && !tta_shape_at_least(plain->tensor_shape, 0);
    *type = plain->type;
  } else if (tiled) {
    status = tta_tiled_from_tree(tree, tensor, layout, arena, tiled);
    if (status) return status;
    tta_buf text = tta_buf_new(arena->allocator);
    tta_tiled_type(&text, tiled);
    *type = tta_arena_take(arena, &text);
    if (!type->data) status = TTA_NO_MEMORY;
  }
  return status;
}

/* The text of a type whose bytes mean the same in all of their section; empty for a part of an island. */
static tta_str own_text(const tta_layouts *l, const tta_island *at, tta_node_id tensor, bool use) {
  tta_span span = tta_node_span(at->value.tree, tensor);
  bool whole = use || (span.begin == at->span.begin && span.end == at->span.end);
  return whole ? TTA_SPAN_TEXT(l->in->source->text.data, at->span) : (tta_str){0};
}

/* The entry of a type: an earlier one, a new one, or none when the parts do not fit (TTA_INVALID) or there is no
 * memory. @param text its own text, read once in a section */
static tta_status entry_of(tta_layouts *l, tta_str text, const tta_tree *tree, tta_node_id tensor, tta_node_id layout,
                           bool is_tiled, uint32_t *number) {
  tta_layout_entry entry;
  tta_str type;
  const uint32_t *read = text.size ? tta_strmap_find(&l->texts, text) : NULL;
  if (read) {
    *number = *read;
    return TTA_OK;
  }
  if (!TTA_GROW_IN(&l->in->arena, l, entries, 1)) return TTA_NO_MEMORY;
  tta_arena_mark memory = tta_arena_position(&l->in->arena);
  tta_expr expressions = tta_affine_pool_mark(l->in->pool);
  tta_status status = lower(l, tree, tensor, layout, is_tiled, &entry, &type);
  const uint32_t *known = status ? NULL : tta_strmap_find(&l->list.known, type);
  *number = known ? *known : l->num_entries;
  if (!status && text.size && tta_strmap_set(&l->texts, text, *number)) status = TTA_NO_MEMORY;
  if (status || known) {
    tta_arena_rewind(&l->in->arena, memory);
    tta_affine_pool_rewind(l->in->pool, expressions);
    return status;
  }
  l->entries[l->num_entries++] = entry;
  return tta_strmap_set(&l->list.known, type, *number);
}

void tta_layouts_add_tensor(tta_layouts *l, const tta_island *at, tta_node_id tensor, bool use) {
  const tta_tree *tree = at->value.tree;
  tta_node_id encoding = tta_node_child(tree, tensor, TTA_FIELD_encoding), layout = tta_node_resolve(tree, encoding);
  uint32_t entry = 0, before = l->num_entries;
  bool tiled = l->tiled && tta_node_is_attribute(tree, layout, TTA_ATTR_tiled_layout);
  bool has_errors = tta_node_at(tree, layout)->flags & TTA_NODE_HAS_ERRORS;
  if (tiled ? has_errors : !tta_is_layout_attribute(tree, layout)) return;
  l->strides = l->strides || tta_node_child(tree, layout, TTA_FIELD_strides);
  if (at->section != l->section) tta_strmap_clear(&l->texts);
  l->section = at->section;
  tta_status status = entry_of(l, own_text(l, at, tensor, use), tree, tensor, layout, tiled, &entry);
  l->overflows = l->overflows || status == TTA_OVERFLOW;
  if (status == TTA_NO_MEMORY) l->in->status = status;
  if (status) return;
  tta_span span = use ? at->span : tta_node_span(tree, tensor);
  bool own = at->context != TTA_CONTEXT_ALIAS && span.begin == at->span.begin;
  const tta_typed_value *values = NULL;
  uint32_t num_values = 0;
  if (own) l->in->status = tta_typed_values_enter(&l->values, span.begin);
  if (l->in->status) return;
  if (own) values = tta_typed_values_at(&l->values, span.begin, &num_values);
  tta_str alias =
      use ? TTA_SPAN_TEXT(l->in->source->text.data, span) : alias_name(tree, encoding);
  if (own) l->function = function_at(&l->values, span.begin);
  bool stored = add_uses(l, span, at->section, values, num_values, alias, entry);
  if (l->num_entries > before) {
    l->entries[entry].name = num_values ? values[0].name : alias;
    l->entries[entry].line = tta_source_position(l->in->source, span.begin).line;
    l->entries[entry].section = at->section;
    l->entries[entry].span = span;
    /* tta_layout_from_tree has made sure that the aliases expand to little text */
    stored = stored && tta_collected_add_parts(l->in, &l->list, tree, tensor, entry);
  }
  if (!stored) l->in->status = TTA_NO_MEMORY;
}

static void record_attribute(tta_layouts *l, const tta_tree *tree, tta_node_id layout) {
  if (!tta_is_layout_attribute(tree, layout)) return;
  if (!TTA_GROW_IN(&l->in->arena, l, entries, 1)) l->in->status = TTA_NO_MEMORY;
  tta_layout *s = l->in->status ? NULL : tta_arena_alloc(&l->in->arena, sizeof *s);
  tta_status status = s ? tta_layout_of_attribute(tree, layout, &l->in->arena, l->in->pool, s) : TTA_NO_MEMORY;
  l->strides = tta_node_child(tree, layout, TTA_FIELD_strides) != 0;
  if (!status) l->entries[l->num_entries++] = (tta_layout_entry){.line = 1, .layout = s};
  l->overflows = l->overflows || status == TTA_OVERFLOW;
  if (status == TTA_NO_MEMORY) l->in->status = status;
}

void tta_layouts_add_island(tta_layouts *l, const tta_island *island) {
  const tta_tree *tree = island->value.tree;
  tta_node_id root = island->value.node;
  bool plain = tta_node_at(tree, root)->kind == TTA_NODE_TENSOR && !tta_node_child(tree, root, TTA_FIELD_encoding);
  l->only = island->span;
  l->islands += !plain;
  if (l->attribute) record_attribute(l, tree, root);
}

/* ---- layouts beside errors ---- */

/* A layout that does not fit the devices of its module is sound by itself. */
static bool is_error_of_layout(const tta_diagnostic *d) {
  return d->severity == TTA_SEVERITY_ERROR && d->rule != TTA_RULE_layout_device_rank &&
         d->rule != TTA_RULE_layout_device_fit;
}

/* ---- the whole text ---- */

static tta_status check_single(const tta_layouts *l, tta_buf *reason) {
  tta_str text = l->in->source->text;
  uint32_t begin = 0, end = (uint32_t)text.size;
  while (begin < end && tta_is_blank(text.data[begin])) begin++;
  while (end > begin && tta_is_blank(text.data[end - 1])) end--;
  bool whole = l->islands == 1 && l->only.begin == begin && l->only.end == end;
  if (whole && l->num_entries == 1) return TTA_OK;
  if (whole && l->attribute && l->strides)
    return tta_fail(TTA_INVALID, reason, "strides say nothing without the tensor: give the tensor type");
  if (l->attribute) return tta_fail(TTA_INVALID, reason, "expected one layout, #tt.metal_layout<...>");
  if (whole && l->strides)
    return tta_fail(TTA_INVALID, reason,
                    "no shapes follow from this layout: its strides join no rows of the plane, or its "
                    "memref is not the shard");
  if (whole && l->num_dynamic)
    return tta_fail(TTA_INVALID, reason, "the tensor has a dynamic extent, so its layout has no shapes");
  if (whole) return tta_fail(TTA_INVALID, reason, "this type has no layout whose shapes can be computed");
  return tta_fail(TTA_INVALID, reason,
                  "expected one tensor type with a layout, tensor<8x32xf32, #tt.metal_layout<...>>");
}

/* Adds a name to the table of layouts by name. */
static tta_status add_name(tta_strmap *names, tta_str name, uint32_t entry) {
  uint32_t *known = tta_strmap_add(names, name, entry);
  if (!known) return TTA_NO_MEMORY;
  if (*known != entry) *known = UINT32_MAX;
  return TTA_OK;
}

static bool is_unique(const tta_strmap *names, tta_str name) { return *tta_strmap_find(names, name) != UINT32_MAX; }

/* Which names select one layout, and the first use of each layout. */
static tta_status compare_names(tta_layouts *l) {
  tta_arena *memory = tta_arena_new(l->in->arena.allocator);
  tta_str *full = memory ? tta_arena_array(memory, (size_t)l->list.num_uses + 1, sizeof *full) : NULL;
  tta_strmap names;
  tta_status status = full ? TTA_OK : TTA_NO_MEMORY;
  tta_strmap_init(&names, l->in->arena.allocator);
  for (uint32_t i = l->list.num_uses; i-- > 0 && !status;) {
    const tta_layout_name *use = &l->list.uses[i];
    l->entries[use->entry].use = i;
    if (!use->name.size) continue;
    tta_buf text = tta_buf_new(l->in->arena.allocator);
    tta_function_prefix(&text, use->function);
    tta_buf_append(&text, use->name);
    full[i] = tta_arena_str(memory, tta_buf_view(&text));
    status = text.failed || !full[i].data ? TTA_NO_MEMORY : add_name(&names, use->name, use->entry);
    if (!status) status = add_name(&names, full[i], use->entry);
    tta_buf_free(&text);
  }
  for (uint32_t i = 0; i < l->list.num_uses && !status; i++) {
    tta_layout_name *use = &l->list.uses[i];
    use->unique = use->name.size && is_unique(&names, use->name);
    use->unique_in_function = use->function.size && use->name.size && is_unique(&names, full[i]);
  }
  tta_strmap_free(&names);
  tta_arena_delete(memory);
  return status;
}

/* What the result holds once the text was checked. */
static tta_status finish(tta_layouts *l, tta_layouts_mode mode, tta_buf *reason) {
  bool single = mode == TTA_LAYOUTS_TYPE || l->attribute;
  tta_status status = l->in->devices.wanted ? tta_devices_finish(&l->in->devices) : TTA_OK;
  if (single && tta_results_num_errors(tta_layouts_results(l)) && !status) {
    l->num_entries = 0;
    return TTA_OK;
  }
  if (!status && l->overflows && (single || !l->num_entries))
    return tta_fail(TTA_INVALID, reason, "a size of this layout needs more than 63 bits");
  if (!status)
    status = tta_collected_drop(l->in, &l->list, l->entries, &l->num_entries, sizeof *l->entries, is_error_of_layout);
  if (!status) status = compare_names(l);
  return status || !single ? status : check_single(l, reason);
}

tta_status tta_layouts_read(tta_source *source, tta_layouts_mode mode, const tta_check_options *options,
                            tta_layouts **out, tta_buf *reason) {
  tta_collection *c = tta_collection_new(source, options);
  *out = NULL;
  if (!c) return TTA_NO_MEMORY;
  tta_layouts *l = &c->layouts;
  l->wanted = true;
  l->tiled = mode == TTA_LAYOUTS_ALL;
  l->attribute = mode == TTA_LAYOUTS_ATTRIBUTE;
  c->devices.wanted = mode == TTA_LAYOUTS_FILE || mode == TTA_LAYOUTS_ALL;
  tta_status status = tta_collect(c, options);
  if (!status) status = finish(l, mode, reason);
  if (status == TTA_INVALID) l->num_entries = 0;
  if (!status || status == TTA_INVALID) *out = l;
  else tta_collection_free(c);
  return status;
}

void tta_layouts_free(tta_layouts *l) { tta_collection_free(l ? l->in : NULL); }

const tta_devices *tta_layouts_devices(const tta_layouts *l) {
  return l->in->devices.wanted ? &l->in->devices : NULL;
}
const tta_results *tta_layouts_results(const tta_layouts *l) { return tta_check_results(l->in->check); }
size_t tta_layouts_num_entries(const tta_layouts *l) { return l->num_entries; }
const tta_layout_entry *tta_layouts_entry(const tta_layouts *l, size_t index) {
  return index < l->num_entries ? &l->entries[index] : NULL;
}

size_t tta_layouts_num_dynamic(const tta_layouts *l) { return l->num_dynamic; }
tta_source *tta_layouts_source(const tta_layouts *l) { return l->in->source; }
size_t tta_layouts_num_uses(const tta_layouts *l) { return l->list.num_uses; }
const tta_layout_name *tta_layouts_use(const tta_layouts *l, size_t index) {
  return index < l->list.num_uses ? &l->list.uses[index] : NULL;
}
