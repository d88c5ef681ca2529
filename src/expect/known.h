/* known.h: whether the text of an expectation is that of a message of a rule. */
#ifndef TTA_EXPECT_KNOWN_H
#define TTA_EXPECT_KNOWN_H

#include "expect/designator.h"

/** Whether the text of an expected error is a part of the message of a rule, or at least half of it are constant parts
 *  of such messages. With -re this applies to the parts outside of `{{...}}`. Short texts, which any parser could
 *  print, errors of operations (`'ttnn.add' op ...`) and other diagnostics than errors are not known. */
bool tta_is_known_message(const tta_designator *designator);

#endif
