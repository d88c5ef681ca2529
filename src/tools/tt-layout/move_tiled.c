/* The transfers between two tiled layouts (move), and their loop nests and runs (tiled --to, --runs). */
#include "tiled.h"

#include "base/format.h"
#include "base/str.h"
#include "tools/common/output.h"

enum { MAX_ROWS = 40 };

static void print_layout(tta_buf *out, const char *label, const tta_tiled *layout) {
  tta_buf text = tta_buf_new(out->allocator);
  if (layout->element.name.size) tta_tiled_type(&text, layout);
  else tta_buf_str(&text, "unknown without an element type");
  tt_layout_flush(out, label, &text);
  tta_buf_free(&text);
}

static void print_runs(tta_buf *out, const tta_tiled_plan *plan) {
  const char *s = tta_plural(plan->runs);
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

/* The text of a layout that was built, or read from Python. */
static void init_text(tta_source *source, tta_buf *text, const char *name, const tta_tiled *layout) {
  tta_buf_init(text, NULL);
  tta_tiled_type(text, layout);
  tta_source_init(source, tta_str_from(name), tta_buf_view(text), NULL);
}

static int plan_and_print(const tt_layout_tiled_move *m) {
  tta_tiled from = {.has_host = false}, to = *m->to;
  tta_arena *arena = tta_arena_new(NULL);
  tta_tiled_plan plan;
  tta_move_proof proof;
  tta_buf out = tta_buf_new(NULL);
  if (m->from) from = *m->from;
  if (m->from) take_host(&to, &from);
  take_host(&from, &to);
  if (!arena) return tt_layout_fail(TTA_NO_MEMORY, NULL);
  tta_status status = tta_tiled_plan_of(m->from ? &from : NULL, &to, &m->texts, arena, &plan);
  if (!status && m->simulate) status = tta_tiled_plan_simulate(&plan, NULL, &proof);
  if (!status && m->json) {
    tta_json json = tta_json_writer(&out);
    tta_tiled_plan_json(&json, &plan, m->totals, m->simulate ? &proof : NULL);
    tta_buf_char(&out, '\n');
  } else if (!status) {
    print_plan(&out, m, &plan, m->simulate ? &proof : NULL);
  }
  int exit = status ? tt_layout_print_failure(status, tta_tiled_plan_results(&plan), m->texts.to_source)
                    : tt_layout_finish(&out);
  if (status) tta_buf_free(&out);
  tta_tiled_plan_free(&plan);
  tta_arena_delete(arena);
  return exit;
}

int tt_layout_move_tiled(const tt_layout_tiled_move *m) {
  tt_layout_tiled_move move = *m;
  tta_move_texts *texts = &move.texts;
  tta_source from, to;
  tta_buf from_text, to_text;
  init_text(&from, &from_text, "<FROM>", m->from ? m->from : m->to);
  init_text(&to, &to_text, "<TO>", m->to);
  if (!texts->from_source) {
    texts->from_source = &from;
    texts->from_span = (tta_span){0, (uint32_t)from_text.size};
  }
  if (!texts->to_source) {
    texts->to_source = &to;
    texts->to_span = (tta_span){0, (uint32_t)to_text.size};
  }
  bool lost = from_text.failed || to_text.failed;
  int exit = lost ? tt_layout_fail(TTA_NO_MEMORY, NULL) : plan_and_print(&move);
  tta_source_free(&to);
  tta_source_free(&from);
  tta_buf_free(&to_text);
  tta_buf_free(&from_text);
  return exit;
}
