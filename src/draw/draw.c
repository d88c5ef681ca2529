/* draw.c: what is drawn, in which view, by which back end. */
#include "base/fail.h"
#include "draw/scene.h"

static tta_status write(tta_scene *scene, const tta_picture *picture, tta_str data, tta_buf *out) {
  if (scene->failed || scene->arena.failed || scene->scratch.failed) return TTA_NO_MEMORY;
  size_t before = out->size;
  if (picture->format == TTA_PICTURE_TEXT) tta_scene_to_text(scene, out);
  else if (picture->format == TTA_PICTURE_SVG) tta_scene_svg(scene, out, true);
  else tta_scene_page(scene, data, out);
  if (!out->failed) return TTA_OK;
  out->size = before;
  return TTA_NO_MEMORY;
}

static tta_status draw_layout(tta_scene *scene, const tta_picture *p, tta_buf *reason) {
  tta_status status = tta_draw_facts(scene, p->layout);
  if (status) return status;
  switch (p->view) {
  case TTA_PICTURE_GRID: return tta_draw_grid(scene, p->layout, p->device, reason);
  case TTA_PICTURE_PLANE: return tta_draw_plane(scene, p->layout, reason);
  case TTA_PICTURE_TILE: return tta_draw_tile(scene, p->layout, reason);
  case TTA_PICTURE_MESH:
    if (!p->device) return tta_fail(TTA_INVALID, reason, "the mesh view needs a device");
    return tta_draw_mesh(scene, p->layout, p->device, p->system, reason);
  default: return tta_fail(TTA_INVALID, reason, "a layout has no memory view; that is a picture of a program");
  }
}

static tta_status draw_subject(tta_scene *scene, const tta_picture *p, tta_buf *reason) {
  const char *wrong = "there is nothing to draw";
  bool of_links = p->view == TTA_PICTURE_LINKS, by_memory = p->view == TTA_PICTURE_ELEMENTS;
  if (p->layout) return draw_layout(scene, p, reason);
  if (p->tiled) {
    if (p->view == TTA_PICTURE_PLANE) return tta_draw_sticks(scene, p->tiled, reason);
    wrong = "a tiled layout has no view but the plane";
  } else if (p->digits) {
    if (by_memory || p->view == TTA_PICTURE_OFFSETS) return tta_draw_cells(scene, p->digits, by_memory, reason);
    wrong = "a layout of one memory has only the views offsets and elements";
  } else if (p->move) {
    if (of_links) return tta_draw_links(scene, p->move);
    if (p->view == TTA_PICTURE_MOVE) return tta_draw_traffic(scene, p->move);
    wrong = "a move has only the views move and links";
  } else if (p->trace) {
    if (p->view == TTA_PICTURE_SEQUENCE) return tta_draw_sequence(scene, p->trace);
    wrong = "an error has no view but the sequence";
  } else if (p->memory_plan) {
    if (p->view == TTA_PICTURE_MEMORY) return tta_draw_banks(scene, p->memory_plan);
    if (p->view == TTA_PICTURE_BANKS) return tta_draw_pages(scene, p->memory_plan);
    wrong = "a program has only the views memory and banks";
  } else if (p->device) {
    if (p->view == TTA_PICTURE_MESH) return tta_draw_chips(scene, p->device, p->system, reason);
    wrong = "a device without a tensor has only the mesh view";
  }
  return tta_fail(TTA_INVALID, reason, "%s", wrong);
}

tta_status tta_draw(const tta_picture *picture, tta_buf *out, tta_buf *reason) {
  tta_scene scene;
  tta_picture p = *picture;
  tta_scene_init(&scene, picture);
  tta_buf data = tta_buf_new(scene.arena.allocator);
  tta_status status = TTA_OK;
  bool sharded = p.layout && p.layout->grid.extent && !p.layout->interleaved;
  if (sharded && p.device && !tta_device_holds(p.device, p.layout->grid, NULL)) /* else the view says why not */
    status = tta_device_for_grid(p.device, p.layout->grid, &scene.arena, &p.device, reason);
  if (!status) status = draw_subject(&scene, &p, reason);
  if (!status && p.layout && p.format == TTA_PICTURE_HTML)
    status = tta_page_data(p.layout, p.device, &scene.arena, &data);
  if (!status) status = write(&scene, picture, tta_buf_view(&data), out);
  tta_buf_free(&data);
  tta_scene_free(&scene);
  return status;
}
