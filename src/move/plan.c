/* plan.c: a move plan as a whole: which layouts go together, the kinds and totals of its runs. */
#include <string.h>

#include "base/index.h"
#include "base/fail.h"
#include "base/format.h"
#include "base/str.h"
#include "device/slices.h"
#include "layout/values.h"
#include "move/move.h"

const char *tta_move_kind_name(tta_move_kind kind) {
  static const char *const names[] = {"local", "read", "write", "fabric"};
  return (unsigned)kind < 4 ? names[kind] : "?";
}

const char *tta_move_direction_name(tta_move_direction direction) {
  return direction == TTA_MOVE_PUSH ? "push" : direction == TTA_MOVE_PULL ? "pull" : "?";
}

const char *tta_move_local_name(tta_move_local what) {
  static const char *const names[] = {"none", "transpose", "tilize", "untilize", "relayout"};
  return (unsigned)what < 5 ? names[what] : "?";
}

/* ---- shapes and elements ---- */

static void append_shape(tta_buf *out, tta_shape shape) {
  tta_buf_shape(out, shape);
  if (!shape.rank) tta_buf_str(out, "a scalar");
}

/* A permutation that makes the shapes match: each dim of `to` takes the first unused dim of its extent. */
static bool find_permutation(tta_shape from, tta_shape to, uint32_t *permute) {
  bool taken[TTA_MAX_RANK] = {false};
  if (from.rank != to.rank) return false;
  for (uint32_t j = 0; j < to.rank; j++) {
    uint32_t d = 0;
    while (d < from.rank && (taken[d] || from.extent[d] != to.extent[j])) d++;
    if (d == from.rank) return false;
    taken[d] = true;
    permute[j] = d;
  }
  return true;
}

static tta_status reject_shapes(const tta_move_spec *spec, tta_buf *reason) {
  uint32_t permute[TTA_MAX_RANK];
  tta_shape from = spec->from->logical, to = spec->to->logical;
  if (!reason) return TTA_INVALID;
  tta_buf_str(reason, "tensor shapes do not match: source ");
  append_shape(reason, from);
  tta_buf_str(reason, ", destination ");
  append_shape(reason, to);
  if (spec->permute.rank) tta_buf_str(reason, " with this permutation");
  bool permuted = false;
  if (!find_permutation(from, to, permute)) return TTA_INVALID;
  for (uint32_t j = 0; j < to.rank; j++) permuted = permuted || permute[j] != j;
  tta_buf_str(reason, permuted ? "; they match with permutation " : "; they match without it");
  for (uint32_t j = 0; j < to.rank && permuted; j++) tta_buf_printf(reason, "%s%u", j ? "," : "", permute[j]);
  return TTA_INVALID;
}

static tta_status check_shapes(const tta_move_spec *spec, tta_buf *reason) {
  tta_shape from = spec->from->logical, to = spec->to->logical, permute = spec->permute;
  bool seen[TTA_MAX_RANK] = {false};
  if (from.rank > TTA_MAX_RANK || to.rank > TTA_MAX_RANK)
    return tta_fail(TTA_LIMIT, reason, "more than %d dims are not supported", TTA_MAX_RANK);
  if (permute.rank && permute.rank != from.rank)
    return tta_fail(TTA_INVALID, reason, "permutation has %u dims, the source tensor has %u", permute.rank, from.rank);
  for (uint32_t j = 0; j < permute.rank; j++) {
    if (!tta_mark_once(seen, permute.extent[j], from.rank))
      return tta_fail(TTA_INVALID, reason, "permutation must contain each of 0..%u exactly once", from.rank - 1);
  }
  bool same = from.rank == to.rank;
  for (uint32_t j = 0; j < to.rank && same; j++)
    same = to.extent[j] == from.extent[permute.rank ? permute.extent[j] : j];
  return same ? TTA_OK : reject_shapes(spec, reason);
}

static bool is_integer(tta_str name) { return name.size && strchr("isu", name.data[0]); }

/* Signless and signed integers of one width are the same bytes ("i32" in rows, "si32" in tiles). */
static tta_status check_elements(const tta_move *m, tta_buf *reason) {
  const tta_element *from = &m->from.layout->memref_element, *to = &m->to.layout->memref_element;
  tta_str a = tta_element_stored_name(from), b = tta_element_stored_name(to);
  bool same = tta_str_equal(a, b) || (is_integer(a) && is_integer(b));
  bool opaque = tta_element_is_block_float(from) && tta_element_is_block_float(to); /* make_opaque reports these */
  if (same && (opaque || m->from.unit_bytes == m->to.unit_bytes)) return TTA_OK;
  return tta_fail(TTA_INVALID, reason,
                  "element types differ: source stores %.*s, destination %.*s; a move converts tiles of one tensor "
                  "type only",
                  (int)a.size, a.size ? a.data : "", (int)b.size, b.size ? b.data : "");
}

/* ---- conversions ---- */

/* Tiles of one end become a copy of the tensor in the format of the other end, which moves; the cores of this end
 * convert. A block float tile is whole at its own end. */
static tta_status stage_conversion(tta_move *m, bool *target, tta_buf *reason) {
  const tta_layout *from = m->spec.from, *to = m->spec.to;
  const tta_element *a = &from->memref_element, *b = &to->memref_element;
  bool opens = tta_element_is_block_float(a) && !tta_element_is_block_float(b);
  bool at_target = tta_element_is_tile(b) && !opens, integers = false;
  const tta_layout *end = at_target ? to : from;
  integers = is_integer(tta_element_stored_name(a)) && is_integer(tta_element_stored_name(b));
  if (a->data_type == b->data_type || !a->data_type || !b->data_type || integers) return TTA_OK;
  if (!tta_str_equal(from->tensor_element.text, to->tensor_element.text)) return TTA_OK; /* check_elements reports it */
  if (!tta_element_is_tile(&end->memref_element)) return TTA_OK;
  tta_move_conversion c = {.exists = true,
                           .at_target = at_target,
                           .moved = at_target ? a->data_type : b->data_type,
                           .stored = end->memref_element.data_type};
  *target = at_target;
  if (end->memory_space != TTA_MEMORY_L1)
    return tta_fail(TTA_INVALID, reason, "cores convert %s to %s, but the %s is in %s",
                    tta_data_type_name(a->data_type), tta_data_type_name(b->data_type),
                    at_target ? "destination" : "source", tta_layout_memory_space_name(end));
  tta_layout *copy = tta_arena_alloc(&m->arena, sizeof *copy);
  if (!copy) return TTA_NO_MEMORY;
  *copy = *end;
  copy->memref_element.data_type = c.moved;
  copy->memref_element.text = (tta_str){NULL, 0};
  if (tta_element_bytes(&copy->memref_element, TTA_WITH_EXPONENTS, &copy->element_bytes))
    return tta_fail(TTA_INVALID, reason, "tiles of %lldx%lld cannot hold %s", (long long)a->tile[0],
                    (long long)a->tile[1], tta_data_type_name(c.moved));
  *(at_target ? &m->spec.to : &m->spec.from) = copy;
  m->conversion = c;
  return TTA_OK;
}

static void count_conversion(tta_move *m) {
  const tta_move_endpoints *e = m->conversion.at_target ? &m->to : &m->from;
  m->conversion.cores = e->num_endpoints;
  m->conversion.bytes = e->storage.bank_bytes;
}

/* ---- block floats ---- */

static tta_status reject_tiles(const tta_move *m, const char *why, tta_buf *reason) {
  return tta_fail(TTA_INVALID, reason, "tiles of %s move as a whole, because scalars share exponents, but %s",
                  tta_data_type_name(m->from.layout->memref_element.data_type), why);
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* The maps agree, so a tile of the one is a tile of the other. */
static tta_status make_opaque(tta_move *m, tta_buf *reason) {
  const tta_layout *from = m->from.layout, *to = m->to.layout;
  const int64_t *tile = m->from.storage.tile;
  uint32_t rank = m->from.storage.rank;
  if (memcmp(tile, m->to.storage.tile, 2 * sizeof *tile)) return reject_tiles(m, "the tile shapes differ", reason);
  if (!m->from.map.linear || !m->to.map.linear) return reject_tiles(m, "a map is not linear", reason);
  bool same = rank == m->to.storage.rank;
  for (uint32_t k = 0; k < rank && same; k++) {
    const tta_linear *a = &m->from.map.start[m->from.map.result[k]], *b = &m->to.map.start[m->to.map.result[k]];
    same = a->constant == b->constant && from->physical.extent[k] == to->physical.extent[k];
    for (uint32_t d = 0; d < from->logical.rank; d++)
      same = same && (from->logical.extent[d] == 1 || a->coefficient[d] == b->coefficient[d]);
  }
  if (!same) return reject_tiles(m, "the maps group different scalars into tiles", reason);
  if (to->oob_val > TTA_OOB_UNDEF && from->oob_val != to->oob_val)
    return reject_tiles(m, "their padding would keep the oob_val of the source", reason);
  int64_t *tiles;
  m->shape = tta_shape_new(&m->arena, rank, &tiles);
  if (!tiles) return TTA_NO_MEMORY;
  for (uint32_t k = 0; k < rank; k++)
    if (!tta_ceildiv(larger(from->physical.extent[k], from->used.extent[k]), k + 2 >= rank ? tile[k + 2 - rank] : 1,
                     &tiles[k]))
      return TTA_OVERFLOW;
  m->opaque = true;
  tta_status status = tta_move_make_opaque(&m->from, false, &m->arena, reason);
  return status ? status : tta_move_make_opaque(&m->to, true, &m->arena, reason);
}

/* ---- kinds ---- */

static bool same_endpoint(const tta_move_endpoint *a, const tta_move_endpoint *b) {
  return a->memory == b->memory && a->chip == b->chip && a->core.y == b->core.y && a->core.x == b->core.x &&
         (a->memory != TTA_MOVE_DRAM || a->bank == b->bank);
}

static tta_move_kind kind_of(const tta_move *m, const tta_move_endpoint *src, const tta_move_endpoint *dst) {
  bool host = src->memory == TTA_MOVE_HOST || dst->memory == TTA_MOVE_HOST;
  if (same_endpoint(src, dst)) return TTA_MOVE_LOCAL;
  if (!host && src->chip != dst->chip) return TTA_MOVE_FABRIC;
  if (m->spec.direction == TTA_MOVE_PULL && src->memory == TTA_MOVE_L1 && dst->memory == TTA_MOVE_L1)
    return TTA_MOVE_READ;
  if (src->memory == TTA_MOVE_L1 || (src->memory == TTA_MOVE_HOST && dst->memory == TTA_MOVE_DRAM))
    return TTA_MOVE_WRITE;
  return TTA_MOVE_READ;
}

static bool stays(const tta_move_runs *r) {
  bool same = r->kind == TTA_MOVE_LOCAL && r->src_offset == r->dst_offset;
  for (uint32_t i = 0; i < r->num_loops && same; i++) same = r->loops[i].src_stride == r->loops[i].dst_stride;
  return same;
}

/* Harvesting can remove the row or column of the worker that tt-mlir selects: then it is the last one that is left. */
tta_core tta_move_bank_worker(const tta_move *m, int64_t bank) {
  const tta_core_list *workers = &m->from.arch->defaults->cores[TTA_CORES_DRAM_WORKER_NOC0];
  tta_core grid = tta_arch_worker_grid(m->from.arch_name, m->spec.harvest);
  tta_core worker = bank < workers->num_cores ? workers->cores[bank] : (tta_core){0, bank};
  if (worker.y >= grid.y) worker.y = grid.y - 1;
  if (worker.x >= grid.x) worker.x = grid.x - 1;
  return worker;
}

/* DRAM cannot initiate a transfer: a worker reads each run and writes it to its destination. */
static tta_status go_through_worker(const tta_move *m, tta_move_runs *r) {
  if (r->kind == TTA_MOVE_FABRIC) return TTA_OK;
  r->kind = TTA_MOVE_READ;
  r->has_via = true;
  r->via = tta_move_bank_worker(m, m->to.endpoints[r->dst].bank);
  return tta_noc_worker(m->from.arch_name, m->spec.harvest, r->via, &r->via_node, NULL);
}

static tta_status set_runs(tta_move *m, const tta_families *families) {
  tta_status status = TTA_OK;
  m->totals.no_op = true;
  m->num_runs = families->num_items;
  m->runs = tta_arena_array(&m->arena, families->num_items + 1, sizeof *m->runs);
  if (!m->runs) return TTA_NO_MEMORY;
  for (size_t i = 0; i < families->num_items; i++) {
    const tta_family *f = &families->items[i];
    tta_move_runs *r = &m->runs[i];
    *r = (tta_move_runs){.src = f->src,
                         .dst = f->dst,
                         .src_offset = f->src_offset,
                         .dst_offset = f->dst_offset,
                         .bytes = f->bytes,
                         .count = 1,
                         .hops = -1,
                         .num_loops = f->num_loops,
                         .loops = f->loops};
    for (uint32_t k = 0; k < f->num_loops; k++) r->count *= f->loops[k].count; /* at most the number of units */
    r->kind = kind_of(m, &m->from.endpoints[r->src], &m->to.endpoints[r->dst]);
    m->totals.no_op = m->totals.no_op && stays(r);
  }
  bool through = !m->totals.no_op && m->from.memory == TTA_MOVE_DRAM && m->to.memory == TTA_MOVE_DRAM;
  for (size_t i = 0; i < m->num_runs && through && !status; i++) status = go_through_worker(m, &m->runs[i]);
  return status;
}

/* ---- totals ---- */

enum { MAX_ALIGNMENT = 64 };

/* How many runs of a family have addresses that differ below `alignment`: the differences of the loops are added up one
 * loop after the other, counted by their remainder. */
static int64_t misaligned(const tta_move_runs *r, int64_t difference, int64_t alignment) {
  int64_t count[MAX_ALIGNMENT] = {0}, next[MAX_ALIGNMENT];
  count[(difference % alignment + alignment) % alignment] = 1;
  for (uint32_t i = 0; i < r->num_loops; i++) {
    const tta_move_loop *l = &r->loops[i];
    int64_t step = ((l->src_stride - l->dst_stride) % alignment + alignment) % alignment;
    if (step == 0) {
      for (int64_t a = 0; a < alignment; a++) count[a] *= l->count;
      continue;
    }
    memset(next, 0, sizeof next);
    for (int64_t k = 0; k < alignment && k < l->count; k++) { /* after `alignment` iterations the remainder repeats */
      int64_t times = (l->count - k + alignment - 1) / alignment;
      for (int64_t a = 0; a < alignment; a++) next[(a + k * step) % alignment] += count[a] * times;
    }
    memcpy(count, next, sizeof count);
  }
  int64_t sum = 0;
  for (int64_t a = 1; a < alignment; a++) sum += count[a];
  return sum;
}

/* (l1_addr & m) == (noc_addr & m), where m depends on the memory at the other end of the NoC (tt-metal
 * noc_parameters.h). */
static int64_t alignment_of(const tta_arch_info *arch, const tta_move_runs *r, const tta_move_endpoint *src,
                            const tta_move_endpoint *dst) {
  if (r->has_via) return arch->dram_write_alignment_bytes; /* the intermediate copy has the source's alignment */
  if (src->memory != TTA_MOVE_L1) return arch->dram_read_alignment_bytes; /* PCIe has that of DRAM */
  if (dst->memory != TTA_MOVE_L1) return arch->dram_write_alignment_bytes;
  return arch->l1_alignment_bytes;
}

static tta_status add_transfer(tta_move *m, const tta_move_runs *r) {
  tta_move_totals *t = &m->totals;
  const tta_move_endpoint *src = &m->from.endpoints[r->src], *dst = &m->to.endpoints[r->dst];
  int64_t ways = r->has_via ? 2 : 1, on_noc;
  int64_t unaligned =
      misaligned(r, m->from.base + r->src_offset - m->to.base - r->dst_offset, alignment_of(m->from.arch, r, src, dst));
  if (!tta_mul(r->bytes * r->count, ways, &on_noc) || !tta_add(t->bytes_on_noc, on_noc, &t->bytes_on_noc))
    return TTA_OVERFLOW;
  t->misaligned_runs += unaligned; /* this and the others: parts of the tensor */
  t->misaligned_bytes += unaligned * r->bytes;
  t->transactions += (r->bytes + t->longest_burst - 1) / t->longest_burst * r->count * ways;
  if (r->kind == TTA_MOVE_FABRIC) t->bytes_between_chips += r->bytes * r->count;
  return TTA_OK;
}

static tta_move_local local_kind(const tta_move *m) {
  bool permuted = false;
  for (uint32_t j = 0; j < m->spec.permute.rank; j++) permuted = permuted || m->spec.permute.extent[j] != j;
  bool from = tta_element_is_tile(&m->from.layout->memref_element),
       to = tta_element_is_tile(&m->to.layout->memref_element);
  if (permuted) return TTA_MOVE_LOCAL_TRANSPOSE;
  return from == to ? TTA_MOVE_LOCAL_RELAYOUT : to ? TTA_MOVE_LOCAL_TILIZE : TTA_MOVE_LOCAL_UNTILIZE;
}

enum { FROM_ELSEWHERE = 1, CHANGES = 2 };

static tta_status count_local_cores(tta_move *m) {
  unsigned char *cores = tta_arena_alloc(&m->arena, m->to.num_endpoints + 1);
  if (!cores) return TTA_NO_MEMORY;
  memset(cores, 0, m->to.num_endpoints);
  for (size_t i = 0; i < m->num_runs; i++) {
    const tta_move_runs *r = &m->runs[i];
    if (r->kind != TTA_MOVE_LOCAL || m->to.memory != TTA_MOVE_L1) cores[r->dst] |= FROM_ELSEWHERE;
    else if (!stays(r)) cores[r->dst] |= CHANGES;
  }
  for (uint32_t n = 0; n < m->to.num_endpoints; n++) m->totals.local_cores += cores[n] == CHANGES;
  if (m->totals.local_cores) m->totals.local = local_kind(m);
  return TTA_OK;
}

/* The bytes of all pages, without alignment. */
static bool allocated(const tta_move_endpoints *e, int64_t *bytes) {
  return tta_mul(e->storage.num_pages, e->storage.page_bytes, bytes);
}

static tta_status count_padding(tta_move *m) {
  int64_t bytes;
  if (!allocated(&m->to, &bytes)) return TTA_OVERFLOW;
  m->totals.padding_bytes = bytes - m->totals.bytes_total;
  return TTA_OK;
}

/* Whether the destination's padding is in place already, or may hold anything. */
static bool padding_stays(const tta_move *m) {
  const tta_storage *from = &m->from.storage, *to = &m->to.storage;
  if (!m->totals.padding_bytes || m->to.layout->oob_val <= TTA_OOB_UNDEF) return true;
  int64_t a, b;
  bool packed = from->distribution != TTA_STORAGE_PAGES && from->page_stride == from->page_bytes &&
                to->page_stride == to->page_bytes;
  return m->from.layout->oob_val == m->to.layout->oob_val &&
         (from->distribution == TTA_STORAGE_PAGES) == (to->distribution == TTA_STORAGE_PAGES) &&
         (packed || (from->page_stride == to->page_stride && from->page_bytes == to->page_bytes)) &&
         m->from.num_endpoints == m->to.num_endpoints && allocated(&m->from, &a) && allocated(&m->to, &b) && a == b;
}

static tta_status add_up(tta_move *m) {
  tta_move_totals *t = &m->totals;
  const tta_arch_info *arch = m->from.arch;
  tta_status status = TTA_OK;
  if (m->conversion.exists) count_conversion(m);
  *t = (tta_move_totals){.arch = m->spec.has_arch ? m->spec.arch : TTA_ARCH_WORMHOLE_B0,
                         .conversion = m->conversion,
                         .elements = m->from.layout->logical_elements,
                         .noc = m->spec.noc,
                         .harvest = m->spec.harvest,
                         .direction = m->spec.direction,
                         .no_op = t->no_op,
                         .maximal = t->maximal,
                         .alignment_l1 = arch->l1_alignment_bytes,
                         .alignment_dram_read = arch->dram_read_alignment_bytes,
                         .alignment_dram_write = arch->dram_write_alignment_bytes,
                         .longest_burst = arch->noc_max_burst_bytes};
  for (size_t i = 0; i < m->num_runs && !status; i++) {
    const tta_move_runs *r = &m->runs[i];
    t->runs += r->count;
    t->bytes_total += r->bytes * r->count;
    if (r->kind != TTA_MOVE_LOCAL) status = add_transfer(m, r);
  }
  if (!status) status = tta_move_make_network(m);
  if (!status) status = count_local_cores(m);
  if (!status) status = count_padding(m);
  t->no_op = t->no_op && padding_stays(m) && !m->conversion.exists;
  return status;
}

/* A plan is valid if a bank is too small; only running it is not. */
static void warn_of_size(tta_move *m, const tta_move_endpoints *e, bool target) {
  if (e->memory == TTA_MOVE_HOST || !e->num_endpoints) return;
  bool l1 = e->memory == TTA_MOVE_L1;
  int64_t size = (int64_t)(l1 ? e->arch->l1_size_bytes : e->arch->dram_bank_size_bytes);
  if (e->storage.bank_bytes > size)
    tta_move_report_at(&m->results, &m->spec.texts, TTA_RULE_move_capacity, target,
                       "%s requires %lld bytes in each %s, which has %lld on %s", target ? "destination" : "source",
                       (long long)e->storage.bank_bytes, l1 ? "L1" : "DRAM bank", (long long)size, e->arch->name);
}

/* Endpoints are those of the first copy of a replicated tensor. */
static void note_copies(tta_move *m, const tta_move_endpoints *e, const char *name) {
  int64_t copies;
  if (!e->device || e->memory == TTA_MOVE_HOST || tta_mesh_all_copies(e->device, e->layout->grid, &copies)) return;
  if (copies > 1)
    tta_buf_printf(&m->assumptions, "%s has %lld copies on the device: only the first copy is planned\n", name,
                   (long long)copies);
}

static tta_status note_assumptions(tta_move *m) {
  note_copies(m, &m->from, "source");
  note_copies(m, &m->to, "destination");
  if (m->totals.bytes_on_noc && !m->spec.has_arch)
    tta_buf_str(&m->assumptions, "no architecture: banks, alignments and distances of wormhole_b0\n");
  if (!m->totals.maximal)
    tta_buf_str(&m->assumptions, "too many cuts to join all runs: some could be longer\n");
  if (!m->totals.has_fabric_hops)
    tta_buf_str(&m->assumptions, "the Ethernet channels between chips are unknown: no hops between chips\n");
  else if (!m->network.ethernet_known)
    tta_buf_str(&m->assumptions, "the Ethernet cores of channels are unknown: no NoC traffic to other chips\n");
  if (!m->totals.has_hops)
    tta_buf_str(&m->assumptions, "wormhole_b0 does not have workers for all cores: no NoC addresses and hops\n");
  return m->assumptions.failed ? TTA_NO_MEMORY : TTA_OK;
}

/* ---- the plan ---- */

static tta_status make_ends(tta_move *m, tta_move_stage *at, tta_buf *reason) {
  tta_status status = TTA_OK;
  for (int end = 0; end < 2 && !status; end++) {
    tta_move_endpoints *e = end ? &m->to : &m->from;
    *at = (tta_move_stage){TTA_RULE_move_layout, end};
    status = tta_move_make_endpoints(&m->spec, end, &m->arena, e, reason);
    if (status) return status;
    at->rule = TTA_RULE_move_device;
    status = tta_move_place_endpoints(&m->spec, end, &m->arena, e, reason);
  }
  return status ? status : tta_move_check_bases(&m->from, &m->to, reason);
}

static tta_status make_runs(tta_move *m, tta_move_stage *at, tta_buf *reason) {
  tta_families families = {.arena = &m->arena};
  tta_status status = TTA_OK;
  m->totals.maximal = true;
  if (m->from.layout->logical_elements) {
    status = tta_move_cut(&m->from, &m->to, m->shape, &families);
    if (status == TTA_INVALID) {
      at->rule = TTA_RULE_move_layout;
      return tta_fail(status, reason, "elements are outside of the cores of a layout");
    }
    if (!status) status = tta_move_join(&families, &m->totals.maximal);
    if (status == TTA_LIMIT)
      return tta_fail(status, reason, "the plan has more than %d families of runs", TTA_MOVE_MAX_FAMILIES);
  }
  return status ? status : set_runs(m, &families);
}

static tta_status plan(tta_move *m, tta_move_stage *at, tta_buf *reason) {
  tta_status status = check_shapes(&m->spec, reason);
  if (!status) status = stage_conversion(m, &at->target, reason);
  if (!status) status = make_ends(m, at, reason);
  if (status) return status;
  *at = (tta_move_stage){TTA_RULE_move_tensors, true};
  status = check_elements(m, reason);
  m->shape = m->spec.from->logical;
  if (!status && tta_element_is_block_float(&m->from.layout->memref_element)) status = make_opaque(m, reason);
  if (!status) status = make_runs(m, at, reason);
  if (!status) status = add_up(m);
  if (!status) status = tta_move_make_semaphores(m);
  if (!status) status = note_assumptions(m);
  if (status) return status;
  warn_of_size(m, &m->from, false);
  warn_of_size(m, &m->to, true);
  return tta_move_finish_report(&m->results);
}

tta_status tta_transfer_plan(const tta_move_spec *spec, tta_move **out) {
  const tta_allocator *allocator = tta_allocator_or_default(spec->allocator);
  tta_move_stage at = {TTA_RULE_move_tensors, true};
  tta_buf reason;
  *out = NULL;
  tta_move *m = allocator->allocate(allocator->user, sizeof *m);
  if (!m) return TTA_NO_MEMORY;
  *m = (tta_move){.spec = *spec};
  m->spec.allocator = allocator;
  tta_arena_init(&m->arena, allocator);
  tta_results_init(&m->results, allocator, spec->texts.check);
  tta_buf_init(&m->assumptions, allocator);
  tta_buf_init(&reason, allocator);
  tta_status status = plan(m, &at, &reason);
  if (status) m->num_runs = 0;
  status = tta_move_fail_and_free(&m->results, &m->spec.texts, at, status, &reason);
  if (status == TTA_NO_MEMORY) tta_move_free(m);
  else *out = m;
  return status;
}

void tta_move_free(tta_move *m) {
  if (!m) return;
  const tta_allocator *allocator = m->spec.allocator;
  tta_buf_free(&m->assumptions);
  tta_results_free(&m->results);
  tta_arena_free(&m->arena);
  allocator->release(allocator->user, m, sizeof *m);
}

const tta_move_totals *tta_move_get_totals(const tta_move *m) { return &m->totals; }
size_t tta_move_num_families(const tta_move *m) { return m->num_runs; }
const tta_move_runs *tta_move_family(const tta_move *m, size_t index) {
  return index < tta_move_num_families(m) ? &m->runs[index] : NULL;
}
size_t tta_move_num_sources(const tta_move *m) { return m->from.num_endpoints; }
const tta_move_endpoint *tta_move_source(const tta_move *m, size_t index) {
  return index < m->from.num_endpoints ? &m->from.endpoints[index] : NULL;
}
size_t tta_move_num_targets(const tta_move *m) { return m->to.num_endpoints; }
const tta_move_endpoint *tta_move_target(const tta_move *m, size_t index) {
  return index < m->to.num_endpoints ? &m->to.endpoints[index] : NULL;
}
size_t tta_move_num_semaphores(const tta_move *m) { return m->num_semaphores; }
const tta_move_semaphore *tta_move_semaphore_at(const tta_move *m, size_t index) {
  return index < m->num_semaphores ? &m->semaphores[index] : NULL;
}
const tta_results *tta_move_results(const tta_move *m) { return &m->results; }
tta_str tta_move_assumptions(const tta_move *m) { return tta_buf_view(&m->assumptions); }

tta_status tta_move_noc_address(const tta_move *m, bool target, uint32_t endpoint, int64_t offset, uint64_t *address,
                                tta_buf *reason) {
  const tta_move_endpoints *e = target ? &m->to : &m->from;
  const tta_move_endpoint *at = &e->endpoints[endpoint];
  int64_t sum;
  if (!at->has_node) return tta_fail(TTA_INVALID, reason, "the endpoint is not on the NoC");
  if (!tta_add(e->base, offset, &sum)) return TTA_OVERFLOW;
  return tta_noc_encode(m->totals.arch, &at->node, m->spec.noc, (uint64_t)sum, address, reason);
}
