/* effects.c: the operations of TTKernel: those of the protocol that they issue, and the values that they have.
 * Addresses are places: an object and an offset, on this core or on others. Cores are logical; translated coordinates
 * are taken to be those of the logical cores that they come from. */
#include <string.h>

#include "base/checked.h"
#include "ttkernel/module.h"

enum { CELL_BYTES = 16, MAX_PAGE_BYTES = 1 << 20, PAGES_OF_REGION = 16, DRAM_ALIGNMENT = 64, WORD_BYTES = 4 };

typedef void special(tta_ttkernel_runner *r, uint32_t op);

static special acquire_dst, release_dst, get_argument, get_pointer, get_tile_size, get_semaphore, get_noc_address,
    get_bank_address, get_multicast_address, transfer, transfer_tile, multicast, inline_write, my_coordinate,
    same_value, load, store, accessor_arguments, accessor, address_generator;

typedef enum effect { EFFECT_ISSUES, EFFECT_SPECIAL, EFFECT_NOTHING, EFFECT_UNMODELLED } effect;

static const struct row {
  const char *name;
  effect effect;
  const char *operation, *operands;
  special *function;
} rows[] = {
#define ISSUES(name, operation, operands, since) {name, EFFECT_ISSUES, operation, operands, NULL},
#define SPECIAL(name, function, since) {name, EFFECT_SPECIAL, NULL, NULL, function},
#define NOTHING(name, since) {name, EFFECT_NOTHING, NULL, NULL, NULL},
#define UNMODELLED(name, since) {name, EFFECT_UNMODELLED, NULL, NULL, NULL},
#include "ttkernel/operations.def"
#undef ISSUES
#undef SPECIAL
#undef NOTHING
#undef UNMODELLED
};

/* Operations of the protocol: their operands, and a NoC after them. */
static const struct row issued[TTA_NUM_PROTOCOL_OPS] = {
#define OP(id, name, signature, processors) [TTA_OP_##id] = {name, EFFECT_ISSUES, name, NULL, NULL},
#include "protocol/operations.def"
#undef OP
};

static tta_str short_name(tta_str name) {
  if (!tta_str_skip(&name, "ttkernel.")) return (tta_str){NULL, 0};
  if (!tta_str_skip(&name, "experimental.")) tta_str_skip(&name, "experimental::"); /* until 2026 */
  return name;
}

static const struct row *row_of(tta_str name) {
  name = short_name(name);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (tta_str_is(name, rows[i].name)) return &rows[i];
  tta_protocol_op op = tta_operation_of_call(name);
  return op == TTA_NUM_PROTOCOL_OPS ? NULL : &issued[op];
}

/* Operations that configure the units: *_init*, *_uninit, reconfig_*, ..._hw_startup. */
static bool configures(tta_str name) {
  return tta_str_contains(name, "init") || tta_str_contains(name, "reconfig") || tta_str_contains(name, "hw_startup");
}

bool tta_ttkernel_has_effect(tta_str name) {
  const struct row *row = row_of(name);
  if (row) return row->effect == EFFECT_ISSUES || row->effect == EFFECT_UNMODELLED || row->function == transfer ||
                  row->function == transfer_tile || row->function == multicast || row->function == inline_write ||
                  row->function == acquire_dst || row->function == release_dst || row->function == store;
  if (tta_str_starts_with(name, "ttkernel.")) return !configures(name);
  return !tta_str_starts_with(name, "arith.") && !tta_str_starts_with(name, "scf.") &&
         !tta_str_starts_with(name, "affine.") && !tta_str_starts_with(name, "index.");
}

static const tta_ops_op *op_of(const tta_ttkernel_runner *r, uint32_t op) { return &r->build->text->ops->ops[op]; }

uint32_t tta_ttkernel_object_of(tta_ttkernel_build *b, tta_ttkernel_object_kind kind, int64_t key, uint32_t op) {
  for (uint32_t i = 0; i < b->num_objects; i++)
    if (b->objects[i].kind == kind && b->objects[i].key == key) return i;
  tta_ttkernel_object o = {.kind = kind, .key = key, .op = op, .declared = TTA_PROTOCOL_NONE};
  if (!TTA_GROW_IN(&b->text->scratch, b, objects, 1)) {
    b->text->status = TTA_NO_MEMORY;
    return TTA_PROTOCOL_NONE;
  }
  b->objects[b->num_objects++] = o;
  return b->num_objects - 1;
}

/* ---- issuing ---- */

/* A buffer in DRAM has the bytes that transfers use. */
static void extend_dram(tta_ttkernel_build *b, const tta_place *place, int64_t bytes) {
  tta_ttkernel_object *o = &b->objects[place->object];
  int64_t end;
  if (o->kind != TTA_TTKERNEL_DRAM || bytes < 0 || !tta_add(place->offset_bytes, bytes, &end)) return;
  if (end > o->bytes && tta_add(end, DRAM_ALIGNMENT - 1, &end)) o->bytes = end - end % DRAM_ALIGNMENT;
}

static void issue(tta_ttkernel_runner *r, uint32_t op, const char *name, tta_operation o) {
  o.op = (uint8_t)tta_operation_named(tta_str_from(name));
  if (o.op == TTA_NUM_PROTOCOL_OPS) {
    tta_ttkernel_give_up(r, op, "%s is not modelled", name);
    return;
  }
  if (!TTA_GROW_IN(&r->build->text->scratch, r->run, steps, 1)) {
    r->build->text->status = TTA_NO_MEMORY;
    r->stopped = true;
    return;
  }
  r->run->steps[r->run->num_steps++] = (tta_ttkernel_step){o, op};
}

static bool unknown_operand(tta_ttkernel_runner *r, uint32_t op, uint32_t i, const char *what) {
  tta_ttkernel_value v = tta_ttkernel_operand(r, op, i);
  const tta_ops *o = r->build->text->ops;
  tta_str name = i < op_of(r, op)->num_operands ? o->operands[op_of(r, op)->first_operand + i].name : TTA_STR("");
  if (v.kind == TTA_TTKERNEL_UNKNOWN && v.why != TTA_OPS_NONE && v.why != op)
    tta_ttkernel_give_up(r, op, "%s %.*s of %.*s is not known: it depends on %.*s in line %u", what, TTA_STR_ARGS(name),
                       TTA_STR_ARGS(op_of(r, op)->name), TTA_STR_ARGS(o->ops[v.why].name),
                       tta_document_position(r->build->text->document, o->ops[v.why].begin, TTA_COLUMN_BYTES).line);
  else
    tta_ttkernel_give_up(r, op, "%s %.*s of %.*s is not known", what, TTA_STR_ARGS(name),
                       TTA_STR_ARGS(op_of(r, op)->name));
  return false;
}

static bool number_of(tta_ttkernel_runner *r, uint32_t op, uint32_t i, int64_t *number) {
  tta_ttkernel_value v = tta_ttkernel_operand(r, op, i);
  *number = v.number;
  return v.kind == TTA_TTKERNEL_NUMBER ? true : unknown_operand(r, op, i, "operand");
}

static bool place_of(tta_ttkernel_runner *r, uint32_t op, uint32_t i, tta_place *place) {
  tta_ttkernel_value v = tta_ttkernel_operand(r, op, i);
  *place = v.place;
  return v.kind == TTA_TTKERNEL_PLACE ? true : unknown_operand(r, op, i, "address");
}

/* What a circular buffer sees of its kernels. */
static void count_pages(tta_ttkernel_build *b, const char *operation, uint32_t object, int64_t n) {
  tta_ttkernel_object *o = &b->objects[object];
  if (n < 0 || n > INT32_MAX) return;
  if (!strcmp(operation, "cb_push_back")) o->pushed += n, o->pushed_here += n, o->produced = true;
  if (!strcmp(operation, "cb_reserve_back")) o->produced = true;
  if (!strcmp(operation, "cb_pop_front")) o->popped += n, o->popped_here += n, o->consumed = true;
  if (!strcmp(operation, "cb_wait_front")) o->consumed = true;
  if (!strcmp(operation, "cb_wait_front") && o->popped + n > o->needed) o->needed = o->popped + n;
  if (o->popped > o->needed) o->needed = o->popped;
}

/* The letters of the operands of a row. */
static void operands_of(const struct row *row, char letters[static TTA_PROTOCOL_MAX_ARGS + 2]) {
  const char *signature = row->operands;
  if (!signature) signature = tta_operation_rows[tta_operation_named(tta_str_from(row->operation))].signature;
  uint32_t count = 0;
  for (const char *at = signature; *at; at++)
    if (*at != '?') letters[count++] = !row->operands && strchr("lrmstu", *at) ? 'p' : *at;
  if (!row->operands) letters[count++] = 'q';
  letters[count] = 0;
}

static void issue_row(tta_ttkernel_runner *r, uint32_t op, const struct row *row) {
  tta_operation o = {.noc = TTA_NOC_OF_KERNEL};
  char letters[TTA_PROTOCOL_MAX_ARGS + 2];
  operands_of(row, letters);
  for (uint32_t i = 0; letters[i]; i++) {
    tta_ttkernel_value v = tta_ttkernel_operand(r, op, i);
    bool last = i >= op_of(r, op)->num_operands;
    tta_operand *arg = &o.args[o.num_args];
    char letter = letters[i];
    if (last && (letter == 'q' || letter == '-' || i > 1)) break; /* optional */
    if (letter == '-') continue;
    if (letter == 'q') {
      if (v.kind == TTA_TTKERNEL_NUMBER) o.noc = (int8_t)(v.number & 1);
      continue;
    }
    if (letter == 'c' && v.kind != TTA_TTKERNEL_CB_VALUE) {
      unknown_operand(r, op, i, "circular buffer");
      return;
    }
    if (letter == 'c') arg->object = v.place.object;
    else if (letter == 'p' ? !place_of(r, op, i, &arg->place) : !number_of(r, op, i, &arg->number)) return;
    o.num_args++;
  }
  if (letters[0] == 'c' && letters[1] == 'n' && o.num_args == 2)
    count_pages(r->build, row->operation, o.args[0].object, o.args[1].number);
  issue(r, op, row->operation, o);
}

/* ---- arguments, pointers, addresses ---- */

static tta_ttkernel_value object_value(tta_ttkernel_runner *r, uint32_t op, tta_ttkernel_object_kind kind,
                                       int64_t key) {
  uint32_t object = tta_ttkernel_object_of(r->build, kind, key, op);
  tta_ttkernel_value v = {.kind = kind == TTA_TTKERNEL_CB ? TTA_TTKERNEL_CB_VALUE : TTA_TTKERNEL_PLACE,
                        .place = {.object = object}};
  return object == TTA_PROTOCOL_NONE ? tta_ttkernel_unknown(op) : v;
}

static tta_ttkernel_value buffer_of_cb(tta_ttkernel_runner *r, uint32_t op, int64_t port, tta_str type) {
  tta_ttkernel_value v = object_value(r, op, TTA_TTKERNEL_CB, port);
  if (v.kind == TTA_TTKERNEL_UNKNOWN) return v;
  tta_ttkernel_object *o = &r->build->objects[v.place.object];
  if (o->pages) return v;
  if (tta_ttkernel_cb_type(r->build->text, type, &o->pages, &o->page_bytes)) return v;
  tta_ttkernel_give_up(r, op, "the size of circular buffer %lld is not known from its type", (long long)port);
  return tta_ttkernel_unknown(op);
}

static tta_ttkernel_value dram(tta_ttkernel_runner *r, uint32_t op, int64_t key) {
  tta_ttkernel_value v = object_value(r, op, TTA_TTKERNEL_DRAM, key);
  if (v.kind == TTA_TTKERNEL_PLACE && !r->build->objects[v.place.object].bytes)
    r->build->objects[v.place.object].bytes = DRAM_ALIGNMENT;
  return v;
}

bool tta_ttkernel_argument(tta_str item, tta_str *kind, int64_t *number) {
  tta_str part;
  size_t angle = tta_str_find(item, "<");
  if (angle == SIZE_MAX || !item.size) return false;
  tta_str inside = tta_ops_inside(tta_str_rest(item, angle));
  if (!tta_str_contains(inside, "=")) {
    size_t word = tta_str_find(item, "kernel_arg_"); /* #ttnn.kernel_arg_cb_buffer_index<0> */
    word += word == SIZE_MAX ? 0 : strlen("kernel_arg_");
    *kind = word == SIZE_MAX ? TTA_STR("") : tta_str_between(item.data + word, item.data + angle);
    if (kind->size) return tta_ops_integer(inside, number);
    size_t open = tta_str_find(inside, "[");
    *kind = tta_str_trim((tta_str){inside.data, open == SIZE_MAX ? inside.size : open});
    return open != SIZE_MAX && tta_ops_integer(tta_ops_inside(inside), number);
  }
  *number = -1;
  while (tta_ops_next_item(&inside, &part)) {
    tta_str value = tta_str_trim(tta_str_rest(part, tta_str_find(part, "=") == SIZE_MAX ? part.size
                                                                                        : tta_str_find(part, "=") + 1));
    if (tta_str_starts_with(part, "arg_type")) *kind = value;
    if (tta_str_starts_with(part, "operand_index")) tta_ops_integer(value, number);
    if (tta_str_starts_with(part, "value") && tta_ops_integer(value, number)) *kind = TTA_STR("number");
  }
  return *number >= 0 || tta_str_is(*kind, "number");
}

static bool item_at(tta_str list, int64_t index, tta_str *kind, int64_t *number) {
  tta_str item = {NULL, 0};
  for (int64_t i = 0; i <= index; i++)
    if (!tta_ops_next_item(&list, &item)) return false;
  return tta_ttkernel_argument(item, kind, number);
}

int64_t tta_ttkernel_port(const tta_ttkernel_build *b, int64_t index) {
  tta_str list = b->ports, item;
  int64_t port = index, i = 0;
  if (!b->bare && tta_ops_next_item(&list, &item)) /* `i64:` in front of the first */
    for (bool more = true; more && i <= index; i++, more = tta_ops_next_item(&list, &item)) {
      size_t colon = tta_str_find(item, ":");
      if (i == index) tta_ops_integer(tta_str_trim(colon == SIZE_MAX ? item : tta_str_rest(item, colon + 1)), &port);
    }
  return port;
}

/* An argument of the program: by its kind in the list of the kernel. */
static void bound_argument(tta_ttkernel_runner *r, uint32_t op, tta_str list, int64_t index, tta_str type) {
  tta_str kind = {NULL, 0};
  int64_t number;
  if (!item_at(list, index, &kind, &number)) {
    tta_ttkernel_give_up(r, op, "the program has no argument %lld for this kernel", (long long)index);
    return;
  }
  bool cb = tta_str_is(kind, "cb_port") || tta_str_is(kind, "cb_buffer_index");
  if (tta_str_is(kind, "number")) tta_ttkernel_set(r, op, 0, tta_ttkernel_number(number));
  if (cb) tta_ttkernel_set(r, op, 0, buffer_of_cb(r, op, tta_ttkernel_port(r->build, number), type));
  else if (tta_str_ends_with(kind, "semaphore") || tta_str_is(kind, "semaphore_at"))
    tta_ttkernel_set(r, op, 0, object_value(r, op, TTA_TTKERNEL_SEMAPHORE, number));
  else if (tta_str_is(kind, "buffer_address") || tta_str_is(kind, "address_of_tensor"))
    tta_ttkernel_set(r, op, 0, dram(r, op, number));
}

static bool argument_index(tta_ttkernel_runner *r, uint32_t op, int64_t *index) {
  const tta_ops *o = r->build->text->ops;
  const tta_ops_attribute *a = tta_ops_find(o, op, "arg_index");
  if (a) return tta_ops_integer(a->value, index);
  if (op_of(r, op)->num_operands) return number_of(r, op, 0, index);
  return op_of(r, op)->num_words && tta_ops_integer(o->words[op_of(r, op)->first_word].text, index);
}

tta_ttkernel_value tta_ttkernel_parameter(tta_ttkernel_runner *r, uint32_t op, uint32_t index, tta_str type) {
  type = tta_ttkernel_resolve(r->build->text, type);
  if (tta_str_starts_with(type, "!ttkernel.cb<")) return buffer_of_cb(r, op, tta_ttkernel_port(r->build, index), type);
  if (tta_str_contains(type, "semaphore")) return object_value(r, op, TTA_TTKERNEL_SEMAPHORE, index);
  return tta_ttkernel_unknown(op);
}

static void get_argument(tta_ttkernel_runner *r, uint32_t op) {
  const tta_ops_op *o = op_of(r, op);
  const tta_ttkernel_use *k = r->run->kernel;
  tta_str name = short_name(o->name), type = {NULL, 0};
  int64_t index;
  tta_ttkernel_set(r, op, 0, tta_ttkernel_unknown(op));
  if (!o->num_results || !argument_index(r, op, &index)) return;
  type = tta_ttkernel_resolve(r->build->text, r->build->text->ops->values[o->first_result].type);
  bool compile = tta_str_is(name, "get_compile_time_arg_val"), common = tta_str_is(name, "get_common_arg_val");
  if (!r->build->bare) {
    bound_argument(r, op, compile ? k->compile_args : common ? k->common_args : k->args, index, type);
    return;
  }
  if (tta_str_starts_with(type, "!ttkernel.cb<")) tta_ttkernel_set(r, op, 0, buffer_of_cb(r, op, index, type));
  else if (tta_str_contains(type, "semaphore"))
    tta_ttkernel_set(r, op, 0, object_value(r, op, TTA_TTKERNEL_SEMAPHORE, index));
  else {
    tta_ttkernel_report(r->build->text, r->build, TTA_RULE_kernel_assumed, op, "argument %lld is 1", (long long)index);
    tta_ttkernel_set(r, op, 0, tta_ttkernel_number(1));
  }
}

static void get_pointer(tta_ttkernel_runner *r, uint32_t op) {
  bool write = tta_str_ends_with(op_of(r, op)->name, "get_write_ptr");
  tta_ttkernel_value v = tta_ttkernel_operand(r, op, 0);
  if (v.kind != TTA_TTKERNEL_CB_VALUE) {
    tta_ttkernel_set(r, op, 0, tta_ttkernel_unknown(op));
    return;
  }
  const tta_ttkernel_object *cb = &r->build->objects[v.place.object];
  int64_t moved = write ? cb->pushed_here : cb->popped_here;
  v.kind = TTA_TTKERNEL_PLACE;
  v.place.offset_bytes = cb->pages ? moved % cb->pages * cb->page_bytes : 0;
  tta_ttkernel_set(r, op, 0, v);
}

static void get_tile_size(tta_ttkernel_runner *r, uint32_t op) {
  tta_ttkernel_value v = tta_ttkernel_operand(r, op, 0);
  if (v.kind == TTA_TTKERNEL_CB_VALUE) v = tta_ttkernel_number(r->build->objects[v.place.object].page_bytes);
  else v = tta_ttkernel_unknown(op);
  tta_ttkernel_set(r, op, 0, v);
}

static void get_semaphore(tta_ttkernel_runner *r, uint32_t op) {
  tta_ttkernel_value v = tta_ttkernel_operand(r, op, 0);
  if (v.kind == TTA_TTKERNEL_NUMBER) v = object_value(r, op, TTA_TTKERNEL_SEMAPHORE, v.number);
  tta_ttkernel_set(r, op, 0, v);
}

static bool core_number(tta_ttkernel_runner *r, uint32_t op, uint32_t i, uint32_t *number) {
  int64_t n;
  enum { LAST = 63 };
  if (!number_of(r, op, i, &n)) return false;
  *number = (uint32_t)n;
  if (n < 0 || n > LAST) tta_ttkernel_give_up(r, op, "%lld is not a coordinate of a core", (long long)n);
  return n >= 0 && n <= LAST;
}

/* Kernels address cores of their program; others are translated ones that the text has as numbers. */
static bool is_core(tta_ttkernel_runner *r, uint32_t op, uint32_t y, uint32_t x) {
  for (uint32_t i = 0; i < r->build->num_kernels; i++)
    if (tta_range_has(&r->build->kernels[i].cores, y, x)) return true;
  tta_ttkernel_give_up(r, op, "x %u, y %u is not a core of the program: coordinates are those of logical cores", x, y);
  return false;
}

static bool remote(tta_ttkernel_runner *r, uint32_t op, uint32_t first, uint32_t address, tta_place *place) {
  uint32_t x, y;
  if (!core_number(r, op, first, &x) || !core_number(r, op, first + 1, &y) || !place_of(r, op, address, place) ||
      !is_core(r, op, y, x)) return false;
  place->reach = TTA_PLACE_REMOTE;
  place->on = (tta_protocol_range){y, x, y, x};
  return true;
}

static void set_place(tta_ttkernel_runner *r, uint32_t op, tta_place place) {
  tta_ttkernel_set(r, op, 0, (tta_ttkernel_value){.kind = TTA_TTKERNEL_PLACE, .place = place});
}

/* The type of operand i starts with `prefix`. */
static bool operand_is(const tta_ttkernel_runner *r, uint32_t op, uint32_t i, const char *prefix) {
  const tta_ttkernel_text *t = r->build->text;
  const tta_ops_op *o = op_of(r, op);
  if (i >= o->num_operands) return false;
  uint32_t value = t->ops->operands[o->first_operand + i].value;
  tta_str type = i < o->num_inputs ? t->ops->types[o->first_input + i]
                 : value != TTA_OPS_NONE ? t->ops->values[value].type : (tta_str){NULL, 0};
  return tta_str_starts_with(tta_ttkernel_resolve(t, type), prefix);
}

static void get_noc_address(tta_ttkernel_runner *r, uint32_t op) {
  tta_place place;
  if (op_of(r, op)->num_operands < 3) { /* of this core */
    if (place_of(r, op, 0, &place)) set_place(r, op, place);
  } else if (remote(r, op, 0, 2, &place)) set_place(r, op, place);
}

/* In DRAM, each kernel and core has a region of its own: where buffers are is not in the kernel. */
static tta_ttkernel_value own_dram(tta_ttkernel_runner *r, uint32_t op) {
  tta_ttkernel_report(r->build->text, r->build, TTA_RULE_kernel_assumed, op,
                  "what kernels read from DRAM is written before, and what they write does not overlap");
  int64_t kernel = r->run->kernel - r->build->kernels;
  return dram(r, op, ((kernel << 6 | r->run->y) << 6 | r->run->x) + 1000);
}

static void get_bank_address(tta_ttkernel_runner *r, uint32_t op) { tta_ttkernel_set(r, op, 0, own_dram(r, op)); }

static bool multicast_place(tta_ttkernel_runner *r, uint32_t op, uint32_t start, uint32_t end, uint32_t address,
                            tta_place *place) {
  tta_protocol_range on;
  if (!core_number(r, op, start, &on.x0) || !core_number(r, op, start + 1, &on.y0) ||
      !core_number(r, op, end, &on.x1) || !core_number(r, op, end + 1, &on.y1) || !place_of(r, op, address, place) ||
      !is_core(r, op, on.y0, on.x0) || !is_core(r, op, on.y1, on.x1)) return false;
  uint32_t y0 = on.y0 < on.y1 ? on.y0 : on.y1, x0 = on.x0 < on.x1 ? on.x0 : on.x1; /* NoC 1: corners swapped */
  place->on = (tta_protocol_range){y0, x0, on.y0 + on.y1 - y0, on.x0 + on.x1 - x0};
  place->reach = TTA_PLACE_MULTICAST;
  return true;
}

static void get_multicast_address(tta_ttkernel_runner *r, uint32_t op) {
  tta_place place;
  if (multicast_place(r, op, 0, 2, 4, &place)) set_place(r, op, place);
}

static void my_coordinate(tta_ttkernel_runner *r, uint32_t op) {
  tta_str name = short_name(op_of(r, op)->name);
  tta_ttkernel_set(r, op, 0, tta_ttkernel_number(tta_str_contains(name, "x") ? r->run->x : r->run->y));
}

static void same_value(tta_ttkernel_runner *r, uint32_t op) {
  tta_ttkernel_set(r, op, 0, tta_ttkernel_operand(r, op, 0));
}

/* ---- transfers ---- */

/* The far end starts at operand `first`: a NoC address, `core[x, y], address` or `bank[b], address`.
 * @param next receives the operand after it */
static bool far_end(tta_ttkernel_runner *r, uint32_t op, uint32_t first, uint32_t *next, tta_place *place) {
  if (operand_is(r, op, first, "!ttkernel.noc_addr")) {
    *next = first + 1;
    return place_of(r, op, first, place);
  }
  bool core = operand_is(r, op, first, "index") && operand_is(r, op, first + 1, "index");
  *next = first + (core ? 3 : 2);
  if (core) return remote(r, op, first, first + 2, place);
  tta_ttkernel_value v = own_dram(r, op);
  *place = v.place;
  return v.kind == TTA_TTKERNEL_PLACE;
}

static bool noc_at(tta_ttkernel_runner *r, uint32_t op, uint32_t i, int8_t *noc) {
  int64_t n;
  *noc = TTA_NOC_OF_KERNEL;
  if (i >= op_of(r, op)->num_operands) return true;
  if (!number_of(r, op, i, &n)) return false;
  *noc = (int8_t)(n & 1);
  return true;
}

static void transfer(tta_ttkernel_runner *r, uint32_t op) {
  tta_operation o = {.num_args = 3};
  tta_str name = short_name(op_of(r, op)->name);
  bool read = tta_str_starts_with(name, "noc_async_read"), trid = tta_str_ends_with(name, "_with_trid");
  uint32_t next = 1, bytes;
  if (!far_end(r, op, read ? 0 : 1, &next, &o.args[!read].place)) return;
  if (!place_of(r, op, read ? next : 0, &o.args[read].place)) return;
  bytes = read ? next + 1 : next;
  if (!number_of(r, op, bytes, &o.args[2].number)) return;
  if (trid && !number_of(r, op, bytes + 1, &o.args[3].number)) return;
  if (trid) o.num_args = 4;
  if (!noc_at(r, op, bytes + 1 + trid, &o.noc)) return;
  extend_dram(r->build, &o.args[!read].place, o.args[2].number);
  issue(r, op, trid ? "noc_async_write_with_trid" : read ? "noc_async_read" : "noc_async_write", o);
}

static void transfer_tile(tta_ttkernel_runner *r, uint32_t op) {
  tta_operation o = {.num_args = 3, .noc = TTA_NOC_OF_KERNEL};
  bool read = tta_str_ends_with(op_of(r, op)->name, "noc_async_read_tile");
  tta_ttkernel_value a = tta_ttkernel_operand(r, op, 1), id = tta_ttkernel_operand(r, op, 0);
  if (a.kind != TTA_TTKERNEL_ACCESSOR) {
    unknown_operand(r, op, 1, "accessor");
    return;
  }
  tta_place *far = &o.args[!read].place;
  *far = a.place;
  bool known = id.kind == TTA_TTKERNEL_NUMBER && id.number >= 0;
  far->offset_bytes = known ? id.number % PAGES_OF_REGION * a.number : 0; /* a few pages represent all */
  if (!place_of(r, op, 2, &o.args[read].place)) return;
  o.args[2].number = a.number;
  extend_dram(r->build, far, a.number);
  issue(r, op, read ? "noc_async_read" : "noc_async_write", o);
}

static void multicast(tta_ttkernel_runner *r, uint32_t op) {
  tta_operation o = {.num_args = 4, .noc = TTA_NOC_OF_KERNEL};
  bool loopback = tta_str_ends_with(op_of(r, op)->name, "_loopback_src");
  bool address = operand_is(r, op, 1, "!ttkernel.noc_addr"); /* until 2026-05: source, address, bytes, destinations */
  if (!place_of(r, op, 0, &o.args[0].place) || !number_of(r, op, address ? 2 : 1, &o.args[2].number) ||
      !number_of(r, op, address ? 3 : 2, &o.args[3].number)) return;
  if (address ? !place_of(r, op, 1, &o.args[1].place) : !multicast_place(r, op, 3, 5, 7, &o.args[1].place)) return;
  issue(r, op, loopback ? "noc_async_write_multicast_loopback_src" : "noc_async_write_multicast", o);
}

static void inline_write(tta_ttkernel_runner *r, uint32_t op) {
  tta_operation o = {.num_args = 2, .noc = TTA_NOC_OF_KERNEL};
  uint32_t next = 1;
  if (!far_end(r, op, 0, &next, &o.args[0].place) || !number_of(r, op, next, &o.args[1].number)) return;
  issue(r, op, "noc_inline_dw_write", o);
}

/* ---- loads and stores ---- */

/* The cell around a word at a pointer. */
static bool word_at(tta_ttkernel_runner *r, uint32_t op, uint32_t pointer, uint32_t offset, tta_operation *o) {
  tta_ttkernel_value at = tta_ttkernel_operand(r, op, pointer), by = tta_ttkernel_operand(r, op, offset);
  int64_t bytes;
  if (at.kind != TTA_TTKERNEL_PLACE || by.kind != TTA_TTKERNEL_NUMBER || !tta_mul(by.number, WORD_BYTES, &bytes) ||
      !tta_add(at.place.offset_bytes, bytes, &bytes) || bytes < 0) return false;
  *o = (tta_operation){.num_args = 2, .noc = TTA_NOC_OF_KERNEL};
  o->args[0].place = at.place;
  o->args[0].place.offset_bytes = bytes - bytes % CELL_BYTES;
  o->args[1].number = CELL_BYTES;
  return true;
}

static bool is_semaphore(const tta_ttkernel_runner *r, const tta_operation *o) {
  return r->build->objects[o->args[0].place.object].kind == TTA_TTKERNEL_SEMAPHORE;
}

/* The value is data. */
static void load(tta_ttkernel_runner *r, uint32_t op) {
  tta_operation o;
  tta_ttkernel_set(r, op, 0, tta_ttkernel_unknown(op));
  if (word_at(r, op, 0, 1, &o) && !is_semaphore(r, &o)) issue(r, op, "l1_read", o);
}

static void store(tta_ttkernel_runner *r, uint32_t op) {
  tta_operation o;
  if (!word_at(r, op, 1, 2, &o)) {
    unknown_operand(r, op, 1, "address");
    return;
  }
  if (!is_semaphore(r, &o)) {
    issue(r, op, "l1_write", o);
    return;
  }
  o.args[0].place.offset_bytes = 0;
  if (number_of(r, op, 0, &o.args[1].number)) issue(r, op, "noc_semaphore_set", o);
}

/* ---- accessors and dst ---- */

static void accessor_arguments(tta_ttkernel_runner *r, uint32_t op) {
  tta_ttkernel_set(r, op, 0, tta_ttkernel_unknown(op)); /* where pages are: not needed */
}

static void make_accessor(tta_ttkernel_runner *r, uint32_t op, uint32_t page_size) {
  tta_ttkernel_value bytes = tta_ttkernel_operand(r, op, page_size), v = own_dram(r, op);
  if (bytes.kind != TTA_TTKERNEL_NUMBER || bytes.number < 1 || bytes.number > MAX_PAGE_BYTES ||
      v.kind != TTA_TTKERNEL_PLACE) {
    tta_ttkernel_set(r, op, 0, tta_ttkernel_unknown(op));
    return;
  }
  v.kind = TTA_TTKERNEL_ACCESSOR;
  v.number = bytes.number;
  tta_ttkernel_set(r, op, 0, v);
}

static void accessor(tta_ttkernel_runner *r, uint32_t op) { make_accessor(r, op, 2); } /* args, address, size */
static void address_generator(tta_ttkernel_runner *r, uint32_t op) { make_accessor(r, op, 2); }  /* dram, base, size */

static void use_mode(tta_ttkernel_runner *r, uint32_t op, const char *name) {
  tta_operation o = {.num_args = 1, .noc = TTA_NOC_OF_KERNEL};
  o.args[0].number = r->run->kernel->full;
  issue(r, op, name, o);
}
static void acquire_dst(tta_ttkernel_runner *r, uint32_t op) { use_mode(r, op, "acquire_dst"); }
static void release_dst(tta_ttkernel_runner *r, uint32_t op) { use_mode(r, op, "release_dst"); }

void tta_ttkernel_effect(tta_ttkernel_runner *r, uint32_t op) {
  tta_str name = op_of(r, op)->name;
  const struct row *row = row_of(name);
  for (uint32_t i = 0; i < op_of(r, op)->num_results; i++) tta_ttkernel_set(r, op, i, tta_ttkernel_unknown(op));
  if (!row && configures(name)) return;
  if (!row) tta_ttkernel_give_up(r, op, "operation %.*s is not known; what it does is not checked", TTA_STR_ARGS(name));
  else if (row->effect == EFFECT_UNMODELLED) tta_ttkernel_give_up(r, op, "%.*s is not modelled", TTA_STR_ARGS(name));
  else if (row->effect == EFFECT_SPECIAL) row->function(r, op);
  else if (row->effect == EFFECT_ISSUES) issue_row(r, op, row);
}
