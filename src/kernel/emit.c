/* emit.c: a binding as TOML, in the form that binding.c reads. */
#include "base/format.h"
#include "kernel/interpret.h"

static void range_text(tta_buf *out, const tta_protocol_range *r) {
  tta_buf_char(out, '"');
  tta_range_text(out, r);
  tta_buf_char(out, '"');
}

static void quoted(tta_buf *out, tta_str text) {
  tta_buf_char(out, '"');
  for (size_t i = 0; i < text.size; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if (c == '"' || c == '\\') tta_buf_char(out, '\\');
    if (c == '\n') tta_buf_str(out, "\\n");
    else if ((c < ' ' && c != '\t') || c == 0x7f) tta_buf_printf(out, "\\u%04x", c);
    else tta_buf_char(out, text.data[i]);
  }
  tta_buf_char(out, '"');
}

/* The name of a table, in quotes unless all of its characters may stand without. */
static void header(tta_buf *out, tta_str name) {
  bool bare = name.size > 0;
  for (size_t i = 0; i < name.size; i++) {
    char c = name.data[i];
    bare &= (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  }
  tta_buf_str(out, "\n[");
  if (bare) tta_buf_append(out, name);
  else quoted(out, name);
  tta_buf_str(out, "]\n");
}

static void arg_text(const tta_binding *b, const tta_binding_arg *a, tta_buf *out) {
  switch (a->kind) {
  case TTA_ARG_BUFFER:
    tta_buf_printf(out, "\"%.*s", TTA_STR_ARGS(b->things[a->thing].name));
    if (a->number) tta_buf_printf(out, " + %lld", (long long)a->number);
    tta_buf_char(out, '"');
    break;
  case TTA_ARG_SEMAPHORE_ADDRESS:
    tta_buf_printf(out, "\"%.*s.address\"", TTA_STR_ARGS(b->things[a->thing].name));
    break;
  case TTA_ARG_MY_X: tta_buf_str(out, "\"my_x\""); break;
  case TTA_ARG_MY_Y: tta_buf_str(out, "\"my_y\""); break;
  case TTA_ARG_UNKNOWN: tta_buf_printf(out, "\"?%.*s\"", TTA_STR_ARGS(a->why)); break;
  default: tta_buf_printf(out, "%lld", (long long)a->number);
  }
}

/* @param first  before the arguments: the range of core_args */
static void args_text(const tta_binding *b, const tta_binding_args *args, bool first, tta_buf *out) {
  tta_buf_char(out, '[');
  if (first) range_text(out, &args->range);
  for (uint32_t i = 0; i < args->num_items; i++) {
    if (i || first) tta_buf_str(out, ", ");
    arg_text(b, &args->items[i], out);
  }
  tta_buf_char(out, ']');
}

static void list_text(const tta_binding *b, const char *key, const tta_binding_args *args, tta_buf *out) {
  if (!args->num_items) return;
  tta_buf_printf(out, "%s = ", key);
  args_text(b, args, false, out);
  tta_buf_char(out, '\n');
}

static void thing_text(const tta_binding *b, const tta_binding_thing *t, tta_buf *out) {
  if (t->kind == TTA_THING_CORES) return;
  header(out, t->name);
  if (t->kind == TTA_THING_CB) tta_buf_printf(out, "cb = %lld\n", (long long)t->index);
  else if (t->kind == TTA_THING_SEMAPHORE && t->index == TTA_SEMAPHORE_GLOBAL)
    tta_buf_str(out, "semaphore = \"global\"\n");
  else if (t->kind == TTA_THING_SEMAPHORE) tta_buf_printf(out, "semaphore = %lld\n", (long long)t->index);
  else tta_buf_printf(out, "buffer = \"%s\"\n", t->dram ? "dram" : "l1");
  if (!t->dram) {
    tta_buf_str(out, "cores = ");
    range_text(out, &t->range);
    tta_buf_char(out, '\n');
  }
  if (t->kind == TTA_THING_CB) tta_buf_printf(out, "pages = %lld\n", (long long)t->pages);
  if (t->kind == TTA_THING_BUFFER) tta_buf_printf(out, "bytes = %lld\n", (long long)t->bytes);
  if (t->kind != TTA_THING_SEMAPHORE) tta_buf_printf(out, "page_bytes = %lld\n", (long long)t->page_bytes);
  if (t->tile_bytes) tta_buf_printf(out, "format = \"%.*s\"\n", TTA_STR_ARGS(t->format));
  if (t->has_address) tta_buf_printf(out, "address = %lld\n", (long long)t->address);
  if (t->initial) tta_buf_printf(out, "initial = %lld\n", (long long)t->initial);
  if (t->kind == TTA_THING_CB && t->over != TTA_KERNEL_NONE)
    tta_buf_printf(out, "over = \"%.*s\"\n", TTA_STR_ARGS(b->things[t->over].name));
  if (t->written) tta_buf_str(out, "written = true\n");
}

static bool covers(const tta_protocol_range *a, const tta_protocol_range *b) {
  return a->y0 <= b->y0 && a->x0 <= b->x0 && a->y1 >= b->y1 && a->x1 >= b->x1;
}

static void kernel_text(const tta_binding *b, const tta_binding_kernel *k, tta_buf *out) {
  header(out, k->name);
  tta_buf_str(out, "kernel = ");
  quoted(out, k->file.size ? k->file : k->name);
  if (k->text.data) {
    tta_buf_str(out, "\nsource = ");
    quoted(out, k->text);
  }
  if (k->processor)
    tta_buf_printf(out, "\nprocessor = \"%s\"", k->processor == TTA_PROCESSOR_DM0   ? "riscv_0"
                                                : k->processor == TTA_PROCESSOR_DM1 ? "riscv_1"
                                                                                    : "compute");
  if (k->processor != TTA_PROCESSOR_COMPUTE) tta_buf_printf(out, "\nnoc = %u", k->noc);
  tta_buf_str(out, "\ncores = ");
  range_text(out, &k->range);
  tta_buf_char(out, '\n');
  list_text(b, "compile_args", &k->compile_args, out);
  if (k->named_args.num_items) {
    tta_buf_str(out, "named_args = [");
    for (uint32_t i = 0; i < k->named_args.num_items; i++) {
      tta_buf_str(out, i ? ", [" : "[");
      quoted(out, k->named_args.items[i].name);
      tta_buf_str(out, ", ");
      arg_text(b, &k->named_args.items[i], out);
      tta_buf_char(out, ']');
    }
    tta_buf_str(out, "]\n");
  }
  if (k->num_defines) {
    tta_buf_str(out, "defines = [");
    for (uint32_t i = 0; i < k->num_defines; i++) {
      if (i) tta_buf_str(out, ", ");
      quoted(out, k->defines[i]);
    }
    tta_buf_str(out, "]\n");
  }
  list_text(b, "common_args", &k->common_args, out);
  if (k->num_core_args == 1 && covers(&k->core_args[0].range, &k->range)) {
    list_text(b, "args", &k->core_args[0], out);
    return;
  }
  list_text(b, "args", &k->args, out);
  if (!k->num_core_args) return;
  tta_buf_str(out, "core_args = [\n");
  for (uint32_t i = 0; i < k->num_core_args; i++) {
    tta_buf_str(out, "  ");
    args_text(b, &k->core_args[i], true, out);
    tta_buf_str(out, i + 1 < k->num_core_args ? ",\n" : "\n");
  }
  tta_buf_str(out, "]\n");
}

void tta_binding_text(const tta_binding *b, tta_buf *out) {
  if (b->arch.size) tta_buf_printf(out, "arch = \"%.*s\"\n", TTA_STR_ARGS(b->arch));
  if (b->fp32) tta_buf_str(out, "fp32_dest_acc = true\n");
  if (b->dst_full) tta_buf_str(out, "dst_full_sync = true\n");
  for (uint32_t i = 0; i < b->num_things; i++) thing_text(b, &b->things[i], out);
  for (uint32_t i = 0; i < b->num_kernels; i++) kernel_text(b, &b->kernels[i], out);
}
