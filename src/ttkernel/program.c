/* program.c: what the kernels of a program use is declared, then their operations are issued. A kernel without a
 * program gets the other side of its circular buffers: a kernel that fills those that it only reads, and one that
 * empties those that it only fills. */
#include <stdio.h>
#include <string.h>

#include "ttkernel/module.h"

static tta_call_site site_at(const tta_ttkernel_build *b, uint32_t op) {
  const tta_ops *o = b->text->ops;
  tta_position at = tta_document_position(b->text->document, o->ops[op].name_begin, TTA_COLUMN_BYTES);
  return (tta_call_site){.line = at.line, .column = at.column, .text = o->ops[op].name};
}

/* The rectangle around all cores. */
static tta_protocol_range all_cores(const tta_ttkernel_build *b) {
  tta_protocol_range all = b->kernels[0].cores;
  for (uint32_t i = 1; i < b->num_kernels; i++) tta_range_add(&all, &b->kernels[i].cores);
  return all;
}

static bool declare(tta_ttkernel_build *b, struct tta_protocol *p) {
  static const char *const words[] = {"cb", "semaphore", "dram"};
  tta_protocol_range all = all_cores(b);
  char name[40];
  for (uint32_t i = 0; i < b->num_objects; i++) {
    tta_ttkernel_object *o = &b->objects[i];
    tta_call_site site = site_at(b, o->op);
    snprintf(name, sizeof name, "%s%lld", words[o->kind], (long long)o->key);
    tta_str text = tta_str_from(name);
    if (o->kind == TTA_TTKERNEL_CB)
      o->declared = tta_add_circular_buffer(p, &site, text, all, o->pages, o->page_bytes, o->written,
                                            TTA_PROTOCOL_NONE);
    else if (o->kind == TTA_TTKERNEL_SEMAPHORE) o->declared = tta_add_semaphore(p, &site, text, all, 0);
    else o->declared = tta_add_buffer(p, &site, text, NULL, o->bytes, true);
    if (o->declared == TTA_PROTOCOL_NONE) return false;
  }
  for (uint32_t i = 0; i < b->num_kernels; i++) {
    const tta_ttkernel_use *k = &b->kernels[i];
    tta_call_site site = site_at(b, b->op);
    if (k->processor != TTA_PROCESSOR_COMPUTE) continue;
    uint32_t dst = tta_add_dst(p, &site, k->cores, k->full);
    if (dst == TTA_PROTOCOL_NONE) return false;
    if (k->fp32) tta_dst_use_fp32(p, dst);
  }
  return true;
}

/* Objects of the program become those of the protocol. */
static tta_operation declared(const tta_ttkernel_build *b, const tta_operation *from) {
  tta_operation o = *from;
  const char *signature = tta_operation_rows[o.op].signature;
  for (uint32_t i = 0, at = 0; i < o.num_args && signature[at]; at++) {
    char letter = signature[at];
    if (letter == '?') continue;
    if (letter == 'c') o.args[i].object = b->objects[o.args[i].object].declared;
    else if (letter != 'n' && letter != 'd' && letter != 'g' && letter != 'o' && letter != 'w')
      o.args[i].place.object = b->objects[o.args[i].place.object].declared;
    i++;
  }
  return o;
}

static uint32_t *sites_of(tta_ttkernel_text *t) {
  size_t count = (size_t)t->ops->num_ops + 1;
  if (t->site_of_op) return t->site_of_op;
  t->site_of_op = tta_arena_array(t->arena, count, sizeof *t->site_of_op);
  if (t->site_of_op) memset(t->site_of_op, 0xff, count * sizeof *t->site_of_op);
  else t->status = TTA_NO_MEMORY;
  return t->site_of_op;
}

static bool issue_run(tta_ttkernel_build *b, struct tta_protocol *p, tta_issuer *issuer, const tta_ttkernel_run *run) {
  tta_call_site at = site_at(b, run->kernel->function);
  tta_kernel_start start = {.name = run->kernel->name, .processor = run->kernel->processor, .y = run->y, .x = run->x,
                            .noc = run->kernel->noc, .site = tta_add_site(p, &at)};
  if (!tta_begin_kernel(issuer, &start)) return false;
  bool going = true;
  uint32_t *sites = sites_of(b->text);
  if (!sites) return false;
  for (uint32_t i = 0; i < run->num_steps; i++) {
    tta_operation o = declared(b, &run->steps[i].operation);
    uint32_t op = run->steps[i].op;
    if (sites[op] == UINT32_MAX) {
      at = site_at(b, op);
      sites[op] = tta_add_site(p, &at);
    }
    o.site = sites[op];
    going = tta_issue(issuer, &o) && going; /* after an error their text is kept */
    if (!going) tta_claim(issuer, &o);
  }
  for (uint32_t i = 0; i < run->num_steps; i++) sites[run->steps[i].op] = UINT32_MAX;
  tta_end_kernel(issuer);
  return true;
}

/* The other side of a circular buffer: page by page. */
static void issue_partner(tta_ttkernel_build *b, struct tta_protocol *p, tta_issuer *issuer,
                          const tta_ttkernel_object *o) {
  bool fills = o->consumed;
  int64_t count = fills ? o->needed : o->pushed;
  tta_call_site at = site_at(b, o->op);
  char name[40];
  snprintf(name, sizeof name, "%s of cb%lld", fills ? "writer" : "reader", (long long)o->key);
  tta_kernel_start start = {.name = tta_str_from(name), .y = b->kernels[0].cores.y0, .x = b->kernels[0].cores.x0,
                            .site = tta_add_site(p, &at)};
  if (!tta_begin_kernel(issuer, &start)) return;
  static const char *const calls[2][3] = {{"cb_wait_front", "l1_read", "cb_pop_front"},
                                          {"cb_reserve_back", NULL, "cb_push_back"}};
  for (int64_t i = 0; i < count; i++)
    for (int part = 0; part < 3; part++) {
      const char *call = calls[fills][part];
      if (!call) continue;
      tta_operation op = {.op = (uint8_t)tta_operation_named(tta_str_from(call)), .num_args = 2,
                          .noc = TTA_NOC_OF_KERNEL, .site = start.site};
      op.args[0].object = op.args[0].place.object = o->declared;
      op.args[0].place.offset_bytes = i % o->pages * o->page_bytes;
      op.args[1].number = part == 1 ? o->page_bytes : 1;
      if (!tta_issue(issuer, &op)) count = 0;
    }
  tta_end_kernel(issuer);
}

static bool is_half(const tta_ttkernel_object *o) {
  return o->kind == TTA_TTKERNEL_CB && o->produced != o->consumed;
}

static void assume_partners(tta_ttkernel_build *b) {
  for (uint32_t i = 0; i < b->num_objects; i++) {
    tta_ttkernel_object *o = &b->objects[i];
    if (!b->bare || !is_half(o)) continue;
    o->written |= o->consumed;
    tta_ttkernel_report(b->text, b, TTA_RULE_kernel_assumed, o->op, "another kernel %s circular buffer %lld",
                    o->consumed ? "fills" : "empties", (long long)o->key);
  }
}

/* A kernel alone does not say who changes its semaphores. */
static void check_semaphores(tta_ttkernel_build *b) {
  for (uint32_t r = 0; r < b->num_runs && b->bare; r++)
    for (uint32_t i = 0; i < b->runs[r].num_steps; i++) {
      const tta_ttkernel_step *s = &b->runs[r].steps[i];
      const char *name = tta_operation_rows[s->operation.op].name;
      if (strcmp(name, "noc_semaphore_wait") != 0 && strcmp(name, "noc_semaphore_wait_min") != 0) continue;
      tta_ttkernel_report(b->text, b, TTA_RULE_kernel_undecided, s->op,
                          "which kernel changes the semaphore is not in the text");
      return;
    }
}

static void issue_all(tta_ttkernel_build *b, struct tta_protocol *p) {
  if (!declare(b, p)) return;
  tta_issuer *issuer = tta_protocol_issuer(p);
  for (uint32_t i = 0; issuer && i < b->num_runs; i++)
    if (!issue_run(b, p, issuer, &b->runs[i])) return;
  for (uint32_t i = 0; issuer && b->bare && i < b->num_objects; i++)
    if (is_half(&b->objects[i])) issue_partner(b, p, issuer, &b->objects[i]);
}

static void note_limit(tta_ttkernel_build *b, const tta_protocol *p) {
  const tta_results *results = tta_protocol_results(p);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (d->rule != TTA_RULE_protocol_limit) continue;
    tta_ttkernel_report(b->text, b, TTA_RULE_kernel_undecided, b->op, "the program is too large: %.*s",
                        TTA_STR_ARGS(d->message));
    return;
  }
}

void tta_ttkernel_decide(tta_ttkernel_build *b, const tta_protocol_options *options) {
  struct tta_protocol *p;
  tta_protocol *done = NULL;
  check_semaphores(b);
  assume_partners(b);
  if (b->text->status || b->num_errors || b->num_undecided || !b->num_kernels) return;
  tta_protocol_options how = options ? *options : (tta_protocol_options){0};
  how.source = b->text->source;
  b->text->status = tta_protocol_open(&how, &p);
  if (b->text->status) return;
  issue_all(b, p);
  tta_status closed = tta_protocol_close(p, &done);
  if (!b->text->status) b->text->status = closed;
  if (done && tta_protocol_result(done).too_large && tta_protocol_is_undecided(done)) {
    note_limit(b, done);
    tta_protocol_free(done);
    return;
  }
  b->result.protocol = done;
}
