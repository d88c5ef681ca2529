/* next.c: the order of levels and chunks, and which candidates are legal. */
#include "base/str.h"
#include "reduce/reduce.h"
#include "ttattr/check.h"

typedef struct level {
  const char *name;
  tta_reduce_list *list;
  tta_reduce_chunk *leave_out;
} level;

/* Coarse ones first. What is not used any more follows what used it. */
static const level levels[] = {
    {"sections", tta_reduce_list_sections, tta_reduce_sections},
    {"comments", tta_reduce_list_comments, tta_reduce_comments},
    {"resources", tta_reduce_list_resources, tta_reduce_comments},
    {"functions", tta_reduce_list_top, tta_reduce_operations},
    {"operations", tta_reduce_list_operations, tta_reduce_operations},
    {"regions", tta_reduce_list_regions, tta_reduce_regions},
    {"nesting", tta_reduce_list_nesting, tta_reduce_nesting},
    {"modules", tta_reduce_list_modules, tta_reduce_modules},
    {"results of functions", tta_reduce_list_results, tta_reduce_results},
    {"attributes", tta_reduce_list_attributes, tta_reduce_attributes},
    {"operands", tta_reduce_list_operands, tta_reduce_operands},
    {"arguments", tta_reduce_list_arguments, tta_reduce_items},
    {"encodings", tta_reduce_list_types, tta_reduce_fields},
    {"unused aliases", tta_reduce_list_unused, tta_reduce_unused},
    {"fields", tta_reduce_list_fields, tta_reduce_fields},
    {"extents", tta_reduce_list_extents, tta_reduce_extents},
    {"even extents", tta_reduce_list_even_extents, tta_reduce_even_extents},
    {"aliases", tta_reduce_list_aliases, tta_reduce_aliases},
    {"blank lines", tta_reduce_list_blanks, tta_reduce_blanks},
};
enum { NUM_LEVELS = sizeof levels / sizeof *levels };

const char *tta_reduction_level_name(const tta_reduction *at) {
  return levels[at->level < NUM_LEVELS ? at->level : NUM_LEVELS - 1].name;
}

/* ---- legality ---- */

/* @param text  with a NUL byte after it */
static tta_status count_errors_of(tta_str text, const tta_allocator *allocator, uint32_t *errors) {
  tta_check_options *options;
  tta_source source;
  tta_check *check = NULL;
  tta_status status = tta_check_options_new(allocator, &options);
  if (status) return status;
  tta_check_options_set_parse_only(options, true);
  tta_check_options_set_split(options, true);
  tta_source_init(&source, TTA_STR("candidate"), text, allocator);
  status = tta_check_text(&source, options, &check);
  if (!status) *errors = (uint32_t)tta_results_num_errors(tta_check_results(check));
  tta_check_free(check);
  tta_source_free(&source);
  tta_check_options_free(options);
  return status;
}

static tta_status count_errors(tta_str text, const tta_allocator *allocator, uint32_t *errors) {
  tta_buf copy = tta_buf_new(allocator);
  tta_buf_bytes(&copy, text.data, text.size);
  tta_buf_char(&copy, '\0');
  tta_str own = {copy.data, text.size};
  tta_status status = copy.failed ? TTA_NO_MEMORY : count_errors_of(own, allocator, errors);
  tta_buf_free(&copy);
  return status;
}

static uint32_t count_undefined(const tta_ops *ops) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < ops->num_uses; i++) count += ops->uses[i].value == TTA_OPS_NONE;
  return count;
}

/* Whether a candidate has no more errors than the text. */
static tta_status is_legal(const tta_reduction *at, tta_str text, const tta_allocator *allocator, bool *legal) {
  uint32_t errors;
  tta_ops *ops;
  *legal = true;
  if (!text.size) return TTA_OK;
  tta_status status = tta_ops_read(text, (tta_span){0, (uint32_t)text.size}, allocator, &ops);
  if (status) return status;
  *legal = count_undefined(ops) <= at->undefined;
  tta_ops_free(ops);
  if (!*legal) return TTA_OK;
  status = count_errors(text, allocator, &errors);
  *legal = errors <= at->errors;
  return status;
}

/* ---- the text ---- */

static void reducer_free(tta_reducer *r) {
  tta_ops_free(r->ops);
  tta_arena_free(&r->arena);
}

static tta_status reducer_init(tta_reducer *r, tta_str text, const tta_allocator *allocator) {
  tta_splitter splitter;
  tta_span section;
  *r = (tta_reducer){.text = text};
  tta_arena_init(&r->arena, allocator);
  tta_splitter_init(&splitter, text, (tta_section_rules){.split = true}, 0, NULL);
  while (tta_splitter_next(&splitter, &section) && !r->status)
    if (!TTA_PUSH_IN(&r->arena, r, sections, section)) r->status = TTA_NO_MEMORY;
  if (!r->status) r->status = tta_ops_read(text, (tta_span){0, (uint32_t)text.size}, allocator, &r->ops);
  if (r->ops) r->marks = &r->ops->skeleton;
  return r->status;
}

static tta_status measure(tta_reduction *at, const tta_reducer *r) {
  if (at->measured) return TTA_OK;
  at->measured = true;
  at->undefined = count_undefined(r->ops);
  return count_errors(r->text, r->arena.allocator, &at->errors);
}

/* ---- positions ---- */

static void start_level(tta_reduction *at, uint32_t number) {
  at->level = number;
  at->size = at->index = 0;
  at->changed_pass = false;
}

/* The end of a pass: smaller chunks, one more pass, the next level or round. @return false: nothing is left */
static bool next_pass(tta_reduction *at) {
  bool again = at->size == 1 && at->changed_pass;
  if (at->size > 1 || again) {
    at->size = (at->size + 1) / 2;
    at->index = 0;
    at->changed_pass = false;
    return true;
  }
  if (at->level + 1 < NUM_LEVELS) {
    start_level(at, at->level + 1);
    return true;
  }
  if (!at->changed_round) return false;
  at->changed_round = false;
  start_level(at, 0);
  return true;
}

/* The units of the level in the text, and how many are in the next chunk. @return 0: the pass is at its end */
static uint32_t next_chunk(tta_reduction *at, tta_reducer *r) {
  r->num_units = r->num_edits = 0;
  levels[at->level].list(r);
  if (!at->size) at->size = r->num_units ? r->num_units : 1;
  if (at->index >= r->num_units || r->status) return 0;
  return at->size < r->num_units - at->index ? at->size : r->num_units - at->index;
}

tta_status tta_reduction_next(tta_reduction *at, tta_str text, const tta_allocator *allocator, tta_buf *candidate,
                              bool *found) {
  tta_reducer r;
  *found = false;
  if (text.size >= INT32_MAX) return TTA_LIMIT;
  if (!text.size) return TTA_OK;
  tta_status status = reducer_init(&r, text, tta_allocator_or_default(allocator));
  if (!status) status = measure(at, &r);
  bool more = true;
  while (!status && !*found && more) {
    uint32_t count = next_chunk(at, &r);
    if (!count) {
      status = r.status;
      more = next_pass(at);
      continue;
    }
    candidate->size = 0;
    r.impossible = false;
    levels[at->level].leave_out(&r, at->index, count);
    if (!r.impossible && !r.status) tta_reduce_apply(&r, candidate);
    status = r.status;
    bool wanted = !status && !r.impossible && !tta_str_equal(tta_buf_view(candidate), text);
    if (wanted) status = is_legal(at, tta_buf_view(candidate), r.arena.allocator, found);
    if (!*found) tta_reduction_reject(at);
  }
  reducer_free(&r);
  return status;
}
