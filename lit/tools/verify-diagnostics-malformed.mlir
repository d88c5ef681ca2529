// RUN: tt-opt --verify-diagnostics --verify-only %s 2>&1 | FileCheck %s
// RUN: not tt-opt --verify-diagnostics --verify-only -Werror=expectation-malformed %s 2>&1 | FileCheck --check-prefix=WERROR %s
// RUN: tt-opt --verify-diagnostics --verify-only -Wno-expectation-malformed %s 2>&1 | FileCheck --check-prefix=OFF --allow-empty %s
// MLIR does not recognize any of these lines as an expectation, without a diagnostic.

// WERROR: error: comment looks like an expected diagnostic
// OFF-NOT: looks like

// CHECK: :[[@LINE+1]]:4: warning: comment looks like an expected diagnostic and is none: unknown kind 'eror'; use error, warning, remark or note [expectation-malformed]
// expected-eror@+1 {{a}}
// CHECK: :[[@LINE+1]]:4: warning: {{.*}}: unknown kind 'errors'
// expected-errors {{a}}
// CHECK: :[[@LINE+1]]:18: warning: {{.*}}: unknown place '@+ 1'; use @+1, @-1, @above or @below
// expected-error@+ 1 {{a}}
// CHECK: :[[@LINE+1]]:18: warning: {{.*}}: unknown place '@+0x1'
// expected-error@+0x1 {{a}}
// CHECK: :[[@LINE+1]]:18: warning: {{.*}}: unknown place '@1'
// expected-error@1 {{a}}
// CHECK: :[[@LINE+1]]:25: warning: {{.*}}: text follows '{{[}]+}}', which must end the line
// expected-error {{a}} twice
// CHECK: :[[@LINE+1]]:45: warning: {{.*}}: text follows
// expected-error {{a}} expected-note {{b}} 2
// CHECK: :[[@LINE+1]]:19: warning: {{.*}}: expected '{{[{]+}}' here
// expected-error {a}
// CHECK: :[[@LINE+1]]:22: warning: {{.*}}: expected '{{[{]+}}' here
// expected-error@+1 a}}
// CHECK: :[[@LINE+1]]:4: warning: {{.*}}: '{{[}]+}}' is missing after the text
// expected-error@+1 {{a

// These are prose.
// expected-error: a comment of this kind is matched
// use expected-error to say so; expected-no-diagnostics is clang's
// CHECK-NOT: warning
