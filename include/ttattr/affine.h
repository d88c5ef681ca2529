/* ttattr/affine.h: affine maps: evaluation. */
#ifndef TTATTR_AFFINE_H
#define TTATTR_AFFINE_H

#include "ttattr/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tta_affine_pool tta_affine_pool;

/** An expression: an index into its pool. */
typedef uint32_t tta_expr;

/** A map (d0, ..)[s0, ..] -> (results). Borrows pool and results. */
typedef struct tta_map {
  const tta_affine_pool *pool;
  uint32_t num_dims, num_symbols, num_results;
  const tta_expr *results;
} tta_map;

/** All results at a point. @param values room for map->num_results. */
TTA_API tta_status tta_map_evaluate(const tta_map *map, const int64_t *dims, const int64_t *symbols, int64_t *values);

#ifdef __cplusplus
}
#endif
#endif
