/* ttattr/compare.h: what differs between two modules by meaning: a dump before and after a pass, or of two dates.
 *
 * Functions are matched by their symbols, operations by name, operands (recursively, past operations that only change
 * a layout), attributes and order: never by the names of values. Aliases, spelling, dates of the syntax, locations,
 * names of values and the order of functions are not compared. Layouts are compared as tta_layout_differences does.
 */
#ifndef TTATTR_COMPARE_H
#define TTATTR_COMPARE_H

#include "ttattr/differences.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tta_change_kind {
  TTA_CHANGE_ADDED,   /* an operation or a function that only the right module has */
  TTA_CHANGE_REMOVED, /* ... only the left one */
  TTA_CHANGE_ORDER,   /* the same operation elsewhere in its block */
  TTA_CHANGE_PART,    /* a layout, type, attribute, operand or symbol of what both modules have */
  TTA_CHANGE_MEMORY,  /* of the plan of the whole module (ttattr/memory.h): the peak of a bank, whether it fits */
} tta_change_kind;
/** "added", "removed", "order", "part", "memory". Constant. */
TTA_API const char *tta_change_kind_name(tta_change_kind kind);

typedef struct tta_change {
  tta_change_kind kind;
  tta_difference difference; /* name: of the value or function, as in the left module if it has it */
  tta_str function;          /* symbol; empty: outside of functions */
  tta_str operation;         /* as written; empty: an argument of a block, or the module */
  uint32_t left_line, right_line; /* 0: not there */
  uint32_t operations;       /* ADDED, REMOVED: how many, with those in regions */
  int64_t moved_bytes;       /* ADDED, REMOVED: that the operation moves over the NoC if its purpose is another layout;
                                -1: it is none, or the bytes are not known */
} tta_change;

/** In the order of the left module, with what only the right one has in between. */
typedef struct tta_changes {
  size_t count;
  const tta_change *item;
  size_t left_operations, right_operations; /* of the modules */
} tta_changes;

/** Compares two modules. Several sections are one module.
 *  @param a, b  of the modes FILE or ALL; must outlive the changes
 *  @return TTA_OK or TTA_NO_MEMORY */
TTA_API tta_status tta_module_changes(const tta_layouts *a, const tta_layouts *b, tta_arena *arena,
                                      tta_changes *changes);

#ifdef __cplusplus
}
#endif
#endif
