/* The transfers between two tiled layouts (move), and their loop nests and runs (tiled --to, --runs). */
#include "tiled.h"

#include "base/str.h"
#include "tools/common/output.h"

enum { MAX_ROWS = 40 };

static void print_layout(tta_buf *out, const char *label, const tta_tiled *layout) {
  tta_buf text;
  tta_buf_init(&text, out->allocator);
  if (layout->element.name.size) tta_tiled_type(&text, layout);
  else tta_buf_str(&text, "unknown without an element type");
  tt_layout_flush(out, label, &text);
  tta_buf_free(&text);
}

static void print_runs(tta_buf *out, const tta_tiled_plan *plan) {
  const char *s = plan->runs == 1 ? "" : "s";
  if (!plan->runs) return;
  if (plan->shortest_run == plan->longest_run)
    tt_layout_linef(out, "runs", "%lld run%s of %lld bytes", (long long)plan->runs, s, (long long)plan->longest_run);
  else
    tt_layout_linef(out, "runs", "%lld run%s of %lld to %lld bytes%s", (long long)plan->runs, s,
                    (long long)plan->shortest_run, (long long)plan->longest_run,
                    plan->maximal ? "" : "; some could be longer");
  tt_layout_linef(out, "bursts", "%lld of at most %d bytes", (long long)plan->requests, TTA_TILED_BURST_BYTES);
}

static void print_summary(tta_buf *out, const tta_tiled_plan *plan, const tta_move_proof *proof) {
  if (plan->no_op)
    tt_layout_linef(out, "no-op", "no data movement required (%lld bytes in place)", (long long)plan->bytes);
  else
    tt_layout_linef(out, "bytes", "%lld; %lld elements", (long long)plan->bytes, (long long)plan->elements);
  if (!plan->no_op) print_runs(out, plan);
  if (!proof) return;
  if (proof->padding_bytes)
    tt_layout_linef(out, "simulated",
                    "%lld elements arrived; %lld bytes of padding hold %.*s; nothing else was written",
                    (long long)proof->elements_arrived, (long long)proof->padding_bytes,
                    TTA_STR_ARGS(plan->to.layout.pad));
  else
    tt_layout_linef(out, "simulated", "%lld elements arrived; nothing else was written",
                    (long long)proof->elements_arrived);
}

static void print_transfers(tta_buf *out, const tta_tiled_plan *plan) {
  size_t count = plan->num_families, shown = count > MAX_ROWS ? MAX_ROWS : count;
  if (!count) return;
  tta_buf_printf(out, "\n%12s %12s %10s %10s\n", "src offset", "dst offset", "bytes", "runs");
  for (size_t i = 0; i < shown; i++) {
    const tta_move_runs *r = &plan->families[i];
    tta_buf_printf(out, "%12lld %12lld %10lld %10lld\n", (long long)r->src_offset, (long long)r->dst_offset,
                   (long long)r->bytes, (long long)r->count);
  }
  if (shown < count) tta_buf_printf(out, "... and %zu more (--json lists all of them, with strides)\n", count - shown);
}

static void print_plan(tta_buf *out, const tt_layout_tiled_move *m, const tta_tiled_plan *plan,
                       const tta_move_proof *proof) {
  if (m->from) print_layout(out, "from", &plan->from.layout);
  print_layout(out, "to", &plan->to.layout);
  print_summary(out, plan, proof);
  if (m->totals || plan->no_op) return;
  if (m->nests) tta_tiled_plan_nests_text(out, plan);
  else print_transfers(out, plan);
}

static void take_host(tta_tiled *layout, const tta_tiled *other) {
  if (layout->has_host || !other || !other->has_host) return;
  layout->has_host = true;
  layout->host_size = other->host_size;
  layout->host_strides = other->host_strides;
  if (!layout->element.name.size) layout->element = other->element;
  layout->host_element = other->host_element;
}

int tt_layout_move_tiled(const tt_layout_tiled_move *m) {
  tta_tiled from = {.has_host = false}, to = *m->to;
  tta_arena *arena = tta_arena_new(NULL);
  tta_tiled_plan plan;
  tta_move_proof proof;
  tta_buf out, reason;
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  if (m->from) from = *m->from;
  if (m->from) take_host(&to, &from);
  take_host(&from, &to);
  tta_status status = arena ? tta_tiled_plan_of(m->from ? &from : NULL, &to, arena, &plan, &reason) : TTA_NO_MEMORY;
  if (!status && m->simulate) status = tta_tiled_plan_simulate(&plan, NULL, &proof, &reason);
  if (!status && m->json) {
    tta_json json = tta_json_writer(&out);
    tta_tiled_plan_json(&json, &plan, m->totals, m->simulate ? &proof : NULL);
    tta_buf_char(&out, '\n');
  } else if (!status) {
    print_plan(&out, m, &plan, m->simulate ? &proof : NULL);
  }
  tta_arena_delete(arena);
  return tt_layout_conclude(status, &out, &reason);
}
