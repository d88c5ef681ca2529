/* Tests of src/expect/run_lines.c: RUN lines as in tt-mlir and MLIR, unusual ones, and random bytes. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "suite.h"
#include "ttattr/expect.h"
#include "../property/random.h"

static tta_str view(const char *text) { return (tta_str){text, strlen(text)}; }

/* What is read, as letters: r a tool reads the file, s split, v verify diagnostics, f fails; then the marker. */
static const char *summary(const char *text) {
  static char out[256];
  tta_run_lines lines;
  tta_buf marker;
  tta_buf_init(&marker, NULL);
  ck_assert_int_eq(tta_run_lines_read(view(text), &lines, &marker), TTA_OK);
  snprintf(out, sizeof out, "%s%s%s%s%s%.*s", lines.found ? "r" : "", lines.split ? "s" : "", lines.verifies ? "v" : "",
           lines.fails ? "f" : "", marker.size ? " " : "", (int)marker.size,
           marker.size ? marker.data : "");
  tta_buf_free(&marker);
  return out;
}

typedef struct row {
  const char *text, *expected;
} row;

static void check_rows(const row *rows, size_t count) {
  for (size_t i = 0; i < count; i++)
    ck_assert_msg(!strcmp(summary(rows[i].text), rows[i].expected), "%s\nis '%s', expected '%s'", rows[i].text,
                  summary(rows[i].text), rows[i].expected);
}
#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof *(rows))

START_TEST(lines_of_real_tests) {
  static const row rows[] = {
      {"", ""},
      {"module {}\n", ""},
      {"// RUN: ttmlir-opt --canonicalize %s | FileCheck %s\n", "r"},
      {"// RUN: ttmlir-opt %s -split-input-file -verify-diagnostics\n", "rsv"},
      {"// RUN: not ttmlir-opt --split-input-file %s 2>&1 | FileCheck %s\n", "rsf"},
      {"// RUN: not ttmlir-opt --split-input-file --ttcore-register-device=\"system-desc-path=%system_desc_path%\" %s "
       "2>&1 | FileCheck %s\n",
       "rsf"},
      {"// RUN: ttmlir-opt --ttcore-register-device --d2m-allocate 2>&1 -o %t %s\n", "r"},
      {"// RUN: ttmlir-opt --canonicalize %s -o %t --split-input-file\n// RUN: FileCheck %s --input-file=%t\n", "rs"},
      {"// RUN: rm -rf %t.dir && mkdir -p %t.dir\n// RUN: not ttmlir-opt %s\n// RUN: cat %t.dir/out.json\n", "rf"},
      {"// RUN: ttmlir-opt \\\n// RUN:   --pass=\"a=b c=d\" \\\n// RUN:   --split-input-file \\\n// RUN:   -o %t %s\n",
       "rs"},
      {"// RUN: ttmlir-opt --convert %s | ttmlir-translate --ttkernel-to-cpp | FileCheck %s\n", "r"},
      {"// RUN: ttmlir-translate --ttnn-to-flatbuffer -o %t.ttnn %t.mlir\n", ""},
      {"// RUN: %ttmlir_opt -verify-diagnostics=only-expected %s\n", "rv"},
      {"// RUN: mlir-opt-19 %s --split-input-file=\"// ====\"\r\n", "rs // ===="},
  };
  CHECK_ROWS(rows);
}
END_TEST

START_TEST(names_of_tools) {
  static const row rows[] = {
      {"RUN: not tt-opt %s", "rf"},
      {"RUN: not %{tt-opt} %s", "rf"},
      {"RUN: not %ttmlir_opt %s", "rf"},
      {"RUN: not ../bin/stablehlo-opt %s", "rf"},
      {"RUN: not mlir-opt-19.1.7 %s", "rf"},
      {"RUN: not 'C:\\tools\\mlir-opt.exe' %s", "rf"},
      {"RUN: not mlir-translate %s", "rf"},
      {"RUN: not FileCheck %s --check-prefix=mlir-opt", ""},
      {"RUN: not grep mlir-opt %s", ""},
      {"RUN: echo not mlir-opt %s", ""},
      {"RUN: not adopt %s", ""},
      {"RUN: not mlir-opts %s", ""},
  };
  CHECK_ROWS(rows);
}
END_TEST

START_TEST(which_command_reads_the_file) {
  static const row rows[] = {
      {"RUN: tt-opt --split-input-file < %s", "rs"},
      {"RUN: tt-opt --split-input-file <%s >%t 2>&1", "rs"},
      {"RUN: cat %s | tt-opt --split-input-file", "rs"},
      {"RUN: cat %t | tt-opt --split-input-file", ""},
      {"RUN: cat %s; tt-opt --split-input-file", ""},
      {"RUN: sed s/a/b/ %s | tt-opt --split-input-file", ""},
      {"RUN: tt-opt %/s --split-input-file", "rs"},
      {"RUN: tt-opt --input=%s --split-input-file", "rs"},
      {"RUN: tt-opt \"%s\" --split-input-file", "rs"},
      {"RUN: tt-opt %s.tmp --split-input-file", ""},
      {"RUN: tt-opt %S/other.mlir --split-input-file", ""},
      {"RUN: tt-opt %system_desc_path% --split-input-file", ""},
      {"RUN: tt-opt %t > %s --split-input-file", ""},
      {"RUN: tt-opt %s | tt-opt --verify-diagnostics --split-input-file -", "r"},
      {"RUN: (cd %T; tt-opt %s --split-input-file)", "rs"},
      {"RUN: tt-opt %s &>%t --split-input-file", "rs"},
      {"RUN: tt-opt --split-input-file %s |& FileCheck %s", "rs"},
  };
  CHECK_ROWS(rows);
}
END_TEST

START_TEST(when_a_failure_is_expected) {
  static const row rows[] = {
      {"RUN: not --crash tt-opt %s", "rf"},
      {"RUN: ! tt-opt %s", "rf"},
      {"RUN: not not tt-opt %s", "r"},
      {"RUN: env A=b not tt-opt %s", "rf"},
      {"RUN: not env -u C A=b tt-opt %s", ""}, /* C is read as the program */
      {"RUN: timeout 10 not tt-opt %s", "rf"},
      {"RUN: not tt-opt %s || true", "rf"},
      {"RUN: %if host %{ not tt-opt %s %}", "rf"},
      {"RUN: not tt-opt %s %if host %{ --split-input-file %}", "rsf"},
      {"RUN: if true; then not tt-opt %s; fi", "rf"},
      {"RUN: not tt-opt --a %s\nRUN: tt-opt --b %s", "r"},   /* the text itself is accepted */
      {"RUN: not tt-opt --a %s\nRUN: tt-opt --b %t", "rf"},
      {"RUN: not tt-opt %s --verify-diagnostics", "rv"},
      {"RUN: tt-opt %s | not FileCheck %s", "r"},
      {"RUN: tt-opt %s && not tt-opt -a %s", "r"},
  };
  CHECK_ROWS(rows);
}
END_TEST

START_TEST(values_and_quotes) {
  static const row rows[] = {
      {"RUN: tt-opt %s '--split-input-file=// a b'", "rs // a b"},
      {"RUN: tt-opt %s --split-input-file=//\\ \\\"x", "rs // \"x"},
      {"RUN: tt-opt %s --split-input-file=\"a\\\"b\\n\"", "rs a\"b\\n"},
      {"RUN: tt-opt %s --split-input-file=", "rs"},
      {"RUN: tt-opt %s --split-input-file=true", "rs"},
      {"RUN: tt-opt %s --split-input-file=false --verify-diagnostics=0", "r"},
      {"RUN: tt-opt %s ---split-input-file", "r"},
      {"RUN: tt-opt %s --split-input-files --no-verify-diagnostics", "r"},
      {"RUN: tt-opt %s --split-input-file=a\nRUN: tt-opt %s --split-input-file=b", "rs a"},
      {"RUN: tt-opt %s\nRUN: tt-opt %s --split-input-file=b", "rs b"},
      {"RUN: tt-opt %s '--split-input-file", "rs"},
      {"RUN: tt-opt %s --split-input-file=\"", "rs"},
      {"RUN: tt-opt %s --split-\\\nno\nRUN:input-file", "rs"},
      {"RUN: tt-opt %s --split-\\  \nno\nRUN: input-file", "r"},
      {"RUN: tt-opt %s --split-input-file\\", "rs"},
      {"x RUN:RUN: tt-opt %s --split-input-file", ""}, /* the program is `RUN:` */
      {"# RUN:tt-opt\t%s\t--split-input-file", "rs"},
      {"RUN: tt-opt %s >", "r"},
      {"RUN: tt-opt %s <", "r"},
      {"RUN: tt-opt %s > > > | | || && & ; ;; --split-input-file", "r"},
      {"RUN: \\", ""},
      {"RUN:", ""},
      {"RUN:\nRUN:\\\nRUN:\\", ""},
  };
  CHECK_ROWS(rows);
}
END_TEST

/* Random lines of pieces and bytes, without a NUL after them. They are read to the end, and a text without "RUN:" says
 * nothing. */
START_TEST(random_lines) {
  static const char *const pieces[] = {
      "RUN:", "RUN: ", "// RUN: ", "\\\n", "\n", "not ", "tt-opt ", "mlir-opt-19", "%ttmlir_opt", "%s", " ", "\t",
      "--split-input-file", "verify-diagnostics", "-", "=", "\"", "'", "\\", "|", "&&", "&", ";", "<", ">", "2>&1",
      "(", "%{", "%}", "cat ", "env ", "!", "\r",
  };
  random_state = 20261122;
  for (int round = 0; round < 20000; round++) {
    char text[512];
    size_t size = 0;
    int64_t count = pick(0, 24);
    for (int64_t i = 0; i < count; i++) {
      const char *piece = pieces[pick(0, sizeof pieces / sizeof *pieces - 1)];
      char byte[2] = {(char)pick(0, 255), 0};
      if (pick(0, 9) == 0) piece = byte;
      size_t n = piece == byte ? 1 : strlen(piece);
      memcpy(text + size, piece, n);
      size += n;
    }
    char *exact = malloc(size + 1); /* sanitizers notice a read beyond the text */
    ck_assert_ptr_nonnull(exact);
    memcpy(exact, text, size);
    tta_run_lines lines;
    tta_buf marker;
    tta_buf_init(&marker, NULL);
    ck_assert_int_eq(tta_run_lines_read((tta_str){exact, size}, &lines, &marker), TTA_OK);
    bool has_run = false;
    for (size_t i = 0; i + 4 <= size; i++) has_run |= !memcmp(exact + i, "RUN:", 4);
    ck_assert(has_run || !lines.found);
    ck_assert(lines.found || !(lines.split || lines.verifies || lines.fails));
    ck_assert(!(lines.fails && lines.verifies));
    ck_assert_uint_le(marker.size, size);
    tta_buf_free(&marker);
    free(exact);
  }
}
END_TEST

static tta_status read_with(const tta_allocator *allocator, const void *text) {
  tta_run_lines lines;
  tta_buf marker;
  tta_buf_init(&marker, allocator);
  tta_status status = tta_run_lines_read(view(text), &lines, &marker);
  if (!status) ck_assert(lines.split && marker.size == 3);
  tta_buf_free(&marker);
  return status;
}

START_TEST(without_memory) {
  each_request_fails(read_with, "RUN: tt-opt %s \\\nRUN: --split-input-file=abc", TTA_OK);
}
END_TEST

int main(void) {
  return RUN_SUITE("run_lines", lines_of_real_tests, names_of_tools, which_command_reads_the_file,
                   when_a_failure_is_expected, values_and_quotes, random_lines, without_memory);
}
