/* Owns the options that describe a new layout. */
#include "spec.h"

#include <stdio.h>
#include <string.h>

#include "tools/common/message.h"

void tt_layout_spec_init(tt_layout_spec *spec) {
  *spec = (tt_layout_spec){.shape = {.count = 0}};
  tta_build_spec_init(&spec->build);
}

int tt_layout_spec_apply(tt_layout_spec *s, const tta_option_use *use) {
  tta_build_spec *b = &s->build;
  switch (use->id) {
  case TT_LAYOUT_SHAPE:
    if (!tt_layout_read_shape(use->value, 0, &s->shape)) return tt_layout_bad_value(use, "a shape such as 2x3x64x128");
    b->shape = tt_layout_shape(&s->shape);
    return 0;
  case TT_LAYOUT_GRID:
    if (!tt_layout_read_shape(use->value, 0, &s->grid)) return tt_layout_bad_value(use, "a grid such as 2x4");
    b->grid = tt_layout_shape(&s->grid);
    return 0;
  case TT_LAYOUT_COLLAPSE:
    if (!tt_layout_read_intervals(use->value, &s->intervals))
      return tt_layout_bad_value(use, "intervals such as 0:-1 or 0:3,-3:-1, or none");
    b->explicit_intervals = true;
    b->num_intervals = s->intervals.count / 2;
    b->intervals = s->intervals.value;
    return 0;
  case TT_LAYOUT_ALIGN:
    return tta_options_number(use->value, 1, INT32_MAX, &b->align) ? 0 : tt_layout_bad_value(use, "a number of rows");
  case TT_LAYOUT_TILE:
    return tt_layout_read_tile(use->value, b->tile, &b->tile_type)
               ? 0
               : tt_layout_bad_value(use, "a tile such as 32x32:bfp_bf8");
  case TT_LAYOUT_ERA:
    return tt_layout_read_era(use->value, &b->era) ? 0 : tt_layout_bad_value(use, "a date such as 2024-11-27");
  case TT_LAYOUT_ELEMENT: b->element = tt_layout_str(use->value); return 0;
  case TT_LAYOUT_MAP: b->map = tt_layout_str(use->value); return 0;
  case TT_LAYOUT_SPACE: b->memory_space = tt_layout_str(use->value); return 0;
  case TT_LAYOUT_OOB: b->oob_val = tt_layout_str(use->value); return 0;
  case TT_LAYOUT_MEMORY_LAYOUT: b->memory_layout = tt_layout_str(use->value); return 0;
  default: b->attribute_only = true; return 0;
  }
}

/* tt-mlir elementTypeToDataType (si32 from 2025-02-27 on; reference 4.6). */
tta_str tt_layout_data_type_of(tta_str element) {
  static const char *const pairs[][2] = {{"f32", "f32"},   {"f16", "f16"},  {"bf16", "bf16"}, {"i32", "si32"},
                                         {"si32", "si32"}, {"ui32", "u32"}, {"ui16", "u16"},  {"i16", "u16"},
                                         {"ui8", "u8"},    {"i8", "u8"},  {"u32", "u32"},  {"u16", "u16"},
                                         {"u8", "u8"}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    if (strlen(pairs[i][0]) == element.size && !memcmp(pairs[i][0], element.data, element.size))
      return tt_layout_str(pairs[i][1]);
  return (tta_str){0};
}

int tt_layout_check_words(const tta_build_spec *spec) {
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  if (tta_build_spec_check(spec, &reason)) {
    tt_layout_fail(TTA_INVALID, &reason);
    return TTA_EXIT_FAILED;
  }
  tta_buf_free(&reason);
  return TTA_EXIT_DONE;
}

int tt_layout_spec_finish(tt_layout_spec *s, bool needs_grid) {
  tta_build_spec *b = &s->build;
  if (!b->shape.rank) tta_print_error(tt_layout_program, "--shape is missing");
  else if (!b->element.size) tta_print_error(tt_layout_program, "--element is missing");
  else if (needs_grid && !b->grid.rank) tta_print_error(tt_layout_program, "--grid is missing");
  else if (b->map.size && b->explicit_intervals)
    tta_print_error(tt_layout_program, "--map and --collapse exclude each other");
  else {
    if (b->tile[0] && !b->tile_type.size) b->tile_type = tt_layout_data_type_of(b->element);
    if (!b->tile[0] || b->tile_type.size) return tt_layout_check_words(b);
    tta_print_error(tt_layout_program, "--tile needs a type for elements %.*s: 32x32:bfp_bf8", (int)b->element.size,
                  b->element.data);
  }
  return TTA_EXIT_FAILED;
}

int tt_layout_check(const tta_buf *text, int32_t era) {
  tta_source source;
  tta_check_options options;
  tta_check *check;
  tta_buf copy;
  tta_buf_init(&copy, NULL);
  tta_buf_bytes(&copy, text->data, text->size);
  tta_buf_char(&copy, '\0');
  tta_check_options_init(&options);
  options.era = era;
  tta_source_init(&source, tt_layout_str("<RESULT>"), (tta_str){copy.data, text->size}, NULL);
  int exit = TTA_EXIT_FAILED;
  if (copy.failed || tta_check_text(&source, &options, &check)) {
    tta_print_no_memory(tt_layout_program);
  } else {
    exit = tt_layout_print_diagnostics(check, &source);
    tta_check_free(check);
  }
  tta_source_free(&source);
  tta_buf_free(&copy);
  return exit;
}

int tt_layout_print_built(tta_status status, tta_buf *type, tta_buf *attribute, tta_buf *warnings, tta_buf *reason,
                          int32_t era) {
  int exit = status ? tt_layout_fail(status, reason) : tt_layout_check(type, era);
  tta_buf *printed = attribute ? attribute : type, *other = attribute ? type : NULL;
  if (!status) tta_buf_free(reason);
  tt_layout_warn(warnings);
  if (other) tta_buf_free(other);
  tta_buf_char(printed, '\n');
  if (!exit) return tt_layout_finish(printed);
  tta_buf_free(printed);
  return exit;
}
