/* binding.c: the binding of kernels to a program, from TOML: docs/protocol.md describes the keys. */
#include "base/nearest.h"
#include "base/toml.h"
#include "kernel/interpret.h"
#include "ttattr/model.h"

typedef struct reader {
  tta_binding *binding;
  tta_str text;
  const tta_toml *toml;
  uint32_t num_errors;
} reader;

/* Adds an item to a list; false when there is no memory. */
#define APPEND(r, owner, list, item)                                                                                   \
  (TTA_GROW_IN((r)->binding->arena, owner, list, 1) ? ((owner)->list[(owner)->num_##list++] = (item), true)            \
                                                    : ((r)->binding->report->status = TTA_NO_MEMORY, false))

static tta_call_site site_at(const reader *r, tta_toml_span span) {
  size_t begin = span.begin < r->text.size ? span.begin : r->text.size;
  tta_position at = tta_source_position(&r->binding->report->findings->text, (uint32_t)begin);
  return (tta_call_site){.line = at.line, .column = at.column};
}

static tta_cpp_token token_at(reader *r, tta_toml_span span) {
  tta_call_site site = site_at(r, span);
  r->num_errors++;
  return (tta_cpp_token){.file = UINT16_MAX, .line = site.line, .column = site.column};
}

static bool fail_at(reader *r, tta_toml_span span, const char *message, tta_str what) {
  tta_cpp_token at = token_at(r, span);
  tta_cpp_report(r->binding->report, TTA_RULE_kernel_invalid, &at, "%s%s%.*s%s", message, what.size ? " '" : "",
                 TTA_STR_START(what), what.size ? "'" : "");
  return false;
}

/* @param where  " of a kernel", say
 * @param keys  those that are known here, NULL at the end */
static bool fail_key(reader *r, const tta_toml_entry *e, const char *where, const char *const *keys) {
  tta_cpp_token at = token_at(r, e->key_span);
  tta_nearest nearest = tta_nearest_start(e->key, TTA_NEAREST_ANY - 1);
  for (; *keys; keys++) tta_nearest_offer(&nearest, *keys, *keys);
  tta_diagnostic *d = tta_cpp_report(r->binding->report, TTA_RULE_kernel_invalid, &at, "unknown key '%.*s'%s",
                                     TTA_STR_START(e->key), where);
  if (tta_nearest_is_likely(&nearest))
    tta_report_suggest(&r->binding->report->findings->results.report, d,
                       (tta_span){(uint32_t)e->key_span.begin, (uint32_t)e->key_span.end}, nearest.best);
  return false;
}

void tta_split_define(tta_str define, tta_str *name, tta_str *value) {
  size_t equal = tta_str_find(define, "=");
  *name = (tta_str){define.data, equal == SIZE_MAX ? define.size : equal};
  *value = equal == SIZE_MAX ? TTA_STR("1") : tta_str_rest(define, equal + 1);
}

bool tta_define_number(tta_str text, int64_t *out) {
  uint64_t value;
  bool is_unsigned, is_long, negative = tta_str_skip(&text, "-");
  if (tta_str_is(text, "true") || tta_str_is(text, "false")) {
    *out = tta_str_is(text, "true");
    return true;
  }
  if (!tta_cpp_integer(text, &value, &is_unsigned, &is_long) || value > INT64_MAX) return false;
  *out = negative ? -(int64_t)value : (int64_t)value;
  return true;
}

void tta_binding_assume(tta_binding *b, const char *format, ...) {
  tta_buf text;
  va_list args;
  tta_buf_init(&text, b->arena->allocator);
  va_start(args, format);
  tta_buf_vprintf(&text, format, args);
  va_end(args);
  tta_str kept = tta_arena_str(b->arena, tta_buf_view(&text));
  if (text.failed || !kept.data || !TTA_GROW_IN(b->arena, b, assumptions, 1)) b->report->status = TTA_NO_MEMORY;
  else b->assumptions[b->num_assumptions++] = kept;
  tta_buf_free(&text);
}

/* ---- cores ---- */

static bool skip_number(tta_str *text, uint32_t *out) {
  size_t digits = 0;
  for (*out = 0; digits < text->size && text->data[digits] >= '0' && text->data[digits] <= '9' && digits < 3; digits++)
    *out = *out * 10 + (uint32_t)(text->data[digits] - '0');
  *text = tta_str_rest(*text, digits);
  return digits && *out < 64;
}

static const tta_binding_thing *thing_named(const tta_binding *b, tta_str name) {
  for (uint32_t i = 0; i < b->num_things; i++)
    if (tta_str_equal(b->things[i].name, name)) return &b->things[i];
  return NULL;
}

/* 0x1, 0x0..3x3 (row x column), or the name of cores */
static bool parse_range(const tta_binding *b, tta_str text, tta_protocol_range *out) {
  const tta_binding_thing *named = thing_named(b, text);
  if (named && named->kind == TTA_THING_CORES) {
    *out = named->range;
    return true;
  }
  if (!skip_number(&text, &out->y0) || !tta_str_skip(&text, "x") || !skip_number(&text, &out->x0)) return false;
  out->y1 = out->y0;
  out->x1 = out->x0;
  if (tta_str_skip(&text, ".."))
    if (!skip_number(&text, &out->y1) || !tta_str_skip(&text, "x") || !skip_number(&text, &out->x1)) return false;
  return !text.size && out->y0 <= out->y1 && out->x0 <= out->x1;
}

static bool read_range(reader *r, const tta_toml_value *value, tta_protocol_range *out) {
  if (value->kind == TTA_TOML_STRING && parse_range(r->binding, value->string, out)) return true;
  return fail_at(r, value->span, "expected cores, such as \"0x1\" or \"0x0..3x3\" (row x column)", TTA_STR(""));
}

int64_t tta_format_tile_bytes(tta_str format) {
  static const struct {
    const char *name;
    tta_data_type type; /* of as many bytes */
  } formats[] = {
      {"Float32", TTA_F32}, {"Int32", TTA_SI32}, {"UInt32", TTA_U32}, {"Tf32", TTA_F32}, {"Float16", TTA_F16},
      {"Float16_b", TTA_BF16}, {"UInt16", TTA_U16}, {"Bfp8", TTA_BFP_F8}, {"Bfp8_b", TTA_BFP_BF8},
      {"Bfp4", TTA_BFP_F4}, {"Bfp4_b", TTA_BFP_BF4}, {"Bfp2", TTA_BFP_F2}, {"Bfp2_b", TTA_BFP_BF2},
      {"UInt8", TTA_U8}, {"Int8", TTA_U8}, {"Lf8", TTA_U8}};
  tta_element tile = {.kind = TTA_ELEMENT_TILE, .tile = {32, 32}};
  int64_t bytes;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    tile.data_type = formats[i].type;
    if (tta_str_is(format, formats[i].name) && !tta_element_bytes(&tile, TTA_WITH_EXPONENTS, &bytes)) return bytes;
  }
  return 0;
}

/* ---- arguments ---- */

/* NAME.x, NAME.y, .x0, .y0, .x1, .y1, .count of cores */
static bool core_argument(const tta_binding *b, tta_str text, tta_binding_arg *out) {
  size_t dot = tta_str_find(text, ".");
  if (dot == SIZE_MAX) return false;
  tta_str field = tta_str_rest(text, dot + 1);
  const tta_binding_thing *t = thing_named(b, (tta_str){text.data, dot});
  if (!t) return false;
  out->kind = TTA_ARG_NUMBER;
  if (t->kind == TTA_THING_SEMAPHORE && tta_str_is(field, "address")) {
    out->kind = TTA_ARG_SEMAPHORE_ADDRESS;
    out->number = 0;
    out->thing = (uint32_t)(t - b->things);
  } else if (t->kind != TTA_THING_CORES) return false;
  else if (tta_str_is(field, "x") || tta_str_is(field, "x0")) out->number = t->range.x0;
  else if (tta_str_is(field, "y") || tta_str_is(field, "y0")) out->number = t->range.y0;
  else if (tta_str_is(field, "x1")) out->number = t->range.x1;
  else if (tta_str_is(field, "y1")) out->number = t->range.y1;
  else if (tta_str_is(field, "count"))
    out->number = tta_range_cores(&t->range);
  else return false;
  return true;
}

/* NAME + N: bytes after the begin of a buffer. */
static bool offset_argument(const tta_binding *b, tta_str text, tta_binding_arg *out) {
  size_t plus = tta_str_find(text, "+");
  if (plus == SIZE_MAX) return false;
  const tta_binding_thing *t = thing_named(b, tta_str_trim((tta_str){text.data, plus}));
  tta_str number = tta_str_trim(tta_str_rest(text, plus + 1));
  uint64_t bytes;
  bool is_unsigned, is_long;
  if (!t || t->kind != TTA_THING_BUFFER || !tta_cpp_integer(number, &bytes, &is_unsigned, &is_long)) return false;
  if (bytes > INT32_MAX) return false;
  out->kind = TTA_ARG_BUFFER;
  out->thing = (uint32_t)(t - b->things);
  out->number = (int64_t)bytes;
  return true;
}

/* "?NAME": a value that is not known, or given by -D */
static void unknown_argument(reader *r, const tta_toml_value *value, tta_binding_arg *out) {
  const tta_kernel_options *o = r->binding->report->options;
  tta_call_site site = site_at(r, value->span);
  out->kind = TTA_ARG_UNKNOWN;
  out->why = tta_str_rest(value->string, 1);
  out->line = site.line;
  out->column = site.column;
  for (size_t i = 0; i < o->num_defines; i++) {
    tta_str name, text;
    tta_split_define(o->defines[i], &name, &text);
    if (!tta_str_equal(name, out->why) || !tta_define_number(text, &out->number)) continue;
    out->kind = TTA_ARG_NUMBER;
    r->binding->is_value[i] = true;
  }
}

static bool read_arg(reader *r, const tta_toml_value *value, tta_binding_arg *out) {
  *out = (tta_binding_arg){.kind = TTA_ARG_NUMBER, .number = value->integer};
  if (value->kind == TTA_TOML_INTEGER || value->kind == TTA_TOML_BOOLEAN) return true;
  if (value->kind != TTA_TOML_STRING) return fail_at(r, value->span, "expected a number or a name", TTA_STR(""));
  const tta_binding_thing *t = thing_named(r->binding, value->string);
  if (t && t->kind == TTA_THING_BUFFER) {
    out->kind = TTA_ARG_BUFFER;
    out->number = 0;
    out->thing = (uint32_t)(t - r->binding->things);
  } else if (t && t->kind != TTA_THING_CORES) {
    out->number = t->index;
  } else if (value->string.size && value->string.data[0] == '?') {
    unknown_argument(r, value, out);
  } else if (tta_str_is(value->string, "my_x")) {
    out->kind = TTA_ARG_MY_X;
  } else if (tta_str_is(value->string, "my_y")) {
    out->kind = TTA_ARG_MY_Y;
  } else if (!core_argument(r->binding, value->string, out) && !offset_argument(r->binding, value->string, out)) {
    return fail_at(r, value->span, "unknown argument", value->string);
  }
  return true;
}

static bool read_args(reader *r, const tta_toml_value *value, uint32_t first, tta_binding_args *out) {
  if (value->kind != TTA_TOML_ARRAY) return fail_at(r, value->span, "expected an array of arguments", TTA_STR(""));
  for (uint32_t i = first; i < value->num_items; i++) {
    tta_binding_arg arg;
    if (!read_arg(r, &value->items[i], &arg)) return false;
    if (!APPEND(r, out, items, arg)) return false;
  }
  return true;
}

/* ["0x0", 1, 2]: the arguments of a core or range */
static bool read_core_args(reader *r, const tta_toml_value *value, tta_binding_kernel *k) {
  if (value->kind != TTA_TOML_ARRAY) return fail_at(r, value->span, "expected an array of arrays", TTA_STR(""));
  for (uint32_t i = 0; i < value->num_items; i++) {
    const tta_toml_value *item = &value->items[i];
    tta_binding_args args = {0};
    if (item->kind != TTA_TOML_ARRAY || !item->num_items)
      return fail_at(r, item->span, "expected [cores, argument, ..]", TTA_STR(""));
    if (!read_range(r, &item->items[0], &args.range) || !read_args(r, item, 1, &args)) return false;
    if (!APPEND(r, k, core_args, args)) return false;
  }
  return true;
}

/* "NAME=VALUE" */
static bool read_named_args(reader *r, const tta_toml_value *value, tta_binding_args *out) {
  if (value->kind != TTA_TOML_ARRAY) return fail_at(r, value->span, "expected an array", TTA_STR(""));
  for (uint32_t i = 0; i < value->num_items; i++) {
    const tta_toml_value *item = &value->items[i];
    tta_binding_arg arg;
    if (item->kind != TTA_TOML_ARRAY || item->num_items != 2 || item->items[0].kind != TTA_TOML_STRING)
      return fail_at(r, item->span, "expected [\"name\", value]", TTA_STR(""));
    if (!read_arg(r, &item->items[1], &arg)) return false;
    arg.name = item->items[0].string;
    if (!APPEND(r, out, items, arg)) return false;
  }
  return true;
}

static bool read_defines(reader *r, const tta_toml_value *value, tta_binding_kernel *k) {
  if (value->kind != TTA_TOML_ARRAY) return fail_at(r, value->span, "expected an array of strings", TTA_STR(""));
  for (uint32_t i = 0; i < value->num_items; i++) {
    if (value->items[i].kind != TTA_TOML_STRING)
      return fail_at(r, value->items[i].span, "expected a string", TTA_STR(""));
    if (!APPEND(r, k, defines, value->items[i].string)) return false;
  }
  return true;
}

/* ---- tables ---- */

static bool read_number(reader *r, const tta_toml_entry *e, int64_t least, int64_t *out) {
  *out = e->value.integer;
  if (e->value.kind == TTA_TOML_INTEGER && *out >= least && *out <= (int64_t)1 << 40) return true;
  return fail_at(r, e->value.span, least ? "expected a positive integer" : "expected an integer from 0", TTA_STR(""));
}

static bool read_kernel_entry(reader *r, const tta_toml_entry *e, tta_binding_kernel *k) {
  const tta_toml_value *v = &e->value;
  int64_t number = 0;
  if (tta_str_is(e->key, "kernel")) {
    k->file = v->string;
    return v->kind == TTA_TOML_STRING || fail_at(r, v->span, "expected the name of a file", TTA_STR(""));
  }
  if (tta_str_is(e->key, "source")) {
    k->text = v->string;
    return v->kind == TTA_TOML_STRING || fail_at(r, v->span, "expected the text of the kernel", TTA_STR(""));
  }
  if (tta_str_is(e->key, "cores")) return read_range(r, v, &k->range);
  if (tta_str_is(e->key, "noc")) {
    if (!read_number(r, e, 0, &number) || number > 1) return fail_at(r, v->span, "expected 0 or 1", TTA_STR(""));
    k->noc = (uint8_t)number;
    return true;
  }
  if (tta_str_is(e->key, "processor")) {
    k->processor = tta_processor_named(v->string);
    return k->processor || fail_at(r, v->span, "expected \"riscv_0\", \"riscv_1\" or \"compute\"", TTA_STR(""));
  }
  if (tta_str_is(e->key, "args")) return read_args(r, v, 0, &k->args);
  if (tta_str_is(e->key, "common_args")) return read_args(r, v, 0, &k->common_args);
  if (tta_str_is(e->key, "compile_args")) return read_args(r, v, 0, &k->compile_args);
  if (tta_str_is(e->key, "named_args")) return read_named_args(r, v, &k->named_args);
  if (tta_str_is(e->key, "core_args")) return read_core_args(r, v, k);
  if (tta_str_is(e->key, "defines")) return read_defines(r, v, k);
  static const char *const keys[] = {"kernel", "source", "cores", "noc", "processor", "args", "common_args",
                                     "compile_args", "named_args", "core_args", "defines", NULL};
  return fail_key(r, e, " of a kernel", keys);
}

static bool read_thing_entry(reader *r, const tta_toml_entry *e, tta_binding_thing *t) {
  const tta_toml_value *v = &e->value;
  if (tta_str_is(e->key, "semaphore") && v->kind == TTA_TOML_STRING && tta_str_is(v->string, "global")) {
    t->index = TTA_SEMAPHORE_GLOBAL;
    return true;
  }
  if (tta_str_is(e->key, "cb") || tta_str_is(e->key, "semaphore")) return read_number(r, e, 0, &t->index);
  if (tta_str_is(e->key, "cores")) return read_range(r, v, &t->range);
  if (tta_str_is(e->key, "pages")) return read_number(r, e, 1, &t->pages);
  if (tta_str_is(e->key, "page_bytes")) return read_number(r, e, 1, &t->page_bytes);
  if (tta_str_is(e->key, "format")) {
    t->format = v->kind == TTA_TOML_STRING ? v->string : TTA_STR("");
    t->tile_bytes = tta_format_tile_bytes(t->format);
    return t->tile_bytes ||
           fail_at(r, v->span, "expected a data format of tt-metal, such as \"Float16_b\"", TTA_STR(""));
  }
  if (tta_str_is(e->key, "bytes")) return read_number(r, e, 1, &t->bytes);
  if (tta_str_is(e->key, "initial")) return read_number(r, e, 0, &t->initial);
  if (tta_str_is(e->key, "address")) return (t->has_address = true) && read_number(r, e, 0, &t->address);
  if (tta_str_is(e->key, "written")) {
    t->written = v->integer != 0;
    return v->kind == TTA_TOML_BOOLEAN || fail_at(r, v->span, "expected true or false", TTA_STR(""));
  }
  if (tta_str_is(e->key, "buffer")) {
    t->dram = tta_str_is(v->string, "dram");
    return t->dram || tta_str_is(v->string, "l1") || fail_at(r, v->span, "expected \"dram\" or \"l1\"", TTA_STR(""));
  }
  if (tta_str_is(e->key, "over")) {
    const tta_binding_thing *over = thing_named(r->binding, v->string);
    if (!over || (over->kind != TTA_THING_CB && over->kind != TTA_THING_BUFFER))
      return fail_at(r, v->span, "expected a circular buffer or buffer declared before, found", v->string);
    t->over = (uint32_t)(over - r->binding->things);
    return true;
  }
  static const char *const keys[] = {"cb", "semaphore", "buffer", "cores", "pages", "page_bytes", "bytes", "initial",
                                     "address", "written", "over", "format", NULL};
  return fail_key(r, e, " of a circular buffer, a buffer or a semaphore", keys);
}

static const tta_toml_entry *entry(const reader *r, tta_str table, const char *key) {
  for (uint32_t i = 0; i < r->toml->num_entries; i++)
    if (r->toml->entries[i].table.data && tta_str_equal(r->toml->entries[i].table, table) &&
        tta_str_is(r->toml->entries[i].key, key))
      return &r->toml->entries[i];
  return NULL;
}

static bool in_table(const tta_toml_entry *e, tta_str table) {
  return e->table.data && tta_str_equal(e->table, table);
}

/* [cores]: NAME = "0x0..0x3" */
static bool read_cores(reader *r, tta_str table) {
  for (uint32_t i = 0; i < r->toml->num_entries; i++) {
    const tta_toml_entry *e = &r->toml->entries[i];
    tta_binding_thing t = {.kind = TTA_THING_CORES, .name = e->key, .site = site_at(r, e->key_span)};
    if (!in_table(e, table)) continue;
    if (!read_range(r, &e->value, &t.range)) return false;
    t.object = TTA_PROTOCOL_NONE;
    if (!APPEND(r, r->binding, things, t)) return false;
  }
  return true;
}

static bool check_thing(reader *r, const tta_toml_table *table, const tta_binding_thing *t) {
  bool has_cores = entry(r, table->name, "cores") != NULL;
  if (!has_cores && !t->dram) return fail_at(r, table->span, "missing 'cores' in table", table->name);
  if (t->kind == TTA_THING_CB && (!t->pages || !t->page_bytes))
    return fail_at(r, table->span, "missing 'pages' or 'page_bytes' in table", table->name);
  if (t->kind == TTA_THING_BUFFER && !t->bytes) return fail_at(r, table->span, "missing 'bytes' in table", table->name);
  return true;
}

static bool read_thing(reader *r, const tta_toml_table *table, tta_thing_kind kind) {
  tta_binding_thing t = {.kind = (uint8_t)kind, .name = table->name, .site = site_at(r, table->span),
                         .over = TTA_KERNEL_NONE, .object = TTA_PROTOCOL_NONE};
  for (uint32_t i = 0; i < r->toml->num_entries; i++)
    if (in_table(&r->toml->entries[i], table->name) && !read_thing_entry(r, &r->toml->entries[i], &t)) return false;
  if (!check_thing(r, table, &t)) return false;
  if (kind == TTA_THING_BUFFER && !t.page_bytes) t.page_bytes = t.bytes;
  return APPEND(r, r->binding, things, t);
}

static bool read_kernel(reader *r, const tta_toml_table *table) {
  tta_binding_kernel k = {.name = table->name, .site = site_at(r, table->span)};
  bool has_noc = entry(r, table->name, "noc") != NULL;
  for (uint32_t i = 0; i < r->toml->num_entries; i++)
    if (in_table(&r->toml->entries[i], table->name) && !read_kernel_entry(r, &r->toml->entries[i], &k)) return false;
  if (!entry(r, table->name, "cores")) return fail_at(r, table->span, "missing 'cores' in table", table->name);
  if (!has_noc) k.noc = k.processor == TTA_PROCESSOR_DM1; /* the default of RISCV_0 is NOC_0, of RISCV_1 NOC_1 */
  return APPEND(r, r->binding, kernels, k);
}

static bool read_root(reader *r) {
  tta_binding *b = r->binding;
  for (uint32_t i = 0; i < r->toml->num_entries; i++) {
    const tta_toml_entry *e = &r->toml->entries[i];
    if (e->table.data) continue;
    if (tta_str_is(e->key, "arch")) {
      if (e->value.kind != TTA_TOML_STRING)
        return fail_at(r, e->value.span, "expected the name of an architecture in quotes", TTA_STR(""));
      if (!b->arch.size) b->arch = e->value.string;
    } else if (tta_str_is(e->key, "dst_full_sync") || tta_str_is(e->key, "fp32_dest_acc")) {
      if (e->value.kind != TTA_TOML_BOOLEAN) return fail_at(r, e->value.span, "expected true or false", TTA_STR(""));
      *(tta_str_is(e->key, "fp32_dest_acc") ? &b->fp32 : &b->dst_full) = e->value.integer != 0;
    } else {
      static const char *const keys[] = {"arch", "dst_full_sync", "fp32_dest_acc", NULL};
      return fail_key(r, e, " outside of the tables", keys);
    }
  }
  return true;
}

bool tta_binding_read(tta_binding *binding, tta_str text) {
  tta_toml toml;
  reader r = {.binding = binding, .text = text, .toml = &toml};
  tta_status status = tta_toml_parse(text, binding->arena, &toml);
  if (status == TTA_NO_MEMORY) {
    binding->report->status = status;
    return false;
  }
  if (status) return fail_at(&r, toml.error_span, toml.error, TTA_STR(""));
  if (!read_root(&r)) return false;
  for (uint32_t i = 0; i < toml.num_tables; i++)
    if (tta_str_is(toml.tables[i].name, "cores") && !read_cores(&r, toml.tables[i].name)) return false;
  for (uint32_t i = 0; i < toml.num_tables; i++) {
    const tta_toml_table *t = &toml.tables[i];
    bool cb = entry(&r, t->name, "cb") != NULL, semaphore = entry(&r, t->name, "semaphore") != NULL;
    bool buffer = entry(&r, t->name, "buffer") != NULL;
    if (tta_str_is(t->name, "cores") || entry(&r, t->name, "kernel")) continue;
    if (!cb && !semaphore && !buffer)
      return fail_at(&r, t->span, "expected a key 'kernel', 'cb', 'semaphore' or 'buffer' in table", t->name);
    if (!read_thing(&r, t, cb ? TTA_THING_CB : semaphore ? TTA_THING_SEMAPHORE : TTA_THING_BUFFER)) return false;
  }
  for (uint32_t i = 0; i < toml.num_tables; i++)
    if (entry(&r, toml.tables[i].name, "kernel") && !read_kernel(&r, &toml.tables[i])) return false;
  if (!binding->num_kernels) return fail_at(&r, (tta_toml_span){0, 0}, "the binding has no kernel", TTA_STR(""));
  return !r.num_errors;
}

/* ---- questions ---- */

const tta_binding_thing *tta_binding_find(const tta_binding *binding, tta_thing_kind kind, int64_t index, uint32_t y,
                                          uint32_t x) {
  for (uint32_t i = 0; i < binding->num_things; i++) {
    const tta_binding_thing *t = &binding->things[i];
    if (t->kind == kind && t->index == index && tta_range_has(&t->range, y, x)) return t;
  }
  return NULL;
}

const tta_binding_thing *tta_binding_at(const tta_binding *binding, bool dram, int64_t address, uint32_t y,
                                        uint32_t x) {
  for (uint32_t i = 0; i < binding->num_things; i++) {
    const tta_binding_thing *t = &binding->things[i];
    if (t->kind == TTA_THING_BUFFER && t->has_address && t->dram == dram && (dram || tta_range_has(&t->range, y, x)) &&
        address >= t->address && address - t->address < t->bytes)
      return t;
  }
  return NULL;
}
