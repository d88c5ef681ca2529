/* capture_print.c: the figures of a recorded graph, for people and as JSON. */
#include <inttypes.h>

#include "base/str.h"
#include "memory/capture.h"

static tta_position position(const tta_capture *c, const tta_json_node *node) {
  return tta_source_position(c->r->trace, (uint32_t)(node->column - 1));
}

static void functions_text(tta_buf *out, const tta_capture_peak *p) {
  if (p->inner.size) tta_buf_printf(out, "  in %.*s", TTA_STR_START(p->inner));
  if (p->outer.size) tta_buf_printf(out, " of %.*s", TTA_STR_START(p->outer));
}

static void text_of_device(tta_capture *c, const tta_capture_device *d) {
  tta_buf *out = &c->r->answers;
  if (c->num_devices > 1) tta_buf_printf(out, "device %" PRId64 "\n", d->id);
  tta_buf_printf(out, "%-9s %6s %10s %13s %13s %13s %6s\n", "bank", "banks", "base", "size", "peak", "circular",
                 "line");
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++) {
    const tta_capture_peak *p = &d->peak[t];
    if (!p->node && t > TTA_BUFFER_L1) continue;
    tta_buf_printf(out, "%-9s %6" PRId64 " %10" PRId64 " %13" PRId64 " %13" PRId64 " %13" PRId64,
                   tta_buffer_type_name((tta_buffer_type)t), c->banks.banks[t], c->banks.base[t], c->banks.size[t],
                   p->bytes, p->cb_bytes);
    if (p->node) tta_buf_printf(out, " %6u", position(c, p->node).line);
    else tta_buf_printf(out, " %6s", "-");
    functions_text(out, p);
    tta_buf_char(out, '\n');
  }
}

/* A failed allocation is a verdict, too. */
static bool has_verdict(const tta_capture *c) { return c->misfit || c->allocations || c->num_circular; }

void tta_capture_text(tta_capture *c) {
  tta_buf *out = &c->r->answers;
  tta_buf_printf(out, "arch        %s\n", tta_arch_get(c->banks.arch)->name);
  tta_buf_printf(out, "fits        %s\n", c->misfit ? "no" : has_verdict(c) ? "yes" : "nothing was allocated");
  tta_buf_printf(out, "buffers     %zu", c->allocations);
  if (c->recorded) tta_buf_printf(out, ", %zu of %zu at the recorded address by first fit", c->same, c->recorded);
  tta_buf_char(out, '\n');
  if (c->first_other) {
    tta_position at = position(c, c->first_other);
    tta_buf_printf(out, "differs     first in line %u", at.line);
    if (c->other_function.size) tta_buf_printf(out, ", in %.*s", TTA_STR_START(c->other_function));
    tta_buf_printf(out, ": recorded at %" PRId64 ", first fit ", c->other_recorded);
    if (c->other_placed == TTA_NO_ADDRESS) tta_buf_printf(out, "has no space\n");
    else tta_buf_printf(out, "gives %" PRId64 "\n", c->other_placed);
  }
  if (c->foreign)
    tta_buf_printf(out, "earlier     %zu deallocated buffer%s not counted: allocated before the capture\n",
                   c->foreign, c->foreign == 1 ? " is" : "s are");
  if (c->skipped)
    tta_buf_printf(out, "skipped     %zu node%s of other types; the first is '%.*s' in line %u\n", c->skipped,
                   c->skipped == 1 ? "" : "s", TTA_STR_START(c->first_skipped->string),
                   position(c, c->first_skipped).line);
  tta_buf_char(out, '\n');
  for (uint32_t i = 0; i < c->num_devices; i++) text_of_device(c, &c->devices[i]);
}

static void json_of_peak(tta_capture *c, tta_json *json, int type, const tta_capture_peak *p) {
  tta_json_open(json, '{');
  tta_json_key_text(json, "type", tta_buffer_type_name((tta_buffer_type)type));
  tta_json_key_int(json, "banks", c->banks.banks[type]);
  tta_json_key_int(json, "base", c->banks.base[type]);
  tta_json_key_int(json, "size", c->banks.size[type]);
  tta_json_key_int(json, "peak", p->bytes);
  tta_json_key_int(json, "circular_buffers", p->cb_bytes);
  tta_json_key(json, "peak_line");
  if (p->node) tta_json_int(json, position(c, p->node).line);
  else tta_json_null(json);
  tta_json_key_string(json, "function", p->inner);
  tta_json_key_string(json, "outer_function", p->outer);
  tta_json_close(json, '}');
}

void tta_capture_json(tta_capture *c) {
  tta_json json = tta_json_writer(&c->r->answers);
  tta_json_open(&json, '{');
  tta_json_key_text(&json, "arch", tta_arch_get(c->banks.arch)->name);
  tta_json_key_int(&json, "buffers", (int64_t)c->allocations);
  tta_json_key_int(&json, "recorded", (int64_t)c->recorded);
  tta_json_key_int(&json, "at_recorded", (int64_t)c->same);
  tta_json_key_int(&json, "earlier", (int64_t)c->foreign);
  tta_json_key_int(&json, "skipped", (int64_t)c->skipped);
  tta_json_key_open(&json, "devices", '[');
  for (uint32_t i = 0; i < c->num_devices; i++) {
    const tta_capture_device *d = &c->devices[i];
    tta_json_open(&json, '{');
    tta_json_key_int(&json, "device", d->id);
    tta_json_key_open(&json, "banks", '[');
    for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++)
      if (d->peak[t].node || t <= TTA_BUFFER_L1) json_of_peak(c, &json, t, &d->peak[t]);
    tta_json_close(&json, ']');
    tta_json_close(&json, '}');
  }
  tta_json_close(&json, ']');
  tta_json_key(&json, "fits");
  if (has_verdict(c)) tta_json_bool(&json, !c->misfit);
  else tta_json_null(&json);
  tta_json_close(&json, '}');
  tta_buf_char(&c->r->answers, '\n');
}
