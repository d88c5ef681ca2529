/* api.c: calls of the kernel API: each becomes operations, or a value. */
#include "base/checked.h"
#include "kernel/interpret.h"

typedef enum handler {
  HANDLER_ISSUE, HANDLER_NOTHING, HANDLER_READ_PAGE, HANDLER_WRITE_PAGE, HANDLER_READ_STATE, HANDLER_READ_WITH_STATE,
  HANDLER_WRITE_STATE, HANDLER_WRITE_WITH_STATE, HANDLER_READ_TRID, HANDLER_WRITE_TRID, HANDLER_ARG,
  HANDLER_COMMON_ARG, HANDLER_COMPILE_ARG, HANDLER_NAMED_ARG, HANDLER_ARG_ADDR, HANDLER_COMMON_ARG_ADDR,
  HANDLER_WRITE_PTR, HANDLER_READ_PTR, HANDLER_TILE_SIZE, HANDLER_SYMBOL, HANDLER_TILE_HW, HANDLER_SEMAPHORE,
  HANDLER_NOC_ADDR, HANDLER_PAGE_ADDR, HANDLER_BANK_ADDR, HANDLER_MULTICAST_ADDR, HANDLER_ACCESSOR, HANDLER_MY_X,
  HANDLER_MY_Y, HANDLER_SAME, HANDLER_UNKNOWN, HANDLER_CB_INTERFACE, HANDLER_ACQUIRE, HANDLER_COPY_BLOCK,
  HANDLER_PACK, HANDLER_DATACOPY, HANDLER_SFPU, HANDLER_BINARY_TILE, HANDLER_PACK_DEST,
} handler;

typedef struct call_row {
  const char *name;
  handler handler;
  const char *operation, *arguments;
} call_row;

static const call_row rows[] = {
#define CALL(name, handler, operation, arguments) {name, HANDLER_##handler, operation, arguments},
#include "kernel/calls.def"
#undef CALL
};

/* The calls that are operations. */
static const call_row operations[TTA_NUM_PROTOCOL_OPS] = {
#define OP(id, name, signature, processors) [TTA_OP_##id] = {name, HANDLER_ISSUE, name, "012345678"},
#include "protocol/operations.def"
#undef OP
};

static const call_row sfpu_row = {"", HANDLER_ISSUE, "exp_tile", "0"}, nothing_row = {"", HANDLER_NOTHING, "", ""};

/* The row of a name; *_tile without one is an SFPU function of one tile, *_init and reconfigurations do nothing. */
static const call_row *find_row(tta_str name) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (tta_str_is(name, rows[i].name)) return &rows[i];
  tta_protocol_op op = tta_operation_of_call(name);
  if (op != TTA_NUM_PROTOCOL_OPS) return &operations[op];
  if (tta_str_ends_with(name, "_init") || tta_str_contains(name, "_init_") ||
      tta_str_contains(name, "reconfig_data_format"))
    return &nothing_row;
  if (tta_str_starts_with(name, "llk_") || tta_str_starts_with(name, "_llk_")) return &nothing_row;
  return tta_str_ends_with(name, "_tile") ? &sfpu_row : NULL;
}

bool tta_is_api_call(tta_str name) { return find_row(name) != NULL; }

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

static kernel_value argument_value(tta_interpreter *in, tta_args_kind kind, int64_t index, uint32_t token) {
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

/* A row of dst_reg. */
static kernel_value row_of(const tta_interpreter *in, kernel_value address) {
  return tta_u32((int64_t)((uint64_t)address.number + (uint64_t)in->sfpu_rows));
}

kernel_value tta_memory_read(tta_interpreter *in, kernel_value address, uint32_t token) {
  if (tta_idle(in)) return tta_unknown(token);
  if (address.object == TTA_OBJECT_ARGS)
    return argument_value(in, TTA_ARGS_RUNTIME, address.number / 4, token);
  if (address.object == TTA_OBJECT_COMMON_ARGS)
    return argument_value(in, TTA_ARGS_COMMON, address.number / 4, token);
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

/* ---- pages ---- */

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

/* noc_async_read_tile(id, accessor, l1[, offset]), noc_async_write_page(id, accessor, l1[, bytes[, offset]]), where 0
 * bytes are those of a page. */
static void transfer_page(tta_interpreter *in, const call_row *row, const kernel_value *args, uint32_t num,
                          uint32_t token) {
  if (num < 3) {
    tta_unsupported(in, token, "call with too few arguments");
    return;
  }
  bool read = row->handler == HANDLER_READ_PAGE;
  size_t num_positions = strlen(row->arguments);
  uint32_t offset_at = num_positions > 0 ? (uint32_t)(row->arguments[0] - '0') : num;
  uint32_t size_at = num_positions > 1 ? (uint32_t)(row->arguments[1] - '0') : num;
  kernel_value offset = offset_at < num ? args[offset_at] : tta_u32(0);
  kernel_value page = tta_page_address(args[0], args[1], offset, token);
  kernel_value bytes = args[1].kind == KERNEL_OBJECT ? tta_u32(args[1].number) : tta_unknown(token);
  if (size_at < num && !(args[size_at].kind == KERNEL_INT && !args[size_at].number)) bytes = args[size_at];
  kernel_value values[3] = {read ? page : args[2], read ? args[2] : page, bytes};
  tta_issue_values(in, row->operation, token, values, 3);
}

/* ---- values ---- */

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

static kernel_value noc_addr(tta_interpreter *in, const kernel_value *args, uint32_t num, uint32_t token) {
  if (num >= 2 && args[1].kind == KERNEL_OBJECT)
    return tta_page_address(args[0], args[1], num > 2 ? args[2] : tta_u32(0), token);
  if (num >= 3) return tta_core_address(in, args[0], args[1], args[2], token);
  if (num >= 1) return args[0]; /* on this core */
  return tta_unknown(token);
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

static kernel_value named_argument(tta_interpreter *in, kernel_value name, uint32_t token) {
  if (name.kind != KERNEL_STRING) return tta_unsupported(in, token, "name of an argument");
  tta_str text = in->tokens[name.object].text;
  if (text.size >= 2) text = (tta_str){text.data + 1, text.size - 2};
  for (uint32_t i = 0; i < in->kernel->named_args.num_items; i++)
    if (tta_str_equal(in->kernel->named_args.items[i].name, text))
      return argument_value(in, TTA_ARGS_NAMED, i, token);
  return tta_kernel_error(in, token, "compile-time argument '%.*s' is not in the binding of kernel '%.*s'",
                          TTA_STR_START(text), TTA_STR_ARGS(in->kernel->name));
}

/* ---- compute ---- */

static void acquire(tta_interpreter *in, const call_row *row, const kernel_value *args, uint32_t num, uint32_t token) {
  bool full = in->binding->dst_full;
  if (num && args[0].kind == KERNEL_SYMBOL) full = tta_str_is(in->source->names[args[0].object], "Full");
  kernel_value mode = tta_u32(full);
  tta_issue_values(in, row->operation, token, &mode, 1);
}

/* copy_block_matmul_partials(cb, first page, first tile, count) */
static void copy_block(tta_interpreter *in, const kernel_value *args, uint32_t num, uint32_t token) {
  for (uint32_t i = 1; i < 4; i++)
    if (num < 4 || args[i].kind != KERNEL_INT) {
      tta_undecided(in, token, num > i ? args[i] : tta_unknown(token), "the number of tiles");
      return;
    }
  for (int64_t i = 0; i < args[3].number && !in->stopped && !in->bad && tta_step(in); i++) {
    kernel_value tile = tta_int(i, 64, true);
    kernel_value values[3] = {args[0], tta_apply('+', args[1], tile, token), tta_apply('+', args[2], tile, token)};
    tta_issue_values(in, "copy_tile", token, values, 3);
  }
}

/* A function of the source over dst: called once for each face, which is where dst_reg[0] is then. Arguments after the
 * mode are passed on; those of binary functions are tiles, so that dst_reg[0] is in tile 0. */
static void sfpu(tta_interpreter *in, const call_row *row, const kernel_value *args, uint32_t num, uint32_t token) {
  uint32_t dst = (uint32_t)(row->arguments[1] - '0'), num_passed = 0;
  bool binary = row->arguments[2] == 'b';
  kernel_value passed[TTA_KERNEL_MAX_CALL_ARGS], start;
  if (num <= dst || args[0].kind != KERNEL_FUNCTION) {
    tta_unsupported(in, token, "SFPU call");
    return;
  }
  binary &= in->functions[args[0].object].num_params > 0;
  for (uint32_t i = binary ? dst : dst + 1; i < num; i++)
    if (args[i].kind != KERNEL_SYMBOL && (binary || i > dst + 1)) passed[num_passed++] = args[i];
  start = binary ? tta_u32(0) : args[dst];
  tta_issue_values(in, "sfpu_start", token, &start, 1);
  int64_t rows_of_face = tta_str_is(in->binding->arch, "grayskull") ? 4 : 8;
  for (int64_t face = 0; face < 4 && !in->stopped && !in->bad; face++) {
    in->sfpu_rows = face * rows_of_face;
    tta_call_value(in, args[0], passed, num_passed, token);
  }
  in->sfpu_rows = 0;
}

/* The result of a function of two tiles, in a third one or in the first. */
static void binary_tile(tta_interpreter *in, const call_row *row, const kernel_value *args, uint32_t num,
                        uint32_t token) {
  tta_issue_values(in, row->operation, token, args, num < 2 ? num : 2);
  if (num < 3 || args[2].kind != KERNEL_INT) return;
  kernel_value copy[2] = {args[0], args[2]};
  if (args[0].number != args[2].number) tta_issue_values(in, "copy_dest_values", token, copy, 2);
}

/* pack_untilize_dest<tiles>(cb): the first tiles of dst */
static void pack_dest(tta_interpreter *in, const kernel_value *args, uint32_t num, uint32_t token) {
  kernel_value tiles = in->num_template_args ? in->template_args[0] : tta_u32(8);
  kernel_value values[3] = {tta_u32(0), num ? args[0] : tta_unknown(token), tiles};
  tta_issue_values(in, "pack_tile_block", token, values, 3);
}

static void datacopy(tta_interpreter *in, const call_row *row, const kernel_value *args, uint32_t num, uint32_t token) {
  kernel_value values[2] = {tta_u32(0), num ? args[0] : tta_unknown(token)};
  if (in->num_template_args && in->template_args[0].kind == KERNEL_SYMBOL)
    values[0] = tta_u32(tta_str_is(in->source->names[in->template_args[0].object], "B2D"));
  tta_issue_values(in, row->operation, token, values, 2);
}

/* ---- one call ---- */

static void issue_row(tta_interpreter *in, const call_row *row, const kernel_value *args, uint32_t num,
                      uint32_t token) {
  kernel_value values[TTA_PROTOCOL_MAX_ARGS];
  uint32_t count = 0;
  const char *signature = tta_operation_rows[tta_operation_named(tta_str_from(row->operation))].signature;
  size_t most = strlen(signature) - (strchr(signature, '?') != NULL);
  for (const char *at = row->arguments; *at && count < most; at++) {
    uint32_t position = (uint32_t)(*at - '0');
    if (position >= num) break;
    values[count++] = args[position];
  }
  const char *name = row->operation;
  uint32_t posted = tta_str_is(tta_str_from(row->name), "noc_async_write_one_packet") ? 1 : 2; /* position */
  if (tta_str_is(tta_str_from(name), "noc_async_write") && in->num_template_args > posted &&
      in->template_args[posted].kind == KERNEL_INT && in->template_args[posted].number)
    name = "noc_async_write_posted";
  tta_issue_values(in, name, token, values, count);
}

/* pack_tile<true>(dst, cb, page) packs to a page of its own. */
static void pack(tta_interpreter *in, const call_row *row, const kernel_value *args, uint32_t num, uint32_t token) {
  bool out_of_order = in->num_template_args && in->template_args[0].kind == KERNEL_INT &&
                      in->template_args[0].number;
  tta_issue_values(in, row->operation, token, args, out_of_order && num > 2 ? 3 : num < 2 ? num : 2);
}

static void with_state(tta_interpreter *in, bool read, const kernel_value *args, uint32_t num, uint32_t token) {
  kernel_value state = in->state[!read], far = num ? args[0] : tta_unknown(token);
  int64_t bytes = in->state_bytes[!read];
  kernel_value near = num > 1 ? args[1] : tta_unknown(token);
  if (!read) { /* write: (source, destination); read: (source, destination) too: the far side is a local address */
    kernel_value swap = far;
    far = near;
    near = swap;
  }
  if (num > 2 && args[2].kind == KERNEL_INT && !bytes) bytes = args[2].number;
  if (far.kind == KERNEL_ADDRESS && state.kind == KERNEL_ADDRESS && state.reach) {
    far.reach = state.reach;
    far.y0 = state.y0, far.x0 = state.x0, far.y1 = state.y1, far.x1 = state.x1;
  }
  kernel_value values[3] = {read ? far : near, read ? near : far, tta_u32(bytes)};
  tta_issue_values(in, read ? "noc_async_read" : "noc_async_write", token, values, 3);
}

static kernel_value run(tta_interpreter *in, const call_row *row, kernel_value *args, uint32_t num, uint32_t token) {
  kernel_value first = num ? args[0] : tta_unknown(token);
  switch (row->handler) {
  case HANDLER_ISSUE: issue_row(in, row, args, num, token); break;
  case HANDLER_NOTHING: break;
  case HANDLER_READ_PAGE: case HANDLER_WRITE_PAGE: transfer_page(in, row, args, num, token); break;
  case HANDLER_READ_STATE: case HANDLER_WRITE_STATE: {
    bool write = row->handler == HANDLER_WRITE_STATE;
    in->state[write] = first;
    in->state_bytes[write] = num > 1 && args[1].kind == KERNEL_INT ? args[1].number : 0;
    break;
  }
  case HANDLER_READ_TRID: case HANDLER_WRITE_TRID: in->trid[row->handler == HANDLER_WRITE_TRID] = first; break;
  case HANDLER_READ_WITH_STATE: with_state(in, true, args, num, token); break;
  case HANDLER_WRITE_WITH_STATE: with_state(in, false, args, num, token); break;
  case HANDLER_ARG:
    if (first.kind != KERNEL_INT) return first;
    return argument_value(in, TTA_ARGS_RUNTIME, first.number, token);
  case HANDLER_COMMON_ARG:
    if (first.kind != KERNEL_INT) return first;
    return argument_value(in, TTA_ARGS_COMMON, first.number, token);
  case HANDLER_COMPILE_ARG:
    if (first.kind != KERNEL_INT) return first;
    return argument_value(in, TTA_ARGS_COMPILE, first.number, token);
  case HANDLER_NAMED_ARG: return named_argument(in, first, token);
  case HANDLER_ARG_ADDR:
  case HANDLER_COMMON_ARG_ADDR: {
    uint32_t object = row->handler == HANDLER_ARG_ADDR ? TTA_OBJECT_ARGS : TTA_OBJECT_COMMON_ARGS;
    if (first.kind != KERNEL_INT) return first;
    return tta_local_address(object, tta_apply('*', first, tta_u32(4), token).number);
  }
  case HANDLER_WRITE_PTR: return tta_cb_pointer(in, first, true, token);
  case HANDLER_READ_PTR: return tta_cb_pointer(in, first, false, token);
  case HANDLER_TILE_SIZE: return tta_tile_size(in, first, token);
  case HANDLER_SYMBOL: return (kernel_value){.kind = KERNEL_SYMBOL, .object = in->tokens[token].name};
  case HANDLER_TILE_HW: return tta_u32(1024);
  case HANDLER_SEMAPHORE: return tta_semaphore_address(in, first, token);
  case HANDLER_NOC_ADDR: return noc_addr(in, args, num, token);
  case HANDLER_PAGE_ADDR: return num > 1 ? tta_page_address(first, args[1], tta_u32(0), token) : tta_unknown(token);
  case HANDLER_BANK_ADDR: {
    kernel_value at = num > 1 ? args[1] : tta_unknown(token);
    if (at.kind == KERNEL_INT) at = tta_local_address(TTA_OBJECT_NUMBER, at.number);
    at.dram = true;
    return at;
  }
  case HANDLER_MULTICAST_ADDR: return num > 4 ? tta_rectangle_address(in, args, args[4], token) : tta_unknown(token);
  case HANDLER_ACCESSOR: return tta_construct(in, (tta_type){.kind = TTA_TYPE_CLASS, .class = TTA_CLASS_ACCESSOR}, args,
                                              num, token);
  case HANDLER_MY_X: return tta_u32(in->x);
  case HANDLER_MY_Y: return tta_u32(in->y);
  case HANDLER_SAME: return first;
  case HANDLER_UNKNOWN: return tta_unknown(token);
  case HANDLER_CB_INTERFACE:
    return (kernel_value){.kind = KERNEL_OBJECT, .class = TTA_CLASS_CB, .number = first.number};
  case HANDLER_ACQUIRE: acquire(in, row, args, num, token); break;
  case HANDLER_COPY_BLOCK: copy_block(in, args, num, token); break;
  case HANDLER_PACK: pack(in, row, args, num, token); break;
  case HANDLER_DATACOPY: datacopy(in, row, args, num, token); break;
  case HANDLER_SFPU: sfpu(in, row, args, num, token); break;
  case HANDLER_BINARY_TILE: binary_tile(in, row, args, num, token); break;
  case HANDLER_PACK_DEST: pack_dest(in, args, num, token); break;
  }
  return tta_void();
}

bool tta_api_call(tta_interpreter *in, uint32_t name_token, kernel_value *args, uint32_t num_args, kernel_value *out) {
  const call_row *row = find_row(in->tokens[name_token].text);
  if (!row) return false;
  for (uint32_t i = 0; i < num_args && row->handler != HANDLER_NOTHING; i++)
    args[i] = tta_rvalue(in, args[i], name_token);
  *out = tta_choose_noc(in, name_token, args, num_args) ? run(in, row, args, num_args, name_token)
                                                        : tta_unknown(name_token);
  in->noc = TTA_NOC_OF_KERNEL;
  return true;
}

/* ---- constants ---- */

static bool numbered(tta_str name, const char *prefix, int64_t first, kernel_value *out) {
  if (!tta_str_skip(&name, prefix) || !name.size || name.size > 2) return false;
  int64_t number = 0;
  for (size_t i = 0; i < name.size; i++) {
    if (name.data[i] < '0' || name.data[i] > '9') return false;
    number = number * 10 + (name.data[i] - '0');
  }
  *out = tta_u32(first + number);
  return true;
}

/* Enumerators that are also written without the name of their enumeration. */
static bool is_symbol(tta_str name) {
  static const char *const symbols[] = {"A2D", "B2D", "ELWADD", "ELWSUB", "ELWMUL", "SUM", "AVG", "REDUCE_ROW",
                                        "REDUCE_COL", "REDUCE_SCALAR"};
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
    if (tta_str_is(name, symbols[i])) return true;
  return false;
}

bool tta_api_constant(tta_interpreter *in, tta_str name, kernel_value *out) {
  static const struct {
    const char *name;
    int64_t value;
  } constants[] = {{"VALID", 1}, {"INVALID", 0}, {"NUM_CIRCULAR_BUFFERS", 32}, {"TILE_HEIGHT", 32}, {"TILE_WIDTH", 32},
                   {"TILE_HW", 1024}, {"FACE_HEIGHT", 16}, {"FACE_WIDTH", 16}, {"MEM_ZEROS_SIZE", 512},
                   {"L1_ALIGNMENT", 16}, {"FACE_HW", 256}, {"UINT32_MAX", UINT32_MAX}, {"NOC_0", 0}, {"NOC_1", 1},
                   {"DST_ACCUM_MODE", 0}, {"UnpackToDestEn", 1}, {"UnpackToDestDis", 0},
                   {"APPROX", 0}, {"EXP_APPROX", 0}, {"NOC_MAX_BURST_SIZE", 8192}};
  if (numbered(name, "c_intermed", 24, out) || numbered(name, "c_in", 0, out) || numbered(name, "c_out", 16, out) ||
      numbered(name, "c_dataflow", 8, out) || numbered(name, "c_", 0, out))
    return true;
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    if (tta_str_is(name, constants[i].name)) {
      *out = tta_u32(constants[i].value);
      if (tta_str_is(name, "NOC_MAX_BURST_SIZE") && tta_str_is(in->binding->arch, "blackhole")) *out = tta_u32(16384);
      return true;
    }
  if (tta_str_is(name, "nullopt")) *out = tta_nothing();
  else if (is_symbol(name)) *out = (kernel_value){.kind = KERNEL_SYMBOL, .object = tta_cpp_name(in->source, name)};
  else if (tta_str_is(name, "noc_index")) *out = tta_u32(in->kernel->noc);
  else if (tta_str_is(name, "dst_reg")) {
    *out = tta_local_address(TTA_OBJECT_DST, 0);
    out->pointee = 1;
  } else if (tta_str_is(name, "MEM_ZEROS_BASE") && in->binding->zeros != TTA_KERNEL_NONE)
    *out = tta_local_address(in->binding->zeros, 0);
  else if (tta_str_is(name, "my_x") || tta_str_is(name, "my_y")) { /* arrays, by NoC */
    uint32_t slot = tta_new_slots(in, 2);
    if (slot == TTA_KERNEL_NONE) return false;
    kernel_value own = tta_u32(tta_str_is(name, "my_x") ? in->x : in->y);
    in->slots[slot].value = in->slots[slot + 1].value = own;
    *out = (kernel_value){.kind = KERNEL_POINTER, .first = slot, .count = 2};
  } else
    return false;
  return true;
}
