/* Reads any text as tt-opt does, and requires
 *  1. that every span, of diagnostics, notes, fix-its, sections and edits, lies in the text, in order;
 *  2. that the canonical text is read again with the same diagnostics, and is canonical;
 *  3. that bytes outside edits stay (they are copied from the input, so 2 covers it).
 * The options follow from the text itself (a hash), so that an input is a plain .mlir file. */
#include "diag/check_options.h"
#include "fuzz.h"
#include "ttattr/check.h"

static uint32_t hash_of(const uint8_t *data, size_t size) {
  uint32_t h = 2166136261u; /* FNV-1a */
  for (size_t i = 0; i < size; i++) h = (h ^ data[i]) * 16777619u;
  return h ^ h >> 15;
}

static void require_span(tta_span span, size_t size, const char *what) {
  REQUIRE(span.begin <= span.end && span.end <= size, "%s [%u, %u) in %zu bytes", what, span.begin, span.end, size);
}

static void check_diagnostics(const tta_check *check, tta_source *source) {
  size_t size = source->text.size, errors = 0, warnings = 0;
  tta_buf out;
  tta_buf_init(&out, NULL);
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    require_span(d->span, size, "diagnostic");
    REQUIRE(!i || tta_results_diagnostic(results, i - 1)->span.begin <= d->span.begin,
            "diagnostic %zu is out of order", i);
    REQUIRE(d->message.size, "diagnostic %zu says nothing", i);
    for (uint32_t n = 0; n < d->num_notes; n++) require_span(d->notes[n].span, size, "note");
    for (uint32_t f = 0; f < d->num_fixes; f++)
      for (uint32_t e = 0; e < d->fixes[f].num_edits; e++) {
        require_span(d->fixes[f].edits[e].span, size, "edit of a fix-it");
        REQUIRE(!e || d->fixes[f].edits[e - 1].span.end <= d->fixes[f].edits[e].span.begin,
                "edits of a fix-it overlap");
      }
    errors += d->severity == TTA_SEVERITY_ERROR;
    warnings += d->severity == TTA_SEVERITY_WARNING;
    if (i >= 16) continue;
    tta_diagnostic_text(&out, source, d, (tta_render_options){.width = 60, .color = i & 1});
    tta_diagnostic_json(&out, source, d);
  }
  REQUIRE(errors == tta_results_num_errors(results), "%zu errors, counted %zu", errors,
          tta_results_num_errors(results));
  REQUIRE(warnings == tta_results_num_warnings(results), "%zu warnings, counted %zu", warnings,
          tta_results_num_warnings(results));
  tta_buf_free(&out);
}

static void check_sections(const tta_check *check, size_t size) {
  uint32_t at = 0;
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_sections(results); i++) {
    tta_span section = tta_results_section(results, i).span;
    require_span(section, size, "section");
    REQUIRE(section.begin >= at, "section %zu begins at %u, before %u", i, section.begin, at);
    at = section.end;
  }
}

/* The text with all edits made. */
static char *canonical(const tta_check *check, tta_str text, size_t *size) {
  tta_buf out;
  uint32_t at = 0;
  tta_buf_init(&out, NULL);
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_edits(results); i++) {
    tta_edit edit = tta_results_edit(results, i);
    require_span(edit.span, text.size, "edit");
    REQUIRE(edit.span.begin >= at, "edit %zu begins at %u, before %u", i, edit.span.begin, at);
    tta_buf_bytes(&out, text.data + at, edit.span.begin - at);
    tta_buf_bytes(&out, edit.text.data, edit.text.size);
    at = edit.span.end;
  }
  tta_buf_bytes(&out, text.data + at, text.size - at);
  char *copy = fuzz_copy(out.data, out.size);
  *size = out.size;
  tta_buf_free(&out);
  return copy;
}

/* The next diagnostic from *at on that printing leaves, as in tta_check_roundtrip. */
static const tta_diagnostic *next_lasting(const tta_check *check, size_t *at) {
  for (;;) {
    const tta_diagnostic *d = tta_results_diagnostic(tta_check_results(check), (*at)++);
    if (!d || (d->rule != TTA_RULE_dropped_layout && d->rule != TTA_RULE_ignored_text &&
               d->rule != TTA_RULE_mixed_eras))
      return d;
  }
}

static void require_same_diagnostics(const tta_check *first, const tta_check *again) {
  const tta_diagnostic *a, *b;
  size_t i = 0, k = 0;
  do {
    a = next_lasting(first, &i);
    b = next_lasting(again, &k);
  } while (a && b && a->rule == b->rule && a->severity == b->severity);
  REQUIRE(!a && !b, "[%s], then [%s]", a ? tta_rule_get(a->rule)->name : "nothing",
          b ? tta_rule_get(b->rule)->name : "nothing");
}

/* MLIR prints (d0 + 5) + (d1 + 1) as d0 + d1 + 1 + 5, and that as d0 + d1 + 6: sums with two constants need two passes.
 * lit/edges/affine-wrap-oracle.test compares such a map with mlir-opt. */
static bool is_sum(tta_str text) {
  for (size_t i = 0; i + 2 < text.size; i++)
    if (text.data[i] == ' ' && (text.data[i + 1] == '+' || text.data[i + 1] == '-') && text.data[i + 2] == ' ')
      return true;
  return false;
}

static void read_again(const tta_check *first, tta_str text, const tta_check_options *options, int pass) {
  size_t size;
  char *again = canonical(first, text, &size);
  tta_source source;
  tta_check *check;
  tta_source_init(&source, (tta_str){"again", 5}, (tta_str){again, size}, NULL);
  REQUIRE(tta_check_text(&source, options, &check) == TTA_OK, "the canonical text is not read");
  if (!options->expand_aliases) require_same_diagnostics(first, check); /* without definitions there is less to say */
  const tta_results *results = tta_check_results(check);
  bool had_errors = tta_results_num_errors(tta_check_results(first));
  REQUIRE(tta_results_num_errors(results) || !had_errors || options->split, "the errors are gone");
  if (tta_results_num_edits(results)) {
    tta_edit e = tta_results_edit(results, 0);
    if (pass == 1 && is_sum((tta_str){again + e.span.begin, e.span.end - e.span.begin}))
      read_again(check, source.text, options, 2);
    else REQUIRE(false, "canonical text is not canonical: '%.*s' becomes '%.*s'", (int)(e.span.end - e.span.begin),
            again + e.span.begin, (int)e.text.size, e.text.data);
  }
  tta_check_free(check);
  tta_source_free(&source);
  free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const int32_t eras[] = {0, 0, 20241127, 20250601, 20260101, 0, 0, 0};
  uint32_t h = hash_of(data, size);
  char *text = fuzz_copy(data, size);
  tta_buf json;
  tta_source source;
  tta_check_options options;
  tta_check *check;
  tta_buf_init(&json, NULL);
  tta_source_init(&source, (tta_str){"input", 5}, (tta_str){text, size}, NULL);
  tta_check_options_init(&options);
  options.split = h & 1;
  options.expand_aliases = (h & 6) == 6;
  options.parse_only = (h & 0x38) == 0x38;
  options.target_ttnn = (h & 0xc0) == 0xc0;
  options.era = eras[h >> 8 & 7];
  if ((h & 0x3800) == 0) options.json = &json;
  REQUIRE(tta_check_text(&source, &options, &check) == TTA_OK, "the text is not read");
  options.json = NULL;
  check_diagnostics(check, &source);
  check_sections(check, size);
  read_again(check, source.text, &options, 1);
  tta_check_free(check);
  tta_source_free(&source);
  tta_buf_free(&json);
  free(text);
  return 0;
}
