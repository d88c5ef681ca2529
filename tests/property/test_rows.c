/* Rows of shards in their banks, aligned rows, and streamed blocks, compared with brute force.
 *
 * The model lists where each row of each shard starts, by the rules of tt-metal (bytes per bank, page addresses): pages
 * of interleaved tensors go round the banks, a shard is in the bank of its number, L1 is rounded to 16 bytes and DRAM
 * to 32 or 64. Sizes, alignment and padding are then counted from the list. Aligned layouts are verified element by
 * element, blocks by trying all of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/storage.h"
#include "property/random.h"
#include "ttattr/arch.h"
#include "ttattr/memory.h"
#include "ttattr/storage.h"

static int64_t below(int64_t n) { return pick(0, n - 1); }

static char what[1200];
static bool differs(const char *name, int64_t model, int64_t library) {
  if (model == library) return false;
  printf("%s: %s is %lld in the model, %lld in the library\n", what, name, (long long)model, (long long)library);
  return true;
}

static int64_t up(int64_t value, int64_t unit) {
  while (value % unit) value++;
  return value;
}

/* ---- reading ---- */

typedef struct reading {
  tta_source source;
  tta_layouts *layouts;
  const tta_layout *layout;
} reading;

static bool read_type(reading *r, tta_str text) {
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  tta_source_init(&r->source, (tta_str){"<test>", 6}, text, NULL);
  tta_status status = tta_layouts_read(&r->source, TTA_LAYOUTS_TYPE, NULL, &r->layouts, &reason);
  bool good = !status && tta_layouts_num_entries(r->layouts) == 1;
  if (good) r->layout = tta_layouts_entry(r->layouts, 0)->layout;
  else printf("not read: %.*s: %.*s\n", (int)text.size, text.data, (int)reason.size, reason.data);
  tta_buf_free(&reason);
  return good;
}

static void close_type(reading *r) {
  tta_layouts_free(r->layouts);
  tta_source_free(&r->source);
}

/* ---- rows ---- */

enum { METAL_L1, METAL_DRAM, METAL_DRAM_SHARDED, TTNN_L1, TTNN_DRAM, NUM_KINDS };
static const char *const elements[] = {"bf16", "f32", "i8"};
static const int64_t sizes[] = {2, 4, 1};

typedef struct model {
  int kind;
  int64_t gy, gx, h, w, element, banks, align;
  int64_t end[4096], data[4096]; /* of each bank: bytes in use, without alignment */
} model;

/* Where row y of the shard of core (cy, cx) starts. */
static int64_t row_start(const model *m, int64_t cy, int64_t cx, int64_t y, int64_t *bank) {
  int64_t row = m->w * m->element, shard = cy * m->gx + cx, page = cy * m->h + y;
  switch (m->kind) {
  case METAL_L1: *bank = shard; return y * row;
  case TTNN_L1: *bank = shard; return y * up(row, m->align);
  case METAL_DRAM_SHARDED:
    *bank = shard % m->banks;
    return shard / m->banks * up(m->h * row, m->align) + y * row;
  default:
    *bank = page % m->banks;
    return page / m->banks * up(m->gx * row, m->align) + cx * row;
  }
}

static void write_type(const model *m, const char *element, char *out, size_t size) {
  int64_t rows = m->gy * m->h, columns = m->gx * m->w;
  const char *space = m->kind == METAL_L1 || m->kind == TTNN_L1 ? "l1" : "dram";
  if (m->kind >= TTNN_L1)
    snprintf(out, size,
             "tensor<%lldx%lldx%s, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <%lldx%lld>, memref<%lldx%lldx%s, "
             "#ttnn.buffer_type<%s>>, <%s>>>",
             (long long)rows, (long long)columns, element, (long long)m->gy, (long long)m->gx, (long long)m->h,
             (long long)m->w, element, space, m->kind == TTNN_L1 ? "block_sharded" : "interleaved");
  else
    snprintf(out, size,
             "tensor<%lldx%lldx%s, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <%lldx%lld>, memref<%lldx%lldx%s, "
             "#tt.memory_space<%s>>%s>>",
             (long long)rows, (long long)columns, element, (long long)m->gy, (long long)m->gx, (long long)m->h,
             (long long)m->w, element, space, m->kind == METAL_DRAM_SHARDED ? ", block_sharded" : "");
}

/* The bytes of each bank: the ends of its rows, rounded up; and of these the rows. */
static void fill_banks(model *m) {
  memset(m->end, 0, sizeof m->end);
  memset(m->data, 0, sizeof m->data);
  for (int64_t cy = 0; cy < m->gy; cy++)
    for (int64_t cx = 0; cx < m->gx; cx++)
      for (int64_t y = 0; y < m->h; y++) {
        int64_t bank, start = row_start(m, cy, cx, y, &bank), end = up(start + m->w * m->element, m->align);
        if (end > m->end[bank]) m->end[bank] = end;
        m->data[bank] += m->w * m->element;
      }
}

static bool same_rows(const model *m, const tta_storage *s) {
  int64_t lowest_bit = 0, padded = m->w * m->element;
  bool aligned = true;
  tta_storage_rows r;
  for (int64_t cy = 0; cy < m->gy; cy++)
    for (int64_t cx = 0; cx < m->gx; cx++)
      for (int64_t y = 0; y < m->h; y++) {
        int64_t bank, start = row_start(m, cy, cx, y, &bank), bit = start & -start;
        if (start && (!lowest_bit || bit < lowest_bit)) lowest_bit = bit;
        aligned = aligned && start % m->align == 0;
      }
  while (!aligned && (padded % m->align || padded % m->element)) padded++;
  if (tta_storage_rows_of(s, 0, &r, NULL)) return !printf("%s: rows_of\n", what);
  int64_t padding = (padded - m->w * m->element) * m->h * m->gy * m->gx;
  return !(differs("row bytes", m->w * m->element, r.row_bytes) || differs("aligned", aligned, r.aligned) ||
           differs("start of rows", lowest_bit ? lowest_bit : m->align, r.start_bytes) ||
           differs("aligned row", padded, r.aligned_row_bytes) || differs("padding", padding, r.padding_bytes));
}

static bool same_elements(const model *m, const tta_storage *s, const tta_layout *layout) {
  for (int64_t y = 0; y < m->gy * m->h; y++)
    for (int64_t x = 0; x < m->gx * m->w; x++) {
      tta_location l;
      int64_t bank, start = row_start(m, y / m->h, x / m->w, y % m->h, &bank);
      if (tta_storage_locate(s, layout, (int64_t[]){y, x}, &l, NULL)) return !printf("%s: locate\n", what);
      int64_t offset = start + x % m->w * m->element;
      if (differs("bank", bank, l.bank) || differs("offset", offset, l.bank_offset)) return false;
    }
  return true;
}

static bool check_rows(void) {
  static model m;
  reading r;
  int element = (int)below(3);
  bool blackhole = below(2);
  tta_storage_banks banks;
  tta_storage s;
  m = (model){.kind = (int)below(NUM_KINDS), .gy = 1 + below(5), .gx = 1 + below(5)};
  m.h = 1 + below(9);
  m.w = 1 + below(40);
  bool l1 = m.kind == METAL_L1 || m.kind == TTNN_L1;
  if (m.kind == TTNN_DRAM) m.gy = m.gx = 1;
  m.element = sizes[element];
  m.banks = l1 ? m.gy * m.gx : blackhole ? 8 : 12;
  m.align = l1 ? 16 : blackhole ? 64 : 32;
  write_type(&m, elements[element], what, sizeof what);
  if (!read_type(&r, (tta_str){what, strlen(what)})) return false;
  tta_arch_storage_banks(blackhole ? TTA_ARCH_BLACKHOLE : TTA_ARCH_WORMHOLE_B0, &banks);
  bool good = !tta_storage_of(r.layout, &(tta_storage_options){.banks = &banks}, &s, NULL);
  fill_banks(&m);
  int64_t fullest = 0;
  for (int i = 0; i < 4096; i++)
    if (m.end[i] > m.end[fullest]) fullest = i;
  good = good && !differs("bank bytes", m.end[fullest], s.bank_bytes) &&
         !differs("alignment", m.end[fullest] - m.data[fullest], s.bank_alignment_bytes) && same_rows(&m, &s) &&
         same_elements(&m, &s, r.layout);
  close_type(&r);
  return good;
}

/* ---- aligned rows ---- */

/* Elements of a row on a core are contiguous and start at a multiple; no two elements are at one position. */
static bool verify_elements(const tta_layout *l, int64_t rows, int64_t columns, int64_t element, int64_t align) {
  static unsigned char taken[1 << 20];
  int64_t gx = l->grid.extent[1], sh = l->shard.extent[0], sw = l->shard.extent[1], h = l->memref.extent[0],
          w = l->memref.extent[1], most[2] = {0, 0};
  if (h * w * l->cores > (int64_t)sizeof taken) return true;
  memset(taken, 0, sizeof taken);
  for (int64_t y = 0; y < rows; y++) {
    int64_t before = -2, core_before = -1;
    for (int64_t x = 0; x < columns; x++) {
      int64_t p[2];
      if (tta_map_evaluate(&l->linear, (int64_t[]){y, x}, NULL, p)) return false;
      int64_t core = p[0] / sh * gx + p[1] / sw, at = p[0] % sh * w + p[1] % sw;
      for (int i = 0; i < 2; i++) most[i] = p[i] > most[i] ? p[i] : most[i];
      if (p[0] % sh >= h || p[1] % sw >= w || core >= l->cores) return !printf("%s: outside\n", what);
      if (taken[core * h * w + at]++) return !printf("%s: two elements at %lld\n", what, (long long)at);
      if (core != core_before && at * element % align)
        return !printf("%s: [%lld, %lld] is at byte %lld of core %lld\n", what, (long long)y, (long long)x,
                       (long long)(at * element), (long long)core);
      if (core == core_before && at != before + 1) return !printf("%s: a gap in row %lld\n", what, (long long)y);
      before = at;
      core_before = core;
    }
  }
  if (l->family == TTA_FAMILY_NAMED) return true;
  for (int i = 0; i < 2; i++)
    if (differs("shard", most[i] / l->grid.extent[i] + 1, l->memref.extent[i])) return false;
  return true;
}

static int num_rejected;

static bool check_aligned(void) {
  static const int64_t alignments[] = {16, 32, 64, 128};
  int element = (int)below(3);
  int64_t shape[2] = {1 + below(12), 1 + below(200)}, grid[2] = {1 + below(4), 1 + below(6)};
  int64_t align = alignments[below(4)];
  tta_build_spec spec;
  tta_buf out, reason;
  reading r;
  tta_build_spec_init(&spec);
  spec.shape = (tta_shape){2, shape};
  spec.grid = (tta_shape){2, grid};
  spec.element = (tta_str){elements[element], strlen(elements[element])};
  spec.align_bytes = align;
  spec.memory_space = TTA_MEMORY_L1;
  if (below(3) == 0) spec.era = 20251201;
  snprintf(what, sizeof what, "%lldx%lldx%s on %lldx%lld, aligned to %lld, %d", (long long)shape[0],
           (long long)shape[1], elements[element], (long long)grid[0], (long long)grid[1], (long long)align,
           (int)spec.era);
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  tta_status status = tta_layout_build(&spec, &out, NULL, &reason);
  int64_t unit = sizes[element], s, all;
  while (unit % align) unit += sizes[element];
  unit /= sizes[element];
  s = up((shape[1] + grid[1] - 1) / grid[1], unit);
  all = s * grid[1] - shape[1];
  /* Rejected only if a core would be left without elements. */
  bool good = status == TTA_INVALID ? all >= s && spec.era != 20251201 : !status;
  if (!good) printf("%s: status %d, %.*s\n", what, status, (int)reason.size, reason.data);
  if (status) num_rejected++;
  tta_buf_char(&out, '\0');
  if (good && !status) {
    good = read_type(&r, (tta_str){out.data, out.size - 1});
    good = good && verify_elements(r.layout, shape[0], shape[1], sizes[element], align);
    if (!good) printf("%s\n", out.data);
    close_type(&r);
  }
  tta_buf_free(&out);
  tta_buf_free(&reason);
  return good;
}

/* ---- blocks ---- */

static bool fits(int64_t bytes, int64_t buffers, int64_t capacity, int64_t second) {
  return buffers * up(up(bytes, 16), second) <= capacity;
}

/* The largest block: whole rows, else a part of one row. */
static bool largest(const model *m, int64_t buffers, int64_t capacity, int64_t second, int64_t block[2]) {
  int64_t row = m->w * m->element;
  for (int64_t y = m->h; y > 0; y--)
    if (fits(y * row, buffers, capacity, second)) return block[0] = y, block[1] = m->w, true;
  for (int64_t x = m->w; x > 0; x--)
    if (fits(x * m->element, buffers, capacity, second)) return block[0] = 1, block[1] = x, true;
  return false;
}

static int64_t bursts_of(int64_t bytes, int64_t most) {
  int64_t count = 0;
  for (; bytes > 0; bytes -= most) count++;
  return count;
}

static bool check_stream(void) {
  static model m;
  reading r;
  int element = (int)below(3);
  bool blackhole = below(2);
  tta_banks banks;
  tta_stream s;
  int64_t block[2], passes = 0, bursts = 0, most = blackhole ? 16384 : 8192, second = blackhole ? 64 : 32;
  m = (model){.kind = below(2) ? METAL_DRAM : METAL_DRAM_SHARDED, .gy = 1 + below(4), .gx = 1 + below(4)};
  m.h = 1 + below(60);
  m.w = 1 + below(below(4) ? 300 : 9000);
  m.element = sizes[element];
  write_type(&m, elements[element], what, sizeof what);
  if (!read_type(&r, (tta_str){what, strlen(what)})) return false;
  tta_banks_default(blackhole ? TTA_ARCH_BLACKHOLE : TTA_ARCH_WORMHOLE_B0, &banks);
  banks.size[TTA_BUFFER_L1] = 64 * (1 + below(4000));
  int64_t buffers = 1 + below(5);
  tta_status status =
      tta_stream_of(r.layout, &(tta_stream_options){.banks = &banks, .buffers = buffers}, &s, NULL);
  bool some = largest(&m, buffers, banks.size[TTA_BUFFER_L1], second, block), good = some ? !status : status;
  if (!good) printf("%s: status %d\n", what, status);
  for (int64_t y = 0; some && y < m.h; y += block[0])
    for (int64_t x = 0; x < m.w; x += block[1]) {
      int64_t rows = m.h - y < block[0] ? m.h - y : block[0], columns = m.w - x < block[1] ? m.w - x : block[1];
      passes++;
      if (m.kind == METAL_DRAM_SHARDED) bursts += bursts_of(rows * columns * m.element, most);
      else bursts += rows * bursts_of(columns * m.element, most);
    }
  if (good && some)
    good = !(differs("rows", block[0], s.block.extent[0]) || differs("columns", block[1], s.block.extent[1]) ||
             differs("passes", passes, s.block.passes) ||
             differs("bursts", bursts * m.gy * m.gx, s.total_bursts) ||
             differs("block", block[0] * block[1] * m.element, s.block_bytes));
  close_type(&r);
  return good;
}

int main(int argc, char **argv) {
  uint64_t cases = argc > 1 ? strtoull(argv[1], NULL, 10) : 6000,
           seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20261122;
  random_state = seed;
  for (uint64_t i = 0; i < cases; i++)
    if (!check_rows() || !check_aligned() || !check_stream()) return 1;
  printf("rows: %llu cases, seed %llu, %d alignments rejected\n", (unsigned long long)cases, (unsigned long long)seed,
         num_rejected);
  return 0;
}
