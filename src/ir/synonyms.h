/* synonyms.h: what an unknown word was probably meant to be: a synonym of synonyms.def, or the nearest known word. */
#ifndef TTA_IR_SYNONYMS_H
#define TTA_IR_SYNONYMS_H

#include "ir/attributes.h"

/** Whether a word is `known` without regard to case, '_' and '-'. */
bool tta_is_like(tta_str word, const char *known);

/** The keyword that `word` means, or the nearest one (at most a third of its letters off); NULL if there is none. */
const char *tta_enum_nearest(tta_enum which, tta_str word);
/** The builtin type that `word` means as an element type, or the nearest one; NULL if there is none. */
const char *tta_element_nearest(tta_str word);

#endif
