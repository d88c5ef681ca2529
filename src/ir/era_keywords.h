/* era_keywords.h: the dates of the keywords in an attribute, by the rows of enums.def. */
#ifndef TTA_IR_ERA_KEYWORDS_H
#define TTA_IR_ERA_KEYWORDS_H

#include "ir/eras.h"

/** A keyword of a field. */
tta_era_set tta_era_of_word(const tta_tree *tree, const tta_node *attribute, tta_field field, tta_node_id word,
                            tta_era_reading reading);
/** All keywords of a|b. */
tta_era_set tta_era_of_flags(const tta_node *flags, tta_era_reading reading);
/** All keywords of the attribute.
 *  @param first_unsupported set to the first that was not read in `period`; may be NULL */
tta_era_set tta_era_of_keywords(const tta_tree *tree, tta_node_id attribute, tta_era_reading reading, bool printed,
                                uint32_t period, tta_node_id *first_unsupported);

#endif
