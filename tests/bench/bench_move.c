/* How long plans of moves take: the library call alone, median of several, over tensors of 1 GiB between layouts on 64
 * cores. Called by bench.py; prints a row of its table for each move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "diag/check_options.h"
#include "ttattr/move.h"

typedef struct workload {
  const char *name, *from, *to;
} workload;

#define TENSOR "tensor<16384x16384xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, "
#define L1 ", #tt.memory_space<l1>>>>"
#define DRAM ", #tt.memory_space<dram>>>>"

static const workload workloads[] = {
    {"regrid 8x8 to 64x1", TENSOR "<8x8>, memref<2048x2048xf32" L1, TENSOR "<64x1>, memref<256x16384xf32" L1},
    {"tilize and regrid 8x8 to 4x16", TENSOR "<8x8>, memref<2048x2048xf32" L1,
     TENSOR "<4x16>, memref<128x32x!tt.tile<32x32, f32>" L1},
    {"7x9 to 9x7 cores, all tiles cut", TENSOR "<7x9>, memref<74x57x!tt.tile<32x32, f32>" L1,
     TENSOR "<9x7>, memref<57x74x!tt.tile<32x32, f32>" L1},
    {"DRAM pages to 8x8", TENSOR "<1x1>, memref<512x512x!tt.tile<32x32, f32>" DRAM,
     TENSOR "<8x8>, memref<64x64x!tt.tile<32x32, f32>" L1},
};

typedef struct end {
  char *text;
  tta_source source;
  tta_layouts *layouts;
  const tta_layout *layout;
} end;

static void read_end(end *e, const char *text) {
  tta_check_options options;
  size_t size = strlen(text);
  e->text = calloc(size + 64, 1);
  if (!e->text) exit(1);
  memcpy(e->text, text, size);
  tta_check_options_init(&options);
  tta_source_init(&e->source, (tta_str){"<bench>", 7}, (tta_str){e->text, size}, NULL);
  if (tta_layouts_read(&e->source, TTA_LAYOUTS_TYPE, &options, &e->layouts, NULL)) exit(1);
  if (!tta_layouts_num_entries(e->layouts)) exit(1);
  e->layout = tta_layouts_entry(e->layouts, 0)->layout;
}

static void free_end(end *e) {
  tta_layouts_free(e->layouts);
  tta_source_free(&e->source);
  free(e->text);
}

enum { RUNS = 9 };

static void measure(const workload *w) {
  end from, to;
  double time[RUNS];
  tta_move_totals totals = {0};
  size_t families = 0;
  read_end(&from, w->from);
  read_end(&to, w->to);
  for (int i = 0; i < RUNS; i++) {
    tta_move_spec spec = {.from = from.layout, .to = to.layout};
    tta_move *move;
    double begin = now();
    if (tta_transfer_plan(&spec, &move)) exit(1);
    time[i] = now() - begin;
    totals = *tta_move_get_totals(move);
    families = tta_move_num_families(move);
    tta_move_free(move);
  }
  qsort(time, RUNS, sizeof *time, by_size);
  printf("| %s | %.1f | %lld | %zu |\n", w->name, time[RUNS / 2], (long long)totals.runs, families);
  free_end(&from);
  free_end(&to);
}

int main(void) {
  for (size_t i = 0; i < sizeof workloads / sizeof workloads[0]; i++) measure(&workloads[i]);
  return 0;
}
