/* tt-layout tiled: device-specific tiled layouts (--graph: tiled_graph.c). */
#include "tiled.h"

#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/str.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

/** The answer to --index or --at. */
typedef struct position {
  bool asked, found; /* found: the position is an element, not padding */
  bool by_index;
  uint32_t rank;
  int64_t index[2 * TTA_MAX_RANK];
  int64_t element, byte; /* of the device */
} position;

/* ---- simulation ---- */

typedef struct tiled_facts {
  tta_tiled_facts f;
  position position;
  bool simulated;
  tta_move_proof proof; /* of the nests, from the host to the device and back */
} tiled_facts;

static tta_status simulate(tta_arena *arena, tiled_facts *facts, tta_buf *reason) {
  tta_tiled_sizes sizes;
  int64_t bytes = facts->f.layout.element.bits / 8;
  if (!facts->f.layout.has_host) {
    tta_buf_str(reason, "--simulate requires a host tensor: a tensor type, or --host-size");
    return TTA_INVALID;
  }
  tta_status status = tta_tiled_sizes_of(&facts->f.layout, arena, &sizes);
  if (status) return status;
  facts->simulated = true;
  return tta_tiled_simulate_padding(&facts->f, sizes.footprint_elements, bytes ? bytes : 1, NULL, &facts->proof,
                                    reason);
}

/* ---- one position ---- */

static tta_status locate(const tta_tiled_facts *f, tta_arena *arena, position *p, tta_buf *reason) {
  tta_layout_ref ref = {.notation = TTA_NOTATION_TILED, .tiled = &f->layout};
  int64_t stick_bytes = f->layout.stick_bytes ? f->layout.stick_bytes : TTA_TILED_STICK_BYTES;
  int64_t bits = 8 * stick_bytes / f->elems_per_stick;
  tta_digits digits;
  if (!f->layout.has_host) {
    tta_buf_str(reason, "a position requires a host tensor: a tensor type, or --host-size");
    return TTA_INVALID;
  }
  tta_status status = tta_layout_ref_digits(&ref, arena, &digits, reason);
  if (status) return status;
  if (!p->by_index) {
    p->rank = digits.shape.rank;
    p->element = p->byte / bits * 8 + p->byte % bits * 8 / bits;
    return tta_digits_index(&digits, arena, p->element, p->index, &p->found);
  }
  p->found = true;
  status = p->rank == digits.shape.rank ? tta_digits_address(&digits, p->index, &p->element) : TTA_INVALID;
  if (!status) p->byte = p->element / 8 * bits + p->element % 8 * bits / 8;
  if (status != TTA_INVALID) return status;
  tta_buf_str(reason, "index ");
  tta_buf_list(reason, p->rank, p->index);
  tta_buf_str(reason, " is out of range for host shape ");
  tta_buf_shape(reason, digits.shape);
  return status;
}

static void print_position(tta_buf *out, const tta_tiled_facts *f, const position *p, tta_buf *text) {
  tta_buf_printf(text, "%lld, byte %lld, stick %lld, lane %lld: ", (long long)p->element, (long long)p->byte,
                 (long long)(p->element / f->elems_per_stick), (long long)(p->element % f->elems_per_stick));
  if (p->found) {
    tta_buf_str(text, "element ");
    tta_buf_list(text, p->rank, p->index);
  } else {
    tta_buf_str(text, p->byte < f->device_bytes ? "padding" : "outside of the layout");
  }
  tt_layout_flush(out, "position", text);
}

static void position_json(tta_json *json, const tta_tiled_facts *f, const position *p) {
  tta_json_key_open(json, "position", '{');
  tta_json_key_shape(json, "index", (tta_shape){p->rank, p->found ? p->index : NULL});
  tta_json_key_int(json, "element", p->element);
  tta_json_key_int(json, "byte", p->byte);
  tta_json_key_int(json, "stick", p->element / f->elems_per_stick);
  tta_json_key_int(json, "lane", p->element % f->elems_per_stick);
  tta_json_close(json, '}');
}

/* ---- the table ---- */

static void tensor(tta_buf *out, const char *label, tta_shape size, tta_str element, tta_shape strides, tta_buf *text) {
  tta_buf_shape(text, size);
  tta_buf_str(text, size.rank && element.size ? " " : "");
  tta_buf_append(text, element);
  tta_buf_str(text, ", strides ");
  tta_buf_list(text, strides.rank, strides.extent);
  tt_layout_flush(out, label, text);
}

static void with_host(tta_buf *out, const tta_tiled_facts *f, tta_buf *text) {
  tta_buf_str(text, "ranges: ");
  tta_buf_list(text, f->map.rank, f->map.ranges);
  tta_buf_str(text, "  host: ");
  tta_buf_list(text, f->map.rank, f->map.host_strides);
  tta_buf_str(text, "  device: ");
  tta_buf_list(text, f->map.rank, f->map.device_strides);
  tt_layout_flush(out, "loops", text);
  tt_layout_linef(out, "padding", "%lld elements", (long long)f->padding_elements);
}

static void print_text(tta_buf *out, const tiled_facts *facts) {
  const tta_tiled_facts *f = &facts->f;
  const tta_tiled *l = &f->layout;
  tta_buf text = tta_buf_new(out->allocator);
  if (l->element.name.size) tta_tiled_attribute(&text, l, true);
  else tta_buf_str(&text, "unknown without an element type (--dtype)");
  tt_layout_flush(out, "attribute", &text);
  tta_str host_element = l->host_element.name.size ? l->host_element.name : l->element.name;
  if (l->has_host) tensor(out, "host", l->host_size, host_element, l->host_strides, &text);
  tensor(out, "device", l->device_size, l->element.name, l->device_strides, &text);
  if (l->dim_map.rank) {
    tta_buf_list(&text, l->dim_map.rank, l->dim_map.extent);
    tt_layout_flush(out, "dim_map", &text);
  }
  tt_layout_linef(out, "sticks", "%s, %lld elements each, %lld stick dim%s", tta_tiled_format_name(l->format),
                  (long long)f->elems_per_stick, (long long)l->num_stick_dims, tta_plural(l->num_stick_dims));
  if (l->has_host) with_host(out, f, &text);
  if (l->host_offset)
    tt_layout_linef(out, "offset", "%lld on the host, %lld on the device", (long long)l->host_offset,
                    (long long)f->map.device_offset);
  if (l->allocation.size) tt_layout_line(out, "allocation", l->allocation);
  tt_layout_linef(out, "bytes", "%lld on the device", (long long)f->device_bytes);
  if (facts->position.asked) print_position(out, f, &facts->position, &text);
  if (facts->simulated && f->num_padding_nests)
    tt_layout_linef(out, "simulated", "%lld elements copied to the device and back; %lld bytes of padding hold %.*s",
                    (long long)facts->proof.elements_arrived, (long long)facts->proof.padding_bytes,
                    TTA_STR_ARGS(l->pad));
  else if (facts->simulated)
    tt_layout_linef(out, "simulated", "%lld elements copied to the device and back; no padding written",
                    (long long)facts->proof.elements_arrived);
  tta_tiled_nests_text(out, f);
  tta_buf_free(&text);
}

typedef struct request {
  const char *word, *name, *graph, *device_dtype, *to;
  int64_t max_states;
  bool solve, json, simulate, runs, maps, sparse, has_host, has_strides, has_order;
  int convention;
  tta_numbers host_size, host_strides, order, index;
  position position;
  tta_tiled_spec spec;
} request;

const char *const tt_layout_tiled_conventions[] = {TTA_TILED_CONVENTION_NAMES, NULL}; /* tta_tiled_convention */

static int parse_host_size(void *into, const tta_option_use *use) {
  request *r = into;
  r->host_size.count = 0;
  if (!strcmp(use->value, "scalar") || tta_read_shape(use->value, 0, &r->host_size)) return -1;
  return tta_invalid_value(tt_layout_program, use, "a shape such as 1024x256, or scalar");
}

static int parse_dtype(void *into, const tta_option_use *use) {
  request *r = into;
  if (tta_tiled_element_find(tta_str_from(use->value), &r->spec.element)) return -1;
  return tta_invalid_value(tt_layout_program, use, "an element type such as f16");
}

static const tta_option option_rows[] = {
    {.name = "--host-size", .value = "SHAPE", .kind = TTA_KIND_CUSTOM, .parse = parse_host_size, .group = "Host tensor",
     .example = "1024x256", .help = "shape of the host tensor, or scalar"},
    {.name = "--host-strides", .value = "N,...", .kind = TTA_KIND_LIST, .offset = offsetof(request, host_strides),
     .group = "Host tensor", .expected = "strides such as 256,1", .example = "256,1",
     .help = "strides of the host tensor in elements (default: contiguous)"},
    {.name = "--dtype", .value = "TYPE", .kind = TTA_KIND_CUSTOM, .parse = parse_dtype, .group = "Host tensor",
     .example = "f16", .help = "element type, such as f16 or torch.float16"},
    {.name = "--device-dtype", .value = "NAME", .kind = TTA_KIND_TEXT, .offset = offsetof(request, device_dtype),
     .group = "Device tensor", .example = "sen169_fp16", .help = "data format on the device, such as sen169_fp16"},
    {.name = "--order", .value = "D,...", .kind = TTA_KIND_LIST, .offset = offsetof(request, order),
     .group = "Device tensor", .expected = "dims such as 1,0", .example = "1,0",
     .help = "host dims by decreasing device stride; the last one is divided into sticks"},
    {.name = "--convention", .value = "rfc|dec25|2026", .kind = TTA_KIND_CHOICE, .choices = tt_layout_tiled_conventions,
     .offset = offsetof(request, convention), .group = "Device tensor",
     .help = "order of the device dims (default: rfc)"},
    {.name = "--sparse", .kind = TTA_KIND_FLAG, .offset = offsetof(request, sparse), .group = "Device tensor",
     .help = "store one element per stick"},
    {.name = "--index", .value = "I,J,...", .kind = TTA_KIND_LIST, .offset = offsetof(request, index),
     .group = "Queries", .expected = "an index such as 1,70", .example = "1,70",
     .help = "print the position of one element on the device"},
    {.name = "--at", .value = "BYTE", .kind = TTA_KIND_NUMBER, .most = INT64_MAX / 8,
     .offset = offsetof(request, position.byte), .group = "Queries", .expected = "a byte offset of at least 0",
     .example = "8332", .help = "print the element at a byte of the device"},
    {.name = "--maps", .kind = TTA_KIND_FLAG, .offset = offsetof(request, maps), .group = "Queries",
     .help = "print the dim_map of a stride_map, and the stride_map of a dim_map"},
    TT_LAYOUT_NAME_OPTION(offsetof(request, name)),
    {.name = "--graph", .value = "FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, graph), .group = "Actions",
     .example = "g.txt", .help = "propagate layouts through the operations in FILE, one per line"},
    {.name = "--solve", .kind = TTA_KIND_FLAG, .offset = offsetof(request, solve), .group = "Actions",
     .help = "choose the layouts that are not pinned, and restickifies that move the least bytes"},
    {.name = "--max-states", .value = "N", .kind = TTA_KIND_NUMBER, .least = 1, .most = 1 << 20,
     .offset = offsetof(request, max_states), .group = "Actions", .expected = "a number from 1 to 1048576",
     .example = "1024", .help = "states that --solve keeps per operation (default: by the size of the graph)"},
    {.name = "--to", .value = "LAYOUT|FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, to), .group = "Actions",
     .example = "'#tt.tiled_layout<stick, order = [1, 0]>'",
     .help = "print the loop nests that move the tensor directly to another tiled layout"},
    {.name = "--runs", .kind = TTA_KIND_FLAG, .offset = offsetof(request, runs), .group = "Actions",
     .help = "print the runs of bytes between the host and the device"},
    {.name = "--simulate", .kind = TTA_KIND_FLAG, .offset = offsetof(request, simulate), .group = "Actions",
     .help = "run the loop nests to the device and back"},
    TT_LAYOUT_JSON_OPTION(offsetof(request, json)),
};

static const tta_option_rule rules[] = {
    {TTA_REQUIRES, {"--host-strides", "--host-size"}},
    {TTA_REQUIRES, {"--name", "LAYOUT|FILE"}},
    {TTA_AT_MOST_ONE, {"--index", "--at", "--graph", "--to", "--runs", "--maps"}},
    {TTA_AT_MOST_ONE, {"LAYOUT|FILE", "--graph"}},
    {TTA_REQUIRES, {"--solve", "--graph"}},
    {TTA_REQUIRES, {"--max-states", "--solve"}},
    {TTA_AT_MOST_ONE, {"--host-size", "--graph"}},
    {TTA_AT_MOST_ONE, {"--dtype", "--graph"}},
    {TTA_AT_MOST_ONE, {"LAYOUT|FILE", "--order"}},
    {TTA_AT_MOST_ONE, {"--graph", "--order"}},
    {TTA_AT_MOST_ONE, {"LAYOUT|FILE", "--sparse"}},
    {TTA_AT_MOST_ONE, {"--graph", "--sparse"}},
    {TTA_AT_MOST_ONE, {"LAYOUT|FILE", "--device-dtype"}},
    {TTA_AT_MOST_ONE, {"--graph", "--device-dtype"}},
};

/* ---- where the layout comes from ---- */

/* At the host tensor of the options, `1024x256xf16`. @return exit status */
static int print_fault(const request *r, const tta_tiled_diagnostic *why) {
  tta_source source;
  tta_buf text = tta_buf_new(NULL);
  tta_buf_shape(&text, r->spec.host_size);
  tta_buf_printf(&text, "%s%.*s", r->spec.host_size.rank ? "x" : "", TTA_STR_ARGS(r->spec.element.name));
  if (text.failed) return tt_layout_fail(TTA_NO_MEMORY, &text);
  tta_source_init(&source, TTA_STR("<HOST>"), tta_buf_view(&text), NULL);
  tta_diagnostic fault = {.rule = tta_rule_find(tta_str_from(tta_tiled_rule_name(why->rule))),
                          .severity = TTA_SEVERITY_ERROR,
                          .span = {0, (uint32_t)text.size},
                          .message = why->message};
  int exit = tt_layout_print_fault(&fault, &source);
  tta_source_free(&source);
  tta_buf_free(&text);
  return exit;
}

static int build(request *r, tta_arena *arena, tta_tiled *layout) {
  tta_tiled_diagnostic why = {.rule = 0};
  if (!r->has_host || !r->spec.element.name.size) {
    tta_print_error(tt_layout_program, "missing argument: expected LAYOUT, FILE, or --host-size and --dtype");
    return TTA_EXIT_FAILED;
  }
  tta_status status = tta_tiled_build_dated(&r->spec, arena, layout, &why);
  if (!status) return TTA_EXIT_DONE;
  return status == TTA_INVALID ? print_fault(r, &why) : tt_layout_fail(status, NULL);
}

static tta_tiled_context context_of(const request *r) {
  return (tta_tiled_context){.convention = r->spec.convention,
                             .element = r->spec.element,
                             .has_host = r->has_host,
                             .host_size = r->spec.host_size,
                             .host_strides = r->spec.host_strides};
}

/* --host-size must agree with the host size of the layout. */
static int check_host(const request *r, const tta_tiled *layout) {
  if (!r->has_host || !layout->has_host || tta_shape_equal(r->spec.host_size, layout->host_size)) return TTA_EXIT_DONE;
  tta_buf reason = tta_buf_new(NULL);
  tta_buf_str(&reason, "--host-size does not match the host size of the layout, ");
  if (layout->host_size.rank) tta_buf_shape(&reason, layout->host_size);
  else tta_buf_str(&reason, "a scalar");
  return tt_layout_fail(TTA_INVALID, &reason);
}

static void add_host(const request *r, tta_tiled *layout) {
  if (!r->has_host || layout->has_host) return;
  layout->has_host = true;
  layout->host_size = r->spec.host_size;
  layout->host_strides = r->spec.host_strides;
  layout->host_element = r->spec.element;
}

/* The tiled layout of a FILE. */
static int read_file(const request *r, tt_layout_ref_input *input, tta_tiled *layout) {
  int exit = tt_layout_open_all(&input->file, r->word, "<LAYOUT>", r->name, 0);
  if (!exit) exit = tt_layout_single_entry(&input->file, &input->entry);
  if (exit) return exit;
  if (input->entry->tiled) {
    *layout = *input->entry->tiled;
    return TTA_EXIT_DONE;
  }
  tta_print_error(tt_layout_program, "%.*s has no tiled layout", TTA_STR_ARGS(input->file.source.name));
  return TTA_EXIT_ERRORS;
}

static int read_text(const request *r, tt_layout_ref_input *input, tta_tiled *layout) {
  tta_layout_ref_context context = {.from = TTA_NOTATION_UNKNOWN,
                                    .name = TTA_STR("<LAYOUT>"),
                                    .has_shape = r->has_host,
                                    .shape = r->spec.host_size,
                                    .host_strides = r->spec.host_strides,
                                    .element = r->spec.element.name,
                                    .may_lack_element = true,
                                    .convention = r->spec.convention};
  int exit = tt_layout_open_tiled(input, r->word, &context);
  if (!exit) *layout = *input->ref.tiled;
  return exit;
}

/* @param input what the layout borrows from; to be closed */
static int obtain(request *r, tt_layout_ref_input *input, tta_arena *arena, tta_tiled *layout) {
  if (!r->word) return build(r, arena, layout);
  bool python;
  tta_tiled_context known = context_of(r);
  int exit = tt_layout_find_python(r->word, &python);
  if (exit) return exit;
  if (python) exit = tt_layout_read_python(r->word, r->name, &known, arena, layout);
  else if (tt_layout_is_text(r->word)) return read_text(r, input, layout);
  else exit = read_file(r, input, layout);
  if (!exit) exit = check_host(r, layout);
  if (!exit) add_host(r, layout);
  return exit;
}

/* ---- results ---- */

static void print_json(tta_buf *out, const tiled_facts *facts) {
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '{');
  tta_tiled_json_members(&json, &facts->f);
  if (facts->position.asked) position_json(&json, &facts->f, &facts->position);
  if (facts->simulated) {
    tta_json_key(&json, "simulation");
    tta_move_proof_json(&json, &facts->proof);
  }
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}

/* --to, --runs */
static int print_move(const request *r, tt_layout_ref_input *from, const tta_tiled *layout, tta_arena *arena) {
  tt_layout_tiled_move move = {.to = layout, .json = r->json, .simulate = r->simulate, .nests = r->to != NULL};
  tt_layout_ref_input input = {.text = NULL};
  tta_tiled to;
  move.texts.check = tt_layout_diagnostics.check;
  if (!r->to) {
    move.texts.to_source = tt_layout_ref_place(from, &move.texts.to_span);
    return tt_layout_move_tiled(&move);
  }
  move.texts.from_source = tt_layout_ref_place(from, &move.texts.from_span);
  move.from = layout;
  move.to = &to;
  request other = {.word = r->to, .spec = {.element = r->spec.element}};
  if (layout->has_host) { /* for short forms, tuples and lists */
    other.has_host = true;
    other.spec.host_size = layout->host_size;
    other.spec.host_strides = layout->host_strides;
    other.spec.convention = r->spec.convention;
    if (!other.spec.element.name.size)
      other.spec.element = layout->host_element.name.size ? layout->host_element : layout->element;
  }
  int exit = obtain(&other, &input, arena, &to);
  move.texts.to_source = tt_layout_ref_place(&input, &move.texts.to_span);
  if (!exit) exit = tt_layout_move_tiled(&move);
  tt_layout_close_ref(&input);
  return exit;
}

static int print_layout(const request *r, const tta_tiled *layout, tta_arena *arena) {
  tiled_facts facts = {.simulated = r->simulate, .position = r->position};
  tta_buf out, reason;
  tta_buf_init(&reason, NULL);
  tta_status status = tta_tiled_facts_of(layout, arena, &facts.f, &reason);
  if (!status && r->simulate) status = simulate(arena, &facts, &reason);
  if (!status && r->position.asked) status = locate(&facts.f, arena, &facts.position, &reason);
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  tta_buf_init(&out, NULL);
  if (r->json) print_json(&out, &facts);
  else print_text(&out, &facts);
  return tt_layout_finish(&out);
}

static void set_query(request *r, const tta_arguments *arguments) {
  position *p = &r->position;
  p->by_index = tta_given(arguments, "--index");
  p->asked = p->by_index || tta_given(arguments, "--at");
  if (!p->by_index) return;
  tta_shape index = tta_numbers_shape(&r->index);
  p->rank = index.rank;
  for (uint32_t i = 0; i < index.rank; i++) p->index[i] = index.extent[i];
}

static int run(const tta_command *command, char **argv) {
  request r = {.word = NULL};
  tta_arguments arguments;
  int status = tta_command_parse(command, argv, &r, &arguments);
  if (status >= 0) return status;
  r.word = arguments.operands[0];
  r.has_host = tta_given(&arguments, "--host-size");
  r.has_strides = tta_given(&arguments, "--host-strides");
  r.has_order = tta_given(&arguments, "--order");
  if (r.has_host) r.spec.host_size = tta_numbers_shape(&r.host_size);
  if (r.has_strides) r.spec.host_strides = tta_numbers_shape(&r.host_strides);
  if (r.has_order) r.spec.order = tta_numbers_shape(&r.order);
  set_query(&r, &arguments);
  r.spec.device_dtype = tta_str_from(r.device_dtype);
  r.spec.convention = (tta_tiled_convention)r.convention;
  r.spec.format = r.sparse ? TTA_TILED_SPARSE : TTA_TILED_DENSE;
  tta_graph_options graph = {
      .convention = r.spec.convention, .solve = r.solve, .max_states = (uint32_t)r.max_states};
  if (r.graph) return tt_layout_tiled_graph(r.graph, &graph, r.json);
  bool about_one = r.name || r.to || r.runs || r.maps || r.simulate || r.position.asked;
  bool python = false;
  if (!about_one && (status = tt_layout_find_python(r.word, &python))) return status;
  if (python) {
    tta_tiled_context context = context_of(&r);
    return tt_layout_list_python(r.word, &context, r.json);
  }
  tta_arena *arena = tta_arena_new(NULL);
  tta_tiled layout;
  if (!arena) return tt_layout_fail(TTA_NO_MEMORY, NULL);
  tt_layout_ref_input input = {.text = NULL};
  status = obtain(&r, &input, arena, &layout);
  if (!status && r.maps) status = tt_layout_print_maps(&layout, r.json);
  else if (!status) status = r.to || r.runs ? print_move(&r, &input, &layout, arena) : print_layout(&r, &layout, arena);
  tt_layout_close_ref(&input);
  tta_arena_delete(arena);
  return status;
}

const tta_command tt_layout_tiled = {
    TT_LAYOUT_COMMAND,
    .name = "tiled",
    .usage = "[LAYOUT|FILE] [OPTION...]",
    .summary = "Print a device-specific tiled layout, its loop nests and propagation",
    .description = "LAYOUT is #tt.tiled_layout<...>, a tensor type with it, SpyreTensorLayout(...), "
                   "FixedTiledLayout(...), or ((ranges), (host strides), (device strides)). FILE contains a "
                   "tensor with a tiled layout. Without either, the default layout of --host-size and --dtype is "
                   "printed.",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .operands = {"LAYOUT|FILE"},
    .examples = {"tt-layout tiled --host-size=1000x200 --dtype=f16", "print the tiled layout of a host tensor"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run,
};
