/* method.c: objects of the kernel API (accessors, experimental::CircularBuffer, Noc, Semaphore and the ends of
 * transfers) and methods of structs of the source. */
#include "kernel/interpret.h"

tta_object_class tta_class_named(tta_str name) {
  static const struct {
    const char *name;
    tta_object_class class;
  } classes[] = {{"InterleavedAddrGenFast", TTA_CLASS_ADDR_GEN}, {"InterleavedAddrGen", TTA_CLASS_ADDR_GEN},
                 {"InterleavedPow2AddrGen", TTA_CLASS_ADDR_GEN}, {"InterleavedPow2AddrGenFast", TTA_CLASS_ADDR_GEN},
                 {"TensorAccessorArgs", TTA_CLASS_ACCESSOR_ARGS}, {"CircularBuffer", TTA_CLASS_CB},
                 {"Noc", TTA_CLASS_NOC}, {"Semaphore", TTA_CLASS_SEMAPHORE}, {"UnicastEndpoint", TTA_CLASS_UNICAST},
                 {"MulticastEndpoint", TTA_CLASS_MULTICAST}, {"AllocatorBank", TTA_CLASS_BANK},
                 {"CoreLocalMem", TTA_CLASS_LOCAL_MEM}};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (tta_str_is(name, classes[i].name)) return classes[i].class;
  return TTA_CLASS_NONE;
}

static kernel_value object(tta_object_class class, int64_t number) {
  return (kernel_value){.kind = KERNEL_OBJECT, .class = (uint8_t)class, .number = number,
                     .object = TTA_PROTOCOL_NONE};
}

/* Pages of a buffer: `address` is the first byte. */
static kernel_value accessor(tta_interpreter *in, kernel_value address, kernel_value page_bytes, uint32_t token) {
  kernel_value out = object(TTA_CLASS_ACCESSOR, 0);
  if (address.kind == KERNEL_INT || (address.kind == KERNEL_ADDRESS && address.object == TTA_OBJECT_NUMBER)) {
    const tta_binding_thing *b = tta_binding_at(in->binding, true, address.number, in->y, in->x);
    if (!b) b = tta_binding_at(in->binding, false, address.number, in->y, in->x);
    if (!b)
      return tta_kernel_error(in, token, "address %lld is in no buffer of the binding", (long long)address.number);
    address = tta_local_address(b->object, address.number - b->address);
  }
  if (address.kind != KERNEL_ADDRESS) return address.kind == KERNEL_UNKNOWN ? address : tta_unknown(token);
  out.object = address.object;
  out.first = (uint32_t)address.number;
  for (uint32_t i = 0; i < in->binding->num_things && page_bytes.kind != KERNEL_INT; i++)
    if (in->binding->things[i].kind == TTA_THING_BUFFER && in->binding->things[i].object == address.object)
      page_bytes = tta_u32(in->binding->things[i].page_bytes);
  if (page_bytes.kind != KERNEL_INT) return page_bytes;
  out.number = page_bytes.number;
  return out;
}

static kernel_value part(tta_interpreter *in, kernel_value list, const char *name, uint32_t position, uint32_t token) {
  uint32_t field = tta_field_named(in, list, name);
  if (field == TTA_KERNEL_NONE && list.kind == KERNEL_STRUCT && position < list.count &&
      in->slots[list.first + position].name == TTA_KERNEL_NONE)
    field = list.first + position;
  return field == TTA_KERNEL_NONE ? tta_unknown(token) : in->slots[field].value;
}

static kernel_value addr_gen(tta_interpreter *in, kernel_value list, uint32_t token) {
  uint32_t log2 = tta_field_named(in, list, "log_base_2_of_page_size");
  kernel_value bytes = part(in, list, "page_size", 1, token);
  if (log2 != TTA_KERNEL_NONE)
    bytes = tta_apply(TTA_PUNCT2('<', '<'), tta_u32(1), in->slots[log2].value, token);
  return accessor(in, part(in, list, "bank_base_address", 0, token), bytes, token);
}

kernel_value tta_construct(tta_interpreter *in, tta_type type, kernel_value *args, uint32_t num_args, uint32_t token) {
  if (tta_idle(in)) return tta_unknown(token);
  if (type.kind == TTA_TYPE_STRUCT) return tta_make_struct(in, type.number, args, num_args, token);
  in->list_init = false;
  for (uint32_t i = 0; i < num_args; i++) args[i] = tta_rvalue(in, args[i], token);
  if (type.class == TTA_CLASS_LIST) return tta_construct_items(in, type, args, num_args, token);
  kernel_value first = num_args ? args[0] : tta_unknown(token);
  if (first.kind == KERNEL_OBJECT && first.class == type.class) return first;
  kernel_value items[TTA_KERNEL_MAX_CALL_ARGS];
  if (first.kind == KERNEL_STRUCT && type.class != TTA_CLASS_ADDR_GEN && first.count <= TTA_KERNEL_MAX_CALL_ARGS) {
    num_args = first.count; /* T{a, b} */
    for (uint32_t i = 0; i < num_args; i++) items[i] = in->slots[first.first + i].value;
    args = items;
    first = num_args ? args[0] : tta_unknown(token);
  }
  switch (type.class) {
  case TTA_CLASS_ADDR_GEN: return first.kind == KERNEL_STRUCT ? addr_gen(in, first, token) : tta_unknown(token);
  case TTA_CLASS_ACCESSOR:
    return num_args > 1 ? accessor(in, args[1], num_args > 2 ? args[2] : tta_void(), token) : tta_unknown(token);
  case TTA_CLASS_ACCESSOR_ARGS: return object(TTA_CLASS_ACCESSOR_ARGS, num_args ? first.number : type.number);
  case TTA_CLASS_CB:
    return first.kind == KERNEL_INT ? object(TTA_CLASS_CB, first.number)
                                       : first.kind == KERNEL_UNKNOWN ? first : tta_unknown(token);
  case TTA_CLASS_NOC: return object(TTA_CLASS_NOC, num_args ? first.number : in->kernel->noc);
  case TTA_CLASS_SEMAPHORE: {
    kernel_value address = tta_semaphore_address(in, first, token);
    if (address.kind != KERNEL_ADDRESS) return address;
    kernel_value out = object(TTA_CLASS_SEMAPHORE, 0);
    out.object = address.object;
    return out;
  }
  case TTA_CLASS_LOCAL_MEM: return first;
  default: return object((tta_object_class)type.class, 0);
  }
}

/* ---- circular buffers and accessors ---- */

static kernel_value cb_method(tta_interpreter *in, kernel_value cb, tta_str name, const kernel_value *args,
                              uint32_t num, uint32_t token) {
  kernel_value values[2] = {cb, num ? args[0] : tta_unknown(token)};
  const char *op = tta_str_is(name, "reserve_back") ? "cb_reserve_back"
                   : tta_str_is(name, "push_back")  ? "cb_push_back"
                   : tta_str_is(name, "wait_front") ? "cb_wait_front"
                   : tta_str_is(name, "pop_front")  ? "cb_pop_front" : NULL;
  if (op) {
    tta_issue_values(in, op, token, values, 2);
    return tta_void();
  }
  if (tta_str_is(name, "get_write_ptr")) return tta_cb_pointer(in, cb, true, token);
  if (tta_str_is(name, "get_read_ptr")) return tta_cb_pointer(in, cb, false, token);
  if (tta_str_is(name, "get_tile_size")) return tta_tile_size(in, cb, token);
  if (tta_str_is(name, "get_cb_id") || tta_str_is(name, "get_id")) return tta_u32(cb.number);
  return tta_unsupported(in, token, "method of a circular buffer");
}

static kernel_value accessor_method(tta_interpreter *in, kernel_value self, tta_str name, const kernel_value *args,
                                    uint32_t num, uint32_t token) {
  if (tta_str_is(name, "next_compile_time_args_offset")) /* interleaved: one word */
    return tta_apply('+', tta_u32(self.number), tta_u32(1), token);
  if (tta_str_is(name, "next_common_runtime_args_offset")) return tta_u32(0);
  if (tta_str_is(name, "get_noc_addr") && num)
    return tta_page_address(args[0], self, num > 1 ? args[1] : tta_u32(0), token);
  if (tta_str_is(name, "get_aligned_page_size")) return tta_u32(self.number);
  if (tta_str_is(name, "noc_async_read_tile") && num > 1) {
    kernel_value values[3] = {tta_page_address(args[0], self, tta_u32(0), token), args[1], tta_u32(self.number)};
    tta_issue_values(in, "noc_async_read", token, values, 3);
    return tta_void();
  }
  return tta_unsupported(in, token, "method of an accessor");
}

/* ---- Noc ---- */

/* One end of a transfer and its arguments {.x = ..}. */
static kernel_value end_of(tta_interpreter *in, kernel_value end, kernel_value list, bool write, uint32_t token) {
  kernel_value offset = part(in, list, "offset_bytes", UINT32_MAX, token), out = end;
  if (offset.kind != KERNEL_INT) offset = tta_u32(0);
  if (end.kind == KERNEL_OBJECT) {
    switch (end.class) {
    case TTA_CLASS_CB: out = tta_cb_pointer(in, end, write, token); break;
    case TTA_CLASS_ACCESSOR: {
      kernel_value page = part(in, list, "page_id", 0, token);
      return tta_page_address(page, end, offset, token);
    }
    case TTA_CLASS_UNICAST:
      out = tta_core_address(in, part(in, list, "noc_x", 0, token), part(in, list, "noc_y", 1, token),
                             part(in, list, "addr", 2, token), token);
      break;
    case TTA_CLASS_MULTICAST: {
      kernel_value corners[4] = {part(in, list, "noc_x_start", 0, token), part(in, list, "noc_y_start", 1, token),
                              part(in, list, "noc_x_end", 2, token), part(in, list, "noc_y_end", 3, token)};
      out = tta_rectangle_address(in, corners, part(in, list, "addr", 4, token), token);
      break;
    }
    case TTA_CLASS_BANK:
      out = part(in, list, "addr", 1, token);
      if (out.kind == KERNEL_INT) out = tta_local_address(TTA_OBJECT_NUMBER, out.number);
      out.dram = true;
      break;
    default: return tta_unknown(token);
    }
    bool on_cores = tta_field_named(in, list, "noc_x_start") != TTA_KERNEL_NONE && end.class == TTA_CLASS_CB;
    if (on_cores) {
      kernel_value corners[4] = {part(in, list, "noc_x_start", 0, token), part(in, list, "noc_y_start", 1, token),
                              part(in, list, "noc_x_end", 2, token), part(in, list, "noc_y_end", 3, token)};
      out = tta_rectangle_address(in, corners, out, token);
    }
  }
  return tta_apply('+', out, offset, token);
}

static int noc_number(const tta_interpreter *in, int64_t number) {
  return number == in->kernel->noc ? TTA_NOC_OF_KERNEL : (int)number;
}

/* Whether the last argument of a call is `true` or `false`. */
static bool ends_in_flag(const tta_interpreter *in, uint32_t name_token) {
  uint32_t open = name_token + 1;
  while (in->tokens[open].kind != TTA_CPP_END && !tta_cpp_is(&in->tokens[open], '(')) open++;
  if (in->tokens[open].kind == TTA_CPP_END) return false;
  tta_str last = in->tokens[in->tokens[open].match - 1].text;
  return tta_str_is(last, "true") || tta_str_is(last, "false");
}

bool tta_choose_noc(tta_interpreter *in, uint32_t name_token, const kernel_value *args, uint32_t num_args) {
  /* multicasts: after `linked`, until 2025 also after `multicast_path_reserve` */
  static const struct {
    const char *name;
    uint32_t position, old_position;
  } rows[] = {{"noc_async_read", 3, 0}, {"noc_async_read_one_packet", 3, 0}, {"noc_async_write", 3, 0},
              {"noc_async_write_one_packet", 3, 0}, {"noc_async_read_tile", 4, 0}, {"noc_async_read_page", 4, 0},
              {"noc_async_write_multicast", 5, 6}, {"noc_async_write_multicast_one_packet", 5, 6},
              {"noc_async_write_multicast_loopback_src", 5, 6}, {"noc_semaphore_set_multicast", 4, 5},
              {"noc_semaphore_set_multicast_loopback_src", 4, 5}, {"noc_semaphore_set_remote", 2, 0},
              {"noc_semaphore_inc", 2, 0}, {"noc_semaphore_inc_multicast", 3, 0}, {"noc_inline_dw_write", 3, 0},
              {"noc_async_read_barrier", 0, 0}, {"noc_async_write_barrier", 0, 0}, {"noc_async_writes_flushed", 0, 0},
              {"noc_async_posted_writes_flushed", 0, 0}, {"noc_async_atomic_barrier", 0, 0},
              {"noc_async_full_barrier", 0, 0}, {"noc_async_read_barrier_with_trid", 1, 0},
              {"noc_async_write_barrier_with_trid", 1, 0}, {"noc_async_write_flushed_with_trid", 1, 0},
              {"noc_async_read_shard", 3, 0}, {"noc_async_write_shard", 3, 0}, {"noc_async_write_tile", 3, 0},
              {"noc_async_write_page", 5, 0}, {"noc_async_read_set_state", 1, 0}, {"noc_async_read_with_state", 3, 0},
              {"noc_async_read_one_packet_set_state", 3, 0}, {"noc_async_read_one_packet_with_state", 3, 0},
              {"noc_async_write_one_packet_set_state", 2, 0}, {"noc_async_write_one_packet_with_state", 2, 0}};
  size_t row = 0, num_rows = sizeof rows / sizeof *rows;
  while (row < num_rows && !tta_str_is(in->tokens[name_token].text, rows[row].name)) row++;
  if (row == num_rows || tta_idle(in)) return true;
  uint32_t at = rows[row].position;
  if (rows[row].old_position && num_args > rows[row].old_position) at = rows[row].old_position;
  else if (rows[row].old_position && num_args == rows[row].old_position && ends_in_flag(in, name_token)) return true;
  if (at >= num_args) return true;
  if (args[at].kind == KERNEL_INT && (args[at].number == 0 || args[at].number == 1)) {
    in->noc = noc_number(in, args[at].number);
    return true;
  }
  if (args[at].kind == KERNEL_INT)
    tta_kernel_error(in, name_token, "the NoC is 0 or 1, got %lld", (long long)args[at].number);
  else if (in->probe) in->probe_issued = true;
  else tta_undecided(in, name_token, args[at], "the NoC of this operation");
  return false;
}

static bool is_template_symbol(const tta_interpreter *in, const char *name) {
  for (uint32_t i = 0; i < in->num_template_args; i++)
    if (in->template_args[i].kind == KERNEL_SYMBOL &&
        tta_str_is(in->source->names[in->template_args[i].object], name))
      return true;
  return false;
}

static kernel_value noc_method(tta_interpreter *in, tta_str name, const kernel_value *args, uint32_t num,
                               uint32_t token) {
  static const struct {
    const char *method, *operation;
  } barriers[] = {{"async_read_barrier", "noc_async_read_barrier"},
                  {"async_write_barrier", "noc_async_write_barrier"},
                  {"async_writes_flushed", "noc_async_writes_flushed"},
                  {"async_atomic_barrier", "noc_async_atomic_barrier"},
                  {"async_full_barrier", "noc_async_full_barrier"},
                  {"async_posted_writes_flushed", "noc_async_posted_writes_flushed"},
                  {"write_barrier", "noc_async_write_barrier"}};
  for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++)
    if (tta_str_is(name, barriers[i].method)) {
      tta_issue_values(in, barriers[i].operation, token, NULL, 0);
      return tta_void();
    }
  if (tta_str_is(name, "get_noc_id")) return tta_u32(in->kernel->noc);
  bool read = tta_str_is(name, "async_read"), write = tta_str_is(name, "async_write");
  bool multicast = tta_str_is(name, "async_write_multicast");
  uint32_t first_list = multicast ? 4 : 3;
  if ((!read && !write && !multicast) || num < first_list)
    return tta_unsupported(in, token, "method of Noc");
  kernel_value none = tta_void(), from = num > first_list ? args[first_list] : none,
            to = num > first_list + 1 ? args[first_list + 1] : none;
  kernel_value values[4] = {end_of(in, args[0], from, false, token), end_of(in, args[1], to, true, token), args[2],
                         multicast ? args[3] : none};
  const char *op = read ? "noc_async_read"
                   : !multicast ? is_template_symbol(in, "POSTED") ? "noc_async_write_posted" : "noc_async_write"
                   : is_template_symbol(in, "INCLUDE_SRC") ? "noc_async_write_multicast_loopback_src"
                                                            : "noc_async_write_multicast";
  tta_issue_values(in, op, token, values, multicast ? 4 : 3);
  return tta_void();
}

/* ---- semaphores ---- */

static kernel_value semaphore_method(tta_interpreter *in, kernel_value self, tta_str name, const kernel_value *args,
                                     uint32_t num, uint32_t token) {
  kernel_value own = tta_local_address(self.object, 0), values[3] = {own, num ? args[0] : tta_u32(1), tta_void()};
  if (tta_str_is(name, "wait") || tta_str_is(name, "wait_min") || tta_str_is(name, "set")) {
    const char *op = tta_str_is(name, "wait") ? "noc_semaphore_wait"
                     : tta_str_is(name, "set") ? "noc_semaphore_set" : "noc_semaphore_wait_min";
    tta_issue_values(in, op, token, values, 2);
  } else if (tta_str_is(name, "up") && num >= 4) { /* (noc, x, y, value) */
    values[0] = tta_core_address(in, args[1], args[2], own, token);
    values[1] = args[3];
    tta_issue_values(in, "noc_semaphore_inc", token, values, 2);
  } else if (tta_str_is(name, "up")) {
    tta_issue_values(in, "l1_add", token, values, 2);
  } else if (tta_str_is(name, "down")) { /* waits, then subtracts */
    tta_issue_values(in, "noc_semaphore_wait_min", token, values, 2);
    values[1] = tta_apply('-', tta_u32(0), values[1], token);
    tta_issue_values(in, "l1_add", token, values, 2);
  } else if (tta_str_is(name, "set_multicast") && num >= 6) { /* (noc, x0, y0, x1, y1, n) */
    values[1] = tta_rectangle_address(in, args + 1, own, token);
    values[2] = args[5];
    bool loopback = is_template_symbol(in, "INCLUDE_SRC");
    tta_issue_values(in, loopback ? "noc_semaphore_set_multicast_loopback_src" : "noc_semaphore_set_multicast", token,
                     values, 3);
  } else {
    return tta_unsupported(in, token, "method of a semaphore");
  }
  return tta_void();
}

bool tta_api_member(tta_interpreter *in, kernel_value object, tta_str name, uint32_t token, kernel_value *out) {
  if (object.kind != KERNEL_OBJECT) return false;
  if ((object.class == TTA_CLASS_ACCESSOR || object.class == TTA_CLASS_ADDR_GEN) && tta_str_is(name, "page_size")) {
    *out = tta_u32(object.number);
    return true;
  }
  if (object.class != TTA_CLASS_CB) return false;
  kernel_value bytes = tta_tile_size(in, object, token);
  const tta_binding_thing *cb = tta_binding_find(in->binding, TTA_THING_CB, object.number, in->y, in->x);
  if (!cb) *out = bytes; /* reported */
  else if (tta_str_is(name, "fifo_page_size")) *out = bytes;
  else if (tta_str_is(name, "fifo_num_pages")) *out = tta_u32(cb->pages);
  else if (tta_str_is(name, "fifo_size")) *out = tta_apply('*', tta_u32(cb->pages), tta_u32(cb->page_bytes), token);
  else if (tta_str_is(name, "fifo_rd_ptr")) *out = tta_cb_pointer(in, object, false, token);
  else if (tta_str_is(name, "fifo_wr_ptr")) *out = tta_cb_pointer(in, object, true, token);
  else return false;
  return true;
}

/* has_value(), value(), value_or(x) of an optional. @return false: another value or method */
static bool optional_method(tta_interpreter *in, kernel_value self, tta_str name, kernel_value *args, uint32_t num,
                            uint32_t token, kernel_value *out) {
  bool nothing = tta_is_nothing(self);
  if (!nothing && !self.optional) return false;
  self.optional = false;
  if (tta_str_is(name, "has_value")) *out = tta_bool(!nothing);
  else if (tta_str_is(name, "value_or") && num == 1) *out = nothing ? tta_rvalue(in, args[0], token) : self;
  else if (tta_str_is(name, "value"))
    *out = nothing ? tta_kernel_error(in, token, "an optional without a value") : self;
  else return false;
  return true;
}

kernel_value tta_method(tta_interpreter *in, kernel_value self, uint32_t name_token, kernel_value *args,
                        uint32_t num_args) {
  tta_str name = in->tokens[name_token].text;
  self = tta_rvalue(in, self, name_token);
  kernel_value out;
  if (self.kind == KERNEL_UNKNOWN) return self;
  if (optional_method(in, self, name, args, num_args, name_token, &out)) return out;
  if (self.kind == KERNEL_STRUCT && self.object != TTA_KERNEL_NONE) {
    uint32_t function = tta_find_function(in, in->tokens[name_token].name, self.object, num_args);
    if (function != TTA_KERNEL_NONE) return tta_call(in, function, args, num_args, self, name_token);
  }
  if (tta_is_list(self)) return tta_list_method(in, self, name, args, num_args, name_token);
  if (self.kind == KERNEL_STRUCT && (tta_str_is(name, "get") || tta_str_is(name, "value"))) return self;
  if (self.kind == KERNEL_STRUCT && tta_str_is(name, "has_value")) return tta_bool(true);
  if (in->host && (self.kind != KERNEL_STRUCT || self.object != TTA_KERNEL_NONE))
    return self.kind == KERNEL_STRING && tta_str_is(name, "c_str")
               ? self : tta_host_unknown_call(in, name_token, args, num_args);
  if (self.kind == KERNEL_STRUCT || self.kind == KERNEL_POINTER)
    return tta_str_is(name, "size") ? tta_u32(self.count) : tta_unsupported(in, name_token, "method");
  for (uint32_t i = 0; i < num_args; i++) args[i] = tta_rvalue(in, args[i], name_token);
  if (self.kind == KERNEL_ADDRESS && tta_str_is(name, "get_address")) return self;
  if (self.kind != KERNEL_OBJECT) return tta_unsupported(in, name_token, "method");
  switch (self.class) {
  case TTA_CLASS_CB: return cb_method(in, self, name, args, num_args, name_token);
  case TTA_CLASS_NOC: {
    in->noc = noc_number(in, self.number);
    out = noc_method(in, name, args, num_args, name_token);
    in->noc = TTA_NOC_OF_KERNEL;
    return out;
  }
  case TTA_CLASS_SEMAPHORE: return semaphore_method(in, self, name, args, num_args, name_token);
  case TTA_CLASS_ADDR_GEN: case TTA_CLASS_ACCESSOR: case TTA_CLASS_ACCESSOR_ARGS:
    return accessor_method(in, self, name, args, num_args, name_token);
  default: return tta_unsupported(in, name_token, "method");
  }
}
