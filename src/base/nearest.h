/* nearest.h: which of several names was probably meant ("did you mean"). */
#ifndef TTA_BASE_NEAREST_H
#define TTA_BASE_NEAREST_H

#include "ttattr/base.h"

/** Bytes of a name that are compared; the table of distances is on the stack. */
enum { TTA_NEAREST_BYTES = 64 };
/** A limit that accepts any distance. */
enum { TTA_NEAREST_ANY = 255 };

/** Insertions, deletions, substitutions and swaps of neighbors that turn `a` into `b` (optimal string alignment
 *  distance), over their first TTA_NEAREST_BYTES bytes. */
uint32_t tta_edit_distance(tta_str a, tta_str b);

/** A search: start it with the word, offer every candidate, read `best` (NULL if none is near). Among equally near ones
 *  a candidate wins that only has more bytes than the word (`b16`: bf16, not f16), else the first. */
typedef struct tta_nearest {
  tta_str word;
  const char *best;
  uint32_t distance; /* of `best`; while there is none, one more than the largest that is accepted */
  bool completes;    /* the word only lacks bytes of `best` */
} tta_nearest;

/** @param limit  the largest distance that is accepted */
static inline tta_nearest tta_nearest_start(tta_str word, uint32_t limit) {
  return (tta_nearest){word, NULL, limit + 1, false};
}
/** `compared` is what is compared, `shown` what becomes `best`. */
void tta_nearest_offer(tta_nearest *nearest, const char *compared, const char *shown);
/** Whether `best` is so near that it was probably meant: a third of the word changed at most, or `best` starts with
 *  it. */
bool tta_nearest_is_likely(const tta_nearest *nearest);

#endif
