/* convert_layout.h: tta_convert with the messages of its results as text. */
#ifndef TTA_TESTS_CONVERT_LAYOUT_H
#define TTA_TESTS_CONVERT_LAYOUT_H

#include "ttattr/convert.h"
#include "ttattr/diag.h"

/** @param found the messages are appended, a line each. The conversion needs no tta_conversion_free. */
static inline tta_status convert_layout(const tta_layout_ref *from, const tta_conversion_spec *spec, tta_arena *arena,
                                        tta_conversion *conversion, tta_buf *found) {
  tta_status status = tta_convert(from, spec, arena, conversion);
  const tta_results *results = tta_conversion_results(conversion);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    tta_str message = tta_results_diagnostic(results, i)->message;
    tta_buf_bytes(found, message.data, message.size);
    tta_buf_bytes(found, "\n", 1);
  }
  tta_conversion_free(conversion);
  return status;
}

#endif
