/* clash.h: circular buffers of programs against the end of L1 and the buffers in it, as tt-metal's program.cpp decides
 * and says it. */
#ifndef TTA_MEMORY_CLASH_H
#define TTA_MEMORY_CLASH_H

#include "device/device.h"

/** Where the circular buffers of a program end, and the lowest buffer above them. */
typedef struct tta_cb_region {
  int64_t end, lowest, l1_size; /* lowest: TTA_NO_ADDRESS without buffers */
  const tta_core_box *cores;    /* NULL: all */
  uint32_t program;             /* UINT32_MAX: not said */
} tta_cb_region;

typedef enum tta_cb_clash { TTA_CB_FITS, TTA_CB_BEYOND_L1, TTA_CB_IN_BUFFERS } tta_cb_clash;

enum { TTA_CB_CLASH_TEXT = 300 };

/** Adjacent is allowed. */
tta_cb_clash tta_cb_clash_of(const tta_cb_region *region);
/** The message about one that does not fit. */
void tta_cb_clash_text(const tta_cb_region *region, char text[TTA_CB_CLASH_TEXT]);

#endif
