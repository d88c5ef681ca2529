/* text.h: a text that is migrated: its islands, and the edits. */
#ifndef TTA_MIGRATE_TEXT_H
#define TTA_MIGRATE_TEXT_H

#include "diag/results.h"
#include "migrate/migrate.h"
#include "ttattr/migrate.h"
#include "verify/layout_faults.h"

typedef struct tta_migrated_text {
  tta_source *source;
  const tta_check_options *options;
  tta_results results;
  tta_migrator m;
  tta_era_set days; /* on which its attributes were read */
  tta_migration_counts counts;
  bool complete; /* there is no error */
  tta_replacement *edits; /* in order of position, when all are known */
  uint32_t num_edits, cap_edits;
  tta_buf printed; /* their texts */
  tta_span *islands; /* in order */
  uint32_t num_islands, cap_islands;
  tta_span *removed; /* keys with their values, in order */
  uint32_t num_removed, cap_removed;
} tta_migrated_text;

struct tta_migration {
  tta_migrated_text text;
};

/** Adds an edit: the text printed from `begin` on. */
void tta_migrated_text_edit(tta_migrated_text *t, tta_span span, size_t begin);
/** Sorts the edits by position, and applies them. */
tta_status tta_migrated_text_apply(tta_migrated_text *t, tta_buf *out);

/* removed.c: keys that the date does not have, with their values. Before the second pass */
tta_status tta_migrate_find_removed(tta_migrated_text *t);
/** Whether an island is in such a value. */
bool tta_migrate_is_removed(const tta_migrated_text *t, tta_span span);
/** Removes the definition of an alias of such a value. @return false: it is of another value */
bool tta_migrate_remove_definition(tta_migrated_text *t, tta_span name, tta_node_id value, tta_span span);

/* names.c: names of operations and keys of a dialect that was renamed */
tta_status tta_migrate_names(tta_migrated_text *t);

/* patterns.c: the attributes in a comment of FileCheck; nothing happens to other comments */
void tta_migrate_comment(tta_migrated_text *t, tta_str comment);

/* verify.c: the check of the result, and its layouts beside those of the text */
tta_status tta_migrate_verify(tta_migrated_text *t);

#endif
