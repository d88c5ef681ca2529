/* Completion: what may be written at an offset. The text before it decides: the attribute around it, by brackets alone,
 * so that it need not be complete; its fields by the table of attributes; punctuation by the parser. */
#include "document/facts.h"
#include "document/frames.h"

#include "base/chars.h"
#include "base/format.h"
#include "ir/periods.h"
#include "ir/scalars.h"
#include "maps/maps.h"

const char *tta_completion_kind_name(tta_completion_kind kind) {
  static const char *const names[] = {
      [TTA_COMPLETION_ATTRIBUTE] = "attribute", [TTA_COMPLETION_ALIAS] = "alias", [TTA_COMPLETION_FIELD] = "field",
      [TTA_COMPLETION_KEYWORD] = "keyword",     [TTA_COMPLETION_TYPE] = "type",   [TTA_COMPLETION_TOKEN] = "token",
      [TTA_COMPLETION_VALUE] = "value",         [TTA_COMPLETION_BLOCK] = "block", [TTA_COMPLETION_SYMBOL] = "symbol"};
  return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "";
}

typedef struct builder {
  tta_document *document;
  tta_str prefix;      /* what is there of the word or name */
  const tta_frame *outer;  /* the bracket with a name around it; NULL: none */
  uint32_t offset;     /* where the text that is added starts */
  tta_answer comma;    /* whether a field can follow after `,`; UNKNOWN: the parser says it */
  tta_strmap texts;    /* of the list */
  tta_completion *list;
  uint32_t num_list, cap_list;
} builder;

/* ---- the list ---------------------------------------------------------------------------------------------------- */

/* Whether punctuation can follow: `>` not while a field is missing, `,` not after the last one. The text of the island
 * up to the offset is parsed with it; errors before it do not count. The parser takes some commas only with what
 * follows them: the table says where fields are left. */
static bool can_follow(builder *b, tta_str token) {
  tta_document *d = b->document;
  tta_check_options *options = NULL;
  tta_check *check = NULL;
  tta_source source;
  tta_buf text;
  tta_buf_init(&text, d->allocator);
  uint32_t begin = b->outer->name;
  tta_str before = tta_str_trim((tta_str){d->text + begin, b->offset - begin});
  if (*token.data == ',' && before.size && strchr("<([{,=:", before.data[before.size - 1])) return false;
  if (*token.data == ',' && b->comma != TTA_UNKNOWN) return b->comma == TTA_YES;
  if (!b->outer->device_op) tta_buf_str(&text, d->text[begin] == '#' ? "#x = " : "!x = ");
  tta_buf_bytes(&text, d->text + begin, b->offset - begin);
  size_t at = text.size;
  tta_buf_append(&text, token);
  if (*token.data == '"') tta_buf_str(&text, "x\"");
  tta_buf_char(&text, 0);
  tta_status status = text.failed ? TTA_NO_MEMORY : tta_check_options_new(d->allocator, &options);
  tta_source_init(&source, (tta_str){"", 0}, (tta_str){text.data, text.size - 1}, d->allocator);
  if (!status) {
    tta_check_options_set_parse_only(options, true);
    status = tta_check_text(&source, options, &check);
  }
  const tta_results *results = status ? NULL : tta_check_results(check);
  bool follows = !status;
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    tta_span span = tta_results_diagnostic(results, i)->span;
    follows &= span.begin < at || span.begin >= at + token.size;
  }
  d->answer.failed |= status != TTA_OK;
  tta_check_free(check);
  tta_source_free(&source);
  tta_check_options_free(options);
  tta_buf_free(&text);
  return follows;
}

static void add(builder *b, tta_completion_kind kind, tta_str text, tta_str documentation) {
  tta_arena *arena = &b->document->answer;
  if (text.size < b->prefix.size || (text.size && memcmp(text.data, b->prefix.data, b->prefix.size))) return;
  if (tta_strmap_find(&b->texts, text)) return;
  if (kind == TTA_COMPLETION_TOKEN && b->outer && !can_follow(b, text)) return;
  tta_completion item = {kind, tta_arena_str(arena, text), tta_arena_str(arena, documentation)};
  if (!item.text.data || !item.documentation.data || !TTA_GROW_IN(arena, b, list, 1)) return;
  b->list[b->num_list++] = item;
  arena->failed |= tta_strmap_set(&b->texts, item.text, 0) != TTA_OK;
}

static void add_buffer(builder *b, tta_completion_kind kind, tta_buf *text, tta_buf *documentation) {
  if (text->failed || documentation->failed) b->document->answer.failed = true;
  else add(b, kind, tta_buf_view(text), tta_buf_view(documentation));
  text->size = documentation->size = 0;
}

static void add_word(builder *b, tta_completion_kind kind, const char *text, const char *documentation) {
  add(b, kind, tta_str_from(text), tta_str_from(documentation));
}

/* `NAME<field, key = value>`, a line for each form. */
static void put_forms(tta_buf *out, const char *name, size_t size, const tta_attribute_info *row) {
  for (uint32_t form = 0; form < TTA_MAX_FORMS && row->forms[form].fields; form++) {
    if (form) tta_buf_char(out, '\n');
    tta_buf_bytes(out, name, row->forms[form].num_fields ? size : size - 1);
    if (!row->forms[form].num_fields) continue; /* the name alone, without its `<` */
    for (uint32_t i = 0; i < row->forms[form].num_fields; i++) {
      const tta_field_spec *field = &row->forms[form].fields[i];
      const char *word = tta_field_name((tta_field)field->field);
      tta_buf_printf(out, "%s%s%s%s", i ? ", " : "", word, field->keyed ? " = .." : "", field->optional ? "?" : "");
    }
    tta_buf_char(out, '>');
  }
}

static void add_attribute(builder *b, tta_attribute attribute) {
  const tta_attribute_info *row = &tta_attributes[attribute];
  if (row->print == TTA_PRINT_BRACE) return; /* only inside others, in braces */
  tta_buf text = tta_buf_new(b->document->allocator), documentation = tta_buf_new(b->document->allocator);
  for (tta_dialect d = 0; d < TTA_NUM_DIALECTS; d++) {
    if (!(row->dialects >> d & 1)) continue;
    if (row->print == TTA_PRINT_LONG)
      tta_buf_printf(&text, "%c%s<%s ", row->sigil, tta_dialect_names[d], row->mnemonic);
    else tta_buf_printf(&text, "%c%s.%s<", row->sigil, tta_dialect_names[d], row->mnemonic);
    if (!text.failed) put_forms(&documentation, text.data, text.size, row);
    if (!text.failed && tta_attribute_may_be_bare(attribute)) text.size--;
    add_buffer(b, TTA_COMPLETION_ATTRIBUTE, &text, &documentation);
  }
  tta_buf_free(&text);
  tta_buf_free(&documentation);
}

static void add_attributes(builder *b, char sigil) {
  for (tta_attribute a = 0; a < TTA_NUM_ATTRIBUTES; a++)
    if (tta_attributes[a].sigil == sigil) add_attribute(b, a);
}

/* The names with this sigil that are visible at the offset. */
static tta_status add_names(builder *b, char sigil, uint32_t offset) {
  const tta_completion *list;
  size_t count;
  tta_status status = tta_document_complete_name(b->document, sigil, offset, &list, &count);
  for (size_t i = 0; i < count; i++) add(b, list[i].kind, list[i].text, list[i].documentation);
  return status;
}

static void add_types(builder *b) {
  static const char *const composed[] = {"tensor<", "memref<", "vector<", "complex<", "tuple<"};
  for (size_t i = 0; i < sizeof composed / sizeof *composed; i++)
    add_word(b, TTA_COMPLETION_TYPE, composed[i], "builtin type");
  for (uint32_t i = 0; i < tta_num_scalar_types; i++)
    if (tta_scalar_types[i].offered) add_word(b, TTA_COMPLETION_TYPE, tta_scalar_types[i].name, "builtin type");
}

/* ---- fields ------------------------------------------------------------------------------------------------------ */

/* The keywords of a field, each with its dates below the documentation of the field. */
static void add_keywords(builder *b, tta_enum which, tta_buf *documentation) {
  for (uint32_t i = 0; *tta_enums[which].keywords[i]; i++) {
    size_t size = documentation->size;
    tta_era_set days = tta_era_of_keyword(which, i);
    tta_buf_char(documentation, '\n');
    tta_dates_text(documentation, &days);
    if (documentation->size == size + 1) documentation->size = size;
    if (documentation->failed) return;
    add(b, TTA_COMPLETION_KEYWORD, tta_str_from(tta_enums[which].keywords[i]), tta_buf_view(documentation));
    documentation->size = size;
  }
}

/* What the row of the class offers (classes.def). */
static void add_offered(builder *b, tta_class class, tta_str documentation) {
  tta_str rest = tta_str_from(tta_classes[class].offered);
  while (rest.size) {
    size_t blank = tta_str_find(rest, " ");
    tta_str text = {rest.data, blank < rest.size ? blank : rest.size};
    tta_completion_kind kind = !tta_is_letter(*text.data)    ? TTA_COMPLETION_TOKEN
                               : class == TTA_CLASS_MEMREF ? TTA_COMPLETION_TYPE
                                                             : TTA_COMPLETION_KEYWORD;
    add(b, kind, text, documentation);
    rest = tta_str_trim(tta_str_rest(rest, text.size));
  }
}

/* The attributes, or types, of the class, and aliases of some. */
static tta_status add_values(builder *b, tta_class class, const tta_field_spec *field, uint32_t offset) {
  if (tta_class_is_attribute(class)) add_attribute(b, (tta_attribute)field->argument);
  else if (class == TTA_CLASS_ANY) add_attributes(b, '#');
  else if (class == TTA_CLASS_TYPE) add_types(b), add_attributes(b, '!');
  else if (class != TTA_CLASS_MEMREF) return TTA_OK;
  return add_names(b, class == TTA_CLASS_TYPE || class == TTA_CLASS_MEMREF ? '!' : '#', offset);
}

/* `<block_sharded>`: an attribute without its name whose only field is a keyword. */
static void add_keyword_bodies(builder *b, const tta_attribute_info *row, tta_str documentation) {
  const tta_form *form = &row->forms[0];
  tta_buf text;
  if (form->num_fields != 1 || form->fields[0].class != TTA_CLASS_WORD || form->fields[0].keyed) return;
  tta_buf_init(&text, b->document->allocator);
  for (const tta_keyword *word = tta_enums[form->fields[0].argument].keywords; **word; word++) {
    text.size = 0;
    tta_buf_printf(&text, "<%s>", *word);
    if (text.failed) b->document->answer.failed = true;
    else add(b, TTA_COMPLETION_KEYWORD, tta_buf_view(&text), documentation);
  }
  tta_buf_free(&text);
}

static tta_status add_class(builder *b, tta_class class, const tta_field_spec *field, uint32_t offset) {
  tta_buf documentation = tta_buf_new(b->document->allocator);
  tta_buf_printf(&documentation, "%s: ", tta_field_name((tta_field)field->field));
  tta_field_documentation(&documentation, field);
  tta_str text = documentation.failed ? (tta_str){"", 0} : tta_buf_view(&documentation);
  add_offered(b, class, text);
  if (class == TTA_CLASS_ATTR || class == TTA_CLASS_WRITTEN) {
    bool braces = tta_attributes[field->argument].print == TTA_PRINT_BRACE;
    add(b, TTA_COMPLETION_TOKEN, braces ? TTA_STR("{") : TTA_STR("<"), text);
    if (!braces) add_keyword_bodies(b, &tta_attributes[field->argument], text);
  }
  if (tta_class_is_keyword(class)) add_keywords(b, (tta_enum)field->argument, &documentation);
  tta_status status = add_values(b, class, field, offset);
  if (documentation.failed) b->document->answer.failed = true;
  tta_buf_free(&documentation);
  return status;
}

static tta_status add_fields(builder *b, const tta_field_list *fields, bool in_list, uint32_t offset) {
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < fields->count && !status; i++) {
    const tta_field_spec *field = fields->fields[i];
    if (in_list) {
      if (field->class == TTA_CLASS_LIST) status = add_class(b, (tta_class)field->element, field, offset);
    } else if (field->keyed && !fields->after_key) {
      tta_buf text = tta_buf_new(b->document->allocator), documentation = tta_buf_new(b->document->allocator);
      tta_buf_printf(&text, "%s = ", tta_field_name((tta_field)field->field));
      tta_field_documentation(&documentation, field);
      add_buffer(b, TTA_COMPLETION_FIELD, &text, &documentation);
      tta_buf_free(&text);
      tta_buf_free(&documentation);
    } else {
      status = add_class(b, (tta_class)field->class, field, offset);
    }
  }
  return status;
}

/* ---- the parser -------------------------------------------------------------------------------------------------- */

/* What closes, separates or goes on; in a builtin type also what opens. */
static bool is_useful(const char *quoted, size_t size, bool types) {
  return size == 3 ? strchr(types ? ")]}>,=:|([{<-" : ")]}>,=:|", quoted[1]) != NULL : !strcmp(quoted, "'->'");
}

static void add_expected(builder *b, tta_str names, bool types, tta_status *status, uint32_t offset) {
  tta_str name = {b->document->text + b->outer->name, b->outer->open - b->outer->name};
  for (const char *at = names.data, *end = at + names.size; at < end; at += strlen(at) + 1) {
    size_t size = strlen(at);
    if (at[0] == '\'' && is_useful(at, size, types) && !b->prefix.size)
      add(b, TTA_COMPLETION_TOKEN, (tta_str){at + 1, size - 2}, (tta_str){"", 0});
    if (!types || *status) continue;
    if (!strcmp(at, "a type alias")) add_types(b), add_attributes(b, '!'), *status = add_names(b, '!', offset);
    if (!strcmp(at, "an attribute alias") && tta_str_is(name, "memref"))
      add_attribute(b, TTA_ATTR_memory_space), add_attribute(b, TTA_ATTR_ttnn_buffer_type);
    if (!strcmp(at, "an attribute alias")) add_attributes(b, '#'), *status = add_names(b, '#', offset);
  }
}

/* The tokens that the parser expects at `offset` of the island that starts at `outer`. */
static tta_status add_parser_tokens(builder *b, const tta_frame *outer, uint32_t offset) {
  tta_document *d = b->document;
  size_t section = tta_document_find_section(d, offset);
  tta_status status = tta_document_open(d, section);
  if (status) return status;
  tta_open_section *o = &d->open;
  tta_parser *p = &o->reader.parser;
  tta_buf expected = tta_buf_new(d->allocator);
  const char *limit = p->limit, *section_end = p->section_end;
  char hidden = d->text[offset];
  d->text[offset] = 0;
  p->limit = p->section_end = d->text + offset;
  p->expected = &expected;
  tta_tree_rewind(&o->reader.tree, o->aliases);
  o->item = TTA_DOCUMENT_NONE;
  tta_parse_island(p, outer->device_op ? TTA_ENTRY_DEVICE : TTA_ENTRY_VALUE,
                   (outer->device_op ? outer->open : outer->name) - d->sections[section].begin);
  p->expected = NULL;
  p->limit = limit;
  p->section_end = section_end;
  d->text[offset] = hidden;
  if (expected.failed || o->reader.tree.status || o->report.status) status = TTA_NO_MEMORY;
  else if (expected.size) add_expected(b, tta_buf_view(&expected), outer->row == TTA_NUM_ATTRIBUTES, &status, offset);
  tta_buf_free(&expected);
  if (status) tta_document_close(d);
  return status;
}

/* ---- the query --------------------------------------------------------------------------------------------------- */

/* The word or name before the offset, with its sigil. */
static uint32_t prefix_begin(const tta_document *d, uint32_t low, uint32_t offset) {
  const char *text = d->text;
  uint32_t begin = offset;
  while (begin > low && (tta_is_word_byte(text[begin - 1]) || text[begin - 1] == '.')) begin--;
  uint32_t value = begin > low && text[begin - 1] == '#' ? begin - 1 : low; /* `%0#1` */
  while (value > low && tta_is_name_byte(text[value - 1])) value--;
  if (value > low && text[value - 1] == '%') return value - 1;
  if (begin > low && text[begin - 1] && strchr("#!%^@", text[begin - 1])) return begin - 1;
  while (begin < offset && text[begin] == '.') begin++;
  bool dynamic = begin > low && text[begin - 1] == '?'; /* `?x2xf32`: the word starts after the extents */
  for (uint32_t at = begin; at < offset; begin = at) {
    while (at < offset && tta_is_digit(text[at])) at++, dynamic = true;
    if (at == offset || text[at] != 'x' || !dynamic) break;
    dynamic = false;
    at++;
  }
  return begin;
}

/* Whether a field can follow after `,`: not before the first field, nor after the fields of `#tt<grid<8x8>`. */
static bool may_separate(const tta_document *d, tta_attribute row, uint32_t body, uint32_t offset) {
  if (offset <= body) return false;
  tta_str written = tta_str_trim((tta_str){d->text + body, offset - body});
  bool closed = d->text[body] == '<' && tta_is_word_byte(d->text[body - 1]);
  return written.size && !closed && tta_has_more_fields(d, row, body, offset);
}

/* Follows the brackets from the one with a name to the innermost. @return false: they lead into a part without a row */
static bool resolve_frames(const tta_document *d, const tta_frame *frames, uint32_t count, uint32_t offset,
                           tta_field_list *fields, bool *in_list, tta_answer *comma) {
  tta_attribute row = frames[count - 1].row;
  *in_list = false;
  *comma = TTA_UNKNOWN;
  for (uint32_t i = count; i-- > 0;) {
    uint32_t end = i ? frames[i - 1].open : offset;
    if (row == TTA_NUM_ATTRIBUTES) return false;
    if (!*in_list) tta_fields_at(d, row, frames[i].body, end, fields);
    if (!i && !*in_list) *comma = may_separate(d, row, frames[0].body, offset) ? TTA_YES : TTA_NO;
    if (!i) return true;
    char open = d->text[frames[i - 1].open];
    if (open == '(') return false;
    if (open == '[') {
      *in_list = true;
      continue;
    }
    row = TTA_NUM_ATTRIBUTES;
    for (uint32_t f = 0; f < fields->count && row == TTA_NUM_ATTRIBUTES; f++) {
      const tta_field_spec *field = fields->fields[f];
      tta_class class = (tta_class)(*in_list ? field->element : field->class);
      if ((*in_list || class != TTA_CLASS_LIST) && tta_class_is_attribute(class)) row = (tta_attribute)field->argument;
    }
    *in_list = false;
  }
  return false;
}

static tta_status complete(builder *b, uint32_t low, uint32_t begin) {
  tta_document *d = b->document;
  tta_frame frames[TTA_MAX_FRAMES];
  tta_field_list fields;
  bool in_list;
  char sigil = b->prefix.size ? b->prefix.data[0] : 0;
  if (sigil == '%' || sigil == '^' || sigil == '@') return add_names(b, sigil, begin);
  uint32_t count;
  tta_status status = tta_find_frames(d, low, begin, frames, &count);
  b->outer = count ? &frames[count - 1] : NULL;
  b->offset = begin;
  b->comma = TTA_UNKNOWN;
  bool resolved = count && resolve_frames(d, frames, count, begin, &fields, &in_list, &b->comma);
  if (resolved && !tta_is_after_item(d, frames, begin))
    status = add_fields(b, &fields, in_list, begin);
  if (!status && count) status = add_parser_tokens(b, &frames[count - 1], begin);
  if (status || b->num_list || (sigil != '#' && sigil != '!')) return status;
  add_attributes(b, sigil); /* in an operation, or where the field is not known */
  return add_names(b, sigil, begin);
}

/* ---- dates ---- */

/* Whether there is the value of `--era=` before `offset`, in a comment: `// RUN: tt-opt --era=2025-03-04`. */
static bool is_era_value(const tta_document *d, uint32_t low, uint32_t offset, uint32_t *begin) {
  static const char option[] = "--era=";
  enum { SIZE = sizeof option - 1 };
  const char *text = d->text;
  *begin = offset;
  while (*begin > low && (tta_is_word_byte(text[*begin - 1]) || text[*begin - 1] == '-')) --*begin;
  if (*begin - low < SIZE || memcmp(text + *begin - SIZE, option, SIZE) != 0) return false;
  uint32_t line = *begin - SIZE;
  while (line > low && text[line - 1] != '\n') line--;
  tta_tokens tokens = tta_tokens_of(text + line, text + *begin);
  tta_token t = {.kind = TTA_MARK_OTHER};
  while (tta_token_next(&tokens, &t)) {}
  return t.kind == TTA_MARK_COMMENT;
}

/* The dates on which the syntax has changed, the latest one first. */
static void add_eras(builder *b) {
  tta_buf date = tta_buf_new(b->document->allocator);
  add_word(b, TTA_COMPLETION_KEYWORD, "auto", "the dates of the text");
  add_word(b, TTA_COMPLETION_KEYWORD, "latest", "the latest date");
  for (uint32_t i = TTA_NUM_DATES - 1; i > 0; i--) {
    date.size = 0;
    tta_buf_date(&date, tta_date_day((tta_date)i));
    if (date.failed) b->document->answer.failed = true;
    else add(b, TTA_COMPLETION_KEYWORD, tta_buf_view(&date), (tta_str){"", 0});
  }
  tta_buf_free(&date);
}

/* ---- completion -------------------------------------------------------------------------------------------------- */

tta_status tta_document_complete(tta_document *d, uint32_t offset, tta_completions *out) {
  *out = (tta_completions){.replaced = {offset, offset}};
  tta_status status = tta_document_begin_query(d);
  if (status) return status;
  if (offset > d->size) return TTA_INVALID;
  size_t section = tta_document_find_section(d, offset);
  const tta_section *s = &d->sections[section];
  if (!tta_document_is_inside(d, section, offset)) return TTA_OK; /* in a marker, or in other text of Markdown */
  uint32_t begin;
  bool is_era = is_era_value(d, s->begin, offset, &begin);
  if (!is_era) begin = prefix_begin(d, s->begin, offset);
  builder b = {.document = d, .prefix = {d->text + begin, offset - begin}};
  tta_str prefix = tta_arena_str(&d->answer, b.prefix);
  if (!prefix.data) return TTA_NO_MEMORY;
  b.prefix = prefix;
  tta_strmap_init(&b.texts, d->allocator);
  if (is_era) add_eras(&b);
  else if (begin < offset && tta_is_digit(d->text[begin])) status = TTA_OK; /* a number or a shape */
  else status = complete(&b, s->begin, begin);
  tta_strmap_free(&b.texts);
  if (!status && d->answer.failed) status = TTA_NO_MEMORY;
  if (status) return status;
  *out = (tta_completions){{begin, offset}, b.num_list, b.list};
  return TTA_OK;
}
