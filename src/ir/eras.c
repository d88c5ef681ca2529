/* Owns the matching of attributes against eras.def, and the arithmetic of dates. Does not report, and does not look
 * into the attributes inside an attribute: each is matched by itself. */
#include "ir/eras.h"

#include <string.h>

enum how {
  KEYED = 1,
  TAIL = 2,
  MAY = 4,
  WORD = 1 << 4,
  NODE = 2 << 4,
  STRIPPED = 3 << 4,
  LITERAL = 4 << 4,
  DIMS = 5 << 4,
  COORDS = 6 << 4,
  PARENS = 7 << 4,
  ATTRIBUTES = 8 << 4,
  NUMBERS = 9 << 4,
  NOTATION = 15 << 4,
  LOOSE = 1 << 8,
  TIGHT = 2 << 8,
};

typedef struct field_row {
  uint8_t field;
  uint16_t how;
  int32_t since, until; /* 0, 0: as the row */
} field_row;

typedef struct attribute_row {
  uint8_t attribute, dialects; /* 0 = any */
  int32_t since, until;
  const field_row *fields;
  uint32_t num_fields;
} attribute_row;

#define TTIR (1 << TTA_TTIR)
#define D2M (1 << TTA_D2M)
#define TTKERNEL (1 << TTA_TTKERNEL)
#define F(field, how) {TTA_FIELD_##field, how, 0, 0},
#define D(field, how, since, until) {TTA_FIELD_##field, how, since, until},
#define FIELDS(...) \
  (const field_row[]){__VA_ARGS__}, (uint32_t)(sizeof((const field_row[]){__VA_ARGS__}) / sizeof(field_row))

static const attribute_row attribute_rows[] = {
#define DIALECT(...)
#define KEYWORD(...)
#define READ(attribute, dialects, since, until, commit, ...) \
  {TTA_ATTR_##attribute, dialects, since, until, FIELDS(__VA_ARGS__)},
#include "ir/eras.def"
#undef READ
#undef KEYWORD
#undef DIALECT
};
enum { NUM_ATTRIBUTE_ROWS = sizeof attribute_rows / sizeof attribute_rows[0] };

static const struct dialect_row {
  uint8_t dialect;
  int32_t since, until;
} dialect_rows[] = {
#define READ(...)
#define KEYWORD(...)
#define DIALECT(dialect, since, until, commit) {TTA_##dialect, since, until},
#include "ir/eras.def"
#undef READ
#undef KEYWORD
#undef DIALECT
};
enum { NUM_DIALECT_ROWS = sizeof dialect_rows / sizeof dialect_rows[0] };

static const struct keyword_row {
  uint8_t enumeration;
  int32_t since, until;
  const char *word;
} keyword_rows[] = {
#define READ(...)
#define DIALECT(...)
#define KEYWORD(enumeration, word, since, until, commit) {TTA_ENUM_##enumeration, since, until, word},
#include "ir/eras.def"
#undef READ
#undef KEYWORD
#undef DIALECT
};
enum { NUM_KEYWORD_ROWS = sizeof keyword_rows / sizeof keyword_rows[0] };

/* ---- dates
 * ------------------------------------------------------------------------------------------------------------- */

/* Days since 0000-03-01, and back: the proleptic Gregorian calendar with years that begin in March, so that the leap
 * day is the last one (H. Hinnant, "chrono-compatible low-level date algorithms"). Years 0..9999. */
static int32_t count_of_date(int32_t date) {
  int32_t year = date / 10000, month = date / 100 % 100, day = date % 100;
  if (month <= 2) year--;
  int32_t century_year = year % 400, day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return year / 400 * 146097 + century_year * 365 + century_year / 4 - century_year / 100 + day_of_year;
}

static int32_t date_of_count(int32_t count) {
  int32_t day_of_era = count % 146097;
  int32_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  int32_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int32_t month = (5 * day_of_year + 2) / 153, day = day_of_year - (153 * month + 2) / 5 + 1;
  int32_t year = count / 146097 * 400 + year_of_era + (month >= 10);
  return year * 10000 + (month < 10 ? month + 3 : month - 9) * 100 + day;
}

uint32_t tta_era_day(int32_t date) {
  if (date < TTA_ERA_FIRST) return 0;
  int32_t day = count_of_date(date) - count_of_date(TTA_ERA_FIRST) + 1;
  return day < TTA_ERA_DAYS ? (uint32_t)day : TTA_ERA_DAYS - 1;
}

int32_t tta_era_date(uint32_t day) { return date_of_count(count_of_date(TTA_ERA_FIRST) + (int32_t)day - 1); }

/* ---- sets
 * ---------------------------------------------------------------------------------------------------------------- */

/* Days [begin, end). */
static tta_era_set days_between(uint32_t begin, uint32_t end) {
  tta_era_set set = {{0}};
  for (uint32_t w = 0; w < TTA_ERA_WORDS; w++) {
    uint32_t from = begin > 64 * w ? begin - 64 * w : 0, to = end > 64 * w ? end - 64 * w : 0;
    if (to > 64) to = 64;
    if (from < to) set.words[w] = (to == 64 ? ~UINT64_C(0) : (UINT64_C(1) << to) - 1) & ~((UINT64_C(1) << from) - 1);
  }
  return set;
}

tta_era_set tta_era_interval(int32_t since, int32_t until, tta_era_reading reading) {
  uint32_t end = until ? tta_era_day(until) + (reading == TTA_ERA_LENIENT) : TTA_ERA_DAYS;
  return days_between(tta_era_day(since), end);
}

tta_era_set tta_era_always(void) { return days_between(0, TTA_ERA_DAYS); }

void tta_era_and(tta_era_set *set, const tta_era_set *other) {
  for (uint32_t w = 0; w < TTA_ERA_WORDS; w++) set->words[w] &= other->words[w];
}

void tta_era_or(tta_era_set *set, const tta_era_set *other) {
  for (uint32_t w = 0; w < TTA_ERA_WORDS; w++) set->words[w] |= other->words[w];
}

void tta_era_and_not(tta_era_set *set, const tta_era_set *other) {
  for (uint32_t w = 0; w < TTA_ERA_WORDS; w++) set->words[w] &= ~other->words[w];
}

bool tta_era_is_empty(const tta_era_set *set) {
  for (uint32_t w = 0; w < TTA_ERA_WORDS; w++)
    if (set->words[w]) return false;
  return true;
}

bool tta_era_next_run(const tta_era_set *set, uint32_t *day, tta_era_run *run) {
  while (*day < TTA_ERA_DAYS && !tta_era_has(set, *day)) ++*day;
  if (*day == TTA_ERA_DAYS) return false;
  run->since = tta_era_date(*day);
  while (*day < TTA_ERA_DAYS && tta_era_has(set, *day)) ++*day;
  run->until = *day == TTA_ERA_DAYS ? 0 : tta_era_date(*day - 1);
  return true;
}

void tta_era_date_words(tta_buf *out, int32_t date) {
  tta_buf_printf(out, "%04d-%02d-%02d", (int)(date / 10000), (int)(date / 100 % 100), (int)(date % 100));
}

void tta_era_words(tta_buf *out, const tta_era_set *set) {
  uint32_t day = 0;
  tta_era_run run;
  bool any = false;
  for (; tta_era_next_run(set, &day, &run); any = true) {
    bool from_the_first = run.since <= TTA_ERA_FIRST;
    if (any) tta_buf_str(out, " and ");
    if (from_the_first && !run.until) tta_buf_str(out, "at every date");
    if (!from_the_first) tta_buf_str(out, "from ");
    if (!from_the_first) tta_era_date_words(out, run.since);
    if (!from_the_first && !run.until) tta_buf_str(out, " on");
    if (run.until == run.since) tta_buf_str(out, " to the same day");
    else if (run.until) tta_buf_str(out, from_the_first ? "until " : " to "), tta_era_date_words(out, run.until);
  }
  if (!any) tta_buf_str(out, "at no date");
}

/* ---- one row
 * ------------------------------------------------------------------------------------------------------------- */

static const tta_node *at(const tta_tree *tree, tta_node_id id) { return tta_node_at(tree, id); }

/* The node is of this kind, or a list of such nodes. */
static bool holds(const tta_tree *tree, const tta_node *n, tta_node_kind kind, tta_node_kind other) {
  if (n->kind == TTA_NODE_LIST) {
    if (!n->first) return true;
    n = at(tree, n->first);
  }
  return n->kind == kind || n->kind == other;
}

static bool has_notation(const tta_tree *tree, const tta_node *n, uint32_t notation) {
  bool stripped = n->kind == TTA_NODE_ATTRIBUTE && !(n->flags & TTA_NODE_SPELLED);
  switch (notation) {
  case WORD: return n->kind == TTA_NODE_WORD;
  case NODE: return n->kind == TTA_NODE_ATTRIBUTE || n->kind == TTA_NODE_ALIAS || n->kind == TTA_NODE_OPAQUE;
  case STRIPPED: return stripped;
  case LITERAL: return stripped && at(tree, n->first)->kind == TTA_NODE_DIMS && !at(tree, n->first)->next;
  case DIMS: return holds(tree, n, TTA_NODE_DIMS, TTA_NODE_DIMS);
  case COORDS: return holds(tree, n, TTA_NODE_COORD, TTA_NODE_COORD);
  case PARENS: return holds(tree, n, TTA_NODE_PAREN_DIMS, TTA_NODE_PAREN_DIMS);
  case ATTRIBUTES: return holds(tree, n, TTA_NODE_ATTRIBUTE, TTA_NODE_ALIAS);
  case NUMBERS: return holds(tree, n, TTA_NODE_INT, TTA_NODE_TYPED);
  default: return true;
  }
}

/* `n` is what `row` says, and not only the same field in another notation. */
static bool is_written_as(const tta_tree *tree, const tta_node *n, const field_row *row) {
  if (n->field != row->field || !(n->flags & TTA_NODE_KEYED) != !(row->how & KEYED)) return false;
  if ((row->how & LOOSE) && (n->flags & TTA_NODE_JUXTAPOSED)) return false;
  if ((row->how & TIGHT) && !(n->flags & TTA_NODE_JUXTAPOSED)) return false;
  return has_notation(tree, n, row->how & NOTATION);
}

static bool has_field(const attribute_row *row, tta_field field) {
  for (uint32_t i = 0; i < row->num_fields; i++)
    if (row->fields[i].field == field) return true;
  return false;
}

/* Where a text leaves a row. */
typedef struct misfit {
  tta_era_cause cause; /* WITH, WITHOUT, NOTATION */
  tta_field field;
} misfit;

static misfit misfit_at(const tta_tree *tree, const attribute_row *row, const field_row *wanted, tta_node_id child) {
  tta_field field = (tta_field)at(tree, child)->field;
  if (!child) return (misfit){TTA_ERA_WITHOUT, (tta_field)wanted->field};
  if (field == wanted->field) return (misfit){TTA_ERA_NOTATION, field};
  if (has_field(row, field)) return (misfit){TTA_ERA_WITHOUT, (tta_field)wanted->field};
  return (misfit){TTA_ERA_WITH, field};
}

/* The days on which `row` read the fields of `attribute`. @param day what the misfit is asked for, when `why` is given
 * @return false: on none, `why` says what is wrong */
static bool match(const tta_tree *tree, tta_node_id attribute, const attribute_row *row, tta_era_reading reading,
                  uint32_t day, tta_era_set *days, misfit *why) {
  tta_node_id child = at(tree, attribute)->first;
  bool tail_ended = false;
  *days = tta_era_interval(row->since, row->until, reading);
  for (const field_row *f = row->fields; f < row->fields + row->num_fields; f++) {
    bool here = child && is_written_as(tree, at(tree, child), f);
    if (here && tail_ended) return *why = (misfit){TTA_ERA_WITH, (tta_field)f->field}, false;
    if (f->since) {
      tta_era_set dates = tta_era_interval(f->since, f->until, reading);
      /* On the days of its coming and going a field may be there or not. */
      tta_era_set demanded = tta_era_interval(tta_era_date(tta_era_day(f->since) + (reading == TTA_ERA_LENIENT)),
                                              f->until, TTA_ERA_SETTLED);
      if (here) tta_era_and(days, &dates);
      else tta_era_and_not(days, &demanded);
      if (here && !tta_era_has(&dates, day)) *why = (misfit){TTA_ERA_WITH, (tta_field)f->field};
      if (!here && tta_era_has(&demanded, day)) *why = misfit_at(tree, row, f, child);
    } else if (!here) {
      if (!(f->how & (TAIL | MAY))) return *why = misfit_at(tree, row, f, child), false;
      tail_ended |= f->how & TAIL;
    }
    if (here) child = at(tree, child)->next;
  }
  if (!child) return true;
  tta_field field = (tta_field)at(tree, child)->field;
  *why = (misfit){has_field(row, field) ? TTA_ERA_NOTATION : TTA_ERA_WITH, field};
  return false;
}

/* ---- defaults that are not printed ---- */

enum default_kind { INTEGER, BOOLEAN, KEYWORD_DEFAULT, MAP, LIST };

static const struct default_row {
  uint8_t attribute, field, kind;
  const char *value;
} default_rows[] = {
#define DEFAULT_INTEGER INTEGER
#define DEFAULT_BOOLEAN BOOLEAN
#define DEFAULT_WORD KEYWORD_DEFAULT
#define DEFAULT_MAP MAP
#define DEFAULT_LIST LIST
#define DEFAULT(attribute, field, kind, value) {TTA_ATTR_##attribute, TTA_FIELD_##field, DEFAULT_##kind, value},
#include "ir/defaults.def"
#undef DEFAULT
};

static bool has_value(const tta_tree *tree, tta_node_id id, const struct default_row *row) {
  const tta_node *n = at(tree, id);
  tta_str text = tta_node_text(tree, id);
  tta_map map;
  switch ((enum default_kind)row->kind) {
  case INTEGER:
    return n->kind == TTA_NODE_INT && !(n->flags & TTA_NODE_WIDE) && n->integer == (row->value[0] == '-' ? -1 : 1);
  case BOOLEAN: return n->kind == TTA_NODE_BOOL && !n->index;
  case KEYWORD_DEFAULT:
    return n->kind == TTA_NODE_WORD && text.size == strlen(row->value) && !memcmp(text.data, row->value, text.size);
  case MAP:
    if (n->kind == TTA_NODE_MAP_RANK) return n->index == 0;
    return (n->kind == TTA_NODE_MAP || n->kind == TTA_NODE_MAP_ATTR) && tta_node_map(tree, id, &map) && !map.num_dims &&
           !map.num_symbols && !map.num_results;
  case LIST: return n->kind == TTA_NODE_LIST && !n->first;
  }
  return false;
}

static bool is_default(const tta_tree *tree, tta_node_id attribute, tta_node_id item) {
  const tta_node *n = at(tree, item);
  for (size_t i = 0; i < sizeof default_rows / sizeof *default_rows; i++)
    if (default_rows[i].attribute == at(tree, attribute)->index && default_rows[i].field == n->field &&
        has_value(tree, item, &default_rows[i]))
      return true;
  return false;
}

/* Whether nothing printed follows: a group that is absent with all that follow. */
static bool ends_here(const tta_tree *tree, tta_node_id item) {
  while ((item = at(tree, item)->next))
    if (!tta_node_is_elided(at(tree, item))) return false;
  return true;
}

/* Whether a row leaves the field out. Rows of other forms and dates have no say: *asked tells. */
static bool leaves_out(const tta_tree *tree, tta_node_id attribute, tta_node_id item, const attribute_row *row,
                       int32_t date, bool *asked) {
  const tta_node *n = at(tree, attribute);
  tta_era_set days;
  misfit why;
  *asked = false;
  if (row->attribute != n->index || (row->dialects && !(row->dialects >> n->dialect & 1))) return false;
  if (row->fields[0].field != at(tree, n->first)->field) return false;
  if (date && (!match(tree, attribute, row, TTA_ERA_LENIENT, tta_era_day(date), &days, &why) ||
               !tta_era_has(&days, tta_era_day(date))))
    return false;
  for (const field_row *f = row->fields; f < row->fields + row->num_fields; f++) {
    if (f->field != at(tree, item)->field) continue;
    *asked = true;
    return (f->how & MAY) || ((f->how & TAIL) && ends_here(tree, item));
  }
  return false;
}

static bool elides(const tta_tree *tree, tta_node_id attribute, tta_node_id item, int32_t date) {
  bool some = false;
  for (uint32_t i = 0; i < NUM_ATTRIBUTE_ROWS; i++) {
    bool asked, out = leaves_out(tree, attribute, item, &attribute_rows[i], date, &asked);
    if (asked && !out) return false;
    some |= asked;
  }
  return some;
}

bool tta_era_elide_defaults(const tta_tree *tree, tta_node_id attribute, int32_t date) {
  enum { MAX_FIELDS = 16 };
  tta_node_id items[MAX_FIELDS];
  uint32_t count = 0;
  bool some = false;
  for (tta_node_id c = tta_node_first(tree, attribute); c; c = at(tree, c)->next) {
    if (count == MAX_FIELDS) return false;
    items[count++] = c;
  }
  /* From the end, so that of a group each one may find the later ones gone. */
  while (count-- > 1) {
    if (!is_default(tree, attribute, items[count]) || !elides(tree, attribute, items[count], date)) continue;
    tta_node_at(tree, items[count])->flags |= TTA_NODE_ELIDED;
    some = true;
  }
  return some;
}

/* ---- prefixes and keywords
 * --------------------------------------------------------------------------------------------- */

static tta_era_set days_of_dialect(tta_dialect dialect, tta_era_reading reading) {
  for (uint32_t i = 0; i < NUM_DIALECT_ROWS; i++)
    if (dialect_rows[i].dialect == dialect)
      return tta_era_interval(dialect_rows[i].since, dialect_rows[i].until, reading);
  return tta_era_always();
}

/* The enumeration that the keywords of a field are of; TTA_NUM_ENUMS when it has none. */
static tta_enum enumeration_of(tta_attribute attribute, tta_field field) {
  const tta_attribute_info *info = &tta_attributes[attribute];
  for (uint32_t f = 0; f < TTA_MAX_FORMS; f++)
    for (uint32_t i = 0; i < info->forms[f].num_fields; i++) {
      const tta_field_spec *s = &info->forms[f].fields[i];
      if (s->field == field &&
          (s->class == TTA_CLASS_WORD || (s->class == TTA_CLASS_LIST && s->element == TTA_CLASS_WORD)))
        return (tta_enum)s->argument;
    }
  return TTA_NUM_ENUMS;
}

static tta_era_set days_of_keyword(const tta_tree *tree, tta_enum enumeration, tta_node_id word,
                                   tta_era_reading reading) {
  tta_str text = tta_node_text(tree, word);
  if (text.size >= 2 && text.data[0] == '"') text = (tta_str){text.data + 1, text.size - 2};
  for (uint32_t i = 0; i < NUM_KEYWORD_ROWS; i++)
    if (keyword_rows[i].enumeration == enumeration && strlen(keyword_rows[i].word) == text.size &&
        !memcmp(keyword_rows[i].word, text.data, text.size))
      return tta_era_interval(keyword_rows[i].since, keyword_rows[i].until, reading);
  return tta_era_always();
}

/* All keywords of the attribute. @param odd set to the first that was not read on `day`; may be NULL */
static tta_era_set days_of_keywords(const tta_tree *tree, tta_node_id attribute, tta_era_reading reading, uint32_t day,
                                    tta_node_id *odd) {
  tta_era_set days = tta_era_always();
  for (tta_node_id c = at(tree, attribute)->first; c; c = at(tree, c)->next) {
    bool list = at(tree, c)->kind == TTA_NODE_LIST;
    tta_node_id word = list ? at(tree, c)->first : c;
    if (at(tree, word)->kind != TTA_NODE_WORD) continue;
    tta_enum enumeration = enumeration_of((tta_attribute)at(tree, attribute)->index, (tta_field)at(tree, c)->field);
    for (; word; word = list ? at(tree, word)->next : 0) {
      tta_era_set dates = days_of_keyword(tree, enumeration, word, reading);
      tta_era_and(&days, &dates);
      if (odd && !*odd && !tta_era_has(&dates, day)) *odd = word;
    }
  }
  return days;
}

/* ---- an attribute
 * ------------------------------------------------------------------------------------------------------ */

static bool concerns(const attribute_row *row, const tta_node *n) {
  return row->attribute == n->index && (!row->dialects || (row->dialects >> n->dialect & 1));
}

/* Attributes without rows are not tt-mlir's. */
static bool is_dated(const tta_node *n) {
  for (uint32_t i = 0; i < NUM_ATTRIBUTE_ROWS; i++)
    if (attribute_rows[i].attribute == n->index) return true;
  return false;
}

/* What the rows say of its fields. */
static tta_era_set days_of_fields(const tta_tree *tree, tta_node_id attribute, tta_era_reading reading) {
  const tta_node *n = at(tree, attribute);
  tta_era_set days = {{0}}, some;
  bool any = false;
  misfit why;
  for (uint32_t i = 0; i < NUM_ATTRIBUTE_ROWS; i++) {
    if (!concerns(&attribute_rows[i], n)) continue;
    any = true;
    if (match(tree, attribute, &attribute_rows[i], reading, 0, &some, &why)) tta_era_or(&days, &some);
  }
  return any ? days : tta_era_always();
}

tta_era_set tta_era_of_attribute(const tta_tree *tree, tta_node_id attribute, bool device_op, tta_era_reading reading) {
  const tta_node *n = at(tree, attribute);
  if (!is_dated(n)) return tta_era_always();
  tta_era_set days = days_of_fields(tree, attribute, reading),
              more = days_of_keywords(tree, attribute, reading, 0, NULL);
  tta_era_and(&days, &more);
  if ((n->flags & TTA_NODE_SPELLED) || device_op) {
    more = days_of_dialect((tta_dialect)n->dialect, reading);
    tta_era_and(&days, &more);
  }
  return days;
}

/* When a text could have had the field (in its notation). */
static tta_era_set days_of_field(const tta_tree *tree, tta_node_id attribute, const misfit *why) {
  tta_era_set days = {{0}};
  const tta_node *child = at(tree, tta_node_child(tree, attribute, why->field));
  for (uint32_t i = 0; i < NUM_ATTRIBUTE_ROWS; i++) {
    const attribute_row *row = &attribute_rows[i];
    if (!concerns(row, at(tree, attribute))) continue;
    tta_era_set force = tta_era_interval(row->since, row->until, TTA_ERA_LENIENT), with = {{0}};
    for (const field_row *f = row->fields; f < row->fields + row->num_fields; f++) {
      if (f->field != why->field || (why->cause == TTA_ERA_NOTATION && !is_written_as(tree, child, f))) continue;
      tta_era_set dates = f->since ? tta_era_interval(f->since, f->until, TTA_ERA_LENIENT) : force;
      tta_era_or(&with, &dates);
    }
    tta_era_and(&force, &with);
    tta_era_or(&days, &force);
  }
  return days;
}

/* Where the text leaves the last row in force; the attribute itself when no row is in force. */
static tta_era_reason explain_fields(const tta_tree *tree, tta_node_id attribute, const tta_era_set *prefix,
                                     uint32_t day) {
  tta_era_set existed = {{0}}, some;
  misfit why = {TTA_ERA_ATTRIBUTE, TTA_FIELD_NONE};
  for (uint32_t i = 0; i < NUM_ATTRIBUTE_ROWS; i++) {
    const attribute_row *row = &attribute_rows[i];
    if (!concerns(row, at(tree, attribute))) continue;
    tta_era_set force = tta_era_interval(row->since, row->until, TTA_ERA_LENIENT);
    tta_era_or(&existed, &force);
    if (tta_era_has(&force, day)) match(tree, attribute, row, TTA_ERA_LENIENT, day, &some, &why);
  }
  tta_era_reason reason = {.cause = why.cause, .field = why.field, .node = attribute, .dates = existed};
  if (why.cause == TTA_ERA_WITHOUT) reason.dates = days_of_fields(tree, attribute, TTA_ERA_LENIENT);
  if (why.cause == TTA_ERA_WITH || why.cause == TTA_ERA_NOTATION) reason.dates = days_of_field(tree, attribute, &why);
  if (why.cause != TTA_ERA_ATTRIBUTE && tta_era_has(&reason.dates, day)) { /* not the field, but all of them together */
    reason.cause = TTA_ERA_FORM;
    reason.dates = days_of_fields(tree, attribute, TTA_ERA_LENIENT);
  }
  tta_era_set narrowed = reason.dates;
  tta_era_and(&narrowed, prefix);
  if (!tta_era_is_empty(&narrowed)) reason.dates = narrowed;
  return reason;
}

/* The keyword's enumeration is that of the field it stands in. */
static tta_era_reason explain_keyword(const tta_tree *tree, tta_node_id attribute, tta_node_id word) {
  tta_enum enumeration = TTA_NUM_ENUMS;
  for (tta_node_id c = at(tree, attribute)->first; c; c = at(tree, c)->next)
    if (at(tree, c)->begin <= at(tree, word)->begin && at(tree, word)->end <= at(tree, c)->end)
      enumeration = enumeration_of((tta_attribute)at(tree, attribute)->index, (tta_field)at(tree, c)->field);
  tta_era_set dates = days_of_keyword(tree, enumeration, word, TTA_ERA_LENIENT);
  return (tta_era_reason){.cause = TTA_ERA_KEYWORD, .node = word, .dates = dates};
}

tta_era_reason tta_era_explain(const tta_tree *tree, tta_node_id attribute, bool device_op, uint32_t day) {
  const tta_node *n = at(tree, attribute);
  bool prefixed = (n->flags & TTA_NODE_SPELLED) || device_op;
  tta_era_set prefix = prefixed ? days_of_dialect((tta_dialect)n->dialect, TTA_ERA_LENIENT) : tta_era_always();
  tta_era_set fields = days_of_fields(tree, attribute, TTA_ERA_LENIENT);
  if (!tta_era_has(&fields, day)) return explain_fields(tree, attribute, &prefix, day);
  if (!tta_era_has(&prefix, day)) return (tta_era_reason){.cause = TTA_ERA_PREFIX, .node = attribute, .dates = prefix};
  tta_node_id word = 0;
  days_of_keywords(tree, attribute, TTA_ERA_LENIENT, day, &word);
  return explain_keyword(tree, attribute, word);
}
