/* solve.h: the search for layouts that move the least bytes; shared by solve*.c. */
#ifndef TTA_GRAPHS_SOLVE_H
#define TTA_GRAPHS_SOLVE_H

#include "base/array.h"
#include "base/strmap.h"
#include "graphs/operand.h"

enum { TTA_SOLVE_MAX_RANK = 31, TTA_SOLVE_NO_BIT = 64, TTA_SOLVE_MAX_TUPLES = 4096 };
#define TTA_SOLVE_INFINITE (INT64_MAX / 4)

/** A layout that a value can be read in: its own, the pinned one, or a copy. */
typedef struct tta_solve_option {
  tta_tiled layout;
  int64_t bytes;  /* that the copy moves */
  uint32_t bit;   /* in the set of copies that exist; TTA_SOLVE_NO_BIT: the layout itself */
  int32_t class_; /* tta_solve_class; -1: none, or with an element arrangement */
} tta_solve_option;

/** A layout that an operation can write. */
typedef struct tta_solve_layout {
  uint32_t node, num_options;
  tta_solve_option *options; /* the first is the layout itself */
  int32_t class_;
  bool has_pin, usable;      /* usable: the pinned layout can be made from it */
  int64_t pin_bytes;
} tta_solve_layout;

/** One way to run an operation: which copies of its operands it reads. */
typedef struct tta_solve_choice {
  uint32_t result;      /* number of a layout */
  uint32_t first_part;  /* of parts: the option of each operand */
  int64_t extra_bytes;  /* of an explicit restickify */
} tta_solve_choice;

/** The choices for some layouts of the operands. */
typedef struct tta_solve_tuple {
  uint32_t first_choice, num_choices;
} tta_solve_tuple;

/** An operand of an operation. */
typedef struct tta_solve_use {
  uint32_t node, operand;
} tta_solve_use;

typedef struct tta_solve {
  tta_tiled_graph *graph;
  tta_arena *arena, own, scratch; /* of the results; of the search; of one rule */
  tta_strmap layout_ids, tuple_ids, blocked;
  tta_solve_layout *layouts;
  tta_solve_choice *choices;
  tta_solve_tuple *tuples;
  uint32_t *parts;
  uint32_t num_layouts, cap_layouts, num_choices, cap_choices, num_tuples, cap_tuples, num_parts, cap_parts;
  uint32_t *num_users;            /* by node: operations that read it */
  uint32_t *first_use;            /* by node, and the end: in `uses`, which are in the order of operations */
  tta_solve_use *uses;
  tta_str *reasons;               /* by node: why its first choice was infeasible */
  uint32_t stuck;
  bool restricted;                /* not all choices of some operation were tried */
  struct tta_solve_bound *bound;  /* NULL: none */
} tta_solve;

/** The class of a layout by its stick dim d of rank r: dense d, sparse r + d, sparse without stick dim 2 r; -1:
 *  other. */
tta_status tta_solve_class(const tta_tiled *layout, tta_arena *arena, int32_t *class_);

/** The choices of a node whose operands have these layouts. */
tta_status tta_solve_choices_of(tta_solve *s, uint32_t node, const uint32_t *layouts, tta_solve_tuple *tuple);

/* ---- the lower bound ---- */

/** Lower bounds of what the operations that are not yet placed cost, by the classes of their operands. */
typedef struct tta_solve_bound {
  uint32_t *num_classes;     /* by node */
  int64_t *bytes;            /* by node: of a copy */
  int64_t **message;         /* by edge (node and operand), by class; NULL: nothing */
  uint32_t *first_edge;      /* by node */
  int64_t *constant;         /* by node: what its cost is at least, for operations that read inputs only */
} tta_solve_bound;

/** Computes s->bound from node->result of any solution; stays NULL if the layouts have no classes. */
tta_status tta_solve_make_bound(tta_solve *s, const uint32_t *sequence);

/** The same operand earlier in the list of a node. */
static inline bool tta_solve_is_repeated(const tta_tiled_node *n, uint32_t operand) {
  for (uint32_t o = 0; o < operand; o++)
    if (n->operands[o] == n->operands[operand]) return true;
  return false;
}

#endif
