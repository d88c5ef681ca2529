/* tt-layout with: the same tensor laid out anew. Owns its options and what is printed; what may change, and how, is
 * the library's. */
#include <string.h>

#include "spec.h"
#include "tools/common/message.h"

enum { HELP = TT_LAYOUT_HELP, GRID, TILE, SPACE, OOB, COLLAPSE, ERA, ATTR_ONLY, NAME };

static const tta_option rows[] = {
    {"--grid", NULL, TTA_ARGUMENT_REQUIRED, "2x4", "another grid; of another rank it rebuilds the map", GRID},
    {"--tile", NULL, TTA_ARGUMENT_REQUIRED, "32x32:bfp_bf8|none", "store tiles, or scalars", TILE},
    {"--memory-space", NULL, TTA_ARGUMENT_REQUIRED, "SPACE", "l1, dram, mmio, system", SPACE},
    {"--oob", NULL, TTA_ARGUMENT_REQUIRED, "VALUE", "undef, zero, one, inf, neginf", OOB},
    {"--collapse", NULL, TTA_ARGUMENT_REQUIRED, "B:E,..|none", "rebuild the map from the shape", COLLAPSE},
    {"--era", NULL, TTA_ARGUMENT_REQUIRED, "DATE", "spelling of that day; default: stays", ERA},
    {"--attr-only", NULL, TTA_ARGUMENT_NONE, NULL, "print the attribute without the tensor", ATTR_ONLY},
    {"--name", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "of a FILE: %arg0 or '#layout'", NAME},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", HELP},
};

static int run(char **argv);
const tt_layout_command tt_layout_with = {"with",
                                          "with TYPE|FILE [OPTION...]",
                                          "the same tensor with another grid, tile, memory or map",
                                          "",
                                          rows,
                                          sizeof rows / sizeof rows[0],
                                          run};

typedef struct request {
  tta_relayout_spec spec;
  tt_layout_numbers grid, intervals;
  const char *word, *name;
} request;

static int apply(void *into, const tta_option_use *use) {
  request *r = into;
  tta_relayout_spec *s = &r->spec;
  switch (use->id) {
  case TTA_OPTION_INPUT:
    if (r->word) {
      tta_print_error(tt_layout_program, "with takes one TYPE or FILE");
      return TTA_EXIT_FAILED;
    }
    r->word = use->value;
    return 0;
  case GRID:
    if (!tt_layout_read_shape(use->value, 0, &r->grid)) return tt_layout_bad_value(use, "a grid such as 2x4");
    s->grid = tt_layout_shape(&r->grid);
    return 0;
  case TILE:
    s->new_tile = true;
    s->tile[0] = s->tile[1] = 0;
    s->tile_type = (tta_str){0};
    if (!strcmp(use->value, "none")) return 0;
    return tt_layout_read_tile(use->value, s->tile, &s->tile_type)
               ? 0
               : tt_layout_bad_value(use, "a tile such as 32x32:bfp_bf8, or none");
  case COLLAPSE:
    if (!tt_layout_read_intervals(use->value, &r->intervals))
      return tt_layout_bad_value(use, "intervals such as 0:-1 or 0:3,-3:-1, or none");
    s->new_collapse = true;
    s->num_intervals = r->intervals.count / 2;
    s->intervals = r->intervals.value;
    return 0;
  case ERA: return tt_layout_read_era(use->value, &s->era) ? 0 : tt_layout_bad_value(use, "a date such as 2024-11-27");
  case SPACE: s->memory_space = tt_layout_str(use->value); return 0;
  case OOB: s->oob_val = tt_layout_str(use->value); return 0;
  case NAME: r->name = use->value; return 0;
  default: s->attribute_only = true; return 0;
  }
}

static int relay(request *r, const tta_layout *sharding) {
  tta_buf out, attribute, warnings, reason;
  tta_relayout_spec whole = r->spec;
  tta_buf_init(&reason, NULL);
  if (whole.tile[0] && !whole.tile_type.size) {
    whole.tile_type = r->spec.tile_type = tt_layout_data_type_of(sharding->element_type);
    if (!whole.tile_type.size) {
      tta_buf_str(&reason, "--tile needs a type for these elements: 32x32:bfp_bf8");
      return tt_layout_fail(TTA_INVALID, &reason);
    }
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
  if (relay->oob_val.size) words.oob_val = relay->oob_val;
  if (relay->memory_space.size) words.memory_space = relay->memory_space;
  words.tile_type = relay->tile_type;
  return tt_layout_check_words(&words);
}

static int run(char **argv) {
  request r = {.word = NULL};
  int status = tt_layout_read_options(&tt_layout_with, argv, apply, &r);
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
