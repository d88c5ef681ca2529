/* Owns the names and expressions of the map that is being read: dims and symbols, what MLIR's affine parser refuses,
 * and what it lets pass although it has no meaning (a divisor that is not positive). */
#include <string.h>

#include "base/checked.h"
#include "ir/affine_pool.h"
#include "parse/parser.h"

static tta_str name_text(const tta_parser *p, tta_affine_name n) { return (tta_str){p->text + n.begin, n.size}; }
static bool same(tta_str a, tta_str b) { return a.size == b.size && !memcmp(a.data, b.data, a.size); }

/* Whether `text` is `letter` and the decimal `number`, without leading zeros. */
static bool is_plain(tta_str text, char letter, uint32_t number) {
  if (text.size < 2 || text.data[0] != letter) return false;
  if (number < 10) return text.size == 2 && text.data[1] == (char)('0' + number);
  size_t at = text.size;
  do {
    if (at == 1 || text.data[--at] != (char)('0' + number % 10)) return false;
    number /= 10;
  } while (number);
  return at == 1;
}

void tta_affine_reset(tta_parser *p) {
  p->num_names = p->num_dims = p->num_slots = 0;
  p->in_symbols = false;
  p->plain_names = true;
}

static uint32_t position_in_list(const tta_parser *p, uint32_t i) { return i < p->num_dims ? i : i - p->num_dims; }

void tta_affine_declare(tta_parser *p, tta_span name) {
  if (p->num_names == p->cap_names) {
    uint32_t capacity = p->cap_names ? p->cap_names * 2 : 16;
    const tta_allocator *a = p->tree->allocator;
    void *block = capacity > UINT32_MAX / 16 ? NULL
                  : p->names
                      ? a->resize(a->user, p->names, p->cap_names * sizeof *p->names, capacity * sizeof *p->names)
                      : a->allocate(a->user, capacity * sizeof *p->names);
    if (!block) {
      p->tree->status = TTA_NO_MEMORY;
      return;
    }
    p->names = block;
    p->cap_names = capacity;
  }
  tta_affine_name n = {name.begin, name.end - name.begin};
  p->names[p->num_names++] = n;
  if (!p->in_symbols) p->num_dims = p->num_names;
  p->plain_names =
      p->plain_names && is_plain(name_text(p, n), p->in_symbols ? 's' : 'd', position_in_list(p, p->num_names - 1));
}

void tta_affine_begin_symbols(tta_parser *p) {
  p->num_dims = p->num_names;
  p->in_symbols = true;
}

/* ---- names other than d0, d1, ..: a hash table, built at the first look-up that needs it ------------------------- */

static uint32_t hash_of(tta_str text) {
  uint32_t h = 2166136261u; /* FNV-1a */
  for (size_t i = 0; i < text.size; i++) h = (h ^ (uint8_t)text.data[i]) * 16777619u;
  return h;
}

static uint32_t *slot_of(const tta_parser *p, tta_str name) {
  uint32_t i = hash_of(name) & (p->num_slots - 1);
  while (p->name_slots[i] && !same(name_text(p, p->names[p->name_slots[i] - 1]), name))
    i = (i + 1) & (p->num_slots - 1);
  return &p->name_slots[i];
}

static void index_names(tta_parser *p) {
  uint32_t wanted = 16;
  while (wanted < p->num_names * 2) wanted *= 2;
  const tta_allocator *a = p->tree->allocator;
  if (wanted > p->cap_slots) {
    void *block = p->name_slots
                      ? a->resize(a->user, p->name_slots, p->cap_slots * sizeof(uint32_t), wanted * sizeof(uint32_t))
                      : a->allocate(a->user, wanted * sizeof(uint32_t));
    if (!block) {
      p->tree->status = TTA_NO_MEMORY;
      return;
    }
    p->name_slots = block;
    p->cap_slots = wanted;
  }
  p->num_slots = wanted;
  memset(p->name_slots, 0, wanted * sizeof *p->name_slots);
  for (uint32_t i = 0; i < p->num_names; i++) {
    tta_str name = name_text(p, p->names[i]);
    uint32_t *slot = slot_of(p, name);
    if (*slot) {
      tta_span span = {p->names[i].begin, p->names[i].begin + p->names[i].size};
      tta_diagnostic *d =
          tta_report_add(p->report, TTA_RULE_affine_redefined, span, "redefinition of identifier '%.*s'",
                         (int)(name.size > 64 ? 64 : name.size), name.data);
      tta_affine_name first = p->names[*slot - 1];
      tta_report_note(p->report, d, (tta_span){first.begin, first.begin + first.size}, "first defined here");
      p->map_faulty = true;
      if (p->map_redefined++ >= 8) return; /* one fault told a few times is enough */
    } else {
      *slot = i + 1;
    }
  }
}

/* The number of the name in p->names; UINT32_MAX when it is not declared. */
static uint32_t find_name(tta_parser *p, tta_str name) {
  if (name.size < 11 && (name.data[0] == 'd' || name.data[0] == 's') && p->plain_names) {
    uint64_t n = 0;
    for (size_t i = 1; i < name.size; i++) {
      if (name.data[i] < '0' || name.data[i] > '9') return UINT32_MAX;
      n = n * 10 + (uint64_t)(name.data[i] - '0');
    }
    if (name.size < 2 || (name.data[1] == '0' && name.size > 2)) return UINT32_MAX;
    if (name.data[0] == 's') n += p->num_dims;
    return n < (name.data[0] == 's' ? p->num_names : p->num_dims) ? (uint32_t)n : UINT32_MAX;
  }
  if (p->plain_names) return UINT32_MAX;
  if (!p->num_slots) index_names(p);
  if (!p->num_slots) return UINT32_MAX;
  uint32_t slot = *slot_of(p, name);
  return slot ? slot - 1 : UINT32_MAX;
}

tta_expr tta_affine_name_expr(tta_parser *p, tta_span span) {
  tta_str name = {p->text + span.begin, span.end - span.begin};
  uint32_t i = find_name(p, name);
  if (i == UINT32_MAX) {
    if (!p->tree->status)
      tta_report_add(p->report, TTA_RULE_affine_undeclared, span, "use of undeclared identifier '%.*s'",
                     (int)(name.size > 64 ? 64 : name.size), name.data);
    p->map_faulty = true;
    return tta_expr_constant(p->tree->affine, 0);
  }
  return i < p->num_dims ? tta_affine_pool_dim(p->tree->affine, i)
                         : tta_affine_pool_symbol(p->tree->affine, i - p->num_dims);
}

tta_expr tta_affine_constant(tta_parser *p, tta_node_id number) {
  const tta_node *n = tta_node_at(p->tree, number);
  if (n->flags & TTA_NODE_WIDE) {
    tta_report_add(p->report, TTA_RULE_integer_range, tta_node_span(p->tree, number),
                   "constant too large for index: it does not fit 64 bits");
    p->map_faulty = true;
  }
  return tta_affine_pool_constant(p->tree->affine, n->integer);
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static void overflowed(tta_parser *p, tta_span op) {
  tta_report_add(p->report, TTA_RULE_integer_range, op, "the value of this expression does not fit 64 bits");
  p->map_faulty = true;
}

static const char *divisor_name(tta_expr_kind kind) {
  return kind == TTA_EXPR_MOD ? "mod" : kind == TTA_EXPR_FLOORDIV ? "floordiv" : "ceildiv";
}

static bool check_divisor(tta_parser *p, tta_expr_kind kind, tta_expr rhs, tta_span span) {
  int64_t value;
  if (!tta_expr_is_symbolic_or_constant(p->tree->affine, rhs)) {
    tta_report_add(p->report, TTA_RULE_affine_not_affine, span,
                   "non-affine expression: right operand of %s has to be either a constant or symbolic",
                   divisor_name(kind));
    return false;
  }
  if (tta_expr_is_constant(p->tree->affine, rhs, &value) && value <= 0) {
    tta_report_add(p->report, TTA_RULE_affine_divisor, span, "the right operand of %s is %lld: it has to be positive",
                   divisor_name(kind), (long long)value);
    return false;
  }
  return true;
}

/* MLIR's simplification rebuilds sums, so a hostile text can make far more nodes than it has operators. */
static bool too_large(tta_parser *p, tta_span op) {
  enum { NODES_A_BYTE = 16, NODES_FREE = 4096 };
  if (tta_affine_pool_mark(p->tree->affine) - p->first_expr <=
      NODES_FREE + (uint64_t)NODES_A_BYTE * (op.end - p->begin))
    return false;
  if (!p->map_faulty)
    tta_report_add(p->report, TTA_RULE_amplification, op,
                   "simplifying this expression makes it more than %d times as large", NODES_A_BYTE);
  p->map_faulty = true;
  return true;
}

tta_expr tta_affine_binary(tta_parser *p, tta_expr_kind kind, tta_expr lhs, tta_expr rhs, tta_span op,
                           tta_span rhs_span) {
  tta_affine_pool *pool = p->tree->affine;
  if (!lhs || !rhs) return TTA_EXPR_NONE;
  if (kind == TTA_EXPR_MUL && !tta_expr_is_symbolic_or_constant(pool, lhs) &&
      !tta_expr_is_symbolic_or_constant(pool, rhs)) {
    tta_report_add(
        p->report, TTA_RULE_affine_not_affine, op,
        "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic");
    p->map_faulty = true;
    return lhs;
  }
  if (kind >= TTA_EXPR_MOD && !check_divisor(p, kind, rhs, rhs_span)) {
    p->map_faulty = true;
    return lhs;
  }
  if (tta_expr_fold_overflows(pool, kind, lhs, rhs)) {
    overflowed(p, op);
    return lhs;
  }
  if (too_large(p, op)) return lhs;
  return tta_expr_binary(pool, kind, lhs, rhs);
}

tta_expr tta_affine_negate(tta_parser *p, tta_expr operand, tta_span op) {
  int64_t value;
  if (!operand) return TTA_EXPR_NONE;
  if (tta_expr_is_constant(p->tree->affine, operand, &value) && value == INT64_MIN) {
    overflowed(p, op);
    return operand;
  }
  return tta_expr_negate(p->tree->affine, operand);
}

tta_expr tta_affine_subtract(tta_parser *p, tta_expr lhs, tta_expr rhs, tta_span op) {
  int64_t a, b, difference;
  tta_affine_pool *pool = p->tree->affine;
  if (!lhs || !rhs) return TTA_EXPR_NONE;
  if (tta_expr_is_constant(pool, rhs, &b) &&
      (b == INT64_MIN || (tta_expr_is_constant(pool, lhs, &a) && !tta_sub(a, b, &difference)))) {
    overflowed(p, op);
    return lhs;
  }
  return tta_expr_subtract(pool, lhs, rhs);
}

/* ---- the map ----------------------------------------------------------------------------------------------------- */

void tta_affine_add_result(tta_parser *p, tta_expr expr) {
  tta_tree *t = p->tree;
  if (t->num_results == t->cap_results && !tta_tree_grow_results(t, 1)) return;
  t->results[t->num_results++] = expr;
}

/* A set keeps two numbers a constraint: the expression, and whether it is an equality. */
tta_node_id tta_affine_map(tta_parser *p, tta_node_kind kind, tta_span span, uint32_t first_result,
                           uint32_t num_results) {
  tta_tree *t = p->tree;
  if (!p->plain_names && !p->num_slots) index_names(p); /* for redefinitions of names that nobody used */
  tta_node_id id = tta_node_new(t, kind, span);
  uint32_t kept = kind == TTA_NODE_SET_ATTR ? num_results * 2 : num_results;
  if (t->num_results - first_result < kept) num_results = 0; /* no memory */
  uint32_t number =
      tta_tree_add_map(t, (tta_map_data){p->num_dims, p->num_names - p->num_dims, num_results, first_result});
  tta_node_at(t, id)->index = number;
  if (p->map_faulty) tta_node_at(t, id)->flags |= TTA_NODE_FAULTY;
  p->map_faulty = false;
  p->map_redefined = 0;
  tta_affine_reset(p);
  return id;
}
