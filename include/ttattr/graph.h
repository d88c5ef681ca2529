/* ttattr/graph.h: graphs of operations on tiled layouts: the layout of every value, and where restickifies move the
 * least bytes.
 *
 *     status = tta_graph_new(&source, &options, &graph);
 *     for (size_t i = 0; i < tta_graph_num_values(graph); i++) ... tta_graph_value_at(graph, i)->facts ...
 *
 * What is wrong is in tta_graph_results. An index out of range gives NULL. */
#ifndef TTATTR_GRAPH_H
#define TTATTR_GRAPH_H

#include "ttattr/diag.h"
#include "ttattr/tiled.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tta_graph tta_graph;

typedef struct tta_graph_options {
  const tta_allocator *allocator;  /* NULL = malloc; borrowed */
  const tta_check_options *check;  /* rules and date; NULL = the defaults */
  tta_tiled_convention convention; /* of inputs without a layout */
  bool is_module;                  /* the text is MLIR; else it has an operation on each line */
  bool solve;                      /* choose the layouts that are not pinned, and restickifies */
  uint32_t max_states;             /* kept per operation by solve; 0: 120000 / values, from 256 to 8192 */
} tta_graph_options;

/** Reads the operations of a text and finds the layout of every value.
 *
 *  Of a module these are the operations on tensors of its first section, in generic or custom syntax: linalg, tensor,
 *  arith, math, tosa, ttir and others with their names. Arguments of functions, constants and operations of other names
 *  with a #tt.tiled_layout in their result type are inputs. A type with #tt.tiled_layout pins its value. Operands in
 *  `outs`, and those of `*.empty` operations, are buffers of results and are left out.
 *
 *  Otherwise each line has an operation (docs/tiled-layouts.md): `c = matmul a b`, `a = input 1024x256 f16`,
 *  `d = restickify c dim=0 : tensor<..>`. A `#` before a blank, or `//`, starts a comment.
 *
 *  With `solve` an input that is not pinned has any dense layout, and the bytes that restickifies move are least. An
 *  operation reads each operand as it was written, in its pinned layout, or as a copy: dense along any dim, sparse
 *  along any dim (2026: sparse). Operations share copies. A pinned value that is written in another layout is copied
 *  once. The search is a dynamic program over the operations that keeps at most max_states states of each, those with
 *  the least cost and lower bound.
 *  @param source borrowed, also by the graph
 *  @return TTA_OK also if the text has errors; TTA_NO_MEMORY; TTA_LIMIT for a text of 2 GiB or more */
TTA_API tta_status tta_graph_new(tta_source *source, const tta_graph_options *options, tta_graph **out);
TTA_API void tta_graph_free(tta_graph *graph);

/** Diagnostics of the text and of the graph. */
TTA_API const tta_results *tta_graph_results(const tta_graph *graph);

/** An operation and its result. */
typedef struct tta_graph_value {
  tta_str name, operation; /* of the result: "y", "%0"; as written: "matmul", "linalg.matmul" */
  uint32_t line;           /* from 1 */
  tta_tiled_facts facts;   /* of its layout: the pinned one, or the one that the operation writes */
  bool is_restickify;      /* written in the text */
  int64_t moved_bytes;     /* of a restickify; 0: no element changes its position */
} tta_graph_value;

/** Operands before their uses. Without those whose layout an error prevents. */
TTA_API size_t tta_graph_num_values(const tta_graph *graph);
TTA_API const tta_graph_value *tta_graph_value_at(const tta_graph *graph, size_t index);

/** A restickify that `solve` places: a copy of a value in another layout. */
typedef struct tta_graph_copy {
  uint32_t value;        /* number of the value */
  tta_tiled from, to;
  int64_t bytes;         /* that it moves; 0: no element changes its position */
  bool pinned;           /* the copy is the value with its pinned layout */
  uint32_t num_users;
  const uint32_t *users; /* numbers of the values whose operations read it */
} tta_graph_copy;

/** In the order of the values. */
TTA_API size_t tta_graph_num_copies(const tta_graph *graph);
TTA_API const tta_graph_copy *tta_graph_copy_at(const tta_graph *graph, size_t index);

typedef struct tta_graph_totals {
  int64_t total_bytes;       /* moved by copies and by restickifies in the text */
  int64_t lower_bound_bytes; /* no solution moves less */
  bool exact;                /* both are equal */
  uint64_t states;           /* that the search made */
} tta_graph_totals;

/** Of `solve`; zeros without a solution. */
TTA_API tta_graph_totals tta_graph_totals_of(const tta_graph *graph);

/** The values, `[{name, line, operation, host_size, .., moved_bytes}]` with the members of tta_tiled_json_members; with
 *  `solve` the object `{values, restickifies: [{value, line, from, to, bytes, pinned, users}], total_bytes,
 *  lower_bound_bytes, gap_bytes, exact, states}`. */
TTA_API void tta_graph_json(const tta_graph *graph, tta_buf *out);

#ifdef __cplusplus
}
#endif
#endif
