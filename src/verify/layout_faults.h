/* layout_faults.h: what the rules of layouts share. */
#ifndef TTA_VERIFY_LAYOUT_FAULTS_H
#define TTA_VERIFY_LAYOUT_FAULTS_H

#include "layout/layout.h"
#include "maps/maps.h"
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
  TTA_LAYOUT_STRIDES,
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

/** The layout, of an alias, suits the tensor: no fix-it for another tensor may change the definition. */
void tta_layout_suits(tta_verifier *v, tta_node_id tensor, tta_node_id layout);
/** Lowers a layout, with its tensor unless that is 0. @return as tta_lower_layout; no memory is reported */
tta_status tta_layout_lower_use(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, tta_layout_use *out);
/** The first error of a map-form layout. */
tta_layout_fault tta_layout_find_fault(tta_verifier *v, const tta_layout_use *use);
/** Reports what tta_layout_find_fault found. @param expected_memref the right memref shape if it is known, else rank
 *  0 */
void tta_layout_report_fault(tta_verifier *v, const tta_layout_use *use, tta_layout_fault fault,
                             tta_shape expected_memref);

/* ---- a dynamic extent of the tensor, in all families with a map ---- */

/** @return whether the tensor has one, which is reported */
bool tta_layout_report_dynamic(tta_verifier *v, const tta_layout_use *use);

/* ---- the layout of the memref, in all families: order.c ---- */

/** Whether layout-strides rejects the order of a layout, which has one. */
bool tta_order_is_faulty(tta_verifier *v, const tta_layout *layout);
/** Reports it, or that it is undecided; nothing if it is sound. */
void tta_verify_order(tta_verifier *v, const tta_layout_use *use);
/** Verifies that of a layout by strides, the form before 2024-07-11, which has no other rules. */
void tta_verify_order_by_strides(tta_verifier *v, tta_node_id layout);

/* ---- two elements with one physical index: layout-overlap, ttnn-overlap ---- */

/** Reports it for a tensor at all its indices. @param unit after "the tensor" @param rank of an index */
void tta_layout_report_overlap(tta_verifier *v, const tta_layout_use *use, tta_rule rule, const char *unit,
                               uint32_t rank, const tta_injectivity *answer);
/** Adds a note at the map. */
void tta_layout_note_map(tta_verifier *v, const tta_layout *layout, tta_diagnostic *diagnostic);

/** module_layouts.c: a layout of a tensor that is TTA_LAYOUT_SOUND is kept for the devices of the section, each type
 *  once, with its further uses. */
void tta_module_add_layout(tta_verifier *v, const tta_layout_use *use);
/** Whether a layout of the tensor type at `tensor` may still be kept; a further use of a kept one is recorded. */
bool tta_module_awaits_layout(tta_verifier *v, tta_span tensor);

/* ---- equal values: equal_values.c ---- */

/** Reports an error of the value `node`, a tensor type or an attribute: errors of one rule of values with the same
 *  canonical text are grouped. @return as tta_report_add */
#define TTA_REPORT_VALUE(v, node, rule, span, ...)                                                                     \
  tta_value_reported((v), (node), tta_report_add((v)->report, (rule), (span), __VA_ARGS__))
/** Says which value the diagnostic is about. @return it */
tta_diagnostic *tta_value_reported(tta_verifier *v, tta_node_id node, tta_diagnostic *diagnostic);

/** Whether a tensor type with this text was verified in this section. Then its diagnostics are reported again. */
bool tta_type_is_known(tta_verifier *v, tta_node_id tensor);
/** The type was verified. @param first its diagnostics are those of the report from here on */
void tta_type_verified(tta_verifier *v, tta_node_id tensor, size_t first);

/** `diagnostic`, the one reported last, is about `span` of the layout and may be the same for any tensor: if all
 *  tensors of a definition have it, and there are several, it becomes one at the definition. Nothing for a layout that
 *  is written in the tensor type, or without a diagnostic. */
void tta_layout_blame(tta_verifier *v, const tta_layout_use *use, tta_diagnostic *diagnostic, tta_span span);

/** `change the PART to WHAT`: a fix-it of `diagnostic` in the layout: in the tensor type if it is written there, else
 *  in the definition of its alias, at the end of the section, if all tensors that use it agree. Nothing if there is no
 *  diagnostic or no text. */
void tta_layout_propose(tta_verifier *v, const tta_layout_use *use, tta_diagnostic *diagnostic, tta_span span,
                        tta_str text, const char *part, tta_str what);

/* ---- element types: element.c ---- */

/** Whether the element type of the memref cannot store the elements of the tensor. @param layout its ATTRIBUTE */
bool tta_element_is_misfit(tta_verifier *v, const tta_layout *l, tta_node_id layout);
/** Reports it, with a note at the memref. @return as TTA_REPORT_VALUE */
tta_diagnostic *tta_element_report(tta_verifier *v, tta_node_id tensor, const tta_layout *l, tta_rule rule);
/** The edit of the memref that stores the elements: size 0 if there is none. */
tta_str tta_element_fix(const tta_verifier *v, const tta_layout *l, tta_span *span);

/* ---- ttnn_layout: ttnn.c ---- */

/** The space of a memref that is a buffer type. */
static inline tta_memory_space tta_ttnn_buffer_of(const tta_layout *l) {
  return tta_layout_knows(l, TTA_PART_MEMORY_SPACE) ? l->memory_space : TTA_MEMORY_NONE;
}
/** How many cores a core_range_set has, written or by alias. False: ranges of it were rejected or are not known.
 *  @param span receives the corners of the only range, or the whole set */
bool tta_core_range_set_cores(tta_verifier *v, tta_node_id set, int64_t *cores, tta_span *span);
/** Whether results of the map, grid and memref agree in rank, as far as they must. All three are known. */
bool tta_ttnn_ranks_agree(const tta_layout *l);

/* ---- memory spaces: space.c ---- */

/** Reports that the memory space of a layout is missing, or is not one for layouts of its family: at the end of the
 *  section if it is an alias, once for all uses, at the definition if all uses are wrong. */
void tta_space_report(tta_verifier *v, const tta_layout_use *use);

/* ---- words ---- */

/** `2x4` (separator 'x') or `2, 4` (','), in the scratch memory of the verifier; the end of a long shape is "...". */
const char *tta_layout_shape_words(tta_verifier *v, tta_shape shape, char separator);
/** The text that replaces the extents of a memref at `dims`: with the last `x` if they end in one. size 0: no memory.
 */
tta_str tta_layout_dims_text(tta_verifier *v, tta_span dims, tta_shape shape);
/** Moves a text into the arena of the report, and frees the buffer. Size 0: it is empty, or there is no memory. */
tta_str tta_keep_text(tta_verifier *v, tta_buf *text);
/* Whether the line closes more brackets after the attribute than it opens before: what the attribute seems to lack may
 * be there. */
bool tta_ends_early(const tta_verifier *v, tta_node_id attribute);
/** The first token of an attribute or type, where rules with upstream's wording report. */
tta_span tta_first_token(const tta_tree *tree, tta_node_id node);
tta_span tta_first_token_of(const tta_tree *tree, tta_span span);

#endif
