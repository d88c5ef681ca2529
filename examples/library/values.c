/* Visits the attributes of a text during a check: fields, shapes, integers and maps as values. */
#include <stdio.h>

#include <ttattr/check.h>
#include <ttattr/diag.h>
#include <ttattr/value.h>

static const char text[] =
    "#l1 = #tt.memory_space<l1>\n"
    "#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<1x2x!tt.tile<32x32, bf16>, #l1>>\n"
    "#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0] -> (0, d0, d1, s0),"
    " dramMap = (d0, d1)[s0] -> (0, 0, d0, s0 + d1), meshShape = 1x1, chipIds = [7]>\n"
    "func.func @f(%a: tensor<64x128xf32, #layout>)\n";

/* A shape, an integer, or where a map sends the index (1, 2). */
static tta_walk show_part(void *user, tta_value value, uint32_t depth, bool repeated) {
  tta_shape shape;
  tta_map map;
  int64_t integer, index[8] = {1, 2}, symbols[8] = {0}, results[8];
  (void)user;
  if (repeated) return TTA_WALK_SKIP;
  if (tta_value_shape(value, &shape)) {
    printf("%*s%u dims, the last is %lld\n", 2 * (int)depth, "", shape.rank, (long long)shape.extent[shape.rank - 1]);
  } else if (tta_value_integer(value, &integer)) {
    printf("%*sinteger %lld\n", 2 * (int)depth, "", (long long)integer);
  } else if (tta_value_map(value, &map) && map.num_dims == 2 && map.num_results <= 8 &&
             !tta_map_evaluate(&map, index, symbols, results)) {
    printf("%*s%s: (1, 2) ->", 2 * (int)depth, "", tta_value_field_name(value));
    for (uint32_t i = 0; i < map.num_results; i++) printf(" %lld", (long long)results[i]);
    puts("");
  }
  return TTA_WALK_ON;
}

static void show_island(void *user, const tta_island *island) {
  tta_status *status = (tta_status *)user;
  tta_value grid = tta_value_field(island->value, "grid"), memref = tta_value_field(island->value, "memref");
  printf("%s%s\n", tta_value_name(island->value),
         tta_value_kind_of(grid) && !tta_value_equal(grid, memref) ? ": a layout with a grid" : "");
  if (!*status) *status = tta_value_walk(island->value, show_part, NULL);
}

int main(void) {
  tta_check_options *options = NULL;
  tta_source source;
  tta_check *check = NULL;
  tta_str name = {"example.mlir", 12}, bytes = {text, sizeof text - 1};
  tta_source_init(&source, name, bytes, NULL);
  tta_status visited = TTA_OK, status = tta_check_options_new(NULL, &options);
  if (!status) status = tta_check_options_set_rule(options, TTA_RULE_layout_element, true, TTA_SEVERITY_ERROR);
  if (!status) status = tta_check_visit(&source, options, show_island, &visited, &check);
  for (size_t i = 0; i < tta_results_num_diagnostics(tta_check_results(check)); i++) {
    const tta_diagnostic *found = tta_results_diagnostic(tta_check_results(check), i);
    tta_str line = tta_source_line(&source, tta_source_position(&source, found->span.begin).line);
    printf("%.*s\n  %.*s\n", (int)line.size, line.data, (int)found->message.size, found->message.data);
  }
  printf("%zu warnings\n", tta_results_num_warnings(tta_check_results(check)));
  tta_check_free(check);
  tta_check_options_free(options);
  tta_source_free(&source);
  return status || visited;
}
