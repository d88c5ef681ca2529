/* The tables of synonyms.def, and "did you mean" for keywords and element types. */
#include "ir/synonyms.h"

#include "base/nearest.h"
#include "base/str.h"
#include "ir/scalars.h"

/* The texts are in the rows, which need no relocations then. */
typedef struct keyword_synonym {
  uint8_t which; /* tta_enum */
  char word[16], keyword[16];
} keyword_synonym;

static const keyword_synonym keyword_synonyms[] = {
#define KEYWORD(which, word, keyword) {TTA_ENUM_##which, word, keyword},
#include "ir/synonyms.def"
};

typedef struct element_synonym {
  char word[10], type[6], data_type[8]; /* "": none */
} element_synonym;

static const element_synonym element_synonyms[] = {
#define ELEMENT(word, type, data_type) {word, type, data_type},
#include "ir/synonyms.def"
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c; }

static bool is_separator(char c) { return c == '_' || c == '-'; }

bool tta_is_like(tta_str word, const char *known) {
  size_t i = 0;
  for (;; known++, i++) {
    while (i < word.size && is_separator(word.data[i])) i++;
    while (is_separator(*known)) known++;
    if (i == word.size || !*known) return i == word.size && !*known;
    if (lower(word.data[i]) != lower(*known)) return false;
  }
}

static const element_synonym *find_element(tta_str word) {
  for (size_t i = 0; i < COUNT(element_synonyms); i++)
    if (tta_is_like(word, element_synonyms[i].word)) return &element_synonyms[i];
  return NULL;
}

static const char *keyword_synonym_of(tta_enum which, tta_str word) {
  for (const tta_keyword *k = tta_enums[which].keywords; **k; k++)
    if (tta_is_like(word, *k)) return *k;
  for (size_t i = 0; i < COUNT(keyword_synonyms); i++)
    if (keyword_synonyms[i].which == which && tta_is_like(word, keyword_synonyms[i].word))
      return keyword_synonyms[i].keyword;
  const element_synonym *element = which == TTA_ENUM_data_type ? find_element(word) : NULL;
  return element && *element->data_type ? element->data_type : NULL;
}

/* `sharded` is the end of height_sharded, width_sharded and others: none of them is nearer. */
static bool is_end_of_several(tta_enum which, tta_str word) {
  uint32_t found = 0;
  for (const tta_keyword *k = tta_enums[which].keywords; **k; k++) {
    tta_str keyword = tta_str_from(*k);
    if (keyword.size <= word.size || !word.size) continue;
    const char *end = keyword.data + keyword.size - word.size;
    found += end[-1] == '_' && !memcmp(end, word.data, word.size);
  }
  return found > 1;
}

const char *tta_enum_nearest(tta_enum which, tta_str word) {
  const char *synonym = keyword_synonym_of(which, word);
  if (synonym) return synonym;
  if (is_end_of_several(which, word)) return NULL;
  tta_nearest nearest = tta_nearest_start(word, (uint32_t)(word.size / 3 + 1));
  for (const tta_keyword *k = tta_enums[which].keywords; **k; k++)
    if (tta_edit_distance(word, tta_str_from(*k)) < strlen(*k)) tta_nearest_offer(&nearest, *k, *k);
  return nearest.best;
}

const char *tta_element_nearest(tta_str word) {
  const tta_scalar_type *types = tta_scalar_types;
  for (uint32_t i = 0; i < tta_num_scalar_types; i++)
    if (types[i].offered && tta_is_like(word, types[i].name)) return types[i].name;
  const element_synonym *synonym = find_element(word);
  if (synonym && *synonym->type) return synonym->type;
  if (word.size < 2) return NULL;
  tta_nearest nearest = tta_nearest_start(word, word.size < 4 ? 1 : 2);
  for (uint32_t i = 0; i < tta_num_scalar_types; i++)
    if (types[i].offered) tta_nearest_offer(&nearest, types[i].name, types[i].name);
  return nearest.best;
}
