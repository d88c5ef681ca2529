/* The changes of two modules as text, JSON, Markdown and HTML. The parts of one operation that changed are a row, and
 * so are operations after each other whose parts changed in the same way. */
#include "base/chars.h"
#include "base/format.h"
#include "base/str.h"
#include "base/xml.h"
#include "diff.h"
#include "tools/common/message.h"

enum { MAX_NAMES = 4,         /* of a row */
       MAX_VALUE_BYTES = 56,  /* of a value: what differs in the middle of longer ones */
       CONTEXT_BYTES = 12 };  /* of a value, before what differs */

/* ---- JSON ---- */

static void value_json(tta_json *json, const char *key, const tta_difference_value *v) {
  if (v->is_shape) tta_json_key_shape(json, key, v->shape);
  else tta_json_key_string(json, key, v->text);
}

void tt_layout_difference_json(tta_json *json, const tta_difference *d, const tta_change *change) {
  tta_buf text = tta_buf_new(NULL);
  tta_difference_text(&text, d);
  tta_json_open(json, '{');
  if (d->name.size) tta_json_key_string(json, "name", d->name);
  tta_json_key_text(json, "path", d->path);
  value_json(json, "a", &d->left);
  value_json(json, "b", &d->right);
  tta_json_key_string(json, "text", tta_buf_view(&text));
  if (change) {
    tta_json_key_text(json, "kind", tta_change_kind_name(change->kind));
    tta_json_key_string(json, "function", change->function);
    tta_json_key_string(json, "operation", change->operation);
    tta_json_key_known(json, "a_line", change->left_line, change->left_line > 0);
    tta_json_key_known(json, "b_line", change->right_line, change->right_line > 0);
    if (change->operations) tta_json_key_uint(json, "operations", change->operations);
    if (change->operations) tta_json_key_count(json, "moved_bytes", change->moved_bytes);
  }
  tta_json_close(json, '}');
  if (text.failed) json->out->failed = true;
  tta_buf_free(&text);
}

static void print_json(tta_buf *out, const tta_changes *all) {
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '{');
  tta_json_key_bool(&json, "equal", !all->count);
  tta_json_key_open(&json, "differences", '[');
  for (size_t i = 0; i < all->count; i++) tt_layout_difference_json(&json, &all->item[i].difference, &all->item[i]);
  tta_json_close(&json, ']');
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}

/* ---- the words of a change ---- */

/* The start of what differs in two texts, a little before it and not inside of a word. */
static size_t start_of_difference(tta_str a, tta_str b) {
  size_t at = 0;
  while (at < a.size && at < b.size && a.data[at] == b.data[at]) at++;
  at = at > CONTEXT_BYTES ? at - CONTEXT_BYTES : 0;
  while (at > 0 && at < a.size && tta_is_bare_byte(a.data[at - 1]) && tta_is_bare_byte(a.data[at])) at--;
  return at;
}

static void value_from(tta_buf *out, tta_str text, size_t begin) {
  tta_str rest = tta_str_rest(text, begin < text.size ? begin : text.size);
  bool cut = rest.size > MAX_VALUE_BYTES;
  if (begin) tta_buf_str(out, "...");
  for (size_t i = 0; i < (cut ? MAX_VALUE_BYTES : rest.size); i++)
    tta_buf_char(out, (unsigned char)rest.data[i] < ' ' ? ' ' : rest.data[i]);
  if (cut) tta_buf_str(out, "...");
}

static void values(tta_buf *out, const tta_difference *d) {
  tta_buf a = tta_buf_new(NULL), b = tta_buf_new(NULL);
  tta_difference_value_text(&a, &d->left);
  tta_difference_value_text(&b, &d->right);
  bool fits = a.size <= MAX_VALUE_BYTES && b.size <= MAX_VALUE_BYTES;
  size_t begin = fits ? 0 : start_of_difference(tta_buf_view(&a), tta_buf_view(&b));
  value_from(out, tta_buf_view(&a), begin);
  tta_buf_str(out, " -> ");
  value_from(out, tta_buf_view(&b), begin);
  if (a.failed || b.failed) out->failed = true;
  tta_buf_free(&a);
  tta_buf_free(&b);
}

static void part_words(tta_buf *out, const tta_difference *d) {
  tta_str what = tta_str_from(d->what);
  if (!tta_str_skip(&what, "the ") && !tta_str_skip(&what, "its ")) tta_str_skip(&what, "their ");
  if (out->size) tta_buf_str(out, "; ");
  tta_buf_append(out, what);
  tta_buf_char(out, ' ');
  values(out, d);
}

static void operation_words(tta_buf *out, const tta_change *c) {
  uint32_t inside = c->operations - 1;
  if (inside) tta_buf_printf(out, "with %u operation%s inside", (unsigned)inside, tta_plural(inside));
  if (c->moved_bytes < 0) return;
  if (out->size) tta_buf_str(out, "; ");
  tta_buf_printf(out, "moves %lld byte%s on the NoC", (long long)c->moved_bytes, tta_plural(c->moved_bytes));
}

/* ---- rows ---- */

typedef struct row {
  const tta_change *first;
  size_t num_names;
  tta_buf names, words;
} row;

/* The name without its function. */
static tta_str local_name(const tta_change *c) {
  tta_str name = c->difference.name;
  size_t prefix = c->function.size + strlen("@/");
  bool prefixed = c->function.size && tta_str_starts_with(name, "@") && name.size > prefix;
  if (prefixed && name.data[1] == '"') prefix += strlen("\"\"");
  return prefixed && name.size > prefix ? tta_str_rest(name, prefix) : name;
}

static void add_name(row *r, const tta_change *c) {
  tta_str name = local_name(c);
  if (++r->num_names > MAX_NAMES) return;
  if (r->num_names > 1) tta_buf_str(&r->names, ", ");
  tta_buf_append(&r->names, name);
  bool is_result = c->operation.size && tta_str_starts_with(name, "%");
  if (is_result) tta_buf_printf(&r->names, " = %.*s", TTA_STR_ARGS(c->operation));
}

static bool is_same_value(const tta_change *a, const tta_change *b) {
  return a->kind == TTA_CHANGE_PART && b->kind == TTA_CHANGE_PART && a->left_line == b->left_line &&
         tta_str_equal(a->difference.name, b->difference.name);
}

/* @return the change after the row */
static size_t read_row(const tta_changes *all, size_t i, row *r) {
  const tta_change *first = r->first = &all->item[i];
  bool one_sided = first->kind == TTA_CHANGE_ADDED || first->kind == TTA_CHANGE_REMOVED;
  r->num_names = r->names.size = r->words.size = 0;
  add_name(r, first);
  if (one_sided) operation_words(&r->words, first);
  else part_words(&r->words, &first->difference);
  for (i++; i < all->count && is_same_value(first, &all->item[i]); i++)
    part_words(&r->words, &all->item[i].difference);
  return i;
}

/* Adds the names of rows after it with the same words. */
static size_t join_rows(const tta_changes *all, size_t i, row *r, row *next) {
  while (i < all->count && r->first->kind == TTA_CHANGE_PART && all->item[i].kind == TTA_CHANGE_PART &&
         tta_str_equal(all->item[i].function, r->first->function)) {
    size_t end = read_row(all, i, next);
    if (!tta_str_equal(tta_buf_view(&next->words), tta_buf_view(&r->words))) break;
    add_name(r, next->first);
    i = end;
  }
  if (r->num_names > MAX_NAMES) tta_buf_printf(&r->names, " and %zu more", r->num_names - MAX_NAMES);
  return i;
}

static void lines_words(tta_buf *out, const tta_change *c) {
  if (c->left_line && c->right_line && c->left_line != c->right_line)
    tta_buf_printf(out, "line %u -> %u", (unsigned)c->left_line, (unsigned)c->right_line);
  else if (c->left_line || c->right_line)
    tta_buf_printf(out, "line %u", (unsigned)(c->left_line ? c->left_line : c->right_line));
}

static char sign_of(const tta_change *c) {
  return c->kind == TTA_CHANGE_ADDED ? '+' : c->kind == TTA_CHANGE_REMOVED ? '-' : '~';
}

/* ---- pages ---- */

typedef struct page_writer {
  void (*heading)(tta_buf *out, tta_str words);
  void (*row)(tta_buf *out, const row *r, tta_str lines);
  void (*end)(tta_buf *out); /* of the rows below a heading */
} page_writer;

static bool is_same_heading(const tta_change *a, const tta_change *b) {
  return (a->kind == TTA_CHANGE_MEMORY) == (b->kind == TTA_CHANGE_MEMORY) && tta_str_equal(a->function, b->function);
}

static void heading_words(tta_buf *out, const tta_change *c) {
  if (c->kind == TTA_CHANGE_MEMORY) tta_buf_str(out, "memory");
  else if (c->function.size) tta_buf_printf(out, "@%.*s", TTA_STR_ARGS(c->function));
  else tta_buf_str(out, "module");
}

static void write_rows(tta_buf *out, const tta_changes *all, const page_writer *writer) {
  row r = {.names = tta_buf_new(NULL), .words = tta_buf_new(NULL)};
  row next = {.names = tta_buf_new(NULL), .words = tta_buf_new(NULL)};
  tta_buf lines = tta_buf_new(NULL);
  for (size_t i = 0; i < all->count;) {
    const tta_change *first = &all->item[i];
    if (i == 0 || !is_same_heading(first, &all->item[i - 1])) {
      heading_words(&lines, first);
      writer->heading(out, tta_buf_view(&lines));
      lines.size = 0;
    }
    i = read_row(all, i, &r);
    i = join_rows(all, i, &r, &next);
    lines_words(&lines, first);
    writer->row(out, &r, tta_buf_view(&lines));
    lines.size = 0;
    if (i == all->count || !is_same_heading(first, &all->item[i])) writer->end(out);
  }
  if (r.names.failed || r.words.failed || lines.failed || next.words.failed) out->failed = true;
  tta_buf_free(&r.names);
  tta_buf_free(&r.words);
  tta_buf_free(&next.names);
  tta_buf_free(&next.words);
  tta_buf_free(&lines);
}

/* ---- text ---- */

static void text_heading(tta_buf *out, tta_str words) {
  tta_buf_append(out, words);
  tta_buf_char(out, '\n');
}

static void text_row(tta_buf *out, const row *r, tta_str lines) {
  tta_buf text = tta_buf_new(NULL);
  tta_buf_append(&text, tta_buf_view(&r->names));
  if (!r->names.size) tta_buf_append(&text, tta_buf_view(&r->words));
  if (lines.size) tta_buf_printf(&text, " (%.*s)", TTA_STR_ARGS(lines));
  tta_buf_char(&text, '\0');
  tta_buf_printf(out, "  %c ", sign_of(r->first));
  if (!text.failed) tta_help_wrap(out, text.data, 4, 4);
  tta_buf_char(out, '\n');
  text.size = 0;
  if (r->words.size && r->names.size) {
    tta_buf_append(&text, tta_buf_view(&r->words));
    tta_buf_char(&text, '\0');
    tta_buf_str(out, "      ");
    if (!text.failed) tta_help_wrap(out, text.data, 6, 6);
    tta_buf_char(out, '\n');
  }
  if (text.failed) out->failed = true;
  tta_buf_free(&text);
}

static void text_end(tta_buf *out) { (void)out; }

/* ---- Markdown ---- */

/* In a cell of a table, as code: a vertical bar would end the cell. */
static void markdown_code(tta_buf *out, tta_str text) {
  if (!text.size) return;
  tta_buf_char(out, '`');
  for (size_t i = 0; i < text.size; i++) {
    if (text.data[i] == '|') tta_buf_char(out, '\\');
    tta_buf_char(out, text.data[i] == '`' ? '\'' : text.data[i]);
  }
  tta_buf_char(out, '`');
}

static void markdown_heading(tta_buf *out, tta_str words) {
  tta_buf_str(out, "\n**");
  markdown_code(out, words);
  tta_buf_str(out, "**\n\n|  | value or operation | lines | change |\n| --- | --- | --- | --- |\n");
}

static void markdown_row(tta_buf *out, const row *r, tta_str lines) {
  tta_buf_printf(out, "| %s | ", sign_of(r->first) == '+' ? "added" : sign_of(r->first) == '-' ? "removed" : "changed");
  markdown_code(out, tta_buf_view(&r->names));
  tta_buf_printf(out, " | %.*s | ", TTA_STR_ARGS(lines));
  markdown_code(out, tta_buf_view(&r->words));
  tta_buf_str(out, " |\n");
}

/* ---- HTML ---- */

static void html_heading(tta_buf *out, tta_str words) {
  tta_buf_str(out, "<h2>");
  tta_xml_text(out, words);
  tta_buf_str(out, "</h2>\n<table>\n");
}

static void html_cell(tta_buf *out, tta_str text) {
  tta_buf_str(out, "<td>");
  tta_xml_text(out, text);
  tta_buf_str(out, "</td>");
}

static void html_row(tta_buf *out, const row *r, tta_str lines) {
  char sign[] = {sign_of(r->first), '\0'};
  tta_buf_printf(out, "<tr class=\"%s\">", *sign == '+' ? "added" : *sign == '-' ? "removed" : "changed");
  html_cell(out, tta_str_from(sign));
  html_cell(out, tta_buf_view(&r->names));
  html_cell(out, lines);
  html_cell(out, tta_buf_view(&r->words));
  tta_buf_str(out, "</tr>\n");
}

static void html_end(tta_buf *out) { tta_buf_str(out, "</table>\n"); }

static void html_start(tta_buf *out, const tt_layout_diff_page *page) {
  tta_buf_str(out, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>");
  tta_xml_text(out, page->left);
  tta_buf_str(out, " and ");
  tta_xml_text(out, page->right);
  tta_buf_str(out, "</title>\n<style>\nbody { font-family: sans-serif; margin: 2em; }\n"
                   "td { font-family: monospace; padding: 0.2em 0.8em; vertical-align: top; white-space: pre-wrap; }\n"
                   ".added td { background: #e6ffec; }\n.removed td { background: #ffebe9; }\n"
                   ".changed td { background: #f6f8fa; }\n</style>\n");
}

/* ---- all of it ---- */

static void print_page(tta_buf *out, const tt_layout_diff_page *page) {
  static const page_writer writers[] = {
      [TT_LAYOUT_DIFF_TEXT] = {text_heading, text_row, text_end},
      [TT_LAYOUT_DIFF_MARKDOWN] = {markdown_heading, markdown_row, text_end},
      [TT_LAYOUT_DIFF_HTML] = {html_heading, html_row, html_end},
  };
  size_t count = page->changes->count;
  const char *verdict = count ? "they differ" : "they are equal";
  if (page->format == TT_LAYOUT_DIFF_TEXT) {
    tta_buf_printf(out, "%s\n", verdict);
  } else if (page->format == TT_LAYOUT_DIFF_MARKDOWN) {
    markdown_code(out, page->left);
    tta_buf_str(out, " and ");
    markdown_code(out, page->right);
    tta_buf_printf(out, ": %s", verdict);
    if (count) tta_buf_printf(out, ", %zu difference%s", count, tta_plural((int64_t)count));
    tta_buf_char(out, '\n');
  } else {
    html_start(out, page);
    tta_buf_printf(out, "<p>%s</p>\n", verdict);
  }
  write_rows(out, page->changes, &writers[page->format]);
}

int tt_layout_print_changes(const tt_layout_diff_page *page) {
  tta_buf out = tta_buf_new(NULL);
  size_t count = page->changes->count;
  if (page->format == TT_LAYOUT_DIFF_JSON) print_json(&out, page->changes);
  else print_page(&out, page);
  int exit = tt_layout_finish(&out);
  if (exit || !count) return exit;
  tta_print_message(tt_layout_program, "%zu difference%s", count, tta_plural((int64_t)count));
  return TTA_EXIT_ERRORS;
}
