/* term.h: what standard error looks like to the person who reads it. */
#ifndef TTA_TOOLS_TERM_H
#define TTA_TOOLS_TERM_H

#include <stdbool.h>

typedef enum tta_color { TTA_COLOR_AUTO, TTA_COLOR_ALWAYS, TTA_COLOR_NEVER } tta_color;

/** "auto", "always" or "never"; false for anything else. */
bool tta_color_parse(const char *text, tta_color *color);

/** Whether to colour standard error. auto: a terminal that is not "dumb", and NO_COLOR unset or empty (no-color.org);
 *  an explicit always or never beats NO_COLOR. */
bool tta_color_wanted(tta_color color);

/** Columns of the terminal on standard error; 80 when it is none or does not say. */
unsigned tta_term_width(void);

#endif
