/* ignore.h: the .gitignore files of a repository, for what is found in directories. Source: gitignore(5). */
#ifndef TTA_TOOLS_IGNORE_H
#define TTA_TOOLS_IGNORE_H

#include "base/arena.h"
#include "tools/common/exclude.h"

typedef struct tta_ignore_file {
  tta_str directory;   /* absolute; its patterns are relative to it */
  tta_excludes patterns;
} tta_ignore_file;

/** The files that were read, in no order. Those of a directory are read before what is in it is asked about. */
typedef struct tta_ignores {
  tta_arena arena;
  tta_ignore_file *files;
  uint32_t num_files, cap_files;
  const char *root;          /* absolute path of the argument; NULL: it is not in a repository */
  size_t root_size;    /* of the argument in the paths below it, with the slash */
} tta_ignores;

/** Reads the files of the repository around a directory down to the one above it. If they ignore the directory itself,
 *  they do not count: it was asked for. Files that cannot be read, and directories outside of a repository, ignore
 *  nothing. @return TTA_OK or TTA_NO_MEMORY; tta_ignores_close is due */
tta_status tta_ignores_open(tta_ignores *ignores, const char *directory);
void tta_ignores_close(tta_ignores *ignores);
/** Reads the file of a directory: the argument, or one below it. */
tta_status tta_ignores_enter(tta_ignores *ignores, const char *path);
/** Whether a file or directory below the argument is ignored; what is in ignored directories is not asked about. */
tta_status tta_ignores_has(const tta_ignores *ignores, const char *path, bool is_directory, bool *ignored);

#endif
