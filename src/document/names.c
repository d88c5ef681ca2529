/* Names of aliases in a section, found in the text alone: also where it cannot be parsed, and without a tree. The rules
 * are those of grammar/scan.re. */
#define _GNU_SOURCE /* memmem, memrchr */
#include "document/document.h"

#include "text/token.h"

tta_span tta_name_span(const char *text, uint32_t begin) {
  const char *at = text + begin + 1;
  if (tta_is_digit(*at)) while (tta_is_digit(*at)) at++;
  else while (tta_is_name_byte(*at)) at++;
  return (tta_span){begin, (uint32_t)(at - text)};
}

static const char *skip_comment(const char *at, const char *end) {
  const char *line_end = memchr(at, '\n', (size_t)(end - at));
  return line_end ? line_end : end;
}

static const char *skip_resources(const char *at, const char *end) {
  for (at++; at < end; at = *at == '"' ? tta_string_end(at, end, NULL) : at + 1)
    if (end - at >= 3 && !memcmp(at, "#-}", 3)) return at + 3;
  return end;
}

static bool is_defined_after(const char *at, const char *end) {
  for (;;) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) at++;
    if (end - at < 2 || at[0] != '/' || at[1] != '/') break;
    at = skip_comment(at, end);
  }
  return at < end && *at == '=' && (at + 1 == end || at[1] != '=');
}

/* `%0#1`, not a name of its own */
static bool is_result_number(const char *begin, const char *at) {
  return *at == '#' && at > begin && tta_is_word_byte(at[-1]) &&
         tta_is_digit(at[1]);
}

typedef bool name_visitor(void *user, tta_span name, bool is_definition);

/* @param limit  where the `=` of a definition is searched; at least range.end
 *  @return false: `each` has answered false */
static bool each_name(const char *text, tta_span range, const char *limit, name_visitor *each, void *user) {
  const char *begin = text + range.begin, *end = text + range.end;
  for (const char *at = begin; at < end;) {
    char c = *at;
    if (c == '"') {
      at = tta_string_end(at, end, NULL);
    } else if (c == '/' && end - at > 1 && at[1] == '/') {
      at = skip_comment(at, end);
    } else if (c == '#' && at - begin >= 2 && at[-1] == '-' && at[-2] == '{') { /* {-# resources #-} */
      at = skip_resources(at, end);
    } else if (c == '#' || c == '!') {
      tta_span name = tta_name_span(text, (uint32_t)(at - text));
      if (name.end > range.end) name.end = range.end;
      const char *stop = text + name.end;
      bool alias = stop > at + 1 && !memchr(at, '.', (size_t)(stop - at)) && !(stop < end && *stop == '<') &&
                   !is_result_number(begin, at);
      if (alias && !each(user, name, is_defined_after(stop, limit))) return false;
      at = stop > at + 1 ? stop : at + 1;
    } else {
      at++;
    }
  }
  return true;
}

void tta_names_each(const char *text, tta_span range, name_visitor *each, void *user) {
  each_name(text, range, text + range.end, each, user);
}

/* ---- the table of a section -------------------------------------------------------------------------------------- */

typedef struct collector {
  tta_document *document;
  tta_span *uses; /* where the next use of each alias goes, in the second pass */
  uint32_t *next;
  tta_status status;
} collector;

static tta_str text_of(const tta_document *d, tta_span span) {
  return (tta_str){d->text + span.begin, span.end - span.begin};
}

static bool count_name(void *user, tta_span span, bool is_definition) {
  collector *c = user;
  tta_names *n = &c->document->names;
  tta_str name = text_of(c->document, span);
  uint32_t *number = tta_strmap_add(&n->numbers, name, n->num_aliases);
  if (!number || !TTA_GROW_IN(&n->arena, n, aliases, 1)) {
    c->status = TTA_NO_MEMORY;
    return false;
  }
  if (*number == n->num_aliases)
    n->aliases[n->num_aliases++] = (tta_document_alias){.name = name, .section = (uint32_t)n->section};
  tta_document_alias *alias = &n->aliases[*number];
  if (is_definition && !alias->definition.end) alias->definition = span;
  else alias->num_uses++;
  return true;
}

static bool place_name(void *user, tta_span span, bool is_definition) {
  collector *c = user;
  tta_names *n = &c->document->names;
  (void)is_definition;
  uint32_t number = *tta_strmap_find(&n->numbers, text_of(c->document, span));
  if (n->aliases[number].definition.begin != span.begin || !n->aliases[number].definition.end)
    c->uses[c->next[number]++] = span;
  return true;
}

/* The value of a definition, from the items of the section. */
static tta_span value_of(const tta_document *d, tta_span name) {
  for (size_t i = tta_document_first_item(d, name.end); i < d->num_items; i++) {
    tta_document_item item = tta_document_item_at(d, i);
    if (item.context == TTA_CONTEXT_ALIAS && item.name.begin == name.begin) return item.span;
    if (item.span.begin > name.end) break;
  }
  return (tta_span){0, 0};
}

/* Aliases with a definition first, in order of definition; the others in order of use, as they were met. */
static tta_status order_aliases(tta_document *d) {
  tta_names *n = &d->names;
  tta_document_alias *ordered = tta_arena_array(&n->arena, n->num_aliases, sizeof *ordered);
  if (!ordered) return TTA_NO_MEMORY;
  uint32_t count = 0;
  for (int defined = 1; defined >= 0; defined--)
    for (uint32_t i = 0; i < n->num_aliases; i++)
      if ((n->aliases[i].definition.end != 0) == (defined != 0)) ordered[count++] = n->aliases[i];
  n->aliases = ordered;
  for (uint32_t i = 0; i < count; i++) *tta_strmap_find(&n->numbers, ordered[i].name) = i;
  return TTA_OK;
}

static tta_status read_names(tta_document *d, const tta_section *s) {
  tta_names *n = &d->names;
  collector c = {.document = d};
  tta_span range = {s->begin, s->end};
  tta_names_each(d->text, range, count_name, &c);
  if (c.status || !n->num_aliases) return c.status;
  tta_status status = order_aliases(d);
  if (status) return status;
  uint32_t total = 0;
  for (uint32_t i = 0; i < n->num_aliases; i++) total += n->aliases[i].num_uses;
  c.uses = tta_arena_array(&n->arena, total, sizeof *c.uses);
  c.next = tta_arena_array(&n->arena, n->num_aliases, sizeof *c.next);
  if (!c.uses || !c.next) return TTA_NO_MEMORY;
  uint32_t at = 0;
  for (uint32_t i = 0; i < n->num_aliases; i++) {
    c.next[i] = at;
    n->aliases[i].uses = c.uses + at;
    at += n->aliases[i].num_uses;
    if (n->aliases[i].definition.end) n->aliases[i].value = value_of(d, n->aliases[i].definition);
  }
  tta_names_each(d->text, range, place_name, &c);
  return TTA_OK;
}

void tta_names_free(tta_document *d) {
  if (!d->names.is_read) return;
  tta_strmap_free(&d->names.numbers);
  tta_arena_free(&d->names.arena);
  d->names = (tta_names){0};
}

tta_status tta_names_read(tta_document *d, size_t section) {
  if (d->names.is_read && d->names.section == section) return TTA_OK;
  tta_names_free(d);
  d->names = (tta_names){.is_read = true, .section = section};
  tta_arena_init(&d->names.arena, d->allocator);
  tta_strmap_init(&d->names.numbers, d->allocator);
  tta_status status = read_names(d, &d->sections[section]);
  if (status) tta_names_free(d);
  return status;
}

/* ---- one name, without the table ---- */

typedef struct name_search {
  tta_document *document;
  tta_document_alias *alias;
  tta_span *uses;
  uint32_t num_uses, cap_uses;
  tta_status status;
} name_search;

static bool add_place(void *user, tta_span span, bool is_definition) {
  name_search *s = user;
  if (!tta_str_equal(text_of(s->document, span), s->alias->name)) return true;
  if (is_definition && !s->alias->definition.end) {
    s->alias->definition = span;
    return true;
  }
  if (!TTA_GROW_IN(&s->document->answer, s, uses, 1)) s->status = TTA_NO_MEMORY;
  else s->uses[s->num_uses++] = span;
  return !s->status;
}

/* The line around `at`, not beyond its section. */
static tta_span line_around(const tta_document *d, const tta_section *s, const char *at) {
  const char *begin = d->text + s->begin, *end = d->text + s->end;
  const char *before = memrchr(begin, '\n', (size_t)(at - begin)), *after = memchr(at, '\n', (size_t)(end - at));
  return (tta_span){(uint32_t)((before ? before + 1 : begin) - d->text), (uint32_t)((after ? after : end) - d->text)};
}

/* `{-#`: names in the lines after it can be text of resources. */
static bool has_resources(const char *at, const char *end) {
  for (; (at = memchr(at, '{', (size_t)(end - at))) != NULL; at++)
    if (end - at >= 3 && at[1] == '-' && at[2] == '#') return true;
  return false;
}

/* Strings and comments end with their line: only lines that have the name are read. */
static tta_status search_name(tta_document *d, const tta_section *s, tta_document_alias *alias) {
  name_search search = {.document = d, .alias = alias};
  const char *end = d->text + s->end;
  const char *at = d->text + s->begin;
  while ((at = memmem(at, (size_t)(end - at), alias->name.data, alias->name.size)) != NULL) {
    tta_span name = tta_name_span(d->text, (uint32_t)(at - d->text));
    at += alias->name.size;
    if (name.end - name.begin != alias->name.size) continue;
    tta_span line = line_around(d, s, d->text + name.begin);
    if (!each_name(d->text, line, end, add_place, &search)) return search.status;
    at = d->text + line.end;
  }
  alias->uses = search.uses;
  alias->num_uses = search.num_uses;
  if (alias->definition.end) alias->value = value_of(d, alias->definition);
  return TTA_OK;
}

tta_status tta_names_find(tta_document *d, size_t section, tta_str name, tta_document_alias *out) {
  const tta_section *s = &d->sections[section];
  bool has_table = d->names.is_read && d->names.section == section;
  *out = (tta_document_alias){0};
  if (!has_table && tta_document_may_be_narrow(d) && !has_resources(d->text + s->begin, d->text + s->end)) {
    tta_document_alias alias = {.name = name, .section = (uint32_t)section};
    tta_status status = search_name(d, s, &alias);
    if (!status && (alias.definition.end || alias.num_uses)) *out = alias;
    return status;
  }
  tta_status status = tta_names_read(d, section);
  if (status) return status;
  const uint32_t *number = tta_strmap_find(&d->names.numbers, name);
  if (number) *out = d->names.aliases[*number];
  return TTA_OK;
}

/* ---- queries ----------------------------------------------------------------------------------------------------- */

tta_status tta_document_aliases(tta_document *d, size_t section, const tta_document_alias **aliases, size_t *count) {
  *aliases = NULL;
  *count = 0;
  tta_status status = tta_document_begin_query(d);
  if (!status && section >= d->num_sections) status = TTA_INVALID;
  if (!status) status = tta_names_read(d, section);
  if (status) return status;
  *aliases = d->names.aliases;
  *count = d->names.num_aliases;
  return TTA_OK;
}

static bool has_use_at(const tta_document_alias *alias, uint32_t begin) {
  if (alias->definition.end && alias->definition.begin == begin) return true;
  uint32_t low = 0, high = alias->num_uses;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (alias->uses[middle].begin == begin) return true;
    if (alias->uses[middle].begin < begin) low = middle + 1;
    else high = middle;
  }
  return false;
}

static bool is_other_name(void *user, tta_span span, bool is_definition) {
  const tta_span *name = user;
  (void)is_definition;
  return span.begin != name->begin;
}

/* Whether there is an alias at `name`, if the section had no resources: most texts with `#` are names of attributes. */
static bool is_name_at(const tta_document *d, size_t section, tta_span name) {
  const tta_section *s = &d->sections[section];
  if (name.begin >= s->end) return false;
  return !each_name(d->text, line_around(d, s, d->text + name.begin), d->text + s->end, is_other_name, &name);
}

tta_status tta_document_alias_at(tta_document *d, uint32_t offset, tta_document_alias *out) {
  *out = (tta_document_alias){0};
  tta_status status = tta_document_begin_query(d);
  if (status || offset > d->size) return status;
  size_t section = tta_document_find_section(d, offset);
  if (!tta_document_is_inside(d, section, offset)) return TTA_OK;
  uint32_t begin = offset, low = d->sections[section].begin;
  bool on_sigil = offset < d->size && (d->text[offset] == '#' || d->text[offset] == '!');
  while (!on_sigil && begin > low && tta_is_name_byte(d->text[begin - 1])) begin--;
  if (!on_sigil && begin > low) begin--;
  if (begin >= d->size || (d->text[begin] != '#' && d->text[begin] != '!')) return TTA_OK;
  tta_span name = tta_name_span(d->text, begin);
  if (name.end < offset) return TTA_OK;
  if (!is_name_at(d, section, name)) return TTA_OK;
  tta_document_alias alias;
  status = tta_names_find(d, section, text_of(d, name), &alias);
  if (!status && alias.name.size && has_use_at(&alias, begin)) *out = alias;
  return status;
}
