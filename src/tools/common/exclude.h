/* exclude.h: patterns of files that are not processed, as in .gitignore. */
#ifndef TTA_TOOLS_EXCLUDE_H
#define TTA_TOOLS_EXCLUDE_H

#include "ttattr/buf.h"

/** Whether a pattern matches a path. Source: gitignore(5).
 *  - Without a slash, or with one at its end only, it matches a name in any directory; otherwise the whole path.
 *  - `*` and `?` match any bytes, or one byte, except `/`. `[a-z]`, `[!a-z]` and `[^a-z]` match one byte. `\` quotes
 *    the next byte. `[[:alpha:]]` has no special meaning.
 *  - `**` as a name matches any number of directories: `**` + `/a`, `a/` + `**`, `a/` + `**` + `/b`.
 *  - A slash at the end matches directories only.
 *  @param path relative, without `.` and `..`, not empty */
bool tta_exclude_matches(const char *pattern, tta_str path, bool is_directory);

/** Patterns in order; the texts are borrowed. All zero is an empty list. */
typedef struct tta_excludes {
  const char **patterns;
  uint32_t num_patterns, cap_patterns;
} tta_excludes;

/** @return TTA_OK or TTA_NO_MEMORY */
tta_status tta_excludes_add(tta_excludes *excludes, const char *pattern);
/** What the last pattern that matches a path says: 1 it is excluded, -1 included again, 0 no pattern matches.
 *  @param other as in tta_excludes_has */
int tta_excludes_decide(const tta_excludes *excludes, tta_str path, tta_str other, bool is_directory);
/** Whether the last pattern that matches a path excludes it: one that starts with `!` includes it again.
 *  @param other the same file from another directory, which patterns may match as well; may be empty */
bool tta_excludes_has(const tta_excludes *excludes, tta_str path, tta_str other, bool is_directory);
/** The same for a file and each of the directories that it is in. */
bool tta_excludes_has_below(const tta_excludes *excludes, tta_str path);
void tta_excludes_free(tta_excludes *excludes);

#endif
