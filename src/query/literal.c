/* The values that an expression says, and the kinds of what is compared. */
#include "base/chars.h"
#include "base/checked.h"
#include "base/nearest.h"
#include "ir/attributes.h"
#include "query/compile.h"

/* In the order of tta_query_kind. */
static const struct {
  const char *name, *expected;
} kinds[] = {{"null", "null"},
             {"boolean", "true or false"},
             {"number", "a number such as 64"},
             {"number of bytes", "a size such as 1500000 or 1.5MB"},
             {"percentage", "a percentage such as 25%"},
             {"keyword", "a keyword"},
             {"text", "a text in quotes"},
             {"shape", "a shape such as 64x128"}};

const char *tta_query_kind_text(tta_query_kind kind) { return kinds[kind].name; }

/* ---- numbers ---- */

/* Digits with at most one point: `number` without it, and 10 to the power of the digits after it. The rest stays. */
static bool read_decimal(tta_str *text, int64_t *number, int64_t *scale) {
  bool negative = tta_str_skip(text, "-"), point = false, digits = false;
  *number = 0;
  *scale = 1;
  for (; text->size && (tta_is_digit(*text->data) || (*text->data == '.' && !point)); *text = tta_str_rest(*text, 1)) {
    if (*text->data == '.') {
      point = true;
      continue;
    }
    digits = true;
    if (!tta_mul(*number, 10, number) || !tta_add(*number, *text->data - '0', number)) return false;
    if (point && !tta_mul(*scale, 10, scale)) return false;
  }
  if (negative) *number = -*number;
  return digits;
}

static bool read_shape(tta_query_parser *p, const tta_query_token *t, tta_query_value *value) {
  int64_t extents[TTA_MAX_RANK], scale;
  uint32_t rank = 0;
  for (tta_str rest = t->text;;) {
    if (rank == TTA_MAX_RANK) return tta_query_fail(p, t->span, "a shape of more than %d dims", TTA_MAX_RANK);
    if (tta_str_skip(&rest, "?")) extents[rank] = TTA_DYNAMIC_EXTENT;
    else if (!read_decimal(&rest, &extents[rank], &scale) || scale != 1) break;
    rank++;
    if (!rest.size) {
      int64_t *copy = tta_arena_array(&p->query->arena, rank, sizeof *copy);
      if (!copy) return p->status = TTA_NO_MEMORY, false;
      memcpy(copy, extents, rank * sizeof *copy);
      *value = (tta_query_value){.kind = TTA_QUERY_SHAPE, .shape = {rank, copy}, .text = t->text};
      return true;
    }
    if (!tta_str_skip(&rest, "x")) break;
  }
  return tta_query_fail(p, t->span, "invalid shape '%.*s%s'; expected one such as 64x128 or ?x32",
                        TTA_STR_CUT(t->text));
}

static bool bytes_of(tta_str unit, int64_t *bytes) {
  static const struct {
    const char *name;
    int64_t bytes;
  } units[] = {{"B", 1}, {"KB", 1000}, {"kB", 1000}, {"MB", 1000000}, {"GB", 1000000000},
               {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (tta_str_is(unit, units[i].name)) return *bytes = units[i].bytes, true;
  return false;
}

bool tta_query_read_number(tta_query_parser *p, const tta_query_token *t, tta_query_value *value) {
  int64_t number, scale, unit = 1;
  tta_str rest = t->text;
  if (memchr(rest.data, 'x', rest.size) || memchr(rest.data, '?', rest.size)) return read_shape(p, t, value);
  if (!read_decimal(&rest, &number, &scale))
    return tta_query_fail(p, t->span, "'%.*s%s' is not a number of 64 bits", TTA_STR_CUT(t->text));
  *value = (tta_query_value){.kind = TTA_QUERY_NUMBER, .number = number, .text = t->text};
  if (tta_str_is(rest, "%")) {
    value->kind = TTA_QUERY_PERCENT;
    value->part = number;
    if (!tta_mul(scale, 100, &value->whole)) return tta_query_fail(p, t->span, "too many digits");
    return true;
  }
  if (rest.size && !bytes_of(rest, &unit))
    return tta_query_fail(p, t->span, "unknown unit '%.*s'; expected B, KB, MB, GB, KiB, MiB, GiB or %%",
                          TTA_STR_START(rest));
  if (!rest.size) {
    if (scale == 1) return true;
    return tta_query_fail(p, t->span, "expected an integer, a percentage such as 25%% or a size such as 1.5MB");
  }
  value->kind = TTA_QUERY_BYTES;
  if (!tta_mul(number, unit, &value->number)) return tta_query_fail(p, t->span, "more than 64 bits");
  if (value->number % scale) return tta_query_fail(p, t->span, "'%.*s' is not a whole number of bytes",
                                                   TTA_STR_ARGS(t->text));
  value->number /= scale;
  return true;
}

/* ---- words of fields of attributes ---- */

typedef struct word_search {
  tta_nearest nearest;
  bool found, any; /* `any`: the field has keywords */
} word_search;

static void offer_words(word_search *s, tta_enum which) {
  s->any = true;
  for (const tta_keyword *k = tta_enums[which].keywords; **k; k++) {
    s->found |= tta_str_is(s->nearest.word, *k);
    tta_nearest_offer(&s->nearest, *k, *k);
  }
}

/* The keywords of a field, and of the attribute that it is if that has one field: `#ttnn.buffer_type<l1>`. */
static void offer_field(word_search *s, const tta_field_spec *spec) {
  if (tta_class_is_keyword((tta_class)spec->class)) offer_words(s, (tta_enum)spec->argument);
  if (!tta_class_is_attribute((tta_class)spec->class)) return;
  const tta_form *forms = tta_attributes[spec->argument].forms;
  for (const tta_form *f = forms; f < forms + TTA_MAX_FORMS; f++)
    if (f->fields && f->num_fields == 1 && tta_class_is_keyword((tta_class)f->fields->class))
      offer_words(s, (tta_enum)f->fields->argument);
}

static bool check_word(tta_query_parser *p, const tta_query_operand *field, const tta_query_operand *literal) {
  word_search s = {.nearest = tta_nearest_start(literal->value.text, TTA_NEAREST_ANY)};
  tta_field last = field->parts[field->num_parts - 1];
  for (int a = 0; a < TTA_NUM_ATTRIBUTES; a++)
    for (const tta_form *f = tta_attributes[a].forms; f < tta_attributes[a].forms + TTA_MAX_FORMS && f->fields; f++)
      for (uint32_t i = 0; i < f->num_fields; i++)
        if (f->fields[i].field == last) offer_field(&s, &f->fields[i]);
  if (!s.any || s.found) return true;
  tta_str word = literal->value.text;
  if (tta_nearest_is_likely(&s.nearest))
    return tta_query_fail(p, literal->span, "'%.*s%s' is not a keyword of '%s'; did you mean '%s'?", TTA_STR_CUT(word),
                          tta_field_name(last), s.nearest.best);
  return tta_query_fail(p, literal->span, "'%.*s%s' is not a keyword of '%s'", TTA_STR_CUT(word),
                        tta_field_name(last));
}

/* ---- kinds ---- */

/* `\"` in a string. */
static bool unquote(tta_query_parser *p, tta_query_value *value) {
  if (value->kind != TTA_QUERY_STRING || !memchr(value->text.data, '\\', value->text.size)) return true;
  tta_buf text = tta_buf_new(p->query->arena.allocator);
  for (size_t i = 0; i < value->text.size; i++) {
    i += value->text.data[i] == '\\' && i + 1 < value->text.size;
    tta_buf_char(&text, value->text.data[i]);
  }
  value->text = tta_arena_take(&p->query->arena, &text);
  if (!value->text.data) p->status = TTA_NO_MEMORY;
  return !p->status;
}

static bool fits(tta_query_kind field, tta_query_kind literal) {
  if (field == literal || literal == TTA_QUERY_NULL) return true;
  bool number = literal == TTA_QUERY_NUMBER;
  return (field == TTA_QUERY_BYTES && number) || (field == TTA_QUERY_SHAPE && number) ||
         (field == TTA_QUERY_KEYWORD && literal == TTA_QUERY_STRING);
}

bool tta_query_check_literal(tta_query_parser *p, const tta_query_operand *field, tta_query_operand *literal) {
  tta_query_value *value = &literal->value;
  if (!unquote(p, value)) return false;
  if (field->any) return value->kind != TTA_QUERY_STRING || check_word(p, field, literal);
  if (!fits(field->value.kind, value->kind))
    return tta_query_fail(p, literal->span, "expected %s, found '%.*s%s'", kinds[field->value.kind].expected,
                          TTA_STR_CUT(TTA_SPAN_TEXT(p->text.data, literal->span)));
  if (field->value.kind != TTA_QUERY_KEYWORD || value->kind != TTA_QUERY_STRING) return true;
  tta_buf reason = tta_buf_new(p->query->arena.allocator);
  tta_status status = tta_query_find_word(field->enumeration, value->text, &value->number, &reason);
  value->kind = TTA_QUERY_KEYWORD;
  if (status) tta_query_fail(p, literal->span, "%.*s", TTA_STR_ARGS(tta_buf_view(&reason)));
  tta_buf_free(&reason);
  return !status;
}

bool tta_query_check_fields(tta_query_parser *p, const tta_query_operand *a, const tta_query_operand *b) {
  bool numbers = (a->value.kind == TTA_QUERY_NUMBER || a->value.kind == TTA_QUERY_BYTES) &&
                 (b->value.kind == TTA_QUERY_NUMBER || b->value.kind == TTA_QUERY_BYTES);
  if (a->any || b->any || numbers || (a->value.kind == b->value.kind && a->enumeration == b->enumeration)) return true;
  return tta_query_fail(p, b->span, "a %s cannot be compared with a %s", kinds[a->value.kind].name,
                        kinds[b->value.kind].name);
}

/* ---- patterns ---- */

/* `[a-z]` and `[!a-z]`, or the byte `[` if it is not closed. @return its size */
static size_t add_class(tta_buf *out, tta_str rest) {
  bool inverted = rest.size > 1 && (rest.data[1] == '!' || rest.data[1] == '^');
  size_t end = inverted ? 2 : 1;
  end += end < rest.size && rest.data[end] == ']';
  while (end < rest.size && rest.data[end] != ']') end++;
  if (end >= rest.size) return tta_buf_str(out, "\\["), 1;
  tta_buf_str(out, inverted ? "[^" : "[");
  tta_buf_bytes(out, rest.data + 1 + inverted, end - inverted);
  return end + 1;
}

void tta_query_add_glob(tta_query_parser *p, tta_ere *ere, tta_str pattern) {
  tta_buf out = tta_buf_new(p->query->arena.allocator);
  tta_buf_char(&out, '^');
  for (size_t i = 0; i < pattern.size;) {
    char c = pattern.data[i];
    if (c == '[') {
      i += add_class(&out, tta_str_rest(pattern, i));
      continue;
    }
    if (c == '*') {
      tta_buf_str(&out, ".*");
    } else if (c == '?') {
      tta_buf_char(&out, '.');
    } else {
      if (c == '\\' && i + 1 < pattern.size) c = pattern.data[++i];
      if (c && strchr("^$.[]|()*+?{}\\", c)) tta_buf_char(&out, '\\');
      tta_buf_char(&out, c);
    }
    i++;
  }
  tta_buf_char(&out, '$');
  if (out.failed) ere->status = TTA_NO_MEMORY;
  else tta_ere_add_expression(ere, tta_buf_view(&out));
  tta_buf_free(&out);
}
