/* ops.h: the operations of a text, in order: names, results, operands, attributes, types, regions and blocks. What is
 * read is the syntax of MLIR, generic or custom, not that of single operations (see read.c).
 *
 *   tta_ops *ops;
 *   status = tta_ops_read(text, range, allocator, &ops);
 *   for (uint32_t i = 0; i < ops->num_ops; i++) ... ops->ops[i].name ...
 *   tta_ops_free(ops);
 *
 * Lists are arrays; members that start with first_ and num_ are runs of them. Strings are parts of the text, positions
 * are offsets in it. Attributes and types are text: their values are found by position (tta_document_value_at). */
#ifndef TTA_OPS_OPS_H
#define TTA_OPS_OPS_H

#include "base/arena.h"
#include "text/skeleton.h"

#define TTA_OPS_NONE UINT32_MAX

/** A result, or an argument of a block. */
typedef struct tta_ops_value {
  tta_str name;        /* `%x`; `%0` for each of `%0:2` */
  tta_str type;        /* empty: the text does not say it by position */
  uint32_t begin;      /* of the name where it is defined */
  uint32_t number;     /* which of `%0:2`, or which argument of its block */
  uint32_t op;         /* that defines it; of an argument the operation with the region */
  uint32_t block;      /* of an argument; NONE for a result */
} tta_ops_value;

typedef struct tta_ops_operand {
  tta_str name;        /* as written: `%0#1` */
  tta_str word;        /* the last word or string before it outside of types: `core` of `core[%x, %y]`; may be empty */
  uint32_t begin, value; /* NONE: no value of this name is visible */
} tta_ops_operand;

/** `%x` or `%x#1` where it is not defined, also outside of operations. */
typedef struct tta_ops_use {
  uint32_t begin, end;
  uint32_t value;      /* NONE: no value of this name is visible */
  uint16_t number;     /* of the result */
  bool pending;        /* while the text is read */
} tta_ops_use;

/** An entry of the dictionary of an operation. */
typedef struct tta_ops_attribute {
  tta_str name;        /* without quotes */
  tta_str value;       /* as written; empty for a unit attribute */
  uint32_t begin;      /* of the name */
} tta_ops_attribute;

/** The rest of the custom syntax, without operands, types and dictionaries: keywords, numbers, strings, symbols,
 *  attributes. */
typedef struct tta_ops_word {
  tta_str text;
  uint32_t operands;   /* how many operands are before it */
} tta_ops_word;

typedef struct tta_ops_op {
  tta_str name;        /* without quotes, as written: `return`, `func.func` */
  uint32_t begin, end; /* with its results and regions */
  uint32_t name_begin;
  uint32_t parent;     /* operation around it; NONE */
  uint32_t block, next; /* the next operation of the block; NONE */
  uint32_t first_region;
  uint32_t first_result, num_results, first_operand, num_operands, first_attribute, num_attributes, first_word,
      num_words;
  uint32_t first_type, num_types;       /* after the arrow, or after the colon if there is no arrow */
  uint32_t first_input, num_inputs;     /* types between the colon and the arrow; of the arguments of a function */
  bool generic, arrow;
} tta_ops_op;

typedef struct tta_ops_block {
  tta_str label;       /* `^bb0`; empty for an entry without one */
  uint32_t region, next, first_op, last_op, first_argument, num_arguments;
} tta_ops_block;

typedef struct tta_ops_region {
  uint32_t op, next, first_block, last_block;
  uint32_t begin, end; /* with its braces */
} tta_ops_region;

typedef struct tta_ops {
  tta_arena arena;
  tta_str text;
  tta_skeleton skeleton;
  tta_ops_op *ops;     /* an operation is before those of its regions */
  tta_ops_value *values;
  tta_ops_operand *operands;
  tta_ops_use *uses;   /* in order of position */
  tta_ops_attribute *attributes;
  tta_ops_word *words;
  tta_str *types;
  tta_ops_block *blocks;
  tta_ops_region *regions;
  uint32_t num_ops, cap_ops, num_values, cap_values, num_operands, cap_operands, num_uses, cap_uses, num_attributes,
      cap_attributes, num_words, cap_words, num_types, cap_types, num_blocks, cap_blocks, num_regions, cap_regions;
} tta_ops;

/** @param text      borrowed, below 4 GiB
 *  @param range     of the text: a section (tta_document_section_at)
 *  @param allocator NULL = malloc
 *  @return TTA_OK for any text; TTA_NO_MEMORY (*out = NULL) */
tta_status tta_ops_read(tta_str text, tta_span range, const tta_allocator *allocator, tta_ops **out);
/** The same of statements inside of a region that is not part of the range. */
tta_status tta_ops_read_body(tta_str text, tta_span range, const tta_allocator *allocator, tta_ops **out);
/** NULL is allowed. */
void tta_ops_free(tta_ops *ops);

/** Whether an operation of this name is a function: `func.func`, `emitc.func`, `func`. */
bool tta_ops_is_function(tta_str name);
/** Whether the operation hides the values around it from its regions (IsolatedFromAbove); an unknown one does not. */
bool tta_ops_is_isolated(tta_str name);

/** The entry of a name, in the properties or in the dictionary; NULL. */
const tta_ops_attribute *tta_ops_find(const tta_ops *ops, uint32_t op, const char *name);
/** The symbol that the operation defines or names first, without @ and quotes; empty. */
tta_str tta_ops_symbol(const tta_ops *ops, uint32_t op);
/** The type of an operand where the text says it for certain: empty elsewhere. */
tta_str tta_ops_operand_type(const tta_ops *ops, uint32_t op, uint32_t operand);
/** `%b#1`; empty: no memory. @param arena  of the new text */
tta_str tta_result_name(tta_str value, uint32_t result, tta_arena *arena);
/** `%a`, or `%b#1` of `%b:2`; empty: no memory. @param arena  of the new text */
tta_str tta_ops_value_name(const tta_ops *ops, uint32_t value, tta_arena *arena);
/** `-5`, `5 : i32`, `0x10`, `true`. @return false if it is none, or exceeds 64 bits */
bool tta_ops_integer(tta_str text, int64_t *out);
/** What is between two words: the text without blanks at its ends; of a list `[a, b]`, the items one by one.
 *  @param rest starts as the inside of the list; @return false at the end */
bool tta_ops_next_item(tta_str *rest, tta_str *item);
/** The inside of the brackets that a text ends with: `a, b` of `array<a, b>`, `[a, b]`, `#x.y<a, b>`; empty. */
tta_str tta_ops_inside(tta_str text);

#endif
