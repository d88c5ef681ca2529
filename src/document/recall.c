/* What checks know from the texts of earlier ones. */
#include "document/recall.h"

#include <string.h>

#include "base/str.h"
#include "diag/results.h"

/* A reader and a verifier of an empty text, for what they keep between the sections of a text. */
struct tta_recall {
  const tta_allocator *allocator;
  tta_check_options options; /* of the checks that it is from */
  tta_results results;
  tta_reader reader;
  tta_verifier verifier;
  bool lent;
};

tta_status tta_recall_new(const tta_allocator *allocator, tta_recall **out) {
  allocator = tta_allocator_or_default(allocator);
  tta_recall *r = allocator->allocate(allocator->user, sizeof *r);
  *out = NULL;
  if (!r) return TTA_NO_MEMORY;
  *r = (tta_recall){.allocator = allocator};
  tta_check_options_init(&r->options);
  tta_results_init(&r->results, allocator, &r->options);
  tta_status status = tta_reader_init(&r->reader, TTA_STR(""), &r->results.report, allocator, (tta_reader_options){0});
  if (!status) status = tta_verifier_init(&r->verifier, &r->reader, &r->options);
  r->reader.known.lasting = true;
  if (!status) *out = r;
  else tta_recall_free(r);
  return status;
}

void tta_recall_free(tta_recall *r) {
  if (!r) return;
  if (r->verifier.facts) tta_verifier_free(&r->verifier);
  tta_reader_free(&r->reader);
  tta_results_free(&r->results);
  r->allocator->release(r->allocator->user, r, sizeof *r);
}

void tta_check_options_set_recall(tta_check_options *options, tta_recall *recall) { options->recall = recall; }

/* Whether values have the same diagnostics and canonical texts. */
static bool reads_alike(const tta_check_options *a, const tta_check_options *b) {
  return a->era == b->era && a->parse_only == b->parse_only && a->canonicalize == b->canonicalize &&
         a->target_ttnn == b->target_ttnn && (a->markdown || a->fence) == (b->markdown || b->fence) &&
         tta_str_equal(a->system_desc, b->system_desc) && !memcmp(a->rule_set, b->rule_set, sizeof a->rule_set) &&
         !memcmp(a->rule_enabled, b->rule_enabled, sizeof a->rule_enabled) &&
         !memcmp(a->rule_severity, b->rule_severity, sizeof a->rule_severity);
}

static void forget(tta_recall *r) {
  tta_known_forget(&r->reader.known);
  tta_known_maps_free(&r->reader.known_maps);
  tta_questions_free(&r->verifier.questions);
  tta_tree_rewind(&r->reader.tree, r->reader.known.no_trees);
  r->reader.printed.size = 0;
}

#define EXCHANGE(type, a, b) \
  do { \
    type other = a; \
    a = b; \
    b = other; \
  } while (0)

static void exchange(tta_recall *r, tta_reader *reader, tta_verifier *verifier) {
  EXCHANGE(tta_tree, r->reader.tree, reader->tree);
  EXCHANGE(tta_known_values, r->reader.known, reader->known);
  EXCHANGE(tta_known_maps, r->reader.known_maps, reader->known_maps);
  EXCHANGE(struct tta_known_facts *, r->verifier.known, verifier->known);
  EXCHANGE(tta_questions, r->verifier.questions, verifier->questions);
}

bool tta_recall_lend(tta_recall *r, const tta_check_options *options, tta_reader *reader, tta_verifier *verifier) {
  if (r->lent || tta_allocator_or_default(options->allocator) != r->allocator || options->system_desc.size)
    return false;
  if (!reads_alike(&r->options, options)) {
    forget(r);
    r->options = *options;
    r->options.split_marker = (tta_str){NULL, 0}; /* the text of the caller may go */
  }
  exchange(r, reader, verifier);
  EXCHANGE(tta_buf, r->reader.printed, reader->printed);
  reader->tree.text = reader->text;
  r->reader.known.lasting = r->lent = true;
  return true;
}

void tta_recall_take_back(tta_recall *r, tta_reader *reader, tta_verifier *verifier, bool complete) {
  enum { MAX_PRINTED = 1 << 16 }; /* bytes that are copied for each text: the check keeps its own */
  r->lent = false;
  if (!complete) return; /* what it got for the loan is empty */
  exchange(r, reader, verifier);
  tta_str printed = tta_buf_view(&reader->printed);
  r->reader.printed.size = 0;
  if (printed.size <= MAX_PRINTED) tta_buf_append(&r->reader.printed, printed);
  if (printed.size > MAX_PRINTED || r->reader.printed.failed) forget(r);
}
