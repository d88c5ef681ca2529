/* Attributes by their rows: what is read on the date is kept, the rest is written again. */
#include "migrate/migrate.h"

#include "base/format.h"
#include "base/str.h"
#include "model/words.h"
#include "ttattr/layout.h"
#include "text/token.h"

static const tta_node *at(const tta_migrator *m, tta_node_id id) { return tta_node_at(m->tree, id); }

bool tta_migrate_reads(const tta_migrator *m, tta_node_id attribute) {
  tta_era_set days = tta_era_of_attribute(m->tree, attribute, false, TTA_ERA_LENIENT);
  return tta_era_has(&days, m->period);
}

tta_status tta_migrate_fail(tta_migrator *m, tta_node_id node) {
  if (!m->failed) m->failed = node;
  return TTA_INVALID;
}

void tta_migrate_consume(const tta_migrated_part *part, tta_node_id child) {
  uint32_t i = 0;
  for (tta_node_id c = tta_node_first(part->m->tree, part->node); c && c != child; c = at(part->m, c)->next) i++;
  if (i < 64) *part->asked |= (uint64_t)1 << i;
}

/* ---- values in the class of a row ---- */

static tta_class class_of(const tta_field_spec *spec) { return (tta_class)spec->class; }

/* A failure inside is that of the whole island: it is reported once, and nothing more is written. */
static tta_raised keep(tta_raising *r, tta_status status) {
  if (status && !r->status) r->status = status;
  return TTA_RAISED_VALUE;
}

static tta_raised write_node(const tta_migrated_part *p, tta_raising *r, tta_node_id node) {
  return keep(r, tta_migrate_node(p->m, r->out, node));
}

/* What an attribute with a single field consists of; any other value as it is. */
static tta_node_id inside_of(const tta_migrator *m, tta_node_id value) {
  tta_node_id first = at(m, value)->kind == TTA_NODE_ATTRIBUTE ? tta_node_first(m->tree, value) : 0;
  return first && !at(m, first)->next ? first : value;
}

static tta_raised write_keyword(const tta_migrated_part *p, tta_raising *r, tta_enum which, tta_str word) {
  tta_migrator *m = p->m;
  word = tta_migrate_word_on(which, tta_unquoted(word), m->to);
  tta_status status = m->failed ? TTA_INVALID : tta_check_word_on(which, word, m->to, &m->reason);
  tta_buf_append(r->out, word);
  return keep(r, status ? tta_migrate_fail(m, p->node) : TTA_OK);
}

typedef struct keyword {
  const tta_migrated_part *part;
  tta_str word;
} keyword;

static tta_raised raise_keyword(tta_raising *r, const void *value, tta_field field) {
  const keyword *k = value;
  (void)field;
  if (class_of(r->spec) != TTA_CLASS_WORD) return TTA_RAISED_NOTHING;
  return write_keyword(k->part, r, (tta_enum)r->spec->argument, k->word);
}

static bool get_shape(const tta_migrator *m, tta_node_id value, int64_t room[TTA_MAX_RANK], tta_shape *shape) {
  *shape = (tta_shape){0, room};
  if (at(m, value)->kind == TTA_NODE_PAREN_DIMS) value = tta_node_first(m->tree, value);
  if (at(m, value)->kind == TTA_NODE_DIMS) *shape = tta_node_shape(m->tree, value);
  if (at(m, value)->kind != TTA_NODE_COORD) return at(m, value)->kind == TTA_NODE_DIMS;
  for (tta_node_id c = tta_node_first(m->tree, value); c && shape->rank < TTA_MAX_RANK; c = at(m, c)->next)
    room[shape->rank++] = at(m, c)->integer;
  return true;
}

static tta_raised raise_shape(tta_raising *r, const void *value, tta_field field) {
  (void)field;
  if (class_of(r->spec) != TTA_CLASS_DIMS) return TTA_RAISED_NOTHING;
  return tta_raise_shape(r, *(const tta_shape *)value);
}

/* An attribute that has its value in one field, given by its value. */
static tta_raised write_wrapped(const tta_migrated_part *p, tta_raising *r, tta_node_id value, bool named,
                                tta_attribute attribute) {
  int64_t room[TTA_MAX_RANK];
  tta_shape shape;
  keyword word = {p, tta_node_text(p->m->tree, value)};
  bool is_word = at(p->m, value)->kind == TTA_NODE_WORD;
  if (!get_shape(p->m, value, room, &shape) && !is_word) return TTA_RAISED_NOTHING;
  tta_status (*write)(tta_buf *, tta_attribute, tta_dialect, int32_t, tta_raise_fields, const void *, tta_buf *) =
      named ? tta_raise : tta_raise_body;
  return keep(r, write(r->out, attribute, TTA_NUM_DIALECTS, p->m->to, is_word ? raise_keyword : raise_shape,
                       is_word ? (const void *)&word : &shape, NULL));
}

/* `<2x4>` of a grid: the maps of the grid are elsewhere. */
static tta_raised write_literal(const tta_migrated_part *p, tta_raising *r, tta_node_id attribute) {
  int64_t room[TTA_MAX_RANK];
  tta_shape shape;
  if (!get_shape(p->m, tta_node_first(p->m->tree, attribute), room, &shape)) return TTA_RAISED_NOTHING;
  tta_buf_char(r->out, '<');
  tta_buf_shape(r->out, shape);
  tta_buf_char(r->out, '>');
  return TTA_RAISED_VALUE;
}

static tta_status rewrite(tta_migrator *m, tta_buf *out, tta_node_id node, bool named);

/* `core_ranges = <[#ttnn.core_range<..>]>` of one range */
static tta_raised write_range_as_set(const tta_migrated_part *p, tta_raising *r, tta_node_id range) {
  tta_buf_str(r->out, "<[");
  tta_status status = rewrite(p->m, r->out, range, true);
  tta_buf_str(r->out, "]>");
  return keep(r, status);
}

static tta_raised write_attribute(const tta_migrated_part *p, tta_raising *r, tta_node_id child,
                                  const tta_field_spec *spec) {
  tta_migrator *m = p->m;
  tta_attribute wanted = (tta_attribute)spec->argument;
  tta_node_id value = tta_node_resolve(m->tree, child);
  uint32_t notation = r->notation & TTA_ERA_NOTATION_BITS;
  bool bare = notation == TTA_ERA_STRIPPED || notation == TTA_ERA_LITERAL;
  bool named = spec->class == TTA_CLASS_QUALIFIED || (at(m, value)->flags & TTA_NODE_SPELLED);
  const tta_node *n = at(m, value);
  bool unknown = !value || n->kind == TTA_NODE_OPAQUE; /* an alias that the text does not define */
  if (unknown && child != value && !bare) return write_node(p, r, child);
  if (n->kind != TTA_NODE_ATTRIBUTE) return write_wrapped(p, r, value, named && !bare, wanted);
  if (wanted == TTA_ATTR_ttnn_core_range_set && n->index == TTA_ATTR_ttnn_core_range)
    return write_range_as_set(p, r, value);
  if (!tta_migrate_is_renamed((tta_attribute)n->index, wanted) ||
      tta_migrate_attribute_on((tta_attribute)n->index, m->to) != wanted)
    return TTA_RAISED_NOTHING;
  if (notation == TTA_ERA_LITERAL) return write_literal(p, r, value);
  if (child != value && !bare) return write_node(p, r, child); /* an alias */
  bool as_written = child == value && named == !!(n->flags & TTA_NODE_SPELLED) && !(bare && named);
  if (as_written && tta_migrate_reads(m, value)) return write_node(p, r, value);
  return keep(r, rewrite(m, r->out, value, named && !bare));
}

static tta_raised write_list(const tta_migrated_part *p, tta_raising *r, tta_node_id list,
                             const tta_field_spec *spec) {
  tta_field_spec element = *spec;
  element.class = spec->element;
  tta_raising inner = *r;
  inner.spec = &element;
  if (at(p->m, list)->kind != TTA_NODE_LIST) return TTA_RAISED_NOTHING;
  tta_buf_char(r->out, '[');
  for (tta_node_id c = tta_node_first(p->m->tree, list); c; c = at(p->m, c)->next) {
    size_t begin = r->out->size;
    if (c != tta_node_first(p->m->tree, list)) tta_buf_str(r->out, ", ");
    if (element.class == TTA_CLASS_SPACED && (r->notation & TTA_ERA_NOTATION_BITS) != TTA_ERA_COORDS)
      tta_buf_char(r->out, ' ');
    if (!tta_migrate_value(p, &inner, c, &element)) {
      r->out->size = begin;
      return TTA_RAISED_NOTHING;
    }
  }
  tta_buf_char(r->out, ']');
  if (!r->status) r->status = inner.status;
  return TTA_RAISED_VALUE;
}

tta_raised tta_migrate_value(const tta_migrated_part *p, tta_raising *r, tta_node_id child,
                             const tta_field_spec *spec) {
  tta_node_id value = tta_node_resolve(p->m->tree, child), inside = inside_of(p->m, value);
  int64_t room[TTA_MAX_RANK];
  tta_shape shape;
  switch (class_of(spec)) {
  case TTA_CLASS_ATTR: case TTA_CLASS_QUALIFIED: case TTA_CLASS_WRITTEN: return write_attribute(p, r, child, spec);
  case TTA_CLASS_WORD:
    if (at(p->m, inside)->kind != TTA_NODE_WORD) return TTA_RAISED_NOTHING;
    return write_keyword(p, r, (tta_enum)spec->argument, tta_node_text(p->m->tree, inside));
  case TTA_CLASS_DIMS: case TTA_CLASS_SPACED: case TTA_CLASS_TIGHT: case TTA_CLASS_COORD:
    return get_shape(p->m, inside, room, &shape) ? tta_raise_shape(r, shape) : TTA_RAISED_NOTHING;
  case TTA_CLASS_LIST: return write_list(p, r, child, spec);
  default: return write_node(p, r, child);
  }
}

/* ---- an attribute ---- */

/* The field is not read on the date, and the one that it was renamed to is. */
static bool is_renamed(const tta_migrated_part *p, tta_attribute attribute, tta_field field) {
  return !tta_era_reads_field(attribute, field, p->m->to) && tta_migrate_renamed_field(attribute, field, p->m->to);
}

/* A default that has no notation on the date is not written there. */
static tta_raised write_default(const tta_migrated_part *p, tta_raising *r, tta_node_id child) {
  size_t reason = p->m->reason.size;
  tta_status before = r->status;
  bool failed = p->m->failed;
  tta_raised raised = tta_migrate_value(p, r, child, r->spec);
  tta_migrate_consume(p, child);
  if (failed || !p->m->failed) return raised ? TTA_RAISED_DEFAULT : TTA_RAISED_NOTHING;
  p->m->failed = 0;
  p->m->reason.size = reason;
  r->status = before;
  return TTA_RAISED_NOTHING;
}

static tta_raised raise_field(tta_raising *r, const void *value, tta_field field) {
  const tta_migrated_part *p = value;
  tta_attribute attribute = tta_migrate_attribute_on((tta_attribute)at(p->m, p->node)->index, p->m->to);
  tta_raised derived = TTA_RAISED_NOTHING;
  if (tta_migrate_derive(p, r, field, &derived)) return derived;
  tta_node_id child = tta_node_child(p->m->tree, p->node, field);
  if (child && is_renamed(p, attribute, field)) return TTA_RAISED_NOTHING;
  if (!child && tta_era_reads_field(attribute, field, p->m->to))
    child = tta_migrate_renamed_child(p->m->tree, p->node, field);
  if (!child) return tta_default_append(r->out, attribute, field) ? TTA_RAISED_DEFAULT : TTA_RAISED_NOTHING;
  if (tta_is_default(p->m->tree, p->node, child)) return write_default(p, r, child);
  tta_raised raised = tta_migrate_value(p, r, child, r->spec);
  if (raised) tta_migrate_consume(p, child);
  return raised;
}

/* The first field of the text whose meaning the form of the date does not have. */
static tta_node_id lost_field(const tta_migrator *m, tta_node_id node, uint64_t asked) {
  uint32_t i = 0;
  for (tta_node_id c = tta_node_first(m->tree, node); c; c = at(m, c)->next, i++)
    if (!(i < 64 && asked >> i & 1) && !tta_is_default(m->tree, node, c)) return c;
  return 0;
}

static tta_status reject_field(tta_migrator *m, tta_node_id node, tta_attribute attribute, tta_node_id child) {
  tta_str text = tta_node_text(m->tree, child);
  tta_buf_printf(&m->reason, "no field '%s' for '%.*s%s' in %s on ", tta_field_name((tta_field)at(m, child)->field),
                 TTA_STR_CUT(text), tta_attributes[attribute].mnemonic);
  tta_buf_date(&m->reason, m->to);
  return tta_migrate_fail(m, node);
}

static tta_status reject_attribute(tta_migrator *m, tta_node_id node) {
  tta_era_reason why = tta_era_explain(m->tree, node, false, m->to);
  tta_buf_printf(&m->reason, "%s does not exist on ", tta_attributes[at(m, node)->index].mnemonic);
  tta_buf_date(&m->reason, m->to);
  tta_buf_str(&m->reason, "; it is valid ");
  tta_era_words(&m->reason, &why.dates);
  return tta_migrate_fail(m, node);
}

/* Its own dialect where it has that on the date. */
static tta_dialect dialect_on(const tta_migrator *m, tta_node_id node, tta_attribute attribute) {
  tta_dialect own = (tta_dialect)at(m, node)->dialect;
  return tta_era_has_dialect(attribute, own, m->to) ? own : tta_era_dialect_on(attribute, m->to);
}

static tta_status rewrite(tta_migrator *m, tta_buf *out, tta_node_id node, bool named) {
  tta_attribute attribute = tta_migrate_attribute_on((tta_attribute)at(m, node)->index, m->to);
  tta_dialect dialect = dialect_on(m, node, attribute);
  uint64_t asked = 0;
  tta_migrated_part part = {m, node, &asked};
  if (m->failed) return TTA_INVALID;
  if (dialect == TTA_NUM_DIALECTS || tta_era_form_on(attribute, dialect, m->to) < 0) return reject_attribute(m, node);
  tta_migrate_leave_out(&part, attribute);
  tta_buf reason = tta_buf_new(m->allocator);
  tta_status status = (named ? tta_raise : tta_raise_body)(out, attribute, dialect, m->to, raise_field, &part, &reason);
  if (status == TTA_NO_MEMORY) m->status = status;
  if (status && !m->failed) tta_buf_append(&m->reason, tta_buf_view(&reason));
  tta_buf_free(&reason);
  if (status) return tta_migrate_fail(m, node);
  tta_node_id lost = lost_field(m, node, asked);
  if (lost) return reject_field(m, node, attribute, lost);
  return TTA_OK;
}

/* ---- a node ---- */

/* The child of an attribute that starts first at or after `begin`: those of a STRUCT are in the order of the table. */
static tta_node_id next_field(const tta_migrator *m, tta_node_id node, uint32_t begin) {
  tta_node_id first = 0;
  for (tta_node_id c = tta_node_first(m->tree, node); c; c = at(m, c)->next)
    if (at(m, c)->begin >= begin && at(m, c)->end > at(m, c)->begin &&
        (!first || at(m, c)->begin < at(m, first)->begin))
      first = c;
  return first;
}

/* The text as it is, with the attributes inside as the date has them. Recursion is as deep as the text nests. */
static tta_status copy(tta_migrator *m, tta_buf *out, tta_node_id node) {
  const char *text = m->tree->text.data;
  uint32_t from = at(m, node)->begin, end = at(m, node)->end;
  bool fields = at(m, node)->kind == TTA_NODE_ATTRIBUTE;
  tta_status status = TTA_OK;
  tta_node_id c = fields ? next_field(m, node, from) : tta_node_first(m->tree, node);
  for (; c && !status; c = fields ? next_field(m, node, from) : at(m, c)->next) {
    if (at(m, c)->begin < from || at(m, c)->end > end) continue;
    tta_buf_bytes(out, text + from, at(m, c)->begin - from);
    status = tta_migrate_node(m, out, c);
    from = at(m, c)->end;
  }
  tta_buf_bytes(out, text + from, end - from);
  return status;
}

tta_status tta_migrate_node(tta_migrator *m, tta_buf *out, tta_node_id node) {
  const tta_node *n = at(m, node);
  if (m->failed) return TTA_INVALID;
  if (n->kind == TTA_NODE_ATTRIBUTE && !(n->flags & TTA_NODE_HAS_ERRORS) && !tta_migrate_reads(m, node))
    return rewrite(m, out, node, n->flags & TTA_NODE_SPELLED);
  const tta_migrated_tensor *tensor = n->kind == TTA_NODE_TENSOR ? tta_migrate_tensor_at(m, node) : NULL;
  if (!tensor) return copy(m, out, node);
  if (!tensor->layout.data) {
    tta_buf_append(&m->reason, tensor->head);
    return tta_migrate_fail(m, node);
  }
  tta_buf_append(out, tensor->head);
  tta_buf_append(out, tensor->alias == UINT32_MAX ? tensor->layout : tensor->name);
  tta_buf_char(out, '>');
  return TTA_OK;
}
