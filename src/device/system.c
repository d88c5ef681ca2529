/* The reader of a system that a user gives, and what follows from a system. */

#include <string.h>

#include "base/chars.h"
#include "base/fail.h"
#include "base/str.h"
#include "device/device.h"
#include "model/device.h"
#include "parse/reader.h"

#define EXPECTED                                                                                                       \
  "expected grayskull, wormhole_b0, blackhole, NAME:N for N chips, [N, 8x8] or a text with #tt.system_desc<...>"

enum { MAX_CHIPS = 1 << 20 }; /* of the short forms */

/* ---- what follows from a system ---------------------------------------------------------------------------------- */

const tta_chip *tta_system_chip(const tta_system *system, int64_t chip) {
  if (chip < 0 || chip >= system->num_chips) return NULL;
  int64_t desc = system->desc_of_chip ? system->desc_of_chip[chip] : 0;
  return desc >= 0 && desc < system->num_descs ? &system->descs[desc] : NULL;
}

static tta_chip_grid grid_of(const tta_chip *chip) {
  if (!chip || chip->grid.rank != 2 || chip->grid.extent[0] < 1 || chip->grid.extent[1] < 1)
    return (tta_chip_grid){0, 0};
  return (tta_chip_grid){chip->grid.extent[0], chip->grid.extent[1]};
}

tta_chip_grid tta_system_chip_grid(const tta_system *system, int64_t chip) {
  return grid_of(tta_system_chip(system, chip));
}

tta_chip_grid tta_system_smallest_grid(const tta_system *system) {
  tta_chip_grid smallest = {0, 0};
  for (uint32_t i = 0; i < system->num_descs; i++) {
    tta_chip_grid grid = grid_of(&system->descs[i]);
    if (!grid.rows) return grid;
    if (!i || grid.rows < smallest.rows) smallest.rows = grid.rows;
    if (!i || grid.columns < smallest.columns) smallest.columns = grid.columns;
  }
  return smallest;
}

bool tta_system_linked(const tta_system *system, uint32_t a, uint32_t b) {
  uint64_t wanted = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
  size_t low = 0, high = system->num_links;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    uint64_t pair = (uint64_t)system->links[middle].a << 32 | system->links[middle].b;
    if (pair == wanted) return true;
    if (pair < wanted) low = middle + 1;
    else high = middle;
  }
  return false;
}

static bool has_size(const tta_tile_size *sizes, uint32_t count, tta_tile_size size) {
  for (uint32_t i = 0; i < count; i++)
    if (sizes[i].height == size.height && sizes[i].width == size.width) return true;
  return false;
}

uint32_t tta_system_tile_sizes(const tta_system *system, tta_tile_size *sizes, uint32_t capacity) {
  uint32_t count = 0;
  for (uint32_t d = 0; d < system->num_descs; d++) {
    const tta_chip *chip = &system->descs[d];
    for (uint32_t i = 0; i < chip->num_tile_sizes && count < capacity; i++)
      if (!has_size(sizes, count, chip->tile_sizes[i])) sizes[count++] = chip->tile_sizes[i];
  }
  return count;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

int64_t tta_chip_number_of(const tta_chip *chip, tta_chip_number number) {
  if ((unsigned)number >= TTA_NUM_CHIP_NUMBERS) return TTA_SYSTEM_NONE;
  if (chip->numbers[number] != TTA_SYSTEM_NONE) return chip->numbers[number];
  const tta_arch_info *info = tta_arch_get(chip->arch < TTA_NUM_ARCHS ? chip->arch : TTA_ARCH_WORMHOLE_B0);
  switch (number) {
  case TTA_CHIP_L1_SIZE: return (int64_t)info->l1_size_bytes;
  case TTA_CHIP_NUM_DRAM_CHANNELS: return info->num_dram_banks;
  case TTA_CHIP_DRAM_CHANNEL_SIZE: return (int64_t)info->dram_bank_size_bytes;
  case TTA_CHIP_NOC_L1_ADDRESS_ALIGN_BYTES: return info->l1_alignment_bytes;
  case TTA_CHIP_NOC_DRAM_ADDRESS_ALIGN_BYTES: return info->dram_read_alignment_bytes;
  case TTA_CHIP_L1_UNRESERVED_BASE:
  case TTA_CHIP_DRAM_UNRESERVED_BASE: return 0;
  case TTA_CHIP_DRAM_UNRESERVED_END: return tta_chip_number_of(chip, TTA_CHIP_DRAM_CHANNEL_SIZE);
  default: return TTA_SYSTEM_NONE;
  }
}

int64_t tta_system_smallest_number(const tta_system *system, tta_chip_number number) {
  int64_t smallest = TTA_SYSTEM_NONE;
  for (uint32_t i = 0; i < system->num_descs; i++) {
    int64_t value = tta_chip_number_of(&system->descs[i], number);
    if (value == TTA_SYSTEM_NONE) return value;
    if (!i || value < smallest) smallest = value;
  }
  return smallest;
}

/* ---- names and notations ----------------------------------------------------------------------------------------- */

/* Each function below returns the text after what it read, or data NULL; so does it for such an argument. */
static const tta_str failed = {NULL, 0};

static tta_str skip(tta_str text, char c) {
  text = tta_str_trim(text);
  return text.size && *text.data == c ? (tta_str){text.data + 1, text.size - 1} : failed;
}

static tta_str read_number(tta_str text, int64_t *value) {
  size_t n = 0;
  text = tta_str_trim(text);
  *value = 0;
  for (; n < text.size && tta_is_digit(text.data[n]); n++)
    if (*value <= MAX_CHIPS) *value = *value * 10 + (text.data[n] - '0');
  return n ? (tta_str){text.data + n, text.size - n} : failed;
}

/* N chips of an architecture by default. @return NULL when there is no memory */
static tta_chip *set_default(tta_system *system, tta_arch arch, int64_t num_chips, tta_arena *arena) {
  tta_chip *chip = tta_arena_alloc(arena, sizeof *chip);
  if (!chip) return NULL;
  *chip = *tta_arch_get(arch)->defaults;
  *system = (tta_system){.source = TTA_SYSTEM_OF_NAME, .num_descs = 1, .descs = chip, .num_chips = num_chips};
  return chip;
}

static tta_status check_count(int64_t chips, tta_buf *reason) {
  if (chips >= 1 && chips <= MAX_CHIPS) return TTA_OK;
  return tta_fail(TTA_INVALID, reason, "the number of chips must be 1 to %d", (int)MAX_CHIPS);
}

/* `NAME` or `NAME:N`. */
static tta_status read_name(tta_str text, tta_arch arch, size_t name, tta_arena *arena, tta_system *system,
                            tta_buf *reason) {
  tta_str rest = {text.data + name, text.size - name};
  int64_t chips = 1;
  if (rest.size) {
    rest = read_number(skip(rest, ':'), &chips);
    if (!rest.data || rest.size)
      return tta_fail(TTA_INVALID, reason, "expected a number of chips after '%s:'", tta_arch_get(arch)->name);
  }
  tta_status status = check_count(chips, reason);
  if (status) return status;
  return set_default(system, arch, chips, arena) ? TTA_OK : TTA_NO_MEMORY;
}

/* `[N, 8x8]`. */
static tta_status read_notation(tta_str text, tta_arena *arena, tta_system *system, tta_buf *reason) {
  int64_t chips, grid[2];
  tta_str rest = read_number(skip(text, '['), &chips);
  rest = read_number(skip(rest, ','), &grid[0]);
  rest = read_number(skip(rest, 'x'), &grid[1]);
  rest = skip(rest, ']');
  if (!rest.data || tta_str_trim(rest).size)
    return tta_fail(TTA_INVALID, reason, "expected [N, 8x8]: the number of chips, rows and columns of cores");
  tta_status status = check_count(chips, reason);
  if (status) return status;
  if (grid[0] < 1 || grid[1] < 1 || grid[0] > 4096 || grid[1] > 4096)
    return tta_fail(TTA_INVALID, reason, "the grid must have 1 to 4096 rows and columns");
  tta_chip *chip = set_default(system, TTA_ARCH_WORMHOLE_B0, chips, arena);
  int64_t *extents = tta_arena_array(arena, 2, sizeof *extents);
  if (!chip || !extents) return TTA_NO_MEMORY;
  memcpy(extents, grid, sizeof grid);
  chip->grid = (tta_shape){2, extents};
  system->source = TTA_SYSTEM_OF_NOTATION;
  return TTA_OK;
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

typedef struct finder {
  tta_arena *arena;
  tta_system *system;
  tta_report *report;
  bool found;
  tta_status status;
} finder;

static bool visit_island(void *user, struct tta_reader *reader, tta_node_id root, tta_island_context context,
                         tta_span span) {
  finder *f = user;
  (void)context;
  (void)span;
  root = tta_node_resolve(&reader->tree, root);
  if (f->found || !tta_node_is_valid_attribute(&reader->tree, root, TTA_ATTR_system_desc)) return false;
  f->found = true;
  f->status = tta_system_lower(&reader->tree, root, f->arena, f->system);
  if (!f->status) tta_system_verify(f->system, f->report, f->report->arena);
  return false;
}

/* The first error of the text, if it has one. */
static tta_status first_error(const tta_report *report, tta_str text, tta_buf *reason) {
  for (size_t i = 0; i < report->size; i++) {
    const tta_diagnostic *d = report->items[i];
    uint32_t line = 1, line_begin = 0;
    if (d->severity != TTA_SEVERITY_ERROR) continue;
    for (uint32_t at = 0; at < d->span.begin && at < text.size; at++)
      if (text.data[at] == '\n') line++, line_begin = at + 1;
    return tta_fail(TTA_INVALID, reason, "line %u, column %u of the system description: %.*s", line,
                    d->span.begin - line_begin + 1, (int)d->message.size, d->message.data);
  }
  return TTA_OK;
}

static tta_status not_found(tta_str text, tta_buf *reason) {
  bool word = text.size <= 64 && !memchr(text.data, '<', text.size) && !memchr(text.data, '\n', text.size);
  return tta_fail(TTA_INVALID, reason, word ? EXPECTED : "no system_desc attribute found; " EXPECTED);
}

static tta_status read_document(tta_str text, finder *f, tta_buf *reason) {
  tta_arena memory;
  tta_report report;
  tta_reader reader;
  tta_visitor visitor = {.user = f, .island = visit_island};
  tta_arena_init(&memory, f->arena->allocator);
  tta_str copy = tta_arena_str(&memory, text); /* the lexer needs the NUL after it */
  if (!copy.data || text.size > TTA_MAX_TEXT_BYTES) {
    tta_arena_free(&memory);
    return copy.data ? TTA_LIMIT : TTA_NO_MEMORY;
  }
  tta_report_init(&report, &memory);
  f->report = &report;
  tta_status status =
      tta_reader_init(&reader, copy, &report, memory.allocator, (tta_reader_options){.split = true});
  if (!status) {
    status = tta_reader_read(&reader, &visitor);
    tta_reader_free(&reader);
  }
  if (!status) status = f->status ? f->status : report.status;
  if (!status) status = first_error(&report, copy, reason);
  if (!status && !f->found) status = not_found(copy, reason);
  tta_report_free(&report);
  tta_arena_free(&memory);
  return status;
}

tta_status tta_system_parse(tta_str text, tta_arena *arena, tta_system *system, tta_buf *reason) {
  finder f = {.arena = arena, .system = system};
  tta_arch arch;
  size_t name = 0;
  text = tta_str_trim(text);
  *system = (tta_system){.num_chips = 0};
  if (!text.size) return tta_fail(TTA_INVALID, reason, "the system description is empty; " EXPECTED);
  while (name < text.size && text.data[name] != ':' && text.data[name] != ' ') name++;
  if (tta_arch_find((tta_str){text.data, name}, &arch)) return read_name(text, arch, name, arena, system, reason);
  if (*text.data == '[') return read_notation(text, arena, system, reason);
  tta_status status = read_document(text, &f, reason);
  if (!status) status = tta_system_check(system, arena->allocator, reason);
  if (status) *system = (tta_system){.num_chips = 0};
  return status;
}
