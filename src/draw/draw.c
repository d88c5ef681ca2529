/* draw.c: the entry points: which view, which back end. */
#include "base/fail.h"
#include "draw/scene.h"

/* Writes what was drawn, and frees the scene. @param status of the drawing */
static tta_status write(tta_scene *scene, tta_status status, const tta_picture *picture, tta_str data, tta_buf *out) {
  size_t before = out->size;
  bool complete = !scene->failed && !scene->arena.failed && !scene->scratch.failed;
  if (!status && complete && picture->format == TTA_PICTURE_TEXT) tta_scene_to_text(scene, out);
  else if (!status && complete && picture->format == TTA_PICTURE_SVG) tta_scene_svg(scene, out, true);
  else if (!status && complete) tta_scene_page(scene, data, out);
  if (!status && (!complete || out->failed)) {
    out->size = before;
    status = TTA_NO_MEMORY;
  }
  tta_scene_free(scene);
  return status;
}

static tta_status view_of_sharding(tta_scene *scene, const tta_layout *s, const tta_picture *picture,
                                   tta_buf *reason) {
  tta_status status = tta_draw_facts(scene, s);
  if (status) return status;
  switch (picture->view) {
  case TTA_PICTURE_GRID: return tta_draw_grid(scene, s, picture->device, reason);
  case TTA_PICTURE_PLANE: return tta_draw_plane(scene, s, reason);
  case TTA_PICTURE_TILE: return tta_draw_tile(scene, s, reason);
  case TTA_PICTURE_MESH:
    if (!picture->device) return tta_fail(TTA_INVALID, reason, "the mesh view needs a device");
    return tta_draw_mesh(scene, s, picture->device, picture->system, reason);
  default: return tta_fail(TTA_INVALID, reason, "a layout has no memory view; that is a picture of a program");
  }
}

tta_status tta_draw_layout(const tta_layout *layout, const tta_picture *picture, tta_buf *out, tta_buf *reason) {
  tta_scene scene;
  tta_buf data;
  tta_scene_init(&scene, picture);
  tta_buf_init(&data, scene.arena.allocator);
  tta_status status = view_of_sharding(&scene, layout, picture, reason);
  if (!status && picture->format == TTA_PICTURE_HTML)
    status = tta_page_data(layout, picture->device, &scene.arena, &data);
  status = write(&scene, status, picture, tta_buf_view(&data), out);
  tta_buf_free(&data);
  return status;
}

tta_status tta_draw_device(const tta_device *device, const tta_picture *picture, tta_buf *out, tta_buf *reason) {
  tta_scene scene;
  if (picture->view != TTA_PICTURE_MESH)
    return tta_fail(TTA_INVALID, reason, "a device without a tensor has only the mesh view");
  tta_scene_init(&scene, picture);
  tta_status status = tta_draw_chips(&scene, device, picture->system, reason);
  return write(&scene, status, picture, tta_no_text(), out);
}

tta_status tta_draw_tiled(const tta_tiled *layout, const tta_picture *picture, tta_buf *out, tta_buf *reason) {
  tta_scene scene;
  if (picture->view != TTA_PICTURE_PLANE)
    return tta_fail(TTA_INVALID, reason, "a tiled layout has no view but the plane");
  tta_scene_init(&scene, picture);
  tta_status status = tta_draw_sticks(&scene, layout, reason);
  return write(&scene, status, picture, tta_no_text(), out);
}

tta_status tta_draw_digits(const tta_digits *digits, const tta_picture *picture, tta_buf *out, tta_buf *reason) {
  tta_scene scene;
  bool by_memory = picture->view == TTA_PICTURE_ELEMENTS;
  if (!by_memory && picture->view != TTA_PICTURE_OFFSETS)
    return tta_fail(TTA_INVALID, reason, "a layout of one memory has only the views offsets and elements");
  tta_scene_init(&scene, picture);
  tta_status status = tta_draw_cells(&scene, digits, by_memory, reason);
  return write(&scene, status, picture, tta_no_text(), out);
}

tta_status tta_draw_move(const tta_move *move, const tta_picture *picture, tta_buf *out, tta_buf *reason) {
  tta_scene scene;
  bool of_links = picture->view == TTA_PICTURE_LINKS;
  if (picture->view != TTA_PICTURE_MOVE && !of_links)
    return tta_fail(TTA_INVALID, reason, "a move has only the views move and links");
  tta_scene_init(&scene, picture);
  tta_status status = of_links ? tta_draw_links(&scene, move) : tta_draw_traffic(&scene, move);
  return write(&scene, status, picture, tta_no_text(), out);
}

tta_status tta_draw_protocol_trace(const tta_protocol_trace *trace, const tta_picture *picture, tta_buf *out,
                                   tta_buf *reason) {
  tta_scene scene;
  if (picture->view != TTA_PICTURE_SEQUENCE)
    return tta_fail(TTA_INVALID, reason, "an error has no view but the sequence");
  tta_scene_init(&scene, picture);
  tta_status status = tta_draw_sequence(&scene, trace);
  return write(&scene, status, picture, tta_no_text(), out);
}

tta_status tta_draw_memory_plan(const tta_memory_plan *plan, const tta_picture *picture, tta_buf *out,
                                tta_buf *reason) {
  tta_scene scene;
  if (picture->view != TTA_PICTURE_MEMORY) return tta_fail(TTA_INVALID, reason, "a program has no view but the memory");
  tta_scene_init(&scene, picture);
  tta_status status = tta_draw_banks(&scene, plan);
  return write(&scene, status, picture, tta_no_text(), out);
}
