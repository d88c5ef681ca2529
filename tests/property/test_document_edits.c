/* Random sequences of edits: afterwards a document has the same results as a new document of the same text, and the
 * same diagnostics as a check of the whole text. Texts: lit, the examples of the rules, the shared corpus if it exists.
 *
 *     PROGRAM [sequences [seed [root of the sources]]] */
#define _GNU_SOURCE /* stpcpy, strndup */
#include <ctype.h>
#include <time.h>

#include "document_state.h"
#include "text_files.h"

enum { MAX_BYTES = 12000, MAX_GROWN_BYTES = 20000, MAX_EDITS = 12, FAULTS_SHOWN = 3 };

typedef struct run {
  tta_check_options *options;
  bool markdown;
  const text_list *texts;
  size_t edits, compared;
} run;

static void show_difference(const tta_buf *a, const tta_buf *b) {
  size_t i = 0, line = 0;
  while (i < a->size && i < b->size && a->data[i] == b->data[i]) {
    if (a->data[i] == '\n') line = i + 1;
    i++;
  }
  for (int k = 0; k < 2; k++) {
    const tta_buf *t = k ? b : a;
    const char *begin = t->data + line, *end = t->size > line ? memchr(begin, '\n', t->size - line) : NULL;
    size_t n = end ? (size_t)(end - begin) : t->size - line;
    printf("  %s: %.*s\n", k ? "expected" : "found   ", (int)(n > 300 ? 300 : n), begin);
  }
}

static bool is_same(const char *what, tta_buf *found, tta_buf *expected) {
  bool same = !found->failed && !expected->failed && found->size == expected->size &&
              (!found->size || !memcmp(found->data, expected->data, found->size));
  if (!same) {
    printf("%s differs\n", what);
    show_difference(found, expected);
  }
  tta_buf_free(found);
  tta_buf_free(expected);
  return same;
}

/* Lines and columns of every offset lead back to it, or to the start of the character that it is in. */
static bool positions_agree(const tta_document *d) {
  uint32_t size = (uint32_t)tta_document_text(d).size;
  for (uint32_t n = 0; n < 40; n++) {
    uint32_t offset = (uint32_t)below(size + 1);
    for (int unit = TTA_COLUMN_BYTES; unit <= TTA_COLUMN_CHARACTERS; unit++) {
      tta_position p = tta_document_position(d, offset, (tta_column_unit)unit);
      uint32_t back = tta_document_offset(d, p, (tta_column_unit)unit);
      tta_span line = tta_document_line(d, p.line - 1);
      bool near = back <= offset && offset - back < 4 && line.begin <= back && back <= line.end;
      if (near && (back == offset || offset > line.end || ((unsigned char)tta_document_text(d).data[back] >= 0x80)))
        continue;
      printf("offset %u is %u:%u in unit %d, which leads to %u\n", offset, p.line, p.column, unit, back);
      return false;
    }
  }
  return true;
}

static bool same_as_fresh(run *r, tta_document *d) {
  tta_buf found, expected;
  tta_buf_init(&found, NULL);
  tta_buf_init(&expected, NULL);
  tta_document *fresh = NULL;
  if (tta_document_new(tta_document_name(d), tta_document_text(d), r->options, NULL, &fresh)) return false;
  if (put_document(&found, d) || put_document(&expected, fresh)) return false;
  tta_document_free(fresh);
  return is_same("the document", &found, &expected);
}

/* The sections that a check of the whole text finds, and, checked alone, their diagnostics and islands. */
typedef struct alone {
  tta_buf *items;
  uint32_t origin, section;
} alone;

static tta_span moved(tta_span span, uint32_t by) { return (tta_span){span.begin + by, span.end + by}; }

static void see(void *user, const tta_island *island) {
  alone *a = user;
  put_item(a->items, moved(island->span, a->origin), moved(island->name, a->origin), island->context, a->section);
}

static void put_moved(tta_buf *out, const tta_check *check, uint32_t by) {
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *g = tta_results_diagnostic(results, i);
    tta_buf_printf(out, "%d %d", (int)g->severity, (int)g->rule);
    put_span(out, moved(g->span, by));
    put_text(out, g->message);
    for (uint32_t n = 0; n < g->num_notes; n++) {
      put_span(out, moved(g->notes[n].span, by));
      put_text(out, g->notes[n].message);
    }
    tta_buf_char(out, '\n');
  }
}

static void put_short(tta_buf *out, tta_document *d) {
  const tta_results *results = tta_document_results(d);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *g = tta_results_diagnostic(results, i);
    tta_buf_printf(out, "%d %d", (int)g->severity, (int)g->rule);
    put_span(out, g->span);
    put_text(out, g->message);
    for (uint32_t n = 0; n < g->num_notes; n++) {
      put_span(out, g->notes[n].span);
      put_text(out, g->notes[n].message);
    }
    tta_buf_char(out, '\n');
  }
}

static bool check_alone(run *r, tta_str text, alone *a, tta_buf *diagnostics) {
  tta_source source;
  tta_check *check;
  char *exact = malloc(text.size + 1);
  memcpy(exact, text.data, text.size);
  exact[text.size] = 0;
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){exact, text.size}, NULL);
  bool good = !tta_check_visit(&source, r->options, see, a, &check);
  if (good) put_moved(diagnostics, check, a->origin);
  if (good) tta_check_free(check);
  tta_source_free(&source);
  free(exact);
  return good;
}

static bool same_as_check(run *r, tta_document *d) {
  tta_buf found, expected, items, found_items;
  tta_buf_init(&found, NULL);
  tta_buf_init(&expected, NULL);
  tta_buf_init(&items, NULL);
  tta_buf_init(&found_items, NULL);
  tta_source source;
  tta_check *whole;
  tta_str text = tta_document_text(d);
  tta_source_init(&source, (tta_str){"t", 1}, text, NULL);
  if (tta_check_text(&source, r->options, &whole)) return false;
  const tta_results *results = tta_check_results(whole);
  const tta_results *kept = tta_document_results(d);
  size_t sections = tta_results_num_sections(kept), expected_sections = tta_results_num_sections(results);
  bool same = sections == expected_sections;
  if (!same) printf("%zu sections, expected %zu\n", sections, expected_sections);
  alone a = {.items = &items};
  for (size_t i = 0; same && i < tta_results_num_sections(results); i++) {
    tta_span span = tta_results_section(results, i).span;
    tta_text_section section = tta_results_section(kept, i);
    same = section.span.begin == span.begin && section.span.end == span.end;
    if (!same) printf("section %zu differs\n", i);
    a.origin = span.begin;
    a.section = (uint32_t)i;
    tta_str part = {text.data + span.begin, span.end - span.begin};
    if (!r->markdown) same = same && check_alone(r, part, &a, &expected);
  }
  bool has_errors = tta_results_num_errors(results); /* recovery may look for a closing bracket in a later section */
  if (!has_errors) {
    expected.size = 0;
    put_moved(&expected, whole, 0);
  }
  put_short(&found, d);
  for (size_t i = 0; i < tta_document_num_items(d); i++) {
    tta_document_item item = tta_document_item_at(d, i);
    put_item(&found_items, item.span, item.name, item.context, item.section);
  }
  if (r->markdown && tta_results_num_errors(kept)) found.size = 0; /* a fence is checked alone only as one */
  if (has_errors && memmem(text.data, text.size, "allow-file", 10))
    found.size = expected.size = 0; /* a section that is checked alone does not see the comment of another one */
  if (r->markdown) items.size = found_items.size = 0;
  tta_check_free(whole);
  tta_source_free(&source);
  bool same_diagnostics = is_same("the list of diagnostics", &found, &expected);
  return is_same("the list of items", &found_items, &items) && same && same_diagnostics;
}

/* ---- names: found by text alone, and as the parser finds them ---- */

typedef struct spans {
  tta_span *items;
  size_t count, capacity;
} spans;

static tta_walk note_name(void *user, tta_value value, uint32_t depth, bool repeated) {
  spans *s = user;
  tta_str text = tta_value_text(value);
  (void)depth;
  bool name = text.size > 1 && (text.data[0] == '#' || text.data[0] == '!') && !memchr(text.data, '<', text.size) &&
              !memchr(text.data, '.', text.size);
  if (!name || repeated) return TTA_WALK_ON;
  if (s->count == s->capacity)
    s->items = realloc(s->items, (s->capacity = s->capacity * 2 + 64) * sizeof *s->items);
  s->items[s->count++] = tta_value_span(value);
  return TTA_WALK_ON;
}

static bool names_agree(tta_document *d) {
  spans s = {0};
  bool good = true;
  if (tta_results_num_errors(tta_document_results(d))) return true; /* a string that is not closed ends differently */
  for (size_t i = 0; good && i < tta_document_num_items(d); i++) {
    tta_value value;
    good = !tta_document_value(d, i, &value) && !tta_value_walk(value, note_name, &s);
  }
  for (size_t i = 0; good && i < s.count; i++) {
    tta_name name;
    good = !tta_document_name_at(d, s.items[i].begin, &name) && name.text.size == s.items[i].end - s.items[i].begin;
    if (!good) printf("no alias name is found at %u-%u\n", s.items[i].begin, s.items[i].end);
  }
  free(s.items);
  return good;
}

static bool compare(run *r, tta_document *d) {
  r->compared++;
  return same_as_fresh(r, d) && same_as_check(r, d) && positions_agree(d) && names_agree(d);
}

/* The text of a random edit: a piece that matters, a part of this text, or a part of another one. */
static tta_str new_text(const run *r, tta_str now) {
  static const char nul[] = "a\0b";
  static const char *const pieces[] = {"",
                                       "\n// -----\n",
                                       "\n```\n",
                                       "\n```mlir\n",
                                       "~~~ MLIR\n",
                                       "\n- ",
                                       "   ",
                                       "// -----",
                                       "-",
                                       "\r\n// -----\r\n",
                                       " ",
                                       "\n",
                                       "\r\n",
                                       "\r",
                                       "// ----\n",
                                       "// ",
                                       "\"",
                                       "{-# ",
                                       " #-}",
                                       "\xc3\xa9",
                                       "// \xf0\x9f\x98\x80 \xc3\xa9\n",
                                       "\xff",
                                       "<",
                                       ">",
                                       "[",
                                       "}",
                                       "#l1",
                                       "#l1 = #tt.memory_space<l1>\n",
                                       "#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, "
                                       "memref<64x128xf32, #l1>>\n",
                                       "\"x\"() : (tensor<64x128xf32, #layout>) -> ()\n",
                                       "tensor<2x3xf32>",
                                       "!t = !tt.tile<32x32, f32>\n",
                                       "module attributes {tt.device = #tt.device<workerGrid = #tt.grid<8x8>, "
                                       "chipIds = [0]>} {\n}\n",
                                       "tt.device @d = <",
                                       "#a = [#a]\n",
                                       "#a = foo<tensor<2xf32>, #l1>\n",
                                       "1",
                                       "x"};
  switch (below(10)) {
  case 0: return (tta_str){nul, 3};
  case 1: case 2: {
    tta_str other = r->texts->items[below(r->texts->count)];
    size_t begin = below(other.size), size = below(400);
    return (tta_str){other.data + begin, size > other.size - begin ? other.size - begin : size};
  }
  case 3: {
    size_t begin = below(now.size), size = below(60);
    return (tta_str){now.data + begin, size > now.size - begin ? now.size - begin : size};
  }
  default: {
    const char *piece = pieces[below(sizeof pieces / sizeof *pieces)];
    return (tta_str){piece, strlen(piece)};
  }
  }
}

static tta_span random_range(tta_str text) {
  uint32_t begin = (uint32_t)below(text.size + 1), rest = (uint32_t)text.size - begin, size = 0;
  switch (below(8)) {
  case 0: case 1: case 2: break;                      /* an insertion */
  case 3: size = 1; break;
  case 4: begin = 0; rest = (uint32_t)text.size; size = below(50) ? 0 : rest; break;
  case 5: size = (uint32_t)below(rest + 1); if (below(4)) size %= 200; break;
  case 6: {                                           /* close to a marker */
    const char *marker = strstr(text.data + begin, "// ---");
    if (marker) begin = (uint32_t)(marker - text.data) + (uint32_t)below(14);
    if (begin > text.size) begin = (uint32_t)text.size;
    rest = (uint32_t)text.size - begin;
    size = (uint32_t)below(4);
    break;
  }
  default: size = (uint32_t)(token_end(text, begin) - begin); break;
  }
  return (tta_span){begin, begin + (size > rest ? rest : size)};
}

/* What a person types: a digit, a character of a word, a name in place of another one. */
static tta_span typed(tta_str now, tta_str *inserted) {
  static const char digits[] = "0123456789x";
  uint32_t at = (uint32_t)below(now.size + 1), end = (uint32_t)now.size;
  if (below(3)) {
    while (at < end && !(now.data[at] >= '0' && now.data[at] <= '9')) at++;
    *inserted = (tta_str){digits + below(sizeof digits - 1), below(5) ? 1 : 0};
    return (tta_span){at, at < end && below(3) ? at + 1 : at};
  }
  uint32_t from = (uint32_t)below(now.size + 1), stop;
  while (from < end && !strchr("#!,<>(= ", now.data[from])) from++;
  stop = from < end ? (uint32_t)token_end(now, from + 1) : from;
  *inserted = (tta_str){now.data + from, (stop < end ? stop : end) - from};
  while (at < end && !strchr("#!,<>(= ", now.data[at])) at++;
  stop = at < end && below(2) ? (uint32_t)token_end(now, at + 1) : at;
  return (tta_span){at, stop < end ? stop : end};
}

static void show_step(tta_span range, tta_str text, tta_str inserted) {
  printf("edit %u-%u by '%.*s' of:\n%.*s\n----\n", range.begin, range.end, (int)inserted.size, inserted.data,
         (int)text.size, text.data);
}

/* ---- names in functions: few texts of names, so that edits hide, reveal and redefine them ---- */

static const char *const values[] = {"%a", "%b", "%c", "%0", "%1", "%arg0"};

static const char *value(void) { return values[below(sizeof values / sizeof *values)]; }

static void put_statement(tta_buf *out, int depth) {
  const char *a = value(), *b = value();
  switch (below(12)) {
  case 0:
    tta_buf_printf(out, "%s:2 = \"x.two\"(%s, %s#1) : (i32, i32) -> (i32, tensor<2xf32>)\n", a, b, value());
    break;
  case 1: tta_buf_printf(out, "x.use %s, %s#1, @f, @g::@h // %s\n", a, b, value()); break;
  case 2: tta_buf_printf(out, "%s = x.cast %s {k = #l1, s = \"%s\"}\n  : i32 to tensor<4xf32>\n", a, b, value()); break;
  case 3: tta_buf_printf(out, "%s, %s = x.pair %s\n", a, b, value()); break;
  case 4: tta_buf_printf(out, "^bb%d(%s: i32):\n", (int)below(3), a); break;
  case 5: case 6: {
    bool isolated = !below(3), loop = below(2);
    if (depth > 2) break;
    if (loop)
      tta_buf_printf(out, "%s = scf.for %s = %s to %s iter_args(%s = %s) {\n", value(), a, b, value(), value(), b);
    else tta_buf_printf(out, isolated ? "func.func @f(%s: i32, %s: f32) {\n" : "x.region %s, %s {\n", a, b);
    for (size_t i = 0, n = below(5); i < n; i++) put_statement(out, depth + 1);
    tta_buf_printf(out, "}%s\n", below(4) ? "" : " {z = 1}");
    break;
  }
  default: tta_buf_printf(out, "%s = \"x.add\"(%s, %s) : (i32, i32) -> i32\n", a, b, value());
  }
}

/* Functions with nested regions, in a module or not. Freed by the caller. */
static tta_str functions(void) {
  tta_buf out;
  tta_buf_init(&out, NULL);
  bool module = below(2);
  tta_buf_printf(&out, "#l1 = #tt.memory_space<l1>\n%s", module ? "module {\n" : "");
  for (size_t f = 0, n = 1 + below(3); f < n; f++) {
    tta_buf_printf(&out, "func.func @f%d(%s: i32, %s: tensor<2xf32>) -> i32 {\n", (int)f, value(), value());
    for (size_t i = 0, k = 2 + below(12); i < k; i++) put_statement(&out, 0);
    tta_buf_printf(&out, "  return %s : i32\n}\n", value());
  }
  if (module) tta_buf_printf(&out, "}\n");
  tta_str copy = {strndup(out.data, out.size), out.size};
  tta_buf_free(&out);
  return copy;
}

/* A name in place of another one, a character, a line more or less. */
static tta_span edited_name(tta_str now, tta_buf *inserted) {
  uint32_t at = (uint32_t)below(now.size + 1), end = (uint32_t)now.size, stop;
  switch (below(6)) {
  case 0:
    while (at < end && now.data[at] != '\n') at++;
    at += at < end;
    put_statement(inserted, 0);
    return (tta_span){at, at};
  case 1:
    while (at && now.data[at - 1] != '\n') at--;
    for (stop = at; stop < end && now.data[stop] != '\n';) stop++;
    return (tta_span){at, stop + (stop < end)};
  case 2: {
    static const char *const pieces[] = {"{", "}",  "(",  ")",  ",",         "=", "#1",
                                         ":2", "\n", "\"", "//", "^bb0:\n", "%", "1"};
    tta_buf_printf(inserted, "%s", pieces[below(sizeof pieces / sizeof *pieces)]);
    return (tta_span){at, at};
  }
  case 3: return (tta_span){at, at + (at < end)};
  default:
    while (at < end && now.data[at] != '%') at++;
    stop = at + (at < end);
    while (stop < end && (isalnum((unsigned char)now.data[stop]) || now.data[stop] == '#')) stop++;
    tta_buf_printf(inserted, "%s", value());
    return (tta_span){at, stop};
  }
}

static bool names_sequence(run *r) {
  tta_document *d = NULL;
  tta_str text = functions();
  bool good = !tta_document_new((tta_str){"t", 1}, text, r->options, NULL, &d);
  for (size_t i = 0, count = 1 + below(20); good && i < count; i++) {
    tta_str now = tta_document_text(d);
    char *before = strndup(now.data, now.size);
    tta_buf inserted;
    tta_buf_init(&inserted, NULL);
    tta_span range = edited_name(now, &inserted);
    tta_str piece = {inserted.data, inserted.size};
    good = !tta_document_edit(d, range, piece);
    r->edits++;
    if (good && (i + 1 == count || below(4))) good = compare(r, d);
    if (!good) show_step(range, (tta_str){before, strlen(before)}, piece);
    tta_buf_free(&inserted);
    free(before);
  }
  tta_document_free(d);
  free((char *)text.data);
  return good;
}

/* A Markdown text with a fence for each section. */
static tta_str fenced(tta_str text) {
  static const char open[] = "Text\n\n```mlir\n", between[] = "```\n1. text\n   ```mlir\n";
  char *out = malloc(text.size * 5 + 100), *to = stpcpy(out, open);
  for (const char *at = text.data, *end = at + text.size; at < end;) {
    const char *marker = strstr(at, "// -----\n"), *stop = marker ? marker : end;
    memcpy(to, at, (size_t)(stop - at));
    to += stop - at;
    if (marker) to = stpcpy(to, between);
    at = marker ? marker + 9 : end;
  }
  to = stpcpy(to, "\n```\n");
  return (tta_str){out, (size_t)(to - out)};
}

static bool sequence(run *r, tta_str text) {
  tta_document *d = NULL;
  if (tta_document_new((tta_str){"t", 1}, text, r->options, NULL, &d)) return false;
  size_t count = 1 + below(MAX_EDITS);
  bool good = names_agree(d), types = below(2);
  for (size_t i = 0; good && i < count; i++) {
    tta_str now = tta_document_text(d);
    tta_span range = random_range(now);
    tta_str inserted = new_text(r, now);
    if (types) range = typed(now, &inserted);
    char *copy = malloc(inserted.size + 1), *before = malloc(now.size + 1);
    memcpy(copy, inserted.data, inserted.size);
    memcpy(before, now.data, now.size + 1);
    inserted.data = copy;
    if (now.size - (range.end - range.begin) + inserted.size <= MAX_GROWN_BYTES) {
      good = !tta_document_edit(d, range, inserted);
      r->edits++;
      if (good && (types || !below(3))) good = !tta_document_check(d);
      bool last = i + 1 == count;
      if (good && (last || !below(3))) good = compare(r, d);
      if (!good) show_step(range, (tta_str){before, now.size}, inserted);
    }
    free(copy);
    free(before);
  }
  tta_document_free(d);
  return good;
}

int main(int argc, char **argv) {
  size_t sequences = argc > 1 ? strtoul(argv[1], NULL, 10) : 2000, faults = 0;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  text_list texts = all_texts(argc > 3 ? argv[3] : NULL);
  run r = {.texts = &texts};
  if (tta_check_options_new(NULL, &r.options)) return 1;
  for (size_t i = 0; texts.count && i < sequences && faults < FAULTS_SHOWN; i++) {
    random_state = seed + i;
    tta_str text = texts.items[below(texts.count)];
    while (text.size > MAX_BYTES) text = texts.items[below(texts.count)];
    if (!below(40)) text.size = 0, text.data = "";
    tta_check_options_set_split(r.options, below(4) != 0);
    r.markdown = !below(5);
    tta_check_options_set_markdown(r.options, r.markdown);
    bool of_names = !below(3);
    if (of_names) tta_check_options_set_markdown(r.options, r.markdown = false);
    tta_str used = r.markdown ? fenced(text) : text;
    bool good = of_names ? names_sequence(&r) : sequence(&r, used);
    if (r.markdown) free((char *)used.data);
    if (good) continue;
    printf("sequence %zu fails: seed %llu\n", i, (unsigned long long)(seed + i));
    faults++;
  }
  printf("document edits: %zu sequences, %zu edits, %zu comparisons on %zu texts, seed %llu\n", sequences, r.edits,
         r.compared, texts.count, (unsigned long long)seed);
  tta_check_options_free(r.options);
  bool failed = faults || !texts.count;
  free_texts(&texts);
  return failed;
}
