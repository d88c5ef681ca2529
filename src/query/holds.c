/* Whether an expression holds in a row, and the text of values. */
#include "base/checked.h"
#include "base/format.h"
#include "query/query.h"

/* ---- comparison ---- */

static tta_shape as_shape(const tta_query_value *v) {
  return v->kind == TTA_QUERY_NUMBER ? (tta_shape){1, &v->number} : v->shape;
}

/* Of percentages as fractions: a.part / a.whole to b.part / b.whole, exactly where the products fit. */
static int compare_fractions(const tta_query_value *a, const tta_query_value *b) {
  int64_t left, right;
  if (tta_mul(a->part, b->whole, &left) && tta_mul(b->part, a->whole, &right)) return (left > right) - (left < right);
  long double x = (long double)a->part * (long double)b->whole, y = (long double)b->part * (long double)a->whole;
  return (x > y) - (x < y);
}

static bool is_integer(const tta_query_value *v) {
  return v->kind == TTA_QUERY_NUMBER || v->kind == TTA_QUERY_BYTES || v->kind == TTA_QUERY_BOOL;
}

static bool is_text(const tta_query_value *v) { return v->kind == TTA_QUERY_STRING || v->kind == TTA_QUERY_KEYWORD; }

/* @return false: values of these kinds are not comparable, as null is to nothing */
static bool order(const tta_query_value *a, const tta_query_value *b, int *result) {
  if (is_integer(a) && is_integer(b)) *result = (a->number > b->number) - (a->number < b->number);
  else if (a->kind == TTA_QUERY_PERCENT && b->kind == TTA_QUERY_PERCENT) *result = compare_fractions(a, b);
  else return false;
  return true;
}

static bool equal(const tta_query_value *a, const tta_query_value *b, bool *comparable) {
  int result;
  *comparable = true;
  if (order(a, b, &result)) return !result;
  if (a->kind == TTA_QUERY_KEYWORD && b->kind == TTA_QUERY_KEYWORD) return a->number == b->number;
  if (is_text(a) && is_text(b)) return tta_str_equal(a->text, b->text);
  bool shapes = a->kind == TTA_QUERY_SHAPE || b->kind == TTA_QUERY_SHAPE;
  *comparable = shapes && (a->kind == TTA_QUERY_SHAPE || a->kind == TTA_QUERY_NUMBER) &&
                (b->kind == TTA_QUERY_SHAPE || b->kind == TTA_QUERY_NUMBER);
  return *comparable && tta_shape_equal(as_shape(a), as_shape(b));
}

static tta_query_value value_of(tta_query_row *row, const tta_query_operand *operand) {
  return operand->is_field ? tta_query_field_value(row, operand) : operand->value;
}

static bool matches(tta_query_row *row, const tta_query_node *node, const tta_query_value *v) {
  bool found = false;
  tta_str subject = v->text;
  tta_ere pattern = node->pattern;
  pattern.arena = row->arena; /* where a search has its memory: threads share the query */
  tta_buf text = tta_buf_new(row->arena->allocator);
  if (!is_text(v)) {
    tta_query_value_write(&text, v, false);
    subject = tta_buf_view(&text);
  }
  if (text.failed || tta_ere_search(&pattern, subject, &found)) row->failed = true;
  tta_buf_free(&text);
  return found;
}

static bool is_null_literal(const tta_query_operand *o) { return !o->is_field && o->value.kind == TTA_QUERY_NULL; }

static bool compares(tta_query_row *row, const tta_query_node *node) {
  int result;
  bool comparable;
  tta_query_value a = value_of(row, &node->left), b;
  if (node->operation == TTA_OPERATION_MATCH)
    return a.kind != TTA_QUERY_NULL && matches(row, node, &a) != node->inverted;
  if (node->operation == TTA_OPERATION_IN) {
    bool any = false, found = false;
    for (uint32_t i = 0; i < node->num_items && !found; i++) {
      found = equal(&a, &node->items[i].value, &comparable);
      any |= comparable;
    }
    return any && found != node->inverted;
  }
  b = value_of(row, &node->right);
  if (is_null_literal(&node->left) || is_null_literal(&node->right))
    return ((a.kind == TTA_QUERY_NULL) == (b.kind == TTA_QUERY_NULL)) != node->inverted;
  if (node->operation == TTA_OPERATION_EQUAL) {
    bool same = equal(&a, &b, &comparable);
    return comparable && same != node->inverted;
  }
  if (!order(&a, &b, &result)) return false;
  return (node->operation == TTA_OPERATION_LESS ? result < 0 : result > 0) != node->inverted;
}

/* As deep as the expression nests. */
bool tta_query_holds(tta_query_row *row, const tta_query_node *node) {
  switch (node->operation) {
  case TTA_OPERATION_CONSTANT: return node->constant;
  case TTA_OPERATION_TEST: {
    tta_query_value v = tta_query_field_value(row, &node->left);
    return v.kind == TTA_QUERY_BOOL && v.number;
  }
  case TTA_OPERATION_NOT: return !tta_query_holds(row, node->a);
  case TTA_OPERATION_AND: return tta_query_holds(row, node->a) && tta_query_holds(row, node->b);
  case TTA_OPERATION_OR: return tta_query_holds(row, node->a) || tta_query_holds(row, node->b);
  default: return compares(row, node);
  }
}

/* ---- text ---- */

static double percent(const tta_query_value *v) { return 100.0 * (double)v->part / (double)v->whole; }

static void write_json(tta_buf *out, const tta_query_value *v) {
  tta_json json = tta_json_writer(out);
  switch (v->kind) {
  case TTA_QUERY_NULL: tta_json_null(&json); break;
  case TTA_QUERY_BOOL: tta_json_bool(&json, v->number); break;
  case TTA_QUERY_NUMBER: case TTA_QUERY_BYTES: tta_json_int(&json, v->number); break;
  case TTA_QUERY_PERCENT: tta_buf_printf(out, "%.6g", percent(v)); break;
  case TTA_QUERY_SHAPE:
    tta_json_open(&json, '[');
    for (uint32_t i = 0; i < v->shape.rank; i++)
      if (v->shape.extent[i] == TTA_DYNAMIC_EXTENT) tta_json_text(&json, "?");
      else tta_json_int(&json, v->shape.extent[i]);
    tta_json_close(&json, ']');
    break;
  default: tta_json_string(&json, v->text);
  }
}

void tta_query_value_write(tta_buf *out, const tta_query_value *v, bool json) {
  if (json) {
    write_json(out, v);
    return;
  }
  switch (v->kind) {
  case TTA_QUERY_NULL: tta_buf_char(out, '-'); break;
  case TTA_QUERY_BOOL: tta_buf_str(out, v->number ? "true" : "false"); break;
  case TTA_QUERY_NUMBER: case TTA_QUERY_BYTES: tta_buf_int(out, v->number); break;
  case TTA_QUERY_PERCENT: tta_buf_printf(out, "%.1f%%", percent(v)); break;
  case TTA_QUERY_SHAPE: tta_buf_shape(out, v->shape); break;
  default:
    for (size_t i = 0; i < v->text.size; i++)
      tta_buf_char(out, (unsigned char)v->text.data[i] < ' ' ? ' ' : v->text.data[i]);
  }
}
