/* host_cores.c: cores of the host API: coordinates, ranges and sets of them. */
#include "kernel/host.h"

enum { MAX_RANGES = 4096, MAX_CORE = 63 };

static bool add_range(tta_host *h, tta_host_cores *out, tta_protocol_range range) {
  if (out->num_items == MAX_RANGES) {
    tta_kernel_error(&h->in, h->call, "more than %d ranges of cores", MAX_RANGES);
    return false;
  }
  return TTA_HOST_APPEND(h, out, items, range);
}

bool tta_host_is_core(const tta_interpreter *in, kernel_value v, kernel_value *x, kernel_value *y) {
  uint32_t first = tta_field_named(in, v, "x"), second = tta_field_named(in, v, "y");
  bool braces = v.kind == KERNEL_STRUCT && v.object == TTA_KERNEL_NONE && v.count == 2;
  if (first == TTA_KERNEL_NONE && braces) {
    first = v.first;
    second = v.first + 1;
    if (in->slots[first].value.kind == KERNEL_STRUCT || in->slots[second].value.kind == KERNEL_STRUCT) return false;
  }
  if (first == TTA_KERNEL_NONE || second == TTA_KERNEL_NONE) return false;
  *x = in->slots[first].value;
  *y = in->slots[second].value;
  return true;
}

static bool core_at(tta_host *h, kernel_value v, tta_protocol_range *out, kernel_value *why) {
  kernel_value x, y;
  if (!tta_host_is_core(&h->in, v, &x, &y)) return false;
  *why = x.kind != KERNEL_INT ? x : y;
  if (x.kind != KERNEL_INT || y.kind != KERNEL_INT) return false;
  if (x.number < 0 || y.number < 0 || x.number > MAX_CORE || y.number > MAX_CORE) {
    tta_kernel_error(&h->in, h->call, "core (x=%lld, y=%lld) is outside of the grid", (long long)x.number,
                     (long long)y.number);
    return false;
  }
  *out = (tta_protocol_range){(uint32_t)y.number, (uint32_t)x.number, (uint32_t)y.number, (uint32_t)x.number};
  return true;
}

/* The ranges in a core, a range, a set of ranges, or a list of them. @return false: *why is not known */
bool tta_host_add_cores(tta_host *h, kernel_value v, tta_host_cores *out, kernel_value *why, uint32_t depth) {
  tta_interpreter *in = &h->in;
  kernel_value x, y;
  tta_protocol_range first, last;
  *why = v;
  if (depth > 6 || in->stopped) return false;
  if (v.kind == KERNEL_POINTER && v.count) v = in->slots[v.first].value;
  if (tta_host_is_core(in, v, &x, &y)) return core_at(h, v, &first, why) && add_range(h, out, first);
  uint32_t start = tta_field_named(in, v, "start_coord"), end = tta_field_named(in, v, "end_coord"),
           set = tta_field_named(in, v, "__ranges");
  bool pair = v.kind == KERNEL_STRUCT && v.object == TTA_KERNEL_NONE && v.count == 2 &&
              tta_host_is_core(in, in->slots[v.first].value, &x, &y) &&
              tta_host_is_core(in, in->slots[v.first + 1].value, &x, &y);
  if (pair) start = v.first, end = v.first + 1;
  if (start != TTA_KERNEL_NONE && end != TTA_KERNEL_NONE) {
    if (!core_at(h, in->slots[start].value, &first, why) || !core_at(h, in->slots[end].value, &last, why)) return false;
    if (last.y1 < first.y0 || last.x1 < first.x0) {
      tta_kernel_error(in, h->call, "the range from core (x=%u, y=%u) to (x=%u, y=%u) is empty", first.x0, first.y0,
                       last.x1, last.y1);
      return false;
    }
    tta_range_add(&first, &last);
    return add_range(h, out, first);
  }
  if (set != TTA_KERNEL_NONE) return tta_host_add_cores(h, in->slots[set].value, out, why, depth + 1);
  uint32_t begin = v.first, count = v.count;
  if (tta_is_list(v)) {
    if (!tta_list_items(in, v, &begin, &count)) {
      *why = tta_unknown(tta_list_origin(in, v));
      return false;
    }
  } else if (v.kind != KERNEL_STRUCT || v.object != TTA_KERNEL_NONE) {
    return false;
  }
  for (uint32_t i = 0; i < count; i++)
    if (!tta_host_add_cores(h, in->slots[begin + i].value, out, why, depth + 1)) return false;
  return true;
}

static bool can_join(const tta_protocol_range *a, const tta_protocol_range *b) {
  return (a->x0 == b->x0 && a->x1 == b->x1 && a->y1 + 1 == b->y0) ||
         (a->y0 == b->y0 && a->y1 == b->y1 && a->x1 + 1 == b->x0);
}

/* Joins ranges that follow each other to rectangles. */
static void tta_host_join(tta_host_cores *list) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->num_items; i++) {
    list->items[kept++] = list->items[i];
    while (kept > 1 && can_join(&list->items[kept - 2], &list->items[kept - 1])) {
      tta_range_add(&list->items[kept - 2], &list->items[kept - 1]);
      kept--;
    }
  }
  list->num_items = kept;
}

tta_protocol_range tta_host_box(const tta_host_cores *list) {
  tta_protocol_range box = list->items[0];
  for (uint32_t i = 1; i < list->num_items; i++) tta_range_add(&box, &list->items[i]);
  return box;
}

/* @return false after a report */
bool tta_host_cores_of(tta_host *h, kernel_value v, uint32_t token, const char *what, tta_host_cores *out) {
  kernel_value why;
  *out = (tta_host_cores){NULL, 0, 0};
  if (!tta_host_add_cores(h, v, out, &why, 0)) {
    tta_host_not_known(&h->in, token, why, what);
    return false;
  }
  tta_host_join(out);
  return true;
}

static uint32_t struct_named(const tta_interpreter *in, const char *name) {
  const uint32_t *number = tta_strmap_find(&in->source->numbers, tta_str_from(name));
  return number ? tta_find_struct(in, *number) : TTA_KERNEL_NONE;
}

static kernel_value core_value(tta_interpreter *in, uint32_t x, uint32_t y, uint32_t token) {
  kernel_value args[2] = {tta_int(x, 64, false), tta_int(y, 64, false)};
  return tta_make_struct(in, struct_named(in, "CoreCoord"), args, 2, token);
}

static kernel_value range_value(tta_interpreter *in, const tta_protocol_range *r, uint32_t token) {
  kernel_value args[2] = {core_value(in, r->x0, r->y0, token), core_value(in, r->x1, r->y1, token)};
  return tta_make_struct(in, struct_named(in, "CoreRange"), args, 2, token);
}

static kernel_value range_list(tta_host *h, const tta_host_cores *cores, uint32_t token) {
  kernel_value out = tta_new_list(&h->in, (tta_type){.number = TTA_KERNEL_NONE});
  for (uint32_t i = 0; i < cores->num_items && !h->in.stopped; i++)
    tta_list_add(&h->in, out, range_value(&h->in, &cores->items[i], token), token);
  return out;
}

kernel_value tta_host_ranges(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_host_cores list = {NULL, 0, 0};
  kernel_value why;
  for (uint32_t i = 0; i < num; i++)
    if (!tta_host_add_cores(h, args[i], &list, &why, 0)) return why.kind == KERNEL_UNKNOWN ? why : tta_unknown(token);
  return range_list(h, &list, token);
}

kernel_value tta_host_merged(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_host_cores list = {NULL, 0, 0};
  kernel_value why;
  if (!num || !tta_host_add_cores(h, args[0], &list, &why, 0))
    return num && why.kind == KERNEL_UNKNOWN ? why : tta_unknown(token);
  tta_host_join(&list);
  return range_list(h, &list, token);
}

kernel_value tta_host_range(tta_interpreter *in, kernel_value list, uint32_t token) {
  uint32_t set = tta_field_named(in, list, "__ranges");
  const uint32_t *name = tta_strmap_find(&in->source->numbers, TTA_STR("corerange_to_cores"));
  if (set != TTA_KERNEL_NONE) return in->slots[set].value;
  if (tta_field_named(in, list, "start_coord") == TTA_KERNEL_NONE || !name) return list;
  kernel_value args[3] = {list, tta_u32(0), tta_bool(true)};
  return tta_call(in, tta_find_function(in, *name, TTA_KERNEL_NONE, 3), args, 3, tta_void(), token);
}

kernel_value tta_host_contains(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_host_cores set = {NULL, 0, 0}, cores = {NULL, 0, 0};
  kernel_value why = tta_unknown(token);
  if (num < 2 || !tta_host_add_cores(h, args[0], &set, &why, 0) || !tta_host_add_cores(h, args[1], &cores, &why, 0))
    return why.kind == KERNEL_UNKNOWN ? why : tta_unknown(token);
  for (uint32_t i = 0; i < cores.num_items; i++)
    for (uint32_t y = cores.items[i].y0; y <= cores.items[i].y1; y++)
      for (uint32_t x = cores.items[i].x0; x <= cores.items[i].x1; x++) {
        bool found = false;
        for (uint32_t k = 0; k < set.num_items; k++) found |= tta_range_has(&set.items[k], y, x);
        if (!found) return tta_bool(false);
      }
  return tta_bool(true);
}

kernel_value tta_host_bounding_box(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_host_cores list = {NULL, 0, 0};
  kernel_value why = tta_unknown(token);
  if (!num || !tta_host_add_cores(h, args[0], &list, &why, 0) || !list.num_items)
    return why.kind == KERNEL_UNKNOWN ? why : tta_unknown(token);
  tta_protocol_range r = tta_host_box(&list);
  return range_value(&h->in, &r, token);
}

kernel_value tta_host_core_test(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  kernel_value x, y;
  (void)token;
  return num && args[0].kind == KERNEL_UNKNOWN ? args[0] : tta_bool(num && tta_host_is_core(&h->in, args[0], &x, &y));
}

/* Columns or rows of the workers that programs may use: a row, or column on Blackhole, is of the dispatch. */
kernel_value tta_host_grid(tta_host *h, kernel_value *args, uint32_t num, uint32_t token) {
  tta_str arch = h->binding->arch;
  bool blackhole = tta_str_is(arch, "blackhole"), grayskull = tta_str_is(arch, "grayskull");
  uint32_t columns = blackhole ? 13 : grayskull ? 12 : 8, rows = blackhole ? 10 : grayskull ? 9 : 8;
  (void)token;
  if (!h->grid_assumed)
    tta_binding_assume(h->binding, "the grid of the device is %ux%u (columns x rows), as of %.*s", columns, rows,
                       TTA_STR_ARGS(arch));
  h->grid_assumed = true;
  return tta_int(num && args[0].number ? rows : columns, 64, false);
}
