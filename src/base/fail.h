/* fail.h: a failure as a status for the program and a reason for people. */
#ifndef TTA_BASE_FAIL_H
#define TTA_BASE_FAIL_H

#include "ttattr/buf.h"

/** Appends the formatted reason to `reason` (may be NULL) and returns `status`. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
tta_status tta_fail(tta_status status, tta_buf *reason, const char *format, ...);

/** What a failure means for a person, where no reason says more: "a value is out of range for 64-bit integers". */
const char *tta_status_meaning(tta_status status);

#endif
