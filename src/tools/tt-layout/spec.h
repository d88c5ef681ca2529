/* spec.h: the options that describe a new layout, shared by build and grids. */
#ifndef TT_LAYOUT_SPEC_H
#define TT_LAYOUT_SPEC_H

#include "tool.h"

/** Ids of the options below; a command's own begin at TT_LAYOUT_SPEC_END. */
enum {
  TT_LAYOUT_SHAPE = 100,
  TT_LAYOUT_ELEMENT,
  TT_LAYOUT_GRID,
  TT_LAYOUT_COLLAPSE,
  TT_LAYOUT_ALIGN,
  TT_LAYOUT_MAP,
  TT_LAYOUT_SPACE,
  TT_LAYOUT_OOB,
  TT_LAYOUT_TILE,
  TT_LAYOUT_MEMORY_LAYOUT,
  TT_LAYOUT_ERA,
  TT_LAYOUT_ATTR_ONLY,
  TT_LAYOUT_SPEC_END,
};

/* Rows for both tables. */
#define TT_LAYOUT_SPEC_ROWS                                                                                            \
  {"--shape", NULL, TTA_ARGUMENT_REQUIRED, "2x3x64x128", "of the tensor", TT_LAYOUT_SHAPE},                            \
      {"--element", NULL, TTA_ARGUMENT_REQUIRED, "f32", "of the tensor", TT_LAYOUT_ELEMENT},                           \
      {"--grid", NULL, TTA_ARGUMENT_REQUIRED, "2x4", "cores", TT_LAYOUT_GRID},                                         \
      {"--collapse",                                                                                                   \
       NULL,                                                                                                           \
       TTA_ARGUMENT_REQUIRED,                                                                                          \
       "B:E,..|none",                                                                                                  \
       "dims to join; -1 counts from the end; default 0:-1",                                                           \
       TT_LAYOUT_COLLAPSE},                                                                                            \
      {"--align", NULL, TTA_ARGUMENT_REQUIRED, "ROWS", "round the strides of joined dims up", TT_LAYOUT_ALIGN},        \
      {"--map", NULL, TTA_ARGUMENT_REQUIRED, "MAP", "instead: '(d0, d1, d2) -> (d0 <> d1, d2)'", TT_LAYOUT_MAP},       \
      {"--memory-space", NULL, TTA_ARGUMENT_REQUIRED, "SPACE", "l1 (default), dram, mmio, system", TT_LAYOUT_SPACE},   \
      {"--oob", NULL, TTA_ARGUMENT_REQUIRED, "VALUE", "undef (default), zero, one, inf, neginf", TT_LAYOUT_OOB},       \
      {"--tile", NULL, TTA_ARGUMENT_REQUIRED, "32x32:bfp_bf8", "store tiles", TT_LAYOUT_TILE},                         \
      {"--memory-layout",      NULL, TTA_ARGUMENT_REQUIRED, "WORD", "interleaved, block_sharded, ...",                 \
       TT_LAYOUT_MEMORY_LAYOUT},                                                                                       \
  {                                                                                                                    \
    "--era", NULL, TTA_ARGUMENT_REQUIRED, "DATE", "spelling of that day; default 2024-11-27", TT_LAYOUT_ERA            \
  }

typedef struct tt_layout_spec {
  tta_build_spec build;
  tt_layout_numbers shape, grid, intervals;
} tt_layout_spec;

void tt_layout_spec_init(tt_layout_spec *spec);
/** Takes one of the options above. @return exit status, 0 when taken. `spec` must not move afterwards. */
int tt_layout_spec_apply(tt_layout_spec *spec, const tta_option_use *use);
/** The tile's type follows from the element where it was not given. @return exit status */
int tt_layout_spec_finish(tt_layout_spec *spec, bool needs_grid);

/** Words of options that are in no enumeration are malformed values. @return exit status */
int tt_layout_check_words(const tta_build_spec *spec);

/** Prints a type that was built, or its attribute alone (NULL: the type), if the type passes; says `reason` where
 * `status` is a failure, and the warnings. Frees all four. @return the exit status */
int tt_layout_print_built(tta_status status, tta_buf *type, tta_buf *attribute, tta_buf *warnings, tta_buf *reason,
                          int32_t era);

/** Judges a text that was built, as if it had been given. @return exit status 1 with diagnostics when it is wrong */
int tt_layout_check(const tta_buf *text, int32_t era);

#endif
