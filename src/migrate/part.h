/* part.h: the migration of a part of a text, as an editor does it for a selection. */
#ifndef TTA_MIGRATE_PART_H
#define TTA_MIGRATE_PART_H

#include "ttattr/migrate.h"

/** Migrates what is in a range: the attributes that touch it, the aliases that they use, and the tensors whose type
 *  changes with one of these aliases. Errors in other attributes do not matter, and diagnostics are about these alone.
 *  Otherwise as tta_migrate_text; its counts have the date of the part. */
tta_status tta_migrate_part(tta_source *source, const tta_check_options *options, int32_t day, tta_span range,
                            tta_migration **out);
/** The first date after that of the text on which tt-mlir did not read it, yyyymmdd; 0: it was read on all of them. */
int32_t tta_migration_next_day(const tta_migration *migration);

#endif
