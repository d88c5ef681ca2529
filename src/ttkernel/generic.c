/* generic.c: programs whose kernels are checked as C++. `ttnn.generic`: the programs of its attribute, `#ttnn.program`,
 * with their kernels, cores, arguments, circular buffers and semaphores; `ttmetal.enqueue_program` with kernels in
 * EmitC. Source: tt-mlir TTNNOpsAttrs.td and TTMetalOpsAttrs.td, 2025-01-22 to 2026-08-21. */
#include "base/chars.h"
#include "base/checked.h"
#include "kernel/binding.h"
#include "ttkernel/module.h"

/* The value of `key = ..` in an attribute; empty. */
static tta_str field(const tta_ttkernel_text *t, tta_str attribute, const char *key) {
  tta_str rest = tta_ops_inside(tta_ttkernel_resolve(t, attribute)), item;
  while (tta_ops_next_item(&rest, &item)) {
    if (!tta_str_skip(&item, key)) continue;
    item = tta_str_trim(item);
    if (tta_str_skip(&item, "=")) return tta_ttkernel_resolve(t, tta_str_trim(item));
  }
  return (tta_str){NULL, 0};
}

static bool integer_field(const tta_ttkernel_text *t, tta_str attribute, const char *key, int64_t *out) {
  return tta_ops_integer(field(t, attribute, key), out);
}

/* `(0,0), (7,7)` of `#ttnn.core_range<..>`, or `0, 0` of `#ttnn.core_coord<..>`: x before y. */
static bool read_range(tta_str text, tta_protocol_range *range) {
  int64_t n[4];
  uint32_t count = 0;
  for (size_t i = 0; i < text.size; i++) {
    if (!tta_is_digit(text.data[i])) continue;
    size_t end = i;
    while (end < text.size && tta_is_digit(text.data[end])) end++;
    if (count == 4 || !tta_ops_integer((tta_str){text.data + i, end - i}, &n[count]) || n[count++] > 63) return false;
    i = end;
  }
  if (count == 2) n[2] = n[0], n[3] = n[1];
  if ((count != 2 && count != 4) || n[2] < n[0] || n[3] < n[1]) return false;
  *range = (tta_protocol_range){(uint32_t)n[1], (uint32_t)n[0], (uint32_t)n[3], (uint32_t)n[2]};
  return true;
}

/* The next range of `<[#ttnn.core_range<..>, ..]>`, or of the one range of 2025, `<(0,0), (0,0)>`. */
static bool next_range(const tta_ttkernel_text *t, tta_str *rest, tta_protocol_range *range) {
  tta_str item;
  if (rest->size && rest->data[0] == '(') {
    bool good = read_range(*rest, range);
    *rest = (tta_str){NULL, 0};
    return good;
  }
  return tta_ops_next_item(rest, &item) && read_range(tta_ops_inside(tta_ttkernel_resolve(t, item)), range);
}

static tta_str ranges_of(const tta_ttkernel_text *t, tta_str attribute) {
  tta_str set = field(t, attribute, "core_ranges");
  if (!set.data) set = field(t, attribute, "core_range");
  set = tta_ops_inside(set);
  return set.size && set.data[0] == '[' ? tta_ops_inside(set) : set;
}

/* ---- the binding ---- */

typedef struct binder {
  tta_ttkernel_text *t;
  tta_binding *b;
  const tta_ttkernel_generic *generic;
  uint32_t first_tensor; /* things of the operands */
} binder;

static bool no_memory(binder *r) {
  r->t->status = r->b->report->status = TTA_NO_MEMORY;
  return false;
}

#define ADD(r, owner, list, item)                                                                                      \
  (TTA_GROW_IN((r)->b->arena, owner, list, 1) ? ((owner)->list[(owner)->num_##list++] = (item), true) : no_memory(r))

static tta_call_site site_of(const binder *r, uint32_t op) {
  tta_position at = tta_document_position(r->t->document, r->t->ops->ops[op].name_begin, TTA_COLUMN_BYTES);
  return (tta_call_site){.line = at.line, .column = at.column};
}

static tta_str named(binder *r, const char *word, int64_t number) {
  tta_buf text = tta_buf_new(r->b->arena->allocator);
  tta_buf_printf(&text, "%s%lld", word, (long long)number);
  tta_str out = tta_arena_take(r->b->arena, &text);
  if (!out.data) no_memory(r);
  return out;
}

static tta_binding_thing thing_of(binder *r, tta_thing_kind kind, const char *word, int64_t number) {
  return (tta_binding_thing){.kind = (uint8_t)kind, .name = named(r, word, number), .index = number,
                             .site = site_of(r, r->generic->op), .range = r->generic->all, .over = TTA_KERNEL_NONE,
                             .object = TTA_PROTOCOL_NONE};
}

#define MAX_TENSOR ((int64_t)1 << 40)
enum { L1_ALIGNMENT = 16 };

/* Pages and memory of a tensor, by the memref and grid of its layout; without these 0 bytes. */
static void read_tensor(const binder *r, tta_str type, tta_binding_thing *out) {
  tta_str rest = tta_ops_inside(tta_ttkernel_resolve(r->t, type)), item, layout = {NULL, 0};
  int64_t pages = 0, grid = 1, extent;
  tta_ttkernel_memref memref;
  if (r->generic->enqueued) {
    if (!tta_ttkernel_memref_type(r->t, type, &memref) || !memref.known) return;
    if (memref.l1 && !memref.rows) return;
    out->dram = !memref.l1;
    out->range = (tta_protocol_range){0, 0, memref.rows - 1, memref.columns - 1};
    out->bytes = memref.l1 ? memref.bytes : memref.all_bytes;
    out->bytes = out->bytes > MAX_TENSOR ? 0 : (out->bytes + L1_ALIGNMENT - 1) / L1_ALIGNMENT * L1_ALIGNMENT;
    out->page_bytes = out->bytes ? memref.page_bytes : 0;
    return;
  }
  while (tta_ops_next_item(&rest, &item)) layout = item;
  rest = tta_ops_inside(tta_ttkernel_resolve(r->t, layout));
  while (tta_ops_next_item(&rest, &item)) {
    item = tta_ttkernel_resolve(r->t, item);
    tta_str inside = tta_ops_inside(item), shape;
    if (tta_str_starts_with(item, "memref<") && tta_ops_next_item(&inside, &shape)) {
      if (!tta_ttkernel_shape(r->t, shape, &pages, &out->page_bytes)) pages = 0;
      while (tta_ops_next_item(&inside, &shape)) out->dram = !tta_str_contains(tta_ttkernel_resolve(r->t, shape), "l1");
    } else if (!pages && item.size && item.data[0] == '<') { /* the grid, before the memref */
      for (size_t by = 0; by != SIZE_MAX; inside = tta_str_rest(inside, by == SIZE_MAX ? inside.size : by + 1)) {
        by = tta_str_find(inside, "x");
        bool read = tta_ops_integer((tta_str){inside.data, by == SIZE_MAX ? inside.size : by}, &extent);
        if (!read || extent < 1 || !tta_mul(grid, extent, &grid)) grid = 1;
      }
    }
  }
  bool known = pages > 0 && tta_mul(pages, grid, &pages) && tta_mul(pages, out->page_bytes, &out->bytes);
  if (known && out->bytes <= MAX_TENSOR) return;
  out->dram = true;
  out->page_bytes = out->bytes = 0;
}

/* What `ttnn.create_global_semaphore` or the last reset before the operation gives a semaphore. */
static int64_t initial_of(const binder *r, uint32_t value) {
  const tta_ops *o = r->t->ops;
  int64_t initial = 0;
  for (uint32_t i = 0; i < r->generic->op; i++) {
    const tta_ops_op *op = &o->ops[i];
    bool created = op->num_results && op->first_result == value;
    bool reset = tta_str_ends_with(op->name, "reset_global_semaphore") && op->num_operands &&
                 o->operands[op->first_operand].value == value;
    const tta_ops_attribute *a = tta_ops_find(o, i, created ? "initial_value" : "value");
    if ((created || reset) && a) tta_ops_integer(a->value, &initial);
  }
  return initial;
}

/* Whether an operation before the program has the value: a buffer of TTMetal is filled by those. */
static bool is_filled(const binder *r, uint32_t value) {
  const tta_ops *o = r->t->ops;
  for (uint32_t i = 0; i < o->ops[r->generic->op].first_operand && value != TTA_OPS_NONE; i++)
    if (o->operands[i].value == value) return true;
  return false;
}

static bool add_operands(binder *r) {
  const tta_ops_op *o = &r->t->ops->ops[r->generic->op];
  r->first_tensor = r->b->num_things;
  for (uint32_t i = 0; i < o->num_operands; i++) {
    uint32_t value = r->t->ops->operands[o->first_operand + i].value;
    tta_str type = value == TTA_OPS_NONE ? (tta_str){NULL, 0} : r->t->ops->values[value].type;
    if (!type.size && i < o->num_inputs) type = r->t->ops->types[o->first_input + i];
    bool semaphore = tta_str_contains(type, "semaphore");
    tta_binding_thing thing = thing_of(r, semaphore ? TTA_THING_SEMAPHORE : TTA_THING_BUFFER,
                                       semaphore ? "global_semaphore" : "tensor", i);
    if (semaphore) {
      thing.index = TTA_SEMAPHORE_GLOBAL;
      thing.initial = initial_of(r, value);
    } else {
      read_tensor(r, type, &thing);
      thing.written = !r->generic->enqueued || is_filled(r, value);
    }
    if (!ADD(r, r->b, things, thing)) return false;
  }
  return true;
}

static bool add_circular_buffer(binder *r, tta_str cb) {
  tta_str formats = tta_ops_inside(field(r->t, cb, "formats")), format;
  int64_t bytes = 0;
  bool written = field(r->t, cb, "buffer").data != NULL, first = true;
  uint32_t begin = r->b->num_things;
  integer_field(r->t, cb, "total_size", &bytes);
  for (; tta_ops_next_item(&formats, &format); first = false) {
    int64_t index = 0;
    tta_str rest = ranges_of(r->t, cb);
    tta_protocol_range range;
    for (uint32_t part = 0; next_range(r->t, &rest, &range); part++) {
      if (!integer_field(r->t, format, "buffer_index", &index)) return true;
      tta_binding_thing thing = thing_of(r, TTA_THING_CB, part ? "cb_part" : "cb", index);
      if (!integer_field(r->t, format, "page_size", &thing.page_bytes) || thing.page_bytes < 1) return true;
      thing.pages = bytes / thing.page_bytes;
      thing.range = range;
      thing.written = written;
      if (!first) thing.over = begin + part;
      if (!ADD(r, r->b, things, thing)) return false;
    }
  }
  return true;
}

static bool add_semaphore(binder *r, tta_str semaphore, int64_t position) {
  tta_binding_thing thing = thing_of(r, TTA_THING_SEMAPHORE, "semaphore", position);
  tta_str rest = ranges_of(r->t, semaphore);
  integer_field(r->t, semaphore, "id", &thing.index);
  integer_field(r->t, semaphore, "initial_value", &thing.initial);
  while (next_range(r->t, &rest, &thing.range))
    if (!ADD(r, r->b, things, thing)) return false;
  return true;
}

/* ---- kernels ---- */

static bool add_args(binder *r, tta_str rest, tta_binding_args *out) {
  tta_str item;
  const tta_ops_op *o = &r->t->ops->ops[r->generic->op];
  tta_call_site site = site_of(r, r->generic->op);
  while (tta_ops_next_item(&rest, &item)) {
    item = tta_ttkernel_resolve(r->t, item);
    tta_binding_arg arg = {.kind = TTA_ARG_UNKNOWN, .line = site.line, .column = site.column};
    tta_str kind = {NULL, 0};
    bool number = tta_ttkernel_argument(item, &kind, &arg.number);
    bool operand = number && arg.number >= 0 && arg.number < o->num_operands;
    bool address = tta_str_is(kind, "address_of_tensor") || tta_str_is(kind, "buffer_address") ||
                   tta_str_ends_with(kind, "global_semaphore");
    static const char *const numbers[] = {"number", "cb_buffer_index", "semaphore_at", "tensor_accessor_args",
                                          "cb_port", "semaphore", "local_semaphore"};
    for (size_t i = 0; number && i < sizeof numbers / sizeof *numbers; i++)
      if (tta_str_is(kind, numbers[i])) arg.kind = TTA_ARG_NUMBER;
    if (tta_str_is(kind, "cb_port") && r->generic->enqueued)
      arg.number = tta_ttkernel_port(r->generic->enqueued, arg.number);
    if (operand && address) {
      arg.thing = r->first_tensor + (uint32_t)arg.number;
      arg.kind = r->b->things[arg.thing].kind == TTA_THING_BUFFER ? TTA_ARG_BUFFER : TTA_ARG_SEMAPHORE_ADDRESS;
      arg.number = 0;
      if (arg.kind == TTA_ARG_BUFFER && !r->b->things[arg.thing].bytes) {
        arg.kind = TTA_ARG_UNKNOWN;
        arg.note = named(r, "it is the address of a tensor whose size is not known, as its type does not say it: "
                         "operand ", arg.thing - r->first_tensor);
      }
    }
    if (arg.kind == TTA_ARG_UNKNOWN && !arg.note.size) arg.note = TTA_STR("the program does not say its value");
    if (!ADD(r, out, items, arg)) return false;
  }
  return true;
}

static void configure(const binder *r, tta_str attribute, tta_binding_kernel *k) {
  bool write = tta_str_contains(attribute, "write_kernel<"), compute = tta_str_contains(attribute, "compute_kernel<");
  tta_str processor = field(r->t, attribute, "processor");
  k->processor = compute ? TTA_PROCESSOR_COMPUTE : write ? TTA_PROCESSOR_DM0 : TTA_PROCESSOR_DM1;
  k->noc = write;
  if (processor.size && !compute) {
    k->processor = tta_str_ends_with(processor, "0") ? TTA_PROCESSOR_DM0 : TTA_PROCESSOR_DM1;
    k->noc = tta_str_ends_with(field(r->t, attribute, "noc_index"), "1");
    k->any_noc = tta_str_starts_with(field(r->t, attribute, "noc_mode"), "dynamic");
  }
  r->b->fp32 |= tta_str_is(field(r->t, attribute, "fp32_dest_acc_en"), "true");
  r->b->dst_full |= tta_str_is(field(r->t, attribute, "dst_full_sync_en"), "true");
}

/* @return false: the program is undecided, by this operation */
static bool give_up(binder *r, uint32_t op, const char *what, tta_str name) {
  tta_call_site site = site_of(r, op);
  tta_cpp_token at = {.file = UINT16_MAX, .line = site.line, .column = site.column};
  tta_cpp_report(r->b->report, TTA_RULE_kernel_undecided, &at, what, TTA_STR_ARGS(name));
  return false;
}

static bool translate(binder *r, uint32_t function, tta_binding_kernel *k) {
  uint32_t first = function, unknown;
  k->text = tta_ttkernel_as_cpp(r->t, function, &first, &unknown);
  tta_call_site begin = site_of(r, first);
  k->line = begin.line;
  k->column = begin.column;
  if (k->text.data && unknown != TTA_OPS_NONE)
    return give_up(r, unknown, "operation %.*s is not known; what it does is not checked",
                   r->t->ops->ops[unknown].name);
  return k->text.data || no_memory(r);
}

static bool add_kernel(binder *r, tta_str attribute) {
  tta_binding_kernel k = {.site = site_of(r, r->generic->op)};
  tta_str name = field(r->t, attribute, "symbol_ref"), source = field(r->t, attribute, "source");
  attribute = tta_ttkernel_resolve(r->t, attribute);
  if (source.data) {
    tta_buf text = tta_buf_new(r->b->arena->allocator);
    tta_string_text(source, &text);
    k.text = tta_arena_take(r->b->arena, &text);
    k.name = named(r, "source_kernel", r->b->num_kernels);
  } else {
    tta_str_skip(&name, "@");
    k.name = name;
    uint32_t function = tta_ttkernel_function(r->t, name);
    if (function == TTA_OPS_NONE) return give_up(r, r->generic->op, "kernel '%.*s' is not in the module", name);
    if (!translate(r, function, &k)) return false;
  }
  if (!k.text.data) return no_memory(r);
  configure(r, attribute, &k);
  tta_str cores = tta_ops_inside(field(r->t, attribute, "rt_args")), item, rest = ranges_of(r->t, attribute);
  if (!add_args(r, tta_ops_inside(field(r->t, attribute, "ct_args")), &k.compile_args) ||
      !add_args(r, tta_ops_inside(field(r->t, attribute, "common_rt_args")), &k.common_args))
    return false;
  while (tta_ops_next_item(&cores, &item)) {
    tta_binding_args args = {0};
    if (!read_range(tta_ops_inside(field(r->t, item, "core_coord")), &args.range)) continue;
    if (!add_args(r, tta_ops_inside(field(r->t, item, "args")), &args) || !ADD(r, &k, core_args, args)) return false;
  }
  while (next_range(r->t, &rest, &k.range))
    if (!ADD(r, r->b, kernels, k)) return false;
  return true;
}

static bool bind(void *user, tta_binding *b) {
  binder *r = user;
  tta_str rest, item;
  int64_t position = 0;
  r->b = b;
  if (!b->arch.size) b->arch = TTA_STR("wormhole_b0");
  if (!add_operands(r)) return false;
  rest = tta_ops_inside(field(r->t, r->generic->program, "cbs"));
  while (tta_ops_next_item(&rest, &item))
    if (!add_circular_buffer(r, item)) return false;
  rest = tta_ops_inside(field(r->t, r->generic->program, "semaphores"));
  while (tta_ops_next_item(&rest, &item))
    if (!add_semaphore(r, item, position++)) return false;
  rest = tta_ops_inside(field(r->t, r->generic->program, "kernels"));
  while (tta_ops_next_item(&rest, &item))
    if (!add_kernel(r, item)) return false;
  tta_call_site site = site_of(r, r->generic->op);
  tta_cpp_token at = {.file = UINT16_MAX, .line = site.line, .column = site.column};
  tta_cpp_report(b->report, TTA_RULE_kernel_assumed, &at, "the tensors hold data before the program runs");
  return b->num_kernels && !r->t->status;
}

/* ---- ttmetal.enqueue_program ---- */

/* The last operands are those of the circular buffers, which use the bytes of buffers of their cores. */
static bool add_ports(binder *r, tta_protocol_range all) {
  const tta_ttkernel_build *enqueued = r->generic->enqueued;
  const tta_ops_op *o = &r->t->ops->ops[r->generic->op];
  uint32_t ports = 0;
  for (tta_str list = enqueued->ports, item; tta_ops_next_item(&list, &item);) ports++;
  for (uint32_t i = 0; i < ports && ports <= o->num_operands; i++) {
    uint32_t operand = o->num_operands - ports + i;
    uint32_t value = r->t->ops->operands[o->first_operand + operand].value;
    tta_ttkernel_memref memref;
    tta_binding_thing thing = thing_of(r, TTA_THING_CB, "cb", tta_ttkernel_port(enqueued, i));
    tta_str type = value == TTA_OPS_NONE ? (tta_str){NULL, 0} : r->t->ops->values[value].type;
    if (!type.size && operand < o->num_inputs) type = r->t->ops->types[o->first_input + operand];
    if (!tta_ttkernel_memref_type(r->t, type, &memref))
      return give_up(r, r->generic->op, "the size of circular buffer '%.*s' is not known: its operand is not a memref "
                     "of shards", thing.name);
    thing.pages = memref.pages;
    thing.page_bytes = memref.page_bytes;
    thing.range = all;
    thing.written = is_filled(r, value);
    for (uint32_t k = 0; k < o->num_operands - ports && thing.over == TTA_KERNEL_NONE; k++) {
      const tta_binding_thing *under = &r->b->things[r->first_tensor + k];
      bool same = value != TTA_OPS_NONE && r->t->ops->operands[o->first_operand + k].value == value;
      if (same && under->bytes >= memref.bytes && !under->dram && memref.pages * memref.page_bytes <= under->bytes &&
          !memcmp(&under->range, &all, sizeof all))
        thing.over = r->first_tensor + k;
    }
    if (!ADD(r, r->b, things, thing)) return false;
  }
  return true;
}

/* The semaphores that the arguments of its kernels name. */
static bool add_named_semaphores(binder *r, tta_str rest, tta_protocol_range all) {
  tta_str item, kind;
  int64_t number;
  while (tta_ops_next_item(&rest, &item)) {
    if (!tta_ttkernel_argument(tta_ttkernel_resolve(r->t, item), &kind, &number)) continue;
    bool known = !tta_str_is(kind, "semaphore") && !tta_str_is(kind, "local_semaphore");
    for (uint32_t i = 0; i < r->b->num_things; i++)
      known |= r->b->things[i].kind == TTA_THING_SEMAPHORE && r->b->things[i].index == number;
    if (known) continue;
    tta_binding_thing thing = thing_of(r, TTA_THING_SEMAPHORE, "semaphore", number);
    thing.range = all;
    if (!ADD(r, r->b, things, thing)) return false;
  }
  return true;
}

static bool bind_enqueued(void *user, tta_binding *b) {
  binder *r = user;
  const tta_ttkernel_build *enqueued = r->generic->enqueued;
  tta_protocol_range all = r->generic->all;
  r->b = b;
  if (!b->arch.size) b->arch = TTA_STR("wormhole_b0");
  if (!add_operands(r) || !add_ports(r, all)) return false;
  for (uint32_t i = 0; i < enqueued->num_kernels; i++) {
    const tta_ttkernel_use *use = &enqueued->kernels[i];
    tta_binding_kernel k = {.name = use->name, .site = site_of(r, r->generic->op), .processor = use->processor,
                            .noc = use->noc, .range = use->cores};
    b->fp32 |= use->fp32;
    b->dst_full |= use->full;
    if (!translate(r, use->function, &k) || !add_named_semaphores(r, use->compile_args, all) ||
        !add_named_semaphores(r, use->args, all) || !add_named_semaphores(r, use->common_args, all) ||
        !add_args(r, use->compile_args, &k.compile_args) || !add_args(r, use->args, &k.args) ||
        !add_args(r, use->common_args, &k.common_args) || !ADD(r, b, kernels, k))
      return false;
  }
  return b->num_kernels && !r->t->status;
}

/* ---- programs of an operation ---- */

tta_str tta_ttkernel_generic_program(const tta_ttkernel_text *t, uint32_t op, uint32_t index) {
  const tta_ops_attribute *a = tta_ops_find(t->ops, op, "program");
  tta_str program = a ? tta_ttkernel_resolve(t, a->value) : (tta_str){NULL, 0}, rest, item;
  if (tta_str_starts_with(program, "#ttnn.program<")) return index ? (tta_str){NULL, 0} : program;
  rest = tta_ops_inside(program); /* mesh_program_descriptor<[mesh_program<range = .., program = ..>, ..], ..> */
  if (!tta_ops_next_item(&rest, &item)) return (tta_str){NULL, 0};
  rest = tta_ops_inside(item);
  for (uint32_t i = 0; tta_ops_next_item(&rest, &item); i++)
    if (i == index) return field(t, item, "program");
  return (tta_str){NULL, 0};
}

void tta_ttkernel_generic_names(tta_ttkernel_text *t, tta_str program) {
  tta_str rest = tta_ops_inside(field(t, program, "kernels")), item;
  while (tta_ops_next_item(&rest, &item)) {
    tta_str symbol = field(t, item, "symbol_ref");
    if (tta_str_skip(&symbol, "@")) tta_ttkernel_use_name(t, symbol);
  }
}

bool tta_ttkernel_generic_is_ttkernel(tta_ttkernel_text *t, tta_str program) {
  tta_str rest = tta_ops_inside(field(t, program, "kernels")), item;
  while (tta_ops_next_item(&rest, &item)) {
    tta_str name = field(t, item, "symbol_ref");
    tta_str_skip(&name, "@");
    uint32_t function = tta_ttkernel_function(t, name);
    if (function == TTA_OPS_NONE || tta_ttkernel_is_emitc(t, function)) return false;
  }
  return true;
}

void tta_ttkernel_generic_kernels(tta_ttkernel_build *b, tta_str program) {
  const tta_ttkernel_text *t = b->text;
  tta_str rest = tta_ops_inside(field(t, program, "kernels")), item;
  while (tta_ops_next_item(&rest, &item)) {
    tta_binding settings = {0};
    tta_binding_kernel k = {0};
    tta_str name = field(t, item, "symbol_ref"), ranges = ranges_of(t, item), first_core;
    tta_str_skip(&name, "@");
    configure(&(binder){.t = b->text, .b = &settings}, tta_ttkernel_resolve(t, item), &k);
    tta_ttkernel_use use = {.function = tta_ttkernel_function(t, name), .name = name, .processor = k.processor,
                            .noc = k.noc, .full = settings.dst_full, .fp32 = settings.fp32,
                            .compile_args = tta_ops_inside(field(t, item, "ct_args")),
                            .common_args = tta_ops_inside(field(t, item, "common_rt_args"))};
    tta_str per_core = tta_ops_inside(field(t, item, "rt_args"));
    if (tta_ops_next_item(&per_core, &first_core)) use.args = tta_ops_inside(field(t, first_core, "args"));
    while (next_range(t, &ranges, &use.cores)) tta_ttkernel_add_kernel(b, use);
  }
}

tta_protocol_range tta_ttkernel_generic_cores(const tta_ttkernel_text *t, tta_str program, uint32_t *num_kernels) {
  tta_str kernels = tta_ops_inside(field(t, program, "kernels")), item, rest;
  tta_protocol_range all = {0}, range;
  bool any = false;
  for (*num_kernels = 0; tta_ops_next_item(&kernels, &item); ++*num_kernels)
    for (rest = ranges_of(t, item); next_range(t, &rest, &range); any = true)
      if (any) tta_range_add(&all, &range);
      else all = range;
  return all;
}

tta_status tta_ttkernel_generic_check(tta_ttkernel_text *t, const tta_ttkernel_generic *generic,
                                      const tta_protocol_options *how, tta_kernel_program **out) {
  tta_kernel_options options = {.allocator = t->arena->allocator};
  binder r = {.t = t, .generic = generic};
  tta_protocol_options checked = how ? *how : (tta_protocol_options){0};
  checked.source = t->source;
  if (checked.has_arch) options.arch = tta_str_from(tta_arch_get(checked.arch)->name);
  bool (*fill)(void *, tta_binding *) = generic->enqueued ? bind_enqueued : bind;
  return tta_kernel_program_bind(t->source->text, &options, &checked, fill, &r, out);
}
