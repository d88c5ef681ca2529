/* Grid plans of random programs on 2 x 2 cores compared with all assignments of legal grids: the plan of a tree of
 * operations is the optimum, no plan costs less than it or more than the present grids, and the sums of a plan are
 * those of its tensors and moves, each computed from the layouts on their grids.
 *
 * usage: test_grid_plan [PROGRAMS [SEED]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "ttattr/grids.h"
#include "../unit/moved_bytes.h"

enum { TENSORS = 4, GRIDS = 8, CORES = 4, MOVES = 8 };

static const int64_t grids[GRIDS][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {1, 3}, {1, 4}, {3, 1}, {4, 1}};
static const tta_shape workers = {2, (const int64_t[]){2, 2}};

static long case_number, trees, optimal, improved, agreed;
static char program[8192];

static void die(const char *what, int line) {
  printf("grid plan: case %ld: line %d: %s\n%s\n", case_number, line, what, program);
  exit(1);
}
#define CHECK(condition) ((condition) ? (void)0 : die(#condition, __LINE__))

static int64_t up(int64_t a, int64_t b) { return (a + b - 1) / b; }

/* ---- types ---- */

typedef struct tensor {
  int64_t shape[2];
  bool tiles;
  int grid;              /* present */
  bool legal[GRIDS];
  int64_t waste[GRIDS];
  tta_source source[GRIDS];
  tta_layouts *read[GRIDS];
  const tta_layout *layout[GRIDS];
  char type[GRIDS][512];
} tensor;

typedef struct move {
  int from, to;
  int64_t bytes[GRIDS][GRIDS];
} move;

static void write_type(tensor *t, int g) {
  int64_t shard[2];
  for (int i = 0; i < 2; i++) shard[i] = up(up(t->shape[i], grids[g][i]), t->tiles ? 32 : 1);
  snprintf(t->type[g], sizeof t->type[g],
           "tensor<%" PRId64 "x%" PRId64 "xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <%" PRId64 "x%" PRId64
           ">, memref<%" PRId64 "x%" PRId64 "x%s, #tt.memory_space<l1>>>>",
           t->shape[0], t->shape[1], grids[g][0], grids[g][1], shard[0], shard[1],
           t->tiles ? "!tt.tile<32x32, f32>" : "f32");
  t->waste[g] = shard[0] * shard[1] * (t->tiles ? 4096 : 4) * CORES - t->shape[0] * t->shape[1] * 4;
}

static void make_tensor(tensor *t, const int64_t *shape) {
  memcpy(t->shape, shape, sizeof t->shape);
  t->tiles = pick(0, 1);
  for (int g = 0; g < GRIDS; g++) {
    t->legal[g] = true;
    for (int i = 0; i < 2; i++) t->legal[g] &= (grids[g][i] - 1) * up(shape[i], grids[g][i]) < shape[i];
    if (!t->legal[g]) continue;
    write_type(t, g);
    tta_source_init(&t->source[g], (tta_str){"<type>", 6}, (tta_str){t->type[g], strlen(t->type[g])}, NULL);
    CHECK(tta_layouts_read(&t->source[g], TTA_LAYOUTS_TYPE, NULL, &t->read[g], NULL) == TTA_OK);
    t->layout[g] = tta_layouts_entry(t->read[g], 0)->layout;
  }
  do t->grid = (int)pick(0, GRIDS - 1);
  while (!t->legal[t->grid]);
}

static void free_tensor(tensor *t) {
  for (int g = 0; g < GRIDS; g++) {
    if (!t->legal[g]) continue;
    tta_layouts_free(t->read[g]);
    tta_source_free(&t->source[g]);
  }
}

static void make_move(move *m, const tensor *tensors, int from, int to) {
  m->from = from, m->to = to;
  for (int a = 0; a < GRIDS; a++)
    for (int b = 0; b < GRIDS; b++)
      if (tensors[from].legal[a] && tensors[to].legal[b])
        CHECK(count_moved_bytes(tensors[from].layout[a], tensors[to].layout[b], workers, &m->bytes[a][b]) ==
              TTA_OK);
}

/* ---- programs ---- */

/* Each tensor is computed from one before it, some from two. @return whether the operations are a tree */
static bool make_program(tensor *tensors, int count, move *moves, int *num_moves) {
  static const int64_t shapes[][2] = {{64, 128}, {32, 256}, {33, 40}, {100, 7}, {256, 3}, {96, 96}};
  const int64_t *shape = shapes[pick(0, 5)];
  size_t at = 0;
  bool tree = true;
  memset(tensors, 0, (size_t)count * sizeof *tensors);
  *num_moves = 0;
#define ADD(...) (at += (size_t)snprintf(program + at, sizeof program - at, __VA_ARGS__))
  for (int i = 0; i < count; i++) {
    make_tensor(&tensors[i], shape);
    const char *type = tensors[i].type[tensors[i].grid];
    if (i == 0) {
      ADD("func.func @f(%%0: %s) {\n", type);
      continue;
    }
    int a = (int)pick(0, i - 1), b = i > 1 && pick(0, 3) == 0 ? (int)pick(0, i - 1) : a;
    ADD("  %%%d = \"t.op\"(%%%d, %%%d) : (%s, %s) -> %s\n", i, a, b, tensors[a].type[tensors[a].grid],
        tensors[b].type[tensors[b].grid], type);
    make_move(&moves[(*num_moves)++], tensors, a, i);
    if (a == b) continue;
    make_move(&moves[(*num_moves)++], tensors, b, i);
    tree = false;
  }
  ADD("  return\n}\n");
  return tree;
}

static int64_t cost(const tensor *tensors, int count, const move *moves, int num_moves, const int *on) {
  int64_t sum = 0;
  for (int i = 0; i < count; i++) sum += tensors[i].waste[on[i]];
  for (int m = 0; m < num_moves; m++) sum += moves[m].bytes[on[moves[m].from]][on[moves[m].to]];
  return sum;
}

static int64_t least_cost(const tensor *tensors, int count, const move *moves, int num_moves) {
  int64_t least = INT64_MAX;
  int on[TENSORS], all = 1;
  for (int i = 0; i < count; i++) all *= GRIDS;
  for (int n = 0; n < all; n++) {
    bool legal = true;
    for (int i = 0, rest = n; i < count; i++, rest /= GRIDS) {
      on[i] = rest % GRIDS;
      legal &= tensors[i].legal[on[i]];
    }
    int64_t sum = legal ? cost(tensors, count, moves, num_moves, on) : INT64_MAX;
    if (sum < least) least = sum;
  }
  return least;
}

static int number_of(const int64_t *grid) {
  for (int g = 0; g < GRIDS; g++)
    if (!memcmp(grids[g], grid, sizeof grids[g])) return g;
  die("a grid that is not legal", __LINE__);
  return 0;
}

/* ---- the library ---- */

static tta_grid_plan *make_plan(tta_source *source) {
  static char text[] = "#tt.device<workerGrid = #tt.grid<2x2, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>";
  tta_source device_source;
  tta_device_text *device;
  tta_grid_plan *plan;
  tta_source_init(&device_source, (tta_str){"<device>", 8}, (tta_str){text, sizeof text - 1}, NULL);
  CHECK(tta_device_text_new(&device_source, NULL, &device, NULL) == TTA_OK);
  tta_grid_plan_options options = {.device = tta_device_text_get(device)};
  tta_source_init(source, (tta_str){"<program>", 9}, (tta_str){program, strlen(program)}, NULL);
  CHECK(tta_grid_plan_new(source, &options, &plan, NULL) == TTA_OK);
  tta_device_text_free(device);
  tta_source_free(&device_source);
  return plan;
}

static void check_program(void) {
  static tensor tensors[TENSORS];
  static move moves[MOVES];
  int count = (int)pick(2, TENSORS), num_moves, present[TENSORS], best[TENSORS];
  bool tree = make_program(tensors, count, moves, &num_moves);
  tta_source source;
  tta_grid_plan *plan = make_plan(&source);
  CHECK(tta_grid_plan_num_tensors(plan) == (size_t)count && tta_grid_plan_num_moves(plan) == (size_t)num_moves);
  for (int i = 0; i < count; i++) {
    const tta_planned_tensor *t = tta_grid_plan_tensor(plan, (size_t)i);
    present[i] = number_of(t->present.grid);
    best[i] = number_of(t->best.grid);
    CHECK(present[i] == tensors[i].grid && tensors[i].legal[best[i]]);
    CHECK(t->present_waste_bytes == tensors[i].waste[present[i]] && t->best_waste_bytes == tensors[i].waste[best[i]]);
  }
  for (int m = 0; m < num_moves; m++) {
    const tta_planned_move *planned = tta_grid_plan_move(plan, (size_t)m);
    CHECK(planned->from == (size_t)moves[m].from && planned->to == (size_t)moves[m].to);
    CHECK(planned->present_bytes == moves[m].bytes[present[planned->from]][present[planned->to]]);
    CHECK(planned->best_bytes == moves[m].bytes[best[planned->from]][best[planned->to]]);
  }
  int64_t before = cost(tensors, count, moves, num_moves, present);
  int64_t after = cost(tensors, count, moves, num_moves, best);
  CHECK(tta_grid_plan_present(plan).cost_bytes == before && tta_grid_plan_best(plan).cost_bytes == after);
  int64_t least = least_cost(tensors, count, moves, num_moves);
  CHECK(after <= before && after >= least && (!tree || after == least));
  if (after == before)
    for (int i = 0; i < count; i++) CHECK(best[i] == present[i]);
  trees += tree;
  optimal += after == least;
  improved += after < before;
  agreed += tta_grid_plan_best(plan).moved_bytes < tta_grid_plan_present(plan).moved_bytes;
  tta_grid_plan_free(plan);
  tta_source_free(&source);
  for (int i = 0; i < count; i++) free_tensor(&tensors[i]);
}

int main(int argc, char **argv) {
  long programs = argc > 1 ? strtol(argv[1], NULL, 0) : 500;
  uint64_t seed = random_state = argc > 2 ? strtoull(argv[2], NULL, 0) : 20261123;
  for (; case_number < programs; case_number++) check_program();
  printf("grid plan: %ld programs, seed %" PRIu64 " (%ld trees, %ld optimal, %ld improved, %ld with less moved)\n",
         case_number, seed, trees, optimal, improved, agreed);
  return 0;
}
