/* tt-layout tiled --graph: layouts through the operations of a file, and restickifies (ttattr/graph.h). */
#include "ttattr/graph.h"

#include "base/str.h"
#include "tiled.h"

static void value_text(tta_buf *out, const tta_graph_value *v) {
  tta_buf_printf(out, "%-8.*s  ", TTA_STR_ARGS(v->name));
  tta_tiled_type(out, &v->facts.layout);
  tta_buf_printf(out, "  %lld bytes", (long long)v->facts.device_bytes);
  if (v->is_restickify && v->moved_bytes) tta_buf_printf(out, ", moves %lld", (long long)v->moved_bytes);
  else if (v->is_restickify) tta_buf_str(out, ", moves nothing");
  tta_buf_char(out, '\n');
}

/* `restickify 'w' to tensor<..>, moves 262144 bytes, for y` */
static void copy_text(tta_buf *out, const tta_graph *g, const tta_graph_copy *copy) {
  tta_buf_printf(out, "restickify '%.*s' to ", TTA_STR_ARGS(tta_graph_value_at(g, copy->value)->name));
  tta_tiled_type(out, &copy->to);
  tta_buf_printf(out, ", moves %lld bytes", (long long)copy->bytes);
  if (copy->pinned) tta_buf_str(out, ", pinned");
  for (uint32_t i = 0; i < copy->num_users; i++)
    tta_buf_printf(out, "%s%.*s", i ? ", " : ", for ", TTA_STR_ARGS(tta_graph_value_at(g, copy->users[i])->name));
  tta_buf_char(out, '\n');
}

static void print_text(tta_buf *out, const tta_graph *g, bool solved) {
  tta_graph_totals t = tta_graph_totals_of(g);
  for (size_t i = 0; i < tta_graph_num_values(g); i++) value_text(out, tta_graph_value_at(g, i));
  if (!solved) return;
  for (size_t i = 0; i < tta_graph_num_copies(g); i++) copy_text(out, g, tta_graph_copy_at(g, i));
  tta_buf_printf(out, "total %lld bytes, lower bound %lld bytes: ", (long long)t.total_bytes,
                 (long long)t.lower_bound_bytes);
  if (t.exact) tta_buf_str(out, "optimal\n");
  else tta_buf_printf(out, "gap %lld bytes\n", (long long)(t.total_bytes - t.lower_bound_bytes));
}

static int print(const tta_graph *g, const tta_graph_options *options, bool json, tta_source *source) {
  int exit = tt_layout_print_results(tta_graph_results(g), source);
  if (exit) return exit;
  tta_buf out = tta_buf_new(NULL);
  if (json) tta_graph_json(g, &out);
  else print_text(&out, g, options->solve);
  return tt_layout_finish(&out);
}

int tt_layout_tiled_graph(const char *path, const tta_graph_options *given, bool json) {
  tta_graph_options options = *given;
  tta_check_options *check;
  tta_graph *graph = NULL;
  tta_source source;
  tta_input input;
  int exit = tt_layout_read_file(&input, path);
  if (exit) return exit;
  tta_source_init(&source, tta_str_from(input.name), input.text, NULL);
  tta_status status = tt_layout_check_options(0, &check);
  options.check = check;
  options.is_module = tta_str_ends_with(tta_str_from(path), ".mlir");
  if (!status) status = tta_graph_new(&source, &options, &graph);
  exit = status ? tt_layout_fail(status, NULL) : print(graph, &options, json, &source);
  tta_graph_free(graph);
  tta_check_options_free(check);
  tta_source_free(&source);
  return tt_layout_free_file(&input, exit);
}
