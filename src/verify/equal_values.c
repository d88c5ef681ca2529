/* Errors of equal values: the first value of a section has the diagnostics, and each further one has their repeats. */
#include "base/array.h"
#include "print/print.h"
#include "verify/layout_faults.h"

enum { NO_GROUP = UINT32_MAX };

void tta_equal_values_init(tta_verifier *v) {
  v->equal = (tta_equal_values){.group = NO_GROUP};
  tta_strmap_init(&v->equal.numbers, v->reader->allocator);
}

void tta_equal_values_free(tta_verifier *v) {
  const tta_allocator *a = v->reader->allocator;
  tta_strmap_free(&v->equal.numbers);
  TTA_ARRAY_FREE(a, &v->equal, groups);
  TTA_ARRAY_FREE(a, &v->equal, entries);
}

void tta_equal_values_clear(tta_verifier *v) {
  tta_strmap_clear(&v->equal.numbers);
  v->equal.num_groups = v->equal.num_entries = 0;
  v->equal.node = 0;
}

/* ---- the group of a value ---------------------------------------------------------------------------------------- */

/* Whether the node is part of what was parsed last, and that text is canonical. */
static bool is_canonical(const tta_verifier *v, const tta_node *n) {
  const tta_parser *p = &v->reader->parser;
  return p->canonical && n->begin >= p->begin && n->end <= (uint32_t)(p->at - p->text);
}

/* The canonical text, so that blanks make no difference; it lives as long as the report, which the map of keys needs.
 */
static tta_str key_of(tta_verifier *v, tta_node_id node) {
  if (is_canonical(v, tta_node_at(v->tree, node))) return tta_node_text(v->tree, node);
  tta_buf buf;
  tta_buf_init(&buf, v->reader->allocator);
  tta_print_node(&buf, v->tree, node, (tta_print_options){.expand_aliases = false});
  tta_str key = {NULL, 0};
  if (!buf.failed) key = tta_arena_str(v->report->arena, tta_buf_view(&buf));
  tta_buf_free(&buf);
  return key;
}

static bool add_group(tta_verifier *v, tta_str key, tta_span span) {
  tta_equal_values *e = &v->equal;
  if (!TTA_GROW(v->reader->allocator, e, groups, 1)) return false;
  if (tta_strmap_set(&e->numbers, key, e->num_groups + 1)) return false;
  e->group = e->num_groups++;
  e->groups[e->group] = (tta_equal_group){.value = span, .last_begin = span.begin};
  return true;
}

/* Finds the group of a value, once; makes a new one for a new value. */
static void begin(tta_verifier *v, tta_node_id node) {
  tta_equal_values *e = &v->equal;
  if (e->node == node) return;
  tta_span span = tta_node_span(v->tree, node);
  tta_arena_mark mark = tta_arena_position(v->report->arena);
  tta_str key = key_of(v, node);
  const uint32_t *number = key.data ? tta_strmap_find(&e->numbers, key) : NULL;
  e->node = node;
  e->group = NO_GROUP;
  e->state = TTA_EQUAL_NEW;
  if (!number || !*number) {
    if (!key.data || !add_group(v, key, span)) tta_layout_out_of_memory(v);
    return;
  }
  tta_arena_rewind(v->report->arena, mark);
  e->group = *number - 1;
  tta_equal_group *g = &e->groups[e->group];
  e->next = g->first;
  e->state = span.begin > g->last_begin ? TTA_EQUAL_REPEATED : TTA_EQUAL_DONE;
  if (e->state == TTA_EQUAL_REPEATED) g->last_begin = span.begin;
}

bool tta_value_is_verified(tta_verifier *v, tta_node_id node) {
  begin(v, node);
  return v->equal.state == TTA_EQUAL_DONE || (v->equal.state == TTA_EQUAL_REPEATED && !v->equal.next);
}

/* ---- reports ----------------------------------------------------------------------------------------------------- */

bool tta_value_repeats(tta_verifier *v, tta_node_id node, tta_rule rule, tta_span span) {
  tta_equal_values *e = &v->equal;
  begin(v, node);
  if (e->state == TTA_EQUAL_NEW) return false;
  e->repeat = NULL;
  while (e->state == TTA_EQUAL_REPEATED && e->next && !e->repeat) {
    const tta_equal_entry *entry = &e->entries[e->next - 1];
    if (entry->diagnostic->rule == rule) e->repeat = tta_report_repeat(v->report, entry->diagnostic, span);
    e->next = entry->next;
  }
  return true;
}

tta_diagnostic *tta_value_reported(tta_verifier *v, tta_diagnostic *diagnostic) {
  tta_equal_values *e = &v->equal;
  if (!diagnostic || e->group == NO_GROUP) return diagnostic;
  if (!TTA_GROW(v->reader->allocator, e, entries, 1)) {
    tta_layout_out_of_memory(v);
    return diagnostic;
  }
  tta_equal_group *g = &e->groups[e->group];
  e->entries[e->num_entries++] = (tta_equal_entry){diagnostic, 0};
  if (g->last) e->entries[g->last - 1].next = e->num_entries;
  else g->first = e->num_entries;
  g->last = e->num_entries;
  return diagnostic;
}

/* ---- by text ----------------------------------------------------------------------------------------------------- */

void tta_value_keep_text(tta_verifier *v, tta_node_id node) {
  tta_equal_values *e = &v->equal;
  uint32_t number = e->node == node && e->group != NO_GROUP ? e->group + 1 : 0;
  if (!tta_strmap_add(&e->numbers, tta_node_text(v->tree, node), number)) tta_layout_out_of_memory(v);
}

static bool is_inside(tta_span span, tta_span value) { return value.begin <= span.begin && span.end <= value.end; }

static tta_span moved(tta_span span, tta_span value, uint32_t to) {
  return is_inside(span, value) ? (tta_span){span.begin - value.begin + to, span.end - value.begin + to} : span;
}

void tta_diagnostic_repeat_at(tta_verifier *v, const tta_diagnostic *first, tta_span value, uint32_t to) {
  tta_diagnostic *d = tta_report_repeat(v->report, first, moved(first->span, value, to));
  bool inside = false;
  for (uint32_t i = 0; d && i < first->num_notes; i++) inside |= is_inside(first->notes[i].span, value);
  if (d && !inside) { /* notes in definitions are shared */
    d->notes = first->notes;
    d->num_notes = first->num_notes;
  }
  for (uint32_t i = 0; d && inside && i < first->num_notes; i++)
    tta_report_note(v->report, d, moved(first->notes[i].span, value, to), "%.*s", (int)first->notes[i].message.size,
                    first->notes[i].message.data);
}

void tta_value_repeat_all(tta_verifier *v, uint32_t number, tta_span span) {
  tta_equal_values *e = &v->equal;
  tta_equal_group *g = &e->groups[number - 1];
  g->last_begin = span.begin;
  for (uint32_t i = g->first; i; i = e->entries[i - 1].next)
    tta_diagnostic_repeat_at(v, e->entries[i - 1].diagnostic, g->value, span.begin);
}
