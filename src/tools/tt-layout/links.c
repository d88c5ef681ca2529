/* Neighbors in the mesh of a new device that have no link in its system, as warnings. */
#include "tool.h"

#include "base/format.h"
#include "tools/common/message.h"

enum { MAX_LINKS = 32 }; /* that are named */

static void warn(const tta_device *device, const tta_system *system) {
  char mesh[TTA_NUMBERS_BYTES];
  tta_missing_link link = {.next = 0};
  long long more = 0;
  tta_shape_text(mesh, device->mesh);
  for (int n = 0; tta_device_missing_link(device, system, &link); n++) {
    if (n < MAX_LINKS)
      tta_print_message(tt_layout_program, "warning: chips %lld and %lld are neighbors in meshShape %s, but the system "
                        "has no channel between them", (long long)link.chips[0], (long long)link.chips[1], mesh);
    else
      more++;
  }
  if (more) tta_print_message(tt_layout_program, "warning: %lld more neighbors have no channel", more);
}

int tt_layout_warn_links(const tta_buf *text, const tta_system *system) {
  tta_check_options *options;
  tta_source source;
  tta_device_text *device = NULL;
  tta_buf copy = tta_buf_new(NULL);
  tta_buf_bytes(&copy, text->data, text->size);
  tta_buf_char(&copy, '\0');
  tta_status status = copy.failed ? TTA_NO_MEMORY : tt_layout_check_options(0, &options);
  if (status) {
    tta_buf_free(&copy);
    tta_print_no_memory(tt_layout_program);
    return TTA_EXIT_FAILED;
  }
  tta_source_init(&source, tta_str_from("<result>"), (tta_str){copy.data, text->size}, NULL);
  status = tta_device_text_new(&source, options, &device, NULL);
  if (!status && tta_device_text_get(device)) warn(tta_device_text_get(device), system);
  if (status == TTA_NO_MEMORY) tta_print_no_memory(tt_layout_program);
  tta_device_text_free(device);
  tta_source_free(&source);
  tta_check_options_free(options);
  tta_buf_free(&copy);
  return status == TTA_NO_MEMORY ? TTA_EXIT_FAILED : TTA_EXIT_DONE;
}
