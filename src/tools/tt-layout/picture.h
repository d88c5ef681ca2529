/* picture.h: where a picture goes and in which format, for all commands that draw. */
#ifndef TT_LAYOUT_PICTURE_H
#define TT_LAYOUT_PICTURE_H

#include "ttattr/draw.h"

typedef struct tt_layout_picture_file {
  const char *path; /* NULL: standard output */
  tta_picture_format format;
  bool png; /* an SVG that rsvg-convert converts */
} tt_layout_picture_file;

/** The format: text with `ascii` or without a path, otherwise it follows from the suffix of the path; SVG if that is
 *  `-`. Reports an unknown suffix. @return exit status */
int tt_layout_choose_format(tt_layout_picture_file *file, const char *path, bool ascii);

/** Draws a picture in the format of the file and writes it, as a PNG of twice its size for screens of high density if
 *  that was chosen. Reports failures. @return exit status */
int tt_layout_draw_picture(const tt_layout_picture_file *file, tta_picture *picture);

/** The name of a file without its directories, so that a picture is the same wherever its file is. NULL and "-":
 *  "<stdin>". */
const char *tt_layout_name_of_file(const char *path);

#endif
