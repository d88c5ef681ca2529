/* emit_host.c: what the host sets up for the C++ kernels of a plan: as a binding for the protocol checker, and as a
 * function of a host program. Both name the same kernels, circular buffers, semaphores and arguments. */
#include "move/emit_kernels.h"

static void append_range(tta_buf *out, tta_core first, tta_core last) {
  tta_buf_printf(out, "\"%lldx%lld..%lldx%lld\"", (long long)first.y, (long long)first.x, (long long)last.y,
                 (long long)last.x);
}

static bool has_kernel(const tta_emit_core *core, bool writer) { return writer ? core->has_writer : core->has_reader; }

/* ---- arguments ---- */

static void append_binding_arg(tta_buf *out, const tta_emit_arg *arg) {
  switch (arg->kind) {
  case TTA_EMIT_FROM: case TTA_EMIT_TO:
    tta_buf_str(out, arg->kind == TTA_EMIT_TO ? "\"to" : "\"from");
    if (arg->value >= 0) tta_buf_printf(out, "_bank%lld", (long long)arg->value);
    tta_buf_char(out, '"');
    break;
  case TTA_EMIT_SEMAPHORE: tta_buf_printf(out, "\"%s\"", tta_emit_post_names[arg->value]); break;
  default: tta_buf_uint(out, (uint32_t)arg->value);
  }
}

static void append_host_arg(tta_buf *out, const tta_emit_arg *arg) {
  switch (arg->kind) {
  case TTA_EMIT_CORE:
    tta_buf_printf(out, "xy(%lld, %lld)", (long long)(arg->value & 0xffff), (long long)(arg->value >> 16));
    break;
  case TTA_EMIT_FROM: tta_buf_str(out, "from"); break;
  case TTA_EMIT_TO: tta_buf_str(out, "to"); break;
  case TTA_EMIT_SEMAPHORE: tta_buf_str(out, tta_emit_post_names[arg->value]); break;
  default: tta_buf_uint(out, (uint32_t)arg->value);
  }
}

/* @param indent of the next lines */
static void print_args(tta_buf *out, const tta_emit_args *args, bool host, const char *indent) {
  for (uint32_t i = 0; i < args->num_items; i++) {
    if (i % 16) tta_buf_str(out, ", ");
    else if (i) tta_buf_printf(out, ",\n%s", indent);
    if (host) append_host_arg(out, &args->items[i]);
    else append_binding_arg(out, &args->items[i]);
  }
}

/* ---- binding ---- */

static void print_buffer_tables(const tta_emit *e, bool target, tta_buf *out) {
  const tta_move_endpoints *ends = target ? &e->move->to : &e->move->from;
  const char *name = target ? "to" : "from";
  int64_t bytes = target ? e->to_bytes : e->from_bytes;
  tta_core first, last;
  if (!bytes) return;
  if (ends->memory == TTA_MOVE_L1) {
    tta_emit_rectangle(e, target, &first, &last);
    tta_buf_printf(out, "\n[%s]\nbuffer = \"l1\"\ncores = ", name);
    append_range(out, first, last);
    tta_buf_printf(out, "\nbytes = %lld\nwritten = true\n", (long long)bytes);
    return;
  }
  for (uint32_t i = 0; i < ends->num_endpoints; i++)
    if (tta_emit_uses(e, target, i))
      tta_buf_printf(out, "\n[%s_bank%lld]\nbuffer = \"dram\"\nbytes = %lld\nwritten = true\n", name,
                     (long long)ends->endpoints[i].bank, (long long)bytes);
}

static tta_status print_kernel_table(tta_emit *e, const tta_emit_core *core, bool writer, tta_emit_args *args,
                                     tta_buf *out, tta_buf *reason) {
  const char *name = writer ? "writer" : "reader";
  tta_status status = tta_emit_list_args(e, core, writer, args, reason);
  if (status) return status;
  tta_buf_printf(out, "\n[%s_%lldx%lld]\nkernel = \"%s.cpp\"\nprocessor = \"riscv_%d\"\nnoc = %u\n"
                 "cores = \"%lldx%lld\"\nargs = [", name, (long long)core->at.y, (long long)core->at.x, name, !writer,
                 tta_emit_noc(e, writer), (long long)core->at.y, (long long)core->at.x);
  print_args(out, args, false, "  ");
  tta_buf_str(out, "]\n");
  return TTA_OK;
}

tta_status tta_emit_binding(tta_emit *e, tta_buf *out, tta_buf *reason) {
  tta_emit_cb cbs[TTA_EMIT_NUM_CBS];
  tta_emit_args args = {.arena = &e->arena};
  tta_core first, last;
  tta_status status = TTA_OK;
  tta_emit_all_cores(e, &first, &last);
  tta_emit_list_cbs(e, cbs);
  tta_buf_printf(out, "# The kernels of a move on their cores. An argument of cores is y << 16 | x.\narch = \"%s\"\n",
                 tta_arch_get(e->move->from.arch_name)->name);
  print_buffer_tables(e, false, out);
  print_buffer_tables(e, true, out);
  for (uint32_t i = 0; i < TTA_EMIT_NUM_CBS; i++) {
    if (!cbs[i].used) continue;
    tta_buf_printf(out, "\n[%s]\ncb = %u\ncores = ", cbs[i].name, i);
    append_range(out, first, last);
    tta_buf_printf(out, "\npages = %lld\npage_bytes = %lld\n", (long long)cbs[i].pages, (long long)cbs[i].page_bytes);
  }
  for (uint32_t i = 0; i < TTA_EMIT_NUM_POSTS; i++) {
    if (!e->has_post[i]) continue;
    tta_buf_printf(out, "\n[%s]\nsemaphore = %u\ncores = ", tta_emit_post_names[i],
                   tta_emit_semaphore(e, (tta_emit_post)i));
    append_range(out, first, last);
    tta_buf_char(out, '\n');
  }
  for (uint32_t i = 0; i < e->num_cores; i++)
    for (int writer = 0; writer < 2 && !status; writer++)
      if (has_kernel(&e->cores[i], writer)) status = print_kernel_table(e, &e->cores[i], writer, &args, out, reason);
  return status;
}

/* ---- host program ---- */

static tta_status print_host_kernel(tta_emit *e, bool writer, tta_emit_args *args, tta_buf *out, tta_buf *reason) {
  const char *name = writer ? "writer" : "reader";
  tta_status status = TTA_OK;
  bool first = true;
  for (uint32_t i = 0; i < e->num_cores; i++) {
    if (!has_kernel(&e->cores[i], writer)) continue;
    tta_core at = e->cores[i].at;
    if (first) tta_buf_printf(out, "\n    const std::set<CoreRange> %s_cores = {", name);
    tta_buf_printf(out, "%s\n        CoreRange({%lld, %lld}, {%lld, %lld})", first ? "" : ",", (long long)at.x,
                   (long long)at.y, (long long)at.x, (long long)at.y);
    first = false;
  }
  if (first) return TTA_OK;
  tta_buf_printf(out, "};\n    const KernelHandle %s = CreateKernel(program, folder + \"/%s.cpp\", "
                 "CoreRangeSet(%s_cores),\n        DataMovementConfig{.processor = DataMovementProcessor::RISCV_%d, "
                 ".noc = NOC::NOC_%u});\n", name, name, name, !writer, tta_emit_noc(e, writer));
  for (uint32_t i = 0; i < e->num_cores && !status; i++) {
    tta_core at = e->cores[i].at;
    if (!has_kernel(&e->cores[i], writer)) continue;
    status = tta_emit_list_args(e, &e->cores[i], writer, args, reason);
    tta_buf_printf(out, "    SetRuntimeArgs(program, %s, CoreCoord{%lld, %lld}, {", name, (long long)at.x,
                   (long long)at.y);
    print_args(out, args, true, "        ");
    tta_buf_str(out, "});\n");
  }
  return status;
}

tta_status tta_emit_host(tta_emit *e, tta_buf *out, tta_buf *reason) {
  tta_emit_cb cbs[TTA_EMIT_NUM_CBS];
  tta_emit_args args = {.arena = &e->arena};
  tta_core first, last;
  tta_emit_all_cores(e, &first, &last);
  tta_emit_list_cbs(e, cbs);
  tta_buf_printf(out,
                 "// Adds the kernels of a move to a program. `from` and `to`: addresses of the buffers, which must\n"
                 "// not overlap, in L1 or in each DRAM bank; `folder`: that of reader.cpp and writer.cpp.\n"
                 "#include <set>\n#include <string>\n\n#include <tt-metalium/host_api.hpp>\n\n"
                 "using namespace tt::tt_metal;\n\n"
                 "void add_move(Program& program, IDevice* device, const std::string& folder, uint32_t from, "
                 "uint32_t to) {\n"
                 "    const auto xy = [device](uint32_t x, uint32_t y) {\n"
                 "        const CoreCoord core = device->worker_core_from_logical_core(CoreCoord{x, y});\n"
                 "        return static_cast<uint32_t>(core.y << 16 | core.x);\n"
                 "    };\n"
                 "    const CoreRange all({%lld, %lld}, {%lld, %lld});\n", (long long)first.x, (long long)first.y,
                 (long long)last.x, (long long)last.y);
  for (uint32_t i = 0; i < TTA_EMIT_NUM_CBS; i++)
    if (cbs[i].used)
      tta_buf_printf(out, "    CreateCircularBuffer(program, all, CircularBufferConfig(%lld, {{%u, "
                     "tt::DataFormat::UInt32}}).set_page_size(%u, %lld)); // %s\n",
                     (long long)(cbs[i].pages * cbs[i].page_bytes), i, i, (long long)cbs[i].page_bytes, cbs[i].name);
  for (uint32_t i = 0; i < TTA_EMIT_NUM_POSTS; i++)
    if (e->has_post[i])
      tta_buf_printf(out, "    const uint32_t %s = CreateSemaphore(program, all, 0);\n", tta_emit_post_names[i]);
  tta_status status = print_host_kernel(e, false, &args, out, reason);
  if (!status) status = print_host_kernel(e, true, &args, out, reason);
  tta_buf_str(out, "}\n");
  return status;
}
