/* A value as text, by the rows of attributes.def. */
#include "raise/raise.h"

#include "affine/print.h"
#include "base/format.h"
#include "base/str.h"

/* A row of the form and what the value has for it. */
typedef struct row {
  tta_raised found;
  tta_occurrence occurs; /* on the day */
  bool written;
  tta_status status; /* of the attributes inside */
  size_t begin, end; /* of its value in the text */
} row;

typedef struct raiser {
  tta_attribute attribute;
  tta_dialect dialect;
  int32_t day;
  tta_buf *reason;
  const tta_form *form;
  int index; /* of the form */
  row rows[TTA_MAX_STRUCT_FIELDS];
  tta_buf text; /* the values of all rows */
} raiser;

static tta_field field_of(const raiser *r, uint32_t i) { return (tta_field)r->form->fields[i].field; }

/* A buffer without text has no memory. */
static tta_str text_of(const raiser *r, uint32_t i) {
  const row *at = &r->rows[i];
  return at->begin == at->end ? (tta_str){"", 0} : (tta_str){r->text.data + at->begin, at->end - at->begin};
}

/* ---- failures ---- */

static tta_status reject_form(const raiser *r) {
  if (!r->reason) return TTA_INVALID;
  tta_buf_printf(r->reason, "%s has no form on ", tta_attributes[r->attribute].mnemonic);
  tta_buf_date(r->reason, r->day);
  return TTA_INVALID;
}

static tta_status reject_absence(const raiser *r, uint32_t i) {
  if (!r->reason) return TTA_INVALID;
  tta_buf_printf(r->reason, "no value for field '%s', which is mandatory in %s on ", tta_field_name(field_of(r, i)),
                 tta_attributes[r->attribute].mnemonic);
  tta_buf_date(r->reason, r->day);
  return TTA_INVALID;
}

/* `no field 'oob_val' for 'zero' in metal_layout on 2026-06-01; it is valid from 2025-06-20 to 2026-05-12` */
static tta_status reject_value(tta_attribute attribute, tta_dialect dialect, tta_field field, tta_str value,
                               int32_t day, tta_buf *reason) {
  if (!reason) return TTA_INVALID;
  tta_buf_printf(reason, "no field '%s' for '%.*s%s' in %s on ", tta_field_name(field),
                 TTA_STR_CUT(value), tta_attributes[attribute].mnemonic);
  tta_buf_date(reason, day);
  tta_era_set days = tta_era_of_field(attribute, dialect, field, TTA_ERA_SETTLED);
  if (tta_era_is_empty(&days)) return TTA_INVALID;
  tta_buf_str(reason, "; it is valid ");
  tta_era_words(reason, &days);
  return TTA_INVALID;
}

tta_status tta_raise_check(tta_attribute attribute, tta_field field, int32_t day, const char *value, tta_buf *reason) {
  if (tta_era_reads_field(attribute, field, day)) return TTA_OK;
  return reject_value(attribute, tta_era_dialect_on(attribute, day), field, tta_str_from(value), day, reason);
}

/* ---- which form ---- */

/* @return the failure of an attribute inside, which counts if the row is written */
static tta_status call(raiser *r, tta_raise_fields fields, const void *value, uint32_t i, tta_buf *reason) {
  row *at = &r->rows[i];
  uint32_t notation = r->day ? tta_era_notation_on(r->attribute, r->dialect, r->index, i, r->day) : 0;
  tta_raising field = {.out = &r->text, .spec = &r->form->fields[i], .dialect = r->dialect, .day = r->day,
                       .notation = notation, .reason = reason};
  at->begin = r->text.size;
  at->found = fields(&field, value, field_of(r, i));
  at->end = r->text.size;
  return field.status;
}

/* Without a day the first field of the value selects the form. */
static tta_status find_form(raiser *r, tta_raise_fields fields, const void *value) {
  const tta_form *forms = tta_attributes[r->attribute].forms;
  r->index = r->day ? tta_era_form_on(r->attribute, r->dialect, r->day) : -1;
  for (int i = 0; i < TTA_MAX_FORMS && forms[i].num_fields && !r->day && r->index < 0; i++) {
    r->form = &forms[i];
    if (call(r, fields, value, 0, NULL) == TTA_NO_MEMORY) return TTA_NO_MEMORY;
    if (r->rows[0].found) r->index = i;
  }
  if (r->index < 0) return reject_form(r);
  r->form = &forms[r->index];
  return r->form->num_fields > TTA_MAX_STRUCT_FIELDS ? TTA_LIMIT : TTA_OK;
}

/* ---- which fields ---- */

/* A row stands for its field: it is read on the day, or no row of this field is and it is the first. */
static bool stands_for_field(const raiser *r, uint32_t i) {
  if (r->rows[i].occurs) return true;
  for (uint32_t k = 0; k < r->form->num_fields; k++)
    if (field_of(r, k) == field_of(r, i) && (k < i || r->rows[k].occurs)) return false;
  return true;
}

static tta_status ask_fields(raiser *r, tta_raise_fields fields, const void *value) {
  for (uint32_t i = 0; i < r->form->num_fields; i++)
    r->rows[i].occurs = r->day ? tta_era_occurrence(r->attribute, r->dialect, r->index, i, r->day) : TTA_OPTIONAL;
  for (uint32_t i = 0; i < r->form->num_fields; i++)
    if (stands_for_field(r, i)) r->rows[i].status = call(r, fields, value, i, NULL);
  for (uint32_t i = 0; i < r->form->num_fields; i++)
    if (r->rows[i].status == TTA_NO_MEMORY) return TTA_NO_MEMORY;
  return TTA_OK;
}

/* The first failure inside of a field that is written, again for its reason. */
static tta_status check_inside(raiser *r, tta_raise_fields fields, const void *value) {
  for (uint32_t i = 0; i < r->form->num_fields; i++)
    if (r->rows[i].written && r->rows[i].status) return call(r, fields, value, i, r->reason);
  return TTA_OK;
}

/* A field has several rows, one for each notation: whether another one is written. */
static bool written_elsewhere(const raiser *r, uint32_t i) {
  for (uint32_t k = 0; k < r->form->num_fields; k++)
    if (k != i && field_of(r, k) == field_of(r, i) && r->rows[k].found && r->rows[k].occurs) return true;
  return false;
}

/* From the last field to the first: a tail is written before a field that is.
 *  @param failed the row that cannot be written, and whether it lacks a value */
static bool choose_fields(raiser *r, uint32_t *failed, bool *absent) {
  bool later = false;
  for (uint32_t i = r->form->num_fields; i-- > 0; later |= r->rows[i].written) {
    row *at = &r->rows[i];
    bool needed = r->day && (at->occurs == TTA_MANDATORY || (at->occurs == TTA_OPTIONAL_TAIL && later));
    at->written = at->occurs && (at->found == TTA_RAISED_VALUE || (at->found && needed));
    for (uint32_t k = 0; k < i && at->written; k++) /* the first notation that has a value */
      if (field_of(r, k) == field_of(r, i) && r->rows[k].occurs && r->rows[k].found) at->written = false;
    *failed = i;
    *absent = needed && !at->found;
    if (*absent && !written_elsewhere(r, i)) return false;
    if (at->found == TTA_RAISED_VALUE && !at->occurs) return false;
  }
  return true;
}

static bool has(const uint16_t *fields, tta_field field) {
  while (*fields && *fields != field) fields++;
  return *fields;
}

/* A variant is written if it has all values, and all that the form requires and has values for. */
static bool choose_variant(raiser *r, const uint16_t *fields) {
  uint32_t count = 0, expected = 0;
  while (fields[expected]) expected++;
  for (uint32_t i = 0; i < r->form->num_fields; i++) {
    row *at = &r->rows[i];
    bool own = has(fields, field_of(r, i));
    at->written = own && at->found;
    count += at->written;
    if (!own && (at->found == TTA_RAISED_VALUE || (at->found && at->occurs == TTA_MANDATORY))) return false;
  }
  return count == expected;
}

static tta_status choose(raiser *r) {
  uint32_t failed = 0;
  bool absent;
  const uint16_t *fields;
  if (choose_fields(r, &failed, &absent)) return TTA_OK;
  for (uint32_t i = 0; (fields = tta_era_variant(r->attribute, r->dialect, r->index, r->day, i)); i++)
    if (choose_variant(r, fields)) return TTA_OK;
  if (absent) return reject_absence(r, failed);
  return reject_value(r->attribute, r->dialect, field_of(r, failed), text_of(r, failed), r->day, r->reason);
}

/* ---- text ---- */

static void append_field(const raiser *r, uint32_t i, tta_buf *out) {
  if (r->form->fields[i].keyed) tta_buf_printf(out, "%s = ", tta_field_name(field_of(r, i)));
  tta_buf_append(out, text_of(r, i));
}

/* `{worker = [..] dram = [..]}`, `mesh_sharding<"mesh": [..]>` */
static const char *separator_before(const raiser *r, uint32_t i) {
  const tta_field_spec *spec = &r->form->fields[i];
  uint32_t notation = r->day ? tta_era_notation_on(r->attribute, r->dialect, r->index, i, r->day) : 0;
  if (spec->class == TTA_CLASS_LIST && spec->element == TTA_CLASS_AXIS) return ": ";
  return notation & TTA_ERA_NO_COMMA ? " " : ", ";
}

static void append_fields(const raiser *r, tta_buf *out) {
  bool blanks = tta_attributes[r->attribute].print == TTA_PRINT_BLANKS, any = false;
  for (uint32_t i = 0; i < r->form->num_fields; i++) {
    /* of BLANKS one for each place between two fields, whether they are there or not */
    if (blanks && i && r->rows[i].occurs && r->rows[i - 1].occurs) tta_buf_char(out, ' ');
    if (!r->rows[i].written) continue;
    if (any && !blanks) tta_buf_str(out, separator_before(r, i));
    append_field(r, i, out);
    any = true;
  }
}

static bool is_bare(const raiser *r) {
  bool any = false;
  for (uint32_t i = 0; i < r->form->num_fields; i++) any |= r->rows[i].written;
  return !any && tta_attribute_may_be_bare(r->attribute);
}

/* `#d.m<..>`, `#d<m ..>`, and inside of others `<..>` and `{..}` */
static void append_attribute(const raiser *r, bool named, tta_buf *out) {
  const tta_attribute_info *info = &tta_attributes[r->attribute];
  bool dotted = info->print == TTA_PRINT_ANGLE || info->print == TTA_PRINT_BLANKS;
  bool braces = info->print == TTA_PRINT_BRACE, angle = !named || dotted;
  if (named)
    tta_buf_printf(out, "%c%s%c%s", info->sigil, tta_dialect_names[r->dialect], dotted ? '.' : '<', info->mnemonic);
  if (named && info->print == TTA_PRINT_LONG) tta_buf_char(out, ' ');
  if (dotted && named && is_bare(r)) return;
  if (braces && r->form->fields[0].keyed) tta_buf_char(out, '{');
  else if (angle || braces) tta_buf_char(out, '<');
  append_fields(r, out);
  if (braces && r->form->fields[0].keyed) tta_buf_char(out, '}');
  if (!braces || named || !r->form->fields[0].keyed) tta_buf_char(out, '>');
}

static tta_status raise(raiser *r, tta_buf *out, bool named, tta_raise_fields fields, const void *value) {
  if (r->dialect == TTA_NUM_DIALECTS) r->dialect = tta_era_dialect_on(r->attribute, r->day);
  if (r->dialect == TTA_NUM_DIALECTS) return reject_form(r);
  tta_buf_init(&r->text, out->allocator);
  tta_status status = find_form(r, fields, value);
  if (!status) status = ask_fields(r, fields, value);
  if (!status && !r->text.failed) status = choose(r);
  if (!status) status = check_inside(r, fields, value);
  if (!status) append_attribute(r, named, out);
  if (!status && (out->failed || r->text.failed)) status = TTA_NO_MEMORY;
  tta_buf_free(&r->text);
  return status;
}

tta_status tta_raise(tta_buf *out, tta_attribute attribute, tta_dialect dialect, int32_t day, tta_raise_fields fields,
                     const void *value, tta_buf *reason) {
  raiser r = {.attribute = attribute, .dialect = dialect, .day = day, .reason = reason};
  return raise(&r, out, true, fields, value);
}

tta_status tta_raise_body(tta_buf *out, tta_attribute attribute, tta_dialect dialect, int32_t day,
                          tta_raise_fields fields, const void *value, tta_buf *reason) {
  raiser r = {.attribute = attribute, .dialect = dialect, .day = day, .reason = reason};
  return raise(&r, out, false, fields, value);
}

tta_status tta_raise_field(tta_buf *out, tta_attribute attribute, tta_dialect dialect, int32_t day, tta_field field,
                           tta_raise_fields fields, const void *value, tta_buf *reason) {
  raiser r = {.attribute = attribute, .dialect = dialect, .day = day, .reason = reason};
  bool found = false;
  tta_buf_init(&r.text, out->allocator);
  tta_status status = find_form(&r, fields, value);
  for (uint32_t i = 0; !status && !found && i < r.form->num_fields; i++) {
    if (field_of(&r, i) != field || !tta_era_occurrence(attribute, dialect, r.index, i, day)) continue;
    status = call(&r, fields, value, i, reason);
    found = r.rows[i].found;
    if (found && !status) append_field(&r, i, out);
  }
  if (!status && !found) status = reject_value(attribute, dialect, field, (tta_str){"", 0}, day, reason);
  if (out->failed || r.text.failed) status = TTA_NO_MEMORY;
  tta_buf_free(&r.text);
  return status;
}

/* ---- attributes inside ---- */

static void raise_inside(tta_raising *r, tta_attribute attribute, bool named, tta_raise_fields fields,
                         const void *value) {
  bool shared = tta_attributes[attribute].dialects >> r->dialect & 1;
  raiser inner = {.attribute = attribute, .dialect = shared ? r->dialect : TTA_NUM_DIALECTS, .day = r->day,
                  .reason = r->status ? NULL : r->reason};
  tta_status status = raise(&inner, r->out, named, fields, value);
  if (!r->status) r->status = status;
}

void tta_raise_attribute(tta_raising *r, tta_attribute attribute, tta_raise_fields fields, const void *value) {
  raise_inside(r, attribute, true, fields, value);
}

static tta_class class_of(const tta_field_spec *spec) {
  return (tta_class)(spec->class == TTA_CLASS_LIST ? spec->element : spec->class);
}

static bool is_attribute(const tta_field_spec *spec) {
  tta_class class = class_of(spec);
  return class == TTA_CLASS_ATTR || class == TTA_CLASS_QUALIFIED || class == TTA_CLASS_WRITTEN;
}

void tta_raise_inside(tta_raising *r, tta_raise_fields fields, const void *value) {
  raise_inside(r, (tta_attribute)r->spec->argument, class_of(r->spec) != TTA_CLASS_ATTR, fields, value);
}

/* ---- values ---- */

static tta_raised raise_shape_inside(tta_raising *r, const void *value, tta_field field) {
  const tta_shape *shape = value;
  (void)field;
  return r->spec->class == TTA_CLASS_DIMS ? tta_raise_shape(r, *shape) : TTA_RAISED_NOTHING;
}

tta_raised tta_raise_shape(tta_raising *r, tta_shape shape) {
  tta_class class = (tta_class)r->spec->class;
  uint32_t notation = r->notation & TTA_ERA_NOTATION_BITS;
  bool list = class == TTA_CLASS_LIST;
  bool dims = class == TTA_CLASS_DIMS ||
              (class == TTA_CLASS_SPACED && notation != TTA_ERA_COORDS && notation != TTA_ERA_PARENS);
  if (is_attribute(r->spec)) tta_raise_inside(r, raise_shape_inside, &shape);
  if (dims) tta_buf_shape(r->out, shape);
  if (dims || is_attribute(r->spec)) return TTA_RAISED_VALUE;
  tta_buf_char(r->out, list ? '[' : '(');
  for (uint32_t i = 0; i < shape.rank; i++) {
    if (i) tta_buf_str(r->out, class == TTA_CLASS_TIGHT ? "," : notation == TTA_ERA_PARENS ? " x " : ", ");
    tta_buf_int(r->out, shape.extent[i]);
  }
  tta_buf_char(r->out, list ? ']' : ')');
  return TTA_RAISED_VALUE;
}

tta_raised tta_raise_map(tta_raising *r, const tta_map *map) {
  if (!map->pool) return TTA_RAISED_NOTHING;
  tta_map_print(r->out, map);
  return TTA_RAISED_VALUE;
}

static tta_raised raise_word_inside(tta_raising *r, const void *value, tta_field field) {
  (void)field;
  return r->spec->class == TTA_CLASS_WORD ? tta_raise_word(r, value) : TTA_RAISED_NOTHING;
}

tta_raised tta_raise_word(tta_raising *r, const char *word) {
  if (is_attribute(r->spec)) tta_raise_inside(r, raise_word_inside, word);
  else tta_buf_str(r->out, word);
  return TTA_RAISED_VALUE;
}

void tta_raise_word_attribute(tta_raising *r, tta_attribute attribute, const char *word) {
  tta_raise_attribute(r, attribute, raise_word_inside, word);
}
