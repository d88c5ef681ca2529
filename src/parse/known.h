/* known.h: texts of values and of definitions of aliases that were read before. A value whose bytes are known
 * is passed over: it has no diagnostics, its canonical text is known, and the visitor has what it leaves for the end of
 * the section. The tree of a definition is kept and moved to where its bytes come again, in a later section.
 *
 * Values in operations and definitions are remembered, without comments, strings and unknown attributes, and only if
 * they caused no diagnostic. With aliases they mean the same where these have equal definitions. */
#ifndef TTA_PARSE_KNOWN_H
#define TTA_PARSE_KNOWN_H

#include <string.h>

#include "base/arena.h"
#include "base/strmap.h"
#include "diag/results.h"
#include "parse/parser.h"

/** Texts without repetition are not searched for all the time. */
typedef struct tta_known_rate {
  uint32_t asked, found; /* of late */
  uint32_t rest;         /* so many texts are not searched for */
  bool large;            /* the sample is */
} tta_known_rate;

/** The use of an alias in a value. */
typedef struct tta_known_use {
  uint32_t at, size;     /* of its name, from the begin of the value */
  uint32_t meaning;
  tta_span value;        /* what the alias stands for, in the section of the value */
  uint32_t alias, begin; /* the alias in the section that is read, and where it is there what it stands for */
} tta_known_use;

typedef struct tta_known_value {
  bool sound;           /* it was read, and may be passed over */
  bool verified;        /* the visitor has learnt it; else, a definition, it is visited again */
  uint32_t section;     /* where it is known, from 1, as where its aliases mean the same; 0: in all */
  uint32_t first_use, num_uses; /* of aliases; 0: it is in no other section */
  uint32_t definition;  /* its number from 1; 0: it is none */
  uint32_t dialects;    /* of the names in it */
  uint32_t islands;     /* attributes in it */
  uint64_t offset, size; /* of its canonical text in tta_reader.printed; 0 bytes: the text is canonical */
} tta_known_value;

/** What the reader had met when the value began that is read. */
typedef struct tta_known_marks {
  size_t reported;
  uint32_t replacements, undefined, nodes;
} tta_known_marks;

/** A definition of an alias, whose text begins with its name, where it was met last. */
typedef struct tta_known_definition {
  tta_alias alias;
  tta_node_id first_node, last_node; /* of its tree; the last does not belong to it */
} tta_known_definition;

typedef struct tta_known_values {
  const tta_allocator *allocator;
  tta_strmap texts; /* their numbers */
  tta_known_value *values;
  tta_known_use *uses;
  tta_known_definition *definitions;
  uint32_t num_values, cap_values, num_uses, cap_uses, num_definitions, cap_definitions;
  uint32_t num_meanings; /* of definitions in the whole text */
  tta_tree_mark no_trees, trees; /* the tree without any section, and with the definitions that are known */
  tta_known_rate rate;
  uint32_t generation;   /* counts how often all were forgotten */
  uint32_t section;      /* that is read, from 1, of all texts */
  bool lasting;          /* the texts are copied: they are known in other texts, too */
  tta_arena copies;
  size_t num_copied;     /* bytes */
  bool full;             /* set by the visitor: all are forgotten at the next new text */
  bool learning;         /* the value that is read may be remembered ... */
  bool alone;            /* the section is the whole text */
  bool local;            /* ... but in its section only; set by the visitor */
  tta_known_marks before; /* while one is learnt */
} tta_known_values;

/** Whether the search pauses: one text less is left of the pause. */
static inline bool tta_known_pauses(tta_known_rate *rate) { return rate->rest && rate->rest--; }

/** Whether a value is searched for in a pause, too. By some of its bytes, so that it is each time: a type that comes
 *  again after many others ends the pause. */
static inline bool tta_known_is_sample(const char *begin, const char *limit) {
  enum { AT_TYPE = 7, AT_ATTRIBUTE = 40, END = 64, BITS = 6 }; /* where values differ: shapes, maps */
  uint64_t a, b;
  if (limit - begin < END) return false;
  begin += *begin == '#' ? AT_ATTRIBUTE : AT_TYPE;
  memcpy(&a, begin, sizeof a);
  memcpy(&b, begin + sizeof a, sizeof b);
  return !((a ^ b >> 7) * 0x9e3779b97f4a7c15u >> (64 - BITS));
}

void tta_known_init(tta_known_values *known, const tta_allocator *allocator);
/** Forgets all; to be called between sections only. */
void tta_known_forget(tta_known_values *known);
void tta_known_free(tta_known_values *known);

/** The end of the value that starts at `begin`, if it can be remembered: after the bracket that closes its first one.
 *  Equal bytes have the same answer. NULL: it cannot. */
const char *tta_known_end(const char *begin, const char *limit);
/** Whether a value is searched for; false: a pause begins. To be called only outside of a pause, and for samples. */
bool tta_known_is_worthwhile(tta_known_rate *rate);
/** The number of a text; that of a definition begins with a name. It is new if its value is not sound; the visitor may
 *  use the number until it comes again. @return UINT32_MAX without memory */
uint32_t tta_known_number(tta_known_values *known, tta_str text, bool definition);
/** Whether no more definitions are remembered in this section; at its end all are forgotten. */
bool tta_known_is_full(const tta_known_values *known);
void tta_known_end_section(tta_known_values *known);

#endif
