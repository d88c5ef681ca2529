/* program.c: a binding and its kernels: reads the sources, declares objects, interprets each kernel on each core. */
#include "kernel/interpret.h"
#include "text/allowed.h"
#include "ttattr/arch.h"

enum { DEFAULT_MAX_STEPS = 20000000 };

struct tta_kernel_program {
  tta_arena arena;
  tta_kernel_options options;
  tta_binding binding;
  tta_kernel_findings findings;
  tta_cpp report;   /* of the binding */
  tta_cpp *sources; /* by kernel of the binding */
  tta_cpp host;     /* its tokens, if the binding is a host program */
  bool (*bind)(void *user, tta_binding *binding); /* makes the binding, if it is not in the text */
  void *bind_user;
  tta_protocol *protocol;
  size_t num_programs;
  bool undecided, borrows_lines;
  uint64_t steps; /* of the kernels so far */
  bool exhausted; /* these are too many */
};

/* The header of a TOML table whose name starts with a letter: `[name]`, perhaps with a comment. */
static bool is_table_header(tta_str line) {
  line = tta_str_trim(line);
  size_t end = tta_str_find(line, "]");
  if (!tta_str_skip(&line, "[") || end == SIZE_MAX || end < 2) return false;
  for (size_t i = 0; i + 1 < end; i++) {
    char c = line.data[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && (!i || ((c < '0' || c > '9') && c != '-'))) return false;
  }
  tta_str rest = tta_str_trim(tta_str_rest(line, end));
  return !rest.size || rest.data[0] == '#';
}

static bool has_tables(tta_str text) {
  while (text.size) {
    size_t end = tta_str_find(text, "\n");
    if (end == SIZE_MAX) end = text.size;
    if (is_table_header((tta_str){text.data, end})) return true;
    text = tta_str_rest(text, end < text.size ? end + 1 : end);
  }
  return false;
}

static bool is_host_program(tta_str text) {
  return tta_str_contains(text, "#include") &&
         (tta_str_contains(text, "CreateKernel(") || tta_str_contains(text, "CreateProgram(") ||
          tta_str_contains(text, "CreateKernelFromString(") || tta_str_contains(text, "ProgramDescriptor") ||
          tta_str_contains(text, "host_api.hpp"));
}

bool tta_kernel_is_binding(tta_str text) { return has_tables(text) || is_host_program(text); }

/* ---- sources ---- */

static bool is_undefined(const tta_kernel_options *o, tta_str name) {
  for (size_t i = 0; i < o->num_undefines; i++)
    if (tta_str_equal(o->undefines[i], name)) return true;
  return false;
}

/* NAME or NAME=VALUE */
static bool define(tta_cpp *c, tta_str text) {
  size_t equal = tta_str_find(text, "=");
  tta_str name = {text.data, equal == SIZE_MAX ? text.size : equal};
  if (!name.size || is_undefined(c->options, name)) return true;
  return tta_cpp_define(c, name, equal == SIZE_MAX ? TTA_STR("1") : tta_str_rest(text, equal + 1));
}

static bool define_arch(tta_cpp *c, tta_str arch) {
  tta_str name = tta_str_is(arch, "blackhole")   ? TTA_STR("ARCH_BLACKHOLE")
                 : tta_str_is(arch, "grayskull") ? TTA_STR("ARCH_GRAYSKULL")
                 : tta_str_is(arch, "quasar")    ? TTA_STR("ARCH_QUASAR")
                                                 : TTA_STR("ARCH_WORMHOLE");
  if (tta_str_is(name, "ARCH_WORMHOLE") && !define(c, TTA_STR("ARCH_WORMHOLE_B0"))) return false;
  return define(c, name);
}

static bool define_all(tta_kernel_program *p, tta_cpp *c, const tta_binding_kernel *k) {
  tta_str processor = k->processor == TTA_PROCESSOR_DM0   ? TTA_STR("COMPILE_FOR_BRISC")
                      : k->processor == TTA_PROCESSOR_DM1 ? TTA_STR("COMPILE_FOR_NCRISC")
                                                          : TTA_STR("COMPILE_FOR_TRISC");
  if (!define_arch(c, p->binding.arch) || !define(c, processor)) return false;
  static const char *const threads[] = {"TRISC_UNPACK", "TRISC_MATH", "TRISC_PACK"}; /* one text for all three */
  for (size_t i = 0; i < 3 && tta_str_is(processor, "COMPILE_FOR_TRISC"); i++)
    if (!define(c, tta_str_from(threads[i]))) return false;
  for (uint32_t i = 0; i < k->num_defines; i++)
    if (!define(c, k->defines[i])) return false;
  for (size_t i = 0; i < p->options.num_defines; i++)
    if (!p->binding.is_value[i] && !define(c, p->options.defines[i])) return false;
  return true;
}

/* A kernel's file: as it is written, then without its first folders, as a host program names it from the root. */
static bool find_source(const tta_kernel_program *p, tta_str file, tta_str *path, tta_str *text) {
  while (p->options.read_file && file.size) {
    if (p->options.read_file(p->options.user, file, TTA_STR(""), path, text)) return true;
    size_t slash = tta_str_find(file, "/");
    if (slash == SIZE_MAX || file.data[0] == '/') return false;
    file = tta_str_rest(file, slash + 1);
  }
  return false;
}

/* The source of a kernel that is in no file: a literal of the host program, or a text of its own. */
static bool read_text(tta_kernel_program *p, tta_cpp *c, const tta_binding_kernel *k) {
  tta_str all = p->findings.text.text, name = k->file;
  uintptr_t begin = (uintptr_t)all.data, at = (uintptr_t)k->text.data;
  if (k->line) {
    c->line = k->line;
    c->column = k->column;
  } else if (at >= begin && at - begin < all.size) {
    tta_position start = tta_source_position(&p->findings.text, (uint32_t)(at - begin));
    c->line = start.line;
    c->column = start.column;
  } else if (!name.size) {
    tta_buf text = tta_buf_new(p->arena.allocator);
    tta_buf_printf(&text, "<%.*s>", TTA_STR_ARGS(k->name));
    name = tta_arena_take(&p->arena, &text);
    if (!name.data) c->status = TTA_NO_MEMORY;
  }
  return !c->status && define_all(p, c, k) && tta_cpp_read(c, name, k->text);
}

static bool read_source(tta_kernel_program *p, tta_cpp *c, tta_binding_kernel *k) {
  tta_str path, text;
  if (!tta_cpp_init(c, &p->arena, &p->options, &p->findings)) return false;
  if (k->text.data) return read_text(p, c, k);
  if (!find_source(p, k->file, &path, &text)) {
    tta_cpp_token at = {.file = UINT16_MAX, .line = k->site.line, .column = k->site.column};
    tta_cpp_report(&p->report, TTA_RULE_kernel_invalid, &at, "kernel '%.*s': file '%.*s' was not found",
                   TTA_STR_ARGS(k->name), TTA_STR_ARGS(k->file));
    return false;
  }
  return define_all(p, c, k) && tta_cpp_read(c, path, text);
}

/* The host program is a source of its own. What its conditions and headers lack does not matter. */
static bool read_host(tta_kernel_program *p, tta_str text) {
  tta_cpp *c = &p->host;
  tta_report_mark mark = tta_report_position(&p->findings.results.report);
  if (!p->binding.arch.size) p->binding.arch = TTA_STR("wormhole_b0");
  bool good = tta_cpp_init(c, &p->arena, &p->options, &p->findings) && tta_host_prepare(&p->binding, c, text) &&
              tta_cpp_read(c, TTA_STR(""), text);
  if (good) {
    tta_report_rewind(&p->findings.results.report, mark);
    p->findings.num_errors = 0;
    good = tta_host_read(&p->binding, c, p->options.program, &p->num_programs);
  }
  if (c->status) p->report.status = c->status;
  return good;
}

static bool has_name(const tta_cpp *c, const char *name) {
  return tta_strmap_find(&c->numbers, tta_str_from(name)) != NULL;
}

/* ---- declarations ---- */

static bool declare_thing(tta_kernel_program *p, struct tta_protocol *protocol, tta_binding_thing *t) {
  const tta_binding_thing *over = t->over == TTA_KERNEL_NONE ? NULL : &p->binding.things[t->over];
  switch (t->kind) {
  case TTA_THING_CORES: return true;
  case TTA_THING_CB:
    t->object = tta_add_circular_buffer(protocol, &t->site, t->name, t->range, t->pages, t->page_bytes, t->written,
                                        over ? over->object : TTA_PROTOCOL_NONE);
    break;
  case TTA_THING_SEMAPHORE:
    t->object = tta_add_semaphore(protocol, &t->site, t->name, t->range, (uint32_t)t->initial);
    break;
  default: t->object = tta_add_buffer(protocol, &t->site, t->name, t->dram ? NULL : &t->range, t->bytes, t->written);
  }
  return t->object != TTA_PROTOCOL_NONE;
}

/* The 512 zero bytes of each core, which the firmware writes. */
static bool declare_zeros(tta_kernel_program *p, struct tta_protocol *protocol) {
  bool used = false;
  p->binding.zeros = TTA_KERNEL_NONE;
  tta_protocol_range all = p->binding.kernels[0].range;
  for (uint32_t i = 0; i < p->binding.num_kernels; i++) {
    used |= has_name(&p->sources[i], "MEM_ZEROS_BASE");
    tta_range_add(&all, &p->binding.kernels[i].range);
  }
  if (!used) return true;
  tta_call_site site = {.line = 1};
  p->binding.zeros = tta_add_buffer(protocol, &site, TTA_STR("mem_zeros"), &all, 512, true);
  return p->binding.zeros != TTA_PROTOCOL_NONE;
}

/* Cores that no chip of the architecture has. The kernels are checked on them all the same. */
static void warn_of_cores(tta_kernel_program *p, tta_arch arch) {
  tta_core workers = tta_arch_worker_grid(arch, 0);
  for (uint32_t i = 0; i < p->binding.num_kernels; i++) {
    const tta_binding_kernel *k = &p->binding.kernels[i];
    if (k->range.y1 < workers.y && k->range.x1 < workers.x) continue;
    tta_cpp_token at = {.file = UINT16_MAX, .line = k->site.line, .column = k->site.column};
    tta_cpp_report(&p->report, TTA_RULE_kernel_assumed, &at,
                   "kernel '%.*s' is on core %ux%u, but %s has %lldx%lld workers (rows x columns)",
                   TTA_STR_ARGS(k->name), k->range.y1, k->range.x1, tta_arch_get(arch)->name, (long long)workers.y,
                   (long long)workers.x);
  }
}

/* tt-metal rejects two data movement kernels of a core on one NoC. */
static bool check_nocs(tta_kernel_program *p) {
  for (uint32_t i = 0; i < p->binding.num_kernels; i++)
    for (uint32_t n = 0; n < i; n++) {
      const tta_binding_kernel *a = &p->binding.kernels[n], *b = &p->binding.kernels[i];
      bool moves = a->processor + b->processor == TTA_PROCESSOR_DM0 + TTA_PROCESSOR_DM1 && a->processor && b->processor;
      bool together = tta_range_intersects(&a->range, &b->range);
      if (!together || !moves || a->noc != b->noc || a->any_noc || b->any_noc) continue;
      tta_cpp_token at = {.file = UINT16_MAX, .line = b->site.line, .column = b->site.column};
      tta_cpp_report(&p->report, TTA_RULE_kernel_invalid, &at,
                     "kernels '%.*s' and '%.*s' move data on the same cores and are both on NoC %u: tt-metal rejects "
                     "that", TTA_STR_ARGS(a->name), TTA_STR_ARGS(b->name), a->noc);
      return false;
    }
  return true;
}

static bool declare_all(tta_kernel_program *p, struct tta_protocol *protocol) {
  for (uint32_t i = 0; i < p->binding.num_things; i++)
    if (!declare_thing(p, protocol, &p->binding.things[i])) return false;
  for (uint32_t i = 0; i < p->binding.num_kernels; i++) {
    tta_binding_kernel *k = &p->binding.kernels[i];
    if (!k->processor && has_name(&p->sources[i], "MAIN")) k->processor = TTA_PROCESSOR_COMPUTE;
    if (k->processor != TTA_PROCESSOR_COMPUTE) continue;
    uint32_t dst = tta_add_dst(protocol, &k->site, k->range, p->binding.dst_full);
    if (dst == TTA_PROTOCOL_NONE) return false;
    if (p->binding.fp32) tta_dst_use_fp32(protocol, dst);
  }
  return declare_zeros(p, protocol);
}

/* ---- kernels ---- */

static void run_main(tta_interpreter *in) {
  static const char *const names[] = {"kernel_main", "MAIN", "main"};
  uint32_t function = TTA_KERNEL_NONE;
  for (size_t i = 0; i < 3 && function == TTA_KERNEL_NONE; i++) {
    const uint32_t *name = tta_strmap_find(&in->source->numbers, tta_str_from(names[i]));
    if (name) function = tta_find_function(in, *name, TTA_KERNEL_NONE, 0);
  }
  if (in->stopped || in->source->status) return;
  if (function == TTA_KERNEL_NONE) {
    tta_kernel_error(in, 0, "kernel '%.*s' has no function kernel_main", TTA_STR_ARGS(in->kernel->name));
    return;
  }
  tta_call(in, function, NULL, 0, tta_void(), in->functions[function].body);
}

static bool run_kernel(tta_kernel_program *p, struct tta_protocol *protocol, tta_issuer *issuer, uint32_t number,
                       uint32_t y, uint32_t x) {
  tta_cpp *c = &p->sources[number];
  const tta_binding_kernel *k = &p->binding.kernels[number];
  tta_kernel_start start = {.name = k->name, .processor = k->processor, .y = y, .x = x, .noc = k->noc,
                            .site = tta_add_site(protocol, &k->site)};
  tta_interpreter in = {.source = c, .tokens = c->tokens, .binding = &p->binding, .kernel = k, .y = y, .x = x,
                        .issuer = issuer, .protocol = protocol, .noc = TTA_NOC_OF_KERNEL,
                        .pack_index = TTA_KERNEL_NONE,
                        .last_cell_object = TTA_KERNEL_NONE,
                        .steps = p->steps, .first_step = p->steps,
                        .max_steps = p->options.max_steps ? p->options.max_steps : DEFAULT_MAX_STEPS};
  tta_arena_mark mark = tta_arena_position(&p->arena);
  uint32_t names = c->num_names;
  in.sites = tta_arena_array(&p->arena, c->num_tokens, sizeof *in.sites);
  if (!in.sites) {
    c->status = TTA_NO_MEMORY;
    return false;
  }
  memset(in.sites, 0, c->num_tokens * sizeof *in.sites);
  if (!tta_begin_kernel(issuer, &start)) return false;
  tta_top_level(&in, c->num_tokens - 1);
  run_main(&in);
  tta_end_kernel(issuer);
  p->undecided |= in.undecided;
  p->steps = in.steps;
  p->exhausted = in.steps > in.max_steps;
  if (c->num_names == names && !c->status) tta_arena_rewind(&p->arena, mark);
  return !c->status;
}

static bool run_on_cores(tta_kernel_program *p, struct tta_protocol *protocol, tta_issuer *issuer, uint32_t number) {
  const tta_protocol_range *r = &p->binding.kernels[number].range;
  for (uint32_t y = r->y0; y <= r->y1; y++)
    for (uint32_t x = r->x0; x <= r->x1 && !p->exhausted; x++)
      if (!run_kernel(p, protocol, issuer, number, y, x)) return false;
  return true;
}

static bool run_all(tta_kernel_program *p, struct tta_protocol *protocol) {
  tta_issuer *issuer = tta_protocol_issuer(protocol);
  if (!issuer) return false;
  for (uint32_t i = 0; i < p->binding.num_kernels && !p->exhausted; i++)
    if (!run_on_cores(p, protocol, issuer, i)) return false;
  return true;
}

static void collect_statuses(tta_kernel_program *p) {
  for (uint32_t i = 0; i < p->binding.num_kernels && p->sources; i++) {
    const tta_cpp *c = &p->sources[i];
    if (c->status == TTA_LIMIT) {
      tta_cpp_token at = {.line = 1, .column = 1};
      tta_cpp_report(&p->sources[i], TTA_RULE_kernel_undecided, &at,
                     "kernel '%.*s' is too large or nested too deeply: at most %d tokens, %d levels",
                     TTA_STR_ARGS(p->binding.kernels[i].name), TTA_KERNEL_MAX_TOKENS, TTA_KERNEL_MAX_DEPTH);
      p->undecided = true;
    } else if (c->status && !p->report.status) {
      p->report.status = c->status;
    }
  }
}

/* What is found by a check counts if all kernels were interpreted. */
static tta_status conclude(tta_kernel_program *p) {
  tta_report *report = &p->findings.results.report;
  if (p->findings.num_errors || p->undecided) {
    tta_protocol_free(p->protocol);
    p->protocol = NULL;
  }
  const tta_results *checked = p->protocol ? tta_protocol_results(p->protocol) : NULL;
  tta_status status = tta_results_finish(&p->findings.results);
  if (!status) status = tta_results_refer(&p->findings.results, checked);
  if (!status) status = tta_apply_allowed(report, NULL, &p->findings.text, TTA_RULE_NONE);
  return status ? status : tta_apply_allowed_in_sources(report);
}

/* ---- public ---- */

/* The options of the check, with the architecture of the binding. */
static tta_protocol_options check_options(const tta_kernel_program *p, const tta_protocol_options *how) {
  tta_protocol_options out = how ? *how : (tta_protocol_options){0};
  if (!out.has_arch) out.has_arch = tta_arch_find(p->binding.arch, &out.arch);
  if (!out.has_arch) { /* as ARCH_WORMHOLE, which its kernels see */
    out.has_arch = true;
    out.arch = TTA_ARCH_WORMHOLE_B0;
  }
  out.allocator = p->options.allocator;
  out.source = (tta_source *)(uintptr_t)&p->findings.text;
  return out;
}

static tta_status read_program(tta_kernel_program *p, tta_str text, const tta_protocol_options *how) {
  tta_str kept = p->bind ? text : tta_arena_str(&p->arena, text);
  if (!kept.data) return TTA_NO_MEMORY;
  tta_source_init(&p->findings.text, how && how->source ? how->source->name : TTA_STR(""), kept, p->arena.allocator);
  if (p->bind && how && how->source) { /* a module: its programs share what is known of it */
    tta_source_position(how->source, 0);
    tta_source_has_suppressions(how->source);
    p->borrows_lines = how->source->line_starts != NULL;
    if (p->borrows_lines) p->findings.text = *how->source;
  }
  p->num_programs = 1;
  p->binding.is_value = tta_arena_array(&p->arena, p->options.num_defines + 1, sizeof *p->binding.is_value);
  if (!p->binding.is_value) return TTA_NO_MEMORY;
  memset(p->binding.is_value, 0, p->options.num_defines + 1);
  bool good = p->bind ? p->bind(p->bind_user, &p->binding)
              : has_tables(kept) ? tta_binding_read(&p->binding, kept) : read_host(p, kept);
  if (good) {
    p->sources = tta_arena_array(&p->arena, p->binding.num_kernels, sizeof *p->sources);
    if (!p->sources) return TTA_NO_MEMORY;
    memset(p->sources, 0, p->binding.num_kernels * sizeof *p->sources);
  }
  for (uint32_t i = 0; good && i < p->binding.num_kernels; i++)
    good = read_source(p, &p->sources[i], &p->binding.kernels[i]);
  struct tta_protocol *protocol = NULL;
  tta_status status = TTA_OK;
  if (good && !p->report.status) {
    tta_protocol_options checked = check_options(p, how);
    status = tta_protocol_open(&checked, &protocol);
    if (!status) warn_of_cores(p, checked.arch);
    if (!status && check_nocs(p) && declare_all(p, protocol)) run_all(p, protocol);
  }
  if (protocol) status = tta_protocol_close(protocol, &p->protocol);
  collect_statuses(p);
  if (!status) status = p->report.status;
  return status ? status : conclude(p);
}

const char *tta_kernel_verdict_name(tta_kernel_verdict verdict) {
  static const char *const names[] = {"passes", "fails", "undecided"};
  return (unsigned)verdict < 3 ? names[verdict] : "";
}

tta_status tta_kernel_program_read(tta_str binding, const tta_kernel_options *options, const tta_protocol_options *how,
                                   tta_kernel_program **out) {
  return tta_kernel_program_bind(binding, options, how, NULL, NULL, out);
}

tta_status tta_kernel_program_bind(tta_str text, const tta_kernel_options *options, const tta_protocol_options *how,
                                   bool (*bind)(void *user, tta_binding *binding), void *user,
                                   tta_kernel_program **out) {
  const tta_allocator *allocator = tta_allocator_or_default(options ? options->allocator : NULL);
  tta_kernel_program *p = allocator->allocate(allocator->user, sizeof *p);
  *out = NULL;
  if (!p) return TTA_NO_MEMORY;
  memset(p, 0, sizeof *p);
  if (options) p->options = *options;
  p->options.allocator = allocator;
  p->bind = bind;
  p->bind_user = user;
  tta_arena_init(&p->arena, allocator);
  tta_results_init(&p->findings.results, allocator, how ? how->check : NULL);
  tta_cpp_init(&p->report, &p->arena, &p->options, &p->findings);
  p->binding = (tta_binding){.arena = &p->arena, .report = &p->report, .arch = p->options.arch,
                             .zeros = TTA_KERNEL_NONE};
  tta_status status = text.size >= INT32_MAX ? TTA_LIMIT : read_program(p, text, how);
  if (status) tta_kernel_program_free(p);
  else *out = p;
  return status;
}

void tta_kernel_program_free(tta_kernel_program *p) {
  if (!p) return;
  const tta_allocator *allocator = p->options.allocator;
  for (uint32_t i = 0; p->sources && i < p->binding.num_kernels; i++)
    if (p->sources[i].arena) tta_cpp_free(&p->sources[i]);
  if (p->host.arena) tta_cpp_free(&p->host);
  tta_cpp_free(&p->report);
  for (uint32_t i = 0; i < p->findings.num_sources; i++) tta_source_free(p->findings.sources[i]);
  if (!p->borrows_lines) tta_source_free(&p->findings.text);
  tta_results_free(&p->findings.results);
  tta_protocol_free(p->protocol);
  tta_arena_free(&p->arena);
  allocator->release(allocator->user, p, sizeof *p);
}

size_t tta_kernel_num_programs(const tta_kernel_program *p) { return p->num_programs; }

void tta_kernel_binding(const tta_kernel_program *p, tta_buf *out) { tta_binding_text(&p->binding, out); }

const tta_results *tta_kernel_program_results(const tta_kernel_program *p) { return &p->findings.results; }
const tta_protocol *tta_kernel_protocol(const tta_kernel_program *p) { return p->protocol; }

tta_kernel_verdict tta_kernel_program_verdict(const tta_kernel_program *p) {
  bool undecided = p->protocol && tta_protocol_is_undecided(p->protocol);
  if (!undecided && tta_results_num_errors(&p->findings.results)) return TTA_KERNEL_FAILS;
  return undecided || !p->protocol ? TTA_KERNEL_UNDECIDED : TTA_KERNEL_PASSES;
}

size_t tta_kernel_num_assumptions(const tta_kernel_program *p) { return p->binding.num_assumptions; }
tta_str tta_kernel_assumption(const tta_kernel_program *p, size_t i) {
  return i < p->binding.num_assumptions ? p->binding.assumptions[i] : (tta_str){NULL, 0};
}

void tta_kernel_program_json(const tta_kernel_program *p, tta_buf *out) {
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '{');
  if (p->protocol) {
    tta_protocol_json_members(p->protocol, &json);
  } else {
    tta_json_key_bool(&json, "passes", false);
    tta_json_key_text(&json, "verdict", tta_kernel_verdict_name(tta_kernel_program_verdict(p)));
    tta_findings_json(&json, "faults", &p->findings.results, (tta_source *)(uintptr_t)&p->findings.text, NULL);
  }
  tta_json_key_open(&json, "assumptions", '[');
  for (uint32_t i = 0; i < p->binding.num_assumptions; i++) tta_json_string(&json, p->binding.assumptions[i]);
  tta_json_close(&json, ']');
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}
