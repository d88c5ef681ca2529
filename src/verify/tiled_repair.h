/* tiled_repair.h: what tiled.c and tiled_repair.c share. */
#ifndef TTA_VERIFY_TILED_REPAIR_H
#define TTA_VERIFY_TILED_REPAIR_H

#include "tiled/lower.h"
#include "verify/layout_faults.h"

/** A tiled_layout that is being judged. */
typedef struct tta_tiled_case {
  tta_verifier *v;
  tta_node_id tensor; /* 0: it stands alone */
  tta_node_id layout; /* the ATTRIBUTE */
  bool inline_layout; /* written out in the tensor type */
  tta_tiled_nodes nodes;
  tta_tiled value; /* of the long form, with the tensor as host if it has none */
  tta_diagnostic *again; /* an equal type was told before: only the edit of its fix-it is added there */
  bool mended;           /* the first fix-it was given */
} tta_tiled_case;

/** Adds the fix-it of a finding where there is one text that mends it: then no error is left. */
void tta_tiled_repair(tta_tiled_case *c, const tta_tiled_diagnostic *finding, tta_diagnostic *diagnostic);
/** .. of an order that names one dim twice and another not at all. */
void tta_tiled_repair_order(tta_tiled_case *c, tta_shape order, tta_diagnostic *diagnostic);
/** .. of a host that is not the tensor, which `tensor` has as its host. */
void tta_tiled_repair_host(tta_tiled_case *c, const tta_tiled *tensor, tta_diagnostic *diagnostic);

#endif
