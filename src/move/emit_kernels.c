/* emit_kernels.c: reader.cpp and writer.cpp of a plan, in tt-metal's C++. */
#include "move/emit_kernels.h"

#include <stdio.h>

void tta_emit_list_cbs(const tta_emit *e, tta_emit_cb cbs[TTA_EMIT_NUM_CBS]) {
  bool merges = e->has_section[TTA_EMIT_MERGE];
  cbs[TTA_EMIT_CB_SCRATCH] = (tta_emit_cb){"scratch", merges, 1, e->page_bytes};
  cbs[TTA_EMIT_CB_MERGED] = (tta_emit_cb){"merged", merges && tta_emit_in_dram(e, true), 1, e->page_bytes};
  cbs[TTA_EMIT_CB_PAGES] = (tta_emit_cb){"pages", e->has_section[TTA_EMIT_FETCH], TTA_EMIT_PAGES, e->page_bytes};
  cbs[TTA_EMIT_CB_FILL] = (tta_emit_cb){"fill", e->num_banks != 0, 1, TTA_EMIT_FILL_PAGE};
}

typedef struct printer {
  const tta_emit *e;
  tta_buf *out;
  uint32_t depth;
} printer;

static void indent(const printer *p) { tta_buf_fill(p->out, ' ', 4 * (size_t)p->depth); }

static void line(const printer *p, const char *text) {
  if (*text) indent(p);
  tta_buf_str(p->out, text);
  tta_buf_char(p->out, '\n');
}

static void argument(const printer *p, const char *name) {
  indent(p);
  tta_buf_printf(p->out, "const uint32_t %s = get_arg_val<uint32_t>(arg++);\n", name);
}

/* ---- rows ---- */

static void append_name(tta_buf *out, tta_emit_column column, uint32_t loop) {
  tta_buf_str(out, tta_emit_column_names[column]);
  if (column >= TTA_EMIT_COUNT) tta_buf_uint(out, loop);
}

static void print_columns(const printer *p, tta_emit_section section, uint32_t set, bool constants) {
  uint32_t loops = p->e->sets[section][set]->num_loops;
  for (uint32_t c = 0; c < TTA_EMIT_NUM_COLUMNS; c++)
    for (uint32_t k = 0; k < (c < TTA_EMIT_COUNT ? 1 : loops); k++) {
      int64_t value;
      tta_emit_column column = (tta_emit_column)c;
      if (!tta_emit_has_column(p->e, section, column)) continue;
      if (tta_emit_is_constant(p->e, section, set, column, k, &value) != constants) continue;
      indent(p);
      tta_buf_str(p->out, constants ? "constexpr uint32_t " : "const uint32_t ");
      append_name(p->out, column, k);
      if (constants) tta_buf_printf(p->out, " = %lluu;\n", (unsigned long long)(uint32_t)value);
      else tta_buf_str(p->out, " = get_arg_val<uint32_t>(arg++);\n");
    }
}

/* `src + i0 * src_step0 + ...` without terms that are always 0. */
static void append_sum(const printer *p, tta_emit_section section, uint32_t set, bool target) {
  tta_emit_column start = target ? TTA_EMIT_DST : TTA_EMIT_SRC, step = target ? TTA_EMIT_DST_STEP : TTA_EMIT_SRC_STEP;
  uint32_t loops = p->e->sets[section][set]->num_loops;
  append_name(p->out, start, 0);
  for (uint32_t k = 0; k < loops; k++) {
    int64_t value;
    if (tta_emit_is_constant(p->e, section, set, step, k, &value) && !value) continue;
    tta_buf_printf(p->out, " + i%u * ", k);
    append_name(p->out, step, k);
  }
}

static void print_offset(const printer *p, tta_emit_section section, uint32_t set, bool target) {
  indent(p);
  tta_buf_str(p->out, target ? "const uint32_t to_offset = " : "const uint32_t from_offset = ");
  append_sum(p, section, set, target);
  tta_buf_str(p->out, ";\n");
}

/* The NoC address of an offset. */
static void append_remote(const printer *p, bool target, const char *offset) {
  if (tta_emit_in_dram(p->e, target))
    tta_buf_printf(p->out, "get_noc_addr_from_bank_id<true>(%s_bank, %s_base + %s)", target ? "dst" : "src",
                   target ? "dst" : "src", offset);
  else
    tta_buf_printf(p->out, "get_noc_addr(xy & 0xffff, xy >> 16, %s + %s)", target ? "to" : "from", offset);
}

static void print_read(printer *p) {
  indent(p);
  tta_buf_str(p->out, "noc_async_read(");
  append_remote(p, false, "from_offset");
  tta_buf_str(p->out, ", to + to_offset, bytes);\n");
}

static void print_write(printer *p) {
  indent(p);
  tta_buf_str(p->out, "noc_async_write(from + from_offset, ");
  append_remote(p, true, "to_offset");
  tta_buf_str(p->out, ", bytes);\n");
}

static void print_cells(printer *p, bool target) {
  const char *end = target ? "to" : "from", *page = target ? "merged" : "scratch";
  indent(p);
  tta_buf_printf(p->out, "const uint32_t %s_cell = %s_offset / cell_bytes * cell_bytes;\n", end, end);
  indent(p);
  tta_buf_printf(p->out, "const uint32_t %s_cells = (%s_offset - %s_cell + bytes + cell_bytes - 1) / cell_bytes * "
                 "cell_bytes;\n", end, end, end);
  indent(p);
  tta_buf_str(p->out, "noc_async_read(");
  append_remote(p, target, target ? "to_cell" : "from_cell");
  tta_buf_printf(p->out, ", %s + %s_cell %% word_bytes, %s_cells);\n", page, end, end);
}

static void print_merge(printer *p) {
  bool dram = tta_emit_in_dram(p->e, true);
  print_cells(p, false);
  if (dram) print_cells(p, true);
  line(p, "noc_async_read_barrier();");
  line(p, dram ? "copy_bytes(scratch + from_offset % word_bytes, merged + to_offset % word_bytes, bytes);"
               : "copy_bytes(scratch + from_offset % word_bytes, to + to_offset, bytes);");
  if (!dram) return;
  indent(p);
  tta_buf_str(p->out, "noc_async_write(merged + to_cell % word_bytes, ");
  append_remote(p, true, "to_cell");
  tta_buf_str(p->out, ", to_cells);\n");
  line(p, "noc_async_write_barrier();");
}

static void print_fetch(printer *p) {
  line(p, "cb_reserve_back(cb_pages, 1);");
  indent(p);
  tta_buf_str(p->out, "noc_async_read(");
  append_remote(p, false, "from_offset");
  tta_buf_str(p->out, ", get_write_ptr(cb_pages) + from_offset % word_bytes, bytes);\n");
  line(p, "noc_async_read_barrier();");
  line(p, "cb_push_back(cb_pages, 1);");
}

static void print_store(printer *p) {
  line(p, "cb_wait_front(cb_pages, 1);");
  indent(p);
  tta_buf_str(p->out, "noc_async_write(get_read_ptr(cb_pages) + from_offset % word_bytes, ");
  append_remote(p, true, "to_offset");
  tta_buf_str(p->out, ", bytes);\n");
  line(p, "noc_async_writes_flushed();");
  line(p, "cb_pop_front(cb_pages, 1);");
}

static void open_loops(printer *p, tta_emit_section section, uint32_t set) {
  for (uint32_t k = p->e->sets[section][set]->num_loops; k-- > 0;) {
    indent(p);
    tta_buf_printf(p->out, "for (uint32_t i%u = 0; i%u < ", k, k);
    append_name(p->out, TTA_EMIT_COUNT, k);
    tta_buf_printf(p->out, "; ++i%u) {\n", k);
    p->depth++;
  }
  print_offset(p, section, set, false);
  if (section != TTA_EMIT_FETCH) print_offset(p, section, set, true);
}

/* All rows of a set: `reads`, or `reads0`, `reads1`, .. if there are several. */
static void print_set(printer *p, tta_emit_section section, uint32_t set) {
  static void (*const print[])(printer *) = {print_read, print_merge, print_fetch, print_write, print_store};
  static const char *const names[] = {"reads", "merges", "fetches", "writes", "stores"};
  char name[24];
  if (p->e->num_sets[section] > 1) snprintf(name, sizeof name, "%s%u", names[section], set);
  else snprintf(name, sizeof name, "%s", names[section]);
  argument(p, name);
  indent(p);
  tta_buf_printf(p->out, "for (uint32_t row = 0; row < %s; ++row) {\n", name);
  p->depth++;
  print_columns(p, section, set, true);
  print_columns(p, section, set, false);
  open_loops(p, section, set);
  print[section](p);
  while (p->depth > 1) {
    p->depth--;
    line(p, "}");
  }
}

static void print_section(printer *p, tta_emit_section section, const char *comment, const char *barrier) {
  if (!p->e->has_section[section]) return;
  line(p, "");
  line(p, comment);
  for (uint32_t set = 0; set < p->e->num_sets[section]; set++) print_set(p, section, set);
  if (barrier) line(p, barrier);
}

/* ---- semaphores and padding ---- */

/* The arguments of a semaphore: its id, and how many posts or waits follow. */
static void print_semaphore(printer *p, const char *name, const char *count, const char *comment) {
  line(p, "");
  line(p, comment);
  indent(p);
  tta_buf_printf(p->out, "const uint32_t %s = get_semaphore(get_arg_val<uint32_t>(arg++));\n", name);
  indent(p);
  tta_buf_printf(p->out, "const uint32_t %s_%s = get_arg_val<uint32_t>(arg++);\n", name, count);
}

static void print_signals(printer *p, tta_emit_post post, const char *comment) {
  const char *name = tta_emit_post_names[post];
  if (!p->e->has_post[post]) return;
  print_semaphore(p, name, "posts", comment);
  indent(p);
  tta_buf_printf(p->out, "for (uint32_t i = 0; i < %s_posts; ++i) {\n", name);
  p->depth++;
  argument(p, "xy");
  indent(p);
  tta_buf_printf(p->out, "noc_semaphore_inc(get_noc_addr(xy & 0xffff, xy >> 16, %s), 1);\n", name);
  p->depth--;
  line(p, "}");
}

static void print_wait(printer *p, tta_emit_post post, const char *comment) {
  const char *name = tta_emit_post_names[post];
  if (!p->e->has_post[post]) return;
  print_semaphore(p, name, "waits", comment);
  indent(p);
  tta_buf_printf(p->out, "if (%s_waits > 0) {\n", name);
  p->depth++;
  indent(p);
  tta_buf_printf(p->out, "noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(%s), %s_waits);\n", name,
                 name);
  p->depth--;
  line(p, "}");
}

static uint32_t fill_word(const tta_emit *e, uint32_t first) {
  uint32_t word = 0;
  for (uint32_t i = 0; i < 4; i++) word |= (uint32_t)e->fill[first + i] << (8 * i);
  return word;
}

static void print_fill(printer *p) {
  const tta_emit *e = p->e;
  if (!e->fills) return;
  bool dram = tta_emit_in_dram(e, true);
  line(p, "");
  line(p, "// Padding, with the gaps of alignment.");
  if (!dram) {
    indent(p);
    tta_buf_printf(p->out, "fill_bytes(to, %lld);\n", (long long)e->to_bytes);
    return;
  }
  argument(p, "banks");
  indent(p);
  tta_buf_printf(p->out, "if (banks > 0) {\n");
  p->depth++;
  indent(p);
  tta_buf_printf(p->out, "fill_bytes(get_write_ptr(cb_fill), %d);\n", TTA_EMIT_FILL_PAGE);
  p->depth--;
  line(p, "}");
  line(p, "for (uint32_t i = 0; i < banks; ++i) {");
  p->depth++;
  argument(p, "dst_bank");
  argument(p, "dst_base");
  indent(p);
  tta_buf_printf(p->out, "for (uint32_t at = 0; at < %lld; at += %d) {\n", (long long)e->to_bytes, TTA_EMIT_FILL_PAGE);
  p->depth++;
  indent(p);
  tta_buf_printf(p->out, "const uint32_t rest = %lld - at;\n", (long long)e->to_bytes);
  indent(p);
  tta_buf_printf(p->out, "noc_async_write(get_write_ptr(cb_fill), "
                 "get_noc_addr_from_bank_id<true>(dst_bank, dst_base + at), rest < %d ? rest : %d);\n",
                 TTA_EMIT_FILL_PAGE, TTA_EMIT_FILL_PAGE);
  p->depth--;
  line(p, "}");
  p->depth--;
  line(p, "}");
  line(p, "noc_async_write_barrier();");
}

/* ---- kernels ---- */

static void print_helpers(printer *p) {
  const tta_emit *e = p->e;
  if (e->has_section[TTA_EMIT_MERGE])
    tta_buf_str(p->out,
                "\ninline void copy_bytes(uint32_t from, uint32_t to, uint32_t bytes) {\n"
                "    volatile tt_l1_ptr uint8_t* source = reinterpret_cast<volatile tt_l1_ptr uint8_t*>(from);\n"
                "    volatile tt_l1_ptr uint8_t* target = reinterpret_cast<volatile tt_l1_ptr uint8_t*>(to);\n"
                "    for (uint32_t i = 0; i < bytes; ++i) {\n"
                "        target[i] = source[i];\n"
                "    }\n"
                "}\n");
  if (e->fills)
    tta_buf_printf(p->out, "\ninline void fill_bytes(uint32_t to, uint32_t bytes) {\n"
                   "    volatile tt_l1_ptr uint32_t* target = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(to);\n"
                   "    for (uint32_t i = 0; i < bytes / 4; i += 2) {\n"
                   "        target[i] = 0x%08xu;\n"
                   "        target[i + 1] = 0x%08xu;\n"
                   "    }\n"
                   "}\n", (unsigned)fill_word(e, 0), (unsigned)fill_word(e, 4));
}

static void print_buffers(printer *p) {
  tta_emit_cb cbs[TTA_EMIT_NUM_CBS];
  line(p, "uint32_t arg = 0;");
  if (!tta_emit_in_dram(p->e, false)) argument(p, "from");
  if (!tta_emit_in_dram(p->e, true)) argument(p, "to");
  tta_emit_list_cbs(p->e, cbs);
  if (cbs[TTA_EMIT_CB_PAGES].used) {
    indent(p);
    tta_buf_printf(p->out, "constexpr uint32_t cb_pages = %d;\n", TTA_EMIT_CB_PAGES);
  }
  if (p->e->has_section[TTA_EMIT_MERGE] || cbs[TTA_EMIT_CB_PAGES].used) {
    indent(p);
    tta_buf_printf(p->out, "constexpr uint32_t word_bytes = %lld; // alignment of DRAM reads\n",
                   (long long)p->e->alignment);
  }
}

static void print_pages(printer *p) {
  tta_emit_cb cbs[TTA_EMIT_NUM_CBS];
  tta_emit_list_cbs(p->e, cbs);
  if (cbs[TTA_EMIT_CB_SCRATCH].used) {
    indent(p);
    tta_buf_printf(p->out, "constexpr uint32_t cell_bytes = %d;\n", TTA_EMIT_CELL);
  }
  for (uint32_t i = 0; i < TTA_EMIT_NUM_CBS; i++) {
    if (!cbs[i].used || i == TTA_EMIT_CB_PAGES) continue;
    indent(p);
    if (i == TTA_EMIT_CB_FILL) tta_buf_printf(p->out, "constexpr uint32_t cb_fill = %u;\n", i);
    else tta_buf_printf(p->out, "const uint32_t %s = get_write_ptr(%u);\n", cbs[i].name, i);
  }
}

static void print_reader(printer *p) {
  print_helpers(p);
  tta_buf_str(p->out, "\nvoid kernel_main() {\n");
  p->depth = 1;
  print_buffers(p);
  print_pages(p);
  print_fill(p);
  print_signals(p, TTA_EMIT_READY, "// This core is ready: its senders may write.");
  print_section(p, TTA_EMIT_READ, "// Runs of whole cells.", "noc_async_read_barrier();");
  print_section(p, TTA_EMIT_MERGE, "// Other runs: the cells around a run, then its bytes.", NULL);
  print_signals(p, TTA_EMIT_DONE, "// The sources of these runs may change.");
  print_section(p, TTA_EMIT_FETCH, "// Through the circular buffer to the writer.", NULL);
  if (p->e->has_post[TTA_EMIT_READY] || p->e->has_post[TTA_EMIT_DONE]) line(p, "noc_async_atomic_barrier();");
  print_wait(p, TTA_EMIT_ARRIVED, "// Until all senders have written.");
  tta_buf_str(p->out, "}\n");
}

static void print_writer(printer *p) {
  tta_buf_str(p->out, "\nvoid kernel_main() {\n");
  p->depth = 1;
  print_buffers(p);
  print_wait(p, TTA_EMIT_READY, "// Until all receivers are ready.");
  print_section(p, TTA_EMIT_WRITE, "// Runs of whole cells.", "noc_async_write_barrier();");
  print_signals(p, TTA_EMIT_ARRIVED, "// All data of this core have arrived.");
  if (p->e->has_post[TTA_EMIT_ARRIVED]) line(p, "noc_async_atomic_barrier();");
  print_section(p, TTA_EMIT_STORE, "// From the circular buffer of the reader.", "noc_async_write_barrier();");
  print_wait(p, TTA_EMIT_DONE, "// Until all readers of this core's data are done.");
  tta_buf_str(p->out, "}\n");
}

void tta_emit_kernel(const tta_emit *e, bool writer, tta_buf *out) {
  printer p = {.e = e, .out = out};
  tta_buf_printf(out, "// %s\n#include <stdint.h>\n\n#include \"dataflow_api.h\"\n",
                 writer ? "Sends what this core has." : "Reads what this core receives.");
  if (writer) print_writer(&p);
  else print_reader(&p);
}
