/* Random protocols compared with a model that runs every interleaving of all operations, without commutation, on plain
 * counters. For each of deadlock, overflow and underflow it decides whether an order causes it. An overflow or
 * underflow ends its order. The checker must have the same result (it also
 * reports a race where a semaphore changes while it is sent), with its reduction and without it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ttattr/protocol.h"

enum { KERNELS = 3, OPS = 7, CBS = 2, SEMS = 2, CORES = 2, SLOTS = 1 << 18 };

/* ---- the model ---- */

typedef enum op_kind { RESERVE, PUSH, WAIT, POP, SET, INC, WAIT_EQUAL, WAIT_MIN, COPY, NUM_KINDS } op_kind;

typedef struct op {
  op_kind kind;
  int object, core, n; /* circular buffer or semaphore; core of the semaphore; pages or value */
} op;

typedef struct program {
  int num_kernels, core[KERNELS], count[KERNELS];
  op ops[KERNELS][OPS];
  int pages[CBS][CORES], producer[CBS][CORES], consumer[CBS][CORES], pushed[CBS][CORES], popped[CBS][CORES];
  int initial[SEMS];
} program;

typedef struct state {
  int at[KERNELS], held[CBS][CORES], value[SEMS][CORES];
} state;

typedef struct verdict {
  bool deadlock, overflow, underflow;
} verdict;

static uint64_t slots[SLOTS];
static uint32_t ages[SLOTS], age;

static uint64_t key_of(const state *s) {
  uint64_t key = 1;
  for (int k = 0; k < KERNELS; k++) key = key << 4 | (uint64_t)s->at[k];
  for (int i = 0; i < CBS; i++)
    for (int c = 0; c < CORES; c++) key = key << 3 | (uint64_t)s->held[i][c];
  for (int i = 0; i < SEMS; i++)
    for (int c = 0; c < CORES; c++) key = key << 8 | (uint64_t)s->value[i][c];
  return key;
}

static bool seen(const state *s) {
  uint64_t key = key_of(s), at = key * 0x9e3779b97f4a7c15u >> 46;
  for (;; at = (at + 1) % SLOTS) {
    if (ages[at] != age) {
      ages[at] = age;
      slots[at] = key;
      return false;
    }
    if (slots[at] == key) return true;
  }
}

static bool can(const program *p, const state *s, int k, const op *o) {
  int c = p->core[k];
  switch (o->kind) {
  case RESERVE: return p->pages[o->object][c] - s->held[o->object][c] >= o->n;
  case WAIT: return s->held[o->object][c] >= o->n;
  case WAIT_EQUAL: return s->value[o->object][c] == o->n;
  case WAIT_MIN: return s->value[o->object][c] >= o->n;
  default: return true;
  }
}

/* False: the order ends here. */
static bool take(const program *p, state *s, int k, const op *o, verdict *v) {
  int c = p->core[k];
  switch (o->kind) {
  case PUSH:
    if ((s->held[o->object][c] += o->n) > p->pages[o->object][c]) return v->overflow = true, false;
    break;
  case POP:
    if ((s->held[o->object][c] -= o->n) < 0) return v->underflow = true, false;
    break;
  case SET: s->value[o->object][c] = o->n; break;
  case INC: s->value[o->object][o->core] += o->n; break;
  case COPY: s->value[o->object][o->core] = s->value[o->object][c]; break;
  default: break;
  }
  s->at[k]++;
  return true;
}

/* Depth: at most KERNELS * OPS. */
static void explore(const program *p, const state *s, verdict *v) {
  bool moved = false, ended = true;
  if (seen(s)) return;
  for (int k = 0; k < p->num_kernels; k++) {
    if (s->at[k] == p->count[k]) continue;
    ended = false;
    const op *o = &p->ops[k][s->at[k]];
    if (!can(p, s, k, o)) continue;
    state next = *s;
    moved = true;
    if (take(p, &next, k, o, v)) explore(p, &next, v);
  }
  if (!moved && !ended) v->deadlock = true;
}

/* ---- random programs ---- */

static uint64_t random_state;
static int pick(int n) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (int)((random_state >> 33) % (uint64_t)n);
}

/* One operation on a circular buffer by its producer or consumer; pointers may meet the end, not pass it. */
static bool random_cb_op(program *p, int k, op *o) {
  int c = p->core[k], i = pick(CBS), pages = p->pages[i][c];
  bool producer = p->producer[i][c] == k;
  if (!producer && p->consumer[i][c] != k) return false;
  if (producer && p->consumer[i][c] == k) producer = pick(2);
  int *at = producer ? &p->pushed[i][c] : &p->popped[i][c];
  *o = (op){producer ? RESERVE : WAIT, i, 0, 1 + pick(pages + (pick(8) == 0))};
  if (pick(5) < 3) return true;
  o->kind = producer ? PUSH : POP;
  o->n = 1 + pick(pages);
  if (*at + o->n > pages) return false;
  *at = (*at + o->n) % pages;
  return true;
}

static bool random_sem_op(const program *p, int k, op *o) {
  static const op_kind kinds[] = {SET, INC, INC, WAIT_EQUAL, WAIT_EQUAL, WAIT_MIN, COPY};
  (void)k;
  *o = (op){kinds[pick(7)], pick(SEMS), pick(CORES), pick(3)};
  (void)p;
  return true;
}

static void random_program(program *p) {
  memset(p, 0, sizeof *p);
  p->num_kernels = 2 + pick(2);
  for (int k = 0; k < p->num_kernels; k++) p->core[k] = pick(3) == 0;
  for (int i = 0; i < CBS; i++) {
    int pages = 1 + pick(3);
    for (int c = 0; c < CORES; c++) {
      p->pages[i][c] = pages;
      p->producer[i][c] = pick(p->num_kernels);
      p->consumer[i][c] = pick(p->num_kernels);
    }
  }
  for (int i = 0; i < SEMS; i++) p->initial[i] = pick(4) == 0;
  for (int k = 0; k < p->num_kernels; k++) {
    int wanted = 1 + pick(OPS);
    for (int tries = 0; p->count[k] < wanted && tries < 40; tries++) {
      op o;
      if (pick(5) < 3 ? !random_cb_op(p, k, &o) : !random_sem_op(p, k, &o)) continue;
      p->ops[k][p->count[k]++] = o;
      /* a wait is mostly followed by what it is for */
      if ((o.kind == RESERVE || o.kind == WAIT) && pick(4) && p->count[k] < wanted) {
        int c = p->core[k], *at = o.kind == RESERVE ? &p->pushed[o.object][c] : &p->popped[o.object][c];
        if (*at + o.n > p->pages[o.object][c]) continue;
        *at = (*at + o.n) % p->pages[o.object][c];
        p->ops[k][p->count[k]++] = (op){o.kind == RESERVE ? PUSH : POP, o.object, 0, o.n};
      }
    }
  }
}

static void write_text(const program *p, tta_buf *out) {
  for (int i = 0; i < CBS; i++) tta_buf_printf(out, "cb c%d on 0x0..0x1 pages %d page_size 16\n", i, p->pages[i][0]);
  for (int i = 0; i < SEMS; i++) tta_buf_printf(out, "semaphore s%d on 0x0..0x1 = %d\n", i, p->initial[i]);
  for (int k = 0; k < p->num_kernels; k++) {
    tta_buf_printf(out, "kernel k%d on 0x%d {\n", k, p->core[k]);
    for (int i = 0; i < p->count[k]; i++) {
      static const char *const names[NUM_KINDS] = {
          "cb_reserve_back",    "cb_push_back",           "cb_wait_front",
          "cb_pop_front",       "noc_semaphore_set",      "noc_semaphore_inc",
          "noc_semaphore_wait", "noc_semaphore_wait_min", "noc_semaphore_set_remote"};
      const op *o = &p->ops[k][i];
      if (o->kind <= POP) tta_buf_printf(out, "  %s(c%d, %d)\n", names[o->kind], o->object, o->n);
      else if (o->kind == INC)
        tta_buf_printf(out, "  %s(get_noc_addr(0x%d, s%d), %d)\n", names[o->kind], o->core, o->object, o->n);
      else if (o->kind == COPY)
        tta_buf_printf(out, "  %s(s%d, get_noc_addr(0x%d, s%d))\n", names[o->kind], o->object, o->core, o->object);
      else tta_buf_printf(out, "  %s(s%d, %d)\n", names[o->kind], o->object, o->n);
    }
    tta_buf_str(out, "}\n");
  }
}

/* ---- comparison ---- */

static bool checker_says(const tta_protocol *protocol, tta_rule kind) {
  const tta_results *results = tta_protocol_results(protocol);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *f = tta_results_diagnostic(results, i);
    if (f->rule == kind && f->severity == TTA_SEVERITY_ERROR) return true;
  }
  return false;
}

/* The same search without reduction: the checker's own operations, one state for each of their orders. */
static bool same_without_reduction(tta_str text, const tta_protocol *reduced, uint64_t *states) {
  tta_protocol_options how = {.max_states = 1 << 20, .no_reduction = true};
  tta_protocol *full = NULL;
  bool same = tta_protocol_check(text, &how, &full) == TTA_OK && tta_protocol_result(full).all_interleavings;
  for (tta_rule kind = TTA_RULE_protocol_deadlock; same && kind <= TTA_RULE_protocol_underflow; kind++)
    same = checker_says(full, kind) == checker_says(reduced, kind);
  if (full) *states += tta_protocol_result(full).states;
  tta_protocol_free(full);
  return same;
}

/* The text of what was issued has the same errors. */
static bool same_as_text(tta_str text) {
  tta_protocol_options how = {.max_states = 1 << 20, .keep_text = true};
  tta_protocol *a = NULL, *b = NULL;
  tta_buf out;
  tta_buf_init(&out, NULL);
  bool same = tta_protocol_check(text, &how, &a) == TTA_OK;
  if (same) tta_protocol_text(a, &out);
  same = same && tta_protocol_check(tta_buf_view(&out), &how, &b) == TTA_OK &&
         tta_protocol_passes(a) == tta_protocol_passes(b) &&
         tta_protocol_result(a).bytes_moved == tta_protocol_result(b).bytes_moved &&
         tta_protocol_result(a).states == tta_protocol_result(b).states;
  /* equal operations in a row are printed as a loop, and an error of a line is reported once */
  bool loops = same && strstr(out.data, "  for ");
  same = same && (loops || tta_results_num_diagnostics(tta_protocol_results(a)) ==
                              tta_results_num_diagnostics(tta_protocol_results(b)));
  for (tta_rule kind = TTA_RULE_protocol_syntax; same && kind <= TTA_RULE_protocol_stale; kind++)
    same = checker_says(a, kind) == checker_says(b, kind);
  if (!same) printf("printed:\n%.*s", (int)out.size, out.data);
  tta_protocol_free(a);
  tta_protocol_free(b);
  tta_buf_free(&out);
  return same;
}

static bool compare(const program *p, uint64_t number, verdict *v, uint64_t *states,
                    uint64_t *all_states) {
  state start = {{0}, {{0}}, {{0}}};
  tta_protocol_options how = {.max_states = 4096};
  tta_protocol *protocol = NULL;
  tta_buf text;
  *v = (verdict){false, false, false};
  age++;
  for (int i = 0; i < SEMS; i++) start.value[i][0] = start.value[i][1] = p->initial[i];
  explore(p, &start, v);
  tta_buf_init(&text, NULL);
  write_text(p, &text);
  bool same = tta_protocol_check(tta_buf_view(&text), &how, &protocol) == TTA_OK;
  if (same) {
    bool d = checker_says(protocol, TTA_RULE_protocol_deadlock), o = checker_says(protocol, TTA_RULE_protocol_overflow),
         u = checker_says(protocol, TTA_RULE_protocol_underflow), passes = tta_protocol_passes(protocol);
    same = d == v->deadlock && o == v->overflow && u == v->underflow &&
           passes == !(d || o || u || checker_says(protocol, TTA_RULE_protocol_race)) &&
           tta_protocol_result(protocol).all_interleavings &&
           same_without_reduction(tta_buf_view(&text), protocol, all_states) && same_as_text(tta_buf_view(&text));
    *states += tta_protocol_result(protocol).states;
    if (!same)
      printf("case %llu: model deadlock %d overflow %d underflow %d, checker %d %d %d\n%.*s",
             (unsigned long long)number, v->deadlock, v->overflow, v->underflow, d, o, u, (int)text.size, text.data);
  }
  tta_protocol_free(protocol);
  tta_buf_free(&text);
  return same;
}

int main(int argc, char **argv) {
  uint64_t cases = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000,
           seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20261121;
  uint64_t found[4] = {0}, states = 0, all_states = 0;
  random_state = seed;
  for (uint64_t i = 0; i < cases; i++) {
    program p;
    verdict v;
    random_program(&p);
    if (!compare(&p, i, &v, &states, &all_states)) return 1;
    found[0] += v.deadlock;
    found[1] += v.overflow;
    found[2] += v.underflow;
    found[3] += !v.deadlock && !v.overflow && !v.underflow;
  }
  printf("protocol: %llu cases, seed %llu (%llu deadlock, %llu overflow, %llu underflow, %llu pass; %llu states "
         "of %llu)\n",
         (unsigned long long)cases, (unsigned long long)seed, (unsigned long long)found[0],
         (unsigned long long)found[1], (unsigned long long)found[2], (unsigned long long)found[3],
         (unsigned long long)states, (unsigned long long)all_states);
  return 0;
}
