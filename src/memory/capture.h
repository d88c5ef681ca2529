/* capture.h: the state of the replay of a recorded graph (capture.c), and its figures (capture_print.c). */
#ifndef TTA_MEMORY_CAPTURE_H
#define TTA_MEMORY_CAPTURE_H

#include "base/json_read.h"
#include "memory/replay.h"
#include "ttattr/device.h"

typedef struct tta_capture_node {
  int64_t counter;
  uint32_t index;  /* order of the text */
  uint32_t buffer; /* of a node `buffer`: the live allocation, or NONE */
  bool is_buffer;
} tta_capture_node;

typedef struct tta_capture_buffer {
  uint32_t device;
  tta_buffer_type type;
  int64_t bank_bytes, address; /* TTA_NO_ADDRESS: not placed */
} tta_capture_buffer;

typedef struct tta_capture_cb {
  const tta_core_box *boxes;
  uint32_t num_boxes;
  int64_t end;
} tta_capture_cb;

typedef struct tta_capture_function {
  tta_str name;
} tta_capture_function;

typedef struct tta_capture_peak {
  int64_t bytes, cb_bytes;
  const tta_json_node *node; /* when; NULL: nothing was allocated */
  tta_str inner, outer;      /* functions; empty: none */
} tta_capture_peak;

typedef struct tta_capture_device {
  int64_t id;
  tta_freelist *lists[TTA_NUM_BUFFER_TYPES];
  int64_t now[TTA_NUM_BUFFER_TYPES], cb_bytes;
  tta_capture_peak peak[TTA_NUM_BUFFER_TYPES];
  tta_capture_cb *cbs;
  uint32_t num_cbs, cap_cbs;
  bool clashed; /* the circular buffers that are there */
} tta_capture_device;

typedef struct tta_capture {
  tta_replay *r;
  tta_banks banks;
  tta_status status;
  tta_capture_node *nodes; /* by counter */
  tta_capture_buffer *buffers;
  tta_capture_device *devices;
  tta_capture_function *functions;
  uint32_t num_nodes, num_buffers, cap_buffers, num_devices, cap_devices, num_functions, cap_functions, num_messages;
  int64_t work;
  size_t num_circular;
  size_t allocations, recorded, same, foreign; /* foreign: deallocations of buffers from before the tta_capture */
  const tta_json_node *first_other;            /* buffer at another address than recorded */
  int64_t other_recorded, other_placed;
  tta_str other_function;
  size_t skipped;
  const tta_json_node *first_skipped;
  bool misfit;
} tta_capture;

/** Writes the figures to the answers of the replay. */
void tta_capture_text(tta_capture *c);
void tta_capture_json(tta_capture *c);

#endif
