/* layout_faults.h: what the rules of layouts share. */
#ifndef TTA_VERIFY_LAYOUT_FAULTS_H
#define TTA_VERIFY_LAYOUT_FAULTS_H

#include "layout/layout.h"
#include "model/lower.h"
#include "verify/verify.h"

/* ---- the errors of a map-form layout alone, in the order in which the first one ends its verification ---- */

typedef enum tta_layout_fault {
  TTA_LAYOUT_SOUND,
  TTA_LAYOUT_REPORTED, /* a part was rejected and reported: nothing more is reported */
  TTA_LAYOUT_MAP_SYMBOLS,
  TTA_LAYOUT_TENSOR_RANK, /* only with a tensor */
  TTA_LAYOUT_RANK,
  TTA_LAYOUT_STATIC,
  TTA_LAYOUT_TILE_RANK,
  TTA_LAYOUT_MEMORY_SPACE,
} tta_layout_fault;

/** A layout and the nodes that identify it: where it is reported once, and in which definition a fix-it is made. */
typedef struct tta_layout_use {
  tta_node_id layout; /* the ATTRIBUTE */
  tta_node_id tensor; /* 0: it is not an encoding */
  tta_layout value;   /* as written */
} tta_layout_use;

static inline bool tta_layout_is_inline(const tta_layout *layout) {
  return !tta_layout_part_is_alias(layout, TTA_PART_LAYOUT);
}

/** Lowers a layout, with its tensor unless that is 0. @return as tta_lower_layout; no memory is reported */
tta_status tta_layout_lower_use(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, tta_layout_use *out);
/** The first error of a map-form layout. */
tta_layout_fault tta_layout_find_fault(const tta_layout_use *use);
/** Reports what tta_layout_find_fault found. @param expected_memref the right memref shape if it is known, else rank
 *  0 */
void tta_layout_report_fault(tta_verifier *v, const tta_layout_use *use, tta_layout_fault fault,
                             tta_shape expected_memref);

/** module_layouts.c: a layout of a tensor that is TTA_LAYOUT_SOUND is kept for the devices of the section, each type
 *  once. */
void tta_module_add_layout(tta_verifier *v, const tta_layout_use *use);
/** Whether a layout of the type with this text may still be kept. */
bool tta_module_awaits_layout(const tta_verifier *v, tta_str tensor);

/* ---- reporting each distinct error once ---- */

/** Whether this value (a tensor type or an attribute, by its canonical text) was not reported in this section yet; if
 * it was, *earlier is the diagnostic that has its fix-it, or NULL. */
bool tta_layout_is_first_report(tta_verifier *v, tta_node_id node, tta_diagnostic **earlier);
/** `diagnostic`, which has a fix-it, is the one that later equal values add their edits to. */
void tta_layout_remember_fix(tta_verifier *v, tta_node_id node, const tta_diagnostic *diagnostic);

/** A fix-it of `diagnostic`, the one reported last, in the definition of an alias whose value is `layout`: offered at
 *  the end of the section if all tensors that use it agree. @param words lives as long as the report */
void tta_alias_fix_propose(tta_verifier *v, const tta_diagnostic *diagnostic, tta_node_id layout, tta_span span,
                           tta_str text, const char *words);

/* ---- words ---- */

/** `2x4` (separator 'x') or `2, 4` (','), in the arena of the report; the end of a long shape is "...". */
const char *tta_layout_shape_words(tta_verifier *v, tta_shape shape, char separator);
/** `change the PART to WHAT`, in the arena of the report: the words of a fix-it. */
const char *tta_layout_fix_words(tta_verifier *v, const char *part, const char *what);
/** The text that replaces the extents of a memref at `dims`: with the last `x` if they end in one. size 0: no memory.
 */
tta_str tta_layout_dims_text(tta_verifier *v, tta_span dims, tta_shape shape);
/** The first token of an attribute or type, where rules with upstream's wording stand. */
tta_span tta_first_token(const tta_tree *tree, tta_node_id node);
tta_span tta_first_token_of(const tta_tree *tree, tta_span span);
/** Out of memory: the report is incomplete. */
void tta_layout_out_of_memory(tta_verifier *v);

#endif
