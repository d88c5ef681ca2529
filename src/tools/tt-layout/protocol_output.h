/* protocol_output.h: what tt-layout protocol prints of a protocol, whatever its source is. */
#ifndef TT_LAYOUT_PROTOCOL_OUTPUT_H
#define TT_LAYOUT_PROTOCOL_OUTPUT_H

#include "ttattr/protocol.h"

typedef struct tt_layout_protocol_output {
  bool json, trace;
  bool text;           /* the operations instead of the summary (tta_protocol_options.keep_text) */
  const char *picture; /* where the steps to an error are drawn; NULL = nowhere */
} tt_layout_protocol_output;

/** What was found in the programs of a file. */
typedef struct tt_layout_verdicts {
  bool fails, undecided;
} tt_layout_verdicts;

/** A fault that was found counts more than what is undecided. @return exit status */
int tt_layout_verdict_exit(tt_layout_verdicts found);

/** Reports errors and warnings. @param source its text */
void tt_layout_report_protocol(const tta_protocol *protocol, tta_source *source);
/** Draws the steps to the first error that has steps. @param drawn set if there is one. @return exit status */
int tt_layout_draw_protocol(const tta_protocol *protocol, const char *path, bool *drawn);
/** Warns that no error has steps. */
void tt_layout_nothing_drawn(const char *path);
/** Prints errors and the summary, and draws. @param found is added to. @return exit status of the output */
int tt_layout_print_protocol(const tta_protocol *protocol, tta_source *source, const tt_layout_protocol_output *output,
                             tt_layout_verdicts *found);

#endif
