/* The parser of one island, from initialization to its tree. */

#include "parse/follow.h"
#include "parse/parser.h"
#include "parse/plain.h"
#include "parse/repair.h"
#include "text/token.h"

void tta_parser_init(tta_parser *p, tta_tree *tree, tta_report *report, tta_strmap *aliases, size_t *skip_budget) {
  *p = (tta_parser){.tree = tree,
                    .report = report,
                    .aliases = aliases,
                    .text = tree->text.data,
                    .limit = tree->text.data + tree->text.size,
                    .section_end = tree->text.data + tree->text.size,
                    .skip_budget = skip_budget,
                    .plain_names = true};
  tta_strmap_init(&p->name_index, tree->allocator);
}

void tta_parser_free(tta_parser *p) {
  if (!p->tree) return; /* never initialised */
  TTA_ARRAY_FREE(p->tree->allocator, p, names);
  TTA_ARRAY_FREE(p->tree->allocator, p, undefined);
  tta_strmap_free(&p->name_index);
}

static inline __attribute__((always_inline)) tta_node_id parse_once(tta_parser *p, tta_entry entry, uint32_t begin) {
  p->at = p->token = p->text + begin;
  p->entry = entry;
  p->started = p->comment = p->opaque = p->continued_name = p->failed = p->lexical_error =
      p->dims_next = p->skipping = p->stopped = p->needs_grammar = false;
  p->canonical = true;
  p->signs = p->depth = p->max_depth = p->trying = 0;
  p->failed_at = p->at;
  p->error_at = NULL;
  p->map_has_errors = false;
  p->begin = begin;
  p->first_expr = tta_affine_pool_mark(p->tree->affine);
  tta_affine_reset(p);
  p->result = tta_plain_island(p);
  p->canonical = p->canonical && p->result;
  bool parsed = p->result || !tta_attr_parse_island(p);
  if (tta_affine_pool_status(p->tree->affine)) p->tree->status = TTA_NO_MEMORY;
  if (!parsed || p->tree->status) return 0;
  if (p->failed) tta_node_at(p->tree, p->result)->flags |= TTA_NODE_HAS_ERRORS;
  return p->result;
}

tta_node_id tta_parse_once(tta_parser *p, tta_entry entry, uint32_t begin) { return parse_once(p, entry, begin); }

/* What usually follows a value: of an alias a line end, in an operation a mark that belongs to no value. */
static bool ends_plainly(const tta_parser *p) {
  enum { MAX_LIST = 4096 };
  char next = p->at >= p->section_end ? '\n' : *p->at;
  if (p->entry == TTA_ENTRY_ALIAS_VALUE || p->entry == TTA_ENTRY_ALIAS_TYPE) return next == '\n';
  const char *begin = p->text + p->begin, *low = p->begin > MAX_LIST ? begin - MAX_LIST : p->text;
  return tta_ends_plainly(next) || (next == ']' && tta_is_in_list(low, begin));
}

tta_node_id tta_parse_island(tta_parser *p, tta_entry entry, uint32_t begin) {
  tta_report_mark reported = tta_report_position(p->report);
  uint32_t undefined = p->num_undefined;
  tta_node_id root = parse_once(p, entry, begin);
  bool quiet = !p->failed && !p->continued_name && p->report->size == reported.size;
  if ((quiet && (ends_plainly(p) || tta_follows_well(p))) || (!root && !p->failed)) return root;
  if (p->repair_budget) tta_repair_island(p, reported);
  if (root && p->failed) tta_node_at(p->tree, root)->flags |= TTA_NODE_HAS_ERRORS;
  bool silent = p->report->num_errors == reported.num_errors && p->num_undefined == undefined && !p->failed;
  if (silent && !tta_follows_well(p)) tta_report_unread(p, root);
  return root;
}
