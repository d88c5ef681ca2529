/* operand.h: operands of the rules of operations; for the files that have rules. */
#ifndef TTA_GRAPHS_OPERAND_H
#define TTA_GRAPHS_OPERAND_H

#include "graphs/rules.h"
#include "tiled/parts.h"

/** A layout as an operand: everything that a rule needs. */
typedef struct tta_tiled_operand {
  const tta_tiled *layout;
  int64_t *order; /* of its host dims, the stick dim last if it is a host dim */
  tta_tiled_convention convention;
  int64_t stick; /* host dim, -1: synthetic */
  int64_t elems_per_stick;
  tta_str arrangement; /* empty: STANDARD, and of sparse sticks */
} tta_tiled_operand;

/** One use of a rule. */
typedef struct tta_tiled_run {
  tta_arena *arena;
  tta_tiled_outcome *outcome;
  tta_tiled_convention preferred;
} tta_tiled_run;

#define TTA_TILED_TEXT(op, ...) tta_tiled_text((op)->arena, __VA_ARGS__)

/** Clears the outcome. */
tta_tiled_run tta_tiled_begin(tta_arena *arena, tta_tiled_outcome *outcome, tta_tiled_convention preferred);

/** Reads an operand; an outcome with an obstacle for a layout that the rules do not cover: several stick dims, folded
 *  host dims. TTA_INVALID: a layout with errors or no host. */
tta_status tta_tiled_operand_of(const tta_tiled_run *op, const tta_tiled *layout, uint32_t position,
                                tta_tiled_operand *out);

/** The specification of a layout like the operand's. */
tta_tiled_spec tta_tiled_spec_of(const tta_tiled_operand *of);

/** Builds the result; an outcome with an obstacle if it breaks a layout rule. */
tta_status tta_tiled_finish(const tta_tiled_run *op, tta_tiled_spec *spec);

/** The operand's order with dim `stick` last (-1: as it is), in the arena. */
int64_t *tta_tiled_order_with_stick(tta_arena *arena, const tta_tiled_operand *of, int64_t stick);

/** Offers operand `position` with stick dim `stick` (-1: as it is) and another format. */
tta_status tta_tiled_offer(const tta_tiled_run *op, const tta_tiled_operand *of, uint32_t position, int64_t stick,
                           tta_tiled_format format);

/** Ends a rule with an obstacle and its reason. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
tta_status tta_tiled_obstruct(const tta_tiled_run *op, tta_tiled_obstacle obstacle, uint32_t a, uint32_t b,
                              const char *format, ...);
/** The same with a text from tta_tiled_text. */
tta_status tta_tiled_obstruct_with(const tta_tiled_run *op, tta_tiled_obstacle obstacle, uint32_t a, uint32_t b,
                                   tta_str reason);

/** Whether two layouts have the same device element: the name of the format, else of the element type. */
bool tta_tiled_same_type(const tta_tiled *a, const tta_tiled *b);

/** Whether all extents are 1. */
static inline bool tta_tiled_has_one_element(const tta_tiled *layout) {
  for (uint32_t h = 0; h < layout->host_size.rank; h++)
    if (layout->host_size.extent[h] != 1) return false;
  return true;
}

/** Operands of one element width; a warning if types of this width differ; the result has that of `lead`.
 *  Masks (i1) and operands of one element are exempt with `free_masks`. */
tta_status tta_tiled_check_types(const tta_tiled_run *op, const tta_tiled_operand *operands, uint32_t count,
                                 uint32_t lead, bool free_masks);

/* ---- k > 1: layouts in tiles ---- */

/** Whether any layout has several stick dims. */
bool tta_tiled_any_tiles(const tta_tiled *inputs, uint32_t count);

/** P1 of tiles: equal sizes, dim_maps and tiles, except of operands of one element. */
tta_status tta_tiled_tiles_pointwise(const tta_tiled_run *op, const tta_tiled *inputs, uint32_t count);

/** P2 of tiles, the rule of the RFC for dot products: equal dim_maps and tiles. @param result size of the result */
tta_status tta_tiled_tiles_matmul(const tta_tiled_run *op, const tta_tiled *a, const tta_tiled *b, tta_shape result);

/** P3 of tiles: axes other than stick dims. @param reduced of the host rank */
tta_status tta_tiled_tiles_reduce(const tta_tiled_run *op, const tta_tiled *input, const bool *reduced,
                                  bool keep_dims);

#endif
