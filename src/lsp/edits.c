/* Edits for the client: formatting and code actions. */
#include "lsp/lsp.h"

#include "base/format.h"
#include "lsp/refactor.h"

/* ---- formatting ---- */

static tta_status write_format(tta_lsp *s, const tta_lsp_document *d, tta_span range, tta_json *out) {
  const tta_edit *edits;
  size_t count;
  tta_status status = tta_document_format(d->document, range, &edits, &count);
  if (!status) tta_lsp_edits(out, s, d, edits, count);
  return status;
}

tta_status tta_lsp_format(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  tta_status status = tta_lsp_find(s, params, &d);
  if (status) return status;
  if (d) return write_format(s, d, (tta_span){0, (uint32_t)tta_document_text(d->document).size}, out);
  tta_json_null(out);
  return TTA_OK;
}

tta_status tta_lsp_format_range(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  tta_span range;
  tta_status status = tta_lsp_find_range(s, params, &d, &range);
  if (status) return status;
  if (d) return write_format(s, d, range, out);
  tta_json_null(out);
  return TTA_OK;
}

/* ---- code actions ---- */

typedef struct actions {
  tta_lsp *server;
  tta_lsp_document *document;
  const tta_json_node *only; /* the kinds that are wanted; NULL: all */
  tta_json *out;
} actions;

/* `quickfix` wants quickfix.x, too. */
static bool is_wanted(const actions *a, const char *kind) {
  if (!a->only) return true;
  for (const tta_json_node *item = a->only->first; item; item = item->next) {
    if (item->kind != TTA_JSON_STRING) continue;
    tta_str wanted = item->string;
    if (!strncmp(kind, wanted.data, wanted.size) && (!wanted.size || !kind[wanted.size] || kind[wanted.size] == '.'))
      return true;
  }
  return false;
}

/* @param diagnostic what the action repairs; NULL: nothing special */
static void write_action(const actions *a, const char *kind, tta_str title, const tta_diagnostic *diagnostic,
                         bool is_preferred, const tta_edit *edits, size_t count) {
  tta_json *out = a->out;
  tta_json_open(out, '{');
  tta_json_key_string(out, "title", title);
  tta_json_key_text(out, "kind", kind);
  if (diagnostic) {
    tta_json_key_open(out, "diagnostics", '[');
    tta_lsp_diagnostic(out, a->server, a->document, diagnostic);
    tta_json_close(out, ']');
  }
  if (is_preferred && a->server->client.preferred_actions) tta_json_key_bool(out, "isPreferred", true);
  tta_json_key(out, "edit");
  tta_lsp_workspace_edit(out, a->server, a->document, edits, count);
  tta_json_close(out, '}');
}

static bool touches(tta_span a, tta_span b) { return a.begin <= b.end && b.begin <= a.end; }

/* A repeat has the fix-its of the first diagnostic, which change all equal values. */
static const tta_diagnostic *with_fixes(const tta_diagnostic *g) { return g->first ? g->first : g; }

static void write_fixes(const actions *a, tta_span range) {
  for (size_t i = 0; i < tta_lsp_num_diagnostics(a->document); i++) {
    const tta_diagnostic *g = tta_lsp_diagnostic_at(a->document, i), *source = with_fixes(g);
    if (!touches(g->span, range)) continue;
    for (uint32_t k = 0; k < source->num_fixes; k++) {
      const tta_fix *fix = &source->fixes[k];
      write_action(a, "quickfix", fix->message, g, source->num_fixes == 1, fix->edits, fix->num_edits);
    }
  }
}

/* The first fix-it of each diagnostic, as far as they can be applied together: tt-opt --fix-only. */
static tta_status write_fix_all(const actions *a) {
  tta_document *document = a->document->document;
  const tta_results *results = tta_document_results(document);
  size_t diagnostics = tta_results_num_diagnostics(results), count = 0, num_edits = 0;
  tta_arena *arena = &a->server->arena;
  const tta_fix **list = tta_arena_array(arena, diagnostics, sizeof *list);
  bool *left_out = tta_arena_array(arena, diagnostics, sizeof *left_out);
  if (!list || !left_out) return TTA_NO_MEMORY;
  for (size_t i = 0; i < diagnostics; i++) {
    const tta_diagnostic *g = tta_results_diagnostic(results, i);
    if (!g->num_fixes) continue;
    list[count++] = g->fixes;
    num_edits += g->fixes->num_edits;
  }
  if (!count) return TTA_OK;
  tta_edit *edits = tta_arena_array(arena, num_edits, sizeof *edits);
  if (!edits) return TTA_NO_MEMORY;
  tta_status status = tta_fixes_choose(list, count, a->server->allocator, left_out, edits, &num_edits);
  if (!status)
    write_action(a, "source.fixAll.tt-opt", TTA_STR("apply all fix-its of tt-opt"), NULL, false, edits, num_edits);
  return status;
}

/* In place of the use of an alias at the start of the range: its definition. */
static tta_status write_inline(const actions *a, tta_span range) {
  tta_name alias;
  tta_document *document = a->document->document;
  tta_status status = tta_document_name_at(document, range.begin, &alias);
  if (status || alias.kind != TTA_NAME_ALIAS || !alias.text.size || alias.value.begin == alias.value.end) return status;
  tta_buf title = tta_buf_new(a->server->allocator);
  tta_buf_printf(&title, "write the definition of %.*s here", TTA_STR_ARGS(alias.text));
  for (uint32_t i = 0; i < alias.num_uses && !title.failed; i++) {
    if (range.begin < alias.uses[i].span.begin || alias.uses[i].span.end < range.begin) continue;
    tta_str value = {tta_document_text(document).data + alias.value.begin, alias.value.end - alias.value.begin};
    tta_edit edit = {alias.uses[i].span, value};
    write_action(a, "refactor.inline", tta_buf_view(&title), NULL, false, &edit, 1);
    break;
  }
  if (title.failed) status = TTA_NO_MEMORY;
  tta_buf_free(&title);
  return status;
}

/* In place of the attribute at the start of the range: an alias. */
static tta_status write_extract(const actions *a, tta_span range) {
  tta_edit edits[2];
  bool found;
  tta_buf name = tta_buf_new(a->server->allocator), definition = tta_buf_new(a->server->allocator);
  tta_status status =
      tta_lsp_introduce_alias(a->document->document, range.begin, &name, &definition, edits, &found);
  if (!status && found) {
    tta_buf title = tta_buf_new(a->server->allocator);
    tta_buf_printf(&title, "introduce the alias %.*s", TTA_STR_ARGS(tta_buf_view(&name)));
    if (title.failed) status = TTA_NO_MEMORY;
    else write_action(a, "refactor.extract", tta_buf_view(&title), NULL, false, edits, 2);
    tta_buf_free(&title);
  }
  tta_buf_free(&name);
  tta_buf_free(&definition);
  return status;
}

static tta_status write_era(void *user, int32_t day, tta_span span, tta_str text, bool moves) {
  const actions *a = user;
  tta_edit edit = {span, text};
  tta_buf title = tta_buf_new(a->server->allocator);
  tta_buf_str(&title, "write in the syntax of ");
  tta_buf_date(&title, day);
  if (moves) tta_buf_str(&title, " (see the notes of 'tt-layout with --era')");
  tta_status status = title.failed ? TTA_NO_MEMORY : TTA_OK;
  if (!status) write_action(a, "refactor.rewrite", tta_buf_view(&title), NULL, false, &edit, 1);
  tta_buf_free(&title);
  return status;
}

/* A migration that is not possible is shown with its reason. */
static void write_migration(void *user, const char *kind, tta_str title, const tta_edit *edits, size_t count,
                            tta_str reason) {
  const actions *a = user;
  if (!is_wanted(a, kind)) return;
  if (!reason.data) {
    write_action(a, kind, title, NULL, false, edits, count);
    return;
  }
  tta_json_open(a->out, '{');
  tta_json_key_string(a->out, "title", title);
  tta_json_key_text(a->out, "kind", kind);
  tta_json_key_open(a->out, "disabled", '{');
  tta_json_key_string(a->out, "reason", reason);
  tta_json_close(a->out, '}');
  tta_json_close(a->out, '}');
}

/* They are computed only if the client requests source actions, or the user actions for a selection: tt-opt --migrate.
 */
static tta_status write_migrations(actions *a, const tta_json_node *params, tta_span range) {
  const tta_json_node *trigger = tta_lsp_member(params, "context.triggerKind");
  bool is_automatic = trigger && trigger->kind == TTA_JSON_INTEGER && trigger->magnitude == 2;
  bool of_text = a->only && (is_wanted(a, "source.migrate.tt-opt") || is_wanted(a, "source.migrate.date"));
  bool of_range = range.begin < range.end && !is_automatic && is_wanted(a, "refactor.rewrite.migrate");
  tta_status status = TTA_OK;
  if (of_range) status = tta_lsp_migrations(a->server, a->document, &range, write_migration, a);
  if (!status && of_text) status = tta_lsp_migrations(a->server, a->document, NULL, write_migration, a);
  return status;
}

/* A comment on the line before the diagnostic. */
static tta_status write_allow(const actions *a, tta_span range) {
  tta_document *document = a->document->document;
  const char *text = tta_document_text(document).data;
  tta_status status = TTA_OK;
  tta_buf title = tta_buf_new(a->server->allocator), comment = tta_buf_new(a->server->allocator);
  for (size_t i = 0; i < tta_lsp_num_diagnostics(a->document) && !status; i++) {
    const tta_diagnostic *g = tta_lsp_diagnostic_at(a->document, i);
    const tta_rule_info *rule = tta_rule_get(g->rule);
    if (!touches(g->span, range) || !rule) continue;
    tta_span line = tta_document_line(
        document, tta_document_position(document, g->span.begin, TTA_COLUMN_BYTES).line - 1);
    uint32_t indent = line.begin;
    while (indent < line.end && (text[indent] == ' ' || text[indent] == '\t')) indent++;
    title.size = comment.size = 0;
    tta_buf_printf(&title, "allow '%s' on this line", rule->name);
    tta_buf_printf(&comment, "// tt-opt: allow(%s)\n", rule->name);
    tta_buf_bytes(&comment, text + line.begin, indent - line.begin);
    tta_edit edit = {{indent, indent}, tta_buf_view(&comment)};
    if (title.failed || comment.failed) status = TTA_NO_MEMORY;
    else write_action(a, "quickfix", tta_buf_view(&title), g, false, &edit, 1);
  }
  tta_buf_free(&title);
  tta_buf_free(&comment);
  return status;
}

tta_status tta_lsp_actions(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  actions a = {.server = s, .out = out};
  tta_span range;
  tta_status status = tta_lsp_find_range(s, params, &a.document, &range);
  if (status) return status;
  a.only = tta_lsp_member(params, "context.only");
  if (a.only && a.only->kind != TTA_JSON_ARRAY) a.only = NULL;
  tta_json_open(out, '[');
  if (a.document && s->client.action_literals) {
    status = tta_document_check(a.document->document);
    if (!status) status = tta_lsp_plan(s, a.document);
    if (!status && is_wanted(&a, "quickfix")) write_fixes(&a, range);
    if (!status && is_wanted(&a, "refactor.inline")) status = write_inline(&a, range);
    if (!status && is_wanted(&a, "refactor.extract")) status = write_extract(&a, range);
    if (!status && is_wanted(&a, "refactor.rewrite"))
      status = tta_lsp_convert_eras(s->allocator, a.document->document, range.begin, s->options, write_era, &a);
    if (!status) status = tta_document_check(a.document->document);
    if (!status && is_wanted(&a, "source.fixAll.tt-opt")) status = write_fix_all(&a);
    if (!status) status = write_migrations(&a, params, range);
    if (!status && is_wanted(&a, "quickfix")) status = write_allow(&a, range);
  }
  tta_json_close(out, ']');
  return status;
}
