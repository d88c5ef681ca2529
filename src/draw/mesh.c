/* mesh.c: the mesh view: the chips of a device in their mesh, the cores of each, and the shards on them, copies
 * included. */
#include <string.h>

#include "base/checked.h"
#include "draw/scene.h"

typedef struct mesh {
  tta_scene *scene;
  const tta_layout *s;
  const tta_device *device;
  int64_t chips, chip_grid[2];
  bool viewed; /* view holds */
  tta_mesh_view view;
  tta_shape shape; /* of the mesh, as many chips as there are; else one row */
  int64_t row[2];  /* room for that shape */
  int32_t *shard;  /* of each core of each chip: 1 + its number, row-major in the tensor's grid; 0 = none */
  int64_t *count;  /* shards of each chip */
  bool cores_drawn, names_fit;
  bool unnamed; /* some core had no room for its index */
  double cell_w, cell_h, title_h, chip_w, chip_h;
} mesh;

enum { MAX_CORES = 65536, MAX_BOXES = 4096, MAX_CHIPS = 1024 };

static tta_status fail(tta_buf *reason, const char *text) {
  if (reason) tta_buf_str(reason, text);
  return TTA_INVALID;
}

static bool next_core(tta_shape grid, int64_t *core) {
  for (uint32_t i = grid.rank; i-- > 0;) {
    if (++core[i] < grid.extent[i]) return true;
    core[i] = 0;
  }
  return false;
}

/* ---- where everything is ---- */

/* A device whose grid its mesh does not divide: the largest place that its map names. */
static tta_status find_chip_grid(mesh *m, tta_buf *reason) {
  if (tta_device_chip_grid(m->device, m->chip_grid)) return TTA_OK;
  int64_t core[TTA_MAX_RANK] = {0}, cores = 1, chip;
  for (uint32_t i = 0; i < m->device->grid.rank; i++)
    if (!tta_mul(cores, m->device->grid.extent[i], &cores) || cores > MAX_CORES)
      return fail(reason, "the device has too many cores to be drawn");
  do {
    tta_core_assignment place;
    tta_status status = tta_device_place(m->device, core, &place, &chip, reason);
    if (status) return status;
    if (place.core.y >= m->chip_grid[0]) m->chip_grid[0] = place.core.y + 1;
    if (place.core.x >= m->chip_grid[1]) m->chip_grid[1] = place.core.x + 1;
  } while (next_core(m->device->grid, core));
  return TTA_OK;
}

static tta_status place_all(mesh *m, tta_buf *reason) {
  int64_t core[TTA_MAX_RANK] = {0}, area = m->chip_grid[0] * m->chip_grid[1], chip;
  size_t slots = (size_t)(area * m->chips);
  m->shard = tta_arena_array(&m->scene->arena, slots, sizeof *m->shard);
  m->count = tta_arena_array(&m->scene->arena, (size_t)m->chips, sizeof *m->count);
  if (!m->shard || !m->count) return TTA_NO_MEMORY;
  memset(m->shard, 0, slots * sizeof *m->shard);
  memset(m->count, 0, (size_t)m->chips * sizeof *m->count);
  int32_t number = 0;
  do {
    tta_core_assignment place;
    tta_status status = tta_device_place(m->device, core, &place, &chip, reason);
    if (status) return status;
    number++;
    if (place.chip_index < 0 || place.chip_index >= m->chips || place.core.y >= m->chip_grid[0] ||
        place.core.x >= m->chip_grid[1])
      continue;
    m->shard[place.chip_index * area + place.core.y * m->chip_grid[1] + place.core.x] = number;
    m->count[place.chip_index]++;
  } while (next_core(m->s->grid, core));
  return TTA_OK;
}

/* The chip whose shards a chip holds: itself, or along replicated dims of the mesh the first. */
static int64_t source_of(const mesh *m, int64_t chip) {
  int64_t source = 0, weight = 1;
  if (!m->viewed) return chip;
  for (uint32_t i = m->view.rank; i-- > 0;) {
    int64_t at = chip % m->view.mesh_shape[i];
    chip /= m->view.mesh_shape[i];
    if (m->view.sharded[i]) source += at * weight;
    weight *= m->view.mesh_shape[i];
  }
  return source;
}

/* ---- one chip ---- */

static void core_box(mesh *m, int64_t chip, int64_t source, int64_t y, int64_t x, double left, double top) {
  tta_scene *scene = m->scene;
  int64_t core[TTA_MAX_RANK], number = m->shard[(source * m->chip_grid[0] + y) * m->chip_grid[1] + x];
  uint32_t rank = m->s->grid.rank;
  double w = m->cell_w - (scene->text ? 0 : 2), h = m->cell_h - (scene->text ? 0 : 2);
  if (!number) {
    if (scene->text) {
      tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, left + w / 2, top + h / 2, tta_scene_text(scene, "."));
      return;
    }
    tta_scene_fill(scene, TTA_INK_UNUSED, left, top, w, h);
    tta_scene_frame(scene, TTA_INK_UNUSED, left, top, w, h,
                    tta_scene_text(scene, "chip %lld, core %lld,%lld: no shard",
                                   (long long)m->device->chip_ids.extent[chip], (long long)y, (long long)x),
                    tta_no_text());
    tta_scene_legend(scene, TTA_INK_UNUSED, "core without a shard");
    return;
  }
  number--;
  for (uint32_t i = rank; i-- > 0;) {
    core[i] = number % m->s->grid.extent[i];
    number /= m->s->grid.extent[i];
  }
  tta_ink ink = source == chip ? tta_hue(chip) : TTA_INK_COPY;
  bool text = scene->text;
  if (!text)
    tta_draw_shard(scene, m->s, core, ink, left, top, w, h, tta_rows_of(m->s->padded_shard),
                   tta_columns_of(m->s->padded_shard));
  if (source != chip && !text) tta_scene_legend(scene, TTA_INK_COPY, "copy of another chip's shard");
  tta_str title = tta_core_title(scene, m->s, core);
  title = tta_scene_text(scene, "shard of %.*s\nchip %lld, its core %lld,%lld%s", (int)title.size, title.data,
                         (long long)m->device->chip_ids.extent[chip], (long long)y, (long long)x,
                         source == chip ? "" : "\na copy: the tensor is replicated");
  tta_scene_frame(scene, text ? TTA_INK_FRAME : TTA_INK_HIT, left, top, w, h, title,
                  source == chip ? tta_core_data(scene, rank, core, tta_rows_of(m->s->padded_shard),
                                                 tta_columns_of(m->s->padded_shard))
                                 : tta_no_text());
  tta_append_index(&scene->scratch, rank, core);
  tta_str all = tta_scene_take(scene), name = tta_core_name(scene, rank, core);
  if (tta_scene_fits(scene, all.size, w - (text ? 8 : 2))) name = all;
  if (text && !tta_scene_fits(scene, name.size, w - 8)) name = tta_scene_text(scene, "*");
  bool room = tta_scene_fits(scene, name.size, w + (text ? -8 : 2)) && (text || h >= 12);
  m->unnamed = m->unnamed || !room;
  if (room)
    tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_PLAIN, left + w / 2, top + h / 2, name);
}

static void chip_box(mesh *m, int64_t chip, double x, double y) {
  tta_scene *scene = m->scene;
  bool text = scene->text;
  int64_t source = source_of(m, chip), cores = m->chip_grid[0] * m->chip_grid[1];
  double inset = 8, w = m->chip_w, h = m->chip_h;
  tta_scene_frame(scene, TTA_INK_FRAME, x, y, w, h,
                  tta_scene_text(scene, "chip %lld, index %lld: shards on %lld of %lld cores",
                                 (long long)m->device->chip_ids.extent[chip], (long long)chip,
                                 (long long)m->count[source], (long long)cores),
                  tta_no_text());
  tta_str name = tta_scene_text(scene, "chip %lld%s", (long long)m->device->chip_ids.extent[chip],
                                text && source != chip ? ", a copy" : ""),
          more = tta_scene_text(scene, "%lld/%lld", (long long)m->count[source], (long long)cores);
  tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_BOLD, x + inset, y + (text ? 16 : 13), name);
  if (tta_scene_fits(scene, name.size + more.size + 1, w - 2 * inset))
    tta_scene_label(scene, TTA_ANCHOR_END, TTA_LABEL_DIM, x + w - (text ? 0 : inset), y + (text ? 16 : 13), more);
  double left = x + inset, top = y + m->title_h;
  if (!m->cores_drawn) { /* a bar: the share of cores in use */
    double bar = w - 2 * inset, used = tta_part(m->count[source], cores, bar);
    tta_scene_fill(scene, TTA_INK_UNUSED, left, top, bar, text ? 16 : 10);
    tta_scene_fill(scene, source == chip ? tta_hue(chip) : TTA_INK_COPY, left, top, used, text ? 16 : 10);
    if (source != chip) tta_scene_legend(scene, TTA_INK_COPY, "copies of another chip's shards");
    return;
  }
  for (int64_t i = 0; i < m->chip_grid[0]; i++)
    for (int64_t j = 0; j < m->chip_grid[1]; j++)
      core_box(m, chip, source, i, j, left + m->cell_w * (double)j, top + m->cell_h * (double)i);
}

/* ---- the mesh ---- */

static double clamp(double v, double least, double most) {
  return v < least ? least : v > most ? most : v;
}

/* Characters of the longest name of a core: `7,63`. */
static size_t name_size(const mesh *m) {
  int64_t last[2] = {tta_rows_of(m->s->grid) - 1, tta_columns_of(m->s->grid) - 1};
  return tta_core_name(m->scene, 2, last).size;
}

/* Chips side by side as the mesh has them, where there is room. */
static void measure(mesh *m, int64_t abreast) {
  tta_scene *scene = m->scene;
  bool text = scene->text;
  double room = scene->width / (double)abreast - (text ? 24 : 30);
  m->title_h = text ? 32 : 26;
  m->cell_w = tta_scene_across(scene, clamp(room / (double)m->chip_grid[1], text ? 16 : 6, text ? 48 : 56));
  m->cell_h = text ? (m->cell_w >= 32 ? 32 : 16) : (double)(int)clamp(m->cell_w * 0.7, 6, 40);
  m->cores_drawn = m->chips * m->chip_grid[0] * m->chip_grid[1] <= MAX_BOXES &&
                   m->cell_w * (double)m->chip_grid[1] <= room + 1 && (!text || m->cell_w >= 32);
  m->chip_w = m->cores_drawn ? m->cell_w * (double)m->chip_grid[1] + (text ? 16 : 14)
                             : tta_scene_across(scene, clamp(room, text ? 96 : 90, 200));
  m->names_fit = m->cores_drawn && tta_scene_fits(scene, name_size(m), m->cell_w + (text ? -8 : 2));
  m->chip_h = m->title_h + (m->cores_drawn ? m->cell_h * (double)m->chip_grid[0] + (text ? 16 : 6) : text ? 32 : 18);
}

static void draw_all(mesh *m) {
  tta_scene *scene = m->scene;
  tta_panels p = tta_panels_of(m->shape);
  double gap = scene->text ? 16 : 14, x = 0, y = 0;
  for (int64_t most = p.columns;; most = (most + 1) / 2) { /* a row of the mesh is broken where it is too long */
    measure(m, most);
    bool wide_enough = m->names_fit || !m->cores_drawn || scene->text;
    if (most == 1 || (wide_enough && (m->chip_w + gap) * (double)most <= scene->width + gap)) {
      if (most < p.columns)
        tta_scene_note(scene, tta_scene_text(scene, "The mesh has %lld columns: its rows are broken after %lld chips.",
                                             (long long)p.columns, (long long)most));
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
    chip_box(m, chip, x, y);
    x += m->chip_w + gap;
    along++;
  }
}

static void say(mesh *m) {
  tta_scene *scene = m->scene;
  tta_buf *out = &scene->scratch;
  tta_buf_str(out, "device: grid ");
  tta_append_extents(out, m->device->grid.rank, m->device->grid.extent);
  tta_buf_printf(out, ", %lld %s of %lldx%lld cores", (long long)m->chips, m->chips == 1 ? "chip" : "chips",
                 (long long)m->chip_grid[0], (long long)m->chip_grid[1]);
  if (m->viewed) {
    tta_buf_str(out, ", mesh ");
    tta_append_extents(out, m->view.rank, m->view.mesh_shape);
    for (uint32_t i = 0; i < m->view.rank; i++)
      if (m->view.mesh_shape[i] > 1)
        tta_buf_printf(out, "; mesh dim %u %s", i, m->view.sharded[i] ? "sharded" : "replicated");
    tta_buf_str(out, "; on one chip: grid ");
    tta_append_extents(out, m->view.rank, m->view.grid);
    if (m->view.has_slice) {
      tta_buf_str(out, ", tensor slice ");
      tta_append_extents(out, m->s->logical.rank, m->view.slice);
    }
  }
  tta_scene_fact(scene, tta_scene_take(scene));
  if (m->viewed && m->view.placed_on && m->view.placed_on < m->view.cut_over)
    tta_scene_note(scene, tta_scene_text(scene,
                                         "The worker map puts all shards on %lld of the %lld chips; TTNN would cut the "
                                         "grid over the mesh, as the slice above has it.",
                                         (long long)m->view.placed_on, (long long)m->view.opened));
}

/* What was drawn decides what there is to explain. */
static void explain(const mesh *m) {
  tta_scene *scene = m->scene;
  const char *missing = scene->text ? " A * stands where there is no room for it."
                                    : " Where there is no room for it the tooltip has it.";
  if (!m->cores_drawn)
    tta_scene_note(scene, tta_scene_text(scene, "Each chip's bar is the share of its cores that have a shard."));
  else
    tta_scene_note(scene, tta_scene_text(scene,
                                         "On each core stands the index of its shard in the tensor's grid; on each "
                                         "chip how many of its cores have one.%s",
                                         scene->text || m->unnamed ? missing : ""));
}

tta_status tta_draw_mesh(tta_scene *scene, const tta_layout *s, const tta_device *device, tta_buf *reason) {
  mesh m = {.scene = scene, .s = s, .device = device, .chips = device->chip_ids.rank, .shape = device->mesh};
  if (s->interleaved || !s->grid.extent || s->cores < 1)
    return fail(reason, "layout is interleaved; cores have no shards");
  if (s->cores > MAX_CORES || m.chips > MAX_CHIPS)
    return fail(reason, "there are too many cores or chips to be drawn (65,536, 1,024)");
  if (m.chips < 1) return fail(reason, "the device has no chips");
  tta_status status = tta_device_holds(device, s->grid, reason);
  if (!status) status = find_chip_grid(&m, reason);
  int64_t slots;
  if (!status && (!tta_mul(m.chip_grid[0], m.chip_grid[1], &slots) || slots < 1 || slots > MAX_CORES))
    return fail(reason, "the chip grid is too large to be drawn");
  if (!status) status = place_all(&m, reason);
  if (status) return status;
  m.viewed = tta_mesh_view_of(s, device, &m.view, NULL) == TTA_OK;
  int64_t in_mesh = 1; /* at least 1 each: verified */
  for (uint32_t i = 0; i < m.shape.rank; i++)
    if (!tta_mul(in_mesh, m.shape.extent[i], &in_mesh)) in_mesh = 0;
  for (uint32_t i = 0; m.viewed && i < m.view.rank; i++) m.viewed = m.view.mesh_shape[i] >= 1 && in_mesh == m.chips;
  bool column = tta_rows_of(m.shape) * tta_columns_of(m.shape) == 1; /* outer dims only: side by side */
  if (m.shape.rank < 1 || in_mesh != m.chips || column) {
    m.row[0] = 1;
    m.row[1] = m.chips;
    m.shape = (tta_shape){2, m.row};
  }
  say(&m);
  draw_all(&m);
  explain(&m);
  return TTA_OK;
}
