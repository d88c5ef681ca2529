/* messages.h: what kernels may see of each other: the values that a semaphore had, or how many pages were pushed to or
 * popped from a circular buffer, in order, each with what its kernel knew.
 *
 * A kernel that waits sees some message since the last one that it knows of. At worst it is the first that ends its
 * wait, so that the kernel is ordered after that one only. */
#ifndef TTA_PROTOCOL_MESSAGES_H
#define TTA_PROTOCOL_MESSAGES_H

#include "protocol/protocol.h"

typedef struct tta_message {
  uint32_t value;       /* of the semaphore; pages so far */
  uint32_t from, clock; /* the kernel, and its clock then; TTA_PROTOCOL_NONE = the start */
  uint32_t event;       /* of the kernel; TTA_PROTOCOL_NONE = the start */
  uint32_t *clocks;     /* by kernel */
} tta_message;

/** A ring, the oldest message first. Of too many the oldest are forgotten. */
typedef struct tta_history {
  tta_message *ring;
  uint32_t first, count, capacity;
} tta_history;

static inline tta_message *tta_history_at(const tta_history *h, uint32_t i) {
  return &h->ring[(h->first + i) % h->capacity];
}

/** A new message at the end; its clocks are not set. @return NULL without memory */
tta_message *tta_history_add(tta_arena *arena, tta_history *history, uint32_t num_kernels);
/** Forgets the first `count` messages. */
void tta_history_forget(tta_history *history, uint32_t count);

#endif
