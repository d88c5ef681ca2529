/* The allocator against a model that knows only which ranges are taken: every block that is handed out lies in free
 * room, aligned; there is an answer exactly when some gap has room; FIRST takes the lowest or highest gap, LINKED's
 * BEST the smallest; the statistics are sums over the ranges; blocks lie end to end over the managed range. */
#include "fuzz.h"
#include "memory/freelist.h"

enum { MAX_BLOCKS = 128 };

typedef struct model {
  tta_freelist_config config;
  int64_t shrunk;
  bool stale; /* cleared while shrunk: LINKED's oddity, documented in the header, not modelled */
  int count;
  struct { int64_t begin, end; } taken[MAX_BLOCKS]; /* relative, by address */
} model;

static int64_t rounded(const model *m, int64_t size) {
  int64_t n = size < m->config.min_alloc_bytes ? m->config.min_alloc_bytes : size;
  return (n + m->config.align_bytes - 1) / m->config.align_bytes * m->config.align_bytes;
}

static int64_t gap(const model *m, int i, int64_t *begin) {
  *begin = i ? m->taken[i - 1].end : m->shrunk;
  return (i < m->count ? m->taken[i].begin : m->config.max_size_bytes) - *begin;
}

static void take(model *m, int64_t begin, int64_t size) {
  int i = m->count++;
  for (; i && m->taken[i - 1].begin > begin; i--) m->taken[i] = m->taken[i - 1];
  m->taken[i].begin = begin;
  m->taken[i].end = begin + size;
}

/* Whether [begin, begin + size) is free. */
static bool is_free(const model *m, int64_t begin, int64_t size) {
  for (int i = 0; i <= m->count; i++) {
    int64_t at, room = gap(m, i, &at);
    if (begin >= at && begin + size <= at + room) return true;
  }
  return false;
}

static int64_t expected_address(const model *m, int64_t need, bool bottom_up) {
  int64_t best = -1, best_room = 0;
  for (int i = 0; i <= m->count; i++) {
    int64_t at, room = gap(m, i, &at), address = bottom_up ? at : at + room - need;
    if (room < need || !room) continue;
    bool first = m->config.search == TTA_FREELIST_FIRST;
    if (best < 0 || (first ? !bottom_up : room < best_room || (room == best_room && !bottom_up)))
      best = address, best_room = room;
  }
  return best;
}

static void step_alloc(tta_freelist *list, model *m, fuzz_bytes *b) {
  int64_t size = fuzz_below(b, 4) ? fuzz_below(b, 200) : fuzz_number(b), address = 0;
  bool bottom_up = fuzz_byte(b) & 1;
  if (m->count == MAX_BLOCKS) return;
  tta_status status = tta_freelist_alloc(list, size, bottom_up, 0, &address);
  if (size < 0) {
    REQUIRE(status == TTA_INVALID, "a negative size gives %d", (int)status);
    return;
  }
  if (size > INT64_MAX - 4096) {
    REQUIRE(status == TTA_OVERFLOW || (status == TTA_OK && address == TTA_NO_ADDRESS), "a huge size gives %d",
            (int)status);
    return;
  }
  REQUIRE(status == TTA_OK, "status %d", (int)status);
  int64_t need = rounded(m, size), wanted = expected_address(m, need, bottom_up);
  REQUIRE((address == TTA_NO_ADDRESS) == (wanted < 0), "%lld bytes: %lld, not %lld", (long long)size,
          (long long)address, (long long)wanted);
  if (wanted < 0) return;
  int64_t begin = address - m->config.offset_bytes;
  REQUIRE(is_free(m, begin, need), "%lld bytes at %lld are taken", (long long)need, (long long)begin);
  bool modelled = m->config.search == TTA_FREELIST_FIRST;
  REQUIRE(!modelled || begin == wanted, "at %lld, not %lld", (long long)begin, (long long)wanted);
  if (m->config.search == TTA_FREELIST_BEST && m->config.impl == TTA_FREELIST_LINKED) { /* of equal gaps any */
    int64_t at, room = 0, wanted_room = 0;
    for (int i = 0; i <= m->count; i++) {
      int64_t r = gap(m, i, &at);
      if (begin >= at && begin < at + r) room = r;
      if (wanted >= at && wanted < at + r) wanted_room = r;
    }
    REQUIRE(room == wanted_room, "a gap of %lld, not %lld", (long long)room, (long long)wanted_room);
  }
  take(m, begin, need);
}

static void step_alloc_at(tta_freelist *list, model *m, fuzz_bytes *b) {
  int64_t begin = fuzz_below(b, 200) * (fuzz_byte(b) & 1 ? m->config.align_bytes : 1), size = fuzz_below(b, 100),
          address = 0;
  if (m->count == MAX_BLOCKS) return;
  int64_t at = begin + m->config.offset_bytes;
  tta_status status = tta_freelist_alloc_at(list, at, size, &address);
  if (m->config.impl == TTA_FREELIST_LINKED && at % m->config.align_bytes) {
    REQUIRE(status == TTA_INVALID, "unaligned %lld gives %d", (long long)at, (int)status);
    return;
  }
  REQUIRE(status == TTA_OK, "status %d", (int)status);
  bool room = is_free(m, begin, rounded(m, size));
  REQUIRE(address == (room ? at : TTA_NO_ADDRESS), "%lld bytes at %lld: %lld", (long long)size, (long long)at,
          (long long)address);
  if (room) take(m, begin, rounded(m, size));
}

static void step_free(tta_freelist *list, model *m, fuzz_bytes *b) {
  if (!m->count || fuzz_below(b, 8) == 0) { /* an address that is none changes nothing */
    int64_t address = fuzz_number(b);
    for (int i = 0; i < m->count; i++)
      if (m->taken[i].begin + m->config.offset_bytes == address) return;
    REQUIRE(tta_freelist_release(list, address) == TTA_OK, "free");
    return;
  }
  int i = (int)fuzz_below(b, (uint32_t)m->count);
  REQUIRE(tta_freelist_release(list, m->taken[i].begin + m->config.offset_bytes) == TTA_OK, "free");
  m->count--;
  memmove(&m->taken[i], &m->taken[i + 1], (size_t)(m->count - i) * sizeof m->taken[0]);
}

static void check_state(tta_freelist *list, const model *m) {
  tta_freelist_stats stats = tta_freelist_statistics(list);
  int64_t allocated = 0, largest = 0, at;
  for (int i = 0; i < m->count; i++) allocated += m->taken[i].end - m->taken[i].begin;
  for (int i = 0; i <= m->count; i++) {
    int64_t room = gap(m, i, &at);
    if (room > largest) largest = room;
  }
  REQUIRE(stats.allocated_bytes == allocated, "%lld allocated, not %lld", (long long)stats.allocated_bytes,
          (long long)allocated);
  REQUIRE(stats.total_allocatable_bytes == m->config.max_size_bytes - m->shrunk, "total %lld",
          (long long)stats.total_allocatable_bytes);
  REQUIRE(stats.free_bytes == stats.total_allocatable_bytes - allocated, "%lld free", (long long)stats.free_bytes);
  REQUIRE(stats.largest_free_bytes == largest, "largest %lld, not %lld", (long long)stats.largest_free_bytes,
          (long long)largest);
  tta_address_range ranges[MAX_BLOCKS];
  size_t n = tta_freelist_allocated(list, ranges, MAX_BLOCKS);
  REQUIRE(n == (size_t)m->count, "%zu blocks, not %d", n, m->count);
  for (size_t i = 0; i < n; i++) {
    bool known = false;
    for (int j = 0; j < m->count; j++)
      known |= m->taken[j].begin + m->config.offset_bytes == ranges[i].begin &&
               m->taken[j].end + m->config.offset_bytes == ranges[i].end;
    REQUIRE(known, "[%lld, %lld) is not allocated", (long long)ranges[i].begin, (long long)ranges[i].end);
  }
}

static void step_available(tta_freelist *list, const model *m, fuzz_bytes *b) {
  tta_address_range ranges[MAX_BLOCKS + 1];
  size_t count = 0, expected = 0;
  int64_t size = fuzz_below(b, 250), at;
  REQUIRE(tta_freelist_available(list, size, ranges, MAX_BLOCKS + 1, &count) == TTA_OK, "available");
  for (int i = 0; i <= m->count; i++) {
    int64_t room = gap(m, i, &at);
    expected += room > 0 && room >= rounded(m, size);
  }
  REQUIRE(count == expected, "%zu ranges for %lld bytes, not %zu", count, (long long)size, expected);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static model m;
  fuzz_bytes b = {data, data + size};
  m = (model){0};
  uint32_t how = fuzz_byte(&b);
  m.config = (tta_freelist_config){.min_alloc_bytes = 1 + fuzz_below(&b, 64), .align_bytes = 1 + fuzz_below(&b, 64)};
  m.config.max_size_bytes = (int64_t)fuzz_byte(&b) * (1 + fuzz_below(&b, 16));
  m.config.offset_bytes = m.config.align_bytes * fuzz_below(&b, 4);
  m.config.search = how & 1 ? TTA_FREELIST_BEST : TTA_FREELIST_FIRST;
  m.config.impl = how & 2 ? TTA_FREELIST_SEGREGATED : TTA_FREELIST_LINKED;
  tta_freelist *list = NULL;
  tta_status status = tta_freelist_new(&m.config, NULL, &list);
  if (status) {
    REQUIRE(status == TTA_INVALID && tta_freelist_config_error(&m.config), "status %d", (int)status);
    return 0;
  }
  for (int steps = 0; fuzz_more(&b) && steps < 400; steps++) {
    switch (fuzz_below(&b, 8)) {
    case 0: case 1: case 2: step_alloc(list, &m, &b); break;
    case 3: step_alloc_at(list, &m, &b); break;
    case 4: case 5: step_free(list, &m, &b); break;
    case 6: step_available(list, &m, &b); break;
    default: {
      int64_t by = fuzz_below(&b, 64), at;
      /* where tt-metal stops: tests/property/test_freelist.c */
      if (m.shrunk || gap(&m, 0, &at) < by || by > m.config.max_size_bytes) break;
      if (gap(&m, 0, &at) == by || !by) break;
      REQUIRE(tta_freelist_shrink(list, by) == TTA_OK, "shrink by %lld: %s", (long long)by, tta_freelist_error(list));
      m.shrunk = by;
      check_state(list, &m);
      step_available(list, &m, &b);
      REQUIRE(tta_freelist_reset_size(list) == TTA_OK, "reset: %s", tta_freelist_error(list));
      m.shrunk = 0;
    }
    }
    check_state(list, &m);
  }
  tta_freelist_free(list);
  return 0;
}
