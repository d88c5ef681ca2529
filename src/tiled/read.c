/* Reader of SpyreTensorLayout(...), FixedTiledLayout(...) and the RFC's triple: reprs of Python, not MLIR. */
#include "base/chars.h"
#include "text/cursor.h"
#include "tiled/parts.h"

typedef struct reader {
  tta_cursor c;
  tta_arena *arena;
  tta_tiled_import *out;
  tta_status status; /* the reason of a result false, if the cursor has no error: TTA_INVALID or TTA_NO_MEMORY */
} reader;

static bool fail_at(reader *r, size_t at, const char *message) {
  r->c.at = at;
  return tta_cursor_fail(&r->c, "%s", message);
}
static bool fail(reader *r, const char *message) { return fail_at(r, r->c.at, message); }

static bool no_memory(reader *r) {
  r->status = TTA_NO_MEMORY;
  return false;
}

/* ---- tokens ---- */

static bool is_letter(char c) { return tta_is_letter(c) || c == '_'; }

static char peek(reader *r) { return tta_cursor_peek(&r->c); }

static bool take(reader *r, char c) {
  if (peek(r) != c) return false;
  r->c.at++;
  return true;
}

/* `a.b_1`; empty when there is none. */
static tta_str take_word(reader *r) {
  return is_letter(peek(r)) ? tta_cursor_word(&r->c) : (tta_str){NULL, 0};
}

/* The next word without reading it. */
static tta_str peek_word(reader *r) {
  (void)peek(r);
  size_t start = r->c.at;
  tta_str word = take_word(r);
  r->c.at = start;
  return word;
}

/* After the last dot: StickFormat.Dense is Dense. */
static tta_str last_part(tta_str word) {
  for (size_t i = word.size; i-- > 0;) {
    if (word.data[i] == '.') return (tta_str){word.data + i + 1, word.size - i - 1};
  }
  return word;
}

/* A word or a quoted string. */
static bool read_name(reader *r, tta_str *name) {
  char quote = peek(r);
  if (quote != '\'' && quote != '"') {
    *name = take_word(r);
    return name->size || fail(r, "expected a name or a string");
  }
  size_t start = ++r->c.at;
  while (r->c.at < r->c.text.size && r->c.text.data[r->c.at] != quote && r->c.text.data[r->c.at] != '\n') r->c.at++;
  if (r->c.at == r->c.text.size || r->c.text.data[r->c.at] != quote)
    return fail_at(r, start - 1, "unterminated string");
  *name = (tta_str){r->c.text.data + start, r->c.at - start};
  r->c.at++;
  return true;
}

/* Integers up to the closing bracket; a comma after the last one is allowed. */
static bool read_items(reader *r, char close, tta_shape *list) {
  size_t room = 1;
  for (size_t i = r->c.at; i < r->c.text.size && r->c.text.data[i] != close; i++) room += r->c.text.data[i] == ',';
  int64_t *items = room > UINT32_MAX ? NULL : tta_arena_array(r->arena, room, sizeof *items);
  uint32_t count = 0;
  if (!items) return no_memory(r);
  while (!take(r, close)) {
    if (count == room)
      return fail(r, "expected the end of the list"); /* not reached: each item but the last takes a comma */
    if (!tta_cursor_int(&r->c, &items[count++])) return false;
    if (peek(r) != close && !take(r, ',')) return fail(r, "expected ',' or the end of the list");
  }
  *list = (tta_shape){count, items};
  return true;
}

static bool read_plain_list(reader *r, tta_shape *list) {
  if (take(r, '[')) return read_items(r, ']', list);
  if (take(r, '(')) return read_items(r, ')', list);
  return fail(r, "expected a list of integers");
}

static bool is_list(reader *r) { return !is_letter(peek(r)) || tta_str_is(peek_word(r), "torch.Size"); }

static bool read_list(reader *r, tta_shape *list) {
  if (!is_letter(peek(r))) return read_plain_list(r, list);
  if (!is_list(r)) return fail(r, "expected a list of integers");
  take_word(r);
  if (!take(r, '(')) return fail(r, "expected '('");
  return read_plain_list(r, list) && (take(r, ')') || fail(r, "expected ')'"));
}

/* ---- the arguments of a call ---- */

typedef enum field {
  DEVICE_SIZE,
  DEVICE_STRIDES,
  DIM_MAP,
  STRIDE_MAP,
  VALID_ELEMENTS,
  HOST_SIZE,
  HOST_STRIDES,
  DIM_ORDER, /* lists */
  NUM_STICK_DIMS,
  OFFSET, /* integers */
  FORMAT,
  DEVICE_DTYPE,
  ELEMENT_ARRANGEMENT,
  DTYPE,
  DEVICE, /* names */
  DEVICE_LAYOUT,
  ALLOCATION,
  NUM_FIELDS,
  FIRST_INTEGER = NUM_STICK_DIMS,
  FIRST_NAME = FORMAT
} field;

/* The arguments; seen[f] is the byte at which f's value starts, plus 1. */
typedef struct arguments {
  tta_shape list[FIRST_INTEGER];
  int64_t integer[FIRST_NAME - FIRST_INTEGER];
  tta_str name[DEVICE_LAYOUT - FIRST_NAME];
  size_t seen[NUM_FIELDS];
  tta_shape leading[2]; /* lists without keyword: sizes and strides, of the host or of the device */
  size_t leading_at[2];
} arguments;

/* The calls that have layouts. */
typedef enum call {
  SPYRE_TENSOR_LAYOUT,
  FIXED_TILED_LAYOUT,
  EMPTY_WITH_LAYOUT, /* spyre_empty_with_layout(size, stride, dtype, layout[, device]) of generated code, 2026 */
  NUM_CALLS
} call;
static const char *const call_names[] = {"SpyreTensorLayout", "FixedTiledLayout", "spyre_empty_with_layout"};

/* The keywords of each call, as in torch-spyre. */
static const struct keyword {
  const char *text;
  field field;
  call call;
} keywords[] = {
    {"device_size", DEVICE_SIZE, SPYRE_TENSOR_LAYOUT},
    {"device_strides", DEVICE_STRIDES, SPYRE_TENSOR_LAYOUT},
    {"dim_map", DIM_MAP, SPYRE_TENSOR_LAYOUT},
    {"stride_map", STRIDE_MAP, SPYRE_TENSOR_LAYOUT},
    {"valid_elements", VALID_ELEMENTS, SPYRE_TENSOR_LAYOUT},
    {"num_stick_dims", NUM_STICK_DIMS, SPYRE_TENSOR_LAYOUT},
    {"format", FORMAT, SPYRE_TENSOR_LAYOUT},
    {"device_dtype", DEVICE_DTYPE, SPYRE_TENSOR_LAYOUT},
    {"element_arrangement", ELEMENT_ARRANGEMENT, SPYRE_TENSOR_LAYOUT},
    {"host_size", HOST_SIZE, SPYRE_TENSOR_LAYOUT},
    {"host_strides", HOST_STRIDES, SPYRE_TENSOR_LAYOUT},
    {"dim_order", DIM_ORDER, SPYRE_TENSOR_LAYOUT},
    {"dtype", DTYPE, SPYRE_TENSOR_LAYOUT},
    {"device", DEVICE, FIXED_TILED_LAYOUT},
    {"dtype", DTYPE, FIXED_TILED_LAYOUT},
    {"size", HOST_SIZE, FIXED_TILED_LAYOUT},
    {"stride", HOST_STRIDES, FIXED_TILED_LAYOUT},
    {"offset", OFFSET, FIXED_TILED_LAYOUT},
    {"device_layout", DEVICE_LAYOUT, FIXED_TILED_LAYOUT},
    {"allocation", ALLOCATION, FIXED_TILED_LAYOUT},
    {"size", HOST_SIZE, EMPTY_WITH_LAYOUT},
    {"stride", HOST_STRIDES, EMPTY_WITH_LAYOUT},
    {"dtype", DTYPE, EMPTY_WITH_LAYOUT},
    {"device_layout", DEVICE_LAYOUT, EMPTY_WITH_LAYOUT},
    {"device", DEVICE, EMPTY_WITH_LAYOUT},
};

static bool find_keyword(tta_str word, call of, field *found) {
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
    if (keywords[i].call != of || !tta_str_equal(word, tta_str_from(keywords[i].text))) continue;
    *found = keywords[i].field;
    return true;
  }
  return false;
}

/* Any value as text: up to the comma or bracket that ends it. */
static bool skip_value(reader *r, tta_str *raw) {
  size_t start, depth = 0;
  peek(r);
  for (start = r->c.at; r->c.at < r->c.text.size; r->c.at++) {
    char c = r->c.text.data[r->c.at];
    if (c == '\'' || c == '"') {
      tta_str string;
      if (!read_name(r, &string)) return false;
      r->c.at--;
    } else if (c == '(' || c == '[' || c == '{') {
      depth++;
    } else if (!depth && (c == ',' || c == ')')) {
      break;
    } else if (c == ')' || c == ']' || c == '}') {
      if (!depth--) return fail(r, "unexpected bracket");
    }
  }
  *raw = (tta_str){r->c.text.data + start, r->c.at - start};
  while (raw->size && tta_is_blank(raw->data[raw->size - 1])) raw->size--;
  return raw->size || fail(r, "expected a value");
}

static bool read_spyre(reader *r, bool nested);

/* get_device_dtype(torch.float16): the format that the device has for it. */
static bool read_device_dtype_call(reader *r, tta_str *name) {
  tta_tiled_element element;
  tta_str torch;
  take_word(r);
  if (!take(r, '(')) return fail(r, "expected '('");
  (void)peek(r);
  size_t start = r->c.at;
  if (!read_name(r, &torch)) return false;
  if (!tta_tiled_element_find(torch, &element)) return fail_at(r, start, "unknown dtype");
  const tta_tiled_dtype *dtype = tta_tiled_device_dtype_of(element.name);
  if (!dtype) return fail_at(r, start, "the device has no format for this dtype");
  *name = tta_str_from(dtype->name);
  return take(r, ')') || fail(r, "expected ')'");
}

static bool read_value(reader *r, field f, arguments *args) {
  peek(r);
  if (args->seen[f]) return fail(r, "duplicate argument");
  args->seen[f] = r->c.at + 1;
  if (f < FIRST_INTEGER) return read_list(r, &args->list[f]);
  if (f < FIRST_NAME) return tta_cursor_int(&r->c, &args->integer[f - FIRST_INTEGER]);
  if (f == DEVICE_DTYPE && tta_str_is(peek_word(r), "get_device_dtype"))
    return read_device_dtype_call(r, &args->name[f - FIRST_NAME]);
  if (f < DEVICE_LAYOUT) return read_name(r, &args->name[f - FIRST_NAME]);
  if (f == ALLOCATION) return skip_value(r, &r->out->allocation);
  size_t start = r->c.at;
  tta_str word = take_word(r);
  if (!tta_str_equal(word, tta_str_from("SpyreTensorLayout")))
    return fail_at(r, start, "expected SpyreTensorLayout(...)");
  return read_spyre(r, true);
}

/* The field of an argument of SpyreTensorLayout without keyword, after the leading lists. Its constructors are
 *     (host_size, dtype, dim_order, format)
 *     (host_size, host_strides, dtype, dim_order, element_arrangement)
 *     (device_size, device_strides, dim_map, num_stick_dims, format)
 *     (device_size, stride_map, device_dtype, element_arrangement)
 * The first argument after the leading lists determines which. */
static bool place_in_spyre(reader *r, uint32_t position, arguments *args, field *f) {
  static const field of_host[] = {DTYPE, DIM_ORDER, FORMAT}, of_strides[] = {DTYPE, DIM_ORDER, ELEMENT_ARRANGEMENT};
  static const field of_eras_1[] = {DIM_MAP, NUM_STICK_DIMS, FORMAT}, of_device[] = {DEVICE_DTYPE, ELEMENT_ARRANGEMENT};
  tta_str word = peek_word(r);
  uint32_t lists = args->leading_at[1] ? 2 : 1, at = position - lists;
  bool format = tta_str_is(last_part(word), "get_device_dtype") || tta_str_starts_with(word, "DataFormats.");
  bool device = lists == 2 && (at ? args->seen[DEVICE_DTYPE] != 0 : format);
  bool strides = lists == 2 && (at ? args->seen[DTYPE] != 0 : !is_list(r));
  if (at >= (device ? 2u : 3u)) return fail(r, "too many arguments without a keyword");
  *f = lists == 1 ? of_host[at] : device ? of_device[at] : strides ? of_strides[at] : of_eras_1[at];
  if (*f == FORMAT && tta_str_starts_with(word, "ElementArrangement.")) *f = ELEMENT_ARRANGEMENT;
  return true;
}

static bool place_positional(reader *r, call of, uint32_t position, arguments *args, field *f) {
  static const field in_fixed[] = {DEVICE, DTYPE, HOST_SIZE, HOST_STRIDES};
  static const field in_empty[] = {HOST_SIZE, HOST_STRIDES, DTYPE, DEVICE_LAYOUT, DEVICE};
  if (of == SPYRE_TENSOR_LAYOUT) return place_in_spyre(r, position, args, f);
  if (position >= (of == FIXED_TILED_LAYOUT ? 4u : 5u)) return fail(r, "too many arguments without a keyword");
  *f = of == FIXED_TILED_LAYOUT ? in_fixed[position] : in_empty[position];
  return true;
}

static bool read_argument(reader *r, call of, uint32_t *position, arguments *args) {
  char c = peek(r);
  size_t start = r->c.at;
  field f = DEVICE;
  if (is_letter(c)) {
    tta_str word = take_word(r);
    if (take(r, '=')) {
      if (!find_keyword(word, of, &f)) return fail_at(r, start, "unknown argument");
      *position = UINT32_MAX; /* Python: none without a keyword may follow */
      return read_value(r, f, args);
    }
    r->c.at = start;
  }
  if (*position == UINT32_MAX) return fail(r, "expected a keyword argument");
  if (of == SPYRE_TENSOR_LAYOUT && (*position == 0 || (*position == 1 && is_list(r)))) {
    args->leading_at[*position] = start + 1;
    return read_list(r, &args->leading[(*position)++]);
  }
  return place_positional(r, of, (*position)++, args, &f) && read_value(r, f, args);
}

static bool read_call(reader *r, call of, arguments *args) {
  uint32_t position = 0;
  if (!take(r, '(')) return fail(r, "expected '('");
  while (!take(r, ')')) {
    if (!read_argument(r, of, &position, args)) return false;
    if (peek(r) != ')' && !take(r, ',')) return fail(r, "expected ',' or ')'");
  }
  return true;
}

/* ---- SpyreTensorLayout ---- */

static bool read_format(reader *r, const arguments *args, tta_tiled_format *format) {
  tta_str name = last_part(args->name[FORMAT - FIRST_NAME]);
  if (tta_str_equal(name, tta_str_from("Dense")))
    *format = TTA_TILED_DENSE;
  else if (tta_str_equal(name, tta_str_from("Sparse")))
    *format = TTA_TILED_SPARSE;
  else if (tta_str_equal(name, tta_str_from("SparseMulti")))
    *format = TTA_TILED_SPARSE_MULTI;
  else
    return fail_at(r, args->seen[FORMAT] - 1, "expected Dense, Sparse or SparseMulti");
  return true;
}

/* The keyword of DataFormats.X: the table's, or X in lower case (also of an unknown format). */
static bool read_device_dtype(reader *r, tta_str name, tta_tiled *layout) {
  name = last_part(name);
  for (uint32_t i = 0; i < tta_tiled_num_dtypes; i++) {
    if (!tta_str_equal(name, tta_str_from(tta_tiled_dtypes[i].name))) continue;
    layout->device_dtype = tta_str_from(tta_tiled_dtypes[i].keyword);
    return true;
  }
  char *lower = tta_arena_alloc(r->arena, name.size + 1);
  if (!lower) return no_memory(r);
  for (size_t i = 0; i < name.size; i++) {
    lower[i] = name.data[i] >= 'A' && name.data[i] <= 'Z' ? (char)(name.data[i] - 'A' + 'a') : name.data[i];
  }
  layout->device_dtype = (tta_str){lower, name.size};
  return true;
}

/* Which era prints these fields. */
static uint32_t era_of(const arguments *args) {
  if (args->seen[STRIDE_MAP]) return 4;
  if (args->seen[DEVICE_STRIDES]) return 1;
  return args->seen[NUM_STICK_DIMS] || args->seen[FORMAT] ? 2 : 3;
}

/* Gives the leading lists their fields. */
static bool place_leading(reader *r, arguments *own) {
  bool host = own->seen[DTYPE] || own->seen[DIM_ORDER];
  bool era_1 = own->seen[DIM_MAP] || own->seen[NUM_STICK_DIMS] || own->seen[FORMAT];
  const field fields[] = {host ? HOST_SIZE : DEVICE_SIZE, host ? HOST_STRIDES : era_1 ? DEVICE_STRIDES : STRIDE_MAP};
  for (int i = 0; i < 2 && own->leading_at[i]; i++) {
    if (own->seen[fields[i]]) return fail_at(r, own->leading_at[i] - 1, "duplicate argument");
    own->list[fields[i]] = own->leading[i];
    own->seen[fields[i]] = own->leading_at[i];
  }
  return true;
}

static bool read_arrangement(reader *r, const arguments *own) {
  tta_str name = last_part(own->name[ELEMENT_ARRANGEMENT - FIRST_NAME]);
  if (!name.size || tta_str_is(name, "STANDARD")) return true;
  r->out->layout.element_arrangement = tta_arena_str(r->arena, name);
  return r->out->layout.element_arrangement.data || no_memory(r);
}

/* A constructor call with a host tensor; finish_constructor builds it. */
static bool read_host_arguments(reader *r, arguments *own) {
  tta_tiled *layout = &r->out->layout;
  tta_shape order = own->list[DIM_ORDER];
  r->out->notation = TTA_TILED_CONSTRUCTOR;
  layout->host_size = own->list[HOST_SIZE];
  layout->host_strides = own->list[HOST_STRIDES];
  if (own->seen[HOST_STRIDES] && layout->host_strides.rank != layout->host_size.rank)
    return fail_at(r, own->seen[HOST_STRIDES] - 1, "expected as many strides as sizes");
  /* -1 after the host dims: sparse (2026-02 and later; before: the host rank) */
  int64_t last = order.rank ? order.extent[order.rank - 1] : 0;
  if (order.rank == layout->host_size.rank + 1 && order.rank && (last == -1 || last == layout->host_size.rank)) {
    order.rank--;
    layout->format = TTA_TILED_SPARSE;
  }
  layout->dim_map = order; /* stored here until finish_constructor */
  if (!tta_tiled_element_find(own->name[DTYPE - FIRST_NAME], &layout->element))
    return fail_at(r, own->seen[DTYPE] - 1, "unknown dtype");
  return read_arrangement(r, own);
}

static bool read_spyre(reader *r, bool nested) {
  size_t start = r->c.at;
  tta_tiled *layout = &r->out->layout;
  arguments own = {.leading_at = {0}};
  if (!read_call(r, SPYRE_TENSOR_LAYOUT, &own) || !place_leading(r, &own)) return false;
  if (own.seen[FORMAT] && !read_format(r, &own, &layout->format)) return false;
  if (own.seen[HOST_SIZE]) {
    if (nested) return fail_at(r, start, "expected device_size=");
    if (!own.seen[DTYPE]) return fail_at(r, start, "expected a dtype");
    return read_host_arguments(r, &own);
  }
  if (own.seen[DTYPE] || own.seen[DIM_ORDER]) return fail_at(r, start, "expected a host size");
  if (!own.seen[DEVICE_SIZE]) return fail_at(r, start, "expected device_size=");
  if (!own.seen[DIM_MAP] && !own.seen[STRIDE_MAP]) return fail_at(r, start, "expected dim_map= or stride_map=");
  layout->device_size = own.list[DEVICE_SIZE];
  layout->device_strides = own.list[DEVICE_STRIDES];
  layout->dim_map = own.list[DIM_MAP];
  layout->stride_map = own.list[STRIDE_MAP];
  layout->valid_elements = own.list[VALID_ELEMENTS];
  layout->num_stick_dims = own.seen[NUM_STICK_DIMS] ? own.integer[NUM_STICK_DIMS - FIRST_INTEGER] : 1;
  tta_shape tail = layout->dim_map.rank ? layout->dim_map : layout->stride_map;
  /* Eras 3 and 4 have no format: a layout that ends in -1 is sparse. */
  if (!own.seen[FORMAT] && tail.rank && tail.extent[tail.rank - 1] == -1) layout->format = TTA_TILED_SPARSE;
  if (!read_arrangement(r, &own)) return false;
  r->out->era = era_of(&own);
  return !own.seen[DEVICE_DTYPE] || read_device_dtype(r, own.name[DEVICE_DTYPE - FIRST_NAME], layout);
}

static bool finish_constructor(reader *r, const tta_tiled_context *context) {
  tta_tiled asked = r->out->layout;
  tta_tiled_diagnostic why;
  tta_tiled_spec spec = {.host_size = asked.host_size,
                         .host_strides = asked.host_strides,
                         .element = asked.element,
                         .order = asked.dim_map,
                         .convention = context->convention,
                         .format = asked.format,
                         .stick_bytes = context->stick_bytes};
  /* Constructors with host strides exist since 2026 only. */
  if (asked.host_strides.rank) spec.convention = TTA_TILED_2026;
  else if (context->has_host && context->host_strides.rank == asked.host_size.rank)
    spec.host_strides = context->host_strides;
  if (spec.convention != TTA_TILED_RFC) {
    const tta_tiled_dtype *dtype = tta_tiled_device_dtype_of(asked.element.name);
    if (!dtype) return fail_at(r, r->out->error_offset, "the device has no format for this dtype");
    spec.device_dtype = tta_str_from(dtype->keyword);
  }
  r->status = tta_tiled_build(&spec, r->arena, &r->out->layout, &why);
  if (!r->status) {
    tta_tiled_settle_elements(&r->out->layout, asked.element);
    /* A sparse stick has one element, so its arrangement is STANDARD (torch-spyre, 2026-05). */
    if (asked.format == TTA_TILED_DENSE) r->out->layout.element_arrangement = asked.element_arrangement;
  }
  if (r->status != TTA_INVALID) return !r->status;
  r->out->error_rule = why.rule;
  r->out->error = why.message;
  return false;
}

/* ---- FixedTiledLayout ---- */

static bool read_fixed(reader *r, call of, tta_tiled_element *element) {
  size_t start = r->c.at;
  arguments args = {.leading_at = {0}};
  tta_tiled *layout = &r->out->layout;
  if (!read_call(r, of, &args)) return false;
  if (!args.seen[DTYPE]) return fail_at(r, start, "expected a dtype");
  if (!args.seen[HOST_SIZE]) return fail_at(r, start, "expected size=");
  if (!args.seen[DEVICE_LAYOUT]) return fail_at(r, start, "expected device_layout=");
  if (!tta_tiled_element_find(args.name[DTYPE - FIRST_NAME], element)) {
    return fail_at(r, args.seen[DTYPE] - 1, "unknown dtype");
  }
  if (args.seen[HOST_STRIDES] && args.list[HOST_STRIDES].rank != args.list[HOST_SIZE].rank) {
    return fail_at(r, args.seen[HOST_STRIDES] - 1, "expected as many strides as sizes");
  }
  layout->has_host = true;
  layout->host_size = args.list[HOST_SIZE];
  layout->host_strides = args.list[HOST_STRIDES];
  r->out->has_offset = args.seen[OFFSET] != 0;
  r->out->offset = args.integer[OFFSET - FIRST_INTEGER];
  r->out->device = tta_arena_str(r->arena, args.name[DEVICE - FIRST_NAME]);
  if (!r->out->device.data) return no_memory(r);
  layout->host_offset = r->out->offset;
  if (!r->out->allocation.size) return true;
  r->out->allocation = tta_arena_str(r->arena, r->out->allocation);
  if (!tta_str_is(r->out->allocation, "None")) layout->allocation = r->out->allocation;
  return r->out->allocation.data || no_memory(r);
}

/* ---- the triple ---- */

/* The layout of three tuples; its first error, if any, in *why (rule 0: none). */
static tta_status verify_triple(reader *r, const tta_tiled_context *context, tta_shape ranges, tta_shape host,
                               tta_shape device, tta_tiled *layout, tta_tiled_diagnostic *why) {
  tta_tiled_diagnostics findings;
  *layout = (tta_tiled){.device_size = ranges,
                        .device_strides = device,
                        .stride_map = host,
                        .num_stick_dims = 1,
                        .element = context->element,
                        .has_host = context->has_host,
                        .host_size = context->host_size,
                        .host_strides = context->host_strides,
                        .stick_bytes = context->stick_bytes};
  if (host.rank && host.extent[host.rank - 1] == -1) layout->format = TTA_TILED_SPARSE;
  *why = (tta_tiled_diagnostic){.rule = 0};
  /* N + k loops for N host dims (RFC); the other device dims of a sparse or finely split layout are not stick
   * dims. */
  tta_tiled several = *layout, resolved;
  several.num_stick_dims = (int64_t)ranges.rank - context->host_size.rank;
  bool dense = layout->format == TTA_TILED_DENSE;
  if (context->has_host && dense && several.num_stick_dims > 1) {
    tta_status status = tta_tiled_to_dim_map(&several, r->arena, &resolved);
    if (!status) *layout = several;
    if (status != TTA_INVALID) return status;
  }
  tta_status status = tta_tiled_verify(layout, r->arena, &findings);
  if (!status && tta_tiled_first_error(&findings)) *why = *tta_tiled_first_error(&findings);
  return status;
}

static tta_status reversed(reader *r, tta_shape list, tta_shape *out) {
  int64_t *items = tta_arena_array(r->arena, (size_t)list.rank + 1, sizeof *items);
  if (!items) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < list.rank; i++) items[i] = list.extent[list.rank - 1 - i];
  *out = (tta_shape){list.rank, items};
  return TTA_OK;
}

/* Neither order is a valid nest: reports why, and whether the tuples are innermost first (the RFC's first draft). */
static bool reject_triple(reader *r, const tta_tiled_context *context, const tta_shape *list, tta_str why) {
  tta_shape back[3];
  tta_tiled layout;
  tta_tiled_diagnostic text_order = {.rule = 0}, swapped = {.rule = 0};
  for (int i = 0; i < 3; i++) {
    r->status = reversed(r, list[i], &back[i]);
    if (r->status) return false;
  }
  r->status = verify_triple(r, context, back[0], back[1], back[2], &layout, &text_order);
  if (!r->status) r->status = verify_triple(r, context, back[0], back[2], back[1], &layout, &swapped);
  if (r->status) return false;
  bool innermost_first = !text_order.rule || !swapped.rule;
  r->status = TTA_INVALID;
  r->out->error_rule = TTA_TILED_TRIPLE_MISMATCH;
  r->out->error = tta_tiled_text(
      r->arena, "triple is not a valid loop nest as (ranges, host, device) or as (ranges, device, host)%s: %.*s",
      innermost_first ? "; its tuples stand innermost first" : "", (int)why.size, why.data);
  return r->out->error.data ? false : no_memory(r);
}

static bool read_triple(reader *r, const tta_tiled_context *context) {
  tta_shape list[3];
  tta_tiled text_order, swapped, resolved;
  tta_tiled_diagnostic why, why_swapped;
  size_t start = r->c.at;
  if (!take(r, '(')) return fail(r, "expected '('");
  for (int i = 0; i < 3; i++) {
    if (!read_list(r, &list[i])) return false;
    if (i < 2 && !take(r, ',')) return fail(r, "expected ',' and another tuple");
  }
  take(r, ',');
  if (!take(r, ')')) return fail(r, "expected ')'");
  if (peek(r)) return fail(r, "expected the end of the text");
  r->out->error_offset = start;
  r->status = verify_triple(r, context, list[0], list[1], list[2], &text_order, &why);
  if (!r->status) r->status = verify_triple(r, context, list[0], list[2], list[1], &swapped, &why_swapped);
  if (r->status) return false;
  if (why.rule && why_swapped.rule) return reject_triple(r, context, list, why.message);
  r->out->swapped = why.rule != 0;
  r->out->layout = why.rule ? swapped : text_order;
  if (!context->has_host) return true;
  r->status = tta_tiled_to_dim_map(&r->out->layout, r->arena, &resolved);
  if (!r->status) r->out->layout = resolved;
  if (r->status == TTA_INVALID) r->status = TTA_OK;
  return !r->status;
}

/* ---- any of them ---- */

static bool read_spyre_or_fixed(reader *r, const tta_tiled_context *context) {
  tta_tiled *layout = &r->out->layout;
  tta_tiled_element element = context->element;
  tta_str word = take_word(r);
  if (take(r, '=')) { /* `buf7 = spyre_empty_with_layout(..)` of generated code */
    (void)peek(r);
    word = take_word(r);
  }
  call of = SPYRE_TENSOR_LAYOUT;
  while (of < NUM_CALLS && !tta_str_is(word, call_names[of])) of++;
  if (of == NUM_CALLS)
    return fail_at(r, r->c.at - word.size, "expected SpyreTensorLayout, FixedTiledLayout or a triple of tuples");
  r->out->notation = of == SPYRE_TENSOR_LAYOUT ? TTA_TILED_SPYRE : TTA_TILED_FIXED;
  if (of == SPYRE_TENSOR_LAYOUT ? !read_spyre(r, false) : !read_fixed(r, of, &element)) return false;
  if (r->out->notation == TTA_TILED_SPYRE && context->has_host) {
    layout->has_host = true;
    layout->host_size = context->host_size;
    layout->host_strides = context->host_strides;
  }
  if (peek(r)) return fail(r, "expected the end of the text");
  if (r->out->notation == TTA_TILED_CONSTRUCTOR) return finish_constructor(r, context);
  layout->stick_bytes = context->stick_bytes;
  tta_tiled_settle_elements(layout, element);
  r->status = tta_tiled_complete(layout, r->arena);
  if (r->status == TTA_OVERFLOW) r->status = TTA_OK; /* the strides are absent; SIZE_LIMIT reports it */
  return !r->status;
}

tta_status tta_tiled_read(tta_str text, const tta_tiled_context *context, tta_arena *arena, tta_tiled_import *result) {
  tta_tiled_context known = {.convention = TTA_TILED_RFC};
  reader r = {.c = {.text = text, .arena = arena}, .arena = arena, .out = result};
  *result = (tta_tiled_import){.layout = {.num_stick_dims = 1, .format = TTA_TILED_DENSE}};
  if (context) known = *context;
  if (tta_tiled_copy_list(arena, &known.host_size) || tta_tiled_copy_list(arena, &known.host_strides))
    return TTA_NO_MEMORY;
  bool is_triple = peek(&r) == '(';
  if (is_triple) result->notation = TTA_TILED_TRIPLE;
  if (is_triple ? read_triple(&r, &known) : read_spyre_or_fixed(&r, &known)) return TTA_OK;
  if (!r.c.failed) return r.status;
  result->error_offset = r.c.error_at;
  result->error = r.c.error;
  return r.c.error.data ? TTA_INVALID : TTA_NO_MEMORY;
}
