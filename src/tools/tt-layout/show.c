/* tt-layout show: what a layout means. Owns the command line and what is computed; show_json.c and show_text.c print
 * it. */
#include "show.h"

#include <string.h>

#include "tools/common/message.h"

enum { HELP = TT_LAYOUT_HELP, INDEX, AT, PADDING, DEVICE, NAME, JSON, ERA };

static const tta_option rows[] = {
    {"--index", NULL, TTA_ARGUMENT_REQUIRED, "I,J,..", "where this element lies: core, tile, face, byte", INDEX},
    {"--at", NULL, TTA_ARGUMENT_REQUIRED, "CORE,OFFSET", "which element lies there: 1x0,345", AT},
    {"--padding", NULL, TTA_ARGUMENT_NONE, NULL, "what each core uses of its shard, and gaps", PADDING},
    {"--device", NULL, TTA_ARGUMENT_REQUIRED, "ATTR|FILE", "on this device: chips, mesh", DEVICE},
    {"--name", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "of a FILE: %arg0 or '#layout'", NAME},
    {"--json", NULL, TTA_ARGUMENT_NONE, NULL, "for programs", JSON},
    {"--era", NULL, TTA_ARGUMENT_REQUIRED, "DATE", "grammar and rules of tt-mlir on that day", ERA},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", HELP},
};

static int run(char **argv);
const tt_layout_command tt_layout_show = {"show",
                                          "show TYPE|FILE [OPTION...]",
                                          "what a layout means: shapes, shards, places, padding",
                                          "",
                                          rows,
                                          sizeof rows / sizeof rows[0],
                                          run};

typedef struct request {
  tt_layout_show_request show;
  const char *word, *name, *device;
  tt_layout_numbers index, core;
  int32_t era;
} request;

/* 1x0,345 */
static bool read_at(const char *text, tt_layout_numbers *core, int64_t *offset) {
  char head[1024];
  const char *comma = strrchr(text, ',');
  if (!comma || (size_t)(comma - text) >= sizeof head) return false;
  memcpy(head, text, (size_t)(comma - text));
  head[comma - text] = '\0';
  return tt_layout_read_shape(head, 0, core) && tta_options_number(comma + 1, 0, INT64_MAX, offset);
}

static int apply(void *into, const tta_option_use *use) {
  request *r = into;
  switch (use->id) {
  case TTA_OPTION_INPUT:
    if (r->word) {
      tta_print_error(tt_layout_program, "show takes one TYPE or FILE");
      return TTA_EXIT_FAILED;
    }
    r->word = use->value;
    return 0;
  case INDEX:
    r->show.index = &r->index;
    return tt_layout_read_numbers(use->value, ',', INT64_MIN, &r->index)
               ? 0
               : tt_layout_bad_value(use, "an index such as 1,1,6,100");
  case AT:
    r->show.at_core = &r->core;
    return read_at(use->value, &r->core, &r->show.at_offset)
               ? 0
               : tt_layout_bad_value(use, "a core and an offset such as 1x0,345");
  case PADDING: r->show.padding = true; return 0;
  case DEVICE: r->device = use->value; return 0;
  case NAME: r->name = use->value; return 0;
  case JSON: r->show.json = true; return 0;
  default: return tt_layout_read_era(use->value, &r->era) ? 0 : tt_layout_bad_value(use, "a date such as 2024-11-27");
  }
}

/* ---- computing ---- */

static tta_status compute_index(const request *r, tt_layout_facts *f, tta_buf *reason) {
  if (r->index.count != f->s->logical.rank) {
    tta_buf_printf(reason, "--index has %u number%s, the tensor %u dim%s", r->index.count,
                   r->index.count == 1 ? "" : "s", f->s->logical.rank, f->s->logical.rank == 1 ? "" : "s");
    return TTA_INVALID;
  }
  tta_status status = tta_layout_locate(f->s, r->index.value, &f->location, reason);
  if (status || !r->show.device || f->s->interleaved) return status;
  return tta_device_place(r->show.device, f->location.core, &f->place, &f->chip, reason);
}

static tta_status compute_at(const request *r, tt_layout_facts *f, tta_buf *reason) {
  if (f->s->grid.extent && r->core.count != f->s->grid.rank) {
    tta_buf_printf(reason, "--at names a core by %u number%s, the grid has %u dim%s", r->core.count,
                   r->core.count == 1 ? "" : "s", f->s->grid.rank, f->s->grid.rank == 1 ? "" : "s");
    return TTA_INVALID;
  }
  return tta_layout_scalar_at(f->s, r->core.value, r->show.at_offset, f->scalar, &f->found, reason);
}

static int compute(const request *r, tt_layout_facts *f) {
  tta_buf reason;
  tta_status status = TTA_OK;
  tta_buf_init(&reason, NULL);
  if (r->show.device) status = tta_mesh_view_of(f->s, r->show.device, &f->mesh, &reason);
  if (!status && r->show.index) status = compute_index(r, f, &reason);
  if (!status && r->show.at_core) status = compute_at(r, f, &reason);
  if (!status && r->show.padding && (f->s->interleaved || !f->s->grid.extent)) {
    tta_buf_str(&reason, "this layout gives no core a shard of its own");
    status = TTA_INVALID;
  }
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  f->num_gaps = tta_layout_gaps(f->s, f->gaps, TTA_MAX_RANK);
  if (f->num_gaps > TTA_MAX_RANK) f->num_gaps = TTA_MAX_RANK; /* more than there are dims: not of any real map */
  return 0;
}

static int print_all(const request *r, const tt_layout_input *input) {
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_json json = tta_json_writer(&out);
  int status = 0;
  if (r->show.json && !input->one) tta_json_open(&json, '[');
  for (size_t i = 0; i < tt_layout_input_count(input) && !status; i++) {
    tt_layout_facts facts = {.entry = tt_layout_input_get(input, i), .with_name = input->is_file};
    facts.s = facts.entry->sharding;
    status = compute(r, &facts);
    if (status) break;
    if (i && !r->show.json) tta_buf_char(&out, '\n');
    if (r->show.json) tt_layout_show_json(&json, &r->show, &facts);
    else tt_layout_show_text(&out, &r->show, &facts);
  }
  if (r->show.json && !input->one) tta_json_close(&json, ']');
  if (r->show.json) tta_buf_char(&out, '\n');
  if (!status) return tt_layout_finish(&out);
  tta_buf_free(&out);
  return status;
}

static int run(char **argv) {
  request r = {.word = NULL};
  int status = tt_layout_read_options(&tt_layout_show, argv, apply, &r);
  if (status >= 0) return status;
  if (r.show.index && r.show.at_core) {
    tta_print_error(tt_layout_program, "--index and --at exclude each other");
    return TTA_EXIT_FAILED;
  }
  tt_layout_input input;
  tt_layout_device_input device = {.device = NULL};
  status = tt_layout_open(&input, r.word ? r.word : "-", "<TYPE>", r.name, r.era);
  if (!status && r.device) status = tt_layout_open_device(&device, r.device, r.era);
  r.show.device = device.device;
  if (!status) status = print_all(&r, &input);
  if (r.device) tt_layout_close_device(&device);
  tt_layout_close(&input);
  return status;
}
