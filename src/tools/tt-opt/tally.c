/* How often each of many texts occurs. */
#include "tally.h"

#include "base/array.h"
#include "base/sort.h"
#include "base/str.h"

enum { TABLE_COLUMNS = 80, COUNT_COLUMNS = 9 };

void tt_opt_tally_init(tt_opt_tally *t) {
  *t = (tt_opt_tally){.failed = false};
  tta_arena_init(&t->arena, &tta_malloc_allocator);
  tta_strmap_init(&t->numbers, &tta_malloc_allocator);
}

void tt_opt_tally_free(tt_opt_tally *t) {
  tta_strmap_free(&t->numbers);
  tta_arena_free(&t->arena);
}

static void add_line(tt_opt_tally *t, tta_str line) {
  uint32_t *known = tta_strmap_find(&t->numbers, line);
  if (known) {
    t->rows[*known].count++;
    return;
  }
  tta_str text = tta_arena_str(&t->arena, line);
  if (!text.data || !TTA_PUSH_IN(&t->arena, t, rows, (tt_opt_count){text, 1}) ||
      tta_strmap_set(&t->numbers, text, t->num_rows - 1))
    t->failed = true;
}

void tt_opt_tally_add(tt_opt_tally *t, tta_str lines) {
  for (tta_str line; tta_str_next_line(&lines, &line) && !t->failed;) add_line(t, line);
}

static int by_count(const void *a, const void *b) {
  const tt_opt_count *x = a, *y = b;
  if (x->count != y->count) return x->count < y->count ? 1 : -1;
  return strcmp(x->text.data, y->text.data);
}

void tt_opt_tally_sort(tt_opt_tally *t) {
  tt_opt_count *scratch = tta_arena_array(&t->arena, (size_t)t->num_rows + 1, sizeof *scratch);
  if (scratch) tta_sort(t->rows, scratch, t->num_rows, sizeof *scratch, by_count);
  else t->failed = true;
}

void tt_opt_tally_table(tta_buf *out, const tt_opt_tally *t, const char *prefix, size_t most, bool cut) {
  size_t shown = 0, left_out = 0, room = TABLE_COLUMNS - COUNT_COLUMNS - 2;
  for (uint32_t i = 0; i < t->num_rows; i++) {
    tta_str text = t->rows[i].text;
    if (!tta_str_skip(&text, prefix)) continue;
    if (shown++ >= most) {
      left_out++;
      continue;
    }
    bool too_long = cut && text.size > room;
    tta_buf_printf(out, "%*zu  ", COUNT_COLUMNS, t->rows[i].count);
    tta_buf_bytes(out, text.data, too_long ? room - 3 : text.size);
    tta_buf_str(out, too_long ? "...\n" : "\n");
  }
  if (left_out) tta_buf_printf(out, "%*s  and %zu more\n", COUNT_COLUMNS, "", left_out);
}

void tt_opt_tally_json(tta_json *json, const tt_opt_tally *t, const char *prefix, const char *key) {
  tta_json_open(json, '[');
  for (uint32_t i = 0; i < t->num_rows; i++) {
    tta_str text = t->rows[i].text;
    if (!tta_str_skip(&text, prefix)) continue;
    tta_json_open(json, '{');
    tta_json_key_plain(json, key, text);
    tta_json_key_uint(json, "count", t->rows[i].count);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}
