/* version.h: what --version prints. */
#ifndef TTA_TOOLS_VERSION_H
#define TTA_TOOLS_VERSION_H

/** Prints version, commit and date of the commit to standard output: `tt-opt 0.1.0 (1375bf4e19ed 2026-11-29)`.
 *  @return the exit status */
int tta_print_version(const char *program);

#endif
