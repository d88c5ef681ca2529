/* Code actions that write a text, or a selection in it, in the syntax of another date. */
#include "lsp/refactor.h"

#include "base/format.h"
#include "diag/check_options.h"
#include "ir/periods.h"
#include "migrate/part.h"

typedef struct migrations {
  tta_lsp *server;
  const tta_lsp_document *document;
  const tta_span *range; /* NULL: the whole text */
  tta_lsp_migrated *each;
  void *user;
  tta_str text;          /* of the document, with a NUL */
  const tta_edit *first; /* of the first date */
  size_t num_first;
} migrations;

static size_t count_moved(const tta_results *results) {
  size_t moved = 0;
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++)
    moved += tta_results_diagnostic(results, i)->rule == TTA_RULE_migrate_moved;
  return moved;
}

static const tta_diagnostic *first_error(const tta_results *results) {
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++)
    if (tta_results_diagnostic(results, i)->severity == TTA_SEVERITY_ERROR) return tta_results_diagnostic(results, i);
  return NULL;
}

static bool is_first(const migrations *m, const tta_edit *edits, size_t count) {
  bool equal = count == m->num_first;
  for (size_t i = 0; i < count && equal; i++)
    equal = edits[i].span.begin == m->first[i].span.begin && edits[i].span.end == m->first[i].span.end &&
            tta_str_equal(edits[i].text, m->first[i].text);
  return equal;
}

static tta_status offer(migrations *m, const char *kind, int32_t day, const tta_results *results) {
  tta_arena *arena = &m->server->arena;
  size_t count = tta_results_num_edits(results), moved = count_moved(results);
  tta_edit *edits = tta_arena_array(arena, count + 1, sizeof *edits);
  const tta_diagnostic *error = first_error(results);
  tta_status status = TTA_OK;
  if (!edits) return TTA_NO_MEMORY;
  for (size_t i = 0; i < count; i++) {
    edits[i] = tta_results_edit(results, i);
    edits[i].text = tta_arena_str(arena, edits[i].text);
    if (!edits[i].text.data) return TTA_NO_MEMORY;
  }
  if (error ? !m->server->client.disabled_actions : is_first(m, edits, count)) return TTA_OK;
  tta_buf title = tta_buf_new(m->server->allocator);
  tta_buf_str(&title, m->range ? "migrate the selection to " : "migrate all attributes to ");
  tta_buf_date(&title, day);
  if (moved) tta_buf_printf(&title, " (changes %zu layout%s)", moved, moved > 1 ? "s" : "");
  if (title.failed) status = TTA_NO_MEMORY;
  else m->each(m->user, kind, tta_buf_view(&title), edits, count, error ? error->message : (tta_str){NULL, 0});
  tta_buf_free(&title);
  m->first = edits;
  m->num_first = count;
  return status;
}

/* @param next receives the first day on which the text is not read; 0 */
static tta_status migrate_to(migrations *m, const char *kind, int32_t era, int32_t day, int32_t *next) {
  tta_check_options how = tta_check_options_or_default(m->document->options);
  tta_migration *migration;
  tta_source source;
  how.split = true;
  how.markdown = m->document->is_markdown;
  how.era = era;
  tta_source_init(&source, TTA_STR(""), m->text, m->server->allocator);
  tta_status status = m->range ? tta_migrate_part(&source, &how, day, *m->range, &migration)
                               : tta_migrate_text(&source, &how, day, &migration);
  if (!status) {
    if (next) *next = tta_migration_next_day(migration);
    status = offer(m, kind, day, tta_migration_results(migration, NULL));
    tta_migration_free(migration);
  }
  tta_source_free(&source);
  return status;
}

tta_status tta_lsp_migrations(tta_lsp *server, const tta_lsp_document *document, const tta_span *range,
                              tta_lsp_migrated *each, void *user) {
  migrations m = {.server = server, .document = document, .range = range, .each = each, .user = user};
  int32_t era = tta_check_options_or_default(document->options).era, latest = tta_latest_era(), next = 0;
  m.text = tta_arena_str(&server->arena, tta_document_text(document->document));
  if (!m.text.data) return TTA_NO_MEMORY;
  tta_status status = migrate_to(&m, range ? "refactor.rewrite.migrate" : "source.migrate.tt-opt", era, latest, &next);
  if (era) next = era; /* the date of the project */
  if (!status && next && next < latest)
    status = migrate_to(&m, range ? "refactor.rewrite.migrate" : "source.migrate.date", 0, next, NULL);
  return status;
}
