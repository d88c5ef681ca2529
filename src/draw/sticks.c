/* sticks.c: the plane view of device-specific tiled layouts: the host tensor in sticks, host memory, device memory (the
 * three figures of the RFC "Tensors with Device-Specific Layouts", Contiguous Tiles). */
#include "base/fail.h"
#include "draw/scene.h"
#include "tiled/tiled.h"

typedef struct sticks {
  tta_scene *scene;
  const tta_tiled *layout;
  tta_tiled_map map;
  tta_tiled_sizes sizes;
  int64_t dim;           /* the host dim along a stick; -1: one element a stick */
  int64_t per_row, rows; /* sticks along it, and how often: the product of the other host extents */
  double cell_w, cell_h;
} sticks;

enum { MAX_COLUMNS = 7, MAX_ROWS = 4 };

/* Host index of a row, without the stick dim: `1,2,` before it and `,3` after. */
static void append_index(const sticks *v, int64_t row, int64_t stick) {
  tta_buf *out = &v->scene->scratch;
  int64_t index[TTA_MAX_RANK] = {0}, e = v->map.elems_per_stick;
  uint32_t rank = v->map.host_size.rank;
  for (uint32_t i = rank; i-- > 0;) {
    if ((int64_t)i == v->dim) continue;
    index[i] = row % v->map.host_size.extent[i];
    row /= v->map.host_size.extent[i];
  }
  for (uint32_t i = 0; i < rank; i++) {
    if (i) tta_buf_char(out, ',');
    if ((int64_t)i != v->dim) {
      tta_buf_int(out, index[i]);
      continue;
    }
    int64_t last = (stick + 1) * e < v->map.host_size.extent[i] ? (stick + 1) * e - 1 : v->map.host_size.extent[i] - 1;
    tta_buf_int(out, stick * e);
    tta_buf_str(out, "..");
    tta_buf_int(out, last);
  }
}

static int64_t used_of(const sticks *v, int64_t stick) {
  if (v->dim < 0) return v->map.elems_per_stick;
  int64_t left = v->map.host_size.extent[v->dim] - stick * v->map.elems_per_stick;
  return left < v->map.elems_per_stick ? left : v->map.elems_per_stick;
}

/* Bytes after the two dots. */
static size_t tail_of(tta_str name) {
  size_t n = 0;
  while (n < name.size && name.data[name.size - 1 - n] != '.') n++;
  return n < name.size ? n : 0;
}

/* One stick as a box, or the only element of a sparse one. */
static void stick_box(const sticks *v, int64_t row, int64_t stick, double x, double y) {
  tta_scene *scene = v->scene;
  double w = scene->text ? v->cell_w : tta_part(used_of(v, stick), v->map.elems_per_stick, v->cell_w),
         room = w - (scene->text ? 8 : 0);
  if (!scene->text) tta_scene_fill(scene, tta_hue(stick), x, y, w, v->cell_h);
  append_index(v, row, stick);
  tta_str name = tta_scene_take(scene);
  tta_scene_frame(scene, TTA_INK_FRAME, x, y, w, v->cell_h,
                  tta_scene_text(scene, "element%s %.*s", v->dim < 0 ? "" : "s", TTA_STR_ARGS(name)), tta_no_text());
  if (!tta_scene_fits(scene, name.size, room) && v->dim >= 0 && v->dim + 1 == v->map.host_size.rank)
    name.size -= tail_of(name); /* `999,64..` */
  if (tta_scene_fits(scene, name.size, room))
    tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_PLAIN, x + w / 2, y + v->cell_h / 2, name);
}

static void dots(const sticks *v, double x, double y) {
  tta_scene_label(v->scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, x, y, tta_scene_text(v->scene, "..."));
}

static double heading(const sticks *v, double y, tta_str text) {
  bool plain = v->scene->text;
  tta_scene_label(v->scene, TTA_ANCHOR_START, TTA_LABEL_BOLD, 0, y + (plain ? 0 : 8), text);
  return y + (plain ? 16 : 24);
}

/* ---- the host tensor ---- */

static double tensor(const sticks *v, double y) {
  tta_scene *scene = v->scene;
  int64_t down = tta_shown_of(v->rows, MAX_ROWS), across = tta_shown_of(v->per_row, MAX_COLUMNS);
  const char *shape = tta_scene_shape(scene, v->map.host_size);
  y = heading(v, y, v->dim < 0 ? tta_scene_text(scene, "The tensor %s, one element a stick", shape)
                               : tta_scene_text(scene, "The tensor %s, sticks of %lld along d%lld", shape,
                                                (long long)v->map.elems_per_stick, (long long)v->dim));
  for (int64_t i = 0; i < down; i++) {
    int64_t row = tta_shown_item(v->rows, MAX_ROWS, i);
    double top = y + v->cell_h * (double)i;
    for (int64_t j = 0; j < across; j++) {
      int64_t stick = tta_shown_item(v->per_row, MAX_COLUMNS, j);
      double left = v->cell_w * (double)j;
      if (row < 0 || stick < 0) dots(v, left + v->cell_w / 2, top + v->cell_h / 2);
      else stick_box(v, row, stick, left, top);
    }
  }
  return y + v->cell_h * (double)down;
}

/* ---- host memory ---- */

static double host(const sticks *v, double y) {
  tta_scene *scene = v->scene;
  const tta_tiled_map *m = &v->map;
  int64_t step = v->dim >= 0 ? m->tensor_strides[v->dim] : 1;
  tta_buf_printf(&scene->scratch, "Host memory, strides (%s)",
                 tta_scene_numbers(scene, m->host_size.rank, m->tensor_strides, ", "));
  if (step != 1) tta_buf_printf(&scene->scratch, ": the elements of a stick are %lld apart", (long long)step);
  y = heading(v, y, tta_scene_take(scene));
  if (step != 1) return y;
  int64_t count = v->rows * v->per_row, across = tta_shown_of(count, MAX_COLUMNS); /* within the number of elements */
  double left = 0;
  for (int64_t j = 0; j < across; j++) {
    int64_t n = tta_shown_item(count, MAX_COLUMNS, j);
    if (n < 0) {
      dots(v, left + v->cell_w / 2, y + v->cell_h / 2);
      left += v->cell_w;
      continue;
    }
    int64_t row = n / v->per_row, stick = n % v->per_row, rest = row;
    int64_t offset = v->dim < 0 ? 0 : stick * m->elems_per_stick;
    for (uint32_t i = m->host_size.rank; i-- > 0;) {
      if ((int64_t)i == v->dim) continue;
      offset += rest % m->host_size.extent[i] * m->tensor_strides[i];
      rest /= m->host_size.extent[i];
    }
    stick_box(v, row, stick, left, y);
    tta_str at = tta_str_from(tta_scene_number(scene, offset));
    tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_DIM, left, y + v->cell_h + (scene->text ? 16 : 9), at);
    double part = tta_part(used_of(v, stick), m->elems_per_stick, v->cell_w),
           name = (double)(at.size + 1) * scene->char_width;
    left += scene->text || v->dim < 0 ? v->cell_w : part < name ? name : part; /* room for the number below */
  }
  return y + v->cell_h + (scene->text ? 16 : 18);
}

/* ---- device memory ---- */

/* A block: all sticks that only the last outer device dim tells apart. */
typedef struct block {
  int64_t digit[TTA_MAX_RANK];
  int64_t offset;     /* of its first slot */
  int64_t rows;       /* sticks in it */
  int64_t used_rows;  /* with elements */
  int64_t used, last; /* elements in each of these, and in the last */
  int64_t stick;      /* for its color: the digit of the stick dim */
} block;

static int64_t clip(int64_t v, int64_t most) {
  return v < 0 ? 0 : v > most ? most : v;
}

static block block_of(const sticks *v, int64_t number) {
  const tta_tiled_map *m = &v->map;
  block b = {.rows = m->rank >= 2 ? m->ranges[m->rank - 2] : 1};
  int64_t index[TTA_MAX_RANK] = {0}, e = m->elems_per_stick;
  uint32_t outer = m->rank >= 2 ? m->rank - 2 : 0;
  bool outside = false;
  for (uint32_t i = outer; i-- > 0;) {
    b.digit[i] = number % m->ranges[i];
    number /= m->ranges[i];
    b.offset += b.digit[i] * m->device_strides[i];
    if (m->host_dim[i] >= 0) index[m->host_dim[i]] += b.digit[i] * m->weight[i];
    if (m->host_dim[i] >= 0 && m->host_dim[i] == v->dim) b.stick = index[v->dim] / e;
  }
  for (uint32_t h = 0; h < m->host_size.rank; h++) outside = outside || index[h] >= m->host_size.extent[h];
  b.used = b.last = v->dim < 0 ? 1 : clip(m->host_size.extent[v->dim] - index[v->dim], e);
  b.used_rows = 1;
  int64_t row_dim = m->rank >= 2 ? m->host_dim[m->rank - 2] : -1;
  if (row_dim >= 0) {
    int64_t left = m->host_size.extent[row_dim] - index[row_dim], weight = m->weight[m->rank - 2];
    b.used_rows = clip((left + weight - 1) / weight, b.rows);
    if (row_dim == v->dim && b.used_rows) {
      b.last = clip(left - (b.used_rows - 1) * weight, e);
      b.used = b.used_rows > 1 ? e : b.last;
    }
  }
  if (outside) b.used_rows = 0;
  return b;
}

static tta_str block_name(const sticks *v, const block *b) {
  tta_buf *out = &v->scene->scratch;
  tta_buf_char(out, '[');
  for (uint32_t i = 0; i + 2 < v->map.rank; i++) tta_buf_printf(out, "%lld, ", (long long)b->digit[i]);
  tta_buf_str(out, v->map.rank >= 2 ? "*, *]" : "*]");
  return tta_scene_take(v->scene);
}

static void block_box(const sticks *v, const block *b, double x, double y, double w, double h) {
  tta_scene *scene = v->scene;
  bool text = scene->text;
  int64_t e = v->map.elems_per_stick;
  const double left = x, top = y, all_w = w, all_h = h;
  if (text) { /* within the outline */
    x += TTA_CELL_WIDTH;
    y += TTA_CELL_HEIGHT;
    w -= TTA_CELL_WIDTH;
    h -= TTA_CELL_HEIGHT;
  }
  if (b->used_rows < b->rows || b->used < e || b->last < e) {
    tta_scene_fill(scene, TTA_INK_PADDING, x, y, w, h);
    tta_scene_legend(scene, TTA_INK_PADDING, "padding");
  }
  if (b->used_rows) {
    double last = tta_part(b->used_rows - 1, b->rows, h), end = tta_part(b->used_rows, b->rows, h),
           wide = tta_part(b->used, e, w), narrow = tta_part(b->last, e, w);
    if (text && wide < TTA_CELL_WIDTH) wide = TTA_CELL_WIDTH;
    if (b->used == b->last) last = end;
    tta_scene_fill(scene, text ? TTA_INK_VALID : tta_hue(b->stick), x, y, wide, last);
    if (b->used != b->last)
      tta_scene_fill(scene, text ? TTA_INK_VALID : tta_hue(b->stick), x, y + last, narrow, end - last);
  }
  tta_str name = block_name(v, b);
  tta_str title = tta_scene_text(
      scene, "%.*s: %lld sticks from position %lld; %lld with elements, %lld of %lld in each, %lld in the last",
      (int)name.size, name.data, (long long)b->rows, (long long)b->offset, (long long)b->used_rows, (long long)b->used,
      (long long)e, (long long)b->last);
  if (b->rows <= 16 && !text)
    for (int64_t i = 1; i < b->rows; i++)
      tta_scene_line(scene, TTA_INK_TILE, x, y + tta_part(i, b->rows, h), x + w, y + tta_part(i, b->rows, h));
  tta_scene_frame(scene, TTA_INK_FRAME, left, top, all_w, all_h, title, tta_no_text());
  tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_PLAIN, left + all_w / 2, top - (text ? 16 : 8), name);
  tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, left + all_w / 2, top + all_h + (text ? 16 : 9),
                  tta_scene_text(scene, "%s%s", text ? "" : "from ", tta_scene_number(scene, b->offset)));
}

static double device(const sticks *v, double y) {
  tta_scene *scene = v->scene;
  const tta_tiled_map *m = &v->map;
  bool text = scene->text;
  int64_t blocks = 1, rows = m->rank >= 2 ? m->ranges[m->rank - 2] : 1;
  for (uint32_t i = 0; i + 2 < m->rank; i++) blocks *= m->ranges[i]; /* within the elements of the device */
  y = heading(v, y, tta_scene_text(scene, "Device memory, sizes (%s): %lld block%s of %lldx%lld",
                                   tta_scene_numbers(scene, m->rank, m->ranges, ", "), (long long)blocks,
                                   tta_plural(blocks), (long long)rows, (long long)m->elems_per_stick)) + 16;
  double w = v->cell_w - (text ? 8 : 14), h = rows < 2   ? v->cell_h
                                              : rows < 8 ? v->cell_h * 2
                                              : text     ? 6 * TTA_CELL_HEIGHT
                                                         : 150;
  for (int64_t j = 0, across = tta_shown_of(blocks, MAX_COLUMNS); j < across; j++) {
    int64_t n = tta_shown_item(blocks, MAX_COLUMNS, j);
    double left = v->cell_w * (double)j;
    if (n < 0) {
      dots(v, left + w / 2, y + h / 2);
      continue;
    }
    block b = block_of(v, n);
    block_box(v, &b, left, y, w, h);
  }
  return y + h + (text ? 16 : 18);
}

/* ---- words ---- */

static void say(const sticks *v) {
  tta_scene *scene = v->scene;
  tta_buf *out = &scene->scratch;
  const tta_tiled_map *m = &v->map;
  tta_tiled_type(out, v->layout);
  scene->description = tta_scene_take(scene);
  tta_buf_str(out, "tensor<");
  tta_buf_typed_shape(out, m->host_size, v->layout->element.name);
  tta_buf_printf(out, "> in sticks of %lld elements", (long long)m->elems_per_stick);
  tta_scene_title(scene);
  tta_buf_printf(out, "ranges (%s), host strides (%s), device strides (%s)",
                 tta_scene_numbers(scene, m->rank, m->ranges, ", "),
                 tta_scene_numbers(scene, m->rank, m->host_strides, ", "),
                 tta_scene_numbers(scene, m->rank, m->device_strides, ", "));
  tta_scene_fact(scene);
  tta_buf_printf(out, "%s B on the device; padding %s of %s elements", tta_scene_number(scene, v->sizes.device_bytes),
                 tta_scene_number(scene, v->sizes.padding_elements),
                 tta_scene_number(scene, v->sizes.device_elements));
  tta_scene_fact(scene);
  tta_scene_note(scene, "Numbers below boxes are positions in elements.%s",
                 scene->text ? "" : " A color for each stick along the stick dim.");
  tta_scene_note(scene, "Blocks lie in memory from left to right, the sticks of each from top to bottom.");
}

/* Whether each stick holds consecutive elements of one dim, up to the end of the dim: blocks are drawn by that. */
static bool has_plain_sticks(const tta_tiled_map *m, const tta_tiled *layout) {
  if (m->folded || m->rank != layout->device_size.rank) return false;
  if (layout->element_arrangement.size && layout->format == TTA_TILED_DENSE) return false;
  for (uint32_t i = 0; i < m->rank; i++) {
    int64_t modulus = m->modulus[i];
    bool varies = m->host_dim[i] >= 0 && m->ranges[i] > 1 && modulus && modulus != m->weight[i];
    if (varies && (modulus % m->weight[i] || modulus / m->weight[i] != m->ranges[i])) return false;
    if (m->host_dim[i] < 0 && m->host_strides[i] == 0 && m->ranges[i] > 1) return false;
  }
  return true;
}

tta_status tta_draw_sticks(tta_scene *scene, const tta_tiled *layout, tta_buf *reason) {
  sticks v = {.scene = scene, .layout = layout, .dim = -1, .per_row = 1, .rows = 1};
  tta_status status = tta_tiled_map_of(layout, &scene->arena, &v.map);
  if (!status) status = tta_tiled_sizes_of(layout, &scene->arena, &v.sizes);
  if (!status &&
      (v.map.host_size.rank > TTA_MAX_RANK || v.map.rank > TTA_MAX_RANK || !v.map.rank || !v.sizes.host_elements))
    status = TTA_INVALID;
  if (status) {
    if (status == TTA_INVALID && reason)
      tta_buf_str(reason, "only a legal layout of a tensor with elements can be drawn");
    return status;
  }
  if (!has_plain_sticks(&v.map, layout))
    return tta_fail(TTA_INVALID, reason, "folded, repeated, partial or arranged sticks cannot be drawn");
  v.dim = v.map.host_dim[v.map.rank - 1];
  for (uint32_t i = 0; i < v.map.host_size.rank; i++)
    if ((int64_t)i != v.dim) v.rows *= v.map.host_size.extent[i];
  if (v.dim >= 0) v.per_row = (v.map.host_size.extent[v.dim] + v.map.elems_per_stick - 1) / v.map.elems_per_stick;
  v.cell_w = tta_scene_across(scene, scene->width / MAX_COLUMNS);
  v.cell_h = scene->text ? 32 : 26;
  say(&v);
  double apart = scene->text ? 32 : 20;
  device(&v, host(&v, tensor(&v, 0) + apart) + apart);
  return TTA_OK;
}
