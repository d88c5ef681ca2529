/* opaque.h: the islands in the bodies of unknown attributes that stand inside an island. */
#ifndef TTA_PARSE_OPAQUE_H
#define TTA_PARSE_OPAQUE_H

#include "parse/reader.h"

/** An island in an opaque body: its tree is the nodes from `first` on; `level` counts the opaque bodies around it. */
typedef struct tta_inner_island {
  tta_node_id root, first;
  tta_span span;
  uint32_t level;
} tta_inner_island;

/** Answers true to keep the tree of the island until the end of the section. */
typedef bool (*tta_inner_visitor)(void *user, tta_reader *reader, const tta_inner_island *island);

/** Reads the islands in the body of the TTA_NODE_OPAQUE `opaque` in order, as those of an operation; what cannot be
 *  read is left alone, silently, and so is what lies in more than a handful of opaque bodies.
 *  @param level opaque bodies around this one  @return whether a visitor asked to keep a tree */
bool tta_inner_islands(tta_reader *reader, tta_node_id opaque, uint32_t level, tta_inner_visitor visit, void *user);

/** Makes the canonical text of every opaque body from node `first` on, innermost first, before the island around them
 *  is printed. */
void tta_canonicalize_opaques(tta_reader *reader, tta_node_id first);

#endif
