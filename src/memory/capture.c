/* capture.c: a recorded graph of ttnn (ttnn::graph::begin_graph_capture) as allocations: where first fit places each
 * buffer, beside the recorded address, and what a bank holds at its peak.
 *
 * The form is that of tt-metal ttnn/core/graph/graph_processor.cpp as tech_reports/ttnn/graph-tracing.md describes it
 * (2025); older spellings of layouts and core ranges are those of 2024. docs/memory.md lists the members. */
#include <inttypes.h>
#include <string.h>

#include "base/array.h"
#include "base/checked.h"
#include "base/chars.h"
#include "base/sort.h"
#include "base/str.h"
#include "device/device.h"
#include "memory/capture.h"
#include "memory/clash.h"
#include "memory/footprint.h"

enum { MAX_DEPTH = 64, MAX_CORE = 4095, MAX_MESSAGES = 10, MAX_NODES = 1 << 22 };
static const int64_t MAX_WORK = (int64_t)1 << 26; /* pairs of core ranges */
static const uint32_t NONE = UINT32_MAX;

/* ---- messages ---- */

static tta_span span_at(const tta_capture *c, size_t column, size_t size) {
  size_t begin = column - 1, end = begin + size;
  if (end > c->r->trace->text.size) end = c->r->trace->text.size;
  return (tta_span){(uint32_t)(begin < end ? begin : end), (uint32_t)end};
}

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
static void report(tta_capture *c, tta_rule rule, const tta_json_node *node, const char *format, ...) {
  va_list args;
  if (rule == TTA_RULE_memory_trace) c->status = c->status ? c->status : TTA_INVALID;
  if (c->num_messages++ >= MAX_MESSAGES) return;
  va_start(args, format);
  tta_report_add_list(&c->r->results.report, rule, span_at(c, node->column, 1), format, args);
  va_end(args);
}

static bool no_memory(tta_capture *c) {
  c->status = TTA_NO_MEMORY;
  return false;
}

/* ---- members ---- */

/* `params` is a member of each node; its values are texts, and numbers and booleans in some versions. */
static const tta_json_node *param(tta_capture *c, const tta_json_node *node, const char *name, bool required) {
  const tta_json_node *params = tta_json_member(node, "params");
  const tta_json_node *type = tta_json_member(node, "node_type");
  const tta_json_node *found = params && params->kind == TTA_JSON_OBJECT ? tta_json_member(params, name) : NULL;
  if (!found && required)
    report(c, TTA_RULE_memory_trace, params ? params : node, "'%.*s' has no parameter \"%s\"",
           TTA_STR_ARGS(type->string), name);
  return found;
}

static tta_str text_of(const tta_json_node *node) {
  return node->kind == TTA_JSON_STRING ? node->string : (tta_str){NULL, 0};
}

/* @return false after a message; an absent parameter that is not required keeps *out */
static bool number(tta_capture *c, const tta_json_node *node, const char *name, bool required, int64_t *out) {
  const tta_json_node *value = param(c, node, name, required);
  if (!value) return !required;
  if (tta_json_int64(value, out) && *out >= 0) return true;
  tta_str text = text_of(value);
  if (text.data)
    report(c, TTA_RULE_memory_trace, value, "\"%s\" must be a number from 0 to 2^63 - 1, found '%.*s'", name,
           TTA_STR_START(text));
  else
    report(c, TTA_RULE_memory_trace, value, "\"%s\" must be a number from 0 to 2^63 - 1", name);
  return false;
}

static bool flag(tta_capture *c, const tta_json_node *node, const char *name, bool *out) {
  const tta_json_node *value = param(c, node, name, true);
  if (!value) return false;
  tta_str text = text_of(value);
  bool is_number = value->kind == TTA_JSON_INTEGER && value->magnitude <= 1;
  bool on = text.data && (tta_str_is(text, "1") || tta_str_is(text, "true"));
  bool off = text.data && (tta_str_is(text, "0") || tta_str_is(text, "false"));
  *out = on || (value->kind == TTA_JSON_BOOL && value->boolean) || (is_number && value->magnitude);
  if (on || off || is_number || value->kind == TTA_JSON_BOOL) return true;
  report(c, TTA_RULE_memory_trace, value, "\"%s\" must be 0, 1, true or false", name);
  return false;
}

static bool buffer_type(tta_capture *c, const tta_json_node *node, tta_buffer_type *out) {
  const tta_json_node *value = param(c, node, "type", true);
  if (!value) return false;
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++) {
    *out = (tta_buffer_type)t;
    if (value->kind == TTA_JSON_STRING && tta_str_is(value->string, tta_buffer_type_name(*out))) return true;
  }
  report(c, TTA_RULE_memory_trace, value, "\"type\" must be DRAM, L1, L1_SMALL or TRACE, found '%.*s'",
         TTA_STR_START(text_of(value)));
  return false;
}

static bool is_layout(tta_str text, const char *name) {
  if (text.size != strlen(name)) return false;
  for (size_t i = 0; i < text.size; i++) {
    char upper = text.data[i] >= 'a' && text.data[i] <= 'z' ? (char)(text.data[i] - 32) : text.data[i];
    if (upper != name[i]) return false;
  }
  return true;
}

static bool is_sharded(tta_capture *c, const tta_json_node *node, bool *out) {
  static const char *const layouts[] = {"INTERLEAVED", "HEIGHT_SHARDED", "WIDTH_SHARDED", "BLOCK_SHARDED"};
  const tta_json_node *value = param(c, node, "layout", true);
  if (!value) return false;
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
    *out = i > 0;
    if (value->kind == TTA_JSON_STRING && is_layout(value->string, layouts[i])) return true;
  }
  report(c, TTA_RULE_memory_trace, value,
         "\"layout\" must be INTERLEAVED, HEIGHT_SHARDED, WIDTH_SHARDED or BLOCK_SHARDED, found '%.*s'",
         TTA_STR_START(text_of(value)));
  return false;
}

/* "{[(x=0,y=0) - (x=7,y=7)], ..}", until 2024 "{[0-0 - 7-7]}": x and y of the first and the last core of each range.
 * @return the numbers, 0: another form */
static uint32_t read_numbers(tta_str text, int64_t *out, uint32_t capacity) {
  static const char between[] = "{}[](),-= xy";
  uint32_t count = 0;
  for (size_t i = 0; i < text.size;) {
    char ch = text.data[i];
    if (!tta_is_digit(ch)) {
      if (!memchr(between, ch, sizeof between - 1)) return 0;
      i++;
      continue;
    }
    int64_t value = 0;
    for (; i < text.size && tta_is_digit(text.data[i]); i++)
      if (value <= MAX_CORE) value = value * 10 + (text.data[i] - '0');
    if (count < capacity) out[count] = value;
    count++;
  }
  return count;
}

static bool core_ranges(tta_capture *c, const tta_json_node *node, tta_capture_cb *cb) {
  const tta_json_node *value = param(c, node, "core_range_set", true);
  if (!value) return false;
  tta_str text = text_of(value);
  uint32_t count = text.data ? read_numbers(text, NULL, 0) : 0;
  int64_t *numbers = count && count % 4 == 0 ? tta_arena_array(&c->r->arena, count, sizeof *numbers) : NULL;
  if (!count || count % 4) {
    report(c, TTA_RULE_memory_trace, value,
           "\"core_range_set\" must have ranges such as {[(x=0,y=0) - (x=7,y=7)]}, found '%.*s'", TTA_STR_START(text));
    return false;
  }
  tta_core_box *boxes = numbers ? tta_arena_array(&c->r->arena, count / 4, sizeof *boxes) : NULL;
  if (!boxes) return no_memory(c);
  read_numbers(text, numbers, count);
  for (uint32_t i = 0; i < count / 4; i++) {
    const int64_t *n = &numbers[i * 4];
    boxes[i] = (tta_core_box){.first = {.y = n[1], .x = n[0]}, .last = {.y = n[3], .x = n[2]}};
    if (n[2] >= n[0] && n[3] >= n[1] && n[2] < c->banks.grid[1] && n[3] < c->banks.grid[0]) continue;
    report(c, TTA_RULE_memory_trace, value,
           "the core range (x=%" PRId64 ",y=%" PRId64 ") - (x=%" PRId64 ",y=%" PRId64 ") is not within the %" PRId64
           " x %" PRId64 " cores (columns x rows) of %s", n[0], n[1], n[2], n[3], c->banks.grid[1], c->banks.grid[0],
           tta_arch_get(c->banks.arch)->name);
    return false;
  }
  cb->boxes = boxes;
  cb->num_boxes = count / 4;
  return true;
}

/* ---- devices ---- */

static bool open_lists(tta_capture *c, tta_capture_device *d) {
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES && !c->status; t++) {
    tta_freelist_config config = {.max_size_bytes = c->banks.size[t],
                                  .min_alloc_bytes = c->banks.alloc_align,
                                  .align_bytes = c->banks.alloc_align,
                                  .offset_bytes = c->banks.base[t],
                                  .impl = TTA_FREELIST_SEGREGATED};
    if (c->banks.size[t] > 0 && tta_freelist_new(&config, c->r->arena.allocator, &d->lists[t])) return no_memory(c);
  }
  return true;
}

/* The device of a node, 0 if it does not say; NONE after a message. */
static uint32_t device_of(tta_capture *c, const tta_json_node *node) {
  int64_t id = 0;
  if (!number(c, node, "device_id", false, &id)) return NONE;
  for (uint32_t i = 0; i < c->num_devices; i++)
    if (c->devices[i].id == id) return i;
  if (c->num_devices == 256) {
    report(c, TTA_RULE_memory_trace, node, "more than 256 devices");
    return NONE;
  }
  if (!TTA_GROW_IN(&c->r->arena, c, devices, 1)) {
    no_memory(c);
    return NONE;
  }
  tta_capture_device *d = &c->devices[c->num_devices++];
  *d = (tta_capture_device){.id = id};
  return open_lists(c, d) ? c->num_devices - 1 : NONE;
}

static tta_str inner_function(const tta_capture *c) {
  return c->num_functions ? c->functions[c->num_functions - 1].name : TTA_STR("");
}

static void record_peak(tta_capture *c, tta_capture_device *d, tta_buffer_type type, const tta_json_node *node) {
  tta_capture_peak *p = &d->peak[type];
  int64_t cbs = type == TTA_BUFFER_L1 ? d->cb_bytes : 0;
  if (p->node && d->now[type] + cbs <= p->bytes + p->cb_bytes) return;
  *p = (tta_capture_peak){d->now[type], cbs, node, inner_function(c),
                      c->num_functions > 1 ? c->functions[0].name : TTA_STR("")};
}

/* On all cores: buffers are allocated in lockstep. */
static void check_clash(tta_capture *c, tta_capture_device *d, const tta_json_node *node) {
  tta_freelist *list = d->lists[TTA_BUFFER_L1];
  tta_cb_region region = {.end = c->banks.base[TTA_BUFFER_L1] + d->cb_bytes,
                          .lowest = list ? tta_freelist_lowest_occupied(list) : TTA_NO_ADDRESS,
                          .l1_size = c->banks.l1_size,
                          .program = UINT32_MAX};
  char text[TTA_CB_CLASH_TEXT];
  if (d->clashed || !d->num_cbs || tta_cb_clash_of(&region) == TTA_CB_FITS) return;
  tta_cb_clash_text(&region, text);
  report(c, TTA_RULE_memory_circular_buffers, node, "%s", text);
  d->clashed = c->misfit = true;
}

/* ---- counters ---- */

static int by_counter(const void *a, const void *b) {
  return tta_order(((const tta_capture_node *)a)->counter, ((const tta_capture_node *)b)->counter);
}

static tta_capture_node *find_node(tta_capture *c, int64_t counter) {
  uint32_t i = TTA_COUNT_BELOW(tta_capture_node, c->nodes, c->num_nodes, counter, counter);
  return i < c->num_nodes && c->nodes[i].counter == counter ? &c->nodes[i] : NULL;
}

/* The node `buffer` that an allocation or deallocation is connected to. */
static tta_capture_node *buffer_node(tta_capture *c, const tta_json_node *node) {
  const tta_json_node *list = tta_json_member(node, "connections"), *type = tta_json_member(node, "node_type");
  const tta_json_node *first = list && list->kind == TTA_JSON_ARRAY ? list->first : NULL;
  int64_t counter;
  if (!first) {
    report(c, TTA_RULE_memory_trace, list ? list : node, "'%.*s' has no connection to a node 'buffer'",
           TTA_STR_ARGS(type->string));
    return NULL;
  }
  tta_capture_node *found = tta_json_int64(first, &counter) ? find_node(c, counter) : NULL;
  if (found && found->is_buffer) return found;
  report(c, TTA_RULE_memory_trace, first, "the first connection of '%.*s' must be the counter of a node 'buffer'",
         TTA_STR_ARGS(type->string));
  return NULL;
}

/* ---- buffers ---- */

static bool footprint(tta_capture *c, const tta_json_node *node, tta_buffer_type type, tta_footprint *out) {
  int64_t size = 0, page = 0, cores = 0, pages = 0;
  bool sharded;
  bool good = number(c, node, "size", true, &size);
  good = number(c, node, "page_size", true, &page) && good;
  if (!is_sharded(c, node, &sharded) || !good) return false;
  if (!number(c, node, "num_cores", sharded, &cores)) return false;
  if (!page || (sharded && !cores)) {
    report(c, TTA_RULE_memory_trace, param(c, node, page ? "num_cores" : "page_size", true),
           page ? "a sharded buffer is on at least one core" : "a page has at least one byte");
    return false;
  }
  bool dram = type == TTA_BUFFER_DRAM || type == TTA_BUFFER_TRACE;
  if (sharded && cores > c->banks.banks[type]) {
    report(c, TTA_RULE_memory_trace, param(c, node, "num_cores", true),
           "%" PRId64 " cores are more than the %" PRId64 " %s of %s", cores, c->banks.banks[type],
           dram ? "DRAM banks" : "cores", tta_arch_get(c->banks.arch)->name);
    return false;
  }
  bool fits = tta_ceildiv(size, page, &pages) && (!sharded || tta_ceildiv(pages, cores, &pages));
  tta_status status = fits ? TTA_OK : TTA_OVERFLOW;
  if (!status && sharded)
    status = tta_footprint_sharded(pages, page, cores, 0, c->banks.page_align[type],
                                   c->banks.alloc_align, out);
  else if (!status)
    status = tta_footprint_interleaved(pages, page, c->banks.banks[type], c->banks.page_align[type],
                                       c->banks.alloc_align, out);
  if (status) report(c, TTA_RULE_memory_trace, param(c, node, "size", true), "the size exceeds 63 bits");
  return !status;
}

/* First fit, then the recorded address, which the next ones are compared with. */
static void place(tta_capture *c, tta_capture_device *d, tta_capture_buffer *b, int64_t recorded,
                  const tta_json_node *node) {
  tta_freelist *list = d->lists[b->type];
  int64_t first_fit = TTA_NO_ADDRESS, at = TTA_NO_ADDRESS;
  if (!list || !b->bank_bytes) return;
  if (tta_freelist_alloc(list, b->bank_bytes, b->type == TTA_BUFFER_DRAM, 0, &first_fit) == TTA_NO_MEMORY) {
    no_memory(c);
    return;
  }
  b->address = first_fit;
  if (recorded != TTA_NO_ADDRESS) {
    c->recorded++;
    c->same += recorded == first_fit;
    if (recorded != first_fit && !c->first_other) {
      c->first_other = node;
      c->other_recorded = recorded;
      c->other_placed = first_fit;
      c->other_function = inner_function(c);
    }
    if (recorded != first_fit) {
      if (first_fit != TTA_NO_ADDRESS && tta_freelist_release(list, first_fit)) no_memory(c);
      if (tta_freelist_alloc_at(list, recorded, b->bank_bytes, &at) == TTA_NO_MEMORY) no_memory(c);
      if (at == TTA_NO_ADDRESS && first_fit != TTA_NO_ADDRESS &&
          tta_freelist_alloc_at(list, first_fit, b->bank_bytes, &at)) no_memory(c);
      b->address = at;
    }
  }
  if (b->address != TTA_NO_ADDRESS) return;
  tta_freelist_stats s = tta_freelist_statistics(list);
  c->misfit = true;
  report(c, TTA_RULE_memory_capacity, node,
         "Out of Memory: Not enough space to allocate %s buffer in '%.*s', where each bank needs to store %" PRId64
         " B, but bank size is %" PRId64 " B (allocated: %" PRId64 " B, largest free block: %" PRId64 " B)",
         tta_buffer_type_name(b->type), TTA_STR_START(inner_function(c)), b->bank_bytes, s.total_allocatable_bytes,
         s.allocated_bytes, s.largest_free_bytes);
}

static void allocate(tta_capture *c, const tta_json_node *node) {
  int64_t recorded = TTA_NO_ADDRESS;
  tta_capture_buffer b = {.address = TTA_NO_ADDRESS};
  tta_footprint f;
  tta_capture_node *of = buffer_node(c, node);
  bool good = buffer_type(c, node, &b.type);
  good = number(c, node, "address", false, &recorded) && good;
  if (!good || !footprint(c, node, b.type, &f) || (b.device = device_of(c, node)) == NONE || !of) return;
  if (of->buffer != NONE) {
    report(c, TTA_RULE_memory_trace, node, "buffer %" PRId64 " is allocated, and was not deallocated since",
           of->counter);
    return;
  }
  tta_capture_device *d = &c->devices[b.device];
  b.bank_bytes = f.bytes_per_bank;
  if (!tta_add(d->now[b.type], b.bank_bytes, &d->now[b.type]) || d->now[b.type] > INT64_MAX / 4) {
    report(c, TTA_RULE_memory_trace, param(c, node, "size", true), "the sizes exceed 61 bits");
    d->now[b.type] = 0;
    return;
  }
  c->allocations++;
  place(c, d, &b, recorded, node);
  record_peak(c, d, b.type, node);
  if (b.type == TTA_BUFFER_L1) check_clash(c, d, node);
  of->buffer = c->num_buffers;
  if (!TTA_PUSH_IN(&c->r->arena, c, buffers, b)) no_memory(c);
}

static void deallocate(tta_capture *c, const tta_json_node *node) {
  tta_capture_node *of = buffer_node(c, node);
  if (!of) return;
  c->foreign += of->buffer == NONE;
  if (of->buffer == NONE) return;
  tta_capture_buffer *b = &c->buffers[of->buffer];
  tta_capture_device *d = &c->devices[b->device];
  d->now[b->type] -= b->bank_bytes;
  if (b->address != TTA_NO_ADDRESS && tta_freelist_release(d->lists[b->type], b->address)) no_memory(c);
  of->buffer = NONE;
}

/* ---- circular buffers ---- */

/* After those that are on one of its cores (tt-metal program.cpp). */
static bool begin_of(tta_capture *c, const tta_capture_device *d, const tta_capture_cb *cb, int64_t *out) {
  *out = c->banks.base[TTA_BUFFER_L1];
  for (uint32_t i = 0; i < d->num_cbs; i++) {
    const tta_capture_cb *other = &d->cbs[i];
    c->work += (int64_t)other->num_boxes * cb->num_boxes;
    if (c->work > MAX_WORK) return false;
    if (other->end <= *out) continue;
    bool meets = false;
    for (uint32_t a = 0; a < cb->num_boxes && !meets; a++)
      for (uint32_t b = 0; b < other->num_boxes && !meets; b++)
        meets = tta_core_boxes_intersect(&cb->boxes[a], &other->boxes[b]);
    if (meets) *out = other->end;
  }
  return true;
}

static void add_circular_buffer(tta_capture *c, const tta_json_node *node) {
  int64_t size = 0, begin, recorded = TTA_NO_ADDRESS;
  bool global;
  tta_capture_cb cb = {.num_boxes = 0};
  if (!flag(c, node, "globally_allocated", &global)) return;
  if (global) return; /* it is in a buffer */
  bool good = number(c, node, "size", true, &size);
  good = number(c, node, "address", false, &recorded) && good;
  good = core_ranges(c, node, &cb) && good;
  uint32_t device = good ? device_of(c, node) : NONE;
  if (device == NONE) return;
  tta_capture_device *d = &c->devices[device];
  if (!begin_of(c, d, &cb, &begin)) {
    report(c, TTA_RULE_memory_trace, node, "too many circular buffers without circular_buffer_deallocate_all");
    return;
  }
  if (recorded != TTA_NO_ADDRESS) begin = recorded;
  else if (!tta_align_up(begin, c->banks.alloc_align, &begin)) begin = INT64_MAX;
  if (!tta_add(begin, size, &cb.end) || cb.end > INT64_MAX / 4) {
    report(c, TTA_RULE_memory_trace, param(c, node, "size", true), "the end of the circular buffer exceeds 61 bits");
    return;
  }
  c->num_circular++;
  if (!TTA_PUSH_IN(&c->r->arena, d, cbs, cb)) {
    no_memory(c);
    return;
  }
  int64_t bytes = cb.end - c->banks.base[TTA_BUFFER_L1];
  if (bytes > d->cb_bytes) d->cb_bytes = bytes;
  record_peak(c, d, TTA_BUFFER_L1, node);
  check_clash(c, d, node);
}

/* Those of all devices: the node has no parameters. */
static void end_circular_buffers(tta_capture *c, const tta_json_node *node) {
  (void)node;
  for (uint32_t i = 0; i < c->num_devices; i++) {
    c->devices[i].num_cbs = 0;
    c->devices[i].cb_bytes = 0;
    c->devices[i].clashed = false;
  }
}

/* ---- functions ---- */

static void begin_function(tta_capture *c, const tta_json_node *node) {
  const tta_json_node *name = param(c, node, "name", true);
  if (name && name->kind != TTA_JSON_STRING) {
    report(c, TTA_RULE_memory_trace, name, "\"name\" must be a text");
    return;
  }
  if (name && !TTA_PUSH_IN(&c->r->arena, c, functions, (tta_capture_function){name->string})) no_memory(c);
}

static void end_function(tta_capture *c, const tta_json_node *node) {
  const tta_json_node *name = param(c, node, "name", true);
  if (!name) return;
  if (!c->num_functions || !tta_str_equal(text_of(name), inner_function(c))) {
    report(c, TTA_RULE_memory_trace, name, "'%.*s' ends, but %s%.*s%s", TTA_STR_START(text_of(name)),
           c->num_functions ? "'" : "no function", TTA_STR_START(inner_function(c)),
           c->num_functions ? "' runs" : " runs");
    return;
  }
  c->num_functions--;
}

static void nothing(tta_capture *c, const tta_json_node *node) {
  (void)c, (void)node;
}

static const struct {
  const char *type;
  void (*run)(tta_capture *c, const tta_json_node *node);
} kinds[] = {
    {"capture_start", nothing}, {"capture_end", nothing}, {"function_start", begin_function},
    {"function_end", end_function}, {"buffer", nothing}, {"tensor", nothing}, {"buffer_allocate", allocate},
    {"buffer_deallocate", deallocate}, {"circular_buffer_allocate", add_circular_buffer},
    {"circular_buffer_deallocate_all", end_circular_buffers}};

static void run_node(tta_capture *c, const tta_json_node *node) {
  const tta_json_node *type = tta_json_member(node, "node_type");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (!tta_str_is(type->string, kinds[i].type)) continue;
    kinds[i].run(c, node);
    return;
  }
  if (!c->skipped++) c->first_skipped = type;
}

/* ---- the text ---- */

bool tta_is_capture(tta_str text) {
  text = tta_str_trim(text);
  return text.size && (*text.data == '[' || *text.data == '{') && tta_str_contains(text, "\"node_type\"");
}

static const tta_json_node *list_of(tta_capture *c, const tta_json_node *root) {
  const tta_json_node *list = root;
  if (root->kind == TTA_JSON_OBJECT) {
    list = tta_json_member(root, "content");
    if (!list) list = tta_json_member(root, "graph");
  }
  if (list && list->kind == TTA_JSON_ARRAY) return list;
  report(c, TTA_RULE_memory_trace, list ? list : root,
         "expected an array of nodes, or an object with one as \"content\" or \"graph\"");
  return NULL;
}

/* Whether a node has what all nodes have. */
static bool check_node(tta_capture *c, const tta_json_node *node, tta_capture_node *out) {
  const tta_json_node *type, *counter;
  if (node->kind != TTA_JSON_OBJECT) {
    report(c, TTA_RULE_memory_trace, node, "a node must be an object, found %s", tta_json_kind_name(node->kind));
    return false;
  }
  type = tta_json_member(node, "node_type");
  counter = tta_json_member(node, "counter");
  if (!type || type->kind != TTA_JSON_STRING)
    report(c, TTA_RULE_memory_trace, type ? type : node, type ? "\"node_type\" must be a text"
                                                              : "the node has no \"node_type\"");
  else if (!counter || !tta_json_int64(counter, &out->counter))
    report(c, TTA_RULE_memory_trace, counter ? counter : node, counter ? "\"counter\" must be an integer"
                                                                       : "the node has no \"counter\"");
  else {
    out->is_buffer = tta_str_is(type->string, "buffer");
    return true;
  }
  return false;
}

static bool read_nodes(tta_capture *c, const tta_json_node *list, const tta_json_node ***out) {
  uint32_t count = list->count, index = 0;
  const tta_json_node **all = tta_arena_array(&c->r->arena, (size_t)count + 1, sizeof *all);
  c->nodes = tta_arena_array(&c->r->arena, (size_t)count * 2 + 1, sizeof *c->nodes);
  if (!all || !c->nodes) return no_memory(c);
  for (const tta_json_node *node = list->first; node; node = node->next) {
    tta_capture_node n = {.index = index, .buffer = NONE};
    if (!check_node(c, node, &n)) continue;
    all[index++] = node;
    c->nodes[c->num_nodes++] = n;
  }
  tta_sort(c->nodes, c->nodes + count, c->num_nodes, sizeof *c->nodes, by_counter);
  for (uint32_t i = 1; i < c->num_nodes; i++)
    if (c->nodes[i].counter == c->nodes[i - 1].counter)
      report(c, TTA_RULE_memory_trace, all[c->nodes[i].index], "an earlier node has the counter %" PRId64,
             c->nodes[i].counter);
  *out = all;
  return !c->status;
}

static void run_text(tta_capture *c) {
  tta_str copy = tta_arena_str(&c->r->arena, c->r->trace->text); /* strings are decoded in place */
  const tta_json_node *root, *list, **nodes;
  tta_json_error error;
  if (!copy.data) {
    no_memory(c);
    return;
  }
  tta_status status = tta_json_read_message(&c->r->arena, (char *)(uintptr_t)copy.data, copy.size, MAX_DEPTH, &root,
                                            &error);
  if (status == TTA_INVALID)
    report(c, TTA_RULE_memory_trace, &(tta_json_node){.column = error.column}, "%s", error.message);
  if (status) c->status = status;
  if (status || !(list = list_of(c, root))) return;
  if (list->count > MAX_NODES) {
    report(c, TTA_RULE_memory_trace, list, "more than %d nodes", MAX_NODES);
    return;
  }
  if (!read_nodes(c, list, &nodes)) return;
  for (uint32_t i = 0; i < c->num_nodes && c->status != TTA_NO_MEMORY; i++) run_node(c, nodes[i]);
}

tta_status tta_replay_capture(tta_replay *r, const tta_replay_options *options) {
  tta_capture c = {.r = r};
  if (options && options->banks) c.banks = *options->banks;
  else tta_banks_default(TTA_ARCH_WORMHOLE_B0, &c.banks);
  if (r->trace->text.size > INT32_MAX) return TTA_LIMIT;
  run_text(&c);
  if (!c.status && options && options->json) tta_capture_json(&c);
  else if (!c.status) tta_capture_text(&c);
  for (uint32_t i = 0; i < c.num_devices; i++)
    for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++) tta_freelist_free(c.devices[i].lists[t]);
  if (r->results.report.status) return r->results.report.status;
  if (r->answers.failed) return TTA_NO_MEMORY;
  return c.status;
}
