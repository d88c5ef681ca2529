/* tt-layout noc: coordinates and addresses on the NoC. Owns its options, the question they ask and how the answer is
 * printed; the figures are the library's (ttattr/arch.h). */
#include <stdlib.h>
#include <string.h>

#include "show.h"
#include "tools/common/message.h"
#include "ttattr/arch.h"

enum { HELP = TT_LAYOUT_HELP, ARCH, CORE, DRAM_BANK, PCIE, ARC, DECODE, ADDRESS, NOC, HARVEST, TO, JSON };

static const tta_option rows[] = {
    {"--arch", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "grayskull, wormhole_b0 or blackhole", ARCH},
    {"--core", NULL, TTA_ARGUMENT_REQUIRED, "YxX", "a logical worker core", CORE},
    {"--dram-bank", NULL, TTA_ARGUMENT_REQUIRED, "N", "a DRAM bank", DRAM_BANK},
    {"--pcie", NULL, TTA_ARGUMENT_NONE, NULL, "the PCIe node", PCIE},
    {"--arc", NULL, TTA_ARGUMENT_NONE, NULL, "the ARC node", ARC},
    {"--decode", NULL, TTA_ARGUMENT_REQUIRED, "ADDRESS", "what a NoC address means", DECODE},
    {"--address", NULL, TTA_ARGUMENT_REQUIRED, "A", "local address in the node; default 0", ADDRESS},
    {"--noc", NULL, TTA_ARGUMENT_REQUIRED, "0|1", "which NoC; default 0", NOC},
    {"--harvest", NULL, TTA_ARGUMENT_REQUIRED, "N,..", "harvested NOC0 rows (columns on blackhole)", HARVEST},
    {"--to", NULL, TTA_ARGUMENT_REQUIRED, "YxX", "multicast from --core to this one", TO},
    {"--json", NULL, TTA_ARGUMENT_NONE, NULL, "for programs", JSON},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", HELP},
};

static int run(char **argv);
const tt_layout_command tt_layout_noc = {"noc",
                                         "noc --arch NAME (--core YxX|--dram-bank N|--pcie|--arc|--decode A)",
                                         "coordinates and addresses on the NoC",
                                         "",
                                         rows,
                                         sizeof rows / sizeof rows[0],
                                         run};

typedef struct request {
  bool has_arch, has_to, json;
  tta_arch arch;
  int what; /* one of CORE .. DECODE; 0 = none */
  int asked; /* how many of them */
  tta_core core, to;
  int64_t bank, noc;
  uint64_t address, decode;
  tt_layout_numbers harvest;
  uint32_t mask;
} request;

/* What is printed. */
typedef struct answer {
  tta_noc_node node;
  uint64_t address, noc_address, num_dests;
  bool multicast;
  tta_core to;
} answer;

static bool read_core(const char *text, tta_core *core) {
  tt_layout_numbers n;
  if (!tt_layout_read_shape(text, 0, &n) || n.count != 2) return false;
  *core = (tta_core){n.value[0], n.value[1]};
  return true;
}

/* Decimal, or hexadecimal with 0x. */
static bool read_address(const char *text, uint64_t *address) {
  bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const char *digits = hex ? text + 2 : text, *known = hex ? "0123456789abcdefABCDEF" : "0123456789";
  size_t n = strspn(digits, known);
  if (!n || digits[n] || n > 20) return false;
  *address = 0;
  for (; *digits; digits++) {
    unsigned digit = *digits <= '9' ? (unsigned)(*digits - '0') : (unsigned)((*digits | 32) - 'a' + 10);
    if (__builtin_mul_overflow(*address, hex ? 16u : 10u, address) || __builtin_add_overflow(*address, digit, address))
      return false;
  }
  return true;
}

static int apply(void *into, const tta_option_use *use) {
  request *r = into;
  if (use->id >= CORE && use->id <= DECODE) {
    r->asked++;
    r->what = use->id;
  }
  switch (use->id) {
  case TTA_OPTION_INPUT:
    tta_print_error(tt_layout_program, "noc takes options only, not '%s'", use->value);
    return TTA_EXIT_FAILED;
  case ARCH:
    r->has_arch = true;
    return tta_arch_find(tt_layout_str(use->value), &r->arch)
               ? 0
               : tt_layout_bad_value(use, "grayskull, wormhole_b0 or blackhole");
  case CORE: return read_core(use->value, &r->core) ? 0 : tt_layout_bad_value(use, "a core such as 2x3 (row, column)");
  case TO:
    r->has_to = true;
    return read_core(use->value, &r->to) ? 0 : tt_layout_bad_value(use, "a core such as 2x3 (row, column)");
  case DRAM_BANK:
    return tta_options_number(use->value, 0, INT64_MAX, &r->bank) ? 0 : tt_layout_bad_value(use, "a number");
  case DECODE:
    return read_address(use->value, &r->decode) ? 0 : tt_layout_bad_value(use, "a 64-bit address such as 0x1240010");
  case ADDRESS:
    return read_address(use->value, &r->address) ? 0 : tt_layout_bad_value(use, "a 64-bit address such as 0x10000");
  case NOC: return tta_options_number(use->value, 0, 1, &r->noc) ? 0 : tt_layout_bad_value(use, "0 or 1");
  case HARVEST:
    return tt_layout_read_numbers(use->value, ',', 0, &r->harvest) ? 0 : tt_layout_bad_value(use, "lines such as 3,7");
  case JSON: r->json = true; return 0;
  default: return 0;
  }
}

static tta_status find_node(const request *r, answer *a, tta_buf *reason) {
  switch (r->what) {
  case CORE: return tta_noc_worker(r->arch, r->mask, r->core, &a->node, reason);
  case DRAM_BANK: return tta_noc_dram(r->arch, r->bank, (uint32_t)r->noc, &a->node, reason);
  case PCIE: return tta_noc_pcie(r->arch, &a->node);
  default: return tta_noc_arc(r->arch, &a->node);
  }
}

static tta_status decode(const request *r, answer *a, tta_buf *reason) {
  tta_noc_target target;
  tta_status status = tta_noc_decode(r->arch, r->mask, (uint32_t)r->noc, r->decode, &target, reason);
  if (status) return status;
  *a = (answer){.node = target.first,
                .address = target.bank_address,
                .noc_address = r->decode,
                .num_dests = target.num_dests,
                .multicast = target.multicast,
                .to = target.last.logical};
  return TTA_OK;
}

static tta_status compute(request *r, answer *a, tta_buf *reason) {
  tta_status status = r->harvest.count ? tta_arch_harvest(r->arch, r->harvest.value, r->harvest.count, &r->mask, reason)
                                       : TTA_OK;
  if (status) return status;
  if (r->what == DECODE) return decode(r, a, reason);
  *a = (answer){.address = r->address, .multicast = r->has_to, .to = r->to, .num_dests = 1};
  status = find_node(r, a, reason);
  if (status) return status;
  if (r->has_to)
    return tta_noc_multicast(r->arch, r->mask, r->core, r->to, (uint32_t)r->noc, r->address, &a->noc_address,
                             &a->num_dests, reason);
  return tta_noc_encode(r->arch, &a->node, (uint32_t)r->noc, r->address, &a->noc_address, reason);
}

/* ---- output ---- */

static void json_xy(tta_json *json, const char *key, tta_noc_xy xy) {
  int64_t pair[2] = {xy.x, xy.y};
  tt_layout_json_shape(json, key, (tta_shape){2, pair});
}

static void json_core(tta_json *json, const char *key, tta_core core) {
  int64_t pair[2] = {core.y, core.x};
  tt_layout_json_shape(json, key, (tta_shape){2, core.y < 0 ? NULL : pair});
}

static void print_json(tta_buf *out, const answer *a) {
  tta_json json = tta_json_writer(out);
  tta_buf hex;
  tta_buf_init(&hex, NULL);
  tta_buf_printf(&hex, "0x%llx", (unsigned long long)a->noc_address);
  tta_json_open(&json, '{');
  json_core(&json, "logical", a->node.logical);
  json_xy(&json, "noc0", a->node.noc0);
  json_xy(&json, "translated", a->node.translated);
  tta_json_key(&json, "address");
  tta_json_uint(&json, a->address);
  tt_layout_json_str(&json, "noc_address", tta_buf_view(&hex));
  tta_json_key(&json, "bank");
  if (a->node.dram_bank >= 0) tta_json_int(&json, a->node.dram_bank);
  else tta_json_null(&json);
  if (a->multicast) {
    json_core(&json, "to", a->to);
    tta_json_key(&json, "num_dests");
    tta_json_uint(&json, a->num_dests);
  }
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
  if (hex.failed) out->failed = true;
  tta_buf_free(&hex);
}

static void print_text(tta_buf *out, const request *r, const answer *a) {
  const tta_noc_node *n = &a->node;
  tt_layout_linef(out, "node", "%s of %s", tta_noc_kind_name(n->kind), tta_arch_get(r->arch)->name);
  if (n->logical.y >= 0)
    tt_layout_linef(out, "logical", "y %lld, x %lld", (long long)n->logical.y, (long long)n->logical.x);
  if (n->dram_bank >= 0) {
    uint64_t offset = tta_arch_get(r->arch)->dram_banks[n->dram_bank].offset_bytes;
    tt_layout_linef(out, "bank", "%d (channel %d, port %d), from byte 0x%llx of the channel on", n->dram_bank,
                    n->dram_channel, n->dram_port, (unsigned long long)offset);
  }
  tt_layout_linef(out, "noc0", "x %u, y %u", n->noc0.x, n->noc0.y);
  tt_layout_linef(out, "noc1", "x %u, y %u", n->noc1.x, n->noc1.y);
  tt_layout_linef(out, "translated", "x %u, y %u", n->translated.x, n->translated.y);
  if (a->multicast)
    tt_layout_linef(out, "to", "y %lld, x %lld: %llu core%s (num_dests; one less where the sender is among them)",
                    (long long)a->to.y, (long long)a->to.x, (unsigned long long)a->num_dests,
                    a->num_dests == 1 ? "" : "s");
  tt_layout_linef(out, "address", "%llu (0x%llx)", (unsigned long long)a->address, (unsigned long long)a->address);
  tt_layout_linef(out, "on NoC", "%lld: 0x%llx", (long long)r->noc, (unsigned long long)a->noc_address);
}

static int usage_fault(const request *r) {
  if (!r->has_arch) tta_print_error(tt_layout_program, "--arch is missing: grayskull, wormhole_b0 or blackhole");
  else if (r->asked != 1)
    tta_print_error(tt_layout_program, "give one of --core, --dram-bank, --pcie, --arc and --decode");
  else if (r->has_to && r->what != CORE) tta_print_error(tt_layout_program, "--to needs --core");
  else return 0;
  return TTA_EXIT_FAILED;
}

static int run(char **argv) {
  request r = {.what = 0};
  answer a;
  tta_buf out, reason;
  int exit = tt_layout_read_options(&tt_layout_noc, argv, apply, &r);
  if (exit >= 0) return exit;
  if ((exit = usage_fault(&r))) return exit;
  tta_buf_init(&reason, NULL);
  tta_status status = compute(&r, &a, &reason);
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  tta_buf_init(&out, NULL);
  if (r.json) print_json(&out, &a);
  else print_text(&out, &r, &a);
  return tt_layout_finish(&out);
}
