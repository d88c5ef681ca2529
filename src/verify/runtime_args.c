/* Rule runtime-args-core: a core has one list of runtime arguments.
 *
 * Source: tt-mlir, the verifiers of the kernel attributes, since their field rt_args (2026-01-08, d0a58a12fb). */
#include "base/sort.h"
#include "verify/verify.h"

typedef struct core_args {
  int64_t x, y;
  uint32_t position; /* in the list */
  tta_node_id item;
} core_args;

static int by_core(const void *a, const void *b) {
  const core_args *left = a, *right = b;
  if (left->x != right->x) return tta_order(left->x, right->x);
  if (left->y != right->y) return tta_order(left->y, right->y);
  return tta_order(left->position, right->position);
}

static const tta_node *at(const tta_verifier *v, tta_node_id id) { return tta_node_at(v->tree, id); }

/* @return false for what was rejected or is of another dialect */
static bool read_core(const tta_verifier *v, tta_node_id item, core_args *out) {
  tta_node_id args = tta_node_resolve(v->tree, item);
  if (at(v, args)->kind != TTA_NODE_ATTRIBUTE) return false;
  tta_node_id core = tta_node_resolve(v->tree, tta_node_child(v->tree, args, TTA_FIELD_core_coord));
  if (at(v, core)->kind != TTA_NODE_ATTRIBUTE) return false;
  const tta_node *x = at(v, tta_node_child(v->tree, core, TTA_FIELD_x));
  const tta_node *y = at(v, tta_node_child(v->tree, core, TTA_FIELD_y));
  if (x->kind != TTA_NODE_INT || y->kind != TTA_NODE_INT) return false;
  out->x = x->integer;
  out->y = y->integer;
  out->item = item;
  return true;
}

void tta_verify_runtime_args(tta_verifier *v, tta_node_id kernel) {
  tta_node_id list = tta_node_child(v->tree, kernel, TTA_FIELD_rt_args);
  uint32_t length = 0, count = 0;
  for (tta_node_id c = tta_node_first(v->tree, list); c; c = at(v, c)->next) length++;
  if (length < 2) return;
  core_args *cores = tta_arena_array(&v->scratch, length, 2 * sizeof *cores);
  if (!cores) return;
  for (tta_node_id c = tta_node_first(v->tree, list); c; c = at(v, c)->next) {
    cores[count].position = count;
    count += read_core(v, c, &cores[count]);
  }
  tta_sort(cores, cores + length, count, sizeof *cores, by_core);
  uint32_t first = 0; /* the repetition that is first in the list */
  for (uint32_t i = 1; i < count; i++) {
    bool repeated = cores[i].x == cores[i - 1].x && cores[i].y == cores[i - 1].y;
    if (repeated && (!first || cores[i].position < cores[first].position)) first = i;
  }
  if (!first) return;
  tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_runtime_args_core, tta_node_span(v->tree, cores[first].item),
                                     "Duplicate CoreCoord (%lld, %lld) in runtime arguments",
                                     (long long)cores[first].x, (long long)cores[first].y);
  tta_report_note(v->report, d, tta_node_span(v->tree, cores[first - 1].item), "first given here");
}
