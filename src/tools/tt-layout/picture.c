/* Formats and files of pictures. A PNG is made by rsvg-convert (librsvg). */
#include "picture.h"

#include <errno.h>
#include <string.h>

#include "tool.h"
#include "tools/common/child.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

static int report(int error) {
  if (error == ENOENT)
    tta_print_error(tt_layout_program, "PNG requires the program rsvg-convert (Debian: librsvg2-bin), which was not "
                    "found; write x.svg instead");
  else tta_print_error(tt_layout_program, "cannot run rsvg-convert: %s", strerror(error));
  return TTA_EXIT_FAILED;
}

/* Replaces the SVG by a PNG. Failures are reported; the picture is then freed. @return exit status */
static int to_png(tta_buf *picture) {
  static const char *const converter[] = {"rsvg-convert", "--format=png", "--zoom=2", NULL};
  int status = 0;
  tta_buf png = tta_buf_new(picture->allocator);
  int error = tta_child_run(converter, tta_buf_view(picture), &png, &status);
  tta_buf_free(picture);
  if (!error && !status && png.size) {
    *picture = png;
    return TTA_EXIT_DONE;
  }
  tta_buf_free(&png);
  if (error) return report(error);
  tta_print_error(tt_layout_program, "rsvg-convert failed with exit status %d", status);
  return TTA_EXIT_FAILED;
}

/* ---- formats ---- */

int tt_layout_choose_format(tt_layout_picture_file *file, const char *path, bool ascii) {
  const char *dot = path ? strrchr(path, '.') : NULL, *suffix = dot ? dot : "";
  file->path = path;
  file->format = TTA_PICTURE_SVG;
  file->png = false;
  if (ascii || !path || !strcmp(suffix, ".txt")) file->format = TTA_PICTURE_TEXT;
  else if (!strcmp(suffix, ".html") || !strcmp(suffix, ".htm")) file->format = TTA_PICTURE_HTML;
  else if (!strcmp(suffix, ".png")) file->png = true;
  else if (strcmp(suffix, ".svg") && strcmp(path, "-")) {
    tta_print_error(tt_layout_program, "unknown picture format of '%s'; expected a name that ends in .svg, .html, "
                    ".png or .txt", path);
    return TTA_EXIT_FAILED;
  }
  return TTA_EXIT_DONE;
}

int tt_layout_draw_picture(const tt_layout_picture_file *file, tta_picture *picture) {
  tta_buf out = tta_buf_new(NULL), reason = tta_buf_new(NULL);
  picture->format = file->format;
  tta_status status = tta_draw(picture, &out, &reason);
  if (status) {
    tta_buf_free(&out);
    return tt_layout_fail(status, &reason);
  }
  tta_buf_free(&reason);
  int exit = file->png ? to_png(&out) : TTA_EXIT_DONE;
  return exit ? exit : tta_print_and_free(tt_layout_program, &out, file->path);
}

const char *tt_layout_name_of_file(const char *path) {
  const char *slash = path ? strrchr(path, '/') : NULL;
  return slash ? slash + 1 : path && strcmp(path, "-") ? path : "<stdin>";
}
