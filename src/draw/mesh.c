/* mesh.c: the mesh view: the chips of a device in their mesh, the cores of each, and on them the shards of a tensor
 * with its copies, or without a tensor the logical cores of the device. */
#include <string.h>

#include "base/checked.h"
#include "base/fail.h"
#include "base/index.h"
#include "device/device.h"
#include "draw/scene.h"

typedef struct mesh {
  tta_scene *scene;
  const tta_layout *s; /* NULL: the device alone */
  const tta_device *device;
  const tta_system *system; /* NULL: not known */
  tta_placement *placement; /* of s */
  tta_shape grid;      /* of the tensor or the device */
  int64_t chips, chip_grid[2];
  bool viewed; /* view holds */
  tta_mesh_view view;
  tta_shape shape; /* of the mesh, as many chips as there are; else one row */
  int64_t row[2];  /* room for that shape */
  int32_t *shard;  /* of each core of each chip: 1 + its number, copy after copy, row-major in the grid; 0 = none */
  int64_t *count;  /* shards of each chip */
  int64_t num_shards; /* of one copy */
  bool cores_drawn, names_fit;
  bool unnamed; /* some core had no room for its index */
  double cell_w, cell_h, title_h, chip_w, chip_h;
  double *chip_x, *chip_y;
} mesh;

enum { MAX_CORES = 65536, MAX_BOXES = 4096, MAX_CHIPS = 1024, MAX_LINKS = 4 * MAX_CHIPS };

/* ---- where everything is ---- */

static bool few_cores(tta_shape grid) {
  int64_t cores;
  return tta_shape_volume(grid, &cores) && cores <= MAX_CORES;
}

/* The cores that the map reaches: a reinterpreted grid divided by the mesh is not that of a chip. */
static tta_status find_chip_grid(mesh *m, tta_buf *reason) {
  tta_device_chip *chips = tta_arena_array(&m->scene->arena, (size_t)m->chips, sizeof *chips);
  if (!chips) return TTA_NO_MEMORY;
  tta_status status = tta_device_chips(m->device, chips, NULL);
  if (status == TTA_LIMIT && tta_device_chip_grid(m->device, m->chip_grid)) return TTA_OK;
  if (status == TTA_LIMIT) return tta_fail(TTA_INVALID, reason, "the device has too many cores to be drawn");
  m->chip_grid[0] = m->chip_grid[1] = 0;
  for (int64_t i = 0; i < m->chips && !status; i++) {
    if (!chips[i].num_cores) continue;
    if (chips[i].high.y >= m->chip_grid[0]) m->chip_grid[0] = chips[i].high.y + 1;
    if (chips[i].high.x >= m->chip_grid[1]) m->chip_grid[1] = chips[i].high.x + 1;
  }
  return status;
}

static tta_status put_on_core(mesh *m, int64_t number, const tta_core_assignment *place) {
  int64_t slot = (place->chip_index * m->chip_grid[0] + place->core.y) * m->chip_grid[1] + place->core.x;
  bool inside = place->chip_index >= 0 && place->chip_index < m->chips && place->core.y < m->chip_grid[0] &&
                place->core.x < m->chip_grid[1];
  if (!inside) return TTA_OK;
  m->shard[slot] = (int32_t)(number + 1);
  m->count[place->chip_index]++;
  return TTA_OK;
}

static tta_status place_cores(mesh *m, tta_buf *reason) {
  int64_t core[TTA_MAX_RANK] = {0}, number = 0;
  if (!few_cores(m->device->grid)) return tta_fail(TTA_INVALID, reason, "the device has too many cores to be drawn");
  do {
    tta_core_assignment place;
    tta_status status = tta_device_place(m->device, core, &place, NULL, reason);
    if (!status) status = put_on_core(m, number++, &place);
    if (status) return status;
  } while (tta_index_next(m->device->grid, core));
  return TTA_OK;
}

static tta_status place_shards(mesh *m) {
  for (int64_t i = 0; i < tta_placement_num_shards(m->placement); i++) {
    tta_placed_shard placed;
    tta_status status = tta_placement_shard(m->placement, i, &placed);
    if (!status) status = put_on_core(m, i, &placed.place);
    if (status) return status;
  }
  return TTA_OK;
}

static tta_status place_all(mesh *m, tta_buf *reason) {
  size_t slots = (size_t)(m->chip_grid[0] * m->chip_grid[1] * m->chips);
  m->shard = tta_arena_array(&m->scene->arena, slots, sizeof *m->shard);
  m->count = tta_arena_array(&m->scene->arena, (size_t)m->chips, sizeof *m->count);
  m->chip_x = tta_arena_array(&m->scene->arena, (size_t)m->chips, sizeof *m->chip_x);
  m->chip_y = tta_arena_array(&m->scene->arena, (size_t)m->chips, sizeof *m->chip_y);
  if (!m->shard || !m->count || !m->chip_x || !m->chip_y) return TTA_NO_MEMORY;
  memset(m->shard, 0, slots * sizeof *m->shard);
  memset(m->count, 0, (size_t)m->chips * sizeof *m->count);
  return m->s ? place_shards(m) : place_cores(m, reason);
}

/* ---- one chip ---- */

static int64_t chip_id(const mesh *m, int64_t chip) { return m->device->chip_ids.extent[chip]; }

static void unused_core(const mesh *m, int64_t chip, int64_t y, int64_t x, double left, double top, double w,
                        double h) {
  tta_scene *scene = m->scene;
  const char *what = m->s ? "no shard" : "no logical core";
  if (scene->text) {
    tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, left + w / 2, top + h / 2, tta_scene_text(scene, "."));
    return;
  }
  tta_scene_fill(scene, TTA_INK_UNUSED, left, top, w, h);
  tta_scene_frame(scene, TTA_INK_UNUSED, left, top, w, h,
                  tta_scene_text(scene, "chip %lld, core %lld,%lld: %s", (long long)chip_id(m, chip), (long long)y,
                                 (long long)x, what),
                  tta_no_text());
  tta_scene_legend(scene, TTA_INK_UNUSED, m->s ? "core without a shard" : "core that the device does not use");
}

static tta_str title_of(const mesh *m, const int64_t *core, bool copy, int64_t chip, int64_t y, int64_t x) {
  tta_scene *scene = m->scene;
  if (!m->s)
    return tta_scene_text(scene, "logical core %s\nchip %lld, its core %lld,%lld",
                          tta_scene_numbers(scene, m->grid.rank, core, ","), (long long)chip_id(m, chip), (long long)y,
                          (long long)x);
  tta_str title = tta_core_title(scene, m->s, core);
  return tta_scene_text(scene, "shard of %.*s\nchip %lld, its core %lld,%lld%s", (int)title.size, title.data,
                        (long long)chip_id(m, chip), (long long)y, (long long)x,
                        copy ? "\na copy: the tensor is replicated" : "");
}

/* The index of the shard, as much of it as there is room for. */
static void name_core(mesh *m, const int64_t *core, double left, double top, double w, double h) {
  tta_scene *scene = m->scene;
  bool text = scene->text;
  uint32_t rank = m->grid.rank;
  tta_str all = tta_str_from(tta_scene_numbers(scene, rank, core, ",")), name = tta_core_name(scene, rank, core);
  if (tta_scene_fits(scene, all.size, w - (text ? 8 : 2))) name = all;
  if (text && !tta_scene_fits(scene, name.size, w - 8)) {
    name = tta_scene_text(scene, "*");
    m->unnamed = true;
  }
  bool room = tta_scene_fits(scene, name.size, w + (text ? -8 : 2)) && (text || h >= 12);
  m->unnamed = m->unnamed || !room;
  if (room) tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_PLAIN, left + w / 2, top + h / 2, name);
}

static void core_box(mesh *m, int64_t chip, int64_t y, int64_t x, double left, double top) {
  tta_scene *scene = m->scene;
  int64_t core[TTA_MAX_RANK], number = m->shard[(chip * m->chip_grid[0] + y) * m->chip_grid[1] + x];
  double w = m->cell_w - (scene->text ? 0 : 2), h = m->cell_h - (scene->text ? 0 : 2);
  if (!number) {
    unused_core(m, chip, y, x, left, top, w, h);
    return;
  }
  bool copy = --number >= m->num_shards, text = scene->text;
  for (uint32_t i = m->grid.rank; i-- > 0;) {
    core[i] = number % m->grid.extent[i];
    number /= m->grid.extent[i];
  }
  tta_ink ink = copy ? TTA_INK_COPY : tta_hue(chip);
  tta_str data = tta_no_text();
  if (m->s) {
    int64_t rows = tta_rows_of(m->s->padded_shard), columns = tta_columns_of(m->s->padded_shard);
    if (!text) tta_draw_shard(scene, m->s, core, ink, left, top, w, h, rows, columns);
    if (!copy) data = tta_core_data(scene, m->grid.rank, core, rows, columns);
  } else if (!text) {
    tta_scene_fill(scene, ink, left, top, w, h);
  }
  if (copy && !text) tta_scene_legend(scene, TTA_INK_COPY, "copy of another chip's shard");
  tta_scene_frame(scene, text ? TTA_INK_FRAME : TTA_INK_HIT, left, top, w, h, title_of(m, core, copy, chip, y, x),
                  data);
  name_core(m, core, left, top, w, h);
}

static bool holds_copies(const mesh *m, int64_t chip) {
  int64_t cores = m->chip_grid[0] * m->chip_grid[1];
  for (int64_t i = 0; i < cores; i++)
    if (m->shard[chip * cores + i]) return m->shard[chip * cores + i] > m->num_shards;
  return false;
}

/* `chip 4: 0,0 to 3,7`: the box of shards that the chip holds, where there is one and room for it. */
static tta_str name_of_chip(const mesh *m, int64_t chip, size_t more, double width) {
  tta_scene *scene = m->scene;
  const tta_chip_contents *contents = m->s ? tta_placement_chip(m->placement, (uint32_t)chip) : NULL;
  const char *copy = scene->text && holds_copies(m, chip) ? ", a copy" : "";
  tta_str name = tta_scene_text(scene, "chip %lld%s", (long long)chip_id(m, chip), copy);
  if (!contents || !contents->grid.rank) return name;
  int64_t last[TTA_MAX_RANK];
  for (uint32_t i = 0; i < contents->grid.rank; i++)
    last[i] = contents->grid_first.extent[i] + contents->grid.extent[i] - 1;
  tta_str with_box = tta_scene_text(scene, "chip %lld%s: %s to %s", (long long)chip_id(m, chip), copy,
                                    tta_scene_numbers(scene, contents->grid.rank, contents->grid_first.extent, ","),
                                    tta_scene_numbers(scene, contents->grid.rank, last, ","));
  return tta_scene_fits(scene, with_box.size + more + 1, width) ? with_box : name;
}

static void chip_box(mesh *m, int64_t chip, double x, double y) {
  tta_scene *scene = m->scene;
  bool text = scene->text, copies = holds_copies(m, chip);
  int64_t cores = m->chip_grid[0] * m->chip_grid[1];
  double inset = 8, w = m->chip_w, h = m->chip_h;
  tta_scene_frame(scene, TTA_INK_FRAME, x, y, w, h,
                  tta_scene_text(scene, "chip %lld, index %lld: %s %lld of %lld cores", (long long)chip_id(m, chip),
                                 (long long)chip, m->s ? "shards on" : "the device uses", (long long)m->count[chip],
                                 (long long)cores),
                  tta_no_text());
  tta_str more = tta_scene_text(scene, "%lld/%lld", (long long)m->count[chip], (long long)cores),
          name = name_of_chip(m, chip, more.size, w - 2 * inset);
  tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_BOLD, x + inset, y + (text ? 16 : 13), name);
  if (tta_scene_fits(scene, name.size + more.size + 1, w - 2 * inset))
    tta_scene_label(scene, TTA_ANCHOR_END, TTA_LABEL_DIM, x + w - (text ? 0 : inset), y + (text ? 16 : 13), more);
  double left = x + inset, top = y + m->title_h;
  if (!m->cores_drawn) { /* a bar: the share of cores in use */
    double bar = w - 2 * inset, used = tta_part(m->count[chip], cores, bar);
    tta_scene_fill(scene, TTA_INK_UNUSED, left, top, bar, text ? 16 : 10);
    tta_scene_fill(scene, copies ? TTA_INK_COPY : tta_hue(chip), left, top, used, text ? 16 : 10);
    if (copies) tta_scene_legend(scene, TTA_INK_COPY, "copies of another chip's shards");
    return;
  }
  for (int64_t i = 0; i < m->chip_grid[0]; i++)
    for (int64_t j = 0; j < m->chip_grid[1]; j++)
      core_box(m, chip, i, j, left + m->cell_w * (double)j, top + m->cell_h * (double)i);
}

/* ---- the mesh ---- */

/* Characters of the longest name of a core: `7,63`. */
static size_t name_size(const mesh *m) {
  int64_t last[2] = {tta_rows_of(m->grid) - 1, tta_columns_of(m->grid) - 1};
  return tta_core_name(m->scene, 2, last).size;
}

/* Chips side by side as the mesh has them, where there is room. */
static void measure(mesh *m, int64_t abreast) {
  tta_scene *scene = m->scene;
  bool text = scene->text;
  double room = scene->width / (double)abreast - (text ? 24 : 30);
  m->title_h = text ? 32 : 26;
  m->cell_w = tta_scene_across(scene, tta_clamp(room / (double)m->chip_grid[1], text ? 16 : 6, text ? 48 : 56));
  m->cell_h = text ? (m->cell_w >= 32 ? 32 : 16) : (double)(int)tta_clamp(m->cell_w * 0.7, 6, 40);
  m->cores_drawn = m->chips * m->chip_grid[0] * m->chip_grid[1] <= MAX_BOXES &&
                   m->cell_w * (double)m->chip_grid[1] <= room + 1 && (!text || m->cell_w >= 32);
  m->chip_w = m->cores_drawn ? m->cell_w * (double)m->chip_grid[1] + (text ? 16 : 14)
                             : tta_scene_across(scene, tta_clamp(room, text ? 96 : 90, 200));
  m->names_fit = m->cores_drawn && tta_scene_fits(scene, name_size(m), m->cell_w + (text ? -8 : 2));
  m->chip_h = m->title_h + (m->cores_drawn ? m->cell_h * (double)m->chip_grid[0] + (text ? 16 : 6) : text ? 32 : 18);
}

static void draw_all(mesh *m) {
  tta_scene *scene = m->scene;
  tta_panels p = tta_panels_of(m->shape);
  double gap = scene->text ? 16 : 14, x = 0, y = 0;
  for (int64_t most = p.columns;; most = (most + 1) / 2) { /* a row of the mesh is broken where it is too long */
    measure(m, most);
    bool wide_enough = m->names_fit || !m->cores_drawn || (scene->text && m->chips > 4); /* 20 lines a chip */
    if (most == 1 || (wide_enough && (m->chip_w + gap) * (double)most <= scene->width + gap)) {
      if (most < p.columns)
        tta_scene_note(scene, "The mesh has %lld columns: its rows are broken after %lld chips.",
                       (long long)p.columns, (long long)most);
      p.columns = most;
      break;
    }
  }
  for (int64_t chip = 0, along = 0, row = tta_columns_of(m->shape); chip < m->chips; chip++) {
    if (chip && chip % row == 0) along = 0;
    if (chip && along % p.columns == 0) {
      x = 0;
      y += m->chip_h + gap;
      if (chip % (row * tta_rows_of(m->shape)) == 0) y += scene->text ? 16 : 12; /* the next outer index */
    }
    m->chip_x[chip] = x;
    m->chip_y[chip] = y;
    chip_box(m, chip, x, y);
    x += m->chip_w + gap;
    along++;
  }
}

static void describe(mesh *m) {
  tta_scene *scene = m->scene;
  tta_buf *out = &scene->scratch;
  bool agree = m->s && tta_placement_slices(m->placement) == TTA_SLICES_AGREE;
  tta_buf_printf(out, "device: grid %s, %lld chip%s of %lldx%lld cores", tta_scene_shape(scene, m->device->grid),
                 (long long)m->chips, tta_plural(m->chips), (long long)m->chip_grid[0], (long long)m->chip_grid[1]);
  if (!m->s && m->chips > 1 && m->device->mesh.rank)
    tta_buf_printf(out, ", mesh %s", tta_scene_shape(scene, m->device->mesh));
  if (m->viewed) {
    tta_buf_printf(out, ", mesh %s", tta_scene_numbers(scene, m->view.rank, m->view.mesh_shape, "x"));
    for (uint32_t i = 0; i < m->view.rank; i++)
      if (m->view.mesh_shape[i] > 1)
        tta_buf_printf(out, "; mesh dim %u %s", i, tta_mesh_view_word(&m->view, i));
    tta_buf_printf(out, "; on one chip: grid %s", tta_scene_numbers(scene, m->view.rank, m->view.grid, "x"));
    if (m->view.has_slice)
      tta_buf_printf(out, ", tensor slice %s", tta_scene_numbers(scene, m->s->logical.rank, m->view.slice, "x"));
    if (!agree) tta_buf_str(out, " by the specification");
  }
  tta_scene_fact(scene);
  if (!m->s || tta_placement_slices(m->placement) != TTA_SLICES_DIFFER) return;
  tta_scene_note(scene, "The worker map, which is drawn, places other shards than the specification's division by the "
                        "mesh: %.*s.", TTA_STR_ARGS(tta_placement_reason(m->placement)));
}

/* A line across the gap between two chips that are drawn beside each other. */
static bool draw_link(const mesh *m, const tta_device_link *link) {
  double x = m->chip_x[link->a], y = m->chip_y[link->a], right = m->chip_x[link->b], below = m->chip_y[link->b];
  double gap_x = right - x - m->chip_w, gap_y = below - y - m->chip_h;
  if (y == below && gap_x > 0 && gap_x < m->chip_w)
    tta_scene_line(m->scene, TTA_INK_CUT, x + m->chip_w, y + m->chip_h / 2, right, y + m->chip_h / 2);
  else if (x == right && gap_y > 0 && gap_y < m->chip_h)
    tta_scene_line(m->scene, TTA_INK_CUT, x + m->chip_w / 2, y + m->chip_h, x + m->chip_w / 2, below);
  else return false;
  return true;
}

/* The channels between neighbors in the mesh. */
static tta_status draw_links(const mesh *m) {
  tta_scene *scene = m->scene;
  if (scene->text || m->chips < 2) return TTA_OK;
  tta_device_link *links = tta_arena_array(&scene->arena, MAX_LINKS, sizeof *links);
  if (!links) return TTA_NO_MEMORY;
  uint32_t count = tta_device_links(m->device, links, MAX_LINKS), drawn = 0, missing = 0;
  bool known = m->system && m->system->source == TTA_SYSTEM_OF_ATTRIBUTE;
  for (uint32_t i = 0; i < count && i < MAX_LINKS; i++) {
    int64_t a = chip_id(m, links[i].a), b = chip_id(m, links[i].b);
    if (!known || tta_system_linked(m->system, (uint32_t)a, (uint32_t)b)) drawn += draw_link(m, &links[i]);
    else if (!missing++)
      tta_scene_note(scene, "The system has no channel between chips %lld and %lld, which are neighbors in the mesh.",
                     (long long)a, (long long)b);
  }
  if (missing > 1) tta_scene_note(scene, "%u more pairs of neighbors have no channel.", missing - 1);
  if (drawn) tta_scene_legend(scene, TTA_INK_CUT, known ? "channel" : "neighbors in the mesh");
  return TTA_OK;
}

/* What was drawn decides what there is to explain. */
static void explain(const mesh *m) {
  tta_scene *scene = m->scene;
  const char *missing = scene->text ? " A * means that there is no room for it."
                                    : " Where there is no room for it, the tooltip has it.";
  const char *used = m->s ? "have a shard" : "the device uses";
  if (!m->cores_drawn)
    tta_scene_note(scene, "The bar of a chip is the share of its cores that %s.", used);
  else
    tta_scene_note(scene, "Each core has the index of its %s; each chip has the number of its cores that %s.%s",
                   m->s ? "shard in the tensor's grid" : "logical core", used, m->unnamed ? missing : "");
}

/* The mesh as it is drawn: one row of chips if its shape is not that of the chips. */
static void choose_shape(mesh *m) {
  int64_t in_mesh = 1; /* at least 1 each: verified */
  m->shape = m->device->mesh;
  for (uint32_t i = 0; i < m->shape.rank; i++)
    if (!tta_mul(in_mesh, m->shape.extent[i], &in_mesh)) in_mesh = 0;
  for (uint32_t i = 0; m->viewed && i < m->view.rank; i++)
    m->viewed = m->view.mesh_shape[i] >= 1 && in_mesh == m->chips;
  bool outer_dims_only = tta_rows_of(m->shape) * tta_columns_of(m->shape) == 1;
  if (m->shape.rank >= 1 && in_mesh == m->chips && !outer_dims_only) return;
  m->row[0] = 1;
  m->row[1] = m->chips;
  m->shape = (tta_shape){2, m->row};
}

static tta_status draw(mesh *m, tta_buf *reason) {
  tta_status status = find_chip_grid(m, reason);
  if (status) return status;
  int64_t slots;
  if (!tta_mul(m->chip_grid[0], m->chip_grid[1], &slots) || slots < 1 || slots > MAX_CORES)
    return tta_fail(TTA_INVALID, reason, "the chip grid is too large to be drawn");
  status = place_all(m, reason);
  if (status) return status;
  choose_shape(m);
  describe(m);
  draw_all(m);
  status = draw_links(m);
  explain(m);
  return status;
}

static tta_status check_chips(const mesh *m, tta_buf *reason) {
  if (m->chips > MAX_CHIPS)
    return tta_fail(TTA_INVALID, reason, "there are too many cores or chips to be drawn (65,536, 1,024)");
  return m->chips < 1 ? tta_fail(TTA_INVALID, reason, "the device has no chips") : TTA_OK;
}

tta_status tta_draw_mesh(tta_scene *scene, const tta_layout *s, const tta_device *device,
                         const tta_system *system, tta_buf *reason) {
  mesh m = {.scene = scene, .s = s, .device = device, .system = system, .chips = device->chip_ids.rank, .grid = s->grid,
            .num_shards = s->cores};
  if (!s->interleaved && s->cores > MAX_CORES)
    return tta_fail(TTA_INVALID, reason, "there are too many cores or chips to be drawn (65,536, 1,024)");
  tta_status status = check_chips(&m, reason);
  if (!status) status = tta_placement_new(s, device, scene->arena.allocator, &m.placement, reason);
  if (status) return status;
  status = m.chips > 1 ? tta_mesh_view_of(s, device, &m.view, NULL) : TTA_INVALID;
  m.viewed = !status;
  if (status != TTA_NO_MEMORY) status = draw(&m, reason);
  tta_placement_free(m.placement);
  return status;
}

static tta_status name_device(tta_scene *scene, const tta_device *device) {
  tta_buf *out = &scene->scratch;
  tta_buf_printf(out, "device of %s cores on %u chip%s", tta_scene_shape(scene, device->grid), device->chip_ids.rank,
                 tta_plural(device->chip_ids.rank));
  scene->description = device->text;
  tta_scene_title(scene);
  if (!device->map.num_results) return TTA_OK;
  tta_buf_str(out, "map ");
  tta_map_text(out, &device->map);
  tta_scene_fact(scene);
  tta_device_pattern pattern;
  tta_status status = tta_device_pattern_of(device, &pattern);
  if (status) return status;
  tta_buf_str(out, "pattern: ");
  tta_device_pattern_text(out, &pattern);
  tta_scene_fact(scene);
  return TTA_OK;
}

tta_status tta_draw_chips(tta_scene *scene, const tta_device *device, const tta_system *system, tta_buf *reason) {
  tta_status status = name_device(scene, device);
  if (status) return status;
  mesh m = {.scene = scene, .device = device, .system = system, .chips = device->chip_ids.rank, .grid = device->grid,
            .num_shards = MAX_CORES};
  status = check_chips(&m, reason);
  return status ? status : draw(&m, reason);
}
