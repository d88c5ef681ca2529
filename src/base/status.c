/* The version; names of statuses, and what they mean. */
#include "base/fail.h"

#include "ttattr_version.h"

const char *tta_version(void) { return TTATTR_VERSION; }

const char *tta_status_name(tta_status status) {
  switch (status) {
  case TTA_OK: return "ok";
  case TTA_NO_MEMORY: return "no memory";
  case TTA_OVERFLOW: return "overflow";
  case TTA_INVALID: return "invalid argument";
  case TTA_LIMIT: return "limit reached";
  case TTA_UNDECIDED: return "undecided";
  }
  return "";
}

const char *tta_status_meaning(tta_status status) {
  switch (status) {
  case TTA_NO_MEMORY: return "out of memory";
  case TTA_OVERFLOW: return "a value is out of range for 64-bit integers";
  case TTA_LIMIT: return "a limit is exceeded, such as 64 dims";
  case TTA_UNDECIDED: return "undecided within the limits of the computation";
  default: return "invalid input";
  }
}
