/* Comments of a text that suppress diagnostics of a computation. */
#include "text/allowed.h"

#include "base/str.h"
#include "text/suppress.h"
#include "text/suppress_comment.h"
#include "text/token.h"

static bool is_marker(const char *text, const tta_token *t) {
  bool at_line = t->begin == text || t->begin[-1] == '\n';
  return at_line && tta_str_starts_with(tta_str_between(t->begin, t->end), "// -----");
}

bool tta_source_has_suppressions(tta_source *source) {
  enum { NONE = 1, SOME };
  size_t at = 3; /* of the first colon of a suppression, at least */
  if (!source->suppressions)
    source->suppressions =
      source->text.size > at && tta_suppression_find(source->text, &at) < source->text.size ? SOME : NONE;
  return source->suppressions == SOME;
}

tta_status tta_apply_allowed(tta_report *report, const tta_source *source, tta_source *in, tta_rule verified) {
  tta_suppressions found;
  tta_str text = in->text;
  tta_tokens tokens = tta_tokens_in(text);
  uint32_t first = 0; /* comment of the section */
  if ((!report->size && !verified) || !tta_source_has_suppressions(in)) return report->status;
  tta_suppressions_init(&found, text, report->arena->allocator);
  for (tta_token t; tta_token_next(&tokens, &t);) {
    if (t.kind != TTA_MARK_COMMENT) continue;
    uint32_t begin = (uint32_t)(t.begin - text.data), end = (uint32_t)(t.end - text.data);
    if (is_marker(text.data, &t))
      for (; first < found.num_comments; first++) found.comments[first].section_end = begin;
    tta_suppressions_see_comment(&found, begin, end, (uint32_t)text.size);
  }
  tta_status status = tta_suppressions_apply_computed(&found, report, source, verified);
  tta_suppressions_free(&found);
  return status;
}

/* After a source its diagnostics are those that are left. */
tta_status tta_apply_allowed_in_sources(tta_report *report) {
  const tta_source *done = NULL;
  tta_status status = TTA_OK;
  for (size_t i = 0; i < report->size && !status;) {
    const tta_source *source = report->items[i]->source;
    if (!source || source == done) {
      i++;
      continue;
    }
    done = source;
    tta_source text = *source; /* the source itself may be read by other threads */
    status = tta_apply_allowed(report, source, &text, TTA_RULE_NONE);
  }
  return status;
}
