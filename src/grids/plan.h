/* plan.h: shared by the files of tta_grid_plan_new.
 *
 *   program.c   tensors, moves and kinds of a text
 *   kinds.c     candidates of a kind of tensors, and what moves between two kinds
 *   search.c    the assignment
 *   report.c    JSON
 *
 * All memory is in the arena of the plan. */
#ifndef TTA_GRIDS_PLAN_H
#define TTA_GRIDS_PLAN_H

#include "base/array.h"
#include "base/strmap.h"
#include "grids/candidates.h"
#include "memory/program.h"
#include "ttattr/grids.h"

enum { TTA_GRID_LEAST_WASTE = 12, TTA_GRID_MAX_CANDIDATES = 40 };

/** A grid of a kind. */
typedef struct tta_grid_candidate {
  tta_grid_choice choice;
  int64_t waste_bytes;
} tta_grid_candidate;

/** Tensors of one type in modules with the same device and system. Candidate 0 is the present grid. */
typedef struct tta_grid_kind {
  uint32_t type, system;    /* of the program */
  const tta_layout *layout;
  tta_occupancy occupancy;
  tta_shape workers;
  int64_t data_bytes;       /* of the elements */
  tta_grid_candidate **candidates;
  uint32_t num_candidates, num_own; /* own: before those of other kinds are added */
  uint32_t next_alike;      /* the next kind with tensors of this shape, TTA_MEMORY_PLAN_NONE */
} tta_grid_kind;

/** What moves from a kind to another, by candidates: moved[a * kinds[to].num_candidates + b]. */
typedef struct tta_grid_pair {
  uint32_t from, to;
  int64_t *moved;
} tta_grid_pair;

/** All moves from a tensor to another. */
typedef struct tta_grid_link {
  uint32_t from, to, pair, num_moves, last_move;
  uint32_t back; /* the link in the other direction, TTA_MEMORY_PLAN_NONE */
} tta_grid_link;

/** A tensor while grids are searched. */
typedef struct tta_grid_node {
  uint32_t kind, choice;
  uint32_t first_end, num_ends; /* of its links, in `ends` */
} tta_grid_node;

struct tta_grid_plan {
  tta_arena arena;
  tta_grid_plan_options options;
  struct tta_memory_plan *program;
  tta_buf *reason;              /* while the plan is made; NULL: not requested */
  tta_grid_kind *kinds;
  tta_grid_pair *pairs;
  tta_grid_node *nodes;         /* by tensor */
  tta_planned_tensor *tensors;
  tta_planned_move *moves;
  tta_grid_link *links;
  uint32_t *link_of, *ends;     /* by move; links by node */
  tta_strmap kind_numbers, pair_numbers, link_numbers; /* by tta_grid_number */
  uint32_t num_kinds, cap_kinds, num_pairs, cap_pairs, num_nodes, cap_nodes, num_tensors, cap_tensors, num_moves,
      cap_moves, num_links, cap_links, num_link_of, cap_link_of;
  size_t num_fixed;
  tta_grid_totals present, best;
};

/** The number of a pair of numbers: `next` for a new pair. NULL: no memory */
const uint32_t *tta_grid_number(struct tta_grid_plan *p, tta_strmap *numbers, uint32_t a, uint32_t b, uint32_t next);
/** The kind of a type, NONE if it has no grid to choose. @param out receives its index */
tta_status tta_grid_kind_of(struct tta_grid_plan *p, uint32_t type, uint32_t system, uint32_t *out);
/** Adds a grid that another kind has first, where it is legal. */
tta_status tta_grid_kind_share(struct tta_grid_plan *p, uint32_t kind, const int64_t *grid);
/** The pair of two kinds, whose candidates are final. */
tta_status tta_grid_pair_of(struct tta_grid_plan *p, uint32_t from, uint32_t to, uint32_t *out);
/** Chooses candidates and fills in the results of tensors and moves. */
tta_status tta_grid_plan_search(struct tta_grid_plan *p);

#endif
