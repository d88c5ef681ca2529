/* check_context.c: whether what is given beside a text (shape, element, grid) contradicts the layout in it. */
#include <stdarg.h>

#include "base/str.h"
#include "convert/convert.h"
#include "tiled/tiled.h"

/* The tensor's own shape; in the named form that differs from the logical one, and either may be given. */
static bool shape_agrees(const tta_layout_ref *value, tta_shape shape, tta_shape *is) {
  const tta_layout *s = value->layout;
  *is = s ? s->tensor_shape : value->tiled ? value->tiled->host_size : value->digits ? value->digits->shape
                                                                                      : value->memref->shape;
  return tta_shape_equal(*is, shape) || (s && tta_shape_equal(s->logical, shape));
}

static bool element_agrees(const tta_layout_ref *value, tta_str element, tta_str *is) {
  const tta_layout *s = value->layout;
  tta_tiled_element known;
  if (value->tiled) {
    *is = tta_tiled_host_element(value->tiled).name;
    if (tta_tiled_element_find(element, &known)) element = known.name;
    return tta_str_equal(*is, element) || tta_str_equal(value->tiled->element.name, element);
  }
  *is = s ? tta_layout_scalar(s) : value->digits ? value->digits->element : value->memref->element;
  return tta_str_equal(*is, element) || (s && tta_str_equal(s->tensor_element.text, element));
}

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static void report(tta_arena *arena, tta_str *message, const char *format, ...) {
  va_list args;
  va_start(args, format);
  *message = tta_arena_format(arena, format, args);
  va_end(args);
}

static void report_shape(tta_arena *arena, tta_str *message, const char *what, tta_shape given, const char *of,
                         tta_shape is) {
  tta_buf text = tta_buf_new(arena->allocator);
  tta_buf_shape(&text, given);
  tta_buf_printf(&text, " does not match the %s ", of);
  if (is.rank) tta_buf_shape(&text, is);
  else tta_buf_str(&text, "of rank 0");
  if (text.failed) arena->failed = true;
  report(arena, message, "%s %.*s in this text", what, (int)text.size, text.data ? text.data : "");
  tta_buf_free(&text);
}

tta_context_part tta_layout_ref_check_context(const tta_layout_ref *value, const tta_layout_ref_context *context,
                                              tta_arena *arena, tta_str *message) {
  tta_shape shape;
  tta_str element, given = context->element;
  if (context->has_shape && !shape_agrees(value, context->shape, &shape)) {
    report_shape(arena, message, "shape", context->shape, "tensor", shape);
    return TTA_CONTEXT_SHAPE;
  }
  if (given.size && !element_agrees(value, given, &element)) {
    report(arena, message, "element %.*s does not match the elements %.*s in this text",
           TTA_STR_START(given), (int)element.size, element.data);
    return TTA_CONTEXT_ELEMENT;
  }
  if (context->grid.rank && value->layout && !tta_shape_equal(value->layout->grid, context->grid)) {
    report_shape(arena, message, "grid", context->grid, "grid", value->layout->grid);
    return TTA_CONTEXT_GRID;
  }
  if (context->grid.rank && value->notation != TTA_NOTATION_AFFINE && !value->layout) {
    report(arena, message, "a grid is only valid with an affine map; this text is %s",
           tta_notation_name(value->notation));
    return TTA_CONTEXT_GRID;
  }
  return TTA_CONTEXT_AGREES;
}
