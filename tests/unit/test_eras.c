/* Tests of src/ir/periods.c, src/ir/eras.c, src/verify/era.c and text_eras.c. Dates are those of tt-mlir's history
 * (commits in docs/eras.md), written here by hand. The calendar is checked against the C library's. */
#define _DEFAULT_SOURCE /* timegm */
#include <check.h>
#include <stdio.h>
#include <time.h>

#include "diag/check_options.h"
#include "ir/eras.h"
#include "suite.h"
#include "ttattr/check.h"

static tta_check *check_text(tta_source *source, const char *text, int32_t era, bool parse_only) {
  tta_check_options options;
  tta_check_options_init(&options);
  options.era = era;
  options.parse_only = parse_only;
  options.split = true;
  tta_source_init(source, (tta_str){"t", 1}, (tta_str){text, strlen(text)}, NULL);
  tta_check *check = NULL;
  ck_assert_int_eq(tta_check_text(source, &options, &check), TTA_OK);
  return check;
}

/* The message of the first error, in a static buffer; "" when there is none. */
static const char *first_error(const char *text, int32_t era, bool parse_only) {
  static char message[1000];
  tta_source source;
  tta_check *check = check_text(&source, text, era, parse_only);
  message[0] = 0;
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_diagnostics(results) && !message[0]; i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (d->severity == TTA_SEVERITY_ERROR)
      snprintf(message, sizeof message, "%.*s", (int)d->message.size, d->message.data);
  }
  tta_check_free(check);
  tta_source_free(&source);
  return message;
}

static size_t num_errors(const char *text, int32_t era) {
  tta_source source;
  tta_check *check = check_text(&source, text, era, true);
  size_t count = tta_results_num_errors(tta_check_results(check));
  tta_check_free(check);
  tta_source_free(&source);
  return count;
}

/* --- dates -----------------------------------------------------------------------------------------------------------
 */

static int32_t date_after(int32_t date, int days) {
  struct tm tm = {.tm_year = date / 10000 - 1900, .tm_mon = date / 100 % 100 - 1, .tm_mday = date % 100 + days};
  time_t seconds = timegm(&tm);
  struct tm out;
  gmtime_r(&seconds, &out);
  return (out.tm_year + 1900) * 10000 + (out.tm_mon + 1) * 100 + out.tm_mday;
}

/* Each date of the table is a period of its own, and the periods follow each other day by day. */
START_TEST(calendar) {
  uint32_t period = 0;
  for (int32_t day = date_after(TTA_FIRST_DATE, -2), d = 1; d < TTA_NUM_DATES; day = date_after(day, 1)) {
    bool is_date = day == tta_date_day((tta_date)d);
    bool was_date = d > 1 && date_after(day, -1) == tta_date_day((tta_date)(d - 1));
    if (is_date || was_date) period++;
    ck_assert_uint_eq(tta_era_period(day), period);
    if (is_date) ck_assert_uint_eq(tta_date_period((tta_date)d++), period);
  }
  ck_assert_uint_eq(tta_date_period(TTA_DATE_0), 0);
  ck_assert_uint_eq(tta_era_period(19700101), 0);
  ck_assert_uint_eq(tta_era_period(20240317), 0);
  ck_assert_uint_eq(tta_era_period(99991231), TTA_NUM_PERIODS - 1);
  ck_assert_int_eq(tta_date_day((tta_date)1), 20240318);
}
END_TEST

START_TEST(intervals) {
  for (int since = 1; since < TTA_NUM_DATES; since += 3)
    for (int until = since; until < TTA_NUM_DATES; until += 5) {
      tta_era_set settled = tta_era_interval((tta_date)since, (tta_date)until, TTA_ERA_SETTLED),
                  lenient = tta_era_interval((tta_date)since, (tta_date)until, TTA_ERA_LENIENT),
                  widened = tta_era_lenient(&settled);
      int32_t first = tta_date_day((tta_date)since), end = tta_date_day((tta_date)until);
      for (int32_t day = date_after(first, -3); day <= date_after(end, 3); day = date_after(day, 1)) {
        ck_assert_int_eq(tta_era_has(&settled, tta_era_period(day)), day >= first && day < end);
        ck_assert_int_eq(tta_era_has(&lenient, tta_era_period(day)), day >= first && day <= end);
        ck_assert_int_eq(tta_era_has(&widened, tta_era_period(day)), day >= first && day <= end && since < until);
      }
    }
}
END_TEST

static void check_words(tta_era_set set, const char *expected) {
  tta_buf buf;
  tta_buf_init(&buf, NULL);
  tta_era_words(&buf, &set);
  tta_buf_char(&buf, 0);
  ck_assert_str_eq(buf.data, expected);
  tta_buf_free(&buf);
}

START_TEST(words) {
  tta_era_set a = tta_era_interval(TTA_DATE_20241127, TTA_DATE_20250224, TTA_ERA_LENIENT),
              b = tta_era_interval(TTA_DATE_20250620, TTA_DATE_0, TTA_ERA_LENIENT);
  check_words(a, "from 2024-11-27 to 2025-02-24");
  tta_era_or(&a, &b);
  check_words(a, "from 2024-11-27 to 2025-02-24 and from 2025-06-20 on");
  check_words(tta_era_interval(TTA_DATE_20240318, TTA_DATE_20240711, TTA_ERA_LENIENT), "until 2024-07-11");
  check_words(tta_era_interval(TTA_DATE_20240318, TTA_DATE_0, TTA_ERA_LENIENT), "at every date");
  check_words(tta_era_always(), "at every date");
  check_words((tta_era_set){{0}}, "at no date");
}
END_TEST

/* --- which text is read when
 * -------------------------------------------------------------------------------------------- */

#define MAP "(d0, d1) -> (d0, d1), undef, "
#define MEM(d) "memref<8x8xf32, #" d ".memory_space<l1>>"
#define NAMED "logical_shape = 8x8, dim_alignments = 1x1, "
#define DENSE "dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>"
#define W "workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>"
#define MAPS "l1Map = (d0, d1)[s0, s1] -> (0, d0, d1, s0), dramMap = (d0, d1)[s0, s1] -> (0, d0, d1, s0)"
#define TTNN_MEM "memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>"
#define TTNN_OLD "memref<1x1x!tt.tile<32x32, bf16>, #ttnn.buffer_type<l1>>"

static const struct dated {
  const char *text;
  int32_t since, until; /* 0: from the beginning, to this day */
} table[] = {
    {"#tt.layout<8x1, undef, <1x1>, " MEM("tt") ">", 20240514, 20240711},
    {"#tt.layout<" MAP "<1x1>, " MEM("tt") ">", 20240711,
     20241127}, /* E2 demanded a memory layout for a day: both are read then */
    {"#tt.layout<" MAP "<1x1>, " MEM("tt") ", none_layout>", 20240903, 20240904},
    {"#tt.layout<" MAP "<1x1>, " MEM("tt") ", interleaved>", 20240903, 20241127},
    {"#tt.metal_layout<" MAP "<1x1>, " MEM("tt") ", interleaved>", 20241127, 20250224},
    {"#tt.metal_layout<" MAP "<1x1>, " MEM("tt") ">", 20241127, 20250617},
    {"#ttcore.metal_layout<" MAP "<1x1>, " MEM("ttcore") ">", 20250617, 20250620},
    {"#ttcore.metal_layout<" NAMED "collapse_dims = " DENSE ", undef, l1>", 20250620, 20250626},
    {"#ttcore.metal_layout<" NAMED "collapsed_intervals = " DENSE ", undef, l1>", 20250626, 20251117},
    {"#ttcore.metal_layout<" NAMED "collapsed_intervals = " DENSE ", undef, l1, index_map = map(2)>", 20250829,
     20250930},
    {"#ttcore.metal_layout<" NAMED "collapsed_intervals = " DENSE ", undef, dst, sharded, index_map = map(2)>",
     20250930, 20260226},
    {"#ttcore.metal_layout<" NAMED "collapsed_intervals = " DENSE ", undef, l1, sharded, index_map = map(0)>", 20250930,
     20260226},
    {"#ttcore.metal_layout<" NAMED "collapsed_intervals = " DENSE ", l1, sharded>", 20260513, 0},
    {"#tt.grid<8x8, (d0, d1) -> (0, d0, d1)>", 20240508, 20250617},
    {"#tt.grid<8x8>", 20240508, 20250617},
    {"#ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>", 20250617, 20260327},
    {"#ttcore.grid<8x8>", 20250617, 0},
    {"#ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, "
     "d2)>",
     20260327, 0},
    {"!tt.tile<32 x 32, f32>", 0, 20250617},
    {"!tt.tile<32x32, bc_bf8>", 0, 20240711},
    {"!tt.tile<32x32, si32>", 20250227, 20250617},
    {"!ttcore.tile<32x32, i1>", 20251022, 0},
    {"#tt.shard<32x4>", 20250311, 20250617},
    {"#ttcore.shard<32x4>", 20250617, 20251117},
    {"#ttcore.shard<32x4, 1>", 20250617, 0},
    {"#ttcore.shard<32x4, 1, (d0, d1) -> (d0, d1)>", 20251117, 20260226},
    {"#ttcore.view<map(4)>", 20250617, 20260226},
    {"#ttcore.view<4>", 20260226, 0},
    {"#ttcore.cb_layout<32x4, 2>", 20260325, 0},
    {"#tt.device<#tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, [0]>", 20240724, 20240904},
    {"#tt.device<" W ", " MAPS ", chipIds = [0]>", 20240904, 20240913},
    {"#tt.device<" W ", " MAPS ", meshShape = , chipIds = [0]>", 20240913, 20250617},
    {"#tt.device<" W ", meshShape = 1, chipIds = [0]>", 20240514, 20250617}, /* as the specification writes it */
    {"#ttcore.mesh_topology<[ring]>", 20260212, 0},
    {"#tt.memory_space<l1>", 20240514, 20250617},
    {"#tt.memory_space<dst>", 20250616, 20250617},
    {"#tt.iterator_type<systolic>", 20240514, 20250323},
    {"#tt.iterator_type<reduction>", 20241010, 20250617},
    {"#ttcore.arch<quasar>", 20260514, 0},
    {"#tt.operand_constraint<any>", 20240514, 20241216},
    {"#tt.operand_constraint<dram|none>", 20240904, 20241216},
    {"#tt.operand_constraint<system_scalar>", 20241126, 20241216},
    {"#tt.arch<grayskull>", 20240617, 20250617},
    {"#tt.supportedDataTypes<f32>", 20240827, 20250617},
    {"#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, " TTNN_OLD ", interleaved>", 20241117, 20241206},
    {"#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, " TTNN_OLD ", <interleaved>>", 20241206, 20250617},
    {"#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, " TTNN_MEM ", <interleaved>, true>", 20250620, 20251125},
    {"#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, " TTNN_MEM ", <interleaved>, exactGrid = true>", 20251125,
     20260506},
    {"#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1, (d0, d1) -> (0, d0, d1)>, " TTNN_MEM ", <interleaved>>", 20250617,
     20260327},
    {"#ttnn.memory_config<<interleaved>, <dram>>", 20240913, 20241028},
    {"#ttnn.memory_config<<dram>, <<1x1>>, <interleaved>>", 20241206, 20250516},
    {"#ttnn.memory_config<<dram>, <interleaved>>", 20250516, 0},
    {"#ttnn.core_range<0x0, 1x1>", 20240603, 20250401},
    {"#ttnn.core_range<(0,0), (1,1)>", 20250401, 0},
    {"#ttnn<mesh_shape 1x2>", 20240918, 0},
    {"#ttir.thread<compute>", 20250401, 20250925},
    {"#ttkernel.thread<noc0>", 20240523, 20240910},
    {"#ttkernel.thread<tensix>", 20240523, 20250429},
    {"#ttkernel.thread<noc>", 20240910, 0},
    {"#ttkernel.thread<compute>", 20250429, 0},
    {"#d2m.thread<compute>", 20250925, 0},
    {"#d2m.thread<unified>", 20260129, 0},
    {"#d2m.thread<datamovement, @k, noc = 0>", 20260302, 20260521},
    {"#d2m.thread<datamovement, noc = 0>", 20260505, 20260521},
    {"#d2m.thread<datamovement, processor = 1>", 20260521, 20260612},
    {"#d2m.thread<datamovement, @k, processor = 1>", 20260521, 20260612},
    {"#d2m.thread<compute, dm_core = 1>", 20260612, 0},
    /* systems, their parts, and what was written in several notations */
    {"#tt<chip_physical_cores{worker = [ 0x0,  0x1] dram = [ 8x0]}>",
     20240918, 20250420},
    {"#tt<chip_physical_cores{worker = [(0, 0), (0, 1)] dram = [(8, 0)] eth = [(6, 2)]}>",
     20240816, 20240918},
    {"#tt<chip_physical_helper_cores{dram = [ 8x0]}>",
     20250420, 20250617},
    {"#ttcore<chip_physical_helper_cores{dram = [ 8x0] eth = [ 6x2] eth_inactive = [ 6x3]}>",
     20250617, 20250801},
    {("#tt.system_desc<[{role = host, target_triple = \"x86_64-pc-linux-gnu\"}], [{arch = <wormhole_b0>, grid = "
     "1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, "
     "noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, "
     "l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, "
     "dram_unreserved_end = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0,  9x0] "
     "eth_inactive = [ 6x2]}, supported_data_types = [<f32>, <bf16>], supported_tile_sizes = [ 4x16,  32x32], "
     "num_cbs = 32}], [0], [3 : i32], [ 0x0x0x0]>"),
     20241115, 20250324},
    {("#tt.system_desc<[{role = host, target_triple = \"x86_64-pc-linux-gnu\"}], [{arch = <wormhole_b0>, grid = "
     "1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, "
     "noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, "
     "l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, "
     "dram_unreserved_end = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0,  9x0] "
     "eth_inactive = [ 6x2]}, supported_data_types = [<f32>, <bf16>], supported_tile_sizes = [ 4x16,  32x32], "
     "num_cbs = 32}], [0, 0], [3 : i32, 0 : i32], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>"),
     20241115, 20250324},
    {"#tt.system_desc<[<#tt.arch<wormhole_b0>, #tt.grid<8x8>>], [0], [<pcie|host_mmio>], [<0, 0, 0, 0>]>",
     20240617, 20240622},
    {("#ttcore.system_desc<[{role = host, target_triple = \"x86_64-pc-linux-gnu\"}], [{arch = <wormhole_b0>, "
     "grid = 8x8, coord_translation_offsets = 18x18, l1_size = 1499136, num_dram_channels = 12, "
     "dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, "
     "noc_dram_address_align_bytes = 32, l1_unreserved_base = 98816, erisc_l1_unreserved_base = 101152, "
     "dram_unreserved_base = 32, dram_unreserved_end = 1073083040, supported_data_types = [<f32>], "
     "supported_tile_sizes = [ 32x32], dst_physical_size_tiles = 16, num_cbs = 32, num_compute_threads = 1, "
     "num_datamovement_threads = 2, dram_grid = 1x12, dram_bank_to_logical_worker_noc0 = [(7, 3), (0, 0)], "
     "dram_bank_to_logical_worker_noc1 = [(7, 3), (0, 0)]}], [0], [1 : i32], [ 0x0x0x0]>"),
     20260428, 0},
    {("#tt<chip_desc{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, "
     "dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, "
     "noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, "
     "dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [ 0x0,  0x1] "
     "dram = [ 8x0,  9x0] eth_inactive = [ 6x2]}, supported_data_types = [<f32>, <bf16>], supported_tile_sizes "
     "= [ 4x16,  32x32], num_cbs = 32}>"),
     20241028, 20250324},
    {("#tt<chip_desc{arch = <blackhole>, grid = 1x2, coord_translation_offsets = 18x18, l1_size = 1572864, "
     "num_dram_channels = 8, dram_channel_size = 4278190080, noc_l1_address_align_bytes = 16, "
     "pcie_address_align_bytes = 64, noc_dram_address_align_bytes = 64, l1_unreserved_base = 98304, "
     "erisc_l1_unreserved_base = 100032, dram_unreserved_base = 64, dram_unreserved_end = 4276383744, "
     "physical_helper_cores = {dram = [ 0x0,  1x0] eth = [ 6x2] eth_inactive = [ 6x3]}, supported_data_types = "
     "[<f32>, <si32>], supported_tile_sizes = [ 32x32], dst_register_size_tiles = 8, num_cbs = 32, "
     "num_compute_threads = 1, num_datamovement_threads = 2}>"),
     20250602, 20250617},
    {("#ttcore<chip_desc{arch = <wormhole_b0>, grid = 8x8, coord_translation_offsets = 18x18, l1_size = "
     "1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, "
     "pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 98816, "
     "erisc_l1_unreserved_base = 101152, dram_unreserved_base = 32, dram_unreserved_end = 1073083040, "
     "supported_data_types = [<f32>], supported_tile_sizes = [ 32x32], dst_physical_size_tiles = 16, num_cbs = "
     "32, num_compute_threads = 1, num_datamovement_threads = 2, dram_grid = 1x12, "
     "dram_bank_to_logical_worker_noc0 = [(7, 3), (0, 0)], dram_bank_to_logical_worker_noc1 = [(7, 3), (0, "
     "0)]}>"),
     20260428, 0},
    {("#tt.system_desc<[{arch = <wormhole_b0>, grid = <8x8>, l1_size = 1048576, num_dram_channels = 12, "
     "dram_channel_size = 1048576}], [0], [<host_mmio>], [<0, 0, 0, 0>]>"),
     20240622, 20240717},
    {"#tt<core_coord 0x1>",
     20240918, 20250617},
    {"#ttcore<core_coord 7x7>",
     20250617, 0},
    {"#tt<core_coord (0, 1)>",
     20240815, 20240918},
    {"#tt<tile_size 32x32>",
     20240918, 20250617},
    {"#ttcore<tile_size 4x16>",
     20250617, 0},
    {"#tt<tile_size (4 x 16)>",
     20240827, 20240918},
    {"#tt.chip_coord<0, 0, 0, 1>",
     20240617, 20240918},
    {"#ttcore.chip_coord<0x0x0x1>",
     20250617, 0},
    {"#tt.chip_channel<0, 1>",
     20240617, 20240810},
    {"#tt.chip_channel<0, [8, 0], 1, [0, 0]>",
     20240810, 20240815},
    {"#ttcore.chip_channel<[0, 8, 0], [1, 0, 0]>",
     20250617, 0},
    {"#ttcore.core_range<(0,0), (7,7)>",
     20260325, 0},
    {"#tt.mesh_sharding<\"mesh\">",
     20250314, 20250617},
    {"#tt.mesh_sharding<\"mesh\", [ 2(0),  4(1)]>",
     20250402, 20250617},
    {"#ttcore.mesh_sharding<\"mesh\", [ 1]>",
     20250617, 20250729},
    {"#tt.mesh_sharding<\"mesh\": [1, 2]>",
     20250402, 20250617},
    {"#ttnn.shard_spec<<32x128>>",
     20241028, 20250516},
    {"#ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>, <physical>>",
     20250516, 20250929},
    {"#ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>, <physical>, <32x128>>",
     20250516, 20250929},
    {"#ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>",
     20250929, 0},
    {"#ttnn.memory_config<<l1>, <block_sharded>, #ttnn.nd_shard_spec<<>, <32x32>, <row_major>, <grid_2d>>>", 20251229,
     20260107},
    {"#ttnn.memory_config<<l1>, <block_sharded>, ndShardSpec = #ttnn.nd_shard_spec<<>, <32x32>, <row_major>, "
     "<grid_2d>>>",
     20260107, 0},
    {"#ttnn.memory_config<<height_sharded>, <l1>, <<32x128>>>",
     20241028, 20241206},
    {"#ttnn.memory_config<<l1>, <height_sharded>, <<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>>",
     20250929, 0},
    {("#ttnn.memory_config<<l1>, ndShardSpec = <<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>, "
     "<grid_2d>>, <nd_sharded>>"),
     20260318, 0},
};
enum { NUM_TEXTS = sizeof table / sizeof table[0] };

static void check_read(const char *text, int32_t era, bool read) {
  const char *error = first_error(text, era, true);
  ck_assert_msg(!error[0] == read, "%s on %d: '%s'", text, (int)era, error);
  if (!read) ck_assert_msg(strstr(error, ", not on "), "%s on %d: '%s'", text, (int)era, error);
}

/* Both days of change belong to it; the days around do not. */
START_TEST(dates_of_texts) {
  const struct dated *t = &table[_i];
  char text[1000];
  snprintf(text, sizeof text, "\"t.op\"() {a = %s} : () -> ()\n", t->text);
  check_read(text, 0, true);
  check_read(text, t->since ? t->since : TTA_FIRST_DATE, true);
  if (t->since) check_read(text, date_after(t->since, -1), false);
  check_read(text, t->until ? t->until : 20270101, true);
  if (t->until) check_read(text, date_after(t->until, 1), false);
  tta_source source;
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){text, strlen(text)}, NULL);
  tta_text_eras *eras;
  ck_assert_int_eq(tta_text_eras_read(&source, NULL, &eras), TTA_OK);
  ck_assert_uint_eq(tta_text_eras_num_eras(eras), 1);
  ck_assert_int_eq(tta_text_eras_era(eras, 0).since, t->since ? t->since : TTA_FIRST_DATE);
  ck_assert_int_eq(tta_text_eras_era(eras, 0).until, t->until);
  tta_text_eras_free(eras);
  tta_source_free(&source);
}
END_TEST

START_TEST(reasons) {
  static const struct {
    const char *text;
    int32_t era;
    const char *message;
  } cases[] = {
      {"#a = #ttcore.metal_layout<" NAMED "collapsed_intervals = " DENSE ", undef, l1>", 20241127,
       "metal_layout with logical_shape is valid from 2025-06-20 on, not on 2024-11-27"},
      {"#a = #ttcore.metal_layout<" MAP "<1x1>, " MEM("ttcore") ">", 20250115,
       "the dialect 'ttcore' is valid from 2025-06-17 on, not on 2025-01-15; its name on this date is 'tt'"},
      {"#a = #ttcore.shard<32x4>", 20260101,
       "shard without num_buffers is valid from 2025-06-17 to 2025-11-17, not on 2026-01-01"},
      {"#a = #tt.layout<" MAP "<1x1>, " MEM("tt") ">", 20250115,
       "layout is valid from 2024-05-08 to 2024-11-27, not on 2025-01-15; use 'metal_layout'"},
      {"!a = !tt.tile<32x32, si32>", 20250115, "'si32' is valid from 2025-02-27 on, not on 2025-01-15"},
      {"#a = #ttnn.memory_config<<dram>, <interleaved>>", 20250115,
       "memory_config without shard_spec is valid from 2025-05-16 on, not on 2025-01-15"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    ck_assert_str_eq(first_error(cases[i].text, cases[i].era, true), cases[i].message);
    ck_assert_uint_eq(num_errors(cases[i].text, cases[i].era), 1); /* one cause, one diagnostic */
  }
}
END_TEST

START_TEST(conflicts) {
  static const char text[] =
      "#a = #tt.layout<(d0) -> (d0), undef, <1>, memref<8xf32>>\n// -----\n#b = #tt.shard<2x4>\n";
  tta_source source;
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){text, sizeof text - 1}, NULL);
  tta_text_eras *eras;
  ck_assert_int_eq(tta_text_eras_read(&source, NULL, &eras), TTA_OK);
  ck_assert_uint_eq(tta_text_eras_num_eras(eras), 0);
  ck_assert_int_eq(tta_text_eras_era(eras, 0).since, 0);
  const tta_diagnostic *d = tta_text_eras_conflict(eras);
  ck_assert_ptr_nonnull(d);
  ck_assert_uint_eq(tta_source_position(&source, d->span.begin).line, 3);
  ck_assert_uint_eq(d->num_notes, 1);
  ck_assert_uint_eq(tta_source_position(&source, d->notes[0].span.begin).line, 1);
  tta_text_eras_free(eras);
  tta_source_free(&source);
}
END_TEST

/* --- upstream's rules
 * ----------------------------------------------------------------------------------------------------- */

#define LAYOUT(grid, buffer, rest) \
  "#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <" grid \
  ">, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<" buffer ">>" rest ">"
#define OLD(grid, buffer, rest) \
  "#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <" grid ">, memref<32x32xbf16, #ttnn.buffer_type<" buffer ">>" rest ">"

/* From the day after `since` to the day before `until`: on the day of a change the milder rule holds. */
START_TEST(dates_of_rules) {
  static const struct {
    const char *text, *message;
    int32_t since, until, read_since; /* when it was read and nothing verified; 0: never */
  } cases[] = {
      {OLD("1x1", "system_memory", ", <interleaved>"), "Memory layout is not allowed for SystemMemory", 20250224, 0,
       20241206},
      {OLD("1x1", "l1", ""), "Memory layout is required for non-SystemMemory", 20250224, 0, 20241117},
      {OLD("1x8", "dram", ", <block_sharded>"), "DRAM buffer type must have Interleaved", 20250224, 20260511, 20241206},
      {OLD("1x1", "dram", ", <block_sharded>, ignorePhysicalLayout = true"), "BlockSharded layout is not supported",
       20260511, 0, 0},
      {OLD("8x8", "dram", ", <interleaved>"), "expected (1, 1) grid shape for non-L1 buffer type, got (8, 8) for dram",
       20250709, 20260511, 20241206},
      {OLD("8x8", "dram", ", <interleaved>"),
       "expected (1, 1) grid shape for dram buffer type with interleaved memory layout, got (8, 8)", 20260511, 0,
       20241206},
      {OLD("3x4", "system_memory", ""), "expected (1, 1) grid shape for system_memory buffer type, got (3, 4)",
       20260511, 0, 20241117},
      {OLD("1x8", "l1", ", <width_sharded>"), "sharded TTNN layout (width_sharded) must carry a core_range_set",
       20260506, 0, 20241206},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    ck_assert_ptr_null(strstr(first_error(cases[i].text, cases[i].since, false), cases[i].message));
    ck_assert_ptr_nonnull(strstr(first_error(cases[i].text, date_after(cases[i].since, 1), false), cases[i].message));
    int32_t last = cases[i].until ? date_after(cases[i].until, -1) : 20270101;
    ck_assert_ptr_nonnull(strstr(first_error(cases[i].text, last, false), cases[i].message));
    if (cases[i].until) ck_assert_ptr_null(strstr(first_error(cases[i].text, cases[i].until, false), cases[i].message));
    if (cases[i].read_since) ck_assert_str_eq(first_error(cases[i].text, cases[i].read_since, false), "");
  }
}
END_TEST

/* auto: a text is valid if one era accepts it. If all eras reject it, the message is that of the latest one. */
START_TEST(rules_without_a_date) {
  ck_assert_str_eq(first_error(LAYOUT("8x8", "dram", ", <interleaved>"), 0, false), ""); /* fine until 2025-07-09 */
  ck_assert_str_eq(first_error(LAYOUT("8x8", "l1", ", <block_sharded>"), 0, false), ""); /* fine until 2026-05-06 */
  ck_assert_str_eq(first_error(LAYOUT("1x1", "l1", ", <interleaved>"), 0, false), "");
  ck_assert_str_eq(first_error(LAYOUT("1x1", "dram", ""), 0, false),
                   "Memory layout is required for non-SystemMemory buffer type.");
  /* read from 2024-11-17 to 2024-12-06, when nothing was verified */
  ck_assert_str_eq(first_error(OLD("1x1", "system_memory", ", interleaved"), 0, false), "");
  /* DRAM had to be interleaved first, then could not be block sharded */
  ck_assert_ptr_nonnull(
      strstr(first_error(LAYOUT("1x1", "dram", ", <block_sharded>"), 0, false), "BlockSharded layout"));
}
END_TEST

int main(void) {
  TCase *c = tcase_create("eras");
  tcase_add_test(c, calendar);
  tcase_add_test(c, intervals);
  tcase_add_test(c, words);
  tcase_add_loop_test(c, dates_of_texts, 0, NUM_TEXTS);
  tcase_add_test(c, reasons);
  tcase_add_test(c, conflicts);
  tcase_add_test(c, dates_of_rules);
  tcase_add_test(c, rules_without_a_date);
  Suite *s = suite_create("eras");
  suite_add_tcase(s, c);
  return run_suite(s);
}
