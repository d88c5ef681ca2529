/* ttattr/draw.h: the contents of pictures, checked in their bytes: well-formed XML, counts and sizes of shapes, lines
 * of text. Pages in a browser: tests/pages/pages.py. */
#include <stdio.h>

#include "drawings.h"
#include "suite.h"
#include "tiled/tiled.h"

static double number_of(const char *rect, const char *name) {
  char key[32];
  snprintf(key, sizeof key, " %s=\"", name);
  const char *at = strstr(rect, key);
  ck_assert_ptr_nonnull(at);
  return strtod(at + strlen(key), NULL);
}

static const char tiled_type[] =
    "tensor<53x63xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <3x2>, memref<1x1x!tt.tile<32 x 32, bfp_bf8>, "
    "#tt.memory_space<l1>>>>";
static const char two_chips_type[] =
    "tensor<256x1024xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <4x16>, memref<2x2x!tt.tile<32 x 32, bfp_bf8>, "
    "#tt.memory_space<l1>>>>";
static const char two_chips[] =
    "#tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [4, "
    "5]>";

/* ---- tests ---- */

/* tensor-layout.md, Padding: 14 rows of padding on every core but the last row, which has 15; one column on the
 * last column of cores. Heights and widths are those figures to scale. */
START_TEST(padding_is_to_scale) {
  reading r;
  read_type(&r, tiled_type);
  char *svg = draw(r.s, TTA_PICTURE_GRID, TTA_PICTURE_SVG, NULL);
  const char *at = strstr(svg, "<g id=\"picture\"");
  int cores = 0;
  while ((at = strstr(at, "<rect class=\"valid\" x"))) {
    const char *box = strstr(at, "data-core=");
    if (!box) break; /* the legend's */
    const char *begin = box;
    while (strncmp(begin, "<rect", 5)) begin--;
    int y, x;
    ck_assert_int_eq(sscanf(box, "data-core=\"%dx%d\"", &y, &x), 2);
    double rows = 32 * number_of(at, "height") / number_of(begin, "height");
    double columns = 32 * number_of(at, "width") / number_of(begin, "width");
    ck_assert_double_eq_tol(rows, y == 2 ? 17 : 18, 0.05);
    ck_assert_double_eq_tol(columns, x == 1 ? 31 : 32, 0.05);
    cores++;
    at = box;
  }
  ck_assert_int_eq(cores, 6);
  ck_assert_uint_eq(count(svg, "class=\"padding\" x"), 6 + 1); /* and the legend */
  free(svg);
  close_type(&r);
}
END_TEST

/* A dim in two results (tensor-layout.md, line 191): of 768x96x32 places 24,576 hold an element. No box is
 * painted as if it were full of them. */
START_TEST(a_box_used_in_part) {
  reading r;
  read_type(&r, "tensor<8x96x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 96 + d1, d1, d2), undef, <2x1x2>, "
                "memref<384x96x16xf32, #tt.memory_space<l1>>>>");
  for (int v = 0; v < 3; v++) {
    static const tta_picture_view views[] = {TTA_PICTURE_GRID, TTA_PICTURE_PLANE, TTA_PICTURE_TILE};
    char *svg = draw(r.s, views[v], TTA_PICTURE_SVG, NULL), *picture = strstr(svg, "<g id=\"picture\"");
    ck_assert_uint_ge(count(picture, "class=\"sparse\" x"), 2); /* a box, and the legend */
    ck_assert_uint_eq(count(picture, "class=\"valid\""), 0);
    ck_assert_ptr_nonnull(strstr(picture, ">elements at some of these places<"));
    free(svg);
  }
  close_type(&r);
}
END_TEST

/* 64 narrow shards: lines thin enough that what they cut is seen, and 5 units for each. */
START_TEST(narrow_boxes) {
  reading r;
  read_type(&r, "tensor<100000x300xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x64>, memref<100000x5xf32, "
                "#tt.memory_space<l1>>>>");
  char *svg = draw(r.s, TTA_PICTURE_PLANE, TTA_PICTURE_SVG, NULL), *at = strstr(svg, "<g id=\"picture\"");
  ck_assert_uint_eq(count(at, "class=\"cut\" x="), 0);
  ck_assert_uint_eq(count(at, "data-core="), 64);
  for (; (at = strstr(at, "<rect class=\"hit\"")); at++) ck_assert_double_ge(number_of(at, "width"), 4.99);
  free(svg);
  close_type(&r);
}
END_TEST

/* Gaps lie elsewhere in the second core, which the first one's picture stands for; words on fills are not dim. */
START_TEST(tiles_tell_what_they_leave_out) {
  reading r;
  read_type(&r, "tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), undef, <2x1>, "
                "memref<1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>");
  char *svg = draw(r.s, TTA_PICTURE_TILE, TTA_PICTURE_SVG, NULL), *byte = strstr(svg, ">from byte 1024<");
  ck_assert_ptr_nonnull(strstr(svg, "Gaps are drawn as the first of the cores has them"));
  ck_assert_ptr_nonnull(byte);
  while (*byte != '<') byte--;
  ck_assert_int_ne(strncmp(byte, "<text class=", 12), 0);
  free(svg);
  close_type(&r);
}
END_TEST

/* Eight chips: cells of 24 units have room for two digits; where there is none, the picture says where to look. */
START_TEST(every_core_has_its_index) {
  reading r;
  device_reading d;
  read_type(&r, "tensor<256x1024xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<32x128xf32, "
                "#tt.memory_space<l1>>>>");
  read_device(&d, "#tt.device<workerGrid = #tt.grid<16x32, (d0, d1) -> ((d0 floordiv 8) * 4 + d1 floordiv 8, d0 mod 8, "
                  "d1 mod 8)>, meshShape = 2x4, chipIds = [0, 1, 2, 3, 4, 5, 6, 7]>");
  char *svg = draw(r.s, TTA_PICTURE_MESH, TTA_PICTURE_SVG, d.device);
  ck_assert_ptr_nonnull(strstr(svg, ">7,7<"));
  ck_assert_ptr_null(strstr(svg, "the tooltip has it"));
  ck_assert_ptr_nonnull(strstr(svg, "chip 0 has shards 8x8"));
  free(svg);
  close_device(&d);
  read_device(&d, "#tt.device<workerGrid = #tt.grid<8x64, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x8, "
                  "chipIds = [0, 1, 2, 3, 4, 5, 6, 7]>");
  svg = draw(r.s, TTA_PICTURE_MESH, TTA_PICTURE_SVG, d.device);
  ck_assert_ptr_nonnull(strstr(svg, ">7,7<")); /* the row of chips is broken so that names have room */
  ck_assert_ptr_nonnull(strstr(svg, "The mesh has 8 columns: its rows are broken after 4 chips."));
  ck_assert_ptr_null(strstr(svg, "Where there is no room"));
  ck_assert_ptr_nonnull(strstr(svg, ">64/64<"));
  free(svg);
  close_device(&d);
  close_type(&r);
}
END_TEST

/* The chips are those that the map reaches. The grid divided by the mesh is 1x64 here, and a view of 3x10 cores has a
 * grid of 6x5. */
START_TEST(reinterpreted_chips) {
  static const struct {
    const char *grid, *device, *words;
  } cases[] = {
      {"1x256",
       "1x256, (d0, d1) -> (d1 floordiv 64, (d1 mod 64) floordiv 8, d1 mod 8)>, meshShape = 1x4, "
       "chipIds = [0, 1, 2, 3]>",
       "4 chips of 8x8 cores"},
      {"6x5", "6x5, (d0, d1) -> (0, d0 floordiv 2, d1 * 2 + d0 mod 2)>, meshShape = 1, chipIds = [0]>",
       "1 chip of 3x10 cores"},
  };
  for (int i = 0; i < 2; i++) {
    char type[512], text[512];
    reading r;
    device_reading d;
    snprintf(type, sizeof type, "tensor<6x256xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <%s>, memref<%s, "
             "#tt.memory_space<l1>>>>", cases[i].grid, i ? "1x52xf32" : "6x1xf32");
    snprintf(text, sizeof text, "#tt.device<workerGrid = #tt.grid<%s", cases[i].device);
    read_type(&r, type);
    read_device(&d, text);
    char *svg = draw(r.s, TTA_PICTURE_MESH, TTA_PICTURE_SVG, d.device);
    ck_assert_ptr_nonnull(strstr(svg, cases[i].words));
    ck_assert_uint_eq(count(svg, "<rect class=\"unused"), 0); /* each core has a shard */
    free(svg);
    close_device(&d);
    close_type(&r);
  }
}
END_TEST

/* A device alone: each physical core has its logical core, and each format is written. */
START_TEST(device_alone) {
  device_reading d;
  tta_picture picture = {.view = TTA_PICTURE_MESH};
  read_device(&d, "#tt.device<workerGrid = #tt.grid<2x4, (d0, d1) -> (0, d1, d0)>, meshShape = 1, chipIds = [3]>");
  for (int format = TTA_PICTURE_SVG; format <= TTA_PICTURE_TEXT; format++) {
    tta_buf out, reason;
    tta_buf_init(&out, NULL);
    tta_buf_init(&reason, NULL);
    picture.format = (tta_picture_format)format;
    picture.device = d.device;
    ck_assert_int_eq(tta_draw(&picture, &out, &reason), TTA_OK);
    tta_buf_char(&out, 0);
    ck_assert_ptr_nonnull(strstr(out.data, "device of 2x4 cores on 1 chip"));
    ck_assert_ptr_nonnull(strstr(out.data, "1 chip of 4x2 cores"));
    if (format == TTA_PICTURE_SVG) {
      check_xml(out.data);
      ck_assert_ptr_nonnull(strstr(out.data, "<title>logical core 1,3&#10;chip 3, its core 3,1</title>"));
    }
    tta_buf_free(&out);
    tta_buf_free(&reason);
  }
  picture.view = TTA_PICTURE_GRID;
  tta_buf out;
  tta_buf_init(&out, NULL);
  ck_assert_int_eq(tta_draw(&picture, &out, NULL), TTA_INVALID);
  close_device(&d);
}
END_TEST

/* The bytes of all cells are those of the plan; each kind of way has a color. */
START_TEST(moves) {
  reading from, to;
  read_type(&from, "tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <4x1>, memref<16x64xf32, "
                   "#tt.memory_space<l1>>>>");
  read_type(&to, "tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<64x32xf32, "
                 "#tt.memory_space<l1>>>>");
  tta_move_spec spec = {.from = from.s, .to = to.s};
  tta_move *move;
  ck_assert_int_eq(tta_transfer_plan(&spec, &move), TTA_OK);
  for (int format = TTA_PICTURE_SVG; format <= TTA_PICTURE_TEXT; format++) {
    tta_picture picture = {.move = move, .view = TTA_PICTURE_MOVE, .format = (tta_picture_format)format};
    tta_buf out;
    tta_buf_init(&out, NULL);
    ck_assert_int_eq(tta_draw(&picture, &out, NULL), TTA_OK);
    tta_buf_char(&out, 0);
    ck_assert_ptr_nonnull(strstr(out.data, "move of 16,384 B from 4 sources to 2 destinations"));
    ck_assert_ptr_nonnull(strstr(out.data, "within a core"));
    ck_assert_ptr_null(strstr(out.data, "between chips<"));
    if (format == TTA_PICTURE_SVG) {
      check_xml(out.data);
      ck_assert_uint_eq(count(out.data, "2,048 B in 16 runs</title>"), 8);
      ck_assert_ptr_nonnull(strstr(out.data, "<title>from 3,0 to 0,1: 2,048 B in 16 runs</title>"));
    }
    if (format == TTA_PICTURE_TEXT) check_lines(out.data);
    tta_buf_free(&out);
  }
  tta_picture picture = {.view = TTA_PICTURE_GRID};
  tta_buf out;
  tta_buf_init(&out, NULL);
  ck_assert_int_eq(tta_draw(&picture, &out, NULL), TTA_INVALID);
  tta_move_free(move);
  close_type(&from);
  close_type(&to);
}
END_TEST

START_TEST(every_view_and_format) {
  static const tta_picture_view views[] = {TTA_PICTURE_GRID, TTA_PICTURE_PLANE, TTA_PICTURE_TILE, TTA_PICTURE_MESH};
  static const char *const types[] = {
      tiled_type, two_chips_type,
      "tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), undef, <2x1>, memref<20x32xf32, "
      "#tt.memory_space<l1>>>>",
      "tensor<1x1xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x1xf32, #tt.memory_space<l1>>>>",
      "tensor<100352xf32, #tt.metal_layout<(d0) -> (d0), undef, <7>, memref<14336xf32, #tt.memory_space<l1>>>>",
      "tensor<3x1000000007xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x64>, memref<3x15625001xf32, "
      "#tt.memory_space<l1>>>>"};
  device_reading d;
  read_device(&d, two_chips);
  for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
    reading r;
    read_type(&r, types[t]);
    for (size_t v = 0; v < 4; v++) {
      if (views[v] == TTA_PICTURE_MESH && t > 1) continue;
      const tta_device *device = views[v] == TTA_PICTURE_MESH ? d.device : NULL;
      char *svg = draw(r.s, views[v], TTA_PICTURE_SVG, device), *again = draw(r.s, views[v], TTA_PICTURE_SVG, device);
      char *text = draw(r.s, views[v], TTA_PICTURE_TEXT, device), *page = draw(r.s, views[v], TTA_PICTURE_HTML, device);
      check_xml(svg);
      ck_assert_str_eq(svg, again);
      check_lines(text);
      ck_assert_ptr_nonnull(strstr(page, "<script type=\"application/json\""));
      ck_assert_uint_eq(count(page, "</script>"), 2);
      ck_assert_ptr_null(strstr(page, "http://127"));
      if (views[v] != TTA_PICTURE_TILE) {
        ck_assert_uint_eq(count(svg, " data-core=\""), (size_t)r.s->cores);
        ck_assert_uint_ge(count(svg, "<title>"), (size_t)r.s->cores);
      }
      free(svg);
      free(again);
      free(text);
      free(page);
    }
    close_type(&r);
  }
  close_device(&d);
}
END_TEST

/* Grids of every size: a core a box up to 64x64, above that boxes whose numbers add up to the grid. */
START_TEST(boxes_add_up) {
  static const int64_t extents[] = {1, 2, 7, 63, 64, 65, 100, 1000, 4097};
  enum { N = sizeof extents / sizeof *extents };
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      char type[512];
      reading r;
      long long rows = extents[i], columns = extents[j];
      snprintf(type, sizeof type,
               "tensor<%lldx%lldxf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <%lldx%lld>, memref<3x5xf32, "
               "#tt.memory_space<l1>>>>", 3 * rows, 5 * columns, rows, columns);
      read_type(&r, type);
      char *svg = draw(r.s, TTA_PICTURE_GRID, TTA_PICTURE_SVG, NULL);
      char *text = draw(r.s, TTA_PICTURE_GRID, TTA_PICTURE_TEXT, NULL);
      char *page = draw(r.s, TTA_PICTURE_GRID, TTA_PICTURE_HTML, NULL);
      long long cores = (long long)count(page, " data-core=\"");
      for (const char *p = page; (p = strstr(p, " data-cores=\"")); p++) cores += atoll(p + strlen(" data-cores=\""));
      ck_assert_int_eq(cores, rows * columns);
      ck_assert_uint_lt(strlen(svg), 300 * 1000);
      ck_assert_uint_ge(count(svg, "<title>"), count(page, " data-core")); /* each box has a tooltip */
      bool aggregated = rows > 64 || columns > 64;
      ck_assert_int_eq(strstr(svg, "Each box stands for") != NULL, aggregated);
      check_lines(text);
      ck_assert_uint_lt(count(text, "\n"), 100);
      free(svg);
      free(text);
      free(page);
      close_type(&r);
    }
}
END_TEST

/* More than 1,024 boxes: each view in less than 300 KB, also where each shard has padding and gaps. */
START_TEST(large_pictures_are_small_files) {
  static const char *const types[] = {
      "tensor<1900x1999xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <64x64>, memref<1x1x!tt.tile<32x32, f32>, "
      "#tt.memory_space<l1>>>>",
      "tensor<64x20x1999xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 30 + d1, d2), undef, <64x64>, "
      "memref<1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>",
  };
  static const tta_picture_view views[] = {TTA_PICTURE_GRID, TTA_PICTURE_PLANE};
  for (int i = 0; i < 4; i++) {
    reading r;
    read_type(&r, types[i / 2]);
    char *svg = draw(r.s, views[i % 2], TTA_PICTURE_SVG, NULL);
    check_xml(svg);
    ck_assert_uint_lt(strlen(svg), 300 * 1000);
    ck_assert_uint_eq(count(svg, "<title>core "), 4096);
    ck_assert_ptr_nonnull(strstr(svg, "<title>core 63,63</title>"));
    ck_assert_ptr_nonnull(strstr(svg, "class=\"padding\" transform"));
    free(svg);
    close_type(&r);
  }
}
END_TEST

/* Along a replicated mesh dim the other chips hold copies. */
START_TEST(copies_on_replicated_chips) {
  reading r;
  device_reading d;
  read_type(&r, "tensor<32x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, "
                "#tt.memory_space<l1>>>>");
  read_device(&d, two_chips);
  char *svg = draw(r.s, TTA_PICTURE_MESH, TTA_PICTURE_SVG, d.device);
  ck_assert_uint_eq(count(svg, "a copy: the tensor is replicated"), 1);
  ck_assert_uint_eq(count(svg, " data-core=\""), 1);
  ck_assert_uint_eq(count(svg, "<rect class=\"unused out\""), 2 * 63 + 1); /* and the legend */
  free(svg);
  close_device(&d);
  close_type(&r);
}
END_TEST

START_TEST(refusals) {
  reading r;
  tta_buf out, reason;
  read_type(&r, tiled_type);
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  tta_picture picture = {.layout = r.s, .view = TTA_PICTURE_MESH};
  ck_assert_int_eq(tta_draw(&picture, &out, &reason), TTA_INVALID);
  ck_assert_uint_eq(out.size, 0);
  ck_assert_uint_gt(reason.size, 0);
  picture.view = TTA_PICTURE_MEMORY;
  ck_assert_int_eq(tta_draw(&picture, &out, NULL), TTA_INVALID);
  device_reading d; /* 3x2 cores on 1x1 */
  read_device(&d, "#tt.device<workerGrid = #tt.grid<1x1, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>");
  picture = (tta_picture){.view = TTA_PICTURE_GRID, .device = d.device};
  ck_assert_int_eq(tta_draw(&picture, &out, &reason), TTA_INVALID);
  close_device(&d);
  tta_buf_free(&out);
  tta_buf_free(&reason);
  close_type(&r);
}
END_TEST

/* RFC, Contiguous Tiles and Padded Tensors: (4, 1024, 64) and (4, 1000, 64), 8 elements in a stick of the last tile. */
START_TEST(sticks) {
  static const int64_t sizes[2][2] = {{1024, 256}, {1000, 200}};
  for (int i = 0; i < 2; i++) {
    tta_arena *arena = tta_arena_new(NULL);
    tta_tiled layout;
    tta_tiled_spec spec = {.host_size = {2, sizes[i]}, .convention = TTA_TILED_RFC};
    ck_assert(tta_tiled_element_find((tta_str){"f16", 3}, &spec.element));
    ck_assert_int_eq(tta_tiled_build(&spec, arena, &layout, NULL), TTA_OK);
    for (int format = 0; format < 3; format++) {
      tta_buf out;
      tta_buf_init(&out, NULL);
      tta_picture picture = {.tiled = &layout, .view = TTA_PICTURE_PLANE, .format = (tta_picture_format)format};
      ck_assert_int_eq(tta_draw(&picture, &out, NULL), TTA_OK);
      tta_buf_char(&out, 0);
      if (format == TTA_PICTURE_SVG) check_xml(out.data);
      if (format == TTA_PICTURE_TEXT) check_lines(out.data);
      if (format == TTA_PICTURE_SVG) {
        ck_assert_uint_eq(count(out.data, "sticks from position"), 4);
        const char *last = strstr(out.data, i ? "1000 sticks from position 192000; 1000 with elements, 8 of 64"
                                              : "1024 sticks from position 196608; 1024 with elements, 64 of 64");
        ck_assert_ptr_nonnull(last);
        ck_assert_uint_eq(count(out.data, "class=\"padding\" x"), i ? 2 : 0);
      }
      tta_buf_free(&out);
    }
    tta_arena_delete(arena);
  }
}
END_TEST

/* ---- memory that runs out ---- */

typedef struct limited {
  size_t left, live;
} limited;

static void *limited_allocate(void *user, size_t size) {
  limited *l = user;
  if (!l->left) return NULL;
  l->left--;
  l->live++;
  return malloc(size);
}
static void *limited_resize(void *user, void *block, size_t old_size, size_t new_size) {
  limited *l = user;
  (void)old_size;
  if (!block) return limited_allocate(user, new_size);
  if (!l->left) return NULL;
  l->left--;
  return realloc(block, new_size);
}
static void limited_release(void *user, void *block, size_t size) {
  limited *l = user;
  (void)size;
  if (block) l->live--;
  free(block);
}

START_TEST(allocations_may_fail) {
  reading r;
  device_reading d;
  read_type(&r, two_chips_type);
  read_device(&d, two_chips);
  for (int view = TTA_PICTURE_GRID; view <= TTA_PICTURE_MESH; view++)
    for (int format = 0; format < 3; format++) {
      tta_status status = TTA_NO_MEMORY;
      for (size_t n = 0; status == TTA_NO_MEMORY; n++) {
        ck_assert_uint_lt(n, 2000);
        limited l = {.left = n};
        tta_allocator allocator = {limited_allocate, limited_resize, limited_release, &l};
        tta_picture picture = {.layout = r.s, .view = (tta_picture_view)view, .format = (tta_picture_format)format,
                               .device = d.device, .allocator = &allocator};
        tta_buf out;
        tta_buf_init(&out, &allocator);
        status = tta_draw(&picture, &out, NULL);
        if (status) ck_assert_uint_eq(out.size, 0);
        tta_buf_free(&out);
        ck_assert_uint_eq(l.live, 0);
      }
      ck_assert_int_eq(status, TTA_OK);
    }
  close_device(&d);
  close_type(&r);
}
END_TEST

int main(void) {
  return RUN_SUITE("draw", padding_is_to_scale, a_box_used_in_part, narrow_boxes, tiles_tell_what_they_leave_out,
                   every_core_has_its_index, reinterpreted_chips, device_alone, moves, every_view_and_format,
                   boxes_add_up, large_pictures_are_small_files, copies_on_replicated_chips, refusals, sticks,
                   allocations_may_fail);
}
