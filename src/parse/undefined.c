/* Uses of aliases that are not defined: one diagnostic for each name, at the position to change. That is the use, or a
 * definition whose name is misspelled: it is not used, and several uses agree on another name. */
#include "parse/undefined.h"

#include <string.h>

#include "base/array.h"
#include "base/chars.h"
#include "base/nearest.h"
#include "base/str.h"
#include "print/print.h"

enum { MAX_SHOWN = 64, MAX_SEARCHES = 64 };

void tta_note_undefined(tta_parser *p, tta_span span, bool operation) {
  tta_undefined_use use = {.span = span, .operation = operation};
  if (TTA_GROW(p->tree->allocator, p, undefined, 1)) p->undefined[p->num_undefined++] = use;
  else p->tree->status = TTA_NO_MEMORY;
}

static tta_str name_of(const tta_parser *p, tta_span span) {
  return (tta_str){p->text + span.begin, span.end - span.begin};
}

/* `#l1` and `#l1_`, `#layout1` and `#layout`: MLIR numbers aliases of one name. */
static bool differ_in_number(tta_str a, tta_str b) {
  tta_str shorter = a.size < b.size ? a : b, longer = a.size < b.size ? b : a;
  if (memcmp(shorter.data, longer.data, shorter.size) != 0) return false;
  for (size_t i = shorter.size; i < longer.size; i++)
    if (longer.data[i] != '_' && !tta_is_digit(longer.data[i])) return false;
  return longer.size - shorter.size <= 2;
}

/* `#L` for `#l` */
static bool differ_in_case(tta_str a, tta_str b) {
  bool same = a.size == b.size;
  for (size_t i = 1; i < a.size && same; i++) {
    bool letter = tta_is_letter(a.data[i]) && tta_is_letter(b.data[i]);
    same = a.data[i] == b.data[i] || (letter && (a.data[i] | 0x20) == (b.data[i] | 0x20));
  }
  return same;
}

/* The alias whose name is nearest to `name`, or that has its name with the other sigil; NULL if none is near. Only some
 * are compared: errors must stay cheap. */
static const tta_alias *nearest_alias(tta_parser *p, tta_str name) {
  enum { MAX_COMPARED = 256 };
  const tta_alias *nearest = NULL;
  uint32_t count = p->tree->num_aliases, limit = 2;
  if (name.size > TTA_NEAREST_BYTES) return NULL;
  for (uint32_t i = count; i-- > 0 && count - i <= MAX_COMPARED;) {
    const tta_alias *alias = &p->tree->aliases[i];
    if (alias->name.size > TTA_NEAREST_BYTES) continue;
    if (alias->sigil != name.data[0]) {
      bool other_sigil = alias->name.size == name.size && !memcmp(alias->name.data + 1, name.data + 1, name.size - 1);
      if (other_sigil) return alias;
      continue;
    }
    if (differ_in_case(name, alias->name)) return alias;
    uint32_t distance = tta_edit_distance(name, alias->name);
    bool exchanged = distance * 3 == name.size && alias->name.size == name.size && !alias->used; /* `#ll`, `#l1` */
    bool close = distance * 3 < name.size || exchanged;
    if (distance && distance <= limit && (close || differ_in_number(name, alias->name)))
      nearest = alias, limit = distance - 1;
  }
  return nearest;
}

/* `name = value` at the start of a line, where the `#` of `#name` is missing; NULL if there is none. */
static const char *definition_without_sigil(tta_str name, tta_str section) {
  const char *end = section.data + section.size;
  tta_str word = {name.data + 1, name.size - 1};
  for (const char *at = section.data; (size_t)(end - at) > word.size;) {
    const char *after = at + word.size;
    if (!memcmp(at, word.data, word.size)) {
      while (after < end && (*after == ' ' || *after == '\t')) after++;
      if (end - after >= 2 && after[0] == '=' && after[1] != '=') return at;
    }
    at = memchr(at, '\n', (size_t)(end - at));
    if (!at) return NULL;
    at++;
  }
  return NULL;
}

/* ---- what to report ---------------------------------------------------------------------------------------------- */

static tta_span span_of(const tta_parser *p, uint32_t use) { return p->undefined[use].span; }

static void note_more_uses(tta_parser *p, tta_diagnostic *d, uint32_t use) {
  uint32_t more = p->undefined[use].more;
  if (more)
    tta_report_note(p->report, d, span_of(p, p->undefined[use].next), "%u more use%s", more, tta_plural(more));
}

/* One fix-it for all uses; a text with very many is left to its author. */
static void offer_for_uses(tta_parser *p, tta_diagnostic *d, uint32_t use, tta_str name) {
  enum { MAX_EDITS = 64 };
  uint32_t more = p->undefined[use].more;
  if (more >= MAX_EDITS) return;
  tta_report_fix(p->report, d, span_of(p, use), name, "%s '%.*s'", more ? "replace all uses with" : "replace with",
                 TTA_STR_ARGS(name));
  for (uint32_t i = p->undefined[use].next; i; i = p->undefined[i].next)
    tta_report_edit(p->report, d, span_of(p, i), name);
}

/* Several uses agree on a name, and a definition with a similar one is not used. */
static void report_definition(tta_parser *p, uint32_t use, const tta_alias *alias, int shown) {
  tta_str name = name_of(p, span_of(p, use));
  tta_diagnostic *d = tta_report_add(
      p->report, TTA_RULE_alias_undefined, alias->span,
      "undefined symbol alias id '%.*s'; '%.*s' is defined here, but not used", shown, name.data + 1,
      TTA_STR_ARGS(alias->name));
  tta_report_note(p->report, d, span_of(p, use), "'%c%.*s' is used here", name.data[0], shown, name.data + 1);
  note_more_uses(p, d, use);
  tta_report_fix(p->report, d, alias->span, name, "rename the definition to '%c%.*s'", name.data[0], shown,
                 name.data + 1);
  offer_for_uses(p, d, use, alias->name);
}

static void report_missing_sigil(tta_parser *p, uint32_t use, const char *definition, int shown) {
  tta_str name = name_of(p, span_of(p, use));
  uint32_t begin = (uint32_t)(definition - p->text);
  tta_diagnostic *d = tta_report_add(
      p->report, TTA_RULE_alias_undefined, (tta_span){begin, begin + (uint32_t)name.size - 1},
      "undefined symbol alias id '%.*s'; expected '%c' before the name in its definition", shown, name.data + 1,
      name.data[0]);
  tta_report_fix(p->report, d, (tta_span){begin, begin}, (tta_str){name.data, 1}, "insert '%c'", name.data[0]);
  tta_report_note(p->report, d, span_of(p, use), "'%c%.*s' is used here", name.data[0], shown, name.data + 1);
  note_more_uses(p, d, use);
}

static void report_name(tta_parser *p, uint32_t use, tta_str section) {
  tta_span span = span_of(p, use);
  tta_str name = name_of(p, span);
  int shown = (int)(name.size > MAX_SHOWN ? MAX_SHOWN : name.size) - 1;
  const uint32_t *number = tta_strmap_find(p->aliases, name);
  bool search = !number && p->alias_searches++ < MAX_SEARCHES;
  const tta_alias *later = number ? &p->tree->aliases[*number] : NULL, *near = search ? nearest_alias(p, name) : NULL;
  if (near && near->sigil != name.data[0] && near->poisoned) near = NULL; /* `!l1 = #tt..` */
  const char *definition = search && !near ? definition_without_sigil(name, section) : NULL;
  if (definition) {
    report_missing_sigil(p, use, definition, shown);
    return;
  }
  if (near && !near->used && p->undefined[use].more && near->sigil == name.data[0]) {
    report_definition(p, use, near, shown);
    return;
  }
  tta_diagnostic *d = tta_report_add(
      p->report, TTA_RULE_alias_undefined, span, "undefined symbol alias id '%.*s'%s%.*s%s", shown, name.data + 1,
      near ? "; did you mean '" : "", near ? (int)near->name.size : 0, near ? near->name.data : "", near ? "'?" : "");
  if (later) tta_report_note(p->report, d, later->span, "defined here, after this use");
  if (near && !near->used) tta_report_note(p->report, d, near->span, "defined here, but not used");
  if (near) offer_for_uses(p, d, use, near->name);
  note_more_uses(p, d, use);
}

/* A use before the definition: allowed for locations in operations. A definition that was rejected is reported. */
static bool is_excused(const tta_parser *p, const tta_undefined_use *use) {
  const uint32_t *number = tta_strmap_find(p->aliases, name_of(p, use->span));
  const tta_alias *later = number ? &p->tree->aliases[*number] : NULL;
  char other[TTA_NEAREST_BYTES];
  tta_str name = name_of(p, use->span);
  if (!later && name.size <= sizeof other && *name.data == '#') { /* `!l1 = #tt..`, which was reported */
    memcpy(other, name.data, name.size);
    *other = '!';
    number = tta_strmap_find(p->aliases, (tta_str){other, name.size});
    if (number && p->tree->aliases[*number].poisoned) return true;
  }
  return later && (later->poisoned || (use->operation && tta_node_is_location(p->tree, later->value)));
}

void tta_report_undefined(tta_parser *p, tta_str section) {
  if (!p->num_undefined) return;
  tta_strmap last; /* name -> its first use, whose `last` is the newest one */
  tta_strmap_init(&last, p->tree->allocator);
  for (uint32_t i = 0; i < p->num_undefined; i++) {
    tta_undefined_use *use = &p->undefined[i];
    if (is_excused(p, use)) {
      use->repeated = true;
      continue;
    }
    uint32_t *first = tta_strmap_add(&last, name_of(p, use->span), i);
    if (!first) {
      p->tree->status = TTA_NO_MEMORY;
      break;
    }
    if (*first == i) {
      use->last = i;
      continue;
    }
    tta_undefined_use *head = &p->undefined[*first];
    p->undefined[head->last].next = i;
    head->last = i;
    head->more++;
    use->repeated = true;
  }
  for (uint32_t i = 0; i < p->num_undefined && !p->tree->status; i++)
    if (!p->undefined[i].repeated) report_name(p, i, section);
  tta_strmap_free(&last);
  p->num_undefined = 0;
}

/* ---- definitions without '=' ------------------------------------------------------------------------------------- */

static bool begins_value(const char *at, const char *limit) {
  static const char *const words[] = {"affine_map<", "affine_set<", "tensor<", "memref<", "dense<", "loc("};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if ((size_t)(limit - at) >= strlen(words[i]) && !memcmp(at, words[i], strlen(words[i]))) return true;
  if (at >= limit || (*at != '#' && *at != '!')) return false;
  do at++;
  while (at < limit && tta_is_word_byte(*at));
  return at < limit && (*at == '.' || *at == '<');
}

uint32_t tta_definition_without_equals(tta_parser *p, tta_span name, tta_span section) {
  const char *begin = p->text + name.begin, *end = p->text + name.end, *limit = p->text + section.end, *at = end;
  if (name.begin > section.begin && begin[-1] != '\n') return 0;
  while (at < limit && (*at == ' ' || *at == '\t' || *at == ':' || *at == '=')) at++;
  if (at == end || !begins_value(at, limit)) return 0;
  const char *sign = end, *sign_end = at;
  while (*sign == ' ' || *sign == '\t') sign++;
  while (sign_end > sign && (sign_end[-1] == ' ' || sign_end[-1] == '\t')) sign_end--;
  bool missing = sign == at;
  tta_span found = {(uint32_t)((missing ? end : sign) - p->text), (uint32_t)((missing ? end : sign_end) - p->text)};
  uint32_t size = name.end - name.begin;
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, missing ? name : found,
                                     "expected '=' after '%.*s'%s%.*s%s", (int)(size > MAX_SHOWN ? MAX_SHOWN : size),
                                     begin, missing ? "" : ", found '", (int)(found.end - found.begin),
                                     p->text + found.begin, missing ? "" : "'");
  if (missing) tta_report_fix(p->report, d, found, (tta_str){" =", 2}, "insert ' ='");
  else tta_report_fix(p->report, d, found, (tta_str){"=", 1}, "replace with '='");
  return (uint32_t)(at - p->text);
}
