/* print.c: a protocol as text: its declarations, and the operations of each kernel in order. Operations are printed
 * when they are issued, since addresses are relative to the pointers of circular buffers at that time. Equal lines are
 * one string, so a kernel is a list of numbers; repeated ones become loops, kernels with equal lists one range. */
#include <string.h>

#include "base/str.h"
#include "protocol/protocol.h"

struct tta_protocol_lines {
  tta_strmap numbers;        /* a line -> its number */
  tta_str *lines;
  tta_kernel_lines *kernels; /* by kernel */
  uint32_t *pushed, *popped; /* by object: pages of the kernel that is being issued, modulo those of the buffer */
  uint32_t num_lines, cap_lines, num_kernels, cap_kernels, num_kept;
  tta_buf text;
};

enum { MAX_KEPT = 4000000, MAX_PERIOD = 256 };

/* ---- names and places ---- */

/* @param number of an object, which keeps changed names apart; NONE: names may be equal */
static void print_name(tta_buf *out, tta_str name, uint32_t number) {
  static const char *const reserved[] = {"dram", "my_y", "my_x", "get_read_ptr", "get_write_ptr", "get_noc_addr",
                                         "get_noc_multicast_addr"};
  bool changed = !name.size || tta_is_digit(name.data[0]);
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) changed |= tta_str_is(name, reserved[i]);
  if (changed) tta_buf_char(out, '_');
  for (size_t i = 0; i < name.size; i++) {
    changed |= !tta_protocol_is_name_byte(name.data[i]);
    tta_buf_char(out, tta_protocol_is_name_byte(name.data[i]) ? name.data[i] : '_');
  }
  if (changed && number != TTA_PROTOCOL_NONE) tta_buf_printf(out, "_%u", number);
}

static void print_object(tta_buf *out, const struct tta_protocol *p, uint32_t object) {
  print_name(out, p->objects[object].name, object);
}

void tta_range_text(tta_buf *out, const tta_protocol_range *range) {
  tta_buf_printf(out, "%ux%u", range->y0, range->x0);
  if (range->y1 != range->y0 || range->x1 != range->x0) tta_buf_printf(out, "..%ux%u", range->y1, range->x1);
}

/* An address in a circular buffer, from the pointer of this kernel that it was probably computed from. */
static void print_pointer(tta_buf *out, const tta_issuer *u, const tta_place *place, bool written) {
  const struct tta_protocol_lines *l = u->p->lines;
  const tta_protocol_object *cb = &u->p->objects[place->object];
  int64_t from_write = place->offset_bytes - l->pushed[place->object] * cb->page_bytes;
  int64_t from_read = place->offset_bytes - l->popped[place->object] * cb->page_bytes;
  if ((written ? from_write : from_read) < 0 && (written ? from_read : from_write) >= 0) written = !written;
  int64_t offset = written ? from_write : from_read;
  tta_buf_printf(out, "get_%s_ptr(", written ? "write" : "read");
  print_object(out, u->p, place->object);
  tta_buf_char(out, ')');
  if (offset) tta_buf_printf(out, " + %lld", (long long)offset);
}

/* @param written the operation writes there */
static void print_place(tta_buf *out, const tta_issuer *u, char letter, const tta_place *place, bool written) {
  const tta_protocol_object *object = &u->p->objects[place->object];
  bool multicast = letter == 'm' || letter == 'u', here = letter == 'l' || letter == 's';
  bool remote = !here && place->reach != TTA_PLACE_HERE && !object->dram;
  if (multicast || remote) {
    tta_buf_printf(out, "get_noc_%saddr(", multicast ? "multicast_" : "");
    tta_range_text(out, &place->on);
    tta_buf_printf(out, ", ");
  }
  if (object->kind == TTA_PROTOCOL_CB) print_pointer(out, u, place, written);
  else {
    print_object(out, u->p, place->object);
    if (place->offset_bytes) tta_buf_printf(out, " + %lld", (long long)place->offset_bytes);
  }
  if (multicast || remote) tta_buf_char(out, ')');
}

/* ---- operations ---- */

static bool writes_here(uint8_t op) {
  return op == TTA_OP_NOC_READ || op == TTA_OP_NOC_READ_TRID || op == TTA_OP_L1_WRITE;
}

static void print_argument(tta_buf *out, const tta_issuer *u, uint8_t op, char letter, const tta_operand *arg) {
  static const char *const modes[] = {"Half", "Full"}, *const sources[] = {"A2D", "B2D"};
  switch (letter) {
  case 'c': print_object(out, u->p, arg->object); break;
  case 'n': case 'd': tta_buf_printf(out, "%lld", (long long)arg->number); break;
  case 'g': tta_buf_printf(out, "dst_reg[%lld]", (long long)arg->number); break;
  case 'o': tta_buf_printf(out, "%s", modes[arg->number != 0]); break;
  case 'w': tta_buf_printf(out, "%s", sources[arg->number != 0]); break;
  default: print_place(out, u, letter, &arg->place, letter == 'l' ? writes_here(op) : letter == 'm'); break;
  }
}

static void print_operation(tta_buf *out, const tta_issuer *u, const tta_operation *o) {
  const tta_operation_row *row = &tta_operation_rows[o->op];
  const char *letter = row->signature;
  tta_buf_printf(out, "%s", row->name);
  if (o->op == TTA_OP_SFPU_NEXT) return;
  tta_buf_char(out, '(');
  for (uint32_t i = 0; i < o->num_args && *letter; letter++) {
    if (*letter == '?') continue;
    if (i) tta_buf_printf(out, ", ");
    print_argument(out, u, o->op, *letter, &o->args[i++]);
  }
  tta_buf_char(out, ')');
  if (o->noc >= 0 && o->noc != u->p->kernels[u->kernel].start.noc) tta_buf_printf(out, " noc %d", o->noc);
}

/* ---- what is kept ---- */

static bool no_memory(struct tta_protocol *p) {
  p->status = TTA_NO_MEMORY;
  return false;
}

bool tta_protocol_lines_begin(struct tta_protocol *p) {
  struct tta_protocol_lines *l = tta_arena_alloc(&p->arena, sizeof *l);
  if (!l) return no_memory(p);
  memset(l, 0, sizeof *l);
  tta_strmap_init(&l->numbers, p->arena.allocator);
  tta_buf_init(&l->text, p->arena.allocator);
  l->pushed = tta_arena_array(&p->arena, (size_t)p->num_objects + 1, sizeof *l->pushed);
  l->popped = tta_arena_array(&p->arena, (size_t)p->num_objects + 1, sizeof *l->popped);
  p->lines = l;
  return (l->pushed && l->popped) || no_memory(p);
}

void tta_protocol_lines_free(struct tta_protocol *p) {
  if (!p->lines) return;
  tta_strmap_free(&p->lines->numbers);
  tta_buf_free(&p->lines->text);
}

bool tta_protocol_lines_kernel(struct tta_protocol *p) {
  struct tta_protocol_lines *l = p->lines;
  memset(l->pushed, 0, sizeof *l->pushed * (p->num_objects + 1));
  memset(l->popped, 0, sizeof *l->popped * (p->num_objects + 1));
  if (!TTA_GROW_IN(&p->arena, l, kernels, 1)) return no_memory(p);
  l->kernels[l->num_kernels++] = (tta_kernel_lines){.lines = NULL};
  return true;
}

static bool number_of_line(struct tta_protocol *p, uint32_t *number) {
  struct tta_protocol_lines *l = p->lines;
  const uint32_t *known = l->text.failed ? NULL : tta_strmap_find(&l->numbers, tta_buf_view(&l->text));
  if (known) {
    *number = *known;
    return true;
  }
  tta_str line = tta_arena_str(&p->arena, tta_buf_view(&l->text));
  if (l->text.failed || !line.data || !TTA_GROW_IN(&p->arena, l, lines, 1)) return no_memory(p);
  *number = l->num_lines;
  l->lines[l->num_lines++] = line;
  return !tta_strmap_set(&l->numbers, line, *number) || no_memory(p);
}

static void move_pointers(struct tta_protocol *p, const tta_operation *o) {
  if (o->op != TTA_OP_PUSH && o->op != TTA_OP_POP) return;
  const tta_protocol_object *cb = &p->objects[o->args[0].object];
  uint32_t *at = &(o->op == TTA_OP_PUSH ? p->lines->pushed : p->lines->popped)[o->args[0].object];
  if (o->args[1].number > 0 && o->args[1].number <= cb->pages)
    *at = (uint32_t)((*at + o->args[1].number) % cb->pages);
}

void tta_protocol_keep_line(tta_issuer *u, const tta_operation *o) {
  struct tta_protocol_lines *l = u->p->lines;
  uint32_t number;
  if (u->p->status || l->num_kept == MAX_KEPT) return;
  l->text.size = 0;
  print_operation(&l->text, u, o);
  tta_kernel_lines *k = &l->kernels[u->kernel];
  if (!number_of_line(u->p, &number)) return;
  if (!TTA_GROW_IN(&u->p->arena, k, lines, 1)) {
    no_memory(u->p);
    return;
  }
  k->lines[k->num_lines++] = number;
  l->num_kept++;
  move_pointers(u->p, o);
}

/* ---- kernels ---- */

static void indent(tta_buf *out, uint32_t depth) {
  for (uint32_t i = 0; i <= depth; i++) tta_buf_printf(out, "  ");
}

/* How many lines from `lines` are copies of the first `period` ones. */
static uint32_t repeated(const uint32_t *lines, uint32_t count, uint32_t period) {
  uint32_t same = period;
  while (same < count && lines[same] == lines[same - period]) same++;
  return same - same % period;
}

static void print_lines(tta_buf *out, const struct tta_protocol_lines *l, const uint32_t *lines, uint32_t count,
                        uint32_t depth) {
  for (uint32_t i = 0; i < count;) {
    uint32_t period = 1, covered = 1, left = count - i, most = left / 2 < MAX_PERIOD ? left / 2 : MAX_PERIOD;
    for (uint32_t p = 1; p <= most && depth + 1 < TTA_PROTOCOL_MAX_LOOPS; p++) {
      uint32_t same = repeated(lines + i, left, p);
      if (same >= 2 * p && same > covered) period = p, covered = same;
    }
    indent(out, depth);
    if (covered > period) {
      tta_buf_printf(out, "for i%u in 0 .. %u {\n", depth, covered / period);
      print_lines(out, l, lines + i, period, depth + 1);
      indent(out, depth);
      tta_buf_printf(out, "}\n");
    } else {
      tta_buf_bytes(out, l->lines[lines[i]].data, l->lines[lines[i]].size);
      tta_buf_char(out, '\n');
    }
    i += covered > period ? covered : 1;
  }
}

static bool same_kernel(const struct tta_protocol *p, uint32_t a, uint32_t b) {
  const tta_kernel *x = &p->kernels[a], *y = &p->kernels[b];
  const tta_kernel_lines *i = &p->lines->kernels[a], *k = &p->lines->kernels[b];
  return x->start.processor == y->start.processor && x->start.noc == y->start.noc && i->num_lines == k->num_lines &&
         tta_str_equal(x->start.name, y->start.name) &&
         (!i->num_lines || !memcmp(i->lines, k->lines, i->num_lines * sizeof *i->lines));
}

/* The kernel on a core that is equal to kernel `like` and not printed yet; NONE. */
static uint32_t equal_on(const struct tta_protocol *p, uint32_t like, uint32_t y, uint32_t x) {
  for (uint32_t k = like + 1; k < p->num_kernels; k++)
    if (p->kernels[k].y == y && p->kernels[k].x == x && !p->lines->kernels[k].printed && same_kernel(p, like, k))
      return k;
  return TTA_PROTOCOL_NONE;
}

/* A rectangle of equal kernels from kernel `first` on; they count as printed. */
static tta_protocol_range cover(struct tta_protocol *p, uint32_t first) {
  const tta_kernel *k = &p->kernels[first];
  tta_protocol_range range = {k->y, k->x, k->y, k->x};
  uint32_t row[TTA_PROTOCOL_MAX_COORD], other;
  p->lines->kernels[first].printed = true;
  while ((other = equal_on(p, first, k->y, range.x1 + 1)) != TTA_PROTOCOL_NONE) {
    p->lines->kernels[other].printed = true;
    range.x1++;
  }
  for (bool whole = true; whole;) {
    uint32_t count = 0;
    for (uint32_t x = range.x0; x <= range.x1 && whole; x++) {
      row[count] = equal_on(p, first, range.y1 + 1, x);
      whole = row[count++] != TTA_PROTOCOL_NONE;
    }
    for (uint32_t i = 0; i < count && whole; i++) p->lines->kernels[row[i]].printed = true;
    range.y1 += whole;
  }
  return range;
}

static void print_kernel(tta_buf *out, struct tta_protocol *p, uint32_t kernel) {
  const tta_kernel_start *start = &p->kernels[kernel].start;
  const tta_kernel_lines *lines = &p->lines->kernels[kernel];
  tta_protocol_range range = cover(p, kernel);
  tta_buf_printf(out, "\nkernel ");
  print_name(out, start->name, TTA_PROTOCOL_NONE);
  tta_buf_printf(out, " on ");
  tta_range_text(out, &range);
  if (start->processor != TTA_PROCESSOR_ANY) tta_buf_printf(out, " %s", tta_processor_name(start->processor));
  if (start->noc) tta_buf_printf(out, " noc %u", start->noc);
  tta_buf_printf(out, " {\n");
  print_lines(out, p->lines, lines->lines, lines->num_lines, 0);
  tta_buf_printf(out, "}\n");
}

/* ---- declarations ---- */

static void print_declaration(tta_buf *out, const struct tta_protocol *p, uint32_t number) {
  static const char *const words[] = {"", "", "semaphore ", "cb ", "buffer ", "dst"};
  const tta_protocol_object *o = &p->objects[number];
  if (o->kind == TTA_PROTOCOL_CONST || o->kind == TTA_PROTOCOL_CORE) return; /* their values are in what uses them */
  tta_buf_printf(out, "%s", words[o->kind]);
  if (o->kind != TTA_PROTOCOL_DST_DECL) print_object(out, p, number);
  tta_buf_printf(out, o->dram ? " in dram" : " on ");
  if (!o->dram) tta_range_text(out, &o->range);
  switch (o->kind) {
  case TTA_PROTOCOL_SEMAPHORE:
    if (o->value) tta_buf_printf(out, " = %lld", (long long)o->value);
    break;
  case TTA_PROTOCOL_CB:
    tta_buf_printf(out, " pages %lld page_size %lld", (long long)o->pages, (long long)o->page_bytes);
    if (o->over != TTA_PROTOCOL_NONE) {
      tta_buf_printf(out, " over ");
      print_object(out, p, o->over);
    }
    break;
  case TTA_PROTOCOL_BUFFER: tta_buf_printf(out, " size %lld", (long long)o->bytes); break;
  default: tta_buf_printf(out, " mode %s%s", o->full ? "Full" : "Half", o->fp32 ? " fp32" : ""); break;
  }
  tta_buf_printf(out, o->written ? " written\n" : "\n");
}

void tta_protocol_text(const tta_protocol *protocol, tta_buf *out) {
  struct tta_protocol *p = (struct tta_protocol *)(uintptr_t)protocol;
  if (!p->lines) return;
  const tta_arch_info *arch = p->options.has_arch ? tta_arch_get(p->options.arch) : NULL;
  if (arch) tta_buf_printf(out, "arch %s\n", arch->name);
  for (uint32_t i = 0; i < p->num_objects; i++) print_declaration(out, p, i);
  for (uint32_t k = 0; k < p->lines->num_kernels; k++) p->lines->kernels[k].printed = false;
  for (uint32_t k = 0; k < p->lines->num_kernels; k++)
    if (!p->lines->kernels[k].printed) print_kernel(out, p, k);
}
