/* host_binding.c: the binding of a program of a host program: the buffers that it uses, what was created for it. */
#include "kernel/host.h"

static bool is_used(const tta_binding_args *args, uint32_t buffer) {
  for (uint32_t i = 0; i < args->num_items; i++)
    if (tta_host_is_thing(&args->items[i]) && args->items[i].thing == buffer) return true;
  return false;
}

static bool uses_buffer(const tta_host_program *p, uint32_t buffer) {
  for (uint32_t i = 0; i < p->num_things; i++)
    if (p->things[i].thing.kind == TTA_THING_CB && p->things[i].thing.has_address &&
        p->things[i].thing.address == buffer)
      return true;
  for (uint32_t i = 0; i < p->binding.num_kernels; i++) {
    const tta_binding_kernel *k = &p->binding.kernels[i];
    if (is_used(&k->common_args, buffer) || is_used(&k->compile_args, buffer) || is_used(&k->named_args, buffer))
      return true;
    for (uint32_t n = 0; n < k->num_core_args; n++)
      if (is_used(&k->core_args[n], buffer)) return true;
  }
  return false;
}

/* Several kernels may share a list: it is copied. */
static bool renumber(tta_host *h, tta_binding_args *args) {
  tta_binding_arg *items = tta_arena_array(h->binding->arena, args->num_items + 1, sizeof *items);
  if (!items) return tta_host_no_memory(h);
  for (uint32_t i = 0; i < args->num_items; i++) {
    items[i] = args->items[i];
    if (tta_host_is_thing(&items[i])) items[i].thing = h->buffers[items[i].thing].number;
  }
  args->items = items;
  args->cap_items = args->num_items;
  return true;
}

static bool has_name(const tta_binding *b, tta_str name) {
  for (uint32_t i = 0; i < b->num_things; i++)
    if (tta_str_equal(b->things[i].name, name)) return true;
  for (uint32_t i = 0; i < b->num_kernels; i++)
    if (tta_str_equal(b->kernels[i].name, name)) return true;
  return false;
}

/* Names of tables are different. */
static tta_str unique(tta_host *h, tta_str name) {
  tta_str out = name;
  for (uint32_t i = 2; has_name(h->binding, out) && !h->in.source->status; i++) {
    tta_buf text;
    tta_buf_init(&text, h->binding->arena->allocator);
    tta_buf_printf(&text, "%.*s_%u", TTA_STR_ARGS(name), i);
    out = tta_arena_str(h->binding->arena, tta_buf_view(&text));
    if (text.failed || !out.data) tta_host_no_memory(h);
    tta_buf_free(&text);
  }
  return out;
}

static bool put_thing(tta_host *h, tta_host_thing *t, tta_protocol_range range) {
  tta_binding_thing thing = t->thing;
  thing.range = range;
  thing.name = unique(h, thing.name);
  return !h->in.source->status && TTA_HOST_APPEND(h, h->binding, things, thing);
}

/* Another circular buffer of this index is on cores that the box of this one has. */
static bool is_ragged(const tta_host_program *p, const tta_host_thing *t) {
  tta_protocol_range box = tta_host_box(&t->cores);
  for (uint32_t i = 0; i < p->num_things; i++) {
    const tta_host_thing *other = &p->things[i];
    if (other == t || other->thing.kind != t->thing.kind || other->thing.index != t->thing.index) continue;
    tta_protocol_range others = tta_host_box(&other->cores);
    if (tta_range_intersects(&box, &others)) return true;
  }
  return false;
}

static bool put_things(tta_host *h, tta_host_program *p, const tta_protocol_range *all) {
  for (uint32_t i = 0; i < h->num_buffers; i++) {
    tta_host_thing *b = &h->buffers[i];
    b->number = h->binding->num_things;
    if (!uses_buffer(p, i)) continue;
    b->thing.written = b->written_at && (!p->enqueued_at || b->written_at < p->enqueued_at);
    tta_protocol_range range = b->cores.num_items ? tta_host_box(&b->cores) : *all;
    if (b->thing.dram) range = (tta_protocol_range){0, 0, 0, 0};
    if (!put_thing(h, b, range)) return false;
  }
  for (uint32_t i = 0; i < p->num_things; i++) {
    tta_host_thing *t = &p->things[i];
    uint32_t over = t->number;
    t->number = h->binding->num_things;
    if (!t->cores.num_items) continue;
    t->thing.over = TTA_KERNEL_NONE;
    if (t->thing.kind == TTA_THING_CB && t->thing.has_address) t->thing.over = h->buffers[t->thing.address].number;
    else if (t->thing.kind == TTA_THING_CB && over != TTA_KERNEL_NONE) t->thing.over = p->things[over].number;
    if (t->thing.kind == TTA_THING_CB) t->thing.has_address = false;
    bool ragged = t->cores.num_items > 1 && is_ragged(p, t);
    for (uint32_t n = 0; n < (ragged ? t->cores.num_items : 1); n++)
      if (!put_thing(h, t, ragged ? t->cores.items[n] : tta_host_box(&t->cores))) return false;
  }
  return true;
}

/* In the order of the host program, unless that decides which of two is found. */
static void order_args(tta_binding_kernel *k) {
  for (uint32_t i = 0; i < k->num_core_args; i++)
    for (uint32_t n = 0; n < i; n++)
      if (tta_range_intersects(&k->core_args[i].range, &k->core_args[n].range)) return;
  for (uint32_t i = 0, n = k->num_core_args; i + 1 < n--; i++) {
    tta_binding_args swap = k->core_args[i];
    k->core_args[i] = k->core_args[n];
    k->core_args[n] = swap;
  }
}

bool tta_host_bind(tta_host *h, tta_host_program *p) {
  tta_binding *b = h->binding;
  tta_protocol_range all = p->binding.kernels[0].range;
  for (uint32_t i = 0; i < p->binding.num_kernels; i++) tta_range_add(&all, &p->binding.kernels[i].range);
  b->fp32 = p->binding.fp32;
  b->dst_full = p->binding.dst_full;
  if (!put_things(h, p, &all)) return false;
  for (uint32_t i = 0; i < p->binding.num_kernels; i++) {
    tta_binding_kernel k = p->binding.kernels[i];
    if (!renumber(h, &k.common_args) || !renumber(h, &k.compile_args) || !renumber(h, &k.named_args)) return false;
    for (uint32_t n = 0; n < k.num_core_args; n++)
      if (!renumber(h, &k.core_args[n])) return false;
    order_args(&k);
    k.name = unique(h, k.name);
    if (h->in.source->status || !TTA_HOST_APPEND(h, b, kernels, k)) return false;
  }
  return true;
}
