/* Fix-its that edit the definition of an alias. They wait for the end of the section and are offered only if every
 * tensor that uses the definition agrees: a fix for one must not break another. */
#include <string.h>

#include "base/str.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

#define CHANGE_WORDS "change the %s to %.*s"

static bool same_edit(const tta_alias_fix *a, const tta_alias_fix *b) {
  return a->span.begin == b->span.begin && a->span.end == b->span.end && a->text.size == b->text.size &&
         (!a->text.size || !memcmp(a->text.data, b->text.data, a->text.size));
}

static void propose(tta_verifier *v, const tta_diagnostic *diagnostic, tta_node_id layout, tta_span span, tta_str text,
                    const char *words) {
  tta_module_facts *f = v->facts;
  if (!diagnostic || diagnostic->first || v->report->items[v->report->size - 1] != diagnostic) return;
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

void tta_alias_fix_propose(tta_verifier *v, const tta_diagnostic *diagnostic, tta_node_id layout, tta_span span,
                           tta_str text, const char *words) {
  if (text.size) propose(v, diagnostic, layout, span, text, words);
}

void tta_layout_blame(tta_verifier *v, const tta_layout_use *use, tta_diagnostic *d, tta_span span) {
  if (d && span.end && !tta_layout_is_inline(&use->value)) propose(v, d, use->layout, span, (tta_str){"", 0}, NULL);
}

static const char *fix_words(tta_verifier *v, const char *part, tta_str what) {
  tta_buf buf;
  tta_buf_init(&buf, v->reader->allocator);
  tta_buf_printf(&buf, CHANGE_WORDS, part, TTA_STR_ARGS(what));
  return tta_keep_text(v, &buf).data;
}

void tta_layout_propose(tta_verifier *v, const tta_layout_use *use, tta_diagnostic *d, tta_span span, tta_str text,
                        const char *part, tta_str what) {
  if (!d || !text.size) return;
  if (tta_layout_is_inline(&use->value))
    tta_report_fix(v->report, d, span, text, CHANGE_WORDS, part, TTA_STR_ARGS(what));
  else tta_alias_fix_propose(v, d, use->layout, span, text, fix_words(v, part, what));
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

/* A further error of the same definition, of another tensor: with its own repeats it becomes a repeat of the first. */
static void make_repeat(tta_verifier *v, tta_diagnostic *d, const tta_diagnostic *first) {
  d->num_fixes = 0;
  d->message = first->message;
  d->first = first;
  for (size_t i = 0; i < v->report->size; i++)
    if (v->report->items[i]->first == d) v->report->items[i]->first = first;
}

void tta_alias_fixes_offer(tta_verifier *v) {
  const tta_module_facts *f = v->facts;
  for (uint32_t i = 0; i < f->num_fixes; i++) {
    const tta_alias_fix *fix = &f->fixes[i];
    tta_diagnostic *d = v->report->items[fix->diagnostic], *first = v->report->items[f->fixes[fix->first].diagnostic];
    bool suits = tta_node_at(v->tree, fix->layout)->flags & TTA_NODE_USED_AS_IS;
    if (suits || f->fixes[fix->first].refused) continue;
    if (d != first && d->rule == first->rule) {
      make_repeat(v, d, first);
      continue;
    }
    if (!fix->text.size && !f->fixes[fix->first].shared) continue;
    if (fix->text.size)
      tta_report_fix(v->report, d, fix->span, fix->text, "%s (valid for all uses of the definition)", fix->words);
    move_to_definition(v, d, fix);
  }
}
