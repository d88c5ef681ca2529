/* The system that --system-desc gives. */
#include "tools/common/system.h"

#include <string.h>
#include <sys/stat.h>

/* An existing file, or a text that can only be a path: then the missing file is the error to report. */
static bool is_file(const char *value) {
  struct stat info;
  tta_arch arch;
  if (!*value || strchr(value, '<') || value[strspn(value, " \t\n")] == '[') return false;
  if (tta_arch_find((tta_str){value, strcspn(value, ":")}, &arch)) return false;
  return strchr(value, '/') || strchr(value, '.') || !stat(value, &info);
}

static int read_value(const char *program, const char *value, tta_system_input *system) {
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  system->arena = tta_arena_new(NULL);
  tta_status status =
      system->arena ? tta_system_parse(system->text, system->arena, &system->value, &reason) : TTA_NO_MEMORY;
  if (reason.failed) status = TTA_NO_MEMORY;
  if (status == TTA_NO_MEMORY) tta_print_no_memory(program);
  else if (status)
    tta_print_error(program, "invalid value '%s' of '--system-desc': %.*s", value, (int)reason.size,
                    reason.data ? reason.data : "");
  tta_buf_free(&reason);
  return status ? TTA_EXIT_FAILED : TTA_EXIT_DONE;
}

int tta_system_open(const char *program, const char *value, tta_system_input *system) {
  *system = (tta_system_input){.text = {value, strlen(value)}};
  if (is_file(value)) {
    tta_io_failure failure = tta_input_read(&system->file, program, value, NULL);
    if (tta_io_failed(&failure)) {
      tta_print_io_failure(program, &failure, value);
      return TTA_EXIT_FAILED;
    }
    system->is_file = true;
    system->text = system->file.text;
  }
  return read_value(program, value, system);
}

void tta_system_close(tta_system_input *system) {
  if (system->is_file) tta_input_free(&system->file);
  tta_arena_delete(system->arena);
  *system = (tta_system_input){.is_file = false};
}
