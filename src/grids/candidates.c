/* The legal grids of a layout and their costs.
 *
 * With ceildiv shards the last core of dim i starts inside the tensor if (G - 1) * ceildiv(P, G) < P; any larger G has
 * the same shards and idle cores. The specification's heuristic is "max the grid at all costs": for the work of a core,
 * which is its shard, so a grid that does not make it smaller comes after one with less padding. */
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/fail.h"
#include "base/format.h"
#include "base/sort.h"
#include "grids/candidates.h"
#include "layout/named.h"
#include "model/storage.h"
#include "model/words.h"

enum { MAX_CORES = 1 << 16, MAX_COUNTED = 1 << 26 /* elements times grids */ };

/* ---- worker grids ---- */

tta_status tta_worker_grid(const tta_device *device, uint32_t rank, int64_t *workers, tta_buf *reason) {
  tta_shape grid = device ? device->grid : tta_arch_get(TTA_ARCH_WORMHOLE_B0)->defaults->grid;
  bool one_chip = grid.rank == 2 && (!device || device->chip_ids.rank < 2);
  if (grid.rank != rank && !one_chip)
    return tta_fail(TTA_INVALID, reason, "grid of the layout has %u dim%s, but that of the device has %u", rank,
                    tta_plural(rank), grid.rank);
  if (grid.rank == rank) memcpy(workers, grid.extent, rank * sizeof *workers);
  else if (rank == 1) return tta_mul(grid.extent[0], grid.extent[1], workers) ? TTA_OK : TTA_OVERFLOW;
  else for (uint32_t i = 0; i < rank; i++) workers[i] = i + 2 < rank ? 1 : grid.extent[i + 2 - rank];
  return TTA_OK;
}

/* ---- candidates ---- */

/* A candidate, without the grid itself, which follows from its number. */
typedef struct candidate {
  uint32_t number;
  bool fits, is_virtual, row_aligned;
  int64_t cores, used_cores, shard_units, padding_elements, shard_bytes, bank_bytes, row_bytes, moved_bytes;
} candidate;

typedef struct chooser {
  const tta_layout *s;
  const tta_grid_options *options;
  tta_occupancy here, like;
  int64_t num_plain, num_candidates; /* the plain ones first, then 1 x N, then N x 1 */
  bool count_points;                 /* elements may be counted one by one for each candidate */
  candidate *found;
  size_t num_found;
} chooser;

static tta_status count_candidates(chooser *c, tta_buf *reason) {
  tta_shape workers = c->options->workers;
  c->num_plain = 1;
  for (uint32_t i = 0; i < workers.rank; i++) {
    if (workers.extent[i] < 1) return tta_fail(TTA_INVALID, reason, "worker grid extents must be positive");
    if (!tta_mul(c->num_plain, workers.extent[i], &c->num_plain) || c->num_plain > MAX_CORES)
      return tta_fail(TTA_LIMIT, reason, "worker grid has more than %d cores", MAX_CORES);
  }
  c->num_candidates = c->num_plain;
  if (workers.rank == 2) c->num_candidates += 2 * c->num_plain - workers.extent[0] - workers.extent[1];
  return TTA_OK;
}

/* @return whether it is virtual */
static bool grid_of(const chooser *c, int64_t number, int64_t *grid) {
  tta_shape workers = c->options->workers;
  if (number < c->num_plain) {
    for (uint32_t i = workers.rank; i-- > 0; number /= workers.extent[i]) grid[i] = number % workers.extent[i] + 1;
    return false;
  }
  int64_t wide = c->num_plain - workers.extent[1], line = number - c->num_plain;
  grid[0] = line < wide ? 1 : workers.extent[0] + 1 + line - wide;
  grid[1] = line < wide ? workers.extent[1] + 1 + line : 1;
  return true;
}

/* TTNN distributes the shards of height_sharded and width_sharded one after the other, those of block_sharded as a
 * rectangle of cores. */
static bool suits_memory_layout(const tta_layout *s, const int64_t *grid, bool is_virtual) {
  if (s->family != TTA_FAMILY_TTNN || s->grid.rank != 2) return true;
  if (s->memory_layout == TTA_MEMORY_LAYOUT_BLOCK_SHARDED) return !is_virtual;
  return !tta_memory_layout_check_grid(s->memory_layout, grid, NULL);
}

static bool has_work_for_all(const tta_layout *s) {
  for (uint32_t i = 0; i < s->used.rank; i++) {
    int64_t before; /* the last core: what is on those before it */
    if (s->grid.extent[i] == 1) continue;
    if (!tta_mul(s->grid.extent[i] - 1, s->shard.extent[i], &before) || before >= s->used.extent[i]) return false;
  }
  return true;
}

/* ---- the layout on another grid ---- */

/* In the named form the padding of the outermost alignments follows from the grid. */
static tta_status divide_named(const tta_layout *s, tta_shape grid, int64_t *physical, int64_t *shard) {
  int64_t alignments[TTA_MAX_RANK];
  if (tta_layout_has_empty_interval(s)) return TTA_INVALID; /* not written on another grid */
  memcpy(alignments, s->alignments.extent, s->logical.rank * sizeof *alignments);
  tta_status status =
      tta_named_pad(s->logical, s->intervals, s->num_intervals, grid, s->memref_element.tile, alignments, NULL);
  if (!status)
    status = tta_layout_collapsed_shape(s->logical, (tta_shape){s->logical.rank, alignments}, s->intervals,
                                        s->num_intervals, physical);
  for (uint32_t i = 0; i < grid.rank && !status; i++) shard[i] = physical[i] / grid.extent[i];
  return status;
}

tta_status tta_layout_on_grid(const tta_layout *s, const int64_t *grid, tta_grid_extents *e, tta_layout *out) {
  uint32_t rank = s->grid.rank;
  *out = *s;
  out->grid = (tta_shape){rank, grid};
  bool named = s->family == TTA_FAMILY_NAMED;
  tta_status status = named ? divide_named(s, out->grid, e->physical, e->shard)
                            : tta_layout_shard_shape(s->physical, out->grid, e->shard);
  if (named) out->physical = (tta_shape){rank, e->physical};
  out->shard = (tta_shape){rank, e->shard};
  if (!status) status = tta_layout_memref_shape(out->shard, &s->memref_element, e->memref);
  out->memref = (tta_shape){rank, e->memref};
  if (!status) status = tta_layout_scalar_shape(out->memref, &s->memref_element, e->padded_shard);
  out->padded_shard = (tta_shape){rank, e->padded_shard};
  return status ? status : tta_layout_volume(out->grid, &out->cores);
}

/* ---- costs ---- */

/* Bytes of a bank and of a row, unknown without banks. */
static tta_status count_stored(const chooser *c, const tta_layout *s, candidate *g) {
  tta_storage storage;
  tta_storage_rows rows;
  tta_storage_options options = {.banks = c->options->banks, .unit = TTA_STORAGE_BYTES};
  tta_status status = tta_storage_fill(s, &options, &storage, NULL);
  if (!status) g->bank_bytes = storage.bank_bytes;
  if (!status) status = tta_storage_rows_of(&storage, 0, &rows, NULL);
  if (!status) g->row_bytes = rows.row_bytes;
  g->row_aligned = !status && rows.aligned;
  return status == TTA_INVALID ? TTA_OK : status;
}

static tta_status count_bytes(const chooser *c, const tta_layout *s, candidate *g) {
  int64_t elements, allocated;
  tta_status status = tta_layout_volume(s->padded_shard, &elements);
  if (!status) status = tta_layout_volume(s->memref, &g->shard_units);
  if (status) return status;
  if (!tta_mul(elements, s->cores, &allocated)) return TTA_OVERFLOW;
  g->padding_elements = allocated - s->logical_elements;
  if (g->padding_elements < 0) return TTA_INVALID; /* elements overlap */
  g->shard_bytes = g->bank_bytes = g->row_bytes = -1;
  if (s->element_bytes) {
    if (!tta_mul(g->shard_units, s->element_bytes, &g->shard_bytes)) return TTA_OVERFLOW;
    status = count_stored(c, s, g);
  }
  g->fits = c->options->capacity_bytes < 0 || g->bank_bytes <= c->options->capacity_bytes;
  return status;
}

static tta_status count_moved(chooser *c, const tta_layout *s, candidate *g) {
  const tta_layout *like = c->options->like;
  bool sums = c->here.separable && c->like.separable;
  int64_t moved;
  g->moved_bytes = -1;
  if (!like || !like->grid.extent || like->interleaved || !s->element_bytes || !tta_layout_holds_all(like))
    return TTA_OK;
  if (!sums && !c->count_points) return TTA_OK;
  tta_status status = tta_occupancy_moved(like, &c->like, s, &c->here, c->options->workers, &moved);
  if (!status) status = tta_layout_scalar_bytes(like, moved, &g->moved_bytes);
  return status == TTA_UNDECIDED ? TTA_OK : status;
}

static tta_status cost(chooser *c, const tta_layout *s, candidate *g) {
  g->cores = s->cores;
  g->used_cores = -1;
  tta_status status = TTA_OK;
  if (c->here.separable || c->count_points) status = tta_occupancy_cores(&c->here, s, &g->used_cores);
  if (status == TTA_UNDECIDED) g->used_cores = -1, status = TTA_OK;
  if (!status) status = count_bytes(c, s, g);
  return status ? status : count_moved(c, s, g);
}

/* Unknown numbers last. */
static int order_known(int64_t a, int64_t b) { return (a < 0) != (b < 0) ? tta_order(a < 0, b < 0) : tta_order(a, b); }

/* What a program gains most from comes first, then what is wasted: padding, and cores with it, since candidates with
 * the same work have shards of the same size. Ties are in the order of their numbers, which tta_sort keeps. */
static int order(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->fits != y->fits) return x->fits ? -1 : 1;
  int order = tta_order(x->shard_units, y->shard_units);
  if (!order) order = order_known(x->bank_bytes, y->bank_bytes);
  if (!order) order = order_known(x->moved_bytes, y->moved_bytes);
  if (!order) order = tta_order(x->padding_elements, y->padding_elements);
  return order ? order : tta_order(x->is_virtual, y->is_virtual);
}

/* ---- the list ---- */

/* @param legal receives whether the layout can have this grid, with work for all cores */
static tta_status try_grid(chooser *c, const int64_t *grid, candidate *g, bool *legal) {
  tta_layout other;
  tta_grid_extents e;
  *legal = false;
  if (!suits_memory_layout(c->s, grid, g->is_virtual)) return TTA_OK;
  tta_status status = tta_layout_on_grid(c->s, grid, &e, &other);
  *legal = !status && tta_layout_holds_all(&other) && has_work_for_all(&other);
  if (status == TTA_INVALID) status = TTA_OK; /* it cannot be divided so */
  return *legal ? cost(c, &other, g) : status;
}

static tta_status find(chooser *c, tta_buf *reason) {
  tta_status status = TTA_OK;
  for (int64_t n = 0; n < c->num_candidates && !status; n++) {
    int64_t grid[TTA_MAX_RANK];
    bool legal;
    candidate g = {.number = (uint32_t)n, .is_virtual = grid_of(c, n, grid)};
    status = try_grid(c, grid, &g, &legal);
    if (legal) c->found[c->num_found++] = g;
  }
  if (status == TTA_INVALID) tta_fail(status, reason, "elements of the layout overlap, or are outside of its shards");
  return status;
}

static void copy_choice(const candidate *g, const int64_t *grid, uint32_t rank, tta_grid_choice *out) {
  *out = (tta_grid_choice){.cores = g->cores,
                           .used_cores = g->used_cores,
                           .shard_units = g->shard_units,
                           .padding_elements = g->padding_elements,
                           .shard_bytes = g->shard_bytes,
                           .bank_bytes = g->bank_bytes,
                           .row_bytes = g->row_bytes,
                           .row_aligned = g->row_aligned,
                           .fits = g->fits,
                           .is_virtual = g->is_virtual,
                           .moved_bytes = g->moved_bytes};
  memcpy(out->grid, grid, rank * sizeof *grid);
}

static tta_status list(chooser *c, tta_grid_choice *choices, size_t capacity, size_t *count, tta_buf *reason) {
  c->found = malloc((size_t)c->num_candidates * sizeof *c->found);
  candidate *scratch = malloc((size_t)c->num_candidates * sizeof *scratch);
  tta_status status = c->found && scratch ? find(c, reason) : TTA_NO_MEMORY;
  if (!status) {
    tta_sort(c->found, scratch, c->num_found, sizeof *c->found, order);
    *count = c->num_found;
    for (size_t i = 0; i < c->num_found && i < capacity; i++) {
      int64_t grid[TTA_MAX_RANK];
      grid_of(c, c->found[i].number, grid);
      copy_choice(&c->found[i], grid, c->s->grid.rank, &choices[i]);
    }
  }
  free(scratch);
  free(c->found);
  return status;
}

static tta_status check(const tta_layout *s, const tta_grid_options *options, tta_buf *reason) {
  if (!s->grid.extent || s->interleaved)
    return tta_fail(TTA_INVALID, reason, "layout is interleaved; cores have no shards");
  if (s->line_sharded) {
    int64_t line[2] = {1, 1};
    line[s->memory_layout == TTA_MEMORY_LAYOUT_WIDTH_SHARDED] = s->cores;
    return tta_fail(TTA_INVALID, reason,
                    "the shards of %s are on rows and columns of cores one after the other; write the grid as "
                    "%lldx%lld",
                    tta_memory_layout_name(s->memory_layout), (long long)line[0], (long long)line[1]);
  }
  if (options->workers.rank != s->grid.rank)
    return tta_fail(TTA_INVALID, reason, "grid rank %u does not match worker grid rank %u", s->grid.rank,
                    options->workers.rank);
  const tta_layout *like = options->like;
  if (like && !tta_shape_equal(like->logical, s->logical))
    return tta_fail(TTA_INVALID, reason, "the tensors have different shapes");
  return tta_layout_holds_all(s) ? TTA_OK : tta_storage_check_elements(s, reason);
}

static tta_status open_chooser(chooser *c, tta_buf *reason) {
  const tta_layout *like = c->options->like;
  tta_status status = check(c->s, c->options, reason);
  if (!status) status = count_candidates(c, reason);
  if (status) return status;
  c->count_points = c->s->logical_elements <= MAX_COUNTED / c->num_candidates;
  status = tta_occupancy_of(c->s, &c->here);
  bool has_cores = like && like->grid.extent && !like->interleaved && tta_layout_holds_all(like);
  if (!status && has_cores) status = tta_occupancy_of(like, &c->like);
  return status;
}

static void close_chooser(chooser *c) {
  tta_occupancy_free(&c->here);
  tta_occupancy_free(&c->like);
}

tta_status tta_layout_own_grid(const tta_layout *s, const tta_grid_options *options, tta_grid_choice *choice,
                               tta_buf *reason) {
  chooser c = {.s = s, .options = options};
  tta_worker_view view;
  tta_status status = open_chooser(&c, reason);
  if (!status && !tta_grid_view(s->grid, options->workers, &view))
    status = tta_fail(TTA_INVALID, reason, "the worker grid does not hold the grid");
  if (!status) {
    candidate g = {.is_virtual = view != TTA_VIEW_PLAIN};
    status = cost(&c, s, &g);
    copy_choice(&g, s->grid.extent, s->grid.rank, choice);
  }
  close_chooser(&c);
  return status;
}

/* Whether a grid is one of the candidates. */
static bool is_candidate(const chooser *c, const int64_t *grid, bool *is_virtual) {
  tta_shape workers = c->options->workers;
  *is_virtual = false;
  for (uint32_t i = 0; i < workers.rank; i++) *is_virtual |= grid[i] > workers.extent[i];
  return !*is_virtual || (workers.rank == 2 && (grid[0] == 1 || grid[1] == 1) && grid[0] <= c->num_plain &&
                          grid[1] <= c->num_plain);
}

tta_status tta_layout_other_grid(const tta_layout *s, const tta_grid_options *options, const int64_t *grid,
                                 tta_grid_choice *choice, bool *legal) {
  chooser c = {.s = s, .options = options};
  candidate g = {.number = 0};
  tta_status status = open_chooser(&c, NULL);
  *legal = !status && is_candidate(&c, grid, &g.is_virtual);
  if (*legal) status = try_grid(&c, grid, &g, legal);
  if (*legal) copy_choice(&g, grid, s->grid.rank, choice);
  close_chooser(&c);
  return status;
}

tta_status tta_layout_grids(const tta_layout *s, const tta_grid_options *options, tta_grid_choice *choices,
                            size_t capacity, size_t *count, tta_buf *reason) {
  chooser c = {.s = s, .options = options};
  *count = 0;
  tta_status status = open_chooser(&c, reason);
  if (!status) status = list(&c, choices, capacity, count, reason);
  close_chooser(&c);
  return status;
}
