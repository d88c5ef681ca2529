/* emit.c: which core does what in the kernels of a plan.
 *
 * A run whose ends are whole cells of 16 bytes, with equal remainders by the alignment of the far memory, is one
 * transfer. All other runs are merged by the owner of their destination: the core itself, or the worker of a DRAM bank.
 * It reads the cells around the run to a scratch page and copies the bytes; no other core writes the same cell. */
#include "move/emit_kernels.h"

#include <string.h>

#include "base/array.h"
#include "base/fail.h"
#include "base/sort.h"
#include "device/device.h"

const char *const tta_emit_post_names[] = {"ready", "arrived", "done"};

/* ---- cores ---- */

static uint32_t core_at(const tta_emit *e, tta_core at) {
  uint32_t first = 0, last = e->num_cores;
  while (first < last) {
    uint32_t middle = first + (last - first) / 2;
    tta_core c = e->cores[middle].at;
    int order = c.y != at.y ? tta_order(c.y, at.y) : tta_order(c.x, at.x);
    if (order == 0) return middle;
    if (order < 0) first = middle + 1;
    else last = middle;
  }
  return 0; /* all cores are listed before */
}

/* Who owns the bytes of an endpoint. */
static tta_core owner_of(const tta_emit *e, bool target, uint32_t endpoint) {
  const tta_move_endpoint *p = &(target ? &e->move->to : &e->move->from)->endpoints[endpoint];
  return p->memory == TTA_MOVE_DRAM ? tta_move_bank_worker(e->move, p->bank) : p->core;
}

static int compare_cores(const void *a, const void *b) {
  const tta_core *p = &((const tta_emit_core *)a)->at, *q = &((const tta_emit_core *)b)->at;
  return p->y != q->y ? tta_order(p->y, q->y) : tta_order(p->x, q->x);
}

/* All owners of endpoints, each once. Those of a source in DRAM do nothing, which leaves them without kernels. */
static tta_status list_cores(tta_emit *e) {
  uint32_t ends[2] = {e->move->from.num_endpoints, e->move->to.num_endpoints}, all = ends[0] + ends[1];
  e->cores = tta_arena_array(&e->arena, all + 1, sizeof *e->cores);
  tta_emit_core *scratch = tta_arena_array(&e->arena, all + 1, sizeof *scratch);
  if (!e->cores || !scratch) return TTA_NO_MEMORY;
  for (uint32_t target = 0; target < 2; target++)
    for (uint32_t i = 0; i < ends[target]; i++)
      e->cores[target * ends[0] + i] = (tta_emit_core){
          .at = owner_of(e, target, i), .owns_l1 = target && e->move->to.memory == TTA_MOVE_L1};
  tta_sort(e->cores, scratch, all, sizeof *e->cores, compare_cores);
  for (uint32_t i = 0; i < all; i++) {
    if (e->num_cores && compare_cores(&e->cores[e->num_cores - 1], &e->cores[i]) == 0)
      e->cores[e->num_cores - 1].owns_l1 |= e->cores[i].owns_l1;
    else e->cores[e->num_cores++] = e->cores[i];
  }
  return TTA_OK;
}

/* ---- what can be emitted ---- */

/* Equal banks of one core would be two buffers at one address. */
static tta_status check_banks(const tta_emit *e, bool target) {
  const tta_move_endpoints *ends = target ? &e->move->to : &e->move->from;
  if (ends->memory != TTA_MOVE_L1) return TTA_OK;
  uint32_t *seen = tta_arena_array((tta_arena *)&e->arena, e->num_cores + 1, sizeof *seen);
  if (!seen) return TTA_NO_MEMORY;
  memset(seen, 0, (e->num_cores + 1) * sizeof *seen);
  for (uint32_t i = 0; i < ends->num_endpoints; i++)
    if (seen[core_at(e, ends->endpoints[i].core)]++)
      return tta_fail(TTA_INVALID, e->reason, "core %lld,%lld has two banks of the %s: kernels are not emitted",
                      (long long)ends->endpoints[i].core.y, (long long)ends->endpoints[i].core.x,
                      target ? "destination" : "source");
  return TTA_OK;
}

static tta_status check_endpoints(const tta_emit *e) {
  const tta_move *m = e->move;
  int64_t chip = m->num_runs ? m->from.endpoints[m->runs[0].src].chip : 0;
  for (size_t i = 0; i < m->num_runs; i++) {
    const tta_move_endpoint *a = &m->from.endpoints[m->runs[i].src], *b = &m->to.endpoints[m->runs[i].dst];
    if (a->memory == TTA_MOVE_HOST || b->memory == TTA_MOVE_HOST)
      return tta_fail(TTA_INVALID, e->reason, "kernels for transfers with the host are not emitted: run group %zu",
                      i);
    if (a->chip != b->chip)
      return tta_fail(TTA_INVALID, e->reason,
                      "kernels for fabric transfers are not emitted: run group %zu is from chip %lld to chip %lld", i,
                      (long long)a->chip, (long long)b->chip);
    if (a->chip != chip)
      return tta_fail(TTA_INVALID, e->reason, "kernels are emitted for one chip: run group %zu is on chip %lld", i,
                      (long long)a->chip);
  }
  if (m->totals.conversion.exists)
    return tta_fail(TTA_INVALID, e->reason, "kernels that convert %s to %s are not emitted",
                    tta_data_type_name(m->totals.conversion.moved), tta_data_type_name(m->totals.conversion.stored));
  if (m->totals.no_op || !m->num_runs)
    return tta_fail(TTA_INVALID, e->reason, "no kernels: no data movement required");
  const struct {
    const char *name;
    int64_t base;
  } bases[] = {{"source", m->spec.from_base}, {"destination", m->spec.to_base}};
  for (size_t i = 0; i < 2; i++)
    if (bases[i].base % e->alignment)
      return tta_fail(TTA_INVALID, e->reason, "the %s at %lld is not aligned to %lld bytes", bases[i].name,
                      (long long)bases[i].base, (long long)e->alignment);
  return TTA_OK;
}

/* ---- rows and signals ---- */

static bool whole_cells(const tta_emit *e, const tta_move_runs *r) {
  bool read = tta_emit_in_dram(e, false) && !tta_emit_in_dram(e, true);
  int64_t word = read ? e->alignment : TTA_EMIT_CELL;
  bool whole = r->bytes % TTA_EMIT_CELL == 0 && r->src_offset % TTA_EMIT_CELL == 0 &&
               (r->src_offset - r->dst_offset) % word == 0;
  for (uint32_t l = 0; l < r->num_loops && whole; l++)
    whole = r->loops[l].src_stride % TTA_EMIT_CELL == 0 &&
            (r->loops[l].src_stride - r->loops[l].dst_stride) % word == 0;
  return whole;
}

static tta_status add_row(tta_emit *e, uint32_t core, tta_emit_section section, const tta_move_runs *runs) {
  if (e->num_rows == TTA_EMIT_MAX_ROWS)
    return tta_fail(TTA_LIMIT, e->reason, "more than %d run groups in the kernels; the next one is on core %lld,%lld",
                    TTA_EMIT_MAX_ROWS, (long long)e->cores[core].at.y, (long long)e->cores[core].at.x);
  if (!TTA_PUSH_IN(&e->arena, e, rows, (tta_emit_row){.core = core, .section = section, .runs = runs}))
    return TTA_NO_MEMORY;
  e->has_section[section] = true;
  return TTA_OK;
}

static tta_status add_signal(tta_emit *e, tta_emit_post post, uint32_t from, uint32_t to) {
  if (!TTA_PUSH_IN(&e->arena, e, signals, (tta_emit_signal){post, from, to})) return TTA_NO_MEMORY;
  return TTA_OK;
}

static tta_status add_runs(tta_emit *e, const tta_move_runs *r) {
  bool from_dram = tta_emit_in_dram(e, false), to_dram = tta_emit_in_dram(e, true), whole = whole_cells(e, r);
  uint32_t source = core_at(e, owner_of(e, false, r->src)), owner = core_at(e, owner_of(e, true, r->dst));
  bool pulls = !to_dram && (from_dram || source == owner || e->move->spec.direction == TTA_MOVE_PULL);
  tta_status status = TTA_OK;
  if (!whole || pulls) {
    status = add_row(e, owner, whole ? TTA_EMIT_READ : TTA_EMIT_MERGE, r);
    if (!status && !from_dram && source != owner) status = add_signal(e, TTA_EMIT_DONE, owner, source);
  } else if (from_dram) {
    status = add_row(e, owner, TTA_EMIT_FETCH, r);
    if (!status) status = add_row(e, owner, TTA_EMIT_STORE, r);
  } else {
    status = add_row(e, source, TTA_EMIT_WRITE, r);
    if (!status && (!to_dram || e->fills)) status = add_signal(e, TTA_EMIT_READY, owner, source);
    if (!status && !to_dram) status = add_signal(e, TTA_EMIT_ARRIVED, source, owner);
  }
  return status;
}

static bool same_shape(const tta_move_runs *a, const tta_move_runs *b) {
  bool same = a->num_loops == b->num_loops && a->bytes == b->bytes;
  for (uint32_t l = 0; l < a->num_loops && same; l++)
    same = a->loops[l].count == b->loops[l].count && a->loops[l].src_stride == b->loops[l].src_stride &&
           a->loops[l].dst_stride == b->loops[l].dst_stride;
  return same;
}

/* @return false: more shapes than are constants */
static bool find_sets(tta_emit *e, bool by_shape, tta_emit_section section) {
  e->num_sets[section] = 0;
  for (uint32_t i = 0; i < e->num_rows; i++) {
    tta_emit_row *row = &e->rows[i];
    if (row->section != section) continue;
    for (row->set = 0; row->set < e->num_sets[section]; row->set++) {
      const tta_move_runs *other = e->sets[section][row->set];
      if (by_shape ? same_shape(row->runs, other) : row->runs->num_loops == other->num_loops) break;
    }
    if (row->set < e->num_sets[section]) continue;
    if (by_shape && row->set == TTA_EMIT_MAX_SHAPES) return false;
    e->sets[section][e->num_sets[section]++] = row->runs;
  }
  return true;
}

static int compare_rows(const void *a, const void *b) {
  const tta_emit_row *p = a, *q = b;
  if (p->core != q->core) return tta_order(p->core, q->core);
  return p->section != q->section ? tta_order(p->section, q->section) : tta_order(p->set, q->set);
}

static int compare_signals(const void *a, const void *b) {
  const tta_emit_signal *p = a, *q = b;
  if (p->from != q->from) return tta_order(p->from, q->from);
  return p->post != q->post ? tta_order(p->post, q->post) : tta_order(p->to, q->to);
}

static int compare_banks(const void *a, const void *b) {
  const tta_emit_bank *p = a, *q = b;
  return p->core != q->core ? tta_order(p->core, q->core) : tta_order(p->endpoint, q->endpoint);
}

static tta_status list_banks(tta_emit *e) {
  uint32_t count = e->move->to.num_endpoints;
  e->banks = tta_arena_array(&e->arena, count + 1, sizeof *e->banks);
  tta_emit_bank *scratch = tta_arena_array(&e->arena, count + 1, sizeof *scratch);
  if (!e->banks || !scratch) return TTA_NO_MEMORY;
  if (!e->fills || !tta_emit_in_dram(e, true)) return TTA_OK;
  const tta_storage *s = &e->move->to.storage;
  int64_t blocks = s->distribution == TTA_STORAGE_PAGES ? s->num_pages : s->cores; /* round-robin over the banks */
  for (uint32_t i = 0; i < count && i < blocks; i++)
    e->banks[e->num_banks++] = (tta_emit_bank){core_at(e, owner_of(e, true, i)), i};
  tta_sort(e->banks, scratch, e->num_banks, sizeof *e->banks, compare_banks);
  for (uint32_t i = 0; i < e->num_banks; i++) {
    tta_emit_core *c = &e->cores[e->banks[i].core];
    if (!c->num_banks++) c->first_bank = i;
  }
  return TTA_OK;
}

/* A source with other readers waits for its own reader, too: then nothing reads its data. */
static tta_status wait_for_own_reader(tta_emit *e) {
  unsigned char *local = tta_arena_alloc(&e->arena, e->num_cores + 1);
  uint32_t count = e->num_signals;
  tta_status status = TTA_OK;
  if (!local) return TTA_NO_MEMORY;
  memset(local, 0, e->num_cores + 1);
  for (uint32_t i = 0; i < e->num_rows; i++) {
    const tta_emit_row *row = &e->rows[i];
    bool reads = row->section == TTA_EMIT_READ || row->section == TTA_EMIT_MERGE;
    local[row->core] |= reads && core_at(e, owner_of(e, false, row->runs->src)) == row->core;
  }
  for (uint32_t i = 0; i < count && !status && !tta_emit_in_dram(e, false); i++) {
    uint32_t source = e->signals[i].to;
    if (e->signals[i].post == TTA_EMIT_DONE && local[source]) status = add_signal(e, TTA_EMIT_DONE, source, source);
    if (e->signals[i].post == TTA_EMIT_DONE) local[source] = 0;
  }
  return status;
}

static tta_status sort_lists(tta_emit *e) {
  tta_emit_row *rows = tta_arena_array(&e->arena, e->num_rows + 1, sizeof *rows);
  tta_emit_signal *signals = tta_arena_array(&e->arena, e->num_signals + 1, sizeof *signals);
  if (!rows || !signals) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < TTA_EMIT_NUM_SECTIONS; i++)
    if (!find_sets(e, true, (tta_emit_section)i)) find_sets(e, false, (tta_emit_section)i);
  tta_sort(e->rows, rows, e->num_rows, sizeof *rows, compare_rows);
  tta_sort(e->signals, signals, e->num_signals, sizeof *signals, compare_signals);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < e->num_signals; i++)
    if (!kept || compare_signals(&e->signals[kept - 1], &e->signals[i])) e->signals[kept++] = e->signals[i];
  e->num_signals = kept;
  for (uint32_t i = 0; i < e->num_rows; i++) {
    tta_emit_core *c = &e->cores[e->rows[i].core];
    if (!c->num_rows[e->rows[i].section]++) c->first_row[e->rows[i].section] = i;
  }
  for (uint32_t i = 0; i < e->num_signals; i++) {
    const tta_emit_signal *s = &e->signals[i];
    tta_emit_core *c = &e->cores[s->from];
    if (!c->num_signals[s->post]++) c->first_signal[s->post] = i;
    e->cores[s->to].waits[s->post]++;
    e->has_post[s->post] = true;
  }
  return list_banks(e);
}

static void find_kernels(tta_emit *e) {
  for (uint32_t i = 0; i < e->num_cores; i++) {
    tta_emit_core *c = &e->cores[i];
    c->has_writer = c->num_rows[TTA_EMIT_WRITE] || c->num_rows[TTA_EMIT_STORE] || c->waits[TTA_EMIT_DONE];
    c->has_reader = c->num_rows[TTA_EMIT_READ] || c->num_rows[TTA_EMIT_MERGE] || c->num_rows[TTA_EMIT_FETCH] ||
                    c->num_signals[TTA_EMIT_READY] || c->waits[TTA_EMIT_ARRIVED] || c->num_banks ||
                    (c->owns_l1 && e->fills);
    e->has_reader |= c->has_reader;
    e->has_writer |= c->has_writer;
    e->shares_cores |= c->has_reader && c->has_writer;
  }
}

/* ---- the whole ---- */

static int64_t cells(int64_t bytes) { return (bytes + TTA_EMIT_CELL - 1) / TTA_EMIT_CELL * TTA_EMIT_CELL; }

static void set_sizes(tta_emit *e) {
  const tta_move *m = e->move;
  unsigned char unit[8] = {0};
  int64_t longest = 0, size = m->to.unit_bytes < 8 ? m->to.unit_bytes : 8;
  e->fills = m->totals.padding_bytes && tta_move_oob(m->to.layout, size, unit);
  for (int64_t i = 0; i < 8; i++) e->fill[i] = unit[i % size];
  for (size_t i = 0; i < m->num_runs; i++)
    if (m->runs[i].bytes > longest) longest = m->runs[i].bytes;
  e->from_bytes = cells(m->from.storage.bank_bytes);
  e->to_bytes = cells(m->to.storage.bank_bytes);
  e->alignment = m->from.arch->dram_read_alignment_bytes;
  e->page_bytes = (longest + 2 * e->alignment - 1) / e->alignment * e->alignment + e->alignment;
}

/* @return TTA_INVALID for plans between chips or with the host, or without anything to move */
static tta_status open_plan(const tta_move *move, tta_emit *e, tta_buf *reason) {
  *e = (tta_emit){.move = move, .reason = reason};
  tta_arena_init(&e->arena, move->spec.allocator);
  set_sizes(e);
  tta_status status = check_endpoints(e);
  if (!status) status = list_cores(e);
  if (!status) status = check_banks(e, false);
  if (!status) status = check_banks(e, true);
  for (size_t i = 0; i < move->num_runs && !status; i++) status = add_runs(e, &move->runs[i]);
  if (!status) status = wait_for_own_reader(e);
  if (!status) status = sort_lists(e);
  if (!status) find_kernels(e);
  if (status) tta_arena_free(&e->arena);
  return status;
}

static tta_status emit(const tta_move *move, tta_move_text text, tta_buf *out, tta_buf *reason) {
  tta_emit e;
  tta_status status = open_plan(move, &e, reason);
  if (status) return status;
  if (text != TTA_MOVE_TEXT_PROTOCOL) status = tta_emit_find_constants(&e);
  if (status) {
    tta_arena_free(&e.arena);
    return status;
  }
  switch (text) {
  case TTA_MOVE_TEXT_PROTOCOL: tta_emit_protocol(&e, out); break;
  case TTA_MOVE_TEXT_READER: case TTA_MOVE_TEXT_WRITER:
    if (text == TTA_MOVE_TEXT_READER ? e.has_reader : e.has_writer)
      tta_emit_kernel(&e, text == TTA_MOVE_TEXT_WRITER, out);
    break;
  case TTA_MOVE_TEXT_BINDING: status = tta_emit_binding(&e, out, reason); break;
  case TTA_MOVE_TEXT_HOST: status = tta_emit_host(&e, out, reason); break;
  }
  tta_arena_free(&e.arena);
  return status ? status : out->failed ? TTA_NO_MEMORY : TTA_OK;
}

tta_status tta_move_emit(tta_move *move, tta_move_text text, tta_buf *out) {
  tta_buf reason = tta_buf_new(move->spec.allocator);
  tta_status status = emit(move, text, out, &reason);
  return tta_move_fail_and_free(&move->results, &move->spec.texts, (tta_move_stage){TTA_RULE_move_form, true}, status,
                                &reason);
}

/* ---- questions ---- */

void tta_emit_rectangle(const tta_emit *e, bool target, tta_core *first, tta_core *last) {
  const tta_move_endpoints *ends = target ? &e->move->to : &e->move->from;
  *first = *last = ends->endpoints[0].core;
  for (uint32_t i = 1; i < ends->num_endpoints; i++) tta_core_extend(first, last, ends->endpoints[i].core);
}

void tta_emit_all_cores(const tta_emit *e, tta_core *first, tta_core *last) {
  *first = *last = e->cores[0].at;
  for (uint32_t i = 1; i < e->num_cores; i++) tta_core_extend(first, last, e->cores[i].at);
}

uint32_t tta_emit_semaphore(const tta_emit *e, tta_emit_post post) {
  uint32_t number = 0;
  for (uint32_t i = 0; i < (uint32_t)post; i++) number += e->has_post[i];
  return number;
}

bool tta_emit_uses(const tta_emit *e, bool target, uint32_t endpoint) {
  for (uint32_t i = 0; target && i < e->num_banks; i++)
    if (e->banks[i].endpoint == endpoint) return true;
  for (uint32_t i = 0; i < e->num_rows; i++)
    if ((target ? e->rows[i].runs->dst : e->rows[i].runs->src) == endpoint) return true;
  return false;
}

uint32_t tta_emit_noc(const tta_emit *e, bool writer) {
  return writer && e->shares_cores ? 1 - e->move->spec.noc : e->move->spec.noc;
}
