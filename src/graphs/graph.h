/* graph.h: graphs of operations on tiled layouts as values: operations, the outcome of a rule, and the layouts that
 * move the least bytes. Operands are numbers of nodes; plain structs with borrowed lists and texts, results in an
 * arena. */
#ifndef TTA_GRAPHS_GRAPH_H
#define TTA_GRAPHS_GRAPH_H

#include "diag/report.h"
#include "ttattr/document.h"
#include "ttattr/graph.h"

typedef enum tta_tiled_obstacle {
  TTA_TILED_FEASIBLE,
  TTA_TILED_SHAPES_DIFFER,  /* sizes do not broadcast, or the inner extents of a matmul differ */
  TTA_TILED_STICKS_DIFFER,  /* P1, P2 */
  TTA_TILED_FORMATS_DIFFER, /* P1 */
  TTA_TILED_OPERAND_SPARSE, /* P2 */
  TTA_TILED_AXES_MIXED,     /* P3 */
  TTA_TILED_NO_SUCH_DIM,    /* P3, P4: an axis or stick dim that the tensor lacks, or twice */
  TTA_TILED_SEVERAL_STICKS, /* k > 1, or a view that folds host dims: no rule covers it */
  TTA_TILED_NOT_BUILDABLE,  /* the result breaks a layout rule; reason is that finding's message */
  TTA_TILED_TYPES_DIFFER,   /* element types of different widths: elements of equal index are in different sticks */
  TTA_TILED_ORDERS_DIFFER,  /* element arrangements that cannot be combined, or dot operands in different layouts */
  TTA_TILED_NOT_A_VIEW      /* no layout of the new shape has the elements where they are */
} tta_tiled_obstacle;

/** The layout of an operation's result, or why there is none. */
typedef struct tta_tiled_outcome {
  tta_tiled_obstacle obstacle;
  tta_tiled layout;                /* of the result, when feasible */
  tta_str reason;                  /* else, in words with the numbers */
  uint32_t operand, other_operand; /* the two that conflict; equal when the error is in one operand */
  bool has_help;                   /* a restickify would remove this obstacle: */
  uint32_t help_operand;           /* of this operand .. */
  tta_tiled help_layout;           /* .. to this layout */
  tta_str warning;                 /* when feasible: what the operation loses; empty = none */
} tta_tiled_outcome;

typedef enum tta_tiled_kind {
  TTA_TILED_INPUT,
  TTA_TILED_POINTWISE,
  TTA_TILED_MATMUL,
  TTA_TILED_REDUCE,
  TTA_TILED_RESTICKIFY,
  TTA_TILED_VIEW,
  TTA_TILED_PERMUTE,
  TTA_TILED_CAT,
  TTA_TILED_CAST,
  TTA_TILED_SOFTMAX,
  TTA_TILED_NORM,
  TTA_TILED_DOT
} tta_tiled_kind;

/** An operation and its result. */
typedef struct tta_tiled_node {
  tta_str name, operation; /* of the result: "y", "%0"; as written: "matmul", "linalg.matmul" */
  tta_tiled_kind kind;
  uint32_t line;           /* from 1 */
  tta_span at, operation_at; /* of the name, of the operation; an INPUT that is an argument has no operation */
  tta_span pin_at;         /* of the type of a pinned result; empty: it is not written once */
  const tta_str *words;    /* names of the operands in a text of lines; NULL: of a module */
  uint32_t num_operands;
  const uint32_t *operands;
  tta_shape list;          /* axes of REDUCE, NORM, SOFTMAX; order of PERMUTE; size of VIEW */
  bool swap;               /* PERMUTE: list has the two dims to exchange; empty: the two of a matrix */
  int64_t dim;             /* RESTICKIFY, CAT */
  bool keep_dims;          /* REDUCE */
  bool has_format;         /* RESTICKIFY: to this format, else to that of its operand */
  tta_tiled_format format;
  tta_tiled_element element; /* CAST; POINTWISE: of the result; bits 0: that of the operands */
  bool pinned;             /* the value must have `layout`; else the layout of an INPUT is free */
  tta_tiled layout;        /* of an INPUT, or pinned */
  bool has_result;
  tta_tiled result;        /* set by tta_tiled_graph_solve */
} tta_tiled_node;

typedef struct tta_tiled_graph {
  uint32_t num_nodes;
  tta_tiled_node *nodes;
  uint32_t *order;         /* num_nodes numbers, set by tta_tiled_graph_sort: operands before their uses */
  tta_tiled_convention convention;
} tta_tiled_graph;

/** Sorts the nodes. @return TTA_INVALID: node *stuck depends on itself */
tta_status tta_tiled_graph_sort(tta_tiled_graph *graph, tta_arena *arena, uint32_t *stuck);

/** The layout of the result of one operation, by the rules of tiled.h. A pinned layout is not compared.
 *  @param inputs node->num_operands layouts; an INPUT has node->layout
 *  @return as the rules; TTA_INVALID also for a wrong number of operands */
tta_status tta_tiled_apply(const tta_tiled_node *node, const tta_tiled *inputs, tta_tiled_convention convention,
                           tta_arena *arena, tta_tiled_outcome *outcome);

/** A text while it is read: what it borrows, and where errors are reported. */
typedef struct tta_graph_reading {
  tta_source *source;
  tta_arena *arena;
  tta_report *report;
  const tta_check_options *options;
  tta_str text;              /* what comments are in that suppress diagnostics; set by the reader */
  tta_document *document;    /* of a module, or .. */
  tta_check *check;          /* .. of the types in a text of lines; both set by the reader, owned by the caller */
} tta_graph_reading;

/** The operations of a module, or one on each line, as tta_graph_new describes them.
 *  @param graph graph->convention is set by the caller: the layout of inputs without one
 *  @return TTA_INVALID after a report, or if the check of the text has errors */
tta_status tta_graph_read_module(tta_graph_reading *reading, tta_tiled_graph *graph);
tta_status tta_graph_read_lines(tta_graph_reading *reading, tta_tiled_graph *graph);

/* ---- the least moved bytes ---- */

typedef struct tta_tiled_warning {
  uint32_t node;
  tta_str text;
} tta_tiled_warning;

/** Layouts of all values, and restickifies. */
typedef struct tta_tiled_solution {
  bool found;
  uint32_t stuck;            /* when not found: the operation that no layouts of its operands make feasible .. */
  tta_str reason;            /* .. and why the first ones do not */
  uint32_t num_copies, num_warnings;
  tta_graph_copy *copies;    /* in the order of the graph; numbers are those of nodes */
  const tta_tiled_warning *warnings;
  tta_graph_totals totals;
} tta_tiled_solution;

/** Chooses the layouts of the values that are not pinned, and places restickifies, so that the bytes that they move are
 *  least. Sets node->result of each node: the pinned layout, or the one that the operation writes.
 *
 *  An INPUT that is not pinned has any of the dense layouts of tta_tiled_restickify. An operation reads each operand as
 *  it was written, in its pinned layout, or as a copy: dense along any dim, sparse along any dim (2026: sparse).
 *  Operations share copies. A pinned value that is written in another layout is copied once. Layouts that
 *  tta_tiled_restickify does not take are read as they are. The cost of a copy is tta_tiled_move.bytes.
 *
 *  A dynamic program over the operations in topological order: a state has the layouts of the values that are still in
 *  use and the copies of them. Equal states are merged, and states that a lower bound rules out are dropped. Beyond
 *  max_states, those with the least cost and bound are kept; lower_bound_bytes is then the least of the dropped ones.
 *  For an operation with more than 4096 combinations of copies not all are tried, and the lower bound is 0.
 *  @param graph sorted. @param max_states kept per operation; 0: 120000 / num_nodes, from 256 to 8192
 *  @return TTA_OK also when no solution is found; TTA_LIMIT for a tensor of rank above 31 (solution->stuck) */
tta_status tta_tiled_graph_solve(tta_tiled_graph *graph, uint32_t max_states, tta_arena *arena,
                                 tta_tiled_solution *solution);

#endif
