/* select.c: the layouts of a text by name: %0, @main/%0, #layout, a line, a position, an index. */
#include <string.h>

#include "base/chars.h"
#include "base/format.h"
#include "base/str.h"
#include "diag/report.h"
#include "document/values.h"
#include "ttattr/layout.h"

/* What selects layouts. */
typedef struct selector {
  tta_str function, name; /* the function may be empty */
  uint32_t line;          /* 0: by name .. */
  bool by_offset;         /* .. or by position, `offset` .. */
  bool by_entry;          /* .. or by index, `offset` */
  uint32_t offset;
} selector;

/* `[3]` */
static bool read_index(tta_str text, selector *s) {
  if (text.size < 3 || text.size > 11 || text.data[0] != '[' || text.data[text.size - 1] != ']') return false;
  for (size_t i = 1; i + 1 < text.size; i++) {
    if (!tta_is_digit(text.data[i])) return false;
    s->offset = s->offset * 10 + (uint32_t)(text.data[i] - '0');
  }
  return s->by_entry = true;
}

static selector read_selector(const tta_layouts *layouts, tta_str text) {
  selector s = {.name = text};
  uint32_t line, column;
  if (read_index(text, &s)) return s;
  if (tta_read_place(text, &line, &column)) {
    s.line = line;
    s.by_offset = column != 0;
    if (column) s.offset = tta_source_span(tta_layouts_source(layouts), line, column).begin;
    return s;
  }
  const char *slash = text.size && text.data[0] == '@' ? memchr(text.data, '/', text.size) : NULL;
  if (!slash) return s;
  s.function = tta_str_between(text.data + 1, slash);
  s.name = tta_str_between(slash + 1, text.data + text.size);
  return s;
}

static bool selects(const selector *s, const tta_layout_name *use) {
  if (s->by_entry) return s->offset == use->entry;
  if (s->by_offset) return s->offset >= use->span.begin && s->offset < use->span.end;
  if (s->line) return s->line == use->line;
  return s->name.size && tta_str_equal(s->name, use->name) &&
         (!s->function.size || tta_str_equal(s->function, use->function));
}

/* Whether a use of `entry` is the first one that is selected. */
static bool is_first(const tta_layouts *layouts, const selector *s, size_t index) {
  const tta_layout_name *use = tta_layouts_use(layouts, index);
  if (!selects(s, use)) return false;
  for (size_t i = 0; i < index; i++) {
    const tta_layout_name *earlier = tta_layouts_use(layouts, i);
    if (earlier->entry == use->entry && selects(s, earlier)) return false;
  }
  return true;
}

/* 2: several layouts. */
static int count_selected(const tta_layouts *layouts, const selector *s, uint32_t *entry) {
  int count = 0;
  for (size_t i = 0; i < tta_layouts_num_uses(layouts) && count < 2; i++) {
    const tta_layout_name *use = tta_layouts_use(layouts, i);
    if (!selects(s, use) || (count && use->entry == *entry)) continue;
    *entry = use->entry;
    count++;
  }
  return count;
}

static bool selects_one(const tta_layouts *layouts, tta_str function, tta_str name) {
  uint32_t entry;
  selector s = {.function = function, .name = name};
  return count_selected(layouts, &s, &entry) == 1;
}

/* A name that selects only the layout of the use: `%0` (if `plain`), `@main/%0`, or the position. */
static void append_use(tta_buf *out, const tta_layouts *layouts, const tta_layout_name *use, bool plain) {
  if (plain && selects_one(layouts, (tta_str){NULL, 0}, use->name)) {
    tta_buf_append(out, use->name);
  } else if (use->function.size && selects_one(layouts, use->function, use->name)) {
    tta_buf_printf(out, "@%.*s/%.*s", TTA_STR_ARGS(use->function), TTA_STR_ARGS(use->name));
  } else {
    tta_buf_printf(out, "%u:%u", use->line, use->column);
  }
}

enum { MAX_NAMES = 10 };

static void append_separator(tta_buf *out, size_t number) {
  if (number) tta_buf_str(out, ", ");
}

static void append_entry(tta_buf *out, const tta_layouts *layouts, size_t entry) {
  for (size_t i = 0; i < tta_layouts_num_uses(layouts); i++) {
    if (tta_layouts_use(layouts, i)->entry != entry) continue;
    append_use(out, layouts, tta_layouts_use(layouts, i), true);
    return;
  }
  tta_buf_printf(out, "[%zu]", entry);
}

static void append_all(tta_buf *out, const tta_layouts *layouts) {
  size_t count = tta_layouts_num_entries(layouts);
  for (size_t e = 0; e < count && e < MAX_NAMES; e++) {
    append_separator(out, e);
    append_entry(out, layouts, e);
  }
  if (count > MAX_NAMES) tta_buf_printf(out, " and %zu more", count - MAX_NAMES);
}

static void append_candidates(tta_buf *out, const tta_layouts *layouts, const selector *s) {
  size_t count = 0;
  for (size_t i = 0; i < tta_layouts_num_uses(layouts); i++) {
    if (!is_first(layouts, s, i) || ++count > MAX_NAMES) continue;
    append_separator(out, count - 1);
    const tta_layout_name *use = tta_layouts_use(layouts, i);
    if (s->line || !tta_str_starts_with(s->name, "%")) append_entry(out, layouts, use->entry);
    else append_use(out, layouts, use, false);
  }
  if (count > MAX_NAMES) tta_buf_printf(out, " and %zu more", count - MAX_NAMES);
}

tta_status tta_layouts_select(const tta_layouts *layouts, tta_str name, const tta_layout_entry **entry,
                              tta_buf *candidates) {
  selector s = read_selector(layouts, name);
  uint32_t number = 0;
  size_t count = name.size ? (size_t)count_selected(layouts, &s, &number) : tta_layouts_num_entries(layouts);
  *entry = count == 1 ? tta_layouts_entry(layouts, number) : NULL;
  if (count == 1) return TTA_OK;
  if (count && name.size) append_candidates(candidates, layouts, &s);
  else append_all(candidates, layouts);
  return count ? TTA_INVALID : TTA_OK;
}
