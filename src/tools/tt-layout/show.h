/* show.h: what a layout is, in both forms of output. */
#ifndef TT_LAYOUT_SHOW_H
#define TT_LAYOUT_SHOW_H

#include "tool.h"

typedef struct tt_layout_show_request {
  bool json, padding;
  const tta_numbers *index;   /* NULL: not asked */
  const tta_numbers *at_core; /* NULL: not asked */
  int64_t at_offset;
  const tta_device *device;         /* or NULL */
} tt_layout_show_request;

/** What is computed before anything is printed, so that errors leave no output behind. */
typedef struct tt_layout_facts {
  const tta_layout_entry *entry; /* name and line are printed with with_name */
  bool with_name;
  const tta_layout *s;
  tta_location location;
  tta_core_assignment place;
  int64_t chip;
  bool found;
  int64_t scalar[TTA_MAX_RANK];
  tta_mesh_view mesh;
  tta_gap gaps[TTA_MAX_RANK];
  uint32_t num_gaps;
} tt_layout_facts;

/* show_json.c */
void tt_layout_show_json(tta_json *json, const tt_layout_show_request *request, const tt_layout_facts *facts);
/* show_text.c */
void tt_layout_show_text(tta_buf *out, const tt_layout_show_request *request, const tt_layout_facts *facts);

/** The mesh view of a tensor of that rank. @param text an empty buffer, empty again afterwards */
void tt_layout_mesh_text(tta_buf *out, const tta_mesh_view *view, uint32_t logical_rank, tta_buf *text);

enum { TT_LAYOUT_MOST_CORES = 65536 }; /* beyond it --padding has one entry for each distinct pair */

/** The next core, row-major; false after the last. */
static inline bool tt_layout_next_core(tta_shape grid, int64_t *core) {
  for (uint32_t i = grid.rank; i-- > 0;) {
    if (++core[i] < grid.extent[i]) return true;
    core[i] = 0;
  }
  return false;
}

#endif
