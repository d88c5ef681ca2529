/* process.h: what the process as a whole must survive: closed standard descriptors, signals that would end it in the
 * middle of a file, and mapped inputs that somebody cuts short. */
#ifndef TTA_TOOLS_PROCESS_H
#define TTA_TOOLS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/** Call once, first thing in main. `program` must stay valid (a constant).
 *  - descriptors 0 to 2, when closed, are opened so that using them fails and no other file takes their place;
 *  - SIGPIPE and SIGXFSZ are ignored: the write fails instead and is reported;
 *  - SIGINT, SIGTERM and SIGHUP (unless ignored by the parent) remove the registered temporary files, say that the
 *    program was interrupted, and then end it as they always do;
 *  - SIGBUS within a registered mapping puts zeros there and marks the mapping. */
void tta_process_start(const char *program);

/** Creates `path`, which must not exist, for writing, and remembers it to be removed if a signal ends the process (no
 *  more than 64 at a time are). `path` must stay until it is forgotten.
 *  @param handle for tta_process_forget_temp
 *  @return the descriptor; -1 and errno when the file cannot be created (nothing is remembered then). */
int tta_process_create_temp(const char *path, unsigned mode, int *handle);
/** @return false when a signal handler is using the path right now: leave it allocated, the process is ending. */
bool tta_process_forget_temp(int handle);

/** Guards [begin, begin + size), a private mapping of whole pages. @return a handle; -1 when tta_process_start was not
 *  called or 64 mappings are already guarded: then do not map. */
int tta_process_guard(void *begin, size_t size);
/** Whether zeros had to be put in place of pages that the file no longer has. */
bool tta_process_guard_struck(int handle);
void tta_process_unguard(int handle);

#endif
