/* list.c: containers of the C++ library (vector, array, map, set) and texts. A list is an object: its items are slots,
 * which move when it grows. Long lists are data: their size is known, their items are not. */
#include "base/format.h"
#include "base/sort.h"
#include "kernel/interpret.h"

enum { MAX_ITEMS = 4096, MAX_LISTS = 1 << 18, MAX_TEXT = 1 << 16,
       MAX_TEXTS = 1 << 24 /* bytes of all texts */,
       COST_OF_ITEM = 8, BYTES_OF_COST = 16 };

bool tta_is_list(kernel_value value) { return value.kind == KERNEL_OBJECT && value.class == TTA_CLASS_LIST; }

static tta_list *list_of(tta_interpreter *in, kernel_value list) { return &in->lists[list.object]; }

kernel_value tta_new_list(tta_interpreter *in, tta_type type) {
  tta_list list = {.element = type.number, .order = type.bits};
  if (in->num_lists == MAX_LISTS) return tta_kernel_error(in, in->at, "more than %d lists", MAX_LISTS);
  if (!TTA_GROW_IN(in->source->arena, in, lists, 1)) {
    tta_no_memory(in);
    return tta_unknown(in->at);
  }
  in->lists[in->num_lists++] = list;
  in->pins++;
  return (kernel_value){.kind = KERNEL_OBJECT, .class = TTA_CLASS_LIST, .object = in->num_lists - 1};
}

/* The items are not known any more; with a count >= 0 their number is. */
static void forget(tta_interpreter *in, kernel_value list, uint32_t origin, int64_t count) {
  tta_list *l = list_of(in, list);
  l->unknown = true;
  l->origin = origin;
  l->size = count;
  l->num_items = 0;
}

void tta_list_forget(tta_interpreter *in, kernel_value list, uint32_t token) {
  bool position = list.kind == KERNEL_OBJECT && list.class == TTA_CLASS_POSITION;
  if (!position && !tta_is_list(list)) return;
  const tta_list *l = list_of(in, list);
  forget(in, list, token, !position ? -1 : l->unknown ? l->size : l->num_items);
}

bool tta_list_items(tta_interpreter *in, kernel_value list, uint32_t *first, uint32_t *count) {
  const tta_list *l = list_of(in, list);
  *first = l->first;
  *count = l->num_items;
  return !l->unknown;
}

uint32_t tta_list_origin(const tta_interpreter *in, kernel_value list) { return in->lists[list.object].origin; }

static void sort_last(tta_interpreter *in, kernel_value list);

void tta_list_add(tta_interpreter *in, kernel_value list, kernel_value value, uint32_t token) {
  tta_list *l = list_of(in, list);
  if (in->probe && !l->unknown) forget(in, list, token, -1);
  if (l->unknown) {
    if (l->size >= 0) l->size++;
    return;
  }
  if (l->num_items == MAX_ITEMS) {
    forget(in, list, token, MAX_ITEMS + 1);
    return;
  }
  uint32_t element = l->element; /* a copy may move the lists */
  value = tta_copy(in, tta_rvalue(in, value, token));
  if (element != TTA_KERNEL_NONE) value = tta_converted(in, value, in->types[element], token);
  l = list_of(in, list);
  if (l->num_items == l->cap_items) {
    uint32_t cap = l->cap_items ? l->cap_items * 2 : 8, first = tta_new_slots(in, cap);
    if (first == TTA_KERNEL_NONE) return;
    for (uint32_t i = 0; i < l->num_items; i++) in->slots[first + i] = in->slots[l->first + i];
    l->first = first;
    l->cap_items = cap;
  }
  in->pins++;
  in->slots[l->first + l->num_items++] = (tta_slot){.name = TTA_KERNEL_NONE, .value = value};
  if (l->order & TTA_LIST_SORTED) sort_last(in, list);
}

/* The items between two positions as {..}; those of a list that is not known as the list. */
static kernel_value between(tta_interpreter *in, kernel_value begin, kernel_value end, uint32_t token) {
  kernel_value list = {.kind = KERNEL_OBJECT, .class = TTA_CLASS_LIST, .object = begin.object};
  uint32_t first, count;
  if (!tta_list_items(in, list, &first, &count)) return list;
  bool same = end.kind == KERNEL_OBJECT && end.class == TTA_CLASS_POSITION && end.object == begin.object;
  if (!same || begin.number < 0 || end.number < begin.number || end.number > count)
    return tta_kernel_error(in, token, "a range of items ends before it begins, or beyond its %u items", count);
  return (kernel_value){.kind = KERNEL_STRUCT, .object = TTA_KERNEL_NONE, .first = first + (uint32_t)begin.number,
                        .count = (uint32_t)(end.number - begin.number)};
}

static void add_all(tta_interpreter *in, kernel_value list, kernel_value from, uint32_t token) {
  uint32_t first = from.first, count = from.count;
  if (tta_is_list(from) && !tta_list_items(in, from, &first, &count)) {
    forget(in, list, tta_list_origin(in, from), list_of(in, from)->size);
    return;
  }
  tta_cost(in, (uint64_t)count * COST_OF_ITEM);
  for (uint32_t i = 0; i < count && !in->stopped; i++) tta_list_add(in, list, in->slots[first + i].value, token);
}

/* An item without a value. */
static kernel_value default_item(tta_interpreter *in, kernel_value list, uint32_t token) {
  uint32_t number = list_of(in, list)->element;
  tta_type element = number == TTA_KERNEL_NONE ? (tta_type){.kind = TTA_TYPE_INT} : in->types[number];
  if (element.kind == TTA_TYPE_CLASS) return tta_construct(in, element, NULL, 0, token);
  return element.kind == TTA_TYPE_STRUCT ? tta_make_struct(in, element.number, NULL, 0, token) : tta_u32(0);
}

static void fill(tta_interpreter *in, kernel_value list, int64_t count, kernel_value value, uint32_t token) {
  if (count > MAX_ITEMS) {
    forget(in, list, token, count);
    return;
  }
  for (int64_t i = list_of(in, list)->num_items; i < count && !in->stopped; i++)
    tta_list_add(in, list, value, token);
}

/* Of {{a, b}}, the braces that a list or an array is made of, the inner ones: their first item is one of the list. */
static kernel_value inner_braces(const tta_interpreter *in, tta_type type, kernel_value braces) {
  kernel_value inner = braces.count == 1 ? in->slots[braces.first].value : braces;
  bool list = inner.kind == KERNEL_STRUCT && inner.object == TTA_KERNEL_NONE && inner.count && braces.count == 1;
  if (!list || in->slots[inner.first].name != TTA_KERNEL_NONE) return braces;
  kernel_value item = in->slots[inner.first].value;
  tta_type element = type.number == TTA_KERNEL_NONE ? (tta_type){.kind = TTA_TYPE_AUTO} : in->types[type.number];
  bool is_struct = element.kind == TTA_TYPE_STRUCT, nested = item.kind == KERNEL_STRUCT;
  bool named = nested && item.object == TTA_KERNEL_NONE && item.count && in->slots[item.first].name != TTA_KERNEL_NONE;
  bool whole = named || (nested && is_struct && item.object == element.number);
  return whole || (type.items && (nested || !is_struct)) ? inner : braces;
}

/* {a, b}, another list, a size, or a size and a value. An array has all of its items. */
kernel_value tta_construct_items(tta_interpreter *in, tta_type type, kernel_value *args, uint32_t num,
                                 uint32_t token) {
  kernel_value out = tta_new_list(in, type), first = num ? args[0] : tta_void();
  if (in->stopped) return tta_unknown(token);
  bool braces = first.kind == KERNEL_STRUCT && first.object == TTA_KERNEL_NONE;
  if (braces) first = inner_braces(in, type, first);
  if (num == 1 && (braces || tta_is_list(first) || first.kind == KERNEL_POINTER)) {
    add_all(in, out, first, token);
  } else if (num == 2 && first.kind == KERNEL_OBJECT && first.class == TTA_CLASS_POSITION) {
    add_all(in, out, between(in, first, args[1], token), token);
  } else if (num && first.kind == KERNEL_INT && first.number >= 0) {
    fill(in, out, first.number, num > 1 ? args[1] : default_item(in, out, token), token);
  } else if (num) {
    forget(in, out, first.kind == KERNEL_UNKNOWN ? first.origin : token, -1);
  }
  if (type.items && !in->stopped && !list_of(in, out)->unknown)
    fill(in, out, type.items, default_item(in, out, token), token);
  return out;
}

kernel_value tta_copy_list(tta_interpreter *in, kernel_value list) {
  tta_list l = *list_of(in, list);
  kernel_value out = tta_new_list(in, (tta_type){.number = l.element, .bits = l.order});
  if (in->stopped) return out;
  add_all(in, out, list, in->at);
  return out;
}

/* ---- items ---- */

static bool is_same(tta_interpreter *in, kernel_value a, kernel_value b) {
  tta_str left, right;
  bool same = false;
  if (a.kind == KERNEL_STRING || b.kind == KERNEL_STRING)
    return tta_text_of(in, a, &left) && tta_text_of(in, b, &right) && tta_str_equal(left, right);
  if (a.kind == KERNEL_STRUCT && b.kind == KERNEL_STRUCT && a.count == b.count) {
    for (uint32_t i = 0; i < a.count; i++)
      if (!is_same(in, in->slots[a.first + i].value, in->slots[b.first + i].value)) return false;
    return true;
  }
  return tta_truth(tta_apply(TTA_PUNCT2('=', '='), a, b, in->at), &same) && same;
}

int tta_compare_values(tta_interpreter *in, kernel_value a, kernel_value b) {
  tta_str left, right;
  bool less = false, more = false;
  if (tta_text_of(in, a, &left) && tta_text_of(in, b, &right)) {
    int order = memcmp(left.data, right.data, left.size < right.size ? left.size : right.size);
    return order ? (order > 0) - (order < 0) : tta_order((int64_t)left.size, (int64_t)right.size);
  }
  if (a.kind == KERNEL_STRUCT && b.kind == KERNEL_STRUCT && a.count == b.count) {
    int order = ++in->depth < TTA_KERNEL_MAX_DEPTH ? 0 : TTA_NOT_ORDERED;
    for (uint32_t i = 0; i < a.count && !order; i++)
      order = tta_compare_values(in, in->slots[a.first + i].value, in->slots[b.first + i].value);
    in->depth--;
    return order;
  }
  tta_cost(in, COST_OF_ITEM);
  bool known = tta_truth(tta_apply('<', a, b, in->at), &less) && tta_truth(tta_apply('<', b, a, in->at), &more);
  return known ? more - less : TTA_NOT_ORDERED;
}

static kernel_value key_at(const tta_interpreter *in, const tta_list *l, uint32_t i) {
  kernel_value item = in->slots[l->first + i].value;
  return (l->order & TTA_LIST_PAIRS) && item.kind == KERNEL_STRUCT && item.count ? in->slots[item.first].value : item;
}

/* The items from `from` on, which were added at the end, belong at `at`. */
static void move_to(tta_interpreter *in, kernel_value list, int64_t at, uint32_t from) {
  const tta_list *l = list_of(in, list);
  if (l->unknown) return;
  tta_cost(in, (uint64_t)l->num_items * COST_OF_ITEM);
  for (uint32_t n = from; n < l->num_items && at < from; n++, at++) {
    tta_slot added = in->slots[l->first + n];
    memmove(&in->slots[l->first + at + 1], &in->slots[l->first + at], (n - (uint32_t)at) * sizeof added);
    in->slots[l->first + at] = added;
  }
}

/* Of a set or map. */
static void sort_last(tta_interpreter *in, kernel_value list) {
  tta_list *l = list_of(in, list);
  uint32_t last = l->num_items - 1, at = last;
  kernel_value key = key_at(in, l, last);
  int order = 1;
  while (at && (order = tta_compare_values(in, key, key_at(in, l, at - 1))) < 0) at--;
  if (!order) l->num_items--;
  else if (at < last) move_to(in, list, at, last);
}

/* The slot of an item, or of the value of a key; NONE */
static uint32_t find(tta_interpreter *in, kernel_value list, kernel_value key) {
  const tta_list *l = list_of(in, list);
  for (uint32_t i = 0; i < l->num_items; i++) {
    tta_cost(in, COST_OF_ITEM);
    kernel_value item = in->slots[l->first + i].value;
    if (!(l->order & TTA_LIST_PAIRS) && is_same(in, item, key)) return l->first + i;
    bool pair = (l->order & TTA_LIST_PAIRS) && item.kind == KERNEL_STRUCT && item.count == 2;
    if (pair && is_same(in, in->slots[item.first].value, key))
      return item.first + 1;
  }
  return TTA_KERNEL_NONE;
}

/* The number of an item, or of the pair of a key; that of all if there is none. */
static uint32_t position_of(tta_interpreter *in, kernel_value list, kernel_value key) {
  const tta_list *l = list_of(in, list);
  uint32_t slot = find(in, list, key), i = 0;
  while (slot != TTA_KERNEL_NONE && i < l->num_items &&
         ((l->order & TTA_LIST_PAIRS) ? in->slots[l->first + i].value.first + 1 : l->first + i) != slot)
    i++;
  return slot == TTA_KERNEL_NONE ? l->num_items : i;
}

/* By key, by position, or from one position to another. */
static kernel_value erase(tta_interpreter *in, kernel_value list, kernel_value *args, uint32_t num, uint32_t token) {
  tta_list *l = list_of(in, list);
  bool position = args[0].kind == KERNEL_OBJECT && args[0].class == TTA_CLASS_POSITION;
  int64_t from = position ? args[0].number : position_of(in, list, args[0]), to = from + 1;
  if (num > 1) to = args[1].kind == KERNEL_OBJECT && args[1].class == TTA_CLASS_POSITION ? args[1].number : -1;
  if (!position && from == l->num_items) return tta_u32(0); /* no such key */
  if (from < 0 || to < from || to > l->num_items)
    return tta_kernel_error(in, token, "item %lld is out of range: %u items", (long long)from, l->num_items);
  tta_cost(in, (uint64_t)l->num_items * COST_OF_ITEM);
  for (int64_t i = to; i < l->num_items; i++) in->slots[l->first + from + i - to] = in->slots[l->first + i];
  l->num_items -= (uint32_t)(to - from);
  return position ? args[0] : tta_u32(1);
}

static kernel_value slot_value(const tta_interpreter *in, uint32_t slot) {
  kernel_value out = in->slots[slot].value;
  out.lvalue = TTA_LVALUE_SLOT;
  out.slot = slot;
  return out;
}

kernel_value tta_list_at(tta_interpreter *in, kernel_value list, kernel_value index, uint32_t token) {
  const tta_list *l = list_of(in, list);
  if (l->unknown) return tta_unknown(l->origin);
  if (index.kind == KERNEL_UNKNOWN) return index;
  if (l->order & TTA_LIST_PAIRS) {
    uint32_t slot = find(in, list, index);
    if (slot != TTA_KERNEL_NONE) return slot_value(in, slot);
    if (in->probe) {
      forget(in, list, token, -1);
      return tta_unknown(token);
    }
    kernel_value pair = tta_tuple(in, (kernel_value[]){index, tta_u32(0)}, 2, token);
    if (in->stopped) return tta_unknown(token);
    tta_list_add(in, list, pair, token);
    slot = find(in, list, index);
    return slot == TTA_KERNEL_NONE ? tta_unknown(token) : slot_value(in, slot);
  }
  if (index.kind != KERNEL_INT) return tta_unknown(token);
  if (index.number < 0 || index.number >= l->num_items)
    return tta_kernel_error(in, token, "index %lld is out of range: %u items", (long long)index.number, l->num_items);
  return slot_value(in, l->first + (uint32_t)index.number);
}

static kernel_value insert(tta_interpreter *in, kernel_value list, kernel_value *args, uint32_t num, uint32_t token) {
  bool positions = num > 1 && args[0].kind == KERNEL_OBJECT && args[0].class == TTA_CLASS_POSITION;
  const tta_list *l = list_of(in, list);
  uint32_t old = l->num_items;
  if (positions && (args[0].number < 0 || args[0].number > old)) {
    forget(in, list, token, -1);
  } else if (positions && num == 3 && args[1].kind == KERNEL_OBJECT && args[1].class == TTA_CLASS_POSITION) {
    add_all(in, list, between(in, args[1], args[2], token), token);
  } else if (positions && num == 2) {
    if (args[1].kind == KERNEL_STRUCT && args[1].object == TTA_KERNEL_NONE) add_all(in, list, args[1], token);
    else tta_list_add(in, list, args[1], token);
  } else if (positions) {
    forget(in, list, token, -1);
  } else if (num == 1 || num == 2) {
    kernel_value key = args[0], value = num == 2 ? tta_tuple(in, args, 2, token) : args[0];
    bool pair = (l->order & TTA_LIST_PAIRS) && num == 1 && key.kind == KERNEL_STRUCT && key.count;
    if (pair) key = in->slots[key.first].value;
    if (!in->stopped && find(in, list, key) == TTA_KERNEL_NONE) tta_list_add(in, list, value, token);
  }
  if (positions) move_to(in, list, args[0].number, old);
  return tta_void();
}

kernel_value tta_list_method(tta_interpreter *in, kernel_value list, tta_str name, kernel_value *args, uint32_t num,
                             uint32_t token) {
  const tta_list *l = list_of(in, list);
  int64_t size = l->unknown ? l->size : l->num_items;
  if (tta_str_is(name, "size") || tta_str_is(name, "empty")) {
    if (size < 0) return tta_unknown(l->origin);
    return tta_str_is(name, "size") ? tta_int(size, 64, false) : tta_bool(!size);
  }
  if (tta_str_is(name, "begin") || tta_str_is(name, "end") || tta_str_is(name, "cbegin") || tta_str_is(name, "cend"))
    return (kernel_value){.kind = KERNEL_OBJECT, .class = TTA_CLASS_POSITION, .object = list.object,
                          .number = tta_str_ends_with(name, "end") ? (size < 0 ? 0 : size) : 0};
  if (tta_str_is(name, "data")) return list;
  if (tta_str_is(name, "reserve") || tta_str_is(name, "shrink_to_fit")) return tta_void();
  if ((tta_str_is(name, "push_back") || tta_str_is(name, "emplace_back")) && num == 1) {
    tta_list_add(in, list, args[0], token);
    return tta_void();
  }
  if (tta_str_is(name, "emplace_back")) {
    tta_type item = l->element != TTA_KERNEL_NONE ? in->types[l->element] : (tta_type){.kind = TTA_TYPE_TUPLE};
    bool tuple = item.kind == TTA_TYPE_TUPLE;
    tta_list_add(in, list, tuple ? tta_tuple(in, args, num, token) : tta_construct(in, item, args, num, token), token);
    return tta_void();
  }
  if (tta_str_is(name, "assign") && num) { /* as a new list is constructed */
    tta_type type = {.number = l->element, .bits = l->order};
    kernel_value other = in->probe ? tta_unknown(token) : tta_construct_items(in, type, args, num, token);
    if (tta_is_list(other)) *list_of(in, list) = *list_of(in, other);
    else forget(in, list, token, -1);
    return tta_void();
  }
  if (tta_str_is(name, "insert") || tta_str_is(name, "emplace") || tta_str_is(name, "try_emplace"))
    return insert(in, list, args, num, token);
  if (tta_str_is(name, "clear") && !in->probe) {
    list_of(in, list)->num_items = 0;
    list_of(in, list)->unknown = false;
    return tta_void();
  }
  if (l->unknown) return tta_unknown(l->origin);
  if (tta_str_is(name, "at") && num == 1) return tta_list_at(in, list, args[0], token);
  if (tta_str_is(name, "front")) return tta_list_at(in, list, tta_u32(0), token);
  if (tta_str_is(name, "back")) return tta_list_at(in, list, tta_u32(size - 1), token);
  if ((tta_str_is(name, "count") || tta_str_is(name, "contains")) && num == 1)
    return tta_bool(position_of(in, list, args[0]) < size);
  if (tta_str_is(name, "find") && num == 1)
    return (kernel_value){.kind = KERNEL_OBJECT, .class = TTA_CLASS_POSITION, .object = list.object,
                          .number = position_of(in, list, args[0])};
  if (tta_str_is(name, "resize") && num && args[0].kind == KERNEL_INT && args[0].number >= 0 && !in->probe) {
    if (args[0].number < size) list_of(in, list)->num_items = (uint32_t)args[0].number;
    else fill(in, list, args[0].number, num > 1 ? args[1] : default_item(in, list, token), token);
    return tta_void();
  }
  if (tta_str_is(name, "pop_back") && size && !in->probe) {
    list_of(in, list)->num_items--;
    return tta_void();
  }
  if (tta_str_is(name, "erase") && num && !in->probe) return erase(in, list, args, num, token);
  forget(in, list, token, -1);
  return tta_unknown(token);
}

/* ---- texts ---- */

/* A text of the arena. @return false: too long, or without memory */
static bool keep_text(tta_interpreter *in, tta_buf *text, tta_str *out) {
  bool fits = text->size <= MAX_TEXT && in->text_bytes + text->size <= MAX_TEXTS;
  in->text_bytes += fits ? text->size : 0;
  tta_cost(in, text->size / BYTES_OF_COST);
  *out = fits ? tta_arena_take(in->source->arena, text) : (tta_str){NULL, 0};
  if (!fits) tta_buf_free(text);
  else if (!out->data) tta_no_memory(in);
  return out->data != NULL;
}

/* The text of a literal: the tokens at the value, without quotes. */
static bool literal(tta_interpreter *in, uint32_t token, tta_str *out) {
  tta_buf text;
  bool one = in->tokens[token + 1].kind != TTA_CPP_STRING;
  *out = tta_cpp_raw_text(in->tokens[token].text);
  if (!out->data) *out = tta_str_rest((tta_str){in->tokens[token].text.data, in->tokens[token].text.size - 1}, 1);
  if (one && (in->tokens[token].text.data[0] != '"' || !tta_str_contains(*out, "\\"))) return true; /* in the source */
  tta_buf_init(&text, in->source->arena->allocator);
  for (; in->tokens[token].kind == TTA_CPP_STRING; token++) {
    tta_str all = in->tokens[token].text, raw = tta_cpp_raw_text(all);
    tta_buf_append(&text, raw);
    for (size_t i = 1; !raw.data && i + 1 < all.size; i++) {
      char c = all.data[i];
      if (c == '\\' && i + 2 < all.size) {
        c = all.data[++i];
        c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
      }
      tta_buf_char(&text, c);
    }
  }
  return keep_text(in, &text, out);
}

bool tta_text_of(tta_interpreter *in, kernel_value value, tta_str *out) {
  if (value.kind != KERNEL_STRING) return false;
  if (!value.first) return literal(in, value.object, out);
  *out = in->texts[value.first - 1];
  return true;
}

kernel_value tta_text_value(tta_interpreter *in, tta_buf *text, uint32_t token) {
  tta_str kept;
  if (!keep_text(in, text, &kept)) return tta_unknown(token);
  if (!TTA_GROW_IN(in->source->arena, in, texts, 1)) {
    tta_no_memory(in);
    return tta_unknown(token);
  }
  in->texts[in->num_texts++] = kept;
  return (kernel_value){.kind = KERNEL_STRING, .object = token, .first = in->num_texts};
}

/* a + b, and a / b of paths. */
kernel_value tta_join_texts(tta_interpreter *in, uint32_t op, kernel_value a, kernel_value b, uint32_t token) {
  tta_str left, right;
  tta_buf text;
  if (a.kind == KERNEL_UNKNOWN) return a;
  if (b.kind == KERNEL_UNKNOWN) return b;
  if (op == TTA_PUNCT2('=', '=') || op == TTA_PUNCT2('!', '='))
    return tta_bool(is_same(in, a, b) == (op == TTA_PUNCT2('=', '=')));
  if ((op != '+' && op != '/') || !tta_text_of(in, a, &left) || !tta_text_of(in, b, &right)) return tta_unknown(token);
  tta_buf_init(&text, in->source->arena->allocator);
  tta_buf_printf(&text, "%.*s%s%.*s", TTA_STR_ARGS(left), op == '/' ? "/" : "", TTA_STR_ARGS(right));
  return tta_text_value(in, &text, token);
}
