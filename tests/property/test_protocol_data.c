/* Random protocols with data, compared with a model that runs every interleaving of all operations on plain counters,
 * without clocks. In each state it looks for two accesses to the same bytes, one of them a write, that may both be done
 * now or are in flight, from the call to the barrier. It also looks for reads of bytes that were not written. The
 * checker, which runs the kernels in a few orders only, must report an error of data in the same protocols, and a
 * deadlock in the same ones. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ttattr/protocol.h"

enum { KERNELS = 3, OPS = 12, BUFFERS = 2, SEMS = 2, CORES = 2, PAGES = 2, SLOTS = 1 << 16 };
enum { CELLS = BUFFERS * CORES + PAGES };

typedef enum op_kind {
  READ, WRITE, FAR_READ, FAR_WRITE, READ_BARRIER, WRITE_BARRIER, /* far: from or to the other core */
  SET, INC, INLINE, WAIT_EQUAL, WAIT_MIN,
  RESERVE, PUSH, WAIT, POP, READ_PAGE, WRITE_PAGE,               /* of a circular buffer on core 0 */
  NUM_KINDS
} op_kind;

typedef struct op {
  op_kind kind;
  int object, n; /* buffer or semaphore; value */
  int cell, source; /* that is accessed; of a transfer: destination and source */
} op;

typedef struct program {
  int num_kernels, core[KERNELS], count[KERNELS], producer, consumer;
  op ops[KERNELS][OPS];
  bool written[BUFFERS], static_error;
} program;

typedef struct state {
  int at[KERNELS], value[SEMS][CORES], pushed, popped;
  unsigned written; /* a bit for each cell */
} state;

typedef struct verdict {
  bool data, deadlock;
} verdict;

/* ---- the model ---- */

static uint64_t slots[SLOTS];
static uint32_t ages[SLOTS], age, num_seen;

static uint64_t key_of(const state *s) {
  uint64_t key = s->written;
  for (int k = 0; k < KERNELS; k++) key = key << 4 | (uint64_t)s->at[k];
  for (int i = 0; i < SEMS; i++)
    for (int c = 0; c < CORES; c++) key = key << 6 | (uint64_t)s->value[i][c];
  return key << 8 | (uint64_t)(s->pushed << 4 | s->popped);
}

static bool seen(const state *s) {
  uint64_t key = key_of(s), at = key * 0x9e3779b97f4a7c15u >> 48;
  for (;; at = (at + 1) % SLOTS) {
    if (ages[at] != age) {
      ages[at] = age;
      slots[at] = key;
      num_seen++;
      return false;
    }
    if (slots[at] == key) return true;
  }
}

static bool can(const program *p, const state *s, int k, const op *o) {
  int c = p->core[k];
  switch (o->kind) {
  case RESERVE: return PAGES - (s->pushed - s->popped) >= o->n;
  case WAIT: return s->pushed - s->popped >= o->n;
  case WAIT_EQUAL: return s->value[o->object][c] == o->n;
  case WAIT_MIN: return s->value[o->object][c] >= o->n;
  default: return true;
  }
}

/* Reads and writes, as bits of cells. */
typedef struct accesses {
  unsigned reads, writes;
} accesses;

static accesses accesses_of(const op *o) {
  accesses a = {0, 0};
  if (o->kind == READ || o->kind == READ_PAGE) a.reads = 1u << o->cell;
  if (o->kind == WRITE || o->kind == WRITE_PAGE) a.writes = 1u << o->cell;
  if (o->kind == FAR_READ || o->kind == FAR_WRITE) a.reads = 1u << o->source, a.writes = 1u << o->cell;
  return a;
}

/* What a kernel has in flight. An inline write follows the data on its way to the other core. */
static accesses in_flight(const program *p, const state *s, int k) {
  accesses reads = {0, 0}, writes = {0, 0};
  for (int i = 0; i < s->at[k]; i++) {
    const op *o = &p->ops[k][i];
    accesses a = accesses_of(o), *into = o->kind == FAR_READ ? &reads : &writes;
    if (o->kind == FAR_READ || o->kind == FAR_WRITE) into->reads |= a.reads, into->writes |= a.writes;
    if (o->kind == READ_BARRIER) reads = (accesses){0, 0};
    if (o->kind == WRITE_BARRIER) writes = (accesses){0, 0};
    if (o->kind == INLINE) writes.writes = 0;
  }
  return (accesses){reads.reads | writes.reads, reads.writes | writes.writes};
}

static bool conflict(accesses a, accesses b) { return (a.writes & (b.reads | b.writes)) || (b.writes & a.reads); }

static bool data_error(const program *p, const state *s) {
  accesses next[KERNELS], flying[KERNELS];
  for (int k = 0; k < p->num_kernels; k++) {
    const op *o = &p->ops[k][s->at[k]];
    bool moves = s->at[k] < p->count[k] && can(p, s, k, o);
    next[k] = moves ? accesses_of(o) : (accesses){0, 0};
    flying[k] = in_flight(p, s, k);
    if (next[k].reads & ~s->written) return true;
  }
  for (int k = 0; k < p->num_kernels; k++)
    for (int j = 0; j < p->num_kernels; j++) {
      if (conflict(next[k], flying[j])) return true;
      if (j != k && conflict(next[k], next[j])) return true;
    }
  return false;
}

static void take(const program *p, state *s, int k, const op *o) {
  int c = p->core[k];
  switch (o->kind) {
  case SET: s->value[o->object][c] = o->n; break;
  case INC: s->value[o->object][1 - c] += o->n; break;
  case INLINE: s->value[o->object][1 - c] = o->n; break;
  case PUSH: s->pushed++; break;
  case POP: s->written &= ~(1u << (BUFFERS * CORES + s->popped++ % PAGES)); break;
  default: s->written |= accesses_of(o).writes; break; /* in flight: another access is an error anyway */
  }
  s->at[k]++;
}

/* Depth: at most KERNELS * OPS. */
static void explore(const program *p, const state *s, verdict *v) {
  bool moved = false, ended = true;
  if (seen(s)) return;
  v->data |= data_error(p, s);
  for (int k = 0; k < p->num_kernels; k++) {
    if (s->at[k] == p->count[k]) continue;
    ended = false;
    const op *o = &p->ops[k][s->at[k]];
    if (!can(p, s, k, o)) continue;
    state next = *s;
    moved = true;
    take(p, &next, k, o);
    explore(p, &next, v);
  }
  if (!moved && !ended) v->deadlock = true;
}

/* ---- random programs ---- */

static uint64_t random_state;
static int pick(int n) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (int)((random_state >> 33) % (uint64_t)n);
}

static void add(program *p, int k, op_kind kind, int object, int n) {
  int c = p->core[k];
  op o = {kind, object, n, object * CORES + c, object * CORES + c};
  if (p->count[k] == OPS) return;
  if (kind == FAR_READ) o.source = object * CORES + 1 - c;
  if (kind == FAR_WRITE) o.cell = object * CORES + 1 - c;
  p->ops[k][p->count[k]++] = o;
}

/* A message, or what waits for one; mostly with its data. */
static void add_turn(program *p, int k) {
  int b = pick(BUFFERS), s = pick(SEMS), kind = pick(10);
  if (kind < 3) {
    add(p, k, pick(4) ? FAR_WRITE : WRITE, b, 0);
    if (pick(4)) add(p, k, WRITE_BARRIER, 0, 0);
    add(p, k, pick(3) ? INC : INLINE, s, 1);
  } else if (kind < 6) {
    add(p, k, pick(3) ? WAIT_EQUAL : WAIT_MIN, s, 1 + (pick(5) == 0));
    if (pick(4) == 0) add(p, k, SET, s, 0);
    add(p, k, pick(4) ? READ : FAR_READ, b, 0);
    if (pick(4)) add(p, k, READ_BARRIER, 0, 0);
    if (pick(2)) add(p, k, INC, s, 1);
  } else {
    static const op_kind kinds[] = {READ, WRITE, FAR_READ, FAR_WRITE, READ_BARRIER, WRITE_BARRIER, SET, INC, INLINE};
    int which = pick(9);
    add(p, k, kinds[which], which < 6 ? b : s, pick(3));
  }
}

static void add_pages(program *p, int k, bool producer) {
  if (p->count[k] + 3 > OPS) return;
  add(p, k, producer ? RESERVE : WAIT, 0, 1);
  if (pick(8)) add(p, k, producer ? WRITE_PAGE : READ_PAGE, 0, 0);
  add(p, k, producer ? PUSH : POP, 0, 1);
  if (pick(8) == 0) add(p, k, producer ? WRITE_PAGE : READ_PAGE, 0, 0);
}

/* Pages are at the pointer of their kernel; errors that are of one kernel, whatever the others do. */
static void finish(program *p, int k) {
  int at = 0;
  for (int i = 0; i < p->count[k]; i++) {
    op *o = &p->ops[k][i];
    state s = {.at = {0}};
    if (o->kind == READ_PAGE || o->kind == WRITE_PAGE) o->cell = BUFFERS * CORES + at % PAGES;
    at += o->kind == PUSH || o->kind == POP;
    s.at[k] = i;
    /* an increment may overtake data for its core, also data with a flag that was not answered */
    bool to_core = false;
    for (int j = 0; j < i; j++) {
      op_kind kind = p->ops[k][j].kind;
      if (kind == FAR_WRITE) to_core = true, s.at[k] = j;
      if (kind == WRITE_BARRIER) to_core = false;
      for (int f = s.at[k]; to_core && (kind == WAIT_EQUAL || kind == WAIT_MIN) && f < j; f++)
        if (p->ops[k][f].kind == INLINE) to_core = false;
    }
    if (o->kind == INC && to_core) p->static_error = true;
  }
  bool reads = false;
  for (int i = 0; i < p->count[k]; i++)
    reads = p->ops[k][i].kind == FAR_READ || (reads && p->ops[k][i].kind != READ_BARRIER);
  p->static_error |= reads;
}

/* Kernel 0 sends to kernel 1 for two rounds. */
static void handshake(program *p) {
  for (int round = 0; round < 2; round++) {
    add(p, 0, pick(2) ? WAIT_EQUAL : WAIT_MIN, 0, 1);
    add(p, 0, SET, 0, 0);
    add(p, 0, FAR_WRITE, 0, 0);
    if (pick(4)) add(p, 0, WRITE_BARRIER, 0, 0);
    add(p, 0, pick(2) ? INC : INLINE, 1, 1);
    if (pick(2)) add(p, 1, READ, 1, 0);
    add(p, 1, SET, 1, 0);
    add(p, 1, INC, 0, 1);
    add(p, 1, WAIT_EQUAL, 1, 1);
    add(p, 1, READ, 0, 0);
  }
  add(p, 0, WRITE_BARRIER, 0, 0);
}

/* Deletes an operation or changes it with the one before. */
static void mutate(program *p) {
  int k = pick(2), i = 1 + pick(p->count[k] - 1);
  op old = p->ops[k][i];
  if (pick(2)) {
    memmove(&p->ops[k][i], &p->ops[k][i + 1], (size_t)(--p->count[k] - i) * sizeof old);
  } else {
    p->ops[k][i] = p->ops[k][i - 1];
    p->ops[k][i - 1] = old;
  }
}

static void random_program(program *p) {
  memset(p, 0, sizeof *p);
  p->num_kernels = 2 + pick(2);
  for (int k = 0; k < p->num_kernels; k++) p->core[k] = k < 2 ? k : pick(2);
  for (int i = 0; i < BUFFERS; i++) p->written[i] = pick(3) > 0;
  p->producer = p->consumer = -1;
  if (pick(3) == 0) {
    p->num_kernels = 2;
    p->written[0] = p->written[1] = true;
    handshake(p);
    for (int n = pick(3); n; n--) mutate(p);
    for (int k = 0; k < 2; k++) finish(p, k);
    return;
  }
  if (p->num_kernels == 3 && p->core[2] == 0 && pick(2)) p->producer = 0, p->consumer = 2;
  for (int k = 0; k < p->num_kernels; k++) {
    int wanted = 2 + pick(7);
    while (p->count[k] < wanted) {
      bool pages = (k == p->producer || k == p->consumer) && pick(3);
      if (pages && p->count[k] + 3 <= OPS) add_pages(p, k, k == p->producer);
      else add_turn(p, k);
    }
    finish(p, k);
  }
}

static void write_op(const program *p, int k, const op *o, tta_buf *out) {
  int c = p->core[k];
  switch (o->kind) {
  case READ: tta_buf_printf(out, "  l1_read(b%d, 16)\n", o->object); break;
  case WRITE: tta_buf_printf(out, "  l1_write(b%d, 16)\n", o->object); break;
  case FAR_READ:
    tta_buf_printf(out, "  noc_async_read(get_noc_addr(0x%d, b%d), b%d, 16)\n", 1 - c, o->object, o->object);
    break;
  case FAR_WRITE:
    tta_buf_printf(out, "  noc_async_write(b%d, get_noc_addr(0x%d, b%d), 16)\n", o->object, 1 - c, o->object);
    break;
  case READ_BARRIER: tta_buf_str(out, "  noc_async_read_barrier()\n"); break;
  case WRITE_BARRIER: tta_buf_str(out, "  noc_async_write_barrier()\n"); break;
  case SET: tta_buf_printf(out, "  noc_semaphore_set(s%d, %d)\n", o->object, o->n); break;
  case INC: tta_buf_printf(out, "  noc_semaphore_inc(get_noc_addr(0x%d, s%d), %d)\n", 1 - c, o->object, o->n); break;
  case INLINE:
    tta_buf_printf(out, "  noc_inline_dw_write(get_noc_addr(0x%d, s%d), %d)\n", 1 - c, o->object, o->n);
    break;
  case WAIT_EQUAL: tta_buf_printf(out, "  noc_semaphore_wait(s%d, %d)\n", o->object, o->n); break;
  case WAIT_MIN: tta_buf_printf(out, "  noc_semaphore_wait_min(s%d, %d)\n", o->object, o->n); break;
  case RESERVE: tta_buf_str(out, "  cb_reserve_back(c, 1)\n"); break;
  case PUSH: tta_buf_str(out, "  cb_push_back(c, 1)\n"); break;
  case WAIT: tta_buf_str(out, "  cb_wait_front(c, 1)\n"); break;
  case POP: tta_buf_str(out, "  cb_pop_front(c, 1)\n"); break;
  case READ_PAGE: tta_buf_str(out, "  l1_read(get_read_ptr(c), 16)\n"); break;
  default: tta_buf_str(out, "  l1_write(get_write_ptr(c), 16)\n"); break;
  }
}

static void write_text(const program *p, tta_buf *out) {
  for (int i = 0; i < BUFFERS; i++)
    tta_buf_printf(out, "buffer b%d on 0x0..0x1 size 16%s\n", i, p->written[i] ? " written" : "");
  for (int i = 0; i < SEMS; i++) tta_buf_printf(out, "semaphore s%d on 0x0..0x1\n", i);
  tta_buf_printf(out, "cb c on 0x0 pages %d page_size 16\n", PAGES);
  for (int k = 0; k < p->num_kernels; k++) {
    tta_buf_printf(out, "kernel k%d on 0x%d {\n", k, p->core[k]);
    for (int i = 0; i < p->count[k]; i++) write_op(p, k, &p->ops[k][i], out);
    tta_buf_str(out, "}\n");
  }
}

/* ---- comparison ---- */

static verdict checker_says(const tta_protocol *protocol) {
  verdict v = {false, false};
  const tta_results *results = tta_protocol_results(protocol);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *f = tta_results_diagnostic(results, i);
    bool data = f->rule == TTA_RULE_protocol_race || f->rule == TTA_RULE_protocol_unwritten ||
                f->rule == TTA_RULE_protocol_barrier;
    v.data |= data && f->severity == TTA_SEVERITY_ERROR;
    v.deadlock |= f->rule == TTA_RULE_protocol_deadlock;
  }
  return v;
}

static bool compare(const program *p, uint64_t number, verdict *v) {
  state start = {.at = {0}};
  tta_protocol *protocol = NULL;
  tta_buf text;
  *v = (verdict){false, false};
  age++;
  for (int i = 0; i < BUFFERS; i++)
    for (int c = 0; c < CORES; c++) start.written |= p->written[i] ? 1u << (i * CORES + c) : 0;
  explore(p, &start, v);
  tta_buf_init(&text, NULL);
  write_text(p, &text);
  bool same = tta_protocol_check(tta_buf_view(&text), NULL, &protocol) == TTA_OK;
  if (same) {
    verdict seen = checker_says(protocol);
    /* an error of one kernel ends the check before its run; a deadlock may keep the run from an error of data */
    bool fails = p->static_error || v->data || v->deadlock;
    same = tta_protocol_passes(protocol) == !fails;
    if (same && !p->static_error)
      same = seen.deadlock == v->deadlock && (v->deadlock ? v->data || !seen.data : seen.data == v->data);
    if (!same)
      printf("case %llu: model data %d deadlock %d, of one kernel %d; checker %d %d\n%.*s", (unsigned long long)number,
             v->data, v->deadlock, p->static_error, seen.data, seen.deadlock, (int)text.size, text.data);
  }
  tta_protocol_free(protocol);
  tta_buf_free(&text);
  return same;
}

int main(int argc, char **argv) {
  uint64_t cases = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000,
           seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20261122, found[4] = {0}, wrong = 0;
  random_state = seed;
  for (uint64_t i = 0; i < cases; i++) {
    program p;
    verdict v;
    random_program(&p);
    wrong += !compare(&p, i, &v);
    if (wrong > 20) break;
    found[p.static_error ? 0 : v.data ? 1 : v.deadlock ? 2 : 3]++;
  }
  printf("protocol data: %llu cases, seed %llu (%llu errors of one kernel, %llu of data, %llu deadlock, %llu pass; %u "
         "states), %llu wrong\n",
         (unsigned long long)cases, (unsigned long long)seed, (unsigned long long)found[0],
         (unsigned long long)found[1], (unsigned long long)found[2], (unsigned long long)found[3], num_seen,
         (unsigned long long)wrong);
  return wrong > 0;
}
