/* tt-layout build and with: new layouts, and layouts changed in part. */
#include <stdio.h>
#include <string.h>

#include "tool.h"
#include "tools/common/message.h"

void tt_layout_spec_init(tt_layout_spec *spec) {
  *spec = (tt_layout_spec){.shape = {.count = 0}};
  tta_build_spec_init(&spec->build);
}

/* -1 to continue, or exit status 2 after the reason for an unknown word was printed. */
static int finish_word(const tta_option_use *use, tta_status status, tta_buf *reason) {
  int exit = -1;
  tta_buf_char(reason, '\0');
  if (reason->failed) tta_print_no_memory(tt_layout_program);
  else if (status) tta_print_error(tt_layout_program, "%s: %s", use->name, reason->data);
  if (reason->failed || status) exit = TTA_EXIT_FAILED;
  tta_buf_free(reason);
  return exit;
}

static int parse_tile(const tta_option_use *use, const char *expected, int64_t tile[2], tta_data_type *type) {
  tta_buf reason = tta_buf_new(NULL);
  tta_str word;
  if (!tta_read_tile(use->value, tile, &word)) return tta_invalid_value(tt_layout_program, use, expected);
  *type = TTA_DATA_TYPE_NONE;
  return finish_word(use, word.size ? tta_data_type_find(word, type, &reason) : TTA_OK, &reason);
}

static int parse_space(const tta_option_use *use, tta_memory_space *space) {
  tta_buf reason = tta_buf_new(NULL);
  return finish_word(use, tta_memory_space_find(tta_str_from(use->value), space, &reason), &reason);
}

static int parse_oob(const tta_option_use *use, tta_oob_value *oob) {
  tta_buf reason = tta_buf_new(NULL);
  return finish_word(use, tta_oob_value_find(tta_str_from(use->value), oob, &reason), &reason);
}

int tt_layout_parse_tile(void *request, const tta_option_use *use) {
  tta_build_spec *b = &((tt_layout_spec *)request)->build;
  return parse_tile(use, "a tile such as 32x32:bfp_bf8", b->tile, &b->tile_type);
}

int tt_layout_parse_space(void *request, const tta_option_use *use) {
  return parse_space(use, &((tt_layout_spec *)request)->build.memory_space);
}

int tt_layout_parse_oob(void *request, const tta_option_use *use) {
  return parse_oob(use, &((tt_layout_spec *)request)->build.oob_val);
}

int tt_layout_parse_memory_layout(void *request, const tta_option_use *use) {
  tta_buf reason = tta_buf_new(NULL);
  tta_memory_layout *layout = &((tt_layout_spec *)request)->build.memory_layout;
  return finish_word(use, tta_memory_layout_find(tta_str_from(use->value), layout, &reason), &reason);
}

/* Reports words that the layouts of the date do not have. */
static int report_words(const tta_build_spec *spec) {
  tta_buf reason = tta_buf_new(NULL);
  if (tta_build_spec_check(spec, &reason)) {
    tt_layout_fail(TTA_INVALID, &reason);
    return TTA_EXIT_FAILED;
  }
  tta_buf_free(&reason);
  return TTA_EXIT_DONE;
}

static int report_untyped_tile(tta_str element) {
  tta_print_error(tt_layout_program, "no tile type for element type '%.*s'; expected --tile with a type, such as "
                  "32x32:bfp_bf8", (int)element.size, element.data);
  return TTA_EXIT_FAILED;
}

static int missing(const char *option) {
  tta_print_error(tt_layout_program, "missing option %s", option);
  return TTA_EXIT_FAILED;
}

int tt_layout_spec_finish(tt_layout_spec *s, const tta_arguments *arguments, bool needs_grid) {
  tta_build_spec *b = &s->build, defaults;
  tta_build_spec_init(&defaults);
  b->shape = tta_numbers_shape(&s->shape);
  b->grid = tta_numbers_shape(&s->grid);
  b->element = tta_str_from(s->element);
  b->map = tta_str_from(s->map);
  if (!b->era) b->era = defaults.era;
  b->explicit_intervals = tta_given(arguments, "--collapse");
  b->num_intervals = s->intervals.count / 2;
  b->intervals = s->intervals.value;
  if (!b->shape.rank) return missing("--shape");
  if (!b->element.size) return missing("--element");
  if (needs_grid && !b->grid.rank) return missing("--grid");
  bool typed = b->tile_type || tta_element_scalar(b->element).data_type;
  return b->tile[0] && !typed ? report_untyped_tile(b->element) : report_words(b);
}

int tt_layout_check(const tta_buf *text, int32_t era) {
  tta_source source;
  tta_check_options *options = NULL;
  tta_check *check;
  tta_buf copy = tta_buf_new(NULL);
  tta_buf_bytes(&copy, text->data, text->size);
  tta_buf_char(&copy, '\0');
  tta_source_init(&source, tta_str_from("<RESULT>"), (tta_str){copy.data, text->size}, NULL);
  int exit = TTA_EXIT_FAILED;
  if (copy.failed || tt_layout_check_options(era, &options) || tta_check_text(&source, options, &check)) {
    tta_print_no_memory(tt_layout_program);
  } else {
    exit = tt_layout_print_results(tta_check_results(check), &source);
    tta_check_free(check);
  }
  tta_check_options_free(options);
  tta_source_free(&source);
  tta_buf_free(&copy);
  return exit;
}

/* Prints a type that was built, or its attribute alone (NULL: the type), if the type has no errors; prints `reason` if
 * `status` is a failure, and the warnings. Frees all four. */
static int print_built(tta_status status, tta_buf *type, tta_buf *attribute, tta_buf *warnings, tta_buf *reason,
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

/* ---- build ---- */

typedef struct request {
  tt_layout_spec spec;
} request;

#define ALIGN_BYTES_EXPECTED "a number of bytes such as 32"

static const tta_option option_rows[] = {
    TT_LAYOUT_SPEC_ROWS,
    {TT_LAYOUT_SPEC_ROW("--align-bytes", "N", TTA_KIND_NUMBER, build.align_bytes, "32"), .least = 1, .most = INT32_MAX,
     .expected = ALIGN_BYTES_EXPECTED, .help = "pad rows so that they start at multiples of N bytes"},
    {.name = "--attr-only", .kind = TTA_KIND_FLAG, .offset = offsetof(request, spec.build.attribute_only),
     .group = "Output", .help = "print the attribute without the tensor type"},
};

static const tta_option_rule rules[] = {{TTA_AT_MOST_ONE, {"--map", "--collapse"}}};

/* The whole type is verified even if only the attribute is printed. */
static int print_layout(const tt_layout_spec *spec) {
  tta_buf out = tta_buf_new(NULL), attribute = tta_buf_new(NULL), warnings = tta_buf_new(NULL),
          reason = tta_buf_new(NULL);
  tta_build_spec whole = spec->build;
  whole.attribute_only = false;
  tta_status status = tta_layout_build(&whole, &out, &warnings, &reason);
  if (!status && spec->build.attribute_only) status = tta_layout_build(&spec->build, &attribute, NULL, &reason);
  return print_built(status, &out, spec->build.attribute_only ? &attribute : NULL, &warnings, &reason,
                               spec->build.era);
}

static int run(const tta_command *command, char **argv) {
  request r;
  tta_arguments arguments;
  tt_layout_spec_init(&r.spec);
  int status = tta_command_parse(command, argv, &r, &arguments);
  if (status >= 0) return status;
  status = tt_layout_spec_finish(&r.spec, &arguments, true);
  return status ? status : print_layout(&r.spec);
}

const tta_command tt_layout_build = {
    TT_LAYOUT_COMMAND,
    .name = "build",
    .usage = "--shape SHAPE --element TYPE --grid GRID [OPTION...]",
    .summary = "Build a layout from a shape, an element type and a grid",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .examples = {"tt-layout build --shape=64x128 --element=f32 --grid=2x4",
                 "print a tensor type with a layout on a grid of 2x4 cores"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run,
};

/* ---- with ---- */

typedef struct with_request {
  tta_relayout_spec spec;
  tta_numbers grid, intervals;
  const char *name, *map;
} with_request;

static int parse_new_tile(void *into, const tta_option_use *use) {
  tta_relayout_spec *s = &((with_request *)into)->spec;
  s->new_tile = true;
  s->tile[0] = s->tile[1] = 0;
  s->tile_type = TTA_DATA_TYPE_NONE;
  if (!strcmp(use->value, "none")) return -1;
  return parse_tile(use, "a tile such as 32x32:bfp_bf8, or none", s->tile, &s->tile_type);
}

static int parse_new_space(void *into, const tta_option_use *use) {
  return parse_space(use, &((with_request *)into)->spec.memory_space);
}

static int parse_new_oob(void *into, const tta_option_use *use) {
  return parse_oob(use, &((with_request *)into)->spec.oob_val);
}

static const tta_option with_rows[] = {
    {.name = "--grid", .value = "GRID", .kind = TTA_KIND_SHAPE, .offset = offsetof(with_request, grid),
     .group = "Changes", .expected = "a grid such as 2x4", .example = "2x4",
     .help = "change the grid; a grid of another rank rebuilds the map"},
    {.name = "--tile", .value = "TILE|none", .kind = TTA_KIND_CUSTOM, .parse = parse_new_tile, .group = "Changes",
     .example = "32x32:bfp_bf8", .help = "store tiles such as 32x32:bfp_bf8, or scalars (none)"},
    {.name = "--memory-space", .value = "SPACE", .kind = TTA_KIND_CUSTOM, .parse = parse_new_space,
     .group = "Changes", .example = "dram", .help = "change the memory space: l1, dram, mmio or system"},
    {.name = "--oob", .value = "VALUE", .kind = TTA_KIND_CUSTOM, .parse = parse_new_oob,
     .group = "Changes", .example = "zero", .help = "change the value of the padding: undef, zero, one, inf or neginf"},
    {.name = "--collapse", .value = TT_LAYOUT_INTERVALS_VALUE, .kind = TTA_KIND_INTERVALS,
     .offset = offsetof(with_request, intervals), .group = "Changes", .example = "0:-1",
     .expected = TT_LAYOUT_INTERVALS_EXPECTED,
     .help = "rebuild the map from the shape and these intervals"},
    {.name = "--map", .value = "MAP", .kind = TTA_KIND_TEXT, .offset = offsetof(with_request, map), .group = "Changes",
     .example = "(d0, d1) -> (d0, d1)", .help = "replace the map: '(d0, d1, d2) -> (d0 <> d1, d2)'"},
    {.name = "--align", .value = "ROWS", .kind = TTA_KIND_NUMBER, .offset = offsetof(with_request, spec.align),
     .least = 1, .most = INT32_MAX, .group = "Changes", .example = "32", .expected = "a number of rows such as 32",
     .help = "change the alignment of the strides of collapsed dims"},
    {.name = "--align-bytes", .value = "N", .kind = TTA_KIND_NUMBER, .offset = offsetof(with_request, spec.align_bytes),
     .least = 1, .most = INT32_MAX, .group = "Changes", .example = "32", .expected = ALIGN_BYTES_EXPECTED,
     .help = "pad rows so that they start at multiples of N bytes"},
    {.name = "--era", .value = "auto|latest|DATE", .kind = TTA_KIND_DATE, .offset = offsetof(with_request, spec.era),
     .group = "Changes", .help = "write the syntax of tt-mlir of this date (default: that of the input)"},
    TT_LAYOUT_NAME_OPTION(offsetof(with_request, name)),
    {.name = "--attr-only", .kind = TTA_KIND_FLAG, .offset = offsetof(with_request, spec.attribute_only),
     .group = "Output", .help = "print the attribute without the tensor type"},
};

static const tta_option_rule with_rules[] = {{TTA_AT_MOST_ONE, {"--map", "--collapse"}}};

static int change_layout(with_request *r, const tta_layout *layout) {
  tta_buf out = tta_buf_new(NULL), attribute = tta_buf_new(NULL), warnings = tta_buf_new(NULL),
          reason = tta_buf_new(NULL);
  tta_relayout_spec whole = r->spec;
  if (whole.tile[0] && !whole.tile_type && !layout->tensor_element.data_type) {
    report_untyped_tile(tta_element_stored_name(&layout->tensor_element));
    return TTA_EXIT_ERRORS;
  }
  whole.attribute_only = false;
  tta_status status = tta_layout_relayout(layout, &whole, &out, &warnings, &reason);
  if (!status && r->spec.attribute_only) status = tta_layout_relayout(layout, &r->spec, &attribute, NULL, &reason);
  return print_built(status, &out, r->spec.attribute_only ? &attribute : NULL, &warnings, &reason,
                               r->spec.era);
}

static int check_words(const tta_relayout_spec *changes) {
  tta_build_spec words;
  tta_build_spec_init(&words);
  if (changes->era) words.era = changes->era;
  if (changes->oob_val) words.oob_val = changes->oob_val;
  if (changes->memory_space) words.memory_space = changes->memory_space;
  words.tile_type = changes->tile_type;
  return report_words(&words);
}

static int run_with(const tta_command *command, char **argv) {
  with_request r = {.name = NULL};
  tta_arguments arguments;
  int status = tta_command_parse(command, argv, &r, &arguments);
  if (status >= 0) return status;
  r.spec.grid = tta_numbers_shape(&r.grid);
  r.spec.new_collapse = tta_given(&arguments, "--collapse");
  r.spec.num_intervals = r.intervals.count / 2;
  r.spec.intervals = r.intervals.value;
  r.spec.map = tta_str_from(r.map);
  if ((status = check_words(&r.spec))) return status;
  tt_layout_input input;
  const tta_layout *layout;
  status = tt_layout_open(&input, arguments.operands[0], "<TYPE>", r.name, 0);
  if (!status) status = tt_layout_single(&input, &layout);
  if (!status) status = change_layout(&r, layout);
  tt_layout_close(&input);
  return status;
}

const tta_command tt_layout_with = {
    TT_LAYOUT_COMMAND,
    .name = "with",
    .usage = "[TYPE|FILE] [OPTION...]",
    .summary = "Change the grid, tile, memory space or map of a layout",
    TTA_OPTIONS(with_rows),
    TTA_RULES(with_rules),
    .operands = {"TYPE|FILE"},
    .examples = {"tt-layout with program.mlir --name=%arg0 --grid=4x2", "print the type of a value with another grid"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run_with,
};
