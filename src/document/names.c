/* The names of the sections of a document: the table of a section is kept until its text changes; one alias is found
 * without it. */
#define _GNU_SOURCE /* memmem, memrchr */
#include "document/document.h"

#include "base/fail.h"
#include "base/utf8.h"
#include "ops/ops.h"

tta_span tta_name_span(const char *text, uint32_t begin) {
  const char *at = text + begin + 1;
  if (tta_is_digit(*at)) while (tta_is_digit(*at)) at++;
  else while (tta_is_name_byte(*at)) at++;
  return (tta_span){begin, (uint32_t)(at - text)};
}

/* ---- the table of a section -------------------------------------------------------------------------------------- */

/* The value of a definition, from the items of the section. */
static tta_span value_of(const tta_document *d, tta_span name) {
  for (size_t i = tta_document_first_item(d, name.end); i < d->num_items; i++) {
    tta_document_item item = tta_document_item_at(d, i);
    if (item.context == TTA_CONTEXT_ALIAS && item.name.begin == name.begin) return item.span;
    if (item.span.begin > name.end) break;
  }
  return (tta_span){0, 0};
}

static void add_values(const tta_document *d, const tta_names *names, size_t section) {
  for (uint32_t i = 0; i < names->num_names; i++) {
    tta_name *name = &names->names[i];
    name->section = (uint32_t)section;
    if (name->kind == TTA_NAME_ALIAS && name->definition.end) name->value = value_of(d, name->definition);
  }
}

/* The table of a section where it is now, after its edits; NULL: there is none yet. */
static tta_status kept_names(tta_document *d, size_t section, const tta_names **out) {
  tta_section *s = &d->sections[section];
  tta_str text = tta_document_view(d);
  uint32_t by = s->begin - s->names_begin;
  tta_status status = TTA_OK;
  if (s->names && s->change.new_end) {
    tta_names_change change = s->change;
    change.old.begin += s->names_begin;
    change.old.end += s->names_begin;
    change.new_end += s->names_begin;
    bool done;
    status = tta_names_edit(s->names, text, by, (uint32_t)section, &change, &done);
    if (!done) tta_names_free(s->names), s->names = NULL;
    else add_values(d, s->names, section);
  } else if (s->names && (s->names->text.data != text.data || s->names->text.size != text.size || by ||
                          s->names_section != section)) {
    tta_names_move(s->names, text, by, (uint32_t)section);
  }
  s->change = (tta_names_change){{0, 0}, 0};
  s->names_begin = s->begin;
  s->names_section = (uint32_t)section;
  *out = s->names;
  return status;
}

static tta_status read_names(tta_document *d, size_t section, const tta_names **out) {
  tta_section *s = &d->sections[section];
  tta_status status = kept_names(d, section, out);
  if (*out || status) return status;
  status = tta_names_read(tta_document_view(d), (tta_span){s->begin, s->end}, d->allocator, &s->names);
  if (!status) add_values(d, s->names, section);
  *out = s->names;
  return status;
}

/* ---- one alias, without the table -------------------------------------------------------------------------------- */

/* The line around `at`, not beyond its section. */
static tta_str line_around(const tta_document *d, const tta_section *s, const char *at) {
  const char *begin = d->text + s->begin, *end = d->text + s->end;
  const char *before = memrchr(begin, '\n', (size_t)(at - begin)), *after = memchr(at, '\n', (size_t)(end - at));
  return tta_str_between(before ? before + 1 : begin, after ? after : end);
}

/* Names in the lines of a resource block can be text. */
static bool has_resources(tta_str section) { return memmem(section.data, section.size, "{-#", 3) != NULL; }

typedef struct use_list {
  tta_name_use *list;
  uint32_t num_list, cap_list;
} use_list;

/* Reads the lines that have the text of the alias: strings and comments end with their line. */
static tta_status search_alias(tta_document *d, size_t section, tta_str text, tta_name *alias) {
  const tta_section *s = &d->sections[section];
  const char *at = d->text + s->begin, *end = d->text + s->end;
  use_list uses = {0};
  *alias = (tta_name){.kind = TTA_NAME_ALIAS, .text = text, .section = (uint32_t)section};
  while ((at = memmem(at, (size_t)(end - at), text.data, text.size)) != NULL) {
    tta_str line = line_around(d, s, at);
    tta_tokens tokens = tta_tokens_in(line);
    for (tta_token t; tta_next_alias(&tokens, &t);) {
      if (!tta_str_equal(tta_str_between(t.begin, t.end), text)) continue;
      tta_span span = {(uint32_t)(t.begin - d->text), (uint32_t)(t.end - d->text)};
      bool defines = tta_is_defined_after(t.end, end), first = defines && !alias->definition.end;
      if (first) alias->definition = span;
      else if (!TTA_PUSH_IN(&d->answer, &uses, list, (tta_name_use){span, 0, defines})) return TTA_NO_MEMORY;
    }
    at = tokens.end;
  }
  if (alias->definition.end) alias->value = value_of(d, alias->definition);
  alias->uses = uses.list;
  alias->num_uses = uses.num_list;
  return TTA_OK;
}

/* ---- queries ----------------------------------------------------------------------------------------------------- */

/* The name or string at the offset, or the one that ends there. */
static bool token_at(const tta_document *d, const tta_section *s, uint32_t offset, tta_token *found) {
  tta_str line = line_around(d, s, d->text + offset);
  tta_tokens tokens = tta_tokens_in(line);
  bool any = false;
  for (tta_token t; tta_token_next(&tokens, &t) && t.begin <= d->text + offset;) {
    if ((t.kind != TTA_MARK_NAME && t.kind != TTA_MARK_STRING) || t.end < d->text + offset) continue;
    *found = t;
    any = true;
  }
  return any;
}

static tta_status find_name(tta_document *d, uint32_t offset, bool only_alias, tta_name *out) {
  *out = (tta_name){0};
  tta_status status = tta_document_begin_query(d);
  if (status || offset > d->size) return status;
  size_t section = tta_document_find_section(d, offset);
  const tta_section *s = &d->sections[section];
  tta_token token = {0};
  if (!tta_document_is_inside(d, section, offset) || !token_at(d, s, offset, &token)) return TTA_OK;
  if (only_alias && !tta_is_alias(&token, d->text + s->end)) return TTA_OK;
  const tta_names *names = NULL;
  if (only_alias) status = kept_names(d, section, &names);
  if (only_alias && !names && !status && !has_resources((tta_str){d->text + s->begin, s->end - s->begin}))
    return search_alias(d, section, tta_str_between(token.begin, token.end), out);
  if (!status) status = read_names(d, section, &names);
  const tta_names_place *place = status ? NULL : tta_names_at(names, offset);
  if (place) *out = names->names[place->name];
  return status;
}

tta_status tta_document_alias_at(tta_document *d, uint32_t offset, tta_name *out) {
  return find_name(d, offset, true, out);
}

tta_status tta_document_name_at(tta_document *d, uint32_t offset, tta_name *out) {
  return find_name(d, offset, false, out);
}

static tta_status find_table(tta_document *d, size_t section, const tta_names **table) {
  static const tta_names none;
  *table = &none;
  tta_status status = tta_document_begin_query(d);
  if (!status && section >= d->num_sections) status = TTA_INVALID;
  if (!status) status = read_names(d, section, table);
  if (status) *table = &none;
  return status;
}

tta_name_use tta_name_use_at(const tta_name *name, uint32_t offset) {
  for (uint32_t i = 0; i < name->num_uses; i++)
    if (name->uses[i].span.begin <= offset && offset <= name->uses[i].span.end) return name->uses[i];
  return (tta_name_use){.span = name->definition};
}

tta_status tta_document_names(tta_document *d, size_t section, const tta_name **names, size_t *count) {
  const tta_names *table;
  tta_status status = find_table(d, section, &table);
  *names = table->names;
  *count = table->num_names;
  return status;
}

tta_status tta_document_operations(tta_document *d, size_t section, const tta_span **ops, size_t *count) {
  const tta_names *table;
  tta_status status = find_table(d, section, &table);
  *ops = table->ops;
  *count = table->num_ops;
  return status;
}

/* Whether the byte at the offset is not in a string or comment, which end on their line. */
static bool is_code(const tta_document *d, const tta_section *s, uint32_t offset) {
  tta_str line = line_around(d, s, d->text + offset);
  tta_tokens tokens = tta_tokens_in(line);
  for (tta_token t; tta_token_next(&tokens, &t) && t.begin <= d->text + offset;)
    if (t.end > d->text + offset) return t.kind != TTA_MARK_STRING && t.kind != TTA_MARK_COMMENT;
  return true;
}

static tta_status find_visible(tta_document *d, uint32_t offset, const tta_name *const **names, size_t *count) {
  size_t section = tta_document_find_section(d, offset);
  *names = NULL;
  *count = 0;
  if (!tta_document_is_inside(d, section, offset) || !is_code(d, &d->sections[section], offset)) return TTA_OK;
  const tta_names *table;
  tta_status status = read_names(d, section, &table);
  return status ? status : tta_names_visible(table, offset, &d->answer, names, count);
}

tta_status tta_document_visible_names(tta_document *d, uint32_t offset, const tta_name *const **names, size_t *count) {
  *names = NULL;
  *count = 0;
  tta_status status = tta_document_begin_query(d);
  return status || offset > d->size ? status : find_visible(d, offset, names, count);
}

tta_str tta_name_start(const tta_document *d, const tta_name *name) {
  enum { SHOWN_BYTES = 200 };
  tta_str text = {d->text + name->value.begin, name->value.end - name->value.begin};
  if (text.size > SHOWN_BYTES) text.size = tta_utf8_floor(text.data, SHOWN_BYTES);
  const char *newline = text.size ? memchr(text.data, '\n', text.size) : NULL;
  return tta_str_trim(newline ? tta_str_between(text.data, newline) : text);
}

static tta_completion completion_of(const tta_document *d, const tta_name *name) {
  tta_completion item = {TTA_COMPLETION_SYMBOL, name->text, tta_name_start(d, name)};
  if (name->kind == TTA_NAME_ALIAS) item.kind = TTA_COMPLETION_ALIAS;
  if (name->kind == TTA_NAME_BLOCK) item.kind = TTA_COMPLETION_BLOCK;
  if (name->kind == TTA_NAME_VALUE) item.kind = TTA_COMPLETION_VALUE, item.documentation = (tta_str){"", 0};
  return item;
}

/* Whether the definition of a name is on the line of the offset: of the last one, its value is being typed. */
static bool is_on_line(const tta_document *d, const tta_name *name, uint32_t offset) {
  uint32_t begin = name->definition.end;
  return begin && begin <= offset && !memchr(d->text + begin, '\n', offset - begin);
}

/* Whether an operand of the operation that defines the value is being typed: `%a = t.x %`. */
static bool is_typed_result(const tta_document *d, const tta_name *name, uint32_t offset) {
  if (name->kind != TTA_NAME_VALUE || !name->value.end || name->value.end > offset) return false;
  tta_str after = {d->text + name->value.end, offset - name->value.end};
  return !tta_str_trim(after).size && (!after.size || !memchr(after.data, '\n', after.size));
}

tta_status tta_document_complete_name(tta_document *d, char sigil, uint32_t offset, const tta_completion **out,
                                      size_t *count) {
  struct { tta_completion *list; uint32_t num_list, cap_list; } items = {0};
  const tta_name *const *names;
  const tta_name *typed = NULL;
  tta_status status = find_visible(d, offset, &names, count);
  for (size_t i = 0; !status && i < *count; i++)
    if (names[i]->kind == TTA_NAME_ALIAS && is_on_line(d, names[i], offset)) typed = names[i];
  for (size_t i = 0; !status && i < *count; i++) {
    const tta_name *name = names[i];
    if (name->text.data[0] != sigil || name == typed || is_typed_result(d, name, offset)) continue;
    uint32_t results = name->num_results ? name->num_results : 1;
    if (!TTA_GROW_IN(&d->answer, &items, list, results)) status = TTA_NO_MEMORY;
    for (uint32_t r = 0; r < results && !status; r++) {
      tta_completion *item = &items.list[items.num_list++];
      *item = completion_of(d, name);
      if (results > 1) item->text = tta_result_name(name->text, r, &d->answer);
      if (name->num_results) item->documentation = name->types[r];
    }
  }
  *out = items.list;
  *count = items.num_list;
  return status ? status : d->answer.failed ? TTA_NO_MEMORY : TTA_OK;
}

/* ---- rename ------------------------------------------------------------------------------------------------------ */

/* Whether a text, with its sigil, is a name of this kind. Names of aliases have no dots: those are of dialects. */
static bool is_name(tta_name_kind kind, tta_str text) {
  tta_tokens tokens = tta_tokens_in(text);
  tta_token t;
  if (!tta_token_next(&tokens, &t) || t.kind != TTA_MARK_NAME || t.end != tokens.end) return false;
  for (size_t i = 1; i < text.size; i++) {
    char c = text.data[i];
    if (c == '#' || c == '"' || (kind == TTA_NAME_ALIAS && !tta_is_word_byte(c))) return false;
  }
  return true;
}

/* The part of an occurrence that is replaced: without its sigil and the number of a result, with its quotes. */
static tta_edit edit_of(const tta_document *d, const tta_name *name, tta_span span, tta_str text) {
  span.begin += d->text[span.begin] == name->text.data[0];
  const char *number = memchr(d->text + span.begin, '#', span.end - span.begin);
  if (name->kind == TTA_NAME_VALUE && number) span.end = (uint32_t)(number - d->text);
  return (tta_edit){span, tta_str_rest(text, 1)};
}

static tta_status check_new_text(tta_document *d, const tta_names *names, const tta_name *name, tta_str text,
                                 tta_buf *reason) {
  tta_span conflict;
  const char *kind = name->kind >= TTA_NAME_MODULE ? "symbol" : tta_name_kind_name(name->kind);
  if (!is_name(name->kind, text))
    return tta_fail(TTA_INVALID, reason, "'%.*s' is not a valid %s name", TTA_STR_START(tta_str_rest(text, 1)), kind);
  if (!name->definition.end && name->kind != TTA_NAME_ALIAS)
    return tta_fail(TTA_INVALID, reason, "'%.*s' is not defined in this section", TTA_STR_ARGS(name->text));
  if (!tta_names_conflict(names, name, text, &conflict)) return TTA_OK;
  tta_position at = tta_document_position(d, conflict.begin, TTA_COLUMN_UTF16);
  return tta_fail(TTA_INVALID, reason, "%s '%.*s' already exists in this %s, at %u:%u", kind, TTA_STR_START(text),
                  name->kind == TTA_NAME_ALIAS ? "section" : "scope", at.line, at.column);
}

tta_status tta_document_rename(tta_document *d, uint32_t offset, tta_str new_name, const tta_edit **edits,
                               size_t *count, tta_buf *reason) {
  tta_name name;
  const tta_names *names;
  *count = 0;
  tta_status status = find_name(d, offset, false, &name);
  if (!status && !name.text.size) return tta_fail(TTA_INVALID, reason, "there is no name at this position");
  if (!status) status = read_names(d, name.section, &names);
  if (status) return status;
  bool sigil = new_name.size && new_name.data[0] == name.text.data[0];
  char *text = tta_arena_alloc(&d->answer, new_name.size + 1);
  tta_edit *list = tta_arena_array(&d->answer, (size_t)name.num_uses + 1, sizeof *list);
  if (!text || !list) return TTA_NO_MEMORY;
  text[0] = name.text.data[0];
  if (new_name.size) memcpy(text + !sigil, new_name.data, new_name.size);
  tta_str whole = {text, new_name.size + !sigil};
  if (!tta_str_equal(whole, name.text)) status = check_new_text(d, names, &name, whole, reason);
  if (status) return status;
  if (name.definition.end) list[(*count)++] = edit_of(d, &name, name.definition, whole);
  for (uint32_t i = 0; i < name.num_uses; i++) list[(*count)++] = edit_of(d, &name, name.uses[i].span, whole);
  *edits = list;
  return TTA_OK;
}
