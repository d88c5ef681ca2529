/* tree.h: the typed tree that an island of text becomes.
 *
 * Nodes live in one array and are named by index, so that the tree of one island can be dropped by going back to a mark
 * while the trees of alias definitions before it stay. Node 0 is TTA_NODE_NONE: "absent", and also what every
 * constructor answers when there is no memory (the tree's status says so), so builders need no checks of their own.
 * A node's text is the span of the source that it was read from; nothing is copied.
 */
#ifndef TTA_IR_TREE_H
#define TTA_IR_TREE_H

#include "affine/affine.h"
#include "base/format.h" /* a scalable extent n (vectors only) is stored as ~n */
#include "ttattr/diag.h"

typedef uint32_t tta_node_id;

typedef enum tta_node_kind {
  TTA_NODE_NONE,
  TTA_NODE_ERROR,      /* rejected and already reported; consumers must not report it again */
  /* literals: the text of the span says it all */
  TTA_NODE_INT,        /* integer; TTA_NODE_WIDE when it does not fit int64 */
  TTA_NODE_FLOAT,
  TTA_NODE_STRING,
  TTA_NODE_BOOL,       /* index: 0 or 1 */
  TTA_NODE_UNIT,
  TTA_NODE_SYMBOL,     /* @a::@b */
  TTA_NODE_WORD,       /* a bare keyword; index: its place in the enumeration of its field */
  TTA_NODE_FLAGS,      /* a|b|c; first: the set of places in the enumeration `index`, as bits */
  /* composed values */
  TTA_NODE_TYPED,      /* children: value, type */
  TTA_NODE_DIMS,       /* first: index into dims, index: count */
  TTA_NODE_NAMED_DIMS, /* "name" = 2x3; children: string, dims */
  TTA_NODE_MAP,        /* a bare map; index: its number in maps */
  TTA_NODE_MAP_ATTR,   /* affine_map<...>; index as above */
  TTA_NODE_SET_ATTR,   /* affine_set<...>; index as above */
  TTA_NODE_MAP_RANK,   /* map(4); index: 4 */
  TTA_NODE_COORD,      /* (7, 3); children: the integers */
  TTA_NODE_PAREN_DIMS, /* (4 x 16); child: dims */
  TTA_NODE_AXIS,       /* 2(0, 1); children: the integers */
  TTA_NODE_LIST,       /* [..]; children */
  TTA_NODE_BODY,       /* <..> or {..} of an attribute without its name; becomes TTA_NODE_ATTRIBUTE with its field */
  TTA_NODE_DICT,       /* {a = 1, b}; children: entries */
  TTA_NODE_ENTRY,      /* children: name (word or string) and value, if any */
  TTA_NODE_DENSE,      /* dense<..> : type; children: value (absent when empty), type */
  TTA_NODE_ARRAY,      /* array<i64: 1, 2>; children: element type, values */
  TTA_NODE_STRIDED,    /* strided<[..], offset: n>; children: strides (list), offset; an integer or a `?` */
  TTA_NODE_DYNAMIC,    /* `?` */
  TTA_NODE_OPAQUE,     /* an attribute or type of an unknown dialect, byte for byte; index: size of its canonical
                          text in opaque_text at `first`, 0 when that is the text read */
  TTA_NODE_ALIAS,      /* #name or !name; index: its number in aliases */
  TTA_NODE_ATTRIBUTE,  /* a row of attributes.def; first: fields, index: tta_attribute */
  /* types */
  TTA_NODE_SCALAR,     /* f32, i8, index, none; index: see tta_scalar */
  TTA_NODE_TENSOR,     /* children by field: shape (absent when unranked), element_type, encoding */
  TTA_NODE_MEMREF,     /* shape, element_type, layout, memory_space */
  TTA_NODE_VECTOR,     /* shape, element_type */
  TTA_NODE_COMPLEX,
  TTA_NODE_TUPLE,
  TTA_NODE_FUNCTION,   /* children: list of inputs, list of results */
} tta_node_kind;

enum { /* tta_node.flags */
  TTA_NODE_KEYED = 1,       /* follows `field =` */
  TTA_NODE_SPELLED = 2,     /* ATTRIBUTE: has its prefix in the text */
  TTA_NODE_PREFIXED = 4,    /* ATTRIBUTE: prints with its prefix; INT, FLOAT, TYPED: always with its type */
  TTA_NODE_JUXTAPOSED = 8,  /* no comma before it; INT: in brackets, `cb_port[0]` */
  TTA_NODE_WIDE = 16,       /* INT: beyond int64, the text is the value */
  TTA_NODE_UNRANKED = 16,   /* TENSOR, MEMREF */
  TTA_NODE_USED_AS_IS = 16,      /* ATTRIBUTE, a layout: some tensor that has it needs it as it is */
  TTA_NODE_OURS = 16,       /* OPAQUE: of one of our dialects, or misspelled: it fits wherever an attribute does */
  TTA_NODE_STRIPPED = 16,   /* ALIAS: what it stands for prints without its prefix here, when written out */
  TTA_NODE_HAS_ERRORS = 32,     /* something below was rejected: rules must not report it */
  TTA_NODE_FORMER_BLANKS = 64, /* ATTRIBUTE: without the blank of its first field, which is newer than the others */
  TTA_NODE_PLAIN_MAP = 64,  /* MAP_ATTR, ALIAS in the place of a map parameter: prints as a bare map */
  TTA_NODE_LEADING_BLANK = 128, /* DIMS, AXIS: first in its format, prints with a blank before it */
  TTA_NODE_ELIDED = 128,        /* INT, BOOL, STRING, WORD, MAP, MAP_RANK, LIST: a field at its default, not printed */
};

/* Fields: TTA_FIELD_linear and so on, one for each row of fields.def. */
typedef enum tta_field {
  TTA_FIELD_NONE,
#define FIELD(name) TTA_FIELD_##name,
#include "ttattr/fields.def"
#undef FIELD
  TTA_NUM_FIELDS
} tta_field;

typedef struct tta_node {
  uint8_t kind, flags;
  union {
    struct {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ /* the first bit-field has the lowest bits */
      uint16_t field : 12;  /* tta_field */
      uint16_t dialect : 4; /* ATTRIBUTE: tta_dialect it was spelled with */
#else
      uint16_t dialect : 4;
      uint16_t field : 12;
#endif
    };
    uint16_t field_and_dialect; /* written by tta_node_set_field; 0 in a new node */
  };
  uint32_t begin, end;  /* span in the source */
  uint32_t next;        /* sibling */
  union {
    int64_t integer;
    struct {
      uint32_t first, index;
    };
  };
} tta_node;

/** Gives a node its field. Cheaper than a bit-field is to write. */
static inline void tta_node_set_field(tta_node *n, uint32_t field) {
  n->field_and_dialect = (uint16_t)((n->field_and_dialect & 0xf000U) | field);
}

typedef struct tta_map_data {
  uint32_t num_dims, num_symbols, num_results;
  uint32_t first_result; /* in tree.results; for a set the kinds of constraint (1 = equality) follow the expressions */
} tta_map_data;

typedef struct tta_alias {
  tta_str name;       /* without # or ! */
  char sigil;
  bool poisoned;      /* its definition was rejected or is missing: uses are not reported */
  bool used;
  tta_node_id value;
  tta_span span;      /* of `#name` in the definition */
  uint32_t depth;     /* how many aliases its expansion goes through */
  uint32_t meaning;   /* aliases of any section with the same number have equal texts, and use such ones */
  uint64_t expanded_bytes; /* size of its text with all aliases expanded; saturates */
} tta_alias;

typedef struct tta_tree {
  const tta_allocator *allocator;
  tta_str text;
  tta_node *nodes;
  int64_t *dims;
  tta_map_data *maps;
  tta_expr *results;
  tta_alias *aliases;
  uint32_t num_nodes, num_dims, num_maps, num_results, num_aliases;
  uint32_t cap_nodes, cap_dims, cap_maps, cap_results, cap_aliases;
  tta_affine_pool *affine;
  tta_buf opaque_text;
  uint32_t origin; /* of `text` in the text that the user of the library sees; added to the spans of values */
  tta_status status;
} tta_tree;

typedef struct tta_tree_mark {
  uint32_t num_nodes, num_dims, num_maps, num_results;
  tta_expr affine;
  size_t opaque_text;
} tta_tree_mark;

tta_status tta_tree_init(tta_tree *tree, tta_str text, const tta_allocator *allocator);
void tta_tree_free(tta_tree *tree);
tta_tree_mark tta_tree_position(const tta_tree *tree);
void tta_tree_rewind(tta_tree *tree, tta_tree_mark mark);

/* Growth, out of line: false and status TTA_NO_MEMORY when it fails. */
bool tta_tree_grow_nodes(tta_tree *tree);
bool tta_tree_grow_dims(tta_tree *tree, uint32_t more);
bool tta_tree_grow_results(tta_tree *tree, uint32_t more);
/* its number; 0 is an empty map and the answer to failure */
uint32_t tta_tree_add_map(tta_tree *tree, tta_map_data map);

static inline tta_node_id tta_node_new(tta_tree *tree, tta_node_kind kind, tta_span span) {
  if (tree->num_nodes == tree->cap_nodes && !tta_tree_grow_nodes(tree)) return 0;
  tree->nodes[tree->num_nodes] = (tta_node){.kind = (uint8_t)kind, .begin = span.begin, .end = span.end};
  return tree->num_nodes++;
}
/** Appends one value to the pool of dims. */
static inline void tta_tree_add_dim(tta_tree *tree, int64_t value) {
  if (tree->num_dims == tree->cap_dims && !tta_tree_grow_dims(tree, 1)) return;
  tree->dims[tree->num_dims++] = value;
}

static inline tta_node *tta_node_at(const tta_tree *tree, tta_node_id id) { return &tree->nodes[id]; }
static inline bool tta_node_is_elided(const tta_node *n) {
  return (n->flags & TTA_NODE_ELIDED) && n->kind != TTA_NODE_DIMS && n->kind != TTA_NODE_AXIS;
}
static inline tta_span tta_node_span(const tta_tree *tree, tta_node_id id) {
  return (tta_span){tree->nodes[id].begin, tree->nodes[id].end};
}
static inline tta_str tta_node_text(const tta_tree *tree, tta_node_id id) {
  return (tta_str){tree->text.data + tree->nodes[id].begin, tree->nodes[id].end - tree->nodes[id].begin};
}
/** The width of an integer type without leading zeros: `32` of `si032`. Empty for other scalars. @param stem receives
 *  what is before it */
tta_str tta_scalar_width(tta_str type, tta_str *stem);
static inline tta_shape tta_node_shape(const tta_tree *tree, tta_node_id id) {
  return (tta_shape){tree->nodes[id].index, tree->dims + tree->nodes[id].first};
}

/** The first child, whatever the kind keeps in `first`; 0 for leaves. */
static inline tta_node_id tta_node_first(const tta_tree *tree, tta_node_id id) {
#define KIND(name) ((uint64_t)1 << TTA_NODE_##name)
  const uint64_t parents = KIND(TYPED) | KIND(NAMED_DIMS) | KIND(COORD) | KIND(PAREN_DIMS) | KIND(AXIS) | KIND(LIST) |
                           KIND(BODY) | KIND(DICT) | KIND(ENTRY) | KIND(DENSE) | KIND(ARRAY) | KIND(STRIDED) |
                           KIND(ATTRIBUTE) | KIND(TENSOR) | KIND(MEMREF) | KIND(VECTOR) | KIND(COMPLEX) | KIND(TUPLE) |
                           KIND(FUNCTION);
#undef KIND
  return parents >> tree->nodes[id].kind & 1 ? tree->nodes[id].first : 0;
}
/** The number of children. */
static inline uint32_t tta_count_items(const tta_tree *tree, tta_node_id list) {
  uint32_t count = 0;
  for (tta_node_id c = tta_node_first(tree, list); c; c = tta_node_at(tree, c)->next) count++;
  return count;
}

/** The child of `id` that holds `field`; 0 when absent. */
static inline tta_node_id tta_node_child(const tta_tree *tree, tta_node_id id, tta_field field) {
  tta_node_id c = tta_node_first(tree, id);
  while (c && tree->nodes[c].field != field) c = tree->nodes[c].next;
  return c;
}
/** The same, but 0 for a default that is not printed. */
tta_node_id tta_node_printed_child(const tta_tree *tree, tta_node_id id, tta_field field);
/** What an ALIAS node stands for, through aliases of aliases; 0 when it is poisoned. */
tta_node_id tta_node_behind_alias(const tta_tree *tree, tta_node_id id);
/** The same for any node: itself unless it is an alias. */
static inline tta_node_id tta_node_resolve(const tta_tree *tree, tta_node_id id) {
  return tree->nodes[id].kind == TTA_NODE_ALIAS ? tta_node_behind_alias(tree, id) : id;
}
/** The map of a MAP, MAP_ATTR, MAP_RANK (identity) or alias to one; false when it is none. */
bool tta_node_map(const tta_tree *tree, tta_node_id id, tta_map *map);
/** Equal values: spelling, spans and alias names do not count; `a` and `b` may be of different trees. */
bool tta_node_equal(const tta_tree *tree_a, tta_node_id a, const tta_tree *tree_b, tta_node_id b);

/** Adds an alias; its number, or UINT32_MAX when there is no memory. */
uint32_t tta_tree_add_alias(tta_tree *tree, tta_alias alias);

const char *tta_field_name(tta_field field);
/** TTA_FIELD_NONE when no field of any attribute has this name. */
tta_field tta_field_find(tta_str name);
bool tta_field_is(tta_field field, tta_str name);

#endif
