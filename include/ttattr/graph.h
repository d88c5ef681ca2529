/* ttattr/graph.h: graphs of operations on tiled layouts: the layout of every value, and where restickifies move the
 * least bytes.
 *
 *   tta_tiled_node nodes[] = {..};                       operands are numbers of nodes
 *   tta_tiled_graph graph = {num_nodes, nodes, order, convention};
 *   status = tta_tiled_graph_sort(&graph, arena, &stuck);
 *   for each node in order: status = tta_tiled_apply(&nodes[i], inputs, convention, arena, &outcome);
 *   or all at once, with restickifies: status = tta_tiled_graph_solve(&graph, &options, arena, &solution);
 *
 * Values as in tiled.h: plain structs with borrowed lists and texts, results in the arena. */
#ifndef TTATTR_GRAPH_H
#define TTATTR_GRAPH_H

#include "ttattr/tiled.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/** The kind of an operation by its name without dialect: "matmul", "reduce_sum", "addf". @return false: unknown */
TTA_API bool tta_tiled_find_operation(tta_str name, tta_tiled_kind *kind);
/** The operation that was probably meant, or NULL. */
TTA_API const char *tta_tiled_nearest_operation(tta_str name);

/** An operation and its result. */
typedef struct tta_tiled_node {
  tta_str name, operation; /* of the result: "y", "%0"; as written: "matmul", "linalg.matmul" */
  tta_tiled_kind kind;
  uint32_t line, column;   /* from 1; column 0: the whole line */
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
  tta_tiled result;        /* set by tta_tiled_graph_solve */
} tta_tiled_node;

typedef struct tta_tiled_graph {
  uint32_t num_nodes;
  tta_tiled_node *nodes;
  uint32_t *order;         /* num_nodes numbers, set by tta_tiled_graph_sort: operands before their uses */
  tta_tiled_convention convention;
} tta_tiled_graph;

/** Sorts the nodes. @return TTA_INVALID: node *stuck depends on itself */
TTA_API tta_status tta_tiled_graph_sort(tta_tiled_graph *graph, tta_arena *arena, uint32_t *stuck);

/** The layout of the result of one operation, by the rules of tiled.h. A pinned layout is not compared.
 *  @param inputs node->num_operands layouts; an INPUT has node->layout
 *  @return as the rules; TTA_INVALID also for a wrong number of operands */
TTA_API tta_status tta_tiled_apply(const tta_tiled_node *node, const tta_tiled *inputs,
                                   tta_tiled_convention convention, tta_arena *arena, tta_tiled_outcome *outcome);

#ifdef __cplusplus
}
#endif
#endif
