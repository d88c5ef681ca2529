/* Rule core-range for one range of any dialect, and for the ranges of one set of TTNN. */
#include "base/checked.h"
#include "base/format.h"
#include "base/sort.h"
#include "model/lower_ttnn.h"
#include "model/raise.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

/* Upstream streams the coordinate as an attribute: `#ttcore<core_coord 0x1>`, `#ttnn.core_coord<0, 1>`. */
static const char *coord_words(bool ttnn, tta_core core, char room[64]) {
  tta_buf buf = tta_buf_fixed(room, 64);
  if (ttnn) tta_buf_printf(&buf, "#ttnn.core_coord<%lld, %lld>", (long long)core.x, (long long)core.y);
  else tta_buf_printf(&buf, "#ttcore<core_coord %lldx%lld>", (long long)core.y, (long long)core.x);
  return tta_buf_fixed_text(&buf);
}

static void exchange(int64_t *first, int64_t *last) {
  int64_t least = *first < *last ? *first : *last;
  *last = *first < *last ? *last : *first;
  *first = least;
}

/* The text of a range, in the arena of the report. */
static tta_str range_text(tta_verifier *v, tta_attribute attribute, const tta_core_box *box, int32_t day) {
  tta_buf text = tta_buf_new(v->reader->allocator);
  if (tta_core_range_append(&text, attribute, box, day, NULL) == TTA_NO_MEMORY) text.failed = true;
  return tta_keep_text(v, &text);
}

/* The corners in order, if the range is written with its name. */
static void offer_order(tta_verifier *v, tta_diagnostic *d, tta_node_id range, tta_core_box box) {
  const tta_node *n = tta_node_at(v->tree, range);
  exchange(&box.first.y, &box.last.y);
  exchange(&box.first.x, &box.last.x);
  if (!d || !(n->flags & TTA_NODE_SPELLED)) return;
  tta_str text = range_text(v, (tta_attribute)n->index, &box, v->options->era);
  if (text.size) tta_report_fix(v->report, d, tta_node_span(v->tree, range), text, "exchange the corners");
}

/* (first), (last): both included */
static void verify_corners(tta_verifier *v, tta_node_id range, const tta_core_range *r) {
  char first[64], last[64];
  tta_span span = tta_first_token(v->tree, range);
  tta_core start = r->box.first, end = r->box.last;
  if (!r->known || tta_core_range_is_sound(r)) return; /* not known: an undefined alias */
  coord_words(r->x_first, start, first);
  coord_words(r->x_first, end, last);
  bool wrong_start = start.y < 0 || start.x < 0, wrong_end = !wrong_start && (end.y < 0 || end.x < 0);
  tta_diagnostic *d =
      wrong_start ? tta_report_add(v->report, TTA_RULE_core_range, span, "start coordinates %s must be non-negative",
                                   first)
      : wrong_end ? tta_report_add(v->report, TTA_RULE_core_range, span, "end coordinates %s must be non-negative",
                                   last)
                  : tta_report_add(v->report, TTA_RULE_core_range, span,
                                   "Start coordinates %s must be less than or equal to end coordinates %s", first,
                                   last);
  tta_report_note(v->report, d, wrong_start ? r->first_span : r->second_span,
                  wrong_start ? "the first core" : "the last core");
  if (!wrong_start && !wrong_end) offer_order(v, d, range, r->box);
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
                                     tta_plural(r->size.rank), r->offset.rank);
  tta_report_note(v->report, d, r->first_span, "the offset");
}

void tta_verify_core_range(tta_verifier *v, tta_node_id range) {
  tta_core_range r;
  if (!tta_lower_core_range(v->tree, range, &r)) return;
  if (r.is_rectangle) verify_rectangle(v, &r);
  else verify_corners(v, range, &r);
  if (r.x_first) tta_module_record_range(v, tta_node_span(v->tree, range), &r);
}

/* ---- the ranges of one set ---- */

static int compare_x(const void *a, const void *b) {
  return tta_order(((const tta_core_range *)a)->box.first.x, ((const tta_core_range *)b)->box.first.x);
}

bool tta_core_range_is_sound(const tta_core_range *r) {
  const tta_core_box *b = &r->box;
  return r->known && b->first.y >= 0 && b->first.x >= 0 && b->first.y <= b->last.y && b->first.x <= b->last.x;
}

/* Two ranges that share a core: of those sorted by x only neighbors that overlap in x are compared. */
static bool find_overlap(const tta_core_range *items, uint32_t count, tta_core_range *a, tta_core_range *b) {
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = i + 1; j < count && items[j].box.first.x <= items[i].box.last.x; j++) {
      if (items[j].box.first.y > items[i].box.last.y || items[j].box.last.y < items[i].box.first.y) continue;
      bool in_order = items[i].span.begin < items[j].span.begin;
      *a = in_order ? items[i] : items[j];
      *b = in_order ? items[j] : items[i];
      return true;
    }
  return false;
}

/* The sound ranges of a set, sorted by x. */
typedef struct sorted_set {
  tta_core_range *items; /* in the scratch arena */
  uint32_t count;
  bool complete;         /* all ranges are sound */
} sorted_set;

static sorted_set sort_set(tta_verifier *v, tta_node_id node) {
  tta_core_range_set read;
  tta_status status = tta_lower_core_range_set(v->tree, node, &v->scratch, &read);
  sorted_set set = {.items = (tta_core_range *)(uintptr_t)read.ranges};
  for (uint32_t i = 0; i < read.num_ranges; i++)
    if (tta_core_range_is_sound(&set.items[i])) set.items[set.count++] = set.items[i];
  tta_node_id list = tta_node_child(v->tree, tta_node_resolve(v->tree, node), TTA_FIELD_ranges);
  set.complete = !status && set.count == tta_count_items(v->tree, list);
  tta_core_range *scratch = set.count > 1 ? tta_arena_array(&v->scratch, set.count, sizeof *scratch) : NULL;
  if (scratch) tta_sort(set.items, scratch, set.count, sizeof *set.items, compare_x);
  else if (set.count > 1) set = (sorted_set){.count = 0};
  return set;
}

static tta_span corners_of(const tta_core_range *r) {
  return r->first_span.end ? (tta_span){r->first_span.begin, r->second_span.end} : r->span;
}

void tta_verify_core_range_set(tta_verifier *v, tta_node_id set) {
  tta_core_range a, b;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  sorted_set sorted = sort_set(v, set);
  if (find_overlap(sorted.items, sorted.count, &a, &b)) {
    tta_str first = range_text(v, TTA_ATTR_ttnn_core_range, &a.box, 0);
    tta_str second = range_text(v, TTA_ATTR_ttnn_core_range, &b.box, 0);
    tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_core_range, tta_first_token(v->tree, set),
                                       "Core ranges overlap: %.*s and %.*s", TTA_STR_ARGS(first), TTA_STR_ARGS(second));
    tta_report_note(v->report, d, corners_of(&a), "the first of them");
    tta_report_note(v->report, d, corners_of(&b), "the second");
  }
  tta_arena_rewind(&v->scratch, mark);
}

bool tta_core_range_set_cores(tta_verifier *v, tta_node_id set, int64_t *cores, tta_span *span) {
  tta_core_range a, b;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  sorted_set sorted = sort_set(v, set);
  bool counted = sorted.complete && !find_overlap(sorted.items, sorted.count, &a, &b);
  bool written = tta_node_at(v->tree, set)->kind != TTA_NODE_ALIAS;
  *cores = 0;
  *span = tta_node_span(v->tree, set);
  if (sorted.count == 1 && written && sorted.items->span.begin > span->begin)
    *span = (tta_span){sorted.items->first_span.begin, sorted.items->second_span.end};
  for (uint32_t i = 0; i < sorted.count && counted; i++) {
    int64_t columns, rows, area;
    counted = tta_core_box_size(&sorted.items[i].box, &rows, &columns) && tta_mul(columns, rows, &area) &&
              tta_add(*cores, area, cores);
  }
  tta_arena_rewind(&v->scratch, mark);
  return counted;
}
