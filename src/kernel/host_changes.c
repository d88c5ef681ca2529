/* host_changes.c: a program that runs again with other arguments or buffers: what it was when it ran is a program of
 * its own. Arguments that the host program changes in place, GetRuntimeArgs, are lists until the program runs. */
#include "kernel/host.h"

enum { MAX_RUNS = 16 /* of changed programs */, VIEWS_OF_COST = 4, COST_OF_SYNC = 4 };

static bool copy_kernels(tta_host *h, tta_binding *b) {
  tta_binding_kernel *kernels = tta_arena_array(h->binding->arena, (size_t)b->num_kernels + 1, sizeof *kernels);
  if (!kernels) return tta_host_no_memory(h);
  for (uint32_t i = 0; i < b->num_kernels; i++) {
    tta_binding_kernel *k = &kernels[i];
    *k = b->kernels[i];
    k->core_args = tta_arena_array(h->binding->arena, (size_t)k->num_core_args + 1, sizeof *k->core_args);
    if (!k->core_args) return tta_host_no_memory(h);
    for (uint32_t n = 0; n < k->num_core_args; n++) k->core_args[n] = b->kernels[i].core_args[n];
    k->cap_core_args = k->num_core_args;
  }
  b->kernels = kernels;
  b->cap_kernels = b->num_kernels;
  return true;
}

bool tta_host_change(tta_host *h, uint32_t program) {
  tta_host_program old = h->programs[program];
  if (!old.enqueued_at) return true;
  if (h->num_changes++ == MAX_RUNS)
    tta_binding_assume(h->binding, "only %d runs of changed programs are checked, and the last one", MAX_RUNS);
  if (h->num_changes > MAX_RUNS) return true;
  tta_host_thing *things = tta_arena_array(h->binding->arena, (size_t)old.num_things + 1, sizeof *things);
  if (!things) return tta_host_no_memory(h);
  for (uint32_t i = 0; i < old.num_things; i++) things[i] = old.things[i];
  old.things = things;
  old.cap_things = old.num_things;
  if (!copy_kernels(h, &old.binding) || !TTA_HOST_APPEND(h, h, programs, old)) return false;
  h->programs[program].enqueued_at = 0;
  h->programs[program].ran = true;
  return true;
}

/* ---- arguments in place ---- */

static kernel_value value_of(const tta_host *h, const tta_binding_arg *arg) {
  if (arg->kind == TTA_ARG_NUMBER) return tta_u32(arg->number);
  return tta_host_is_thing(arg) ? tta_local_address(arg->thing, arg->number) : tta_unknown(h->call);
}

static const tta_host_view *find_view(tta_host *h, uint32_t group, uint32_t y, uint32_t x) {
  tta_cost(&h->in, h->num_views / VIEWS_OF_COST);
  for (uint32_t i = 0; i < h->num_views; i++)
    if (h->views[i].group == group && h->views[i].core.y0 == y && h->views[i].core.x0 == x) return &h->views[i];
  return NULL;
}

/* The arguments of a kernel on a core as a new list. */
static kernel_value list_of_args(tta_host *h, uint32_t group, uint32_t y, uint32_t x, uint32_t token) {
  const tta_host_kernels *g = &h->groups[group];
  kernel_value list = tta_new_list(&h->in, (tta_type){.number = TTA_KERNEL_NONE});
  for (uint32_t n = 0; n < g->count && !h->in.stopped; n++) {
    const tta_binding_kernel *k = &h->programs[g->program].binding.kernels[g->first + n];
    for (uint32_t i = 0; i < k->num_core_args; i++) {
      const tta_binding_args *args = &k->core_args[i];
      if (!tta_range_has(&k->range, y, x) || !tta_range_has(&args->range, y, x)) continue;
      for (uint32_t a = 0; a < args->num_items; a++) tta_list_add(&h->in, list, value_of(h, &args->items[a]), token);
      return list;
    }
  }
  return list;
}

/* The list that stands for the arguments of a kernel on a core. */
static kernel_value view(tta_host *h, uint32_t group, uint32_t y, uint32_t x, uint32_t token) {
  const tta_host_view *old = find_view(h, group, y, x);
  if (old) return old->list;
  tta_host_view v = {.group = group, .core = {y, x, y, x}, .list = list_of_args(h, group, y, x, token)};
  return TTA_HOST_APPEND(h, h, views, v) ? v.list : tta_unknown(token);
}

static kernel_value put(tta_interpreter *in, kernel_value list, kernel_value item, uint32_t index, uint32_t token) {
  uint32_t first, count;
  tta_list_add(in, list, tta_u32(0), token); /* the item itself, not a copy */
  if (tta_list_items(in, list, &first, &count) && index < count) in->slots[first + index].value = item;
  return list;
}

kernel_value tta_host_args_of(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_interpreter *in = &h->in;
  kernel_value x, y, out;
  if (in->probe || !num || args[0].kind != KERNEL_INT || args[0].number < 0 || args[0].number >= h->num_groups)
    return tta_host_not_known(in, token, num ? args[0] : tta_unknown(token), "arguments that are changed");
  h->effect_step = in->steps;
  uint32_t group = (uint32_t)args[0].number;
  const tta_host_kernels g = h->groups[group];
  if (num > 1 && tta_host_is_core(in, args[1], &x, &y)) {
    bool known = x.kind == KERNEL_INT && y.kind == KERNEL_INT && x.number >= 0 && x.number < 64 && y.number >= 0 &&
                 y.number < 64;
    if (known) return view(h, group, (uint32_t)y.number, (uint32_t)x.number, token);
    return tta_host_not_known(in, token, x.kind != KERNEL_INT ? x : y, "the core of arguments that are changed");
  }
  const tta_host_view *table = find_view(h, group, UINT32_MAX, UINT32_MAX);
  if (table) return table->list;
  tta_protocol_range all = {0, 0, 0, 0};
  for (uint32_t n = 0; n < g.count; n++)
    tta_range_add(&all, &h->programs[g.program].binding.kernels[g.first + n].range);
  out = tta_new_list(in, (tta_type){.number = TTA_KERNEL_NONE});
  for (uint32_t column = 0; column <= all.x1 && !in->stopped; column++) {
    kernel_value rows = tta_new_list(in, (tta_type){.number = TTA_KERNEL_NONE});
    for (uint32_t row = 0; row <= all.y1 && !in->stopped; row++)
      put(in, rows, view(h, group, row, column, token), row, token);
    put(in, out, rows, column, token);
  }
  tta_host_view v = {.group = group, .core = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}, .list = out};
  (void)TTA_HOST_APPEND(h, h, views, v);
  return out;
}

bool tta_host_sync(tta_host *h, uint32_t token) {
  tta_cost(&h->in, (uint64_t)h->num_views * COST_OF_SYNC);
  for (uint32_t i = 0; i < h->num_views && !h->in.stopped; i++) {
    tta_host_view v = h->views[i];
    uint32_t first, count;
    if (v.core.y0 == UINT32_MAX || (tta_list_items(&h->in, v.list, &first, &count) && !count)) continue;
    tta_host_cores core = {&v.core, 1, 1};
    if (!tta_host_set_args(h, v.group, &core, v.list, token)) return false;
  }
  return !h->in.stopped;
}

void tta_host_reload(tta_host *h, uint32_t group, const tta_host_cores *cores, uint32_t token) {
  for (uint32_t i = 0; i < h->num_views && !h->in.stopped; i++) {
    tta_host_view v = h->views[i];
    bool changed = false;
    for (uint32_t n = 0; n < cores->num_items && v.group == group && v.core.y0 != UINT32_MAX; n++)
      changed |= tta_range_has(&cores->items[n], v.core.y0, v.core.x0);
    if (!changed) continue;
    kernel_value now = list_of_args(h, group, v.core.y0, v.core.x0, token);
    h->in.lists[v.list.object] = h->in.lists[now.object];
  }
}

/* ---- circular buffers ---- */

/* (program, circular buffer, address or 0, size or 0): all indices of the circular buffer */
kernel_value tta_host_update_cb(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_interpreter *in = &h->in;
  if (in->probe || num < 4) return tta_host_not_known(in, token, tta_unknown(token), "a change of a circular buffer");
  for (uint32_t i = 0; i < 4; i++)
    if (args[i].kind == KERNEL_UNKNOWN)
      return tta_host_not_known(in, token, args[i], "a change of a circular buffer");
  bool known = args[0].kind == KERNEL_INT && args[0].number >= 0 && args[0].number < h->num_programs &&
               args[1].kind == KERNEL_INT;
  if (!known) return tta_host_not_known(in, token, args[0], "the program of a call");
  uint32_t program = (uint32_t)args[0].number;
  if (args[1].number < 0 || args[1].number >= h->programs[program].num_things)
    return tta_kernel_error(in, h->call, "the program has no circular buffer of this handle");
  h->effect_step = in->steps;
  if (!tta_host_change(h, program)) return tta_unknown(token);
  tta_host_program *p = &h->programs[program];
  uint32_t begin = (uint32_t)args[1].number;
  for (uint32_t i = begin; i < p->num_things; i++) {
    tta_host_thing *t = &p->things[i];
    if (t->thing.kind != TTA_THING_CB || (i > begin && t->number != begin)) break;
    if (args[2].kind == KERNEL_ADDRESS && args[2].object < h->num_buffers) {
      t->thing.has_address = true;
      t->thing.address = args[2].object;
    }
    if (args[3].kind != KERNEL_INT || args[3].number < 1) continue;
    t->thing.bytes = args[3].number;
    if (!tta_host_is_whole(h, &t->thing)) return tta_unknown(token);
    t->thing.pages = t->thing.bytes / t->thing.page_bytes;
  }
  return tta_void();
}
