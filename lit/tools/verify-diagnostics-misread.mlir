// RUN: not tt-opt --verify-diagnostics --verify-only %s 2>&1 | FileCheck %s
// Lines that MLIR parses differently than they are probably meant. Each is unmet as well, since there are no errors here.

// CHECK: :[[@LINE+1]]:25: warning: two expected diagnostics on a line are one: its text goes on to the last '{{[}]+}}' [expectation-malformed]
// expected-error {{a}} expected-note {{b}}
// CHECK: :[[@LINE+1]]:21: warning: several '{{.*}}' are one text, which goes on to the last
// expected-error {{a}} {{b}}
// CHECK: :[[@LINE+1]]:24: warning: this text is matched as it stands: a regular expression needs its own braces
// expected-error-re {{layout.*rank}}
// CHECK: :[[@LINE+1]]:18: warning: MLIR reads a number with a leading 0 as octal
// expected-error@+010 {{a}}
