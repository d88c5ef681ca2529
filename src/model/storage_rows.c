/* storage_rows.c: where the rows of shards start, and what it costs to start all of them at aligned addresses. */
#include "base/checked.h"
#include "base/fail.h"
#include "model/storage.h"
#include "ttattr/storage.h"

static int64_t gcd(int64_t a, int64_t b) { return (int64_t)tta_gcd(tta_abs(a), tta_abs(b)); }

bool tta_aligned_row(int64_t elements, int64_t element_bytes, int64_t alignment_bytes, int64_t *aligned) {
  int64_t bytes;
  if (elements < 0 || element_bytes < 1 || alignment_bytes < 1) return false;
  int64_t step = alignment_bytes / gcd(alignment_bytes, element_bytes);
  return tta_align_up(elements, step, aligned) && tta_mul(*aligned, element_bytes, &bytes);
}

/* Of the digits of a memref with an order of its own, without those of a tile and of the scalars of a row that are next
 * to each other. */
static int64_t start_of_ordered(const tta_storage *s, int64_t several) {
  int64_t start = gcd(several, s->origin);
  for (uint32_t i = 0; i < s->num_terms; i++) {
    uint32_t form = s->terms[i].form;
    bool in_row = s->row_pages && s->rank && form == s->tile_index[s->rank - 1];
    if (s->terms[i].weight % s->element_bytes) continue; /* in a tile */
    if (!in_row || s->terms[i].weight != s->element_bytes) start = gcd(start, s->terms[i].weight);
  }
  return start;
}

/* A number that divides the addresses of all rows: 0 if all of them are 0. */
static int64_t start_of_rows(const tta_storage *s, int64_t row_bytes) {
  if (s->distribution == TTA_STORAGE_PAGES) {
    int64_t start = s->num_pages > s->num_banks ? s->page_stride : 0;
    bool in_page = s->sharded && s->row_pages && s->rank && s->grid[s->rank - 1] > 1; /* after those of other cores */
    return in_page ? gcd(start, row_bytes) : start;
  }
  bool several = s->distribution != TTA_STORAGE_CORES && s->cores > s->num_banks; /* shards one after the other */
  if (s->ordered) return start_of_ordered(s, several ? s->shard_stride : 0);
  return gcd(s->pages_per_shard > 1 ? s->page_stride : 0, several ? s->shard_stride : 0);
}

tta_status tta_storage_rows_of(const tta_storage *s, int64_t alignment_bytes, tta_storage_rows *rows, tta_buf *reason) {
  int64_t align = alignment_bytes ? alignment_bytes : s->alignment_bytes, units = 1, aligned, more;
  if (align < 1) return tta_fail(TTA_INVALID, reason, "alignment %lld is below 1", (long long)align);
  if (!s->element_bytes) return tta_fail(TTA_INVALID, reason, "the size of an element is unknown");
  if (s->row_pages && s->rank) units = s->units[s->rank - 1];
  *rows = (tta_storage_rows){.rows = s->pages_per_shard, .alignment_bytes = align};
  for (uint32_t k = 0; k < s->rank && s->ordered; k++)
    if ((!s->row_pages || k + 1 < s->rank) && !tta_mul(rows->rows, s->units[k], &rows->rows)) return TTA_OVERFLOW;
  if (!tta_mul(units, s->element_bytes, &rows->row_bytes) || !tta_aligned_row(units, s->element_bytes, align, &aligned))
    return TTA_OVERFLOW;
  int64_t start = start_of_rows(s, rows->row_bytes);
  rows->start_bytes = start ? start & -start : align;
  rows->aligned = start % align == 0;
  rows->aligned_row_bytes = rows->aligned ? rows->row_bytes : aligned * s->element_bytes;
  bool fits = tta_mul(rows->aligned_row_bytes - rows->row_bytes, rows->rows, &more) &&
              tta_mul(more, s->cores, &rows->padding_bytes);
  return fits ? TTA_OK : TTA_OVERFLOW;
}
