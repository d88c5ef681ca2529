/* Rule core-range for one range of any dialect; overlaps within a set are in ttnn.c. */
#include "base/format.h"
#include "model/lower_ttnn.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

/* Upstream streams the coordinate as an attribute: `#ttcore<core_coord 0x1>`, `#ttnn.core_coord<0, 1>`. */
static const char *coord_words(bool ttnn, const int64_t c[2], char room[64]) {
  tta_buf buf = tta_buf_fixed(room, 64);
  tta_buf_printf(&buf, ttnn ? "#ttnn.core_coord<%lld, %lld>" : "#ttcore<core_coord %lldx%lld>", (long long)c[0],
                 (long long)c[1]);
  return tta_buf_fixed_text(&buf);
}

/* (first), (last): both included */
static void verify_corners(tta_verifier *v, tta_span span, const tta_core_range *r) {
  char first[64], last[64];
  tta_diagnostic *d = NULL;
  bool wrong_start = false;
  if (!r->known) return; /* an undefined alias */
  coord_words(r->x_first, r->start, first);
  coord_words(r->x_first, r->end, last);
  if (r->start[0] < 0 || r->start[1] < 0) {
    d = tta_report_add(v->report, TTA_RULE_core_range, span, "start coordinates %s must be non-negative", first);
    wrong_start = true;
  } else if (r->end[0] < 0 || r->end[1] < 0) {
    d = tta_report_add(v->report, TTA_RULE_core_range, span, "end coordinates %s must be non-negative", last);
  } else if (r->start[0] > r->end[0] || r->start[1] > r->end[1]) {
    d = tta_report_add(v->report, TTA_RULE_core_range, span,
                       "Start coordinates %s must be less than or equal to end coordinates %s", first, last);
  }
  if (d)
    tta_report_note(v->report, d, wrong_start ? r->first_span : r->second_span,
                    wrong_start ? "the first core" : "the last core");
}

/* offset, size; a shape is never negative */
static void verify_rectangle(tta_verifier *v, const tta_core_range *r) {
  char size[TTA_NUMBERS_BYTES];
  for (uint32_t i = 0; i < r->size.rank; i++)
    if (r->size.extent[i] < 1) {
      tta_report_add(v->report, TTA_RULE_core_range, r->second_span,
                     "the size of a core range must be at least 1, got %s", tta_shape_text(size, r->size));
      return;
    }
  if (r->offset.rank == r->size.rank) return;
  tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_core_range, r->second_span,
                                     "the size of a core range has %u dim%s, but its offset %u", r->size.rank,
                                     r->size.rank == 1 ? "" : "s", r->offset.rank);
  tta_report_note(v->report, d, r->first_span, "the offset");
}

void tta_verify_core_range(tta_verifier *v, tta_node_id range) {
  tta_core_range r;
  if (!tta_lower_core_range(v->tree, range, &r)) return;
  if (r.is_rectangle) verify_rectangle(v, &r);
  else verify_corners(v, tta_first_token(v->tree, range), &r);
  if (r.x_first) tta_module_record_range(v, tta_node_span(v->tree, range), &r);
}
