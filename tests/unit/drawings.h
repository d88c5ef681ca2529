/* drawings.h: helpers of the tests of ttattr/draw.h: a layout and a device from text, pictures as strings, checks of
 * their bytes. */
#ifndef TTA_TESTS_DRAWINGS_H
#define TTA_TESTS_DRAWINGS_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layouts.h"
#include "ttattr/draw.h"

/* A picture as a string of its own. */
static inline char *draw(const tta_layout *s, tta_picture_view view, tta_picture_format format,
                         const tta_device *device) {
  tta_picture picture = {.layout = s, .view = view, .format = format, .device = device};
  tta_buf out, reason;
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  tta_status status = tta_draw(&picture, &out, &reason);
  ck_assert_msg(status == TTA_OK, "status %d: %.*s", (int)status, (int)reason.size, reason.data ? reason.data : "");
  char *text = malloc(out.size + 1);
  ck_assert_ptr_nonnull(text);
  memcpy(text, out.data, out.size);
  text[out.size] = 0;
  ck_assert_uint_eq(strlen(text), out.size);
  tta_buf_free(&out);
  tta_buf_free(&reason);
  return text;
}

/* ---- checks of bytes ---- */

/* Tags nest and close, attributes are quoted, `&` begins an entity. Enough of XML for what is written; xml.dom.minidom
 * reads the same in lit/tt-layout/draw.test. */
static inline void check_xml(const char *text) {
  char open[64][16];
  int depth = 0, elements = 0;
  for (const char *p = text; *p; p++) {
    if (*p == '&')
      ck_assert_msg(!strncmp(p, "&lt;", 4) || !strncmp(p, "&gt;", 4) || !strncmp(p, "&amp;", 5) ||
                        !strncmp(p, "&quot;", 6) || !strncmp(p, "&#10;", 5),
                    "bare &: %.30s", p);
    if (*p != '<') continue;
    if (p[1] == '?') {
      p = strstr(p, "?>") + 1;
      continue;
    }
    bool closes = p[1] == '/';
    const char *name = p + 1 + closes, *end = name + strcspn(name, " />");
    ck_assert_int_lt((int)(end - name), 16);
    bool quoted = false;
    while (*end && (quoted || *end != '>')) {
      if (*end == '"') quoted = !quoted;
      ck_assert_msg(*end != '<', "< in a tag: %.40s", p);
      end++;
    }
    ck_assert_int_eq(*end, '>');
    size_t size = strcspn(name, " />");
    if (closes) {
      ck_assert_int_gt(depth, 0);
      depth--;
      bool same = strlen(open[depth]) == size && !strncmp(open[depth], name, size);
      ck_assert_msg(same, "%s closed by %.20s", open[depth], name);
    } else {
      elements++;
      if (end[-1] != '/') {
        ck_assert_int_lt(depth, 64);
        memcpy(open[depth], name, size);
        open[depth++][size] = 0;
      }
    }
    p = end;
  }
  ck_assert_int_eq(depth, 0);
  ck_assert_int_gt(elements, 5);
}

static inline size_t count(const char *text, const char *what) {
  size_t n = 0;
  for (const char *p = text; (p = strstr(p, what)); p += strlen(what)) n++;
  return n;
}

static inline void check_lines(const char *text) {
  for (const char *p = text; *p;) {
    size_t n = strcspn(p, "\n");
    ck_assert_msg(n <= 80, "%zu columns: %.90s", n, p);
    ck_assert_msg(!n || p[n - 1] != ' ', "a blank at the end: %.90s", p);
    p += n + (p[n] == '\n');
  }
}

#endif
