/* expect.h: the result of a check of expectations, section by section. */
#ifndef TTA_EXPECT_EXPECT_H
#define TTA_EXPECT_EXPECT_H

#include "ttattr/expect.h"

/** An empty result, to which sections are added.
 *  @param source borrowed until tta_expect_free
 *  @return TTA_OK or TTA_NO_MEMORY (*out is NULL then) */
tta_status tta_expect_new(tta_source *source, const tta_expect_options *options, tta_expect **out);

/** Reads the designators of a section and matches `diagnostics` with them.
 *  @param section     bytes of the source
 *  @param diagnostics what the section gave, in order of position (tta_check_diagnostic's); borrowed for the call
 *  @return TTA_OK or TTA_NO_MEMORY */
tta_status tta_expect_section(tta_expect *expect, tta_span section, const tta_diagnostic *const *diagnostics,
                              size_t count);

#endif
