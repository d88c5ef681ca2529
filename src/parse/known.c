/* Texts of values that were read before: a look-up instead of reading, verifying and printing a value again. */
#include "parse/known.h"

#include "base/array.h"
#include "base/chars.h"
#include "base/str.h"
#include "text/token.h"

enum {
  MAX_VALUES = 1 << 15, /* then all are forgotten: memory is bounded */
  MAX_DEFINITIONS = 1 << 12,
  MAX_NODES = 1 << 17,  /* of their trees */
  MAX_USES = 1 << 16,
  MAX_COPIED = 1 << 22, /* bytes */
};

void tta_known_init(tta_known_values *k, const tta_allocator *allocator) {
  *k = (tta_known_values){.allocator = allocator};
  tta_strmap_init(&k->texts, allocator);
  tta_arena_init(&k->copies, allocator);
}

void tta_known_free(tta_known_values *k) {
  TTA_ARRAY_FREE(k->allocator, k, values);
  TTA_ARRAY_FREE(k->allocator, k, uses);
  TTA_ARRAY_FREE(k->allocator, k, definitions);
  tta_strmap_free(&k->texts);
  tta_arena_free(&k->copies);
}

/* After a sample with few known texts the search pauses. If samples in the pause are known it goes on, and the next
 * sample is as large as the types of a model are many. */
bool tta_known_is_worthwhile(tta_known_rate *rate) {
  enum { SAMPLE = 24, LARGE = 1 << 11, SHARE = 4, PAUSE = 1 << 12 }; /* at least one of SHARE is to be known */
  uint32_t size = rate->large ? LARGE : SAMPLE;
  if (rate->asked < size) return true;
  bool paused = rate->rest, found = rate->found >= size / SHARE;
  rate->rest = found ? 0 : PAUSE;
  rate->large = found && (paused || rate->large);
  rate->asked = rate->found = 0;
  return found;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

const char *tta_known_end(const char *begin, const char *limit) {
  const char *angle = begin + (*begin == '#' || *begin == '!');
  while (angle < limit && tta_is_bare_byte(*angle)) angle++;
  return angle < limit && *angle == '<' ? tta_plain_brackets_end(angle, limit, '<', '>') : NULL;
}

void tta_known_forget(tta_known_values *k) {
  tta_strmap_clear(&k->texts);
  tta_arena_free(&k->copies);
  k->num_copied = 0;
  k->num_values = k->num_uses = k->num_definitions = 0;
  k->trees = k->no_trees;
  k->full = false;
  k->generation++;
}

bool tta_known_is_full(const tta_known_values *k) {
  return k->num_definitions >= MAX_DEFINITIONS || k->trees.num_nodes >= MAX_NODES;
}

void tta_known_end_section(tta_known_values *k) {
  if (tta_known_is_full(k)) tta_known_forget(k);
}

/* Of a text that is new: its number. */
static const uint32_t *add(tta_known_values *k, tta_str text) {
  if (k->lasting) {
    text = tta_arena_str(&k->copies, text);
    k->num_copied += text.size;
  }
  return text.data ? tta_strmap_add(&k->texts, text, k->num_values) : NULL;
}

uint32_t tta_known_number(tta_known_values *k, tta_str text, bool definition) {
  bool too_large = k->num_values == MAX_VALUES || k->num_uses >= MAX_USES || k->num_copied >= MAX_COPIED;
  if (too_large || k->full) tta_known_forget(k);
  const uint32_t *number = tta_strmap_find(&k->texts, text);
  if (!number && !(number = add(k, text))) return UINT32_MAX;
  k->rate.asked += !definition;
  k->rate.found += !definition && *number < k->num_values;
  if (*number == k->num_values && !TTA_PUSH(k->allocator, k, values, (tta_known_value){0})) return UINT32_MAX;
  return *number;
}
