/* text.h: a text that is migrated: its islands, and the edits. */
#ifndef TTA_MIGRATE_TEXT_H
#define TTA_MIGRATE_TEXT_H

#include "diag/results.h"
#include "migrate/migrate.h"
#include "ttattr/migrate.h"
#include "verify/layout_faults.h"

/* ---- part.c: what is migrated with a range ---- */

typedef struct tta_migrated_island {
  tta_span span;    /* with the name of an alias that it defines */
  tta_era_set days; /* on which it was read */
  bool wanted;      /* it is migrated */
} tta_migrated_island;

typedef struct tta_migrated_link {
  uint32_t island;   /* that uses an alias */
  uint32_t alias;    /* a byte of the definition */
  bool has_new_type; /* the type of a tensor changes with the alias */
} tta_migrated_link;

typedef struct tta_migrated_links {
  tta_span range;
  tta_migrated_island *islands; /* in order */
  uint32_t num_islands, cap_islands;
  tta_migrated_link *links;
  uint32_t num_links, cap_links;
} tta_migrated_links;

typedef struct tta_migrated_text {
  tta_source *source;
  const tta_check_options *options;
  tta_results results;
  tta_migrator m;
  tta_era_set days; /* on which its attributes were read */
  tta_migration_counts counts;
  bool complete; /* there is no error */
  bool is_part, keeps_removed; /* a key that was removed is outside of the part */
  tta_migrated_links part; /* if only a part of the text is migrated */
  tta_replacement *edits; /* in order of position, when all are known */
  uint32_t num_edits, cap_edits;
  tta_buf printed; /* their texts */
  tta_span *islands; /* in order */
  uint32_t num_islands, cap_islands;
  tta_strmap uses; /* names of aliases, once one is in question */
  bool has_uses;
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
/** Removes the definition of an alias, with its line. */
void tta_migrate_drop_definition(tta_migrated_text *t, tta_span name, tta_span span);
/** Whether an alias is used outside of comments, in any section. */
bool tta_migrate_is_used(tta_migrated_text *t, tta_span name);
/** Removes the definition of an alias of such a value. @return false: it is of another value */
bool tta_migrate_remove_definition(tta_migrated_text *t, tta_span name, tta_node_id value, tta_span span);

/* part.c */
/** Called for each value and for each use of an alias in the first pass, in order. The span of a value has the name of
 *  the alias that it defines. */
void tta_migrate_add_island(tta_migrated_text *t, tta_span span, tta_node_id root, const tta_era_set *days);
void tta_migrate_add_use(tta_migrated_text *t, tta_span span, tta_node_id value);
/** After the first pass: which islands are migrated. @return the days on which all of them were read */
tta_era_set tta_migrate_choose_islands(tta_migrated_text *t);
/** Whether a span touches the range; true without one. */
bool tta_migrate_touches(const tta_migrated_text *t, tta_span span);
/** Whether what is at a span is migrated: a chosen island, or other text that touches the range. */
bool tta_migrate_is_wanted(const tta_migrated_text *t, tta_span span);
/** The value at a span is not migrated after all. */
void tta_migrate_leave_island(tta_migrated_text *t, tta_span span);

/* names.c: names of operations and keys of a dialect that was renamed */
tta_status tta_migrate_names(tta_migrated_text *t);

/* patterns.c: the attributes in a comment of FileCheck; nothing happens to other comments */
void tta_migrate_comment(tta_migrated_text *t, tta_str comment);

/* verify.c: the check of the result, and its layouts beside those of the text */
tta_status tta_migrate_verify(tta_migrated_text *t);

#endif
