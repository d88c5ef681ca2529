/* emit.h: a plan as what two kernels of each core do, and the texts that are written from it.
 *
 * The reader of a core owns what the core receives: its L1, and the DRAM banks whose worker it is. It fills padding,
 * tells the senders, reads, and waits until all data have arrived. The writer of a core sends from its L1. From DRAM to
 * DRAM, the reader of a bank's worker passes pages to the writer through a circular buffer. */
#ifndef TTA_MOVE_EMIT_H
#define TTA_MOVE_EMIT_H

#include "move/move.h"

/* Bytes: a cell is what L1 transfers copy as a whole, and what the protocol checker follows. */
enum { TTA_EMIT_CELL = 16, TTA_EMIT_FILL_PAGE = 1024, TTA_EMIT_PAGES = 2, TTA_EMIT_MAX_ROWS = 1 << 16 };

/* Shapes of run groups that are constants of a C++ kernel; with more of them, loops and bytes are arguments. */
enum { TTA_EMIT_MAX_SHAPES = 16, TTA_EMIT_MAX_SETS = TTA_MOVE_MAX_LOOPS + 1 };

typedef enum tta_emit_section {
  TTA_EMIT_READ,  /* reader: into its L1 */
  TTA_EMIT_MERGE, /* reader: runs that do not consist of whole cells, through a scratch page */
  TTA_EMIT_FETCH, /* reader of a bank's worker: from DRAM to the circular buffer */
  TTA_EMIT_WRITE, /* writer: from its L1 */
  TTA_EMIT_STORE, /* writer of a bank's worker: from the circular buffer to DRAM */
  TTA_EMIT_NUM_SECTIONS
} tta_emit_section;

/** Semaphores: READY and DONE are posted by readers to the writers of sources, ARRIVED by writers to readers. */
typedef enum tta_emit_post { TTA_EMIT_READY, TTA_EMIT_ARRIVED, TTA_EMIT_DONE, TTA_EMIT_NUM_POSTS } tta_emit_post;
extern const char *const tta_emit_post_names[TTA_EMIT_NUM_POSTS];

/** A group of equal runs on one core. */
typedef struct tta_emit_row {
  uint32_t core, section;
  uint32_t set; /* of its section: rows with the same loops and bytes, or only the same number of loops */
  const tta_move_runs *runs;
} tta_emit_row;

typedef struct tta_emit_signal {
  uint32_t post, from, to; /* cores */
} tta_emit_signal;

/** A DRAM bank of the destination whose padding its worker fills. */
typedef struct tta_emit_bank {
  uint32_t core, endpoint;
} tta_emit_bank;

typedef struct tta_emit_core {
  tta_core at;
  bool owns_l1;                            /* of the destination */
  uint32_t first_row[TTA_EMIT_NUM_SECTIONS], num_rows[TTA_EMIT_NUM_SECTIONS];
  uint32_t first_signal[TTA_EMIT_NUM_POSTS], num_signals[TTA_EMIT_NUM_POSTS]; /* that it posts */
  uint32_t waits[TTA_EMIT_NUM_POSTS];      /* posts to it */
  uint32_t first_bank, num_banks;          /* that it fills */
  bool has_reader, has_writer;
} tta_emit_core;

typedef struct tta_emit {
  const tta_move *move;
  tta_arena arena;
  tta_buf *reason;
  uint32_t num_cores, num_rows, cap_rows, num_signals, cap_signals, num_banks;
  tta_emit_core *cores;     /* by y, then x */
  tta_emit_row *rows;       /* by core, then section, then set */
  uint32_t num_sets[TTA_EMIT_NUM_SECTIONS];
  const tta_move_runs *sets[TTA_EMIT_NUM_SECTIONS][TTA_EMIT_MAX_SETS]; /* one of each */
  struct tta_emit_constant *constants[TTA_EMIT_NUM_SECTIONS][TTA_EMIT_MAX_SETS]; /* of C++ kernels (emit_args.c) */
  tta_emit_signal *signals; /* by from, post, to */
  tta_emit_bank *banks;     /* by core */
  bool has_section[TTA_EMIT_NUM_SECTIONS], has_post[TTA_EMIT_NUM_POSTS], has_reader, has_writer;
  bool fills;               /* padding */
  bool shares_cores;        /* some core has both kernels: they need different NoCs */
  unsigned char fill[8];    /* the pattern, repeated */
  int64_t from_bytes, to_bytes; /* of a core or bank, whole cells */
  int64_t page_bytes;       /* of the circular buffers; holds any run with the alignment of DRAM reads */
  int64_t alignment;        /* of DRAM reads */
} tta_emit;

static inline bool tta_emit_in_dram(const tta_emit *e, bool target) {
  return (target ? e->move->to : e->move->from).memory == TTA_MOVE_DRAM;
}

/** The cores of the source or destination in L1: the smallest rectangle. */
void tta_emit_rectangle(const tta_emit *e, bool target, tta_core *first, tta_core *last);
/** The smallest rectangle with all cores. */
void tta_emit_all_cores(const tta_emit *e, tta_core *first, tta_core *last);
/** The number of a semaphore, in the order of those that are used. */
uint32_t tta_emit_semaphore(const tta_emit *e, tta_emit_post post);
/** Whether a bank of the source or destination has any row or fill. */
bool tta_emit_uses(const tta_emit *e, bool target, uint32_t endpoint);
/** The NoC of the reader or writer. */
uint32_t tta_emit_noc(const tta_emit *e, bool writer);

/* ---- writers of texts ---- */

void tta_emit_protocol(const tta_emit *e, tta_buf *out);

#endif
