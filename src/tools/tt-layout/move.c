/* tt-layout move: the transfers between two layouts of a tensor. */
#include "picture.h"
#include "tiled.h"
#include "tool.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/format.h"
#include "base/str.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "ttattr/move.h"

typedef struct output_view {
  bool json, totals_only;
  const tta_move_proof *proof; /* NULL: not simulated */
  const tt_layout_device_input *device; /* or NULL */
} output_view;

/* ---- the table ---- */

enum { MAX_ROWS = 40, PLACE_COLUMN = 12 };

static void print_bytes(tta_buf *out, const tta_move_totals *t, bool through) {
  if (t->no_op) {
    tt_layout_linef(out, "no-op", "no data movement required (%lld bytes in place)", (long long)t->bytes_total);
    return;
  }
  tt_layout_linef(out, "bytes", "%lld; %lld over the NoC", (long long)t->bytes_total,
                  (long long)t->bytes_on_noc);
  if (t->bytes_between_chips)
    tt_layout_linef(out, "", "%lld between chips", (long long)t->bytes_between_chips);
  tt_layout_linef(out, "runs", "%lld%s", (long long)t->runs, t->bytes_on_noc ? "" : ", all within a core");
  if (!t->bytes_on_noc) return;
  if (through) tt_layout_linef(out, "", "from DRAM to DRAM: a worker of each bank reads and writes them");
  tt_layout_linef(out, "NoC", "%lld transaction%s of at most %lld bytes%s", (long long)t->transactions,
                  tta_plural(t->transactions), (long long)t->longest_burst,
                  t->has_hops ? "" : ", unknown number of hops");
  if (t->has_hops)
    tt_layout_linef(out, "", "%lld hop%s on NoC %u of %s, over all runs", (long long)t->hops, tta_plural(t->hops),
                    t->noc, tta_arch_get(t->arch)->name);
  if (t->bytes_between_chips && t->has_fabric_hops)
    tt_layout_linef(out, "fabric", "%lld hop%s between chips, over all runs", (long long)t->fabric_hops,
                    tta_plural(t->fabric_hops));
  if (t->misaligned_runs)
    tt_layout_linef(out, "alignment",
                    "%lld run%s (%lld bytes) with misaligned ends, copied through an aligned buffer (alignment: "
                    "L1 %lld, DRAM read %lld, write %lld)",
                    (long long)t->misaligned_runs, tta_plural(t->misaligned_runs), (long long)t->misaligned_bytes,
                    (long long)t->alignment_l1, (long long)t->alignment_dram_read, (long long)t->alignment_dram_write);
}

static void append_link(tta_buf *out, uint32_t noc, tta_noc_link link) {
  tta_buf_printf(out, "%s of %u-%u", tta_noc_direction_name(noc, link.axis), link.from.x, link.from.y);
}

/* The link with the most flits of all chips. */
static void print_busiest(tta_buf *out, const tta_move *move) {
  int64_t most = 0, bytes = 0, chip = 0;
  uint32_t noc = 0;
  tta_noc_link link = {{0, 0}, TTA_NOC_HORIZONTAL};
  for (size_t i = 0; i < tta_move_num_chips(move); i++) {
    int64_t at;
    uint32_t at_noc;
    tta_noc_link busiest;
    const tta_noc_traffic *t = tta_move_chip_traffic(move, i, &at);
    if (!tta_noc_busiest(t, &at_noc, &busiest)) continue;
    uint32_t node = busiest.from.y * tta_arch_get(t->arch)->noc_size.x + busiest.from.x;
    const tta_noc_load *load = &t->links[at_noc][node][busiest.axis];
    if (load->flits <= most) continue;
    most = load->flits;
    bytes = load->bytes;
    chip = at;
    noc = at_noc;
    link = busiest;
  }
  if (!most) return;
  tta_buf name = tta_buf_new(NULL);
  append_link(&name, noc, link);
  if (chip) tta_buf_printf(&name, " on chip %lld", (long long)chip);
  tt_layout_linef(out, "busiest", "link %.*s: %lld bytes, %lld flits", (int)name.size, name.data ? name.data : "",
                  (long long)bytes, (long long)most);
  if (name.failed) out->failed = true;
  tta_buf_free(&name);
}

static void append_limit(tta_buf *out, const tta_move *move, const tta_move_bound *b) {
  const tta_noc_bound *n = &b->on_chip;
  tta_noc_limit limit = b->chip < 0 ? TTA_NOC_LIMIT_NONE : n->limit;
  const tta_move_channel *c = strcmp(b->limit, "ethernet") == 0 ? tta_move_channel_at(move, b->channel) : NULL;
  if (c) tta_buf_printf(out, "the Ethernet channel from chip %lld to chip %lld", (long long)c->from_chip,
                        (long long)c->to_chip);
  else if (strcmp(b->limit, "fabric") == 0) tta_buf_str(out, "the latency between chips");
  else if (limit == TTA_NOC_LIMIT_LINK) {
    tta_buf_str(out, "link ");
    append_link(out, n->noc, n->link);
  } else if (limit == TTA_NOC_LIMIT_DRAM) tta_buf_printf(out, "DRAM bank %d", n->bank);
  else if (limit == TTA_NOC_LIMIT_LATENCY) tta_buf_str(out, "the latency of one transfer");
  else
    tta_buf_printf(out, "what node %u-%u %s", n->node.x, n->node.y,
                   limit == TTA_NOC_LIMIT_INJECT ? "injects" : "absorbs");
}

static void print_bound(tta_buf *out, const tta_move *move) {
  const tta_move_bound *b = tta_move_get_bound(move);
  if (!b || !b->cycles) return;
  tta_buf text = tta_buf_new(NULL);
  append_limit(&text, move, b);
  tt_layout_linef(out, "time", "at least %lld cycle%s: %.*s", (long long)b->cycles, tta_plural(b->cycles),
                  (int)text.size, text.data ? text.data : "");
  if (text.failed) out->failed = true;
  tta_buf_free(&text);
}

static void print_local(tta_buf *out, const tta_move_totals *t) {
  static const char *const verbs[] = {"", "transpose", "tilize", "untilize", "reorder"};
  if (!t->local_cores) return;
  tt_layout_linef(out, "local", "%lld core%s %s%s what %s already hold%s", (long long)t->local_cores,
                  tta_plural(t->local_cores), verbs[t->local],
                  t->local_cores == 1 && t->local != TTA_MOVE_LOCAL_RELAYOUT ? "s" : "",
                  t->local_cores == 1 ? "it" : "they", t->local_cores == 1 ? "s" : "");
}

static void print_conversion(tta_buf *out, const tta_move_conversion *c) {
  const char *stored = tta_data_type_name(c->stored), *moved = tta_data_type_name(c->moved);
  if (!c->exists) return;
  tt_layout_linef(out, "converts", "%lld core%s of the %s convert%s %s to %s %s; %s has a copy in %s of %lld bytes",
                  (long long)c->cores, tta_plural(c->cores), c->at_target ? "destination" : "source",
                  c->cores == 1 ? "s" : "", c->at_target ? moved : stored, c->at_target ? stored : moved,
                  c->at_target ? "after the data arrived" : "before the data is sent", c->cores == 1 ? "it" : "each",
                  moved, (long long)c->bytes);
}

static void print_padding(tta_buf *out, const tta_move_totals *t, const tta_move_spec *spec) {
  tta_oob_value oob = spec->to->oob_val;
  if (!t->padding_bytes) return;
  if (oob <= TTA_OOB_UNDEF)
    tt_layout_linef(out, "padding", "%lld bytes, undef: any value", (long long)t->padding_bytes);
  else
    tt_layout_linef(out, "padding", "%lld bytes, set to %s by their cores before data arrives",
                    (long long)t->padding_bytes, tta_oob_value_name(oob));
}

static void print_proof(tta_buf *out, const tta_move_proof *p, tta_oob_value oob) {
  if (!p) return;
  if (p->padding_bytes)
    tt_layout_linef(out, "simulated",
                    "%lld element%s arrived; %lld bytes of padding hold %s; nothing else was written",
                    (long long)p->elements_arrived, tta_plural(p->elements_arrived), (long long)p->padding_bytes,
                    tta_oob_value_name(oob));
  else
    tt_layout_linef(out, "simulated", "%lld element%s arrived; nothing else was written",
                    (long long)p->elements_arrived, tta_plural(p->elements_arrived));
}

/* ---- semaphores ---- */

/* One line for a role: how many cores wait, and for which values. */
static void print_role(tta_buf *out, const tta_move *move, tta_move_role role) {
  int64_t cores = 0, least = INT64_MAX, most = 0;
  bool once = false, several = false;
  for (size_t i = 0; i < tta_move_num_semaphores(move); i++) {
    const tta_move_semaphore *s = tta_move_semaphore_at(move, i);
    if (s->role != role) continue;
    cores++;
    if (s->waits < least) least = s->waits;
    if (s->waits > most) most = s->waits;
    once |= s->posts == 1;
    several |= s->posts != 1;
  }
  if (!cores) return;
  tta_buf range = tta_buf_new(NULL);
  tta_buf_printf(&range, "%lld", (long long)least);
  if (most > least) tta_buf_printf(&range, " to %lld", (long long)most);
  static const char *const words[] = {"receivers ready", "data arrived", "readers done"};
  bool first = role != TTA_MOVE_ARRIVED;
  tt_layout_linef(out, first ? "semaphores" : "",
                  "%d (%s): %lld core%s, initially 0; %s for %.*s post%s by %s", !first,
                  words[role], (long long)cores, tta_plural(cores),
                  cores == 1 ? "waits" : "wait", (int)range.size, range.size ? range.data : "", tta_plural(most),
                  !several ? "noc_semaphore_set_remote"
                  : once   ? "noc_semaphore_inc, or by noc_semaphore_set_remote where one post is awaited"
                           : "noc_semaphore_inc");
  if (range.failed) out->failed = true;
  tta_buf_free(&range);
}

/* ---- transfers ---- */

static void append_place(tta_buf *out, const tta_move_endpoint *p, bool chips) {
  size_t begin = out->size;
  if (p->memory == TTA_MOVE_HOST) tta_buf_str(out, "host");
  if (chips && p->memory != TTA_MOVE_HOST) tta_buf_printf(out, "%lld: ", (long long)p->chip);
  if (p->memory == TTA_MOVE_DRAM) tta_buf_printf(out, "bank %lld", (long long)p->bank);
  if (p->memory == TTA_MOVE_L1) tta_buf_printf(out, "%lld,%lld", (long long)p->core.y, (long long)p->core.x);
  while (out->size - begin < PLACE_COLUMN && !out->failed) tta_buf_char(out, ' ');
}

static bool several_chips(const tta_move *move) {
  for (size_t i = 0; i < tta_move_num_families(move); i++) {
    const tta_move_runs *r = tta_move_family(move, i);
    if (tta_move_source(move, r->src)->chip > 0 || tta_move_target(move, r->dst)->chip > 0) return true;
  }
  return false;
}

static void print_transfers(tta_buf *out, const tta_move *move) {
  size_t count = tta_move_num_families(move), shown = count > MAX_ROWS ? MAX_ROWS : count;
  bool chips = several_chips(move);
  if (!count) return;
  tta_buf_printf(out, "\n%-6s %-*s%-*s%12s %12s %10s %10s\n", "kind", PLACE_COLUMN, "from", PLACE_COLUMN, "to",
                 "src offset", "dst offset", "bytes", "runs");
  for (size_t i = 0; i < shown; i++) {
    const tta_move_runs *r = tta_move_family(move, i);
    tta_buf_printf(out, "%-6s ", tta_move_kind_name(r->kind));
    append_place(out, tta_move_source(move, r->src), chips);
    append_place(out, tta_move_target(move, r->dst), chips);
    tta_buf_printf(out, "%12lld %12lld %10lld %10lld\n", (long long)r->src_offset, (long long)r->dst_offset,
                   (long long)r->bytes, (long long)r->count);
  }
  if (shown < count) tta_buf_printf(out, "... and %zu more (--json lists all of them, with strides)\n", count - shown);
}

static void print_table(tta_buf *out, const tta_move *move, const tta_move_spec *spec,
                        const output_view *view) {
  const tta_move_totals *t = tta_move_get_totals(move);
  if (view->device) tt_layout_device_line(out, view->device);
  print_bytes(out, t, tta_move_num_families(move) && tta_move_family(move, 0)->has_via);
  print_busiest(out, move);
  print_bound(out, move);
  print_local(out, t);
  print_conversion(out, &t->conversion);
  print_padding(out, t, spec);
  print_role(out, move, TTA_MOVE_READY);
  print_role(out, move, TTA_MOVE_ARRIVED);
  print_role(out, move, TTA_MOVE_DONE);
  print_proof(out, view->proof, spec->to->oob_val);
  tta_str rest = tta_move_assumptions(move);
  for (tta_str line; tta_str_next_line(&rest, &line);) tt_layout_line(out, "assumes", line);
  if (!view->totals_only && !t->no_op) print_transfers(out, move);
}

enum { FORM_NPE, FORM_PROTOCOL, FORM_KERNELS };

/* The files of --emit=kernels. */
static const struct {
  const char *name;
  tta_move_text text;
} kernel_files[] = {{"reader.cpp", TTA_MOVE_TEXT_READER},
                    {"writer.cpp", TTA_MOVE_TEXT_WRITER},
                    {"binding.toml", TTA_MOVE_TEXT_BINDING},
                    {"host.cpp", TTA_MOVE_TEXT_HOST}};
enum { NUM_KERNEL_FILES = sizeof kernel_files / sizeof *kernel_files };

/* All files, each after a line with its name. */
static int print_files(tta_buf *files) {
  tta_buf all = tta_buf_new(NULL);
  for (size_t i = 0; i < NUM_KERNEL_FILES; i++) {
    if (files[i].size) tta_buf_printf(&all, "%s==== %s ====\n", all.size ? "\n" : "", kernel_files[i].name);
    tta_buf_bytes(&all, files[i].data, files[i].size);
  }
  return tt_layout_finish(&all);
}

static int write_file(tta_buf *text, const char *folder, const char *name) {
  tta_buf path = tta_buf_new(NULL);
  tta_buf_printf(&path, "%s/%s", folder, name);
  tta_buf_char(&path, '\0');
  int exit = path.failed ? tt_layout_finish(&path) : tta_print_and_free(tt_layout_program, text, path.data);
  tta_buf_free(&path);
  return exit;
}

/* Creates the folder unless it exists; if it cannot be created, writing the first file fails. */
static int write_files(tta_buf *files, const char *folder) {
  int exit = TTA_EXIT_DONE;
  mkdir(folder, 0777);
  for (size_t i = 0; i < NUM_KERNEL_FILES && !exit; i++)
    if (files[i].size) exit = write_file(&files[i], folder, kernel_files[i].name);
  return exit;
}

typedef struct request {
  const char *from, *to, *from_name, *to_name, *picture, *links, *folder;
  tt_layout_device_choice device, to_device;
  tta_numbers permute, harvest;
  int arch, direction, emit;
  int64_t noc;
  const char *system;
  tta_system_input system_input;
  tta_move_spec spec;
  output_view view;
  bool simulate, emits;
  const char *not_tiled; /* a given option that does not apply to tiled layouts, or NULL */
} request;

static const char *const directions[] = {"push", "pull", NULL}; /* tta_move_direction */

static const char *const forms[] = {"npe", "protocol", "kernels", NULL}; /* FORM_* */

static const tta_option option_rows[] = {
    {.name = "--from", .value = "TYPE|FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, from),
     .group = "Tensors", .required = true, .example = "t.mlir", .help = "source layout of the tensor"},
    {.name = "--to", .value = "TYPE|FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, to), .group = "Tensors",
     .required = true, .example = "t.mlir", .help = "destination layout of the tensor"},
    {.name = "--from-name", .value = "NAME", .kind = TTA_KIND_TEXT, .offset = offsetof(request, from_name),
     .group = "Tensors", .example = "#layout",
     .help = "select the layout of a source FILE by a value or an alias, %arg0 or '#layout'"},
    {.name = "--to-name", .value = "NAME", .kind = TTA_KIND_TEXT, .offset = offsetof(request, to_name),
     .group = "Tensors", .example = "#layout", .help = "select the layout of a destination FILE"},
    {.name = "--permute", .value = "P,...", .kind = TTA_KIND_LIST, .offset = offsetof(request, permute),
     .group = "Tensors", .expected = "dims such as 1,0", .example = "1,0",
     .help = "permute dims: dim j of the destination is dim P[j] of the source"},
    TT_LAYOUT_DEVICE_OPTIONS(request, device, "Device",
                             "device that the cores belong to (default: that of the module)"),
    {.name = "--to-device", .value = "ATTR|FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, to_device.device),
     .group = "Device", .example = "#tt.device<>", .help = "device of the destination, if it is another one"},
    {.name = "--arch", .value = "NAME", .kind = TTA_KIND_CHOICE, .choices = tt_layout_archs,
     .offset = offsetof(request, arch), .group = "Device",
     .help = "print NoC addresses of this architecture: grayskull, wormhole_b0 or blackhole"},
    {.name = "--harvest", .value = "N,...", .kind = TTA_KIND_LIST, .offset = offsetof(request, harvest),
     .group = "Device", .expected = "rows or columns such as 3,7", .example = "3,7",
     .help = "harvested NOC0 rows (columns on blackhole) of all chips"},
    {.name = "--system-desc", .value = "NAME[:N]|FILE|'[N, 8x8]'", .kind = TTA_KIND_TEXT,
     .offset = offsetof(request, system), .group = "Device", .example = "wormhole_b0:2",
     .help = "system with the Ethernet channels between chips (default: that of the device's module)"},
    {.name = "--from-base", .value = "ADDRESS", .kind = TTA_KIND_NUMBER, .most = INT64_MAX / 4,
     .offset = offsetof(request, spec.from_base), .group = "Device", .expected = "an address in bytes such as 0x19400",
     .example = "0x19400", .help = "address of the source buffer in each core and bank (default: 0)"},
    {.name = "--to-base", .value = "ADDRESS", .kind = TTA_KIND_NUMBER, .most = INT64_MAX / 4,
     .offset = offsetof(request, spec.to_base), .group = "Device", .expected = "an address in bytes such as 0x19400",
     .example = "0x19400", .help = "address of the destination buffer (default: 0)"},
    {.name = "--noc", .value = "0|1", .kind = TTA_KIND_NUMBER, .most = 1, .offset = offsetof(request, noc),
     .group = "NoC", .expected = "0 or 1", .example = "1", .help = "NoC of all transfers (default: 0)"},
    {.name = "--direction", .value = "push|pull", .kind = TTA_KIND_CHOICE, .choices = directions,
     .offset = offsetof(request, direction), .group = "NoC",
     .help = "push: the source core writes (default); pull: the destination core reads"},
    {.name = "--simulate", .kind = TTA_KIND_FLAG, .offset = offsetof(request, simulate), .group = "Output",
     .help = "run the plan and verify every element and all padding"},
    {.name = "--totals", .kind = TTA_KIND_FLAG, .offset = offsetof(request, view.totals_only), .group = "Output",
     .help = "print totals without the transfers"},
    {.name = "--draw", .value = "FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, picture), .group = "Output",
     .example = "x.svg", .help = "draw the bytes from each source to each destination: x.svg, x.html, x.png or x.txt"},
    {.name = "--draw-links", .value = "FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, links),
     .group = "Output", .example = "x.svg",
     .help = "draw the links of the NoC, thicker the more flits they have: x.svg, x.html, x.png or x.txt"},
    {.name = "--emit", .value = "FORM", .kind = TTA_KIND_CHOICE, .choices = forms, .offset = offsetof(request, emit),
     .group = "Output",
     .help = "print the plan in another form: npe, a workload of the NoC estimator tt-npe; protocol, kernels for "
             "'tt-layout protocol'; kernels, the same in tt-metal's C++ with a binding and a host function"},
    {.name = "-o", .value = "FOLDER", .kind = TTA_KIND_TEXT, .offset = offsetof(request, folder),
     .group = "Output", .example = "kernels",
     .help = "write the files of --emit=kernels to FOLDER: reader.cpp, writer.cpp, binding.toml and host.cpp (default: "
             "all on standard output, each after a line with its name)"},
    TT_LAYOUT_JSON_OPTION(offsetof(request, view.json)),
};

static const tta_option_rule rules[] = {
    {TTA_REQUIRES, {"--to-device", "--device"}},
    {TTA_AT_MOST_ONE, {"--emit", "--json"}},
    {TTA_REQUIRES, {"-o", "--emit=kernels"}},
};

static int draw(const char *path, tta_picture_view view, const tta_move *move) {
  tt_layout_picture_file file;
  tta_picture picture = {.move = move, .view = view};
  int exit = tt_layout_choose_format(&file, path, false);
  return exit ? exit : tt_layout_draw_picture(&file, &picture);
}

/* The architecture without --arch is that of the plan. */
static tta_status set_harvest(request *r, tta_buf *reason) {
  tta_arch arch = r->spec.has_arch ? r->spec.arch : TTA_ARCH_WORMHOLE_B0;
  return r->harvest.count ? tta_arch_harvest(arch, r->harvest.value, r->harvest.count, &r->spec.harvest, reason)
                          : TTA_OK;
}

static tta_status write_json(tta_buf *out, tta_move *move, const output_view *view) {
  tta_json json = tta_json_writer(out);
  tta_status status = tta_transfer_plan_json(&json, move, view->totals_only, view->proof);
  if (status == TTA_LIMIT) tta_print_message(tt_layout_program, "note: --totals leaves the transfers out");
  tta_buf_char(out, '\n');
  return status;
}

static tta_status write_npe(tta_buf *out, tta_move *move) {
  tta_json json = tta_json_writer(out);
  tta_status status = tta_move_npe(&json, move);
  tta_buf_char(out, '\n');
  return status;
}

/* @param files of --emit=kernels; of everything else the first one */
static tta_status write_all(const request *r, tta_move *move, tta_buf *files) {
  tta_status status = TTA_OK;
  if (!r->emits && r->view.json) return write_json(files, move, &r->view);
  if (!r->emits) print_table(files, move, &r->spec, &r->view);
  else if (r->emit == FORM_NPE) return write_npe(files, move);
  else if (r->emit == FORM_PROTOCOL) return tta_move_emit(move, TTA_MOVE_TEXT_PROTOCOL, files);
  else
    for (size_t i = 0; i < NUM_KERNEL_FILES && !status; i++)
      status = tta_move_emit(move, kernel_files[i].text, &files[i]);
  return status;
}

static int print_all(const request *r, tta_buf *files) {
  if (!r->emits || r->emit != FORM_KERNELS) return tt_layout_finish(files);
  return r->folder ? write_files(files, r->folder) : print_files(files);
}

/* All is computed before anything is printed: what is wrong is printed first. */
static int print_plan(request *r, tta_move *move, tta_status status) {
  tta_move_proof proof;
  tta_buf files[NUM_KERNEL_FILES];
  for (size_t i = 0; i < NUM_KERNEL_FILES; i++) tta_buf_init(&files[i], NULL);
  if (!status && r->simulate) status = tta_move_simulate(move, &proof);
  if (r->simulate) r->view.proof = &proof;
  if (!status) status = write_all(r, move, files);
  const tta_results *results = tta_move_results(move);
  int found = status ? tt_layout_print_failure(status, results, r->spec.texts.to_source)
                     : tt_layout_print_results(results, r->spec.texts.to_source);
  int exit = status ? found : print_all(r, files);
  if (!status && !exit && r->picture) exit = draw(r->picture, TTA_PICTURE_MOVE, move);
  if (!status && !exit && r->links) exit = draw(r->links, TTA_PICTURE_LINKS, move);
  for (size_t i = 0; i < NUM_KERNEL_FILES; i++) tta_buf_free(&files[i]);
  return exit ? exit : found;
}

static int plan(request *r) {
  tta_move *move;
  tta_buf reason = tta_buf_new(NULL);
  r->spec.permute = tta_numbers_shape(&r->permute);
  r->spec.noc = (uint32_t)r->noc;
  r->spec.direction = (tta_move_direction)r->direction;
  tta_status status = set_harvest(r, &reason);
  if (status) return tt_layout_fail(status, &reason);
  status = tta_transfer_plan(&r->spec, &move);
  int exit = move ? print_plan(r, move, status) : tt_layout_fail(status, NULL);
  tta_move_free(move);
  return exit;
}

/* ---- inputs ---- */

/* One of the two tensors. */
typedef struct endpoint {
  tt_layout_input input;
  const tta_layout_entry *entry;
  tt_layout_device_input device;
  tt_layout_ref_input text; /* of a tiled layout */
  const tta_tiled *tiled;   /* or NULL */
} endpoint;

/* Without --device, the device of the module of each FILE; that of the other one for a TYPE or a FILE without a device.
 * The cores are logical unless both tensors are on a device. */
static int select_devices(request *r, endpoint *from, endpoint *to) {
  tt_layout_device_input *a = &from->device, *b = &to->device;
  int exit = tt_layout_device_for(a, &from->input, from->entry, TT_LAYOUT_DEVICE_TO_HOLD);
  bool own = !a->devices && !a->none;
  if (!exit && own) {
    b->choice.name = r->device.name;
    exit = tt_layout_device_for(b, &to->input, to->entry, TT_LAYOUT_DEVICE_TO_HOLD);
  }
  if (own && !b->device && a->device) tt_layout_device_must_hold(a, to->entry->layout);
  if (own && !a->device && b->device) tt_layout_device_must_hold(b, from->entry->layout);
  if (exit || a->dropped || b->dropped) return exit;
  r->spec.from_device = a->device ? a->device : b->device;
  r->spec.to_device = b->device ? b->device : a->device;
  r->view.device = a->device ? a : b;
  if (!r->system && a->device) r->spec.system = a->device->system;
  if (!r->system && !r->spec.system && b->device) r->spec.system = b->device->system;
  return exit;
}

static int with_devices(request *r, endpoint *from, endpoint *to) {
  int exit = tt_layout_open_device(&from->device, &r->device, 0);
  if (!exit) exit = tt_layout_open_device(&to->device, &r->to_device, 0);
  if (!exit) exit = select_devices(r, from, to);
  if (!exit) exit = plan(r);
  tt_layout_close_device(&to->device);
  tt_layout_close_device(&from->device);
  return exit;
}

/* The single layout of an input, or its single tiled layout if it has no other. @param option that selects one */
static int select_single(endpoint *end, const char *option) {
  size_t count = 0;
  for (size_t i = 0; i < tt_layout_input_count(&end->input); i++) {
    const tta_layout_entry *entry = tt_layout_input_get(&end->input, i);
    if (!entry->layout) continue;
    count++;
    end->entry = entry;
  }
  if (count == 1) return TTA_EXIT_DONE;
  if (!count) count = tt_layout_input_count(&end->input);
  if (count < 2) return tt_layout_single_entry(&end->input, &end->entry);
  tta_print_error(tt_layout_program, "%.*s has %zu layouts; select one with %s", (int)end->input.source.name.size,
                end->input.source.name.data, count, option);
  return TTA_EXIT_ERRORS;
}

/* Opens a FILE, or a TYPE. */
static int open_endpoint(endpoint *end, const char *word, const char *what, const char *name, const char *option) {
  tta_layout_ref_context context = {
      .from = TTA_NOTATION_UNKNOWN, .name = tta_str_from(what), .may_lack_element = true};
  int exit;
  if (tt_layout_is_text(word) && tt_layout_is_tiled(word)) {
    exit = tt_layout_open_tiled(&end->text, word, &context);
    if (!exit) end->tiled = end->text.ref.tiled;
    return exit;
  }
  exit = tt_layout_open_all(&end->input, word, what, name, 0);
  if (!exit) exit = select_single(end, option);
  if (!exit) end->tiled = end->entry->tiled;
  return exit;
}

/* Tiled layouts have neither cores nor a NoC. */
static int move_tiled(const request *r, const endpoint *from, const endpoint *to, const tta_move_texts *texts) {
  if (!from->tiled != !to->tiled) {
    tta_print_error(tt_layout_program, "cannot move a tensor between a tiled layout and another layout");
    tta_print_message(tt_layout_program,
                      "note: 'tt-layout tiled TYPE --simulate' simulates transfers of tiled layouts");
    return TTA_EXIT_ERRORS;
  }
  if (r->not_tiled) {
    tta_print_error(tt_layout_program, "option '%s' does not apply to tiled layouts", r->not_tiled);
    return TTA_EXIT_FAILED;
  }
  return tt_layout_move_tiled(&(tt_layout_tiled_move){.from = from->tiled, .to = to->tiled, .texts = *texts,
                                                      .json = r->view.json, .totals = r->view.totals_only,
                                                      .simulate = r->simulate});
}

static tta_source *place_of(endpoint *end, tta_span *span) {
  if (end->entry) {
    *span = end->entry->span;
    return &end->input.source;
  }
  return tt_layout_ref_place(&end->text, span);
}

static int with_endpoints(request *r, endpoint *from, endpoint *to) {
  int exit = open_endpoint(from, r->from, "<FROM>", r->from_name, "--from-name");
  if (!exit) exit = open_endpoint(to, r->to, "<TO>", r->to_name, "--to-name");
  if (exit) return exit;
  tta_move_texts texts = {.check = tt_layout_diagnostics.check};
  texts.from_source = place_of(from, &texts.from_span);
  texts.to_source = place_of(to, &texts.to_span);
  if (from->tiled || to->tiled) return move_tiled(r, from, to, &texts);
  r->spec.from = from->entry->layout;
  r->spec.to = to->entry->layout;
  r->spec.texts = texts;
  return with_devices(r, from, to);
}

static int with_types(request *r) {
  endpoint from = {.entry = NULL}, to = {.entry = NULL};
  int exit = with_endpoints(r, &from, &to);
  tt_layout_close_ref(&to.text);
  tt_layout_close_ref(&from.text);
  tt_layout_close(&to.input);
  tt_layout_close(&from.input);
  return exit;
}

/* An option that tiled layouts do not have. */
static const char *find_not_tiled(const tta_arguments *arguments) {
  static const char *const names[] = {"--permute", "--device", "--to-device", "--arch", "--harvest", "--system-desc",
                                      "--from-base", "--to-base", "--noc", "--direction", "--draw", "--draw-links",
                                      "--emit"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (tta_given(arguments, names[i])) return names[i];
  return NULL;
}

static int run(const tta_command *command, char **argv) {
  request r = {.from = NULL};
  tta_arguments arguments;
  int status = tta_command_parse(command, argv, &r, &arguments);
  if (status >= 0) return status;
  r.spec.has_arch = tta_given(&arguments, "--arch");
  r.emits = tta_given(&arguments, "--emit");
  r.not_tiled = find_not_tiled(&arguments);
  if (r.spec.has_arch) r.spec.arch = (tta_arch)r.arch;
  if (!r.system) return with_types(&r);
  status = tta_system_open(tt_layout_program, r.system, &r.system_input);
  r.spec.system = &r.system_input.value;
  if (!status) status = with_types(&r);
  tta_system_close(&r.system_input);
  return status;
}

const tta_command tt_layout_move = {
    TT_LAYOUT_COMMAND,
    .name = "move",
    .usage = "--from TYPE|FILE --to TYPE|FILE [OPTION...]",
    .summary = "List the transfers between two layouts of a tensor",
    .description = "Prints runs of bytes with their direction, and the semaphores of the handshake. Of tiled layouts, "
                   "the runs between two memories of sticks.",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .examples = {"tt-layout move --from=old.mlir --to=new.mlir", "print the transfers between two layouts"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run,
};
