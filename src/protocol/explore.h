/* explore.h: what explore.c and persist.c share. */
#ifndef TTA_PROTOCOL_EXPLORE_H
#define TTA_PROTOCOL_EXPLORE_H

#include "protocol/protocol.h"

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

/** The steps that lead to a fault. The first `skipped` ones are counted only. */
typedef struct tta_trace {
  struct tta_protocol *p;
  uint32_t count, skipped;
  tta_protocol_step *steps;
  uint32_t num_steps, cap_steps;
} tta_trace;

/** Adds the step of kernel `k` in a state, if it is on a circular buffer or a semaphore. */
void tta_protocol_record(tta_trace *trace, const uint32_t *state, uint32_t k, const tta_event *event);

/** A state is `words` numbers: the next event of each kernel, pages pushed, pages popped, semaphores. */
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
  tta_trace *trace; /* not NULL: a replay */
  bool deadlock, overflow, underflow, full, any_loose;
} explorer;

/** Chooses a persistent set of a state; x->can is filled. @return NONE when the set is all kernels, else chosen,
 *  num_chosen and is_chosen are the set. */
uint32_t tta_protocol_persistent(explorer *x, const uint32_t *state);

#endif
