/* api.c: calls of the kernel API: each becomes operations, or a value. */
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

/* ---- pages ---- */

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

static kernel_value noc_addr(tta_interpreter *in, const kernel_value *args, uint32_t num, uint32_t token) {
  if (num >= 2 && args[1].kind == KERNEL_OBJECT)
    return tta_page_address(args[0], args[1], num > 2 ? args[2] : tta_u32(0), token);
  if (num >= 3) return tta_core_address(in, args[0], args[1], args[2], token);
  if (num >= 1) return args[0]; /* on this core */
  return tta_unknown(token);
}

static kernel_value named_argument(tta_interpreter *in, kernel_value name, uint32_t token) {
  if (name.kind != KERNEL_STRING) return tta_unsupported(in, token, "name of an argument");
  tta_str text = in->tokens[name.object].text;
  if (text.size >= 2) text = (tta_str){text.data + 1, text.size - 2};
  for (uint32_t i = 0; i < in->kernel->named_args.num_items; i++)
    if (tta_str_equal(in->kernel->named_args.items[i].name, text))
      return tta_argument_value(in, TTA_ARGS_NAMED, i, token);
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
    return tta_argument_value(in, TTA_ARGS_RUNTIME, first.number, token);
  case HANDLER_COMMON_ARG:
    if (first.kind != KERNEL_INT) return first;
    return tta_argument_value(in, TTA_ARGS_COMMON, first.number, token);
  case HANDLER_COMPILE_ARG:
    if (first.kind != KERNEL_INT) return first;
    return tta_argument_value(in, TTA_ARGS_COMPILE, first.number, token);
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
