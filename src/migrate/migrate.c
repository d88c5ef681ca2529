/* A text in the syntax of another date: two passes over its attributes, the names outside of them, and the check of the
 * result. */
#include "ttattr/migrate.h"

#include "base/array.h"
#include "base/date.h"
#include "base/format.h"
#include "migrate/part.h"
#include "migrate/text.h"
#include "text/allowed.h"

/* ---- the first pass: the date of the text, and layouts whose form changes ---- */

/* Recursion is as deep as the text nests. */
static void narrow(tta_migrated_text *t, tta_node_id node, bool device_op, tta_era_set *to) {
  const tta_tree *tree = t->m.tree;
  const tta_node *n = tta_node_at(tree, node);
  if (n->kind == TTA_NODE_ATTRIBUTE && !(n->flags & TTA_NODE_HAS_ERRORS)) {
    tta_era_set days = tta_era_of_attribute(tree, node, device_op, TTA_ERA_LENIENT);
    tta_era_and(to, &days);
  }
  for (tta_node_id c = tta_node_first(tree, node); c; c = tta_node_at(tree, c)->next) narrow(t, c, false, to);
}

/* An island that is the use of an alias is where that is defined. */
static bool is_use(const tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  return !root || (tta_node_at(&reader->tree, root)->begin != span.begin && place != TTA_CONTEXT_DEVICE_OPERATION);
}

/* What is opaque may have islands of its own: its name stands for it. */
static tta_span span_of_item(const tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  bool opaque = tta_node_at(&reader->tree, root)->kind == TTA_NODE_OPAQUE;
  if (place != TTA_CONTEXT_ALIAS) return span;
  return (tta_span){reader->name.begin, opaque ? reader->name.end : span.end};
}

static void survey_use(void *user, tta_reader *reader, tta_node_id value, tta_span span) {
  tta_migrated_text *t = user;
  t->m.tree = &reader->tree;
  if (t->is_part) tta_migrate_add_use(t, span, value);
}

static bool survey_island(void *user, tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  tta_migrated_text *t = user;
  tta_era_set days = tta_era_always();
  t->m.tree = &reader->tree;
  if (is_use(reader, root, place, span)) return survey_use(user, reader, root, span), false;
  narrow(t, root, place == TTA_CONTEXT_DEVICE_OPERATION, &days);
  if (t->is_part) tta_migrate_add_island(t, span_of_item(reader, root, place, span), root, &days);
  else tta_era_and(&t->days, &days);
  tta_migrate_find_layouts(&t->m, root);
  return false;
}

/* ---- the second pass ---- */

static tta_diagnostic *report_lost(tta_migrated_text *t) {
  tta_migrator *m = &t->m;
  tta_str reason = tta_buf_view(&m->reason);
  tta_diagnostic *d = tta_report_add(&t->results.report, TTA_RULE_migrate_lost, tta_first_token(m->tree, m->failed),
                                     "%.*s", TTA_STR_ARGS(reason));
  m->reason.size = 0;
  m->failed = 0;
  return d;
}

/* Without a use nothing is lost. */
static bool drop_unused(tta_migrated_text *t, tta_span name, tta_span span) {
  if (tta_migrate_is_used(t, name)) return false;
  tta_buf_str(&t->m.reason, ", and nothing uses it: its definition is removed");
  tta_report_lower(&t->results.report, report_lost(t), TTA_SEVERITY_WARNING);
  tta_migrate_drop_definition(t, name, span);
  return true;
}

static bool is_form_changed(const tta_migrated_text *t, tta_node_id root, tta_island_context place) {
  return place == TTA_CONTEXT_ALIAS && tta_migrate_needs_tensor(&t->m, root);
}

static bool migrate_island(void *user, tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  tta_migrated_text *t = user;
  t->m.tree = &reader->tree;
  if (root && !TTA_PUSH(t->m.allocator, t, islands, span)) t->m.status = TTA_NO_MEMORY;
  if (is_use(reader, root, place, span) || tta_migrate_is_removed(t, span) || !tta_migrate_is_wanted(t, span))
    return false;
  if (place == TTA_CONTEXT_ALIAS && tta_migrate_remove_definition(t, reader->name, root, span)) return false;
  tta_str old = TTA_SPAN_TEXT(reader->text.data, span);
  size_t begin = t->printed.size;
  tta_status status = is_form_changed(t, root, place)
                          ? tta_migrate_definition(&t->m, &t->printed, root, reader->name.begin)
                          : tta_migrate_node(&t->m, &t->printed, root);
  /* the value of an alias may end before its span does, as `5 : i64` in brackets */
  tta_str new = tta_str_rest(tta_buf_view(&t->printed), begin);
  if (status) t->printed.size = begin;
  if (status && is_form_changed(t, root, place) && drop_unused(t, reader->name, span)) return false;
  if (status) report_lost(t);
  if (status || t->printed.failed || tta_str_equal(old, new)) t->printed.size = begin;
  else tta_migrated_text_edit(t, span, begin), t->counts.attributes++;
  return false;
}

static tta_status read_text(tta_migrated_text *t, const tta_visitor *visitor, tta_report *report) {
  tta_reader reader;
  tta_reader_options how = {.split = t->options->split, .marker = t->options->split_marker,
                            .markdown = t->options->markdown, .sketches = t->options->markdown, .every_island = true,
                            .era = t->options->era};
  tta_status status = tta_reader_init(&reader, t->source->text, report, t->m.allocator, how);
  if (!status) status = tta_reader_read(&reader, visitor);
  tta_reader_free(&reader);
  return status ? status : t->m.status;
}

/* ---- the date of the text ---- */

/* The last day, but not that of the change after which the text is not read: two syntaxes are read on such a day. */
static int32_t last_day(const tta_era_set *days) {
  uint32_t end = TTA_NUM_PERIODS;
  while (end && !tta_era_has(days, end - 1)) end--;
  if (end > 1 && end < TTA_NUM_PERIODS && tta_era_has(days, end - 2)) end--;
  return end ? tta_period_day(end - 1) : 0;
}

/* No date reads all attributes: which two exclude each other. */
static tta_status report_conflict(tta_migrated_text *t) {
  tta_text_eras *eras;
  tta_status status = tta_text_eras_read(t->source, t->m.allocator, &eras);
  if (status) return status;
  const tta_diagnostic *why = tta_text_eras_conflict(eras);
  tta_span span = why ? why->span : (tta_span){0, 0};
  tta_diagnostic *d = tta_report_add(&t->results.report, TTA_RULE_migrate_lost, span, "%.*s",
                                     why ? (int)why->message.size : 0, why ? why->message.data : "");
  for (uint32_t i = 0; why && i < why->num_notes; i++)
    tta_report_note(&t->results.report, d, why->notes[i].span, "%.*s", TTA_STR_ARGS(why->notes[i].message));
  tta_text_eras_free(eras);
  return TTA_OK;
}

static tta_status find_date(tta_migrated_text *t) {
  t->counts.from = t->options->era;
  if (!t->counts.from) t->counts.from = tta_era_has(&t->days, t->m.period) ? t->m.to : last_day(&t->days);
  return t->counts.from ? TTA_OK : report_conflict(t);
}

/* ---- all of it ---- */

/* The errors of a part are in what is migrated. */
static void choose_part(tta_migrated_text *t) {
  tta_report *report = &t->results.report;
  size_t kept = 0;
  t->days = tta_migrate_choose_islands(t);
  for (size_t i = 0; i < report->size; i++)
    if (tta_migrate_is_wanted(t, report->items[i]->span)) report->items[kept++] = report->items[i];
  tta_report_keep(report, kept);
}

/* After each step. What a comment allows does not count. @return whether the next step follows */
static bool goes_on(tta_migrated_text *t, tta_status *status) {
  if (!*status) *status = tta_apply_allowed(&t->results.report, NULL, t->source, TTA_RULE_NONE);
  return !*status && !t->results.report.num_errors;
}

/* An attribute with an error that a comment allows is kept as it is. */
static tta_status migrate(tta_migrated_text *t) {
  tta_visitor survey = {.user = t, .island = survey_island, .use = survey_use};
  tta_visitor change = {.user = t, .island = migrate_island};
  tta_report silent; /* the second pass has the same errors */
  tta_report_init(&silent, &t->results.arena);
  tta_status status = read_text(t, &survey, &t->results.report);
  if (!status && t->is_part) choose_part(t);
  if (goes_on(t, &status)) status = find_date(t);
  if (goes_on(t, &status)) status = tta_migrate_find_removed(t);
  if (goes_on(t, &status)) status = read_text(t, &change, &silent);
  if (goes_on(t, &status)) status = tta_migrate_names(t);
  if (goes_on(t, &status)) status = tta_migrate_verify(t);
  t->complete = goes_on(t, &status);
  tta_report_free(&silent);
  return status;
}

static void finish_edits(tta_migrated_text *t) {
  t->results.replacements = t->edits;
  t->results.num_replacements = t->complete ? t->num_edits : 0;
  t->results.printed = t->printed.data;
}

/* @param range NULL: all */
static tta_status migrate_range(tta_source *source, const tta_check_options *given, int32_t day, const tta_span *range,
                                tta_migration **out) {
  const tta_check_options how = tta_check_options_or_default(given);
  const tta_allocator *allocator = tta_allocator_or_default(how.allocator);
  *out = NULL;
  if (!tta_date_is_valid(day)) return TTA_INVALID;
  if (source->text.size > TTA_MAX_TEXT_BYTES) return TTA_LIMIT;
  tta_migration *migration = allocator->allocate(allocator->user, sizeof *migration);
  if (!migration) return TTA_NO_MEMORY;
  tta_migrated_text *t = &migration->text;
  *t = (tta_migrated_text){.source = source, .options = &how, .days = tta_era_always(), .is_part = range};
  if (range) t->part.range = *range;
  tta_results_init(&t->results, allocator, &how);
  t->m = (tta_migrator){.to = day, .period = tta_era_period(day), .allocator = allocator, .arena = &t->results.arena};
  tta_strmap_init(&t->uses, allocator);
  tta_strmap_init(&t->m.layouts.known, allocator);
  tta_strmap_init(&t->m.layouts.spelled, allocator);
  tta_buf_init(&t->m.reason, allocator);
  tta_buf_init(&t->printed, allocator);
  tta_status status = migrate(t);
  finish_edits(t);
  if (!status && (t->printed.failed || t->m.reason.failed || t->results.arena.failed)) status = TTA_NO_MEMORY;
  if (!status) status = tta_results_finish(&t->results);
  t->options = NULL;
  if (status) tta_migration_free(migration);
  else *out = migration;
  return status;
}

tta_status tta_migrate_text(tta_source *source, const tta_check_options *options, int32_t day, tta_migration **out) {
  return migrate_range(source, options, day, NULL, out);
}

tta_status tta_migrate_part(tta_source *source, const tta_check_options *options, int32_t day, tta_span range,
                            tta_migration **out) {
  return migrate_range(source, options, day, &range, out);
}

int32_t tta_migration_next_day(const tta_migration *migration) {
  const tta_migrated_text *t = &migration->text;
  uint32_t period = tta_era_period(t->counts.from);
  while (period < TTA_NUM_PERIODS && tta_era_has(&t->days, period)) period++;
  return period < TTA_NUM_PERIODS ? tta_period_day(period) : 0;
}

const tta_results *tta_migration_results(const tta_migration *migration, tta_migration_counts *counts) {
  if (counts) *counts = migration ? migration->text.counts : (tta_migration_counts){0};
  return migration ? &migration->text.results : NULL;
}

void tta_migration_free(tta_migration *migration) {
  if (!migration) return;
  tta_migrated_text *t = &migration->text;
  const tta_allocator *allocator = t->m.allocator;
  TTA_ARRAY_FREE(allocator, t, edits);
  TTA_ARRAY_FREE(allocator, t, islands);
  TTA_ARRAY_FREE(allocator, t, removed);
  TTA_ARRAY_FREE(allocator, &t->part, islands);
  TTA_ARRAY_FREE(allocator, &t->part, links);
  TTA_ARRAY_FREE(allocator, &t->m.layouts, tensors);
  tta_strmap_free(&t->uses);
  tta_strmap_free(&t->m.layouts.known);
  tta_strmap_free(&t->m.layouts.spelled);
  tta_buf_free(&t->m.reason);
  tta_buf_free(&t->printed);
  tta_results_free(&t->results);
  allocator->release(allocator->user, migration, sizeof *migration);
}
