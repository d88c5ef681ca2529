/* clash.c: whether the circular buffers of a program fit, and the message of tt-metal if not. */
#include "memory/clash.h"

#include <stdio.h>

#include "ttattr/memory.h"

tta_cb_clash tta_cb_clash_of(const tta_cb_region *region) {
  if (region->end > region->l1_size) return TTA_CB_BEYOND_L1;
  return region->lowest != TTA_NO_ADDRESS && region->lowest < region->end ? TTA_CB_IN_BUFFERS : TTA_CB_FITS;
}

void tta_cb_clash_text(const tta_cb_region *region, char text[TTA_CB_CLASH_TEXT]) {
  const tta_core_box *box = region->cores;
  char cores[120] = "", program[40] = "";
  if (box)
    snprintf(cores, sizeof cores, " on core range [%lld-%lld - %lld-%lld]", (long long)box->first.x,
             (long long)box->first.y, (long long)box->last.x, (long long)box->last.y);
  if (region->program != UINT32_MAX) snprintf(program, sizeof program, " in program %u", region->program);
  if (tta_cb_clash_of(region) == TTA_CB_BEYOND_L1)
    snprintf(text, TTA_CB_CLASH_TEXT,
             "Statically allocated circular buffers%s grow to %lld B which is beyond max L1 size of %lld B", cores,
             (long long)region->end, (long long)region->l1_size);
  else
    snprintf(text, TTA_CB_CLASH_TEXT,
             "Statically allocated circular buffers%s clash with L1 buffers%s. L1 buffer allocated at %lld and static "
             "circular buffer region ends at %lld", program, cores, (long long)region->lowest, (long long)region->end);
}
