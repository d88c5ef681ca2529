/* The dates of a whole text: the days on which tt-mlir read all its attributes, or two that exclude each other. */
#include "base/str.h"
#include "ir/behaviors.h"
#include "ir/eras.h"
#include "parse/reader.h"
#include "ttattr/check.h"
#include "verify/era.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

/* The attributes of a text have few different sets of days: one of each, and its first position. */
typedef struct witness {
  struct witness *next;
  tta_era_set days;
  tta_span span;
  const char *name;
} witness;

struct tta_text_eras {
  const tta_allocator *allocator;
  tta_arena arena;
  tta_report report;
  tta_reader reader;
  tta_era_set days;
  witness *witnesses;
  const tta_diagnostic *conflict;
  bool found; /* a conflict, also when there was no memory to report it */
  bool printed; /* the days of the canonical text */
};

static const char *words_of(tta_text_eras *e, const tta_era_set *days) {
  tta_buf buf = tta_buf_new(e->allocator);
  tta_era_words(&buf, days);
  tta_str text = tta_arena_take(&e->arena, &buf);
  if (text.data) return text.data;
  e->report.status = TTA_NO_MEMORY;
  return "";
}

static void report_conflict(tta_text_eras *e, const witness *one, const witness *other) {
  const char *when = words_of(e, &one->days);
  tta_diagnostic *d;
  if (tta_era_is_empty(&one->days)) {
    d = tta_report_add(&e->report, TTA_RULE_syntax, one->span, "no version of tt-mlir read this %s", one->name);
  } else if (other) {
    d = tta_report_add(&e->report, TTA_RULE_syntax, one->span, "no version of tt-mlir read this text: %s is valid %s",
                       one->name, when);
    tta_report_note(&e->report, d, other->span, "%s is valid %s", other->name, words_of(e, &other->days));
  } else {
    d = tta_report_add(&e->report, TTA_RULE_syntax, one->span,
                       "no version of tt-mlir read this text: %s is valid %s, when the text before it was not read",
                       one->name, when);
  }
  e->conflict = d;
}

/* Runs of days that overlap in pairs have a day in common, so mostly there is a pair that does not overlap. */
static void add(tta_text_eras *e, witness w) {
  const witness *apart = NULL;
  tta_era_and(&e->days, &w.days);
  e->found = tta_era_is_empty(&e->days);
  for (const witness *i = e->witnesses; i; i = i->next) {
    tta_era_set both = i->days, same = i->days, more = w.days;
    tta_era_and(&both, &w.days);
    tta_era_and_not(&same, &w.days);
    tta_era_and_not(&more, &i->days);
    if (tta_era_is_empty(&both)) apart = i;
    if (tta_era_is_empty(&same) && tta_era_is_empty(&more)) return;
  }
  if (e->found) {
    report_conflict(e, &w, apart);
    return;
  }
  witness *kept = tta_arena_alloc(&e->arena, sizeof *kept);
  if (!kept) {
    e->report.status = TTA_NO_MEMORY;
    return;
  }
  *kept = w;
  kept->next = e->witnesses;
  e->witnesses = kept;
}

/* Recursion is as deep as the text nests. */
static void visit(tta_text_eras *e, const tta_tree *tree, tta_node_id id, bool device_op) {
  const tta_node *n = tta_node_at(tree, id);
  if (n->kind == TTA_NODE_ATTRIBUTE && !(n->flags & TTA_NODE_HAS_ERRORS) && !e->found) {
    tta_era_set days = e->printed ? tta_era_of_printed(tree, id, device_op, TTA_ERA_LENIENT)
                                  : tta_era_of_attribute(tree, id, device_op, TTA_ERA_LENIENT);
    add(e, (witness){NULL, days, tta_first_token(tree, id), tta_attributes[n->index].mnemonic});
  }
  for (tta_node_id c = tta_node_first(tree, id); c && !e->found; c = tta_node_at(tree, c)->next)
    visit(e, tree, c, false);
}

static bool island(void *user, tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  bool device_op = place == TTA_CONTEXT_DEVICE_OPERATION;
  bool use = tta_node_at(&reader->tree, root)->begin != span.begin && !device_op; /* of an alias */
  if (!use) visit(user, &reader->tree, root, device_op);
  return false;
}

static tta_status read_text(tta_source *source, const tta_allocator *allocator, bool printed, tta_text_eras **out) {
  if (!allocator) allocator = &tta_malloc_allocator;
  *out = NULL;
  if (source->text.size > TTA_MAX_TEXT_BYTES) return TTA_LIMIT;
  tta_text_eras *e = allocator->allocate(allocator->user, sizeof *e);
  if (!e) return TTA_NO_MEMORY;
  *e = (tta_text_eras){.allocator = allocator,
                       .days = tta_era_interval(TTA_DATE_0 + 1, TTA_DATE_0, TTA_ERA_SETTLED),
                       .printed = printed};
  tta_arena_init(&e->arena, allocator);
  tta_report_init(&e->report, &e->arena);
  tta_reader_options how = {.split = true};
  tta_status status = tta_reader_init(&e->reader, source->text, &e->report, allocator, how);
  tta_visitor visitor = {.user = e, .island = island};
  if (!status) status = tta_reader_read(&e->reader, &visitor);
  if (!status) status = e->report.status;
  if (status) tta_text_eras_free(e);
  else *out = e;
  return status;
}

tta_status tta_text_eras_read(tta_source *source, const tta_allocator *allocator, tta_text_eras **out) {
  return read_text(source, allocator, false, out);
}

bool tta_section_is_recent(tta_verifier *v) {
  tta_module_facts *f = v->facts;
  v->own = true;
  if (f->recency) return f->recency == TTA_RECENT;
  const tta_span section = v->reader->sections[v->reader->num_sections - 1].span;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  tta_str text = TTA_SPAN_TEXT(v->reader->text.data, section);
  text = tta_arena_str(&v->scratch, text);
  tta_source source;
  tta_text_eras *eras = NULL;
  tta_source_init(&source, (tta_str){"", 0}, text, v->reader->allocator);
  tta_status status = text.data ? read_text(&source, v->reader->allocator, true, &eras) : TTA_NO_MEMORY;
  if (status == TTA_NO_MEMORY) v->report->status = status;
  f->recency = TTA_NOT_RECENT;
  if (!status) {
    size_t count = tta_text_eras_num_eras(eras);
    bool open = count && !tta_text_eras_era(eras, count - 1).until;
    if (open && tta_text_eras_era(eras, 0).since >= tta_date_day(TTA_SINCE_TTCORE)) f->recency = TTA_RECENT;
  }
  tta_text_eras_free(eras);
  tta_source_free(&source);
  tta_arena_rewind(&v->scratch, mark);
  return f->recency == TTA_RECENT;
}

void tta_text_eras_free(tta_text_eras *eras) {
  if (!eras) return;
  tta_reader_free(&eras->reader);
  tta_report_free(&eras->report);
  tta_arena_free(&eras->arena);
  eras->allocator->release(eras->allocator->user, eras, sizeof *eras);
}

size_t tta_text_eras_num_eras(const tta_text_eras *eras) {
  uint32_t day = 0;
  tta_era_run run;
  size_t count = 0;
  while (tta_era_next_run(&eras->days, &day, &run)) count++;
  return count;
}

tta_era tta_text_eras_era(const tta_text_eras *eras, size_t index) {
  uint32_t day = 0;
  tta_era_run run = {0, 0};
  if (index >= tta_text_eras_num_eras(eras)) return (tta_era){0, 0};
  for (size_t i = 0; i <= index; i++) tta_era_next_run(&eras->days, &day, &run);
  return (tta_era){run.since, run.until};
}

const tta_diagnostic *tta_text_eras_conflict(const tta_text_eras *eras) { return eras->conflict; }
