/* query.h: an expression as a tree, the table of fields, and the objects that a row of a search has. */
#ifndef TTA_QUERY_QUERY_H
#define TTA_QUERY_QUERY_H

#include "base/arena.h"
#include "document/typed_values.h"
#include "expect/ere.h"
#include "ir/tree.h"
#include "ttattr/layout.h"
#include "ttattr/query.h"

/** The objects of a row, from the innermost one. */
typedef enum tta_query_object {
  TTA_OBJECT_attr, TTA_OBJECT_tensor, TTA_OBJECT_layout, TTA_OBJECT_value, TTA_OBJECT_op, TTA_OBJECT_file,
  TTA_NUM_OBJECTS
} tta_query_object;

typedef enum tta_query_enumeration {
  TTA_ENUMERATION_NONE,
  TTA_ENUMERATION_FAMILY,
  TTA_ENUMERATION_MEMORY_SPACE,
  TTA_ENUMERATION_MEMORY_LAYOUT,
  TTA_ENUMERATION_OOB,
  TTA_ENUMERATION_DATA_TYPE,
} tta_query_enumeration;

/** Besides the rows of fields.def: whether an object exists, and a field of the attribute by its name there. */
typedef enum tta_query_field {
#define FIELD(object, name, ...) TTA_QUERY_##object##_##name,
#include "query/fields.def"
#undef FIELD
  TTA_NUM_QUERY_FIELDS,
  TTA_QUERY_EXISTS = TTA_NUM_QUERY_FIELDS,
  TTA_QUERY_PART,
} tta_query_field;

typedef struct tta_query_field_info {
  const char *name, *other, *meaning; /* name: "layout.memory_space"; other: "memory" or "" */
  tta_query_object object;
  tta_query_kind kind;
  tta_query_enumeration enumeration;
} tta_query_field_info;
extern const tta_query_field_info tta_query_fields[TTA_NUM_QUERY_FIELDS];
extern const char *const tta_query_objects[TTA_NUM_OBJECTS];

/** The word of an enumeration. @return TTA_INVALID with a reason that lists the words */
tta_status tta_query_find_word(tta_query_enumeration enumeration, tta_str word, int64_t *number, tta_buf *reason);

enum { TTA_QUERY_MAX_PARTS = 8, TTA_QUERY_MAX_DEPTH = 64, TTA_QUERY_MAX_PARTS_OF_CHAIN = 1024 };

/** A field, or a value that the expression says. */
typedef struct tta_query_operand {
  tta_span span;
  bool is_field;
  tta_query_field field;
  tta_query_object object;        /* EXISTS */
  uint32_t num_parts;             /* PART: `attr.grid.shape` has two */
  tta_field parts[TTA_QUERY_MAX_PARTS];
  bool indexed;                   /* `tensor.shape[-1]` */
  int64_t index;
  tta_query_enumeration enumeration;
  bool any;                       /* PART: the kind is that of the attribute */
  tta_query_value value;          /* of a literal; its kind, of a field too. KEYWORD: number */
} tta_query_operand;

typedef enum tta_query_operation {
  TTA_OPERATION_CONSTANT, TTA_OPERATION_TEST, TTA_OPERATION_EQUAL, TTA_OPERATION_LESS, TTA_OPERATION_GREATER,
  TTA_OPERATION_MATCH, TTA_OPERATION_IN, TTA_OPERATION_NOT, TTA_OPERATION_AND, TTA_OPERATION_OR,
} tta_query_operation;

typedef struct tta_query_node {
  tta_query_operation operation;
  bool inverted;  /* != >= <= !~: the opposite of == < > ~, unless a side is null */
  bool constant;
  tta_query_operand left, right; /* TEST: left; IN: left */
  const struct tta_query_node *a, *b; /* NOT, AND, OR */
  tta_query_operand *items;      /* IN */
  uint32_t num_items, cap_items;
  tta_ere pattern;               /* MATCH */
} tta_query_node;

struct tta_query {
  tta_arena arena;
  const tta_query_node *root;
  tta_query_operand *fields;
  tta_str *names;                /* of `fields` */
  uint32_t num_fields, cap_fields, num_names, cap_names;
  uint32_t objects;              /* bit 1 << tta_query_object: named by the expression or the fields */
  tta_query_object subject;      /* what is reported */
  tta_query_object row;          /* the innermost object that is named */
};

/** A row: the objects at one place of a text. */
typedef struct tta_query_row {
  tta_source *source;
  const tta_typed_values *values;
  tta_arena *arena;              /* of texts and layouts; the row's */
  tta_affine_pool *pool;
  tta_value attr;                /* absent: none */
  tta_str alias;
  tta_span attr_span, tensor_span;
  uint32_t depth;
  tta_value tensor;
  const tta_typed_value *value;  /* NULL: none */
  tta_str value_type;
  uint32_t op;                   /* TTA_OPS_NONE */
  int layout_state;              /* 0: not lowered yet, 1: there is one, -1: none */
  tta_layout layout;
  bool whole;                    /* the layout has its tensor: all figures are known */
  bool failed;                   /* no memory */
} tta_query_row;

/** The value of a field in a row. */
tta_query_value tta_query_field_value(tta_query_row *row, const tta_query_operand *field);
/** Whether a row is one of the expression. */
bool tta_query_holds(tta_query_row *row, const tta_query_node *node);

#endif
