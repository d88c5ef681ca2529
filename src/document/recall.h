/* recall.h: what a check knows from the texts of earlier checks (src/parse/known.h), lent to one check at a time. */
#ifndef TTA_DOCUMENT_RECALL_H
#define TTA_DOCUMENT_RECALL_H

#include "verify/verify.h"

/** Lends what is known to a check that has read nothing so far.
 *  @return false: it is lent already, or it was learnt by checks with other options that matter */
bool tta_recall_lend(tta_recall *recall, const tta_check_options *options, tta_reader *reader, tta_verifier *verifier);
/** Takes it back, with what this text has added. @param complete false: memory is exhausted, and all is forgotten */
void tta_recall_take_back(tta_recall *recall, tta_reader *reader, tta_verifier *verifier, bool complete);

#endif
