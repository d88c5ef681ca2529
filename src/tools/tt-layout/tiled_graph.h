/* tiled_graph.h: shared by the files of tt-layout tiled --graph. */
#ifndef TT_LAYOUT_TILED_GRAPH_H
#define TT_LAYOUT_TILED_GRAPH_H

#include "tiled.h"
#include "ttattr/graph_module.h"

/** A graph and the file that it is from. */
typedef struct tt_layout_graph {
  const char *path;
  tta_arena *arena;
  tta_tiled_graph graph;
} tt_layout_graph;

/** Prints a message about a node and frees its text. @return exit status 1 */
int tt_layout_graph_message(const tt_layout_graph *g, const tta_tiled_node *n, const char *severity, tta_buf *message);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
/** Prints an error about a node. @return exit status 1 */
int tt_layout_graph_error(const tt_layout_graph *g, const tta_tiled_node *n, const char *format, ...);

/** --solve: prints the layouts and restickifies that move the least bytes. @param max_states 0: the default
 *  @return the exit status */
int tt_layout_graph_solve(tt_layout_graph *g, uint32_t max_states, bool as_json);

/** The facts of a node as members of an object. @param moved_bytes of a restickify; below 0: none */
void tt_layout_graph_node_json(tta_json *json, const tta_tiled_node *n, const tta_tiled_facts *facts, int64_t moved);
/** A line with the name, the type and the bytes of a node. */
void tt_layout_graph_node_text(tta_buf *out, const tta_tiled_node *n, const tta_tiled_facts *facts, int64_t moved);

#endif
