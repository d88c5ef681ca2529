/* Allocation traces: the members of each line, and the answers. ttattr/memory.h defines the format; capture.c has the
 * other one. */
#include <inttypes.h>

#include "base/json_read.h"
#include "base/str.h"
#include "memory/replay.h"

enum { MAX_DEPTH = 8 }; /* a trace needs 1; more gives better messages */

/* The members of a line, in a table: numbers of bytes, true or false, or one of two words. */
enum { SIZE, ADDR, BOTTOM_UP, ADDRESS_LIMIT, MAX_SIZE, MIN_ALLOC, ALIGN, OFFSET, SEARCH, IMPL, NUM_MEMBERS };
#define HAS(member) (1u << (member))

static const struct {
  const char *name, *words[2];
  bool is_flag;
} members[NUM_MEMBERS] = {
    [SIZE] = {.name = "size"},
    [ADDR] = {.name = "addr"},
    [BOTTOM_UP] = {.name = "bottom_up", .is_flag = true},
    [ADDRESS_LIMIT] = {.name = "address_limit"},
    [MAX_SIZE] = {.name = "max_size"},
    [MIN_ALLOC] = {.name = "min_alloc"},
    [ALIGN] = {.name = "align"},
    [OFFSET] = {.name = "offset"},
    [SEARCH] = {.name = "search", .words = {"first", "best"}},
    [IMPL] = {.name = "impl", .words = {"free_list", "free_list_opt"}},
};

typedef struct operands {
  int64_t of[NUM_MEMBERS];
} operands;

typedef struct operation {
  const char *name; /* NULL: the configuration */
  unsigned required, optional;
  tta_status (*run)(tta_replay *r, const operands *o, tta_json *json);
} operation;

/* ---- errors ---- */

/* @param column 0: the whole line */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static tta_status malformed(tta_replay *r, size_t column, const char *format, ...) {
  tta_span span = tta_source_span(r->trace, (uint32_t)r->line, (uint32_t)column);
  va_list args;
  va_start(args, format);
  tta_report_add_list(&r->results.report, TTA_RULE_memory_trace, span, format, args);
  va_end(args);
  return r->results.report.status ? r->results.report.status : TTA_INVALID;
}

/* ---- members ---- */

static tta_status read_value(tta_replay *r, const tta_json_node *node, unsigned member, int64_t *out) {
  const char *name = members[member].name, *const *words = members[member].words;
  if (members[member].is_flag) {
    *out = node->kind == TTA_JSON_BOOL && node->boolean;
    if (node->kind == TTA_JSON_BOOL) return TTA_OK;
    return malformed(r, node->column, "\"%s\" must be true or false, found %s", name, tta_json_kind_name(node->kind));
  }
  if (words[0]) {
    *out = node->kind == TTA_JSON_STRING && tta_str_is(node->string, words[1]);
    if (*out || (node->kind == TTA_JSON_STRING && tta_str_is(node->string, words[0]))) return TTA_OK;
    return malformed(r, node->column, "\"%s\" must be \"%s\" or \"%s\"", name, words[0], words[1]);
  }
  if (!tta_json_int64(node, out)) {
    if (node->kind == TTA_JSON_INTEGER) return malformed(r, node->column, "\"%s\" exceeds 63 bits", name);
    return malformed(r, node->column, "\"%s\" must be an integer, found %s", name,
                     node->kind == TTA_JSON_STRING ? "a string" : tta_json_kind_name(node->kind));
  }
  if (*out < 0) return malformed(r, node->column, "\"%s\" must not be negative, found %" PRId64, name, *out);
  return TTA_OK;
}

static tta_status read_operands(tta_replay *r, const operation *op, const tta_json_node *line, operands *o) {
  const char *quote = op->name ? "\"" : "", *name = op->name ? op->name : "the configuration";
  unsigned given = 0, member;
  for (const tta_json_node *node = line->first; node; node = node->next) {
    if (op->name && tta_str_is(node->key, "op")) continue;
    for (member = 0; member < NUM_MEMBERS && !tta_str_is(node->key, members[member].name); member++) {}
    if (!(HAS(member) & (op->required | op->optional)))
      return malformed(r, node->key_column, "unknown member of %s%s%s", quote, name, quote);
    given |= HAS(member);
    tta_status status = read_value(r, node, member, &o->of[member]);
    if (status) return status;
  }
  for (member = 0; member < NUM_MEMBERS; member++)
    if (HAS(member) & op->required & ~given)
      return malformed(r, 0, "%s%s%s lacks \"%s\"", quote, name, quote, members[member].name);
  return TTA_OK;
}

/* ---- the first line ---- */

static tta_status configure(tta_replay *r, const tta_json_node *line) {
  static const operation all = {
      .required = HAS(MAX_SIZE) | HAS(MIN_ALLOC) | HAS(ALIGN) | HAS(OFFSET) | HAS(SEARCH) | HAS(IMPL)};
  operands o = {{0}};
  tta_status status = read_operands(r, &all, line, &o);
  if (status) return status;
  tta_freelist_config config = {.max_size_bytes = o.of[MAX_SIZE],
                                .min_alloc_bytes = o.of[MIN_ALLOC],
                                .align_bytes = o.of[ALIGN],
                                .offset_bytes = o.of[OFFSET],
                                .search = o.of[SEARCH] ? TTA_FREELIST_BEST : TTA_FREELIST_FIRST,
                                .impl = o.of[IMPL] ? TTA_FREELIST_SEGREGATED : TTA_FREELIST_LINKED};
  const char *error = tta_freelist_config_error(&config);
  if (error) return malformed(r, 0, "%s", error);
  return tta_freelist_new(&config, r->arena.allocator, &r->list);
}

/* ---- the operations: each writes the members of its answer ---- */

static void answer_address(tta_json *json, int64_t address) {
  tta_json_key(json, "addr");
  if (address == TTA_NO_ADDRESS) tta_json_null(json);
  else tta_json_int(json, address);
}

static tta_status answer_ranges(tta_json *json, const tta_address_range *ranges, size_t count) {
  tta_json_key_open(json, "ranges", '[');
  for (size_t i = 0; i < count; i++) {
    tta_json_open(json, '[');
    tta_json_int(json, ranges[i].begin);
    tta_json_int(json, ranges[i].end);
    tta_json_close(json, ']');
  }
  tta_json_close(json, ']');
  return TTA_OK;
}

static tta_status run_alloc(tta_replay *r, const operands *o, tta_json *json) {
  int64_t address;
  tta_status status = tta_freelist_alloc(r->list, o->of[SIZE], o->of[BOTTOM_UP] != 0, o->of[ADDRESS_LIMIT],
                                         &address);
  if (!status) answer_address(json, address);
  return status;
}

static tta_status run_alloc_at(tta_replay *r, const operands *o, tta_json *json) {
  int64_t address;
  tta_status status = tta_freelist_alloc_at(r->list, o->of[ADDR], o->of[SIZE], &address);
  if (!status) answer_address(json, address);
  return status;
}

static tta_status run_free(tta_replay *r, const operands *o, tta_json *json) {
  (void)json;
  return tta_freelist_release(r->list, o->of[ADDR]);
}

static tta_status run_shrink(tta_replay *r, const operands *o, tta_json *json) {
  (void)json;
  return tta_freelist_shrink(r->list, o->of[SIZE]);
}

static tta_status run_reset(tta_replay *r, const operands *o, tta_json *json) {
  (void)o;
  (void)json;
  return tta_freelist_reset_size(r->list);
}

static tta_status run_clear(tta_replay *r, const operands *o, tta_json *json) {
  (void)o;
  (void)json;
  tta_freelist_clear(r->list);
  return TTA_OK;
}

static tta_status run_available(tta_replay *r, const operands *o, tta_json *json) {
  size_t count;
  tta_status status = tta_freelist_available(r->list, o->of[SIZE], NULL, 0, &count);
  if (status) return status;
  tta_address_range *ranges = tta_arena_array(&r->arena, count, sizeof *ranges);
  if (!ranges) return TTA_NO_MEMORY;
  status = tta_freelist_available(r->list, o->of[SIZE], ranges, count, &count);
  return status ? status : answer_ranges(json, ranges, count);
}

static tta_status run_allocated(tta_replay *r, const operands *o, tta_json *json) {
  (void)o;
  size_t count = tta_freelist_allocated(r->list, NULL, 0);
  tta_address_range *ranges = tta_arena_array(&r->arena, count, sizeof *ranges);
  if (!ranges) return TTA_NO_MEMORY;
  tta_freelist_allocated(r->list, ranges, count);
  return answer_ranges(json, ranges, count);
}

static tta_status run_stats(tta_replay *r, const operands *o, tta_json *json) {
  (void)o;
  tta_freelist_stats stats = tta_freelist_statistics(r->list);
  tta_json_key_open(json, "stats", '{');
  tta_json_key_int(json, "total_allocatable", stats.total_allocatable_bytes);
  tta_json_key_int(json, "allocated", stats.allocated_bytes);
  tta_json_key_int(json, "free", stats.free_bytes);
  tta_json_key_int(json, "largest_free", stats.largest_free_bytes);
  tta_json_close(json, '}');
  return TTA_OK;
}

static tta_status run_lowest(tta_replay *r, const operands *o, tta_json *json) {
  (void)o;
  answer_address(json, tta_freelist_lowest_occupied(r->list));
  return TTA_OK;
}

static const operation operations[] = {
    {"alloc", HAS(SIZE) | HAS(BOTTOM_UP), HAS(ADDRESS_LIMIT), run_alloc},
    {"alloc_at", HAS(ADDR) | HAS(SIZE), 0, run_alloc_at},
    {"free", HAS(ADDR), 0, run_free},
    {"shrink", HAS(SIZE), 0, run_shrink},
    {"reset", 0, 0, run_reset},
    {"clear", 0, 0, run_clear},
    {"available", HAS(SIZE), 0, run_available},
    {"allocated", 0, 0, run_allocated},
    {"stats", 0, 0, run_stats},
    {"lowest_occupied", 0, 0, run_lowest},
};
enum { NUM_OPERATIONS = sizeof operations / sizeof *operations };

/* ---- the other lines ---- */

static tta_status find_operation(tta_replay *r, const tta_json_node *line, const operation **out) {
  const tta_json_node *op = tta_json_member(line, "op");
  if (!op) return malformed(r, 0, "missing \"op\"");
  if (op->kind != TTA_JSON_STRING)
    return malformed(r, op->column, "\"op\" must be a string, found %s", tta_json_kind_name(op->kind));
  for (size_t i = 0; i < NUM_OPERATIONS; i++) {
    if (!tta_str_is(op->string, operations[i].name)) continue;
    *out = &operations[i];
    return TTA_OK;
  }
  return malformed(r, op->column, "unknown operation (alloc, alloc_at, free, shrink, reset, clear, available, "
                   "allocated, stats, lowest_occupied)");
}

/* Writes the whole answer line, or nothing. */
static tta_status answer(tta_replay *r, const operation *op, const operands *o) {
  size_t before = r->answers.size;
  tta_json json = tta_json_writer(&r->answers);
  tta_json_open(&json, '{');
  tta_status status = op->run(r, o, &json);
  if (status == TTA_INVALID) {
    tta_json_key_text(&json, "error", tta_freelist_error(r->list));
    status = TTA_OK;
  }
  tta_json_close(&json, '}');
  tta_buf_char(&r->answers, '\n');
  if (status) r->answers.size = before;
  /* A size that exceeds 64 bits when rounded is an error of the trace: tt-metal's own sum would wrap around. */
  return status == TTA_OVERFLOW ? malformed(r, 0, "%s", tta_freelist_error(r->list)) : status;
}

static tta_status run_line(tta_replay *r, tta_str text) {
  const tta_json_node *line;
  tta_json_error error;
  tta_status status = tta_json_read(&r->arena, text, MAX_DEPTH, &line, &error);
  if (status == TTA_INVALID) return malformed(r, error.column, "%s", error.message);
  if (status) return status;
  if (line->kind != TTA_JSON_OBJECT)
    return malformed(r, line->column, "a line must be an object, found %s", tta_json_kind_name(line->kind));
  if (!r->list) return configure(r, line);
  const operation *op = NULL;
  operands o = {{0}};
  status = find_operation(r, line, &op);
  if (!status) status = read_operands(r, op, line, &o);
  return status ? status : answer(r, op, &o);
}

static tta_status run_lines(tta_replay *r) {
  tta_arena_mark start = tta_arena_position(&r->arena);
  tta_str rest = r->trace->text;
  for (tta_str line; tta_str_next_line(&rest, &line);) {
    r->line++;
    if (!tta_str_trim(line).size) continue;
    tta_status status = run_line(r, line);
    if (status) return status;
    if (r->answers.failed) return TTA_NO_MEMORY;
    tta_arena_rewind(&r->arena, start);
  }
  if (r->list) return TTA_OK;
  r->line = 1;
  return malformed(r, 0, "the trace is empty; expected a configuration in the first line");
}

tta_status tta_replay_new(tta_source *trace, const tta_replay_options *options, tta_replay **out) {
  const tta_allocator *allocator = tta_allocator_or_default(options ? options->allocator : NULL);
  *out = NULL;
  tta_replay *r = allocator->allocate(allocator->user, sizeof *r);
  if (!r) return TTA_NO_MEMORY;
  *r = (tta_replay){.trace = trace};
  tta_arena_init(&r->arena, allocator);
  tta_results_init(&r->results, allocator, NULL);
  tta_buf_init(&r->answers, allocator);
  tta_status status = tta_is_capture(trace->text) ? tta_replay_capture(r, options) : run_lines(r);
  if (status && status != TTA_INVALID) tta_replay_free(r);
  else *out = r;
  return status;
}

void tta_replay_free(tta_replay *r) {
  if (!r) return;
  const tta_allocator *allocator = r->arena.allocator;
  tta_freelist_free(r->list);
  tta_buf_free(&r->answers);
  tta_results_free(&r->results);
  tta_arena_free(&r->arena);
  allocator->release(allocator->user, r, sizeof *r);
}

const tta_results *tta_replay_results(const tta_replay *r) { return &r->results; }
tta_str tta_replay_answers(const tta_replay *r) { return tta_buf_view(&r->answers); }
