/* era.h: dates in verification. The table is src/ir/attributes.def. */
#ifndef TTA_VERIFY_ERA_H
#define TTA_VERIFY_ERA_H

#include "ir/eras.h"
#include "verify/verify.h"

/** With a date in the options: reports every attribute of an island that tt-mlir did not read on that date, the
 *  outermost one of each nest. @return whether all were read; the other rules apply only then */
bool tta_verify_era(tta_verifier *v, tta_node_id root, bool device_op);

/** The days on which tt-mlir read the canonical text of `node` and everything inside it, values of aliases included. */
tta_era_set tta_era_of_text(const tta_tree *tree, tta_node_id node);

/** Whether the section is one that tt-mlir reads on the latest date, and that it did not read before the dialect ttcore
 *  (2025-06-17): by the canonical text of all attributes of the section, which is parsed again for that, once. */
bool tta_section_is_recent(tta_verifier *v);

/** Rule no-version, without a date in the options: reports an attribute that no version read together with what is
 *  inside it because of `part`, a field in a former notation, or the attribute itself, which lacks a field. Not where
 *  names of tt and ttcore exclude each other, which is rule mixed-eras. */
void tta_verify_version(tta_verifier *v, tta_node_id attribute, tta_node_id part);

/** The same of its fields alone, which no date has together: `meshTopology` of 2026 in a device without `l1Map`. */
void tta_verify_fields_of_date(tta_verifier *v, tta_node_id attribute);

/** An error by a rule of tt-mlir's verifier, which was in force from `since` to `until` (TTA_DATE_0 = still). */
typedef struct tta_era_fault {
  tta_date since, until;
  int what; /* free for the caller */
} tta_era_fault;

/** Drops the errors that are not to be reported. With a date: those whose rule was not in force (on the day of a change
 *  the less strict rule holds). Without: all of them, unless each era that reads the text of `node` and verifies it
 *  rejects it; then those stay that the latest of these eras reports. @param verified_since the day on which tt-mlir
 *  started to verify this attribute @return how many stay */
uint32_t tta_era_select(tta_verifier *v, tta_node_id node, tta_date verified_since, tta_era_fault *faults,
                        uint32_t count);

/** The same for a single rule. */
static inline bool tta_era_rejects(tta_verifier *v, tta_node_id node, tta_date verified_since, tta_date since,
                                   tta_date until) {
  tta_era_fault fault = {since, until, 0};
  return tta_era_select(v, node, verified_since, &fault, 1) != 0;
}

#endif
