/* What is outside of attributes: comments, the keys `tt.device = ..` and the operations `tt.device @x = <..>`,
 * `tt.load_cached` of a dialect that was renamed. */
#include "migrate/text.h"

#include "base/str.h"
#include "text/token.h"

/* The names that tt-mlir renamed with the dialect (820a520791), and those that have kept `tt`. */
static const struct known_name {
  const char *name;
  bool kept;
} known_names[] = {
    {"device", false},      {"system_desc", false}, {"argument_type", false}, {"meshes", false},
    {"kv_cache", false},    {"cpu_module", false},  {"device_module", false}, {"load_cached", false},
    {"global", false},      {"get_global", false},  {"function_type", true},
};

static const struct known_name *find_name(tta_str name) {
  for (size_t i = 0; i < sizeof known_names / sizeof *known_names; i++)
    if (tta_str_is(name, known_names[i].name)) return &known_names[i];
  return NULL;
}

/* `tt.device`: the size of a dialect that is not that of the date; 0. */
static size_t former_dialect(tta_str name, tta_dialect now) {
  for (int d = TTA_TT; d <= TTA_TTCORE; d++) {
    tta_str rest = name;
    if (d != (int)now && tta_str_skip(&rest, tta_dialect_names[d]) && rest.size > 1 && rest.data[0] == '.')
      return name.size - rest.size;
  }
  return 0;
}

/* A string is a name before `(`, of an operation, and before `=`, of a key. */
static bool is_name(const tta_token *token, const char *end) {
  const char *next = tta_skip_gap(token->end, end);
  bool named = next < end && (*next == '(' || *next == '=');
  return token->kind == TTA_MARK_WORD || (token->kind == TTA_MARK_STRING && named);
}

static void migrate_name(tta_migrated_text *t, tta_str name, size_t dialect, tta_dialect now) {
  const struct known_name *known = find_name(tta_str_rest(name, dialect + 1));
  uint32_t begin = (uint32_t)(name.data - t->source->text.data);
  size_t printed = t->printed.size;
  if (known && known->kept) return;
  if (!known) {
    tta_report_add(&t->results.report, TTA_RULE_migrate_name, (tta_span){begin, begin + (uint32_t)name.size},
                   "the dialect of '%.*s' is called '%s' on this date, and whether this name is in it is not known",
                   TTA_STR_START(name), tta_dialect_names[now]);
    return;
  }
  tta_buf_str(&t->printed, tta_dialect_names[now]);
  tta_migrated_text_edit(t, (tta_span){begin, begin + (uint32_t)dialect}, printed);
  t->counts.names++;
}

tta_status tta_migrate_names(tta_migrated_text *t) {
  tta_str text = t->source->text;
  tta_tokens tokens = tta_tokens_in(text);
  tta_dialect now = tta_era_dialect_on(TTA_ATTR_memory_space, t->m.to); /* one of tt and ttcore on every date */
  uint32_t island = 0;
  if (now == TTA_NUM_DIALECTS) return TTA_OK;
  for (tta_token token; tta_token_next(&tokens, &token);) {
    uint32_t begin = (uint32_t)(token.begin - text.data);
    while (island < t->num_islands && t->islands[island].end <= begin) island++;
    bool inside = island < t->num_islands && t->islands[island].begin <= begin;
    inside = inside || !tta_migrate_is_wanted(t, (tta_span){begin, (uint32_t)(token.end - text.data)});
    tta_str name = tta_unquoted(tta_str_between(token.begin, token.end));
    size_t dialect = former_dialect(name, now);
    if (!inside && token.kind == TTA_MARK_COMMENT) tta_migrate_comment(t, tta_str_between(token.begin, token.end));
    else if (!inside && dialect && is_name(&token, text.data + text.size)) migrate_name(t, name, dialect, now);
  }
  return t->m.status;
}
