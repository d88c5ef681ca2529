/* rules.h: the layout of the result of one operation. */
#ifndef TTA_GRAPHS_RULES_H
#define TTA_GRAPHS_RULES_H

#include "graphs/graph.h"

/* All take layouts without errors and with a host (else TTA_INVALID). Results have the convention of the input that
 * they derive from, `preferred` where that is ambiguous. Sources: torch-spyre stickify.py of 2025-11, ir.py and
 * layout_optimization.md of 2026. Layouts with several stick dims have rules of their own: operands need equal dim_maps
 * and tiles (the RFC's rule for dot products), and no stick dim is reduced. */

/** P1. Sizes broadcast as in torch. The result takes the layout of the first input of full size (dense before sparse),
 * else its format and stick dim. Every input then needs that format and, after broadcasting, that stick dim (which is
 * free where both are sparse: eras write it as a host dim or as -1); or it holds one element only; or it is broadcast
 * along the stick dim and fills no more than one lane of a stick (sparse, or extent 1). Element types need one width,
 * except of masks (i1) and of inputs of one element; types of one width that differ are a warning. A single input keeps
 * its layout.
 *  @param num_inputs at least 1. @param element of the result; NULL: that of the deciding input. */
tta_status tta_tiled_pointwise(const tta_tiled *inputs, uint32_t num_inputs, const tta_tiled_element *element,
                               tta_tiled_convention preferred, tta_arena *arena, tta_tiled_outcome *outcome);

/** P2. [.., M, K] times [.., K, N]; leading dims broadcast. Both dense; stick dims both last or both last but one
 *  (2026: both last); the result's stick is on the same side. Ranks >= 2. Types as for P1. An element arrangement
 *  along K is an error, one along N is that of the result. */
tta_status tta_tiled_matmul(const tta_tiled *a, const tta_tiled *b, tta_tiled_convention preferred, tta_arena *arena,
                            tta_tiled_outcome *outcome);

/** P3. The stick axis alone: sparse; other axes only: the input's format; both: an error (2026: sparse, as two
 *  reductions in a row). In a sparse input no axis is within the stick, so it stays sparse.
 *  @param axes each in [-rank, rank), distinct; rank 0 of the list: no axis. */
tta_status tta_tiled_reduce(const tta_tiled *input, tta_shape axes, bool keep_dims, tta_tiled_convention preferred,
                            tta_arena *arena, tta_tiled_outcome *outcome);

/** P4. The same tensor with another stick dim, the other dims in the order they had; an element arrangement becomes
 *  STANDARD. @param stick_dim in [-rank, rank). */
tta_status tta_tiled_restickify(const tta_tiled *input, int64_t stick_dim, tta_tiled_convention preferred,
                                tta_arena *arena, tta_tiled_outcome *outcome);

/** A restickify that also changes the format: a sparse tensor becomes dense, or back. */
tta_status tta_tiled_restickify_as(const tta_tiled *input, int64_t stick_dim, tta_tiled_format format,
                                   tta_tiled_convention preferred, tta_arena *arena, tta_tiled_outcome *outcome);

/** permute, transpose: the same elements at the same positions; dim i of the result is dim order[i] of the input.
 *  @param order a permutation; entries in [-rank, rank) */
tta_status tta_tiled_permute(const tta_tiled *input, tta_shape order, tta_arena *arena, tta_tiled_outcome *outcome);

/** view, reshape: the same elements at the same positions under another shape of the same number of elements. 2026: by
 *  the stride_map, which counts in elements of the host; before: a dim_map of the new shape, else NOT_A_VIEW.
 *  @param size at most one entry is -1, which is computed. The host must be contiguous. */
tta_status tta_tiled_view(const tta_tiled *input, tta_shape size, tta_tiled_convention convention, tta_arena *arena,
                          tta_tiled_outcome *outcome);

/** cat: inputs in a row along `dim`, of equal sizes otherwise, with types, stick dims and formats as for P1. Along the
 *  stick dim of dense inputs, all but the last must end with a full stick. @param dim in [-rank, rank) */
tta_status tta_tiled_cat(const tta_tiled *inputs, uint32_t num_inputs, int64_t dim, tta_tiled_convention preferred,
                         tta_arena *arena, tta_tiled_outcome *outcome);

/** Conversion of the element type: the same layout if the width stays, else one of the same order and format with the
 *  new sticks. 2026: a dense layout that goes from 16 to 32 bits has the arrangement DL16_TO_FP32, from 32 to 16 bits
 *  FP32_TO_DL16, and STANDARD when it goes back; both require full sticks. */
tta_status tta_tiled_cast(const tta_tiled *input, const tta_tiled_element *element, tta_tiled_convention convention,
                          tta_arena *arena, tta_tiled_outcome *outcome);

/** softmax and norms: reductions over the axes that keep the dims, then pointwise with the first input and the others
 *  (weight and bias of a norm). 2026: the norms need the stick on the last dim.
 *  @param inputs at least 1 @param is_norm false: softmax, of one axis */
tta_status tta_tiled_normalize(const tta_tiled *inputs, uint32_t num_inputs, tta_shape axes, bool is_norm,
                               tta_tiled_convention preferred, tta_arena *arena, tta_tiled_outcome *outcome);

/** dot: the sum over the last dim of the products of two tensors of one size. Their layouts must be identical: every
 *  element at the same position (RFC, Operational Constraints). */
tta_status tta_tiled_dot(const tta_tiled *a, const tta_tiled *b, tta_tiled_convention preferred, tta_arena *arena,
                         tta_tiled_outcome *outcome);

/** The kind of an operation by its name without dialect: "matmul", "reduce_sum", "addf". @return false: unknown */
bool tta_tiled_find_operation(tta_str name, tta_tiled_kind *kind);

/** Operands that a kind of operation requires; POINTWISE, CAT and NORM accept more. */
uint32_t tta_tiled_least_operands(tta_tiled_kind kind);
bool tta_tiled_takes(tta_tiled_kind kind, uint32_t num_operands);

/** Reports an operation without a rule, and the one that was probably meant. @param name without its dialect
 *  @return TTA_INVALID */
tta_status tta_graph_reject_operation(const tta_graph_reading *reading, const tta_tiled_node *node, tta_str name);

#endif
