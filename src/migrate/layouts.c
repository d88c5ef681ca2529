/* Layouts whose form needs the shape of their tensor: by strides, by map and by names. They are built again for each
 * tensor, whose shape is that of the device in the form by names. */
#include "migrate/migrate.h"

#include "affine/pool.h"
#include "base/array.h"
#include "base/format.h"
#include "base/sort.h"
#include "base/str.h"
#include "layout/values.h"

static const tta_node *at(const tta_migrator *m, tta_node_id id) { return tta_node_at(m->tree, id); }

static bool has_field(tta_attribute attribute, tta_field field, int32_t day) {
  attribute = tta_migrate_attribute_on(attribute, day);
  return tta_era_reads_field(attribute, field, day);
}

bool tta_migrate_needs_tensor(const tta_migrator *m, tta_node_id layout) {
  static const tta_field firsts[] = {TTA_FIELD_linear, TTA_FIELD_strides, TTA_FIELD_logical_shape};
  tta_attribute attribute = (tta_attribute)at(m, layout)->index;
  bool is_layout = tta_node_is_valid_attribute(m->tree, layout, TTA_ATTR_metal_layout) ||
                   tta_node_is_valid_attribute(m->tree, layout, TTA_ATTR_layout);
  if (!is_layout || tta_migrate_reads(m, layout)) return false;
  for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++)
    if (tta_node_child(m->tree, layout, firsts[i])) return !has_field(attribute, firsts[i], m->to);
  return false;
}

/* ---- the first pass ---- */

static tta_status raise_layout(tta_migrator *m, tta_node_id tensor, tta_node_id layout, tta_buf *type,
                               tta_buf *attribute, tta_buf *reason) {
  tta_layout value;
  tta_relayout_spec spec = {.era = m->to};
  tta_affine_pool *pool = tta_affine_pool_new(m->allocator);
  if (!pool) return TTA_NO_MEMORY;
  tta_status status = tta_layout_expands_too_far(m->tree, tensor) ? TTA_INVALID : TTA_OK;
  if (!status) status = tta_layout_from_tree(m->tree, tensor, layout, m->arena, pool, &value);
  if (!status) status = tta_layout_relayout(&value, &spec, type, NULL, reason);
  spec.attribute_only = true;
  if (!status) status = tta_layout_relayout(&value, &spec, attribute, NULL, reason);
  tta_affine_pool_free(pool);
  return status;
}

/* `#layout_2` for the second layout of `#layout`, or the next number that the text does not have. */
static tta_str new_name(tta_migrator *m, tta_str alias, uint32_t number) {
  for (;; number++) {
    tta_buf name = tta_buf_new(m->allocator);
    tta_buf_printf(&name, "%.*s_%u", TTA_STR_ARGS(alias), number);
    tta_str text = tta_arena_take(m->arena, &name);
    if (!text.data || !tta_str_contains(m->tree->text, text.data)) return text;
  }
}

/* The number of a key in the table, which is `otherwise` if it is new. */
static uint32_t *known(tta_migrator *m, uint32_t alias, tta_str layout, uint32_t otherwise) {
  tta_strmap *map = &m->layouts.known;
  tta_buf key = tta_buf_new(m->allocator);
  tta_buf_printf(&key, "%u %.*s", alias, TTA_STR_ARGS(layout));
  uint32_t *found = key.failed ? NULL : tta_strmap_find(map, tta_buf_view(&key));
  tta_str own = found ? (tta_str){NULL, 0} : tta_arena_str(m->arena, tta_buf_view(&key));
  tta_buf_free(&key);
  if (!found && own.data) found = tta_strmap_add(map, own, otherwise);
  if (!found) m->status = TTA_NO_MEMORY;
  return found;
}

/* The alias keeps its name for the first layout that it is. */
static void name_layout(tta_migrator *m, const tta_alias *alias, tta_migrated_tensor *t) {
  uint32_t own = m->layouts.num_tensors, *first, *count;
  t->alias = alias->span.begin;
  t->name = tta_arena_str(m->arena, alias->name);
  if (!t->layout.data || !(first = known(m, t->alias, t->layout, own))) return;
  t->defines = *first == own;
  if (!t->defines) t->name = m->layouts.tensors[*first].name;
  else if ((count = known(m, t->alias, (tta_str){"", 0}, 0)) && ++*count > 1)
    t->name = new_name(m, alias->name, *count);
}

enum { SEVERAL = UINT32_MAX };

/* The last tensor is spelled so. @param other whether an earlier one that is spelled so has another form */
static void spell(tta_migrator *m, tta_span span,
                  bool (*other)(const tta_migrated_tensor *, const tta_migrated_tensor *)) {
  const tta_migrated_tensor *all = m->layouts.tensors;
  uint32_t own = m->layouts.num_tensors - 1, *found = NULL;
  tta_str text = TTA_SPAN_TEXT(m->tree->text.data, span);
  found = tta_strmap_find(&m->layouts.spelled, text);
  if (!found && !(found = tta_strmap_add(&m->layouts.spelled, text, own))) m->status = TTA_NO_MEMORY;
  if (found && *found != SEVERAL && other(&all[*found], &all[own])) *found = SEVERAL;
}

static bool other_type(const tta_migrated_tensor *a, const tta_migrated_tensor *b) {
  return !tta_str_equal(a->head, b->head);
}

static bool other_layout(const tta_migrated_tensor *a, const tta_migrated_tensor *b) {
  return !tta_str_equal(a->layout, b->layout);
}

const tta_migrated_tensor *tta_migrate_tensor_spelled(const tta_migrator *m, tta_str text, bool *several) {
  const uint32_t *found = tta_strmap_find(&m->layouts.spelled, text);
  *several = found && *found == SEVERAL;
  return found && *found != SEVERAL ? &m->layouts.tensors[*found] : NULL;
}

static void add_tensor(tta_migrator *m, tta_node_id tensor, tta_node_id encoding, tta_node_id layout) {
  const tta_node *n = at(m, encoding);
  tta_migrated_tensor t = {.begin = at(m, tensor)->begin, .alias = UINT32_MAX};
  tta_buf type = tta_buf_new(m->allocator), attribute = tta_buf_new(m->allocator), reason = tta_buf_new(m->allocator);
  tta_status status = raise_layout(m, tensor, layout, &type, &attribute, &reason);
  bool failed = status == TTA_NO_MEMORY || type.failed || attribute.failed || reason.failed;
  tta_str head = tta_buf_view(status ? &reason : &type);
  if (!status && !failed) {
    head.size -= attribute.size + 1; /* and `>` */
    t.layout = tta_arena_str(m->arena, tta_buf_view(&attribute));
  } else if (!reason.size) {
    head = tta_str_from("the layout of this tensor cannot be computed");
  }
  t.head = tta_arena_str(m->arena, head);
  if (n->kind == TTA_NODE_ALIAS && !failed) name_layout(m, &m->tree->aliases[n->index], &t);
  if (failed || m->arena->failed || !TTA_PUSH(m->allocator, &m->layouts, tensors, t)) m->status = TTA_NO_MEMORY;
  else if (t.layout.data) {
    spell(m, (tta_span){t.begin, n->begin}, other_type);
    spell(m, tta_node_span(m->tree, layout), other_layout);
  }
  tta_buf_free(&type);
  tta_buf_free(&attribute);
  tta_buf_free(&reason);
}

/* Recursion is as deep as the text nests. */
void tta_migrate_find_layouts(tta_migrator *m, tta_node_id node) {
  tta_node_id encoding = at(m, node)->kind == TTA_NODE_TENSOR ? tta_node_child(m->tree, node, TTA_FIELD_encoding) : 0;
  tta_node_id layout = encoding ? tta_node_resolve(m->tree, encoding) : 0;
  if (layout && !(at(m, node)->flags & TTA_NODE_HAS_ERRORS) && tta_migrate_needs_tensor(m, layout))
    add_tensor(m, node, encoding, layout);
  for (tta_node_id c = tta_node_first(m->tree, node); c; c = at(m, c)->next) tta_migrate_find_layouts(m, c);
}

/* ---- the second pass ---- */

const tta_migrated_tensor *tta_migrate_tensor_at(const tta_migrator *m, tta_node_id node) {
  const tta_migrated_layouts *l = &m->layouts;
  uint32_t begin = at(m, node)->begin;
  uint32_t i = TTA_COUNT_BELOW(tta_migrated_tensor, l->tensors, l->num_tensors, begin, begin);
  return i < l->num_tensors && l->tensors[i].begin == begin ? &l->tensors[i] : NULL;
}

tta_status tta_migrate_definition(tta_migrator *m, tta_buf *out, tta_node_id layout, uint32_t begin) {
  uint32_t written = 0;
  for (uint32_t i = 0; i < m->layouts.num_tensors; i++) {
    const tta_migrated_tensor *t = &m->layouts.tensors[i];
    if (t->alias != begin || !t->defines) continue;
    if (written++) tta_buf_printf(out, "\n%.*s = ", TTA_STR_ARGS(t->name));
    tta_buf_append(out, t->layout);
  }
  if (written) return TTA_OK;
  tta_buf_printf(&m->reason, "layouts of this date have another form, which depends on the shape of the tensor, and "
                 "no tensor of this text has this layout");
  return tta_migrate_fail(m, layout);
}
