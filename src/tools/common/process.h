/* process.h: protection of the whole process against closed standard descriptors, signals while a file is written, and
 * mapped inputs that another process truncates. */
#ifndef TTA_TOOLS_PROCESS_H
#define TTA_TOOLS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/** Call once, at the start of main. `program` must remain valid (a constant).
 *  - descriptors 0 to 2, if closed, are opened so that using them fails and no other file gets them;
 *  - SIGXFSZ is ignored: the write fails instead and is reported;
 *  - SIGINT, SIGTERM and SIGHUP (unless ignored by the parent) remove the registered temporary files, report that the
 *    program was interrupted, and then end it as usual;
 *  - SIGPIPE does the same without a report: who reads a pipe and closes it wants no more. Ignored by the parent, the
 *    write fails instead and is reported;
 *  - SIGBUS within a registered mapping replaces the missing pages by zeros and marks the mapping. */
void tta_process_start(const char *program);

/** Creates `path`, which must not exist, for writing, and registers it to be removed if a signal ends the process
 *  (at most 64 at a time). `path` must remain valid until it is unregistered.
 *  @param handle for tta_process_forget_temp
 *  @return the descriptor; -1 and errno if the file cannot be created (nothing is registered then). */
int tta_process_create_temp(const char *path, unsigned mode, int *handle);
/** @return false if a signal handler is using the path: do not free it, the process is ending */
bool tta_process_forget_temp(int handle);

/** Registers a process group that a signal that ends this program ends, too (at most 64 at a time).
 *  @param group  above 0 */
void tta_process_add_group(int group);
void tta_process_forget_group(int group);

/** Guards [begin, begin + size), a private mapping of whole pages. @return a handle; -1 if tta_process_start was not
 *  called or 64 mappings are already guarded: do not map then */
int tta_process_guard(void *begin, size_t size);
/** Whether pages that the file no longer has were replaced by zeros. */
bool tta_process_guard_struck(int handle);
void tta_process_unguard(int handle);

#endif
