/* Allocation traces: the members of each line, and the answers. ttattr/memory.h defines the format. */
#include <inttypes.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/json_read.h"
#include "memory/freelist.h"
#include "ttattr/json.h"

enum { MAX_DEPTH = 8 }; /* a trace needs 1; more gives better messages */

typedef struct replay {
  const tta_allocator *allocator;
  tta_arena arena; /* of one line */
  tta_freelist *list;
  tta_buf *out;
  tta_trace_error *error;
} replay;

/* The members of an operation, a bit each: required and optional ones. */
enum { SIZE = 1, ADDR = 2, BOTTOM_UP = 4, ADDRESS_LIMIT = 8 };

typedef struct operands {
  unsigned given;
  int64_t size, addr, address_limit;
  bool bottom_up;
} operands;

/* ---- errors ---- */

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static tta_status malformed(replay *r, size_t column, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(r->error->message, sizeof r->error->message, format, args);
  va_end(args);
  r->error->column = column;
  return TTA_INVALID;
}

/* ---- members ---- */

static tta_status read_amount(replay *r, const tta_json_node *node, const char *name, int64_t *out) {
  if (!tta_json_int64(node, out)) {
    if (node->kind == TTA_JSON_INTEGER) return malformed(r, node->column, "\"%s\" exceeds 63 bits", name);
    return malformed(r, node->column, "\"%s\" must be an integer, found %s", name,
                     node->kind == TTA_JSON_STRING ? "a string" : tta_json_kind_name(node->kind));
  }
  if (*out < 0) return malformed(r, node->column, "\"%s\" must not be negative, found %" PRId64, name, *out);
  return TTA_OK;
}

static tta_status read_bool(replay *r, const tta_json_node *node, const char *name, bool *out) {
  if (node->kind != TTA_JSON_BOOL) {
    return malformed(r, node->column, "\"%s\" must be true or false, found %s", name, tta_json_kind_name(node->kind));
  }
  *out = node->boolean;
  return TTA_OK;
}

/* One of two words; *second: whether it is the second. */
static tta_status read_choice(replay *r, const tta_json_node *node, const char *name, const char *zero, const char *one,
                              bool *second) {
  if (node->kind == TTA_JSON_STRING) {
    *second = tta_json_equals(node->string, one);
    if (*second || tta_json_equals(node->string, zero)) return TTA_OK;
  }
  return malformed(r, node->column, "\"%s\" must be \"%s\" or \"%s\"", name, zero, one);
}

/* ---- the first line ---- */

static tta_status read_config_member(replay *r, const tta_json_node *member, tta_freelist_config *config) {
  bool second = false;
  tta_status status;
  if (tta_json_equals(member->key, "max_size")) return read_amount(r, member, "max_size", &config->max_size_bytes);
  if (tta_json_equals(member->key, "min_alloc")) return read_amount(r, member, "min_alloc", &config->min_alloc_bytes);
  if (tta_json_equals(member->key, "align")) return read_amount(r, member, "align", &config->align_bytes);
  if (tta_json_equals(member->key, "offset")) return read_amount(r, member, "offset", &config->offset_bytes);
  if (tta_json_equals(member->key, "search")) {
    status = read_choice(r, member, "search", "first", "best", &second);
    config->search = second ? TTA_FREELIST_BEST : TTA_FREELIST_FIRST;
    return status;
  }
  if (tta_json_equals(member->key, "impl")) {
    status = read_choice(r, member, "impl", "free_list", "free_list_opt", &second);
    config->impl = second ? TTA_FREELIST_SEGREGATED : TTA_FREELIST_LINKED;
    return status;
  }
  return malformed(r, member->key_column, "unknown member of the configuration");
}

static tta_status configure(replay *r, const tta_json_node *line) {
  static const char *const names[] = {"max_size", "min_alloc", "align", "offset", "search", "impl"};
  tta_freelist_config config = {0};
  for (const tta_json_node *member = line->first; member; member = member->next) {
    tta_status status = read_config_member(r, member, &config);
    if (status) return status;
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!tta_json_member(line, names[i])) return malformed(r, 0, "missing \"%s\" in the configuration", names[i]);
  }
  const char *error = tta_freelist_config_error(&config);
  if (error) return malformed(r, 0, "%s", error);
  return tta_freelist_new(&config, r->allocator, &r->list);
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

static tta_status run_alloc(replay *r, const operands *o, tta_json *json) {
  int64_t address;
  tta_status status = tta_freelist_alloc(r->list, o->size, o->bottom_up, o->address_limit, &address);
  if (!status) answer_address(json, address);
  return status;
}

static tta_status run_alloc_at(replay *r, const operands *o, tta_json *json) {
  int64_t address;
  tta_status status = tta_freelist_alloc_at(r->list, o->addr, o->size, &address);
  if (!status) answer_address(json, address);
  return status;
}

static tta_status run_free(replay *r, const operands *o, tta_json *json) {
  (void)json;
  return tta_freelist_release(r->list, o->addr);
}

static tta_status run_shrink(replay *r, const operands *o, tta_json *json) {
  (void)json;
  return tta_freelist_shrink(r->list, o->size);
}

static tta_status run_reset(replay *r, const operands *o, tta_json *json) {
  (void)o;
  (void)json;
  return tta_freelist_reset_size(r->list);
}

static tta_status run_clear(replay *r, const operands *o, tta_json *json) {
  (void)o;
  (void)json;
  tta_freelist_clear(r->list);
  return TTA_OK;
}

static tta_status run_available(replay *r, const operands *o, tta_json *json) {
  size_t count;
  tta_status status = tta_freelist_available(r->list, o->size, NULL, 0, &count);
  if (status) return status;
  tta_address_range *ranges = tta_arena_array(&r->arena, count, sizeof *ranges);
  if (!ranges) return TTA_NO_MEMORY;
  status = tta_freelist_available(r->list, o->size, ranges, count, &count);
  return status ? status : answer_ranges(json, ranges, count);
}

static tta_status run_allocated(replay *r, const operands *o, tta_json *json) {
  (void)o;
  size_t count = tta_freelist_allocated(r->list, NULL, 0);
  tta_address_range *ranges = tta_arena_array(&r->arena, count, sizeof *ranges);
  if (!ranges) return TTA_NO_MEMORY;
  tta_freelist_allocated(r->list, ranges, count);
  return answer_ranges(json, ranges, count);
}

static tta_status run_stats(replay *r, const operands *o, tta_json *json) {
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

static tta_status run_lowest(replay *r, const operands *o, tta_json *json) {
  (void)o;
  answer_address(json, tta_freelist_lowest_occupied(r->list));
  return TTA_OK;
}

typedef struct operation {
  const char *name;
  unsigned required, optional;
  tta_status (*run)(replay *r, const operands *o, tta_json *json);
} operation;

static const operation operations[] = {
    {"alloc", SIZE | BOTTOM_UP, ADDRESS_LIMIT, run_alloc},
    {"alloc_at", ADDR | SIZE, 0, run_alloc_at},
    {"free", ADDR, 0, run_free},
    {"shrink", SIZE, 0, run_shrink},
    {"reset", 0, 0, run_reset},
    {"clear", 0, 0, run_clear},
    {"available", SIZE, 0, run_available},
    {"allocated", 0, 0, run_allocated},
    {"stats", 0, 0, run_stats},
    {"lowest_occupied", 0, 0, run_lowest},
};
enum { NUM_OPERATIONS = sizeof operations / sizeof *operations };

/* ---- the other lines ---- */

static tta_status find_operation(replay *r, const tta_json_node *line, const operation **out) {
  const tta_json_node *op = tta_json_member(line, "op");
  if (!op) return malformed(r, 0, "missing \"op\"");
  if (op->kind != TTA_JSON_STRING) {
    return malformed(r, op->column, "\"op\" must be a string, found %s", tta_json_kind_name(op->kind));
  }
  for (size_t i = 0; i < NUM_OPERATIONS; i++) {
    if (!tta_json_equals(op->string, operations[i].name)) continue;
    *out = &operations[i];
    return TTA_OK;
  }
  return malformed(r, op->column, "unknown operation (alloc, alloc_at, free, shrink, reset, clear, available, "
                   "allocated, stats, lowest_occupied)");
}

static tta_status read_operand(replay *r, const operation *op, const tta_json_node *member, operands *o) {
  unsigned bit = tta_json_equals(member->key, "size")            ? SIZE
                 : tta_json_equals(member->key, "addr")          ? ADDR
                 : tta_json_equals(member->key, "bottom_up")     ? BOTTOM_UP
                 : tta_json_equals(member->key, "address_limit") ? ADDRESS_LIMIT
                                                                 : 0;
  if (!(bit & (op->required | op->optional))) {
    return malformed(r, member->key_column, "unknown member of \"%s\"", op->name);
  }
  o->given |= bit;
  switch (bit) {
  case SIZE: return read_amount(r, member, "size", &o->size);
  case ADDR: return read_amount(r, member, "addr", &o->addr);
  case BOTTOM_UP: return read_bool(r, member, "bottom_up", &o->bottom_up);
  default: return read_amount(r, member, "address_limit", &o->address_limit);
  }
}

static tta_status read_operands(replay *r, const operation *op, const tta_json_node *line, operands *o) {
  for (const tta_json_node *member = line->first; member; member = member->next) {
    if (tta_json_equals(member->key, "op")) continue;
    tta_status status = read_operand(r, op, member, o);
    if (status) return status;
  }
  unsigned missing = op->required & ~o->given;
  if (!missing) return TTA_OK;
  return malformed(r, 0, "\"%s\" lacks \"%s\"", op->name,
                   missing & SIZE ? "size" : missing & ADDR ? "addr" : "bottom_up");
}

/* Writes the whole answer line, or nothing. */
static tta_status answer(replay *r, const operation *op, const operands *o) {
  size_t before = r->out->size;
  tta_json json = tta_json_writer(r->out);
  tta_json_open(&json, '{');
  tta_status status = op->run(r, o, &json);
  if (status == TTA_INVALID) {
    tta_json_key_text(&json, "error", tta_freelist_error(r->list));
    status = TTA_OK;
  }
  tta_json_close(&json, '}');
  tta_buf_char(r->out, '\n');
  if (status) r->out->size = before;
  /* A size that exceeds 64 bits when rounded is an error of the trace: tt-metal's own sum would wrap around. */
  return status == TTA_OVERFLOW ? malformed(r, 0, "%s", tta_freelist_error(r->list)) : status;
}

static tta_status run_line(replay *r, tta_str text) {
  const tta_json_node *line;
  tta_json_error error;
  tta_status status = tta_json_read(&r->arena, text, MAX_DEPTH, &line, &error);
  if (status == TTA_INVALID) return malformed(r, error.column, "%s", error.message);
  if (status) return status;
  if (line->kind != TTA_JSON_OBJECT) {
    return malformed(r, line->column, "a line must be an object, found %s", tta_json_kind_name(line->kind));
  }
  if (!r->list) return configure(r, line);
  const operation *op = NULL;
  operands o = {0};
  status = find_operation(r, line, &op);
  if (!status) status = read_operands(r, op, line, &o);
  return status ? status : answer(r, op, &o);
}

static tta_status run_lines(replay *r, tta_str rest) {
  tta_arena_mark start = tta_arena_position(&r->arena);
  for (tta_str line; tta_json_next_line(&rest, &line);) {
    r->error->line++;
    if (tta_json_is_blank(line)) continue;
    tta_status status = run_line(r, line);
    if (status) return status;
    if (r->out->failed) return TTA_NO_MEMORY;
    tta_arena_rewind(&r->arena, start);
  }
  if (r->list) return TTA_OK;
  r->error->line = 1;
  return malformed(r, 0, "the trace is empty; expected a configuration in the first line");
}

tta_status tta_freelist_replay(tta_str trace, const tta_allocator *allocator, tta_buf *out, tta_trace_error *error) {
  *error = (tta_trace_error){0};
  replay r = {.allocator = allocator, .out = out, .error = error};
  tta_arena_init(&r.arena, allocator);
  tta_status status = run_lines(&r, trace);
  tta_freelist_free(r.list);
  tta_arena_free(&r.arena);
  if (status != TTA_INVALID) error->line = 0;
  return status;
}
