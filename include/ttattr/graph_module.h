/* ttattr/graph_module.h: graphs of tiled layouts (ttattr/graph.h) from texts: the operations of a module, or lines. */
#ifndef TTATTR_GRAPH_MODULE_H
#define TTATTR_GRAPH_MODULE_H

#include "ttattr/document.h"
#include "ttattr/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Why the operations of a text are not a graph. */
typedef struct tta_tiled_module_error {
  uint32_t line, column;     /* from 1, column in bytes; 0: none */
  tta_str message;
} tta_tiled_module_error;

/** The operations on tensors of a section, in generic or custom syntax: linalg, tensor, arith, math, tosa, ttir and
 *  others with the names of tta_tiled_find_operation. Arguments of functions, constants and operations of other names
 *  with a #tt.tiled_layout in their result type are INPUTs. A type with #tt.tiled_layout pins its value. Operands in
 *  `outs`, and those of `*.empty` operations, are buffers of results and are left out.
 *  @param document without errors; must outlive the graph
 *  @param graph    graph->convention is set by the caller: the layout of inputs without one
 *  @return TTA_INVALID with an error: an operation without a rule, a missing attribute, a dynamic extent */
TTA_API tta_status tta_tiled_graph_of_document(tta_document *document, size_t section, tta_arena *arena,
                                               tta_tiled_graph *graph, tta_tiled_module_error *error);

/** A graph in text form, with one operation on each line (docs/tiled-layouts.md): `c = matmul a b`,
 *  `a = input 1024x256 f16`, `d = restickify c dim=0 : tensor<..>`. A `#` before a blank starts a comment.
 *  @param source  must outlive the check
 *  @param graph   graph->convention is set by the caller: the layout of inputs without one
 *  @param check   of the types in the text; owned by the caller, also after a failure; NULL without memory
 *  @return TTA_INVALID: the check has errors, or with a message in `error`: a line has an error */
TTA_API tta_status tta_graph_read(const tta_source *source, const tta_check_options *options, tta_arena *arena,
                                  tta_tiled_graph *graph, tta_check **check, tta_tiled_module_error *error);

#ifdef __cplusplus
}
#endif
#endif
