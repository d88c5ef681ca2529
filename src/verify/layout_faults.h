/* layout_faults.h: what the judges of metal_layout share: layout.c, layout_tensor.c, layout_named.c. */
#ifndef TTA_VERIFY_LAYOUT_FAULTS_H
#define TTA_VERIFY_LAYOUT_FAULTS_H

#include "layout/layout_read.h"
#include "verify/verify.h"

/* ---- the faults of a map-form layout by itself, in the order in which the first ends the layout ---- */

typedef enum tta_layout_fault {
  TTA_LAYOUT_SOUND,
  TTA_LAYOUT_REPORTED, /* a part was refused where it stands: nothing more is said */
  TTA_LAYOUT_MAP_SYMBOLS,
  TTA_LAYOUT_TENSOR_RANK, /* only with a tensor */
  TTA_LAYOUT_RANK,
  TTA_LAYOUT_STATIC,
  TTA_LAYOUT_TILE_RANK,
  TTA_LAYOUT_MEMORY_SPACE,
} tta_layout_fault;

/** A layout that is being judged. */
typedef struct tta_layout_case {
  tta_node_id layout;      /* the ATTRIBUTE */
  tta_node_id tensor;      /* 0: it stands alone */
  bool inline_layout;      /* written out in the tensor type: a fix-it may edit it */
  tta_layout_nodes parts;
  tta_map linear;
  tta_shape grid, memref;  /* rank 0 when unranked or unknown */
  tta_element element;     /* of the memref: a tile, or TTA_ELEMENT_OTHER */
  tta_shape shape;         /* of the tensor, as written */
} tta_layout_case;

/** The layout alone; a tensor is added by its judge. */
void tta_layout_read_case(const tta_tree *tree, tta_node_id layout, tta_layout_case *out);
tta_layout_fault tta_layout_find_fault(const tta_tree *tree, const tta_layout_case *c);
/** Reports what tta_layout_find_fault found. @param expected_memref the right memref shape when it is known, else rank
 * 0 */
void tta_layout_report_fault(tta_verifier *v, const tta_layout_case *c, tta_layout_fault fault,
                           tta_shape expected_memref);

/** module_layouts.c: a layout of a tensor that is TTA_LAYOUT_SOUND is kept for the devices of the piece, each type
 *  once. */
void tta_module_add_layout(tta_verifier *v, const tta_layout_case *c);
/** Whether a layout of the type with this text may still be kept. */
bool tta_module_awaits_layout(const tta_verifier *v, tta_str tensor);

/* ---- telling each distinct fault once ---- */

/** Whether this value (a tensor type or an attribute, by its canonical text) has not been told yet in this piece; when
 * it has, *earlier is the diagnostic that carries its fix-it, or NULL. */
bool tta_layout_is_first_report(tta_verifier *v, tta_node_id node, tta_diagnostic **earlier);
/** `diagnostic`, which has a fix-it, is the one that later equal values add their edits to. */
void tta_layout_remember_fix(tta_verifier *v, tta_node_id node, const tta_diagnostic *diagnostic);

/** A fix-it of `diagnostic`, the one reported last, in the definition of an alias whose value is `layout`: offered at
 *  the end of the piece if all tensors that use it agree. @param words lives as long as the report */
void tta_alias_fix_propose(tta_verifier *v, const tta_diagnostic *diagnostic, tta_node_id layout, tta_span span,
                           tta_str text, const char *words);

/* ---- words ---- */

/** `2x4` (separator 'x') or `2, 4` (','), in the arena of the report; "..." stands for what is too long. */
const char *tta_layout_shape_words(tta_verifier *v, tta_shape shape, char separator);
/** `make the PART WHAT`, in the arena of the report: the words of a fix-it. */
const char *tta_layout_fix_words(tta_verifier *v, const char *part, const char *what);
/** The text that replaces the DIMS `shape` of a memref: with the last `x` exactly if it has one. size 0: no memory. */
tta_str tta_layout_dims_text(tta_verifier *v, tta_node_id dims, tta_shape shape);
/** The first token of an attribute or type, where rules with upstream's wording stand. */
tta_span tta_first_token(const tta_tree *tree, tta_node_id node);
tta_span tta_first_token_of(const tta_tree *tree, tta_span span);
/** Out of memory: the report is incomplete. */
void tta_layout_out_of_memory(tta_verifier *v);

#endif
