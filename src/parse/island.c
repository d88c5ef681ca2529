/* The parser of one island, from initialization to its tree. */
#include "parse/parser.h"
#include "parse/plain.h"
#include "parse/repair.h"

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
  p->started = p->comment = p->opaque = p->continued_name = p->failed = p->lexical_error = p->dims_next =
      p->skipping = p->stopped = p->needs_grammar = false;
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

/* A value of an alias ends at the end of its line. */
static bool ends_line(const tta_parser *p) { return p->at >= p->section_end || *p->at == '\n'; }

tta_node_id tta_parse_island(tta_parser *p, tta_entry entry, uint32_t begin) {
  tta_report_mark reported = tta_report_position(p->report);
  tta_node_id root = parse_once(p, entry, begin);
  bool alias = entry == TTA_ENTRY_ALIAS_VALUE || entry == TTA_ENTRY_ALIAS_TYPE;
  bool good = !p->failed && !p->continued_name && p->report->size == reported.size && (!alias || ends_line(p));
  if (good || !p->repair_budget || (!root && !p->failed)) return root;
  tta_repair_island(p, reported);
  if (root && p->failed) tta_node_at(p->tree, root)->flags |= TTA_NODE_HAS_ERRORS;
  return root;
}
