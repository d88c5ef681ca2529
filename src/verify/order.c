/* Rule layout-strides: the layout of the memref in a layout of any family, strided<..> or an affine map. */
#include "model/order.h"

#include "base/index.h"
#include "maps/maps.h"
#include "verify/layout_faults.h"

typedef enum kind { SOUND, NO_ADDRESSES, OUT_OF_RANGE, BELOW_ZERO, OVERLAP, PAGES, UNDECIDED } kind;

/* The first fault of an order. Indices and the reason are in the scratch memory of the verifier. */
typedef struct finding {
  kind kind;
  const int64_t *first, *second; /* elements of the memref; OVERLAP: NULL if they were only counted */
  int64_t address;
  const char *reason;
} finding;

static void find_in(tta_verifier *v, const tta_map *address, tta_shape shape, finding *f) {
  tta_range range = {.method = TTA_BY_TRIVIAL};
  tta_injectivity answer = {.injective = TTA_UNKNOWN};
  tta_status status = tta_maps_range(address, 0, shape, &v->scratch, &range);
  if (!status && tta_range_below(&range, 0) == TTA_YES) {
    *f = (finding){.kind = BELOW_ZERO, .first = range.min.at, .address = range.min.seen};
    return;
  }
  if (!status) status = tta_maps_injectivity(address, shape, &v->scratch, &answer);
  if (!status && answer.injective == TTA_NO)
    *f = (finding){OVERLAP, answer.first, answer.second, answer.image ? answer.image[0] : 0, NULL};
  else if (status == TTA_OVERFLOW) f->kind = OUT_OF_RANGE;
  else if (status || answer.injective == TTA_UNKNOWN) f->kind = UNDECIDED;
}

/* Of a memref whose addresses are those without a layout, pages are meant. */
static finding find(tta_verifier *v, const tta_layout *l) {
  finding f = {.kind = SOUND};
  tta_map address;
  tta_memref_order order = *l->order;
  if (!tta_layout_knows(l, TTA_PART_MEMREF_SHAPE) || !tta_shape_at_least(l->memref, 1)) return f;
  tta_affine_pool *pool = tta_affine_pool_new(v->reader->allocator);
  tta_buf reason = tta_buf_new(v->reader->allocator);
  tta_status status = pool ? TTA_OK : TTA_NO_MEMORY;
  if (!status) status = tta_memref_order_address(&order, l->memref, &v->scratch, pool, &address, &reason);
  if (!status) find_in(v, &address, l->memref, &f);
  else if (status == TTA_INVALID) f = (finding){.kind = NO_ADDRESSES};
  else f.kind = status == TTA_OVERFLOW ? OUT_OF_RANGE : UNDECIDED;
  if (f.kind == NO_ADDRESSES) f.reason = tta_arena_str(&v->scratch, tta_buf_view(&reason)).data;
  if (!f.kind && l->memory_layout == TTA_MEMORY_LAYOUT_INTERLEAVED && l->family == TTA_FAMILY_TTNN &&
      !tta_memref_order_complete(&order, l->memref, &v->scratch, pool) && !order.row_major)
    f.kind = PAGES;
  if (status == TTA_NO_MEMORY || reason.failed) v->report->status = TTA_NO_MEMORY;
  tta_buf_free(&reason);
  tta_affine_pool_free(pool);
  return f;
}

bool tta_order_is_faulty(tta_verifier *v, const tta_layout *l) {
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  kind found = find(v, l).kind;
  tta_arena_rewind(&v->scratch, mark);
  return found != SOUND && found != UNDECIDED;
}

static const char *words(tta_verifier *v, const tta_layout *l, const int64_t *index) {
  return tta_layout_shape_words(v, (tta_shape){l->memref.rank, index}, ',');
}

#define REPORT(rule, ...) TTA_REPORT_VALUE(v, value, TTA_RULE_##rule, l->spans[TTA_PART_MEMREF_LAYOUT], __VA_ARGS__)

void tta_verify_order(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *l = &use->value;
  tta_node_id value = use->tensor ? use->tensor : use->layout;
  finding f = find(v, l);
  switch (f.kind) {
  case SOUND: return;
  case NO_ADDRESSES: REPORT(layout_strides, "%s, so its elements have no addresses", f.reason ? f.reason : ""); return;
  case OUT_OF_RANGE: REPORT(integer_range, "the addresses of the memref do not fit 64 bits"); return;
  case BELOW_ZERO:
    REPORT(layout_strides, "element [%s] of the memref is at address %lld; addresses start at 0",
           words(v, l, f.first), (long long)f.address);
    return;
  case OVERLAP:
    if (f.first)
      REPORT(layout_strides, "elements [%s] and [%s] of the memref overlap: both are at address %lld",
             words(v, l, f.first), words(v, l, f.second), (long long)f.address);
    else REPORT(layout_strides, "elements of the memref overlap: there are more of them than addresses");
    return;
  case PAGES:
    REPORT(layout_strides, "the pages of an interleaved tensor are distributed over banks; its memref has no strides");
    return;
  case UNDECIDED:
    if (v->report->enabled[TTA_RULE_layout_undecided])
      REPORT(layout_undecided, "sampling the addresses of the memref found no overlap; the check is incomplete");
    return;
  }
}

void tta_verify_order_by_strides(tta_verifier *v, tta_node_id layout) {
  tta_layout_use use;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  if (!tta_layout_lower_use(v, 0, layout, &use) && use.value.order) tta_verify_order(v, &use);
  tta_arena_rewind(&v->scratch, mark);
}
