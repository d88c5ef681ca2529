/* The devices of a text: forms, names, lines, sections, systems, selection. */
#include <stdio.h>
#include <string.h>

#include "failing.h"
#include "suite.h"
#include "ttattr/device.h"

#define GRID "workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = "
#define DEVICE(chips) "#tt.device<" GRID chips ">"
#define OPERATION(name, chips) "tt.device @" name " = <" GRID chips ">\n"

typedef struct devices {
  char text[4096];
  tta_source source;
  tta_devices *read;
  tta_buf reason;
} devices;

static void read_devices(devices *d, const char *text) {
  snprintf(d->text, sizeof d->text, "%s", text);
  tta_source_init(&d->source, (tta_str){"d", 1}, (tta_str){d->text, strlen(d->text)}, NULL);
  tta_buf_init(&d->reason, NULL);
  ck_assert_int_eq(tta_devices_read(&d->source, NULL, &d->read), TTA_OK);
}

static void leave(devices *d) {
  tta_devices_free(d->read);
  tta_source_free(&d->source);
  tta_buf_free(&d->reason);
}

/* A line per device: `NAME LINE SECTION CHIP`, with ` module` and ` system`. */
static void expect_devices(const char *text, const char *expected) {
  devices d;
  tta_buf out;
  tta_buf_init(&out, NULL);
  read_devices(&d, text);
  for (size_t i = 0; i < tta_devices_num_entries(d.read); i++) {
    const tta_device_entry *e = tta_devices_entry(d.read, i);
    tta_buf_printf(&out, "%.*s %u %u %lld%s%s\n", (int)e->name.size, e->name.data ? e->name.data : "", e->line,
                   e->section, (long long)e->device->chip_ids.extent[0], e->of_module ? " module" : "",
                   e->system ? " system" : "");
  }
  tta_buf_char(&out, '\0');
  ck_assert_str_eq(out.data, expected);
  tta_buf_free(&out);
  leave(&d);
}

START_TEST(forms) {
  expect_devices("", "");
  expect_devices("tensor<2xf32> #tt.grid<2x2>", "");
  expect_devices(DEVICE("[3]"), " 1 0 3\n");
  expect_devices("\n#d = " DEVICE("[3]") "\n\"t.op\"() : () -> !tt.device<#d>", "#d 2 0 3\n");
  expect_devices("\"t.op\"() : () -> !tt.device<" DEVICE("[3]") ">", " 1 0 3\n");
  expect_devices("#d = " DEVICE("[3]") "\nmodule attributes {tt.device = #d} {}", "#d 1 0 3 module\n");
  expect_devices("module attributes {tt.device = " DEVICE("[3]") "} {}", "tt.device 1 0 3 module\n");
  expect_devices(OPERATION("x", "[3]") OPERATION("\"a b\"", "[4]"), "@x 1 0 3 module\n@\"a b\" 2 0 4 module\n");
  expect_devices(OPERATION("x", "[3]") "// -----\n" OPERATION("x", "[3]"), "@x 1 0 3 module\n@x 3 1 3 module\n");
  /* equal ones are one, under the first name; a grid without a map is one chip */
  expect_devices("#d = " DEVICE("[3]") "\n" OPERATION("x", "[3]"), "#d 1 0 3 module\n");
  expect_devices("#d = #tt.device<#tt.grid<2x2>, [5]>", "");
}
END_TEST

START_TEST(errors) {
  expect_devices(OPERATION("x", "[3, 3]") OPERATION("y", "[4]"), "@y 2 0 4 module\n");
  expect_devices("#g = #tt.grid<8x8, (d0, d1) -> (d0, d1)>\n"
                 "tt.device @x = <workerGrid = #g, meshShape = 1, chipIds = [0]>\n" OPERATION("y", "[4]"),
                 "@y 3 0 4 module\n");
}
END_TEST

static const char *selected(const devices *d, uint32_t section, const char *name) {
  static char text[64];
  const tta_device_entry *e;
  tta_str words = {name, strlen(name)};
  devices *writable = (devices *)d;
  writable->reason.size = 0;
  if (tta_devices_select(d->read, section, words, &e, &writable->reason)) return "several";
  if (!e) return "none";
  snprintf(text, sizeof text, "%lld", (long long)e->device->chip_ids.extent[0]);
  return text;
}

START_TEST(selection) {
  devices d;
  read_devices(&d, "#unused = " DEVICE("[7]") "\n" OPERATION("front", "[0]") OPERATION("back", "[1]")
                   "// -----\n" OPERATION("front", "[2]") "// -----\n#t = " DEVICE("[6]"));
  ck_assert_str_eq(selected(&d, 0, ""), "several");
  ck_assert_int_eq(strncmp(d.reason.data, "there are several devices: @front (line 2), @back (line 3)", d.reason.size),
                   0);
  ck_assert_str_eq(selected(&d, 1, ""), "2");
  ck_assert_str_eq(selected(&d, 2, ""), "6");
  ck_assert_str_eq(selected(&d, 9, ""), "none");
  ck_assert_str_eq(selected(&d, 0, "@front"), "0");
  ck_assert_str_eq(selected(&d, 0, "#unused"), "7");
  ck_assert_str_eq(selected(&d, 0, "3"), "1");
  ck_assert_str_eq(selected(&d, 1, "@back"), "1"); /* of another section */
  ck_assert_str_eq(selected(&d, 1, "@front"), "2");
  ck_assert_str_eq(selected(&d, 1, "@middle"), "several"); /* none is named so */
  ck_assert_str_eq(selected(&d, TTA_ANY_SECTION, "@front"), "several");
  ck_assert_str_eq(selected(&d, TTA_ANY_SECTION, "@back"), "1");
  leave(&d);
}
END_TEST

static tta_status read_with(const tta_allocator *allocator, const void *given) {
  const devices *d = given;
  tta_devices *read = NULL;
  tta_check_options *options;
  tta_status status = tta_check_options_new(allocator, &options);
  if (status) return status;
  tta_source source;
  tta_source_init(&source, (tta_str){"d", 1}, (tta_str){d->text, strlen(d->text)}, allocator);
  status = tta_devices_read(&source, options, &read);
  tta_devices_free(read);
  tta_source_free(&source);
  tta_check_options_free(options);
  return status;
}

START_TEST(without_memory) {
  devices d;
  read_devices(&d, "#d = " DEVICE("[3]") "\n" OPERATION("x", "[4]") OPERATION("y", "[5]"));
  each_request_fails(read_with, &d, TTA_OK);
  leave(&d);
}
END_TEST

int main(void) { return RUN_SUITE("devices", forms, errors, selection, without_memory); }
