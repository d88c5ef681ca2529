/* era.h: what the judges ask about dates. The table is src/ir/eras.def. */
#ifndef TTA_VERIFY_ERA_H
#define TTA_VERIFY_ERA_H

#include "ir/eras.h"
#include "verify/verify.h"

/** --era=DATE: every attribute of an island that tt-mlir did not read on that date becomes a syntax error, the
 *  outermost one of each nest. @return whether all were read: the rules of meaning have nothing to say about another
 *  text */
bool tta_verify_era(tta_verifier *v, tta_node_id root, bool device_op);

/** The days on which tt-mlir read `node` with all that is in it, aliases followed. */
tta_era_set tta_era_of_text(const tta_tree *tree, tta_node_id node);

/** A fault by a rule of upstream's, which was in force from the day `since` to the day `until` (0 = still). */
typedef struct tta_era_fault {
  int32_t since, until;
  int what; /* the caller's */
} tta_era_fault;

/** Drops the faults that are not to be reported. With a date: those that were not in force (on the day of a change
 *  the milder rule holds). auto: all of them, unless every era that reads the text of `node` and verifies it at all
 *  refuses it; then those stay that the latest of these eras reports. @param verified_since the day on which
 *  upstream began to verify this attribute at all @return how many stay */
uint32_t tta_era_select(tta_verifier *v, tta_node_id node, int32_t verified_since, tta_era_fault *faults,
                        uint32_t count);

/** The same for a single rule. */
static inline bool tta_era_rejects(tta_verifier *v, tta_node_id node, int32_t verified_since, int32_t since,
                                   int32_t until) {
  tta_era_fault fault = {since, until, 0};
  return tta_era_select(v, node, verified_since, &fault, 1) != 0;
}

#endif
