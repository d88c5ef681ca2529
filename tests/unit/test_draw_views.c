/* Each view of layouts, devices, programs and tiled layouts of every kind: well-formed XML, consistent lines of text,
 * and the notes of each. Scale: test_draw.c. */
#include <stdio.h>

#include "drawings.h"
#include "failing.h"
#include "suite.h"
#include "tiled/tiled.h"

#define L1 "#tt.memory_space<l1>"
#define METAL(tensor, map, grid, memref)                                                                               \
  "tensor<" tensor ", #tt.metal_layout<" map ", undef, <" grid ">, memref<" memref ", " L1 ">>>"
#define CUBE METAL("4x64x96xf32", "(d0, d1, d2) -> (d0, d1, d2)", "4x2x3", "1x32x32xf32")
#define FLAT METAL("64x128xf32", "(d0, d1) -> (d0, d1)", "2x4", "32x32xf32")
#define DEALT(tensor, map, memref)                                                                                     \
  "tensor<" tensor ", #ttnn.ttnn_layout<" map ", <1x1>, memref<" memref ", #ttnn.buffer_type<dram>>, <interleaved>>>"
#define PAGES DEALT("64x128xf32", "(d0, d1) -> (d0, d1)", "2x4x!ttcore.tile<32x32, f32>")
#define DEVICE(grid, mesh, chips)                                                                                      \
  "#tt.device<workerGrid = #tt.grid<" grid ">, meshShape = " mesh ", chipIds = [" chips "]>"
#define TWO DEVICE("8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)", "1x2", "4, 5")

/* Words of the text, or with a leading `~` of the SVG. */
typedef struct picture_case {
  const char *type, *device;
  tta_picture_view view;
  const char *words[4];
} picture_case;

static void expect_words(const char *type, const char *const *words, const char *text, const char *svg) {
  for (int i = 0; i < 4 && words[i]; i++)
    ck_assert_msg(*words[i] == '~' ? strstr(svg, words[i] + 1) != NULL : strstr(text, words[i]) != NULL, "%s: %s\n%s",
                  type, words[i], *words[i] == '~' ? svg : text);
}

static const picture_case cases[] = {
    {CUBE,
     NULL,
     TTA_PICTURE_GRID,
     {"[0, *, *]", "[3, *, *]", "A shard has 3 dims; its last two are drawn.", "~physical dim 0: 1 from 3"}},
    {CUBE,
     NULL,
     TTA_PICTURE_PLANE,
     {"[0, *, *]", "[3, *, *]", "The last two dims of the physical shape are drawn, one plane for each core along"}},
    {CUBE, NULL, TTA_PICTURE_TILE, {"24 cores from 0,0,0", "valid 1x32x32"}},
    {METAL("40x64x96xf32", "(d0, d1, d2) -> (d0, d1, d2)", "40x2x3", "1x32x32xf32"),
     NULL,
     TTA_PICTURE_PLANE,
     {" of 40"}},
    {METAL("97x131x5xf32", "(d0, d1, d2) -> (d0, d1, d2)", "3x4x2", "33x33x3xf32"),
     NULL,
     TTA_PICTURE_TILE,
     {"4 of 8 distinct shards are drawn."}},
    {METAL("2x4x8x4x8xf32", "(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)", "2x2x2x2x2", "1x2x4x2x4xf32"),
     NULL,
     TTA_PICTURE_GRID,
     {"[1, 1, 1, *, *]", "A shard has 5 dims"}},
    {METAL("f32", "() -> (0, 0)", "1x1", "1x1xf32"), NULL, TTA_PICTURE_PLANE, {"logical scalar -> physical 1x1"}},
    {METAL("f32", "() -> (0, 0)", "1x1", "1x1xf32"), NULL, TTA_PICTURE_GRID, {"logical scalar"}},
    {PAGES, NULL, TTA_PICTURE_PLANE, {"Interleaved: pages go round the banks one by one; no core holds a shard."}},
    {DEALT("3x64x128xf32", "(d0, d1, d2) -> (d0 * 64 + d1, d2)", "6x4x!ttcore.tile<32x32, f32>"),
     NULL,
     TTA_PICTURE_PLANE,
     {"d0=2", "Interleaved"}},
    {METAL("64x128xf32", "(d0, d1) -> (d0, d1)", "1x1", "2x4x!tt.tile<32x32, f32>"),
     NULL,
     TTA_PICTURE_TILE,
     {"A tile of 32x32 f32: faces of 16x16, each row by row", "~from byte 3072", "face 3"}},
    {METAL("64x128xf32", "(d0, d1) -> (d0, d1)", "1x1", "4x4x!tt.tile<16x32, bfp_bf8>"),
     NULL,
     TTA_PICTURE_TILE,
     {"A tile of 16x32 bfp_bf8", "Block float: the scalars of a face's row share their exponent"}},
    {METAL("128xf32", "(d0) -> (d0)", "1", "128xf32"),
     NULL,
     TTA_PICTURE_TILE,
     {"1 core: 0", "Not tiled: scalars are stored row by row."}},
    {METAL("1x100000xf32", "(d0, d1) -> (d0, d1)", "1x1", "1x100000xf32"), NULL, TTA_PICTURE_PLANE, {"400,000 B each"}},
    {METAL("100000x1xf32", "(d0, d1) -> (d0, d1)", "1x1", "100000x1xf32"), NULL, TTA_PICTURE_PLANE, {"400,000 B each"}},
    {METAL("100000x1xf32", "(d0, d1) -> (d0, d1)", "1x1", "100000x1xf32"), NULL, TTA_PICTURE_TILE, {"1 core: 0,0"}},
    {METAL("100x100xf32", "(d0, d1) -> (d0, d1)", "100x100", "1x1xf32"),
     NULL,
     TTA_PICTURE_PLANE,
     {"Each box stands for 90 cores (10 rows x 9 columns)"}},
    {METAL("3000x3000xf32", "(d0, d1) -> (d0, d1)", "3000x3000", "1x1xf32"),
     NULL,
     TTA_PICTURE_PLANE,
     {"Each box stands for 75,000 cores"}},
    {METAL("53x61xf32", "(d0, d1) -> (d0, d1)", "3x2", "18x31xf32"), /* labels at the end of the data, not of padding */
     NULL,
     TTA_PICTURE_PLANE,
     {"~>53<", "~>61<"}},
    {METAL("2x30x30xf32", "(d0, d1, d2) -> (d0 * 32 + d1, d2)", "2x1", "31x30xf32"),
     NULL,
     TTA_PICTURE_PLANE,
     {"d0=1", "the map leaves 60 without one"}},
    {METAL("100x30xf32", "(d0, d1) -> (d0 * 3, d1 * 5)", "2x1", "149x146xf32"),
     NULL,
     TTA_PICTURE_PLANE,
     {"the map leaves 40,508 without one"}},
    {METAL("100x30xf32", "(d0, d1) -> (d0 * 3, d1 * 5)", "2x1", "149x146xf32"),
     NULL,
     TTA_PICTURE_GRID,
     {"the map leaves 40,508 without one"}},
    {METAL("5x30xf32", "(d0, d1) -> (d0, d1)", "8x1", "1x30xf32"), NULL, TTA_PICTURE_GRID, {"8 cores"}},
    {METAL("65x65xf32", "(d0, d1) -> (d0, d1)", "2x2", "2x2x!tt.tile<32x32, f32>"),
     NULL,
     TTA_PICTURE_PLANE,
     {"padding"}},
    {FLAT, TWO, TTA_PICTURE_GRID, {" .   .   .", "~no shard"}},
    {FLAT, TWO, TTA_PICTURE_MESH, {"2 chips of 8x8 cores, mesh 1x2; mesh dim 1 sharded"}},
    {FLAT,
     DEVICE("3x5, (d0, d1) -> (0, d0, d1)", "1", "7"),
     TTA_PICTURE_MESH,
     {"1 chip of 3x5 cores", "chip 7", "8/15", "~chip 7, core 2,4: no shard"}},
    {FLAT,
     DEVICE("16x32, (d0, d1) -> (d0 floordiv 2 * 8 + d1 floordiv 4, d0 mod 2, d1 mod 4)", "8x8",
            "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, "
            "29, 30, 31, "
            "32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, "
            "58, 59, 60, "
            "61, 62, 63"),
     TTA_PICTURE_MESH,
     {"64 chips of 2x4 cores, mesh 8x8", "The mesh has 8 columns: its rows are broken after 4", "chip 63"}},
    {CUBE,
     DEVICE("4x8x8, (d0, d1, d2) -> (d0, d1, d2)", "4x1x1", "0, 1, 2, 3"),
     TTA_PICTURE_MESH,
     {"mesh 4x1x1; mesh dim 0 sharded", "chip 3     6/64", "~tensor slice 1x64x96"}},
    {METAL("1x64x96xf32", "(d0, d1, d2) -> (d0, d1, d2)", "1x2x3", "1x32x32xf32"),
     DEVICE("4x8x8, (d0, d1, d2) -> (d0, d1, d2)", "4x1x1", "0, 1, 2, 3"),
     TTA_PICTURE_MESH,
     {"mesh dim 0 replicated", "~a copy: the tensor is replicated"}},
    {METAL("1x64x96xf32", "(d0, d1, d2) -> (d0, d1, d2)", "1x2x3", "1x32x32xf32"),
     DEVICE("12x8x8, (d0, d1, d2) -> (d0, d1, d2)", "2x3x2", "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"),
     TTA_PICTURE_MESH,
     {"12 chips"}},
    {METAL("128xf32", "(d0) -> (d0)", "4", "32xf32"),
     DEVICE("8, (d0) -> (0, 0, d0)", "1", "0"),
     TTA_PICTURE_MESH,
     {"1 chip of 1x8 cores", "4/8"}},
    {METAL("1x1xf32", "(d0, d1) -> (d0, d1)", "1x1", "1x1xf32"),
     DEVICE("60x60, (d0, d1) -> (0, d0, d1)", "1", "0"),
     TTA_PICTURE_MESH,
     {"1/3600"}},
    {METAL("1x1xf32", "(d0, d1) -> (d0, d1)", "1x1", "1x1xf32"),
     DEVICE("80x80, (d0, d1) -> (0, d0, d1)", "1", "0"),
     TTA_PICTURE_MESH,
     {"1/6400"}},
    /* joined columns; more parts and more gaps than are marked */
    {METAL("3x2x30xf32", "(d0, d1, d2) -> (d0, d1 * 32 + d2)", "1x2", "3x31xf32"),
     NULL,
     TTA_PICTURE_PLANE,
     {"~d1=0", "~d1=1", "the map leaves 6 without one"}},
    {METAL("3x5000x30xf32", "(d0, d1, d2) -> (d0, d1 * 32 + d2)", "1x1", "3x159998xf32"),
     NULL,
     TTA_PICTURE_PLANE,
     {"~d1 has a part every 32 columns, 5000 in all: only the first is marked."}},
    {METAL("5000x30x3xf32", "(d0, d1, d2) -> (d0 * 32 + d1, d2)", "1x1", "159998x3xf32"),
     NULL,
     TTA_PICTURE_PLANE,
     {"~d0 has a part every 32 rows, 5000 in all: only the first is marked."}},
    {METAL("20x20x20x20xf32", "(d0, d1, d2, d3) -> (d0 * 8000 + d1 * 400 + d2 * 20 + d3, 0)", "1x1", "160000x1xf32"),
     NULL,
     TTA_PICTURE_PLANE,
     {"logical 20x20x20x20"}},
    {METAL("64x128xf32", "(d0, d1) -> (d0, d1)", "1x1", "64x128xf32"),
     DEVICE("2x2, (d0, d1) -> (0, d0, d1)", "1", "3"),
     TTA_PICTURE_GRID,
     {"0,0"}},
    {FLAT, DEVICE("2x4, (d0, d1) -> (0, d0, d1)", "1", "3"), TTA_PICTURE_GRID, {"~c3 0,0", "~c3 1,3"}},
    {METAL("200x200xf32", "(d0, d1) -> (d0, d1)", "100x100", "2x2xf32"),
     DEVICE("128x128, (d0, d1) -> (0, d0, d1)", "1", "0"),
     TTA_PICTURE_GRID,
     {"Each box stands for"}},
    {METAL("128xf32", "(d0) -> (d0)", "4", "32xf32"), NULL, TTA_PICTURE_PLANE, {"logical 128"}},
    {METAL("128xf32", "(d0) -> (d0)", "4", "32xf32"), NULL, TTA_PICTURE_GRID, {"4 cores"}},
    {METAL("8x8xf32", "(d0, d1) -> (d0 floordiv 2, d1 + (d0 mod 2) * 8)", "1x2", "4x8xf32"),
     NULL,
     TTA_PICTURE_GRID,
     {"2 cores"}},
    /* a device whose grid its mesh does not divide: what its map names */
    {FLAT,
     DEVICE("3x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)", "2x1", "4, 5"),
     TTA_PICTURE_MESH,
     {"2 chips of 3x8 cores", "chip 4", "chip 5"}},
    {METAL("5000x8x8xf32", "(d0, d1, d2) -> (d0, d1, d2)", "5000x1x1", "1x8x8xf32"),
     NULL,
     TTA_PICTURE_GRID,
     {"5,000 cores", " panels"}},
};

START_TEST(views) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reading r;
    device_reading d;
    read_type(&r, cases[i].type);
    if (cases[i].device) read_device(&d, cases[i].device);
    const tta_device *device = cases[i].device ? d.device : NULL;
    char *svg = draw(r.s, cases[i].view, TTA_PICTURE_SVG, device),
         *text = draw(r.s, cases[i].view, TTA_PICTURE_TEXT, device),
         *page = draw(r.s, cases[i].view, TTA_PICTURE_HTML, device);
    check_xml(svg);
    check_lines(text);
    expect_words(cases[i].type, cases[i].words, text, svg);
    ck_assert_uint_eq(count(page, "</script>"), 2);
    free(svg);
    free(text);
    free(page);
    if (cases[i].device) close_device(&d);
    close_type(&r);
  }
}
END_TEST

/* ---- errors ---- */

START_TEST(refused) {
  static const picture_case bad[] = {
      {PAGES, NULL, TTA_PICTURE_GRID, {"layout is interleaved; cores have no shards; '--view plane' shows its pages"}},
      {PAGES, NULL, TTA_PICTURE_TILE, {"layout is interleaved; cores have no shards; '--view plane' shows its pages"}},
      {PAGES, TWO, TTA_PICTURE_MESH, {"layout is interleaved; cores have no shards"}},
      {FLAT, NULL, TTA_PICTURE_MESH, {"the mesh view needs a device"}},
      {FLAT, NULL, TTA_PICTURE_MEMORY, {"a layout has no memory view; that is a picture of a program"}},
      {CUBE, TWO, TTA_PICTURE_MESH, {"grid rank 3 does not match device grid rank 2"}},
      {METAL("1000x1000xf32", "(d0, d1) -> (d0, d1)", "500x500", "2x2xf32"),
       TWO,
       TTA_PICTURE_MESH,
       {"there are too many cores or chips to be drawn (65,536, 1,024)"}},
      {METAL("0x5xf32", "(d0, d1) -> (d0, d1)", "1x1", "0x5xf32"), NULL, TTA_PICTURE_TILE, {"the shard is empty"}},
      {FLAT,
       DEVICE("1025x1024, (d0, d1) -> (d1 floordiv 512, d0, d1 mod 512)", "2x1", "0, 1"),
       TTA_PICTURE_MESH,
       {"the device has too many cores to be drawn"}},
      {FLAT,
       DEVICE("300x300, (d0, d1) -> (0, d0, d1)", "1", "0"),
       TTA_PICTURE_MESH,
       {"the chip grid is too large to be drawn"}},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    reading r;
    device_reading d;
    tta_buf out, reason;
    read_type(&r, bad[i].type);
    if (bad[i].device) read_device(&d, bad[i].device);
    tta_picture picture = {.layout = r.s, .view = bad[i].view, .device = bad[i].device ? d.device : NULL};
    tta_buf_init(&out, NULL);
    tta_buf_init(&reason, NULL);
    ck_assert_int_eq(tta_draw(&picture, &out, NULL), TTA_INVALID);
    ck_assert_int_eq(tta_draw(&picture, &out, &reason), TTA_INVALID);
    ck_assert_uint_eq(out.size, 0);
    tta_buf_char(&reason, 0);
    ck_assert_msg(strstr(reason.data, bad[i].words[0]) != NULL, "%s, not %s", reason.data, bad[i].words[0]);
    tta_buf_free(&out);
    tta_buf_free(&reason);
    if (bad[i].device) close_device(&d);
    close_type(&r);
  }
}
END_TEST

/* ---- memory ---- */

static char *draw_program(const char *program, tta_picture_format format) {
  tta_source source;
  tta_memory_plan_options options;
  tta_memory_plan *plan;
  tta_buf out;
  tta_picture picture = {.view = TTA_PICTURE_MEMORY, .format = format};
  tta_memory_plan_options_init(&options);
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){program, strlen(program)}, NULL);
  ck_assert_int_eq(tta_memory_plan_new(&source, &options, &plan, NULL), TTA_OK);
  tta_buf_init(&out, NULL);
  picture.memory_plan = plan;
  ck_assert_int_eq(tta_draw(&picture, &out, NULL), TTA_OK);
  tta_buf_char(&out, 0);
  tta_memory_plan_free(plan);
  tta_source_free(&source);
  return out.data;
}

static void expect_program(const char *program, const char *const *words) {
  char *text = draw_program(program, TTA_PICTURE_TEXT), *svg = draw_program(program, TTA_PICTURE_SVG);
  check_lines(text);
  check_xml(svg);
  expect_words(program, words, text, svg);
  free(text);
  free(svg);
}

#define HEAD "#l1 = " L1 "\nfunc.func @f(%x: memref<8xf32, #l1>) {\n"
START_TEST(programs) {
  expect_program("func.func @f() {\n}\n",
                 (const char *const[4]){"No value lies in device memory.", "nothing was planned"});
  expect_program(
      HEAD "  %0 = t.empty : memref<64x64xf32, #l1>\n  %1 = t.x %0 : memref<64x64xf32, #l1>\n  t.use %1, %x\n}\n",
      (const char *const[4]){"the program fits", "L1: only the addresses in use are drawn, of 1,024..1,499,136.",
                             "~in the buffer of %0", "L1: 64 banks of 1,498,112 B, peak 16,416 at line 3"});
  expect_program(HEAD "  %0 = t.x : memref<4194304xf32, #l1>\n  %1 = t.x : memref<4194304xf32, #l1>\n  %2 = t.x : "
                      "memref<4194304xf32, #l1>\n"
                      "  %3 = t.x : memref<4194304xf32, #l1>\n  %4 = t.x : memref<4194304xf32, #l1>\n}\n",
                 (const char *const[4]){"the program does not fit",
                                        "~allocation failed: %0 (line 3, 16,777,216 B in L1)", "~and 1 more"});
  tta_buf many;
  tta_buf_init(&many, NULL);
  tta_buf_str(&many, HEAD);
  for (int i = 0; i < 3000; i++) tta_buf_printf(&many, "  %%%d = t.x %%x : memref<%dxf32, #l1>\n", i, 8 * (i % 7 + 1));
  tta_buf_str(&many, "}\n");
  tta_buf_char(&many, 0);
  expect_program(many.data,
                 (const char *const[4]){"L1: too many buffers to draw each; the picture shows bytes in use"});
  tta_buf_free(&many);
}
END_TEST

/* ---- sticks ---- */

START_TEST(tiled_layouts) {
  static const struct {
    int64_t size[3];
    uint32_t rank;
    const char *element;
    tta_tiled_convention convention;
    const char *words[4];
    int64_t order[3]; /* all 0: as they stand */
  } layouts[] = {
      {{200}, 1, "f16", TTA_TILED_RFC, {"The tensor 200, sticks of 64 along d0", "padding 56 of 256 elements"}, {0}},
      {{1000, 200}, 2, "f16", TTA_TILED_RFC, {"Host memory, strides (200, 1)", "4 blocks of 1000x64"}, {0}},
      {{2, 3, 5}, 3, "f16", TTA_TILED_RFC, {"The tensor 2x3x5"}, {0}},
      {{2, 300, 500}, 3, "f32", TTA_TILED_RFC, {"The tensor 2x300x500"}, {0}},
      {{2, 3}, 2, "f16", TTA_TILED_2026, {"The tensor 2x3"}, {0}},
      {{}, 0, "f16", TTA_TILED_RFC, {"one element a stick"}, {0}},
      {{3, 70, 5}, 3, "f16", TTA_TILED_DEC25, {"The tensor 3x70x5"}, {0}},
      {{70, 200}, 2, "f16", TTA_TILED_RFC, {"sticks of 64 along d0", "the elements of a stick are 200 apart"}, {1, 0}},
      {{70, 200}, 2, "f16", TTA_TILED_2026, {"sticks of 64 along d0"}, {1, 0}},
      {{3, 130, 5}, 3, "f16", TTA_TILED_RFC, {"sticks of 64 along d1"}, {0, 2, 1}},
  };
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
    tta_arena *arena = tta_arena_new(NULL);
    tta_tiled layout;
    tta_tiled_spec spec = {.host_size = {layouts[i].rank, layouts[i].size}, .convention = layouts[i].convention};
    if (layouts[i].order[0] || layouts[i].order[1]) spec.order = (tta_shape){layouts[i].rank, layouts[i].order};
    tta_buf text, svg, reason;
    tta_buf_init(&reason, NULL);
    ck_assert(tta_tiled_element_find((tta_str){layouts[i].element, strlen(layouts[i].element)}, &spec.element));
    ck_assert_int_eq(tta_tiled_build(&spec, arena, &layout, NULL), TTA_OK);
    tta_picture picture = {.tiled = &layout, .view = TTA_PICTURE_PLANE, .format = TTA_PICTURE_TEXT};
    tta_buf_init(&text, NULL);
    tta_buf_init(&svg, NULL);
    ck_assert_int_eq(tta_draw(&picture, &text, NULL), TTA_OK);
    picture.format = TTA_PICTURE_SVG;
    ck_assert_int_eq(tta_draw(&picture, &svg, NULL), TTA_OK);
    tta_buf_char(&text, 0);
    tta_buf_char(&svg, 0);
    check_lines(text.data);
    check_xml(svg.data);
    expect_words("tiled", layouts[i].words, text.data, svg.data);
    picture.view = TTA_PICTURE_GRID;
    ck_assert_int_eq(tta_draw(&picture, &svg, &reason), TTA_INVALID);
    tta_buf_char(&reason, 0);
    ck_assert_str_eq(reason.data, "a tiled layout has no view but the plane");
    layout.device_size.rank = 0;
    picture.view = TTA_PICTURE_PLANE;
    reason.size = 0;
    ck_assert_int_eq(tta_draw(&picture, &svg, &reason), TTA_INVALID);
    tta_buf_char(&reason, 0);
    ck_assert_str_eq(reason.data, "only a legal layout of a tensor with elements can be drawn");
    tta_buf_free(&text);
    tta_buf_free(&svg);
    tta_buf_free(&reason);
    tta_arena_delete(arena);
  }
}
END_TEST

/* ---- memory that runs out ---- */

typedef struct drawing {
  const tta_layout *s;
  tta_picture picture;
} drawing;

static tta_status draw_given(const tta_allocator *allocator, const void *given) {
  const drawing *d = given;
  tta_picture picture = d->picture;
  tta_buf out;
  picture.allocator = allocator;
  tta_buf_init(&out, allocator);
  picture.layout = d->s;
  tta_status status = tta_draw(&picture, &out, NULL);
  ck_assert_uint_eq(out.size > 0, status == TTA_OK);
  tta_buf_free(&out);
  return status;
}

START_TEST(no_memory) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i += 3)
    for (int format = 0; format < 3; format++) {
      reading r;
      device_reading d;
      read_type(&r, cases[i].type);
      if (cases[i].device) read_device(&d, cases[i].device);
      drawing given = {
          r.s,
          {.view = cases[i].view, .format = (tta_picture_format)format, .device = cases[i].device ? d.device : NULL}};
      each_request_fails(draw_given, &given, TTA_OK);
      if (cases[i].device) close_device(&d);
      close_type(&r);
    }
}
END_TEST

int main(void) {
  return RUN_SUITE("draw_views", views, refused, programs, tiled_layouts, no_memory);
}
