/* Owns whether what is known beside a text contradicts it. Does not own what completes a text that lacks it
 * (read.c). */
#include <stdarg.h>

#include "convert/convert.h"

/* Where a text says its tensor: 64x128 and f16 of `tensor<64x128xf16, ..>`, of `host = memref<64x128xf16>`. */
typedef struct tensor_text {
  tta_span shape, element;
} tensor_text;

/* One past the first `word`, or 0. */
static uint32_t behind(tta_str text, const char *word) {
  size_t size = strlen(word);
  for (size_t i = 0; i + size <= text.size; i++)
    if (!memcmp(text.data + i, word, size)) return (uint32_t)(i + size);
  return 0;
}

static uint32_t skip(tta_str text, uint32_t at, const char *bytes) {
  while (at < text.size && text.data[at] && strchr(bytes, text.data[at])) at++;
  return at;
}

/* @return all of a text without such dims: SpyreTensorLayout(..) */
static tensor_text find_tensor(tta_str text, const tta_layout_ref *value) {
  uint32_t size = (uint32_t)text.size, at = behind(text, "host = memref<");
  int depth = 0;
  bool type = size > 7 && (!memcmp(text.data, "tensor<", 7) || !memcmp(text.data, "memref<", 7));
  tensor_text found = {{0, size}, {0, size}};
  if (type) at = 7;
  if (!at || (value->notation == TTA_NOTATION_TILED && text.data[0] != 't' && text.data[0] != '#')) return found;
  found.shape.begin = found.shape.end = at = skip(text, at, " \t\r\n");
  for (uint32_t end = skip(text, at, "0123456789"); end > at; end = skip(text, at, "0123456789")) {
    found.shape.end = end;
    at = skip(text, skip(text, skip(text, end, " \t\r\n"), "x"), " \t\r\n");
  }
  found.element.begin = found.element.end = at;
  for (; at < size && (depth || (text.data[at] != ',' && text.data[at] != '>')); found.element.end = ++at)
    depth += (text.data[at] == '<') - (text.data[at] == '>');
  return found;
}

static bool same_shape(tta_shape a, tta_shape b) {
  return a.rank == b.rank && (!a.rank || !memcmp(a.extent, b.extent, a.rank * sizeof *a.extent));
}

static bool same_text(tta_str a, tta_str b) { return a.size == b.size && (!a.size || !memcmp(a.data, b.data, a.size)); }

/* The tensor's own shape; in the named form that is not the logical one, which may be meant as well. */
static bool shape_agrees(const tta_layout_ref *value, tta_shape shape, tta_shape *is) {
  const tta_layout *s = value->sharding;
  *is = s ? s->tensor_shape : value->tiled ? value->tiled->host_size : value->memref->shape;
  return same_shape(*is, shape) || (s && same_shape(s->logical, shape));
}

static bool element_agrees(const tta_layout_ref *value, tta_str element, tta_str *is) {
  const tta_layout *s = value->sharding;
  tta_tiled_element known;
  if (value->tiled) {
    *is = value->tiled->host_element.name.size ? value->tiled->host_element.name : value->tiled->element.name;
    if (tta_tiled_element_find(element, &known)) element = known.name;
    return same_text(*is, element) || same_text(value->tiled->element.name, element);
  }
  *is = s ? tta_layout_scalar(s) : value->memref->element;
  return same_text(*is, element) || (s && same_text(s->tensor_element.text, element));
}

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
static bool contradict(tta_arena *arena, tta_span span, tta_diagnostic *fault, const char *format, ...) {
  va_list args;
  va_start(args, format);
  *fault = (tta_diagnostic){.severity = TTA_SEVERITY_ERROR, .rule = TTA_RULE_NONE, .span = span};
  fault->message = tta_arena_format(arena, format, args);
  va_end(args);
  return true;
}

bool tta_layout_ref_check_context(const tta_layout_ref *value, tta_str text, const tta_layout_ref_context *context,
                              tta_arena *arena, tta_diagnostic *fault) {
  tensor_text where = find_tensor(text, value);
  tta_shape shape;
  tta_str element;
  if (context->has_shape && !shape_agrees(value, context->shape, &shape)) {
    tta_buf said;
    tta_buf_init(&said, arena->allocator);
    tta_put_shape(&said, context->shape);
    tta_buf_str(&said, " contradicts this text, whose tensor is ");
    if (shape.rank) tta_put_shape(&said, shape);
    else tta_buf_str(&said, "of rank 0");
    if (said.failed) arena->failed = true;
    contradict(arena, where.shape, fault, "--shape %.*s: leave it out", (int)said.size, said.data ? said.data : "");
    tta_buf_free(&said);
    return true;
  }
  if (context->element.size && !element_agrees(value, context->element, &element))
    return contradict(arena, where.element, fault,
                      "--element %.*s contradicts this text, whose elements are %.*s: leave it out",
                      (int)(context->element.size > 64 ? 64 : context->element.size), context->element.data,
                      (int)element.size, element.data);
  if (context->grid.rank && value->notation != TTA_NOTATION_AFFINE)
    return contradict(arena, (tta_span){0, behind(text, "<") ? behind(text, "<") - 1 : (uint32_t)text.size}, fault,
                      "--grid says which results of an affine map are the core, and this text is %s",
                      tta_notation_name(value->notation));
  return false;
}
