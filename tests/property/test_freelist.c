/* Random sequences of operations on both free lists, compared with a model that follows the description of tt-metal's
 * allocators (free_list.cpp, free_list_opt.cpp). Its state is a list of allocated ranges. Everything else is computed
 * from it for each operation. tests/unit/test_freelist.c has examples with numbers.
 *
 * The model also stores the order of slots, by which `allocated` of the segregated list is sorted: a split block keeps
 * its slot, its left and then its right remainder get the slot that was freed last or a new one, a merged block keeps
 * the slot of its lowest part. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "memory/freelist.h"

enum { MAX_BLOCKS = 256, OPS = 48 };

/* ---- the model ---- */

typedef struct range {
  int64_t at, size;
} range;

typedef struct slot {
  bool used, allocated;
  int64_t at, size;
} slot;

typedef struct model {
  tta_freelist_config config;
  int64_t low, max; /* managed: [low, low + max), relative */
  int64_t shrunk;
  bool cleared_while_shrunk;
  int64_t lowest; /* relative, -1 = none */
  range taken[MAX_BLOCKS];
  int num_taken;
  slot slots[MAX_BLOCKS];
  int num_slots, vacant[MAX_BLOCKS], num_vacant;
} model;

static bool segregated(const model *m) { return m->config.impl == TTA_FREELIST_SEGREGATED; }

static int by_address(const void *a, const void *b) {
  const range *x = a, *y = b;
  return (x->at > y->at) - (x->at < y->at);
}

/* Free blocks by address: what the taken ranges leave. */
static int gaps_of(const model *m, range *gaps) {
  range sorted[MAX_BLOCKS];
  memcpy(sorted, m->taken, sizeof(range) * (size_t)m->num_taken);
  qsort(sorted, (size_t)m->num_taken, sizeof(range), by_address);
  int64_t at = m->low;
  int n = 0;
  for (int i = 0; i <= m->num_taken; i++) {
    int64_t end = i < m->num_taken ? sorted[i].at : m->low + m->max;
    if (end > at) gaps[n++] = (range){at, end - at};
    if (i < m->num_taken) at = sorted[i].at + sorted[i].size;
  }
  return n;
}

/* 1.1: align_up(max(size, min_allocation_size), alignment) */
static int64_t rounded(const model *m, int64_t size) {
  if (size < m->config.min_alloc_bytes) size = m->config.min_alloc_bytes;
  while (size % m->config.align_bytes != 0) size += m->config.align_bytes - size % m->config.align_bytes;
  return size;
}

/* 1.3: min(classes-1, floor(log2(s/1024))), s < 2048 -> 0; classes = clamp(bits(max_size/1024), 2, 18) */
static int class_of(const model *m, int64_t size) {
  int classes = 0, log2 = 0;
  for (int64_t n = m->config.max_size_bytes / 1024; n > 0; n /= 2) classes++;
  if (classes < 2) classes = 2;
  if (classes > 18) classes = 18;
  for (int64_t n = size / 1024; n > 1; n /= 2) log2++;
  return log2 < classes - 1 ? log2 : classes - 1;
}

/* Index of the chosen gap, -1 = none. */
static int choose(const model *m, const range *gaps, int n, int64_t need, bool bottom_up) {
  int first = -1, smallest = -1, lowest_class = -1;
  for (int k = 0; k < n; k++) {
    int i = bottom_up ? k : n - 1 - k; /* walking direction */
    if (gaps[i].size < need) continue;
    if (first < 0) first = i;
    if (smallest < 0 || gaps[i].size < gaps[smallest].size) smallest = i;
    if (lowest_class < 0 || class_of(m, gaps[i].size) < class_of(m, gaps[lowest_class].size)) lowest_class = i;
  }
  if (m->config.search == TTA_FREELIST_FIRST) return first;
  return segregated(m) ? lowest_class : smallest;
}

static int new_slot(model *m, bool allocated, int64_t at, int64_t size) {
  int id = m->num_vacant ? m->vacant[--m->num_vacant] : m->num_slots++;
  m->slots[id] = (slot){true, allocated, at, size};
  return id;
}

static void vacate(model *m, int id) {
  m->slots[id].used = false;
  m->vacant[m->num_vacant++] = id;
}

static int slot_starting(const model *m, int64_t at) {
  for (int i = 0; i < m->num_slots; i++) {
    if (m->slots[i].used && m->slots[i].at == at) return i;
  }
  return -1;
}

static int slot_ending(const model *m, int64_t end) {
  for (int i = 0; i < m->num_slots; i++) {
    if (m->slots[i].used && m->slots[i].at + m->slots[i].size == end) return i;
  }
  return -1;
}

static void take(model *m, range gap, int64_t at, int64_t size) {
  m->taken[m->num_taken++] = (range){at, size};
  if (m->lowest < 0 || at < m->lowest) m->lowest = at;
  m->slots[slot_starting(m, gap.at)] = (slot){true, true, at, size};
  if (at > gap.at) new_slot(m, false, gap.at, at - gap.at);
  if (at + size < gap.at + gap.size) new_slot(m, false, at + size, gap.at + gap.size - at - size);
}

static void give_back(model *m, int64_t address) {
  int64_t at = address - m->config.offset_bytes;
  int k = 0;
  while (k < m->num_taken && m->taken[k].at != at) k++;
  if (k == m->num_taken) return; /* 1.1: silently ignored */
  m->taken[k] = m->taken[--m->num_taken];
  if (at == m->lowest) {
    m->lowest = -1;
    for (int i = 0; i < m->num_taken; i++) {
      if (m->lowest < 0 || m->taken[i].at < m->lowest) m->lowest = m->taken[i].at;
    }
  }
  int id = slot_starting(m, at), before = slot_ending(m, at), after = slot_starting(m, at + m->slots[id].size);
  m->slots[id].allocated = false;
  if (before >= 0 && !m->slots[before].allocated) {
    m->slots[before].size += m->slots[id].size;
    vacate(m, id);
    id = before;
  }
  if (after >= 0 && !m->slots[after].allocated) {
    m->slots[id].size += m->slots[after].size;
    vacate(m, after);
  }
}

static void forget(model *m, int64_t max) {
  m->low = 0;
  m->max = max;
  m->num_taken = m->num_slots = m->num_vacant = 0;
  if (max > 0) new_slot(m, false, 0, max);
}

static void model_clear(model *m) {
  if (segregated(m)) {
    forget(m, m->config.max_size_bytes);
    m->shrunk = 0;
  } else {
    m->cleared_while_shrunk = m->shrunk != 0;
    forget(m, m->max);
  }
}

/* false = fatal in tt-metal */
static bool model_shrink(model *m, int64_t n) {
  if (n == 0) return true;
  if (n > m->max) return false;
  if (segregated(m)) {
    for (int i = 0; i < m->num_taken; i++) {
      if (m->taken[i].at < m->shrunk + n) return false;
    }
  } else if (m->shrunk || (m->lowest >= 0 && n > m->lowest)) {
    return false;
  }
  int id = slot_starting(m, m->low);
  m->slots[id].at += n;
  m->slots[id].size -= n;
  if (m->slots[id].size == 0) vacate(m, id);
  m->low += n;
  m->max -= n;
  m->shrunk += n;
  return true;
}

static bool model_reset_size(model *m) {
  if (m->cleared_while_shrunk) return false; /* the list would overlap itself */
  if (m->shrunk == 0) return true;
  int id = slot_starting(m, m->low);
  if (id >= 0 && !m->slots[id].allocated) {
    m->slots[id].at = 0;
    m->slots[id].size += m->shrunk;
  } else {
    new_slot(m, false, 0, m->shrunk);
  }
  m->low = 0;
  m->max += m->shrunk;
  m->shrunk = 0;
  return true;
}

/* ---- one sequence ---- */

static int64_t below(int64_t n) { return (int64_t)(draw() % (uint64_t)n); }
static bool once_in(int64_t n) { return below(n) == 0; }

typedef struct run {
  model m;
  tta_freelist *list;
  int64_t sizes[4]; /* favourites, so that exact fits and ties happen */
  bool aligned;     /* every bound so far is a multiple of align */
  const char *wrong;
} run;

static bool expect(run *r, bool holds, const char *what) {
  if (!holds && !r->wrong) r->wrong = what;
  return holds;
}

static int64_t some_size(run *r) {
  if (once_in(2)) return r->sizes[below(4)];
  if (once_in(12)) return 0;
  int64_t most = (r->m.config.max_size_bytes >> below(8)) + 2;
  return below(most);
}

static void step_alloc(run *r) {
  model *m = &r->m;
  range gaps[MAX_BLOCKS];
  int64_t size = some_size(r), need = rounded(m, size), got = 0, limit = 0;
  bool bottom_up = once_in(2);
  if (once_in(10)) limit = m->config.offset_bytes + below(m->config.max_size_bytes + 1);
  int k = choose(m, gaps, gaps_of(m, gaps), need, bottom_up);
  tta_status status = tta_freelist_alloc(r->list, size, bottom_up, limit, &got);
  if (k < 0) {
    expect(r, status == TTA_OK && got == TTA_NO_ADDRESS, "alloc: there was no room");
    return;
  }
  int64_t at = bottom_up ? gaps[k].at : gaps[k].at + gaps[k].size - need;
  take(m, gaps[k], at, need);
  expect(r, got == at + m->config.offset_bytes, "alloc: address");
  expect(r, status == (got < limit ? TTA_INVALID : TTA_OK), "alloc: status");
  if (r->aligned) expect(r, got % m->config.align_bytes == 0, "alloc: alignment");
}

static void step_alloc_at(run *r) {
  model *m = &r->m;
  range gaps[MAX_BLOCKS];
  int n = gaps_of(m, gaps);
  int64_t size = some_size(r), need = rounded(m, size), got = 0, address;
  if (n > 0 && once_in(2)) address = gaps[below(n)].at + m->config.offset_bytes;
  else address = below(m->config.offset_bytes + m->config.max_size_bytes + 2);
  if (!once_in(4)) address -= address % m->config.align_bytes;
  tta_status status = tta_freelist_alloc_at(r->list, address, size, &got);
  if (!segregated(m) && address % m->config.align_bytes != 0) {
    expect(r, status == TTA_INVALID && got == TTA_NO_ADDRESS, "alloc_at: unaligned");
    return;
  }
  int64_t at = address - m->config.offset_bytes;
  int k = 0;
  while (k < n && !(gaps[k].at <= at && at + need <= gaps[k].at + gaps[k].size)) k++;
  if (k < n) {
    take(m, gaps[k], at, need);
    if (at % m->config.align_bytes != 0) r->aligned = false;
  }
  expect(r, status == TTA_OK && got == (k < n ? address : TTA_NO_ADDRESS), "alloc_at: address");
}

static void step_free(run *r) {
  model *m = &r->m;
  int64_t address = below(m->config.offset_bytes + m->config.max_size_bytes + 2) - 1;
  if (m->num_taken > 0 && !once_in(5)) {
    address = m->taken[below(m->num_taken)].at + m->config.offset_bytes;
    if (once_in(20)) address += once_in(2) ? 1 : -1;
  }
  give_back(m, address);
  expect(r, tta_freelist_release(r->list, address) == TTA_OK, "free: status");
  if (once_in(8)) {
    give_back(m, address);
    expect(r, tta_freelist_release(r->list, address) == TTA_OK, "double free: status");
  }
}

static void step_resize(run *r) {
  model *m = &r->m;
  int kind = (int)below(8);
  if (kind < 4) {
    int64_t n = m->lowest >= m->low && once_in(2) ? m->lowest - m->low : below((m->max >> below(4)) + 2);
    if (!once_in(4)) n -= n % m->config.align_bytes;
    bool fine = model_shrink(m, n);
    if (fine && n % m->config.align_bytes != 0) r->aligned = false;
    expect(r, tta_freelist_shrink(r->list, n) == (fine ? TTA_OK : TTA_INVALID), "shrink: status");
    expect(r, (*tta_freelist_error(r->list) == 0) == fine, "shrink: text");
  } else if (kind < 7) {
    bool fine = model_reset_size(m);
    expect(r, tta_freelist_reset_size(r->list) == (fine ? TTA_OK : TTA_INVALID), "reset_size: status");
  } else {
    model_clear(m);
    tta_freelist_clear(r->list);
  }
}

static void step_available(run *r) {
  model *m = &r->m;
  range gaps[MAX_BLOCKS];
  tta_address_range want[MAX_BLOCKS], got[MAX_BLOCKS];
  int n = gaps_of(m, gaps);
  size_t num_want = 0, num_got = 0;
  int64_t size = some_size(r), need = rounded(m, size), offset = m->config.offset_bytes;
  for (int class = 0; class < (segregated(m) ? 18 : 1); class++) {
    for (int i = 0; i < n; i++) {
      if (gaps[i].size < need) continue;
      int64_t end = gaps[i].at + gaps[i].size;
      if (!segregated(m)) {
        want[num_want++] = (tta_address_range){gaps[i].at, end - need};
      } else if (class_of(m, gaps[i].size) == class) {
        want[num_want++] = (tta_address_range){gaps[i].at + offset, end + offset};
      }
    }
  }
  expect(r, tta_freelist_available(r->list, size, got, MAX_BLOCKS, &num_got) == TTA_OK, "available: status");
  expect(r, num_got == num_want && memcmp(got, want, num_got * sizeof *got) == 0, "available: ranges");
}

/* What must hold after every step. */
static void check_state(run *r) {
  model *m = &r->m;
  range gaps[MAX_BLOCKS];
  int n = gaps_of(m, gaps);
  int64_t allocated = 0, largest = 0, offset = m->config.offset_bytes;
  for (int i = 0; i < m->num_taken; i++) allocated += m->taken[i].size;
  for (int i = 0; i < n; i++) largest = gaps[i].size > largest ? gaps[i].size : largest;
  tta_freelist_stats stats = tta_freelist_statistics(r->list);
  expect(r, stats.total_allocatable_bytes == m->max && stats.allocated_bytes == allocated, "stats: allocated");
  expect(r, stats.free_bytes == m->max - allocated && stats.largest_free_bytes == largest, "stats: free");
  expect(r, tta_freelist_lowest_occupied(r->list) == (m->lowest < 0 ? TTA_NO_ADDRESS : m->lowest + offset),
         "lowest_occupied");

  tta_address_range want[MAX_BLOCKS], got[MAX_BLOCKS];
  range sorted[MAX_BLOCKS];
  size_t num_want = 0, num_got = tta_freelist_allocated(r->list, got, MAX_BLOCKS);
  if (segregated(m)) {
    for (int i = 0; i < m->num_slots; i++) {
      const slot *s = &m->slots[i];
      if (s->used && s->allocated) want[num_want++] = (tta_address_range){s->at + offset, s->at + s->size + offset};
    }
  } else {
    memcpy(sorted, m->taken, sizeof sorted);
    qsort(sorted, (size_t)m->num_taken, sizeof(range), by_address);
    for (int i = 0; i < m->num_taken; i++) {
      want[num_want++] = (tta_address_range){sorted[i].at + offset, sorted[i].at + sorted[i].size + offset};
    }
  }
  expect(r, num_got == num_want && memcmp(got, want, num_got * sizeof *got) == 0, "allocated: ranges");

  /* No overlap and no hole, from the answers alone: the blocks tile the managed range, no two free ones touch. */
  tta_memory_block blocks[MAX_BLOCKS];
  size_t count = tta_freelist_blocks(r->list, blocks, MAX_BLOCKS), seen = 0;
  bool after_free = false;
  for (int64_t at = m->low; at < m->low + m->max; seen++) {
    size_t i = 0;
    while (i < count && blocks[i].address_bytes != at) i++;
    if (!expect(r, i < count && blocks[i].size_bytes > 0, "blocks: a hole or an overlap")) return;
    expect(r, !after_free || blocks[i].allocated, "blocks: free neighbours not merged");
    after_free = !blocks[i].allocated;
    at += blocks[i].size_bytes;
  }
  expect(r, seen == count, "blocks: an overlap");
}

static tta_freelist_config some_config(tta_freelist_impl impl, tta_freelist_search search, bool *aligned) {
  static const int64_t aligns[] = {1, 2, 3, 16, 32, 48, 64, 512, 1024};
  tta_freelist_config c = {.impl = impl, .search = search, .align_bytes = aligns[below(9)]};
  c.offset_bytes = once_in(3) ? 0 : c.align_bytes * below(5000);
  c.min_alloc_bytes = once_in(2) ? c.align_bytes : 1 + below(3 * c.align_bytes);
  c.max_size_bytes = 1 + below(INT64_C(1) << (6 + below(24)));
  if (once_in(5)) *aligned = c.max_size_bytes % c.align_bytes == 0;
  else c.max_size_bytes = (c.max_size_bytes / c.align_bytes + 1) * c.align_bytes;
  return c;
}

static const char *sequence(tta_freelist_impl impl, tta_freelist_search search) {
  run r = {.aligned = true};
  r.m.config = some_config(impl, search, &r.aligned);
  r.m.lowest = -1;
  forget(&r.m, r.m.config.max_size_bytes);
  for (int i = 0; i < 4; i++) r.sizes[i] = below((r.m.config.max_size_bytes >> (1 + below(6))) + 1);
  if (tta_freelist_new(&r.m.config, NULL, &r.list)) return "new";
  for (int i = 0; i < OPS && !r.wrong; i++) {
    int64_t kind = below(100);
    if (kind < 48) step_alloc(&r);
    else if (kind < 56) step_alloc_at(&r);
    else if (kind < 87) step_free(&r);
    else if (kind < 92) step_available(&r);
    else if (i > 4) step_resize(&r);
    if (!r.wrong) check_state(&r);
  }
  tta_freelist_free(r.list);
  return r.wrong;
}

int main(int argc, char **argv) {
  static const char *const names[2][2] = {{"linked first", "linked best"}, {"segregated first", "segregated best"}};
  long cases = argc > 1 ? strtol(argv[1], NULL, 10) : 50000;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20241127;
  int failed = 0;
  for (int impl = 0; impl < 2; impl++) {
    for (int search = 0; search < 2; search++) {
      random_state = seed;
      for (long i = 0; i < cases; i++) {
        const char *wrong = sequence((tta_freelist_impl)impl, (tta_freelist_search)search);
        if (!wrong) continue;
        printf("%s: case %ld, seed %" PRIu64 ": %s\n", names[impl][search], i, seed, wrong);
        failed = 1;
        break;
      }
    }
  }
  printf("freelist: %ld cases for each of 4 algorithms, seed %" PRIu64 "\n", cases, seed);
  return failed;
}
