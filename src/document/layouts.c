/* The layouts of a text: its distinct types, where each is used first and under what name. One pass checks the text and
 * lowers what it contains; layouts that turn out to have an error are left out. */
#include <string.h>

#include "base/chars.h"
#include "base/array.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/strmap.h"
#include "diag/check_options.h"
#include "document/devices.h"
#include "document/sound.h"
#include "document/values.h"
#include "layout/values.h"
#include "ops/ops.h"
#include "parse/sections.h"
#include "ttattr/value.h"

struct tta_layouts {
  tta_arena arena;
  tta_affine_pool *pool;
  tta_check *check;
  tta_layout_entry *entries;
  tta_layout_name *uses;
  tta_source *source;
  tta_sound_parts parts; /* of the entries */
  uint32_t num_entries, cap_entries, num_uses, cap_uses, num_dynamic;
  tta_devices *devices;  /* of a file; else NULL */
};

/* A type that the text has for a value. */
typedef struct typed_value {
  uint32_t begin;
  tta_str name; /* of the value */
} typed_value;

typedef struct reader {
  tta_layouts *layouts;
  tta_source *source;
  tta_strmap known; /* canonical text of a type -> entry */
  tta_splitter sections;
  tta_span section; /* whose operations were read */
  tta_ops *ops;
  typed_value *types; /* in order of position */
  uint32_t num_types, cap_types;
  tta_str function; /* symbol of the one around the last type */
  tta_span only;    /* TYPE: the attribute or type that was read last */
  uint32_t islands;
  bool attribute;   /* ATTRIBUTE: layouts without a tensor */
  bool tiled;       /* tiled layouts count, too */
  bool strides;     /* a layout by strides was read: no rule verifies whether it fits its tensor */
  bool overflows;   /* a layout was left out: a size of it exceeds 63 bits */
  tta_status status;
} reader;

/* ---- the name of a use ---- */

static void record_type(reader *r, tta_str type, tta_str name) {
  if (!type.size || !name.size || r->status) return;
  if (!TTA_GROW_IN(&r->ops->arena, r, types, 1)) r->status = TTA_NO_MEMORY;
  else r->types[r->num_types++] = (typed_value){(uint32_t)(type.data - r->source->text.data), name};
}

static int order_types(const void *a, const void *b) {
  return tta_order(((const typed_value *)a)->begin, ((const typed_value *)b)->begin);
}

/* Reads the operations of the section around `offset`; islands come in order of sections. */
static void enter_section(reader *r, uint32_t offset) {
  if (r->ops && offset < r->section.end) return;
  while (r->section.end <= offset && tta_splitter_next(&r->sections, &r->section)) {}
  tta_ops_free(r->ops);
  r->types = NULL;
  r->num_types = r->cap_types = 0;
  r->status = tta_ops_read(r->source->text, r->section, r->layouts->arena.allocator, &r->ops);
  if (r->status) return;
  for (uint32_t i = 0; i < r->ops->num_values; i++)
    record_type(r, r->ops->values[i].type, tta_ops_value_name(r->ops, i, &r->layouts->arena));
  for (uint32_t op = 0; op < r->ops->num_ops; op++)
    for (uint32_t i = 0; i < r->ops->ops[op].num_operands; i++)
      record_type(r, tta_ops_operand_type(r->ops, op, i), r->ops->operands[r->ops->ops[op].first_operand + i].name);
  typed_value *scratch = tta_arena_array(&r->ops->arena, (size_t)r->num_types + 1, sizeof *scratch);
  if (scratch) tta_sort(r->types, scratch, r->num_types, sizeof *scratch, order_types);
  else r->status = TTA_NO_MEMORY;
}

/* The values whose type is at `begin`, a result first; none if the text does not say it by position. */
static const typed_value *values_of_type(const reader *r, uint32_t begin, uint32_t *count) {
  uint32_t low = TTA_COUNT_BELOW(typed_value, r->types, r->num_types, begin, begin), end = low;
  while (end < r->num_types && r->types[end].begin == begin) end++;
  *count = end - low;
  return *count ? &r->types[low] : NULL;
}

/* The symbol of the function around `offset`; empty if there is none. */
static tta_str function_at(const tta_ops *ops, uint32_t offset) {
  uint32_t low = TTA_COUNT_BELOW(tta_ops_op, ops->ops, ops->num_ops, begin, (uint64_t)offset + 1);
  uint32_t op = low ? low - 1 : TTA_OPS_NONE;
  while (op != TTA_OPS_NONE && (ops->ops[op].end <= offset || !tta_str_ends_with(ops->ops[op].name, "func")))
    op = ops->ops[op].parent;
  return op == TTA_OPS_NONE ? (tta_str){0} : tta_ops_symbol(ops, op);
}

static tta_str alias_name(const tta_tree *tree, tta_node_id encoding) {
  const tta_node *n = tta_node_at(tree, encoding);
  return n->kind == TTA_NODE_ALIAS ? tree->aliases[n->index].name : (tta_str){0};
}

/* ---- entries ---- */

/* A use for each name; a type without one has a use, too. */
static bool add_uses(reader *r, tta_span span, const typed_value *values, uint32_t num_values, tta_str alias,
                     uint32_t entry) {
  tta_layouts *l = r->layouts;
  tta_position at = tta_source_position(r->source, span.begin);
  if (!TTA_GROW_IN(&l->arena, l, uses, num_values + 1)) return false;
  tta_layout_name use = {alias, r->function, at.line, at.column, entry, span};
  for (uint32_t i = 0; i < num_values; i++) {
    use.name = values[i].name;
    l->uses[l->num_uses++] = use;
  }
  use.name = alias;
  if (alias.size || !num_values) l->uses[l->num_uses++] = use;
  return true;
}

static bool grow_entries(tta_layouts *l) {
  return TTA_GROW_IN(&l->arena, l, entries, 1);
}

static bool is_dynamic(tta_shape shape) {
  for (uint32_t i = 0; i < shape.rank; i++)
    if (shape.extent[i] < 0) return true;
  return false;
}

/* The entry of a type: an earlier one, a new one, or none when the parts do not fit (TTA_INVALID) or there is no
 * memory. */
static tta_status entry_of(reader *r, const tta_tree *tree, tta_node_id tensor, tta_node_id layout, uint32_t *entry) {
  tta_layouts *l = r->layouts;
  if (!grow_entries(l)) return TTA_NO_MEMORY;
  tta_arena_mark memory = tta_arena_position(&l->arena);
  tta_expr expressions = tta_affine_pool_mark(l->pool);
  tta_layout *s = tta_arena_alloc(&l->arena, sizeof *s);
  tta_status status = s ? tta_layout_from_tree(tree, tensor, layout, &l->arena, l->pool, s) : TTA_NO_MEMORY;
  l->num_dynamic += status == TTA_INVALID && is_dynamic(s->tensor_shape);
  const uint32_t *known = status ? NULL : tta_strmap_find(&r->known, s->type);
  if (known) *entry = *known;
  if (status || known) {
    tta_arena_rewind(&l->arena, memory);
    tta_affine_pool_rewind(l->pool, expressions);
    return status;
  }
  *entry = l->num_entries;
  l->entries[l->num_entries++] = (tta_layout_entry){.layout = s};
  return tta_strmap_set(&r->known, s->type, *entry);
}

/* The same for a tiled layout. Types are equal if they print alike with the short form expanded. */
static tta_status tiled_entry_of(reader *r, const tta_tree *tree, tta_node_id tensor, tta_node_id layout,
                                 uint32_t *entry) {
  tta_layouts *l = r->layouts;
  tta_buf text;
  if (!grow_entries(l)) return TTA_NO_MEMORY;
  tta_tiled *t = tta_arena_alloc(&l->arena, sizeof *t);
  tta_status status = t ? tta_tiled_from_tree(tree, tensor, layout, &l->arena, t) : TTA_NO_MEMORY;
  if (status) return status;
  tta_buf_init(&text, l->arena.allocator);
  tta_tiled_type(&text, t);
  tta_str key = tta_arena_str(&l->arena, tta_buf_view(&text));
  bool failed = text.failed || !key.data;
  tta_buf_free(&text);
  if (failed) return TTA_NO_MEMORY;
  const uint32_t *known = tta_strmap_find(&r->known, key);
  *entry = known ? *known : l->num_entries;
  if (known) return TTA_OK;
  l->entries[l->num_entries++] = (tta_layout_entry){.tiled = t};
  return tta_strmap_set(&r->known, key, *entry);
}

static void record_tensor(reader *r, const tta_tree *tree, tta_node_id tensor, const tta_island *at) {
  tta_layouts *l = r->layouts;
  tta_node_id encoding = tta_node_child(tree, tensor, TTA_FIELD_encoding), layout = tta_node_resolve(tree, encoding);
  uint32_t entry = 0, before = l->num_entries;
  const tta_node *n = tta_node_at(tree, layout);
  bool tiled = r->tiled && n->kind == TTA_NODE_ATTRIBUTE && n->index == TTA_ATTR_tiled_layout;
  if ((tiled && (n->flags & TTA_NODE_HAS_ERRORS)) || (!tiled && !tta_is_layout_attribute(tree, layout))) return;
  r->strides = r->strides || tta_node_child(tree, layout, TTA_FIELD_strides);
  tta_status status =
      tiled ? tiled_entry_of(r, tree, tensor, layout, &entry) : entry_of(r, tree, tensor, layout, &entry);
  r->overflows = r->overflows || status == TTA_OVERFLOW;
  if (status == TTA_NO_MEMORY) r->status = status;
  if (status) return;
  tta_span span = tta_node_span(tree, tensor);
  bool own = at->context != TTA_CONTEXT_ALIAS && span.begin == at->span.begin;
  const typed_value *values = NULL;
  uint32_t num_values = 0;
  if (own) enter_section(r, span.begin);
  if (r->status) return;
  if (own) values = values_of_type(r, span.begin, &num_values);
  tta_str alias = alias_name(tree, encoding);
  if (own) r->function = function_at(r->ops, span.begin);
  bool stored = add_uses(r, span, values, num_values, alias, entry);
  if (l->num_entries > before) {
    l->entries[entry].name = num_values ? values[0].name : alias;
    l->entries[entry].line = tta_source_position(r->source, span.begin).line;
    l->entries[entry].section = at->section;
    l->entries[entry].span = span;
    /* tta_layout_from_tree has made sure that the aliases expand to little text */
    stored = stored && tta_sound_add(&l->parts, &l->arena, tree, tensor, entry);
  }
  if (!stored) r->status = TTA_NO_MEMORY;
}

/* As deep as the text nests, which is limited. */
static void walk(reader *r, const tta_tree *tree, tta_node_id id, const tta_island *island) {
  const tta_node *n = tta_node_at(tree, id);
  if (n->kind == TTA_NODE_TENSOR && !(n->flags & TTA_NODE_HAS_ERRORS)) record_tensor(r, tree, id, island);
  for (tta_node_id c = tta_node_first(tree, id); c; c = tta_node_at(tree, c)->next) walk(r, tree, c, island);
}

static void record_attribute(reader *r, const tta_tree *tree, tta_node_id layout) {
  tta_layouts *l = r->layouts;
  if (!tta_is_layout_attribute(tree, layout)) return;
  if (!grow_entries(l)) r->status = TTA_NO_MEMORY;
  tta_layout *s = r->status ? NULL : tta_arena_alloc(&l->arena, sizeof *s);
  tta_status status = s ? tta_layout_of_attribute(tree, layout, &l->arena, l->pool, s) : TTA_NO_MEMORY;
  r->strides = tta_node_child(tree, layout, TTA_FIELD_strides) != 0;
  if (!status) l->entries[l->num_entries++] = (tta_layout_entry){.line = 1, .layout = s};
  r->overflows = r->overflows || status == TTA_OVERFLOW;
  if (status == TTA_NO_MEMORY) r->status = status;
}

static void record_island(void *user, const tta_island *island) {
  reader *r = user;
  if (r->layouts->devices) tta_devices_visit(r->layouts->devices, island);
  const tta_tree *tree = island->value.tree;
  tta_node_id root = island->value.node;
  if (!root || r->status || island->context == TTA_CONTEXT_USE) return;
  bool plain = tta_node_at(tree, root)->kind == TTA_NODE_TENSOR && !tta_node_child(tree, root, TTA_FIELD_encoding);
  r->only = island->span;
  r->islands += !plain;
  bool use_of_alias =
      tta_node_at(tree, root)->begin != island->span.begin && island->context != TTA_CONTEXT_DEVICE_OPERATION;
  if (r->attribute) record_attribute(r, tree, root);
  else if (!use_of_alias) walk(r, tree, root, island);
}

/* ---- layouts beside errors ---- */

/* A layout that does not fit the devices of its module is sound by itself. */
static bool is_error_of_layout(const tta_diagnostic *d) {
  return d->severity == TTA_SEVERITY_ERROR && d->rule != TTA_RULE_layout_device_rank &&
         d->rule != TTA_RULE_layout_device_fit;
}

static tta_status drop_unsound(tta_layouts *l) {
  return tta_sound_drop(&l->parts, l->check, &l->arena, is_error_of_layout,
                        (tta_sound_list){l->entries, &l->num_entries, sizeof *l->entries},
                        (tta_sound_list){l->uses, &l->num_uses, sizeof *l->uses}, offsetof(tta_layout_name, entry));
}

/* ---- the whole text ---- */

static tta_status check_single(const reader *r, tta_buf *reason) {
  tta_str text = r->source->text;
  uint32_t begin = 0, end = (uint32_t)text.size;
  while (begin < end && tta_is_blank(text.data[begin])) begin++;
  while (end > begin && tta_is_blank(text.data[end - 1])) end--;
  bool whole = r->islands == 1 && r->only.begin == begin && r->only.end == end;
  if (whole && r->layouts->num_entries == 1) return TTA_OK;
  if (whole && r->attribute && r->strides)
    return tta_fail(TTA_INVALID, reason, "strides say nothing without the tensor: give the tensor type");
  if (r->attribute)
    return tta_fail(TTA_INVALID, reason, "expected one layout, #tt.metal_layout<...>");
  if (whole && r->strides)
    return tta_fail(TTA_INVALID, reason,
                               "no shapes follow from this layout: its strides join no rows of the plane, or its "
                               "memref is not the shard");
  if (whole && r->layouts->num_dynamic)
    return tta_fail(TTA_INVALID, reason, "the tensor has a dynamic extent, so its layout has no shapes");
  if (whole) return tta_fail(TTA_INVALID, reason, "this type has no layout whose shapes can be computed");
  return tta_fail(TTA_INVALID, reason,
                             "expected one tensor type with a layout, tensor<8x32xf32, #tt.metal_layout<...>>");
}

/* What the result holds once the text was checked. */
static tta_status finish(reader *r, tta_layouts_mode mode, tta_buf *reason) {
  tta_layouts *l = r->layouts;
  tta_status status = r->status;
  bool single = mode == TTA_LAYOUTS_TYPE || r->attribute;
  if (!status && l->arena.failed) status = TTA_NO_MEMORY;
  if (!status && l->devices) status = tta_devices_finish(l->devices, l->check);
  const tta_results *results = tta_check_results(l->check);
  if (single && tta_results_num_errors(results) && status != TTA_NO_MEMORY) {
    l->num_entries = 0;
    return TTA_OK;
  }
  if (!status && r->overflows && (single || !l->num_entries))
    return tta_fail(TTA_INVALID, reason, "a size of this layout needs more than 63 bits");
  if (!status && tta_results_num_errors(results)) status = drop_unsound(l);
  return status || !single ? status : check_single(r, reason);
}

tta_status tta_layouts_read(tta_source *source, tta_layouts_mode mode, const tta_check_options *options,
                            tta_layouts **out, tta_buf *reason) {
  tta_check_options how = tta_check_options_or_default(options);
  const tta_allocator *allocator = how.allocator ? how.allocator : &tta_malloc_allocator;
  tta_layouts *l = allocator->allocate(allocator->user, sizeof *l);
  *out = NULL;
  if (!l) return TTA_NO_MEMORY;
  *l = (tta_layouts){.pool = tta_affine_pool_new(allocator), .source = source};
  tta_arena_init(&l->arena, allocator);
  how.split = true;
  how.keep_errors = true; /* values follow from what was verified */
  how.canonicalize = false;
  reader r = {.layouts = l, .source = source, .tiled = mode == TTA_LAYOUTS_ALL,
              .attribute = mode == TTA_LAYOUTS_ATTRIBUTE};
  tta_section_rules rules = {how.split, how.split_marker, how.markdown};
  tta_splitter_init(&r.sections, source->text, rules, 0, NULL);
  tta_strmap_init(&r.known, allocator);
  bool of_file = mode == TTA_LAYOUTS_FILE || mode == TTA_LAYOUTS_ALL;
  if (of_file) l->devices = tta_devices_new(source, allocator, how.era);
  tta_status status = l->pool && (l->devices || !of_file)
                          ? tta_check_visit(source, &how, record_island, &r, &l->check)
                          : TTA_NO_MEMORY;
  tta_strmap_free(&r.known);
  tta_ops_free(r.ops);
  if (!status) status = finish(&r, mode, reason);
  if (status == TTA_INVALID) l->num_entries = 0;
  *out = l;
  if (!status || status == TTA_INVALID) return status;
  tta_layouts_free(l);
  *out = NULL;
  return status;
}

void tta_layouts_free(tta_layouts *l) {
  if (!l) return;
  const tta_allocator *allocator = l->arena.allocator;
  tta_devices_free(l->devices);
  tta_check_free(l->check);
  tta_affine_pool_free(l->pool);
  tta_arena_free(&l->arena);
  allocator->release(allocator->user, l, sizeof *l);
}

const tta_devices *tta_layouts_devices(const tta_layouts *l) { return l->devices; }
const tta_results *tta_layouts_results(const tta_layouts *l) { return tta_check_results(l->check); }
size_t tta_layouts_num_entries(const tta_layouts *l) { return l->num_entries; }
const tta_layout_entry *tta_layouts_entry(const tta_layouts *l, size_t index) {
  return index < l->num_entries ? &l->entries[index] : NULL;
}

size_t tta_layouts_num_dynamic(const tta_layouts *l) { return l->num_dynamic; }
tta_source *tta_layouts_source(const tta_layouts *l) { return l->source; }
size_t tta_layouts_num_uses(const tta_layouts *l) { return l->num_uses; }
const tta_layout_name *tta_layouts_use(const tta_layouts *l, size_t index) {
  return index < l->num_uses ? &l->uses[index] : NULL;
}
