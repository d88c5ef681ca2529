/* Dates of attributes: their fields against the forms of attributes.def. Attributes inside an attribute are matched
 * separately. */
#include "ir/eras.h"

#include <string.h>

#include "base/format.h"
#include "base/str.h"
#include "ir/dialect_bits.h"
#include "ir/era_keywords.h"

/* ---- the dates of the table -------------------------------------------------------------------------------------- */

/* How a field occurs. Bits, because tests ask for several. */
enum {
  MANDATORY = 1,
  OPTIONAL = 2,
  OPTIONAL_TAIL = 4,
  READ = MANDATORY | OPTIONAL | OPTIONAL_TAIL,
  ONLY_IN_VARIANT = 8,
};

/* Names of the table. */
enum { ANY_NOTATION, DIMS, COORDS, PARENS, STRIPPED, LITERAL, NOTATION = 15, COMMA = 16, NO_COMMA = 32 };
_Static_assert((int)TTA_ERA_LITERAL == LITERAL && (int)TTA_ERA_NO_COMMA == NO_COMMA, "as in eras.h");

typedef struct field_dates {
  uint8_t occurs, notation, dialects; /* dialects: bits, 0 = any */
  uint16_t since, until;              /* tta_date */
} field_dates;

/* `occurs` 0 ends the list, which may be empty. In place, because pointers would be relocated at the start of every
 * program. */
typedef struct dates_of_field {
  field_dates dates[4];
} dates_of_field;

typedef struct form_dates {
  uint16_t since, until;
  const dates_of_field *fields; /* one for each field of the form */
} form_dates;

#define DATES(occurs, notation, dialects, since, until) \
  {occurs, notation, dialects, TTA_DATE_##since, TTA_DATE_##until},
#define MUST(since, until) DATES(MANDATORY, ANY_NOTATION, 0, since, until)
#define MAY(since, until) DATES(OPTIONAL, ANY_NOTATION, 0, since, until)
#define TAIL(since, until) DATES(OPTIONAL_TAIL, ANY_NOTATION, 0, since, until)
#define MUST_AS(notation, since, until) DATES(MANDATORY, notation, 0, since, until)
#define MAY_AS(notation, since, until) DATES(OPTIONAL, notation, 0, since, until)
#define MAY_IN(dialects, since, until) DATES(OPTIONAL, ANY_NOTATION, dialects, since, until)
#define TAIL_IN(dialects, since, until) DATES(OPTIONAL_TAIL, ANY_NOTATION, dialects, since, until)
#define IN_VARIANT DATES(ONLY_IN_VARIANT, ANY_NOTATION, 0, 0, 0)
#define POS(name, class, ...) {{__VA_ARGS__{0}}}
#define OPT POS
#define KEY POS
#define KEYOPT POS
#define STRUCT FORM
#define FORM(since, until, ...) {TTA_DATE_##since, TTA_DATE_##until, (const dates_of_field[]){__VA_ARGS__}},
#define BARE(since, until) {TTA_DATE_##since, TTA_DATE_##until, NULL},

static const form_dates dates_of_forms[TTA_NUM_ATTRIBUTES][TTA_MAX_FORMS] = {
#define ATTRIBUTE(id, sigil, dialects, mnemonic, print, ...) {__VA_ARGS__},
#include "ir/attributes.def"
};

typedef struct variant {
  uint8_t attribute;
  uint16_t since, until;
  const uint16_t *fields; /* TTA_FIELD_NONE ends them */
} variant;

static const variant variants[] = {
#define HAS(field) TTA_FIELD_##field,
#define VARIANT(attribute, since, until, source, ...) \
  {TTA_ATTR_##attribute, TTA_DATE_##since, TTA_DATE_##until, (const uint16_t[]){__VA_ARGS__ TTA_FIELD_NONE}},
#include "ir/attributes.def"
};
enum { NUM_VARIANTS = sizeof variants / sizeof *variants };

static const struct dialect_dates {
  uint8_t attribute; /* TTA_NUM_ATTRIBUTES: any */
  uint8_t dialect;
  uint16_t since, until;
} dates_of_dialects[] = {
#define DIALECT(dialect, since, until, commit) \
  {TTA_NUM_ATTRIBUTES, TTA_##dialect, TTA_DATE_##since, TTA_DATE_##until},
#define PREFIX(attribute, dialect, since, until) \
  {TTA_ATTR_##attribute, TTA_##dialect, TTA_DATE_##since, TTA_DATE_##until},
#include "ir/attributes.def"
};

_Static_assert(TTA_NUM_ATTRIBUTES <= UINT8_MAX && TTA_NUM_FIELDS <= UINT16_MAX,
               "the tables hold them as 8 and 16 bits");

static tta_era_set interval(uint16_t since, uint16_t until) {
  return tta_era_interval((tta_date)since, (tta_date)until, TTA_ERA_SETTLED);
}

static void add_interval(tta_era_set *days, uint16_t since, uint16_t until) {
  tta_era_set more = interval(since, until);
  tta_era_or(days, &more);
}

/* ---- one field --------------------------------------------------------------------------------------------------- */

static const tta_node *at(const tta_tree *tree, tta_node_id id) { return tta_node_at(tree, id); }

/* The first child from `child` on that the text has: with `printed`, the canonical text. */
static tta_node_id skip_elided(const tta_tree *tree, tta_node_id child, bool printed) {
  while (printed && child && tta_node_is_elided(at(tree, child))) child = at(tree, child)->next;
  return child;
}

static bool is_attribute(tta_node_kind kind) {
  return kind == TTA_NODE_ATTRIBUTE || kind == TTA_NODE_ALIAS || kind == TTA_NODE_OPAQUE;
}

/* A field has had attributes of several dialects. `n` is the value or a list. */
static bool is_other_attribute(const tta_tree *tree, const tta_node *n, tta_attribute attribute) {
  if (n->kind == TTA_NODE_LIST) n = at(tree, n->first);
  if (n->kind == TTA_NODE_ALIAS) {
    const tta_alias *alias = &tree->aliases[n->index];
    n = at(tree, alias->poisoned ? 0 : tta_node_resolve(tree, alias->value));
  }
  return n->kind == TTA_NODE_ATTRIBUTE && n->index != attribute;
}

/* Tells the classes apart that a field has had. */
static bool has_class(const tta_tree *tree, const tta_node *n, const tta_field_spec *spec) {
  bool list = spec->class == TTA_CLASS_LIST;
  if (list && n->kind == TTA_NODE_LIST && !n->first) return true;
  tta_node_kind kind = (tta_node_kind)(list ? at(tree, n->first) : n)->kind;
  switch ((tta_class)(list ? spec->element : spec->class)) {
  case TTA_CLASS_WORD: return kind == TTA_NODE_WORD;
  case TTA_CLASS_STRING: return kind == TTA_NODE_STRING;
  case TTA_CLASS_ATTR: case TTA_CLASS_QUALIFIED: case TTA_CLASS_WRITTEN:
    return is_attribute(kind) && !is_other_attribute(tree, n, (tta_attribute)spec->argument);
  case TTA_CLASS_DIMS: case TTA_CLASS_SPACED: case TTA_CLASS_TYPED_INT: return !is_attribute(kind);
  default: return true;
  }
}

static bool fits(const tta_tree *tree, const tta_node *n, const tta_field_spec *spec) {
  return n->field == spec->field && !(n->flags & TTA_NODE_KEYED) == !spec->keyed && has_class(tree, n, spec);
}

static bool has_prefix(const tta_node *attribute, bool printed) {
  return attribute->flags & (printed ? TTA_NODE_PREFIXED : TTA_NODE_SPELLED);
}

static bool has_notation(const tta_tree *tree, const tta_node *n, uint32_t notation, bool printed) {
  bool stripped = n->kind == TTA_NODE_ATTRIBUTE && !has_prefix(n, printed);
  bool list = n->kind == TTA_NODE_LIST;
  tta_node_kind kind = (tta_node_kind)(list ? at(tree, n->first) : n)->kind;
  if ((notation & COMMA) && (n->flags & TTA_NODE_JUXTAPOSED)) return false;
  if ((notation & NO_COMMA) && !(n->flags & TTA_NODE_JUXTAPOSED)) return false;
  switch (notation & NOTATION) {
  case DIMS: return (list && !n->first) || kind == TTA_NODE_DIMS;
  case COORDS: return (list && !n->first) || kind == TTA_NODE_COORD;
  case PARENS: return (list && !n->first) || kind == TTA_NODE_PAREN_DIMS;
  case STRIPPED: return stripped;
  case LITERAL: return stripped && at(tree, n->first)->kind == TTA_NODE_DIMS && !at(tree, n->first)->next;
  default: return true;
  }
}

/* The dates of the prefix of an attribute, of all attributes with TTA_NUM_ATTRIBUTES. */
static tta_era_set days_of_dialect(tta_attribute attribute, tta_dialect dialect) {
  for (size_t i = 0; i < sizeof dates_of_dialects / sizeof *dates_of_dialects; i++)
    if (dates_of_dialects[i].attribute == attribute && dates_of_dialects[i].dialect == dialect)
      return interval(dates_of_dialects[i].since, dates_of_dialects[i].until);
  return tta_era_always();
}

/* A form of an attribute, as it was with the prefix of one dialect. */
typedef struct form {
  const tta_form *syntax;
  const form_dates *dates;
  uint32_t dialects; /* a bit */
  tta_era_set days;  /* when it existed */
  bool printed;      /* attributes are matched as they are printed, not as they are written */
} form;

/* @return false: the attribute has no more forms */
static bool form_at(const tta_node *attribute, uint32_t index, form *f) {
  if (index == TTA_MAX_FORMS || !tta_attributes[attribute->index].forms[index].fields) return false;
  const form_dates *dates = &dates_of_forms[attribute->index][index];
  *f = (form){&tta_attributes[attribute->index].forms[index], dates, 1U << attribute->dialect,
              interval(dates->since, dates->until), false};
  tta_era_set prefix = days_of_dialect((tta_attribute)attribute->index, (tta_dialect)attribute->dialect);
  tta_era_and(&f->days, &prefix);
  return true;
}

/* The days on which field `i` occurs in one of the ways `occurs`. @param n the field whose notation counts; NULL = any
 * notation */
static tta_era_set days_of(const tta_tree *tree, const form *f, uint32_t i, uint32_t occurs, const tta_node *n) {
  const field_dates *d = f->dates->fields[i].dates;
  tta_era_set days = {{0}};
  if (!d->occurs && (occurs & (f->syntax->fields[i].optional ? OPTIONAL : MANDATORY))) return f->days;
  for (; d->occurs; d++) {
    if (!(d->occurs & occurs) || (d->dialects && !(d->dialects & f->dialects))) continue;
    if (n && !has_notation(tree, n, d->notation, f->printed)) continue;
    add_interval(&days, d->since, d->until);
  }
  tta_era_and(&days, &f->days);
  return days;
}

/* Rows of one field that follow each other are its notations: the end of those that start with field `i`. */
static uint32_t end_of_notations(const tta_form *syntax, uint32_t i) {
  uint32_t end = i + 1;
  while (end < syntax->num_fields && syntax->fields[end].field == syntax->fields[i].field) end++;
  return end;
}

/* ---- one form ---------------------------------------------------------------------------------------------------- */

/* Where a text differs from a form on a day. */
typedef struct misfit {
  tta_era_cause cause; /* WITH, WITHOUT, NOTATION */
  tta_field field;
} misfit;

static bool is_repeated(const tta_tree *tree, tta_node_id attribute, tta_node_id child) {
  tta_node_id c = at(tree, attribute)->first;
  while (c != child && at(tree, c)->field != at(tree, child)->field) c = at(tree, c)->next;
  return c != child;
}

/* One way through the fields of a form, beside those of the text. */
typedef struct walk {
  const tta_tree *tree;
  const form *form;
  tta_node_id child; /* the next field of the text */
  uint32_t i, end;   /* the notations [i, end) of the next field of the form */
  tta_era_set here;  /* the field is in the text: when it was read; else empty */
  tta_era_set must, tail; /* when it was mandatory, or could be absent with all that follow */
  bool is_here;
} walk;

static bool step(walk *w) {
  const tta_form *syntax = w->form->syntax;
  if (w->is_here) w->child = skip_elided(w->tree, at(w->tree, w->child)->next, w->form->printed);
  w->i = w->end;
  if (w->i == syntax->num_fields) return false;
  w->end = end_of_notations(syntax, w->i);
  w->is_here = false;
  w->here = w->must = w->tail = (tta_era_set){{0}};
  const tta_node *n = w->child ? at(w->tree, w->child) : NULL;
  for (uint32_t i = w->i; i < w->end; i++) {
    tta_era_set must = days_of(w->tree, w->form, i, MANDATORY, NULL);
    tta_era_set tail = days_of(w->tree, w->form, i, OPTIONAL_TAIL, NULL);
    tta_era_or(&w->must, &must);
    tta_era_or(&w->tail, &tail);
    if (!n || !fits(w->tree, n, &syntax->fields[i])) continue;
    tta_era_set here = days_of(w->tree, w->form, i, READ, n);
    tta_era_or(&w->here, &here);
    w->is_here = true;
  }
  return true;
}

/* The days on which the form read the fields of `attribute`, SETTLED. */
static tta_era_set match(const tta_tree *tree, tta_node_id attribute, const form *f) {
  walk w = {.tree = tree, .form = f, .child = skip_elided(tree, at(tree, attribute)->first, f->printed)};
  tta_era_set days = f->days, ended = {{0}};
  while (step(&w)) {
    if (w.is_here) {
      if (is_repeated(tree, attribute, w.child)) return (tta_era_set){{0}};
      tta_era_and(&days, &w.here);
      tta_era_and_not(&days, &ended);
    } else {
      tta_era_and_not(&days, &w.must);
      tta_era_or(&ended, &w.tail);
    }
  }
  return w.child ? (tta_era_set){{0}} : days;
}

/* A row of the form has the field in this period. */
static bool reads_field(const tta_tree *tree, const form *f, tta_field field, uint32_t period) {
  for (uint32_t i = 0; i < f->syntax->num_fields; i++) {
    tta_era_set days = days_of(tree, f, i, READ, NULL);
    if (f->syntax->fields[i].field == field && tta_era_has(&days, period)) return true;
  }
  return false;
}

static misfit misfit_at(const tta_tree *tree, const form *f, tta_field wanted, tta_node_id child, uint32_t period) {
  tta_field field = (tta_field)at(tree, child)->field;
  if (!child) return (misfit){TTA_ERA_WITHOUT, wanted};
  if (field == wanted) return (misfit){TTA_ERA_NOTATION, field};
  if (reads_field(tree, f, field, period)) return (misfit){TTA_ERA_WITHOUT, wanted};
  return (misfit){TTA_ERA_WITH, field};
}

/* A row of [i, end) has the field in this period; with `n` written as it. */
static bool group_reads(const tta_tree *tree, const form *f, uint32_t i, uint32_t end, const tta_node *n,
                        uint32_t period) {
  for (; i < end; i++) {
    tta_era_set days = days_of(tree, f, i, READ, n);
    if (tta_era_has(&days, period) && (!n || fits(tree, n, &f->syntax->fields[i]))) return true;
  }
  return false;
}

/* The first difference in a period in which the form existed, but did not read the fields of `attribute`. */
static misfit find_misfit(const tta_tree *tree, tta_node_id attribute, const form *f, uint32_t period) {
  tta_node_id child = at(tree, attribute)->first;
  bool ended = false;
  for (uint32_t i = 0, end; i < f->syntax->num_fields; i = end) {
    end = end_of_notations(f->syntax, i);
    tta_field field = (tta_field)f->syntax->fields[i].field;
    const tta_node *n = child ? at(tree, child) : NULL;
    if (!group_reads(tree, f, i, end, NULL, period)) {
      if (n && n->field == field && !reads_field(tree, f, field, period)) return (misfit){TTA_ERA_WITH, field};
    } else if (n && group_reads(tree, f, i, end, n, period)) {
      if (ended) return (misfit){TTA_ERA_WITH, field};
      child = n->next;
    } else {
      for (uint32_t k = i; k < end; k++) {
        tta_era_set must = days_of(tree, f, k, MANDATORY, NULL), tail = days_of(tree, f, k, OPTIONAL_TAIL, NULL);
        if (tta_era_has(&must, period)) return misfit_at(tree, f, field, child, period);
        ended |= tta_era_has(&tail, period);
      }
    }
  }
  tta_field field = (tta_field)at(tree, child)->field;
  if (!child) return (misfit){TTA_ERA_FORM, TTA_FIELD_NONE}; /* a field twice */
  return (misfit){reads_field(tree, f, field, period) ? TTA_ERA_NOTATION : TTA_ERA_WITH, field};
}

/* ---- variants ---------------------------------------------------------------------------------------------------- */

static bool variant_has(const variant *v, tta_field field) {
  const uint16_t *f = v->fields;
  while (*f && *f != field) f++;
  return *f;
}

static bool is_variant(const tta_tree *tree, tta_node_id attribute, const variant *v, bool printed) {
  const uint16_t *f = v->fields;
  tta_node_id child = skip_elided(tree, at(tree, attribute)->first, printed);
  for (; *f && child && at(tree, child)->field == *f; f++) child = skip_elided(tree, at(tree, child)->next, printed);
  return !*f && !child;
}

/* ---- an attribute ------------------------------------------------------------------------------------------------ */

/* FORM(0, 0, ...) is not tt-mlir's. */
static bool is_dated(const tta_node *attribute) { return dates_of_forms[attribute->index][0].since; }

/* What forms and variants say about its fields. */
static tta_era_set days_of_fields(const tta_tree *tree, tta_node_id attribute, tta_era_reading reading, bool printed) {
  const tta_node *n = at(tree, attribute);
  tta_era_set days = {{0}};
  form f;
  for (uint32_t i = 0; form_at(n, i, &f); i++) {
    f.printed = printed;
    tta_era_set more = match(tree, attribute, &f);
    tta_era_or(&days, &more);
  }
  for (uint32_t i = 0; i < NUM_VARIANTS; i++)
    if (variants[i].attribute == n->index && is_variant(tree, attribute, &variants[i], printed))
      add_interval(&days, variants[i].since, variants[i].until);
  return reading == TTA_ERA_LENIENT ? tta_era_lenient(&days) : days;
}

static tta_era_set days_of_prefix(const tta_node *attribute, tta_era_reading reading) {
  tta_era_set days = days_of_dialect(TTA_NUM_ATTRIBUTES, (tta_dialect)attribute->dialect);
  return reading == TTA_ERA_LENIENT ? tta_era_lenient(&days) : days;
}

static tta_era_set days_of_attribute(const tta_tree *tree, tta_node_id attribute, bool device_op,
                                     tta_era_reading reading, bool printed) {
  const tta_node *n = at(tree, attribute);
  if (!is_dated(n)) return tta_era_always();
  tta_era_set days = days_of_fields(tree, attribute, reading, printed),
              more = tta_era_of_keywords(tree, attribute, reading, printed, 0, NULL);
  tta_era_and(&days, &more);
  if (has_prefix(n, printed) || device_op) {
    more = days_of_prefix(n, reading);
    tta_era_and(&days, &more);
  }
  return days;
}

tta_era_set tta_era_of_attribute(const tta_tree *tree, tta_node_id attribute, bool device_op, tta_era_reading reading) {
  return days_of_attribute(tree, attribute, device_op, reading, false);
}

bool tta_era_joins_fields(const tta_tree *tree, tta_node_id attribute) {
  const tta_node *n = at(tree, attribute);
  bool joined = !is_dated(n);
  for (int printed = 0; printed < 2 && !joined; printed++) {
    tta_era_set days = days_of_fields(tree, attribute, TTA_ERA_LENIENT, printed);
    if (has_prefix(n, printed)) {
      tta_era_set prefix = days_of_prefix(n, TTA_ERA_LENIENT);
      tta_era_and(&days, &prefix);
    }
    joined = !tta_era_is_empty(&days);
  }
  return joined;
}

bool tta_era_fields_are_dated(tta_attribute attribute) {
  const tta_form *forms = tta_attributes[attribute].forms;
  bool dated = forms[1].fields;
  for (uint32_t i = 0; !dated && i < forms[0].num_fields; i++)
    dated = dates_of_forms[attribute][0].fields[i].dates[0].occurs;
  for (size_t i = 0; !dated && i < NUM_VARIANTS; i++) dated = variants[i].attribute == attribute;
  for (size_t i = 0; !dated && i < sizeof dates_of_dialects / sizeof *dates_of_dialects; i++)
    dated = dates_of_dialects[i].attribute == attribute;
  for (uint32_t d = 0; !dated && d < TTA_NUM_DIALECTS; d++) {
    tta_era_set days = interval(dates_of_forms[attribute][0].since, dates_of_forms[attribute][0].until),
                prefix = days_of_dialect(TTA_NUM_ATTRIBUTES, (tta_dialect)d);
    tta_era_and(&days, &prefix);
    dated = (tta_attributes[attribute].dialects >> d & 1) && tta_era_is_empty(&days);
  }
  return dated;
}

tta_era_set tta_era_of_printed(const tta_tree *tree, tta_node_id attribute, bool device_op, tta_era_reading reading) {
  return days_of_attribute(tree, attribute, device_op, reading, true);
}

/* ---- reasons ----------------------------------------------------------------------------------------------------- */

/* When the attribute had the field, SETTLED. @param written in the notation of this one; NULL: in any */
static tta_era_set days_of_field(const tta_tree *tree, const tta_node *attribute, tta_field field,
                                 const tta_node *written) {
  tta_era_set days = {{0}};
  form f;
  for (uint32_t k = 0; form_at(attribute, k, &f); k++)
    for (uint32_t i = 0; i < f.syntax->num_fields; i++) {
      const tta_field_spec *spec = &f.syntax->fields[i];
      if (spec->field != field || (written && !fits(tree, written, spec))) continue;
      tta_era_set more = days_of(tree, &f, i, READ, written);
      tta_era_or(&days, &more);
    }
  for (uint32_t i = 0; i < NUM_VARIANTS; i++)
    if (variants[i].attribute == attribute->index && variant_has(&variants[i], field))
      add_interval(&days, variants[i].since, variants[i].until);
  return days;
}

tta_era_set tta_era_of_field(tta_attribute attribute, tta_dialect dialect, tta_field field, tta_era_reading reading) {
  const tta_node n = {.dialect = dialect & 0xfU, .index = attribute};
  tta_era_set days = days_of_field(NULL, &n, field, NULL);
  return reading == TTA_ERA_LENIENT ? tta_era_lenient(&days) : days;
}

/* When the attribute existed, SETTLED. */
static tta_era_set days_of_forms(const tta_node *attribute) {
  tta_era_set days = {{0}};
  form f;
  for (uint32_t i = 0; form_at(attribute, i, &f); i++) tta_era_or(&days, &f.days);
  for (uint32_t i = 0; i < NUM_VARIANTS; i++)
    if (variants[i].attribute == attribute->index) add_interval(&days, variants[i].since, variants[i].until);
  return days;
}

/* The difference from the last form that exists in the period, or from a variant where there is none; `otherwise` where
 * the attribute does not exist. */
static misfit explain_period(const tta_tree *tree, tta_node_id attribute, uint32_t period, misfit otherwise) {
  const tta_node *n = at(tree, attribute);
  misfit why = otherwise;
  bool any = false;
  form f;
  for (uint32_t i = 0; form_at(n, i, &f); i++) {
    if (!tta_era_has(&f.days, period)) continue;
    why = find_misfit(tree, attribute, &f, period);
    any = true;
  }
  for (uint32_t i = 0; !any && i < NUM_VARIANTS; i++) {
    tta_era_set days = interval(variants[i].since, variants[i].until);
    if (variants[i].attribute != n->index || !tta_era_has(&days, period)) continue;
    tta_node_id child = n->first;
    while (child && variant_has(&variants[i], (tta_field)at(tree, child)->field)) child = at(tree, child)->next;
    if (child) return (misfit){TTA_ERA_WITH, (tta_field)at(tree, child)->field};
    const uint16_t *field = variants[i].fields;
    while (*field && tta_node_child(tree, attribute, (tta_field)*field)) field++;
    return (misfit){TTA_ERA_WITHOUT, (tta_field)*field};
  }
  return why;
}

static bool is_day_of_change(uint32_t period) {
  for (uint32_t d = 1; d < TTA_NUM_DATES; d++)
    if (tta_date_period((tta_date)d) == period) return true;
  return false;
}

static tta_era_reason explain_fields(const tta_tree *tree, tta_node_id attribute, const tta_era_set *prefix,
                                     uint32_t period) {
  misfit why = {TTA_ERA_ATTRIBUTE, TTA_FIELD_NONE};
  if (is_day_of_change(period)) why = explain_period(tree, attribute, period - 1, why);
  why = explain_period(tree, attribute, period, why);
  tta_era_set existed = days_of_forms(at(tree, attribute));
  tta_era_set fields = days_of_fields(tree, attribute, TTA_ERA_LENIENT, false);
  tta_era_reason reason = {why.cause, why.field, attribute, tta_era_lenient(&existed)};
  if (why.cause == TTA_ERA_WITHOUT || why.cause == TTA_ERA_FORM) reason.dates = fields;
  if (why.cause == TTA_ERA_WITH || why.cause == TTA_ERA_NOTATION) {
    const tta_node *written = at(tree, tta_node_child(tree, attribute, why.field));
    tta_era_set days = days_of_field(tree, at(tree, attribute), why.field, why.cause == TTA_ERA_WITH ? NULL : written);
    reason.dates = tta_era_lenient(&days);
  }
  if (why.cause != TTA_ERA_ATTRIBUTE && tta_era_has(&reason.dates, period)) {
    reason.cause = TTA_ERA_FORM;
    reason.dates = fields;
  }
  tta_era_set narrowed = reason.dates;
  tta_era_and(&narrowed, prefix);
  if (!tta_era_is_empty(&narrowed)) reason.dates = narrowed;
  return reason;
}

/* The keyword is in the field whose text contains it. */
static tta_era_reason explain_keyword(const tta_tree *tree, tta_node_id attribute, tta_node_id word) {
  tta_node_id c = at(tree, attribute)->first;
  while (at(tree, c)->next && (at(tree, c)->begin > at(tree, word)->begin || at(tree, c)->end < at(tree, word)->end))
    c = at(tree, c)->next;
  tta_era_set dates =
      at(tree, word)->kind == TTA_NODE_FLAGS
          ? tta_era_of_flags(at(tree, word), TTA_ERA_LENIENT)
          : tta_era_of_word(tree, at(tree, attribute), (tta_field)at(tree, c)->field, word, TTA_ERA_LENIENT);
  return (tta_era_reason){.cause = TTA_ERA_KEYWORD, .node = word, .dates = dates};
}

tta_era_reason tta_era_explain(const tta_tree *tree, tta_node_id attribute, bool device_op, int32_t day) {
  const tta_node *n = at(tree, attribute);
  uint32_t period = tta_era_period(day);
  bool prefixed = (n->flags & TTA_NODE_SPELLED) || device_op;
  tta_era_set prefix = prefixed ? days_of_prefix(n, TTA_ERA_LENIENT) : tta_era_always();
  tta_era_set fields = days_of_fields(tree, attribute, TTA_ERA_LENIENT, false);
  if (!tta_era_has(&fields, period)) return explain_fields(tree, attribute, &prefix, period);
  if (!tta_era_has(&prefix, period)) return (tta_era_reason){TTA_ERA_PREFIX, TTA_FIELD_NONE, attribute, prefix};
  tta_node_id word = 0;
  tta_era_of_keywords(tree, attribute, TTA_ERA_LENIENT, false, period, &word);
  return explain_keyword(tree, attribute, word);
}

/* ---- defaults that are not printed ------------------------------------------------------------------------------- */

/* Nothing printed follows: a tail is absent from here on. */
static bool ends_here(const tta_tree *tree, tta_node_id item) {
  while ((item = at(tree, item)->next))
    if (!tta_node_is_elided(at(tree, item))) return false;
  return true;
}

/* In which ways a row of the form is read, in one period or, with TTA_NUM_PERIODS, ever. */
static uint32_t occurrences_of_row(const tta_tree *tree, const form *f, uint32_t row, uint32_t period) {
  static const uint8_t ways[] = {MANDATORY, OPTIONAL, OPTIONAL_TAIL};
  uint32_t found = 0;
  for (size_t w = 0; w < sizeof ways; w++) {
    tta_era_set days = days_of(tree, f, row, ways[w], NULL);
    if (period == TTA_NUM_PERIODS ? !tta_era_is_empty(&days) : tta_era_has(&days, period)) found |= ways[w];
  }
  return found;
}

/* The same of all rows of a field. */
static uint32_t occurrences(const tta_tree *tree, const form *f, tta_field field, uint32_t period) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < f->syntax->num_fields; i++)
    if (f->syntax->fields[i].field == field) found |= occurrences_of_row(tree, f, i, period);
  return found;
}

/* In which ways the forms have the field that read the attribute in this period or, with TTA_NUM_PERIODS, that start
 * with the same field. */
static uint32_t occurrences_in_forms(const tta_tree *tree, tta_node_id attribute, tta_field field, uint32_t period) {
  const tta_node *n = at(tree, attribute);
  uint32_t found = 0;
  form f;
  for (uint32_t i = 0; form_at(n, i, &f); i++) {
    if (!f.syntax->any_order && f.syntax->fields[0].field != at(tree, n->first)->field) continue;
    tta_era_set days = period == TTA_NUM_PERIODS ? (tta_era_set){{0}} : match(tree, attribute, &f);
    if (period == TTA_NUM_PERIODS || tta_era_has(&days, period)) found |= occurrences(tree, &f, field, period);
  }
  return found;
}

static bool is_elided(const tta_tree *tree, tta_node_id attribute, tta_node_id item, int32_t day) {
  tta_field field = (tta_field)at(tree, item)->field;
  uint32_t period = day ? tta_era_period(day) : TTA_NUM_PERIODS;
  uint32_t found = occurrences_in_forms(tree, attribute, field, period);
  if (day && is_day_of_change(period)) found |= occurrences_in_forms(tree, attribute, field, period - 1);
  if (found & MANDATORY) return false;
  return (found & OPTIONAL_TAIL) ? ends_here(tree, item) : found != 0;
}

bool tta_era_elide_defaults(const tta_tree *tree, tta_node_id attribute, int32_t day) {
  enum { MAX_FIELDS = TTA_MAX_STRUCT_FIELDS };
  tta_node_id items[MAX_FIELDS];
  uint32_t count = 0;
  bool some = false;
  for (tta_node_id c = tta_node_first(tree, attribute); c; c = at(tree, c)->next) {
    if (count == MAX_FIELDS) return false;
    items[count++] = c;
  }
  /* From the end, so that of a tail each field may find the later ones gone. The first field selects the form. */
  tta_attribute row = (tta_attribute)at(tree, attribute)->index;
  uint32_t first = tta_attributes[row].forms[0].any_order || tta_attribute_may_be_bare(row) ? 0 : 1;
  while (count-- > first) {
    if (!tta_is_default(tree, attribute, items[count]) || !is_elided(tree, attribute, items[count], day)) continue;
    tta_node_at(tree, items[count])->flags |= TTA_NODE_ELIDED;
    some = true;
  }
  return some;
}

/* ---- rows on one day, for writers -------------------------------------------------------------------------------- */

bool tta_era_has_dialect(tta_attribute attribute, tta_dialect dialect, int32_t day) {
  uint32_t period = tta_era_period(day);
  tta_era_set all = days_of_dialect(TTA_NUM_ATTRIBUTES, dialect), own = days_of_dialect(attribute, dialect);
  return (tta_attributes[attribute].dialects >> dialect & 1) && tta_era_has(&all, period) && tta_era_has(&own, period);
}

tta_dialect tta_era_dialect_on(tta_attribute attribute, int32_t day) {
  tta_dialect d = 0;
  while (d < TTA_NUM_DIALECTS && !tta_era_has_dialect(attribute, d, day)) d++;
  return d;
}

/* The form of an attribute; false when it has no such form. */
static bool form_of(tta_attribute attribute, tta_dialect dialect, int index, form *f) {
  tta_node n = {.index = attribute, .dialect = dialect & 15};
  return index >= 0 && dialect < TTA_NUM_DIALECTS && form_at(&n, (uint32_t)index, f);
}

int tta_era_form_on(tta_attribute attribute, tta_dialect dialect, int32_t day) {
  form f;
  for (int i = 0; form_of(attribute, dialect, i, &f); i++)
    if (tta_era_has(&f.days, tta_era_period(day))) return i;
  return -1;
}

static tta_occurrence occurrence_of(uint32_t found) {
  return found & MANDATORY       ? TTA_MANDATORY
         : found & OPTIONAL      ? TTA_OPTIONAL
         : found & OPTIONAL_TAIL ? TTA_OPTIONAL_TAIL
                                 : TTA_NOT_READ;
}

tta_occurrence tta_era_occurrence(tta_attribute attribute, tta_dialect dialect, int index, uint32_t row, int32_t day) {
  form f;
  if (!form_of(attribute, dialect, index, &f)) return TTA_NOT_READ;
  return occurrence_of(occurrences_of_row(NULL, &f, row, tta_era_period(day)));
}

uint32_t tta_era_notation_on(tta_attribute attribute, tta_dialect dialect, int index, uint32_t row, int32_t day) {
  form f;
  for (const field_dates *d = form_of(attribute, dialect, index, &f) ? f.dates->fields[row].dates : NULL;
       d && d->occurs; d++) {
    tta_era_set days = interval(d->since, d->until);
    if (tta_era_has(&days, tta_era_period(day)) && (!d->dialects || (d->dialects & f.dialects))) return d->notation;
  }
  return TTA_ERA_ANY_NOTATION;
}

/* The form reads all fields of the variant on the day, or has them for its variants only. */
static bool reads_variant(const form *f, const variant *v, uint32_t period) {
  for (uint32_t i = 0; i < f->syntax->num_fields; i++) {
    bool only = f->dates->fields[i].dates[0].occurs == ONLY_IN_VARIANT;
    if (variant_has(v, (tta_field)f->syntax->fields[i].field) && !only && !occurrences_of_row(NULL, f, i, period))
      return false;
  }
  return true;
}

const uint16_t *tta_era_variant(tta_attribute attribute, tta_dialect dialect, int index, int32_t day, uint32_t number) {
  form f;
  uint32_t period = tta_era_period(day);
  for (uint32_t i = 0; i < NUM_VARIANTS && form_of(attribute, dialect, index, &f); i++) {
    tta_era_set days = interval(variants[i].since, variants[i].until);
    if (variants[i].attribute != attribute || !tta_era_has(&days, period) || !reads_variant(&f, &variants[i], period))
      continue;
    if (!number--) return variants[i].fields;
  }
  return NULL;
}

bool tta_era_reads_field(tta_attribute attribute, tta_field field, int32_t day) {
  tta_dialect dialect = tta_era_dialect_on(attribute, day);
  int index = tta_era_form_on(attribute, dialect, day);
  const uint16_t *fields;
  form f;
  if (!form_of(attribute, dialect, index, &f)) return false;
  if (occurrences(NULL, &f, field, tta_era_period(day))) return true;
  for (uint32_t i = 0; (fields = tta_era_variant(attribute, dialect, index, day, i)); i++)
    for (; *fields; fields++)
      if (*fields == field) return true;
  return false;
}
