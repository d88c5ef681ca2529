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
#include "grids/candidates.h"
#include "memory/program.h"
#include "ttattr/grids.h"

enum { TTA_GRID_LEAST_WASTE = 12, TTA_GRID_MAX_CANDIDATES = 40 };

/** A grid of a kind. */
typedef struct tta_grid_candidate {
  tta_layout layout;        /* on this grid */
  tta_grid_extents extents;
  tta_grid_choice choice;   /* layout.grid borrows its grid */
  int64_t waste_bytes;
} tta_grid_candidate;

/** Tensors of one type in modules with the same device and system. Candidate 0 is the present grid. */
typedef struct tta_grid_kind {
  uint32_t type, system;    /* of the program */
  const tta_layout *layout;
  tta_occupancy occupancy;
  tta_shape workers;
  int64_t data_bytes;       /* of the elements */
  tta_grid_choice *legal;   /* all legal grids */
  size_t num_legal;
  tta_grid_candidate **candidates;
  uint32_t num_candidates, num_own; /* own: before those of other kinds are added */
} tta_grid_kind;

/** What moves from a kind to another, by candidates: moved[a * kinds[to].num_candidates + b]. */
typedef struct tta_grid_pair {
  uint32_t from, to;
  int64_t *moved;
} tta_grid_pair;

/** A tensor while grids are searched. */
typedef struct tta_grid_node {
  uint32_t kind, choice;
  uint32_t first_end, num_ends; /* of its moves, in `ends` */
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
  uint32_t *pair_of, *ends;     /* by move; moves by node */
  uint32_t num_kinds, cap_kinds, num_pairs, cap_pairs, num_nodes, cap_nodes, num_tensors, cap_tensors, num_moves,
      cap_moves;
  size_t num_fixed;
  tta_grid_totals present, best;
};

/** The kind of a type, NONE if it has no grid to choose. @param out receives its index */
tta_status tta_grid_kind_of(struct tta_grid_plan *p, uint32_t type, uint32_t system, uint32_t *out);
/** Adds the grids that the other kind has first, where they are legal. */
tta_status tta_grid_kind_share(struct tta_grid_plan *p, uint32_t kind, uint32_t other);
/** The pair of two kinds, whose candidates are final. */
tta_status tta_grid_pair_of(struct tta_grid_plan *p, uint32_t from, uint32_t to, uint32_t *out);
/** Chooses candidates and fills in the results of tensors and moves. */
tta_status tta_grid_plan_search(struct tta_grid_plan *p);

#endif
