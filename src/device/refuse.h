/* refuse.h: the one way in which this room says no: a status for the program and a reason for people. */
#ifndef TTA_DEVICE_REFUSE_H
#define TTA_DEVICE_REFUSE_H

#include "ttattr/buf.h"

/** Adds the reason to `reason` (may be NULL) and returns `status`. */
__attribute__((format(printf, 3, 4))) static inline tta_status tta_refuse(tta_status status, tta_buf *reason,
                                                                          const char *format, ...) {
  if (reason) {
    va_list args;
    va_start(args, format);
    tta_buf_vprintf(reason, format, args);
    va_end(args);
  }
  return status;
}

#endif
