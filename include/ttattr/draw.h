/* ttattr/draw.h: pictures of layouts, devices, tiled layouts and memory plans, as SVG, as an HTML page, as text.
 *
 * A picture is a function of its values: the same values give the same bytes. SVG and HTML need no other files (no
 * fonts, scripts or styles are fetched), follow the reader's light or dark color scheme, and have a tooltip on each
 * part. The number of shapes is bounded (docs/pictures.md); a box that represents several cores says so.
 *
 * Statuses: TTA_NO_MEMORY; TTA_OVERFLOW; TTA_INVALID with a line in `reason` (may be NULL) when the values have no such
 * picture. `out` is then unchanged.
 */
#ifndef TTATTR_DRAW_H
#define TTATTR_DRAW_H

#include "ttattr/device.h"
#include "ttattr/digits.h"
#include "ttattr/layout.h"
#include "ttattr/memory.h"
#include "ttattr/move.h"
#include "ttattr/protocol.h"
#include "ttattr/tiled.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tta_picture_view {
  TTA_PICTURE_GRID,   /* cores, each with its shard: used part, padding, gaps */
  TTA_PICTURE_PLANE,  /* the physical plane: cuts of the grid, tiles, parts of joined dims, gaps */
  TTA_PICTURE_TILE,   /* shards as tiles, and the faces of one tile */
  TTA_PICTURE_MESH,   /* the chips of a device, their cores and the shards on them */
  TTA_PICTURE_MEMORY, /* banks to scale over the steps of a program */
  TTA_PICTURE_MOVE,   /* bytes from each source of a move to each destination */
  TTA_PICTURE_LINKS,  /* flits on each link of the NoC of a move */
  TTA_PICTURE_SEQUENCE, /* steps of kernels to an error of a protocol */
  TTA_PICTURE_OFFSETS,  /* the offset of each element in one memory */
  TTA_PICTURE_ELEMENTS, /* the element at each offset of one memory */
  TTA_PICTURE_BANKS,    /* the banks of a program side by side at the peak, with their pages */
} tta_picture_view;

typedef enum tta_picture_format {
  TTA_PICTURE_SVG,
  TTA_PICTURE_HTML, /* the SVG with a probe: of an element by sliders, of a position by the pointer */
  TTA_PICTURE_TEXT, /* ASCII, at most 80 columns */
} tta_picture_format;

/** What is drawn: one of the first six members, or a device alone. */
typedef struct tta_picture {
  const tta_layout *layout;       /* grid, plane, tile, mesh; if interleaved, plane */
  const tta_tiled *tiled;         /* plane: the host tensor in sticks, host memory, device memory (the three figures of
                                     the RFC) */
  const tta_digits *digits;       /* offsets, elements (tta_layout_ref_digits); of large tensors and memories the first
                                     and last rows and columns */
  const tta_move *move;           /* move, links */
  const tta_protocol_trace *trace; /* sequence: the steps to a protocol's error */
  const tta_memory_plan *memory_plan; /* memory */
  const tta_device *device;       /* mesh: alone, each core with its index in the grid; of a layout required. grid:
                                     positions of cores, and unused ones; NULL = none */
  const tta_system *system;       /* mesh: of the device; links that it lacks are not drawn. NULL = not known */
  tta_picture_view view;
  tta_picture_format format;
  const tta_allocator *allocator; /* NULL = malloc */
  tta_str subject;                /* the title begins with it, such as "%arg0 of model.mlir"; empty = nothing */
} tta_picture;

/** Appends a picture. */
TTA_API tta_status tta_draw(const tta_picture *picture, tta_buf *out, tta_buf *reason);

#ifdef __cplusplus
}
#endif
#endif
