/* layouts.h: for tests that need layouts and devices as values: both from text. */
#ifndef TTA_TESTS_LAYOUTS_H
#define TTA_TESTS_LAYOUTS_H

#include <check.h>
#include <string.h>

#include "diag/check_options.h"
#include "ttattr/device.h"
#include "ttattr/layout.h"

enum { PADDING = 64 };

typedef struct reading {
  char text[1024 + PADDING];
  tta_source source;
  tta_layouts *layouts;
  const tta_layout *s;
} reading;

static inline void read_type(reading *r, const char *type) {
  tta_check_options options;
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  memset(r->text, 0, sizeof r->text);
  ck_assert_uint_lt(strlen(type), 1024);
  strcpy(r->text, type);
  tta_source_init(&r->source, (tta_str){"t", 1}, (tta_str){r->text, strlen(type)}, NULL);
  tta_check_options_init(&options);
  tta_status status = tta_layouts_read(&r->source, TTA_LAYOUTS_TYPE, &options, &r->layouts, &reason);
  ck_assert_msg(status == TTA_OK, "%s: %.*s", type, (int)reason.size, reason.data ? reason.data : "");
  ck_assert_msg(tta_layouts_num_entries(r->layouts) == 1, "%s", type);
  r->s = tta_layouts_entry(r->layouts, 0)->layout;
  tta_buf_free(&reason);
}

static inline void close_type(reading *r) {
  tta_layouts_free(r->layouts);
  tta_source_free(&r->source);
}

typedef struct device_reading {
  char text[1024 + PADDING];
  tta_source source;
  tta_device_text *read;
  const tta_device *device;
} device_reading;

static inline void read_device(device_reading *r, const char *text) {
  tta_check_options options;
  memset(r->text, 0, sizeof r->text);
  strcpy(r->text, text);
  tta_source_init(&r->source, (tta_str){"d", 1}, (tta_str){r->text, strlen(text)}, NULL);
  tta_check_options_init(&options);
  ck_assert_int_eq(tta_device_text_new(&r->source, &options, &r->read, NULL), TTA_OK);
  r->device = tta_device_text_get(r->read);
  ck_assert_ptr_nonnull(r->device);
}

static inline void close_device(device_reading *r) {
  tta_device_text_free(r->read);
  tta_source_free(&r->source);
}

#endif
