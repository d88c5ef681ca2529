/* A value as text, by the rows of attributes.def. */
#include "raise/raise.h"

#include "base/fail.h"

typedef struct raiser {
  const tta_form *form;
  tta_attribute attribute;
  tta_dialect dialect;
  int index; /* of the form */
  int32_t day;
  tta_raise_field field;
  const void *value;
  tta_raised found[TTA_MAX_STRUCT_FIELDS];
  bool written[TTA_MAX_STRUCT_FIELDS];
} raiser;

static tta_status reject(const raiser *r, const char *what, tta_buf *reason) {
  return tta_fail(TTA_INVALID, reason, "%s%s on %04d-%02d-%02d", tta_attributes[r->attribute].mnemonic, what,
                  (int)(r->day / 10000), (int)(r->day / 100 % 100), (int)(r->day % 100));
}

/* Without a day the first field of the value selects the form. */
static int find_form(const raiser *r, tta_buf *scratch) {
  const tta_form *forms = tta_attributes[r->attribute].forms;
  if (r->day) return tta_era_form_on(r->attribute, r->dialect, r->day);
  for (int i = 0; i < TTA_MAX_FORMS && forms[i].num_fields; i++)
    if (r->field(r->value, (tta_field)forms[i].fields[0].field, scratch)) return i;
  return -1;
}

/* From the last field to the first: a tail is written before a field that is. */
static tta_status choose_fields(raiser *r, tta_buf *reason) {
  bool later = false;
  for (uint32_t i = r->form->num_fields; i-- > 0; later |= r->written[i]) {
    tta_field field = (tta_field)r->form->fields[i].field;
    r->written[i] = r->found[i] == TTA_RAISED_VALUE;
    if (!r->day) continue;
    tta_occurrence occurs = tta_era_occurrence(r->attribute, r->dialect, r->index, field, r->day);
    if (occurs == TTA_NOT_READ) r->written[i] = false;
    if (occurs == TTA_MANDATORY || (occurs == TTA_OPTIONAL_TAIL && later)) r->written[i] = true;
    if (!r->written[i] || r->found[i]) continue;
    if (reason) tta_buf_printf(reason, "no value for field '%s', which is mandatory in ", tta_field_name(field));
    return reject(r, "", reason);
  }
  return TTA_OK;
}

static void append_fields(const raiser *r, tta_buf *out) {
  const char *separator = "";
  tta_buf_printf(out, "%c%s.%s<", tta_attributes[r->attribute].sigil, tta_dialect_names[r->dialect],
                 tta_attributes[r->attribute].mnemonic);
  for (uint32_t i = 0; i < r->form->num_fields; i++) {
    tta_field field = (tta_field)r->form->fields[i].field;
    if (!r->written[i]) continue;
    tta_buf_str(out, separator);
    if (r->form->fields[i].keyed) tta_buf_printf(out, "%s = ", tta_field_name(field));
    r->field(r->value, field, out);
    separator = ", ";
  }
  tta_buf_char(out, '>');
}

static tta_status raise_form(raiser *r, tta_buf *out, tta_buf *scratch, tta_buf *reason) {
  r->index = find_form(r, scratch);
  if (r->index < 0) return reject(r, " has no form", reason);
  r->form = &tta_attributes[r->attribute].forms[r->index];
  if (r->form->num_fields > TTA_MAX_STRUCT_FIELDS) return TTA_LIMIT;
  for (uint32_t i = 0; i < r->form->num_fields; i++)
    r->found[i] = r->field(r->value, (tta_field)r->form->fields[i].field, scratch);
  tta_status status = choose_fields(r, reason);
  if (status) return status;
  append_fields(r, out);
  return out->failed || scratch->failed ? TTA_NO_MEMORY : TTA_OK;
}

tta_status tta_raise(tta_buf *out, tta_attribute attribute, tta_dialect dialect, int32_t day, tta_raise_field field,
                     const void *value, tta_buf *reason) {
  raiser r = {.attribute = attribute, .dialect = dialect, .day = day, .field = field, .value = value};
  tta_buf scratch;
  if (dialect >= TTA_NUM_DIALECTS) return reject(&r, " has no form", reason);
  tta_buf_init(&scratch, out->allocator);
  tta_status status = raise_form(&r, out, &scratch, reason);
  tta_buf_free(&scratch);
  return status;
}
