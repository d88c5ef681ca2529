/* report_html.h: headings, paragraphs and tables of a page. Text is escaped; nothing is fetched, and there are no
 * scripts. */
#ifndef TTA_DRAW_REPORT_HTML_H
#define TTA_DRAW_REPORT_HTML_H

#include "ttattr/buf.h"

enum { TTA_PAGE_MAX_ROWS = 1000 };

/** From the document type to the start of `<main>`. */
void tta_page_begin(tta_buf *out, tta_str title);
void tta_page_end(tta_buf *out);

/** A section with an anchor. */
void tta_page_section(tta_buf *out, const char *id, const char *title);
void tta_page_section_end(tta_buf *out);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void tta_page_subtitle(tta_buf *out, const char *format, ...);

/** A paragraph. @param css its class; "" = none */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void tta_page_paragraph(tta_buf *out, const char *css, const char *format, ...);

/** A table. Columns are separated by '|'; those that start with '>' are numbers, at the right.
 *  @param first a column before them; NULL = none */
void tta_page_table(tta_buf *out, const char *columns, const char *first);
void tta_page_table_end(tta_buf *out);
/** @param count of all rows. @return whether row `index` is shown; after the last that is, a row with the rest */
bool tta_page_row(tta_buf *out, size_t index, size_t count);
void tta_page_row_end(tta_buf *out);

void tta_page_text(tta_buf *out, tta_str text);
/** A name of the text, such as a value, an operation or a map. */
void tta_page_code(tta_buf *out, tta_str text);
/** The same for texts that need more than a line. */
void tta_page_long(tta_buf *out, tta_str text);
void tta_page_long_code(tta_buf *out, tta_str text);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void tta_page_format(tta_buf *out, const char *format, ...);
/** 1,048,576; nothing below 0. */
void tta_page_number(tta_buf *out, int64_t value);
/** A cell for each number. */
#define TTA_PAGE_NUMBERS(out, ...)                                                                       \
  tta_page_numbers(out, (const int64_t[]){__VA_ARGS__}, sizeof(int64_t[]){__VA_ARGS__} / sizeof(int64_t))
void tta_page_numbers(tta_buf *out, const int64_t *values, size_t count);
/** 2x4; nothing if it is unknown. */
void tta_page_shape(tta_buf *out, tta_shape shape);
/** A share of a whole, as a number and a bar. */
void tta_page_share(tta_buf *out, int64_t part, int64_t whole);

#endif
