/* Random tiled layouts compared with an independent model of the definition: a device axis is the digit
 * (index[h] / divisor) % modulus of one host dim and has a stride (RFC "Tensors with Device-Specific Layouts",
 * Contiguous Tiles). The model enumerates all host elements and all device slots.
 *
 * Checked: positions agree, are distinct and inside the allocation; the inverse tells elements, padding and gaps apart;
 * the nests touch each element exactly once, at its place; sizes; import(export(x)) = x in every notation that takes x;
 * restickify says "moves" exactly when some element does; obstacles of operations go away by the help that is offered.
 *
 * usage: test_tiled [LAYOUTS [SEED]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "graphs/rules.h"
#include "random.h"
#include "tiled/tiled.h"
#include "ttattr/tiled.h"

enum { MAX_RANK = 5, MAX_AXES = 12, MAX_PLACES = 1 << 15 };

typedef struct axis {
  int host_dim; /* -1: none */
  int64_t divisor, extent, stride;
} axis;

typedef struct model {
  int rank, axes;
  int64_t size[MAX_RANK], host_stride[MAX_RANK];
  axis axis[MAX_AXES];
} model;

static long case_number;
static const tta_tiled_element f16 = {{"f16", 3}, 16}, f32 = {{"f32", 3}, 32};
static long checked_texts, checked_moves, checked_noops, checked_helps, checked_nests, checked_wild;

static void die(const char *what, int line) {
  printf("tiled: case %ld: line %d: %s\n", case_number, line, what);
  exit(1);
}
#define CHECK(condition) ((condition) ? (void)0 : die(#condition, __LINE__))

/* ---- the model ---- */

static int64_t elements_of(const model *m) {
  int64_t count = 1;
  for (int h = 0; h < m->rank; h++) count *= m->size[h];
  return count;
}

static void index_of(const model *m, int64_t number, int64_t *index) {
  for (int h = m->rank; h-- > 0;) {
    index[h] = number % m->size[h];
    number /= m->size[h];
  }
}

static int64_t model_position(const model *m, const int64_t *index) {
  int64_t position = 0;
  for (int i = 0; i < m->axes; i++) {
    if (m->axis[i].host_dim < 0) continue;
    position += index[m->axis[i].host_dim] / m->axis[i].divisor % m->axis[i].extent * m->axis[i].stride;
  }
  return position;
}

static int64_t model_places(const model *m) {
  int64_t last = 0;
  for (int i = 0; i < m->axes; i++) {
    if (m->axis[i].extent == 0) return 0;
    last += (m->axis[i].extent - 1) * m->axis[i].stride;
  }
  return last + 1;
}

static int64_t model_slots(const model *m) {
  int64_t slots = 1;
  for (int i = 0; i < m->axes; i++) slots *= m->axis[i].extent;
  return slots;
}

/* Contiguous strides, or with gaps of whole sticks where there are sticks. */
static void stride_axes(model *m, bool gaps, int64_t stick) {
  int64_t stride = 1;
  for (int i = m->axes; i-- > 0;) {
    m->axis[i].stride = stride;
    stride *= m->axis[i].extent > 1 ? m->axis[i].extent : 1;
    if (gaps && i < m->axes && pick(0, 2) == 0) stride += stick * pick(0, 2);
  }
}

static void random_host(model *m, int64_t largest) {
  int order[MAX_RANK];
  for (int h = 0; h < m->rank; h++) {
    m->size[h] = pick(0, 30) == 0 ? 0 : pick(1, largest);
    order[h] = h;
  }
  /* Row-major, or any order of dims, or with gaps. */
  int kind = (int)pick(0, 2);
  for (int h = m->rank - 1; kind && h > 0; h--) {
    int other = (int)pick(0, h), kept = order[h];
    order[h] = order[other];
    order[other] = kept;
  }
  int64_t stride = 1;
  for (int h = m->rank; h-- > 0;) {
    m->host_stride[order[h]] = stride;
    stride *= m->size[order[h]] > 1 ? m->size[order[h]] : 1;
    if (kind == 2) stride += pick(0, 3);
  }
}

static void add_axis(model *m, int host_dim, int64_t divisor, int64_t extent) {
  m->axis[m->axes++] = (axis){host_dim, divisor, extent, 0};
}

/* The axes of a convention, written down from the table of reference section 2: each line names what stands there. */
static void place_convention(model *m, const int *order, tta_tiled_convention convention, bool sparse, int64_t stick) {
  int n = m->rank, s = n ? order[n - 1] : -1;
  int64_t sticks = n ? (sparse ? m->size[s] : (m->size[s] + stick - 1) / stick) : 1;
#define COUNT add_axis(m, s, sparse ? 1 : stick, sticks)
#define LANE add_axis(m, sparse || n == 0 ? -1 : s, 1, stick)
#define WHOLE(d) add_axis(m, order[d], 1, m->size[order[d]])
#define UNIT add_axis(m, -1, 1, 1)
  if (n == 0) {
    if (convention == TTA_TILED_2026) UNIT;
  } else if (sparse && convention == TTA_TILED_2026) { /* D + [-1]: D[1:], the synthetic dim, D0, the stick */
    for (int d = 1; d < n; d++) WHOLE(d);
    UNIT;
    WHOLE(0);
  } else if (n <= 2 || convention == TTA_TILED_RFC) {
    COUNT;
    for (int d = 0; d < n - 1; d++) WHOLE(d);
  } else if (n == 4 && convention == TTA_TILED_DEC25) {
    WHOLE(0);
    COUNT;
    WHOLE(1);
    WHOLE(2);
  } else {
    for (int d = 1; d < n - 1; d++) WHOLE(d);
    COUNT;
    WHOLE(0);
  }
  LANE;
  stride_axes(m, false, stick);
}

/* ---- checks of one layout ---- */

static int32_t place_of[MAX_PLACES]; /* at a device position: the element, -1 padding, -2 gap */
static int32_t host_at[1 << 20];     /* at a host offset: the element, -1 none */
static uint8_t touched[MAX_PLACES];

static void fill_places(const model *m) {
  int64_t places = model_places(m), slots = model_slots(m), count = elements_of(m), index[MAX_RANK];
  for (int64_t p = 0; p < places; p++) place_of[p] = -2;
  for (int64_t n = 0; n < slots; n++) {
    int64_t rest = n, position = 0;
    for (int i = m->axes; i-- > 0;) {
      position += rest % m->axis[i].extent * m->axis[i].stride;
      rest /= m->axis[i].extent;
    }
    CHECK(position < places && place_of[position] == -2);
    place_of[position] = -1;
  }
  for (int64_t n = 0; n < count; n++) {
    index_of(m, n, index);
    int64_t position = model_position(m, index);
    CHECK(position >= 0 && position < places && place_of[position] == -1); /* distinct and inside */
    place_of[position] = (int32_t)n;
  }
}

static void check_elements(const model *m, const tta_tiled_map *map) {
  int64_t count = elements_of(m), places = model_places(m), index[MAX_RANK], back[MAX_RANK], digits[MAX_AXES], position;
  for (int64_t n = 0; n < count; n++) {
    index_of(m, n, index);
    CHECK(!tta_tiled_position(map, index, digits, &position));
    CHECK(position == model_position(m, index));
    int64_t sum = 0;
    for (uint32_t i = 0; i < map->rank; i++) {
      CHECK(digits[i] >= 0 && digits[i] < map->ranges[i]);
      sum += digits[i] * map->device_strides[i];
    }
    CHECK(sum == position);
  }
  for (int64_t p = -1; p <= places; p++) {
    tta_tiled_place place = tta_tiled_element_at(map, p, back);
    if (p < 0 || p >= places)
      CHECK(place == TTA_TILED_AT_OUTSIDE);
    else if (place_of[p] == -2)
      CHECK(place == TTA_TILED_AT_GAP);
    else if (place_of[p] == -1)
      CHECK(place == TTA_TILED_AT_PADDING);
    else {
      CHECK(place == TTA_TILED_AT_ELEMENT);
      index_of(m, place_of[p], index);
      for (int h = 0; h < m->rank; h++) CHECK(back[h] == index[h]);
    }
  }
}

static int64_t host_offset(const model *m, const int64_t *index) {
  int64_t offset = 0;
  for (int h = 0; h < m->rank; h++) offset += index[h] * m->host_stride[h];
  return offset;
}

static void run_nest(const tta_tiled_nest *nest, int64_t places) {
  int64_t loops = 1;
  for (uint32_t i = 0; i < nest->rank; i++) loops *= nest->ranges[i];
  for (int64_t n = 0; n < loops; n++) {
    int64_t rest = n, host = nest->host_offset, device = nest->device_offset;
    for (uint32_t i = nest->rank; i-- > 0;) {
      host += rest % nest->ranges[i] * nest->host_strides[i];
      device += rest % nest->ranges[i] * nest->device_strides[i];
      rest /= nest->ranges[i];
    }
    CHECK(host >= 0 && host < (int64_t)(sizeof host_at / sizeof *host_at) && host_at[host] >= 0);
    CHECK(device >= 0 && device < places && place_of[device] == host_at[host]);
    CHECK(!touched[host_at[host]]);
    touched[host_at[host]] = 1;
  }
}

static void check_nests(const model *m, const tta_tiled_map *map, tta_arena *arena) {
  int64_t count = elements_of(m), index[MAX_RANK];
  const tta_tiled_nest *nests;
  uint32_t num_nests;
  for (int64_t n = 0; n < count; n++) {
    index_of(m, n, index);
    int64_t offset = host_offset(m, index);
    CHECK(offset < (int64_t)(sizeof host_at / sizeof *host_at));
    host_at[offset] = (int32_t)n;
    touched[n] = 0;
  }
  CHECK(!tta_tiled_nests(map, arena, &num_nests, &nests));
  for (uint32_t i = 0; i < num_nests; i++) run_nest(&nests[i], model_places(m));
  for (int64_t n = 0; n < count; n++) CHECK(touched[n]);
  for (int64_t n = 0; n < count; n++) {
    index_of(m, n, index);
    host_at[host_offset(m, index)] = -1;
  }
  checked_nests += num_nests;
}

/* Whether two legal layouts of one host put an element at different places; by enumeration. */
static bool differ(const model *m, const tta_tiled_map *a, const tta_tiled_map *b) {
  int64_t count = elements_of(m), index[MAX_RANK], at_a, at_b;
  for (int64_t n = 0; n < count; n++) {
    index_of(m, n, index);
    CHECK(!tta_tiled_position(a, index, NULL, &at_a) && !tta_tiled_position(b, index, NULL, &at_b));
    if (at_a != at_b) return true;
  }
  return false;
}

static void check_texts(const model *m, const tta_tiled *layout, const tta_tiled_map *map, tta_arena *arena) {
  tta_tiled_context context = {.element = layout->element,
                               .has_host = true,
                               .host_size = layout->host_size,
                               .host_strides = layout->host_strides,
                               .stick_bytes = layout->stick_bytes};
  for (int form = 0; form < 9; form++) {
    tta_tiled_import what = {.layout = *layout}, back;
    what.notation = form < 4 ? TTA_TILED_SPYRE : form < 8 ? TTA_TILED_FIXED : TTA_TILED_TRIPLE;
    what.era = form < 8 ? (uint32_t)(form % 4 + 1) : 0;
    what.device = (tta_str){"spyre:1", 7};
    /* Native: the fields of the layout are exactly those of the era. */
    bool sparse = layout->format != TTA_TILED_DENSE, dtype = layout->device_dtype.size != 0;
    bool minus_one = layout->dim_map.rank && layout->dim_map.extent[layout->dim_map.rank - 1] == -1;
    bool native = what.era == 4 ? layout->stride_map.rank && dtype
                                : what.era && layout->dim_map.rank && dtype == (what.era > 1) &&
                                      (what.era != 3 || sparse == minus_one);
    tta_buf out;
    tta_str reason;
    tta_buf_init(&out, NULL);
    tta_status status = tta_tiled_write(&out, &what, arena, &reason);
    if (status == TTA_INVALID)
      CHECK(reason.size > 0 && out.size == 0);
    else {
      CHECK(!status);
      tta_tiled_map again;
      CHECK(!tta_tiled_read(tta_buf_view(&out), &context, arena, &back));
      CHECK(back.notation == what.notation && back.era == what.era && !back.swapped);
      if (native) CHECK(tta_tiled_equal(&back.layout, layout));
      back.layout.stick_bytes = layout->stick_bytes;
      CHECK(!tta_tiled_map_of(&back.layout, arena, &again));
      CHECK(!differ(m, map, &again));
      checked_texts++;
    }
    tta_buf_free(&out);
  }
}

static void check_layout(const model *m, const tta_tiled *layout, tta_arena *arena) {
  tta_tiled_diagnostics findings;
  tta_tiled_map map;
  tta_tiled_sizes sizes;
  CHECK(!tta_tiled_verify(layout, arena, &findings));
  if (tta_tiled_first_error(&findings)) {
    const tta_tiled_diagnostic *one = tta_tiled_first_error(&findings);
    printf("%s: %.*s\n", tta_tiled_rule_name(one->rule), (int)one->message.size, one->message.data);
    die("a valid layout is rejected", __LINE__);
  }
  CHECK(!tta_tiled_map_of(layout, arena, &map));
  fill_places(m);
  check_elements(m, &map);
  check_nests(m, &map, arena);
  CHECK(!tta_tiled_sizes_of(layout, arena, &sizes));
  CHECK(sizes.host_elements == elements_of(m) && sizes.device_elements == model_slots(m));
  CHECK(sizes.padding_elements == model_slots(m) - elements_of(m));
  CHECK(sizes.footprint_elements >= model_places(m));
  CHECK(sizes.footprint_elements < model_places(m) + map.elems_per_stick);
  check_texts(m, layout, &map, arena);
}

/* ---- restickify and operations ---- */

static void check_move(const model *m, const tta_tiled *a, const tta_tiled *b, tta_arena *arena) {
  tta_tiled_move move;
  tta_tiled_map in_a, in_b;
  int64_t from, to;
  CHECK(!tta_tiled_map_of(a, arena, &in_a) && !tta_tiled_map_of(b, arena, &in_b));
  CHECK(!tta_tiled_compare(a, b, arena, &move));
  CHECK(move.feasible);
  CHECK(move.moves == differ(m, &in_a, &in_b));
  CHECK(move.elements == (move.moves ? elements_of(m) : 0));
  *(move.moves ? &checked_moves : &checked_noops) += 1;
  if (!move.moves) return;
  CHECK(!tta_tiled_position(&in_a, move.witness, NULL, &from) && from == move.witness_from);
  CHECK(!tta_tiled_position(&in_b, move.witness, NULL, &to) && to == move.witness_to);
  CHECK(from != to);
}

static void expect_legal(const tta_tiled_outcome *outcome, tta_arena *arena) {
  tta_tiled_diagnostics findings;
  CHECK(!tta_tiled_verify(&outcome->layout, arena, &findings));
  CHECK(!tta_tiled_first_error(&findings));
}

/* Element-wise on operands of one size: equal lanes in every operand and the result, or the rule does not apply. */
static void check_lanes(const model *m, const tta_tiled *a, const tta_tiled *b, const tta_tiled *c, tta_arena *arena) {
  tta_tiled_map map[3];
  int64_t index[MAX_RANK], at[3];
  CHECK(!tta_tiled_map_of(a, arena, &map[0]) && !tta_tiled_map_of(b, arena, &map[1]) &&
        !tta_tiled_map_of(c, arena, &map[2]));
  for (int64_t n = 0; n < elements_of(m); n++) {
    index_of(m, n, index);
    for (int i = 0; i < 3; i++) {
      CHECK(!tta_tiled_position(&map[i], index, NULL, &at[i]));
      CHECK(at[i] % map[i].elems_per_stick == at[0] % map[0].elems_per_stick);
    }
  }
}

static void check_pointwise(const model *m, const tta_tiled *a, const tta_tiled *b, tta_arena *arena) {
  tta_tiled operands[2] = {*a, *b};
  tta_tiled_outcome outcome;
  for (int tries = 0;; tries++) {
    CHECK(tries < 3);
    CHECK(!tta_tiled_pointwise(operands, 2, NULL, TTA_TILED_RFC, arena, &outcome));
    if (!outcome.obstacle) break;
    if (outcome.obstacle == TTA_TILED_SEVERAL_STICKS) return;
    CHECK(outcome.obstacle == TTA_TILED_STICKS_DIFFER || outcome.obstacle == TTA_TILED_FORMATS_DIFFER);
    CHECK(outcome.has_help && outcome.help_operand < 2);
    check_move(m, &operands[outcome.help_operand], &outcome.help_layout, arena);
    operands[outcome.help_operand] = outcome.help_layout;
    checked_helps++;
  }
  expect_legal(&outcome, arena);
  if (elements_of(m) > 1) check_lanes(m, &operands[0], &operands[1], &outcome.layout, arena);
}

static void check_reduce(const model *m, const tta_tiled *a, tta_arena *arena) {
  int64_t axes[MAX_RANK];
  uint32_t count = 0;
  for (int h = 0; h < m->rank; h++) {
    if (pick(0, 1)) axes[count++] = h;
  }
  bool keep = pick(0, 1);
  tta_tiled input = *a;
  tta_tiled_outcome outcome;
  CHECK(!tta_tiled_reduce(&input, (tta_shape){count, axes}, keep, TTA_TILED_RFC, arena, &outcome));
  if (outcome.obstacle == TTA_TILED_AXES_MIXED && outcome.has_help) {
    input = outcome.help_layout;
    CHECK(!tta_tiled_reduce(&input, (tta_shape){count, axes}, keep, TTA_TILED_RFC, arena, &outcome));
    CHECK(!outcome.obstacle);
    checked_helps++;
  }
  if (outcome.obstacle) {
    CHECK(outcome.obstacle == TTA_TILED_SEVERAL_STICKS || (int)count == m->rank);
    return;
  }
  expect_legal(&outcome, arena);
  CHECK(outcome.layout.host_size.rank == (uint32_t)m->rank - (keep ? 0 : count));
}

static tta_tiled build_operand(int64_t rows, int64_t columns, int64_t stick_bytes, int64_t *numbers, tta_arena *arena) {
  tta_tiled layout;
  numbers[0] = rows;
  numbers[1] = columns;
  numbers[2] = pick(0, 1);
  numbers[3] = 1 - numbers[2];
  tta_tiled_spec spec = {.host_size = {2, numbers},
                         .element = f16,
                         .order = {2, numbers + 2},
                         .convention = (tta_tiled_convention)pick(0, 2),
                         .format = (tta_tiled_format)pick(0, 1),
                         .stick_bytes = stick_bytes};
  CHECK(!tta_tiled_build(&spec, arena, &layout, NULL));
  return layout;
}

static void check_matmul(int64_t stick_bytes, tta_arena *arena) {
  int64_t m = pick(1, 20), k = pick(1, 20), n = pick(1, 20), numbers[2][4];
  tta_tiled operand[2] = {build_operand(m, k, stick_bytes, numbers[0], arena),
                          build_operand(k, n, stick_bytes, numbers[1], arena)};
  tta_tiled_outcome outcome;
  for (int tries = 0;; tries++) {
    CHECK(tries < 4);
    CHECK(!tta_tiled_matmul(&operand[0], &operand[1], TTA_TILED_2026, arena, &outcome));
    if (!outcome.obstacle) break;
    CHECK(outcome.has_help);
    operand[outcome.help_operand] = outcome.help_layout;
    checked_helps++;
  }
  expect_legal(&outcome, arena);
  CHECK(outcome.layout.host_size.extent[0] == m && outcome.layout.host_size.extent[1] == n);
  CHECK(operand[0].dim_map.extent[2] == operand[1].dim_map.extent[2]);
  CHECK(operand[0].dim_map.extent[2] == outcome.layout.dim_map.extent[2]);
}

/* ---- random layouts ---- */

static void random_order(const model *m, int *order) {
  for (int h = 0; h < m->rank; h++) order[h] = h;
  for (int h = m->rank - 1; h > 0; h--) {
    int other = (int)pick(0, h), kept = order[h];
    order[h] = order[other];
    order[other] = kept;
  }
}

/* One by a constructor. The model has no axes yet. */
static tta_tiled by_convention(model *m, int64_t stick_bytes, tta_tiled_element element, tta_arena *arena) {
  int order[MAX_RANK];
  int64_t *numbers = tta_arena_array(arena, 3 * MAX_RANK, sizeof *numbers);
  tta_tiled_convention convention = (tta_tiled_convention)pick(0, m->rank > 4 ? 0 : 2);
  if (m->rank > 4 && pick(0, 1)) convention = TTA_TILED_2026;
  tta_tiled_format format = m->rank ? (tta_tiled_format)pick(0, 2) : TTA_TILED_SPARSE;
  random_order(m, order);
  for (int h = 0; h < m->rank; h++) {
    numbers[h] = m->size[h];
    numbers[MAX_RANK + h] = m->host_stride[h];
    numbers[2 * MAX_RANK + h] = order[h];
  }
  uint32_t rank = (uint32_t)m->rank;
  tta_tiled_spec spec = {.host_size = {rank, numbers},
                         .host_strides = {rank, numbers + MAX_RANK},
                         .element = element,
                         .order = {rank, numbers + 2 * MAX_RANK},
                         .convention = convention,
                         .format = format,
                         .stick_bytes = stick_bytes};
  tta_tiled layout;
  CHECK(!tta_tiled_build(&spec, arena, &layout, NULL));
  m->axes = 0;
  place_convention(m, order, convention, format != TTA_TILED_DENSE, stick_bytes * 8 / element.bits);
  CHECK(layout.device_size.rank == (uint32_t)m->axes);
  for (int i = 0; i < m->axes; i++) {
    CHECK(layout.device_size.extent[i] == m->axis[i].extent);
    CHECK(m->axis[i].extent <= 1 || layout.device_strides.extent[i] == m->axis[i].stride);
  }
  if (pick(0, 1) && element.bits == 16) layout.device_dtype = (tta_str){"sen169_fp16", 11};
  tta_tiled_convention found;
  int64_t back[MAX_RANK];
  if (rank && tta_tiled_order(&layout, convention, back, &found)) {
    CHECK(found == convention);
    for (int h = 0; h < m->rank; h++) CHECK(back[h] == order[h]);
  } else {
    CHECK(!rank);
  }
  return layout;
}

/* Takes the model's axes over into a layout, by dim_map (`dims`) or by stride_map. */
static tta_tiled from_axes(const model *m, bool by_stride, int64_t k, tta_tiled_format format, int64_t stick_bytes,
                           tta_tiled_element element, const int *dims, tta_arena *arena) {
  int64_t *numbers = tta_arena_array(arena, 3 * MAX_AXES + 2 * MAX_RANK, sizeof *numbers);
  int64_t *size = numbers, *stride = size + MAX_AXES, *map = stride + MAX_AXES, *host = map + MAX_AXES;
  for (int i = 0; i < m->axes; i++) {
    size[i] = m->axis[i].extent;
    stride[i] = m->axis[i].stride;
    map[i] = dims[i];
    if (by_stride) {
      int h = m->axis[i].host_dim;
      map[i] = h < 0 ? -1 : m->axis[i].divisor * m->host_stride[h];
    }
  }
  for (int h = 0; h < m->rank; h++) {
    host[h] = m->size[h];
    host[MAX_RANK + h] = m->host_stride[h];
  }
  tta_shape list = {(uint32_t)m->axes, map}, none = {0, NULL};
  return (tta_tiled){.device_size = {(uint32_t)m->axes, size},
                     .device_strides = {(uint32_t)m->axes, stride},
                     .dim_map = by_stride ? none : list,
                     .stride_map = by_stride ? list : none,
                     .num_stick_dims = k,
                     .format = format,
                     .element = element,
                     .has_host = true,
                     .host_size = {(uint32_t)m->rank, host},
                     .host_strides = {(uint32_t)m->rank, host + MAX_RANK},
                     .stick_bytes = stick_bytes};
}

/* An explicit layout: k stick dims, padding, gaps, outer dims in any order. */
static tta_tiled by_hand(model *m, int64_t stick_bytes, tta_tiled_element element, tta_arena *arena) {
  int64_t stick = stick_bytes * 8 / element.bits, inner[MAX_RANK];
  int order[MAX_RANK], dims[MAX_AXES], k = m->rank > 1 && pick(0, 3) == 0 ? 2 : 1;
  bool sparse = k == 1 && pick(0, 3) == 0;
  random_order(m, order);
  for (int j = 0; j < k; j++) inner[j] = j == k - 1 ? (k > 1 ? stick * pick(1, 2) : stick) : pick(1, 4);
  m->axes = 0;
  for (int n = 0; n < m->rank; n++) { /* the outer digits; the stick dims are order[0 .. k-1] */
    int h = order[n];
    int64_t unit = n < k && !sparse ? inner[n] : 1, extent = (m->size[h] + unit - 1) / unit;
    if (pick(0, 4) == 0 && extent) extent += pick(0, 2);
    dims[m->axes] = h;
    add_axis(m, h, unit, extent);
  }
  for (int n = m->rank - 1; n > 0; n--) { /* any order */
    int other = (int)pick(0, n), dim = dims[n];
    axis kept = m->axis[n];
    m->axis[n] = m->axis[other];
    dims[n] = dims[other];
    m->axis[other] = kept;
    dims[other] = dim;
  }
  for (int j = 0; j < k; j++) {
    dims[m->axes] = order[j];
    add_axis(m, sparse ? -1 : order[j], 1, inner[j]);
  }
  stride_axes(m, pick(0, 1), stick);
  return from_axes(m, false, k, sparse ? TTA_TILED_SPARSE : TTA_TILED_DENSE, stick_bytes, element, dims, arena);
}

/* By stride_map alone: host dims split into up to three digits, in any order but for the stick. */
static tta_tiled by_stride_map(model *m, int64_t stick_bytes, tta_tiled_element element, tta_arena *arena) {
  int64_t stick = stick_bytes * 8 / element.bits;
  int s = (int)pick(0, m->rank - 1), dims[MAX_AXES] = {0};
  bool sparse = pick(0, 3) == 0;
  m->axes = 0;
  for (int h = 0; h < m->rank; h++) {
    int64_t unit = h == s && !sparse ? stick : 1, left = (m->size[h] + unit - 1) / unit;
    if (left > 3 && pick(0, 1)) {
      int64_t digit = pick(2, left - 1);
      add_axis(m, h, unit, digit);
      unit *= digit;
      left = (left + digit - 1) / digit;
    }
    add_axis(m, h, unit, left);
  }
  for (int n = m->axes - 1; n > 0; n--) {
    int other = (int)pick(0, n);
    axis kept = m->axis[n];
    m->axis[n] = m->axis[other];
    m->axis[other] = kept;
  }
  add_axis(m, sparse ? -1 : s, 1, stick);
  stride_axes(m, false, stick);
  tta_tiled layout =
      from_axes(m, true, 1, sparse ? TTA_TILED_SPARSE : TTA_TILED_DENSE, stick_bytes, element, dims, arena);
  if (element.bits == 16) layout.device_dtype = (tta_str){"sen169_fp16", 11};
  return layout;
}

/* ---- wild layouts: any numbers at all ---- */

static int64_t wild_number(void) {
  static const int64_t edges[] = {
      -1, 0, 1, 2, 63, 64, INT64_MAX, INT64_MIN, INT64_MAX / 2, (int64_t)1 << 57, (int64_t)1 << 31};
  switch (pick(0, 5)) {
    case 0:
      return edges[pick(0, 10)];
    case 1:
      return (int64_t)draw();
    case 2:
      return (int64_t)1 << pick(0, 62);
    default:
      return pick(-2, 130);
  }
}

static tta_shape wild_list(uint32_t rank, int64_t *numbers) {
  if (pick(0, 30) == 0) rank = (uint32_t)pick(0, 4);
  for (uint32_t i = 0; i < rank; i++) numbers[i] = wild_number();
  return (tta_shape){rank, numbers};
}

/* A layout that is verified without errors has a map, and the inverse of its last element is correct. */
static bool check_wild(tta_arena *arena) {
  int64_t numbers[7][4];
  uint32_t host = (uint32_t)pick(0, 3), rank = host + 1;
  tta_shape none = {0, NULL};
  tta_tiled layout = {.num_stick_dims = pick(0, 9) ? 1 : wild_number(),
                      .format = (tta_tiled_format)pick(0, 2),
                      .element = {{"x", 1}, pick(0, 3) ? 16 : (uint32_t)draw()},
                      .has_host = pick(0, 7) != 0,
                      .stick_bytes = pick(0, 9) ? 0 : wild_number()};
  layout.device_size = wild_list(rank, numbers[0]);
  layout.device_strides = pick(0, 1) ? wild_list(rank, numbers[1]) : none;
  layout.dim_map = pick(0, 2) ? wild_list(rank, numbers[2]) : none;
  layout.stride_map = pick(0, 2) ? none : wild_list(rank, numbers[3]);
  layout.host_size = wild_list(host, numbers[4]);
  layout.host_strides = pick(0, 1) ? wild_list(host, numbers[5]) : none;
  if (pick(0, 3)) { /* towards legal ones */
    for (uint32_t i = 0; i < layout.dim_map.rank; i++) numbers[2][i] = pick(-1, (int64_t)host - 1);
    if (layout.device_size.rank) numbers[0][layout.device_size.rank - 1] = 64;
    for (uint32_t i = 0; i + 1 < layout.device_size.rank; i++) numbers[0][i] = (int64_t)1 << pick(0, 40);
    for (uint32_t h = 0; h < layout.host_size.rank; h++) numbers[4][h] = (int64_t)1 << pick(0, 20);
    layout.device_strides = none;
  }
  tta_tiled_diagnostics findings;
  tta_tiled_map map;
  tta_tiled_sizes sizes;
  tta_tiled_outcome outcome;
  int64_t index[4], back[4], position;
  CHECK(!tta_tiled_verify(&layout, arena, &findings));
  for (uint32_t i = 1; i < findings.count; i++) CHECK(findings.item[i].rule != findings.item[i - 1].rule);
  tta_status status = tta_tiled_map_of(&layout, arena, &map);
  if (tta_tiled_first_error(&findings) || !layout.has_host) {
    CHECK(status == TTA_INVALID);
    return false;
  }
  if (status == TTA_OVERFLOW) return false;
  CHECK(!status);
  status = tta_tiled_sizes_of(&layout, arena, &sizes);
  CHECK(!status || status == TTA_OVERFLOW);
  for (uint32_t h = 0; h < layout.host_size.rank; h++) {
    index[h] = layout.host_size.extent[h] - 1;
    if (index[h] < 0) return false;
  }
  CHECK(!tta_tiled_position(&map, index, NULL, &position));
  CHECK(tta_tiled_element_at(&map, position, back) == TTA_TILED_AT_ELEMENT);
  for (uint32_t h = 0; h < layout.host_size.rank; h++) CHECK(back[h] == index[h]);
  const tta_tiled_nest *nests;
  uint32_t count;
  status = tta_tiled_nests(&map, arena, &count, &nests);
  CHECK(!status || status == TTA_OVERFLOW);
  return !tta_tiled_restickify(&layout, 0, TTA_TILED_2026, arena, &outcome);
}

static bool run_case(tta_arena *arena) {
  static const int64_t stick_bytes[] = {4, 8, 8, 16, 32, 128};
  model m = {.rank = (int)pick(0, MAX_RANK)}, other;
  int64_t bytes = stick_bytes[pick(0, 5)];
  tta_tiled_element element = pick(0, 2) ? f16 : f32;
  random_host(&m, m.rank > 3 ? 5 : m.rank > 2 ? 9 : 40);
  other = m;
  int kind = m.rank ? (int)pick(0, 3) : 0;
  tta_tiled layout = kind <= 1   ? by_convention(&m, bytes, element, arena)
                     : kind == 2 ? by_hand(&m, bytes, element, arena)
                                 : by_stride_map(&m, bytes, element, arena);
  if (model_places(&m) >= MAX_PLACES) return false; /* too large to enumerate: another one */
  check_layout(&m, &layout, arena);
  tta_tiled second = by_convention(&other, bytes, element, arena);
  if (layout.device_dtype.size != second.device_dtype.size) second.device_dtype = layout.device_dtype;
  check_move(&m, &layout, &second, arena);
  check_pointwise(&m, &layout, &second, arena);
  check_reduce(&m, &layout, arena);
  check_matmul(bytes, arena);
  return true;
}

int main(int argc, char **argv) {
  long cases = argc > 1 ? atol(argv[1]) : 20000;
  uint64_t first_seed = random_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 20260101;
  tta_arena arena;
  for (size_t i = 0; i < sizeof host_at / sizeof *host_at; i++) host_at[i] = -1;
  for (case_number = 0; case_number < cases;) {
    tta_arena_init(&arena, NULL);
    case_number += run_case(&arena);
    for (int i = 0; i < 5; i++) checked_wild += check_wild(&arena);
    tta_arena_free(&arena);
  }
  printf("tiled: %ld cases, seed %" PRIu64 " (%ld nests, %ld texts, %ld moves, %ld no-ops, %ld helps, %ld wild)\n",
         cases, first_seed, checked_nests, checked_texts, checked_moves, checked_noops, checked_helps, checked_wild);
  return 0;
}
