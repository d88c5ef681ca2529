/* emit_args.c: the runtime arguments of the C++ kernels, core by core. Run groups are rows of a table whose columns are
 * arguments; a column with one value in all rows of all cores is a constant of the kernel instead. */
#include <string.h>

#include "base/array.h"
#include "base/fail.h"
#include "move/emit_kernels.h"

const char *const tta_emit_column_names[] = {"xy",  "src_bank", "src_base", "dst_bank", "dst_base", "src",
                                             "dst", "bytes",    "count",    "src_step", "dst_step"};

/* ---- columns ---- */

bool tta_emit_has_column(const tta_emit *e, tta_emit_section section, tta_emit_column column) {
  bool from_dram = tta_emit_in_dram(e, false), to_dram = tta_emit_in_dram(e, true);
  bool reads = section <= TTA_EMIT_FETCH, writes_dram = to_dram && section != TTA_EMIT_FETCH;
  switch (column) {
  case TTA_EMIT_XY: return reads ? !from_dram : section == TTA_EMIT_WRITE && !to_dram;
  case TTA_EMIT_SRC_BANK: case TTA_EMIT_SRC_BASE: return reads && from_dram;
  case TTA_EMIT_DST_BANK: case TTA_EMIT_DST_BASE: return writes_dram;
  case TTA_EMIT_DST: case TTA_EMIT_DST_STEP: return section != TTA_EMIT_FETCH;
  default: return true;
  }
}

int64_t tta_emit_value(const tta_emit *e, const tta_emit_row *row, tta_emit_column column, uint32_t loop) {
  const tta_move_runs *r = row->runs;
  const tta_move_endpoint *src = &e->move->from.endpoints[r->src], *dst = &e->move->to.endpoints[r->dst];
  switch (column) {
  case TTA_EMIT_XY: {
    tta_core at = row->section == TTA_EMIT_WRITE ? dst->core : src->core;
    return (int64_t)((uint64_t)at.y << 16 | (uint64_t)at.x); /* banks have no core: -1 */
  }
  case TTA_EMIT_SRC_BANK: case TTA_EMIT_SRC_BASE: return src->bank;
  case TTA_EMIT_DST_BANK: case TTA_EMIT_DST_BASE: return dst->bank;
  case TTA_EMIT_SRC: return r->src_offset;
  case TTA_EMIT_DST: return r->dst_offset;
  case TTA_EMIT_BYTES: return r->bytes;
  case TTA_EMIT_COUNT: return r->loops[loop].count;
  case TTA_EMIT_SRC_STEP: return r->loops[loop].src_stride;
  default: return r->loops[loop].dst_stride;
  }
}

/* The position of a column, for one loop, in a list of all columns of a set. */
static uint32_t position(const tta_move_runs *set, tta_emit_column column, uint32_t loop) {
  return column < TTA_EMIT_COUNT ? column : TTA_EMIT_COUNT + (column - TTA_EMIT_COUNT) * set->num_loops + loop;
}

static void compare_with_set(tta_emit *e, const tta_emit_row *row) {
  const tta_move_runs *set = e->sets[row->section][row->set];
  tta_emit_constant *constants = e->constants[row->section][row->set];
  for (uint32_t c = 0; c < TTA_EMIT_NUM_COLUMNS; c++)
    for (uint32_t k = 0; k < (c < TTA_EMIT_COUNT ? 1 : set->num_loops); k++) {
      tta_emit_constant *constant = &constants[position(set, (tta_emit_column)c, k)];
      int64_t value = tta_emit_value(e, row, (tta_emit_column)c, k);
      if (!constant->has) *constant = (tta_emit_constant){true, true, value};
      constant->same = constant->same && constant->value == value;
    }
}

tta_status tta_emit_find_constants(tta_emit *e) {
  for (uint32_t section = 0; section < TTA_EMIT_NUM_SECTIONS; section++)
    for (uint32_t set = 0; set < e->num_sets[section]; set++) {
      uint32_t count = position(e->sets[section][set], TTA_EMIT_NUM_COLUMNS, 0);
      tta_emit_constant *constants = tta_arena_array(&e->arena, count, sizeof *constants);
      if (!constants) return TTA_NO_MEMORY;
      memset(constants, 0, count * sizeof *constants);
      e->constants[section][set] = constants;
    }
  for (uint32_t i = 0; i < e->num_rows; i++) compare_with_set(e, &e->rows[i]);
  return TTA_OK;
}

bool tta_emit_is_constant(const tta_emit *e, tta_emit_section section, uint32_t set, tta_emit_column column,
                          uint32_t loop, int64_t *value) {
  const tta_emit_constant *constant =
      &e->constants[section][set][position(e->sets[section][set], column, loop)];
  *value = constant->value;
  return constant->same && column != TTA_EMIT_XY && column != TTA_EMIT_SRC_BASE && column != TTA_EMIT_DST_BASE;
}

/* ---- arguments ---- */

typedef struct lister {
  const tta_emit *e;
  tta_emit_args *args;
  bool failed;
} lister;

static void add(lister *l, tta_emit_arg_kind kind, int64_t value) {
  if (l->args->num_items > TTA_EMIT_MAX_ARGS) return; /* too many already */
  if (l->failed || !TTA_GROW_IN(l->args->arena, l->args, items, 1)) {
    l->failed = true;
    return;
  }
  l->args->items[l->args->num_items++] = (tta_emit_arg){kind, value};
}

static void add_row(lister *l, const tta_emit_row *row) {
  static const tta_emit_arg_kind kinds[TTA_EMIT_NUM_COLUMNS] = {
      [TTA_EMIT_XY] = TTA_EMIT_CORE, [TTA_EMIT_SRC_BASE] = TTA_EMIT_FROM, [TTA_EMIT_DST_BASE] = TTA_EMIT_TO};
  tta_emit_section section = (tta_emit_section)row->section;
  for (uint32_t c = 0; c < TTA_EMIT_NUM_COLUMNS; c++)
    for (uint32_t k = 0; k < (c < TTA_EMIT_COUNT ? 1 : row->runs->num_loops); k++) {
      tta_emit_column column = (tta_emit_column)c;
      int64_t same;
      if (!tta_emit_has_column(l->e, section, column)) continue;
      if (!tta_emit_is_constant(l->e, section, row->set, column, k, &same))
        add(l, kinds[c], tta_emit_value(l->e, row, column, k));
    }
}

/* Of each set the number of rows, and the rows. */
static void add_section(lister *l, const tta_emit_core *core, tta_emit_section section) {
  const tta_emit_row *row = &l->e->rows[core->num_rows[section] ? core->first_row[section] : 0],
                     *end = row + core->num_rows[section];
  for (uint32_t set = 0; set < l->e->num_sets[section]; set++) {
    uint32_t count = 0;
    while (row + count < end && row[count].set == set) count++;
    add(l, TTA_EMIT_NUMBER, count);
    for (; count; count--) add_row(l, row++);
  }
}

static void add_signals(lister *l, const tta_emit_core *core, tta_emit_post post) {
  if (!l->e->has_post[post]) return;
  add(l, TTA_EMIT_SEMAPHORE, post);
  add(l, TTA_EMIT_NUMBER, core->num_signals[post]);
  for (uint32_t i = 0; i < core->num_signals[post]; i++) {
    tta_core to = l->e->cores[l->e->signals[core->first_signal[post] + i].to].at;
    add(l, TTA_EMIT_CORE, to.y << 16 | to.x);
  }
}

static void add_wait(lister *l, const tta_emit_core *core, tta_emit_post post) {
  if (!l->e->has_post[post]) return;
  add(l, TTA_EMIT_SEMAPHORE, post);
  add(l, TTA_EMIT_NUMBER, core->waits[post]);
}

static void add_buffers(lister *l) {
  if (!tta_emit_in_dram(l->e, false)) add(l, TTA_EMIT_FROM, -1);
  if (!tta_emit_in_dram(l->e, true)) add(l, TTA_EMIT_TO, -1);
}

static void add_reader(lister *l, const tta_emit_core *core) {
  add_buffers(l);
  if (l->e->fills && tta_emit_in_dram(l->e, true)) {
    add(l, TTA_EMIT_NUMBER, core->num_banks);
    for (uint32_t i = 0; i < core->num_banks; i++) {
      int64_t bank = l->e->move->to.endpoints[l->e->banks[core->first_bank + i].endpoint].bank;
      add(l, TTA_EMIT_NUMBER, bank);
      add(l, TTA_EMIT_TO, bank);
    }
  }
  add_signals(l, core, TTA_EMIT_READY);
  add_section(l, core, TTA_EMIT_READ);
  add_section(l, core, TTA_EMIT_MERGE);
  add_signals(l, core, TTA_EMIT_DONE);
  add_section(l, core, TTA_EMIT_FETCH);
  add_wait(l, core, TTA_EMIT_ARRIVED);
}

static void add_writer(lister *l, const tta_emit_core *core) {
  add_buffers(l);
  add_wait(l, core, TTA_EMIT_READY);
  add_section(l, core, TTA_EMIT_WRITE);
  add_signals(l, core, TTA_EMIT_ARRIVED);
  add_section(l, core, TTA_EMIT_STORE);
  add_wait(l, core, TTA_EMIT_DONE);
}

tta_status tta_emit_list_args(const tta_emit *e, const tta_emit_core *core, bool writer, tta_emit_args *args,
                              tta_buf *reason) {
  lister l = {.e = e, .args = args};
  args->num_items = 0;
  if (writer) add_writer(&l, core);
  else add_reader(&l, core);
  if (l.failed) return TTA_NO_MEMORY;
  if (args->num_items > TTA_EMIT_MAX_ARGS)
    return tta_fail(TTA_LIMIT, reason,
                    "kernel '%s' on core %lld,%lld needs more than the %d possible runtime arguments",
                    writer ? "writer" : "reader", (long long)core->at.y, (long long)core->at.x, TTA_EMIT_MAX_ARGS);
  if (e->from_bytes > UINT32_MAX || e->to_bytes > UINT32_MAX)
    return tta_fail(TTA_LIMIT, reason, "a core or bank has %lld bytes; kernels have addresses of 32 bits",
                    (long long)(e->from_bytes > e->to_bytes ? e->from_bytes : e->to_bytes));
  return TTA_OK;
}
