/* host.c: a host program: the host API is declared in C++ (host_api.def) and interpreted with it. Here: its variables,
 * what is not known of them, and its main. Source: tt-metal tt_metal/api/tt-metalium/host_api.hpp (2024-03 to
 * 2026-02). */
#include "kernel/host.h"

enum { MAX_DATA_STEPS = 100000, MAX_PROBE_STEPS = 2000, MAX_HOST_STEPS = 3000000, MAX_CALLS = 2000 };

static const char *const host_api[] = {
#define HOST(...) #__VA_ARGS__ "\n",
#include "kernel/host_api.def"
#undef HOST
};

bool tta_host_no_memory(tta_host *h) {
  tta_no_memory(&h->in);
  return false;
}

/* ---- positions and messages ---- */

bool tta_host_is_api(const tta_interpreter *in, uint32_t token) { return in->tokens[token].file == 0; }

uint32_t tta_host_site(const tta_interpreter *in, uint32_t token) {
  return tta_host_is_api(in, token) ? in->host->call : token;
}

uint32_t tta_host_enter(tta_interpreter *in, uint32_t token) {
  uint32_t old = in->host->call;
  if (!tta_host_is_api(in, token)) in->host->call = token;
  return old;
}

void tta_host_leave(tta_interpreter *in, uint32_t entered) { in->host->call = entered; }

void tta_host_unsupported(tta_interpreter *in, uint32_t token, const char *what) {
  in->host->unsupported = what;
  in->host->unsupported_at = tta_host_site(in, token);
}

tta_call_site tta_host_site_at(const tta_interpreter *in, uint32_t token) {
  const tta_cpp_token *t = &in->tokens[tta_host_site(in, token)];
  return (tta_call_site){.source = in->source->files[t->file].source, .line = t->line, .column = t->column};
}

static bool is_declared_at(const tta_interpreter *in, uint32_t token) { return in->sites[token] != 0; }

/* A name that stands for a value that is not known. */
static bool is_plain_name(const tta_interpreter *in, uint32_t token) {
  return in->tokens[token].kind == TTA_CPP_NAME && !tta_cpp_is(&in->tokens[token + 1], '(') &&
         !tta_cpp_is(&in->tokens[token + 1], '<') && !tta_cpp_is(&in->tokens[token - (token > 0)], '.') &&
         !tta_cpp_is(&in->tokens[token - (token > 0)], TTA_PUNCT2('-', '>'));
}

bool tta_host_is_variable(const tta_interpreter *in, uint32_t token) {
  return is_declared_at(in, token) || is_plain_name(in, token);
}

bool tta_host_is_entry(const tta_interpreter *in) { return in->frame == in->host->entry_frame; }

void tta_host_returns(tta_interpreter *in, uint32_t token, kernel_value condition) {
  tta_host *h = in->host;
  uint32_t cause = condition.kind == KERNEL_UNKNOWN ? tta_host_site(in, condition.origin) : token;
  in->left_origin = cause;
  if (in->probe || !in->left) return;
  in->left = false;
  tta_host_return r = {.token = tta_host_site(in, token), .cause = cause, .step = in->steps};
  for (uint32_t i = 0; i < h->num_returns; i++)
    if (h->returns[i].token == r.token) return;
  (void)TTA_HOST_APPEND(h, h, returns, r);
}

/* Returns on conditions that are not known, if more of the program follows. */
static void assume_conditions(tta_host *h) {
  const tta_interpreter *in = &h->in;
  for (uint32_t i = 0; i < h->num_returns; i++) {
    const tta_host_return *r = &h->returns[i];
    const tta_cpp_token *at = &in->tokens[r->token], *cause = &in->tokens[r->cause];
    const tta_source *file = in->source->files[at->file].source;
    if (r->step > h->effect_step) continue;
    tta_buf option = tta_buf_new(h->binding->arena->allocator);
    if (tta_host_is_variable(in, r->cause))
      tta_buf_printf(&option, "; -D %.*s=VALUE supplies it", TTA_STR_START(cause->text));
    tta_binding_assume(h->binding, "%.*s%sline %u: the condition before this return is false: '%.*s' is not known%.*s",
                       TTA_STR_ARGS(file ? file->name : TTA_STR("")), file ? " " : "", at->line,
                       TTA_STR_START(cause->text), TTA_STR_ARGS(tta_buf_view(&option)));
    tta_buf_free(&option);
  }
}

void tta_host_undecided(tta_interpreter *in, uint32_t token, kernel_value why, const char *what) {
  uint32_t cause = why.kind == KERNEL_UNKNOWN ? tta_host_site(in, why.origin) : in->host->call;
  uint32_t needed = tta_host_site(in, token);
  const tta_cpp_token *t = &in->tokens[cause];
  tta_diagnostic *d;
  if (in->stopped) return;
  if (why.kind == KERNEL_UNKNOWN && tta_host_is_variable(in, cause))
    d = tta_cpp_report(in->source, TTA_RULE_kernel_undecided, t,
                       "'%.*s' decides %s, but %s; -D %.*s=VALUE supplies it", TTA_STR_START(t->text), what,
                       is_declared_at(in, cause) ? "its value is not known before the run"
                                                 : "is not declared in what was read",
                       TTA_STR_START(t->text));
  else if (t->kind == TTA_CPP_NAME)
    d = tta_cpp_report(in->source, TTA_RULE_kernel_undecided, t,
                       "the result of '%.*s' decides %s, but is not known before the run; make it the value of a "
                       "variable NAME, and give -D NAME=VALUE", TTA_STR_START(t->text), what);
  else
    d = tta_cpp_report(in->source, TTA_RULE_kernel_undecided, t, "this decides %s, but is not known before the run",
                       what);
  if (needed != cause) tta_cpp_note(in->source, d, &in->tokens[needed], "it is needed here");
  in->undecided = in->stopped = true;
}

void tta_host_rejected(tta_interpreter *in, uint32_t token) {
  tta_host *h = in->host;
  uint32_t at = h->unsupported ? h->unsupported_at : tta_host_site(in, token);
  tta_diagnostic *d = tta_cpp_report(in->source, TTA_RULE_kernel_undecided, &in->tokens[at],
                                     "unsupported %s: it is not read, so that what the program does is not known",
                                     h->unsupported ? h->unsupported : "C++");
  uint32_t needed = tta_host_site(in, token);
  if (needed != at) tta_cpp_note(in->source, d, &in->tokens[needed], "this call is in it");
  in->undecided = in->stopped = true;
}

kernel_value tta_host_not_known(tta_interpreter *in, uint32_t token, kernel_value why, const char *what) {
  if (in->probe) in->probe_issued = true;
  else tta_host_undecided(in, token, why, what);
  return tta_unknown(token);
}

/* ---- variables ---- */

static tta_str *name_of_fresh(tta_host *h, kernel_value value, uint32_t **named_at) {
  tta_host_thing *t = NULL;
  if (h->fresh_kind == FRESH_BUFFER) {
    uint32_t field = tta_field_named(&h->in, value, "__address");
    if (field == TTA_KERNEL_NONE || h->in.slots[field].value.object != h->fresh) return NULL;
    t = &h->buffers[h->fresh];
  } else if (value.kind != KERNEL_INT) {
    return NULL;
  } else if (h->fresh_kind == FRESH_SEMAPHORE) {
    t = &h->programs[h->fresh_program].things[h->fresh];
    if (t->thing.index != value.number) return NULL;
  } else if (h->fresh_kind == FRESH_KERNEL && value.number == h->fresh) {
    tta_host_kernels *g = &h->groups[h->fresh];
    *named_at = &g->named_at;
    return g->count ? &h->programs[g->program].binding.kernels[g->first].name : NULL;
  }
  if (!t) return NULL;
  *named_at = &t->named_at;
  return &t->thing.name;
}

kernel_value tta_host_declare(tta_interpreter *in, uint32_t token, kernel_value value) {
  tta_host *h = in->host;
  uint32_t *named_at;
  if (tta_host_is_api(in, token) || in->tokens[token].kind != TTA_CPP_NAME || tta_idle(in)) return value;
  for (uint32_t i = 0; i < h->num_defines; i++)
    if (h->defines[i].name == in->tokens[token].name) return tta_int(h->defines[i].value, 64, true);
  if (value.kind == KERNEL_UNKNOWN) {
    uint32_t cause = tta_host_site(in, value.origin);
    if (!is_declared_at(in, cause) && (cause == token || !is_plain_name(in, cause))) {
      in->sites[token] = 1;
      value.origin = token;
    }
    return value;
  }
  tta_str *name = name_of_fresh(h, value, &named_at);
  if (name && *named_at > in->depth) {
    *name = in->tokens[token].text;
    *named_at = in->depth;
  }
  return value;
}

kernel_value tta_host_item(tta_interpreter *in, uint32_t token, kernel_value value) {
  in->host->fresh_kind = FRESH_NONE;
  return tta_host_declare(in, token, value);
}

bool tta_host_is_data_loop(const tta_interpreter *in, uint64_t begin) {
  if (!in->host) return false;
  if (begin < in->host->effect_step) begin = in->host->effect_step;
  return in->steps - begin > (in->probe ? MAX_PROBE_STEPS : MAX_DATA_STEPS);
}

/* ---- calls that are not known, and effects ---- */

static bool is_program(const tta_interpreter *in, kernel_value v) {
  if (v.kind == KERNEL_POINTER && v.count == 1) v = in->slots[v.first].value;
  return tta_field_named(in, v, "__id") != TTA_KERNEL_NONE;
}

kernel_value tta_host_unknown_call(tta_interpreter *in, uint32_t token, const kernel_value *args, uint32_t num_args) {
  tta_str name = in->tokens[token].text;
  bool holds = true, asserts = tta_str_is(name, "TT_FATAL") || tta_str_is(name, "TT_ASSERT");
  if (asserts && num_args && !in->probe && tta_truth(tta_rvalue(in, args[0], token), &holds) && !holds)
    return tta_kernel_error(in, tta_host_site(in, token), "the condition of %.*s is false: the host program ends here",
                            TTA_STR_ARGS(name));
  bool harmless = tta_str_starts_with(name, "log_") || tta_str_starts_with(name, "print") ||
                  tta_str_starts_with(name, "Dump") || tta_str_starts_with(name, "TT_");
  for (uint32_t i = 0; i < num_args; i++) {
    bool lists = !harmless && (!tta_is_list(args[i]) || tta_has_effects(in, token));
    if (lists) tta_list_forget(in, args[i], token);
    if (args[i].kind == KERNEL_POINTER && args[i].count == 1 && !harmless && !is_program(in, args[i]))
      in->slots[args[i].first].value = tta_unknown(token);
    if (!is_program(in, args[i]) || harmless) continue;
    if (in->probe) {
      in->probe_issued = true;
    } else {
      tta_cpp_report(in->source, TTA_RULE_kernel_undecided, &in->tokens[token],
                     "what '%.*s' does to the program is not known: its declaration was not found; -I FOLDER supplies "
                     "headers", TTA_STR_START(name));
      in->undecided = in->stopped = true;
    }
    break;
  }
  return tta_unknown(token);
}

/* Whether a function calls one that changes a program; `calls` bounds the search. */
static bool body_has_effect(const tta_interpreter *in, uint32_t name, uint32_t *calls) {
  if (name == TTA_KERNEL_NONE || ++*calls > MAX_CALLS) return false;
  if (tta_host_changes_program(in->source->names[name])) return true;
  for (uint32_t i = 0; i < in->num_functions; i++) {
    const tta_function *f = &in->functions[i];
    if (f->name != name) continue;
    for (uint32_t at = f->body; at < in->tokens[f->body].match; at++)
      if (in->tokens[at].kind == TTA_CPP_NAME && tta_cpp_is(&in->tokens[at + 1], '(') &&
          in->tokens[at].name != name && body_has_effect(in, in->tokens[at].name, calls))
        return true;
  }
  return false;
}

bool tta_host_is_effect(const tta_interpreter *in, uint32_t token) {
  uint32_t calls = 0;
  return body_has_effect(in, in->tokens[token].name, &calls);
}

/* ---- the host program ---- */

/* -D NAME=NUMBER of a variable that the source declares is its value; other names are macros. */
static bool is_declaration(const tta_cpp_token *t) {
  const tta_cpp_token *before = t - 1, *after = t + 1;
  bool type = (before->kind == TTA_CPP_NAME && !tta_str_is(before->text, "return") &&
               !tta_str_is(before->text, "define")) ||
              tta_cpp_is(before, '>') || tta_cpp_is(before, '&') || tta_cpp_is(before, '*');
  return type && (tta_cpp_is(after, '=') || tta_cpp_is(after, '{') || tta_cpp_is(after, ';') ||
                  tta_cpp_is(after, ',') || tta_cpp_is(after, ')') || tta_cpp_is(after, '('));
}

bool tta_host_prepare(const tta_binding *binding, tta_cpp *c, tta_str text) {
  tta_buf api;
  tta_cpp_tokens raw = {0};
  tta_buf_init(&api, c->arena->allocator);
  for (size_t i = 0; i < sizeof host_api / sizeof *host_api; i++) tta_buf_str(&api, host_api[i]);
  c->is_host = true;
  c->host_api = tta_arena_str(c->arena, tta_buf_view(&api));
  bool good = !api.failed && c->host_api.data;
  tta_buf_free(&api);
  if (!good) c->status = TTA_NO_MEMORY;
  if (!good || !tta_cpp_lex(c, text, 0, &raw)) return false;
  for (size_t i = 0; i < c->options->num_defines; i++) {
    tta_str name, value;
    bool variable = false;
    int64_t number;
    tta_split_define(c->options->defines[i], &name, &value);
    for (uint32_t n = 1; n + 1 < raw.num_items && !variable; n++)
      variable = raw.items[n].kind == TTA_CPP_NAME && tta_str_equal(raw.items[n].text, name) &&
                 is_declaration(&raw.items[n]);
    binding->is_value[i] = variable && tta_define_number(value, &number);
    if (!binding->is_value[i] && !tta_cpp_define(c, name, value)) return false;
  }
  return true;
}

/* The value of each -D that is not a macro. */
static bool read_defines(tta_host *h) {
  tta_cpp *c = h->in.source;
  for (size_t i = 0; i < c->options->num_defines; i++) {
    tta_str text, value;
    tta_host_define d;
    if (!h->binding->is_value[i]) continue;
    tta_split_define(c->options->defines[i], &text, &value);
    const uint32_t *name = tta_strmap_find(&c->numbers, text);
    if (!name || !tta_define_number(value, &d.value)) continue;
    d.name = *name;
    if (!TTA_HOST_APPEND(h, h, defines, d)) return false;
  }
  return true;
}

/* main, or the last function that creates kernels. */
static uint32_t entry(const tta_interpreter *in) {
  uint32_t found = TTA_KERNEL_NONE;
  for (uint32_t i = 0; i < in->num_functions; i++) {
    const tta_function *f = &in->functions[i];
    bool own = !tta_host_is_api(in, f->body) && f->owner == TTA_KERNEL_NONE && !f->lambda;
    if (!own || f->name == TTA_KERNEL_NONE) continue;
    if (tta_str_is(in->source->names[f->name], "main")) return i;
    uint32_t calls = 0;
    if (body_has_effect(in, f->name, &calls)) found = i;
  }
  return found;
}

static void run_main(tta_host *h) {
  tta_interpreter *in = &h->in;
  kernel_value argc = tta_int(1, 32, true);
  uint32_t function = entry(in);
  if (in->stopped || in->source->status) return;
  if (function == TTA_KERNEL_NONE) {
    tta_cpp_token none = {.file = UINT16_MAX, .line = 1, .column = 1};
    tta_cpp_report(in->source, TTA_RULE_kernel_invalid, &none, "the host program has no function that creates kernels");
    in->stopped = true;
    return;
  }
  const tta_function *f = &in->functions[function];
  h->entry_frame = in->num_variables;
  bool is_main = tta_str_is(in->source->names[f->name], "main");
  tta_call(in, function, &argc, is_main && f->num_params, tta_void(), f->body);
}

/* A program that main creates, but does not run, is checked as if it ran. */
static void note_idle(tta_host *h, const tta_host_program *p) {
  const tta_interpreter *in = &h->in;
  uint32_t function = entry(in);
  if (p->enqueued_at || p->ran || !tta_str_is(in->source->names[in->functions[function].name], "main")) return;
  const tta_cpp_token *at = &in->tokens[p->created];
  const tta_source *file = in->source->files[at->file].source;
  tta_buf idle = tta_buf_new(h->binding->arena->allocator);
  tta_buf_printf(&idle, "program, created at %.*s%sline %u:%u, is never enqueued",
                 TTA_STR_ARGS(file ? file->name : TTA_STR("")), file ? " " : "", at->line, at->column);
  h->binding->idle = tta_arena_take(h->binding->arena, &idle);
  if (!h->binding->idle.data) tta_host_no_memory(h);
  else tta_binding_assume(h->binding, "the %.*s: it is checked as if it ran", TTA_STR_ARGS(h->binding->idle));
}

/* Programs that create kernels: in the order in which they ran, then those that did not run. */
static tta_host_program *program_at(tta_host *h, size_t number, size_t *count) {
  tta_host_program *out = NULL;
  uint32_t after = 0;
  for (bool more = true; more;) {
    tta_host_program *next = NULL;
    for (uint32_t i = 0; i < h->num_programs; i++) {
      tta_host_program *p = &h->programs[i];
      if (p->binding.num_kernels && p->enqueued_at > after && (!next || p->enqueued_at < next->enqueued_at)) next = p;
    }
    more = next != NULL;
    if (!more) break;
    after = next->enqueued_at;
    if ((*count)++ == number) out = next;
  }
  for (uint32_t i = 0; i < h->num_programs; i++) {
    tta_host_program *p = &h->programs[i];
    if (p->binding.num_kernels && !p->enqueued_at && !p->ran && (*count)++ == number) out = p;
  }
  return out;
}

bool tta_host_read(tta_binding *binding, tta_cpp *source, size_t program, size_t *num_programs) {
  static const tta_binding_kernel none = {.noc = 0};
  tta_host *h = tta_arena_alloc(binding->arena, sizeof *h);
  uint32_t *declared = tta_arena_array(binding->arena, source->num_tokens, sizeof *declared);
  *num_programs = 0;
  if (!h || !declared) {
    source->status = TTA_NO_MEMORY;
    return false;
  }
  memset(declared, 0, source->num_tokens * sizeof *declared);
  *h = (tta_host){.binding = binding};
  h->in = (tta_interpreter){.source = source, .tokens = source->tokens, .binding = binding, .kernel = &none, .host = h,
                            .sites = declared, .noc = TTA_NOC_OF_KERNEL, .max_steps = MAX_HOST_STEPS,
                            .last_cell_object = TTA_KERNEL_NONE, .pack_index = TTA_KERNEL_NONE};
  if (!read_defines(h)) return false;
  tta_top_level(&h->in, source->num_tokens - 1);
  run_main(h);
  if (h->in.stopped || h->in.undecided || source->status) return false;
  if (!tta_host_sync(h, source->num_tokens - 1)) return false;
  assume_conditions(h);
  tta_host_program *chosen = program_at(h, program, num_programs);
  if (!chosen) {
    tta_cpp_token at = {.file = UINT16_MAX, .line = 1, .column = 1};
    tta_cpp_report(source, TTA_RULE_kernel_invalid, &at, "the host program creates no kernel");
    return false;
  }
  note_idle(h, chosen);
  return tta_host_bind(h, chosen) && !source->status;
}
