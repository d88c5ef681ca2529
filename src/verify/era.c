/* Dates in verification: attributes that tt-mlir did not read on the date of the options, and the rules that its
 * verifier had. The dates are those of src/ir/attributes.def. */
#include "verify/era.h"

#include <string.h>

#include "base/format.h"
#include "parse/parser.h"
#include "base/str.h"
#include "verify/layout_faults.h"

static const tta_node *at(const tta_tree *tree, tta_node_id id) { return tta_node_at(tree, id); }

/* ---- with a date: the text ---- */

static void append_subject(tta_buf *out, const tta_tree *tree, tta_node_id attribute, const tta_era_reason *reason) {
  const tta_node *n = at(tree, attribute);
  const char *field = tta_field_name(reason->field);
  if (reason->cause == TTA_ERA_PREFIX) {
    tta_buf_printf(out, "the dialect '%s'", tta_dialect_names[n->dialect]);
    return;
  }
  if (reason->cause == TTA_ERA_KEYWORD) {
    tta_str word = tta_node_text(tree, reason->node);
    tta_buf_printf(out, "'%.*s'", TTA_STR_START(word));
    return;
  }
  tta_buf_str(out, tta_attributes[n->index].mnemonic);
  if (reason->cause == TTA_ERA_WITH) tta_buf_printf(out, " with %s", field);
  if (reason->cause == TTA_ERA_WITHOUT) tta_buf_printf(out, " without %s", field);
  if (reason->cause == TTA_ERA_FORM) tta_buf_str(out, " with these fields");
  if (reason->cause == TTA_ERA_NOTATION) tta_buf_printf(out, " with %s in this notation", field);
}

/* The key of a field, or its value if it has none. */
static tta_span field_span(const tta_tree *tree, tta_node_id field) {
  return at(tree, field)->flags & TTA_NODE_KEYED ? tta_key_span(tree, field) : tta_node_span(tree, field);
}

/* The field that was not read, or else the name of the attribute. */
static tta_span subject_span(const tta_tree *tree, tta_node_id attribute, const tta_era_reason *reason) {
  if (reason->cause == TTA_ERA_KEYWORD) return tta_node_span(tree, reason->node);
  bool at_field = reason->cause == TTA_ERA_WITH || reason->cause == TTA_ERA_NOTATION;
  tta_node_id field = at_field ? tta_node_child(tree, attribute, reason->field) : 0;
  return field ? field_span(tree, field) : tta_first_token(tree, attribute);
}

static void fix_dialect(tta_verifier *v, tta_node_id attribute, tta_diagnostic *diagnostic, tta_dialect dialect) {
  const tta_node *n = at(v->tree, attribute);
  tta_str old = tta_str_from(tta_dialect_names[n->dialect]), text = tta_node_text(v->tree, attribute);
  bool written = text.size > old.size && !memcmp(text.data + 1, old.data, old.size);
  if (written)
    tta_report_fix(v->report, diagnostic, (tta_span){n->begin + 1, n->begin + 1 + (uint32_t)old.size},
                   tta_str_from(tta_dialect_names[dialect]), "replace with '%s'", tta_dialect_names[dialect]);
}

/* The attribute that took the place of one, if it exists on the date: metal_layout of layout. */
static const char *successor_of(tta_verifier *v, tta_node_id attribute) {
  const tta_attribute_info *row = &tta_attributes[at(v->tree, attribute)->index];
  tta_mnemonic next = tta_name_find(row->sigil, tta_str_from(tta_dialect_names[TTA_TTCORE]),
                                    tta_str_from(row->mnemonic));
  if (next.kind != TTA_MNEMONIC_MISSPELLED || next.attribute == at(v->tree, attribute)->index) return NULL;
  tta_dialect dialect = tta_era_dialect_on(next.attribute, v->options->era);
  return tta_era_form_on(next.attribute, dialect, v->options->era) < 0 ? NULL : tta_attributes[next.attribute].mnemonic;
}

static void fail(tta_verifier *v, tta_node_id attribute, bool device_op) {
  tta_era_reason reason = tta_era_explain(v->tree, attribute, device_op, v->options->era);
  tta_buf text = tta_buf_new(v->reader->allocator);
  append_subject(&text, v->tree, attribute, &reason);
  tta_buf_str(&text, " is valid ");
  tta_era_words(&text, &reason.dates);
  tta_buf_str(&text, ", not on ");
  tta_buf_date(&text, v->options->era);
  if (v->options->era < TTA_FIRST_DATE) {
    tta_buf_str(&text, ", before tt-mlir began on ");
    tta_buf_date(&text, TTA_FIRST_DATE);
  }
  tta_dialect now = tta_era_dialect_on((tta_attribute)at(v->tree, attribute)->index, v->options->era);
  bool renamed = reason.cause == TTA_ERA_PREFIX && now < TTA_NUM_DIALECTS;
  if (renamed) tta_buf_printf(&text, "; its name on this date is '%s'", tta_dialect_names[now]);
  const char *successor = reason.cause == TTA_ERA_ATTRIBUTE ? successor_of(v, attribute) : NULL;
  if (successor) tta_buf_printf(&text, "; use '%s'", successor);
  tta_str message = tta_keep_text(v, &text);
  tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_syntax, subject_span(v->tree, attribute, &reason), "%.*s",
                                     TTA_STR_ARGS(message));
  if (renamed) fix_dialect(v, attribute, d, now);
}

/* Outer attributes first, and nothing inside one that is rejected. Recursion is as deep as the text nests. */
bool tta_verify_era(tta_verifier *v, tta_node_id id, bool device_op) {
  const tta_node *n = at(v->tree, id);
  if (n->kind == TTA_NODE_ATTRIBUTE && !(n->flags & TTA_NODE_HAS_ERRORS)) {
    tta_era_set days = tta_era_of_attribute(v->tree, id, device_op, TTA_ERA_LENIENT);
    if (!tta_era_has(&days, tta_era_period(v->options->era))) return fail(v, id, device_op), false;
  }
  bool good = true;
  for (tta_node_id c = tta_node_first(v->tree, id); c; c = at(v->tree, c)->next) good &= tta_verify_era(v, c, false);
  return good;
}

/* ---- the rules ---- */

/* Aliases can make a small text a large value; nodes beyond the budget do not narrow the days. */
typedef struct text_walk {
  const tta_tree *tree;
  tta_era_set days;
  uint32_t budget;
} text_walk;

static void narrow(text_walk *walk, tta_node_id id, uint32_t depth) {
  id = tta_node_resolve(walk->tree, id);
  if (!walk->budget || !depth) return;
  walk->budget--;
  if (at(walk->tree, id)->kind == TTA_NODE_ATTRIBUTE) {
    tta_era_set days = tta_era_of_printed(walk->tree, id, false, TTA_ERA_SETTLED);
    tta_era_and(&walk->days, &days);
  }
  for (tta_node_id c = tta_node_first(walk->tree, id); c; c = at(walk->tree, c)->next) narrow(walk, c, depth - 1);
}

tta_era_set tta_era_of_text(const tta_tree *tree, tta_node_id node) {
  enum { NODES = 4096, DEPTH = 512 };
  text_walk walk = {tree, tta_era_always(), NODES};
  narrow(&walk, node, DEPTH);
  return walk.days;
}

/* Keeps the errors whose rule was in force in the period. LENIENT: not on the day on which it was introduced. */
static uint32_t keep(tta_era_fault *faults, uint32_t count, uint32_t period, tta_era_reading reading) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t since = tta_date_period(faults[i].since) + (reading == TTA_ERA_LENIENT);
    uint32_t until = faults[i].until ? tta_date_period(faults[i].until) : TTA_NUM_PERIODS;
    if (period >= since && period < until) faults[kept++] = faults[i];
  }
  return kept;
}

uint32_t tta_era_select(tta_verifier *v, tta_node_id node, tta_date verified_since, tta_era_fault *faults,
                        uint32_t count) {
  if (!count) return 0;
  if (v->options->era) return keep(faults, count, tta_era_period(v->options->era), TTA_ERA_LENIENT);
  tta_era_set verified = tta_era_interval(verified_since, TTA_DATE_0, TTA_ERA_SETTLED);
  tta_era_set eras = tta_era_of_text(v->tree, node);
  tta_era_and(&eras, &verified);
  tta_era_set left = eras;
  for (uint32_t i = 0; i < count; i++) {
    tta_era_set force = tta_era_interval(faults[i].since, faults[i].until, TTA_ERA_SETTLED);
    tta_era_and_not(&left, &force);
  }
  if (tta_era_is_empty(&eras) || !tta_era_is_empty(&left)) return 0;
  uint32_t latest = TTA_NUM_PERIODS - 1;
  while (!tta_era_has(&eras, latest)) latest--;
  return keep(faults, count, latest, TTA_ERA_SETTLED);
}

/* ---- no date reads it -------------------------------------------------------------------------------------------- */

/* A word in place of an attribute: `interleaved` for `<interleaved>`. */
static void report_former_word(tta_verifier *v, tta_node_id attribute, tta_node_id word) {
  tta_era_set days = tta_era_of_printed(v->tree, attribute, false, TTA_ERA_SETTLED);
  tta_str text = tta_node_text(v->tree, word);
  tta_buf dates = tta_buf_new(v->reader->allocator);
  tta_era_words(&dates, &days);
  tta_str when = tta_keep_text(v, &dates);
  tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_no_version, tta_node_span(v->tree, word),
                                     "no version of tt-mlir read this %s: '%.*s' without brackets is valid %.*s",
                                     tta_attributes[at(v->tree, attribute)->index].mnemonic, TTA_STR_ARGS(text),
                                     TTA_STR_ARGS(when));
  if (tta_ends_early(v, attribute)) return;
  char room[64];
  tta_buf fixed = tta_buf_fixed(room, sizeof room);
  tta_buf_printf(&fixed, "<%.*s>", TTA_STR_ARGS(text));
  tta_report_fix(v->report, d, tta_node_span(v->tree, word), tta_buf_view(&fixed), "write '<%.*s>'",
                 TTA_STR_ARGS(text));
}

void tta_verify_version(tta_verifier *v, tta_node_id attribute, tta_node_id part) {
  if (v->options->era || tta_verifier_mixes_dialects(v)) return;
  tta_era_set days = tta_era_of_text(v->tree, attribute);
  if (!tta_era_is_empty(&days)) return;
  if (part != attribute) {
    report_former_word(v, attribute, part);
    return;
  }
  const char *name = tta_attributes[at(v->tree, attribute)->index].mnemonic;
  tta_report_add(v->report, TTA_RULE_no_version, tta_first_token(v->tree, attribute),
                 "no version of tt-mlir read a %s with these fields", name);
}

static inline uint64_t mix(uint64_t hash, uint64_t word) { return (hash ^ word) * 0x9e3779b97f4a7c15u; }

static inline uint64_t mix_head(uint64_t hash, const tta_node *n) {
  uint32_t head; /* kind, flags, field */
  memcpy(&head, n, sizeof head);
  return mix(hash, head);
}

/* What the days of an attribute depend on in an attribute that is a field of it (src/ir/eras.c). */
static inline uint64_t mix_attribute(const tta_tree *tree, uint64_t hash, const tta_node *n) {
  if (n->kind == TTA_NODE_ALIAS) {
    const tta_alias *alias = &tree->aliases[n->index];
    n = at(tree, alias->poisoned ? 0 : tta_node_resolve(tree, alias->value));
  }
  if (n->kind != TTA_NODE_ATTRIBUTE) return hash;
  const tta_node *first = at(tree, n->first);
  return mix(hash, (uint64_t)n->index << 32 | (uint64_t)first->kind << 1 | !first->next);
}

/* A number for what the days of the fields of an attribute depend on; of a list its first element counts. */
static inline uint64_t signature_of(const tta_tree *tree, const tta_node *n) {
  const uint64_t deeper = 1U << TTA_NODE_LIST | 1U << TTA_NODE_ALIAS | 1U << TTA_NODE_ATTRIBUTE;
  uint64_t hash = mix((uint64_t)n->index << 32 | (uint64_t)n->field_and_dialect << 8, n->flags);
  const tta_node *f;
  for (tta_node_id c = n->first; c; c = f->next) {
    f = at(tree, c);
    hash = mix_head(hash, f);
    if (!(deeper >> f->kind & 1)) continue;
    const tta_node *part = f->kind == TTA_NODE_LIST ? at(tree, f->first) : f;
    hash = mix_attribute(tree, mix_head(hash, part), part);
  }
  return hash | 1;
}

/* The first period in which the attribute had a field; 0: never, as in the period before tt-mlir. */
static uint32_t first_period(const tta_node *attribute, tta_field field) {
  for (uint32_t p = 1; p < TTA_NUM_PERIODS; p++)
    if (tta_era_reads_field((tta_attribute)attribute->index, field, tta_period_day(p))) return p;
  return 0;
}

/* The field that came last to tt-mlir. */
static tta_node_id newest_field(const tta_tree *tree, tta_node_id attribute) {
  tta_node_id newest = 0;
  uint32_t last = 0;
  for (tta_node_id c = at(tree, attribute)->first; c; c = at(tree, c)->next) {
    uint32_t first = first_period(at(tree, attribute), (tta_field)at(tree, c)->field);
    if (first > last) last = first, newest = c;
  }
  return newest;
}

/* How the fields of an attribute differ from those that tt-mlir read on a day. */
typedef struct difference {
  tta_field missing;     /* the first one; NONE: there is none */
  tta_node_id surplus;   /* the same; 0: there is none */
  tta_dialect dialect;   /* of the day */
  bool renamed;          /* `surplus` has the place and the type of `missing` */
  uint32_t count;        /* of the changes that it takes; 0: another notation */
  int32_t day;
} difference;

static const tta_field_spec *spec_of(const tta_node *attribute, tta_field field) {
  const tta_form *forms = tta_attributes[attribute->index].forms;
  for (uint32_t f = 0; f < TTA_MAX_FORMS && forms[f].fields; f++)
    for (uint32_t i = 0; i < forms[f].num_fields; i++)
      if (forms[f].fields[i].field == field) return &forms[f].fields[i];
  return NULL;
}

static bool is_in(const uint16_t *fields, tta_field field) {
  while (*fields && *fields != field) fields++;
  return *fields;
}

static void count_missing(const tta_tree *tree, tta_node_id attribute, tta_field field, difference *d) {
  if (tta_node_child(tree, attribute, field)) return;
  if (!d->missing) d->missing = field;
  d->count++;
}

/* @param variant the fields of a VARIANT; NULL: the form */
static difference differ(const tta_tree *tree, tta_node_id attribute, int32_t day, const uint16_t *variant) {
  const tta_node *n = at(tree, attribute);
  tta_attribute row = (tta_attribute)n->index;
  difference d = {.dialect = tta_era_dialect_on(row, day), .day = day};
  int index = tta_era_form_on(row, d.dialect, day);
  const tta_form *form = index < 0 ? NULL : &tta_attributes[row].forms[index];
  for (uint32_t i = 0; form && !variant && i < form->num_fields; i++)
    if (tta_era_occurrence(row, d.dialect, index, i, day) == TTA_MANDATORY)
      count_missing(tree, attribute, (tta_field)form->fields[i].field, &d);
  for (const uint16_t *f = variant; f && *f; f++) count_missing(tree, attribute, (tta_field)*f, &d);
  for (tta_node_id c = n->first; c; c = at(tree, c)->next) {
    tta_field field = (tta_field)at(tree, c)->field;
    if (variant ? is_in(variant, field) : tta_era_reads_field(row, field, day)) continue;
    if (!d.surplus) d.surplus = c;
    d.count++;
  }
  const tta_field_spec *old = spec_of(n, (tta_field)at(tree, d.surplus)->field), *new = spec_of(n, d.missing);
  bool alike = old && new && old->class == new->class && old->keyed && new->keyed;
  d.renamed = d.count == 2 && alike;
  d.count -= d.renamed;
  d.count += d.dialect != (tta_dialect)n->dialect;
  return d;
}

static void keep_least(difference *least, difference d) {
  if (d.count <= least->count) *least = d;
}

/* The least difference from a day that has the newest field, of the latest such day. */
static difference least_difference(const tta_tree *tree, tta_node_id attribute, tta_field newest) {
  tta_attribute row = (tta_attribute)at(tree, attribute)->index;
  difference least = {.count = UINT32_MAX};
  for (uint32_t p = first_period(at(tree, attribute), newest); p < TTA_NUM_PERIODS; p++) {
    int32_t day = tta_period_day(p);
    if (!tta_era_reads_field(row, newest, day)) continue;
    tta_dialect dialect = tta_era_dialect_on(row, day);
    int index = tta_era_form_on(row, dialect, day);
    const uint16_t *variant = tta_era_variant(row, dialect, index, day, 0);
    bool in_form = false; /* not a field of variants alone */
    for (uint32_t i = 0; index >= 0 && i < tta_attributes[row].forms[index].num_fields; i++)
      in_form |= tta_attributes[row].forms[index].fields[i].field == newest &&
                 tta_era_occurrence(row, dialect, index, i, day) != TTA_NOT_READ;
    if (in_form || !variant) keep_least(&least, differ(tree, attribute, day, NULL));
    for (uint32_t i = 1; variant; variant = tta_era_variant(row, dialect, index, day, i++))
      if (is_in(variant, newest)) keep_least(&least, differ(tree, attribute, day, variant));
  }
  return least;
}

/* Where a field belongs: at the next one, or at the end of the attribute. */
static tta_span place_of(const tta_tree *tree, tta_node_id attribute, tta_field missing) {
  const tta_form *forms = tta_attributes[at(tree, attribute)->index].forms;
  for (uint32_t f = 0; f < TTA_MAX_FORMS && forms[f].fields; f++) {
    uint32_t i = 0;
    while (i < forms[f].num_fields && forms[f].fields[i].field != missing) i++;
    for (; i < forms[f].num_fields; i++) {
      tta_node_id next = tta_node_child(tree, attribute, (tta_field)forms[f].fields[i].field);
      if (next) return field_span(tree, next);
    }
  }
  uint32_t end = tta_node_span(tree, attribute).end;
  return (tta_span){end - 1, end};
}

/* What tells the fields from those of a version. */
static void report_difference(tta_verifier *v, tta_node_id attribute, tta_node_id newest, difference d) {
  const tta_node *n = at(v->tree, attribute);
  const char *name = tta_attributes[n->index].mnemonic, *with = tta_field_name((tta_field)at(v->tree, newest)->field);
  const char *missing = tta_field_name(d.missing);
  const char *surplus = tta_field_name((tta_field)at(v->tree, d.surplus)->field);
  tta_span at_newest = field_span(v->tree, newest);
  tta_diagnostic *diagnostic;
  if (d.renamed) {
    tta_span span = field_span(v->tree, d.surplus);
    diagnostic = tta_report_add(v->report, TTA_RULE_no_version, span,
                                "no version of tt-mlir read a %s with '%s' and the other fields; did you mean '%s'?",
                                name, surplus, missing);
    tta_report_fix(v->report, diagnostic, span, tta_str_from(missing), "replace with '%s'", missing);
  } else if (d.surplus && d.surplus != newest) {
    tta_report_add(v->report, TTA_RULE_no_version, at_newest,
                   "no version of tt-mlir read a %s with '%s' and '%s'", name, with, surplus);
  } else if (d.missing) {
    diagnostic = tta_report_add(v->report, TTA_RULE_no_version, at_newest,
                                "no version of tt-mlir read a %s with '%s' and without '%s'", name, with, missing);
    tta_report_note(v->report, diagnostic, place_of(v->tree, attribute, d.missing), "expected '%s' here", missing);
  } else {
    diagnostic = tta_report_add(v->report, TTA_RULE_no_version, at_newest,
                                "no version of tt-mlir read a %s with '%s' in the dialect '%s'; did you mean '%s'?",
                                name, with, tta_dialect_names[n->dialect], tta_dialect_names[d.dialect]);
    tta_report_note(v->report, diagnostic, tta_first_token(v->tree, attribute), "the dialect is here");
    fix_dialect(v, attribute, diagnostic, d.dialect);
  }
}

static void report_fields_of_date(tta_verifier *v, tta_node_id attribute) {
  const char *name = tta_attributes[at(v->tree, attribute)->index].mnemonic;
  tta_node_id newest = newest_field(v->tree, attribute);
  tta_field field = (tta_field)at(v->tree, newest)->field;
  difference d = newest ? least_difference(v->tree, attribute, field) : (difference){.count = 0};
  tta_era_reason reason = {.cause = TTA_ERA_FORM};
  if (newest && !d.count) reason = tta_era_explain(v->tree, attribute, false, d.day);
  if (reason.cause == TTA_ERA_NOTATION)
    tta_report_add(v->report, TTA_RULE_no_version, field_span(v->tree, newest),
                   "no version of tt-mlir read a %s with '%s' and '%s' in this notation", name, tta_field_name(field),
                   tta_field_name(reason.field));
  else if (!d.count)
    tta_report_add(v->report, TTA_RULE_no_version, tta_first_token(v->tree, attribute),
                   "no version of tt-mlir read a %s with these fields", name);
  else report_difference(v, attribute, newest, d);
}

/* Parts of system descriptions are shortened by hand: rule system-counts and the like say what is needed. */
static bool is_of_system(uint32_t attribute) {
  return attribute == TTA_ATTR_system_desc || tta_attributes[attribute].print == TTA_PRINT_BRACE;
}

static __attribute__((noinline)) void verify_shape(tta_verifier *v, tta_node_id attribute, uint64_t *known,
                                                   uint64_t signature) {
  uint32_t index = at(v->tree, attribute)->index;
  if (is_of_system(index) || !tta_era_fields_are_dated((tta_attribute)index))
    v->undated[index / 64] |= (uint64_t)1 << index % 64;
  else if (tta_era_joins_fields(v->tree, attribute)) *known = signature;
  else report_fields_of_date(v, attribute);
}

void tta_verify_fields_of_date(tta_verifier *v, tta_node_id attribute) {
  uint64_t signature = signature_of(v->tree, at(v->tree, attribute)), *known = &v->dated[signature >> 58];
  if (*known != signature) verify_shape(v, attribute, known, signature);
}
