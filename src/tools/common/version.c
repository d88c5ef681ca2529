/* What --version prints. Alone in its file, which is compiled again for each commit. */
#include "version.h"

#include "tools/common/output.h"
#include "ttattr/base.h"
#include "ttattr_commit.h"

int tta_print_version(const char *program) {
  tta_buf out = tta_buf_new(NULL);
  tta_buf_printf(&out, "%s %s", program, tta_version());
  if (*TTATTR_COMMIT) tta_buf_printf(&out, " (%s %s)", TTATTR_COMMIT, TTATTR_DATE);
  tta_buf_char(&out, '\n');
  return tta_print_and_free(program, &out, NULL);
}
