/* report.h: shared by the files of a report.
 *
 *   report.c        the parts: what is computed from a text
 *   report_json.c   as JSON
 *   report_page.c   as a page: the sections
 *   report_html.c   tables and texts of the page
 */
#ifndef TTA_DRAW_REPORT_H
#define TTA_DRAW_REPORT_H

#include "base/arena.h"
#include "memory/program.h"
#include "ttattr/device.h"
#include "ttattr/grids.h"
#include "ttattr/layout.h"
#include "ttattr/memory.h"
#include "ttattr/move.h"
#include "ttattr/report.h"

/** An operation that changes the layout of a tensor. */
typedef struct tta_module_report_move {
  uint32_t line, section;
  tta_str operation, from_name, to_name;
  const tta_layout *from, *to;
  uint32_t same;  /* an earlier move of the same layouts, whose plan it has; or its own index */
  tta_move *plan; /* NULL with a reason, or with `same` */
  tta_str reason;
} tta_module_report_move;

/** A tensor in DRAM, read block by block. */
typedef struct tta_module_report_stream {
  const tta_layout_entry *entry;
  tta_banks banks;
  tta_stream stream; /* valid without a reason */
  tta_str reason;
} tta_module_report_stream;

/** The memory plan with one option changed. */
typedef struct tta_module_report_alternative {
  tta_str change;
  tta_memory_plan *plan;
} tta_module_report_alternative;

struct tta_module_report {
  tta_arena arena;
  tta_source *source;
  tta_module_report_options options;
  tta_layouts *layouts;
  tta_memory_plan *memory;
  bool planned; /* `memory` is a plan, not only errors */
  tta_grid_plan *grids;
  tta_str grids_reason;
  tta_module_report_move *moves;
  tta_module_report_stream *streams;
  tta_module_report_alternative *alternatives;
  uint32_t num_moves, cap_moves, num_streams, cap_streams, num_alternatives, cap_alternatives;
};

/** The plan of a move; NULL with a reason (tta_report_move_reason). */
static inline const tta_move *tta_module_report_plan_of(const tta_module_report *r, const tta_module_report_move *m) {
  return r->moves[m->same].plan;
}
static inline tta_str tta_module_report_reason_of(const tta_module_report *r, const tta_module_report_move *m) {
  return r->moves[m->same].reason;
}

#endif
