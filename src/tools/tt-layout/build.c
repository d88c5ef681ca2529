/* tt-layout build and with: new layouts, and layouts changed in part. */
#include <stdio.h>
#include <string.h>

#include "spec.h"
#include "tools/common/message.h"

void tt_layout_spec_init(tt_layout_spec *spec) {
  *spec = (tt_layout_spec){.shape = {.count = 0}};
  tta_build_spec_init(&spec->build);
}

/* 0, or the exit status after the reason for an unknown word was printed. */
static int finish_word(tta_status status, tta_buf *reason) {
  if (status) return tt_layout_fail(status, reason) ? TTA_EXIT_FAILED : 0;
  tta_buf_free(reason);
  return 0;
}

static int apply_tile(const tta_option_use *use, const char *expected, int64_t tile[2], tta_data_type *type) {
  tta_buf reason;
  tta_str word;
  if (!tt_layout_read_tile(use->value, tile, &word)) return tt_layout_bad_value(use, expected);
  *type = TTA_DATA_TYPE_NONE;
  tta_buf_init(&reason, NULL);
  return finish_word(word.size ? tta_data_type_find(word, type, &reason) : TTA_OK, &reason);
}

static int apply_space(const tta_option_use *use, tta_memory_space *space) {
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  return finish_word(tta_memory_space_find(tt_layout_str(use->value), space, &reason), &reason);
}

static int apply_oob(const tta_option_use *use, tta_oob_value *oob) {
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  return finish_word(tta_oob_value_find(tt_layout_str(use->value), oob, &reason), &reason);
}

static int apply_memory_layout(const tta_option_use *use, tta_memory_layout *layout) {
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  return finish_word(tta_memory_layout_find(tt_layout_str(use->value), layout, &reason), &reason);
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
    return apply_tile(use, "a tile such as 32x32:bfp_bf8", b->tile, &b->tile_type);
  case TT_LAYOUT_ERA:
    return tt_layout_read_era(use->value, &b->era) ? 0 : tt_layout_bad_value(use, "a date such as 2024-11-27");
  case TT_LAYOUT_ELEMENT: b->element = tt_layout_str(use->value); return 0;
  case TT_LAYOUT_MAP: b->map = tt_layout_str(use->value); return 0;
  case TT_LAYOUT_SPACE: return apply_space(use, &b->memory_space);
  case TT_LAYOUT_OOB: return apply_oob(use, &b->oob_val);
  case TT_LAYOUT_MEMORY_LAYOUT: return apply_memory_layout(use, &b->memory_layout);
  default: b->attribute_only = true; return 0;
  }
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
    bool typed = b->tile_type || tta_element_scalar(b->element).data_type;
    if (!b->tile[0] || typed) return tt_layout_check_words(b);
    tta_print_error(tt_layout_program, "--tile needs a type for elements %.*s: 32x32:bfp_bf8", (int)b->element.size,
                  b->element.data);
  }
  return TTA_EXIT_FAILED;
}

int tt_layout_check(const tta_buf *text, int32_t era) {
  tta_source source;
  tta_check_options *options = NULL;
  tta_check *check;
  tta_buf copy;
  tta_buf_init(&copy, NULL);
  tta_buf_bytes(&copy, text->data, text->size);
  tta_buf_char(&copy, '\0');
  tta_source_init(&source, tt_layout_str("<RESULT>"), (tta_str){copy.data, text->size}, NULL);
  int exit = TTA_EXIT_FAILED;
  if (copy.failed || tt_layout_check_options(era, &options) || tta_check_text(&source, options, &check)) {
    tta_print_no_memory(tt_layout_program);
  } else {
    exit = tt_layout_print_diagnostics(check, &source);
    tta_check_free(check);
  }
  tta_check_options_free(options);
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

static const tta_option rows[] = {
    TT_LAYOUT_SPEC_ROWS,
    {"--attr-only", NULL, TTA_ARGUMENT_NONE, NULL, "print the attribute without the tensor", TT_LAYOUT_ATTR_ONLY},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", TT_LAYOUT_HELP},
};

static int run(char **argv);
const tt_layout_command tt_layout_build = {"build",
                                           "build --shape SHAPE --element TYPE --grid GRID [OPTION...]",
                                           "a layout from a shape and a grid",
                                           "",
                                           rows,
                                           sizeof rows / sizeof rows[0],
                                           run};

/* Judged is the whole type, also where the attribute alone is printed. */
static int print_layout(const tt_layout_spec *spec) {
  tta_buf out, attribute, warnings, reason;
  tta_build_spec whole = spec->build;
  whole.attribute_only = false;
  tta_buf_init(&out, NULL);
  tta_buf_init(&attribute, NULL);
  tta_buf_init(&warnings, NULL);
  tta_buf_init(&reason, NULL);
  tta_status status = tta_layout_build(&whole, &out, &warnings, &reason);
  if (!status && spec->build.attribute_only) status = tta_layout_build(&spec->build, &attribute, NULL, &reason);
  return tt_layout_print_built(status, &out, spec->build.attribute_only ? &attribute : NULL, &warnings, &reason,
                               spec->build.era);
}

static int run(char **argv) {
  tt_layout_spec spec;
  tta_option_use use;
  int status;
  tt_layout_spec_init(&spec);
  tta_options options = tta_options_start(tt_layout_program, rows, sizeof rows / sizeof rows[0], argv);
  while (tt_layout_next(&tt_layout_build, &options, &use, &status) == TTA_OPTIONS_ONE) {
    if (use.id == TTA_OPTION_INPUT) {
      tta_print_error(tt_layout_program, "build takes options only, not '%s'", use.value);
      return TTA_EXIT_FAILED;
    }
    if ((status = tt_layout_spec_apply(&spec, &use))) return status;
  }
  if (status >= 0) return status;
  status = tt_layout_spec_finish(&spec, true);
  return status ? status : print_layout(&spec);
}

enum {
  WITH_HELP = TT_LAYOUT_HELP, WITH_GRID, WITH_TILE, WITH_SPACE, WITH_OOB, WITH_COLLAPSE, WITH_ERA, WITH_ATTR_ONLY,
  WITH_NAME
};

static const tta_option with_rows[] = {
    {"--grid", NULL, TTA_ARGUMENT_REQUIRED, "2x4", "another grid; of another rank it rebuilds the map", WITH_GRID},
    {"--tile", NULL, TTA_ARGUMENT_REQUIRED, "32x32:bfp_bf8|none", "store tiles, or scalars", WITH_TILE},
    {"--memory-space", NULL, TTA_ARGUMENT_REQUIRED, "SPACE", "l1, dram, mmio, system", WITH_SPACE},
    {"--oob", NULL, TTA_ARGUMENT_REQUIRED, "VALUE", "undef, zero, one, inf, neginf", WITH_OOB},
    {"--collapse", NULL, TTA_ARGUMENT_REQUIRED, "B:E,..|none", "rebuild the map from the shape", WITH_COLLAPSE},
    {"--era", NULL, TTA_ARGUMENT_REQUIRED, "DATE", "spelling of that day; default: stays", WITH_ERA},
    {"--attr-only", NULL, TTA_ARGUMENT_NONE, NULL, "print the attribute without the tensor", WITH_ATTR_ONLY},
    {"--name", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "of a FILE: %arg0 or '#layout'", WITH_NAME},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", WITH_HELP},
};

static int with_run(char **argv);
const tt_layout_command tt_layout_with = {"with",
                                          "with TYPE|FILE [OPTION...]",
                                          "the same tensor with another grid, tile, memory or map",
                                          "",
                                          with_rows,
                                          sizeof with_rows / sizeof with_rows[0],
                                          with_run};

typedef struct with_request {
  tta_relayout_spec spec;
  tt_layout_numbers grid, intervals;
  const char *word, *name;
} with_request;

static int with_apply(void *into, const tta_option_use *use) {
  with_request *r = into;
  tta_relayout_spec *s = &r->spec;
  switch (use->id) {
  case TTA_OPTION_INPUT:
    if (r->word) {
      tta_print_error(tt_layout_program, "with takes one TYPE or FILE");
      return TTA_EXIT_FAILED;
    }
    r->word = use->value;
    return 0;
  case WITH_GRID:
    if (!tt_layout_read_shape(use->value, 0, &r->grid)) return tt_layout_bad_value(use, "a grid such as 2x4");
    s->grid = tt_layout_shape(&r->grid);
    return 0;
  case WITH_TILE:
    s->new_tile = true;
    s->tile[0] = s->tile[1] = 0;
    s->tile_type = TTA_DATA_TYPE_NONE;
    if (!strcmp(use->value, "none")) return 0;
    return apply_tile(use, "a tile such as 32x32:bfp_bf8, or none", s->tile, &s->tile_type);
  case WITH_COLLAPSE:
    if (!tt_layout_read_intervals(use->value, &r->intervals))
      return tt_layout_bad_value(use, "intervals such as 0:-1 or 0:3,-3:-1, or none");
    s->new_collapse = true;
    s->num_intervals = r->intervals.count / 2;
    s->intervals = r->intervals.value;
    return 0;
  case WITH_ERA:
    return tt_layout_read_era(use->value, &s->era) ? 0 : tt_layout_bad_value(use, "a date such as 2024-11-27");
  case WITH_SPACE: return apply_space(use, &s->memory_space);
  case WITH_OOB: return apply_oob(use, &s->oob_val);
  case WITH_NAME: r->name = use->value; return 0;
  default: s->attribute_only = true; return 0;
  }
}

static int relay(with_request *r, const tta_layout *sharding) {
  tta_buf out, attribute, warnings, reason;
  tta_relayout_spec whole = r->spec;
  tta_buf_init(&reason, NULL);
  if (whole.tile[0] && !whole.tile_type && !sharding->tensor_element.data_type) {
    tta_buf_str(&reason, "--tile needs a type for these elements: 32x32:bfp_bf8");
    return tt_layout_fail(TTA_INVALID, &reason);
  }
  whole.attribute_only = false;
  tta_buf_init(&out, NULL);
  tta_buf_init(&attribute, NULL);
  tta_buf_init(&warnings, NULL);
  tta_status status = tta_layout_relayout(sharding, &whole, &out, &warnings, &reason);
  if (!status && r->spec.attribute_only) status = tta_layout_relayout(sharding, &r->spec, &attribute, NULL, &reason);
  return tt_layout_print_built(status, &out, r->spec.attribute_only ? &attribute : NULL, &warnings, &reason,
                               r->spec.era);
}

static int check_words(const tta_relayout_spec *relay) {
  tta_build_spec words;
  tta_build_spec_init(&words);
  if (relay->era) words.era = relay->era;
  if (relay->oob_val) words.oob_val = relay->oob_val;
  if (relay->memory_space) words.memory_space = relay->memory_space;
  words.tile_type = relay->tile_type;
  return tt_layout_check_words(&words);
}

static int with_run(char **argv) {
  with_request r = {.word = NULL};
  int status = tt_layout_read_options(&tt_layout_with, argv, with_apply, &r);
  if (status >= 0) return status;
  if ((status = check_words(&r.spec))) return status;
  tt_layout_input input;
  const tta_layout *sharding;
  status = tt_layout_open(&input, r.word ? r.word : "-", "<TYPE>", r.name, 0);
  if (!status) status = tt_layout_single(&input, &sharding);
  if (!status) status = relay(&r, sharding);
  tt_layout_close(&input);
  return status;
}
