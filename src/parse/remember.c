/* What the reader passes over because its text was read before, and what it remembers. */
#include "parse/remember.h"

#include <string.h>

#include "base/array.h"
#include "base/chars.h"
#include "base/str.h"
#include "parse/follow.h"

static bool inside_opaque(const tta_reader *d, uint32_t begin) { return begin < d->opaque_end; }

/* Looks for the text from `text` to the end of the value at `begin`, if it can be remembered. */
static void look_up(tta_reader *d, const char *text, const char *begin, tta_known_item *known) {
  const char *end = tta_known_end(begin, d->scanner.end);
  if (!end) return;
  known->text = tta_str_between(text, end);
  known->number = tta_known_number(&d->known, known->text, text != begin);
  if (known->number == UINT32_MAX) d->status = TTA_NO_MEMORY;
  d->known.learning = known->number != UINT32_MAX;
}

static void begin_learning(tta_reader *d) {
  d->known.before = (tta_known_marks){d->report->size, d->num_replacements, d->parser.num_undefined, d->tree.num_nodes};
  d->known.local = d->known.alone;
  d->parser.aliased = false;
}

/* Whether the aliases in a known value mean in this section what they meant where it was read. */
static __attribute__((noinline)) bool means_the_same(tta_reader *d, const tta_visitor *v, uint32_t number,
                                                     const char *begin) {
  tta_known_value *value = &d->known.values[number];
  if (!value->num_uses) return false;
  tta_known_use *uses = d->known.uses + value->first_use;
  for (uint32_t i = 0; i < value->num_uses; i++) {
    const uint32_t *alias = tta_strmap_find(&d->alias_numbers, (tta_str){begin + uses[i].at, uses[i].size});
    if (!alias || d->tree.aliases[*alias].meaning != uses[i].meaning) return false;
    uses[i].alias = *alias;
    uses[i].begin = tta_node_at(&d->tree, d->tree.aliases[*alias].value)->begin;
  }
  if (value->verified && !v->moved(v->user, number, uses, value->num_uses)) return false;
  for (uint32_t i = 0; i < value->num_uses; i++) {
    d->tree.aliases[uses[i].alias].used = true;
    uses[i].value = tta_node_span(&d->tree, d->tree.aliases[uses[i].alias].value);
  }
  value->section = d->known.section;
  return true;
}

/* Whether the value of a text is known here. `begin`: of the value */
static inline bool is_known(tta_reader *d, const tta_visitor *v, uint32_t number, const char *begin) {
  const tta_known_value *value = &d->known.values[number];
  if (!value->sound) return false;
  return !value->section || value->section == d->known.section || means_the_same(d, v, number, begin);
}

/* A known value is at `span`. */
static inline void take_known(tta_reader *d, const tta_visitor *v, uint32_t number, tta_span span) {
  const tta_known_value *value = &d->known.values[number];
  d->parser.dialects |= value->dialects;
  if (value->size) {
    tta_replacement r = {span, value->offset, value->size};
    if (!TTA_PUSH(d->allocator, d, replacements, r)) d->status = TTA_NO_MEMORY;
  }
  if (value->verified) {
    d->num_passed_over += value->islands;
    v->known(v->user, number, span);
  }
  d->scanner.at = d->text.data + span.end;
}

/* Neither the value of a module attribute nor inside of an unknown attribute. */
static bool is_plain(const tta_reader *d, const tta_scan_item *item) {
  return item->kind == TTA_SCAN_ISLAND && item->key == TTA_KEY_NONE && !inside_opaque(d, item->begin);
}

bool tta_pass_known_value(tta_reader *d, const tta_visitor *v, const tta_scan_item *item, tta_known_item *known) {
  const char *begin = d->text.data + item->begin, *end;
  d->known.learning = false;
  if (!v || !v->learn || !is_plain(d, item) || !tta_known_is_worthwhile(&d->known.rate)) return false;
  look_up(d, begin, begin, known);
  if (!d->known.learning) return false;
  end = begin + known->text.size;
  if (is_known(d, v, known->number, begin) && (end == d->scanner.end || tta_ends_plainly(*end))) {
    take_known(d, v, known->number, (tta_span){item->begin, item->begin + (uint32_t)known->text.size});
    return true;
  }
  begin_learning(d);
  return false;
}

/* Adds the dialects of the names. @return false: there is an alias, or the name of an unknown dialect */
static bool dialects_in(const char *at, const char *end, char sigil, uint32_t *dialects) {
  for (; (at = memchr(at, sigil, (size_t)(end - at))); at++) {
    const char *name = at + 1, *after = name;
    while (after < end && *after != '.' && *after != '<' && tta_is_bare_byte(*after)) after++;
    tta_dialect dialect = tta_dialect_find(tta_str_between(name, after));
    while (after < end && tta_is_bare_byte(*after)) after++;
    if (dialect >= TTA_NUM_DIALECTS || after == end || *after != '<') return false;
    *dialects |= 1U << dialect;
  }
  return true;
}

/* A tensor type, or an attribute that other values do not depend on. */
static bool is_layout(const char *begin) {
  tta_name_text name;
  if (!strncmp(begin, "tensor<", 7)) return true;
  if (*begin != '#' || !tta_name_split(begin, &name)) return false;
  tta_mnemonic found = tta_name_find('#', name.dialect, name.mnemonic);
  return found.kind == TTA_MNEMONIC_KNOWN && found.attribute != TTA_ATTR_device &&
         found.attribute != TTA_ATTR_system_desc;
}

bool tta_pass_apart(tta_reader *d, const tta_visitor *v, const tta_scan_item *item) {
  const char *begin = d->text.data + item->begin, *limit = d->scanner.end, *end;
  uint32_t dialects = 0;
  if (!is_plain(d, item) || !is_layout(begin) || !(end = tta_known_end(begin, limit))) return false;
  if (end < limit && !tta_ends_plainly(*end)) return false;
  if (!dialects_in(begin, end, '#', &dialects) || !dialects_in(begin, end, '!', &dialects)) return false;
  if (!v->apart(v->user, (tta_span){item->begin, (uint32_t)(end - d->text.data)})) return false;
  d->parser.dialects |= dialects;
  d->scanner.at = end;
  return true;
}

/* The tree of a definition, where its text has come again. */
static void move_tree(tta_reader *d, const tta_known_definition *definition, uint32_t use, uint32_t by) {
  for (tta_node_id i = definition->first_node; i < definition->last_node; i++) {
    tta_node *n = tta_node_at(&d->tree, i);
    n->begin += by; /* modulo 2^32 */
    n->end += by;
    if (n->kind == TTA_NODE_ATTRIBUTE) n->flags &= (uint8_t)~TTA_NODE_USED_AS_IS;
    if (n->kind == TTA_NODE_ALIAS) n->index = d->known.uses[use++].alias;
  }
}

static bool pass_definition(tta_reader *d, const tta_visitor *v, const tta_scan_item *item, tta_known_item known) {
  const tta_known_value *value = &d->known.values[known.number];
  tta_str name = TTA_SPAN_TEXT(d->text.data, item->name);
  tta_span body = {item->begin + 1, item->name.begin + (uint32_t)known.text.size};
  if (d->text.data[body.end] != '\n' || tta_strmap_find(&d->alias_numbers, name)) return false;
  if (!is_known(d, v, known.number, d->text.data + body.begin)) return false;
  tta_known_definition *definition = &d->known.definitions[value->definition - 1];
  move_tree(d, definition, value->first_use, item->name.begin - definition->alias.span.begin);
  definition->alias.name = name;
  definition->alias.span = item->name;
  tta_reader_add_alias(d, definition->alias);
  take_known(d, v, known.number, body);
  d->known.learning = false;
  if (!value->verified) v->island(v->user, d, definition->alias.value, TTA_CONTEXT_ALIAS, body);
  return true;
}

bool tta_pass_known_definition(tta_reader *d, const tta_visitor *v, const tta_scan_item *item, tta_known_item *known) {
  enum { ASSIGNMENT = 3 }; /* ` = ` */
  bool apart = !d->known.alone && v && v->learn && !inside_opaque(d, item->begin);
  d->known.learning = false;
  if (!apart || tta_known_is_full(&d->known) || item->begin + 1 - item->name.end != ASSIGNMENT) return false;
  look_up(d, d->text.data + item->name.begin, d->text.data + item->begin + 1, known);
  if (!d->known.learning) return false;
  if (pass_definition(d, v, item, *known)) return true;
  begin_learning(d);
  return false;
}

/* ---- remembering ------------------------------------------------------------------------------------------------- */

/* The dialects of the names in the value that was read last. */
static uint32_t dialects_since(const tta_tree *tree, uint32_t first_node) {
  uint32_t dialects = 0;
  for (uint32_t i = first_node; i < tree->num_nodes; i++)
    if (tree->nodes[i].kind == TTA_NODE_ATTRIBUTE) dialects |= 1U << tree->nodes[i].dialect;
  return dialects;
}

/* Keeps the aliases that the value uses which was read last. */
static void keep_uses(tta_reader *d, tta_known_value *value, uint32_t first_node) {
  value->first_use = d->known.num_uses;
  for (uint32_t i = first_node; i < d->tree.num_nodes; i++) {
    const tta_node *n = tta_node_at(&d->tree, i);
    if (n->kind != TTA_NODE_ALIAS) continue;
    const tta_alias *alias = &d->tree.aliases[n->index];
    tta_known_use use = {.at = n->begin - d->parser.begin,
                         .size = n->end - n->begin,
                         .meaning = alias->meaning,
                         .value = tta_node_span(&d->tree, alias->value)};
    if (!TTA_PUSH(d->allocator, &d->known, uses, use)) d->status = TTA_NO_MEMORY;
  }
  value->num_uses = d->known.num_uses - value->first_use;
}

/* @return the value, if it may be passed over where its text comes again; else NULL */
static tta_known_value *remember(tta_reader *d, const tta_visitor *v, tta_known_item known, bool definition) {
  const tta_parser *p = &d->parser;
  tta_known_marks before = d->known.before;
  bool quiet = d->report->size == before.reported && p->num_undefined == before.undefined && p->result && !p->failed;
  if (!quiet || p->comment || p->opaque || p->at != known.text.data + known.text.size) return NULL;
  uint32_t islands = v->learn(v->user, known.number);
  if (islands == TTA_NOT_LEARNT && !definition) return NULL;
  tta_known_value *value = &d->known.values[known.number];
  *value = (tta_known_value){.sound = true,
                             .verified = islands != TTA_NOT_LEARNT,
                             .section = p->aliased ? d->known.section : 0,
                             .definition = value->definition,
                             .dialects = dialects_since(&d->tree, before.nodes),
                             .islands = islands};
  if (p->aliased && (!d->known.local || definition)) keep_uses(d, value, before.nodes);
  if (d->num_replacements == before.replacements) return value;
  const tta_replacement *r = &d->replacements[d->num_replacements - 1];
  value->offset = r->offset;
  value->size = r->size;
  return value;
}

void tta_remember_value(tta_reader *d, const tta_visitor *v, tta_known_item known) { remember(d, v, known, false); }

void tta_remember_definition(tta_reader *d, const tta_visitor *v, tta_known_item known) {
  tta_known_value *value = remember(d, v, known, true);
  if (!value) return;
  value->verified &= !d->known.local;
  if (!value->definition) {
    if (!TTA_PUSH(d->allocator, &d->known, definitions, (tta_known_definition){0})) d->status = TTA_NO_MEMORY;
    value->definition = d->known.num_definitions;
  }
  if (d->status) return;
  d->known.definitions[value->definition - 1] =
    (tta_known_definition){d->tree.aliases[d->tree.num_aliases - 1], d->known.before.nodes, d->tree.num_nodes};
  d->known.trees = tta_tree_position(&d->tree);
}
