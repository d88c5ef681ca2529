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
} tta_picture_view;

typedef enum tta_picture_format {
  TTA_PICTURE_SVG,
  TTA_PICTURE_HTML, /* the SVG with a probe: of an element by sliders, of a position by the pointer */
  TTA_PICTURE_TEXT, /* ASCII, at most 80 columns */
} tta_picture_format;

typedef struct tta_picture {
  tta_picture_view view;
  tta_picture_format format;
  const tta_device *device;       /* grid: positions of cores, and unused ones; mesh: required; NULL = none */
  const tta_system *system;       /* mesh: of the device; links that it lacks are not drawn. NULL = not known */
  const tta_allocator *allocator; /* NULL = malloc */
  tta_str subject;                /* the title begins with it, such as "%arg0 of model.mlir"; empty = nothing */
} tta_picture;

/** Appends the picture of a tensor's layout: any view but memory.
 *  Interleaved layouts (layout->interleaved) have no grid, tile or mesh view. */
TTA_API tta_status tta_draw_layout(const tta_layout *layout, const tta_picture *picture, tta_buf *out,
                                     tta_buf *reason);

/** Appends the picture of a device alone: mesh, each core with its index in the device's grid. `picture->device` is not
 *  used. */
TTA_API tta_status tta_draw_device(const tta_device *device, const tta_picture *picture, tta_buf *out, tta_buf *reason);

/** Appends the picture of a device-specific tiled layout with a host: plane (the host tensor in sticks, host memory,
 *  device memory: the three figures of the RFC). */
TTA_API tta_status tta_draw_tiled(const tta_tiled *layout, const tta_picture *picture, tta_buf *out, tta_buf *reason);

/** Appends the picture of a layout as digits (tta_layout_ref_digits): offsets or elements. Of large tensors and
 *  memories the first and last rows and columns are drawn. */
TTA_API tta_status tta_draw_digits(const tta_digits *digits, const tta_picture *picture, tta_buf *out, tta_buf *reason);

/** Appends the picture of a move: move or links. */
TTA_API tta_status tta_draw_move(const tta_move *move, const tta_picture *picture, tta_buf *out, tta_buf *reason);

/** Appends the picture of the steps to a protocol's error: sequence. */
TTA_API tta_status tta_draw_protocol_trace(const tta_protocol_trace *trace, const tta_picture *picture, tta_buf *out,
                                           tta_buf *reason);

/** Appends the picture of a memory plan: memory. */
TTA_API tta_status tta_draw_memory_plan(const tta_memory_plan *plan, const tta_picture *picture, tta_buf *out,
                                        tta_buf *reason);

#ifdef __cplusplus
}
#endif
#endif
