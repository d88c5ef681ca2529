/* Rules of a tensor and its map-form metal_layout: layout-tensor-rank, layout-negative, layout-overlap,
 * layout-shard-shape, layout-extent, layout-element, layout-undecided.
 *
 * Almost every layout is sound and its map a sum of dims with coefficients >= 0: this case is measured in one walk over
 * the map, without memory (src/maps/sums.c); all others take the general path. */
#include <string.h>

#include "base/checked.h"
#include "base/str.h"
#include "maps/maps.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

enum { LOCAL_RANK = 16 };

typedef struct tensor_check {
  tta_verifier *v;
  tta_layout_use use;
  const tta_layout *l;       /* use.value */
  tta_shape box;             /* the tensor in scalars: what the map is applied to */
  int64_t *physical;         /* one extent for each result of the map */
  bool growing;              /* no coefficient is negative: image 0 is the least and the last image the largest */
  bool undecided;
  int64_t local_box[LOCAL_RANK], local_last[LOCAL_RANK], local_physical[LOCAL_RANK];
} tensor_check;

/* Space for `count` numbers: `local` if they fit. */
static int64_t *allocate_numbers(tensor_check *j, uint32_t count, int64_t *local) {
  return count <= LOCAL_RANK ? local : tta_arena_array(&j->v->scratch, count, sizeof *local);
}

static const char *words(const tensor_check *j, tta_shape shape, char separator) {
  return tta_layout_shape_words(j->v, shape, separator);
}
static const char *index_words(const tensor_check *j, const int64_t *index) {
  return words(j, (tta_shape){j->box.rank, index}, ',');
}
static const char *image_words(const tensor_check *j, const int64_t *image) {
  return words(j, (tta_shape){j->l->linear.num_results, image}, ',');
}
static tta_str alias_of(const tta_verifier *v, const tta_layout *l) {
  tta_span span = l->spans[TTA_PART_MAP];
  if (!tta_layout_part_is_alias(l, TTA_PART_MAP)) return (tta_str){"", 0};
  return TTA_SPAN_TEXT(v->tree->text.data, span);
}

/* "in scalars" belongs to indices of a tensor of tiles. */
static const char *unit(const tensor_check *j) {
  return j->l->tensor_element.kind == TTA_ELEMENT_TILE ? " (counted in scalars)" : "";
}

/* Reports an error between tensor and layout, at the tensor type. */
#define REPORT(j, rule, ...)                                                                                           \
  TTA_REPORT_VALUE((j)->v, (j)->use.tensor, TTA_RULE_##rule, (j)->l->spans[TTA_PART_TENSOR], __VA_ARGS__)

void tta_layout_note_map(tta_verifier *v, const tta_layout *l, tta_diagnostic *d) {
  tta_str alias = alias_of(v, l);
  tta_report_note(v->report, d, l->spans[TTA_PART_MAP], "the map of the layout%s%.*s", alias.size ? ", " : "",
                  (int)alias.size, alias.data);
}

static void note_map(tensor_check *j, tta_diagnostic *d) { tta_layout_note_map(j->v, j->l, d); }

/* A status of src/maps. @return whether verification ends */
static bool fails(tensor_check *j, tta_status status, const int64_t *overflow_at) {
  switch (status) {
  case TTA_OK: return false;
  case TTA_LIMIT: case TTA_UNDECIDED: j->undecided = true; return false;
  case TTA_OVERFLOW: {
    tta_diagnostic *d = overflow_at ? REPORT(j, integer_range,
                                             "the physical index of element [%s] of the tensor%s does not fit 64 bits",
                                             index_words(j, overflow_at), unit(j))
                                    : REPORT(j, integer_range, "the physical shape of the tensor does not fit 64 bits");
    note_map(j, d);
    return true;
  }
  case TTA_NO_MEMORY: return true;
  case TTA_INVALID: return true; /* a divisor below 1: reported at the divisor */
  }
  return true;
}

/* ---- the rules, in the order in which the first error ends a layout ---- */

/* layout-negative. @return whether verification ends, as for all below */
static bool verify_negative(tensor_check *j) {
  for (uint32_t i = 0; i < j->l->linear.num_results && !j->growing; i++) {
    tta_range range = {.method = TTA_BY_TRIVIAL};
    tta_status status = tta_maps_range(&j->l->linear, i, j->box, &j->v->scratch, &range);
    if (fails(j, status, range.overflow_at)) return true;
    if (status) continue;
    tta_answer below = tta_range_below(&range, 0);
    j->undecided |= below == TTA_UNKNOWN;
    if (below != TTA_YES) continue;
    int64_t *image = allocate_numbers(j, j->l->linear.num_results, j->local_physical);
    if (!image || tta_map_evaluate(&j->l->linear, range.min.at, NULL, image)) return true;
    tta_diagnostic *d =
        REPORT(j, layout_negative, "element [%s] of the tensor%s maps to (%s); physical indices start at 0",
             index_words(j, range.min.at), unit(j), image_words(j, image));
    note_map(j, d);
    return true;
  }
  return false;
}

void tta_layout_report_overlap(tta_verifier *v, const tta_layout_use *use, tta_rule rule, const char *unit,
                               uint32_t rank, const tta_injectivity *answer) {
  const tta_layout *l = &use->value;
  tta_span span = l->spans[TTA_PART_TENSOR];
  tta_shape image = {l->linear.num_results, answer->image};
  tta_diagnostic *d =
      !answer->first ? TTA_REPORT_VALUE(v, use->tensor, rule, span,
                                        "elements of the tensor%s overlap: %llu map to at most %llu indices", unit,
                                        (unsigned long long)answer->points, (unsigned long long)answer->images)
                     : TTA_REPORT_VALUE(v, use->tensor, rule, span,
                                        "elements [%s] and [%s] of the tensor%s both map to (%s)",
                                        tta_layout_shape_words(v, (tta_shape){rank, answer->first}, ','),
                                        tta_layout_shape_words(v, (tta_shape){rank, answer->second}, ','), unit,
                                        tta_layout_shape_words(v, image, ','));
  tta_layout_note_map(v, l, d);
  tta_layout_blame(v, use, d, l->spans[TTA_PART_MAP]);
}

static bool verify_overlap(tensor_check *j) {
  tta_injectivity answer = {.injective = TTA_UNKNOWN};
  tta_status status = tta_maps_injectivity(&j->l->linear, j->box, &j->v->scratch, &answer);
  if (fails(j, status, answer.overflow_at)) return true;
  if (status) return false;
  j->undecided |= answer.injective == TTA_UNKNOWN;
  if (answer.injective != TTA_NO) return false;
  tta_layout_report_overlap(j->v, &j->use, TTA_RULE_layout_overlap, unit(j), j->box.rank, &answer);
  return true;
}

/* Replaces the physical shape by the memref shape that follows from map, grid and tile. */
static tta_status make_memref(tensor_check *j, int64_t *shape) {
  tta_shape physical = {j->l->grid.rank, shape};
  tta_status status = tta_layout_shard_shape(physical, j->l->grid, shape);
  return status ? status : tta_layout_memref_shape(physical, &j->l->memref_element, shape);
}

/* A fix-it may edit the memref of a layout, but not that of an alias in it: other layouts may use it. */
static bool has_own_memref(const tensor_check *j) {
  return !tta_layout_part_is_alias(j->l, TTA_PART_MEMREF) && tta_layout_knows(j->l, TTA_PART_MEMREF_SHAPE);
}

/* Whether a fix-it can be made at once: the layout is written in the tensor type. */
static bool can_edit_memref(const tensor_check *j) { return tta_layout_is_inline(j->l) && has_own_memref(j); }

static bool report_shard_shape(tensor_check *j, tta_shape physical_words, const char *physical) {
  tta_shape expected = physical_words;
  tta_verifier *v = j->v;
  tta_str text = {NULL, 0};
  tta_span span = j->l->spans[TTA_PART_MEMREF_SHAPE];
  bool known = j->l->memref_element.kind != TTA_ELEMENT_OTHER; /* else it may be a tile */
  if (has_own_memref(j) && known) text = tta_layout_dims_text(v, j->l->spans[TTA_PART_MEMREF_SHAPE], expected);
  bool tiles = j->l->memref_element.kind == TTA_ELEMENT_TILE;
  const char *wanted = words(j, expected, 'x');
  tta_diagnostic *d =
      REPORT(j, layout_shard_shape,
             "memref shape %s does not match the shard shape %s (physical shape %s, grid %s%s%s, divisions round up)",
             words(j, j->l->memref, 'x'), wanted, physical, words(j, j->l->grid, 'x'),
             tiles ? ", tile " : "", tiles ? words(j, (tta_shape){2, j->l->memref_element.tile}, 'x') : "");
  tta_report_note(v->report, d, j->l->spans[has_own_memref(j) ? TTA_PART_MEMREF_SHAPE : TTA_PART_MEMREF],
                  "the memref of the layout; expected shape %s", wanted);
  tta_layout_propose(v, &j->use, d, span, text, "memref shape", tta_str_from(wanted));
  return true;
}

static bool verify_shard_shape(tensor_check *j) {
  uint32_t rank = j->l->memref.rank;
  /* Compared number by number first: the words for a message are made only when one is needed. */
  bool equal = true;
  for (uint32_t i = 0; i < rank && equal; i++) {
    int64_t shard = j->physical[i], grid = j->l->grid.extent[i];
    if (shard < 0) return false; /* an empty tensor through a map with offsets: nothing to measure */
    if (grid != 1) shard = shard / grid + (shard % grid != 0);
    int64_t tile = tta_tile_extent(&j->l->memref_element, i, rank);
    if (tile != 1) shard = shard / tile + (shard % tile != 0);
    equal = shard == j->l->memref.extent[i];
  }
  if (equal || tta_tile_size_is_reported(j->v, &j->l->memref_element) ||
      tta_tile_size_is_reported(j->v, &j->l->tensor_element))
    return false;
  const char *physical = words(j, (tta_shape){rank, j->physical}, 'x');
  if (fails(j, make_memref(j, j->physical), NULL)) return true;
  return report_shard_shape(j, (tta_shape){rank, j->physical}, physical);
}

/* ---- warnings: they do not end verification ---- */

static void verify_extent(tensor_check *j) {
  if (j->growing) return;
  tta_extent extent = {.last_is_largest = TTA_UNKNOWN};
  tta_status status = tta_maps_extent(&j->l->linear, j->box, &j->v->scratch, &extent);
  if (status || extent.last_is_largest == TTA_UNKNOWN) j->undecided |= status != TTA_NO_MEMORY;
  else if (extent.last_is_largest == TTA_NO) {
    tta_diagnostic *d = REPORT(
        j, layout_extent,
        "element [%s] of the tensor%s maps to %lld in physical dim %u, beyond the last element at %lld; shards are too "
        "small",
        index_words(j, extent.at), unit(j), (long long)extent.larger, extent.result, (long long)extent.last);
    note_map(j, d);
  }
}

/* How a type of an unknown dialect is stored is not known. */
static bool is_opaque(const tta_element *e) { return e->kind == TTA_ELEMENT_OTHER && e->other == TTA_OTHER_OPAQUE; }

/* `i064` is i64. */
static bool is_same_integer(const tta_element *a, const tta_element *b) {
  return a->kind == TTA_ELEMENT_INTEGER && b->kind == a->kind && a->bits == b->bits && *a->text.data == *b->text.data;
}

/* A tile may hold another type than the tensor, as tilizing may convert; scalars are moved as they are. */
static bool elements_agree(const tensor_check *j) {
  const tta_element *of_tensor = &j->l->tensor_element, *of_memref = &j->l->memref_element;
  if (tta_element_is_tile(of_tensor) || tta_element_is_tile(of_memref))
    return !tta_element_is_misfit(j->v, j->l, j->use.layout);
  if (tta_str_equal(of_tensor->text, of_memref->text) || is_opaque(of_tensor) || is_opaque(of_memref)) return true;
  if (is_same_integer(of_tensor, of_memref)) return true;
  return of_tensor->other > TTA_OTHER_SCALAR && of_tensor->other == of_memref->other;
}

static void report_element(tensor_check *j) {
  tta_span span;
  tta_diagnostic *d = tta_element_report(j->v, j->use.tensor, j->l, TTA_RULE_layout_element);
  tta_str fix = tta_element_fix(j->v, j->l, &span);
  if (fix.size) tta_layout_propose(j->v, &j->use, d, span, fix, "element type", fix);
}

static void report_undecided(tensor_check *j) {
  if (j->l->order) tta_verify_order(j->v, &j->use); /* no error was found: it is sound or undecided */
  if (!j->undecided || !j->v->report->enabled[TTA_RULE_layout_undecided]) return;
  tta_diagnostic *d = REPORT(
      j, layout_undecided,
      "sampling the %u-dimensional index space of the tensor found no overlap; the check is incomplete",
      j->box.rank);
  note_map(j, d);
}

/* ---- layout-tensor-rank ---- */

/* The map that a tensor of this rank (at most LOCAL_RANK, measured in j->box) most likely meant: identity, or all dims
 * but the last ones joined row-major, as by default (tt-mlir docs/src/specs/tensor-layout.md, Dimension Collapsing);
 * accepted only if the memref fits then. */
static bool likely_map(tensor_check *j, tta_buf *out) {
  uint32_t rank = j->box.rank, results = j->l->grid.rank;
  if (!results || results > rank || results != j->l->memref.rank) return false;
  for (uint32_t d = 0; d < rank; d++)
    if (j->box.extent[d] < 1) return false;
  uint32_t joined = rank - results + 1; /* dims 0 .. joined-1 become result 0 */
  int64_t stride[LOCAL_RANK], physical[LOCAL_RANK], product = 1;
  for (uint32_t d = joined; d-- > 0;) {
    stride[d] = product;
    if (!tta_mul(product, j->box.extent[d], &product)) return false;
  }
  physical[0] = product;
  for (uint32_t i = 1; i < results; i++) physical[i] = j->box.extent[joined - 1 + i];
  if (make_memref(j, physical) || memcmp(physical, j->l->memref.extent, results * sizeof *physical) != 0) return false;
  for (uint32_t d = 0; d < rank; d++) tta_buf_printf(out, "%sd%u", d ? ", " : "(", d);
  tta_buf_str(out, ") -> (");
  for (uint32_t d = 0; d < rank; d++) {
    if (d) tta_buf_str(out, d < joined ? " + " : ", ");
    tta_buf_printf(out, "d%u", d);
    if (d < joined && stride[d] != 1) tta_buf_printf(out, " * %lld", (long long)stride[d]);
  }
  tta_buf_char(out, ')');
  return !out->failed;
}

static void report_tensor_rank(tensor_check *j) {
  tta_verifier *v = j->v;
  uint32_t dims = j->l->linear.num_dims, rank = j->l->tensor_shape.rank;
  tta_diagnostic *d = REPORT(j, layout_tensor_rank, "layout map has %u dim%s, but the tensor has rank %u", dims,
                             tta_plural(dims), rank);
  tta_report_note(v->report, d, j->l->spans[TTA_PART_MAP], "expected a map of %u dim%s", rank, tta_plural(rank));
  tta_report_note(v->report, d, j->l->spans[TTA_PART_TENSOR_SHAPE], "or a tensor of rank %u", dims);
  tta_buf map = tta_buf_new(v->reader->allocator);
  bool fixable = rank <= LOCAL_RANK &&
                 tta_layout_scalar_shape(j->l->tensor_shape, &j->l->tensor_element, j->local_box) == TTA_OK;
  j->box = (tta_shape){rank, j->local_box};
  if (fixable && likely_map(j, &map)) {
    tta_str text = tta_arena_str(v->report->arena, tta_buf_view(&map));
    tta_span span = j->l->spans[TTA_PART_MAP];
    tta_layout_propose(v, &j->use, d, span, text, "map", text);
  }
  if (map.failed) v->report->status = TTA_NO_MEMORY;
  tta_buf_free(&map);
}

/* ---- the whole ---- */

/* The tensor in scalars. False: it has dynamic extents, which no rule can measure, or too large ones, which is
 * reported. */
static bool make_box(tensor_check *j, bool *empty) {
  const tta_shape *shape = &j->l->tensor_shape;
  *empty = false;
  for (uint32_t i = 0; i < shape->rank; i++) {
    if (shape->extent[i] < 0) return false;
    *empty |= shape->extent[i] == 0;
  }
  j->box = *shape;
  if (j->l->tensor_element.kind != TTA_ELEMENT_TILE) return true;
  int64_t *scalars = allocate_numbers(j, shape->rank, j->local_box);
  if (!scalars) return false;
  if (tta_layout_scalar_shape(*shape, &j->l->tensor_element, scalars)) {
    REPORT(j, integer_range, "the shape of the tensor, in scalars, does not fit 64 bits");
    return false;
  }
  j->box.extent = scalars;
  return true;
}

/* Rules that need the extents. @return whether verification ends */
static bool verify_shapes(tensor_check *j, bool empty) {
  int64_t *last = allocate_numbers(j, j->box.rank, j->local_last);
  j->physical = allocate_numbers(j, j->l->linear.num_results, j->local_physical);
  if (!last || !j->physical) return true;
  for (uint32_t i = 0; i < j->box.rank; i++) last[i] = j->box.extent[i] - 1;
  j->growing = tta_maps_sums_at(&j->l->linear, last, j->physical);
  for (uint32_t i = 0; i < j->l->linear.num_results && j->growing; i++)
    j->growing = tta_add(j->physical[i], 1, &j->physical[i]); /* physical extents, without memory */
  bool plain = j->growing && tta_maps_sums_are_injective(&j->l->linear, j->box); /* nearly always */
  if (!empty && !plain && (verify_negative(j) || verify_overlap(j))) return true;
  if (!j->growing) {
    tta_status status = tta_layout_physical_shape(&j->l->linear, j->box, last, j->physical);
    if (fails(j, status, last)) return true;
    if (status) return false;
  }
  return verify_shard_shape(j);
}

/* The right memref shape, for a fix-it of an error that ends verification before layout-shard-shape; rank 0: unknown.
 */
static tta_shape expected_memref(tensor_check *j) {
  bool empty;
  tta_shape none = {0, NULL};
  if (!can_edit_memref(j) || j->l->linear.num_symbols || j->l->linear.num_dims != j->l->tensor_shape.rank) return none;
  if (j->l->grid.rank != j->l->linear.num_results || j->l->grid.rank > LOCAL_RANK ||
      j->l->tensor_shape.rank > LOCAL_RANK)
    return none;
  if (!make_box(j, &empty) || empty) return none;
  if (tta_layout_physical_shape(&j->l->linear, j->box, j->local_last, j->local_physical) ||
      make_memref(j, j->local_physical))
    return none;
  for (uint32_t i = 0; i < j->l->grid.rank; i++)
    if (j->local_physical[i] < 1) return none;
  return (tta_shape){j->l->grid.rank, j->local_physical};
}

/* A layout whose parts agree, against its tensor. */
static void verify_sound(tensor_check *j) {
  if (j->l->tensor_element.kind == TTA_ELEMENT_TILE && j->l->tensor_shape.rank < 2) {
    REPORT(j, layout_tile_rank, "a tensor of tiles must have at least 2 dims, found %u",
         j->l->tensor_shape.rank);
    return;
  }
  bool empty;
  bool measured = make_box(j, &empty);
  if (!measured) tta_layout_report_dynamic(j->v, &j->use);
  if (measured && verify_shapes(j, empty)) return;
  bool agree = elements_agree(j), as_is = measured && agree && !tta_layout_is_inline(j->l);
  if (as_is) tta_layout_suits(j->v, j->use.tensor, j->use.layout);
  if (measured && !empty) verify_extent(j);
  if (!agree) report_element(j);
  report_undecided(j);
}

static void verify(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, bool reported) {
  tensor_check j;
  j.v = v;
  j.l = &j.use.value;
  j.growing = j.undecided = false;
  if (tta_layout_lower_use(v, tensor, encoding, &j.use) || !tta_layout_knows(j.l, TTA_PART_TENSOR_SHAPE)) return;
  tta_layout_fault fault = tta_layout_find_fault(v, &j.use);
  if (fault && !tta_layout_is_inline(j.l)) { /* an error of the layout alone was reported at its definition */
    j.use.tensor = 0;
    if (tta_layout_find_fault(v, &j.use)) return;
    j.use.tensor = tensor;
  }
  if (reported) {
    if (!fault) tta_module_add_layout(v, &j.use);
    return;
  }
  size_t before = v->report->size;
  tta_shape expected = fault > TTA_LAYOUT_TENSOR_RANK ? expected_memref(&j) : (tta_shape){0, NULL};
  if (fault == TTA_LAYOUT_TENSOR_RANK) report_tensor_rank(&j);
  else if (fault > TTA_LAYOUT_REPORTED && v->report->size == before)
    tta_layout_report_fault(v, &j.use, fault, expected);
  if (fault || !tta_layout_knows(j.l, TTA_PART_TENSOR_ELEMENT)) return;
  verify_sound(&j);
  tta_module_add_layout(v, &j.use);
}

void tta_verify_tensor_layout(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, bool reported) {
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  verify(v, tensor, encoding, reported);
  tta_arena_rewind(&v->scratch, mark);
}
