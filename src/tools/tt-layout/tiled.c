/* tt-layout tiled: layouts of the RFC "Tensors with Device-Specific Layouts". Owns the options and the reading of every
 * notation. Does not own: what is printed (tiled_print.c), --graph (tiled_graph.c). */
#include "tiled.h"

#include <stdio.h>
#include <string.h>

#include "tools/common/message.h"

enum {
  HELP = TT_LAYOUT_HELP,
  HOST_SIZE,
  HOST_STRIDES,
  DTYPE,
  DEVICE_DTYPE,
  ORDER,
  CONVENTION,
  SPARSE,
  GRAPH,
  SIMULATE,
  JSON
};

static const tta_option rows[] = {
    {"--host-size", NULL, TTA_ARGUMENT_REQUIRED, "SHAPE", "of the host tensor: 1024x256", HOST_SIZE},
    {"--host-strides", NULL, TTA_ARGUMENT_REQUIRED, "N,..", "in elements; default contiguous", HOST_STRIDES},
    {"--dtype", NULL, TTA_ARGUMENT_REQUIRED, "TYPE", "element: f16, torch.float16", DTYPE},
    {"--device-dtype", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "data format of the device: sen169_fp16", DEVICE_DTYPE},
    {"--order", NULL, TTA_ARGUMENT_REQUIRED, "D,..",
     "host dims by decreasing device stride; the last is cut into sticks", ORDER},
    {"--convention", NULL, TTA_ARGUMENT_REQUIRED, "rfc|dec25|2026", "placement of the device dims; default rfc",
     CONVENTION},
    {"--sparse", NULL, TTA_ARGUMENT_NONE, NULL, "one element a stick", SPARSE},
    {"--graph", NULL, TTA_ARGUMENT_REQUIRED, "FILE", "propagate layouts through operations, one a line", GRAPH},
    {"--simulate", NULL, TTA_ARGUMENT_NONE, NULL, "run the loop nests to the device and back", SIMULATE},
    {"--json", NULL, TTA_ARGUMENT_NONE, NULL, "for programs", JSON},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", HELP},
};

static int run(char **argv);
const tt_layout_command tt_layout_tiled = {
    "tiled", "tiled [LAYOUT] [OPTION...]", "device-specific tiled layouts, their loop nests and propagation",
    "LAYOUT: #tt.tiled_layout<...>, a tensor type with it, SpyreTensorLayout(...),\n"
    "FixedTiledLayout(...), or ((ranges), (host strides), (device strides)). None:\n"
    "the default layout of --host-size and --dtype.",
    rows, sizeof rows / sizeof rows[0], run};

typedef struct request {
  const char *word, *graph;
  bool json, simulate, has_host, has_strides, has_order;
  tt_layout_numbers host_size, host_strides, order;
  tta_tiled_spec spec;
} request;

bool tt_layout_tiled_convention(const char *word, tta_tiled_convention *convention) {
  static const char *const names[] = {"rfc", "dec25", "2026"};
  for (int i = 0; i < 3; i++) {
    if (strcmp(word, names[i])) continue;
    *convention = (tta_tiled_convention)i;
    return true;
  }
  return false;
}

static int apply(void *into, const tta_option_use *use) {
  request *r = into;
  switch (use->id) {
  case TTA_OPTION_INPUT:
    if (r->word) {
      tta_print_error(tt_layout_program, "tiled takes one layout, not also '%s'", use->value);
      return TTA_EXIT_FAILED;
    }
    r->word = use->value;
    return 0;
  case HOST_SIZE: {
    r->has_host = true;
    bool scalar = !strcmp(use->value, "scalar");
    if (scalar) r->host_size.count = 0;
    return scalar || tt_layout_read_shape(use->value, 0, &r->host_size)
               ? 0
               : tt_layout_bad_value(use, "a shape such as 1024x256, or scalar");
  }
  case HOST_STRIDES:
    r->has_strides = true;
    return tt_layout_read_numbers(use->value, ',', 0, &r->host_strides)
               ? 0
               : tt_layout_bad_value(use, "strides such as 256,1");
  case DTYPE:
    return tta_tiled_element_find(tt_layout_str(use->value), &r->spec.element)
               ? 0
               : tt_layout_bad_value(use, "an element type such as f16");
  case DEVICE_DTYPE: r->spec.device_dtype = tt_layout_str(use->value); return 0;
  case ORDER:
    r->has_order = true;
    return tt_layout_read_numbers(use->value, ',', 0, &r->order) ? 0 : tt_layout_bad_value(use, "dims such as 1,0");
  case CONVENTION:
    return tt_layout_tiled_convention(use->value, &r->spec.convention)
               ? 0
               : tt_layout_bad_value(use, "rfc, dec25 or 2026");
  case SPARSE: r->spec.format = TTA_TILED_SPARSE; return 0;
  case GRAPH: r->graph = use->value; return 0;
  case SIMULATE: r->simulate = true; return 0;
  case JSON: r->json = true; return 0;
  }
  return 0;
}

/* ---- where the layout comes from ---- */

static int build(request *r, tta_arena *arena, tta_tiled *layout) {
  tta_tiled_diagnostic why = {.rule = 0};
  if (!r->has_host || !r->spec.element.name.size) {
    tta_print_error(tt_layout_program, "tiled needs a layout, or --host-size and --dtype");
    return TTA_EXIT_FAILED;
  }
  tta_status status = tta_tiled_build(&r->spec, arena, layout, &why);
  if (!status) return TTA_EXIT_DONE;
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  if (status == TTA_INVALID)
    tta_buf_printf(&reason, "%.*s [%s]", (int)why.message.size, why.message.data, tta_tiled_rule_name(why.rule));
  return tt_layout_fail(status, &reason);
}

int tt_layout_tiled_parse(tta_str word, const char *name, tta_arena *arena, tta_tiled *layout) {
  tta_check_options options;
  tta_source source;
  tta_check *check = NULL;
  tta_buf copy, reason;
  int exit = TTA_EXIT_DONE;
  tta_buf_init(&copy, NULL);
  tta_buf_init(&reason, NULL);
  tta_buf_bytes(&copy, word.data, word.size);
  tta_buf_char(&copy, '\0');
  tta_check_options_init(&options);
  if (copy.failed) {
    exit = tt_layout_fail(TTA_NO_MEMORY, &reason);
  } else {
    tta_source_init(&source, tt_layout_str(name), (tta_str){copy.data, word.size}, NULL);
    tta_status status = tta_tiled_parse(&source, &options, arena, layout, &check, &reason);
    if (check) exit = tt_layout_print_diagnostics(check, &source);
    if (!exit && status) exit = tt_layout_fail(status, &reason);
    else tta_buf_free(&reason);
    tta_check_free(check);
    tta_source_free(&source);
  }
  tta_buf_free(&copy);
  return exit;
}

int tt_layout_tiled_print_message(const char *name, size_t line, size_t column, bool note, tta_buf *text) {
  bool lost = text->failed;
  if (lost) {
    tta_print_no_memory(tt_layout_program);
  } else {
    fprintf(stderr, "%s:%zu:", name, line);
    if (column) fprintf(stderr, "%zu:", column);
    fprintf(stderr, " %s: %.*s\n", note ? "note" : "error", (int)(text->size > 4000 ? 4000 : text->size), text->data);
  }
  tta_buf_free(text);
  return lost ? TTA_EXIT_FAILED : TTA_EXIT_ERRORS;
}

static int import(const request *r, tta_arena *arena, tta_tiled *layout) {
  tta_tiled_import found;
  tta_tiled_context context = {.convention = r->spec.convention,
                               .element = r->spec.element,
                               .has_host = r->has_host,
                               .host_size = r->spec.host_size,
                               .host_strides = r->spec.host_strides};
  tta_status status = tta_tiled_read(tt_layout_str(r->word), &context, arena, &found);
  if (status) {
    tta_buf reason;
    tta_buf_init(&reason, NULL);
    if (status != TTA_INVALID) return tt_layout_fail(status, &reason);
    tta_buf_printf(&reason, "%.*s", (int)found.error.size, found.error.data);
    if (found.error_rule) tta_buf_printf(&reason, " [%s]", tta_tiled_rule_name(found.error_rule));
    return tt_layout_tiled_print_message("<LAYOUT>", 1, found.error_offset + 1, false, &reason);
  }
  if (found.swapped)
    tta_print_message(tt_layout_program,
                      "note: the tuples are read as ranges, device strides, host strides, the order of the "
                      "RFC's example; in the order of its text they are no legal loop nest");
  *layout = found.layout;
  if (!layout->has_host && r->has_host) {
    layout->has_host = true;
    layout->host_size = r->spec.host_size;
    layout->host_strides = r->spec.host_strides;
  }
  return TTA_EXIT_DONE;
}

static bool same_size(tta_shape a, tta_shape b) {
  return a.rank == b.rank && (!a.rank || !memcmp(a.extent, b.extent, a.rank * sizeof *a.extent));
}

/* What a LAYOUT says itself cannot be asked for in another way. */
static int check_host(const request *r, const tta_tiled *layout) {
  if (!r->has_host || !layout->has_host || same_size(r->spec.host_size, layout->host_size)) return TTA_EXIT_DONE;
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  tta_buf_str(&reason, "--host-size is not that of the layout, ");
  if (layout->host_size.rank) tt_layout_append_shape(&reason, layout->host_size);
  else tta_buf_str(&reason, "a scalar");
  return tt_layout_fail(TTA_INVALID, &reason);
}

static int obtain(request *r, tta_arena *arena, tta_tiled *layout) {
  if (r->has_host) r->spec.host_size = tt_layout_shape(&r->host_size);
  if (r->has_strides) r->spec.host_strides = tt_layout_shape(&r->host_strides);
  if (r->has_order) r->spec.order = tt_layout_shape(&r->order);
  if (!r->word) return build(r, arena, layout);
  if (!strchr(r->word, '<')) {
    int read = import(r, arena, layout);
    return read ? read : check_host(r, layout);
  }
  int exit = tt_layout_tiled_parse(tt_layout_str(r->word), "<LAYOUT>", arena, layout);
  if (!exit) exit = check_host(r, layout);
  if (exit || !r->has_host || layout->has_host) return exit;
  layout->has_host = true;
  layout->host_size = r->spec.host_size;
  layout->host_strides = r->spec.host_strides;
  layout->host_element = r->spec.element;
  return exit;
}

/* ---- results ---- */

static int print_layout(const tta_tiled *layout, tta_arena *arena, bool simulate, bool as_json) {
  tt_layout_tiled_facts facts;
  tta_buf out, reason;
  tta_buf_init(&reason, NULL);
  tta_status status = tt_layout_tiled_compute(layout, arena, &facts, &reason);
  if (!status && simulate) status = tt_layout_tiled_simulate(arena, &facts, &reason);
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  tta_buf_init(&out, NULL);
  if (as_json) {
    tta_json json = tta_json_writer(&out);
    tta_json_open(&json, '{');
    tt_layout_tiled_json(&json, &facts);
    tta_json_close(&json, '}');
    tta_buf_char(&out, '\n');
  } else {
    tt_layout_tiled_text(&out, &facts);
  }
  return tt_layout_finish(&out);
}

/* Options that would have no effect are usage errors. */
static int check_usage(const request *r) {
  bool builds = r->has_order || r->spec.format != TTA_TILED_DENSE || r->spec.device_dtype.size;
  if (r->graph && (r->word || r->has_host || r->has_strides || r->spec.element.name.size || builds))
    tta_print_error(tt_layout_program, "--graph takes --convention and --json only; its inputs have their own layouts");
  else if (r->word && builds)
    tta_print_error(tt_layout_program, "--order, --sparse and --device-dtype build a layout; LAYOUT is one already");
  else if (r->has_strides && !r->has_host)
    tta_print_error(tt_layout_program, "--host-strides goes with --host-size");
  else return TTA_EXIT_DONE;
  return TTA_EXIT_FAILED;
}

static int run(char **argv) {
  request r = {.word = NULL};
  int status = tt_layout_read_options(&tt_layout_tiled, argv, apply, &r);
  if (status >= 0) return status;
  if ((status = check_usage(&r))) return status;
  if (r.graph) return tt_layout_tiled_graph(r.graph, r.spec.convention, r.json);
  tta_arena *arena = tta_arena_new(NULL);
  tta_tiled layout;
  if (!arena) {
    tta_print_no_memory(tt_layout_program);
    return TTA_EXIT_FAILED;
  }
  status = obtain(&r, arena, &layout);
  if (!status) status = print_layout(&layout, arena, r.simulate, r.json);
  tta_arena_delete(arena);
  return status;
}
