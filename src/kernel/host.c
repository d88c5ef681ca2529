/* host.c: the binding of kernels from the literal calls of a host program: buffers, circular buffers, semaphores,
 * kernels and their arguments. Control flow is not followed: each call is read once, and an operand that is not literal
 * is an error at its position. Source: tt-metal tt_metal/api/tt-metalium/host_api.hpp (2024-03 to 2026-02). */
#include "kernel/interpret.h"

enum { MAX_HOST_TOKENS = 1 << 15, MAX_CONFIG_DEPTH = 2 };

typedef struct span {
  uint32_t begin, end; /* tokens */
} span;

/* A variable: the tokens of what initializes it. */
typedef struct host_variable {
  uint32_t name, thing; /* thing: of the binding, or kernel; NONE */
  span value;
  uint32_t accessors;   /* words that TensorAccessorArgs appended */
  bool is_kernel, changed;
} host_variable;

typedef struct host {
  tta_cpp *source;
  tta_binding *binding;
  tta_interpreter in; /* of constants */
  host_variable *variables;
  uint32_t num_variables, cap_variables;
  uint32_t branch_end;  /* tokens before it are in a loop or under a condition */
} host;

static const tta_cpp_token *token(const host *h, uint32_t at) { return &h->source->tokens[at]; }
static bool is(const host *h, uint32_t at, uint32_t punct) { return tta_cpp_is(token(h, at), punct); }
static bool word(const host *h, uint32_t at, const char *text) {
  return token(h, at)->kind == TTA_CPP_NAME && tta_str_is(token(h, at)->text, text);
}

static bool fail(host *h, uint32_t at, const char *message) {
  tta_cpp_report(h->source, TTA_RULE_kernel_invalid, token(h, at), "%s; write a binding instead", message);
  return false;
}

static uint32_t no_thing(host *h, uint32_t at, const char *message) {
  fail(h, at, message);
  return TTA_KERNEL_NONE;
}

static bool no_memory(host *h) {
  h->source->status = TTA_NO_MEMORY;
  return false;
}

static host_variable *variable_named(host *h, uint32_t name) {
  for (uint32_t i = h->num_variables; i--;)
    if (h->variables[i].name == name) return &h->variables[i];
  return NULL;
}

/* The next token on this level: brackets are skipped. */
static uint32_t after(const host *h, uint32_t at) {
  bool open = is(h, at, '(') || is(h, at, '[') || is(h, at, '{');
  return open ? token(h, at)->match + 1 : at + 1;
}

/* The items between commas. @return how many; at most `most` are stored */
static uint32_t split(const host *h, span list, span *out, uint32_t most) {
  uint32_t count = 0, begin = list.begin;
  for (uint32_t at = list.begin; at < list.end; at = after(h, at))
    if (is(h, at, ',')) {
      if (count < most) out[count] = (span){begin, at};
      count++;
      begin = at + 1;
    }
  if (begin < list.end) {
    if (count < most) out[count] = (span){begin, list.end};
    count++;
  }
  return count;
}

static span inside(const host *h, uint32_t open) { return (span){open + 1, token(h, open)->match}; }

/* ---- values ---- */

/* A constant expression. Nothing is reported. */
static kernel_value evaluate(host *h, span s) {
  h->source->quiet = true;
  h->in.at = s.begin;
  h->in.bad = h->in.stopped = h->in.undecided = false;
  kernel_value value = tta_rvalue(&h->in, tta_assignment(&h->in), s.begin);
  bool good = !h->in.bad && !h->in.stopped && h->in.at == s.end;
  h->source->quiet = false;
  h->in.bad = h->in.stopped = h->in.undecided = false;
  return good ? value : tta_unknown(s.begin);
}

static bool number(host *h, span s, int64_t *out) {
  kernel_value value = evaluate(h, s);
  *out = value.number;
  return value.kind == KERNEL_INT;
}

/* Adds the coordinates in {x, y}, (x, y) and variables. @return false: something else */
static bool add_cores(host *h, span s, tta_protocol_range *range, bool *any, uint32_t depth) {
  span items[3];
  int64_t x, y;
  if (depth > 8) return false;
  if (s.end == s.begin + 1 && token(h, s.begin)->kind == TTA_CPP_NAME) {
    host_variable *v = variable_named(h, token(h, s.begin)->name);
    return v && !v->changed && add_cores(h, v->value, range, any, depth + 1);
  }
  if (split(h, s, items, 3) == 2 && number(h, items[0], &x) && number(h, items[1], &y)) {
    if (x < 0 || y < 0 || x > 63 || y > 63) return false;
    tta_protocol_range core = {(uint32_t)y, (uint32_t)x, (uint32_t)y, (uint32_t)x};
    if (!*any) *range = core;
    *any = true;
    tta_range_add(range, &core);
    return true;
  }
  bool found = false;
  for (uint32_t at = s.begin; at < s.end; at = after(h, at))
    if (is(h, at, '(') || is(h, at, '{')) {
      span list = inside(h, at);
      if (!add_cores(h, list, range, any, depth + 1)) {
        uint32_t count = split(h, list, items, 3);
        for (uint32_t i = 0; i < count; i++)
          if (count > 3 || !add_cores(h, items[i], range, any, depth + 1)) return false;
      }
      found = true;
    }
  return found;
}

static bool cores(host *h, span s, tta_protocol_range *out) {
  bool any = false;
  *out = (tta_protocol_range){0, 0, 0, 0};
  return (add_cores(h, s, out, &any, 0) && any) || fail(h, s.begin, "the cores of this call are not literal");
}

/* The value of `.name = ...` in braces, or in the braces of variables. */
static bool field_at(host *h, span s, const char *name, uint32_t depth, span *out) {
  for (uint32_t at = s.begin; at < s.end; at++) {
    if (is(h, at, '.') && word(h, at + 1, name) && is(h, at + 2, '=')) {
      out->begin = out->end = at + 3;
      while (out->end < s.end && !is(h, out->end, ',') && !is(h, out->end, '}')) out->end = after(h, out->end);
      return true;
    }
    host_variable *v = token(h, at)->kind == TTA_CPP_NAME ? variable_named(h, token(h, at)->name) : NULL;
    if (v && depth < MAX_CONFIG_DEPTH && field_at(h, v->value, name, depth + 1, out)) return true;
  }
  return false;
}

static bool field(host *h, span s, const char *name, span *out) { return field_at(h, s, name, 0, out); }

static bool has_word(const host *h, span s, const char *text) {
  for (uint32_t at = s.begin; at < s.end; at++)
    if (word(h, at, text)) return true;
  return false;
}

/* ---- things ---- */

static tta_str name_of(host *h, uint32_t variable, const char *otherwise, uint32_t count) {
  if (variable != TTA_KERNEL_NONE) return token(h, variable)->text;
  tta_buf name;
  tta_buf_init(&name, h->binding->arena->allocator);
  tta_buf_printf(&name, "%s%u", otherwise, count);
  tta_str kept = tta_arena_str(h->binding->arena, tta_buf_view(&name));
  if (name.failed || !kept.data) no_memory(h);
  tta_buf_free(&name);
  return kept;
}

static tta_call_site site_at(const host *h, uint32_t at) {
  return (tta_call_site){.line = token(h, at)->line, .column = token(h, at)->column};
}

static uint32_t add_thing(host *h, tta_binding_thing thing) {
  tta_binding *b = h->binding;
  if (!TTA_GROW_IN(b->arena, b, things, 1)) {
    no_memory(h);
    return TTA_KERNEL_NONE;
  }
  b->things[b->num_things++] = thing;
  return b->num_things - 1;
}

static uint32_t buffer(host *h, uint32_t at, span args, uint32_t variable) {
  tta_binding_thing t = {.kind = TTA_THING_BUFFER, .site = site_at(h, at), .over = TTA_KERNEL_NONE,
                         .object = TTA_PROTOCOL_NONE, .name = name_of(h, variable, "buffer", at)};
  span size, page, type;
  if (!field(h, args, "size", &size) || !number(h, size, &t.bytes) || t.bytes <= 0)
    return no_thing(h, at, "the size of this buffer is not literal");
  t.page_bytes = t.bytes;
  if (field(h, args, "page_size", &page) && (!number(h, page, &t.page_bytes) || t.page_bytes <= 0))
    return no_thing(h, at, "the page size of this buffer is not literal");
  t.dram = !field(h, args, "buffer_type", &type) || has_word(h, type, "DRAM");
  if (!t.dram) t.range = (tta_protocol_range){0, 0, 0, 0};
  return add_thing(h, t);
}

/* CircularBufferConfig(bytes, {{index, format}, ..}).set_page_size(index, bytes) */
static bool circular_buffers(host *h, uint32_t at, span args) {
  span items[4], parts[2], indices[32];
  tta_binding_thing t = {.kind = TTA_THING_CB, .site = site_at(h, at), .over = TTA_KERNEL_NONE,
                         .object = TTA_PROTOCOL_NONE};
  if (split(h, args, items, 4) < 3 || !cores(h, items[1], &t.range))
    return fail(h, at, "this circular buffer is not literal");
  span config = items[2];
  host_variable *v = variable_named(h, token(h, config.begin)->name);
  if (v && config.end == config.begin + 1) config = v->value;
  uint32_t open = config.begin;
  while (open < config.end && !is(h, open, '(') && !is(h, open, '{')) open++;
  bool named = open < config.end && split(h, inside(h, open), parts, 2) == 2 && is(h, parts[1].begin, '{');
  if (!named || !number(h, parts[0], &t.bytes)) return fail(h, at, "this circular buffer is not literal");
  uint32_t count = split(h, inside(h, parts[1].begin), indices, 32), first = h->binding->num_things;
  for (uint32_t i = 0; i < count && i < 32; i++) {
    span pair[2];
    if (!is(h, indices[i].begin, '{') || split(h, inside(h, indices[i].begin), pair, 2) != 2 ||
        !number(h, pair[0], &t.index))
      return fail(h, indices[i].begin, "the index of this circular buffer is not literal");
    t.page_bytes = 0;
    for (uint32_t k = config.begin; k < config.end; k++) {
      int64_t index;
      if (word(h, k, "set_page_size") && is(h, k + 1, '(') && split(h, inside(h, k + 1), pair, 2) == 2 &&
          number(h, pair[0], &index) && index == t.index && !number(h, pair[1], &t.page_bytes))
        return fail(h, k, "the page size of this circular buffer is not literal");
    }
    if (t.page_bytes <= 0 || t.bytes < t.page_bytes) return fail(h, at, "this circular buffer has no page size");
    t.pages = t.bytes / t.page_bytes;
    t.name = name_of(h, TTA_KERNEL_NONE, "cb_", (uint32_t)t.index);
    t.over = i ? first : TTA_KERNEL_NONE;
    if (!t.name.data || add_thing(h, t) == TTA_KERNEL_NONE) return no_memory(h);
  }
  return count > 0 || fail(h, at, "this circular buffer has no index");
}

static uint32_t semaphore(host *h, uint32_t at, span args, uint32_t variable) {
  span items[4];
  tta_binding_thing t = {.kind = TTA_THING_SEMAPHORE, .site = site_at(h, at), .over = TTA_KERNEL_NONE,
                         .object = TTA_PROTOCOL_NONE, .name = name_of(h, variable, "semaphore", at)};
  uint32_t count = split(h, args, items, 4);
  if (count < 2 || !cores(h, items[1], &t.range)) return TTA_KERNEL_NONE;
  if (count > 2 && (!number(h, items[2], &t.initial) || t.initial < 0))
    return no_thing(h, items[2].begin, "the initial value of this semaphore is not literal");
  for (uint32_t i = 0; i < h->binding->num_things; i++) t.index += h->binding->things[i].kind == TTA_THING_SEMAPHORE;
  return add_thing(h, t);
}

/* ---- arguments ---- */

static bool add_arg(host *h, tta_binding_args *out, tta_binding_arg arg) {
  if (!TTA_GROW_IN(h->binding->arena, out, items, 1)) return no_memory(h);
  out->items[out->num_items++] = arg;
  return true;
}

static bool argument(host *h, span s, tta_binding_args *out) {
  tta_binding_arg arg = {.kind = TTA_ARG_NUMBER};
  for (uint32_t at = s.begin; at < s.end; at++) {
    host_variable *v = token(h, at)->kind == TTA_CPP_NAME ? variable_named(h, token(h, at)->name) : NULL;
    if (!v || v->thing == TTA_KERNEL_NONE || v->is_kernel || !has_word(h, s, "address")) continue;
    arg.kind = TTA_ARG_BUFFER;
    arg.thing = v->thing;
    return add_arg(h, out, arg);
  }
  if (!number(h, s, &arg.number)) return fail(h, s.begin, "this argument is not literal");
  return add_arg(h, out, arg);
}

/* {a, b} or a vector. */
static bool arguments(host *h, span s, tta_binding_args *out) {
  uint32_t accessors = 0;
  span items[342];
  if (s.end == s.begin + 1 && token(h, s.begin)->kind == TTA_CPP_NAME) {
    host_variable *v = variable_named(h, token(h, s.begin)->name);
    if (!v || v->changed) return fail(h, s.begin, "these arguments are not literal");
    accessors = v->accessors;
    s = v->value;
  }
  while (s.begin < s.end && !is(h, s.begin, '{')) s.begin++;
  if (s.begin < s.end) s = inside(h, s.begin);
  uint32_t count = split(h, s, items, 342);
  if (count > 341) return fail(h, s.begin, "more than 341 arguments");
  for (uint32_t i = 0; i < count; i++)
    if (!argument(h, items[i], out)) return false;
  for (uint32_t i = 0; i < accessors; i++)
    if (!add_arg(h, out, (tta_binding_arg){.kind = TTA_ARG_NUMBER, .number = 2})) return false;
  return true;
}

/* ---- kernels ---- */

/* defines: {{"NAME", "VALUE"}, ..} */
static bool defines(host *h, span s, tta_binding_kernel *k) {
  if (s.end == s.begin + 1 && token(h, s.begin)->kind == TTA_CPP_NAME) {
    host_variable *v = variable_named(h, token(h, s.begin)->name);
    if (!v || v->changed) return fail(h, s.begin, "these definitions are not literal");
    s = v->value;
  }
  for (uint32_t at = s.begin; at + 2 < s.end; at++) {
    const tta_cpp_token *name = token(h, at), *value = token(h, at + 2);
    if (name->kind != TTA_CPP_STRING || !is(h, at + 1, ',') || value->kind != TTA_CPP_STRING) continue;
    tta_buf text;
    tta_buf_init(&text, h->binding->arena->allocator);
    tta_buf_bytes(&text, name->text.data + 1, name->text.size - 2);
    tta_buf_char(&text, '=');
    tta_buf_bytes(&text, value->text.data + 1, value->text.size - 2);
    tta_str kept = tta_arena_str(h->binding->arena, tta_buf_view(&text));
    bool good = !text.failed && kept.data;
    tta_buf_free(&text);
    if (!good || !TTA_GROW_IN(h->binding->arena, k, defines, 1)) return no_memory(h);
    k->defines[k->num_defines++] = kept;
    at += 2;
  }
  return true;
}

static bool configure(host *h, span config, tta_binding_kernel *k) {
  span s;
  bool reader = has_word(h, config, "ReaderDataMovementConfig");
  bool writer = has_word(h, config, "WriterDataMovementConfig");
  bool compute = has_word(h, config, "ComputeConfig");
  k->processor = compute ? TTA_PROCESSOR_COMPUTE : reader ? TTA_PROCESSOR_DM1 : TTA_PROCESSOR_DM0;
  if (field(h, config, "processor", &s) && has_word(h, s, "RISCV_1")) k->processor = TTA_PROCESSOR_DM1;
  /* readers are on RISCV_1 and NoC 0, writers on RISCV_0 and NoC 1 */
  k->noc = writer || (!reader && k->processor == TTA_PROCESSOR_DM1);
  if (field(h, config, "noc", &s))
    k->noc = has_word(h, s, "NOC_1") || has_word(h, s, "RISCV_1_default");
  if (compute) {
    h->binding->fp32 |= field(h, config, "fp32_dest_acc_en", &s) && has_word(h, s, "true");
    h->binding->dst_full |= field(h, config, "dst_full_sync_en", &s) && has_word(h, s, "true");
  }
  if (field(h, config, "defines", &s) && !defines(h, s, k)) return false;
  if (field(h, config, "compile_args", &s)) return arguments(h, s, &k->compile_args);
  uint32_t open = config.begin;
  while (open < config.end && !is(h, open, '(') && !is(h, open, '{')) open++;
  span items[3];
  uint32_t count = (reader || writer) && open < config.end ? split(h, inside(h, open), items, 3) : 0;
  if (count > 1 && !defines(h, items[1], k)) return false;
  return !count || is(h, items[0].begin, '.') || arguments(h, items[0], &k->compile_args);
}

static uint32_t kernel(host *h, uint32_t at, span args, uint32_t variable) {
  span items[4];
  tta_binding_kernel k = {.site = site_at(h, at), .name = name_of(h, variable, "kernel", at)};
  if (split(h, args, items, 4) != 4 || !cores(h, items[2], &k.range)) return TTA_KERNEL_NONE;
  for (uint32_t i = items[1].begin; i < items[1].end; i++)
    if (token(h, i)->kind == TTA_CPP_STRING) k.file = token(h, i)->text;
  if (k.file.size < 3)
    return no_thing(h, items[1].begin, "the file of this kernel is not literal");
  k.file = (tta_str){k.file.data + 1, k.file.size - 2};
  if (!configure(h, items[3], &k)) return TTA_KERNEL_NONE;
  if (!TTA_GROW_IN(h->binding->arena, h->binding, kernels, 1)) {
    no_memory(h);
    return TTA_KERNEL_NONE;
  }
  h->binding->kernels[h->binding->num_kernels++] = k;
  return h->binding->num_kernels - 1;
}

/* SetRuntimeArgs(program, kernel, core, args), SetCommonRuntimeArgs(program, kernel, args) */
static bool runtime_args(host *h, uint32_t at, span args, bool common) {
  span items[4];
  tta_binding_args list = {0};
  uint32_t count = split(h, args, items, 4);
  host_variable *v = count > 1 ? variable_named(h, token(h, items[1].begin)->name) : NULL;
  if (count != (common ? 3 : 4) || !v || !v->is_kernel || v->thing == TTA_KERNEL_NONE)
    return fail(h, at, "the kernel of these arguments is not known");
  tta_binding_kernel *k = &h->binding->kernels[v->thing];
  if (common) return arguments(h, items[2], &k->common_args);
  if (!cores(h, items[2], &list.range) || !arguments(h, items[3], &list)) return false;
  if (!TTA_GROW_IN(h->binding->arena, k, core_args, 1)) return no_memory(h);
  memmove(k->core_args + 1, k->core_args, k->num_core_args++ * sizeof *k->core_args);
  k->core_args[0] = list; /* the last call is the first that is found */
  return true;
}

/* ---- the program ---- */

/* The variable that a call initializes: `name = call(`; NONE */
static uint32_t target_of(const host *h, uint32_t at) {
  while (at > 2 && (is(h, at - 1, TTA_PUNCT2(':', ':')) || is(h, at - 1, '.'))) at -= 2;
  return at > 2 && is(h, at - 1, '=') && token(h, at - 2)->kind == TTA_CPP_NAME ? at - 2 : TTA_KERNEL_NONE;
}

static bool declare(host *h, uint32_t at, span value, uint32_t thing, bool is_kernel) {
  host_variable v = {.name = token(h, at)->name, .thing = thing, .value = value, .is_kernel = is_kernel};
  if (!TTA_GROW_IN(h->binding->arena, h, variables, 1)) return no_memory(h);
  h->variables[h->num_variables++] = v;
  return true;
}

static bool is_assignment(const tta_cpp_token *t) {
  static const uint32_t operators[] = {'=', TTA_PUNCT2('+', '='), TTA_PUNCT2('-', '='), TTA_PUNCT2('*', '='),
                                       TTA_PUNCT2('/', '='), TTA_PUNCT2('+', '+'), TTA_PUNCT2('-', '-')};
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (tta_cpp_is(t, operators[i])) return true;
  return false;
}

static bool is_type_end(const host *h, uint32_t at) {
  return token(h, at)->kind == TTA_CPP_NAME || is(h, at, '>') || is(h, at, '&') || is(h, at, '*');
}

/* Whether a variable is assigned after its declaration. */
static bool is_assigned(const host *h, uint32_t declared) {
  for (uint32_t at = declared + 2; at < h->source->num_tokens; at++) {
    if (token(h, at)->kind != TTA_CPP_NAME || token(h, at)->name != token(h, declared)->name) continue;
    bool stepped = is(h, at - 1, TTA_PUNCT2('+', '+')) || is(h, at - 1, TTA_PUNCT2('-', '-'));
    if (stepped || (is_assignment(token(h, at + 1)) && !is(h, at - 1, '.') && !is_type_end(h, at - 1))) return true;
  }
  return false;
}

/* A core is also an object with x and y. */
static void declare_value(host *h, uint32_t at, span value) {
  tta_protocol_range r;
  bool any = false;
  kernel_value v = value.begin < value.end ? evaluate(h, value) : tta_unknown(at);
  if (v.kind == KERNEL_STRUCT || is_assigned(h, at)) v = tta_unknown(at);
  if (v.kind == KERNEL_UNKNOWN && add_cores(h, value, &r, &any, 0) && any) {
    uint32_t slots = tta_new_slots(&h->in, 2);
    if (slots == TTA_KERNEL_NONE) return;
    h->in.slots[slots] = (tta_slot){.name = tta_cpp_name(h->source, TTA_STR("x")), .value = tta_u32(r.x0)};
    h->in.slots[slots + 1] = (tta_slot){.name = tta_cpp_name(h->source, TTA_STR("y")), .value = tta_u32(r.y0)};
    v = (kernel_value){.kind = KERNEL_STRUCT, .object = TTA_KERNEL_NONE, .first = slots, .count = 2};
  }
  if (v.kind == KERNEL_INT || v.kind == KERNEL_STRUCT || v.kind == KERNEL_UNKNOWN)
    tta_declare(&h->in, token(h, at)->name, (tta_type){.kind = TTA_TYPE_AUTO}, v);
}

/* `TYPE name = value;`, `TYPE name{value};`, `TYPE name(value);` */
static bool declaration(host *h, uint32_t at) {
  span value = {at + 2, at + 2};
  if (!at || !is_type_end(h, at - 1) || word(h, at - 1, "return")) return true;
  if (is(h, at + 1, '=')) {
    while (token(h, value.end)->kind != TTA_CPP_END && !is(h, value.end, ';') && !is(h, value.end, ',') &&
           !is(h, value.end, '}') && !is(h, value.end, ')'))
      value.end = after(h, value.end);
  } else if ((is(h, at + 1, '{') || is(h, at + 1, '(')) && is(h, token(h, at + 1)->match + 1, ';')) {
    value = (span){at + 1, token(h, at + 1)->match + 1};
  } else if (is(h, at + 1, ';') && is(h, at - 1, '>')) { /* std::vector<uint32_t> args; */
    value = (span){at + 1, at + 1};
  } else {
    return true;
  }
  if (!declare(h, at, value, TTA_KERNEL_NONE, false)) return false;
  h->variables[h->num_variables - 1].changed = is_assigned(h, at);
  declare_value(h, at, value);
  return !h->source->status;
}

/* Calls that change a vector or write a buffer. */
static void effect(host *h, uint32_t at, span args) {
  bool write = word(h, at, "EnqueueWriteBuffer") || word(h, at, "EnqueueWriteMeshBuffer") ||
               word(h, at, "WriteToBuffer") || word(h, at, "WriteShard");
  for (uint32_t i = args.begin; i < args.end; i++) {
    host_variable *v = token(h, i)->kind == TTA_CPP_NAME ? variable_named(h, token(h, i)->name) : NULL;
    if (v && word(h, at, "append_to")) v->accessors++;
    if (v && write && !v->is_kernel && v->thing != TTA_KERNEL_NONE) h->binding->things[v->thing].written = true;
  }
  host_variable *self = at > 1 && is(h, at - 1, '.') ? variable_named(h, token(h, at - 2)->name) : NULL;
  if (self && (word(h, at, "push_back") || word(h, at, "insert") || word(h, at, "emplace"))) self->changed = true;
}

static bool is_host_call(const host *h, uint32_t at) {
  static const char *const names[] = {"CreateCircularBuffer", "SetRuntimeArgs", "SetCommonRuntimeArgs", "CreateBuffer",
                                      "CreateSemaphore", "CreateKernel"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (word(h, at, names[i])) return true;
  return false;
}

/* The end of the statement that a loop or a condition controls. */
static void open_branch(host *h, uint32_t at) {
  uint32_t end = at + 1;
  if (is(h, end, '(')) end = token(h, end)->match + 1;
  if (is(h, end, '{')) end = token(h, end)->match;
  else
    while (token(h, end)->kind != TTA_CPP_END && !is(h, end, ';')) end = after(h, end);
  if (end > h->branch_end) h->branch_end = end;
}

static bool call(host *h, uint32_t at) {
  if (at < h->branch_end && is_host_call(h, at)) return fail(h, at, "this call is in a loop or under a condition");
  span args = inside(h, at + 1);
  uint32_t target = target_of(h, at), thing;
  bool mesh = word(h, at, "create") && at > 1 && word(h, at - 2, "MeshBuffer"), is_kernel = word(h, at, "CreateKernel");
  if (word(h, at, "CreateCircularBuffer")) return circular_buffers(h, at, args);
  if (word(h, at, "SetRuntimeArgs") || word(h, at, "SetCommonRuntimeArgs"))
    return runtime_args(h, at, args, word(h, at, "SetCommonRuntimeArgs"));
  if (word(h, at, "CreateBuffer") || mesh) thing = buffer(h, at, args, target);
  else if (word(h, at, "CreateSemaphore")) thing = semaphore(h, at, args, target);
  else if (is_kernel) thing = kernel(h, at, args, target);
  else {
    effect(h, at, args);
    return true;
  }
  if (thing == TTA_KERNEL_NONE)
    return h->source->findings->num_errors || h->source->status ? false : fail(h, at, "this call is not literal");
  if (target == TTA_KERNEL_NONE) return true;
  if (word(h, at, "CreateSemaphore"))
    tta_declare(&h->in, token(h, target)->name, (tta_type){.kind = TTA_TYPE_AUTO},
                tta_u32(h->binding->things[thing].index));
  return declare(h, target, args, thing, is_kernel);
}

/* L1 buffers are on the cores of all kernels. */
static void place_buffers(host *h) {
  tta_binding *b = h->binding;
  tta_protocol_range all = b->kernels[0].range;
  for (uint32_t i = 0; i < b->num_kernels; i++) tta_range_add(&all, &b->kernels[i].range);
  for (uint32_t i = 0; i < b->num_things; i++)
    if (b->things[i].kind == TTA_THING_BUFFER && !b->things[i].dram) b->things[i].range = all;
}

bool tta_host_read(tta_binding *binding, tta_cpp *source) {
  host *h = tta_arena_alloc(binding->arena, sizeof *h);
  if (!h) {
    source->status = TTA_NO_MEMORY;
    return false;
  }
  static const tta_binding_kernel none = {.noc = 0};
  *h = (host){.source = source, .binding = binding};
  h->in = (tta_interpreter){.source = source, .tokens = source->tokens, .binding = binding, .kernel = &none, .probe = 1,
                            .noc = TTA_NOC_OF_KERNEL, .max_steps = 1000000, .last_cell_object = TTA_KERNEL_NONE};
  if (source->num_tokens > MAX_HOST_TOKENS) return fail(h, 0, "the host program has more than 32768 tokens");
  for (uint32_t at = 0; at + 1 < source->num_tokens && token(h, at)->kind != TTA_CPP_END; at++) {
    if (token(h, at)->kind != TTA_CPP_NAME) continue;
    if (word(h, at, "for") || word(h, at, "while") || word(h, at, "if") || word(h, at, "else")) open_branch(h, at);
    if (!declaration(h, at)) return false;
    if (is(h, at + 1, '(') && !call(h, at)) return false;
  }
  if (!binding->num_kernels) return fail(h, 0, "the host program creates no kernel");
  place_buffers(h);
  return !source->status;
}
