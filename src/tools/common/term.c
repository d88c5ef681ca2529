/* Owns the questions about the terminal on standard error. Does not own what is done with the answers. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* struct winsize */
#endif
#include "tools/common/term.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool tta_color_parse(const char *text, tta_color *color) {
  static const char *const names[] = {"auto", "always", "never"};
  for (unsigned i = 0; i < 3; i++) {
    if (strcmp(text, names[i]) != 0) continue;
    *color = (tta_color)i;
    return true;
  }
  return false;
}

bool tta_color_wanted(tta_color color) {
  if (color != TTA_COLOR_AUTO) return color == TTA_COLOR_ALWAYS;
  const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
  if (no_color && *no_color) return false;
  if (!term || strcmp(term, "dumb") == 0) return false;
  return isatty(STDERR_FILENO) == 1;
}

unsigned tta_term_width(void) {
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}
