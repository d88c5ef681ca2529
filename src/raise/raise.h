/* raise.h: the inverse of lowering: a value as text, by the rows of attributes.def for a day.
 *
 * Which fields are written, in which order and notation, with or without a key, follows from the row and the day. A
 * value has one function, which says what the value has for a field; the functions tta_raise_* write it in the notation
 * of the row. Fields are appended to a text: a tree would need a source for the spans of its literals. */
#ifndef TTA_RAISE_RAISE_H
#define TTA_RAISE_RAISE_H

#include "ir/eras.h"

typedef enum tta_raised {
  TTA_RAISED_NOTHING, /* the value does not have this field */
  TTA_RAISED_DEFAULT, /* not written where the field may be absent */
  TTA_RAISED_VALUE,   /* lost if the day does not have this field */
} tta_raised;

/** The field that is being written. */
typedef struct tta_raising {
  tta_buf *out;               /* receives the value of the field without its key */
  const tta_field_spec *spec; /* its row; NULL: outside of the fields, as in the memref of one */
  tta_dialect dialect;        /* of the attribute; attributes inside have it, too, if they exist in it */
  int32_t day;                /* 0: as the value says */
  uint32_t notation;          /* tta_era_notation of the day */
  tta_buf *reason;
  tta_status status;          /* the first failure of an attribute inside */
} tta_raising;

/** Appends what the value has for a field. Appends nothing for TTA_RAISED_NOTHING. */
typedef tta_raised (*tta_raise_fields)(tta_raising *r, const void *value, tta_field field);

/** Appends `#dialect.mnemonic<..>`.
 *  @param dialect TTA_NUM_DIALECTS: that of the day
 *  @param day yyyymmdd: the form of that day with all its mandatory fields, or a variant; 0 = the first form whose
 *  first field the value has, with all fields that are not defaults
 *  @return TTA_INVALID with a reason, and `out` unchanged: the attribute has no form on that day, a mandatory field has
 *  no value, or a value has no field */
tta_status tta_raise(tta_buf *out, tta_attribute attribute, tta_dialect dialect, int32_t day, tta_raise_fields fields,
                     const void *value, tta_buf *reason);

/** The same without its name, `<..>`, as it is inside of another attribute. */
tta_status tta_raise_body(tta_buf *out, tta_attribute attribute, tta_dialect dialect, int32_t day,
                          tta_raise_fields fields, const void *value, tta_buf *reason);

/** Appends one field as the attribute has it on a day, with its key: `core_ranges = <..>`.
 *  @return TTA_INVALID with a reason, and `out` unchanged: the attribute has no form on that day, or not this field */
tta_status tta_raise_field(tta_buf *out, tta_attribute attribute, tta_dialect dialect, int32_t day, tta_field field,
                           tta_raise_fields fields, const void *value, tta_buf *reason);

/** Rejects a value of a field that the attribute does not have on a day, in any of its forms. */
tta_status tta_raise_check(tta_attribute attribute, tta_field field, int32_t day, const char *value, tta_buf *reason);

/** Appends an attribute inside of the one that is written, with its name. */
void tta_raise_attribute(tta_raising *r, tta_attribute attribute, tta_raise_fields fields, const void *value);
/** The attribute of the field, or of the elements of its list: with its name where the row says so. */
void tta_raise_inside(tta_raising *r, tta_raise_fields fields, const void *value);

/* Values of a field by its class. DIMS, SPACED, COORD, LIST(INT), or an attribute that consists of them. */
tta_raised tta_raise_shape(tta_raising *r, tta_shape shape);
tta_raised tta_raise_map(tta_raising *r, const tta_map *map);
/** WORD, or an attribute that consists of a keyword. */
tta_raised tta_raise_word(tta_raising *r, const char *word);
/** `#tt.memory_space<l1>`: an attribute that consists of a keyword, with its name. */
void tta_raise_word_attribute(tta_raising *r, tta_attribute attribute, const char *word);

#endif
