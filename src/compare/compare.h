/* compare.h: shared by the files of tta_module_changes.
 *
 *   side.c     a module: its operations, their texts without aliases and blanks, numbers of equal structures
 *   match.c    which operations of both modules are the same
 *   changes.c  the differences of matched operations, in order; the public functions */
#ifndef TTA_COMPARE_COMPARE_H
#define TTA_COMPARE_COMPARE_H

#include "base/arena.h"
#include "base/array.h"
#include "base/strmap.h"
#include "ops/ops.h"
#include "ttattr/compare.h"

/** An operation. Equal numbers mean equal structures, also of different modules; 0: not known. */
typedef struct tta_compared_op {
  tta_str name;     /* of both modules: `func.func`, not `func`; `ttcore.`, not `tt.` */
  tta_str symbol;   /* of what a module or the text has in its list, if it defines one */
  uint32_t shape;   /* name and operands, recursively, past operations that change a layout */
  uint32_t local;   /* name, attributes and words */
  uint32_t full;    /* shape, local, types and regions */
  uint32_t match;   /* the operation of the other module; NONE */
  bool moves;       /* its purpose is another layout of its first operand */
  bool out_of_order; /* its match is elsewhere in its block */
  bool told;         /* its differences are in the changes */
} tta_compared_op;

typedef struct tta_compared_side {
  const tta_layouts *layouts;
  tta_source *source;
  tta_check *check; /* its edits expand aliases and make the text canonical */
  tta_ops *ops;
  tta_compared_op *own; /* by operation */
  bool *ignored; /* by word: names, types of operands and locations, which are compared otherwise or not at all */
  uint32_t *value_shape; /* by value: the number of what computes it */
  uint32_t *inside;      /* by operation: how many are in its regions, and itself */
  tta_strmap labels;     /* "REGION ^LABEL" -> number of the block in its region */
} tta_compared_side;

typedef struct tta_comparison {
  tta_arena *arena;
  tta_strmap numbers; /* of texts of structures */
  uint32_t num_numbers;
  tta_compared_side side[2];
  tta_status status;
} tta_comparison;

/** Operations in the order of a block. */
typedef struct tta_op_list {
  uint32_t *items;
  uint32_t num_items, cap_items;
} tta_op_list;

/* side.c */
void tta_compared_read(tta_comparison *c, uint32_t side, const tta_layouts *layouts);
void tta_compared_free(tta_compared_side *side);
/** Appends a part of the text without blanks, comments and aliases, canonical, in the dialect `ttcore`. */
void tta_compared_text(tta_buf *out, const tta_compared_side *side, tta_str part);
/** Appends the words of an operation outside of attributes and types, such as `slice(0, 1)` of a custom syntax, with a
 *  blank before each that is not the first of the text. */
void tta_compared_words(tta_buf *out, const tta_compared_side *side, uint32_t op);
/** The next successor of an operation at or after an offset, which is 0 first and moves after it.
 *  @param block its number in the region; TTA_OPS_NONE: the region has no such label
 *  @return false: there is none */
bool tta_compared_successor(const tta_compared_side *side, uint32_t op, uint32_t *at, uint32_t *block);
/** The entry of the type at `type`, a part of the text; NULL: it has no layout. */
const tta_layout_entry *tta_compared_entry(const tta_compared_side *side, tta_str type);
/** The operations of a block (NONE: those of the text), and of the anonymous modules in it. */
void tta_compared_list(tta_comparison *c, uint32_t side, uint32_t block, tta_op_list *list);

/** Whether an attribute says what the operation has in another way: its symbol, types, numbers of operands. */
bool tta_compared_is_structure(tta_str attribute);
/** Whether an operation is a module without a name, whose operations are in the list around it, too. */
bool tta_compared_is_module(const tta_compared_op *own);

/** The blocks of the regions of two operations, side by side. */
typedef struct tta_block_pairs {
  const tta_comparison *c;
  uint32_t region[2], block[2]; /* block: NONE: this side has no more in the region */
  bool started;
} tta_block_pairs;

/* match.c */
tta_block_pairs tta_block_pairs_of(const tta_comparison *c, uint32_t left, uint32_t right);
bool tta_block_pairs_next(tta_block_pairs *pairs);
void tta_compared_match(tta_comparison *c);
/** The value that an operand stands for past operations that the other module does not have. */
uint32_t tta_compared_origin(const tta_compared_side *side, uint32_t value);
/** The value of the right module that is the same as `value`; NONE. */
uint32_t tta_compared_partner(const tta_comparison *c, uint32_t value);

#endif
