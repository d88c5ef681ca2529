/* explore.h: what explore.c and persist.c share. */
#ifndef TTA_PROTOCOL_EXPLORE_H
#define TTA_PROTOCOL_EXPLORE_H

#include "protocol/trace.h"

/** Values that a semaphore may have: low..high, and `added` more by increments. While one kernel alone changes it, that
 *  kernel sees the value that it is at. */
typedef struct tta_values {
  uint64_t low, high, added;
  uint32_t value, owner; /* owner: the kernel; NONE = no kernel yet; SEVERAL */
} tta_values;

/** How far the kernels outside a persistent set may run. */
typedef struct tta_reach {
  uint32_t *at, *pushed, *popped;
  tta_values *values;
  bool copies;
  uint32_t rounds;
} tta_reach;

/** A state is `words` numbers (trace.h). */
typedef struct explorer {
  struct tta_protocol *p;
  const tta_allocator *allocator;
  uint32_t words, max_states;
  uint32_t *states, num_states, cap_states; /* num_states: words */
  uint32_t *links, num_links, cap_links;    /* of each state: its parent and the kernel that moved */
  uint32_t *pending, num_pending, cap_pending, first_pending; /* states that were not visited */
  uint32_t *slots, num_slots;               /* hash table: state + 1 */
  uint32_t *scratch;                        /* one state */
  tta_reach reach;
  uint32_t *chosen, num_chosen, last_chosen; /* the persistent set */
  bool *is_chosen, *can;                     /* by kernel: is in the set; can move */
  tta_trace *trace;         /* not NULL: a replay */
  tta_diagnostic *reported; /* of the last step that was a fault; NULL: it is not listed */
  bool deadlock, overflow, underflow, full, any_loose;
} explorer;

/** Chooses a persistent set of a state; x->can is filled. @return NONE when the set is all kernels, else chosen,
 *  num_chosen and is_chosen are the set. */
uint32_t tta_protocol_persistent(explorer *x, const uint32_t *state);

#endif
