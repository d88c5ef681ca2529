/* transfers.c: the transfers of a plan, one by one. */
#include "move/move.h"

bool tta_move_next_run(const tta_move_runs *r, uint32_t first, int64_t *turn, int64_t *src, int64_t *dst) {
  for (uint32_t l = first; l < r->num_loops; l++) {
    const tta_move_loop *loop = &r->loops[l];
    *src += loop->src_stride;
    *dst += loop->dst_stride;
    if (++turn[l] < loop->count) return true;
    *src -= loop->src_stride * loop->count;
    *dst -= loop->dst_stride * loop->count;
    turn[l] = 0;
  }
  return false;
}

tta_move_transfers tta_move_all_transfers(const tta_move *move) { return (tta_move_transfers){.move = move}; }

bool tta_move_next_transfer(tta_move_transfers *t, tta_move_transfer *transfer) {
  const tta_move *move = t->move;
  if (t->family == move->num_runs) return false;
  const tta_move_runs *r = &move->runs[t->family];
  int64_t src = t->src_offset, dst = t->dst_offset;
  *transfer = (tta_move_transfer){.src = r->src,
                                  .dst = r->dst,
                                  .kind = r->kind,
                                  .src_offset = r->src_offset + src,
                                  .dst_offset = r->dst_offset + dst,
                                  .bytes = r->bytes,
                                  .family = t->family};
  if (tta_move_next_run(r, 0, t->turn, &src, &dst)) {
    t->src_offset = src;
    t->dst_offset = dst;
  } else {
    t->src_offset = t->dst_offset = 0;
    t->family++;
  }
  return true;
}
