/* ttattr/reduce.h: the smallest text that still has a property, such as that a program fails on it: one candidate after
 * the other, until no smaller one has it.
 *
 *     tta_reduction at = {0};
 *     for (;;) {
 *       bool found;
 *       status = tta_reduction_next(&at, text, NULL, &candidate, &found);
 *       if (status || !found) break;
 *       if (the candidate has the property) text = candidate, tta_reduction_accept(&at);
 *       else tta_reduction_reject(&at);
 *     }
 *
 * Levels go from the coarse to the fine: sections, operations, ..., fields of attributes, extents. The units of a level
 * are left out in chunks, first all of them, then halves, down to one (delta debugging; Zeller and Hildebrandt,
 * "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28, 2002). A round of all levels is repeated as long as
 * it changes something. What is next depends on the text and the position alone: a position that is copied and rejected
 * gives the candidates to try ahead, and the result is the same as without.
 *
 * A candidate is legal MLIR for the readers of this library as far as the text is: it has no more syntax errors,
 * undefined aliases and undefined values. Values that an operation loses become arguments of its function.
 */
#ifndef TTATTR_REDUCE_H
#define TTATTR_REDUCE_H

#include "ttattr/buf.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A position in the reduction of a text; all zero is the start. */
typedef struct tta_reduction {
  uint32_t level;
  uint32_t size, index; /* of the units of the level that the candidate leaves out; size 0: the level starts */
  bool changed_pass, changed_round; /* something was accepted in this pass over the units, in this round of levels */
  bool measured;        /* of the text, if known: */
  uint32_t errors, undefined;
} tta_reduction;

/** The next candidate from a position on, which moves to it.
 *  @param candidate  cleared first
 *  @param found      false: nothing is left to try
 *  @return TTA_OK; TTA_NO_MEMORY; TTA_LIMIT: a text of 2 GiB or more */
TTA_API tta_status tta_reduction_next(tta_reduction *at, tta_str text, const tta_allocator *allocator,
                                      tta_buf *candidate, bool *found);
/** What the level leaves out: "sections", "operations". Constant. */
TTA_API const char *tta_reduction_level_name(const tta_reduction *at);

/** The candidate is not wanted: the next one is of the same text. */
static inline void tta_reduction_reject(tta_reduction *at) { at->index += at->size; }
/** The candidate is the text from now on. */
static inline void tta_reduction_accept(tta_reduction *at) {
  at->changed_pass = at->changed_round = true;
  at->measured = false;
}

#ifdef __cplusplus
}
#endif
#endif
