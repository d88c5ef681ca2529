/* png.h: a picture in SVG as PNG, by the program rsvg-convert (librsvg). */
#ifndef TT_LAYOUT_PNG_H
#define TT_LAYOUT_PNG_H

#include "ttattr/diag.h"

/** Replaces the SVG in `picture` by a PNG of twice its size, for screens of high density. Failures are reported, with
 *  the name of the program if it is not installed; `picture` is then freed.
 *  @return exit status */
int tt_layout_to_png(tta_buf *picture);

#endif
