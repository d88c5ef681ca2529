/* Owns what the commands share: results, messages, the values of options, and text for people. Does not own inputs
 * (input.c). */
#include "tool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/message.h"
#include "tools/common/output.h"

/* ---- options ---- */

static int print_help(const tt_layout_command *command) {
  tta_buf out, intro;
  tta_buf_init(&out, NULL);
  tta_buf_init(&intro, NULL);
  tta_buf_printf(&intro, "tt-layout %s\n%s\n%s%s\n", command->usage, command->summary, command->details,
                 command->details[0] ? "\n" : "");
  tta_buf_char(&intro, '\0');
  if (intro.failed) out.failed = true;
  else tta_options_help(&out, intro.data, command->rows, command->num_rows);
  tta_buf_free(&intro);
  return tt_layout_finish(&out);
}

tta_options_step tt_layout_next(const tt_layout_command *command, tta_options *options, tta_option_use *use,
                                int *status) {
  tta_options_step step = tta_options_next(options, use);
  *status = step == TTA_OPTIONS_END ? -1 : TTA_EXIT_FAILED;
  if (step != TTA_OPTIONS_ONE || use->id != TT_LAYOUT_HELP) return step;
  *status = print_help(command);
  return TTA_OPTIONS_WRONG;
}

int tt_layout_read_options(const tt_layout_command *command, char **argv, tt_layout_parse_option *take, void *request) {
  tta_options options = tta_options_start(tt_layout_program, command->rows, command->num_rows, argv);
  tta_option_use use;
  int status;
  while (tt_layout_next(command, &options, &use, &status) == TTA_OPTIONS_ONE)
    if ((status = take(request, &use))) return status;
  return status;
}

/* ---- results and messages ---- */

int tt_layout_finish_to(tta_buf *out, const char *path) {
  bool to_file = path && strcmp(path, "-") != 0;
  int status = TTA_EXIT_DONE;
  if (out->failed) {
    tta_print_no_memory(tt_layout_program);
    status = TTA_EXIT_FAILED;
  } else if (out->size || to_file) {
    tta_output output;
    tta_output_open(&output, to_file ? path : NULL, NULL);
    tta_output_bytes(&output, out->data, out->size);
    if (!tta_output_close(&output)) {
      tta_print_io_failure(tt_layout_program, &output.failure, output.name);
      status = TTA_EXIT_FAILED;
    }
  }
  tta_buf_free(out);
  return status;
}

int tt_layout_finish(tta_buf *out) { return tt_layout_finish_to(out, NULL); }

static const char *meaning(tta_status status) {
  switch (status) {
  case TTA_OVERFLOW: return "a number needs more than 63 bits";
  case TTA_LIMIT: return "more dims than can be handled (64)";
  case TTA_UNDECIDED: return "this cannot be decided within the limits";
  default: return "this is not possible";
  }
}

int tt_layout_fail(tta_status status, tta_buf *reason) {
  bool lost = status == TTA_NO_MEMORY || reason->failed;
  if (lost) tta_print_no_memory(tt_layout_program);
  else if (reason->size)
    tta_print_error(tt_layout_program, "%.*s", (int)(reason->size > 4000 ? 4000 : reason->size), reason->data);
  else tta_print_error(tt_layout_program, "%s", meaning(status));
  tta_buf_free(reason);
  return lost ? TTA_EXIT_FAILED : TTA_EXIT_ERRORS;
}

int tt_layout_bad_value(const tta_option_use *use, const char *expected) {
  tta_print_error(tt_layout_program, "invalid value '%s' of '%s'; expected %s", use->value,
                use->name ? use->name : "the argument", expected);
  return TTA_EXIT_FAILED;
}

void tt_layout_warn(tta_buf *warnings) {
  const char *at = warnings->data, *end = warnings->size ? at + warnings->size : at;
  while (at < end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    tta_print_message(tt_layout_program, "warning: %.*s", (int)(stop - at), at);
    at = stop + (stop < end);
  }
  tta_buf_free(warnings);
}

/* ---- values of options ---- */

tta_str tt_layout_str(const char *text) { return (tta_str){text, text ? strlen(text) : 0}; }

/* A decimal integer at *at, moved behind it. */
static bool read_integer(const char **at, int64_t *value) {
  bool negative = **at == '-';
  const char *p = *at + negative;
  if (*p < '0' || *p > '9') return false;
  uint64_t n = 0;
  for (; *p >= '0' && *p <= '9'; p++) {
    if (n > (INT64_MAX - 9) / 10) return false;
    n = n * 10 + (uint64_t)(*p - '0');
  }
  *value = negative ? -(int64_t)n : (int64_t)n;
  *at = p;
  return true;
}

bool tt_layout_read_numbers(const char *text, char separator, int64_t least, tt_layout_numbers *out) {
  out->count = 0;
  for (;;) {
    while (separator == ',' && *text == ' ') text++;
    if (out->count == TTA_MAX_RANK || !read_integer(&text, &out->value[out->count])) return false;
    if (out->value[out->count++] < least) return false;
    if (!*text) return true;
    if (*text++ != separator) return false;
  }
}

bool tt_layout_read_shape(const char *text, int64_t least, tt_layout_numbers *out) {
  return text[0] != '-' && tt_layout_read_numbers(text, 'x', least, out);
}

bool tt_layout_read_intervals(const char *text, tt_layout_numbers *out) {
  out->count = 0;
  if (!strcmp(text, "none")) return true;
  for (;;) {
    if (out->count == 2 * TTA_MAX_RANK || !read_integer(&text, &out->value[out->count++]) || *text++ != ':')
      return false;
    if (!read_integer(&text, &out->value[out->count++])) return false;
    if (!*text) return true;
    if (*text++ != ',') return false;
  }
}

bool tt_layout_read_tile(const char *text, int64_t tile[2], tta_str *type) {
  if (!read_integer(&text, &tile[0]) || *text++ != 'x' || !read_integer(&text, &tile[1])) return false;
  if (*text && *text++ != ':') return false;
  *type = tt_layout_str(text);
  return tile[0] >= 1 && tile[1] >= 1 && (text[0] || text[-1] != ':');
}

bool tt_layout_read_era(const char *text, int32_t *era) {
  int year, month, day, used = 0;
  if (strlen(text) != 10 || sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &used) != 3 || used != 10) return false;
  *era = year * 10000 + month * 100 + day;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && year >= 2000;
}

/* ---- text for people ---- */

enum { COLUMNS = 80, TEXT_COLUMN = 12 };

/* Where a line of at most `room` bytes may end: behind a blank, else anywhere. */
static size_t line_length(tta_str text, size_t room) {
  if (text.size <= room) return text.size;
  for (size_t n = room + 1; n > room / 2; n--)
    if (text.data[n - 1] == ' ') return n;
  return room;
}

void tt_layout_line(tta_buf *out, const char *label, tta_str text) {
  tta_buf_printf(out, "%-*s", TEXT_COLUMN, label);
  while (text.size) {
    size_t n = line_length(text, COLUMNS - TEXT_COLUMN), shown = n;
    while (shown && text.data[shown - 1] == ' ') shown--;
    tta_buf_bytes(out, text.data, shown);
    text = (tta_str){text.data + n, text.size - n};
    if (text.size) tta_buf_printf(out, "\n%*s", TEXT_COLUMN, "");
  }
  tta_buf_char(out, '\n');
}

void tt_layout_linef(tta_buf *out, const char *label, const char *format, ...) {
  tta_buf text;
  va_list args;
  tta_buf_init(&text, NULL);
  va_start(args, format);
  tta_buf_vprintf(&text, format, args);
  va_end(args);
  if (text.failed) out->failed = true;
  tt_layout_line(out, label, tta_buf_view(&text));
  tta_buf_free(&text);
}

void tt_layout_append_shape(tta_buf *out, tta_shape shape) {
  for (uint32_t i = 0; i < shape.rank; i++) {
    if (i) tta_buf_char(out, 'x');
    tta_buf_int(out, shape.extent[i]);
  }
}

void tt_layout_append_str(tta_buf *out, tta_str text) { tta_buf_bytes(out, text.data, text.size); }

void tt_layout_json_str(tta_json *json, const char *key, tta_str text) {
  tta_json_key(json, key);
  if (text.size) tta_json_string(json, text);
  else tta_json_null(json);
}

void tt_layout_json_shape(tta_json *json, const char *key, tta_shape shape) {
  tta_json_key(json, key);
  if (shape.extent) tta_json_shape(json, shape);
  else tta_json_null(json);
}

tta_status tt_layout_check_options(int32_t era, tta_check_options **out) {
  tta_status status = tta_check_options_new(NULL, out);
  if (!status) tta_check_options_set_era(*out, era);
  return status;
}
