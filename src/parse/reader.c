/* Parses a whole text: sections, islands, aliases, and the edits that make it canonical. A visitor gets the islands. */
#define _GNU_SOURCE /* memmem */
#include "parse/reader.h"

#include <string.h>

#include "base/array.h"
#include "base/chars.h"
#include "base/checked.h"
#include "base/str.h"
#include "parse/opaque.h"
#include "parse/remember.h"
#include "parse/repair.h"
#include "parse/undefined.h"
#include "print/print.h"
#include "text/token.h"

enum {
  AMPLIFICATION = 100,                  /* how many times its input an expansion may print (as expat since 2.4.0) ... */
  AMPLIFICATION_FREE_BYTES = 8 << 20,   /* ... once it is larger than this */
};

/* ---- replacements ------------------------------------------------------------------------------------------------ */

static void replace(tta_reader *d, tta_span span, uint64_t offset) {
  tta_replacement r = {span, offset, d->printed.size - offset};
  if (!TTA_PUSH(d->allocator, d, replacements, r)) d->status = TTA_NO_MEMORY;
}

uint64_t tta_amplification_limit(uint64_t text_bytes) {
  uint64_t limit = AMPLIFICATION * text_bytes;
  return limit < AMPLIFICATION_FREE_BYTES ? AMPLIFICATION_FREE_BYTES : limit;
}

/* Counts what expansion writes; past the limit it is an error, once. */
static bool may_expand(tta_reader *d, tta_span span, uint64_t bytes) {
  if (d->amplified) return false;
  uint64_t limit = tta_amplification_limit(d->text.size);
  d->expanded_bytes = tta_add_capped(d->expanded_bytes, bytes);
  if (d->expanded_bytes <= limit) return true;
  d->amplified = true;
  tta_report_add(d->report, TTA_RULE_amplification, span,
                 "expanding aliases would make the output too large (limit: %d times the input of %llu bytes)",
                 AMPLIFICATION, (unsigned long long)d->text.size);
  return false;
}

/* The size of a node's text with all aliases expanded, from the sizes of the aliases it uses: an upper bound that costs
 * no expansion. */
static uint64_t expanded_size(const tta_tree *tree, tta_node_id first_node, tta_span span) {
  uint64_t bytes = span.end - span.begin;
  for (tta_node_id i = first_node; i < tree->num_nodes; i++)
    if (tree->nodes[i].kind == TTA_NODE_ALIAS)
      bytes = tta_add_capped(bytes, tree->aliases[tree->nodes[i].index].expanded_bytes);
  return bytes;
}

static uint32_t deepest_alias(const tta_tree *tree, tta_node_id first_node) {
  uint32_t depth = 0;
  for (tta_node_id i = first_node; i < tree->num_nodes; i++)
    if (tree->nodes[i].kind == TTA_NODE_ALIAS && tree->aliases[tree->nodes[i].index].depth > depth)
      depth = tree->aliases[tree->nodes[i].index].depth;
  return depth;
}

static bool too_deep(tta_reader *d, tta_span span, uint32_t depth) {
  if (depth <= TTA_NESTING_LIMIT) return false;
  tta_report_add(d->report, TTA_RULE_nesting_limit, span, "expanding aliases would nest more than %d levels",
                 TTA_NESTING_LIMIT);
  return true;
}

/* Canonical text can nest deeper than what was read: `d0 mod 7 floordiv 3 mod 7` gets its parentheses. What could not
 * be read again is not printed. */
static bool nests_too_deeply(tta_str text) {
  size_t openers = 0;
  for (size_t i = 0; i < text.size; i++) openers += tta_is_opening(text.data[i]);
  if (openers < TTA_NESTING_LIMIT) return false;
  tta_tokens tokens = tta_tokens_in(text);
  char open[TTA_NESTING_LIMIT];
  uint32_t depth = 0;
  for (tta_token t; tta_token_next(&tokens, &t) && depth < TTA_NESTING_LIMIT;) tta_follow_brackets(&t, open, &depth);
  return depth >= TTA_NESTING_LIMIT;
}

/* Where MLIR prints an attribute by itself it writes the type of an integer: `#a = 5` is `#a = 5 : i64`. */
static void print_by_itself(tta_reader *d, tta_node_id root, uint32_t end, tta_print_options options) {
  char next = end < d->text.size ? d->text.data[end] : ' ';
  /* `5nn` are two tokens */
  bool glued = tta_is_word_byte(next);
  tta_print_node(&d->printed, &d->tree, root, options);
  if (tta_node_at(&d->tree, root)->kind == TTA_NODE_INT && !glued) tta_buf_str(&d->printed, " : i64");
}

static void canonicalize(tta_reader *d, tta_node_id root, tta_node_id first_node, tta_span span) {
  if (!d->options.canonicalize || d->parser.comment) return;
  if (tta_node_at(&d->tree, root)->flags & TTA_NODE_HAS_ERRORS) return;
  tta_print_options options = {.expand_aliases = d->options.expand_aliases};
  if (options.expand_aliases) {
    if (too_deep(d, span, d->parser.max_depth + deepest_alias(&d->tree, first_node))) return;
    if (!may_expand(d, span, expanded_size(&d->tree, first_node, span))) return;
  } else if (d->parser.canonical && !d->options.always_print) {
    return;
  }
  if (d->parser.opaque) tta_canonicalize_opaques(d, first_node);
  size_t offset = d->printed.size;
  print_by_itself(d, root, span.end, options);
  size_t size = d->printed.size - offset;
  if (size == span.end - span.begin && !memcmp(d->printed.data + offset, d->text.data + span.begin, size))
    d->printed.size = offset;
  else if (size > TTA_NESTING_LIMIT && nests_too_deeply((tta_str){d->printed.data + offset, size}))
    tta_report_add(d->report, TTA_RULE_nesting_limit, span, "canonical text would nest more than %d levels",
                   TTA_NESTING_LIMIT);
  else replace(d, span, offset);
}

/* ---- islands ----------------------------------------------------------------------------------------------------- */

static bool visit(tta_reader *d, const tta_visitor *v, tta_node_id root, tta_island_context place, tta_span span) {
  return v && v->island ? v->island(v->user, d, root, place, span) : false;
}

/* After an island that could not be parsed the scan continues after its first token, so that nothing is skipped. */
static const char *resume_at(const tta_reader *d, tta_node_id root, uint32_t begin) {
  const char *at = d->parser.at;
  if (root) return at;
  const char *token = d->parser.failed_at > d->text.data + begin ? d->parser.failed_at : d->text.data + begin + 1;
  return token;
}

/* Where the parser stopped. Recovery from an error may look for a closing bracket beyond the section. */
static uint32_t end_of_value(const tta_reader *d) {
  const char *at = d->parser.at < d->scanner.end ? d->parser.at : d->scanner.end;
  return (uint32_t)(at - d->text.data);
}

static tta_island_context place_of(const tta_scan_item *item) {
  if (item->kind == TTA_SCAN_DEVICE) return TTA_CONTEXT_DEVICE_OPERATION;
  return item->key == TTA_KEY_DEVICE        ? TTA_CONTEXT_MODULE_DEVICE
         : item->key == TTA_KEY_SYSTEM_DESC ? TTA_CONTEXT_MODULE_SYSTEM
                                            : TTA_CONTEXT_OPERATION;
}

/* Inside the body of an unknown attribute anything may look like an island: one that cannot be read is left alone,
 * silently. */
static bool inside_opaque(const tta_reader *d, uint32_t begin) { return begin < d->opaque_end; }

/* An attribute with `...` in place of a part is a sketch in Markdown: it is not verified. The error is at the dots. */
static bool is_sketch(const tta_reader *d, tta_report_mark before) {
  bool found = false;
  if (!d->options.sketches) return false;
  for (size_t i = before.size; i < d->report->size && !found; i++) {
    tta_span span = d->report->items[i]->span;
    found = d->text.size - span.begin >= 3 && !memcmp(d->text.data + span.begin, "...", 3);
  }
  return found;
}

/* The comments of an island, where strings may be. */
static void see_comments(tta_reader *d, tta_span span) {
  const char *text = d->text.data;
  tta_tokens tokens = tta_tokens_of(text + span.begin, d->scanner.end);
  for (tta_token t; tta_token_next(&tokens, &t) && t.begin < text + span.end;)
    if (t.kind == TTA_MARK_COMMENT)
      tta_suppressions_see_comment(d->suppressions, (uint32_t)(t.begin - text), (uint32_t)(t.end - text),
                                   (uint32_t)(d->scanner.end - text));
}

/* Comments in the text that the scanner does not see, and values of several lines.
 * @param begin  of the value, or of the name before it */
static void see_suppressions(tta_reader *d, uint32_t begin, bool comment) {
  if (!d->suppressions || (!comment && !d->suppressions->num_comments)) return;
  tta_span span = {begin, (uint32_t)(d->scanner.at - d->text.data)};
  if (comment) see_comments(d, span);
  tta_suppressions_see_value(d->suppressions, span);
}

/* ---- new values -------------------------------------------------------------------------------------------------- */

/* Reads a value or a device, prints it and has it visited. @return whether its tree is not needed any more */
static inline bool read_new(tta_reader *d, const tta_visitor *v, const tta_scan_item *item) {
  bool inside = inside_opaque(d, item->begin), may_rewind = inside || d->options.sketches;
  tta_report_mark reported = may_rewind ? tta_report_position(d->report) : (tta_report_mark){0};
  uint32_t first_node = d->tree.num_nodes, undefined = d->parser.num_undefined;
  tta_entry entry = item->kind == TTA_SCAN_DEVICE ? TTA_ENTRY_DEVICE : TTA_ENTRY_VALUE;
  tta_node_id root = inside ? tta_parse_once(&d->parser, entry, item->begin) /* its errors are not reported */
                            : tta_parse_island(&d->parser, entry, item->begin);
  if (root && entry == TTA_ENTRY_DEVICE && item->ttcore) tta_node_at(&d->tree, root)->dialect = TTA_TTCORE;
  if (entry == TTA_ENTRY_DEVICE) d->parser.dialects |= 1U << (item->ttcore ? TTA_TTCORE : TTA_TT);
  tta_span span = {item->begin, end_of_value(d)};
  if (is_sketch(d, reported)) tta_report_rewind(d->report, reported);
  if (inside && (!root || (tta_node_at(&d->tree, root)->flags & TTA_NODE_HAS_ERRORS))) {
    tta_report_rewind(d->report, reported);
    d->parser.num_undefined = undefined;
    d->scanner.at = d->text.data + item->begin + 1;
    return true;
  }
  if (root) canonicalize(d, root, first_node, span);
  bool keep = visit(d, v, root, place_of(item), span);
  d->scanner.at = resume_at(d, root, item->begin);
  see_suppressions(d, item->name.begin, d->parser.comment || !root);
  return !keep;
}

static void read_island(tta_reader *d, const tta_visitor *v, const tta_scan_item *item) {
  tta_known_item known;
  const char *begin = d->text.data + item->begin;
  if (tta_known_pauses(&d->known.rate) && !tta_known_is_sample(begin, d->scanner.end)) {
    d->known.learning = false;
  } else if ((v && v->apart && tta_pass_apart(d, v, item)) || tta_pass_known_value(d, v, item, &known)) {
    see_suppressions(d, item->name.begin, false);
    return;
  }
  tta_tree_mark mark = tta_tree_position(&d->tree);
  if (!read_new(d, v, item)) return;
  if (d->known.learning) tta_remember_value(d, v, known);
  tta_tree_rewind(&d->tree, mark);
}

/* ---- aliases ----------------------------------------------------------------------------------------------------- */

/* A file of independent sections, read as one: said where its first consequence is. */
static void hint_at_splitting(tta_reader *d, tta_diagnostic *diagnostic, uint32_t begin, uint32_t end) {
  tta_str marker = d->options.marker;
  if (d->options.split || d->split_hinted) return;
  d->split_hinted = true;
  const char *at = memmem(d->text.data + begin, end - begin, marker.data, marker.size);
  if (!at) return;
  uint32_t offset = (uint32_t)(at - d->text.data);
  tta_report_note(d->report, diagnostic, (tta_span){offset, offset + (uint32_t)marker.size},
                  "this line separates sections only if splitting is enabled");
}

void tta_reader_add_alias(tta_reader *d, tta_alias alias) {
  uint32_t number = tta_tree_add_alias(&d->tree, alias);
  if (number == UINT32_MAX || tta_strmap_set(&d->alias_numbers, alias.name, number)) d->status = TTA_NO_MEMORY;
}

static void define_alias(tta_reader *d, tta_str name, tta_span span, tta_node_id value, tta_node_id first_node,
                         tta_span body) {
  const uint32_t *old = tta_strmap_find(&d->alias_numbers, name);
  if (old) {
    const tta_alias *first = &d->tree.aliases[*old];
    tta_diagnostic *diagnostic = tta_report_add(
        d->report, TTA_RULE_alias_redefined, span, "redefinition of %s alias id '%.*s'",
        name.data[0] == '#' ? "attribute" : "type", (int)(name.size > 64 ? 64 : name.size) - 1, name.data + 1);
    tta_report_note(d->report, diagnostic, first->span, "first defined here");
    hint_at_splitting(d, diagnostic, first->span.end, span.begin);
    return;
  }
  tta_alias alias = {.name = name, .sigil = name.data[0], .value = value, .span = span, .poisoned = !value};
  if (value && tta_node_at(&d->tree, value)->kind == TTA_NODE_ERROR) alias.poisoned = true;
  alias.depth = d->parser.max_depth + deepest_alias(&d->tree, first_node);
  alias.expanded_bytes = expanded_size(&d->tree, first_node, body);
  alias.meaning = ++d->known.num_meanings;
  tta_reader_add_alias(d, alias);
}

/* The definition goes when aliases are expanded; its line with it when nothing else stands there. */
static void drop_definition(tta_reader *d, tta_span span) {
  const char *b = d->text.data + span.begin, *e = d->text.data + span.end, *end = d->text.data + d->text.size;
  while (b > d->text.data && (b[-1] == ' ' || b[-1] == '\t')) b--;
  while (e < end && (*e == ' ' || *e == '\t' || *e == '\r')) e++;
  bool whole_line = (b == d->text.data || b[-1] == '\n') && (e == end || *e == '\n');
  if (whole_line) span = (tta_span){(uint32_t)(b - d->text.data), (uint32_t)(e - d->text.data + (e < end))};
  replace(d, span, d->printed.size);
}

/* `loc(...)`, `distinct[0]<...>`: kept byte for byte, balanced. */
static tta_node_id read_opaque(tta_reader *d, const char *begin) {
  tta_bracket_error error;
  const char *end = tta_scan_opaque(begin, d->scanner.end, &error);
  d->opaque_comment = !end || error.comment;
  tta_span span = {(uint32_t)(begin - d->text.data), (uint32_t)((end ? end : begin + 1) - d->text.data)};
  d->parser.at = end ? end : begin;
  d->parser.comment = true; /* stays as it is */
  d->parser.max_depth = 1;
  if (end && end > begin) {
    tta_node_id id = tta_node_new(&d->tree, TTA_NODE_OPAQUE, span);
    const char *body = memchr(begin, '<', (size_t)(end - begin));
    if (body && tta_verify_missing_sigil(d->report, d->text.data, begin, body))
      tta_node_at(&d->tree, id)->flags |= TTA_NODE_OURS;
    return id;
  }
  if (end) tta_report_add(d->report, TTA_RULE_syntax, span, "expected an attribute or a type");
  else tta_report_brackets(d->report, d->text.data, &error, "the value of this alias");
  d->parser.failed_at = begin + 1;
  return 0;
}

/* `#tt.grid`: an attribute that is known. */
static bool begins_attribute(const char *token) {
  tta_name_text name;
  return *token == '#' && tta_name_split(token, &name) &&
         tta_name_find('#', name.dialect, name.mnemonic).kind == TTA_MNEMONIC_KNOWN;
}

tta_node_id tta_reader_parse_alias(tta_reader *d, tta_span span, uint32_t after, tta_span *body) {
  tta_str name = TTA_SPAN_TEXT(d->text.data, span);
  const char *begin = tta_skip_gap(d->text.data + after, d->scanner.end);
  uint32_t offset = (uint32_t)(begin - d->text.data);
  tta_node_id value;
  if (begin >= d->scanner.end) {
    tta_report_add(d->report, TTA_RULE_syntax, span, "expected %s after '='",
                   name.data[0] == '#' ? "an attribute" : "a type");
    d->parser.at = d->scanner.end;
    d->parser.failed_at = d->scanner.end;
    value = 0;
  } else if (name.data[0] == '#' && !tta_scan_is_readable(begin, d->scanner.end)) {
    value = read_opaque(d, begin);
  } else if (name.data[0] == '!' && begins_attribute(begin)) {
    tta_diagnostic *diagnostic =
      tta_report_add(d->report, TTA_RULE_syntax, span, "the value of '%.*s' is an attribute; did you mean '#%.*s'?",
                     TTA_STR_START(name), TTA_STR_START(tta_str_rest(name, 1)));
    tta_report_fix(d->report, diagnostic, (tta_span){span.begin, span.begin + 1}, (tta_str){"#", 1},
                   "replace with '#'");
    d->parser.at = begin;
    d->parser.failed_at = begin;
    value = 0;
  } else {
    d->parser.defining = name;
    value = tta_parse_island(&d->parser, name.data[0] == '#' ? TTA_ENTRY_ALIAS_VALUE : TTA_ENTRY_ALIAS_TYPE, offset);
  }
  d->parser.defining = (tta_str){NULL, 0};
  *body = (tta_span){offset, end_of_value(d)};
  return value;
}

tta_node_id tta_reader_define_alias(tta_reader *d, tta_span name, uint32_t begin) {
  tta_node_id first_node = d->tree.num_nodes;
  tta_span body;
  tta_node_id value = tta_reader_parse_alias(d, name, begin, &body);
  define_alias(d, TTA_SPAN_TEXT(d->text.data, name), name, value, first_node, body);
  return value;
}

static void read_alias(tta_reader *d, const tta_visitor *v, const tta_scan_item *item) {
  tta_known_item known;
  if (tta_pass_known_definition(d, v, item, &known)) {
    see_suppressions(d, item->name.begin, false);
    tta_scan_after_alias(&d->scanner, TTA_SPAN_TEXT(d->text.data, item->name));
    return;
  }
  tta_node_id first_node = d->tree.num_nodes;
  tta_str name = TTA_SPAN_TEXT(d->text.data, item->name);
  tta_span body;
  tta_report_mark reported = tta_report_position(d->report);
  tta_node_id value = tta_reader_parse_alias(d, item->name, item->begin, &body);
  if (is_sketch(d, reported)) tta_report_rewind(d->report, reported);
  bool opaque = value && tta_node_at(&d->tree, value)->kind == TTA_NODE_OPAQUE;
  bool dropped = value && d->options.expand_aliases && !tta_node_is_location(&d->tree, value);
  if (dropped) {
    if (d->parser.opaque) tta_canonicalize_opaques(d, first_node);
    drop_definition(d, (tta_span){item->name.begin, body.end});
  } else if (value && !opaque) {
    canonicalize(d, value, first_node, body);
  }
  define_alias(d, name, item->name, value, first_node, body);
  visit(d, v, value, TTA_CONTEXT_ALIAS, body);
  d->scanner.at = resume_at(d, value, item->begin);
  /* between the name and the value a comment may be, too */
  uint32_t between = body.begin - item->name.end;
  bool lines = between > 3 && memchr(d->text.data + item->name.end, '\n', between); /* ` = ` is usual */
  see_suppressions(d, item->name.begin, lines || !value || (opaque ? d->opaque_comment : d->parser.comment));
  if (d->known.learning && value && !opaque) tta_remember_definition(d, v, known);
  const tta_node *root = tta_node_at(&d->tree, value);
  bool has_errors = value && (root->kind == TTA_NODE_ERROR || (root->flags & TTA_NODE_HAS_ERRORS));
  if (value && !has_errors) tta_scan_after_alias(&d->scanner, name);
  if (opaque && !dropped && memchr(d->text.data + body.begin, '<', body.end - body.begin)) {
    const char *begin = d->text.data + body.begin; /* searched as an operation is; a string may be before the `<` */
    bool location = tta_node_is_location(&d->tree, value);
    d->scanner.at = location ? begin + 3 : memchr(begin, '<', body.end - body.begin);
    d->opaque_end = body.end;
  }
}

/* A use in an operation. Definitions of locations may come later: undefined names are reported at the end of the
 * section.
 * @return false: it is a definition, whose `=` is missing; `item` is made one */
static bool read_use(tta_reader *d, const tta_visitor *v, tta_scan_item *item) {
  tta_str name = TTA_SPAN_TEXT(d->text.data, item->name);
  const uint32_t *number = tta_strmap_find(&d->alias_numbers, name);
  if (!number) {
    tta_span section = d->sections[d->num_sections - 1].span;
    uint32_t begin = tta_definition_without_equals(&d->parser, item->name, section);
    if (begin) {
      *item = (tta_scan_item){TTA_SCAN_ALIAS, item->name, begin, false, TTA_KEY_NONE};
      return false;
    }
    tta_note_undefined(&d->parser, item->name, true);
    if (v && v->use) v->use(v->user, d, 0, item->name);
    return true;
  }
  tta_alias *alias = &d->tree.aliases[*number];
  alias->used = true;
  if (item->key != TTA_KEY_NONE && !alias->poisoned) visit(d, v, alias->value, place_of(item), item->name);
  else if (v && v->use) v->use(v->user, d, alias->poisoned ? 0 : alias->value, item->name);
  if (!d->options.expand_aliases || alias->poisoned || tta_node_is_location(&d->tree, alias->value)) return true;
  if (too_deep(d, item->name, alias->depth) || !may_expand(d, item->name, alias->expanded_bytes)) return true;
  size_t offset = d->printed.size;
  print_by_itself(d, alias->value, item->name.end, (tta_print_options){.expand_aliases = true});
  replace(d, item->name, offset);
  return true;
}

/* ---- sections ---------------------------------------------------------------------------------------------------- */

/* The state of a section while it is read. */
typedef struct section_marks {
  size_t errors;
  uint32_t replacements;
} section_marks;

static section_marks begin_section(tta_reader *d, const tta_visitor *v, tta_span span) {
  uint32_t section = d->num_sections;
  tta_reader_section p = {.span = span};
  section_marks marks = {d->report->num_errors, d->num_replacements};
  if (!TTA_PUSH(d->allocator, d, sections, p)) d->status = TTA_NO_MEMORY;
  if (d->status) return marks;
  tta_scanner_init(&d->scanner, d->text, span.begin, span.end, d->report);
  d->scanner.names = &d->parser.names_seen;
  d->scanner.suppressions = d->suppressions;
  d->scanner.plain_tensors = d->options.every_island;
  d->parser.section_end = d->text.data + span.end;
  d->opaque_end = 0;
  d->known.section++;
  d->known.alone = span.end - span.begin == d->text.size && !d->known.lasting;
  d->parser.dialects = 0;
  d->parser.alias_searches = 0;
  if (v && v->begin_section) v->begin_section(v->user, d, section);
  return marks;
}

static void read_items(tta_reader *d, const tta_visitor *v) {
  while (!d->status) {
    tta_scan_item item = tta_scan(&d->scanner);
    if (item.kind == TTA_SCAN_END) return;
    d->name = item.name;
    bool use = item.kind == TTA_SCAN_USE && read_use(d, v, &item);
    if (item.kind == TTA_SCAN_ALIAS) read_alias(d, v, &item);
    else if (!use) read_island(d, v, &item);
    if (d->tree.status || d->report->status || d->printed.failed) d->status = TTA_NO_MEMORY;
  }
}

static void end_section(tta_reader *d, const tta_visitor *v, section_marks marks) {
  uint32_t number = d->num_sections - 1;
  tta_span span = d->sections[number].span;
  d->num_passed_over += d->scanner.num_plain;
  tta_report_undefined(&d->parser, tta_str_between(d->text.data + span.begin, d->text.data + span.end));
  if (d->tree.status) d->status = TTA_NO_MEMORY;
  if (v && v->end_section) v->end_section(v->user, d, number);
  tta_reader_section *section = &d->sections[number];
  section->num_errors = (uint32_t)(d->report->num_errors - marks.errors);
  section->has_errors = section->num_errors > 0;
  section->first_replacement = marks.replacements;
  if (section->has_errors && !d->suppressions) d->num_replacements = marks.replacements;
  d->tree.num_aliases = 0;
  tta_strmap_clear(&d->alias_numbers);
  tta_known_end_section(&d->known);
  tta_tree_rewind(&d->tree, d->known.trees);
}

static void read_section(tta_reader *d, const tta_visitor *v, tta_span span) {
  section_marks marks = begin_section(d, v, span);
  read_items(d, v);
  if (!d->status) end_section(d, v, marks);
}

/* Bytes that recovery from errors may skip. */
static size_t skip_budget_of(tta_str text) { return text.size * 4 + 65536; }

tta_status tta_reader_init(tta_reader *d, tta_str text, tta_report *report, const tta_allocator *allocator,
                             tta_reader_options options) {
  *d = (tta_reader){.text = text, .allocator = allocator, .options = options, .report = report};
  if (!d->options.marker.size) d->options.marker = tta_default_split_marker;
  tta_buf_init(&d->printed, allocator);
  tta_known_init(&d->known, allocator);
  tta_strmap_init(&d->alias_numbers, allocator);
  d->skip_budget = skip_budget_of(text);
  d->status = tta_tree_init(&d->tree, text, allocator);
  if (!d->status) d->known.trees = d->known.no_trees = tta_tree_position(&d->tree);
  if (!d->status) tta_parser_init(&d->parser, &d->tree, report, &d->alias_numbers, &d->skip_budget);
  tta_known_maps_init(&d->known_maps, allocator);
  d->parser.always_grammar = options.always_grammar;
  d->parser.era = options.era;
  return d->status;
}

tta_status tta_reader_read(tta_reader *d, const tta_visitor *visitor) {
  tta_section_rules rules = {d->options.split, d->options.marker, d->options.markdown};
  tta_text_part all = {.num_sections = UINT32_MAX};
  tta_splitter_init(&all.at, d->text, rules, 0, NULL);
  return tta_reader_read_part(d, visitor, &all);
}

tta_status tta_reader_read_part(tta_reader *d, const tta_visitor *visitor, const tta_text_part *part) {
  if (d->status) return d->status;
  if (visitor && visitor->learn) d->parser.known_maps = &d->known_maps;
  d->parser.repair_budget = d->options.no_repairs ? 0 : TTA_REPAIR_BYTES;
  tta_splitter splitter = part->at;
  tta_span section;
  splitter.report = d->report;
  while (!d->status && d->num_sections < part->num_sections && tta_splitter_next(&splitter, &section))
    read_section(d, visitor, section);
  return d->status;
}

/* Takes what a part used from a budget of the whole text.
 * @return whether the part is the same after the parts before it: they, or it, used nothing, or some is left */
static bool share_budget(uint64_t *left, uint64_t left_in_part, uint64_t full) {
  uint64_t used = full - left_in_part;
  bool same = !used || *left == full || used < *left;
  *left -= used < *left ? used : *left;
  return same;
}

static bool share_budgets(tta_reader *d, const tta_reader *part) {
  uint64_t skip = d->skip_budget, repair = d->parser.repair_budget, limit = tta_amplification_limit(d->text.size);
  uint64_t expand = limit - d->expanded_bytes; /* at most the limit in what was joined */
  uint64_t expand_in_part = part->expanded_bytes < limit ? limit - part->expanded_bytes : 0;
  bool same = share_budget(&skip, part->skip_budget, skip_budget_of(d->text)) &&
              share_budget(&repair, part->parser.repair_budget, d->options.no_repairs ? 0 : TTA_REPAIR_BYTES) &&
              share_budget(&expand, expand_in_part, limit);
  d->skip_budget = (size_t)skip;
  d->parser.repair_budget = (size_t)repair;
  d->expanded_bytes = limit - expand;
  return same;
}

tta_status tta_reader_join(tta_reader *d, tta_reader *part, bool *same) {
  uint32_t first = d->num_replacements;
  uint64_t offset = d->printed.size;
  *same = share_budgets(d, part);
  tta_buf_bytes(&d->printed, part->printed.data, part->printed.size);
  if (d->printed.failed || !TTA_GROW(d->allocator, d, sections, part->num_sections) ||
      !TTA_GROW(d->allocator, d, replacements, part->num_replacements))
    return d->status = TTA_NO_MEMORY;
  for (uint32_t i = 0; i < part->num_sections; i++) {
    d->sections[d->num_sections] = part->sections[i];
    d->sections[d->num_sections++].first_replacement += first;
  }
  for (uint32_t i = 0; i < part->num_replacements; i++) {
    d->replacements[d->num_replacements] = part->replacements[i];
    d->replacements[d->num_replacements++].offset += offset;
  }
  d->num_passed_over += part->num_passed_over;
  tta_reader_free(part);
  return TTA_OK;
}

void tta_reader_settle(tta_reader *d, const uint32_t *errors, uint32_t num_errors) {
  uint32_t kept = 0, e = 0;
  for (uint32_t p = 0; p < d->num_sections; p++) {
    tta_reader_section *section = &d->sections[p];
    bool last = p + 1 == d->num_sections;
    uint32_t suppressed = 0, end = last ? d->num_replacements : d->sections[p + 1].first_replacement;
    for (; e < num_errors && (last || errors[e] < d->sections[p + 1].span.begin); e++) suppressed++;
    section->has_errors = section->num_errors > suppressed;
    for (uint32_t r = section->first_replacement; !section->has_errors && r < end; r++)
      d->replacements[kept++] = d->replacements[r];
  }
  d->num_replacements = kept;
}

void tta_reader_free_trees(tta_reader *d) {
  tta_parser_free(&d->parser);
  tta_tree_free(&d->tree);
  tta_strmap_free(&d->alias_numbers);
  tta_known_free(&d->known);
  tta_known_maps_free(&d->known_maps);
}

void tta_reader_free(tta_reader *d) {
  tta_reader_free_trees(d);
  tta_buf_free(&d->printed);
  TTA_ARRAY_FREE(d->allocator, d, sections);
  TTA_ARRAY_FREE(d->allocator, d, replacements);
}

tta_status tta_parse_again(tta_source *source, const tta_visitor *visitor, const tta_allocator *allocator) {
  tta_arena arena;
  tta_report report;
  tta_reader text_reader;
  tta_arena_init(&arena, allocator);
  tta_report_init(&report, &arena);
  tta_status status = tta_reader_init(&text_reader, source->text, &report, arena.allocator,
                                        (tta_reader_options){.split = true});
  if (!status) {
    status = tta_reader_read(&text_reader, visitor);
    tta_reader_free(&text_reader);
  }
  tta_report_free(&report);
  tta_arena_free(&arena);
  return status;
}
