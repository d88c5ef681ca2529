/* ttattr/check.h: parses, verifies and canonicalizes a whole text in one call, as tt-opt does.
 *
 *     tta_source source;
 *     tta_source_init(&source, name, text, NULL);
 *     tta_check *check = NULL;
 *     tta_status status = tta_check_text(&source, NULL, &check);
 *     ... tta_results_diagnostic(tta_check_results(check), i) ...
 *     tta_check_free(check);
 */
#ifndef TTATTR_CHECK_H
#define TTATTR_CHECK_H

#include "ttattr/diag.h"
#include "ttattr/value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tta_check tta_check;

/** What a check does, and how. Options are created with the defaults, changed by the setters below, and may be used for
 *  any number of checks, also by several threads at a time as long as no setter runs. Where a function takes options,
 *  NULL stands for the defaults. */
typedef struct tta_check_options tta_check_options;

/** @param allocator NULL = malloc; borrowed; also the allocator of the checks that use these options
 *  @param out set to the options, owned by the caller; NULL on failure
 *  @return TTA_OK or TTA_NO_MEMORY */
TTA_API tta_status tta_check_options_new(const tta_allocator *allocator, tta_check_options **out);
/** An independent copy, with the same allocator. Return and `out` as tta_check_options_new. */
TTA_API tta_status tta_check_options_copy(const tta_check_options *options, tta_check_options **out);
/** NULL is allowed. */
TTA_API void tta_check_options_free(tta_check_options *options);

/** Sets an option by its name, as on the command line of tt-opt, in configuration files and, in JSON, as `systemDesc`:
 *
 *      era                 auto, latest or a date such as 2024-11-27
 *      target              ttnn, ttmetal or none
 *      system-desc         as tta_check_options_set_system_desc
 *      split-input-file    true, false or a marker
 *      markdown, parse-only, expand-aliases    true or false
 *
 *  @param reason receives why the name or the value is not valid; may be NULL
 *  @return TTA_OK; TTA_INVALID or TTA_NO_MEMORY: nothing is changed */
TTA_API tta_status tta_check_options_set(tta_check_options *options, tta_str name, tta_str value, tta_buf *reason);
/** @param era a date as yyyymmdd: grammar and rules of tt-mlir on that day; 0 (default): any date
 *  @return TTA_OK; TTA_INVALID if it is not a day of the calendar from 2000 on: nothing is changed */
TTA_API tta_status tta_check_options_set_era(tta_check_options *options, int32_t era);
/** Reads `auto` (0), `latest` or a date such as `2024-11-27`. @return false for any other text: *era is not changed */
TTA_API bool tta_era_parse(tta_str text, int32_t *era);
/** Whether the text is split into independent sections at the marker. Default: false. */
TTA_API void tta_check_options_set_split(tta_check_options *options, bool split);
/** @param marker copied; empty = the default, "// -----". @return TTA_OK or TTA_NO_MEMORY (nothing is changed then) */
TTA_API tta_status tta_check_options_set_split_marker(tta_check_options *options, tta_str marker);
/** Whether the text is Markdown. Its sections are then the contents of the fenced code blocks with the info string
 *  `mlir` (CommonMark; also in list items, not in block quotes); all other text is left alone. An attribute with `...`
 *  in place of a part is not an error there. With tta_check_options_set_split a fence is split at the marker, too.
 *  Default: false. */
TTA_API void tta_check_options_set_markdown(tta_check_options *options, bool markdown);
/** Report syntax errors only, without semantic rules. Default: false. */
TTA_API void tta_check_options_set_parse_only(tta_check_options *options, bool parse_only);
/** Print the definition in place of each alias use (MLIR's local scope). Default: false. */
TTA_API void tta_check_options_set_expand_aliases(tta_check_options *options, bool expand);
/** Whether the edits that make the text canonical are computed. Default: true. */
TTA_API void tta_check_options_set_canonicalize(tta_check_options *options, bool wanted);
/** Add the rules of the TTNN target. Default: false. */
TTA_API void tta_check_options_set_target_ttnn(tta_check_options *options, bool ttnn);
/** Whether comments suppress warnings and remarks only (`// tt-opt: allow(rule)`, see docs/cli.md). For programs that
 *  compute with the values of a text, which rely on its being verified. Default: false. */
TTA_API void tta_check_options_set_keep_errors(tta_check_options *options, bool keep);
/** @param text a system for modules that have none, as tta_system_parse reads it: `wormhole_b0:2`, `[2, 8x8]` or
 *  #tt.system_desc<...>; copied; empty (default) = none
 *  @return TTA_OK; TTA_INVALID if it is none of these, or TTA_NO_MEMORY: nothing is changed */
TTA_API tta_status tta_check_options_set_system_desc(tta_check_options *options, tta_str text);
/** @param json receives a line of JSON for each attribute and type; borrowed; NULL (default) = not wanted */
TTA_API void tta_check_options_set_json(tta_check_options *options, tta_buf *json);
/** Turns a rule on or off and sets its severity. @return TTA_INVALID if there is no such rule. */
TTA_API tta_status tta_check_options_set_rule(tta_check_options *options, tta_rule rule, bool enabled,
                                              tta_severity severity);
/** A change of several rules, as -W options of compilers make it. */
typedef enum tta_rule_change {
  TTA_RULES_ENABLE,         /* on; the severity does not change */
  TTA_RULES_DISABLE,        /* off */
  TTA_RULES_AS_ERRORS,      /* on, as errors */
  TTA_RULES_NOT_AS_ERRORS,  /* with their own severity again; on or off as before */
} tta_rule_change;

/** Changes the rules that `name` selects (tta_rule_is_selected). Rules that are errors by themselves do not change. Of
 *  several changes of a rule the last one counts.
 *  @param name empty, for the last two changes: all warnings, on or off as they are; NOT_AS_ERRORS: remarks, too
 *  @return TTA_INVALID if `name` selects no rule */
TTA_API tta_status tta_check_options_change_rules(tta_check_options *options, tta_str name, tta_rule_change change);
/** What a configuration file or an editor says about rules: a rule, a group, "remarks" or "all", and "off", "on",
 *  "remark", "warning" or "error". */
typedef struct tta_rule_setting {
  tta_str name, value;
} tta_rule_setting;

/** Whether a setting is valid. @param wrong_name set if the name is not; may be NULL
 *  @param reason receives why it is not valid; may be NULL
 *  @return TTA_OK or TTA_INVALID, also for a rule that is an error and would be turned off */
TTA_API tta_status tta_rule_setting_check(const tta_rule_setting *setting, bool *wrong_name, tta_buf *reason);
/** All rules are as by default, then as the settings say, from "all" and "remarks" to groups and single rules: their
 *  order has no meaning. Settings that are not valid are ignored; rules that are errors stay so. */
TTA_API void tta_check_options_configure(tta_check_options *options, const tta_rule_setting *settings, size_t count);
/** Whether a rule is on under these options. @param severity set to its severity */
TTA_API bool tta_check_options_rule(const tta_check_options *options, tta_rule rule, tta_severity *severity);

/** What checks remember of the texts of earlier ones: values without a diagnostic, which need not be read again.
 *  Results are the same with and without it. It is for programs that check many texts with the same options, such as
 *  the tests of a project; a check with other options has it forget all. Memory is bounded. */
typedef struct tta_recall tta_recall;

/** @param allocator NULL = malloc; borrowed; checks with another one do not use it
 *  @param out set to the recall, owned by the caller; NULL on failure. @return TTA_OK or TTA_NO_MEMORY */
TTA_API tta_status tta_recall_new(const tta_allocator *allocator, tta_recall **out);
/** NULL is allowed. Not while options have it that are used. */
TTA_API void tta_recall_free(tta_recall *recall);
/** Checks with these options use `recall`: one at a time, so that threads have options and a recall of their own.
 *  @param recall borrowed; NULL (default) = none */
TTA_API void tta_check_options_set_recall(tta_check_options *options, tta_recall *recall);

/** Parses and verifies `source`. source->text.data[source->text.size] must be a NUL byte; below 2 GiB.
 *  @param out set to the result (also when nothing is wrong), owned by the caller; NULL on failure
 *  @return TTA_OK however many errors were found; TTA_NO_MEMORY; TTA_LIMIT when the text is too large */
TTA_API tta_status tta_check_text(tta_source *source, const tta_check_options *options, tta_check **out);
/** As tta_check_text; calls `visit` for each island and each alias definition in order of position, before the rules
 *  verify it. The values that it receives live until it returns.
 *  @param out NULL when the diagnostics are not wanted */
TTA_API tta_status tta_check_visit(tta_source *source, const tta_check_options *options, tta_island_visitor visit,
                                   void *user, tta_check **out);

/** The threads of a program: the library creates none. */
typedef struct tta_executor {
  /** Calls job(data, i) once for each i below `count`, in any order and in any threads, and returns after all of these
   *  calls. A job requires the stack of a check (docs/limits.md). */
  void (*run)(void *user, void (*job)(void *data, size_t index), void *data, size_t count);
  void *user;
  size_t num_threads; /* how many jobs run at a time */
} tta_executor;

/** As tta_check_text, with the same result, but the sections of a text of at least 4 MiB that is split at a marker
 *  (tta_check_options_set_split) are distributed among the jobs of an executor. The allocator of the options is called
 *  by all of them. Parameters and result as for tta_check_text. */
TTA_API tta_status tta_check_parallel(tta_source *source, const tta_check_options *options,
                                      const tta_executor *executor, tta_check **out);
TTA_API void tta_check_free(tta_check *check);

/** Diagnostics, sections and edits; they live as long as the check. NULL for NULL. */
TTA_API const tta_results *tta_check_results(const tta_check *check);
/** Outermost attributes and types that are known. */
TTA_API size_t tta_check_num_islands(const tta_check *check);

/** Checks the printed text of `check`: it must be canonical, have the same values (not compared if aliases were
 *  expanded, which moves them) and the same diagnostics, by rule and severity. Warnings of text that is not printed do
 *  not count (`dropped-layout`, `ignored-text`, `mixed-eras`).
 *  @param check of `source`, with the same options
 *  @param message the first difference is appended, with both sides; nothing if there is none
 *  @param position of it in `source`
 *  @return TTA_OK or TTA_NO_MEMORY; TTA_LIMIT as tta_check_text */
TTA_API tta_status tta_check_roundtrip(tta_source *source, const tta_check *check, const tta_check_options *options,
                                       tta_buf *message, tta_span *position);

/* ---- the dates at which tt-mlir read a text ---- */

typedef struct tta_text_eras tta_text_eras;

/** A run of days, yyyymmdd, both included. `since` is never before the record of docs/eras.md begins; `until` 0 = to
 *  this day. */
typedef struct tta_era {
  int32_t since, until;
} tta_era;

/** Finds the days on which tt-mlir read every attribute of `source`, sections at `// -----` taken together. What could
 *  not be read at all (see tta_check_text) does not count. Requirements on `source` as for tta_check_text.
 *  @param allocator NULL = malloc; borrowed
 *  @param out set to the result, owned by the caller; NULL on failure
 *  @return TTA_OK, also when there is no such day; TTA_NO_MEMORY; TTA_LIMIT when the text is too large */
TTA_API tta_status tta_text_eras_read(tta_source *source, const tta_allocator *allocator, tta_text_eras **out);
TTA_API void tta_text_eras_free(tta_text_eras *eras);
/** The runs, in order of time; 0 when there is no such day. */
TTA_API size_t tta_text_eras_num_eras(const tta_text_eras *eras);
TTA_API tta_era tta_text_eras_era(const tta_text_eras *eras, size_t index);
/** Where there is no such day: the attribute that no date reads, or one of two that no date reads together, with a note
 *  at the other. Else NULL. Lives as long as the eras. */
TTA_API const tta_diagnostic *tta_text_eras_conflict(const tta_text_eras *eras);

/* ---- tables and dumps, for people ---- */

/** Appends the table of --list-attributes: a line for each attribute or type and each of its forms: its names, then its
 *  fields in order, `?` after an optional one. */
TTA_API void tta_list_attributes(tta_buf *out);

/** Appends a line for each token that the lexer makes of attributes and types: position, class, text.
 *  @param source  as in tta_check_text
 *  @param options split, split_marker and markdown count
 *  @return TTA_OK; TTA_NO_MEMORY; TTA_LIMIT when the text is too large */
TTA_API tta_status tta_dump_tokens(tta_buf *out, tta_source *source, const tta_check_options *options);

/** Appends the tree of each attribute and type, a node a line, indented, and with each map that must not send two
 *  indices to one position how that was decided: `trivial`, `digits`, `bitmap` or `probe` (src/maps/maps.h). Parameters
 *  and result as above. The form of both may change at any time. */
TTA_API tta_status tta_dump_tree(tta_buf *out, tta_source *source, const tta_check_options *options);

#ifdef __cplusplus
}
#endif
#endif
