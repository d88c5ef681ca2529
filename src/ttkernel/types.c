/* types.c: types of TTKernel, and the rules of its operations that their text alone breaks: types of operands (as MLIR
 * reads them), transaction ids and NoCs (TTKernelTridNocOpTrait), the syntax of TensorAccessorArgs. */
#include "base/chars.h"
#include "base/checked.h"
#include "model/words.h"
#include "ttattr/model.h"
#include "ttkernel/module.h"

/* ---- types ---- */

tta_str tta_ttkernel_resolve(const tta_ttkernel_text *t, tta_str text) {
  for (uint32_t depth = 0; depth < 8 && text.size > 1 && (text.data[0] == '!' || text.data[0] == '#'); depth++) {
    const uint32_t *number = tta_strmap_find(&t->alias_of_name, text);
    const tta_name *found = number ? &t->aliases[*number] : NULL;
    if (!found || found->value.end <= found->value.begin) return text;
    text = tta_str_between(t->ops->text.data + found->value.begin, t->ops->text.data + found->value.end);
  }
  return text;
}

/* The bytes of `f32` or of `!ttcore.tile<32x32, f32>`. */
static bool element_bytes(const tta_ttkernel_text *t, tta_str name, int64_t *bytes, bool *tile) {
  int64_t rows = 1, columns = 1;
  name = tta_ttkernel_resolve(t, name);
  *tile = tta_str_contains(name, ".tile<");
  if (!*tile) {
    tta_element scalar = tta_element_scalar(name);
    return !tta_element_bytes(&scalar, TTA_WITH_EXPONENTS, bytes);
  }
  tta_str inside = tta_ops_inside(name), shape, type;
  if (!tta_ops_next_item(&inside, &shape) || !tta_ops_next_item(&inside, &type)) return false;
  size_t by = tta_str_find(shape, "x");
  if (by == SIZE_MAX || !tta_ops_integer((tta_str){shape.data, by}, &rows) ||
      !tta_ops_integer(tta_str_rest(shape, by + 1), &columns) || rows < 1 || columns < 1 || rows > 64 || columns > 64)
    return false;
  for (int data_type = 0; data_type < TTA_NUM_DATA_TYPES; data_type++)
    if (tta_str_is(type, tta_data_type_name((tta_data_type)data_type))) {
      tta_element element = tta_element_tile(rows, columns, (tta_data_type)data_type);
      return !tta_element_bytes(&element, TTA_WITH_EXPONENTS, bytes);
    }
  return false;
}

/* `2x4x!ttcore.tile<32x32, f32>` of a memref: the number of elements and their type. */
static bool shape_of(tta_str text, int64_t *count, tta_str *element) {
  int64_t extent;
  *count = 1;
  for (;;) {
    size_t by = tta_str_find(text, "x");
    if (by == SIZE_MAX || !tta_ops_integer((tta_str){text.data, by}, &extent)) break;
    if (extent < 1 || !tta_mul(*count, extent, count)) return false;
    text = tta_str_rest(text, by + 1);
  }
  *element = text;
  return true;
}

bool tta_ttkernel_shape(const tta_ttkernel_text *t, tta_str text, int64_t *count, int64_t *bytes) {
  tta_str element;
  bool tile;
  return shape_of(text, count, &element) && element_bytes(t, element, bytes, &tile);
}

/* Pages of a circular buffer, by the elements of a buffer and how many buffers there are. */
static bool pages_of(const tta_ttkernel_text *t, int64_t count, tta_str element, int64_t buffers, int64_t *pages,
                     int64_t *page_bytes) {
  enum { TILE = 1024 };
  int64_t bytes;
  bool tile;
  if (count < 1 || buffers < 1 || !element.size || !element_bytes(t, element, &bytes, &tile)) return false;
  if (!tile && count % TILE == 0) count /= TILE, bytes *= TILE; /* a page of a row-major buffer has as many scalars */
  else if (!tile && !tta_mul(count, bytes, &bytes)) return false;
  else if (!tile) count = 1;
  *page_bytes = bytes;
  return tta_mul(count, buffers, pages) && tta_mul(*pages, bytes, &bytes);
}

bool tta_ttkernel_memref_type(const tta_ttkernel_text *t, tta_str type, tta_ttkernel_memref *out) {
  type = tta_ttkernel_resolve(t, type);
  tta_str rest = tta_ops_inside(type), shape, item, part, element;
  enum { MAX_CORES = 64 }; /* of a row or column */
  int64_t extents[8], buffers = 1, shards = 1, number;
  uint32_t rank = 0;
  *out = (tta_ttkernel_memref){0};
  if (!tta_str_starts_with(type, "memref<") || !tta_ops_next_item(&rest, &shape)) return false;
  while (tta_ops_next_item(&rest, &item)) {
    item = tta_ttkernel_resolve(t, item);
    tta_str inside = tta_ops_inside(item);
    out->l1 |= tta_str_contains(item, "memory_space<l1>");
    out->known |= tta_str_contains(item, "memory_space<");
    if (tta_ops_next_item(&inside, &part) && tta_ops_next_item(&inside, &part) && tta_ops_integer(part, &number))
      buffers = number; /* #ttcore.shard<strides, buffers> */
  }
  for (part = shape; rank < 8;) {
    size_t by = tta_str_find(part, "x");
    if (by == SIZE_MAX || !tta_ops_integer((tta_str){part.data, by}, &extents[rank])) break;
    part = tta_str_rest(part, by + 1);
    rank++;
  }
  if (!rank || rank % 2 || rank == 8) return false;
  for (uint32_t i = 0; i < rank / 2; i++) {
    if (extents[i] < 1 || !tta_mul(shards, extents[i], &shards)) return false;
    shape = tta_str_rest(shape, tta_str_find(shape, "x") + 1);
  }
  out->rows = rank == 4 && extents[0] <= MAX_CORES ? (uint32_t)extents[0] : 0;
  out->columns = rank == 4 && extents[1] <= MAX_CORES ? (uint32_t)extents[1] : 0;
  return shape_of(shape, &number, &element) && pages_of(t, number, element, 1, &out->pages, &out->page_bytes) &&
         tta_mul(out->pages, out->page_bytes, &out->bytes) && tta_mul(out->bytes, shards, &out->all_bytes) &&
         pages_of(t, number, element, buffers, &out->pages, &out->page_bytes);
}

bool tta_ttkernel_cb_type(const tta_ttkernel_text *t, tta_str type, int64_t *pages, int64_t *page_bytes) {
  type = tta_ttkernel_resolve(t, type);
  tta_str inside = tta_ops_inside(type), item, element = {NULL, 0};
  int64_t count = 0, buffers = 1;
  if (!tta_str_starts_with(type, "!ttkernel.cb<")) return false;
  while (tta_ops_next_item(&inside, &item)) {
    item = tta_ttkernel_resolve(t, item);
    if (tta_str_starts_with(item, "memref<")) { /* until 2025-09; 2024: cb_in0, address, memref, page size, buffers */
      tta_str memref = tta_ops_inside(item), shape;
      if (!tta_ops_next_item(&memref, &shape) || !shape_of(shape, &count, &element)) return false;
    } else if (!count) {
      if (!tta_ops_integer(item, &count)) count = 0;
    } else if (!element.size) element = item;
    else if (!tta_ops_integer(item, &buffers)) return false;
  }
  return pages_of(t, count, element, buffers, pages, page_bytes);
}

/* ---- rules ---- */

/* The constant that an operand is, without running anything. */
static bool constant_operand(const tta_ttkernel_text *t, const tta_ops_operand *operand, int64_t *number) {
  const tta_ops *o = t->ops;
  if (operand->value == TTA_OPS_NONE || o->values[operand->value].block != TTA_OPS_NONE) return false;
  uint32_t op = o->values[operand->value].op;
  const tta_ops_attribute *value = tta_ops_find(o, op, "value");
  if (!tta_str_is(o->ops[op].name, "arith.constant")) return false;
  if (value) return tta_ops_integer(value->value, number);
  return o->ops[op].num_words && tta_ops_integer(o->words[o->ops[op].first_word].text, number);
}

static tta_str type_of(const tta_ttkernel_text *t, const tta_ops_operand *operand) {
  const tta_ops *o = t->ops;
  return operand->value == TTA_OPS_NONE ? (tta_str){NULL, 0} : tta_ttkernel_resolve(t, o->values[operand->value].type);
}

/* A type on which the program and the operation agree, blanks aside. */
static bool same_type(tta_str a, tta_str b) {
  size_t i = 0, k = 0;
  for (;;) {
    while (i < a.size && (a.data[i] == ' ' || a.data[i] == '\n')) i++;
    while (k < b.size && (b.data[k] == ' ' || b.data[k] == '\n')) k++;
    if (i == a.size || k == b.size) return i == a.size && k == b.size;
    if (a.data[i++] != b.data[k++]) return false;
  }
}

/* As MLIR's parser words it. */
static void report_type(tta_ttkernel_text *t, tta_ttkernel_build *b, uint32_t op, const tta_ops_operand *operand,
                        tta_str expected, tta_str found) {
  tta_ttkernel_report(t, b, TTA_RULE_kernel_operation, op,
                         "use of value '%.*s' expects different type than prior uses: '%.*s' vs '%.*s'",
                         TTA_STR_ARGS(operand->name), TTA_STR_ARGS(expected), TTA_STR_ARGS(found));
}

static void check_types(tta_ttkernel_text *t, tta_ttkernel_build *b, uint32_t op) {
  const tta_ops_op *o = &t->ops->ops[op];
  if (o->num_inputs != o->num_operands) return;
  for (uint32_t i = 0; i < o->num_operands; i++) {
    const tta_ops_operand *operand = &t->ops->operands[o->first_operand + i];
    tta_str stated = tta_ttkernel_resolve(t, t->ops->types[o->first_input + i]), type = type_of(t, operand);
    if (!type.size || same_type(stated, type)) continue;
    report_type(t, b, op, operand, stated, type);
  }
}

static void check_range(tta_ttkernel_text *t, tta_ttkernel_build *b, uint32_t op, uint32_t operand, const char *what,
                        int64_t most) {
  const tta_ops_op *o = &t->ops->ops[op];
  int64_t number;
  const tta_ops_operand *constant = &t->ops->operands[o->first_operand + operand];
  if (operand >= o->num_operands || !constant_operand(t, constant, &number)) return;
  if (number < 0 || number > most)
    tta_ttkernel_report(t, b, TTA_RULE_kernel_operation, op, "'%.*s': %s must be in [0, %lld], found %lld",
                         TTA_STR_ARGS(o->name), what, (long long)most, (long long)number);
}

/* `(%cta, %crta)` or `(prev = %args)`, then `cta_expr = ..` and `crta_expr = ..`. */
static void check_accessor_arguments(tta_ttkernel_text *t, tta_ttkernel_build *b, uint32_t op) {
  const tta_ops_op *o = &t->ops->ops[op];
  static const char *const keys[] = {"prev", "cta_expr", "crta_expr"};
  if (o->generic) return;
  tta_str rest = tta_str_trim(tta_str_between(t->ops->text.data + o->name_begin + o->name.size,
                                              t->ops->text.data + o->end));
  bool chained = o->num_words && tta_str_is(t->ops->words[o->first_word].text, "prev");
  const char *missing = NULL;
  if (!rest.size || rest.data[0] != '(') missing = "(";
  for (uint32_t i = 0; i < o->num_words && !missing; i++)
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
      tta_str word = t->ops->words[o->first_word + i].text;
      const char *after = word.data + word.size, *end = rest.data + rest.size;
      while (after < end && *after == ' ') after++;
      if (tta_str_is(word, keys[k]) && (after == end || *after != '=')) missing = "=";
    }
  if (!missing && o->num_operands == 2 && !chained) {
    const tta_ops_operand *a = &t->ops->operands[o->first_operand];
    tta_str between = tta_str_between(a[0].name.data + a[0].name.size, a[1].name.data);
    if (!tta_str_contains(between, ",")) missing = ",";
  }
  if (!missing && !tta_ops_inside(rest).data) missing = ")";
  if (missing) {
    tta_ttkernel_report(t, b, TTA_RULE_kernel_operation, op, "'%.*s': expected '%s'", TTA_STR_ARGS(o->name), missing);
    return;
  }
  for (uint32_t i = 0; i < o->num_operands; i++) {
    const tta_ops_operand *operand = &t->ops->operands[o->first_operand + i];
    tta_str expected = chained ? TTA_STR("!ttkernel.TensorAccessorArgs") : TTA_STR("i32"), type = type_of(t, operand);
    if (type.size && !tta_str_equal(type, expected)) report_type(t, b, op, operand, expected, type);
  }
}

/* `{foo =` before the next operation: its name is taken for the value. */
static void check_dictionary(tta_ttkernel_text *t, tta_ttkernel_build *b, uint32_t op) {
  const tta_ops_op *o = &t->ops->ops[op];
  for (uint32_t i = 0; i < o->num_attributes; i++) {
    tta_str value = t->ops->attributes[o->first_attribute + i].value;
    size_t size = 0;
    bool dotted = false;
    for (; size < value.size && tta_is_bare_byte(value.data[size]); size++) dotted |= value.data[size] == '.';
    bool word = size && tta_is_letter(value.data[0]);
    if (word && (dotted || tta_str_is((tta_str){value.data, size}, "return")))
      tta_ttkernel_report(t, b, TTA_RULE_kernel_operation, op, "expected attribute value");
  }
}

void tta_ttkernel_verify(tta_ttkernel_text *t, tta_ttkernel_build *b, uint32_t op) {
  const tta_ops_op *o = &t->ops->ops[op];
  enum { LAST_TRID = 15, LAST_NOC = 1 };
  if (!tta_str_starts_with(o->name, "ttkernel.")) return;
  check_types(t, b, op);
  check_dictionary(t, b, op);
  if (tta_str_is(o->name, "ttkernel.TensorAccessorArgs")) check_accessor_arguments(t, b, op);
  if (o->num_operands < 2 || !tta_str_ends_with(o->name, "_with_trid")) return;
  check_range(t, b, op, o->num_operands - 2, "trid", LAST_TRID);
  check_range(t, b, op, o->num_operands - 1, "noc", LAST_NOC);
}
