/* names.h: verifies the names of attributes and types that no island begins with. */
#ifndef TTA_PARSE_NAMES_H
#define TTA_PARSE_NAMES_H

#include "diag/report.h"
#include "ir/names.h"

/** A name in a text: `#d.m`, `!d.m`, `#d<m` or `!d<m`. */
typedef struct tta_name_text {
  const char *token, *end; /* of the name, in the long form after the mnemonic */
  tta_str dialect, mnemonic;
  bool long_form;
  bool body;               /* it has a body */
} tta_name_text;

/** Names that need no diagnostic, so that a frequent one is searched for once. All zero: empty. */
typedef struct tta_name_cache {
  struct {
    const char *token; /* in the text */
    uint32_t size;
    tta_mnemonic_kind kind;
  } entries[32];
} tta_name_cache;

/** Splits the name that starts with the '#' or '!' at `token`; a text ends with a NUL.
 *  @return false for an alias and for anything else */
bool tta_name_split(const char *token, tta_name_text *name);
enum { TTA_NAME_BYTES = 96 }; /* of the names that are reported */
/** The name without the blanks of `#d< m`; of a longer name its start. */
tta_str tta_name_spelling(const tta_name_text *name, char room[TTA_NAME_BYTES]);
/** The next name in [at, end) outside strings and comments.
 *  @param words those without a sigil, too: `d.m` of an operation or the key of an attribute. Their `token` is the
 *               dialect
 *  @return false: there is none */
bool tta_name_next(const char *at, const char *end, bool words, tta_name_text *name);

/** Reports the name at `token` if it is misspelled, has the wrong sigil, or is unknown. `text` is the start of the
 *  source. @param cache may be NULL @return FOREIGN if there is no name */
tta_mnemonic_kind tta_verify_name(tta_report *report, tta_name_cache *cache, const char *text, const char *token);
/** The same for all names in [at, end). */
void tta_verify_names(tta_report *report, tta_name_cache *cache, const char *text, const char *at, const char *end);
/** Reports `d.m<` at [begin, angle) if it is a known name without its sigil. @return whether it is */
bool tta_verify_missing_sigil(tta_report *report, const char *text, const char *begin, const char *angle);
/** The same of `memrfe<2x4xf32>`: a word that is nearly the name of a builtin type, before a shape. */
void tta_verify_builtin_name(tta_report *report, const char *text, const char *begin, const char *angle);

#endif
