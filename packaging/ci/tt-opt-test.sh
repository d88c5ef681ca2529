#!/bin/sh
# tt-opt-test.sh FILE...: a test of Bazel (docs/ci.md) that verifies .mlir files. TT_OPT is the program (default: that of
# PATH). Bazel shows the report of XML_OUTPUT_FILE.
set -eu
tt_opt=${TT_OPT:-tt-opt}
status=0
"$tt_opt" --verify-only --from-run-lines "$@" || status=$?
if [ -n "${XML_OUTPUT_FILE:-}" ]; then
  "$tt_opt" --verify-only --from-run-lines --exit-zero --diagnostic-format=junit --output-file="$XML_OUTPUT_FILE" "$@"
fi
exit $status
