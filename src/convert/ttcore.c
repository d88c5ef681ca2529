/* Owns the named form, `#ttcore.metal_layout<logical_shape = .., ..>`: its map follows from intervals and alignments,
 * so each result must join neighbouring dims with strides that rounding gives. */
#include "base/checked.h"
#include "convert/convert.h"
#include "layout/linear.h"

/* When the spelling changed (tt-mlir; docs/eras.md). */
enum {
  NAMED_FORM = 20250620,
  COLLAPSED_INTERVALS = 20250626,
  MEMORY_LAYOUT = 20250930,
  ALL_MANDATORY = 20251117,
  NO_INDEX_MAP = 20260226,
  NO_OOB = 20260513,
  LATEST = 20991231,
};

enum { ALIGNMENT = 32 }; /* the default of the last two intervals (reference 4.5) */

/** What the attribute says, and the tensor. */
typedef struct named_text {
  const tta_sharding *s;
  int64_t alignments[TTA_MAX_RANK], intervals[2 * TTA_MAX_RANK]; /* start, end */
  int64_t shard[TTA_MAX_RANK];                                   /* in tiles where tiled */
} named_text;

/* ---- text ---- */

static void put_attribute(const tta_converter *c, tta_buf *out, const named_text *t) {
  const tta_sharding *s = t->s;
  int32_t era = c->spec->era ? c->spec->era : LATEST;
  tta_str space = c->places.memory_space.size ? c->places.memory_space : s->memory_space;
  tta_str oob = c->places.pad.size ? c->places.pad : tta_text("undef");
  tta_str layout = c->places.dealt ? tta_text("interleaved") : tta_text("sharded");
  tta_buf_str(out, "#ttcore.metal_layout<logical_shape = ");
  tta_put_shape(out, s->logical);
  tta_buf_str(out, ", dim_alignments = ");
  tta_put_shape(out, (tta_shape){s->logical.rank, t->alignments});
  tta_buf_str(out, era < COLLAPSED_INTERVALS ? ", collapse_dims = dense<" : ", collapsed_intervals = dense<");
  if (s->grid.rank) tta_buf_char(out, '[');
  for (uint32_t i = 0; i < s->grid.rank; i++) {
    if (i) tta_buf_str(out, ", ");
    tta_put_list(out, 2, t->intervals + 2 * (size_t)i);
  }
  if (s->grid.rank) tta_buf_char(out, ']');
  tta_buf_printf(out, "> : tensor<%ux2xi64>", s->grid.rank);
  if (era < NO_OOB) tta_buf_printf(out, ", %.*s", (int)oob.size, oob.data);
  if (era >= ALL_MANDATORY || !tta_text_is(space, "system") || c->places.dealt)
    tta_buf_printf(out, ", %.*s", (int)space.size, space.data);
  if (era >= ALL_MANDATORY || (era >= MEMORY_LAYOUT && c->places.dealt))
    tta_buf_printf(out, ", %.*s", (int)layout.size, layout.data);
  if (era >= ALL_MANDATORY && era < NO_INDEX_MAP) tta_buf_str(out, ", index_map = map(0)");
  tta_buf_char(out, '>');
}

static void put_type(const tta_converter *c, tta_buf *out, const named_text *t) {
  const tta_sharding *s = t->s;
  tta_buf_str(out, "tensor<");
  tta_put_shape(out, s->grid);
  tta_buf_char(out, 'x');
  tta_put_shape(out, (tta_shape){s->grid.rank, t->shard});
  tta_buf_char(out, 'x');
  if (s->tiled)
    tta_buf_printf(out, "!ttcore.tile<%lldx%lld, %.*s>", (long long)s->tile[0], (long long)s->tile[1],
                   (int)s->tile_type.size, s->tile_type.data);
  else tta_put(out, tta_sharding_scalar(s));
  tta_buf_str(out, ", ");
  put_attribute(c, out, t);
  tta_buf_char(out, '>');
}

/* ---- intervals ---- */

static tta_status refuse_dim(tta_converter *c, uint32_t dim, const char *what) {
  return tta_sharding_refuse(TTA_INVALID, c->reason,
                             "the named form joins neighbouring dims in their order, and d%u %s", dim, what);
}

/* The dims of result `r`: from where the last result ended to the last that it has. */
static tta_status take_interval(tta_converter *c, named_text *t, uint32_t r, const tta_linear *sum) {
  const tta_sharding *s = t->s;
  int64_t begin = r ? t->intervals[2 * (size_t)r - 1] : 0, end = begin;
  if (sum->constant)
    return tta_sharding_refuse(TTA_INVALID, c->reason, "result %u of the map begins at %lld, and the named form at 0",
                               r, (long long)sum->constant);
  for (uint32_t d = 0; d < s->logical.rank; d++) {
    bool moves = s->logical.extent[d] > 1;
    if (!sum->coefficient[d]) continue;
    if (moves && (int64_t)d < begin) return refuse_dim(c, d, "comes too late");
    if (moves && sum->coefficient[d] < 0) return refuse_dim(c, d, "runs backwards");
    if ((int64_t)d >= begin) end = (int64_t)d + 1;
  }
  if (r + 1 == s->grid.rank) end = s->logical.rank;
  for (int64_t d = begin; d < end; d++)
    if (s->logical.extent[d] > 1 && !sum->coefficient[d])
      return refuse_dim(c, (uint32_t)d, "is not where its neighbours are");
  t->intervals[2 * (size_t)r] = begin;
  t->intervals[2 * (size_t)r + 1] = end;
  return TTA_OK;
}

/* ---- alignments ---- */

/* The alignment that makes `wanted` of `extent`; 0 when none does. */
static int64_t alignment_of(int64_t extent, int64_t wanted) {
  int64_t natural;
  if (extent == wanted) return 1;
  if (tta_align_up(extent, ALIGNMENT, &natural) && natural == wanted) return ALIGNMENT;
  return extent < wanted ? wanted : 0;
}

/* What the physical extent must be, so that the grid cuts it into the same shards. */
static tta_status wanted_extent(tta_converter *c, const tta_sharding *s, uint32_t r, int64_t extent, int64_t *wanted) {
  int64_t tile = s->tiled && r + 2 >= s->grid.rank ? s->tile[r + 2 - s->grid.rank] : 1;
  if (s->grid.extent[r] == 1) {
    if (extent < s->padded_shard.extent[r]) extent = s->padded_shard.extent[r];
    return tta_align_up(extent, tile, wanted) ? TTA_OK : TTA_OVERFLOW;
  }
  if (s->shard.extent[r] % tile)
    return tta_sharding_refuse(TTA_INVALID, c->reason,
                               "the named form cuts a whole number of tiles, and shards have %lld %s: pad them to %lld",
                               (long long)s->shard.extent[r], r + 1 == s->grid.rank ? "columns" : "rows",
                               (long long)s->padded_shard.extent[r]);
  if (!tta_mul(s->shard.extent[r], s->grid.extent[r], wanted)) return TTA_OVERFLOW;
  return *wanted >= extent
             ? TTA_OK
             : tta_sharding_refuse(
                   TTA_INVALID, c->reason,
                   "the named form counts whole strides, %lld in dim %u, which %lld shards of %lld do not "
                   "hold",
                   (long long)extent, r, (long long)s->grid.extent[r], (long long)s->shard.extent[r]);
}

static tta_status take_alignments(tta_converter *c, named_text *t, uint32_t r, const tta_linear *sum) {
  const tta_sharding *s = t->s;
  int64_t begin = t->intervals[2 * (size_t)r], end = t->intervals[2 * (size_t)r + 1], extent = 1, wanted = 0;
  int64_t inner = -1; /* the last dim that moved */
  for (int64_t d = end; d-- > begin;) {
    int64_t stride = sum->coefficient[d];
    if (s->logical.extent[d] > 1) {
      int64_t alignment = alignment_of(extent, stride);
      if (inner < 0 && d + 1 < end) inner = d + 1; /* a dim of one element may be padded, too */
      if (!alignment || (inner < 0 && stride != 1))
        return tta_sharding_refuse(TTA_INVALID, c->reason,
                                   "d%lld has stride %lld, but the dims inside it take %lld in the named form",
                                   (long long)d, (long long)stride, (long long)extent);
      if (inner >= 0) t->alignments[inner] = alignment;
      if (!tta_mul(stride, s->logical.extent[d], &extent)) return TTA_OVERFLOW;
      inner = d;
    }
  }
  tta_status status = wanted_extent(c, s, r, extent, &wanted);
  if (status) return status;
  if (inner < 0 && begin < end) inner = begin;
  if (inner >= 0) t->alignments[inner] = alignment_of(extent, wanted);
  else if (wanted != extent)
    return tta_sharding_refuse(TTA_INVALID, c->reason, "dim %u has no dims to be padded to %lld", r, (long long)wanted);
  int64_t tile = s->tiled && r + 2 >= s->grid.rank ? s->tile[r + 2 - s->grid.rank] : 1;
  t->shard[r] = wanted / s->grid.extent[r] / tile;
  return TTA_OK;
}

static tta_status take_result(tta_converter *c, named_text *t, uint32_t r) {
  tta_linear sum;
  if (!tta_linear_of(&t->s->linear, r, &sum))
    return tta_sharding_refuse(TTA_INVALID, c->reason,
                               "result %u of the map is no sum of strides, and the named form has no other maps", r);
  tta_status status = take_interval(c, t, r, &sum);
  return status ? status : take_alignments(c, t, r, &sum);
}

/* ---- all ---- */

static tta_status write_named(tta_converter *c, const tta_sharding *s) {
  named_text t = {.s = s};
  tta_buf text;
  tta_status status = TTA_OK;
  if (!s->logical.rank) return tta_sharding_refuse(TTA_INVALID, c->reason, "a tensor of rank 0 has no named form");
  if (c->places.dealt && s->cores > 1)
    return tta_sharding_refuse(
        TTA_INVALID, c->reason,
        "interleaved pages go round %lld cores; a metal_layout gives each core a shard of its own",
        (long long)s->cores);
  if (c->places.dealt && c->spec->era && c->spec->era < MEMORY_LAYOUT)
    tta_convert_warn(c, "on this date a metal_layout has no memory layout: 'interleaved' is lost");
  for (uint32_t i = 0; i < s->logical.rank; i++) t.alignments[i] = 1;
  for (uint32_t r = 0; r < s->grid.rank && !status; r++) status = take_result(c, &t, r);
  if (status) return status;
  tta_buf_init(&text, c->arena->allocator);
  put_type(c, &text, &t);
  status = tta_confirm(c, &text, (tta_shape){0, NULL}, NULL);
  tta_buf_free(&text);
  return status;
}

tta_status tta_write_ttcore(tta_converter *c) {
  tta_notated_text *kept = NULL;
  const tta_sharding *s;
  if (c->spec->era && c->spec->era < NAMED_FORM)
    return tta_sharding_refuse(
        TTA_INVALID, c->reason,
        "the named form begins on 2025-06-20; before it 'convert --to metal' writes the map form");
  tta_status status = tta_as_sharding(c, &s, &kept);
  if (!status) status = write_named(c, s);
  tta_notated_free(kept);
  if (status == TTA_INVALID) tta_closest_affine(c);
  return status;
}
