/* Fix-its that edit the definition of an alias. They wait for the end of the section and are offered only if every
 * tensor that uses the definition agrees: a fix for one must not break another. */
#include <string.h>

#include "base/str.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

#define CHANGE_WORDS "change the %s to %.*s"

static bool same_edit(const tta_alias_fix *a, const tta_alias_fix *b) {
  return a->span.begin == b->span.begin && a->span.end == b->span.end && tta_str_equal(a->text, b->text);
}

static void propose(tta_verifier *v, const tta_diagnostic *diagnostic, tta_node_id layout, tta_span span, tta_str text,
                    const char *words) {
  tta_module_facts *f = v->facts;
  if (!diagnostic || v->report->items[v->report->size - 1] != diagnostic) return;
  if (tta_report_group_of(diagnostic).value != diagnostic->span.begin + 1) return; /* an equal type has proposed it */
  tta_alias_fix fix = {(uint32_t)v->report->size - 1, f->num_fixes, layout, false, false, span, text, words};
  tta_str key = tta_arena_str(&f->arena, (tta_str){(const char *)&layout, sizeof layout});
  const uint32_t *first = key.data ? tta_strmap_add(&f->fixes_of, key, f->num_fixes) : NULL;
  if (!first) {
    v->report->status = TTA_NO_MEMORY;
    return;
  }
  fix.first = *first;
  if (fix.first < f->num_fixes) f->fixes[fix.first].shared = true;
  if (fix.first < f->num_fixes && !same_edit(&f->fixes[fix.first], &fix)) f->fixes[fix.first].refused = true;
  TTA_MODULE_APPEND(v, fixes, fix);
}

void tta_layout_blame(tta_verifier *v, const tta_layout_use *use, tta_diagnostic *d, tta_span span) {
  if (d && span.end && !tta_layout_is_inline(&use->value)) propose(v, d, use->layout, span, (tta_str){"", 0}, NULL);
}

static const char *fix_words(tta_verifier *v, const char *part, tta_str what) {
  tta_buf buf = tta_buf_new(v->reader->allocator);
  tta_buf_printf(&buf, CHANGE_WORDS, part, TTA_STR_ARGS(what));
  return tta_keep_text(v, &buf).data;
}

void tta_layout_propose(tta_verifier *v, const tta_layout_use *use, tta_diagnostic *d, tta_span span, tta_str text,
                        const char *part, tta_str what) {
  if (!d || !text.size) return;
  if (tta_layout_is_inline(&use->value))
    tta_report_fix(v->report, d, span, text, CHANGE_WORDS, part, TTA_STR_ARGS(what));
  else propose(v, d, use->layout, span, text, fix_words(v, part, what));
}

/* The definition is the position to change: it is reported, and the tensor is a note, in place of the note that points
 * to the definition. */
static void move_to_definition(tta_verifier *v, tta_diagnostic *d, const tta_alias_fix *fix) {
  const tta_note *notes = d->notes; /* shared with the repeats, which keep them */
  uint32_t count = d->num_notes, moved = count;
  for (uint32_t i = 0; i < count; i++) {
    tta_span at = notes[i].span;
    if (at.begin <= fix->span.begin && at.end >= fix->span.end && at.end <= d->span.begin) moved = i;
  }
  if (moved == count) return;
  d->notes = NULL;
  d->num_notes = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (i == moved) tta_report_note(v->report, d, d->span, "a tensor of this layout");
    else tta_report_note(v->report, d, notes[i].span, "%.*s", TTA_STR_ARGS(notes[i].message));
  }
  d->span = fix->span;
}

/* A further error of the same definition, of another tensor, belongs to the group of the first one. `merged` has the
 * value of its new group for each such group. */
static void merge(tta_verifier *v, tta_diagnostic *d, const tta_diagnostic *first, tta_strmap *merged) {
  tta_report_group group = tta_report_group_of(d);
  tta_str key = tta_arena_str(&v->facts->arena, (tta_str){(const char *)&group, sizeof group});
  d->num_fixes = 0;
  if (!key.data || tta_strmap_set(merged, key, tta_report_group_of(first).value)) v->report->status = TTA_NO_MEMORY;
}

static void apply(tta_verifier *v, const tta_strmap *merged) {
  if (!merged->size) return;
  for (size_t i = v->facts->fixes[0].diagnostic; i < v->report->size; i++) {
    tta_report_group group = tta_report_group_of(v->report->items[i]);
    const uint32_t *value = tta_strmap_find(merged, (tta_str){(const char *)&group, sizeof group});
    if (value) tta_report_set_value(v->report->items[i], *value);
  }
}

static void offer(tta_verifier *v, const tta_alias_fix *fix, tta_strmap *merged) {
  const tta_alias_fix *head = &v->facts->fixes[fix->first];
  tta_diagnostic *d = v->report->items[fix->diagnostic], *first = v->report->items[head->diagnostic];
  bool suits = tta_node_at(v->tree, fix->layout)->flags & TTA_NODE_USED_AS_IS;
  if (suits || head->refused) return;
  if (d != first && d->rule == first->rule) {
    merge(v, d, first, merged);
    return;
  }
  if (!fix->text.size && !head->shared) return;
  if (fix->text.size)
    tta_report_fix(v->report, d, fix->span, fix->text, "%s (valid for all uses of the definition)", fix->words);
  move_to_definition(v, d, fix);
}

void tta_alias_fixes_offer(tta_verifier *v) {
  tta_strmap merged;
  tta_strmap_init(&merged, v->reader->allocator);
  for (uint32_t i = 0; i < v->facts->num_fixes; i++) offer(v, &v->facts->fixes[i], &merged);
  apply(v, &merged);
  tta_strmap_free(&merged);
}
