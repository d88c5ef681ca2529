/* operand.c: values as operands of operations: addresses, arguments of the kernel, plain loads and stores. */
#include "base/checked.h"
#include "kernel/interpret.h"

/* ---- operands ---- */

static const tta_binding_thing *thing_of(const tta_interpreter *in, uint32_t object) {
  for (uint32_t i = 0; i < in->binding->num_things; i++)
    if (in->binding->things[i].object == object && in->binding->things[i].kind != TTA_THING_CORES)
      return &in->binding->things[i];
  return NULL;
}

/* A number as an address: the buffer that contains it. */
static bool resolve(tta_interpreter *in, kernel_value *value, uint32_t token) {
  if (value->kind == KERNEL_INT) {
    int64_t number = value->number;
    *value = tta_local_address(TTA_OBJECT_NUMBER, number);
  }
  if (value->kind != KERNEL_ADDRESS) return false;
  if (value->object != TTA_OBJECT_NUMBER) return true;
  uint32_t y = value->reach ? value->y0 : in->y, x = value->reach ? value->x0 : in->x;
  const tta_binding_thing *b = tta_binding_at(in->binding, value->dram, value->number, y, x);
  if (!b && value->reach == TTA_PLACE_REMOTE) { /* the coordinates of a DRAM bank */
    b = tta_binding_at(in->binding, true, value->number, y, x);
    if (b) value->reach = TTA_PLACE_HERE;
  }
  if (!b) {
    tta_kernel_error(in, token, "address %lld is in no buffer of the binding", (long long)value->number);
    return false;
  }
  value->object = b->object;
  value->number -= b->address;
  return true;
}

/* A NoC goes from the start of a multicast in its own direction, NoC 1 to the left and up, and around the edges: with
 * the corners in the other order it addresses all cores but those of the rectangle. */
static bool check_corners(tta_interpreter *in, kernel_value value, uint32_t token) {
  int noc = in->noc == TTA_NOC_OF_KERNEL ? in->kernel->noc : in->noc;
  if (value.reach != TTA_PLACE_MULTICAST || !(value.corners & (noc ? TTA_CORNERS_FORWARD : TTA_CORNERS_BACKWARD)))
    return true;
  tta_kernel_error(in, token, "on NoC %d a multicast begins at its %s corner: from %ux%u to %ux%u (row x column) it "
                   "does not address the rectangle between them", noc, noc ? "last" : "first",
                   noc ? value.y0 : value.y1, noc ? value.x0 : value.x1, noc ? value.y1 : value.y0,
                   noc ? value.x1 : value.x0);
  return false;
}

static bool place_operand(tta_interpreter *in, char letter, kernel_value value, uint32_t token, tta_operand *out) {
  if (value.kind == KERNEL_OBJECT && value.class == TTA_CLASS_SEMAPHORE) value.kind = KERNEL_ADDRESS;
  if (!resolve(in, &value, token) || !check_corners(in, value, token)) return false;
  const tta_binding_thing *thing = thing_of(in, value.object);
  if (thing && thing->kind == TTA_THING_BUFFER && thing->dram) value.reach = TTA_PLACE_HERE;
  bool semaphore = letter == 's' || letter == 't' || letter == 'u';
  if (semaphore && (!thing || thing->kind != TTA_THING_SEMAPHORE)) {
    tta_kernel_error(in, token, "expected the address of a semaphore of the binding");
    return false;
  }
  if (!thing && value.object != in->binding->zeros) return false;
  out->place.object = value.object;
  out->place.offset_bytes = semaphore ? 0 : value.number;
  out->place.reach = (tta_place_reach)value.reach;
  out->place.on = (tta_protocol_range){value.y0, value.x0, value.y1, value.x1};
  if (!value.reach) out->place.on = (tta_protocol_range){in->y, in->x, in->y, in->x};
  return true;
}

static bool cb_operand(tta_interpreter *in, kernel_value value, uint32_t token, uint32_t *object) {
  if (value.kind == KERNEL_OBJECT && value.class == TTA_CLASS_CB) value = tta_u32(value.number);
  if (value.kind != KERNEL_INT) return false;
  const tta_binding_thing *cb = tta_binding_find(in->binding, TTA_THING_CB, value.number, in->y, in->x);
  if (!cb) {
    tta_kernel_error(in, token, "circular buffer %lld is not on core %ux%u", (long long)value.number, in->y, in->x);
    return false;
  }
  *object = cb->object;
  return true;
}

/* @return false: unknown, or after a report */
static bool make_operand(tta_interpreter *in, char letter, kernel_value value, uint32_t token, tta_operand *out) {
  *out = (tta_operand){.object = TTA_PROTOCOL_NONE};
  switch (letter) {
  case 'c': return cb_operand(in, value, token, &out->object);
  case 'n': case 'd': case 'g': case 'o': case 'w':
    out->number = value.number;
    return value.kind == KERNEL_INT;
  default: return place_operand(in, letter, value, token, out);
  }
}

/* ---- issuing ---- */

static uint32_t site_of(tta_interpreter *in, uint32_t token) {
  if (in->sites[token]) return in->sites[token] - 1;
  const tta_cpp_token *t = &in->tokens[token];
  tta_call_site site = {
      .source = in->source->files[t->file].source, .line = t->line, .column = t->column, .text = t->text};
  uint32_t open = token + 1;
  while (in->tokens[open].kind != TTA_CPP_END && !tta_cpp_is(&in->tokens[open], '(') && open < token + 12) open++;
  if (tta_cpp_is(&in->tokens[open], '(')) {
    const tta_cpp_token *close = &in->tokens[in->tokens[open].match];
    /* of tokens that a macro gave, the texts are in other places than their columns say */
    uintptr_t bytes = (uintptr_t)close->text.data - (uintptr_t)t->text.data;
    bool one_line = close->line == t->line && close->file == t->file && close->column > t->column &&
                    bytes == close->column - t->column;
    if (one_line) site.text = (tta_str){t->text.data, bytes + 1};
  }
  uint32_t number = tta_add_site(in->protocol, &site);
  in->sites[token] = number + 1;
  return number;
}

static void issue_now(tta_interpreter *in, tta_operation *operation, uint32_t token) {
  operation->noc = (int8_t)in->noc;
  if (in->blocked) {
    tta_claim(in->issuer, operation);
    tta_issue(in->issuer, operation); /* keeps its text */
    return;
  }
  operation->site = site_of(in, token);
  bool plain = operation->op == TTA_OP_L1_READ || operation->op == TTA_OP_L1_WRITE;
  if (!plain) in->last_cell_object = TTA_KERNEL_NONE;
  in->blocked = !tta_issue(in->issuer, operation);
}

/* An operation by name with its operands in order. Optional ones may be missing. */
void tta_issue_values(tta_interpreter *in, const char *name, uint32_t token, const kernel_value *values, uint32_t num) {
  kernel_value with_trid[4];
  bool read = tta_str_is(tta_str_from(name), "noc_async_read");
  bool write = tta_str_is(tta_str_from(name), "noc_async_write");
  kernel_value trid = in->trid[!read];
  if ((read || write) && num == 3 && trid.kind == KERNEL_INT && trid.number) {
    memcpy(with_trid, values, sizeof *values * 3);
    with_trid[3] = trid;
    values = with_trid;
    num = 4;
    name = read ? "noc_async_read_with_trid" : "noc_async_write_with_trid";
  }
  tta_operation operation = {.op = (uint8_t)tta_operation_named(tta_str_from(name))};
  if (tta_idle(in)) return;
  if (operation.op == TTA_NUM_PROTOCOL_OPS) {
    tta_undecided(in, token, tta_unknown(token), "an operation that is not supported by the checker");
    return;
  }
  if (in->probe) {
    in->probe_issued = true;
    return;
  }
  bool optional = false;
  for (const char *letter = tta_operation_rows[operation.op].signature; *letter; letter++) {
    if (*letter == '?') {
      optional = true;
      continue;
    }
    uint32_t i = operation.num_args;
    if (i >= num) {
      if (!optional) tta_unsupported(in, token, "call with too few arguments");
      break;
    }
    if (!make_operand(in, *letter, values[i], token, &operation.args[i])) {
      tta_undecided(in, token, values[i], "an operand of this operation");
      return;
    }
    if (*letter == 'c') tta_check_page(in, thing_of(in, operation.args[i].object), operation.op, i, token);
    operation.num_args++;
  }
  if (!in->bad) issue_now(in, &operation, token);
}

/* ---- arguments of the kernel ---- */

static const tta_binding_args *runtime_args(const tta_interpreter *in) {
  for (uint32_t i = 0; i < in->kernel->num_core_args; i++)
    if (tta_range_has(&in->kernel->core_args[i].range, in->y, in->x)) return &in->kernel->core_args[i];
  return &in->kernel->args;
}

static const tta_binding_args *arguments_of(const tta_interpreter *in, tta_args_kind kind) {
  return kind == TTA_ARGS_COMMON    ? &in->kernel->common_args
         : kind == TTA_ARGS_COMPILE ? &in->kernel->compile_args
         : kind == TTA_ARGS_NAMED   ? &in->kernel->named_args
                                    : runtime_args(in);
}

const tta_binding_arg *tta_argument(const tta_interpreter *in, tta_args_kind kind, int64_t index) {
  const tta_binding_args *args = arguments_of(in, kind);
  return index >= 0 && index < args->num_items ? &args->items[index] : NULL;
}

kernel_value tta_argument_value(tta_interpreter *in, tta_args_kind kind, int64_t index, uint32_t token) {
  static const char *const kinds[] = {"runtime", "common", "compile-time", "named"};
  const tta_binding_arg *a = tta_argument(in, kind, index);
  if (!a)
    return tta_kernel_error(in, token, "%s argument %lld is not in the binding of kernel '%.*s' on %ux%u, which has %u"
                            "%s%.*s", kinds[kind], (long long)index, TTA_STR_START(in->kernel->name), in->y, in->x,
                            arguments_of(in, kind)->num_items, in->binding->idle.size ? "; its " : "",
                            TTA_STR_ARGS(in->binding->idle));
  switch (a->kind) {
  case TTA_ARG_MY_X: return tta_u32(in->x);
  case TTA_ARG_MY_Y: return tta_u32(in->y);
  case TTA_ARG_UNKNOWN: {
    kernel_value out = tta_unknown(token);
    out.class = (uint8_t)(1 + kind);
    out.number = index;
    return out;
  }
  case TTA_ARG_BUFFER:
  case TTA_ARG_SEMAPHORE_ADDRESS: return tta_local_address(in->binding->things[a->thing].object, a->number);
  default: return tta_u32(a->number);
  }
}

/* ---- plain accesses ---- */

enum { CELL_BYTES = 16 };

static void access_memory(tta_interpreter *in, kernel_value address, uint32_t token, bool write) {
  if (address.kind == KERNEL_INT || (address.kind == KERNEL_ADDRESS && address.object == TTA_OBJECT_NUMBER)) {
    if (!resolve(in, &address, token)) return;
  }
  if (address.kind != KERNEL_ADDRESS) {
    tta_undecided(in, token, address, "the address of a memory access");
    return;
  }
  int64_t bytes = address.pointee ? address.pointee : 4, from = address.number - (address.number % CELL_BYTES);
  if (address.number < 0) from = address.number;
  int64_t size = (address.number - from + bytes + CELL_BYTES - 1) / CELL_BYTES * CELL_BYTES;
  if (address.object == in->last_cell_object && from == in->last_cell && size == CELL_BYTES &&
      write == in->last_cell_written && !in->probe)
    return;
  address.number = from;
  kernel_value values[2] = {address, tta_u32(size)};
  tta_issue_values(in, write ? "l1_write" : "l1_read", token, values, 2);
  in->last_cell_object = address.object;
  in->last_cell = from;
  in->last_cell_written = write;
}

/* A row of dst_reg. */
static kernel_value row_of(const tta_interpreter *in, kernel_value address) {
  return tta_u32((int64_t)((uint64_t)address.number + (uint64_t)in->sfpu_rows));
}

kernel_value tta_memory_read(tta_interpreter *in, kernel_value address, uint32_t token) {
  if (tta_idle(in)) return tta_unknown(token);
  if (address.object == TTA_OBJECT_ARGS)
    return tta_argument_value(in, TTA_ARGS_RUNTIME, address.number / 4, token);
  if (address.object == TTA_OBJECT_COMMON_ARGS)
    return tta_argument_value(in, TTA_ARGS_COMMON, address.number / 4, token);
  if (address.object == TTA_OBJECT_DST) {
    kernel_value row = row_of(in, address);
    tta_issue_values(in, "sfpu_load", token, &row, 1);
    return tta_unknown(token);
  }
  const tta_binding_thing *thing = thing_of(in, address.object);
  if (thing && thing->kind == TTA_THING_SEMAPHORE) return tta_unknown(token);
  access_memory(in, address, token, false);
  return tta_unknown(token);
}

void tta_memory_write(tta_interpreter *in, kernel_value address, kernel_value value, uint32_t token) {
  if (address.object == TTA_OBJECT_DST) {
    kernel_value row = row_of(in, address);
    tta_issue_values(in, "sfpu_store", token, &row, 1);
    return;
  }
  const tta_binding_thing *thing = thing_of(in, address.object);
  if (thing && thing->kind == TTA_THING_SEMAPHORE) {
    kernel_value values[2] = {address, value};
    tta_issue_values(in, "noc_semaphore_set", token, values, 2);
    return;
  }
  access_memory(in, address, token, true);
}

/* ---- addresses ---- */

/* The bytes of a page of an accessor, as an address. */
kernel_value tta_page_address(kernel_value id, kernel_value accessor, kernel_value offset, uint32_t token) {
  if (accessor.kind != KERNEL_OBJECT || accessor.object == TTA_PROTOCOL_NONE)
    return accessor.kind == KERNEL_UNKNOWN ? accessor : tta_unknown(token);
  if (id.kind != KERNEL_INT) return id;
  if (offset.kind != KERNEL_INT) return offset;
  int64_t at;
  if (!tta_mul(id.number, accessor.number, &at) || !tta_add(at, offset.number, &at) ||
      !tta_add(at, accessor.first, &at))
    return tta_unknown(token);
  return tta_local_address(accessor.object, at);
}

kernel_value tta_cb_pointer(tta_interpreter *in, kernel_value cb, bool write, uint32_t token) {
  uint32_t object;
  if (!cb_operand(in, cb, token, &object)) return cb.kind == KERNEL_UNKNOWN ? cb : tta_unknown(token);
  if (in->blocked) return tta_local_address(object, 0);
  return tta_local_address(object, tta_issuer_pointer(in->issuer, object, write));
}

static bool core_number(kernel_value v, uint8_t *out) {
  if (v.kind != KERNEL_INT || v.number < 0 || v.number > 63) return false;
  *out = (uint8_t)v.number;
  return true;
}

/* A coordinate that core_number rejects. */
static kernel_value no_core(tta_interpreter *in, kernel_value v, uint32_t token) {
  if (v.kind != KERNEL_INT) return v.kind == KERNEL_UNKNOWN ? v : tta_unknown(token);
  return tta_kernel_error(in, token, "kernel '%.*s' on %ux%u: no core has the coordinate %lld",
                          TTA_STR_ARGS(in->kernel->name), in->y, in->x, (long long)v.number);
}

kernel_value tta_core_address(tta_interpreter *in, kernel_value x, kernel_value y, kernel_value address,
                              uint32_t token) {
  if (address.kind == KERNEL_INT) address = tta_local_address(TTA_OBJECT_NUMBER, address.number);
  if (address.kind != KERNEL_ADDRESS) return address;
  if (!core_number(x, &address.x0)) return no_core(in, x, token);
  if (!core_number(y, &address.y0)) return no_core(in, y, token);
  address.x1 = address.x0;
  address.y1 = address.y0;
  address.reach = TTA_PLACE_REMOTE;
  address.pointee = 0;
  return address;
}

kernel_value tta_rectangle_address(tta_interpreter *in, const kernel_value *corners, kernel_value address,
                                   uint32_t token) {
  uint8_t c[4];
  if (address.kind == KERNEL_INT) address = tta_local_address(TTA_OBJECT_NUMBER, address.number);
  if (address.kind != KERNEL_ADDRESS) return address;
  for (int i = 0; i < 4; i++)
    if (!core_number(corners[i], &c[i])) return no_core(in, corners[i], token);
  /* NoC 1 has start and end swapped */
  address.x0 = c[0] < c[2] ? c[0] : c[2];
  address.x1 = c[0] < c[2] ? c[2] : c[0];
  address.y0 = c[1] < c[3] ? c[1] : c[3];
  address.y1 = c[1] < c[3] ? c[3] : c[1];
  address.reach = TTA_PLACE_MULTICAST;
  address.pointee = 0;
  address.corners = (uint8_t)((c[0] < c[2] || c[1] < c[3] ? TTA_CORNERS_FORWARD : 0) |
                              (c[0] > c[2] || c[1] > c[3] ? TTA_CORNERS_BACKWARD : 0));
  return address;
}

kernel_value tta_semaphore_address(tta_interpreter *in, kernel_value id, uint32_t token) {
  if (id.kind == KERNEL_ADDRESS) return id;
  if (id.kind != KERNEL_INT) return id.kind == KERNEL_UNKNOWN ? id : tta_unknown(token);
  const tta_binding_thing *s = tta_binding_find(in->binding, TTA_THING_SEMAPHORE, id.number, in->y, in->x);
  for (uint32_t i = 0; !s && i < in->binding->num_things; i++) { /* one of other cores: the address is the same */
    const tta_binding_thing *other = &in->binding->things[i];
    if (other->kind == TTA_THING_SEMAPHORE && other->index == id.number) s = other;
  }
  if (!s)
    return tta_kernel_error(in, token, "semaphore %lld is not in the binding", (long long)id.number);
  return tta_local_address(s->object, 0);
}

kernel_value tta_tile_size(tta_interpreter *in, kernel_value cb, uint32_t token) {
  if (cb.kind == KERNEL_OBJECT && cb.class == TTA_CLASS_CB) cb = tta_u32(cb.number);
  if (cb.kind != KERNEL_INT) return cb.kind == KERNEL_UNKNOWN ? cb : tta_unknown(token);
  const tta_binding_thing *thing = tta_binding_find(in->binding, TTA_THING_CB, cb.number, in->y, in->x);
  if (thing) return tta_u32(thing->page_bytes);
  return tta_kernel_error(in, token, "circular buffer %lld is not on core %ux%u", (long long)cb.number, in->y, in->x);
}
