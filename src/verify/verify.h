/* verify.h: the judges of meaning, driven island by island. */
#ifndef TTA_VERIFY_VERIFY_H
#define TTA_VERIFY_VERIFY_H

#include "parse/document.h"
#include "ttattr/check.h"

typedef struct tta_verifier {
  tta_document *document;
  const tta_tree *tree;
  tta_report *report;
  const tta_check_options *options;
  tta_arena scratch; /* rewound after each island */
} tta_verifier;

void tta_verifier_init(tta_verifier *verifier, tta_document *document, const tta_check_options *options);
void tta_verifier_free(tta_verifier *verifier);
void tta_verifier_begin_piece(tta_verifier *verifier);
/** Judges one island. @return whether its tree is needed until the end of the piece. */
bool tta_verifier_island(tta_verifier *verifier, tta_node_id root, tta_place place, tta_span span);
/** Judges what needs the whole piece. */
void tta_verifier_end_piece(tta_verifier *verifier);

#endif
