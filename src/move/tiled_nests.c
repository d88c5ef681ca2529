/* tiled_nests.c: loop nests of tiled layouts as text: between host and device, of padding, between two layouts. */
#include "base/str.h"
#include "ttattr/move.h"

static const char device_memory[] = "device_memory[device_tensor_address";

/* i, j, k, .. z, then i18, i19, .. */
static void variable(tta_buf *out, uint32_t depth) {
  if (depth < 18) tta_buf_char(out, (char)('i' + (int)depth));
  else tta_buf_printf(out, "i%u", depth);
}

static void term(tta_buf *out, uint32_t depth, int64_t stride, bool first) {
  if (!first) tta_buf_str(out, " + ");
  variable(out, depth);
  tta_buf_printf(out, "*%lld", (long long)stride);
}

static void offset(tta_buf *out, const char *name, int64_t elements) {
  tta_buf_str(out, name);
  if (elements) tta_buf_printf(out, " + %lld", (long long)elements);
}

/* The loops of one host dim are grouped, in parentheses if there are several, as in the RFC. */
static void host_terms(tta_buf *out, const tta_tiled_map *map, const tta_tiled_nest *nest, uint32_t h) {
  uint32_t count = 0, at = 0;
  for (uint32_t i = 0; i < nest->rank; i++) count += map->host_dim[i] == (int64_t)h && map->weight[i] > 0;
  if (!count) return;
  tta_buf_str(out, count > 1 ? " + (" : " + ");
  for (uint32_t i = 0; i < nest->rank; i++)
    if (map->host_dim[i] == (int64_t)h && map->weight[i] > 0) term(out, i, nest->host_strides[i], at++ == 0);
  if (count > 1) tta_buf_char(out, ')');
}

static void loops(tta_buf *out, uint32_t rank, const int64_t *ranges) {
  for (uint32_t i = 0; i < rank; i++) {
    tta_buf_printf(out, "%*sfor ", (int)(2 * i), "");
    variable(out, i);
    tta_buf_printf(out, " in range(%lld):\n", (long long)ranges[i]);
  }
  tta_buf_printf(out, "%*s", (int)(2 * rank), "");
}

/* The loops, and the left side of the assignment. */
static void device_slot(tta_buf *out, const tta_tiled_nest *nest, const char *memory) {
  loops(out, nest->rank, nest->ranges);
  offset(out, memory, nest->device_offset);
  for (uint32_t i = 0; i < nest->rank; i++) {
    tta_buf_str(out, " + ");
    term(out, i, nest->device_strides[i], true);
  }
}

/* @param target named as in copy_nest */
static void padding_nest(tta_buf *out, const tta_tiled_nest *nest, tta_str pad, bool target) {
  static const char *const names[] = {"zero", "one", "inf", "neginf"};
  static const char *const values[] = {"0", "1", "inf", "-inf"};
  uint32_t value = 0;
  while (value < 3 && !tta_str_is(pad, names[value])) value++;
  device_slot(out, nest, target ? "target_memory[target_address" : device_memory);
  tta_buf_printf(out, "] = %s\n", values[value]);
}

static void loop_nest(tta_buf *out, const tta_tiled_map *map, const tta_tiled_nest *nest) {
  device_slot(out, nest, device_memory);
  offset(out, "] = host_memory[host_tensor_address", nest->host_offset);
  for (uint32_t h = 0; h < map->host_size.rank; h++) host_terms(out, map, nest, h);
  tta_buf_str(out, "]\n");
}

static void terms(tta_buf *out, uint32_t rank, const int64_t *strides) {
  for (uint32_t i = 0; i < rank; i++) {
    if (!strides[i]) continue;
    tta_buf_str(out, " + ");
    term(out, i, strides[i], true);
  }
}

static void copy_nest(tta_buf *out, const tta_digits_nest *nest) {
  loops(out, nest->rank, nest->ranges);
  offset(out, "target_memory[target_address", nest->to_offset);
  terms(out, nest->rank, nest->to_strides);
  offset(out, "] = source_memory[source_address", nest->from_offset);
  terms(out, nest->rank, nest->from_strides);
  tta_buf_str(out, "]\n");
}

static void padding_nests(tta_buf *out, uint32_t count, const tta_tiled_nest *nests, tta_str pad, bool target) {
  for (uint32_t i = 0; i < count; i++) {
    tta_buf_char(out, '\n');
    padding_nest(out, &nests[i], pad, target);
  }
}

void tta_tiled_nests_text(tta_buf *out, const tta_tiled_facts *f) {
  for (uint32_t i = 0; f->layout.has_host && i < f->num_nests; i++) {
    tta_buf_char(out, '\n');
    loop_nest(out, &f->map, &f->nests[i]);
  }
  padding_nests(out, f->num_padding_nests, f->padding_nests, f->layout.pad, false);
}

void tta_tiled_plan_nests_text(tta_buf *out, const tta_tiled_plan *plan) {
  for (uint32_t i = 0; i < plan->num_nests; i++) {
    tta_buf_char(out, '\n');
    copy_nest(out, &plan->nests[i]);
  }
  padding_nests(out, plan->num_padding_nests, plan->to.padding_nests, plan->to.layout.pad, true);
}
