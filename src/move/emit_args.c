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
  bool has = loop < r->num_loops;
  switch (column) {
  case TTA_EMIT_XY: {
    tta_core at = row->section == TTA_EMIT_WRITE ? dst->core : src->core;
    return at.y << 16 | at.x;
  }
  case TTA_EMIT_SRC_BANK: case TTA_EMIT_SRC_BASE: return src->bank;
  case TTA_EMIT_DST_BANK: case TTA_EMIT_DST_BASE: return dst->bank;
  case TTA_EMIT_SRC: return r->src_offset;
  case TTA_EMIT_DST: return r->dst_offset;
  case TTA_EMIT_BYTES: return r->bytes;
  case TTA_EMIT_COUNT: return has ? r->loops[loop].count : 1;
  case TTA_EMIT_SRC_STEP: return has ? r->loops[loop].src_stride : 0;
  default: return has ? r->loops[loop].dst_stride : 0;
  }
}

uint32_t tta_emit_loops(const tta_emit *e, tta_emit_section section) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < e->num_rows; i++)
    if (e->rows[i].section == section && e->rows[i].runs->num_loops > most) most = e->rows[i].runs->num_loops;
  return most;
}

bool tta_emit_constant(const tta_emit *e, tta_emit_section section, tta_emit_column column, uint32_t loop,
                       int64_t *value) {
  bool first = true;
  *value = 0;
  if (column == TTA_EMIT_XY || column == TTA_EMIT_SRC_BASE || column == TTA_EMIT_DST_BASE) return false;
  for (uint32_t i = 0; i < e->num_rows; i++) {
    if (e->rows[i].section != section) continue;
    int64_t here = tta_emit_value(e, &e->rows[i], column, loop);
    if (!first && here != *value) return false;
    *value = here;
    first = false;
  }
  return true;
}

/* ---- arguments ---- */

typedef struct lister {
  const tta_emit *e;
  tta_emit_args *args;
  bool failed;
} lister;

static void add(lister *l, tta_emit_arg_kind kind, int64_t value) {
  if (l->failed || !TTA_GROW_IN(l->args->arena, l->args, items, 1)) {
    l->failed = true;
    return;
  }
  l->args->items[l->args->num_items++] = (tta_emit_arg){kind, value};
}

static void add_section(lister *l, const tta_emit_core *core, tta_emit_section section) {
  const tta_emit *e = l->e;
  if (!e->has_section[section]) return;
  uint32_t loops = tta_emit_loops(e, section);
  add(l, TTA_EMIT_NUMBER, core->num_rows[section]);
  for (uint32_t i = 0; i < core->num_rows[section]; i++) {
    const tta_emit_row *row = &e->rows[core->first_row[section] + i];
    for (uint32_t c = 0; c < TTA_EMIT_NUM_COLUMNS; c++)
      for (uint32_t k = 0; k < (c < TTA_EMIT_COUNT ? 1 : loops); k++) {
        int64_t same;
        if (!tta_emit_has_column(e, section, (tta_emit_column)c)) continue;
        if (tta_emit_constant(e, section, (tta_emit_column)c, k, &same)) continue;
        add(l, c == TTA_EMIT_XY         ? TTA_EMIT_CORE
               : c == TTA_EMIT_SRC_BASE ? TTA_EMIT_FROM
               : c == TTA_EMIT_DST_BASE ? TTA_EMIT_TO
                                        : TTA_EMIT_NUMBER,
            tta_emit_value(e, row, (tta_emit_column)c, k));
      }
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
                    "kernel '%s' on core %lld,%lld has %u runtime arguments; at most %d are possible",
                    writer ? "writer" : "reader", (long long)core->at.y, (long long)core->at.x, args->num_items,
                    TTA_EMIT_MAX_ARGS);
  if (e->from_bytes > UINT32_MAX || e->to_bytes > UINT32_MAX)
    return tta_fail(TTA_LIMIT, reason, "a core or bank has %lld bytes; kernels have addresses of 32 bits",
                    (long long)(e->from_bytes > e->to_bytes ? e->from_bytes : e->to_bytes));
  return TTA_OK;
}
