/* reduce.h: shared by the files of tta_reduction_next.
 *
 *   next.c        the order of levels and chunks, and which candidates are legal
 *   edits.c       changes of a text, and lists between brackets without some of their items
 *   operations.c  units that are operations: with what uses their results
 *   lists.c       units that are items of lists: arguments, operands, attributes, fields
 *   words.c       units that are sections, comments, blank lines, aliases, extents */
#ifndef TTA_REDUCE_REDUCE_H
#define TTA_REDUCE_REDUCE_H

#include "base/arena.h"
#include "base/array.h"
#include "ops/ops.h"
#include "parse/sections.h"
#include "ttattr/diag.h"
#include "ttattr/reduce.h"

/** What can be left out. The meaning of the numbers is that of the level. */
typedef struct tta_reduce_unit {
  uint32_t what, item;
} tta_reduce_unit;

/** One candidate in the making. All memory is in the arena. */
typedef struct tta_reducer {
  tta_arena arena;
  tta_str text;
  tta_ops *ops;             /* of the whole text */
  const tta_skeleton *marks; /* that of `ops` */
  tta_span *sections;
  tta_reduce_unit *units;
  tta_edit *edits;
  uint32_t num_sections, cap_sections, num_units, cap_units, num_edits, cap_edits;
  bool impossible;          /* the chunk cannot be left out */
  tta_status status;
} tta_reducer;

/** Lists the units of a level, or adds the edits that leave out the units [first, first + count). */
typedef void tta_reduce_list(tta_reducer *r);
typedef void tta_reduce_chunk(tta_reducer *r, uint32_t first, uint32_t count);

/* edits.c */
void tta_reduce_unit_add(tta_reducer *r, uint32_t what, uint32_t item);
void tta_reduce_replace(tta_reducer *r, uint32_t begin, uint32_t end, tta_str text);
/** Removes a range; also the lines that have nothing else. */
void tta_reduce_remove(tta_reducer *r, uint32_t begin, uint32_t end);
/** Applies the edits in order of position; of those that overlap, removals are joined and others are dropped. */
void tta_reduce_apply(tta_reducer *r, tta_buf *out);
/** How many items a list has between the bracket at a mark and its mate; 0 without a mate. */
uint32_t tta_reduce_num_items(const tta_reducer *r, uint32_t open);
/** Replaces the list by its items that are not in `dropped`, which are numbers in ascending order.
 *  @return how many are left */
uint32_t tta_reduce_drop_items(tta_reducer *r, uint32_t open, const tta_reduce_unit *dropped, uint32_t num_dropped);
/** The `(` of the arguments of a function in custom syntax; TTA_NO_MARK. */
uint32_t tta_reduce_arguments(const tta_reducer *r, uint32_t op);
bool tta_reduce_is_function(const tta_reducer *r, uint32_t op);
/** A module, whose operations are in the list around it, too. */
bool tta_reduce_is_module(const tta_reducer *r, uint32_t op);

/* operations.c */
tta_reduce_list tta_reduce_list_top, tta_reduce_list_operations, tta_reduce_list_modules, tta_reduce_list_regions,
    tta_reduce_list_nesting, tta_reduce_list_results;
tta_reduce_chunk tta_reduce_operations, tta_reduce_modules, tta_reduce_regions, tta_reduce_nesting,
    tta_reduce_results;
/* lists.c */
tta_reduce_list tta_reduce_list_arguments, tta_reduce_list_operands, tta_reduce_list_attributes,
    tta_reduce_list_types, tta_reduce_list_fields;
tta_reduce_chunk tta_reduce_items, tta_reduce_operands, tta_reduce_attributes, tta_reduce_fields;
/* words.c */
tta_reduce_list tta_reduce_list_sections, tta_reduce_list_comments, tta_reduce_list_resources, tta_reduce_list_blanks,
    tta_reduce_list_extents, tta_reduce_list_even_extents, tta_reduce_list_unused, tta_reduce_list_aliases;
tta_reduce_chunk tta_reduce_sections, tta_reduce_comments, tta_reduce_blanks, tta_reduce_extents,
    tta_reduce_even_extents, tta_reduce_unused, tta_reduce_aliases;

#endif
