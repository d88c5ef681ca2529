/* Owns what --system-desc names: an architecture, `[N, 8x8]`, or a file. What they mean is the library's. */
#include "system.h"

#include <string.h>
#include <sys/stat.h>

#include "tools/common/message.h"

/* What is there, or can only be a path: then a missing file is what there is to say. */
static bool is_file(const char *value) {
  struct stat info;
  bool path = value[0] != '[' && !strchr(value, '<') && (strchr(value, '/') || strchr(value, '.'));
  return path || stat(value, &info) == 0;
}

/* The library judges an empty text against it: that fails only when it is no system. */
static tta_status try_it(const tt_opt_options *options) {
  tta_source nothing;
  tta_check *check;
  tta_source_init(&nothing, (tta_str){"", 0}, (tta_str){"", 0}, NULL);
  tta_status status = tta_check_text(&nothing, &options->check, &check);
  if (!status) tta_check_free(check);
  return status;
}

int tt_opt_read_system_desc(tt_opt_options *options, tta_input *input) {
  const char *value = options->system_desc;
  *input = (tta_input){0};
  if (!value) return TTA_EXIT_DONE;
  options->check.system_desc = (tta_str){value, strlen(value)};
  if (is_file(value)) {
    tta_io_failure failure = tta_input_read(input, tt_opt_program, value, NULL);
    if (tta_io_failed(&failure)) {
      tta_print_io_failure(tt_opt_program, &failure, value);
      return TTA_EXIT_FAILED;
    }
    options->check.system_desc = input->text;
  }
  switch (*value ? try_it(options) : TTA_INVALID) {
  case TTA_OK: return TTA_EXIT_DONE;
  case TTA_NO_MEMORY: tta_print_no_memory(tt_opt_program); return TTA_EXIT_FAILED;
  default: break;
  }
  tta_print_error(tt_opt_program,
                "invalid value '%s' of '--system-desc'; use wormhole_b0, blackhole:2, '[2, 8x8]' or a file with "
                "#tt.system_desc<...>",
                value);
  return TTA_EXIT_FAILED;
}
