/* The version, and the names of statuses. */
#include "ttattr/base.h"

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
