/* Text that plain.re finds canonical is not printed. With always_print everything is printed and compared. The
 * replacements and diagnostics must be equal. Inputs: all lit files, the examples of rules.def, the shared corpus if it
 * exists, and CASES mutations of them.
 * Usage: test_clean [CASES [SEED [ROOT]]] */
#include "parse/reader.h"
#include "text_files.h"

enum { MAX_MUTATED_BYTES = 12000, FAULTS_SHOWN = 10 };

typedef struct outcome {
  tta_arena arena;
  tta_report report;
  tta_reader reader;
} outcome;

static void read_text(outcome *o, tta_str text, bool always_print, bool split) {
  tta_arena_init(&o->arena, NULL);
  tta_report_init(&o->report, &o->arena);
  tta_reader_options options = {.canonicalize = true, .always_print = always_print, .split = split};
  if (tta_reader_init(&o->reader, text, &o->report, &tta_malloc_allocator, options) ||
      tta_reader_read(&o->reader, NULL))
    abort();
}

static void drop(outcome *o) {
  tta_reader_free(&o->reader);
  tta_report_free(&o->report);
  tta_arena_free(&o->arena);
}

static void show(tta_str text, tta_span span) {
  uint32_t begin = span.begin > 60 ? span.begin - 60 : 0,
           end = span.end + 60 < text.size ? span.end + 60 : (uint32_t)text.size;
  printf("  in: ...%.*s...\n", (int)(end - begin), text.data + begin);
}

static bool same(tta_str text, const outcome *a, const outcome *b) {
  uint32_t n = a->reader.num_replacements, m = b->reader.num_replacements;
  for (uint32_t i = 0; i < n || i < m; i++) {
    const tta_replacement *x = i < n ? &a->reader.replacements[i] : NULL,
                          *y = i < m ? &b->reader.replacements[i] : NULL;
    if (x && y && x->span.begin == y->span.begin && x->span.end == y->span.end && x->size == y->size &&
        !memcmp(a->reader.printed.data + x->offset, b->reader.printed.data + y->offset, x->size))
      continue;
    const tta_replacement *odd = y ? y : x;
    printf("clean: replacement %u is made only when %s:\n", i,
           y ? "always printing, or differs" : "not always printing");
    show(text, odd->span);
    if (y) printf("  to: %.*s\n", (int)y->size, b->reader.printed.data + y->offset);
    return false;
  }
  if (a->report.size == b->report.size) return true;
  printf("clean: %zu diagnostics, %zu when always printing\n  in: %.*s\n", a->report.size, b->report.size,
         (int)text.size, text.data);
  return false;
}

static bool check(tta_str text, bool split) {
  outcome once, always;
  read_text(&once, text, false, split);
  read_text(&always, text, true, split);
  bool ok = same(text, &once, &always);
  drop(&once);
  drop(&always);
  return ok;
}

int main(int argc, char **argv) {
  size_t cases = argc > 1 ? strtoul(argv[1], NULL, 10) : 40000, faults = 0;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  text_list texts = all_texts(argc > 3 ? argv[3] : NULL);
  random_state = seed;
  for (size_t i = 0; i < texts.count; i++) faults += !check(texts.items[i], true);
  char *mutant = malloc(MAX_MUTATED_BYTES + 257);
  for (size_t i = 0; texts.count && i < cases && faults < FAULTS_SHOWN; i++) {
    tta_str text = texts.items[below(texts.count)];
    if (text.size > MAX_MUTATED_BYTES || !text.size) continue;
    size_t size = mutate(text, mutant);
    char *exact = malloc(size + 1); /* so that AddressSanitizer sees each byte too far */
    memcpy(exact, mutant, size + 1);
    faults += !check((tta_str){exact, size}, true);
    free(exact);
  }
  free(mutant);
  printf("clean: %zu cases on %zu texts, seed %llu\n", cases, texts.count, (unsigned long long)seed);
  bool failed = faults || !texts.count;
  free_texts(&texts);
  return failed;
}
