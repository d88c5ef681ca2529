/* ttattr/check.h: reads a whole text, judges it, and makes it canonical: what tt-opt does, as one call.
 *
 *     tta_check_options options;
 *     tta_check_options_init(&options);
 *     tta_source source;
 *     tta_source_init(&source, name, text, NULL);
 *     tta_check *check = NULL;
 *     tta_status status = tta_check_text(&source, &options, &check);
 *     ... tta_check_diagnostic(check, i) ...; tta_check_edits(check, ...)
 *     tta_check_free(check);
 */
#ifndef TTATTR_CHECK_H
#define TTATTR_CHECK_H

#include "ttattr/value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tta_check tta_check;

/** What to do, and how. Fill with tta_check_options_init first: further members may come. */
typedef struct tta_check_options {
  const tta_allocator *allocator; /* NULL = malloc; borrowed */
  int32_t era;                    /* 0 = auto, else a date as yyyymmdd: grammar and rules of tt-mlir on that day */
  bool split;                     /* independent pieces at the marker */
  tta_str split_marker;           /* empty = "// -----" */
  bool parse_only;                /* no semantic rules: faults of the text alone */
  bool expand_aliases;            /* every alias use gives way to its definition (MLIR's local scope) */
  bool canonicalise;              /* compute the edits */
  bool target_ttnn;               /* add the rules of --target=ttnn */
  tta_str system_desc;            /* text of a #tt.system_desc<...> used where a module has none; may be empty */
  tta_buf *json;                  /* where each occurrence goes as a line of JSON; NULL = nowhere */
  bool rule_set[TTA_NUM_RULES];   /* the two below hold for this rule */
  bool rule_enabled[TTA_NUM_RULES];
  tta_severity rule_severity[TTA_NUM_RULES];
} tta_check_options;

TTA_API void tta_check_options_init(tta_check_options *options);

/** Reads and judges `source`. source->text.data[source->text.size] must be a NUL byte; below 2 GiB.
 *  @param out set to the result (also when nothing is wrong), owned by the caller; NULL on failure
 *  @return TTA_OK however many faults were found; TTA_NO_MEMORY; TTA_LIMIT when the text is too large */
TTA_API tta_status tta_check_text(tta_source *source, const tta_check_options *options, tta_check **out);
/** As tta_check_text; calls `visit` for each island and each alias definition in order of position, before the rules
 *  verify it. The values that it receives live until it returns.
 *  @param out NULL when the diagnostics are not wanted */
TTA_API tta_status tta_check_visit(tta_source *source, const tta_check_options *options, tta_island_visitor visit,
                                   void *user, tta_check **out);
TTA_API void tta_check_free(tta_check *check);

/** Diagnostics in order of position; they live as long as the check. */
TTA_API size_t tta_check_num_diagnostics(const tta_check *check);
TTA_API const tta_diagnostic *tta_check_diagnostic(const tta_check *check, size_t index);
TTA_API size_t tta_check_num_errors(const tta_check *check);
TTA_API size_t tta_check_num_warnings(const tta_check *check);
/** Outermost attributes and types that are known. */
TTA_API size_t tta_check_num_islands(const tta_check *check);

/** The pieces, in order; a faulty one prints nothing. */
TTA_API size_t tta_check_num_pieces(const tta_check *check);
TTA_API tta_span tta_check_piece(const tta_check *check, size_t index, bool *faulty);

/** What makes the text canonical: replacements in order of position, none in faulty pieces. Valid until the check is
 *  freed. */
TTA_API size_t tta_check_num_edits(const tta_check *check);
TTA_API tta_edit tta_check_edit(const tta_check *check, size_t index);

/* ---- the dates at which tt-mlir read a text ---- */

typedef struct tta_text_eras tta_text_eras;

/** A run of days, yyyymmdd, both included. `since` is never before the record of docs/eras.md begins; `until` 0 = to
 *  this day. */
typedef struct tta_era {
  int32_t since, until;
} tta_era;

/** Finds the days on which tt-mlir read every attribute of `source`, pieces at `// -----` taken together. What could
 *  not be read at all (see tta_check_text) does not count. Requirements on `source` as for tta_check_text.
 *  @param allocator NULL = malloc; borrowed
 *  @param out set to the result, owned by the caller; NULL on failure
 *  @return TTA_OK, also when there is no such day; TTA_NO_MEMORY; TTA_LIMIT when the text is too large */
TTA_API tta_status tta_text_eras_read(tta_source *source, const tta_allocator *allocator, tta_text_eras **out);
TTA_API void tta_text_eras_free(tta_text_eras *eras);
/** The runs, in order of time; 0 when there is no such day. */
TTA_API size_t tta_text_eras_size(const tta_text_eras *eras);
TTA_API tta_era tta_text_eras_at(const tta_text_eras *eras, size_t index);
/** Where there is no such day: the attribute that no date reads, or one of two that no date reads together, with a note
 *  at the other. Else NULL. Lives as long as the eras. */
TTA_API const tta_diagnostic *tta_text_eras_conflict(const tta_text_eras *eras);

#ifdef __cplusplus
}
#endif
#endif
