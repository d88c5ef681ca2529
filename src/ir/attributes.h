/* attributes.h: the tables of attributes.def and enums.def as data. */
#ifndef TTA_IR_ATTRIBUTES_H
#define TTA_IR_ATTRIBUTES_H

#include "ir/tree.h"

typedef enum tta_attribute {
#define ATTRIBUTE(id, ...) TTA_ATTR_##id,
#include "ir/attributes.def"
  TTA_NUM_ATTRIBUTES
} tta_attribute;

typedef enum tta_dialect {
  TTA_TT, TTA_TTCORE, TTA_TTNN, TTA_TTIR, TTA_D2M, TTA_TTMETAL, TTA_TTKERNEL,
  TTA_SFPI, TTA_EMITPY, TTA_NUM_DIALECTS,
  TTA_NUM_LAYOUT_DIALECTS = TTA_SFPI, /* those whose attributes have, or refer to, layouts: their names are all known */
} tta_dialect;

typedef enum tta_enum {
#define KEYWORDS(id, ...) TTA_ENUM_##id,
#include "ir/enums.def"
#undef KEYWORDS
  TTA_NUM_ENUMS
} tta_enum;

/** The value of a field; see attributes.def. */
typedef enum tta_class {
#define CLASS(id, ...) TTA_CLASS_##id,
#include "ir/classes.def"
} tta_class;

enum { TTA_NUM_CLASSES = TTA_CLASS_LIST + 1 };

/** A row of classes.def; its texts are in place, as those of tta_attribute_info. */
typedef struct tta_class_info {
  char listed[12], expected[44], documented[52], offered[12];
} tta_class_info;
extern const tta_class_info tta_classes[TTA_NUM_CLASSES];

typedef struct tta_field_spec {
  uint16_t field;   /* tta_field */
  uint8_t class;    /* tta_class */
  uint8_t element;  /* LIST: class of the elements */
  uint8_t argument; /* WORD, FLAGS: tta_enum; ATTR, QUALIFIED, WRITTEN: tta_attribute (of the elements, for LIST) */
  bool keyed, optional;
} tta_field_spec;

typedef struct tta_form {
  const tta_field_spec *fields; /* NULL: no form, also the one that ends the forms */
  uint16_t num_fields; /* 0: the name alone, without a body */
  bool any_order; /* STRUCT: all fields are keyed and read in any order; they print in that of the table */
} tta_form;

typedef enum tta_print_style { TTA_PRINT_ANGLE, TTA_PRINT_LONG, TTA_PRINT_BRACE, TTA_PRINT_BLANKS } tta_print_style;

enum { TTA_MAX_FORMS = 4, TTA_MAX_STRUCT_FIELDS = 32 };

enum { TTA_MNEMONIC_BYTES = 64, TTA_DESCRIPTION_BYTES = 32 };

/* Texts are in place: pointers would be relocated at the start of every program. */
typedef struct tta_attribute_info {
  char mnemonic[TTA_MNEMONIC_BYTES];
  char sigil;
  uint16_t dialects; /* bit 1 << tta_dialect */
  uint8_t print;     /* tta_print_style */
  tta_form forms[TTA_MAX_FORMS];
} tta_attribute_info;

extern const tta_attribute_info tta_attributes[TTA_NUM_ATTRIBUTES];
/** An attribute in one of its three notations. */
static inline bool tta_class_is_attribute(tta_class class) {
  return class >= TTA_CLASS_ATTR && class <= TTA_CLASS_WRITTEN;
}
static inline bool tta_class_is_keyword(tta_class class) {
  return class == TTA_CLASS_WORD || class == TTA_CLASS_FLAGS;
}
/** Whether a node is this attribute or type; an alias of it is not. */
static inline bool tta_node_is_attribute(const tta_tree *tree, tta_node_id id, tta_attribute attribute) {
  return tta_node_at(tree, id)->kind == TTA_NODE_ATTRIBUTE && tta_node_at(tree, id)->index == attribute;
}
/** The same of one without errors. */
static inline bool tta_node_is_valid_attribute(const tta_tree *tree, tta_node_id id, tta_attribute attribute) {
  return tta_node_is_attribute(tree, id, attribute) && !(tta_node_at(tree, id)->flags & TTA_NODE_HAS_ERRORS);
}
/** A form of the attribute is its name alone. */
bool tta_attribute_may_be_bare(tta_attribute attribute);
/** A form of the attribute has a body. */
bool tta_attribute_may_have_body(tta_attribute attribute);
extern const char *const tta_dialect_names[TTA_NUM_DIALECTS];

/** In place: pointers would be relocated at the start of every program. */
typedef char tta_keyword[28];

typedef struct tta_enum_info {
  char description[TTA_DESCRIPTION_BYTES];
  const tta_keyword *keywords; /* "" ends it */
} tta_enum_info;
extern const tta_enum_info tta_enums[TTA_NUM_ENUMS];

/** The row of `sigil dialect.mnemonic`; TTA_NUM_ATTRIBUTES when there is none. */
tta_attribute tta_attribute_find(char sigil, tta_dialect dialect, tta_str mnemonic);
/** TTA_NUM_DIALECTS for other dialects. */
tta_dialect tta_dialect_find(tta_str name);
/** The position of `word` in the enumeration, or -1. */
int tta_enum_find(tta_enum which, tta_str word);
/** Appends all words of the enumeration. */
void tta_keywords_text(tta_buf *out, tta_enum which, const char *separator);

#endif
