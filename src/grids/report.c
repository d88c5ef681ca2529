/* A grid plan as JSON. */
#include "grids/plan.h"

static void write_choice(tta_json *json, const char *key, const tta_planned_tensor *t, const tta_grid_choice *g,
                         int64_t waste_bytes) {
  tta_json_key_open(json, key, '{');
  tta_json_key_shape(json, "grid", (tta_shape){t->layout->grid.rank, g->grid});
  tta_json_key_int(json, "cores", g->cores);
  tta_json_key_count(json, "used_cores", g->used_cores);
  tta_json_key_int(json, "shard_units", g->shard_units);
  tta_json_key_int(json, "padding_elements", g->padding_elements);
  tta_json_key_count(json, "bank_bytes", g->bank_bytes);
  tta_json_key_count(json, "row_bytes", g->row_bytes);
  tta_json_key_bool(json, "row_aligned", g->row_aligned);
  tta_json_key_bool(json, "fits", g->fits);
  tta_json_key_bool(json, "virtual", g->is_virtual);
  tta_json_key_int(json, "waste_bytes", waste_bytes);
  tta_json_key_int(json, "moved_bytes", g->moved_bytes);
  tta_json_close(json, '}');
}

static void write_tensor(tta_json *json, const tta_planned_tensor *t) {
  tta_json_open(json, '{');
  tta_json_key_open(json, "names", '[');
  for (size_t i = 0; i < t->num_names; i++) tta_json_string(json, t->names[i]);
  tta_json_close(json, ']');
  tta_json_key_int(json, "line", t->line);
  tta_json_key_int(json, "column", t->column);
  tta_json_key_string(json, "type", t->type);
  tta_json_key_shape(json, "workers", t->workers);
  write_choice(json, "present", t, &t->present, t->present_waste_bytes);
  write_choice(json, "best", t, &t->best, t->best_waste_bytes);
  tta_json_close(json, '}');
}

static void write_move(tta_json *json, const tta_planned_move *m) {
  tta_json_open(json, '{');
  tta_json_key_int(json, "line", m->line);
  tta_json_key_string(json, "operation", m->operation);
  tta_json_key_int(json, "from", (int64_t)m->from);
  tta_json_key_int(json, "to", (int64_t)m->to);
  tta_json_key_int(json, "present_bytes", m->present_bytes);
  tta_json_key_int(json, "best_bytes", m->best_bytes);
  tta_json_close(json, '}');
}

static void write_totals(tta_json *json, const char *key, const tta_grid_totals *t) {
  tta_json_key_open(json, key, '{');
  tta_json_key_int(json, "moved_bytes", t->moved_bytes);
  tta_json_key_int(json, "waste_bytes", t->waste_bytes);
  tta_json_key_int(json, "cost_bytes", t->cost_bytes);
  tta_json_close(json, '}');
}

void tta_grid_plan_json(const tta_grid_plan *p, tta_buf *out) {
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '{');
  tta_json_key_open(&json, "tensors", '[');
  for (uint32_t i = 0; i < p->num_tensors; i++) write_tensor(&json, &p->tensors[i]);
  tta_json_close(&json, ']');
  tta_json_key_open(&json, "moves", '[');
  for (uint32_t i = 0; i < p->num_moves; i++) write_move(&json, &p->moves[i]);
  tta_json_close(&json, ']');
  tta_json_key_int(&json, "fixed", (int64_t)p->num_fixed);
  write_totals(&json, "present", &p->present);
  write_totals(&json, "best", &p->best);
  tta_json_close(&json, '}');
}
