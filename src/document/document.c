/* The life of a document, its text and its edits. */
#include "document/document.h"

enum { SPARE_BYTES = 32 << 20 }; /* kept for the next check */

static tta_status copy_options(tta_document *d, const tta_check_options *given) {
  tta_check_options options = tta_check_options_or_default(given);
  options.allocator = d->allocator;
  options.json = NULL;
  return tta_check_options_copy(&options, &d->options);
}

static tta_status copy_texts(tta_document *d, tta_str name, tta_str text) {
  char *copy = d->allocator->allocate(d->allocator->user, name.size + 1);
  if (!copy) return TTA_NO_MEMORY;
  if (name.size) memcpy(copy, name.data, name.size);
  copy[name.size] = 0;
  d->name = (tta_str){copy, name.size};
  d->text = d->allocator->allocate(d->allocator->user, text.size + 1);
  if (!d->text) return TTA_NO_MEMORY;
  if (text.size) memcpy(d->text, text.data, text.size);
  d->text[text.size] = 0;
  d->size = (uint32_t)text.size;
  d->capacity = d->size + 1;
  return tta_lines_init(&d->lines, d->allocator, tta_document_view(d));
}

tta_status tta_document_new(tta_str name, tta_str text, const tta_check_options *options,
                            const tta_allocator *allocator, tta_document **out) {
  *out = NULL;
  if (text.size > TTA_MAX_TEXT_BYTES) return TTA_LIMIT;
  allocator = tta_allocator_or_default(allocator);
  tta_document *d = allocator->allocate(allocator->user, sizeof *d);
  if (!d) return TTA_NO_MEMORY;
  *d = (tta_document){.allocator = &d->spare.allocator, .stale = true};
  tta_spare_init(&d->spare, allocator, SPARE_BYTES);
  allocator = d->allocator;
  tta_arena_init(&d->answer, allocator);
  tta_results_init(&d->results, allocator, NULL);
  tta_status status = copy_options(d, options);
  if (!status) status = copy_texts(d, name, text);
  if (!status && !TTA_GROW(allocator, d, sections, 1)) status = TTA_NO_MEMORY;
  if (!status) {
    d->sections[d->num_sections++] = (tta_section){.begin = 0, .end = d->size, .stale = true};
    status = tta_sections_check(d);
  }
  if (status) tta_document_free(d);
  else *out = d;
  return status;
}

void tta_document_free(tta_document *d) {
  if (!d) return;
  const tta_allocator *a = d->allocator;
  tta_document_close(d);
  for (uint32_t i = 0; i < d->num_sections; i++) tta_section_free_results(d, &d->sections[i]);
  TTA_ARRAY_FREE(a, d, sections);
  TTA_ARRAY_FREE(a, d, items_seen);
  tta_results_free(&d->results);
  tta_lines_free(&d->lines, a);
  if (d->text) a->release(a->user, d->text, d->capacity);
  if (d->name.data) a->release(a->user, (char *)d->name.data, d->name.size + 1);
  tta_check_options_free(d->options);
  tta_affine_pool_free(d->pool);
  tta_arena_free(&d->answer);
  tta_spare_free(&d->spare);
  a = d->spare.source;
  a->release(a->user, d, sizeof *d);
}

static void forget_answer(tta_document *d) {
  tta_affine_pool_free(d->pool);
  d->pool = NULL;
  tta_arena_free(&d->answer);
  tta_arena_init(&d->answer, d->allocator);
}

/* Space for a text of `size` bytes and a NUL. */
static bool reserve_text(tta_document *d, size_t size) {
  if (size < d->capacity) return true;
  size_t wanted = size + size / 16 + 64;
  char *text = d->allocator->resize(d->allocator->user, d->text, d->capacity, wanted);
  if (!text) return false;
  d->text = text;
  d->capacity = (uint32_t)wanted;
  return true;
}

tta_status tta_document_edit(tta_document *d, tta_span range, tta_str text) {
  if (range.begin > range.end || range.end > d->size) return TTA_INVALID;
  uint32_t removed = range.end - range.begin;
  if (text.size > TTA_MAX_TEXT_BYTES || d->size - removed + text.size > TTA_MAX_TEXT_BYTES) return TTA_LIMIT;
  uint32_t size = d->size - removed + (uint32_t)text.size;
  tta_document_close(d); /* it points into the text */
  forget_answer(d);
  if (!reserve_text(d, size)) return TTA_NO_MEMORY;
  tta_status status = tta_lines_reserve(&d->lines, d->allocator, text);
  if (status) return status;
  tta_sections_edit(d, range, text);
  tta_lines_edit(&d->lines, range, text);
  char *at = d->text + range.begin;
  memmove(at + text.size, d->text + range.end, d->size - range.end + 1);
  if (text.size) memcpy(at, text.data, text.size);
  d->size = size;
  d->version++;
  return TTA_OK;
}

tta_status tta_document_check(tta_document *d) {
  d->checked_bytes = 0;
  return d->stale ? tta_sections_check(d) : TTA_OK;
}

tta_status tta_document_begin_query(tta_document *d) {
  forget_answer(d);
  return d->stale ? tta_sections_check(d) : TTA_OK;
}

tta_str tta_document_name(const tta_document *d) { return d->name; }
const tta_results *tta_document_results(const tta_document *d) { return d ? &d->results : NULL; }
tta_str tta_document_text(const tta_document *d) { return tta_document_view(d); }
uint64_t tta_document_version(const tta_document *d) { return d->version; }
size_t tta_document_checked_bytes(const tta_document *d) { return d->checked_bytes; }
