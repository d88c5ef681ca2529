/* emit_protocol.c: the kernels of a plan as a protocol (docs/protocol.md). l1_copy names the bytes of plain copies; the
 * comment after an l1_write of padding has the bytes that it writes. */
#include "move/emit_kernels.h"

typedef struct printer {
  const tta_emit *e;
  tta_buf *out;
  uint32_t depth; /* of the statement */
} printer;

static void indent(const printer *p) { tta_buf_fill(p->out, ' ', 2 * (size_t)p->depth); }

static void line(const printer *p, const char *text) {
  indent(p);
  tta_buf_str(p->out, text);
  tta_buf_char(p->out, '\n');
}

/* ---- offsets ---- */

/* The offset of a run at one end, in the loops i0, i1, ... */
typedef struct offset {
  const tta_move_runs *runs;
  bool target;
} offset;

static int64_t stride_of(offset o, uint32_t loop) {
  return o.target ? o.runs->loops[loop].dst_stride : o.runs->loops[loop].src_stride;
}

static int64_t start_of(offset o) { return o.target ? o.runs->dst_offset : o.runs->src_offset; }

/* @param cut subtracted from the start. A sum without terms is 0. */
static void append_sum(tta_buf *out, offset o, int64_t cut) {
  size_t begin = out->size;
  if (start_of(o) - cut) tta_buf_int(out, start_of(o) - cut);
  for (uint32_t l = 0; l < o.runs->num_loops; l++) {
    int64_t stride = stride_of(o, l);
    if (!stride) continue;
    if (out->size > begin) tta_buf_str(out, stride < 0 ? " - " : " + ");
    else if (stride < 0) tta_buf_char(out, '-');
    tta_buf_printf(out, "i%u * %lld", l, (long long)(stride < 0 ? -stride : stride));
  }
  if (out->size == begin) tta_buf_char(out, '0');
}

/* Whether the remainder by `word` is the same in all runs. */
static bool is_fixed(offset o, int64_t word) {
  bool fixed = true;
  for (uint32_t l = 0; l < o.runs->num_loops; l++) fixed = fixed && stride_of(o, l) % word == 0;
  return fixed;
}

/* The offset % word. */
static void append_remainder(tta_buf *out, offset o, int64_t word) {
  if (is_fixed(o, word)) {
    tta_buf_int(out, start_of(o) % word);
    return;
  }
  tta_buf_char(out, '(');
  append_sum(out, o, 0);
  tta_buf_printf(out, ") %% %lld", (long long)word);
}

/* The start of the first cell of a run. */
static void append_cell(tta_buf *out, offset o) {
  bool fixed = is_fixed(o, TTA_EMIT_CELL);
  append_sum(out, o, fixed ? start_of(o) % TTA_EMIT_CELL : 0);
  if (fixed) return;
  tta_buf_str(out, " - ");
  append_remainder(out, o, TTA_EMIT_CELL);
}

/* The start of the first cell % alignment, in a page. */
static void append_cell_in_page(tta_buf *out, offset o, int64_t alignment) {
  if (is_fixed(o, alignment)) {
    tta_buf_int(out, start_of(o) % alignment / TTA_EMIT_CELL * TTA_EMIT_CELL);
    return;
  }
  append_remainder(out, o, alignment);
  tta_buf_str(out, " - ");
  append_remainder(out, o, TTA_EMIT_CELL);
}

/* The bytes of all cells of a run. */
static void append_cells(tta_buf *out, offset o) {
  int64_t bytes = o.runs->bytes, most = TTA_EMIT_CELL - 1;
  if (is_fixed(o, TTA_EMIT_CELL)) {
    tta_buf_int(out, (start_of(o) % TTA_EMIT_CELL + bytes + most) / TTA_EMIT_CELL * TTA_EMIT_CELL);
    return;
  }
  tta_buf_char(out, '(');
  append_remainder(out, o, TTA_EMIT_CELL);
  tta_buf_printf(out, " + %lld) / %d * %d", (long long)(bytes + most), TTA_EMIT_CELL, TTA_EMIT_CELL);
}

/* ---- places ---- */

typedef void append_offset(tta_buf *out, offset o);

static void append_whole(tta_buf *out, offset o) { append_sum(out, o, 0); }

/* ` + OFFSET`, nothing if it is 0. */
static void append_after(tta_buf *out, append_offset *append, offset o) {
  size_t begin = out->size;
  tta_buf_str(out, " + ");
  append(out, o);
  if (!out->failed && out->size == begin + 4 && out->data[begin + 3] == '0') out->size = begin;
}

/* An address of the source or destination, seen from the core `on`. */
static void append_place(const printer *p, const tta_emit_row *row, bool target, append_offset *append) {
  const tta_move *m = p->e->move;
  uint32_t endpoint = target ? row->runs->dst : row->runs->src;
  const tta_move_endpoint *at = &(target ? &m->to : &m->from)->endpoints[endpoint];
  tta_core on = p->e->cores[row->core].at;
  const char *name = target ? "to" : "from";
  bool dram = tta_emit_in_dram(p->e, target), remote = !dram && (at->core.y != on.y || at->core.x != on.x);
  /* a read has a NoC address even on the same core; both are the same in a protocol */
  if (remote) tta_buf_printf(p->out, "get_noc_addr(%lldx%lld, ", (long long)at->core.y, (long long)at->core.x);
  tta_buf_str(p->out, name);
  if (dram) tta_buf_printf(p->out, "_bank%lld", (long long)at->bank);
  append_after(p->out, append, (offset){row->runs, target});
  if (remote) tta_buf_char(p->out, ')');
}

/* ---- statements ---- */

static void open_loops(printer *p, const tta_move_runs *r) {
  for (uint32_t l = r->num_loops; l-- > 0; p->depth++) {
    indent(p);
    tta_buf_printf(p->out, "for i%u in 0 .. %lld {\n", l, (long long)r->loops[l].count);
  }
}

static void close_loops(printer *p, const tta_move_runs *r) {
  for (uint32_t l = 0; l < r->num_loops; l++) {
    p->depth--;
    line(p, "}");
  }
}

static void print_transfer(printer *p, const tta_emit_row *row, const char *call) {
  indent(p);
  tta_buf_printf(p->out, "%s(", call);
  append_place(p, row, false, append_whole);
  tta_buf_str(p->out, ", ");
  append_place(p, row, true, append_whole);
  tta_buf_printf(p->out, ", %lld)\n", (long long)row->runs->bytes);
}

static void print_read(printer *p, const tta_emit_row *row) { print_transfer(p, row, "noc_async_read"); }
static void print_write(printer *p, const tta_emit_row *row) { print_transfer(p, row, "noc_async_write"); }

/* From the source or destination to a page, as whole cells. */
static void print_read_cells(printer *p, const tta_emit_row *row, bool target, const char *page) {
  offset o = {row->runs, target};
  indent(p);
  tta_buf_str(p->out, "noc_async_read(");
  append_place(p, row, target, append_cell);
  tta_buf_printf(p->out, ", get_write_ptr(%s) + ", page);
  append_cell_in_page(p->out, o, p->e->alignment);
  tta_buf_str(p->out, ", ");
  append_cells(p->out, o);
  tta_buf_str(p->out, ")\n");
}

static void print_merge(printer *p, const tta_emit_row *row) {
  offset from = {row->runs, false}, to = {row->runs, true};
  bool dram = tta_emit_in_dram(p->e, true);
  print_read_cells(p, row, false, "scratch");
  if (dram) print_read_cells(p, row, true, "merged");
  line(p, "noc_async_read_barrier()");
  indent(p);
  tta_buf_str(p->out, "l1_copy(get_write_ptr(scratch) + ");
  append_remainder(p->out, from, p->e->alignment);
  tta_buf_str(p->out, ", ");
  if (dram) {
    tta_buf_str(p->out, "get_write_ptr(merged) + ");
    append_remainder(p->out, to, p->e->alignment);
  } else {
    append_place(p, row, true, append_whole);
  }
  tta_buf_printf(p->out, ", %lld)\n", (long long)row->runs->bytes);
  if (!dram) return;
  indent(p);
  tta_buf_str(p->out, "noc_async_write(get_write_ptr(merged) + ");
  append_cell_in_page(p->out, to, p->e->alignment);
  tta_buf_str(p->out, ", ");
  append_place(p, row, true, append_cell);
  tta_buf_str(p->out, ", ");
  append_cells(p->out, to);
  tta_buf_str(p->out, ")\n");
  line(p, "noc_async_write_barrier()");
}

static void append_in_page(const printer *p, const tta_emit_row *row, const char *pointer) {
  tta_buf_printf(p->out, "%s(pages) + ", pointer);
  append_remainder(p->out, (offset){row->runs, false}, p->e->alignment);
}

static void print_fetch(printer *p, const tta_emit_row *row) {
  line(p, "cb_reserve_back(pages, 1)");
  indent(p);
  tta_buf_str(p->out, "noc_async_read(");
  append_place(p, row, false, append_whole);
  tta_buf_str(p->out, ", ");
  append_in_page(p, row, "get_write_ptr");
  tta_buf_printf(p->out, ", %lld)\n", (long long)row->runs->bytes);
  line(p, "noc_async_read_barrier()");
  line(p, "cb_push_back(pages, 1)");
}

static void print_store(printer *p, const tta_emit_row *row) {
  line(p, "cb_wait_front(pages, 1)");
  indent(p);
  tta_buf_str(p->out, "noc_async_write(");
  append_in_page(p, row, "get_read_ptr");
  tta_buf_str(p->out, ", ");
  append_place(p, row, true, append_whole);
  tta_buf_printf(p->out, ", %lld)\n", (long long)row->runs->bytes);
  line(p, "noc_async_writes_flushed()");
  line(p, "cb_pop_front(pages, 1)");
}

static void print_section(printer *p, const tta_emit_core *core, tta_emit_section section, const char *barrier) {
  static void (*const print[])(printer *, const tta_emit_row *) = {print_read, print_merge, print_fetch, print_write,
                                                                   print_store};
  for (uint32_t i = 0; i < core->num_rows[section]; i++) {
    const tta_emit_row *row = &p->e->rows[core->first_row[section] + i];
    open_loops(p, row->runs);
    print[section](p, row);
    close_loops(p, row->runs);
  }
  if (core->num_rows[section] && barrier) line(p, barrier);
}

/* ---- semaphores and padding ---- */

static void print_signals(printer *p, const tta_emit_core *core, tta_emit_post post) {
  for (uint32_t i = 0; i < core->num_signals[post]; i++) {
    tta_core to = p->e->cores[p->e->signals[core->first_signal[post] + i].to].at;
    indent(p);
    tta_buf_printf(p->out, "noc_semaphore_inc(get_noc_addr(%lldx%lld, %s), 1)\n", (long long)to.y, (long long)to.x,
                   tta_emit_post_names[post]);
  }
}

static void print_wait(printer *p, const tta_emit_core *core, tta_emit_post post) {
  if (!core->waits[post]) return;
  indent(p);
  tta_buf_printf(p->out, "noc_semaphore_wait(%s, %u)\n", tta_emit_post_names[post], core->waits[post]);
}

static void print_fill_bytes(printer *p, const char *place, int64_t bytes) {
  indent(p);
  tta_buf_printf(p->out, "l1_write(%s, %lld) // fill", place, (long long)bytes);
  for (size_t i = 0; i < sizeof p->e->fill; i++) tta_buf_printf(p->out, " %02x", p->e->fill[i]);
  tta_buf_char(p->out, '\n');
}

static void print_fill_bank(printer *p, int64_t bank) {
  int64_t rest = p->e->to_bytes % TTA_EMIT_FILL_PAGE, whole = p->e->to_bytes - rest;
  const char *write = "noc_async_write(get_write_ptr(fill), to_bank";
  if (whole) {
    indent(p);
    tta_buf_printf(p->out, "for i in 0 .. %lld {\n", (long long)(whole / TTA_EMIT_FILL_PAGE));
    p->depth++;
    indent(p);
    tta_buf_printf(p->out, "%s%lld + i * %d, %d)\n", write, (long long)bank, TTA_EMIT_FILL_PAGE, TTA_EMIT_FILL_PAGE);
    p->depth--;
    line(p, "}");
  }
  if (!rest) return;
  indent(p);
  tta_buf_printf(p->out, "%s%lld + %lld, %lld)\n", write, (long long)bank, (long long)whole, (long long)rest);
}

static void print_fill(printer *p, const tta_emit_core *core) {
  if (!p->e->fills) return;
  if (core->owns_l1) print_fill_bytes(p, "to", p->e->to_bytes);
  if (!core->num_banks) return;
  print_fill_bytes(p, "get_write_ptr(fill)", TTA_EMIT_FILL_PAGE);
  for (uint32_t i = 0; i < core->num_banks; i++)
    print_fill_bank(p, p->e->move->to.endpoints[p->e->banks[core->first_bank + i].endpoint].bank);
  line(p, "noc_async_write_barrier()");
}

/* ---- kernels ---- */

static void open_kernel(printer *p, bool writer, const tta_emit_core *core) {
  tta_buf_printf(p->out, "kernel %s on %lldx%lld riscv_%d noc %u {\n", writer ? "writer" : "reader",
                 (long long)core->at.y, (long long)core->at.x, !writer, tta_emit_noc(p->e, writer));
  p->depth = 1;
}

static void print_reader(printer *p, const tta_emit_core *core) {
  open_kernel(p, false, core);
  print_fill(p, core);
  print_signals(p, core, TTA_EMIT_READY);
  print_section(p, core, TTA_EMIT_READ, "noc_async_read_barrier()");
  print_section(p, core, TTA_EMIT_MERGE, NULL);
  print_signals(p, core, TTA_EMIT_DONE);
  print_section(p, core, TTA_EMIT_FETCH, NULL);
  if (core->num_signals[TTA_EMIT_READY] || core->num_signals[TTA_EMIT_DONE]) line(p, "noc_async_atomic_barrier()");
  print_wait(p, core, TTA_EMIT_ARRIVED);
  if (core->owns_l1) {
    indent(p);
    tta_buf_printf(p->out, "l1_read(to, %lld) // all data are here\n", (long long)p->e->to_bytes);
  }
  tta_buf_str(p->out, "}\n");
}

static void print_writer(printer *p, const tta_emit_core *core) {
  open_kernel(p, true, core);
  print_wait(p, core, TTA_EMIT_READY);
  print_section(p, core, TTA_EMIT_WRITE, "noc_async_write_barrier()");
  print_signals(p, core, TTA_EMIT_ARRIVED);
  if (core->num_signals[TTA_EMIT_ARRIVED]) line(p, "noc_async_atomic_barrier()");
  print_section(p, core, TTA_EMIT_STORE, "noc_async_write_barrier()");
  print_wait(p, core, TTA_EMIT_DONE);
  if (core->waits[TTA_EMIT_DONE]) {
    indent(p);
    tta_buf_printf(p->out, "l1_write(from, %lld) // the source may change\n", (long long)p->e->from_bytes);
  }
  tta_buf_str(p->out, "}\n");
}

/* ---- declarations ---- */

static void print_buffers(const printer *p, bool target) {
  const tta_move_endpoints *ends = target ? &p->e->move->to : &p->e->move->from;
  const char *name = target ? "to" : "from";
  int64_t bytes = target ? p->e->to_bytes : p->e->from_bytes;
  tta_core first, last;
  if (!bytes) return;
  if (ends->memory == TTA_MOVE_L1) {
    tta_emit_rectangle(p->e, target, &first, &last);
    tta_buf_printf(p->out, "buffer %s on %lldx%lld..%lldx%lld size %lld written\n", name, (long long)first.y,
                   (long long)first.x, (long long)last.y, (long long)last.x, (long long)bytes);
    return;
  }
  for (uint32_t i = 0; i < ends->num_endpoints; i++)
    if (tta_emit_uses(p->e, target, i))
      tta_buf_printf(p->out, "buffer %s_bank%lld in dram size %lld written\n", name, (long long)ends->endpoints[i].bank,
                     (long long)bytes);
}

static void print_declarations(const printer *p) {
  const tta_emit *e = p->e;
  tta_core first, last;
  tta_emit_all_cores(e, &first, &last);
  tta_buf_printf(p->out, "core all = %lldx%lld..%lldx%lld\n", (long long)first.y, (long long)first.x,
                 (long long)last.y, (long long)last.x);
  print_buffers(p, false);
  print_buffers(p, true);
  tta_emit_cb cbs[TTA_EMIT_NUM_CBS];
  tta_emit_list_cbs(e, cbs);
  for (uint32_t i = 0; i < TTA_EMIT_NUM_CBS; i++)
    if (cbs[i].used)
      tta_buf_printf(p->out, "cb %s on all pages %lld page_size %lld\n", cbs[i].name, (long long)cbs[i].pages,
                     (long long)cbs[i].page_bytes);
  for (uint32_t i = 0; i < TTA_EMIT_NUM_POSTS; i++)
    if (e->has_post[i]) tta_buf_printf(p->out, "semaphore %s on all\n", tta_emit_post_names[i]);
}

void tta_emit_protocol(const tta_emit *e, tta_buf *out) {
  printer p = {.e = e, .out = out};
  tta_buf_printf(out, "// Moves a tensor from the buffer 'from' to the buffer 'to'.\n");
  print_declarations(&p);
  for (uint32_t i = 0; i < e->num_cores && !out->failed; i++) {
    if (e->cores[i].has_reader) print_reader(&p, &e->cores[i]);
    if (e->cores[i].has_writer) print_writer(&p, &e->cores[i]);
  }
}
