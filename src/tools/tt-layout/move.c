/* tt-layout move: what moves between two layouts of a tensor. Owns the options. Does not own what is printed
 * (move_print.c). */
#include "move.h"

#include <string.h>

#include "tools/common/message.h"

enum {
  HELP = TT_LAYOUT_HELP,
  FROM,
  TO,
  FROM_NAME,
  TO_NAME,
  DEVICE,
  TO_DEVICE,
  PERMUTE,
  ARCH,
  FROM_BASE,
  TO_BASE,
  SIMULATE,
  TOTALS,
  JSON
};

static const tta_option rows[] = {
    {"--from", NULL, TTA_ARGUMENT_REQUIRED, "TYPE|FILE", "the tensor as it lies", FROM},
    {"--to", NULL, TTA_ARGUMENT_REQUIRED, "TYPE|FILE", "the tensor as it should lie", TO},
    {"--from-name", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "of a FILE: %arg0 or '#layout'", FROM_NAME},
    {"--to-name", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "of a FILE", TO_NAME},
    {"--device", NULL, TTA_ARGUMENT_REQUIRED, "ATTR", "where the cores are, '#tt.device<...>'", DEVICE},
    {"--to-device", NULL, TTA_ARGUMENT_REQUIRED, "ATTR", "another one for --to", TO_DEVICE},
    {"--permute", NULL, TTA_ARGUMENT_REQUIRED, "1,0", "dim j of --to is dim P[j] of --from", PERMUTE},
    {"--arch", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "with NoC addresses: grayskull, wormhole_b0, blackhole", ARCH},
    {"--from-base", NULL, TTA_ARGUMENT_REQUIRED, "N", "address of the buffer in each core and bank; default 0",
     FROM_BASE},
    {"--to-base", NULL, TTA_ARGUMENT_REQUIRED, "N", "the same of --to", TO_BASE},
    {"--simulate", NULL, TTA_ARGUMENT_NONE, NULL, "run the plan and look at every element and all padding", SIMULATE},
    {"--totals", NULL, TTA_ARGUMENT_NONE, NULL, "leave the transfers out", TOTALS},
    {"--json", NULL, TTA_ARGUMENT_NONE, NULL, "for programs", JSON},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", HELP},
};

static int run(char **argv);
const tt_layout_command tt_layout_move = {"move",
                                          "move --from TYPE --to TYPE [OPTION...]",
                                          "the transfers between two layouts of a tensor",
                                          "Runs of bytes, on which way, and the semaphores of the handshake.",
                                          rows,
                                          sizeof rows / sizeof rows[0],
                                          run};

typedef struct request {
  const char *from, *to, *from_name, *to_name, *device, *to_device;
  tt_layout_numbers permute;
  tta_move_spec spec;
  tt_layout_move_view view;
  bool simulate;
} request;

static int read_base(const tta_option_use *use, int64_t *base) {
  tt_layout_numbers n;
  if (!tt_layout_read_numbers(use->value, ',', 0, &n) || n.count != 1 || n.value[0] > INT64_MAX / 4)
    return tt_layout_bad_value(use, "an address in bytes, such as 103424");
  *base = n.value[0];
  return 0;
}

static int apply(void *into, const tta_option_use *use) {
  request *r = into;
  switch (use->id) {
  case FROM: r->from = use->value; return 0;
  case TO: r->to = use->value; return 0;
  case FROM_NAME: r->from_name = use->value; return 0;
  case TO_NAME: r->to_name = use->value; return 0;
  case DEVICE: r->device = use->value; return 0;
  case TO_DEVICE: r->to_device = use->value; return 0;
  case PERMUTE:
    return tt_layout_read_numbers(use->value, ',', 0, &r->permute) ? 0 : tt_layout_bad_value(use, "dims such as 1,0");
  case ARCH:
    r->spec.has_arch = true;
    return tta_arch_find(tt_layout_str(use->value), &r->spec.arch)
               ? 0
               : tt_layout_bad_value(use, "grayskull, wormhole_b0 or blackhole");
  case FROM_BASE: return read_base(use, &r->spec.from_base);
  case TO_BASE: return read_base(use, &r->spec.to_base);
  case SIMULATE: r->simulate = true; return 0;
  case TOTALS: r->view.totals_only = true; return 0;
  case JSON: r->view.json = true; return 0;
  default: tta_print_error(tt_layout_program, "move takes its types by --from and --to"); return TTA_EXIT_FAILED;
  }
}

static int plan(request *r) {
  tta_buf reason;
  tta_move *move;
  tta_move_proof proof;
  tta_buf_init(&reason, NULL);
  r->spec.permute = tt_layout_shape(&r->permute);
  tta_status status = tta_transfer_plan(&r->spec, &move, &reason);
  if (status) return tt_layout_fail(status, &reason);
  if (r->simulate) {
    status = tta_move_simulate(move, &proof, &reason);
    r->view.proof = &proof;
  }
  int exit = status ? tt_layout_fail(status, &reason) : tt_layout_move_print(move, &r->spec, &r->view);
  if (!status) tta_buf_free(&reason);
  tta_move_free(move);
  return exit;
}

/* ---- inputs ---- */

static int with_devices(request *r) {
  tt_layout_device_input device = {.device = NULL}, to_device = {.device = NULL};
  int exit = r->device ? tt_layout_open_device(&device, r->device, 0) : TTA_EXIT_DONE;
  if (!exit && r->to_device) exit = tt_layout_open_device(&to_device, r->to_device, 0);
  if (!exit) {
    r->spec.from_device = device.device;
    r->spec.to_device = r->to_device ? to_device.device : device.device;
    exit = plan(r);
  }
  if (r->to_device) tt_layout_close_device(&to_device);
  if (r->device) tt_layout_close_device(&device);
  return exit;
}

static void hint_at_tiled(int exit, const char *word) {
  if (exit && strstr(word, "tiled_layout<"))
    tta_print_message(tt_layout_program,
                      "note: tiled layouts go between host and device: tt-layout tiled TYPE --simulate");
}

/* Of a FILE, the one that the option names. */
static int take_single(const tt_layout_input *input, const char *option, const tta_layout **sharding) {
  size_t count = tt_layout_input_count(input);
  if (count < 2) return tt_layout_single(input, sharding);
  tta_print_error(tt_layout_program, "%.*s has %zu layouts; pick one with %s", (int)input->source.name.size,
                input->source.name.data, count, option);
  return TTA_EXIT_ERRORS;
}

static int with_types(request *r) {
  tt_layout_input from, to;
  int exit = tt_layout_open(&from, r->from, "<FROM>", r->from_name, 0);
  hint_at_tiled(exit, r->from);
  if (!exit) exit = take_single(&from, "--from-name", &r->spec.from);
  if (!exit) {
    exit = tt_layout_open(&to, r->to, "<TO>", r->to_name, 0);
    hint_at_tiled(exit, r->to);
    if (!exit) exit = take_single(&to, "--to-name", &r->spec.to);
    if (!exit) exit = with_devices(r);
    tt_layout_close(&to);
  }
  tt_layout_close(&from);
  return exit;
}

static int run(char **argv) {
  request r = {.from = NULL};
  int status = tt_layout_read_options(&tt_layout_move, argv, apply, &r);
  if (status >= 0) return status;
  const char *missing = !r.from ? "--from" : !r.to ? "--to" : r.to_device && !r.device ? "--device" : NULL;
  if (missing) {
    tta_print_error(tt_layout_program, "%s is missing", missing);
    return TTA_EXIT_FAILED;
  }
  return with_types(&r);
}
