/* used.c: the cells of buffers that kernels access. A tensor of gigabytes takes no memory beyond these. */
#include <string.h>

#include "protocol/protocol.h"

static void use(struct tta_protocol *p, uint32_t first, uint32_t count) {
  uint32_t last = (first + count - !!count) / TTA_PROTOCOL_CHUNK;
  for (uint32_t i = first / TTA_PROTOCOL_CHUNK; i <= last; i++) p->chunks[i] = 0;
}

bool tta_protocol_find_used(struct tta_protocol *p) {
  uint32_t count = p->num_cells / TTA_PROTOCOL_CHUNK + 1;
  p->chunks = tta_arena_array(&p->scratch, count, sizeof *p->chunks);
  if (!p->chunks) {
    p->status = TTA_NO_MEMORY;
    return false;
  }
  memset(p->chunks, 0xff, count * sizeof *p->chunks);
  for (uint32_t i = 0; i < p->num_cbs; i++) use(p, p->cbs[i].first_cell, p->cbs[i].pages * p->cbs[i].page_cells);
  for (uint32_t k = 0; k < p->num_kernels; k++)
    for (uint32_t i = 0; i < p->kernels[k].num_events; i++) {
      const tta_event *e = &p->kernels[k].events[i];
      bool transfer = e->kind == TTA_EVENT_NOC_READ || e->kind == TTA_EVENT_NOC_WRITE;
      if (transfer) use(p, e->source, e->cells);
      if (transfer || e->kind == TTA_EVENT_READ || e->kind == TTA_EVENT_WRITE) use(p, e->cell, e->cells);
    }
  uint32_t most = TTA_PROTOCOL_MAX_BYTES / TTA_PROTOCOL_CELL_BYTES + TTA_PROTOCOL_CHUNK * p->num_objects;
  for (uint32_t i = 0; i < count && p->num_used <= most; i++) {
    if (p->chunks[i] == TTA_PROTOCOL_NONE) continue;
    p->chunks[i] = p->num_used;
    p->num_used += TTA_PROTOCOL_CHUNK;
  }
  if (p->num_used <= most) return true;
  tta_protocol_report_too_large(p, &p->objects[0].site,
                                "the kernels access more than %d bytes of buffers: nothing was run",
                                TTA_PROTOCOL_MAX_BYTES);
  return false;
}
