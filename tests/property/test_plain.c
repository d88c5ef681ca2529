/* grammar/plain.re parses canonical islands without the grammar. With always_grammar attr.y parses everything. The
 * trees, replacements and diagnostics must be equal. Inputs: all lit files, the examples of rules.def, the shared
 * corpus if it exists, their canonical texts, and CASES mutations of them.
 * Usage: test_plain [CASES [SEED [ROOT]]] */
#include "ir/attributes.h"
#include "parse/reader.h"
#include "print/print.h"
#include "text_files.h"

enum { MAX_MUTATED_BYTES = 12000, FAULTS_SHOWN = 10 };

typedef struct outcome {
  tta_arena arena;
  tta_report report;
  tta_reader reader;
  tta_buf trees; /* every node of every island, in words */
} outcome;

static void write_node(tta_buf *out, const tta_tree *tree, tta_node_id id, int level) {
  const tta_node *n = tta_node_at(tree, id);
  tta_map map;
  tta_buf_printf(out, "%*s%u flags %u field %u dialect %u at %u-%u", level, "", n->kind, n->flags, n->field, n->dialect,
                 n->begin, n->end);
  if (n->kind == TTA_NODE_INT) tta_buf_printf(out, " %lld", (long long)n->integer);
  if (n->kind == TTA_NODE_WORD || n->kind == TTA_NODE_ATTRIBUTE || n->kind == TTA_NODE_BOOL ||
      n->kind == TTA_NODE_ALIAS)
    tta_buf_printf(out, " index %u", n->index);
  if (n->kind == TTA_NODE_DIMS)
    for (uint32_t i = 0; i < n->index; i++) tta_buf_printf(out, " %lld", (long long)tta_node_shape(tree, id).extent[i]);
  if (n->kind != TTA_NODE_ALIAS && tta_node_map(tree, id, &map)) {
    tta_buf_printf(out, " %u dims ", map.num_dims);
    tta_print_node(out, tree, id, (tta_print_options){0});
  }
  tta_buf_char(out, '\n');
  for (tta_node_id c = tta_node_first(tree, id); c; c = tta_node_at(tree, c)->next) write_node(out, tree, c, level + 1);
}

static bool take(void *user, tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  outcome *o = user;
  tta_buf_printf(&o->trees, "island %u-%u place %d depth %u\n", span.begin, span.end, (int)place,
                 reader->parser.max_depth);
  if (root) write_node(&o->trees, &reader->tree, root, 1);
  return false;
}

static void read_text(outcome *o, tta_str text, bool always_grammar) {
  *o = (outcome){0};
  tta_visitor visitor = {.user = o, .island = take};
  tta_arena_init(&o->arena, NULL);
  tta_report_init(&o->report, &o->arena);
  tta_buf_init(&o->trees, NULL);
  tta_reader_options options = {.canonicalize = true, .always_grammar = always_grammar, .split = true};
  if (tta_reader_init(&o->reader, text, &o->report, &tta_malloc_allocator, options) ||
      tta_reader_read(&o->reader, &visitor))
    abort();
  tta_buf_char(&o->trees, 0);
}

static void drop(outcome *o) {
  tta_buf_free(&o->trees);
  tta_reader_free(&o->reader);
  tta_report_free(&o->report);
  tta_arena_free(&o->arena);
}

static bool same_str(tta_str a, tta_str b) { return a.size == b.size && !memcmp(a.data, b.data, a.size); }

static const char *difference(const outcome *a, const outcome *b) {
  if (strcmp(a->trees.data, b->trees.data) != 0) return "other trees";
  if (a->report.size != b->report.size) return "other diagnostics";
  for (size_t i = 0; i < a->report.size; i++) {
    const tta_diagnostic *x = a->report.items[i], *y = b->report.items[i];
    if (x->rule != y->rule || x->span.begin != y->span.begin || x->span.end != y->span.end ||
        !same_str(x->message, y->message))
      return "another diagnostic";
  }
  if (a->reader.num_replacements != b->reader.num_replacements) return "other replacements";
  for (uint32_t i = 0; i < a->reader.num_replacements; i++) {
    const tta_replacement *x = &a->reader.replacements[i], *y = &b->reader.replacements[i];
    if (x->span.begin != y->span.begin || x->span.end != y->span.end ||
        !same_str((tta_str){a->reader.printed.data + x->offset, x->size},
                  (tta_str){b->reader.printed.data + y->offset, y->size}))
      return "another replacement";
  }
  return NULL;
}

static void show_first_difference(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  printf("  short way: ...%.300s\n  grammar:   ...%.300s\n", a, b);
}

static bool check(tta_str text) {
  outcome plain, grammar;
  read_text(&plain, text, false);
  read_text(&grammar, text, true);
  const char *fault = difference(&plain, &grammar);
  if (fault) {
    printf("plain: %s\n%.*s\n", fault, (int)(text.size > 4000 ? 4000 : text.size), text.data);
    show_first_difference(plain.trees.data, grammar.trees.data);
    for (size_t i = 0; i < plain.report.size && i < grammar.report.size; i++) {
      const tta_diagnostic *x = plain.report.items[i], *y = grammar.report.items[i];
      if (x->rule == y->rule && x->span.begin == y->span.begin && x->span.end == y->span.end &&
          same_str(x->message, y->message))
        continue;
      printf("  short way: %u-%u %.*s\n  grammar:   %u-%u %.*s\n", x->span.begin, x->span.end, (int)x->message.size,
             x->message.data, y->span.begin, y->span.end, (int)y->message.size, y->message.data);
      break;
    }
  }
  drop(&plain);
  drop(&grammar);
  return !fault;
}

/* The text with its replacements made: most of its islands are read by the short way. */
static tta_str canonical(tta_str text) {
  outcome o;
  read_text(&o, text, true);
  tta_buf out;
  tta_buf_init(&out, NULL);
  uint32_t at = 0;
  for (uint32_t i = 0; i < o.reader.num_replacements; i++) {
    const tta_replacement *r = &o.reader.replacements[i];
    tta_buf_bytes(&out, text.data + at, r->span.begin - at);
    tta_buf_bytes(&out, o.reader.printed.data + r->offset, r->size);
    at = r->span.end;
  }
  tta_buf_bytes(&out, text.data + at, text.size - at);
  tta_buf_char(&out, 0);
  drop(&o);
  return (tta_str){out.data, out.size - 1};
}

int main(int argc, char **argv) {
  size_t cases = argc > 1 ? strtoul(argv[1], NULL, 10) : 40000, faults = 0;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  text_list texts = all_texts(argc > 3 ? argv[3] : NULL);
  random_state = seed;
  size_t given = texts.count;
  for (size_t i = 0; i < given; i++) {
    tta_str text = canonical(texts.items[i]);
    add_text(&texts, text.data, text.size);
    tta_malloc_allocator.release(NULL, (char *)text.data, text.size + 1);
  }
  for (size_t i = 0; i < texts.count && faults < FAULTS_SHOWN; i++) faults += !check(texts.items[i]);
  char *mutant = malloc(MAX_MUTATED_BYTES + 257);
  for (size_t i = 0; texts.count && i < cases && faults < FAULTS_SHOWN; i++) {
    tta_str text = texts.items[below(texts.count)];
    if (text.size > MAX_MUTATED_BYTES || !text.size) continue;
    size_t size = mutate(text, mutant);
    char *exact = malloc(size + 1); /* so that AddressSanitizer sees each byte too far */
    memcpy(exact, mutant, size + 1);
    faults += !check((tta_str){exact, size});
    free(exact);
  }
  free(mutant);
  printf("plain: %zu cases on %zu texts, seed %llu\n", cases, texts.count, (unsigned long long)seed);
  bool failed = faults || !texts.count;
  free_texts(&texts);
  return failed;
}
