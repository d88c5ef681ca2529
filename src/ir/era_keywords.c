/* Dates of keywords: those of enums.def. */
#include "ir/era_keywords.h"
#include "text/token.h"

typedef struct keyword_dates {
  uint16_t since, until; /* 0: as its attribute */
} keyword_dates;

static const keyword_dates *const dates_of_keywords[TTA_NUM_ENUMS] = {
#define K(word) {0, 0},
#define DATED(word, since, until, commit) {TTA_DATE_##since, TTA_DATE_##until},
#define KEYWORDS(id, description, ...) (const keyword_dates[]){__VA_ARGS__},
#include "ir/enums.def"
#undef KEYWORDS
};

static tta_era_set days_of(tta_enum which, uint32_t position, tta_era_reading reading) {
  keyword_dates d = dates_of_keywords[which][position];
  return d.since ? tta_era_interval((tta_date)d.since, (tta_date)d.until, reading) : tta_era_always();
}

static const tta_node *at(const tta_tree *tree, tta_node_id id) { return tta_node_at(tree, id); }

/* The enumeration is the one that has this word at the position that the parser found. */
tta_era_set tta_era_of_word(const tta_tree *tree, const tta_node *attribute, tta_field field, tta_node_id word,
                            tta_era_reading reading) {
  tta_str text = tta_unquoted(tta_node_text(tree, word));
  for (uint32_t f = 0; f < TTA_MAX_FORMS; f++) {
    const tta_form *syntax = &tta_attributes[attribute->index].forms[f];
    for (uint32_t i = 0; i < syntax->num_fields; i++) {
      const tta_field_spec *s = &syntax->fields[i];
      bool keyword = s->class == TTA_CLASS_WORD || (s->class == TTA_CLASS_LIST && s->element == TTA_CLASS_WORD);
      if (s->field != field || !keyword || tta_enum_find((tta_enum)s->argument, text) != (int)at(tree, word)->index)
        continue;
      return days_of((tta_enum)s->argument, at(tree, word)->index, reading);
    }
  }
  return tta_era_always();
}

tta_era_set tta_era_of_flags(const tta_node *flags, tta_era_reading reading) {
  tta_era_set days = tta_era_always();
  for (uint32_t set = flags->first; set; set &= set - 1) {
    tta_era_set more = days_of((tta_enum)flags->index, (uint32_t)__builtin_ctz(set), reading);
    tta_era_and(&days, &more);
  }
  return days;
}

tta_era_set tta_era_of_keywords(const tta_tree *tree, tta_node_id attribute, tta_era_reading reading, bool printed,
                                uint32_t period, tta_node_id *first_unsupported) {
  tta_era_set days = tta_era_always();
  for (tta_node_id c = at(tree, attribute)->first; c; c = at(tree, c)->next) {
    if (printed && tta_node_is_elided(at(tree, c))) continue;
    bool list = at(tree, c)->kind == TTA_NODE_LIST;
    tta_node_id word = list ? at(tree, c)->first : c;
    if (at(tree, word)->kind == TTA_NODE_FLAGS) {
      tta_era_set dates = tta_era_of_flags(at(tree, word), reading);
      tta_era_and(&days, &dates);
      if (first_unsupported && !*first_unsupported && !tta_era_has(&dates, period)) *first_unsupported = word;
    }
    if (at(tree, word)->kind != TTA_NODE_WORD) continue;
    for (; word; word = list ? at(tree, word)->next : 0) {
      tta_era_set dates = tta_era_of_word(tree, at(tree, attribute), (tta_field)at(tree, c)->field, word, reading);
      tta_era_and(&days, &dates);
      if (first_unsupported && !*first_unsupported && !tta_era_has(&dates, period)) *first_unsupported = word;
    }
  }
  return days;
}

tta_era_set tta_era_of_keyword(tta_enum which, uint32_t position) {
  return days_of(which, position, TTA_ERA_LENIENT);
}
