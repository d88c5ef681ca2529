/* tt-layout place: where every shard of a tensor is. Owns its options and the table; the library places the shards. */
#include <string.h>

#include "show.h"
#include "tools/common/message.h"
#include "ttattr/arch.h"

enum { HELP = TT_LAYOUT_HELP, DEVICE, ARCH, NAME, JSON };

static const tta_option rows[] = {
    {"--device", NULL, TTA_ARGUMENT_REQUIRED, "ATTR|FILE", "the device, '#tt.device<...>'", DEVICE},
    {"--arch", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "with NoC coordinates: grayskull, wormhole_b0, blackhole", ARCH},
    {"--name", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "of a FILE: %arg0 or '#layout'", NAME},
    {"--json", NULL, TTA_ARGUMENT_NONE, NULL, "for programs", JSON},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", HELP},
};

static int run(char **argv);
const tt_layout_command tt_layout_place = {"place",
                                           "place TYPE|FILE --device ATTR [OPTION...]",
                                           "each shard on chip, core and NoC",
                                           "",
                                           rows,
                                           sizeof rows / sizeof rows[0],
                                           run};

typedef struct request {
  const char *word, *device, *name;
  bool json, with_noc;
  tta_arch arch;
} request;

static int apply(void *into, const tta_option_use *use) {
  request *r = into;
  switch (use->id) {
  case TTA_OPTION_INPUT:
    if (r->word) {
      tta_print_error(tt_layout_program, "place takes one TYPE or FILE");
      return TTA_EXIT_FAILED;
    }
    r->word = use->value;
    return 0;
  case DEVICE: r->device = use->value; return 0;
  case NAME: r->name = use->value; return 0;
  case JSON: r->json = true; return 0;
  default:
    r->with_noc = true;
    return tta_arch_find(tt_layout_str(use->value), &r->arch)
               ? 0
               : tt_layout_bad_value(use, "grayskull, wormhole_b0 or blackhole");
  }
}

typedef struct shard {
  const int64_t *core;
  tta_core_assignment place;
  int64_t chip;
  tta_noc_node node;
} shard;

static void print_json(tta_json *json, const request *r, uint32_t rank, const shard *s) {
  int64_t core[2] = {s->place.core.y, s->place.core.x}, noc[2] = {s->node.translated.x, s->node.translated.y};
  tta_json_open(json, '{');
  tt_layout_json_shape(json, "shard", (tta_shape){rank, s->core});
  tta_json_key(json, "chip_index");
  tta_json_int(json, s->place.chip_index);
  tta_json_key(json, "chip");
  tta_json_int(json, s->chip);
  tt_layout_json_shape(json, "core", (tta_shape){2, core});
  tt_layout_json_shape(json, "noc", (tta_shape){2, r->with_noc ? noc : NULL});
  tta_json_close(json, '}');
}

static void print_row(tta_buf *out, const request *r, uint32_t rank, const shard *s) {
  size_t begin = out->size;
  tt_layout_append_shape(out, (tta_shape){rank, s->core});
  while (out->size - begin < 16 && !out->failed) tta_buf_char(out, ' ');
  tta_buf_printf(out, "%4lld %6lld   %2lld,%-2lld", (long long)s->place.chip_index, (long long)s->chip,
                 (long long)s->place.core.y, (long long)s->place.core.x);
  if (r->with_noc)
    tta_buf_printf(out, "   %2u-%-2u  %2u-%-2u", s->node.noc0.x, s->node.noc0.y, s->node.translated.x,
                   s->node.translated.y);
  while (out->size && out->data[out->size - 1] == ' ') out->size--;
  tta_buf_char(out, '\n');
}

static int print_all(const request *r, const tta_layout *sharding, const tta_device *device) {
  tta_buf out, reason;
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  tta_json json = tta_json_writer(&out);
  int64_t core[TTA_MAX_RANK] = {0};
  tta_status status = TTA_OK;
  if (r->json) tta_json_open(&json, '[');
  else
    tta_buf_printf(&out, "%-16s%4s %6s   %-5s%s\n", "shard", "chip", "id", "core",
                   r->with_noc ? "   noc0   translated" : "");
  do {
    shard s = {.core = core};
    status = tta_device_place(device, core, &s.place, &s.chip, &reason);
    if (!status && r->with_noc) status = tta_noc_worker(r->arch, 0, s.place.core, &s.node, &reason);
    if (status) break;
    if (r->json) print_json(&json, r, sharding->grid.rank, &s);
    else print_row(&out, r, sharding->grid.rank, &s);
  } while (!out.failed && tt_layout_next_core(sharding->grid, core));
  if (r->json) tta_json_close(&json, ']');
  if (r->json) tta_buf_char(&out, '\n');
  if (status) {
    tta_buf_free(&out);
    return tt_layout_fail(status, &reason);
  }
  tta_buf_free(&reason);
  return tt_layout_finish(&out);
}

/* A replicated tensor has more copies than the worker map tells of (device specification, Lowering to TTNN). */
static void note_copies(const tta_layout *sharding, const tta_device *device) {
  tta_mesh_view view;
  if (tta_mesh_view_of(sharding, device, &view, NULL)) return;
  for (uint32_t i = 0; i < view.rank; i++)
    if (view.mesh_shape[i] > 1 && !view.sharded[i])
      tta_print_message(tt_layout_program,
              "note: along mesh dim %u the tensor is replicated: %lld copies, these are the places of one", i,
              (long long)view.mesh_shape[i]);
}

static int place(const request *r, const tta_layout *sharding, const tta_device *device) {
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  if (!sharding->grid.extent || sharding->interleaved) {
    tta_buf_str(&reason, "this layout gives no core a shard of its own");
    return tt_layout_fail(TTA_INVALID, &reason);
  }
  if (tta_device_holds(device, sharding->grid, &reason)) return tt_layout_fail(TTA_INVALID, &reason);
  tta_buf_free(&reason);
  int exit = print_all(r, sharding, device);
  if (!exit) note_copies(sharding, device);
  return exit;
}

static int run(char **argv) {
  request r = {.word = NULL};
  int status = tt_layout_read_options(&tt_layout_place, argv, apply, &r);
  if (status >= 0) return status;
  if (!r.device) {
    tta_print_error(tt_layout_program, "--device is missing");
    return TTA_EXIT_FAILED;
  }
  tt_layout_input input;
  tt_layout_device_input device = {.device = NULL};
  const tta_layout *sharding;
  status = tt_layout_open(&input, r.word ? r.word : "-", "<TYPE>", r.name, 0);
  if (!status) status = tt_layout_single(&input, &sharding);
  if (!status) {
    status = tt_layout_open_device(&device, r.device, 0);
    if (!status) status = place(&r, sharding, device.device);
    tt_layout_close_device(&device);
  }
  tt_layout_close(&input);
  return status;
}
