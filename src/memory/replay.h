/* replay.h: what is shared by the two forms that tta_replay_new reads: traces of a free list, and captures of ttnn. */
#ifndef TTA_MEMORY_REPLAY_H
#define TTA_MEMORY_REPLAY_H

#include "diag/results.h"
#include "memory/freelist.h"

struct tta_replay {
  tta_results results;
  tta_source *trace;
  tta_arena arena; /* of one line of a trace; of a capture */
  tta_freelist *list;
  tta_buf answers;
  size_t line;
};

/** Whether a text is a capture of a graph: a JSON array or object that has nodes. */
bool tta_is_capture(tta_str text);
/** Replays a capture; the answers are its figures. @return TTA_INVALID: the results say why */
tta_status tta_replay_capture(tta_replay *r, const tta_replay_options *options);

#endif
