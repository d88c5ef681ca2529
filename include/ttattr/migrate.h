/* ttattr/migrate.h: a text in the syntax of another date: `tt-opt --migrate`.
 *
 * Attributes and types that tt-mlir did not read on the date are written again in its syntax; all other text stays as
 * it is. docs/migrating.md describes what is migrated.
 */
#ifndef TTATTR_MIGRATE_H
#define TTATTR_MIGRATE_H

#include "ttattr/check.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tta_migration tta_migration;

/** What was done to a text. */
typedef struct tta_migration_counts {
  int32_t from;         /* yyyymmdd: a day on which tt-mlir read the text; the day of the migration if that is one */
  size_t attributes;    /* outermost attributes and types, and values of aliases, that changed */
  size_t names;         /* `tt.device =`, `tt.device @x`: names of operations and keys that got another dialect, and
                           keys that were removed with their values */
  size_t patterns;      /* attributes in FileCheck patterns that were written again */
  size_t patterns_left; /* ... and that could not be: each has a warning, unless that is off */
} tta_migration_counts;

/** Migrates a text that has no errors (see tta_check_text). Each attribute that has no equivalent on the day is an
 *  error, with the reason. The result is checked with the syntax and the rules of the day, and the layouts of both
 *  texts are compared: `migrate-rejected`, `migrate-moved`.
 *  @param source  as for tta_check_text
 *  @param options as for tta_check_text; their era is the date of the text, 0: found from its attributes
 *  @param day     yyyymmdd
 *  @param out     owned by the caller, also if there are errors: it has no edits then. NULL on failure
 *  @return TTA_OK; TTA_INVALID if `day` is not a day of the calendar from 2000 on; TTA_NO_MEMORY; TTA_LIMIT when the
 *  text is too large */
TTA_API tta_status tta_migrate_text(tta_source *source, const tta_check_options *options, int32_t day,
                                    tta_migration **out);
/** The diagnostics, and the edits that migrate the text; they live as long as the migration. Sections are not listed.
 *  @param counts receives what was done; may be NULL */
TTA_API const tta_results *tta_migration_results(const tta_migration *migration, tta_migration_counts *counts);
/** NULL is allowed. */
TTA_API void tta_migration_free(tta_migration *migration);

#ifdef __cplusplus
}
#endif
#endif
