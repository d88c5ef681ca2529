/* host_calls.c: what calls of the host API do: buffers, circular buffers, semaphores, kernels and arguments. Each is
 * called by a function of host_api.def. */
#include "base/checked.h"
#include "kernel/host.h"

enum { COST_OF_ARGUMENT = 2 * TTA_KERNEL_COST_OF_STEP }; /* it takes memory */

/* ---- arguments ---- */

static bool add_arg(tta_host *h, tta_binding_args *out, kernel_value v, tta_str name) {
  tta_binding_arg arg = {.kind = TTA_ARG_NUMBER, .name = name, .number = v.number};
  const tta_interpreter *in = &h->in;
  if (v.kind == KERNEL_ADDRESS && v.object < h->num_buffers) {
    bool semaphore = h->buffers[v.object].thing.kind == TTA_THING_SEMAPHORE;
    arg.kind = semaphore ? TTA_ARG_SEMAPHORE_ADDRESS : TTA_ARG_BUFFER;
    arg.thing = v.object;
  } else if (v.kind != KERNEL_INT) {
    uint32_t cause = v.kind == KERNEL_UNKNOWN ? tta_host_site(in, v.origin) : h->call;
    const tta_cpp_token *t = &in->tokens[cause];
    arg.kind = TTA_ARG_UNKNOWN;
    arg.why = tta_host_is_variable(in, cause) ? t->text : TTA_STR("");
    arg.line = t->line;
    arg.column = t->column;
  }
  return TTA_HOST_APPEND(h, out, items, arg);
}

static bool items_of(tta_interpreter *in, kernel_value v, uint32_t *first, uint32_t *count, kernel_value *why) {
  *first = v.first;
  *count = v.count;
  *why = v;
  if (tta_is_list(v)) {
    *why = tta_unknown(tta_list_origin(in, v));
    return tta_list_items(in, v, first, count);
  }
  return v.kind == KERNEL_POINTER || (v.kind == KERNEL_STRUCT && v.object == TTA_KERNEL_NONE);
}

static bool add_args(tta_host *h, kernel_value v, tta_binding_args *out, const char *what, uint32_t token) {
  uint32_t first, count;
  kernel_value why;
  if (!items_of(&h->in, v, &first, &count, &why)) {
    tta_host_not_known(&h->in, token, why, what);
    return false;
  }
  tta_cost(&h->in, (uint64_t)count * COST_OF_ARGUMENT);
  if (!TTA_GROW_IN(h->binding->arena, out, items, count)) return tta_host_no_memory(h);
  for (uint32_t i = 0; i < count; i++)
    if (!add_arg(h, out, h->in.slots[first + i].value, TTA_STR(""))) return false;
  return true;
}

/* ---- things ---- */

static bool known_number(tta_host *h, kernel_value v, const char *what, int64_t least, uint32_t token, int64_t *out) {
  *out = v.number;
  if (v.kind != KERNEL_INT) {
    tta_host_not_known(&h->in, token, v, what);
    return false;
  }
  if (*out < least || *out > (int64_t)1 << 40) {
    tta_kernel_error(&h->in, tta_host_site(&h->in, token), "%s is %lld", what, (long long)*out);
    return false;
  }
  return true;
}

static kernel_value field_of(const tta_interpreter *in, kernel_value object, const char *name, uint32_t token) {
  uint32_t slot = tta_field_named(in, object, name);
  return slot != TTA_KERNEL_NONE ? in->slots[slot].value : object.kind == KERNEL_UNKNOWN ? object : tta_unknown(token);
}

static tta_str numbered(tta_host *h, const char *name, uint32_t number) {
  tta_buf text;
  tta_buf_init(&text, h->binding->arena->allocator);
  tta_buf_printf(&text, "%s%u", name, number);
  tta_str out = tta_arena_str(h->binding->arena, tta_buf_view(&text));
  if (text.failed || !out.data) tta_host_no_memory(h);
  tta_buf_free(&text);
  return out;
}

static tta_host_thing new_thing(tta_host *h, tta_thing_kind kind, tta_str name, uint32_t token) {
  h->effect_step = h->in.steps;
  return (tta_host_thing){.thing = {.kind = (uint8_t)kind, .name = name, .site = tta_host_site_at(&h->in, token),
                                .over = TTA_KERNEL_NONE, .object = TTA_PROTOCOL_NONE},
                      .named_at = UINT32_MAX};
}

/* tt-metal rejects other sizes. */
bool tta_host_is_whole(tta_host *h, const tta_binding_thing *t) {
  if (t->bytes % t->page_bytes == 0) return true;
  bool buffer = t->kind == TTA_THING_BUFFER;
  tta_str index = buffer ? TTA_STR("") : numbered(h, " ", (uint32_t)t->index);
  tta_kernel_error(&h->in, h->call, "%s%.*s has %lld bytes: expected a multiple of its page size %lld",
                   buffer ? "the buffer" : "circular buffer", TTA_STR_ARGS(index), (long long)t->bytes,
                   (long long)t->page_bytes);
  return false;
}

/* (bytes, page bytes, type, shards) */
static kernel_value buffer(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_interpreter *in = &h->in;
  tta_host_thing t = new_thing(h, TTA_THING_BUFFER, numbered(h, "buffer_", h->num_buffers), token);
  if (in->probe || num < 4) return tta_host_not_known(in, token, tta_unknown(token), "a buffer");
  if (args[2].kind != KERNEL_SYMBOL) return tta_host_not_known(in, token, args[2], "the memory of a buffer");
  t.thing.dram = tta_str_is(in->source->names[args[2].object], "DRAM");
  if (!known_number(h, args[0], "the size of a buffer", 1, token, &t.thing.bytes)) return tta_unknown(token);
  if (args[1].kind == KERNEL_INT && !args[1].number) args[1] = args[0];
  if (!known_number(h, args[1], "the page size of a buffer", 1, token, &t.thing.page_bytes) ||
      !tta_host_is_whole(h, &t.thing))
    return tta_unknown(token);
  if (!t.thing.dram && args[3].kind != KERNEL_INT) {
    if (!tta_host_cores_of(h, args[3], token, "the cores of the shards of a buffer", &t.cores))
      return tta_unknown(token);
    uint32_t count = 0;
    for (uint32_t i = 0; i < t.cores.num_items; i++) count += tta_range_cores(&t.cores.items[i]);
    if (count) t.thing.bytes = (t.thing.bytes + count - 1) / count;
  }
  if (!t.thing.name.data || !TTA_HOST_APPEND(h, h, buffers, t)) return tta_unknown(token);
  h->fresh_kind = FRESH_BUFFER;
  h->fresh = h->num_buffers - 1;
  return tta_local_address(h->fresh, 0);
}

/* The cores of shards of a configuration, 0 without shards. */
static kernel_value shards_of(tta_host *h, kernel_value config) {
  static const char *const names[] = {"shard_parameters", "__spec", "grid", "tensor_shard_spec"};
  bool any = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    uint32_t slot = tta_field_named(&h->in, config, names[i]);
    if (slot == TTA_KERNEL_NONE) continue;
    config = h->in.slots[slot].value;
    any = true;
  }
  return any ? config : tta_u32(0);
}

/* The product of a shape of a shard specification, in pages; 0: not known. */
static int64_t shape_of(tta_host *h, kernel_value spec, const char *name, const char *pages, uint32_t token) {
  static const char *const sides[] = {"__height", "__width"};
  int64_t out = 1;
  for (int i = 0; i < 2; i++) {
    kernel_value side = field_of(&h->in, field_of(&h->in, spec, name, token), sides[i], token), page = tta_u32(1);
    if (pages) page = field_of(&h->in, field_of(&h->in, spec, pages, token), sides[i], token);
    if (side.kind != KERNEL_INT || page.kind != KERNEL_INT || page.number < 1 || side.number % page.number ||
        !tta_mul(out, side.number / page.number, &out))
      return 0;
  }
  return out;
}

/* The bytes, the pages of the tensor and those of its shards agree, as far as they are known. */
static void check_shards(tta_host *h, kernel_value config, uint32_t token) {
  tta_interpreter *in = &h->in;
  kernel_value spec = field_of(in, config, "shard_parameters", token), size = field_of(in, config, "size", token),
               page = field_of(in, config, "page_size", token), why;
  int64_t pages = shape_of(h, spec, "tensor2d_shape_in_pages", NULL, token), bytes, shards = 0;
  int64_t of_shard = shape_of(h, spec, "shape", "page_shape", token);
  if (in->probe || pages < 1 || size.kind != KERNEL_INT || page.kind != KERNEL_INT || page.number < 1) return;
  if (!tta_mul(pages, page.number, &bytes) || bytes != size.number) {
    tta_kernel_error(in, h->call, "the buffer has %lld bytes, but its shard specification has %lld pages of %lld bytes",
                     (long long)size.number, (long long)pages, (long long)page.number);
    return;
  }
  tta_host_cores cores = {NULL, 0, 0};
  if (of_shard < 1 || !tta_host_add_cores(h, field_of(in, spec, "grid", token), &cores, &why, 0)) return;
  for (uint32_t i = 0; i < cores.num_items; i++) shards += tta_range_cores(&cores.items[i]);
  if (shards && shards < (pages - 1) / of_shard + 1)
    tta_kernel_error(in, h->call, "the buffer has %lld pages, but its %lld shards have %lld pages each",
                     (long long)pages, (long long)shards, (long long)of_shard);
}

static kernel_value shards(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  if (num) check_shards(h, args[0], token);
  return num ? shards_of(h, args[0]) : tta_u32(0);
}

/* The bytes of a mesh buffer on each device. */
static kernel_value mesh_bytes(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_interpreter *in = &h->in;
  kernel_value config = num ? args[0] : tta_void(), global = field_of(in, config, "global_size", token);
  if (global.kind == KERNEL_UNKNOWN && tta_field_named(in, config, "global_size") != TTA_KERNEL_NONE) return global;
  if (global.kind != KERNEL_INT || !global.number) return field_of(in, config, "size", token);
  kernel_value shapes[2] = {field_of(in, config, "shard_shape", token),
                            field_of(in, config, "global_buffer_shape", token)};
  kernel_value out = global;
  for (int i = 0; i < 2; i++) {
    out = tta_apply(i ? '/' : '*', out, field_of(in, shapes[i], "__height", token), token);
    out = tta_apply(i ? '/' : '*', out, field_of(in, shapes[i], "__width", token), token);
  }
  return out;
}

static tta_host_program *program_of(tta_host *h, kernel_value id, uint32_t token) {
  if (id.kind == KERNEL_INT && id.number >= 0 && id.number < h->num_programs) return &h->programs[id.number];
  tta_host_not_known(&h->in, token, id, "the program of a call");
  return NULL;
}

static kernel_value program(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_host_program p = {.binding = {.arena = h->binding->arena}, .created = tta_host_site(&h->in, token)};
  (void)args, (void)num;
  return TTA_HOST_APPEND(h, h, programs, p) ? tta_u32(h->num_programs - 1) : tta_unknown(token);
}

static bool symbol_is(const tta_interpreter *in, kernel_value v, const char *name) {
  return v.kind == KERNEL_SYMBOL && tta_str_is(in->source->names[v.object], name);
}

static int64_t bytes_of_tile(const tta_interpreter *in, kernel_value format) {
  return format.kind == KERNEL_SYMBOL ? tta_format_tile_bytes(in->source->names[format.object]) : 0;
}

/* The data format of an index in a configuration, if its tiles are known. */
static void find_format(tta_host *h, kernel_value config, uint32_t token, tta_binding_thing *thing) {
  tta_interpreter *in = &h->in;
  uint32_t first, count;
  kernel_value why;
  if (!items_of(in, field_of(in, config, "__formats", token), &first, &count, &why)) return;
  for (uint32_t i = count; i > 1; i -= 2) { /* the last one counts */
    kernel_value key = in->slots[first + i - 2].value, format = in->slots[first + i - 1].value;
    if (key.kind == KERNEL_INT && key.number != thing->index) continue;
    if (key.kind == KERNEL_INT) thing->tile_bytes = bytes_of_tile(in, format);
    if (thing->tile_bytes) thing->format = in->source->names[format.object];
    return;
  }
}

/* The page size of an index in a configuration. */
static bool page_bytes(tta_host *h, kernel_value config, int64_t index, uint32_t token, int64_t *out) {
  uint32_t first, count;
  kernel_value list = field_of(&h->in, config, "__pages", token), why;
  if (!items_of(&h->in, list, &first, &count, &why)) {
    tta_host_not_known(&h->in, token, why, "the page size of a circular buffer");
    return false;
  }
  for (uint32_t i = count; i > 1; i -= 2) {
    kernel_value key = h->in.slots[first + i - 2].value;
    if (key.kind == KERNEL_INT && key.number == index)
      return known_number(h, h->in.slots[first + i - 1].value, "the page size of a circular buffer", 1, token, out);
  }
  tta_kernel_error(&h->in, h->call, "circular buffer %lld has no page size", (long long)index);
  return false;
}

/* (program, cores, configuration) */
static kernel_value circular_buffer(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_interpreter *in = &h->in;
  tta_host_thing t = new_thing(h, TTA_THING_CB, TTA_STR("cb"), token);
  tta_host_program *p;
  uint32_t first, count, begin;
  kernel_value why;
  if (in->probe || num < 3) return tta_host_not_known(in, token, tta_unknown(token), "a circular buffer");
  if (!(p = program_of(h, args[0], token)) ||
      !tta_host_cores_of(h, args[1], token, "the cores of a circular buffer", &t.cores) ||
      !known_number(h, field_of(in, args[2], "__size", token), "the size of a circular buffer", 1, token,
                    &t.thing.bytes))
    return tta_unknown(token);
  if (!items_of(in, field_of(in, args[2], "__indices", token), &first, &count, &why))
    return tta_host_not_known(in, token, why, "the index of a circular buffer");
  kernel_value global = field_of(in, args[2], "__global", token);
  begin = p->num_things;
  for (uint32_t i = 0; i < count && t.cores.num_items; i++) {
    if (!known_number(h, in->slots[first + i].value, "the index of a circular buffer", 0, token, &t.thing.index) ||
        !page_bytes(h, args[2], t.thing.index, token, &t.thing.page_bytes))
      return tta_unknown(token);
    if (!tta_host_is_whole(h, &t.thing)) return tta_unknown(token);
    t.thing.pages = t.thing.bytes / t.thing.page_bytes;
    find_format(h, args[2], token, &t.thing);
    t.thing.name = numbered(h, "cb_", (uint32_t)t.thing.index);
    t.number = i ? begin : TTA_KERNEL_NONE; /* the thing whose bytes it shares */
    t.thing.has_address = global.kind == KERNEL_ADDRESS && global.object < h->num_buffers;
    t.thing.address = t.thing.has_address ? global.object : 0;
    if (!TTA_HOST_APPEND(h, p, things, t)) return tta_unknown(token);
  }
  return tta_u32(begin);
}

/* (program, cores, initial) */
static kernel_value semaphore(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_host_program *p;
  if (h->in.probe || num < 3) return tta_host_not_known(&h->in, token, tta_unknown(token), "a semaphore");
  if (!(p = program_of(h, args[0], token))) return tta_unknown(token);
  tta_host_thing t = new_thing(h, TTA_THING_SEMAPHORE, numbered(h, "semaphore_", p->num_semaphores), token);
  t.thing.index = p->num_semaphores;
  if (!tta_host_cores_of(h, args[1], token, "the cores of a semaphore", &t.cores) ||
      !known_number(h, args[2], "the initial value of a semaphore", 0, token, &t.thing.initial) ||
      !TTA_HOST_APPEND(h, p, things, t))
    return tta_unknown(token);
  h->fresh_kind = FRESH_SEMAPHORE;
  h->fresh = p->num_things - 1;
  h->fresh_program = (uint32_t)(p - h->programs);
  return tta_u32(p->num_semaphores++);
}

/* (cores, initial): of the device, not of a program: its address is an argument */
static kernel_value global_semaphore(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_host_thing t = new_thing(h, TTA_THING_SEMAPHORE, numbered(h, "semaphore_", h->num_buffers), token);
  t.thing.index = TTA_SEMAPHORE_GLOBAL;
  if (h->in.probe || num < 2) return tta_host_not_known(&h->in, token, tta_unknown(token), "a semaphore");
  if (!tta_host_cores_of(h, args[0], token, "the cores of a semaphore", &t.cores) ||
      !known_number(h, args[1], "the initial value of a semaphore", 0, token, &t.thing.initial) ||
      !t.thing.name.data || !TTA_HOST_APPEND(h, h, buffers, t))
    return tta_unknown(token);
  h->fresh_kind = FRESH_BUFFER;
  h->fresh = h->num_buffers - 1;
  return tta_local_address(h->fresh, 0);
}

/* (address, value), before the first run of a program */
static kernel_value reset_semaphore(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  kernel_value at = num ? args[0] : tta_void();
  if (h->in.probe || num < 2 || at.kind != KERNEL_ADDRESS || at.object >= h->num_buffers)
    return tta_host_not_known(&h->in, token, at.kind == KERNEL_UNKNOWN ? at : tta_unknown(token), "a semaphore");
  for (uint32_t i = 0; i < h->num_programs; i++)
    if (h->programs[i].enqueued_at) return tta_void();
  known_number(h, args[1], "the initial value of a semaphore", 0, token, &h->buffers[at.object].thing.initial);
  return tta_void();
}

/* ---- kernels ---- */

/* The pairs of a map as `NAME=VALUE`, or as named arguments. */
static bool add_pairs(tta_host *h, kernel_value map, tta_binding_kernel *k, bool defines, uint32_t token) {
  tta_interpreter *in = &h->in;
  uint32_t first, count;
  kernel_value why;
  if (!items_of(in, map, &first, &count, &why)) {
    tta_host_not_known(in, token, why, defines ? "a definition of a kernel" : "a named argument of a kernel");
    return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    kernel_value pair = in->slots[first + i].value;
    tta_str name, text = TTA_STR("");
    if (pair.kind != KERNEL_STRUCT || pair.count < 2 || !tta_text_of(in, in->slots[pair.first].value, &name)) {
      tta_host_not_known(in, token, pair, defines ? "a definition of a kernel" : "a named argument of a kernel");
      return false;
    }
    kernel_value value = in->slots[pair.first + 1].value;
    if (!defines) {
      if (!add_arg(h, &k->named_args, value, name)) return false;
      continue;
    }
    if (value.kind == KERNEL_INT) text = numbered(h, "", (uint32_t)value.number);
    else if (!tta_text_of(in, value, &text)) {
      tta_host_not_known(in, token, value, "a definition of a kernel");
      return false;
    }
    tta_buf define;
    tta_buf_init(&define, h->binding->arena->allocator);
    tta_buf_printf(&define, "%.*s=%.*s", TTA_STR_ARGS(name), TTA_STR_ARGS(text));
    tta_str kept = tta_arena_str(h->binding->arena, tta_buf_view(&define));
    bool good = !define.failed && kept.data;
    tta_buf_free(&define);
    if (!good) return tta_host_no_memory(h);
    if (!TTA_HOST_APPEND(h, k, defines, kept)) return false;
  }
  return true;
}

static bool configure(tta_host *h, kernel_value config, tta_host_program *p, tta_binding_kernel *k, uint32_t token) {
  tta_interpreter *in = &h->in;
  kernel_value processor = field_of(in, config, "processor", token), noc = field_of(in, config, "noc", token);
  bool truth = false;
  if (processor.kind != KERNEL_SYMBOL) {
    tta_host_not_known(in, token, processor, "the processor of a kernel");
    return false;
  }
  k->processor = symbol_is(in, processor, "COMPUTE")   ? TTA_PROCESSOR_COMPUTE
                 : symbol_is(in, processor, "RISCV_1") ? TTA_PROCESSOR_DM1
                                                       : TTA_PROCESSOR_DM0;
  if (noc.kind != KERNEL_INT && noc.kind != KERNEL_SYMBOL) {
    tta_host_not_known(in, token, noc, "the NoC of a kernel");
    return false;
  }
  k->noc = symbol_is(in, noc, "RISCV_1_default") || (noc.kind == KERNEL_INT && noc.number == 1);
  k->any_noc = symbol_is(in, field_of(in, config, "noc_mode", token), "DM_DYNAMIC_NOC");
  p->binding.fp32 |= tta_truth(field_of(in, config, "fp32_dest_acc_en", token), &truth) && truth;
  p->binding.dst_full |= tta_truth(field_of(in, config, "dst_full_sync_en", token), &truth) && truth;
  return add_args(h, field_of(in, config, "compile_args", token), &k->compile_args,
                  "a compile-time argument of a kernel", token) &&
         add_pairs(h, field_of(in, config, "defines", token), k, true, token) &&
         add_pairs(h, field_of(in, config, "named_compile_args", token), k, false, token);
}

/* The name of a file without its folders and what follows the last dot. */
static tta_str stem(tta_str path) {
  size_t begin = path.size, end = path.size;
  while (begin && path.data[begin - 1] != '/') begin--;
  for (size_t i = begin; i < path.size; i++)
    if (path.data[i] == '.') end = i;
  return (tta_str){path.data + begin, end - begin};
}

/* What it does to the workers is not known. */
static kernel_value on_ethernet(tta_host *h, const tta_binding_kernel *k) {
  tta_interpreter *in = &h->in;
  tta_cpp_report(in->source, TTA_RULE_kernel_undecided, &in->tokens[h->call],
                 "kernel '%.*s' runs on Ethernet cores: only kernels of worker cores are checked, and what it does to "
                 "them is not known", TTA_STR_ARGS(k->name));
  in->undecided = in->stopped = true;
  return tta_unknown(h->call);
}

/* (program, file, cores, configuration, source): the source of a kernel in a file is 0 */
static kernel_value kernel(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_interpreter *in = &h->in;
  tta_host_cores cores;
  tta_host_program *p;
  tta_binding_kernel k = {.site = tta_host_site_at(in, token)};
  h->effect_step = in->steps;
  if (in->probe || num < 5) return tta_host_not_known(in, token, tta_unknown(token), "a kernel");
  if (!(p = program_of(h, args[0], token))) return tta_unknown(token);
  bool in_file = args[4].kind == KERNEL_INT;
  if (!tta_text_of(in, args[in_file ? 1 : 4], in_file ? &k.file : &k.text))
    return tta_host_not_known(in, token, args[in_file ? 1 : 4],
                              in_file ? "the file of a kernel" : "the source of a kernel");
  k.name = in_file ? stem(k.file) : numbered(h, "kernel_", h->num_groups);
  if (tta_field_named(in, args[3], "__ethernet") != TTA_KERNEL_NONE) return on_ethernet(h, &k);
  if (!tta_host_cores_of(h, args[2], token, "the cores of a kernel", &cores) || !configure(h, args[3], p, &k, token))
    return tta_unknown(token);
  tta_host_kernels g = {(uint32_t)(p - h->programs), p->binding.num_kernels, cores.num_items, UINT32_MAX};
  for (uint32_t i = 0; i < cores.num_items; i++) {
    k.range = cores.items[i];
    if (!TTA_HOST_APPEND(h, &p->binding, kernels, k)) return tta_unknown(token);
  }
  if (!TTA_HOST_APPEND(h, h, groups, g)) return tta_unknown(token);
  h->fresh_kind = FRESH_KERNEL;
  h->fresh = h->num_groups - 1;
  return tta_u32(h->fresh);
}

static bool group_of(tta_host *h, kernel_value kernel, uint32_t token, uint32_t *group) {
  *group = (uint32_t)kernel.number;
  if (kernel.kind == KERNEL_INT && kernel.number >= 0 && kernel.number < h->num_groups) return true;
  tta_host_not_known(&h->in, token, kernel, "the kernel of runtime arguments");
  return false;
}

/* Arguments of the same cores are replaced. */
static void forget_args(tta_binding_kernel *k, const tta_protocol_range *range) {
  for (uint32_t i = 0; i < k->num_core_args; i++)
    if (!memcmp(&k->core_args[i].range, range, sizeof *range)) {
      memmove(k->core_args + i, k->core_args + i + 1, (--k->num_core_args - i) * sizeof *k->core_args);
      return;
    }
}

static bool same_args(const tta_binding_args *a, const tta_binding_args *b) {
  bool same = a->num_items == b->num_items;
  for (uint32_t i = 0; i < a->num_items && same; i++)
    same = a->items[i].kind == b->items[i].kind && a->items[i].number == b->items[i].number &&
           a->items[i].thing == b->items[i].thing && tta_str_equal(a->items[i].why, b->items[i].why);
  return same;
}

/* The first that have a core are those that it gets. */
static bool has_args(const tta_binding_kernel *k, const tta_binding_args *args) {
  for (uint32_t i = 0; i < k->num_core_args; i++)
    if (tta_range_intersects(&k->core_args[i].range, &args->range))
      return tta_range_has(&k->core_args[i].range, args->range.y0, args->range.x0) &&
             tta_range_has(&k->core_args[i].range, args->range.y1, args->range.x1) && same_args(&k->core_args[i], args);
  return false;
}

bool tta_host_set_args(tta_host *h, uint32_t group, const tta_host_cores *cores, kernel_value v, uint32_t token) {
  tta_binding_args list = {0};
  const tta_host_kernels *g = &h->groups[group];
  tta_arena_mark mark = tta_arena_position(h->binding->arena);
  bool kept = false;
  if (!add_args(h, v, &list, "the runtime arguments of a kernel", token)) return false;
  for (uint32_t n = 0; n < g->count; n++) {
    for (uint32_t i = 0; i < cores->num_items; i++) {
      tta_binding_kernel *k = &h->programs[g->program].binding.kernels[g->first + n];
      list.range = cores->items[i];
      if (!tta_range_intersects(&k->range, &list.range) || has_args(k, &list)) continue;
      if (!tta_host_change(h, g->program)) return false;
      k = &h->programs[g->program].binding.kernels[g->first + n];
      forget_args(k, &list.range);
      if (!TTA_GROW_IN(h->binding->arena, k, core_args, 1)) return tta_host_no_memory(h);
      memmove(k->core_args + 1, k->core_args, k->num_core_args++ * sizeof *k->core_args);
      k->core_args[0] = list; /* the last call is the first that is found */
      kept = true;
    }
  }
  if (!kept) tta_arena_rewind(h->binding->arena, mark);
  return true;
}

/* (program, kernel, cores, arguments), or arguments for each core */
static kernel_value runtime_args(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_interpreter *in = &h->in;
  tta_host_cores cores;
  uint32_t first = 0, count = 0, group;
  kernel_value why;
  h->effect_step = in->steps;
  if (in->probe || num < 4) return tta_host_not_known(in, token, tta_unknown(token), "a call of SetRuntimeArgs");
  if (!group_of(h, args[1], token, &group) || !tta_host_sync(h, token)) return tta_unknown(token);
  bool known = items_of(in, args[3], &first, &count, &why);
  bool nested = known && count && items_of(in, in->slots[first].value, &(uint32_t){0}, &(uint32_t){0}, &why);
  if (!nested) {
    if (tta_host_cores_of(h, args[2], token, "the cores of runtime arguments", &cores) &&
        tta_host_set_args(h, group, &cores, args[3], token))
      tta_host_reload(h, group, &cores, token);
    return tta_void();
  }
  tta_host_cores each = {NULL, 0, 0};
  bool braces = args[2].kind == KERNEL_STRUCT && args[2].object == TTA_KERNEL_NONE; /* {a, b}: cores, not a range */
  for (uint32_t i = 0; i < (braces ? args[2].count : 1); i++)
    if (!tta_host_add_cores(h, braces ? in->slots[args[2].first + i].value : args[2], &each, &why, 0))
      return tta_host_not_known(in, token, why, "the cores of runtime arguments");
  for (uint32_t i = 0; i < each.num_items && i < count && !in->stopped; i++) {
    cores = (tta_host_cores){&each.items[i], 1, 1};
    if (tta_host_set_args(h, group, &cores, in->slots[first + i].value, token))
      tta_host_reload(h, group, &cores, token);
  }
  return tta_void();
}

static kernel_value common_args(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  uint32_t group;
  h->effect_step = h->in.steps;
  if (h->in.probe || num < 3)
    return tta_host_not_known(&h->in, token, tta_unknown(token), "a call of SetCommonRuntimeArgs");
  if (!group_of(h, args[1], token, &group)) return tta_unknown(token);
  tta_binding_args list = {0};
  const tta_host_kernels *g = &h->groups[group];
  if (!add_args(h, args[2], &list, "the common arguments of a kernel", token)) return tta_unknown(token);
  for (uint32_t n = 0; n < g->count; n++) {
    if (same_args(&h->programs[g->program].binding.kernels[g->first + n].common_args, &list)) continue;
    if (!tta_host_change(h, g->program)) break;
    h->programs[g->program].binding.kernels[g->first + n].common_args = list;
  }
  return tta_void();
}

/* ---- runs ---- */

static kernel_value write_buffer(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  (void)token;
  h->now++;
  if (num && args[0].kind == KERNEL_ADDRESS && args[0].object < h->num_buffers) {
    tta_host_thing *b = &h->buffers[args[0].object];
    if (!b->written_at) b->written_at = h->now;
  }
  return tta_void();
}

/* Buffers of a program that ran hold data for those that run later. */
static void mark_written(tta_host *h, const tta_binding_args *args, uint32_t when) {
  for (uint32_t i = 0; i < args->num_items; i++)
    if (args->items[i].kind == TTA_ARG_BUFFER && !h->buffers[args->items[i].thing].written_at)
      h->buffers[args->items[i].thing].written_at = when;
}

static kernel_value enqueue(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  if (!tta_host_sync(h, token)) return tta_unknown(token);
  tta_host_program *p = num ? program_of(h, args[0], token) : NULL;
  if (!p || p->enqueued_at) return tta_void();
  p->enqueued_at = ++h->now;
  h->now++;
  for (uint32_t i = 0; i < p->binding.num_kernels; i++) {
    const tta_binding_kernel *k = &p->binding.kernels[i];
    mark_written(h, &k->common_args, h->now);
    mark_written(h, &k->compile_args, h->now);
    for (uint32_t n = 0; n < k->num_core_args; n++) mark_written(h, &k->core_args[n], h->now);
  }
  return tta_void();
}

/* ---- other functions ---- */

static kernel_value tile_bytes(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  int64_t bytes = num ? bytes_of_tile(&h->in, args[0]) : 0;
  if (bytes) return tta_u32(bytes);
  return num && args[0].kind == KERNEL_UNKNOWN ? args[0] : tta_unknown(token);
}

static kernel_value is_list(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  (void)h, (void)token;
  return tta_bool(num && args[0].kind == KERNEL_STRUCT && args[0].object == TTA_KERNEL_NONE);
}

static kernel_value is_descriptor(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  if (num && args[0].kind == KERNEL_UNKNOWN) return tta_host_not_known(&h->in, token, args[0], "a program");
  return tta_bool(num && tta_field_named(&h->in, args[0], "kernels") != TTA_KERNEL_NONE);
}

typedef struct host_row {
  const char *name;
  kernel_value (*call)(tta_host *h, kernel_value *args, uint32_t num, uint32_t token);
  bool changes; /* a program */
} host_row;

static const host_row rows[] = {
    {"__host_ranges", tta_host_ranges, false}, {"__host_merge", tta_host_merged, false},
    {"__host_contains", tta_host_contains, false}, {"__host_box", tta_host_bounding_box, false},
    {"__host_is_core", tta_host_core_test, false}, {"__host_grid", tta_host_grid, false},
    {"__host_buffer", buffer, false}, {"__host_shards", shards, false}, {"__host_mesh_bytes", mesh_bytes, false},
    {"__host_program", program, false}, {"__host_cb", circular_buffer, true}, {"__host_semaphore", semaphore, true},
    {"__host_kernel", kernel, true}, {"__host_args", runtime_args, true}, {"__host_common_args", common_args, true},
    {"__host_write", write_buffer, false}, {"__host_enqueue", enqueue, false},
    {"__host_tile_bytes", tile_bytes, false}, {"__host_is_list", is_list, false},
    {"__host_is_descriptor", is_descriptor, false}, {"__host_global_semaphore", global_semaphore, false},
    {"__host_reset_semaphore", reset_semaphore, false}, {"__host_args_of", tta_host_args_of, true},
    {"__host_update_cb", tta_host_update_cb, true}};

static const host_row *find_row(tta_str name) {
  if (!tta_str_starts_with(name, "__host_")) return NULL;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (tta_str_is(name, rows[i].name)) return &rows[i];
  return NULL;
}

bool tta_host_changes_program(tta_str name) {
  const host_row *row = find_row(name);
  return row && row->changes;
}

bool tta_host_call(tta_interpreter *in, uint32_t name_token, kernel_value *args, uint32_t num_args, kernel_value *out) {
  const host_row *row = find_row(in->tokens[name_token].text);
  if (!row) return false;
  for (uint32_t n = 0; n < num_args; n++) args[n] = tta_rvalue(in, args[n], name_token);
  *out = row->call(in->host, args, num_args, name_token);
  return true;
}
