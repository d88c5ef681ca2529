/* tiled.h: what the files of tt-layout tiled share. */
#ifndef TT_LAYOUT_TILED_H
#define TT_LAYOUT_TILED_H

#include "tool.h"
#include "ttattr/move.h"
#include "ttattr/tiled.h"

/** All that is printed of one layout. What needs the host is there only when the layout has one. */
typedef struct tt_layout_tiled_facts {
  tta_tiled layout; /* strides written out */
  int64_t elems_per_stick, device_bytes, padding_elements;
  tta_tiled_map map; /* with a host */
  uint32_t num_nests;
  const tta_tiled_nest *nests;
  bool simulated;
  tta_move_proof proof; /* when simulated: of the nests, from the host to the device and back */
} tt_layout_tiled_facts;

/** @return TTA_INVALID for a layout with errors, the first of them in `reason`. */
tta_status tt_layout_tiled_compute(const tta_tiled *layout, tta_arena *arena, tt_layout_tiled_facts *facts,
                                   tta_buf *reason);
/** Runs the nests. @return TTA_INVALID without a host, or when they are wrong; TTA_LIMIT: too large */
tta_status tt_layout_tiled_simulate(tta_arena *arena, tt_layout_tiled_facts *facts, tta_buf *reason);
/** The members of the object of --json, without its braces. */
void tt_layout_tiled_json(tta_json *json, const tt_layout_tiled_facts *facts);
/** The table, and the loop nest as the RFC prints it. */
void tt_layout_tiled_text(tta_buf *out, const tt_layout_tiled_facts *facts);

/** `dense`, `sparse`, `sparse_multi` */
const char *tt_layout_tiled_format(tta_tiled_format format);
/** The names of tta_tiled_convention; ends with NULL. */
extern const char *const tt_layout_tiled_conventions[];

/** Reads a `#tt.tiled_layout<..>` or a tensor type with it and prints its diagnostics. @param word the text; it need
 *  not be NUL-terminated. @param name of the text in messages. @return the exit status */
int tt_layout_tiled_parse(tta_str word, const char *name, tta_arena *arena, tta_tiled *layout);

/** `NAME:LINE:COLUMN: error: text` on standard error (`:COLUMN` unless it is 0; `note` instead of `error`); frees the
 * text. @return the exit status: 1, or 2 without memory */
int tt_layout_tiled_print_message(const char *name, size_t line, size_t column, bool note, tta_buf *text);

/** --graph: every buffer of the FILE gets its layout. @return the exit status */
int tt_layout_tiled_graph(const char *path, tta_tiled_convention convention, bool json);

#endif
