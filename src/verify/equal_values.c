/* Equal values: which value a diagnostic is about, and tensor types that were verified before. */
#include "print/print.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

/* ---- the value of a diagnostic ----------------------------------------------------------------------------------- */

/* Whether the node is part of what was parsed last, and that text is canonical. */
static bool is_canonical(const tta_verifier *v, const tta_node *n) {
  const tta_parser *p = &v->reader->parser;
  return p->canonical && n->begin >= p->begin && n->end <= (uint32_t)(p->at - p->text);
}

/* The canonical text, so that blanks make no difference; it lives as long as the report, which the map of keys needs.
 */
static tta_str key_of(tta_verifier *v, tta_node_id node) {
  if (is_canonical(v, tta_node_at(v->tree, node))) return tta_node_text(v->tree, node);
  tta_buf buf = tta_buf_new(v->reader->allocator);
  tta_print_node(&buf, v->tree, node, (tta_print_options){.expand_aliases = false});
  return tta_arena_take(v->report->arena, &buf);
}

tta_diagnostic *tta_value_reported(tta_verifier *v, tta_node_id node, tta_diagnostic *diagnostic) {
  if (!diagnostic) return NULL;
  uint32_t own = tta_node_at(v->tree, node)->begin + 1;
  tta_arena_mark mark = tta_arena_position(v->report->arena);
  tta_str key = key_of(v, node);
  tta_module_facts *f = v->facts;
  const uint32_t *number = key.data ? tta_strmap_add(&f->values, key, f->num_reported) : NULL;
  if (!number || !TTA_GROW_IN(&f->arena, f, reported, 1)) {
    v->report->status = TTA_NO_MEMORY;
    return diagnostic;
  }
  tta_reported_value *value = &f->reported[*number];
  if (*number == f->num_reported) f->reported[f->num_reported++] = (tta_reported_value){own, diagnostic};
  else tta_arena_rewind(v->report->arena, mark);
  tta_report_set_value(diagnostic, value->start);
  if (value->start != own && value->first->rule == diagnostic->rule)
    tta_report_share_texts(v->report, diagnostic, value->first);
  return diagnostic;
}

/* ---- types that were verified ------------------------------------------------------------------------------------ */

bool tta_type_is_known(tta_verifier *v, tta_node_id tensor) {
  const uint32_t *number = tta_strmap_find(&v->facts->types, tta_node_text(v->tree, tensor));
  if (!number) return false;
  for (uint32_t i = 0; *number && i < v->facts->faulty[*number - 1].num_diagnostics; i++) {
    const tta_faulty_type *type = &v->facts->faulty[*number - 1];
    tta_report_copy(v->report, v->report->items[type->first + i], type->span, tta_node_at(v->tree, tensor)->begin);
  }
  return true;
}

void tta_type_verified(tta_verifier *v, tta_node_id tensor, size_t first) {
  tta_faulty_type type = {tta_node_span(v->tree, tensor), first, (uint32_t)(v->report->size - first)};
  uint32_t number = 0;
  if (type.num_diagnostics) {
    TTA_MODULE_APPEND(v, faulty, type);
    number = v->facts->num_faulty;
  }
  if (!tta_strmap_add(&v->facts->types, tta_node_text(v->tree, tensor), number)) v->report->status = TTA_NO_MEMORY;
}
