/* The result of a migration: its check on the date, and its layouts beside those of the text. */
#include "migrate/text.h"

#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/sort.h"
#include "base/str.h"
#include "ttattr/differences.h"

void tta_migrated_text_edit(tta_migrated_text *t, tta_span span, size_t begin) {
  tta_replacement edit = {span, begin, t->printed.size - begin};
  if (!TTA_PUSH(t->m.allocator, t, edits, edit)) t->m.status = TTA_NO_MEMORY;
}

static int by_position(const void *a, const void *b) {
  return tta_order(((const tta_replacement *)a)->span.begin, ((const tta_replacement *)b)->span.begin);
}

tta_status tta_migrated_text_apply(tta_migrated_text *t, tta_buf *out) {
  tta_arena *arena = &t->results.arena;
  tta_replacement *scratch = tta_arena_array(arena, (size_t)t->num_edits + 1, sizeof *scratch);
  tta_edit *edits = tta_arena_array(arena, (size_t)t->num_edits + 1, sizeof *edits);
  if (!scratch || !edits) return TTA_NO_MEMORY;
  tta_sort(t->edits, scratch, t->num_edits, sizeof *scratch, by_position);
  for (uint32_t i = 0; i < t->num_edits; i++) {
    const tta_replacement *e = &t->edits[i];
    edits[i] = (tta_edit){e->span, e->size ? (tta_str){t->printed.data + e->offset, (size_t)e->size} : TTA_STR("")};
  }
  tta_edits_apply(out, t->source->text, edits, t->num_edits);
  tta_buf_char(out, 0); /* required by readers */
  if (!out->failed) out->size--;
  return out->failed || t->m.status ? TTA_NO_MEMORY : TTA_OK;
}

/* Where a part of the result was in the text: itself, or the island that was written again. */
static tta_span original_span(const tta_migrated_text *t, tta_span span) {
  int64_t shift = 0;
  for (uint32_t i = 0; i < t->num_edits; i++) {
    const tta_replacement *e = &t->edits[i];
    int64_t begin = (int64_t)e->span.begin + shift;
    if (span.begin < begin) break;
    if (span.begin < begin + (int64_t)e->size) return e->span;
    shift += (int64_t)e->size - (e->span.end - e->span.begin);
  }
  return (tta_span){(uint32_t)(span.begin - shift), (uint32_t)(span.end - shift)};
}

/* ---- the check ---- */

static void report_rejected(tta_migrated_text *t, const tta_diagnostic *d) {
  char day[16];
  tta_buf date = tta_buf_fixed(day, sizeof day);
  tta_buf_date(&date, t->m.to);
  const tta_rule_info *rule = tta_rule_get(d->rule);
  tta_report_add(&t->results.report, TTA_RULE_migrate_rejected, original_span(t, d->span),
                 "on %s this is an error: %.*s (%s)", tta_buf_fixed_text(&date), TTA_STR_ARGS(d->message),
                 rule ? rule->name : "");
}

static tta_check_options options_for(const tta_migrated_text *t, int32_t day) {
  tta_check_options how = *t->options;
  how.era = day;
  how.canonicalize = false;
  how.json = NULL;
  return how;
}

static tta_status check_result(tta_migrated_text *t, tta_source *result) {
  tta_check_options how = options_for(t, t->m.to);
  tta_check *check;
  tta_status status = tta_check_text(result, &how, &check);
  if (status) return status;
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (d->severity == TTA_SEVERITY_ERROR && tta_migrate_is_wanted(t, original_span(t, d->span)))
      report_rejected(t, d);
  }
  tta_check_free(check);
  return TTA_OK;
}

/* ---- layouts ---- */

/* What does not move elements, and changes neither padding nor bytes. */
static bool is_harmless(const tta_difference *d) {
  static const char *const paths[] = {"exactGrid", "ignorePhysicalLayout", "mesh", "memory_layout"};
  bool absent = !d->left.text.size && !d->left.is_shape; /* cores that the other date does not have */
  bool cores = !strcmp(d->path, "core_ranges") || !strcmp(d->path, "grid.mapping");
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    if (!strcmp(d->path, paths[i])) return true;
  if (!strcmp(d->path, "oob_val")) return !d->left.text.size || tta_str_is(d->left.text, "undef");
  return cores && (absent || (!d->right.text.size && !d->right.is_shape));
}

/* Of layouts that contradict their tensor there are no addresses: what each core has is compared. */
static void describe_shards(const tta_layout *a, const tta_layout *b, tta_buf *out) {
  if (tta_shape_equal(a->shard, b->shard)) return;
  tta_buf_str(out, "the shard: ");
  tta_buf_shape(out, a->shard);
  tta_buf_str(out, " became ");
  tta_buf_shape(out, b->shard);
}

/* Parts do not say everything of an address. */
static tta_status describe_move(tta_arena *arena, const tta_layout_ref *a, const tta_layout_ref *b, tta_buf *out) {
  tta_layout_ref_comparison c;
  char index[TTA_NUMBERS_BYTES];
  tta_status status = tta_layout_ref_compare(a, b, arena, &c, NULL);
  if (status && status != TTA_NO_MEMORY) return describe_shards(a->layout, b->layout, out), TTA_OK;
  if (status || c.equal || c.memory_differs) return status;
  tta_buf_printf(out, "element [%s] was at %.*s and is at %.*s", tta_list_text(index, c.rank, c.at),
                 TTA_STR_ARGS(c.place[0]), TTA_STR_ARGS(c.place[1]));
  return TTA_OK;
}

static tta_status describe_differences(tta_arena *arena, const tta_layout_ref *a, const tta_layout_ref *b,
                                       tta_buf *out) {
  tta_differences differences;
  tta_status status = tta_layout_differences(a, b, arena, &differences, NULL);
  for (size_t i = 0; !status && i < differences.count; i++) {
    if (is_harmless(&differences.item[i])) continue;
    if (out->size) tta_buf_str(out, "; ");
    tta_difference_text(out, &differences.item[i]);
  }
  return !status && !out->size ? describe_move(arena, a, b, out) : status;
}

static tta_status compare_entry(tta_migrated_text *t, const tta_layout_name *use, const tta_layout_entry *old,
                                const tta_layout_entry *new) {
  tta_layout_ref a = tta_layout_ref_of(old->layout, NULL), b = tta_layout_ref_of(new->layout, NULL);
  tta_buf text = tta_buf_new(t->m.allocator);
  tta_status status = describe_differences(&t->results.arena, &a, &b, &text);
  tta_str words = tta_buf_view(&text);
  if (words.size)
    tta_report_add(&t->results.report, TTA_RULE_migrate_moved, use->span,
                   "the layout is another one on this date: %.*s", TTA_STR_ARGS(words));
  if (text.failed) status = TTA_NO_MEMORY;
  tta_buf_free(&text);
  return status == TTA_NO_MEMORY ? status : TTA_OK; /* others have no addresses to compare */
}

/* Uses correspond by their order: the migration adds and removes none. */
static tta_status compare_uses(tta_migrated_text *t, const tta_layouts *old, const tta_layouts *new) {
  size_t count = tta_layouts_num_uses(old), entries = tta_layouts_num_entries(old);
  if (count != tta_layouts_num_uses(new)) return TTA_OK;
  uint32_t *compared = entries ? tta_arena_array(&t->results.arena, entries, sizeof *compared) : NULL;
  if (entries && !compared) return TTA_NO_MEMORY;
  for (size_t i = 0; i < entries; i++) compared[i] = UINT32_MAX;
  tta_status status = TTA_OK;
  for (size_t i = 0; i < count && !status; i++) {
    const tta_layout_name *a = tta_layouts_use(old, i), *b = tta_layouts_use(new, i);
    if (compared[a->entry] == b->entry) continue;
    compared[a->entry] = b->entry;
    status = compare_entry(t, a, tta_layouts_entry(old, a->entry), tta_layouts_entry(new, b->entry));
  }
  return status;
}

static tta_status compare_layouts(tta_migrated_text *t, tta_source *result) {
  tta_check_options before = options_for(t, t->options->era), after = options_for(t, t->m.to);
  tta_layouts *old = NULL, *new = NULL;
  tta_status status = tta_layouts_read(t->source, TTA_LAYOUTS_FILE, &before, &old, NULL);
  if (!status) status = tta_layouts_read(result, TTA_LAYOUTS_FILE, &after, &new, NULL);
  if (!status) status = compare_uses(t, old, new);
  tta_layouts_free(old);
  tta_layouts_free(new);
  return status == TTA_INVALID ? TTA_OK : status; /* no layouts */
}

tta_status tta_migrate_verify(tta_migrated_text *t) {
  tta_source result;
  tta_buf text = tta_buf_new(t->m.allocator);
  tta_status status = tta_migrated_text_apply(t, &text);
  tta_source_init(&result, t->source->name, tta_buf_view(&text), t->m.allocator);
  if (!status) status = check_result(t, &result);
  if (!status && !t->results.report.num_errors && t->num_edits) status = compare_layouts(t, &result);
  tta_source_free(&result);
  tta_buf_free(&text);
  return status;
}
