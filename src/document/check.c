/* The run over one text: the reader parses, rules verify, the result is kept for the caller. */
#include "ttattr/check.h"

#include "diag/results.h"
#include "document/document.h"
#include "document/fixes.h"
#include "document/parts.h"
#include "document/recall.h"
#include "parse/reader.h"
#include "parse/opaque.h"
#include "print/json.h"
#include "ttattr/value.h"
#include "verify/verify.h"

struct tta_check {
  const tta_allocator *allocator;
  tta_results results;
  tta_reader reader;
  tta_source *source;
  tta_check_options options;
  tta_verifier verifier;
  tta_suppressions suppressions;
  tta_file_suppressions own; /* for other sections of the same file */
  size_t num_islands;
  uint32_t num_passed;    /* of the changes of a trial: those before the value */
  size_t num_in_last;     /* of the island that was verified last */
  tta_island_visitor visit; /* may be NULL */
  void *user;
  uint64_t json_budget; /* bytes that aliases may expand to in JSON */
  tta_buf json;         /* of a part */
  tta_check *parts;     /* the next of a list: they own diagnostics of this check; NULL: none */
};

static void begin_section(void *user, tta_reader *reader, uint32_t section) {
  tta_check *check = user;
  (void)reader;
  (void)section;
  tta_verifier_begin_section(&check->verifier);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

/* The opaque bodies around what is being listed, and the occurrences. */
typedef struct listing {
  tta_check *check;
  uint32_t level, depth;
} listing;

static void list_opaque(void *user, tta_node_id opaque, uint32_t depth);

static tta_json_walk walk_of(listing *l) {
  return (tta_json_walk){.out = l->check->options.json, .source = l->check->source, .tree = &l->check->reader.tree,
                         .budget = &l->check->json_budget, .opaque = list_opaque, .user = l};
}

static bool list_inner(void *user, tta_reader *reader, const tta_inner_island *inner) {
  const listing *outer = user;
  listing l = {outer->check, inner->level, 0};
  tta_json_walk walk = walk_of(&l);
  (void)reader;
  tta_json_occurrences(&walk, inner->root, outer->depth);
  return false;
}

static void list_opaque(void *user, tta_node_id opaque, uint32_t depth) {
  const listing *around = user;
  listing l = {around->check, around->level, depth};
  tta_inner_islands(&l.check->reader, opaque, l.level, list_inner, &l);
}

static void list_island(tta_check *check, tta_node_id root, bool device_op, tta_span span) {
  listing l = {check, 0, 0};
  tta_json_walk walk = walk_of(&l);
  if (device_op) tta_json_device_op(&walk, root, span);
  else tta_json_occurrences(&walk, root, 0);
}

/* ---- what the reader reports ------------------------------------------------------------------------------------- */

static bool verify_opaques(tta_check *check, tta_node_id id, uint32_t level);

static bool verify_inner(void *user, tta_reader *reader, const tta_inner_island *inner) {
  tta_check *check = user;
  bool keep = tta_verifier_island(&check->verifier, inner->root, TTA_CONTEXT_OPERATION, inner->span);
  return (reader->parser.opaque && verify_opaques(check, inner->root, inner->level)) || keep;
}

/* The body of an unknown attribute is verified as an operation is. Recurses as deep as the text nests. */
static bool verify_opaques(tta_check *check, tta_node_id id, uint32_t level) {
  const tta_tree *tree = &check->reader.tree;
  if (tta_node_at(tree, id)->kind == TTA_NODE_OPAQUE)
    return tta_inner_islands(&check->reader, id, level, verify_inner, check);
  bool keep = false;
  for (tta_node_id c = tta_node_first(tree, id); c; c = tta_node_at(tree, c)->next)
    keep |= verify_opaques(check, c, level);
  return keep;
}

/* The value of an alias may be an array of attributes. Recurses as deep as the text nests. */
static size_t count_outermost(const tta_tree *tree, tta_node_id id) {
  if (tta_is_occurrence(tree, id)) return 1;
  size_t count = 0;
  for (tta_node_id c = tta_node_first(tree, id); c; c = tta_node_at(tree, c)->next) count += count_outermost(tree, c);
  return count;
}

/* Not inlined: most checks have no visitor. */
static __attribute__((noinline)) void visit_island(tta_check *check, tta_node_id root, tta_island_context place,
                                                   tta_span span) {
  const tta_reader *reader = &check->reader;
  bool named = place == TTA_CONTEXT_ALIAS || place == TTA_CONTEXT_DEVICE_OPERATION;
  tta_island seen = {{&reader->tree, root}, span, named ? reader->name : (tta_span){0, 0}, place,
                     reader->num_sections - 1};
  check->visit(check->user, &seen);
}

/* Values come in the order of their begin. */
static bool is_changed(tta_check *check, tta_span span) {
  const tta_trial *trial = check->options.trial;
  while (check->num_passed < trial->num_changed && trial->changed[check->num_passed].end < span.begin)
    check->num_passed++;
  return check->num_passed < trial->num_changed && trial->changed[check->num_passed].begin <= span.end;
}

/* In a trial, a value without aliases that is not changed: its errors are its own, and no other value has one because
 * of it. */
static bool apart(void *user, tta_span span) {
  tta_check *check = user;
  if (is_changed(check, span)) return false;
  visit_island(check, 0, TTA_CONTEXT_OPERATION, span);
  return true;
}

static bool island(void *user, tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  tta_check *check = user;
  if (check->visit) visit_island(check, root, place, span);
  if (!root) return false;
  bool device_op = place == TTA_CONTEXT_DEVICE_OPERATION;
  /* an alias use: its definition was listed */
  bool use = tta_node_at(&reader->tree, root)->begin != span.begin && !device_op;
  bool opaque = tta_node_at(&reader->tree, root)->kind == TTA_NODE_OPAQUE; /* an alias: its islands come one by one */
  check->num_in_last = use ? 0 : count_outermost(&reader->tree, root);
  check->num_islands += check->num_in_last;
  bool opaques = reader->parser.opaque && !use && !opaque;
  if (check->options.json && !use && !opaque) list_island(check, root, device_op, span);
  if (check->options.parse_only && !check->options.era) return false;
  bool keep = tta_verifier_island(&check->verifier, root, place, span);
  return (opaques && verify_opaques(check, root, 0)) || keep;
}

static void use(void *user, tta_reader *reader, tta_node_id value, tta_span span) {
  tta_check *check = user;
  tta_island seen = {{&reader->tree, value}, span, {0, 0}, TTA_CONTEXT_USE, reader->num_sections - 1};
  if (check->visit) check->visit(check->user, &seen);
}

static uint32_t learn(void *user, uint32_t number) {
  tta_check *check = user;
  return tta_verifier_learn(&check->verifier, number) ? (uint32_t)check->num_in_last : TTA_NOT_LEARNT;
}

static void known(void *user, uint32_t number, tta_span span) {
  tta_check *check = user;
  tta_verifier_known(&check->verifier, number, span);
}

static bool moved(void *user, uint32_t number, const tta_known_use *uses, uint32_t num_uses) {
  tta_check *check = user;
  return tta_verifier_moved(&check->verifier, number, uses, num_uses);
}

static void end_section(void *user, tta_reader *reader, uint32_t section) {
  tta_check *check = user;
  (void)reader;
  (void)section;
  if (!check->options.parse_only) tta_verifier_end_section(&check->verifier);
}

/* ---- a text ------------------------------------------------------------------------------------------------------ */

static tta_check *new_check(tta_source *source, const tta_check_options *options, tta_island_visitor visit,
                            void *user) {
  const tta_allocator *allocator = tta_allocator_or_default(options->allocator);
  tta_check *check = allocator->allocate(allocator->user, sizeof *check);
  if (!check) return NULL;
  *check = (tta_check){.allocator = allocator, .source = source, .options = *options, .visit = visit, .user = user};
  tta_results_init(&check->results, allocator, &check->options);
  tta_suppressions_init(&check->suppressions, source->text, allocator);
  tta_buf_init(&check->json, allocator);
  check->json_budget = tta_amplification_limit(source->text.size);
  return check;
}

/* @param part NULL: all sections */
static tta_status read_text(tta_check *check, const tta_text_part *part) {
  const tta_check_options *options = &check->options;
  tta_reader_options reading = {.split = options->split,
                                .marker = options->split_marker,
                                .markdown = options->markdown,
                                .sketches = options->markdown || options->fence,
                                .canonicalize = options->canonicalize,
                                .expand_aliases = options->expand_aliases,
                                .every_island = options->json || check->visit,
                                .no_repairs = options->trial != NULL,
                                .era = options->era};
  tta_status status =
    tta_reader_init(&check->reader, check->source->text, &check->results.report, check->allocator, reading);
  check->reader.suppressions = &check->suppressions;
  if (!status) status = tta_verifier_init(&check->verifier, &check->reader, options);
  if (status) return status;
  tta_visitor visitor = {
    .user = check, .begin_section = begin_section, .island = island, .end_section = end_section, .use = use};
  bool again = check->visit || options->json || options->trial || options->expand_aliases || options->read_again;
  if (options->trial) visitor.apart = apart;
  if (!again) visitor.learn = learn, visitor.known = known, visitor.moved = moved;
  tta_recall *recall = again || part ? NULL : options->recall;
  bool lent = recall && tta_recall_lend(recall, options, &check->reader, &check->verifier);
  status = part ? tta_reader_read_part(&check->reader, &visitor, part) : tta_reader_read(&check->reader, &visitor);
  check->num_islands += check->reader.num_passed_over;
  if (!status) status = check->results.report.status;
  if (lent) tta_recall_take_back(recall, &check->reader, &check->verifier, !status);
  tta_verifier_free(&check->verifier);
  tta_reader_free_trees(&check->reader);
  return status;
}

/* The results are complete: the sections without errors, and what is printed of them. */
static tta_status finish(tta_check *check, const tta_executor *executor) {
  tta_results *r = &check->results;
  const tta_reader *reader = &check->reader;
  tta_reader_settle(&check->reader, check->suppressions.errors, check->suppressions.num_errors);
  tta_text_section *sections = tta_arena_array(&r->arena, reader->num_sections, sizeof *sections);
  if (!sections) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < reader->num_sections; i++)
    sections[i] = (tta_text_section){reader->sections[i].span, reader->sections[i].has_errors};
  r->sections = sections;
  r->num_sections = reader->num_sections;
  r->replacements = reader->replacements;
  r->num_replacements = reader->num_replacements;
  r->printed = reader->printed.data;
  tta_status status = tta_fixes_try(check->source->text, sections, reader->num_sections, &check->options, &r->report,
                                    executor);
  return status ? status : tta_results_finish(r);
}

/* What concerns all sections together. @param executor may be NULL */
static tta_status conclude(tta_check *check, const tta_executor *executor) {
  tta_status status =
    tta_suppressions_apply(&check->suppressions, &check->results.report, &check->options, &check->own);
  if (!status && check->options.json && check->options.json->failed) status = TTA_NO_MEMORY;
  return status ? status : finish(check, executor);
}

tta_status tta_check_text(tta_source *source, const tta_check_options *options, tta_check **out) {
  return tta_check_visit(source, options, NULL, NULL, out);
}

tta_status tta_check_visit(tta_source *source, const tta_check_options *given, tta_island_visitor visit, void *user,
                           tta_check **out) {
  const tta_check_options options = tta_check_options_or_default(given);
  if (out) *out = NULL;
  if (source->text.size > TTA_MAX_TEXT_BYTES) return TTA_LIMIT;
  tta_check *check = new_check(source, &options, visit, user);
  if (!check) return TTA_NO_MEMORY;
  tta_status status = read_text(check, NULL);
  if (!status) status = conclude(check, NULL);
  if (!status && out) *out = check;
  else tta_check_free(check);
  return status;
}

/* ---- a text in parts --------------------------------------------------------------------------------------------- */

typedef struct part_job {
  const tta_text_part *part;
  tta_check *check; /* of this part */
  tta_status status;
} part_job;

static void read_part(void *data, size_t index) {
  part_job *job = (part_job *)data + index;
  tta_check *check = job->check;
  if (check->options.json) check->options.json = &check->json;
  job->status = read_text(check, job->part);
  if (check->json.failed) job->status = TTA_NO_MEMORY;
}

/* Adds what the check of the next part found. @param same as for tta_reader_join */
static tta_status join(tta_check *whole, tta_check *part, bool *same) {
  tta_report *report = &part->results.report;
  uint64_t expanded = tta_amplification_limit(whole->source->text.size) - part->json_budget;
  tta_status status = tta_suppressions_join(&whole->suppressions, &part->suppressions);
  if (!status) status = tta_reader_join(&whole->reader, &part->reader, same);
  *same &= !expanded || expanded < whole->json_budget;
  whole->json_budget -= expanded < whole->json_budget ? expanded : whole->json_budget;
  whole->num_islands += part->num_islands;
  for (size_t i = 0; i < report->size; i++) tta_report_refer(&whole->results.report, report->items[i]);
  tta_report_free(report);
  return status ? status : whole->results.report.status;
}

/* Reads the parts, and joins them in order. */
static tta_status read_parts(tta_check *whole, const tta_text_parts *parts, const tta_executor *executor, bool *same) {
  const tta_text_part nothing = {.num_sections = 0};
  part_job *jobs = tta_arena_array(&whole->results.arena, parts->num_list, sizeof *jobs);
  tta_check **next = &whole->parts;
  if (!jobs) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < parts->num_list; i++) {
    tta_check *check = *next = new_check(whole->source, &whole->options, NULL, NULL);
    if (!check) return TTA_NO_MEMORY;
    jobs[i] = (part_job){&parts->list[i], check, TTA_OK};
    next = &check->parts;
  }
  tta_status status = read_text(whole, &nothing);
  if (!status) executor->run(executor->user, read_part, jobs, parts->num_list);
  for (uint32_t i = 0; i < parts->num_list && !status && *same; i++) {
    status = jobs[i].status;
    if (!status) status = join(whole, jobs[i].check, same);
  }
  return status;
}

/* Only when all parts were joined, since a text that is read again has it again. */
static void append_json(tta_check *whole) {
  for (tta_check *part = whole->parts; part && whole->options.json; part = part->parts) {
    tta_buf_append(whole->options.json, tta_buf_view(&part->json));
    tta_buf_free(&part->json);
  }
}

/* With JSON the line table of the source is used by all parts, so that it exists before. */
static bool can_be_cut(tta_source *source, const tta_check_options *options) {
  if (!options->split || options->markdown || options->trial) return false;
  if (source->text.size < (options->part_bytes ? options->part_bytes : TTA_PARTS_TEXT)) return false;
  if (options->json) tta_source_position(source, 0);
  return !options->json || source->line_starts;
}

static tta_status check_parts(tta_source *source, const tta_check_options *options, const tta_text_parts *parts,
                              const tta_executor *executor, tta_check **out) {
  bool same = true;
  tta_check *whole = new_check(source, options, NULL, NULL);
  if (!whole) return TTA_NO_MEMORY;
  tta_status status = read_parts(whole, parts, executor, &same);
  if (!status && same) append_json(whole);
  if (!status && same) status = conclude(whole, executor);
  if (!status && same) *out = whole;
  else tta_check_free(whole);
  return status || same ? status : tta_check_text(source, options, out);
}

tta_status tta_check_parallel(tta_source *source, const tta_check_options *given, const tta_executor *executor,
                              tta_check **out) {
  const tta_check_options options = tta_check_options_or_default(given);
  const tta_allocator *allocator = tta_allocator_or_default(options.allocator);
  const tta_section_rules rules = {.split = true, .marker = options.split_marker};
  tta_text_parts parts = {0};
  *out = NULL;
  if (source->text.size > TTA_MAX_TEXT_BYTES || !can_be_cut(source, &options))
    return tta_check_text(source, given, out);
  tta_status status = tta_text_parts_cut(&parts, source->text, rules, executor->num_threads, options.part_bytes,
                                         allocator);
  if (!status) status = parts.num_list > 1 ? check_parts(source, &options, &parts, executor, out)
                                           : tta_check_text(source, given, out);
  TTA_ARRAY_FREE(allocator, &parts, list);
  return status;
}

void tta_check_free(tta_check *check) {
  while (check) {
    tta_check *next = check->parts;
    tta_reader_free(&check->reader);
    tta_suppressions_free(&check->suppressions);
    tta_results_free(&check->results);
    tta_buf_free(&check->json);
    check->allocator->release(check->allocator->user, check, sizeof *check);
    check = next;
  }
}

const tta_file_suppressions *tta_check_file_suppressions(const tta_check *check) { return &check->own; }

const tta_results *tta_check_results(const tta_check *check) { return check ? &check->results : NULL; }

size_t tta_check_num_islands(const tta_check *check) { return check->num_islands; }
