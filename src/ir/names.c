/* Unknown names: the nearest known name, by dialect and mnemonic together. */
#include "ir/names.h"

#include "base/nearest.h"
#include "base/str.h"
#include "ir/dialect_bits.h"
#include "ir/synonyms.h"

enum { MAX_EDITS = 2 };

typedef struct name_row {
  char sigil;
  uint16_t dialects; /* bit 1 << tta_dialect */
  char word[32];     /* the texts are in the rows, which need no relocations then */
  char mnemonic[24]; /* of a synonym */
} name_row;

static const name_row opaque_names[] = {
#define OPAQUE(sigil, dialects, mnemonic, reason) {sigil, dialects, mnemonic, ""},
#include "ir/attributes.def"
};

static const name_row synonyms[] = {
#define NAME(sigil, dialects, word, mnemonic) {sigil, dialects, word, mnemonic},
#include "ir/synonyms.def"
};

/* Dialects of other projects that are at most two edits away from ours. */
static const char other_dialects[][8] = {
#define OTHER_DIALECT(name, project) name,
#include "ir/attributes.def"
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static bool is_opaque(char sigil, tta_dialect dialect, tta_str mnemonic) {
  for (size_t i = 0; i < COUNT(opaque_names); i++) {
    const name_row *row = &opaque_names[i];
    if (row->sigil == sigil && (row->dialects >> dialect & 1) && tta_str_is(mnemonic, row->word)) return true;
  }
  return false;
}

static tta_attribute find_synonym(char sigil, tta_dialect dialect, tta_str mnemonic) {
  for (size_t i = 0; i < COUNT(synonyms); i++) {
    const name_row *row = &synonyms[i];
    if (row->sigil == sigil && (row->dialects >> dialect & 1) && tta_is_like(mnemonic, row->word))
      return tta_attribute_find(sigil, dialect, tta_str_from(row->mnemonic));
  }
  return TTA_NUM_ATTRIBUTES;
}

static uint32_t longer(tta_str a, tta_str b) { return (uint32_t)(a.size > b.size ? a.size : b.size); }

/* The edits between a word and a known one; more than MAX_EDITS if more than half of the letters would change. */
static uint32_t edits(tta_str word, const char *known) {
  tta_str k = tta_str_from(known);
  uint32_t size = longer(word, k);
  if (word.size > k.size + MAX_EDITS || k.size > word.size + MAX_EDITS) return MAX_EDITS + 1;
  if (tta_str_equal(word, k)) return 0;
  if (tta_is_like(word, known)) return 1;
  uint32_t distance = tta_edit_distance(word, k);
  return 2 * distance <= size ? distance : MAX_EDITS + 1;
}

bool tta_name_is_distinctive(tta_str mnemonic) {
  return mnemonic.size >= 8 || memchr(mnemonic.data, '_', mnemonic.size);
}

/* `t`, `ttt` and `TT` for `tt`: no letter of another name. */
static bool is_slip(tta_str word, tta_dialect dialect) {
  const char *known = tta_dialect_names[dialect];
  for (size_t i = 0; i < word.size; i++)
    if (!strchr(known, word.data[i])) return tta_is_like(word, known);
  return true;
}

/* Whether an unknown dialect at this distance from `dialect` is a misspelling of it: short names are near to many. */
static bool may_mean(tta_dialect dialect, uint32_t distance, bool slip, uint32_t mnemonic_edits, const char *mnemonic) {
  size_t size = strlen(tta_dialect_names[dialect]);
  if (distance + mnemonic_edits > MAX_EDITS) return false;
  if (size < 3) return !mnemonic_edits && distance == 1 && (tta_name_is_distinctive(tta_str_from(mnemonic)) || slip);
  if (size < 4) return !mnemonic_edits && distance == 1;
  if (distance == 1) return !mnemonic_edits || tta_name_is_distinctive(tta_str_from(mnemonic));
  return size > 4 || tta_name_is_distinctive(tta_str_from(mnemonic));
}

typedef struct name_search {
  char sigil;
  tta_str dialect, mnemonic;
  bool ours;            /* the dialect is one of ours */
  uint32_t edits[TTA_NUM_DIALECTS]; /* between `dialect` and each of ours */
  bool far[TTA_NUM_DIALECTS];       /* both are ours, and not near */
  uint32_t best;        /* edits of the nearest name so far */
} name_search;

static bool is_of_several(const tta_attribute_info *row) {
  bool several;
  tta_name_without_dialect(row->sigil, tta_str_from(row->mnemonic), &several);
  return several;
}

static void offer(name_search *s, tta_attribute attribute, tta_mnemonic *found) {
  const tta_attribute_info *row = &tta_attributes[attribute];
  bool other_sigil = row->sigil != s->sigil;
  uint32_t mnemonic_edits = MAX_EDITS + 1;
  for (tta_dialect d = 0; d < TTA_NUM_DIALECTS; d++) {
    if (!(row->dialects >> d & 1) || s->edits[d] + other_sigil >= s->best) continue;
    if (mnemonic_edits > MAX_EDITS) mnemonic_edits = edits(s->mnemonic, row->mnemonic);
    uint32_t sum = s->edits[d] + mnemonic_edits + other_sigil;
    if (mnemonic_edits > MAX_EDITS) return;
    if (sum >= s->best) continue;
    if (s->edits[d] && s->ours && mnemonic_edits) continue;
    if (s->far[d] && is_of_several(row)) continue; /* which one is meant is not known */
    if (!s->ours && (other_sigil || !may_mean(d, s->edits[d], is_slip(s->dialect, d), mnemonic_edits, row->mnemonic)))
      continue;
    s->best = sum;
    bool sigil_only = other_sigil && sum == 1;
    *found = (tta_mnemonic){sigil_only ? TTA_MNEMONIC_WRONG_SIGIL : TTA_MNEMONIC_MISSPELLED, row->sigil, d, attribute};
  }
}

/* Of two dialects of ours, people take one for the other, however they are written. */
static void measure_dialects(name_search *s, tta_dialect own) {
  for (tta_dialect d = 0; d < TTA_NUM_DIALECTS; d++) {
    bool renamed = (own == TTA_TT && d == TTA_TTCORE) || (own == TTA_TTCORE && d == TTA_TT); /* 2025-06-17 */
    s->edits[d] = d == own ? 0 : renamed ? 1 : edits(s->dialect, tta_dialect_names[d]);
    s->far[d] = s->ours && s->edits[d] > MAX_EDITS;
    if (s->far[d]) s->edits[d] = MAX_EDITS;
  }
}

static bool is_other_dialect(tta_str dialect) {
  for (size_t i = 0; i < COUNT(other_dialects); i++)
    if (tta_str_is(dialect, other_dialects[i])) return true;
  return false;
}

tta_mnemonic tta_name_find(char sigil, tta_str dialect, tta_str mnemonic) {
  tta_dialect own = tta_dialect_find(dialect);
  tta_mnemonic found = {TTA_MNEMONIC_FOREIGN, sigil, own, TTA_NUM_ATTRIBUTES};
  bool ours = own < TTA_NUM_DIALECTS;
  if (ours) {
    found.kind = TTA_MNEMONIC_KNOWN;
    found.attribute = tta_attribute_find(sigil, own, mnemonic);
    if (found.attribute < TTA_NUM_ATTRIBUTES) return found;
    found.kind = TTA_MNEMONIC_OPAQUE;
    if (is_opaque(sigil, own, mnemonic)) return found;
    found.kind = TTA_MNEMONIC_MISSPELLED;
    found.attribute = find_synonym(sigil, own, mnemonic);
    if (found.attribute < TTA_NUM_ATTRIBUTES) return found;
    found.kind = TTA_MNEMONIC_UNKNOWN;
  } else if (is_other_dialect(dialect)) {
    return found;
  }
  name_search search = {sigil, dialect, mnemonic, ours, {0}, {false}, MAX_EDITS + 1};
  measure_dialects(&search, own);
  bool near = false;
  for (tta_dialect d = 0; d < TTA_NUM_DIALECTS; d++) near |= search.edits[d] <= MAX_EDITS;
  for (tta_attribute a = 0; near && a < TTA_NUM_ATTRIBUTES; a++)
    if (tta_attributes[a].sigil == sigil) offer(&search, a, &found);
  for (tta_attribute a = 0; near && a < TTA_NUM_ATTRIBUTES; a++)
    if (tta_attributes[a].sigil != sigil) offer(&search, a, &found);
  return found;
}

tta_mnemonic tta_name_without_dialect(char sigil, tta_str mnemonic, bool *several) {
  tta_mnemonic found = {TTA_MNEMONIC_FOREIGN, sigil, TTA_NUM_DIALECTS, TTA_NUM_ATTRIBUTES};
  *several = false;
  for (tta_dialect d = 0; d < TTA_NUM_DIALECTS; d++) {
    tta_attribute attribute = tta_attribute_find(sigil, d, mnemonic);
    if (attribute == TTA_NUM_ATTRIBUTES) continue;
    *several |= found.kind == TTA_MNEMONIC_MISSPELLED;
    if (!*several) found = (tta_mnemonic){TTA_MNEMONIC_MISSPELLED, sigil, d, attribute};
  }
  return found;
}

uint32_t tta_name_size(tta_str token) {
  const char *end = token.data + token.size, *dot = token.size ? memchr(token.data, '.', token.size) : NULL;
  if (!dot || (*token.data != '#' && *token.data != '!')) return 0;
  tta_dialect dialect = tta_dialect_find(tta_str_between(token.data + 1, dot));
  const char *next = dialect < TTA_NUM_DIALECTS ? memchr(dot + 1, '.', (size_t)(end - dot - 1)) : NULL;
  if (dialect == TTA_NUM_DIALECTS) return 0;
  if (next) end = next;
  tta_attribute attribute = tta_attribute_find(*token.data, dialect, tta_str_between(dot + 1, end));
  return attribute < TTA_NUM_ATTRIBUTES && tta_attribute_may_have_body(attribute) ? (uint32_t)(end - token.data) : 0;
}
