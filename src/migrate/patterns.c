/* Attributes in the patterns of FileCheck: `// CHECK-SAME: dtype = #tt.supportedDataTypes<bf16>`.
 *
 * If only the name of the dialect differs on the date, it is replaced, wherever the rest of the attribute is. Any
 * other attribute must be whole: it is parsed with other texts in place of regular expressions and variables, which
 * have to be in the result again. Tensors whose layout has another form have another shape, and a layout of that sort
 * is known by its tensor: both are found by their spelling in the text. */
#include <string.h>

#include "base/format.h"
#include "base/str.h"
#include "ir/names.h"
#include "migrate/text.h"
#include "parse/repair.h"
#include "text/token.h"

/* ---- which comments are patterns ---- */

static bool is_prefix_byte(char c) { return tta_is_letter(c) || tta_is_digit(c) || c == '_' || c == '-'; }

/* Whether one of the --check-prefix options of the RUN lines names a prefix. */
static bool is_named(tta_str text, tta_str prefix) {
  for (size_t at; (at = tta_str_find(text, "check-prefix")) != SIZE_MAX;) {
    text = tta_str_rest(text, at + strlen("check-prefix"));
    tta_str list = text;
    tta_str_skip(&list, "es");
    if (!list.size || (*list.data != '=' && *list.data != ' ')) continue;
    for (list = tta_str_rest(list, 1); list.size && is_prefix_byte(*list.data); list = tta_str_rest(list, 1)) {
      size_t size = 0;
      while (size < list.size && is_prefix_byte(list.data[size])) size++;
      if (tta_str_equal((tta_str){list.data, size}, prefix)) return true;
      list = tta_str_rest(list, size);
      if (!list.size || *list.data != ',') break;
    }
  }
  return false;
}

static tta_str without_directive(tta_str word) {
  static const char *const suffixes[] = {"-SAME", "-NEXT", "-DAG", "-NOT", "-LABEL", "-EMPTY"};
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    if (tta_str_ends_with(word, suffixes[i])) word.size -= strlen(suffixes[i]);
  size_t count = tta_str_find(word, "-COUNT-");
  if (count != SIZE_MAX) word.size = count;
  return word;
}

/* The pattern of a comment; empty. */
static tta_str pattern_of(tta_str text, tta_str comment) {
  size_t begin = 2, end;
  while (begin < comment.size && (tta_is_blank(comment.data[begin]) || comment.data[begin] == '/')) begin++;
  for (end = begin; end < comment.size && is_prefix_byte(comment.data[end]);) end++;
  tta_str none = {"", 0}, prefix = without_directive((tta_str){comment.data + begin, end - begin});
  if (end == comment.size || comment.data[end] != ':' || !prefix.size) return none;
  return tta_str_is(prefix, "CHECK") || is_named(text, prefix) ? tta_str_rest(comment, end + 1) : none;
}

/* ---- the parts of a pattern ---- */

/* `[[` of lists; a variable has a name */
static bool opens_lists(const char *at) { return at[0] == '[' && !tta_is_letter(at[2]) && !strchr("_#$@", at[2]); }

/* The end of a `{{..}}` or `[[..]]` at `at`; `at` where there is none. */
static const char *end_of_hole(const char *at, const char *end) {
  const char *close = end - at > 3 && at[0] == at[1] && (*at == '{' || *at == '[') ? (*at == '{' ? "}}" : "]]") : NULL;
  if (!close) return at;
  size_t size = tta_str_find(tta_str_between(at + 2, end), close);
  if (opens_lists(at)) return at;
  return size == SIZE_MAX ? at : at + 2 + size + 2;
}

/* The end of the attribute whose name is given; NULL if its body does not end here. */
static const char *end_of_attribute(const tta_name_text *name, const char *end) {
  const char *at = name->long_form ? name->dialect.data + name->dialect.size : name->end;
  uint32_t depth = 0;
  if (!name->body && !name->long_form) return name->end;
  do {
    const char *hole = end_of_hole(at, end);
    if (hole != at) {
      at = hole;
      continue;
    }
    if (strchr("<([{", *at)) depth++;
    bool arrow = *at == '>' && at[-1] == '-';
    if (strchr(">)]}", *at) && !arrow) depth--;
    at++;
  } while (depth && at < end);
  return depth ? NULL : at;
}

/* ---- an attribute with holes ---- */

enum { MAX_HOLES = 16, FIRST_NUMBER = 900000000 };

typedef struct template {
  tta_buf text;               /* definitions of aliases, and the attribute */
  uint32_t begin;             /* of the attribute */
  tta_str holes[MAX_HOLES];   /* what the pattern has for each */
  bool named[MAX_HOLES];      /* after a `#` */
  uint32_t num_holes;
  bool numbers;               /* holes are numbers, else aliases */
} template;

static void append_hole(tta_buf *out, const template *t, uint32_t i) {
  if (t->named[i]) tta_buf_printf(out, "hole_%u_", i);
  else if (t->numbers) tta_buf_printf(out, "%u", FIRST_NUMBER + i);
  else tta_buf_printf(out, "#hole_%u_", i);
}

/* An alias that fits wherever an attribute does, or a map by its name. */
static void define(tta_buf *out, tta_str name) {
  bool map = tta_str_starts_with(name, "#map");
  tta_buf_printf(out, "%.*s = %s\n", TTA_STR_ARGS(name), map ? "affine_map<(d0) -> (d0)>" : "#tt.device_arch<0>");
}

static bool find_holes(template *t, tta_str attribute) {
  const char *end = attribute.data + attribute.size;
  for (const char *at = attribute.data; at < end;) {
    const char *after = end_of_hole(at, end);
    if (after != at && t->num_holes == MAX_HOLES) return false;
    if (after != at) {
      t->named[t->num_holes] = at[-1] == '#';
      t->holes[t->num_holes++] = tta_str_between(at, after);
    }
    at = after == at ? at + 1 : after;
  }
  return true;
}

/* The attribute with other texts in the holes, after definitions of all aliases in it. */
static void fill_holes(template *t, tta_str attribute, const tta_allocator *allocator) {
  const char *at = attribute.data, *end = at + attribute.size;
  tta_buf filled = tta_buf_new(allocator);
  for (uint32_t i = 0; i < t->num_holes; i++) {
    tta_buf_append(&filled, tta_str_between(at, t->holes[i].data));
    append_hole(&filled, t, i);
    at = t->holes[i].data + t->holes[i].size;
  }
  tta_buf_append(&filled, tta_str_between(at, end));
  tta_tokens tokens = tta_tokens_in(tta_buf_view(&filled));
  tta_name_text name;
  for (tta_token token; tta_token_next(&tokens, &token);)
    if (token.kind == TTA_MARK_NAME && *token.begin == '#' && !tta_name_split(token.begin, &name))
      define(&t->text, tta_str_between(token.begin, token.end));
  t->begin = (uint32_t)t->text.size;
  tta_buf_append(&t->text, tta_buf_view(&filled));
  if (filled.failed) t->text.failed = true;
  tta_buf_char(&t->text, 0);
  if (!t->text.failed) t->text.size--;
  tta_buf_free(&filled);
}

/* The holes again. @return false: one is not there exactly once */
static bool restore_holes(const template *t, tta_str text, tta_buf *out) {
  uint32_t seen = 0, i;
  while (text.size) {
    for (i = 0; i < t->num_holes; i++) {
      char room[32];
      tta_buf hole = tta_buf_fixed(room, sizeof room);
      append_hole(&hole, t, i);
      tta_str rest = text;
      if (!tta_str_skip(&rest, tta_buf_fixed_text(&hole))) continue;
      if (seen >> i & 1) return false;
      seen |= 1U << i;
      tta_buf_append(out, t->holes[i]);
      text = rest;
      break;
    }
    if (i < t->num_holes) continue;
    tta_buf_char(out, *text.data);
    text = tta_str_rest(text, 1);
  }
  return seen == (1U << t->num_holes) - 1;
}

static tta_node_id parse(tta_reader *reader, const template *t) {
  tta_str text = tta_buf_view(&t->text), line, rest = {text.data, t->begin};
  tta_scanner_init(&reader->scanner, text, 0, (uint32_t)text.size, reader->report);
  while (tta_str_next_line(&rest, &line)) {
    uint32_t begin = (uint32_t)(line.data - text.data), size = (uint32_t)tta_str_find(line, " = ");
    tta_span name = {begin, begin + size};
    if (!tta_strmap_find(&reader->alias_numbers, TTA_SPAN_TEXT(text.data, name)))
      tta_reader_define_alias(reader, name, begin + size + 3);
  }
  tta_node_id root = tta_parse_once(&reader->parser, TTA_ENTRY_VALUE, t->begin);
  bool whole = root && reader->parser.at == text.data + text.size && !reader->report->num_errors;
  return whole && !(tta_node_at(&reader->tree, root)->flags & TTA_NODE_HAS_ERRORS) ? root : 0;
}

/* Migrates the attribute of a template. */
static bool migrate_template(tta_migrated_text *text, const template *t, tta_buf *out) {
  tta_arena arena;
  tta_report report;
  tta_reader reader;
  bool found = false;
  tta_arena_init(&arena, text->m.allocator);
  tta_report_init(&report, &arena);
  tta_status status = tta_reader_init(&reader, tta_buf_view(&t->text), &report, text->m.allocator,
                                      (tta_reader_options){.era = text->options->era});
  tta_node_id root = status ? 0 : parse(&reader, t);
  tta_migrator m = {.tree = &reader.tree, .to = text->m.to, .period = text->m.period, .allocator = text->m.allocator,
                    .arena = &arena};
  tta_buf written = tta_buf_new(text->m.allocator);
  tta_buf_init(&m.reason, text->m.allocator);
  if (root && !tta_migrate_node(&m, &written, root))
    found = restore_holes(t, tta_buf_view(&written), out);
  if (status == TTA_NO_MEMORY || reader.status == TTA_NO_MEMORY || m.status || written.failed)
    text->m.status = TTA_NO_MEMORY;
  tta_buf_free(&m.reason);
  tta_buf_free(&written);
  tta_reader_free(&reader);
  tta_report_free(&report);
  tta_arena_free(&arena);
  return found;
}

static bool migrate_attribute(tta_migrated_text *text, tta_str attribute, tta_buf *out) {
  bool found = false;
  for (int numbers = 1; numbers >= 0 && !found; numbers--) {
    template t = {.numbers = numbers};
    if (!find_holes(&t, attribute)) return false;
    tta_buf_init(&t.text, text->m.allocator);
    out->size = 0;
    fill_holes(&t, attribute, text->m.allocator);
    if (t.text.failed) text->m.status = TTA_NO_MEMORY;
    else found = migrate_template(text, &t, out);
    tta_buf_free(&t.text);
    if (!t.num_holes) break;
  }
  return found;
}

/* ---- a pattern ---- */

static tta_attribute attribute_of(const tta_name_text *name) {
  tta_mnemonic known = tta_name_find(*name->token, name->dialect, name->mnemonic);
  return known.kind == TTA_MNEMONIC_KNOWN ? known.attribute : TTA_NUM_ATTRIBUTES;
}

/* Apart from the dialect nothing of the attributes in [at, end) changed. */
static bool same_syntax(const tta_migrated_text *t, const char *at, const char *end) {
  for (tta_name_text name; tta_name_next(at, end, false, &name); at = name.end) {
    tta_attribute attribute = attribute_of(&name);
    bool same = attribute == TTA_NUM_ATTRIBUTES || (tta_migrate_attribute_on(attribute, t->m.to) == attribute &&
                                                    tta_era_same_syntax(attribute, t->counts.from, t->m.to));
    if (!same) return false;
  }
  return true;
}

/* FileCheck takes `[[` for a variable: the brackets of lists are a regular expression. */
static void append_escaped(tta_buf *out, tta_str text) {
  for (; text.size; text = tta_str_rest(text, 1)) {
    bool lists = text.size > 2 && text.data[1] == '[' && opens_lists(text.data);
    if (lists) tta_buf_str(out, "{{\\[\\[}}");
    else tta_buf_char(out, *text.data);
    if (lists) text = tta_str_rest(text, 1);
  }
}

static void edit(tta_migrated_text *t, const char *begin, size_t size, tta_str text) {
  uint32_t at = (uint32_t)(begin - t->source->text.data);
  size_t printed = t->printed.size;
  append_escaped(&t->printed, text);
  tta_migrated_text_edit(t, (tta_span){at, at + (uint32_t)size}, printed);
}

static void rename_dialect(tta_migrated_text *t, const tta_name_text *name, tta_attribute attribute) {
  tta_dialect own = tta_dialect_find(name->dialect), now = tta_era_dialect_on(attribute, t->m.to);
  if (own == TTA_NUM_DIALECTS || now == TTA_NUM_DIALECTS || tta_era_has_dialect(attribute, own, t->m.to)) return;
  edit(t, name->dialect.data, name->dialect.size, tta_str_from(tta_dialect_names[now]));
  t->counts.patterns++;
}

static void leave(tta_migrated_text *t, const tta_name_text *name, const char *end) {
  const char *text = t->source->text.data, *why = end ? "it has an expression or an alias in a part that changes, or "
                                                        "needs the shape of its tensor"
                                                      : "its end is not in this pattern";
  t->counts.patterns_left++;
  tta_report_add(&t->results.report, TTA_RULE_migrate_pattern,
                 (tta_span){(uint32_t)(name->token - text), (uint32_t)(name->end - text)},
                 "%.*s has another syntax on this date, and is not migrated: %s", (int)name->mnemonic.size,
                 name->mnemonic.data, why);
}

/* A layout that some tensor of the text has. */
static bool find_layout(const tta_migrated_text *t, tta_str layout, tta_buf *out) {
  bool several;
  const tta_migrated_tensor *tensor = tta_migrate_tensor_spelled(&t->m, layout, &several);
  out->size = 0;
  if (tensor) tta_buf_append(out, tensor->layout);
  return tensor;
}

/* @return where the search for the next attribute continues */
static const char *migrate_found(tta_migrated_text *t, const tta_name_text *name, const char *limit) {
  tta_attribute attribute = attribute_of(name);
  const char *end = end_of_attribute(name, limit);
  if (attribute == TTA_NUM_ATTRIBUTES) return name->end;
  if (tta_era_same_syntax(attribute, t->counts.from, t->m.to) && same_syntax(t, name->token, end ? end : name->end)) {
    rename_dialect(t, name, attribute);
    return name->end;
  }
  tta_buf text = tta_buf_new(t->m.allocator);
  tta_str old = end ? tta_str_between(name->token, end) : (tta_str){"", 0};
  bool found = end && (migrate_attribute(t, old, &text) || find_layout(t, old, &text));
  bool changes = found && !tta_str_equal(old, tta_buf_view(&text));
  if (text.failed) t->m.status = TTA_NO_MEMORY;
  if (changes) edit(t, name->token, old.size, tta_buf_view(&text));
  t->counts.patterns += changes;
  if (!found) leave(t, name, end);
  tta_buf_free(&text);
  return found ? end : name->end;
}

/* `tensor<64x128xf32, ` before an alias or a variable; empty: no such type begins here. */
static tta_str head_of_tensor(const char *at, const char *end) {
  tta_str none = {"", 0};
  uint32_t depth = 0;
  const char *comma = at + strlen("tensor<");
  for (; comma < end && (depth || *comma != ','); comma++) {
    const char *hole = end_of_hole(comma, end);
    if (hole != comma || (!depth && *comma == '>')) return none;
    depth += *comma == '<';
    depth -= *comma == '>';
  }
  const char *stop = comma + 1;
  while (stop < end && tta_is_blank(*stop)) stop++;
  bool name = stop < end && (*stop == '#' || end_of_hole(stop, end) != stop);
  return name ? tta_str_between(at, stop) : none;
}

/* The types in a pattern whose shape is another one on the date. */
static void migrate_tensors(tta_migrated_text *t, tta_str pattern) {
  const char *end = pattern.data + pattern.size;
  for (size_t at; (at = tta_str_find(pattern, "tensor<")) != SIZE_MAX; pattern = tta_str_rest(pattern, 1)) {
    bool several;
    pattern = tta_str_rest(pattern, at);
    tta_str head = head_of_tensor(pattern.data, end);
    const tta_migrated_tensor *tensor = tta_migrate_tensor_spelled(&t->m, head, &several);
    if (tensor && !tta_str_equal(tensor->head, head)) {
      edit(t, head.data, head.size, tensor->head);
      t->counts.patterns++;
    }
    if (!several) continue;
    uint32_t begin = (uint32_t)(head.data - t->source->text.data);
    t->counts.patterns_left++;
    tta_report_add(&t->results.report, TTA_RULE_migrate_pattern, (tta_span){begin, begin + (uint32_t)head.size},
                   "tensors of this type have several shapes on this date, and this one is not migrated");
  }
}

/* The end of the edit around a byte; NULL: it is not in one. */
static const char *end_of_edit(const tta_migrated_text *t, uint32_t first, uint32_t end, const char *at) {
  uint32_t offset = (uint32_t)(at - t->source->text.data);
  for (uint32_t i = first; i < end; i++)
    if (t->edits[i].span.begin <= offset && offset < t->edits[i].span.end)
      return t->source->text.data + t->edits[i].span.end;
  return NULL;
}

void tta_migrate_comment(tta_migrated_text *t, tta_str comment) {
  tta_str pattern = t->counts.from == t->m.to ? (tta_str){"", 0} : pattern_of(t->source->text, comment);
  if (!pattern.size) return;
  const char *at = pattern.data, *end = at + pattern.size;
  uint32_t first = t->num_edits;
  migrate_tensors(t, pattern);
  uint32_t tensors = t->num_edits;
  for (tta_name_text name; tta_name_next(at, end, false, &name);) {
    const char *after = end_of_edit(t, first, tensors, name.token); /* a tile, which the new type does not have */
    at = after ? after : migrate_found(t, &name, end);
  }
}
