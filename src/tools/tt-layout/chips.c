/* A tensor over the chips of a device, as text: the slices of the specification, and what each chip holds. */
#include "tool.h"

#include "base/format.h"

enum { MAX_CHIPS = 32 }; /* that are listed; JSON has all */

void tt_layout_mesh_text(tta_buf *out, const tta_mesh_view *view, uint32_t logical_rank, tta_buf *text) {
  if (view->opened < 2) return;
  tta_buf_shape(text, (tta_shape){view->rank, view->mesh_shape});
  tta_buf_printf(text, ", opened as 1x%lld; ", (long long)view->opened);
  for (uint32_t i = 0; i < view->rank; i++)
    tta_buf_printf(text, "%s%s", i ? ", " : "", tta_mesh_view_word(view, i));
  tt_layout_flush(out, "mesh", text);
  tta_buf_str(text, "grid ");
  tta_buf_shape(text, (tta_shape){view->rank, view->grid});
  tta_buf_str(text, ", physical ");
  tta_buf_shape(text, (tta_shape){view->rank, view->physical});
  if (view->has_slice) {
    tta_buf_str(text, ", tensor slice ");
    tta_buf_shape(text, (tta_shape){logical_rank, view->slice});
  }
  tt_layout_flush(out, "per device", text);
}

static void append_box(tta_buf *text, const char *name, tta_shape first, tta_shape extents) {
  tta_buf_printf(text, ", %s ", name);
  tta_buf_shape(text, extents);
  tta_buf_str(text, " from ");
  tta_buf_list(text, first.rank, first.extent);
}

static void chip_line(tta_buf *out, const tta_chip_contents *chip, tta_buf *text) {
  tta_buf_printf(text, "%lld (index %lld): ", (long long)chip->chip, (long long)chip->chip_index);
  if (!chip->num_shards) {
    tta_buf_str(text, "no shards");
    tt_layout_flush(out, "chip", text);
    return;
  }
  tta_buf_printf(text, "%lld shard%s", (long long)chip->num_shards, tta_plural(chip->num_shards));
  if (chip->grid.rank) append_box(text, "grid", chip->grid_first, chip->grid);
  else tta_buf_str(text, " that are not a box of the grid");
  if (chip->slice.rank) append_box(text, "tensor slice", chip->slice_first, chip->slice);
  tta_buf_printf(text, ", %scores [%lld, %lld] to [%lld, %lld]", chip->cores_full ? "" : "some of the ",
                 (long long)chip->first_core.y, (long long)chip->first_core.x, (long long)chip->last_core.y,
                 (long long)chip->last_core.x);
  tt_layout_flush(out, "chip", text);
}

void tt_layout_chips_text(tta_buf *out, const tta_placement *p, tta_buf *text) {
  if (!p) {
    tt_layout_linef(out, "chips", "not listed: the tensor has more than %d shards", TTA_PLACEMENT_MAX_SHARDS);
    return;
  }
  uint32_t count = tta_placement_num_chips(p);
  for (uint32_t c = 0; c < count && c < MAX_CHIPS; c++) chip_line(out, tta_placement_chip(p, c), text);
  if (count > MAX_CHIPS) tt_layout_linef(out, "", "and %u more chips; --json has all", count - MAX_CHIPS);
  if (tta_placement_slices(p) != TTA_SLICES_DIFFER) return;
  tta_buf_append(text, tta_placement_reason(p));
  tt_layout_flush(out, "but", text);
}
