/* tiled_repair.h: declarations shared by tiled.c and tiled_repair.c. */
#ifndef TTA_VERIFY_TILED_REPAIR_H
#define TTA_VERIFY_TILED_REPAIR_H

#include "tiled/lower.h"
#include "verify/layout_faults.h"

/** A tiled_layout that is being verified. */
typedef struct tta_tiled_case {
  tta_verifier *v;
  tta_node_id tensor; /* 0: none */
  tta_node_id layout; /* the ATTRIBUTE */
  bool inline_layout; /* inline in the tensor type */
  tta_tiled_nodes nodes;
  tta_tiled value; /* of the long form, with the tensor as host if it has none */
} tta_tiled_case;

/** Adds the fix-it of a diagnostic if exactly one text removes all errors. */
void tta_tiled_repair(tta_tiled_case *c, const tta_tiled_diagnostic *finding, tta_diagnostic *diagnostic);
/** .. of an order that has one dim twice and lacks another. */
void tta_tiled_repair_order(tta_tiled_case *c, tta_shape order, tta_diagnostic *diagnostic);
/** .. of a host that differs from the tensor, which is the host of `tensor`. */
void tta_tiled_repair_host(tta_tiled_case *c, const tta_tiled *tensor, tta_diagnostic *diagnostic);

#endif
