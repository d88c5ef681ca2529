/* words.c: sections, comments, blank lines, aliases and extents. */
#include "base/chars.h"
#include "base/checked.h"
#include "base/format.h"
#include "base/sort.h"
#include "base/str.h"
#include "ops/names.h"
#include "reduce/reduce.h"

enum { MAX_INLINE_BYTES = 1 << 16, MAX_DEPTH = 64 };

/* ---- sections ---- */

void tta_reduce_list_sections(tta_reducer *r) {
  for (uint32_t i = 0; i < r->num_sections && r->num_sections > 1; i++) tta_reduce_unit_add(r, i, 0);
}

/* The marker after a section goes with it, that before the first one that stays, too. */
void tta_reduce_sections(tta_reducer *r, uint32_t first, uint32_t count) {
  const tta_span *s = r->sections;
  if (count == r->num_sections) r->impossible = true;
  else if (first == 0) tta_reduce_replace(r, 0, s[count].begin, (tta_str){NULL, 0});
  else tta_reduce_replace(r, s[first - 1].end, s[first + count - 1].end, (tta_str){NULL, 0});
}

/* ---- comments and blank lines ---- */

void tta_reduce_list_comments(tta_reducer *r) {
  for (uint32_t mark = 0; mark < r->marks->num_marks; mark++)
    if (tta_mark_is(r->marks, mark, TTA_MARK_COMMENT) &&
        !tta_str_starts_with(tta_mark_text(r->marks, mark), tta_default_split_marker.data))
      tta_reduce_unit_add(r, mark, 0);
}

void tta_reduce_list_resources(tta_reducer *r) {
  for (uint32_t mark = 0; mark < r->marks->num_marks; mark++)
    if (tta_mark_is(r->marks, mark, TTA_MARK_RESOURCES)) tta_reduce_unit_add(r, mark, 0);
}

void tta_reduce_comments(tta_reducer *r, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++) {
    uint32_t begin = tta_mark_begin(r->marks, r->units[i].what), end = tta_mark_end(r->marks, r->units[i].what);
    tta_reduce_remove(r, begin, end);
  }
}

/* Only outside of strings and resource blocks. */
void tta_reduce_list_blanks(tta_reducer *r) {
  uint32_t begin = 0, size = (uint32_t)r->text.size;
  for (uint32_t i = 0; i < size; i++) {
    if (r->text.data[i] == '\n') {
      tta_str line = {r->text.data + begin, i - begin};
      if (!tta_str_trim(line).size && tta_is_code(r->marks, begin)) tta_reduce_unit_add(r, begin, i + 1);
      begin = i + 1;
    }
  }
}

void tta_reduce_blanks(tta_reducer *r, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++)
    tta_reduce_replace(r, r->units[i].what, r->units[i].item, (tta_str){NULL, 0});
}

/* ---- extents ---- */

/* The next extent of a word such as `64x128xf32`. @param at  moves past it and its `x` */
static bool next_extent(tta_str word, size_t *at, tta_span *digits, int64_t *extent) {
  size_t i = *at;
  *extent = 0;
  while (i < word.size && tta_is_digit(word.data[i])) {
    if (!tta_mul(*extent, 10, extent) || !tta_add(*extent, word.data[i] - '0', extent)) return false;
    i++;
  }
  bool whole = i == word.size || word.data[i] == 'x';
  if (i == *at || !whole || (i == word.size && *at == 0)) return false;
  *digits = (tta_span){(uint32_t)*at, (uint32_t)i};
  *at = i + 1;
  return true;
}

typedef struct extent_visitor {
  tta_reducer *r;
  const int64_t *wanted; /* NULL: all are listed */
  uint32_t num_wanted;
  bool half;
  int64_t *found;
  uint32_t num_found, cap_found;
} extent_visitor;

static bool is_wanted(const extent_visitor *v, int64_t extent) {
  for (uint32_t i = 0; i < v->num_wanted; i++)
    if (v->wanted[i] == extent) return true;
  return false;
}

static void visit_extent(extent_visitor *v, uint32_t begin, uint32_t end, int64_t extent) {
  tta_reducer *r = v->r;
  if (!v->wanted) {
    if (extent > 1 && !TTA_PUSH_IN(&r->arena, v, found, extent)) r->status = TTA_NO_MEMORY;
  } else if (is_wanted(v, extent)) {
    tta_buf text = tta_buf_new(r->arena.allocator);
    tta_buf_int(&text, v->half ? extent / 2 : 1);
    tta_str own = tta_arena_take(&r->arena, &text);
    if (own.data) tta_reduce_replace(r, begin, end, own);
    else r->status = TTA_NO_MEMORY;
  }
}

static void visit_extents(extent_visitor *v) {
  const tta_skeleton *marks = v->r->marks;
  for (uint32_t mark = 0; mark < marks->num_marks && !v->r->status; mark++) {
    if (!tta_mark_is(marks, mark, TTA_MARK_WORD)) continue;
    tta_str word = tta_mark_text(marks, mark);
    tta_span digits;
    int64_t extent;
    for (size_t at = 0; at < word.size && next_extent(word, &at, &digits, &extent);) {
      uint32_t begin = tta_mark_begin(marks, mark);
      visit_extent(v, begin + digits.begin, begin + digits.end, extent);
    }
  }
}

static int order_extents(const void *a, const void *b) { return tta_order(*(const int64_t *)b, *(const int64_t *)a); }

/* The different ones, the largest first. */
static void list_extents(tta_reducer *r, extent_visitor *v) {
  *v = (extent_visitor){.r = r};
  visit_extents(v);
  int64_t *scratch = tta_arena_array(&r->arena, (size_t)v->num_found + 1, sizeof *scratch);
  if (!scratch) r->status = TTA_NO_MEMORY;
  if (r->status) return;
  tta_sort(v->found, scratch, v->num_found, sizeof *scratch, order_extents);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < v->num_found; i++)
    if (!kept || v->found[kept - 1] != v->found[i]) v->found[kept++] = v->found[i];
  v->num_found = kept;
}

/* The unit is the place in the list. */
void tta_reduce_list_extents(tta_reducer *r) {
  extent_visitor v;
  list_extents(r, &v);
  for (uint32_t i = 0; i < v.num_found && !r->status; i++) tta_reduce_unit_add(r, i, 0);
}

void tta_reduce_list_even_extents(tta_reducer *r) {
  extent_visitor v;
  list_extents(r, &v);
  for (uint32_t i = 0; i < v.num_found && !r->status; i++)
    if (v.found[i] % 2 == 0 && v.found[i] > 2) tta_reduce_unit_add(r, i, 0);
}

static void replace_extents(tta_reducer *r, uint32_t first, uint32_t count, bool half) {
  extent_visitor all;
  list_extents(r, &all);
  int64_t *wanted = tta_arena_array(&r->arena, count, sizeof *wanted);
  if (!wanted) r->status = TTA_NO_MEMORY;
  if (r->status) return;
  for (uint32_t i = 0; i < count; i++) wanted[i] = all.found[r->units[first + i].what];
  extent_visitor v = {.r = r, .wanted = wanted, .num_wanted = count, .half = half};
  visit_extents(&v);
}

void tta_reduce_extents(tta_reducer *r, uint32_t first, uint32_t count) { replace_extents(r, first, count, false); }
void tta_reduce_even_extents(tta_reducer *r, uint32_t first, uint32_t count) {
  replace_extents(r, first, count, true);
}

/* ---- aliases ---- */

/* The end of the definition that begins with the name at `offset`: before the next line that starts outside of its
 * brackets. */
static tta_span value_of(const tta_reducer *r, uint32_t offset) {
  uint32_t mark = tta_mark_next(r->marks, tta_mark_before(r->marks, offset + 1)), last = mark;
  if (!tta_mark_is(r->marks, mark, TTA_MARK_EQUAL)) return (tta_span){0, 0};
  uint32_t first = tta_mark_next(r->marks, mark);
  for (mark = first; mark < r->marks->num_marks; mark++) {
    if (mark > first && tta_mark_starts_line(r->marks, mark)) break;
    if (tta_mark_is(r->marks, mark, TTA_MARK_OPEN) && r->marks->marks[mark].mate != TTA_NO_MARK)
      mark = r->marks->marks[mark].mate;
    if (!tta_mark_is(r->marks, mark, TTA_MARK_COMMENT)) last = mark;
  }
  return (tta_span){tta_mark_begin(r->marks, first), tta_mark_end(r->marks, last)};
}

typedef struct alias {
  tta_str name;
  tta_span definition, value;
  const tta_name_use *uses;
  uint32_t num_uses, section;
} alias;

typedef struct aliases {
  alias *list;
  uint32_t num_list, cap_list;
} aliases;

static void keep_aliases(tta_reducer *r, aliases *all, const tta_names *names, uint32_t section) {
  for (uint32_t i = 0; i < names->num_names && !r->status; i++) {
    const tta_name *n = &names->names[i];
    if (n->kind != TTA_NAME_ALIAS || n->definition.end == n->definition.begin) continue;
    tta_name_use *uses = tta_arena_array(&r->arena, (size_t)n->num_uses + 1, sizeof *uses);
    if (uses && n->num_uses) memcpy(uses, n->uses, n->num_uses * sizeof *uses);
    alias a = {n->text, n->definition, value_of(r, n->definition.begin), uses, n->num_uses, section};
    if (!uses || !TTA_PUSH_IN(&r->arena, all, list, a)) r->status = TTA_NO_MEMORY;
  }
}

/* Those of all sections with a value. */
static aliases read_aliases(tta_reducer *r) {
  aliases all = {0};
  for (uint32_t i = 0; i < r->num_sections && !r->status; i++) {
    tta_names *names;
    r->status = tta_names_read(r->text, r->sections[i], r->arena.allocator, &names);
    if (r->status) break;
    keep_aliases(r, &all, names, i);
    tta_names_free(names);
  }
  return all;
}

static void list_aliases(tta_reducer *r, bool used) {
  aliases all = read_aliases(r);
  for (uint32_t i = 0; i < all.num_list && !r->status; i++)
    if (all.list[i].value.end && (all.list[i].num_uses > 0) == used) tta_reduce_unit_add(r, i, 0);
}

void tta_reduce_list_unused(tta_reducer *r) { list_aliases(r, false); }
void tta_reduce_list_aliases(tta_reducer *r) { list_aliases(r, true); }

void tta_reduce_unused(tta_reducer *r, uint32_t first, uint32_t count) {
  aliases all = read_aliases(r);
  for (uint32_t i = first; i < first + count && !r->status; i++) {
    const alias *a = &all.list[r->units[i].what];
    tta_reduce_remove(r, a->definition.begin, a->value.end);
  }
}

/* The aliases of a chunk that are written in place. */
typedef struct inliner {
  tta_reducer *r;
  const aliases *all;
  const bool *chosen;
} inliner;

/* Appends a value with the chosen aliases in it replaced. Too large or too deep: impossible. */
static void append_value(const inliner *in, tta_buf *out, const alias *a, uint32_t depth) {
  const char *text = in->r->text.data;
  uint32_t at = a->value.begin;
  if (depth > MAX_DEPTH || out->size > MAX_INLINE_BYTES) {
    in->r->impossible = true;
    return;
  }
  while (at < a->value.end) {
    const alias *next = NULL;
    uint32_t begin = a->value.end, end = a->value.end;
    for (uint32_t i = 0; i < in->all->num_list; i++) {
      const alias *b = &in->all->list[i];
      for (uint32_t u = 0; in->chosen[i] && b->section == a->section && u < b->num_uses; u++)
        if (b->uses[u].span.begin >= at && b->uses[u].span.begin < begin)
          next = b, begin = b->uses[u].span.begin, end = b->uses[u].span.end;
    }
    tta_buf_bytes(out, text + at, begin - at);
    if (next) append_value(in, out, next, depth + 1);
    at = end;
  }
}

void tta_reduce_aliases(tta_reducer *r, uint32_t first, uint32_t count) {
  aliases all = read_aliases(r);
  bool *chosen = tta_arena_array(&r->arena, (size_t)all.num_list + 1, sizeof *chosen);
  if (!chosen) r->status = TTA_NO_MEMORY;
  if (r->status) return;
  memset(chosen, 0, all.num_list * sizeof *chosen);
  for (uint32_t i = first; i < first + count; i++) chosen[r->units[i].what] = true;
  inliner in = {r, &all, chosen};
  for (uint32_t i = 0; i < all.num_list && !r->status && !r->impossible; i++) {
    const alias *a = &all.list[i];
    if (!chosen[i]) continue;
    tta_buf text = tta_buf_new(r->arena.allocator);
    append_value(&in, &text, a, 0);
    tta_str own = tta_arena_take(&r->arena, &text);
    if (!own.data) r->status = TTA_NO_MEMORY;
    for (uint32_t u = 0; u < a->num_uses && !r->status; u++)
      tta_reduce_replace(r, a->uses[u].span.begin, a->uses[u].span.end, own);
    tta_reduce_remove(r, a->definition.begin, a->value.end);
  }
}
