/* What a row of the golden table of TTNN conversions is compared with: convert_row TYPE writes the text of its
 * ttnn_layout, the padded shard and the shard_spec, a line each. */
#include <stdio.h>
#include <string.h>

#include "ttattr/base.h"
#include "drivers/convert_layout.h"

static void line(tta_str text) { printf("%.*s\n", (int)text.size, text.size ? text.data : ""); }

int main(int argc, char **argv) {
  tta_layout_ref_context context = {.from = TTA_NOTATION_UNKNOWN};
  tta_conversion_spec spec = {.to = TTA_NOTATION_TTNN};
  tta_layout_ref_text *read = NULL;
  tta_conversion c;
  tta_buf reason;
  if (argc != 2) return 2;
  tta_arena *arena = tta_arena_new(NULL);
  tta_buf_init(&reason, NULL);
  tta_status status = tta_layout_ref_read((tta_str){argv[1], strlen(argv[1])}, &context, &read, &reason);
  if (!status) status = convert_layout(tta_layout_ref_get(read), &spec, arena, &c, &reason);
  if (!status) {
    line(c.text);
    printf("%lldx%lld\n", (long long)c.ttnn.physical_shard_shape[0], (long long)c.ttnn.physical_shard_shape[1]);
    line(c.shard_spec);
  } else fprintf(stderr, "%.*s\n", (int)reason.size, reason.size ? reason.data : "");
  tta_layout_ref_free(read);
  tta_buf_free(&reason);
  tta_arena_delete(arena);
  return status ? 1 : 0;
}
