/* tt-layout noc: coordinates, addresses and routes on the NoC (ttattr/arch.h, ttattr/noc.h). */
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "tool.h"
#include "ttattr/noc.h"

/* The other end of a route: a core, a DRAM bank, or all of both. */
typedef struct goal {
  bool all;
  int64_t bank; /* or TTA_NOC_NONE */
  tta_core core;
} goal;

typedef struct request {
  bool json, plan, has_to, pcie, arc, has_core, has_bank, decodes, has_route, has_sender;
  int arch;
  tta_core core, to, sender;
  goal route;
  int64_t bank, noc;
  uint64_t address, decode;
  tta_numbers harvest;
  uint32_t mask;
  const char *system;
} request;

/* The facts that are printed. */
typedef struct answer {
  tta_noc_node node;
  uint64_t address, noc_address, num_dests;
  bool multicast;
  tta_core to;
  tta_noc_node sender; /* of the multicast */
  tta_noc_xy first, last;
} answer;

static int parse_core(void *into, const tta_option_use *use) {
  tta_numbers n;
  if (!tta_read_shape(use->value, 0, &n) || n.count != 2)
    return tta_invalid_value(tt_layout_program, use, "a core (row x column) such as 2x3");
  *(tta_core *)into = (tta_core){n.value[0], n.value[1]};
  return -1;
}

static int parse_route(void *into, const tta_option_use *use) {
  static const char BANK[] = "dram:";
  goal *to = into;
  tta_numbers n;
  *to = (goal){.all = strcmp(use->value, "all") == 0, .bank = TTA_NOC_NONE};
  if (to->all) return -1;
  bool bank = strncmp(use->value, BANK, strlen(BANK)) == 0;
  const char *numbers = bank ? use->value + strlen(BANK) : use->value;
  if (!tta_read_shape(numbers, 0, &n) || n.count != (bank ? 1 : 2))
    return tta_invalid_value(tt_layout_program, use, "a core such as 2x3, a DRAM bank such as dram:5, or all");
  if (bank) to->bank = n.value[0];
  else to->core = (tta_core){n.value[0], n.value[1]};
  return -1;
}

static const tta_option option_rows[] = {
    {.name = "--arch", .value = "NAME", .kind = TTA_KIND_CHOICE, .choices = tt_layout_archs,
     .offset = offsetof(request, arch), .group = "Architecture",
     .help = "grayskull, wormhole_b0 or blackhole (default: that of the system, else wormhole_b0)"},
    {.name = "--system-desc", .value = "NAME[:N]|FILE|'[N, 8x8]'", .kind = TTA_KIND_TEXT,
     .offset = offsetof(request, system), .group = "Architecture", .example = "wormhole_b0",
     .help = "system, also of a module, whose first chip has the architecture"},
    TT_LAYOUT_HARVEST_OPTION(offsetof(request, harvest), "Architecture"),
    {.name = "--core", .value = "YxX", .kind = TTA_KIND_CUSTOM, .parse = parse_core, .offset = offsetof(request, core),
     .group = "Node", .example = "2x3",
     .help = "logical worker core"},
    {.name = "--dram-bank", .value = "N", .kind = TTA_KIND_NUMBER, .offset = offsetof(request, bank), .group = "Node",
     .expected = "a bank such as 0", .example = "0", .help = "DRAM bank"},
    {.name = "--pcie", .kind = TTA_KIND_FLAG, .offset = offsetof(request, pcie), .group = "Node", .help = "PCIe node"},
    {.name = "--arc", .kind = TTA_KIND_FLAG, .offset = offsetof(request, arc), .group = "Node", .help = "ARC node"},
    {.name = "--decode", .value = "ADDRESS", .kind = TTA_KIND_ADDRESS, .offset = offsetof(request, decode),
     .group = "Node", .expected = "a 64-bit address such as 0x1240010", .example = "0x1240010",
     .help = "node and local address of a NoC address"},
    {.name = "--address", .value = "ADDRESS", .kind = TTA_KIND_ADDRESS, .offset = offsetof(request, address),
     .group = "Address", .expected = "a 64-bit address such as 0x10000", .example = "0x10000",
     .help = "local address in the node (default: 0)"},
    {.name = "--noc", .value = "0|1", .kind = TTA_KIND_NUMBER, .most = 1, .offset = offsetof(request, noc),
     .group = "Address", .expected = "0 or 1", .example = "1", .help = "NoC that is used (default: 0)"},
    {.name = "--to", .value = "YxX", .kind = TTA_KIND_CUSTOM, .parse = parse_core, .offset = offsetof(request, to),
     .group = "Address", .example = "3x4",
     .help = "last core of a multicast that starts at --core"},
    {.name = "--route", .value = "YxX|dram:N|all", .kind = TTA_KIND_CUSTOM, .parse = parse_route,
     .offset = offsetof(request, route), .group = "Route", .example = "3x4",
     .help = "links from the node to a core, to a DRAM bank, or to all workers and banks"},
    {.name = "--sender", .value = "YxX", .kind = TTA_KIND_CUSTOM, .parse = parse_core,
     .offset = offsetof(request, sender), .group = "Route", .example = "0x0",
     .help = "links of the multicast tree from this core"},
    TT_LAYOUT_JSON_OPTION(offsetof(request, json)),
};

static const tta_option_rule rules[] = {
    {TTA_AT_MOST_ONE, {"--core", "--dram-bank", "--pcie", "--arc", "--decode"}},
    {TTA_AT_MOST_ONE, {"--arch", "--system-desc"}},
    {TTA_REQUIRES, {"--address", "--core", "--dram-bank", "--pcie", "--arc"}},
    {TTA_REQUIRES, {"--noc", "--core", "--dram-bank", "--pcie", "--arc", "--decode"}},
    {TTA_REQUIRES, {"--route", "--core", "--dram-bank", "--pcie", "--arc", "--decode"}},
    {TTA_REQUIRES, {"--to", "--core"}},
    {TTA_REQUIRES, {"--sender", "--to"}},
};

static tta_status find_node(const request *r, tta_arch arch, answer *a, tta_buf *reason) {
  if (r->has_core) return tta_noc_worker(arch, r->mask, r->core, &a->node, reason);
  if (r->has_bank) return tta_noc_dram(arch, r->bank, (uint32_t)r->noc, &a->node, reason);
  return r->pcie ? tta_noc_pcie(arch, &a->node) : tta_noc_arc(arch, &a->node);
}

static tta_status decode(const request *r, answer *a, tta_buf *reason) {
  tta_noc_target target;
  tta_status status = tta_noc_decode((tta_arch)r->arch, r->mask, (uint32_t)r->noc, r->decode, &target, reason);
  if (status) return status;
  *a = (answer){.node = target.first,
                .address = target.bank_address,
                .noc_address = r->decode,
                .num_dests = target.num_dests,
                .multicast = target.multicast,
                .to = target.last.logical};
  return TTA_OK;
}

/* Calls `each` for every node of the goal, in the order of the workers, then of the banks. */
static tta_status each_goal(const request *r, void (*each)(void *user, const tta_noc_node *to), void *user,
                            tta_buf *reason) {
  tta_arch arch = (tta_arch)r->arch;
  const goal *to = &r->route;
  tta_noc_node node;
  tta_status status = TTA_OK;
  if (!to->all) {
    status = to->bank >= 0 ? tta_noc_dram(arch, to->bank, (uint32_t)r->noc, &node, reason)
                           : tta_noc_worker(arch, r->mask, to->core, &node, reason);
    if (!status) each(user, &node);
    return status;
  }
  tta_core grid = tta_arch_worker_grid(arch, r->mask);
  for (int64_t i = 0; i < grid.y * grid.x; i++)
    if (!tta_noc_worker(arch, r->mask, (tta_core){i / grid.x, i % grid.x}, &node, NULL)) each(user, &node);
  for (int64_t i = 0; i < tta_arch_get(arch)->num_dram_banks; i++)
    if (!tta_noc_dram(arch, i, (uint32_t)r->noc, &node, NULL)) each(user, &node);
  return status;
}

static void ignore_node(void *user, const tta_noc_node *to) {
  (void)user;
  (void)to;
}

static tta_status find_tree(const request *r, tta_arch arch, answer *a, tta_buf *reason) {
  tta_noc_node last;
  tta_status status = tta_noc_worker(arch, r->mask, r->sender, &a->sender, reason);
  if (!status) status = tta_noc_worker(arch, r->mask, r->to, &last, reason);
  if (status) return status;
  a->first = a->node.noc0;
  a->last = last.noc0;
  return TTA_OK;
}

/* A worker has its L1 at its address 0. */
static tta_status check_local_address(tta_arch arch, const answer *a, tta_buf *reason) {
  const tta_arch_info *info = tta_arch_get(arch);
  if (a->node.kind != TTA_NOC_WORKER || a->address < (uint64_t)info->l1_size_bytes) return TTA_OK;
  tta_buf_printf(reason, "address 0x%llx is beyond the %lld bytes of L1 of a core of %s",
                 (unsigned long long)a->address, (long long)info->l1_size_bytes, info->name);
  return TTA_INVALID;
}

static tta_status compute(request *r, answer *a, tta_buf *reason) {
  tta_status status = TTA_OK;
  if (r->harvest.count)
    status = tta_arch_harvest((tta_arch)r->arch, r->harvest.value, r->harvest.count, &r->mask, reason);
  if (status) return status;
  if (r->has_route) status = each_goal(r, ignore_node, NULL, reason);
  if (status) return status;
  if (r->plan) return TTA_OK;
  if (r->decodes) return decode(r, a, reason);
  *a = (answer){.address = r->address, .multicast = r->has_to, .to = r->to, .num_dests = 1};
  status = find_node(r, (tta_arch)r->arch, a, reason);
  if (!status) status = check_local_address((tta_arch)r->arch, a, reason);
  if (status) return status;
  if (r->has_to && r->has_sender) status = find_tree(r, (tta_arch)r->arch, a, reason);
  if (status) return status;
  if (r->has_to)
    return tta_noc_multicast((tta_arch)r->arch, r->mask, r->core, r->to, (uint32_t)r->noc, r->address, &a->noc_address,
                             &a->num_dests, reason);
  return tta_noc_encode((tta_arch)r->arch, &a->node, (uint32_t)r->noc, r->address, &a->noc_address, reason);
}

/* ---- output ---- */

static void json_xy(tta_json *json, const char *key, tta_noc_xy xy) {
  int64_t pair[2] = {xy.x, xy.y};
  tta_json_key_shape(json, key, (tta_shape){2, pair});
}

static void json_core(tta_json *json, const char *key, tta_core core) {
  int64_t pair[2] = {core.y, core.x};
  tta_json_key_shape(json, key, (tta_shape){2, core.y < 0 ? NULL : pair});
}

/* ---- routes ---- */

typedef struct route_writer {
  const request *request;
  const answer *answer;
  tta_json *json; /* or NULL: text */
  tta_buf *out;
} route_writer;

static void json_route(void *user, const tta_noc_node *to) {
  route_writer *w = user;
  uint32_t noc = (uint32_t)w->request->noc;
  tta_noc_link links[TTA_NOC_MAX_HOPS];
  uint32_t count = tta_noc_route((tta_arch)w->request->arch, noc, w->answer->node.noc0, to->noc0, links);
  tta_json_open(w->json, '{');
  json_core(w->json, "core", to->logical);
  tta_json_key_count(w->json, "bank", to->dram_bank);
  json_xy(w->json, "noc0", to->noc0);
  tta_noc_links_json(w->json, noc, links, count);
  tta_json_close(w->json, '}');
}

static void json_routes(tta_json *json, const request *r, const answer *a) {
  route_writer w = {.request = r, .answer = a, .json = json};
  tta_json_key_int(json, "noc", r->noc);
  tta_json_key_open(json, "routes", '[');
  each_goal(r, json_route, &w, NULL);
  tta_json_close(json, ']');
}

static void json_tree(tta_json *json, const request *r, const answer *a) {
  tta_noc_link links[TTA_NOC_MAX_LINKS];
  uint32_t count = tta_noc_tree((tta_arch)r->arch, (uint32_t)r->noc, a->sender.noc0, a->first, a->last, links);
  json_core(json, "sender", a->sender.logical);
  tta_noc_links_json(json, (uint32_t)r->noc, links, count);
}

enum { LINKS_IN_LINE = 12 };

/* `east of 8-1, 9-1`: a line for each part with one direction. */
static void print_links(tta_buf *out, uint32_t noc, const tta_noc_link *links, uint32_t count) {
  tta_buf text = tta_buf_new(NULL);
  for (uint32_t i = 0; i < count;) {
    tta_noc_axis axis = links[i].axis;
    text.size = 0;
    tta_buf_printf(&text, "%s of", tta_noc_direction_name(noc, axis));
    for (uint32_t n = 0; i < count && links[i].axis == axis && n < LINKS_IN_LINE; i++, n++)
      tta_buf_printf(&text, "%s %u-%u", n ? "," : "", links[i].from.x, links[i].from.y);
    tt_layout_linef(out, "", "%.*s", (int)text.size, text.data ? text.data : "");
  }
  if (text.failed) out->failed = true;
  tta_buf_free(&text);
}

static void print_route(void *user, const tta_noc_node *to) {
  route_writer *w = user;
  uint32_t noc = (uint32_t)w->request->noc;
  tta_noc_link links[TTA_NOC_MAX_HOPS];
  uint32_t count = tta_noc_route((tta_arch)w->request->arch, noc, w->answer->node.noc0, to->noc0, links);
  tt_layout_linef(w->out, "route", "%u hop%s on NoC %u to NOC0 %u-%u", count, tta_plural(count), noc, to->noc0.x,
                  to->noc0.y);
  print_links(w->out, noc, links, count);
}

/* A number for each worker, a line for each row; then one for each bank. */
static void print_hops(void *user, const tta_noc_node *to) {
  route_writer *w = user;
  const request *r = w->request;
  uint32_t hops = tta_noc_hops((tta_arch)r->arch, (uint32_t)r->noc, w->answer->node.noc0, to->noc0);
  bool bank = to->dram_bank >= 0;
  if (bank && to->dram_bank == 0) tta_buf_str(w->out, "\nbanks    ");
  if (!bank && to->logical.x == 0) tta_buf_printf(w->out, "\ny %-6lld ", (long long)to->logical.y);
  tta_buf_printf(w->out, " %2u", hops);
}

static void print_routes(tta_buf *out, const request *r, const answer *a) {
  route_writer w = {.request = r, .answer = a, .out = out};
  if (!r->route.all) {
    each_goal(r, print_route, &w, NULL);
    return;
  }
  tt_layout_linef(out, "hops", "on NoC %lld to each worker (rows y, columns x) and to each DRAM bank",
                  (long long)r->noc);
  each_goal(r, print_hops, &w, NULL);
  tta_buf_char(out, '\n');
}

static void print_tree(tta_buf *out, const request *r, const answer *a) {
  tta_noc_link links[TTA_NOC_MAX_LINKS];
  uint32_t count = tta_noc_tree((tta_arch)r->arch, (uint32_t)r->noc, a->sender.noc0, a->first, a->last, links);
  tt_layout_linef(out, "tree", "%u link%s on NoC %lld from y %lld, x %lld", count, tta_plural(count),
                  (long long)r->noc, (long long)a->sender.logical.y, (long long)a->sender.logical.x);
  print_links(out, (uint32_t)r->noc, links, count);
}

/* ---- all facts ---- */

static void print_json(tta_buf *out, const request *r, const answer *a) {
  tta_json json = tta_json_writer(out);
  tta_buf hex = tta_buf_new(NULL);
  tta_buf_printf(&hex, "0x%llx", (unsigned long long)a->noc_address);
  tta_json_open(&json, '{');
  json_core(&json, "logical", a->node.logical);
  json_xy(&json, "noc0", a->node.noc0);
  json_xy(&json, "translated", a->node.translated);
  tta_json_key_uint(&json, "address", a->address);
  tta_json_key_string(&json, "noc_address", tta_buf_view(&hex));
  tta_json_key_count(&json, "bank", a->node.dram_bank);
  if (a->multicast) {
    json_core(&json, "to", a->to);
    tta_json_key_uint(&json, "num_dests", a->num_dests);
  }
  if (r->has_route) json_routes(&json, r, a);
  if (r->has_sender) json_tree(&json, r, a);
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
  if (hex.failed) out->failed = true;
  tta_buf_free(&hex);
}

static void print_text(tta_buf *out, const request *r, const answer *a) {
  const tta_noc_node *n = &a->node;
  tt_layout_linef(out, "node", "%s of %s", tta_noc_kind_name(n->kind), tta_arch_get((tta_arch)r->arch)->name);
  if (n->logical.y >= 0)
    tt_layout_linef(out, "logical", "y %lld, x %lld", (long long)n->logical.y, (long long)n->logical.x);
  if (n->dram_bank >= 0) {
    uint64_t offset = tta_arch_get((tta_arch)r->arch)->dram_banks[n->dram_bank].offset_bytes;
    tt_layout_linef(out, "bank", "%d (channel %d, port %d), starts at byte 0x%llx of the channel", n->dram_bank,
                    n->dram_channel, n->dram_port, (unsigned long long)offset);
  }
  tt_layout_linef(out, "noc0", "x %u, y %u", n->noc0.x, n->noc0.y);
  tt_layout_linef(out, "noc1", "x %u, y %u", n->noc1.x, n->noc1.y);
  tt_layout_linef(out, "translated", "x %u, y %u", n->translated.x, n->translated.y);
  if (a->multicast)
    tt_layout_linef(out, "to", "y %lld, x %lld: %llu core%s (num_dests; one less if the sender is among them)",
                    (long long)a->to.y, (long long)a->to.x, (unsigned long long)a->num_dests,
                    tta_plural((int64_t)a->num_dests));
  tt_layout_linef(out, "address", "%llu (0x%llx)", (unsigned long long)a->address, (unsigned long long)a->address);
  tt_layout_linef(out, "on NoC", "%lld: 0x%llx", (long long)r->noc, (unsigned long long)a->noc_address);
  if (r->has_route) print_routes(out, r, a);
  if (r->has_sender) print_tree(out, r, a);
}

/* ---- floor plan -------------------------------------------------------------------------------------------------- */

static tta_noc_node node_at(const request *r, uint32_t x, uint32_t y) {
  tta_noc_node node;
  tta_noc_at((tta_arch)r->arch, r->mask, (tta_noc_xy){x, y}, &node, NULL);
  return node;
}

/* A worker of a column or row of the NoC; false: there is none. */
static bool worker_in(const request *r, const tta_arch_info *info, bool column, uint32_t number, tta_noc_node *node) {
  uint32_t count = column ? info->noc_size.y : info->noc_size.x;
  for (uint32_t i = 0; i < count; i++) {
    *node = column ? node_at(r, number, i) : node_at(r, i, number);
    if (node->kind == TTA_NOC_WORKER) return true;
  }
  return false;
}

static void print_column_numbers(tta_buf *out, const request *r, const tta_arch_info *info, bool translated) {
  tta_noc_node node;
  tta_buf_printf(out, "%12s", translated ? "translated" : "logical");
  for (uint32_t x = 0; x < info->noc_size.x; x++) {
    if (!worker_in(r, info, true, x, &node)) tta_buf_str(out, "   -");
    else tta_buf_printf(out, " %3lld", translated ? (long long)node.translated.x : (long long)node.logical.x);
  }
  tta_buf_char(out, '\n');
}

static void print_row_of_nodes(tta_buf *out, const request *r, const tta_arch_info *info, uint32_t y) {
  static const char letters[] = {'#', 'x', 'D', 'P', 'A', 'E', '.'};
  tta_noc_node node;
  if (worker_in(r, info, false, y, &node))
    tta_buf_printf(out, "%4u%4u%4lld", y, node.translated.y, (long long)node.logical.y);
  else tta_buf_printf(out, "%4u   -   -", y);
  for (uint32_t x = 0; x < info->noc_size.x; x++) {
    node = node_at(r, x, y);
    if (node.kind == TTA_NOC_DRAM) tta_buf_printf(out, "%*s%d", node.dram_channel < 10 ? 3 : 2, "D", node.dram_channel);
    else tta_buf_printf(out, "%4c", letters[node.kind]);
  }
  tta_buf_char(out, '\n');
}

static void print_plan(tta_buf *out, const request *r) {
  const tta_arch_info *info = tta_arch_get((tta_arch)r->arch);
  tta_core grid = tta_arch_worker_grid((tta_arch)r->arch, r->mask);
  tt_layout_linef(out, "arch", "%s", info->name);
  tt_layout_linef(out, "nodes", "%ux%u (columns x rows of NoC 0)", info->noc_size.x, info->noc_size.y);
  tt_layout_linef(out, "workers", "%lldx%lld (rows x columns)%s", (long long)grid.y, (long long)grid.x,
                  r->mask ? ", without the harvested ones" : "");
  tt_layout_linef(out, "key", "# worker, x harvested, D DRAM with its channel, E Ethernet, P PCIe, A ARC");
  tta_buf_char(out, '\n');
  print_column_numbers(out, r, info, false);
  print_column_numbers(out, r, info, true);
  tta_buf_str(out, "   y tr. log");
  for (uint32_t x = 0; x < info->noc_size.x; x++) tta_buf_printf(out, "%4u", x);
  tta_buf_char(out, '\n');
  for (uint32_t y = 0; y < info->noc_size.y; y++) print_row_of_nodes(out, r, info, y);
  tta_buf_str(out, "\nbank channel  NoC 0: port, x-y   NoC 1: port, x-y   first byte of the channel\n");
  for (int64_t bank = 0; bank < info->num_dram_banks; bank++) {
    tta_noc_node on[2];
    for (uint32_t noc = 0; noc < 2; noc++) tta_noc_dram((tta_arch)r->arch, bank, noc, &on[noc], NULL);
    tta_buf_printf(out, "%4lld %7d %11d %3u-%-2u %12d %3u-%-2u   0x%llx\n", (long long)bank, on[0].dram_channel,
                   on[0].dram_port, on[0].noc0.x, on[0].noc0.y, on[1].dram_port, on[1].noc0.x, on[1].noc0.y,
                   (unsigned long long)info->dram_banks[bank].offset_bytes);
  }
}

static void json_node(tta_json *json, const tta_noc_node *n) {
  tta_json_open(json, '{');
  tta_json_key_text(json, "kind", tta_noc_kind_name(n->kind));
  json_core(json, "logical", n->logical);
  json_xy(json, "noc0", n->noc0);
  json_xy(json, "noc1", n->noc1);
  json_xy(json, "translated", n->translated);
  tta_json_key_count(json, "channel", n->dram_channel);
  tta_json_key_count(json, "port", n->dram_port);
  tta_json_key_count(json, "bank", n->dram_bank);
  tta_json_close(json, '}');
}

static void print_plan_json(tta_buf *out, const request *r) {
  const tta_arch_info *info = tta_arch_get((tta_arch)r->arch);
  tta_core grid = tta_arch_worker_grid((tta_arch)r->arch, r->mask);
  int64_t size[2] = {info->noc_size.x, info->noc_size.y}, workers[2] = {grid.y, grid.x};
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '{');
  tta_json_key_text(&json, "arch", info->name);
  tta_json_key_shape(&json, "noc_size", (tta_shape){2, size});
  tta_json_key_shape(&json, "worker_grid", (tta_shape){2, workers});
  tta_json_key_open(&json, "nodes", '[');
  for (uint32_t i = 0; i < info->noc_size.x * info->noc_size.y; i++) {
    tta_noc_node node = node_at(r, i % info->noc_size.x, i / info->noc_size.x);
    json_node(&json, &node);
  }
  tta_json_close(&json, ']');
  tta_json_key_open(&json, "banks", '[');
  for (int64_t bank = 0; bank < info->num_dram_banks; bank++) {
    tta_json_open(&json, '[');
    for (uint32_t noc = 0; noc < 2; noc++) {
      tta_noc_node node;
      tta_noc_dram((tta_arch)r->arch, bank, noc, &node, NULL);
      json_node(&json, &node);
    }
    tta_json_close(&json, ']');
  }
  tta_json_close(&json, ']');
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}

/* The architecture of the first chip of --system-desc. */
static int set_arch(request *r) {
  tta_system_input system;
  if (!r->system) return TTA_EXIT_DONE;
  int exit = tta_system_open(tt_layout_program, r->system, &system);
  const tta_chip *chip = exit ? NULL : tta_system_chip(&system.value, 0);
  if (chip && chip->arch != TTA_NUM_ARCHS) r->arch = (int)chip->arch;
  tta_system_close(&system);
  return exit;
}

static int run(const tta_command *command, char **argv) {
  request r = {.arch = TTA_ARCH_WORMHOLE_B0};
  tta_arguments arguments;
  answer a;
  tta_buf out, reason;
  int exit = tta_command_parse(command, argv, &r, &arguments);
  if (exit >= 0) return exit;
  r.has_core = tta_given(&arguments, "--core");
  r.has_bank = tta_given(&arguments, "--dram-bank");
  r.decodes = tta_given(&arguments, "--decode");
  r.has_to = tta_given(&arguments, "--to");
  r.has_route = tta_given(&arguments, "--route");
  r.has_sender = tta_given(&arguments, "--sender");
  r.plan = !r.has_core && !r.has_bank && !r.decodes && !r.pcie && !r.arc;
  if ((exit = set_arch(&r))) return exit;
  tta_buf_init(&reason, NULL);
  tta_status status = compute(&r, &a, &reason);
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  tta_buf_init(&out, NULL);
  if (r.plan) (r.json ? print_plan_json : print_plan)(&out, &r);
  else (r.json ? print_json : print_text)(&out, &r, &a);
  return tt_layout_finish(&out);
}

const tta_command tt_layout_noc = {
    TT_LAYOUT_COMMAND,
    .name = "noc",
    .usage = "[--arch NAME] [--core YxX|--dram-bank N|--pcie|--arc|--decode ADDRESS]",
    .summary = "Print NoC coordinates, addresses and routes of a node, or the floor plan",
    .description = "Without a node it prints the floor plan of the architecture: workers, DRAM, Ethernet, PCIe and ARC "
                   "in the coordinates of NoC 0, with logical and translated ones, and where each NoC reaches the "
                   "banks.",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .examples = {"tt-layout noc --arch=wormhole_b0 --dram-bank=0 --route=0x0",
                 "print the route between a DRAM bank and a core", "tt-layout noc --arch=blackhole --harvest=3,7",
                 "print the floor plan of a chip with two harvested columns"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run,
};
