/* spec.h: the options that describe a new layout, shared by build and grids. */
#ifndef TT_LAYOUT_SPEC_H
#define TT_LAYOUT_SPEC_H

#include "tool.h"

typedef struct tt_layout_spec {
  tta_build_spec build;
  const char *element, *map;
  tta_numbers shape, grid, intervals;
} tt_layout_spec;

#define TT_LAYOUT_SPEC_ROW(name_, value_, kind_, member, example_)                                                     \
  .name = name_, .value = value_, .kind = kind_, .offset = offsetof(request, spec.member), .group = "Layout",          \
  .example = example_

/** Rows of the options that describe a new layout; `request` has a member `spec`. */
#define TT_LAYOUT_SPEC_ROWS                                                                                            \
  {TT_LAYOUT_SPEC_ROW("--shape", "SHAPE", TTA_KIND_SHAPE, shape, "2x3x64x128"), .help = "shape of the tensor",         \
   .expected = "a shape such as 2x3x64x128"},                                                                          \
      {TT_LAYOUT_SPEC_ROW("--element", "TYPE", TTA_KIND_TEXT, element, "f32"), .help = "element type of the tensor"},  \
      {TT_LAYOUT_SPEC_ROW("--grid", "GRID", TTA_KIND_SHAPE, grid, "2x4"), .help = "grid of cores, such as 2x4",        \
       .expected = "a grid such as 2x4"},                                                                              \
      {TT_LAYOUT_SPEC_ROW("--collapse", "B:E,...|none", TTA_KIND_INTERVALS, intervals, "0:-1"),                        \
       .expected = "intervals such as 0:-1 or 0:3,-3:-1, or none",                                                     \
       .help = "intervals of dims to collapse; -1 counts from the end (default: 0:-1)"},                               \
      {TT_LAYOUT_SPEC_ROW("--align", "ROWS", TTA_KIND_NUMBER, build.align, "32"), .least = 1, .most = INT32_MAX,       \
       .expected = "a number of rows such as 32", .help = "alignment of the strides of collapsed dims"},               \
      {TT_LAYOUT_SPEC_ROW("--map", "MAP", TTA_KIND_TEXT, map, "(d0, d1) -> (d0, d1)"),                                 \
       .help = "map instead of intervals: '(d0, d1, d2) -> (d0 <> d1, d2)'"},                                          \
      {TT_LAYOUT_SPEC_ROW("--memory-space", "SPACE", TTA_KIND_CUSTOM, build, "l1"), .parse = tt_layout_parse_space,    \
       .help = "memory space: l1 (default), dram, mmio or system"},                                                    \
      {TT_LAYOUT_SPEC_ROW("--oob", "VALUE", TTA_KIND_CUSTOM, build, "zero"), .parse = tt_layout_parse_oob,             \
       .help = "value of the padding: undef (default), zero, one, inf or neginf"},                                     \
      {TT_LAYOUT_SPEC_ROW("--tile", "TILE", TTA_KIND_CUSTOM, build, "32x32:bfp_bf8"), .parse = tt_layout_parse_tile,   \
       .help = "store tiles of this shape and type, such as 32x32:bfp_bf8"},                                           \
      {TT_LAYOUT_SPEC_ROW("--memory-layout", "WORD", TTA_KIND_CUSTOM, build, "block_sharded"),                         \
       .parse = tt_layout_parse_memory_layout,                                                                         \
       .help = "memory layout, such as interleaved or block_sharded"},                                                 \
  {                                                                                                                    \
    TT_LAYOUT_SPEC_ROW("--era", "auto|DATE", TTA_KIND_DATE, build.era, NULL),                                          \
        .help = "write the syntax of tt-mlir of this date (default: 2024-11-27)"                                       \
  }

void tt_layout_spec_init(tt_layout_spec *spec);
/** Read options of a request that starts with a tt_layout_spec. */
tta_parse tt_layout_parse_tile, tt_layout_parse_space, tt_layout_parse_oob, tt_layout_parse_memory_layout;
/** Completes the spec with what was given: a tile has the type of the element by default. `spec` must not move
 *  afterwards. @return exit status */
int tt_layout_spec_finish(tt_layout_spec *spec, const tta_arguments *arguments, bool needs_grid);

/** Words of options that are in no enumeration are malformed values. @return exit status */
int tt_layout_check_words(const tta_build_spec *spec);

/** Prints a type that was built, or its attribute alone (NULL: the type), if the type passes; says `reason` where
 * `status` is a failure, and the warnings. Frees all four. @return the exit status */
int tt_layout_print_built(tta_status status, tta_buf *type, tta_buf *attribute, tta_buf *warnings, tta_buf *reason,
                          int32_t era);

/** Judges a text that was built, as if it had been given. @return exit status 1 with diagnostics when it is wrong */
int tt_layout_check(const tta_buf *text, int32_t era);

#endif
