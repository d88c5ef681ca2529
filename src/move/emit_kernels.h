/* emit_kernels.h: what the C++ kernels of a plan, their binding and their host program share. */
#ifndef TTA_MOVE_EMIT_KERNELS_H
#define TTA_MOVE_EMIT_KERNELS_H

#include "move/emit.h"

/* Runtime arguments of a kernel on one core: tt-metal 2025-12 and later; 256 before (kernel_types.hpp). */
enum { TTA_EMIT_MAX_ARGS = 341 };

/** The circular buffers: numbers. */
enum { TTA_EMIT_CB_SCRATCH, TTA_EMIT_CB_MERGED, TTA_EMIT_CB_PAGES, TTA_EMIT_CB_FILL, TTA_EMIT_NUM_CBS };

typedef struct tta_emit_cb {
  const char *name;
  bool used;
  int64_t pages, page_bytes;
} tta_emit_cb;
void tta_emit_list_cbs(const tta_emit *e, tta_emit_cb cbs[TTA_EMIT_NUM_CBS]);

/** Columns of a row; from COUNT on one for each loop. XY is y << 16 | x of the other core. */
typedef enum tta_emit_column {
  TTA_EMIT_XY, TTA_EMIT_SRC_BANK, TTA_EMIT_SRC_BASE, TTA_EMIT_DST_BANK, TTA_EMIT_DST_BASE, TTA_EMIT_SRC, TTA_EMIT_DST,
  TTA_EMIT_BYTES, TTA_EMIT_COUNT, TTA_EMIT_SRC_STEP, TTA_EMIT_DST_STEP, TTA_EMIT_NUM_COLUMNS
} tta_emit_column;
extern const char *const tta_emit_column_names[TTA_EMIT_NUM_COLUMNS];

bool tta_emit_has_column(const tta_emit *e, tta_emit_section section, tta_emit_column column);
int64_t tta_emit_value(const tta_emit *e, const tta_emit_row *row, tta_emit_column column, uint32_t loop);
/** A column of a set: whether all rows have the same value. */
typedef struct tta_emit_constant {
  bool has, same;
  int64_t value;
} tta_emit_constant;

/** Before the other functions. */
tta_status tta_emit_find_constants(tta_emit *e);
/** Whether all rows of a set have the same value, which the host does not translate: a constant of the kernel. */
bool tta_emit_is_constant(const tta_emit *e, tta_emit_section section, uint32_t set, tta_emit_column column,
                          uint32_t loop, int64_t *value);

typedef enum tta_emit_arg_kind {
  TTA_EMIT_NUMBER,
  TTA_EMIT_CORE,      /* value: y << 16 | x, logical */
  TTA_EMIT_FROM,      /* the address of the source; value: its bank in DRAM, or -1 */
  TTA_EMIT_TO,
  TTA_EMIT_SEMAPHORE  /* value: a tta_emit_post */
} tta_emit_arg_kind;

typedef struct tta_emit_arg {
  tta_emit_arg_kind kind;
  int64_t value;
} tta_emit_arg;

typedef struct tta_emit_args {
  tta_arena *arena;
  uint32_t num_items, cap_items;
  tta_emit_arg *items;
} tta_emit_args;

/** @return TTA_LIMIT with a reason: too many arguments, or addresses beyond 32 bits */
tta_status tta_emit_list_args(const tta_emit *e, const tta_emit_core *core, bool writer, tta_emit_args *args,
                              tta_buf *reason);

/* ---- texts ---- */

void tta_emit_kernel(const tta_emit *e, bool writer, tta_buf *out);
tta_status tta_emit_binding(tta_emit *e, tta_buf *out, tta_buf *reason);
tta_status tta_emit_host(tta_emit *e, tta_buf *out, tta_buf *reason);

#endif
