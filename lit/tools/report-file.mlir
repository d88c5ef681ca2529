// --output-file=FILE: the diagnostics of any format in a file, which is complete or not written at all.
// RUN: rm -rf %t && mkdir %t
// RUN: not tt-opt --output-file=%t/text %s && FileCheck %s --input-file=%t/text
// CHECK: report-file.mlir:[[#@LINE+1]]:32: error: unknown memory space 'L1'
"t.op"() {a = #tt.memory_space<L1>} : () -> ()
// CHECK: fix: replace with 'l1'

// The text, with and without errors, is not part of it.
// RUN: tt-opt /dev/null --diagnostic-format=sarif --output-file=%t/empty.sarif -o %t/text.mlir
// RUN: FileCheck %s --input-file=%t/empty.sarif --check-prefix=EMPTY
// EMPTY: "results":[],"invocations":[{"executionSuccessful":true,"exitCode":0,"toolExecutionNotifications":[]}]}]}
// RUN: not tt-opt --split-input-file --diagnostic-format=json --output-file=%t/json -o %t/printed %s && grep -c unknown-keyword %t/json

// An input that cannot be read is in the report and on standard error.
// RUN: not tt-opt --diagnostic-format=sarif --output-file=%t/missing.sarif %t/none.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: tt-opt: error: cannot open '{{.*}}none.mlir': No such file or directory
// RUN: FileCheck %s --input-file=%t/missing.sarif --check-prefix=NOTIFIED
// NOTIFIED: "executionSuccessful":false,"exitCode":2,"toolExecutionNotifications":[{"level":"error","message":{"text":"cannot open: No such file or directory"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///{{.*}}none.mlir"}}}]}]
// RUN: not tt-opt --diagnostic-format=junit %t/none.mlir 2>/dev/null | FileCheck %s --check-prefix=ERROR
// ERROR: <testcase classname="{{.*}}none.mlir" name="no errors"><error message="cannot open: No such file or directory"/></testcase>

// RUN: not tt-opt --output-file=%t/no/report %s 2>&1 | FileCheck %s --check-prefix=UNWRITABLE
// UNWRITABLE: tt-opt: error: cannot write '{{.*}}no/report': No such file or directory
// Two things cannot both go to standard output.
// RUN: not tt-opt --diagnostic-format=sarif --emit=json %s 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not tt-opt --output-file=- --diff %s 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not tt-opt --output-file=- -o - %s 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not tt-opt --diagnostic-format=github --dump=ast %s 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: tt-opt: error: {{--emit=json|--diff|-o -|--dump}} and the diagnostics both go to standard output; use --output-file=FILE
