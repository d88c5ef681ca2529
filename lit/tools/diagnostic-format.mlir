// --diagnostic-format=json: one object per line on standard error, with notes and fix-its as edits; =text is the default.
// RUN: not tt-opt --diagnostic-format=json %s 2>&1 | FileCheck %s
// RUN: not tt-opt --diagnostic-format=text %s 2>&1 | FileCheck %s --check-prefix=TEXT
// CHECK: {"file":"{{.*}}diagnostic-format.mlir","line":[[#@LINE+3]],"column":32,"end_line":[[#@LINE+3]],"end_column":34,"severity":"error","rule":"unknown-keyword","message":"unknown memory space 'L1'{{.*}}","notes":[],"fixes":[{"message":"replace with 'l1'","edits":[{"line":[[#@LINE+3]],"column":32,"end_line":[[#@LINE+3]],"end_column":34,"text":"l1"}]}]}
// TEXT: diagnostic-format.mlir:[[#@LINE+2]]:32: error: unknown memory space 'L1'{{.*}}[unknown-keyword]
// GITHUB: ::error file={{.*}}diagnostic-format.mlir,line=[[#@LINE+1]],endLine=[[#@LINE+1]],col=32,endColumn=34,title=unknown-keyword::unknown memory space 'L1'{{.*}}%0Afix: replace with 'l1'
"t.op"() {a = #tt.memory_space<L1>} : () -> ()
// github, sarif and junit: on standard output, in place of the text. Notes, repeats, remarks and columns: tests/drivers/formats.py.
// RUN: not tt-opt --diagnostic-format=github %s | FileCheck %s --check-prefix=GITHUB --implicit-check-not=t.op
// RUN: not tt-opt --diagnostic-format=sarif %s | FileCheck %s --check-prefix=SARIF
// SARIF: {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{"name":"tt-opt",{{.*}}"id":"unknown-keyword",
// SARIF: {"ruleId":"unknown-keyword","ruleIndex":{{[0-9]+}},"level":"error","message":{"text":"unknown memory space 'L1'{{.*}}"region":{"startLine":7,"startColumn":32,"endLine":7,"endColumn":34}
// SARIF-SAME: "fixes":[{"description":{"text":"replace with 'l1'"}
// SARIF-SAME: "invocations":[{"executionSuccessful":true,"exitCode":1,"toolExecutionNotifications":[]}]}]}
// RUN: not tt-opt --no-from-run-lines --diagnostic-format=junit %s /dev/null | FileCheck %s --check-prefix=JUNIT
// JUNIT: <testsuite name="{{.*}}diagnostic-format.mlir" tests="1" failures="1" errors="0">
// JUNIT-NEXT: <testcase classname="{{.*}}diagnostic-format.mlir" name="unknown-keyword 7:32"><failure type="unknown-keyword" message="unknown memory space 'L1'
// JUNIT: <testsuite name="/dev/null" tests="1" failures="0" errors="0">
// JUNIT-NEXT: <testcase classname="/dev/null" name="no errors"></testcase>
