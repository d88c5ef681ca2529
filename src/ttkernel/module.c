/* module.c: the sections of a text, the programs in them and their kernels; the public functions. */
#include "affine/affine.h"
#include "text/allowed.h"
#include "ttkernel/module.h"

#include <stdio.h>
#include <string.h>

struct tta_kernel_module {
  tta_arena arena;
  tta_document *document;
  tta_source source;
  tta_affine_pool *pool;
  tta_results results, outside; /* outside: of kernels */
  tta_module_program *programs;
  tta_kernel_program **owners; /* of the results of programs that were checked as C++ */
  uint32_t num_programs, cap_programs, num_owners, cap_owners;
};

enum { MAX_FINDINGS = 50, MAX_ROUNDS = 2000000 };

void tta_ttkernel_report_list(tta_ttkernel_text *t, tta_ttkernel_build *b, tta_rule rule, uint32_t op,
                              const char *format, va_list args) {
  const tta_ops_op *o = &t->ops->ops[op];
  tta_report *report = b ? &b->results->report : &t->results->report;
  tta_report_mark mark = tta_report_position(report);
  if (b) b->num_errors += rule == TTA_RULE_kernel_operation, b->num_undecided += rule == TTA_RULE_kernel_undecided;
  if (report->size >= MAX_FINDINGS) return;
  tta_span span = {o->name_begin, o->name_begin + (uint32_t)o->name.size};
  tta_report_add_list(report, rule, span, format, args);
  tta_report_add_once(report, mark, rule == TTA_RULE_kernel_assumed);
}

void tta_ttkernel_report(tta_ttkernel_text *t, tta_ttkernel_build *b, tta_rule rule, uint32_t op, const char *format,
                         ...) {
  va_list args;
  va_start(args, format);
  tta_ttkernel_report_list(t, b, rule, op, format, args);
  va_end(args);
}

/* ---- kernels of a program ---- */

uint32_t tta_ttkernel_function(const tta_ttkernel_text *t, tta_str name) {
  const uint32_t *found = name.size ? tta_strmap_find(&t->functions, name) : NULL;
  return found ? *found : TTA_OPS_NONE;
}

uint32_t tta_ttkernel_callee(const tta_ttkernel_text *t, uint32_t op, tta_str *name) {
  const tta_ops_attribute *callee = tta_ops_find(t->ops, op, "callee");
  const tta_ops_op *o = &t->ops->ops[op];
  *name = callee ? callee->value : o->num_words ? t->ops->words[o->first_word].text : (tta_str){NULL, 0};
  *name = tta_unquoted(tta_str_rest(*name, name->size && name->data[0] == '@'));
  uint32_t function = tta_ttkernel_function(t, *name);
  bool declared = function != TTA_OPS_NONE && t->ops->ops[function].first_region == TTA_OPS_NONE;
  return declared ? TTA_OPS_NONE : function;
}

void tta_ttkernel_use_name(tta_ttkernel_text *t, tta_str name) {
  if (tta_strmap_set(&t->used, name, 1)) t->status = TTA_NO_MEMORY;
}

/* `name = [..]` in a text: the inside of the list. */
static tta_str list_named(tta_str text, const char *name) {
  for (size_t at = 0; at < text.size;) {
    tta_str rest = tta_str_rest(text, at);
    size_t found = tta_str_find(rest, name);
    if (found == SIZE_MAX) break;
    char before = at + found ? text.data[at + found - 1] : ' ';
    at += found + strlen(name);
    rest = tta_str_rest(text, at);
    if (before != '_') return tta_ops_inside(rest);
  }
  return (tta_str){NULL, 0};
}

/* `0x0, 8x8`: offset and size, y before x. */
static bool read_range(tta_str text, tta_protocol_range *range) {
  int64_t n[4];
  enum { CORES = 64 };
  tta_str item;
  for (int i = 0; i < 2; i++) {
    if (!tta_ops_next_item(&text, &item)) return false;
    size_t by = tta_str_find(item, "x");
    if (by == SIZE_MAX || !tta_ops_integer((tta_str){item.data, by}, &n[2 * i]) ||
        !tta_ops_integer(tta_str_rest(item, by + 1), &n[2 * i + 1])) return false;
  }
  if (n[0] < 0 || n[1] < 0 || n[2] < 1 || n[3] < 1 || n[0] > CORES || n[1] > CORES || n[2] > CORES - n[0] ||
      n[3] > CORES - n[1]) return false;
  *range = (tta_protocol_range){(uint32_t)n[0], (uint32_t)n[1], (uint32_t)(n[0] + n[2] - 1),
                                (uint32_t)(n[1] + n[3] - 1)};
  return true;
}

void tta_ttkernel_add_kernel(tta_ttkernel_build *b, tta_ttkernel_use kernel) {
  if (!TTA_GROW_IN(&b->text->scratch, b, kernels, 1)) b->text->status = TTA_NO_MEMORY;
  else b->kernels[b->num_kernels++] = kernel;
}

/* `#ttmetal.noc_config<@k0, #ttmetal.core_range<0x0, 8x8>, #ttmetal.kernel_args<..>, dm_core = 1, noc0>` */
static void read_config(tta_ttkernel_build *b, tta_str config) {
  tta_ttkernel_use k = {.function = TTA_OPS_NONE};
  config = tta_ttkernel_resolve(b->text, config);
  tta_str rest = tta_ops_inside(config), item;
  bool compute = tta_str_contains(config, ".compute_config<"), ranged = false;
  uint32_t flags = 0; /* of compute: 32-bit dst, full synchronization, approximations */
  k.processor = compute ? TTA_PROCESSOR_COMPUTE : TTA_PROCESSOR_ANY;
  while (tta_ops_next_item(&rest, &item)) {
    item = tta_ttkernel_resolve(b->text, item);
    if (item.size && item.data[0] == '@') k.name = tta_str_rest(item, 1);
    if (tta_str_contains(item, "core_range<")) ranged = read_range(tta_ops_inside(item), &k.cores);
    if (tta_str_contains(item, "kernel_args<")) {
      tta_str lists = tta_ops_inside(item);
      k.compile_args = list_named(lists, "ct_args");
      k.args = list_named(lists, "rt_args");
      k.common_args = list_named(lists, "common_rt_args");
    }
    if (tta_str_starts_with(item, "dm_core"))
      k.processor = tta_str_ends_with(item, "1") ? TTA_PROCESSOR_DM1 : TTA_PROCESSOR_DM0;
    if (tta_str_is(item, "noc1")) k.noc = 1;
    if (!tta_str_is(item, "true") && !tta_str_is(item, "false")) continue;
    if (flags == 0) k.fp32 = tta_str_is(item, "true");
    if (flags == 1) k.full = tta_str_is(item, "true");
    flags++;
  }
  k.function = tta_ttkernel_function(b->text, k.name);
  if (k.function == TTA_OPS_NONE || !ranged) {
    tta_ttkernel_report(b->text, b, TTA_RULE_kernel_undecided, b->op,
                    k.function == TTA_OPS_NONE ? "kernel '%.*s' is not in the module"
                                               : "the cores of '%.*s' are not known",
                    TTA_STR_ARGS(k.name));
    return;
  }
  tta_ttkernel_add_kernel(b, k);
}

/* Circular buffers over buffers that were written before hold data from the start. */
static void find_written(tta_ttkernel_build *b) {
  const tta_ops *o = b->text->ops;
  const tta_ops_op *program = &o->ops[b->op];
  for (uint32_t i = 0; i < b->num_objects; i++) {
    tta_ttkernel_object *object = &b->objects[i];
    tta_str list = b->ports, item;
    uint32_t first = program->num_operands, ports = 0, position = TTA_OPS_NONE;
    while (tta_ops_next_item(&list, &item)) {
      int64_t port = -1;
      size_t colon = tta_str_find(item, ":");
      tta_ops_integer(tta_str_trim(colon == SIZE_MAX ? item : tta_str_rest(item, colon + 1)), &port);
      if (port == object->key) position = ports;
      ports++;
    }
    if (object->kind != TTA_TTKERNEL_CB || position == TTA_OPS_NONE || ports > first) continue;
    uint32_t value = o->operands[program->first_operand + first - ports + position].value;
    for (uint32_t k = 0; k < program->first_operand && value != TTA_OPS_NONE && !object->written; k++)
      object->written = o->operands[k].value == value;
  }
}

static void run_kernels(tta_ttkernel_build *b) {
  for (uint32_t k = 0; k < b->num_kernels && !b->text->status; k++) {
    const tta_protocol_range *c = &b->kernels[k].cores;
    for (uint32_t y = c->y0; y <= c->y1 && !b->num_undecided; y++)
      for (uint32_t x = c->x0; x <= c->x1 && !b->num_undecided && !b->text->status; x++) {
        if (!TTA_GROW_IN(&b->text->scratch, b, runs, 1)) {
          b->text->status = TTA_NO_MEMORY;
          return;
        }
        b->runs[b->num_runs++] = (tta_ttkernel_run){.kernel = &b->kernels[k], .y = y, .x = x};
        tta_ttkernel_interpret(b, &b->runs[b->num_runs - 1]);
      }
  }
}

static void verify_kernels(tta_ttkernel_build *b) {
  const tta_ops *o = b->text->ops;
  for (uint32_t k = 0; k < b->num_kernels; k++) {
    uint32_t function = b->kernels[k].function;
    for (uint32_t i = function; i < o->num_ops && o->ops[i].begin < o->ops[function].end; i++)
      tta_ttkernel_verify(b->text, b, i);
  }
}

/* ---- programs of a section ---- */

static tta_kernel_verdict verdict_of(const tta_module_program *p) {
  if (tta_results_num_errors(p->results)) return TTA_KERNEL_FAILS;
  if (!p->protocol) return TTA_KERNEL_UNDECIDED;
  if (!tta_protocol_passes(p->protocol)) return TTA_KERNEL_FAILS;
  return tta_protocol_is_undecided(p->protocol) ? TTA_KERNEL_UNDECIDED : TTA_KERNEL_PASSES;
}

/* Those that comments of the text do not suppress. */
static tta_status conclude(tta_kernel_module *m, tta_results *results) {
  tta_status status = tta_results_finish(results);
  return status ? status : tta_apply_allowed(&results->report, NULL, &m->source, TTA_RULE_NONE);
}

static void finish(tta_kernel_module *m, tta_ttkernel_build *b, const tta_protocol_options *options) {
  tta_ttkernel_text *t = b->text;
  verify_kernels(b);
  if (!b->num_errors) run_kernels(b);
  if (!b->bare) find_written(b);
  tta_ttkernel_decide(b, options);
  b->result.num_kernels = b->num_kernels;
  b->result.results = b->results;
  if (!t->status) t->status = conclude(m, b->results);
  if (!t->status && !TTA_GROW_IN(&m->arena, m, programs, 1)) t->status = TTA_NO_MEMORY;
  if (t->status) {
    tta_protocol_free((tta_protocol *)(uintptr_t)b->result.protocol);
    tta_results_free(b->results);
    return;
  }
  b->result.verdict = verdict_of(&b->result);
  m->programs[m->num_programs++] = b->result;
  t->status = tta_results_append(&m->results, b->results);
  if (!t->status && b->result.protocol)
    t->status = tta_results_append(&m->results, tta_protocol_results(b->result.protocol));
}

/* Begins a program; what the one before it had in the scratch arena is gone. */
static bool new_build(tta_ttkernel_build *b, tta_ttkernel_text *t, uint32_t op, tta_str name, bool bare) {
  tta_position at = tta_document_position(t->document, t->ops->ops[op].name_begin, TTA_COLUMN_BYTES);
  tta_arena_rewind(&t->scratch, t->scratch_start);
  *b = (tta_ttkernel_build){.text = t, .op = op, .bare = bare, .result = {.name = name, .line = at.line}};
  b->results = tta_arena_alloc(t->arena, sizeof *b->results);
  if (b->results) tta_results_init(b->results, t->arena->allocator, t->check);
  else t->status = TTA_NO_MEMORY;
  return !t->status;
}

/* A program as the C++ that its kernels become. */
static void check_as_cpp(tta_kernel_module *m, tta_ttkernel_text *t, const tta_ttkernel_generic *g, uint32_t kernels,
                         const tta_protocol_options *options) {
  tta_module_program result = {.name = t->ops->ops[g->op].name, .num_kernels = kernels};
  tta_kernel_program *program = NULL;
  if (t->status) return;
  result.line = tta_document_position(t->document, t->ops->ops[g->op].begin, TTA_COLUMN_BYTES).line;
  t->status = tta_ttkernel_generic_check(t, g, options, &program);
  if (t->status) return;
  result.verdict = tta_kernel_program_verdict(program);
  result.results = tta_kernel_program_results(program);
  result.protocol = tta_kernel_protocol(program);
  if (!TTA_GROW_IN(&m->arena, m, owners, 1)) {
    tta_kernel_program_free(program);
    t->status = TTA_NO_MEMORY;
    return;
  }
  m->owners[m->num_owners++] = program;
  if (!TTA_GROW_IN(&m->arena, m, programs, 1)) t->status = TTA_NO_MEMORY;
  else m->programs[m->num_programs++] = result;
  if (!t->status) t->status = tta_results_append(&m->results, result.results);
}

static void read_generic(tta_kernel_module *m, tta_ttkernel_text *t, uint32_t op, const tta_protocol_options *options) {
  tta_ttkernel_generic g = {.op = op};
  for (uint32_t i = 0; !t->status && (g.program = tta_ttkernel_generic_program(t, op, i)).data; i++) {
    if (tta_ttkernel_generic_is_ttkernel(t, g.program)) {
      tta_ttkernel_build b;
      if (!new_build(&b, t, op, t->ops->ops[op].name, false)) return;
      tta_ttkernel_generic_kernels(&b, g.program);
      finish(m, &b, options);
      continue;
    }
    uint32_t kernels;
    g.all = tta_ttkernel_generic_cores(t, g.program, &kernels);
    check_as_cpp(m, t, &g, kernels, options);
  }
}

static void read_program(tta_kernel_module *m, tta_ttkernel_text *t, uint32_t op, const tta_protocol_options *options) {
  tta_ttkernel_build b;
  const tta_ops_attribute *configs = tta_ops_find(t->ops, op, "kernelConfigs");
  const tta_ops_attribute *ports = tta_ops_find(t->ops, op, "cb_ports");
  tta_str rest = {NULL, 0}, config;
  if (!new_build(&b, t, op, t->ops->ops[op].name, false)) return;
  if (configs) rest = tta_ops_inside(tta_ttkernel_resolve(t, configs->value));
  if (ports) b.ports = tta_ops_inside(ports->value);
  while (tta_ops_next_item(&rest, &config)) read_config(&b, config);
  if (!b.num_kernels)
    tta_ttkernel_report(b.text, &b, TTA_RULE_kernel_undecided, op, "the program has no kernels that are known");
  tta_ttkernel_generic g = {.op = op, .enqueued = &b};
  bool emitc = false;
  for (uint32_t i = 0; i < b.num_kernels; i++) {
    emitc |= tta_ttkernel_is_emitc(t, b.kernels[i].function);
    if (i) tta_range_add(&g.all, &b.kernels[i].cores);
    else g.all = b.kernels[i].cores;
  }
  if (!emitc || b.num_undecided) {
    finish(m, &b, options);
    return;
  }
  check_as_cpp(m, t, &g, b.num_kernels, options);
  tta_results_free(b.results);
}

/* `ttkernel.thread = #ttkernel.thread<noc>` of a function: its processor; ANY: it is not a kernel. */
static tta_processor thread_of(const tta_ttkernel_text *t, uint32_t op) {
  const tta_ops_attribute *thread = tta_ops_find(t->ops, op, "ttkernel.thread");
  if (!thread) return TTA_PROCESSOR_ANY;
  tta_str kind = tta_ops_inside(tta_ttkernel_resolve(t, thread->value));
  return tta_str_is(kind, "compute") || tta_str_is(kind, "tensix") ? TTA_PROCESSOR_COMPUTE : TTA_PROCESSOR_DM0;
}

static void read_bare(tta_kernel_module *m, tta_ttkernel_text *t, uint32_t op, tta_processor processor,
                      const tta_protocol_options *options) {
  tta_ttkernel_build b;
  if (!new_build(&b, t, op, tta_ops_symbol(t->ops, op), true)) return;
  tta_ttkernel_report(b.text, &b, TTA_RULE_kernel_assumed, op,
                      "no program names the kernel: it runs on core 0x0 alone");
  tta_ttkernel_add_kernel(&b, (tta_ttkernel_use){.function = op, .name = b.result.name, .processor = processor});
  finish(m, &b, options);
}

/* Kernels before their lowering to TTKernel: once a module. */
static void read_d2m(tta_kernel_module *m, tta_ttkernel_text *t, uint32_t op, const tta_protocol_options *options) {
  bool generic = tta_str_is(t->ops->ops[op].name, "d2m.generic");
  tta_ttkernel_build b;
  if (t->has_d2m) return;
  t->has_d2m = true;
  if (!new_build(&b, t, op, generic ? t->ops->ops[op].name : tta_ops_symbol(t->ops, op), false)) return;
  tta_ttkernel_report(b.text, &b, TTA_RULE_kernel_undecided, op,
                  "kernels of D2M are not read; lower the module with --convert-d2m-to-ttkernel");
  finish(m, &b, options);
}

static bool inside_kernel(const tta_ttkernel_text *t, uint32_t op) {
  for (uint32_t i = t->ops->ops[op].parent; i != TTA_OPS_NONE; i = t->ops->ops[i].parent)
    if (thread_of(t, i) != TTA_PROCESSOR_ANY) return true;
  return false;
}

static bool is_used(const tta_ttkernel_text *t, tta_str name) { return name.size && tta_strmap_find(&t->used, name); }

/* The names of `[#ttmetal.noc_config<@name, ..>, ..]`. */
static void use_configs(tta_ttkernel_text *t, tta_str list) {
  tta_str rest = tta_ops_inside(tta_ttkernel_resolve(t, list)), item, name;
  while (tta_ops_next_item(&rest, &item)) {
    tta_str inside = tta_ops_inside(tta_ttkernel_resolve(t, item));
    if (tta_ops_next_item(&inside, &name) && tta_str_skip(&name, "@")) tta_ttkernel_use_name(t, name);
  }
}

static void find_names(tta_ttkernel_text *t) {
  tta_str program;
  for (uint32_t i = 0; i < t->ops->num_ops && !t->status; i++) {
    const tta_ops_op *op = &t->ops->ops[i];
    bool defines = tta_ops_is_function(op->name) && !tta_str_ends_with(op->name, "declare_func");
    tta_str name = defines ? tta_ops_symbol(t->ops, i) : (tta_str){NULL, 0};
    if (name.size && !tta_strmap_add(&t->functions, name, i)) t->status = TTA_NO_MEMORY;
    const tta_ops_attribute *configs = tta_ops_find(t->ops, i, "kernelConfigs");
    if (configs) use_configs(t, configs->value);
    if (!tta_str_is(op->name, "ttnn.generic")) continue;
    for (uint32_t k = 0; (program = tta_ttkernel_generic_program(t, i, k)).data; k++)
      tta_ttkernel_generic_names(t, program);
  }
}

static void read_section(tta_kernel_module *m, tta_ttkernel_text *t, const tta_protocol_options *options) {
  const tta_ops *o = t->ops;
  find_names(t);
  for (uint32_t i = 0; i < o->num_ops && !t->status; i++) {
    const tta_ops_op *op = &o->ops[i];
    if (tta_str_is(op->name, "ttmetal.enqueue_program")) read_program(m, t, i, options);
    else if (tta_str_is(op->name, "ttnn.generic")) read_generic(m, t, i, options);
    else if (tta_str_is(op->name, "d2m.generic")) read_d2m(m, t, i, options);
    else if (tta_ops_is_function(op->name)) {
      tta_processor processor = thread_of(t, i);
      if (tta_ops_find(o, i, "d2m.thread")) read_d2m(m, t, i, options);
      else if (processor != TTA_PROCESSOR_ANY && !is_used(t, tta_ops_symbol(o, i)))
        read_bare(m, t, i, processor, options);
    } else if (!inside_kernel(t, i)) tta_ttkernel_verify(t, NULL, i);
  }
}

static tta_status read_aliases(tta_kernel_module *m, size_t section, tta_ttkernel_text *t) {
  const tta_name *names;
  size_t count;
  tta_status status = tta_document_names(m->document, section, &names, &count);
  for (size_t i = 0; !status && i < count; i++) {
    if (names[i].kind != TTA_NAME_ALIAS) continue;
    if (!TTA_GROW_IN(&m->arena, t, aliases, 1)) return TTA_NO_MEMORY;
    if (!tta_strmap_add(&t->alias_of_name, names[i].text, t->num_aliases)) return TTA_NO_MEMORY;
    t->aliases[t->num_aliases++] = names[i];
  }
  return status;
}

static tta_status check_section(tta_kernel_module *m, size_t section, const tta_protocol_options *options) {
  uint32_t most = options ? options->max_operations : 0;
  tta_ttkernel_text t = {.arena = &m->arena, .document = m->document, .pool = m->pool, .results = &m->outside,
                         .source = &m->source, .check = options ? options->check : NULL};
  t.max_rounds = most && most < MAX_ROUNDS / 2 ? 2 * most : MAX_ROUNDS;
  tta_ops *ops;
  tta_strmap_init(&t.alias_of_name, m->arena.allocator);
  tta_status status = read_aliases(m, section, &t);
  if (!status)
    status = tta_ops_read(tta_document_text(m->document),
                          tta_results_section(tta_document_results(m->document), section).span, m->arena.allocator,
                          &ops);
  if (status) {
    tta_strmap_free(&t.alias_of_name);
    return status;
  }
  t.ops = ops;
  tta_strmap_init(&t.functions, m->arena.allocator);
  tta_strmap_init(&t.used, m->arena.allocator);
  tta_arena_init(&t.scratch, m->arena.allocator);
  t.scratch_start = tta_arena_position(&t.scratch);
  read_section(m, &t, options);
  if (t.scratch.failed) t.status = TTA_NO_MEMORY;
  tta_arena_free(&t.scratch);
  tta_strmap_free(&t.alias_of_name);
  tta_strmap_free(&t.functions);
  tta_strmap_free(&t.used);
  tta_ops_free(ops);
  return t.status;
}

/* ---- the public functions ---- */

bool tta_is_kernel_module(tta_str text) {
  if (!text.size) return false;
  const char *end = text.data + text.size, *at = tta_skip_gap(text.data, end), *stop = at;
  while (stop < end && !tta_is_blank(*stop) && *stop != '(') stop++;
  tta_str word = tta_str_between(at, stop);
  if (!word.size) return false;
  return memchr("#!\"%@", word.data[0], 5) || tta_str_is(word, "module") || tta_str_is(word, "func") ||
         memchr(word.data, '.', word.size);
}

static tta_status split_options(const tta_allocator *allocator, tta_check_options **out) {
  tta_status status = tta_check_options_new(allocator, out);
  if (status) return status;
  tta_check_options_set_split(*out, true);
  tta_check_options_set_canonicalize(*out, false);
  return TTA_OK;
}

tta_status tta_kernel_module_new(tta_str name, tta_str text, const tta_protocol_options *options,
                                 tta_kernel_module **out) {
  const tta_allocator *allocator = tta_allocator_or_default(options ? options->allocator : NULL);
  tta_check_options *check = NULL;
  tta_kernel_module *m = *out = allocator->allocate(allocator->user, sizeof *m);
  if (!m) return TTA_NO_MEMORY;
  memset(m, 0, sizeof *m);
  tta_arena_init(&m->arena, allocator);
  tta_results_init(&m->results, allocator, options ? options->check : NULL);
  tta_results_init(&m->outside, allocator, options ? options->check : NULL);
  tta_status status = split_options(allocator, &check);
  if (!status) status = tta_document_new(name, text, check, allocator, &m->document);
  tta_check_options_free(check);
  if (!status && !(m->pool = tta_affine_pool_new(allocator))) status = TTA_NO_MEMORY;
  if (!status) tta_source_init(&m->source, name, tta_document_text(m->document), allocator);
  size_t sections = status ? 0 : tta_results_num_sections(tta_document_results(m->document));
  for (size_t i = 0; i < sections && !status; i++) status = check_section(m, i, options);
  if (!status) status = conclude(m, &m->outside);
  if (!status) status = tta_results_refer(&m->results, &m->outside);
  if (!status) return TTA_OK;
  tta_kernel_module_free(m);
  *out = NULL;
  return status;
}

static bool is_owned(const tta_kernel_module *m, const tta_module_program *p) {
  for (uint32_t i = 0; i < m->num_owners; i++)
    if (tta_kernel_program_results(m->owners[i]) == p->results) return true;
  return false;
}

void tta_kernel_module_free(tta_kernel_module *m) {
  if (!m) return;
  const tta_allocator *allocator = m->arena.allocator;
  for (uint32_t i = 0; i < m->num_programs; i++) {
    if (is_owned(m, &m->programs[i])) continue;
    tta_protocol_free((tta_protocol *)(uintptr_t)m->programs[i].protocol);
    tta_results_free((tta_results *)(uintptr_t)m->programs[i].results);
  }
  for (uint32_t i = 0; i < m->num_owners; i++) tta_kernel_program_free(m->owners[i]);
  tta_results_free(&m->results);
  tta_results_free(&m->outside);
  tta_source_free(&m->source);
  tta_document_free(m->document);
  tta_affine_pool_free(m->pool);
  tta_arena_free(&m->arena);
  allocator->release(allocator->user, m, sizeof *m);
}

const tta_results *tta_kernel_module_results(const tta_kernel_module *m) { return &m->results; }
size_t tta_kernel_module_num_programs(const tta_kernel_module *m) { return m->num_programs; }
const tta_module_program *tta_kernel_module_program(const tta_kernel_module *m, size_t index) {
  return index < m->num_programs ? &m->programs[index] : NULL;
}

tta_kernel_verdict tta_kernel_module_verdict(const tta_kernel_module *m) {
  bool undecided = false, fails = tta_results_num_errors(&m->outside) > 0;
  for (uint32_t i = 0; i < m->num_programs; i++) {
    undecided |= m->programs[i].verdict == TTA_KERNEL_UNDECIDED;
    fails |= m->programs[i].verdict == TTA_KERNEL_FAILS;
  }
  return fails ? TTA_KERNEL_FAILS : undecided ? TTA_KERNEL_UNDECIDED : TTA_KERNEL_PASSES;
}

void tta_kernel_module_json(const tta_kernel_module *m, tta_buf *out) {
  tta_json json = tta_json_writer(out);
  tta_source *source = (tta_source *)(uintptr_t)&m->source; /* finds its lines when it is asked */
  tta_json_open(&json, '{');
  tta_json_key_bool(&json, "passes", tta_kernel_module_verdict(m) == TTA_KERNEL_PASSES);
  tta_json_key_open(&json, "programs", '[');
  for (uint32_t i = 0; i < m->num_programs; i++) {
    const tta_module_program *p = &m->programs[i];
    tta_json_open(&json, '{');
    tta_json_key_string(&json, "name", p->name);
    tta_json_key_uint(&json, "line", p->line);
    tta_json_key_text(&json, "verdict", tta_kernel_verdict_name(p->verdict));
    tta_json_key_uint(&json, "kernels", p->num_kernels);
    tta_findings_json(&json, "notes", p->results, source, NULL);
    tta_json_key(&json, "protocol");
    if (p->protocol) {
      tta_json_open(&json, '{');
      tta_protocol_json_members(p->protocol, &json);
      tta_json_close(&json, '}');
    } else {
      tta_json_null(&json);
    }
    tta_json_close(&json, '}');
  }
  tta_json_close(&json, ']');
  tta_findings_json(&json, "notes", &m->outside, source, NULL);
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}
