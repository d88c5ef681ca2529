/* compute.c: dst and the operations of compute kernels: who holds dst, which of its rows were written, what the SFPU
 * touches. Modes: Full has 16 tiles, Half 8 (tt-mlir: dst_physical_size_tiles 16, dst_register_size_tiles 8, for 16-bit
 * data), half as many with fp32_dest_acc_en; a tile is 16 rows dst_reg[0..15] of 64 scalars on Grayskull, 32 rows of 32
 * on Wormhole and Blackhole (tt-metal custom_sfpi_add). */
#include <string.h>

#include "protocol/protocol.h"

enum { FULL_TILES = 16, HALF_TILES = 8 };

static const char *mode_name(bool full) { return full ? "Full" : "Half"; }

static uint32_t all_rows(const tta_issuer *u) { return UINT32_MAX >> (32 - u->rows); }

static bool find_dst(tta_issuer *u, const tta_operation *s) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  if (u->dst) return true;
  for (uint32_t i = 0; i < u->p->num_objects && !u->dst; i++) {
    const tta_protocol_object *o = &u->p->objects[i];
    if (o->kind == TTA_PROTOCOL_DST_DECL && tta_protocol_instance(o, k->y, k->x) != TTA_PROTOCOL_NONE) u->dst = o;
  }
  if (!u->dst)
    tta_protocol_fail(u, TTA_RULE_protocol_dst, s, "no dst is declared on core %ux%u (dst on %ux%u mode Half)", k->y,
                      k->x, k->y, k->x);
  if (u->dst && u->dst->fp32 && u->p->options.has_arch && u->p->options.arch == TTA_ARCH_GRAYSKULL)
    tta_protocol_fail(u, TTA_RULE_protocol_dst, s, "dst has fp32 (line %u), which grayskull does not support",
                      u->dst->site.line);
  for (uint32_t other = 0; other < u->kernel && u->dst; other++) {
    const tta_kernel *o = &u->p->kernels[other];
    if (o->y != k->y || o->x != k->x || !o->uses_dst) continue;
    char name[100];
    tta_protocol_fail(u, TTA_RULE_protocol_race, s, "uses dst, and so does kernel %s on the same core",
                      tta_protocol_kernel_name(name, sizeof name, o));
  }
  return !u->failed;
}

/* ---- acquire and release ---- */

/* Whether dst is Full; without an argument that of the kernel (tt-metal, compute_kernel_api/reg_api.h). */
static bool mode_of(const tta_operation *s, bool full) { return s->num_args ? s->args[0].number != 0 : full; }

static bool acquire(tta_issuer *u, const tta_operation *s, bool full, tta_dst_phase phase) {
  if (!find_dst(u, s)) return false;
  if (u->phase != TTA_DST_FREE) {
    tta_protocol_fail(u, TTA_RULE_protocol_dst, s, "acquires dst twice");
    return tta_protocol_fail_after(u, u->acquired_at, "acquired here and not released since");
  }
  if (full != u->dst->full)
    tta_protocol_warn(u, TTA_RULE_protocol_dst, s, "acquires dst as %s; line %u declares it as %s", mode_name(full),
                      u->dst->site.line, mode_name(u->dst->full));
  u->phase = phase;
  u->full = full;
  u->tiles = (full ? FULL_TILES : HALF_TILES) / (u->dst->fp32 ? 2u : 1u);
  u->acquired_at = s->site;
  u->sfpu_row = -1;
  memset(u->rows_written, 0, sizeof u->rows_written);
  memset(u->rows_read, 0, sizeof u->rows_read);
  memset(u->rows_stored, 0, sizeof u->rows_stored);
  return true;
}

static bool is_part(const tta_issuer *u, uint32_t rows) { return rows && (rows & all_rows(u)) != all_rows(u); }

/* Tiles that were written for nothing, or in part, when dst is released. The SFPU may read a single row (a scalar), or
 * store to some rows only; both reads and stores of a part mean rows as on another architecture. */
static void warn_unread(tta_issuer *u) {
  bool grayskull = u->rows == 16, stores_part = false;
  const char *unread = u->sfpu_row < 0 ? "writes a tile of dst that nothing reads before dst is released"
                       : grayskull     ? "writes a tile of dst that nothing reads before dst is released; for the SFPU "
                                         "tile t begins at dst_reg[16 * t]"
                                       : "writes a tile of dst that nothing reads before dst is released; for the SFPU "
                                         "tile t begins at dst_reg[32 * t]";
  const char *part = grayskull ? "writes a tile of dst, but the SFPU reads only a part of it and stores a part; tile "
                                 "t begins at dst_reg[16 * t], and a face has 4 rows"
                               : "writes a tile of dst, but the SFPU reads only a part of it and stores a part; tile "
                                 "t begins at dst_reg[32 * t], and a face has 8 rows";
  for (uint32_t i = 0; i < u->tiles; i++) stores_part |= is_part(u, u->rows_stored[i]);
  for (uint32_t i = 0; i < u->tiles; i++) {
    uint32_t rows = u->rows_read[i];
    bool some = stores_part && is_part(u, rows) && (rows & (rows - 1)) && u->rows_written[i] == all_rows(u);
    if (u->rows_written[i] && (!rows || some))
      tta_protocol_warn_late(u->p, TTA_RULE_protocol_leftover, u->kernel, u->tile_site[i], rows ? part : unread);
  }
}

static bool step(tta_issuer *u, const tta_operation *s, tta_dst_phase from, tta_dst_phase to,
                 const char *before) {
  if (u->phase == from) {
    u->phase = to;
    return true;
  }
  tta_protocol_fail(u, TTA_RULE_protocol_dst, s, "dst is not paired: this must follow %s", before);
  return u->phase != TTA_DST_FREE && tta_protocol_fail_after(u, u->acquired_at, "dst was acquired here");
}

/* The seed's acquire Full, release Half works, since the mode is fixed when the kernel is compiled: a warning. */
static bool release(tta_issuer *u, const tta_operation *s, bool full) {
  if (!step(u, s, TTA_DST_HELD, TTA_DST_FREE, "acquire_dst")) return false;
  warn_unread(u);
  if (full == u->full) return true;
  tta_protocol_warn(u, TTA_RULE_protocol_dst, s, "releases dst as %s, acquired as %s", mode_name(full),
                    mode_name(u->full));
  tta_protocol_fail_after(u, u->acquired_at, "acquired here");
  return true;
}

bool tta_protocol_finish_compute(tta_issuer *u) {
  if (u->phase == TTA_DST_FREE) return true;
  tta_operation acquired = {.site = u->acquired_at};
  return tta_protocol_fail(u, TTA_RULE_protocol_dst, &acquired, "acquires dst and never releases it");
}

/* ---- tiles ---- */

static bool may_compute(tta_issuer *u, const tta_operation *s) {
  if (u->phase == TTA_DST_HELD || u->phase == TTA_DST_MATH) return true;
  return tta_protocol_fail(u, TTA_RULE_protocol_dst, s,
                           u->phase == TTA_DST_FREE ? "works on dst without having acquired it"
                                                    : "computes in dst after tile_regs_commit");
}

static bool tile_of(tta_issuer *u, const tta_operation *s, const tta_operand *arg, int64_t *tile) {
  if (!tta_protocol_number(u, s, arg, INT64_MIN, INT64_MAX, tile)) return false;
  if (*tile >= 0 && *tile < u->tiles) return true;
  return tta_protocol_fail(u, TTA_RULE_protocol_dst, s, "tile %lld is out of range: dst has %u tiles as %s",
                           (long long)*tile, u->tiles, mode_name(u->full));
}

static void set_written(tta_issuer *u, const tta_operation *s, int64_t tile) {
  u->rows_written[tile] = all_rows(u);
  u->tile_site[tile] = s->site;
  u->rows_read[tile] = 0;
}

/* The whole tile is written. */
static bool write_tile(tta_issuer *u, const tta_operation *s, const tta_operand *arg) {
  int64_t tile;
  if (!tile_of(u, s, arg, &tile)) return false;
  set_written(u, s, tile);
  return true;
}

static bool tile_written(tta_issuer *u, const tta_operation *s, int64_t tile) {
  u->rows_read[tile] = all_rows(u);
  if (u->rows_written[tile] == all_rows(u)) return true;
  uint32_t row = 0;
  while (u->rows_written[tile] >> row & 1) row++;
  return tta_protocol_fail(u, TTA_RULE_protocol_unwritten, s,
                           "reads tile %lld of dst, but %s was written (row dst_reg[%lld])", (long long)tile,
                           u->rows_written[tile] ? "only a part" : "nothing", (long long)(tile * u->rows + row));
}

static bool tile_is_written(tta_issuer *u, const tta_operation *s, const tta_operand *which) {
  int64_t tile;
  return may_compute(u, s) && tile_of(u, s, which, &tile) && tile_written(u, s, tile);
}

/* Reads page `index` after the read pointer. */
static bool read_page(tta_issuer *u, const tta_operation *s, const tta_operand *which,
                      const tta_operand *index) {
  const tta_cb_instance *cb = tta_protocol_cb_here(u, s, which, false);
  int64_t n;
  if (!cb || !tta_protocol_number(u, s, index, 0, INT32_MAX, &n)) return false;
  const tta_cb_use *use = &u->uses[which->object];
  if (n >= use->waited) {
    if (!use->waited)
      tta_protocol_fail(u, TTA_RULE_protocol_unwritten, s,
                        "reads '%s' without waiting for it: cb_wait_front(%s, %lld) is missing", cb->object->name.data,
                        cb->object->name.data, (long long)n + 1);
    else
      tta_protocol_fail(u, TTA_RULE_protocol_unwritten, s,
                        "reads page %lld of '%s' but waited for %u: cb_wait_front(%s, %lld) is missing", (long long)n,
                        cb->object->name.data, use->waited, cb->object->name.data, (long long)n + 1);
    return false;
  }
  if (use->popped + n >= cb->pages)
    return tta_protocol_fail(u, TTA_RULE_protocol_wrap, s, "page %lld after read page %u exceeds '%s' (%u pages)",
                             (long long)n, use->popped, cb->object->name.data, cb->pages);
  return tta_protocol_event(u, (tta_event){.kind = TTA_EVENT_READ,
                                           .site = s->site,
                                           .cells = cb->page_cells,
                                           .cell = cb->first_cell + (use->popped + (uint32_t)n) * cb->page_cells});
}

/* Packs into the next page that was reserved and not yet packed, or into page `index` of the reserved ones. */
static bool pack_one(tta_issuer *u, const tta_operation *s, int64_t tile, const int64_t *index) {
  tta_cb_instance *cb = tta_protocol_cb_here(u, s, &s->args[1], true);
  tta_operand which = {.number = tile};
  if (!cb || !tile_of(u, s, &which, &tile) || !tile_written(u, s, tile)) return false;
  tta_cb_use *use = &u->uses[s->args[1].object];
  int64_t page = index ? *index : use->packed;
  if (page >= use->reserved && !use->reserved && page < cb->pages) {
    tta_protocol_warn(u, TTA_RULE_protocol_overflow, s,
                      "packs into '%s' without a reservation: cb_reserve_back(%s, %lld) is missing, unless the page is "
                      "updated in place", cb->object->name.data, cb->object->name.data, (long long)page + 1);
  } else if (page < 0 || page >= use->reserved) {
    if (index)
      tta_protocol_fail(u, TTA_RULE_protocol_overflow, s, "packs into page %lld of '%s' with %u pages reserved",
                        (long long)page, cb->object->name.data, use->reserved);
    else
      tta_protocol_fail(
          u, TTA_RULE_protocol_overflow, s,
          "packs into '%s' with %u of %u reserved pages packed already: cb_reserve_back(%s, %u) is missing",
          cb->object->name.data, use->packed, use->reserved, cb->object->name.data, use->packed + 1);
    return false;
  }
  if (use->pushed + page >= cb->pages)
    return tta_protocol_fail(u, TTA_RULE_protocol_wrap, s, "page %lld after write page %u exceeds '%s' (%u pages)",
                             (long long)page, use->pushed, cb->object->name.data, cb->pages);
  use->packed += !index;
  return tta_protocol_event(u, (tta_event){.kind = TTA_EVENT_WRITE,
                                           .site = s->site,
                                           .cells = cb->page_cells,
                                           .cell = cb->first_cell + (use->pushed + (uint32_t)page) * cb->page_cells});
}

static bool may_pack(tta_issuer *u, const tta_operation *s) {
  if (u->phase == TTA_DST_HELD || u->phase == TTA_DST_PACK) return true;
  return tta_protocol_fail(u, TTA_RULE_protocol_dst, s,
                           u->phase == TTA_DST_FREE ? "packs from dst without having acquired it"
                                                    : "packs before tile_regs_wait");
}

static bool pack(tta_issuer *u, const tta_operation *s) {
  return may_pack(u, s) && pack_one(u, s, s->args[0].number, s->num_args > 2 ? &s->args[2].number : NULL);
}

/* The number of the tile or page that is i after another one; what is outside is reported where it is used. */
static int64_t tile_after(int64_t first, int64_t i) { return (int64_t)((uint64_t)first + (uint64_t)i); }

static bool pack_block(tta_issuer *u, const tta_operation *s) {
  int64_t n;
  if (!may_pack(u, s) || !tta_protocol_number(u, s, &s->args[2], 0, FULL_TILES, &n)) return false;
  for (int64_t i = 0; i < n; i++)
    if (!pack_one(u, s, tile_after(s->args[0].number, i), NULL)) return false;
  return true;
}

static bool copy_tile(tta_issuer *u, const tta_operation *s) {
  return may_compute(u, s) && read_page(u, s, &s->args[0], &s->args[1]) && write_tile(u, s, &s->args[2]);
}

/* cb, cb, page, page -> tile; what accumulates starts from the zeros of acquire */
static bool binary(tta_issuer *u, const tta_operation *s) {
  return may_compute(u, s) && read_page(u, s, &s->args[0], &s->args[2]) &&
         read_page(u, s, &s->args[1], &s->args[3]) && write_tile(u, s, &s->args[4]);
}

/* matmul_block(cb, cb, page, page, tile, transpose, columns, rows, inner): rows x columns tiles of dst from the tile
 * on; the pages of one step of the inner dimension */
static bool matmul_block(tta_issuer *u, const tta_operation *s) {
  int64_t columns = 1, rows = 1;
  if (!may_compute(u, s)) return false;
  if (s->num_args > 6 && !tta_protocol_number(u, s, &s->args[6], 1, FULL_TILES, &columns)) return false;
  if (s->num_args > 7 && !tta_protocol_number(u, s, &s->args[7], 1, FULL_TILES, &rows)) return false;
  for (int64_t i = 0; i < columns * rows; i++) {
    tta_operand first = {.number = s->args[2].number}, second = {.number = tile_after(s->args[3].number, i % columns)};
    tta_operand which = {.number = tile_after(s->args[4].number, i)};
    if (!read_page(u, s, &s->args[0], &first) || !read_page(u, s, &s->args[1], &second) ||
        !write_tile(u, s, &which)) return false;
  }
  return true;
}

/* tilize_block(in, n, out): through dst, which the call itself takes for each tile */
static bool tilize(tta_issuer *u, const tta_operation *s) {
  int64_t n;
  const tta_cb_instance *out = tta_protocol_cb_here(u, s, &s->args[2], true);
  if (!out || !tta_protocol_number(u, s, &s->args[1], 1, INT32_MAX, &n)) return false;
  const tta_cb_use *use = &u->uses[s->args[2].object];
  for (int64_t i = 0; i < n; i++) {
    tta_operand page = {.number = i};
    if (!read_page(u, s, &s->args[0], &page)) return false;
  }
  if (n > use->reserved || use->pushed + n > out->pages)
    return tta_protocol_fail(u, TTA_RULE_protocol_overflow, s, "writes %lld pages of '%s' with %u reserved",
                             (long long)n, out->object->name.data, use->reserved);
  return tta_protocol_event(u, (tta_event){.kind = TTA_EVENT_WRITE,
                                           .site = s->site,
                                           .cells = (uint32_t)n * out->page_cells,
                                           .cell = out->first_cell + use->pushed * out->page_cells});
}

static bool fill(tta_issuer *u, const tta_operation *s) {
  return may_compute(u, s) && write_tile(u, s, &s->args[0]);
}

static bool unpack(tta_issuer *u, const tta_operation *s) {
  if (!read_page(u, s, &s->args[0], &s->args[2]) || !read_page(u, s, &s->args[1], &s->args[3])) return false;
  u->src_loaded[0] = u->src_loaded[1] = true;
  return true;
}

static bool datacopy(tta_issuer *u, const tta_operation *s) {
  int64_t tile;
  bool b = s->args[0].number != 0;
  if (!may_compute(u, s) || !tile_of(u, s, &s->args[1], &tile)) return false;
  if (!u->src_loaded[b])
    return tta_protocol_fail(u, TTA_RULE_protocol_unwritten, s,
                             "copies Src%c, which nothing was unpacked to: llk_unpack_AB is missing", b ? 'B' : 'A');
  set_written(u, s, tile);
  return true;
}

/* ---- SFPU ---- */

static bool sfpu_may(tta_issuer *u, const tta_operation *s) {
  if (u->phase == TTA_DST_HELD || u->phase == TTA_DST_MATH) return true;
  return tta_protocol_fail(u, TTA_RULE_protocol_sfpu, s, "the SFPU requires dst, which is not acquired");
}

static bool sfpu_tile(tta_issuer *u, const tta_operation *s, const tta_operand *arg, int64_t *tile) {
  if (!tta_protocol_number(u, s, arg, INT64_MIN, INT64_MAX, tile)) return false;
  if (*tile >= 0 && *tile < u->tiles) return true;
  return tta_protocol_fail(u, TTA_RULE_protocol_sfpu, s, "the SFPU accesses tile %lld, but dst has %u tiles as %s",
                           (long long)*tile, u->tiles, mode_name(u->full));
}

static bool unary(tta_issuer *u, const tta_operation *s) {
  int64_t tile;
  if (!sfpu_may(u, s)) return false;
  if (s->op == TTA_OP_COPY_DEST) {
    if (!sfpu_tile(u, s, &s->args[1], &tile)) return false;
    set_written(u, s, tile);
  }
  for (uint32_t i = 0; i < s->num_args; i++)
    if (!sfpu_tile(u, s, &s->args[i], &tile) || !tile_written(u, s, tile)) return false;
  if (s->op != TTA_OP_COPY_DEST) memset(u->rows_read, 0xff, sizeof u->rows_read); /* as mask_tile, which reads two */
  return true;
}

/* dst_reg[i] counts from where the function stands: the tile it was started on, and each dst_reg++ */
static bool sfpu_row(tta_issuer *u, const tta_operation *s, int64_t *row) {
  int64_t offset, rows = (int64_t)u->tiles * u->rows;
  if (!sfpu_may(u, s) || !tta_protocol_number(u, s, &s->args[0], -(1 << 20), 1 << 20, &offset)) return false;
  if (u->sfpu_row < 0)
    return tta_protocol_fail(u, TTA_RULE_protocol_sfpu, s, "dst_reg is used before sfpu_start(tile)");
  *row = u->sfpu_row + offset;
  if (*row >= 0 && *row < rows) return true;
  return tta_protocol_fail(
      u, TTA_RULE_protocol_sfpu, s,
      "dst_reg[%lld] is row %lld, outside dst, which has %lld rows as %s (%u for each of %u tiles)", (long long)offset,
      (long long)*row, (long long)rows, mode_name(u->full), u->rows, u->tiles);
}

static bool sfpu_load(tta_issuer *u, const tta_operation *s) {
  int64_t row;
  if (!sfpu_row(u, s, &row)) return false;
  u->rows_read[row / u->rows] |= 1u << (row % u->rows);
  if (u->rows_written[row / u->rows] >> (row % u->rows) & 1) return true;
  return tta_protocol_fail(
      u, TTA_RULE_protocol_unwritten, s,
      "the SFPU reads row %lld of dst (tile %lld), which nothing was written to; tile t begins at dst_reg[%u * t]%s",
      (long long)row, (long long)(row / u->rows), u->rows,
      u->p->options.has_arch ? "" : ", as on grayskull: --arch is not given");
}

static bool sfpu_store(tta_issuer *u, const tta_operation *s) {
  int64_t row;
  if (!sfpu_row(u, s, &row)) return false;
  if (!u->rows_written[row / u->rows]) u->tile_site[row / u->rows] = s->site;
  u->rows_written[row / u->rows] |= 1u << (row % u->rows);
  u->rows_stored[row / u->rows] |= 1u << (row % u->rows);
  return true;
}

static bool sfpu_start(tta_issuer *u, const tta_operation *s) {
  int64_t tile;
  if (!sfpu_may(u, s) || !sfpu_tile(u, s, &s->args[0], &tile)) return false;
  u->sfpu_row = tile * u->rows;
  return true;
}

static bool sfpu_next(tta_issuer *u, const tta_operation *s) {
  if (!sfpu_may(u, s)) return false;
  u->sfpu_row += u->sfpu_row >= 0; /* not used: said where dst_reg is read or written */
  return true;
}

bool tta_protocol_issue_compute(tta_issuer *u, const tta_operation *s) {
  u->p->kernels[u->kernel].uses_dst = true;
  switch (s->op) {
  case TTA_OP_ACQUIRE: return find_dst(u, s) && acquire(u, s, mode_of(s, u->dst->full), TTA_DST_HELD);
  case TTA_OP_RELEASE: return release(u, s, mode_of(s, u->full));
  case TTA_OP_REGS_ACQUIRE: return find_dst(u, s) && acquire(u, s, u->dst->full, TTA_DST_MATH);
  case TTA_OP_REGS_COMMIT: return step(u, s, TTA_DST_MATH, TTA_DST_COMMITTED, "tile_regs_acquire");
  case TTA_OP_REGS_WAIT: return step(u, s, TTA_DST_COMMITTED, TTA_DST_PACK, "tile_regs_commit");
  case TTA_OP_REGS_RELEASE:
    if (!step(u, s, TTA_DST_PACK, TTA_DST_FREE, "tile_regs_wait")) return false;
    warn_unread(u);
    return true;
  case TTA_OP_COPY_TILE: case TTA_OP_TRANSPOSE: return copy_tile(u, s);
  case TTA_OP_DEST_REUSE: return tile_is_written(u, s, &s->args[2]) && copy_tile(u, s);
  case TTA_OP_MATMUL_BLOCK: return matmul_block(u, s);
  case TTA_OP_PACK_BLOCK: return pack_block(u, s);
  case TTA_OP_TILIZE: case TTA_OP_UNTILIZE: return tilize(u, s);
  case TTA_OP_FILL_TILE: return fill(u, s);
  case TTA_OP_PACK_TILE: return pack(u, s);
  case TTA_OP_UNPACK_AB: return unpack(u, s);
  case TTA_OP_DATACOPY: return datacopy(u, s);
  case TTA_OP_ADD_TILES:
  case TTA_OP_SUB_TILES:
  case TTA_OP_MUL_TILES:
  case TTA_OP_ADD_BCAST:
  case TTA_OP_SUB_BCAST:
  case TTA_OP_MUL_BCAST:
  case TTA_OP_MATMUL: case TTA_OP_REDUCE: return binary(u, s);
  case TTA_OP_SFPU_START: return sfpu_start(u, s);
  case TTA_OP_SFPU_LOAD: return sfpu_load(u, s);
  case TTA_OP_SFPU_STORE: return sfpu_store(u, s);
  case TTA_OP_SFPU_NEXT: return sfpu_next(u, s);
  default: return unary(u, s);
  }
}
