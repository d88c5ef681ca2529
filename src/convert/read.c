/* read.c: a layout in any notation from a text: which notation it is, what the context completes, and its value. */
#include <string.h>

#include "convert/notation.h"
#include "base/str.h"
#include "diag/check_options.h"
#include "diag/results.h"
#include "document/tiled_text.h"
#include "tiled/tiled.h"
#include "layout/print.h"
#include "model/order.h"
#include "print/print.h"

struct tta_layout_ref_text {
  tta_arena arena;
  tta_affine_pool *pool;
  tta_buf whole; /* the text as completed, followed by NUL bytes */
  tta_source source;
  bool has_source, spyre; /* spyre: the source is not MLIR */
  tta_layouts *layouts;
  tta_check *check;
  tta_tiled tiled;
  tta_memref memref;
  tta_digits digits;
  tta_layout_ref value;
  tta_results own;  /* with those of the check */
  tta_layout_ref_part missing;
};

/* ---- which notation ---- */

/* What a text starts with. */
typedef enum form_kind {
  FORM_TYPE,       /* tensor<.., #..> */
  FORM_ATTRIBUTE,  /* #tt.metal_layout<..>, and what becomes of a body with its name */
  FORM_TILED,      /* #tt.tiled_layout<..> */
  FORM_SPYRE,      /* SpyreTensorLayout(..), FixedTiledLayout(..), ((..), (..), (..)) */
  FORM_MEMREF,
  FORM_STRIDED,    /* strided<[..]>, [..] */
  FORM_MAP,        /* affine_map<..>, (..) -> (..) */
  FORM_BODY,       /* <..> */
  FORM_UNKNOWN
} form_kind;

static form_kind form_of(tta_str text) {
  if (tta_str_starts_with(text, "tensor<")) return tta_str_contains(text, "tiled_layout") ? FORM_TILED : FORM_TYPE;
  if (tta_str_starts_with(text, "#tt.tiled_layout")) return FORM_TILED;
  if (tta_str_starts_with(text, "#")) return FORM_ATTRIBUTE;
  if (tta_recognize_spyre(text)) return FORM_SPYRE;
  if (tta_str_starts_with(text, "memref<")) return FORM_MEMREF;
  if (tta_str_starts_with(text, "strided<") || tta_str_starts_with(text, "[")) return FORM_STRIDED;
  if (tta_str_starts_with(text, "affine_map<") ||
      (tta_str_starts_with(text, "(") && tta_str_contains(text, "->")))
    return FORM_MAP;
  return tta_str_starts_with(text, "<") ? FORM_BODY : FORM_UNKNOWN;
}

/* The name that a body stands for. */
static const char *name_of_body(const tta_layout_ref_context *context) {
  bool old = context->era && tta_layout_attribute_on(context->era) == TTA_ATTR_layout;
  switch (context->from) {
  case TTA_NOTATION_METAL: return old ? "#tt.layout" : "#tt.metal_layout";
  case TTA_NOTATION_TTNN: return "#ttnn.ttnn_layout";
  case TTA_NOTATION_TTCORE: return "#ttcore.metal_layout";
  case TTA_NOTATION_TILED: return "#tt.tiled_layout";
  default: return NULL;
  }
}

/* ---- completing ---- */

static tta_status require_context(tta_layout_ref_text *t, const tta_layout_ref_context *context, const char *what,
                                  tta_buf *reason) {
  if (context->has_shape && context->element.size) return TTA_OK;
  t->missing = context->has_shape ? TTA_LAYOUT_REF_ELEMENT : TTA_LAYOUT_REF_SHAPE;
  return tta_fail(TTA_INVALID, reason, "missing tensor %s of %s", context->has_shape ? "element type" : "shape", what);
}

static tta_status wrap(tta_layout_ref_text *t, tta_str text, const tta_layout_ref_context *context, const char *open,
                       const char *before, const char *after) {
  tta_buf_str(&t->whole, open);
  tta_buf_typed_shape(&t->whole, context->shape, context->element);
  tta_buf_str(&t->whole, ", ");
  tta_buf_str(&t->whole, before);
  tta_buf_append(&t->whole, text);
  tta_buf_str(&t->whole, after);
  return TTA_OK;
}

static tta_status complete(tta_layout_ref_text *t, tta_str text, form_kind *form, const tta_layout_ref_context *context,
                           tta_buf *reason) {
  const char *name = "";
  tta_status status = TTA_OK;
  if (*form == FORM_BODY) {
    name = name_of_body(context);
    if (!name) {
      t->missing = TTA_LAYOUT_REF_NOTATION;
      return tta_fail(TTA_INVALID, reason, "missing name of the attribute before '<'");
    }
    *form = context->from == TTA_NOTATION_TILED ? FORM_TILED : FORM_ATTRIBUTE;
  }
  if (*form == FORM_MAP || *form == FORM_STRIDED) {
    bool bare = !tta_str_starts_with(text, "affine_map<") && !tta_str_starts_with(text, "strided<");
    status = require_context(t, context, *form == FORM_MAP ? "a map" : "a list of strides", reason);
    const char *before = !bare ? "" : *form == FORM_MAP ? "affine_map<" : "strided<";
    if (!status) status = wrap(t, text, context, "memref<", before, bare ? ">>" : ">");
    *form = FORM_MEMREF;
    return status;
  }
  bool alone = *form == FORM_ATTRIBUTE || (*form == FORM_TILED && !tta_str_starts_with(text, "tensor<"));
  bool short_form = *form == FORM_TILED && context->has_shape && context->element.size &&
                    !tta_str_contains(text, "host");
  if (*form == FORM_ATTRIBUTE) status = require_context(t, context, "an attribute without a tensor", reason);
  if (status) return status;
  if (alone && (*form == FORM_ATTRIBUTE || short_form)) return wrap(t, text, context, "tensor<", name, ">");
  tta_buf_str(&t->whole, name);
  tta_buf_append(&t->whole, text);
  return TTA_OK;
}

/* ---- memrefs ---- */

typedef struct memref_reader {
  tta_layout_ref_text *text;
  uint32_t islands;
  bool found;
  tta_status status;
  const char *error;
} memref_reader;

/* `#tt.memory_space<l1>` as "l1"; any other as it is written. */
static tta_str space_of(const tta_tree *tree, tta_node_id space, tta_arena *arena) {
  tta_node_id id = tta_node_resolve(tree, space);
  if (!id) return (tta_str){0};
  if (tta_node_is_attribute(tree, id, TTA_ATTR_memory_space)) id = tta_node_first(tree, id);
  return tta_node_at(tree, id)->kind == TTA_NODE_WORD ? tta_arena_str(arena, tta_node_text(tree, id))
                                                      : tta_print_copy(tree, space, arena);
}

static tta_status set_strides(const tta_memref_order *order, memref_reader *r) {
  tta_memref *m = &r->text->memref;
  m->strided = true;
  m->strides = order->strides;
  m->offset = order->offset;
  if (order->strides.rank != m->shape.rank) r->error = "the number of strides does not match the number of dims";
  else if (order->offset == TTA_DYNAMIC_EXTENT) r->error = "the offset is not a number";
  for (uint32_t i = 0; i < order->strides.rank && !r->error; i++)
    if (order->strides.extent[i] == TTA_DYNAMIC_EXTENT) r->error = "a stride is not a number";
  return TTA_OK;
}

static tta_status set_layout(const tta_tree *tree, tta_node_id layout, memref_reader *r) {
  tta_layout_ref_text *t = r->text;
  tta_memref *m = &t->memref;
  tta_map map;
  const tta_memref_order *order = layout ? tta_lower_memref_order(tree, layout, &t->arena) : NULL;
  if (t->arena.failed) return TTA_NO_MEMORY;
  if (order && order->strided) return set_strides(order, r);
  if (layout && !tta_node_map(tree, layout, &map)) {
    r->error = "expected strided<[..]> or an affine map as the layout of the memref";
    return TTA_OK;
  }
  if (layout) {
    if (map.num_symbols) r->error = "map must not have symbols";
    else if (map.num_dims != m->shape.rank) r->error = "map rank does not match the rank of the memref";
    else if (map.num_results > TTA_MAX_RANK) r->error = "the map has more than 64 results";
    return r->error ? TTA_OK : tta_map_copy(&map, &t->arena, t->pool, &m->map);
  }
  tta_expr *results = tta_arena_array(&t->arena, (size_t)m->shape.rank + 1, sizeof *results);
  if (!results) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < m->shape.rank; i++) results[i] = tta_expr_dim(t->pool, i);
  if (!m->shape.rank) results[0] = tta_expr_constant(t->pool, 0);
  m->map = (tta_map){t->pool, m->shape.rank, 0, m->shape.rank ? m->shape.rank : 1, results};
  return tta_affine_pool_status(t->pool);
}

static tta_status set_memref(const tta_tree *tree, tta_node_id memref, memref_reader *r) {
  tta_layout_ref_text *t = r->text;
  tta_node_id shape = tta_node_child(tree, memref, TTA_FIELD_shape);
  if ((tta_node_at(tree, memref)->flags & TTA_NODE_UNRANKED) || !shape) {
    r->error = "an unranked memref does not have a layout";
    return TTA_OK;
  }
  t->memref.shape = tta_shape_copy(&t->arena, tta_node_shape(tree, shape));
  if (t->memref.shape.rank > TTA_MAX_RANK) return TTA_LIMIT;
  for (uint32_t i = 0; i < t->memref.shape.rank; i++)
    if (t->memref.shape.extent[i] < 0) r->error = "memref has a dynamic extent";
  t->memref.element = tta_print_copy(tree, tta_node_child(tree, memref, TTA_FIELD_element_type), &t->arena);
  t->memref.memory_space = space_of(tree, tta_node_child(tree, memref, TTA_FIELD_memory_space), &t->arena);
  if (t->arena.failed) return TTA_NO_MEMORY;
  return r->error ? TTA_OK
                : set_layout(tree, tta_node_resolve(tree, tta_node_child(tree, memref, TTA_FIELD_layout)), r);
}

static void visit(void *user, const tta_island *island) {
  memref_reader *r = user;
  const tta_tree *tree = island->value.tree;
  const tta_node *root = tree ? tta_node_at(tree, island->value.node) : NULL;
  if (!root || island->context == TTA_CONTEXT_USE) return;
  r->islands++;
  r->found = island->span.begin == 0 && island->span.end == r->text->source.text.size &&
             root->kind == TTA_NODE_MEMREF && !(root->flags & TTA_NODE_HAS_ERRORS);
  if (r->found && !r->status) r->status = set_memref(tree, island->value.node, r);
}

static tta_check_options options_of(const tta_layout_ref_text *t, const tta_layout_ref_context *context) {
  tta_check_options options = tta_check_options_or_default(context->check);
  options.allocator = t->arena.allocator;
  options.era = context->era;
  options.keep_errors = true;
  return options;
}

static tta_status read_memref(tta_layout_ref_text *t, const tta_layout_ref_context *context, tta_buf *reason) {
  memref_reader r = {.text = t};
  tta_check_options options = options_of(t, context);
  options.canonicalize = false;
  tta_status status = tta_check_visit(&t->source, &options, visit, &r, &t->check);
  if (status || tta_results_num_errors(tta_check_results(t->check))) return status ? status : TTA_INVALID;
  status = r.status;
  if (status) return status;
  if (r.islands != 1 || !r.found)
    return tta_fail(TTA_INVALID, reason, "expected one memref and nothing else");
  if (r.error) return tta_fail(TTA_INVALID, reason, "%s", r.error);
  t->memref.grid = tta_shape_copy(&t->arena, context->grid);
  if (t->memref.strided && context->grid.rank)
    return tta_fail(TTA_INVALID, reason, "a strided memref is one memory and does not have a grid");
  t->value = (tta_layout_ref){.notation = t->memref.strided ? TTA_NOTATION_STRIDED : TTA_NOTATION_AFFINE,
                              .memref = &t->memref};
  return t->arena.failed ? TTA_NO_MEMORY : TTA_OK;
}

/* ---- layouts and tiled layouts ---- */

tta_layout_ref tta_layout_ref_of(const tta_layout *layout, const tta_tiled *tiled) {
  static const tta_notation of_family[] = {[TTA_FAMILY_MAP] = TTA_NOTATION_METAL,
                                           [TTA_FAMILY_NAMED] = TTA_NOTATION_TTCORE,
                                           [TTA_FAMILY_TTNN] = TTA_NOTATION_TTNN};
  if (!layout) return (tta_layout_ref){.notation = TTA_NOTATION_TILED, .tiled = tiled};
  return (tta_layout_ref){.notation = of_family[layout->family], .layout = layout};
}

static tta_status read_type(tta_layout_ref_text *t, const tta_layout_ref_context *context, tta_buf *reason) {
  tta_check_options options = options_of(t, context);
  tta_status status = tta_layouts_read(&t->source, TTA_LAYOUTS_TYPE, &options, &t->layouts, reason);
  if (status) return status;
  if (!tta_layouts_num_entries(t->layouts)) return TTA_INVALID;
  t->value = tta_layout_ref_of(tta_layouts_entry(t->layouts, 0)->layout, NULL);
  return TTA_OK;
}

/* The host of a layout without one is the tensor of the context. */
static void take_host(tta_layout_ref_text *t, const tta_layout_ref_context *context, bool by_context) {
  if (!context->has_shape || (t->tiled.has_host && !by_context)) return;
  t->tiled.has_host = true;
  t->tiled.host_size = tta_shape_copy(&t->arena, context->shape);
  if (context->host_strides.rank) t->tiled.host_strides = tta_shape_copy(&t->arena, context->host_strides);
  tta_tiled_element element;
  if (t->value.notation == TTA_NOTATION_SPYRE || !tta_tiled_element_find(context->element, &element)) return;
  t->tiled.host_element = (tta_tiled_element){tta_arena_str(&t->arena, element.name), element.bits};
}

static tta_status read_tiled(tta_layout_ref_text *t, const tta_layout_ref_context *context, bool by_context,
                             tta_buf *reason) {
  tta_check_options options = options_of(t, context);
  tta_status status = tta_tiled_parse(&t->source, &options, &t->arena, &t->tiled, &t->check, reason);
  if (status) return status;
  take_host(t, context, by_context);
  t->value = (tta_layout_ref){.notation = TTA_NOTATION_TILED, .tiled = &t->tiled};
  return t->arena.failed ? TTA_NO_MEMORY : TTA_OK;
}

static tta_span whole_text(const tta_layout_ref_text *t) { return (tta_span){0, (uint32_t)t->source.text.size}; }

/* At the word or byte that starts at `at`. */
static tta_status report_error(tta_layout_ref_text *t, size_t at, tta_str message, tta_rule rule) {
  tta_str text = t->source.text;
  size_t end = at;
  while (end < text.size && tta_is_word_byte(text.data[end])) end++;
  if (end == at && at < text.size) end++;
  tta_report_add(&t->own.report, rule, (tta_span){(uint32_t)at, (uint32_t)end}, "%.*s", TTA_STR_ARGS(message));
  return TTA_INVALID;
}

static tta_rule rule_of(tta_tiled_rule rule) {
  return rule ? tta_tiled_report_rule(rule) : TTA_RULE_convert_text;
}

static tta_status read_spyre(tta_layout_ref_text *t, tta_str text, const tta_layout_ref_context *context,
                             tta_buf *reason) {
  tta_tiled_import found;
  t->spyre = true;
  tta_tiled_context known = {.convention = context->convention, .has_host = context->has_shape,
                             .host_size = context->shape, .host_strides = context->host_strides};
  if (context->element.size && !tta_tiled_element_find(context->element, &known.element))
    return tta_fail(TTA_INVALID, reason, "'%.*s' is not an element type of a tiled layout",
                               TTA_STR_START(context->element));
  tta_status status = tta_tiled_read(text, &known, &t->arena, &found);
  if (status == TTA_INVALID) report_error(t, found.error_offset, found.error, rule_of(found.error_rule));
  if (status) return status;
  if (found.swapped) {
    tta_diagnostic *d = tta_report_add(&t->own.report, TTA_RULE_tiled_triple, whole_text(t),
                                       "the tuples are read as ranges, device strides, host strides (the order of the "
                                       "example in the RFC), since the order of its text is not a valid loop nest");
    tta_report_lower(&t->own.report, d, TTA_SEVERITY_WARNING);
  }
  t->tiled = found.layout;
  t->value.notation = TTA_NOTATION_SPYRE;
  take_host(t, context, false);
  if (!t->tiled.element.name.size && !context->may_lack_element) {
    t->missing = TTA_LAYOUT_REF_ELEMENT;
    return tta_fail(TTA_INVALID, reason, "missing element type of the layout");
  }
  t->value = (tta_layout_ref){.notation = TTA_NOTATION_SPYRE, .tiled = &t->tiled};
  return t->arena.failed ? TTA_NO_MEMORY : TTA_OK;
}

/* ---- notations that are not MLIR ---- */

static tta_status read_digits(tta_layout_ref_text *t, tta_notation notation, const tta_layout_ref_context *context,
                              tta_buf *reason) {
  tta_cursor cursor = {.text = t->source.text, .arena = &t->arena};
  if (tta_notation_row_of(notation)->read(&cursor, context, &t->digits, &t->missing)) {
    t->value = (tta_layout_ref){.notation = notation, .digits = &t->digits, .swizzle = cursor.mark};
    return t->arena.failed ? TTA_NO_MEMORY : TTA_OK;
  }
  if (t->arena.failed) return TTA_NO_MEMORY;
  if (t->missing) return tta_fail(TTA_INVALID, reason, "missing tensor shape of %s", tta_notation_target(notation));
  return report_error(t, cursor.error_at, cursor.error, TTA_RULE_convert_text);
}

/* The notation of a text that is not MLIR; TTA_NOTATION_UNKNOWN for MLIR and torch-spyre. */
static tta_notation foreign_notation(tta_str text, const tta_layout_ref_context *context) {
  if (context->from < TTA_NUM_NOTATIONS && tta_notation_row_of(context->from)->read) return context->from;
  tta_notation found = tta_notation_recognize(text);
  return found < TTA_NUM_NOTATIONS && tta_notation_row_of(found)->read ? found : TTA_NOTATION_UNKNOWN;
}

/* ---- all of them ---- */

static tta_status open_source(tta_layout_ref_text *t, const tta_layout_ref_context *context) {
  size_t size = t->whole.size;
  for (int i = 0; i < 4; i++) tta_buf_char(&t->whole, '\0');
  if (t->whole.failed) return TTA_NO_MEMORY;
  tta_str name = tta_arena_str(&t->arena, context->name.size ? context->name : TTA_STR("<TEXT>"));
  if (!name.data) return TTA_NO_MEMORY;
  tta_source_init(&t->source, name, (tta_str){t->whole.data, size}, t->arena.allocator);
  t->has_source = true;
  return TTA_OK;
}

static tta_status read_form(tta_layout_ref_text *t, tta_str text, form_kind form, const tta_layout_ref_context *context,
                            tta_buf *reason) {
  switch (form) {
  case FORM_SPYRE: return read_spyre(t, text, context, reason);
  case FORM_TYPE:
  case FORM_ATTRIBUTE: return read_type(t, context, reason);
  case FORM_TILED: return read_tiled(t, context, t->source.text.size > text.size, reason);
  default: return read_memref(t, context, reason);
  }
}

static tta_status read_mlir(tta_layout_ref_text *t, tta_str text, const tta_layout_ref_context *context,
                            tta_buf *reason) {
  form_kind form = form_of(text);
  if (form == FORM_UNKNOWN)
    return tta_fail(TTA_INVALID, reason,
                    "expected a layout: a tensor type with one, a layout attribute, a memref, an affine map, "
                    "SpyreTensorLayout(...), or a layout of XLA, CuTe, linalg.pack, numpy or Triton");
  tta_status status = complete(t, text, &form, context, reason);
  if (!status) status = open_source(t, context);
  return status ? status : read_form(t, text, form, context, reason);
}

/* A memref without a layout is both strided and affine; any other text is of one notation. */
static tta_status check_notation(const tta_layout_ref_text *t, const tta_layout_ref_context *context, tta_buf *reason) {
  tta_notation is = t->value.notation, said = context->from;
  if (said == TTA_NOTATION_UNKNOWN || said == is) return TTA_OK;
  if (is == TTA_NOTATION_SPYRE && said == TTA_NOTATION_TILED) return TTA_OK; /* one name for both */
  if (is == TTA_NOTATION_AFFINE && said == TTA_NOTATION_STRIDED && tta_map_is_identity(&t->memref.map)) return TTA_OK;
  return tta_fail(TTA_INVALID, reason, "the text is %s, not %s", tta_notation_name(is),
                             tta_notation_name(said));
}

/* The spans of the parts of a text that a context may contradict. */
typedef struct part_spans {
  bool found;
  tta_span shape, element, layout;
} part_spans;

/* Of the first tensor, memref or tiled layout: its shape and element, or those of its host. */
static bool find_parts(void *user, tta_reader *reader, tta_node_id root, tta_island_context context, tta_span span) {
  part_spans *spans = user;
  const tta_tree *tree = &reader->tree;
  tta_node_id host = tta_node_child(tree, root, TTA_FIELD_host), typed = host ? tta_node_resolve(tree, host) : root;
  tta_node_id layout = tta_node_child(tree, root, TTA_FIELD_encoding);
  tta_node_id shape = tta_node_child(tree, typed, TTA_FIELD_shape);
  tta_node_id element = tta_node_child(tree, typed, TTA_FIELD_element_type);
  (void)context;
  if (spans->found || !element) return false;
  spans->found = true;
  spans->element = tta_node_span(tree, element);
  spans->shape = shape && tta_node_shape(tree, shape).rank
                     ? tta_node_span(tree, shape)
                     : (tta_span){spans->element.begin, spans->element.begin};
  while (spans->shape.end > spans->shape.begin && strchr("x \t\r\n", reader->text.data[spans->shape.end - 1]))
    spans->shape.end--; /* the `x` before the element */
  spans->layout = layout ? tta_node_span(tree, layout) : span;
  return false;
}

static tta_status check_context(tta_layout_ref_text *t, const tta_layout_ref_context *context) {
  tta_str message;
  tta_context_part part = tta_layout_ref_check_context(&t->value, context, &t->arena, &message);
  part_spans spans = {.found = false};
  tta_visitor visitor = {.user = &spans, .island = find_parts};
  if (t->arena.failed) return TTA_NO_MEMORY;
  if (part == TTA_CONTEXT_AGREES) return TTA_OK;
  tta_status status = t->spyre || t->value.digits ? TTA_OK : tta_parse_again(&t->source, &visitor, t->arena.allocator);
  if (!spans.found) spans.shape = spans.element = spans.layout = whole_text(t);
  tta_report_add(&t->own.report, TTA_RULE_convert_context,
                 part == TTA_CONTEXT_SHAPE     ? spans.shape
                 : part == TTA_CONTEXT_ELEMENT ? spans.element
                                               : spans.layout,
                 "%.*s", TTA_STR_ARGS(message));
  return status ? status : TTA_INVALID;
}

static tta_layout_ref_text *allocate(const tta_allocator *allocator, const tta_check_options *check) {
  tta_layout_ref_text *t = allocator->allocate(allocator->user, sizeof *t);
  if (!t) return NULL;
  *t = (tta_layout_ref_text){.pool = tta_affine_pool_new(allocator), .value = {.notation = TTA_NOTATION_UNKNOWN}};
  tta_arena_init(&t->arena, allocator);
  tta_buf_init(&t->whole, allocator);
  tta_results_init(&t->own, allocator, check);
  if (t->pool) return t;
  tta_layout_ref_free(t);
  return NULL;
}

static tta_status finish_results(tta_layout_ref_text *t) {
  const tta_results *found = t->layouts ? tta_layouts_results(t->layouts) : tta_check_results(t->check);
  tta_status status = tta_results_finish(&t->own);
  return status ? status : tta_results_refer(&t->own, found);
}

tta_status tta_layout_ref_read(tta_str text, const tta_layout_ref_context *context, tta_layout_ref_text **out,
                               tta_buf *reason) {
  tta_layout_ref_text *t = allocate(tta_allocator_or_default(context->allocator), context->check);
  *out = NULL;
  if (!t) return TTA_NO_MEMORY;
  text = tta_str_trim(text);
  tta_notation foreign = foreign_notation(text, context);
  tta_status status = TTA_OK;
  if (foreign != TTA_NOTATION_UNKNOWN) {
    tta_buf_append(&t->whole, text);
    status = open_source(t, context);
    if (!status) status = read_digits(t, foreign, context, reason);
  } else {
    status = read_mlir(t, text, context, reason);
  }
  if (!status) status = check_notation(t, context, reason);
  if (!status) status = check_context(t, context);
  if ((!status || status == TTA_INVALID) && finish_results(t)) status = TTA_NO_MEMORY;
  if (status) t->value.notation = TTA_NOTATION_UNKNOWN;
  if (!status || status == TTA_INVALID) {
    *out = t;
    return status;
  }
  tta_layout_ref_free(t);
  return status;
}

void tta_layout_ref_free(tta_layout_ref_text *t) {
  if (!t) return;
  const tta_allocator *allocator = t->arena.allocator;
  tta_results_free(&t->own);
  tta_layouts_free(t->layouts);
  tta_check_free(t->check);
  if (t->has_source) tta_source_free(&t->source);
  tta_affine_pool_free(t->pool);
  tta_buf_free(&t->whole);
  tta_arena_free(&t->arena);
  allocator->release(allocator->user, t, sizeof *t);
}

const tta_layout_ref *tta_layout_ref_get(const tta_layout_ref_text *t) {
  return t->value.notation == TTA_NOTATION_UNKNOWN ? NULL : &t->value;
}
const tta_results *tta_layout_ref_results(const tta_layout_ref_text *t) { return &t->own; }
tta_source *tta_layout_ref_source(tta_layout_ref_text *t) { return t->has_source ? &t->source : NULL; }
tta_layout_ref_part tta_layout_ref_missing(const tta_layout_ref_text *t) { return t->missing; }
