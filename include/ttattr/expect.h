/* ttattr/expect.h: MLIR's expected diagnostics: comments in a test that list the messages of its lines.
 *
 *     // expected-error@+1 {{layout has rank 2}}
 *     tensor<64x64x64xf32, #layout>
 *
 * A designator is the last thing on its line: `expected-KIND[-re] [@PLACE] {{TEXT}}`. KIND: error, warning, remark,
 * note. PLACE: +N, -N, above, below, unknown (a diagnostic without a position: this library has none). The diagnostic
 * must be of that kind, on that line, and contain TEXT; with -re, TEXT holds `{{...}}` blocks that are POSIX extended
 * regular expressions. Notes are matched one by one, each on its own line. Several equal diagnostics may match one
 * designator. Source: mlir/lib/IR/Diagnostics.cpp of LLVM 19, SourceMgrDiagnosticVerifierHandler. What differs, on
 * purpose:
 * - lines are relative to the file and not to the section, as since LLVM 22;
 * - warnings, remarks and notes are not in MLIR: they are matched if expected, and never unexpected;
 * - a comment that is nearly a designator is a warning (expectation-malformed).
 */
#ifndef TTATTR_EXPECT_H
#define TTATTR_EXPECT_H

#include "ttattr/check.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tta_expect tta_expect;

/** All zero is MLIR's behavior. */
typedef struct tta_expect_options {
  const tta_allocator *allocator; /* NULL = malloc; borrowed */
  bool only_expected;             /* ignore diagnostics without an expectation */
  bool all_errors;                /* continue after the first error of a section, where MLIR stops */
  /* which rules are on, and how severe; NULL = as they come. */
  const tta_check_options *rules;
} tta_expect_options;

/** NULL is allowed. */
TTA_API void tta_expect_free(tta_expect *expect);

/** All sections of a check. @return TTA_OK or TTA_NO_MEMORY (*out is NULL then) */
TTA_API tta_status tta_expect_check(tta_source *source, const tta_check *check, const tta_expect_options *options,
                                    tta_expect **out);

/** As tta_expect_check, for expectations that only the RUN line of a text asks for, of a tool that verifies operations,
 *  too. Diagnostics without an expectation are ignored, and all errors of a section count. An expectation that is not
 *  met is reported if its text is that of a message of a rule; others are counted. Without a date all expectations of
 *  rules must be met together, by any date or by one.
 *  @param check   of the source with options->rules
 *  @param options only_expected and all_errors are not used
 *  @return TTA_OK or TTA_NO_MEMORY (*out is NULL then) */
TTA_API tta_status tta_expect_check_implied(tta_source *source, const tta_check *check,
                                            const tta_expect_options *options, tta_expect **out);
/** The expectations of tta_expect_check_implied that were not met and not reported. */
TTA_API size_t tta_expect_num_foreign(const tta_expect *expect);

/** What was not as expected, in order of position: expectation-unmet, expectation-unexpected, expectation-malformed.
 *  Lives as long as `expect`. The messages are MLIR's: `unexpected error: ...`, `expected error "..." was not
 *  produced`. */
TTA_API const tta_results *tta_expect_results(const tta_expect *expect);

/** What the RUN lines of a lit test say about the diagnostics of its text. Read from the commands that pass the file
 *  itself (`%s`) to a tool named `*-opt` or `*-translate`, with any prefix and version: `ttmlir-opt`, `%ttmlir_opt`,
 *  `%{tt-opt}`, `/usr/bin/mlir-opt-19`. */
typedef struct tta_run_lines {
  bool found;    /* there is such a command */
  bool split;    /* one of them has --split-input-file */
  bool verifies; /* one of them has --verify-diagnostics */
  bool fails;    /* each of them is expected to fail (`not`), and none of them verifies diagnostics */
} tta_run_lines;

/** Reads the RUN lines of `text` as lit does: everything after `RUN:` on a line, continued on the next RUN line after
 *  a backslash. Commands are separated by `|`, `&&`, `||`, `;` and `&`. Quotes and backslashes are those of a POSIX
 *  shell. Substitutions are not expanded. Every text is accepted.
 *  @param marker appended: that of the first command that splits; nothing for the default marker
 *  @return TTA_OK or TTA_NO_MEMORY */
TTA_API tta_status tta_run_lines_read(tta_str text, tta_run_lines *lines, tta_buf *marker);

#ifdef __cplusplus
}
#endif
#endif
