/* trace.h: the steps that lead to an error, for run.c and explore.c, which replay their events.
 *
 * A state is an array of numbers: the next event of each kernel, pages pushed and pages popped of each circular buffer,
 * the value of each semaphore. */
#ifndef TTA_PROTOCOL_TRACE_H
#define TTA_PROTOCOL_TRACE_H

#include "protocol/protocol.h"

enum { TTA_MAX_TRACE_STEPS = 1000 };

typedef struct tta_trace {
  struct tta_protocol *p;
  uint32_t cell;           /* accesses to it are steps too; TTA_PROTOCOL_NONE = no cell */
  uint32_t count, skipped; /* the first `skipped` steps are counted only */
  tta_protocol_step *steps;
  uint32_t num_steps, cap_steps;
} tta_trace;

static inline uint32_t tta_protocol_state_words(const struct tta_protocol *p) {
  return p->num_kernels + 2 * p->num_cbs + p->num_sems;
}
/** Where the parts of a state are. */
tta_protocol_state tta_protocol_state_of(const struct tta_protocol *p, const uint32_t *state);
/** The state before all events. */
void tta_protocol_first_state(const struct tta_protocol *p, uint32_t *state);
/** What an event changes, without any check. */
void tta_protocol_advance(const struct tta_protocol *p, uint32_t *state, uint32_t k, const tta_event *event);

/** Adds the step of kernel `k` in a state, if it is on a circular buffer, a semaphore or the cell of the trace. */
void tta_protocol_record(tta_trace *trace, const uint32_t *state, uint32_t k, const tta_event *event);
/** Adds what each kernel waits for in a state. */
void tta_protocol_record_waits(tta_trace *trace, const uint32_t *state);

/** Records the steps of an order of events. */
typedef void (*tta_protocol_replay)(void *order, tta_trace *trace);
/** The last steps that lead to a fault become those of its diagnostic, which may be NULL.
 *  @param cell see tta_trace
 *  @param replay called twice: to count the steps, and to keep the last of them */
void tta_protocol_attach(struct tta_protocol *p, tta_diagnostic *diagnostic, uint32_t cell, tta_protocol_replay replay,
                         void *order);

#endif
