/* select.c: the layouts of a text by name: %0, @main/%0, #layout, a line, a position, an index. */
#include <string.h>

#include "base/chars.h"
#include "base/format.h"
#include "base/str.h"
#include "diag/report.h"
#include "document/values.h"
#include "text/token.h"
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

/* `@main/%0`, `@"f/g"/%0`, also `@f g/%0`; the inside of the quotes is compared as it is written. */
static bool read_function(tta_str text, selector *s) {
  const char *end = text.data + text.size;
  tta_tokens tokens = tta_tokens_of(text.data, end);
  tta_token symbol;
  if (!text.size || text.data[0] != '@' || !tta_token_next(&tokens, &symbol)) return false;
  bool is_name = symbol.kind == TTA_MARK_NAME && symbol.end < end && *symbol.end == '/';
  const char *slash = is_name ? symbol.end : memchr(text.data, '/', text.size);
  if (!slash) return false;
  s->function = tta_unquoted(tta_str_between(text.data + 1, slash));
  s->name = tta_str_between(slash + 1, end);
  return true;
}

static selector read_selector(const tta_layouts *layouts, tta_str text) {
  selector s = {.name = text};
  uint32_t line, column;
  if (read_index(text, &s) || read_function(text, &s) || !tta_read_place(text, &line, &column)) return s;
  s.line = line;
  s.by_offset = column != 0;
  if (column) s.offset = tta_source_span(tta_layouts_source(layouts), line, column).begin;
  return s;
}

static bool contains(tta_span span, uint32_t offset) { return offset >= span.begin && offset < span.end; }

static bool selects(const selector *s, const tta_layout_name *use) {
  if (s->by_entry) return s->offset == use->entry;
  if (s->by_offset) return contains(use->span, s->offset) || contains(use->value, s->offset);
  if (s->line) return s->line == use->line;
  return s->name.size && tta_str_equal(s->name, use->name) &&
         (!s->function.size || tta_str_equal(s->function, use->function));
}

/* 2: several layouts. *first: the first use of those selected */
static int count_selected(const tta_layouts *layouts, const selector *s, size_t *first) {
  int count = 0;
  for (size_t i = 0; i < tta_layouts_num_uses(layouts) && count < 2; i++) {
    const tta_layout_name *use = tta_layouts_use(layouts, i);
    if (!selects(s, use) || (count && use->entry == tta_layouts_use(layouts, *first)->entry)) continue;
    if (!count++) *first = i;
  }
  return count;
}

static tta_layout_entry entry_of_use(const tta_layouts *layouts, size_t number) {
  const tta_layout_name *use = tta_layouts_use(layouts, number);
  tta_layout_entry entry = *tta_layouts_entry(layouts, use->entry);
  if (number == entry.use) return entry;
  entry.name = use->name;
  entry.line = use->line;
  entry.span = use->span;
  entry.section = use->section;
  entry.use = (uint32_t)number;
  return entry;
}

void tta_function_prefix(tta_buf *out, tta_str function) {
  bool bare = function.size && !tta_is_digit(function.data[0]);
  for (size_t i = 0; i < function.size; i++) bare = bare && tta_is_bare_byte(function.data[i]);
  const char *quote = bare ? "" : "\"";
  tta_buf_printf(out, "@%s%.*s%s/", quote, TTA_STR_ARGS(function), quote);
}

/* A name that selects only the layout of the use: `%0` (if `plain`), `@main/%0`, or the position. */
static void append_use(tta_buf *out, const tta_layout_name *use, bool plain) {
  if (plain && use->unique) {
    tta_buf_append(out, use->name);
  } else if (use->unique_in_function) {
    tta_function_prefix(out, use->function);
    tta_buf_append(out, use->name);
  } else {
    tta_buf_printf(out, "%u:%u", use->line, use->column);
  }
}

enum { MAX_NAMES = 10 };

static void append_separator(tta_buf *out, size_t number) {
  if (number) tta_buf_str(out, ", ");
}

void tta_layouts_name(const tta_layouts *layouts, const tta_layout_entry *entry, tta_buf *out) {
  const tta_layout_name *use = tta_layouts_use(layouts, entry->use);
  if (use) append_use(out, use, true);
  else tta_buf_str(out, "[0]"); /* a layout without a tensor */
}

void tta_layouts_name_json_members(tta_json *json, const tta_layouts *layouts, const tta_layout_entry *entry) {
  tta_buf name = tta_buf_new(json->out->allocator);
  tta_layouts_name(layouts, entry, &name);
  tta_json_key_string(json, "name", entry->name);
  tta_json_key_int(json, "line", entry->line);
  tta_json_key_string(json, "select", tta_buf_view(&name));
  if (name.failed) json->out->failed = true;
  tta_buf_free(&name);
}

static void append_all(tta_buf *out, const tta_layouts *layouts) {
  size_t count = tta_layouts_num_entries(layouts);
  for (size_t e = 0; e < count && e < MAX_NAMES; e++) {
    append_separator(out, e);
    tta_layouts_name(layouts, tta_layouts_entry(layouts, e), out);
  }
  if (count > MAX_NAMES) tta_buf_printf(out, " and %zu more", count - MAX_NAMES);
}

static void append_candidates(tta_buf *out, const tta_layouts *layouts, const selector *s) {
  size_t count = 0, num_entries = tta_layouts_num_entries(layouts);
  bool *listed = out->allocator->allocate(out->allocator->user, num_entries);
  out->failed = out->failed || !listed;
  if (!listed) return;
  memset(listed, 0, num_entries);
  for (size_t i = 0; i < tta_layouts_num_uses(layouts); i++) {
    const tta_layout_name *use = tta_layouts_use(layouts, i);
    if (listed[use->entry] || !selects(s, use)) continue;
    listed[use->entry] = true;
    if (++count > MAX_NAMES) continue;
    append_separator(out, count - 1);
    bool plain = s->line || !tta_str_starts_with(s->name, "%");
    if (plain) use = tta_layouts_use(layouts, tta_layouts_entry(layouts, use->entry)->use);
    append_use(out, use, plain);
  }
  if (count > MAX_NAMES) tta_buf_printf(out, " and %zu more", count - MAX_NAMES);
  out->allocator->release(out->allocator->user, listed, num_entries);
}

tta_status tta_layouts_select(const tta_layouts *layouts, tta_str name, tta_layout_entry *entry, tta_buf *candidates) {
  selector s = read_selector(layouts, name);
  size_t count, use = 0;
  *entry = (tta_layout_entry){.layout = NULL};
  if (!name.size) {
    count = tta_layouts_num_entries(layouts);
    if (count == 1) *entry = *tta_layouts_entry(layouts, 0);
  } else {
    count = (size_t)count_selected(layouts, &s, &use);
    if (!count && s.by_offset) { /* not in a type or a value: in a line */
      s.by_offset = false;
      count = (size_t)count_selected(layouts, &s, &use);
    }
    if (count == 1) *entry = entry_of_use(layouts, use);
  }
  if (count == 1) return TTA_OK;
  if (count && name.size) append_candidates(candidates, layouts, &s);
  else append_all(candidates, layouts);
  return count ? TTA_INVALID : TTA_OK;
}
