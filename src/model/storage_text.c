/* storage_text.c: what a storage allocates, as a line for people. */
#include "ttattr/storage.h"

static void append_reason(tta_buf *out, const tta_storage *s) {
  const char *page = s->row_pages ? "rows" : "tiles";
  if (s->page_stride != s->page_bytes)
    tta_buf_printf(out, ": %s of %lld are pages of %lld", page, (long long)s->page_bytes, (long long)s->page_stride);
  else if (s->distribution != TTA_STORAGE_PAGES && s->shard_stride != s->shard_bytes)
    tta_buf_printf(out, ": the shard of %lld is rounded up to %lld", (long long)s->shard_bytes,
                   (long long)s->shard_stride);
}

void tta_storage_bytes_text(tta_buf *out, const tta_storage *s) {
  if (s->distribution == TTA_STORAGE_HOST || !s->element_bytes) return;
  tta_buf_printf(out, "%lld bytes ", (long long)s->bank_bytes);
  if (s->distribution == TTA_STORAGE_CORES) tta_buf_str(out, "per core");
  else if (s->num_banks == 1) tta_buf_str(out, "in one bank");
  else tta_buf_printf(out, "in the fullest of %lld banks", (long long)s->num_banks);
  if (!s->bank_alignment_bytes) return;
  tta_buf_printf(out, ", %lld of alignment", (long long)s->bank_alignment_bytes);
  append_reason(out, s);
}
