/* ttattr/value.h: attributes and types of a text as values: kind, fields, children, spans.
 *
 *     tta_value grid = tta_value_field(island->value, "workerGrid");
 *
 * A value is a handle into a tree. Its owner says how long it lives: inside a tta_island_visitor until the callback
 * returns, in a tta_document until the next call that says so. All functions accept the absent value (of a missing
 * field, after the last child) and return "absent" again, so that a path of fields needs one check.
 */
#ifndef TTATTR_VALUE_H
#define TTATTR_VALUE_H

#include "ttattr/affine.h"
#include "ttattr/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tta_tree;

/** A node of an attribute or type. `node` 0 is the absent value. */
typedef struct tta_value {
  const struct tta_tree *tree;
  uint32_t node;
} tta_value;

typedef enum tta_value_kind {
  TTA_VALUE_ABSENT,
  TTA_VALUE_ERROR,     /* a rejected part */
  TTA_VALUE_ATTRIBUTE, /* an attribute or type with a name: tta_value_name, tta_value_field */
  TTA_VALUE_MAP,       /* tta_value_map */
  TTA_VALUE_SHAPE,     /* tta_value_shape */
  TTA_VALUE_INTEGER,   /* tta_value_integer */
  TTA_VALUE_KEYWORD,   /* tta_value_text */
  TTA_VALUE_STRING,    /* tta_value_text, with its quotes */
  TTA_VALUE_BOOL,      /* tta_value_integer: 0 or 1 */
  TTA_VALUE_LIST,      /* tta_value_first, tta_value_next */
  TTA_VALUE_SCALAR,    /* f32, i8, index: tta_value_text */
  TTA_VALUE_OTHER,     /* anything else: tta_value_text, tta_value_print */
} tta_value_kind;

typedef enum tta_island_context {
  TTA_CONTEXT_OPERATION,
  TTA_CONTEXT_ALIAS,            /* the right side of an alias definition */
  TTA_CONTEXT_MODULE_DEVICE,    /* `tt.device = ..` of a module */
  TTA_CONTEXT_MODULE_SYSTEM,    /* `tt.system_desc = ..` of a module */
  TTA_CONTEXT_DEVICE_OPERATION, /* the body of `tt.device @x = ` */
  TTA_CONTEXT_USE,              /* `#x` or `!x` in an operation: an alias of the value */
} tta_island_context;

/** One outermost attribute or type of a text, or a use of an alias in an operation. */
typedef struct tta_island {
  tta_value value;        /* absent when the text could not be parsed, or the alias is not defined before its use */
  tta_span span;          /* in the source; of the use, where the value of a module attribute is an alias */
  tta_span name;          /* ALIAS: `#x` of the definition; DEVICE_OPERATION: `tt.device`; else empty */
  tta_island_context context;
  uint32_t section;       /* counted from 0 */
} tta_island;

typedef void (*tta_island_visitor)(void *user, const tta_island *island);

/** TTA_VALUE_ABSENT for the absent value. */
TTA_API tta_value_kind tta_value_kind_of(tta_value value);
/** "absent", "error", "attribute", "map", ... Constant; "" for any other number. */
TTA_API const char *tta_value_kind_name(tta_value_kind kind);
/** "operation", "alias", "module device", "module system", "device operation", "use". Constant; "" for any other
 *  number. */
TTA_API const char *tta_island_context_name(tta_island_context context);
/** "tt.metal_layout", "!tt.device" (the type), "builtin.tensor", ...: as --emit=json names kinds. Constant; "" for
 *  values without a name. */
TTA_API const char *tta_value_name(tta_value value);
/** The field of an attribute or builtin type, by its name in --list-attributes; aliases are followed. */
TTA_API tta_value tta_value_field(tta_value value, const char *name);
/** The name of the field that this value is of its parent; "" for none. */
TTA_API const char *tta_value_field_name(tta_value value);
/** The children in order: fields of an attribute, elements of a list. */
TTA_API tta_value tta_value_first(tta_value value);
TTA_API tta_value tta_value_next(tta_value value);

typedef enum tta_walk {
  TTA_WALK_ON,   /* visit the children */
  TTA_WALK_SKIP, /* leave them out */
  TTA_WALK_STOP, /* end the walk */
} tta_walk;

/** @param depth 0 for the root
 *  @param repeated a use of an alias that the walk has entered before: its children are not visited again */
typedef tta_walk (*tta_value_walker)(void *user, tta_value value, uint32_t depth, bool repeated);

/** Visits a value and all its parts, parents first, in order of the text. The value of an alias is entered at its first
 *  use only, so that the walk is linear in the size of the text, and no more than that is used of the C stack.
 *  @return TTA_OK, also when `visit` ended the walk; TTA_NO_MEMORY */
TTA_API tta_status tta_value_walk(tta_value root, tta_value_walker visit, void *user);

/** Where the value is in the source. */
TTA_API tta_span tta_value_span(tta_value value);
/** The text it was read from. */
TTA_API tta_str tta_value_text(tta_value value);

/** False if the value is not an integer or bool, or does not fit 64 bits. */
TTA_API bool tta_value_integer(tta_value value, int64_t *integer);
/** False if it is not a shape. Extents are elements; a dynamic one is TTA_DYNAMIC_EXTENT. Borrowed from the tree. */
TTA_API bool tta_value_shape(tta_value value, tta_shape *shape);
/** False if it is not an affine map. Borrowed from the tree. */
TTA_API bool tta_value_map(tta_value value, tta_map *map);

/** Same meaning: blanks, alias names and left-out prefixes do not count. The values may be of different trees. */
TTA_API bool tta_value_equal(tta_value a, tta_value b);
/** Appends the canonical text; with `expand_aliases` each alias gives way to its definition (no limit is applied: ask
 *  for it only on texts you trust). */
TTA_API void tta_value_print(tta_buf *out, tta_value value, bool expand_aliases);

#ifdef __cplusplus
}
#endif
#endif
