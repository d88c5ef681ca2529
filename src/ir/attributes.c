/* The tables made of attributes.def, enums.def and fields.def, and the look-ups in them. */
#include "ir/attributes.h"

#include <stddef.h>
#include <string.h>

#include "base/str.h"
#include "ir/dialect_bits.h"

/* WORD(arch) and the like: the initializers class, element, argument of a field; others are their class alone */
#define TTA_CLASS_WORD(e) TTA_CLASS_WORD, 0, TTA_ENUM_##e
#define TTA_CLASS_FLAGS(e) TTA_CLASS_FLAGS, 0, TTA_ENUM_##e
#define TTA_CLASS_ATTR(a) TTA_CLASS_ATTR, 0, TTA_ATTR_##a
#define TTA_CLASS_QUALIFIED(a) TTA_CLASS_QUALIFIED, 0, TTA_ATTR_##a
#define TTA_CLASS_WRITTEN(a) TTA_CLASS_WRITTEN, 0, TTA_ATTR_##a
#define TTA_CLASS_LIST(c) TTA_CLASS_LIST, TTA_CLASS_##c, 0
#define TTA_CLASS_LISTOF(c, a) TTA_CLASS_LIST, TTA_CLASS_##c, LISTOF_##c(a)
#define LISTOF_ATTR(a) TTA_ATTR_##a
#define LISTOF_QUALIFIED(a) TTA_ATTR_##a
#define LISTOF_WORD(e) TTA_ENUM_##e

#define POS(name, c, ...) {.field = TTA_FIELD_##name, .class = TTA_CLASS_##c}
#define OPT(name, c, ...) {.field = TTA_FIELD_##name, .optional = true, .class = TTA_CLASS_##c}
#define KEY(name, c, ...) {.field = TTA_FIELD_##name, .keyed = true, .class = TTA_CLASS_##c}
#define KEYOPT(name, c, ...) {.field = TTA_FIELD_##name, .optional = true, .keyed = true, .class = TTA_CLASS_##c}
#define FORM(since, until, ...)                                                                                        \
  {(const tta_field_spec[]){__VA_ARGS__},                                                                              \
   (uint16_t)(sizeof((const tta_field_spec[]){__VA_ARGS__}) / sizeof(tta_field_spec)), false},
#define STRUCT(since, until, ...)                                                                                      \
  {(const tta_field_spec[]){__VA_ARGS__},                                                                              \
   (uint16_t)(sizeof((const tta_field_spec[]){__VA_ARGS__}) / sizeof(tta_field_spec)), true},
#define BARE(since, until) {no_fields, 0, false},

static const tta_field_spec no_fields[1];

_Static_assert(TTA_NUM_DIALECTS <= 16, "tta_attribute_info: a bit for each dialect");
_Static_assert(TTA_NUM_ATTRIBUTES <= UINT8_MAX && TTA_NUM_ENUMS <= UINT8_MAX, "tta_field_spec: argument");
_Static_assert(TTA_NUM_CLASSES <= UINT8_MAX && TTA_NUM_FIELDS <= UINT16_MAX, "tta_field_spec: class and field");

const tta_class_info tta_classes[TTA_NUM_CLASSES] = {
#define CLASS(id, ...) {__VA_ARGS__},
#include "ir/classes.def"
};

const tta_attribute_info tta_attributes[TTA_NUM_ATTRIBUTES] = {
#define ATTRIBUTE(id, sigil, dialects, mnemonic, print, ...)                                                           \
  {mnemonic, sigil, dialects, TTA_PRINT_##print, {__VA_ARGS__}},
#include "ir/attributes.def"
};

const char *const tta_dialect_names[TTA_NUM_DIALECTS] = {"tt", "ttcore", "ttnn", "ttir", "d2m",
                                                              "ttmetal", "ttkernel", "sfpi", "emitpy"};

const tta_enum_info tta_enums[TTA_NUM_ENUMS] = {
#define K(word) word,
#define DATED(word, ...) word,
#define KEYWORDS(id, description, ...) {description, (const tta_keyword[]){__VA_ARGS__ ""}},
#include "ir/enums.def"
#undef KEYWORDS
};

/* The names are one text with offsets: an array of pointers would be relocated at the start of every program. */
static const struct field_names {
  char none[1];
#define FIELD(name) char name[sizeof #name];
#include "ttattr/fields.def"
#undef FIELD
} field_names = {
    "",
#define FIELD(name) #name,
#include "ttattr/fields.def"
#undef FIELD
};

static const uint16_t field_offsets[TTA_NUM_FIELDS] = {
    0,
#define FIELD(name) offsetof(struct field_names, name),
#include "ttattr/fields.def"
#undef FIELD
};

const char *tta_field_name(tta_field field) { return (const char *)&field_names + field_offsets[field]; }

/* Names are a few bytes: a call would take longer. */
static bool same(const char *name, tta_str text) {
  size_t i = 0;
  while (i < text.size && name[i] && name[i] == text.data[i]) i++;
  return i == text.size && !name[i];
}

bool tta_field_is(tta_field field, tta_str name) { return same(tta_field_name(field), name); }

tta_field tta_field_find(tta_str name) {
  char first = name.size ? *name.data : 0;
  for (tta_field f = 1; f < TTA_NUM_FIELDS; f++)
    if (*tta_field_name(f) == first && tta_field_is(f, name)) return f;
  return TTA_FIELD_NONE;
}

tta_attribute tta_attribute_find(char sigil, tta_dialect dialect, tta_str mnemonic) {
  for (tta_attribute i = 0; i < TTA_NUM_ATTRIBUTES; i++) {
    const tta_attribute_info *a = &tta_attributes[i];
    if (a->sigil == sigil && (a->dialects >> dialect & 1) && same(a->mnemonic, mnemonic)) return i;
  }
  return TTA_NUM_ATTRIBUTES;
}

tta_dialect tta_dialect_find(tta_str name) {
  tta_dialect i = 0;
  while (i < TTA_NUM_DIALECTS && !same(tta_dialect_names[i], name)) i++;
  return i;
}

bool tta_attribute_may_be_bare(tta_attribute attribute) {
  const tta_form *forms = tta_attributes[attribute].forms;
  int f = 0;
  while (f < TTA_MAX_FORMS && forms[f].fields && forms[f].num_fields) f++;
  return f < TTA_MAX_FORMS && forms[f].fields;
}

bool tta_attribute_may_have_body(tta_attribute attribute) {
  const tta_form *forms = tta_attributes[attribute].forms;
  return forms[0].num_fields || forms[1].num_fields; /* a bare form is the only one or has others beside it */
}

/* Compares eight bytes at a time: each layout has a few keywords, each far down in its list. */
int tta_enum_find(tta_enum which, tta_str word) {
  const tta_keyword *keywords = tta_enums[which].keywords;
  char start[sizeof(uint64_t)] = {0};
  uint64_t wanted, found;
  for (size_t i = 0; i < word.size && i < sizeof start; i++) start[i] = word.data[i];
  memcpy(&wanted, start, sizeof wanted);
  for (int i = 0; *keywords[i]; i++) {
    memcpy(&found, keywords[i], sizeof found); /* zeros follow a keyword */
    if (found == wanted && (word.size < sizeof start || same(keywords[i], word))) return i;
  }
  return -1;
}

void tta_keywords_text(tta_buf *out, tta_enum which, const char *separator) {
  const tta_keyword *words = tta_enums[which].keywords;
  for (const tta_keyword *word = words; **word; word++)
    tta_buf_printf(out, "%s%s", word == words ? "" : separator, *word);
}
